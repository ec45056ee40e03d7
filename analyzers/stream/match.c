#include "analyzers/stream/match.h"

#include "parser/names.h"
#include "parser/wire.h"

#define MOST_FRAMES 100000 /* of a stack are looked at */
#define NAME_SIZE 1024

/* Slots of plans. */
enum { EVENT_THREAD, EVENT_STATE, EVENT_STACK, EVENT_SLOTS };
static const char *const event_paths[EVENT_SLOTS] = {"eventThread|sampledThread|thread",
                                                     "state.name|state", "stackTrace"};
enum { JAVA_NAME, OS_NAME, NAME_SLOTS };
static const char *const thread_paths[NAME_SLOTS] = {"javaName", "osName"};
static const char *const trace_paths[] = {"frames"};
static const char *const frame_paths[] = {"method"};
enum { METHOD_CLASS, METHOD_NAME, METHOD_HIDDEN, METHOD_SLOTS };
static const char *const method_paths[METHOD_SLOTS] = {"type.name", "name", "hidden"};

enum verdict { FITS = 1, FITS_NOT };

struct method {
    uint64_t includes; /* bit i: --include regex i matches */
    bool excluded;
};

struct match {
    const struct match_window *window;
    const struct selection *selection;
    struct regex_matcher *matcher;

    /* Of the chunk at hand. */
    const struct walk *walk;
    struct jfr_plan **plans; /* of event types, by index; NULL: not yet */
    const struct jfr_type *thread_type, *trace_type, *frame_type, *method_type;
    struct jfr_plan *thread_plan, *trace_plan, *frame_plan, *method_plan;
    struct map threads, stacks; /* key -> verdict */
    struct map methods;         /* key -> index */
    ARRAY(struct method) known;
};

/* ==== Time ================================================================================== */

bool match_needs_span(const struct match_window *window) {
    const struct selection *s = window->selection;
    return time_point_is_relative(&s->from, &s->zone) || time_point_is_relative(&s->to, &s->zone);
}

void match_set_window(struct match_window *window, int64_t start_ns, int64_t end_ns,
                      const struct jfr_chunk *first) {
    const struct selection *s = window->selection;
    window->zone = s->zone;
    if (s->zone.kind == ZONE_UNSAID && first) {
        struct jfr_error error;
        struct jfr_metadata *metadata = jfr_metadata_read(first, &error);
        if (metadata) window->zone = zone_of_recording(metadata->gmt_offset_ms + metadata->dst_ms);
        jfr_metadata_free(metadata);
    }
    window->is_set = s->from.kind != TIME_NONE || s->to.kind != TIME_NONE;
    window->window = time_window_of(&s->from, &s->to, start_ns, end_ns, &window->zone);
}

bool match_time(const struct match *m, const struct jfr_chunk *chunk, enum jfr_unit unit,
                uint64_t start) {
    if (!m->window->is_set) return true;
    return time_window_has(&m->window->window, jfr_chunk_time_in(chunk, unit, (int64_t)start));
}

/* ==== Opening =============================================================================== */

struct match *match_open(const struct match_window *window) {
    struct match *m = mem_zero(1, sizeof *m);
    m->window = window;
    m->selection = window->selection;
    m->matcher = regex_matcher_open();
    return m;
}

static struct jfr_plan *plan_of(const struct match *m, const char *type_name,
                                const struct jfr_type **type, const char *const *paths,
                                size_t count, bool whole) {
    *type = jfr_type_by_name(m->walk->metadata, type_name);
    if (!*type) return NULL;
    return (whole ? jfr_plan_compile_whole : jfr_plan_compile)(m->walk->chunk, *type, paths, count,
                                                               NULL);
}

void match_chunk(struct match *m, const struct walk *walk) {
    m->walk = walk;
    m->plans = mem_zero(walk->metadata->type_count, sizeof *m->plans);
    m->thread_plan =
        plan_of(m, "java.lang.Thread", &m->thread_type, thread_paths, NAME_SLOTS, false);
    m->trace_plan = plan_of(m, "jdk.types.StackTrace", &m->trace_type, trace_paths, 1, false);
    m->frame_plan = plan_of(m, "jdk.types.StackFrame", &m->frame_type, frame_paths, 1, true);
    m->method_plan =
        plan_of(m, "jdk.types.Method", &m->method_type, method_paths, METHOD_SLOTS, false);
}

void match_chunk_ends(struct match *m) {
    for (uint32_t i = 0; i < m->walk->metadata->type_count; i++) jfr_plan_free(m->plans[i]);
    free(m->plans);
    m->plans = NULL;
    free_each(jfr_plan_free, m->thread_plan, m->trace_plan, m->frame_plan, m->method_plan);
    m->thread_plan = m->trace_plan = m->frame_plan = m->method_plan = NULL;
    map_clear(&m->threads);
    map_clear(&m->stacks);
    map_clear(&m->methods);
    m->known.len = 0;
}

void match_close(struct match *m) {
    if (!m) return;
    regex_matcher_close(m->matcher);
    free_each(map_free, &m->threads, &m->stacks, &m->methods);
    array_free(&m->known);
    free(m);
}

/* ==== Names ================================================================================= */

/* The text of a slot of the constant, or of what lies at the position. False: null. */
static bool text_of(const struct match *m, const struct jfr_plan *plan, size_t slot,
                    const uint64_t *values, char *out, size_t size) {
    struct jfr_value value =
        jfr_plan_value(plan, m->walk->constants, slot, values[slot], out, size);
    return value.kind == JFR_VALUE_TEXT;
}

/* Where the value of the slot, of that type, lies: a constant, or in place. */
static const uint8_t *place_of(const struct match *m, const struct jfr_plan *plan, size_t slot,
                               const struct jfr_type *type, uint64_t value) {
    if (jfr_plan_is_position(plan, slot)) return m->walk->chunk->data + value;
    return jfr_constant_find(m->walk->constants, type, value);
}

static const uint8_t *chunk_end(const struct match *m) {
    return m->walk->chunk->data + m->walk->chunk->size;
}

/* ==== Threads and states ==================================================================== */

static bool thread_fits(struct match *m, const struct jfr_plan *plan, uint64_t value) {
    uint64_t values[NAME_SLOTS];
    char name[NAME_SIZE];
    const uint8_t *at = place_of(m, plan, EVENT_THREAD, m->thread_type, value);
    if (!at || !m->thread_plan ||
        !jfr_plan_read(m->thread_plan, m->walk->chunk->data, &at, chunk_end(m), values))
        return false;
    bool named = text_of(m, m->thread_plan, JAVA_NAME, values, name, sizeof name) && *name;
    if (!named && !text_of(m, m->thread_plan, OS_NAME, values, name, sizeof name)) return false;
    return regex_matches(m->selection->regexes->thread, m->matcher, name, strlen(name));
}

static bool state_fits(const struct match *m, const struct jfr_plan *plan, const uint64_t *values) {
    char state[NAME_SIZE];
    if (!text_of(m, plan, EVENT_STATE, values, state, sizeof state)) return false;
    return some_of(i, m->selection->states.len,
                   selection_state_matches(m->selection->states.items[i], state));
}

/* ==== Frames ================================================================================ */

/* Regexes look at "class.method", as other commands show it. */
static struct method judge(const struct match *m, const uint8_t *at) {
    const struct selection *s = m->selection;
    struct method method = {0};
    uint64_t values[METHOD_SLOTS];
    char class_name[NAME_SIZE], method_name[NAME_SIZE], name[3 * NAME_SIZE];
    if (!at || !m->method_plan ||
        !jfr_plan_read(m->method_plan, m->walk->chunk->data, &at, chunk_end(m), values))
        return method;
    if (values[METHOD_HIDDEN] && !s->hidden) return method;
    text_of(m, m->method_plan, METHOD_CLASS, values, class_name, sizeof class_name);
    text_of(m, m->method_plan, METHOD_NAME, values, method_name, sizeof method_name);
    size_t len = names_class(class_name, strlen(class_name), s->raw_names, name, NAME_SIZE * 2);
    if (len) name[len++] = '.';
    len +=
        names_method(method_name, strlen(method_name), s->raw_names, name + len, sizeof name - len);
    for (size_t i = 0; i < s->include.len; i++)
        if (regex_matches(s->regexes->include[i], m->matcher, name, len))
            method.includes |= UINT64_C(1) << i;
    for (size_t i = 0; i < s->exclude.len && !method.excluded; i++)
        method.excluded = regex_matches(s->regexes->exclude[i], m->matcher, name, len);
    return method;
}

static struct method method_of(struct match *m, uint64_t value) {
    bool fresh;
    if (jfr_plan_is_position(m->frame_plan, 0)) return judge(m, m->walk->chunk->data + value);
    uint64_t *index = map_put(&m->methods, value, &fresh);
    if (!fresh) return m->known.items[*index];
    *index = m->known.len;
    struct method method = judge(m, jfr_constant_find(m->walk->constants, m->method_type, value));
    array_push(&m->known, method);
    return method;
}

/* The next frame, at *at or with its key there. */
static bool next_frame(const struct match *m, bool pooled, const uint8_t **at, uint64_t *value) {
    if (!pooled) return jfr_plan_read(m->frame_plan, m->walk->chunk->data, at, chunk_end(m), value);
    uint64_t key;
    if (!wire_integer(m->walk->chunk->encoding, 8, at, chunk_end(m), &key)) return false;
    const uint8_t *frame = jfr_constant_find(m->walk->constants, m->frame_type, key);
    return frame && jfr_plan_read(m->frame_plan, m->walk->chunk->data, &frame, chunk_end(m), value);
}

static bool stack_fits(struct match *m, const struct jfr_plan *plan, uint64_t value) {
    const struct selection *s = m->selection;
    uint64_t count, frames, method, includes = 0;
    const uint8_t *at = place_of(m, plan, EVENT_STACK, m->trace_type, value);
    if (!at || !m->trace_plan || !m->frame_plan) return !s->include.len;
    if (!jfr_plan_read(m->trace_plan, m->walk->chunk->data, &at, chunk_end(m), &frames))
        return !s->include.len;
    const struct jfr_field *field = jfr_plan_field(m->trace_plan, 0);
    at = m->walk->chunk->data + frames;
    if (!field || !field->array || !jfr_plan_count(m->walk->chunk, &at, chunk_end(m), &count))
        return !s->include.len;
    for (uint64_t i = 0; i < count && i < MOST_FRAMES; i++) {
        if (!next_frame(m, field->pooled, &at, &method)) break;
        struct method of = method_of(m, method);
        if (of.excluded) return false;
        includes |= of.includes;
    }
    uint64_t all = s->include.len == 64 ? UINT64_MAX : (UINT64_C(1) << s->include.len) - 1;
    return includes == all;
}

/* ==== Events ================================================================================ */

static const struct jfr_plan *event_plan(const struct match *m, const struct jfr_type *type) {
    struct jfr_plan **plan = &m->plans[type->index];
    if (!*plan) *plan = jfr_plan_compile(m->walk->chunk, type, event_paths, EVENT_SLOTS, NULL);
    return *plan;
}

/* What was found out about the key is kept; what lies in place is looked at each time. */
static bool fits(struct match *m, struct map *known, const struct jfr_plan *plan, size_t slot,
                 uint64_t value,
                 bool (*look)(struct match *m, const struct jfr_plan *plan, uint64_t value)) {
    bool fresh;
    if (jfr_plan_slot(plan, slot) != JFR_SLOT_STRUCT)
        return slot == EVENT_STACK && !m->selection->include.len;
    if (jfr_plan_is_position(plan, slot)) return look(m, plan, value);
    uint64_t *verdict = map_put(known, value, &fresh);
    if (fresh) *verdict = look(m, plan, value) ? FITS : FITS_NOT;
    return *verdict == FITS;
}

bool match_event(struct match *m, const struct jfr_type *type, const struct jfr_event *event) {
    const struct selection *s = m->selection;
    uint64_t values[EVENT_SLOTS];
    bool by_frames = s->include.len + s->exclude.len > 0;
    if (!s->thread && !s->states.len && !by_frames) return true;
    const struct jfr_plan *plan = event_plan(m, type);
    const uint8_t *at = event->payload;
    if (!plan || !jfr_plan_read(plan, m->walk->chunk->data, &at, event->end, values)) return false;
    return (!s->thread ||
            fits(m, &m->threads, plan, EVENT_THREAD, values[EVENT_THREAD], thread_fits)) &&
           (!s->states.len || state_fits(m, plan, values)) &&
           (!by_frames || fits(m, &m->stacks, plan, EVENT_STACK, values[EVENT_STACK], stack_fits));
}
