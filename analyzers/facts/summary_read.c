#include "analyzers/facts/summary_state.h"

#include "base/order.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>

/* ==== What is looked for ==================================================================== */

const struct summary_fact_row summary_fact_rows[] = {
#include "analyzers/facts/summary_table.h"
};
_Static_assert(sizeof summary_fact_rows / sizeof *summary_fact_rows == FACT_ROWS, "FACT_ROWS");

static const char *const setting_names[SETTING_NAMES] = {"enabled", "period", "throttle", "engine"};

static const struct loss_row {
    const char *event, *field;
} loss_rows[LOSSES] = {
    [LOST_BYTES] = {"jdk.DataLoss", "amount"},
    [LOST_SAMPLES] = {"jdk.CPUTimeSamplesLost", "lostSamples"},
};

/* ==== What is gathered from a chunk ========================================================= */

/* Facts hardly change, so of each type only the latest events are looked at: one in a million would
 * still be a million. */
#define LATEST 16

struct dated_event {
    struct jfr_event event;
    int64_t time;
};

enum { SETTING_ID, SETTING_NAME, SETTING_VALUE, SETTING_TIME, SETTING_SLOTS };
enum { JVM_PID = FACT_ROWS, JVM_START, FACT_SLOTS }; /* before them by row of summary_fact_rows */

struct source { /* an event type that is wanted; its index is the tag */
    const struct jfr_type *type;
    enum { OF_SETTINGS, OF_LOSS, OF_FACTS } what;
    size_t loss;
    struct jfr_plan *plan;            /* of facts: the start time */
    struct jfr_plan *facts;           /* of facts: the rest */
    ARRAY(struct dated_event) events; /* of settings: all that are shown; of facts: the latest */
};

struct gathered {
    const struct walk *walk;
    uint8_t *setting_rows; /* by type index: where in kinds, KINDS: its settings are not shown */
    ARRAY(struct source) sources;
};

static void forget_chunk(struct gathered *g) {
    EACH (struct source, source, &g->sources) {
        free_each(jfr_plan_free, source->plan, source->facts);
        array_free(&source->events);
    }
    g->sources.len = 0;
}

static void *summary_open(const void *const *options, size_t count) {
    struct summary_state *s = mem_zero(1, sizeof *s);
    s->gathered = mem_zero(1, sizeof *s->gathered);
    return s;
}

static void summary_close(void *state) {
    struct summary_state *s = state;
    forget_chunk(s->gathered);
    array_free(&s->gathered->sources);
    mem_free(s->gathered->setting_rows, s->gathered);
    strings_free(&s->strings);
    free_each(map_free, &s->event_index, &s->origin_index);
    array_free(&s->events);
    for (size_t i = 0; i < s->origins.len; i++) {
        struct summary_origin *origin = s->origins.items[i];
        for (size_t k = 0; k < FACT_ROWS; k++) free(origin->facts[k].value);
        for (size_t k = 0; k < KINDS * SETTING_NAMES; k++) free((&origin->settings[0][0])[k].value);
        mem_free(origin->file, origin);
    }
    array_free(&s->origins);
    free(s);
}

/* ==== The walk ============================================================================== */

/* All types of the name; what says what of them. */
static void want(struct gathered *g, struct walk *walk, const char *name, struct source what,
                 const char *const *fields, size_t count) {
    for (what.type = jfr_type_by_name(walk->metadata, name); what.type;
         what.type = what.type->next) {
        struct source source = what;
        source.plan = jfr_plan_compile(walk->chunk, source.type, fields, count, NULL);
        if (source.plan && walk_want(walk, source.type, (uint32_t)g->sources.len))
            array_push(&g->sources, source);
        else jfr_plan_free(source.plan);
    }
}

/* Has an earlier row of facts the same event? */
static bool has_row_before(size_t row) {
    size_t i = 0;
    while (strcmp(summary_fact_rows[i].event, summary_fact_rows[row].event) != 0) i++;
    return i < row;
}

static void find_setting_rows(struct gathered *g, const struct jfr_metadata *metadata) {
    g->setting_rows = mem_resize(g->setting_rows, metadata->type_count, 1);
    memset(g->setting_rows, KINDS, metadata->type_count);
    for (size_t row = 0; row < KINDS; row++) {
        if (!kinds[row].setting.key) continue;
        const struct jfr_type *type = jfr_type_by_name(metadata, kinds[row].event);
        for (; type; type = type->next) g->setting_rows[type->index] = (uint8_t)row;
    }
}

static void summary_plan(void *state, struct walk *walk) {
    static const char *const setting_fields[SETTING_SLOTS] = {"id", "name", "value", "startTime"};
    struct summary_state *s = state;
    struct gathered *g = s->gathered;
    forget_chunk(g);
    g->walk = walk;
    find_setting_rows(g, walk->metadata);
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (!has_row_before(i))
            want(g, walk, summary_fact_rows[i].event, (struct source){.what = OF_FACTS},
                 &setting_fields[SETTING_TIME], 1);
    want(g, walk, "jdk.ActiveSetting", (struct source){.what = OF_SETTINGS}, setting_fields,
         SETTING_SLOTS);
    for (size_t i = 0; i < LOSSES; i++)
        want(g, walk, loss_rows[i].event, (struct source){.what = OF_LOSS, .loss = i},
             &loss_rows[i].field, 1);
}

/* The time that the plan read into the slot. */
static int64_t time_of(const struct jfr_chunk *chunk, const struct jfr_plan *plan, size_t slot,
                       uint64_t number) {
    const struct jfr_field *field = jfr_plan_field(plan, slot);
    return jfr_chunk_time_in(chunk, field ? field->unit : JFR_UNIT_NONE, (int64_t)number);
}

/* Later ones last; of one time, those further behind. */
ORDERED(compare_dated, struct dated_event, RISING(time), RISING(event.offset))

static void gather_fact(struct source *source, const struct jfr_chunk *chunk,
                        const struct jfr_event *event, uint64_t start) {
    struct dated_event dated = {*event, time_of(chunk, source->plan, 0, start)};
    struct dated_event *events = source->events.items;
    size_t i = source->events.len;
    if (i == LATEST && compare_dated(&dated, &events[0]) < 0) return;
    if (i == LATEST) memmove(events, events + 1, --i * sizeof dated);
    else array_push(&source->events, dated);
    for (events = source->events.items; i > 0 && compare_dated(&events[i - 1], &dated) > 0; i--)
        events[i] = events[i - 1];
    events[i] = dated;
}

/* Index in kinds of the type that the setting is about; KINDS: not shown. */
static size_t setting_row(const struct gathered *g, uint64_t type_id) {
    const struct jfr_type *about = jfr_type_by_id(g->walk->metadata, type_id);
    return about ? g->setting_rows[about->index] : KINDS;
}

static void summary_event(void *state, const struct walk *walk, uint32_t tag,
                          const struct jfr_event *event) {
    struct summary_state *s = state;
    struct source *source = &s->gathered->sources.items[tag];
    const uint8_t *at = event->payload;
    uint64_t values[SETTING_SLOTS];
    if (!jfr_plan_read(source->plan, walk->chunk->data, &at, event->end, values)) return;
    switch (source->what) {
    case OF_LOSS: s->lost[source->loss] += values[0]; break;
    case OF_FACTS: gather_fact(source, walk->chunk, event, values[0]); break;
    case OF_SETTINGS:
        if (setting_row(s->gathered, values[SETTING_ID]) < KINDS)
            array_push(&source->events, (struct dated_event){.event = *event});
        break;
    }
}

/* ==== Counts ================================================================================ */

static void count_event(struct summary_state *s, const char *name, const char *label,
                        struct jfr_tally tally) {
    uint32_t id = strings_add(&s->strings, name);
    size_t index = map_number(&s->event_index, id, s->events.len);
    if (index == s->events.len) array_push(&s->events, (struct summary_count){.name = id});
    struct summary_count *event = &s->events.items[index];
    event->count += tally.count;
    event->bytes += tally.bytes;
    if (event->label == 0 && label) event->label = strings_add(&s->strings, label);
}

static void count_type(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct summary_state *s = context;
    const struct jfr_metadata *metadata = s->gathered->walk->metadata;
    const struct jfr_type *type = metadata ? jfr_type_by_id(metadata, type_id) : NULL;
    /* named as the summary of JDK 25 names them (17: jdk.CheckPoint) */
    const char *name = type_id == JFR_METADATA_EVENT     ? "jdk.Metadata"
                       : type_id == JFR_CHECKPOINT_EVENT ? "jdk.Checkpoint"
                       : type                            ? type->name
                                                         : "(unknown types)";
    count_event(s, name, type && type_id > 1 ? type->label : NULL, tally);
}

static void summary_walked(void *state, struct walk *walk) {
    struct summary_state *s = state;
    s->gathered->walk = walk;
    walk_tallies(walk, count_type, s);
    walk_ask(walk, true);
}

/* ==== Reading what was gathered ============================================================= */

static struct jfr_plan *plan_facts(const struct walk *walk, const struct jfr_type *type) {
    const char *fields[FACT_SLOTS] = {[JVM_PID] = "pid", [JVM_START] = "jvmStartTime"};
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (strcmp(summary_fact_rows[i].event, type->name) == 0)
            fields[i] = summary_fact_rows[i].field;
    return jfr_plan_compile(walk->chunk, type, fields, FACT_SLOTS, NULL);
}

static void keep(struct summary_found *found, const char *value, int64_t time) {
    if (found->value &&
        (time < found->time || (time == found->time && strcmp(value, found->value) <= 0)))
        return;
    char *copy = mem_copy_text(value);
    free(found->value);
    *found = (struct summary_found){copy, time};
}

static struct summary_origin *origin_of(struct summary_state *s, uint64_t key, const char *file) {
    bool fresh;
    uint64_t *index = map_put(&s->origin_index, key, &fresh);
    if (fresh) {
        struct summary_origin *origin = mem_zero(1, sizeof *origin);
        origin->key = key;
        origin->file = mem_copy_text(file);
        *index = s->origins.len;
        array_push(&s->origins, origin);
    }
    return s->origins.items[*index];
}

static bool read_fact(const struct walk *walk, const struct source *source,
                      const struct dated_event *dated, uint64_t *values) {
    const uint8_t *at = dated->event.payload;
    return source->facts &&
           jfr_plan_read(source->facts, walk->chunk->data, &at, dated->event.end, values);
}

/* A chunk is of one process: the one that it names last. */
static struct summary_origin *origin_of_chunk(struct summary_state *s, const struct walk *walk) {
    const char *file = walk->chunk->name;
    uint64_t values[FACT_SLOTS], pid = 0, start = 0, key = hash_stable(file, strlen(file));
    bool known = false;
    EACH (const struct source, source, &s->gathered->sources) {
        if (source->what != OF_FACTS || strcmp(source->type->name, "jdk.JVMInformation") != 0)
            continue;
        for (size_t k = 0; k < source->events.len; k++)
            if (read_fact(walk, source, &source->events.items[k], values))
                known = true, pid = values[JVM_PID], start = values[JVM_START];
    }
    if (known) key = map_mix(map_mix(pid) ^ start);
    struct summary_origin *origin = origin_of(s, key, file);
    origin->known = known;
    origin->pid = (int64_t)pid;
    origin->start_ms = (int64_t)start;
    return origin;
}

static void read_facts(struct summary_origin *origin, const struct walk *walk,
                       const struct source *source, const struct dated_event *dated) {
    char buffer[4096], number[32];
    uint64_t values[FACT_SLOTS];
    if (!read_fact(walk, source, dated, values)) return;
    for (size_t i = 0; i < FACT_ROWS; i++) {
        struct jfr_value value =
            jfr_plan_value(source->facts, walk->constants, i, values[i], buffer, sizeof buffer);
        snprintf(number, sizeof number, "%" PRId64, value.number);
        if (value.kind == JFR_VALUE_TEXT && *value.text)
            keep(&origin->facts[i], value.text, dated->time);
        else if (value.kind == JFR_VALUE_NUMBER && summary_fact_rows[i].kind >= COUNT)
            keep(&origin->facts[i], number, dated->time);
    }
}

static void read_setting(struct summary_origin *origin, const struct gathered *g,
                         const struct source *source, const struct jfr_event *event) {
    const struct walk *walk = g->walk;
    const struct jfr_plan *plan = source->plan;
    uint64_t values[SETTING_SLOTS];
    const uint8_t *at = event->payload;
    if (!jfr_plan_read(plan, walk->chunk->data, &at, event->end, values)) return;
    char name[64], value[128];
    jfr_plan_value(plan, walk->constants, SETTING_NAME, values[SETTING_NAME], name, sizeof name);
    struct jfr_value text = jfr_plan_value(plan, walk->constants, SETTING_VALUE,
                                           values[SETTING_VALUE], value, sizeof value);
    if (text.kind != JFR_VALUE_TEXT) return;
    size_t row = setting_row(g, values[SETTING_ID]);
    for (size_t n = 0; n < SETTING_NAMES; n++)
        if (strcmp(setting_names[n], name) == 0)
            keep(&origin->settings[row][n], value,
                 time_of(walk->chunk, plan, SETTING_TIME, values[SETTING_TIME]));
}

static void summary_chunk(void *state, const struct walk *walk) {
    struct summary_state *s = state;
    EACH (struct source, source, &s->gathered->sources) {
        if (source->what == OF_FACTS && source->events.len)
            source->facts = plan_facts(walk, source->type);
    }
    struct summary_origin *origin = origin_of_chunk(s, walk);
    EACH (const struct source, source, &s->gathered->sources) {
        EACH (const struct dated_event, dated, &source->events) {
            if (source->what == OF_FACTS) read_facts(origin, walk, source, dated);
            else read_setting(origin, s->gathered, source, &dated->event);
        }
    }
}

void summary_origin_merge(struct summary_origin *into, const struct summary_origin *from) {
    if (strcmp(from->file, into->file) < 0) {
        free(into->file);
        into->file = mem_copy_text(from->file);
    }
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (from->facts[i].value) keep(&into->facts[i], from->facts[i].value, from->facts[i].time);
    for (size_t i = 0; i < KINDS; i++)
        for (size_t n = 0; n < SETTING_NAMES; n++)
            if (from->settings[i][n].value)
                keep(&into->settings[i][n], from->settings[i][n].value, from->settings[i][n].time);
}

static void summary_merge(void *into_state, void *from_state) {
    struct summary_state *into = into_state, *from = from_state;
    EACH (const struct summary_count, e, &from->events)
        count_event(into, strings_get(&from->strings, e->name),
                    e->label ? strings_get(&from->strings, e->label) : NULL,
                    (struct jfr_tally){e->count, e->bytes});
    for (size_t i = 0; i < from->origins.len; i++) {
        const struct summary_origin *theirs = from->origins.items[i];
        struct summary_origin *ours = origin_of(into, theirs->key, theirs->file);
        ours->known = theirs->known;
        ours->pid = theirs->pid;
        ours->start_ms = theirs->start_ms;
        summary_origin_merge(ours, theirs);
    }
    for (size_t i = 0; i < LOSSES; i++) into->lost[i] += from->lost[i];
}

const struct reader summary_reader = {.needs = WALK_BYTES | WALK_UNDESCRIBED,
                                      .open = summary_open,
                                      .plan = summary_plan,
                                      .event = summary_event,
                                      .walked = summary_walked,
                                      .chunk = summary_chunk,
                                      .merge = summary_merge,
                                      .close = summary_close};
