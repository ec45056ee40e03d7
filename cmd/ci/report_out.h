/* The report of a CI job: what each recording says, as index.html, summary.md and summary.json.
 *
 *   report_entry for each recording, found_crash for each log --> one of the three
 *
 * Worst first: what a rule warned about, then what could not be read, then the rest by title.
 */
#pragma once

#include "analyzers/rules/rule.h"
#include "cmd/ci/verdict.h"
#include "cmd/write/format.h"

/* What index.html and summary.md both say of a recording. */
#define REPORT_REPOSITORY \
    "This is the repository of a JVM that was killed or crashed: it was read as far as it goes."
#define REPORT_PROFILE                                                                         \
    "This is a profile, samples that were summed up: it has no times, so it is judged by the " \
    "shares of its methods."
#define REPORT_NO_SAMPLES \
    "There are no samples of the wanted kind in it (execution samples, or what --event names)."

struct report_method {
    char *name;
    uint64_t self, total; /* samples */
};

struct report_finding { /* of one rule */
    const struct rule *rule;
    enum rule_severity severity;
    double score; /* or missing */
    char *text;   /* in a line; NULL: nothing could be read */
};

struct report_entry {
    const struct found_recording *recording;
    char *page;          /* name of its file beside index.html; NULL: none could be made */
    char *error;         /* why nothing could be read of it, or NULL */
    char *event;         /* what was taken, or NULL: no samples */
    char *others;        /* what else has stack traces, or NULL */
    char *host;          /* HOSTNAME of its environment: of a container, the pod's name; or NULL */
    char *jvm;           /* "OpenJDK 64-Bit Server VM 17.0.15+6", or NULL */
    const char *verdict; /* what became of the JVM (verdict.h), or NULL */
    char *why;           /* likewise: a sentence, or NULL */
    const struct found_crash *log; /* that the JVM wrote, or NULL */
    int64_t pid;                   /* of the JVM, or missing */
    bool partial;                  /* something of it was lost, or its JVM left it unfinished */
    uint64_t samples, without_stack, truncated, lost_bytes, lost_samples;
    bool has_cause;                        /* the worst finding is one */
    enum rule_severity severity;           /* of the worst finding */
    double score;                          /* of that finding, or missing */
    size_t worst;                          /* that finding */
    ARRAY(struct report_finding) findings; /* of each rule, in their order */
    int64_t pauses_ns, longest_pause_ns;   /* of the collector; MISSING: it had none */
    uint64_t pauses;
    int64_t start_ns;    /* since the epoch; 0: not known */
    int64_t recorded_ns; /* of what was asked for, each moment once; 0: nothing could be read */
    /* Means, 0..1, or missing. */
    double paused;          /* share of the time that the collector stopped the JVM */
    double cpu;             /* of the JVM: share of all processors */
    double throttled;       /* share of the CPU periods that were cut short by the quota */
    double allocated_per_s; /* bytes, or missing */
    ARRAY(struct report_method) methods; /* hottest first */
    ARRAY(char *) notes;                 /* what was lost or left out */
    uint64_t more_notes;
};

struct report_out {
    const char *title;
    ARRAY(struct report_entry) entries; /* in the order shown, see report_sort */
    const struct found *found;
    const struct scan_report *scan; /* of the search: what could not be read at all */
    size_t pages;                   /* for so many alone; 0: for all */
};

/* Gives each entry its page's name, made of its title: plain characters, each name once whatever a
 * file system thinks of upper case, none of them index.html or hidden. In the order of the entries.
 */
void report_name_pages(struct report_out *report);
/* Adds what a rule found; takes the text. */
void report_add_finding(struct report_entry *entry, struct report_finding finding);
/* The cause that an overview begins with, one of the findings: it is the worst, whatever is found
 * of settings and of what is outside. severity: of the cause. */
void report_set_cause(struct report_entry *entry, size_t finding, enum rule_severity severity);
/* The finding that the entry's severity and score are of, if it is worth a look; or NULL. */
const struct report_finding *report_worst(const struct report_entry *entry);
/* What index.html and summary.md say of the rules: what is worth a look, else the first. */
bool report_shows(const struct report_entry *entry, size_t finding);
/* What both say of it in a word: "warning", "not read". */
const char *report_word(const struct report_entry *entry);
/* Below 0: x is worse, or as bad and before the other by its title. */
int report_compare(const struct report_entry *x, const struct report_entry *y);
/* Worst first. */
void report_sort(struct report_out *report);
void report_out_free(struct report_out *report);

/* "3 recordings, 1 profile, 1 with a warning, 1 could not be read, 1 crash log" */
void report_add_verdict(const struct report_out *report, struct text *out);

/* index.html, summary.md or summary.json. Markdown fits into limit bytes (0: no limit): sections
 * are left out whole, from the end, and it says which. Nothing at all is added if not even that
 * fits. */
void report_write(const struct report_out *report, enum format format, size_t limit,
                  struct text *out);
