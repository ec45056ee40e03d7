/* The rule MethodProfiling on a profile and settings that a test writes down. */
#pragma once

#include "analyzers/rules/method_profiling.h"
#include "analyzers/time/periods.h"
#include "tests/support/suite.h"
#include "tests/support/stacks.h"

#include <check.h>
#include <math.h>
#include <stdio.h>

#define SECOND INT64_C(1000000000)
#define START (INT64_C(1763671860) * SECOND)

static struct profile profile;
static struct facts facts;
static struct ends ends;
static struct finding verdict;
static struct rule_input input;
static struct rule_setting settings[RULE_OPTIONS];

static inline void setup(void) {
    profile = (struct profile){.keep = PROFILE_STACKS | PROFILE_SAMPLES};
    facts = (struct facts){0};
    verdict = finding_of(&rule_method_profiling);
    input = (struct rule_input){
        .profile = &profile, .facts = &facts, .event = METHOD_PROFILING_EVENT, .start_ns = START};
    rule_defaults(&rule_method_profiling, settings);
}

static inline void teardown(void) {
    finding_free(&verdict);
    profile_free(&profile);
    facts_free(&facts);
}

static inline uint32_t fact(const char *text) {
    return strings_intern(&facts.strings, text, strlen(text));
}

static inline void setting(double seconds, const char *name, const char *value) {
    struct fact_setting row = {START + (int64_t)(seconds * 1e9), fact("jdk.ExecutionSample"),
                               fact(name), fact(value)};
    array_push(&facts.settings, row);
}

/* So many samples of the stack (root first; "": none) at the time, seconds from the start. */
static inline void samples(double seconds, const char *stack, uint32_t count) {
    uint32_t frames[16], ids = 0;
    char *copy = mem_copy_text(stack), *rest = copy;
    for (char *name; *stack && (name = strsep(&rest, ";")) != NULL && ids < 16;) {
        char *dot = strrchr(name, '.');
        *dot = 0;
        frames[15 - ids++] = stacks_frame(&profile, name, dot + 1, FRAME_ANY);
    }
    free(copy);
    const struct profile_weight weight = {.samples = count};
    struct profile_sample sample = {
        .time_ns = START + (int64_t)(seconds * 1e9),
        .stack = profile_add_stack(&profile, frames + 16 - ids, ids, weight),
        .thread = PROFILE_NONE,
        .count = count,
    };
    profile_add_sample(&profile, &sample);
}

static inline void judge(void) {
    profile_sort_samples(&profile);
    finding_free(&verdict);
    rule_judge(&rule_method_profiling, &input, settings, &verdict);
}

static inline void judge_as_jmc(double first_end, double last_end) {
    ends.first_ns = START + (int64_t)(first_end * 1e9);
    ends.last_ns = START + (int64_t)(last_end * 1e9);
    input.as_jmc = &ends;
    judge();
}

static inline int64_t number(size_t value) {
    ck_assert(verdict.values[value].given);
    return verdict.values[value].number;
}

static inline double real(const struct finding *finding, size_t value) {
    ck_assert(finding->values[value].given);
    return finding->values[value].real;
}

static inline double share(void) {
    return real(&verdict, METHOD_PROFILING_SHARE) / 100;
}

static inline const struct rule_outcome *outcome(size_t place) {
    return &rule_method_profiling.outcomes[place];
}

static inline const char *best_method(void) {
    static struct text name;
    text_clear(&name);
    frame_add_name(&profile.frames, verdict.frame, &name);
    return text_str(&name);
}
