/* Where a command's result goes: standard output, or the file of --output.
 *
 *   output_open -> output_add* -> output_close     all went well: the file appears, complete
 *                              -> output_discard   it did not: nothing is left behind
 *
 * A file is written without a name, or where that is not possible under a temporary one, and
 * renamed at the end, so that neither a failed run nor a signal leaves half a file. Devices and
 * pipes are written directly.
 */
#pragma once

#include "base/text.h"

#include <stdio.h>

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct output {
    FILE *file;
    char *path;      /* as given; NULL: standard output */
    char *target;    /* path with symbolic links followed: what is replaced in the end */
    char *temporary; /* NULL when the path is written directly, or: */
    bool nameless;   /* the file gets its temporary name when it is complete */
    bool terminal;
    bool color;
    bool utf8;   /* the locale has block characters and "µs" */
    int columns; /* lines may be this long; 0: no limit */
    int lines;   /* of the terminal's window; 0: there is none */
    int failed;  /* errno of the first write that failed */
};

/* Should there be colors, in what goes to a terminal or does not? */
bool output_wants_color(enum color_when color, bool terminal);
/* What the outputs of this run are made of, until NULL: their files get no more rights than the
 * strictest of these paths has. The list may grow. */
void output_made_of(const struct text_list *paths);
/* path NULL or "-": standard output. False: the sentence has been said on stderr. */
bool output_open(struct output *output, const char *path, enum color_when color);
/* A file of a folder that is ours to fill: what stands there is replaced, whatever it is; no link
 * is followed, no pipe is waited for. */
bool output_open_in_folder(struct output *output, const char *path);
/* Makes the folder that --output names, unless it is there. False: the sentence has been said; what
 * is for whom it is: "the report". */
bool output_make_folder(const char *folder, const char *what);
void output_add(struct output *output, const void *bytes, size_t len);
/* Adds the text and empties it. */
void output_flush_text(struct output *output, struct text *text);
/* False: something could not be written; it has been said on stderr and no file is left. */
bool output_close(struct output *output);
void output_discard(struct output *output);
/* What may be done in a signal's handler, before the program ends: no temporary file stays. */
void output_abandon(void);
/* All of it: opened, the text added, closed. Frees the text. */
bool output_write(const char *path, struct text *text);
bool output_write_in_folder(const char *path, struct text *text);
