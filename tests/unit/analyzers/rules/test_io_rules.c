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

int main(void) {
    Suite *suite = suite_create("io rules");
    TCase *tcase = tcase_create("io rules");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase,
                   a_handshake_is_a_method_of_that_name_of_an_ssl_package_anywhere_on_the_stack);
    tcase_add_test(tcase, handshakes_alone_are_counted_and_the_longest_names_the_other_end);
    tcase_add_test(tcase, names_are_looked_up_if_five_samples_say_so);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
