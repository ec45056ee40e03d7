/* Latency between two points, whichever threads come to them: by known counts, and foretold beside
 * what being faster brings on a simulated machine. */
#include "agent/whatif/flow.h"
#include "tests/support/simulated_machine.h"
#include "tests/support/suite.h"

#include <math.h>

#define US 1000

START_TEST(those_between_the_points_are_counted_for_as_long_as_they_are) {
    struct flow flow = {.begun = false};
    flow_look(&flow, 1000, 997, 50, 7); /* three are under way since before */
    ck_assert_int_eq(flow.spent, 0);
    flow_look(&flow, 1000, 997, 60, 7);
    ck_assert_int_eq(flow.spent, 30);
    flow_look(&flow, 1004, 998, 60, 7); /* no time went by */
    ck_assert_int_eq(flow.spent, 30);
    flow_look(&flow, 1004, 1002, 70, 7); /* from six to two */
    ck_assert_int_eq(flow.spent, 70);
    flow_look(&flow, 1004, 1004, 80, 10); /* 3 ns are none, which the two that were there owed */
    ck_assert_int_eq(flow.spent, 74);
    flow_look(&flow, 1004, 1004, 1000, 500);
    ck_assert_int_eq(flow.spent, 74);
    ck_assert_int_eq(flow.lone, 0);
}
END_TEST

START_TEST(who_leaves_without_having_come_is_counted_and_spends_nothing) {
    struct flow flow = {.begun = false};
    flow_look(&flow, 10, 10, 0, 0);
    flow_look(&flow, 10, 14, 10, 0);
    ck_assert_int_eq(flow.lone, 4);
    flow_look(&flow, 20, 19, 20, 0); /* of those that left then, it is not known which */
    ck_assert_int_eq(flow.lone, 9);
    ck_assert_int_eq(flow.spent, 0);
    flow_look(&flow, 20, 20, 30, 0);
    ck_assert_int_eq(flow.lone, 9);
    ck_assert_int_eq(flow.spent, 5);
}
END_TEST

/* ---- On a simulated machine -------------------------------------------------------------------
 */

/* Each waits for its answer. */
static const struct sim_op client[] = {{SIM_WORK, 1, 300 * US}, {SIM_COME}, {SIM_PUT, 0},
                                       {SIM_GET, 1},            {SIM_END}};
static const struct sim_op worker[] = {
    {SIM_GET, 0}, {SIM_WORK, 0, 600 * US}, {SIM_LEAVE}, {SIM_PROGRESS}, {SIM_PUT, 1}, {SIM_END}};
/* The queue between them is always full. */
static const struct sim_op producer[] = {
    {SIM_WORK, 1, 400 * US}, {SIM_COME}, {SIM_PUT, 0}, {SIM_END}};
static const struct sim_op consumer[] = {
    {SIM_GET, 0}, {SIM_WORK, 0, 600 * US}, {SIM_LEAVE}, {SIM_PROGRESS}, {SIM_END}};
/* It is never, and each takes as long as its three parts, of which one is shared. */
static const struct sim_op first[] = {
    {SIM_WORK, 1, 900 * US}, {SIM_COME}, {SIM_WORK, 2, 200 * US}, {SIM_PUT, 0}, {SIM_END}};
static const struct sim_op second[] = {
    {SIM_GET, 0}, {SIM_WORK, 0, 500 * US}, {SIM_LEAVE}, {SIM_PROGRESS}, {SIM_END}};

static const struct sim_program asked_by_one = {"asked by one", {client, worker}, .room = 8};
static const struct sim_program asked_by_three = {
    "asked by three", {client, client, client, worker}, .room = 8};
static const struct sim_program full = {"full", {producer, consumer}, .room = 16};
static const struct sim_program idle = {"idle", {first, second}, .room = 16};
static const struct sim_program *const programs[] = {&asked_by_one, &asked_by_three, &full, &idle};

static struct sim_way way_of(int target, bool virtual) {
    return (struct sim_way){.target = target,
                            .speed = target < 0 ? 0 : 0.25,
                            .virtual = virtual,
                            .processors = 4,
                            .period = 100 * US,
                            .unseen = 8 * US,
                            .length = 3000000 * (int64_t)US};
}

static double gain(const struct sim_program *program, int target, bool virtual) {
    struct sim_way way = way_of(target, virtual), base = way_of(-1, virtual);
    return 100 * (sim_run(program, &way).latency / sim_run(program, &base).latency - 1);
}

START_TEST(looks_tell_what_all_that_happened_tells) {
    struct sim_way base = way_of(-1, false);
    struct sim_result r = sim_run(programs[_i], &base);
    ck_assert_msg(fabs(r.latency / r.exact - 1) < 0.01, "%s: %.0f ns, in truth %.0f",
                  programs[_i]->name, r.latency, r.exact);
    ck_assert_int_eq(r.lone, 0);
}
END_TEST

START_TEST(latency_between_threads_is_foretold_within_two_points) {
    const struct sim_program *program = programs[_i / 2];
    int target = _i % 2;
    double wanted = gain(program, target, false), got = gain(program, target, true);
    ck_assert_msg(fabs(got - wanted) <= 2, "%s, method %d: %+.2f, really %+.2f", program->name,
                  target, got, wanted);
}
END_TEST

START_TEST(the_part_that_is_waited_for_is_the_one_that_counts) {
    ck_assert_double_lt(gain(&asked_by_one, 0, true), -23); /* all of it */
    ck_assert_double_lt(fabs(gain(&asked_by_one, 1, true)), 1);
    ck_assert_double_lt(gain(&idle, 0, true), -16); /* 500 of 700 us */
    ck_assert_double_gt(gain(&idle, 0, true), -20);
}
END_TEST

START_TEST(delay_that_nobody_is_worth_changes_no_latency) {
    struct sim_way way = way_of(-1, true), base = way;
    way.charge = 0.25;
    double control =
        100 * (sim_run(programs[_i], &way).latency / sim_run(programs[_i], &base).latency - 1);
    ck_assert_msg(fabs(control) <= 2, "%s: %+.2f", programs[_i]->name, control);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("flow");
    TCase *all = tcase_create("latency");
    tcase_add_test(all, those_between_the_points_are_counted_for_as_long_as_they_are);
    tcase_add_test(all, who_leaves_without_having_come_is_counted_and_spends_nothing);
    tcase_add_loop_test(all, looks_tell_what_all_that_happened_tells, 0, 4);
    tcase_add_loop_test(all, latency_between_threads_is_foretold_within_two_points, 0, 8);
    tcase_add_test(all, the_part_that_is_waited_for_is_the_one_that_counts);
    tcase_add_loop_test(all, delay_that_nobody_is_worth_changes_no_latency, 0, 4);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
