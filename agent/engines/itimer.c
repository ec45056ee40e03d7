/* engine=itimer: each thread has a timer on its own CPU time, which sends it the signal; the
 * handler walks its own stack into a slot, and the sampler's thread empties the slots.
 *
 *   slot:  FREE --handler--> FILLING --handler--> FULL --sampler--> FREE
 *
 * The handler knows its JNIEnv from a table by thread id, which ThreadEnd clears in the thread
 * itself, with the signal blocked: a signal that comes later finds nothing. */
#include "agent/engines/modes.h"

#include "agent/sampling/handshake.h"
#include "agent/jvm/nativewalk.h"
#include "agent/sampling/running.h"
#include "agent/sampling/sampler.h"
#include "agent/sampling/statistics.h"
#include "agent/jvm/virtual.h"
#include "base/mem.h"
#include "base/clock.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SLOTS = 128, TIMERS = 1 << 14 };
enum slot_state { FREE, FILLING, FULL };

struct slot {
    _Atomic int state;
    pid_t tid;
    int64_t time;
    struct stackwalk walk; /* its frames: depth and one */
};

/* By thread id, open addressing, never shrinks; tid 0 is a free entry, -1 a deleted one. */
static struct timer_entry {
    _Atomic pid_t tid;
    JNIEnv *_Atomic env;
    const void *_Atomic java_thread;
    int id; /* the kernel's timer */
} * timers;
static struct slot *slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* changes of timers */
static _Atomic bool on;
static _Atomic uint64_t no_slot;
static int signo, depth;
static int64_t period;

static struct timer_entry *entry_of(pid_t tid) {
    for (size_t i = 0; i < TIMERS; i++) {
        struct timer_entry *e = &timers[((uint32_t)tid * 2654435761u + i) % TIMERS];
        pid_t its = atomic_load(&e->tid);
        if (its == tid) return e;
        if (its == 0) return NULL;
    }
    return NULL;
}

static void on_signal(int number, siginfo_t *info, void *ucontext) {
    int saved = errno;
    pid_t tid = (pid_t)syscall(SYS_gettid);
    struct timer_entry *e = atomic_load(&on) ? entry_of(tid) : NULL;
    JNIEnv *env = e ? atomic_load(&e->env) : NULL;
    if (env) {
        struct slot *slot = NULL;
        for (unsigned i = 0; i < SLOTS && !slot; i++) {
            struct slot *s = &slots[((uint32_t)tid + i) % SLOTS];
            int expected = FREE;
            if (atomic_compare_exchange_strong(&s->state, &expected, FILLING)) slot = s;
        }
        if (slot) {
            slot->tid = tid;
            slot->time = clock_now();
            slot->walk.pc = stackwalk_pc(ucontext);
            const void *java_thread = atomic_load(&e->java_thread);
            slot->walk.current_id = vmstructs_current_id(java_thread);
            slot->walk.count =
                stackwalk_own(env, slot->walk.frames, depth, ucontext, &slot->walk.truncated);
            slot->walk.word_count =
                slot->walk.count > 0 ? stackwalk_words(java_thread, ucontext, slot->walk.words) : 0;
            if (slot->walk.native)
                slot->walk.native_count =
                    nativewalk_own(ucontext, slot->walk.native, NATIVEWALK_MOST);
            atomic_store(&slot->state, FULL);
        } else {
            atomic_fetch_add(&no_slot, 1);
        }
    }
    errno = saved;
}

/* With lock. */
static void arm(struct timer_entry *e, pid_t tid) {
    struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = signo};
#ifdef sigev_notify_thread_id
    event.sigev_notify_thread_id = tid;
#else
    event._sigev_un._tid = tid;
#endif
    if (syscall(SYS_timer_create, running_clock_id(tid), &event, &e->id) != 0) {
        e->id = -1;
        return;
    }
    struct timespec every = {.tv_sec = (time_t)(period / NS_PER_S), .tv_nsec = period % NS_PER_S};
    struct itimerspec spec = {.it_interval = every, .it_value = every};
    syscall(SYS_timer_settime, e->id, 0, &spec, NULL);
}

void itimer_add(struct agent_thread *thread) {
    if (!atomic_load(&on) || !thread->sampled || !thread->tid || !thread->env) return;
    pthread_mutex_lock(&lock);
    if (atomic_load(&on) && !entry_of(thread->tid)) {
        for (size_t i = 0; i < TIMERS; i++) {
            struct timer_entry *e = &timers[((uint32_t)thread->tid * 2654435761u + i) % TIMERS];
            if (atomic_load(&e->tid) > 0) continue;
            atomic_store(&e->java_thread, thread->java_thread);
            atomic_store(&e->env, thread->env);
            atomic_store(&e->tid, thread->tid);
            arm(e, thread->tid);
            break;
        }
    }
    pthread_mutex_unlock(&lock);
}

/* With lock. */
static void disarm(struct timer_entry *e) {
    if (e->id >= 0) syscall(SYS_timer_delete, e->id);
    atomic_store(&e->env, NULL);
    atomic_store(&e->tid, -1);
}

void itimer_remove(struct agent_thread *thread) {
    if (!atomic_load(&on)) return;
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, signo);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    pthread_mutex_lock(&lock);
    struct timer_entry *e = timers ? entry_of(thread->tid) : NULL;
    if (e) disarm(e);
    pthread_mutex_unlock(&lock);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

bool itimer_start(const struct agent_options *options, char *error, size_t size, bool *taken) {
    struct sigaction now, action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigaction(options->signo, NULL, &now);
    handshake_other = on_signal;
    if (!handshake_ours(&now)) {
        *taken = true;
        snprintf(error, size,
                 "signal %d (%s) is used by someone else in this process; option signal "
                 "chooses another",
                 options->signo, strsignal(options->signo));
        return false;
    }
    signo = options->signo;
    depth = (int)options->depth;
    period = options->interval_ns > 0 ? options->interval_ns : 20000000;
    if (!timers) timers = mem_zero(TIMERS, sizeof *timers);
    memset(timers, 0, TIMERS * sizeof *timers);
    if (!slots) slots = mem_zero(SLOTS, sizeof *slots);
    /* A handler of the last recording may still be at work, if its thread has no processor. */
    for (int i = 0; i < SLOTS; i++)
        while (atomic_load(&slots[i].state) == FILLING) usleep(1000);
    for (int i = 0; i < SLOTS; i++) {
        free(slots[i].walk.frames);
        free(slots[i].walk.native);
        if (!slots[i].walk.words)
            slots[i].walk.words = mem_zero(STACKWALK_WORDS, sizeof *slots[i].walk.words);
        slots[i].walk.native_count = 0;
        slots[i].walk.native =
            options->native_frames ? mem_zero(NATIVEWALK_MOST, sizeof *slots[i].walk.native) : NULL;
        slots[i].walk.frames = mem_zero((size_t)depth + 1, sizeof *slots[i].walk.frames);
        atomic_store(&slots[i].state, FREE);
    }
    stackwalk_guard();
    sigemptyset(&action.sa_mask);
    sigaction(signo, &action, NULL);
    atomic_store(&on, true);
    return true;
}

void itimer_stop(void) {
    if (!atomic_load(&on)) return;
    pthread_mutex_lock(&lock);
    atomic_store(&on, false);
    for (size_t i = 0; i < TIMERS; i++)
        if (atomic_load(&timers[i].tid) > 0) disarm(&timers[i]);
    pthread_mutex_unlock(&lock);
    /* Handlers under way end within microseconds of CPU time; their slots and table stay. */
}

void itimer_drain(JNIEnv *jni, struct recording *recording) {
    for (int i = 0; i < SLOTS; i++) {
        struct slot *slot = &slots[i];
        if (atomic_load(&slot->state) != FULL) continue;
        statistics.requested++;
        statistics_count(slot->walk.count);
        threads_lock();
        struct agent_thread *thread = threads_by_tid(slot->tid);
        const struct recording_thread *about =
            thread ? virtual_describe(jni, thread, slot->walk.current_id) : NULL;
        if (thread) threads_hold(thread);
        threads_unlock();
        if (thread)
            sampler_write(jni, recording, about, &slot->walk, slot->time, VM_STATE_JAVA,
                          RECORDING_STATE_RUNNABLE, NULL);
        threads_release(jni, thread);
        atomic_store(&slot->state, FREE);
    }
    uint64_t lost = atomic_exchange(&no_slot, 0);
    statistics.requested += lost;
    statistics.timed_out += lost;
}
