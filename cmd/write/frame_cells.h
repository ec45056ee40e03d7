/* A row's name as tables and JSON show it, whatever --by made a row of. */
#ifndef CMD_WRITE_FRAME_CELLS_H
#define CMD_WRITE_FRAME_CELLS_H

#include "analyzers/profile/frames.h"
#include "cmd/write/sheet.h"

/* "method", "class", "package", "module": title and key of the column. */
const char *frame_by_title(enum frame_by by);
/* "methods", "lines", "bytecode positions"... */
const char *frame_by_noun(enum frame_by by);

/* Which methods of a report share their name, so that their parameters have to be shown. Zeroed:
 * none. */
struct frame_names {
    const struct frames *frames;
    enum frame_by by;
    struct map descriptors; /* class and method -> the descriptor, if there is but one */
};

void frame_names_open(const struct frames *frames, enum frame_by by, struct frame_names *names);
/* The frame is going to be shown. */
void frame_names_see(struct frame_names *names, uint32_t id);
void frame_names_free(struct frame_names *names);
/* Appends the frame's name, "java.util.HashMap.get" or, if another one seen has the same,
 * "java.util.HashMap.get(Object)". Returns the bytes of it that are packages, see fit_add. */
size_t frame_names_add(const struct frame_names *names, uint32_t id, struct text *out);

/* Adds the fields class, method, descriptor, line, bci, package or module, as by says, and the
 * frame type; of what samples are about (FRAME_THREAD), which is no method, group alone. */
void frame_add_fields(const struct frames *frames, uint32_t id, enum frame_by by, bool type,
                      struct sheet *sheet);

#endif
