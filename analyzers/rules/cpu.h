/* Where the CPU time of the program went: what costs in CPU are shares of.
 *
 *   process  jdk.CPULoad, or what its threads used if that is more
 *     jvm      its own threads by their clocks (jdk.ThreadCPULoad), and what no thread's clock has,
 *              as that of the collector's
 *     program  the rest, which comes to 1:
 *       hidden   what samples do not show of pools of which they show little
 *       making of exceptions, starting of threads: estimates, where samples do not have it
 *       the rest is what samples stand for, of Java code and of native code that works, each as
 *       much
 *
 * So costs of what is not in each other come to 100 % at most. The JVM's own threads run beside the
 * program: what it does would be done sooner by that share without the culprit, whatever the
 * compiler used meanwhile. What is not recorded is none: without clocks the samples stand for all.
 */
#pragma once

#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"

struct cpu_pools {               /* of the program's threads, by their names as threads roll up */
    struct sites sites;          /* names, of pools and methods */
    struct map of_names;         /* of the recording's facts: a thread's name -> its pool */
    struct map of_threads;       /* of the tables: a thread -> its pool */
    uint32_t *of_samples;        /* of the profile: a thread -> its pool */
    struct tallies used, kernel; /* ns by pool, by clocks, */
    struct tallies java, native, calls; /* and by samples: of native code that works; calls: of
                                           small calls to the system */
    struct map threads;                 /* different ones: pool and thread */
    struct tallies members;
    double all;            /* ns of all threads, those of the JVM as well */
    double samples_of_jvm; /* of all: of its own threads */
};

struct cpu {
    struct cpu_pools pools; /* the tallies are not sorted: their index has to fit */
    double jvm, compiling;  /* shares of the process, 0..1; compiling: of jvm, missing: not known */
    double hidden;          /* all others are of the program */
    double clocked;         /* what clocks of the program's threads have */
    double exceptions;      /* by estimate or by samples; missing: not known */
    double starting;        /* missing: not known */
    double native;          /* samples of native code that work, as far as clocks allow */
    double samples, worth;  /* with these, and the share that they stand for */
};

/* Made once for a recording (busy.h), whose it is. */
struct cpu *cpu_of(const struct rule_input *input);
/* Frees it; NULL is nothing. */
void cpu_free(struct cpu *cpu);

/* Costs, in percent of the program: of a share of the samples (percent), of so many samples of
 * native code, of a pool's time that samples do not show (ns). */
double cpu_of_samples(const struct rule_input *input, double percent);
double cpu_of_native(const struct rule_input *input, double samples);
double cpu_of_hidden(const struct rule_input *input, double ns);

/* CPU time that the process used from one moment to another by jdk.CPULoad, ns; 0: not known. */
double cpu_of_process(const struct rule_input *input, int64_t from_ns, int64_t to_ns);

/* Events a second by their totals, over all of the series; missing: not known. */
double cpu_mean_rate(const struct series *totals, size_t column);

/* ==== Pools ================================================================================= */

void cpu_pools_make(const struct rule_input *input, struct cpu_pools *out);
void cpu_pools_free(struct cpu_pools *pools);
/* The pool of a thread of the tables that is called so. */
uint32_t cpu_pool_of(struct cpu_pools *pools, uint32_t thread, const char *called);
/* A tally's sum; 0: it has none. */
double cpu_sum_of(const struct tallies *tallies, uint64_t key);
/* ns of a pool that samples do not show; 0: they show enough of it. */
double cpu_hidden_of(const struct cpu_pools *pools, const struct tally *used);
