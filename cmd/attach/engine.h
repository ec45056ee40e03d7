/* How a recording is made in a running JVM: by our agent, by the JVM's own recorder, or both.
 *
 *   start --> (running: samples, ended) --> stop     all went well: the file is there
 *                     |
 *                     +-- the target died --> salvage  what there is of it
 *
 * Every bool function that can fail leaves a sentence without final full stop in session->why.
 */
#pragma once

#include "cmd/attach/attach.h"
#include "cmd/attach/place.h"

struct session {
    const struct jvm *jvm;
    struct attach_options attach;
    struct place place;
    const char *output;        /* absolute, here */
    const char *options;       /* of agent or recorder: "interval=5ms,depth=128", or "" */
    const char *agent_library; /* absolute, here */
    const char *jfr_settings;  /* "default", "profile" or a file here; NULL: no events of the JVM */
    bool jfr_need_not_be;      /* where the JVM's recorder refuses, ours goes on without it */
    bool by_cpu;               /* the JVM's recorder samples by CPU time */
    struct session *other;     /* of the JVM's recorder, beside ours; NULL */
    char *target_file;         /* what the target writes, as it sees it; NULL: the JVM's recorder
                                * writes nothing but its repository */
    int file;                  /* it, opened: still there when a container is gone; -1 */
    char *repository;          /* of the JVM's recorder, as the target sees it, or NULL */
    int chunks;                /* that directory, opened; -1 */
    int64_t duration_ns;       /* the target ends the recording itself after that; 0: never */
    bool detach;               /* the recording goes on without us */
    int lock;                  /* a file's descriptor: the agent records while we hold it; -1 */
    int64_t start_ns;          /* since the epoch */
    uint64_t samples;          /* seen so far */
    uint64_t chunk_start, position; /* up to where they were counted */
    uint64_t first_size;            /* of target_file just after the start */
    struct text why;
};

struct engine {
    /* True: *running says whether a recording that jfrtool started is running in it. */
    bool (*start)(struct session *session);
    bool (*stop)(struct session *session);
    /* Was it stopped by someone else? Counts samples on the way. */
    bool (*ended)(struct session *session);
    /* The target is gone. True: there is something in the output. */
    bool (*salvage)(struct session *session);
    /* Brings what there is so far to the output; the recording goes on. */
    bool (*dump)(struct session *session);
    /* How it stands: lines of a name, a blank and its value; names of agent/ground/protocol.h. */
    bool (*status)(struct session *session, struct text *report);
    /* At the end, when our part is in the output: adds what belongs to it. NULL: nothing does. */
    bool (*join)(struct session *session, bool died);
    bool counts_samples;
};
/* What the sentence says if the JVM has not answered, and may start its recorder later. */
#define ENGINE_JFR_MAY_START "when it continues it starts the recording"
#define ENGINE_BOTH_OLDEST 17 /* the JDK since which settings of events are taken by name */
/* both: our samples beside the JVM's own events, by session->jfr_settings. */
extern const struct engine engine_agent, engine_jfr, engine_both;
/* What engine_agent does, and engine_both for the part that is ours. */
bool engine_agent_stop(struct session *session);
bool engine_agent_ended(struct session *session);
bool engine_agent_salvage(struct session *session);
bool engine_agent_dump(struct session *session);
bool engine_agent_status(struct session *session, struct text *report);

/* What a JVM is told may take so long on a busy machine: the recorder's first command loads and
 * rewrites classes, its last one writes what there is. */
#define ENGINE_TAKES_S 60
/* Has the target end the recording by itself if we do not: this much later than we would. */
#define SESSION_GRACE_NS INT64_C(5000000000)

/* Chooses target_file. False: the output's folder does not exist, say. */
bool session_open(struct session *session);
/* Brings what was written to the output, where it is not there already. */
bool session_fetch(struct session *session);
void session_close(struct session *session);
/* Fills why; returns false. */
bool session_fail(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same of an answer: its first line that says something. */
bool session_fail_answer(struct session *session, const char *what, const struct text *answer);

/* Appends the finished part of a chunk file to the descriptor `to` at *at, which moves behind it,
 * as a finished chunk. False: there is none in it, or it began before start_ns. */
bool salvage_chunk(int from, int64_t start_ns, int to, uint64_t *at);
