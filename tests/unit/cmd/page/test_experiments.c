/* The tab of experiments: there if a recording has any, with the picture that whatif draws. */
#include "cmd/page/experiments.h"
#include "cmd/sheets/experiments.h"
#include "tests/support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct walk_run run;
static struct tables_read read;

static struct view view_of_file(const char *name) {
    static char path[4096];
    static const char *paths[] = {path};
    static const struct window_options all;
    struct scan_report report = {0};
    snprintf(path, sizeof path, "%s/%s", getenv("TESTDATA"), name);
    run = (struct walk_run){0};
    view_join(&run, &page_experiments);
    walk_start(&run, &(struct scan_options){.paths = paths, .path_count = 1}, &report);
    read = tables_read_of(&run, &report, &all, page_experiments.wishes);
    scan_report_free(&report);
    return view_of(&read, 10, NULL);
}

START_TEST(without_experiments_there_is_no_tab) {
    struct view view = view_of_file("native-17.jfr");
    ck_assert(!view_is_there(&view, &page_experiments));
    walk_run_free(&run);
}
END_TEST

START_TEST(the_picture_is_that_of_the_command_without_the_head_of_a_file) {
    struct view view = view_of_file("experiments.jfr.zst");
    struct text markup = {0}, svg = {0};
    struct experiments e;
    ck_assert(view_is_there(&view, &page_experiments));
    page_experiments.draw(&view, &markup);
    experiments_make(&view.read->tables, 1, &e);
    experiments_write_svg(&e, 0, false, &svg);
    ck_assert_ptr_nonnull(strstr(text_str(&markup), strstr(text_str(&svg), "<svg")));
    ck_assert_ptr_null(strstr(text_str(&markup), "<?xml"));
    experiments_free(&e);
    text_free(&svg);
    text_free(&markup);
    walk_run_free(&run);
}
END_TEST

START_TEST(below_it_is_the_table) {
    struct view view = view_of_file("experiments.jfr.zst");
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, FORMAT_TEXT);
    page_experiments.describe(&view, &sheet);
    sheet_write(&sheet, &(struct sheet_style){.ascii = true}, &out);
    ck_assert_ptr_nonnull(strstr(text_str(&out), "app.Cache.get"));
    ck_assert_ptr_nonnull(strstr(text_str(&out), "+21.0"));
    sheet_free(&sheet);
    text_free(&out);
    walk_run_free(&run);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("page of experiments");
    TCase *all = tcase_create("all");
    tcase_add_test(all, without_experiments_there_is_no_tab);
    tcase_add_test(all, the_picture_is_that_of_the_command_without_the_head_of_a_file);
    tcase_add_test(all, below_it_is_the_table);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
