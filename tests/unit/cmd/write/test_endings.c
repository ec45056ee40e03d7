/* Endings: what the name of a file asks of whom. */
#include "cmd/attach/show.h"
#include "cmd/cli/command.h"
#include "cmd/export/export.h"
#include "cmd/write/endings.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static const char *target(const char *path) {
    const struct ending *ending = ending_of(path, ENDING_TARGET);
    return ending ? ending->target : "none";
}

static const char *maker(const char *path) {
    const struct ending *ending = ending_of(path, ENDING_MAKER);
    return ending ? ending->maker : "none";
}

START_TEST(the_longest_ending_counts) {
    ck_assert_str_eq(target("a.firefox.json"), "firefox");
    ck_assert_str_eq(target("a.speedscope.json"), "speedscope");
    ck_assert_str_eq(target("a.json"), "none");
    ck_assert_str_eq(maker("a.firefox.json"), "export");
    ck_assert_str_eq(maker("a.json"), "hot-methods");
}
END_TEST

START_TEST(big_letters_are_the_same) {
    ck_assert_str_eq(target("A.PPROF"), "pprof");
    ck_assert_str_eq(target("A.Folded.GZ"), "collapsed");
}
END_TEST

START_TEST(a_name_that_is_only_an_ending_has_none) {
    ck_assert_str_eq(target(".svg"), "none");
    ck_assert_str_eq(target("x.svg"), "svg");
    ck_assert_str_eq(target("svg"), "none");
    ck_assert_str_eq(target(""), "none");
    ck_assert_str_eq(target(NULL), "none");
}
END_TEST

START_TEST(what_is_packed_has_gz_behind_it) {
    ck_assert_str_eq(target("x.pb.gz"), "pprof");
    ck_assert_str_eq(maker("x.pb.gz"), "profile");
    ck_assert_str_eq(maker("x.pprof.gz"), "profile");
    ck_assert_str_eq(maker("x.svg.gz"), "none");
    ck_assert_str_eq(target("x.svg.gz"), "svg"); /* export says that it does not pack it */
    ck_assert_str_eq(ending_of("x.svg.gz", ENDING_ANY)->ending, ".gz");
    ck_assert_str_eq(ending_of("x.pb.gz", ENDING_ANY)->ending, ".pb");
}
END_TEST

static void check_choice(const char *command, const char *writes, const char *path,
                         enum format wanted) {
    enum format format = FORMAT_AUTO;
    ck_assert_msg(format_choose(command, writes, path, FORMAT_AUTO, &format), "%s", path);
    ck_assert_int_eq(format, wanted);
}

START_TEST(reports_have_the_format_of_their_name) {
    check_choice("profile", "pprof", "x.pb", FORMAT_PPROF);
    check_choice("profile", "pprof", "x.pb.gz", FORMAT_PPROF);
    check_choice("profile", "pprof", "x.pprof", FORMAT_PPROF);
    check_choice("profile", "pprof", "x.pprof.gz", FORMAT_PPROF);
    check_choice("events", "text ndjson", "x.jsonl", FORMAT_NDJSON);
    check_choice("hot-methods", FORMATS_OF_SHEETS, "x.md", FORMAT_MARKDOWN);
    check_choice("hot-methods", FORMATS_OF_SHEETS, "rec.2026-11-22", FORMAT_TEXT);
    check_choice("collapsed", "text", "x.folded", FORMAT_TEXT);
    check_choice("flame", "svg html", "pipe.jfr", FORMAT_SVG);
}
END_TEST

START_TEST(what_the_command_does_not_write_is_refused) {
    static const char *const paths[] = {"x.png",    "x.gz",   "x.md.gz",   "x.collapsed",
                                        "x.folded", "x.otlp", "x.firefox", "x.pprof"};
    enum format format;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        ck_assert_msg(
            !format_choose("hot-methods", FORMATS_OF_SHEETS, paths[i], FORMAT_AUTO, &format), "%s",
            paths[i]);
    ck_assert(format_choose("hot-methods", FORMATS_OF_SHEETS, "x.png", FORMAT_TEXT, &format));
}
END_TEST

START_TEST(every_format_of_export_has_an_ending_and_every_ending_its_format) {
    for (size_t i = 0; export_formats[i]; i++)
        ck_assert_ptr_nonnull(ending_of_target(export_formats[i]->name));
    ck_assert_ptr_null(ending_of_target("nothing"));
    for (size_t i = 0; ending_at(i); i++) {
        bool known = !ending_at(i)->target;
        for (size_t k = 0; export_formats[k] && !known; k++)
            known = strcmp(export_formats[k]->name, ending_at(i)->target) == 0;
        ck_assert_msg(known, "%s", ending_at(i)->ending);
    }
    for (int f = FORMAT_TEXT; f <= FORMAT_JFR; f++)
        ck_assert_ptr_nonnull(ending_of_report((enum format)f));
}
END_TEST

START_TEST(every_maker_is_a_command_that_record_can_run) {
    for (size_t i = 0; ending_at(i); i++) {
        struct text name = {0};
        if (!ending_at(i)->maker) continue;
        text_addf(&name, "x%s", ending_at(i)->ending);
        const struct command *maker = show_command_for(text_str(&name));
        ck_assert_msg(maker != NULL, "%s", ending_at(i)->maker);
        ck_assert_str_eq(maker->name, ending_at(i)->maker);
        struct option_base *options = options_usual(maker->groups, maker->options_size);
        ck_assert_ptr_nonnull(options_part(maker->groups, &options_output, options));
        options_forget(maker->groups, options);
        text_free(&name);
    }
    ck_assert_ptr_null(show_command_for("x.jfr"));
    ck_assert_ptr_null(show_command_for(NULL));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("endings");
    TCase *c = tcase_create("endings");
    tcase_add_test(c, the_longest_ending_counts);
    tcase_add_test(c, big_letters_are_the_same);
    tcase_add_test(c, a_name_that_is_only_an_ending_has_none);
    tcase_add_test(c, what_is_packed_has_gz_behind_it);
    tcase_add_test(c, reports_have_the_format_of_their_name);
    tcase_add_test(c, what_the_command_does_not_write_is_refused);
    tcase_add_test(c, every_format_of_export_has_an_ending_and_every_ending_its_format);
    tcase_add_test(c, every_maker_is_a_command_that_record_can_run);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
