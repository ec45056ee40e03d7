/* The agent's options: one table, from which the parser, `help`, the man page and docs/agent.md go.
 *
 *   -agentpath:/path/libjfragent.so=interval=10ms,file=rec.jfr
 *
 * Options are separated by commas; a value holds none. Times and sizes are those of
 * base/units.h; a bare 0 is allowed where it means "off".
 *
 * Ownership: texts are copies in the struct (agent_options_free).
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum agent_engine { ENGINE_CPU, ENGINE_SUSPEND, ENGINE_JVMTI, ENGINE_WHATIF };

struct agent_options {
    /* what to do */
    bool help, start, stop, dump, status;
    char *answer, *lock_file; /* paths, or NULL; see protocol.h */
    /* sampling */
    int engine;                           /* enum agent_engine */
    int64_t interval_ns;                  /* 0: no Java samples */
    int64_t native_interval_ns;           /* 0: no native samples */
    int64_t java_threads, native_threads; /* slots of a round */
    int64_t depth;                        /* frames, 1..2048 */
    int signo;
    bool signal_asked;               /* else another one will do */
    char *threads, *exclude_threads; /* POSIX extended expressions, or NULL */
    bool failed_samples, native_frames;
    int64_t wall_ns, lock_ns, alloc_bytes;              /* -1: off */
    int live;                                           /* 1: on, 2: after a collection */
    char *methods, *progress, *latency, *speeds, *cuts; /* of engine=whatif */
    /* the recording */
    char *file, *name, *clock;
    int64_t duration_ns; /* 0: until stop or the end of the JVM */
    int64_t flush_ns, chunk_ns, max_age_ns, system_ns;
    int64_t every_ns, keep; /* 0: one file; all files */
    int64_t chunk_bytes, max_bytes, memory_bytes;
    int samples_only;  /* 1: what the JVM's own recorder writes as well is left out */
    int state_default; /* 1: the state of execution samples is STATE_DEFAULT */
};

struct agent_option {
    const char *name;     /* NULL ends the table */
    const char *argument; /* "TIME"; NULL: a word without a value */
    const char *initial;  /* the default as a user would write it; NULL: none */
    const char *help;     /* one sentence */
    const char *choices;  /* "on|off"; NULL: not a choice */
    int kind;             /* enum kind of options.c */
    size_t offset;
    int64_t least, most; /* of a number, time or size */
};
const struct agent_option *agent_options_table(void);

/* Fills options from text (NULL is the empty text), defaults first. False: error holds a sentence
 * without a final full stop that names the option and, if there is one, the nearest right one.
 * agent_options_free in either case. */
bool agent_options_parse(const char *text, struct agent_options *options, char *error,
                         size_t error_size);
void agent_options_free(struct agent_options *options);

/* The text of `help`, malloc'ed: one line an option, width 100. */
char *agent_options_help(void);
