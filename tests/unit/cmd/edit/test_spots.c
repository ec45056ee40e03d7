/* Where names of people and machines are in a text: each place where what is a name ends, and what
 * stands just beside it. A row is a text and what is told of it, in that order: "user joe, host
 * a.b?", with a '?' where nothing before it says so. */
#include "cmd/edit/spots.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const kinds[PERSONAL_KINDS] = {"user", "host", "mail", "v4", "v6", "match"};

struct told {
    const char *text;
    char words[1200];
};

static void tell(void *context, enum personal_kind kind, size_t from, size_t len, bool sure) {
    struct told *told = context;
    size_t at = strlen(told->words);
    snprintf(told->words + at, sizeof told->words - at, "%s%s %.*s%s", at ? ", " : "", kinds[kind],
             (int)len, told->text + from, sure ? "" : "?");
}

/* Nothing is looked at behind the end of the text, nor of each beginning of it. */
static void expect_at(enum personal_place place, const char *text, const char *expected) {
    size_t len = strlen(text);
    uint8_t *room = guarded_make(len);
    for (size_t n = 0; n <= len; n++) {
        struct told told = {.words = "", .text = (char *)room + len - n};
        memcpy(room + len - n, text, n);
        spots_find(place, told.text, n, tell, &told);
        ck_assert_msg(n < len || strcmp(told.words, expected) == 0, "%s\ntells %s\nnot   %s", text,
                      told.words, expected);
    }
    guarded_free(room, len);
}

struct row {
    const char *text, *told;
};

static void expect(const struct row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) expect_at(PERSONAL_TEXT, rows[i].text, rows[i].told);
}

START_TEST(a_dotted_quad_stands_alone) {
    static const struct row rows[] = {
        {"10.0.0.1", "v4 10.0.0.1"},
        {"10.255.255.255", "v4 10.255.255.255"},
        {"10.256.0.1", ""},
        {"10.0.0.256", ""},
        {"10.0.0.0001", ""},
        {"10.0.0.001", "v4 10.0.0.001"},
        {"10.0.0.", ""},
        {"10.0.0", ""},
        {"10..0.1", ""},
        {"10.0.0.1.", "v4 10.0.0.1"},
        {"10.0.0.1.a", ""},
        {"10.0.0.1.-", "v4 10.0.0.1"},
        {"10.0.0.1a", ""},
        {"10.0.0.1_", ""},
        {"10.0.0.1+", ""},
        {"10.0.0.1-", "v4 10.0.0.1"},
        {"a10.0.0.1", ""},
        {".10.0.0.1", ""},
        {"_10.0.0.1", ""},
        {"+10.0.0.1", ""},
        {"-10.0.0.1", "v4 10.0.0.1"},
        {"jdk-10.0.0.1", ""},
        {"xjre-10.0.0.1", ""},
        {"LIB-10.0.0.1", ""},
        {"java-10.0.0.1", ""},
        {"jar-10.0.0.1", "v4 10.0.0.1"},
        {"dk-10.0.0.1", "v4 10.0.0.1"},
        {"jdk/10.0.0.1", "v4 10.0.0.1"},
        {"110.0.0.1", "v4 110.0.0.1"},
        {"9.9.9.9 9.9.9.8", "v4 9.9.9.9, v4 9.9.9.8"},
        {"0.0.0.1", "v4 0.0.0.1"},
        {"0.0.0.0", ""},
        {"127.1.1.1", ""},
        {"128.1.1.1", "v4 128.1.1.1"},
        {"255.1.1.1", ""},
        {"192.0.2.7", ""},
        {"192.0.3.7", "v4 192.0.3.7"},
        {"198.18.0.1", ""},
        {"198.19.0.1", ""},
        {"198.20.0.1", "v4 198.20.0.1"},
    };
    expect(rows, COUNT(rows));
    expect_at(PERSONAL_IS_VERSION, "10.0.0.1", "");
}
END_TEST

START_TEST(an_address_of_version_6_has_two_colons_a_digit_and_is_one) {
    static const struct row rows[] = {
        {"fd00::1", "v6 fd00::1"},
        {"fd00::", "v6 fd00::"},
        {"1::", "v6 1::"},
        {"::2", "v6 ::2"},
        {"::1", ""},
        {"::", ""},
        {"::12", "v6 ::12"},
        {"fd00::1: it", "v6 fd00::1"},
        {"1:2", ""},
        {"1:2:3", ""},
        {"1:2:", ""},
        {"fd00::g", ""},
        {"fd00::1g", ""},
        {"fd00::1_", ""},
        {"fd00::1.", "v6 fd00::1"},
        {"fd00::1.a", "v6 fd00::1"},
        {"fd00::1.2", ""},
        {"gfd00::1", ""},
        {":fd00:::1", ""},
        {".fd00::1", ""},
        {"_fd00::1", ""},
        {"/fd00::1", "v6 fd00::1"},
        {"abc::def", ""},
        {"1:2:3:4:5:6:7:8", "v6 1:2:3:4:5:6:7:8"},
        {"1:2:3:4:5:6:7:8:9", ""},
        {"1111:2222:3333:4444:5555:6666:7777:8888", "v6 1111:2222:3333:4444:5555:6666:7777:8888"},
        {"1111:2222:3333:4444:5555:6666:7777:00000008", ""},
        {"2001:db8::1", ""},
        {"2001:DB8::1", ""},
        {"2001:db9::1", "v6 2001:db9::1"},
        {"a b c d e f g h i j k l m n o p q r s t u v w x y z fd00::1", "v6 fd00::1"},
        /* 45 bytes are the longest, 46 and more are none */
        {"::00000000000000000000000000000000000000000a1", ""},
        {"::000000000000000000000000000000000000000000a1", ""},
        {"::00000000000000000000000000000000000000000000000000000000000000a1", ""},
    };
    expect(rows, COUNT(rows));
}
END_TEST

START_TEST(an_address_of_mail_has_a_user_a_dot_and_letters_behind_it) {
    static const struct row rows[] = {
        {"j@a.bc", "mail j@a.bc"},
        {"j@a.b", ""},
        {"j@abc", ""},
        {"j@.bc", ""},
        {"@a.bc", ""},
        {"j@", ""},
        {"@", ""},
        {"j@a.b1", ""},
        {"j@a.1b", ""},
        {"j@1.bc", "mail j@1.bc"},
        {"j@a.bc.", "mail j@a.bc"},
        {"j@a.bc-", "mail j@a.bc"},
        {"j@a-b.cd", "mail j@a-b.cd"},
        {"j.k+l_m-n@a.bc", "mail j.k+l_m-n@a.bc"},
        {"j%k@a.bc", "mail j%k@a.bc"},
        {".-j@a.bc", "mail j@a.bc"},
        {".@a.bc", ""},
        {"\xc3\xa4@a.bc", "mail \xc3\xa4@a.bc"},
        {"a j@a.bc b", "mail j@a.bc"},
        {"mailto:j@a.bc", "mail j@a.bc"},
        {"/j@a.bc", "mail j@a.bc"},
        {"x://j@a.bc", "user j, host a.bc"},
        {"x://j:k@a.bc", "user j, host a.bc"},
        {"x:// j:k@a.bc", "mail k@a.bc"},
        {"x:/j:k@a.bc", "mail k@a.bc"},
        {"j@a.jar", ""},
        {"j@a.war", ""},
        {"j@a.Class", ""},
        {"j@a.so", ""},
        {"j@a.sos", "mail j@a.sos"},
        {"j@example.com", ""},
        {"j@a.example.com", ""},
        {"j@xexample.com", "mail j@xexample.com"},
        {"j@oracle.com", ""},
        {"\x80@a.bc", "mail \x80@a.bc"},
        {"j@a.bc k@d.ef", "mail j@a.bc, mail k@d.ef"},
    };
    expect(rows, COUNT(rows));
}
END_TEST

START_TEST(no_name_is_longer_than_names_are) {
    char text[700], expected[700], js[600], before[80];
    memset(js, 'j', sizeof js);
    memset(before, ' ', sizeof before);
    for (int len = 63; len <= 65; len++) { /* 64 of a user are taken */
        snprintf(text, sizeof text, "%.*s@a.bc", len, js);
        snprintf(expected, sizeof expected, "mail %.*s@a.bc", len < 64 ? len : 64, js);
        expect_at(PERSONAL_TEXT, text, expected);
        /* and looked back to for the "//" of a URL, wherever that is */
        snprintf(text, sizeof text, "%.*sx://%.*s:k@a.bc", (int)sizeof before, before, len, js);
        snprintf(expected, sizeof expected, "user %.*s, host a.bc%s", len, js,
                 len < 64 ? "" : ", mail k@a.bc");
        expect_at(PERSONAL_TEXT, text, expected);
    }
    for (int len = 252; len <= 254; len++) { /* 253 of a host and of a folder */
        snprintf(text, sizeof text, "//%.*s", len, js);
        expect_at(PERSONAL_TEXT, text, "");
        snprintf(text, sizeof text, "x://%.*s", len, js);
        snprintf(expected, sizeof expected, "host %.*s?", len < 253 ? len : 253, js);
        expect_at(PERSONAL_TEXT, text, expected);
        snprintf(text, sizeof text, "/home/%.*s", len, js);
        snprintf(expected, sizeof expected, "user %.*s", len < 253 ? len : 253, js);
        expect_at(PERSONAL_TEXT, text, expected);
    }
    for (int len = 510; len <= 513; len++) { /* 512 of what stands before a host, wherever it is */
        snprintf(text, sizeof text, "%.*sx://%.*s@a", (int)sizeof before, before, len, js);
        snprintf(expected, sizeof expected, "host %.*s?", len < 512 ? 1 : 253,
                 len < 512 ? "a" : js);
        expect_at(PERSONAL_TEXT, text, expected);
    }
}
END_TEST

/* A name of people or machines that is none, whoever asks. */
START_TEST(some_names_are_nobodys) {
    static const struct {
        enum personal_kind kind;
        const char *name;
        bool nobody;
    } cases[] = {
        {PERSONAL_USER, "user-1", true},      {PERSONAL_USER, "user-", false},
        {PERSONAL_USER, "user-1a", false},    {PERSONAL_USER, "ROOT", true},
        {PERSONAL_USER, "host-1", false},     {PERSONAL_HOST, "host-1", true},
        {PERSONAL_HOST, "host-", false},      {PERSONAL_HOST, "com", false},
        {PERSONAL_HOST, "w3.org", true},      {PERSONAL_HOST, "a.w3.org", true},
        {PERSONAL_HOST, "aw3.org", false},    {PERSONAL_HOST, "3.org", false},
        {PERSONAL_MAIL, "w3.org", true},      {PERSONAL_MAIL, "w3.orgs", false},
        {PERSONAL_IPV4, "127.0.0.1", true},   {PERSONAL_IPV4, "127.", true},
        {PERSONAL_IPV4, "127", false},        {PERSONAL_IPV6, "::", true},
        {PERSONAL_IPV6, "::1", true},         {PERSONAL_IPV6, "::2", false},
        {PERSONAL_IPV6, ":1", false},         {PERSONAL_IPV6, "1::", false},
        {PERSONAL_IPV6, "::11", false},       {PERSONAL_IPV6, "2001:db8::", true},
        {PERSONAL_MATCH, "match-1", true},    {PERSONAL_MATCH, "match-", false},
        {PERSONAL_MATCH, "localhost", false},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        ck_assert_msg(spot_is_nobody(cases[i].kind, cases[i].name, strlen(cases[i].name)) ==
                          cases[i].nobody,
                      "%s", cases[i].name);
    ck_assert(spot_is_word("main", 4) && spot_is_word("Main", 4));
    ck_assert(!spot_is_word("main", 3) && !spot_is_word("mains", 5));
}
END_TEST

START_TEST(a_url_has_a_host_behind_its_user_and_password) {
    static const struct row rows[] = {
        {"x://a", "host a?"},
        {"x://a.b", "host a.b"},
        {"x://a-", "host a?"},
        {"x://-a", ""},
        {"x://1", ""},
        {"x://", ""},
        {"//a", ""},
        {"x//a", ""},
        {"@//a", "host a?"},
        {"x:///a", ""},
        {"x://a:80/b", "host a?"},
        {"x://a?b@c", "host a?"},
        {"x://a#b@c", "host a?"},
        {"x://a b@c", "host a?"},
        {"x://u@a", "user u, host a?"},
        {"x://u:p@a", "user u, host a?"},
        {"x://u:p:q@a", "user u, host a?"},
        {"x://u@v@a", "host a?"},
        {"x://@a", "host a?"},
        {"x://:p@a", "host a?"},
        {"x://u!@a", "host a?"},
        {"x://u.@a", "host a?"},
        {"x://host", ""},
        {"x://host-1", ""},
        {"x://host-", ""},
        {"x://host-a", "host host-a?"},
        {"x://host-1a", "host host-1a?"},
        {"x://user-1@a", "host a?"},
        {"x://localhost.localdomain", ""},
        {"x://sub.localhost", ""},
        {"x://notlocalhost", "host notlocalhost?"},
    };
    expect(rows, COUNT(rows));
}
END_TEST

START_TEST(a_home_folder_is_below_a_root) {
    static const struct row rows[] = {
        {"/home/joe", "user joe"},
        {"/home/7", "user 7"},
        {"/home/", ""},
        {"/home", ""},
        {"/homer/joe", ""},
        {"/home//joe", "user joe"},
        {"//home/joe", "user joe"},
        {"\\home\\joe", "user joe"},
        {"\\home/joe", ""},
        {"/Users/joe", "user joe"},
        {"/users/joe", "user joe"},
        {"/USERS/joe", ""},
        {"/home/joe.", "user joe"},
        {"/home/joe-", "user joe"},
        {"/home/joe!", "user joe"},
        {"/home/!", ""},
        {"a/home/joe", ""},
        {"a//home/joe", ""},
        {"1/home/joe", ""},
        {"_/home/joe", ""},
        {"./home/joe", ""},
        {"-/home/joe", ""},
        {":/home/joe", "user joe"},
        {"/var/home/joe", "user joe"},
        {"var/home/joe", ""},
        {"/export/home/joe", "user joe"},
        {"export/home/joe", ""},
        {"/xport/home/joe", ""},
        {"/Users/root", ""},
        {"/home/user-7", ""},
        {"/home/user-", ""},
        {"/home/user-x", "user user-x"},
        {"/home/joe /home/ann", "user joe, user ann"},
    };
    expect(rows, COUNT(rows));
}
END_TEST

START_TEST(a_key_ends_with_a_word_for_users_or_hosts) {
    static const struct row rows[] = {
        {"user=joe", "user joe"},
        {"user:joe", "user joe"},
        {"user joe", ""},
        {"USER=joe", "user joe"},
        {"x.user=joe", "user joe"},
        {"x_user=joe", "user joe"},
        {"x-user=joe", "user joe"},
        {"xuser=joe", ""},
        {"1user=joe", ""},
        {"xUser=joe", "user joe"},
        {"1User=joe", ""},
        {"XUser=joe", ""},
        {"XUSER=joe", ""},
        {"users=joe", ""},
        {"-user=joe", "user joe"},
        {"--user=joe", "user joe"},
        {"-Duser=joe", "user joe"},
        {"Duser=joe", ""},
        {"-D=joe", ""},
        {"=joe", ""},
        {" =joe", ""},
        {"\"user\"=joe", "user joe"},
        {"'user'=\"joe\"", "user joe"},
        {"user= 'joe'", "user joe"},
        {"user =joe", ""},
        {"user=", ""},
        {"user=joe-", "user joe"},
        {"user=joe@x", "user joe"},
        {"user.name=joe", "user joe"},
        {"username=joe", "user joe"},
        {"login=joe", "user joe"},
        {"principal=joe", "user joe"},
        {"userid=joe", "user joe"},
        {"host=a", "host a"},
        {"host=1", ""},
        {"host=a-", "host a"},
        {"ghost=a", ""},
        {"gHost=a", "host a"},
        {"hostname=a", "host a"},
        {"peerHost=a", "host a"},
        {"computername=a", "host a"},
        {"version=10.0.0.1", "v4 10.0.0.1"},
    };
    expect(rows, COUNT(rows));
}
END_TEST

START_TEST(the_place_of_a_text_says_what_all_of_it_is) {
    static const struct {
        enum personal_place place;
        struct row row;
    } cases[] = {
        {PERSONAL_IS_USER, {"joe", "user joe"}},
        {PERSONAL_IS_USER, {"j", "user j"}},
        {PERSONAL_IS_USER, {"joe!", ""}},
        {PERSONAL_IS_USER, {"!", ""}},
        {PERSONAL_IS_HOST, {"!", ""}},
        {PERSONAL_IS_USER, {"joe.", ""}},
        {PERSONAL_IS_USER, {"", ""}},
        {PERSONAL_IS_USER, {"root", ""}},
        {PERSONAL_IS_USER, {"roots", "user roots"}},
        {PERSONAL_IS_HOST, {"crate", "host crate"}},
        {PERSONAL_IS_HOST, {"crate 1", ""}},
        {PERSONAL_IS_HOST, {"1", ""}},
        {PERSONAL_TEXT, {"crate", ""}},
        {PERSONAL_IS_CODE, {"com.x.user=joe", ""}},
        {PERSONAL_IS_CODE, {"/home/joe", "user joe"}},
        {PERSONAL_IS_CODE, {"a/home/joe", ""}},
        {PERSONAL_IS_CODE, {"x:/home/joe", "user joe"}},
        {PERSONAL_IS_CODE, {"C\\Users\\joe \\home\\ann", "user ann"}},
        {PERSONAL_IS_CODE, {"", ""}},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_at(cases[i].place, cases[i].row.text, cases[i].row.told);
    static const struct {
        const char *key;
        enum personal_place place;
    } keys[] = {{"", PERSONAL_TEXT},
                {"-", PERSONAL_TEXT},
                {"-D", PERSONAL_TEXT},
                {"version", PERSONAL_IS_VERSION},
                {"aVersions", PERSONAL_IS_VERSION},
                {"versio", PERSONAL_TEXT},
                {"-Duser", PERSONAL_IS_USER},
                {"user", PERSONAL_IS_USER},
                {"host", PERSONAL_IS_HOST}};
    for (size_t i = 0; i < COUNT(keys); i++)
        ck_assert_msg(personal_place_of_key(keys[i].key) == keys[i].place, "%s", keys[i].key);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("spots");
    TCase *cases = tcase_create("spots");
    tcase_add_test(cases, a_dotted_quad_stands_alone);
    tcase_add_test(cases, an_address_of_version_6_has_two_colons_a_digit_and_is_one);
    tcase_add_test(cases, an_address_of_mail_has_a_user_a_dot_and_letters_behind_it);
    tcase_add_test(cases, no_name_is_longer_than_names_are);
    tcase_add_test(cases, some_names_are_nobodys);
    tcase_add_test(cases, a_url_has_a_host_behind_its_user_and_password);
    tcase_add_test(cases, a_home_folder_is_below_a_root);
    tcase_add_test(cases, a_key_ends_with_a_word_for_users_or_hosts);
    tcase_add_test(cases, the_place_of_a_text_says_what_all_of_it_is);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
