/* Texts in lines of a width: words that just fit and that just do not, in a column that begins
 * further right. */
#include "cmd/write/wrap.h"
#include "tests/support/suite.h"

static const struct {
    const char *text;
    size_t indent, columns;
    const char *lines;
    bool value; /* whose words are cut within */
} cases[] = {
    {"", 0, 30, "\n", false},
    {"with an end  ", 0, 30, "with an end\n", false},
    {"a\nb\r\n", 0, 30, "a b\n", false},
    /* 25 columns, and one more */
    {"12345678901x 34567890123x", 0, 25, "12345678901x 34567890123x\n", false},
    {"12345678901x 34567890123xy", 0, 25, "12345678901x\n34567890123xy\n", false},
    {"12345678901x 34567890123x", 3, 28, "12345678901x 34567890123x\n", false},
    {"12345678901x 34567890123x", 3, 27, "12345678901x\n   34567890123x\n", false},
    {"12345678901\xC3\xA4 34567890123x", 0, 25, "12345678901\xC3\xA4 34567890123x\n", false},
    /* where only twenty columns are left, lines end where they end */
    {"12345678901x 34567890123x", 5, 25, "12345678901x 34567890123x\n", false},
    {"12345678901x 34567890123x", 5, 26, "12345678901x\n     34567890123x\n", false},
    {"1234567890/2345678901234567890 x", 5, 25, "1234567890/2345678901234567890 x\n", true},
    {"1234567890/2345678901234567890 x", 0, 0, "1234567890/2345678901234567890 x\n", true},
    /* a number stays with its unit, and with nothing else */
    {"12345678901x 4567890 12 ms", 0, 24, "12345678901x 4567890\n12 ms\n", false},
    {"12345678901x 4567890 12 ms).", 0, 24, "12345678901x 4567890\n12 ms).\n", false},
    {"12345678901x 4567890 12 msx", 0, 24, "12345678901x 4567890 12\nmsx\n", false},
    {"12345678901x 4567890x 0 m", 0, 24, "12345678901x 4567890x 0\nm\n", false},
    {"12345678901x 4567890x 0 s", 0, 24, "12345678901x 4567890x\n0 s\n", false},
    {"12345678901x 4567890x 9 s", 0, 24, "12345678901x 4567890x\n9 s\n", false},
    {"12345678901x 4567890x ) s", 0, 24, "12345678901x 4567890x )\ns\n", false},
    {"12345678901x 4567890x : s", 0, 24, "12345678901x 4567890x :\ns\n", false},
    {"12345678901x 456789 9", 0, 21, "12345678901x 456789 9\n", false},
    /* parts of a word that is wider than a line, and not of one that is as wide */
    {"/345678901/345678901/34x", 0, 24, "/345678901/345678901/34x\n", true},
    {"/345678901/345678901/34xy", 0, 24, "/345678901/345678901/\n34xy\n", true},
    {"/345678901/345678901/34xy", 0, 25, "/345678901/345678901/34xy\n", true},
    {"/345678901/345678901234/xy", 0, 24, "/345678901/345678901234/\nxy\n", true},
    {"-Da=5678901234567890123456", 0, 24, "-Da=\n5678901234567890123456\n", true},
    {"-Da=56789,1234567890123456", 0, 24, "-Da=56789,\n1234567890123456\n", true},
    {"-Da:56=89012345678901234567", 0, 24, "-Da:\n56=89012345678901234567\n", true},
    {"12345678901234567890123456 x", 0, 24, "12345678901234567890123456\nx\n", true},
    {"/345678901/345678901/34xy", 0, 24, "/345678901/345678901/34xy\n", false},
    {"x /345678901/345678901/34xy", 0, 24, "x /345678901/345678901/\n34xy\n", true},
    /* blanks in front stay as they are, and take room */
    {"  a b", 0, 0, "  a b\n", false},
    {"  4567890123456789012 45 x", 0, 24, "  4567890123456789012 45\nx\n", false},
    {"  4567890123456789012 456", 0, 24, "  4567890123456789012\n456\n", false},
    {"  45678901234567890123456 x", 0, 24, "  45678901234567890123456\nx\n", false},
};

START_TEST(words_stand_in_a_line_as_far_as_they_fit) {
    struct text out = {0};
    (cases[_i].value ? wrap_add_value : wrap_add)(&out, cases[_i].text, cases[_i].indent,
                                                  cases[_i].columns);
    ck_assert_str_eq(text_str(&out), cases[_i].lines);
    text_free(&out);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wrap");
    TCase *tcase = tcase_create("wrap");
    tcase_add_loop_test(tcase, words_stand_in_a_line_as_far_as_they_fit, 0,
                        sizeof cases / sizeof *cases);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
