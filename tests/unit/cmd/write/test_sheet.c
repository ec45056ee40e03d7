/* One report, as each writer shows it. */
#include "cmd/write/markdown.h"
#include "cmd/write/sheet.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_written(struct sheet *sheet, const struct sheet_style *style,
                          const char *wanted) {
    static const struct sheet_style plain;
    struct text out = {0};
    sheet_write(sheet, style ? style : &plain, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
    sheet_free(sheet);
}

static char *written(struct sheet *sheet) {
    const struct sheet_style style = {.ascii = true};
    struct text out = {0};
    sheet_write(sheet, &style, &out);
    sheet_free(sheet);
    return text_take(&out);
}

/* ==== A report of everything ================================================================ */

static void describe(struct sheet *sheet) {
    sheet_title(sheet, "report of <all>");
    sheet_field(sheet, "samples", cell_count(754));
    sheet_group(sheet, (struct sheet_group){.title = "Machine", .key = "machine"});
    sheet_pair(sheet, "memory", "Memory", cell_bytes(4200000));
    sheet_pair(sheet, "cpu", "Processor", cell_missing());
    sheet_end(sheet);
    sheet_table(sheet, (struct sheet_table){.key = "methods"});
    sheet_columns(sheet, column_number("time", "ns"),
                  column_for(SHEET_TABLES, column_name("method", "method")));
    sheet_row(sheet);
    sheet_field(sheet, "class", cell_text("app.A"));
    sheet_cells(sheet, cell_ns(1500000000), cell_name("app.A.run", 4));
    sheet_end(sheet);
    sheet_note(sheet, SHEET_PEOPLE, "1 of 1 shown\n");
    sheet_lines(sheet, SHEET_PEOPLE, "first\nsecond\n");
}

START_TEST(text_has_blocks_with_empty_lines_between) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    describe(&sheet);
    check_written(&sheet, NULL,
                  "Machine\n"
                  "  Memory     4.01 MiB\n"
                  "  Processor  -\n"
                  "\n"
                  "  time  method\n"
                  "1.50 s  app.A.run\n"
                  "1 of 1 shown\n"
                  "\n"
                  "first\n"
                  "second\n");
}
END_TEST

START_TEST(markdown_has_headings_lists_tables_and_paragraphs) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_MARKDOWN);
    describe(&sheet);
    check_written(&sheet, NULL,
                  "### Machine\n"
                  "\n"
                  "- **Memory**: 4.01 MiB\n"
                  "- **Processor**: -\n"
                  "\n"
                  "| time | method |\n"
                  "|---:|---|\n"
                  "| 1.50 s | app.A.run |\n"
                  "\n"
                  "1 of 1 shown\n"
                  "\n"
                  "first\n"
                  "\n"
                  "second\n");
}
END_TEST

START_TEST(csv_has_the_table_alone_with_exact_numbers) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_CSV);
    describe(&sheet);
    check_written(&sheet, NULL, "ns,method\r\n1500000000,app.A.run\r\n");
}
END_TEST

START_TEST(json_has_fields_and_exact_values_in_the_order_they_came) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_JSON);
    describe(&sheet);
    check_written(&sheet, NULL,
                  "{\n"
                  "\t\"samples\":\t754,\n"
                  "\t\"machine\":\t{\n"
                  "\t\t\"memory\":\t4200000,\n"
                  "\t\t\"cpu\":\tnull\n"
                  "\t},\n"
                  "\t\"methods\":\t[{\n"
                  "\t\t\t\"class\":\t\"app.A\",\n"
                  "\t\t\t\"ns\":\t1500000000\n"
                  "\t\t}]\n"
                  "}\n");
}
END_TEST

START_TEST(html_is_a_page_that_runs_no_script) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_HTML);
    describe(&sheet);
    char *page = written(&sheet);
    ck_assert_ptr_nonnull(
        strstr(page, "content=\"default-src 'none'; style-src 'unsafe-inline'\""));
    ck_assert_ptr_nonnull(strstr(page, "<h1>report of &lt;all&gt;</h1>\n"
                                       "<h2>Machine</h2>\n"
                                       "<table class=\"pairs\">\n"
                                       "<tr><th>Memory</th><td>4.01 MiB</td></tr>\n"
                                       "<tr><th>Processor</th><td>-</td></tr>\n"
                                       "</table>\n"
                                       "<div class=\"wide\"><table>\n"
                                       "<tr><th class=\"n\">time</th><th class=\"name\">method"
                                       "</th></tr>\n"
                                       "<tr><td class=\"n\" data-is=\"time\">1.50 s</td>"
                                       "<td class=\"name\" data-is=\"method\">app.A.run"
                                       "</td></tr>\n"
                                       "</table></div>\n"
                                       "<p>1 of 1 shown</p>\n"
                                       "<p>first</p>\n"
                                       "<p>second</p>\n"
                                       "<footer>"));
    free(page);
}
END_TEST

/* ==== Kinds of values ======================================================================= */

static const struct cell kinds[] = {
    {.kind = CELL_MISSING},
    {.kind = CELL_BLANK},
    {.kind = CELL_COUNT, .count = UINT64_MAX},
    {.kind = CELL_NUMBER, .number = INT64_MIN},
    {.kind = CELL_PERCENT, .real = 100.0 / 3},
    {.kind = CELL_REAL, .decimals = 3, .real = 0.5},
    {.kind = CELL_REAL, .decimals = CELL_SIGNIFICANT, .real = 1e-9},
    {.kind = CELL_TIME, .number = 0},
    {.kind = CELL_BOOL, .count = true},
    {.kind = CELL_NS, .number = 1500, .shown = "short"},
};

static void one_of_each(struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "t"});
    sheet_column(sheet, column_text("x", "x"));
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        sheet_row_of(sheet, kinds[i]);
    }
    sheet_end(sheet);
}

START_TEST(people_read_units_and_two_decimals) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    one_of_each(&sheet);
    check_written(&sheet, NULL,
                  "x\n-\n\n18446744073709551615\n-9223372036854775808\n33.33\n0.500\n1e-09\n"
                  "1970-01-01 00:00:00.000 UTC\ntrue\nshort\n");
}
END_TEST

START_TEST(csv_has_all_digits_and_nothing_for_what_is_missing) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_CSV);
    one_of_each(&sheet);
    check_written(
        &sheet, NULL,
        "x\r\n\r\n\r\n18446744073709551615\r\n-9223372036854775808\r\n33.3333\r\n0.500\r\n"
        "1e-09\r\n0\r\ntrue\r\n1500\r\n");
}
END_TEST

START_TEST(json_has_integers_to_64_bits_and_null_for_what_is_missing) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_JSON);
    sheet_array(&sheet, "a");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].decimals != CELL_SIGNIFICANT) sheet_field(&sheet, NULL, kinds[i]);
    sheet_field(&sheet, NULL, cell_digits("1e3"));
    sheet_field(&sheet, NULL, cell_digits("none"));
    sheet_end(&sheet);
    check_written(
        &sheet, NULL,
        "{\n\t\"a\":\t[null, null, 18446744073709551615, -9223372036854775808, 33.3333, 0.5, "
        "0, true, 1500, 1e3, \"none\"]\n}\n");
}
END_TEST

/* ==== What only some formats show =========================================================== */

START_TEST(a_row_may_hold_objects_and_arrays_for_programs) {
    for (int text = 0; text < 2; text++) {
        struct sheet sheet;
        sheet_open(&sheet, text ? FORMAT_TEXT : FORMAT_JSON);
        sheet_table(&sheet, (struct sheet_table){.key = "threads"});
        sheet_column(&sheet, column_text("thread", "name"));
        for (int i = 0; i < 2; i++) {
            sheet_row(&sheet);
            sheet_object(&sheet, "states");
            sheet_field(&sheet, "RUNNABLE", cell_count(1));
            sheet_end(&sheet);
            sheet_cell(&sheet, cell_text("main"));
        }
        sheet_end(&sheet);
        check_written(&sheet, NULL,
                      text ? "thread\nmain\nmain\n"
                           : "{\n\t\"threads\":\t[{\n"
                             "\t\t\t\"states\":\t{\n\t\t\t\t\"RUNNABLE\":\t1\n\t\t\t},\n"
                             "\t\t\t\"name\":\t\"main\"\n\t\t}, {\n"
                             "\t\t\t\"states\":\t{\n\t\t\t\t\"RUNNABLE\":\t1\n\t\t\t},\n"
                             "\t\t\t\"name\":\t\"main\"\n\t\t}]\n}\n");
    }
}
END_TEST

START_TEST(a_keyed_table_is_an_object_of_rows) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_JSON);
    sheet_table(&sheet, (struct sheet_table){.key = "events", .keyed = true});
    sheet_columns(&sheet, column_text("type", "type"), column_number("count", "count"));
    sheet_row_of(&sheet, cell_text("jdk.X"), cell_count(7));
    sheet_end(&sheet);
    check_written(&sheet, NULL,
                  "{\n\t\"events\":\t{\n\t\t\"jdk.X\":\t{\n\t\t\t\"count\":\t7\n\t\t}\n\t}\n}\n");
}
END_TEST

START_TEST(a_title_for_some_formats_leaves_its_contents_to_all) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_group(&sheet, (struct sheet_group){.title = "Events", .formats = SHEET_MARKDOWN});
    sheet_lines(&sheet, SHEET_PEOPLE, "inside");
    sheet_end(&sheet);
    check_written(&sheet, NULL, "inside\n");
}
END_TEST

START_TEST(an_empty_sheet_is_an_empty_object) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_JSON);
    check_written(&sheet, NULL, "{\n}\n");
    sheet_open(&sheet, FORMAT_TEXT);
    check_written(&sheet, NULL, "");
}
END_TEST

START_TEST(a_table_without_rows_has_its_titles) {
    static const char *const wanted[] = {[FORMAT_TEXT] = "self  method\n",
                                         [FORMAT_JSON] = "{\n\t\"t\":\t[]\n}\n",
                                         [FORMAT_CSV] = "self,method\r\n",
                                         [FORMAT_TSV] = "self\tmethod\n",
                                         [FORMAT_MARKDOWN] = "| self | method |\n|---:|---|\n"};
    for (int format = FORMAT_TEXT; format <= FORMAT_MARKDOWN; format++) {
        struct sheet sheet;
        sheet_open(&sheet, (enum format)format);
        sheet_table(&sheet, (struct sheet_table){.key = "t"});
        sheet_columns(&sheet, column_number("self", "self"), column_text("method", "method"));
        sheet_end(&sheet);
        check_written(&sheet, NULL, wanted[format]);
    }
}
END_TEST

START_TEST(a_long_name_is_cut_where_lines_are_limited) {
    static const char *const wanted[] = {"thread                   n\nworker-with-a-long-name  1\n",
                                         "thread     n\nwork…name  1\n"};
    for (size_t columns = 0; columns < 2; columns++) {
        const struct sheet_style style = {.columns = columns * 80};
        struct sheet sheet;
        sheet_open(&sheet, FORMAT_TEXT);
        sheet_table(&sheet, (struct sheet_table){0});
        sheet_columns(&sheet, column_within(9, column_text("thread", NULL)), column_text("n", "n"));
        sheet_row_of(&sheet, cell_text("worker-with-a-long-name"), cell_count(1));
        sheet_end(&sheet);
        check_written(&sheet, &style, wanted[columns]);
    }
}
END_TEST

static void check_csv(const char *cell, const char *wanted) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_CSV);
    sheet_table(&sheet, (struct sheet_table){0});
    sheet_column(&sheet, column_text("x", "x"));
    sheet_row_of(&sheet, cell_text(cell));
    sheet_end(&sheet);
    struct text all = {0};
    text_addf(&all, "x\r\n%s", wanted);
    check_written(&sheet, NULL, text_str(&all));
    text_free(&all);
}

START_TEST(csv_quotes_what_needs_it) {
    check_csv("plain", "plain\r\n");
    check_csv("a,b", "\"a,b\"\r\n");
    check_csv("say \"x\"", "\"say \"\"x\"\"\"\r\n");
    check_csv("a\nb", "a\\x0ab\r\n");
}
END_TEST

START_TEST(csv_disarms_formulas) {
    check_csv("=cmd()", "'=cmd()\r\n");
    check_csv("+1", "'+1\r\n");
    check_csv("-1", "'-1\r\n");
    check_csv("@SUM(A1,B1)", "\"'@SUM(A1,B1)\"\r\n");
    check_csv("\tx", "'\\x09x\r\n");
    check_csv("a=b", "a=b\r\n");
}
END_TEST

START_TEST(markdown_escapes_its_own_signs) {
    struct text out = {0};
    markdown_add(&out, "a|b`c <init> & x_y*z $1 [l] \\ \n~");
    ck_assert_str_eq(text_str(&out),
                     "a\\|b\\`c &lt;init&gt; &amp; x\\_y\\*z \\$1 \\[l\\] \\\\ \\\\x0a\\~");
    text_free(&out);
}
END_TEST

START_TEST(markdown_names_call_nobody_and_link_to_nothing) {
    struct text out = {0};
    markdown_add(&out, "main @coroutine#1 a@ #x http://h www.h GH-7 GH-x");
    ck_assert_str_eq(text_str(&out), "main @<!-- -->coroutine#<!-- -->1 a@ #x http:<!-- -->//h "
                                     "ww<!-- -->w.h GH<!-- -->-7 GH-x");
    text_free(&out);
}
END_TEST

START_TEST(markdown_leaves_out_the_last_sections_of_what_is_too_long) {
    for (size_t limit = 0; limit < 1000; limit += 80) {
        struct sheet sheet;
        sheet_open(&sheet, FORMAT_MARKDOWN);
        sheet.limit = limit;
        for (int i = 0; i < 5; i++) {
            sheet_section(&sheet, i ? "more" : "first");
            sheet_lines(&sheet, SHEET_PEOPLE, "a sentence that takes some room, again and again");
        }
        char *out = written(&sheet);
        ck_assert(limit == 0 || strlen(out) <= limit);
        ck_assert_int_eq(strstr(out, "_Left out") != NULL, limit > 0 && limit < 254);
        free(out);
    }
}
END_TEST

START_TEST(people_do_not_see_a_table_without_rows_that_may_be_omitted) {
    static const char *const wanted[] = {[FORMAT_TEXT] = "below\n",
                                         [FORMAT_JSON] = "{\n\t\"t\":\t[]\n}\n",
                                         [FORMAT_CSV] = "x\r\n",
                                         [FORMAT_TSV] = "x\n",
                                         [FORMAT_MARKDOWN] = "below\n"};
    for (int format = FORMAT_TEXT; format <= FORMAT_MARKDOWN; format++) {
        struct sheet sheet;
        sheet_open(&sheet, (enum format)format);
        sheet_table(&sheet, (struct sheet_table){.key = "t", .omit_empty = true});
        sheet_column(&sheet, column_text("x", "x"));
        sheet_end(&sheet);
        sheet_lines(&sheet, SHEET_PEOPLE, "below");
        check_written(&sheet, NULL, wanted[format]);
    }
}
END_TEST

/* ==== Trees ================================================================================= */

static void describe_tree(struct sheet *sheet) {
    static const uint32_t depths[] = {0, 1, 2, 2};
    static const char *const names[] = {"main", "run", "left", "right"};
    sheet_table(sheet, (struct sheet_table){.key = "nodes", .tree = true});
    sheet_columns(sheet, column_number("samples", "samples"), column_text("method", "method"));
    for (size_t i = 0; i < 4; i++) {
        sheet_row_at(sheet, depths[i]);
        sheet_cells(sheet, cell_count(i), cell_text(names[i]));
    }
    sheet_end(sheet);
}

START_TEST(a_tree_is_drawn_where_it_forks) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    describe_tree(&sheet);
    check_written(&sheet, NULL,
                  "samples  method\n"
                  "      0  main\n"
                  "      1  run\n"
                  "      2  ├─ left\n"
                  "      3  └─ right\n");
    sheet_open(&sheet, FORMAT_MARKDOWN);
    describe_tree(&sheet);
    char *markdown = written(&sheet);
    ck_assert_int_eq(strncmp(markdown, "```\nsamples  method\n", 20), 0);
    ck_assert_ptr_nonnull(strstr(markdown, "└─ right\n```\n"));
    free(markdown);
}
END_TEST

START_TEST(programs_get_the_depth_of_a_tree) {
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_CSV);
    describe_tree(&sheet);
    check_written(&sheet, NULL,
                  "depth,samples,method\r\n0,0,main\r\n1,1,run\r\n2,2,left\r\n2,3,right\r\n");
    sheet_open(&sheet, FORMAT_JSON);
    describe_tree(&sheet);
    char *json = written(&sheet);
    ck_assert_ptr_nonnull(strstr(json, "\"depth\":\t2,\n\t\t\t\"samples\":\t3"));
    free(json);
}
END_TEST

/* ==== Cells of several lines ================================================================ */

static void check_cell(struct sheet_column column, size_t width, const char *text,
                       const char *wanted) {
    const struct sheet_style style = {.columns = width};
    struct sheet sheet;
    sheet_open(&sheet, FORMAT_TEXT);
    sheet_table(&sheet, (struct sheet_table){0});
    column.title = "t";
    column.flexible = true;
    sheet_column(&sheet, column);
    sheet_column(&sheet, column_number("n", "n"));
    sheet_row_of(&sheet, cell_text(text), cell_count(7));
    sheet_end(&sheet);
    check_written(&sheet, &style, wanted);
}

START_TEST(a_flexible_column_may_stand_anywhere) {
    check_cell((struct sheet_column){.sentence = true}, 15, "abcdefghijklmnop",
               "t             n\nabcdefghijk\xE2\x80\xA6  7\n");
    check_cell((struct sheet_column){.ending = true}, 15, "abcdefghijklmnop",
               "t             n\n\xE2\x80\xA6"
               "fghijklmnop  7\n");
}
END_TEST

START_TEST(a_cell_has_the_lines_that_it_may_have) {
    struct sheet_column column = {.height = 3};
    check_cell(column, 15, "ab\ncd", "t   n\nab  7\ncd\n");
    check_cell(column, 15, "abcdefghijklmnop", "t             n\nabcdefghijkl  7\nmnop\n");
    check_cell(column, 15, "a\nb\nc\nd", "t  n\na  7\nb\n\xE2\x80\xA6\n");
    column.ending = true;
    check_cell(column, 15, "a1\nb1\nc1\nd1",
               "t   n\n\xE2\x80\xA6"
               "1  7\nc1\nd1\n");
    check_cell(column, 15, "a\tb\x1b\nc", "t           n\na\\x09b\\x1b  7\nc\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("sheet");
    TCase *cases = tcase_create("sheet");
    tcase_add_test(cases, text_has_blocks_with_empty_lines_between);
    tcase_add_test(cases, markdown_has_headings_lists_tables_and_paragraphs);
    tcase_add_test(cases, a_flexible_column_may_stand_anywhere);
    tcase_add_test(cases, a_cell_has_the_lines_that_it_may_have);
    tcase_add_test(cases, csv_has_the_table_alone_with_exact_numbers);
    tcase_add_test(cases, json_has_fields_and_exact_values_in_the_order_they_came);
    tcase_add_test(cases, html_is_a_page_that_runs_no_script);
    tcase_add_test(cases, people_read_units_and_two_decimals);
    tcase_add_test(cases, csv_has_all_digits_and_nothing_for_what_is_missing);
    tcase_add_test(cases, json_has_integers_to_64_bits_and_null_for_what_is_missing);
    tcase_add_test(cases, a_row_may_hold_objects_and_arrays_for_programs);
    tcase_add_test(cases, a_keyed_table_is_an_object_of_rows);
    tcase_add_test(cases, a_title_for_some_formats_leaves_its_contents_to_all);
    tcase_add_test(cases, an_empty_sheet_is_an_empty_object);
    tcase_add_test(cases, a_table_without_rows_has_its_titles);
    tcase_add_test(cases, a_long_name_is_cut_where_lines_are_limited);
    tcase_add_test(cases, csv_quotes_what_needs_it);
    tcase_add_test(cases, csv_disarms_formulas);
    tcase_add_test(cases, markdown_escapes_its_own_signs);
    tcase_add_test(cases, markdown_names_call_nobody_and_link_to_nothing);
    tcase_add_test(cases, markdown_leaves_out_the_last_sections_of_what_is_too_long);
    tcase_add_test(cases, people_do_not_see_a_table_without_rows_that_may_be_omitted);
    tcase_add_test(cases, a_tree_is_drawn_where_it_forks);
    tcase_add_test(cases, programs_get_the_depth_of_a_tree);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
