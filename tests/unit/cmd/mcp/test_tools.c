/* Calls of tools become command lines, and what a command said becomes an answer. */
#include "cmd/mcp/answer.h"
#include "cmd/cli/command.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *base;
static struct allowed allowed;

static void serve(const char *const *names, size_t count) {
    static const char *operands[3];
    struct text error = {0};
    for (size_t i = 0; i < count; i++) operands[i] = names[i];
    struct text_list list = {.items = operands, .len = count};
    ck_assert_msg(allowed_open(&allowed, &list, &error), "%s", text_str(&error));
}

/* The command line, words apart by '|'; of a call that is none, what is wrong. The path of the
 * recordings is "...". */
static void made(const char *name, const char *arguments, const char *expected) {
    struct tool_call call;
    struct text said = {0}, error = {0};
    call_words line = {0};
    cJSON *json = cJSON_ParseWithLength(arguments, strlen(arguments));
    if (tool_call_make(tool_named(name), json, &allowed, &call, &error))
        tool_call_line(&call, false, &line);
    else text_addf(&said, "%s", text_str(&error));
    for (size_t i = 0; i < line.len; i++)
        text_addf(&said, "%s%s", i ? "|" : "",
                  line.items[i] +
                      (strncmp(line.items[i], base, strlen(base)) == 0 ? strlen(base) : 0));
    ck_assert_str_eq(text_str(&said), expected);
    array_free(&line);
    tool_call_free(&call);
    cJSON_Delete(json);
    text_free(&said);
    text_free(&error);
}

static void set_up(void) {
    const char *testdata = getenv("TESTDATA");
    base = realpath(testdata ? testdata : "testdata", NULL);
    ck_assert_int_eq(chdir(base), 0);
    ck_assert(cjson_load(NULL));
}

static void clean_up(void) {
    allowed_close(&allowed);
    free((void *)(uintptr_t)base);
}

START_TEST(a_call_has_the_options_of_its_command_and_the_recordings_behind_them) {
    static const char *const one[] = {"custom-17.jfr"};
    serve(one, 1);
    made("overview", "{}", "overview|--|/custom-17.jfr");
    made("overview", "{\"from\":\"5s\",\"recording\":\"custom-17.jfr\"}",
         "overview|--from=5s|--|/custom-17.jfr");
    made("hot_methods", "{\"top\":7,\"event\":\"alloc\",\"exclude\":\"a\"}",
         "hot-methods|--event=alloc|--exclude=a|--top=7|--|/custom-17.jfr");
    made("hot_methods", "{}", "hot-methods|--top=20|--|/custom-17.jfr");
    made("report", "{\"name\":\"gc\",\"top\":200}", "gc|--top=200|--|/custom-17.jfr");
    made("gc", "{\"top\":200}", "gc|--top=200|--|/custom-17.jfr");
    made("verify", "{\"claims\":[{\"id\": \"x\"}]}",
         "verify|--claims=[{\"id\":\"x\"}]|--|/custom-17.jfr");
    made("sql", "{\"query\":\"SELECT 1\",\"max_rows\":1}",
         "sql|--query=SELECT 1|--max-rows=1|--memory=1GiB|--|/custom-17.jfr");
    made("diff", "{\"base\":\"custom-17.jfr\"}", "diff|--top=20|--|/custom-17.jfr|/custom-17.jfr");
}
END_TEST

START_TEST(what_a_tool_does_not_take_is_said) {
    static const char *const one[] = {"custom-17.jfr"};
    serve(one, 1);
    made("hot_methods", "{\"top\":0}", "top expects a whole number from 1 to 200");
    made("hot_methods", "{\"top\":1}", "hot-methods|--top=1|--|/custom-17.jfr");
    made("hot_methods", "{\"top\":200}", "hot-methods|--top=200|--|/custom-17.jfr");
    made("hot_methods", "{\"top\":201}", "top expects a whole number from 1 to 200");
    made("hot_methods", "{\"top\":1.5}", "top expects a whole number from 1 to 200");
    made("hot_methods", "{\"top\":\"5\"}", "top expects a whole number from 1 to 200");
    made("hot_methods", "{\"thread\":5}", "thread expects a text");
    made("overview", "{\"recording\":5}", "recording expects a text");
    made("overview", "{\"a\\nb\":5}",
         "overview has no argument \"a\\x0ab\"; it has recording, from, to");
    made("overview", "{\"recording\":\"shares-17.jfr\"}",
         "the recording shares-17.jfr is not served; there are: custom-17.jfr");
    made("overview", "{\"recording\":\"\"}",
         "the recording  is not served; there are: custom-17.jfr");
    made("sql", "{}", "the argument query is missing");
    made("events", "{\"type\":\"x\",\"top\":1001}", "top expects a whole number from 1 to 1000");
    ck_assert_ptr_null(tool_named("overvie"));
    ck_assert_str_eq(tool_named("sql")->name, "sql");
    made("verify", "{}",
         "claims expects an array of claims: [{\"id\": \"jfr:...\", \"value\": 1}]");
}
END_TEST

START_TEST(of_several_recordings_one_has_to_be_named) {
    static const char *const several[] = {"custom-17.jfr", "killed-17"};
    serve(several, 2);
    made("overview", "{}",
         "the argument recording is missing; there are: custom-17.jfr, killed-17");
    made("overview", "{\"recording\":\"killed-17\"}", "overview|--|/killed-17");
    made("overview", "{\"recording\":\"killed-17/../custom-17.jfr\"}",
         "overview|--|/custom-17.jfr");
    made("overview", "{\"recording\":\"killed-17/../shares-17.jfr\"}",
         "the recording killed-17/../shares-17.jfr is not served; there are: custom-17.jfr, "
         "killed-17");
    made("overview", "{\"recording\":\"killed-1\"}",
         "the recording killed-1 is not served; there are: custom-17.jfr, killed-17");
    made("overview", "{\"recording\":\"/etc/passwd\"}",
         "the recording /etc/passwd is not served; there are: custom-17.jfr, killed-17");
}
END_TEST

START_TEST(names_that_are_many_are_counted) {
    static const char *const several[] = {"custom-17.jfr", "killed-17", "shares-17.jfr"};
    static const char *const said[] = {
        " and 3 more", "custom-17.jfr and 2 more", "custom-17.jfr, killed-17 and 1 more",
        "custom-17.jfr, killed-17, shares-17.jfr", "custom-17.jfr, killed-17, shares-17.jfr"};
    serve(several, 3);
    for (size_t most = 0; most < sizeof said / sizeof *said; most++) {
        struct text out = {0};
        allowed_add_names(&allowed, most, &out);
        ck_assert_str_eq(text_str(&out), said[most]);
        text_free(&out);
    }
}
END_TEST

START_TEST(what_is_not_there_is_not_served) {
    const char *operands[] = {"custom-17.jfr", "nothing.jfr"};
    const struct text_list list = {.items = operands, .len = 2};
    struct text error = {0};
    ck_assert(!allowed_open(&allowed, &list, &error));
    ck_assert_str_eq(text_str(&error), "nothing.jfr cannot be served: No such file or directory");
    text_free(&error);
}
END_TEST

/* ==== Answers =============================================================================== */

/* The members of the answer, of which nothing is structured. */
static void answered(struct child_result result, const char *texts, bool is_error) {
    struct text out = {0}, expected = {0};
    struct json json = {.out = &out};
    char question[] = "jfr:report";
    struct tool_call call = {.tool = tool_named("report"), .question = question};
    struct call_answer answer = {.text = result};
    json_begin_object(&json, NULL);
    answer_write_result(&call, &answer, &json);
    json_end_object(&json);
    text_addf(&expected, "{\"content\":[%s],%s\"isError\":%s}", texts,
              is_error ? ""
                       : "\"structuredContent\":{\"question\":\"jfr:report\",\"answer\":null,"
                         "\"left_out\":\"the recording has nothing that was "
                         "requested\",\"next\":[],\"claims\":[]},",
              is_error ? "true" : "false");
    ck_assert_str_eq(text_str(&out), text_str(&expected));
    text_free(&out);
    text_free(&expected);
    answer_free(&answer);
}

static struct text text_of(const char *bytes) {
    struct text text = {0};
    text_add(&text, bytes);
    return text;
}

#define ONE(text) "{\"type\":\"text\",\"text\":\"" text "\"}"
#define NEXT ONE("Next: hot_methods with event=lock, io, alloc or exception shows the stacks.")
#define OTHER ONE("Next: sql with SELECT type, count FROM events lists what the recording has.")
#define CUT                                                                                     \
    "[the answer is longer than 12000 bytes and was cut: ask for fewer rows, or for less with " \
    "the other arguments]\\n"

/* Whether the command is to be asked for JSON too, and whether it has written it by the way. */
START_TEST(json_is_wanted_of_what_has_an_answer_and_did_not_give_it) {
    static const struct {
        struct child_result text;
        const char *json;
        bool wants, has;
    } answers[] = {
        {{.code = EXIT_OK}, "{}", false, true},
        {{.code = EXIT_OK}, "", true, false},
        {{.code = EXIT_GATE}, "", true, false},
        {{.code = EXIT_PARTIAL}, "{}", false, true},
        {{.code = EXIT_NOTHING}, "{}", false, false},
        {{.code = EXIT_NOTHING, .cut = true}, "", true, false},
        {{.code = EXIT_USAGE}, "{}", false, false},
        {{.code = EXIT_USAGE, .cut = true}, "{}", false, true},
        {{.code = EXIT_OK, .timed_out = true}, "{}", false, false},
        {{.code = EXIT_OK, .cut = true, .signal = 9}, "", false, false},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct call_answer answer = {.text = answers[i].text};
        answer.text.json = text_of(answers[i].json);
        ck_assert_msg(answer_wants_json(&answer) == answers[i].wants, "%zu", i);
        ck_assert_int_eq(answer.json.out.len > 0, answers[i].has);
        ck_assert_str_eq(text_str(&answer.json.out), answers[i].has ? answers[i].json : "");
        answer_free(&answer);
    }
}
END_TEST

START_TEST(an_answer_is_an_error_where_the_question_was_wrong) {
    static const struct {
        int code;
        bool error;
    } codes[] = {{EXIT_OK, false},      {EXIT_NOTHING, false}, {EXIT_GATE, false},
                 {EXIT_PARTIAL, false}, {EXIT_USAGE, true},    {EXIT_NOT_JFR, true}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        answered(
            (struct child_result){.code = codes[i].code, .out = text_of("a"), .err = text_of("b")},
            codes[i].error || codes[i].code == EXIT_NOTHING ? ONE("a") "," ONE("b") "," OTHER
                                                            : ONE("a") "," ONE("b") "," NEXT,
            codes[i].error);
}
END_TEST

START_TEST(an_answer_that_was_cut_ends_with_a_line) {
    answered((struct child_result){.cut = true, .code = EXIT_USAGE, .out = text_of("a\nbc")},
             ONE("a\\n" CUT) "," NEXT, false);
    answered((struct child_result){.cut = true, .code = EXIT_NOTHING, .out = text_of("abc")},
             ONE("abc" CUT) "," NEXT, false);
}
END_TEST

START_TEST(a_command_that_was_ended_says_why) {
    answered((struct child_result){.timed_out = true, .out = text_of("a\n")},
             ONE("a\\n") "," ONE("this took longer than 60 s and was ended\\n") "," OTHER, true);
    answered((struct child_result){.signal = 9}, ONE("report was ended by signal 9\\n") "," OTHER,
             true);
}
END_TEST

/* The result of texts of so many bytes and such JSON; its own bytes are taken from what stands in
 * front of the structured content on. */
static struct text result_of(size_t out, size_t err, const char *object, size_t *bytes) {
    struct text result = {0};
    struct json json = {.out = &result};
    char question[] = "jfr:report";
    struct tool_call call = {.tool = tool_named("report"), .question = question};
    struct call_answer answer = {.json.out = text_of(object)};
    while (answer.text.out.len < out) text_add_char(&answer.text.out, 'o');
    while (answer.text.err.len < err) text_add_char(&answer.text.err, 'e');
    json_begin_object(&json, NULL);
    answer_write_result(&call, &answer, &json);
    json_end_object(&json);
    *bytes = strlen(strstr(text_str(&result), "\"structuredContent\""));
    answer_free(&answer);
    return result;
}

static size_t times(const struct text *text, const char *what) {
    size_t count = 0;
    for (const char *at = text_str(text); (at = strstr(at, what)); at++) count++;
    return count;
}

START_TEST(of_many_figures_24_are_claims) {
    for (size_t count = 22; count <= 26; count++) {
        struct text object = {0};
        size_t bytes;
        for (size_t i = 0; i < count; i++) text_addf(&object, "%s%zu", i ? "," : "{\"a\":[", i + 1);
        text_add(&object, "]}");
        struct text result = result_of(1, 1, text_str(&object), &bytes);
        ck_assert_uint_eq(times(&result, "{\"id\":\"jfr:report#a["), count < 24 ? count : 24);
        ck_assert_ptr_nonnull(strstr(text_str(&result), "\"left_out\":null"));
        ck_assert_ptr_nonnull(
            strstr(text_str(&result), "{\"id\":\"jfr:report#a[21]\",\"value\":22}"));
        text_free(&object);
        text_free(&result);
    }
}
END_TEST

/* An object of so many bytes. */
static struct text object_of(size_t bytes) {
    struct text object = {0};
    text_add(&object, "{\"a\":7,\"b\":\"");
    while (object.len < bytes - 2) text_add_char(&object, 'x');
    text_add(&object, "\"}");
    return object;
}

START_TEST(json_that_has_no_room_beside_the_texts_is_left_out_and_its_figures_stay) {
    static const size_t texts[][2] = {{0, 0}, {1, 0}, {0, 1}, {9000, 2000}, {17000, 0}, {17300, 0}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        struct text object = object_of(25000);
        size_t bytes, whole, room;
        struct text result = result_of(texts[i][0], texts[i][1], text_str(&object), &bytes);
        const char *said = strstr(text_str(&result), "\"left_out\":\"");
        ck_assert_int_eq(
            sscanf(said, "\"left_out\":\"the JSON has %zu bytes, of which %zu", &whole, &room), 2);
        const char *next = strstr(text_str(&result), "\"Next: ") + 1;
        size_t used = texts[i][0] + texts[i][1] + (size_t)(strchr(next, '"') - next);
        ck_assert_uint_eq(whole, 25000);
        ck_assert_uint_eq(room, used < 17500 ? 17500 - used : 0);
        ck_assert_uint_eq(times(&result, "\"id\":\"jfr:report#a\",\"value\":7"), 1);
        text_free(&object);
        text_free(&result);
        for (size_t more = 0; more < 2 && room > 20; more++) {
            object = object_of(room + more);
            result = result_of(texts[i][0], texts[i][1], text_str(&object), &bytes);
            ck_assert_uint_eq(times(&result, "\"answer\":null"), more);
            ck_assert_uint_eq(times(&result, "\"left_out\":null"), 1 - more);
            ck_assert_uint_le(used + bytes, 20000);
            text_free(&object);
            text_free(&result);
        }
    }
}
END_TEST

START_TEST(claims_end_where_the_result_is_full) {
    for (size_t out = 15000; out <= 20100; out += 300) {
        struct text object = {0};
        size_t bytes;
        for (size_t i = 0; i < 24; i++) text_addf(&object, "%s%0100zu\":1", i ? ",\"" : "{\"", i);
        text_add_char(&object, '}');
        struct text result = result_of(out, 0, text_str(&object), &bytes);
        size_t claims = times(&result, "\"id\":");
        ck_assert_msg(claims == 24 || out > 15600, "%zu: %zu", out, claims);
        ck_assert_msg(claims == 0 || out + bytes <= 20000, "%zu: %zu", out, bytes);
        ck_assert_msg(claims > 0 || out + bytes > 19600, "%zu: %zu", out, bytes);
        text_free(&object);
        text_free(&result);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("tools");
    TCase *c = tcase_create("tools");
    tcase_add_checked_fixture(c, set_up, clean_up);
    tcase_add_test(c, a_call_has_the_options_of_its_command_and_the_recordings_behind_them);
    tcase_add_test(c, what_a_tool_does_not_take_is_said);
    tcase_add_test(c, of_several_recordings_one_has_to_be_named);
    tcase_add_test(c, names_that_are_many_are_counted);
    tcase_add_test(c, what_is_not_there_is_not_served);
    tcase_add_test(c, an_answer_is_an_error_where_the_question_was_wrong);
    tcase_add_test(c, json_is_wanted_of_what_has_an_answer_and_did_not_give_it);
    tcase_add_test(c, an_answer_that_was_cut_ends_with_a_line);
    tcase_add_test(c, a_command_that_was_ended_says_why);
    tcase_add_test(c, of_many_figures_24_are_claims);
    tcase_add_test(c, json_that_has_no_room_beside_the_texts_is_left_out_and_its_figures_stay);
    tcase_add_test(c, claims_end_where_the_result_is_full);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
