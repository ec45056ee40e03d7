/* What reads and samples of the network say: which stacks are handshakes and which calls look up
 * names. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define SOCKET "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s\n"
#define SAMPLE "jdk.NativeMethodSample stackTrace:K\n"

START_TEST(a_handshake_is_a_method_of_that_name_of_an_ssl_package_anywhere_on_the_stack) {
    static const struct {
        const char *stack;
        bool is_one;
    } cases[] = {
        {"sun.security.ssl.SSLSocketImpl.startHandshake,app.Client.call", true},
        {"sun.security.ssl.SSLSocketImpl.readHandshakeRecord,app.Client.call", true},
        {"sun.security.ssl.SSLEngineImpl.doHandshake,app.Client.call", true},
        {"java.net.Socket.read,org.bssl.Engine.doHandshake", true},
        {"java.net.Socket.read,a.A.x,a.B.y,sun.security.ssl.SSLSocketImpl.startHandshake", true},
        {"app.Protocol.startHandshake,app.Client.call", false},
        {"app.Protocol.readHandshakeRecord,app.Client.call", false},
        {"app.Protocol.doHandshake,app.Client.call", false},
        {"sun.security.ssl.SSLSocketImpl.read,app.Client.call", false},
        {"sun.security.ssl.SSLSocketImpl.startHandshakes,app.Client.call", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[500];
        snprintf(told, sizeof told, SOCKET "@1000 300 5 db.example %s -\n", cases[i].stack);
        enum rule_severity severity = severity_of("SlowHandshakes", told);
        ck_assert_msg(severity == (cases[i].is_one ? RULE_INFO : RULE_OK), "%s", cases[i].stack);
        ck_assert_str_eq(finding.outcome->name, cases[i].is_one ? "judged" : "none");
    }
}
END_TEST

START_TEST(handshakes_alone_are_counted_and_the_longest_names_the_other_end) {
    severity_of("SlowHandshakes",
                SOCKET "@1000 300 5 - sun.security.ssl.X.doHandshake 10.0.0.1\n"
                       "@2000 700 5 db java.net.Socket.read -\n"
                       "@3000 200 5 db.example sun.security.ssl.X.doHandshake 10.0.0.2\n");
    ck_assert_double_eq(number_of("count"), 2);
    ck_assert_double_eq(number_of("total_ns"), 500e6);
    ck_assert_double_eq(number_of("longest_ns"), 300e6);
    severity_of("SlowHandshakes",
                SOCKET "@3000 200 5 db.example sun.security.ssl.X.doHandshake 10.0.0.2\n");
    ck_assert_str_eq(text_of("where"), "db.example");
}
END_TEST

START_TEST(what_handshakes_take_of_the_cpu_is_their_cost_if_it_is_more) {
    static const char read[] =
        SOCKET "@1000 1200 5 db sun.security.ssl.X.doHandshake,app.Db.open -\n";
    severity_of("SlowHandshakes", read);
    ck_assert_int_eq(finding.cost_of, COST_OF_WAITERS);
    runs("app.Db.open;sun.security.ssl.SSLSocketImpl.startHandshake;java.math.BigInteger.oddModPow",
         "web-1", 0, 30000);
    runs("app.Db.read;sun.security.ssl.SSLSocketImpl.read", "web-1", 30000, 40000);
    severity_of("SlowHandshakes", read);
    ck_assert_int_eq(finding.cost_of, COST_OF_CPU);
    ck_assert_double_eq_tol(finding.cost, 75, 1e-9);
    ck_assert_double_eq_tol(number_of("cpu_percent"), 75, 1e-9);
    ck_assert_str_eq(text_of("cpu_site"), "app.Db.open");
    teardown();
    setup();
    runs("app.Db.open;app.Own.startHandshake", "web-1", 0, 40000);
    severity_of("SlowHandshakes", read);
    ck_assert(isnan(number_of("cpu_percent")));
}
END_TEST

/* Two reads of 2 s and one beside them, of which only the place is another. */
START_TEST(who_reads_from_several_that_connected_to_it_waits_for_their_requests) {
    static const struct {
        int ports[2];
        const char *threads[2];
        bool serves;
    } cases[] = {
        {{40000, 40001}, {"one", "two"}, true},  {{32768, 65535}, {"one", "two"}, true},
        {{32767, 40001}, {"one", "two"}, false}, {{40000, 5432}, {"one", "two"}, false},
        {{40000, 40000}, {"one", "two"}, false}, {{40000, 40001}, {"one", "one"}, false},
        {{40000, 40000}, {"one", "one"}, false},
    };
    static const char line[] = "@%d 2000 5 - java.net.Socket.read,app.%s 10.0.0.1 %d %s\n";
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        for (int beside = 0; beside < 3; beside++) { /* nothing; before; after */
            struct text told = {0};
            text_add(&told, "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s "
                            "port:l eventThread:T\n");
            if (beside == 1) text_addf(&told, line, 1000, "Client.call", 8080, "three");
            for (int k = 0; k < 2; k++)
                text_addf(&told, line, 4000 + 4000 * k, "Loop.take", cases[i].ports[k],
                          cases[i].threads[k]);
            if (beside == 2) text_addf(&told, line, 11000, "Client.call", 8080, "three");
            severity_of("SocketRead", text_str(&told));
            double expected = (cases[i].serves ? 0 : 2) + (beside ? 1 : 0);
            bool judged_any = strcmp(finding.outcome->name, "judged") == 0;
            ck_assert_msg(judged_any == (expected > 0), "%zu, %d: %s", i, beside,
                          finding.outcome->name);
            if (judged_any) ck_assert_double_eq(number_of("count"), expected);
            text_free(&told);
        }
    }
}
END_TEST

START_TEST(names_are_looked_up_if_five_samples_say_so) {
    static const struct {
        int lookups, others;
        const char *top;
        bool judged;
    } cases[] = {
        {5, 5, "java.net.Inet6AddressImpl.lookupAllHostAddr", true},
        {4, 4, "java.net.Inet6AddressImpl.lookupAllHostAddr", false},
        {5, 5, "java.net.Inet4AddressImpl.getHostByAddr", true},
        {5, 5, "java.net.Inet4AddressImpl.getLocalHostName", false},
        {5, 0, "java.net.Inet4AddressImpl.getHostByAddr", true},
        {20, 5, "sun.nio.ch.EPoll.wait,com.sun.jndi.dns.DnsClient.query", true},
        {19, 5, "sun.nio.ch.EPoll.wait,com.sun.jndi.dns.DnsClient.query", false},
        {20, 5, "sun.nio.ch.EPoll.wait,com.sun.jndi.ldap.Client.query", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[500];
        snprintf(told, sizeof told, SAMPLE "@1000*%d/20 %s,app.Client.call\n@9000*%d/20 a.A.x\n",
                 cases[i].lookups, cases[i].top, cases[i].others);
        enum rule_severity severity = severity_of("SlowNameLookups", told);
        ck_assert_msg((severity > RULE_OK) == cases[i].judged, "%zu", i);
        ck_assert_msg((finding.score > 0) == cases[i].judged, "%zu: %g", i, finding.score);
    }
}
END_TEST

START_TEST(reads_that_a_time_out_ended_are_said_of_a_host) {
    static const struct {
        const char *reads;
        double expired;
    } cases[] = {
        {"@0*10/1000 800 0 tax java.net.Socket.read,app.Client.ask - 443 800000000 web-1\n", 10},
        {"@0*9/1000 800 0 tax java.net.Socket.read,app.Client.ask - 443 800000000 web-1\n", NAN},
        {"@0*10/1000 800 1 tax java.net.Socket.read,app.Client.ask - 443 800000000 web-1\n", NAN},
        {"@0*10/1000 800 0 tax java.net.Socket.read,app.Client.ask - 443 800000001 web-1\n", NAN},
        {"@0*10/1000 800 0 tax java.net.Socket.read,app.Client.ask - 443 0 web-1\n", NAN},
        {"@0*10/1000 800 0 bank java.net.Socket.read,app.Client.ask - 443 800000000 web-1\n", NAN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[1000];
        snprintf(
            told, sizeof told,
            "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l "
            "timeout:l eventThread:T\n%s"
            "@10000*90/1000 800 9 tax java.net.Socket.read,app.Client.ask - 443 999000000 web-1\n",
            cases[i].reads);
        severity_of("SlowHost", told);
        ck_assert_str_eq(text_of("host"), "tax:443");
        ck_assert_msg(isnan(cases[i].expired) ? isnan(number_of("timed_out_reads"))
                                              : number_of("timed_out_reads") == cases[i].expired,
                      "case %zu", i);
        if (!i) ck_assert_double_eq(number_of("timeout_ns"), 800e6);
    }
}
END_TEST

#define NATIVE "jdk.NativeMethodSample state:s stackTrace:K sampledThread:T\n"
#define DATAGRAM                                                                    \
    "sun.nio.ch.Net.poll,sun.nio.ch.SelChImpl.park,sun.nio.ch.DatagramChannelImpl." \
    "blockingReceive,java.net.DatagramSocket.receive,app.Client.ask,app.Page.show"

START_TEST(datagrams_that_several_threads_wait_for_are_replies_and_one_alone_may_listen) {
    ck_assert_int_eq(severity_of("ShortReplies", NATIVE "@0*50/20 x " DATAGRAM
                                                        " web-1\n@0*50/20 x " DATAGRAM " web-2\n"),
                     RULE_INFO);
    ck_assert_str_eq(text_of("site"), "app.Client.ask");
    ck_assert_double_eq(number_of("datagrams"), 1);
    ck_assert_int_eq(severity_of("ShortReplies", NATIVE "@0*50/20 x " DATAGRAM " web-1\n"),
                     RULE_OK);
    severity_of("ShortReplies",
                NATIVE "@0*50/20 x sun.nio.ch.SocketDispatcher.read0,java.net.Socket$"
                       "SocketInputStream.read,app.Client.ask,app.Page.show web-1\n");
    ck_assert(isnan(number_of("datagrams")));
}
END_TEST

START_TEST(what_a_channel_reads_at_once_is_small_only_if_that_is_recorded) {
#define CHANNEL NATIVE "@0*20/20 x sun.nio.ch.UnixFileDispatcherImpl.pread0,app.Log.get main\n"
    stacks_add(&profile, "app.Main.main;app.Log.get", 30);
    ck_assert_int_eq(severity_of("SmallFileCalls", CHANNEL), RULE_INFO);
    ck_assert_str_eq(text_of("what"), "reads of a file");
    severity_of("SmallFileCalls",
                CHANNEL "jdk.FileRead duration:d path:s stackTrace:K eventThread:T bytesRead:l\n"
                        "@0*100/20 1 /log app.Log.get main 100\n");
    ck_assert_str_eq(text_of("what"), "small reads of a file");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("io rules");
    TCase *tcase = tcase_create("io rules");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase,
                   a_handshake_is_a_method_of_that_name_of_an_ssl_package_anywhere_on_the_stack);
    tcase_add_test(tcase, handshakes_alone_are_counted_and_the_longest_names_the_other_end);
    tcase_add_test(tcase, who_reads_from_several_that_connected_to_it_waits_for_their_requests);
    tcase_add_test(tcase, names_are_looked_up_if_five_samples_say_so);
    tcase_add_test(tcase, reads_that_a_time_out_ended_are_said_of_a_host);
    tcase_add_test(tcase, what_handshakes_take_of_the_cpu_is_their_cost_if_it_is_more);
    tcase_add_test(tcase,
                   datagrams_that_several_threads_wait_for_are_replies_and_one_alone_may_listen);
    tcase_add_test(tcase, what_a_channel_reads_at_once_is_small_only_if_that_is_recorded);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
