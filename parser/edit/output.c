#include "base/units.h"
#include "parser/edit/parts.h"
#include "parser/wire.h"

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
    edit_begin_texts(e, type, event);
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
    edit_begin_texts(e, type, event);
    values_walk(&e->values, type, &at, event->end);
    text_add_bytes(&e->out, e->values.copied, (size_t)(event->end - e->values.copied));
    add_event(e, event->type_id, &e->out);
}

static bool step_over(struct edit *e, const struct jfr_type *type, const uint8_t **at,
                      const uint8_t *end) {
    if (e->rules->text) return values_walk(&e->values, type, at, end);
    if (!e->skips) e->skips = mem_zero(e->metadata->type_count, sizeof *e->skips);
    struct jfr_plan **skip = &e->skips[type->index];
    if (!*skip) *skip = jfr_plan_compile(e->of.chunk, type, NULL, 0, NULL);
    uint64_t nothing[1];
    return *skip && jfr_plan_read(*skip, e->of.chunk->data, at, end, nothing);
}

/* Steps over a constant; if it is needed, it is added with its key. */
static bool add_constant(struct edit *e, const struct jfr_type *type, uint64_t key, bool needed,
                         const uint8_t **at, const uint8_t *end, struct text *out) {
    size_t before = out->len;
    e->values.out = out;
    e->values.copied = *at;
    e->values.text = needed ? e->rules->text : NULL;
    if (needed) values_add_integer(e->of.chunk->encoding, 8, key, out);
    bool whole = step_over(e, type, at, end);
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
        bool needed = keys_has(&e->found->needed[type->index], key) &&
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

/* How much later than the chunk what is written of it begins, by rules->start_ns. */
static void later(const struct edit *e, int64_t end, int64_t *ns, int64_t *ticks) {
    const struct jfr_chunk *chunk = e->of.chunk;
    int64_t a = chunk->ticks_per_second, b = NS_PER_S;
    *ns = *ticks = 0;
    if (a <= 0 || e->rules->start_ns <= chunk->start_ns || e->rules->start_ns >= end) return;
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    int64_t step = NS_PER_S / a, apart, at;
    if (__builtin_sub_overflow(e->rules->start_ns, chunk->start_ns, &apart)) return;
    if (__builtin_mul_overflow(apart / step, chunk->ticks_per_second / a, ticks) ||
        __builtin_add_overflow(chunk->start_ticks, *ticks, &at))
        *ticks = 0;
    else *ns = apart / step * step;
}

static void write_header(struct edit *e, bool final) {
    const struct jfr_chunk *chunk = e->of.chunk;
    uint8_t header[JFR_HEADER_SIZE];
    memcpy(header, chunk->data, sizeof header);
    memcpy(header, "FLR", 4); /* what was mended when it was read is mended here, too */
    put_be64(header + 56, (uint64_t)chunk->ticks_per_second);
    put_be64(header + 8, e->written);
    put_be64(header + 16, e->checkpoint);
    put_be64(header + 24, e->metadata_at);
    int64_t end = jfr_chunk_end(chunk), last = e->rules->end_ns;
    bool ends_before = last && last < end;
    if (ends_before) end = last;
    int64_t lasts = chunk->duration_ns, ns, ticks;
    if (chunk->unfinished || chunk->damaged || ends_before)
        lasts = end > chunk->start_ns ? end - chunk->start_ns : 0;
    later(e, end, &ns, &ticks);
    put_be64(header + 32, (uint64_t)(chunk->start_ns + ns));
    put_be64(header + 40, (uint64_t)(lasts > ns ? lasts - ns : 0));
    put_be64(header + 48, (uint64_t)(chunk->start_ticks + ticks));
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
        edit_begin_texts(e, NULL, NULL);
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
    const struct jfr_type *type = edit_type_of(e, event->type_id);
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
    struct jfr_cursor *cursor = edit_walk(e, NULL);
    for (size_t len; !e->failed && (len = cursor_next_many(cursor, events, AT_ONCE)) > 0;)
        for (size_t i = 0; i < len; i++) write_one(e, &events[i]);
    if (!e->failed) edit_count_left_out(e, cursor);
    jfr_cursor_close(cursor);
    flush(e);
}

static void write_metadata(struct edit *e) {
    struct jfr_event event;
    if (!event_at(e->of.chunk, e->of.chunk->metadata_offset, &event)) return;
    e->metadata_at = e->written;
    add_metadata(e, &event);
}

bool edit_output(struct edit *e, bool final) {
    static const uint8_t room[JFR_HEADER_SIZE];
    add(e, room, sizeof room);
    if (e->in_pieces) write_pieces(e);
    else write_events(e);
    tell_fates(e);
    if (!e->checkpoint) write_empty_checkpoint(e);
    if (!e->metadata_at) write_metadata(e);
    write_header(e, final);
    return !e->failed;
}
