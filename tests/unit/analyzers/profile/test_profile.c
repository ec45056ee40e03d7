/* The profile is a commutative monoid: however stacks are dealt out and merged again, reports see
 * the same. And what it counts adds up. */
#include "analyzers/methods/hot_methods.h"
#include "tests/support/jvm.h"
#include "tests/support/reading.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STACKS = 200, PARTS = 5, NAMES = 12, DEPTH = 10, SECOND = 1000000000 };

static uint64_t random_state;

static uint64_t random_below(uint64_t n) {
    uint64_t x = random_state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    return (x ^ (x >> 29)) % n;
}

/* A stack by the numbers of its frames, leaf first; the second source counts these. */
struct sample {
    unsigned frames[DEPTH];
    size_t depth; /* 0: without a stack */
    uint64_t count;
    bool truncated;
    unsigned thread, state, second;
};

static void make_samples(struct sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        samples[i] = (struct sample){.depth = random_below(DEPTH + 1),
                                     .count = 1 + random_below(5) * random_below(100),
                                     .truncated = random_below(4) == 0,
                                     .thread = (unsigned)random_below(3),
                                     .state = (unsigned)random_below(2),
                                     .second = (unsigned)random_below(4)};
        for (size_t k = 0; k < samples[i].depth; k++)
            samples[i].frames[k] = (unsigned)random_below(NAMES);
    }
}

static struct profile empty(void) {
    return (struct profile){.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES,
                            .time_grain = SECOND};
}

/* Adds them; ids are handed out in the order of occurrence, so they differ from part to part. */
static void add_samples(struct profile *p, const struct sample *samples, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct sample *s = &samples[i];
        uint32_t ids[DEPTH];
        for (size_t k = 0; k < s->depth; k++) {
            char name[20];
            int len = snprintf(name, sizeof name, "Class%u", s->frames[k]);
            struct frame frame = {.line = -1, .bci = -1};
            frame.class_name = strings_intern(&p->frames.strings, name, (size_t)len);
            frame.method = strings_intern(&p->frames.strings, "run", 3);
            ids[k] = frames_intern(&p->frames, &frame);
        }
        int64_t value = (int64_t)s->count * 20;
        struct profile_thread thread = {.os_id = 100 + s->thread};
        struct profile_sample sample = {
            .time_ns = (int64_t)s->second * SECOND,
            .state = s->state ? strings_intern(&p->frames.strings, "STATE_RUNNABLE", 14) : 0,
            .count = s->count,
            .value = value,
        };
        thread.name = strings_intern(&p->frames.strings, "worker", 6);
        sample.thread = s->thread ? profile_add_thread(p, &thread) : PROFILE_NONE;
        sample.stack = profile_add_stack(p, ids, s->depth,
                                         (struct profile_weight){s->count, value, s->truncated});
        profile_add_sample(p, &sample);
        profile_set_unit(p, PROFILE_NS);
    }
}

static char *shown(const struct profile *p) {
    struct text text = {0};
    profile_write(p, &text);
    return text_take(&text);
}

START_TEST(any_order_and_grouping_of_merges_gives_the_same) {
    struct sample samples[STACKS];
    random_state = (uint64_t)_i;
    make_samples(samples, STACKS);
    struct profile whole = empty();
    add_samples(&whole, samples, STACKS);
    char *expected = shown(&whole);
    for (int round = 0; round < 10; round++) {
        struct profile parts[PARTS];
        size_t len = PARTS;
        for (size_t i = 0; i < PARTS; i++) parts[i] = empty();
        for (size_t i = 0; i < STACKS; i++) /* dealt out at random */
            add_samples(&parts[random_below(PARTS)], &samples[i], 1);
        while (len > 1) { /* any two become one until one is left */
            size_t into = random_below(len), from = random_below(len);
            if (into == from) continue;
            profile_merge(&parts[into], &parts[from]);
            profile_free(&parts[from]);
            parts[from] = parts[--len];
        }
        char *found = shown(&parts[0]);
        ck_assert_str_eq(found, expected);
        free(found);
        profile_free(&parts[0]);
    }
    free(expected);
    profile_free(&whole);
}
END_TEST

START_TEST(the_empty_profile_changes_nothing_on_either_side) {
    struct sample samples[20];
    struct profile a = empty(), nothing = empty();
    make_samples(samples, 20);
    add_samples(&a, samples, 20);
    char *expected = shown(&a);
    profile_merge(&a, &nothing);
    char *left = shown(&a);
    profile_merge(&nothing, &a);
    char *right = shown(&nothing);
    ck_assert_str_eq(left, expected);
    ck_assert_str_eq(right, expected);
    free(left);
    free(right);
    free(expected);
    profile_free(&a);
    profile_free(&nothing);
}
END_TEST

/* The first letters of the methods in the order of a report. */
static void check_order(const struct profile *p, enum hot_sort sort, bool by_value,
                        const char *expected) {
    struct hot_methods hot;
    char found[NAMES + 1] = "";
    hot_methods_compute(p, sort, by_value, 0, &hot);
    for (size_t i = 0; i < hot.rows.len; i++) {
        const struct frame *frame = &p->frames.rows.items[hot.rows.items[i].frame];
        found[i] = *strings_get(&p->frames.strings, frame->class_name);
        found[i + 1] = 0;
    }
    ck_assert_str_eq(found, expected);
    hot_methods_free(&hot);
}

START_TEST(of_equal_methods_the_other_measure_says_which_is_first) {
    static const char *const names = "abcd";
    static const struct profile_counts rows[] = {/* self, total, self_value, total_value */
                                                 {5, 9, 10, 10, 0},
                                                 {5, 7, 10, 30, 0},
                                                 {2, 9, 10, 20, 0},
                                                 {4, 4, 40, 20, 0}};
    struct profile p = empty();
    for (size_t i = 0; i < 4; i++) {
        struct frame frame = {.line = -1, .bci = -1};
        frame.class_name = strings_intern(&p.frames.strings, &names[i], 1);
        frame.method = strings_intern(&p.frames.strings, "run", 3);
        ck_assert_uint_eq(frames_intern(&p.frames, &frame), p.rows.len);
        array_push(&p.rows, rows[i]);
    }
    check_order(&p, HOT_BY_SELF, false, "abdc");
    check_order(&p, HOT_BY_TOTAL, false, "acbd");
    check_order(&p, HOT_BY_SELF, true, "dbca");
    check_order(&p, HOT_BY_TOTAL, true, "bdca");
    profile_free(&p);
}
END_TEST

START_TEST(counts_are_those_of_a_count_by_hand) {
    struct sample samples[STACKS];
    random_state = (uint64_t)_i;
    make_samples(samples, STACKS);
    struct profile p = empty();
    add_samples(&p, samples, STACKS);
    uint64_t self[NAMES] = {0}, total[NAMES] = {0}, with_stack = 0, sum = 0;
    for (size_t i = 0; i < STACKS; i++) {
        bool seen[NAMES] = {false};
        if (samples[i].depth) self[samples[i].frames[0]] += samples[i].count;
        if (samples[i].depth) with_stack += samples[i].count;
        for (size_t k = 0; k < samples[i].depth; k++) {
            unsigned frame = samples[i].frames[k];
            if (!seen[frame]) total[frame] += samples[i].count; /* recursion counts once */
            seen[frame] = true;
        }
    }
    struct hot_methods hot;
    hot_methods_compute(&p, HOT_BY_SELF, false, 0, &hot);
    for (size_t i = 0; i < hot.rows.len; i++) {
        struct text name = {0};
        unsigned number;
        frame_add_name(&p.frames, hot.rows.items[i].frame, &name);
        ck_assert_int_eq(sscanf(text_str(&name), "Class%u.run", &number), 1);
        ck_assert_uint_eq(hot.rows.items[i].self, self[number]);
        ck_assert_uint_eq(hot.rows.items[i].total, total[number]);
        ck_assert_uint_ge(hot.rows.items[i].total, hot.rows.items[i].self);
        if (i > 0) ck_assert_uint_ge(hot.rows.items[i - 1].self, hot.rows.items[i].self);
        sum += hot.rows.items[i].self;
        text_free(&name);
    }
    ck_assert_uint_eq(sum, with_stack);
    ck_assert_uint_eq(p.samples - p.without_stack, with_stack);
    hot_methods_free(&hot);
    profile_free(&p);
}
END_TEST

START_TEST(nodes_add_up_to_the_samples_with_a_stack) {
    struct sample samples[STACKS];
    random_state = (uint64_t)_i;
    make_samples(samples, STACKS);
    struct profile p = empty();
    add_samples(&p, samples, STACKS);
    profile_build_nodes(&p);
    uint64_t sum = 0;
    for (size_t i = 0; i < p.nodes.len; i++) {
        sum += p.nodes.items[i].self;
        if (i) ck_assert_uint_lt(p.nodes.items[i].parent, i);
    }
    ck_assert_uint_eq(sum, p.samples - p.without_stack);
    /* no node has two children of one frame */
    for (size_t i = 1; i < p.nodes.len; i++)
        for (size_t k = i + 1; k < p.nodes.len; k++)
            ck_assert(p.nodes.items[i].parent != p.nodes.items[k].parent ||
                      p.nodes.items[i].frame != p.nodes.items[k].frame);
    profile_free(&p);
}
END_TEST

START_TEST(recursion_counts_once_in_total_and_once_in_self) {
    struct profile p = empty();
    struct sample deep = {.frames = {1, 1, 2, 1, 2, 1}, .depth = 6, .count = 3};
    add_samples(&p, &deep, 1);
    ck_assert_uint_eq(p.rows.items[0].self, 3);
    ck_assert_uint_eq(p.rows.items[0].total, 3);
    ck_assert_uint_eq(p.rows.items[1].self, 0);
    ck_assert_uint_eq(p.rows.items[1].total, 3);
    ck_assert_uint_eq(p.stacks.len, 1);
    profile_free(&p);
}
END_TEST

/* First those with even numbers upwards, then the others downwards, as when profiles are merged:
 * the middle one is always the greatest. The time limit of the suite is the test: comparing each
 * with each takes minutes. */
START_TEST(stacks_in_an_unlucky_order_are_sorted_in_no_time) {
    enum { MANY = 300000 };
    struct profile p = {.keep = PROFILE_STACKS};
    for (uint32_t i = 0; i < MANY; i++) {
        uint32_t n = i < MANY / 2 ? 2 * i : 2 * (MANY - i) - 1;
        profile_add_stack(&p, &n, 1, (struct profile_weight){1, 1, false});
    }
    uint32_t *order = profile_sort_stacks(&p, NULL, false);
    for (uint32_t i = 0; i < MANY; i++) {
        const struct profile_stack *stack = &p.stacks.items[order[i]];
        ck_assert_uint_eq(p.stack_frames.items[stack->first], i);
    }
    free(order);
    profile_free(&p);
}
END_TEST

START_TEST(only_what_is_to_be_kept_is_kept) {
    struct sample sample = {.frames = {1, 2}, .depth = 2, .count = 3};
    struct profile rows = {.keep = PROFILE_ROWS}, stacks = {.keep = PROFILE_STACKS};
    add_samples(&rows, &sample, 1);
    add_samples(&stacks, &sample, 1);
    ck_assert_uint_eq(rows.stacks.len, 0);
    ck_assert_uint_eq(rows.rows.len, 2);
    ck_assert_uint_eq(stacks.rows.len, 0);
    ck_assert_uint_eq(stacks.stacks.len, 1);
    profile_free(&rows);
    ck_assert_uint_eq(rows.keep, PROFILE_ROWS);
    profile_free(&rows);
    profile_free(&stacks);
}
END_TEST

/* ==== From a recording ====================================================================== */

static struct reading read_stacks(const char *const *stacks, size_t count,
                                  const struct asked *options) {
    struct recording r = {0};
    jvm_chunk(&r, NULL, stacks, count);
    struct reading reading = reading_of(&r, options);
    recording_free(&r);
    return reading;
}

static void check_row(const struct reading *reading, const char *name, uint64_t self,
                      uint64_t total) {
    ck_assert_msg(reading_self(reading, name) == self && reading_total(reading, name) == total,
                  "%s: self %d, total %d", name, (int)reading_self(reading, name),
                  (int)reading_total(reading, name));
}

START_TEST(samples_of_a_recording_become_rows) {
    static const char *const stacks[] = {"A.leaf B.mid Main.main", "B.mid Main.main",
                                         "A.leaf A.leaf Main.main ...", "",
                                         "A.leaf B.mid Main.main"};
    struct reading reading = read_stacks(stacks, 5, NULL);
    const struct profile *p = &reading.samples->profile;
    ck_assert_str_eq(reading.samples->event, "jdk.ExecutionSample");
    ck_assert_uint_eq(p->samples, 5);
    ck_assert_uint_eq(p->without_stack, 1);
    ck_assert_uint_eq(p->truncated, 1);
    check_row(&reading, "A.leaf", 3, 3);
    check_row(&reading, "B.mid", 1, 3);
    check_row(&reading, "Main.main", 0, 4);
    reading_release(&reading);
}
END_TEST

START_TEST(rows_are_as_wide_as_asked_for) {
    static const char *const stacks[] = {"p/A.x:1 p/A.y:2 q/B.z:3", "p/A.x:4/2 p/A.x:1/2 q/B.z:3"};
    static const struct {
        enum frame_by by;
        const char *name;
        uint64_t self, total;
    } rows[] = {{BY_METHOD, "p.A.x", 2, 2}, {BY_METHOD, "p.A.y", 0, 1},  {BY_LINE, "p.A.x:1", 1, 2},
                {BY_LINE, "p.A.x:4", 1, 1}, {BY_BCI, "p.A.x:1@3", 1, 2}, {BY_CLASS, "p.A", 2, 2},
                {BY_CLASS, "q.B", 0, 2},    {BY_PACKAGE, "p", 2, 2},     {BY_PACKAGE, "q", 0, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct asked options = all_samples;
        options.selection.by = rows[i].by;
        struct reading reading = read_stacks(stacks, 2, &options);
        check_row(&reading, rows[i].name, rows[i].self, rows[i].total);
        reading_release(&reading);
    }
}
END_TEST

START_TEST(hidden_frames_are_left_out_unless_asked_for) {
    static const char *const stacks[] = {"H.hidden~ A.leaf Main.main", "H.hidden~"};
    struct asked options = all_samples;
    struct reading reading = read_stacks(stacks, 2, &options);
    check_row(&reading, "A.leaf", 1, 1);
    check_row(&reading, "H.hidden", 0, 0);
    ck_assert_uint_eq(reading.samples->profile.without_stack, 1); /* nothing is left of it */
    reading_release(&reading);
    options.selection.hidden = true;
    reading = read_stacks(stacks, 2, &options);
    check_row(&reading, "H.hidden", 2, 2);
    check_row(&reading, "A.leaf", 0, 1);
    reading_release(&reading);
}
END_TEST

START_TEST(include_and_exclude_look_at_whole_stacks) {
    static const char *const stacks[] = {"A.leaf Main.main", "B.leaf Main.main", "A.leaf B.mid",
                                         ""};
    static const char *const both[] = {"^A[.]", "B"};
    struct asked options = all_samples;
    options.selection.include = text_list_of(both, 1);
    struct reading reading = read_stacks(stacks, 4, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 2);
    reading_release(&reading);
    options.selection.include.len = 2; /* a frame for each */
    reading = read_stacks(stacks, 4, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 1);
    check_row(&reading, "B.mid", 0, 1);
    reading_release(&reading);
    options = all_samples;
    options.selection.exclude = text_list_of(both, 1);
    reading = read_stacks(stacks, 4, &options);
    ck_assert_uint_eq(reading.samples->profile.samples, 2); /* and that without a stack */
    check_row(&reading, "B.leaf", 1, 1);
    reading_release(&reading);
}
END_TEST

static const struct {
    enum profile_unit unit;
    int64_t value;
    bool known;
} worths[] = {{PROFILE_NS, 1, true},    {PROFILE_NS, 0, false},    {PROFILE_NS, -1, false},
              {PROFILE_BYTES, 1, true}, {PROFILE_BYTES, 0, false}, {PROFILE_NO_UNIT, 1, false},
              {PROFILE_MIXED, 1, false}};

START_TEST(values_are_known_if_there_are_any_in_one_unit) {
    const struct profile p = {.unit = worths[_i].unit, .value = worths[_i].value};
    ck_assert_int_eq(profile_has_values(&p), worths[_i].known);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("profile");
    TCase *cases = tcase_create("profile");
    tcase_add_loop_test(cases, any_order_and_grouping_of_merges_gives_the_same, 0, 10);
    tcase_add_loop_test(cases, values_are_known_if_there_are_any_in_one_unit, 0,
                        sizeof worths / sizeof *worths);
    tcase_add_test(cases, the_empty_profile_changes_nothing_on_either_side);
    tcase_add_test(cases, of_equal_methods_the_other_measure_says_which_is_first);
    tcase_add_loop_test(cases, counts_are_those_of_a_count_by_hand, 0, 10);
    tcase_add_loop_test(cases, nodes_add_up_to_the_samples_with_a_stack, 0, 3);
    tcase_add_test(cases, recursion_counts_once_in_total_and_once_in_self);
    tcase_add_test(cases, stacks_in_an_unlucky_order_are_sorted_in_no_time);
    tcase_add_test(cases, only_what_is_to_be_kept_is_kept);
    tcase_add_test(cases, samples_of_a_recording_become_rows);
    tcase_add_test(cases, rows_are_as_wide_as_asked_for);
    tcase_add_test(cases, hidden_frames_are_left_out_unless_asked_for);
    tcase_add_test(cases, include_and_exclude_look_at_whole_stacks);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
