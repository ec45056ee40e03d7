#include "parser/event.h"
#include "parser/edit/edit.h"

#include "base/array.h"
#include "base/map.h"
#include "parser/edit/values.h"
#include "parser/wire.h"

#include <string.h>

/* FATE_ODD: it is kept, and has a text of UTF-16, whose bytes are not those of its characters. */
enum fate { FATE_KEPT, FATE_ODD, FATE_CHANGED, FATE_LEFT_OUT, FATE_UNREADABLE };

struct edit_found {
    ARRAY(uint8_t) fates; /* of the events in the order of the chunk, enum fate */
    struct map *needed;   /* keys, by the type's index */
    uint32_t types;
    uint64_t kept;               /* events */
    ARRAY(uint64_t) checkpoints; /* where they are in the chunk */
};

/* Where no text is replaced, what is found says all: bytes that stay as they are, metadata,
 * checkpoints, in the order of the chunk. */
struct piece {
    uint64_t from, to;
    uint64_t id; /* of the event's type, JFR_METADATA_EVENT or JFR_CHECKPOINT_EVENT; BYTES */
};
#define BYTES UINT64_MAX
#define BYTES_A_PIECE 64 /* of the chunk; of more pieces, events are stepped through again */
#define AT_ONCE 64       /* events */

struct edit {
    const struct edit_rules *rules;
    struct edit_chunk of;
    struct jfr_metadata *metadata;
    struct jfr_constants *constants;
    const struct jfr_log *log;
    struct edit_found *own;          /* what is being found */
    const struct edit_found *found;  /* or what was found before */
    ARRAY(struct reference) waiting; /* of the event at hand */
    ARRAY(struct reference) todo;    /* constants that are needed and were not looked at */
    struct values values;
    const struct jfr_type *type;   /* of the texts at hand, */
    const struct jfr_event *event; /* NULL: they are of constants */
    bool in_pieces;
    ARRAY(struct piece) pieces;
    uint64_t (*fates)[EDIT_FATES]; /* events of each type, by its index, enum edit_fate */

    /* Of the chunk that is written. */
    const struct edit_sink *sink;
    uint64_t written;
    uint64_t checkpoint, metadata_at; /* offsets; 0: there is none yet */
    struct text out;
    uint64_t run, run_end; /* bytes of the chunk that are to be written as they are */
    size_t seen;           /* events whose fate is known */
    uint64_t word;         /* where the next of the words is, if that was looked for */
    const struct jfr_type *last_type;
    bool failed;
};

/* ==== Reading =============================================================================== */

static struct jfr_cursor *walk_all(const struct edit *e, const struct jfr_log *log) {
    struct jfr_cursor *cursor = jfr_cursor_open(e->of.chunk, e->metadata, log);
    jfr_cursor_want(cursor, JFR_METADATA_EVENT);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    for (uint32_t i = 0; i < e->metadata->type_count; i++)
        if (e->metadata->types[i]->event && e->metadata->types[i]->id > JFR_CHECKPOINT_EVENT)
            jfr_cursor_want(cursor, e->metadata->types[i]->id);
    return cursor;
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

static bool open_edit(struct edit *e, const struct jfr_chunk *chunk, const struct edit_rules *rules,
                      const struct jfr_log *log, struct jfr_error *error) {
    struct jfr_event event;
    *e = (struct edit){.rules = rules, .log = log, .found = rules->found};
    e->metadata = jfr_metadata_read(chunk, error);
    if (!e->metadata) return false;
    e->constants = jfr_constants_open(chunk, e->metadata);
    e->of = (struct edit_chunk){chunk, e->metadata, e->constants};
    e->values = values_of(e);
    if (!e->found || e->found->types != e->metadata->type_count) {
        e->found = e->own = mem_zero(1, sizeof *e->own);
        e->own->types = e->metadata->type_count;
        e->own->needed = mem_zero(e->own->types, sizeof *e->own->needed);
        find_checkpoints(e);
    }
    for (size_t i = 0; i < e->found->checkpoints.len; i++)
        if (event_at(chunk, e->found->checkpoints.items[i], &event))
            jfr_constants_add(e->constants, &event, log);
    return true;
}

/* Most events are of the type of the one before. */
static const struct jfr_type *type_of(struct edit *e, uint64_t id) {
    if (!e->last_type || e->last_type->id != id) e->last_type = jfr_type_by_id(e->metadata, id);
    return e->last_type;
}

void edit_found_free(struct edit_found *found) {
    if (!found) return;
    for (uint32_t i = 0; i < found->types; i++) map_free(&found->needed[i]);
    free(found->needed);
    array_free(&found->fates);
    array_free(&found->checkpoints);
    free(found);
}

uint64_t edit_found_size(const struct edit_found *found) {
    uint64_t bytes = found->fates.cap + found->checkpoints.cap * sizeof *found->checkpoints.items +
                     found->types * sizeof *found->needed;
    for (uint32_t i = 0; i < found->types; i++)
        bytes += found->needed[i].size * sizeof *found->needed[i].slots;
    return bytes;
}

static void close_edit(struct edit *e) {
    edit_found_free(e->own);
    array_free(&e->pieces);
    free(e->fates);
    array_free(&e->todo);
    array_free(&e->waiting);
    values_free(&e->values);
    text_free(&e->out);
    jfr_constants_close(e->constants);
    jfr_metadata_free(e->metadata);
}

static bool keeps(const struct edit *e, const struct jfr_type *type,
                  const struct jfr_event *event) {
    return !e->rules->keep || e->rules->keep(e->rules->context, &e->of, type, event);
}

static void begin_texts(struct edit *e, const struct jfr_type *type,
                        const struct jfr_event *event) {
    e->type = type;
    e->event = event;
}

/* ==== What is needed ======================================================================== */

static void need(void *context, const struct jfr_type *type, uint64_t key) {
    struct edit *e = context;
    bool fresh;
    values_settle(&e->values, type, key);
    *map_put(&e->own->needed[type->index], key, &fresh) = 1;
    if (fresh) array_push(&e->todo, (struct reference){type, key});
}

/* An event that turns out not to be whole needs nothing. */
static void wait_for(void *context, const struct jfr_type *type, uint64_t key) {
    struct edit *e = context;
    array_push(&e->waiting, (struct reference){type, key});
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
    begin_texts(e, type, event);
    e->values.changed = e->values.odd = false;
    e->waiting.len = 0;
    bool whole = values_walk(&e->values, type, &at, event->end) && ends_there(at, event->end);
    if (!whole && e->rules->text) return FATE_UNREADABLE;
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
    const struct jfr_type *type = type_of(e, event->type_id);
    if (event->type_id <= JFR_CHECKPOINT_EVENT && e->in_pieces) add_piece(e, event, event->type_id);
    if (event->type_id > JFR_CHECKPOINT_EVENT && type)
        keep_fate(e, type, event, look_at(e, type, event));
}

static void find_needed(struct edit *e) {
    struct jfr_event events[AT_ONCE];
    const uint8_t *chunk_end = e->of.chunk->data + e->of.chunk->size;
    struct jfr_cursor *cursor = walk_all(e, e->log);
    e->values.reference = wait_for;
    for (size_t len; (len = cursor_next_many(cursor, events, AT_ONCE)) > 0;)
        for (size_t i = 0; i < len; i++) find_one(e, &events[i]);
    jfr_cursor_close(cursor);
    begin_texts(e, NULL, NULL);
    e->values.reference = need;
    while (e->todo.len) {
        struct reference reference = e->todo.items[--e->todo.len];
        const uint8_t *at = jfr_constant_find(e->constants, reference.type, reference.key);
        if (at) values_walk(&e->values, reference.type, &at, chunk_end);
    }
    e->values.reference = NULL;
}

/* ==== What was found before ================================================================= */

/* Is one of the words in the event? */
static bool has_word(struct edit *e, const struct jfr_event *event) {
    const uint8_t *data = e->of.chunk->data;
    if (!e->rules->words) return false;
    if (e->word < event->offset)
        e->word =
            words_next(e->rules->words, data, (size_t)event->offset, (size_t)e->of.chunk->size);
    return e->word < (uint64_t)(event->end - data);
}

/* A text that has one of the words may become another one, after all. */
static enum fate fate_again(struct edit *e, const struct jfr_type *type,
                            const struct jfr_event *event, enum fate fate) {
    const uint8_t *at = event->payload;
    if (fate == FATE_KEPT && !has_word(e, event)) return FATE_KEPT;
    if (fate != FATE_KEPT && fate != FATE_ODD) return fate;
    begin_texts(e, type, event);
    e->values.out = NULL; /* nothing is written yet; it may be that of a constant */
    e->values.changed = false;
    values_walk(&e->values, type, &at, event->end);
    return e->values.changed ? FATE_CHANGED : FATE_KEPT;
}

/* Of the next event; of those that were not found all are looked at. */
static enum fate next_fate(struct edit *e, const struct jfr_type *type,
                           const struct jfr_event *event) {
    size_t i = e->seen++;
    enum fate fate = i < e->found->fates.len ? (enum fate)e->found->fates.items[i] : FATE_ODD;
    if (!e->own) return fate_again(e, type, event, fate);
    return fate == FATE_ODD ? FATE_KEPT : fate;
}

/* ==== Writing =============================================================================== */

static void add(struct edit *e, const void *bytes, size_t len) {
    if (!e->failed && !e->sink->write(e->sink->context, bytes, len)) e->failed = true;
    e->written += len;
}

static void add_bytes_of(struct edit *e, const struct jfr_event *event) {
    const uint8_t *from = e->of.chunk->data + event->offset;
    add(e, from, (size_t)(event->end - from));
}

/* An event of that payload. Its size, in which its own bytes count, has four bytes if they do, as
 * the JVM writes it. */
static void add_event(struct edit *e, uint64_t type_id, const struct text *payload) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    OWNED(text_free) struct text head = {0}, id = {0};
    values_add_integer(encoding, 8, type_id, &id);
    uint64_t size = 4 + id.len + payload->len;
    if (!wire_is_compressed(encoding)) {
        values_add_integer(encoding, 4, size, &head);
    } else if (size < UINT64_C(1) << 28) {
        for (unsigned i = 0; i < 4; i++)
            text_add_char(&head, (char)(uint8_t)(size >> 7 * i | (i < 3 ? 0x80 : 0)));
    } else { /* five bytes reach to 32 GB */
        values_add_integer(encoding, 4, size + 1, &head);
    }
    add(e, text_str(&head), head.len);
    add(e, text_str(&id), id.len);
    add(e, text_str(payload), payload->len);
}

/* The event with its texts replaced. */
static void write_changed(struct edit *e, const struct jfr_type *type,
                          const struct jfr_event *event) {
    const uint8_t *at = event->payload;
    text_clear(&e->out);
    e->values.out = &e->out;
    e->values.copied = event->payload;
    begin_texts(e, type, event);
    values_walk(&e->values, type, &at, event->end);
    text_add_bytes(&e->out, e->values.copied, (size_t)(event->end - e->values.copied));
    add_event(e, event->type_id, &e->out);
}

/* Steps over a constant; if it is needed, it is added with its key. */
static bool add_constant(struct edit *e, const struct jfr_type *type, uint64_t key, bool needed,
                         const uint8_t **at, const uint8_t *end, struct text *out) {
    size_t before = out->len;
    e->values.out = out;
    e->values.copied = *at;
    e->values.text = needed ? e->rules->text : NULL;
    if (needed) values_add_integer(e->of.chunk->encoding, 8, key, out);
    bool whole = values_walk(&e->values, type, at, end);
    e->values.text = e->rules->text;
    if (needed && whole) text_add_bytes(out, e->values.copied, (size_t)(*at - e->values.copied));
    else out->len = before;
    return whole;
}

/* The constants of a pool that are needed, and are not those of a later checkpoint. False: the pool
 * cannot be read; what could be is written. */
static bool add_pool(struct edit *e, const struct jfr_type *type, uint64_t count,
                     const uint8_t **at, const uint8_t *end, uint64_t *pools) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    OWNED(text_free) struct text constants = {0};
    uint64_t kept = 0, key;
    bool whole = true;
    for (uint64_t i = 0; i < count && whole; i++) {
        whole = wire_integer(encoding, 8, at, end, &key);
        if (!whole) break;
        bool needed = map_get(&e->found->needed[type->index], key) &&
                      jfr_constant_find(e->constants, type, key) == *at;
        whole = add_constant(e, type, key, needed, at, end, &constants);
        kept += needed && whole;
    }
    if (kept) {
        values_add_integer(encoding, 8, type->id, &e->out);
        values_add_integer(encoding, 4, kept, &e->out);
        text_add_bytes(&e->out, text_str(&constants), constants.len);
        (*pools)++;
    }
    return whole;
}

/* Pools go to e->out, behind which is their number. */
static uint64_t add_pools(struct edit *e, const uint8_t *at, const uint8_t *end) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    uint64_t count, type_id, constants, pools = 0;
    if (!wire_integer(encoding, 4, &at, end, &count)) return 0;
    for (uint64_t i = 0; i < count; i++) {
        if (!wire_integer(encoding, 8, &at, end, &type_id) ||
            !wire_integer(encoding, 4, &at, end, &constants))
            break;
        const struct jfr_type *type = jfr_type_by_id(e->metadata, type_id);
        if (!type || !add_pool(e, type, constants, &at, end, &pools)) break;
    }
    return pools;
}

/* The metadata are strings, and what refers to them by their number. */
static void add_metadata(struct edit *e, const struct jfr_event *event) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    const uint8_t *at = event->payload, *end = event->end;
    uint64_t ignored, count;
    OWNED(text_free) struct text by = {0}, decoded = {0};
    bool changed = false, fine = e->rules->text && wire_integer(encoding, 8, &at, end, &ignored) &&
                                 wire_integer(encoding, 8, &at, end, &ignored) &&
                                 wire_integer(encoding, 8, &at, end, &ignored) &&
                                 wire_integer(encoding, 4, &at, end, &count);
    text_clear(&e->out);
    for (const uint8_t *copied = event->payload; fine && count; count--) {
        const uint8_t *from = at;
        struct wire_text text;
        fine = wire_string(encoding, &at, end, &text);
        text_clear(&by);
        text_clear(&decoded);
        if (fine) wire_text_utf8(&text, encoding, end, &decoded);
        if (fine && decoded.len &&
            e->rules->text(e->rules->context, EDIT_NAMES, text_str(&decoded), decoded.len, &by)) {
            text_add_bytes(&e->out, copied, (size_t)(from - copied));
            text_add_char(&e->out, by.len ? WIRE_UTF8 : WIRE_EMPTY);
            if (by.len) values_add_integer(encoding, 4, by.len, &e->out);
            text_add_bytes(&e->out, text_str(&by), by.len);
            copied = at;
            changed = true;
        }
        if (count == 1 && changed) text_add_bytes(&e->out, copied, (size_t)(end - copied));
    }
    if (fine && changed) add_event(e, event->type_id, &e->out);
    else add_bytes_of(e, event);
}

/* Start, duration, what leads to the checkpoint before, kind, pools. */
static void write_checkpoint(struct edit *e, const struct jfr_event *event) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    const uint8_t *at = event->payload, *end = event->end;
    uint64_t start, duration, delta;
    OWNED(text_free) struct text payload = {0};
    if (!wire_integer(encoding, 8, &at, end, &start) ||
        !wire_integer(encoding, 8, &at, end, &duration) ||
        !wire_integer(encoding, 8, &at, end, &delta) || at >= end)
        return;
    uint8_t kind = *at++;
    text_clear(&e->out);
    uint64_t pools = add_pools(e, at, end);
    values_add_integer(encoding, 8, start, &payload);
    values_add_integer(encoding, 8, duration, &payload);
    values_add_integer(encoding, 8, e->checkpoint ? e->checkpoint - e->written : 0, &payload);
    text_add_char(&payload, (char)kind);
    values_add_integer(encoding, 4, pools, &payload);
    text_add_bytes(&payload, text_str(&e->out), e->out.len);
    e->checkpoint = e->written;
    add_event(e, JFR_CHECKPOINT_EVENT, &payload);
}

static void put_be64(uint8_t *to, uint64_t n) {
    for (int i = 7; i >= 0; i--, n >>= 8) to[i] = (uint8_t)n;
}

static void write_header(struct edit *e, bool final) {
    const struct jfr_chunk *chunk = e->of.chunk;
    uint8_t header[JFR_HEADER_SIZE];
    memcpy(header, chunk->data, sizeof header);
    memcpy(header, "FLR", 4); /* what was mended when it was read is mended here, too */
    put_be64(header + 32, (uint64_t)chunk->start_ns);
    put_be64(header + 40, (uint64_t)chunk->duration_ns);
    put_be64(header + 56, (uint64_t)chunk->ticks_per_second);
    put_be64(header + 8, e->written);
    put_be64(header + 16, e->checkpoint);
    put_be64(header + 24, e->metadata_at);
    int64_t end = jfr_chunk_end(chunk), last = e->rules->end_ns;
    bool ends_before = last && last < end;
    if (ends_before) end = last;
    if (chunk->unfinished || chunk->damaged || ends_before)
        put_be64(header + 40, (uint64_t)(end > chunk->start_ns ? end - chunk->start_ns : 0));
    header[64] = header[65] = 0;
    header[67] = (uint8_t)((header[67] & ~3u) | (final && chunk->final_chunk ? 2u : 0u) |
                           (wire_is_compressed(chunk->encoding) ? 1u : 0u));
    if (!e->failed && !e->sink->patch(e->sink->context, e->written, header, sizeof header))
        e->failed = true;
}

/* Every chunk has a checkpoint, even if it holds nothing. */
static void write_empty_checkpoint(struct edit *e) {
    enum jfr_encoding encoding = e->of.chunk->encoding;
    OWNED(text_free) struct text payload = {0};
    values_add_integer(encoding, 8, (uint64_t)e->of.chunk->start_ticks, &payload);
    values_add_integer(encoding, 8, 0, &payload);
    values_add_integer(encoding, 8, 0, &payload);
    text_add_char(&payload, 0);
    values_add_integer(encoding, 4, 0, &payload);
    e->checkpoint = e->written;
    add_event(e, JFR_CHECKPOINT_EVENT, &payload);
}

/* Events that stay as they are go out together with those beside them. */
static void flush(struct edit *e) {
    if (e->run_end > e->run) add(e, e->of.chunk->data + e->run, (size_t)(e->run_end - e->run));
    e->run = e->run_end = 0;
}

static void add_kept(struct edit *e, const struct jfr_event *event) {
    if (e->run_end != event->offset) {
        flush(e);
        e->run = event->offset;
    }
    e->run_end = (uint64_t)(event->end - e->of.chunk->data);
}

/* Metadata that were superseded are none. */
static void write_other(struct edit *e, const struct jfr_event *event) {
    if (event->type_id == JFR_CHECKPOINT_EVENT) {
        begin_texts(e, NULL, NULL);
        write_checkpoint(e, event);
    } else if (event->offset == e->of.chunk->metadata_offset) {
        e->metadata_at = e->written;
        add_metadata(e, event);
    }
}

static void write_pieces(struct edit *e) {
    struct jfr_event event;
    for (size_t i = 0; i < e->pieces.len && !e->failed; i++) {
        const struct piece *piece = &e->pieces.items[i];
        if (piece->id == BYTES)
            add(e, e->of.chunk->data + piece->from, (size_t)(piece->to - piece->from));
        else if (event_at(e->of.chunk, piece->from, &event)) write_other(e, &event);
    }
}

static void tell_fates(const struct edit *e) {
    for (uint32_t i = 0; i < e->metadata->type_count && e->rules->told; i++)
        for (int fate = 0; fate < EDIT_FATES; fate++)
            if (e->fates[i][fate])
                e->rules->told(e->rules->context, e->metadata->types[i], (enum edit_fate)fate,
                               e->fates[i][fate]);
}

static void write_one(struct edit *e, const struct jfr_event *event) {
    static const enum edit_fate told[] = {[FATE_KEPT] = EDIT_KEPT,
                                          [FATE_CHANGED] = EDIT_KEPT,
                                          [FATE_LEFT_OUT] = EDIT_LEFT_OUT,
                                          [FATE_UNREADABLE] = EDIT_UNREADABLE};
    const struct jfr_type *type = type_of(e, event->type_id);
    bool other = event->type_id <= JFR_CHECKPOINT_EVENT;
    enum fate fate = type && !other ? next_fate(e, type, event) : FATE_CHANGED;
    if (fate == FATE_KEPT) add_kept(e, event);
    else if (fate == FATE_CHANGED) flush(e); /* what follows is written at once */
    if (other) {
        write_other(e, event);
    } else if (type) {
        if (fate == FATE_CHANGED) write_changed(e, type, event);
        e->fates[type->index][told[fate]]++;
    }
}

static void write_events(struct edit *e) {
    struct jfr_event events[AT_ONCE];
    struct jfr_cursor *cursor = walk_all(e, NULL);
    for (size_t len; !e->failed && (len = cursor_next_many(cursor, events, AT_ONCE)) > 0;)
        for (size_t i = 0; i < len; i++) write_one(e, &events[i]);
    jfr_cursor_close(cursor);
    flush(e);
}

static void write_metadata(struct edit *e) {
    struct jfr_event event;
    if (!event_at(e->of.chunk, e->of.chunk->metadata_offset, &event)) return;
    e->metadata_at = e->written;
    add_metadata(e, &event);
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
    static const uint8_t room[JFR_HEADER_SIZE];
    if (!open_edit(&e, chunk, rules, log, error)) return false;
    e.in_pieces = e.own && !rules->text;
    e.fates = mem_zero(e.metadata->type_count, sizeof *e.fates);
    if (e.own) find_needed(&e);
    if (!e.found->kept && rules->skips_empty) {
        close_edit(&e);
        return true;
    }
    e.sink = sink;
    add(&e, room, sizeof room);
    if (e.in_pieces) write_pieces(&e);
    else write_events(&e);
    tell_fates(&e);
    if (!e.checkpoint) write_empty_checkpoint(&e);
    if (!e.metadata_at) write_metadata(&e);
    write_header(&e, final);
    bool fine = !e.failed;
    if (!fine) error_set(error, JFR_IO, chunk->offset, "it cannot be written");
    close_edit(&e);
    return fine;
}
