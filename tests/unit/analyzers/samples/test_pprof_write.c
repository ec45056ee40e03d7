/* Profiles as we write them in pprof's format: the same bytes for the same content, and nothing is
 * lost. */
#include "analyzers/samples/origin.h"
#include "analyzers/samples/pprof_write.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static uint32_t add_frame(struct profile *p, const char *class_name, const char *method,
                          const char *descriptor, int line, enum frame_type type) {
    struct strings *s = &p->frames.strings;
    struct frame frame = {.line = line, .bci = -1, .type = type};
    frame.class_name = strings_intern(s, class_name, strlen(class_name));
    frame.method = strings_intern(s, method, strlen(method));
    frame.descriptor = strings_intern(s, descriptor, strlen(descriptor));
    return frames_intern(&p->frames, &frame);
}

static const struct {
    const char *class_name, *method, *descriptor;
} names[] = {
    {"a.b.C", "m", "(I)V"},
    {"a.b.C", "m", "()V"},
    {"", "std::x<a.b>::y", ""},
    {"", "foo.isra.0", ""},
    {"C", "<init>", "()V"},
    {"a.B#c", "d#e", "(LX;)V"},
    {"with blank", "m.n", ""},
    {"", "#x", "()V"},
    {"a.Only", "", ""},
    {"libjvm.so", "Foo::bar(int)", ""},
    {"X$$Lambda", "apply", "(Ljava/lang/Object;)V"},
    {"package a", "b", ""},
    {"", "m", "(I)V"},
    {"a..b", "..", ""},
};
enum { NAMES = sizeof names / sizeof *names };

static void fill(struct profile *p, bool backwards) {
    p->keep = PROFILE_SAMPLES;
    p->time_grain = SAMPLES_NO_TIMES;
    profile_set_unit(p, PROFILE_NS);
    for (size_t k = 0; k < NAMES; k++) {
        size_t i = backwards ? NAMES - 1 - k : k;
        uint32_t frames[2];
        frames[0] = add_frame(p, names[i].class_name, names[i].method, names[i].descriptor,
                              (int)(i % 3) - 1, (enum frame_type)(i % FRAME_THREAD));
        frames[1] = add_frame(p, "Main", "main", "()V", 12, FRAME_JIT);
        struct profile_weight weight = {i + 1, (int64_t)(i + 1) * 10, false};
        struct profile_thread thread = {.os_id = i % 4};
        thread.name = strings_intern(&p->frames.strings, "pool", i % 2 ? 4 : 3);
        struct profile_sample sample = {
            .time_ns = PROFILE_NO_TIME,
            .count = weight.samples,
            .value = weight.value,
            .stack = profile_add_stack(p, frames, i == 3 ? 0 : 2, weight),
            .thread = i == 5 ? PROFILE_NONE : profile_add_thread(p, &thread)};
        profile_add_sample(p, &sample);
    }
}

static void write_filled(bool backwards, struct text *out) {
    struct profile profile = {0};
    struct origin origin = {0};
    fill(&profile, backwards);
    origin_add(&origin, ORIGIN_EVENT, "jdk.ExecutionSample", 105);
    origin_add(&origin, ORIGIN_RECORDINGS, NULL, 1);
    origin_sort(&origin);
    pprof_write(&profile, &origin, PPROF_THREADS_EACH, out, NULL, NULL);
    profile_free(&profile);
    origin_free(&origin);
}

START_TEST(what_is_written_depends_on_the_content_alone) {
    struct text one = {0}, other = {0};
    write_filled(false, &one);
    write_filled(true, &other);
    ck_assert_uint_eq(one.len, other.len);
    ck_assert_mem_eq(one.data, other.data, one.len);
    text_free(&one);
    text_free(&other);
}
END_TEST

START_TEST(what_is_read_of_it_is_what_was_written) {
    struct text text = {0}, again = {0};
    write_filled(false, &text);
    struct asked options = {.needs.keep = PROFILE_SAMPLES,
                            .needs.time_grain = SAMPLES_NO_TIMES,
                            .needs.values = true,
                            .selection.by = BY_LINE,
                            .selection.frame_type = true};
    struct reading r = reading_of_bytes(text.data, text.len, &options);
    ck_assert_uint_eq(r.report.profiles, 1);
    const struct profile *p = &r.samples->profile;
    ck_assert_uint_eq(p->samples, 105);
    ck_assert_int_eq(p->value, 1050);
    ck_assert_uint_eq(p->without_stack, 4);
    for (size_t i = 0; i < NAMES; i++) {
        bool found = i == 3; /* that one had no stack */
        for (size_t k = 0; k < p->frames.rows.len && !found; k++) {
            const struct frame *f = &p->frames.rows.items[k];
            const struct strings *s = &p->frames.strings;
            found = strcmp(strings_get(s, f->class_name), names[i].class_name) == 0 &&
                    strcmp(strings_get(s, f->method), names[i].method) == 0 &&
                    strcmp(strings_get(s, f->descriptor), names[i].descriptor) == 0 &&
                    f->type == i % FRAME_THREAD && f->line == (i % 3 == 2 ? 1 : -1);
        }
        ck_assert_msg(found, "%s . %s %s", names[i].class_name, names[i].method,
                      names[i].descriptor);
    }
    pprof_write(p, &r.samples->origin, PPROF_THREADS_EACH, &again, NULL, NULL);
    ck_assert_uint_eq(text.len, again.len);
    ck_assert_mem_eq(text.data, again.data, text.len);
    text_free(&text);
    text_free(&again);
    reading_release(&r);
}
END_TEST

START_TEST(origins_add_up) {
    struct origin a = {0}, b = {0}, sum = {0}, turned = {0};
    origin_add(&a, ORIGIN_EVENT, "x", 3);
    origin_add(&a, ORIGIN_JVM, "17", 0);
    origin_begin(&a, 200);
    origin_add(&b, ORIGIN_EVENT, "x", 4);
    origin_add(&b, ORIGIN_EVENT, "a", INT64_MAX);
    origin_add(&b, ORIGIN_EVENT, "a", INT64_MAX);
    origin_add(&b, ORIGIN_JVM, "17", 0);
    origin_begin(&b, 100);
    origin_begin(&b, 0);
    origin_merge(&sum, &a);
    origin_merge(&sum, &b);
    origin_merge(&turned, &b);
    origin_merge(&turned, &a);
    origin_sort(&sum);
    origin_sort(&turned);
    struct text text = {0}, other = {0};
    for (size_t i = 0; i < sum.facts.len; i++) {
        origin_add_comment(&sum, &sum.facts.items[i], &text);
        origin_add_comment(&turned, &turned.facts.items[i], &other);
        text_add_char(&text, '\n');
        text_add_char(&other, '\n');
    }
    ck_assert_str_eq(text.data, "jfrtool:event=a 9223372036854775807\njfrtool:event=x 7\n"
                                "jfrtool:jvm=17\n");
    ck_assert_str_eq(text.data, other.data);
    ck_assert_int_eq(sum.start_ns, 100);
    text_free(&text);
    text_free(&other);
    origin_free(&a);
    origin_free(&b);
    origin_free(&sum);
    origin_free(&turned);
}
END_TEST

START_TEST(comments_of_others_are_no_facts) {
    static const char *const no[] = {"jfrtool:event=x",
                                     "jfrtool:event=x -1",
                                     "jfrtool:event= 1",
                                     "jfrtool:recordings=x 1",
                                     "jfrtool:jvm=",
                                     "event=x 1",
                                     "jfrtool:event=x 99999999999999999999",
                                     "jfrtool:",
                                     ""};
    struct origin origin = {0};
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        ck_assert_msg(!origin_take_comment(&origin, no[i], strlen(no[i])), "%s", no[i]);
    ck_assert_uint_eq(origin.facts.len, 0);
    ck_assert(origin_take_comment(&origin, "jfrtool:event=a b 12", 20));
    ck_assert_uint_eq(origin_sum(&origin, ORIGIN_EVENT), 12);
    origin_free(&origin);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pprof, written");
    TCase *cases = tcase_create("pprof, written");
    tcase_add_test(cases, what_is_written_depends_on_the_content_alone);
    tcase_add_test(cases, what_is_read_of_it_is_what_was_written);
    tcase_add_test(cases, origins_add_up);
    tcase_add_test(cases, comments_of_others_are_no_facts);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
