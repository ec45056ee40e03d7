#include "tests/support/event_json.h"

#include <string.h>

static bool is_frame(const struct jfr_item *item) {
    return item->type && strcmp(item->type->name, "jdk.types.StackFrame") == 0;
}

/* What the event is sorted by. */
static void keep_time(struct event_json *e, const struct jfr_item *item) {
    if (e->depth != 1 || !item->field) return;
    if (strcmp(item->field->name, "startTime") == 0) e->start_ticks = item->number;
    if (strcmp(item->field->name, "duration") == 0) e->duration_ticks = item->number;
}

static void add_integer(struct event_json *e, const char *key, const struct jfr_item *item) {
    int64_t ns;
    if (jfr_chunk_ns(e->chunk, item->unit, item->number, &ns)) json_number(&e->json, key, ns);
    else if (item->is_unsigned) json_count(&e->json, key, (uint64_t)item->number);
    else json_number(&e->json, key, item->number);
}

static enum jfr_answer begin_array(struct event_json *e, const char *key,
                                   const struct jfr_item *item) {
    json_begin_array(&e->json, key);
    if (is_frame(item) && e->frames == 0) {
        json_end_array(&e->json);
        return JFR_STEP_OVER;
    }
    if (is_frame(item)) e->left = e->frames;
    e->depth++;
    return JFR_GO_ON;
}

static enum jfr_answer end_struct(struct event_json *e, const struct jfr_item *item) {
    json_end_object(&e->json);
    e->depth--;
    return item->element && is_frame(item) && --e->left == 0 ? JFR_ENOUGH : JFR_GO_ON;
}

enum jfr_answer event_json_item(void *context, const struct jfr_item *item) {
    struct event_json *e = context;
    const char *key = !item->field ? e->key : item->element ? NULL : item->field->name;
    switch (item->kind) {
    case JFR_ITEM_BEGIN:
        json_begin_object(&e->json, key);
        e->depth++;
        break;
    case JFR_ITEM_END: return end_struct(e, item);
    case JFR_ITEM_ARRAY: return begin_array(e, key, item);
    case JFR_ITEM_ARRAY_END:
        json_end_array(&e->json);
        e->depth--;
        break;
    case JFR_ITEM_NULL: json_null(&e->json, key); break;
    case JFR_ITEM_BOOLEAN: json_bool(&e->json, key, item->number); break;
    case JFR_ITEM_INTEGER:
        keep_time(e, item);
        add_integer(e, key, item);
        break;
    case JFR_ITEM_REAL:
        if (item->base == JFR_FLOAT) json_float(&e->json, key, (float)item->real);
        else json_double(&e->json, key, item->real);
        break;
    case JFR_ITEM_CHAR:
    case JFR_ITEM_TEXT: json_bytes(&e->json, key, item->text, item->length); break;
    }
    return JFR_GO_ON;
}

/* ==== All events of a segment =============================================================== */

#define FLUSH_AT ((size_t)1 << 16)

static struct jfr_constants *read_constants(const struct jfr_chunk *chunk,
                                            const struct jfr_metadata *metadata,
                                            const struct jfr_log *log) {
    struct jfr_constants *constants = jfr_constants_open(chunk, metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, metadata, log);
    struct jfr_event event;
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    while (jfr_cursor_next(cursor, &event)) jfr_constants_add(constants, &event, log);
    jfr_cursor_close(cursor);
    return constants;
}

static void add_event(struct event_json *e, struct jfr_visitor *visitor, const char *type,
                      const struct jfr_event *event, uint64_t chunk) {
    e->start_ticks = e->duration_ticks = 0;
    json_begin_object(&e->json, NULL);
    json_text(&e->json, "type", type);
    json_count(&e->json, "chunk", chunk);
    e->key = "values";
    enum jfr_code code = jfr_visit_event(visitor, event, event_json_item, e);
    json_number(&e->json, "end_ticks",
                (int64_t)((uint64_t)e->start_ticks + (uint64_t)e->duration_ticks));
    if (code != JFR_OK) json_bool(&e->json, "damaged", true);
    json_end_object(&e->json);
    json_close(&e->json);
}

static void add_chunk(const struct jfr_chunk *chunk, uint64_t number, uint64_t frames,
                      const struct jfr_log *log, struct text *out,
                      void (*flush)(struct text *out)) {
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, NULL);
    if (!metadata) return;
    struct jfr_constants *constants = read_constants(chunk, metadata, log);
    struct jfr_visitor *visitor = jfr_visitor_open(chunk, metadata, constants);
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, metadata, NULL);
    struct event_json e = {.chunk = chunk, .json = json_open(out, JSON_COMPACT), .frames = frames};
    struct jfr_event event;
    for (uint32_t i = 0; i < metadata->type_count; i++)
        if (metadata->types[i]->event && metadata->types[i]->id > JFR_CHECKPOINT_EVENT)
            jfr_cursor_want(cursor, metadata->types[i]->id);
    while (jfr_cursor_next(cursor, &event)) {
        add_event(&e, visitor, jfr_type_by_id(metadata, event.type_id)->name, &event, number);
        if (out->len >= FLUSH_AT) flush(out);
    }
    jfr_cursor_close(cursor);
    jfr_visitor_close(visitor);
    jfr_constants_close(constants);
    jfr_metadata_free(metadata);
}

void event_json_segment(const struct jfr_segment *segment, uint64_t frames,
                        const struct jfr_log *log, struct text *out,
                        void (*flush)(struct text *out)) {
    struct jfr_chunk chunk;
    uint64_t position = 0, number = 0;
    struct jfr_error error;
    for (int found; (found = jfr_chunk_next(segment, &position, &chunk, log, &error)) != 0;)
        if (found > 0) add_chunk(&chunk, number++, frames, log, out, flush);
    flush(out);
}
