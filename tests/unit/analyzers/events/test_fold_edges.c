/* Groups at the edges: which values count, what is equal, where a step begins, what is null. */
#include "analyzers/events/fold.h"
#include "base/missing.h"
#include "tests/support/guarded.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A plan of one key and some shows, all of the field x but where they say another. */
struct asked {
    struct arena texts;
    struct things things;
    struct fold_plan plan;
};

static void ask(struct asked *a, const char *key, const char *const *shows) {
    struct fold_key parsed_key;
    struct fold_show parsed[FOLD_SHOWS];
    struct jfr_error error;
    size_t count = 0;
    *a = (struct asked){0};
    ck_assert(fold_parse_key(key, &a->texts, &parsed_key, &error));
    for (; shows[count]; count++)
        ck_assert(fold_parse_show(shows[count], NULL, &a->texts, &parsed[count], &error));
    fold_plan_make(&a->plan, &parsed_key, 1, parsed, count);
}

static void end_asked(struct asked *a) {
    arena_free(&a->texts);
    things_free(&a->things);
}

static void add(struct fold *fold, struct asked *a, int64_t time_ns, uint64_t key, uint64_t cell) {
    uint64_t cells[] = {key, cell};
    uint32_t group = (uint32_t)fold_group(fold, &a->things, cells);
    struct fold_batch one = {1, &group, &time_ns, &cells[1]};
    fold_count_many(fold, &group, 1);
    fold_measure_many(fold, &a->things, 0, &one);
}

static uint64_t real(double number) {
    uint64_t cell;
    memcpy(&cell, &number, sizeof cell);
    return cell;
}

/* ==== Which values count ==================================================================== */

START_TEST(what_is_no_value_depends_on_kind_and_unit) {
    const struct {
        enum jfr_column_kind kind;
        enum jfr_unit unit;
        uint64_t cell;
        bool counts;
    } table[] = {
        {JFR_COLUMN_INT, JFR_UNIT_BYTES, (uint64_t)-1, false},
        {JFR_COLUMN_INT, JFR_UNIT_BYTES, 0, true},
        {JFR_COLUMN_INT, JFR_UNIT_BYTES, 1, true},
        {JFR_COLUMN_INT, JFR_UNIT_NONE, (uint64_t)-1, true},
        {JFR_COLUMN_INT, JFR_UNIT_NS_SPAN, (uint64_t)-1, true},
        {JFR_COLUMN_INT, JFR_UNIT_NONE, (uint64_t)JFR_NULL_INT, false},
        {JFR_COLUMN_UNSIGNED, JFR_UNIT_BYTES, UINT64_MAX - 1, true},
        {JFR_COLUMN_REAL, JFR_UNIT_BYTES, real(-1), true},
        {JFR_COLUMN_REAL, JFR_UNIT_NONE, real(0), true},
        {JFR_COLUMN_REAL, JFR_UNIT_NONE, real((double)MISSING_REAL), false},
        {JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE, 0, true},
        {JFR_COLUMN_TEXT, JFR_UNIT_NONE, 0, true},
        {JFR_COLUMN_TEXT, JFR_UNIT_NONE, JFR_NULL_ID, false},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct asked a;
        ask(&a, "key", (const char *[]){"count(x)", NULL});
        a.plan.fields[0].kind = JFR_COLUMN_INT;
        a.plan.fields[1] = (struct fold_field){table[i].kind, table[i].unit};
        struct fold fold = fold_open(&a.plan);
        ck_assert_msg(fold_is_value(&fold, 0, table[i].cell) == table[i].counts, "row %zu", i);
        add(&fold, &a, 0, 1, table[i].cell);
        ck_assert_uint_eq(fold_value_of(&fold, 0, 0).cell, table[i].counts);
        fold_free(&fold);
        end_asked(&a);
    }
}
END_TEST

START_TEST(functions_of_numbers_are_of_numbers_and_patterns_of_texts) {
    static const enum jfr_column_kind kinds[] = {
        JFR_COLUMN_NONE, JFR_COLUMN_BOOLEAN, JFR_COLUMN_INT,    JFR_COLUMN_UNSIGNED,
        JFR_COLUMN_REAL, JFR_COLUMN_TEXT,    JFR_COLUMN_THREAD, JFR_COLUMN_STACK};
    static const struct {
        const char *key, *show, *allowed; /* of key and of x, parallel to kinds */
    } table[] = {
        {"key", "count(x)", "yyyyyyyy"},       {"key", "sum(x)", "yyyyynnn"},
        {"key", "min(x)", "yyyyynnn"},         {"key", "avg(x)", "yyyyynnn"},
        {"key", "p50(x)", "yyyyynnn"},         {"key", "max(x)", "yyyyynnn"},
        {"key", "first(x)", "yyyyyyyy"},       {"key", "last(x)", "yyyyyyyy"},
        {"key", "unique(x)", "yyyyyyyy"},      {"key", "list(x)", "yyyyyyyy"},
        {"pattern(key)", "count", "ynnnnynn"},
    };
    for (size_t i = 0; i < COUNT(table); i++)
        for (size_t k = 0; k < COUNT(kinds); k++) {
            struct asked a;
            struct jfr_error error = {0};
            ask(&a, table[i].key, (const char *[]){table[i].show, NULL});
            a.plan.fields[0].kind = a.plan.fields[1].kind = kinds[k];
            ck_assert_msg(fold_plan_check(&a.plan, &error) == (table[i].allowed[k] == 'y'),
                          "%s by %s of kind %zu", table[i].show, table[i].key, k);
            ck_assert((error.text[0] == 0) == (table[i].allowed[k] == 'y'));
            end_asked(&a);
        }
}
END_TEST

/* Each measure has its own kind. */
START_TEST(a_function_is_of_its_own_field) {
    static const struct {
        const char *first, *second;
        enum jfr_column_kind first_kind, second_kind;
        bool allowed;
    } table[] = {
        {"sum(x)", "count(y)", JFR_COLUMN_INT, JFR_COLUMN_TEXT, true},
        {"count(x)", "sum(y)", JFR_COLUMN_INT, JFR_COLUMN_TEXT, false},
        {"count(x)", "sum(y)", JFR_COLUMN_TEXT, JFR_COLUMN_INT, true},
        {"sum(x)", "count(y)", JFR_COLUMN_TEXT, JFR_COLUMN_INT, false},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct asked a;
        struct jfr_error error = {0};
        ask(&a, "key", (const char *[]){table[i].first, table[i].second, NULL});
        a.plan.fields[0].kind = JFR_COLUMN_TEXT;
        a.plan.fields[1].kind = table[i].first_kind;
        a.plan.fields[2].kind = table[i].second_kind;
        ck_assert_msg(fold_plan_check(&a.plan, &error) == table[i].allowed, "row %zu", i);
        end_asked(&a);
    }
}
END_TEST

START_TEST(of_what_is_only_told_apart_nothing_else_is_kept) {
    static const struct {
        const char *shows[3];
        bool set, hashed; /* hashed: if it is a text */
    } table[] = {
        {{"unique(x)"}, true, true},
        {{"list(x)"}, true, false},
        {{"unique(x)", "list(x)"}, true, false},
        {{"sum(x)"}, false, false},
        {{"unique(x)", "sum(x)"}, false, false},
        {{"first(x)"}, false, false},
        {{"p50(x)"}, false, false},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct asked a;
        ask(&a, "key", table[i].shows);
        a.plan.fields[1].kind = JFR_COLUMN_TEXT;
        ck_assert_msg(fold_plan_is_set(&a.plan, 0) == table[i].set, "%s", table[i].shows[0]);
        ck_assert_msg(fold_plan_is_hashed(&a.plan, 0) == table[i].hashed, "%s", table[i].shows[0]);
        a.plan.fields[1].kind = JFR_COLUMN_INT;
        ck_assert(!fold_plan_is_hashed(&a.plan, 0));
        end_asked(&a);
    }
}
END_TEST

/* ==== What is equal ========================================================================= */

START_TEST(of_events_at_one_time_the_first_and_last_do_not_depend_on_who_came_first) {
    static const struct {
        int64_t times[3], cells[3], first, last;
    } table[] = {
        {{5, 5, 5}, {2, 1, 3}, 1, 3}, {{5, 5, 5}, {3, 2, 1}, 1, 3}, {{5, 5, 5}, {1, 3, 2}, 1, 3},
        {{5, 5, 6}, {9, 8, 7}, 8, 7}, {{6, 5, 5}, {7, 8, 9}, 8, 7}, {{5, 6, 6}, {5, 1, 2}, 5, 2},
        {{6, 6, 5}, {2, 1, 5}, 5, 2},
    };
    for (size_t i = 0; i < COUNT(table); i++) {
        struct asked a;
        ask(&a, "key", (const char *[]){"first(x)", "last(x)", NULL});
        a.plan.fields[0].kind = a.plan.fields[1].kind = JFR_COLUMN_INT;
        struct fold fold = fold_open(&a.plan);
        for (size_t k = 0; k < 3; k++)
            add(&fold, &a, table[i].times[k], 1, (uint64_t)table[i].cells[k]);
        ck_assert_int_eq((int64_t)fold_value_of(&fold, 0, 0).cell, table[i].first);
        ck_assert_int_eq((int64_t)fold_value_of(&fold, 0, 1).cell, table[i].last);
        fold_free(&fold);
        end_asked(&a);
    }
}
END_TEST

START_TEST(groups_without_a_value_come_last_whichever_way_and_equal_ones_by_their_keys) {
    static const uint64_t keys[] = {4, 1, 6, 2, 5, 3};
    const uint64_t cells[] = {(uint64_t)JFR_NULL_INT, 7, 3, (uint64_t)JFR_NULL_INT, 7, 5};
    static const uint64_t up[] = {6, 3, 1, 5, 2, 4}, down[] = {1, 5, 3, 6, 2, 4};
    static const uint64_t by_key[] = {1, 2, 3, 4, 5, 6};
    struct asked a;
    ask(&a, "key", (const char *[]){"max(x)", NULL});
    a.plan.fields[0].kind = a.plan.fields[1].kind = JFR_COLUMN_INT;
    struct fold fold = fold_open(&a.plan);
    for (size_t i = 0; i < COUNT(keys); i++) add(&fold, &a, 0, keys[i], cells[i]);
    const struct {
        size_t show;
        bool descending;
        const uint64_t *order;
    } table[] = {{0, false, up}, {0, true, down}, {SIZE_MAX, false, by_key}};
    for (size_t i = 0; i < COUNT(table); i++) {
        uint32_t *order = fold_order(&fold, &a.things, table[i].show, table[i].descending);
        for (size_t k = 0; k < COUNT(keys); k++)
            ck_assert_msg(fold_key_of(&fold, order[k], 0).cell == table[i].order[k],
                          "%zu: place %zu has %u", i, k,
                          (unsigned)fold_key_of(&fold, order[k], 0).cell);
        free(order);
    }
    fold_free(&fold);
    end_asked(&a);
}
END_TEST

/* ==== Keys ================================================================================== */

/* In any order: where the step of the time before begins is remembered. */
START_TEST(a_step_has_the_times_from_its_beginning_to_the_next) {
    static const struct {
        int64_t time, step;
    } table[] = {{0, 0},    {1, 0},    {9, 0},     {10, 10},   {19, 10}, {20, 20},
                 {-1, -10}, {-9, -10}, {-10, -10}, {-11, -20}, {35, 30}, {-20, -20}};
    struct asked a;
    ask(&a, "10ns", (const char *[]){"count", NULL});
    a.plan.fields[0] = (struct fold_field){JFR_COLUMN_INT, JFR_UNIT_NS_TIME};
    struct fold fold = fold_open(&a.plan);
    for (size_t before = 0; before < COUNT(table); before++)
        for (size_t i = 0; i < COUNT(table); i++) {
            uint64_t cells[] = {(uint64_t)table[before].time, (uint64_t)table[i].time};
            for (size_t k = 0; k < 2; k++) fold_turn_key(&fold, &a.things, 0, &cells[k]);
            ck_assert_int_eq((int64_t)cells[0], table[before].step);
            ck_assert_int_eq((int64_t)cells[1], table[i].step);
        }
    fold_free(&fold);
    end_asked(&a);
}
END_TEST

/* Any NaN is one, and so are both noughts; of other kinds the same bits are what they are. */
START_TEST(what_is_the_same_value_is_one_key) {
    const uint64_t nan = real((double)MISSING_REAL), odd_nan = nan ^ 1, minus = real(-0.0);
    const struct {
        enum jfr_column_kind kind;
        uint64_t cell, key;
    } table[] = {
        {JFR_COLUMN_REAL, odd_nan, nan},     {JFR_COLUMN_REAL, nan, nan},
        {JFR_COLUMN_REAL, minus, 0},         {JFR_COLUMN_REAL, real(1), real(1)},
        {JFR_COLUMN_INT, odd_nan, odd_nan},  {JFR_COLUMN_UNSIGNED, odd_nan, odd_nan},
        {JFR_COLUMN_UNSIGNED, minus, minus}, {JFR_COLUMN_INT, 7, 7},
    };
    struct asked a;
    ask(&a, "key", (const char *[]){"count", NULL});
    struct fold fold = fold_open(&a.plan);
    for (size_t i = 0; i < COUNT(table); i++) {
        uint64_t cell = table[i].cell;
        a.plan.fields[0].kind = table[i].kind;
        fold_turn_key(&fold, &a.things, 0, &cell);
        ck_assert_msg(cell == table[i].key, "row %zu: %llx", i, (unsigned long long)cell);
    }
    fold_free(&fold);
    end_asked(&a);
}
END_TEST

START_TEST(texts_have_patterns_and_what_is_no_text_is_none) {
    struct asked a;
    ask(&a, "pattern(key)", (const char *[]){"count", NULL});
    uint64_t text = strings_intern(&a.things.texts, "n 17", 4), number = text, null = JFR_NULL_ID;
    struct fold fold = fold_open(&a.plan);
    a.plan.fields[0].kind = JFR_COLUMN_TEXT;
    fold_turn_key(&fold, &a.things, 0, &text);
    fold_turn_key(&fold, &a.things, 0, &null);
    ck_assert_str_eq(strings_get(&a.things.texts, (uint32_t)text), "n #");
    ck_assert_uint_eq(null, JFR_NULL_ID);
    a.plan.fields[0].kind = JFR_COLUMN_NONE;
    fold_turn_key(&fold, &a.things, 0, &number);
    ck_assert_uint_ne(number, text);
    fold_free(&fold);
    end_asked(&a);
}
END_TEST

START_TEST(a_pattern_is_that_of_the_text_whatever_is_behind_it) {
    static const char *const texts[] = {"a 1",   "a b",   "1",      "a1b2",   "0x7f",       "20ms",
                                        "a@1b2", "10.0.", "10.0.0", "a-b-10", "x 10.0.3:80"};
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t len = 0; len <= strlen(texts[i]); len++) {
            uint8_t *copy = guarded_copy(texts[i], len);
            char whole[32] = "";
            OWNED(text_free) struct text is = {0}, wanted = {0};
            memcpy(whole, texts[i], len);
            fold_add_pattern(&wanted, whole, len);
            fold_add_pattern(&is, (const char *)copy, len);
            ck_assert_str_eq(text_str(&is), text_str(&wanted));
            guarded_free(copy, len);
        }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("edges of groups");
    TCase *cases = tcase_create("edges of groups");
    tcase_add_test(cases, what_is_no_value_depends_on_kind_and_unit);
    tcase_add_test(cases, functions_of_numbers_are_of_numbers_and_patterns_of_texts);
    tcase_add_test(cases, a_function_is_of_its_own_field);
    tcase_add_test(cases, of_what_is_only_told_apart_nothing_else_is_kept);
    tcase_add_test(cases, of_events_at_one_time_the_first_and_last_do_not_depend_on_who_came_first);
    tcase_add_test(cases,
                   groups_without_a_value_come_last_whichever_way_and_equal_ones_by_their_keys);
    tcase_add_test(cases, a_step_has_the_times_from_its_beginning_to_the_next);
    tcase_add_test(cases, what_is_the_same_value_is_one_key);
    tcase_add_test(cases, texts_have_patterns_and_what_is_no_text_is_none);
    tcase_add_test(cases, a_pattern_is_that_of_the_text_whatever_is_behind_it);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
