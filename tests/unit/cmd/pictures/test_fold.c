/* Collapsed stacks: how frames are written, and that lines are sorted and each stack has one. */
#include "cmd/pictures/fold.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct profile profile;

static void set_up(void) {
    profile = (struct profile){.keep = PROFILE_STACKS};
}

static void clean_up(void) {
    profile_free(&profile);
}

static uint32_t add_frame(const char *class_name, const char *method, const char *descriptor,
                          enum frame_type type) {
    struct strings *s = &profile.frames.strings;
    struct frame frame = {.line = -1, .bci = -1, .type = type};
    frame.class_name = strings_intern(s, class_name, strlen(class_name));
    frame.method = strings_intern(s, method, strlen(method));
    frame.descriptor = strings_intern(s, descriptor, strlen(descriptor));
    return frames_intern(&profile.frames, &frame);
}

static uint32_t method(const char *name) {
    return add_frame("A", name, "()V", FRAME_ANY);
}

/* Everything that fold_write writes; the caller frees it. */
static char *fold(const struct fold_options *options) {
    char *written = NULL;
    size_t len = 0;
    struct output output = {.file = open_memstream(&written, &len)};
    profile_build_nodes(&profile);
    fold_write(&profile, options, &output);
    ck_assert_int_eq(output.failed, 0);
    fclose(output.file);
    return written;
}

static void check_fold(const struct fold_options *options, const char *wanted) {
    char *written = fold(options);
    ck_assert_str_eq(written, wanted);
    free(written);
}

static void check_frame(const char *name, const char *wanted) {
    struct text out = {0};
    struct fold_options options = {0};
    fold_add_frame(&profile.frames, add_frame(name, "", "", FRAME_ANY), &options, &out);
    ck_assert_str_eq(text_str(&out), wanted);
    text_free(&out);
}

START_TEST(an_empty_profile_has_no_lines) {
    check_fold(&(struct fold_options){0}, "");
}
END_TEST

START_TEST(root_comes_first) {
    uint32_t leaf_first[] = {method("leaf"), method("middle"), method("root")};
    profile_add_stack(&profile, leaf_first, 3, (struct profile_weight){.samples = 5});
    check_fold(&(struct fold_options){0}, "A.root;A.middle;A.leaf 5\n");
}
END_TEST

START_TEST(inner_nodes_keep_their_self_samples) {
    uint32_t stack[] = {method("b"), method("a")};
    profile_add_stack(&profile, stack, 2, (struct profile_weight){.samples = 2});
    profile_add_stack(&profile, stack + 1, 1, (struct profile_weight){.samples = 3});
    check_fold(&(struct fold_options){0}, "A.a 3\nA.a;A.b 2\n");
}
END_TEST

START_TEST(lines_are_in_bytewise_order_of_the_whole_line) {
    /* '$' and ' ' sort before ';', so a longer name comes between a frame and its callees. */
    uint32_t run = method("run"), run1 = method("run$1"), blank = method("run x"), y = method("y");
    profile_add_stack(&profile, &run, 1, (struct profile_weight){.samples = 3});
    profile_add_stack(&profile, (uint32_t[]){y, run}, 2, (struct profile_weight){.samples = 1});
    profile_add_stack(&profile, (uint32_t[]){y, run1}, 2, (struct profile_weight){.samples = 1});
    profile_add_stack(&profile, &blank, 1, (struct profile_weight){.samples = 1});
    check_fold(&(struct fold_options){0}, "A.run 3\nA.run x 1\nA.run$1;A.y 1\nA.run;A.y 1\n");
}
END_TEST

START_TEST(frames_written_alike_are_one) {
    uint32_t of_int = add_frame("A", "f", "(I)V", FRAME_ANY);
    uint32_t of_long = add_frame("A", "f", "(J)V", FRAME_ANY);
    uint32_t g = method("g");
    profile_add_stack(&profile, (uint32_t[]){g, of_int}, 2, (struct profile_weight){.samples = 1});
    profile_add_stack(&profile, (uint32_t[]){g, of_long}, 2, (struct profile_weight){.samples = 2});
    profile_add_stack(&profile, &of_long, 1, (struct profile_weight){.samples = 4});
    profile_add_stack(&profile, (uint32_t[]){of_int, of_long, g}, 3,
                      (struct profile_weight){.samples = 8});
    profile_add_stack(&profile, (uint32_t[]){of_long, of_int, g}, 3,
                      (struct profile_weight){.samples = 16});
    check_fold(&(struct fold_options){0}, "A.f 4\nA.f;A.g 3\nA.g;A.f;A.f 24\n");
    check_fold(&(struct fold_options){.signatures = true},
               "A.f(I)V;A.g()V 1\nA.f(J)V 4\nA.f(J)V;A.g()V 2\nA.g()V;A.f(I)V;A.f(J)V 16\n"
               "A.g()V;A.f(J)V;A.f(I)V 8\n");
}
END_TEST

START_TEST(frame_types_become_suffixes) {
    static const struct {
        enum frame_type type;
        const char *line;
    } rows[] = {{FRAME_INTERPRETED, "A.f_[0] 1\n"}, {FRAME_JIT, "A.f_[j] 1\n"},
                {FRAME_INLINED, "A.f_[i] 1\n"},     {FRAME_C1, "A.f_[1] 1\n"},
                {FRAME_KERNEL, "A.f_[k] 1\n"},      {FRAME_NATIVE, "A.f 1\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t frame = add_frame("A", "f", "()V", rows[i].type);
        profile_add_stack(&profile, &frame, 1, (struct profile_weight){.samples = 1});
        check_fold(&(struct fold_options){.type_suffixes = true}, rows[i].line);
        clean_up();
        set_up();
    }
}
END_TEST

START_TEST(frames_cannot_break_a_line) {
    check_frame("a;b", "a:b");
    check_frame("a\nb\r", "a\\x0ab\\x0d");
    check_frame("Worker 12", "Worker_12");
    check_frame("Worker 1.5", "Worker_1.5");
    check_frame("Worker12", "Worker12");
    check_frame("two words", "two words");
    check_frame("12", "12");
}
END_TEST

static uint64_t random_state = 88172645463325252u;

static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state % n);
}

static void check_sorted_and_complete(char *written, uint64_t samples) {
    uint64_t sum = 0;
    char *before = NULL;
    for (char *line = strtok(written, "\n"); line; line = strtok(NULL, "\n")) {
        char *count = strrchr(line, ' ');
        ck_assert_ptr_nonnull(count);
        if (before) ck_assert_int_lt(strcmp(before, line), 0);
        sum += strtoull(count + 1, NULL, 10);
        before = line;
    }
    ck_assert_uint_eq(sum, samples);
}

START_TEST(random_profiles_are_sorted_and_complete) {
    /* Names that begin alike and go on with signs around ' ' and ';' in the alphabet. */
    static const char *const tails[] = {"", " ", "!", "$1", "0", "9", ":", "<", "a", " 7x", "b c"};
    uint32_t frames[sizeof tails / sizeof *tails];
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) frames[i] = method(tails[i]);
    uint64_t samples = 0;
    for (int i = 0; i < 4000; i++) {
        uint32_t stack[5], depth = 1 + random_below(5), count = 1 + random_below(20);
        for (uint32_t d = 0; d < depth; d++)
            stack[d] = frames[random_below(sizeof tails / sizeof *tails)];
        profile_add_stack(&profile, stack, depth, (struct profile_weight){.samples = count});
        samples += count;
    }
    char *written = fold(&(struct fold_options){0});
    check_sorted_and_complete(written, samples);
    free(written);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fold");
    TCase *cases = tcase_create("fold");
    tcase_add_checked_fixture(cases, set_up, clean_up);
    tcase_add_test(cases, an_empty_profile_has_no_lines);
    tcase_add_test(cases, root_comes_first);
    tcase_add_test(cases, inner_nodes_keep_their_self_samples);
    tcase_add_test(cases, lines_are_in_bytewise_order_of_the_whole_line);
    tcase_add_test(cases, frames_written_alike_are_one);
    tcase_add_test(cases, frame_types_become_suffixes);
    tcase_add_test(cases, frames_cannot_break_a_line);
    tcase_add_test(cases, random_profiles_are_sorted_and_complete);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
