/* Small recordings made to cost much: each of them once took time or memory that grew with the
 * square of its size, or worse. The time limit of the suite is the test. */
#include "parser/document/protobuf.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 30000, LONG = 1000000 };

static char *long_text(void) {
    char *text = malloc(LONG + 1);
    memset(text, 'x', LONG);
    text[LONG] = 0;
    return text;
}

static void done(struct reading *reading, struct recording *r) {
    reading_release(reading);
    recording_free(r);
}

/* ==== Names ================================================================================= */

/* MANY methods on stacks, all of one class, whose names and descriptors are all one long text:
 * by a Symbol, or (in the method itself) by the key of a String. */
static void methods_of_one_name(bool by_string) {
    struct recording r = {0};
    char *text = long_text();
    chunk_begin(&r, NULL);
    metadata_begin(&r);
    jvm_primitive_types(&r);
    if (by_string) { /* the first type of a name is the one that counts */
        type_begin(&r, TYPE_METHOD, "jdk.types.Method", NULL);
        field(&r, "type", TYPE_CLASS, FIELD_POOLED);
        field(&r, "name", TYPE_STRING, FIELD_PLAIN);
        type_end(&r);
    }
    jvm_profile_types(&r);
    metadata_end(&r);
    for (int i = 0; i < MANY; i++) jvm_sample(&r, 2000, 1, (uint64_t)i + 1);
    checkpoint_begin(&r, 5);
    pool_begin(&r, TYPE_STACK_TRACE, MANY);
    for (int i = 0; i < MANY; i++) {
        put_long(&r, i + 1);
        put_boolean(&r, false);
        put_int(&r, 1);
        put_long(&r, i), put_int(&r, 1), put_int(&r, 1), put_long(&r, 1);
    }
    pool_begin(&r, TYPE_METHOD, MANY);
    for (int i = 0; i < MANY; i++) {
        put_long(&r, i);
        put_long(&r, 1);
        if (by_string) {
            put_string_key(&r, 1);
        } else {
            put_long(&r, 1), put_long(&r, 1);
            put_int(&r, 1), put_boolean(&r, false);
        }
    }
    pool_begin(&r, TYPE_CLASS, 1);
    put_long(&r, 1), put_long(&r, 1), put_long(&r, 0);
    pool_begin(&r, TYPE_SYMBOL, 1);
    put_long(&r, 1), put_utf8(&r, text);
    pool_begin(&r, TYPE_STRING, 1);
    put_long(&r, 1), put_utf8(&r, text);
    checkpoint_end(&r);
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.samples->profile.samples, MANY);
    ck_assert_uint_eq(reading.samples->profile.frames.rows.len, 1);
    /* the JVM has no names beyond 65,535 bytes; longer ones are cut */
    const struct frames *frames = &reading.samples->profile.frames;
    ck_assert_uint_eq(strings_len(&frames->strings, frames->rows.items[0].method), 65535);
    done(&reading, &r);
    free(text);
}

START_TEST(a_long_symbol_is_decoded_once_however_many_methods_have_it) {
    methods_of_one_name(false);
}
END_TEST

START_TEST(a_long_string_is_decoded_once_however_many_methods_refer_to_it) {
    methods_of_one_name(true);
}
END_TEST

START_TEST(long_names_of_threads_are_cut_and_cost_little) {
    struct recording r = {0};
    char *text = long_text();
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int i = 0; i < MANY; i++) jvm_sample(&r, 2000, (uint64_t)i, 1);
    checkpoint_begin(&r, 2);
    pool_begin(&r, TYPE_THREAD, MANY);
    for (int i = 0; i < MANY; i++) {
        put_long(&r, i);
        put_null(&r), put_long(&r, i);
        put_string_key(&r, 1), put_long(&r, i);
    }
    pool_begin(&r, TYPE_STRING, 1);
    put_long(&r, 1), put_utf8(&r, text);
    checkpoint_end(&r);
    chunk_end(&r);
    struct asked options = all_samples;
    options.selection.thread = "xxx$";
    options.needs.thread_roots = true;
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, MANY);
    ck_assert_uint_eq(reading.samples->threads.len, 1);
    ck_assert_uint_eq(strlen(reading.samples->threads.items[0]), 500);
    done(&reading, &r);
    free(text);
}
END_TEST

/* ==== Stacks ================================================================================ */

/* One stack of so many frames, that MANY threads were seen in. truncated: the JVM cut it. */
static struct recording stack_of(int depth, bool truncated) {
    struct recording r = {0};
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int i = 0; i < MANY; i++) jvm_sample(&r, 2000, (uint64_t)i, 1);
    uint64_t method = jvm_method(&jvm, "A.leaf");
    checkpoint_begin(&r, 1);
    pool_begin(&r, TYPE_STACK_TRACE, 1);
    put_long(&r, 1);
    put_boolean(&r, truncated);
    put_int(&r, depth);
    for (int i = 0; i < depth; i++)
        put_long(&r, (int64_t)method), put_int(&r, i), put_int(&r, 1), put_long(&r, 1);
    checkpoint_end(&r);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    return r;
}

static struct recording deep_stack(void) {
    return stack_of(100000, false);
}

START_TEST(who_cut_a_stack_is_known) {
    static const struct {
        int depth;
        bool by_jvm;
        uint64_t truncated, shortened;
    } cases[] = {{16384, false, 0, 0},
                 {16385, false, MANY, MANY},
                 {16384, true, MANY, 0},
                 {16385, true, MANY, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct recording r = stack_of(cases[i].depth, cases[i].by_jvm);
        struct reading reading = reading_of(&r, &all_samples);
        ck_assert_uint_eq(reading.samples->profile.truncated, cases[i].truncated);
        ck_assert_uint_eq(reading.samples->profile.shortened, cases[i].shortened);
        done(&reading, &r);
    }
}
END_TEST

START_TEST(a_deep_stack_is_resolved_once_however_many_threads_had_it) {
    struct recording r = deep_stack();
    struct asked options = all_samples;
    options.selection.thread = "unknown";
    options.selection.by = BY_LINE;
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, MANY);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf:0"), MANY);
    done(&reading, &r);
}
END_TEST

START_TEST(a_stack_deeper_than_any_jvm_makes_is_cut_at_its_root_and_counts_as_truncated) {
    struct recording r = deep_stack();
    struct asked options = all_samples;
    options.selection.by = BY_LINE;
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.truncated, MANY);
    ck_assert_uint_eq(reading.samples->profile.stacks.len, 1);
    ck_assert_uint_eq(reading.samples->profile.stacks.items[0].depth, 16384);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf:0"), MANY);
    done(&reading, &r);
}
END_TEST

START_TEST(samples_of_one_thread_in_one_state_cost_no_more_than_those_of_many) {
    enum { SAMPLES = 300000 };
    struct recording r = {0};
    struct jvm jvm = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    uint64_t thread = jvm_thread(&jvm, "main"), stack = jvm_stack(&jvm, "A.leaf");
    for (int i = 0; i < SAMPLES; i++) jvm_sample(&r, 2000 + i, thread, stack);
    jvm_pools(&jvm, &r);
    chunk_end(&r);
    jvm_free(&jvm);
    struct asked options = all_samples;
    options.selection.thread = "main";
    struct reading reading = reading_of(&r, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, SAMPLES);
    ck_assert_uint_eq(reading_self(&reading, "A.leaf"), SAMPLES);
    done(&reading, &r);
}
END_TEST

/* A profile of 40,000 stacks, each with a leaf of its own above one location of 16,000 calls that
 * were inlined: 600 million frames in a megabyte. */
START_TEST(a_profile_has_no_more_frames_than_its_bytes_justify) {
    enum { STACKS = 40000, LINES = 16000 };
    static const char *const strings[] = {"", "cpu", "nanoseconds", "f"};
    struct recording r = {0};
    struct text p = {0};
    for (size_t i = 0; i < 4; i++) proto_add_bytes(&p, 6, strings[i], strlen(strings[i]));
    size_t type = proto_begin(&p, 1);
    proto_add_number(&p, 1, 1), proto_add_number(&p, 2, 2);
    proto_end(&p, type);
    size_t function = proto_begin(&p, 5);
    proto_add_number(&p, 1, 1), proto_add_number(&p, 2, 3);
    proto_end(&p, function);
    for (uint64_t id = 1; id <= STACKS + 1; id++) {
        size_t location = proto_begin(&p, 4);
        proto_add_number(&p, 1, id);
        for (uint64_t i = 0; i < (id > STACKS ? LINES : 1); i++) {
            size_t line = proto_begin(&p, 4);
            proto_add_number(&p, 1, 1), proto_add_number(&p, 2, id + i);
            proto_end(&p, line);
        }
        proto_end(&p, location);
    }
    for (uint64_t id = 1; id <= STACKS; id++) {
        size_t sample = proto_begin(&p, 2);
        proto_add_number(&p, 1, id), proto_add_number(&p, 1, STACKS + 1);
        proto_add_number(&p, 2, 1000);
        proto_end(&p, sample);
    }
    put_bytes(&r, p.data, p.len);
    struct asked options = all_samples;
    options.selection.by = BY_LINE;
    struct reading reading = reading_of(&r, &options);
    const struct samples *samples = reading.samples;
    ck_assert_uint_eq(samples->profile.samples, STACKS);
    ck_assert_uint_lt(samples->profile.stack_frames.len, 20 * p.len);
    ck_assert_uint_gt(samples->profile.truncated, STACKS / 2);
    ck_assert_uint_lt(samples->profile.truncated, STACKS); /* the first ones are whole */
    ck_assert_ptr_ne(report_note(&reading.report, "of its stacks were cut at their root"), NULL);
    text_free(&p);
    done(&reading, &r);
}
END_TEST

/* ==== Summary =============================================================================== */

START_TEST(facts_that_come_a_million_times_cost_little) {
    static const uint64_t events[] = {EVENT_JVM_INFORMATION, EVENT_DATA_LOSS, EVENT_ACTIVE_SETTING};
    char *text = long_text();
    for (size_t e = 0; e < 3; e++) {
        struct recording r = {0};
        chunk_begin(&r, NULL);
        metadata_begin(&r);
        jvm_primitive_types(&r);
        if (e < 2) { /* with a hundred thousand fields, most of them behind those of interest */
            static const char *const names[] = {"jdk.JVMInformation", "jdk.DataLoss"};
            type_begin(&r, events[e], names[e], "jdk.jfr.Event");
            field(&r, "startTime", TYPE_LONG, FIELD_PLAIN);
            field(&r, e ? "amount" : "jvmName", e ? TYPE_LONG : TYPE_STRING, FIELD_PLAIN);
            for (int i = 0; i < 100000; i++) field(&r, "f", TYPE_LONG, FIELD_PLAIN);
            type_end(&r);
        }
        jvm_profile_types(&r);
        metadata_end(&r);
        for (int i = 0; i < 100000; i++) {
            event_begin(&r, events[e]);
            put_long(&r, 2000 + i);
            if (e == 2) put_long(&r, EVENT_EXECUTION_SAMPLE), put_string_key(&r, 1);
            if (e != 1) put_string_key(&r, 1);
            if (e == 1) put_long(&r, 1);
            event_end(&r);
        }
        checkpoint_begin(&r, 1);
        pool_begin(&r, TYPE_STRING, 1);
        put_long(&r, 1), put_utf8(&r, text);
        checkpoint_end(&r);
        chunk_end(&r);
        struct reading reading = reading_of(&r, NULL);
        if (e == 0) ck_assert_uint_eq(reading_events(&reading, "jdk.JVMInformation"), 100000);
        if (e == 1)
            ck_assert_ptr_ne(strstr(reading.summary->warnings.items[0], "lost 100000 bytes"), NULL);
        done(&reading, &r);
    }
    free(text);
}
END_TEST

START_TEST(types_that_nobody_described_are_one_row) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (uint64_t i = 0; i < 200000; i++) {
        event_begin(&r, 100000 + i);
        event_end(&r);
    }
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_events(&reading, "(unknown types)"), 200000);
    ck_assert_uint_eq(reading.summary->events.len, 2); /* and the metadata */
    done(&reading, &r);
}
END_TEST

/* ==== Chunks ================================================================================ */

START_TEST(chunks_that_differ_only_in_their_last_byte_are_told_apart_in_no_time) {
    struct recording r = {0};
    for (int i = 0; i < MANY; i++) {
        chunk_begin(&r, NULL);
        checkpoint_begin(&r, 0);
        put_u4(&r, (uint64_t)i);
        checkpoint_end(&r);
        chunk_end(&r);
    }
    size_t once = r.out.len;
    uint8_t *copy = malloc(once);
    memcpy(copy, r.out.data, once);
    put_bytes(&r, copy, once); /* and all of them again */
    free(copy);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.chunks.len, MANY);
    ck_assert_uint_eq(reading.report.duplicates, MANY);
    done(&reading, &r);
}
END_TEST

START_TEST(thousands_of_tiny_chunks_with_metadata_cost_little) {
    struct recording r = {0};
    for (int i = 0; i < 3000; i++) {
        chunk_begin(&r, NULL);
        metadata_begin(&r);
        metadata_end(&r);
        event_begin(&r, 50 + (uint64_t)i);
        event_end(&r);
        chunk_end(&r);
    }
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading_events(&reading, "(unknown types)"), 3000);
    done(&reading, &r);
}
END_TEST

/* Whether a chunk begins before the end that the header names is asked of those bytes alone. */
START_TEST(chunks_whose_magic_is_gone_cost_little) {
    enum { CHUNKS = 80000 };
    struct recording r = {0};
    for (int i = 0; i < CHUNKS; i++) {
        struct chunk_head head = usual_head;
        head.start_ns += i;
        chunk_begin(&r, &head);
        metadata_begin(&r);
        metadata_end(&r);
        chunk_end(&r);
        header_set(&r, HEADER_MAGIC, UINT64_C(0x58585858));
    }
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.chunks.len, CHUNKS);
    done(&reading, &r);
}
END_TEST

START_TEST(damage_everywhere_is_told_in_a_few_notes) {
    struct recording r = {0};
    chunk_begin(&r, NULL);
    jvm_types(&r);
    for (int i = 0; i < 100000; i++) {
        checkpoint_begin(&r, 0);
        checkpoint_end(&r);
        put_u1(&r, 0);
    }
    chunk_end(&r);
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.notes.len, 51);
    ck_assert_uint_eq(reading.report.lost_bytes, 100000);
    ck_assert_ptr_ne(report_note(&reading.report, "and 99950 more places behind this one: 99950 "
                                                  "bytes were lost there"),
                     NULL);
    done(&reading, &r);
}
END_TEST

START_TEST(more_than_a_thousand_notes_are_counted_not_told) {
    struct recording r = {0};
    for (int i = 0; i < 5000; i++) {
        chunk_begin(&r, NULL);
        checkpoint_begin(&r, 0);
        checkpoint_end(&r);
        chunk_end(&r);
        put_u1(&r, 0x55); /* garbage behind each */
    }
    struct reading reading = reading_of(&r, NULL);
    ck_assert_uint_eq(reading.report.notes.len, 1000);
    ck_assert_uint_eq(reading.report.duplicates, 4999);
    /* all the garbage, and the one chunk that is no duplicate: it has no metadata */
    ck_assert_uint_eq(reading.report.lost_bytes, 5000 + r.out.len / 5000 - 1);
    ck_assert_ptr_ne(report_note(&reading.report, "more notes of this kind, from here on"), NULL);
    done(&reading, &r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("costs");
    TCase *cases = tcase_create("costs");
    tcase_add_test(cases, a_long_symbol_is_decoded_once_however_many_methods_have_it);
    tcase_add_test(cases, a_long_string_is_decoded_once_however_many_methods_refer_to_it);
    tcase_add_test(cases, long_names_of_threads_are_cut_and_cost_little);
    tcase_add_test(cases, who_cut_a_stack_is_known);
    tcase_add_test(cases, a_deep_stack_is_resolved_once_however_many_threads_had_it);
    tcase_add_test(cases,
                   a_stack_deeper_than_any_jvm_makes_is_cut_at_its_root_and_counts_as_truncated);
    tcase_add_test(cases, samples_of_one_thread_in_one_state_cost_no_more_than_those_of_many);
    tcase_add_test(cases, a_profile_has_no_more_frames_than_its_bytes_justify);
    tcase_add_test(cases, facts_that_come_a_million_times_cost_little);
    tcase_add_test(cases, types_that_nobody_described_are_one_row);
    tcase_add_test(cases, chunks_that_differ_only_in_their_last_byte_are_told_apart_in_no_time);
    tcase_add_test(cases, thousands_of_tiny_chunks_with_metadata_cost_little);
    tcase_add_test(cases, chunks_whose_magic_is_gone_cost_little);
    tcase_add_test(cases, damage_everywhere_is_told_in_a_few_notes);
    tcase_add_test(cases, more_than_a_thousand_notes_are_counted_not_told);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
