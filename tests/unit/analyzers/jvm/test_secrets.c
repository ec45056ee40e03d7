/* What is taken for a secret, and what is left of a text without them. */
#include "analyzers/jvm/secrets.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static void is_masked(const char *name, const char *value, const char *expected) {
    struct text out = {0};
    bool masked = secrets_add_masked(name, value, &out);
    ck_assert_str_eq(text_str(&out), expected);
    ck_assert_int_eq(masked, strcmp(value, expected) != 0);
    text_free(&out);
}

START_TEST(names_of_passwords_tokens_and_keys_are_secret) {
    static const char *const names[] = {"spring.datasource.password",
                                        "AWS_SECRET_ACCESS_KEY",
                                        "apiKey",
                                        "API_KEY",
                                        "DB_PASSWD",
                                        "github.token",
                                        "key",
                                        "ssh-key",
                                        "javax.net.ssl.keyStorePassword",
                                        "MYSQL_PWD",
                                        "google.credentials"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(secret_name(names[i]), "%s", names[i]);
}
END_TEST

START_TEST(other_names_are_not) {
    static const char *const names[] = {"PWD",  "OLDPWD", "javax.net.ssl.keyStore", "monkey",
                                        "HOME", "",       "java.class.path",        "bypass"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        ck_assert_msg(!secret_name(names[i]), "%s", names[i]);
}
END_TEST

START_TEST(values_of_secret_names_are_masked_whole) {
    is_masked("db.password", "a b c", "***");
    is_masked("db.password", "", "");
    is_masked("db.user", "a b c", "a b c");
}
END_TEST

START_TEST(secrets_within_arguments_are_masked) {
    is_masked(NULL, "-Xmx1g -Ddb.password=hunter2 -Dx=y", "-Xmx1g -Ddb.password=*** -Dx=y");
    is_masked(NULL, "app --token abc --verbose", "app --token *** --verbose");
    is_masked(NULL, "app --token --verbose", "app --token --verbose");
    is_masked(NULL, "-Dapi.key='a b' -Dz=1", "-Dapi.key=*** -Dz=1");
    is_masked(NULL, "http://host/?api_key=1&b=2", "http://host/?api_key=***&b=2");
    is_masked("url", "jdbc:postgresql://bob:pw@db/x", "jdbc:postgresql://bob:***@db/x");
    is_masked("url", "https://host:80/a@b", "https://host:80/a@b");
    is_masked(NULL, "password=", "password=");
    is_masked(NULL, "-Dkey=\"unfinished", "-Dkey=***");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("secrets");
    TCase *cases = tcase_create("secrets");
    tcase_add_test(cases, names_of_passwords_tokens_and_keys_are_secret);
    tcase_add_test(cases, other_names_are_not);
    tcase_add_test(cases, values_of_secret_names_are_masked_whole);
    tcase_add_test(cases, secrets_within_arguments_are_masked);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
