/* Outliers: one recording of a fleet that is known to differ is found, and no other; where none
 * differs, none is found in more fleets than chance allows, also where recordings scatter by more
 * than their samples explain and are of different length. */
#include "analyzers/compare/outliers.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 12, MOST_GROUPS = 40 };

static uint64_t random_state;

static double random_unit(void) {
    uint64_t x = random_state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (double)((x ^ (x >> 31)) >> 11) / 9007199254740992.0;
}

static double random_normal(void) {
    return sqrt(-2 * log(1 - random_unit())) * cos(6.283185307179586 * random_unit());
}

struct fleet {
    size_t groups;
    double scatter;   /* of a row's share between recordings: standard deviation of its logarithm */
    uint64_t samples; /* of the usual recording */
    bool lengths;     /* recordings are from a fifth to five times as long */
    size_t odd;       /* this one... */
    double factor;    /* ...has so many times the first row; 1: none differs */
};

/* Each sample falls into a row by its share in its recording. */
static struct across make(const struct fleet *fleet) {
    struct across across = {.rows = ROWS};
    uint64_t counts[ROWS][MOST_GROUPS] = {{0}};
    for (size_t g = 0; g < fleet->groups; g++) {
        double shares[ROWS], sum = 0;
        for (size_t r = 0; r < ROWS; r++) {
            shares[r] = pow(0.7, (double)r) * exp(fleet->scatter * random_normal());
            if (r == 0 && g == fleet->odd) shares[r] *= fleet->factor;
            sum += shares[r];
        }
        double length = fleet->lengths ? exp(log(5) * (2 * random_unit() - 1)) : 1;
        uint64_t samples = (uint64_t)((double)fleet->samples * length);
        for (uint64_t i = 0; i < samples; i++) {
            double at = random_unit() * sum;
            size_t r = 0;
            while (r + 1 < ROWS && at >= shares[r]) at -= shares[r++];
            counts[r][g]++;
        }
        array_push(&across.groups, (struct across_group){.value = "g", .samples = samples});
        across.samples += samples;
    }
    across.first = mem_zero(ROWS + 1, sizeof *across.first);
    for (uint32_t r = 0; r < ROWS; r++) {
        for (uint32_t g = 0; g < fleet->groups; g++)
            if (counts[r][g])
                array_push(&across.cells,
                           (struct across_cell){r, g, counts[r][g], counts[r][g], 0, 0});
        across.first[r + 1] = across.cells.len;
    }
    return across;
}

static const struct fleet fleets[] = {
    {.groups = 12, .samples = 500, .factor = 1},
    {.groups = 12, .samples = 500, .scatter = 0.3, .factor = 1},
    {.groups = 40, .samples = 300, .scatter = 0.3, .factor = 1},
    {.groups = 12, .samples = 400, .scatter = 0.3, .lengths = true, .factor = 1},
    {.groups = 4, .samples = 1000, .scatter = 0.2, .factor = 1},
};

START_TEST(where_none_differs_none_is_found_but_by_chance) {
    enum { TIMES = 200 };
    int found = 0;
    random_state = (uint64_t)_i;
    for (int i = 0; i < TIMES; i++) {
        struct across across = make(&fleets[_i]);
        struct outliers outliers;
        outliers_find(&across, false, 0.05, &outliers);
        ck_assert_uint_gt(outliers.tested, 0);
        found += outliers.items.len > 0;
        outliers_free(&outliers);
        across_free(&across);
    }
    /* One in twenty, and three standard deviations of so many draws. */
    ck_assert_msg(found <= 0.05 * TIMES + 3 * sqrt(0.05 * 0.95 * TIMES), "found in %d of %d", found,
                  TIMES);
}
END_TEST

START_TEST(the_one_that_differs_is_found) {
    enum { TIMES = 50 };
    int found = 0, others = 0;
    random_state = 1000 + (uint64_t)_i;
    for (int i = 0; i < TIMES; i++) {
        struct fleet fleet = fleets[_i];
        fleet.odd = 3;
        fleet.factor = fleet.scatter > 0 ? 12 : 3;
        struct across across = make(&fleet);
        struct outliers outliers;
        outliers_find(&across, false, 0.05, &outliers);
        bool first = outliers.items.len && outliers.items.items[0].group == 3 &&
                     outliers.items.items[0].row == 0;
        found += first;
        if (first) {
            const struct outlier *o = &outliers.items.items[0];
            ck_assert_double_gt(o->share, o->others);
            ck_assert(o->low > 0 && o->low < o->share - o->others &&
                      o->share - o->others < o->high);
            ck_assert(o->p <= o->chance && o->chance <= 0.05);
        }
        for (size_t k = 0; k < outliers.items.len; k++)
            others += outliers.items.items[k].group != 3;
        outliers_free(&outliers);
        across_free(&across);
    }
    ck_assert_msg(found >= TIMES * 8 / 10, "found in %d of %d", found, TIMES);
    ck_assert_msg(others <= TIMES / 5, "others %d times", others);
}
END_TEST

/* Its chance is as large as may be. Those of a chance that is larger than one of them are no more.
 */
START_TEST(what_is_no_likelier_than_asked_for_is_found) {
    random_state = 5;
    struct fleet fleet = {.groups = 12, .samples = 500, .odd = 3, .factor = 3};
    struct across across = make(&fleet);
    struct outliers all, some;
    outliers_find(&across, false, 0.5, &all);
    ck_assert_uint_ge(all.items.len, 3);
    for (size_t i = 0; i < all.items.len; i++) {
        double alpha = all.items.items[i].chance;
        size_t as_likely = i + 1;
        while (as_likely < all.items.len && all.items.items[as_likely].chance == alpha) as_likely++;
        outliers_find(&across, false, alpha, &some);
        ck_assert_uint_eq(some.items.len, as_likely);
        ck_assert_uint_eq(some.tested, all.tested);
        for (size_t k = 0; k < as_likely; k++) {
            ck_assert_uint_eq(some.items.items[k].row, all.items.items[k].row);
            ck_assert_uint_eq(some.items.items[k].group, all.items.items[k].group);
        }
        outliers_free(&some);
    }
    outliers_free(&all);
    across_free(&across);
}
END_TEST

/* Of each kind of fleet all that is thinkable, as it ever was: sums of what is said of it. */
START_TEST(chances_and_intervals_are_those_that_they_ever_were) {
    static const struct {
        size_t found;
        double p, chance, low, high;
    } sums[] = {
        {3, 0.0404122356, 2.08358462, -0.0297040441, 0.244077335},
        {0, 0, 0, 0, 0},
        {0, 0, 0, 0, 0},
        {5, 0.219775967, 21.8926022, -0.320438833, 0.724275411},
        {48, 212.583276, 112.451639, -3.05984337, 4.62480789},
    };
    struct fleet fleet = fleets[_i];
    double p = 0, chance = 0, low = 0, high = 0;
    struct outliers outliers;
    random_state = 20 + (uint64_t)_i;
    fleet.odd = 2;
    fleet.factor = 3;
    struct across across = make(&fleet);
    outliers_find(&across, false, 0.99, &outliers);
    for (size_t i = 0; i < outliers.items.len; i++) {
        const struct outlier *o = &outliers.items.items[i];
        p += o->p * (double)(o->row + 1);
        chance += o->chance * (double)(o->group + 1);
        low += o->low;
        high += o->high;
    }
    ck_assert_msg(outliers.items.len == sums[_i].found && fabs(p - sums[_i].p) < 1e-6 &&
                      fabs(chance - sums[_i].chance) < 1e-6 && fabs(low - sums[_i].low) < 1e-6 &&
                      fabs(high - sums[_i].high) < 1e-6,
                  "{%zu, %.9g, %.9g, %.9g, %.9g}", outliers.items.len, p, chance, low, high);
    outliers_free(&outliers);
    across_free(&across);
}
END_TEST

START_TEST(three_groups_are_too_few_and_empty_ones_are_none) {
    struct fleet fleet = {.groups = 3, .samples = 1000, .odd = 1, .factor = 20};
    struct outliers outliers;
    random_state = 7;
    struct across across = make(&fleet);
    outliers_find(&across, false, 0.05, &outliers);
    ck_assert_uint_eq(outliers.tested, 0);
    /* A group of values alone, without samples. */
    array_push(&across.groups, (struct across_group){.value = "empty"});
    outliers_find(&across, false, 0.05, &outliers);
    ck_assert_uint_eq(outliers.tested, 0);
    across_free(&across);
    fleet.groups = 5;
    across = make(&fleet);
    array_push(&across.groups, (struct across_group){.value = "empty"});
    outliers_find(&across, false, 0.05, &outliers);
    ck_assert_uint_gt(outliers.tested, 0);
    for (size_t i = 0; i < outliers.items.len; i++)
        ck_assert_uint_ne(outliers.items.items[i].group, 5);
    outliers_free(&outliers);
    across_free(&across);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("outliers");
    TCase *cases = tcase_create("outliers");
    tcase_set_timeout(cases, 0);
    tcase_add_loop_test(cases, where_none_differs_none_is_found_but_by_chance, 0, 5);
    tcase_add_loop_test(cases, the_one_that_differs_is_found, 0, 4);
    tcase_add_test(cases, what_is_no_likelier_than_asked_for_is_found);
    tcase_add_loop_test(cases, chances_and_intervals_are_those_that_they_ever_were, 0, 5);
    tcase_add_test(cases, three_groups_are_too_few_and_empty_ones_are_none);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
