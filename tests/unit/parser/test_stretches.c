/* A chunk in stretches: every event is in one of them, they are about equal, and all checkpoints
 * are found. */
#include "parser/stretches.h"

#include "parser/event.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"
#include "tests/support/suite.h"

#include <stdlib.h>

enum { EVENTS = 100000 };

/* Samples, with a checkpoint behind each `between` of them and at the end. */
static void make(struct recording *r, int between) {
    struct jvm jvm = {0};
    chunk_begin(r, NULL);
    jvm_types(r);
    for (int i = 0; i < EVENTS; i++) {
        jvm_sample(r, 2000 + i, jvm_thread(&jvm, "main"), jvm_stack(&jvm, "A.a A.main"));
        if (between && i % between == 0) jvm_pools(&jvm, r);
    }
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}

static uint64_t samples_in(const struct opened *o, uint64_t from, uint64_t to, bool any_order) {
    struct jfr_event events[7];
    struct jfr_cursor *cursor = jfr_cursor_open(&o->chunk, o->metadata, NULL);
    uint64_t count = 0;
    cursor_keep_to(cursor, from, to);
    if (any_order) jfr_cursor_any_order(cursor);
    jfr_cursor_want(cursor, EVENT_EXECUTION_SAMPLE);
    for (size_t len; (len = cursor_next_many(cursor, events, 7)) > 0;)
        for (size_t i = 0; i < len; i++) {
            ck_assert_uint_ge(events[i].offset, from);
            ck_assert_uint_lt(events[i].offset, to);
            count++;
        }
    ck_assert_uint_eq(jfr_cursor_tally(cursor, EVENT_EXECUTION_SAMPLE).count, count);
    jfr_cursor_close(cursor);
    return count;
}

START_TEST(each_event_is_in_one_stretch) {
    static const int between[] = {0, 1000, 7000};
    struct recording r = {0};
    struct opened o;
    make(&r, between[_i]);
    open_first(&o, &r);
    for (size_t most = 2; most < 9; most++) {
        struct stretches s;
        uint64_t all = 0;
        ck_assert(stretches_find(&o.chunk, most, &s));
        ck_assert_uint_eq(s.count, most);
        ck_assert_uint_eq(s.begins[0], JFR_HEADER_SIZE);
        ck_assert_uint_eq(s.begins[most], o.chunk.size);
        ck_assert_uint_eq(s.checkpoints.len,
                          between[_i] ? 2 + (EVENTS - 1) / (size_t)between[_i] : 1);
        for (size_t i = 0; i < most; i++) {
            uint64_t found = samples_in(&o, s.begins[i], s.begins[i + 1], false);
            ck_assert_uint_eq(samples_in(&o, s.begins[i], s.begins[i + 1], true), found);
            /* none has twice its part, the last may have less */
            ck_assert_uint_lt(found, 2 * EVENTS / most);
            all += found;
        }
        ck_assert_uint_eq(all, EVENTS);
        stretches_free(&s);
    }
    opened_close(&o);
    recording_free(&r);
}
END_TEST

START_TEST(constants_are_weighed_apart) {
    struct recording r = {0};
    struct opened o;
    struct stretches s;
    uint64_t bytes = 0;
    make(&r, 1000);
    open_first(&o, &r);
    ck_assert(stretches_find(&o.chunk, 2, &s));
    for (size_t i = 0; i < s.checkpoints.len; i++) {
        const struct jfr_event *event = &s.checkpoints.items[i];
        ck_assert_uint_eq(event->type_id, JFR_CHECKPOINT_EVENT);
        ck_assert_ptr_eq(event->payload > o.chunk.data + event->offset ? event->payload : NULL,
                         event->payload);
        bytes += (uint64_t)(event->end - (o.chunk.data + event->offset));
    }
    ck_assert_uint_eq(s.constants, bytes);
    stretches_free(&s);
    opened_close(&o);
    recording_free(&r);
}
END_TEST

START_TEST(what_is_small_or_damaged_stays_whole) {
    struct recording r = {0}, small = {0};
    struct opened o;
    struct stretches s;
    make(&r, 0);
    open_first(&o, &r);
    ck_assert(!stretches_find(&o.chunk, 1, &s));
    struct jfr_chunk cut = o.chunk;
    cut.size--; /* in the last event */
    ck_assert(!stretches_find(&cut, 2, &s));
    cut.size = JFR_HEADER_SIZE;
    ck_assert(!stretches_find(&cut, 2, &s));
    opened_close(&o);
    recording_free(&r);
    chunk_begin(&small, NULL);
    jvm_types(&small);
    chunk_end(&small);
    open_first(&o, &small);
    ck_assert(!stretches_find(&o.chunk, 2, &s));
    opened_close(&o);
    recording_free(&small);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("a chunk in stretches");
    TCase *tcase = tcase_create("stretches");
    suite_add_tcase(suite, tcase);
    tcase_add_loop_test(tcase, each_event_is_in_one_stretch, 0, 3);
    tcase_add_test(tcase, constants_are_weighed_apart);
    tcase_add_test(tcase, what_is_small_or_damaged_stays_whole);
    return suite_run(suite);
}
