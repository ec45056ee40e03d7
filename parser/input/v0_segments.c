#include "parser/input/v0_segments.h"
#include "parser/as_text.h"
#include "parser/input/content.h"
#include "parser/input/segment.h"
#include "parser/v0/translate.h"
#include "parser/wire.h"

#include <inttypes.h>

static const char magic[8] = {'F', 'L', 'R', 0, 0, 0, 0, 9};

/* The next chunk of the format at or behind from, as far as its header and metadata bear it out. */
static uint64_t find_old(const uint8_t *data, uint64_t from, uint64_t size) {
    uint64_t metadata, bytes;
    while (from < size) {
        const uint8_t *hit = memmem(data + from, (size_t)(size - from), magic, sizeof magic);
        if (!hit) return size;
        from = (uint64_t)(hit - data);
        if (v0_chunk_at(hit, size - from, &metadata, &bytes)) return from;
        from++;
    }
    return size;
}

/* The next chunk of any format, behind a broken one: of later ones the version has to do. */
static uint64_t find_any(const uint8_t *data, uint64_t from, uint64_t size) {
    uint64_t old = find_old(data, from, size);
    while (from < old) {
        const uint8_t *hit = memmem(data + from, (size_t)(old - from), magic, 4);
        if (!hit) break;
        from = (uint64_t)(hit - data);
        if (size - from >= JFR_HEADER_SIZE && hit[4] == 0 && (hit[5] == 1 || hit[5] == 2))
            return from;
        from++;
    }
    return old;
}

/* Where the finished chunks of later formats that begin here end. */
static uint64_t behind_later(const uint8_t *data, uint64_t at, uint64_t size) {
    while (size - at >= JFR_HEADER_SIZE) {
        uint64_t bytes = content_chunk_size(data + at);
        if (bytes == 0 || bytes > size - at) break;
        at += bytes;
    }
    return at;
}

bool v0_segments_wanted(const struct jfr_segment *segment) {
    const uint8_t *data = segment->data;
    uint64_t at = behind_later(data, 0, segment->size);
    if (at == segment->size) return false;
    if (v0_begins(data + at, segment->size - at)) return true;
    /* Garbage in front: of a chunk of this format or of another. */
    bool later = segment->size - at >= 4 && memcmp(data + at, magic, 4) == 0;
    return !later && at == 0 && find_old(data, 0, segment->size) < segment->size;
}

void v0_segments_feed(struct v0_segments *segments, const struct jfr_segment *segment) {
    segments->whole = *segment;
    segments->at = 0;
}

/* [at, end) as it is. */
static void deliver_part(struct v0_segments *s, uint64_t end, struct jfr_segment *segment) {
    *segment = s->whole;
    segment->data += s->at;
    segment->offset += s->at;
    segment->size = end - s->at;
    segment->last = s->whole.last && end == s->whole.size;
    jfr_segment_retain(segment);
    s->at = end;
}

/* Does what looks like a metadata record begin here? Its first producer has texts of a name, a
 * description and an address. Its size is not asked: it may be off, too. */
static bool looks_like_metadata(const uint8_t *data, uint64_t size, uint64_t at) {
    enum { HEAD = V0_RECORD_HEAD + 8, LONGEST = 1000 };
    uint64_t letters = 0;
    if (at < V0_HEADER_SIZE || at >= size || size - at < HEAD) return false;
    uint32_t producers = wire_be32(data + at + V0_RECORD_HEAD);
    if (wire_be32(data + at + 4) != V0_METADATA || producers == 0 || producers > LONGEST)
        return false;
    at += HEAD;
    for (int i = 0; i < 3; i++) {
        if (size - at < 2) return false;
        unsigned len = wire_be16(data + at);
        at += 2;
        if (len > LONGEST || len > size - at) return false;
        letters += len;
        for (unsigned k = 0; k < len; k++)
            if (data[at + k] < ' ' || data[at + k] > '~') return false;
        at += len;
    }
    return letters >= 8;
}

/* How many bytes before the place that the header says the metadata record lies (negative: behind
 * it), the nearest; 0: there, or not near. */
static int64_t metadata_is_off(const uint8_t *data, uint64_t size, uint64_t declared) {
    enum { FAR = 65536 };
    if (looks_like_metadata(data, size, declared)) return 0;
    for (int64_t i = 2; i < 2 * FAR; i++) { /* 1, -1, 2, -2 ... */
        int64_t off = i % 2 ? -(i / 2) : i / 2;
        if (looks_like_metadata(data, size, declared - (uint64_t)off)) return off;
    }
    return 0;
}

/* What is behind the words of an error: why it is damaged, if that is to be seen. Of the first
 * chunk alone, as this looks at much of it. */
static const char *why_damaged(const struct v0_segments *s, uint64_t from, uint64_t declared) {
    const uint8_t *data = s->whole.data;
    uint64_t size = s->whole.size;
    if (from > 0 || s->whole.offset > 0) return NULL;
    int64_t off = declared <= INT64_MAX ? metadata_is_off(data, size, declared) : 0;
    return as_text_damage(data, size, off);
}

/* A header of this format whose chunk is not whole: its types are described at its end. */
static int say_unfinished(struct v0_segments *s, struct jfr_error *error) {
    uint64_t from = s->at, offset = s->whole.offset + from, left = s->whole.size - from;
    s->at = find_any(s->whole.data, from + 4, s->whole.size);
    uint64_t metadata = left >= V0_HEADER_SIZE ? wire_be64(s->whole.data + from + 8) : 0;
    const char *why = why_damaged(s, from, metadata);
    if (why)
        error_say(error, JFR_DAMAGED, offset,
                  "the chunk at byte %" PRIu64
                  " (format 0.9) is damaged, its events cannot be understood: %s",
                  offset, why);
    else if (metadata >= V0_HEADER_SIZE && metadata >= left)
        error_say(
            error, JFR_DAMAGED, offset,
            "the chunk at byte %" PRIu64
            " (format 0.9) is cut: what its events mean would be said at its end, at byte %" PRIu64
            " of it, and there are %" PRIu64 " bytes",
            offset, metadata, left);
    else
        error_say(error, JFR_DAMAGED, offset,
                  "the chunk at byte %" PRIu64
                  " (format 0.9) is unfinished or damaged: its header does not lead to the "
                  "metadata at its end, without which its events cannot be understood",
                  offset);
    return -1;
}

static int deliver_chunk(struct v0_segments *s, struct jfr_segment *segment,
                         const struct jfr_log *log, struct jfr_error *error) {
    struct v0_source source = {.data = s->whole.data + s->at, .offset = s->whole.offset + s->at};
    if (!v0_chunk_at(source.data, s->whole.size - s->at, &source.metadata, &source.size))
        return say_unfinished(s, error);
    uint64_t size;
    uint8_t *data = v0_translate(&source, &s->types, &size, log, error);
    s->at += source.size;
    segment_forget(&s->whole, source.data, source.size);
    if (!data) return -1;
    *segment = segment_of_memory(data, size, s->whole.name);
    segment->offset = source.offset;
    segment->recording = s->whole.recording;
    segment->old = 1;
    segment->last = s->whole.last && s->at == s->whole.size;
    return 1;
}

int v0_segments_next(struct v0_segments *segments, struct jfr_segment *segment,
                     const struct jfr_log *log, struct jfr_error *error) {
    const struct jfr_segment *whole = &segments->whole;
    while (segments->at < whole->size) {
        uint64_t at = segments->at, left = whole->size - at;
        if (v0_begins(whole->data + at, left)) return deliver_chunk(segments, segment, log, error);
        uint64_t end =
            find_old(whole->data, behind_later(whole->data, at, whole->size), whole->size);
        if (memcmp(whole->data + at, magic, left < 4 ? left : 4) == 0) {
            deliver_part(segments, end, segment);
            return 1;
        }
        log_note(log, JFR_NOTE_LOST, whole->offset + at, end - at,
                 "%" PRIu64 " bytes that are no chunk were left out", end - at);
        segments->at = end;
    }
    if (whole->owner) jfr_segment_release(whole);
    segments->whole = (struct jfr_segment){0};
    segments->at = 0;
    return 0;
}

void v0_segments_free(struct v0_segments *segments) {
    jfr_segment_release(&segments->whole);
    v0_types_free(segments->types);
    *segments = (struct v0_segments){0};
}
