/* What the files of a printer share. */
#pragma once

#include "base/utf8.h"
#include "cmd/print/printer.h"

#define PRINT_MOST_OPEN 512          /* a visit opens at most 500 */
#define PRINT_MOST_VALUES (1u << 19) /* of an event, as in a visit */

/* Constants refer to constants: a few bytes can be written for ever, and a ring of objects that
 * hold each other once from each of them. What is written of a chunk's constants, those of a
 * stack's frames apart, is PRINT_ANYWAY bytes and PRINTER_A_BYTE for each byte of it, about; from
 * there on
 * "..." stands in the place of each. Events of JVMs come to a fifth of it at most, in JSON. */
#define PRINT_ANYWAY ((uint64_t)1 << 20)
#define PRINT_VALUE 32    /* bytes of one, besides its indentation */
#define PRINT_A_FRAME 512 /* values of a frame that are not counted */

struct level {         /* of what is open: a struct or an array */
    bool frames;       /* an array of stack frames */
    bool more;         /* something was written in it */
    bool constant;     /* a constant that is written out */
    bool kept;         /* a constant whose bytes are kept when it ends... */
    uint64_t left;     /* of frames: how many are still to be written */
    size_t at;         /* ...from there on */
    uint32_t values;   /* of the event, when it began */
    uint32_t elements; /* so many were there */
    uint64_t key;
    const struct jfr_type *type;
};

#define PRINT_LEADS 512

struct lead { /* what JSON writes before a value, see add_lead */
    const struct jfr_field *field;
    uint32_t indent, len; /* 0: it does not fit */
    char bytes[80];
};

struct printer {
    struct printer_options options;
    const struct structure *structure; /* NULL: text */
    struct text out;
    bool more;   /* an event was written */
    bool enough; /* no more is wanted */
    uint64_t damaged, short_events;
    struct cache cache;

    /* Of the chunk at hand. */
    const struct jfr_metadata *metadata;
    const struct jfr_constants *constants;
    struct jfr_visitor *visitor;
    const struct jfr_type *frame_type;
    struct clock clock;
    struct tree *tree; /* of text */
    struct lead leads[PRINT_LEADS];
    uint64_t budget; /* bytes of constants that may still be written, about */

    /* Of the event at hand. */
    unsigned depth;  /* structs and arrays that are open, the event being one */
    unsigned indent; /* blanks before what comes next, as the structure counts them */
    uint32_t values;
    uint32_t frame;   /* values that there were when the frame at hand began */
    unsigned nesting; /* constants that are open */
    unsigned stacks;  /* arrays of frames that are open */
    bool shortened;   /* a constant of it was left out */
    struct level levels[PRINT_MOST_OPEN];
};

/* What JSON and XML differ in. */
struct structure {
    void (*begin)(struct printer *p);
    void (*end)(struct printer *p);
    void (*begin_event)(struct printer *p, const struct jfr_type *type);
    void (*end_event)(struct printer *p);
    /* Called before the level is there, and when it is gone; not for the event itself. */
    void (*open)(struct printer *p, const struct jfr_item *item);
    void (*close)(struct printer *p, const struct jfr_item *item);
    void (*open_array)(struct printer *p, const struct jfr_item *item);
    void (*close_array)(struct printer *p, const struct jfr_item *item);
    /* A number, text or null. */
    void (*value)(struct printer *p, const struct jfr_item *item);
};
extern const struct structure printer_json, printer_xml;

/* For jfr_visitor: writes an item of an event; context: the printer. */
enum jfr_answer structured_item(void *context, const struct jfr_item *item);

/* What is written of constants is counted. */
void print_count(struct printer *p, uint32_t values);
/* Is there no more room for it? Then it is to be left out, and nothing around it may be kept. */
bool print_is_too_much(struct printer *p, const struct jfr_item *item);
/* Is it one of an array of frames, of which there are enough? Else it is counted there. */
bool print_is_beyond(struct printer *p, const struct jfr_item *item);

/* The innermost that is open. */
static inline struct level *print_level(struct printer *p) {
    return &p->levels[p->depth - 1];
}

/* Appends a text in which what is plain stands for itself, and the rest becomes what add writes. */
static inline void print_text(struct text *out, const char *s, size_t len,
                              bool (*is_plain)(unsigned char c),
                              void (*add)(struct text *out, uint32_t c)) {
    for (size_t at = 0; at < len;) {
        size_t plain = at, size;
        while (plain < len && is_plain((unsigned char)s[plain])) plain++;
        text_add_bytes(out, s + at, plain - at);
        if ((at = plain) == len) break;
        uint32_t c = utf8_next(s + at, len - at, &size);
        add(out, c == UTF8_BAD ? UTF8_REPLACEMENT : c);
        at += size;
    }
}

/* Text: collects the events, and writes it. */
struct tree *tree_open(const struct printer *p);
void tree_close(struct tree *tree);
/* The chunk of the printer; metadata NULL: there is none any more. */
void tree_chunk(struct printer *p);
enum jfr_code tree_event(struct printer *p, const struct jfr_event *event);
void text_event(struct printer *p, const struct jfr_type *type);
