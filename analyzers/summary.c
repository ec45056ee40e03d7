#include "analyzers/summary.h"
#include "parser/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ==== What is looked for ==================================================================== */

enum kind { TEXT, COUNT, BYTES, EPOCH_MS, BOOLEAN, MILLISECONDS };

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
    {"jdk.OSInformation", "osVersion", "os", "version", "Operating system", TEXT},
    {"jdk.VirtualizationInformation", "name", "os", "virtualization", "Virtualization", TEXT},
    {"jdk.CPUInformation", "cpu", "cpu", "name", "CPU", TEXT},
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
enum { SETTING_ENABLED, SETTING_PERIOD, SETTING_THROTTLE, SETTING_NAMES };
static const char *const setting_names[SETTING_NAMES] = {"enabled", "period", "throttle"};

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
    uint64_t data_loss, lost_samples;
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
    char unknown[48];
    snprintf(unknown, sizeof unknown, "unknown type %" PRIu64, type_id);
    /* named as the summary of JDK 25 names them (17: jdk.CheckPoint) */
    const char *name = type_id == JFR_METADATA_EVENT     ? "jdk.Metadata"
                       : type_id == JFR_CHECKPOINT_EVENT ? "jdk.Checkpoint"
                       : type                            ? type->name
                                                         : unknown;
    count_event(s, name, type && type_id > 1 ? type->label : NULL, tally);
}

/* ==== Reading a chunk ======================================================================= */

struct reader { /* an event being looked at */
    const struct jfr_constants *constants;
    const struct jfr_metadata *metadata;
    const struct jfr_chunk *chunk;
    const struct jfr_type *type;
    const struct jfr_event *event;
};

static struct jfr_value value_of(const struct reader *r, const char *path, char *buffer,
                                 size_t size) {
    return jfr_event_value(r->constants, r->metadata, r->chunk, r->type, r->event, path, buffer,
                           size);
}

static int64_t start_of(const struct reader *r) {
    char none[1];
    return jfr_chunk_time(r->chunk, value_of(r, "startTime", none, sizeof none).number);
}

static void read_facts(struct state *s, const struct reader *r) {
    char buffer[4096];
    for (size_t i = 0; i < FACT_ROWS; i++) {
        if (strcmp(fact_rows[i].event, r->type->name) != 0) continue;
        struct jfr_value value = value_of(r, fact_rows[i].field, buffer, sizeof buffer);
        char number[32];
        snprintf(number, sizeof number, "%" PRId64, value.number);
        if (value.kind == JFR_VALUE_TEXT && *value.text)
            keep(&s->facts[i], value.text, start_of(r));
        else if (value.kind == JFR_VALUE_NUMBER && fact_rows[i].kind != TEXT)
            keep(&s->facts[i], number, start_of(r));
    }
    if (strcmp(r->type->name, "jdk.JVMInformation") == 0) {
        bool fresh;
        uint64_t pid = (uint64_t)value_of(r, "pid", buffer, sizeof buffer).number;
        uint64_t start = (uint64_t)value_of(r, "jvmStartTime", buffer, sizeof buffer).number;
        map_put(&s->jvms, map_mix(pid) ^ start, &fresh);
    }
    if (strcmp(r->type->name, "jdk.DataLoss") == 0)
        s->data_loss += (uint64_t)value_of(r, "amount", buffer, sizeof buffer).number;
    if (strcmp(r->type->name, "jdk.CPUTimeSamplesLost") == 0)
        s->lost_samples += (uint64_t)value_of(r, "lostSamples", buffer, sizeof buffer).number;
}

/* Settings are many, so they go by a plan. */
static void read_setting(struct state *s, const struct reader *r, const struct jfr_plan *plan) {
    uint64_t values[4]; /* id, name, value, startTime */
    const uint8_t *at = r->event->payload;
    if (plan == NULL || !jfr_plan_read(plan, r->chunk->data, &at, r->event->end, values)) return;
    const struct jfr_type *about = jfr_type_by_id(r->metadata, values[0]);
    for (size_t i = 0; about && i < SETTING_ROWS; i++) {
        if (strcmp(setting_rows[i].event, about->name) != 0) continue;
        char name[64], value[128];
        const uint8_t *base = r->chunk->data;
        if (jfr_string_at(r->constants, r->metadata, r->chunk, base + values[1], r->event->end,
                          name, sizeof name) < 0 ||
            jfr_string_at(r->constants, r->metadata, r->chunk, base + values[2], r->event->end,
                          value, sizeof value) < 0)
            return;
        for (size_t n = 0; n < SETTING_NAMES; n++)
            if (strcmp(setting_names[n], name) == 0)
                keep(&s->settings[i][n], value, jfr_chunk_time(r->chunk, (int64_t)values[3]));
    }
}

typedef ARRAY(struct jfr_event) event_list;

static void want(struct state *s, struct jfr_cursor *cursor, const char *name) {
    const struct jfr_type *type = jfr_type_by_name(s->metadata, name);
    if (type) jfr_cursor_want(cursor, type->id);
}

static void read_events(struct state *s, const event_list *events, const event_list *checkpoints) {
    struct jfr_constants *constants = jfr_constants_open(s->chunk, s->metadata);
    const struct jfr_type *trace = jfr_type_by_name(s->metadata, "jdk.types.StackTrace");
    jfr_constants_ask(constants, trace, 0); /* no stack is of interest here */
    for (size_t i = 0; i < checkpoints->len; i++)
        jfr_constants_add(constants, &checkpoints->items[i], NULL);
    const struct jfr_type *setting = jfr_type_by_name(s->metadata, "jdk.ActiveSetting");
    static const char *const fields[] = {"id", "name", "value", "startTime"};
    struct jfr_plan *plan =
        setting ? jfr_plan_compile(s->chunk, setting, fields, 4, NULL, NULL) : NULL;
    for (size_t i = 0; i < events->len; i++) {
        const struct jfr_event *event = &events->items[i];
        struct reader r = {constants, s->metadata, s->chunk,
                           jfr_type_by_id(s->metadata, event->type_id), event};
        if (r.type == setting) read_setting(s, &r, plan);
        else if (r.type) read_facts(s, &r);
    }
    jfr_plan_free(plan);
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
    event_list events = {0}, checkpoints = {0};
    if (s->metadata) {
        jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
        for (size_t i = 0; i < FACT_ROWS; i++) want(s, cursor, fact_rows[i].event);
        want(s, cursor, "jdk.ActiveSetting");
        want(s, cursor, "jdk.DataLoss");
        want(s, cursor, "jdk.CPUTimeSamplesLost");
    }
    struct jfr_event event;
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) array_push(&checkpoints, event);
        else array_push(&events, event);
    }
    jfr_cursor_tallies(cursor, count_type, s);
    jfr_cursor_close(cursor);
    if (checkpoints.len) /* later constants win over earlier ones */
        qsort(checkpoints.items, checkpoints.len, sizeof event, compare_offsets);
    if (events.len) read_events(s, &events, &checkpoints);
    array_free(&events);
    array_free(&checkpoints);
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
    into->data_loss += from->data_loss;
    into->lost_samples += from->lost_samples;
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
    case BOOLEAN: text_add(out, number ? "yes" : "no"); break;
    case MILLISECONDS: text_addf(out, "%.0f s", (double)number / 1000); break;
    default: text_add(out, value); break;
    }
}

static void add_fact(struct summary *out, const char *group, const char *key, const char *label,
                     enum kind kind, const char *value) {
    struct text text = {0};
    text_add(&text, value);
    struct summary_fact fact = {.group = group, .key = key, .label = label,
                                .value = keep_text(out, &text), .number = kind != TEXT};
    text_clear(&text);
    show(&text, kind, value);
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

static void add_warnings(struct summary *out, const struct state *s) {
    if (s->data_loss)
        warn(out, "the JVM lost %" PRIu64 " bytes of events because its buffers were full "
                  "(jdk.DataLoss): counts are too low", s->data_loss);
    if (s->lost_samples)
        warn(out, "the JVM lost %" PRIu64 " CPU-time samples (jdk.CPUTimeSamplesLost)",
             s->lost_samples);
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
