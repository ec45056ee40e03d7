/* Beside engine=cpu: threads that are none of Java's. There is no Java stack to walk: their CPU
 * clocks are read, and each period that went by is a sample of one frame which says what the thread
 * is. */
#include "agent/engines/engines.h"

#include "agent/ground/running.h"
#include "agent/jvm/methods.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/stackwalk.h"
#include "agent/sampling/statistics.h"
#include "base/array.h"
#include "base/clock.h"
#include "base/map.h"
#include "base/numbers.h"
#include "base/text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCAN_EVERY NS_PER_S
#define READ_EVERY (NS_PER_S / 50)
#define MOST_AT_ONCE 1000 /* samples of a thread: more periods than that are one sample */

struct other {
    pid_t tid;
    bool alive, is_ours;
    int64_t counted;                       /* its CPU clock up to which samples stand for it */
    const struct recording_method *method; /* NULL: nothing is written */
    struct recording_thread about;         /* os_name is owned */
};

static ARRAY(struct other) others;
static struct map unmet; /* what was written of a thread before its clock was read, ns */
static int64_t period, scanned, was_read; /* scanned: 0 before the first time */

/* How names begin; the kernel keeps 15 characters of one, so what is longer is the whole name. What
 * is none of these is of a library. NULL: ours, of which nothing is written. */
enum { NAME_LENGTH = 15 };
static const struct kind {
    const char *frame, *names;
} kinds[] = {
    {NULL, "jfragent"},
    {"[C1 compiler]", "C1 CompilerThread"},
    {"[C2 compiler]", "C2 CompilerThread"},
    {"[JVMCI compiler]", "JVMCI Compiler"},
    {"[GC]", "GC Thread|G1 |ZDirector|ZDriver|ZStat|ZUncommitter|ZWorker|ZUnmapper|XWorker|"
             "RuntimeWorker|Shenandoah"},
    {"[VM operations]", "VM Thread"},
    {"[JVM]", "VM Periodic Task Thread|Monitor Deflation Thread|Service Thread|Signal Dispatcher|"
              "Sweeper thread|StringDedup|JFR |java"}, /* java: the first thread */
    {"[native thread]", ""},
};

/* The kind of thread that the kernel calls so; name, with room for 32, becomes the whole one. */
static const struct kind *kind_of(char *name) {
    for (const struct kind *kind = kinds;; kind++) {
        size_t len;
        for (const char *begin = kind->names;; begin += len + 1) {
            len = strcspn(begin, "|");
            if (strncmp(name, begin, len < NAME_LENGTH ? len : NAME_LENGTH) == 0) {
                if (len > NAME_LENGTH) snprintf(name, 32, "%.*s", (int)len, begin);
                return kind;
            }
            if (!begin[len]) break;
        }
    }
}

static struct other *find(pid_t tid) {
    for (size_t i = 0; i < others.len; i++)
        if (others.items[i].tid == tid) return &others.items[i];
    return NULL;
}

bool others_know(pid_t tid, int64_t ns) {
    bool known = find(tid) != NULL, fresh;
    uint64_t *written = known ? NULL : map_put(&unmet, (uint64_t)tid, &fresh);
    int64_t clock = running_clock(tid);
    if (!known && clock >= 0) known = (int64_t)*written + ns > clock + period;
    if (!known) *written += (uint64_t)ns;
    return known;
}

static void forget(struct recording *recording, size_t position) {
    struct other *other = &others.items[position];
    if (recording) recording_thread_forget(recording, other->tid, 0);
    free((char *)(uintptr_t)other->about.os_name);
    *other = others.items[--others.len];
}

/* A chance point of its period is where it begins: else none would have a sample of less. What it
 * used as one of Java's cpu has written. */
static void meet(struct recording *recording, pid_t tid) {
    char name[32], path[64];
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", (int)tid);
    if (!numbers_file(path, name, sizeof name)) return;
    name[strcspn(name, "\n")] = 0;
    const char *frame = kind_of(name)->frame;
    bool is_new = scanned && !cpu_knows(tid, true);
    struct other other = {
        .tid = tid,
        .alive = true,
        .is_ours = !frame,
        .method = frame && threads_pass(name) ? recording_named(NULL, frame) : NULL,
        .about = {.os_tid = tid, .os_name = mem_copy_text(name)}};
    if (other.method) recording_thread_known(recording, &other.about, is_new); /* the clock first */
    const uint64_t *written = map_get(&unmet, (uint64_t)tid);
    other.counted = (is_new ? 0 : running_clock(tid)) + (written ? (int64_t)*written : 0);
    if (frame) other.counted -= sample_chance((uint64_t)tid, period);
    array_push(&others, other);
}

/* Which threads there are besides those in the table. */
static void scan(struct recording *recording) {
    struct map java = {0};
    threads_lock();
    for (size_t i = 0; i < threads_count(); i++) map_add(&java, (uint64_t)threads_at(i)->tid);
    threads_unlock();
    for (size_t i = 0; i < others.len; i++) others.items[i].alive = false;
    DIR *folder = opendir("/proc/self/task");
    for (struct dirent *entry; folder && (entry = readdir(folder)) != NULL;) {
        pid_t tid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (tid <= 0 || map_get(&java, (uint64_t)tid)) continue;
        struct other *other = find(tid);
        if (other) other->alive = true;
        else meet(recording, tid);
    }
    if (folder) closedir(folder);
    map_free(&java);
    map_free(&unmet);
    for (size_t i = others.len; folder && i-- > 0;)
        if (!others.items[i].alive) forget(recording, i);
}

/* "[compiles java.util.HashMap.get]": below the compiler, so that its callers are what it had to
 * do. False: it is not known. */
static bool add_compiled(JNIEnv *jni, const struct other *other, struct recording_frame *out) {
    struct framewalk_frame compiled = {.method = stackwalk_compiled_by(other->tid), .bci = -1};
    struct recording_frame its;
    struct text name = {0};
    if (!compiled.method) return false;
    methods_begin();
    methods_frames(jni, &compiled, 1, &its);
    if (its.method->class_name && its.method->name)
        text_addf(&name, "[compiles %s.%s]", its.method->class_name, its.method->name);
    methods_end();
    for (char *p = name.data; p && *p; p++)
        if (*p == '/') *p = '.';
    bool told = name.len > 0;
    if (told) *out = recording_frame_named(NULL, name.data);
    text_free(&name);
    return told;
}

static void write_periods(JNIEnv *jni, struct recording *recording, struct other *other,
                          int64_t now) {
    int64_t clock = running_clock(other->tid), count = (clock - other->counted) / period;
    if (clock >= 0 && other->is_ours) { /* its writer */
        statistics_cpu_agent += clock - other->counted;
        other->counted = clock;
    }
    if (clock < 0 || !other->method || count <= 0) return;
    struct recording_frame frames[2] = {
        {.method = other->method, .line = -1, .bci = -1, .type = RECORDING_NATIVE}};
    struct recording_stack stack = {.frames = frames, .count = 1};
    stack.count += strstr(other->method->name, "compiler]") && add_compiled(jni, other, &frames[1]);
    int64_t each = count > MOST_AT_ONCE ? count * period : period;
    int64_t events = count * period / each;
    for (int64_t i = 0; i < events; i++) {
        int64_t time = was_read + (now - was_read) * (i + 1) / events;
        recording_execution_sample(recording, time, &other->about, &stack, RECORDING_STATE_RUNNABLE,
                                   each, false);
        statistics.jvm_threads++;
        statistics.cpu_sampled += each;
    }
    other->counted += count * period;
}

static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    if (now - was_read >= READ_EVERY) {
        if (now - scanned >= SCAN_EVERY) {
            scan(recording);
            scanned = now;
        }
        for (size_t i = others.len; i-- > 0;)
            if (cpu_knows(others.items[i].tid, false)) forget(NULL, i); /* it came to Java since */
            else write_periods(jni, recording, &others.items[i], now);
        was_read = now;
    }
    return was_read + READ_EVERY - now;
}

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->engine != ENGINE_CPU || wanted->interval_ns <= 0) return false;
    while (others.len > 0) forget(NULL, others.len - 1);
    period = wanted->interval_ns;
    scanned = 0;
    was_read = clock_now();
    return true;
}

const struct engine engine_others = {"others", ENGINE_BY_ITSELF, start, turn, NULL, NULL, NULL};
