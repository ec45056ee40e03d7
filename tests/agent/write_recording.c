/* A program that writes a recording with every event type, for tests that read it with other tools.
 *
 *   write_recording FILE [name=value...]
 *     seconds=S    how long samples are written, one a millisecond (default 0: 100 samples at once)
 *     flush-ms=N  chunk=BYTES  chunk-ms=N  max=BYTES  max-age-ms=N  memory=BYTES  system-ms=N
 *     distinct=N (stacks)  pad=BYTES (of a property set with each sample)
 *     log=FILE    the time of the sample written last (monotonic ns, 8 bytes), for kill tests
 */
#include "agent/recording/recording.h"

#include "base/clock.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const char *option(int argc, char **argv, const char *name, const char *otherwise) {
    size_t len = strlen(name);
    for (int i = 2; i < argc; i++)
        if (strncmp(argv[i], name, len) == 0 && argv[i][len] == '=') return argv[i] + len + 1;
    return otherwise;
}

static int64_t number(int argc, char **argv, const char *name, int64_t otherwise) {
    const char *text = option(argc, argv, name, NULL);
    return text ? strtoll(text, NULL, 10) : otherwise;
}

static const struct recording_thread main_thread = {
    .java_name = "main", .os_tid = 4711, .java_id = 1, .group = "main", .parent_group = "system"};
static const struct recording_thread worker = {.os_name = "worker-os",
                                               .java_name = "worker \xc3\xa4",
                                               .os_tid = 4712,
                                               .java_id = 22,
                                               .group = "main",
                                               .parent_group = "system"};
static const struct recording_thread virtual_thread = {.java_name = "virtual-1",
                                                       .os_tid = 4713,
                                                       .java_id = 33,
                                                       .group = "VirtualThreads",
                                                       .is_virtual = true};

static const struct recording_method methods[] = {
    {.key = 1,
     .class_name = "java/util/HashMap",
     .name = "get",
     .descriptor = "(Ljava/lang/Object;)Ljava/lang/Object;",
     .class_modifiers = 1,
     .modifiers = 1},
    {.key = 2,
     .class_name = "Lcom/example/Work;",
     .name = "run",
     .descriptor = "()V",
     .modifiers = 0x11},
    {.key = 3,
     .class_name = "com.example.Work$$Lambda.0x00007f1234567890",
     .name = "apply",
     .descriptor = "(I[Ljava/lang/String;)J",
     .modifiers = 2,
     .class_hidden = true,
     .hidden = false},
    {.key = 4, .name = "[GC active]"},
};
static const struct recording_frame frames[] = {
    {&methods[0], 556, 12, RECORDING_INLINED},
    {&methods[2], 7, 3, RECORDING_JIT},
    {&methods[1], 42, 99, RECORDING_INTERPRETED},
};
static const struct recording_frame native_frames[] = {
    {&methods[1], 0, 0, RECORDING_NATIVE},
    {NULL, -1, -1, RECORDING_CPP},
};
static const struct recording_frame failed_frames[] = {{&methods[3], 0, 0, RECORDING_CPP}};
#define STACK(f, cut) ((struct recording_stack){f, sizeof(f) / sizeof *(f), cut})

static void describe(struct recording *r) {
    recording_info(r, RECORDING_JVM_INFORMATION, "", {.s = "Test VM"}, {.s = "1.2.3 \"quoted\""},
                   {.s = "-Xmx1g -Dx=y"}, {.s = NULL}, {.s = "com.example.Main one two"},
                   {1700000000123}, {getpid()});
    recording_info(r, RECORDING_SYSTEM_PROPERTY, "java.version", {.s = "java.version"},
                   {.s = "17.0.15"});
    recording_info(r, RECORDING_SYSTEM_PROPERTY, "empty", {.s = "empty"}, {.s = ""});
    recording_setting(r, RECORDING_EXECUTION_SAMPLE, "enabled", "true");
    recording_setting_time(r, RECORDING_EXECUTION_SAMPLE, "period", 20000000);
    recording_setting_time(r, RECORDING_NATIVE_SAMPLE, "period", 1500000);
    recording_setting(r, RECORDING_MONITOR_ENTER, "threshold", "10 ms");
}

static void one_of_each(struct recording *r, int64_t t) {
    struct recording_stack stack = STACK(frames, true), native = STACK(native_frames, false);
    recording_event(r, RECORDING_NATIVE_SAMPLE, t + 1000, {.thread = &worker}, {.stack = &native},
                    {RECORDING_STATE_RUNNABLE});
    recording_statistics(
        r, &(struct recording_statistics){.start = t,
                                          .end = t + 1000000000,
                                          .requested = 1000,
                                          .taken = 840,
                                          .timed_out = 60,
                                          .left = 50,
                                          .exited = 4,
                                          .failures = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                          .hold_median = 41000,
                                          .hold_p99 = 480000,
                                          .hold_max = 1900000,
                                          .no_processor = 12,
                                          .hold_cpu_median = 30000,
                                          .hold_cpu_p99 = 96000,
                                          .unmoved = 13,
                                          .no_room = 14,
                                          .timers_refused = 15,
                                          .jvm_threads = 16,
                                          .left_java = 17,
                                          .not_reached = 19,
                                          .whole = 20,
                                          .cut = {21, 22, 23, 24, 25, 26},
                                          .cpu_sampled = 900000000,
                                          .cpu_used = 1000000000,
                                          .woken = 27});
    recording_event(r, RECORDING_MONITOR_ENTER, t + 2000, {10000}, {.thread = &worker},
                    {.stack = &stack}, {.s = "java.lang.Object"}, {.thread = &main_thread},
                    {0x7f0011223344});
    recording_event(r, RECORDING_THREAD_PARK, t + 3000, {20000}, {.thread = &worker},
                    {.stack = &stack},
                    {.s = "java/util/concurrent/locks/ReentrantLock$NonfairSync"}, {5000000},
                    {INT64_MIN}, {0xabcdef});
    recording_event(r, RECORDING_ALLOCATION_SAMPLE, t + 4000, {.thread = &virtual_thread},
                    {.stack = &stack}, {.s = "[I"}, {524288});
    recording_event(r, RECORDING_ALLOCATION_SAMPLE, t + 4500, {.thread = &worker},
                    {.stack = &stack}, {.s = "[Ljava/lang/String;"}, {16});
    recording_event(r, RECORDING_THREAD_START, t + 5000, {.thread = &main_thread},
                    {.stack = &stack}, {.thread = &worker}, {.thread = &main_thread});
    recording_thread_end(r, t + 6000, &worker);
    recording_event(r, RECORDING_GARBAGE_COLLECTION, t + 7000, {1000000}, {.thread = NULL}, {17},
                    {.s = "G1New"}, {.s = "G1 Evacuation Pause"}, {1000000}, {1000000});
    recording_event(r, RECORDING_CPU_LOAD, t + 8000, {.f = 0.25f}, {.f = 0.125f}, {.f = 0.5f});
    recording_event(r, RECORDING_THREAD_CPU_LOAD, t + 9000, {.thread = &main_thread},
                    {.f = 0.0625f}, {.f = 0.03125f});
    recording_event(r, RECORDING_CONTAINER_CPU_USAGE, t + 10000, {3000000000}, {2000000000},
                    {1000000000});
    recording_event(r, RECORDING_CONTAINER_CPU_THROTTLING, t + 11000, {100}, {7}, {70000000});
    struct recording_stack failed = STACK(failed_frames, false);
    recording_execution_sample(r, t + 12000, &main_thread, &failed, RECORDING_STATE_RUNNABLE,
                               7000000, true);
    recording_execution_sample(r, t + 13000, &main_thread, NULL, RECORDING_STATE_SLEEPING, 0,
                               false);
}

/* Different stacks: the line of the top frame counts. */
static void sample(struct recording *r, int64_t t, int64_t i, int64_t distinct) {
    struct recording_frame copy[3];
    memcpy(copy, frames, sizeof copy);
    if (distinct) copy[0].line = (int32_t)(i % distinct) + 1;
    struct recording_stack stack = STACK(copy, false);
    recording_execution_sample(r, t, i % 2 ? &main_thread : &worker, &stack,
                               RECORDING_STATE_RUNNABLE, 20000000, false);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    struct agent_options options = {
        .file = argv[1],
        .flush_ns = number(argc, argv, "flush-ms", 0) * 1000000,
        .chunk_bytes = number(argc, argv, "chunk", 0),
        .chunk_ns = number(argc, argv, "chunk-ms", 0) * 1000000,
        .max_bytes = number(argc, argv, "max", 0),
        .max_age_ns = number(argc, argv, "max-age-ms", 0) * 1000000,
        .memory_bytes = number(argc, argv, "memory", 0),
        .system_ns = number(argc, argv, "system-ms", -1) * 1000000,
    };
    int64_t *last = NULL;
    const char *log = option(argc, argv, "log", NULL);
    if (log) {
        int fd = open(log, O_RDWR | O_CREAT | O_TRUNC, 0644);
        if (fd < 0 || ftruncate(fd, 8) < 0) return 2;
        last = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (last == MAP_FAILED) return 2;
    }
    char error[300];
    struct recording *r = recording_open(&options, error, sizeof error);
    if (!r) {
        fprintf(stderr, "%s\n", error);
        return 1;
    }
    describe(r);
    recording_thread_known(
        r,
        &(struct recording_thread){
            .java_name = "self", .os_tid = getpid(), .java_id = 44, .group = "main"},
        false);
    int64_t start = clock_now(), distinct = number(argc, argv, "distinct", 0);
    one_of_each(r, start);
    double seconds = strtod(option(argc, argv, "seconds", "0"), NULL);
    int64_t pad = number(argc, argv, "pad", 0), i = 0;
    char *padding = calloc(1, (size_t)pad + 1);
    memset(padding, 'x', (size_t)pad);
    do {
        int64_t t = clock_now();
        sample(r, t, i++, distinct);
        if (pad) recording_info(r, RECORDING_OS_INFORMATION, "", {.s = padding});
        if (last) __atomic_store_n(last, t, __ATOMIC_RELAXED);
        if (seconds > 0) usleep(1000);
        else if (i == 100) break;
    } while (seconds <= 0 || clock_now() - start < (int64_t)(seconds * 1e9));
    free(padding);
    struct recording_status status = recording_status(r);
    printf("%s: %lld samples, %llu events, %llu lost\n", recording_path(r), (long long)i,
           (unsigned long long)status.events, (unsigned long long)status.lost_events);
    fflush(stdout);
    return recording_close(r) ? 0 : 3;
}
