/* Findings on two sides: what became of each, at the boundaries. */
#include "analyzers/rules/finding_changes.h"
#include "base/missing.h"
#include "tests/support/suite.h"

#include <string.h>

static const struct rule pauses = {
    .id = "Pauses",
    .group = RULE_COLLECTOR,
    .values = RULE_LIST(value, {"share", RULE_PERCENT, NULL, 1, false}),
    .is_figure = true,
};
static const struct rule hot = {
    .id = "Hot",
    .group = RULE_SAMPLES,
    .values = RULE_LIST(value, {"share", RULE_PERCENT, NULL, 1, false}),
    .is_figure = true,
};
static const struct rule setting = {.id = "Setting", .group = RULE_OTHER};

enum { RECORDINGS = 5 };

struct told { /* what a rule says of a recording */
    int side;
    enum rule_severity severity;
    double figure;
    const char *method;
};

static uint32_t add_method(struct profile *profile, const char *method) {
    struct frame frame = {.line = -1, .bci = -1};
    frame.class_name = strings_intern(&profile->frames.strings, "app.Main", 8);
    frame.method = strings_intern(&profile->frames.strings, method, strlen(method));
    return frames_intern(&profile->frames, &frame);
}

struct compared {
    struct finding_changes changes;
    struct findings findings[RECORDINGS];
    struct profile profiles[RECORDINGS];
};

static void compare(const struct rule *rule, const struct told *told, size_t len,
                    struct compared *c) {
    *c = (struct compared){.changes = {.recordings = {0}}};
    for (size_t i = 0; i < len; i++) {
        struct finding finding = finding_of(rule);
        finding.severity = told[i].severity;
        if (rule->values) finding_real(&finding, 0, told[i].figure);
        if (told[i].method) finding.frame = add_method(&c->profiles[i], told[i].method);
        array_push(&c->findings[i], finding);
        finding_changes_add(&c->changes, told[i].side, &c->findings[i], &c->profiles[i]);
    }
    finding_changes_finish(&c->changes);
}

static void done(struct compared *c) {
    finding_changes_free(&c->changes);
    for (size_t i = 0; i < RECORDINGS; i++) {
        findings_free(&c->findings[i]);
        profile_free(&c->profiles[i]);
    }
}

static const struct {
    struct told base, fresh;
    enum finding_became became;
} pairs[] = {
    {{0, RULE_OK, 1, NULL}, {1, RULE_INFO, 5, NULL}, FINDING_NEW},
    {{0, RULE_INFO, 5, NULL}, {1, RULE_OK, 1, NULL}, FINDING_GONE},
    {{0, RULE_INFO, 8, NULL}, {1, RULE_INFO, 10, NULL}, FINDING_LARGER}, /* 1.25 times, just */
    {{0, RULE_INFO, 8, NULL}, {1, RULE_INFO, 9.99, NULL}, FINDING_SAME},
    {{0, RULE_INFO, 10, NULL}, {1, RULE_INFO, 8, NULL}, FINDING_SMALLER},
    {{0, RULE_INFO, 10, NULL}, {1, RULE_INFO, 8.01, NULL}, FINDING_SAME},
    {{0, RULE_INFO, 9, NULL}, {1, RULE_WARNING, 9.1, NULL}, FINDING_LARGER},
    {{0, RULE_WARNING, 9.1, NULL}, {1, RULE_INFO, 9, NULL}, FINDING_SMALLER},
    {{0, RULE_INFO, 0, NULL}, {1, RULE_INFO, 0, NULL}, FINDING_SAME},
};

START_TEST(a_finding_of_both_sides_is_larger_by_its_severity_or_a_quarter) {
    struct compared c;
    compare(&pauses, &pairs[_i].base, 2, &c);
    ck_assert_uint_eq(c.changes.items.len, 1);
    ck_assert_int_eq(c.changes.items.items[0].change, pairs[_i].became);
    ck_assert(!c.changes.items.items[0].unknown);
    done(&c);
}
END_TEST

START_TEST(what_stands_out_on_no_side_is_left_out) {
    static const struct told fine[] = {{0, RULE_OK, 1, NULL}, {1, RULE_OK, 2, NULL}};
    static const struct told other[] = {{0, RULE_INFO, 0, NULL}, {1, RULE_INFO, 0, NULL}};
    struct compared c;
    compare(&pauses, fine, 2, &c);
    ck_assert_uint_eq(c.changes.items.len, 0);
    done(&c);
    compare(&setting, other, 2, &c);
    ck_assert_uint_eq(c.changes.items.len, 0);
    done(&c);
}
END_TEST

START_TEST(where_the_other_side_was_not_judged_it_is_said) {
    static const struct told fresh[] = {{0, RULE_NA, 0, NULL}, {1, RULE_INFO, 5, NULL}};
    static const struct told gone[] = {{0, RULE_INFO, 5, NULL}, {1, RULE_NA, 0, NULL}};
    struct compared c;
    compare(&pauses, fresh, 2, &c);
    ck_assert_int_eq(c.changes.items.items[0].change, FINDING_NEW);
    ck_assert(c.changes.items.items[0].unknown);
    done(&c);
    compare(&pauses, gone, 2, &c);
    ck_assert_int_eq(c.changes.items.items[0].change, FINDING_GONE);
    ck_assert(c.changes.items.items[0].unknown);
    done(&c);
}
END_TEST

START_TEST(more_than_half_of_a_side_have_to_have_it_and_the_middle_figure_stands_for_it) {
    static const struct told three[] = {{0, RULE_OK, 1, NULL},
                                        {1, RULE_INFO, 30, NULL},
                                        {1, RULE_INFO, 10, NULL},
                                        {1, RULE_INFO, 20, NULL}};
    static const struct told half[] = {
        {0, RULE_OK, 1, NULL}, {1, RULE_INFO, 30, NULL}, {1, RULE_OK, 1, NULL}};
    struct compared c;
    compare(&pauses, three, 4, &c);
    ck_assert_double_eq(c.changes.items.items[0].figure[1], 20);
    ck_assert(is_missing(c.changes.items.items[0].figure[0]));
    done(&c);
    compare(&pauses, half, 3, &c);
    ck_assert_uint_eq(c.changes.items.len, 0);
    done(&c);
}
END_TEST

START_TEST(another_hot_method_is_another_finding) {
    static const struct told told[] = {{0, RULE_INFO, 50, "before"}, {1, RULE_INFO, 50, "after"}};
    static const struct told same[] = {{0, RULE_INFO, 50, "same"}, {1, RULE_INFO, 50, "same"}};
    struct compared c;
    compare(&hot, told, 2, &c);
    ck_assert_uint_eq(c.changes.items.len, 2);
    ck_assert_int_eq(c.changes.items.items[0].change, FINDING_NEW);
    ck_assert_int_eq(c.changes.items.items[1].change, FINDING_GONE);
    ck_assert(!c.changes.items.items[0].unknown && !c.changes.items.items[1].unknown);
    done(&c);
    compare(&hot, same, 2, &c);
    ck_assert_uint_eq(c.changes.items.len, 1);
    ck_assert_int_eq(c.changes.items.items[0].change, FINDING_SAME);
    done(&c);
}
END_TEST

/* ==== Who is to blame ======================================================================= */

/* What becomes of the finding if either side blames that. */
static size_t changes_of(enum culprit_kind kind, const char *base, const char *fresh) {
    struct finding_changes changes = {.recordings = {0}};
    struct findings findings[2] = {{.items = NULL}};
    const char *names[] = {base, fresh};
    for (int side = 0; side < 2; side++) {
        struct finding finding = finding_of(&pauses);
        finding.severity = RULE_INFO;
        finding_real(&finding, 0, 5);
        finding_blame(&finding, kind, names[side]);
        array_push(&findings[side], finding);
        finding_changes_add(&changes, side, &findings[side], NULL);
    }
    finding_changes_finish(&changes);
    size_t len = changes.items.len;
    finding_changes_free(&changes);
    findings_free(&findings[0]);
    findings_free(&findings[1]);
    return len;
}

START_TEST(findings_that_blame_another_one_are_two_and_ports_do_not_count) {
    ck_assert_uint_eq(changes_of(CULPRIT_LOCK, "app.Lock", "app.Lock"), 1);
    ck_assert_uint_eq(changes_of(CULPRIT_LOCK, "app.Lock", "app.Other"), 2);
    ck_assert_uint_eq(changes_of(CULPRIT_HOST, "db:41234", "db:5"), 1);
    ck_assert_uint_eq(changes_of(CULPRIT_HOST, "db:41234", "cache:41234"), 2);
    ck_assert_uint_eq(changes_of(CULPRIT_HOST, "db:", "db"), 2);
    ck_assert_uint_eq(changes_of(CULPRIT_HOST, "db:1x", "db"), 2);
    ck_assert_uint_eq(changes_of(CULPRIT_LOCK, "db:1", "db:2"), 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("finding_changes");
    TCase *tcase = tcase_create("finding_changes");
    tcase_add_loop_test(tcase, a_finding_of_both_sides_is_larger_by_its_severity_or_a_quarter, 0,
                        (int)(sizeof pairs / sizeof *pairs));
    tcase_add_test(tcase, what_stands_out_on_no_side_is_left_out);
    tcase_add_test(tcase, where_the_other_side_was_not_judged_it_is_said);
    tcase_add_test(tcase,
                   more_than_half_of_a_side_have_to_have_it_and_the_middle_figure_stands_for_it);
    tcase_add_test(tcase, another_hot_method_is_another_finding);
    tcase_add_test(tcase, findings_that_blame_another_one_are_two_and_ports_do_not_count);
    suite_add_tcase(suite, tcase);
    return suite_run(suite);
}
