/* A profile taken apart by a label: what was merged is there again. */
#include "analyzers/profile/labels.h"
#include "analyzers/profile/split.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <string.h>

/* A run with so many samples of a and of b, merged into the profile; NULL: without a label. */
static void merge_run(struct profile *into, const char *run, uint64_t a, uint64_t b) {
    struct profile one = {.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = PROFILE_NO_TIMES};
    const struct profile_thread thread = {.os_id = 1};
    const struct label label = {SPLIT_RUN, run};
    static const char *const stacks[] = {"m.M.m;a.A.a", "m.M.m;b.B.b"};
    const uint64_t counts[] = {a, b};
    for (int i = 0; i < 2; i++) {
        if (!counts[i]) continue;
        uint32_t stack =
            stacks_add_weighted(&one, stacks[i], (struct profile_weight){.samples = counts[i]});
        profile_add_sample(&one,
                           &(struct profile_sample){.time_ns = PROFILE_NO_TIME,
                                                    .stack = stack,
                                                    .thread = profile_add_thread(&one, &thread),
                                                    .count = counts[i]});
    }
    if (run) profile_label(&one, &label, 1);
    profile_merge(into, &one);
    profile_free(&one);
}

/* Samples with the frame on top. */
static uint64_t samples_in(const struct profile *profile, const char *method) {
    uint64_t samples = 0;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        const struct profile_stack *stack = &profile->stacks.items[sample.stack];
        uint32_t leaf = profile->stack_frames.items[stack->first];
        const char *name =
            strings_get(&profile->frames.strings, profile->frames.rows.items[leaf].method);
        ck_assert_uint_eq(stack->depth, 2);
        if (strcmp(name, method) == 0) samples += sample.count;
    }
    return samples;
}

START_TEST(each_run_has_the_samples_that_it_had_and_the_rest_is_a_part) {
    struct profile merged = {.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                             .time_grain = PROFILE_NO_TIMES};
    static const uint64_t counts[][2] = {{5, 10}, {7, 0}, {1, 2}};
    struct profile_parts parts;
    merge_run(&merged, "y", counts[1][0], counts[1][1]);
    merge_run(&merged, "x", counts[0][0], counts[0][1]);
    merge_run(&merged, NULL, counts[2][0], counts[2][1]);
    profile_split(&merged, SPLIT_RUN, &parts);
    ck_assert_uint_eq(parts.items.len, 3);
    for (size_t i = 0; i < 3; i++) {
        const struct profile *part = &parts.items.items[i];
        ck_assert_uint_eq(part->samples, counts[i][0] + counts[i][1]);
        ck_assert_uint_eq(samples_in(part, "a"), counts[i][0]);
        ck_assert_uint_eq(samples_in(part, "b"), counts[i][1]);
    }
    profile_parts_free(&parts);
    profile_free(&merged);
}
END_TEST

START_TEST(one_run_or_none_is_not_taken_apart) {
    struct profile merged = {.keep = PROFILE_STACKS | PROFILE_SAMPLES,
                             .time_grain = PROFILE_NO_TIMES};
    struct profile_parts parts;
    merge_run(&merged, NULL, 1, 2);
    profile_split(&merged, SPLIT_RUN, &parts);
    ck_assert_uint_eq(parts.items.len, 0);
    merge_run(&merged, "x", 3, 4);
    profile_split(&merged, SPLIT_RUN, &parts);
    ck_assert_uint_eq(parts.items.len, 0);
    merge_run(&merged, "y", 3, 4);
    profile_split(&merged, "other", &parts);
    ck_assert_uint_eq(parts.items.len, 0);
    profile_split(&merged, SPLIT_RUN, &parts);
    ck_assert_uint_eq(parts.items.len, 3);
    profile_parts_free(&parts);
    profile_free(&merged);
}
END_TEST

/* Sets of labels are in order like the texts "a1b2" of their letters: the shorter of two that begin
 * alike is first, whatever is written behind it. */
START_TEST(sets_of_labels_are_in_the_order_of_their_labels) {
    static const char *const told[] = {"",   "a1",   "a1a2", "a1a2b1", "a1b1",
                                       "a2", "a2b1", "b1",   "b2"};
    enum { SETS = sizeof told / sizeof *told };
    struct profile p = {0};
    uint32_t sets[SETS];
    for (size_t n = 0; n < SETS; n++) {
        size_t i = n * 7 % SETS; /* greater ones lie behind */
        OWNED(array_release) profile_label_list labels = {0};
        for (size_t at = strlen(told[i]); at > 0; at -= 2) {
            struct profile_label label;
            memset(&label, 0, sizeof label);
            label.key = strings_intern(&p.frames.strings, &told[i][at - 2], 1);
            label.value = strings_intern(&p.frames.strings, &told[i][at - 1], 1);
            array_push(&labels, label);
        }
        sets[i] = profile_labels_put(&p, &labels);
    }
    for (size_t i = 0; i < SETS; i++)
        for (size_t k = 0; k < SETS; k++) {
            int order = profile_labels_compare(&p, sets[i], sets[k]);
            ck_assert_msg((order > 0) - (order < 0) == (i > k) - (i < k), "%s, %s: %d", told[i],
                          told[k], order);
        }
    profile_free(&p);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("split");
    TCase *tcase = tcase_create("split");
    tcase_add_test(tcase, each_run_has_the_samples_that_it_had_and_the_rest_is_a_part);
    tcase_add_test(tcase, sets_of_labels_are_in_the_order_of_their_labels);
    tcase_add_test(tcase, one_run_or_none_is_not_taken_apart);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
