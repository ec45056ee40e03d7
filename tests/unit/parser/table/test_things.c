/* Things: texts, threads and stacks that are told apart by what they are, under whatever number. */
#include "parser/table/things.h"
#include "tests/support/suite.h"

#include <string.h>

static uint32_t text(struct things *things, const char *bytes) {
    return strings_intern(&things->texts, bytes, strlen(bytes));
}

static uint32_t thread(struct things *things, const char *name, uint64_t os_id) {
    return things_add_thread(things,
                             &(struct things_thread){.name = text(things, name), .os_id = os_id});
}

static uint32_t frame(struct things *things, const char *method, int32_t line) {
    return things_add_frame(things, &(struct things_frame){.class_name = text(things, "A"),
                                                           .method = text(things, method),
                                                           .line = line,
                                                           .bci = -1});
}

static uint32_t stack(struct things *things, const char *leaf, const char *root) {
    uint32_t frames[] = {frame(things, leaf, 1), frame(things, root, 2)};
    return things_add_stack(things, frames, 2, false);
}

START_TEST(threads_of_one_name_are_two_if_their_ids_differ) {
    struct things things = {0};
    ck_assert_uint_eq(thread(&things, "pool-1", 7), thread(&things, "pool-1", 7));
    ck_assert_uint_ne(thread(&things, "pool-1", 7), thread(&things, "pool-1", 8));
    things_free(&things);
}
END_TEST

/* Their hash has the sum of the two. */
START_TEST(a_virtual_thread_is_not_the_next_one) {
    struct things things = {0};
    struct things_thread a = {.name = text(&things, "w"), .is_virtual = true, .java_id = 5},
                         b = {.name = text(&things, "w"), .java_id = 6};
    ck_assert_uint_ne(things_add_thread(&things, &a), things_add_thread(&things, &b));
    ck_assert_uint_eq(things_add_thread(&things, &a), 0);
    ck_assert_uint_eq(things_add_thread(&things, &b), 1);
    things_free(&things);
}
END_TEST

START_TEST(frames_are_one_if_all_is_the_same_and_else_another) {
    struct things things = {0};
    uint32_t one = text(&things, "one"), other = text(&things, "other");
    const struct things_frame frames[] = {
        {one, one, one, one, 1, 1},   {other, one, one, one, 1, 1}, {one, other, one, one, 1, 1},
        {one, one, other, one, 1, 1}, {one, one, one, other, 1, 1}, {one, one, one, one, 2, 1},
        {one, one, one, one, 1, 2},
    };
    for (int again = 0; again < 2; again++)
        for (uint32_t i = 0; i < sizeof frames / sizeof *frames; i++)
            ck_assert_uint_eq(things_add_frame(&things, &frames[i]), i);
    things_free(&things);
}
END_TEST

START_TEST(stacks_are_told_apart_by_line_truncation_and_order) {
    struct things things = {0};
    uint32_t a = frame(&things, "leaf", 1), b = frame(&things, "leaf", 2);
    uint32_t forth[] = {a, b}, back[] = {b, a};
    uint32_t first = things_add_stack(&things, forth, 2, false);
    ck_assert_uint_eq(things_add_stack(&things, forth, 2, false), first);
    ck_assert_uint_ne(things_add_stack(&things, back, 2, false), first);
    ck_assert_uint_ne(things_add_stack(&things, forth, 2, true), first);
    ck_assert_uint_ne(things_add_stack(&things, forth, 1, false), first);
    things_free(&things);
}
END_TEST

START_TEST(the_hash_of_a_stack_is_the_same_in_every_run) {
    struct things things = {0};
    uint32_t id = stack(&things, "leaf", "root");
    ck_assert_uint_eq(things.stacks.items[id].hash, UINT64_C(3263921610220757990));
    things_free(&things);
}
END_TEST

START_TEST(merging_renames_by_content) {
    struct things into = {0}, from = {0};
    text(&into, "only here");
    uint32_t kept = stack(&into, "leaf", "root");
    stack(&from, "other", "root");
    uint32_t same = stack(&from, "leaf", "root");
    uint32_t main = thread(&from, "main", 1);
    struct things_ids ids = things_merge(&into, &from);
    ck_assert_uint_eq(ids.stacks[same], kept);
    ck_assert_uint_eq(into.stacks.len, 2);
    const struct things_thread *merged = &into.threads.items[ids.threads[main]];
    ck_assert_str_eq(strings_get(&into.texts, merged->name), "main");
    const struct things_stack *other = &into.stacks.items[ids.stacks[0]];
    const struct things_frame *top = &into.frames.items[into.stack_frames.items[other->first]];
    ck_assert_str_eq(strings_get(&into.texts, top->method), "other");
    things_ids_free(&ids);
    things_free(&into);
    things_free(&from);
}
END_TEST

START_TEST(numbers_after_sorting_do_not_depend_on_the_order_of_adding) {
    struct things a = {0}, b = {0};
    thread(&a, "x", 2), thread(&a, "x", 1), thread(&a, "b", 9), stack(&a, "l", "r");
    stack(&a, "m", "r");
    stack(&b, "m", "r");
    stack(&b, "l", "r"), thread(&b, "b", 9), thread(&b, "x", 1), thread(&b, "x", 2);
    struct things_ids x = things_sort(&a), y = things_sort(&b);
    ck_assert_uint_eq(a.texts.entries.len, b.texts.entries.len);
    for (uint32_t i = 0; i < a.texts.entries.len; i++)
        ck_assert_str_eq(strings_get(&a.texts, i), strings_get(&b.texts, i));
    for (size_t i = 0; i < 3; i++) ck_assert_uint_eq(x.threads[i], y.threads[2 - i]);
    for (size_t i = 0; i < 2; i++) ck_assert_uint_eq(x.stacks[i], y.stacks[1 - i]);
    ck_assert_uint_eq(a.threads.items[1].os_id, 1);
    things_ids_free(&x);
    things_ids_free(&y);
    things_free(&a);
    things_free(&b);
}
END_TEST

/* What stays has its number and its frames, what went gets a number anew. */
START_TEST(stacks_that_are_not_kept_are_as_if_they_had_never_been) {
    struct things t = {0};
    uint32_t first = stack(&t, "a", "r"), second = stack(&t, "b", "r");
    size_t frames = t.stack_frames.len;
    stack(&t, "c", "r"), stack(&t, "d", "r");
    if (_i == 0) things_keep_stacks(&t, 0);
    if (_i == 2) things_keep_stacks(&t, 2), things_keep_stacks(&t, 9);
    ck_assert_uint_eq(t.stacks.len, _i == 1 ? 4 : (size_t)_i);
    if (_i == 2) ck_assert_uint_eq(t.stack_frames.len, frames);
    ck_assert_uint_eq(stack(&t, "d", "r"), _i == 1 ? 3 : (uint32_t)_i);
    ck_assert_uint_eq(stack(&t, "a", "r"), _i == 0 ? 1 : first);
    ck_assert_uint_eq(stack(&t, "b", "r"), _i == 0 ? 2 : second);
    const struct things_stack *b = &t.stacks.items[stack(&t, "b", "r")];
    const struct things_frame *top = &t.frames.items[t.stack_frames.items[b->first]];
    ck_assert_str_eq(strings_get(&t.texts, top->method), "b");
    things_free(&t);
}
END_TEST

START_TEST(stacks_without_frames_are_found_again_and_give_their_room_to_others) {
    struct things t = {0};
    stack(&t, "a", "r");
    uint32_t second = stack(&t, "b", "r");
    size_t frames = t.stack_frames.len;
    things_forget_frames(&t, second);
    ck_assert_uint_lt(t.stack_frames.len, frames);
    ck_assert_uint_eq(stack(&t, "b", "r"), second);
    uint32_t third = stack(&t, "c", "r");
    const struct things_stack *c = &t.stacks.items[third];
    const struct things_frame *top = things_frame_of(&t, c, 0);
    ck_assert_str_eq(strings_get(&t.texts, top->method), "c");
    ck_assert_str_eq(strings_get(&t.texts, things_frame_of(&t, &t.stacks.items[0], 0)->method),
                     "a");
    things_free(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("things");
    TCase *cases = tcase_create("things");
    tcase_add_test(cases, threads_of_one_name_are_two_if_their_ids_differ);
    tcase_add_test(cases, frames_are_one_if_all_is_the_same_and_else_another);
    tcase_add_test(cases, stacks_are_told_apart_by_line_truncation_and_order);
    tcase_add_test(cases, the_hash_of_a_stack_is_the_same_in_every_run);
    tcase_add_test(cases, a_virtual_thread_is_not_the_next_one);
    tcase_add_test(cases, merging_renames_by_content);
    tcase_add_test(cases, numbers_after_sorting_do_not_depend_on_the_order_of_adding);
    tcase_add_loop_test(cases, stacks_that_are_not_kept_are_as_if_they_had_never_been, 0, 3);
    tcase_add_test(cases, stacks_without_frames_are_found_again_and_give_their_room_to_others);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
