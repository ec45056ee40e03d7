/* The option parser, over a table of its own with every kind of option. */
#include "cmd/cli/habits.h"
#include "cmd/cli/options.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

struct third_part { /* of which there may be two */
    bool ready;
    const char *word;
    struct text_list words;
};

struct test_options {
    struct option_base base;
    struct third_part left, right;
    bool flag;
    int format;
    const char *text;
    struct text_list list, commas;
    uint64_t count;
    double real;
    int even;
};

static bool parse_even(const char *text, void *field) {
    int number = atoi(text);
    *(int *)field = number;
    return number % 2 == 0;
}

static const struct option_choice formats[] = {
    {"text", NULL, 0}, {"json", NULL, 1}, {"csv", NULL, 2}, {NULL, NULL, 0}};

#define AT(field) offsetof(struct test_options, field)

static const struct option_row first_rows[] = {
    {.name = "flag", .letter = 'f', .kind = OPTION_FLAG, .offset = AT(flag)},
    {.name = "format",
     .kind = OPTION_CHOICE,
     .offset = AT(format),
     .argument = "FORMAT",
     .choices = formats,
     .initial = "csv"},
    {.name = "json", .kind = OPTION_SET, .offset = AT(format), .value = 1},
    {.name = NULL},
};

static const struct option_row second_rows[] = {
    {.name = "text", .letter = 't', .kind = OPTION_TEXT, .offset = AT(text), .argument = "TEXT"},
    {.name = "list", .kind = OPTION_LIST, .offset = AT(list), .argument = "REGEX"},
    {.name = "commas", .kind = OPTION_COMMA_LIST, .offset = AT(commas), .argument = "TYPE"},
    {.name = "count",
     .also = "number sum",
     .kind = OPTION_COUNT,
     .offset = AT(count),
     .argument = "N",
     .initial = "30"},
    {.name = "real", .kind = OPTION_REAL, .offset = AT(real), .argument = "X"},
    {.name = "even",
     .kind = OPTION_PARSED,
     .offset = AT(even),
     .argument = "N",
     .parse = parse_even,
     .expected = "an even number"},
    {.name = NULL},
};

static const struct option_row third_rows[] = {
    {.name = "ready", .kind = OPTION_FLAG, .offset = offsetof(struct third_part, ready)},
    {.name = "word",
     .kind = OPTION_TEXT,
     .offset = offsetof(struct third_part, word),
     .argument = "WORD",
     .initial = "none"},
    {.name = "words",
     .kind = OPTION_LIST,
     .offset = offsetof(struct third_part, words),
     .argument = "WORD"},
    HELP_ROW,
    {.name = NULL},
};

/* A part that says no is wanted; one that is open counts. */
static int open_parts, closed_parts;

static bool open_third(void *part, struct text *why) {
    const struct third_part *third = part;
    if (strcmp(third->word, "no") == 0) text_add(why, "it says no");
    else open_parts++;
    return !why->len;
}

static void close_third(void *part) {
    (void)part;
    closed_parts++;
}

static const struct option_group first = {.title = "First", .rows = first_rows},
                                 second = {.title = "Second", .rows = second_rows},
                                 third = {.title = "Third",
                                          .rows = third_rows,
                                          .open = open_third,
                                          .close = close_third},
                                 fourth = {.title = "Fourth", .rows = third_rows};
static const struct option_use groups[] = {
    {&first, 0}, {&second, 0}, {&third, AT(right)}, {NULL, 0}};

static struct test_options options;
static struct text error;

/* Parses the words; each call starts anew. */
static bool parse(const char *const *words) {
    int count = 0;
    char *argv[16];
    while (words[count]) {
        argv[count] = (char *)(uintptr_t)words[count];
        count++;
    }
    options_free(groups, &options.base);
    options = (struct test_options){0};
    text_clear(&error);
    return options_parse(groups, count, argv, &options.base, &error);
}

#define PARSE(...) parse((const char *const[]){__VA_ARGS__, NULL})

static void clean_up(void) {
    options_free(groups, &options.base);
    options = (struct test_options){0};
    text_free(&error);
}

START_TEST(defaults_are_set) {
    ck_assert(parse((const char *const[]){NULL}));
    ck_assert_uint_eq(options.count, 30);
    ck_assert_int_eq(options.format, 2);
    ck_assert(!options.flag);
    ck_assert_ptr_null(options.text);
    ck_assert_uint_eq(options.base.operands.len, 0);
}
END_TEST

START_TEST(values_follow_or_are_joined) {
    ck_assert(PARSE("--count", "5", "--text=hello", "-f"));
    ck_assert_uint_eq(options.count, 5);
    ck_assert_str_eq(options.text, "hello");
    ck_assert(options.flag);
    ck_assert(PARSE("-t", "x", "--count=0"));
    ck_assert_str_eq(options.text, "x");
    ck_assert_uint_eq(options.count, 0);
}
END_TEST

START_TEST(values_may_be_empty_or_contain_the_sign) {
    ck_assert(PARSE("--text="));
    ck_assert_str_eq(options.text, "");
    ck_assert(PARSE("--text=a=b"));
    ck_assert_str_eq(options.text, "a=b");
}
END_TEST

START_TEST(values_may_start_with_a_dash) {
    ck_assert(PARSE("--text", "-5s", "rec.jfr"));
    ck_assert_str_eq(options.text, "-5s");
    ck_assert(PARSE("--text", "-"));
    ck_assert_str_eq(options.text, "-");
}
END_TEST

START_TEST(an_option_is_not_taken_for_a_value) {
    ck_assert(!PARSE("--text", "--json"));
    ck_assert_str_eq(text_str(&error), "--text needs a value, found the option --json; write "
                                       "--text=--json if you mean it");
    ck_assert(PARSE("--text=--json"));
    ck_assert_str_eq(options.text, "--json");
}
END_TEST

START_TEST(operands_mix_with_options) {
    ck_assert(PARSE("a.jfr", "--flag", "-", "--count=1", "b.jfr"));
    ck_assert_uint_eq(options.base.operands.len, 3);
    ck_assert_str_eq(options.base.operands.items[0], "a.jfr");
    ck_assert_str_eq(options.base.operands.items[1], "-");
    ck_assert_str_eq(options.base.operands.items[2], "b.jfr");
}
END_TEST

START_TEST(only_operands_follow_two_dashes) {
    ck_assert(PARSE("--", "--flag", "-f", "--"));
    ck_assert_uint_eq(options.base.operands.len, 3);
    ck_assert_str_eq(options.base.operands.items[2], "--");
    ck_assert(!options.flag);
}
END_TEST

START_TEST(the_first_operand_is_neither_an_option_nor_a_value) {
    static const struct {
        const char *words[4];
        int at;
    } table[] = {
        {{"rec"}, 0},
        {{"-"}, 0},
        {{"--flag", "rec"}, 1},
        {{"--text", "x", "rec"}, 2},
        {{"--text=x", "rec"}, 1},
        {{"-t", "x", "rec"}, 2},
        {{"-tx", "rec"}, 1},
        {{"-f", "rec"}, 1},
        {{"-ft", "x", "rec"}, 2},
        {{"-ftx", "rec"}, 1},
        {{"-fz", "rec"}, 1},
        {{"--unknown", "rec"}, 1},
        {{"--", "--flag"}, 1},
        {{"--flag", "--", "rec"}, 2},
        {{"--"}, 1},
        {{"--text"}, 2},
        {{"--flag"}, 1},
        {{"--text", "x"}, 2},
        {{NULL}, 0},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        int count = 0, at;
        char *argv[4];
        for (; count < 4 && table[i].words[count]; count++)
            argv[count] = (char *)(uintptr_t)table[i].words[count];
        at = options_first_operand(groups, count, argv);
        if (at > count) at = 99; /* beyond the arguments */
        ck_assert_msg(at == (table[i].at < count ? table[i].at : count), "row %zu: %d", i, at);
    }
}
END_TEST

START_TEST(lists_grow) {
    ck_assert(PARSE("--list=a,b", "--list", "c", "--commas=x,y,", "--commas", "z"));
    ck_assert_uint_eq(options.list.len, 2);
    ck_assert_str_eq(options.list.items[0], "a,b");
    ck_assert_uint_eq(options.commas.len, 3);
    ck_assert_str_eq(options.commas.items[1], "y");
    ck_assert_str_eq(options.commas.items[2], "z");
}
END_TEST

START_TEST(the_last_one_wins) {
    ck_assert(PARSE("--count=1", "--count=2", "--json", "--format", "text"));
    ck_assert_uint_eq(options.count, 2);
    ck_assert_int_eq(options.format, 0);
    ck_assert(PARSE("--format", "text", "--json"));
    ck_assert_int_eq(options.format, 1);
}
END_TEST

START_TEST(numbers_are_checked) {
    ck_assert(!PARSE("--count=-1"));
    ck_assert(!PARSE("--count=1x"));
    ck_assert(!PARSE("--count="));
    ck_assert(!PARSE("--count=99999999999999999999"));
    ck_assert(PARSE("--count=18446744073709551615"));
    ck_assert_uint_eq(options.count, UINT64_MAX);
    ck_assert(!PARSE("--count=many"));
    ck_assert_str_eq(text_str(&error), "--count expects a whole number, found \"many\"");
    ck_assert(!PARSE("--real=nan"));
    ck_assert(!PARSE("--real=-1"));
    ck_assert(PARSE("--real=0.25"));
    ck_assert_double_eq(options.real, 0.25);
}
END_TEST

START_TEST(parsed_values_say_what_is_expected) {
    ck_assert(PARSE("--even=4"));
    ck_assert_int_eq(options.even, 4);
    ck_assert(!PARSE("--even=3"));
    ck_assert_str_eq(text_str(&error), "--even expects an even number, found \"3\"");
}
END_TEST

START_TEST(the_field_of_an_option_is_found_by_its_name) {
    ck_assert_ptr_eq(options_field(groups, "even", &options.base), &options.even);
    ck_assert_ptr_null(options_field(groups, "eve", &options.base));
    ck_assert_ptr_null(options_field(groups, "evens", &options.base));
}
END_TEST

START_TEST(an_option_is_taken_by_what_others_call_it) {
    ck_assert(PARSE("--number=3") && options.count == 3);
    ck_assert(PARSE("--sum", "4") && options.count == 4);
    ck_assert(!PARSE("--numbers=3") && !PARSE("--num=3") && !PARSE("--um=3"));
    ck_assert(!PARSE("--number sum=3"));
}
END_TEST

static bool has_event(const void *context, const char *option) {
    (void)context;
    return strcmp(option, "event") == 0;
}

START_TEST(what_others_call_an_option_is_told_only_where_there_is_what_does_its_work) {
    ck_assert_str_eq(habit_instead_of_option("wall", has_event, NULL),
                     "--event wall chooses these samples");
    ck_assert_ptr_null(habit_instead_of_option("lines", has_event, NULL));
    ck_assert_ptr_nonnull(habit_instead_of_option("jmc-compat", has_event, NULL));
    ck_assert_ptr_null(habit_instead_of_option("walls", has_event, NULL));
}
END_TEST

START_TEST(misspelled_options_get_a_suggestion) {
    ck_assert(!PARSE("--cuont=3"));
    ck_assert_str_eq(text_str(&error), "there is no option --cuont; did you mean --count?");
    ck_assert(!PARSE("--form"));
    ck_assert_str_eq(text_str(&error), "there is no option --form; did you mean --format?");
    ck_assert(!PARSE("-count"));
    ck_assert_str_eq(text_str(&error), "there is no option -count; did you mean --count?");
    ck_assert(!PARSE("--nonsense"));
    ck_assert_str_eq(text_str(&error), "there is no option --nonsense");
    ck_assert(!PARSE("--jmc-compat")); /* what was there once says what is left of it */
    ck_assert_ptr_nonnull(strstr(text_str(&error), "there is no option --jmc-compat: rules are"));
    ck_assert(!PARSE("-z"));
    ck_assert_str_eq(text_str(&error), "there is no option -z");
}
END_TEST

START_TEST(misspelled_values_get_a_suggestion) {
    ck_assert(!PARSE("--format=jsno"));
    ck_assert_str_eq(text_str(&error),
                     "--format knows text, json and csv, not \"jsno\"; did you mean json?");
    ck_assert(!PARSE("--format=nonsense"));
    ck_assert_str_eq(text_str(&error), "--format knows text, json and csv, not \"nonsense\"");
}
END_TEST

START_TEST(letters_may_be_clustered_and_have_their_value_attached) {
    ck_assert(PARSE("-tx"));
    ck_assert_str_eq(options.text, "x");
    ck_assert(PARSE("-ftx"));
    ck_assert(options.flag);
    ck_assert_str_eq(options.text, "x");
    ck_assert(PARSE("-ft", "x", "operand"));
    ck_assert_str_eq(options.text, "x");
    ck_assert_uint_eq(options.base.operands.len, 1);
    ck_assert(PARSE("-t=x"));
    ck_assert_str_eq(options.text, "x");
}
END_TEST

START_TEST(a_wrong_letter_in_a_cluster_is_named) {
    ck_assert(!PARSE("-fz"));
    ck_assert_str_eq(text_str(&error), "there is no option -z (in -fz)");
    ck_assert(!PARSE("-ft"));
    ck_assert_str_eq(text_str(&error), "--text needs a value: --text TEXT");
}
END_TEST

START_TEST(a_long_name_with_one_dash_is_not_taken_for_letters) {
    ck_assert(!PARSE("-text"));
    ck_assert_str_eq(text_str(&error), "there is no option -text; did you mean --text?");
    ck_assert(!PARSE("-flag=x"));
    ck_assert_str_eq(text_str(&error), "there is no option -flag; did you mean --flag?");
}
END_TEST

START_TEST(flags_take_no_value) {
    ck_assert(!PARSE("--flag=yes"));
    ck_assert_str_eq(text_str(&error), "--flag takes no value, found \"yes\"");
}
END_TEST

START_TEST(a_missing_value_is_named) {
    ck_assert(!PARSE("--count"));
    ck_assert_str_eq(text_str(&error), "--count needs a value: --count N");
    ck_assert(!PARSE("-t"));
    ck_assert_str_eq(text_str(&error), "--text needs a value: --text TEXT");
}
END_TEST

START_TEST(a_group_fills_the_struct_at_its_offset) {
    ck_assert(PARSE("--ready", "--words=a", "--words", "b"));
    ck_assert(options.right.ready);
    ck_assert_str_eq(options.right.word, "none");
    ck_assert_uint_eq(options.right.words.len, 2);
    ck_assert(!options.left.ready);
    ck_assert_ptr_null(options.left.word);
    ck_assert_uint_eq(options.left.words.len, 0);
}
END_TEST

START_TEST(help_is_asked_for_wherever_its_group_is) {
    ck_assert(PARSE("-h"));
    ck_assert(options.base.help);
    ck_assert(PARSE("--help"));
    ck_assert(options.base.help);
    ck_assert(!options.right.ready);
}
END_TEST

START_TEST(a_part_is_opened_once_when_all_options_are_read) {
    open_parts = 0;
    ck_assert(PARSE("--word=yes", "--ready"));
    ck_assert_int_eq(open_parts, 1);
    ck_assert(!PARSE("--ready", "--word=no"));
    ck_assert_str_eq(text_str(&error), "it says no");
    ck_assert_int_eq(open_parts, 1);
}
END_TEST

START_TEST(who_asks_for_help_is_not_told_what_else_is_wrong) {
    ck_assert(PARSE("--word=no", "--help"));
}
END_TEST

START_TEST(a_part_is_closed_whether_it_was_opened_or_not) {
    ck_assert(!PARSE("--word=no"));
    closed_parts = 0;
    options_free(groups, &options.base);
    ck_assert_int_eq(closed_parts, 1);
}
END_TEST

START_TEST(a_part_is_found_by_its_group) {
    ck_assert_ptr_eq(options_part(groups, &third, &options.base), &options.right);
    ck_assert_ptr_null(options_part(groups, &fourth, &options.base));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("options");
    TCase *cases = tcase_create("options");
    tcase_add_checked_fixture(cases, NULL, clean_up);
    tcase_add_test(cases, defaults_are_set);
    tcase_add_test(cases, the_first_operand_is_neither_an_option_nor_a_value);
    tcase_add_test(cases, values_follow_or_are_joined);
    tcase_add_test(cases, values_may_be_empty_or_contain_the_sign);
    tcase_add_test(cases, values_may_start_with_a_dash);
    tcase_add_test(cases, an_option_is_not_taken_for_a_value);
    tcase_add_test(cases, operands_mix_with_options);
    tcase_add_test(cases, only_operands_follow_two_dashes);
    tcase_add_test(cases, lists_grow);
    tcase_add_test(cases, the_last_one_wins);
    tcase_add_test(cases, numbers_are_checked);
    tcase_add_test(cases, parsed_values_say_what_is_expected);
    tcase_add_test(cases, the_field_of_an_option_is_found_by_its_name);
    tcase_add_test(cases, an_option_is_taken_by_what_others_call_it);
    tcase_add_test(cases,
                   what_others_call_an_option_is_told_only_where_there_is_what_does_its_work);
    tcase_add_test(cases, misspelled_options_get_a_suggestion);
    tcase_add_test(cases, misspelled_values_get_a_suggestion);
    tcase_add_test(cases, letters_may_be_clustered_and_have_their_value_attached);
    tcase_add_test(cases, a_wrong_letter_in_a_cluster_is_named);
    tcase_add_test(cases, a_long_name_with_one_dash_is_not_taken_for_letters);
    tcase_add_test(cases, flags_take_no_value);
    tcase_add_test(cases, a_missing_value_is_named);
    tcase_add_test(cases, a_group_fills_the_struct_at_its_offset);
    tcase_add_test(cases, help_is_asked_for_wherever_its_group_is);
    tcase_add_test(cases, a_part_is_opened_once_when_all_options_are_read);
    tcase_add_test(cases, who_asks_for_help_is_not_told_what_else_is_wrong);
    tcase_add_test(cases, a_part_is_closed_whether_it_was_opened_or_not);
    tcase_add_test(cases, a_part_is_found_by_its_group);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
