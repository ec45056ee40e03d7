#include "analyzers/walk/sampler.h"

#include <stdlib.h>
#include <string.h>

/* How far behind these places its name may be, and settings behind the front. */
#define LOOK_FOR_NAME (UINT64_C(64) << 10)
#define LOOK_FOR_SETTINGS (UINT64_C(4) << 20)

const struct sampler_settings sampler_unset = {.interval = SAMPLER_UNSET, .wall = SAMPLER_UNSET};

static int64_t number_of(const char *text) {
    char *end;
    long long number = strtoll(text, &end, 10);
    return end == text || *end || number < 0 ? SAMPLER_UNSET : number;
}

void sampler_take(struct sampler_settings *settings, const char *name, const char *value) {
    if (strcmp(name, "event") == 0) {
        size_t len = strlen(value);
        settings->any = true;
        if (len >= sizeof settings->event)
            len = sizeof settings->event - 1; /* none that is known */
        memcpy(settings->event, value, len);
        settings->event[len] = 0;
    } else if (strcmp(name, "interval") == 0) {
        settings->interval = number_of(value);
    } else if (strcmp(name, "wall") == 0) {
        settings->wall = number_of(value);
        settings->any = true;
    }
}

/* Of other events the interval is so many of them: cache misses, calls of a method. */
static bool is_of_time(const char *event) {
    static const char *const events[] = {"cpu", "itimer", "ctimer", "cpu-clock", "task-clock"};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(events[i], event) == 0) return true;
    return false;
}

void sampler_settle(struct sampler *sampler, const struct sampler_settings *settings) {
    bool wall = strcmp(settings->event, "wall") == 0;
    bool both = settings->wall != SAMPLER_UNSET && !wall;
    int64_t wall_ns = settings->wall != SAMPLER_UNSET ? settings->wall : settings->interval;
    *sampler = (struct sampler){.present = sampler->present, .said = settings->any};
    sampler->wall = wall;
    sampler->both = both;
    if (is_of_time(settings->event) && settings->interval != SAMPLER_UNSET)
        sampler->cpu_ns = settings->interval ? settings->interval : SAMPLER_CPU_NS;
    if (wall || both) sampler->wall_ns = wall_ns > 0 ? wall_ns : SAMPLER_WALL_NS;
}

enum sampler_clock sampler_clock(const struct sampler *sampler, unsigned states) {
    if (!sampler->present) return SAMPLER_CPU;
    if (sampler->wall) return SAMPLER_WALL;
    if (sampler->both) return SAMPLER_BY_STATE;
    if (sampler->said) return SAMPLER_CPU;
    if (states & SAMPLER_DEFAULT) return SAMPLER_BY_STATE;
    return states & SAMPLER_SLEEPING ? SAMPLER_WALL : SAMPLER_UNSAID;
}

bool sampler_is_sure(const struct sampler *sampler) {
    return !sampler->present || sampler->wall || (sampler->said && !sampler->both);
}

int64_t sampler_period(const struct sampler *sampler, const char *event) {
    if (strcmp(event, "jdk.ExecutionSample") == 0) return sampler->cpu_ns;
    return strcmp(event, "profiler.WallClockSample") == 0 ? sampler->wall_ns : 0;
}

/* The chunk's bytes from there on, as far as they are looked at. */
static bool has_name(const struct jfr_chunk *chunk, uint64_t from) {
    static const char name[] =
        "sync-profiler"; /* 1.x writes it with a capital letter, as types do */
    uint64_t rest = from < chunk->size ? chunk->size - from : 0;
    return memmem(chunk->data + from, (size_t)(rest < LOOK_FOR_NAME ? rest : LOOK_FOR_NAME), name,
                  sizeof name - 1) != NULL;
}

/* Its name stands in the metadata, the label of a type, and in jdk.ActiveRecording in front, in
 * format 0.9 at the end. Of almost all chunks nothing else is read. */
static bool may_be(const struct jfr_chunk *chunk) {
    uint64_t last = chunk->size > LOOK_FOR_NAME ? chunk->size - LOOK_FOR_NAME : 0;
    return has_name(chunk, 0) || has_name(chunk, chunk->metadata_offset) ||
           (chunk->major == 0 && has_name(chunk, last));
}

enum { ID, NAME, VALUE, FIELDS };

/* The chunk's settings: texts lie in the events, no constants are needed. */
static void read_settings(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                          struct sampler_settings *settings) {
    static const char *const fields[FIELDS] = {"id", "name", "value"};
    const struct jfr_type *type = jfr_type_by_name(metadata, "jdk.ActiveSetting");
    const struct jfr_log nobody = {0};
    struct jfr_chunk front = *chunk;
    if (!type) return;
    if (front.size > LOOK_FOR_SETTINGS) front.size = LOOK_FOR_SETTINGS;
    struct jfr_plan *plan = jfr_plan_compile(chunk, type, fields, FIELDS, NULL);
    struct jfr_constants *none = jfr_constants_open(chunk, metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&front, metadata, &nobody);
    struct jfr_event event;
    jfr_cursor_want(cursor, type->id);
    while (plan && jfr_cursor_next(cursor, &event)) {
        uint64_t values[FIELDS];
        char name[16] = "", value[32] = "";
        const uint8_t *at = event.payload;
        if (event.type_id != type->id || !jfr_plan_read(plan, chunk->data, &at, event.end, values))
            continue;
        jfr_plan_value(plan, none, NAME, values[NAME], name, sizeof name);
        jfr_plan_value(plan, none, VALUE, values[VALUE], value, sizeof value);
        const struct jfr_type *of = jfr_type_by_id(metadata, values[ID]);
        bool samples = of && strcmp(of->name, "jdk.ExecutionSample") == 0;
        if (samples || strcmp(name, "event") == 0) sampler_take(settings, name, value);
    }
    jfr_cursor_close(cursor);
    jfr_constants_close(none);
    jfr_plan_free(plan);
}

void sampler_look(struct sampler *sampler, const struct jfr_chunk *chunk) {
    struct sampler_settings settings = sampler_unset;
    struct jfr_error error;
    struct jfr_metadata *metadata = may_be(chunk) ? jfr_metadata_read(chunk, &error) : NULL;
    /* A JVM describes all its event types in each chunk, and so does this project's agent: the name
     * may be in their texts. */
    sampler->present = metadata && !jfr_type_by_name(metadata, "jdk.GarbageCollection") &&
                       !jfr_type_by_name(metadata, "jfragent.SamplingStatistics");
    if (sampler->present) {
        read_settings(chunk, metadata, &settings);
        if (settings.any || settings.interval != SAMPLER_UNSET) sampler_settle(sampler, &settings);
    }
    jfr_metadata_free(metadata);
}
