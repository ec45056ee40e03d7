/* The origin of a profile: what it is of, in facts that add up when profiles are merged. It is what
 * a profile keeps of its recordings besides the samples, as comments "jfrtool:period=...".
 *
 *   event    jdk.ExecutionSample -> 754          summed up for each name
 *   period   "jdk.ExecutionSample 20000000 ns"   a set, like jvm and option
 *   recordings, duration, lost-bytes ...         summed up
 *   chunk    0123456789abcdef                    a set, of which the smallest are kept
 *
 * origin_merge is associative and commutative; origin_sort makes equal origins equal row by row.
 */
#pragma once

#include "analyzers/facts/facts.h"
#include "base/strings.h"
#include "base/text.h"
#include "parser/document/made.h"

enum origin_kind {                /* in the order in which they are written */
                   ORIGIN_EVENT,  /* event type -> events in the recordings, before filters */
                   ORIGIN_PERIOD, /* event type and sampling period that was set */
                   ORIGIN_JVM,    /* name and version */
                   ORIGIN_OPTION, /* what samples were taken with: "--thread main" */
                   ORIGIN_RECORDINGS,
                   ORIGIN_DURATION,     /* ns, of all chunks together */
                   ORIGIN_LOST_BYTES,   /* jdk.DataLoss */
                   ORIGIN_LOST_SAMPLES, /* jdk.CPUTimeSamplesLost */
                   ORIGIN_KINDS,
};

struct origin_fact {
    enum origin_kind kind;
    uint32_t text; /* id into strings; 0 where the kind has none */
    uint64_t sum;  /* 0 in sets */
};

struct origin {
    struct strings strings;
    ARRAY(struct origin_fact) facts;
    made_ids chunks;  /* that the samples are of; sorted by origin_sort */
    int64_t start_ns; /* of the first recording, since the epoch; 0: not known */
};

/* Adds to the fact of this kind and text (NULL: none), or enters it. Sums stop at INT64_MAX. */
void origin_add(struct origin *origin, enum origin_kind kind, const char *text, uint64_t sum);
void origin_add_chunk(struct origin *origin, uint64_t id);  /* see parser/document/made.h */
void origin_begin(struct origin *origin, int64_t start_ns); /* the earliest counts */
/* Periods (of whichever events), JVMs and losses. */
void origin_add_facts(struct origin *origin, const struct facts *facts);
void origin_merge(struct origin *into, const struct origin *from);
void origin_sort(struct origin *origin); /* by kind, then text */
/* The sum over all facts of the kind. */
uint64_t origin_sum(const struct origin *origin, enum origin_kind kind);
void origin_free(struct origin *origin);

/* "jfrtool:event=jdk.ExecutionSample 754"; nothing for the duration, which is a field. */
void origin_add_comment(const struct origin *origin, const struct origin_fact *fact,
                        struct text *out);
/* Takes such a comment. False: it is none of these. */
bool origin_take_comment(struct origin *origin, const char *comment, size_t len);
/* The number of "jfrtool:NAME=123", which must be the whole comment. */
bool origin_number(const char *comment, size_t len, const char *name, uint64_t *number);

#define ORIGIN_PREFIX "jfrtool:"
