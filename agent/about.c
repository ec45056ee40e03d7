#include "agent/about.h"

#include "agent/engines/engines.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/vmstructs.h"
#include "base/clock.h"
#include "base/numbers.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char *property(const char *name) {
    char *value = NULL;
    if (JVMTI(GetSystemProperty, name, &value) != JVMTI_ERROR_NONE) return NULL;
    return value; /* JVMTI's: Deallocate */
}

/* A property that Java's libraries set, which JVMTI does not know. */
static void add_java_property(JNIEnv *jni, struct text *out, const char *name) {
    if ((*jni)->PushLocalFrame(jni, 8) != 0) return;
    jclass type = (*jni)->FindClass(jni, "java/lang/System");
    jmethodID get = type ? (*jni)->GetStaticMethodID(jni, type, "getProperty",
                                                     "(Ljava/lang/String;)Ljava/lang/String;")
                         : NULL;
    jstring key = get ? (*jni)->NewStringUTF(jni, name) : NULL;
    jstring value = key ? (*jni)->CallStaticObjectMethod(jni, type, get, key) : NULL;
    if ((*jni)->ExceptionCheck(jni)) {
        (*jni)->ExceptionClear(jni);
        value = NULL;
    }
    const char *text = value ? (*jni)->GetStringUTFChars(jni, value, NULL) : NULL;
    text_add(out, text ? text : "?");
    if (text) (*jni)->ReleaseStringUTFChars(jni, value, text);
    (*jni)->PopLocalFrame(jni, NULL);
}

/* When this process started, ms since the epoch. */
static int64_t process_start(void) {
    int64_t now = clock_epoch() / NS_PER_MS, boot = clock_of(CLOCK_BOOTTIME);
    enum { START = 18, TAKEN }; /* behind the parent's id */
    uint64_t numbers[TAKEN];
    char line[2048];
    FILE *stat = fopen("/proc/self/stat", "re");
    size_t len = stat ? fread(line, 1, sizeof line - 1, stat) : 0;
    if (stat) fclose(stat);
    line[len] = 0;
    if (numbers_of_stat(line, numbers, TAKEN) < TAKEN) return now;
    int64_t ticks = (int64_t)numbers[START], hertz = sysconf(_SC_CLK_TCK);
    return now - (boot / NS_PER_MS - ticks * 1000 / hertz);
}

/* What the JVM has of a list of its arguments, with blanks between. */
static void add_arguments(struct text *out, const char *list, const char *length) {
    const char *const *const *words = vmstructs_static("Arguments", list);
    const int *count = vmstructs_static("Arguments", length);
    for (int i = 0; words && count && i < *count; i++)
        text_addf(out, "%s%s", i ? " " : "", (*words)[i]);
}

static void write_jvm(JNIEnv *jni, struct recording *recording) {
    struct text version = {0}, arguments = {0}, flags = {0};
    char *name = property("java.vm.name"), *number = property("java.vm.version");
    char *command = property("sun.java.command");
    text_add(&version, name ? name : "?");
    text_add(&version, " (");
    text_add(&version, number ? number : "?");
    text_add(&version, ") for linux-");
    add_java_property(jni, &version, "os.arch");
    text_add(&version, " JRE (");
    add_java_property(jni, &version, "java.runtime.version");
    text_add(&version, ")");
    add_arguments(&arguments, "_jvm_args_array", "_num_jvm_args");
    add_arguments(&flags, "_jvm_flags_array", "_num_jvm_flags");
    recording_info(recording, RECORDING_JVM_INFORMATION, "", {.s = name}, {.s = text_str(&version)},
                   {.s = text_str(&arguments)}, {.s = flags.data}, {.s = command},
                   {process_start()}, {getpid()});
    text_free(&version);
    text_free(&arguments);
    text_free(&flags);
    if (name) JVM_FREE(name);
    if (number) JVM_FREE(number);
    if (command) JVM_FREE(command);
}

static void write_properties(struct recording *recording) {
    jint count;
    char **names;
    if (JVMTI(GetSystemProperties, &count, &names) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
        char *value = property(names[i]);
        recording_info(recording, RECORDING_SYSTEM_PROPERTY, names[i], {.s = names[i]},
                       {.s = value});
        if (value) JVM_FREE(value);
        JVM_FREE(names[i]);
    }
    JVM_FREE(names);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static void sampled(struct recording *recording, enum recording_event event, bool on, int64_t ns) {
    recording_setting(recording, event, "enabled", on ? "true" : "false");
    if (on) recording_setting_time(recording, event, "period", ns);
    recording_setting(recording, event, "stackTrace", "true");
}

static void switched(struct recording *recording, enum recording_event event, bool on) {
    recording_setting(recording, event, "enabled", on ? "true" : "false");
}

/* others: someone else records such events if we do not, and says so. */
static void with_threshold(struct recording *recording, enum recording_event event, int64_t ns,
                           bool others) {
    if (ns < 0 && others) return;
    switched(recording, event, ns >= 0);
    recording_setting(recording, event, "stackTrace", "true");
    if (ns >= 0) recording_setting_time(recording, event, "threshold", ns);
}

static void write_settings(struct recording *recording, const struct agent_options *o, bool late) {
    static const enum recording_event each_chunk[] = {
        RECORDING_ACTIVE_RECORDING, RECORDING_ACTIVE_SETTING,      RECORDING_JVM_INFORMATION,
        RECORDING_OS_INFORMATION,   RECORDING_CPU_INFORMATION,     RECORDING_SYSTEM_PROPERTY,
        RECORDING_DATA_LOSS,        RECORDING_SAMPLING_STATISTICS, RECORDING_GARBAGE_COLLECTION,
        RECORDING_THREAD_START,     RECORDING_THREAD_END,
    };
    const bool others = o->samples_only;
    size_t count = sizeof each_chunk / sizeof *each_chunk - (others ? 3 : 0);
    static const enum recording_event measured[] = {
        RECORDING_CPU_LOAD,
        RECORDING_THREAD_CPU_LOAD,
        RECORDING_CONTAINER_CPU_USAGE,
        RECORDING_CONTAINER_CPU_THROTTLING,
    };
    sampled(recording, RECORDING_EXECUTION_SAMPLE, o->interval_ns > 0, o->interval_ns);
    /* Readers warn of samples that were taken at safepoints only. */
    recording_setting(recording, RECORDING_EXECUTION_SAMPLE, "engine", engines_main(o)->name);
    recording_setting(recording, RECORDING_EXECUTION_SAMPLE, "debugNonSafepoints",
                      late ? "false" : "true");
    sampled(recording, RECORDING_NATIVE_SAMPLE,
            o->native_interval_ns > 0 && o->engine == ENGINE_SUSPEND, o->native_interval_ns);
    sampled(recording, RECORDING_WALL_SAMPLE, o->wall_ns > 0, o->wall_ns);
    for (size_t i = 0; i < count; i++) switched(recording, each_chunk[i], true);
    for (size_t i = 0; i < sizeof measured / sizeof *measured && !others; i++) {
        switched(recording, measured[i], o->system_ns > 0);
        if (o->system_ns > 0)
            recording_setting_time(recording, measured[i], "period",
                                   measured[i] == RECORDING_THREAD_CPU_LOAD
                                       ? RECORDING_THREADS_EVERY * o->system_ns
                                       : o->system_ns);
    }
    with_threshold(recording, RECORDING_MONITOR_ENTER, o->lock_ns, others);
    with_threshold(recording, RECORDING_THREAD_PARK, o->lock_ns, others);
    switched(recording, RECORDING_LIVE_OBJECT, o->live > 0);
    if (o->alloc_bytes > 0 || !others)
        switched(recording, RECORDING_ALLOCATION_SAMPLE, o->alloc_bytes > 0);
}

void about_write(JNIEnv *jni, struct recording *recording, const struct agent_options *options,
                 bool late) {
    write_jvm(jni, recording);
    write_properties(recording);
    write_settings(recording, options, late);
}

/* ---- While it goes on ------------------------------------------------------------------------ */

static void add_line(struct text *out, const char *name, int64_t number) {
    text_addf(out, "%s %" PRId64 "\n", name, number);
}

void about_report(struct text *out, struct recording *recording,
                  const struct agent_options *options) {
    struct recording_status status = recording_status(recording);
    int64_t failed = 0;
    for (int i = 0; i < RECORDING_FAILURES; i++) failed += status.sum.failures[i];
    text_addf(out, "engine %s\n", engines_main(options)->name);
    add_line(out, "started", status.start_ms);
    add_line(out, "running", (int64_t)(status.events_of[RECORDING_EXECUTION_SAMPLE]));
    add_line(out, "native", (int64_t)(status.events_of[RECORDING_NATIVE_SAMPLE]));
    if (options->wall_ns > 0)
        add_line(out, "wall", (int64_t)(status.events_of[RECORDING_WALL_SAMPLE]));
    if (options->alloc_bytes > 0)
        add_line(out, "alloc", (int64_t)(status.events_of[RECORDING_ALLOCATION_SAMPLE]));
    if (options->lock_ns >= 0)
        add_line(out, "lock",
                 (int64_t)(status.events_of[RECORDING_MONITOR_ENTER] +
                           status.events_of[RECORDING_THREAD_PARK]));
    add_line(out, "requested", status.sum.requested);
    add_line(out, "taken", status.sum.taken);
    add_line(out, "timed-out", status.sum.timed_out);
    add_line(out, "left", status.sum.left);
    add_line(out, "exited", status.sum.exited);
    add_line(out, "failed", failed);
    add_line(out, "no-processor", status.sum.no_processor);
    add_line(out, "file-bytes", (int64_t)status.file_bytes);
    add_line(out, "held-bytes", (int64_t)status.held_bytes);
    add_line(out, "lost-events", (int64_t)status.lost_events);
    add_line(out, "chunks", (int64_t)status.chunks);
    text_addf(out, "file %s\n", recording_path(recording)); /* last: a name may hold anything */
}
