#include "analyzers/facts/agent.h"

#include <stdlib.h>
#include <string.h>

#define STATISTICS "jfragent.SamplingStatistics"

/* ==== The engine ============================================================================= */

const struct jfr_type *agent_setting_type(const struct jfr_metadata *metadata) {
    if (jfr_type_by_name(metadata, STATISTICS) == NULL) return NULL;
    return jfr_type_by_name(metadata, "jdk.ActiveSetting");
}

bool agent_setting_is_biased(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                             const struct jfr_type *setting, const struct jfr_event *event) {
    /* The agent writes the texts into the event: no constants are needed. */
    struct jfr_constants *none = jfr_constants_open(chunk, metadata);
    char name[16], value[16];
    struct jfr_value n =
        jfr_event_value(none, metadata, chunk, setting, event, "name", name, sizeof name);
    struct jfr_value v =
        jfr_event_value(none, metadata, chunk, setting, event, "value", value, sizeof value);
    bool biased = n.kind == JFR_VALUE_TEXT && strcmp(name, "engine") == 0 &&
                  v.kind == JFR_VALUE_TEXT && strcmp(value, "jvmti") == 0;
    jfr_constants_close(none);
    return biased;
}

/* ==== Statistics ============================================================================= */

const struct agent_count_row agent_count_rows[AGENT_COUNTS] = {
    {"requested", "requested", "Samples requested"},
    {"taken", "taken", "Stacks taken"},
    {"noProcessor", "no_processor", "Not asked: no processor"},
    {"unmoved", "unmoved", "Not asked: had not run"},
    {"timedOut", "timed_out", "Not answered in time"},
    {"leftState", "left_state", "No longer running"},
    {"exited", "exited", "Thread was gone"},
    {"crashed", "crashed", "Walk hit bad memory"},
    {"noFrames", "no_frames", "No Java frame (0)"},
    {"noClassLoad", "no_class_load", "Class events off (-1)"},
    {"gcActive", "gc_active", "GC active (-2)"},
    {"notJava", "not_java", "Not in Java (-3)"},
    {"notJavaUnwalkable", "not_java_unwalkable", "Native, unwalkable (-4)"},
    {"javaUnknown", "java_unknown", "Java, place unknown (-5)"},
    {"javaUnwalkable", "java_unwalkable", "Java, unwalkable (-6)"},
    {"unknownState", "unknown_state", "State unknown (-7)"},
    {"threadExit", "thread_exit", "Thread was ending (-8)"},
    {"deoptimizing", "deoptimizing", "Deoptimizing (-9)"},
    {"safepoint", "safepoint", "At a safepoint (-10)"},
};
enum { HELD_MEDIAN = AGENT_COUNTS, HELD_P99, HELD_MAX, FIELDS };
_Static_assert(FIELDS <= AGENT_PLANS * JFR_PLAN_MAX, "a plan more is needed");

struct agent_plan agent_plan_open(const struct jfr_chunk *chunk,
                                  const struct jfr_metadata *metadata) {
    const char *fields[FIELDS] = {
        [HELD_MEDIAN] = "holdMedian", [HELD_P99] = "holdP99", [HELD_MAX] = "holdMax"};
    for (size_t i = 0; i < AGENT_COUNTS; i++) fields[i] = agent_count_rows[i].field;
    struct agent_plan plan = {.type = jfr_type_by_name(metadata, STATISTICS)};
    for (size_t i = 0; i < AGENT_PLANS && plan.type; i++) {
        size_t from = i * JFR_PLAN_MAX, rest = FIELDS - from;
        plan.parts[i] = jfr_plan_compile(chunk, plan.type, fields + from,
                                         rest < JFR_PLAN_MAX ? rest : JFR_PLAN_MAX, NULL, NULL);
        if (plan.parts[i] == NULL) agent_plan_free(&plan);
    }
    return plan;
}

void agent_plan_free(struct agent_plan *plan) {
    for (size_t i = 0; i < AGENT_PLANS; i++) jfr_plan_free(plan->parts[i]);
    *plan = (struct agent_plan){0};
}

void agent_statistics_add(struct agent_statistics *s, const struct jfr_chunk *chunk,
                          const struct agent_plan *plan, const struct jfr_event *event) {
    uint64_t values[AGENT_PLANS * JFR_PLAN_MAX] = {0};
    for (size_t i = 0; i < AGENT_PLANS; i++) {
        const uint8_t *at = event->payload;
        if (!jfr_plan_read(plan->parts[i], chunk->data, &at, event->end, values + i * JFR_PLAN_MAX))
            return;
    }
    s->events++;
    for (size_t i = 0; i < AGENT_COUNTS; i++) s->counts[i] += values[i];
    if ((int64_t)values[HELD_MAX] <= 0) return; /* nobody was held */
    array_push(&s->medians, (int64_t)values[HELD_MEDIAN]);
    array_push(&s->p99s, (int64_t)values[HELD_P99]);
    if ((int64_t)values[HELD_MAX] > s->held_most) s->held_most = (int64_t)values[HELD_MAX];
}

void agent_statistics_merge(struct agent_statistics *into, const struct agent_statistics *from) {
    into->events += from->events;
    for (size_t i = 0; i < AGENT_COUNTS; i++) into->counts[i] += from->counts[i];
    for (size_t i = 0; i < from->medians.len; i++) {
        array_push(&into->medians, from->medians.items[i]);
        array_push(&into->p99s, from->p99s.items[i]);
    }
    if (from->held_most > into->held_most) into->held_most = from->held_most;
}

static int compare_numbers(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int64_t middle_of(int64_t *items, size_t len) {
    if (len == 0) return 0;
    qsort(items, len, sizeof *items, compare_numbers);
    return items[len / 2];
}

int64_t agent_statistics_median(struct agent_statistics *s) {
    return middle_of(s->medians.items, s->medians.len);
}

int64_t agent_statistics_p99(struct agent_statistics *s) {
    return middle_of(s->p99s.items, s->p99s.len);
}

void agent_statistics_free(struct agent_statistics *s) {
    array_free(&s->medians);
    array_free(&s->p99s);
}
