/* A rule: what it needs of a recording, how it judges, and what it says. A finding: what it said of
 * one recording.
 *
 *   rule_input --rule_judge--> finding --cmd/sheets/finding.h--> text, JSON, page, report
 *
 * A rule is a row of data, which heap.rules defines (rows.awk has its language), and a function, in
 * heap.c beside it. Texts are data of the row, and values stand in braces:
 *
 *   "{method} waited for {longest_ns} in {window.count}.[ It held {monitor}.]"
 *
 *   {key}       a value that the row declares, written as its kind says; or what every finding may
 *               have: {method}, {thread}, {from}, {length}, {unmet}
 *   [one|two]   the first whose values are all there; nothing if there is none
 *   a line      is left out if one of its values is not there, outside of brackets
 *
 * A finding owns its texts and lists; its frame and thread are indices into the profile that was
 * judged. Nothing here fails: what cannot be judged is a finding, too (RULE_NA). */
#pragma once

#include "analyzers/facts/ends.h"
#include "analyzers/facts/facts.h"
#include "analyzers/profile/profile.h"
#include "analyzers/rules/census.h"
#include "analyzers/tables/table.h"

enum rule_severity { RULE_NA, RULE_OK, RULE_INFO, RULE_WARNING };

/* "NA", "OK", "INFO", "WARNING". */
const char *rule_severity_name(enum rule_severity severity);
struct rule;
/* What findings of the rule are called where they are read as causes. */
const char *rule_cause(const struct rule *rule);

/* Most of each that a row has. */
enum { RULE_NEEDS = 6, RULE_OPTIONS = 4, RULE_VALUES = 28 };

/* What a row has of them, ended by one without a name: as long as needed, for each pointer of a row
 * is written when the program starts. */
#define RULE_LIST(kind, ...)       \
    (const struct rule_##kind[]) { \
        __VA_ARGS__, {             \
            0                      \
        }                          \
    }

enum rule_group { /* what a performance engineer would look at together */
                  RULE_OTHER,
                  RULE_CPU,
                  RULE_SAMPLES,
                  RULE_COLLECTOR,
                  RULE_LOCKS,
                  RULE_IO,
                  RULE_ALLOCATION,
                  RULE_EXCEPTIONS,
                  RULE_SAFEPOINTS,
                  RULE_MEMORY,
                  RULE_LOSSES,
};

enum rule_kind {            /* of a value, with what people read; JSON has the bare number */
                 RULE_FLAG, /* nothing, be it there or not: for lines and brackets that depend on it
                             */
                 RULE_COUNT,    /* "1,234", or with a noun "1,234 samples" */
                 RULE_ESTIMATE, /* likewise, though it may have a fraction */
                 RULE_PERCENT,  /* "12.5 %" */
                 RULE_NS,       /* a span of time: "1.5 s" */
                 RULE_BYTES,    /* "4.2 MB" */
                 RULE_TEXT,     /* made harmless for a terminal */
                 RULE_PATH,     /* frames, the innermost first: "a.B.d -> a.B.c" */
                 RULE_OTHERS,   /* what else was found, each as rule.other says it */
};

/* What is to blame. */
enum culprit_kind {
    CULPRIT_NONE,
    CULPRIT_METHOD,
    CULPRIT_PACKAGE,
    CULPRIT_LIBRARY,
    CULPRIT_LOCK,
    CULPRIT_HOST,
    CULPRIT_FILE,
    CULPRIT_CLASS,
    CULPRIT_POOL, /* of threads */
    CULPRIT_SETTING,
    CULPRIT_OUTSIDE /* of the process: it is context, and no WARNING */
};

/* What a cost is a share of: "if it were gone, at most so much of that". */
enum cost_of {
    COST_OF_NOTHING, /* it is not known */
    COST_OF_CPU,     /* the CPU time of the program (cpu.h) */
    COST_OF_PROCESS, /* the CPU time of the process: that of the JVM's own threads as well */
    COST_OF_TIME,    /* the time recorded, in which everything stood still */
    COST_OF_WAITERS, /* the time of the threads that waited, less what they waited for work */
};

struct rule_value {  /* declares what findings of the rule may hold */
    const char *key; /* "longest_ns"; "window.count" is "count" in the object "window" of JSON */
    enum rule_kind kind;
    const char *noun; /* of counts, one of them; of percents of the time of one of them, which
                         people read as how many there were on average ("6.6 threads"); or NULL */
    int digits;       /* of percents, behind the point */
    bool for_text;    /* is nothing for programs: not in JSON */
};

struct rule_setting { /* of an option: the number of RULE_NS, RULE_COUNT, RULE_BYTES, the text of
                         RULE_TEXT */
    int64_t number;
    const char *text;
    double real; /* of RULE_PERCENT and RULE_ESTIMATE */
};

struct rule_option {
    const char *name; /* as on the command line, without the hyphens */
    enum rule_kind kind;
    struct rule_setting initial;
    int64_t least;                                            /* number that makes sense */
    bool (*check)(const char *text, struct jfr_error *error); /* or NULL */
};

/* AVAILABLE: an event of the type is there. ENABLED: one is there, or the type was asked for and
 * those of its kind were written, so that there was none to write. PAUSES: likewise, or facts have
 * pauses of another type. Of types that are not those of
 * the samples and that the rule does not wish for, it is not known. */
struct rule_need {
    const char *event;
    enum rule_how { RULE_ENABLED, RULE_AVAILABLE, RULE_PAUSES } how;
};

struct rule_lack {            /* what would have told more of a finding, had it been recorded */
    const char *event, *what; /* "which they are, and where they are thrown" */
};

struct rule_outcome { /* what a finding rests on, or why there is none */
    const char *name; /* "no-samples", for programs */
    const char *text; /* a paragraph a line */
};

struct finding;

struct rule_input {
    const struct profile *profile; /* PROFILE_SAMPLES, sorted */
    const struct facts *facts;     /* finished */
    const struct tables *tables;   /* finished; NULL: no rule wishes for one */
    const struct census *census;   /* finished; NULL: which events there are is not known */
    const char *event;             /* what the samples are of; NULL: there are none */
    int64_t start_ns;              /* of the recording, or of what is looked at; 0: not known */
    int64_t recorded_ns;           /* how long was recorded of that; 0: not known */
    bool has_window;               /* events before and after it are not judged */
    int64_t window_from_ns, window_to_ns; /* [from, to) */
    const struct ends *as_jmc; /* of all events: MethodProfiling judges with the oddities of JDK
                                  Mission Control; NULL: without */
    struct busy *busy;         /* what several rules find out (busy.h); NULL: each on its own */
    const struct rule_setting *settings; /* parallel to the options; rule_judge sees to it */
};

struct rule {
    const char *id;    /* JDK Mission Control's, if the rule is one of its */
    const char *name;  /* for people: "Method profiling" */
    const char *cause; /* likewise, of a finding that it makes: "Hot method"; NULL:
                          the name says it */
    const char
        *about; /* how it judges, and why so: its section of docs/rules.md; a paragraph a line */
    const char *topic;
    const struct rule_need *needs; /* RULE_LIST, or NULL: none; likewise below */
    struct wishes wishes;          /* tables that it judges, besides samples and facts */
    bool says_unmet; /* the rule is judged without what it needs, and says itself what is missing */
    const struct rule_option *options;
    const struct rule_value *values;
    /* The finding comes with the rule, RULE_NA and nothing else. */
    void (*judge)(const struct rule_input *input, struct finding *finding);
    unsigned of;     /* where several rules are judged alike, what tells this one from them */
    const char *see; /* the command that shows more, with its options: "gc"; NULL: none */
    /* Who is to blame, where the judge does not say it of each: a name for all findings, or a text
     * among the values; of a method the finding's frame. */
    struct rule_culprit {
        enum culprit_kind kind;
        const char *name;
        size_t value;
    } culprit;
    struct rule_cost { /* likewise what it costs: a percentage among the values, of CPU one of the
                          samples */
        enum cost_of of;
        size_t value;
    } cost;
    const struct rule_lack *lacks; /* the first that was not recorded is said */
    size_t figure;                 /* the value that says most */
    bool is_figure; /* its first two options, "info" and "warning", are thresholds of it */
    unsigned group; /* enum rule_group: what it is about, for the overview */
    const char *headlines[RULE_WARNING + 1]; /* by severity; NULL: the severity says enough */
    const char *other;                       /* of finding.others, a phrase */
    const struct rule_outcome *outcomes;
};

struct finding_value {
    bool given;
    union {
        int64_t number; /* counts, ns, bytes, flags */
        double real;    /* estimates, percents */
        char *text;
        struct {
            uint32_t *items;
            size_t len;
        } path;
    };
};

struct findings {
    struct finding *items;
    size_t len, cap;
};

struct finding {
    const struct rule *rule;
    enum rule_severity severity;
    const struct rule_outcome *outcome;
    const struct rule_need *unmet; /* what kept the rule from judging; or NULL */
    double score;                  /* 0..100, or missing */
    uint32_t frame, thread;        /* where to look: PROFILE_NONE: nowhere in particular */
    int64_t from_ns, to_ns;        /* when: both included; both 0: at all times */
    const struct rule_lack *lack;  /* of the rule's; NULL: nothing more is to be had */
    enum culprit_kind culprit_kind;
    char *culprit; /* name; NULL: none, or the frame */
    enum cost_of cost_of;
    double cost;   /* percent; missing: not known */
    double weight; /* by which it is placed, of the program's time: CPU as far as it ran; known of
                      what costs nobody knows how much, but so much at least */
    struct finding_value values[RULE_VALUES]; /* parallel to rule->values */
    struct findings others; /* of the same rule, less severe; without outcomes of their own */
};

/* The finding of nothing yet. */
struct finding finding_of(const struct rule *rule);
void finding_free(struct finding *finding);
void findings_free(struct findings *findings);

/* What the rule's figure comes to, as a number; missing: it is none, or not known. */
double finding_figure(const struct finding *finding);
/* The threshold of that name among the rule's options; missing: it has none. */
double rule_threshold(const struct rule *rule, const struct rule_setting *settings,
                      const char *name);

/* For judges: which value, by its place in the row. */
void finding_number(struct finding *finding, size_t value, int64_t number);
void finding_real(struct finding *finding, size_t value, double real);
/* NULL and "" are not known, and give nothing. */
void finding_text(struct finding *finding, size_t value, const char *text);
/* Takes the frames, which came from malloc. */
void finding_path(struct finding *finding, size_t value, uint32_t *frames, size_t len);

/* Who is to blame, and what it costs, where the row does not say it: name may be NULL. */
void finding_blame(struct finding *finding, enum culprit_kind kind, const char *name);
void finding_cost(struct finding *finding, enum cost_of of, double percent);
/* "method", "class"; NULL: nobody is. "cpu", "time", "waiters"; NULL: not known. */
const char *culprit_kind_name(enum culprit_kind kind);
const char *cost_of_name(enum cost_of of);

/* The settings that hold unless others are asked for: as many as there are options. */
void rule_defaults(const struct rule *rule, struct rule_setting settings[RULE_OPTIONS]);
/* The option whose setting makes no sense, with the reason in error; NULL: all are good. */
const struct rule_option *rule_misused(const struct rule *rule, const struct rule_setting *settings,
                                       struct jfr_error *error);

/* How many settings say that the type is enabled: each chunk says all of them again. */
size_t rule_enabled(const struct facts *facts, const char *event);
/* The first of the rule's needs that the recording does not meet, or NULL. */
const struct rule_need *rule_unmet(const struct rule *rule, const struct rule_input *input);

/* Judges. settings: NULL are the defaults. The finding is the caller's to free. */
void rule_judge(const struct rule *rule, const struct rule_input *input,
                const struct rule_setting *settings, struct finding *finding);
