/* Who brings about what threads wait for: who takes from a queue, a pool that all of its tasks keep
 * busy, nobody who was reached in time; and what keeps objects. */
#include "analyzers/rules/inner.h"
#include "analyzers/rules/kept.h"
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define PARKED "java.util.concurrent.locks.LockSupport.park,java.util.concurrent."
#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define SLEEP "jdk.ThreadSleep duration:d time:l eventThread:T stackTrace:K\n"
#define THROWN "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"

/* Producers rest between what they hand over; the consumer reads a tenth of the time. */
START_TEST(who_waits_for_room_waits_for_who_takes_and_not_for_rests_of_its_own) {
    static const struct {
        const char *waits, *did;
    } cases[] = {{"ArrayBlockingQueue.put", "read from a socket"},
                 {"SynchronousQueue.put", "read from a socket"},
                 {"Semaphore.acquire", "slept"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1500];
        snprintf(told, sizeof told,
                 PARK
                 "@0*100/1000 500 probe-1 " PARKED "%s,app.Inbox.accept\n"
                 "@0*100/1000 500 probe-2 " PARKED "%s,app.Inbox.accept\n" SLEEP
                 "@200*100/1000 300 300 probe-1 java.lang.Thread.sleep,app.Probe.measure\n"
                 "@200*100/1000 300 300 probe-2 java.lang.Thread.sleep,app.Probe.measure\n" READ
                 "@0*100/1000 100 9 db java.net.Socket.read,app.Sums.store - 25 sums\n",
                 cases[i].waits, cases[i].waits);
        severity_of("WaitingForThreads", told);
        ck_assert_str_eq(text_of("site"), "app.Inbox.accept");
        ck_assert_str_eq(text_of("meanwhile_did"), cases[i].did);
    }
}
END_TEST

/* Six wait for all of that time, and so many threads read for so long of each second. */
static enum rule_severity workers(int threads, int ms, const char *others) {
    char told[4000];
    int at = snprintf(told, sizeof told, PARK);
    for (int i = 0; i < 6; i++)
        at +=
            snprintf(told + at, sizeof told - (size_t)at,
                     "@0*100/1000 1000 page-%d " PARKED "FutureTask.awaitDone,app.Page.show\n", i);
    at += snprintf(told + at, sizeof told - (size_t)at, READ);
    for (int i = 0; i < threads; i++)
        at += snprintf(told + at, sizeof told - (size_t)at,
                       "@0*100/1000 %d 9 db java.net.Socket.read,app.Store.put - 25 %s-%d\n", ms,
                       others, i);
    return severity_of("WaitingForThreads", told);
}

START_TEST(a_pool_whose_threads_all_wait_all_the_time_is_too_small_for_more_that_wait) {
    ck_assert_int_eq(workers(4, 1000, "pool"), RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_threads"), "pool-*");
    ck_assert_int_eq(workers(4, 810, "pool"), RULE_WARNING);
    ck_assert_int_eq(workers(4, 790, "pool"), RULE_OK); /* some are free at times */
    ck_assert_str_eq(finding.outcome->name, "own");
    ck_assert_int_eq(workers(6, 1000, "pool"), RULE_OK); /* one for each */
    ck_assert_int_eq(workers(4, 1000, "page"), RULE_OK); /* they wait for each other */
}
END_TEST

/* A hundred waits, of which so many end with what is thrown there so many ms later. */
START_TEST(waits_that_end_with_an_exception_did_not_get_what_they_wait_for) {
    static const struct {
        const char *thrown, *count, *in;
        int later;
        bool failed;
    } cases[] = {{"java/net/http/HttpTimeoutException", "50", "app.Points.of", 5, true},
                 {"java/net/http/HttpTimeoutException", "49", "app.Points.of", 5, false},
                 {"java/net/http/HttpTimeoutException", "50", "app.Points.all", 5, false},
                 {"java/net/http/HttpTimeoutException", "50", "app.Points.of", 25, false},
                 {"java/lang/IllegalStateException", "50", "app.Points.of", 5, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1500];
        snprintf(told, sizeof told,
                 PARK "@0*50/1000 900 till-1 " PARKED "CompletableFuture.timedGet,app.Points.of\n"
                      "@0*50/1000 900 till-2 " PARKED
                      "CompletableFuture.timedGet,app.Points.of\n" THROWN
                      "@%d*%s/1000 %s late java.lang.Throwable.<init>,%s\n",
                 900 + cases[i].later, cases[i].count, cases[i].thrown, cases[i].in);
        severity_of("WaitingForThreads", told);
        ck_assert_str_eq(text_of("site"), "app.Points.of");
        ck_assert_msg(!isnan(number_of("failed")) == cases[i].failed, "case %zu", i);
        if (!cases[i].failed) continue;
        ck_assert_double_eq(number_of("failed"), 50);
        ck_assert_str_eq(text_of("failure"), "java.net.http.HttpTimeoutException");
    }
}
END_TEST

START_TEST(what_keeps_an_object_is_a_thread_local_or_the_programs_field_nearest_to_the_root) {
    static const struct {
        const char *chain, *holder;
    } cases[] = {
        {"byte[]\nbuffer : app.Session\n[] : java.lang.Object[]\nelementData : "
         "java.util.ArrayList\n"
         "sessions : app.Registry\nREGISTRY : java.lang.Class app.Registry",
         "app.Registry.sessions"},
        {"char[]\ndetail : app.Note\n[] : java.lang.Object[]\nelementData : java.util.ArrayList\n"
         "value : java.lang.ThreadLocal$ThreadLocalMap$Entry\n"
         "table : java.lang.ThreadLocal$ThreadLocalMap\nthreadLocals : java.lang.Thread api-7",
         "a ThreadLocal of api-*"},
        {"char[]\ninheritableThreadLocals : java.lang.Thread main", "a ThreadLocal of main"},
        {"char[]\nthreadLocals : app.Worker", "a ThreadLocal"},
        {"byte[]\nlabel : app.Event\narg$1 : app.Bus$$Lambda\nitem : "
         "java.util.concurrent.LinkedBlockingQueue$Node\nhead : "
         "java.util.concurrent.LinkedBlockingQueue\nworkQueue : "
         "java.util.concurrent.ThreadPoolExecutor",
         "the queue of a thread pool"},
        {"byte[]\nlabel : app.Event\nworkQueue : java.util.concurrent.ThreadPoolExecutor\n"
         "pool : app.Bus",
         "the queue of a thread pool, app.Bus.pool"},
        {"byte[]\n[] : app.Page[]\ntable : java.util.HashMap", ""},
        {"byte[]", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = {0};
        kept_add_holder(cases[i].chain, &out);
        ck_assert_str_eq(text_str(&out), cases[i].holder);
        text_free(&out);
    }
}
END_TEST

START_TEST(of_methods_in_common_the_innermost_is_told_and_a_recursion_counts_once) {
    struct inners all = {.items = {0}};
    ck_assert_ptr_null(inners_deepest(&all, 1));
    for (uint32_t stack = 0; stack < 2; stack++) {
        inners_add(&all, 7, stack, 0, 3);
        inners_add(&all, 8, stack, 1, 3);
        inners_add(&all, 8, stack, 9, 3);
        inners_add(&all, 9 + stack, stack, 5, 3);
    }
    ck_assert_uint_eq(inners_deepest(&all, 6)->name, 8);
    ck_assert_double_eq(inners_deepest(&all, 6)->samples, 6);
    ck_assert_uint_eq(inners_deepest(&all, 3)->name, 9);
    ck_assert_ptr_null(inners_deepest(&all, 7));
    inners_free(&all);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("brought about");
    TCase *c = tcase_create("brought about");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, who_waits_for_room_waits_for_who_takes_and_not_for_rests_of_its_own);
    tcase_add_test(c, a_pool_whose_threads_all_wait_all_the_time_is_too_small_for_more_that_wait);
    tcase_add_test(c, waits_that_end_with_an_exception_did_not_get_what_they_wait_for);
    tcase_add_test(
        c, what_keeps_an_object_is_a_thread_local_or_the_programs_field_nearest_to_the_root);
    tcase_add_test(c, of_methods_in_common_the_innermost_is_told_and_a_recursion_counts_once);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
