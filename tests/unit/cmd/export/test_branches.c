/* The tree of stacks that formats write: what is left out of it, threads in their order, samples by
 * thread and time. */
#include "cmd/export/branches.h"
#include "tests/support/random.h"
#include "tests/support/stacks.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static struct profile made(void) {
    return (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
}

/* Each stack as the tree has it, root first, and its samples: "a.x;a.y 3, a.x;(left out) 1". */
static void list(const struct profile *profile, const struct branches *branches, struct text *out) {
    for (size_t i = 0; i < profile->stacks.len; i++) {
        uint32_t path[64];
        size_t depth = 0;
        for (uint32_t node = branches->node_of[i]; node != BRANCHES_NONE;
             node = branches->nodes.items[node].parent) {
            ck_assert_uint_lt(node, branches->nodes.len);
            path[depth++] = node;
        }
        text_add(out, i ? ", " : "");
        while (depth) {
            branches_add_name(profile, branches->nodes.items[path[--depth]].frame, out);
            if (depth) text_add(out, ";");
        }
        text_addf(out, " %llu", (unsigned long long)profile->stacks.items[i].samples);
    }
}

/* Of a hundred samples the share is their number. */
START_TEST(what_has_less_than_its_share_is_left_out_below_what_stays) {
    static const struct {
        double share;
        const char *tree;
        size_t left_out;
        uint64_t samples;
    } table[] = {
        {0, "m.a;m.b;m.c 4, m.a;m.b 6, m.a;m.d 3, m.a 80, m.e;m.f 7", 0, 0},
        {1, "m.a;m.b;m.c 4, m.a;m.b 6, m.a;m.d 3, m.a 80, m.e;m.f 7", 0, 0},
        {3, "m.a;m.b;m.c 4, m.a;m.b 6, m.a;m.d 3, m.a 80, m.e;m.f 7", 0, 0},
        {3.1, "m.a;m.b;m.c 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, m.e;m.f 7", 1, 3},
        {4, "m.a;m.b;m.c 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, m.e;m.f 7", 1, 3},
        {5, "m.a;m.b;(left out) 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, m.e;m.f 7", 2, 7},
        {7, "m.a;m.b;(left out) 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, m.e;m.f 7", 2, 7},
        {7.5, "m.a;m.b;(left out) 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, (left out) 7", 4, 14},
        {10, "m.a;m.b;(left out) 4, m.a;m.b 6, m.a;(left out) 3, m.a 80, (left out) 7", 4, 14},
        {11, "m.a;(left out) 4, m.a;(left out) 6, m.a;(left out) 3, m.a 80, (left out) 7", 5, 20},
        {93, "m.a;(left out) 4, m.a;(left out) 6, m.a;(left out) 3, m.a 80, (left out) 7", 5, 20},
        {94, "(left out) 4, (left out) 6, (left out) 3, (left out) 80, (left out) 7", 6, 100},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct profile profile = made();
        struct branches branches;
        OWNED(text_free) struct text tree = {0};
        stacks_sample(&profile, "m.a;m.b;m.c", "t", NULL, 1, 4);
        stacks_sample(&profile, "m.a;m.b", "t", NULL, 2, 6);
        stacks_sample(&profile, "m.a;m.d", "t", NULL, 3, 3);
        stacks_sample(&profile, "m.a", "t", NULL, 4, 80);
        stacks_sample(&profile, "m.e;m.f", "t", NULL, 5, 7);
        branches_make(&profile, PROFILE_NO_UNIT, table[i].share, &branches);
        list(&profile, &branches, &tree);
        ck_assert_str_eq(text_str(&tree), table[i].tree);
        ck_assert_uint_eq(branches.left_out, table[i].left_out);
        ck_assert_uint_eq(branches.left_out_samples, table[i].samples);
        for (size_t k = 0; k < branches.nodes.len; k++) { /* parents first */
            uint32_t parent = branches.nodes.items[k].parent;
            ck_assert(parent == BRANCHES_NONE || parent < k);
        }
        branches_free(&branches);
        profile_free(&profile);
    }
}
END_TEST

START_TEST(threads_are_in_the_order_of_their_samples_then_of_their_names) {
    static const struct {
        const char *threads; /* a letter for each sample; '-': not known */
        const char *order;
    } table[] = {{"a", "a"},    {"ab", "ab"},      {"ba", "ab"}, {"abb", "ba"}, {"cbacba", "abc"},
                 {"--a", "a-"}, {"a-b-b-", "ba-"}, {"-", "-"},   {"", ""},      {"aabbbcc", "bac"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct profile profile = made();
        char order[20] = "";
        size_t count;
        for (const char *at = table[i].threads; *at; at++) {
            const char name[] = {*at, 0};
            stacks_sample(&profile, "m.a", *at == '-' ? NULL : name, NULL, 1, 1);
        }
        uint32_t *threads = branches_thread_order(&profile, &count);
        for (size_t k = 0; k < count; k++) {
            OWNED(text_free) struct text name = {0};
            branches_add_thread(&profile, threads[k], &name);
            order[k] = threads[k] == PROFILE_NONE ? '-' : *name.data;
        }
        ck_assert_str_eq(order, table[i].order);
        free(threads);
        profile_free(&profile);
    }
}
END_TEST

/* In whatever order they came: each is there once, those of a thread together, by time, node and
 * count. */
START_TEST(rows_are_by_thread_and_time) {
    static const char *const stacks[] = {"m.a", "m.a;m.b", "m.c", ""};
    static const char *const names[] = {"one", "two", "three", NULL};
    random_state = (uint64_t)_i + 1;
    struct profile profile = made();
    struct branches branches;
    uint64_t samples = 0, sum = 0;
    size_t count, pairs = (size_t)_i;
    for (size_t i = 0; i < pairs; i++) {
        uint64_t n = 1 + random_below(3);
        int64_t time = _i % 2 ? (int64_t)i : (int64_t)random_below(5);
        stacks_sample(&profile, stacks[random_below(4)], names[random_below(4)], NULL, time, n);
        samples += n;
    }
    branches_make(&profile, PROFILE_NO_UNIT, 0, &branches);
    uint32_t *order = branches_thread_order(&profile, &count);
    branch_rows rows = branches_rows(&profile, &branches, order, count);
    ck_assert_uint_eq(rows.len, profile.moments.len);
    for (size_t i = 0; i < rows.len; i++) {
        const struct branch_row *row = &rows.items[i], *before = row - 1;
        ck_assert_uint_lt(row->thread, count);
        sum += row->count;
        if (!i) continue;
        ck_assert_uint_le(before->thread, row->thread);
        if (before->thread != row->thread) continue;
        ck_assert_int_le(before->time_ns, row->time_ns);
        if (before->time_ns != row->time_ns) continue;
        ck_assert_uint_le(before->node, row->node);
        if (before->node == row->node) ck_assert_uint_le(before->count, row->count);
    }
    ck_assert_uint_eq(sum, samples);
    for (size_t i = 0; i < profile.moments.len; i++) { /* each is of its own thread */
        const struct profile_sample sample = profile_sample(&profile, i);
        bool found = false;
        for (size_t k = 0; k < rows.len; k++)
            found |=
                rows.items[k].time_ns == sample.time_ns &&
                order[rows.items[k].thread] == sample.thread &&
                rows.items[k].count == sample.count &&
                rows.items[k].node ==
                    (sample.stack == PROFILE_NONE ? BRANCHES_NONE : branches.node_of[sample.stack]);
        ck_assert(found);
    }
    array_free(&rows);
    free(order);
    branches_free(&branches);
    profile_free(&profile);
}
END_TEST

START_TEST(names_are_without_line_and_index) {
    static const struct {
        int32_t line, bci;
        const char *name;
    } table[] = {
        {-1, -1, "p.A.m"}, {0, -1, "p.A.m"}, {12, -1, "p.A.m"}, {-1, 0, "p.A.m"}, {-1, 7, "p.A.m"}};
    struct profile profile = made();
    uint32_t id = stacks_frame(&profile, "p.A", "m", FRAME_ANY);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct frame frame = profile.frames.rows.items[id];
        OWNED(text_free) struct text name = {0};
        frame.line = table[i].line;
        frame.bci = table[i].bci;
        text_add(&name, "before ");
        branches_add_name(&profile, frames_intern(&profile.frames, &frame), &name);
        ck_assert_msg(strncmp(text_str(&name), "before p.A.m", 12) == 0 &&
                          !strpbrk(text_str(&name), ":@"),
                      "%s", text_str(&name));
    }
    profile_free(&profile);
}
END_TEST

START_TEST(threads_without_names_are_known_by_their_ids) {
    struct profile profile = made();
    struct strings *strings = &profile.frames.strings;
    const struct profile_thread threads[] = {
        {.name = strings_intern(strings, "main", 4), .os_id = 3, .java_id = 4, .is_virtual = true},
        {.os_id = 3, .java_id = 4},
        {.os_id = 3, .java_id = 4, .is_virtual = true}};
    static const char *const names[] = {"main", "thread 3", "virtual 4"};
    for (size_t i = 0; i < 3; i++) {
        OWNED(text_free) struct text name = {0};
        branches_add_thread(&profile, profile_add_thread(&profile, &threads[i]), &name);
        ck_assert_str_eq(text_str(&name), names[i]);
    }
    profile_free(&profile);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("branches");
    TCase *cases = tcase_create("branches");
    tcase_add_test(cases, what_has_less_than_its_share_is_left_out_below_what_stays);
    tcase_add_test(cases, threads_are_in_the_order_of_their_samples_then_of_their_names);
    tcase_add_loop_test(cases, rows_are_by_thread_and_time, 0, 40);
    tcase_add_test(cases, names_are_without_line_and_index);
    tcase_add_test(cases, threads_without_names_are_known_by_their_ids);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
