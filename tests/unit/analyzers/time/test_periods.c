/* Sampling periods: which is in force when, and how many samples can be at most. */
#include "analyzers/time/periods.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define MS INT64_C(1000000)
#define SECOND (1000 * MS)

static struct periods periods;

/* "20 ms from 0 on, 10 ms from 5 s on"; a setting is repeated in each chunk. */
static void make(void) {
    periods = (struct periods){0};
    array_push(&periods.items, (struct period){0, 20 * MS});
    array_push(&periods.items, (struct period){2 * SECOND, 20 * MS});
    array_push(&periods.items, (struct period){5 * SECOND, 10 * MS});
    array_push(&periods.items, (struct period){5 * SECOND, 40 * MS}); /* of another recording */
}

static void forget(void) {
    periods_free(&periods);
}

START_TEST(the_latest_setting_is_in_force_from_its_time_on) {
    static const struct {
        int64_t time, latest, earliest;
    } cases[] = {{-1, 20 * MS, 0},
                 {0, 20 * MS, 20 * MS},
                 {2 * SECOND, 20 * MS, 20 * MS},
                 {5 * SECOND - 1, 20 * MS, 20 * MS},
                 {5 * SECOND, 40 * MS, 20 * MS},
                 {INT64_MAX, 40 * MS, 20 * MS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_int_eq(periods_latest(&periods, cases[i].time), cases[i].latest);
        ck_assert_int_eq(periods_earliest(&periods, cases[i].time), cases[i].earliest);
    }
    const struct periods none = {0};
    ck_assert_int_eq(periods_latest(&none, 0), 0);
    ck_assert_int_eq(periods_earliest(&none, 0), 0);
}
END_TEST

START_TEST(each_period_counts_for_its_part_of_a_span) {
    static const struct {
        int64_t start, window;
        double samples; /* 250 a second at 20 ms, 500 at 10 ms, 125 at 40 ms */
    } cases[] = {{0, SECOND, 250},           {0, 5 * SECOND, 1250},
                 {0, 6 * SECOND, 1750}, /* of two at once the first, from within */
                 {-SECOND, 2 * SECOND, 500}, {4 * SECOND, 2 * SECOND, 750},
                 {5 * SECOND, SECOND, 125}, /* and the last, as a span begins */
                 {9 * SECOND, 0, 0},         {INT64_MAX, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_double_eq_tol(periods_possible(&periods, cases[i].start, cases[i].window),
                                cases[i].samples, 1e-9);
    ck_assert_double_eq(period_possible(0, SECOND), 0);
}
END_TEST

static uint32_t text(struct facts *facts, const char *text) {
    return strings_intern(&facts->strings, text, strlen(text));
}

static void say(struct facts *facts, const char *event, const char *name, const char *value,
                int64_t time_ns, bool derived) {
    array_push(&facts->settings, (struct fact_setting){.time_ns = time_ns,
                                                       .event = text(facts, event),
                                                       .name = text(facts, name),
                                                       .value = text(facts, value),
                                                       .derived = derived});
}

START_TEST(settings_of_the_event_are_periods) {
    struct facts facts = {0};
    struct periods found;
    say(&facts, "a.A", "period", "20 ms", 1, false);
    say(&facts, "a.B", "period", "30 ms", 2, false);
    say(&facts, "a.A", "enabled", "40 ms", 3, false);
    say(&facts, "a.A", "period", "50 ms", 4, true);
    say(&facts, "a.A", "period", "everyChunk", 5, false);
    periods_of(&facts, "a.A", false, &found);
    ck_assert_uint_eq(found.items.len, 3);
    ck_assert_int_eq(found.items.items[1].time_ns, 4);
    ck_assert_int_eq(found.items.items[1].ns, 50 * MS);
    ck_assert_int_eq(found.items.items[2].ns, 0);
    periods_free(&found);
    periods_of(&facts, "a.A", true, &found); /* of the JVM's own sampler */
    ck_assert_uint_eq(found.items.len, 2);
    ck_assert_int_eq(found.items.items[1].time_ns, 5);
    periods_free(&found);
    ck_assert_int_eq(period_at(&facts, "a.A", 4), 50 * MS);
    ck_assert_int_eq(period_at(&facts, "a.B", 0), 30 * MS);
    ck_assert_int_eq(period_at(&facts, "a.C", 4), 0);
    array_free(&facts.settings);
    strings_free(&facts.strings);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("periods");
    TCase *c = tcase_create("periods");
    tcase_add_checked_fixture(c, make, forget);
    tcase_add_test(c, the_latest_setting_is_in_force_from_its_time_on);
    tcase_add_test(c, each_period_counts_for_its_part_of_a_span);
    tcase_add_test(c, settings_of_the_event_are_periods);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
