#include "analyzers/time/sampled.h"

#include "analyzers/time/threads.h"
#include "base/platform.h"
#include "base/units.h"
#include "parser/value.h"

#define LONGEST_NAME 1000
#define MOST_CPU_NS (UINT64_C(1) << 50) /* 13 days, of one sample */
#define TOLERATED (1.0 / 3)
#define FEWEST 30 /* promised samples, so that it can be told at all */

enum { OF_SAMPLES, OF_SETTINGS };
enum { THREAD, CPU, SAMPLE_FIELDS };
enum { ID, NAME, VALUE, SETTING_FIELDS };

struct thread { /* of the chunk at hand */
    uint64_t key, samples, cpu_ns;
};

struct state {
    struct sampled all;
    struct map by_name; /* id of the name -> pool */

    /* of the chunk at hand */
    struct jfr_plan *samples, *settings;
    struct jfr_constants *none;
    uint64_t sample_type;
    int64_t period_ns; /* as it says last; 0: it does not */
    struct map by_key; /* of a thread -> thread */
    ARRAY(struct thread) threads;
};

static void forget_chunk(struct state *s) {
    free_each(jfr_plan_free, s->samples, s->settings);
    jfr_constants_close(s->none);
    map_free(&s->by_key);
    s->by_key = (struct map){0};
    s->samples = s->settings = NULL;
    s->none = NULL;
    s->period_ns = 0;
    s->threads.len = 0;
}

static void *sampled_open(const void *const *options, size_t count) {
    return mem_zero(1, sizeof(struct state));
}

static void sampled_close(void *state) {
    struct state *s = state;
    forget_chunk(s);
    array_free(&s->threads);
    map_free(&s->by_name);
    sampled_free(&s->all);
    free(s);
}

static void sampled_plan(void *state, struct walk *walk) {
    static const char *const sample_fields[SAMPLE_FIELDS] = {"sampledThread.", "cpuTime"};
    static const char *const setting_fields[SETTING_FIELDS] = {"id", "name", "value"};
    struct state *s = state;
    forget_chunk(s);
    if (!jfr_type_by_name(walk->metadata, "jfragent.SamplingStatistics")) return;
    const struct jfr_type *sample = jfr_type_by_name(walk->metadata, "jdk.ExecutionSample");
    const struct jfr_type *setting = jfr_type_by_name(walk->metadata, "jdk.ActiveSetting");
    const struct jfr_field *cpu = jfr_field_by_name(sample, "cpuTime");
    if (!setting || !cpu || cpu->unit != JFR_UNIT_NS_SPAN) return;
    s->samples = jfr_plan_compile(walk->chunk, sample, sample_fields, SAMPLE_FIELDS, NULL);
    s->settings = jfr_plan_compile(walk->chunk, setting, setting_fields, SETTING_FIELDS, NULL);
    if (!s->samples || !s->settings || jfr_plan_is_position(s->samples, THREAD)) return;
    s->none = jfr_constants_open(walk->chunk, walk->metadata);
    s->sample_type = sample->id;
    walk_want(walk, sample, OF_SAMPLES);
    walk_want(walk, setting, OF_SETTINGS);
}

static void take_sample(struct state *s, const uint64_t *values) {
    size_t index = map_number(&s->by_key, values[THREAD], s->threads.len);
    if (index == s->threads.len) array_push(&s->threads, (struct thread){.key = values[THREAD]});
    struct thread *thread = &s->threads.items[index];
    thread->samples++;
    if (values[CPU] <= MOST_CPU_NS) thread->cpu_ns += values[CPU];
}

/* The agent writes the texts into the event: no constants are needed. */
static void take_setting(struct state *s, const uint64_t *values) {
    char name[16], value[64];
    jfr_plan_value(s->settings, s->none, NAME, values[NAME], name, sizeof name);
    if (values[ID] != s->sample_type || strcmp(name, "period") != 0) return;
    jfr_plan_value(s->settings, s->none, VALUE, values[VALUE], value, sizeof value);
    units_parse_period(value, &s->period_ns);
}

static void sampled_event(void *state, const struct walk *walk, uint32_t tag,
                          const struct jfr_event *event) {
    struct state *s = state;
    uint64_t values[SETTING_FIELDS];
    const uint8_t *at = event->payload;
    const struct jfr_plan *plan = tag == OF_SAMPLES ? s->samples : s->settings;
    if (!jfr_plan_read(plan, walk->chunk->data, &at, event->end, values)) return;
    if (tag == OF_SAMPLES) take_sample(s, values);
    else take_setting(s, values);
}

static void sampled_walked(void *state, struct walk *walk) {
    const struct state *s = state;
    if (s->threads.len) walk_ask(walk, false);
}

static void add(struct state *s, const char *name, size_t len, const struct sampled_pool *more) {
    uint32_t id = strings_intern(&s->all.strings, name, len);
    size_t index = map_number(&s->by_name, (uint64_t)id + 1, s->all.pools.len);
    if (index == s->all.pools.len) array_push(&s->all.pools, (struct sampled_pool){.name = id});
    struct sampled_pool *pool = &s->all.pools.items[index];
    pool->samples += more->samples;
    pool->cpu_ns += more->cpu_ns;
    pool->promised += more->promised;
}

static void sampled_chunk(void *state, const struct walk *walk) {
    static const char *const fields[] = {"javaName", "osName"};
    struct state *s = state;
    const struct jfr_chunk *chunk = walk->chunk;
    const struct jfr_type *type = jfr_type_by_name(walk->metadata, "java.lang.Thread");
    struct jfr_plan *plan = type ? jfr_plan_compile(chunk, type, fields, 2, NULL) : NULL;
    OWNED(text_free) struct text name = {0}, pattern = {0};
    for (size_t i = 0; plan && s->period_ns > 0 && i < s->threads.len; i++) {
        const struct thread *t = &s->threads.items[i];
        uint64_t values[2];
        const uint8_t *at = jfr_constant_find(walk->constants, type, t->key), *text = NULL;
        text_clear(&name);
        text_clear(&pattern);
        if (at && jfr_plan_read(plan, chunk->data, &at, chunk->data + chunk->size, values)) {
            text = string_of_slot(plan, walk->constants, 0, values[0]);
            if (!text) text = string_of_slot(plan, walk->constants, 1, values[1]);
        }
        if (text) string_add(chunk, text, LONGEST_NAME, &name);
        threads_add_pattern(&pattern, text_str(&name));
        struct sampled_pool more = {.samples = t->samples,
                                    .cpu_ns = t->cpu_ns,
                                    .promised = (double)t->cpu_ns / (double)s->period_ns};
        add(s, text_str(&pattern), pattern.len, &more);
    }
    jfr_plan_free(plan);
}

static void sampled_merge(void *into, void *from_state) {
    const struct sampled *from = &((struct state *)from_state)->all;
    EACH (const struct sampled_pool, pool, &from->pools)
        add(into, strings_get(&from->strings, pool->name), strings_len(&from->strings, pool->name),
            pool);
}

static const struct reader sampled_reader = {.open = sampled_open,
                                             .plan = sampled_plan,
                                             .event = sampled_event,
                                             .walked = sampled_walked,
                                             .chunk = sampled_chunk,
                                             .merge = sampled_merge,
                                             .close = sampled_close};

/* ==== Questions ============================================================================= */

void sampled_join(struct walk_run *run) {
    walk_join(run, &sampled_reader, NULL);
}

ORDERED_IN(compare, struct sampled_pool, FALLING(cpu_ns),
           strcmp(strings_get(context, x->name), strings_get(context, y->name)))

void sampled_make(const struct walk_run *run, struct sampled *out) {
    const struct state *s = walk_result(run, &sampled_reader);
    *out = (struct sampled){0};
    for (size_t i = 0; s && i < s->all.pools.len; i++) {
        struct sampled_pool pool = s->all.pools.items[i];
        const struct strings *strings = &s->all.strings;
        pool.name = strings_take(&out->strings, strings, pool.name);
        array_push(&out->pools, pool);
    }
    array_sort_with(&out->pools, compare, &out->strings);
}

void sampled_free(struct sampled *sampled) {
    strings_free(&sampled->strings);
    array_free(&sampled->pools);
}

bool sampled_is_off(const struct sampled_pool *pool) {
    double apart = fabs((double)pool->samples - pool->promised);
    return pool->promised >= FEWEST && apart > TOLERATED * pool->promised &&
           apart > 4 * sqrt(pool->promised);
}
