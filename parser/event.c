/* The cursor: walks a chunk's events. This loop is what reading a recording costs at least, so an
 * event that nobody wants costs its size, its type id, one count and one jump.
 *
 * counts[type id]:  how many so far and, in the top bit, "wanted": one instruction counts and one
 *                   branch on its sign decides; another bit: only if they begin at some time
 */
#include "parser/event.h"
#include "base/plural.h"

#include "base/array.h"
#include "base/map.h"
#include "base/search.h"
#include "parser/wire.h"

#include <inttypes.h>

#define WANTED (UINT64_C(1) << 63)
#define WITHIN (UINT64_C(1) << 62) /* only if they begin then */
#define COUNTED (WITHIN - 1)
#define SMALL_IDS 16384 /* type ids of one or two bytes: counted in an array, others in a map */
#define FEW_BYTES                                                                                 \
    4096             /* in chunks of so few, all are counted in the map: room for 16384 ids would \
                      * cost more than reading them, and hostile files have many such chunks */
#define NEAR_END 160 /* so close to the end of the chunk the walk looks at every byte */

/* A stretch of the chunk that is walked on its own: begins and ends where an event does. */
struct part {
    const uint8_t *at, *end;
    uint64_t *counts; /* by type id below SMALL_IDS; NULL: all are in the map */
    uint64_t *bytes;  /* likewise; NULL unless asked for */
};

struct jfr_cursor {
    struct part parts[2]; /* the second is empty unless any order will do */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    struct jfr_log log;
    struct map large;                      /* other type ids -> index into large_tallies */
    ARRAY(struct jfr_tally) large_tallies; /* count has the flag too */
    ARRAY(uint64_t) anchors; /* offsets of checkpoints, descending; filled when needed */
    bool anchors_known;
    bool chain_whole; /* the anchors go back to the first checkpoint */
    uint64_t lost;
    uint64_t from, to; /* ticks since CURSOR_SURE before the chunk's start: when those begin */
};

struct jfr_cursor *jfr_cursor_open(const struct jfr_chunk *chunk,
                                   const struct jfr_metadata *metadata, const struct jfr_log *log) {
    struct jfr_cursor *c = mem_zero(1, sizeof *c);
    c->chunk = chunk;
    c->metadata = metadata;
    if (log) c->log = *log;
    const uint8_t *end = chunk->data + chunk->size;
    bool any = chunk->size > JFR_HEADER_SIZE;
    c->parts[0].at = any ? chunk->data + JFR_HEADER_SIZE : end;
    c->parts[0].end = c->parts[1].at = c->parts[1].end = end;
    if (chunk->size > FEW_BYTES) c->parts[0].counts = mem_zero(SMALL_IDS, sizeof(uint64_t));
    return c;
}

void jfr_cursor_close(struct jfr_cursor *c) {
    if (c == NULL) return;
    for (int i = 0; i < 2; i++) mem_free(c->parts[i].counts, c->parts[i].bytes);
    map_free(&c->large);
    arrays_free(&c->large_tallies, &c->anchors);
    free(c);
}

void jfr_cursor_count_bytes(struct jfr_cursor *c) {
    for (int i = 0; i < 2; i++)
        if (c->parts[i].counts && c->parts[i].bytes == NULL)
            c->parts[i].bytes = mem_zero(SMALL_IDS, sizeof(uint64_t));
}

static struct jfr_tally *large_tally(struct jfr_cursor *c, uint64_t type_id) {
    size_t index = map_number(&c->large, type_id, c->large_tallies.len);
    if (index == c->large_tallies.len) array_push(&c->large_tallies, (struct jfr_tally){0, 0});
    return &c->large_tallies.items[index];
}

/* Is the type counted in the array? */
static bool is_small(const struct jfr_cursor *c, uint64_t type_id) {
    return type_id < SMALL_IDS && c->parts[0].counts != NULL;
}

void jfr_cursor_want(struct jfr_cursor *c, uint64_t type_id) {
    if (!is_small(c, type_id)) large_tally(c, type_id)->count |= WANTED;
    for (int i = 0; i < 2 && is_small(c, type_id); i++)
        if (c->parts[i].counts) c->parts[i].counts[type_id] |= WANTED;
}

void cursor_want_within(struct jfr_cursor *c, uint64_t type_id, int64_t from, int64_t to) {
    jfr_cursor_want(c, type_id);
    c->from = from < -CURSOR_SURE ? 0 : (uint64_t)(from + CURSOR_SURE);
    c->to = to > CURSOR_SURE    ? 2 * CURSOR_SURE + 1
            : to < -CURSOR_SURE ? 0
                                : (uint64_t)(to + CURSOR_SURE);
    if (is_small(c, type_id)) c->parts[0].counts[type_id] |= WITHIN;
}

static struct jfr_tally small_tally(const struct jfr_cursor *c, uint64_t type_id) {
    struct jfr_tally tally = {0, 0};
    for (int i = 0; i < 2; i++) {
        if (c->parts[i].counts) tally.count += c->parts[i].counts[type_id] & COUNTED;
        if (c->parts[i].bytes) tally.bytes += c->parts[i].bytes[type_id];
    }
    return tally;
}

struct jfr_tally jfr_cursor_tally(const struct jfr_cursor *c, uint64_t type_id) {
    if (is_small(c, type_id)) return small_tally(c, type_id);
    const uint64_t *index = map_get(&c->large, type_id);
    struct jfr_tally tally = index ? c->large_tallies.items[*index] : (struct jfr_tally){0, 0};
    tally.count &= COUNTED;
    return tally;
}

void jfr_cursor_tallies(const struct jfr_cursor *c,
                        void (*each)(void *context, uint64_t type_id, struct jfr_tally tally),
                        void *context) {
    const uint64_t *counts = c->parts[0].counts, *more = c->parts[1].counts;
    for (uint64_t id = 0; counts && id < SMALL_IDS; id++) /* nearly all are 0 */
        if (counts[id] & COUNTED || (more && more[id] & COUNTED))
            each(context, id, small_tally(c, id));
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
    const uint8_t *end = chunk->data + chunk->size;
    c->anchors_known = true;
    while (offset >= JFR_HEADER_SIZE && offset < chunk->size) {
        const uint8_t *p = chunk->data + offset;
        if (!wire_event(chunk->encoding, p, end, &size, &type_id, &p) ||
            type_id != JFR_CHECKPOINT_EVENT)
            return;
        array_push(&c->anchors, offset);
        for (int i = 0; i < 3; i++) /* start, duration, delta */
            if (!wire_integer(chunk->encoding, 8, &p, end, &value)) return;
        uint64_t back = -value;
        c->chain_whole = back == 0;
        if (back == 0 || back > offset) return; /* strictly backwards: it ends */
        offset -= back;
    }
}

/* Is what begins at payload a time within the chunk? */
static bool starts_within(const struct jfr_chunk *chunk, enum jfr_unit unit, const uint8_t *payload,
                          const uint8_t *end) {
    uint64_t start;
    if (!wire_integer(chunk->encoding, 8, &payload, end, &start)) return false;
    /* Events that began before the chunk did are real, but here it is better to miss one than to
     * take small numbers for times. */
    double since = (double)(int64_t)(start - (uint64_t)chunk->start_ticks) / chunk->ticks_per_ns;
    if (unit >= JFR_UNIT_NS_TIME && unit <= JFR_UNIT_S_TIME)
        since = (double)jfr_chunk_time_in(chunk, unit, (int64_t)start) - (double)chunk->start_ns;
    double most =
        chunk->duration_ns > 0 && !chunk->unfinished ? (double)chunk->duration_ns + 1e9 : 86400e9;
    return since >= 0 && since <= most;
}

/* Would a reader take what is at p for an event of this chunk? Type known, time within it. */
static bool likely_event(const struct jfr_cursor *c, const uint8_t *p, const uint8_t *end,
                         uint64_t *size) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t type_id;
    enum jfr_unit unit = JFR_UNIT_TICKS_TIME;
    const uint8_t *payload;
    if (!wire_event(chunk->encoding, p, end, size, &type_id, &payload) || *size < 4) return false;
    if (type_id > JFR_CHECKPOINT_EVENT) {
        const struct jfr_type *type = jfr_type_by_id(c->metadata, type_id);
        if (type == NULL || !type->event || type->field_count == 0) return false;
        if (strcmp(type->fields[0]->name, "startTime") != 0) return false;
        unit = type->fields[0]->unit;
    }
    return starts_within(chunk, unit, payload, p + *size);
}

/* First place in [from, to) from which several events in a row look right, or `to`. */
static const uint8_t *find_events(const struct jfr_cursor *c, const uint8_t *from,
                                  const uint8_t *to) {
    enum { IN_A_ROW = 5, FAR = 1 << 20 };
    if (c->metadata == NULL) return to;
    const uint8_t *stop = to - from > FAR ? from + FAR : to;
    for (; from < stop; from++) {
        const uint8_t *p = from;
        uint64_t size = 0;
        int good = 0;
        while (good < IN_A_ROW && p < to && likely_event(c, p, to, &size)) {
            p += size;
            good++;
        }
        if (good == IN_A_ROW || (good > 0 && p == to)) return from;
    }
    return to;
}

/* The first anchor behind the offset, or `end` if there is none before it. */
static uint64_t next_anchor(const struct jfr_cursor *c, uint64_t offset, uint64_t end) {
    /* Those before low lie behind the offset. */
    size_t low = search_first(i, 0, c->anchors.len, c->anchors.items[i] > offset);
    return low > 0 && c->anchors.items[low - 1] < end ? c->anchors.items[low - 1] : end;
}

/* Where the next event begins, as far as one can tell, if the one at part->at cannot be one. */
static const uint8_t *find_next(struct jfr_cursor *c, const struct part *part) {
    const struct jfr_chunk *chunk = c->chunk;
    uint64_t offset = (uint64_t)(part->at - chunk->data), size, type_id;
    const uint8_t *payload;
    if (!c->anchors_known) find_anchors(c);
    uint64_t next = next_anchor(c, offset, (uint64_t)(part->end - chunk->data));
    if (chunk->metadata_offset > offset && chunk->metadata_offset < next &&
        wire_event(chunk->encoding, chunk->data + chunk->metadata_offset, part->end, &size,
                   &type_id, &payload))
        next = chunk->metadata_offset;
    return find_events(c, part->at + 1, chunk->data + next);
}

/* The event at part->at cannot be one. Notes that and moves to the next that can be read. But a
 * checkpoint whose end is missing holds constants up to there: true, and *size and *payload are
 * what can be read of it. */
static bool step_over_damage(struct jfr_cursor *c, struct part *part, uint64_t *size,
                             const uint8_t **payload) {
    const struct jfr_chunk *chunk = c->chunk;
    const uint8_t *p = part->at, *resume = find_next(c, part);
    uint64_t offset = chunk->offset + (uint64_t)(part->at - chunk->data), claimed = 0, type_id;
    uint64_t lost = (uint64_t)(resume - part->at);
    bool at_end = resume == chunk->data + chunk->size;
    bool has_size = wire_integer(chunk->encoding, 4, &p, part->end, &claimed);
    bool runs_over = !has_size || claimed > (uint64_t)(part->end - part->at);
    if (runs_over && has_size && wire_integer(chunk->encoding, 8, &p, resume, &type_id) &&
        type_id == JFR_CHECKPOINT_EVENT && starts_within(chunk, JFR_UNIT_TICKS_TIME, p, resume)) {
        log_note(&c->log, JFR_NOTE_LOST, offset, 0,
                 "a checkpoint event is cut: of its %" PRIu64 " bytes there are %" PRIu64
                 ", its constants are read as far as they go",
                 claimed, lost);
        *size = lost;
        *payload = p;
        return true;
    }
    if (runs_over && at_end)
        log_note(&c->log, JFR_NOTE_LOST, offset, lost,
                 "the last event is cut: its %" PRIu64 " %s left out", lost,
                 plural(lost, "byte was", "bytes were"));
    else
        log_note(&c->log, JFR_NOTE_LOST, offset, lost,
                 "what should be an event is none (%s): %" PRIu64 " %s lost%s",
                 runs_over ? "it runs over the chunk's end" : "its size is too small", lost,
                 plural(lost, "byte was", "bytes were"),
                 at_end ? "" : ", reading continues behind them");
    c->lost += lost;
    part->at = resume;
    return false;
}

/* ==== The walk ============================================================================== */

static inline uint32_t load4(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, 4);
    return word;
}

/* What a step came upon. */
enum step { STEP_ON, STEP_WANTED, STEP_UNUSUAL };

struct head { /* of an event that was looked at */
    uint64_t size, type_id;
    unsigned len;
};

/* Steps over one event as writers really write them: a size of one byte or of four (padded), a
 * type id of one byte or two. Anything else is left to the slow path. `*at` is NEAR_END or more
 * before the part's end, so that nothing but a long size needs a check. */
static inline __attribute__((always_inline)) enum step step_fast(const uint8_t **at,
                                                                 const uint8_t *stop,
                                                                 uint64_t *counts, uint64_t *bytes,
                                                                 struct head *head) {
    const uint8_t *p = *at;
    uint32_t word = load4(p);
    uint32_t type = word >> 8;
    uint64_t size;
    head->len = 2;
    if (!(word & 0x80)) {
        size = word & 0x7F;
        if (size < 4) return STEP_UNUSUAL; /* no room for a type id of two bytes, or damage */
    } else if ((word & 0x80808080u) == 0x00808080u) {
        size =
            (word & 0x7F) | (word >> 1 & 0x3F80) | (word >> 2 & 0x1FC000) | (word >> 3 & 0xFE00000);
        if (size > (uint64_t)(stop - p) || size < 8) return STEP_UNUSUAL;
        type = load4(p + 4);
        head->len += 3;
    } else {
        return STEP_UNUSUAL;
    }
    if (type & 0x80) {
        if (type & 0x8000) return STEP_UNUSUAL;
        type = (type & 0x7F) | (type >> 1 & 0x3F80);
        head->len++;
    } else {
        type &= 0x7F;
    }
    head->size = size;
    head->type_id = type;
    if (bytes) bytes[type] += size;
    if ((int64_t)++counts[type] < 0) return STEP_WANTED;
    *at = p + size;
    return STEP_ON;
}

static inline __attribute__((always_inline)) enum step
walk_one(struct part *part, const uint8_t *stop, uint64_t *bytes) {
    const uint8_t *p = part->at;
    uint64_t *counts = part->counts;
    enum step step = STEP_ON;
    struct head head;
    while (step == STEP_ON && p < stop) step = step_fast(&p, stop, counts, bytes, &head);
    part->at = p;
    return step;
}

/* Both parts in turn. Where the next event begins is known only when this one's size has arrived
 * from memory; with two walks under way the processor waits for both at once. Returns the part
 * that something was come upon in. */
static inline __attribute__((always_inline)) struct part *
walk_two(struct part *parts, const uint8_t *stop0, const uint8_t *stop1, bool with_bytes,
         enum step *step) {
    const uint8_t *p0 = parts[0].at, *p1 = parts[1].at;
    uint64_t *counts0 = parts[0].counts, *counts1 = parts[1].counts;
    uint64_t *bytes0 = with_bytes ? parts[0].bytes : NULL;
    uint64_t *bytes1 = with_bytes ? parts[1].bytes : NULL;
    struct part *found = &parts[0];
    struct head head;
    *step = STEP_ON;
    while (p0 < stop0 && p1 < stop1) {
        *step = step_fast(&p0, stop0, counts0, bytes0, &head);
        if (*step != STEP_ON) break;
        *step = step_fast(&p1, stop1, counts1, bytes1, &head);
        if (*step != STEP_ON) {
            found = &parts[1];
            break;
        }
    }
    parts[0].at = p0;
    parts[1].at = p1;
    if (*step == STEP_ON && p0 >= stop0) found = &parts[1];
    return found;
}

/* Where the fast walk of the part ends: the slow path does the rest, byte by byte. */
static const uint8_t *stop_of(const struct jfr_cursor *c, const struct part *part) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (wire_is_compressed(c->chunk->encoding) && part->counts && part->end - part->at > NEAR_END)
        return part->end - NEAR_END;
#endif
    return part->at;
}

/* Walks on as fast as can be. Returns the part whose `at` is an event to look at; *wanted: it was
 * counted and is wanted. */
static struct part *walk_fast(struct jfr_cursor *c, bool *wanted) {
    struct part *parts = c->parts, *found = &parts[0];
    enum step step = STEP_ON;
    if (parts[0].at < parts[0].end && parts[1].at < parts[1].end) {
        const uint8_t *stop0 = stop_of(c, &parts[0]), *stop1 = stop_of(c, &parts[1]);
        found = parts[0].bytes ? walk_two(parts, stop0, stop1, true, &step)
                               : walk_two(parts, stop0, stop1, false, &step);
    } else if (parts[0].at >= parts[0].end) {
        found = &parts[1];
    }
    if (step == STEP_ON && found->at < found->end) {
        const uint8_t *stop = stop_of(c, found);
        step = found->bytes ? walk_one(found, stop, found->bytes) : walk_one(found, stop, NULL);
    }
    *wanted = step == STEP_WANTED;
    return found;
}

/* Counts an event that the fast walk did not. Returns whether it is wanted. */
static bool count_slow(struct jfr_cursor *c, struct part *part, uint64_t type_id, uint64_t size) {
    if (is_small(c, type_id)) {
        if (part->bytes) part->bytes[type_id] += size;
        return (int64_t)++part->counts[type_id] < 0;
    }
    struct jfr_tally *tally = large_tally(c, type_id);
    tally->bytes += size;
    return (int64_t)++tally->count < 0;
}

/* The head of an event that step_fast came upon and found wanted: it has looked at these bytes. */
static inline const uint8_t *usual_head(const uint8_t *at, uint64_t *size, uint64_t *type_id) {
    *size = *at & 0x7F;
    if (*at++ & 0x80) {
        *size |=
            (uint64_t)(at[0] & 0x7F) << 7 | (uint64_t)(at[1] & 0x7F) << 14 | (uint64_t)at[2] << 21;
        at += 3;
    }
    *type_id = *at & 0x7F;
    if (*at++ & 0x80) *type_id |= (uint64_t)*at++ << 7;
    return at;
}

bool jfr_cursor_next(struct jfr_cursor *c, struct jfr_event *event) {
    for (;;) {
        bool wanted;
        uint64_t size, type_id;
        const uint8_t *payload;
        struct part *part = walk_fast(c, &wanted);
        if (part->at >= part->end) {
            if (c->parts[0].at >= c->parts[0].end && c->parts[1].at >= c->parts[1].end)
                return false;
            continue;
        }
        if (wanted) {
            payload = usual_head(part->at, &size, &type_id);
        } else if (!wire_event(c->chunk->encoding, part->at, part->end, &size, &type_id,
                               &payload) ||
                   size == 0) {
            if (!step_over_damage(c, part, &size, &payload)) continue;
            type_id = JFR_CHECKPOINT_EVENT;
        }
        if (!wanted) wanted = count_slow(c, part, type_id, size);
        if (wanted)
            *event = (struct jfr_event){.type_id = type_id,
                                        .offset = (uint64_t)(part->at - c->chunk->data),
                                        .payload = payload,
                                        .end = part->at + size};
        part->at += size;
        if (wanted) return true;
    }
}

/* Does the event, which is wanted, begin when it surely is not? */
static inline bool begins_outside(const struct jfr_cursor *c, uint64_t flags, const uint8_t *at,
                                  const struct head *head) {
    uint64_t start;
    if (!(flags & WITHIN)) return false;
    unsigned len = wire_short_varint(at + head->len, &start);
    if (len == 0 || head->len + len > head->size) return false;
    start += CURSOR_SURE - (uint64_t)c->chunk->start_ticks;
    return start <= 2 * CURSOR_SURE && (start < c->from || start >= c->to);
}

/* Events of the part one behind the other, as long as they are usual; with all, others than wanted
 * ones may be between. Where two parts are walked, the walk of both steps over others faster. */
static size_t next_in(struct jfr_cursor *c, struct part *part, bool all, struct jfr_event *events,
                      size_t most) {
    const uint8_t *p = part->at, *stop = stop_of(c, part), *data = c->chunk->data;
    uint64_t *counts = part->counts, *bytes = part->bytes;
    struct jfr_event *event = events, *behind = events + most;
    struct head head;
    while (event < behind && p < stop) {
        enum step step = step_fast(&p, stop, counts, bytes, &head);
        if (step == STEP_ON && all) continue;
        if (step != STEP_WANTED) break;
        if (begins_outside(c, counts[head.type_id], p, &head)) {
            p += head.size;
            continue;
        }
        *event++ = (struct jfr_event){.type_id = head.type_id,
                                      .offset = (uint64_t)(p - data),
                                      .payload = p + head.len,
                                      .end = p + head.size};
        p += head.size;
    }
    part->at = p;
    return (size_t)(event - events);
}

size_t cursor_next_many(struct jfr_cursor *c, struct jfr_event *events, size_t most) {
    struct part *parts = c->parts;
    size_t n = 0;
    if (parts[1].at >= parts[1].end && parts[0].at < parts[0].end)
        n = next_in(c, &parts[0], true, events, most);
    if (n || !jfr_cursor_next(c, events)) return n;
    struct part *part = &parts[parts[1].at == events->end];
    return part->at < part->end ? 1 + next_in(c, part, false, events + 1, most - 1) : 1;
}

void cursor_keep_to(struct jfr_cursor *c, uint64_t from, uint64_t to) {
    c->parts[0].at = c->chunk->data + from;
    c->parts[0].end = c->chunk->data + to;
}

/* Parts of less than this are not worth it. */
#define MIN_PART (64 * 1024)

void jfr_cursor_any_order(struct jfr_cursor *c) {
    struct part *parts = c->parts;
    if (parts[1].counts || c->chunk->damaged || c->chunk->unfinished ||
        c->chunk->size < 2 * MIN_PART)
        return;
    if (!c->anchors_known) find_anchors(c);
    /* A chain that breaks off may have been led astray to where no event begins. */
    if (!c->chain_whole) return;
    uint64_t from = (uint64_t)(parts[0].at - c->chunk->data),
             to = (uint64_t)(parts[0].end - c->chunk->data), half = from + (to - from) / 2,
             best = 0;
    for (size_t i = 0; i < c->anchors.len; i++) {
        uint64_t at = c->anchors.items[i];
        uint64_t distance = at > half ? at - half : half - at;
        if (best == 0 || distance < (best > half ? best - half : half - best)) best = at;
    }
    if (best < from + MIN_PART || best + MIN_PART > to) return;
    parts[1].at = c->chunk->data + best;
    parts[1].end = parts[0].end;
    parts[1].counts = mem_zero(SMALL_IDS, sizeof(uint64_t));
    if (parts[0].bytes) parts[1].bytes = mem_zero(SMALL_IDS, sizeof(uint64_t));
    for (size_t id = 0; id < SMALL_IDS; id++) parts[1].counts[id] = parts[0].counts[id] & WANTED;
    parts[0].end = parts[1].at;
}

bool event_at(const struct jfr_chunk *chunk, uint64_t offset, struct jfr_event *event) {
    const uint8_t *at = chunk->data + offset;
    uint64_t size;
    *event = (struct jfr_event){.offset = offset};
    if (!wire_event(chunk->encoding, at, chunk->data + chunk->size, &size, &event->type_id,
                    &event->payload))
        return false;
    event->end = at + size;
    return true;
}
