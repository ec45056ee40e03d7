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
 *   share 0.0288 -> 25: INFO          share 0.1903 -> 75: WARNING, with jmc_compat alone
 *
 * A method that is hot only while little runs is not worth the effort: that is why the share is of
 * what could be, not of what was. Without jmc_compat there are two ways besides:
 *
 *   short     a recording shorter than the window is one window (5 s at least)
 *   by share  what could be is not known (other samplers, no period, profiles): the method's share
 * of all samples decides, INFO from 20 % on. Where it is known, a method with
 * half of all samples is INFO at least. Both from 30 samples of it on. Formula, threads and
 * packages are those of JDK Mission Control (MethodProfilingRule), and so is, with jmc_compat, what
 * differs here:
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
#pragma once

#include "analyzers/rules/rule.h"

/* Its frame is one of the best method's; window: that method's best. */
extern const struct rule rule_method_profiling;

#define METHOD_PROFILING_EVENT "jdk.ExecutionSample"
#define METHOD_PROFILING_PACKAGES "java\\.(lang|util)" /* as JMC has them and the window */
#define METHOD_PROFILING_WINDOW_NS INT64_C(30000000000)

enum { METHOD_PROFILING_STRIP, METHOD_PROFILING_WINDOW }; /* options */

enum { /* values; of the other methods that reach INFO up to share_of_taken */
       METHOD_PROFILING_SAMPLES,  /* of the method in its window */
       METHOD_PROFILING_TAKEN,    /* of all in it, those without stack too */
       METHOD_PROFILING_POSSIBLE, /* samples that could be taken in it at most */
       METHOD_PROFILING_SHARE, /* of what could be taken, as judged; beyond 100 if several JVMs are
                                  in the profile */
       METHOD_PROFILING_SHARE_OF_TAKEN, /* of those with a stack */
       METHOD_PROFILING_PERIOD,         /* at the start of the window; 0: not known */
       METHOD_PROFILING_PATH,           /* from the method outwards, frames taken off left out */
       METHOD_PROFILING_OTHERS,         /* by share, then name */
       METHOD_PROFILING_AS_JMC,
       METHOD_PROFILING_CALLER, /* the first on the path that is another method of the program's */
       METHOD_PROFILING_INSIDE, /* what was taken off, if half of the method is in one of those */
       METHOD_PROFILING_INSIDE_PERCENT,
       METHOD_PROFILING_INNERMOST, /* of another class, that half of that comes to */
       METHOD_PROFILING_BECAUSE,   /* if it, or what is inside, is telling (telling.h) */
       /* for the texts */
       METHOD_PROFILING_EVENT_TAKEN,
       METHOD_PROFILING_PACKAGES_OFF,
       METHOD_PROFILING_THREADS,
       METHOD_PROFILING_WITH_STACK,
       METHOD_PROFILING_OF_RUNNING, /* of wall-clock samples, those of threads that ran */
       METHOD_PROFILING_WORTH_A_LOOK,
       METHOD_PROFILING_PERIOD_CHANGED,
       METHOD_PROFILING_SHARE_OF_INFO,
       METHOD_PROFILING_SHARE_OF_WARNING,
       METHOD_PROFILING_SHORT,      /* ns of the window, where the recording is shorter than one */
       METHOD_PROFILING_LITTLE_RAN, /* by share, though it is known what could be */
};

enum { /* outcomes: what the score is of, or why there is none */
       METHOD_PROFILING_JUDGED,
       METHOD_PROFILING_BY_SHARE,
       METHOD_PROFILING_OTHER_EVENT, /* neither jdk.ExecutionSample nor another of running threads
                                      */
       METHOD_PROFILING_NOT_ENABLED, /* as_jmc: samples or settings are not available */
       METHOD_PROFILING_NO_SAMPLES,
       METHOD_PROFILING_NO_TIMES,  /* samples of profiles have none */
       METHOD_PROFILING_NO_PERIOD, /* the recording does not say how often it was sampled */
       METHOD_PROFILING_NO_METHOD, /* all frames of all samples were taken off */
       METHOD_PROFILING_NO_SHARE,  /* as_jmc: only windows that count for nothing */
       METHOD_PROFILING_LOST,      /* most samples are of a method whose name was lost */
};

/* The score, 0 to 100, of a share of the samples, 0 to 1. */
double method_profiling_score(double share);
