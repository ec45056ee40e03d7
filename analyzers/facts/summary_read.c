#include "analyzers/facts/summary_state.h"

#include "base/text.h"
#include "parser/value.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== What is looked for ==================================================================== */

const struct summary_fact_row summary_fact_rows[] = {
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
_Static_assert(sizeof summary_fact_rows / sizeof *summary_fact_rows == FACT_ROWS, "FACT_ROWS");

static const char *const setting_names[SETTING_NAMES] = {"enabled", "period", "throttle", "engine"};

static const struct loss_row {
    const char *event, *field;
} loss_rows[LOSSES] = {
    [LOST_BYTES] = {"jdk.DataLoss", "amount"},
    [LOST_SAMPLES] = {"jdk.CPUTimeSamplesLost", "lostSamples"},
};

/* ==== A worker's state ====================================================================== */

static void *state_open(const void *options) {
    return mem_zero(1, sizeof(struct summary_state));
}

static void state_close(void *context) {
    struct summary_state *s = context;
    strings_free(&s->strings);
    map_free(&s->event_index);
    map_free(&s->jvms);
    array_free(&s->events);
    agent_statistics_free(&s->agent);
    for (size_t i = 0; i < FACT_ROWS; i++) free(s->facts[i].value);
    for (size_t i = 0; i < KINDS * SETTING_NAMES; i++) free((&s->settings[0][0])[i].value);
    jfr_metadata_free(s->metadata);
    free(s);
}

static void keep(struct summary_found *found, const char *value, int64_t time) {
    if (found->value &&
        (time < found->time || (time == found->time && strcmp(value, found->value) <= 0)))
        return;
    char *copy = mem_copy_text(value);
    free(found->value);
    *found = (struct summary_found){copy, time};
}

static void count_event(struct summary_state *s, const char *name, const char *label,
                        struct jfr_tally tally) {
    uint32_t id = strings_intern(&s->strings, name, strlen(name));
    bool fresh;
    uint64_t *index = map_put(&s->event_index, id, &fresh);
    if (fresh) {
        *index = s->events.len;
        array_push(&s->events, (struct summary_count){.name = id});
    }
    struct summary_count *event = &s->events.items[*index];
    event->count += tally.count;
    event->bytes += tally.bytes;
    if (event->label == 0 && label)
        event->label = strings_intern(&s->strings, label, strlen(label));
}

static void count_type(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct summary_state *s = context;
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

static struct jfr_plan *want(struct summary_state *s, struct jfr_cursor *cursor,
                             const struct jfr_type *type, const char *const *fields, size_t count) {
    if (type == NULL) return NULL;
    jfr_cursor_want(cursor, type->id);
    return jfr_plan_compile(s->chunk, type, fields, count, NULL, NULL);
}

static void want_facts(struct summary_state *s, struct jfr_cursor *cursor, struct gathered *g) {
    static const char *const fields[] = {"startTime"};
    for (size_t i = 0; i < FACT_ROWS; i++) {
        const char *event = summary_fact_rows[i].event;
        if (i > 0 && strcmp(event, summary_fact_rows[i - 1].event) == 0) continue;
        const struct jfr_type *type = jfr_type_by_name(s->metadata, event);
        size_t at = 0;
        while (at < g->latest_len && g->latest[at].type != type) at++;
        if (type == NULL || at < g->latest_len) continue;
        g->latest[g->latest_len++] =
            (struct latest){.type = type, .start_time = want(s, cursor, type, fields, 1)};
    }
}

static void want_all(struct summary_state *s, struct jfr_cursor *cursor, struct gathered *g) {
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

static void gather_fact(struct summary_state *s, struct latest *latest,
                        const struct jfr_event *event) {
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

/* Index in kinds of the type that the setting is about; KINDS: not shown. */
static size_t setting_row(const struct summary_state *s, uint64_t type_id) {
    const struct jfr_type *about = jfr_type_by_id(s->metadata, type_id);
    const struct kind *kind = kind_of(about ? about->name : "");
    return kind->setting.key ? (size_t)(kind - kinds) : KINDS;
}

static void gather(struct summary_state *s, struct gathered *g, const struct jfr_event *event) {
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
            setting_row(s, values[0]) < KINDS)
            array_push(&g->settings, *event);
        return;
    }
    for (size_t i = 0; i < g->latest_len; i++)
        if (g->latest[i].type->id == event->type_id) gather_fact(s, &g->latest[i], event);
}

/* ==== Reading what was gathered ============================================================= */

static void read_facts(struct summary_state *s, const struct jfr_constants *constants,
                       const struct jfr_type *type, const struct dated_event *dated) {
    char buffer[4096], number[32];
    for (size_t i = 0; i < FACT_ROWS; i++) {
        if (strcmp(summary_fact_rows[i].event, type->name) != 0) continue;
        struct jfr_value value =
            jfr_event_value(constants, s->metadata, s->chunk, type, &dated->event,
                            summary_fact_rows[i].field, buffer, sizeof buffer);
        snprintf(number, sizeof number, "%" PRId64, value.number);
        if (value.kind == JFR_VALUE_TEXT && *value.text)
            keep(&s->facts[i], value.text, dated->time);
        else if (value.kind == JFR_VALUE_NUMBER && summary_fact_rows[i].kind >= COUNT)
            keep(&s->facts[i], number, dated->time);
    }
}

/* Which JVM the chunk is of. */
static void read_jvm(struct summary_state *s, const struct jfr_type *type,
                     const struct jfr_event *event) {
    static const char *const fields[] = {"pid", "jvmStartTime"};
    struct jfr_plan *plan = jfr_plan_compile(s->chunk, type, fields, 2, NULL, NULL);
    uint64_t values[2];
    const uint8_t *at = event->payload;
    bool fresh;
    if (plan && jfr_plan_read(plan, s->chunk->data, &at, event->end, values))
        map_put(&s->jvms, map_mix(map_mix(values[0]) ^ values[1]), &fresh);
    jfr_plan_free(plan);
}

static void read_setting(struct summary_state *s, const struct jfr_constants *constants,
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

static void read_gathered(struct summary_state *s, const struct gathered *g) {
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
    struct summary_state *s = context;
    s->chunk = chunk;
    if (!jfr_metadata_matches(s->metadata, chunk)) {
        struct jfr_error error;
        jfr_metadata_free(s->metadata);
        s->metadata = jfr_metadata_read(chunk, &error);
        if (s->metadata == NULL) {
            struct jfr_note note = {
                .kind = JFR_NOTE_LOST, .offset = error.offset, .bytes = chunk->size};
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
    struct summary_state *into = into_context, *from = from_context;
    for (size_t i = 0; i < from->events.len; i++) {
        const struct summary_count *e = &from->events.items[i];
        count_event(into, strings_get(&from->strings, e->name),
                    e->label ? strings_get(&from->strings, e->label) : NULL,
                    (struct jfr_tally){e->count, e->bytes});
    }
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (from->facts[i].value) keep(&into->facts[i], from->facts[i].value, from->facts[i].time);
    for (size_t i = 0; i < KINDS; i++)
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

struct summary_state *summary_state_read(const struct scan_options *scan,
                                         struct scan_report *report) {
    struct scan_work work = {
        .open = state_open, .chunk = state_chunk, .merge = state_merge, .close = state_close};
    return scan_run(scan, &work, report);
}

void summary_state_free(struct summary_state *state) {
    state_close(state);
}
