/* Claims: ids of figures, the places they name, and when a number is what somebody says it is. */
#include "cmd/mcp/claim.h"
#include "cmd/mcp/next.h"
#include "cmd/mcp/verify.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static cJSON *json(const char *text) {
    cJSON *parsed = cJSON_ParseWithLength(text, strlen(text));
    ck_assert_msg(parsed != NULL, "%s", text);
    return parsed;
}

static void set_up(void) {
    ck_assert(cjson_load(NULL));
}

/* ==== Ids =================================================================================== */

static void asked(const char *tool, const char *arguments, const char *question) {
    const char *served[] = {"only.jfr"};
    struct allowed allowed = {.given = {.items = served, .len = 1}};
    struct text out = {0}, error = {0};
    cJSON *given = json(arguments);
    struct claim_id id;
    claim_add_question(tool_named(tool), given, &allowed, &out);
    ck_assert_str_eq(text_str(&out), question);
    ck_assert_msg(claim_parse(text_str(&out), &id, &error), "%s", text_str(&error));
    ck_assert_str_eq(id.question, question);
    ck_assert_str_eq(id.place, "");
    ck_assert_ptr_eq(id.tool, tool_named(tool));
    cJSON *member;
    cJSON_ArrayForEach(member, given) {
        const cJSON *same = cJSON_GetObjectItemCaseSensitive(id.arguments, member->string);
        if (cJSON_IsString(member)) ck_assert_str_eq(same->valuestring, member->valuestring);
        else if (same) ck_assert(same->valuedouble == member->valuedouble);
    }
    claim_free(&id);
    cJSON_Delete(given);
    text_free(&out);
    text_free(&error);
}

START_TEST(a_question_is_an_id_that_can_be_read_again) {
    asked("overview", "{}", "jfr:overview?recording=only.jfr");
    asked("overview", "{\"recording\":\"a b#c&d=e%41?.jfr\"}",
          "jfr:overview?recording=a%20b%23c%26d%3De%2541%3F.jfr");
    asked("hot_methods", "{\"event\":\"alloc\",\"top\":7}",
          "jfr:hot_methods?recording=only.jfr&event=alloc&top=7");
    asked("hot_methods", "{\"top\":20}", "jfr:hot_methods?recording=only.jfr");
    asked("sql", "{\"query\":\"SELECT '\\u00fc\\n'\"}",
          "jfr:sql?recording=only.jfr&query=SELECT%20%27\xc3\xbc%0A%27");
}
END_TEST

START_TEST(what_is_no_id_is_refused_with_a_sentence) {
    static const char *const none[] = {"",
                                       "jfr",
                                       "jfr:",
                                       "jfr:rm",
                                       "http://x",
                                       "jfr:overview?x=1",
                                       "jfr:overview?recording",
                                       "jfr:overview?recording=%4",
                                       "jfr:overview?recording=%",
                                       "jfr:overview?recording=%zz",
                                       "jfr:overview?recording=a%00b",
                                       "jfr:verify?claims=x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct claim_id id;
        struct text error = {0};
        ck_assert_msg(!claim_parse(none[i], &id, &error), "%s", none[i]);
        ck_assert_msg(error.len > 0, "%s", none[i]);
        claim_free(&id);
        text_free(&error);
    }
}
END_TEST

/* ==== Places ================================================================================ */

#define ANSWER                                                                                \
    "{\"samples\":7,\"unknown\":null,\"at_ns\":1795671260405245719,\"rows\":["                \
    "{\"class\":\"a.B\",\"method\":\"x\",\"self\":1},{\"class\":\"a.B\",\"method\":\"y[0]\"," \
    "\"self\":2},{\"class\":\"a.B\",\"method\":\"y[0]\",\"self\":3}],\"list\":[[4]],"         \
    "\"findings\":[{\"id\":\"Lock\",\"culprit\":{\"kind\":\"lock\",\"name\":\"L\"},"          \
    "\"threshold\":{\"info\":20}}],\"a.b\":{\"c,d\":5}}"

static bool note(const char *place, const cJSON *value, void *to) {
    struct text *out = (struct text *)to;
    if (cJSON_IsString(value)) text_addf(out, "%s = %s\n", place, value->valuestring);
    else text_addf(out, "%s = %g\n", place, value->valuedouble);
    return true;
}

START_TEST(each_figure_has_a_place_that_leads_back_to_it) {
    cJSON *answer = json(ANSWER);
    struct text out = {0};
    claim_each(answer, note, &out);
    ck_assert_str_eq(text_str(&out), "samples = 7\n"
                                     "rows[class=a.B,method=x].self = 1\n"
                                     "rows[1].self = 2\n"
                                     "rows[2].self = 3\n"
                                     "list[0][0] = 4\n"
                                     "findings[id=Lock].culprit.name = L\n"
                                     "a%2Eb.c%2Cd = 5\n");
    for (char *line = out.data, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        char *equals = strstr(line, " = ");
        *end = *equals = 0;
        const cJSON *found = claim_find(answer, line, NULL);
        ck_assert_msg(found != NULL, "%s", line);
        if (cJSON_IsString(found)) ck_assert_str_eq(found->valuestring, equals + 3);
        else ck_assert(found->valuedouble == strtod(equals + 3, NULL));
    }
    text_free(&out);
    cJSON_Delete(answer);
}
END_TEST

START_TEST(a_place_that_is_not_there_is_said) {
    static const char *const none[] = {
        "",      "nothing",      "rows[3]",      "rows[-1]",  "rows[x]",  "rows[",
        "rows.", "list[0",       "rows[]",       "samples.x", "rows[1]x", "samples[0]",
        ".",     "rows[class=]", "rows[self=1]", "unknown.x", "%"};
    cJSON *answer = json(ANSWER);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct text error = {0};
        ck_assert_msg(!claim_find(answer, none[i], &error), "%s", none[i]);
        ck_assert(error.len > 0);
        text_free(&error);
    }
    ck_assert_ptr_nonnull(claim_find(answer, "rows[2]", NULL));
    ck_assert_ptr_nonnull(claim_find(answer, "unknown", NULL));
    cJSON_Delete(answer);
}
END_TEST

/* ==== Numbers =============================================================================== */

START_TEST(a_number_is_true_if_the_value_rounds_to_it) {
    static const struct {
        const char *said;
        double value;
        const char *place;
        bool fits, unit;
    } cases[] = {
        {"76.3", 76.3485, "x_percent", true, true},
        {"76.4", 76.3485, "x_percent", false, true},
        {"76.35", 76.3485, "x_percent", true, true},
        {"76.34", 76.3485, "x_percent", false, true},
        {"76", 76.3485, "x_percent", true, true},
        {"76 %", 76.3485, "x_percent", true, true},
        {"76.8", 76.75, "x", true, true},
        {"-2", -1.6, "x", true, true},
        {"-2", 1.6, "x", false, true},
        {"1743", 1743, "count", true, true},
        {"1,743", 1743, "count", true, true},
        {"1740", 1743, "count", true, true},
        {"1740", 1746, "count", false, true},
        {"1700", 1743, "count", false, true},
        {"17400", 17449, "count", true, true},
        {"17400", 17451, "count", false, true},
        {"100", 99, "count", false, true},
        {"0", 0, "count", true, true},
        {"0", 1, "count", false, true},
        {"20.7 s", 20720239790, "total_ns", true, true},
        {"20.8 s", 20720239790, "total_ns", false, true},
        {"20720 ms", 20720239790, "total_ns", true, true},
        {"20.7 s", 20720239790, "a.ns", true, true},
        {"1.5 KiB", 1536, "bytes", true, true},
        {"2 KiB", 1536, "heap_bytes", true, true},
        {"3 KiB", 1536, "heap_bytes", false, true},
        {"20.7 s", 20.7, "x_percent", false, false},
        {"20.7 MiB", 20.7, "total_ns", false, false},
        {"many", 20, "x", false, false},
        {"", 0, "x", false, false},
        {"1.", 1, "x", false, false},
        {"1.2.3", 1, "x", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool unit;
        bool fits = verify_rounds_to(cases[i].said, cases[i].value, cases[i].place, &unit);
        ck_assert_msg(fits == cases[i].fits && unit == cases[i].unit, "%s of %f", cases[i].said,
                      cases[i].value);
    }
}
END_TEST

/* ==== What follows ========================================================================== */

static void follows(const char *tool, const char *asked_json, const char *answer_json,
                    const char *expected) {
    cJSON *given = json(asked_json), *answer = answer_json ? json(answer_json) : NULL;
    next_calls next = {0};
    struct text out = {0};
    next_find(tool_named(tool), given, answer, &next);
    for (size_t i = 0; i < next.len; i++)
        text_addf(&out, "%s %s\n", next.items[i].tool->name, text_str(&next.items[i].arguments));
    ck_assert_str_eq(text_str(&out), expected);
    next_free(&next);
    text_free(&out);
    cJSON_Delete(given);
    if (answer) cJSON_Delete(answer);
}

#define FINDING(id, see) "{\"id\":\"" id "\",\"culprit\":{\"name\":\"c\"},\"see\":\"" see "\"}"

START_TEST(findings_lead_to_calls_in_their_order_each_once) {
    follows("overview", "{\"recording\":\"a\"}",
            "{\"findings\":[" FINDING("A", "locks") "," FINDING(
                "B",
                "hot_methods with event=a, b, "
                "by=line") "," FINDING("C",
                                       "locks") "," FINDING("D",
                                                            "nothing") "," FINDING("E",
                                                                                   "sql with "
                                                                                   "SELECT 1") "]}",
            "locks {\"recording\":\"a\"}\n"
            "hot_methods {\"recording\":\"a\",\"event\":\"a, b\",\"by\":\"line\"}\n"
            "account {\"recording\":\"a\"}\n"
            "hot_methods {\"recording\":\"a\"}\n");
    follows("overview", "{}", NULL, "account {}\nhot_methods {}\n");
}
END_TEST

START_TEST(names_of_an_answer_are_no_patterns_and_what_was_asked_stays) {
    follows("hot_methods",
            "{\"recording\":\"a\",\"event\":\"alloc\",\"thread\":\"t\",\"by\":\"x\"}",
            "{\"methods\":[{\"class\":\"a.B$C\",\"method\":\"<init>\"}]}",
            "hot_methods {\"recording\":\"a\",\"event\":\"alloc\",\"thread\":\"t\",\"include\":"
            "\"a.B\\\\$C.<init>\"}\n"
            "hot_methods "
            "{\"recording\":\"a\",\"event\":\"alloc\",\"thread\":\"t\",\"by\":\"package\"}\n");
    follows("locks", "{\"recording\":\"a\",\"from\":\"1s\"}", "{}",
            "hot_methods {\"recording\":\"a\",\"from\":\"1s\",\"event\":\"lock\"}\n"
            "account {\"recording\":\"a\",\"from\":\"1s\"}\n");
    follows("leaks", "{}", "{}", "memory {}\n"); /* of --sites there is no argument */
}
END_TEST

int main(void) {
    Suite *suite = suite_create("claims");
    TCase *c = tcase_create("claims");
    tcase_add_checked_fixture(c, set_up, NULL);
    tcase_add_test(c, a_question_is_an_id_that_can_be_read_again);
    tcase_add_test(c, what_is_no_id_is_refused_with_a_sentence);
    tcase_add_test(c, each_figure_has_a_place_that_leads_back_to_it);
    tcase_add_test(c, a_place_that_is_not_there_is_said);
    tcase_add_test(c, a_number_is_true_if_the_value_rounds_to_it);
    tcase_add_test(c, findings_lead_to_calls_in_their_order_each_once);
    tcase_add_test(c, names_of_an_answer_are_no_patterns_and_what_was_asked_stays);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
