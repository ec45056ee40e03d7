/* What is said on stderr about the input: what was lost, which event types there are. */
#pragma once

#include "analyzers/samples/samples.h"
#include "analyzers/walk/gaps.h"

/* "rec.jfr: at byte 123456: ...", as one line of notes and warnings shows it. */
void note_add(struct text *out, const struct scan_note *note);
/* "nothing is recorded behind chunk 1, from ... to ... (40.0 s): ..." */
void note_add_gap(struct text *out, const struct gap *gap);
/* What could not be read, as errors, all of it, with its count; then the rest as notes, a line for
 * each recording and kind of loss, ten at most. */
void notes_say(const struct scan_report *report);
/* How many inputs could not be read at all. */
size_t notes_unread(const struct scan_report *report);

/* Which type was taken by the default rule, if somebody might expect another. */
void notes_remark_taken(const struct samples *samples);
/* That the samples that were taken favour places near safepoints, if they do. */
void notes_say_biased(const struct samples *samples);
/* That samples of two kinds have one name, or that nothing says of which they are. */
void notes_say_clocks(const struct samples *samples);
/* "jdk.ExecutionSample 1,234, jdk.JavaMonitorEnter 12 and 3 more types": those that were not
 * taken (all, if taken_too). Returns false and appends nothing if there are none. */
bool notes_add_types(struct text *out, const struct samples *samples, bool taken_too);
/* Errors for --event types that do not occur, with what may have been meant. True: one of them is
 * near to a type that does, or is none that this program knows, and is not known to the recording.
 */
bool notes_say_missing_types(const struct samples *samples);
/* That nothing of the recording is in the window. False: something is. */
bool notes_say_outside(const struct time_window *window, const struct zone *zone,
                       const struct scan_report *report);
/* Why no sample is left: what is covered, threads, states and methods there, or filters. */
void notes_say_nothing_left(const struct samples *samples, const struct selection *selection,
                            const struct scan_report *report);
