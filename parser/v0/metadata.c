#include "parser/v0/metadata.h"
#include "parser/wire.h"

/* Least bytes of what there may be many of: a count is believed as far as the record has those. */
enum {
    LEAST_PRODUCER = 26,
    LEAST_KEY = 2,
    LEAST_STRUCTURE = 4,
    LEAST_VALUE = 20,
    LEAST_EVENT_TYPE = 22,
    LEAST_CONTENT_TYPE = 13,
    LEAST_RECORD = 52,
    MOST_PRODUCERS = 1000,
};

struct reader {
    const uint8_t *at, *end;
    const char *failed; /* the first that was wrong; nothing moves from then on */
    struct v0_metadata *metadata;
};

static bool has(struct reader *r, size_t bytes) {
    if (!r->failed && (size_t)(r->end - r->at) < bytes)
        r->failed = "it ends in the middle of an element";
    return !r->failed;
}

static uint8_t read_u8(struct reader *r) {
    return has(r, 1) ? *r->at++ : 0;
}

static int32_t read_i32(struct reader *r) {
    if (!has(r, 4)) return 0;
    r->at += 4;
    return (int32_t)wire_be32(r->at - 4);
}

static int64_t read_i64(struct reader *r) {
    if (!has(r, 8)) return 0;
    r->at += 8;
    return (int64_t)wire_be64(r->at - 8);
}

static const char *read_utf(struct reader *r) {
    if (!has(r, 2)) return "";
    size_t len = wire_be16(r->at);
    if (!has(r, 2 + len)) return "";
    const char *text = arena_copy(&r->metadata->arena, r->at + 2, len);
    r->at += 2 + len;
    return text;
}

static uint32_t read_count(struct reader *r, size_t least) {
    int32_t count = read_i32(r);
    if (r->failed) return 0;
    if (count < 0 || (uint64_t)count * least > (uint64_t)(r->end - r->at)) {
        r->failed = "it claims more elements than it has bytes";
        return 0;
    }
    return (uint32_t)count;
}

static enum v0_data read_data(struct reader *r) {
    uint8_t data = read_u8(r);
    if (data >= V0_DATA_TYPES && !r->failed) r->failed = "a data type of it is not known";
    return data < V0_DATA_TYPES ? (enum v0_data)data : V0_BYTE;
}

static void read_structures(struct reader *r) {
    struct v0_metadata *m = r->metadata;
    for (uint32_t n = read_count(r, LEAST_STRUCTURE); n > 0 && !r->failed; n--) {
        struct v0_structure structure = {.first = (uint32_t)m->values.len};
        structure.count = read_count(r, LEAST_VALUE);
        for (uint32_t i = 0; i < structure.count && !r->failed; i++) {
            struct v0_value value = {.id = read_utf(r)};
            value.name = read_utf(r);
            value.description = read_utf(r);
            read_u8(r); /* transition */
            value.data = read_data(r);
            value.content = read_i32(r);
            value.index = (uint32_t)read_i32(r);
            read_i32(r);
            array_push(&m->values, value);
        }
        array_push(&m->structures, structure);
    }
}

/* Numbers of structures count within their producer, from first on. */
static uint32_t structure_at(const struct v0_metadata *m, size_t first, uint32_t number) {
    return number < m->structures.len - first ? (uint32_t)first + number : V0_NONE;
}

static void link_values(struct v0_metadata *m, size_t first_value, size_t first_structure) {
    for (size_t i = first_value; i < m->values.len; i++) {
        struct v0_value *value = &m->values.items[i];
        if (value->data == V0_STRUCT || value->data == V0_STRUCTARRAY)
            value->index = structure_at(m, first_structure, value->index);
        else if (value->data == V0_ARRAY && value->index >= V0_ARRAY) value->index = V0_NONE;
    }
}

static void read_producer(struct reader *r) {
    struct v0_metadata *m = r->metadata;
    size_t first_value = m->values.len, first = m->structures.len;
    read_i32(r);
    read_utf(r);
    read_utf(r);
    const char *uri = read_utf(r);
    for (uint32_t n = read_count(r, LEAST_KEY); n > 0 && !r->failed; n--) read_utf(r);
    read_structures(r);
    link_values(m, first_value, first);
    for (uint32_t n = read_count(r, LEAST_EVENT_TYPE); n > 0 && !r->failed; n--) {
        struct v0_event_type event = {.number = read_i32(r), .uri = uri};
        event.name = read_utf(r);
        event.description = read_utf(r);
        event.path = read_utf(r);
        event.has_start = read_u8(r) != 0;
        event.has_thread = read_u8(r) != 0;
        event.has_stack = read_u8(r) != 0;
        read_u8(r); /* may be asked for */
        event.structure = structure_at(m, first, (uint32_t)read_i32(r));
        read_i32(r);
        if (!r->failed) array_push(&m->events, event);
    }
    for (uint32_t n = read_count(r, LEAST_CONTENT_TYPE); n > 0 && !r->failed; n--) {
        struct v0_content_type content = {.number = read_i32(r)};
        content.name = read_utf(r);
        read_utf(r);
        content.key = read_data(r);
        content.structure = structure_at(m, first, (uint32_t)read_i32(r));
        if (!r->failed) array_push(&m->contents, content);
    }
}

bool v0_metadata_read(struct v0_metadata *metadata, const uint8_t *record, uint64_t size,
                      const char **why) {
    struct reader r = {.at = record + V0_RECORD_HEAD, .end = record + size, .metadata = metadata};
    uint32_t producers = read_count(&r, LEAST_PRODUCER);
    for (; producers > 0 && !r.failed; producers--) read_producer(&r);
    metadata->model_size = (uint64_t)(r.at - record);
    metadata->start_ms = read_i64(&r);
    metadata->end_ms = read_i64(&r);
    metadata->start_ticks = read_i64(&r);
    metadata->ticks_per_second = read_i64(&r);
    metadata->checkpoint_offset = (uint64_t)read_i64(&r);
    for (size_t i = 0; i < metadata->contents.len; i++) {
        bool fresh;
        *map_put(&metadata->content_by_number,
                 (uint64_t)(int64_t)metadata->contents.items[i].number, &fresh) = i;
    }
    *why = r.failed;
    return !r.failed;
}

void v0_metadata_free(struct v0_metadata *metadata) {
    arrays_free(&metadata->values, &metadata->structures, &metadata->events, &metadata->contents);
    map_free(&metadata->content_by_number);
    arena_free(&metadata->arena);
    *metadata = (struct v0_metadata){0};
}

uint32_t v0_content_find(const struct v0_metadata *metadata, int32_t number) {
    const uint64_t *index = map_get(&metadata->content_by_number, (uint64_t)(int64_t)number);
    return index ? (uint32_t)*index : V0_NONE;
}

bool v0_begins(const uint8_t *data, uint64_t left) {
    return left >= 8 && memcmp(data, "FLR\0\0\0\0\x09", 8) == 0; /* version 0.9 */
}

bool v0_chunk_at(const uint8_t *data, uint64_t left, uint64_t *metadata, uint64_t *size) {
    if (left < V0_HEADER_SIZE + LEAST_RECORD || !v0_begins(data, left)) return false;
    uint64_t at = wire_be64(data + 8);
    if (at < V0_HEADER_SIZE || at > left - LEAST_RECORD) return false;
    uint32_t bytes = wire_be32(data + at), producers = wire_be32(data + at + V0_RECORD_HEAD);
    if (bytes < LEAST_RECORD || bytes > left - at || wire_be32(data + at + 4) != V0_METADATA ||
        producers == 0 || producers > MOST_PRODUCERS)
        return false;
    *metadata = at;
    *size = at + bytes;
    return true;
}
