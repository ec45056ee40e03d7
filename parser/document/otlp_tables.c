#include "parser/document/otlp.h"

#include "parser/wire.h"

#define NO_LINE 65535 /* of who has 16 bits for a line, and does not know it */

bool otlp_damaged(struct otlp *o, const uint8_t *at, const char *what) {
    return error_set(o->error, JFR_DAMAGED, (uint64_t)(at - o->d->data),
                     "the OTLP profile is damaged at byte %llu: %s",
                     (unsigned long long)(at - o->d->data), what);
}

/* ==== Tables ================================================================================ */

bool otlp_index(struct otlp *o, const struct proto_field *field, size_t limit, const char *what,
                uint32_t *out) {
    *out = 0;
    if (field->wire != PROTO_VARINT)
        return otlp_damaged(o, field->bytes, "a number was expected here");
    if (field->value >= limit) {
        return error_set(o->error, JFR_DAMAGED, 0,
                         "the OTLP profile is damaged: it names %s %llu, of which there are %llu",
                         what, (unsigned long long)field->value, (unsigned long long)limit);
    }
    *out = (uint32_t)field->value;
    return true;
}

bool otlp_each(struct otlp *o, const struct proto_field *message, otlp_take *take, void *context) {
    if (message->wire != PROTO_BYTES) return otlp_damaged(o, o->d->data, "a message was expected");
    const uint8_t *at = message->bytes, *end = at + message->value;
    struct proto_field field;
    int got;
    while ((got = proto_next(&at, end, &field)) > 0) {
        if (field.wire != PROTO_BYTES) field.bytes = at;
        if (!take(o, &field, context)) return false;
    }
    return got == 0 || otlp_damaged(o, at, "what is here is no field, or it was cut");
}

static bool take_string(struct otlp *o, const struct proto_field *field, void *context) {
    (void)context;
    if (field->number != o->fields->strings) return true;
    if (field->wire != PROTO_BYTES)
        return otlp_damaged(o, field->bytes, "a text was expected here");
    uint32_t text = document_add_text(o->d, (const char *)field->bytes, (size_t)field->value);
    array_push(&o->strings, text);
    return true;
}

static bool take_function_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct document_function *function = context;
    uint32_t index;
    if (field->number != 1 && field->number != 2) return true;
    if (!otlp_index(o, field, o->strings.len, "text", &index)) return false;
    *(field->number == 1 ? &function->name : &function->system_name) = o->strings.items[index];
    return true;
}

bool otlp_take_value(struct otlp *o, const struct proto_field *field, void *context) {
    struct otlp_attribute *a = context;
    uint32_t index;
    switch (field->number) {
    case 1:
        if (field->wire == PROTO_BYTES)
            a->text = document_add_text(o->d, (const char *)field->bytes, (size_t)field->value);
        return true;
    case 2:
    case 3:
        if (field->wire == PROTO_VARINT) a->number = (int64_t)field->value;
        return true;
    case 5:
        if (field->wire == PROTO_BYTES) {
            a->list = field->bytes;
            a->list_len = (size_t)field->value;
        }
        return true;
    case 8:
        if (!otlp_index(o, field, o->strings.len, "text", &index)) return false;
        a->text = o->strings.items[index];
        return true;
    default: return true;
    }
}

/* A key (a text, or its number) and a value. */
static bool take_attribute_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct otlp_attribute *attribute = context;
    uint32_t index;
    if (field->number == 1 && field->wire == PROTO_BYTES) {
        attribute->key = document_add_text(o->d, (const char *)field->bytes, (size_t)field->value);
    } else if (field->number == 1) {
        if (!otlp_index(o, field, o->strings.len, "text", &index)) return false;
        attribute->key = o->strings.items[index];
    } else if (field->number == 2) {
        return otlp_each(o, field, otlp_take_value, attribute);
    }
    return true;
}

static bool take_mapping_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct document_mapping *mapping = context;
    uint32_t index;
    uint64_t *const numbers[] = {&mapping->start, &mapping->limit, &mapping->offset};
    if (field->number >= 1 && field->number <= 3 && field->wire == PROTO_VARINT)
        *numbers[field->number - 1] = field->value;
    if (field->number != 4) return true;
    if (!otlp_index(o, field, o->strings.len, "text", &index)) return false;
    mapping->file = o->strings.items[index];
    return true;
}

/* Strings are there. */
static bool take_table(struct otlp *o, const struct proto_field *field, void *context) {
    struct document *d = o->d;
    (void)context;
    if (field->number == o->fields->functions) {
        struct document_function function = {0};
        if (!otlp_each(o, field, take_function_field, &function)) return false;
        array_push(&o->functions, (uint32_t)d->functions.len);
        array_push(&d->functions, function);
    } else if (field->number == o->fields->mappings) {
        struct document_mapping mapping = {0};
        if (!otlp_each(o, field, take_mapping_field, &mapping)) return false;
        array_push(&o->kinds, (uint32_t)d->mappings.len);
        array_push(&d->mappings, mapping);
    } else if (field->number == o->fields->attributes) {
        struct otlp_attribute attribute = {0};
        if (!otlp_each(o, field, take_attribute_field, &attribute)) return false;
        array_push(&o->attributes, attribute);
        array_push(&o->labels, DOCUMENT_NONE);
    }
    return true;
}

/* ==== Locations and stacks ================================================================== */

struct place {
    struct document_location location;
    bool mapped; /* a mapping with a file */
};

static bool take_line_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct document_line *line = context;
    uint32_t index;
    if (field->number == 1) {
        if (!otlp_index(o, field, o->functions.len, "function", &index)) return false;
        line->function = o->functions.items[index];
    } else if (field->number == 2 && field->wire == PROTO_VARINT && field->value != NO_LINE) {
        line->line = (int64_t)field->value;
    }
    return true;
}

static const char *kind_called(const struct document *d, uint32_t text) {
    if (document_is(d, text, "kernel")) return "[kernel]";
    if (document_is(d, text, "native")) return "[native]";
    return document_is(d, text, "jvm") ? "[jvm]" : NULL;
}

struct attributes_of { /* of a location */
    struct otlp *o;
    struct place *place;
};

static void take_location_attribute(void *context, uint64_t index) {
    struct attributes_of *of = context;
    struct otlp *o = of->o;
    if (index >= o->attributes.len || of->place->mapped) return;
    const struct otlp_attribute *a = &o->attributes.items[index];
    const char *kind =
        document_is(o->d, a->key, "profile.frame.type") ? kind_called(o->d, a->text) : NULL;
    if (kind) of->place->location.mapping = document_add_kind(o->d, kind);
}

static bool take_location_field(struct otlp *o, const struct proto_field *field, void *context) {
    struct place *place = context;
    struct attributes_of of = {o, place};
    uint32_t index;
    if (field->number == o->fields->location_attributes)
        return proto_numbers(field, take_location_attribute, &of) ||
               otlp_damaged(o, field->bytes, "numbers of attributes were expected here");
    switch (field->number) {
    case 1:
        if (!o->kinds.len) return true; /* the first of a table that nobody wrote */
        if (!otlp_index(o, field, o->kinds.len, "mapping", &index)) return false;
        if (o->d->mappings.items[o->kinds.items[index]].file == 0) return true;
        place->location.mapping = o->kinds.items[index];
        place->mapped = true;
        return true;
    case 2:
        if (field->wire == PROTO_VARINT) place->location.address = field->value;
        return true;
    case 3: {
        struct document_line line = {0};
        if (!o->functions.len) return otlp_damaged(o, field->bytes, "there are no functions");
        line.function = o->functions.items[0];
        if (!otlp_each(o, field, take_line_field, &line)) return false;
        array_push(&o->d->lines, line);
        place->location.line_count++;
        return true;
    }
    default: return true;
    }
}

struct numbers { /* of locations */
    struct otlp *o;
    bool unknown;
};

static void take_location_index(void *context, uint64_t index) {
    struct numbers *numbers = context;
    struct otlp *o = numbers->o;
    if (index >= o->locations.len) numbers->unknown = true;
    else array_push(&o->d->stacks, o->locations.items[index]);
}

bool otlp_take_locations(struct otlp *o, const struct proto_field *field) {
    struct numbers numbers = {o, false};
    if (!proto_numbers(field, take_location_index, &numbers))
        return otlp_damaged(o, field->bytes, "numbers of locations were expected here");
    if (numbers.unknown) return otlp_damaged(o, field->bytes, "a location that is not there");
    return o->d->stacks.len < UINT32_MAX ||
           otlp_damaged(o, field->bytes, "there is too much of it");
}

static bool take_stack_field(struct otlp *o, const struct proto_field *field, void *context) {
    (void)context;
    return field->number != 1 || otlp_take_locations(o, field);
}

/* Mappings, functions and attributes are there. */
static bool take_place(struct otlp *o, const struct proto_field *field, void *context) {
    (void)context;
    if (field->number != o->fields->locations) return true;
    struct place place = {.location = {.mapping = DOCUMENT_NONE, .first_line = o->d->lines.len}};
    if (!otlp_each(o, field, take_location_field, &place)) return false;
    array_push(&o->locations, (uint32_t)o->d->locations.len);
    array_push(&o->d->locations, place.location);
    return true;
}

static bool take_stack(struct otlp *o, const struct proto_field *field, void *context) {
    (void)context;
    if (!o->fields->stacks || field->number != o->fields->stacks) return true;
    struct otlp_range range = {.first = (uint32_t)o->d->stacks.len};
    if (!otlp_each(o, field, take_stack_field, NULL)) return false;
    range.len = (uint32_t)o->d->stacks.len - range.first;
    array_push(&o->stacks, range);
    return true;
}

bool otlp_read_tables(struct otlp *o, const struct proto_field *message) {
    static otlp_take *const rounds[] = {take_string, take_table, take_place, take_stack};
    o->strings.len = o->kinds.len = o->functions.len = o->locations.len = 0;
    o->attributes.len = o->labels.len = o->stacks.len = 0;
    return all_of(i, COUNT_OF(rounds), otlp_each(o, message, rounds[i], NULL));
}
