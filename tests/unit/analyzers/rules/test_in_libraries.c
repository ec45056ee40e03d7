/* Causes in programs that are made of libraries: what pools lend, requests that wait for it, who of
 * the program asks a library, event loops, and what the recorder itself does. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define PARK "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"
#define WAIT "jdk.JavaMonitorWait duration:d eventThread:T notifier:T stackTrace:K\n"
#define ENTER                                                                                 \
    "jdk.JavaMonitorEnter duration:d monitorClass:C address:l previousOwner:T eventThread:T " \
    "stackTrace:K\n"
#define NATIVE "jdk.NativeMethodSample stackTrace:K sampledThread:T\n"
#define READ "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K eventThread:T\n"
#define WRITE "jdk.FileWrite duration:d path:s stackTrace:K eventThread:T\n"
#define CPUS(count) "jdk.CPUInformation hwThreads:l cores:l\n@0 " count " " count "\n"
#define JVM(version, main)                                                             \
    "jdk.JVMInformation jvmStartTime:l pid:l jvmName:s jvmVersion:s jvmArguments:s "   \
    "javaArguments:s\n@0 1 7 x OpenJDK_64-Bit_Server_VM_for_linux-amd64_JRE_(" version \
    ")_x - " main "\n"

/* ==== What is lent ========================================================================== */

#define POLL                                                                     \
    "jdk.internal.misc.Unsafe.park,java.util.concurrent.locks.LockSupport.park," \
    "java.util.concurrent.SynchronousQueue.poll,"
#define POLLS(thread, frames) "@0*60/2000 1300+7 " thread " " POLL frames "\n"
#define OF_THREE(frames) PARK POLLS("web-1", frames) POLLS("web-2", frames) POLLS("web-3", frames)

START_TEST(a_connection_is_lent_and_who_asks_for_it_is_told) {
    ck_assert_int_eq(
        severity_of("WaitingForThreads", OF_THREE("com.zaxxer.hikari.util.ConcurrentBag.borrow,"
                                                  "com.zaxxer.hikari.pool.HikariPool.getConnection,"
                                                  "app.Page.show")),
        RULE_WARNING);
    ck_assert_str_eq(text_of("what"), "for a connection (HikariCP)");
    ck_assert_str_eq(text_of("site"), "com.zaxxer.hikari.util.ConcurrentBag.borrow");
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
}
END_TEST

START_TEST(a_request_does_not_wait_for_work) {
    static const struct {
        const char *told;
        enum rule_severity severity;
    } cases[] = {
        {OF_THREE("org.pool.Pool.lease,app.Page.show"), RULE_OK},
        {OF_THREE("org.pool.Pool.lease,app.Page.show,jakarta.servlet.http.HttpServlet.service"),
         RULE_INFO},
        {OF_THREE("java.util.concurrent.ThreadPoolExecutor.getTask,"
                  "jakarta.servlet.http.HttpServlet.service"),
         RULE_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(severity_of("WaitingForThreads", cases[i].told) == cases[i].severity, "%zu",
                      i);
}
END_TEST

/* Two, or one, of three wait: never all. They are woken by each other, or by who is not of them. */
/* Parks are recorded, though nobody is seen in one. */
#define PARKED PARK "@0 9 idle " POLL "java.util.concurrent.ThreadPoolExecutor.getTask\n"
#define WOKEN(first, length, thread, by) \
    "@" first "*30/3000 " length " " thread " " by " java.lang.Object.wait,app.Row.lock\n"

START_TEST(who_wakes_each_other_and_is_never_waiting_as_a_whole_has_something_in_turns) {
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 PARKED WAIT WOKEN("0", "1500", "web-1", "web-2")
                                     WOKEN("1000", "1500", "web-2", "web-3")
                                         WOKEN("2000", "1500", "web-3", "web-1")),
                     RULE_INFO); /* a little below where it is a WARNING */
    ck_assert_str_eq(text_of("site"), "app.Row.lock");
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 PARKED WAIT WOKEN("0", "1500", "web-1", "main-1")
                                     WOKEN("1000", "1500", "web-2", "main-1")
                                         WOKEN("2000", "1500", "web-3", "main-1")),
                     RULE_OK);
    ck_assert_int_eq(severity_of("WaitingForThreads",
                                 PARKED WAIT WOKEN("0", "1800", "web-1", "web-2")
                                     WOKEN("600", "1200", "web-2", "web-3")
                                         WOKEN("1200", "600", "web-3", "web-1")),
                     RULE_OK); /* all of them for a third of that */
}
END_TEST

/* ==== Who asks =============================================================================== */

START_TEST(who_asks_for_a_lock_and_whoever_has_it_are_the_programs) {
    severity_of("JavaBlocking",
                ENTER "@0*60/2000 1900 java/util/Node 7 web-1 web-2 "
                      "java.util.Map.compute,lib.cache.Cache.get,app.Rates.of\n" READ
                      "@0*60/2000 1900 9 db java.net.Socket.read,lib.cache.Client.read,"
                      "app.Rates.load web-1\n");
    ck_assert_str_eq(text_of("site"), "lib.cache.Cache.get");
    ck_assert_str_eq(text_of("caller"), "app.Rates.of");
    ck_assert_str_eq(text_of("holder_caller"), "app.Rates.load");
}
END_TEST

/* Whose code begins the stack is called back by a library that it calls. */
START_TEST(who_calls_a_library_that_calls_back_asks_for_what_is_done_then) {
    static const struct {
        const char *stack, *caller, *asked_by;
    } cases[] = {
        {"app.Client.fetch,lib.cache.Loads.load,lib.cache.Cache.get,app.Rates.of,app.Web.serve",
         "app.Rates.of", ""},
        {"app.Link.ask,app.Checks.check,lib.pool.Pool.lend,app.Store.find,app.Web.serve",
         "app.Checks.check", "app.Store.find"},
        {"app.Link.ask,app.Checks.check,org.apache.pool.Pool.lend,app.Store.find,app.Web.serve",
         "app.Checks.check", "app.Store.find"},
        {"app.Client.fetch,lib.cache.Cache.get,app.Main.main", "lib.cache.Cache.get", ""},
        {"app.Client.fetch,lib.tasks.Worker.work,app.Main.lambda$start$0", "lib.tasks.Worker.work",
         ""},
        {"app.Client.fetch,app.Client.lambda$all$1,app.Client$$Lambda.run,lib.tags.Tags.with,"
         "app.Main.main",
         "lib.tags.Tags.with", ""},
        {"app.Client.fetch,app.Client$$Lambda.apply,lib.cache.Cache.get,app.Rates$$Lambda.get,"
         "app.Rates.of,app.Web.serve",
         "app.Rates.of", ""},
        /* a driver that the program serves, which calls the driver */
        {"lib.db.Line.read,app.Hooks.fire,lib.db.Query.run,app.Store.find", "app.Hooks.fire", ""},
        {"app.Client.fetch,app.Rates.of,app.Web.serve", "app.Rates.of", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[400];
        snprintf(told, sizeof told, READ "@0*100/1000 800 64 tax java.net.Socket.read,%s web-1\n",
                 cases[i].stack);
        severity_of("SlowHost", told);
        ck_assert_str_eq(text_of("caller"), cases[i].caller);
        ck_assert_str_eq(text_of("asked_by"), cases[i].asked_by);
    }
}
END_TEST

START_TEST(who_asks_through_a_library_for_short_replies_is_told_of_the_caller_of_most) {
#define WAITS_IN(frames)                                                                 \
    "sun.nio.ch.SocketDispatcher.read0,java.net.Socket$SocketInputStream.read,app.Link." \
    "ask," frames
    ck_assert_int_eq(
        severity_of(
            "ShortReplies",
            NATIVE "@0*900/40 " WAITS_IN(
                "app.Store.find,app.Web.serve") " web-1\n"
                                                "@1*2000/20 " WAITS_IN(
                                                    "app.Checks.check,lib.pool.Pool.lend,app.Store."
                                                    "find,app.Web.serve") " web-1\n"),
        RULE_INFO);
    ck_assert_str_eq(text_of("caller"), "app.Checks.check");
    ck_assert_str_eq(text_of("asked_by"), "app.Store.find");
}
END_TEST

START_TEST(who_has_a_library_throw_is_told) {
    severity_of("Exceptions", "jdk.ExceptionStatistics throwables:l\n@0*60/2000 0+90000\n"
                              "jdk.JavaExceptionThrow thrownClass:C message:s stackTrace:K\n"
                              "@1000*20/20 lib/Miss x lib.cache.Cache.get,app.Rates.of\n"
                              "jdk.ObjectAllocationSample objectClass:C weight:y stackTrace:K\n"
                              "@1000 lib/Miss 100 lib.cache.Cache.put,app.Rates.load\n"
                              "@2000 lib/Miss 100 lib.cache.Cache.get,app.Rates.of\n");
    ck_assert_str_eq(text_of("site"), "lib.cache.Cache.get");
    ck_assert_str_eq(text_of("caller"), "app.Rates.of");
}
END_TEST

START_TEST(who_calls_a_call_for_half_of_it_is_named_where_a_recursion_begins) {
    static const struct {
        uint64_t of_show, of_sum, of_each; /* samples, by who calls it */
        const char *caller;
    } cases[] = {
        {200, 100, 100, "app.Page.show"}, {196, 104, 100, ""}, {100, 200, 100, "app.Sum.sum"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct {
            const char *by;
            uint64_t samples;
        } ways[] = {
            {"app.Page.show;java.util.List.each;app.Audit.copy;app.Audit.deep;", cases[i].of_show},
            {"app.Sum.sum;", cases[i].of_sum},
            {"app.Each.all;", cases[i].of_each}};
        teardown();
        setup();
        for (size_t way = 0; way < 3; way++)
            for (int k = 0; k < 4; k++) {
                char stack[150];
                snprintf(stack, sizeof stack, "app.Web.run;%sapp.Audit.copy;app.Text.f%d",
                         ways[way].by, k);
                stacks_sample(&profile, stack, "web-1", NULL, START_NS, ways[way].samples / 4);
            }
        stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 600);
        severity_of("CallTree", PARK);
        ck_assert_str_eq(text_of("method"), "app.Audit.copy");
        ck_assert_str_eq(text_of("caller"), cases[i].caller);
    }
}
END_TEST

/* A method of a library is called by the program, however many of the library's stand between. */
START_TEST(a_call_in_a_library_is_named_with_who_of_the_program_calls_that) {
    static const struct {
        const char *way, *caller;
    } cases[] = {
        {"app.Web.run;app.Orders.read;lib.xml.Contexts.open;lib.xml.Finder.find",
         "app.Orders.read"},
        {"app.Web.run;app.Orders.read;org.hibernate.Proxy.call;lib.xml.Finder.find",
         "app.Orders.read"},
        {"org.apache.tomcat.Http.run;app.Orders.read;lib.xml.Contexts.open;lib.xml.Finder.find",
         "app.Orders.read"},
        {"lib.xml.Pool.run;lib.xml.Contexts.open;lib.xml.Finder.find", "lib.xml.Contexts.open"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        for (int k = 0; k < 4; k++) {
            char stack[200];
            snprintf(stack, sizeof stack, "%s;lib.xml.Text.f%d", cases[i].way, k);
            stacks_sample(&profile, stack, "web-1", NULL, START_NS, 100);
        }
        stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 600);
        severity_of("CallTree", PARK);
        ck_assert_str_eq(text_of("method"), "lib.xml.Finder.find");
        ck_assert_str_eq(text_of("caller"), cases[i].caller);
    }
}
END_TEST

/* 40 % of the library's samples, at least; the innermost of such methods. */
START_TEST(what_a_library_does_most_of_its_time_is_named) {
    static const struct {
        uint64_t of_flush, of_rest;
        const char *inner;
        double percent;
    } cases[] = {{40, 60, "lib.db.Flush.all", 40}, {38, 62, "", NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        const struct {
            const char *stack;
            uint64_t samples;
        } ways[] = {
            {"lib.db.Flush.all;lib.db.Flush.one;java.util.HashMap.get", cases[i].of_flush / 2},
            {"lib.db.Flush.all;lib.db.Flush.all;lib.db.Dirty.f", cases[i].of_flush / 2},
            {"lib.db.Parse.f", cases[i].of_rest / 2},
            {"lib.db.Rows.f", cases[i].of_rest / 2}};
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            char stack[200];
            snprintf(stack, sizeof stack, "app.Web.run;app.Store.find;lib.db.Query.run;%s",
                     ways[way].stack);
            stacks_sample(&profile, stack, "web-1", NULL, START_NS, ways[way].samples);
        }
        severity_of("Library", PARK);
        ck_assert_str_eq(text_of("call"), "lib.db.Query.run");
        ck_assert_str_eq(text_of("inner"), cases[i].inner);
        if (*cases[i].inner)
            ck_assert_double_eq_tol(number_of("inner_percent"), cases[i].percent, 1e-9);
    }
}
END_TEST

START_TEST(between_a_library_and_the_program_stand_frameworks) {
    runs("app.Store.sum;com.zaxxer.hikari.pool.Proxy.query;org.h2.jdbc.Statement.run;"
         "org.h2.table.Table.find",
         "web-1", 0, 4000);
    runs("app.Store.sum;com.zaxxer.hikari.pool.Proxy.query;org.h2.jdbc.Statement.run;"
         "org.h2.mvstore.Map.get",
         "web-1", 4000, 8000);
    severity_of("Library", PARK);
    ck_assert_str_eq(text_of("library"), "org.h2");
    ck_assert_str_eq(text_of("caller"), "app.Store.sum");
    ck_assert_str_eq(text_of("call"), "org.h2.jdbc.Statement.run");
}
END_TEST

START_TEST(a_library_in_threads_of_its_own_is_one_if_it_is_known_not_to_be_the_program) {
    static const struct {
        const char *main;
        enum rule_severity severity;
    } cases[] = {{JVM("17.0.1", "app.Main"), RULE_INFO},
                 {JVM("17.0.1", "io.grpc.Main"), RULE_OK},
                 {PARK, RULE_OK}};
    runs("java.lang.Thread.run;io.grpc.netty.Loop.run;io.grpc.netty.Frames.read", "grpc-1", 0,
         4000);
    runs("java.lang.Thread.run;io.grpc.netty.Loop.run;io.grpc.internal.Calls.end", "grpc-1", 4000,
         8000);
    runs("app.Main.run;io.grpc.internal.Calls.start", "main-1", 8000, 9000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(severity_of("Library", cases[i].main) == cases[i].severity, "%zu", i);
        if (i) continue;
        ck_assert_double_eq(number_of("own_threads"), 1);
        ck_assert_str_eq(text_of("caller"), "app.Main.run");
    }
}
END_TEST

/* ==== Event loops ============================================================================ */

#define LOOP_READS(frames)                                                                \
    READ "@0*100/1000 500 9 db " frames ",io.netty.channel.nio.NioEventLoop.run loop-1\n" \
         "@0*100/1000 500 9 db " frames ",io.netty.channel.nio.NioEventLoop.run loop-2\n"

START_TEST(an_event_loop_must_not_wait_for_a_host) {
    ck_assert_int_eq(severity_of("SlowHost", LOOP_READS("java.net.Socket.read,app.Users.get")),
                     RULE_WARNING);
    ck_assert_str_eq(text_of("pool"), "loop-*");
    ck_assert_double_eq(number_of("event_loop"), 1);
    ck_assert_int_eq(severity_of("SlowHost", LOOP_READS("io.netty.buffer.Buffer.setBytes")),
                     RULE_INFO); /* its own */
}
END_TEST

START_TEST(a_pool_of_no_more_threads_than_processors_is_named) {
    static const char reads[] =
        READ "@0*100/1000 500 9 db java.net.Socket.read,app.Users.get pool-1\n"
             "@0*100/1000 500 9 db java.net.Socket.read,app.Users.get pool-2\n";
    for (int few = 0; few < 2; few++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told, "%s%s", few ? CPUS("2") : CPUS("1"), reads);
        ck_assert_int_eq(severity_of("SlowHost", text_str(&told)), RULE_INFO);
        ck_assert_str_eq(text_of("pool"), few ? "pool-*" : "");
    }
}
END_TEST

/* ==== Native code ============================================================================ */

#define LOOKUP(count, caller)                                                              \
    "@1000*" count                                                                         \
    "/20 java.net.Inet4AddressImpl.getHostByAddr,java.net.InetAddress.getHostName," caller \
    ",app.Users.get web-1\n"

START_TEST(names_that_the_recorder_looks_up_are_no_warning) {
    static const struct {
        const char *told, *outcome;
        enum rule_severity severity;
    } cases[] = {
        {NATIVE LOOKUP("50", "app.Names.of"), "judged", RULE_WARNING},
        {NATIVE LOOKUP("50", "java.net.Socket$SocketInputStream.read"), "recorder", RULE_INFO},
        {NATIVE LOOKUP("4", "java.net.Socket$SocketInputStream.read"), "judged", RULE_OK},
        {NATIVE LOOKUP("50", "java.net.Socket$SocketInputStream.read") LOOKUP("50", "app.Names.of"),
         "judged", RULE_WARNING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ck_assert_msg(severity_of("SlowNameLookups", cases[i].told) == cases[i].severity, "%zu", i);
        ck_assert_str_eq(finding.outcome->name, cases[i].outcome);
    }
}
END_TEST

#define WRITES "java.io.FileOutputStream.writeBytes,java.io.FileOutputStream.write,app.Log.put"

START_TEST(a_holder_that_is_met_in_short_writes_of_a_file_writes) {
    severity_of("JavaBlocking",
                ENTER "@0*60/2000 1900 app/Log 7 web-1 web-2 app.Log.put,app.Page.show\n" NATIVE
                      "@0*300/20 " WRITES " web-1\n");
    ck_assert_str_eq(text_of("holder_did"), "wrote a file");
    ck_assert_str_eq(text_of("holder_site"), "app.Log.put");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
}
END_TEST

/* An event of 3 s has 150 samples in it; they are not counted once more. */
START_TEST(a_write_that_has_an_event_is_not_counted_twice) {
    runs("app.Log.put;app.Log.format", "web-1", 3000, 9000);
    severity_of("JavaBlocking",
                ENTER "@0*12/1000 999 app/Log 7 web-1 web-2 app.Log.put,app.Page.show\n" NATIVE
                      "@0*150/20 " WRITES " web-1\n" WRITE
                      "@0 3000 log java.io.FileOutputStream.write,app.Log.put web-1\n");
    ck_assert_str_eq(text_of("holder_did"), "ran");
    ck_assert_double_eq_tol(number_of("holder_percent"), 66.7, 0.5);
}
END_TEST

/* Events have only what took longest. */
START_TEST(a_holder_that_is_met_while_it_waits_for_the_disk_does_that) {
    severity_of("JavaBlocking",
                ENTER "@0*60/2000 1900 app/Log 7 web-1 web-2 app.Log.put,app.Page.show\n" NATIVE
                      "@0*3000/20 sun.nio.ch.FileDispatcherImpl.force0,app.Log.put web-1\n"
                      "jdk.FileForce duration:d stackTrace:K eventThread:T\n"
                      "@10000 500 sun.nio.ch.FileChannelImpl.force,app.Log.put web-1\n");
    ck_assert_str_eq(text_of("holder_did"), "waited for the disk (fsync)");
    ck_assert_str_eq(text_of("holder_site"), "app.Log.put");
    ck_assert_double_eq_tol(number_of("holder_percent"), 100, 0.01);
}
END_TEST

START_TEST(reads_that_have_no_event_may_have_failed_where_those_are_not_recorded) {
    static const char *const versions[] = {JVM("21.0.2", "app.Main"), JVM("22.0.1", "app.Main")};
    for (int late = 0; late < 2; late++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told, "%s%s", versions[late],
                  NATIVE "@0*3000/20 sun.nio.ch.SocketDispatcher.read0,"
                         "java.net.Socket$SocketInputStream.read,lib.db.Driver.read,app.Users.get "
                         "web-1\n");
        ck_assert_int_eq(severity_of("ShortReplies", text_str(&told)), RULE_INFO);
        ck_assert_int_eq(number_of("failed") == 1, late);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("in libraries");
    TCase *c = tcase_create("in libraries");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, a_connection_is_lent_and_who_asks_for_it_is_told);
    tcase_add_test(c, a_request_does_not_wait_for_work);
    tcase_add_test(c, who_wakes_each_other_and_is_never_waiting_as_a_whole_has_something_in_turns);
    tcase_add_test(c, who_asks_for_a_lock_and_whoever_has_it_are_the_programs);
    tcase_add_test(c, who_calls_a_library_that_calls_back_asks_for_what_is_done_then);
    tcase_add_test(c, who_asks_through_a_library_for_short_replies_is_told_of_the_caller_of_most);
    tcase_add_test(c, a_call_in_a_library_is_named_with_who_of_the_program_calls_that);
    tcase_add_test(c, what_a_library_does_most_of_its_time_is_named);
    tcase_add_test(c, a_holder_that_is_met_while_it_waits_for_the_disk_does_that);
    tcase_add_test(c, who_has_a_library_throw_is_told);
    tcase_add_test(c, who_calls_a_call_for_half_of_it_is_named_where_a_recursion_begins);
    tcase_add_test(c, between_a_library_and_the_program_stand_frameworks);
    tcase_add_test(c, a_library_in_threads_of_its_own_is_one_if_it_is_known_not_to_be_the_program);
    tcase_add_test(c, an_event_loop_must_not_wait_for_a_host);
    tcase_add_test(c, a_pool_of_no_more_threads_than_processors_is_named);
    tcase_add_test(c, names_that_the_recorder_looks_up_are_no_warning);
    tcase_add_test(c, a_holder_that_is_met_in_short_writes_of_a_file_writes);
    tcase_add_test(c, a_write_that_has_an_event_is_not_counted_twice);
    tcase_add_test(c, reads_that_have_no_event_may_have_failed_where_those_are_not_recorded);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
