/* Overview of several recordings: which causes are said to be common to them. */
#include "tests/support/commanded.h"
#include "tests/support/suite.h"

/* Two recordings that wait for these hosts, and what overview says they have in common. */
static void expect(const char *first, const char *second, const char *expected) {
    const struct child_limits limits = {
        .out = 1 << 20, .err = 1 << 16, .seconds = 100, .columns = 100};
    const char *hosts[] = {first, second};
    char folder[] = "/tmp/test-standing-XXXXXX", path[100], command[100];
    struct child_result result;
    ck_assert_ptr_nonnull(mkdtemp(folder));
    for (size_t i = 0; i < 2; i++) {
        char told[300];
        struct recording r = {0};
        snprintf(told, sizeof told,
                 "jdk.SocketRead duration:d bytesRead:l host:s stackTrace:K address:s port:l "
                 "eventThread:T\n@1000*100/500 400 90 %s\n",
                 hosts[i]);
        told_write(&r, told, 60 * INT64_C(1000000000));
        snprintf(path, sizeof path, "%s/%zu.jfr", folder, i);
        FILE *file = fopen(path, "w");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fwrite(r.out.data, 1, r.out.len, file), r.out.len);
        ck_assert_int_eq(fclose(file), 0);
        recording_free(&r);
    }
    char name[] = "overview", *argv[] = {name, folder, NULL};
    commanded_environment();
    child_runs(commanded_run);
    ck_assert(child_run(2, argv, &limits, &result));
    ck_assert_msg(strstr(text_str(&result.out), expected) != NULL, "%s\nis not in\n%s%s", expected,
                  text_str(&result.out), text_str(&result.err));
    text_free(&result.out);
    text_free(&result.err);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    ck_assert_int_eq(system(command), 0);
}

START_TEST(a_port_that_each_run_draws_makes_no_other_host) {
    expect("db app.A.ask 10.0.0.1 40001 main", "db app.A.ask 10.0.0.1 40002 main", "2 of 2: ");
    expect("db app.A.ask 10.0.0.1 32768 main", "db app.A.ask 10.0.0.1 65535 main",
           "Slow host: db, ");
}
END_TEST

START_TEST(a_port_that_somebody_chose_does) {
    expect("db app.A.ask 10.0.0.1 5432 main", "db app.A.ask 10.0.0.1 5433 main",
           "No two of them have a cause in common.");
    expect("db app.A.ask 10.0.0.1 32767 main", "db app.A.ask 10.0.0.1 32767 main",
           "Slow host: db:32767, ");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("overview of several");
    TCase *c = tcase_create("common causes");
    tcase_add_test(c, a_port_that_each_run_draws_makes_no_other_host);
    tcase_add_test(c, a_port_that_somebody_chose_does);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
