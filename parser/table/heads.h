/* Heads: when events began, how long they took and in which thread, of all event types, one event
 * after the other, and nothing else of them: for what is asked of every event of a recording.
 *
 *   while (heads_next_chunk(heads))
 *       while (heads_next(heads, &head))     start, span, key of the thread
 *           keep *head.event of a few
 *       heads_cells(heads, &kept, ...)       any fields of those
 *
 * Which types are read is said at the start: those that have a field of these. Times come as the
 * event has them, and mostly they can be compared so; to make ns of each would cost more than the
 * rest.
 */
#pragma once

#include "parser/jfr.h"
#include "parser/table/tables.h"
#include "parser/table/things.h"

enum heads_flags {
    HEADS_TIME = 1,   /* types that have startTime or duration */
    HEADS_THREAD = 2, /* types that have eventThread */
    HEADS_PLAIN = 4,  /* as on machines that cannot extract bits, for tests */
};

struct head {
    bool ticks; /* times are in ticks of the chunk; a span that the type does not have is 0 */
    enum jfr_unit start_unit, span_unit; /* JFR_UNIT_NONE: the type has none */
    int64_t start, span;
    uint64_t thread; /* equal ones of a chunk are one thread; 0 without HEADS_THREAD */
    const struct jfr_event *event; /* until the next one is asked for */
};

struct heads;

/* Ticks, 2^50, are two weeks at least: for more of them it matters how they are rounded. */
#define HEADS_FAR (INT64_C(1) << 50)

/* flags: one of them, or both where either is enough. Events come in the order of the file. */
struct heads *heads_open(const struct jfr_tables *tables, unsigned flags,
                         const struct jfr_log *log);
struct places;
/* Where events of tables are that others will read is noted on the way; places must outlive it. */
void heads_use_places(struct heads *heads, struct places *places);
/* Of all chunks only these, until others are named. */
void heads_use_range(struct heads *heads, struct chunks_range range);
bool heads_next_chunk(struct heads *heads);
/* False: that was the last of the chunk. */
bool heads_next(struct heads *heads, struct head *head);
/* As heads_next, for two questions to which most events have nothing new to say: those are passed
 * over, many at once, and counted.
 *
 * Which ended first, and which last? What ended between the least and the most of ends, which the
 * caller moves for what is handed out, is passed over; so is what ended last by far, which is kept
 * here. */
struct heads_ends {
    int64_t close; /* so near to each other ticks do not decide: starts and spans are rounded */
    int64_t least, most;
    int64_t start, span; /* of the last one, if it has not been handed out: pending */
    uint64_t passed;
    enum jfr_unit span_unit;
    bool any, pending;
};
/* False: the chunk has no more of them; ends says what was passed over. */
bool heads_next_end(struct heads *heads, struct heads_ends *ends, struct head *head);
/* Which threads have events, and from when to when? Those of this one (NULL: none) are passed over.
 */
struct heads_thread {
    uint64_t key;
    int64_t first, last; /* in ticks */
    uint64_t events;
};
/* An event of the thread began then: first and last go as far. */
static inline void heads_add_start(struct heads_thread *thread, int64_t ticks) {
    if (ticks < thread->first) thread->first = ticks;
    if (ticks > thread->last) thread->last = ticks;
}
/* False: the chunk has no more of others; thread counts those passed over. */
bool heads_next_thread(struct heads *heads, struct heads_thread *thread, struct head *head);
/* The chunk of the last event. */
const struct jfr_chunk *heads_chunk(const struct heads *heads);
/* JFR_NULL_INT: it has none. */
int64_t heads_start_ns(const struct heads *heads, const struct head *head);
/* Null, too, if the event cannot have taken so long. */
int64_t heads_span_ns(const struct heads *heads, const struct head *head);
/* With HEADS_THREAD, when the last of the chunk has come: columns of an event as cells.h has them.
 * kinds: what cells are; texts and threads are numbers of things. False: it cannot be read. */
bool heads_cells(struct heads *heads, const struct jfr_event *event, const char *const *paths,
                 size_t count, bool raw_names, uint64_t *cells, enum jfr_column_kind *kinds);
const struct things *heads_things(const struct heads *heads);
void heads_close(struct heads *heads);
