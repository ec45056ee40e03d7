/* What experiments say, to people and to programs. */
#include "cmd/sheets/experiments.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static struct experiments e;

static struct whatif_gain gain(uint32_t method, uint32_t speed, double value,
                               enum whatif_verdict verdict) {
    return (struct whatif_gain){
        .method = method,
        .speed = speed,
        .kind = WHATIF_VIRTUAL,
        .estimate = {.windows = 40, .gain = value, .low = value - 2, .high = value + 2},
        .delay = 0.1,
        .verdict = verdict};
}

static void begin(void) {
    e = (struct experiments){.point = "Api.handle"};
    array_push(&e.methods, ((struct experiments_method){"a.Parser.parse", 50, 100}));
    array_push(&e.methods, ((struct experiments_method){"a.Stats.update", 61, 100}));
    array_push(&e.methods, ((struct experiments_method){"a.Cache.get", 12, 100}));
    array_push(&e.answer.gains, gain(0, 25, 14.5, WHATIF_HELPS));
    array_push(&e.answer.gains, gain(1, 25, 0.3, WHATIF_NOTHING));
    array_push(&e.answer.gains, gain(2, 25, 21, WHATIF_MORE));
    e.answer.control =
        (struct whatif_estimate){.windows = 80, .gain = 0.4, .low = -1.1, .high = 1.8};
    e.answer.windows = 540;
    e.answer.clean = 512;
    e.answer.rate = 4058.2;
    e.answer.waited = 0.012;
    e.answer.stretch = 210000;
    e.answer.grain = 50000;
}

static char *said(enum format format, uint32_t percent) {
    static const struct sheet_style style = {.ascii = true};
    struct sheet sheet;
    struct text out = {0};
    sheet_open(&sheet, format);
    experiments_describe(&e, percent, &sheet);
    sheet_write(&sheet, &style, &out);
    sheet_free(&sheet);
    return text_take(&out);
}

static void expect(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) != NULL, "\"%s\" is not in:\n%s", part, text);
}

static void expect_not(const char *text, const char *part) {
    ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", part, text);
}

static void end(char *text) {
    free(text);
    experiments_free(&e);
}

START_TEST(people_read_gains_the_largest_first) {
    begin();
    char *text = said(FORMAT_TEXT, 0);
    expect(text, "progress: 4,058 of Api.handle a second; control +0.4 [-1.1, +1.8]: ok; waits for "
                 "processors 1.2 %: ok\n512 of 540 windows were clean\n");
    expect(text, "progress if 25 % faster");
    const char *get = strstr(text, "a.Cache.get"), *parse = strstr(text, "a.Parser.parse"),
               *update = strstr(text, "a.Stats.update");
    ck_assert(get && parse && update && get < parse && parse < update);
    expect(get, "+21.0  [+19.0, +23.0]  more than its share: others wait for it");
    expect(update, "+0.3  [-1.7, +2.3]    no effect although hottest");
    expect_not(text, "No answer");
    expect_not(text, "coarse");
    expect_not(text, "really");
    end(text);
}
END_TEST

START_TEST(a_refusal_says_why_and_shows_no_gain) {
    for (int i = WHATIF_ANSWERED + 1; i < WHATIF_REFUSALS; i++) {
        begin();
        e.answer.refusal = (enum whatif_refusal)i;
        char *text = said(FORMAT_TEXT, 0);
        expect(text, "No answer: ");
        expect_not(text, "+21.0");
        expect_not(text, "others wait for it");
        free(text);
        text = said(FORMAT_JSON, 0);
        expect(text, whatif_reasons[i].key);
        expect(text, "\"gain_percent\":\tnull");
        expect(text, "\"cpu_percent\":\t12");
        expect_not(text, "\"gain_percent\":\t21");
        end(text);
    }
}
END_TEST

START_TEST(programs_get_numbers) {
    begin();
    char *text = said(FORMAT_JSON, 0);
    expect(text, "\"refused\":\tnull");
    expect(text, "\"percent\":\t0.4,\n\t\t\"low\":\t-1.1,\n\t\t\"high\":\t1.8");
    expect(text, "\"method\":\t\"a.Cache.get\"");
    expect(text, "\"gain_percent\":\t21,");
    expect(text, "\"low\":\t19,");
    expect(text, "\"verdict\":\t\"more_than_share\"");
    end(text);
}
END_TEST

START_TEST(the_speed_up_that_is_shown_is_the_one_asked_for_else_25_else_the_first) {
    begin();
    array_push(&e.answer.gains, gain(0, 10, 5, WHATIF_HELPS));
    char *text = said(FORMAT_TEXT, 10);
    expect(text, "progress if 10 % faster");
    expect(text, "+5.0");
    expect_not(text, "+14.5");
    free(text);
    text = said(FORMAT_TEXT, 0);
    expect(text, "progress if 25 % faster");
    free(text);
    e.answer.gains.len = 0;
    array_push(&e.answer.gains, gain(0, 10, 5, WHATIF_HELPS));
    text = said(FORMAT_TEXT, 0);
    expect(text, "progress if 10 % faster");
    end(text);
}
END_TEST

START_TEST(above_25_percent_gains_are_said_to_be_at_least) {
    begin();
    e.answer.gains.len = 0;
    array_push(&e.answer.gains, gain(2, 50, 50, WHATIF_MORE));
    char *text = said(FORMAT_TEXT, 50);
    expect(text, "at least; more than its share");
    end(text);
}
END_TEST

START_TEST(delays_that_are_coarse_are_said_to_be) {
    begin();
    e.answer.coarse = true;
    char *text = said(FORMAT_TEXT, 0);
    expect(text, "coarse for that: gains may come out too low");
    end(text);
}
END_TEST

START_TEST(of_latency_the_least_is_first_and_called_that) {
    begin();
    e.answer.latency = true;
    e.answer.span = 340000;
    e.answer.gains.items[0].estimate.gain = -14.5;
    e.answer.gains.items[1].verdict = WHATIF_HINDERS;
    char *text = said(FORMAT_TEXT, 0);
    expect(text, "latency: 340 µs, 4,058 of Api.handle a second");
    expect(text, "latency if 25 % faster");
    expect(text, "longer");
    ck_assert(strstr(text, "a.Parser.parse") < strstr(text, "a.Cache.get"));
    ck_assert(strstr(text, "a.Stats.update") < strstr(text, "a.Cache.get"));
    free(text);
    text = said(FORMAT_JSON, 0);
    expect(text, "\"measure\":\t\"latency\"");
    expect(text, "\"latency_ns\":\t340000");
    e.answer.latency = false;
    free(text);
    text = said(FORMAT_JSON, 0);
    expect(text, "\"measure\":\t\"progress\"");
    expect(text, "\"latency_ns\":\tnull");
    end(text);
}
END_TEST

START_TEST(names_do_no_harm) {
    begin();
    e.methods.items[0].name = "a.\x1b[31mParser.parse\n";
    e.point = "A.\x1b[31mdone";
    char *text = said(FORMAT_TEXT, 0);
    expect_not(text, "\x1b");
    free(text);
    struct text coz = {0};
    array_push(&e.windows, ((struct whatif_window){.kind = WHATIF_VIRTUAL,
                                                   .elapsed = 80,
                                                   .delay = 10,
                                                   .speed = 25,
                                                   .hits = 7,
                                                   .progress = 9}));
    experiments_add_coz(&e, &coz);
    expect(text_str(&coz), "speedup=0.25\tduration=70\tselected-samples=7\n");
    expect(text_str(&coz), "throughput-point\tname=A._[31mdone\tdelta=9\n");
    text_free(&coz);
    experiments_free(&e);
}
END_TEST

START_TEST(the_line_shown_meanwhile_is_short) {
    begin();
    struct text line = {0};
    experiments_add_line(&e, &line);
    ck_assert_str_eq(
        text_str(&line),
        "540 windows, 512 clean; control +0.4; parse +14.5 [+12.5, +16.5]; update +0.3 "
        "[-1.7, +2.3]; get +21.0 [+19.0, +23.0]");
    text_free(&line);
    experiments_free(&e);
}
END_TEST

START_TEST(a_value_at_its_limit_is_ok_and_one_above_is_not) {
    begin();
    e.answer.late = WHATIF_WAITED;
    e.answer.control.gain = -WHATIF_CONTROL_MOST;
    char *text = said(FORMAT_TEXT, 0);
    expect(text, "control -3.0 [-1.1, +1.8]: ok; waits for processors 1.2 %: ok\n");
    free(text);
    e.answer.late = nextafter(WHATIF_WAITED, 1);
    e.answer.control.gain = nextafter(WHATIF_CONTROL_MOST, 4);
    text = said(FORMAT_TEXT, 0);
    expect(text, ": too far from 0; waits for processors 1.2 %\n");
    end(text);
}
END_TEST

static char *picture(void) {
    struct text svg = {0};
    experiments_write_svg(&e, 25, false, &svg);
    return text_take(&svg);
}

START_TEST(in_a_picture_a_name_keeps_its_end_where_it_does_not_fit) {
    begin();
    e.methods.items[0].name = "a.name.of.forty.two.letters.Parser.parseIt"; /* it fits just */
    e.methods.items[1].name = "some.name.of.forty.three.letters.Statistics";
    char *text = picture();
    expect(text, ">a.name.of.forty.two.letters.Parser.parseIt</text>");
    expect(text, ">..e.name.of.forty.three.letters.Statistics</text>");
    end(text);
}
END_TEST

START_TEST(what_a_method_could_bring_alone_is_drawn_of_progress_with_a_share) {
    begin();
    e.methods.items[2].samples = 0;
    char *text = picture();
    size_t drawn = 0;
    for (char *at = text; (at = strstr(at, "<rect class=\"alone\"")); at++) drawn++;
    ck_assert_uint_eq(drawn, 2);
    free(text);
    e.answer.latency = true;
    text = picture();
    expect_not(text, "<rect class=\"alone\"");
    end(text);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("experiments");
    TCase *all = tcase_create("sheet");
    tcase_add_test(all, people_read_gains_the_largest_first);
    tcase_add_test(all, a_refusal_says_why_and_shows_no_gain);
    tcase_add_test(all, programs_get_numbers);
    tcase_add_test(all, the_speed_up_that_is_shown_is_the_one_asked_for_else_25_else_the_first);
    tcase_add_test(all, above_25_percent_gains_are_said_to_be_at_least);
    tcase_add_test(all, delays_that_are_coarse_are_said_to_be);
    tcase_add_test(all, of_latency_the_least_is_first_and_called_that);
    tcase_add_test(all, names_do_no_harm);
    tcase_add_test(all, the_line_shown_meanwhile_is_short);
    tcase_add_test(all, a_value_at_its_limit_is_ok_and_one_above_is_not);
    tcase_add_test(all, in_a_picture_a_name_keeps_its_end_where_it_does_not_fit);
    tcase_add_test(all, what_a_method_could_bring_alone_is_drawn_of_progress_with_a_share);
    suite_add_tcase(suite, all);
    return suite_run(suite);
}
