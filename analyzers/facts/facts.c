#include "analyzers/facts/facts.h"
#include "parser/value.h"

#include <stdlib.h>
#include <string.h>

#define MAX_TEXT 65536 /* bytes kept of a text: arguments of a JVM may hold a long class path */

/* ==== What is looked for ==================================================================== */

enum kind {
    SETTING,
    LOAD,
    THREAD_LOAD,
    CONTAINER_USE,
    CONTAINER_THROTTLING,
    PAUSE,
    COLLECTION,
    JVM,
    PROCESSOR,
    SYSTEM,
    CONTAINER,
    LOSS,
    LOST_SAMPLES,
    KINDS,
};

enum { TIME, FIRST, FIELDS = 8 }; /* slots: the start time, then what each kind has */

static const struct source {
    const char *event;
    const char *fields[FIELDS];
} sources[KINDS] = {
    [SETTING] = {"jdk.ActiveSetting", {"startTime", "id", "name", "value"}},
    [LOAD] = {"jdk.CPULoad", {"startTime", "jvmUser", "jvmSystem", "machineTotal"}},
    [THREAD_LOAD] = {"jdk.ThreadCPULoad", {"startTime", "eventThread", "user", "system"}},
    [CONTAINER_USE] = {"jdk.ContainerCPUUsage", {"startTime", "cpuTime"}},
    [CONTAINER_THROTTLING] = {"jdk.ContainerCPUThrottling",
                              {"startTime", "cpuElapsedSlices", "cpuThrottledSlices",
                               "cpuThrottledTime"}},
    [PAUSE] = {"jdk.GCPhasePause", {"startTime", "duration", "name"}},
    [COLLECTION] = {"jdk.GarbageCollection",
                    {"startTime", "sumOfPauses", "name", "cause", "duration"}},
    [JVM] = {"jdk.JVMInformation",
             {"startTime", "jvmName", "jvmVersion", "jvmArguments", "javaArguments", "pid",
              "jvmStartTime"}},
    [PROCESSOR] = {"jdk.CPUInformation", {"startTime", "cpu", "description", "hwThreads"}},
    [SYSTEM] = {"jdk.OSInformation", {"startTime", "osVersion"}},
    [CONTAINER] = {"jdk.ContainerConfiguration",
                   {"startTime", "effectiveCpuCount", "cpuQuota", "cpuSlicePeriod"}},
    [LOSS] = {"jdk.DataLoss", {"startTime", "amount"}},
    [LOST_SAMPLES] = {"jdk.CPUTimeSamplesLost", {"startTime", "lostSamples"}},
};

/* ==== A worker's state ====================================================================== */

struct watched { /* an event type of the chunk at hand */
    const struct jfr_type *type;
    enum kind kind;        /* KINDS: only its end is of interest */
    struct jfr_plan *plan; /* slots as in sources */
    uint32_t present;
    struct jfr_plan *end_plan; /* start and duration; NULL unless ends are wanted */
};

struct pending { /* seen on the walk, decoded when the constants are there */
    struct jfr_event event;
    uint32_t watched;
};

struct thread { /* of this chunk */
    uint32_t name;
    uint64_t os_id, java_id;
};

struct period {
    uint32_t event;
    int64_t time_ns, ns;
    uint64_t offset;
};

struct facts_reader {
    struct facts *facts;
    struct facts_options options;
    /* of the chunk at hand; the memory is kept */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    const struct jfr_constants *constants;
    struct map index; /* type id -> index in watched */
    ARRAY(struct watched) watched;
    ARRAY(struct pending) pending;
    ARRAY(struct period) periods;
    const struct jfr_type *thread_type;
    struct jfr_plan *thread_plan;
    struct map thread_index; /* key -> index in threads */
    ARRAY(struct thread) threads;
};

struct facts_reader *facts_open(struct facts *facts, const struct facts_options *options) {
    struct facts_reader *reader = mem_zero(1, sizeof *reader);
    reader->facts = facts;
    reader->options = *options;
    return reader;
}

static void forget_chunk(struct facts_reader *r) {
    for (size_t i = 0; i < r->watched.len; i++) {
        jfr_plan_free(r->watched.items[i].plan);
        jfr_plan_free(r->watched.items[i].end_plan);
    }
    jfr_plan_free(r->thread_plan);
    r->thread_plan = NULL;
    r->watched.len = r->pending.len = r->periods.len = r->threads.len = 0;
    map_clear(&r->index);
    map_clear(&r->thread_index);
}

void facts_close(struct facts_reader *reader) {
    if (reader == NULL) return;
    forget_chunk(reader);
    map_free(&reader->index);
    map_free(&reader->thread_index);
    array_free(&reader->watched);
    array_free(&reader->pending);
    array_free(&reader->periods);
    array_free(&reader->threads);
    free(reader);
}

/* ==== The walk ============================================================================== */

static struct watched *watch(struct facts_reader *r, struct jfr_cursor *cursor,
                             const struct jfr_type *type) {
    bool fresh;
    uint64_t *index = map_put(&r->index, type->id, &fresh);
    if (fresh) {
        *index = r->watched.len;
        array_push(&r->watched, (struct watched){.type = type, .kind = KINDS});
        jfr_cursor_want(cursor, type->id);
    }
    return &r->watched.items[*index];
}

void facts_plan(struct facts_reader *r, const struct jfr_chunk *chunk,
                const struct jfr_metadata *metadata, struct jfr_cursor *cursor) {
    static const char *const end_fields[] = {"startTime", "duration"};
    forget_chunk(r);
    r->chunk = chunk;
    r->metadata = metadata;
    for (int kind = 0; kind < KINDS; kind++) {
        const struct source *source = &sources[kind];
        const struct jfr_type *type = jfr_type_by_name(metadata, source->event);
        size_t fields = 0;
        while (fields < FIELDS && source->fields[fields]) fields++;
        if (type == NULL) continue;
        struct watched *w = watch(r, cursor, type);
        if (w->plan) continue; /* damaged metadata: two types have one id */
        w->plan = jfr_plan_compile(chunk, type, source->fields, fields, &w->present, NULL);
        if (w->plan) w->kind = (enum kind)kind;
    }
    for (uint32_t i = 0; i < metadata->type_count && r->options.ends; i++) {
        const struct jfr_type *type = &metadata->types[i];
        if (!type->event || jfr_field_by_name(type, "startTime") == NULL) continue;
        struct watched *w = watch(r, cursor, type);
        if (w->end_plan == NULL)
            w->end_plan = jfr_plan_compile(chunk, type, end_fields, 2, NULL, NULL);
    }
}

static int64_t times(uint64_t value, double factor) {
    double ns = (double)(int64_t)value * factor;
    return ns >= 9.2e18 ? INT64_MAX : ns <= -9.2e18 ? INT64_MIN : (int64_t)ns;
}

static int64_t scaled(uint64_t value, int64_t factor) {
    int64_t ns;
    return __builtin_mul_overflow((int64_t)value, factor, &ns) ? INT64_MAX : ns;
}

/* A field's number in ns, by the unit that the metadata gives it; usual: if it gives none. */
static int64_t in_ns(const struct facts_reader *r, const struct jfr_type *type, const char *name,
                     uint64_t value, enum jfr_unit usual) {
    const struct jfr_field *field = jfr_field_by_name(type, name);
    enum jfr_unit unit = field && field->unit != JFR_UNIT_NONE ? field->unit : usual;
    switch (unit) {
    case JFR_UNIT_TICKS_TIME: return jfr_chunk_time(r->chunk, (int64_t)value);
    case JFR_UNIT_TICKS_SPAN: return times(value, 1 / r->chunk->ticks_per_ns);
    case JFR_UNIT_US_SPAN: return scaled(value, 1000);
    case JFR_UNIT_MS_SPAN:
    case JFR_UNIT_MS_TIME: return scaled(value, 1000000);
    case JFR_UNIT_S_SPAN:
    case JFR_UNIT_S_TIME: return scaled(value, 1000000000);
    default: return (int64_t)value;
    }
}

static int64_t start_of(const struct facts_reader *r, const struct jfr_type *type, uint64_t value) {
    return in_ns(r, type, "startTime", value, JFR_UNIT_TICKS_TIME);
}

static void take_end(struct facts_reader *r, const struct watched *w,
                     const struct jfr_event *event) {
    uint64_t values[2];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(w->end_plan, r->chunk->data, &at, event->end, values)) return;
    int64_t end = start_of(r, w->type, values[0]), last;
    int64_t duration = in_ns(r, w->type, "duration", values[1], JFR_UNIT_TICKS_SPAN);
    if (duration > 0 && !__builtin_add_overflow(end, duration, &last)) end = last;
    facts_add_end(r->facts, end, end);
}

bool facts_event(struct facts_reader *r, const struct jfr_event *event) {
    const uint64_t *index = map_get(&r->index, event->type_id);
    if (index == NULL) return false;
    const struct watched *w = &r->watched.items[*index];
    if (w->end_plan) take_end(r, w, event);
    if (w->kind == KINDS) return w->end_plan != NULL;
    array_push(&r->pending, (struct pending){*event, (uint32_t)*index});
    return true;
}

/* ==== With the constants ==================================================================== */

struct seen { /* a pending event, read */
    const struct watched *watched;
    uint64_t values[FIELDS];
    int64_t time_ns;
    uint64_t offset;
};

static const char *field_name(const struct seen *e, int slot) {
    return sources[e->watched->kind].fields[slot];
}

static bool has(const struct seen *e, int slot) {
    return (e->watched->present & 1u << slot) != 0;
}

static void add_text(const struct facts_reader *r, const struct jfr_type *type, const char *name,
                     uint64_t value, struct text *out) {
    const uint8_t *at =
        string_of_field(r->constants, r->metadata, r->chunk, jfr_field_by_name(type, name), value);
    if (at) string_add(r->chunk, at, MAX_TEXT, out);
}

static uint32_t keep_text(struct facts_reader *r, struct text *text) {
    uint32_t id = strings_intern(&r->facts->strings, text_str(text), text->len);
    text_free(text);
    return id;
}

static uint32_t text_of(struct facts_reader *r, const struct seen *e, int slot) {
    struct text text = {0};
    if (has(e, slot)) add_text(r, e->watched->type, field_name(e, slot), e->values[slot], &text);
    return keep_text(r, &text);
}

static int64_t span_of(const struct facts_reader *r, const struct seen *e, int slot,
                       enum jfr_unit usual) {
    return in_ns(r, e->watched->type, field_name(e, slot), e->values[slot], usual);
}

/* A share; numbers that are none become 0. */
static float share_of(const struct seen *e, int slot) {
    double real;
    memcpy(&real, &e->values[slot], sizeof real);
    return real > 0 && real < 1e6 ? (float)real : 0;
}

static int64_t count_of(const struct seen *e, int slot) {
    int64_t count = (int64_t)e->values[slot];
    return has(e, slot) && count >= 0 ? count : -1;
}

/* In ns, or 0 for "no limit" and what cannot be. */
static int64_t limit_of(const struct facts_reader *r, const struct seen *e, int slot) {
    int64_t ns = span_of(r, e, slot, JFR_UNIT_US_SPAN);
    return has(e, slot) && ns > 0 ? ns : 0;
}

static void take_setting(struct facts_reader *r, const struct seen *e) {
    const struct jfr_type *about = jfr_type_by_id(r->metadata, e->values[FIRST]);
    if (about == NULL) return;
    struct fact_setting setting = {
        .time_ns = e->time_ns,
        .event = strings_intern(&r->facts->strings, about->name, strlen(about->name)),
        .name = text_of(r, e, FIRST + 1),
        .value = text_of(r, e, FIRST + 2),
    };
    array_push(&r->facts->settings, setting);
    if (strcmp(strings_get(&r->facts->strings, setting.name), "period") != 0) return;
    int64_t ns = facts_parse_period(strings_get(&r->facts->strings, setting.value));
    struct period period = {setting.event, setting.time_ns, ns > 0 ? ns : 0, e->offset};
    array_push(&r->periods, period);
}

static struct thread thread_of(struct facts_reader *r, uint64_t key) {
    static const char *const fields[] = {"javaName", "osName", "osThreadId", "javaThreadId"};
    bool fresh;
    uint64_t *index = map_put(&r->thread_index, key, &fresh), values[4];
    if (!fresh) return r->threads.items[*index];
    *index = r->threads.len;
    if (r->thread_plan == NULL &&
        (r->thread_type = jfr_type_by_name(r->metadata, "java.lang.Thread")) != NULL)
        r->thread_plan = jfr_plan_compile(r->chunk, r->thread_type, fields, 4, NULL, NULL);
    struct thread thread = {0};
    const uint8_t *at = jfr_constant_find(r->constants, r->thread_type, key);
    if (at && r->thread_plan &&
        jfr_plan_read(r->thread_plan, r->chunk->data, &at, r->chunk->data + r->chunk->size,
                      values)) {
        struct text name = {0};
        add_text(r, r->thread_type, fields[0], values[0], &name);
        if (name.len == 0) add_text(r, r->thread_type, fields[1], values[1], &name);
        thread = (struct thread){keep_text(r, &name), values[2], values[3]};
    }
    array_push(&r->threads, thread);
    return thread;
}

static void take_thread_load(struct facts_reader *r, const struct seen *e) {
    struct thread thread = thread_of(r, e->values[FIRST]);
    array_push(&r->facts->thread_loads,
               (struct fact_thread_load){e->time_ns, thread.name, thread.os_id, thread.java_id,
                                         share_of(e, FIRST + 1), share_of(e, FIRST + 2)});
}

static void take_collection(struct facts_reader *r, const struct seen *e) {
    int slot = has(e, FIRST) ? FIRST : FIRST + 3; /* without a sum its whole length must do */
    int64_t duration = span_of(r, e, slot, JFR_UNIT_TICKS_SPAN);
    array_push(&r->facts->collections,
               (struct fact_pause){e->time_ns, duration > 0 ? duration : 0,
                                   text_of(r, e, FIRST + 1), text_of(r, e, FIRST + 2)});
}

static void take_jvm(struct facts_reader *r, const struct seen *e) {
    array_push(&r->facts->jvms,
               (struct fact_jvm){.time_ns = e->time_ns,
                                 .name = text_of(r, e, FIRST),
                                 .version = text_of(r, e, FIRST + 1),
                                 .jvm_arguments = text_of(r, e, FIRST + 2),
                                 .java_arguments = text_of(r, e, FIRST + 3),
                                 .pid = (int64_t)e->values[FIRST + 4],
                                 .start_ms = span_of(r, e, FIRST + 5, JFR_UNIT_MS_TIME) / 1000000});
}

static void take_processor(struct facts_reader *r, const struct seen *e) {
    struct text brand = {0};
    uint32_t name = text_of(r, e, FIRST);
    int64_t threads = count_of(e, FIRST + 2);
    const char *description = strings_get(&r->facts->strings, text_of(r, e, FIRST + 1));
    if (facts_show_brand(&brand, description)) name = keep_text(r, &brand);
    struct fact_machine machine = {
        .cpu = name, .cpu_ns = e->time_ns, .hardware_threads = threads > 0 ? threads : 0};
    facts_add_machine(r->facts, &machine, &r->facts->strings);
}

static void take_system(struct facts_reader *r, const struct seen *e) {
    struct text shown = {0}, version = {0};
    add_text(r, e->watched->type, field_name(e, FIRST), e->values[FIRST], &version);
    facts_show_system(&shown, text_str(&version));
    text_free(&version);
    struct fact_machine machine = {.os = keep_text(r, &shown), .os_ns = e->time_ns};
    facts_add_machine(r->facts, &machine, &r->facts->strings);
}

static void take_container(struct facts_reader *r, const struct seen *e) {
    int64_t cpus = count_of(e, FIRST);
    struct fact_machine machine = {.container_ns = e->time_ns,
                                   .container_cpus = cpus > 0 ? cpus : 0,
                                   .cpu_quota_ns = limit_of(r, e, FIRST + 1),
                                   .cpu_slice_ns = limit_of(r, e, FIRST + 2)};
    facts_add_machine(r->facts, &machine, &r->facts->strings);
}

static void take(struct facts_reader *r, const struct seen *e) {
    struct facts *facts = r->facts;
    int64_t time = e->time_ns;
    switch (e->watched->kind) {
    case SETTING: take_setting(r, e); break;
    case LOAD:
        array_push(&facts->loads,
                   (struct fact_load){time, share_of(e, FIRST), share_of(e, FIRST + 1),
                                      share_of(e, FIRST + 2)});
        break;
    case THREAD_LOAD: take_thread_load(r, e); break;
    case CONTAINER_USE:
        array_push(
            &facts->containers,
            (struct fact_container){time, span_of(r, e, FIRST, JFR_UNIT_NS_SPAN), -1, -1, -1});
        break;
    case CONTAINER_THROTTLING:
        array_push(&facts->containers,
                   (struct fact_container){
                       time, -1, count_of(e, FIRST), count_of(e, FIRST + 1),
                       has(e, FIRST + 2) ? span_of(r, e, FIRST + 2, JFR_UNIT_NS_SPAN) : -1});
        break;
    case PAUSE: {
        int64_t duration = span_of(r, e, FIRST, JFR_UNIT_TICKS_SPAN);
        array_push(&facts->pauses, (struct fact_pause){time, duration > 0 ? duration : 0,
                                                       text_of(r, e, FIRST + 1), 0});
        break;
    }
    case COLLECTION: take_collection(r, e); break;
    case JVM: take_jvm(r, e); break;
    case PROCESSOR: take_processor(r, e); break;
    case SYSTEM: take_system(r, e); break;
    case CONTAINER: take_container(r, e); break;
    case LOSS: facts->lost_bytes += e->values[FIRST]; break;
    case LOST_SAMPLES: facts->lost_samples += e->values[FIRST]; break;
    case KINDS: break;
    }
}

void facts_chunk(struct facts_reader *r, const struct jfr_constants *constants) {
    r->constants = constants;
    for (size_t i = 0; i < r->pending.len; i++) {
        const struct pending *p = &r->pending.items[i];
        struct seen e = {.watched = &r->watched.items[p->watched], .offset = p->event.offset};
        const uint8_t *at = p->event.payload;
        if (!jfr_plan_read(e.watched->plan, r->chunk->data, &at, p->event.end, e.values)) continue;
        e.time_ns = start_of(r, e.watched->type, e.values[TIME]);
        take(r, &e);
    }
    r->pending.len = 0;
    r->constants = NULL;
}

int64_t facts_chunk_period(const struct facts_reader *r, const char *event) {
    uint32_t id = strings_find(&r->facts->strings, event, strlen(event));
    const struct period *latest = NULL;
    for (size_t i = 0; i < r->periods.len; i++) {
        const struct period *p = &r->periods.items[i];
        if (p->event != id) continue;
        if (latest == NULL || p->time_ns > latest->time_ns ||
            (p->time_ns == latest->time_ns && p->offset > latest->offset))
            latest = p;
    }
    return latest ? latest->ns : 0;
}
