/* Who waits for what other threads do: futures, permits, notifications; and what those do then. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define FUTURE \
    "java.util.concurrent.locks.LockSupport.park,java.util.concurrent.FutureTask.awaitDone"
#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define ENTER                                                                                 \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T " \
    "stackTrace:K\n"

START_TEST(threads_that_wait_for_futures_of_a_pool_that_is_busy_wait_for_what_it_does) {
    ck_assert_int_eq(severity_of("WaitingForThreads", PARK
                                 "@0*100/1000 900 web-1 " FUTURE ",app.Page.show\n"
                                 "@0*100/1000 900 web-2 " FUTURE ",app.Page.show\n" READ
                                 "@0*100/1000 800 9 db java.net.Socket.read,app.Mail.send - 25 "
                                 "mail-1\n"),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a future");
    ck_assert_str_eq(text_of("site"), "app.Page.show");
    ck_assert_str_eq(text_of("pool"), "web-*");
    ck_assert_double_eq(number_of("threads"), 2);
    ck_assert_double_eq(number_of("waits"), 200);
    ck_assert_double_eq_tol(number_of("waiting_percent"), 75, 0.01);
    ck_assert_str_eq(text_of("meanwhile_did"), "read from a socket");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.send");
    ck_assert_str_eq(text_of("meanwhile_threads"), "mail-*");
    ck_assert_double_eq_tol(number_of("meanwhile_percent"), 100, 0.01);
    ck_assert(isnan(number_of("meanwhile_workers")) && isnan(number_of("started")));
}
END_TEST

START_TEST(of_a_pool_that_works_for_more_threads_it_is_said_how_many_it_has) {
#define WEB(n) "@0*100/1000 900 web-" n " " FUTURE ",app.Page.show\n"
#define MAIL(n) "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 mail-" n "\n"
    severity_of("WaitingForThreads", PARK WEB("1") WEB("2") WEB("3") READ MAIL("1") MAIL("2"));
    ck_assert_str_eq(text_of("meanwhile_threads"), "mail-*");
    ck_assert_double_eq(number_of("meanwhile_workers"), 2);
}
END_TEST

START_TEST(threads_that_are_started_where_others_wait_are_told_if_they_are_half_as_many) {
#define STARTS(count)                                                 \
    "jdk.ThreadStart stackTrace:K thread:T parentThread:T\n@0*" count \
    "/1000 java.lang.Thread.start,app.Page.show client-7 web-1\n"
    severity_of("WaitingForThreads", PARK WEB("1") WEB("2") STARTS("100"));
    ck_assert_double_eq(number_of("started"), 100);
    ck_assert_str_eq(text_of("started_pool"), "client-*");
    severity_of("WaitingForThreads", PARK WEB("1") WEB("2") STARTS("99"));
    ck_assert(isnan(number_of("started")));
}
END_TEST

START_TEST(threads_that_each_have_one_that_works_for_them_do_not_stand_in_line) {
    ck_assert_int_eq(severity_of("WaitingForThreads", PARK
                                 "@0*100/1000 900 web-1 " FUTURE ",app.Page.show\n"
                                 "@0*100/1000 900 web-2 " FUTURE ",app.Page.show\n" READ
                                 "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 "
                                 "mail-1\n"
                                 "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 "
                                 "mail-2\n"),
                     RULE_OK);
    ck_assert_str_eq(finding.outcome->name, "own");
}
END_TEST

/* One side of a pipeline alone; who waits for a result alone has its own worker. */
START_TEST(one_alone_is_held_up_where_work_is_handed_over) {
    static const char *const kinds[] = {"Exchanger.exchange", "ArrayBlockingQueue.put",
                                        "LinkedBlockingDeque.putLast", "SynchronousQueue.put"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char told[600];
        snprintf(told, sizeof told,
                 PARK "@0*100/1000 900 film-1 java.util.concurrent.locks.LockSupport.park,"
                      "java.util.concurrent.%s,app.Film.next\n" READ
                      "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 mail-1\n",
                 kinds[i]);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_INFO);
        ck_assert_str_eq(text_of("site"), "app.Film.next");
        ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.send");
    }
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 PARK "@0*100/1000 900 film-1 " FUTURE ",app.Film.next\n" READ
                                      "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - "
                                      "25 mail-1\n"),
                     RULE_OK);
}
END_TEST

#define WAITS                                               \
    PARK "@0*100/1000 900 web-1 " FUTURE ",app.Page.show\n" \
         "@0*100/1000 900 web-2 " FUTURE ",app.Page.show\n"

/* A tenth of what is waited is known to be done, as where the processors are taken. */
#define ASKS_FOR(ms, thread) \
    "@0*100/1000 " ms " 9 db java.net.Socket.read,app.Mail.send - 25 " thread "\n"
#define ASKS(thread, site) "@0*100/1000 90 9 db java.net.Socket.read," site " - 25 " thread "\n"

START_TEST(as_many_others_as_wait_work_for_them_however_little_is_known_of_it) {
    static const struct {
        const char *told, *outcome;
        enum rule_severity severity;
    } cases[] = {
        {ASKS("mail-1", "app.Mail.send") ASKS("mail-2", "app.Mail.send"), "own", RULE_OK},
        {ASKS("mail-1", "app.Mail.send"), "judged", RULE_WARNING},
        {ASKS("mail-1", "app.Mail.send") ASKS("fax-2", "app.Mail.send"), "judged", RULE_WARNING},
        {ASKS("web-1", "app.Mail.send") ASKS("web-2", "app.Mail.send"), "judged", RULE_WARNING},
        {ASKS("web-2", "app.Mail.send") ASKS("web-3", "app.Mail.send"), "judged", RULE_WARNING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told, "%s%s%s%s", PARK,
                 "@0*100/1000 900 web-1 " FUTURE ",app.Page.show\n"
                 "@0*100/1000 900 web-2 " FUTURE ",app.Page.show\n",
                 READ, cases[i].told);
        ck_assert_msg(severity_of("WaitingForThreads", told) == cases[i].severity, "case %zu", i);
        ck_assert_str_eq(finding.outcome->name, cases[i].outcome);
    }
}
END_TEST

START_TEST(who_asks_a_client_that_all_share_is_named) {
    static const struct {
        const char *stack, *site, *caller;
    } cases[] = {
        {"app.db.Client.ask,app.db.Client.query,app.web.Page.show", "app.db.Client.ask",
         "app.web.Page.show"},
        {"app.db.Client$Line.ask,app.db.Client.query,java.util.Map.get,app.db.Rows.all",
         "app.db.Client$Line.ask", "app.db.Rows.all"},
        {"driver.sql.io.Reader.read,driver.sql.Statement.run,com.zaxxer.hikari.Proxy.run,"
         "app.web.Page.show,org.springframework.web.Servlet.serve",
         "driver.sql.io.Reader.read", "app.web.Page.show"},
        {"app.web.Client.ask,app.web.Page.show,org.springframework.web.Servlet.serve",
         "app.web.Client.ask", "app.web.Page.show"},
        {"Client.ask,Page.show", "Client.ask", "Page.show"},
        {"Client.ask,org.apache.tomcat.Http.run", "Client.ask", ""},
        {"app.web.Client.ask,java.lang.Thread.run", "app.web.Client.ask", ""},
        /* in the same file, rather than what the thread begins with */
        {"app.Desk$Line.ask,app.Desk$Line.get,app.Desk$Page.show,app.Pool.lambda$start$0",
         "app.Desk$Line.ask", "app.Desk$Page.show"},
        {"app.Desk$Line.ask,app.Desk.show,app.Pool.run,java.lang.Thread.run", "app.Desk$Line.ask",
         "app.Desk.show"},
        {"app.Desk$Line.ask,app.Desk.show,app.Pool.lambda$start$0,app.Pool$$Lambda.run",
         "app.Desk$Line.ask", "app.Desk.show"},
        {"app.Desk$Line.ask,app.Desk.show,app.Pool.run,app.Main.main", "app.Desk$Line.ask",
         "app.Pool.run"},
        {"app.Desk$Line.ask,app.Desk.run", "app.Desk$Line.ask", ""},
        {"app.Desk.ask,app.Desk.show,app.Pool.run", "app.Desk.ask", "app.Desk.show"},
        {"app.Desk.ask,app.Desk.ask,app.Pool.run", "app.Desk.ask", "app.Pool.run"},
        {"app.Desk.ask,app.Desk.lambda$main$0,app.Desk.main", "app.Desk.ask", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 READ "@0*100/1000 800 64 tax java.net.Socket.read,%s - 443 web-1\n",
                 cases[i].stack);
        severity_of("SlowHost", told);
        ck_assert_str_eq(text_of("site"), cases[i].site);
        ck_assert_str_eq(text_of("caller"), cases[i].caller);
    }
}
END_TEST

START_TEST(of_a_host_on_this_machine_is_said_what_others_of_the_jvm_did_meanwhile) {
    static const struct {
        const char *address, *done;
        bool told;
    } cases[] = {
        {"127.0.0.1", "700 9 db java.net.Socket.read,app.Server.handle - 25 http-1", true},
        {"::1", "400 9 db java.net.Socket.read,app.Server.handle - 25 http-1", true},
        {"::1", "390 9 db java.net.Socket.read,app.Server.handle - 25 http-1", false},
        {"10.0.0.1", "700 9 db java.net.Socket.read,app.Server.handle - 25 http-1", false},
        {"::1", "700 9 db java.net.Socket.read,app.Other.ask - 25 web-1", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 READ "@0*100/1000 800 64 tax java.net.Socket.read,app.Client.ask %s 443 web-1\n"
                      "@0*100/1000 %s\n",
                 cases[i].address, cases[i].done);
        ck_assert_int_eq(severity_of("SlowHost", told), RULE_INFO);
        ck_assert_str_eq(text_of("site"), "app.Client.ask");
        ck_assert_str_eq(text_of("meanwhile_site"), cases[i].told ? "app.Server.handle" : "");
        ck_assert_str_eq(text_of("meanwhile_threads"), cases[i].told ? "http-*" : "");
        ck_assert_str_eq(text_of("meanwhile_did"), cases[i].told ? "read from a socket" : "");
    }
}
END_TEST

START_TEST(reads_that_the_jvm_left_out_are_said_of_a_host) {
    static const struct {
        const char *setting, *at_most;
    } cases[] = {{"0.9/s", "0.9/s"}, {"0.93/s", ""}, {"0.5/m", ""}, {"off", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 "jdk.ActiveSetting id:l name:s value:s\n@0 301 throttle %s\n" READ
                 "@0*100/1000 800 64 tax java.net.Socket.read,app.Client.ask - 443 web-1\n",
                 cases[i].setting);
        ck_assert_int_eq(severity_of("SlowHost", told), RULE_INFO);
        ck_assert_str_eq(text_of("at_most"), cases[i].at_most);
    }
}
END_TEST

/* 70 s of 120, and virtual threads live no longer than is known of them. */
START_TEST(what_virtual_threads_wait_is_a_share_of_what_is_known_of_them) {
    static const struct {
        const char *pool;
        double cost;
    } cases[] = {{"virtual", 100}, {"web", 70 / 1.2}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 READ "@0*70/1000 1000 64 tax java.net.Socket.read,app.Rates.ask - 443 %s-1\n",
                 cases[i].pool);
        ck_assert_int_eq(severity_of("SlowHost", told), RULE_INFO);
        ck_assert_double_eq_tol(finding.cost, cases[i].cost, 0.01);
    }
}
END_TEST

START_TEST(the_caller_of_what_is_waited_for_is_named_if_it_has_half_of_it) {
    static const struct {
        const char *told, *caller;
    } cases[] = {
        {"@0*100/1000 400 9 db java.net.Socket.read,Mail.send,Form.save - 25 mail-1\n"
         "@500*100/1000 400 9 db java.net.Socket.read,Mail.send,List.send - 25 mail-1\n",
         "Form.save"},
        {"@0*100/1000 300 9 db java.net.Socket.read,Mail.send,Form.save - 25 mail-1\n"
         "@300*100/1000 300 9 db java.net.Socket.read,Mail.send,List.send - 25 mail-1\n"
         "@600*100/1000 300 9 db java.net.Socket.read,Mail.send,Poll.send - 25 mail-1\n",
         ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told, "%s%s%s", WAITS, READ, cases[i].told);
        severity_of("WaitingForThreads", told);
        ck_assert_str_eq(text_of("meanwhile_site"), "Mail.send");
        ck_assert_str_eq(text_of("meanwhile_caller"), cases[i].caller);
    }
}
END_TEST

#define PERMIT                                                       \
    "java.util.concurrent.locks.LockSupport.park,"                   \
    "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire," \
    "java.util.concurrent.Semaphore.acquire"

/* As much waited as worked, as above: but who works has what the others wait for. */
START_TEST(threads_that_wait_for_permits_stand_in_line_however_many_there_are) {
    ck_assert_int_eq(severity_of("WaitingForThreads", PARK
                                 "@0*100/1000 900 web-1 " PERMIT ",app.Page.show\n"
                                 "@0*100/1000 900 web-2 " PERMIT ",app.Page.show\n" READ
                                 "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 "
                                 "web-3\n"
                                 "@0*100/1000 850 9 db java.net.Socket.read,app.Mail.send - 25 "
                                 "web-4\n"),
                     RULE_WARNING);
    ck_assert_str_eq(finding.outcome->name, "judged");
    ck_assert_str_eq(text_of("what"), "for a permit (Semaphore)");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.send");
}
END_TEST

#define SLEEP "jdk.ThreadSleep duration:d time:l eventThread:T stackTrace:K\n"
#define SLEEPS(thread, by) "@0*100/1000 850 850000000 " thread " java.lang.Thread.sleep," by "\n"

START_TEST(a_thread_that_looks_in_now_and_then_is_no_server) {
    for (int64_t at = 10; at < 20000; at += 1000) runs("app.Main.main", "main", at, at + 20);
    severity_of("SlowHost", READ "@0*100/1000 800 64 tax java.net.Socket.read,app.Client.ask ::1 "
                                 "443 web-1\n" SLEEP SLEEPS("main", "app.Main.main"));
    ck_assert_int_eq(finding.severity, RULE_INFO);
    ck_assert_str_eq(text_of("meanwhile_did"), "");
}
END_TEST

START_TEST(a_task_that_sleeps_works_for_who_waits_for_it_a_thread_between_rounds_does_not) {
    ck_assert_int_eq(
        severity_of("WaitingForThreads",
                    WAITS SLEEP SLEEPS("pool-1", "app.Job.call,java.util.concurrent.FutureTask.run")
                        SLEEPS("pool-2", "app.Job.call,java.util.concurrent.FutureTask.run")),
        RULE_INFO); /* which is no work */
    ck_assert_str_eq(finding.outcome->name, "own");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Job.call");
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 WAITS SLEEP SLEEPS("watchdog-1", "app.Watchdog.run")
                                     SLEEPS("watchdog-2", "app.Watchdog.run")),
                     RULE_INFO); /* nobody is known to work for them; nor do they themselves */
    ck_assert_str_eq(text_of("meanwhile_did"), "");
    ck_assert_int_eq(severity_of("WaitingForThreads", WAITS SLEEP SLEEPS("web-1", "app.Main.run")
                                                          SLEEPS("web-2", "app.Main.run")),
                     RULE_INFO);
    ck_assert_str_eq(text_of("meanwhile_did"), "");
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 WAITS SLEEP SLEEPS(
                                     "pool-1", "app.Job.call,java.util.concurrent.FutureTask.run")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_did"), "slept");
    ck_assert_str_eq(text_of("meanwhile_site"), "app.Job.call");
}
END_TEST

#define NOTIFIED "jdk.JavaMonitorWait duration:d notifier:T eventThread:T stackTrace:K\n"
#define HELD_UP(thread, ms, by) \
    "@0*100/1000 " ms " " by " " thread " java.lang.Object.wait,app.Belt.put,app.Maker.run\n"

START_TEST(who_waits_to_be_notified_by_one_that_is_busy_waits_for_what_it_does) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {HELD_UP("m-1", "600", "packer-1") HELD_UP("m-2", "600", "packer-1")
             READ ASKS_FOR("300", "packer-1"),
         RULE_INFO},
        {HELD_UP("m-1", "600", "packer-1") HELD_UP("m-2", "600", "packer-1")
             READ ASKS_FOR("299", "packer-1"),
         RULE_OK}, /* it is idle most of the time */
        {HELD_UP("m-1", "480", "packer-1") HELD_UP("m-2", "480", "packer-1")
             READ ASKS_FOR("400", "packer-1"),
         RULE_INFO},
        {HELD_UP("m-1", "479", "packer-1") HELD_UP("m-2", "479", "packer-1")
             READ ASKS_FOR("400", "packer-1"),
         RULE_OK},
        {HELD_UP("m-1", "600", "packer-1") READ ASKS_FOR("500", "packer-1"), RULE_OK},
        {HELD_UP("m-1", "600", "packer-1") HELD_UP("m-2", "600", "packer-2")
             READ ASKS_FOR("500", "packer-1") ASKS_FOR("500", "packer-2"),
         RULE_OK}, /* as many as wait */
        {HELD_UP("m-1", "600", "packer-1") HELD_UP("m-2", "600", "packer-1")
             SLEEP SLEEPS("packer-1", "app.Clock.run"),
         RULE_OK},
        {HELD_UP("m-1", "600", "-") HELD_UP("m-2", "600", "-") READ ASKS_FOR("500", "packer-1"),
         RULE_OK}, /* it was time that ended the wait */
        {HELD_UP("m-1", "600", "m-2") HELD_UP("m-2", "600", "packer-1")
             READ ASKS_FOR("500", "packer-1"),
         RULE_INFO}, /* who waits as well, and wakes others, brings nothing */
        {HELD_UP("m-1", "600", "m-2") HELD_UP("m-2", "600", "m-1") READ ASKS_FOR("500", "packer-1"),
         RULE_OK},
        {HELD_UP("m-1", "600", "m-2") HELD_UP("m-2", "300", "packer-1")
             HELD_UP("m-2", "200", "packer-2") READ ASKS_FOR("500", "packer-1"),
         RULE_OK}, /* two bring, for two */
        {HELD_UP("m-1", "800", "m-2") HELD_UP("m-2", "700", "packer-1")
             HELD_UP("m-3", "200", "packer-2") READ ASKS_FOR("600", "packer-1"),
         RULE_INFO}, /* what a fellow ended is waited for the one who brings most */
        {HELD_UP("m-1", "800", "m-2") HELD_UP("m-2", "200", "packer-1")
             HELD_UP("m-3", "700", "packer-2") READ ASKS_FOR("600", "packer-1"),
         RULE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told, "%s%s", NOTIFIED, cases[i].told);
        ck_assert_msg(severity_of("WaitingToBeNotified", told) == cases[i].severity, "case %zu: %s",
                      i, finding.outcome ? finding.outcome->name : "none");
        if (i) continue;
        ck_assert_str_eq(text_of("site"), "app.Belt.put");
        ck_assert_str_eq(text_of("notified_by"), "packer-*");
        ck_assert_str_eq(text_of("meanwhile_did"), "read from a socket");
        ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.send");
        ck_assert_double_eq(number_of("threads"), 2);
        ck_assert_double_eq(number_of("waits"), 200);
        ck_assert_double_eq_tol(number_of("waiting_percent"), 50, 0.01);
        ck_assert_double_eq_tol(finding.cost, 50, 0.01);
    }
}
END_TEST

START_TEST(who_sleeps_with_the_lock_is_what_the_others_wait_for) {
    severity_of("JavaBlocking",
                ENTER "@0*60/1000 900 app/Rates 7 owner-1 web-1 app.Rates.get\n" SLEEP SLEEPS(
                    "owner-1", "app.Rates.refresh"));
    ck_assert_str_eq(text_of("holder_did"), "slept");
    ck_assert_str_eq(text_of("holder_site"), "app.Rates.refresh");
}
END_TEST

#define TIMED "jdk.ThreadPark duration:d timeout:l eventThread:T stackTrace:K\n"
#define LATCH                                           \
    "java.util.concurrent.locks.LockSupport.parkNanos," \
    "java.util.concurrent.CountDownLatch.await,app.Page.show\n"

START_TEST(what_does_not_come_until_the_time_out_is_not_what_was_done_meanwhile) {
    static const struct {
        const char *first, *second;
        double expired;
    } cases[] = {
        {"@0*100/1000 900 900000000 web-1 ", "@0*100/1000 900 900000000 web-2 ", 100},
        {"@0*100/1000 900 900000000 web-1 ", "@0*100/1000 600 900000000 web-2 ", 60},
        {"@0*100/1000 800 900000000 web-1 ", "@0*100/1000 900 900000000 web-2 ", 900 / 17.0},
        {"@0*100/1000 900 900000000 web-1 ", "@0*100/1000 910 910000001 web-2 ", NAN},
        {"@0*100/1000 900 -9223372036854775808 web-1 ", "@0*100/1000 900 0 web-2 ", NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[2000];
        snprintf(told, sizeof told,
                 TIMED "%s" LATCH "%s" LATCH READ
                       "@0*100/1000 400 9 db java.net.Socket.read,app.Mail.send - 25 mail-1\n",
                 cases[i].first, cases[i].second);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_WARNING);
        if (isnan(cases[i].expired)) {
            ck_assert_double_nan(number_of("expired_percent"));
            ck_assert_str_eq(text_of("meanwhile_site"), "app.Mail.send");
            continue;
        }
        ck_assert_double_eq_tol(number_of("expired_percent"), cases[i].expired, 0.01);
        ck_assert_double_eq(number_of("timeout_ns"), 9e8);
        ck_assert_str_eq(text_of("meanwhile_site"), "");
    }
}
END_TEST

#define IN_FUTURE                                       \
    "java.util.concurrent.locks.LockSupport.parkNanos," \
    "java.util.concurrent.FutureTask.awaitDone,app.Page.show\n"

START_TEST(of_a_result_that_comes_too_late_is_said_who_works_on_it) {
    for (int ms = 269; ms <= 270; ms++) { /* 30 % of the time */
        char told[2000];
        snprintf(told, sizeof told,
                 TIMED "@0*100/1000 900 900000000 web-1 " IN_FUTURE
                       "@0*100/1000 900 900000000 web-2 " IN_FUTURE READ
                       "@0*100/1000 %d 9 db java.net.Socket.read,app.Mail.send - 25 mail-1\n",
                 ms);
        ck_assert_int_eq(severity_of("WaitingForThreads", told), RULE_WARNING);
        ck_assert_double_eq_tol(number_of("expired_percent"), 100, 0.01);
        ck_assert_str_eq(text_of("meanwhile_site"), ms < 270 ? "" : "app.Mail.send");
    }
}
END_TEST

#define BORROW "java.util.concurrent.LinkedBlockingDeque.pollFirst,app.Pool.borrow"
#define TASK                                         \
    "java.util.concurrent.locks.LockSupport.park,"   \
    "java.util.concurrent.LinkedBlockingQueue.take," \
    "java.util.concurrent.ThreadPoolExecutor.getTask\n"

/* Three threads of a pool that got so many tasks before, and then wait for what is lent until their
 * time-out, of which they say so much. */
static enum rule_severity borrowers(int tasks, const char *timeout) {
    char told[4000], *at = told + snprintf(told, sizeof told, TIMED);
    for (int i = 0; i < 3; i++)
        at += snprintf(
            at, sizeof told - (size_t)(at - told),
            "@0*%d/100 50 0 web-%d " TASK
            "@2000*100/1000 900 %s web-%d java.util.concurrent.locks.LockSupport.park," BORROW "\n",
            tasks, i, timeout, i);
    return severity_of("WaitingForThreads", told);
}

START_TEST(who_waits_in_its_tasks_for_what_a_queue_lends_until_the_time_out_is_not_idle) {
    ck_assert_int_eq(borrowers(10, "900000000"), RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Pool.borrow");
    ck_assert_double_eq_tol(number_of("expired_percent"), 100, 0.01);
    ck_assert_int_eq(borrowers(9, "900000000"), RULE_OK);
    ck_assert_int_eq(borrowers(10, "950000000"), RULE_OK);
}
END_TEST

/* Twenty times five, each of them 900 of 1,000 ms, the next of them so many ms after the one before
 * began. */
static const char *turns_of(const char *pool, int apart_ms) {
    static char told[2000];
    char *at = told + snprintf(told, sizeof told, READ);
    for (int i = 0; i < 5; i++)
        at += snprintf(at, sizeof told - (size_t)(at - told),
                       "@%d*20/%d 900 4 db java.net.Socket.read,app.Rates.ask,web.Page.show - 25 "
                       "%s-%d\n",
                       i * apart_ms, 5 * apart_ms, pool, i);
    return told;
}

START_TEST(virtual_threads_that_never_read_together_take_turns) {
    ck_assert_int_eq(severity_of("OneAtATime", turns_of("virtual", 1000)), RULE_INFO);
    ck_assert_str_eq(text_of("did"), "read from a socket");
    ck_assert_str_eq(text_of("site"), "app.Rates.ask");
    ck_assert_str_eq(text_of("caller"), "web.Page.show");
    ck_assert_double_eq(number_of("threads"), 5);
    ck_assert_double_eq(number_of("times"), 100);
    ck_assert_double_eq(number_of("mean_ns"), 9e8);
    ck_assert_double_eq_tol(number_of("one_at_a_time_percent"), 75, 0.01);
    ck_assert_double_eq_tol(finding.cost, 75, 0.01);
    ck_assert_int_eq(severity_of("OneAtATime", turns_of("virtual", 880)), RULE_OK);
    ck_assert_int_eq(severity_of("OneAtATime", turns_of("web", 1000)), RULE_NA);
}
END_TEST

/* Nine threads that come three times each, two of them at a time; and half of that apart. */
START_TEST(virtual_threads_that_are_as_many_at_once_as_a_pool_lends_take_turns) {
    static const struct {
        int threads, times;
        enum rule_severity severity;
    } cases[] = {{9, 12, RULE_INFO}, {9, 2, RULE_OK}, {5, 20, RULE_OK}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char told[3000];
        char *at = told + snprintf(told, sizeof told, READ);
        for (int k = 0; k < cases[i].threads; k++)
            at +=
                snprintf(at, sizeof told - (size_t)(at - told),
                         "@%d*%d/%d 1990 4 db java.net.Socket.read,app.Rates.ask - 25 virtual-%d\n",
                         k * 1000, cases[i].times, cases[i].threads * 1000, k);
        ck_assert_msg(severity_of("OneAtATime", told) == cases[i].severity, "%zu", i);
        if (i) continue;
        ck_assert_double_eq(number_of("at_once"), 2);
        ck_assert_double_eq(number_of("threads"), 9);
        ck_assert_double_eq(number_of("mean_ns"), 199e7);
    }
}
END_TEST

START_TEST(who_waits_for_work_once_or_alone_waits_for_nobody) {
    static const char *const quiet[] = {
        PARK "@0*100/1000 900 web-1 java.util.concurrent.locks.LockSupport.park,"
             "java.util.concurrent.LinkedBlockingQueue.take,"
             "java.util.concurrent.ThreadPoolExecutor.getTask\n"
             "@0*100/1000 900 web-2 java.util.concurrent.locks.LockSupport.park,"
             "java.util.concurrent.LinkedBlockingQueue.take,"
             "java.util.concurrent.ThreadPoolExecutor.getTask\n",
        PARK "@0*100/1000 900 main " FUTURE ",app.Main.main\n",
        PARK "@0*4/1000 20000 web-1 " FUTURE ",app.Page.show\n"
             "@0*5/1000 20000 web-2 " FUTURE ",app.Page.show\n",
        PARK "@0*100/1000 100 web-1 " FUTURE ",app.Page.show\n"
             "@0*100/1000 100 web-2 " FUTURE ",app.Page.show\n",
        PARK "@0*100/1000 900 web-1 java.util.concurrent.locks.LockSupport.park,app.Own.take\n"
             "@0*100/1000 900 web-2 java.util.concurrent.locks.LockSupport.park,app.Own.take\n",
    };
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++)
        ck_assert_int_eq(severity_of("WaitingForThreads", quiet[i]), RULE_OK);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("waiting");
    TCase *c = tcase_create("waiting");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, threads_that_wait_for_futures_of_a_pool_that_is_busy_wait_for_what_it_does);
    tcase_add_test(c, of_a_pool_that_works_for_more_threads_it_is_said_how_many_it_has);
    tcase_add_test(c, threads_that_are_started_where_others_wait_are_told_if_they_are_half_as_many);
    tcase_add_test(c, threads_that_each_have_one_that_works_for_them_do_not_stand_in_line);
    tcase_add_test(c, one_alone_is_held_up_where_work_is_handed_over);
    tcase_add_test(c, as_many_others_as_wait_work_for_them_however_little_is_known_of_it);
    tcase_add_test(c, who_asks_a_client_that_all_share_is_named);
    tcase_add_test(c, the_caller_of_what_is_waited_for_is_named_if_it_has_half_of_it);
    tcase_add_test(c, threads_that_wait_for_permits_stand_in_line_however_many_there_are);
    tcase_add_test(c, a_thread_that_looks_in_now_and_then_is_no_server);
    tcase_add_test(c,
                   a_task_that_sleeps_works_for_who_waits_for_it_a_thread_between_rounds_does_not);
    tcase_add_test(c, who_waits_to_be_notified_by_one_that_is_busy_waits_for_what_it_does);
    tcase_add_test(c, who_sleeps_with_the_lock_is_what_the_others_wait_for);
    tcase_add_test(c, virtual_threads_that_never_read_together_take_turns);
    tcase_add_test(c, what_does_not_come_until_the_time_out_is_not_what_was_done_meanwhile);
    tcase_add_test(c, of_a_result_that_comes_too_late_is_said_who_works_on_it);
    tcase_add_test(c, who_waits_in_its_tasks_for_what_a_queue_lends_until_the_time_out_is_not_idle);
    tcase_add_test(c, of_a_host_on_this_machine_is_said_what_others_of_the_jvm_did_meanwhile);
    tcase_add_test(c, reads_that_the_jvm_left_out_are_said_of_a_host);
    tcase_add_test(c, what_virtual_threads_wait_is_a_share_of_what_is_known_of_them);
    tcase_add_test(c, virtual_threads_that_are_as_many_at_once_as_a_pool_lends_take_turns);
    tcase_add_test(c, who_waits_for_work_once_or_alone_waits_for_nobody);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
