/* The walk over a chunk's events: all of them, in order, counted; and what it does about events
 * that cannot be. */
#include "parser/event.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/random.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = EVENT_EXECUTION_SAMPLE };

struct walked {
    struct recording r;
    struct opened o;
    struct jfr_cursor *cursor;
};

static void begin(struct walked *w) {
    *w = (struct walked){0};
    chunk_begin(&w->r, NULL);
    jvm_types(&w->r);
}

/* Reopens with the bytes as they are now. */
static void open_walk(struct walked *w, bool bytes) {
    open_first(&w->o, &w->r);
    w->cursor = jfr_cursor_open(&w->o.chunk, w->o.metadata, &w->o.log);
    if (bytes) jfr_cursor_count_bytes(w->cursor);
}

static void close_walk(struct walked *w) {
    jfr_cursor_close(w->cursor);
    opened_close(&w->o);
}

static void done(struct walked *w) {
    close_walk(w);
    recording_free(&w->r);
}

static void sample(struct walked *w, uint64_t stack) {
    jvm_sample(&w->r, 2000, 1, stack);
}

/* Walks to the end; the number of wanted events on the way. */
static uint64_t walk(struct walked *w) {
    struct jfr_event event;
    uint64_t count = 0;
    while (jfr_cursor_next(w->cursor, &event)) count++;
    ck_assert(!jfr_cursor_next(w->cursor, &event));
    return count;
}

static uint64_t count_of(struct walked *w, uint64_t type) {
    return jfr_cursor_tally(w->cursor, type).count;
}

static void expect_note(struct walked *w, const char *words) {
    ck_assert_msg(opened_noted(&w->o, words), "expected \"%s\" in: %s", words,
                  text_str(&w->o.notes));
}

/* ==== Good events =========================================================================== */

START_TEST(wanted_events_come_in_file_order_and_all_are_counted) {
    struct walked w;
    begin(&w);
    for (uint64_t i = 0; i < 10; i++) {
        sample(&w, i);
        event_begin(&w.r, 300 + i % 2); /* of no known type */
        event_end(&w.r);
    }
    chunk_end(&w.r);
    open_walk(&w, false);
    jfr_cursor_want(w.cursor, SAMPLE);
    struct jfr_event event;
    uint64_t before = 0;
    for (uint64_t i = 0; i < 10; i++) {
        ck_assert(jfr_cursor_next(w.cursor, &event));
        ck_assert_uint_eq(event.type_id, SAMPLE);
        ck_assert_uint_gt(event.offset, before);
        ck_assert_uint_eq(event.end[-2], i); /* the stack; behind it the state, one byte */
        ck_assert_ptr_eq(w.o.chunk.data + event.offset + w.o.chunk.data[event.offset], event.end);
        before = event.offset;
    }
    ck_assert(!jfr_cursor_next(w.cursor, &event));
    ck_assert_uint_eq(count_of(&w, SAMPLE), 10);
    ck_assert_uint_eq(count_of(&w, 300), 5);
    ck_assert_uint_eq(count_of(&w, 301), 5);
    ck_assert_uint_eq(count_of(&w, 0), 1);
    ck_assert_uint_eq(count_of(&w, 999), 0);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 0);
    done(&w);
}
END_TEST

struct sums {
    uint64_t count, bytes, types;
};

static void add_up(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct sums *sums = context;
    sums->count += tally.count;
    sums->bytes += tally.bytes;
    sums->types++;
    (void)type_id;
}

/* Type ids of every length; index i occurs again and again. */
static uint64_t type_number(uint64_t i) {
    static const uint64_t ids[] = {2,     3,     127,        128,        16383,
                                   16384, 70000, UINT32_MAX, UINT64_MAX, UINT64_C(1) << 56};
    return ids[i];
}

/* Events of random sizes and types, padded or not; counted while they are written. */
START_TEST(counts_and_bytes_are_those_that_were_written) {
    for (int round = 0; round < 60; round++) {
        struct walked w = {0};
        struct chunk_head head = usual_head;
        uint64_t counts[10] = {0}, bytes[10] = {0}, wanted = 0;
        random_state = (uint64_t)_i * 60 + (uint64_t)round;
        head.flags = random_below(4) ? 1 : 0;
        chunk_begin(&w.r, &head);
        jvm_types(&w.r);
        uint64_t head_bytes = w.r.out.len - HEADER_END;
        for (uint64_t i = random_below(300); i; i--) {
            uint64_t type = random_below(10);
            w.r.padded = random_below(2);
            size_t before = w.r.out.len;
            event_begin(&w.r, type_number(type));
            for (uint64_t n = random_below(10) ? random_below(20) : random_below(400); n; n--)
                put_u1(&w.r, random_below(256));
            event_end(&w.r);
            counts[type]++;
            bytes[type] += w.r.out.len - before;
        }
        chunk_end(&w.r);
        uint64_t want = (uint64_t)round % 11; /* none, or one of the types */
        for (int with_bytes = 0; with_bytes < 2; with_bytes++) {
            open_walk(&w, with_bytes == 1);
            if (want < 10) jfr_cursor_want(w.cursor, type_number(want));
            wanted = walk(&w);
            ck_assert_uint_eq(wanted, want < 10 ? counts[want] : 0);
            struct sums sums = {0};
            for (uint64_t i = 0; i < 10; i++) {
                struct jfr_tally tally = jfr_cursor_tally(w.cursor, type_number(i));
                ck_assert_uint_eq(tally.count, counts[i]);
                if (with_bytes) ck_assert_uint_eq(tally.bytes, bytes[i]);
            }
            jfr_cursor_tallies(w.cursor, add_up, &sums);
            uint64_t all = 1, all_bytes = head_bytes;
            for (size_t i = 0; i < 10; i++) all += counts[i], all_bytes += bytes[i];
            ck_assert_uint_eq(sums.count, all);
            if (with_bytes) ck_assert_uint_eq(sums.bytes, all_bytes);
            ck_assert_str_eq(text_str(&w.o.notes), "");
            close_walk(&w);
        }
        recording_free(&w.r);
    }
}
END_TEST

START_TEST(a_walk_without_metadata_counts_too) {
    struct walked w;
    begin(&w);
    sample(&w, 1);
    chunk_end(&w.r);
    open_walk(&w, false);
    struct jfr_cursor *cursor = jfr_cursor_open(&w.o.chunk, NULL, NULL);
    struct jfr_event event;
    ck_assert(!jfr_cursor_next(cursor, &event));
    ck_assert_uint_eq(jfr_cursor_tally(cursor, SAMPLE).count, 1);
    jfr_cursor_close(cursor);
    done(&w);
}
END_TEST

/* A sample of four bytes, of which the last two are these: the second ends the time or runs on. */
static void short_sample(struct walked *w, uint8_t first, uint8_t second) {
    put_u1(&w->r, 4);
    put_u1(&w->r, SAMPLE);
    put_u1(&w->r, first);
    put_u1(&w->r, second);
}

/* The chunk begins at 1000 ticks; asked for is what begins 100 up to before 200 ticks later. What
 * has no time that could be read is met, however it would go on in the next event. */
START_TEST(only_events_that_surely_begin_at_another_time_are_passed_over) {
    static const int64_t times[] = {1099, 1100, 1199, 1200};
    struct walked w;
    struct jfr_event events[7];
    uint64_t met = 0;
    begin(&w);
    for (size_t i = 0; i < 4; i++) {
        jvm_sample(&w.r, times[i], 1, 1);
        short_sample(&w, 0x80, 0x80);
        short_sample(&w, 0xA0, 0x08); /* 1056 */
    }
    for (int i = 0; i < 5000; i++) { /* small chunks are walked slowly, and the end */
        event_begin(&w.r, 300);
        put_u8(&w.r, 0);
        event_end(&w.r);
    }
    chunk_end(&w.r);
    open_walk(&w, false);
    cursor_want_within(w.cursor, SAMPLE, 100, 200);
    for (size_t len; (len = cursor_next_many(w.cursor, events, 7)) > 0;)
        for (size_t i = 0; i < len; i++)
            met = 10 * met + (uint64_t)(events[i].end - events[i].payload > 2);
    ck_assert_uint_eq(met, 10100); /* short, 1100, short, 1199, short... */
    ck_assert_uint_eq(count_of(&w, SAMPLE), 12);
    done(&w);
}
END_TEST

/* ==== Two parts at a time =================================================================== */

/* 300 kB of samples with a checkpoint every so often. Returns where one in the middle begins. */
static size_t large_chunk(struct walked *w) {
    size_t middle = 0;
    begin(w);
    for (int i = 0; i < 30000; i++) {
        sample(w, (uint64_t)i);
        if (i == 15000) middle = w->r.event;
        if (i % 2000 == 999) {
            checkpoint_begin(&w->r, 0);
            checkpoint_end(&w->r);
        }
    }
    chunk_end(&w->r);
    return middle;
}

/* Walks it in any order; checks that every sample came once. */
static void check_large(struct walked *w) {
    static uint8_t seen[40000];
    struct jfr_event event;
    memset(seen, 0, sizeof seen);
    open_walk(w, true);
    jfr_cursor_any_order(w->cursor);
    jfr_cursor_want(w->cursor, SAMPLE);
    while (jfr_cursor_next(w->cursor, &event)) {
        uint64_t stack = 0;
        const char *const names[] = {"stackTrace"};
        struct jfr_plan *plan =
            jfr_plan_compile(&w->o.chunk, jfr_type_by_id(w->o.metadata, SAMPLE), names, 1, NULL);
        ck_assert(jfr_plan_read(plan, w->o.chunk.data, &event.payload, event.end, &stack));
        ck_assert_uint_lt(stack, 30000);
        ck_assert_uint_eq(seen[stack]++, 0);
        jfr_plan_free(plan);
    }
    struct sums sums = {0};
    jfr_cursor_tallies(w->cursor, add_up, &sums);
    ck_assert_uint_eq(sums.bytes, w->o.chunk.size - HEADER_END);
    ck_assert_uint_eq(sums.count, 30000 + 15 + 1);
    ck_assert_uint_eq(count_of(w, SAMPLE), 30000);
    ck_assert_uint_eq(jfr_cursor_lost(w->cursor), 0);
    close_walk(w);
}

START_TEST(in_any_order_every_event_comes_once) {
    struct walked w;
    large_chunk(&w);
    check_large(&w);
    recording_free(&w.r);
}
END_TEST

/* An event that ends there, counted from the chunk's beginning. */
static void fill_to(struct walked *w, size_t end) {
    size_t payload =
        end - (w->r.out.len - w->r.chunk) - 4 - 2; /* size in four bytes, type in two */
    uint8_t *zeroes = calloc(payload, 1);
    w->r.padded = true;
    event_begin(&w->r, 300);
    put_bytes(&w->r, zeroes, payload);
    event_end(&w->r);
    w->r.padded = false;
    ck_assert_uint_eq(w->r.out.len - w->r.chunk, end);
    free(zeroes);
}

/* Do events come from two parts at a time? The first ends so many bytes behind the header, the
 * second has so many; a checkpoint is where they meet. */
static bool is_walked_in_two(size_t first, size_t second, unsigned flags, bool damaged) {
    struct walked w = {0};
    struct chunk_head head = usual_head;
    struct jfr_event event;
    uint64_t before = 0;
    bool in_order = true;
    head.flags = (uint16_t)flags;
    chunk_begin(&w.r, &head);
    jvm_types(&w.r);
    for (int i = 0; i < 20; i++) { /* so that the second part's samples would come first */
        event_begin(&w.r, 300);
        put_long(&w.r, 1000);
        event_end(&w.r);
    }
    for (uint64_t i = 0; i < 3; i++) sample(&w, i);
    fill_to(&w, HEADER_END + first);
    checkpoint_begin(&w.r, 0);
    checkpoint_end(&w.r);
    for (uint64_t i = 0; i < 3; i++) sample(&w, i);
    fill_to(&w, HEADER_END + first + second);
    chunk_end(&w.r);
    if (damaged) header_set(&w.r, HEADER_GENERATION, 255); /* unfinished */
    open_walk(&w, false);
    jfr_cursor_any_order(w.cursor);
    jfr_cursor_want(w.cursor, SAMPLE);
    for (size_t i = 0; i < 6; i++) {
        ck_assert(jfr_cursor_next(w.cursor, &event));
        in_order &= event.offset > before;
        before = event.offset;
    }
    ck_assert(!jfr_cursor_next(w.cursor, &event));
    close_walk(&w);
    recording_free(&w.r);
    return !in_order;
}

START_TEST(a_chunk_is_walked_in_two_parts_if_both_are_long_enough) {
    enum { LEAST = 64 * 1024 };
    static const struct {
        size_t first, second;
        bool two;
    } cases[] = {
        {LEAST, LEAST, true},          {LEAST - 1, LEAST, false}, {LEAST, LEAST - 1, false},
        {LEAST + 1, LEAST, true},      {LEAST, LEAST + 1, true},  {2 * LEAST, LEAST - 1, false},
        {LEAST - 1, 2 * LEAST, false}, {3 * LEAST, LEAST, true},  {LEAST, 3 * LEAST, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(is_walked_in_two(cases[i].first, cases[i].second, 1, false) == cases[i].two,
                      "%zu and %zu bytes", cases[i].first, cases[i].second);
    ck_assert(!is_walked_in_two(LEAST, LEAST, 1, true));
}
END_TEST

START_TEST(a_header_that_leads_into_the_middle_of_an_event_leads_nobody_astray) {
    struct walked w;
    size_t sample_at = large_chunk(&w);
    /* size, type, time D0 0F, thread 01, ... : from 0F on it reads as a checkpoint of 15 bytes */
    size_t fake = sample_at + 3;
    ck_assert_uint_eq(w.r.out.data[fake], 0x0F);
    ck_assert_uint_eq(w.r.out.data[fake + 1], 0x01);
    header_set(&w.r, HEADER_CHECKPOINT, fake);
    check_large(&w);
    recording_free(&w.r);
}
END_TEST

/* ==== Damage ================================================================================ */

/* Metadata, sample, broken event, `behind` samples, checkpoint, sample. Returns where the broken
 * event begins. */
static size_t broken_event(struct walked *w, int behind) {
    begin(w);
    sample(w, 1);
    event_begin(&w->r, 300);
    put_bytes(&w->r, "\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA", 12);
    size_t broken = event_end(&w->r);
    for (int i = 0; i < behind; i++) sample(w, 2);
    checkpoint_begin(&w->r, 0);
    checkpoint_end(&w->r);
    sample(w, 3);
    chunk_end(&w->r);
    return broken;
}

START_TEST(an_event_of_size_zero_is_stepped_over_at_the_next_checkpoint) {
    struct walked w;
    size_t broken = broken_event(&w, 0);
    w.r.out.data[broken] = 0;
    open_walk(&w, false);
    jfr_cursor_want(w.cursor, SAMPLE);
    ck_assert_uint_eq(walk(&w), 2);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 15);
    char expected[200];
    snprintf(expected, sizeof expected,
             "lost 15 at %zu: what should be an event is none (its size is too small): 15 bytes "
             "were lost, reading continues behind them",
             broken);
    expect_note(&w, expected);
    done(&w);
}
END_TEST

START_TEST(events_that_look_right_are_found_before_the_next_checkpoint) {
    struct walked w;
    size_t broken = broken_event(&w, 20);
    w.r.out.data[broken] = 0;
    open_walk(&w, false);
    jfr_cursor_want(w.cursor, SAMPLE);
    ck_assert_uint_eq(walk(&w), 22);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 15);
    done(&w);
}
END_TEST

START_TEST(an_event_that_runs_over_the_end_of_the_chunk_is_stepped_over) {
    struct walked w;
    size_t broken = broken_event(&w, 20);
    memcpy(w.r.out.data + broken, "\xFF\xFF\xFF\x7F", 4);
    open_walk(&w, false);
    jfr_cursor_want(w.cursor, SAMPLE);
    ck_assert_uint_eq(walk(&w), 22);
    expect_note(&w, "what should be an event is none (it runs over the chunk's end): 15 bytes");
    done(&w);
}
END_TEST

START_TEST(damage_without_any_checkpoint_behind_it_costs_no_more_than_the_broken_event) {
    struct walked w;
    begin(&w);
    event_begin(&w.r, 300);
    put_bytes(&w.r, "\xAA\xAA\xAA\xAA\xAA\xAA\xAA\xAA", 8);
    size_t broken = event_end(&w.r);
    for (int i = 0; i < 6; i++) sample(&w, 1);
    chunk_end(&w.r);
    w.r.out.data[broken] = 1;
    open_walk(&w, false);
    ck_assert_uint_eq(walk(&w), 0);
    ck_assert_uint_eq(count_of(&w, SAMPLE), 6);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 11);
    done(&w);
}
END_TEST

START_TEST(a_last_event_that_is_cut_is_left_out_and_said_to_be_cut) {
    struct walked w;
    begin(&w);
    sample(&w, 1);
    sample(&w, 2);
    chunk_end(&w.r);
    size_t size = w.r.out.len;
    for (size_t cut = 1; cut < 4; cut++) {
        w.r.out.len = size - cut;
        open_walk(&w, false);
        walk(&w);
        ck_assert_uint_eq(count_of(&w, SAMPLE), 1);
        ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 7 - cut); /* of the event's seven bytes */
        expect_note(&w, "the last event is cut: its ");
        close_walk(&w);
    }
    recording_free(&w.r);
}
END_TEST

START_TEST(what_was_counted_and_what_was_lost_add_up_to_the_chunk) {
    for (int round = 0; round < 200; round++) {
        struct walked w;
        random_state = (uint64_t)round + 1000;
        broken_event(&w, 30);
        for (int flips = 3; flips; flips--) {
            size_t at = w.r.metadata + random_below(w.r.out.len - w.r.metadata);
            if (round % 2) at = w.r.out.len - 1 - random_below(200);
            w.r.out.data[at] = (uint8_t)random_below(256);
        }
        w.o = (struct opened){0};
        open_bytes(&w.o, w.r.out.data, w.r.out.len);
        ck_assert_int_eq(open_next(&w.o), 1);
        w.o.metadata = jfr_metadata_read(&w.o.chunk, &w.o.error);
        w.cursor = jfr_cursor_open(&w.o.chunk, w.o.metadata, &w.o.log);
        jfr_cursor_count_bytes(w.cursor);
        walk(&w);
        struct sums sums = {0};
        jfr_cursor_tallies(w.cursor, add_up, &sums);
        ck_assert_uint_eq(sums.bytes + jfr_cursor_lost(w.cursor), w.o.chunk.size - HEADER_END);
        done(&w);
    }
}
END_TEST

START_TEST(a_chain_of_checkpoints_that_is_no_chain_does_not_go_round) {
    static const int64_t deltas[] = {1, -1, 100, -100000, INT64_MIN, INT64_MAX, -68, 0};
    for (size_t i = 0; i < sizeof deltas / sizeof *deltas; i++) {
        struct walked w;
        begin(&w);
        event_begin(&w.r, 300);
        put_long(&w.r, 1);
        size_t broken = event_end(&w.r);
        for (int n = 0; n < 3; n++) {
            checkpoint_begin_with(&w.r, deltas[i], 0, 0);
            checkpoint_end(&w.r);
        }
        chunk_end(&w.r);
        w.r.out.data[broken] = 0;
        open_walk(&w, false);
        jfr_cursor_want(w.cursor, JFR_CHECKPOINT_EVENT);
        ck_assert_uint_ge(walk(&w), 1);
        done(&w);
    }
}
END_TEST

START_TEST(damage_between_many_checkpoints_takes_no_more_than_one_pass) {
    struct walked w;
    begin(&w);
    for (int i = 0; i < 150000; i++) {
        checkpoint_begin(&w.r, 0);
        checkpoint_end(&w.r);
        put_u1(&w.r, 0); /* an event of size 0 */
    }
    chunk_end(&w.r);
    open_first(&w.o, &w.r);
    w.cursor = jfr_cursor_open(&w.o.chunk, w.o.metadata, NULL);
    walk(&w);
    ck_assert_uint_eq(count_of(&w, JFR_CHECKPOINT_EVENT), 150000);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), 150000);
    done(&w);
}
END_TEST

START_TEST(a_chunk_full_of_zeros_is_lost_as_a_whole) {
    struct walked w;
    begin(&w);
    size_t from = w.r.out.len;
    for (int i = 0; i < 3000000; i++) put_u1(&w.r, 0);
    chunk_end(&w.r);
    open_walk(&w, false);
    walk(&w);
    ck_assert_uint_eq(jfr_cursor_lost(w.cursor), w.r.out.len - from);
    done(&w);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cursor");
    TCase *cases = tcase_create("cursor");
    tcase_add_test(cases, wanted_events_come_in_file_order_and_all_are_counted);
    tcase_add_loop_test(cases, counts_and_bytes_are_those_that_were_written, 0, 5);
    tcase_add_test(cases, a_walk_without_metadata_counts_too);
    tcase_add_test(cases, only_events_that_surely_begin_at_another_time_are_passed_over);
    tcase_add_test(cases, in_any_order_every_event_comes_once);
    tcase_add_test(cases, a_chunk_is_walked_in_two_parts_if_both_are_long_enough);
    tcase_add_test(cases, a_header_that_leads_into_the_middle_of_an_event_leads_nobody_astray);
    tcase_add_test(cases, an_event_of_size_zero_is_stepped_over_at_the_next_checkpoint);
    tcase_add_test(cases, events_that_look_right_are_found_before_the_next_checkpoint);
    tcase_add_test(cases, an_event_that_runs_over_the_end_of_the_chunk_is_stepped_over);
    tcase_add_test(cases,
                   damage_without_any_checkpoint_behind_it_costs_no_more_than_the_broken_event);
    tcase_add_test(cases, a_last_event_that_is_cut_is_left_out_and_said_to_be_cut);
    tcase_add_test(cases, what_was_counted_and_what_was_lost_add_up_to_the_chunk);
    tcase_add_test(cases, a_chain_of_checkpoints_that_is_no_chain_does_not_go_round);
    tcase_add_test(cases, damage_between_many_checkpoints_takes_no_more_than_one_pass);
    tcase_add_test(cases, a_chunk_full_of_zeros_is_lost_as_a_whole);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
