/* Bad recordings, read from end to end: what is said about each, and that all is read which can be.
 * Each reading is also held to the memory that its input justifies (see reading.h). */
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stacks[] = {"A.leaf B.mid Main.main", "B.mid Main.main",
                                     "A.leaf Main.main"};
enum { SAMPLES = 3 };

static void add_chunk(struct recording *r, int64_t seconds) {
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    jvm_chunk(r, &head, stacks, SAMPLES);
}

/* What a reading must say (NULL: nothing) and find. Frees the recording. */
static void check(struct recording *r, const char *said, uint64_t samples) {
    struct reading reading = reading_of(r, NULL);
    if (said)
        ck_assert_msg(
            report_note(&reading.report, said) != NULL, "expected \"%s\", got \"%s\"", said,
            reading.report.notes.len ? reading.report.notes.items[0].note.text : "nothing");
    else ck_assert_uint_eq(reading.report.notes.len, 0);
    ck_assert_uint_eq(reading.samples->profile.samples, samples);
    reading_release(&reading);
    recording_free(r);
}

static void check_bytes(const char *bytes, size_t len, const char *said) {
    struct recording r = {0};
    put_bytes(&r, bytes, len);
    check(&r, said, 0);
}

/* ==== Not recordings ======================================================================== */

START_TEST(an_empty_file) {
    check_bytes("", 0, "is empty (0 bytes): a JVM that was killed leaves its output file empty");
}
END_TEST

START_TEST(files_that_are_no_recordings) {
    check_bytes("x", 1, "is not a JFR recording");
    check_bytes("#!/bin/sh\necho hello\n", 21, "is not a JFR recording");
    check_bytes("\x7F"
                "ELF\2\1\1\0\0\0\0\0\0\0\0\0",
                16, "is not a JFR recording");
}
END_TEST

START_TEST(a_magic_and_no_more) {
    check_bytes("FLR", 4, "a chunk begins here, but the recording ends after 4 of the 68 bytes");
    check_bytes("FLR\0\0\2\0\1\0\0", 10,
                "the recording ends after 10 of the 68 bytes of its header");
}
END_TEST

START_TEST(a_recording_of_jdk_8_without_metadata) {
    struct recording r = {0};
    put_bytes(&r, "FLR\0\0\0\0\x09", 8);
    put_u8(&r, 16);
    put_u4(&r, 12), put_u8(&r, 0);
    check(&r, "the chunk at byte 0 (format 0.9) is unfinished or damaged", 0);
}
END_TEST

/* ==== Cut =================================================================================== */

START_TEST(cut_anywhere_what_is_left_is_read_and_the_rest_is_said) {
    struct recording r = {0};
    add_chunk(&r, 0);
    size_t second = r.out.len;
    add_chunk(&r, 10);
    for (size_t len = 1; len < r.out.len; len += (size_t)_i) {
        struct reading reading = reading_of_bytes(r.out.data, len, NULL);
        uint64_t samples = reading.samples->profile.samples;
        ck_assert_uint_ge(samples, len >= second ? SAMPLES : 0);
        ck_assert_uint_lt(samples, 2 * SAMPLES + 1);
        ck_assert_int_eq(reading.report.notes.len > 0, len != second);
        if (len >= second + 4) /* fewer bytes are no magic yet */
            ck_assert_uint_gt(reading.report.chunks.len + reading.report.failed, 1);
        reading_release(&reading);
    }
    recording_free(&r);
}
END_TEST

START_TEST(cut_within_the_last_checkpoint_the_constants_before_the_cut_are_kept) {
    struct recording r = {0};
    add_chunk(&r, 0);
    /* behind the stacks, the methods and the symbols of A.leaf */
    const uint8_t *leaf =
        memmem(r.out.data + r.last_checkpoint, r.out.len - r.last_checkpoint, "\3\4leaf", 6);
    ck_assert_ptr_ne(leaf, NULL);
    r.out.len = (size_t)(leaf - r.out.data) + 7;
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->profile.samples, SAMPLES);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf"), 2);
    ck_assert_uint_eq(reading.samples->unresolved, 0);
    ck_assert_ptr_ne(report_note(&reading.report, "the chunk at byte 0 is cut"), NULL);
    ck_assert_ptr_ne(report_note(&reading.report, "its constants are read as far as they go"),
                     NULL);
    ck_assert_ptr_ne(report_note(&reading.report, "(a constant runs over its end)"), NULL);
    reading_release(&reading);
    recording_free(&r);
}
END_TEST

/* ==== Headers =============================================================================== */

START_TEST(each_field_of_the_header_with_each_bad_value) {
    static const enum header_field fields[] = {HEADER_MAGIC,       HEADER_MAJOR,
                                               HEADER_MINOR,       HEADER_SIZE,
                                               HEADER_CHECKPOINT,  HEADER_METADATA,
                                               HEADER_START_NS,    HEADER_DURATION_NS,
                                               HEADER_START_TICKS, HEADER_TICKS_PER_SECOND,
                                               HEADER_GENERATION,  HEADER_FLAGS};
    static const uint64_t values[] = {0,         1, 67, 500, UINT64_C(1) << 60, UINT64_C(1) << 63,
                                      UINT64_MAX};
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            struct recording r = {0};
            add_chunk(&r, 0);
            header_set(&r, fields[f], values[v]);
            add_chunk(&r, 10);
            struct reading reading = reading_of(&r, NULL);
            uint64_t samples = reading.samples->profile.samples;
            /* Only what makes it a recording of another version costs the chunk. */
            bool lost = fields[f] == HEADER_MAJOR && (values[v] & 0xFFFF) != 1;
            ck_assert_msg(samples == (lost ? SAMPLES : 2 * SAMPLES),
                          "field %d, value %d: %d samples", fields[f], (int)v, (int)samples);
            reading_release(&reading);
            recording_free(&r);
        }
}
END_TEST

START_TEST(a_recording_whose_only_magic_was_overwritten) {
    struct recording r = {0};
    add_chunk(&r, 0);
    header_set(&r, HEADER_MAGIC, 0);
    check(&r, "were overwritten (00 00 00 00); read on all the same", SAMPLES);
}
END_TEST

START_TEST(unfinished_chunks_of_all_kinds) {
    static const struct {
        uint64_t generation, size;
        bool offsets;
    } kinds[] = {{1, 68, false},  {8, 700, true}, {255, 0, true},
                 {255, 0, false}, {0, 0, false},  {3, UINT64_MAX, true}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct recording r = {0};
        add_chunk(&r, 0);
        header_set(&r, HEADER_GENERATION, kinds[i].generation);
        header_set(&r, HEADER_SIZE, kinds[i].size);
        if (!kinds[i].offsets) header_set(&r, HEADER_CHECKPOINT, 0);
        if (!kinds[i].offsets) header_set(&r, HEADER_METADATA, 0);
        add_chunk(&r, 10);
        check(&r, "the chunk was not finished (generation ", 2 * SAMPLES);
    }
}
END_TEST

START_TEST(garbage_between_chunks) {
    struct recording r = {0};
    char garbage[1000];
    add_chunk(&r, 0);
    memset(garbage, 'g', sizeof garbage);
    put_bytes(&r, garbage, sizeof garbage);
    add_chunk(&r, 10);
    check(&r, "1000 bytes that are no chunk were left out", 2 * SAMPLES);
}
END_TEST

/* ==== Metadata ============================================================================== */

/* A chunk with types of its own before the usual ones, then three samples and their constants. */
static struct jvm begin_types(struct recording *r) {
    *r = (struct recording){0};
    add_chunk(r, 0);
    struct chunk_head head = usual_head;
    head.start_ns += 10000000000;
    chunk_begin(r, &head);
    metadata_begin(r);
    jvm_primitive_types(r);
    return (struct jvm){0};
}

static void end_types(struct recording *r) {
    jvm_profile_types(r);
    metadata_end(r);
}

static void end_chunk(struct jvm *jvm, struct recording *r) {
    for (int i = 0; i < SAMPLES; i++) jvm_sample(r, 2000, 1, jvm_stack(jvm, stacks[i]));
    jvm_pools(jvm, r);
    chunk_end(r);
    jvm_free(jvm);
}

START_TEST(a_tree_of_metadata_100000_deep) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    for (int i = 0; i < 100000; i++) element_begin(&r, "class");
    metadata_end(&r);
    end_chunk(&jvm, &r);
    check(&r,
          "the chunk's metadata is beyond a limit of this program: its elements nest more than 32 "
          "deep, where the format has 5 levels",
          SAMPLES);
}
END_TEST

START_TEST(a_string_of_2_to_the_60_bytes_in_the_metadata) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    end_types(&r);
    size_t at = r.chunk + r.metadata; /* of the first string: encoding, length, text */
    uint8_t *root = memmem(r.out.data + at, r.out.len - at, "\3\4root", 6);
    ck_assert_ptr_ne(root, NULL);
    memcpy(root + 1, "\x80\x80\x80\x80\x80\x80\x80\x80\x10", 9);
    end_chunk(&jvm, &r);
    check(&r, "the chunk's metadata is damaged: a string of its table is not one", SAMPLES);
}
END_TEST

START_TEST(an_event_type_that_contains_itself) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    type_begin(&r, 900, "jdk.Self", "jdk.jfr.Event");
    field(&r, "self", 900, FIELD_PLAIN);
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(&r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(&r);
    end_types(&r);
    event_begin(&r, 900);
    put_long(&r, 2000);
    event_end(&r);
    end_chunk(&jvm, &r);
    check(&r, NULL, 2 * SAMPLES);
}
END_TEST

START_TEST(a_sample_whose_stack_is_an_array_or_a_struct_of_itself) {
    for (unsigned how = 0; how < 4; how++) {
        struct recording r;
        struct jvm jvm = begin_types(&r);
        type_begin(&r, 900, "jdk.ExecutionSample", "jdk.jfr.Event");
        field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
        field(&r, "stackTrace", how & 1 ? 900 : TYPE_STACK_TRACE, how);
        type_end(&r);
        end_types(&r);
        for (uint64_t i = 0; i < 3; i++) {
            event_begin(&r, 900);
            put_long(&r, 2000), put_long(&r, (int64_t)i);
            event_end(&r);
        }
        end_chunk(&jvm, &r);
        struct reading reading = reading_of(&r, NULL);
        ck_assert_uint_ge(reading.samples->profile.samples, SAMPLES);
        reading_release(&reading);
        recording_free(&r);
    }
}
END_TEST

START_TEST(fields_of_the_types_that_profiles_need_are_of_any_type) {
    /* Every field that reading relies on, declared as everything it is not. */
    static const struct {
        uint64_t id;
        const char *type, *field;
    } rows[] = {{TYPE_STACK_TRACE, "jdk.types.StackTrace", "truncated"},
                {TYPE_STACK_TRACE, "jdk.types.StackTrace", "frames"},
                {TYPE_STACK_FRAME, "jdk.types.StackFrame", "method"},
                {TYPE_STACK_FRAME, "jdk.types.StackFrame", "lineNumber"},
                {TYPE_STACK_FRAME, "jdk.types.StackFrame", "type"},
                {TYPE_METHOD, "jdk.types.Method", "type"},
                {TYPE_METHOD, "jdk.types.Method", "name"},
                {TYPE_METHOD, "jdk.types.Method", "hidden"},
                {TYPE_CLASS, "java.lang.Class", "name"},
                {TYPE_CLASS, "java.lang.Class", "package"},
                {TYPE_SYMBOL, "jdk.types.Symbol", "string"},
                {TYPE_FRAME_TYPE, "jdk.types.FrameType", "description"},
                {TYPE_THREAD, "java.lang.Thread", "javaName"},
                {TYPE_THREAD, "java.lang.Thread", "osThreadId"},
                {TYPE_THREAD_STATE, "jdk.types.ThreadState", "name"},
                {EVENT_EXECUTION_SAMPLE, "jdk.ExecutionSample", "startTime"},
                {EVENT_EXECUTION_SAMPLE, "jdk.ExecutionSample", "stackTrace"},
                {EVENT_EXECUTION_SAMPLE, "jdk.ExecutionSample", "state"},
                {EVENT_JVM_INFORMATION, "jdk.JVMInformation", "jvmName"},
                {EVENT_JVM_INFORMATION, "jdk.JVMInformation", "pid"},
                {EVENT_ACTIVE_SETTING, "jdk.ActiveSetting", "id"},
                {EVENT_ACTIVE_SETTING, "jdk.ActiveSetting", "name"},
                {EVENT_ACTIVE_SETTING, "jdk.ActiveSetting", "value"},
                {EVENT_DATA_LOSS, "jdk.DataLoss", "amount"}};
    static const uint64_t types[] = {TYPE_BYTE,   TYPE_LONG,   TYPE_FLOAT,
                                     TYPE_DOUBLE, TYPE_STRING, TYPE_STACK_TRACE,
                                     TYPE_METHOD, TYPE_SYMBOL, 9999};
    const char *regex = ".";
    struct asked options = all_samples;
    options.selection.thread = regex, options.needs.thread_roots = true;
    options.selection.include = text_list_of(&regex, 1);
    options.selection.frame_type = true, options.selection.by = _i ? BY_BCI : BY_MODULE;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++)
            for (unsigned how = 0; how < 4; how++) {
                struct recording r;
                struct jvm jvm = begin_types(&r);
                type_begin(&r, rows[i].id, rows[i].type, "jdk.jfr.Event");
                field(&r, rows[i].field, types[t], how);
                type_end(&r);
                end_types(&r);
                for (uint64_t event = EVENT_JVM_INFORMATION; event <= EVENT_DATA_LOSS; event++) {
                    event_begin(&r, event);
                    put_long(&r, INT64_MIN + 12345), put_long(&r, EVENT_EXECUTION_SAMPLE);
                    put_utf8(&r, "enabled"), put_long(&r, INT64_MAX);
                    event_end(&r);
                }
                end_chunk(&jvm, &r);
                struct reading reading = reading_of(&r, &options);
                reading_release(&reading);
                recording_free(&r);
            }
}
END_TEST

START_TEST(types_fields_and_annotations_of_the_future) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    type_begin(&r, UINT64_MAX, "jdk.future.Event", "jdk.jfr.Event");
    annotation(&r, 8888, "later");
    field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field_begin(&r, "what", 8889, FIELD_POOLED);
    annotation(&r, 8890, NULL);
    field_end(&r);
    type_end(&r);
    end_types(&r);
    event_begin(&r, UINT64_MAX); /* nine bytes of type id */
    put_long(&r, 2000), put_long(&r, 5);
    event_end(&r);
    event_begin(&r, UINT64_C(1) << 62); /* described nowhere */
    event_end(&r);
    end_chunk(&jvm, &r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_events(&reading, "jdk.future.Event"), 1);
    ck_assert_uint_eq(reading_events(&reading, "(unknown types)"), 1);
    reading_release(&reading);
    check(&r, NULL, 2 * SAMPLES);
}
END_TEST

START_TEST(a_chunk_of_jdk_9) {
    struct recording r;
    struct chunk_head head = usual_head;
    struct jvm jvm = {0};
    r = (struct recording){0};
    head.major = 1, head.minor = 0;
    chunk_begin(&r, &head);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    type_begin(&r, 900, "com.oracle.jdk.ExecutionSample", "com.oracle.jfr.Event");
    field(&r, "stackTrace", 901, FIELD_POOLED);
    type_end(&r);
    type_begin(&r, 901, "com.oracle.jfr.types.StackTrace", NULL);
    field(&r, "truncated", TYPE_BOOLEAN, FIELD_PLAIN);
    field(&r, "frames", 902, FIELD_ARRAY);
    type_end(&r);
    type_begin(&r, 902, "com.oracle.jfr.types.StackFrame", NULL);
    field(&r, "method", 903, FIELD_POOLED);
    type_end(&r);
    type_begin(&r, 903, "com.oracle.jfr.types.Method", NULL);
    field(&r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(&r);
    metadata_end(&r);
    event_begin(&r, 900);
    put_long(&r, 1);
    event_end(&r);
    checkpoint_begin(&r, 2);
    pool_begin(&r, 901, 1);
    put_long(&r, 1), put_boolean(&r, false), put_int(&r, 1), put_long(&r, 7);
    pool_begin(&r, 903, 1);
    put_long(&r, 7), put_utf8(&r, "old");
    checkpoint_end(&r);
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_str_eq(reading.samples->event, "jdk.ExecutionSample");
    ck_assert_uint_eq(reading_self(&reading, "old"), 1);
    reading_release(&reading);
    recording_free(&r);
    jvm_free(&jvm);
}
END_TEST

/* ==== Constants and events ================================================================== */

START_TEST(constants_that_refer_to_themselves) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    type_begin(&r, TYPE_SYMBOL, "jdk.types.Symbol", NULL);
    field(&r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(&r);
    end_types(&r);
    uint64_t stack = jvm_stack(&jvm, "C.cycle Main.main");
    jvm_sample(&r, 2000, 1, stack);
    jvm_pools(&jvm, &r);
    checkpoint_begin(&r, 2); /* later constants win */
    pool_begin(&r, TYPE_SYMBOL, 2);
    put_long(&r, 1), put_string_key(&r, 1);
    put_long(&r, 2), put_string_key(&r, 2);
    pool_begin(&r, TYPE_STRING, 2);
    put_long(&r, 1), put_string_key(&r, 2);
    put_long(&r, 2), put_string_key(&r, 1);
    checkpoint_end(&r);
    chunk_end(&r);
    jvm_free(&jvm);
    check(&r, NULL, SAMPLES + 1);
}
END_TEST

START_TEST(a_checkpoint_that_is_its_own_predecessor) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    end_types(&r);
    checkpoint_begin_with(&r, INT64_MIN, 255, 0);
    checkpoint_end(&r);
    end_chunk(&jvm, &r);
    check(&r, NULL, 2 * SAMPLES);
}
END_TEST

/* Three samples and their constants, then this checkpoint. */
static void bad_pool(const char *said, uint64_t constants, const char *bytes, size_t len) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    end_types(&r);
    for (int i = 0; i < SAMPLES; i++) jvm_sample(&r, 2000, 1, jvm_stack(&jvm, stacks[i]));
    jvm_pools(&jvm, &r);
    checkpoint_begin(&r, 1);
    put_long(&r, TYPE_SYMBOL);
    put_varint(&r, constants);
    put_bytes(&r, bytes, len);
    checkpoint_end(&r);
    chunk_end(&r);
    jvm_free(&jvm);
    check(&r, said, 2 * SAMPLES);
}

START_TEST(pools_that_cannot_be) {
    bad_pool("(it claims more constants than it has bytes)", UINT64_C(1) << 60, "\1\0", 2);
    bad_pool("(a constant runs over its end)", 2, "\x21\0", 2);
    bad_pool("(a constant runs over its end)", 1, "\x21\3\x80\x80\x80\x80\x80\x80\x80\x80\x10x",
             12);
    bad_pool("(a constant runs over its end)", 1, "\x21\x07xx", 4);
}
END_TEST

START_TEST(a_stack_of_2_to_the_60_frames) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    end_types(&r);
    jvm_sample(&r, 2000, 1, 50);
    checkpoint_begin(&r, 1);
    pool_begin(&r, TYPE_STACK_TRACE, 1);
    put_long(&r, 50), put_boolean(&r, false), put_varint(&r, UINT64_C(1) << 60);
    put_bytes(&r, "\1\1\1\1\1\1\1\1", 8);
    checkpoint_end(&r);
    end_chunk(&jvm, &r);
    check(&r, "(a constant runs over its end)", 2 * SAMPLES + 1);
}
END_TEST

START_TEST(an_event_of_size_zero_in_the_middle) {
    struct recording r;
    struct jvm jvm = begin_types(&r);
    end_types(&r);
    jvm_sample(&r, 2000, 1, jvm_stack(&jvm, stacks[0]));
    put_u1(&r, 0);
    end_chunk(&jvm, &r);
    check(&r, "what should be an event is none (its size is too small): 1 byte was lost",
          2 * SAMPLES + 1);
}
END_TEST

START_TEST(chunks_without_events_or_without_metadata) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    chunk_end(&r);
    add_chunk(&r, 10);
    check(&r, "the chunk at byte 0 has no metadata that can be read, so its events cannot be",
          SAMPLES);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hostile");
    TCase *cases = tcase_create("hostile");
    tcase_add_test(cases, an_empty_file);
    tcase_add_test(cases, files_that_are_no_recordings);
    tcase_add_test(cases, a_magic_and_no_more);
    tcase_add_test(cases, a_recording_of_jdk_8_without_metadata);
    tcase_add_loop_test(cases, cut_anywhere_what_is_left_is_read_and_the_rest_is_said, 37, 40);
    tcase_add_test(cases, cut_within_the_last_checkpoint_the_constants_before_the_cut_are_kept);
    tcase_add_test(cases, each_field_of_the_header_with_each_bad_value);
    tcase_add_test(cases, a_recording_whose_only_magic_was_overwritten);
    tcase_add_test(cases, unfinished_chunks_of_all_kinds);
    tcase_add_test(cases, garbage_between_chunks);
    tcase_add_test(cases, a_tree_of_metadata_100000_deep);
    tcase_add_test(cases, a_string_of_2_to_the_60_bytes_in_the_metadata);
    tcase_add_test(cases, an_event_type_that_contains_itself);
    tcase_add_test(cases, a_sample_whose_stack_is_an_array_or_a_struct_of_itself);
    tcase_add_loop_test(cases, fields_of_the_types_that_profiles_need_are_of_any_type, 0, 2);
    tcase_add_test(cases, types_fields_and_annotations_of_the_future);
    tcase_add_test(cases, a_chunk_of_jdk_9);
    tcase_add_test(cases, constants_that_refer_to_themselves);
    tcase_add_test(cases, a_checkpoint_that_is_its_own_predecessor);
    tcase_add_test(cases, pools_that_cannot_be);
    tcase_add_test(cases, a_stack_of_2_to_the_60_frames);
    tcase_add_test(cases, an_event_of_size_zero_in_the_middle);
    tcase_add_test(cases, chunks_without_events_or_without_metadata);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
