/* Code: what a chunk's constants say of classes, methods and stacks, as things (things.h).
 *
 * Each constant is decoded once a chunk. A value may lie in the event instead of a constant pool,
 * as recordings of others than HotSpot have it. Hidden frames are left out, and names that the JVM
 * makes up are made stable (parser/names.h), unless names are wanted raw: as in hot-methods.
 */
#pragma once

#include "base/text.h"
#include "parser/jfr.h"
#include "parser/table/things.h"

#define CODE_MAX_TEXT 65536 /* bytes kept of a text: arguments of a JVM may hold a class path */

/* Which frame of a stack: the first; the one behind it; the first of a class that is not the JDK's;
 * the first that is no constructor; the first that is neither. */
enum code_which {
    CODE_FIRST,
    CODE_SECOND,
    CODE_APPLICATION,
    CODE_NOT_INIT,
    CODE_THROWER,
    CODE_FRAMES
};

struct code_part { /* a type of constant, and what is read of it */
    const struct jfr_type *type;
    struct jfr_plan *plan;
};

struct code_method {
    uint32_t class_name, method, descriptor; /* texts */
    bool hidden;
    bool judged, fits[CODE_FRAMES]; /* once a stack was looked at for such a frame */
    uint32_t text;                  /* likewise: class and method */
};

struct code_frame { /* what a plan takes of one, and the thing that came of it */
    uint64_t method, line, bci, type;
    uint32_t id;
};

struct code { /* of one chunk: code_open, code_close */
    const struct jfr_chunk *chunk;
    const struct jfr_constants *constants; /* set before anything is read */
    struct things *things;
    bool raw_names;
    struct code_part classes, methods, traces, frames;
    struct code_part stacks, tops; /* traces and frames of which hardly anything is taken */
    size_t head;                   /* bytes of a trace before its frames; SIZE_MAX: they differ */
    struct map class_ids, method_ids, stack_ids, type_ids;
    struct map frame_ids;      /* a frame in 64 bits -> the thing that came of it */
    struct map wide_frame_ids; /* of one that has more: hash -> index of frame_rows */
    ARRAY(struct code_frame) frame_rows;
    ARRAY(struct code_method) method_rows;
    ARRAY(uint32_t) stack; /* while one is read */
    struct text text;
};

/* Both must outlive the result, which is closed with code_close. */
struct code code_open(const struct jfr_chunk *chunk, struct things *things, bool raw_names);
void code_close(struct code *code);

/* field: what holds the value; value: what a plan took for it, a key if the field is pooled, else a
 * position. THINGS_NONE, or a method without names: it is not there. */
uint32_t code_class(struct code *code, const struct jfr_field *field, uint64_t value);
struct code_method code_method_of(struct code *code, const struct jfr_field *field, uint64_t value);
uint32_t code_stack(struct code *code, const struct jfr_field *field, uint64_t value);

/* Class and method of such a frame as a text, without a look at those below it; THINGS_NONE: there
 * is none. */
uint32_t code_frame_of(struct code *code, const struct jfr_field *field, uint64_t value,
                       enum code_which which);

/* The text at a position from jfr_plan_resolve_one, interned; of a long one the beginning. */
uint32_t code_text(struct code *code, uint64_t position);
