/* What commands do with recordings: read samples, say what was found, decide the exit code.
 *
 *   options --reading_for--> struct reading --reading_take--> samples in it --> analyzers, writers
 */
#pragma once

#include "analyzers/samples/samples.h"
#include "cmd/cli/command.h"
#include "cmd/cli/progress.h"
#include "cmd/read/groups.h"
#include "cmd/write/sheet.h"

struct reading {
    /* what the user asked for; borrowed from the options */
    struct text_list paths;
    const struct input_options *input;
    const struct selection *selection; /* open; NULL: the command has none */
    const struct message_options *messages;
    const char *leave_out;        /* NULL, or: a file that is left out where a folder has it */
    bool shows_cpu, shows_pauses; /* of threads, of the JVM: are an answer without samples, too */
    bool none_is_fine;            /* no sample is an answer: EXIT_OK, and nothing is said */
    bool unread_is_fine;          /* so is no recording at all */
    bool waits_for_picture;       /* somebody does: that it is read is shown sooner */
    struct walk_run run;          /* readers that joined it take part in reading_take */
    struct within within;         /* of --within and --outside, see within.h */
    struct selection narrowed;    /* likewise: the selection then points here */
    /* what was read */
    struct samples *samples; /* NULL for a summary */
    struct scan_report report;
    struct progress progress;
};

/* What the groups of the command's options say of it; nothing is read yet. */
struct reading reading_for(const struct command *command, struct option_base *options);
/* How inputs are to be read; progress is shown until reading_done. Points into the reading. */
struct scan_options reading_scan(struct reading *reading);
/* Clears the progress bar and says on stderr what was lost and which inputs could not be read.
 * EXIT_OK, or the exit code to end with: nothing at all could be read. */
int reading_done(struct reading *reading);

/* Reads the samples that the options ask for and says on stderr which event type they are of.
 * EXIT_OK: go on; else the exit code to end with, the sentence has been said. With --allow-empty
 * there may be no sample. */
int reading_take(const struct needs *needs, struct reading *reading);
/* Says on stderr what is wrong with the samples: what they lack, how they are biased. */
void reading_say_samples(const struct reading *reading);
/* Says why there is no sample, and what there is. EXIT_NOTHING, or EXIT_OK with --allow-empty. */
int reading_say_nothing(const struct reading *reading);
/* For pictures: what was read ("rec.jfr", "a.jfr and 2 more"), and "jdk.ExecutionSample, 754
 * samples, 8.1 s". Raw names: writers escape. */
void reading_add_title(const struct reading *reading, struct text *title);
void reading_add_subtitle(const struct reading *reading, struct text *subtitle);
/* Was anything of the input lost, left unfinished, or not readable? */
bool reading_is_partial(const struct reading *reading);
/* The exit code of a command that did its work: EXIT_PARTIAL if a recording could not be read at
 * all or, with --strict, if anything of the input was lost; else EXIT_OK. */
int reading_exit_code(const struct reading *reading);
/* What the samples are, in a line or two for the end of a report. */
void reading_add_footer(const struct reading *reading, struct text *out);
/* The same as fields for programs. */
void reading_add_fields(const struct reading *reading, struct sheet *sheet);
void reading_free(struct reading *reading);
