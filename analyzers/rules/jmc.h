/* What JDK Mission Control's rules come to: its 70 formulas with their oddities, for those who
 * compare. Severity and score alone; the words are those of our own rules.
 *
 * Its rules see events in the way its parser stores them, and some formulas follow from that:
 * pauses in lanes, values as whole seconds and MiB, windows of a minute over a recording of one. */
#ifndef ANALYZERS_RULES_JMC_H
#define ANALYZERS_RULES_JMC_H

#include "analyzers/rules/rule.h"
#include "analyzers/rules/score.h"
#include "analyzers/rules/series.h"

struct jmc_verdict {
    enum rule_severity severity;
    double score; /* or missing */
    bool ignored; /* its severity "IGNORE": the rule is not for this recording */
};

struct jmc_formula {
    const char *id;
    struct rule_need needs[RULE_NEEDS];
    bool after_collections; /* only where there are garbage collections */
    struct jmc_verdict (*judge)(const struct rule_input *input);
};

/* NULL: the rule is none of its. MethodProfiling judges itself. */
const struct jmc_formula *jmc_formula_of(const char *id);
/* The input's tables have raw names, its census looked at all events. */
struct jmc_verdict jmc_judge(const struct jmc_formula *formula, const struct rule_input *input);

/* ==== For formulas ========================================================================== */

extern const struct jmc_formula jmc_formulas_gc[], jmc_formulas_heap[], jmc_formulas_jvm[],
    jmc_formulas_load[]; /* an id of NULL ends them */

enum jmc_availability { JMC_UNKNOWN, JMC_NONE, JMC_DISABLED, JMC_ENABLED, JMC_AVAILABLE };
enum jmc_availability jmc_availability(const struct rule_input *input, const char *event);

static inline struct jmc_verdict jmc_of(double score) {
    return (struct jmc_verdict){score_severity(score), score, false};
}
static inline struct jmc_verdict jmc_is(enum rule_severity severity) {
    return (struct jmc_verdict){severity, MISSING_REAL, false};
}

/* Texts of a column that differ, joined with ", "; NULL: none. To be freed. */
char *jmc_texts(const struct series *series, size_t column);
/* Of jdk.JVMInformation; NULL: not recorded. */
char *jmc_jvm_text(const struct rule_input *input, size_t column);

struct jmc_version {
    int parts[4];
    bool known, early_access;
};
struct jmc_version jmc_version_of(const char *text);
struct jmc_version jmc_jvm_version(const struct rule_input *input);
/* Below 0: earlier. */
int jmc_version_compare(const struct jmc_version *a, const struct jmc_version *b);

/* Of jdk.GCConfiguration; NULL: there is none. To be freed. */
char *jmc_old_collector(const struct rule_input *input);
/* The largest of a column, or JFR_NULL_INT; the smallest likewise. */
int64_t jmc_max(const struct series *series, size_t column);
int64_t jmc_min(const struct series *series, size_t column);
int64_t jmc_longest(const struct series *series); /* ns; 0 without events */
/* jdk.UnsignedLongFlag of that name, the largest; or JFR_NULL_INT. */
int64_t jmc_size_flag(const struct rule_input *input, const char *name);

struct jmc_span { /* of time, with a value that is added up or averaged */
    double start, end, value;
};
/* Joins neighbours as long as that makes them denser (limit < 0), or their mean stays above the
 * limit. Returns how many are left. */
size_t jmc_join_spans(struct jmc_span *spans, size_t count, double limit);
double jmc_density(const struct jmc_span *span);

struct jmc_interval {
    int64_t start_ns, end_ns;
};
/* The most of a window that intervals, sorted by start, take: 0..1 and more. */
double jmc_worst_window(const struct jmc_interval *items, size_t count, int64_t first_ns,
                        int64_t last_ns, int64_t window_ns);
/* Pauses, sorted. */
size_t jmc_pauses(const struct rule_input *input, struct jmc_interval **out);

/* Counts by key, for balance scores. */
struct jmc_group {
    uint64_t key;
    int64_t value;
};
struct jmc_groups {
    struct jmc_group *items;
    size_t len, cap;
    struct map index;
};
struct jmc_group *jmc_group_at(struct jmc_groups *groups, uint64_t key);
void jmc_groups_sort(struct jmc_groups *groups); /* largest first */
double jmc_balance(const struct jmc_groups *groups);
void jmc_groups_free(struct jmc_groups *groups);

/* How fast a size grows, in MiB/s: least squares of whole MiB over whole seconds. */
double jmc_growth(const struct series *series, size_t when, size_t size);

#endif
