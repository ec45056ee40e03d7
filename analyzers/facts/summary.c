#include "analyzers/facts/machine.h"
#include "analyzers/facts/summary_state.h"

#include "analyzers/facts/agent.h"
#include "analyzers/facts/facts.h"
#include "base/text.h"
#include "base/units.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *keep_text(struct summary *out, const struct text *text) {
    uint32_t id = strings_intern(&out->strings, text_str(text), text->len);
    return strings_get(&out->strings, id);
}

static void show(struct text *out, enum summary_kind kind, const char *value) {
    int64_t number = strtoll(value, NULL, 10);
    switch (kind) {
    case BYTES:
        if (number < 0 || number == INT64_MAX) text_add(out, "no limit");
        else units_add_bytes(out, (double)number);
        break;
    case EPOCH_MS:
        if (__builtin_mul_overflow(number, NS_PER_MS, &number) ||
            !units_add_date(out, number, "%Y-%m-%d %H:%M:%S UTC"))
            text_add(out, value);
        break;
    case SYSTEM: machine_show_system(out, value); break;
    case BOOLEAN: text_add(out, number ? "yes" : "no"); break;
    case MILLISECONDS:
        if (__builtin_mul_overflow(number, NS_PER_MS, &number)) number = INT64_MAX;
        units_add_exact(out, number);
        break;
    case NANOSECONDS: units_add_duration(out, number); break;
    default: text_add(out, value); break;
    }
}

static void add_fact(struct summary *out, const char *group, const char *key, const char *label,
                     enum summary_kind kind, const char *value) {
    struct text text = {0};
    if (kind == BRAND) {
        if (!machine_show_brand(&text, value)) return;
    } else if (kind == BOOLEAN) {
        text_add(&text, strtoll(value, NULL, 10) ? "true" : "false");
    } else {
        text_add(&text, value);
    }
    struct summary_fact fact = {.group = group,
                                .key = key,
                                .label = label,
                                .value = keep_text(out, &text),
                                .number = kind >= COUNT};
    if (kind != BRAND) {
        text_clear(&text);
        show(&text, kind, value);
    }
    fact.shown = keep_text(out, &text);
    array_push(&out->facts, fact);
    text_free(&text);
}

static bool limits_nothing(const struct summary_fact_row *row, const char *value) {
    /* maxSize and maxAge are 0 or the largest long where there is no limit */
    int64_t number = strtoll(value, NULL, 10);
    bool limit = row->kind == MILLISECONDS || strcmp(row->key, "max_size") == 0 ||
                 strcmp(row->key, "container_limit") == 0;
    return limit && (number <= 0 || number > INT64_MAX / 4);
}

static void add_settings(struct summary *out, const struct summary_state *s) {
    for (size_t i = 0; i < KINDS; i++) {
        const struct summary_found *settings = s->settings[i];
        if (settings[SETTING_ENABLED].value == NULL) continue;
        bool on = strcmp(settings[SETTING_ENABLED].value, "true") == 0;
        const char *period = settings[SETTING_PERIOD].value ? settings[SETTING_PERIOD].value
                                                            : settings[SETTING_THROTTLE].value;
        const char *text = !on ? "off" : period ? period : "on";
        add_fact(out, "sampling", kinds[i].setting.key, kinds[i].setting.label, TEXT, text);
        if (settings[SETTING_ENGINE].value)
            add_fact(out, "sampling", "engine", "Engine", TEXT, settings[SETTING_ENGINE].value);
    }
}

/* What became of the samples that the agent asked for: reasons only where there are any. */
static void add_agent(struct summary *out, struct agent_statistics *agent) {
    if (agent->events == 0) return;
    char number[32];
    for (size_t i = 0; i < AGENT_COUNTS; i++) {
        const struct agent_count_row *row = &agent_count_rows[i];
        if (i > AGENT_TAKEN && agent->counts[i] == 0) continue;
        snprintf(number, sizeof number, "%" PRIu64, agent->counts[i]);
        add_fact(out, "agent", row->key, row->label, COUNT, number);
    }
    const struct {
        const char *key, *label;
        int64_t ns;
    } held[] = {{"held_median_ns", "Median hold", agent_statistics_median(agent)},
                {"held_p99_ns", "99th percentile hold", agent_statistics_p99(agent)},
                {"held_max_ns", "Longest hold", agent->held_most}};
    for (size_t i = 0; agent->held_most && i < sizeof held / sizeof *held; i++) {
        snprintf(number, sizeof number, "%" PRId64, held[i].ns);
        add_fact(out, "agent", held[i].key, held[i].label, NANOSECONDS, number);
    }
}

static void warn(struct summary *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void warn(struct summary *out, const char *format, ...) {
    struct text text = {0};
    va_list args;
    va_start(args, format);
    text_addv(&text, format, args);
    va_end(args);
    array_push(&out->warnings, keep_text(out, &text));
    text_free(&text);
}

/* Of the samples that were asked for, so many may be missing before it is said. */
#define TOLERATED_MISSES 0.2

static void add_warnings(struct summary *out, const struct summary_state *s,
                         const struct agent_statistics *statistics) {
    const uint64_t *agent = statistics->counts;
    if (statistics->biased)
        warn(out, "samples were taken at safepoints only (engine jvmti): hot loops are charged to "
                  "wherever the next safepoint poll is");
    if ((double)agent[AGENT_TIMED_OUT] > TOLERATED_MISSES * (double)agent[AGENT_REQUESTED])
        warn(out,
             "%.0f %% of the samples that were asked for were not answered in time: more "
             "threads ran than there were processors, and those without one are seen less "
             "often",
             units_percent(agent[AGENT_TIMED_OUT], agent[AGENT_REQUESTED]));
    if (s->lost[LOST_BYTES])
        warn(out,
             "the JVM lost %" PRIu64 " bytes of events because its buffers were full "
             "(jdk.DataLoss): counts are too low",
             s->lost[LOST_BYTES]);
    if (s->lost[LOST_SAMPLES])
        warn(out, "the JVM lost %" PRIu64 " CPU-time samples (jdk.CPUTimeSamplesLost)",
             s->lost[LOST_SAMPLES]);
    if (s->jvms.len > 1)
        warn(out, "recordings of %zu different JVMs were taken together; facts are the latest's",
             s->jvms.len);
    const struct summary_found *enabled =
        &s->settings[kind_of("jdk.ExecutionSample") - kinds][SETTING_ENABLED];
    if (enabled->value && strcmp(enabled->value, "true") != 0)
        warn(out, "jdk.ExecutionSample was switched off: there are no samples of Java code");
}

static int compare_events(const void *a, const void *b) {
    const struct summary_event *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void add_events(struct summary *out, const struct summary_state *s) {
    struct text text = {0};
    for (size_t i = 0; i < s->events.len; i++) {
        const struct summary_count *e = &s->events.items[i];
        struct summary_event event = {.count = e->count, .bytes = e->bytes};
        text_clear(&text);
        text_add(&text, strings_get(&s->strings, e->name));
        event.name = keep_text(out, &text);
        text_clear(&text);
        text_add(&text, strings_get(&s->strings, e->label));
        if (e->label) event.label = keep_text(out, &text);
        array_push(&out->events, event);
    }
    text_free(&text);
    if (out->events.len)
        qsort(out->events.items, out->events.len, sizeof *out->events.items, compare_events);
}

void summary_join(struct walk_run *run) {
    walk_join(run, &agent_reader, NULL);
    walk_join(run, &summary_reader, NULL);
}

struct summary *summary_make(const struct walk_run *run) {
    const struct summary_state *s = walk_result(run, &summary_reader);
    struct agent_statistics *agent = walk_result(run, &agent_reader);
    struct summary *out = mem_zero(1, sizeof *out);
    for (size_t i = 0; i < FACT_ROWS; i++) {
        const struct summary_fact_row *row = &summary_fact_rows[i];
        if (s->facts[i].value == NULL || limits_nothing(row, s->facts[i].value)) continue;
        add_fact(out, row->group, row->key, row->label, row->kind, s->facts[i].value);
    }
    add_settings(out, s);
    add_agent(out, agent);
    add_warnings(out, s, agent);
    add_events(out, s);
    return out;
}

struct summary *summary_read(const struct scan_options *scan, struct scan_report *report) {
    struct walk_run run = {0};
    summary_join(&run);
    walk_start(&run, scan, report);
    struct summary *out = summary_make(&run);
    walk_run_free(&run);
    return out;
}

void summary_free(struct summary *summary) {
    if (summary == NULL) return;
    strings_free(&summary->strings);
    array_free(&summary->events);
    array_free(&summary->facts);
    array_free(&summary->warnings);
    free(summary);
}
