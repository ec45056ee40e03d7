/* engine=cpu: each thread has a timer on its own CPU time, which sends it the signal; the handler
 * walks its own stack into a slot, and the sampler's thread empties the slots.
 *
 *   slot:  FREE --handler--> FILLING --handler--> FULL --sampler--> TAKEN --sampler--> FREE
 *
 * Each moment of a thread's CPU time has the same chance:
 *
 *   thread that begins   |..... first period .....|... its own timer, from a chance point ...
 *                         the process's timer      of the second period on, once a period
 *   that ran before      |... its own timer, from a chance point of the first period on ...
 *   without a timer      |... the process's timer ...
 *
 * The kernel looks at CPU timers at its ticks only. A thread that lives for microseconds never has
 * one of its own expire; of many such threads the process's timer, whose signal goes to the thread
 * that runs then, finds each as often as their CPU times say. The chance point keeps timers from
 * expiring at the same tick.
 *
 * A sample is worth the CPU time that its thread used since its last one; the first one, and what
 * the process's timer finds, a period; at most what its clock says, and a period, or a tick of the
 * kernel if that is longer. Where who runs has the signal blocked, the kernel wakes another thread
 * for the process's timer: that is charged nothing.
 *
 * The handler knows its JNIEnv from a table by thread id, which ThreadEnd clears in the thread
 * itself, with the signal blocked: a signal that comes later finds nothing. */
#include "agent/engines/engines.h"

#include "agent/ground/running.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/nativewalk.h"
#include "agent/jvm/virtual.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/statistics.h"
#include "base/mem.h"
#include "base/clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 128, PAGE = 256, PAGES = 1 << 14 }; /* of thread ids; the kernel has 2^22 at most */
enum slot_state { FREE, FILLING, FULL, TAKEN };

struct slot {
    _Atomic int state;
    pid_t tid;
    int64_t time, value;
    bool blank;                 /* not in the table of threads: not walked */
    struct agent_thread *ended; /* held: whose sample this is, if it ended since */
    struct stackwalk walk;      /* its frames: STACKWALK_MOST and one */
};

static struct entry {    /* of a thread id */
    JNIEnv *_Atomic env; /* NULL: none of ours */
    const void *_Atomic java_thread;
    int timer;       /* the kernel's; -1: none */
    int64_t from;    /* its CPU clock from which on its own timer covers it */
    _Atomic int64_t base; /* its CPU clock from which on it is charged */
    int64_t charged; /* ... and how much it was */
    int64_t counted; /* ... up to which samples of that timer stand for it; -1: there were none */
} * _Atomic pages[PAGES];
static struct slot *slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* entries, whose samples slots hold */
static _Atomic bool on;
static _Atomic unsigned inside; /* handlers at work */
static _Atomic int64_t no_slot, refused, woken;
static int signo;
static int64_t period;
static int64_t unit; /* a period, or a tick of the kernel, if that is longer */
/* What the process's timer is: the kernel's timer, or ITIMER_PROF. */
static int process_timer = -1;
static bool process_itimer;
static bool refusal_said;          /* with lock */
static char of_thread, of_process; /* their addresses tell our timers' signals apart */

static struct entry *entry_of(pid_t tid) {
    struct entry *page = tid > 0 && tid < PAGE * PAGES ? atomic_load(&pages[tid / PAGE]) : NULL;
    return page ? &page[tid % PAGE] : NULL;
}

/* Makes its page if need be; pages stay. */
static struct entry *make_entry(pid_t tid) {
    if (tid <= 0 || tid >= PAGE * PAGES) return NULL;
    struct entry *none = NULL, *fresh = NULL;
    if (!atomic_load(&pages[tid / PAGE])) fresh = mem_zero(PAGE, sizeof *fresh);
    if (fresh && !atomic_compare_exchange_strong(&pages[tid / PAGE], &none, fresh)) free(fresh);
    return entry_of(tid);
}

bool cpu_knows(pid_t tid, bool or_did) {
    struct entry *e = entry_of(tid);
    return e && (atomic_load(&e->env) || (or_did && atomic_load(&e->base)));
}

/* ---- In the target --------------------------------------------------------------------------- */

static struct slot *free_slot(pid_t tid) {
    for (unsigned i = 0; i < SLOTS; i++) {
        struct slot *s = &slots[((uint32_t)tid + i) % SLOTS];
        int expected = FREE;
        if (atomic_compare_exchange_strong(&s->state, &expected, FILLING)) return s;
    }
    atomic_fetch_add(&no_slot, 1);
    return NULL;
}

/* Which of our timers sent it; NULL: none. A signal of ITIMER_PROF comes from the kernel itself, or
 * from nobody, where it has no memory for saying so. */
static const char *sender_of(const siginfo_t *info) {
    const char *sender = info->si_code == SI_TIMER ? info->si_value.sival_ptr : NULL;
    bool kernel = info->si_code == SI_KERNEL || (info->si_code == SI_USER && info->si_pid == 0);
    if (process_itimer && kernel) return &of_process;
    return sender == &of_thread || sender == &of_process ? sender : NULL;
}

/* What of that the thread may be charged, whose clock is at cpu; e: its entry, or NULL. */
static int64_t charge(struct entry *e, bool is_ours, int64_t cpu, int64_t value) {
    int64_t most = cpu + unit - (is_ours ? e->base + e->charged : 0);
    if (value > most) value = most > 0 ? most : 0;
    if (e) e->charged = (is_ours ? e->charged : 0) + value;
    return value;
}

static void take_sample(siginfo_t *info, void *ucontext) {
    pid_t tid = (pid_t)syscall(SYS_gettid);
    const char *sender = sender_of(info);
    if (!sender) return;
    struct entry *e = entry_of(tid);
    JNIEnv *env = e ? atomic_load(&e->env) : NULL;
    if (!env && sender == &of_thread) return;
    int64_t cpu = clock_of(CLOCK_THREAD_CPUTIME_ID);
    bool own = env && e->timer >= 0 && cpu >= e->from;
    if (sender == &of_process && own) return; /* its own timer covers it */
    if (sender == &of_process && stackwalk_is_woken(ucontext)) {
        atomic_fetch_add(&woken, 1);
        return;
    }
    int64_t expired = info->si_code == SI_TIMER && info->si_overrun > 0 ? info->si_overrun : 0;
    int64_t periods = (1 + expired) * period;
    bool covered = env && (own || e->timer < 0);
    struct slot *slot = free_slot(tid);
    if (!slot) { /* the next one stands for this one, too, also if this is the thread's first */
        if (covered && e->counted < 0) e->counted = cpu - periods;
        return;
    }
    slot->tid = tid;
    slot->time = clock_now();
    slot->value = covered && e->counted >= 0 ? cpu - e->counted : periods;
    slot->value = charge(e, env, cpu, slot->value);
    slot->blank = !env;
    if (covered) e->counted = cpu;
    if (env) {
        const void *java_thread = atomic_load(&e->java_thread);
        ucontext = stackwalk_context(java_thread, ucontext);
        slot->walk.current_id = vmstructs_current_id(java_thread);
        stackwalk_own(env, java_thread, &slot->walk, ucontext);
        stackwalk_add_native(java_thread, &slot->walk, ucontext);
    }
    atomic_store(&slot->state, FULL);
}

static void on_signal(int number, siginfo_t *info, void *ucontext) {
    int saved = errno;
    atomic_fetch_add(&inside, 1);
    if (atomic_load(&on)) take_sample(info, ucontext);
    atomic_fetch_sub(&inside, 1);
    errno = saved;
}

/* ---- Timers ---------------------------------------------------------------------------------- */

/* A timer on that clock that expires then, of that clock, and once a period after; -1: none. */
static int make_timer(clockid_t clock, struct sigevent *event, int64_t first) {
    int id = -1;
    event->sigev_signo = signo;
    if (syscall(SYS_timer_create, clock, event, &id) != 0) return -1;
    struct itimerspec spec = {clock_timespec(period), clock_timespec(first)};
    if (syscall(SYS_timer_settime, id, TIMER_ABSTIME, &spec, NULL) == 0) return id;
    syscall(SYS_timer_delete, id);
    return -1;
}

/* With lock. A thread that is gone has no clock, and needs no timer. */
static void arm(struct entry *e, pid_t tid, bool begins) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_value.sival_ptr = &of_thread};
#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = tid;
#else
    event._sigev_un._tid = tid;
#endif
    int64_t now = running_clock(tid), first = sample_chance((uint64_t)tid, period);
    e->counted = e->timer = -1;
    e->base = now;
    e->charged = e->charged > now ? e->charged - now : 0; /* before it was one of ours */
    e->from = begins ? now + period : now;
    if (now >= 0) e->timer = make_timer(running_clock_id(tid), &event, e->from + first);
    if (e->timer >= 0 || now < 0 || errno == ESRCH) return;
    atomic_fetch_add(&refused, 1);
    if (refusal_said) return;
    refusal_said = true;
    bool covered = process_timer >= 0 || process_itimer;
    fprintf(stderr, "jfragent: the system refuses a timer (%s); threads without one %s\n",
            strerror(errno),
            covered ? "are sampled by that of the process" : "are not sampled: try engine=suspend");
}

/* Before 6.4 the kernel sends a timer's signal to the first thread of the process, whoever runs;
 * that of ITIMER_PROF, of which there is but one, always goes to who runs. */
static bool kernel_sends_to_who_runs(void) {
    struct utsname name;
    char *end;
    if (uname(&name) != 0) return false;
    long major = strtol(name.release, &end, 10), minor = *end ? strtol(end + 1, NULL, 10) : 0;
    return major > 6 || (major == 6 && minor >= 4);
}

static void start_process_timer(void) {
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_value.sival_ptr = &of_process};
    struct itimerval now;
    int64_t first = clock_of(CLOCK_PROCESS_CPUTIME_ID) + sample_chance(0, period);
    process_timer = -1;
    process_itimer = false;
    if (kernel_sends_to_who_runs())
        process_timer = make_timer(CLOCK_PROCESS_CPUTIME_ID, &event, first);
    bool is_free =
        getitimer(ITIMER_PROF, &now) == 0 && !now.it_value.tv_sec && !now.it_value.tv_usec;
    if (process_timer >= 0 || signo != SIGPROF || !is_free) return;
    struct timeval every = {(time_t)(period / NS_PER_S), period % NS_PER_S / NS_PER_US};
    process_itimer = setitimer(ITIMER_PROF, &(struct itimerval){every, every}, NULL) == 0;
}

static void stop_process_timer(void) {
    if (process_timer >= 0) syscall(SYS_timer_delete, process_timer);
    if (process_itimer) setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
    process_timer = -1;
}

/* ---- Threads --------------------------------------------------------------------------------- */

static void thread_is_there(struct agent_thread *thread, bool begins) {
    if (!atomic_load(&on) || !thread->sampled || !thread->env) return;
    struct entry *e = make_entry(thread->tid);
    if (!e) return;
    pthread_mutex_lock(&lock);
    if (atomic_load(&on) && !atomic_load(&e->env)) {
        arm(e, thread->tid, begins);
        atomic_store(&e->java_thread, thread->java_thread);
        atomic_store(&e->env, thread->env);
    }
    pthread_mutex_unlock(&lock);
}

/* With lock. */
static void disarm(struct entry *e) {
    if (e->timer >= 0) syscall(SYS_timer_delete, e->timer);
    e->timer = -1;
    e->charged = 0;
    atomic_store(&e->env, NULL);
}

static void thread_ends(struct agent_thread *thread) {
    struct entry *e = atomic_load(&on) ? entry_of(thread->tid) : NULL;
    if (!e || !atomic_load(&e->env)) return;
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, signo);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    pthread_mutex_lock(&lock);
    if (atomic_load(&e->env)) disarm(e);
    for (int i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[i];
        if (atomic_load(&slot->state) != FULL || slot->tid != thread->tid || slot->ended) continue;
        threads_hold(thread);
        slot->ended = thread;
    }
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static void prepare_slots(bool native) {
    if (!slots) slots = mem_zero(SLOTS, sizeof *slots);
    /* A handler of the last recording may still be at work, if its thread has no processor. */
    for (int i = 0; i < SLOTS; i++)
        while (atomic_load(&slots[i].state) == FILLING) usleep(1000);
    stackwalk_make_room(&slots->walk, sizeof *slots, SLOTS, native);
    for (int i = 0; i < SLOTS; i++) atomic_store(&slots[i].state, FREE);
}

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->engine != ENGINE_CPU) return false;
    signo = wanted->signo;
    period = wanted->interval_ns;
    struct timespec tick = {0};
    clock_getres(CLOCK_MONOTONIC_COARSE, &tick);
    unit = period > tick.tv_nsec ? period : tick.tv_nsec;
    prepare_slots(wanted->native_frames);
    if (!sample_takes(wanted, on_signal, failure)) return false;
    atomic_store(&refused, 0);
    refusal_said = false;
    if (period <= 0) return true; /* no samples of running threads */
    start_process_timer();
    atomic_store(&on, true);
    return true;
}

/* ---- The sampler's side ---------------------------------------------------------------------- */

/* Whose sample it is, held; NULL: it ended before the table had it. */
static struct agent_thread *claim(JNIEnv *jni, struct slot *slot,
                                  const struct recording_thread **about) {
    threads_lock();
    pthread_mutex_lock(&lock);
    struct agent_thread *ended = slot->ended, *thread = ended;
    slot->ended = NULL;
    atomic_store(&slot->state, TAKEN);
    pthread_mutex_unlock(&lock);
    if (!ended && (thread = threads_by_tid(slot->tid))) threads_hold(thread);
    if (ended) *about = &thread->about;
    else if (thread && !slot->blank) *about = virtual_describe(jni, thread, slot->walk.current_id);
    threads_unlock();
    return thread;
}

/* A thread that begins or ends is not Java's for some microseconds, which is much of a short life.
 * Others that are not Java's have their samples from others.c. */
static void write_blank(struct recording *recording, const struct slot *slot,
                        const struct agent_thread *thread) {
    struct recording_thread gone = {.os_tid = slot->tid, .os_name = "short-lived threads"};
    struct recording_frame frame = recording_frame_named(NULL, "[thread begins or ends]");
    struct recording_stack stack = {.frames = &frame, .count = 1};
    if (others_know(slot->tid, slot->value) || (!thread && !threads_pass(gone.os_name))) return;
    statistics.jvm_threads++;
    statistics.cpu_sampled += slot->value;
    recording_execution_sample(recording, slot->time, thread ? &thread->about : &gone, &stack,
                               RECORDING_STATE_RUNNABLE, slot->value, false);
}

static void write_sample(JNIEnv *jni, struct recording *recording, struct slot *slot) {
    const struct recording_thread *about = NULL;
    struct agent_thread *thread = claim(jni, slot, &about);
    statistics.requested += !slot->blank;
    if (slot->blank) {
        if (!thread || thread->sampled) write_blank(recording, slot, thread);
    } else if (thread) {
        statistics_count(slot->walk.count, slot->walk.end);
        threads_rename(jni, thread, slot->time);
        sample_write(jni, recording, about, &slot->walk, slot->time, false, slot->value, NULL);
    } else {
        statistics.exited++;
    }
    threads_release(jni, thread);
    atomic_store(&slot->state, FREE);
}

static bool drain(JNIEnv *jni, struct recording *recording) {
    bool any = false;
    for (int i = 0; slots && i < SLOTS; i++) {
        struct slot *slot = &slots[i];
        if (atomic_load(&slot->state) != FULL) continue;
        any = true;
        write_sample(jni, recording, slot);
    }
    int64_t lost = atomic_exchange(&no_slot, 0);
    statistics.requested += lost;
    statistics.no_room += lost;
    statistics.timers_refused += atomic_exchange(&refused, 0);
    statistics.woken += atomic_exchange(&woken, 0);
    return any;
}

static int64_t turn(JNIEnv *jni, struct recording *recording, int64_t now) {
    return drain(jni, recording) ? NS_PER_S / 100 : NS_PER_S / 20; /* while nothing runs */
}

static void disarm_all(void) {
    pthread_mutex_lock(&lock);
    atomic_store(&on, false);
    stop_process_timer();
    for (int p = 0; p < PAGES; p++) {
        struct entry *page = atomic_load(&pages[p]);
        for (int i = 0; page && i < PAGE; i++)
            if (atomic_load(&page[i].env)) disarm(&page[i]);
    }
    pthread_mutex_unlock(&lock);
}

static void stop(JNIEnv *jni, struct recording *recording) {
    if (atomic_load(&on)) disarm_all();
    /* What handlers under way use stays, but the JVM that they look at may be about to end. */
    for (int i = 0; i < 50 && atomic_load(&inside) > 0; i++) usleep(1000);
    if (recording) drain(jni, recording);
}

const struct engine engine_cpu = {"cpu",           ENGINE_BY_SIGNAL, start, turn,
                                  thread_is_there, thread_ends,      stop};
