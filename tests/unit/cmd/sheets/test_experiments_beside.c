/* Two experiments beside each other, to people and to programs. */
#include "cmd/sheets/experiments_beside.h"
#include "tests/support/suite.h"

#include <string.h>

static struct experiments_side sides[2];

static void add(struct experiments *e, const char *method, double gain) {
    array_push(&e->methods, ((struct experiments_method){.name = method}));
    array_push(&e->answer.gains, ((struct whatif_gain){.method = (uint32_t)e->methods.len - 1,
                                                       .speed = 25,
                                                       .kind = WHATIF_VIRTUAL,
                                                       .estimate = {.gain = gain,
                                                                    .low = gain - 1,
                                                                    .high = gain + 1,
                                                                    .chance_low = gain - 1,
                                                                    .chance_high = gain + 1}}));
}

static void begin(void) {
    for (int i = 0; i < 2; i++)
        sides[i] = (struct experiments_side){
            .experiments = {.point = "Api.handle", .answer = {.rate = 100.5 + i}},
            .name = i ? "b.jfr" : "a.jfr"};
    add(&sides[0].experiments, "Cache.get", 21);
    add(&sides[0].experiments, "Gone.by", 4);
    add(&sides[0].experiments, "Stats.update", 0);
    add(&sides[1].experiments, "Stats.update", 0.1);
    add(&sides[1].experiments, "Parser.parse", 14);
    add(&sides[1].experiments, "Cache.get", 5.5);
}

static char *said(enum format format, bool together) {
    static const struct sheet_style style = {.ascii = true};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, format);
    experiments_compare(sides, 0, together, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    for (int i = 0; i < 2; i++) experiments_free(&sides[i].experiments);
    return text_take(&out);
}

static void expect(const char *text, const char *part, bool is) {
    ck_assert_msg((strstr(text, part) != NULL) == is, "\"%s\" is %sin:\n%s", part, is ? "not " : "",
                  text);
}

START_TEST(each_method_has_both_gains_and_what_is_between_them) {
    begin();
    char *text = said(FORMAT_TEXT, true);
    expect(text, "  base: a.jfr\n  new: b.jfr\n", true);
    expect(text,
           "Cache.get     +21.0 [+20.0, +22.0]  +5.5 [+4.5, +6.5]     -15.5 [-16.9, -14.1]  "
           "differs by more than chance",
           true);
    expect(text,
           "Stats.update  +0.0 [-1.0, +1.0]     +0.1 [-0.9, +1.1]     +0.1 [-1.3, +1.5]     "
           "no difference\n",
           true);
    expect(text, "those of neither", true);
    ck_assert(strstr(text, "Parser.parse") < strstr(text, "Cache.get"));
    ck_assert(strstr(text, "Stats.update") < strstr(text, "Gone.by")); /* of the base alone */
    free(text);
}
END_TEST

START_TEST(what_is_described_apart_is_no_mixture) {
    begin();
    char *text = said(FORMAT_TEXT, false);
    expect(text, "differs by more than chance", true);
    expect(text, "those of neither", false);
    free(text);
}
END_TEST

START_TEST(programs_get_numbers_and_a_word) {
    begin();
    char *text = said(FORMAT_JSON, true);
    expect(text, "\"base_gain_percent\":\t21,", true);
    expect(text, "\"difference_points\":\t-15.5,", true);
    expect(text, "\"change\":\t\"differs\"", true);
    expect(text, "\"change\":\t\"same\"", true);
    expect(text, "\"base_gain_percent\":\tnull", true); /* Parser.parse */
    expect(text, "\"change\":\t\"unknown\"", true);
    expect(text, "\"recordings\":\t\"b.jfr\"", true);
    free(text);
}
END_TEST

START_TEST(different_progress_is_not_compared) {
    begin();
    sides[1].experiments.point = "Api.other";
    char *text = said(FORMAT_TEXT, true);
    expect(text, "They count different progress", true);
    expect(text, "differs by", false);
    free(text);
}
END_TEST

START_TEST(a_side_that_was_refused_has_no_gains) {
    begin();
    sides[0].experiments.answer.refusal = WHATIF_PACED;
    char *text = said(FORMAT_TEXT, true);
    expect(text, "base: a.jfr: no answer: progress does not follow", true);
    expect(text, "+21.0", false);
    expect(text, "+5.5 [+4.5, +6.5]", true);
    expect(text, "differs by", false);
    free(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("experiments beside each other");
    TCase *all = tcase_create("all");
    tcase_add_test(all, each_method_has_both_gains_and_what_is_between_them);
    tcase_add_test(all, what_is_described_apart_is_no_mixture);
    tcase_add_test(all, programs_get_numbers_and_a_word);
    tcase_add_test(all, different_progress_is_not_compared);
    tcase_add_test(all, a_side_that_was_refused_has_no_gains);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
