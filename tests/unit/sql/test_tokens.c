/* Statements as tokens. */
#include "sql/tokens.h"

#include "base/text.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const struct {
    const char *text, *tokens; /* each with its kind; NULL: they are not read */
} texts[] = {
    {"", ""},
    {"a", "w:a"},
    {"_a1$ \x80", "w:_a1$ w:\x80"},
    {"\"a\"\"b\" [c\"] `d``e`", "q:\"a\"\"b\" q:[c\"] q:`d``e`"},
    {"'it''s' x'00' X'ff' x", "t:'it''s' t:x'00' t:X'ff' w:x"},
    {"1 1.5 .5 1e3 1e-3 1E+3 0xfe-1 5.", "n:1 n:1.5 n:.5 n:1e3 n:1e-3 n:1E+3 n:0xfe s:- n:1 n:5."},
    {"1e", "n:1e"},
    {"a.b", "w:a s:. w:b"},
    {"<= >= <> != == || << >> -> ->> < > = | - % &~;",
     "s:<= s:>= s:<> s:!= s:== s:|| s:<< s:>> s:-> s:->> s:< s:> s:= s:| s:- s:% s:& s:~ s:;"},
    {"a--b\nc", "w:a w:c"},
    {"a--b", "w:a"},
    {"a/*b*/c", "w:a w:c"},
    {"a/**/c/***/d", "w:a w:c w:d"},
    {"a/*b", "w:a"},
    {"a/*b*", "w:a"},
    {"a - - b / c", "w:a s:- s:- w:b s:/ w:c"},
    {"\t\n\f\r a ", "w:a"},
    {"(a)(())", "s:( w:a s:) s:( s:( s:) s:)"},
    {"'a", NULL},
    {"\"a", NULL},
    {"[a", NULL},
    {"'a''", NULL},
    {"?1", NULL},
    {"@a", NULL},
    {":a", NULL},
    {"$a", NULL},
    {"#", NULL},
    {"!", NULL},
    {"(", NULL},
    {")", NULL},
    {")(", NULL},
    {"(()", NULL},
};

/* They end where the length says, whatever is behind; NULL: they are not read. */
static char *tokens_of(const char *statement, size_t len) {
    static const char kinds[] = {[TOKEN_WORD] = 'w',
                                 [TOKEN_QUOTED] = 'q',
                                 [TOKEN_TEXT] = 't',
                                 [TOKEN_NUMBER] = 'n',
                                 [TOKEN_SIGN] = 's'};
    struct tokens tokens;
    struct text out = {0};
    bool fine = tokens_read(&tokens, statement, len);
    for (size_t i = 0; fine && tokens.items.items[i].kind != TOKEN_END; i++) {
        const struct token *token = &tokens.items.items[i];
        text_addf(&out, "%s%c:%.*s", i ? " " : "", kinds[token->kind], (int)token->len, token->at);
        bool parenthesis = token_is_sign(token, "(") || token_is_sign(token, ")");
        if (parenthesis) ck_assert_uint_eq(tokens.items.items[token->partner].partner, i);
    }
    tokens_free(&tokens);
    if (fine) return text_take(&out);
    text_free(&out);
    return NULL;
}

START_TEST(a_statement_has_these_tokens) {
    size_t len = strlen(texts[_i].text);
    uint8_t *alone = guarded_copy(texts[_i].text, len);
    char *said = tokens_of((const char *)alone, len);
    if (texts[_i].tokens) ck_assert_str_eq(said, texts[_i].tokens);
    else ck_assert_ptr_null(said);
    free(said);
    guarded_free(alone, len);
}
END_TEST

START_TEST(what_is_behind_a_statement_is_none_of_it) {
    static const char *const behind[] = {"'", "\"", "`", "]",  "'00'", "*/", "/",  "-1", "\nc",
                                         "5", "=",  ">", ">>", "x",    "e5", "+1", ".5"};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++) {
        struct text whole = {0};
        text_addf(&whole, "%s%s", texts[_i].text, behind[i]);
        char *said = tokens_of(whole.data, strlen(texts[_i].text));
        if (texts[_i].tokens) ck_assert_str_eq(said, texts[_i].tokens);
        else ck_assert_ptr_null(said);
        free(said);
        text_free(&whole);
    }
}
END_TEST

/* A blank, a comment, or nothing is before it. */
START_TEST(a_token_knows_whether_it_stands_apart) {
    static const char text[] = "a b/**/c.d --\n(e)";
    static const bool apart[] = {false, true, true, false, false, true, false, false, false};
    struct tokens tokens;
    ck_assert(tokens_read(&tokens, text, strlen(text)));
    ck_assert_uint_eq(tokens.items.len, sizeof apart);
    for (size_t i = 0; i < tokens.items.len; i++)
        ck_assert_int_eq(tokens.items.items[i].apart, apart[i]);
    tokens_free(&tokens);
}
END_TEST

static struct token token_of(const char *text, struct tokens *tokens) {
    ck_assert(tokens_read(tokens, text, strlen(text)));
    return tokens->items.items[0];
}

START_TEST(a_token_names_what_it_is_however_it_is_written) {
    static const struct {
        const char *token, *name;
        bool names;
    } cases[] = {{"a", "a", true},
                 {"A", "a", true},
                 {"a", "A", true},
                 {"a", "ab", false},
                 {"ab", "a", false},
                 {"\"a\"", "A", true},
                 {"\"a\"\"b\"", "a\"b", true},
                 {"\"a\"\"b\"", "a\"\"b", false},
                 {"[a\"b]", "a\"b", true},
                 {"[a[b]", "a[b", true},
                 {"`a``b`", "a`b", true},
                 {"\"a\"", "ab", false},
                 {"\"ab\"", "a", false},
                 {"'a'", "a", false},
                 {"\"\"", "", true},
                 {"1", "1", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tokens tokens;
        struct token token = token_of(cases[i].token, &tokens);
        ck_assert_msg(token_names(&token, cases[i].name) == cases[i].names, "%s", cases[i].token);
        tokens_free(&tokens);
    }
}
END_TEST

START_TEST(tokens_are_equal_but_for_the_case_of_names) {
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {{"a", "A", true},        {"a", "b", false},    {"a", "\"a\"", false},
                 {"'a'", "'A'", false},   {"'a'", "'a'", true}, {"1", "1", true},
                 {"1", "1.0", false},     {"a", "ab", false},   {"<", "<=", false},
                 {"\"a\"", "\"A\"", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tokens one, other;
        struct token a = token_of(cases[i].a, &one), b = token_of(cases[i].b, &other);
        ck_assert_msg(tokens_are_equal(&a, &b) == cases[i].equal, "%s %s", cases[i].a, cases[i].b);
        tokens_free(&one);
        tokens_free(&other);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tokens");
    TCase *tcase = tcase_create("tokens");
    tcase_add_loop_test(tcase, a_statement_has_these_tokens, 0, sizeof texts / sizeof *texts);
    tcase_add_loop_test(tcase, what_is_behind_a_statement_is_none_of_it, 0,
                        sizeof texts / sizeof *texts);
    tcase_add_test(tcase, a_token_knows_whether_it_stands_apart);
    tcase_add_test(tcase, a_token_names_what_it_is_however_it_is_written);
    tcase_add_test(tcase, tokens_are_equal_but_for_the_case_of_names);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
