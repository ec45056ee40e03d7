/* Libraries, and the program that was started, which is none. */
#include "tests/support/fired.h"
#include "tests/support/suite.h"

/* Whatever calls into it: with a module, with arguments, as it is; of a jar nothing is known. */
START_TEST(the_program_that_was_started_is_no_library) {
    static const struct {
        const char *arguments;
        enum rule_severity severity;
    } cases[] = {{"org.shop.App", RULE_OK},       {"org.shop.App_--port_1", RULE_OK},
                 {"a.b/org.shop.App", RULE_OK},   {"a.b/org.shop.App_x/y.z", RULE_OK},
                 {"org.other.App", RULE_INFO},    {"org.shop.jar", RULE_INFO},
                 {"x/org.shop.jar_x", RULE_INFO}, {"App", RULE_INFO}};
    runs("app.Web.run;org.shop.Price.one", "web-1", 0, 4000);
    runs("app.Web.run;org.shop.Stock.two", "web-1", 4000, 8000);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED(text_free) struct text told = {0};
        text_addf(&told,
                  "jdk.JVMInformation jvmStartTime:l pid:l jvmName:s jvmVersion:s jvmArguments:s "
                  "javaArguments:s\n@0 1 7 x x - %s\n",
                  cases[i].arguments);
        ck_assert_msg(severity_of("Library", text_str(&told)) == cases[i].severity, "%s: %d",
                      cases[i].arguments, (int)finding.severity);
        if (finding.severity != RULE_OK) ck_assert_str_eq(text_of("library"), "org.shop");
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("libraries");
    TCase *c = tcase_create("libraries");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, the_program_that_was_started_is_no_library);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
