/* One rule over a recording that is told (tests/support/told.h) and samples that a test adds, and
 * what it found, by the names of its values. */
#pragma once

#include "tests/support/judged.h"
#include "tests/support/stacks.h"

#include <math.h>

static struct profile profile;
static struct finding finding;
static bool judged;

static inline void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    judged = false;
}

static inline void forget(void) {
    if (judged) finding_free(&finding);
    judged = false;
}

static inline void teardown(void) {
    forget();
    profile_free(&profile);
}

static inline enum rule_severity severity_of(const char *id, const char *told) {
    struct recording r = {0};
    forget();
    told_write(&r, told, RECORDED_NS);
    profile_sort_samples(&profile);
    finding = judge_with(rule_named(id), &r.out, &profile);
    judged = true;
    recording_free(&r);
    return finding.severity;
}

static inline const struct finding_value *value_of(const char *key, enum rule_kind *kind) {
    const struct rule_value *values = finding.rule->values;
    for (size_t i = 0; values[i].key; i++)
        if (strcmp(values[i].key, key) == 0) {
            *kind = values[i].kind;
            return &finding.values[i];
        }
    ck_abort_msg("%s has no value %s", finding.rule->id, key);
}

static inline const char *text_of(const char *key) {
    enum rule_kind kind;
    const struct finding_value *value = value_of(key, &kind);
    return value->given ? value->text : "";
}

static inline double number_of(const char *key) {
    enum rule_kind kind;
    const struct finding_value *value = value_of(key, &kind);
    if (!value->given) return NAN;
    return kind == RULE_PERCENT || kind == RULE_ESTIMATE ? value->real : (double)value->number;
}

/* A sample each 20 ms of 120 s, or of a part of them. */
static inline void runs(const char *stack, const char *thread, int64_t from_ms, int64_t to_ms) {
    for (int64_t at = from_ms; at < to_ms; at += 20)
        stacks_sample(&profile, stack, thread, NULL, START_NS + at * 1000000, 1);
}

/* What runs so is not compiled. */
static inline void runs_interpreted(const char *stack, const char *thread, int64_t from_ms,
                                    int64_t to_ms) {
    runs(stack, thread, from_ms, to_ms);
    uint32_t at = profile_sample(&profile, profile.moments.len - 1).stack;
    profile.stacks.items[at].interpreted += (uint64_t)(to_ms - from_ms) / 20;
}
