/* The groups of options that commands share. Each counts from a small struct of its own, which a
 * command has as a member: {&options_input, AT(input)}. */
#pragma once

#include "analyzers/samples/selection.h"
#include "cmd/cli/options.h"
#include "cmd/write/format.h"
#include "parser/input/part.h"

struct input_options {
    uint64_t jobs; /* 0: one per processor */
    bool keep_duplicates, strict;
    struct input_share share; /* --part */
    const char *classify;     /* a file of names for stacks, or NULL */
};

struct message_options {
    bool quiet, no_progress;
    bool allow_empty; /* no result is a result, too */
};

struct window_options {         /* of commands that take events, but no samples */
    struct time_point from, to; /* begins in [from, to) */
    struct zone zone;           /* of these; ZONE_UNSAID: the recording's */
};

struct output_options {
    const char *path; /* NULL or "-": standard output */
    int format;       /* enum format; FORMAT_AUTO: see format_choose */
    int color;        /* enum color_when */
    struct message_options messages;
};

extern const struct option_group options_input;     /* of struct input_options */
extern const struct option_group options_share;     /* likewise: a part of it */
extern const struct option_group options_serial;    /* likewise: without threads */
extern const struct option_group options_selection; /* of struct selection: which samples */
extern const struct option_group options_events;    /* likewise: which events of any type */
extern const struct option_group options_window;    /* of struct window_options */
extern const struct option_group options_within;    /* likewise: of commands that reading_take */
extern const struct option_group options_rows;      /* likewise: how rows are made */
extern const struct option_group options_split;     /* likewise, and what tells samples apart */
extern const struct option_group options_format;    /* of struct output_options: sheets */
extern const struct option_group options_ndjson;    /* likewise: or an object a line */
extern const struct option_group options_pictures;  /* likewise: or a picture */
extern const struct option_group options_output;    /* of struct output_options */
extern const struct option_group options_messages;  /* of struct message_options */

/* The ends of tables of commands whose members have these names: what reads recordings; with
 * formats of sheets; about samples, with formats of sheets, with pictures, too;
 * about samples that are told apart by what they are about (--within, --by FIELD); about events
 * alone. */
#define READ_GROUPS                                               \
    {&options_input, AT(input)}, {&options_output, AT(output)}, { \
        NULL, 0                                                   \
    }
#define SHEET_GROUPS {&options_format, AT(output)}, READ_GROUPS
#define SAMPLES_TAKEN                      \
    {&options_selection, AT(selection)}, { \
        &options_rows, AT(selection)       \
    }
#define REPORT_GROUPS SAMPLES_TAKEN, SHEET_GROUPS
#define PICTURE_GROUPS SAMPLES_TAKEN, {&options_pictures, AT(output)}, READ_GROUPS
#define WITHIN_AND_SPLIT                                                     \
    {&options_within, AT(selection)}, {&options_selection, AT(selection)}, { \
        &options_split, AT(selection)                                        \
    }
#define SPLIT_GROUPS WITHIN_AND_SPLIT, SHEET_GROUPS
#define EVENT_GROUPS {&options_window, AT(window)}, SHEET_GROUPS

/* "2/8" into a struct input_share. */
bool options_parse_share(const char *text, void *field);
/* With --part the sizes of all inputs must be known. False: that of one is not: it was said. */
bool options_share_fits(struct input_share share, const struct text_list *paths);

/* What --format of options_ndjson may be. */
extern const struct option_choice options_ndjson_choices[];

/* The words of --by for what a row is, in the order of enum frame_by. */
extern const struct option_choice options_by_choices[];
