#include "analyzers/summary.h"
#include "analyzers/facts.h"

#include "analyzers/agent.h"
#include "parser/text.h"
#include "parser/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ==== What is looked for ==================================================================== */

enum kind { TEXT, SYSTEM, BRAND, COUNT, BYTES, EPOCH_MS, BOOLEAN, MILLISECONDS, NANOSECONDS };

/* One row a fact: which field of which event, and what it is called. In the order shown. */
static const struct fact_row {
    const char *event, *field;
    const char *group, *key, *label;
    enum kind kind;
} fact_rows[] = {
    {"jdk.JVMInformation", "jvmName", "jvm", "name", "JVM", TEXT},
    {"jdk.JVMInformation", "jvmVersion", "jvm", "version", "JVM version", TEXT},
    {"jdk.JVMInformation", "jvmArguments", "jvm", "arguments", "JVM arguments", TEXT},
    {"jdk.JVMInformation", "jvmFlags", "jvm", "flags", "JVM flags", TEXT},
    {"jdk.JVMInformation", "javaArguments", "jvm", "java_arguments", "Java arguments", TEXT},
    {"jdk.JVMInformation", "jvmStartTime", "jvm", "start_ms", "JVM started", EPOCH_MS},
    {"jdk.JVMInformation", "pid", "jvm", "pid", "Process", COUNT},
    {"jdk.OSInformation", "osVersion", "os", "version", "Operating system", SYSTEM},
    {"jdk.VirtualizationInformation", "name", "os", "virtualization", "Virtualization", TEXT},
    {"jdk.CPUInformation", "description", "cpu", "brand", "CPU", BRAND},
    {"jdk.CPUInformation", "cpu", "cpu", "name", "CPU type", TEXT},
    {"jdk.CPUInformation", "sockets", "cpu", "sockets", "CPU sockets", COUNT},
    {"jdk.CPUInformation", "cores", "cpu", "cores", "CPU cores", COUNT},
    {"jdk.CPUInformation", "hwThreads", "cpu", "threads", "CPU threads", COUNT},
    {"jdk.ContainerConfiguration", "containerType", "cpu", "container", "Container", TEXT},
    {"jdk.ContainerConfiguration", "effectiveCpuCount", "cpu", "container_cpus", "Container CPUs",
     COUNT},
    {"jdk.PhysicalMemory", "totalSize", "memory", "total", "Physical memory", BYTES},
    {"jdk.PhysicalMemory", "usedSize", "memory", "used", "Memory in use", BYTES},
    {"jdk.ContainerConfiguration", "memoryLimit", "memory", "container_limit",
     "Container memory limit", BYTES},
    {"jdk.GCHeapConfiguration", "minSize", "heap", "min", "Heap, least", BYTES},
    {"jdk.GCHeapConfiguration", "initialSize", "heap", "initial", "Heap, initial", BYTES},
    {"jdk.GCHeapConfiguration", "maxSize", "heap", "max", "Heap, most", BYTES},
    {"jdk.GCHeapConfiguration", "usesCompressedOops", "heap", "compressed_oops", "Compressed oops",
     BOOLEAN},
    {"jdk.GCConfiguration", "youngCollector", "gc", "young", "Young collector", TEXT},
    {"jdk.GCConfiguration", "oldCollector", "gc", "old", "Old collector", TEXT},
    {"jdk.ActiveRecording", "name", "recording", "name", "Recording name", TEXT},
    {"jdk.ActiveRecording", "destination", "recording", "destination", "Destination", TEXT},
    {"jdk.ActiveRecording", "maxAge", "recording", "max_age_ms", "Keeps events for", MILLISECONDS},
    {"jdk.ActiveRecording", "maxSize", "recording", "max_size", "Keeps bytes", BYTES},
    {"jdk.DumpReason", "reason", "shutdown", "dump_reason", "Dumped because of", TEXT},
    {"jdk.Shutdown", "reason", "shutdown", "reason", "JVM ended by", TEXT},
};
enum { FACT_ROWS = sizeof fact_rows / sizeof *fact_rows };

/* Event types whose period or throttle a reader of samples needs. */
static const struct setting_row {
    const char *event, *key, *label;
} setting_rows[] = {
    {"jdk.ExecutionSample", "execution_sample", "Java samples"},
    {"jdk.NativeMethodSample", "native_method_sample", "Native samples"},
    {"jdk.CPUTimeSample", "cpu_time_sample", "CPU-time samples"},
    {"jdk.ObjectAllocationSample", "object_allocation_sample", "Allocation samples"},
};
enum { SETTING_ROWS = sizeof setting_rows / sizeof *setting_rows };
enum { SETTING_ENABLED, SETTING_PERIOD, SETTING_THROTTLE, SETTING_ENGINE, SETTING_NAMES };
static const char *const setting_names[SETTING_NAMES] = {"enabled", "period", "throttle", "engine"};

/* What the JVM itself says that it lost. */
enum { LOST_BYTES, LOST_SAMPLES, LOSSES };
static const struct loss_row {
    const char *event, *field;
} loss_rows[LOSSES] = {
    [LOST_BYTES] = {"jdk.DataLoss", "amount"},
    [LOST_SAMPLES] = {"jdk.CPUTimeSamplesLost", "lostSamples"},
};

/* ==== A worker's state ====================================================================== */

struct found { /* a value and when it was recorded: the latest is kept, of equal ones the greater */
    char *value;
    int64_t time;
};

struct event_count {
    uint64_t count, bytes;
    uint32_t name, label; /* string ids; label 0: none */
};

struct state {
    struct strings strings;
    struct map event_index; /* name id -> index */
    ARRAY(struct event_count) events;
    struct found facts[FACT_ROWS];
    struct found settings[SETTING_ROWS][SETTING_NAMES];
    struct map jvms;        /* hash of pid and start */
    uint64_t lost[LOSSES];
    struct agent_statistics agent;
    bool biased; /* some of it sampled at safepoints only */
    struct jfr_metadata *metadata;
    const struct jfr_chunk *chunk;
};

static void *state_open(const void *options) {
    return mem_zero(1, sizeof(struct state));
}

static void state_close(void *context) {
    struct state *s = context;
    strings_free(&s->strings);
    map_free(&s->event_index);
    map_free(&s->jvms);
    array_free(&s->events);
    agent_statistics_free(&s->agent);
    for (size_t i = 0; i < FACT_ROWS; i++) free(s->facts[i].value);
    for (size_t i = 0; i < SETTING_ROWS * SETTING_NAMES; i++) free((&s->settings[0][0])[i].value);
    jfr_metadata_free(s->metadata);
    free(s);
}

static void keep(struct found *found, const char *value, int64_t time) {
    if (found->value && (time < found->time ||
                         (time == found->time && strcmp(value, found->value) <= 0)))
        return;
    char *copy = mem_copy_text(value);
    free(found->value);
    *found = (struct found){copy, time};
}

static void count_event(struct state *s, const char *name, const char *label,
                        struct jfr_tally tally) {
    uint32_t id = strings_intern(&s->strings, name, strlen(name));
    bool fresh;
    uint64_t *index = map_put(&s->event_index, id, &fresh);
    if (fresh) {
        *index = s->events.len;
        array_push(&s->events, (struct event_count){.name = id});
    }
    struct event_count *event = &s->events.items[*index];
    event->count += tally.count;
    event->bytes += tally.bytes;
    if (event->label == 0 && label)
        event->label = strings_intern(&s->strings, label, strlen(label));
}

static void count_type(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct state *s = context;
    const struct jfr_type *type = s->metadata ? jfr_type_by_id(s->metadata, type_id) : NULL;
    /* named as the summary of JDK 25 names them (17: jdk.CheckPoint) */
    const char *name = type_id == JFR_METADATA_EVENT     ? "jdk.Metadata"
                       : type_id == JFR_CHECKPOINT_EVENT ? "jdk.Checkpoint"
                       : type                            ? type->name
                                                         : "(unknown types)";
    count_event(s, name, type && type_id > 1 ? type->label : NULL, tally);
}

/* ==== Reading a chunk ======================================================================= */

/* Facts hardly change, so of each type only the latest events are looked at: one in a million would
 * still be a million. */
#define LATEST 16

struct dated_event {
    struct jfr_event event;
    int64_t time;
};

struct latest { /* events of a type that has facts */
    const struct jfr_type *type;
    struct jfr_plan *start_time;
    struct dated_event events[LATEST];
    size_t len;
};

typedef ARRAY(struct jfr_event) event_list;

/* What is gathered from a chunk. */
struct gathered {
    struct latest latest[FACT_ROWS];
    size_t latest_len;
    const struct jfr_type *setting, *loss[LOSSES];
    struct jfr_plan *setting_plan, *loss_plan[LOSSES];
    struct agent_plan agent;
    event_list settings, checkpoints;
};

/* Later ones last; of one time, those further behind. */
static int compare_dated(const void *a, const void *b) {
    const struct dated_event *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return x->event.offset < y->event.offset ? -1 : x->event.offset > y->event.offset;
}

static struct jfr_plan *want(struct state *s, struct jfr_cursor *cursor,
                             const struct jfr_type *type, const char *const *fields, size_t count) {
    if (type == NULL) return NULL;
    jfr_cursor_want(cursor, type->id);
    return jfr_plan_compile(s->chunk, type, fields, count, NULL, NULL);
}

static void want_facts(struct state *s, struct jfr_cursor *cursor, struct gathered *g) {
    static const char *const fields[] = {"startTime"};
    for (size_t i = 0; i < FACT_ROWS; i++) {
        if (i > 0 && strcmp(fact_rows[i].event, fact_rows[i - 1].event) == 0) continue;
        const struct jfr_type *type = jfr_type_by_name(s->metadata, fact_rows[i].event);
        size_t at = 0;
        while (at < g->latest_len && g->latest[at].type != type) at++;
        if (type == NULL || at < g->latest_len) continue;
        g->latest[g->latest_len++] =
            (struct latest){.type = type, .start_time = want(s, cursor, type, fields, 1)};
    }
}

static void want_all(struct state *s, struct jfr_cursor *cursor, struct gathered *g) {
    static const char *const setting_fields[] = {"id", "name", "value", "startTime"};
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    want_facts(s, cursor, g);
    g->setting = jfr_type_by_name(s->metadata, "jdk.ActiveSetting");
    g->setting_plan = want(s, cursor, g->setting, setting_fields, 4);
    for (size_t i = 0; i < LOSSES; i++) {
        g->loss[i] = jfr_type_by_name(s->metadata, loss_rows[i].event);
        g->loss_plan[i] = want(s, cursor, g->loss[i], &loss_rows[i].field, 1);
    }
    g->agent = agent_plan_open(s->chunk, s->metadata);
    if (g->agent.type) jfr_cursor_want(cursor, g->agent.type->id);
}

static void free_gathered(struct gathered *g) {
    for (size_t i = 0; i < g->latest_len; i++) jfr_plan_free(g->latest[i].start_time);
    for (size_t i = 0; i < LOSSES; i++) jfr_plan_free(g->loss_plan[i]);
    jfr_plan_free(g->setting_plan);
    agent_plan_free(&g->agent);
    array_free(&g->settings);
    array_free(&g->checkpoints);
}

static void gather_fact(struct state *s, struct latest *latest, const struct jfr_event *event) {
    uint64_t ticks = 0;
    const uint8_t *at = event->payload;
    if (latest->start_time == NULL ||
        !jfr_plan_read(latest->start_time, s->chunk->data, &at, event->end, &ticks))
        return;
    struct dated_event dated = {*event, jfr_chunk_time(s->chunk, (int64_t)ticks)};
    size_t i = latest->len;
    if (i == LATEST && compare_dated(&dated, &latest->events[0]) < 0) return;
    if (i == LATEST) memmove(latest->events, latest->events + 1, --i * sizeof dated);
    else latest->len++;
    for (; i > 0 && compare_dated(&latest->events[i - 1], &dated) > 0; i--)
        latest->events[i] = latest->events[i - 1];
    latest->events[i] = dated;
}

/* Index in setting_rows of the type that the setting is about, or SETTING_ROWS. */
static size_t setting_row(const struct state *s, uint64_t type_id) {
    const struct jfr_type *about = jfr_type_by_id(s->metadata, type_id);
    size_t i = 0;
    while (i < SETTING_ROWS && (about == NULL || strcmp(setting_rows[i].event, about->name) != 0))
        i++;
    return i;
}

static void gather(struct state *s, struct gathered *g, const struct jfr_event *event) {
    const uint8_t *at = event->payload;
    uint64_t values[4];
    if (event->type_id == JFR_CHECKPOINT_EVENT) {
        array_push(&g->checkpoints, *event);
        return;
    }
    for (size_t i = 0; i < LOSSES; i++)
        if (g->loss_plan[i] && g->loss[i]->id == event->type_id &&
            jfr_plan_read(g->loss_plan[i], s->chunk->data, &at, event->end, values))
            s->lost[i] += values[0];
    if (g->agent.type && g->agent.type->id == event->type_id)
        agent_statistics_add(&s->agent, s->chunk, &g->agent, event);
    if (g->setting_plan && g->setting->id == event->type_id) {
        if (jfr_plan_read(g->setting_plan, s->chunk->data, &at, event->end, values) &&
            setting_row(s, values[0]) < SETTING_ROWS)
            array_push(&g->settings, *event);
        return;
    }
    for (size_t i = 0; i < g->latest_len; i++)
        if (g->latest[i].type->id == event->type_id) gather_fact(s, &g->latest[i], event);
}

/* ==== Reading what was gathered ============================================================= */

static void read_facts(struct state *s, const struct jfr_constants *constants,
                       const struct jfr_type *type, const struct dated_event *dated) {
    char buffer[4096], number[32];
    for (size_t i = 0; i < FACT_ROWS; i++) {
        if (strcmp(fact_rows[i].event, type->name) != 0) continue;
        struct jfr_value value = jfr_event_value(constants, s->metadata, s->chunk, type,
                                                 &dated->event, fact_rows[i].field, buffer,
                                                 sizeof buffer);
        snprintf(number, sizeof number, "%" PRId64, value.number);
        if (value.kind == JFR_VALUE_TEXT && *value.text)
            keep(&s->facts[i], value.text, dated->time);
        else if (value.kind == JFR_VALUE_NUMBER && fact_rows[i].kind >= COUNT)
            keep(&s->facts[i], number, dated->time);
    }
}

/* Which JVM the chunk is of. */
static void read_jvm(struct state *s, const struct jfr_type *type, const struct jfr_event *event) {
    static const char *const fields[] = {"pid", "jvmStartTime"};
    struct jfr_plan *plan = jfr_plan_compile(s->chunk, type, fields, 2, NULL, NULL);
    uint64_t values[2];
    const uint8_t *at = event->payload;
    bool fresh;
    if (plan && jfr_plan_read(plan, s->chunk->data, &at, event->end, values))
        map_put(&s->jvms, map_mix(map_mix(values[0]) ^ values[1]), &fresh);
    jfr_plan_free(plan);
}

static void read_setting(struct state *s, const struct jfr_constants *constants,
                         const struct gathered *g, const struct jfr_event *event) {
    uint64_t values[4]; /* id, name, value, startTime */
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(g->setting_plan, s->chunk->data, &at, event->end, values)) return;
    const uint8_t *name_at = string_of_field(constants, s->metadata, s->chunk,
                                             jfr_field_by_name(g->setting, "name"), values[1]);
    const uint8_t *value_at = string_of_field(constants, s->metadata, s->chunk,
                                              jfr_field_by_name(g->setting, "value"), values[2]);
    if (name_at == NULL || value_at == NULL) return;
    char name[64], value[128];
    string_copy(s->chunk, name_at, name, sizeof name);
    string_copy(s->chunk, value_at, value, sizeof value);
    size_t row = setting_row(s, values[0]);
    s->biased |= strcmp(name, "engine") == 0 && strcmp(value, "jvmti") == 0;
    for (size_t n = 0; n < SETTING_NAMES; n++)
        if (strcmp(setting_names[n], name) == 0)
            keep(&s->settings[row][n], value, jfr_chunk_time(s->chunk, (int64_t)values[3]));
}

static void read_gathered(struct state *s, const struct gathered *g) {
    struct jfr_constants *constants = jfr_constants_open(s->chunk, s->metadata);
    const struct jfr_type *trace = jfr_type_by_name(s->metadata, "jdk.types.StackTrace");
    jfr_constants_ask(constants, trace, 0); /* no stack is of interest here */
    for (size_t i = 0; i < g->checkpoints.len; i++)
        jfr_constants_add(constants, &g->checkpoints.items[i], NULL);
    for (size_t i = 0; i < g->settings.len; i++)
        read_setting(s, constants, g, &g->settings.items[i]);
    for (size_t i = 0; i < g->latest_len; i++) {
        const struct latest *latest = &g->latest[i];
        bool is_jvm = strcmp(latest->type->name, "jdk.JVMInformation") == 0;
        for (size_t k = 0; k < latest->len; k++) {
            read_facts(s, constants, latest->type, &latest->events[k]);
            if (is_jvm) read_jvm(s, latest->type, &latest->events[k].event);
        }
    }
    jfr_constants_close(constants);
}

static int compare_offsets(const void *a, const void *b) {
    const struct jfr_event *x = a, *y = b;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

static void state_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct state *s = context;
    s->chunk = chunk;
    if (!jfr_metadata_matches(s->metadata, chunk)) {
        struct jfr_error error;
        jfr_metadata_free(s->metadata);
        s->metadata = jfr_metadata_read(chunk, &error);
        if (s->metadata == NULL) {
            struct jfr_note note = {.kind = JFR_NOTE_LOST, .offset = error.offset,
                                    .bytes = chunk->size};
            memcpy(note.text, error.text, sizeof note.text - 1);
            log->note(log->context, &note);
        }
    }
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, s->metadata, log);
    jfr_cursor_any_order(cursor);
    jfr_cursor_count_bytes(cursor);
    struct gathered g = {0};
    struct jfr_event event;
    if (s->metadata) want_all(s, cursor, &g);
    while (jfr_cursor_next(cursor, &event)) gather(s, &g, &event);
    jfr_cursor_tallies(cursor, count_type, s);
    jfr_cursor_close(cursor);
    if (g.checkpoints.len) /* later constants win over earlier ones */
        qsort(g.checkpoints.items, g.checkpoints.len, sizeof event, compare_offsets);
    if (s->metadata) read_gathered(s, &g);
    free_gathered(&g);
}

static void state_merge(void *into_context, void *from_context) {
    struct state *into = into_context, *from = from_context;
    for (size_t i = 0; i < from->events.len; i++) {
        const struct event_count *e = &from->events.items[i];
        count_event(into, strings_get(&from->strings, e->name),
                    e->label ? strings_get(&from->strings, e->label) : NULL,
                    (struct jfr_tally){e->count, e->bytes});
    }
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (from->facts[i].value)
            keep(&into->facts[i], from->facts[i].value, from->facts[i].time);
    for (size_t i = 0; i < SETTING_ROWS; i++)
        for (size_t n = 0; n < SETTING_NAMES; n++)
            if (from->settings[i][n].value)
                keep(&into->settings[i][n], from->settings[i][n].value, from->settings[i][n].time);
    for (size_t i = 0; i < from->jvms.size; i++) {
        bool fresh;
        if (from->jvms.slots[i].value != MAP_EMPTY)
            map_put(&into->jvms, from->jvms.slots[i].key, &fresh);
    }
    for (size_t i = 0; i < LOSSES; i++) into->lost[i] += from->lost[i];
    agent_statistics_merge(&into->agent, &from->agent);
    into->biased |= from->biased;
}

/* ==== The result ============================================================================ */

static const char *keep_text(struct summary *out, const struct text *text) {
    uint32_t id = strings_intern(&out->strings, text_str(text), text->len);
    return strings_get(&out->strings, id);
}

static void show_bytes(struct text *out, int64_t bytes) {
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1024 && unit < 6; unit++) value /= 1024;
    text_addf(out, unit ? "%.1f %s" : "%.0f %s", value, units[unit]);
}

static void show(struct text *out, enum kind kind, const char *value) {
    int64_t number = strtoll(value, NULL, 10);
    time_t seconds = (time_t)(number / 1000);
    struct tm utc;
    char date[64];
    switch (kind) {
    case BYTES:
        if (number < 0 || number == INT64_MAX) text_add(out, "no limit");
        else show_bytes(out, number);
        break;
    case EPOCH_MS:
        if (gmtime_r(&seconds, &utc) && strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S UTC", &utc))
            text_add(out, date);
        else text_add(out, value);
        break;
    case SYSTEM: facts_show_system(out, value); break;
    case BOOLEAN: text_add(out, number ? "yes" : "no"); break;
    case MILLISECONDS: text_addf(out, "%.0f s", (double)number / 1000); break;
    case NANOSECONDS:
        text_addf(out, number < 1000000 ? "%.1f us" : "%.1f ms",
                  (double)number / (number < 1000000 ? 1e3 : 1e6));
        break;
    default: text_add(out, value); break;
    }
}

static void add_fact(struct summary *out, const char *group, const char *key, const char *label,
                     enum kind kind, const char *value) {
    struct text text = {0};
    if (kind == BRAND) {
        if (!facts_show_brand(&text, value)) return;
    } else if (kind == BOOLEAN) {
        text_add(&text, strtoll(value, NULL, 10) ? "true" : "false");
    } else {
        text_add(&text, value);
    }
    struct summary_fact fact = {.group = group, .key = key, .label = label,
                                .value = keep_text(out, &text), .number = kind >= COUNT};
    if (kind != BRAND) {
        text_clear(&text);
        show(&text, kind, value);
    }
    fact.shown = keep_text(out, &text);
    array_push(&out->facts, fact);
    text_free(&text);
}

static bool limits_nothing(const struct fact_row *row, const char *value) {
    /* maxSize and maxAge are 0 or the largest long where there is no limit */
    int64_t number = strtoll(value, NULL, 10);
    bool limit = row->kind == MILLISECONDS || strcmp(row->key, "max_size") == 0 ||
                 strcmp(row->key, "container_limit") == 0;
    return limit && (number <= 0 || number > INT64_MAX / 4);
}

static void add_settings(struct summary *out, const struct state *s) {
    for (size_t i = 0; i < SETTING_ROWS; i++) {
        const struct found *settings = s->settings[i];
        if (settings[SETTING_ENABLED].value == NULL) continue;
        bool on = strcmp(settings[SETTING_ENABLED].value, "true") == 0;
        const char *period = settings[SETTING_PERIOD].value ? settings[SETTING_PERIOD].value
                                                            : settings[SETTING_THROTTLE].value;
        const char *text = !on ? "off" : period ? period : "on";
        add_fact(out, "sampling", setting_rows[i].key, setting_rows[i].label, TEXT, text);
        if (settings[SETTING_ENGINE].value)
            add_fact(out, "sampling", "engine", "Engine", TEXT, settings[SETTING_ENGINE].value);
    }
}

/* What became of the samples that the agent asked for: reasons only where there are any. */
static void add_agent(struct summary *out, struct state *s) {
    if (s->agent.events == 0) return;
    char number[32];
    for (size_t i = 0; i < AGENT_COUNTS; i++) {
        const struct agent_count_row *row = &agent_count_rows[i];
        if (i > AGENT_TAKEN && s->agent.counts[i] == 0) continue;
        snprintf(number, sizeof number, "%" PRIu64, s->agent.counts[i]);
        add_fact(out, "agent", row->key, row->label, COUNT, number);
    }
    const struct {
        const char *key, *label;
        int64_t ns;
    } held[] = {{"held_median_ns", "Held, median", agent_statistics_median(&s->agent)},
                {"held_p99_ns", "Held, 99th percentile", agent_statistics_p99(&s->agent)},
                {"held_max_ns", "Held, longest", s->agent.held_most}};
    for (size_t i = 0; s->agent.held_most && i < sizeof held / sizeof *held; i++) {
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

static void add_warnings(struct summary *out, const struct state *s) {
    const uint64_t *agent = s->agent.counts;
    if (s->biased)
        warn(out, "samples were taken at safepoints only (engine jvmti): hot loops are charged to "
                  "wherever the next safepoint poll is");
    if ((double)agent[AGENT_TIMED_OUT] > TOLERATED_MISSES * (double)agent[AGENT_REQUESTED])
        warn(out, "%.0f %% of the samples that were asked for were not answered in time: more "
                  "threads ran than there were processors, and those without one are seen less "
                  "often", 100 * (double)agent[AGENT_TIMED_OUT] / (double)agent[AGENT_REQUESTED]);
    if (s->lost[LOST_BYTES])
        warn(out, "the JVM lost %" PRIu64 " bytes of events because its buffers were full "
                  "(jdk.DataLoss): counts are too low", s->lost[LOST_BYTES]);
    if (s->lost[LOST_SAMPLES])
        warn(out, "the JVM lost %" PRIu64 " CPU-time samples (jdk.CPUTimeSamplesLost)",
             s->lost[LOST_SAMPLES]);
    if (s->jvms.len > 1)
        warn(out, "recordings of %zu different JVMs were taken together; facts are the latest's",
             s->jvms.len);
    const struct found *enabled = &s->settings[0][SETTING_ENABLED];
    if (enabled->value && strcmp(enabled->value, "true") != 0)
        warn(out, "jdk.ExecutionSample was switched off: there are no samples of Java code");
}

static int compare_events(const void *a, const void *b) {
    const struct summary_event *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? 1 : -1;
    return strcmp(x->name, y->name);
}

static void add_events(struct summary *out, const struct state *s) {
    struct text text = {0};
    for (size_t i = 0; i < s->events.len; i++) {
        const struct event_count *e = &s->events.items[i];
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

struct summary *summary_read(const struct scan_options *scan, struct scan_report *report) {
    struct scan_analysis analysis = {.open = state_open, .chunk = state_chunk,
                                     .merge = state_merge, .close = state_close};
    struct state *s = scan_run(scan, &analysis, report);
    struct summary *out = mem_zero(1, sizeof *out);
    for (size_t i = 0; i < FACT_ROWS; i++) {
        const struct fact_row *row = &fact_rows[i];
        if (s->facts[i].value == NULL || limits_nothing(row, s->facts[i].value)) continue;
        add_fact(out, row->group, row->key, row->label, row->kind, s->facts[i].value);
    }
    add_settings(out, s);
    add_agent(out, s);
    add_warnings(out, s);
    add_events(out, s);
    state_close(s);
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
