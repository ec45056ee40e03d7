/* Texts that would be obeyed by what shows them: no writer lets them. */
#include "cmd/write/sheet.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static const char *const hostile[] = {
    "\x1b[31mred\x07\r\nnext\ttab",
    "=cmd|' /C calc'!A0",
    "@SUM(A1)\",\"b",
    "</td></table><script>alert(1)</script>",
    "![x](javascript:alert(1)) `code` | $",
    "```\n# heading",
    "\xff\xfe not UTF-8 \xc3",
    "\"}],\\\n{",
    "evil \xe2\x80\xae live",
    "",
};

/* Everything that takes a text gets this one. */
static char *with(enum format format, const char *text) {
    static const struct sheet_style style = {.ascii = true};
    struct text out = {0};
    struct sheet sheet;
    sheet_open(&sheet, format);
    sheet_title(&sheet, text);
    sheet_field(&sheet, text, cell_text(text));
    sheet_lines(&sheet, SHEET_PEOPLE, text);
    sheet_picture(&sheet, SHEET_PEOPLE, text);
    for (int folded = 0; folded < 2; folded++) {
        sheet_group(&sheet, (struct sheet_group){.title = text, .folded = folded});
        sheet_pair(&sheet, NULL, text, cell_text(text));
        sheet_bullet(&sheet, SHEET_PEOPLE, text);
        sheet_lines(&sheet, SHEET_PEOPLE, text);
        sheet_end(&sheet);
    }
    for (int tree = 0; tree < 2; tree++) {
        sheet_table(&sheet, (struct sheet_table){.key = tree ? "tree" : "table", .tree = tree});
        sheet_column(&sheet, column_text(text, text));
        sheet_row_of(&sheet, cell_text(text));
        sheet_row_of(&sheet, cell_shown(cell_count(1), text));
        sheet_row_of(&sheet, cell_digits(text));
        sheet_end(&sheet);
    }
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    return text_take(&out);
}

#define EACH_HOSTILE(format)                                                \
    char *out = NULL;                                                       \
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile &&              \
                       (free(out), out = with((format), hostile[i]), true); \
         i++)

START_TEST(a_terminal_gets_nothing_to_obey) {
    EACH_HOSTILE(FORMAT_TEXT) {
        for (const char *c = out; *c; c++)
            ck_assert_msg((unsigned char)*c >= 0x20 || *c == '\n', "%s", out);
        ck_assert_ptr_null(strstr(out, "\xe2\x80\xae"));
        ck_assert_ptr_null(strstr(out, "\xff"));
    }
    free(out);
}
END_TEST

START_TEST(a_spreadsheet_gets_no_formula) {
    EACH_HOSTILE(FORMAT_CSV) {
        for (const char *line = out; *line; line = strchr(line, '\n') + 1) {
            const char *cell = line + (*line == '"');
            ck_assert_msg(!strchr("=+-@\t", *cell) || *cell == 0, "%s", out);
            ck_assert_ptr_nonnull(strchr(line, '\n'));
        }
        ck_assert_ptr_null(strchr(out, '\x1b'));
    }
    free(out);
}
END_TEST

START_TEST(a_page_gets_no_markup) {
    EACH_HOSTILE(FORMAT_HTML) {
        ck_assert_ptr_null(strstr(out, "<script"));
        ck_assert_ptr_null(strchr(out, '\x1b'));
        ck_assert_ptr_null(strstr(out, "\xe2\x80\xae"));
        ck_assert_ptr_null(strstr(out, "\xff"));
    }
    free(out);
}
END_TEST

/* Bytes of the line if it is a fence and nothing else. */
static size_t fence_of(const char *line) {
    size_t len = strspn(line, "`");
    return len >= 3 && line[len] == '\n' ? len : 0;
}

START_TEST(markdown_gets_no_markup_and_its_code_ends_where_it_should) {
    EACH_HOSTILE(FORMAT_MARKDOWN) {
        size_t open = 0, blocks = 0;
        ck_assert_ptr_null(strchr(out, '\x1b'));
        for (const char *line = out; *line; line = strchr(line, '\n') + 1) {
            size_t fence = fence_of(line), len = strcspn(line, "\n");
            if (!open) ck_assert_ptr_null(memmem(line, len, "<script", 7));
            if (!open) ck_assert_int_ne(line[0] == '#' && line[1] == ' ', 1);
            blocks += !open && fence;
            if (!open) open = fence;
            else if (fence >= open) open = 0;
        }
        ck_assert_uint_eq(open, 0);
        ck_assert_uint_eq(blocks, 2);
    }
    free(out);
}
END_TEST

START_TEST(json_is_a_line_for_each_member_whatever_it_holds) {
    EACH_HOSTILE(FORMAT_JSON) {
        size_t quotes = 0;
        for (const char *c = out; *c; c++) {
            if (*c == '\\') c++;
            else if (*c == '"') quotes++;
            else if (*c == '\n') ck_assert_uint_eq(quotes % 2, 0);
            else ck_assert_msg((unsigned char)*c >= 0x20 || *c == '\t', "%s", out);
        }
        ck_assert_ptr_null(strstr(out, "\xff"));
    }
    free(out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("hostile texts");
    TCase *cases = tcase_create("hostile texts");
    tcase_add_test(cases, a_terminal_gets_nothing_to_obey);
    tcase_add_test(cases, a_spreadsheet_gets_no_formula);
    tcase_add_test(cases, a_page_gets_no_markup);
    tcase_add_test(cases, markdown_gets_no_markup_and_its_code_ends_where_it_should);
    tcase_add_test(cases, json_is_a_line_for_each_member_whatever_it_holds);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
