/* What threads wait for at a barrier: for the one of them that is late. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"

START_TEST(what_ran_while_threads_waited_at_a_barrier_is_what_they_waited_for) {
    runs("app.Grid.run;app.Grid.settle;java.util.Arrays.sort", "strip-3", 0, 50000);
    runs("app.Grid.run;app.Other.work", "other", 100000, 110000); /* when nobody waits */
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 PARK "@0*60/1000 900 strip-1 jdk.internal.misc.Unsafe.park,"
                                      "java.util.concurrent.CyclicBarrier.dowait,app.Grid.run\n"
                                      "@0*60/1000 900 strip-2 jdk.internal.misc.Unsafe.park,"
                                      "java.util.concurrent.CyclicBarrier.dowait,app.Grid.run\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("what"), "at a barrier");
    ck_assert_str_eq(text_of("meanwhile_did"), "ran java.util.Arrays.sort");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Grid.settle");
    ck_assert_str_eq(text_of("meanwhile_threads"), "strip-*");
    ck_assert_double_eq_tol(number_of("meanwhile_percent"), 100, 0.01);
}
END_TEST

#define AT_BARRIER \
    " jdk.internal.misc.Unsafe.park,java.util.concurrent.CyclicBarrier.dowait,app.Grid.run\n"

/* The first is done early and then waits with four others for those that are late. */
START_TEST(one_of_the_pool_that_is_always_late_is_named) {
    static const char *const told[] = {"strip-8", "strip-*"};
    for (size_t i = 0; i < 2; i++) {
        runs("app.Grid.run;app.Grid.settle", "strip-8", 0, 50000);
        if (i) runs("app.Grid.run;app.Grid.settle", "strip-9", 0, 40000);
        runs("app.Grid.run;app.Grid.settle", "strip-1", 0, 2000);
        ck_assert_int_ge(
            severity_of("WaitingForThreads", PARK
                        "@2000*57/1000 900 strip-1" AT_BARRIER "@0*60/1000 900 strip-2" AT_BARRIER
                        "@0*60/1000 900 strip-3" AT_BARRIER "@0*60/1000 900 strip-4" AT_BARRIER
                        "@0*60/1000 900 strip-5" AT_BARRIER),
            RULE_INFO);
        ck_assert_str_eq(text_of("meanwhile_site"), "app.Grid.settle");
        ck_assert_str_eq(text_of("meanwhile_threads"), told[i]);
        teardown();
        setup();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("barriers");
    TCase *c = tcase_create("barriers");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, what_ran_while_threads_waited_at_a_barrier_is_what_they_waited_for);
    tcase_add_test(c, one_of_the_pool_that_is_always_late_is_named);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
