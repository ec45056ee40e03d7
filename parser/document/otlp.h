/* The tables of an OTLP profile, which samples refer to; and what its layouts have where. */
#pragma once

#include "parser/document/protobuf.h"
#include "parser/document/reader.h"

enum otlp_layout { TABLES_IN_PROFILE, RANGES, STACKS };

/* Numbers of fields. */
struct otlp_fields {
    uint32_t mappings, locations, functions, attributes, strings, stacks; /* of who has tables */
    uint32_t location_indices, time, duration, comments, about;           /* of a profile */
    uint32_t values, attribute_indices, times;                            /* of a sample */
    uint32_t location_attributes;
};

struct otlp_range {
    uint32_t first, len;
};

struct otlp_attribute {
    uint32_t key, text; /* texts of the document */
    int64_t number;
    const uint8_t *list; /* several texts; NULL: one */
    size_t list_len;
};

struct otlp {
    struct document *d;
    struct jfr_error *error;
    const struct otlp_fields *fields;
    /* Tables, where indices lead; those of a profile are gone behind it. */
    ARRAY(uint32_t) strings;   /* texts of the document */
    ARRAY(uint32_t) kinds;     /* mappings of the document, by mapping */
    ARRAY(uint32_t) functions; /* of the document */
    ARRAY(uint32_t) locations; /* likewise */
    ARRAY(struct otlp_attribute) attributes;
    ARRAY(uint32_t) labels; /* of the document, by attribute; DOCUMENT_NONE: none yet */
    ARRAY(struct otlp_range) stacks;
    size_t indices;  /* in d->stacks: where the location indices of the profile begin */
    size_t profiles; /* before this one */
    int64_t last_start;
};

/* Is this the beginning of one? */
bool otlp_begins(const uint8_t *data, size_t len);

/* False; the error says what is wrong there. */
bool otlp_damaged(struct otlp *otlp, const uint8_t *at, const char *what);
/* Goes over a message: calls take for each field, then says whether it was whole. Fields that are
 * no bytes have their place in bytes. */
typedef bool otlp_take(struct otlp *otlp, const struct proto_field *field, void *context);
/* False: the message is damaged, or take returned false. */
bool otlp_each(struct otlp *otlp, const struct proto_field *message, otlp_take *take,
               void *context);
/* An index below limit; what: of what, for the error. */
bool otlp_index(struct otlp *otlp, const struct proto_field *field, size_t limit, const char *what,
                uint32_t *index);
/* An AnyValue; context is an attribute. */
bool otlp_take_value(struct otlp *otlp, const struct proto_field *field, void *context);
/* Adds numbers of locations, one or packed, to the document's stacks. */
bool otlp_take_locations(struct otlp *otlp, const struct proto_field *field);
/* Of the dictionary, or of a profile that has its own, in the place of those before. */
bool otlp_read_tables(struct otlp *otlp, const struct proto_field *message);
