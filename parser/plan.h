/* A compiled plan: what plan.c makes and plan_read.c runs.
 *
 *   jdk.ExecutionSample, wanted stackTrace and state:
 *       startTime long, sampledThread*, stackTrace*, state*   (* key of a constant)
 *       -> SKIP_VARINTS 2   TAKE slot 0   TAKE slot 1
 *   jdk.types.StackTrace, nothing wanted (stepping over it in a pool):
 *       truncated boolean, frames[] of 4 integers
 *       -> SKIP_BYTES 1   SKIP_ARRAY_OF_VARINTS 4
 *   jdk.GCHeapSummary, wanted heapSpace.committedSize:
 *       startTime long, gcId int, when*, heapSpace { start, committedEnd, committedSize, ... } ...
 *       -> SKIP_VARINTS 5   TAKE slot 0
 *
 * Steps of arrays whose elements are no plain integers: SKIP_ARRAY n, followed by the n steps of
 * one element. What lies in constants has plans of its own, one for each slot and constant on the
 * way (struct slot).
 */
#pragma once

#include "base/array.h"
#include "parser/jfr.h"

enum op {
    SKIP_VARINTS, /* n integers */
    SKIP_BYTES,   /* n bytes */
    SKIP_STRING,
    SKIP_ARRAY_OF_VARINTS, /* a count, then count * n integers */
    SKIP_ARRAY_OF_BYTES,   /* a count, then count * n bytes */
    SKIP_ARRAY,            /* a count, then count times the next n steps */
    TAKE_VARINT,           /* as width says, sign-extended unless pooled or unsigned */
    TAKE_FIXED,            /* big endian, width bytes */
    TAKE_BYTE,
    TAKE_FLOAT,
    TAKE_DOUBLE,
    TAKE_POSITION, /* of the string, array or struct that follows; no step forward */
    TAKE_AGAIN,    /* what the step before took */
};

struct step {
    uint8_t op;
    uint8_t width; /* of an integer: 2, 4 or 8 bytes; of a position: there must be so many */
    bool is_unsigned;
    uint32_t n; /* of TAKE_...: the slot */
};

/* Where a path goes on behind what lies in the value itself. */
struct slot {
    enum jfr_slot kind;
    const struct jfr_field *field; /* that the path ends with */
    const struct jfr_type *pool; /* what is read is the key of such a constant; NULL: it is none */
    struct jfr_plan *rest;       /* of one slot, from that constant on */
};

#define QUICK_ROOM 80 /* bytes that may be looked at */

struct jfr_plan;
/* As plan_read, where QUICK_ROOM bytes may be looked at; limit as there. False: the plan has to be
 * read step by step, and *at has not moved. */
typedef bool plan_quick_read(const struct jfr_plan *plan, const uint8_t *chunk_data,
                             const uint8_t **at, const uint8_t *end, const uint8_t *limit,
                             uint64_t *values);

struct plan_event {
    const uint8_t *payload, *end;
    uint32_t tag; /* the caller's */
};
/* Events in an array: where payload and end of the first are, and how many pointers further on
 * those of the next. */
#define PLAN_MANY 64
struct plan_batch {
    const uint8_t *const *first;
    size_t step, count; /* PLAN_MANY at most */
};
#define PLAN_BATCH(events, count)                                               \
    (struct plan_batch) {                                                       \
        &(events)->payload, sizeof *(events) / sizeof(const uint8_t *), (count) \
    }

/* As plan_read_many. Bit: the event has to be read by itself. */
typedef uint64_t plan_quick_many(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
                                 struct plan_batch batch, uint64_t *values, size_t width);

/* As plan_read_rows, of the rows behind which QUICK_ROOM bytes may be looked at. */
typedef size_t plan_quick_rows(const struct jfr_plan *plan, const uint8_t **at,
                               const uint8_t *limit, size_t count, uint64_t *values);

struct quick { /* NULL: the plan is not of that kind */
    plan_quick_read *read;
    plan_quick_many *read_many;
    plan_quick_rows *read_rows;
    uint64_t most; /* bytes that reading many may look at behind where an event begins */
    bool fills;    /* every slot is taken */
};

struct jfr_plan {
    enum jfr_encoding encoding;
    struct quick quick;
    uint32_t slot_count;
    struct slot *slots;
    size_t fields_seen; /* while it is compiled */
    size_t join_from;   /* while it is compiled: first step that a skip may be joined with */
    ARRAY(struct step) steps;
};

/* As jfr_plan_read, where bytes up to limit, at or behind end, may be looked at. */
bool plan_read(const struct jfr_plan *plan, const uint8_t *chunk_data, const uint8_t **at,
               const uint8_t *end, const uint8_t *limit, uint64_t *values);

/* As plan_read, of many events; each into values that lie width apart. Bit: the event cannot be
 * read. */
uint64_t plan_read_many(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
                        struct plan_batch batch, uint64_t *values, size_t width);

/* As plan_read, of structs that follow each other, up to count of them and the chunk's end; each
 * into as many values as the plan has slots. Returns how many could be read; *at is behind them. */
size_t plan_read_rows(const struct jfr_plan *plan, const struct jfr_chunk *chunk,
                      const uint8_t **at, size_t count, uint64_t *values);

/* The same for processors that can do more, best first; the last is for all. */
struct plan_quick_variant {
    bool (*usable)(void); /* by this processor */
    plan_quick_read *read;
    plan_quick_many *read_many;
    plan_quick_rows *read_rows;
};
extern const struct plan_quick_variant plan_quick_variants[];
extern const size_t plan_quick_variant_count;

/* Fills plan->quick from its steps. */
void plan_quick_make(struct jfr_plan *plan);
