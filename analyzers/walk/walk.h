/* The walk: one pass over a chunk, in which readers take part.
 *
 *   plan    the chunk's types are known: each reader says which events it wants
 *   event   each of those events, as the cursor comes by; constants are not there yet
 *   walked  all events are counted: tallies are looked at, constants and stacks are asked for
 *   lacks   the constants are there: who sees only now which stacks it needs asks for more
 *   chunk   what was held back is decoded
 *
 * The walk owns what belongs to the chunk and not to a question: metadata (kept for the next chunk,
 * which nearly always has the same), cursor, checkpoints, constants. An event that nobody wants
 * costs its size, its type id, one count and one jump; one that a single reader wants is handed to
 * it directly; one that several want goes to them in their order.
 *
 * Each worker of a scan has a walk, and each walk a state of every reader. At the end the states of
 * a reader are merged: they must form a commutative monoid (see scan.h).
 */
#pragma once

#include "analyzers/walk/scan.h"
#include "parser/table/spans.h"

struct walk { /* of one worker, at one chunk: for readers to look at */
    const struct jfr_chunk *chunk;
    const struct jfr_metadata *metadata; /* NULL only for readers with WALK_UNDESCRIBED */
    struct sampler sampler;              /* how async-profiler sampled, if the chunk is its */
    struct jfr_constants *constants;     /* NULL before reader.chunk, or if nobody asked */
    struct spans spans;                  /* what its events can have taken */
    size_t share, shares; /* shares > 1: of the samples, those whose stacks are this worker's; all
                             else counts in share 0 (SCAN_BY_STACKS) */
    struct walk_own *own;
};

/* Of the chunk at hand so many events of this type have a duration that they cannot have taken, and
 * that was taken for null: which is said once, whatever number of readers saw it. In reader.chunk.
 */
void walk_not_held(const struct walk *walk, const char *type, uint64_t count);

enum walk_needs {                    /* what a reader needs of each chunk; any bits */
                  WALK_BYTES = 1,    /* tallies have bytes besides counts */
                  WALK_IN_ORDER = 2, /* events come in file order; else in any, which is faster */
                  WALK_UNDESCRIBED =
                      4, /* walked is called for chunks, too, whose metadata is damaged */
                  WALK_ALL_STACKS = 8, /* all stack traces are there with the constants */
};

/* What takes part. Functions that a reader has no use for are NULL. */
struct reader {
    unsigned needs; /* enum walk_needs */
    /* NULL: in none. Else: in which ways may a chunk of such a sampler be shared by workers (any of
     * enum scan_split), so that their states merge to that of the chunk? */
    unsigned (*splits)(const void *const *options, size_t count, const struct sampler *sampler);
    /* options: of all who joined it to the run, in their order; NULL is left out. */
    void *(*open)(const void *const *options, size_t count);
    void (*plan)(void *state, struct walk *walk);
    /* tag: what the reader gave to walk_want. */
    void (*event)(void *state, const struct walk *walk, uint32_t tag,
                  const struct jfr_event *event);
    /* In its place: one and those of its type that follow right behind it. */
    void (*events)(void *state, const struct walk *walk, uint32_t tag,
                   const struct jfr_event *events, size_t count);
    void (*walked)(void *state, struct walk *walk);
    /* True: it asked for more stacks, and the constants are read again. */
    bool (*lacks)(void *state, struct walk *walk);
    void (*chunk)(void *state, const struct walk *walk);
    /* A profile (parser/document/document.h) among the inputs: of the chunk, data, size, name and
     * recording are set. False: it could not be read. Profiles are refused if no reader has this.
     */
    bool (*document)(void *state, const struct jfr_chunk *bytes, const struct jfr_log *log,
                     struct jfr_error *error);
    void (*merge)(void *into, void *from); /* from is closed afterwards */
    /* After the last merge; may add what its answer lacks to the report's notes. */
    void (*finish)(void *state, struct scan_report *report);
    void (*close)(void *state);
};

struct walk_part { /* a reader in a run */
    const struct reader *reader;
    ARRAY(const void *) options; /* must outlive the run */
    /* NULL, or: as struct scan_work has them; look needs window */
    scan_span *window;
    void (*look)(void *context, const struct jfr_chunk *chunk);
    void *window_context; /* of both */
    void *state;          /* after the run: merged; belongs to the run */
};

/* Metadata that a run leaves to those after it: recordings of one program have the same. A zeroed
 * struct has none; of runs with one thread only. */
#define WALK_KEPT 8
struct walk_kept {
    struct jfr_metadata *items[WALK_KEPT];
    unsigned next; /* place of the oldest */
};
/* What is kept of zeros may be freed. */
void walk_kept_free(struct walk_kept *kept);

/* A run: readers that join, then every chunk of every input walked once with all of them, then the
 * states that they have come to. A zeroed struct has no readers. */
struct walk_run {
    ARRAY(struct walk_part) parts;
    /* NULL, or: with scan_options.earlier, called with the states of what was not there before, as
     * walk_result gives them; they go on being merged afterwards. */
    void (*fresh)(void *context, const struct walk_run *run);
    void *fresh_context;
    struct walk_kept *kept; /* NULL, or: metadata is looked for here, and left here */
    size_t ahead;           /* chunks that were seen before the first was read */
};

/* Adds the reader at the end of the list. One that has joined already stays where it is, and has
 * these options, too, unless they are the same or NULL. */
struct walk_part *walk_join(struct walk_run *run, const struct reader *reader, const void *options);
void walk_start(struct walk_run *run, const struct scan_options *options,
                struct scan_report *report);
/* The reader's state after the run, or NULL if it took no part. */
void *walk_result(const struct walk_run *run, const struct reader *reader);
void walk_run_free(struct walk_run *run); /* closes the states */

/* ==== For reader.plan ======================================================================= */

/* Events of the type are handed to the reader, with the tag; if it wants them under several tags,
 * once for each. False: there is no such type (NULL), or its id belongs to another one (damage). */
bool walk_want(struct walk *walk, const struct jfr_type *type, uint32_t tag);

/* ==== For reader.event ====================================================================== */

/* Is a stack of this key another worker's? */
static inline bool walk_is_others(const struct walk *walk, uint64_t stack) {
    return walk->shares > 1 &&
           (stack * UINT64_C(0x9E3779B97F4A7C15) >> 32) % walk->shares != walk->share;
}

/* The key of a value that lies in the event, at this position (jfr_constants_place). Constants are
 * asked for. */
uint64_t walk_place(const struct walk *walk, const struct jfr_type *type, uint64_t position);

/* ==== For reader.walked ===================================================================== */

/* Events of the type in this chunk; bytes only with WALK_BYTES. */
struct jfr_tally walk_tally(const struct walk *walk, uint64_t type_id);
/* Is it known that there is nothing to be read but this chunk, so that tallies are those of all? */
bool walk_is_all(const struct walk *walk);
/* Each type id that occurs, described by the metadata or not. */
void walk_tallies(const struct walk *walk,
                  void (*each)(void *context, uint64_t type_id, struct jfr_tally tally),
                  void *context);
/* Constants are needed: of all types but stack traces, which make up most of many recordings. Of
 * those only the keys that some reader asks for are there. told: a note says which were lost. */
void walk_ask(struct walk *walk, bool told);
void walk_ask_stack(struct walk *walk, uint64_t key);
/* The same of keys that come one by one, often the same again: with one of these as the context of
 * cells_each_stack. */
struct walk_asking {
    struct walk *walk;
    uint64_t last;
};
/* Requests a stack unless it is that of the call before; asking: a struct walk_asking. */
void walk_ask_next(void *asking, uint64_t key);
/* Before so many events ask for one each. True: all stacks are there, which costs less. */
bool walk_ask_stacks(struct walk *walk, size_t events);

/* ==== For any function of a reader ========================================================== */

/* The state of another reader in this walk, or NULL if it takes no part. Those that come earlier in
 * the run's list have been called when this reader is. */
void *walk_state(const struct walk *walk, const struct reader *reader);
