/* Profiles in the format of pprof (profile.proto): what `jfrtool profile` and many profilers write.
 *
 *   Profile   1 sample types  2 samples  3 mappings  4 locations  5 functions  6 strings ...
 *   Sample    1 location ids, leaf first   2 a value for each sample type   3 labels
 *   Location  1 id   2 mapping id   3 address   4 lines, innermost first: inlined calls
 *   Line      1 function id   2 line          Function  1 id   2 name   3 system name
 *   Label     1 key   2 text   3 number       texts are indices into the strings, of which 0 is ""
 */
#include "parser/document/protobuf.h"
#include "parser/document/reader.h"
#include "parser/wire.h"

enum { /* fields of Profile */
       SAMPLE_TYPE = 1,
       SAMPLE,
       MAPPING,
       LOCATION,
       FUNCTION,
       STRING,
       DROP_FRAMES,
       KEEP_FRAMES,
       TIME,
       DURATION,
       PERIOD_TYPE,
       PERIOD,
       COMMENT,
       DEFAULT_TYPE,
       DOC_URL,
       LAST_FIELD = DOC_URL,
};

static enum proto_wire wire_of(uint32_t field) {
    switch (field) {
    case DROP_FRAMES:
    case KEEP_FRAMES:
    case TIME:
    case DURATION:
    case PERIOD:
    case DEFAULT_TYPE:
    case DOC_URL: return PROTO_VARINT;
    default: return PROTO_BYTES; /* comments are packed, or one by one */
    }
}

/* ==== What looks like one =================================================================== */

/* A message of numbers only, each field of it no higher than last. */
static bool plain(const uint8_t *at, const uint8_t *end, uint32_t last) {
    struct proto_field field;
    int got;
    while ((got = proto_next(&at, end, &field)) > 0)
        if (field.wire != PROTO_VARINT || field.number > last) return false;
    return got == 0;
}

static bool begins(const uint8_t *data, size_t len) {
    if (len == 0) return false; /* data may be NULL */
    const uint8_t *at = data, *end = data + len;
    bool typed = false;
    size_t strings = 0;
    struct proto_field field;
    /* What begins here may end beyond the bytes at hand. */
    while (proto_next(&at, end, &field) > 0) {
        if (field.number > LAST_FIELD) { /* of a later version */
            if (!typed) return false;
            continue;
        }
        bool as_known = field.wire == wire_of(field.number) ||
                        (field.number == COMMENT && field.wire == PROTO_VARINT);
        if (!as_known) return false;
        if (field.number == STRING && strings++ == 0 && field.value) return false; /* not "" */
        if (field.number == SAMPLE_TYPE) {
            if (field.value == 0 || !plain(field.bytes, field.bytes + field.value, 2)) return false;
            typed = true;
        }
    }
    /* Nearly all write sample types first, some the strings. */
    if (!typed && strings < 3) return false;
    if (at == end) return true;
    uint64_t tag;
    if (!proto_varint(&at, end, &tag)) return true;
    if (tag >> 3 > LAST_FIELD) return typed;
    uint32_t number = (uint32_t)(tag >> 3);
    return number >= 1 && ((enum proto_wire)(tag & 7) == wire_of(number) || number == COMMENT);
}

static void span(const uint8_t *data, size_t size, int64_t *start_ns, int64_t *duration_ns) {
    const uint8_t *at = data;
    struct proto_field field;
    *start_ns = *duration_ns = 0;
    while (proto_next(&at, data + size, &field) > 0) {
        if (field.wire != PROTO_VARINT) continue;
        if (field.number == TIME) *start_ns = (int64_t)field.value;
        if (field.number == DURATION) *duration_ns = (int64_t)field.value;
    }
    if (*start_ns < 0 || *duration_ns < 0 || *start_ns > INT64_MAX - *duration_ns)
        *start_ns = *duration_ns = 0;
}

/* ==== Tables ================================================================================ */

struct reader {
    struct document *p;
    struct jfr_error *error;
    uint64_t strings; /* how many there are: indices are checked before they are all read */
};

static bool damaged(struct reader *r, const uint8_t *at, const char *what) {
    return error_set(r->error, JFR_DAMAGED, (uint64_t)(at - r->p->data),
                     "the profile is damaged at byte %llu: %s",
                     (unsigned long long)(at - r->p->data), what);
}

static bool is_string(struct reader *r, const struct proto_field *field, const uint8_t *at,
                      uint32_t *out) {
    if (field->wire != PROTO_VARINT || field->value >= r->strings)
        return damaged(r, at, "a text that is not in the table of strings");
    *out = (uint32_t)field->value;
    return true;
}

static bool is_number(struct reader *r, const struct proto_field *field, const uint8_t *at,
                      uint64_t *out) {
    if (field->wire != PROTO_VARINT) return damaged(r, at, "a number was expected here");
    *out = field->value;
    return true;
}

static bool ends(struct reader *r, int got, const uint8_t *at) {
    return got == 0 || damaged(r, at, "what is here is no field of a profile, or it was cut");
}

static bool enter(struct reader *r, struct map *ids, uint64_t id, size_t index, const uint8_t *at) {
    bool fresh;
    if (id == 0) return damaged(r, at, "an entry without id");
    *map_put(ids, id, &fresh) = index;
    return fresh || damaged(r, at, "two entries have the same id");
}

/* Where a field goes, by its number: a number or a text; neither: nowhere. */
struct place {
    uint64_t *number;
    uint32_t *string;
};

/* places: count of them, the first is field 1's. */
static bool read_fields(struct reader *r, const struct proto_field *message,
                        const struct place *places, uint32_t count) {
    const uint8_t *at = message->bytes, *end = at + message->value, *before = at;
    struct proto_field field;
    int got;
    for (; (got = proto_next(&at, end, &field)) > 0; before = at) {
        if (field.number - 1 >= count) continue;
        const struct place *place = &places[field.number - 1];
        if (place->number && !is_number(r, &field, before, place->number)) return false;
        if (place->string && !is_string(r, &field, before, place->string)) return false;
    }
    return ends(r, got, before);
}

static bool read_type(struct reader *r, const struct proto_field *message,
                      struct document_type *type) {
    const struct place places[] = {{NULL, &type->name}, {NULL, &type->unit}};
    return read_fields(r, message, places, 2);
}

static bool read_mapping(struct reader *r, const struct proto_field *message) {
    struct document_mapping mapping = {0};
    uint64_t id = 0;
    const struct place places[] = {{&id, NULL},
                                   {&mapping.start, NULL},
                                   {&mapping.limit, NULL},
                                   {&mapping.offset, NULL},
                                   {NULL, &mapping.file}};
    if (!read_fields(r, message, places, 5)) return false;
    if (!enter(r, &r->p->mapping_ids, id, r->p->mappings.len, message->bytes)) return false;
    array_push(&r->p->mappings, mapping);
    return true;
}

static bool read_function(struct reader *r, const struct proto_field *message) {
    struct document_function function = {0};
    uint64_t id = 0;
    const struct place places[] = {
        {&id, NULL}, {NULL, &function.name}, {NULL, &function.system_name}};
    if (!read_fields(r, message, places, 3)) return false;
    if (!enter(r, &r->p->function_ids, id, r->p->functions.len, message->bytes)) return false;
    array_push(&r->p->functions, function);
    return true;
}

/* Needs the functions. */
static bool read_line(struct reader *r, const struct proto_field *message) {
    uint64_t id = 0, line = 0;
    if (!read_fields(r, message, (struct place[]){{&id, NULL}, {&line, NULL}}, 2)) return false;
    const uint64_t *function = map_get(&r->p->function_ids, id);
    if (function == NULL)
        return damaged(r, message->bytes, "a function that is not in the profile");
    array_push(&r->p->lines, (struct document_line){(uint32_t)*function, (int64_t)line});
    return true;
}

/* Needs mappings and functions. */
static bool read_location(struct reader *r, const struct proto_field *message) {
    const uint8_t *at = message->bytes, *end = at + message->value, *before = at;
    struct document_location location = {.mapping = DOCUMENT_NONE, .first_line = r->p->lines.len};
    struct proto_field field;
    uint64_t id = 0, mapping = 0;
    int got;
    for (; (got = proto_next(&at, end, &field)) > 0; before = at) {
        bool fine = true;
        switch (field.number) {
        case 1: fine = is_number(r, &field, before, &id); break;
        case 2: fine = is_number(r, &field, before, &mapping); break;
        case 3: fine = is_number(r, &field, before, &location.address); break;
        case 4:
            fine = field.wire == PROTO_BYTES ? read_line(r, &field)
                                             : damaged(r, before, "a line was expected here");
            location.line_count++;
            break;
        default: break;
        }
        if (!fine) return false;
    }
    if (!ends(r, got, before)) return false;
    const uint64_t *known = map_get(&r->p->mapping_ids, mapping);
    if (known) location.mapping = (uint32_t)*known;
    if (!enter(r, &r->p->location_ids, id, r->p->locations.len, message->bytes)) return false;
    array_push(&r->p->locations, location);
    return true;
}

/* ==== Samples =============================================================================== */

struct numbers { /* where the numbers of a repeated field go */
    const struct document *p;
    struct document_sample *sample;
    bool unknown; /* a location that is not in the profile */
};

static void add_location(void *context, uint64_t id) {
    struct numbers *n = context;
    const uint64_t *index = map_get(&n->p->location_ids, id);
    if (index) array_push(&n->sample->locations, (uint32_t)*index);
    else n->unknown = true;
}

static void add_value(void *context, uint64_t value) {
    struct numbers *n = context;
    array_push(&n->sample->values, (int64_t)value);
}

static bool read_label(struct reader *r, const struct proto_field *message,
                       struct document_sample *sample) {
    struct document_label label = {0};
    uint64_t number = 0;
    const struct place places[] = {
        {NULL, &label.key}, {NULL, &label.text}, {&number, NULL}, {NULL, &label.unit}};
    bool fine = read_fields(r, message, places, 4);
    label.number = (int64_t)number;
    array_push(&sample->labels, label);
    return fine;
}

static bool read_sample(struct reader *r, const struct proto_field *message,
                        struct document_sample *sample) {
    const uint8_t *at = message->bytes, *end = at + message->value, *before = at;
    struct numbers numbers = {r->p, sample, false};
    struct proto_field field;
    int got;
    sample->locations.len = sample->values.len = sample->labels.len = 0;
    for (; (got = proto_next(&at, end, &field)) > 0; before = at) {
        bool fine = true;
        if (field.number == 1) fine = proto_numbers(&field, add_location, &numbers);
        if (field.number == 2) fine = proto_numbers(&field, add_value, &numbers);
        if (field.number == 3) fine = field.wire == PROTO_BYTES;
        if (!fine) return damaged(r, before, "what is here is no sample");
        if (field.number == 3 && !read_label(r, &field, sample)) return false;
    }
    if (!ends(r, got, before)) return false;
    if (numbers.unknown) return damaged(r, message->bytes, "a location that is not in the profile");
    if (sample->values.len != r->p->types.len)
        return damaged(r, message->bytes, "a sample that has not one value for each sample type");
    return true;
}

static bool add_up(struct reader *r, const struct document_sample *sample, const uint8_t *at) {
    struct document *p = r->p;
    for (size_t i = 0; i < p->types.len; i++) {
        int64_t value = sample->values.items[i], *total = &p->totals.items[i];
        if (value < 0) p->negative = true;
        if (__builtin_add_overflow(*total, value, total) || *total > DOCUMENT_LARGEST_SUM ||
            *total < -DOCUMENT_LARGEST_SUM)
            return damaged(r, at, "the values add up to more than can be");
    }
    p->sample_count++;
    return true;
}

/* ==== The whole ============================================================================= */

static void add_comment(void *context, uint64_t string) {
    struct reader *r = context;
    if (string < r->strings) array_push(&r->p->comments, (uint32_t)string);
}

/* Fields of the first round: strings, so that their indices can be checked later. */
static bool read_strings(struct reader *r) {
    const uint8_t *at = r->p->data, *end = at + r->p->size, *before = at;
    struct proto_field field;
    int got;
    for (; (got = proto_next(&at, end, &field)) > 0; before = at) {
        if (field.number > LAST_FIELD) continue;
        if (field.wire != wire_of(field.number) && field.number != COMMENT)
            return damaged(r, before, "what is here is no field of a profile");
        if (field.number != STRING) continue;
        array_push(&r->p->strings,
                   (struct document_text){(const char *)field.bytes, (size_t)field.value});
    }
    if (!ends(r, got, before)) return false;
    r->strings = r->p->strings.len;
    if (r->strings == 0 || r->p->strings.items[0].len || r->strings > UINT32_MAX - 1)
        return damaged(r, end, "its table of strings is missing");
    return true;
}

static bool read_facts(struct reader *r, const struct proto_field *field, const uint8_t *at) {
    struct document *p = r->p;
    switch (field->number) {
    case SAMPLE_TYPE:
        array_push(&p->types, (struct document_type){0});
        array_push(&p->totals, 0);
        return read_type(r, field, &p->types.items[p->types.len - 1]);
    case MAPPING: return read_mapping(r, field);
    case FUNCTION: return read_function(r, field);
    case TIME: p->start_ns = (int64_t)field->value; return true;
    case DURATION: p->duration_ns = (int64_t)field->value; return true;
    case PERIOD_TYPE: return read_type(r, field, &p->period_type);
    case PERIOD: p->period = (int64_t)field->value; return true;
    case COMMENT:
        return proto_numbers(field, add_comment, r) || damaged(r, at, "what is here is no comment");
    case DEFAULT_TYPE: return is_string(r, field, at, &p->default_type);
    default: return true;
    }
}

/* Fields may come in any order, so those that others refer to are read before: a round each. */
static bool read_all(struct reader *r) {
    struct document_sample sample = {0};
    bool fine = read_strings(r);
    for (int round = 0; round < 3 && fine; round++) {
        const uint8_t *at = r->p->data, *end = at + r->p->size, *before = at;
        struct proto_field field;
        for (; fine && proto_next(&at, end, &field) > 0; before = at) {
            if (round == 0) fine = read_facts(r, &field, before);
            if (round == 1 && field.number == LOCATION) fine = read_location(r, &field);
            if (round == 2 && field.number == SAMPLE)
                fine = read_sample(r, &field, &sample) && add_up(r, &sample, field.bytes);
        }
    }
    document_sample_free(&sample);
    if (fine && r->p->types.len == 0) return damaged(r, r->p->data, "it has no sample type");
    return fine;
}

static bool read_pprof(struct document *p, struct jfr_error *error) {
    struct reader reader = {p, error, 0};
    if (!read_all(&reader)) return false;
    span(p->data, p->size, &p->start_ns, &p->duration_ns); /* what cannot be is 0 */
    return true;
}

static bool next(const struct document *p, size_t *position, struct document_sample *sample) {
    const uint8_t *at = p->data + *position;
    struct proto_field field;
    struct jfr_error error;
    struct reader reader = {(struct document *)(uintptr_t)p, &error, p->strings.len};
    while (proto_next(&at, p->data + p->size, &field) > 0) {
        *position = (size_t)(at - p->data);
        if (field.number == SAMPLE) return read_sample(&reader, &field, sample);
    }
    return false;
}

const struct document_format document_format_pprof = {
    .name = "pprof",
    .begins = begins,
    .read = read_pprof,
    .next = next,
    .span = span,
    .frames_a_byte = 8,
};
