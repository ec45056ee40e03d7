/* The scan: every chunk of every input goes through the same work, once, in as many threads
 * as asked for.
 *
 *   input -> (left out if seen before) -> worker 0..n-1, each with its own state
 *                                          state_0 <- merge(state_1) <- ... <- merge(state_n-1)
 *
 * The states must form a commutative monoid under merge: then the result does not depend on how
 * many workers there are or who took which chunk.
 */
#pragma once

#include "analyzers/walk/sampler.h"
#include "parser/input/part.h"
#include "parser/jfr.h"
#include "parser/stretches.h"
#include "base/strings.h"

struct seen; /* parser/seen.h */

struct scan_note {      /* what was lost, left out or could not be read; in reading order */
    const char *source; /* name of the recording */
    uint64_t order;     /* recording number, for sorting */
    bool failed;        /* a whole recording or chunk could not be read */
    struct jfr_note note;
    uint64_t places; /* that it stands for, where there are too many for one each; 0: its own */
};

struct scan_chunk { /* facts about each chunk read, in reading order */
    const char *source;
    uint32_t recording;
    uint16_t major, minor;
    uint64_t offset, size;
    uint64_t id;                   /* see parser/document/made.h */
    int64_t start_ns, duration_ns; /* unfinished: up to its last event */
    int64_t start_ticks, ticks_per_second;
    bool unfinished, damaged;
    bool final;     /* its JVM wrote none behind it */
    bool again;     /* a scan before had it: scan_options.earlier */
    bool elsewhere; /* in another part: scan_options.share; it was not read */
};

struct scan_options {
    const char *const *paths;
    size_t path_count;
    unsigned jobs; /* 0: one per processor */
    bool keep_duplicates;
    struct input_share share; /* of the input; a recording is counted where its first chunk is */
    const char *only;         /* NULL, or: what to read of the paths, see jfr_input_only */
    const char *leave_out;    /* NULL, or: a file, see input_leave_out */
    /* NULL, or: what to go on reading in place of the paths (parser/input/input.h); stays the
     * caller's. */
    struct jfr_input *input;
    /* NULL, or: what scans before this one read. Chunks that were there go through the work, but
     * work.fresh does not have them. Those of this scan are added. */
    struct seen *earlier;
    /* Called now and then from the calling thread; NULL for none. Bytes as stored, total 0 if
     * not known. */
    void (*progress)(void *context, uint64_t done, uint64_t total);
    void *progress_context;
};

struct scan_report {
    struct strings sources;        /* owns the names below */
    ARRAY(struct scan_note) notes; /* a thousand at most, the last says how many more there were */
    ARRAY(struct scan_chunk) chunks; /* those of other parts, too */
    uint64_t duplicates;             /* chunks left out */
    uint64_t lost_bytes;
    uint32_t recordings; /* files (or members of archives) of which at least one chunk was read */
    uint32_t profiles;   /* of these: profiles */
    uint32_t failed;     /* paths, members or chunks that could not be read at all */
    int64_t start_ns, end_ns; /* from the first chunk's start to the last chunk's end; 0 if none */
    struct jfr_error error;   /* the first failure; code JFR_OK if there was none */
};

enum scan_split {
    SCAN_BY_EVENTS = 1, /* to each a stretch of the chunk */
    SCAN_BY_STACKS = 2, /* to each all events, of which those with its stacks count: where most of a
                           chunk are stacks, and each is wanted by events of all stretches */
};

struct scan_share {
    enum scan_split split;
    const struct stretches *of;
    size_t index;
};

/* Of the work: state is that of the worker. */
typedef void scan_take(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log);
typedef void scan_span(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first);

struct scan_work {
    void *(*open)(const void *options);
    /* NULL, or: called once before the first chunk with the first chunk's start and the last
     * chunk's end (ns since the epoch), and the chunk that starts first (NULL: none). All input is
     * then looked at first, and what is not mapped is read again (analyzers/walk/later.h). */
    scan_span *window;
    void *window_context;
    /* NULL, or: called for each chunk before that, in reading order; work.window is there. */
    void (*look)(void *context, const struct jfr_chunk *chunk);
    /* NULL, or: called before each chunk with what it and those before it in its recording say. */
    void (*sampler)(void *state, const struct sampler *sampler);
    scan_take *chunk;
    /* NULL: chunks are read as a whole. Else: in which ways may one with such a sampler be read by
     * several workers, whose states merge to that of the whole? Any bits. */
    unsigned (*splits)(const void *options, const struct sampler *sampler);
    /* With splits: as chunk, of one of the shares. */
    void (*share)(void *state, const struct jfr_chunk *chunk, const struct scan_share *share,
                  const struct jfr_log *log);
    /* NULL: only recordings will do. Else called for each profile (parser/document/document.h)
     * among the inputs; of the chunk, data, size, name and recording are set. False: it could not
     * be read. */
    bool (*document)(void *state, const struct jfr_chunk *bytes, const struct jfr_log *log,
                     struct jfr_error *error);
    void (*merge)(void *into, void *from); /* from is closed afterwards */
    void (*close)(void *state);
    const void *options;
    /* With options.earlier, once: the state of all chunks that were not there before, which is
     * merged with that of the others afterwards. */
    void (*fresh)(void *context, void *state);
    void *fresh_context;
};

/* Runs the work; the merged state is returned (never NULL) and *report filled. */
void *scan_run(const struct scan_options *options, const struct scan_work *work,
               struct scan_report *report);
/* By one worker, chunks in reading order, for who writes them: its state is the caller's. window:
 * as of struct scan_work, with that state. */
void scan_in_turn(const struct scan_options *options, scan_span *window, scan_take *chunk,
                  void *state, struct scan_report *report);
/* What was recorded of from..to (both inclusive), in ns: the sum over chunks, so that recordings
 * that lie apart, or that several JVMs made at once, count for what each of them holds. What chunks
 * of one recording have in common, as two recorders of a JVM write them, counts once. */
int64_t scan_recorded_ns(const struct scan_report *report, int64_t from_ns, int64_t to_ns);
void scan_report_free(struct scan_report *report);
