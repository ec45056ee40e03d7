/* The options that commands share, in groups, and what to do with them: read samples, say what was
 * found, decide the exit code.
 *
 *   argv --options_parse--> common_options --reading_take--> struct reading --> analyzers, writers
 */
#ifndef CMD_READ_COMMON_H
#define CMD_READ_COMMON_H

#include "analyzers/samples/samples.h"
#include "cmd/cli/command.h"
#include "cmd/cli/output.h"
#include "cmd/cli/progress.h"

enum format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV, FORMAT_MARKDOWN };

/* A command's own options struct starts with this one. */
struct common_options {
    struct option_base base;
    /* input */
    uint64_t jobs; /* 0: one per processor */
    bool keep_duplicates, strict;
    /* selection */
    struct option_list events, states, include, exclude;
    const char *thread;
    struct time_point from, to;
    /* rows */
    int by; /* enum frame_by */
    bool frame_type, hidden, raw_names;
    int measure; /* enum measure, of commands that have MEASURE_ROW */
    /* output */
    int format; /* enum format */
    const char *output;
    int color; /* enum color_when */
    bool quiet, no_progress, allow_empty;
};

extern const struct option_group option_group_input, option_group_selection, option_group_rows,
    option_group_format, option_group_output;

struct cJSON;

struct reading {
    struct samples *samples; /* NULL for a summary */
    struct scan_report report;
    struct progress progress;
};

/* How the inputs are to be read; progress is shown until reading_done. The result points into both
 * arguments. */
struct scan_options reading_scan(const struct common_options *options, struct reading *reading);
/* Clears the progress bar and says on stderr what was lost and which inputs could not be read.
 * EXIT_OK, or the exit code to end with: nothing at all could be read. */
int reading_done(struct reading *reading);

/* What a command wants to know of samples beyond what the user's options say. */
struct reading_wants {
    unsigned keep;      /* PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES */
    int64_t time_grain; /* of samples_options, likewise the others */
    bool thread_roots, values, clusters, origin, modules;
    bool finest;    /* frames by line and type, whatever --by says; see profile_project */
    bool bytecodes; /* ... by bytecode index too */
    bool types;     /* ... frame types told apart, whatever --frame-type says */
    bool times;     /* samples without a time are of no use */
    const struct facts_options *facts;
    bool none_is_fine; /* nothing there is an answer: EXIT_OK, and nothing is said */
};

/* The same for samples_read and samples_check. Points into options. */
struct samples_options reading_selection(const struct common_options *options,
                                         const struct reading_wants *wants);
/* Reads the samples that the options ask for and says on stderr which event type they are of.
 * EXIT_OK: go on; else the exit code to end with, the sentence has been said. With --allow-empty
 * there may be no sample. */
int reading_take(const struct command *command, const struct common_options *options,
                 const struct reading_wants *wants, struct reading *reading);
/* For pictures: what was read ("rec.jfr", "a.jfr and 2 more"), and "jdk.ExecutionSample, 754
 * samples, 8.1 s". Raw names: writers escape. */
void reading_add_title(const struct common_options *options, struct text *title);
void reading_add_subtitle(const struct reading *reading, struct text *subtitle);
/* The exit code of a command that did its work: EXIT_OK or, with --strict, EXIT_PARTIAL. */
int reading_exit_code(const struct common_options *options, const struct reading *reading);
/* Ends a command that reads: code is EXIT_OK if the result is in output, which is closed then, and
 * else what became of it. Frees the reading; returns the exit code. */
int reading_finish(const struct common_options *options, struct reading *reading,
                   struct output *output, int code);
/* What the samples are, in a line or two for the end of a report. */
void reading_add_footer(const struct reading *reading, struct text *out);
/* The same as keys of an object of JSON. */
void reading_add_json(const struct reading *reading, struct cJSON *object);
void reading_free(struct reading *reading);

/* Short names of event types, for completion. */
const struct option_choice *event_choices(void);

#endif
