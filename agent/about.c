#include "agent/about.h"

#include "agent/engines/engines.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/vmstructs.h"
#include "agent/recording/system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static char *property(const char *name) {
    char *value = NULL;
    JVMTI(GetSystemProperty, name, &value);
    return jvm_take(value);
}

/* What the JVM has of a list of its arguments, with blanks between. */
static void add_arguments(struct text *out, const char *list, const char *length) {
    const char *const *const *words = vmstructs_static("Arguments", list);
    const int *count = vmstructs_static("Arguments", length);
    for (int i = 0; words && count && i < *count; i++)
        text_addf(out, "%s%s", i ? " " : "", (*words)[i]);
}

static void write_jvm(struct recording *recording) {
    struct text arguments = {0}, flags = {0};
    char *name = property("java.vm.name"), *command = property("sun.java.command");
    const char *const *version =
        vmstructs_static("Abstract_VM_Version", "_s_internal_vm_info_string");
    add_arguments(&arguments, "_jvm_args_array", "_num_jvm_args");
    add_arguments(&flags, "_jvm_flags_array", "_num_jvm_flags");
    recording_info(recording, RECORDING_JVM_INFORMATION, "", {.s = name},
                   {.s = version ? *version : NULL}, {.s = text_str(&arguments)}, {.s = flags.data},
                   {.s = command}, {recording_process_start()}, {getpid()});
    text_free(&arguments);
    text_free(&flags);
    free(name);
    free(command);
}

static void write_properties(struct recording *recording) {
    jint count;
    char **names;
    if (JVMTI(GetSystemProperties, &count, &names) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
        char *value = property(names[i]);
        recording_info(recording, RECORDING_SYSTEM_PROPERTY, names[i], {.s = names[i]},
                       {.s = value});
        free(value);
        JVM_FREE(names[i]);
    }
    JVM_FREE(names);
}

/* ---- Settings -------------------------------------------------------------------------------- */

static void write_settings(struct recording *recording, const struct agent_options *o, bool late) {
    static const enum recording_event always[] = {
        RECORDING_ACTIVE_RECORDING, RECORDING_ACTIVE_SETTING,     RECORDING_JVM_INFORMATION,
        RECORDING_OS_INFORMATION,   RECORDING_CPU_INFORMATION,    RECORDING_SYSTEM_PROPERTY,
        RECORDING_DATA_LOSS,        RECORDING_SAMPLING_STATISTICS};
    /* What we do not record, others may, who say so. */
    const bool alone = !o->samples_only, loads = alone && o->system_ns > 0;
    const bool natives = o->engine == ENGINE_SUSPEND && o->native_interval_ns > 0;
    const struct {
        enum recording_event event;
        bool on, has_stack;
        const char *of; /* what is set to a time; NULL: nothing */
        int64_t ns;
    } settings[] = {
        {RECORDING_EXECUTION_SAMPLE, o->interval_ns > 0, true, "period", o->interval_ns},
        {RECORDING_NATIVE_SAMPLE, natives, true, "period", o->native_interval_ns},
        {RECORDING_WALL_SAMPLE, o->wall_ns > 0, true, "period", o->wall_ns},
        {RECORDING_MONITOR_ENTER, o->lock_ns >= 0, true, "threshold", o->lock_ns},
        {RECORDING_THREAD_PARK, o->lock_ns >= 0, true, "threshold", o->lock_ns},
        {RECORDING_ALLOCATION_SAMPLE, o->alloc_bytes > 0, false, NULL, 0},
        {RECORDING_LIVE_OBJECT, o->live > 0, false, NULL, 0},
        {RECORDING_CPU_LOAD, loads, false, "period", o->system_ns},
        {RECORDING_THREAD_CPU_LOAD, loads, false, "period", RECORDING_THREADS_EVERY * o->system_ns},
        {RECORDING_CONTAINER_CPU_USAGE, loads, false, "period", o->system_ns},
        {RECORDING_CONTAINER_CPU_THROTTLING, loads, false, "period", o->system_ns},
        {RECORDING_GARBAGE_COLLECTION, alone, false, NULL, 0},
        {RECORDING_THREAD_START, alone, false, NULL, 0},
        {RECORDING_THREAD_END, alone, false, NULL, 0},
    };
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        recording_setting(recording, always[i], "enabled", "true");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        enum recording_event event = settings[i].event;
        bool on = settings[i].on;
        if (!on && !alone) continue;
        recording_setting(recording, event, "enabled", on ? "true" : "false");
        if (settings[i].has_stack) recording_setting(recording, event, "stackTrace", "true");
        if (on && settings[i].of)
            recording_setting_time(recording, event, settings[i].of, settings[i].ns);
    }
    /* Readers warn of samples that were taken at safepoints only. */
    recording_setting(recording, RECORDING_EXECUTION_SAMPLE, "engine", engines[o->engine]->name);
    recording_setting(recording, RECORDING_EXECUTION_SAMPLE, "debugNonSafepoints",
                      late ? "false" : "true");
}

void about_write(struct recording *recording, const struct agent_options *options, bool late) {
    write_jvm(recording);
    write_properties(recording);
    write_settings(recording, options, late);
}

/* ---- While it goes on ------------------------------------------------------------------------ */

void about_report(struct text *out, struct recording *recording, const struct agent_options *o) {
    struct recording_status status = recording_status(recording);
    const uint64_t *of = status.events_of;
    int64_t failed = 0;
    for (int i = 0; i < RECORDING_FAILURES; i++) failed += status.sum.failures[i];
    const struct {
        const char *name;
        bool said;
        int64_t number;
    } lines[] = {
        {"started", true, status.start_ms},
        {"running", true, (int64_t)of[RECORDING_EXECUTION_SAMPLE]},
        {"native", true, (int64_t)of[RECORDING_NATIVE_SAMPLE]},
        {"wall", o->wall_ns > 0, (int64_t)of[RECORDING_WALL_SAMPLE]},
        {"alloc", o->alloc_bytes > 0, (int64_t)of[RECORDING_ALLOCATION_SAMPLE]},
        {"lock", o->lock_ns >= 0,
         (int64_t)(of[RECORDING_MONITOR_ENTER] + of[RECORDING_THREAD_PARK])},
        {"requested", true, status.sum.requested},
        {"taken", true, status.sum.taken},
        {"timed-out", true, status.sum.timed_out},
        {"left", true, status.sum.left},
        {"exited", true, status.sum.exited},
        {"failed", true, failed},
        {"no-processor", true, status.sum.no_processor},
        {"file-bytes", true, (int64_t)status.file_bytes},
        {"held-bytes", true, (int64_t)status.held_bytes},
        {"lost-events", true, (int64_t)status.lost_events},
        {"chunks", true, (int64_t)status.chunks},
    };
    text_addf(out, "engine %s\n", engines[o->engine]->name);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].said) text_addf(out, "%s %" PRId64 "\n", lines[i].name, lines[i].number);
    text_addf(out, "file %s\n", recording_path(recording)); /* last: a name may hold anything */
}
