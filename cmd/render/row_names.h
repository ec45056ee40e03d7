/* How rows (frames of a profile) are named in tables and JSON, whatever --by says. */
#ifndef CMD_RENDER_ROW_NAMES_H
#define CMD_RENDER_ROW_NAMES_H

#include "analyzers/frames.h"
#include "cmd/render/json.h"
#include "cmd/render/table.h"

struct row_names {
    const struct frames *frames;
    enum frame_by by;
    struct map descriptors; /* of each method among the rows */
};

/* rows: ids of frames that are going to be shown together. Methods of one name among them get their
 * parameters, to be told apart. frames must outlive the names. */
void row_names_open(struct row_names *names, const struct frames *frames, enum frame_by by,
                    const uint32_t *rows, size_t len);
void row_names_free(struct row_names *names);

/* The name as it is shown; returns how many bytes at its beginning are packages with their dots. */
size_t row_names_add(const struct row_names *names, uint32_t row, struct text *out);
void row_names_add_cell(const struct row_names *names, uint32_t row, struct table *table);
/* class, method, descriptor, line...: the keys that this --by has; frame_type if asked for. */
void row_names_add_json(const struct row_names *names, uint32_t row, bool frame_type,
                        cJSON *object);

/* "methods", "classes"... and what a column of them is called. */
const char *row_names_noun(enum frame_by by);
const char *row_names_title(enum frame_by by);

#endif
