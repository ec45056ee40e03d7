/* What lends in turns, and is made by hand: of conditions, of Object.wait; what samples of native
 * code say of those who had a lock, and of those who wait for a disk or a name. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define WAIT "jdk.JavaMonitorWait duration:d eventThread:T notifier:T stackTrace:K\n"
#define ENTER                                                                                 \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T " \
    "stackTrace:K\n"
#define NATIVE "jdk.NativeMethodSample stackTrace:K sampledThread:T\n"
#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define FORCE "jdk.FileForce duration:d path:s stackTrace:K eventThread:T\n"

/* ==== What is lent ========================================================================== */

#define CONDITION                                  \
    "jdk.internal.misc.Unsafe.park,"               \
    "java.util.concurrent.locks.LockSupport.park," \
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await,"
/* Always two of three wait: each has what is lent for a second of three. */
#define AWAITS(first, thread, frames) "@" first "*30/3000 2000 " thread " " CONDITION frames "\n"
#define IN_TURNS(frames) \
    AWAITS("0", "web-1", frames) AWAITS("1000", "web-2", frames) AWAITS("2000", "web-3", frames)

START_TEST(who_waits_on_a_condition_in_turns_waits_for_what_is_lent) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {IN_TURNS("app.Pool.lease,app.Page.show"), RULE_INFO},
        {AWAITS("0", "web-1", "app.Pool.lease") AWAITS("1000", "web-2", "app.Pool.lease"), RULE_OK},
        {AWAITS("0", "web-1", "app.Pool.lease") AWAITS("0", "web-2", "app.Pool.lease")
             AWAITS("0", "web-3", "app.Pool.lease"),
         RULE_OK}, /* all or none: for work */
        {IN_TURNS("java.util.concurrent.LinkedBlockingQueue.take,java.util.concurrent."
                  "ThreadPoolExecutor.getTask"),
         RULE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s", PARK, cases[i].told);
        ck_assert_msg(severity_of("WaitingForThreads", told) == cases[i].severity, "case %zu", i);
        if (i) continue;
        ck_assert_str_eq(text_of("what"), "to be woken");
        ck_assert_str_eq(text_of("site"), "app.Pool.lease");
        ck_assert_double_eq(number_of("threads"), 3);
        ck_assert_double_eq(number_of("waits"), 90);
    }
}
END_TEST

#define TAKES                                      \
    "jdk.internal.misc.Unsafe.park,"               \
    "java.util.concurrent.locks.LockSupport.park," \
    "java.util.concurrent.ArrayBlockingQueue.poll,app.Pool.borrow,"
/* How many of the four wait changes all the time. */
#define BORROWS(frames)                                                                  \
    "@0*30/3000 2000 web-1 " TAKES frames "\n@700*30/3000 2000 web-2 " TAKES frames "\n" \
    "@1500*30/3000 2000 web-3 " TAKES frames "\n@2300*30/3000 1500 web-4 " TAKES frames "\n"

START_TEST(who_works_in_a_call_that_waits_for_what_a_queue_has_and_out_of_it_was_lent_it) {
    static const struct {
        const char *told, *inside, *outside;
        int64_t inside_ms, outside_ms;
        enum rule_severity severity;
    } cases[] = {
        {BORROWS("app.Page.show,app.Web.serve,app.Web.run"),
         "app.Web.run;app.Web.serve;app.Page.show;app.Db.ask", "app.Web.run;app.Web.serve", 200,
         200, RULE_INFO},
        {BORROWS("app.Page.show,app.Web.serve,app.Web.run"),
         "app.Web.run;app.Web.serve;app.Page.show;app.Db.ask", "app.Web.run;app.Web.serve", 180,
         200, RULE_OK},
        {BORROWS("app.Page.show,app.Web.serve,app.Web.run"),
         "app.Web.run;app.Web.serve;app.Page.show;app.Db.ask", "app.Web.run;app.Web.serve", 200,
         180, RULE_OK},
        {BORROWS("app.Page.show,app.Web.serve,app.Web.run"),
         "app.Web.run;app.Web.serve;app.Page.show;app.Db.ask", "app.Web.run;app.Web.serve", 4200,
         200, RULE_OK}, /* what little is out of it may be said to be the loop's */
        {BORROWS("app.Web.run"), "app.Web.run;app.Db.ask", "app.Other.run", 200, 200,
         RULE_OK}, /* what a thread begins with is a loop */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[3000];
        teardown();
        setup();
        snprintf(told, sizeof told, "%s%s", PARK, cases[i].told);
        runs(cases[i].inside, "web-1", 2100, 2100 + cases[i].inside_ms);
        runs(cases[i].outside, "web-1", 8000, 8000 + cases[i].outside_ms);
        ck_assert_msg(severity_of("WaitingForThreads", told) == cases[i].severity, "case %zu", i);
        if (!i) ck_assert_str_eq(text_of("site"), "app.Pool.borrow");
    }
}
END_TEST

#define ASKS_FOR(ms, thread) \
    "@0*100/1000 " ms " 9 db java.net.Socket.read,app.Mail.send - 25 " thread "\n"
#define PARKS(thread) PARK "@0*100/1000 600 " thread " " CONDITION "app.Belt.put,app.Maker.run\n"

START_TEST(who_parks_on_a_condition_waits_for_the_only_one_that_is_busy) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR("300", "packer-1"), RULE_INFO},
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR("299", "packer-1"), RULE_OK},
        {PARKS("m-1") READ ASKS_FOR("300", "packer-1"), RULE_OK},
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR("300", "packer-1") ASKS_FOR("1", "clock"),
         RULE_OK}, /* it may be the one */
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR(
             "300", "packer-1") "@0*19/1000 1 9 db java.net.Socket.read,app.Mail.send - 25 clock\n",
         RULE_INFO}, /* not that often */
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR(
             "300", "packer-1") "@0*20/1000 1 9 db java.net.Socket.read,app.Mail.send - 25 clock\n",
         RULE_OK},
        {PARKS("m-1") PARKS("m-2") PARKS("m-3") READ ASKS_FOR("400", "packer-1")
             ASKS_FOR("300", "packer-2"),
         RULE_INFO}, /* two of one pool, for three */
        {PARKS("m-1") PARKS("m-2") READ ASKS_FOR("300", "packer-1") ASKS_FOR("300", "packer-2"),
         RULE_OK}, /* as many as wait */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s@0 1 - boot java.lang.Object.wait,app.Boot.run\n%s", WAIT,
                 cases[i].told);
        ck_assert_msg(severity_of("WaitingToBeNotified", told) == cases[i].severity, "case %zu: %s",
                      i, finding.outcome ? finding.outcome->name : "none");
        if (i) continue;
        ck_assert_str_eq(text_of("site"), "app.Belt.put");
        ck_assert_str_eq(text_of("notified_by"), "packer-*");
        ck_assert_str_eq(text_of("meanwhile_did"), "read from a socket");
    }
}
END_TEST

/* Parks are recorded, though nobody is seen in one. */
#define PARKED PARK "@0 9 idle " CONDITION "java.util.concurrent.ThreadPoolExecutor.getTask\n"
#define WAITS(first, thread, notifier) \
    "@" first "*30/3000 2000 " thread " " notifier " java.lang.Object.wait,app.Pool.borrow\n"

START_TEST(who_waits_by_object_wait_does_so_in_turns_if_the_others_wake_it) {
    static const struct {
        const char *of_1, *of_2, *of_3;
        enum rule_severity severity;
    } cases[] = {
        {"web-2", "web-3", "web-1", RULE_INFO},
        {"web-2", "web-3", "boss", RULE_INFO}, /* a third of the time */
        {"web-2", "boss", "boss", RULE_OK},    /* somebody brings work */
        {"boss", "boss", "boss", RULE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told,
                 WAIT WAITS("0", "web-1", "%s") WAITS("1000", "web-2", "%s")
                     WAITS("2000", "web-3", "%s") PARKED,
                 cases[i].of_1, cases[i].of_2, cases[i].of_3);
        ck_assert_msg(severity_of("WaitingForThreads", told) == cases[i].severity, "case %zu", i);
    }
}
END_TEST

#define HALF(first, thread, notifier) \
    "@" first "*15/6000 2000 " thread " " notifier " java.lang.Object.wait,app.Pool.borrow\n"

START_TEST(where_others_wake_half_of_them_they_wait_in_turns) {
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 WAIT HALF("0", "web-1", "web-2") HALF("3000", "web-1", "boss")
                                     HALF("1000", "web-2", "web-3") HALF("4000", "web-2", "boss")
                                         HALF("2000", "web-3", "web-1")
                                             HALF("5000", "web-3", "boss") PARKED),
                     RULE_INFO);
}
END_TEST

#define LONGER(first, thread, rest) "@" first "*40/3000 2000 " thread " " rest "\n"
#define THREE_LONGER(rest_1, rest_2, rest_3) \
    LONGER("0", "web-1", rest_1)             \
    LONGER("1000", "web-2", rest_2) LONGER("2000", "web-3", rest_3)
#define BY_WAIT " java.lang.Object.wait,app.Pool.borrow"

/* 80 s each of 120 s. */
START_TEST(what_is_lent_is_a_warning_only_where_it_is_known_who_wakes_whom) {
    ck_assert_int_eq(
        severity_of("WaitingForThreads",
                    PARK THREE_LONGER(CONDITION "app.Pool.lease", CONDITION "app.Pool.lease",
                                      CONDITION "app.Pool.lease")),
        RULE_INFO);
    ck_assert_int_eq(
        severity_of("WaitingForThreads",
                    WAIT THREE_LONGER("web-2" BY_WAIT, "web-3" BY_WAIT, "web-1" BY_WAIT) PARKED),
        RULE_WARNING);
}
END_TEST

/* Two wait for 1 s, then one. */
START_TEST(what_is_lent_has_as_many_waiting_for_70_percent_of_the_time) {
    for (int alone = 428; alone <= 429; alone++) {
        char told[2000];
        snprintf(told, sizeof told,
                 PARK "@0*20/%d 1000 web-1 " CONDITION
                      "app.Pool.lease\n@0*20/%d 1000 web-2 " CONDITION
                      "app.Pool.lease\n@1000*20/%d %d web-3 " CONDITION "app.Pool.lease\n",
                 1000 + alone, 1000 + alone, 1000 + alone, alone);
        severity_of("WaitingForThreads", told);
        ck_assert_str_eq(text_of("site"), alone == 428 ? "app.Pool.lease" : "");
    }
}
END_TEST

/* ==== Who looks in now and then ============================================================== */

#define SLEEP "jdk.ThreadSleep duration:d time:d eventThread:T stackTrace:K\n"
#define WAITS_FOR_100_S(thread)                                                \
    "@0*100/1000 1000 " thread " java.util.concurrent.locks.LockSupport.park," \
    "java.util.concurrent.FutureTask.awaitDone,app.Outbox.send\n"
#define WAITED PARK WAITS_FOR_100_S("web-1") WAITS_FOR_100_S("web-2") WAITS_FOR_100_S("web-3")

START_TEST(who_does_little_and_sleeps_is_waited_for_until_it_looks_in) {
    static const struct {
        const char *sleeps, *did;
        int64_t ran_ms;
    } cases[] = {
        {"@0*100/1000 900 900 pump java.lang.Thread.sleep,app.Outbox.pump\n", "slept", 19980},
        {"@0*100/1000 900 900 pump java.lang.Thread.sleep,app.Outbox.pump\n", "ran", 20000},
        {"@0*100/1000 500 500 pump java.lang.Thread.sleep,app.Outbox.pump\n", "slept", 2000},
        {"@0*100/1000 499 499 pump java.lang.Thread.sleep,app.Outbox.pump\n", "ran", 2000},
        {"@0*100/1000 900 900 clock java.lang.Thread.sleep,app.Clock.tick\n", "ran", 2000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told, "%s%s%s", WAITED, SLEEP, cases[i].sleeps);
        teardown();
        setup();
        runs("app.Outbox.pump;app.Outbox.deliver", "pump", 0, cases[i].ran_ms);
        /* Of a tenth of the time at least it has to be known what they waited for. */
        bool known = strcmp(cases[i].did, "slept") == 0 || cases[i].ran_ms >= 10000;
        ck_assert_int_eq(severity_of("WaitingForThreads", told), known ? RULE_WARNING : RULE_INFO);
        ck_assert_msg(strcmp(text_of("meanwhile_did"), cases[i].did) == 0, "case %zu", i);
        ck_assert_str_eq(text_of("meanwhile_threads"), "pump");
    }
}
END_TEST

/* ==== Native code ============================================================================ */

#define DEFLATES " java.util.zip.Deflater.deflateBytesBytes,app.Log.roll,app.Log.add "

START_TEST(what_the_holder_of_a_lock_has_the_jdk_do_in_native_code_is_said) {
    static const struct {
        const char *samples, *site;
    } cases[] = {
        {"@10*150/20" DEFLATES "owner-1\n", "app.Log.roll"},
        {"@10*150/20" DEFLATES "web-9\n", ""}, /* who does not have it */
        {"@10*150/20 java.net.Socket.read,app.Log.roll owner-1\n",
         ""},                                                   /* judged by what it reads */
        {"@10*150/20 app.Own.call,app.Log.roll owner-1\n", ""}, /* may wait */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told, "%s%s%s%s", ENTER,
                 "@0*3/1000 1000 app/Log 7 owner-1 web-1 app.Log.add\n", NATIVE, cases[i].samples);
        severity_of("JavaBlocking", told);
        ck_assert_str_eq(text_of("holder_site"), cases[i].site);
        if (*cases[i].site)
            ck_assert_str_eq(text_of("holder_did"), "ran java.util.zip.Deflater.deflateBytesBytes");
    }
}
END_TEST

/* What is asked of the JDK, if it is half of what runs there; what the JVM puts between is not. */
START_TEST(what_of_the_jdk_the_holder_of_a_lock_runs_is_said) {
    static const struct {
        const char *runs;
        int64_t own_ms;
        const char *did;
    } cases[] = {
        {";java.text.DateFormat.parse;sun.X.a", 1000, "ran java.text.DateFormat.parse"},
        {";java.text.DateFormat.parse;sun.X.a", 1020, "ran"},
        {";java.lang.invoke.Holder.call;java.lang.Concat.prepend", 0,
         "ran java.lang.Concat.prepend"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char stack[200];
        teardown();
        setup();
        snprintf(stack, sizeof stack, "app.Log.add;app.Log.roll%s", cases[i].runs);
        runs(stack, "owner-1", 0, 1000);
        runs("app.Log.add;app.Log.roll", "owner-1", 1000, 1000 + cases[i].own_ms);
        severity_of("JavaBlocking", ENTER "@0*3/1000 1000 app/Log 7 owner-1 web-1 app.Log.add\n");
        ck_assert_str_eq(text_of("holder_site"), "app.Log.roll");
        ck_assert_str_eq(text_of("holder_caller"), "app.Log.add");
        ck_assert_str_eq(text_of("holder_did"), cases[i].did);
    }
}
END_TEST

#define RECEIVES                                                                                \
    "sun.nio.ch.SocketDispatcher.read0,sun.nio.ch.NioSocketImpl.read,java.net.Socket.read,app." \
    "Log.send,app.Log.add "
#define LOCKS_FILE                                                                               \
    "sun.nio.ch.UnixFileDispatcherImpl.lock0,sun.nio.ch.UnixFileDispatcherImpl.lock,sun.nio.ch." \
    "FileChannelImpl.lock,app.Log.claim,app.Log.add "

/* In native code is who is met most, the acceptor, all of the 120 s: two samples of 80 are the 3 s
 * had. */
START_TEST(a_holder_that_waits_for_less_than_events_say_is_met_in_native_code) {
    static const struct {
        const char *told, *did, *site;
    } cases[] = {
        {"@10*2/1000 " RECEIVES "owner-1\n", "read from a socket", "app.Log.send"},
        {"@10*2/1000 " LOCKS_FILE "owner-1\n", "waited for the lock of a file", "app.Log.claim"},
        {"@10*2/1000 " RECEIVES "web-9\n", "", ""},       /* who does not have it */
        {"@5000*2/1000 " LOCKS_FILE "owner-1\n", "", ""}, /* at another time */
        {"@10*2/1000 " RECEIVES "owner-1\n" READ          /* said by events, each once */
         "@0*3/1000 900 9 db java.net.Socket.read,app.Log.fetch,app.Log.add - 25 owner-1\n",
         "read from a socket", "app.Log.fetch"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s%s%s", ENTER,
                 "@0*3/1000 1000 app/Log 7 owner-1 web-1 app.Log.add\n",
                 NATIVE "@0*80/20 sun.nio.ch.Net.accept,app.Net.take acceptor\n", cases[i].told);
        severity_of("JavaBlocking", told);
        ck_assert_str_eq(text_of("holder_did"), cases[i].did);
        ck_assert_str_eq(text_of("holder_site"), cases[i].site);
        if (i == 4) ck_assert_double_eq_tol(number_of("holder_percent"), 100, 1e-9);
    }
}
END_TEST

/* 3 s had; a sample is 20 ms. */
START_TEST(of_a_holder_of_whom_next_to_nothing_is_known_nothing_is_said) {
    for (int samples = 7; samples <= 8; samples++) {
        char told[1000];
        snprintf(told, sizeof told,
                 ENTER "@0*3/1000 1000 app/Log 7 owner-1 web-1 app.Log.add\n" NATIVE
                       "@10*%d/20" DEFLATES "owner-1\n",
                 samples);
        severity_of("JavaBlocking", told);
        ck_assert_str_eq(text_of("holder_site"), samples == 8 ? "app.Log.roll" : "");
    }
}
END_TEST

#define FORCES(count, thread) \
    "@0*" count "/20 sun.nio.ch.FileDispatcherImpl.force0,app.Log.sync " thread "\n"
#define ACCEPTS "@0*80/20 sun.nio.ch.Net.accept,app.Net.take acceptor\n"
#define READS(ms, thread) "@0*60/2000 " ms " 9 db java.net.Socket.read,app.Db.ask - 25 " thread "\n"

/* Of 120 s each. In native code is who is met most, the acceptor, all the time. */
START_TEST(what_is_forced_costs_what_is_left_of_the_time_at_most) {
    static const struct {
        const char *told;
        double cost;
    } cases[] = {
        /* 60 + 30 s, and 60 s each of answers: of 240 s */
        {NATIVE ACCEPTS FORCES("40", "a") FORCES("20", "b") READ READS("1000", "a")
             READS("1000", "b"),
         37.5},
        /* 120 s would be met, 20 s are left */
        {NATIVE ACCEPTS FORCES("80", "a") READ READS("1667", "a"), 100 * 19.98 / 120},
        /* nothing is left */
        {NATIVE ACCEPTS FORCES("80", "a") READ READS("2000", "a"), 0},
        /* events have 30 of 60 s: they count once */
        {NATIVE ACCEPTS FORCES("40", "a") READ READS("1000", "a") FORCE
         "@1200*30/4000 1000 /log sun.nio.ch.FileDispatcherImpl.force,app.Log.sync a\n",
         50},
        /* events have more than samples */
        {NATIVE ACCEPTS FORCES("20", "a") READ READS("1000", "a") FORCE
         "@1200*48/2000 750 /log sun.nio.ch.FileDispatcherImpl.force,app.Log.sync a\n",
         30},
        {NATIVE ACCEPTS
         "@0*40/20 java.io.FileDescriptor.sync0,app.Log.sync a\n" READ READS("1000", "a"),
         50},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        severity_of("SmallFileCalls", cases[i].told);
        ck_assert_int_eq(finding.cost_of, COST_OF_WAITERS);
        ck_assert_msg(fabs(finding.cost - cases[i].cost) < 1e-6, "%zu: %g", i, finding.cost);
    }
}
END_TEST

#define LOOKS_UP(count, site, thread) \
    "@0*" count "/20 java.net.Inet6AddressImpl.lookupAllHostAddr," site " " thread "\n"

START_TEST(where_names_are_looked_up_and_what_it_costs_is_said) {
    ck_assert_int_eq(severity_of("SlowNameLookups",
                                 NATIVE ACCEPTS LOOKS_UP("40", "app.Link.check,app.Crawl.page", "a")
                                     LOOKS_UP("30", "app.Mail.send,app.Main.run", "b")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("site"), "app.Link.check");
    ck_assert_str_eq(text_of("caller"), "app.Crawl.page");
    ck_assert_double_eq(number_of("samples"), 70);
    ck_assert_int_eq(finding.cost_of, COST_OF_WAITERS);
    ck_assert_double_eq_tol(finding.cost, 50, 1e-9);
    ck_assert_str_eq(finding.culprit, "app.Link.check");
}
END_TEST

/* ==== Threads ================================================================================ */

#define TOTALS "jdk.JavaThreadStatistics activeCount:l accumulatedCount:l\n@0*60/1000 9 20+100\n"
#define STARTS "jdk.ThreadStart stackTrace:K thread:T parentThread:T\n"
#define OF_JDK "java.util.concurrent.ThreadPoolExecutor.addWorker"

START_TEST(who_starts_threads_is_found_through_those_that_start_others) {
    static const struct {
        const char *told, *site;
    } cases[] = {
        {"@0 app.Rates.ask a main\n@5 " OF_JDK " b a\n@6 " OF_JDK " c b\n", "app.Rates.ask"},
        {"@0 app.Rates.ask a main\n@5 java.util.concurrent.ThreadPoolExecutor.addWorker,app.Pool."
         "grow b a\n@6 java.lang.Thread.start,app.Pool.grow c a\n",
         "app.Pool.grow"},
        {"@5 " OF_JDK " b a\n@6 " OF_JDK " c b\n", OF_JDK}, /* nobody of the program is known */
        {"@5 " OF_JDK " b b\n", OF_JDK},                    /* of damaged recordings */
        {"@0 app.Far.away a main\n@1 " OF_JDK " b a\n@2 " OF_JDK " c b\n@3 " OF_JDK
         " d c\n@4 " OF_JDK " e d\n@5 " OF_JDK " f e\n@6 " OF_JDK " g f\n@7 " OF_JDK " h g\n",
         "app.Far.away"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s%s", TOTALS, STARTS, cases[i].told);
        severity_of("ThreadsStarted", told);
        ck_assert_str_eq(text_of("site"), cases[i].site);
    }
}
END_TEST

/* ==== What no thread brings about =========================================================== */

#define TIMED "jdk.ThreadPark duration:d eventThread:T timeout:l stackTrace:K\n"
#define PAUSES(thread, timeout, frames)                                     \
    "@0*100/1000 900 " thread " " timeout " jdk.internal.misc.Unsafe.park," \
    "java.util.concurrent.locks.LockSupport.parkNanos," frames "\n"
#define BOTH_PAUSE(timeout, frames) \
    PAUSES("api-1", timeout, frames) PAUSES("api-2", timeout, frames)

START_TEST(who_waits_until_a_set_time_in_a_call_is_told_and_that_it_is_the_clock) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {BOTH_PAUSE("900000000", "app.Limit.acquire,app.Api.call"), RULE_INFO},
        {BOTH_PAUSE("900000001", "app.Limit.acquire,app.Api.call"), RULE_OK},  /* it was woken */
        {BOTH_PAUSE("900000000", "app.Limit.acquire,app.Limit.run"), RULE_OK}, /* a loop rests */
        {BOTH_PAUSE("900000000", "app.Limit.lambda$main$0,app.Api.call"), RULE_OK},
        {BOTH_PAUSE("900000000",
                    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await,"
                    "app.Limit.acquire,app.Api.call"),
         RULE_OK},
        {PAUSES("api-1", "900000000", "app.Limit.acquire,app.Api.call"), RULE_OK}, /* alone */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s", TIMED, cases[i].told);
        ck_assert_msg(severity_of("WaitingForThreads", told) == cases[i].severity, "case %zu", i);
        if (i) continue;
        ck_assert(strstr(text_of("what"), "for a set time"));
        ck_assert_str_eq(text_of("site"), "app.Limit.acquire");
        ck_assert(isnan(number_of("expired_percent")));
    }
}
END_TEST

START_TEST(where_others_are_waited_for_as_well_those_are_told) {
    char told[2000];
    snprintf(told, sizeof told, TIMED "%s%s%s",
             BOTH_PAUSE("900000000", "app.Limit.acquire,app.Api.call"),
             "@900*100/1000 95 web-1 0 jdk.internal.misc.Unsafe.park,"
             "java.util.concurrent.CountDownLatch.await,app.Page.show\n",
             "@900*100/1000 95 web-2 0 jdk.internal.misc.Unsafe.park,"
             "java.util.concurrent.CountDownLatch.await,app.Page.show\n");
    severity_of("WaitingForThreads", told);
    ck_assert_str_eq(text_of("site"), "app.Limit.acquire"); /* a tenth of the waits: no place */
    snprintf(told, sizeof told, TIMED "%s%s%s",
             BOTH_PAUSE("900000000", "app.Limit.acquire,app.Api.call"),
             "@0*100/1000 105 web-1 0 jdk.internal.misc.Unsafe.park,"
             "java.util.concurrent.CountDownLatch.await,app.Page.show\n",
             "@0*100/1000 105 web-2 0 jdk.internal.misc.Unsafe.park,"
             "java.util.concurrent.CountDownLatch.await,app.Page.show\n");
    severity_of("WaitingForThreads", told);
    ck_assert_str_eq(text_of("site"), "app.Page.show");
}
END_TEST

START_TEST(who_waits_for_a_process_is_told_and_not_what_threads_did) {
    ck_assert_int_eq(
        severity_of("WaitingForThreads", WAIT
                    "@0*100/1000 900 scan-1 reaper java.lang.Object.wait,"
                    "java.lang.ProcessImpl.waitFor,app.Scan.convert\n"
                    "@0*100/1000 900 scan-2 reaper java.lang.Object.wait,"
                    "java.lang.ProcessImpl.waitFor,app.Scan.convert\n" READ
                    "@0*100/1000 800 9 db java.net.Socket.read,app.Mail.send - 25 mail-1\n" PARKED),
        RULE_INFO);
    ck_assert_str_eq(text_of("what"), "for a process to end");
    ck_assert_str_eq(text_of("site"), "app.Scan.convert");
    ck_assert_str_eq(text_of("meanwhile_did"), "");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("made by hand");
    TCase *tcase = tcase_create("made by hand");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, who_waits_on_a_condition_in_turns_waits_for_what_is_lent);
    tcase_add_test(tcase, who_waits_by_object_wait_does_so_in_turns_if_the_others_wake_it);
    tcase_add_test(tcase, where_others_wake_half_of_them_they_wait_in_turns);
    tcase_add_test(tcase, what_is_lent_is_a_warning_only_where_it_is_known_who_wakes_whom);
    tcase_add_test(tcase, what_is_lent_has_as_many_waiting_for_70_percent_of_the_time);
    tcase_add_test(tcase, who_does_little_and_sleeps_is_waited_for_until_it_looks_in);
    tcase_add_test(tcase, what_the_holder_of_a_lock_has_the_jdk_do_in_native_code_is_said);
    tcase_add_test(tcase, what_of_the_jdk_the_holder_of_a_lock_runs_is_said);
    tcase_add_test(tcase,
                   who_works_in_a_call_that_waits_for_what_a_queue_has_and_out_of_it_was_lent_it);
    tcase_add_test(tcase, who_parks_on_a_condition_waits_for_the_only_one_that_is_busy);
    tcase_add_test(tcase, of_a_holder_of_whom_next_to_nothing_is_known_nothing_is_said);
    tcase_add_test(tcase, what_is_forced_costs_what_is_left_of_the_time_at_most);
    tcase_add_test(tcase, where_names_are_looked_up_and_what_it_costs_is_said);
    tcase_add_test(tcase, who_starts_threads_is_found_through_those_that_start_others);
    tcase_add_test(tcase, who_waits_until_a_set_time_in_a_call_is_told_and_that_it_is_the_clock);
    tcase_add_test(tcase, where_others_are_waited_for_as_well_those_are_told);
    tcase_add_test(tcase, who_waits_for_a_process_is_told_and_not_what_threads_did);
    tcase_add_test(tcase, a_holder_that_waits_for_less_than_events_say_is_met_in_native_code);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
