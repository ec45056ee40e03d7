/* The rule MethodProfiling: is there a method whose optimisation would pay?
 *
 *   |<------------- window: 30 s ------------->|
 *                       |<------------- next: 15 s later ------------->|
 *
 * In each window the samples count for the method on top of the stack once frames of java.lang and
 * java.util are taken off. The hottest method's share of the samples that could be taken at most (5
 * threads each period, over the whole window) is what decides:
 *
 *   score = 100 / (1 + e^(150 (0.03333 - share)) + e^(7 (0.03333 - share)))
 *   share 0.0288 -> 25: INFO          share 0.1903 -> 75: WARNING
 *
 * A method that is hot only while little runs is not worth the effort: that is why the share is of
 * what could be, not of what was. Formula, threads and packages are those of JDK Mission Control
 * (MethodProfilingRule), and so is, with jmc_compat, what differs here:
 *
 *   jmc_compat                                       else
 *   windows over the ends of all events              windows from the recording's start
 *   needs settings; "enabled" said exactly once      any samples do
 *   the earliest period that is in force             the latest; each for its part of the window
 *   window with settings in it: only up to the last  all of the window
 *     of them, and averaged over these parts
 *   only the hottest method of each window           every method that reaches INFO in a window
 *   the path is one whole stack, exactly             the path is by method
 *
 * JMC breaks ties by the order of Java's hash maps; here names decide, in both.
 */
#ifndef ANALYZERS_RULES_METHOD_PROFILING_H
#define ANALYZERS_RULES_METHOD_PROFILING_H

#include "analyzers/facts/facts.h"
#include "analyzers/profile/profile.h"

enum rule_severity { RULE_NA, RULE_OK, RULE_INFO, RULE_WARNING };

#define METHOD_PROFILING_EVENT "jdk.ExecutionSample"
#define METHOD_PROFILING_PACKAGES "java\\.(lang|util)" /* as JMC has them and the window */
#define METHOD_PROFILING_WINDOW_NS INT64_C(30000000000)
#define METHOD_PROFILING_INFO 25    /* scores from which on it is INFO, */
#define METHOD_PROFILING_WARNING 75 /* WARNING */

struct method_profiling_options {
    const char *event;    /* type of the samples; the rule knows how jdk.ExecutionSample is taken */
    const char *packages; /* regex of packages that are taken off, see stripped.h */
    int64_t window_ns;    /* at least 1 */
    int64_t start_ns;     /* of the recording; not of use with jmc_compat */
    bool jmc_compat;      /* needs facts_options.ends */
};

enum method_profiling_reason { /* why there is no score, or what it is of */
                               METHOD_PROFILING_JUDGED,
                               METHOD_PROFILING_OTHER_EVENT, /* not of jdk.ExecutionSample */
                               METHOD_PROFILING_NOT_ENABLED, /* jmc_compat: samples or settings are
                                                                not available */
                               METHOD_PROFILING_NO_SAMPLES,
                               METHOD_PROFILING_NO_TIMES,  /* samples of profiles have none */
                               METHOD_PROFILING_NO_PERIOD, /* the recording does not say how often
                                                              it was sampled */
                               METHOD_PROFILING_NO_METHOD, /* all frames of all samples were taken
                                                              off */
                               METHOD_PROFILING_NO_SHARE, /* jmc_compat: only windows that count for
                                                             nothing */
};

struct method_profiling_hit { /* a method in its best window */
    uint32_t frame;           /* one of the method's frames; index into profile->frames.rows */
    int64_t start_ns, end_ns; /* the window, both included */
    uint64_t samples;         /* of the method in it */
    uint64_t taken;           /* of all, those without stack too */
    double possible;          /* that could be taken at most */
    double share;             /* of what could be taken, as judged; 0..1, more if several JVMs are
                                 in the profile */
    double share_of_taken;    /* of those with a stack, 0..1 */
    double score;             /* 0..100 */
};

struct method_profiling {
    enum rule_severity severity;
    enum method_profiling_reason reason;
    struct method_profiling_hit best; /* if judged */
    int64_t period_ns;                /* at the start of its window */
    ARRAY(uint32_t) path; /* frames from the method's outwards, taken off ones left out */
    ARRAY(struct method_profiling_hit)
    hits; /* that reach INFO, the best included; by share, then
             name */
};

/* profile must have PROFILE_SAMPLES with exact times, sorted. facts must be finished. */
void method_profiling_compute(const struct profile *profile, const struct facts *facts,
                              const struct method_profiling_options *options,
                              struct method_profiling *out);
void method_profiling_free(struct method_profiling *result);

double method_profiling_score(double share);
/* "NA", "OK", "INFO", "WARNING". */
const char *rule_severity_name(enum rule_severity severity);

#endif
