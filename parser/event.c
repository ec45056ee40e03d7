/* The cursor: walks a chunk's events. This loop is what reading a recording costs at least, so an
 * event that nobody wants costs its size, its type id, one tally and one jump.
 *
 * tallies[type id]:  count | bytes and, in the top bit, "wanted": one cache line decides and counts
 */
#include "parser/array.h"
#include "parser/map.h"
#include "parser/wire.h"

#include <inttypes.h>

#define WANTED (UINT64_C(1) << 63)
#define SMALL_IDS 65536 /* type ids below have their tally in an array, others in a map */

struct jfr_cursor {
    const uint8_t *at, *end;
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_log log;
    struct jfr_tally *tallies;
    uint64_t small;                /* number of tallies */
    struct map large;              /* type id -> index into large_tallies */
    ARRAY(struct jfr_tally) large_tallies;
    ARRAY(uint64_t) anchors;       /* offsets of checkpoints, descending; filled on damage */
    bool anchors_known;
    uint64_t lost;
};

struct jfr_cursor *jfr_cursor_open(const struct jfr_chunk *chunk,
                                   const struct jfr_metadata *metadata, const struct jfr_log *log) {
    struct jfr_cursor *c = mem_zero(1, sizeof *c);
    c->chunk = chunk;
    c->metadata = metadata;
    if (log) c->log = *log;
    c->at = chunk->data + JFR_HEADER_SIZE;
    c->end = chunk->data + chunk->size;
    if (c->at > c->end) c->at = c->end;
    c->small = metadata && metadata->max_id < SMALL_IDS ? metadata->max_id + 1 : SMALL_IDS;
    if (c->small < 2) c->small = 2;
    c->tallies = mem_zero((size_t)c->small, sizeof *c->tallies);
    return c;
}

void jfr_cursor_close(struct jfr_cursor *c) {
    if (c == NULL) return;
    free(c->tallies);
    map_free(&c->large);
    array_free(&c->large_tallies);
    array_free(&c->anchors);
    free(c);
}

static struct jfr_tally *tally_of(struct jfr_cursor *c, uint64_t type_id) {
    if (type_id < c->small) return &c->tallies[type_id];
    bool fresh;
    uint64_t *index = map_put(&c->large, type_id, &fresh);
    if (fresh) {
        *index = c->large_tallies.len;
        array_push(&c->large_tallies, (struct jfr_tally){0, 0});
    }
    return &c->large_tallies.items[*index];
}

void jfr_cursor_want(struct jfr_cursor *c, uint64_t type_id) {
    tally_of(c, type_id)->bytes |= WANTED;
}

static struct jfr_tally plain(struct jfr_tally tally) {
    tally.bytes &= ~WANTED;
    return tally;
}

struct jfr_tally jfr_cursor_tally(const struct jfr_cursor *c, uint64_t type_id) {
    if (type_id < c->small) return plain(c->tallies[type_id]);
    const uint64_t *index = map_get(&c->large, type_id);
    return index ? plain(c->large_tallies.items[*index]) : (struct jfr_tally){0, 0};
}

void jfr_cursor_tallies(const struct jfr_cursor *c,
                        void (*each)(void *context, uint64_t type_id, struct jfr_tally tally),
                        void *context) {
    for (uint64_t id = 0; id < c->small; id++)
        if (c->tallies[id].count) each(context, id, plain(c->tallies[id]));
    for (size_t i = 0; i < c->large.size; i++) {
        const struct map_slot *slot = &c->large.slots[i];
        if (slot->value == MAP_EMPTY || c->large_tallies.items[slot->value].count == 0) continue;
        each(context, slot->key, plain(c->large_tallies.items[slot->value]));
    }
}

uint64_t jfr_cursor_lost(const struct jfr_cursor *c) {
    return c->lost;
}

/* ==== Damage ================================================================================ */

/* The checkpoint chain, newest to oldest: places where an event is known to begin. */
static void find_anchors(struct jfr_cursor *c) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t offset = chunk->checkpoint_offset, size, type_id, value;
    c->anchors_known = true;
    while (offset >= JFR_HEADER_SIZE && offset < chunk->size) {
        const uint8_t *p = chunk->data + offset;
        if (!wire_event(chunk->compressed, p, c->end, &size, &type_id, &p) ||
            type_id != JFR_CHECKPOINT_EVENT)
            return;
        array_push(&c->anchors, offset);
        for (int i = 0; i < 3; i++) /* start, duration, delta */
            if (!wire_integer(chunk->compressed, 8, &p, c->end, &value)) return;
        int64_t delta = (int64_t)value;
        if (delta >= 0 || (uint64_t)-delta > offset) return; /* strictly backwards: it ends */
        offset -= (uint64_t)-delta;
    }
}

/* Would a reader take what is at p for an event of this chunk? Type known, time within it. */
static bool likely_event(const struct jfr_cursor *c, const uint8_t *p, uint64_t *size) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t type_id, start;
    const uint8_t *payload;
    if (!wire_event(chunk->compressed, p, c->end, size, &type_id, &payload) || *size < 4)
        return false;
    if (type_id > JFR_CHECKPOINT_EVENT) {
        const struct jfr_type *type = jfr_type_by_id(c->metadata, type_id);
        if (type == NULL || !type->event || type->field_count == 0) return false;
        if (strcmp(type->fields[0].name, "startTime") != 0) return false;
    }
    if (!wire_integer(chunk->compressed, 8, &payload, p + *size, &start)) return false;
    int64_t since = (int64_t)(start - (uint64_t)chunk->start_ticks);
    return since > -10 * chunk->ticks_per_second && since < 86400 * chunk->ticks_per_second;
}

/* First place in [from, to) from which several events in a row look right, or `to`. */
static const uint8_t *find_events(const struct jfr_cursor *c, const uint8_t *from,
                                  const uint8_t *to) {
    enum { IN_A_ROW = 5, FAR = 1 << 20 };
    if (c->metadata == NULL || c->chunk->ticks_per_second > INT64_MAX / 172800) return to;
    const uint8_t *stop = to - from > FAR ? from + FAR : to;
    for (; from < stop; from++) {
        const uint8_t *p = from;
        uint64_t size = 0;
        int good = 0;
        while (good < IN_A_ROW && p < to && likely_event(c, p, &size)) {
            p += size;
            good++;
        }
        if (good == IN_A_ROW || (good > 0 && p == to)) return from;
    }
    return to;
}

/* The event at c->at cannot be one. Notes that and moves to the next that can be read. */
static void step_over_damage(struct jfr_cursor *c) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t offset = (uint64_t)(c->at - chunk->data), size = 0, type_id;
    const uint8_t *payload, *p = c->at;
    bool has_size = wire_integer(chunk->compressed, 4, &p, c->end, &size);
    bool runs_over = !has_size || size > (uint64_t)(c->end - c->at);
    if (!c->anchors_known) find_anchors(c);
    uint64_t next = chunk->size;
    for (size_t i = 0; i < c->anchors.len && c->anchors.items[i] > offset; i++)
        next = c->anchors.items[i];
    if (chunk->metadata_offset > offset && chunk->metadata_offset < next &&
        wire_event(chunk->compressed, chunk->data + chunk->metadata_offset, c->end, &size,
                   &type_id, &payload))
        next = chunk->metadata_offset;
    const uint8_t *resume = find_events(c, c->at + 1, chunk->data + next);
    uint64_t lost = (uint64_t)(resume - c->at);
    if (runs_over && resume == c->end)
        log_note(&c->log, JFR_NOTE_LOST, chunk->offset + offset, lost,
                 "the last event is cut: its %" PRIu64 " bytes were left out", lost);
    else
        log_note(&c->log, JFR_NOTE_LOST, chunk->offset + offset, lost,
                 "what should be an event is none (%s): %" PRIu64 " bytes were lost%s",
                 runs_over ? "it runs over the chunk's end" : "its size is too small", lost,
                 resume == c->end ? "" : ", reading goes on behind them");
    c->lost += lost;
    c->at = resume;
}

/* ==== The walk ============================================================================== */

static inline uint64_t load8(const uint8_t *p) {
    uint64_t word;
    memcpy(&word, p, 8);
    return word;
}

/* Size and type id in the forms that writers really use: a size of one byte or four (padded), a
 * type id of one byte or two. 0: some other form, or too near to the end to look. */
static inline unsigned head_fast(const uint8_t *p, const uint8_t *end, uint64_t *size,
                                 uint64_t *type_id) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (end - p < 16) return 0;
    uint64_t word = load8(p);
    unsigned len;
    if (!(word & 0x80)) {
        *size = word & 0x7F;
        len = 1;
    } else if ((word & 0x80808080u) == 0x00808080u) {
        *size = (word & 0x7F) | (word >> 1 & 0x3F80) | (word >> 2 & 0x1FC000) |
                (word >> 3 & 0xFE00000);
        len = 4;
    } else {
        return 0;
    }
    word >>= len * 8;
    if (!(word & 0x80)) {
        *type_id = word & 0x7F;
        return len + 1;
    }
    if (!(word & 0x8000)) {
        *type_id = (word & 0x7F) | (word >> 1 & 0x3F80);
        return len + 2;
    }
#endif
    return 0;
}

bool jfr_cursor_next(struct jfr_cursor *c, struct jfr_event *event) {
    const bool compressed = c->chunk->compressed;
    struct jfr_tally *const tallies = c->tallies;
    const uint64_t small = c->small;
    const uint8_t *const end = c->end;
    const uint8_t *p = c->at;
    while (p < end) {
        uint64_t size, type_id;
        const uint8_t *payload;
        unsigned head = compressed ? head_fast(p, end, &size, &type_id) : 0;
        if (head) {
            payload = p + head;
        } else if (!wire_event(compressed, p, end, &size, &type_id, &payload)) {
            size = 0;
        }
        if (size < (uint64_t)2 || size > (uint64_t)(end - p) || payload > p + size) {
            c->at = p;
            step_over_damage(c);
            p = c->at;
            continue;
        }
        struct jfr_tally *tally = type_id < small ? &tallies[type_id] : tally_of(c, type_id);
        tally->count++;
        tally->bytes += size;
        if (tally->bytes & WANTED) {
            *event = (struct jfr_event){.type_id = type_id,
                                        .offset = (uint64_t)(p - c->chunk->data),
                                        .payload = payload,
                                        .end = p + size};
            c->at = p + size;
            return true;
        }
        p += size;
    }
    c->at = p;
    return false;
}
