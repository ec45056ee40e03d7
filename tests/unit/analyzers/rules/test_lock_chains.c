/* Who has a lock, and for what else the holder waits, lock by lock; pools whose tasks wait for
 * tasks of the same pool. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define ENTER                                                                                 \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T " \
    "stackTrace:K\n"
#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K address:l\n"
#define UNSAFE "jdk.internal.misc.Unsafe.park,"
#define LOCK UNSAFE "java.util.concurrent.locks.ReentrantLock.lock,"
#define FUTURE UNSAFE "java.util.concurrent.FutureTask.awaitDone,"
#define WORKER ",java.util.concurrent.ThreadPoolExecutor$Worker.run"
#define IDLE                                                 \
    UNSAFE "java.util.concurrent.LinkedBlockingQueue.take,"  \
           "java.util.concurrent.ThreadPoolExecutor.getTask" \
           ",java.util.concurrent.ThreadPoolExecutor.runWorker" WORKER
/* Two that wait for the cache, which a third has, which waits for the store. */
#define CACHE                                                 \
    "@0*100/1000 900 app/Cache 1 front web-1 app.Cache.get\n" \
    "@0*100/1000 900 app/Cache 1 front web-2 app.Cache.get\n"

/* ==== Monitors ============================================================================== */

START_TEST(what_the_holder_of_the_next_lock_does_is_the_end_of_the_chain) {
    severity_of("JavaBlocking",
                ENTER CACHE "@0*100/1000 900 app/Store 2 flusher front app.Store.read\n" READ
                            "@0*100/1000 900 9 db java.net.Socket.read,app.Store.flush - 25 "
                            "flusher\n");
    ck_assert_str_eq(text_of("class"), "app.Cache");
    ck_assert_str_eq(text_of("holder_did"), "waited for app.Store");
    ck_assert_str_eq(text_of("holder_site"), "app.Store.read");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
    ck_assert_str_eq(text_of("chain"), "whose holder read from a socket in app.Store.flush");
    ck_assert_str_eq(text_of("end_did"), "read from a socket");
    ck_assert_str_eq(text_of("end_site"), "app.Store.flush");
}
END_TEST

/* Twenty threads wait in the first ten of 120 s, and some of the time later. */
START_TEST(waits_of_the_jvms_start_up_alone_are_no_warning) {
    static const struct {
        int64_t before_ms;
        int early, late;
        bool warns;
    } cases[] = {{1000, 9, 1, false}, {1000, 8, 1, true}, {20001, 9, 1, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told,
                  "jdk.JVMInformation jvmStartTime:l pid:l jvmName:s jvmVersion:s jvmArguments:s "
                  "javaArguments:s\n@0 %lld 7 x x - app\n" ENTER,
                  (long long)(START_NS / 1000000 - cases[i].before_ms));
        for (int k = 0; k < 20; k++)
            text_addf(&told,
                      "@0*%d/1000 900 app/Cache 1 front web-%d app.Cache.get\n"
                      "@60000*%d/1000 900 app/Cache 1 front web-%d app.Cache.get\n",
                      cases[i].early, k, cases[i].late, k);
        ck_assert_int_eq(severity_of("JavaBlocking", text_str(&told)),
                         cases[i].warns ? RULE_WARNING : RULE_INFO);
        ck_assert(isnan(number_of("start_up_ns")) == cases[i].warns);
        ck_assert_int_eq(severity_of("LockConvoy", text_str(&told)),
                         cases[i].warns ? RULE_WARNING : RULE_INFO);
    }
}
END_TEST

START_TEST(a_chain_of_three_locks_is_followed_to_what_runs) {
    runs("app.Main.run;app.Disk.sort", "sorter", 0, 100000);
    severity_of("JavaBlocking",
                ENTER CACHE "@0*100/1000 900 app/Store 2 middle front app.Store.read\n"
                            "@0*100/1000 900 app/Disk 3 sorter middle app.Disk.find\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for app.Store");
    ck_assert_str_eq(text_of("chain"),
                     "whose holder waited for app.Disk in app.Disk.find, whose holder ran in "
                     "app.Disk.sort");
    ck_assert_str_eq(text_of("end_site"), "app.Disk.sort");
}
END_TEST

START_TEST(locks_in_a_circle_end_where_they_began) {
    severity_of("JavaBlocking",
                ENTER CACHE "@0*100/1000 900 app/Store 2 flusher front app.Store.read\n"
                            "@0*50/2000 900 app/Cache 1 front flusher app.Cache.get\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for app.Store");
    ck_assert_str_eq(text_of("chain"), "");
    ck_assert_str_eq(text_of("end_did"), "");
}
END_TEST

START_TEST(who_had_a_lock_for_less_than_half_of_the_time_in_a_wait_is_not_followed) {
    static const struct {
        const char *told, *chain;
    } cases[] = {
        {"@0*100/1000 460 app/Store 2 flusher front app.Store.read\n" READ
         "@450*100/1000 440 9 db java.net.Socket.read,app.Cache.fill - 25 front\n"
         "@0*100/1000 900 9 db java.net.Socket.read,app.Store.flush - 25 flusher\n",
         "whose holder read from a socket in app.Store.flush"},
        {"@0*100/1000 440 app/Store 2 flusher front app.Store.read\n" READ
         "@450*100/1000 460 9 db java.net.Socket.read,app.Cache.fill - 25 front\n"
         "@0*100/1000 900 9 db java.net.Socket.read,app.Store.flush - 25 flusher\n",
         ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s%s", ENTER, CACHE, cases[i].told);
        severity_of("JavaBlocking", told);
        ck_assert_str_eq(text_of("chain"), cases[i].chain);
    }
}
END_TEST

START_TEST(what_a_holder_did_before_it_got_the_lock_was_not_done_with_it) {
    for (int64_t at = 0; at < 100000; at += 1000) { /* before and while it waits for it itself */
        runs("app.Main.run;app.Rates.put;app.Other.work", "owner", at, at + 480);
        runs("app.Main.run;app.Rates.put;app.Rates.compute", "owner", at + 500, at + 900);
    }
    severity_of("JavaBlocking", ENTER "@0*100/1000 900 app/Rates 7 owner web-1 app.Rates.get\n"
                                      "@300*100/1000 200 app/Rates 7 other owner app.Rates.put\n");
    ck_assert_str_eq(text_of("holder_site"), "app.Rates.compute");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
    severity_of("JavaBlocking", ENTER /* of another monitor of the class it says nothing */
                "@0*100/1000 900 app/Rates 7 owner web-1 app.Rates.get\n"
                "@300*100/1000 200 app/Rates 8 other owner app.Rates.put\n");
    ck_assert_str_eq(text_of("holder_site"), "app.Other.work");
}
END_TEST

START_TEST(what_is_not_done_in_the_method_that_enters_a_monitor_is_not_done_with_it) {
    runs("app.Main.run;app.Rates.put;app.Rates.compute", "owner", 0, 20000);
    runs("app.Main.run;app.Other.work", "owner", 20000, 60000);
    static const char waits[] = ENTER "@0*60/1000 900 app/Rates 7 owner web-1 app.Rates.get\n",
                      own[] =
                          "@950*60/1000 20 app/Rates 7 other owner app.Rates.put\n" READ
                          "@100*60/1000 700 9 db java.net.Socket.read,app.Main.run - 25 owner\n";
    severity_of("JavaBlocking", waits); /* by which method it has it is not known */
    ck_assert_str_eq(text_of("holder_site"), "app.Other.work");
    severity_of("JavaBlocking", /* nor where waits have no stacks */
                "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T "
                "eventThread:T\n"
                "@0*60/1000 900 app/Rates 7 owner web-1\n"
                "@950*60/1000 20 app/Rates 7 other owner\n");
    ck_assert_str_eq(text_of("holder_site"), "app.Other.work");
    char told[1000];
    snprintf(told, sizeof told, "%s%s", waits, own);
    severity_of("JavaBlocking", told);
    ck_assert_str_eq(text_of("holder_site"), "app.Rates.compute");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
}
END_TEST

/* ==== Locks of java.util.concurrent ========================================================= */

/* web-1 stops waiting at 500, web-2 at 1000: the first has it in between. */
#define TURNS(address)                                 \
    "@0*60/2000 500 web-1 " LOCK "app.Bank.pay 4711\n" \
    "@0*60/2000 1000 web-2 " LOCK "app.Bank.pay " address "\n"

START_TEST(who_stops_waiting_for_a_lock_has_it_until_the_next_one_does) {
    severity_of("WaitingForThreads", PARK TURNS("4711") READ
                "@510*60/2000 480 9 db java.net.Socket.read,app.Bank.book - 25 web-1\n"
                "@0*60/2000 1900 9 db java.net.Socket.read,app.Mail.fetch - 25 mail-1\n");
    ck_assert_str_eq(text_of("what"), "for a ReentrantLock");
    ck_assert_str_eq(text_of("holder_did"), "read from a socket");
    ck_assert_str_eq(text_of("holder_site"), "app.Bank.book");
    ck_assert_str_eq(text_of("meanwhile_did"), "");
    severity_of("WaitingForThreads", /* not of that lock */
                PARK TURNS("4712") READ
                "@510*60/2000 480 9 db java.net.Socket.read,app.Bank.book - 25 web-1\n"
                "@0*60/2000 1900 9 db java.net.Socket.read,app.Mail.fetch - 25 mail-1\n");
    ck_assert_str_eq(text_of("holder_did"), "");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.fetch");
}
END_TEST

START_TEST(who_waits_for_the_lock_again_does_not_have_it_any_more) {
    severity_of("WaitingForThreads",
                PARK TURNS("4711") "@600*60/2000 410 web-1 " LOCK "app.Bank.pay 4711\n" READ
                                   "@510*60/2000 80 9 db java.net.Socket.read,app.Bank.book - 25 "
                                   "web-1\n"
                                   "@610*60/2000 360 9 db java.net.Socket.read,app.Bank.none - 25 "
                                   "web-1\n");
    ck_assert_str_eq(text_of("holder_site"), "app.Bank.book");
}
END_TEST

START_TEST(of_a_lock_little_of_whose_time_is_known_it_is_said_what_was_done_meanwhile) {
    static const char *const told[] = {
        PARK TURNS("4711") READ /* 210 of 500 ms are more than 40 %, 190 are not */
        "@510*60/2000 210 9 db java.net.Socket.read,app.Bank.book - 25 web-1\n",
        PARK TURNS("4711") READ
        "@510*60/2000 190 9 db java.net.Socket.read,app.Bank.book - 25 web-1\n"};
    for (int i = 0; i < 2; i++) {
        severity_of("WaitingForThreads", told[i]);
        ck_assert_str_eq(text_of("holder_site"), i ? "" : "app.Bank.book");
        ck_assert_str_eq(text_of("meanwhile_site"), i ? "app.Bank.book" : "");
    }
}
END_TEST

#define TO_READ UNSAFE "java.util.concurrent.locks.ReentrantReadWriteLock$ReadLock.lock,"
#define TO_WRITE UNSAFE "java.util.concurrent.locks.ReentrantReadWriteLock$WriteLock.lock,"

START_TEST(who_waits_to_read_does_not_wait_for_who_was_let_in_to_read) {
    static const struct {
        const char *first, *then, *holder;
    } cases[] = {{TO_READ, TO_READ, ""},
                 {TO_READ, TO_WRITE, "app.Bank.book"},
                 {TO_WRITE, TO_READ, "app.Bank.book"},
                 {TO_WRITE, TO_WRITE, "app.Bank.book"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told,
                 PARK "@0*60/2000 500 web-1 %sapp.Bank.pay 4711\n"
                      "@0*60/2000 1000 web-2 %sapp.Bank.pay 4711\n" READ
                      "@510*60/2000 480 9 db java.net.Socket.read,app.Bank.book - 25 web-1\n"
                      "@0*60/2000 1900 9 db java.net.Socket.read,app.Mail.fetch - 25 mail-1\n",
                 cases[i].first, cases[i].then);
        severity_of("WaitingForThreads", told);
        ck_assert_str_eq(text_of("holder_site"), cases[i].holder);
        ck_assert_str_eq(text_of("meanwhile_site"), *cases[i].holder ? "" : "app.Mail.fetch");
    }
}
END_TEST

START_TEST(what_the_jvm_does_for_itself_is_not_waited_for) {
    runs("[GC]", "GC Thread#1", 0, 120000);
    runs("app.Main.run;app.Rates.load", "rates", 0, 20000);
    severity_of("WaitingForThreads", PARK TURNS("4712"));
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Rates.load");
    ck_assert_double_eq_tol(number_of("meanwhile_percent"), 100, 0.01);
}
END_TEST

START_TEST(a_lock_whose_holder_waits_for_a_monitor_is_followed_into_it) {
    runs("app.Main.run;app.Rates.compute", "rates", 0, 120000);
    severity_of("WaitingForThreads", PARK TURNS("4711") ENTER
                "@510*60/2000 480 app/Rates 7 rates web-1 app.Rates.get\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for app.Rates");
    ck_assert_str_eq(text_of("chain"), "whose holder ran in app.Rates.compute");
    ck_assert_str_eq(text_of("end_site"), "app.Rates.compute");
}
END_TEST

START_TEST(a_holder_that_waits_for_a_future_waits_for_who_works_then) {
    severity_of("WaitingForThreads",
                PARK TURNS("4711") "@510*60/2000 480 web-1 " FUTURE "app.Bank.ask 0\n" READ
                                   "@510*60/2000 470 9 db java.net.Socket.read,app.Mail.fetch - 25 "
                                   "mail-1\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for a future");
    ck_assert_str_eq(text_of("chain"), "while mail-* read from a socket in app.Mail.fetch");
}
END_TEST

/* ==== Queues that lend ====================================================================== */

#define TAKE(first, length, thread)                    \
    "@" first "*30/3000 " length " " thread " " UNSAFE \
    "java.util.concurrent.ArrayBlockingQueue.take,app.Pool.borrow,app.Page.show 0\n"
/* Always two of three wait: each has what is lent for a second of three. */
#define LENT TAKE("0", "2000", "web-1") TAKE("1000", "2000", "web-2") TAKE("2000", "2000", "web-3")

START_TEST(who_waits_for_what_a_queue_lends_waits_for_others) {
    ck_assert_int_eq(severity_of("WaitingForThreads", PARK LENT READ
                                 "@2000*30/3000 990 9 db java.net.Socket.read,app.Page.ask - 25 "
                                 "web-1\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("what"), "for an item in a queue");
    ck_assert_str_eq(text_of("site"), "app.Pool.borrow");
    ck_assert_double_eq(number_of("threads"), 3);
    ck_assert_double_eq_tol(number_of("waiting_percent"), 50, 0.01); /* of 120 s */
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Page.ask");
}
END_TEST

START_TEST(who_waits_for_work_waits_as_it_comes) {
    static const char *const idle[] = {
        PARK TAKE("0", "2000", "web-1") TAKE("0", "2000", "web-2") TAKE("0", "2000", "web-3"),
        PARK TAKE("0", "2000", "web-1") TAKE("1000", "2000", "web-2"), /* two are too few */
        PARK TAKE("0", "2000", "web-1") TAKE("500", "2500", "web-2") TAKE("1500", "1600", "web-3"),
        /* one that never waits again */
        PARK TAKE("0", "2000", "web-1")
            TAKE("1000", "2000", "web-2") "@2000*9/3000 2000 web-3 " UNSAFE
                                          "java.util.concurrent.ArrayBlockingQueue.take,app.Pool."
                                          "borrow,app.Page.show 0\n"};
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++)
        ck_assert_msg(severity_of("WaitingForThreads", idle[i]) == RULE_OK, "%zu", i);
}
END_TEST

/* ==== Pools ================================================================================= */

#define WAITS(thread) "@0*100/1000 900 " thread " " FUTURE "app.Page.show" WORKER " 0\n"

START_TEST(a_pool_whose_threads_wait_for_its_own_tasks_is_named) {
    ck_assert_int_eq(severity_of("PoolWaitsForItself", PARK WAITS("page-1") WAITS("page-2") READ
                                 "@0*100/1000 800 9 db java.net.Socket.read,app.Page.part - 25 "
                                 "page-3\n"),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("pool"), "page-*");
    ck_assert_double_eq(number_of("threads"), 3);
    ck_assert_double_eq_tol(number_of("taken_percent"), 75, 0.01);
    ck_assert_double_eq_tol(number_of("waiting_on_average"), 1.5, 0.001);
    ck_assert_str_eq(text_of("what"), "for a future");
    ck_assert_str_eq(text_of("site"), "app.Page.show");
    ck_assert_double_eq(number_of("own"), 1);
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Page.part");
}
END_TEST

START_TEST(a_pool_that_waits_for_another_or_has_threads_left_does_not_wait_for_itself) {
    static const char *const quiet[] = {
        PARK WAITS("page-1") WAITS("page-2") READ /* another works */
        "@0*100/1000 800 9 db java.net.Socket.read,app.Mail.fetch - 25 mail-1\n",
        PARK WAITS("page-1") WAITS("page-2") "@0*100/1000 990 page-3 " IDLE
                                             " 0\n", /* one is free */
        PARK WAITS("page-1"),                        /* one alone */
        PARK WAITS("page-1") WAITS("page-2")         /* less than half */
        "@0 1 page-3 app.Main.run 0\n@0 1 page-4 app.Main.run 0\n@0 1 page-5 app.Main.run 0\n",
        PARK "@0*100/1000 900 page-1 " FUTURE "app.Page.show 0\n" /* no pool runs them */
             "@0*100/1000 900 page-2 " FUTURE "app.Page.show 0\n",
        PARK "@0*4/1000 900 page-1 " FUTURE "app.Page.show" WORKER " 0\n" /* seldom */
             "@0*5/1000 900 page-2 " FUTURE "app.Page.show" WORKER " 0\n",
        PARK "@0*100/1000 900 page-1 " UNSAFE
             "java.util.concurrent.CyclicBarrier.dowait,app.Page.show" WORKER " 0\n"
             "@0*100/1000 900 page-2 " UNSAFE
             "java.util.concurrent.CyclicBarrier.dowait,app.Page.show" WORKER " 0\n"};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        ck_assert_msg(severity_of("PoolWaitsForItself", quiet[i]) == RULE_OK, "%zu", i);
}
END_TEST

#define TIMED(timeout)                                                       \
    "jdk.ThreadPark duration:d timeout:l eventThread:T stackTrace:K\n"       \
    "@0*100/1000 900 " timeout " page-1 " FUTURE "app.Page.show" WORKER "\n" \
    "@0*100/1000 900 0 page-2 " FUTURE "app.Page.show" WORKER "\n"

START_TEST(of_a_pool_that_waits_while_nobody_is_known_to_work_it_is_info_at_most) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {PARK WAITS("page-1") WAITS("page-2"), RULE_INFO},
        {PARK "@0*100/1000 490 page-1 " FUTURE "app.Page.show" WORKER " 0\n"
              "@0*100/1000 490 page-2 " FUTURE "app.Page.show" WORKER " 0\n",
         RULE_INFO}, /* 40.8 % of the time */
        {PARK "@0*100/1000 470 page-1 " FUTURE "app.Page.show" WORKER " 0\n"
              "@0*100/1000 470 page-2 " FUTURE "app.Page.show" WORKER " 0\n",
         RULE_OK},                     /* 39.2 % */
        {TIMED("900000000"), RULE_OK}, /* half of it until the time-out */
        {TIMED("900000001"), RULE_INFO},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_int_eq(severity_of("PoolWaitsForItself", cases[i].told), cases[i].severity);
}
END_TEST

/* ==== Who never waits for the lock ========================================================== */

#define SLEEP "jdk.ThreadSleep duration:d time:l eventThread:T stackTrace:K\n"
/* Two that wait for 900 of each 1,000 ms, both until 950. */
#define BOTH                                                                  \
    PARK "@50*100/1000 900 web-1 " LOCK "app.Prices.of,app.web.Page.show 1\n" \
         "@50*100/1000 900 web-2 " LOCK "app.Prices.of,app.web.Page.show 1\n"
#define SLEEPS(rows, ms) \
    SLEEP "@" rows " " ms " 1 export java.lang.Thread.sleep,app.Export.send,cron.Jobs.run\n"

START_TEST(what_ends_with_the_waits_and_lasts_as_long_is_done_with_the_lock) {
    static const struct {
        const char *told, *site;
    } cases[] = {
        {SLEEPS("40*100/1000", "905"), "app.Export.send"},
        {SLEEPS("319*100/1000", "630"), "app.Export.send"}, /* for 70 % of the wait */
        {SLEEPS("321*100/1000", "628"), ""},
        {SLEEPS("40*100/1000", "891"), "app.Export.send"}, /* 19 ms before them */
        {SLEEPS("40*100/1000", "889"), ""},
        {SLEEPS("40*100/1000", "911"), ""}, /* they ended before it did */
        {SLEEPS("0*2000/50", "49"), ""},    /* a clock ends with anything */
        {SLEEPS("40*61/1000", "905"), "app.Export.send"},
        {SLEEPS("40*59/1000", "905"), ""}, /* with less than 60 % of them */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s", BOTH, cases[i].told);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_WARNING);
        ck_assert_msg(strcmp(text_of("holder_site"), cases[i].site) == 0, "case %zu: %s", i,
                      text_of("holder_site"));
        ck_assert_str_eq(text_of("holder_did"), *cases[i].site ? "slept" : "");
        ck_assert_str_eq(text_of("holder_caller"), *cases[i].site ? "cron.Jobs.run" : "");
    }
}
END_TEST

/* Who stopped waiting last is known to have had it for so much of 900 ms. */
START_TEST(who_is_known_to_have_had_a_lock_for_a_quarter_of_the_waits_is_told_of_first) {
    for (int ms = 220; ms <= 230; ms += 10) {
        char told[2000];
        snprintf(told, sizeof told,
                 PARK "@50*100/1000 900 web-1 " LOCK "app.Prices.of 1\n"
                      "@%d*100/1000 %d web-2 " LOCK "app.Prices.of 1\n" SLEEP
                      "@1060*98/1000 %d 1 web-2 java.lang.Thread.sleep,app.Rest.rest\n"
                      "@40*100/1000 905 1 export java.lang.Thread.sleep,app.Export.send\n",
                 50 + ms, 900 - ms, ms - 20);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_WARNING);
        ck_assert_str_eq(text_of("holder_site"), ms < 230 ? "app.Export.send" : "app.Rest.rest");
    }
}
END_TEST

START_TEST(of_few_waits_any_may_end_when_something_does) {
    for (int ends = 4; ends <= 5; ends++) {
        char told[2000];
        snprintf(told, sizeof told,
                 PARK "@50*%d/20000 18000 web-1 " LOCK "app.Prices.of 1\n"
                      "@50*%d/20000 18000 web-2 " LOCK "app.Prices.of 1\n"
                      "@50*%d/20000 18000 web-3 " LOCK "app.Prices.of 1\n" SLEEP
                      "@40*%d/20000 18005 1 export java.lang.Thread.sleep,app.Export.send\n",
                 ends, ends, ends, ends);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_WARNING);
        ck_assert_str_eq(text_of("holder_site"), ends == 5 ? "app.Export.send" : "");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("lock_chains");
    TCase *c = tcase_create("lock_chains");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, what_the_holder_of_the_next_lock_does_is_the_end_of_the_chain);
    tcase_add_test(c, a_chain_of_three_locks_is_followed_to_what_runs);
    tcase_add_test(c, waits_of_the_jvms_start_up_alone_are_no_warning);
    tcase_add_test(c, locks_in_a_circle_end_where_they_began);
    tcase_add_test(c, who_had_a_lock_for_less_than_half_of_the_time_in_a_wait_is_not_followed);
    tcase_add_test(c, what_a_holder_did_before_it_got_the_lock_was_not_done_with_it);
    tcase_add_test(c, what_is_not_done_in_the_method_that_enters_a_monitor_is_not_done_with_it);
    tcase_add_test(c, who_stops_waiting_for_a_lock_has_it_until_the_next_one_does);
    tcase_add_test(c, who_waits_for_the_lock_again_does_not_have_it_any_more);
    tcase_add_test(c, of_a_lock_little_of_whose_time_is_known_it_is_said_what_was_done_meanwhile);
    tcase_add_test(c, who_waits_to_read_does_not_wait_for_who_was_let_in_to_read);
    tcase_add_test(c, what_the_jvm_does_for_itself_is_not_waited_for);
    tcase_add_test(c, a_lock_whose_holder_waits_for_a_monitor_is_followed_into_it);
    tcase_add_test(c, a_holder_that_waits_for_a_future_waits_for_who_works_then);
    tcase_add_test(c, who_waits_for_what_a_queue_lends_waits_for_others);
    tcase_add_test(c, who_waits_for_work_waits_as_it_comes);
    tcase_add_test(c, a_pool_whose_threads_wait_for_its_own_tasks_is_named);
    tcase_add_test(c, a_pool_that_waits_for_another_or_has_threads_left_does_not_wait_for_itself);
    tcase_add_test(c, of_a_pool_that_waits_while_nobody_is_known_to_work_it_is_info_at_most);
    tcase_add_test(c, what_ends_with_the_waits_and_lasts_as_long_is_done_with_the_lock);
    tcase_add_test(c, who_is_known_to_have_had_a_lock_for_a_quarter_of_the_waits_is_told_of_first);
    tcase_add_test(c, of_few_waits_any_may_end_when_something_does);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
