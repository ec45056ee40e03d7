#include "parser/edit/parts.h"

/* ==== Reading =============================================================================== */

bool edit_begins_with_time(const struct jfr_type *type) {
    const struct jfr_field *first = type->field_count ? type->fields[0] : NULL;
    return first && first->unit == JFR_UNIT_TICKS_TIME && first->type &&
           first->type->base == JFR_LONG && !first->array && !first->pooled &&
           strcmp(first->name, "startTime") == 0;
}

struct jfr_cursor *edit_walk(const struct edit *e, const struct jfr_log *log) {
    const struct edit_rules *rules = e->rules;
    struct jfr_cursor *cursor = jfr_cursor_open(e->of.chunk, e->metadata, log);
    jfr_cursor_want(cursor, JFR_METADATA_EVENT);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    for (uint32_t i = 0; i < e->metadata->type_count; i++) {
        const struct jfr_type *type = e->metadata->types[i];
        if (!type->event || type->id <= JFR_CHECKPOINT_EVENT) continue;
        if (rules->from_ticks < rules->to_ticks && edit_begins_with_time(type))
            cursor_want_within(cursor, type->id, rules->from_ticks, rules->to_ticks);
        else jfr_cursor_want(cursor, type->id);
    }
    return cursor;
}

void edit_count_left_out(struct edit *e, const struct jfr_cursor *cursor) {
    for (uint32_t i = 0; i < e->metadata->type_count && e->fates; i++) {
        const struct jfr_type *type = e->metadata->types[i];
        if (!type->event || type->id <= JFR_CHECKPOINT_EVENT ||
            type != jfr_type_by_id(e->metadata, type->id))
            continue;
        uint64_t *fates = e->fates[i], left = jfr_cursor_tally(cursor, type->id).count;
        for (int fate = 0; fate < EDIT_FATES; fate++) left -= fates[fate];
        fates[EDIT_LEFT_OUT] += left;
    }
}

static void tell_event(void *context) {
    const struct edit *e = context;
    e->rules->event(e->rules->context, &e->of, e->type, e->event);
}

static struct values values_of(struct edit *e) {
    return (struct values){.chunk = &e->of,
                           .strings = jfr_type_by_name(e->metadata, "java.lang.String"),
                           .text = e->rules->text,
                           .place = e->rules->place,
                           .each = e->rules->event ? tell_event : NULL,
                           .context = e,
                           .text_context = e->rules->context};
}

static void find_checkpoints(struct edit *e) {
    struct jfr_event event;
    struct jfr_cursor *cursor = jfr_cursor_open(e->of.chunk, e->metadata, NULL);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    while (jfr_cursor_next(cursor, &event)) array_push(&e->own->checkpoints, event.offset);
    jfr_cursor_close(cursor);
}

static void add_constants(const struct edit *e) {
    struct jfr_event event;
    for (size_t i = 0; i < e->found->checkpoints.len; i++)
        if (event_at(e->of.chunk, e->found->checkpoints.items[i], &event))
            jfr_constants_add(e->constants, &event, e->log);
}

/* Are constants asked for while events are looked at? */
static bool asks_early(const struct edit *e) {
    return e->rules->text || e->rules->by_constants;
}

static bool open_edit(struct edit *e, const struct jfr_chunk *chunk, const struct edit_rules *rules,
                      const struct jfr_log *log, struct jfr_error *error) {
    *e = (struct edit){.rules = rules, .log = log, .found = rules->found};
    bool known = jfr_metadata_matches(rules->metadata, chunk);
    e->metadata = known ? rules->metadata : (e->read = jfr_metadata_read(chunk, error));
    if (!e->metadata) return false;
    e->constants = jfr_constants_open(chunk, e->metadata);
    e->of = (struct edit_chunk){chunk, e->metadata, e->constants};
    e->values = values_of(e);
    if (!e->found || e->found->types != e->metadata->type_count) {
        e->found = e->own = mem_zero(1, sizeof *e->own);
        e->own->types = e->metadata->type_count;
        e->own->needed = mem_zero(e->own->types, sizeof *e->own->needed);
        if (asks_early(e)) find_checkpoints(e);
    }
    if (asks_early(e) || !e->own) add_constants(e);
    return true;
}

void edit_found_free(struct edit_found *found) {
    if (!found) return;
    for (uint32_t i = 0; i < found->types; i++) keys_free(&found->needed[i]);
    free(found->needed);
    arrays_free(&found->fates, &found->checkpoints);
    free(found);
}

uint64_t edit_found_size(const struct edit_found *found) {
    uint64_t bytes = found->fates.cap + found->checkpoints.cap * sizeof *found->checkpoints.items +
                     found->types * sizeof *found->needed;
    for (uint32_t i = 0; i < found->types; i++) bytes += keys_size(&found->needed[i]);
    return bytes;
}

static void close_edit(struct edit *e) {
    edit_found_free(e->own);
    array_free(&e->pieces);
    for (uint32_t i = 0; e->skips && i < e->metadata->type_count; i++) jfr_plan_free(e->skips[i]);
    mem_free(e->skips, e->fates);
    arrays_free(&e->todo, &e->waiting);
    values_free(&e->values);
    text_free(&e->out);
    jfr_constants_close(e->constants);
    jfr_metadata_free(e->read);
}

static bool keeps(const struct edit *e, const struct jfr_type *type,
                  const struct jfr_event *event) {
    return !e->rules->keep || e->rules->keep(e->rules->context, &e->of, type, event);
}

/* ==== What is needed ======================================================================== */

static void need(void *context, const struct jfr_type *type, uint64_t key) {
    struct edit *e = context;
    struct keys *needed = &e->own->needed[type->index];
    values_settle(&e->values, type, key);
    if (keys_has(needed, key)) return;
    keys_add(needed, key);
    array_push(&e->todo, (struct reference){type, key});
}

/* An event that turns out not to be whole needs nothing. */
static void wait_for(void *context, const struct jfr_type *type, uint64_t key) {
    struct edit *e = context;
    array_push(&e->waiting, (struct reference){type, key});
}

static void meet(void *context, const struct jfr_type *type, uint64_t key) {
    const struct edit *e = context;
    keys_add(&e->met.want[type->index], key);
}

/* Where no text is judged, what can be read of an event is enough. */
static __attribute__((noinline)) void take_keys(struct edit *e, const struct jfr_type *type,
                                                const struct jfr_event *event) {
    struct whole_plan *plan = &e->plans[type->index];
    const uint8_t *at = event->payload;
    if (!plan->made) whole_plan_make(plan, e->of.chunk, type);
    if (!whole_plan_run(&e->met, plan, at, event->end))
        values_walk(&e->values, type, &at, event->end);
}

/* What is behind the last field of an event can hold anything, but zeroes are nothing. */
static bool ends_there(const uint8_t *at, const uint8_t *end) {
    while (at < end && !*at) at++;
    return at == end;
}

/* What becomes of the event; its references are needed if it is kept. */
static enum fate look_at(struct edit *e, const struct jfr_type *type,
                         const struct jfr_event *event) {
    const uint8_t *at = event->payload;
    if (!keeps(e, type, event)) return FATE_LEFT_OUT;
    if (e->plans) {
        take_keys(e, type, event);
        return FATE_KEPT;
    }
    edit_begin_texts(e, type, event);
    e->values.changed = e->values.odd = false;
    e->waiting.len = 0;
    bool whole = values_walk(&e->values, type, &at, event->end) && ends_there(at, event->end);
    if (!whole) return FATE_UNREADABLE;
    for (size_t i = 0; i < e->waiting.len; i++)
        need(e, e->waiting.items[i].type, e->waiting.items[i].key);
    return e->values.changed ? FATE_CHANGED : e->values.odd ? FATE_ODD : FATE_KEPT;
}

static bool is_kept(enum fate fate) {
    return fate <= FATE_CHANGED;
}

static void add_piece(struct edit *e, const struct jfr_event *event, uint64_t id) {
    uint64_t end = (uint64_t)(event->end - e->of.chunk->data);
    struct piece *last = e->pieces.len ? &e->pieces.items[e->pieces.len - 1] : NULL;
    if (id == BYTES && last && last->id == BYTES && last->to == event->offset) last->to = end;
    else array_push(&e->pieces, (struct piece){event->offset, end, id});
    if (e->pieces.len * BYTES_A_PIECE <= e->of.chunk->size) return;
    e->in_pieces = false; /* what becomes of events is counted as they are written */
    memset(e->fates, 0, e->metadata->type_count * sizeof *e->fates);
    array_free(&e->pieces);
}

static void keep_fate(struct edit *e, const struct jfr_type *type, const struct jfr_event *event,
                      enum fate fate) {
    bool kept = is_kept(fate);
    array_push(&e->own->fates, (uint8_t)fate);
    e->own->kept += kept;
    if (!e->in_pieces) return;
    e->fates[type->index][kept ? EDIT_KEPT : EDIT_LEFT_OUT]++;
    if (kept) add_piece(e, event, BYTES);
}

static void find_one(struct edit *e, const struct jfr_event *event) {
    const struct jfr_type *type = edit_type_of(e, event->type_id);
    if (event->type_id == JFR_CHECKPOINT_EVENT && !asks_early(e))
        array_push(&e->own->checkpoints, event->offset);
    if (event->type_id <= JFR_CHECKPOINT_EVENT && e->in_pieces) add_piece(e, event, event->type_id);
    if (event->type_id > JFR_CHECKPOINT_EVENT && type)
        keep_fate(e, type, event, look_at(e, type, event));
}

static void begin_keys(struct edit *e) {
    e->plans = mem_zero(e->metadata->type_count, sizeof *e->plans);
    e->met =
        (struct whole_run){.encoding = e->of.chunk->encoding,
                           .limit = e->of.chunk->data + e->of.chunk->size,
                           .want = mem_zero(e->metadata->type_count, sizeof *e->met.want),
                           .strings = e->values.strings ? e->values.strings->index : UINT32_MAX};
}

struct met {
    struct edit *e;
    const struct jfr_type *type;
};

static void need_met(void *context, uint64_t key) {
    const struct met *met = context;
    need(met->e, met->type, key);
}

static void end_keys(struct edit *e) {
    static const struct keys none;
    for (uint32_t i = 0; i < e->metadata->type_count; i++) {
        struct met met = {e, e->metadata->types[i]};
        keys_without(&e->met.want[i], &none, need_met, &met);
        keys_free(&e->met.want[i]);
        array_free(&e->plans[i].steps);
    }
    mem_free(e->met.want, e->plans);
    e->plans = NULL;
}

static void find_needed(struct edit *e) {
    struct jfr_event events[AT_ONCE];
    const uint8_t *chunk_end = e->of.chunk->data + e->of.chunk->size;
    struct jfr_cursor *cursor = edit_walk(e, e->log);
    if (!e->rules->text) begin_keys(e);
    e->values.reference = e->plans ? meet : wait_for;
    for (size_t len; (len = cursor_next_many(cursor, events, AT_ONCE)) > 0;)
        for (size_t i = 0; i < len; i++) find_one(e, &events[i]);
    if (e->in_pieces) edit_count_left_out(e, cursor);
    jfr_cursor_close(cursor);
    edit_begin_texts(e, NULL, NULL);
    if (!asks_early(e)) add_constants(e);
    e->values.reference = need;
    if (e->plans) end_keys(e);
    while (e->todo.len) {
        struct reference reference = e->todo.items[--e->todo.len];
        const uint8_t *at = jfr_constant_find(e->constants, reference.type, reference.key);
        if (at) values_walk(&e->values, reference.type, &at, chunk_end);
    }
    e->values.reference = NULL;
}

/* ==== Edits ================================================================================= */

struct edit_found *edit_look(const struct jfr_chunk *chunk, const struct edit_rules *rules,
                             const struct jfr_log *log, struct jfr_error *error) {
    struct edit e;
    if (!open_edit(&e, chunk, rules, log, error)) return NULL;
    find_needed(&e);
    struct edit_found *found = e.own;
    e.own = NULL;
    close_edit(&e);
    return found;
}

bool edit_write(const struct jfr_chunk *chunk, const struct edit_rules *rules, bool final,
                const struct edit_sink *sink, const struct jfr_log *log, struct jfr_error *error) {
    struct edit e;
    if (!open_edit(&e, chunk, rules, log, error)) return false;
    e.in_pieces = e.own && !rules->text;
    e.fates = mem_zero(e.metadata->type_count, sizeof *e.fates);
    if (e.own) find_needed(&e);
    if (!e.found->kept && rules->skips_empty) {
        close_edit(&e);
        return true;
    }
    e.sink = sink;
    bool fine = edit_output(&e, final);
    if (!fine) error_set(error, JFR_IO, chunk->offset, "it cannot be written");
    close_edit(&e);
    return fine;
}
