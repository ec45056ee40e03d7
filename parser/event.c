/* The cursor: walks a chunk's events. This loop is what reading a recording costs at least, so an
 * event that nobody wants costs its size, its type id, one count and one jump.
 *
 * counts[type id]:  how many so far and, in the top bit, "wanted": one instruction counts and one
 *                   branch on its sign decides
 */
#include "parser/array.h"
#include "parser/map.h"
#include "parser/wire.h"

#include <inttypes.h>

#define WANTED (UINT64_C(1) << 63)
#define SMALL_IDS 16384 /* type ids of one or two bytes: counted in an array, others in a map */
#define NEAR_END 160    /* so close to the end of the chunk the walk looks at every byte */

struct jfr_cursor {
    const uint8_t *at, *end;
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_log log;
    uint64_t *counts;              /* by type id below SMALL_IDS */
    uint64_t *bytes;               /* likewise; NULL unless asked for */
    struct map large;              /* other type ids -> index into large_tallies */
    ARRAY(struct jfr_tally) large_tallies; /* count has the flag too */
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
    c->counts = mem_zero(SMALL_IDS, sizeof *c->counts);
    return c;
}

void jfr_cursor_close(struct jfr_cursor *c) {
    if (c == NULL) return;
    free(c->counts);
    free(c->bytes);
    map_free(&c->large);
    array_free(&c->large_tallies);
    array_free(&c->anchors);
    free(c);
}

void jfr_cursor_count_bytes(struct jfr_cursor *c) {
    if (c->bytes == NULL) c->bytes = mem_zero(SMALL_IDS, sizeof *c->bytes);
}

static struct jfr_tally *large_tally(struct jfr_cursor *c, uint64_t type_id) {
    bool fresh;
    uint64_t *index = map_put(&c->large, type_id, &fresh);
    if (fresh) {
        *index = c->large_tallies.len;
        array_push(&c->large_tallies, (struct jfr_tally){0, 0});
    }
    return &c->large_tallies.items[*index];
}

void jfr_cursor_want(struct jfr_cursor *c, uint64_t type_id) {
    if (type_id < SMALL_IDS) c->counts[type_id] |= WANTED;
    else large_tally(c, type_id)->count |= WANTED;
}

static struct jfr_tally small_tally(const struct jfr_cursor *c, uint64_t type_id) {
    return (struct jfr_tally){c->counts[type_id] & ~WANTED, c->bytes ? c->bytes[type_id] : 0};
}

struct jfr_tally jfr_cursor_tally(const struct jfr_cursor *c, uint64_t type_id) {
    if (type_id < SMALL_IDS) return small_tally(c, type_id);
    const uint64_t *index = map_get(&c->large, type_id);
    struct jfr_tally tally = index ? c->large_tallies.items[*index] : (struct jfr_tally){0, 0};
    tally.count &= ~WANTED;
    return tally;
}

void jfr_cursor_tallies(const struct jfr_cursor *c,
                        void (*each)(void *context, uint64_t type_id, struct jfr_tally tally),
                        void *context) {
    for (uint64_t id = 0; id < SMALL_IDS; id++)
        if (c->counts[id] & ~WANTED) each(context, id, small_tally(c, id));
    for (size_t i = 0; i < c->large.size; i++) {
        const struct map_slot *slot = &c->large.slots[i];
        if (slot->value == MAP_EMPTY) continue;
        struct jfr_tally tally = jfr_cursor_tally(c, slot->key);
        if (tally.count) each(context, slot->key, tally);
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
        uint64_t back = -value;
        if (back == 0 || back > offset) return; /* strictly backwards: it ends */
        offset -= back;
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
    while (c->anchors.len && c->anchors.items[c->anchors.len - 1] <= offset) c->anchors.len--;
    uint64_t next = c->anchors.len ? c->anchors.items[c->anchors.len - 1] : chunk->size;
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

static inline uint32_t load4(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, 4);
    return word;
}

/* Steps over events as writers really write them - a size of one byte or of four (padded), a type
 * id of one byte or two - until one is wanted or unlike that. Returns its position; *wanted says
 * which of the two. stop: NEAR_END before the chunk's end, so that nothing here needs a check. */
static inline __attribute__((always_inline)) const uint8_t *
walk_fast(const uint8_t *p, const uint8_t *stop, uint64_t *counts, uint64_t *bytes, bool *wanted) {
    *wanted = false;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    while (p < stop) {
        uint32_t word = load4(p);
        uint32_t type = word >> 8;
        uint64_t size;
        if (!(word & 0x80)) {
            size = word & 0x7F;
            if (size < 4) return p; /* could not hold a type id of two bytes, or is damage */
        } else if ((word & 0x80808080u) == 0x00808080u) {
            size = (word & 0x7F) | (word >> 1 & 0x3F80) | (word >> 2 & 0x1FC000) |
                   (word >> 3 & 0xFE00000);
            if (size > (uint64_t)(stop - p) || size < 8) return p;
            type = load4(p + 4);
        } else {
            return p;
        }
        if (type & 0x80) {
            if (type & 0x8000) return p;
            type = (type & 0x7F) | (type >> 1 & 0x3F80);
        } else {
            type &= 0x7F;
        }
        if (bytes) bytes[type] += size;
        if ((int64_t)++counts[type] < 0) {
            *wanted = true;
            return p;
        }
        p += size;
    }
#endif
    return p;
}

bool jfr_cursor_next(struct jfr_cursor *c, struct jfr_event *event) {
    const bool compressed = c->chunk->compressed;
    const uint8_t *const end = c->end;
    const uint8_t *const stop = compressed && end - c->at > NEAR_END ? end - NEAR_END : c->at;
    while (c->at < end) {
        bool wanted = false;
        uint64_t size, type_id;
        const uint8_t *payload;
        if (c->at < stop)
            c->at = c->bytes ? walk_fast(c->at, stop, c->counts, c->bytes, &wanted)
                             : walk_fast(c->at, stop, c->counts, NULL, &wanted);
        if (!wire_event(compressed, c->at, end, &size, &type_id, &payload) || size == 0) {
            step_over_damage(c);
            continue;
        }
        if (!wanted && type_id < SMALL_IDS) {
            wanted = (int64_t)++c->counts[type_id] < 0;
            if (c->bytes) c->bytes[type_id] += size;
        } else if (!wanted) {
            struct jfr_tally *tally = large_tally(c, type_id);
            wanted = (int64_t)++tally->count < 0;
            tally->bytes += size;
        }
        if (wanted)
            *event = (struct jfr_event){.type_id = type_id,
                                        .offset = (uint64_t)(c->at - c->chunk->data),
                                        .payload = payload,
                                        .end = c->at + size};
        c->at += size;
        if (wanted) return true;
    }
    return false;
}
