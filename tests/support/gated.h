/* The gate on made-up recordings: rules in JSON, up to eight recordings, what became of each rule.
 *
 *   struct profile *base = recording(0, 30), *fresh = recording(1, 30);     30 s each
 *   sample(base, "app.Main.main;app.A.a", 5, 10, 0);                        ten in second 5
 *   judge("{\"rules\": [{\"check\": \"growth\", \"max_points\": 2}]}");
 *   ck_assert_int_eq(verdict(), GATE_PASSED);                               of the first rule
 *
 * Header only; setup and teardown are the fixture of each test. */
#pragma once

#include "analyzers/compare/gate.h"
#include "cmd/ci/gate_rules.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#define SECOND INT64_C(1000000000)

static struct profile profiles[8];
static struct facts facts[8];
static struct gate_said said[8];
static struct tables tables[8];
static struct diff_recording recordings[8];
static size_t count;
static struct gate_rules rules;
static struct gate_result result;
static uint64_t state;

static inline void setup(void) {
    count = 0;
    state = 88172645463325252u;
    rules = (struct gate_rules){0};
    result = (struct gate_result){0};
}

static inline void teardown(void) {
    gate_result_free(&result);
    gate_rules_free(&rules);
    for (size_t i = 0; i < count; i++) {
        profile_free(&profiles[i]);
        facts_free(&facts[i]);
        for (size_t k = 0; k < tables[i].len; k++) {
            free(tables[i].items[k].columns[0].cells);
            free(tables[i].items[k].columns[1].cells);
        }
        free(tables[i].items);
    }
}

static inline double chance(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

static inline struct profile *recording(int side, double seconds) {
    struct profile *p = &profiles[count];
    *p = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES, .time_grain = SECOND};
    facts[count] = (struct facts){0};
    tables[count] = (struct tables){.len = 0};
    said[count] = (struct gate_said){
        .facts = &facts[count], .tables = &tables[count], .window = {INT64_MIN, INT64_MAX}};
    recordings[count++] = (struct diff_recording){.profile = p, .side = side, .seconds = seconds};
    return p;
}

static inline void sample(struct profile *p, const char *stack, int64_t second, uint64_t samples,
                          int64_t value) {
    uint32_t index =
        stacks_add_weighted(p, stack, (struct profile_weight){.samples = samples, .value = value});
    struct profile_thread thread = {.os_id = 1};
    struct profile_sample row = {.time_ns = second * SECOND,
                                 .stack = index,
                                 .count = samples,
                                 .value = value,
                                 .thread = profile_add_thread(p, &thread)};
    profile_add_sample(p, &row);
}

/* 50 samples a second, of which a has share, by chance. */
static inline void shares(int side, double share) {
    struct profile *p = recording(side, 30);
    for (int s = 0; s < 30; s++) {
        uint64_t a = 0;
        for (int i = 0; i < 50; i++) a += chance() < share;
        sample(p, "app.Main.main;app.A.a", s, a, 0);
        sample(p, "app.Main.main;lib.Rest.rest", s, 50 - a, 0);
    }
}

static inline void pause(size_t at, double second, double milliseconds) {
    array_push(&facts[at].pauses,
               (struct fact_pause){.time_ns = (int64_t)(second * 1e9),
                                   .duration_ns = (int64_t)(milliseconds * 1e6)});
}

static inline void parse(const char *json) {
    struct text error = {0};
    bool fine = gate_rules_parse("rules", json, &rules, &error);
    ck_assert_msg(fine, "%s", text_str(&error));
    text_free(&error);
}

static inline void evaluate(void) {
    const char *event = NULL; /* one source serves all rules here */
    struct gate_source source = {event, recordings, said, count};
    gate_evaluate(&rules, &source, 1, &result);
}

static inline void judge(const char *json) {
    parse(json);
    evaluate();
}

static inline enum gate_verdict verdict(void) {
    return result.outcomes.items[0].verdict;
}

/* A setting switches the events on. */
static inline void enable(size_t at, const char *event) {
    struct strings *texts = &facts[at].strings;
    array_push(&facts[at].settings,
               (struct fact_setting){.event = strings_intern(texts, event, strlen(event)),
                                     .name = strings_intern(texts, "enabled", 7),
                                     .value = strings_intern(texts, "true", 4)});
}
