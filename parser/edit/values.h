/* All of a value as it lies in the chunk, stepped through: each reference to a constant and each
 * text is told, and what it becomes is copied.
 *
 *   jdk.JavaExceptionThrow      startTime long, eventThread*, stackTrace*, message, thrownClass*
 *   -> SKIP_VARINTS 1   KEY   KEY   TEXT   KEY                       a route, made once a type
 */
#pragma once

#include "base/strings.h"
#include "parser/edit/edit.h"

struct leg;
struct route {
    bool made, plain; /* plain: it is not to be followed, but stepped through field by field */
    ARRAY(struct leg) legs;
};

struct verdict {       /* on a text that was judged */
    uint64_t hash;     /* of its bytes, or of its key, and of its place; 0: none */
    uint32_t replaced; /* 0: it stays, else by this one of those that are kept, from 1 on */
};

struct reference {
    const struct jfr_type *type;
    uint64_t key;
};
#define RECENT 512 /* a power of two */

struct values {
    const struct edit_chunk *chunk;
    const struct jfr_type *strings; /* java.lang.String, or NULL */
    void (*reference)(void *context, const struct jfr_type *type, uint64_t key); /* or NULL */
    edit_text *text;                                                             /* or NULL */
    edit_place *place;
    void (*each)(void *context); /* or NULL: before a text at EDIT_EACH is judged */
    void *context, *text_context;
    struct reference recent[RECENT]; /* of which nothing is to be told: values_settle */
    struct text *out;                /* NULL, or: the bytes are added here */
    const uint8_t *copied;           /* what lies before this is in out */
    bool changed;                    /* a text was replaced; who calls sets it back */
    bool odd;                        /* a text is one of UTF-16: likewise */

    struct route *routes; /* by the type's index */
    struct verdict *verdicts;
    size_t verdicts_len; /* a power of two */
    struct strings kept; /* what texts were replaced by */
    uint32_t kept_bytes;
    struct text decoded, replaced;
};

/* A value of the type at *at, which moves behind it. False: it runs over end, or is of a type that
 * the metadata does not describe; what could be read was told. */
bool values_walk(struct values *values, const struct jfr_type *type, const uint8_t **at,
                 const uint8_t *end);
/* The reference is not told again, for a while: most events have the same ones. */
void values_settle(struct values *values, const struct jfr_type *type, uint64_t key);
void values_free(struct values *values);
/* An integer as the chunk writes it, of that width where it is fixed. */
void values_add_integer(enum jfr_encoding encoding, unsigned width, uint64_t n, struct text *out);
