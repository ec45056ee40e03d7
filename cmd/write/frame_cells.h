/* A row's name as tables and JSON show it, whatever --by made a row of. */
#pragma once

#include "analyzers/profile/frame_names.h"
#include "cmd/write/sheet.h"

/* "method", "class", "package", "module": title and key of the column. */
const char *frame_by_title(enum frame_by by);
/* "methods", "lines", "bytecode positions"... */
const char *frame_by_noun(enum frame_by by);

/* Adds the cell of a frame's name. */
void frame_add_name_cell(const struct frame_names *names, uint32_t id, struct sheet *sheet);

/* Adds the fields class, method, descriptor, line, bci, package or module, as by says, and the
 * frame type; of what samples are about (FRAME_THREAD), which is no method, group alone. */
void frame_add_fields(const struct frames *frames, uint32_t id, enum frame_by by, bool type,
                      struct sheet *sheet);
