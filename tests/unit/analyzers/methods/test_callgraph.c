/* Callers and callees: which part of a stack counts, recursion once; and how their trees are drawn.
 */
#include "analyzers/methods/callgraph.h"
#include "analyzers/methods/find_method.h"
#include "cmd/sheets/tree.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>

static struct profile profile;
static struct calltree calls;
static struct tree tree;
static struct text drawn;

static void setup(void) {
    profile = (struct profile){.keep = PROFILE_ROWS | PROFILE_STACKS};
}

static void teardown(void) {
    calltree_free(&calls);
    tree_free(&tree);
    profile_free(&profile);
    text_free(&drawn);
}

/* The tree as lines, samples, share, self and name. */
static const char *draw(bool ascii, size_t columns) {
    const struct tree_options options = {.all = calls.nodes[0].total};
    const struct tree_shape shape = {.by = BY_METHOD, .self = true};
    const struct sheet_style style = {.columns = columns, .ascii = ascii};
    struct sheet sheet;
    tree_free(&tree);
    tree_of_calls(&profile, &calls, &options, &tree);
    sheet_open(&sheet, FORMAT_TEXT);
    tree_add(&tree, &profile, &shape, &sheet);
    text_clear(&drawn);
    sheet_write(&sheet, &style, &drawn);
    sheet_free(&sheet);
    return text_str(&drawn);
}

static void build(const char *method, struct callgraph_options options) {
    struct found_methods found;
    struct jfr_error error;
    find_method(&profile, method, &found, &error);
    calltree_free(&calls);
    callgraph_build(&profile, found.chosen, &options, &calls);
    find_method_free(&found);
}

static const struct callgraph_options callers = {.way = CALLGRAPH_CALLERS};
static const struct callgraph_options callees = {.way = CALLGRAPH_CALLEES};

START_TEST(callers_are_of_all_samples_with_the_method) {
    stacks_add(&profile, "p.A.main;p.A.x;p.A.m", 3);
    stacks_add(&profile, "p.A.main;p.A.y;p.A.m;p.A.leaf", 5);
    stacks_add(&profile, "p.A.main;p.A.z", 100);
    build("p.A.m", callers);
    ck_assert_str_eq(draw(false, 0), "samples       %  self  method\n"
                                     "      8  100.00     0  p.A.m\n"
                                     "      5   62.50     0  ├─ p.A.y\n"
                                     "      5   62.50     5  │  p.A.main\n"
                                     "      3   37.50     0  └─ p.A.x\n"
                                     "      3   37.50     3     p.A.main\n");
}
END_TEST

START_TEST(callers_of_its_own_samples_alone) {
    stacks_add(&profile, "p.A.main;p.A.x;p.A.m", 3);
    stacks_add(&profile, "p.A.main;p.A.y;p.A.m;p.A.leaf", 5);
    struct callgraph_options own = callers;
    own.self_only = true;
    build("p.A.m", own);
    ck_assert_uint_eq(calls.nodes[0].total, 3);
}
END_TEST

START_TEST(recursion_counts_once_from_the_outermost_call_down_and_from_the_innermost_up) {
    stacks_add(&profile, "p.A.main;p.A.r;p.A.q;p.A.r;p.A.x", 7);
    build("p.A.r", callees);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "      7  100.00     0  p.A.r\n"
                                    "      7  100.00     0  p.A.q\n"
                                    "      7  100.00     0  p.A.r\n"
                                    "      7  100.00     7  p.A.x\n");
    build("p.A.r", callers);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "      7  100.00     0  p.A.r\n"
                                    "      7  100.00     0  p.A.q\n"
                                    "      7  100.00     0  p.A.r\n"
                                    "      7  100.00     7  p.A.main\n");
}
END_TEST

START_TEST(jmc_counts_recursion_every_time) {
    stacks_add(&profile, "p.A.main;p.A.r;p.A.r;p.A.x", 7);
    struct callgraph_options every = callees;
    every.every_time = true;
    build("p.A.r", every);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "     14  100.00     0  p.A.r\n"
                                    "      7   50.00     0  |- p.A.r\n"
                                    "      7   50.00     7  |  p.A.x\n"
                                    "      7   50.00     7  `- p.A.x\n");
}
END_TEST

/* What the samples are about, as their stacks' roots. */
static uint32_t about(const char *name) {
    struct frame frame = {.line = -1, .bci = -1, .type = FRAME_THREAD};
    frame.class_name = strings_intern(&profile.frames.strings, name, strlen(name));
    return frames_intern(&profile.frames, &frame);
}

static void add_about(const char *group, const char *stack, uint64_t count) {
    uint32_t ids[8];
    size_t depth = 0;
    char *copy = mem_copy_text(stack), *rest = copy;
    ids[depth++] = about(group);
    for (char *name; (name = strsep(&rest, ";")) != NULL && depth < 8;) {
        char *dot = strrchr(name, '.');
        *dot = 0;
        ids[depth++] = stacks_frame(&profile, name, dot + 1, FRAME_ANY);
    }
    free(copy);
    for (size_t i = 0; i < depth / 2; i++) {
        uint32_t swap = ids[i];
        ids[i] = ids[depth - 1 - i];
        ids[depth - 1 - i] = swap;
    }
    profile_add_stack(&profile, ids, depth, (struct profile_weight){.samples = count});
}

START_TEST(what_samples_are_about_comes_right_after_the_method) {
    add_about("/slow", "p.A.main;p.A.x;p.A.m;p.A.leaf", 5);
    add_about("/fast", "p.A.main;p.A.x;p.A.m", 2);
    add_about("/fast", "p.A.m;p.A.m;p.A.leaf", 1);
    add_about("p.A.m", "p.A.main;p.A.z", 100); /* a value is no method */
    struct callgraph_options split = callers;
    split.split = true;
    build("p.A.m", split);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "      8  100.00     0  p.A.m\n"
                                    "      5   62.50     0  |- /slow\n"
                                    "      5   62.50     0  |  p.A.x\n"
                                    "      5   62.50     5  |  p.A.main\n"
                                    "      3   37.50     0  `- /fast\n"
                                    "      2   25.00     0     |- p.A.x\n"
                                    "      2   25.00     2     |  p.A.main\n"
                                    "      1   12.50     1     `- p.A.m\n");
    split = callees;
    split.split = true;
    build("p.A.m", split);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "      8  100.00     0  p.A.m\n"
                                    "      5   62.50     0  |- /slow\n"
                                    "      5   62.50     5  |  p.A.leaf\n"
                                    "      3   37.50     2  `- /fast\n"
                                    "      1   12.50     0     p.A.m\n"
                                    "      1   12.50     1     p.A.leaf\n");
    split.every_time = true;
    build("p.A.m", split);
    ck_assert_str_eq(draw(true, 0), "samples       %  self  method\n"
                                    "      9  100.00     0  p.A.m\n"
                                    "      5   55.56     0  |- /slow\n"
                                    "      5   55.56     5  |  p.A.leaf\n"
                                    "      4   44.44     2  `- /fast\n"
                                    "      1   11.11     1     |- p.A.leaf\n"
                                    "      1   11.11     0     `- p.A.m\n"
                                    "      1   11.11     1        p.A.leaf\n");
}
END_TEST

START_TEST(what_has_too_few_samples_is_left_out) {
    stacks_add(&profile, "p.A.m;p.A.x", 99);
    stacks_add(&profile, "p.A.m;p.A.y", 1);
    struct callgraph_options large = callees;
    large.min_share = 1;
    build("p.A.m", large);
    ck_assert_uint_eq(calls.len, 4);
    large.min_share = 1.01;
    build("p.A.m", large);
    ck_assert_uint_eq(calls.len, 3);
    ck_assert_uint_eq(calls.left_out, 1);
}
END_TEST

START_TEST(nothing_chosen_is_an_empty_tree) {
    stacks_add(&profile, "p.A.m", 1);
    bool none[8] = {false};
    callgraph_build(&profile, none, &callers, &calls);
    ck_assert_uint_eq(calls.nodes[0].total, 0);
    ck_assert_str_eq(draw(false, 0), "samples  %  self  method\n");
}
END_TEST

START_TEST(a_tree_forks_to_the_right_only_where_it_must) {
    stacks_add(&profile, "p.A.m;p.B.b;p.B.c;p.C.d", 5);
    stacks_add(&profile, "p.A.m;p.B.b;p.B.c;p.C.e;p.C.f", 4);
    stacks_add(&profile, "p.A.m;p.B.b;p.B.c;p.C.g", 4);
    stacks_add(&profile, "p.A.m;p.D.h;p.D.i", 2);
    stacks_add(&profile, "p.Z.z", 1);
    calltree_free(&calls);
    calltree_build(&profile, &(struct calltree_options){0}, &calls);
    ck_assert_str_eq(draw(false, 0), "samples      %  self  method\n"
                                     "     15  93.75     0  ├─ p.A.m\n"
                                     "     13  81.25     0  │  ├─ p.B.b\n"
                                     "     13  81.25     0  │  │  p.B.c\n"
                                     "      5  31.25     5  │  │  ├─ p.C.d\n"
                                     "      4  25.00     0  │  │  ├─ p.C.e\n"
                                     "      4  25.00     4  │  │  │  p.C.f\n"
                                     "      4  25.00     4  │  │  └─ p.C.g\n"
                                     "      2  12.50     0  │  └─ p.D.h\n"
                                     "      2  12.50     2  │     p.D.i\n"
                                     "      1   6.25     1  └─ p.Z.z\n");
    ck_assert_str_eq(draw(true, 38), "samples      %  self  method\n"
                                     "     15  93.75     0  |- p.A.m\n"
                                     "     13  81.25     0  |  |- p.B.b\n"
                                     "     13  81.25     0  |  |  p.B.c\n"
                                     "      5  31.25     5  |  |  |- p.C.d\n"
                                     "      4  25.00     0  |  |  |- p.C.e\n"
                                     "      4  25.00     4  |  |  |  p.C.f\n"
                                     "      4  25.00     4  |  |  `- p.C.g\n"
                                     "      2  12.50     0  |  `- p.D.h\n"
                                     "      2  12.50     2  |     p.D.i\n"
                                     "      1   6.25     1  `- p.Z.z\n");
}
END_TEST

START_TEST(a_deep_tree_keeps_room_for_names) {
    struct text stack = {0}, fork = {0};
    for (int i = 0; i < 60; i++) {
        text_addf(&stack, "%sp.A.m%02d", i ? ";" : "", i);
        text_clear(&fork);
        text_addf(&fork, "%s;p.B.b%02d", stack.data, i);
        stacks_add(&profile, fork.data, 1);
    }
    calltree_free(&calls);
    calltree_build(&profile, &(struct calltree_options){0}, &calls);
    for (const char *line = draw(false, 60); *line; line = strchr(line, '\n') + 1) {
        size_t len = strcspn(line, "\n");
        char copy[400];
        ck_assert_uint_lt(len, sizeof copy);
        memcpy(copy, line, len);
        copy[len] = 0;
        ck_assert(strstr(copy, "p.") || strstr(copy, "method"));
    }
    text_free(&stack);
    text_free(&fork);
}
END_TEST

/* ==== Which method =========================================================================== */

static const char *names_found(const char *wanted) {
    static struct text names;
    struct found_methods found;
    struct jfr_error error;
    find_method(&profile, wanted, &found, &error);
    text_clear(&names);
    for (size_t i = 0; i < found.names.len; i++)
        text_addf(&names, "%s%s", i ? " " : "", found.names.items[i].name);
    if (error.code != JFR_OK) text_addf(&names, "error");
    find_method_free(&found);
    return text_str(&names);
}

START_TEST(a_method_is_found_by_its_whole_name_its_end_a_part_or_a_regex) {
    stacks_add(&profile, "app.Map.get", 1);
    stacks_add(&profile, "app.HashMap.get", 2);
    stacks_add(&profile, "app.HashMap.getNode", 3);
    stacks_add(&profile, "app.Outer$Inner.run", 4);
    ck_assert_str_eq(names_found("app.Map.get"), "app.Map.get");
    ck_assert_str_eq(names_found("Map.get"), "app.Map.get"); /* not app.HashMap.get */
    ck_assert_str_eq(names_found("get"), "app.HashMap.get app.Map.get");
    ck_assert_str_eq(names_found("Inner.run"), "app.Outer$Inner.run");
    ck_assert_str_eq(names_found("HashMap.get"), "app.HashMap.get");
    ck_assert_str_eq(names_found("Hash"), "app.HashMap.getNode app.HashMap.get");
    ck_assert_str_eq(names_found("^app\\.[HM].*get$"), "app.HashMap.get app.Map.get");
    ck_assert_str_eq(names_found("nothing"), "");
    ck_assert_str_eq(names_found("noth(ing"), "error");
}
END_TEST

START_TEST(overloads_are_one_name_unless_parameters_are_given) {
    uint32_t ids[2];
    static const char *const descriptors[] = {"(I)V", "(Ljava/lang/Object;)V"};
    for (int i = 0; i < 2; i++) {
        struct frame frame = {.class_name = strings_intern(&profile.frames.strings, "app.A", 5),
                              .method = strings_intern(&profile.frames.strings, "put", 3),
                              .descriptor = strings_intern(&profile.frames.strings, descriptors[i],
                                                           strlen(descriptors[i])),
                              .line = 10 + i,
                              .bci = -1};
        ids[i] = frames_intern(&profile.frames, &frame);
        profile_add_stack(&profile, &ids[i], 1, (struct profile_weight){.samples = 1});
    }
    static const struct {
        const char *wanted;
        bool first, second;
    } cases[] = {{"put", true, true},
                 {"A.put(int)", true, false},
                 {"put(Object)", false, true},
                 {"app.A.put:10", true, false},
                 {"put(Object):11", false, true},
                 {"A.put(long)", false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct found_methods found;
        struct jfr_error error;
        find_method(&profile, cases[i].wanted, &found, &error);
        ck_assert_uint_eq(found.chosen[ids[0]], cases[i].first);
        ck_assert_uint_eq(found.chosen[ids[1]], cases[i].second);
        ck_assert_uint_eq(found.names.len, cases[i].first || cases[i].second);
        find_method_free(&found);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("callgraph");
    TCase *tcase = tcase_create("callers and callees");
    tcase_add_checked_fixture(tcase, setup, teardown);
    tcase_add_test(tcase, callers_are_of_all_samples_with_the_method);
    tcase_add_test(tcase, callers_of_its_own_samples_alone);
    tcase_add_test(tcase,
                   recursion_counts_once_from_the_outermost_call_down_and_from_the_innermost_up);
    tcase_add_test(tcase, jmc_counts_recursion_every_time);
    tcase_add_test(tcase, what_samples_are_about_comes_right_after_the_method);
    tcase_add_test(tcase, what_has_too_few_samples_is_left_out);
    tcase_add_test(tcase, nothing_chosen_is_an_empty_tree);
    tcase_add_test(tcase, a_tree_forks_to_the_right_only_where_it_must);
    tcase_add_test(tcase, a_deep_tree_keeps_room_for_names);
    tcase_add_test(tcase, a_method_is_found_by_its_whole_name_its_end_a_part_or_a_regex);
    tcase_add_test(tcase, overloads_are_one_name_unless_parameters_are_given);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
