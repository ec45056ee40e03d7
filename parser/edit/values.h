/* All of a value as it lies in the chunk, stepped through: each reference to a constant and each
 * text is told, and what it becomes is copied. */
#ifndef PARSER_EDIT_VALUES_H
#define PARSER_EDIT_VALUES_H

#include "parser/edit/edit.h"

struct values {
    const struct edit_chunk *chunk;
    const struct jfr_type *strings; /* java.lang.String, or NULL */
    void (*reference)(void *context, const struct jfr_type *type, uint64_t key); /* or NULL */
    edit_text *text;                                                             /* or NULL */
    void *context, *text_context;
    struct text *out;      /* NULL, or: the bytes are added here */
    const uint8_t *copied; /* what lies before this is in out */
    struct text decoded, replaced;
};

/* A value of the type at *at, which moves behind it. False: it runs over end, or is of a type that
 * the metadata does not describe; what could be read was told. */
bool values_walk(struct values *values, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end);
void values_free(struct values *values);
/* An integer as the chunk writes it, of that width where it is fixed. */
void values_add_integer(enum jfr_encoding encoding, unsigned width, uint64_t n, struct text *out);

#endif
