/* Keys of JSON outputs: what a text of them means, and whether those of the program are complete.
 */
#include "cmd/keys/keys.h"
#include "cmd/keys/markdown.h"
#include "cmd/keys/reports.h"
#include "cmd/keys/schema.h"
#include "cmd/reports/shipped.h"
#include "tests/support/suite.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The schema of the document "it", without what all have, and without blanks. */
static char *schema_of(const char *text) {
    struct json_keys keys;
    struct text out = {0}, plain = {0};
    json_keys_read(&keys, text);
    const struct json_part *part = json_keys_find(&keys, "it");
    ck_assert_ptr_nonnull(part);
    json_keys_add_schema(&keys, part, &out);
    json_keys_free(&keys);
    const char *from = strstr(text_str(&out), "\"title\"");
    for (const char *c = strchr(from, '\n') + 1; *c; c++)
        if (!isspace((unsigned char)*c) || c[-1] == ' ') text_add_char(&plain, *c);
    text_free(&out);
    return text_take(&plain);
}

static void fits(const char *text, const char *expected) {
    char *schema = schema_of(text);
    ck_assert_str_eq(schema, expected);
    free(schema);
}

static const struct {
    const char *type, *schema;
} types[] = {
    {"integer", "\"type\":\"integer\""},
    {"number?", "\"type\":[\"number\",\"null\"]"},
    {"any", ""},
    {"integer>=1", "\"type\":\"integer\",\"minimum\":1"},
    {"integer>=0?", "\"type\":[\"integer\",\"null\"],\"minimum\":0"},
    {"=1", "\"const\":1"},
    {"=field", "\"const\":\"field\""},
    {"/^a|b$/", "\"type\":\"string\",\"pattern\":\"^a|b$\""},
    {"/./?", "\"type\":[\"string\",\"null\"],\"pattern\":\".\""},
    {"a|b c", "\"enum\":[\"a\",\"bc\"]"},
    {"a|b?", "\"enum\":[\"a\",\"b\",null]"},
    {"[integer]", "\"type\":\"array\",\"items\":{\"type\":\"integer\"}"},
    {"[integer?]?", "\"type\":[\"array\",\"null\"],\"items\":{\"type\":[\"integer\",\"null\"]}"},
    {"[[number]]",
     "\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"number\"}}"},
    {"object", "\"type\":\"object\""},
};

START_TEST(a_type_says_what_a_value_is) {
    struct text text = {0}, expected = {0};
    text_addf(&text, "= it  object  jfrtool it\nkey?  %s  M\n", types[_i].type);
    text_addf(&expected,
              "\"type\":\"object\",\"properties\":{\"key\":{\"description\":\"M\"%s%s}},"
              "\"required\":[]}",
              *types[_i].schema ? "," : "", types[_i].schema);
    fits(text_str(&text), text_str(&expected));
    text_free(&text);
    text_free(&expected);
}
END_TEST

START_TEST(a_key_is_required_unless_it_says_otherwise) {
    fits(
        "= it  object  jfrtool it\na, b?  any  M\nc  any  N\n",
        "\"type\":\"object\",\"properties\":{\"a\":{\"description\":\"M\"},"
        "\"b\":{\"description\":\"M\"},\"c\":{\"description\":\"N\"}},\"required\":[\"a\",\"c\"]}");
}
END_TEST

START_TEST(what_is_below_keys_of_one_line_is_of_each) {
    fits("= it  object  jfrtool it\na, b  object\n    c  any\n",
         "\"type\":\"object\",\"properties\":{"
         "\"a\":{\"type\":\"object\",\"properties\":{\"c\":{}},\"required\":[\"c\"]},"
         "\"b\":{\"type\":\"object\",\"properties\":{\"c\":{}},\"required\":[\"c\"]}},"
         "\"required\":[\"a\",\"b\"]}");
}
END_TEST

START_TEST(what_is_below_a_list_is_of_its_elements) {
    fits("= it  [object]  jfrtool it  About it.\nc?  any\n",
         "\"description\":\"Aboutit.\",\"type\":\"array\",\"items\":{\"type\":\"object\","
         "\"properties\":{\"c\":{}},\"required\":[]}}");
}
END_TEST

START_TEST(a_part_stands_where_it_is_named) {
    fits("= it  object  jfrtool it\na  object\n    + part\n    d?  any\n\n: part\nb  any\n+ more\n"
         ": more\nc  any\n",
         "\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"object\",\"properties\":{\"b\":{},"
         "\"c\":{},\"d\":{}},\"required\":[\"b\",\"c\"]}},\"required\":[\"a\"]}");
}
END_TEST

START_TEST(a_key_of_any_name_is_one_among_others) {
    fits("= it  object  jfrtool it\na  any\n*  integer\n",
         "\"type\":\"object\",\"properties\":{\"a\":{}},\"required\":[\"a\"],"
         "\"additionalProperties\":{\"type\":\"integer\"}}");
}
END_TEST

START_TEST(what_a_key_does_not_say_is_what_it_is_everywhere) {
    fits("# a comment\n: everywhere  All\na  integer  A.\n\n= it  object  jfrtool it\na\na?  "
         "string\n"
         "a  any  B.\n",
         "\"type\":\"object\",\"properties\":{\"a\":{\"description\":\"A.\",\"type\":\"integer\"},"
         "\"a\":{\"description\":\"A.\",\"type\":\"string\"},\"a\":{\"description\":\"B.\"}},"
         "\"required\":[\"a\",\"a\"]}");
}
END_TEST

START_TEST(a_table_has_a_row_for_what_is_not_the_same_everywhere) {
    struct json_keys keys;
    struct text out = {0};
    json_keys_read(&keys, ": everywhere  All\na, b  integer  A.\n"
                          "= it  object  jfrtool it\n+ linked\n+ here\nd?, e  [[object]?]  D.\n"
                          "    a, b\n    + linked\n    + here\n    f  x|y?  F.\n"
                          ": linked  Linked\ng  =1  G.\n: here\na\nb?  /x/\n");
    json_keys_add_markdown(&keys, json_keys_find(&keys, "it"), &out);
    ck_assert_str_eq(text_str(&out), "| Key | Type | Meaning |\n|---|---|---|\n"
                                     "| [linked](#linked) | | |\n"
                                     "| `a` | integer | A. |\n"
                                     "| `b` | string, optional | A. |\n"
                                     "| `d`, `e` | array of arrays of objects or null, optional | "
                                     "D. Keys: `a`, `b`, [linked](#linked), `a`. |\n"
                                     "| `d[].b` | string, optional | A. |\n"
                                     "| `d[].f` | `x`, `y` or null | F. |\n");
    text_clear(&out);
    json_keys_add_markdown(&keys, json_keys_find(&keys, "linked"), &out);
    ck_assert_str_eq(text_str(&out),
                     "| Key | Type | Meaning |\n|---|---|---|\n| `g` | `1` | G. |\n");
    text_free(&out);
    json_keys_free(&keys);
}
END_TEST

/* ==== Those of the program ==================================================================== */

static struct json_keys all_keys(void) {
    struct json_keys keys;
    struct text reports = {0};
    for (size_t i = 0; report_shipped(i); i++) json_keys_add_report(report_shipped(i), &reports);
    json_keys_open(&keys, text_str(&reports));
    text_free(&reports);
    return keys;
}

static bool is_kind(const char *kind, size_t len) {
    static const char *const kinds[] = {"integer", "number", "string", "boolean", "object", "any"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i]) == len && strncmp(kind, kinds[i], len) == 0) return true;
    return false;
}

static bool is_type(const char *type, size_t len) {
    if (len && type[len - 1] == '?') len--;
    if (len < 2) return false;
    if (*type == '[') return type[len - 1] == ']' && is_type(type + 1, len - 2);
    if (*type == '/') return type[len - 1] == '/' && len > 2;
    if (*type == '=' || memchr(type, '|', len)) return true;
    return is_kind(type, strcspn(type, ">") < len ? strcspn(type, ">") : len);
}

/* Names that a part of these keys brings with it come to an end, too. */
static void check_members(struct json_members of, unsigned nested) {
    ck_assert_uint_lt(nested, 16);
    for (size_t i = of.first; i < of.end; i = json_members_next(of, i)) {
        const struct json_key *key = json_member(of, i);
        if (!key->name) {
            const struct json_part *part = json_member_part(of, i);
            ck_assert_msg(part && !part->type, "+ %s", key->type);
            check_members(json_members_of(of.keys, part), nested + 1);
            continue;
        }
        ck_assert_msg(key->type && is_type(key->type, strlen(key->type)), "%s: %s", key->name,
                      key->type);
        ck_assert_msg(key->meaning && strchr(".:", key->meaning[strlen(key->meaning) - 1]),
                      "%s: what does it mean? %s", key->name, key->meaning);
        ck_assert_msg(!strchr(key->meaning, '|'), "%s: a table has a column more", key->name);
        ck_assert_msg(!strpbrk(key->name, " ?,"), "%s", key->name);
        struct json_members below = json_members_below(of, i);
        if (below.first == below.end) continue;
        ck_assert_msg(strstr(key->type, "object"), "%s is %s", key->name, key->type);
        ck_assert_uint_eq(json_member(of, below.first)->depth, key->depth + 1);
        check_members(below, nested + 1);
    }
}

START_TEST(every_key_of_the_program_says_what_it_is_and_means) {
    struct json_keys keys = all_keys();
    ck_assert_uint_gt(keys.parts.len, 40);
    for (size_t i = 0; i < keys.parts.len; i++) {
        const struct json_part *part = &keys.parts.items[i];
        ck_assert_ptr_eq(json_keys_find(&keys, part->name), part); /* the only one of its name */
        ck_assert_msg(part->first < part->end, "%s has no keys", part->name);
        if (part->type) ck_assert_msg(strncmp(part->command, "jfrtool ", 8) == 0, "%s", part->name);
        check_members(json_members_of(&keys, part), 0);
    }
    json_keys_free(&keys);
}
END_TEST

START_TEST(every_part_of_the_program_is_used) {
    struct json_keys keys = all_keys();
    for (size_t i = 0; i < keys.parts.len; i++) {
        const struct json_part *part = &keys.parts.items[i];
        bool used = part->type || strcmp(part->name, "everywhere") == 0;
        for (size_t j = 0; j < keys.keys.len && !used; j++)
            used = !keys.keys.items[j].name && strcmp(keys.keys.items[j].type, part->name) == 0;
        ck_assert_msg(used, "%s", part->name);
    }
    const struct json_members all = json_members_of(&keys, json_keys_find(&keys, "everywhere"));
    for (size_t i = all.first; i < all.end; i++) {
        bool used = false;
        for (size_t j = 0; j < keys.keys.len && !used; j++) {
            const struct json_key *key = &keys.keys.items[j];
            used = (j < all.first || j >= all.end) && key->name &&
                   strcmp(key->name, json_member(all, i)->name) == 0 &&
                   key->meaning == json_member(all, i)->meaning;
        }
        ck_assert_msg(used, "no key means what %s means everywhere", json_member(all, i)->name);
    }
    json_keys_free(&keys);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("keys");
    TCase *tcase = tcase_create("keys");
    tcase_add_loop_test(tcase, a_type_says_what_a_value_is, 0, sizeof types / sizeof *types);
    tcase_add_test(tcase, a_key_is_required_unless_it_says_otherwise);
    tcase_add_test(tcase, what_is_below_keys_of_one_line_is_of_each);
    tcase_add_test(tcase, what_is_below_a_list_is_of_its_elements);
    tcase_add_test(tcase, a_part_stands_where_it_is_named);
    tcase_add_test(tcase, a_key_of_any_name_is_one_among_others);
    tcase_add_test(tcase, what_a_key_does_not_say_is_what_it_is_everywhere);
    tcase_add_test(tcase, a_table_has_a_row_for_what_is_not_the_same_everywhere);
    tcase_add_test(tcase, every_key_of_the_program_says_what_it_is_and_means);
    tcase_add_test(tcase, every_part_of_the_program_is_used);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
