/* Messages of JSON-RPC: ids as they were written, and what is no text of C. */
#include "cmd/mcp/rpc.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const char *const id[] = {"id", NULL};
static const char *const token[] = {"params", "_meta", "progressToken", NULL};

static void check_token(const char *message, const char *const *path, const char *text,
                        bool number) {
    cJSON *root = cJSON_ParseWithLength(message, strlen(message));
    ck_assert_msg(root, "%s", message);
    struct rpc_token found = rpc_token_at(root, message, strlen(message), path);
    if (!text) ck_assert_msg(!found.text, "%s: %s", message, found.text);
    else ck_assert_msg(found.text && !strcmp(found.text, text), "%s: %s", message, found.text);
    ck_assert_int_eq(found.number, number);
    rpc_token_free(&found);
    cJSON_Delete(root);
}

START_TEST(an_id_is_what_was_written) {
    ck_assert(cjson_load(NULL));
    check_token("{\"id\":1}", id, "1", true);
    check_token("{\"id\":12345678901234567890}", id, "12345678901234567890", true);
    check_token(" { \"id\" : -0.10 , \"x\":2}", id, "-0.10", true);
    check_token("{\"id\":1e400}", id, "1e400", true);
    check_token("{\"id\":7,\"id\":8}", id, "7", true);
    check_token("{\"a\":{\"id\":3},\"b\":[\"id\",4,{\"id\":5}],\"id\":6}", id, "6", true);
    check_token("{\"a\":\"\\\"id\\\":9\",\"id\":10}", id, "10", true);
    check_token("{\"a\":\"\\\\\",\"id\":11}", id, "11", true);
    check_token("{\"ide\":1,\"i\":2,\"id\":13}", id, "13", true);
    check_token("{\"a\":true,\"b\":null,\"c\":[],\"d\":{},\"id\":14}", id, "14", true);
    check_token("{\"\\u0069d\":15}", id, "15", true); /* a key with escapes: the number */
    check_token("{\"id\":\"x \\\" \\u00e4\"}", id, "x \" \u00e4", false);
    check_token("{\"id\":\"\"}", id, "", false);
}
END_TEST

START_TEST(what_is_no_text_and_no_number_is_no_id) {
    ck_assert(cjson_load(NULL));
    check_token("{}", id, NULL, false);
    check_token("{\"id\":null}", id, NULL, false);
    check_token("{\"id\":true}", id, NULL, false);
    check_token("{\"id\":[1]}", id, NULL, false);
    check_token("{\"id\":{\"id\":1}}", id, NULL, false);
    check_token("[1,2]", id, NULL, false);
    check_token("5", id, NULL, false);
}
END_TEST

START_TEST(a_token_lies_as_deep_as_its_path) {
    ck_assert(cjson_load(NULL));
    check_token("{\"params\":{\"_meta\":{\"x\":1,\"progressToken\":18446744073709551617}}}", token,
                "18446744073709551617", true);
    check_token("{\"params\":{\"progressToken\":1}}", token, NULL, false);
    check_token("{\"progressToken\":1}", token, NULL, false);
    check_token("{\"params\":[{\"_meta\":{\"progressToken\":1}}]}", token, NULL, false);
    check_token("{\"params\":{\"_meta\":null}}", token, NULL, false);
}
END_TEST

START_TEST(ids_are_the_same_if_both_kind_and_text_are) {
    char one[] = "1", also[] = "1", two[] = "2";
    struct rpc_token number = {one, true}, text = {also, false}, same = {also, true},
                     other = {two, true}, none = {0};
    ck_assert(rpc_token_same(&number, &same));
    ck_assert(!rpc_token_same(&number, &text));
    ck_assert(!rpc_token_same(&number, &other));
    ck_assert(!rpc_token_same(&none, &none));
    ck_assert(!rpc_token_same(&number, &none));
    ck_assert(!rpc_token_same(&none, &number));
}
END_TEST

START_TEST(nul_is_found_however_it_is_written) {
    static const struct {
        const char *text;
        size_t len;
        bool has;
    } cases[] = {
        {"", 0, false},           {"\"a\"", 3, false},          {"\"a\0\"", 4, true},
        {"\"\\u0000\"", 8, true}, {"\"x\\u0000", 8, true},      {"\"\\u0001\"", 8, false},
        {"\"\\u000", 6, false},   {"\"\\\\u0000\"", 9, false},  {"\"\\\\\\u0000\"", 10, true},
        {"\\u0000", 6, true},     {"\"\\n\\u0000\"", 10, true}, {"\\", 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(rpc_has_nul(cases[i].text, cases[i].len) == cases[i].has, "case %zu", i);
}
END_TEST

START_TEST(an_error_has_the_id_of_its_request) {
    struct text out = {0};
    char big[] = "9007199254740993", quote[] = "a\"";
    struct rpc_token number = {big, true}, text = {quote, false};
    rpc_say_error(&out, &number, RPC_BUSY, "no");
    rpc_say_error(&out, &text, RPC_PARSE_ERROR, "no");
    rpc_say_error(&out, NULL, RPC_INVALID_REQUEST, "no");
    ck_assert_str_eq(
        text_str(&out),
        "{\"jsonrpc\":\"2.0\",\"id\":9007199254740993,\"error\":{\"code\":-32000,"
        "\"message\":\"no\"}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":\"a\\\"\",\"error\":{\"code\":-32700,\"message\":"
        "\"no\"}}\n"
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"no\"}"
        "}\n");
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("rpc");
    TCase *cases = tcase_create("rpc");
    tcase_add_test(cases, an_id_is_what_was_written);
    tcase_add_test(cases, what_is_no_text_and_no_number_is_no_id);
    tcase_add_test(cases, a_token_lies_as_deep_as_its_path);
    tcase_add_test(cases, ids_are_the_same_if_both_kind_and_text_are);
    tcase_add_test(cases, nul_is_found_however_it_is_written);
    tcase_add_test(cases, an_error_has_the_id_of_its_request);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
