#include "analyzers/facts/agent.h"

#include <stdio.h>

#define STATISTICS "jfragent.SamplingStatistics"

const struct agent_count_row agent_count_rows[AGENT_COUNTS] = {
#define AGENT(name, field, key, label) {field, key, label},
#include "analyzers/facts/agent_table.h"
#undef AGENT
};
enum { HELD_MEDIAN = AGENT_COUNTS, HELD_P99, HELD_MAX, FIELDS };

static void forget_chunk(struct agent_statistics *s) {
    for (size_t i = 0; i < s->plans.len; i++) jfr_plan_free(s->plans.items[i].plan);
    s->plans.len = 0;
    jfr_constants_close(s->none);
    s->none = NULL;
}

static void *agent_open(const void *const *options, size_t count) {
    return mem_zero(1, sizeof(struct agent_statistics));
}

static void agent_close(void *state) {
    struct agent_statistics *s = state;
    forget_chunk(s);
    arrays_free(&s->plans, &s->medians, &s->p99s);
    free(s);
}

static void want(struct agent_statistics *s, struct walk *walk, const struct jfr_type *type,
                 bool of_settings, const char *const *fields, size_t count) {
    struct agent_plan plan = {jfr_plan_compile(walk->chunk, type, fields, count, NULL),
                              of_settings};
    if (!plan.plan) return;
    walk_want(walk, type, (uint32_t)s->plans.len);
    array_push(&s->plans, plan);
}

static void agent_plan(void *state, struct walk *walk) {
    static const char *const setting_fields[] = {"name", "value"};
    const char *fields[FIELDS] = {
        [HELD_MEDIAN] = "holdMedian", [HELD_P99] = "holdP99", [HELD_MAX] = "holdMax"};
    for (size_t i = 0; i < AGENT_COUNTS; i++) fields[i] = agent_count_rows[i].field;
    struct agent_statistics *s = state;
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, STATISTICS);
    forget_chunk(s);
    if (!type || walk->share) return; /* not of the agent */
    for (; type; type = type->next) want(s, walk, type, false, fields, FIELDS);
    for (type = jfr_type_by_name(walk->metadata, "jdk.ActiveSetting"); type; type = type->next)
        want(s, walk, type, true, setting_fields, 2);
    s->none = jfr_constants_open(walk->chunk, walk->metadata);
}

static void take_statistics(struct agent_statistics *s, const uint64_t *values) {
    s->events++;
    for (size_t i = 0; i < AGENT_COUNTS; i++) s->counts[i] += values[i];
    if ((int64_t)values[HELD_MAX] <= 0) return; /* nobody was held */
    array_push(&s->medians, (int64_t)values[HELD_MEDIAN]);
    array_push(&s->p99s, (int64_t)values[HELD_P99]);
    if ((int64_t)values[HELD_MAX] > s->held_most) s->held_most = (int64_t)values[HELD_MAX];
}

/* The agent writes the texts into the event: no constants are needed. */
static bool is_text(const struct agent_statistics *s, const struct jfr_plan *plan, size_t slot,
                    const uint64_t *values, const char *expected) {
    char text[32] = "";
    jfr_plan_value(plan, s->none, slot, values[slot], text, sizeof text);
    return strcmp(text, expected) == 0;
}

static void agent_event(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *event) {
    struct agent_statistics *s = state;
    const struct agent_plan *plan = &s->plans.items[tag];
    uint64_t values[FIELDS];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(plan->plan, walk->chunk->data, &at, event->end, values)) return;
    if (!plan->of_settings) take_statistics(s, values);
    else if (is_text(s, plan->plan, 0, values, "engine"))
        s->biased |= is_text(s, plan->plan, 1, values, "jvmti");
    else if (is_text(s, plan->plan, 0, values, "debugNonSafepoints"))
        s->late |= is_text(s, plan->plan, 1, values, "false");
}

static void agent_merge(void *into_state, void *from_state) {
    struct agent_statistics *into = into_state, *from = from_state;
    into->biased |= from->biased;
    into->late |= from->late;
    into->events += from->events;
    for (size_t i = 0; i < AGENT_COUNTS; i++) into->counts[i] += from->counts[i];
    for (size_t i = 0; i < from->medians.len; i++) {
        array_push(&into->medians, from->medians.items[i]);
        array_push(&into->p99s, from->p99s.items[i]);
    }
    if (from->held_most > into->held_most) into->held_most = from->held_most;
}

/* What it counts of each event is summed up. */
static unsigned splits(const void *const *options, size_t count, const struct sampler *sampler) {
    (void)options, (void)count, (void)sampler;
    return SCAN_BY_EVENTS | SCAN_BY_STACKS;
}

const struct reader agent_reader = {.splits = splits,
                                    .open = agent_open,
                                    .plan = agent_plan,
                                    .event = agent_event,
                                    .merge = agent_merge,
                                    .close = agent_close};

/* Rounded down: 100 % is all of them. */
static double percent(uint64_t part, uint64_t all) {
    return (double)(uint64_t)((double)part / (double)all * 1000) / 10;
}

bool agent_statistics_proof(const struct agent_statistics *s, char *out, size_t size) {
    uint64_t sampled = s->counts[AGENT_CPU_SAMPLED], used = s->counts[AGENT_CPU_USED];
    uint64_t whole = s->counts[AGENT_WHOLE], taken = s->counts[AGENT_TAKEN];
    if (!used || !sampled) return false;
    int len =
        snprintf(out, size, "%.1f %% of the CPU time is in these samples", percent(sampled, used));
    if (whole && taken && (size_t)len < size)
        snprintf(out + len, size - (size_t)len, ", %.1f %% of the stacks are whole",
                 percent(whole, taken));
    return true;
}

ORDERED(compare_numbers, int64_t, ORDER(*x, *y))

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
