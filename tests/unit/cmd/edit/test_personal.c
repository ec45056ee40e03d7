/* Names of people and machines, and what becomes of them. */
#include "cmd/edit/personal.h"
#include "cmd/edit/spots.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* What one text becomes that was learned from itself, and from `other` before. */
static void becomes(enum personal_place place, const char *other, const char *text,
                    const char *expected) {
    static const struct text_list none = {0};
    struct personal p;
    struct text out = {0}, again = {0};
    ck_assert(personal_open(&p, true, &none, NULL));
    if (other) personal_learn(&p, PERSONAL_TEXT, other, strlen(other));
    personal_learn(&p, place, text, strlen(text));
    personal_learnt(&p);
    bool any = personal_text(&p, place, text, strlen(text), &out);
    ck_assert_msg(strcmp(any ? text_str(&out) : text, expected) == 0, "%s\nbecame %s\nnot %s", text,
                  any ? text_str(&out) : text, expected);
    ck_assert(any == (strcmp(text, expected) != 0));
    ck_assert_msg(!personal_text(&p, place, expected, strlen(expected), &again), "%s became %s",
                  expected, text_str(&again));
    text_free(&out);
    text_free(&again);
    personal_close(&p);
}

static void stays(const char *text) {
    becomes(PERSONAL_TEXT, NULL, text, text);
}

static void text(const char *text, const char *expected) {
    becomes(PERSONAL_TEXT, NULL, text, expected);
}

START_TEST(addresses_of_mail_become_others) {
    text("to joe.d+x@corp.net, now", "to person-1@example.com, now");
    text("<joe@a.b-c.org>", "<person-1@example.com>");
    text("mailto:joe@corp.net", "mailto:person-1@example.com");
    stays("joe@example.com");
    stays("Foo@1a2b3c");
    stays("lib@1.2.jar");
    stays("app@1.2.3");
    stays("a @ b.cc");
    stays("@corp.net");
    stays("joe@corp.n");
    text("joe@corp.nl", "person-1@example.com");
}
END_TEST

START_TEST(addresses_of_machines_become_those_for_documentation) {
    text("10.1.2.3", "192.0.2.1");
    text("from /10.1.2.3:80 to 10.1.2.4.", "from /192.0.2.1:80 to 192.0.2.2.");
    text("http-nio-10.1.2.3-8080-exec-1", "http-nio-192.0.2.1-8080-exec-1");
    text("255.1.2.3 10.0.0.255", "255.1.2.3 192.0.2.1");
    text("[fd00::12]:80", "[2001:db8::1]:80");
    text("fe80::1%eth0 ::ffff:10.0.0.1", "2001:db8::1%eth0 ::ffff:192.0.2.1");
    text("1:2:3:4:5:6:7:8", "2001:db8::1");
    stays("127.0.0.1 0.0.0.0 192.0.2.9 198.51.100.1 203.0.113.4 198.18.1.1 ::1 2001:db8::5");
    stays("10.1.2.256");
    stays("10.1.2");
    stays("10.1.2.3.4");
    stays("1.10.1.2.3");
    stays("v10.1.2.3");
    stays("11.0.9.1+1");
    stays("jdk-11.0.9.1");
    stays("lib-1.2.3.4.jar");
    stays("12:34:56");
    stays("Token::parse");
    stays("ab::cd");
    stays("1:2:3:4:5:6:7");
    becomes(PERSONAL_IS_VERSION, NULL, "11.0.9.1", "11.0.9.1");
}
END_TEST

START_TEST(home_folders_keep_their_form) {
    text("/home/joed/x", "/home/user-1/x");
    text("file:/home/joed", "file:/home/user-1");
    text("/Users/joed/Library", "/Users/user-1/Library");
    text("C:\\Users\\joed\\x", "C:\\Users\\user-1\\x");
    text("C:\\\\Users\\\\joed\\\\x", "C:\\\\Users\\\\user-1\\\\x");
    text("/export/home/joed", "/export/home/user-1");
    text("/var/home/joed", "/var/home/user-1");
    text("-Dx=/home/joed:/home/ann1", "-Dx=/home/user-1:/home/user-2");
    stays("/home/");
    stays("/home/user-3/x");
    stays("com/home/joed");
    stays("/Users/Shared/x");
    stays("/homes/joed");
}
END_TEST

START_TEST(hosts_of_urls_become_others) {
    text("http://db.corp.net:80/x", "http://host-1.example.com:80/x");
    text("jdbc:postgresql://crate/x", "jdbc:postgresql://host-1/x");
    text("ssh://joed@crate1", "ssh://user-1@host-1");
    text("ssh://joed:***@crate1", "ssh://user-1:***@host-1");
    text("thin:scott/***@//crate1:1521", "thin:scott/***@//host-1:1521");
    stays("http://localhost:80");
    stays("file:///tmp/x");
    stays("https://docs.oracle.com/x");
    stays("http://example.org");
    stays("a // comment");
    text("http://notoracle.com", "http://host-1.example.com");
}
END_TEST

START_TEST(keys_say_who_is_meant) {
    text("user=joed", "user=user-1");
    text("user: joed, x", "user: user-1, x");
    text("\"userName\":\"joed\"", "\"userName\":\"user-1\"");
    text("-Duser.name=joed", "-Duser.name=user-1");
    text("HOSTNAME=crate", "HOSTNAME=host-1");
    text("db.host=crate1", "db.host=host-1");
    stays("user=root");
    stays("superuser=no");
    stays("ghost=boo");
    stays("host=1234");
    stays("host=");
    ck_assert_int_eq(personal_place_of_key("USER"), PERSONAL_IS_USER);
    ck_assert_int_eq(personal_place_of_key("java.rmi.server.hostname"), PERSONAL_IS_HOST);
    ck_assert_int_eq(personal_place_of_key("java.vm.version"), PERSONAL_IS_VERSION);
    ck_assert_int_eq(personal_place_of_key("user.home"), PERSONAL_TEXT);
    ck_assert_int_eq(personal_place_of_field("peerHost"), PERSONAL_IS_HOST);
    ck_assert_int_eq(personal_place_of_field("host"), PERSONAL_IS_HOST);
    ck_assert_int_eq(personal_place_of_field("jvmVersion"), PERSONAL_IS_VERSION);
    ck_assert_int_eq(personal_place_of_field("path"), PERSONAL_TEXT);
    becomes(PERSONAL_IS_USER, NULL, "joed", "user-1");
    becomes(PERSONAL_IS_HOST, NULL, "crate", "host-1");
    becomes(PERSONAL_IS_HOST, NULL, "crate.corp.net", "host-1.example.com");
    becomes(PERSONAL_IS_HOST, NULL, "not a host", "not a host");
}
END_TEST

START_TEST(what_was_learned_is_replaced_where_it_stands_for_itself) {
    static const char learned[] = "user=joed host=crate1 HOSTNAME=db.corp.net";
    becomes(PERSONAL_TEXT, learned, "joed on crate1", "user-1 on host-1");
    becomes(PERSONAL_TEXT, learned, "pool-joed-1", "pool-user-1-1");
    becomes(PERSONAL_TEXT, learned, "/data/joed/x", "/data/user-1/x");
    becomes(PERSONAL_TEXT, learned, "at db.corp.net.", "at host-2.example.com.");
    becomes(PERSONAL_TEXT, learned, "joed. crate1.", "user-1. host-1.");
    becomes(PERSONAL_TEXT, learned, "com.joed.Main joed.Main Main$joed",
            "com.joed.Main joed.Main Main$joed");
    becomes(PERSONAL_TEXT, learned, "xjoed joedx joed1 _joed joed_x",
            "xjoed joedx joed1 _joed joed_x");
    becomes(PERSONAL_TEXT, learned, "joed@corp.net", "person-1@example.com");
    becomes(PERSONAL_TEXT, "user=jo", "jo", "jo"); /* too short to be looked for */
    becomes(PERSONAL_TEXT, "user=joe", "joe", "user-1");
    becomes(PERSONAL_TEXT, "host=main", "main", "main");
}
END_TEST

START_TEST(names_of_code_stay) {
    static const char learned[] = "user=joed";
    becomes(PERSONAL_IS_CODE, learned, "joed", "joed");
    becomes(PERSONAL_IS_CODE, learned, "com/joed/Main", "com/joed/Main");
    becomes(PERSONAL_IS_CODE, learned, "file:/home/joed/x.jar", "file:/home/user-1/x.jar");
    becomes(PERSONAL_IS_CODE, learned, "/opt/joed/x.jar", "/opt/user-1/x.jar");
}
END_TEST

START_TEST(patterns_are_replaced_by_what_they_matched) {
    const char *patterns[] = {"cust-[0-9]+", "x*"};
    struct text_list list = {.items = patterns, .len = 2},
                     wrong = {.items = (const char *[]){"("}, .len = 1};
    struct personal p;
    struct text out = {0}, counts = {0}, json_text_ = {0};
    struct jfr_error error = {0};
    ck_assert(personal_open(&p, false, &list, &error));
    personal_learn(&p, PERSONAL_TEXT, "cust-1", 6);
    personal_learnt(&p);
    static const char text[] = "cust-2 cust-1 xx cust-2 joe@corp.net";
    ck_assert(personal_text(&p, PERSONAL_TEXT, text, strlen(text), &out));
    ck_assert_str_eq(text_str(&out), "match-2 match-1 match-3 match-2 joe@corp.net");
    personal_add_counts(&p, &counts);
    ck_assert_str_eq(text_str(&counts), "3 matches");
    struct json json = json_open(&json_text_, JSON_COMPACT);
    json_begin_object(&json, NULL);
    personal_write_json(&p, true, &json);
    json_end_object(&json);
    ck_assert_str_eq(text_str(&json_text_),
                     "{\"replaced\":[{\"kind\":\"match\",\"by\":\"match-1\",\"texts\":1,"
                     "\"original\":\"cust-1\"},"
                     "{\"kind\":\"match\",\"by\":\"match-2\",\"texts\":1,\"original\":\"cust-2\"},"
                     "{\"kind\":\"match\",\"by\":\"match-3\",\"texts\":1,\"original\":\"xx\"}]}");
    personal_close(&p);
    ck_assert(!personal_open(&p, false, &wrong, &error));
    personal_close(&p);
    text_free(&out);
    text_free(&counts);
    text_free(&json_text_);
}
END_TEST

/* One and two of each kind; what is in no text that was written is not counted. */
START_TEST(what_was_replaced_is_counted_by_kind) {
    static const struct {
        const char *text, *counts;
    } cases[] = {
        {"", ""},
        {"user=joed", "1 user"},
        {"user=joed user=anna user=joed", "2 users"},
        {"x://crate1 x://crate2 user=joed", "1 user, 2 hosts"},
        {"a@b.cc", "1 e-mail address"},
        {"a@b.cc c@d.ee 10.1.1.1 f1::2", "2 e-mail addresses, 1 IPv4 address, 1 IPv6 address"},
        {"10.1.1.1 10.1.1.2 f1::2 f1::3", "2 IPv4 addresses, 2 IPv6 addresses"},
        {"host=crate1 user=u1x user=u2x user=u3x a@b.cc 9.9.9.9 f1::2 f1::3",
         "3 users, 1 host, 1 e-mail address, 1 IPv4 address, 2 IPv6 addresses"},
    };
    static const struct text_list none = {0};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct personal p;
        struct text out = {0}, counts = {0};
        ck_assert(personal_open(&p, true, &none, NULL));
        personal_text(&p, PERSONAL_TEXT, cases[i].text, strlen(cases[i].text), &out);
        personal_learn(&p, PERSONAL_TEXT, "user=never", 10);
        personal_add_counts(&p, &counts);
        ck_assert_str_eq(text_str(&counts), cases[i].counts);
        text_free(&out);
        text_free(&counts);
        personal_close(&p);
    }
}
END_TEST

/* A thousand machines have a thousand addresses, none of which is anybody's. */
START_TEST(addresses_do_not_run_out) {
    static const struct text_list none = {0};
    struct personal p;
    struct strings seen = {0};
    ck_assert(personal_open(&p, true, &none, NULL));
    for (unsigned i = 0; i < 1000; i++) {
        char address[32];
        struct text out = {0};
        snprintf(address, sizeof address, "10.0.%u.%u", i / 250, i % 250);
        personal_learn(&p, PERSONAL_TEXT, address, strlen(address));
        ck_assert(personal_text(&p, PERSONAL_TEXT, address, strlen(address), &out));
        ck_assert(strings_find(&seen, out.data, out.len) == UINT32_MAX);
        ck_assert_msg(spot_is_nobody(PERSONAL_IPV4, out.data, out.len), "%s", out.data);
        if (i == 253) ck_assert_str_eq(text_str(&out), "192.0.2.254");
        if (i == 254) ck_assert_str_eq(text_str(&out), "198.51.100.1");
        if (i == 761) ck_assert_str_eq(text_str(&out), "203.0.113.254");
        if (i == 762) ck_assert_str_eq(text_str(&out), "198.18.0.0");
        strings_intern(&seen, out.data, out.len);
        text_free(&out);
    }
    strings_free(&seen);
    personal_close(&p);
}
END_TEST

/* Each first and last of what is a letter, and what stands just beside it. */
START_TEST(a_learned_name_stands_for_itself_between_what_are_no_letters) {
    static const char learned[] = "user=joed";
    static const char letters[] = "09azAZ_\x80\xff", others[] = "/:@[`{^ -";
    char source[20], expected[30];
    for (const char *c = letters; *c; c++) {
        snprintf(source, sizeof source, "%cjoed", *c);
        becomes(PERSONAL_TEXT, learned, source, source);
        snprintf(source, sizeof source, "joed%c", *c);
        becomes(PERSONAL_TEXT, learned, source, source);
        snprintf(source, sizeof source, "%c.joed", *c); /* com.joed.Main */
        becomes(PERSONAL_TEXT, learned, source, source);
        snprintf(source, sizeof source, "%c$joed", *c);
        becomes(PERSONAL_TEXT, learned, source, source);
        snprintf(source, sizeof source, "joed.%c", *c);
        becomes(PERSONAL_TEXT, learned, source, source);
    }
    for (const char *c = others; *c; c++) {
        snprintf(source, sizeof source, "%c joed %c", *c, *c);
        snprintf(expected, sizeof expected, "%c user-1 %c", *c, *c);
        becomes(PERSONAL_TEXT, learned, source, expected);
        snprintf(source, sizeof source, " %cjoed", *c);
        snprintf(expected, sizeof expected, " %cuser-1", *c);
        becomes(PERSONAL_TEXT, learned, source, expected);
    }
    becomes(PERSONAL_TEXT, learned, "joed", "user-1");
    becomes(PERSONAL_TEXT, learned, ".joed", ".user-1");
    becomes(PERSONAL_TEXT, learned, " .joed", " .user-1");
    becomes(PERSONAL_TEXT, learned, "joed.", "user-1.");
    becomes(PERSONAL_TEXT, learned, "joed. x", "user-1. x");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("personal");
    TCase *cases = tcase_create("personal");
    tcase_add_test(cases, a_learned_name_stands_for_itself_between_what_are_no_letters);
    tcase_add_test(cases, addresses_of_mail_become_others);
    tcase_add_test(cases, addresses_of_machines_become_those_for_documentation);
    tcase_add_test(cases, home_folders_keep_their_form);
    tcase_add_test(cases, hosts_of_urls_become_others);
    tcase_add_test(cases, keys_say_who_is_meant);
    tcase_add_test(cases, what_was_learned_is_replaced_where_it_stands_for_itself);
    tcase_add_test(cases, names_of_code_stay);
    tcase_add_test(cases, patterns_are_replaced_by_what_they_matched);
    tcase_add_test(cases, what_was_replaced_is_counted_by_kind);
    tcase_add_test(cases, addresses_do_not_run_out);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
