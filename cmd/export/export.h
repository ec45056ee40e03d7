/* Exports: recordings in the formats of other programs, one command for all of them.
 *
 *   name of the file, --to  -->  a row of the table (export.c)  -->  write   bytes to the sink
 *                                                                -->  through another command
 *
 * A format is a source file with its row, a line in export.c, and its endings. Those whose command
 * is here already (profile, collapsed, flame, events) are a row alone, see through.c.
 */
#pragma once

#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/write/deflate.h"

struct export;

struct export_format {
    const char *name; /* cmd/write/endings.c has what files are called */
    const char *help; /* for the list of values of --to */
    /* Reads for itself and adds to export->sink. EXIT_OK, or the code to end with: it has been
     * said. NULL: */
    int (*write)(struct export *export);
    const struct command *command; /* that writes it */
    enum format format;            /* that it writes; FORMAT_AUTO: as its output is called */
    bool prunes;                   /* knows --min-share */
    bool counts;                   /* knows --measure */
    bool binary;                   /* nothing for a terminal */
    uint64_t large;      /* bytes, unpacked, from which on the viewer has trouble; 0: never */
    const char *viewer;  /* "the Firefox Profiler" */
    const char *smaller; /* what to do about it; NULL: the usual */
};

/* Ends with NULL. */
extern const struct export_format *const export_formats[];

struct export_options {
    struct option_base base;
    struct export_target { /* --to says a format or a time, see cmd/export.c */
        const struct export_format *format;
        struct selection selection;
    } target;
    struct input_options input;
    struct output_options output;
    int measure; /* enum measure */
    double min_share;
    uint64_t max_events;
};

/* Where an export goes: added to a text, written out in pieces, packed with gzip or as it is. */
struct sink {
    struct text text; /* what comes next */
    struct output *output;
    struct gzip *gzip;       /* NULL: as it is */
    uint64_t bytes, written; /* that went through, and what became of them */
};

struct export {
    struct answer *answer;
    const struct export_options *options;
    const struct export_format *format;
    struct sink sink;
};

/* Is that more, unpacked, than the viewer opens? The sentence says so, and what helps. */
bool export_is_large(const struct export_format *format, uint64_t bytes, struct text *sentence);
/* The bytes of the command that knows the format. */
int export_through(const struct export_format *format, struct export_options *options);

/* Now and then: sends the text on when there is enough. False: it cannot be written. */
bool sink_step(struct sink *sink);
