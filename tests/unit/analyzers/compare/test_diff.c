/* The diff against counts that the test makes up: shares, what is new and removed, which rows are
 * more than chance, paths, replicates, rates. */
#include "analyzers/compare/diff_parts.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <math.h>
#include <stdio.h>

#define SECOND INT64_C(1000000000)

static struct profile profiles[16];
static struct diff_recording recordings[16];
static size_t count;
static struct diff diff;
static struct diff_options options;
static uint64_t state;

static void setup(void) {
    count = 0;
    state = 88172645463325252u;
    options = (struct diff_options){.alpha = 0.05, .confidence = 0.95};
    diff = (struct diff){0};
}

static void teardown(void) {
    diff_free(&diff);
    for (size_t i = 0; i < count; i++) profile_free(&profiles[i]);
}

static double chance(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static struct profile *recording(int side, double seconds) {
    struct profile *p = &profiles[count];
    *p = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = SECOND};
    recordings[count++] = (struct diff_recording){.profile = p, .side = side, .seconds = seconds};
    return p;
}

/* So many samples of the stack in one second of a thread. */
static void sample(struct profile *p, const char *stack, int64_t second, uint64_t os_id,
                   uint64_t samples, int64_t value) {
    if (samples == 0) return;
    struct profile_weight weight = {samples, value, false};
    uint32_t index =
        stack ? stacks_add_weighted(p, stack, weight) : profile_add_stack(p, NULL, 0, weight);
    struct profile_thread thread = {.os_id = os_id};
    struct profile_sample row = {.time_ns = second * SECOND,
                                 .stack = index,
                                 .count = samples,
                                 .value = value,
                                 .thread = profile_add_thread(p, &thread)};
    profile_add_sample(p, &row);
}

static void compute(void) {
    diff_compute(recordings, count, &options, &diff);
}

static const struct diff_row *row(const char *name) {
    struct text text = {0};
    for (uint32_t i = 0; i < diff.rows.len; i++) {
        text_clear(&text);
        frame_add_name(&diff.joined.frames, i, &text);
        bool same = strcmp(text_str(&text), name) == 0;
        if (same) {
            text_free(&text);
            return &diff.rows.items[i];
        }
    }
    text_free(&text);
    ck_abort_msg("no row %s", name);
    return NULL;
}

/* 50 samples a second of one thread, evenly: the rest is "m;rest". */
static void even(struct profile *p, const char *stack, int seconds, uint64_t each) {
    for (int s = 0; s < seconds; s++) {
        sample(p, stack, s, 1, each, 0);
        sample(p, "m;rest", s, 1, 50 - each, 0);
    }
}

START_TEST(shares_are_of_all_samples_those_without_stack_too) {
    struct profile *base = recording(0, 2), *fresh = recording(1, 2);
    sample(base, "m;a", 0, 1, 30, 0);
    sample(base, NULL, 0, 1, 10, 0);
    sample(fresh, "m;a", 0, 1, 10, 0);
    sample(fresh, "m;b", 0, 1, 10, 0);
    compute();
    ck_assert_double_eq_tol(row("a")->self.shown[0], 0.75, 1e-12);
    ck_assert_double_eq_tol(row("a")->self.shown[1], 0.5, 1e-12);
    ck_assert_double_eq_tol(row("a")->self.change, -0.25, 1e-12);
    ck_assert_double_eq_tol(row("a")->self.ratio, 2.0 / 3, 1e-12);
    ck_assert_double_eq_tol(row("m")->total.shown[0], 0.75, 1e-12);
    ck_assert_double_eq_tol(row("m")->self.shown[0], 0, 1e-12);
    ck_assert(isinf(row("b")->self.ratio));
    ck_assert_uint_eq(diff.sides[0].samples, 40);
    ck_assert_uint_eq(diff.sides[0].without_stack, 10);
}
END_TEST

START_TEST(recursion_counts_once_in_total) {
    struct profile *base = recording(0, 1), *fresh = recording(1, 1);
    sample(base, "m;f;g;f;f", 0, 1, 4, 0);
    sample(fresh, "m;f", 0, 1, 4, 0);
    compute();
    ck_assert_double_eq(row("f")->total.count[0], 4);
    ck_assert_double_eq(row("f")->self.count[0], 4);
}
END_TEST

START_TEST(a_change_beyond_chance_is_significant_and_others_are_not) {
    even(recording(0, 30), "m;a", 30, 5);
    even(recording(1, 30), "m;a", 30, 10);
    compute();
    ck_assert(row("a")->self.significant);
    ck_assert(row("m")->self.significant == false);
    ck_assert_double_lt(row("a")->self.adjusted, 0.001);
    ck_assert_double_gt(row("a")->self.low, 0.05);
    ck_assert_double_lt(row("a")->self.high, 0.15);
}
END_TEST

START_TEST(what_comes_in_bursts_has_to_change_by_more) {
    struct profile *base = recording(0, 30), *fresh = recording(1, 30);
    for (int s = 0; s < 30; s++) { /* all of a second, or nothing */
        sample(base, s % 10 ? "m;rest" : "m;a", s, 1, 50, 0);
        sample(fresh, s % 5 ? "m;rest" : "m;a", s, 1, 50, 0);
    }
    compute();
    ck_assert_double_gt(row("a")->self.design_effect, 40);
    ck_assert(!row("a")->self.significant); /* 3 seconds of 30 against 6 */
}
END_TEST

START_TEST(threads_of_one_second_are_cells_of_their_own) {
    struct profile *base = recording(0, 1), *fresh = recording(1, 1);
    for (uint64_t t = 1; t <= 20; t++) {
        sample(base, "m;a", 0, t, 5, 0);
        sample(base, "m;rest", 0, t, 45, 0);
        sample(fresh, "m;a", 0, t, 10, 0);
        sample(fresh, "m;rest", 0, t, 40, 0);
    }
    compute();
    ck_assert_double_eq(diff.sides[0].cells, 20);
    ck_assert(row("a")->self.significant);
}
END_TEST

START_TEST(new_and_removed_rows_are_in_the_same_order) {
    even(recording(0, 30), "m;old", 30, 10);
    even(recording(1, 30), "m;fresh", 30, 10);
    compute();
    size_t len;
    uint32_t *order = diff_order(&diff, true, &len);
    ck_assert_uint_eq(len, 3);                                  /* m is never on top */
    ck_assert_ptr_eq(&diff.rows.items[order[0]], row("fresh")); /* equal changes: by name */
    ck_assert_ptr_eq(&diff.rows.items[order[1]], row("old"));
    ck_assert_double_eq(row("old")->self.ratio, 0);
    free(order);
}
END_TEST

START_TEST(the_order_does_not_depend_on_which_recording_came_first) {
    struct profile *base = recording(0, 30), *fresh = recording(1, 30);
    sample(base, "z;b", 0, 1, 20, 0);
    sample(base, "z;a", 0, 1, 20, 0);
    sample(fresh, "z;a", 0, 1, 10, 0);
    sample(fresh, "z;b", 0, 1, 10, 0);
    compute();
    size_t len;
    uint32_t *order = diff_order(&diff, true, &len);
    ck_assert_ptr_eq(&diff.rows.items[order[0]], row("a"));
    free(order);
}
END_TEST

static const char *path_of(size_t i) {
    static struct text text;
    ARRAY(uint32_t) frames = {0};
    ck_assert_uint_lt(i, diff.paths.len);
    for (uint32_t at = diff.paths.items[i]; at != 0; at = diff.tree.nodes[at].parent)
        array_push(&frames, diff.tree.nodes[at].frame);
    text_clear(&text);
    for (size_t k = frames.len; k-- > 0;) {
        frame_add_name(&diff.joined.frames, frames.items[k], &text);
        if (k) text_add_char(&text, ';');
    }
    array_free(&frames);
    return text_str(&text);
}

START_TEST(a_path_is_shown_where_the_change_is_and_not_for_its_callers) {
    options.tree = true;
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 40);
        for (int s = 0; s < 40; s++) { /* x grew below run;work, all else is as it was */
            sample(p, "run;work;x", s, 1, side ? 20 : 8, 0);
            sample(p, "run;work;y", s, 1, 8, 0);
            sample(p, "run;idle", s, 1, 16, 0);
            sample(p, "other", s, 1, side ? 6 : 18, 0);
        }
    }
    compute();
    ck_assert_uint_eq(diff.paths.len, 2);
    bool x_first = strcmp(path_of(0), "run;work;x") == 0;
    ck_assert_str_eq(path_of(x_first ? 0 : 1), "run;work;x");
    ck_assert_str_eq(path_of(x_first ? 1 : 0), "other");
}
END_TEST

START_TEST(what_grew_with_its_caller_is_explained_by_it) {
    options.tree = true;
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 40);
        for (int s = 0; s < 40; s++) { /* work doubled, its two halves with it */
            sample(p, "run;work;x", s, 1, side ? 12 : 6, 0);
            sample(p, "run;work;y", s, 1, side ? 12 : 6, 0);
            sample(p, "run;idle", s, 1, side ? 26 : 38, 0);
        }
    }
    compute();
    bool work = false;
    for (size_t i = 0; i < diff.paths.len; i++) {
        ck_assert_str_ne(path_of(i), "run;work;x");
        ck_assert_str_ne(path_of(i), "run;work;y");
        work = work || strcmp(path_of(i), "run;work") == 0;
    }
    ck_assert(work);
}
END_TEST

START_TEST(counts_of_nodes_are_those_of_their_stacks) {
    options.tree = true;
    even(recording(0, 3), "m;a;b", 3, 20);
    even(recording(1, 3), "m;a", 3, 10);
    compute();
    for (uint32_t i = 0; i < diff.tree.len; i++) {
        const struct calltree_node *node = &diff.tree.nodes[i];
        const struct diff_measure *m = &diff.nodes.items[i];
        ck_assert_double_eq(m->count[0] + m->count[1], (double)node->total);
    }
}
END_TEST

/* One recording whose share of a is share, as even as can be. */
static void around(int side, double share) {
    struct profile *p = recording(side, 30);
    for (int s = 0; s < 30; s++) {
        uint64_t a = 0;
        for (int i = 0; i < 50; i++) a += chance() < share;
        sample(p, "m;a", s, 1, a, 0);
        sample(p, "m;rest", s, 1, 50 - a, 0);
    }
}

START_TEST(recordings_that_differ_among_themselves_hide_a_difference_of_sides) {
    /* 10 % against 14 %, each give or take 5 points from recording to recording. */
    const double off[] = {-0.05, 0.05, 0.0, 0.04};
    for (int i = 0; i < 4; i++) around(0, 0.10 + off[i]);
    for (int i = 0; i < 4; i++) around(1, 0.14 + off[3 - i]);
    compute();
    ck_assert_int_eq(diff.test, DIFF_BY_RECORDINGS);
    ck_assert_double_gt(diff.dispersion, 3);
    ck_assert(!row("a")->self.significant);
    /* All of one side taken as one recording, nothing is known of that. */
    for (size_t i = 0; i < count; i++) recordings[i].side = i >= 4;
    diff_free(&diff);
    diff_compute(&recordings[3], 2, &options, &diff);
    ck_assert_int_eq(diff.test, DIFF_BY_CELLS);
}
END_TEST

START_TEST(two_recordings_a_side_are_enough_to_judge_by_recordings) {
    struct diff_sums sums = {.recordings = {{.count = 1}, {.count = 5}},
                             .cells = {{.count = 40}, {.count = 50}}};
    ck_assert_double_eq(diff_freedom(&sums), 39 + 49);
    sums.recordings[0].count = 2; /* ten for what all rows say */
    ck_assert_double_eq(diff_freedom(&sums), 1 + 4 + 10);
    sums.recordings[1].count = 2;
    ck_assert_double_eq(diff_freedom(&sums), 1 + 1 + 10);
}
END_TEST

/* Each second is all a or all rest, as in a job whose phases last for seconds. */
static void in_phases(int side, int of_ten) {
    struct profile *p = recording(side, 30);
    for (int s = 0; s < 30; s++) sample(p, s % 10 < of_ten ? "m;a" : "m;rest", s, 1, 10, 0);
}

START_TEST(three_recordings_that_agree_say_more_than_seconds_that_do_not) {
    for (int runs = 2; runs <= 3; runs++) {
        count = 0;
        for (int i = 0; i < runs; i++) in_phases(0, 3);
        for (int i = 0; i < runs; i++) in_phases(1, 4);
        compute();
        ck_assert_int_eq(row("a")->self.significant, runs == 3);
        ck_assert_double_eq_tol(row("a")->self.design_effect, runs == 3 ? 1 : 10, 0.5);
        if (runs == 2) {
            diff_free(&diff);
            for (size_t i = 0; i < count; i++) profile_free(&profiles[i]);
        }
    }
}
END_TEST

START_TEST(recordings_that_agree_show_it) {
    for (int i = 0; i < 4; i++) around(0, 0.10);
    for (int i = 0; i < 4; i++) around(1, 0.16);
    compute();
    ck_assert(row("a")->self.significant);
    ck_assert_double_eq_tol(row("a")->self.rank_p, 2.0 / 70, 1e-9);
}
END_TEST

START_TEST(one_recording_that_stands_out_does_not_make_a_difference) {
    for (int i = 0; i < 4; i++) around(0, 0.10);
    for (int i = 0; i < 3; i++) around(1, 0.10);
    around(1, 0.5);
    compute();
    ck_assert(!row("a")->self.significant);
}
END_TEST

START_TEST(rates_see_what_shares_do_not) {
    even(recording(0, 30), "m;a", 30, 25);
    struct profile *fresh = recording(1, 30);
    for (int s = 0; s < 30; s++) { /* twice as much of everything */
        sample(fresh, "m;a", s, 1, 50, 0);
        sample(fresh, "m;rest", s, 1, 50, 0);
    }
    compute();
    ck_assert(!row("a")->self.significant);
    diff_free(&diff);
    options.normalize = DIFF_PER_SECOND;
    compute();
    ck_assert(row("a")->self.significant);
    ck_assert_double_eq_tol(row("a")->self.shown[0], 25, 1e-9);
    ck_assert_double_eq_tol(row("a")->self.shown[1], 50, 1e-9);
}
END_TEST

START_TEST(rates_allow_for_lengths) {
    even(recording(0, 30), "m;a", 30, 25);
    even(recording(1, 60), "m;a", 60, 25);
    options.normalize = DIFF_PER_SECOND;
    compute();
    ck_assert_double_eq_tol(row("a")->self.ratio, 1, 1e-9);
    ck_assert(!row("a")->self.significant);
    diff_free(&diff);
    options.normalize = DIFF_COUNTS;
    compute();
    ck_assert_double_eq_tol(row("a")->self.ratio, 2, 1e-9);
    ck_assert(row("a")->self.significant);
}
END_TEST

START_TEST(cpu_time_is_shared_out_by_samples) {
    even(recording(0, 30), "m;a", 30, 25);
    even(recording(1, 30), "m;a", 30, 25);
    recordings[0].cpu_seconds = 30; /* one processor */
    recordings[1].cpu_seconds = 60;
    options.normalize = DIFF_CPU;
    compute();
    ck_assert_double_eq_tol(row("a")->self.shown[0], 0.5, 1e-9);
    ck_assert_double_eq_tol(row("a")->self.shown[1], 1, 1e-9);
}
END_TEST

START_TEST(values_are_compared_by_what_samples_are_worth) {
    struct profile *base = recording(0, 30), *fresh = recording(1, 30);
    options.values = true;
    for (int s = 0; s < 30; s++) {
        sample(base, "m;a", s, 1, 10, 1000);
        sample(base, "m;rest", s, 1, 10, 1000);
        sample(fresh, "m;a", s, 1, 10, 3000);
        sample(fresh, "m;rest", s, 1, 10, 1000);
    }
    compute();
    ck_assert_double_eq_tol(row("a")->self.shown[0], 0.5, 1e-9);
    ck_assert_double_eq_tol(row("a")->self.shown[1], 0.75, 1e-9);
    ck_assert(row("a")->self.significant);
}
END_TEST

/* Where each is worth as much, as many say as much, whatever they are counted by. */
START_TEST(what_samples_are_worth_makes_them_no_surer) {
    static const enum diff_normalize by[] = {DIFF_SHARES, DIFF_PER_SECOND, DIFF_COUNTS};
    struct profile *base = recording(0, 30), *fresh = recording(1, 30);
    for (int s = 0; s < 30; s++) {
        sample(base, "m;a", s, 1, 10, 7000);
        sample(base, "m;rest", s, 1, 10, 7000);
        sample(fresh, "m;a", s, 1, 6, 4200);
        sample(fresh, "m;rest", s, 1, 5, 3500);
    }
    options.normalize = by[_i];
    compute();
    struct diff_measure counted = row("a")->self;
    diff_free(&diff);
    options.values = true;
    compute();
    ck_assert_double_eq_tol(row("a")->self.count[1], 700 * counted.count[1], 1e-6);
    ck_assert_double_eq_tol(row("a")->self.ratio, counted.ratio, 1e-9);
    ck_assert_double_eq_tol(row("a")->self.p, counted.p, 1e-9);
    ck_assert_double_eq_tol(row("a")->self.low / row("a")->self.high, counted.low / counted.high,
                            1e-9);
}
END_TEST

START_TEST(a_pattern_counts_each_sample_once) {
    struct profile *base = recording(0, 1), *fresh = recording(1, 1);
    sample(base, "m;a;b", 0, 1, 10, 0);
    sample(base, "m;b", 0, 1, 5, 0);
    sample(base, "m;c", 0, 1, 5, 0);
    sample(fresh, "m;c", 0, 1, 20, 0);
    compute();
    bool chosen[8] = {0};
    struct diff_measure m;
    for (uint32_t i = 0; i < diff.rows.len; i++)
        chosen[i] = &diff.rows.items[i] == row("a") || &diff.rows.items[i] == row("b");
    diff_pattern(&diff, recordings, count, &options, chosen, false, &m);
    ck_assert_double_eq(m.count[0], 15);
    ck_assert_double_eq(m.count[1], 0);
}
END_TEST

START_TEST(an_empty_side_makes_nothing_significant) {
    even(recording(0, 30), "m;a", 30, 25);
    recording(1, 0);
    compute();
    ck_assert(!row("a")->self.significant);
    ck_assert(isnan(diff_detectable(&diff, &options, 0.1)));
}
END_TEST

START_TEST(a_profile_without_times_says_nothing_of_clusters) {
    for (int side = 0; side < 2; side++) {
        struct profile *p = recording(side, 30);
        for (uint64_t t = 1; t <= 20; t++) { /* threads do different things */
            sample(p, t % 2 ? "m;a" : "m;rest", 0, t, t % 2 && side ? 100 : 50, 0);
            p->moments.items[p->moments.len - 1].time_ns = PROFILE_NO_TIME;
        }
    }
    compute();
    ck_assert_double_eq(diff.sides[0].cells, 0);
    ck_assert_double_eq(row("a")->self.design_effect, 1);
    ck_assert(row("a")->self.significant);
}
END_TEST

START_TEST(equal_programs_seldom_differ) {
    int differ = 0, rounds = 200;
    for (int i = 0; i < rounds; i++) {
        for (int side = 0; side < 2; side++) {
            struct profile *p = recording(side, 20);
            for (int s = 0; s < 20; s++) {
                double drift = 0.5 + chance(); /* seconds differ */
                for (int k = 0; k < 30; k++) {
                    char name[32];
                    snprintf(name, sizeof name, "m;f%d", (int)(30 * pow(chance(), 2 * drift)));
                    sample(p, name, s, 1, 1, 0);
                }
            }
        }
        compute();
        bool any = false;
        for (size_t k = 0; k < diff.rows.len; k++) any = any || diff.rows.items[k].self.significant;
        differ += any;
        diff_free(&diff);
        while (count) profile_free(&profiles[--count]);
    }
    ck_assert_int_le(differ, rounds * 8 / 100);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diff");
    TCase *c = tcase_create("diff");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, shares_are_of_all_samples_those_without_stack_too);
    tcase_add_test(c, recursion_counts_once_in_total);
    tcase_add_test(c, a_change_beyond_chance_is_significant_and_others_are_not);
    tcase_add_test(c, what_comes_in_bursts_has_to_change_by_more);
    tcase_add_test(c, threads_of_one_second_are_cells_of_their_own);
    tcase_add_test(c, new_and_removed_rows_are_in_the_same_order);
    tcase_add_test(c, the_order_does_not_depend_on_which_recording_came_first);
    tcase_add_test(c, a_path_is_shown_where_the_change_is_and_not_for_its_callers);
    tcase_add_test(c, what_grew_with_its_caller_is_explained_by_it);
    tcase_add_test(c, counts_of_nodes_are_those_of_their_stacks);
    tcase_add_test(c, recordings_that_differ_among_themselves_hide_a_difference_of_sides);
    tcase_add_test(c, two_recordings_a_side_are_enough_to_judge_by_recordings);
    tcase_add_test(c, three_recordings_that_agree_say_more_than_seconds_that_do_not);
    tcase_add_test(c, recordings_that_agree_show_it);
    tcase_add_test(c, one_recording_that_stands_out_does_not_make_a_difference);
    tcase_add_test(c, rates_see_what_shares_do_not);
    tcase_add_test(c, rates_allow_for_lengths);
    tcase_add_test(c, cpu_time_is_shared_out_by_samples);
    tcase_add_test(c, values_are_compared_by_what_samples_are_worth);
    tcase_add_loop_test(c, what_samples_are_worth_makes_them_no_surer, 0, 3);
    tcase_add_test(c, a_pattern_counts_each_sample_once);
    tcase_add_test(c, an_empty_side_makes_nothing_significant);
    tcase_add_test(c, a_profile_without_times_says_nothing_of_clusters);
    tcase_add_test(c, equal_programs_seldom_differ);
    suite_add_tcase(suite, c);
    return suite_run(suite);
}
