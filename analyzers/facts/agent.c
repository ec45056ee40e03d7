#include "analyzers/facts/agent.h"

#include <stdlib.h>
#include <string.h>

#define STATISTICS "jfragent.SamplingStatistics"

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

/* ==== The reader ============================================================================ */

enum { OF_STATISTICS, OF_SETTING }; /* tags */

static void forget_chunk(struct agent_statistics *s) {
    jfr_plan_free(s->plan);
    jfr_plan_free(s->setting_plan);
    jfr_constants_close(s->none);
    s->plan = s->setting_plan = NULL;
    s->none = NULL;
}

static void *agent_open(const void *options) {
    return mem_zero(1, sizeof(struct agent_statistics));
}

static void agent_close(void *state) {
    struct agent_statistics *s = state;
    forget_chunk(s);
    array_free(&s->medians);
    array_free(&s->p99s);
    free(s);
}

static void agent_plan(void *state, struct walk *walk) {
    static const char *const setting_fields[] = {"name", "value"};
    const char *fields[FIELDS] = {
        [HELD_MEDIAN] = "holdMedian", [HELD_P99] = "holdP99", [HELD_MAX] = "holdMax"};
    for (size_t i = 0; i < AGENT_COUNTS; i++) fields[i] = agent_count_rows[i].field;
    struct agent_statistics *s = state;
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, STATISTICS);
    forget_chunk(s);
    if (!type) return; /* not of the agent */
    s->plan = jfr_plan_compile(walk->chunk, type, fields, FIELDS, NULL);
    if (s->plan) walk_want(walk, type, OF_STATISTICS);
    const struct jfr_type *setting = jfr_type_by_name(walk->metadata, "jdk.ActiveSetting");
    if (setting) s->setting_plan = jfr_plan_compile(walk->chunk, setting, setting_fields, 2, NULL);
    if (s->setting_plan) walk_want(walk, setting, OF_SETTING);
    s->none = jfr_constants_open(walk->chunk, walk->metadata);
}

static void take_statistics(struct agent_statistics *s, const struct walk *walk,
                            const struct jfr_event *event) {
    uint64_t values[FIELDS];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(s->plan, walk->chunk->data, &at, event->end, values)) return;
    s->events++;
    for (size_t i = 0; i < AGENT_COUNTS; i++) s->counts[i] += values[i];
    if ((int64_t)values[HELD_MAX] <= 0) return; /* nobody was held */
    array_push(&s->medians, (int64_t)values[HELD_MEDIAN]);
    array_push(&s->p99s, (int64_t)values[HELD_P99]);
    if ((int64_t)values[HELD_MAX] > s->held_most) s->held_most = (int64_t)values[HELD_MAX];
}

/* The agent writes the texts into the event: no constants are needed. */
static bool is_text(const struct agent_statistics *s, size_t slot, uint64_t value,
                    const char *expected) {
    char text[16] = "";
    jfr_plan_value(s->setting_plan, s->none, slot, value, text, sizeof text);
    return strcmp(text, expected) == 0;
}

static void agent_event(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *event) {
    struct agent_statistics *s = state;
    uint64_t values[2];
    const uint8_t *at = event->payload;
    if (tag == OF_STATISTICS) take_statistics(s, walk, event);
    else if (jfr_plan_read(s->setting_plan, walk->chunk->data, &at, event->end, values) &&
             is_text(s, 0, values[0], "engine"))
        s->biased |= is_text(s, 1, values[1], "jvmti");
}

static void agent_merge(void *into_state, void *from_state) {
    struct agent_statistics *into = into_state, *from = from_state;
    into->biased |= from->biased;
    into->events += from->events;
    for (size_t i = 0; i < AGENT_COUNTS; i++) into->counts[i] += from->counts[i];
    for (size_t i = 0; i < from->medians.len; i++) {
        array_push(&into->medians, from->medians.items[i]);
        array_push(&into->p99s, from->p99s.items[i]);
    }
    if (from->held_most > into->held_most) into->held_most = from->held_most;
}

const struct reader agent_reader = {.open = agent_open,
                                    .plan = agent_plan,
                                    .event = agent_event,
                                    .merge = agent_merge,
                                    .close = agent_close};

/* ==== Questions ============================================================================= */

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
