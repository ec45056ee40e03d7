/* The collector: what pauses, collections, the heap and what went wrong come to.
 *
 *   walk_join(&run, &tables_reader, &gc_wishes); walk_start(...);
 *   gc_make(tables, &options, &gc); ... gc_free(&gc);
 *
 * Of all collectors of JDK 11 to 25. Times are ns since the epoch, lengths ns, amounts bytes. Texts
 * are those of the tables' things, GC_NONE is none of them. What is not known is missing
 * (base/missing.h).
 *
 *   pauses       jdk.GCPhasePause: each time that the threads stood. Where there are none, one for
 *                each jdk.GarbageCollection, as long as the sum of its pauses
 *   collections  jdk.GarbageCollection; a concurrent one has several pauses, or one of none
 *   allocation   what the heap grew by from one jdk.GCHeapSummary to the next, outside of
 *                collections; missing where it was not seen to grow, as of one collection. Where
 * collectors work beside the threads (ZGC, Shenandoah) the heap says too little of it: there what
 * samples of allocations stand for promotion    what the old generation grew by in collections of
 * the young one, where jdk.PSHeapSummary or jdk.G1HeapSummary say how large it is
 *
 * Events of several recordings are told apart by their collection's number and time. The heaps of
 * several JVMs are not one heap: of those it is only said how long they paused.
 */
#pragma once

#include "analyzers/tables/table.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/time_point.h"

#define GC_NONE THINGS_NONE

struct gc_collection {
    int64_t start_ns, duration_ns;
    int64_t sum_ns, longest_ns; /* of its pauses */
    int64_t id;
    int64_t before, after; /* heap in use */
    uint32_t collector, cause;
};

struct gc_doing {  /* what is known of the threads before a pause */
    uint32_t what; /* a method's text, of GC_CALLED a frame; or GC_NONE */
    enum {
        GC_RAN,       /* on top of most samples since the pause before, of one second at most */
        GC_CALLED,    /* asked for the collection */
        GC_ALLOCATED, /* allocated what there was no room for */
    } kind;
    uint64_t hits, samples; /* GC_RAN */
    int64_t bytes;          /* GC_ALLOCATED */
};

struct gc_pause {
    int64_t start_ns, duration_ns;
    uint32_t name;     /* of the phase, or GC_NONE */
    size_t collection; /* SIZE_MAX: not known */
    struct gc_doing doing;
};

struct gc_group { /* collections of one cause or one collector */
    uint32_t name;
    uint64_t collections;
    int64_t sum_ns;         /* of all pauses */
    struct lengths longest; /* the longest pause of each */
};
typedef ARRAY(struct gc_group) gc_groups;

enum gc_phase_kind { GC_PAUSE, GC_CONCURRENT, GC_PARALLEL };
struct gc_phase {
    enum gc_phase_kind kind;
    unsigned level; /* 0: not within another one */
    uint32_t name;
    struct lengths lengths;
};

struct gc_heap {
    uint64_t summaries; /* 0: nothing is known */
    int64_t max;        /* as configured */
    int64_t before_most;
    int64_t after_first, after_least, after_most, after_last; /* after a collection */
    int64_t allocated, promoted;
    double allocated_per_s, promoted_per_s;
    const char *allocated_from; /* event type, or NULL */
    int64_t
        full_ns; /* how long what was free at the end would last; MISSING: it is not filling up */
};

struct gc_trouble {
    uint64_t evacuations_failed, objects_failed; /* G1 found no room for them */
    uint64_t promotions_failed;
    uint64_t concurrent_failed; /* a full collection took over */
    uint64_t degenerated, full; /* of Shenandoah */
    uint64_t humongous;         /* collections of cause G1 Humongous Allocation */
    uint64_t of_metaspace;      /* of cause Metadata GC Threshold and the like */
    uint64_t asked_for;         /* of cause System.gc() and the like */
};

struct gc_stall { /* threads that waited for memory, ZGC */
    uint32_t thread;
    struct lengths lengths;
};

struct gc_caller {  /* of System.gc() */
    uint32_t frame; /* or GC_NONE */
    uint64_t calls;
    int64_t waited_ns;
};

struct gc_metaspace {
    int64_t used_first, used_last, used_most, committed_last, threshold_last;
};

struct gc {
    ARRAY(struct gc_collection) collections; /* in order of time, as pauses */
    ARRAY(struct gc_pause) pauses;
    bool of_phases; /* pauses are of jdk.GCPhasePause */
    struct lengths lengths;
    int64_t sum_of_pauses;            /* of the collections */
    gc_groups by_cause, by_collector; /* most time in pauses first */
    ARRAY(struct gc_phase) phases;    /* by kind, level, then most time first */
    ARRAY(size_t) longest;            /* pauses, the longest first */
    uint64_t jvms;
    struct gc_heap heap;
    struct gc_trouble trouble;
    struct lengths stalls;
    ARRAY(struct gc_stall) stalled;  /* threads, the longest waits first */
    ARRAY(struct gc_caller) callers; /* most calls first */
    struct gc_metaspace metaspace;
    int64_t user_ns, system_ns;   /* CPU time of its threads */
    uint32_t young, old;          /* collectors as configured */
    int64_t parallel, concurrent; /* threads */
    int64_t pause_target_ns;      /* MISSING: none */
    int64_t deduplicates;         /* strings: 1 yes, 0 no */
};

struct gc_options {
    struct time_window window; /* what begins in it; both ends are in it */
    int64_t recorded_ns;       /* of it */
    size_t longest;            /* how many of the longest pauses to look into */
};

#define GC_MAIN_TABLES 2 /* of the wishes: without an event of these there was no pause */
extern const struct wishes gc_wishes;
/* What the tables say, in out, to be freed with gc_free; out points into the tables. */
void gc_make(const struct tables *tables, const struct gc_options *options, struct gc *out);
void gc_free(struct gc *gc);
