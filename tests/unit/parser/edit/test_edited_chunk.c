/* The chunk that is written of an edited one: when it begins, how long it lasts, what it holds
 * where nothing is kept, and where it cannot be written. */
#include "base/units.h"
#include "tests/support/edited.h"
#include "tests/support/suite.h"

#include <check.h>

START_TEST(a_chunk_lasts_as_long_as_before_unless_it_is_cut) {
    static const struct {
        int64_t end_s, lasts_s, from_s, later_s; /* from its start; 0: it is not cut */
    } table[] = {{0, 10, 0, 0},  {4, 4, 0, 0},   {9, 9, 0, 0}, {10, 10, 0, 0},
                 {11, 10, 0, 0}, {-1, 0, 0, 0},  {0, 7, 3, 3}, {4, 1, 3, 3},
                 {0, 10, -2, 0}, {0, 10, 10, 0}, {4, 4, 4, 0}, {0, 10, 12, 0}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct recording r = made(1, 3);
        struct text out = {0};
        struct edit_rules rules = {.end_ns =
                                       table[i].end_s ? START_NS + table[i].end_s * NS_PER_S : 0,
                                   .start_ns = START_NS + table[i].from_s * NS_PER_S};
        struct jfr_chunk chunk = written(&r, rules, true, &out);
        ck_assert_int_eq(chunk.duration_ns, table[i].lasts_s * NS_PER_S);
        ck_assert_int_eq(chunk.start_ns, START_NS + table[i].later_s * NS_PER_S);
        text_free(&out);
        recording_free(&r);
    }
}
END_TEST

START_TEST(a_chunk_is_the_last_if_it_was_and_none_follows) {
    for (unsigned flags = 0; flags < 4; flags++)
        for (int final = 0; final < 2; final++) {
            struct recording r = made(flags, 3);
            struct text out = {0};
            struct jfr_chunk chunk = written(&r, (struct edit_rules){0}, final, &out);
            ck_assert_int_eq(chunk.final_chunk, final && flags & 2);
            ck_assert_int_eq(chunk.encoding == JFR_COMPRESSED, flags & 1);
            ck_assert(!chunk.unfinished && !chunk.damaged);
            text_free(&out);
            recording_free(&r);
        }
}
END_TEST

/* One that was being written is finished, whatever its header said. */
/* Of several metadata, as flushes leave them, those that count stay, where they were. */
START_TEST(an_unfinished_chunk_is_finished) {
    struct recording r = made(1, 3);
    struct text out = {0};
    header_set(&r, HEADER_GENERATION, 255);
    struct jfr_chunk chunk = written(&r, (struct edit_rules){0}, true, &out);
    ck_assert(!chunk.unfinished && !chunk.damaged);
    ck_assert_uint_eq((uint8_t)out.data[HEADER_GENERATION], 0);
    text_free(&out);
    recording_free(&r);
}
END_TEST

START_TEST(of_no_event_a_chunk_is_left_unless_none_is_wanted) {
    for (int checkpoints = 0; checkpoints < 2; checkpoints++)
        for (int skips = 0; skips < 2; skips++)
            for (int kept = 0; kept < 2; kept++) {
                struct recording r;
                struct text out = {0};
                begin(&r, NULL);
                if (checkpoints) {
                    checkpoint_begin(&r, 0);
                    checkpoint_end(&r);
                }
                if (kept) add_event(&r, 2);
                chunk_end(&r);
                struct edit_rules rules = {.skips_empty = skips};
                struct jfr_chunk chunk = written(&r, rules, true, &out);
                ck_assert_int_eq(out.len > 0, !skips || kept);
                if (out.len) ck_assert_uint_gt(chunk.checkpoint_offset, 0);
                if (out.len) ck_assert_uint_gt(chunk.metadata_offset, 0);
                text_free(&out);
                recording_free(&r);
            }
}
END_TEST

struct window {
    int64_t from, to; /* ticks */
    uint64_t told[2][EDIT_FATES];
    unsigned asked;
};

static bool begins_within(void *context, const struct edit_chunk *chunk,
                          const struct jfr_type *type, const struct jfr_event *event) {
    struct window *window = context;
    uint64_t ticks;
    const uint8_t *at = event->payload;
    (void)type;
    window->asked++;
    return wire_integer(chunk->chunk->encoding, 8, &at, event->end, &ticks) &&
           (int64_t)ticks >= window->from && (int64_t)ticks < window->to;
}

static void told_within(void *context, const struct jfr_type *type, enum edit_fate fate,
                        uint64_t events) {
    struct window *window = context;
    window->told[type->id == TOCK][fate] += events;
}

/* They begin at the ticks 1000 to 2999. Few are kept in pieces, most of many are not. */
START_TEST(events_outside_of_the_time_are_left_out_unasked) {
    static const int64_t windows[][2] = {{0, 9000},    {1000, 3000}, {1001, 2999}, {1500, 1501},
                                         {1400, 2600}, {0, 1000},    {3000, 9000}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++) {
        struct recording r = made(1, 2000);
        struct window all = {windows[i][0], windows[i][1], {{0}}, 0}, some = all;
        struct text with = {0}, without = {0};
        struct edit_rules rules = {.context = &all, .keep = begins_within, .told = told_within};
        int64_t start = written(&r, rules, true, &without).start_ticks;
        rules.context = &some;
        rules.from_ticks = some.from - start;
        rules.to_ticks = some.to - start;
        written(&r, rules, true, &with);
        ck_assert_uint_eq(with.len, without.len);
        ck_assert_mem_eq(with.data, without.data, with.len);
        ck_assert_mem_eq(some.told, all.told, sizeof all.told);
        ck_assert_uint_eq(all.asked, 2000);
        uint64_t kept = some.told[0][EDIT_KEPT] + some.told[1][EDIT_KEPT];
        ck_assert_uint_ge(some.asked, kept);
        ck_assert_uint_lt(some.asked, kept + 200); /* where bytes end all are looked at */
        text_free(&with);
        text_free(&without);
        recording_free(&r);
    }
}
END_TEST

static bool full(void *context, const void *bytes, size_t len) {
    size_t *left = context;
    (void)bytes;
    if (len > *left) return false;
    *left -= len;
    return true;
}

static bool nothing(void *context, uint64_t before, const void *bytes, size_t len) {
    return (void)context, (void)before, (void)bytes, (void)len, true;
}

START_TEST(what_cannot_be_written_is_said_wherever_it_is) {
    struct recording r = made(1, 30);
    struct opened o;
    struct text out = {0};
    written(&r, (struct edit_rules){0}, true, &out);
    open_first(&o, &r);
    for (unsigned texts = 0; texts < 2; texts++)
        for (size_t room = 0; room <= out.len; room++) {
            size_t left = room;
            const struct edit_sink sink = {&left, full, nothing};
            struct jfr_error error = {0};
            struct edit_rules rules = {.text = texts ? stays : NULL};
            bool fine = edit_write(&o.chunk, &rules, true, &sink, NULL, &error);
            ck_assert_msg(fine == (room == out.len), "%zu of %zu", room, out.len);
            ck_assert_int_eq(error.code, fine ? 0 : JFR_IO);
        }
    opened_close(&o);
    text_free(&out);
    recording_free(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("edited chunk");
    TCase *cases = tcase_create("edited chunk");
    tcase_add_test(cases, a_chunk_lasts_as_long_as_before_unless_it_is_cut);
    tcase_add_test(cases, a_chunk_is_the_last_if_it_was_and_none_follows);
    tcase_add_test(cases, an_unfinished_chunk_is_finished);
    tcase_add_test(cases, of_no_event_a_chunk_is_left_unless_none_is_wanted);
    tcase_add_test(cases, events_outside_of_the_time_are_left_out_unasked);
    tcase_add_test(cases, what_cannot_be_written_is_said_wherever_it_is);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
