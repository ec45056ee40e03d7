/* Definitions of reports: what they say is taken as it is written, and what they cannot say is an
 * error with its line. */
#include "analyzers/reports/definition.h"
#include "base/text.h"
#include "tests/support/anywhere.h"
#include "tests/support/suite.h"

#include <string.h>

#define HEAD "report r\nsummary S\nabout A\nnothing N\n"
#define TABLE "table t Title\ntypes jdk.X\n"
#define SHOW "show count \"count\" count: how many\n"

static struct report *parsed(const char *text) {
    struct report_error error = {0};
    struct report *report = report_parse(text, &error);
    ck_assert_msg(report != NULL, "%zu: %s", error.line, error.text);
    return report;
}

/* ==== What is wrong ========================================================================== */

static const struct wrong {
    const char *text;
    size_t line;
    const char *says; /* in the error */
} wrongs[] = {
    {"reprot r\n", 1, "there is no word reprot; did you mean report?"},
    {HEAD TABLE "shwo count \"count\" count: n\n", 7, "there is no word shwo"},
    {"report R\n", 1, "a name has small letters"},
    {"report r\nreport r\n", 2, "said twice"},
    {HEAD "summary T\n", 5, "said twice"},
    {HEAD "tab\n", 5, "tab has no value"},
    {HEAD "shows it\n", 5, "no example before"},
    {HEAD "example one\n" TABLE SHOW, 8, "no line with: shows"},
    {HEAD "programs some\n", 5, "expected all"},
    {HEAD "next io what\n", 5, "a command in quotes"},
    {HEAD "next \"io what\n", 5, "a command in quotes"},
    {HEAD "next \"io\"\n", 5, "what it shows"},
    {HEAD "types jdk.X\n", 5, "types does not belong here"},
    {HEAD TABLE "summary S\n", 7, "summary does not belong here"},
    {HEAD "table t\n", 5, "a key and a title"},
    {HEAD "table t T\n" SHOW, 5, "t has no types"},
    {HEAD TABLE, 5, "t shows nothing"},
    {HEAD TABLE "hide count n\n", 5, "t shows nothing"},
    {HEAD TABLE SHOW TABLE SHOW, 8, "t is there twice"},
    {HEAD TABLE "types jdk.Y\n", 7, "others are: else"},
    {HEAD "table t T\nelse jdk.Y\n", 6, "no types before"},
    {HEAD "table t T\nwhere a > 1\n", 6, "no types before"},
    {HEAD TABLE "where a >\n", 7, "at 3:"},
    {HEAD "table t T\nalso jdk.Y\n", 6, "no types before"},
    {HEAD TABLE "by a \"a\" a: it\ninstead a b\n" SHOW, 8, "no: else or also before"},
    {HEAD TABLE "also jdk.Y\ninstead a b\n" SHOW, 8, "no line before has the key 'a'"},
    {HEAD TABLE "also jdk.Y\n" SHOW "instead count b\n", 9, "only what groups are told apart by"},
    {HEAD TABLE "also jdk.Y\nby a \"a\" a: it\ninstead a b+\n" SHOW, 9, "expected a field"},
    {HEAD TABLE "where a > 1\nwhere a > 1\n", 8, "said twice"},
    {HEAD TABLE "by a+b \"a\" a: it\n", 7, "expected a field"},
    {HEAD TABLE "show total(a) \"a\" a: it\n", 7, "is not one of count sum"},
    {HEAD TABLE "show count count: it\n", 7, "a heading in quotes"},
    {HEAD TABLE "show count \"count count: it\n", 7, "a heading in quotes"},
    {HEAD TABLE "show count \"count\" Count: it\n", 7, "small letters"},
    {HEAD TABLE "show count \"count\" 1count: it\n", 7, "small letters"},
    {HEAD TABLE "show count \"count\" a.b: it\n", 7, "small letters"},
    {HEAD TABLE "show count \"count\" : it\n", 7, "small letters"},
    {HEAD TABLE "show count \"count\" count\n", 7, "what the key means"},
    {HEAD TABLE "show count \"count\" count:\n", 7, "nothing says what count means"},
    {HEAD TABLE "show count \"count\" count [big]: it\n", 7, "wide or none"},
    {HEAD TABLE "show count \"count\" count [wide: it\n", 7, "] behind the key"},
    {HEAD TABLE "show count \"count\" count [none it]: it\n", 7, "in quotes"},
    {HEAD TABLE SHOW SHOW, 8, "count is there twice"},
    {HEAD TABLE "hide count n: it\n", 7, "behind the key"},
    {HEAD TABLE SHOW "order total\n", 8, "no line before has the key 'total'"},
    {HEAD TABLE "by a \"a\" a: it\n" SHOW "order a\n", 9, "by what is shown"},
    {HEAD TABLE SHOW "rows some\n", 8, "expected all"},
    {HEAD TABLE SHOW "people some\n", 8, "expected all"},
    {HEAD TABLE SHOW "lead {other} of it\n", 5, "lead has {other}, which is no key"},
    {HEAD TABLE SHOW "lead {all other} of it\n", 5, "lead has {other}, which is no key"},
    {HEAD TABLE SHOW "lead {coun} of it\n", 5, "lead has {coun}, which is no key"},
    {HEAD TABLE SHOW "lead {count\n", 5, "a { without a }"},
    {HEAD TABLE SHOW "lead a\nlead b\n", 9, "lead is there twice"},
    {HEAD TABLE SHOW "unless a\nunless b\n", 9, "unless is there twice"},
    {HEAD "figures f F\ntypes jdk.X\nlead a\n", 7, "lead does not belong here"},
    {HEAD TABLE SHOW "make count - other \"d\" d: it\n", 8, "no line before has the key 'other'"},
    {HEAD TABLE SHOW "make count / count \"d\" d: it\n", 8, "expected + - * or %"},
    {HEAD TABLE SHOW "share a\nshare b\n", 9, "said twice"},
    {HEAD TABLE "with times\n", 7, "no columns times before"},
    {HEAD "figures f F\npair count \"n\" n: it\n", 6, "types have to come before"},
    {HEAD "figures f F\ntypes jdk.X\npair count \"n\" a.b.c: it\n", 7, "small letters"},
    {HEAD "figures f F\ntypes jdk.X\nby a \"a\" a: it\n", 7, "by does not belong here"},
    {HEAD "figures f F\ntypes jdk.X\nvalue count n: it\nsay \"L\" {m}\n", 8, "the key 'm'"},
    {HEAD "figures f F\ntypes jdk.X\nvalue count n: it\nsay \"L\" {n\n", 8, "the key 'n'"},
    {HEAD "figures f F\ntypes jdk.X\nvalue count n: it\nsay L {n}\n", 8, "a label in quotes"},
    {HEAD "extra e E\ntypes jdk.X\n", 6, "types does not belong here"},
    {HEAD "columns c\ntypes jdk.X\n", 6, "types does not belong here"},
    {HEAD, 4, "neither table nor figures"},
    {"summary S\nabout A\nnothing N\n" TABLE SHOW, 6, "report and its name"},
    {"report r\nabout A\nnothing N\n" TABLE SHOW, 6, "summary is missing"},
    {"report r\nsummary S\nnothing N\n" TABLE SHOW, 6, "about is missing"},
    {"report r\nsummary S\nabout A\n" TABLE SHOW, 6, "nothing is missing"},
    {"command c\n", 1, "summary is missing"},
    {"command c\nsummary S\nnothing N\n", 3, "a command has words"},
    {"command c\nsummary S\n" TABLE SHOW, 5, "a command has words"},
    {"report r\ncommand r\n", 2, "said twice"},
};

START_TEST(what_is_wrong_is_said_with_its_line) {
    const struct wrong *wrong = &wrongs[_i];
    struct report_error error = {0};
    struct report *report = report_parse(wrong->text, &error);
    ck_assert_msg(!report, "%s", wrong->text);
    ck_assert_msg(strstr(error.text, wrong->says) != NULL, "%s: %s", wrong->text, error.text);
    ck_assert_msg(error.line == wrong->line, "%s: %zu", wrong->text, error.line);
}
END_TEST

/* The last of the fields that there is room for, and one more. */
START_TEST(more_columns_than_a_fold_has_are_refused) {
    for (int more = 0; more <= 1; more++) {
        struct text keys = {0}, shows = {0};
        struct report_error error = {0};
        text_add(&keys, HEAD TABLE SHOW);
        text_add(&shows, HEAD TABLE);
        for (int i = 0; i < FOLD_KEYS + more; i++) text_addf(&keys, "by f%d \"f\" f%d: it\n", i, i);
        for (int i = 0; i < FOLD_SHOWS + more; i++)
            text_addf(&shows, "show sum(f%d) \"f\" f%d: it\n", i, i);
        struct report *of_keys = report_parse(text_str(&keys), &error);
        struct report *of_shows = report_parse(text_str(&shows), &error);
        ck_assert_int_eq(of_keys == NULL, more);
        ck_assert_int_eq(of_shows == NULL, more);
        report_free(of_keys);
        report_free(of_shows);
        text_free(&keys);
        text_free(&shows);
    }
}
END_TEST

/* ==== What is right ========================================================================== */

START_TEST(lines_of_a_paragraph_are_joined_and_an_empty_one_begins_another) {
    struct report *report =
        parsed("report r\nsummary S\nabout One\nabout   two.\nabout\nabout Three.\n"
               "nothing N\n" TABLE SHOW);
    ck_assert_str_eq(report->description, "One two.\n\nThree.");
    report_free(report);
}
END_TEST

START_TEST(the_words_of_a_command_have_no_parts) {
    struct report *words = parsed("command c\nsummary S\nexample jfrtool c\nshows it\n");
    ck_assert(words->of_command);
    ck_assert_str_eq(words->name, "c");
    ck_assert_ptr_null(words->description);
    ck_assert_str_eq(words->examples.items[0].help, "it");
    ck_assert_ptr_null(words->examples.items[1].line);
    report_free(words);
}
END_TEST

START_TEST(comments_and_empty_lines_say_nothing) {
    struct report *report = parsed("# A comment\n\n" HEAD "  # another\n" TABLE SHOW);
    ck_assert_str_eq(report->name, "r");
    ck_assert_uint_eq(report->parts.len, 1);
    ck_assert_str_eq(report->parts.items[0].columns.items[0].meaning, "how many");
    report_free(report);
}
END_TEST

START_TEST(a_set_of_columns_is_taken_where_it_is_named) {
    struct report *report = parsed(HEAD "columns a\nshow min(x) \"x\" x: it\ncolumns b\nwith a\n"
                                        "show max(y) \"y\" y [wide]: it\n" TABLE
                                        "with b\ntable u U\ntypes jdk.Y\n" SHOW "with a\n");
    ck_assert_uint_eq(report->parts.items[0].columns.len, 2);
    ck_assert_str_eq(report->parts.items[0].columns.items[1].key, "y");
    ck_assert(report->parts.items[0].columns.items[1].wide);
    ck_assert(!report->parts.items[0].columns.items[0].wide);
    ck_assert_str_eq(report->parts.items[1].columns.items[1].key, "x");
    report_free(report);
}
END_TEST

START_TEST(conditions_are_of_the_types_before_them) {
    struct report *report =
        parsed(HEAD "table t T\ntypes jdk.X jdk.Y\nelse jdk.Z\nwhere a > 1\n" SHOW);
    const struct report_part *part = &report->parts.items[0];
    ck_assert_uint_eq(part->sources.len, 2);
    ck_assert_uint_eq(part->sources.items[0].types.len, 2);
    ck_assert_ptr_null(part->sources.items[0].where);
    ck_assert_str_eq(part->sources.items[1].types.items[0], "jdk.Z");
    ck_assert_str_eq(part->sources.items[1].where, "a > 1");
    report_free(report);
}
END_TEST

START_TEST(a_key_may_be_another_field_of_a_source_that_also_answers) {
    struct report *report = parsed(HEAD "table t T\ntypes jdk.X\nalso jdk.Y\nby a \"a\" a: it\n"
                                        "instead a b\n" SHOW);
    const struct report_part *part = &report->parts.items[0];
    ck_assert(!part->sources.items[0].also);
    ck_assert(part->sources.items[1].also);
    ck_assert_uint_eq(part->sources.items[0].instead.len, 0);
    ck_assert_uint_eq(part->sources.items[1].instead.items[0].column, 0);
    ck_assert_str_eq(part->sources.items[1].instead.items[0].by.path, "b");
    report_free(report);
}
END_TEST

START_TEST(figures_are_of_the_types_before_them_and_dots_make_objects) {
    struct report *report = parsed(HEAD "figures - F\ntypes jdk.X\nvalue first(a) a.first: it\n"
                                        "types jdk.Y\npair count \"n\" n: it\n");
    const struct report_part *part = &report->parts.items[0];
    ck_assert_uint_eq(part->columns.items[0].source, 0);
    ck_assert_uint_eq(part->columns.items[1].source, 1);
    ck_assert_str_eq(part->columns.items[0].object, "a");
    ck_assert_ptr_null(part->columns.items[1].object);
    ck_assert(part->columns.items[0].unlabelled);
    ck_assert(!part->columns.items[1].unlabelled);
    report_free(report);
}
END_TEST

START_TEST(a_column_may_be_made_of_two_and_rows_ordered_by_several) {
    struct report *report =
        parsed(HEAD TABLE "hide last(a) a\nshow last(b) \"b\" b [none \"no b\"]: it\n"
                          "make a - b \"c\" c: it\nmake a % c hidden d\norder c b\n");
    const struct report_part *part = &report->parts.items[0];
    ck_assert(part->columns.items[0].hidden);
    ck_assert_str_eq(part->columns.items[1].none, "no b");
    ck_assert_int_eq(part->columns.items[2].operation, '-');
    ck_assert_uint_eq(part->columns.items[2].left, 0);
    ck_assert_uint_eq(part->columns.items[2].right, 1);
    ck_assert(part->columns.items[3].hidden);
    ck_assert_uint_eq(part->order.len, 2);
    ck_assert_uint_eq(part->order.items[0], 2);
    ck_assert_uint_eq(part->order.items[1], 1);
    ck_assert(!part->by_keys);
    report_free(report);
}
END_TEST

static void tell_text(const char *name, const char *text, struct text *out) {
    text_addf(out, "%s=%s\n", name, text ? text : "-");
}

static void tell_part(const struct report_part *part, struct text *out) {
    text_addf(out, "%d %zu %d %d %d\n", (int)part->kind, part->line, part->by_keys, part->all_rows,
              part->detail);
    tell_text(part->key, part->title, out);
    tell_text("share", part->share, out);
    tell_text("rate", part->rate, out);
    tell_text("lead", part->lead, out);
    EACH (const char *const, note, &part->notes) tell_text("note", *note, out);
    EACH (const size_t, order, &part->order) text_addf(out, "order %zu\n", *order);
    EACH (const struct report_saying, s, &part->sayings) tell_text(s->label, s->words, out);
    EACH (const struct report_source, source, &part->sources) {
        EACH (const char *const, type, &source->types) tell_text("type", *type, out);
        tell_text(source->also ? "also" : "source", source->where, out);
        EACH (const struct report_instead, i, &source->instead)
            text_addf(out, "%zu %s\n", i->column, i->by.path);
    }
    EACH (const struct report_column, c, &part->columns) {
        text_addf(out, "%d %d%d%d %c %zu %zu %zu\n", (int)c->kind, c->hidden, c->wide,
                  c->unlabelled, c->operation ? c->operation : '0', c->left, c->right, c->source);
        tell_text(c->key, c->title, out);
        tell_text(c->object, c->meaning, out);
        tell_text(c->type, c->none, out);
    }
}

static void tell_definition(const uint8_t *bytes, size_t len, struct text *out) {
    struct report_error error = {0};
    char *text = anywhere_text(bytes, len);
    struct report *report = report_parse(text, &error);
    if (!report) text_addf(out, "%zu: %s", error.line, error.text);
    if (report) {
        tell_text(report->name, report->summary, out);
        tell_text("description", report->description, out);
        tell_text(report->tab, report->nothing, out);
        text_addf(out, "%d %d\n", report->programs_get_all, report->of_command);
        for (size_t i = 0; i + 1 < report->examples.len; i++)
            tell_text(report->examples.items[i].line, report->examples.items[i].help, out);
        EACH (const struct report_next, next, &report->next)
            tell_text(next->call, next->shows, out);
        EACH (const struct report_part, part, &report->parts) tell_part(part, out);
    }
    report_free(report);
    free(text);
}

START_TEST(what_is_wrong_in_one_place_means_what_it_ever_did) {
    static const char *const texts[] = {
        HEAD "programs all\nexample io rec.jfr\nshows it\nnext \"flame -e io\" the stacks\n" TABLE
             "where a > 1 && b == \"x\"\nby b \"b\" b: it\nhide last(a) a\n"
             "show sum(c) \"c\" c [none \"no c\"]: it\nmake a - c \"d\" d: it\norder d a\n",
        HEAD "figures - F\ntypes jdk.X\nvalue first(a) a.first: it\ntypes jdk.Y\n"
             "pair count \"n\" n: it\n" TABLE "also jdk.Z\nwhere k in (1, 2)\nby a \"a\" a: it\n"
             "instead a b\n" SHOW};
    anywhere_texts("definition", texts, 2, "( \"\n", tell_definition, 0x7E3EE8939D360FFB);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("definitions");
    TCase *tcase = tcase_create("definitions");
    tcase_add_loop_test(tcase, what_is_wrong_is_said_with_its_line, 0,
                        (int)(sizeof wrongs / sizeof *wrongs));
    tcase_add_test(tcase, more_columns_than_a_fold_has_are_refused);
    tcase_add_test(tcase, lines_of_a_paragraph_are_joined_and_an_empty_one_begins_another);
    tcase_add_test(tcase, the_words_of_a_command_have_no_parts);
    tcase_add_test(tcase, comments_and_empty_lines_say_nothing);
    tcase_add_test(tcase, a_set_of_columns_is_taken_where_it_is_named);
    tcase_add_test(tcase, conditions_are_of_the_types_before_them);
    tcase_add_test(tcase, a_key_may_be_another_field_of_a_source_that_also_answers);
    tcase_add_test(tcase, figures_are_of_the_types_before_them_and_dots_make_objects);
    tcase_add_test(tcase, a_column_may_be_made_of_two_and_rows_ordered_by_several);
    tcase_add_test(tcase, what_is_wrong_in_one_place_means_what_it_ever_did);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
