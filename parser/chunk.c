/* Chunks: where they begin and end, also in recordings that were cut, overwritten or never
 * finished. The header is believed as far as the bytes it points to bear it out. */
#include "parser/as_text.h"
#include "parser/wire.h"

#include "base/units.h"

#include <inttypes.h>

#define MAGIC "FLR\0"

/* A magic may occur in any data (HotSpot keeps a copy of the header in a constant pool), so a
 * header found by searching must look like one in every field. */
#define YEAR_2000_NS INT64_C(946684800000000000)
#define YEAR_2100_NS INT64_C(4102444800000000000)

static bool has_magic(const uint8_t *p, uint64_t left) {
    return left >= 4 && memcmp(p, MAGIC, 4) == 0;
}

static bool version_known(uint16_t major) {
    return major == 1 || major == 2;
}

/* Size and payload of the event at the offset. False if there is none of this type. */
static bool read_event(const struct jfr_chunk *chunk, uint64_t offset, uint64_t type,
                       uint64_t *size, const uint8_t **payload) {
    uint64_t type_id = 0;
    return offset >= JFR_HEADER_SIZE && offset < chunk->size &&
           wire_event(chunk->encoding, chunk->data + offset, chunk->data + chunk->size, size,
                      &type_id, payload) &&
           type_id == type;
}

static bool event_at(const struct jfr_chunk *chunk, uint64_t offset, uint64_t type) {
    uint64_t size;
    const uint8_t *payload;
    return read_event(chunk, offset, type, &size, &payload);
}

/* Is there a metadata event at the offset that could hardly be anything else, going by the first of
 * its strings? Takes no longer for large ones: hostile files ask this often. */
static bool metadata_at(const struct jfr_chunk *chunk, uint64_t offset) {
    enum { LOOK = 8, LONGEST = 256 };
    uint64_t size, ignored, count;
    const uint8_t *p;
    if (!read_event(chunk, offset, JFR_METADATA_EVENT, &size, &p)) return false;
    const uint8_t *end = chunk->data + offset + size;
    for (int i = 0; i < 3; i++) /* start, duration, id */
        if (!wire_integer(chunk->encoding, 8, &p, end, &ignored)) return false;
    if (!wire_integer(chunk->encoding, 4, &p, end, &count)) return false;
    for (uint64_t i = 0; i < count && i < LOOK; i++) {
        struct wire_text text;
        const uint8_t *limit = end - p > LONGEST ? p + LONGEST : end;
        if (!wire_string(chunk->encoding, &p, limit, &text)) return false;
        if (text.encoding == WIRE_NULL || text.encoding == WIRE_CONSTANT) return false;
    }
    return count > 0;
}

/* Fills chunk from the 68 bytes at p; left bytes follow from p on. */
static void read_header(const uint8_t *p, uint64_t left, struct jfr_chunk *chunk) {
    *chunk = (struct jfr_chunk){
        .data = p,
        .size = left,
        .major = wire_be16(p + 4),
        .minor = wire_be16(p + 6),
        .declared_size = wire_be64(p + 8),
        .checkpoint_offset = wire_be64(p + 16),
        .metadata_offset = wire_be64(p + 24),
        .start_ns = (int64_t)wire_be64(p + 32),
        .duration_ns = (int64_t)wire_be64(p + 40),
        .start_ticks = (int64_t)wire_be64(p + 48),
        .ticks_per_second = (int64_t)wire_be64(p + 56),
        /* 1.0 has one 32-bit word of flags here; its upper bytes are 0 */
        .generation = p[64],
        .encoding = wire_encoding(p[67]),
        .final_chunk = p[67] & 2,
    };
}

/* Does a chunk begin here, as far as one can tell without a magic that is known to be real? copy:
 * it may be HotSpot's copy of the header, which lies in a constant pool as an array of 68 bytes.
 * What follows that copy is the next event, so its offsets decide. */
static bool plausible(const uint8_t *p, uint64_t left, bool copy) {
    if (left < JFR_HEADER_SIZE) return false;
    struct jfr_chunk chunk;
    read_header(p, left, &chunk);
    if (!version_known(chunk.major) || chunk.minor > 9) return false;
    if (chunk.ticks_per_second <= 0) return false;
    if (chunk.start_ns < YEAR_2000_NS || chunk.start_ns > YEAR_2100_NS) return false;
    return metadata_at(&chunk, chunk.metadata_offset) ||
           (!copy && (event_at(&chunk, JFR_HEADER_SIZE, JFR_METADATA_EVENT) ||
                      event_at(&chunk, JFR_HEADER_SIZE, JFR_CHECKPOINT_EVENT)));
}

static bool old_format(const uint8_t *p, uint64_t left) {
    return left >= 16 && has_magic(p, left) && wire_be16(p + 4) == 0;
}

/* First position in [from, until) where a chunk begins, or until; there are size bytes. */
static uint64_t find_chunk_before(const uint8_t *data, uint64_t from, uint64_t until,
                                  uint64_t size) {
    uint64_t last = size - until < 3 ? size : until + 3; /* where a magic at until - 1 ends */
    while (from < until) {
        const uint8_t *hit = memmem(data + from, (size_t)(last - from), MAGIC, 4);
        if (hit == NULL) return until;
        from = (uint64_t)(hit - data);
        if (plausible(hit, size - from, from > 0 && hit[-1] == JFR_HEADER_SIZE)) return from;
        from++;
    }
    return until;
}

static uint64_t find_chunk(const uint8_t *data, uint64_t from, uint64_t size) {
    return find_chunk_before(data, from, size, size);
}

/* Size of a 0.9 chunk: its metadata event is the last and begins at the offset in the header. */
static uint64_t old_format_size(const uint8_t *p, uint64_t left) {
    uint64_t metadata = wire_be64(p + 8);
    if (metadata < 16 || metadata > left - 4 || left < 20) return 0;
    uint64_t size = metadata + wire_be32(p + metadata);
    return size > left ? 0 : size;
}

/* Last metadata event of a chunk whose header does not point to one, by walking its events. */
static uint64_t walk_to_metadata(const struct jfr_chunk *chunk) {
    const uint8_t *end = chunk->data + chunk->size, *payload;
    uint64_t found = 0, size, type_id;
    for (const uint8_t *p = chunk->data + JFR_HEADER_SIZE; p < end; p += size) {
        if (!wire_event(chunk->encoding, p, end, &size, &type_id, &payload) || size == 0) break;
        if (type_id == JFR_METADATA_EVENT) found = (uint64_t)(p - chunk->data);
    }
    return found;
}

/* Where what the header points to ends, as far as it is there: the chunk is as long at least. */
static uint64_t end_of_parts(const struct jfr_chunk *chunk) {
    const uint64_t offsets[] = {chunk->checkpoint_offset, chunk->metadata_offset};
    const uint64_t types[] = {JFR_CHECKPOINT_EVENT, JFR_METADATA_EVENT};
    uint64_t end = JFR_HEADER_SIZE, size;
    const uint8_t *payload;
    for (int i = 0; i < 2; i++)
        if (read_event(chunk, offsets[i], types[i], &size, &payload) && offsets[i] + size > end)
            end = offsets[i] + size;
    return end;
}

/* Do the events follow each other to the end, where the last is cut? Then nothing but the end is
 * missing. */
static bool is_only_cut(const struct jfr_chunk *chunk) {
    const uint8_t *end = chunk->data + chunk->size;
    for (uint64_t at = JFR_HEADER_SIZE, size; at < chunk->size; at += size) {
        const uint8_t *p = chunk->data + at;
        if (!wire_integer(chunk->encoding, 4, &p, end, &size)) return true;
        if (size == 0) return false;
        if (size > chunk->size - at) return size <= chunk->declared_size - at;
    }
    return true;
}

/* Why it is damaged, if it was transferred as text: that is the cause of all else. True: it was. */
static bool say_as_text(const struct jfr_chunk *chunk, const struct jfr_log *log) {
    bool tells = !chunk->unfinished && chunk->declared_size <= INT64_MAX;
    int64_t missing = tells ? (int64_t)(chunk->declared_size - chunk->size) : 0;
    const char *why = as_text_damage(chunk->data, chunk->size, missing);
    if (why && missing > 0 && is_only_cut(chunk)) why = as_text_damage(chunk->data, chunk->size, 0);
    if (why) log_note(log, JFR_NOTE_LOST, chunk->offset, 0, "%s", why);
    return why != NULL;
}

/* Decides how far the chunk reaches. left: bytes from its magic to the end of the segment. True:
 * why it is damaged was said. */
static bool set_size(struct jfr_chunk *chunk, uint64_t left, const struct jfr_log *log) {
    uint64_t declared = chunk->declared_size;
    bool fits = declared >= JFR_HEADER_SIZE && declared <= left;
    bool chunk_follows =
        fits && (declared == left || has_magic(chunk->data + declared, left - declared));
    chunk->unfinished = chunk->generation != 0 || declared == 0;
    if (!chunk->unfinished) {
        /* A size that cuts off what the header itself points to is not the size, nor is one that
         * takes in the next chunk. */
        uint64_t parts = end_of_parts(chunk);
        if (chunk_follows ||
            (fits && parts <= declared &&
             find_chunk_before(chunk->data, JFR_HEADER_SIZE, declared, left) == declared)) {
            chunk->size = declared;
            return false;
        }
        chunk->damaged = true;
    } else if (chunk_follows && declared < left) {
        chunk->size = declared;
        return false;
    }
    uint64_t from = fits && chunk->unfinished ? declared : JFR_HEADER_SIZE;
    chunk->size = find_chunk(chunk->data, from, left);
    bool told = say_as_text(chunk, log);
    if (chunk->unfinished) return told;
    if (declared > chunk->size)
        log_note(log, JFR_NOTE_LOST, chunk->offset + chunk->size, 0, /* what is not there */
                 "the chunk at byte %" PRIu64 " " WIRE_IS_CUT " %" PRIu64
                 " bytes, there are %" PRIu64,
                 chunk->offset, declared, chunk->size);
    else
        log_note(log, JFR_NOTE_LOST, chunk->offset + 8, 0,
                 "the chunk at byte %" PRIu64 " says it has %" PRIu64
                 " bytes, which cannot be; its events were followed for %" PRIu64 " bytes",
                 chunk->offset, declared, chunk->size);
    return told;
}

/* Are there events where they should be, in this encoding? */
static bool reads(const struct jfr_chunk *chunk, enum jfr_encoding encoding) {
    struct jfr_chunk so = *chunk;
    so.encoding = encoding;
    return metadata_at(&so, so.metadata_offset) ||
           event_at(&so, JFR_HEADER_SIZE, JFR_METADATA_EVENT) ||
           event_at(&so, JFR_HEADER_SIZE, JFR_CHECKPOINT_EVENT);
}

/* The metadata event of a chunk that neither its header nor its events lead to. */
static uint64_t search_metadata(const struct jfr_chunk *chunk) {
    for (uint64_t offset = JFR_HEADER_SIZE; offset < chunk->size; offset++)
        if (metadata_at(chunk, offset)) return offset;
    return 0;
}

static void find_metadata(struct jfr_chunk *chunk, const struct jfr_log *log, bool told) {
    uint64_t declared = chunk->metadata_offset;
    bool good = metadata_at(chunk, declared);
    if (good && !chunk->unfinished) return;
    uint64_t found = walk_to_metadata(chunk); /* an unfinished chunk may have got a later one */
    if (found == 0 && good) found = declared;
    if (found == 0) found = search_metadata(chunk);
    chunk->metadata_offset = found;
    if (!chunk->unfinished && found != declared) {
        if (!told) say_as_text(chunk, log);
        log_note(log, JFR_NOTE_LOST, chunk->offset + 24, 0,
                 "the chunk's metadata is not at byte %" PRIu64 " of it as its header says%s",
                 declared, found ? "; it was found all the same" : "");
    }
}

/* Mends what the rest of the chunk contradicts: flags, offsets, clock. */
static void check_header(struct jfr_chunk *chunk, const struct jfr_log *log, bool told) {
    enum jfr_encoding other = wire_is_compressed(chunk->encoding) ? JFR_FIXED : JFR_COMPRESSED;
    if (!reads(chunk, chunk->encoding) && reads(chunk, other)) {
        chunk->encoding = other;
        log_note(log, JFR_NOTE_LOST, chunk->offset + 64, 0,
                 "the chunk's flag for compressed integers is wrong; read %s it",
                 wire_is_compressed(other) ? "with" : "without");
    }
    if (chunk->ticks_per_second <= 0) {
        log_note(log, JFR_NOTE_LOST, chunk->offset + 56, 0,
                 "the chunk's clock has %" PRId64
                 " ticks per second, which cannot be; times are read as nanoseconds",
                 chunk->ticks_per_second);
        chunk->ticks_per_second = 1000000000;
    }
    chunk->ticks_per_ns = (double)chunk->ticks_per_second / 1e9;
    find_metadata(chunk, log, told);
    if (!event_at(chunk, chunk->checkpoint_offset, JFR_CHECKPOINT_EVENT))
        chunk->checkpoint_offset = 0;
    if (chunk->start_ns < 0 || chunk->start_ns > YEAR_2100_NS) {
        log_note(log, JFR_NOTE_LOST, chunk->offset + 32, 0,
                 "the chunk says that it began %" PRId64
                 " ns after 1970, which cannot be; its times count from 1970",
                 chunk->start_ns);
        chunk->start_ns = 0;
    }
    if (chunk->duration_ns < 0 || chunk->duration_ns > JFR_LONGEST_NS) chunk->duration_ns = 0;
}

/* Handles bytes at *position that are no known chunk. Returns 1 with *position at the next chunk,
 * 0 at the end, -1 with error filled. */
static int step_over(const struct jfr_segment *segment, uint64_t *position,
                     const struct jfr_log *log, struct jfr_error *error) {
    uint64_t at = *position, left = segment->size - at;
    const uint8_t *p = segment->data + at;
    if (old_format(p, left)) {
        uint64_t size = old_format_size(p, left);
        *position = size ? at + size : at + 4 + find_chunk(p + 4, 0, left - 4);
        error_set(error, JFR_UNSUPPORTED, segment->offset + at,
                  "a chunk of format 0.%u, as JDK 7 and 8 wrote it, is read only where whole "
                  "chunks lie before it",
                  wire_be16(p + 6));
        return -1;
    }
    if (has_magic(p, left) && left >= 8 && !version_known(wire_be16(p + 4))) {
        uint64_t declared = left >= 16 ? wire_be64(p + 8) : 0;
        bool jump = declared >= JFR_HEADER_SIZE && declared <= left &&
                    (declared == left || has_magic(p + declared, left - declared));
        *position = jump ? at + declared : at + 4 + find_chunk(p + 4, 0, left - 4);
        error_set(error, JFR_UNSUPPORTED, segment->offset + at + 4,
                  "format %u.%u is not known: 1.0, 2.0 and 2.1 are read", wire_be16(p + 4),
                  wire_be16(p + 6));
        return -1;
    }
    if (has_magic(p, left)) { /* fewer bytes than a header */
        *position = segment->size;
        error_set(error, JFR_DAMAGED, segment->offset + at,
                  "a chunk begins here, but the recording ends after %" PRIu64
                  " of the %d bytes of its header",
                  left, JFR_HEADER_SIZE);
        return -1;
    }
    *position = at + find_chunk(p, 0, left);
    if (at == 0 && segment->offset == 0 && *position == segment->size) {
        error_set(error, JFR_NOT_JFR, 0, "not a JFR recording: no chunk begins anywhere in it");
        return -1;
    }
    log_note(log, JFR_NOTE_LOST, segment->offset + at, *position - at,
             "%" PRIu64 " bytes that are no chunk were left out", *position - at);
    return *position < segment->size ? 1 : 0;
}

int jfr_chunk_next(const struct jfr_segment *segment, uint64_t *position, struct jfr_chunk *chunk,
                   const struct jfr_log *log, struct jfr_error *error) {
    for (;;) {
        if (*position >= segment->size) return 0;
        const uint8_t *p = segment->data + *position;
        uint64_t left = segment->size - *position;
        bool whole = left >= JFR_HEADER_SIZE;
        bool regular = whole && has_magic(p, left) && version_known(wire_be16(p + 4));
        /* A magic or version that was overwritten, in a header that is otherwise right. */
        bool overwritten = whole && !regular && !old_format(p, left) && plausible(p, left, false) &&
                           !has_magic(p, left);
        if (!regular && !overwritten) {
            int found = step_over(segment, position, log, error);
            if (found <= 0) return found;
            continue;
        }
        read_header(p, left, chunk);
        chunk->offset = segment->offset + *position;
        chunk->name = segment->name;
        chunk->recording = segment->recording;
        if (segment->old) chunk->major = 0, chunk->minor = 9;
        if (overwritten)
            log_note(log, JFR_NOTE_LOST, chunk->offset, 0,
                     "the first bytes of the chunk were overwritten (%02x %02x %02x %02x); read on "
                     "all the same",
                     p[0], p[1], p[2], p[3]);
        check_header(chunk, log, set_size(chunk, left, log));
        *position += chunk->size;
        if (chunk->unfinished)
            log_note(log, JFR_NOTE_UNFINISHED, chunk->offset, 0,
                     "the chunk was not finished (generation %u, size %" PRIu64
                     "): the JVM was killed or is still writing; read as far as it goes",
                     chunk->generation, chunk->declared_size);
        return 1;
    }
}

const char *jfr_version(void) {
    return JFR_VERSION;
}

uint32_t jfr_version_number(void) {
    return JFR_VERSION_NUMBER;
}

const char *jfr_note_kind_name(enum jfr_note_kind kind) {
    static const char *const names[] = {[JFR_NOTE_LOST] = "lost",
                                        [JFR_NOTE_UNFINISHED] = "unfinished",
                                        [JFR_NOTE_DUPLICATE] = "duplicate",
                                        [JFR_NOTE_SKIPPED] = "skipped"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

/* ==== Times ================================================================================= */

static int64_t scaled(int64_t number, int64_t factor) {
    int64_t ns;
    if (!__builtin_mul_overflow(number, factor, &ns)) return ns;
    return number < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t span(const struct jfr_chunk *chunk, int64_t ticks) {
    double ns = (double)ticks / chunk->ticks_per_ns;
    return ns >= 9.2e18 ? INT64_MAX : ns <= -9.2e18 ? INT64_MIN : (int64_t)ns;
}

bool jfr_chunk_ns(const struct jfr_chunk *chunk, enum jfr_unit unit, int64_t number, int64_t *ns) {
    bool sentinel = number == INT64_MIN || number == INT64_MAX;
    *ns = number;
    switch (unit) {
    case JFR_UNIT_TICKS_TIME: *ns = sentinel ? number : jfr_chunk_time(chunk, number); return true;
    case JFR_UNIT_TICKS_SPAN: *ns = sentinel ? number : span(chunk, number); return true;
    case JFR_UNIT_US_SPAN: *ns = scaled(number, 1000); return true;
    case JFR_UNIT_MS_SPAN:
    case JFR_UNIT_MS_TIME: *ns = scaled(number, 1000000); return true;
    case JFR_UNIT_S_SPAN:
    case JFR_UNIT_S_TIME: *ns = scaled(number, NS_PER_S); return true;
    case JFR_UNIT_NS_SPAN:
    case JFR_UNIT_NS_TIME: return true;
    default: return false;
    }
}
