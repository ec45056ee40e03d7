/* The call tree: order of children, totals, merging from the leaves, extreme shapes. */
#include "analyzers/methods/calltree.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>

static struct profile profile;
static struct calltree tree;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS};
    tree = (struct calltree){0};
}

static void teardown(void) {
    calltree_free(&tree);
    profile_free(&profile);
}

/* The tree in one line: "all 3/0(a 2/1(b 1/1) c 1/1)" with total/self. */
static const char *drawn(void) {
    static struct text out;
    text_clear(&out);
    uint32_t depth = 0;
    for (uint32_t i = 0; i < tree.len; i++) {
        const struct calltree_node *node = &tree.nodes[i];
        if (i) text_add(&out, node->depth > depth ? "(" : "");
        for (; depth > node->depth; depth--) text_add(&out, ")");
        if (i && out.data[out.len - 1] != '(') text_add(&out, " ");
        depth = node->depth;
        if (node->frame == CALLTREE_NONE) text_add(&out, "all");
        else frame_add_name(&profile.frames, node->frame, &out);
        text_addf(&out, " %llu/%llu", (unsigned long long)node->total,
                  (unsigned long long)node->self);
    }
    for (; depth > 0; depth--) text_add(&out, ")");
    return text_str(&out);
}

/* first_child and next_sibling say the same as the order of the nodes and their depths. */
static void assert_links(void) {
    for (uint32_t i = 0; i < tree.len; i++) {
        const struct calltree_node *node = &tree.nodes[i];
        uint64_t total = node->self;
        for (uint32_t child = node->first_child; child != CALLTREE_NONE;
             child = tree.nodes[child].next_sibling) {
            ck_assert_uint_gt(child, i);
            ck_assert_uint_eq(tree.nodes[child].parent, i);
            ck_assert_uint_eq(tree.nodes[child].depth, node->depth + 1);
            total += tree.nodes[child].total;
        }
        ck_assert_uint_eq(total, node->total);
        ck_assert_uint_le(node->depth, tree.max_depth);
    }
}

START_TEST(an_empty_profile_is_a_root) {
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_str_eq(drawn(), "all 0/0");
    calltree_free(&tree);
    calltree_build(&profile, &(struct calltree_options){.reverse = true}, &tree);
    ck_assert_str_eq(drawn(), "all 0/0");
}
END_TEST

START_TEST(stacks_merge_from_the_root) {
    stacks_add(&profile, "m;a;b", 1);
    stacks_add(&profile, "m;a", 2);
    stacks_add(&profile, "m;c", 3);
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_str_eq(drawn(), "all 6/0(m 6/0(a 3/2(b 1/1) c 3/3))");
    ck_assert_uint_eq(tree.max_depth, 3);
    assert_links();
}
END_TEST

START_TEST(reversed_stacks_merge_from_the_leaf) {
    stacks_add(&profile, "m;a;x", 1);
    stacks_add(&profile, "m;b;x", 2);
    stacks_add(&profile, "m;a", 4);
    calltree_build(&profile, &(struct calltree_options){.reverse = true}, &tree);
    ck_assert_str_eq(drawn(), "all 7/0(a 4/0(m 4/4) x 3/0(a 1/0(m 1/1) b 2/0(m 2/2)))");
    assert_links();
}
END_TEST

START_TEST(reversing_recursion_keeps_every_sample_once) {
    stacks_add(&profile, "r", 1);
    stacks_add(&profile, "r;r", 2);
    stacks_add(&profile, "r;r;r", 4);
    calltree_build(&profile, &(struct calltree_options){.reverse = true}, &tree);
    ck_assert_str_eq(drawn(), "all 7/0(r 7/1(r 6/2(r 4/4)))");
}
END_TEST

START_TEST(children_are_sorted_by_the_bytes_of_their_names) {
    stacks_add(&profile, "p.B.z", 1);
    stacks_add(&profile, "p.B.a", 1);
    stacks_add(&profile, "p.A$X.b", 1); /* '$' is before '.' */
    stacks_add(&profile, "p.A.c", 1);
    stacks_add(&profile, "é", 1);
    stacks_add(&profile, "native", 1);
    stacks_add(&profile, "Zebra", 1);
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_str_eq(drawn(), "all 7/0(Zebra 1/1 native 1/1 p.A$X.b 1/1 p.A.c 1/1 p.B.a 1/1 "
                              "p.B.z 1/1 é 1/1)");
}
END_TEST

START_TEST(equal_names_are_sorted_by_type_then_line_then_bci_then_descriptor) {
    struct strings *s = &profile.frames.strings;
    uint32_t method = strings_intern(s, "m", 1), d1 = strings_intern(s, "(I)V", 4),
             d2 = strings_intern(s, "(J)V", 4);
    struct frame wanted[] = {
        {.method = method, .descriptor = d1, .line = -1, .bci = -1, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d2, .line = -1, .bci = -1, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d1, .line = -1, .bci = 3, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d1, .line = -1, .bci = 20, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d1, .line = 9, .bci = -1, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d1, .line = 10, .bci = -1, .type = FRAME_INTERPRETED},
        {.method = method, .descriptor = d1, .line = -1, .bci = -1, .type = FRAME_INLINED},
    };
    size_t count = sizeof wanted / sizeof *wanted;
    for (size_t i = 0; i < count; i++) { /* in another order than they should come out */
        uint32_t frame = frames_intern(&profile.frames, &wanted[(i * 5 + 3) % count]);
        profile_add_stack(&profile, &frame, 1, (struct profile_weight){.samples = 1});
    }
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_uint_eq(tree.len, count + 1);
    for (size_t i = 0; i < count; i++) {
        const struct frame *got = &profile.frames.rows.items[tree.nodes[i + 1].frame];
        ck_assert_mem_eq(got, &wanted[i], sizeof *got);
    }
}
END_TEST

START_TEST(the_order_of_reading_does_not_matter) {
    static const char *const stacks[] = {"m;b;q",   "m;a;z", "n",      "m;b",
                                         "m;a;y;z", "k;m;b", "m;b;q;b"};
    size_t count = sizeof stacks / sizeof *stacks;
    char *first[2] = {NULL, NULL};
    for (size_t round = 0; round < count; round++) {
        profile_free(&profile);
        profile = (struct profile){.keep = PROFILE_STACKS};
        for (size_t i = 0; i < count; i++)
            stacks_add(&profile, stacks[(i * 3 + round) % count], (i * 3 + round) % count + 1);
        for (int reverse = 0; reverse < 2; reverse++) {
            calltree_free(&tree);
            calltree_build(&profile, &(struct calltree_options){.reverse = reverse}, &tree);
            if (first[reverse] == NULL) first[reverse] = mem_copy_text(drawn());
            ck_assert_str_eq(drawn(), first[reverse]);
        }
    }
    free(first[0]);
    free(first[1]);
}
END_TEST

START_TEST(a_stack_a_million_deep_is_a_tree) {
    enum { DEPTH = 1000000 };
    uint32_t *ids = mem_resize(NULL, DEPTH, sizeof *ids);
    for (int32_t i = 0; i < DEPTH; i++) {
        struct frame frame = {.line = i % 1000, .bci = -1};
        ids[i] = frames_intern(&profile.frames, &frame);
    }
    profile_add_stack(&profile, ids, DEPTH, (struct profile_weight){.samples = 5});
    free(ids);
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_uint_eq(tree.len, DEPTH + 1);
    ck_assert_uint_eq(tree.max_depth, DEPTH);
    ck_assert_uint_eq(tree.nodes[0].total, 5);
    calltree_free(&tree);
    calltree_build(&profile, &(struct calltree_options){.reverse = true}, &tree);
    ck_assert_uint_eq(tree.max_depth, DEPTH);
    ck_assert_uint_eq(tree.nodes[DEPTH].self, 5);
}
END_TEST

/* Three runs of one method, compiled in two of them. */
START_TEST(merging_types_makes_one_node_of_the_type_that_most_samples_had) {
    struct frame frame = {.line = -1, .bci = -1, .type = FRAME_INTERPRETED};
    frame.method = strings_intern(&profile.frames.strings, "work", 4);
    uint32_t interpreted = frames_intern(&profile.frames, &frame);
    frame.type = FRAME_JIT;
    uint32_t compiled = frames_intern(&profile.frames, &frame);
    profile_add_stack(&profile, &interpreted, 1, (struct profile_weight){.samples = 1});
    profile_add_stack(&profile, &compiled, 1, (struct profile_weight){.samples = 2});
    calltree_build(&profile, &(struct calltree_options){.merge_types = true}, &tree);
    ck_assert_str_eq(drawn(), "all 3/0(work 3/3)");
    ck_assert_uint_eq(tree.nodes[1].frame, compiled);
    calltree_free(&tree);
    calltree_build(&profile, &(struct calltree_options){0}, &tree);
    ck_assert_str_eq(drawn(), "all 3/0(work 1/1 work 2/2)");
}
END_TEST

START_TEST(nodes_below_the_least_total_go_and_are_counted) {
    stacks_add(&profile, "m;a;b;c", 1);
    stacks_add(&profile, "m;a;d", 4);
    stacks_add(&profile, "m;e", 2);
    stacks_add(&profile, "m", 5);
    calltree_build(&profile, &(struct calltree_options){.min_total = 3}, &tree);
    ck_assert_str_eq(drawn(), "all 12/0(m 12/5(a 5/0(d 4/4)))");
    ck_assert_uint_eq(tree.left_out, 3);
    ck_assert_uint_eq(tree.left_out_samples, 3);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("calltree");
    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, an_empty_profile_is_a_root);
    tcase_add_test(tests, stacks_merge_from_the_root);
    tcase_add_test(tests, reversed_stacks_merge_from_the_leaf);
    tcase_add_test(tests, reversing_recursion_keeps_every_sample_once);
    tcase_add_test(tests, children_are_sorted_by_the_bytes_of_their_names);
    tcase_add_test(tests, equal_names_are_sorted_by_type_then_line_then_bci_then_descriptor);
    tcase_add_test(tests, the_order_of_reading_does_not_matter);
    tcase_add_test(tests, a_stack_a_million_deep_is_a_tree);
    tcase_add_test(tests, merging_types_makes_one_node_of_the_type_that_most_samples_had);
    tcase_add_test(tests, nodes_below_the_least_total_go_and_are_counted);
    Suite *suite = suite_create("calltree");
    suite_add_tcase(suite, tests);
    return suite_run(suite);
}
