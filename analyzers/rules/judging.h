/* What judges share: a figure against its two thresholds, intervals of time, windows.
 *
 * A rule with a figure has it as its value `figure`, and its first two options are the thresholds
 * "info" and "warning", of the same kind: from there on it is INFO (score 25) and WARNING (75).
 * Without "warning" it is INFO at most. */
#pragma once

#include "analyzers/rules/rule.h"
#include "analyzers/rules/score.h"
#include "analyzers/rules/series.h"
#include "analyzers/time/time_point.h"

/* Judges the figure, which becomes the value; the outcome is the rule's first. What is missing is
 * not judged. */
void judge_figure(const struct rule_input *input, struct finding *finding, double figure);
/* INFO at most: it is too little to say more, or comes from something else that is said. */
void judge_cap(struct finding *finding);
/* WARNING: it costs too much to be less. */
void judge_raise(struct finding *finding);
/* It is OK, whatever the figure: there is too little of it to tell, or it does not matter. */
void judge_as_fine(struct finding *finding);
/* Without a score: the severity, and the rule's outcome of that number. */
void judge_as(struct finding *finding, enum rule_severity severity, size_t outcome);
void judge_window(struct finding *finding, int64_t from_ns, int64_t to_ns);
/* The cost of what everything stood still for so long. */
void judge_cost_of_time(const struct rule_input *input, struct finding *finding, double ns);
/* Until the last thread had stopped, safepoint by safepoint. */
struct series judge_syncs(const struct rule_input *input);
/* Names behind each other, "a, b". judge_list: with any they are the value, and the finding is of
 * that severity with the rule's first outcome; without, it is OK with the second. Frees the list.
 */
void judge_list_add(struct text *list, const char *word, size_t len);
void judge_list(struct finding *finding, struct text *list, size_t value,
                enum rule_severity severity);
/* Of the old generation, "SerialOld"; empty: not known. */
const char *judge_old_collector(const struct rule_input *input);

/* What is judged, both ends in it. */
struct time_window judge_times(const struct rule_input *input);
/* How long was recorded, at least 1 ns; when the recording begins and ends. */
double judge_seconds(const struct rule_input *input);
/* What the heap may have, bytes (-Xmx); MISSING: not recorded. */
int64_t judge_heap_limit(const struct rule_input *input);

struct interval {
    int64_t from_ns, to_ns;
};
struct intervals {
    struct interval *items;
    size_t len, cap;
};
/* Rows of the series that take time; only (or NULL) says which. */
void intervals_add(struct intervals *all, const struct series *series);
/* GC pauses, as facts have them and gc shows them: where there are no phases, of collections. */
const struct fact_pause *judge_pauses(const struct rule_input *input, size_t *count);
void intervals_add_pauses(struct intervals *all, const struct rule_input *input);
/* Sorts them, and joins what overlaps: after that no moment counts twice. */
void intervals_unite(struct intervals *all);
double intervals_ns(const struct intervals *all);
/* The span of at most that length in which they take most; the share of it, 0..1. A recording that
 * is shorter is one window. */
double intervals_worst(const struct rule_input *input, const struct intervals *all,
                       int64_t window_ns, int64_t *from_ns, int64_t *to_ns);

/* Durations: a percentile, 0 of none; what stays of the numbers is no use. */
int64_t judge_percentile(int64_t *numbers, size_t len, double percent);
int64_t *judge_durations(const struct series *series); /* to be freed */
/* The row that took longest; SIZE_MAX: there is none. */
size_t judge_longest(const struct series *series);

/* A sum by key (the number of a text, a thread, a stack), largest first. */
struct tally {
    uint64_t key, count;
    double sum;
};
struct tallies {
    struct tally *items;
    size_t len, cap;
    struct map index;
};
/* Adds one event of that value to those of key. */
void tallies_add(struct tallies *all, uint64_t key, double value);
/* So many values, which come to the sum. */
void tallies_add_many(struct tallies *all, uint64_t key, uint64_t count, double sum);
void tallies_sort(struct tallies *all);
/* Sorts them; the name of the one with most is the value, if it has one. */
void judge_name_most(struct finding *finding, size_t value, struct tallies *of,
                     const struct strings *names);
void tallies_free(struct tallies *all);

/* "web-*" into the value, if all of the threads have names that differ in numbers only. */
void judge_name_pool(const struct rule_input *input, const struct tallies *threads,
                     struct finding *finding, size_t value);
/* "app.Main.run (Main.java...)": the first frame that is not of the platform, else the first; into
 * the value, if there is a stack. Who asks for it (sites_caller) into the next value, if that is
 * for a caller, and who asks the caller through a library into the one after that ("asked_by"). */
void judge_site(struct finding *finding, size_t value, const struct series *series, size_t column,
                size_t row);

/* What a test says of the row's stack; of each different one it is asked once, for there are
 * millions of rows and few stacks. known: zeroed before the first row, to be freed. */
bool judge_stack(struct map *known, const struct series *series, size_t column, size_t row,
                 bool (*test)(const struct series *series, size_t column, size_t row));
/* What most of the bytes are that are allocated (class), where, and how much of them (percent), to
 * the finding's values from `first` on, in this order: that is what is collected. Nothing is set if
 * no samples of allocation are recorded. */
void judge_name_allocated(const struct rule_input *input, struct finding *finding, size_t first);

/* A boolean flag of the JVM: 1, 0; -1: not recorded. A size flag: JFR_NULL_INT. */
int judge_flag(const struct rule_input *input, const char *name);
const char *judge_property(const struct rule_input *input, const char *key);

/* The samples, if they are of threads that run; else none: who only waits in native code, or is
 * looked at whatever it does, takes no CPU. */
const struct profile *judge_running(const struct rule_input *input);
/* Of the tables; JFR_NULL_ID is none. */
bool judge_is_virtual(const struct rule_input *input, uint64_t thread);
/* A park of the series that its time-out ended. */
bool judge_timed_out(const struct series *parks, size_t row);
/* How many processors the JVM used, on average; or missing. */
double judge_processors_used(const struct rule_input *input);
/* Does the JVM's sampler meet all that runs Java code? It looks at few threads at a time. */
bool judge_meets_all(const struct rule_input *input);
/* Of the time recorded, in which all processors were taken, by whomever: 0..1. */
double judge_taken(const struct rule_input *input);
/* Does a collector of that name, which may be NULL, collect the whole heap while all threads stand
 * still? */
bool judge_is_full(const char *collector);
/* GC pauses, as a share of the time. */
double judge_paused_percent(const struct rule_input *input);
/* What the settings say of the event type last; NULL: nothing. */
const char *judge_setting(const struct facts *facts, const char *event, const char *name);
/* From how long on events of the type were recorded at last, ns; MISSING: that is not known. */
int64_t judge_threshold(const struct rule_input *input, const char *event);
/* "100/s", if the JVM records so many of them at most, and as many there are: how many it left out
 * is not known. Else NULL. */
const char *judge_throttle(const struct rule_input *input, const struct series *series,
                           const char *event);
/* What a sample stands for, ns: what the recording says of their event type, else the usual. */
int64_t judge_period(const struct rule_input *input);
/* How long a thread was where so many samples of native code met it, ns. The JVM looks at one
 * thread in native code at a time, in turn: the one that is met most often is there all the time,
 * as far as anybody knows (as in the account). met: all of them by thread, most first. */
double judge_native_ns(const struct rule_input *input, const struct tallies *met, double samples);
/* Is it sure that the part of all samples is so many percent at least? A hundred samples are taken
 * for it as they are; of fewer, 30 at least, the share has to be larger than chance makes it (by
 * the lower end of its 95 % interval). */
bool judge_is_sure(double part, double all, double percent);
/* Threads of the samples -> those of the tables, by name and ids, or by a name that one has;
 * MISSING_ID: it is in none. To be freed. */
uint32_t *judge_threads(const struct rule_input *input);

/* How a size changed: least squares over the rows for which it is known, from the first of them at
 * or after since_ns. */
struct growth {
    size_t points;
    double per_second;  /* bytes */
    double first, last; /* bytes */
    double correlation; /* with time, -1..1 */
    int64_t from_ns, to_ns;
};
/* when: a column whose text has to be "After GC"; SIZE_MAX: any row. */
struct growth judge_growth(const struct series *series, size_t size, size_t when, int64_t since_ns);
/* When most classes were loaded: what grew before that was start-up. */
int64_t judge_warm_since(const struct rule_input *input);
