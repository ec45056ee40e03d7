/* What the world outside owes, and who has to pay it. */
#include "agent/whatif/outside.h"
#include "tests/support/suite.h"

static struct debts debts;
static struct outside outside;
static struct outsider asker;
static struct debts_look ran; /* nobody */

static void begin(void) {
    debts = (struct debts){.longest = 1000};
    outside = (struct outside){.count = 0};
    asker = (struct outsider){.works = false};
}

/* It works for that long, and asks. */
static void ask(int64_t ns) {
    outside_see(&outside, &debts, &ran, &asker, true);
    debts_charge(&debts, ns);
    outside_see(&outside, &debts, &ran, &asker, false);
}

START_TEST(what_grows_while_they_work_comes_with_what_they_ask) {
    begin();
    outside_see(&outside, &debts, &ran, &asker, false);
    debts_charge(&debts, 70); /* they wait */
    outside_see(&outside, &debts, &ran, &asker, false);
    debts_charge(&debts, 30);
    ask(100);
    ck_assert_int_eq(outside.count, 1);
    ck_assert_int_eq(outside.arrived[0], 100);
    ask(0);
    ck_assert_int_eq(outside.count, 1);
}
END_TEST

START_TEST(the_thread_that_it_wakes_owes_it) {
    begin();
    struct debtor woken = {.paid = 0}, busy = {.paid = 0};
    bool waited = true, worked = false;
    ask(100);
    debts_join(&debts, &woken);
    debts_join(&debts, &busy);
    ck_assert(outside_runs(&outside, &busy, &worked));
    ck_assert(!outside_runs(&outside, &woken, &waited));
    ck_assert_int_eq(debts_owed(&debts, &busy), 0);
    ck_assert_int_eq(debts_owed(&debts, &woken), 100);
    ck_assert(!waited);
    ck_assert(outside_runs(&outside, &woken, &waited));
    ck_assert_int_eq(debts_owed(&debts, &woken), 100);
}
END_TEST

START_TEST(who_is_woken_by_others_owes_nothing) {
    begin();
    struct debtor woken = {.paid = 0};
    bool waited = true;
    ck_assert(outside_runs(&outside, &woken, &waited));
    ck_assert_int_eq(debts_owed(&debts, &woken), 0);
}
END_TEST

START_TEST(what_waits_for_busy_threads_need_not_wait_besides) {
    begin();
    ask(100);
    outside_pass(&outside, false, 80); /* on its way */
    ck_assert_int_eq(outside.arrived[0], 100);
    outside_pass(&outside, true, 80);
    ck_assert_int_eq(outside.arrived[0], 20);
    ask(50);
    outside_pass(&outside, true, 30);
    ck_assert_int_eq(outside.count, 1);
    ck_assert_int_eq(outside.arrived[0], 20);
}
END_TEST

START_TEST(no_more_arrives_than_there_is_room_for) {
    begin();
    for (int i = 0; i < 2 * OUTSIDE_ARRIVED; i++) ask(100);
    ck_assert_int_eq(outside.count, OUTSIDE_ARRIVED);
}
END_TEST

START_TEST(who_is_answered_late_comes_ahead_by_as_much) {
    begin();
    struct debtor woken = {.paid = 0};
    struct debts_look late = {.least = 30, .most = 30, .any = true};
    bool waited = true;
    outside_see(&outside, &debts, &late, &asker, true);
    debts_charge(&debts, 20);
    outside_see(&outside, &debts, &late, &asker, false);
    ck_assert_int_eq(outside.count, 1);
    ck_assert_int_eq(outside.arrived[0], -10);
    debts_join(&debts, &woken);
    ck_assert(!outside_runs(&outside, &woken, &waited));
    ck_assert_int_eq(debts_owed(&debts, &woken), -10);
    outside_see(&outside, &debts, &late, &asker, true);
    outside_see(&outside, &debts, &late, &asker, false);
    ck_assert_int_eq(outside.arrived[0], -30);
    outside_pass(&outside, true, 20);
    ck_assert_int_eq(outside.arrived[0], -10);
    outside_pass(&outside, true, 20);
    ck_assert_int_eq(outside.count, 0);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outside");
    TCase *all = tcase_create("rules");
    tcase_add_test(all, what_grows_while_they_work_comes_with_what_they_ask);
    tcase_add_test(all, the_thread_that_it_wakes_owes_it);
    tcase_add_test(all, who_is_woken_by_others_owes_nothing);
    tcase_add_test(all, what_waits_for_busy_threads_need_not_wait_besides);
    tcase_add_test(all, no_more_arrives_than_there_is_room_for);
    tcase_add_test(all, who_is_answered_late_comes_ahead_by_as_much);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
