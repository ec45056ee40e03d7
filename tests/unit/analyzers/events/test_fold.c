/* Groups: their numbers, whoever read which events; percentiles of many; patterns of texts. */
#include "analyzers/events/fold.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct fold_plan plan_of(const char *const *keys, const char *const *shows,
                                struct arena *texts) {
    struct fold_key parsed_keys[FOLD_KEYS];
    struct fold_show parsed[FOLD_SHOWS];
    size_t key_count = 0, show_count = 0;
    struct jfr_error error;
    struct fold_plan plan;
    for (; keys[key_count]; key_count++)
        ck_assert(fold_parse_key(keys[key_count], texts, &parsed_keys[key_count], &error));
    for (; shows[show_count]; show_count++)
        ck_assert(fold_parse_show(shows[show_count], NULL, texts, &parsed[show_count], &error));
    fold_plan_make(&plan, parsed_keys, key_count, parsed, show_count);
    return plan;
}

/* cells: of keys, then of measures. */
static void fold_add(struct fold *fold, struct things *things, int64_t time_ns, uint64_t *cells) {
    uint32_t group = (uint32_t)fold_group(fold, things, cells);
    fold_count_many(fold, &group, 1);
    for (size_t i = 0; i < fold->plan->measure_count; i++) {
        struct fold_batch one = {1, &group, &time_ns, &cells[fold->plan->key_count + i]};
        fold_measure_many(fold, things, i, &one);
    }
}

/* Events of host and duration: i from `from` to `to`, hosts in turn. */
static void add_events(struct fold *fold, struct things *things, int from, int to) {
    static const char *const hosts[] = {"a", "b", "c"};
    for (int i = from; i < to; i++) {
        uint64_t cells[] = {strings_intern(&things->texts, hosts[i % 3], 1), (uint64_t)i,
                            (uint64_t)i % 2, (uint64_t)(i % 10 == 0 ? JFR_NULL_INT : i)};
        fold_add(fold, things, i, cells);
    }
}

static int64_t value(const struct fold *fold, size_t group, size_t show) {
    return (int64_t)fold_value_of(fold, group, show).cell;
}

static const char *const by_host[] = {"host", NULL};
static const char *const all_shows[] = {
    "count",     "sum(ms)",  "min(ms)",     "avg(ms)",  "p50(ms)",      "p99(ms)", "max(ms)",
    "first(ms)", "last(ms)", "unique(odd)", "max(odd)", "count(maybe)", NULL};

static struct fold_plan all_plan(struct arena *texts) {
    struct fold_plan plan = plan_of(by_host, all_shows, texts);
    ck_assert_uint_eq(fold_plan_paths(&plan), 4);
    plan.fields[0].kind = JFR_COLUMN_TEXT;
    plan.fields[1] = (struct fold_field){JFR_COLUMN_INT, JFR_UNIT_NS_SPAN};
    plan.fields[2].kind = JFR_COLUMN_BOOLEAN;
    plan.fields[3].kind = JFR_COLUMN_INT;
    return plan;
}

START_TEST(numbers_of_a_group_are_those_of_its_events) {
    struct arena texts = {0};
    struct things things = {0};
    struct fold_plan plan = all_plan(&texts);
    struct fold fold = fold_open(&plan);
    add_events(&fold, &things, 0, 300);
    uint32_t *order = fold_order(&fold, &things, SIZE_MAX, false);
    size_t b = order[1]; /* 1, 4, ..., 298 */
    ck_assert_uint_eq(fold_groups(&fold), 3);
    ck_assert_str_eq(strings_get(&things.texts, (uint32_t)fold_key_of(&fold, b, 0).cell), "b");
    ck_assert_int_eq(value(&fold, b, 0), 100);
    ck_assert_int_eq(value(&fold, b, 1), 14950);
    ck_assert_int_eq(value(&fold, b, 2), 1);
    ck_assert_int_eq(value(&fold, b, 3), 150); /* 149.5 */
    ck_assert_int_eq(value(&fold, b, 4), 148); /* the 50th of 100 */
    ck_assert_int_eq(value(&fold, b, 5), 295);
    ck_assert_int_eq(value(&fold, b, 6), 298);
    ck_assert_int_eq(value(&fold, b, 7), 1);
    ck_assert_int_eq(value(&fold, b, 8), 298);
    ck_assert_int_eq(value(&fold, b, 9), 2);
    ck_assert_int_eq(fold_value_of(&fold, b, 10).kind, JFR_COLUMN_BOOLEAN);
    ck_assert_int_eq(value(&fold, b, 10), 1);
    ck_assert_int_eq(value(&fold, b, 11), 90);
    free(order);
    fold_free(&fold);
    things_free(&things);
    arena_free(&texts);
}
END_TEST

START_TEST(who_read_what_does_not_matter) {
    struct arena texts = {0};
    struct things one = {0}, first = {0}, second = {0};
    struct fold_plan plan = all_plan(&texts);
    struct fold all = fold_open(&plan), into = fold_open(&plan), from = fold_open(&plan);
    add_events(&all, &one, 0, 20000);
    strings_intern(&second.texts, "shifts the numbers", 18);
    add_events(&into, &first, 15000, 20000);
    add_events(&from, &second, 0, 15000);
    struct things_ids ids = things_merge(&first, &second);
    fold_merge(&into, &from, &first, &ids);
    uint32_t *x = fold_order(&all, &one, 0, true), *y = fold_order(&into, &first, 0, true);
    for (size_t g = 0; g < 3; g++) {
        ck_assert_str_eq(strings_get(&one.texts, (uint32_t)fold_key_of(&all, x[g], 0).cell),
                         strings_get(&first.texts, (uint32_t)fold_key_of(&into, y[g], 0).cell));
        for (size_t i = 0; i < plan.show_count; i++)
            ck_assert_int_eq(value(&all, x[g], i), value(&into, y[g], i));
    }
    free(x);
    free(y);
    things_ids_free(&ids);
    fold_free(&all);
    fold_free(&into);
    fold_free(&from);
    things_free(&one);
    things_free(&first);
    things_free(&second);
    arena_free(&texts);
}
END_TEST

START_TEST(percentiles_of_many_are_within_the_error_that_is_promised) {
    struct digest d = {0};
    static const double shares[] = {0, 0.001, 0.5, 0.9, 0.99, 0.999, 1};
    for (int i = 1; i <= 100000; i++) digest_add(&d, (double)((int64_t)i * 7919 % 100003) * 12345);
    double numbers[100000];
    for (int i = 1; i <= 100000; i++) numbers[i - 1] = (double)((int64_t)i * 7919 % 100003) * 12345;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        double said = digest_quantile(&d, shares[i]);
        uint64_t below = 0, not_above = 0;
        for (size_t k = 0; k < 100000; k++) {
            below += numbers[k] < said * (1 - DIGEST_ERROR);
            not_above += numbers[k] <= said * (1 + DIGEST_ERROR);
        }
        ck_assert((double)below <= shares[i] * 100000 + 1 &&
                  (double)not_above >= shares[i] * 100000 - 1);
    }
    digest_free(&d);
}
END_TEST

START_TEST(percentiles_of_few_are_values_that_occurred) {
    struct digest d = {0};
    ck_assert(isnan(digest_quantile(&d, 0.5)));
    for (int i = 100; i >= 1; i--) digest_add(&d, i * 10);
    ck_assert_double_eq(digest_quantile(&d, 0.5), 500);
    ck_assert_double_eq(digest_quantile(&d, 0.99), 990);
    ck_assert_double_eq(digest_quantile(&d, 0.991), 1000);
    ck_assert_double_eq(digest_quantile(&d, 0), 10);
    digest_free(&d);
}
END_TEST

/* JDK 7 and 8 say of a read at the end of a stream that it read -1 bytes. */
START_TEST(fewer_than_no_bytes_are_no_value) {
    static const char *const shows[] = {"count",       "sum(read)",   "min(read)",   "max(read)",
                                        "count(read)", "sum(offset)", "min(offset)", NULL};
    struct arena texts = {0};
    struct things things = {0};
    struct fold_plan plan = plan_of(by_host, shows, &texts);
    ck_assert_uint_eq(fold_plan_paths(&plan), 3);
    plan.fields[0].kind = JFR_COLUMN_TEXT;
    plan.fields[1] = (struct fold_field){JFR_COLUMN_INT, JFR_UNIT_BYTES};
    plan.fields[2].kind = JFR_COLUMN_INT;
    struct fold fold = fold_open(&plan);
    static const int64_t reads[][2] = {{100, 5}, {-1, -7}, {20, 3}};
    for (int64_t i = 0; i < 3; i++) {
        uint64_t cells[] = {strings_intern(&things.texts, "a", 1), (uint64_t)reads[i][0],
                            (uint64_t)reads[i][1]};
        fold_add(&fold, &things, i, cells);
    }
    uint64_t closed[] = {strings_intern(&things.texts, "b", 1), (uint64_t)-1, 0};
    fold_add(&fold, &things, 3, closed);
    static const int64_t wanted[] = {3, 120, 20, 100, 2, 1, -7};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        ck_assert_int_eq(value(&fold, 0, i), wanted[i]);
    ck_assert_int_eq(value(&fold, 1, 0), 1);
    ck_assert_int_eq(value(&fold, 1, 1), JFR_NULL_INT);
    fold_free(&fold);
    things_free(&things);
    arena_free(&texts);
}
END_TEST

START_TEST(sums_of_reals_do_not_depend_on_their_order) {
    struct arena texts = {0};
    struct things things = {0};
    static const char *const none[] = {NULL}, *const sum[] = {"sum(load)", "avg(load)", NULL};
    struct fold_plan plan = plan_of(none, sum, &texts);
    plan.fields[0].kind = JFR_COLUMN_REAL;
    struct fold up = fold_open(&plan), down = fold_open(&plan);
    for (int i = 0; i < 1000; i++) {
        double x = 0.1 * i, y = 0.1 * (999 - i);
        uint64_t cell;
        memcpy(&cell, &x, sizeof cell);
        fold_add(&up, &things, i, &cell);
        memcpy(&cell, &y, sizeof cell);
        fold_add(&down, &things, i, &cell);
    }
    double total, mean;
    uint64_t cells[] = {fold_value_of(&up, 0, 0).cell, fold_value_of(&up, 0, 1).cell};
    ck_assert(cells[0] == fold_value_of(&down, 0, 0).cell);
    memcpy(&total, &cells[0], sizeof total);
    memcpy(&mean, &cells[1], sizeof mean);
    ck_assert_double_eq_tol(total, 49950, 1e-6);
    ck_assert_double_eq_tol(mean, 49.95, 1e-9);
    fold_free(&up);
    fold_free(&down);
    things_free(&things);
    arena_free(&texts);
}
END_TEST

START_TEST(patterns_leave_out_what_tells_one_from_another) {
    static const struct {
        const char *text, *pattern;
    } cases[] = {
        {"\xc4\x80 17", "\xc4\x80 #"}, /* a letter that ends with the first of such bytes */
        {"17\xc4\x80 x", "# x"},
        {"\xc4\x80"
         "17",
         "\xc4\x80"
         "17"},
        {"Connection 17 to 10.0.0.3:80 refused", "Connection # to # refused"},
        {"Index 5 out of bounds for length 4", "Index # out of bounds for length #"},
        {"java.lang.Object@1b2c3d", "java.lang.Object@#"},
        {"java.lang.Object@cafe", "java.lang.Object@#"},
        {"@cafe", "@#"},
        {"cafe", "cafe"},
        {"cafe cafe", "cafe cafe"},
        {"timeout after 20ms", "timeout after #"},
        {"id 550e8400-e29b-41d4-a716-446655440000 gone", "id # gone"},
        {"at 0x7f00aa", "at #"},
        {"IPv4 and utf8 stay", "IPv4 and utf8 stay"},
        {"", ""},
        {"no such bean", "no such bean"},
        {"a.1", "a.#"},
        {"a,1 b-2", "a,# b-#"},
        {"20ms:5", "#"},
        {"5:20ms", "#"},
        {"10:facade", "#:facade"}, /* hexadecimal digits alone are an id in a UUID only */
        {"10-facade", "#"},
        {"10-fac", "#-fac"},
        {"1..2", "#..#"},
        {"1.", "#."},
        {"1.x", "#.x"},
        {"1. x", "#. x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text out = {0};
        fold_add_pattern(&out, cases[i].text, strlen(cases[i].text));
        ck_assert_str_eq(text_str(&out), cases[i].pattern);
        text_free(&out);
    }
}
END_TEST

START_TEST(words_that_mean_nothing_are_refused) {
    struct arena texts = {0};
    struct fold_key key;
    struct fold_show show;
    struct jfr_error error;
    ck_assert(!fold_parse_key("10parsecs", &texts, &key, &error));
    ck_assert(!fold_parse_key("a b", &texts, &key, &error));
    ck_assert(!fold_parse_key("", &texts, &key, &error));
    ck_assert(!fold_parse_key("pattern()", &texts, &key, &error));
    ck_assert(!fold_parse_key("0s", &texts, &key, &error));
    ck_assert(!fold_parse_show("sum()", NULL, &texts, &show, &error));
    ck_assert(fold_parse_key("10s", &texts, &key, &error) && key.step_ns == 10000000000);
    ck_assert(!fold_parse_show("p98(duration)", NULL, &texts, &show, &error));
    ck_assert_ptr_nonnull(strstr(error.text, "did you mean p90?"));
    ck_assert(!fold_parse_show("sum(", NULL, &texts, &show, &error));
    ck_assert(fold_parse_show("p99", "bytes", &texts, &show, &error));
    ck_assert_str_eq(show.label, "p99(bytes)");
    arena_free(&texts);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("groups of events");
    TCase *cases = tcase_create("groups of events");
    tcase_add_test(cases, numbers_of_a_group_are_those_of_its_events);
    tcase_add_test(cases, who_read_what_does_not_matter);
    tcase_add_test(cases, percentiles_of_many_are_within_the_error_that_is_promised);
    tcase_add_test(cases, percentiles_of_few_are_values_that_occurred);
    tcase_add_test(cases, fewer_than_no_bytes_are_no_value);
    tcase_add_test(cases, sums_of_reals_do_not_depend_on_their_order);
    tcase_add_test(cases, patterns_leave_out_what_tells_one_from_another);
    tcase_add_test(cases, words_that_mean_nothing_are_refused);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
