/* Who waits, by wall-clock samples where no event tells of it. A thread is sampled each 100 ms. */
#include "analyzers/account/account.h"
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define WALL "profiler.WallClockSample sampledThread:T stackTrace:K state:s timeSpan:d samples:l\n"
#define ROWS(from, times, thread, stack, state) \
    "@" from "*" times "/100 " thread " " stack " " state " 100 1\n"
#define ALWAYS(thread, stack) ROWS("0", "1200", thread, stack, "SLEEPING")
/* Of eight tenths of the time it does the first, then the second. */
#define BOTH(thread, first, second)             \
    ROWS("0", "960", thread, first, "SLEEPING") \
    ROWS("96000", "240", thread, second, "SLEEPING")

#define PARK "jdk.internal.misc.Unsafe.park,java.util.concurrent.locks.LockSupport.park,"
#define BORROW                                                                 \
    PARK "com.zaxxer.hikari.util.ConcurrentBag.borrow,com.zaxxer.hikari.pool." \
         "HikariPool.getConnection,shop.web.Page.show"
#define FUTURE PARK "java.util.concurrent.FutureTask.awaitDone,shop.web.Page.show"
#define BY_HAND "java.lang.Object.wait0,java.lang.Object.wait,db.core.Row.lock,shop.web.Desk.sell"
#define WORK                                                                                      \
    PARK "java.util.concurrent.LinkedBlockingQueue.take,java.util.concurrent.ThreadPoolExecutor." \
         "getTask,java.util.concurrent.ThreadPoolExecutor.runWorker"
#define READ                                                                          \
    "sun.nio.ch.SocketDispatcher.read0,sun.nio.ch.NioSocketImpl.implRead,sun.nio.ch." \
    "NioSocketImpl.read,java.net.Socket$SocketInputStream.read,shop.pay.Card.ask"
#define LOOP ",io.netty.channel.nio.NioEventLoop.run"
#define RUNS(thread) ROWS("0", "1200", thread, "shop.pay.Sum.add", "RUNNABLE")

START_TEST(who_waits_for_a_connection_is_told_with_what_is_done_by_who_has_one) {
    ck_assert_int_eq(severity_of("SampledWaits", WALL BOTH("web-1", BORROW, READ) BOTH(
                                                     "web-2", BORROW, WORK) ALWAYS("idle-1", WORK)),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a connection (HikariCP)");
    ck_assert_str_eq(text_of("site"), "com.zaxxer.hikari.util.ConcurrentBag.borrow");
    ck_assert_str_eq(text_of("caller"), "shop.web.Page.show");
    ck_assert_str_eq(text_of("pool"), "web-*");
    ck_assert_double_eq(number_of("threads"), 2);
    ck_assert_double_eq(number_of("samples"), 1920);
    ck_assert_double_eq_tol(number_of("waiting_percent"), 80, 0.1);
    ck_assert_double_eq_tol(number_of("on_average"), 1.6, 0.01);
    ck_assert_double_eq_tol(finding.cost, 100 * 1920. / 2160, 0.1); /* but for who is idle */
    ck_assert_str_eq(text_of("meanwhile_did"), "waited for a reply");
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.pay.Card.ask");
    ck_assert_double_eq_tol(number_of("meanwhile_percent"), 100, 0.01);
}
END_TEST

#define TOLD "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"

START_TEST(of_whom_events_tell_and_who_is_idle_is_left_out) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {WALL ALWAYS("web-1", BORROW) ALWAYS("web-2", BORROW), RULE_WARNING},
        {WALL ALWAYS("web-1", BORROW) ALWAYS("web-2", BORROW) TOLD
         "@0 120000 web-1 x.Y.z\n@0 120000 web-2 x.Y.z\n",
         RULE_OK},
        {WALL ALWAYS("web-1", BORROW) ALWAYS("web-2", BORROW) TOLD
         "@0 120000 web-3 x.Y.z\n@0 10 web-1 x.Y.z\n",
         RULE_WARNING},
        {WALL ALWAYS("web-1", WORK) ALWAYS("web-2", WORK), RULE_NA},
        {WALL ALWAYS("web-1", READ) ALWAYS("web-2", READ), RULE_NA}, /* as who waits for requests */
        {WALL ALWAYS("web-1", BORROW), RULE_NA},                     /* nobody stands in line */
        {WALL RUNS("web-1") RUNS("web-2"), RULE_NA},
        {WALL ROWS("0", "500", "web-1", BORROW, "SLEEPING")
             ROWS("0", "500", "web-2", BORROW, "SLEEPING"),
         RULE_NA}, /* less than one thread on average */
        {WALL ROWS("0", "49", "web-1", BORROW, "SLEEPING")
             ROWS("0", "49", "web-2", BORROW, "SLEEPING"),
         RULE_NA},
        {TOLD, RULE_NA},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(severity_of("SampledWaits", cases[i].told) == cases[i].severity,
                      "case %zu: %s", i, rule_severity_name(finding.severity));
}
END_TEST

START_TEST(who_waits_for_results_stands_in_line_if_fewer_work_on_them_than_wait) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {WALL ALWAYS("web-1", FUTURE) ALWAYS("web-2", FUTURE) RUNS("sum-1"), RULE_WARNING},
        {WALL ALWAYS("web-1", FUTURE) ALWAYS("web-2", FUTURE) RUNS("sum-1") RUNS("sum-2"), RULE_NA},
        {WALL ALWAYS("web-1", FUTURE) ALWAYS("web-2", FUTURE), RULE_NA},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(severity_of("SampledWaits", cases[i].told) == cases[i].severity,
                      "case %zu: %s", i, rule_severity_name(finding.severity));
}
END_TEST

/* One of four has the row, all the time; or each is done with its work at times. */
#define EXCHANGE PARK "java.util.concurrent.Exchanger.exchange,shop.film.Frame.next"
#define JOIN PARK "java.util.concurrent.FutureTask.awaitDone,shop.film.Frame.next"

/* Who waits for a result has its own worker. */
START_TEST(one_alone_is_held_up_where_work_is_handed_over) {
    ck_assert_int_eq(severity_of("SampledWaits", WALL ALWAYS("film-1", EXCHANGE) RUNS("sum-1")),
                     RULE_INFO);
    ck_assert_str_eq(text_of("what"), "at an exchanger");
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.pay.Sum.add");
    ck_assert_int_eq(severity_of("SampledWaits", WALL ALWAYS("film-1", JOIN) RUNS("sum-1")),
                     RULE_NA);
    ck_assert_int_eq(severity_of("SampledWaits", WALL ALWAYS("film-1", EXCHANGE)), RULE_NA);
}
END_TEST

START_TEST(queues_made_by_hand_are_told_if_as_many_wait_at_all_times) {
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL ALWAYS("till-1", BY_HAND) ALWAYS("till-2", BY_HAND)
                                     ALWAYS("till-3", BY_HAND) BOTH("till-4", READ, BY_HAND)
                                         ROWS("96000", "1", "till-1", READ, "SLEEPING")),
                     RULE_INFO);
    ck_assert_str_eq(text_of("what"), "to be woken");
    ck_assert_str_eq(text_of("caller"), "shop.web.Desk.sell");
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL ALWAYS("till-1", BY_HAND) ALWAYS("till-2", BY_HAND)
                                     ALWAYS("till-3", BY_HAND) ALWAYS("till-4", BY_HAND)),
                     RULE_NA);
    ck_assert_int_eq(
        severity_of("SampledWaits", WALL ALWAYS("till-1", BY_HAND) BOTH("till-2", BY_HAND, READ)),
        RULE_NA);
}
END_TEST

START_TEST(an_event_loop_must_not_wait_for_a_reply) {
    ck_assert_int_eq(severity_of("SampledWaits", WALL ALWAYS("loop-1", READ LOOP)), RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a reply");
    ck_assert_str_eq(text_of("site"), "shop.pay.Card.ask");
    ck_assert(number_of("event_loop") == 1);
}
END_TEST

#define RW_LOCK PARK "java.util.concurrent.locks.ReentrantReadWriteLock$"
#define PAUSE "java.lang.Thread.sleep0,java.lang.Thread.sleep,shop.web.Page.rest"

START_TEST(who_waits_to_read_waits_for_nothing_that_other_readers_do) {
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL BOTH("web-1", RW_LOCK "ReadLock.lock,shop.Prices.of", PAUSE)
                                     BOTH("web-2", RW_LOCK "ReadLock.lock,shop.Prices.of", PAUSE)),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_did"), "");
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL BOTH("web-1", RW_LOCK "ReadLock.lock,shop.Prices.of", PAUSE)
                                     BOTH("web-2", RW_LOCK "ReadLock.lock,shop.Prices.of", PAUSE)
                                         RUNS("feed-1")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.pay.Sum.add");
    ck_assert_int_eq(
        severity_of("SampledWaits",
                    WALL BOTH("web-1", RW_LOCK "WriteLock.lock,shop.Prices.set", PAUSE)
                        BOTH("web-2", RW_LOCK "WriteLock.lock,shop.Prices.set", PAUSE)),
        RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.web.Page.rest");
}
END_TEST

/* The function of the system's that reads is on top, as async-profiler has it. */
START_TEST(a_loop_that_waits_a_quarter_of_its_time_is_enough) {
    ck_assert_int_eq(
        severity_of("SampledWaits",
                    WALL ROWS("0", "300", "loop-1", "libc.so.6.__GI_read," READ LOOP, "SLEEPING")
                        ROWS("30000", "900", "loop-1", "app.Main.run", "RUNNABLE")),
        RULE_INFO);
    ck_assert_str_eq(text_of("site"), "shop.pay.Card.ask");
    ck_assert_int_eq(
        severity_of("SampledWaits",
                    WALL ROWS("0", "299", "loop-1", "libc.so.6.__GI_read," READ LOOP, "SLEEPING")
                        ROWS("29900", "901", "loop-1", "app.Main.run", "RUNNABLE")),
        RULE_NA);
}
END_TEST

/* Of the account: threads that are on average in that state at the site. */
static double on_account(const char *told, enum account_state state, const char *site) {
    struct recording r = {0};
    struct walk_run run = {0};
    struct scan_report report;
    struct account_asked asked = {.from = {.kind = TIME_NONE}};
    struct account account;
    account_parts parts;
    double ns = 0;
    told_write(&r, told, RECORDED_NS);
    struct memory_file file = memory_file_make(r.out.data, r.out.len);
    const char *path = file.path;
    const struct scan_options scan = {.paths = &path, .path_count = 1, .jobs = 1};
    account_join(&run, &asked);
    walk_start(&run, &scan, &report);
    ck_assert(account_make(&run, &account));
    account_parts_of(&account, MISSING_ID, true, &parts);
    EACH (const struct account_part, part, &parts) {
        const struct account_what *what = &account.whats.items[part->what];
        if (what->state == state && strcmp(strings_get(&account.texts, what->site), site) == 0)
            ns += (double)part->ns;
    }
    array_free(&parts);
    account_free(&account);
    walk_run_free(&run);
    scan_report_free(&report);
    memory_file_close(&file);
    recording_free(&r);
    return ns / (double)RECORDED_NS;
}

START_TEST(as_many_wait_as_on_the_account) {
    static const struct {
        const char *told, *site;
        enum account_state state;
    } same[] = {
        {WALL BOTH("web-1", BORROW, READ) BOTH("web-2", BORROW, WORK) ALWAYS("idle-1", WORK),
         "com.zaxxer.hikari.util.ConcurrentBag.borrow", ACCOUNT_OTHER},
        {WALL ALWAYS("web-1", "libc.so.6.__futex_wait," FUTURE) ALWAYS("web-2", FUTURE)
             RUNS("sum-1"),
         "shop.web.Page.show", ACCOUNT_OTHER},
        {WALL ROWS("0", "600", "loop-1", "libc.so.6.__GI_read," READ LOOP, "SLEEPING")
             ROWS("60000", "600", "loop-1", "app.Main.run", "RUNNABLE"),
         "shop.pay.Card.ask", ACCOUNT_REPLY},
        {WALL ALWAYS("web-1", BORROW) ALWAYS("web-2", BORROW) TOLD
         "@0 60000 web-1 java.util.concurrent.locks.LockSupport.park,x.Y.z\n",
         "com.zaxxer.hikari.util.ConcurrentBag.borrow", ACCOUNT_OTHER},
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        ck_assert_int_ge(severity_of("SampledWaits", same[i].told), RULE_INFO);
        ck_assert_str_eq(text_of("site"), same[i].site);
        ck_assert_double_eq_tol(on_account(same[i].told, same[i].state, same[i].site),
                                number_of("on_average"), 0.02);
    }
}
END_TEST

#define ENTERS "libc.so.6.__futex_abstimed_wait_common,libjvm.so.complete_monitor_locking_C,"
#define HALTS "libc.so.6.__futex_abstimed_wait_common,libjvm.so.safepoint_block,"
#define RATE "shop.Rates.convert,shop.Desk.quote"
#define SUMS "shop.Rates.sum," RATE
#define SLEEPS "java.lang.Thread.sleep0,java.lang.Thread.sleep,shop.Desk.look,shop.Desk.quote"

START_TEST(replies_are_waited_for_within_a_request) {
    ck_assert_int_eq(
        severity_of("SampledWaits",
                    WALL ALWAYS("web-1", READ ",javax.servlet.http.HttpServlet.service") ALWAYS(
                        "web-2", READ ",javax.servlet.http.HttpServlet.service") RUNS("web-3")),
        RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a reply");
    ck_assert_str_eq(text_of("site"), "shop.pay.Card.ask");
    ck_assert_str_eq(text_of("meanwhile_did"), "");
}
END_TEST

/* Who has the monitor runs within the method that others wait in; they sleep elsewhere. */
START_TEST(who_waits_for_a_monitor_is_told_with_what_is_done_by_who_has_it) {
    static const char *const tops[] = {ENTERS RATE, RATE};
    for (size_t i = 0; i < 2; i++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told,
                  WALL "@0*700/100 web-1 %s SLEEPING 100 1\n@70000*500/100 web-1 " SLEEPS
                       " SLEEPING 100 1\n@0*700/100 web-2 %s SLEEPING 100 1\n"
                       "@70000*500/100 web-2 " SUMS " RUNNABLE 100 1\n",
                  tops[i], tops[i]);
        ck_assert_int_eq(severity_of("SampledWaits", text_str(&told)), RULE_INFO);
        ck_assert_str_eq(text_of("what"), "for a monitor");
        ck_assert_str_eq(text_of("site"), "shop.Rates.convert");
        ck_assert_double_eq_tol(number_of("waiting_percent"), 100 * 700. / 1200, 0.1);
        ck_assert_str_eq(text_of("meanwhile_did"), "ran");
        ck_assert_str_eq(text_of("meanwhile_site"), "shop.Rates.sum");
        ck_assert_double_eq_tol(number_of("meanwhile_percent"), 100, 0.01);
    }
}
END_TEST

/* A collection stops threads where they run. */
START_TEST(who_is_halted_where_it_runs_waits_for_no_monitor) {
    static const struct {
        const char *halted, *ran;
        enum rule_severity severity;
    } cases[] = {
        {ROWS("0", "990", "web-1", RATE, "SLEEPING") ROWS("0", "990", "web-2", RATE, "SLEEPING"),
         ROWS("99000", "190", "web-1", RATE, "RUNNABLE"), RULE_WARNING},
        {ROWS("0", "990", "web-1", RATE, "SLEEPING") ROWS("0", "990", "web-2", RATE, "SLEEPING"),
         ROWS("99000", "210", "web-1", RATE, "RUNNABLE")
             ROWS("99000", "210", "web-2", RATE, "RUNNABLE"),
         RULE_NA},
        {ALWAYS("web-1", HALTS RATE) ALWAYS("web-2", HALTS RATE), "", RULE_NA},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told, WALL "%s%s", cases[i].halted, cases[i].ran);
        ck_assert_msg(severity_of("SampledWaits", text_str(&told)) == cases[i].severity,
                      "case %zu: %s", i, rule_severity_name(finding.severity));
    }
}
END_TEST

/* Its state is that of a thread that runs: it is about to wait, or has been woken. */
START_TEST(who_is_sampled_in_a_call_that_waits_does_not_run) {
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL ROWS("0", "1200", "web-1", ENTERS RATE, "RUNNABLE")
                                     ROWS("0", "1200", "web-2", ENTERS RATE, "RUNNABLE")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a monitor");
    ck_assert_int_eq(
        severity_of("SampledWaits",
                    WALL ROWS("0", "1200", "web-1", "libc.so.6.__lll_lock_wake," RATE, "RUNNABLE")
                        ROWS("0", "1200", "web-2", "libc.so.6.__lll_lock_wake," RATE, "RUNNABLE")),
        RULE_NA);
}
END_TEST

/* What began at 10 s and went on to the end is one row. */
START_TEST(a_row_stands_for_all_of_its_samples) {
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL "@0*100/100 web-1 " SLEEPS " SLEEPING 100 1\n"
                                      "@10000 web-1 " ENTERS RATE " SLEEPING 110000 1100\n"
                                      "@0*100/100 web-2 " SLEEPS " SLEEPING 100 1\n"
                                      "@10000 web-2 " ENTERS RATE " SLEEPING 110000 1100\n"),
                     RULE_WARNING);
    ck_assert_double_eq_tol(number_of("waiting_percent"), 100 * 1100. / 1200, 0.2);
    ck_assert_double_eq_tol(number_of("on_average"), 2 * 1100. / 1200, 0.01);
}
END_TEST

#define FORCES "libc.so.6.__GI_fsync,sun.nio.ch.UnixFileDispatcherImpl.force0,shop.Rates.note," RATE

START_TEST(who_has_a_monitor_while_it_waits_for_the_disk_is_told_so) {
    ck_assert_int_eq(severity_of("SampledWaits", WALL BOTH("web-1", ENTERS RATE, FORCES)
                                                     BOTH("web-2", ENTERS RATE, FORCES)),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("meanwhile_did"), "waited for the disk (fsync)");
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.Rates.note");
}
END_TEST

/* Who has the monitor waits for another one itself, in a method that it calls. */
START_TEST(a_holder_that_waits_for_another_monitor_is_told_so) {
    ck_assert_int_eq(severity_of("SampledWaits",
                                 WALL ALWAYS("web-1", ENTERS RATE) ALWAYS("web-2", ENTERS RATE)
                                     ALWAYS("web-3", ENTERS "shop.Log.write," RATE)),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("site"), "shop.Rates.convert");
    ck_assert_str_eq(text_of("meanwhile_did"), "waited for a monitor");
    ck_assert_str_eq(text_of("meanwhile_site"), "shop.Log.write");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sampled waits");
    TCase *tcase = tcase_create("sampled waits");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, who_waits_for_a_connection_is_told_with_what_is_done_by_who_has_one);
    tcase_add_test(tcase, of_whom_events_tell_and_who_is_idle_is_left_out);
    tcase_add_test(tcase, who_waits_for_results_stands_in_line_if_fewer_work_on_them_than_wait);
    tcase_add_test(tcase, queues_made_by_hand_are_told_if_as_many_wait_at_all_times);
    tcase_add_test(tcase, who_waits_to_read_waits_for_nothing_that_other_readers_do);
    tcase_add_test(tcase, an_event_loop_must_not_wait_for_a_reply);
    tcase_add_test(tcase, replies_are_waited_for_within_a_request);
    tcase_add_test(tcase, a_holder_that_waits_for_another_monitor_is_told_so);
    tcase_add_test(tcase, who_waits_for_a_monitor_is_told_with_what_is_done_by_who_has_it);
    tcase_add_test(tcase, who_is_halted_where_it_runs_waits_for_no_monitor);
    tcase_add_test(tcase, who_is_sampled_in_a_call_that_waits_does_not_run);
    tcase_add_test(tcase, a_row_stands_for_all_of_its_samples);
    tcase_add_test(tcase, who_has_a_monitor_while_it_waits_for_the_disk_is_told_so);
    tcase_add_test(tcase, one_alone_is_held_up_where_work_is_handed_over);
    tcase_add_test(tcase, as_many_wait_as_on_the_account);
    tcase_add_test(tcase, a_loop_that_waits_a_quarter_of_its_time_is_enough);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
