/* Profiles in pprof's format: those of other programs, those of ours, and bytes that are neither.
 */
#include "parser/document/document.h"
#include "parser/document/protobuf.h"
#include "tests/support/anywhere.h"
#include "tests/support/document.h"
#include "tests/support/exact_input.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ==== A profile as another program writes it ================================================ */

static const char *const strings[] = {
    "",
    "samples",
    "count",
    "cpu",
    "nanoseconds",
    "main.work",
    "memcpy",
    "java.lang.Object.wait",
    "/usr/lib/libc.so.6",
    "thread",
    "worker",
    "bytes",
    "alloc_space",
    "std::vector<a.b>::push",
};
enum {
    NONE,
    SAMPLES,
    COUNT,
    CPU,
    NANOSECONDS,
    MAIN_WORK,
    MEMCPY,
    OBJECT_WAIT,
    LIBC,
    THREAD,
    WORKER,
    BYTES,
    ALLOC_SPACE,
    VECTOR,
};

static void add_type(struct text *out, uint64_t name, uint64_t unit) {
    size_t begin = proto_begin(out, 1);
    proto_add_number(out, 1, name);
    proto_add_number(out, 2, unit);
    proto_end(out, begin);
}

static void add_function(struct text *out, uint64_t id, uint64_t name) {
    size_t begin = proto_begin(out, 5);
    proto_add_number(out, 1, id);
    proto_add_number(out, 2, name);
    proto_end(out, begin);
}

static void add_line(struct text *out, uint64_t function, uint64_t line) {
    size_t begin = proto_begin(out, 4);
    proto_add_number(out, 1, function);
    proto_add_number(out, 2, line);
    proto_end(out, begin);
}

static void add_label(struct text *out, uint64_t key, uint64_t text) {
    size_t begin = proto_begin(out, 3);
    proto_add_number(out, 1, key);
    proto_add_number(out, 2, text);
    proto_end(out, begin);
}

/* Locations one by one, not packed, as Go does; 0 ends them. */
static void add_sample(struct text *out, const uint64_t *locations, int64_t samples, int64_t value,
                       int64_t bytes, bool labelled) {
    size_t begin = proto_begin(out, 2);
    for (; *locations; locations++) proto_add_number(out, 1, *locations);
    size_t values = proto_begin(out, 2);
    proto_add_varint(out, (uint64_t)samples);
    proto_add_varint(out, (uint64_t)value);
    proto_add_varint(out, (uint64_t)bytes);
    proto_end(out, values);
    if (labelled) add_label(out, THREAD, WORKER);
    proto_end(out, begin);
}

/* Three sample types of which the second is the default; unknown fields of each kind; the table of
 * strings in front of what refers to it, or behind. */
static struct text foreign(int64_t first_value, bool strings_first) {
    struct text out = {0};
    add_type(&out, SAMPLES, COUNT);
    for (size_t i = 0; strings_first && i < sizeof strings / sizeof *strings; i++)
        proto_add_bytes(&out, 6, strings[i], strlen(strings[i]));
    add_type(&out, CPU, NANOSECONDS);
    add_type(&out, ALLOC_SPACE, BYTES);
    add_sample(&out, (uint64_t[]){1, 2, 0}, 3, first_value, 100, true);
    add_sample(&out, (uint64_t[]){3, 2, 0}, 5, 50, 200, false);
    add_sample(&out, (uint64_t[]){0}, 2, 20, 0, false);
    size_t mapping = proto_begin(&out, 3);
    proto_add_number(&out, 1, 7);
    proto_add_number(&out, 2, 0x1000);
    proto_add_number(&out, 3, 0x9000);
    proto_add_number(&out, 5, LIBC);
    proto_end(&out, mapping);
    size_t inlined = proto_begin(&out, 4);
    proto_add_number(&out, 1, 1);
    add_line(&out, 11, 7); /* innermost */
    add_line(&out, 12, 9);
    proto_end(&out, inlined);
    size_t plain = proto_begin(&out, 4);
    proto_add_number(&out, 1, 2);
    add_line(&out, 13, 0);
    proto_end(&out, plain);
    size_t bare = proto_begin(&out, 4);
    proto_add_number(&out, 1, 3);
    proto_add_number(&out, 2, 7);
    proto_add_number(&out, 3, 0x1234);
    proto_end(&out, bare);
    add_function(&out, 11, MEMCPY);
    add_function(&out, 12, MAIN_WORK);
    add_function(&out, 13, VECTOR);
    for (size_t i = 0; !strings_first && i < sizeof strings / sizeof *strings; i++)
        proto_add_bytes(&out, 6, strings[i], strlen(strings[i]));
    proto_add_number(&out, 14, CPU);
    proto_add_bytes(&out, 99, "unknown", 7);
    text_add_bytes(&out,
                   "\xa1\x06"
                   "12345678",
                   10); /* field 100, eight bytes */
    text_add_bytes(&out,
                   "\xad\x06"
                   "1234",
                   6); /* field 101, four bytes */
    proto_add_number(&out, 102, 5);
    return out;
}

static struct reading read_text(const struct text *text, const struct asked *options) {
    return reading_of_bytes(text->data, text->len, options);
}

START_TEST(a_profile_of_another_program_is_read_with_its_default_type) {
    for (int first = 0; first < 2; first++) {
        struct text text = foreign(30, first);
        struct asked options = all_samples;
        options.selection.by = BY_LINE;
        options.needs.values = true;
        struct reading r = read_text(&text, &options);
        ck_assert_uint_eq(r.report.recordings, 1);
        ck_assert_uint_eq(r.report.profiles, 1);
        ck_assert_str_eq(r.samples->event, "cpu");
        ck_assert_uint_eq(r.samples->profile.samples, 10);
        ck_assert_int_eq(r.samples->profile.value, 100);
        ck_assert_int_eq(r.samples->profile.unit, PROFILE_NS);
        ck_assert_uint_eq(r.samples->profile.without_stack, 2);
        ck_assert_uint_eq(reading_self(&r, "memcpy:7"), 3);
        ck_assert_uint_eq(reading_self(&r, "main.work:9"), 0);
        ck_assert_uint_eq(reading_total(&r, "main.work:9"), 3);
        ck_assert_uint_eq(reading_total(&r, "std::vector<a.b>::push"), 8);
        ck_assert_uint_eq(reading_self(&r, "libc.so.6+0x234"), 5);
        /* The summary is of events, which a profile has not. */
        ck_assert_uint_eq(r.summary_report.failed, 1);
        ck_assert_ptr_nonnull(report_note(&r.summary_report, "this is a profile"));
        reading_release(&r);
        text_free(&text);
    }
}
END_TEST

START_TEST(another_sample_type_is_taken_when_asked_for) {
    struct text text = foreign(30, false);
    const char *const events[] = {"alloc"};
    struct asked options = all_samples;
    options.selection.events = text_list_of(events, 1);
    options.needs.values = true;
    struct reading r = read_text(&text, &options);
    ck_assert_str_eq(r.samples->event, "alloc_space");
    ck_assert_int_eq(r.samples->profile.value, 300);
    ck_assert_int_eq(r.samples->profile.unit, PROFILE_BYTES);
    reading_release(&r);
    const char *const none[] = {"lock"};
    options.selection.events = text_list_of(none, 1);
    r = read_text(&text, &options);
    ck_assert_ptr_null(r.samples->event);
    ck_assert_uint_eq(r.samples->profile.samples, 0);
    ck_assert_uint_eq(r.samples->events.len, 2); /* and what there is, is said */
    reading_release(&r);
    text_free(&text);
}
END_TEST

START_TEST(a_profile_of_who_knows_what_is_taken_where_no_recording_has_samples) {
    struct text text = foreign(30, false);
    for (int samples = 0; samples < 2; samples++) {
        struct recording r = {0};
        struct jvm jvm = {0};
        chunk_begin(&r, NULL);
        jvm_types(&r);
        for (int i = 0; i < samples * 7; i++) /* the last that is taken without being asked for */
            jvm_sample_of(&r, EVENT_NATIVE_METHOD_SAMPLE, 2000 + i, jvm_thread(&jvm, "main"),
                          jvm_stack(&jvm, "A.leaf"), STATE_RUNNABLE);
        jvm_pools(&jvm, &r);
        chunk_end(&r);
        jvm_free(&jvm);
        struct memory_file files[] = {memory_file_make(text.data, text.len),
                                      memory_file_make(r.out.data, r.out.len)};
        for (size_t first = 0; first < 2; first++) {
            const char *const paths[] = {files[first].path, files[1 - first].path};
            struct reading reading = reading_of_paths(paths, 2, NULL, 1, false);
            ck_assert_str_eq(reading.samples->event, samples ? "jdk.NativeMethodSample" : "cpu");
            ck_assert_uint_eq(reading.samples->profile.samples, samples ? 7 : 10);
            reading_release(&reading);
        }
        memory_file_close(&files[0]);
        memory_file_close(&files[1]);
        recording_free(&r);
    }
    text_free(&text);
}
END_TEST

/* A profile of another program, of one sample in the function. */
static struct text of_function(const char *name) {
    const char *const texts[] = {"", "cpu", "nanoseconds", name};
    struct text out = {0};
    add_type(&out, 1, 2);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        proto_add_bytes(&out, 6, texts[i], strlen(texts[i]));
    size_t sample = proto_begin(&out, 2);
    proto_add_number(&out, 1, 1);
    proto_add_number(&out, 2, 1);
    proto_end(&out, sample);
    size_t location = proto_begin(&out, 4);
    proto_add_number(&out, 1, 1);
    add_line(&out, 1, 7);
    proto_end(&out, location);
    add_function(&out, 1, 3);
    return out;
}

/* Where nothing counts samples, those of a period are as many as their value has periods. */
START_TEST(samples_are_periods_of_the_value_where_that_is_what_the_period_is_of) {
    static const struct {
        uint64_t name, unit, period, samples; /* 1: cpu, 2: nanoseconds */
    } cases[] = {{1, 2, 10, 4}, {1, 2, 17, 3}, {1, 2, 18, 2}, {1, 2, 36, 2}, {1, 2, 0, 2},
                 {2, 2, 10, 2}, {1, 1, 10, 2}, {2, 1, 10, 2}, {0, 0, 10, 2}, {1, 2, 1, 36}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text text = of_function("f"); /* a sample of 1, and one of 35 */
        size_t sample = proto_begin(&text, 2);
        proto_add_number(&text, 1, 1);
        proto_add_number(&text, 2, 35);
        proto_end(&text, sample);
        size_t type = proto_begin(&text, 11);
        proto_add_number(&text, 1, cases[i].name);
        proto_add_number(&text, 2, cases[i].unit);
        proto_end(&text, type);
        proto_add_number(&text, 12, cases[i].period);
        struct reading r = read_text(&text, &all_samples);
        ck_assert_msg(r.samples->profile.samples == cases[i].samples, "%zu: %llu", i,
                      (unsigned long long)r.samples->profile.samples);
        reading_release(&r);
        text_free(&text);
    }
}
END_TEST

START_TEST(names_that_could_be_of_java_are_of_a_class_and_others_are_not) {
    static const struct {
        const char *class_name, *method; /* no class: the name is no method's of Java */
    } rows[] = {{"azaz", "za"},      {"AZ", "ZA"},    {"a0", "z9"},
                {"_", "__"},         {"$", "$$"},     {"\xc3\xa9", "\xc3\xbc"},
                {"a/b-c", "<init>"}, {NULL, "a.b c"}, {NULL, "a.b:c"},
                {NULL, "a.b@c"},     {NULL, "a.b[c"}, {NULL, "a.b`c"},
                {NULL, "a.b{c"},     {NULL, "a.b/c"}, {NULL, "a.9"},
                {NULL, "9a.b"},      {NULL, ".b"},    {NULL, "a."}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char name[40];
        snprintf(name, sizeof name, "%s%s%s", rows[i].class_name ? rows[i].class_name : "",
                 rows[i].class_name ? "." : "", rows[i].method);
        struct text text = of_function(name);
        struct reading r = read_text(&text, NULL);
        const struct frames *frames = &r.samples->profile.frames;
        ck_assert_uint_eq(frames->rows.len, 1);
        const struct frame *frame = &frames->rows.items[0];
        ck_assert_str_eq(strings_get(&frames->strings, frame->class_name),
                         rows[i].class_name ? rows[i].class_name : "");
        ck_assert_str_eq(strings_get(&frames->strings, frame->method), rows[i].method);
        reading_release(&r);
        text_free(&text);
    }
}
END_TEST

START_TEST(filters_apply_to_profiles) {
    struct text text = foreign(30, false);
    const char *const regexes[] = {"memcpy"};
    struct asked options = all_samples;
    options.selection.include = text_list_of(regexes, 1);
    struct reading r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 3);
    reading_release(&r);
    options = all_samples;
    options.selection.exclude = text_list_of(regexes, 1);
    r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 7);
    reading_release(&r);
    options = all_samples;
    options.selection.thread = "work";
    r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 3);
    reading_release(&r);
    options.selection.thread = "nobody";
    r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 0);
    ck_assert_uint_eq(r.samples->threads.len, 2); /* worker and unknown */
    reading_release(&r);
    text_free(&text);
}
END_TEST

START_TEST(what_a_profile_lacks_is_said) {
    struct text text = foreign(30, false);
    const char *const states[] = {"runnable"};
    struct asked options = all_samples;
    options.selection.from = (struct time_point){.kind = TIME_FROM_START, .ns = 1};
    struct reading r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 0);
    ck_assert_uint_eq(r.samples->left_out, 1);
    ck_assert_ptr_nonnull(report_note(&r.report, "has no times"));
    reading_release(&r);
    options = all_samples;
    options.selection.states = text_list_of(states, 1);
    r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->left_out, 1);
    ck_assert_ptr_nonnull(report_note(&r.report, "has no thread states"));
    reading_release(&r);
    options = all_samples;
    options.selection.by = BY_MODULE;
    r = read_text(&text, &options);
    ck_assert_uint_eq(r.samples->profile.samples, 10);
    ck_assert_ptr_nonnull(report_note(&r.report, "has no modules"));
    reading_release(&r);
    text_free(&text);
}
END_TEST

START_TEST(differences_of_profiles_are_left_out) {
    struct text text = foreign(-30, false);
    struct reading r = read_text(&text, NULL);
    ck_assert_uint_eq(r.samples->profile.samples, 0);
    ck_assert_uint_eq(r.samples->left_out, 1);
    ck_assert_ptr_nonnull(report_note(&r.report, "the difference of two profiles"));
    reading_release(&r);
    text_free(&text);
}
END_TEST

START_TEST(sums_beyond_what_can_be_are_damage) {
    struct text text = foreign(INT64_MAX, false);
    struct reading r = read_text(&text, NULL);
    ck_assert_uint_eq(r.report.recordings, 0);
    ck_assert_uint_eq(r.report.failed, 1);
    ck_assert_ptr_nonnull(report_note(&r.report, "add up to more than can be"));
    reading_release(&r);
    text_free(&text);
}
END_TEST

/* ==== Damage ================================================================================ */

START_TEST(a_profile_that_was_cut_is_never_taken_for_a_smaller_one) {
    struct text text = foreign(30, false);
    size_t strings_end = text.len - 10 - 6 - 4 - 12; /* only unknown fields may be missing */
    for (size_t len = 1; len < strings_end; len++) {
        struct reading r = reading_of_bytes(text.data, len, NULL);
        ck_assert_uint_eq(r.samples->profile.samples, 0);
        ck_assert_uint_eq(r.report.recordings, 0);
        ck_assert_uint_ge(r.report.failed, 1);
        reading_release(&r);
    }
    text_free(&text);
}
END_TEST

/* The sanitizers, and the memory that reading_of_bytes allows, are what is tested. */
START_TEST(any_flipped_byte_is_survived) {
    struct text text = foreign(30, _i & 1);
    struct asked options = {.needs.keep = PROFILE_ROWS | PROFILE_SAMPLES,
                            .needs.time_grain = SAMPLES_NO_TIMES,
                            .needs.values = true,
                            .selection.by = BY_LINE,
                            .selection.frame_type = true,
                            .needs.thread_roots = _i & 2};
    uint8_t *bytes = (uint8_t *)text.data;
    for (size_t at = 0; at < text.len; at++) {
        static const uint8_t with[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
        uint8_t before = bytes[at];
        bytes[at] = (uint8_t)(_i < 5 ? with[_i] : before ^ 1 << (_i - 5));
        struct reading r = read_text(&text, &options);
        ck_assert_uint_le(r.report.recordings + r.report.failed, 1);
        reading_release(&r);
        bytes[at] = before;
    }
    text_free(&text);
}
END_TEST

START_TEST(varints_are_bounded) {
    const uint8_t most[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
    const uint8_t eleven[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x81, 0x00};
    const uint8_t wide[] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02};
    const uint8_t *at = most;
    uint64_t value;
    ck_assert(proto_varint(&at, most + sizeof most, &value));
    ck_assert_uint_eq(value, UINT64_MAX);
    at = most;
    ck_assert(!proto_varint(&at, most + sizeof most - 1, &value));
    at = eleven;
    ck_assert(!proto_varint(&at, eleven + sizeof eleven, &value));
    at = wide;
    ck_assert(!proto_varint(&at, wide + sizeof wide, &value));
}
END_TEST

START_TEST(other_files_are_not_taken_for_profiles) {
    static const char *const others[] = {
        "\n\n\nsome text", "{\"a\": 1}",       "FLR", "\n\4\0\0\0\0", "\n\2\b",
        "2\0052\0",        "\x12\x04\x08\x01",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        ck_assert(!document_begins((const uint8_t *)others[i], strlen(others[i])));
    ck_assert(!document_begins(NULL, 0));
    struct text text = foreign(30, false);
    ck_assert(document_begins((const uint8_t *)text.data, text.len));
    ck_assert(document_begins((const uint8_t *)text.data, 20));
    text_free(&text);
}
END_TEST

START_TEST(what_is_wrong_in_one_place_is_read_as_ever) {
    static const uint64_t expected[] = {0x2B63584C0EE5B919, 0x554681E2AAEE18DB};
    struct text bytes = foreign(30, _i);
    anywhere(_i ? "pprof-first" : "pprof", bytes.data, bytes.len, 1, document_tell, expected[_i]);
    text_free(&bytes);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pprof");
    TCase *c = tcase_create("pprof");
    suite_add_tcase(suite, c);
    tcase_add_test(c, a_profile_of_another_program_is_read_with_its_default_type);
    tcase_add_test(c, another_sample_type_is_taken_when_asked_for);
    tcase_add_test(c, a_profile_of_who_knows_what_is_taken_where_no_recording_has_samples);
    tcase_add_test(c, samples_are_periods_of_the_value_where_that_is_what_the_period_is_of);
    tcase_add_test(c, names_that_could_be_of_java_are_of_a_class_and_others_are_not);
    tcase_add_test(c, filters_apply_to_profiles);
    tcase_add_test(c, what_a_profile_lacks_is_said);
    tcase_add_test(c, differences_of_profiles_are_left_out);
    tcase_add_test(c, sums_beyond_what_can_be_are_damage);
    tcase_add_test(c, a_profile_that_was_cut_is_never_taken_for_a_smaller_one);
    tcase_add_loop_test(c, any_flipped_byte_is_survived, 0, 13);
    tcase_add_test(c, varints_are_bounded);
    tcase_add_test(c, other_files_are_not_taken_for_profiles);
    tcase_add_loop_test(c, what_is_wrong_in_one_place_is_read_as_ever, 0, 2);
    return suite_run(suite);
}
