/* The recording that the agent writes: events go in, a file that every tool reads comes out.
 *
 *   sampler thread ----+                    lock                      writer thread (ours)
 *   JVMTI callbacks ---+--> encode event --------> [events  |free]  --every flush_ns-->  rec.jfr
 *                           intern constants ----> [constants    ]    [chunk 1 | chunk 2 | ...
 *                           (threads, classes, methods, stacks)
 *
 * A caller hands over whole events; what they refer to is copied, told apart by content (methods:
 * by their key) and written once a chunk: memory follows one chunk, and no caller has ids to keep.
 *
 * Times: nanoseconds of CLOCK_MONOTONIC, unless a field says otherwise. Texts: UTF-8 (modified
 * UTF-8 of JVMTI will do), copied before the function returns; NULL is null.
 *
 * Who may call: any thread, with locks of its own held; NOT a signal handler, and NOT while a
 * thread is held suspended: it may own our lock, or malloc's. No function calls JNI, JVMTI or back
 * into its caller, and none waits for the disk but recording_flush, recording_rotate and
 * recording_close, after which no event may come. */
#pragma once

#include "agent/ground/options.h"

struct recording;

/* ==== Opening and closing ==================================================================== */

/* Starts a recording by what the options say; 0 or NULL is their default, of system_ns none. Limits
 * make chunks small enough that a quarter can go at a time. The file exists and is readable by
 * every tool when this returns. NULL: error holds a sentence that names the path. */
struct recording *recording_open(const struct agent_options *options, char *error,
                                 size_t error_size);
/* Writes what is left and frees everything. False: something was lost, which stderr says. */
bool recording_close(struct recording *recording);
/* Writes all events until now to the file. False: the disk did not take them; they are held still.
 */
bool recording_flush(struct recording *recording);
/* Ends the chunk and begins another. False as recording_flush. */
bool recording_rotate(struct recording *recording);
/* The path in use. Valid until close, and with every_ns until the file after the next begins. */
const char *recording_path(struct recording *recording);

/* ==== What events refer to =================================================================== */

/* A thread, as it is now. Told apart by content: a renamed thread is written as another. */
struct recording_thread {
    const char *os_name;   /* NULL: as java_name */
    int64_t os_tid;        /* gettid() */
    const char *java_name; /* NULL: no Java thread */
    int64_t java_id;       /* Thread.getId(), 0 if none */
    const char *group;     /* name of the thread group, or NULL */
    const char *parent_group;
    bool is_virtual;
};

/* A method, told apart by key: equal keys within a chunk must mean the same method, so whoever has
 * ids that are used again (jmethodID) counts. What is behind a key is copied the first time it
 * occurs in a chunk; only then need the texts be valid. */
struct recording_method {
    uint64_t key;
    const char *class_name; /* "java/util/HashMap"; dots are fine too. NULL: none */
    const char *name;       /* "get", "[GC active]" */
    const char *descriptor; /* "(Ljava/lang/Object;)Ljava/lang/Object;"; NULL: "()V" */
    int32_t class_modifiers;
    int32_t modifiers; /* as JVMTI gives them */
    bool class_hidden; /* of a hidden class */
    bool hidden;       /* LambdaForm frames and such: tools leave them out */
    bool is_function;  /* of C: class_name is a file, "libc.so.6", and written as it is */
};

/* A method that is none: "[GC active]", or with a class_name, a file, a function of C. The same
 * each time, and kept. */
const struct recording_method *recording_named(const char *class_name, const char *name);

enum recording_frame_type {
    RECORDING_INTERPRETED = 0,
    RECORDING_JIT,
    RECORDING_INLINED,
    RECORDING_NATIVE, /* a Java method that is native, or a function of C */
    RECORDING_CPP,    /* a function of C++ */
};

struct recording_frame {
    const struct recording_method *method; /* NULL: "[unknown]" */
    int32_t line;                          /* 0 or -1: not known */
    int32_t bci;                           /* -1: not known */
    enum recording_frame_type type;
};

/* A frame of recording_named. */
static inline struct recording_frame recording_frame_named(const char *class_name,
                                                           const char *name) {
    return (struct recording_frame){recording_named(class_name, name), -1, -1, RECORDING_NATIVE};
}

struct recording_stack {
    const struct recording_frame *frames; /* the top frame first */
    uint32_t count;                       /* 0: no stack trace */
    bool truncated;                       /* there were more frames */
};

enum recording_state { /* keys of jdk.types.ThreadState, as HotSpot has them */
                       RECORDING_STATE_DEFAULT = 1, /* async-profiler's: not looked at */
                       RECORDING_STATE_RUNNABLE = 5,
                       RECORDING_STATE_SLEEPING = 225,
};

/* ==== Events ================================================================================= */

enum recording_event {
    RECORDING_EXECUTION_SAMPLE = 0, /* "jdk.ExecutionSample" */
    RECORDING_NATIVE_SAMPLE,
    RECORDING_ACTIVE_RECORDING,
    RECORDING_ACTIVE_SETTING,
    RECORDING_JVM_INFORMATION,
    RECORDING_OS_INFORMATION,
    RECORDING_CPU_INFORMATION,
    RECORDING_SYSTEM_PROPERTY,
    RECORDING_CPU_LOAD,
    RECORDING_THREAD_CPU_LOAD,
    RECORDING_CONTAINER_CPU_USAGE,
    RECORDING_CONTAINER_CPU_THROTTLING,
    RECORDING_GARBAGE_COLLECTION,
    RECORDING_THREAD_START,
    RECORDING_THREAD_END,
    RECORDING_DATA_LOSS,
    RECORDING_MONITOR_ENTER,
    RECORDING_THREAD_PARK,
    RECORDING_ALLOCATION_SAMPLE,
    RECORDING_SAMPLING_STATISTICS, /* "jfragent.SamplingStatistics" */
    RECORDING_WALL_SAMPLE,         /* "profiler.WallClockSample", as async-profiler has it */
    RECORDING_LIVE_OBJECT,         /* "profiler.LiveObject", likewise */
    RECORDING_EXPERIMENT,          /* "jfragent.Experiment" */
    RECORDING_EXPERIMENT_METHOD,   /* "jfragent.ExperimentMethod" */
    RECORDING_EVENTS
};

struct recording_stack_key {
    uint64_t generation, key; /* good for one chunk; key 0: none */
};

/* A value of an event: which member counts the table says (recording_kinds of types.h). */
union recording_value {
    int64_t n; /* numbers, booleans; times and spans in ns */
    float f;
    const char *s; /* texts, names of classes and the like; NULL: null */
    const struct recording_thread *thread;
    const struct recording_stack *stack;
};
/* An event that began at that time: the values of its fields behind startTime. Returns the key of
 * its stack. */
struct recording_stack_key recording_write_event(struct recording *recording,
                                                 enum recording_event event, int64_t time,
                                                 const union recording_value *values);
#define recording_event(recording, event, time, ...) \
    recording_write_event(recording, event, time, (const union recording_value[]){__VA_ARGS__})

/* ==== Samples ================================================================================ */

/* cpu_ns: the CPU time that it stands for; left_java: it had left Java code when it stopped. */
struct recording_stack_key recording_execution_sample(struct recording *recording, int64_t time,
                                                      const struct recording_thread *thread,
                                                      const struct recording_stack *stack,
                                                      enum recording_state state, int64_t cpu_ns,
                                                      bool left_java);
/* Where a thread was, running or not; it stands for so many periods, which are span_ns together. */
struct recording_periods {
    uint64_t count;
    int64_t span_ns;
};
/* A sample with a stack that another one had; of native code, or, with periods, of wall. False: the
 * key is not good any more, nothing is written. */
bool recording_sample_again(struct recording *recording, int64_t time,
                            const struct recording_thread *thread, struct recording_stack_key stack,
                            enum recording_state state, const struct recording_periods *periods);

/* What became of the samples since the statistics were written last: X of a number, A of several,
 * each with its lines in the table of types.c (failures: by -code). */
#define RECORDING_CUTS 6      /* depth, heap, code, method, call, stack */
#define RECORDING_FAILURES 11 /* AsyncGetCallTrace: 0 (no frames), -1, ... -10 */
/* clang-format off */
#define RECORDING_STATISTICS(X, A) \
    X(requested, "requested count Requested") \
    X(taken, "taken count Taken") \
    X(timed_out, "timedOut count Timed Out") \
    X(left, "leftState count No Longer in State") \
    X(exited, "exited count Thread Exited") \
    A(failures, RECORDING_FAILURES, "noFrames count Failed with 0 (No Frames)\n" \
      "noClassLoad count Failed with -1 (No Class Load)\ngcActive count Failed with -2 (GC Active)\n" \
      "notJava count Failed with -3 (Not in Java)\n" \
      "notJavaUnwalkable count Failed with -4 (Not in Java, Not Walkable)\n" \
      "javaUnknown count Failed with -5 (In Java, Unknown)\n" \
      "javaUnwalkable count Failed with -6 (In Java, Not Walkable)\n" \
      "unknownState count Failed with -7 (Unknown State)\nthreadExit count Failed with -8 (Thread Exit)\n" \
      "deoptimizing count Failed with -9 (Deoptimizing)\nsafepoint count Failed with -10 (Safepoint)") \
    X(hold_median, "holdMedian ns Hold Time, Median|How long a thread was suspended for one sample") \
    X(hold_p99, "holdP99 ns Hold Time, 99th Percentile") \
    X(hold_max, "holdMax ns Hold Time, Longest") \
    X(no_processor, "noProcessor count Without a Processor|Threads in Java code that waited for a processor when it " \
      "was their turn: they did not answer, or had used no interval of CPU time since their last sample") \
    X(hold_cpu_median, "holdCPUMedian ns Hold Time on a Processor, Median|CPU time of a suspended thread: the walk " \
      "of its stack. The rest of the hold time passes until sampler and thread get a processor") \
    X(hold_cpu_p99, "holdCPUP99 ns Hold Time on a Processor, 99th Percentile") \
    X(unmoved, "unmoved count Had Not Run|Threads that had not run since their last sample, and so were not asked: " \
      "their stack was written again") \
    X(no_room, "noRoom count No Room|Too many samples waited to be written; the thread's next one stands for them") \
    X(timers_refused, "timersRefused count Timers Refused|Threads that the system gave no timer for their CPU time") \
    X(jvm_threads, "jvmThreads count Of Other Threads|Samples of compilers, collectors and other threads without " \
      "Java code, by their CPU clocks; they are not asked") \
    X(left_java, "leftJava count Left Java Code|Of those taken: the thread was not in Java code when it stopped, " \
      "its last frames in there were taken") \
    X(not_reached, "notReached count Not Reached|Threads in Java code that the round did not come to: it was full, " \
      "or late") \
    X(whole, "whole count Whole|Of those taken: the stack ends where its thread began; 0 where the JVM walks, which " \
      "does not tell") \
    A(cut, RECORDING_CUTS, \
      "cutDepth count Cut: Deeper|Of those taken, not whole: the stack has more frames than are walked\n" \
      "cutHeap count Cut: Frames in the Heap|Of those taken, not whole: some frames of a virtual thread are in the " \
      "heap\n" \
      "cutCode count Cut: Unknown Code|Of those taken, not whole: a return address leads to no code of the JVM's\n" \
      "cutMethod count Cut: Without a Method|Of those taken, not whole: a frame has no method: it is being made\n" \
      "cutCall count Cut: Without a Call|Of those taken, not whole: a caller is at a bytecode that does not call\n" \
      "cutStack count Cut: Off the Stack|Of those taken, not whole: a frame is not on the stack") \
    X(cpu_sampled, "cpuSampled ns CPU Time of the Samples|What the samples written meanwhile stand for") \
    X(cpu_used, "cpuUsed ns CPU Time of the Process|What all threads of the process used meanwhile, but for those " \
      "of the agent") \
    X(woken, "woken count Woken|Threads that the signal of the process's timer woke, as the one that ran had it " \
      "blocked: they are charged nothing")
/* clang-format on */
struct recording_statistics {
    int64_t start, end; /* the span these numbers are about */
#define RECORDING_MEMBER(name, line) int64_t name;
#define RECORDING_MEMBERS(name, count, lines) int64_t name[count];
    RECORDING_STATISTICS(RECORDING_MEMBER, RECORDING_MEMBERS)
};
/* So many numbers behind start and end. */
#define RECORDING_STATISTICS_COUNT (sizeof(struct recording_statistics) / sizeof(int64_t) - 2)
void recording_statistics(struct recording *recording, const struct recording_statistics *numbers);

/* ==== Threads ================================================================================ */

/* A copy of all that it refers to, and its end. */
struct recording_thread recording_thread_copy(const struct recording_thread *thread);
void recording_thread_free(struct recording_thread *thread);

/* The recording takes the thread to be alive from here to recording_thread_end (by os_tid), and
 * measures its CPU load. */
void recording_thread_start(struct recording *recording, int64_t time,
                            const struct recording_thread *thread);
void recording_thread_end(struct recording *recording, int64_t time,
                          const struct recording_thread *thread);
/* A thread that runs, for its CPU load; writes no event. is_new: all that it had counts. */
void recording_thread_known(struct recording *recording, const struct recording_thread *thread,
                            bool is_new);
/* It is there no more; writes no event, but its last load if it is the calling thread and ends:
 * when, else 0. */
void recording_thread_forget(struct recording *recording, int64_t os_tid, int64_t ends);

/* ==== What the recording is about: said once, written again in each chunk ==================== */

/* Sets it, by event and key, and writes it as an event now: values as of recording_event. */
void recording_info_set(struct recording *recording, enum recording_event event, const char *key,
                        const union recording_value *values);
#define recording_info(recording, event, key, ...) \
    recording_info_set(recording, event, key, (const union recording_value[]){__VA_ARGS__})

/* A setting of an event, as the JDK writes them: "enabled" "true", "period" "20 ms". */
void recording_setting(struct recording *recording, enum recording_event event, const char *name,
                       const char *value);
void recording_setting_time(struct recording *r, enum recording_event event, const char *name,
                            int64_t ns);

/* ==== Machine and process ==================================================================== */

/* The recording itself says once a chunk what machine it is on, and measures every system_ns, on
 * the writer thread, what CPU time process, machine, container and, each such time only (reading
 * one costs some us, and there may be thousands), threads have used. */
#define RECORDING_THREADS_EVERY 10

/* ==== What there is so far =================================================================== */

struct recording_status {
    uint64_t events;                      /* written or held, not lost */
    uint64_t events_of[RECORDING_EVENTS]; /* ... of a type */
    uint64_t file_bytes;                  /* of the recording on disk, as of the last flush */
    uint64_t held_bytes;                  /* encoded and not yet on disk */
    uint64_t lost_events, lost_bytes;     /* dropped because memory_bytes was full */
    uint32_t chunks;                      /* in the file */
    int error;                            /* errno of the last flush, 0 if it went well */
    int64_t start_ms;                     /* since the epoch */
    struct recording_statistics sum;      /* of all that were written */
};
struct recording_status recording_status(struct recording *recording); /* any thread */

/* ==== The door: who uses the recording that is on goes through it ============================ */

/* Not in signal handlers. NULL: there is none (and door_leave must not be called). */
struct recording *door_enter(void);
void door_leave(void);
/* Opens the door to a recording. */
void door_open(struct recording *recording);
/* Closes the door, waits for those inside, and hands the recording back; NULL if there was none. */
struct recording *door_close(void);
