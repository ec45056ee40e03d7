/* The agent's options: one table, from which the parser, `help`, the man page and docs/agent.md go.
 *
 *   -agentpath:/path/libjfragent.so=interval=10ms,file=rec.jfr
 *
 * Separated by commas; a value holds none. Times and sizes are those of base/units.h. Texts are
 * copies in the struct (agent_options_free). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum agent_engine { ENGINE_CPU, ENGINE_SUSPEND, ENGINE_JVMTI, ENGINE_WHATIF };

/* clang-format off */
/* type and name of the field, kind, name, argument, the default as a user would write it, least and
 * most, what it is for. 0 switches off what has a default; what has none is NULL, of numbers -1. */
#define AGENT_OPTIONS(X) \
    X(bool, help, WORD, "help", NULL, NULL, 0, 0, "prints this; nothing is recorded") \
    X(bool, start, WORD, "start", NULL, NULL, 0, 0, "starts a recording (what happens anyway; for running JVMs)") \
    X(bool, stop, WORD, "stop", NULL, NULL, 0, 0, "ends the recording of a running JVM and writes it") \
    X(bool, dump, WORD, "dump", NULL, NULL, 0, 0, "writes what was recorded so far; the recording continues") \
    X(bool, status, WORD, "status", NULL, NULL, 0, 0, "answers what was recorded until now: samples, losses") \
    X(char *, answer, TEXT, "answer", "PATH", NULL, 0, 0, \
      "writes one sentence there: what was refused, or the recording's path") \
    X(char *, lock_file, TEXT, "while", "PATH", NULL, 0, 0, \
      "the recording ends when nobody holds a lock on that file any more") \
    X(char *, file, TEXT, "file", "PATH", "jfragent-%p.jfr", 0, 0, \
      "the recording; %p: pid, %t: time, %h: host, %{NAME}: of the environment") \
    X(int64_t, every_ns, TIME, "every", "TIME", "0", NS_PER_S, YEAR, \
      "a new file after this time, each a recording; file= needs %t") \
    X(int64_t, keep, COUNT, "keep", "N", "0", 0, 1000000, \
      "so many files of every= stay, the oldest are removed; 0: all") \
    X(char *, name, TEXT, "name", "TEXT", "jfragent", 0, 0, "of the recording, as tools show it") \
    X(int64_t, duration_ns, TIME, "duration", "TIME", "0", 0, YEAR, \
      "stops by itself after this time; 0: when the JVM ends") \
    X(int, engine, CHOICE, "engine", "cpu|suspend|jvmti|whatif", "cpu", 0, 0, "how samples are taken") \
    X(int64_t, interval_ns, TIME, "interval", "TIME", "20ms", 100 * NS_PER_US, HOUR, \
      "CPU time between a thread's samples, or time between two looks at threads; 0: none") \
    X(int64_t, native_interval_ns, TIME, "native-interval", "TIME", "20ms", 100 * NS_PER_US, HOUR, \
      "between two rounds over threads in native code; 0: none") \
    X(int64_t, java_threads, COUNT, "java-threads", "N", "5", 1, 10000, "at most so many threads a round") \
    X(int64_t, native_threads, COUNT, "native-threads", "N", "1", 1, 10000, \
      "at most so many threads a native round") \
    X(int64_t, depth, COUNT, "depth", "N", "1024", 1, 2048, \
      "frames of a stack; of a longer one the middle is left out and marked so") \
    X(char *, threads, PATTERN, "threads", "REGEX", NULL, 0, 0, \
      "only threads whose name matches (POSIX extended, part of the name)") \
    X(char *, exclude_threads, PATTERN, "exclude-threads", "REGEX", NULL, 0, 0, "no threads whose name matches") \
    X(int, failed_samples, CHOICE, "failed-samples", "off|on", "on", 0, 0, \
      "a walk that failed is a sample whose frame names the reason") \
    X(int, native_frames, CHOICE, "native-frames", "off|on", "off", 0, 0, \
      "C frames above native methods, as far as frame pointers lead") \
    X(int, signo, SIGNAL, "signal", "NAME", "PROF", 0, 0, "the signal that stops threads (PROF, VTALRM, USR1, " \
      "RTMIN+3, a number); unless given, a free one where PROF is taken") \
    X(int64_t, wall_ns, TIME, "wall", "TIME", NULL, NS_PER_MS, HOUR, \
      "samples all threads, running or not, each once in this time") \
    X(int64_t, lock_ns, TIME, "lock", "TIME", NULL, 0, HOUR, \
      "records waits for monitors and locks that took at least this") \
    X(int64_t, alloc_bytes, SIZE, "alloc", "SIZE", NULL, 1, TERA, \
      "one allocation sample in about so many bytes (512KB is usual)") \
    X(int, live, CHOICE, "live", "off|on|gc", "off", 0, 0, \
      "objects of allocation samples that are alive at the end; gc: after a collection") \
    X(char *, methods, TEXT, "methods", "LIST", NULL, 0, 0, \
      "of engine=whatif: methods that are virtually faster, Class.method, separated by semicolons") \
    X(char *, progress, TEXT, "progress", "NAME", NULL, 0, 0, \
      "... and what counts as progress: entries of a method, a static counter, event:NAME") \
    X(char *, latency, TEXT, "latency", "LIST", NULL, 0, 0, \
      "... or two methods of a thread, or two counters: latency from one to the other instead of progress") \
    X(char *, speeds, TEXT, "speeds", "LIST", "25", 0, 0, "... by so many percent, up to four numbers") \
    X(char *, cuts, TEXT, "cuts", "LIST", NULL, 0, 0, \
      "... static int fields, one a method, that tell the program to really do so much less of it") \
    X(int64_t, flush_ns, TIME, "flush", "TIME", "1s", 10 * NS_PER_MS, HOUR, "kill -9 loses at most this much") \
    X(int64_t, chunk_bytes, SIZE, "chunk-size", "SIZE", "12MB", 64 * KILO, TERA, \
      "a chunk of the recording ends at about this size") \
    X(int64_t, chunk_ns, TIME, "chunk-time", "TIME", "0", NS_PER_S, YEAR, "... or at this age") \
    X(int64_t, max_bytes, SIZE, "max-size", "SIZE", "0", 64 * KILO, TERA, \
      "the oldest chunks are dropped when the recording is larger") \
    X(int64_t, max_age_ns, TIME, "max-age", "TIME", "0", NS_PER_S, YEAR, \
      "chunks that ended longer ago than this are dropped") \
    X(int64_t, memory_bytes, SIZE, "memory", "SIZE", "16MB", 64 * KILO, TERA, "kept in memory while the disk is full") \
    X(char *, clock, TEXT, "clock", "NS:TICKS:HERTZ", NULL, 0, 0, \
      "times in ticks of another recording, which ours stands beside in one file") \
    X(int, samples_only, CHOICE, "events", "all|samples", "all", 0, 0, \
      "samples: leaves out what the JVM's own recorder writes: loads, collections, threads") \
    X(int, state_default, CHOICE, "state", "runnable|default", "default", 0, 0, \
      "of execution samples; default: as async-profiler writes them; runnable: as the JVM") \
    X(int64_t, system_ns, TIME, "system", "TIME", "1s", 10 * NS_PER_MS, HOUR, \
      "between two measurements of CPU load; 0: none")
/* clang-format on */

struct agent_options {
#define AGENT_OPTION_FIELD(type, field, ...) type field;
    AGENT_OPTIONS(AGENT_OPTION_FIELD)
    bool signal_asked; /* else another one will do */
};

struct agent_option {
    const char *name;     /* NULL ends the table */
    const char *argument; /* "TIME", "on|off"; NULL: a word without a value */
    const char *initial;
    const char *help; /* one sentence */
    int kind;         /* enum kind of options.c */
    size_t offset;
    int64_t least, most; /* of a number, time or size */
};
/* All of them, behind the last one a row without a name. Static. */
const struct agent_option *agent_options_table(void);
/* Fills options from text (NULL is the empty text), defaults first. False: error holds a sentence
 * without a final full stop that names the option and, if there is one, the nearest right one.
 * agent_options_free in either case. */
bool agent_options_parse(const char *text, struct agent_options *options, char *error,
                         size_t error_size);
void agent_options_free(struct agent_options *options);

/* The text of `help`, malloc'ed: one line an option, width 100. */
char *agent_options_help(void);
