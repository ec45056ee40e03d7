/* A recording that the agent's recorder wrote, read back with libjfr: by type, number and field. */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"
#include "parser/wire.h"
#include "tests/support/opened.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct written_chunk {
    struct jfr_chunk chunk;
    struct jfr_metadata *metadata;
    struct jfr_constants *constants;
};
struct written_event {
    struct jfr_event event;
    size_t chunk;
    const struct jfr_type *type;
};
struct written {
    ARRAY(struct jfr_segment) segments;
    ARRAY(struct written_chunk) chunks;
    ARRAY(struct written_event) events; /* in file order */
    unsigned notes, errors;             /* of all kinds: none are expected */
    char said[400];                     /* the last of them */
};

static inline void written_note(void *context, const struct jfr_note *note) {
    struct written *w = context;
    w->notes++;
    snprintf(w->said, sizeof w->said, "%s", note->text);
}

/* Who begins with the last checkpoint and follows each to the one before meets them all. One more
 * may be within what fills the file up: the events that are to show with it do not yet. */
static inline size_t written_chain(const struct jfr_chunk *chunk, const uint8_t *filler) {
    size_t met = 0;
    for (uint64_t at = wire_be64(chunk->data + 16), number[5]; at > 0 && at < chunk->size;) {
        const uint8_t *p = chunk->data + at, *end = chunk->data + chunk->size;
        if (p < filler) met++;
        for (int i = 0; i < 5; i++) /* size, type, start, duration, where the one before is */
            if (!wire_integer(chunk->encoding, i == 0 ? 4 : 8, &p, end, &number[i]))
                return SIZE_MAX;
        if (number[1] != JFR_CHECKPOINT_EVENT || !number[2]) return SIZE_MAX;
        if (number[4] == 0) return met;
        at += number[4];
    }
    return SIZE_MAX;
}

static inline void written_chunk(struct written *w, const struct jfr_chunk *chunk) {
    struct jfr_log log = {.note = written_note, .context = w};
    struct jfr_error error;
    struct written_chunk new = {.chunk = *chunk};
    new.metadata = jfr_metadata_read(&new.chunk, &error);
    if (!new.metadata) {
        w->errors++;
        snprintf(w->said, sizeof w->said, "%s", error.text);
        return;
    }
    array_push(&w->chunks, new);
    struct written_chunk *c = &w->chunks.items[w->chunks.len - 1];
    c->constants = jfr_constants_open(&c->chunk, c->metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(&c->chunk, c->metadata, &log);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    for (uint32_t i = 0; i < c->metadata->type_count; i++)
        if (c->metadata->types[i]->event) jfr_cursor_want(cursor, c->metadata->types[i]->id);
    struct jfr_event event;
    size_t checkpoints = 0;
    const uint8_t *const chunk_end = chunk->data + chunk->size, *filler = chunk_end;
    while (jfr_cursor_next(cursor, &event)) {
        /* What fills a file up has no time, and nothing in it. */
        bool fills = event.type_id == JFR_CHECKPOINT_EVENT && !*event.payload;
        filler = fills ? event.payload : chunk_end; /* the last one */
        checkpoints += event.type_id == JFR_CHECKPOINT_EVENT && !fills;
        if (event.type_id == JFR_CHECKPOINT_EVENT) jfr_constants_add(c->constants, &event, &log);
        else
            array_push(&w->events,
                       (struct written_event){event, w->chunks.len - 1,
                                              jfr_type_by_id(c->metadata, event.type_id)});
    }
    jfr_cursor_close(cursor);
    if (written_chain(&c->chunk, filler) == checkpoints) return;
    w->errors++;
    snprintf(w->said, sizeof w->said, "of %zu checkpoints their chain has %zu", checkpoints,
             written_chain(&c->chunk, filler));
}

/* Chunks must not move: constants point to them. */
static inline struct written written_read(const char *path) {
    struct written w = {0};
    struct jfr_log log = {.note = written_note, .context = &w};
    struct jfr_error error;
    struct jfr_segment segment;
    array_reserve(&w.chunks, 4096);
    struct jfr_input *input = jfr_input_open(&path, 1);
    for (int got; (got = jfr_input_next(input, &segment, &log, &error)) != 0;) {
        if (got < 0) {
            w.errors++;
            snprintf(w.said, sizeof w.said, "%s", error.text);
            continue;
        }
        array_push(&w.segments, segment);
        struct jfr_chunk chunk;
        uint64_t position = 0;
        while ((got = jfr_chunk_next(&segment, &position, &chunk, &log, &error)) != 0) {
            if (got > 0) written_chunk(&w, &chunk);
            else w.errors++;
        }
    }
    jfr_input_close(input);
    return w;
}

static inline void written_free(struct written *w) {
    for (size_t i = 0; i < w->chunks.len; i++) {
        jfr_constants_close(w->chunks.items[i].constants);
        jfr_metadata_free(w->chunks.items[i].metadata);
    }
    for (size_t i = 0; i < w->segments.len; i++) jfr_segment_release(&w->segments.items[i]);
    array_free(&w->segments);
    array_free(&w->chunks);
    array_free(&w->events);
}

static inline void written_is_clean(const struct written *w) {
    ck_assert_msg(w->notes == 0 && w->errors == 0, "%s", w->said);
}

static inline size_t written_count(const struct written *w, const char *type) {
    size_t count = 0;
    for (size_t i = 0; i < w->events.len; i++)
        count += strcmp(w->events.items[i].type->name, type) == 0;
    return count;
}

static inline const struct written_event *written_event(const struct written *w, const char *type,
                                                        size_t number) {
    for (size_t i = 0; i < w->events.len; i++)
        if (strcmp(w->events.items[i].type->name, type) == 0 && number-- == 0)
            return &w->events.items[i];
    ck_abort_msg("there is no such %s", type);
    return NULL;
}

static inline struct jfr_value written_value(const struct written *w, const struct written_event *e,
                                             const char *path, char *buffer, size_t size) {
    const struct written_chunk *c = &w->chunks.items[e->chunk];
    return value_of_path(c->constants, &c->chunk, e->type, &e->event, path, buffer, size);
}

/* The value as text: "null", digits, a real with %g, the text itself. */
static inline const char *written_text(const struct written *w, const char *type, size_t number,
                                       const char *path, char *buffer, size_t size) {
    struct jfr_value v = written_value(w, written_event(w, type, number), path, buffer, size);
    switch (v.kind) {
    case JFR_VALUE_NULL: snprintf(buffer, size, "null"); break;
    case JFR_VALUE_NUMBER: snprintf(buffer, size, "%" PRId64, v.number); break;
    case JFR_VALUE_REAL: snprintf(buffer, size, "%g", v.real); break;
    case JFR_VALUE_STRUCT: snprintf(buffer, size, "struct"); break;
    case JFR_VALUE_TEXT: break;
    }
    return buffer;
}
