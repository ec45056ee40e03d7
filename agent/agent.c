/* Entry points of the agent, and what happens when.
 *
 *   -agentpath  Agent_OnLoad --> options, file --> VMInit: tables, sampler --> VMDeath: written
 *   attached    Agent_OnAttach --> options --> (first time: events, tables) --> sampler
 *               again: "stop" writes it, "dump" flushes it, anything else starts the next one */
#include "agent/about.h"
#include "agent/engines/engines.h"
#include "agent/ground/protocol.h"
#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/virtual.h"
#include "agent/jvm/vmstructs.h"
#include "agent/recording/recording.h"
#include "agent/sampling/handshake.h"
#include "agent/sampling/sampler.h"
#include "agent/sampling/stackwalk.h"
#include "agent/jvm/threads.h"
#include "agent/whatif/changes.h"
#include "base/clock.h"
#include "base/hsperf.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static JavaVM *vm;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* start and stop */
static struct agent_options options;                     /* of the recording that is on */
static struct recording *opened; /* from opening the file until the JVM is up */
static bool came_late;
static bool running, listening, prepared; /* listening: events_prepare went well */

/* ---- When a recording is over ---------------------------------------------------------------- */

static struct {
    int fd; /* locked as long as whoever started it is there; -1: nobody need be */
    int64_t started, looked;
    bool abandoned; /* they had given up before it began, and have taken the file away */
} watch = {.fd = -1};

static void watch_start(void) {
    const char *path = options.lock_file;
    watch.started = watch.looked = clock_now();
    watch.fd = path ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    watch.abandoned = path && watch.fd < 0 && errno == ENOENT;
    if (path && watch.fd < 0 && !watch.abandoned)
        fprintf(stderr, "jfragent: cannot open %s: %s; the recording ends only by option stop\n",
                path, strerror(errno));
}

static void watch_stop(void) {
    if (watch.fd >= 0) close(watch.fd);
    watch.fd = -1;
}

/* Its duration is over, whoever started it is gone, or the signal is lost. By the sampler. */
static bool is_over(int64_t now) {
    if (watch.abandoned || (options.duration_ns > 0 && now - watch.started >= options.duration_ns))
        return true;
    if (now - watch.looked < NS_PER_S) return false;
    watch.looked = now;
    /* The kernel gives locks back when their holder is gone, in whatever way it went. */
    return (watch.fd >= 0 && flock(watch.fd, LOCK_EX | LOCK_NB) == 0) ||
           (sampler_is_by_signal() && !handshake_has(options.signo)); /* anybody can replace it */
}

/* ---- Start and stop, with lock --------------------------------------------------------------- */

static void time_is_up(void);
static const struct sampler_owner owner = {.is_over = is_over, .ends = time_is_up};

/* The tables of threads and classes, once. */
static bool prepare(JNIEnv *jni, bool late, char *error, size_t size) {
    if (prepared) return true;
    if (!threads_open(jni))
        return REFUSE(error, size, "this JVM keeps its threads in a way the agent does not know");
    jvm_listen(JVMTI_EVENT_THREAD_START, true);
    jvm_listen(JVMTI_EVENT_THREAD_END, true);
    came_late = late;
    if (late) {
        usleep(20000); /* a thread that was about to end has left the JVM's list by then */
        JVMTI(GenerateEvents, JVMTI_EVENT_COMPILED_METHOD_LOAD);
    }
    methods_open(jni);
    methods_add_loaded(jni); /* at the start too: some are older than any event */
    threads_add_running(jni);
    virtual_open(jni);
    stackwalk_open_heap(jni);
    if (!sampler_create(jni, engines, &owner))
        return REFUSE(error, size, "this JVM gives the agent no thread");
    return prepared = true;
}

static void tell_threads(struct recording *recording) {
    threads_lock();
    for (size_t i = 0; i < threads_count(); i++)
        if (threads_at(i)->tid) recording_thread_known(recording, &threads_at(i)->about, false);
    threads_unlock();
}

/* The first signal that nobody has, behind those of C libraries and debuggers. 0: there is none. */
static int free_signal(void) {
    for (int signo = SIGRTMIN + 3; signo <= SIGRTMAX; signo++)
        if (handshake_is_free(signo)) return signo;
    return 0;
}

/* Another than the usual one, if someone else has a handler for that and it was not asked for. */
static void choose_signal(struct agent_options *o) {
    bool asked = o->signal_asked || o->engine == ENGINE_JVMTI || handshake_is_free(o->signo);
    int other = asked ? 0 : free_signal();
    if (!other) return;
    fprintf(stderr, "jfragent: signal %d is used by someone else in this process; taken is %d\n",
            o->signo, other);
    o->signo = other;
}

/* options are set; recording is open and goes over to us. */
static enum agent_code begin(JNIEnv *jni, struct recording *recording, char *error, size_t size) {
    struct engine_failure failure = {.signal_taken = false};
    choose_signal(&options);
    about_write(recording, &options, came_late && !vmstructs_flag("DebugNonSafepoints"));
    threads_filter(options.threads, options.exclude_threads);
    methods_set_depth(options.depth);
    door_open(recording);
    watch_start();
    tell_threads(recording);
    running = sampler_start(jni, &options, &failure);
    if (running) return AGENT_OK;
    watch_stop();
    recording_close(door_close());
    snprintf(error, size, "%s", failure.sentence);
    return failure.signal_taken ? AGENT_SIGNAL_TAKEN : AGENT_FAILED;
}

/* The JNIEnv of the calling thread; NULL if the JVM does not know it. */
static JNIEnv *env_of(JavaVM *jvm) {
    void *env = NULL;
    return (*jvm)->GetEnv(jvm, &env, JNI_VERSION_10) == JNI_OK ? env : NULL;
}

static void finish(void) {
    JNIEnv *jni = running ? env_of(vm) : NULL;
    if (!jni) return;
    sampler_stop(jni, true);
    watch_stop();
    recording_close(door_close());
    running = false;
}

/* Someone else has put a handler in the place of ours: the recording goes on by another signal,
 * even if that one was asked for. False: it does not. */
static bool change_signal(void) {
    struct engine_failure failure = {.signal_taken = false};
    if (!running || !sampler_is_by_signal() || softly_failed() || handshake_has(options.signo))
        return false;
    int other = free_signal();
    JNIEnv *jni = env_of(vm);
    fprintf(stderr, "jfragent: someone else has taken signal %d; ", options.signo);
    if (!other || !jni) {
        fputs("no other is free, the recording ends\n", stderr);
        return false;
    }
    fprintf(stderr, "the recording continues by %d\n", other);
    sampler_stop(jni, false);
    options.signo = other;
    if (sampler_resume(jni, &failure)) return true;
    fprintf(stderr, "jfragent: %s; the recording ends\n", failure.sentence);
    return false;
}

/* In the sampler's thread. */
static void time_is_up(void) {
    SOFTLY_ANYWAY();
    softly_lock(&lock);
    if (!jvm_ends && !change_signal()) finish();
    softly_unlock(&lock);
}

/* ---- With the JVM ---------------------------------------------------------------------------- */

/* What goes wrong is said, and the JVM runs without us. */
static void vm_up(JNIEnv *jni) {
    char error[300] = "";
    softly_lock(&lock);
    if (opened) {
        struct recording *recording = opened;
        opened = NULL;
        if (!prepare(jni, false, error, sizeof error)) recording_close(recording);
        else begin(jni, recording, error, sizeof error);
        if (*error) fprintf(stderr, "jfragent: %s; nothing is recorded\n", error);
    }
    softly_unlock(&lock);
}

static void vm_down(void) {
    softly_lock(&lock);
    jvm_ends = true;
    finish();
    softly_unlock(&lock);
    sampler_quit();
}

/* ---- Classes and code ------------------------------------------------------------------------ */

/* AsyncGetCallTrace does not work without. */
static void JNICALL on_class_load(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
}

static void JNICALL on_class_prepare(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jclass type) {
    SOFTLY();
    methods_add_class(jni, type);
}

/* Enabled at the start it also makes the JVM keep debug information between safepoints. */
static void JNICALL on_compiled_load(jvmtiEnv *jvmti, jmethodID method, jint size, const void *code,
                                     jint map_length, const jvmtiAddrLocationMap *map,
                                     const void *info) {
    /* Allocates nothing. */
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void write_thread(struct agent_thread *self,
                         void write(struct recording *, int64_t, const struct recording_thread *)) {
    struct recording *recording = self ? door_enter() : NULL;
    if (!recording) return;
    threads_lock();
    write(recording, clock_now(), &self->about);
    threads_unlock();
    door_leave();
}

static void JNICALL on_thread_start(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY();
    struct agent_thread *self = threads_begin(jni, thread);
    write_thread(self, recording_thread_start); /* reads its clock: samples begin behind that */
    if (self) sampler_thread_begins(self);
    threads_release(jni, self);
}

static void JNICALL on_thread_end(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY_ANYWAY();                                /* no thread may end while it is sampled */
    struct agent_thread *known = threads_self(jni); /* in the table, so that its samples are its */
    if (known) sampler_thread_ends(known);
    threads_release(jni, known);
    known = threads_end(jni);
    write_thread(known, recording_thread_end);
    threads_release(jni, known);
}

/* ---- Collections: called within the pause, where neither JNI nor JVMTI may be used ----------- */

static int64_t collection_start;
static uint32_t collection_id;

static void JNICALL on_gc_start(jvmtiEnv *jvmti) {
    /* Allocates nothing. */
    collection_start = clock_now();
}

/* Of the JVM's own counters, for jstat. False: there is none (-XX:-UsePerfData), or it is "No GC".
 */
static bool read_counter(const char *name, char *text, size_t size) {
    static const int *is_there; /* asked for by the JVM's own thread alone */
    static const char *const *start;
    static const size_t *capacity;
    if (!start) {
        is_there = vmstructs_static("PerfMemory", "_initialized");
        start = vmstructs_static("PerfMemory", "_start");
        capacity = vmstructs_static("PerfMemory", "_capacity");
    }
    if (!is_there || !start || !capacity || !__atomic_load_n(is_there, __ATOMIC_ACQUIRE) || !*start)
        return false;
    size_t len;
    const char *found = hsperf_text(*start, *capacity, name, &len);
    if (found) snprintf(text, size, "%.*s", (int)len, found);
    return found && strcmp(text, "No GC") != 0;
}

/* Why the JVM collects, into text; NULL: it does not say. Some collectors have noted that as over
 * by now. Where it once was not, the last one is that of an earlier pause, and what has none has
 * none.
 */
static const char *collection_cause(char *text, size_t size) {
    static bool in_time;
    if (read_counter("sun.gc.cause", text, size)) {
        in_time = true;
        return text;
    }
    return !in_time && read_counter("sun.gc.lastCause", text, size) ? text : NULL;
}

static void JNICALL on_gc_finish(jvmtiEnv *jvmti) {
    SOFTLY();
    atomic_fetch_add(&jvm_collections, 1);
    struct recording *recording = door_enter();
    if (!recording) return;
    char cause[64];
    int64_t pause = clock_now() - collection_start; /* the JVM tells of what stops all threads */
    if (collection_start)
        recording_event(recording, RECORDING_GARBAGE_COLLECTION, collection_start, {pause},
                        {.thread = NULL}, {collection_id}, {.s = jvm_collector()},
                        {.s = collection_cause(cause, sizeof cause)}, {pause}, {pause});
    door_leave();
    collection_start = 0;
    collection_id++;
}

/* ---- The JVM --------------------------------------------------------------------------------- */

static void JNICALL on_vm_init(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread) {
    SOFTLY();
    vm_up(jni);
}

static void JNICALL on_vm_death(jvmtiEnv *jvmti, JNIEnv *jni) {
    SOFTLY_ANYWAY();
    vm_down();
}

/* ---- Switches -------------------------------------------------------------------------------- */

/* Capabilities and callbacks. In OnLoad (live false) everything that will be needed is asked for;
 * false: error holds a sentence. */
static bool events_prepare(bool live, char *error, size_t size) {
    static const jvmtiCapabilities wanted[] = {
        {.can_get_line_numbers = 1},
        {.can_generate_garbage_collection_events = 1},
        {.can_generate_compiled_method_load_events = 1},
        {.can_generate_monitor_events = 1},
        {.can_generate_sampled_object_alloc_events = 1},
        {.can_generate_native_method_bind_events = 1},
    };
    /* Each of its own: what a JVM or another agent does not leave us costs only what needs it. */
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) JVMTI(AddCapabilities, &wanted[i]);
    jvmtiEventCallbacks callbacks = {
        .VMInit = on_vm_init,
        .VMDeath = on_vm_death,
        .ThreadStart = on_thread_start,
        .ThreadEnd = on_thread_end,
        .ClassLoad = on_class_load,
        .ClassPrepare = on_class_prepare,
        .CompiledMethodLoad = on_compiled_load,
        .GarbageCollectionStart = on_gc_start,
        .GarbageCollectionFinish = on_gc_finish,
        .MonitorContendedEnter = lock_on_enter,
        .MonitorContendedEntered = lock_on_entered,
        .NativeMethodBind = lock_on_bind,
        .SampledObjectAlloc = alloc_on_sample,
        .ClassFileLoadHook = changes_on_class_file,
    };
    if (JVMTI(SetEventCallbacks, &callbacks, sizeof callbacks) != JVMTI_ERROR_NONE ||
        !jvm_listen(JVMTI_EVENT_VM_DEATH, true) || !jvm_listen(JVMTI_EVENT_CLASS_LOAD, true) ||
        !jvm_listen(JVMTI_EVENT_CLASS_PREPARE, true) ||
        (!live && !jvm_listen(JVMTI_EVENT_VM_INIT, true))) {
        snprintf(error, size, "this JVM does not let the agent see classes");
        return false;
    }
    jvm_listen(JVMTI_EVENT_COMPILED_METHOD_LOAD, true);
    jvm_listen(JVMTI_EVENT_GARBAGE_COLLECTION_START, true);
    jvm_listen(JVMTI_EVENT_GARBAGE_COLLECTION_FINISH, true);
    return true;
}

/* ---- Entry points ---------------------------------------------------------------------------- */

/* A JVM that is asked while it starts is not there yet: so long is waited for it. */
#define UP_WITHIN (5 * NS_PER_S)

static bool find_jvm(JavaVM *found, char *error, size_t size) {
    if (jvm_ti) return true;
    void *env = NULL;
    jint code;
    int64_t begin = clock_now();
    while ((code = (*found)->GetEnv(found, &env, JVMTI_VERSION_11)) == JNI_EDETACHED &&
           clock_now() - begin < UP_WITHIN)
        usleep(10000);
    if (code == JNI_EDETACHED) return REFUSE(error, size, "this JVM is still starting");
    if (code != JNI_OK)
        return REFUSE(error, size, "this JVM has no JVMTI 11: the agent needs JDK 11 or newer");
    vmstructs_open();
    if (!stackwalk_open())
        return REFUSE(error, size, "this JVM's stacks cannot be walked: the agent needs HotSpot");
    jvm_ti = env;
    vm = found;
    return true;
}

static jint load(JavaVM *found, const char *text) {
    SOFTLY(JNI_OK);
    char error[400] = "";
    if (!agent_options_parse(text, &options, error, sizeof error)) {
        fprintf(stderr, "jfragent: %s\n", error);
        return JNI_ERR;
    }
    if (options.help) {
        char *help = agent_options_help();
        fputs(help, stdout);
        free(help);
        return JNI_OK;
    }
    if (options.stop || options.dump || options.status) {
        fputs("jfragent: options stop, dump and status are for a JVM that runs already\n", stderr);
        return JNI_ERR;
    }
    /* A wrong option is for whoever starts the JVM to see. What else goes wrong, such as a full
     * disk, does not keep production from starting. */
    if (!find_jvm(found, error, sizeof error) ||
        !(listening = events_prepare(false, error, sizeof error)) ||
        !(opened = recording_open(&options, error, sizeof error)))
        fprintf(stderr, "jfragent: %s; the JVM continues, nothing is recorded\n", error);
    return JNI_OK;
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *found, char *text, void *reserved) {
    softly_open();
    return load(found, text);
}

/* The answer to whoever attached; on our stderr if nobody asked for one. */
static void answer(const char *path, enum agent_code code, const char *sentence) {
    FILE *out = path ? fopen(path, "we") : NULL;
    if (out) {
        fputs(sentence, out);
        fclose(out);
    } else if (code != AGENT_OK) {
        fprintf(stderr, "jfragent: %s\n", sentence);
    }
}

/* A JVM that was stopped takes late what it was asked for: those who wait keep both files until
 * they have the answer or give up. */
static bool still_asked(const struct agent_options *wanted) {
    return (!wanted->answer || access(wanted->answer, F_OK) == 0) &&
           (!wanted->lock_file || access(wanted->lock_file, F_OK) == 0);
}

static enum agent_code attach_start(JavaVM *found, struct agent_options *wanted, char *said,
                                    size_t size) {
    snprintf(said, size, "the recording was requested too long ago; none is started");
    if (!still_asked(wanted)) return AGENT_FAILED;
    snprintf(said, size, "a recording is running already");
    if (running || opened) return AGENT_RUNNING;
    JNIEnv *jni = env_of(found);
    if (!jni || !find_jvm(found, said, size)) return AGENT_UNSUPPORTED;
    /* What is refused most often is refused before the JVM is asked for anything. */
    struct recording *recording = recording_open(wanted, said, size);
    if (!recording) return AGENT_NO_FILE;
    if (!listening) listening = events_prepare(true, said, size);
    if (!listening || !prepare(jni, true, said, size)) {
        recording_close(recording);
        return AGENT_UNSUPPORTED;
    }
    agent_options_free(&options);
    options = *wanted;
    memset(wanted, 0, sizeof *wanted);
    snprintf(said, size, "%s", recording_path(recording));
    return begin(jni, recording, said, size); /* refused, it says why instead */
}

/* stop, dump, status */
static enum agent_code attach_again(const struct agent_options *wanted, char *said, size_t size) {
    struct recording *recording = running ? door_enter() : NULL;
    struct text report = {0};
    snprintf(said, size, "no recording is running");
    if (!recording) return AGENT_NOT_RUNNING;
    if (wanted->status) about_report(&report, recording, &options);
    snprintf(said, size, "%s", wanted->status ? text_str(&report) : recording_path(recording));
    text_free(&report);
    if (wanted->dump) recording_flush(recording);
    door_leave();
    if (wanted->stop) finish();
    return AGENT_OK;
}

static jint attach(JavaVM *found, const char *text) {
    SOFTLY_ANYWAY(AGENT_FAILED);
    struct agent_options wanted;
    char said[4200] = "";
    enum agent_code code = AGENT_BAD_OPTION;
    bool parsed = agent_options_parse(text, &wanted, said, sizeof said);
    char *path = wanted.answer ? strdup(wanted.answer) : NULL;
    char *help = parsed && wanted.help ? agent_options_help() : NULL;
    softly_lock(&lock);
    if (help) {
        code = AGENT_OK;
    } else if (parsed && softly_failed()) {
        snprintf(said, sizeof said,
                 "memory ran out in this JVM before; nothing is recorded in it any more");
        code = AGENT_FAILED;
    } else if (parsed && (wanted.stop || wanted.dump || wanted.status)) {
        code = attach_again(&wanted, said, sizeof said);
    } else if (parsed) {
        code = attach_start(found, &wanted, said, sizeof said);
    }
    softly_unlock(&lock);
    answer(path, code, help ? help : said);
    agent_options_free(&wanted);
    free(help);
    free(path);
    return (jint)code;
}

JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *found, char *text, void *reserved) {
    softly_open();
    return attach(found, text);
}
