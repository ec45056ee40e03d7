#include "agent/recording/system.h"

#include "agent/recording/internal.h"
#include "agent/ground/running.h"
#include "agent/ground/softly.h"
#include "base/numbers.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ==== Reading files ========================================================================== */

bool recording_parse_stat(const char *line, struct cpu_time *time) {
    enum { USER = 10, SYSTEM, TAKEN };
    uint64_t n[TAKEN];
    if (numbers_of_stat(line, n, TAKEN) < TAKEN) return false;
    *time = (struct cpu_time){n[USER], n[SYSTEM]};
    return true;
}

/* What the kernel counts in, ns. */
static int64_t tick_ns(void) {
    return NS_PER_S / sysconf(_SC_CLK_TCK);
}

int64_t recording_process_start(void) {
    char line[1024];
    uint64_t ticks = numbers_file("/proc/self/stat", line, sizeof line) ? numbers_start(line) : 0;
    int64_t since = clock_of(CLOCK_BOOTTIME) - (int64_t)ticks * tick_ns();
    return (clock_epoch() - (ticks ? since : 0)) / NS_PER_MS;
}

int64_t recording_parse_key(const char *text, const char *name) {
    const char *value = numbers_value(text, name);
    return value ? strtoll(value, NULL, 10) : -1;
}

static bool read_cpu_time(const char *path, struct cpu_time *time) {
    char line[1024];
    return numbers_file(path, line, sizeof line) && recording_parse_stat(line, time);
}

/* ==== CPU load =============================================================================== */

bool recording_parse_machine(const char *text, uint64_t *busy, uint64_t *all) {
    uint64_t n[8] = {0};
    if (strncmp(text, "cpu ", 4) != 0 || numbers_read(text + 4, n, 8) < 4) return false;
    *all = 0;
    for (int i = 0; i < 8; i++) *all += n[i];
    *busy = *all - n[3] - n[4]; /* idle, waiting for disks */
    return true;
}

static float share(uint64_t now, uint64_t before, double whole) {
    double part = now > before && whole > 0 ? (double)(now - before) / whole : 0;
    return (float)(part > 1 ? 1 : part);
}

/* Ticks that all processors had in that time. */
static double capacity(int64_t ns) {
    return (double)ns / 1e9 * (double)sysconf(_SC_CLK_TCK) * (double)sysconf(_SC_NPROCESSORS_ONLN);
}

static void collect_load(struct recording *r, struct system_state *s, int64_t now) {
    struct cpu_time process;
    uint64_t busy = 0, all = 0;
    char text[512];
    if (!read_cpu_time("/proc/self/stat", &process) ||
        !numbers_file("/proc/stat", text, sizeof text) ||
        !recording_parse_machine(text, &busy, &all))
        return;
    if (s->last_ns) {
        double whole = capacity(now - s->last_ns);
        float user = share(process.user, s->process.user, whole);
        float system = share(process.system, s->process.system, whole);
        float machine = share(busy, s->machine_busy, (double)(all - s->machine_all));
        /* The kernel's two counts are not taken at the same moment. */
        if (machine < user + system) machine = user + system > 1 ? 1 : user + system;
        recording_event(r, RECORDING_CPU_LOAD, now, {.f = user}, {.f = system}, {.f = machine});
    }
    s->process = process;
    s->machine_busy = busy;
    s->machine_all = all;
    s->last_ns = now;
}

/* Of a thread, ns: its clock has all, the file, in ticks, what of that was its own code. */
static bool read_thread_time(int64_t tid, int64_t clock, struct cpu_time *time) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/task/%lld/stat", (long long)tid);
    if (clock < 0 || !read_cpu_time(path, time)) return false;
    time->user *= (uint64_t)tick_ns();
    if (time->user > (uint64_t)clock) time->user = (uint64_t)clock;
    time->system = (uint64_t)clock - time->user;
    return true;
}

/* A load is a share of the time since the thread's last one, as far back as readers look. */
static int64_t load_since(const struct recording *r, const struct system_thread *t, int64_t now) {
    int64_t period = RECORDING_THREADS_EVERY * r->options.system_ns;
    if (t->event_ns && now - t->event_ns <= 2 * period) return t->event_ns;
    return now - r->start_ns < period ? r->start_ns : now - period;
}

/* lock held */
static void thread_measured(struct recording *r, struct system_thread *t, int64_t now,
                            const struct cpu_time *time) {
    double whole = (double)(now - load_since(r, t, now)) * (double)sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t now_all = time->user + time->system, all = t->last.user + t->last.system;
    uint64_t used = now_all > all ? now_all - all : 0;
    uint64_t user = time->user > t->last.user ? time->user - t->last.user : 0;
    if (user > used) user = used;
    if (used && whole > 0) {
        const union recording_value values[] = {{.thread = &t->thread},
                                                {.f = share(user, 0, whole)},
                                                {.f = share(used - user, 0, whole)}};
        recording_write_locked(r, RECORDING_THREAD_CPU_LOAD, now, values);
        t->event_ns = now;
    }
    t->last = *time;
}

void recording_thread_measure(struct system_thread *t) {
    int64_t tid = t->thread.os_tid;
    t->clock = running_clock((pid_t)tid);
    if (t->clock < 0) t->clock = 0;
    /* The file has whole ticks, and reading it takes some us. */
    if (t->clock < tick_ns() || !read_thread_time(tid, t->clock, &t->last))
        t->last = (struct cpu_time){.user = (uint64_t)t->clock};
}

void recording_thread_last_load(struct recording *r, struct system_thread *t, int64_t now) {
    struct rusage used;
    if (r->options.system_ns <= 0 || t->thread.os_tid != syscall(SYS_gettid) ||
        getrusage(RUSAGE_THREAD, &used) != 0)
        return;
    struct cpu_time time = {
        (uint64_t)used.ru_utime.tv_sec * NS_PER_S + (uint64_t)used.ru_utime.tv_usec * NS_PER_US,
        (uint64_t)used.ru_stime.tv_sec * NS_PER_S + (uint64_t)used.ru_stime.tv_usec * NS_PER_US};
    thread_measured(r, t, now, &time);
}

/* One thread of those whose times are read together. */
struct reading {
    int64_t tid, before, clock; /* CPU clock, ns */
    bool moved, read;
    struct cpu_time time;
};

static void read_thread(struct reading *one, int64_t least_used) {
    one->clock = running_clock((pid_t)one->tid);
    one->moved = one->clock - one->before >= least_used;
    one->read = one->moved && read_thread_time(one->tid, one->clock, &one->time);
}

/* lock held */
static void note_reading(struct recording *r, struct system_thread *t, const struct reading *one,
                         int64_t now) {
    if (t->thread.os_tid != one->tid || one->clock < 0 || !one->read) return;
    thread_measured(r, t, now, &one->time);
    t->clock = one->clock;
}

static void collect_threads(struct recording *r, int64_t now, int64_t least_used) {
    enum { TOGETHER = 64 };
    struct reading batch[TOGETHER];
    for (size_t first = 0, count = TOGETHER; count == TOGETHER; first += count) {
        softly_lock(&r->lock);
        for (count = 0; count < TOGETHER && first + count < r->threads.len; count++) {
            const struct system_thread *t = &r->threads.items[first + count];
            batch[count] = (struct reading){.tid = t->thread.os_tid, .before = t->clock};
        }
        softly_unlock(&r->lock); /* not held while reading: threads come and go */
        for (size_t i = 0; i < count; i++) read_thread(&batch[i], least_used);
        softly_lock(&r->lock);
        for (size_t i = 0; i < count && first + i < r->threads.len; i++)
            note_reading(r, &r->threads.items[first + i], &batch[i], now);
        softly_unlock(&r->lock);
    }
}

/* ==== Container ============================================================================== */

#define CGROUPS "/sys/fs/cgroup" /* of version 2 */

/* The folder in which this process is: its path in the hierarchy, or the root, which is what a
 * container with a namespace of its own sees. */
static void find_cgroup(struct system_state *s) {
    char text[4096], name[700];
    if (!numbers_file("/proc/self/cgroup", text, sizeof text)) return;
    const char *path = strstr(text, "0::/"); /* number:controllers:path */
    for (int i = path ? 0 : 2; i < 2; i++) {
        snprintf(s->cgroup, sizeof s->cgroup, "%s%.*s", CGROUPS,
                 i ? 0 : (int)strcspn(path + 3, "\n"), path + 3);
        snprintf(name, sizeof name, "%s/cpu.stat", s->cgroup);
        if (access(name, R_OK) == 0) return;
    }
    s->cgroup[0] = 0;
}

static void collect_container(struct recording *r, const struct system_state *s, int64_t now) {
    char text[1024], path[600];
    snprintf(path, sizeof path, "%s/cpu.stat", s->cgroup);
    if (!s->cgroup[0] || !numbers_file(path, text, sizeof text)) return;
    int64_t periods = recording_parse_key(text, "nr_periods");
    int64_t throttled = recording_parse_key(text, "throttled_usec");
    recording_event(r, RECORDING_CONTAINER_CPU_USAGE, now,
                    {recording_parse_key(text, "usage_usec") * NS_PER_US},
                    {recording_parse_key(text, "user_usec") * NS_PER_US},
                    {recording_parse_key(text, "system_usec") * NS_PER_US});
    if (periods >= 0) /* only where there can be a quota */
        recording_event(r, RECORDING_CONTAINER_CPU_THROTTLING, now, {periods},
                        {recording_parse_key(text, "nr_throttled")},
                        {throttled < 0 ? 0 : throttled * NS_PER_US});
}

void recording_system_collect(struct recording *r, struct system_state *s) {
    int64_t now = clock_now();
    if (!s->rounds) find_cgroup(s);
    collect_load(r, s, now);
    /* The file has whole ticks. Most threads sleep, and none has to be opened for them. */
    if (s->rounds % RECORDING_THREADS_EVERY == 0) collect_threads(r, now, tick_ns());
    if (s->rounds++) collect_container(r, s, now);
}

void recording_system_finish(struct recording *r) {
    /* To the end: samples stand for the last parts of a tick, too. */
    collect_threads(r, clock_now(), 1);
}

/* ==== What does not change =================================================================== */

static void describe_os(struct recording *r) {
    char release[4096];
    struct utsname name;
    struct text out = {0};
    if (numbers_file("/etc/os-release", release, sizeof release) ||
        numbers_file("/usr/lib/os-release", release, sizeof release))
        text_add(&out, release);
    if (uname(&name) == 0)
        text_addf(&out, "uname: %s %s %s %s\n", name.sysname, name.release, name.version,
                  name.machine);
    recording_info(r, RECORDING_OS_INFORMATION, "", {.s = text_str(&out)});
    text_free(&out);
}

static void describe_cpu(struct recording *r) {
    char text[4096];
    int64_t threads = sysconf(_SC_NPROCESSORS_CONF);
    if (!numbers_file("/proc/cpuinfo", text, sizeof text)) text[0] = 0;
    const char *brand = numbers_value(text, "model name"),
               *maker = numbers_value(text, "vendor_id");
    if (!brand) brand = numbers_value(text, "CPU part"); /* aarch64 */
    struct text model = {0}, description = {0};
    if (brand) text_add_bytes(&model, brand, strcspn(brand, "\n"));
    text_addf(&description, "Brand: %s, Vendor: ", text_str(&model));
    if (maker) text_add_bytes(&description, maker, strcspn(maker, "\n"));
    /* Of a socket; where the kernel does not say (aarch64), each processor is a core. */
    int64_t threads_of = recording_parse_key(text, "siblings");
    int64_t cores_of = recording_parse_key(text, "cpu cores");
    int64_t sockets = threads_of > 0 && threads > threads_of ? threads / threads_of : 1;
    int64_t cores = threads_of > 0 && cores_of > 0 ? sockets * cores_of : threads;
    recording_info(r, RECORDING_CPU_INFORMATION, "", {.s = text_str(&model)},
                   {.s = text_str(&description)}, {sockets ? sockets : 1},
                   {cores ? cores : threads}, {threads});
    text_free(&model);
    text_free(&description);
}

void recording_system_describe(struct recording *r) {
    describe_os(r);
    describe_cpu(r);
}
