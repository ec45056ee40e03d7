#include "analyzers/facts/facts.h"
#include "base/units.h"
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

struct watched { /* an event type of the chunk at hand; its index is the tag */
    const struct jfr_type *type;
    enum kind kind;        /* KINDS: its end is of interest */
    struct jfr_plan *plan; /* slots as in sources; of an end: start and duration */
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

struct facts_state {
    struct facts facts;
    struct facts_options options;
    /* of the chunk at hand; the memory is kept */
    const struct walk *walk;
    ARRAY(struct watched) watched;
    ARRAY(struct pending) pending;
    ARRAY(struct period) periods;
    const struct jfr_type *thread_type;
    struct jfr_plan *thread_plan;
    struct map thread_index; /* key -> index in threads */
    ARRAY(struct thread) threads;
};

static void *facts_open(const void *options) {
    struct facts_state *state = mem_zero(1, sizeof *state);
    state->options = *(const struct facts_options *)options;
    return state;
}

static void forget_chunk(struct facts_state *s) {
    for (size_t i = 0; i < s->watched.len; i++) jfr_plan_free(s->watched.items[i].plan);
    jfr_plan_free(s->thread_plan);
    s->thread_plan = NULL;
    s->watched.len = s->pending.len = s->periods.len = s->threads.len = 0;
    map_clear(&s->thread_index);
}

static void facts_close(void *state) {
    struct facts_state *s = state;
    forget_chunk(s);
    map_free(&s->thread_index);
    array_free(&s->watched);
    array_free(&s->pending);
    array_free(&s->periods);
    array_free(&s->threads);
    facts_free(&s->facts);
    free(s);
}

/* ==== The walk ============================================================================== */

static void watch(struct facts_state *s, struct walk *walk, const struct jfr_type *type,
                  enum kind kind, const char *const *fields, size_t count) {
    struct watched watched = {.type = type, .kind = kind};
    watched.plan = jfr_plan_compile(walk->chunk, type, fields, count, NULL);
    if (!watched.plan) return;
    walk_want(walk, type, (uint32_t)s->watched.len);
    array_push(&s->watched, watched);
}

static void facts_plan(void *state, struct walk *walk) {
    static const char *const end_fields[] = {"startTime", "duration"};
    struct facts_state *s = state;
    const struct jfr_metadata *metadata = walk->metadata;
    forget_chunk(s);
    if (s->options.passing) facts_clear(&s->facts);
    s->walk = walk;
    for (int kind = 0; kind < KINDS; kind++) {
        const struct source *source = &sources[kind];
        const struct jfr_type *type = jfr_type_by_name(metadata, source->event);
        size_t fields = 0;
        while (fields < FIELDS && source->fields[fields]) fields++;
        if (type) watch(s, walk, type, (enum kind)kind, source->fields, fields);
    }
    for (uint32_t i = 0; i < metadata->type_count && s->options.ends; i++) {
        const struct jfr_type *type = &metadata->types[i];
        if (type->event && jfr_field_by_name(type, "startTime"))
            watch(s, walk, type, KINDS, end_fields, 2);
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
static int64_t in_ns(const struct facts_state *s, const struct jfr_type *type, const char *name,
                     uint64_t value, enum jfr_unit usual) {
    const struct jfr_field *field = jfr_field_by_name(type, name);
    enum jfr_unit unit = field && field->unit != JFR_UNIT_NONE ? field->unit : usual;
    switch (unit) {
    case JFR_UNIT_TICKS_TIME: return jfr_chunk_time(s->walk->chunk, (int64_t)value);
    case JFR_UNIT_TICKS_SPAN: return times(value, 1 / s->walk->chunk->ticks_per_ns);
    case JFR_UNIT_US_SPAN: return scaled(value, 1000);
    case JFR_UNIT_MS_SPAN:
    case JFR_UNIT_MS_TIME: return scaled(value, 1000000);
    case JFR_UNIT_S_SPAN:
    case JFR_UNIT_S_TIME: return scaled(value, 1000000000);
    default: return (int64_t)value;
    }
}

static int64_t start_of(const struct facts_state *s, const struct jfr_type *type, uint64_t value) {
    return in_ns(s, type, "startTime", value, JFR_UNIT_TICKS_TIME);
}

static void take_end(struct facts_state *s, const struct watched *w,
                     const struct jfr_event *event) {
    uint64_t values[2];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(w->plan, s->walk->chunk->data, &at, event->end, values)) return;
    int64_t end = start_of(s, w->type, values[0]), last;
    int64_t duration = in_ns(s, w->type, "duration", values[1], JFR_UNIT_TICKS_SPAN);
    if (duration > 0 && !__builtin_add_overflow(end, duration, &last)) end = last;
    facts_add_end(&s->facts, end, end);
}

static void facts_event(void *state, const struct walk *walk, uint32_t tag,
                        const struct jfr_event *event) {
    struct facts_state *s = state;
    const struct watched *watched = &s->watched.items[tag];
    if (watched->kind == KINDS) take_end(s, watched, event);
    else array_push(&s->pending, (struct pending){*event, tag});
}

static void facts_walked(void *state, struct walk *walk) {
    walk_ask(walk);
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
    return jfr_plan_field(e->watched->plan, (size_t)slot) != NULL;
}

static void add_text(const struct facts_state *s, const struct jfr_plan *plan, int slot,
                     const uint64_t *values, struct text *out) {
    const uint8_t *at = string_of_slot(plan, s->walk->constants, (size_t)slot, values[slot]);
    if (at) string_add(s->walk->chunk, at, MAX_TEXT, out);
}

static uint32_t keep_text(struct facts_state *s, struct text *text) {
    uint32_t id = strings_intern(&s->facts.strings, text_str(text), text->len);
    text_free(text);
    return id;
}

static uint32_t text_of(struct facts_state *s, const struct seen *e, int slot) {
    struct text text = {0};
    add_text(s, e->watched->plan, slot, e->values, &text);
    return keep_text(s, &text);
}

static int64_t span_of(const struct facts_state *s, const struct seen *e, int slot,
                       enum jfr_unit usual) {
    return in_ns(s, e->watched->type, field_name(e, slot), e->values[slot], usual);
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
static int64_t limit_of(const struct facts_state *s, const struct seen *e, int slot) {
    int64_t ns = span_of(s, e, slot, JFR_UNIT_US_SPAN);
    return has(e, slot) && ns > 0 ? ns : 0;
}

static void take_setting(struct facts_state *s, const struct seen *e) {
    const struct jfr_type *about = jfr_type_by_id(s->walk->metadata, e->values[FIRST]);
    if (about == NULL) return;
    struct fact_setting setting = {
        .time_ns = e->time_ns,
        .event = strings_intern(&s->facts.strings, about->name, strlen(about->name)),
        .name = text_of(s, e, FIRST + 1),
        .value = text_of(s, e, FIRST + 2),
    };
    array_push(&s->facts.settings, setting);
    if (strcmp(strings_get(&s->facts.strings, setting.name), "period") != 0) return;
    int64_t ns = 0;
    units_parse_period(strings_get(&s->facts.strings, setting.value), &ns);
    struct period period = {setting.event, setting.time_ns, ns, e->offset};
    array_push(&s->periods, period);
}

static struct thread thread_of(struct facts_state *s, uint64_t key) {
    static const char *const fields[] = {"javaName", "osName", "osThreadId", "javaThreadId"};
    bool fresh;
    uint64_t *index = map_put(&s->thread_index, key, &fresh), values[4];
    if (!fresh) return s->threads.items[*index];
    *index = s->threads.len;
    if (s->thread_plan == NULL &&
        (s->thread_type = jfr_type_by_name(s->walk->metadata, "java.lang.Thread")) != NULL)
        s->thread_plan = jfr_plan_compile(s->walk->chunk, s->thread_type, fields, 4, NULL);
    struct thread thread = {0};
    const uint8_t *at = jfr_constant_find(s->walk->constants, s->thread_type, key);
    if (at && s->thread_plan &&
        jfr_plan_read(s->thread_plan, s->walk->chunk->data, &at,
                      s->walk->chunk->data + s->walk->chunk->size, values)) {
        struct text name = {0};
        add_text(s, s->thread_plan, 0, values, &name);
        if (name.len == 0) add_text(s, s->thread_plan, 1, values, &name);
        thread = (struct thread){keep_text(s, &name), values[2], values[3]};
    }
    array_push(&s->threads, thread);
    return thread;
}

static void take_thread_load(struct facts_state *s, const struct seen *e) {
    struct thread thread = thread_of(s, e->values[FIRST]);
    array_push(&s->facts.thread_loads,
               (struct fact_thread_load){e->time_ns, thread.name, thread.os_id, thread.java_id,
                                         share_of(e, FIRST + 1), share_of(e, FIRST + 2)});
}

static void take_collection(struct facts_state *s, const struct seen *e) {
    int slot = has(e, FIRST) ? FIRST : FIRST + 3; /* without a sum its whole length must do */
    int64_t duration = span_of(s, e, slot, JFR_UNIT_TICKS_SPAN);
    array_push(&s->facts.collections,
               (struct fact_pause){e->time_ns, duration > 0 ? duration : 0,
                                   text_of(s, e, FIRST + 1), text_of(s, e, FIRST + 2)});
}

static void take_jvm(struct facts_state *s, const struct seen *e) {
    array_push(&s->facts.jvms,
               (struct fact_jvm){.time_ns = e->time_ns,
                                 .name = text_of(s, e, FIRST),
                                 .version = text_of(s, e, FIRST + 1),
                                 .jvm_arguments = text_of(s, e, FIRST + 2),
                                 .java_arguments = text_of(s, e, FIRST + 3),
                                 .pid = (int64_t)e->values[FIRST + 4],
                                 .start_ms = span_of(s, e, FIRST + 5, JFR_UNIT_MS_TIME) / 1000000});
}

static void take_processor(struct facts_state *s, const struct seen *e) {
    struct text brand = {0};
    uint32_t name = text_of(s, e, FIRST);
    int64_t threads = count_of(e, FIRST + 2);
    const char *description = strings_get(&s->facts.strings, text_of(s, e, FIRST + 1));
    if (facts_show_brand(&brand, description)) name = keep_text(s, &brand);
    struct fact_machine machine = {
        .cpu = name, .cpu_ns = e->time_ns, .hardware_threads = threads > 0 ? threads : 0};
    facts_add_machine(&s->facts, &machine, &s->facts.strings);
}

static void take_system(struct facts_state *s, const struct seen *e) {
    struct text shown = {0}, version = {0};
    add_text(s, e->watched->plan, FIRST, e->values, &version);
    facts_show_system(&shown, text_str(&version));
    text_free(&version);
    struct fact_machine machine = {.os = keep_text(s, &shown), .os_ns = e->time_ns};
    facts_add_machine(&s->facts, &machine, &s->facts.strings);
}

static void take_container(struct facts_state *s, const struct seen *e) {
    int64_t cpus = count_of(e, FIRST);
    struct fact_machine machine = {.container_ns = e->time_ns,
                                   .container_cpus = cpus > 0 ? cpus : 0,
                                   .cpu_quota_ns = limit_of(s, e, FIRST + 1),
                                   .cpu_slice_ns = limit_of(s, e, FIRST + 2)};
    facts_add_machine(&s->facts, &machine, &s->facts.strings);
}

static void take(struct facts_state *s, const struct seen *e) {
    struct facts *facts = &s->facts;
    int64_t time = e->time_ns;
    switch (e->watched->kind) {
    case SETTING: take_setting(s, e); break;
    case LOAD:
        array_push(&facts->loads,
                   (struct fact_load){time, share_of(e, FIRST), share_of(e, FIRST + 1),
                                      share_of(e, FIRST + 2)});
        break;
    case THREAD_LOAD: take_thread_load(s, e); break;
    case CONTAINER_USE:
        array_push(
            &facts->containers,
            (struct fact_container){time, span_of(s, e, FIRST, JFR_UNIT_NS_SPAN), -1, -1, -1});
        break;
    case CONTAINER_THROTTLING:
        array_push(&facts->containers,
                   (struct fact_container){
                       time, -1, count_of(e, FIRST), count_of(e, FIRST + 1),
                       has(e, FIRST + 2) ? span_of(s, e, FIRST + 2, JFR_UNIT_NS_SPAN) : -1});
        break;
    case PAUSE: {
        int64_t duration = span_of(s, e, FIRST, JFR_UNIT_TICKS_SPAN);
        array_push(&facts->pauses, (struct fact_pause){time, duration > 0 ? duration : 0,
                                                       text_of(s, e, FIRST + 1), 0});
        break;
    }
    case COLLECTION: take_collection(s, e); break;
    case JVM: take_jvm(s, e); break;
    case PROCESSOR: take_processor(s, e); break;
    case SYSTEM: take_system(s, e); break;
    case CONTAINER: take_container(s, e); break;
    case LOSS: facts->lost_bytes += e->values[FIRST]; break;
    case LOST_SAMPLES: facts->lost_samples += e->values[FIRST]; break;
    case KINDS: break;
    }
}

static void facts_chunk(void *state, const struct walk *walk) {
    struct facts_state *s = state;
    for (size_t i = 0; i < s->pending.len; i++) {
        const struct pending *p = &s->pending.items[i];
        struct seen e = {.watched = &s->watched.items[p->watched], .offset = p->event.offset};
        const uint8_t *at = p->event.payload;
        if (!jfr_plan_read(e.watched->plan, walk->chunk->data, &at, p->event.end, e.values))
            continue;
        e.time_ns = start_of(s, e.watched->type, e.values[TIME]);
        take(s, &e);
    }
    s->pending.len = 0;
}

static void merge_states(void *into, void *from) {
    facts_merge(&((struct facts_state *)into)->facts, &((struct facts_state *)from)->facts);
}

const struct reader facts_reader = {.needs = WALK_WHOLE_CONSTANTS,
                                    .open = facts_open,
                                    .plan = facts_plan,
                                    .event = facts_event,
                                    .walked = facts_walked,
                                    .chunk = facts_chunk,
                                    .merge = merge_states,
                                    .close = facts_close};

int64_t facts_chunk_period(const struct walk *walk, const char *event) {
    const struct facts_state *s = walk_state(walk, &facts_reader);
    uint32_t id = strings_find(&s->facts.strings, event, strlen(event));
    const struct period *latest = NULL;
    for (size_t i = 0; i < s->periods.len; i++) {
        const struct period *p = &s->periods.items[i];
        if (p->event != id) continue;
        if (latest == NULL || p->time_ns > latest->time_ns ||
            (p->time_ns == latest->time_ns && p->offset > latest->offset))
            latest = p;
    }
    return latest ? latest->ns : 0;
}
