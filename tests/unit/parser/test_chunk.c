/* Where chunks begin and end: right ones, cut ones, unfinished ones, and what lies between. */
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main"};

/* A whole chunk that starts `seconds` after the usual time. Returns its size. */
static size_t add_chunk(struct recording *r, int64_t seconds) {
    struct chunk_head head = usual_head;
    head.start_ns += seconds * 1000000000;
    jvm_chunk(r, &head, stacks, 2);
    return r->out.len - r->chunk;
}

static void open_recording(struct opened *o, const struct recording *r) {
    open_bytes(o, r->out.data, r->out.len);
}

static void expect_chunk(struct opened *o, uint64_t offset, uint64_t size) {
    ck_assert_int_eq(open_next(o), 1);
    ck_assert_uint_eq(o->chunk.offset, offset);
    ck_assert_uint_eq(o->chunk.size, size);
    ck_assert_ptr_eq(o->chunk.data, o->bytes + offset);
    struct jfr_error error;
    struct jfr_metadata *metadata = jfr_metadata_read(&o->chunk, &error);
    ck_assert_msg(metadata != NULL, "%s", error.text);
    ck_assert_ptr_ne(jfr_type_by_name(metadata, "jdk.ExecutionSample"), NULL);
    jfr_metadata_free(metadata);
}

static void expect_end(struct opened *o) {
    ck_assert_int_eq(open_next(o), 0);
}

static void done(struct opened *o, struct recording *r) {
    opened_close(o);
    recording_free(r);
}

/* ==== Good chunks =========================================================================== */

START_TEST(the_header_is_read) {
    struct recording r = {0};
    struct opened o;
    struct chunk_head head = {1, 0, 1 | 2, 0, 1600000000000000000, 5, 7, 2000000000};
    jvm_chunk(&r, &head, stacks, 2);
    open_recording(&o, &r);
    expect_chunk(&o, 0, r.out.len);
    ck_assert_uint_eq(o.chunk.major, 1);
    ck_assert_uint_eq(o.chunk.minor, 0);
    ck_assert_int_eq(o.chunk.start_ns, 1600000000000000000);
    ck_assert_int_eq(o.chunk.duration_ns, 5);
    ck_assert_int_eq(o.chunk.start_ticks, 7);
    ck_assert_double_eq(o.chunk.ticks_per_ns, 2.0);
    ck_assert_uint_eq(o.chunk.checkpoint_offset, r.last_checkpoint);
    ck_assert(o.chunk.encoding == JFR_COMPRESSED && o.chunk.final_chunk);
    ck_assert(!o.chunk.unfinished && !o.chunk.damaged);
    ck_assert_str_eq(text_str(&o.notes), "");
    expect_end(&o);
    done(&o, &r);
}
END_TEST

START_TEST(chunks_of_different_versions_and_encodings_follow_one_another) {
    struct recording r = {0};
    struct opened o;
    struct chunk_head heads[] = {usual_head, usual_head, usual_head};
    heads[0].major = 1, heads[0].minor = 0;
    heads[1].major = 2, heads[1].minor = 0, heads[1].flags = 0;
    size_t starts[4] = {0};
    for (int i = 0; i < 3; i++) {
        jvm_chunk(&r, &heads[i], stacks, 2);
        starts[i + 1] = r.out.len;
    }
    open_recording(&o, &r);
    for (int i = 0; i < 3; i++) {
        expect_chunk(&o, starts[i], starts[i + 1] - starts[i]);
        ck_assert_uint_eq(o.chunk.major, heads[i].major);
        ck_assert_int_eq(o.chunk.encoding, heads[i].flags & 1);
    }
    expect_end(&o);
    ck_assert_str_eq(text_str(&o.notes), "");
    done(&o, &r);
}
END_TEST

START_TEST(ticks_become_nanoseconds_truncated_towards_zero) {
    struct jfr_chunk chunk = {.start_ns = 1000, .start_ticks = 50, .ticks_per_ns = 3.0};
    ck_assert_int_eq(jfr_chunk_time(&chunk, 50), 1000);
    ck_assert_int_eq(jfr_chunk_time(&chunk, 50 + 5), 1001);
    ck_assert_int_eq(jfr_chunk_time(&chunk, 50 - 5), 999);
    ck_assert_int_eq(jfr_chunk_time(&chunk, INT64_MAX), 1000 + 3074457345618258432);
}
END_TEST

START_TEST(times_that_do_not_count_ticks_are_times_since_1970) {
    struct jfr_chunk chunk = {.start_ns = 1000, .start_ticks = 50, .ticks_per_ns = 3.0};
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_TICKS_TIME, 56), 1002);
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_NONE, 56), 1002);
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_BYTES, 56), 1002);
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_NS_TIME, 56), 56);
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_MS_TIME, 56), 56000000);
    ck_assert_int_eq(jfr_chunk_time_in(&chunk, JFR_UNIT_S_TIME, 56), 56000000000);
}
END_TEST

START_TEST(times_that_no_clock_can_show_are_the_start_of_the_chunk) {
    struct jfr_chunk chunk = {.start_ns = 1000, .start_ticks = INT64_MAX, .ticks_per_ns = 1e-9};
    ck_assert_int_eq(jfr_chunk_time(&chunk, INT64_MIN / 2), 1000);
    chunk.start_ns = INT64_MAX;
    chunk.start_ticks = 0;
    chunk.ticks_per_ns = 1;
    jfr_chunk_time(&chunk, INT64_C(8000000000000000000)); /* wraps, but is no undefined behaviour */
}
END_TEST

START_TEST(a_chunk_ends_its_duration_after_its_start) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    open_first(&o, &r);
    ck_assert_int_eq(jfr_chunk_end(&o.chunk), START_NS + usual_head.duration_ns);
    done(&o, &r);
}
END_TEST

START_TEST(a_chunk_that_is_cut_ends_with_the_last_event_that_is_there) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    header_set(&r, HEADER_SIZE, r.out.len + 1000);
    open_first(&o, &r);
    ck_assert_int_gt(usual_head.duration_ns, 1000000);
    ck_assert_int_eq(jfr_chunk_end(&o.chunk), START_NS + 1000000);
    done(&o, &r);
}
END_TEST

START_TEST(an_unfinished_chunk_ends_with_its_last_event) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    header_set(&r, HEADER_GENERATION, 3);
    header_set(&r, HEADER_DURATION_NS, 0);
    open_first(&o, &r);
    ck_assert_int_eq(jfr_chunk_end(&o.chunk), START_NS + 1000000); /* samples are 1 ms apart */
    done(&o, &r);
}
END_TEST

/* ==== Sizes that cannot be ================================================================== */

/* Two chunks of which the first says it had another size. Both must come out whole. */
static void wrong_size(uint64_t size) {
    struct recording r = {0};
    struct opened o;
    size_t first = add_chunk(&r, 0);
    header_set(&r, HEADER_SIZE, size);
    size_t second = add_chunk(&r, 10);
    open_recording(&o, &r);
    expect_chunk(&o, 0, first);
    ck_assert(o.chunk.damaged);
    expect_chunk(&o, first, second);
    expect_end(&o);
    ck_assert(opened_noted(&o, "lost "));
    done(&o, &r);
}

START_TEST(a_size_of_all_ones_is_not_believed) {
    wrong_size(UINT64_MAX);
}
END_TEST

START_TEST(a_size_that_points_backwards_is_not_believed) {
    wrong_size((uint64_t)-100);
}
END_TEST

START_TEST(a_size_of_2_to_the_60_is_not_believed) {
    wrong_size(UINT64_C(1) << 60);
}
END_TEST

START_TEST(a_size_smaller_than_the_header_is_not_believed) {
    wrong_size(1);
    wrong_size(67);
    wrong_size(68);
}
END_TEST

START_TEST(a_size_that_cuts_the_last_checkpoint_is_not_believed) {
    struct recording r = {0};
    size_t size = add_chunk(&r, 0);
    size_t last = r.last_checkpoint;
    recording_free(&r);
    wrong_size(last + 1);
    wrong_size(size - 1);
}
END_TEST

START_TEST(a_size_that_takes_in_the_next_chunk_is_not_believed) {
    struct recording r = {0};
    size_t size = add_chunk(&r, 0);
    recording_free(&r);
    wrong_size(size + 1);
    wrong_size(size + 100);
}
END_TEST

START_TEST(a_size_of_zero_is_that_of_an_unfinished_chunk) {
    struct recording r = {0};
    struct opened o;
    size_t first = add_chunk(&r, 0);
    header_set(&r, HEADER_SIZE, 0);
    size_t second = add_chunk(&r, 10);
    open_recording(&o, &r);
    expect_chunk(&o, 0, first);
    ck_assert(o.chunk.unfinished && !o.chunk.damaged);
    ck_assert(opened_noted(&o, "unfinished 0 at 0: the chunk was not finished (generation 0, "
                               "size 0): the JVM was killed or is still writing"));
    expect_chunk(&o, first, second);
    expect_end(&o);
    done(&o, &r);
}
END_TEST

START_TEST(a_chunk_that_is_cut_is_read_as_far_as_it_goes) {
    struct recording r = {0};
    struct opened o;
    size_t size = add_chunk(&r, 0);
    for (size_t left = size - 1; left > r.last_checkpoint; left -= 7) {
        open_bytes(&o, r.out.data, left);
        expect_chunk(&o, 0, left);
        ck_assert(o.chunk.damaged);
        char expected[200];
        snprintf(expected, sizeof expected,
                 "lost 0 at %zu: the chunk at byte 0 is cut: its header says %zu bytes, there "
                 "are %zu",
                 left, size, left);
        ck_assert_msg(opened_noted(&o, expected), "%s", text_str(&o.notes));
        expect_end(&o);
        opened_close(&o);
    }
    recording_free(&r);
}
END_TEST

/* Bytes are missing, and there are line feeds without a return before them: some were lost in a
 * transfer as text, unless all that is missing is the end of the last event. */
START_TEST(a_chunk_whose_last_event_is_cut_was_not_transferred_as_text) {
    enum { LINES = 40, REST = 12, MISSING_BYTES = 10 };
    static const struct {
        uint64_t size; /* that the last event says */
        bool as_text;
    } rows[] = {{REST + 1, false},
                {REST + MISSING_BYTES, false},
                {REST + MISSING_BYTES + 1, true},
                {REST + MISSING_BYTES + HEADER_END, true},
                {0, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct recording r = {0};
        struct opened o;
        chunk_begin(&r, NULL);
        put_u1(&r, LINES);
        for (int k = 1; k < LINES; k++) put_u1(&r, '\n');
        put_u1(&r, rows[i].size);
        for (int k = 1; k < REST; k++) put_u1(&r, 1);
        chunk_end(&r);
        header_set(&r, HEADER_SIZE, r.out.len + MISSING_BYTES);
        open_bytes(&o, r.out.data, r.out.len);
        open_next(&o);
        ck_assert_msg(opened_noted(&o, "every CR LF became LF") == rows[i].as_text, "row %zu: %s",
                      i, text_str(&o.notes));
        opened_close(&o);
        recording_free(&r);
    }
}
END_TEST

START_TEST(a_recording_cut_anywhere_gives_chunks_or_says_why_not) {
    struct recording r = {0};
    struct opened o;
    add_chunk(&r, 0);
    add_chunk(&r, 10);
    for (size_t left = 0; left < r.out.len; left++) {
        open_bytes(&o, r.out.data, left);
        int result, chunks = 0;
        uint64_t end = 0;
        while ((result = open_next(&o)) != 0) {
            if (result < 0) {
                ck_assert(*o.error.text);
                continue;
            }
            chunks++;
            ck_assert_uint_ge(o.chunk.offset, end);
            end = o.chunk.offset + o.chunk.size;
            ck_assert_uint_le(end, left);
        }
        ck_assert_int_eq(chunks > 0, left >= HEADER_END);
        opened_close(&o);
    }
    recording_free(&r);
}
END_TEST

/* ==== Unfinished chunks ===================================================================== */

START_TEST(an_unfinished_chunk_reaches_as_far_as_there_are_bytes) {
    /* A killed JVM leaves the header of its last flush; events that came later lie behind. */
    static const uint64_t sizes[] = {0, 68, 500, UINT64_MAX};
    for (size_t i = 0; i < 4; i++) {
        struct recording r = {0};
        struct opened o;
        size_t size = add_chunk(&r, 0);
        header_set(&r, HEADER_GENERATION, 1 + i * 80);
        header_set(&r, HEADER_SIZE, sizes[i]);
        header_set(&r, HEADER_METADATA, i % 2 ? r.metadata : 0);
        header_set(&r, HEADER_CHECKPOINT, 0);
        open_recording(&o, &r);
        expect_chunk(&o, 0, size);
        ck_assert(o.chunk.unfinished);
        ck_assert(opened_noted(&o, "unfinished 0 at 0: the chunk was not finished (generation "));
        expect_end(&o);
        done(&o, &r);
    }
}
END_TEST

START_TEST(an_unfinished_chunk_ends_where_the_next_begins) {
    struct recording r = {0};
    struct opened o;
    size_t first = add_chunk(&r, 0);
    header_set(&r, HEADER_GENERATION, 8);
    header_set(&r, HEADER_SIZE, 400);
    size_t second = add_chunk(&r, 10);
    open_recording(&o, &r);
    expect_chunk(&o, 0, first);
    expect_chunk(&o, first, second);
    ck_assert(!o.chunk.unfinished);
    expect_end(&o);
    done(&o, &r);
}
END_TEST

/* HotSpot ends every flush with a checkpoint that holds a copy of the header. */
static void put_header_copy(struct recording *r) {
    uint8_t copy[HEADER_END];
    memcpy(copy, r->out.data + r->chunk, HEADER_END);
    checkpoint_begin(r, 1);
    pool_begin(r, 77, 1); /* jdk.types.ChunkHeader: payload, an array of bytes */
    put_long(r, 0);
    put_int(r, HEADER_END);
    put_bytes(r, copy, HEADER_END);
    checkpoint_end(r);
}

START_TEST(the_copy_of_the_header_in_a_constant_pool_is_no_chunk) {
    for (int fixed = 0; fixed < 2; fixed++) {
        struct recording r = {0};
        struct opened o;
        struct chunk_head head = usual_head;
        head.flags = (uint16_t)!fixed;
        chunk_begin(&r, &head);
        jvm_types(&r);
        chunk_end(&r);
        put_header_copy(&r);
        checkpoint_begin(&r, 0); /* the next flush begins with a checkpoint */
        checkpoint_end(&r);
        jvm_sample(&r, 2000, 1, 1);
        chunk_end(&r);
        header_set(&r, HEADER_GENERATION, 2);
        header_set(&r, HEADER_SIZE, HEADER_END);
        open_recording(&o, &r);
        expect_chunk(&o, 0, r.out.len);
        expect_end(&o);
        opened_close(&o);
        /* likewise of a finished chunk that was cut */
        header_set(&r, HEADER_GENERATION, 0);
        header_set(&r, HEADER_SIZE, r.out.len + 1000);
        open_recording(&o, &r);
        expect_chunk(&o, 0, r.out.len);
        expect_end(&o);
        done(&o, &r);
    }
}
END_TEST

START_TEST(a_chunk_without_events_is_a_chunk) {
    struct recording r = {0};
    struct opened o;
    chunk_begin(&r, NULL);
    chunk_end(&r);
    open_recording(&o, &r);
    ck_assert_int_eq(open_next(&o), 1);
    ck_assert_uint_eq(o.chunk.size, HEADER_END);
    ck_assert_uint_eq(o.chunk.metadata_offset, 0);
    struct jfr_error error;
    ck_assert_ptr_eq(jfr_metadata_read(&o.chunk, &error), NULL);
    ck_assert_ptr_ne(strstr(error.text, "the chunk at byte 0 has no metadata that can be read"),
                     NULL);
    expect_end(&o);
    done(&o, &r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("chunk");
    TCase *cases = tcase_create("chunk");
    tcase_add_test(cases, the_header_is_read);
    tcase_add_test(cases, chunks_of_different_versions_and_encodings_follow_one_another);
    tcase_add_test(cases, ticks_become_nanoseconds_truncated_towards_zero);
    tcase_add_test(cases, times_that_do_not_count_ticks_are_times_since_1970);
    tcase_add_test(cases, times_that_no_clock_can_show_are_the_start_of_the_chunk);
    tcase_add_test(cases, a_chunk_ends_its_duration_after_its_start);
    tcase_add_test(cases, a_chunk_that_is_cut_ends_with_the_last_event_that_is_there);
    tcase_add_test(cases, an_unfinished_chunk_ends_with_its_last_event);
    tcase_add_test(cases, a_size_of_all_ones_is_not_believed);
    tcase_add_test(cases, a_size_that_points_backwards_is_not_believed);
    tcase_add_test(cases, a_size_of_2_to_the_60_is_not_believed);
    tcase_add_test(cases, a_size_smaller_than_the_header_is_not_believed);
    tcase_add_test(cases, a_size_that_cuts_the_last_checkpoint_is_not_believed);
    tcase_add_test(cases, a_size_that_takes_in_the_next_chunk_is_not_believed);
    tcase_add_test(cases, a_size_of_zero_is_that_of_an_unfinished_chunk);
    tcase_add_test(cases, a_chunk_that_is_cut_is_read_as_far_as_it_goes);
    tcase_add_test(cases, a_chunk_whose_last_event_is_cut_was_not_transferred_as_text);
    tcase_add_test(cases, a_recording_cut_anywhere_gives_chunks_or_says_why_not);
    tcase_add_test(cases, an_unfinished_chunk_reaches_as_far_as_there_are_bytes);
    tcase_add_test(cases, an_unfinished_chunk_ends_where_the_next_begins);
    tcase_add_test(cases, the_copy_of_the_header_in_a_constant_pool_is_no_chunk);
    tcase_add_test(cases, a_chunk_without_events_is_a_chunk);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
