/* What costs of CPU are shares of: what the program's threads used, of which samples stand for a
 * part. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"
#define USED(share) \
    "jdk.CPULoad machineTotal:f jvmUser:f jvmSystem:f\n@0*120/1000 0.9 " share " 0\n"
#define CLOCKS "jdk.ThreadCPULoad eventThread:T user:f system:f\n"
#define CLOCK(thread, share) "@10000*12/10000 " thread " " share " 0\n"
#define HOT "app.Web.run;app.Hot.hot"
#define NATIVE "jdk.NativeMethodSample state:s stackTrace:K sampledThread:T\n"
#define DEFLATE "java.util.zip.Deflater.deflateBytesBytes,app.Zip.zip"

static double cost_of(const char *id, const char *told) {
    judged_event = "jdk.ExecutionSample";
    severity_of(id, told);
    judged_event = NULL;
    return finding.cost;
}

#define THROWN "jdk.ExceptionStatistics throwables:l\n@0*100/1000 10+2000\n"

/* Making 2,000 exceptions takes 2 ms a second. */
static double exceptions_of(const char *used_and_clocks) {
    OWNED(text_free) struct text told = {0};
    text_addf(&told, PROCESSORS "%s" THROWN, used_and_clocks);
    return cost_of("Exceptions", text_str(&told));
}

START_TEST(what_the_jvm_uses_for_itself_is_no_part_of_what_a_method_is_a_share_of) {
    runs(HOT, "web-1", 0, 1000);
    ck_assert_double_eq(cost_of("MethodProfiling", PROCESSORS USED("0.4")), 100);
    ck_assert_double_eq_tol(
        cost_of("MethodProfiling", PROCESSORS USED("0.4") CLOCKS CLOCK("web-1", "0.01")), 100,
        0.01);
}
END_TEST

START_TEST(estimates_are_shares_of_what_clocks_say_that_threads_of_the_program_used) {
    runs(HOT, "web-1", 0, 12000);
    ck_assert_double_eq_tol(exceptions_of(USED("0.04")), 2.5, 0.01);
    ck_assert_double_eq_tol(exceptions_of(USED("0.04") CLOCKS CLOCK("web-1", "0.01")), 10, 0.01);
    ck_assert_double_eq_tol(exceptions_of(USED("0.005") CLOCKS CLOCK("web-1", "0.01")), 20, 0.01);
}
END_TEST

START_TEST(threads_without_a_clock_ran_as_much_as_their_samples_say) {
    runs(HOT, "web-1", 0, 6000);
    runs(HOT, "short-1", 6000, 12000);
    ck_assert_double_eq_tol(exceptions_of(USED("0.04") CLOCKS CLOCK("web-1", "0.01")), 5, 0.01);
}
END_TEST

START_TEST(clocks_of_less_than_half_of_the_time_say_nothing_of_the_rest) {
    runs(HOT, "web-1", 0, 12000);
    ck_assert_double_eq_tol(exceptions_of(USED("0.04") CLOCKS "@10000*6/10000 web-1 0.01 0\n"), 10,
                            0.01);
    ck_assert_double_eq_tol(exceptions_of(USED("0.04") CLOCKS "@10000*5/10000 web-1 0.01 0\n"), 2.5,
                            0.01);
}
END_TEST

/* Half each: what samples show, and a pool that they do not. */
START_TEST(what_samples_do_not_show_and_what_they_do_come_to_all) {
    static const char told[] =
        PROCESSORS USED("0.2") CLOCKS CLOCK("web-1", "0.1") CLOCK("copy-1", "0.1");
    runs(HOT, "web-1", 0, 120000);
    ck_assert_double_eq_tol(cost_of("MethodProfiling", told), 50, 0.01);
    ck_assert_double_eq_tol(cost_of("UnsampledCpu", told), 50, 0.01);
}
END_TEST

START_TEST(native_code_that_works_has_its_part_of_what_samples_stand_for) {
    static const char told[] = NATIVE "@0*100/20 x " DEFLATE " web-1\n";
    runs(HOT, "web-1", 0, 6000);
    ck_assert_double_eq_tol(cost_of("MethodProfiling", told), 75, 0.01);
    ck_assert_double_eq_tol(cost_of("NativeWork", told), 25, 0.01);
}
END_TEST

START_TEST(native_code_has_no_more_than_the_clock_of_its_threads) {
    static const char told[] = NATIVE "@0*100/20 x " DEFLATE " zip-1\n" PROCESSORS USED("0.2")
        CLOCKS CLOCK("web-1", "0.2") CLOCK("zip-1", "0.00000001");
    runs(HOT, "web-1", 0, 48000);
    ck_assert_double_eq_tol(cost_of("MethodProfiling", told), 100, 0.01);
}
END_TEST

/* 1 % of two processors is half of what runs; making 2,000 of them takes 2 ms of that a second. */
START_TEST(what_making_exceptions_is_estimated_to_take_is_not_of_the_method_that_samples_show) {
    runs(HOT, "web-1", 0, 12000);
    ck_assert_double_eq_tol(cost_of("Exceptions", PROCESSORS USED("0.01") THROWN), 10, 0.01);
    ck_assert_double_eq_tol(cost_of("MethodProfiling", PROCESSORS USED("0.01") THROWN), 90, 0.01);
}
END_TEST

/* 100 us each: a thousand take a tenth of a processor, of one that is used. */
START_TEST(starting_threads_is_not_of_the_method_that_samples_show) {
    static const char told[] =
        PROCESSORS USED("0.5") "jdk.JavaThreadStatistics activeCount:l "
                               "accumulatedCount:l\n@0*100/1000 10 10+1000\n";
    runs(HOT, "web-1", 0, 12000);
    ck_assert_double_eq_tol(cost_of("ThreadsStarted", told), 10, 0.01);
    ck_assert_double_eq_tol(cost_of("MethodProfiling", told), 90, 0.01);
}
END_TEST

/* Half of the samples are the collector's: by their clocks the program would have more than it has
 * of the samples, and it has no more. */
START_TEST(of_samples_that_show_the_jvm_as_well_a_method_costs_no_more_than_its_share) {
    runs(HOT, "web-1", 0, 1000);
    runs("app.Z.work", "ZWorker#1", 1000, 2000);
    runs(HOT, "web-1", 2000, 2020);
    severity_of("MethodProfiling",
                PROCESSORS USED("0.2") CLOCKS CLOCK("web-1", "0.15") CLOCK("ZWorker#1", "0.05"));
    ck_assert_double_eq_tol(finding.cost, 100 * 51 / 101., 0.01);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("CPU shares");
    TCase *c = tcase_create("CPU shares");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, what_the_jvm_uses_for_itself_is_no_part_of_what_a_method_is_a_share_of);
    tcase_add_test(c, estimates_are_shares_of_what_clocks_say_that_threads_of_the_program_used);
    tcase_add_test(c, threads_without_a_clock_ran_as_much_as_their_samples_say);
    tcase_add_test(c, clocks_of_less_than_half_of_the_time_say_nothing_of_the_rest);
    tcase_add_test(c, what_samples_do_not_show_and_what_they_do_come_to_all);
    tcase_add_test(c, native_code_that_works_has_its_part_of_what_samples_stand_for);
    tcase_add_test(c, native_code_has_no_more_than_the_clock_of_its_threads);
    tcase_add_test(
        c, what_making_exceptions_is_estimated_to_take_is_not_of_the_method_that_samples_show);
    tcase_add_test(c, starting_threads_is_not_of_the_method_that_samples_show);
    tcase_add_test(c, of_samples_that_show_the_jvm_as_well_a_method_costs_no_more_than_its_share);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
