/* Rules of what takes the CPU without being a hot method: calls with little self, interpreted code,
 * small calls to the system. */
#include "analyzers/rules/score.h"
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define NATIVE "jdk.NativeMethodSample state:s stackTrace:K sampledThread:T\n"
#define WRITES "java.io.FileOutputStream.writeBytes,java.io.FileOutputStream.write,app.Log.put"
#define FILE_WRITE "jdk.FileWrite duration:d path:s stackTrace:K eventThread:T bytesWritten:l\n"
#define PROCESSORS "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"
#define CPU_LOAD "jdk.CPULoad jvmUser:f jvmSystem:f machineTotal:f\n"
#define NONE "jdk.ThreadPark duration:d eventThread:T stackTrace:K\n"

/* ==== Calls ================================================================================= */

/* So many samples under app.Audit.copy, spread over methods; self of it are its own. The thread
 * does other things in all other samples, of 1,000. */
static enum rule_severity call_with(uint64_t total, uint64_t self, uint64_t methods) {
    char stack[100];
    if (self) stacks_sample(&profile, "app.Web.run;app.Audit.copy", "web-1", NULL, START_NS, self);
    for (uint64_t i = 0; i < methods; i++) {
        snprintf(stack, sizeof stack, "app.Web.run;app.Audit.copy;app.Text.f%d", (int)i);
        stacks_sample(&profile, stack, "web-1", NULL, START_NS, (total - self) / methods);
    }
    stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 1000 - total);
    return severity_of("CallTree", NONE);
}

START_TEST(a_call_with_little_self_and_a_large_total_is_named) {
    ck_assert_int_eq(call_with(400, 0, 4), RULE_INFO);
    ck_assert_str_eq(text_of("method"), "app.Audit.copy");
    ck_assert_double_eq(number_of("total_percent"), 40);
    ck_assert_double_eq(number_of("self_percent"), 0);
    ck_assert_double_eq(number_of("methods"), 4);
    ck_assert_int_eq(finding.culprit_kind, CULPRIT_METHOD);
    ck_assert_str_eq(finding.culprit, "app.Audit.copy");
    ck_assert_int_eq(finding.cost_of, COST_OF_CPU);
    ck_assert_double_eq(finding.cost, 40);
}
END_TEST

START_TEST(a_share_of_few_samples_weighs_less_than_the_same_of_many) {
    ck_assert_int_eq(call_with(400, 0, 4), RULE_INFO); /* of 1000 */
    ck_assert_double_eq_tol(finding.weight, 37.01, 0.01);
    ck_assert_double_eq(finding.cost, 40);
    ck_assert_int_eq(severity_of("CallTree", CPU_LOAD "@0*10/1000 0.1 0.15 0.5\n" PROCESSORS),
                     RULE_INFO);
    ck_assert_double_eq_tol(finding.weight, 18.5, 0.01); /* half a processor */
}
END_TEST

START_TEST(a_share_of_what_hardly_ran_is_nothing_to_look_at) {
    ck_assert_int_eq(call_with(400, 0, 4), RULE_INFO);
    ck_assert_int_eq(severity_of("CallTree", CPU_LOAD "@0*10/1000 0.01 0.01 0.5\n" PROCESSORS),
                     RULE_INFO); /* 4 % of a processor, of which 1.48 % are that */
    ck_assert_int_eq(severity_of("CallTree", CPU_LOAD "@0*10/1000 0.005 0.005 0.5\n" PROCESSORS),
                     RULE_OK); /* 0.74 % */
    ck_assert(finding.score < SCORE_INFO);
    ck_assert_str_eq(text_of("method"), "app.Audit.copy");
}
END_TEST

START_TEST(a_call_is_named_as_long_as_no_other_method_stands_for_it) {
    static const struct {
        uint64_t total, self, methods;
        enum rule_severity severity;
    } cases[] = {
        {300, 0, 4, RULE_INFO},   {296, 0, 4, RULE_OK},   /* a share of 30 % */
        {400, 100, 4, RULE_INFO}, {400, 104, 4, RULE_OK}, /* 10 % by itself */
        {400, 0, 2, RULE_INFO},   {400, 0, 1, RULE_OK},   /* one of them has all of it */
        {800, 0, 4, RULE_INFO},   {804, 0, 4, RULE_OK},   /* what the thread runs in */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        ck_assert_msg(call_with(cases[i].total, cases[i].self, cases[i].methods) ==
                          cases[i].severity,
                      "case %zu: %s", i, rule_severity_name(finding.severity));
    }
}
END_TEST

START_TEST(what_all_of_a_program_runs_in_is_no_call) {
    static const struct {
        const char *method;
        int methods;
        enum rule_severity severity;
    } cases[] = {{"app.Audit.copy", 200, RULE_INFO},
                 {"app.Audit.copy", 201, RULE_OK},
                 {"app.Audit.main", 100, RULE_OK},
                 {"app.Audit.domain", 100, RULE_INFO}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char stack[100];
        teardown();
        setup();
        for (int k = 0; k < cases[i].methods; k++) {
            snprintf(stack, sizeof stack, "app.Web.run;%s;app.Text.f%d", cases[i].method, k);
            stacks_sample(&profile, stack, "web-1", NULL, START_NS, 1);
        }
        stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS,
                      (uint64_t)cases[i].methods);
        ck_assert_msg(severity_of("CallTree", NONE) == cases[i].severity, "case %zu", i);
    }
}
END_TEST

/* Functions of the system are no methods of the program: who calls them asks for them. */
START_TEST(who_has_the_system_do_most_of_what_a_thread_does_asks_for_it) {
    static const char *const calls[] = {"open", "close", "unlink", "write"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char stack[100];
        snprintf(stack, sizeof stack, "app.Web.run;app.Log.put;java.nio.Files.f;libc.so.6.%s",
                 calls[i]);
        stacks_sample(&profile, stack, "web-1", NULL, START_NS, 250);
    }
    ck_assert_int_eq(severity_of("CallTree", NONE), RULE_INFO);
    ck_assert_str_eq(finding.culprit, "app.Log.put");
}
END_TEST

START_TEST(who_has_the_jdk_do_most_of_what_a_thread_does_asks_for_it) {
    static const struct {
        uint64_t own; /* of 1000: below another method of the program's */
        enum rule_severity severity;
    } cases[] = {{0, RULE_INFO}, {499, RULE_INFO}, {500, RULE_OK}, {600, RULE_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char stack[100];
        teardown();
        setup();
        for (int k = 0; k < 4; k++) {
            snprintf(stack, sizeof stack, "app.Web.run;app.Log.put;java.text.Format.f%d", k);
            stacks_sample(&profile, stack, "web-1", NULL, START_NS, (1000 - cases[i].own) / 4);
            snprintf(stack, sizeof stack, "app.Web.run;app.Log.put;app.Line.g%d", k);
            if (cases[i].own)
                stacks_sample(&profile, stack, "web-1", NULL, START_NS, cases[i].own / 4);
        }
        uint64_t rest = 1000 - (1000 - cases[i].own) / 4 * 4 - cases[i].own / 4 * 4;
        if (rest)
            stacks_sample(&profile, "app.Web.run;app.Log.put;java.text.Format.f0", "web-1", NULL,
                          START_NS, rest);
        ck_assert_msg(severity_of("CallTree", NONE) == cases[i].severity, "case %zu", i);
        if (cases[i].severity == RULE_INFO) ck_assert_str_eq(finding.culprit, "app.Log.put");
    }
}
END_TEST

START_TEST(of_few_samples_a_call_has_to_have_more_than_chance_gives) {
    static const struct {
        uint64_t calls, rest; /* 30 % at least, by the lower end of the interval */
        enum rule_severity severity;
    } cases[] = {{29, 0, RULE_NA},  {30, 0, RULE_INFO}, {24, 26, RULE_INFO}, {16, 34, RULE_NA},
                 {0, 50, RULE_NA},  {30, 69, RULE_NA},  {30, 70, RULE_INFO}, {0, 99, RULE_NA},
                 {0, 100, RULE_OK}, {29, 71, RULE_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char stack[100];
        teardown();
        setup();
        for (uint64_t k = 0; k < cases[i].calls; k++) {
            snprintf(stack, sizeof stack, "app.Web.run;app.Log.put;java.text.Format.f%d",
                     (int)k % 3);
            stacks_sample(&profile, stack, "web-1", NULL, START_NS, 1);
        }
        if (cases[i].rest)
            stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS,
                          cases[i].rest);
        ck_assert_msg(severity_of("CallTree", NONE) == cases[i].severity, "case %zu", i);
    }
}
END_TEST

/* ==== Interpreted code ====================================================================== */

START_TEST(a_method_that_stays_interpreted_is_named) {
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 0, 120000);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_WARNING);
    ck_assert_str_eq(text_of("method"), "app.Tax.apply");
    ck_assert_double_eq(number_of("interpreted_percent"), 100);
    ck_assert_double_eq(number_of("method_interpreted"), 6000);
    ck_assert_double_eq(finding.cost, 100);
}
END_TEST

START_TEST(code_that_is_compiled_after_a_while_is_not_interpreted) {
    runs("app.Main.main;app.Tax.apply", "main", 24020, 120000);
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 0, 24000); /* a fifth of the time */
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_OK);
}
END_TEST

START_TEST(what_is_only_interpreted_at_the_beginning_is_start_up) {
    runs("app.Main.main;app.Work.work", "main", 0, 120000);
    runs_interpreted("app.Main.main;app.Load.load", "main", 0, 59960);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_OK);
    runs_interpreted("app.Main.main;app.Load.load", "main", 59960, 60020);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_INFO);
}
END_TEST

START_TEST(what_runs_seldom_need_not_be_compiled) {
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 0, 6000);
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 114000,
                     119980); /* 12 s without 20 ms */
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_OK);
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 119980, 120000);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_WARNING);
}
END_TEST

/* Half of the time of each thread whose loop it is. */
START_TEST(a_loop_that_waits_is_entered_once_and_need_not_be_compiled) {
    runs_interpreted("java.lang.Thread.run;app.Feed.loop", "feed-1", 0, 30000);
    runs_interpreted("java.lang.Thread.run;app.Feed.loop", "feed-2", 40000, 119980);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_OK);
    runs_interpreted("java.lang.Thread.run;app.Feed.loop", "feed-2", 119980, 130020);
    ck_assert_int_eq(severity_of("InterpretedCode", NONE), RULE_WARNING);
    ck_assert_str_eq(text_of("method"), "app.Feed.loop");
}
END_TEST

START_TEST(who_told_the_jvm_not_to_compile_is_to_blame) {
    runs_interpreted("app.Main.main;app.Tax.apply", "main", 0, 120000);
    severity_of("InterpretedCode",
                "jdk.JVMInformation jvmStartTime:l pid:l jvmName:s jvmVersion:s jvmArguments:s "
                "javaArguments:s\n@0 1 7 x x -Xmx1g_-Xint app\n");
    ck_assert_int_eq(finding.culprit_kind, CULPRIT_SETTING);
    ck_assert_str_eq(finding.culprit, "-Xint");
}
END_TEST

START_TEST(what_the_call_is_made_of_is_the_callee_that_has_half_of_it_or_the_two_largest) {
    static const struct {
        uint64_t parsing, writing;
        const char *callee, *second;
    } cases[] = {{200, 200, "java.util.Properties.load", ""},
                 {196, 200, "app.Out.write", ""},
                 {130, 120, "app.Rest.rest", "java.util.Properties.load"},
                 {78, 140, "app.Rest.rest", "app.Out.write"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        teardown();
        setup();
        uint64_t rest = 400 - cases[i].parsing - cases[i].writing;
        for (int k = 0; k < 2; k++) {
            stacks_sample(&profile,
                          k ? "app.Web.run;app.Audit.copy;java.util.Properties.load;a.B.c"
                            : "app.Web.run;app.Audit.copy;java.util.Properties.load;a.B.d",
                          "web-1", NULL, START_NS, cases[i].parsing / 2);
            stacks_sample(&profile,
                          k ? "app.Web.run;app.Audit.copy;app.Out.write;a.B.e"
                            : "app.Web.run;app.Audit.copy;app.Out.write;a.B.f",
                          "web-1", NULL, START_NS, cases[i].writing / 2);
        }
        if (rest)
            stacks_sample(&profile, "app.Web.run;app.Audit.copy;app.Rest.rest", "web-1", NULL,
                          START_NS, rest);
        stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 600);
        ck_assert_int_eq(severity_of("CallTree", NONE), RULE_INFO);
        ck_assert_str_eq(text_of("callee"), cases[i].callee);
        ck_assert_str_eq(text_of("second_callee"), cases[i].second);
    }
}
END_TEST

/* ==== Native code =========================================================================== */

#define DEFLATE                                                                                 \
    "java.util.zip.Deflater.deflateBytesBytes,java.util.zip.Deflater.deflate,app.Zip.pack,app." \
    "Page.show"
#define REPLY                                                                         \
    "sun.nio.ch.SocketDispatcher.read0,sun.nio.ch.NioSocketImpl.implRead,sun.nio.ch." \
    "NioSocketImpl.read,java.net.Socket$SocketInputStream.read,app.Client.ask,app.Page.show"

START_TEST(what_the_jdk_does_in_native_code_takes_the_cpu_of_threads_that_run) {
    stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 60);
    ck_assert_int_eq(severity_of("NativeWork", NATIVE "@0*20/20 x " DEFLATE " web-1\n"), RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Zip.pack");
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
    ck_assert_str_eq(text_of("call"), "java.util.zip.Deflater.deflateBytesBytes");
    ck_assert_double_eq(number_of("percent"), 25);
    ck_assert_double_eq(finding.cost, 25);
    ck_assert_int_eq(severity_of("NativeWork", NATIVE "@0*19/20 x " DEFLATE " web-1\n"), RULE_OK);
    ck_assert_int_eq(severity_of("NativeWork", NATIVE "@0*20/20 x " DEFLATE " web-2\n"), RULE_OK);
    ck_assert_int_eq(severity_of("NativeWork", NONE), RULE_NA);
}
END_TEST

START_TEST(who_works_in_native_code_is_unknown_where_nothing_was_seen_running) {
    ck_assert_int_eq(severity_of("NativeWork", NATIVE "@0*20/20 x " DEFLATE " web-1\n"), RULE_NA);
    runs("app.Web.run;app.Web.answer", "web-2", 0, 20);
    ck_assert_int_eq(severity_of("NativeWork", NATIVE "@0*20/20 x " DEFLATE " web-1\n"), RULE_OK);
}
END_TEST

#define USED(share)                                                                                \
    "jdk.CPUInformation hwThreads:l cores:l\n@0 2 2\n"                                             \
    "jdk.ThreadCPULoad user:f system:f eventThread:T\n@400 0 0 main\n@400 0 0 web-1\n@2000 " share \
    " 0 web-1\n"

/* 80 samples are 1,600 ms; of two processors a quarter in 1,600 ms are 800. */
START_TEST(who_is_always_in_native_code_works_there_if_its_cpu_time_says_so) {
    ck_assert_int_eq(
        severity_of("NativeWork", USED("0.251") NATIVE "@0*80/20 x " DEFLATE " web-1\n"),
        RULE_INFO);
    ck_assert_double_eq(number_of("percent"), 100);
    ck_assert_int_eq(
        severity_of("NativeWork", USED("0.249") NATIVE "@0*80/20 x " DEFLATE " web-1\n"), RULE_NA);
    ck_assert_int_eq(
        severity_of("NativeWork", USED("0.251") NATIVE "@0*80/20 x " DEFLATE " web-2\n"), RULE_NA);
}
END_TEST

START_TEST(who_waits_in_native_code_or_is_none_of_the_jdk_does_no_work_there) {
    static const char *const quiet[] = {
        REPLY,
        "sun.nio.ch.EPoll.wait,sun.nio.ch.EPollSelectorImpl.doSelect,app.Loop.run",
        "sun.nio.ch.DatagramChannelImpl.receive0,app.Loop.run",
        "java.io.FileInputStream.readBytes,app.Loop.run",
        "java.lang.ProcessHandleImpl.waitForProcessExit0,app.Loop.run",
        "app.Gpu.wait0,app.Loop.run",
    };
    stacks_sample(&profile, "app.Web.run;app.Work.work", "web-1", NULL, START_NS, 60);
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
        char told[500];
        snprintf(told, sizeof told, NATIVE "@0*100/20 x %s web-1\n", quiet[i]);
        ck_assert_msg(severity_of("NativeWork", told) == RULE_OK, "%s", quiet[i]);
    }
}
END_TEST

#define ACCEPTS(count) "@0*" count "/20 x sun.nio.ch.Net.accept,app.Server.run acceptor\n"
#define SOCKET_READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"

START_TEST(replies_that_are_too_short_to_be_recorded_are_waits_all_the_same) {
    ck_assert_int_eq(severity_of("ShortReplies",
                                 NATIVE "@0*50/20 x " REPLY " web-1\n@0*50/20 x " REPLY
                                        " web-2\n" ACCEPTS("100")),
                     RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Client.ask");
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
    ck_assert_double_eq(number_of("threads"), 2);
    ck_assert_double_eq(number_of("samples"), 100);
    ck_assert_double_eq_tol(number_of("waited_percent"), 50, 0.01);
    ck_assert_str_eq(text_of("host"), "");
    ck_assert_int_eq(
        severity_of("ShortReplies", NATIVE "@0*20/20 x " REPLY " web-1\n" ACCEPTS("80")),
        RULE_INFO);
    ck_assert_int_eq(
        severity_of("ShortReplies", NATIVE "@0*20/20 x " REPLY " web-1\n" ACCEPTS("82")), RULE_OK);
    ck_assert_int_eq(severity_of("ShortReplies", NATIVE "@0*19/20 x " REPLY " web-1\n"), RULE_OK);
    ck_assert_int_eq(severity_of("ShortReplies", NONE), RULE_NA);
}
END_TEST

START_TEST(replies_that_events_have_or_requests_that_are_waited_for_are_no_short_replies) {
    /* 120 s, half of them in events; and a little more */
    ck_assert_int_eq(severity_of("ShortReplies",
                                 NATIVE "@0*50/20 x " REPLY " web-1\n" SOCKET_READ
                                        "@0*60/2000 1000 9 db " REPLY " - 25 web-1\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("host"), "db");
    ck_assert_int_eq(severity_of("ShortReplies",
                                 NATIVE "@0*50/20 x " REPLY " web-1\n" SOCKET_READ
                                        "@0*60/2000 1001 9 db " REPLY " - 25 web-1\n"),
                     RULE_OK);
    ck_assert_int_eq(
        severity_of("ShortReplies", NATIVE
                    "@0*50/20 x sun.nio.ch.SocketDispatcher.read0,sun.nio.ch.NioSocketImpl."
                    "implRead,java.net.Socket$SocketInputStream.read,app.Server.serve web-1\n"),
        RULE_OK);
}
END_TEST

/* ==== Pauses =============================================================================== */

#define ASKED(count, operation, by) "@1000*" count "/1000 100 " operation " 1 1 " by "\n"

START_TEST(what_pauses_threads_and_who_asks_for_it_is_named_if_it_is_half_of_the_pauses) {
    static const struct {
        const char *told, *operation, *caller;
        double count;
    } cases[] = {
        {ASKED("40", "ThreadDump", "watchdog-1") "@50000*20/1000 199 PrintJNI 1 1 main\n",
         "ThreadDump", "watchdog-1", 40},
        {ASKED("40", "ThreadDump", "watchdog-1") "@50000*20/1000 201 PrintJNI 1 1 main\n",
         "PrintJNI", "main", 20},
        {ASKED("20", "ThreadDump", "web-1") "@30000*20/1000 100 ThreadDump 1 1 web-2\n",
         "ThreadDump", "web-1", 40},
        {ASKED("20", "ThreadDump", "web-1") "@30000*20/1000 100 ThreadDump 1 1 web-2\n"
                                            "@60000 1 ThreadDump 1 1 web-3\n",
         "ThreadDump", "", 41},
        {ASKED("20", "A",
               "web-1") "@30000*20/1000 100 B 1 1 web-1\n@60000*20/1000 100 C 1 1 web-1\n",
         "", "", NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(told, sizeof told,
                 "jdk.GCPhasePause duration:d name:s gcId:l\n@500 1 G1 1\njdk.ExecuteVMOperation "
                 "duration:d operation:s safepoint:b blocking:b caller:T\n%s",
                 cases[i].told);
        ck_assert_msg(severity_of("ApplicationHalts", told) >= RULE_OK, "%zu", i);
        ck_assert_str_eq(text_of("operation"), cases[i].operation);
        ck_assert_str_eq(text_of("caller"), cases[i].caller);
        if (*cases[i].operation) ck_assert_double_eq(number_of("operations"), cases[i].count);
    }
}
END_TEST

/* ==== Small calls =========================================================================== */

START_TEST(a_file_that_is_written_piece_by_piece_is_noticed_by_native_samples) {
    stacks_add(&profile, "app.Main.main;app.Log.put", 30);
    ck_assert_int_eq(severity_of("SmallFileCalls", NATIVE "@0*20/20 x " WRITES " main\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Log.put");
    ck_assert_str_eq(text_of("what"), "small writes to a file");
    ck_assert_str_eq(text_of("call"), "java.io.FileOutputStream.writeBytes");
    ck_assert_double_eq(number_of("percent"), 40);
    ck_assert_int_eq(severity_of("SmallFileCalls", NATIVE "@0*19/20 x " WRITES " main\n"), RULE_OK);
    ck_assert_int_eq(severity_of("SmallFileCalls", NONE), RULE_NA);
}
END_TEST

START_TEST(forcing_a_file_costs_those_who_wait_for_it_not_cpu) {
#define FORCES(thread) \
    " sun.nio.ch.FileDispatcherImpl.force0,app.Log.sync,app.Page.show " thread "\n"
    ck_assert_int_eq(severity_of("SmallFileCalls",
                                 NATIVE "@0*80/20 x sun.nio.ch.Net.accept,app.Net.take acceptor\n"
                                        "@0*30/20 x" FORCES("a") "@0*10/20 x" FORCES("b")),
                     RULE_INFO);
    ck_assert_double_eq(number_of("samples"), 40);
    ck_assert_str_eq(text_of("caller"), "app.Page.show");
    ck_assert_int_eq(finding.cost_of, COST_OF_WAITERS);
    ck_assert_double_eq_tol(finding.cost, 100, 1e-9); /* of what is known of them */
}
END_TEST

START_TEST(samples_of_cpu_time_have_such_calls_themselves) {
    stacks_add(&profile, "app.Main.main;app.Log.put;java.io.FileOutputStream.writeBytes;write", 40);
    stacks_add(&profile, "app.Main.main;app.Work.work", 60);
    ck_assert_int_eq(severity_of("SmallFileCalls", NONE), RULE_INFO);
    ck_assert_double_eq(number_of("percent"), 40);
}
END_TEST

START_TEST(who_waits_in_a_call_or_writes_much_at_once_makes_no_small_calls) {
    stacks_add(&profile, "app.Main.main;app.Other.work", 50);
    ck_assert_int_eq(severity_of("SmallFileCalls", NATIVE "@0*100/20 x " WRITES " main\n"),
                     RULE_OK);
    stacks_add(&profile, "app.Main.main;app.Log.put", 2);
    ck_assert_int_eq(severity_of("SmallFileCalls", NATIVE "@0*100/20 x " WRITES " main\n"),
                     RULE_INFO);
    ck_assert_int_eq(severity_of("SmallFileCalls",
                                 NATIVE "@0*100/20 x " WRITES " main\n" FILE_WRITE
                                        "@0*100/20 1 /log app.Log.put main 1024\n"),
                     RULE_OK);
    ck_assert_int_eq(severity_of("SmallFileCalls",
                                 NATIVE "@0*100/20 x " WRITES " main\n" FILE_WRITE
                                        "@0*100/20 1 /log app.Log.put main 1023\n"),
                     RULE_INFO);
    ck_assert_double_eq(number_of("mean_bytes"), 1023);
    static const char *const bytes[] = {"java.io.FileOutputStream.write",
                                        "java.io.RandomAccessFile.write0"};
    for (size_t i = 0; i < 2; i++) { /* whoever is seen in those alone waits in none of them */
        char told[200];
        snprintf(told, sizeof told, NATIVE "@0*100/20 x %s,app.Rows.put main\n", bytes[i]);
        ck_assert_int_eq(severity_of("SmallFileCalls", told), RULE_INFO);
    }
}
END_TEST

/* ==== Safepoints ============================================================================ */

START_TEST(threads_that_lack_a_processor_take_a_while_to_stop) {
    static const struct {
        const char *load, *syncs;
        enum rule_severity severity;
    } cases[] = {
        {"0.89", "@0*1200/100 11", RULE_WARNING}, {"0.9", "@0*1200/100 11", RULE_WARNING},
        {"0.9", "@0*1200/100 10", RULE_WARNING},  {"0.9", "@0*3600/33 9", RULE_OK},
        {"0.89", "@0*3600/33 9", RULE_WARNING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[300];
        snprintf(told, sizeof told,
                 CPU_LOAD "@0*100/1000 0.1 0.1 %s\njdk.SafepointStateSynchronization duration:d\n"
                          "%s\n",
                 cases[i].load, cases[i].syncs);
        ck_assert_msg(severity_of("TimeToSafepoint", told) == cases[i].severity, "case %zu", i);
    }
}
END_TEST

/* ==== Sockets =============================================================================== */

#define READ \
    "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l eventThread:T\n"
#define IN_READ ";java.net.Socket$SocketInputStream.read;sun.nio.ch.NioSocketImpl.beginRead"

START_TEST(a_socket_that_is_read_byte_by_byte_takes_the_cpu) {
    runs("app.Main.run;app.Import.next" IN_READ, "main", 0, 600);
    runs("app.Main.run;app.Import.sum", "main", 600, 2000);
    ck_assert_int_eq(severity_of("SmallFileCalls", NONE), RULE_INFO);
    ck_assert_str_eq(text_of("what"), "small reads of a socket");
    ck_assert_str_eq(text_of("site"), "app.Import.next");
    ck_assert_str_eq(text_of("call"), "java.net.Socket$SocketInputStream.read");
    ck_assert_double_eq(number_of("samples"), 30);
    ck_assert_double_eq(number_of("percent"), 30);
    runs("app.Main.run;app.Import.sum", "main", 2000, 2500);
    ck_assert_int_eq(severity_of("SmallFileCalls", NONE), RULE_OK); /* 24 % */
}
END_TEST

START_TEST(reads_through_a_buffer_or_of_threads_that_wait_are_not_small) {
    static const char *const through[] = {
        "java.io.BufferedInputStream.fill", "sun.nio.cs.StreamDecoder.read",
        "sun.security.ssl.SSLSocketInputRecord.read", "sun.net.www.http.HttpClient.parse",
        "jdk.internal.net.http.PlainHttpConnection.read"};
    for (size_t i = 0; i < sizeof through / sizeof *through; i++) {
        char stack[200];
        teardown();
        setup();
        snprintf(stack, sizeof stack, "app.Main.run;app.Import.next;%s%s", through[i], IN_READ);
        runs(stack, "main", 0, 2000);
        ck_assert_msg(severity_of("SmallFileCalls", NONE) < RULE_INFO, "%s", through[i]);
    }
    teardown();
    setup();
    ck_assert_int_eq(severity_of("SmallFileCalls",
                                 NATIVE "@0*100/20 x sun.nio.ch.FileDispatcherImpl.write0,"
                                        "sun.nio.ch.SocketDispatcher.write,"
                                        "sun.nio.ch.NioSocketImpl.write,app.Export.put main\n"),
                     RULE_OK);
}
END_TEST

START_TEST(reads_of_a_socket_that_carry_much_are_not_small) {
    for (int bytes = 1023; bytes <= 1024; bytes++) {
        char told[300];
        teardown();
        setup();
        runs("app.Main.run;app.Import.next" IN_READ, "main", 0, 2000);
        snprintf(told, sizeof told, READ "@0*100/20 1 %d db app.Import.next - 25 main\n", bytes);
        ck_assert_int_eq(severity_of("SmallFileCalls", told), bytes < 1024 ? RULE_INFO : RULE_OK);
        ck_assert_double_eq(number_of("mean_bytes"), bytes);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("cpu rules");
    TCase *c = tcase_create("cpu rules");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, threads_that_lack_a_processor_take_a_while_to_stop);
    tcase_add_test(c, a_call_with_little_self_and_a_large_total_is_named);
    tcase_add_test(c, a_share_of_few_samples_weighs_less_than_the_same_of_many);
    tcase_add_test(c, a_share_of_what_hardly_ran_is_nothing_to_look_at);
    tcase_add_test(c, a_call_is_named_as_long_as_no_other_method_stands_for_it);
    tcase_add_test(c, what_all_of_a_program_runs_in_is_no_call);
    tcase_add_test(c, who_has_the_system_do_most_of_what_a_thread_does_asks_for_it);
    tcase_add_test(c, who_has_the_jdk_do_most_of_what_a_thread_does_asks_for_it);
    tcase_add_test(c, of_few_samples_a_call_has_to_have_more_than_chance_gives);
    tcase_add_test(c, a_method_that_stays_interpreted_is_named);
    tcase_add_test(c, code_that_is_compiled_after_a_while_is_not_interpreted);
    tcase_add_test(c, what_is_only_interpreted_at_the_beginning_is_start_up);
    tcase_add_test(c, a_loop_that_waits_is_entered_once_and_need_not_be_compiled);
    tcase_add_test(c, what_runs_seldom_need_not_be_compiled);
    tcase_add_test(c, who_told_the_jvm_not_to_compile_is_to_blame);
    tcase_add_test(c,
                   what_the_call_is_made_of_is_the_callee_that_has_half_of_it_or_the_two_largest);
    tcase_add_test(c, what_the_jdk_does_in_native_code_takes_the_cpu_of_threads_that_run);
    tcase_add_test(c, who_works_in_native_code_is_unknown_where_nothing_was_seen_running);
    tcase_add_test(c, who_is_always_in_native_code_works_there_if_its_cpu_time_says_so);
    tcase_add_test(c, who_waits_in_native_code_or_is_none_of_the_jdk_does_no_work_there);
    tcase_add_test(c, replies_that_are_too_short_to_be_recorded_are_waits_all_the_same);
    tcase_add_test(c,
                   replies_that_events_have_or_requests_that_are_waited_for_are_no_short_replies);
    tcase_add_test(c, what_pauses_threads_and_who_asks_for_it_is_named_if_it_is_half_of_the_pauses);
    tcase_add_test(c, a_file_that_is_written_piece_by_piece_is_noticed_by_native_samples);
    tcase_add_test(c, forcing_a_file_costs_those_who_wait_for_it_not_cpu);
    tcase_add_test(c, samples_of_cpu_time_have_such_calls_themselves);
    tcase_add_test(c, who_waits_in_a_call_or_writes_much_at_once_makes_no_small_calls);
    tcase_add_test(c, a_socket_that_is_read_byte_by_byte_takes_the_cpu);
    tcase_add_test(c, reads_through_a_buffer_or_of_threads_that_wait_are_not_small);
    tcase_add_test(c, reads_of_a_socket_that_carry_much_are_not_small);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
