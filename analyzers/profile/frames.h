/* Interned frames: the rows that every report counts.
 *
 * A frame holds what the report distinguishes and nothing else: --by class leaves method, line and
 * bci at 0, so that all frames of a class are one row. Names are ids into the table's strings.
 */
#pragma once

#include "base/strings.h"
#include "base/text.h"

enum frame_type { /* how the frame ran; the names are those of the FrameType constants */
                  FRAME_ANY = 0, /* not distinguished */
                  FRAME_INTERPRETED,
                  FRAME_JIT,
                  FRAME_INLINED,
                  FRAME_NATIVE,
                  FRAME_CPP,
                  FRAME_KERNEL,
                  FRAME_C1,
                  FRAME_UNKNOWN,
                  FRAME_THREAD, /* not a frame of the recording: a thread as root of its stacks */
                  FRAME_TYPE_COUNT,
};

#define FRAME_LOST "[unknown method]" /* the method of a frame whose constants were lost */

enum frame_by { BY_METHOD, BY_LINE, BY_CLASS, BY_PACKAGE, BY_MODULE, BY_BCI };

struct frame {
    uint32_t class_name; /* dotted, normalised unless raw names were asked for */
    uint32_t method;     /* "" for rows wider than a method */
    uint32_t descriptor; /* "(ILjava/lang/Object;)V" */
    uint32_t package;    /* "" for the unnamed package and for native frames */
    uint32_t module;
    int32_t line;  /* -1: unknown or not distinguished */
    int32_t bci;   /* -1: likewise */
    uint32_t type; /* enum frame_type */
};

struct frames {
    struct strings strings;
    struct map ids; /* hash -> index */
    ARRAY(struct frame) rows;
};

/* The id of a frame, which is copied if it is new. */
uint32_t frames_intern(struct frames *frames, const struct frame *frame);
/* Frames of zeros may be freed. */
void frames_free(struct frames *frames);
/* Leaves in the frame what rows by this tell apart: class, package or module alone, the line only
 * by line and bci, the type (but for threads) only if types. */
void frame_narrow(struct frame *frame, enum frame_by by, bool types);

/* The order of two rows by what is shown of them, since ids differ from run to run: 0 only for rows
 * that are the same. */
int frames_compare(const struct frames *frames, uint32_t a, uint32_t b);
/* Was its method lost, with those of others? It stands for no single one. */
bool frames_is_lost(const struct frames *frames, uint32_t id);

/* "java.util.HashMap.getNode", with ":575" or "@12" when the row has a line or bci; the class,
 * package or module alone for rows that are wider. Appends to out; bytes are as recorded (valid
 * UTF-8, control characters possible: writers escape). */
void frame_add_name(const struct frames *frames, uint32_t id, struct text *out);
/* The same without line and bytecode index. */
void frame_add_method(const struct frames *frames, uint32_t id, struct text *out);
/* The parameter types of the descriptor, short, as a person reads them: "(int, Object)". */
void frame_add_parameters(const struct frames *frames, uint32_t id, struct text *out);
/* Name and parameters: "java.util.HashMap.put(Object, Object):612". */
void frame_add_full_name(const struct frames *frames, uint32_t id, struct text *out);
/* With packages of the parameters, and what is returned: "App.f(java.util.Date): void". */
void frame_add_whole_name(const struct frames *frames, uint32_t id, struct text *out);
/* "Inlined", "JIT compiled"...; "" for FRAME_ANY. */
const char *frame_type_name(enum frame_type type);
/* As the FrameType constant is called: "Interpreted" -> FRAME_INTERPRETED. */
enum frame_type frame_type_parse(const char *name);
