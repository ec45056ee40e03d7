/* What experiments say: by how much progress would grow if a method were faster, how sure that is,
 * and whether this program can be asked at all.
 *
 *   clean windows --neighbours.h--> log(rate) of each less that of its neighbours
 *   a method's --trimmed mean less that of the base's, bootstrap-t--> gain, interval
 *   control windows (delay that is nobody's, so the gain must be 0) --> refusal, wider intervals
 *
 * The rate of a window is progress by its elapsed time less the delay that all owed in it. A window
 * is clean if no collection was in it, its threads hardly waited for processors once they were
 * woken, and samples were taken all the time.
 *
 * Of latency it is the other way round: how much longer spans take. That is the same estimate of
 * how many of them there are in the time spent in them, inverted at the end.
 *
 * Gains are in percent. Pure functions of numbers.
 */
#pragma once

#include "base/array.h"

#include <stdbool.h>

enum whatif_kind { WHATIF_BASE, WHATIF_VIRTUAL, WHATIF_CONTROL, WHATIF_REAL };

struct whatif_window {
    int64_t start; /* ns since the epoch: neighbours are compared with each other */
    enum whatif_kind kind;
    uint32_t method;        /* of VIRTUAL and REAL */
    uint32_t speed;         /* percent; of all but BASE */
    int64_t elapsed, delay; /* ns */
    int64_t progress;
    int64_t ran, waited; /* threads, with a processor and for one, ns */
    int64_t switches;    /* how often threads went to sleep */
    int64_t hits;        /* samples of the method */
    uint32_t processors; /* of the machine, as far as the program may use them; 0: not known */
    int64_t missed;      /* ns for which no sample stands */
    bool collected;      /* a collection was in it */
    int64_t spent, lone; /* of latency: ns in spans that ended, ends of none */
};

/* Marks, all documented in docs/whatif.md. */
#define WHATIF_MISSED 0.05
#define WHATIF_WAITED 0.05      /* a window is clean up to this share of waiting for processors */
#define WHATIF_WAKING 100000    /* ns that a thread may wait whenever it is woken */
#define WHATIF_CROWDED 0.10     /* ... and with more in base windows the processors are the limit */
#define WHATIF_CONTROL_MOST 3.0 /* percent */
#define WHATIF_WINDOWS 10       /* clean ones that a figure needs */
#define WHATIF_PROGRESS 20      /* in a window */
#define WHATIF_SMALL 2.0        /* percent: as good as nothing */
#define WHATIF_CONFIDENCE 0.95
#define WHATIF_LONE 0.05 /* of all ends, those of no span */
/* Where threads wait for each other so often that fewer delays than that fit between two waits, a
 * gain may be larger than foretold by this share of it, not smaller: a delay comes in one piece,
 * which may be too late for the next wait, and who has less work holds up others for less. */
#define WHATIF_HAND_OVERS 16
#define WHATIF_MORE_AT_HAND_OVERS 0.20
/* Where threads sleep before so many delays' time is over they wait for each other or for what
 * comes from outside: gains that are real and foretold ones are apart by so many percent more than
 * chance has it (a standard deviation, of 40 gains below 5 percent of programs with locks and
 * queues). */
#define WHATIF_MEETINGS 64
#define WHATIF_APART 0.75

enum whatif_refusal {
    WHATIF_ANSWERED,
    WHATIF_NO_WINDOWS,
    WHATIF_NO_PROGRESS,
    WHATIF_CROWD,
    WHATIF_BUSY,
    WHATIF_COLLECTIONS,
    WHATIF_TOO_SHORT,
    WHATIF_LITTLE_PROGRESS,
    WHATIF_PACED,
    WHATIF_COSTLY,
    WHATIF_UNSURE,
    WHATIF_COARSE,
    WHATIF_UNPAIRED,
    WHATIF_REFUSALS
};

struct whatif_reason {
    const char *key;      /* of JSON; NULL: it was answered */
    const char *sentence; /* what is so, without a final full stop */
    const char *advice;   /* what to do */
};
extern const struct whatif_reason whatif_reasons[WHATIF_REFUSALS];

enum whatif_verdict {
    WHATIF_UNKNOWN, /* too few clean windows, or the interval is too wide to say */
    WHATIF_HELPS,   /* more progress, however many methods were tried */
    WHATIF_MORE,    /* ... and more than the method's share: others wait for it */
    WHATIF_NOTHING, /* the whole interval is as good as nothing */
    WHATIF_HINDERS, /* less progress */
};

struct whatif_estimate {
    uint32_t windows;               /* clean ones */
    double gain, low, high;         /* MISSING_REAL: too few windows */
    double p;                       /* of no gain at all, as if it were alone */
    double chance_low, chance_high; /* by chance alone: what is besides stays with more windows */
};
struct whatif_gain {
    uint32_t method, speed;
    enum whatif_kind kind; /* VIRTUAL or REAL */
    struct whatif_estimate estimate;
    double delay; /* share of the elapsed time */
    enum whatif_verdict verdict;
};

struct whatif_answer {
    enum whatif_refusal refusal;
    struct whatif_estimate control;
    ARRAY(struct whatif_gain) gains;             /* by method, then kind, then speed */
    uint32_t windows, clean, collected, delayed; /* all; clean; dropped for either reason */
    double rate;                                 /* progress a second, in clean base windows */
    double late;     /* waits for processors beyond waking, as a share of that; base windows */
    double waited;   /* for processors, a share of the time that threads wanted one; base windows */
    double stretch;  /* a thread runs so long before it sleeps, ns; base windows */
    double grain;    /* delay by one sample, ns */
    double runnable; /* threads that run or want to, on average; base windows */
    double processors;
    bool latency; /* gains are of how long spans take: less is better */
    double span;  /* ns, in clean base windows; of latency */
    bool coarse;  /* the grain is more than a third of a stretch */
};

/* share: CPU shares of the methods, 0..1 or MISSING_REAL, as many as there are numbers of methods.
 */
void whatif_answer_make(struct whatif_answer *answer, const struct whatif_window *windows,
                        size_t len, const double *share);
void whatif_answer_free(struct whatif_answer *answer);
/* Whether no more windows are needed: all intervals are known within so many percent. */
bool whatif_answer_is_precise(const struct whatif_answer *answer, double within);
/* What less work of that share by that percentage would bring one thread alone, in percent. */
double whatif_alone(double share, double speed);

/* ---- The estimate, for tests ------------------------------------------------------------------
 */

/* Of so many numbers (logs of ratios): trimmed mean and interval. */
struct whatif_estimate whatif_estimate_make(const double *logs, size_t len);
