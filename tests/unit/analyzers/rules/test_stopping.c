/* What is said to have run while all threads had to stop: what did most of it, if that ran. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

#include <check.h>

#define STOPS "jdk.SafepointStateSynchronization duration:d\n@0*50/2000 240\n"
#define SOCKETS "jdk.SocketRead duration:d host:s stackTrace:K eventThread:T\n"
#define FILES "jdk.FileRead duration:d path:s stackTrace:K eventThread:T\n"

START_TEST(a_method_is_named_that_ran_for_most_of_what_was_done_meanwhile) {
    static const struct {
        const char *stack, *told, *site;
        double percent;
    } cases[] = {
        {"app.Main.run;app.Loop.spin", STOPS, "app.Loop.spin", 100},
        {"app.Main.run;app.Loop.spin",
         STOPS SOCKETS "@0*50/2000 240 db java.net.Socket.read,app.Client.ask w-1\n",
         "app.Loop.spin", 52},
        {"app.Main.run;app.Loop.spin", /* a third */
         STOPS SOCKETS "@0*50/2000 239 db java.net.Socket.read,app.Client.ask w-1\n" FILES
                       "@0*50/2000 239 f java.io.FileInputStream.read,app.Rows.load w-2\n",
         NULL, 0},
        {"app.Main.run;app.Loop.spin", /* most of it is read */
         STOPS SOCKETS "@0*50/2000 240 db java.net.Socket.read,app.Client.ask w-1\n"
                       "@0*50/2000 240 db java.net.Socket.read,app.Client.ask w-2\n",
         NULL, 0},
        {"java.lang.Thread.run;java.util.HashMap.get", STOPS, "java.util.HashMap.get", 100},
        {NULL, STOPS, NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setup();
        if (cases[i].stack) runs(cases[i].stack, "main", 0, 120000);
        ck_assert_int_ge(severity_of("TimeToSafepoint", cases[i].told), RULE_INFO);
        ck_assert_msg(strcmp(text_of("site"), cases[i].site ? cases[i].site : "") == 0,
                      "case %zu: %s", i, text_of("site"));
        if (cases[i].site)
            ck_assert_double_eq_tol(number_of("site_percent"), cases[i].percent, 0.5);
        else ck_assert(isnan(number_of("site_percent")));
        if (i + 1 < sizeof cases / sizeof *cases) teardown();
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("stopping");
    TCase *cases = tcase_create("stopping");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, a_method_is_named_that_ran_for_most_of_what_was_done_meanwhile);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
