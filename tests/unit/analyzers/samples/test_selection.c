/* What users ask for: windows of time, event names, regexes, states. */
#include "analyzers/samples/selection.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

/* ==== The window ============================================================================ */

static struct selection opened(const struct samples_options *options) {
    struct selection selection;
    struct jfr_error error = {0};
    ck_assert_msg(selection_open(options, &selection, &error), "%s", error.text);
    return selection;
}

START_TEST(a_window_is_relative_to_the_recording_or_absolute) {
    struct samples_options options = {.from = {TIME_FROM_START, 10}, .to = {TIME_FROM_END, 20}};
    struct selection selection = opened(&options);
    ck_assert(selection.has_window && selection_needs_span(&selection));
    selection_set_window(&selection, 1000, 2000);
    ck_assert_int_eq(selection.from_ns, 1010);
    ck_assert_int_eq(selection.to_ns, 1980);
    selection_free(&selection);
    options = (struct samples_options){.from = {TIME_ABSOLUTE, 1500}};
    selection = opened(&options);
    ck_assert(selection.has_window && !selection_needs_span(&selection));
    ck_assert_int_eq(selection.from_ns, 1500);
    ck_assert_int_eq(selection.to_ns, INT64_MAX);
    selection_free(&selection);
    options = (struct samples_options){.to = {TIME_ABSOLUTE, 1500}};
    selection = opened(&options);
    ck_assert_int_eq(selection.from_ns, INT64_MIN);
    ck_assert_int_eq(selection.to_ns, 1500);
    selection_free(&selection);
}
END_TEST

START_TEST(a_window_beyond_all_clocks_is_cut_to_what_they_show) {
    struct samples_options options = {.from = {TIME_FROM_END, INT64_MAX},
                                      .to = {TIME_FROM_START, INT64_MAX}};
    struct selection selection = opened(&options);
    selection_set_window(&selection, INT64_MAX - 5, INT64_MAX);
    ck_assert_int_eq(selection.from_ns, 0);
    ck_assert_int_eq(selection.to_ns, INT64_MAX);
    selection_set_window(&selection, INT64_MIN, INT64_MIN + 5);
    ck_assert_int_eq(selection.from_ns, INT64_MIN);
    ck_assert_int_eq(selection.to_ns, -1);
    selection_free(&selection);
}
END_TEST

/* ==== Events, regexes, states =============================================================== */

START_TEST(short_names_stand_for_event_types) {
    const char *events[] = {"alloc"};
    struct samples_options options = {.events = events, .event_count = 1};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 1);
    ck_assert_uint_eq(selection.lanes[0].group_count, 4); /* two more are of profiles */
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "jdk.ObjectAllocationSample");
    ck_assert_str_eq(selection.lanes[0].groups[1][1], "jdk.ObjectAllocationOutsideTLAB");
    selection_free(&selection);
}
END_TEST

START_TEST(other_names_stand_for_themselves_and_count_once) {
    const char *events[] = {"my.Event", "jdk.ThreadPark", "my.Event", "cpu", "cpu"};
    struct samples_options options = {.events = events, .event_count = 5};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 3);
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "my.Event");
    ck_assert_uint_eq(selection.lanes[0].group_count, 1);
    selection_free(&selection);
}
END_TEST

START_TEST(without_events_the_first_of_the_usual_types_is_taken) {
    struct samples_options options = {0};
    struct selection selection = opened(&options);
    ck_assert_uint_eq(selection.lane_count, 1);
    ck_assert_str_eq(selection.lanes[0].groups[0][0], "jdk.ExecutionSample");
    ck_assert_str_eq(selection.lanes[0].groups[1][0], "jdk.CPUTimeSample");
    ck_assert_str_eq(selection.lanes[0].groups[5][0], "jdk.NativeMethodSample");
    selection_free(&selection);
}
END_TEST

static void check_refused(const struct samples_options *options, const char *words) {
    struct jfr_error error = {0};
    ck_assert(!samples_check(options, &error));
    ck_assert_msg(strstr(error.text, words) != NULL, "%s", error.text);
}

START_TEST(a_regex_that_is_none_is_refused_with_its_position) {
    const char *bad[] = {"a(b", "fine", "x[z-a]", "\xFF"};
    check_refused(&(struct samples_options){.thread = bad[0]},
                  "--thread: 'a(b' is not a regular expression: missing closing parenthesis at "
                  "position 3");
    check_refused(&(struct samples_options){.include = bad, .include_count = 1},
                  "--include: 'a(b'");
    check_refused(&(struct samples_options){.exclude = bad + 1, .exclude_count = 2},
                  "--exclude: 'x[z-a]' is not a regular expression: range out of order");
    check_refused(&(struct samples_options){.exclude = bad + 3, .exclude_count = 1},
                  "is not a regular expression: UTF-8 error");
}
END_TEST

START_TEST(more_regexes_or_events_than_there_is_room_for_are_refused) {
    const char *many[65];
    for (int i = 0; i < 65; i++) many[i] = "x";
    check_refused(&(struct samples_options){.include = many, .include_count = 65},
                  "--include: at most 64 can be given, there are 65");
    check_refused(&(struct samples_options){.events = many, .event_count = 17},
                  "--event: at most 16 can be given, there are 17");
    struct samples_options good = {
        .include = many, .include_count = 64, .events = many, .event_count = 16};
    struct jfr_error error;
    ck_assert(samples_check(&good, &error));
}
END_TEST

START_TEST(states_are_known_with_and_without_their_prefix) {
    ck_assert(selection_state_matches("STATE_RUNNABLE", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("state_runnable", "STATE_RUNNABLE"));
    ck_assert(selection_state_matches("Sleeping", "SLEEPING"));
    ck_assert(!selection_state_matches("run", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("", "STATE_RUNNABLE"));
    ck_assert(!selection_state_matches("runnable", "STATE_"));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("selection");
    TCase *cases = tcase_create("selection");
    tcase_add_test(cases, a_window_is_relative_to_the_recording_or_absolute);
    tcase_add_test(cases, a_window_beyond_all_clocks_is_cut_to_what_they_show);
    tcase_add_test(cases, short_names_stand_for_event_types);
    tcase_add_test(cases, other_names_stand_for_themselves_and_count_once);
    tcase_add_test(cases, without_events_the_first_of_the_usual_types_is_taken);
    tcase_add_test(cases, a_regex_that_is_none_is_refused_with_its_position);
    tcase_add_test(cases, more_regexes_or_events_than_there_is_room_for_are_refused);
    tcase_add_test(cases, states_are_known_with_and_without_their_prefix);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
