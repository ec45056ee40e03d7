/* The gate: rules about what may grow from base to new, and what became of each.
 *
 *   rules + sources (recordings read, by event type) --gate_evaluate--> outcomes and findings
 *
 * A rule fails if a limit is exceeded by what it allows for (its effect floor) and by more than
 * chance; p is adjusted for all that was tested by all rules together (Holm), so that significance
 * is the chance of a gate that fails for nothing. What does not fail passes only if it could have
 * failed: on few samples, or where the events were not recorded, nothing was shown either way.
 */
#pragma once

#include "analyzers/compare/diff.h"
#include "analyzers/facts/facts.h"
#include "analyzers/time/time_range.h"

enum gate_check {
    GATE_GROWTH,     /* of shares */
    GATE_SHARE,      /* of the new side, however it was before */
    GATE_ALLOCATION, /* of all that was allocated */
    GATE_LOCK_WAIT,  /* of all time waited for monitors and such */
    GATE_CPU_TIME,   /* of all CPU time that the JVM used, as jdk.CPULoad has it */
    GATE_RATE,       /* of how many events of a type there are */
    GATE_GC_PAUSE,   /* of all time that the JVM stood still, or of the longest pause */
    GATE_QUANTILE,   /* of how long events of a type take */
    GATE_FINDING,    /* what a rule of analyzers/rules says of the new side; whoever evaluates adds
                        these findings himself (gate_add_finding) */
};

/* Totals are amounts, not shares: sums per second recorded (or per event of another type), and how
 * long single events take. */
static inline bool gate_is_total(enum gate_check check) {
    return check >= GATE_ALLOCATION && check <= GATE_QUANTILE;
}

enum gate_scope { /* what a rule of shares is about, each on its own; GATE_PATTERN: all that match
                     together, each sample once */
                  GATE_METHODS,
                  GATE_CLASSES,
                  GATE_PACKAGES,
                  GATE_PATTERN,
};

struct gate_rule { /* MISSING_REAL: no such limit. Texts are the rules' */
    char *id;
    enum gate_check check;
    enum gate_scope scope;
    char *match;   /* regex over names, or NULL: all */
    char *event;   /* event type or short name, or NULL: the default */
    char *counted; /* GATE_RATE, GATE_QUANTILE: the event type */
    char *per;     /* totals: divided by how many events of this type there are; NULL: by seconds */
    char *finding; /* GATE_FINDING: the rule's id, */
    char *settings; /* its settings, "info=3%", a line each; or NULL */
    bool info;      /* INFO is enough, not only WARNING */
    bool self, values;
    bool longest;                 /* GATE_GC_PAUSE: the longest pause, not their sum */
    bool warning;                 /* does not fail the gate */
    double max_points, max_ratio; /* exceeded: both, of those that are given */
    double max_percent;           /* GATE_SHARE */
    double min_ratio;             /* GATE_RATE: what falls below it exceeds the limit */
    double max_growth;   /* totals: a second (bytes, seconds, events); of single events: seconds */
    double max;          /* totals: likewise, but of the new side alone */
    double quantile;     /* GATE_QUANTILE: 0..1 */
    double significance; /* 0.05 */
    uint64_t min_samples;
};

struct gate_rules {
    ARRAY(struct gate_rule) items;
};

/* Rules of zeros may be freed, too, here and below. */
void gate_rules_free(struct gate_rules *rules);
/* Does the rule compare with a base side? Limits of the new side alone do not. */
bool gate_needs_base(const struct gate_rule *rule);
/* A rule of that check without limits and texts, with what is usual elsewhere. */
struct gate_rule gate_rule_of(enum gate_check check);
/* What holds when no rules are given. */
void gate_default_rules(struct gate_rules *rules);

/* Tables of the event types that rules count, time or divide by. */
struct gate_wishes {
    ARRAY(struct wish) rows;
    ARRAY(char *) names;
    struct wishes wishes; /* for walk_join */
};

/* Must outlive the run. To be freed. */
void gate_wish(const struct gate_rules *rules, struct gate_wishes *wishes);
void gate_wishes_free(struct gate_wishes *wishes);

struct gate_said {               /* of a recording, besides samples; of the whole JVM */
    const struct facts *facts;   /* NULL: not known, nor are times */
    const struct tables *tables; /* that gate_wish asked for; NULL: nobody did */
    struct time_window window;   /* what is outside of it is not counted */
    bool of_jvm;                 /* samples are those of the JVM's own sampler */
};

struct gate_source {                         /* recordings of both sides, read for one event type */
    const char *event;                       /* as in the rule; NULL: the default */
    const struct diff_recording *recordings; /* frames by method or finer */
    const struct gate_said *said;            /* parallel */
    size_t len;
};

enum gate_verdict {
    GATE_PASSED,
    GATE_FAILED,
    GATE_INCONCLUSIVE, /* it did not fail, and that says little: see enum gate_why */
    GATE_NOT_CONFIRMED,
    GATE_NOT_JUDGED /* the rule compares, and there is no base side */
};

enum gate_why {           /* a rule is inconclusive */
                GATE_FEW, /* fewer samples (of a limit that is exceeded: events) than min_samples */
                GATE_NO_TIMES,     /* totals: a side is a profile, which has no times */
                GATE_NOT_RECORDED, /* totals: neither an event nor a setting that switches them on
                                    */
                GATE_TOO_SHORT,    /* totals: in so few seconds nothing is more than chance */
                GATE_NO_DURATION,  /* quantiles: the events are worth something else */
                GATE_NOTHING_TO_DIVIDE, /* totals: a side has no event of rule->per */
                GATE_RUNS, /* outcome->doubt is more than chance, but not more than two runs of an
                              unchanged program may differ by */
};

struct gate_finding { /* something that exceeds a rule's limit by more than chance */
    size_t rule;
    char *name; /* as shown: with parameter types, where another one that was tested has its name */
    char *key;  /* which it is, whatever else was tested: the name and the descriptor */
    char *class_name, *method, *descriptor, *package; /* "" where there is none */
    double base, fresh; /* share 0..1; totals: a second; MISSING_REAL: not there */
    double change, ratio;
    double low, high;   /* confidence interval of the change; MISSING_REAL: none */
    double p, adjusted; /* one-sided; MISSING_REAL: no test is needed */
    bool confirmed;     /* false: it was not found again */
    char *words;        /* GATE_FINDING: what was found; else NULL */
};

struct gate_outcome { /* of each rule */
    enum gate_verdict verdict;
    enum gate_why why;          /* GATE_INCONCLUSIVE */
    struct gate_finding *doubt; /* GATE_RUNS: the worst; else NULL */
    int side;                   /* of why, where it is one side's: 0 is base */
    uint64_t samples[2];
    size_t tested; /* rows, or 1 */
    double
        detectable; /* points that a row at 10 % would have had to grow; MISSING_REAL: not said */
    double base, fresh; /* totals and patterns; else MISSING_REAL */
    char *words;        /* GATE_FINDING: what the rule says, whatever it found */
};

struct gate_result {
    ARRAY(struct gate_outcome) outcomes; /* parallel to the rules */
    ARRAY(struct gate_finding) findings; /* by rule, worst first */
    bool failed;                         /* a rule that is no warning did */
    bool inconclusive;                   /* none did, and one that is no warning is inconclusive */
};

/* The odds of a method's share among the samples of the JVM's own sampler differ from run to run of
 * an unchanged program by so much beyond sampling (a standard deviation; docs/gate.md has what was
 * measured). One recording a side does not show it. */
#define GATE_RUNS_DIFFER 0.10

/* Regexes of rules must be right (gate_check_pattern). Sources must hold every event that rules
 * name. */
void gate_evaluate(const struct gate_rules *rules, const struct gate_source *sources,
                   size_t source_count, struct gate_result *result);
/* Of a rule of GATE_FINDING: what was found of the new side; broken: that fails it. */
void gate_add_finding(const struct gate_rules *rules, size_t rule, const char *words, double figure,
                      bool broken, struct gate_result *result);
/* Findings that again does not have are not confirmed; rules left without any do not fail. */
void gate_confirm(const struct gate_rules *rules, struct gate_result *result,
                  const struct gate_result *again);
void gate_result_free(struct gate_result *result);

/* False: error says what is wrong with the regex. */
bool gate_check_pattern(const char *pattern, struct jfr_error *error);
