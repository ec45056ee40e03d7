/* Where the time of threads went, of waits that are told: what counts where they overlap. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* A thread that enters a monitor and parks in the same instant, for as long. */
#define TIE                                                                       \
    "jdk.JavaMonitorEnter duration:d eventThread:T stackTrace:K monitorClass:C\n" \
    "@1000 500 w a.App.enter a/Lock\n"                                            \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n"        \
    "@1000 500 w a.App.park a/Parked\n"                                           \
    "jdk.ThreadStart thread:T\n"                                                  \
    "@0 w\n"                                                                      \
    "jdk.ThreadEnd thread:T\n"                                                    \
    "@9000 w\n"
/* The park alone, which a reader that comes from here has met before the monitor. */
#define PARK                                                               \
    "jdk.ThreadPark duration:d eventThread:T stackTrace:K parkedClass:C\n" \
    "@2000 250 w a.App.park a/Parked\n"

/* threads: how many there are on average, and percentages of their states. */
static void check(const char *first, const char *second, const char *threads) {
    struct recording r = {0};
    if (first) told_write(&r, first, INT64_C(10000000000));
    told_write(&r, second, INT64_C(10000000000));
    struct child_result result =
        commanded_bytes("account --jobs 1 --format csv", r.out.data, r.out.len);
    ck_assert_msg(strstr(text_str(&result.out), threads) != NULL, "%s", text_str(&result.out));
    recording_free(&r);
    text_free(&result.err);
    text_free(&result.out);
}

/* Numbers of what is waited for are given in the order in which a worker meets it. */
START_TEST(of_waits_in_the_same_instant_the_same_counts_whatever_was_read_before) {
    check(NULL, TIE, "0.900000,0.0,0.0,5.6,0.0,0.0,0.0,0.0,94.4,0.0,w");
    check(PARK, TIE, "0.900000,0.0,0.0,5.5,0.0,0.0,2.8,0.0,91.7,0.0,w");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("told account");
    TCase *c = tcase_create("told account");
    tcase_add_test(c, of_waits_in_the_same_instant_the_same_counts_whatever_was_read_before);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
