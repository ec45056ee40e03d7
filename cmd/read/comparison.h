/* Two sides of recordings, read for a comparison.
 *
 *   diff BASE NEW                         one recording a side
 *   diff --base A --base B NEW1 NEW2      several: with --base, all operands are new
 */
#pragma once

#include "analyzers/compare/diff.h"
#include "analyzers/tables/table.h"
#include "cmd/read/reading.h"

struct compared { /* one recording */
    struct reading reading;
    const char *path; /* as given */
};

struct comparison {
    ARRAY(struct compared) recordings;   /* base first */
    ARRAY(struct diff_recording) inputs; /* parallel; point into the readings */
    ARRAY(char *) warnings;              /* what makes the sides hard to compare */
    ARRAY(struct profile *) projected;   /* of comparison_project; inputs point to them then */
    const char *event;                   /* taken on the new side, or NULL */
    const char *base_event;              /* on the base side */
    const char *windows[2];              /* of side_paths */
};

struct side_paths {
    ARRAY(const char *) paths[2];
    const struct selection *selections[2]; /* NULL: that of all */
    const char *windows[2];                /* what a side is of, for people; NULL: all of it */
};

/* Which recordings are meant. False: the sentence has been said. */
bool comparison_paths(const struct option_base *options, const struct text_list *base,
                      struct side_paths *paths);
void comparison_free_paths(struct side_paths *paths);

/* Reads all, each on its own, as reading_take does; how: what all have but the paths. needs asks
 * for samples in a grain of a second and for facts in any case. join adds readers to the run of
 * each recording, in the same walk; NULL: none. EXIT_OK, or the code to end with.
 */
typedef void (*comparison_join)(const struct reading *reading, struct walk_run *run,
                                const void *context);
/* out is to be freed in any case. */
int comparison_read(const struct reading *how, const struct side_paths *paths,
                    const struct needs *needs, comparison_join join, const void *context,
                    struct comparison *out);
/* For join: events in tables; context: struct wishes. */
void comparison_join_tables(const struct reading *reading, struct walk_run *run,
                            const void *wishes);
/* Makes the rows of all coarser, as profile_project does. */
void comparison_project(struct comparison *comparison, enum frame_by by, bool frame_type);
/* EXIT_PARTIAL with --strict if one of them is, else EXIT_OK. */
int comparison_exit_code(const struct comparison *comparison);
void comparison_free(struct comparison *comparison);

/* "diff: a.jfr and b.jfr" */
void comparison_add_title(const struct command *command, const struct comparison *comparison,
                          struct text *out);
/* "Warning: ..." for each, a line each. */
void comparison_add_warning_lines(const struct comparison *comparison, struct text *out);
/* The field "warnings". */
void comparison_add_warnings(const struct comparison *comparison, struct sheet *sheet);
/* "a.jfr", "a.jfr and 2 more": the recordings of a side. */
void comparison_add_name(const struct comparison *comparison, int side, struct text *out);
