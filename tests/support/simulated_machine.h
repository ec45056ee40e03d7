/* A machine that is simulated from event to event, for the rules of agent/whatif/debts.h: threads
 * that work, lock, queue, meet and sleep on so many processors, sampled at chance intervals. No
 * noise but that of the samples, and whatever a pause takes too long.
 *
 * So the true gain of a method that is faster is known: it is run faster. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sim_kind {
    SIM_END,
    SIM_WORK,
    SIM_LOCK,
    SIM_UNLOCK,
    SIM_PUT,
    SIM_GET,
    SIM_HEAR, /* as SIM_GET, of what comes from outside */
    SIM_MEET,
    SIM_SLEEP,
    SIM_PROGRESS,
    SIM_COME, /* to the first of two points, between which latency is */
    SIM_LEAVE /* the second */
};

struct sim_op { /* of a thread, which does them over and over */
    enum sim_kind kind;
    int what;   /* the method that works; the lock, queue or barrier */
    int64_t ns; /* of work and sleep; -: until the next multiple of that, which paces */
};

struct sim_program {
    const char *name;
    const struct sim_op *threads[8]; /* NULL ends them */
    int outside; /* so many of them, the last ones, are other programs, each with a connection */
    int room;    /* of queues */
    int meeting; /* how many meet at a barrier */
};

struct sim_way {
    int target;    /* the method that is faster; -1: none */
    double speed;  /* by this share of its time */
    bool virtual;  /* by delays of all others, else really */
    double charge; /* control: delay that all owe, as a share of the time */
    int processors;
    int64_t period; /* of samples, ns */
    bool no_credit, unfollowed,
        late; /* rules broken: nobody is credited; who waits for the world outside owes all that is
                 new meanwhile; debts are paid at the next sample only */
    int64_t unseen; /* what a pause takes besides, ns */
    int64_t length; /* ns */
};

struct sim_result {
    double rate;      /* progress a second of effective time */
    double waited;    /* for processors, as a share of the time that threads wanted one */
    int64_t longest;  /* pause, ns */
    int64_t outside;  /* pauses of threads that were not in Java code */
    int64_t growth;   /* of the delay that all owe, ns */
    int64_t credited; /* ns */
    double latency;   /* ns by the clock without delays, from SIM_COME to SIM_LEAVE, by flow.h */
    double exact;     /* ... by all that happened, not by looks */
    int64_t lone;     /* of flow.h */
};

struct sim_result sim_run(const struct sim_program *program, const struct sim_way *way);
