#include "parser/whole/repair.h"
#include "parser/whole/plan.h"
#include "parser/whole/written.h"

#define COMPRESSED_FLAG 1
#define FINAL_FLAG 2

struct repair {
    struct jfr_metadata *metadata; /* of the last chunk that had one */
    struct text event;             /* its metadata event */
    enum jfr_encoding encoding;
    struct whole_plan *plans; /* by type index */
};

struct writing {
    struct repair *repair;
    const struct jfr_chunk *chunk;
    struct text *out;
    size_t begin;      /* of the chunk in out */
    uint64_t previous; /* checkpoint, in the chunk; 0: none */
    uint64_t metadata; /* in the chunk; 0: not yet */
    struct whole_run run;
    struct repair_counts counts;
};

struct repair *repair_open(void) {
    return mem_zero(1, sizeof(struct repair));
}

static void forget(struct repair *r) {
    for (size_t i = 0; r->metadata && i < r->metadata->type_count; i++)
        array_free(&r->plans[i].steps);
    free(r->plans);
    r->plans = NULL;
    jfr_metadata_free(r->metadata);
    r->metadata = NULL;
}

void repair_close(struct repair *repair) {
    if (!repair) return;
    forget(repair);
    text_free(&repair->event);
    free(repair);
}

bool repair_learn(struct repair *r, const struct jfr_chunk *chunk) {
    uint64_t size, type_id;
    const uint8_t *payload, *event = chunk->data + chunk->metadata_offset;
    bool same = jfr_metadata_matches(r->metadata, chunk);
    struct jfr_error error;
    if (!same) {
        struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error);
        if (!metadata) return false;
        forget(r);
        r->metadata = metadata;
        r->encoding = chunk->encoding;
        r->plans = mem_zero(metadata->type_count, sizeof *r->plans);
    }
    if (!wire_event(chunk->encoding, event, chunk->data + chunk->size, &size, &type_id, &payload))
        return false;
    text_clear(&r->event);
    text_add_bytes(&r->event, event, (size_t)size);
    return true;
}

/* ==== Writing =============================================================================== */

static void put_fixed(struct text *out, uint64_t value, unsigned width) {
    uint8_t bytes[8];
    for (unsigned i = 0; i < width; i++) bytes[i] = (uint8_t)(value >> (8 * (width - 1 - i)));
    text_add_bytes(out, bytes, width);
}

static void put_integer(const struct writing *w, uint64_t value, unsigned width) {
    uint8_t bytes[9];
    size_t n = 0;
    if (!wire_is_compressed(w->chunk->encoding)) {
        put_fixed(w->out, value, width);
        return;
    }
    for (; n < 8 && value >= 0x80; value >>= 7) bytes[n++] = (uint8_t)(value | 0x80);
    bytes[n++] = (uint8_t)value;
    text_add_bytes(w->out, bytes, n);
}

/* An int of a width that is known before its value: room for it, filled in by set_int. */
static size_t add_int(const struct writing *w) {
    size_t at = w->out->len;
    text_add_bytes(w->out, "\0\0\0\0\0", wire_is_compressed(w->chunk->encoding) ? 5 : 4);
    return at;
}

static void set_int(const struct writing *w, size_t at, uint64_t value) {
    bool compressed = wire_is_compressed(w->chunk->encoding);
    for (unsigned i = 0; i < (compressed ? 5u : 4u); i++) {
        uint64_t byte = compressed ? value >> (7 * i) & 0x7F : value >> (24 - 8 * i) & 0xFF;
        if (compressed && i < 4) byte |= 0x80;
        w->out->data[at + i] = (char)(uint8_t)byte;
    }
}

static uint64_t position(const struct writing *w) {
    return w->out->len - w->begin;
}

static void ignore_key(void *context, const uint8_t *at, uint32_t type, uint64_t key) {
    (void)context;
    (void)at;
    (void)type;
    (void)key;
}

static const struct whole_plan *plan_of(struct writing *w, const struct jfr_type *type) {
    struct whole_plan *plan = &w->repair->plans[type->index];
    if (!plan->made) whole_plan_make(plan, w->chunk, type);
    return plan;
}

/* ---- Checkpoints ---- */

/* Copies the next pool, or what can be read of it; *at moves behind it. False: there is none. */
static bool copy_pool(struct writing *w, const uint8_t **at, const uint8_t *end, uint64_t *pools) {
    enum jfr_encoding encoding = w->chunk->encoding;
    const uint8_t *p = *at, *first;
    uint64_t type_id, count, key, taken = 0;
    if (!wire_integer(encoding, 8, &p, end, &type_id) ||
        !wire_integer(encoding, 4, &p, end, &count))
        return false;
    const struct jfr_type *type = jfr_type_by_id(w->repair->metadata, type_id);
    if (!type) return false;
    const struct whole_plan *plan = plan_of(w, type);
    first = *at = p;
    for (; taken < count; taken++) {
        const uint8_t *next = *at;
        if (!wire_integer(encoding, 8, &next, end, &key)) break;
        next = whole_plan_run(&w->run, plan, next, end);
        if (!next) break;
        *at = next;
    }
    if (taken > 0) { /* readers do not expect pools without constants */
        put_integer(w, type_id, 8);
        put_integer(w, taken, 4);
        text_add_bytes(w->out, first, (size_t)(*at - first));
        ++*pools;
        w->counts.constants += taken;
    }
    return taken == count;
}

static void copy_checkpoint(struct writing *w, const struct jfr_event *event) {
    enum jfr_encoding encoding = w->chunk->encoding;
    const uint8_t *at = event->payload, *end = event->end;
    uint64_t start, duration, delta, count, pools = 0;
    bool head = wire_integer(encoding, 8, &at, end, &start) &&
                wire_integer(encoding, 8, &at, end, &duration) &&
                wire_integer(encoding, 8, &at, end, &delta) && at < end;
    uint8_t mask = head ? *at++ : 0;
    if (!head || !wire_integer(encoding, 4, &at, end, &count)) {
        w->counts.lost_bytes += (uint64_t)(end - event->payload);
        return;
    }
    uint64_t here = position(w);
    size_t size_at = add_int(w);
    put_integer(w, JFR_CHECKPOINT_EVENT, 8);
    put_integer(w, start, 8);
    put_integer(w, duration, 8);
    put_integer(w, w->previous ? w->previous - here : 0, 8);
    text_add_bytes(w->out, &mask, 1);
    size_t pools_at = add_int(w);
    bool whole = true;
    for (; count > 0 && whole; count--) whole = copy_pool(w, &at, end, &pools);
    if (!whole) w->counts.lost_bytes += (uint64_t)(end - at);
    set_int(w, pools_at, pools);
    set_int(w, size_at, position(w) - here);
    w->previous = here;
}

/* Readers expect one checkpoint at least. */
static void add_empty_checkpoint(struct writing *w) {
    uint64_t here = position(w);
    size_t size_at = add_int(w);
    put_integer(w, JFR_CHECKPOINT_EVENT, 8);
    put_integer(w, (uint64_t)w->chunk->start_ticks, 8);
    put_integer(w, 0, 8);
    put_integer(w, 0, 8);
    text_add_bytes(w->out, "", 1);
    put_integer(w, 0, 4);
    set_int(w, size_at, position(w) - here);
    w->previous = here;
}

/* ---- The chunk ---- */

static void copy_event(struct writing *w, const struct jfr_event *event) {
    const uint8_t *begin = w->chunk->data + event->offset;
    if (event->type_id == JFR_CHECKPOINT_EVENT) {
        copy_checkpoint(w, event);
        return;
    }
    if (event->type_id != JFR_METADATA_EVENT) {
        const struct jfr_type *type = jfr_type_by_id(w->repair->metadata, event->type_id);
        const struct whole_plan *plan = plan_of(w, type);
        const uint8_t *behind = whole_plan_run(&w->run, plan, event->payload, event->end);
        /* Writers of other types may leave room in them; those of the JDK end with their fields. */
        bool ends = behind == event->end || strncmp(type->name, "jdk.", 4) != 0;
        if (!behind || !ends) {
            w->counts.bad_events++;
            return;
        }
        w->counts.events++;
    } else if (event->offset == w->chunk->metadata_offset) {
        w->metadata = position(w);
    }
    text_add_bytes(w->out, begin, (size_t)(event->end - begin));
}

static void count_unknown(void *context, uint64_t type_id, struct jfr_tally tally) {
    struct writing *w = context;
    const struct jfr_type *type = jfr_type_by_id(w->repair->metadata, type_id);
    if (type_id > JFR_CHECKPOINT_EVENT && !(type && type->event))
        w->counts.bad_events += tally.count;
}

static void put_header(const struct writing *w) {
    const struct jfr_chunk *chunk = w->chunk;
    OWNED(text_free) struct text header = {0};
    int64_t duration = chunk->duration_ns;
    if (chunk->unfinished || duration <= 0) duration = jfr_chunk_end(chunk) - chunk->start_ns;
    bool old = chunk->major == 0; /* was made 2.1 when it was read */
    text_add_bytes(&header, "FLR\0", 4);
    put_fixed(&header, old ? 2 : chunk->major, 2);
    put_fixed(&header, old ? 1 : chunk->minor, 2);
    put_fixed(&header, position(w), 8);
    put_fixed(&header, w->previous, 8);
    put_fixed(&header, w->metadata, 8);
    put_fixed(&header, (uint64_t)chunk->start_ns, 8);
    put_fixed(&header, (uint64_t)duration, 8);
    put_fixed(&header, (uint64_t)chunk->start_ticks, 8);
    put_fixed(&header, (uint64_t)chunk->ticks_per_second, 8);
    put_fixed(&header, 0, 2);
    put_fixed(&header,
              (wire_is_compressed(chunk->encoding) ? COMPRESSED_FLAG : 0) |
                  (chunk->final_chunk ? FINAL_FLAG : 0),
              2);
    memcpy(w->out->data + w->begin, header.data, JFR_HEADER_SIZE);
}

static void copy_events(struct writing *w) {
    const struct jfr_metadata *metadata = w->repair->metadata;
    struct jfr_cursor *cursor = jfr_cursor_open(w->chunk, metadata, NULL);
    struct jfr_event event;
    jfr_cursor_want(cursor, JFR_METADATA_EVENT);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        /* Where types share an id, the first has it: the rest are unknown. */
        if (type->event && jfr_type_by_id(metadata, type->id) == type)
            jfr_cursor_want(cursor, type->id);
    }
    while (jfr_cursor_next(cursor, &event)) copy_event(w, &event);
    w->counts.lost_bytes += jfr_cursor_lost(cursor);
    jfr_cursor_tallies(cursor, count_unknown, w);
    jfr_cursor_close(cursor);
}

/* The chunk up to its metadata, where that is cut: what follows is no events, but may look so. */
static struct jfr_chunk without_metadata(const struct jfr_chunk *chunk) {
    struct jfr_chunk rest = *chunk;
    uint64_t at = wire_be64(chunk->data + 24), size, type_id;
    const uint8_t *end = chunk->data + chunk->size;
    if (at < JFR_HEADER_SIZE || at >= chunk->size) return rest;
    const uint8_t *p = chunk->data + at;
    if (wire_integer(chunk->encoding, 4, &p, end, &size) && size > chunk->size - at &&
        wire_integer(chunk->encoding, 8, &p, end, &type_id) && type_id == JFR_METADATA_EVENT)
        rest.size = at;
    return rest;
}

bool repair_chunk(struct repair *r, const struct jfr_chunk *chunk, struct text *out,
                  struct repair_counts *counts, const char **why) {
    bool own = repair_learn(r, chunk);
    if (!own && (!r->metadata || r->encoding != chunk->encoding)) {
        *why = "it has no metadata that can be read, nor has another chunk";
        return false;
    }
    struct jfr_chunk readable = own ? *chunk : without_metadata(chunk);
    struct writing w = {.repair = r, .chunk = &readable, .out = out, .begin = out->len};
    chunk = &readable;
    w.run = (struct whole_run){.encoding = chunk->encoding,
                               .limit = chunk->data + chunk->size,
                               .strings = UINT32_MAX,
                               .meet = ignore_key};
    static const char room[JFR_HEADER_SIZE];
    text_add_bytes(out, room, sizeof room);
    copy_events(&w);
    if (!own && w.counts.bad_events > w.counts.events) {
        out->len = w.begin;
        *why = "it has no metadata that can be read, and that of another chunk does not fit it";
        return false;
    }
    if (!w.previous) add_empty_checkpoint(&w);
    if (!own || !w.metadata) {
        w.metadata = position(&w);
        text_add_bytes(out, r->event.data, r->event.len);
    }
    put_header(&w);
    if (!written_is_read(out->data + w.begin, position(&w), r->metadata, why)) {
        out->len = w.begin;
        return false;
    }
    counts->chunks++;
    counts->events += w.counts.events;
    counts->constants += w.counts.constants;
    counts->bad_events += w.counts.bad_events;
    counts->lost_bytes += w.counts.lost_bytes;
    counts->lent += !own;
    return true;
}
