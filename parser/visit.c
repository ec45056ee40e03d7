/* Visits: an event's values one after the other, constants resolved.
 *
 *   jdk.ThreadPark, as it lies there        as it is visited
 *       startTime      varint               BEGIN  jdk.ThreadPark
 *       eventThread    key                    INTEGER  startTime, ticks
 *       ...                                   BEGIN  eventThread, key of a constant
 *                                               TEXT  osName
 *                                               ...
 *                                             END
 *                                           END
 *
 * A type becomes a route, an array of stops: what lies there, how wide it is, and by which route it
 * goes on. Constants may refer to each other in rings, and ten of each to ten others ten deep:
 * those that are open are known, and the values of one event are counted.
 */
#include "parser/visit.h"
#include "base/array.h"
#include "base/utf8.h"
#include "parser/value.h"
#include "parser/wire.h"

#define MAX_OPEN 500 /* an old object's path to its root has up to 200 objects, two levels each */
#define MAX_VALUES (1 << 19) /* the deepest stack that HotSpot records has an eighth of it */

struct stop {
    const struct jfr_field *field;
    const struct jfr_type *type; /* NULL: the metadata does not describe it */
    struct route *route;         /* of a struct; NULL until the first visit */
    uint8_t width;               /* of an integer: 1, 2, 4 or 8 bytes */
    bool is_signed;
};

struct route {
    bool simple; /* the one stop is the value */
    uint32_t count;
    struct stop stops[];
};

struct jfr_visitor {
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata;
    const struct jfr_constants *constants;
    struct route **routes; /* by type index */
    struct text text;      /* what could not be lent from the chunk */
    bool zeros;            /* texts keep theirs */

    /* Of the visit under way. */
    jfr_visit_item *visit;
    void *context;
    enum jfr_code code;
    uint32_t values;
    uint32_t depth;
    bool silent;                   /* what is stepped over */
    const uint8_t *open[MAX_OPEN]; /* structs and arrays; of a constant where it lies, else NULL */
};

/* Where a value stands. */
struct place {
    const struct jfr_field *field;
    uint64_t key;
    const uint8_t *constant_at; /* NULL: it lies in place */
    bool element, constant;
    bool last; /* nobody asks what lies behind it */
};

/* ==== Routes ================================================================================ */

static struct route *make_route(const struct jfr_type *type) {
    struct route *route =
        mem_alloc(sizeof *route + (size_t)type->field_count * sizeof *route->stops);
    route->simple = type->simple && !type->fields[0]->array;
    route->count = type->field_count;
    for (uint32_t i = 0; i < type->field_count; i++) {
        const struct jfr_field *field = type->fields[i];
        enum jfr_base base = field->type ? field->type->base : JFR_LONG;
        route->stops[i] = (struct stop){.field = field,
                                        .type = field->type,
                                        .width = (uint8_t)wire_width(base),
                                        .is_signed = !field->is_unsigned && base != JFR_BOOLEAN &&
                                                     base != JFR_CHAR};
    }
    return route;
}

static struct route *route_of(struct jfr_visitor *v, const struct jfr_type *type) {
    struct route **route = &v->routes[type->index];
    if (!*route) *route = make_route(type);
    return *route;
}

struct jfr_visitor *jfr_visitor_open(const struct jfr_chunk *chunk,
                                     const struct jfr_metadata *metadata,
                                     const struct jfr_constants *constants) {
    struct jfr_visitor *v = mem_zero(1, sizeof *v);
    v->chunk = chunk;
    v->metadata = metadata;
    v->constants = constants;
    v->routes = mem_zero(metadata->type_count, sizeof *v->routes);
    return v;
}

void jfr_visitor_close(struct jfr_visitor *v) {
    if (!v) return;
    for (uint32_t i = 0; i < v->metadata->type_count; i++) free(v->routes[i]);
    free(v->routes);
    text_free(&v->text);
    free(v);
}

/* ==== Calling back ========================================================================== */

static bool fail(struct jfr_visitor *v, enum jfr_code code) {
    if (v->code != JFR_LIMIT) v->code = code;
    return false;
}

static struct jfr_item item_of(const struct place *place, const struct stop *stop,
                               enum jfr_item_kind kind) {
    return (struct jfr_item){.kind = kind,
                             .base = stop->type ? stop->type->base : JFR_STRUCT,
                             .unit = stop->field ? stop->field->unit : JFR_UNIT_NONE,
                             .is_unsigned = stop->field && stop->field->is_unsigned,
                             .element = place->element,
                             .constant = place->constant,
                             .field = place->field,
                             .type = stop->type,
                             .key = place->key};
}

static enum jfr_answer tell(struct jfr_visitor *v, const struct jfr_item *item) {
    return v->visit(v->context, item);
}

static enum jfr_answer tell_plain(struct jfr_visitor *v, const struct place *place,
                                  const struct stop *stop, enum jfr_item_kind kind,
                                  uint64_t number) {
    if (v->silent) return JFR_GO_ON;
    struct jfr_item item = item_of(place, stop, kind);
    item.number = (int64_t)number;
    return tell(v, &item);
}

/* ==== Texts ================================================================================= */

/* How many bytes at the beginning are ASCII, and not 0. */
static uint64_t plain_length(const uint8_t *bytes, uint64_t len) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
    uint64_t at = 0, word;
    for (; at + sizeof word <= len; at += sizeof word) {
        memcpy(&word, bytes + at, sizeof word);
        if ((word | (word - ones)) & tops) break;
    }
    while (at < len && bytes[at] < 0x80 && bytes[at]) at++;
    return at;
}

/* Whether the string's bytes are what a visit promises, so that they need no copy. */
static bool can_be_lent(const struct wire_text *text) {
    if (text->encoding != WIRE_UTF8 && text->encoding != WIRE_LATIN1) return false;
    uint64_t at = plain_length(text->bytes, text->len);
    if (text->encoding == WIRE_LATIN1) return at == text->len;
    for (size_t size; at < text->len; at += size) {
        uint32_t c = utf8_next((const char *)text->bytes + at, (size_t)(text->len - at), &size);
        if (c == UTF8_BAD || c == 0) return false;
    }
    return true;
}

/* The string at *at, or the constant that it refers to. */
static bool read_text(const struct jfr_visitor *v, const uint8_t **at, const uint8_t *end,
                      struct wire_text *text, const uint8_t **text_end) {
    const uint8_t *found = *at;
    *text_end = end;
    if (!wire_string(v->chunk->encoding, at, end, text)) return false;
    if (text->encoding != WIRE_CONSTANT) return true;
    found = v->constants ? string_find(v->constants, found) : NULL;
    *text_end = v->chunk->data + v->chunk->size;
    if (!found || !wire_string_head(v->chunk->encoding, found, *text_end, text))
        text->encoding = WIRE_NULL;
    return true;
}

static bool next_unit(const struct jfr_visitor *v, const struct wire_text *text, const uint8_t **at,
                      const uint8_t *end, uint64_t *unit) {
    if (text->encoding == WIRE_CHARS) return wire_integer(v->chunk->encoding, 2, at, end, unit);
    if (*at >= end) return false;
    *unit = *(*at)++;
    return true;
}

/* Piece by piece, from one 0 to the next. */
static void add_with_zeros(struct jfr_visitor *v, const struct wire_text *text,
                           const uint8_t *end) {
    struct wire_text piece = {.encoding = text->encoding, .bytes = text->bytes};
    const uint8_t *at = text->bytes;
    uint64_t unit;
    for (uint64_t i = 0; i < text->len && next_unit(v, text, &at, end, &unit); i++) {
        if (unit & 0xFFFF) {
            piece.len++;
            continue;
        }
        wire_text_utf8(&piece, v->chunk->encoding, end, &v->text);
        text_add_char(&v->text, 0);
        piece.bytes = at;
        piece.len = 0;
    }
    wire_text_utf8(&piece, v->chunk->encoding, end, &v->text);
}

void visit_keep_zeros(struct jfr_visitor *v) {
    v->zeros = true;
}

static enum jfr_answer tell_text(struct jfr_visitor *v, const struct place *place,
                                 const struct stop *stop, const struct wire_text *text,
                                 const uint8_t *end) {
    if (v->silent) return JFR_GO_ON;
    if (text->encoding == WIRE_NULL) return tell_plain(v, place, stop, JFR_ITEM_NULL, 0);
    struct jfr_item item = item_of(place, stop, JFR_ITEM_TEXT);
    if (can_be_lent(text)) {
        item.text = (const char *)text->bytes;
        item.length = (size_t)text->len;
    } else {
        text_clear(&v->text);
        if (v->zeros) add_with_zeros(v, text, end);
        else wire_text_utf8(text, v->chunk->encoding, end, &v->text);
        item.text = text_str(&v->text);
        item.length = v->text.len;
    }
    return tell(v, &item);
}

static enum jfr_answer tell_char(struct jfr_visitor *v, const struct place *place,
                                 const struct stop *stop, uint16_t unit) {
    const uint8_t bytes[2] = {(uint8_t)(unit >> 8), (uint8_t)unit};
    const struct wire_text text = {.encoding = WIRE_CHARS, .bytes = bytes, .len = 1};
    if (v->silent) return JFR_GO_ON;
    struct jfr_item item = item_of(place, stop, JFR_ITEM_CHAR);
    text_clear(&v->text);
    wire_text_utf8(&text, JFR_FIXED, bytes + sizeof bytes, &v->text);
    item.number = unit;
    item.text = text_str(&v->text);
    item.length = v->text.len;
    return tell(v, &item);
}

/* ==== Values ================================================================================ */

/* All of these move *at behind the value and return whether they could: false means that what
 * follows in the same struct cannot be found. *answer is what the callback said last. */

static bool visit_value(struct jfr_visitor *v, const struct stop *stop, struct place place,
                        const uint8_t **at, const uint8_t *end, enum jfr_answer *answer);

static bool visit_real(struct jfr_visitor *v, const struct stop *stop, const struct place *place,
                       const uint8_t **at, const uint8_t *end, enum jfr_answer *answer) {
    bool narrow = stop->type->base == JFR_FLOAT;
    if (end - *at < (narrow ? 4 : 8)) return fail(v, JFR_DAMAGED);
    struct jfr_item item = item_of(place, stop, JFR_ITEM_REAL);
    if (narrow) {
        uint32_t bits = wire_be32(*at);
        float real;
        memcpy(&real, &bits, sizeof real);
        item.real = (double)real;
    } else {
        uint64_t bits = wire_be64(*at);
        memcpy(&item.real, &bits, sizeof bits);
    }
    *at += narrow ? 4 : 8;
    if (!v->silent) *answer = tell(v, &item);
    return true;
}

static bool visit_integer(struct jfr_visitor *v, const struct stop *stop, const struct place *place,
                          const uint8_t **at, const uint8_t *end, enum jfr_answer *answer) {
    uint64_t n;
    if (stop->width == 1) {
        if (*at >= end) return fail(v, JFR_DAMAGED);
        n = *(*at)++;
    } else if (!wire_integer(v->chunk->encoding, stop->width, at, end, &n)) {
        return fail(v, JFR_DAMAGED);
    }
    unsigned spare = 64 - 8u * stop->width;
    n <<= spare;
    n = stop->is_signed ? (uint64_t)((int64_t)n >> spare) : n >> spare;
    switch (stop->type->base) {
    case JFR_BOOLEAN: *answer = tell_plain(v, place, stop, JFR_ITEM_BOOLEAN, n != 0); return true;
    case JFR_CHAR: *answer = tell_char(v, place, stop, (uint16_t)n); return true;
    default: *answer = tell_plain(v, place, stop, JFR_ITEM_INTEGER, n); return true;
    }
}

/* The elements, or the rest of them after the callback had enough. */
static bool visit_elements(struct jfr_visitor *v, const struct stop *stop, struct place place,
                           uint64_t count, const uint8_t **at, const uint8_t *end) {
    bool silent = v->silent, whole = true;
    place.element = true;
    for (uint64_t i = 0; i < count && whole; i++) {
        enum jfr_answer answer = JFR_GO_ON;
        struct place element = place;
        element.last = place.last && i + 1 == count;
        whole = visit_value(v, stop, element, at, end, &answer);
        if (answer == JFR_ENOUGH && place.last) break;
        if (answer == JFR_ENOUGH) v->silent = true;
    }
    v->silent = silent;
    return whole;
}

static bool enter(struct jfr_visitor *v, const struct place *place) {
    if (v->depth == MAX_OPEN) return fail(v, JFR_LIMIT);
    v->open[v->depth++] = place->constant_at;
    return true;
}

static bool visit_array(struct jfr_visitor *v, const struct stop *stop, struct place place,
                        const uint8_t **at, const uint8_t *end) {
    uint64_t count;
    if (!jfr_plan_count(v->chunk, at, end, &count)) return fail(v, JFR_DAMAGED);
    if (!enter(v, &place)) return false;
    bool silent = v->silent, whole = true;
    bool over = tell_plain(v, &place, stop, JFR_ITEM_ARRAY, count) == JFR_STEP_OVER;
    v->silent = silent || over;
    if (!over || !place.last) whole = visit_elements(v, stop, place, count, at, end);
    v->silent = silent;
    v->depth--;
    if (!over) tell_plain(v, &place, stop, JFR_ITEM_ARRAY_END, count);
    return whole;
}

static bool visit_field(struct jfr_visitor *v, const struct stop *stop, bool last,
                        const uint8_t **at, const uint8_t *end) {
    struct place place = {.field = stop->field, .last = last};
    enum jfr_answer ignored;
    if (stop->field->array) return visit_array(v, stop, place, at, end);
    return visit_value(v, stop, place, at, end, &ignored);
}

static bool visit_fields(struct jfr_visitor *v, const struct route *route, bool last,
                         const uint8_t **at, const uint8_t *end) {
    return all_of(i, route->count,
                  visit_field(v, &route->stops[i], last && i + 1 == route->count, at, end));
}

static bool visit_struct(struct jfr_visitor *v, const struct stop *stop, const struct place *place,
                         const uint8_t **at, const uint8_t *end, enum jfr_answer *answer) {
    const struct route *route = route_of(v, stop->type);
    if (route->simple) return visit_value(v, &route->stops[0], *place, at, end, answer);
    bool silent = v->silent, whole = true;
    *answer = tell_plain(v, place, stop, JFR_ITEM_BEGIN, 0);
    bool over = *answer == JFR_STEP_OVER;
    v->silent = silent || over;
    if (!over || !place->last) whole = visit_fields(v, route, place->last, at, end);
    v->silent = silent;
    if (!over && tell_plain(v, place, stop, JFR_ITEM_END, 0) == JFR_ENOUGH) *answer = JFR_ENOUGH;
    return whole;
}

/* A value that lies at *at itself. */
static bool visit_in_place(struct jfr_visitor *v, const struct stop *stop, struct place place,
                           const uint8_t **at, const uint8_t *end, enum jfr_answer *answer) {
    struct wire_text text;
    const uint8_t *text_end;
    if (!stop->type) return fail(v, JFR_DAMAGED);
    switch (stop->type->base) {
    case JFR_STRUCT: {
        if (!enter(v, &place)) return false;
        bool whole = visit_struct(v, stop, &place, at, end, answer);
        v->depth--;
        return whole;
    }
    case JFR_FLOAT:
    case JFR_DOUBLE: return visit_real(v, stop, &place, at, end, answer);
    case JFR_STRING:
        if (!read_text(v, at, end, &text, &text_end)) return fail(v, JFR_DAMAGED);
        *answer = tell_text(v, &place, stop, &text, text_end);
        return true;
    default: return visit_integer(v, stop, &place, at, end, answer);
    }
}

static bool is_open(const struct jfr_visitor *v, const uint8_t *constant) {
    return some_of(i, v->depth, v->open[i] == constant);
}

/* What is wrong within a constant does not matter to what follows its key. */
static void visit_pooled(struct jfr_visitor *v, const struct stop *stop, struct place place,
                         uint64_t key, enum jfr_answer *answer) {
    const uint8_t *constant = stop->type ? jfr_constant_find(v->constants, stop->type, key) : NULL;
    if (!place.constant) place.key = key; /* else of a simple type that holds a key */
    place.constant = true;
    if (!constant || is_open(v, constant)) {
        *answer = tell_plain(v, &place, stop, JFR_ITEM_NULL, 0);
        return;
    }
    place.constant_at = constant;
    place.last = true;
    visit_in_place(v, stop, place, &constant, v->chunk->data + v->chunk->size, answer);
}

static bool visit_value(struct jfr_visitor *v, const struct stop *stop, struct place place,
                        const uint8_t **at, const uint8_t *end, enum jfr_answer *answer) {
    uint64_t key;
    if (v->values++ >= MAX_VALUES) return fail(v, JFR_LIMIT);
    if (!stop->field->pooled) return visit_in_place(v, stop, place, at, end, answer);
    if (!wire_integer(v->chunk->encoding, 8, at, end, &key)) return fail(v, JFR_DAMAGED);
    if (v->silent) return true;
    visit_pooled(v, stop, place, key, answer);
    return true;
}

/* ==== Visits ================================================================================ */

static void begin(struct jfr_visitor *v, jfr_visit_item *visit, void *context) {
    v->visit = visit;
    v->context = context;
    v->code = JFR_OK;
    v->values = v->depth = 0;
    v->silent = false;
}

enum jfr_code jfr_visit_event(struct jfr_visitor *v, const struct jfr_event *event,
                              jfr_visit_item *visit, void *context) {
    const struct stop stop = {.type = jfr_type_by_id(v->metadata, event->type_id)};
    const uint8_t *at = event->payload;
    enum jfr_answer ignored;
    begin(v, visit, context);
    visit_in_place(v, &stop, (struct place){.last = true}, &at, event->end, &ignored);
    return v->code;
}

enum jfr_code jfr_visit_constant(struct jfr_visitor *v, const struct jfr_type *type, uint64_t key,
                                 jfr_visit_item *visit, void *context) {
    const struct stop stop = {.type = type};
    enum jfr_answer ignored;
    begin(v, visit, context);
    visit_pooled(v, &stop, (struct place){.last = true}, key, &ignored);
    return v->code;
}
