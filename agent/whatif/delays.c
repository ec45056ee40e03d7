#include "agent/whatif/delays.h"

#include "agent/ground/registers.h"
#include "agent/jvm/vmstructs.h"
#include "agent/sampling/sample.h"
#include "agent/sampling/stackwalk.h"
#include "agent/whatif/asleep.h"
#include "agent/whatif/connections.h"
#include "agent/whatif/debts.h"
#include "agent/whatif/peers.h"
#include "agent/whatif/targets.h"
#include "base/clock.h"
#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LONGEST_PAUSE (2 * NS_PER_MS)
#define AWAKE 150000  /* the end of a pause, ns: not slept, see sleep_until */
#define BUFFERS 64    /* for stacks: as many handlers walk at a time */
#define MOST_LOOKS 16 /* at system calls, between two samples */

struct slot {
    _Atomic pid_t tid;        /* 0: free */
    _Atomic uint32_t holders; /* who look at the thread just now */
    _Atomic bool leaving;     /* it ends: nobody may begin to */
    _Atomic bool pausing;
    _Atomic bool owes_nothing; /* it waits in a system call, and what is new meanwhile is paid by
                                  who wakes it, or comes with what it waits for */
    bool waited;               /* see outside.h; the sampler's */
    bool hears;                /* it waits for the world outside; the sampler's */
    uint8_t was;               /* enum debtor_was; the sampler's */
    _Atomic int64_t worth;     /* of the samples that it was asked for; 0: for none */
    _Atomic uint64_t left;     /* see asleep.h */
    struct debtor debtor;
    int calls; /* file of its system calls, see peers.h */
    const void *java_thread;
    JNIEnv *env;
} __attribute__((aligned(64)));

static struct slot *slots;
static _Atomic uint32_t used;                            /* slots below are, or were, taken */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* who takes and leaves slots */
static struct buffer {
    _Atomic bool taken;
    struct stackwalk walk;
} buffers[BUFFERS];

static struct debts debts = {.longest = LONGEST_PAUSE};
static struct outside outside;
static _Atomic bool on;         /* handlers answer */
static _Atomic bool delaying;   /* ... and pause */
static _Atomic uint32_t inside; /* handlers at work */
static _Atomic int target = -1, speed;
static int signo;
static pid_t process;
static int64_t unseen; /* what a signal takes besides its handler */

static struct {
    _Atomic uint64_t samples, failed, hits[WINDOWS_METHODS], pauses, credits;
    _Atomic int64_t paused, credited, longest, worth;
} counts;

static void raise_to(_Atomic int64_t *most, int64_t n) {
    int64_t seen = atomic_load(most);
    while (seen < n && !atomic_compare_exchange_weak(most, &seen, n)) {
    }
}

/* ---- Looking at threads ----------------------------------------------------------------------
 */

static bool hold(struct slot *slot) {
    if (!atomic_load(&slot->tid)) return false;
    atomic_fetch_add(&slot->holders, 1);
    if (atomic_load(&slot->tid) && !atomic_load(&slot->leaving)) return true;
    atomic_fetch_sub(&slot->holders, 1);
    return false;
}

static void let_go(struct slot *slot) {
    atomic_fetch_sub(&slot->holders, 1);
}

/* What a thread is blocked in, of the JVM's OSThread; -1: not known. */
static struct { int64_t os_thread, state, monitor, condition, object; } waits;

static void open_waits(void) {
    static const struct vmstructs_row rows[] = {
#define AT(name) offsetof(__typeof__(waits), name)
        {AT(os_thread), VMSTRUCTS_FIELD, 0, "JavaThread", "_osthread"},
        {AT(os_thread), VMSTRUCTS_FIELD, 0, "Thread", "_osthread"}, /* JDK 11 */
        {AT(state), VMSTRUCTS_FIELD, 0, "OSThread", "_state"},
        {AT(monitor), VMSTRUCTS_CONSTANT, 0, "MONITOR_WAIT", NULL},
        {AT(condition), VMSTRUCTS_CONSTANT, 0, "CONDVAR_WAIT", NULL},
        {AT(object), VMSTRUCTS_CONSTANT, 0, "OBJECT_WAIT", NULL},
#undef AT
    };
    vmstructs_read(rows, sizeof rows / sizeof *rows, &waits);
}

/* Whether that thread (alive), which is blocked, waits for another one: for a monitor, in
 * Object.wait, parked; not asleep. */
static bool waits_for_thread(struct slot *slot) {
    const char *java_thread = slot->java_thread, *os = NULL;
    if (waits.os_thread >= 0 && waits.state >= 0)
        os = *(const char *const *)(const void *)(java_thread + waits.os_thread);
    int32_t state = os ? *(const int32_t *)(const void *)(os + waits.state) : -1;
    if (state >= 0 && state == waits.condition) return !asleep(java_thread, &slot->left);
    return state >= 0 && (state == waits.monitor || state == waits.object);
}

/* Of a slot that is held, or one's own. */
static enum debtor_state state_of(struct slot *slot) {
    enum vm_state state = vmstructs_state(slot->java_thread);
    if (state == VM_STATE_JAVA) return DEBTOR_IN_JAVA;
    bool blocked = state == VM_STATE_BLOCKED  ? waits_for_thread(slot)
                   : state == VM_STATE_NATIVE ? atomic_load(&slot->owes_nothing)
                                              : false;
    return blocked ? DEBTOR_BLOCKED : DEBTOR_ELSEWHERE;
}

static void send(struct slot *slot) {
    siginfo_t info = {.si_signo = signo, .si_code = SI_QUEUE};
    info.si_pid = process;
    info.si_value.sival_ptr = slot;
    syscall(SYS_rt_tgsigqueueinfo, process, atomic_load(&slot->tid), signo, &info);
}

/* Has all but self pay, or credits them. */
static void settle(const struct slot *self) {
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++) {
        struct slot *slot = &slots[i];
        if (slot == self || debts_owed(&debts, &slot->debtor) <= 0 || !hold(slot)) continue;
        enum debts_verdict verdict =
            debts_settle(&debts, &slot->debtor, state_of(slot), &counts.credited);
        if (verdict == DEBTS_CREDITED) atomic_fetch_add(&counts.credits, 1);
        if (verdict == DEBTS_ASK && !atomic_load(&slot->pausing)) send(slot);
        let_go(slot);
    }
}

/* ---- In a thread's own handler ----------------------------------------------------------------
 */

/* Until then, or until the round is another. The kernel may wake threads 50 us late; not this one
 * now, and its setting stays as it is. Who is woken has to get a processor, too, and finds that
 * others have used it: it sleeps less than it should, and stays awake for the rest, since a lock
 * that it holds is held for as long. */
static void sleep_until(int64_t when, uint32_t round) {
    int64_t until = when - AWAKE;
    struct timespec time = clock_timespec(until);
    int slack = prctl(PR_GET_TIMERSLACK);
    prctl(PR_SET_TIMERSLACK, 1000UL);
    while (atomic_load(&debts.round) == round && atomic_load(&on) && clock_now() < until)
        syscall(SYS_futex, &debts.round, FUTEX_WAIT_BITSET_PRIVATE, round, &time, NULL,
                FUTEX_BITSET_MATCH_ANY);
    if (slack > 0) prctl(PR_SET_TIMERSLACK, (unsigned long)slack);
    while (atomic_load(&debts.round) == round && atomic_load(&on) && clock_now() < when) {
    }
}

/* from: when it lost its processor for this; besides: what else it lost, which counts as paid also
 * if it has paid already when it is asked. */
static void pause_thread(struct slot *slot, int64_t from, int64_t besides) {
    uint32_t round = atomic_load(&debts.round);
    int64_t owed = debts_pause(&debts, &slot->debtor, state_of(slot));
    if (!(owed || besides) || !atomic_load(&delaying)) return;
    atomic_store(&slot->pausing, true);
    if (owed > besides) sleep_until(from + owed - besides, round);
    atomic_store(&slot->pausing, false);
    int64_t took = clock_now() - from + besides;
    debts_paused(&debts, &slot->debtor, took, round);
    if (!owed) return;
    atomic_fetch_add(&counts.pauses, 1);
    atomic_fetch_add(&counts.paused, took);
    raise_to(&counts.longest, took);
}

static void hit(struct slot *slot, int64_t d) {
    raise_to(&counts.worth, d);
    if (debts_hit(&debts, &slot->debtor, d) <= 0) return;
    int64_t begin = clock_now();
    settle(slot);
    debts_share_cost(&debts, &slot->debtor, clock_now() - begin);
}

static struct buffer *take_buffer(void) {
    for (int i = 0; i < BUFFERS; i++)
        if (!atomic_exchange(&buffers[i].taken, true)) return &buffers[i];
    return NULL;
}

static uint32_t methods_on_stack(struct slot *slot, void *ucontext) {
    struct buffer *buffer = take_buffer();
    if (!buffer) return 0;
    struct stackwalk *walk = &buffer->walk;
    stackwalk_own(slot->env, slot->java_thread, walk,
                  stackwalk_context(slot->java_thread, ucontext));
    if (walk->count <= 0) atomic_fetch_add(&counts.failed, 1);
    uint32_t found = targets_on_stack(walk->frames, walk->count);
    atomic_store(&buffer->taken, false);
    return found;
}

static void take_sample(struct slot *slot, int64_t worth, void *ucontext) {
    if (state_of(slot) != DEBTOR_IN_JAVA) return;
    uint32_t found = methods_on_stack(slot, ucontext);
    int method = atomic_load(&target);
    atomic_fetch_add(&counts.samples, 1);
    for (int m = 0; m < WINDOWS_METHODS; m++)
        if (found >> m & 1) atomic_fetch_add(&counts.hits[m], 1);
    if (method >= 0 && (found >> method & 1) && atomic_load(&delaying))
        hit(slot, worth * atomic_load(&speed) / 100);
}

/* The pc tells code of Java from C that it calls without leaving Java, which may hold a lock of the
 * JVM's. */
static bool may_pause(const void *ucontext) {
    return vmstructs_pc_is_java(registers_pc(ucontext));
}

/* ---- What a signal takes ----------------------------------------------------------------------
 * A thread of our own runs in circles, is sent signals and pauses; what it lost besides the pause
 * is seen by its clock. */

enum { PROBES = 31 };
#define PROBE_PAUSE 50000
#define MOST_UNSEEN 20000 /* ns */

static struct {
    struct slot slot; /* no thread of Java's */
    _Atomic int64_t accounted;
    _Atomic bool over;
    int64_t lost[PROBES];
    _Atomic int count;
} probe;

static void pause_probe(int64_t entered) {
    sleep_until(entered + PROBE_PAUSE, atomic_load(&debts.round));
    atomic_store(&probe.accounted, clock_now() - entered);
}

static void *run_probe(void *unused) {
    int64_t last = clock_now();
    atomic_store(&probe.slot.tid, (pid_t)syscall(SYS_gettid));
    while (!atomic_load(&probe.over)) {
        int64_t now = clock_now(), accounted = atomic_exchange(&probe.accounted, 0);
        int64_t lost = now - last - accounted; /* below 0: it came after that look at the clock */
        int n = atomic_load(&probe.count);
        if (accounted && lost >= 0 && n < PROBES) {
            probe.lost[n] = lost;
            atomic_store(&probe.count, n + 1);
        }
        last = accounted ? clock_now() : now;
    }
    return NULL;
}

static int by_size(const void *a, const void *b) {
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void measure_signal(void) {
    pthread_t thread;
    unseen = 0;
    memset(&probe, 0, sizeof probe);
    if (pthread_create(&thread, NULL, run_probe, NULL) != 0) return;
    for (int i = 0; i < PROBES * 4 && atomic_load(&probe.count) < PROBES; i++) {
        if (atomic_load(&probe.slot.tid)) send(&probe.slot);
        usleep(PROBE_PAUSE * 4 / 1000);
    }
    atomic_store(&probe.over, true);
    pthread_join(thread, NULL);
    int count = atomic_load(&probe.count);
    if (count == 0) return;
    qsort(probe.lost, (size_t)count, sizeof *probe.lost, by_size);
    unseen = probe.lost[count / 4]; /* other programs make it longer */
    if (unseen > MOST_UNSEEN) unseen = MOST_UNSEEN;
}

/* ---- The handler ------------------------------------------------------------------------------
 */

static struct slot *slot_of(const siginfo_t *info) {
    struct slot *slot = info->si_value.sival_ptr;
    if (info->si_code != SI_QUEUE || info->si_pid != process) return NULL;
    if (slot != &probe.slot && (slot < slots || slot >= slots + DELAYS_THREADS)) return NULL;
    return atomic_load(&slot->tid) == (pid_t)syscall(SYS_gettid) ? slot : NULL;
}

static void answer(const siginfo_t *info, void *ucontext, int64_t entered) {
    struct slot *slot = slot_of(info);
    if (!slot || slot == &probe.slot) {
        if (slot) pause_probe(entered);
        return;
    }
    int64_t worth = atomic_exchange(&slot->worth, 0);
    if (worth > 0) take_sample(slot, worth, ucontext);
    if (!atomic_load(&delaying) || !may_pause(ucontext)) return;
    /* In all windows samples are taken alike; what they take is no pause. */
    if (worth > 0) pause_thread(slot, clock_now(), 0);
    else pause_thread(slot, entered, unseen);
}

static void on_signal(int number, siginfo_t *info, void *ucontext) {
    int64_t entered = clock_now();
    int saved = errno;
    atomic_fetch_add(&inside, 1);
    if (atomic_load(&on)) answer(info, ucontext, entered);
    atomic_fetch_sub(&inside, 1);
    errno = saved;
}

/* ---- Ticks ------------------------------------------------------------------------------------
 */

static void wake_all(void) {
    syscall(SYS_futex, &debts.round, FUTEX_WAKE_PRIVATE, INT32_MAX, NULL, NULL, 0);
}

void delays_begin(int method, int percent, int64_t least) {
    atomic_store(&delaying, false);
    atomic_store(&target, method);
    atomic_store(&speed, percent);
    debts.least = least;
    debts_begin(&debts);
    connections_join(&outside, &debts);
    wake_all();
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++) {
        debts_join(&debts, &slots[i].debtor);
        atomic_store(&slots[i].worth, 0);
    }
    atomic_store(&counts.longest, 0);
    atomic_store(&counts.worth, 0);
    atomic_store(&delaying, percent > 0);
}

static void look_at_call(struct slot *slot) {
    enum peers_wait wait = peers_wait_of(atomic_load(&slot->tid), &slot->calls);
    atomic_store(&slot->owes_nothing, wait == PEERS_INSIDE || wait == PEERS_FOLLOWED);
    slot->waited |= wait != PEERS_NONE;
    slot->hears = wait == PEERS_FOLLOWED;
}

static struct debts_look who_ran(void) {
    struct debts_look look = {.any = false};
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++)
        if (atomic_load(&slots[i].tid)) debts_ran(&debts, &look, &slots[i].debtor, slots[i].was);
    return look;
}

/* Who was woken by a thread that was ahead is ahead itself. */
static void find_wakes(const struct debts_look *look) {
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++) {
        struct slot *slot = &slots[i];
        if (atomic_load(&slot->pausing) || !hold(slot)) continue; /* not booked yet */
        enum debtor_state state = state_of(slot);
        if (state == DEBTOR_BLOCKED && slot->hears) state = DEBTOR_ELSEWHERE;
        debts_runs(&debts, look, &slot->debtor, state, &slot->was);
        let_go(slot);
    }
}

static bool at_work(struct slot *slot) {
    if (outside_runs(&outside, &slot->debtor, &slot->waited)) return true;
    slot->was = DEBTOR_RAN; /* it was woken from outside */
    return false;
}

/* Before samples are taken, so that who waits for a thread that is hit is credited at once. In all
 * windows alike; those that are not looked at stay what they were. */
static void find_waits(int64_t elapsed) {
    static uint32_t first;
    uint32_t count = atomic_load(&used), looks = 0;
    bool busy = false;
    struct debts_look ran = who_ran();
    connections_look(&outside, &debts, &ran);
    for (uint32_t i = 0; i < count; i++) {
        struct slot *slot = &slots[(first + i) % count];
        if (!hold(slot)) continue;
        enum vm_state state = vmstructs_state(slot->java_thread);
        if (state != VM_STATE_NATIVE) atomic_store(&slot->owes_nothing, slot->hears = false);
        else if (looks < MOST_LOOKS && ++looks) look_at_call(slot);
        if (state == VM_STATE_JAVA) busy |= at_work(slot);
        slot->waited |= state == VM_STATE_BLOCKED;
        let_go(slot);
    }
    outside_pass(&outside, busy, elapsed);
    find_wakes(&ran);
    if (looks == MOST_LOOKS) first += MOST_LOOKS;
}

void delays_tick(int64_t worth, int64_t charge) {
    uint32_t count = atomic_load(&used);
    find_waits(worth);
    if (charge > 0) debts_charge(&debts, charge);
    for (uint32_t i = 0; i < count; i++) {
        struct slot *slot = &slots[i];
        if (!hold(slot)) continue;
        if (vmstructs_state(slot->java_thread) == VM_STATE_JAVA && !atomic_load(&slot->pausing)) {
            /* Who has no processor meanwhile would be without one for less if it had less to do. */
            atomic_fetch_add(&slot->worth, worth);
            send(slot);
        }
        let_go(slot);
    }
    if (atomic_load(&delaying)) settle(NULL);
}

struct delays_counts delays_counts(void) {
    struct delays_counts now = {
        .samples = atomic_load(&counts.samples),
        .failed = atomic_load(&counts.failed),
        .pauses = atomic_load(&counts.pauses),
        .credits = atomic_load(&counts.credits),
        .paused = atomic_load(&counts.paused),
        .credited = atomic_load(&counts.credited),
        .longest = atomic_load(&counts.longest),
        .worth = atomic_load(&counts.worth),
        .owed = atomic_load(&debts.global),
    };
    for (int m = 0; m < WINDOWS_METHODS; m++) now.hits[m] = atomic_load(&counts.hits[m]);
    for (uint32_t i = 0; i < atomic_load(&used); i++) now.threads += slots[i].tid != 0;
    return now;
}

int64_t *delays_owed(void) {
    return (int64_t *)&debts.global;
}

/* Two numbers of /proc/self/task/N/schedstat. */
static void add_run_times(pid_t tid, int64_t *ran, int64_t *waited) {
    char text[100];
    snprintf(text, sizeof text, "/proc/self/task/%d/schedstat", (int)tid);
    int file = open(text, O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0) close(file);
    if (n <= 0) return;
    text[n] = 0;
    char *end;
    *ran += strtoll(text, &end, 10);
    *waited += strtoll(end, &end, 10);
}

void delays_run_times(int64_t *ran, int64_t *waited) {
    *ran = *waited = 0;
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++) {
        pid_t tid = atomic_load(&slots[i].tid);
        if (tid) add_run_times(tid, ran, waited);
    }
}

/* ---- Threads ----------------------------------------------------------------------------------
 */

static struct slot *slot_with(pid_t tid) {
    uint32_t count = atomic_load(&used);
    for (uint32_t i = 0; i < count; i++)
        if (atomic_load(&slots[i].tid) == tid) return &slots[i];
    return NULL;
}

void delays_add(const struct agent_thread *thread) {
    if (!atomic_load(&on) || !thread->env || !thread->java_thread || !thread->tid ||
        strcmp(thread->about.java_name, THREADS_SAMPLER) == 0)
        return;
    pthread_mutex_lock(&lock);
    struct slot *slot = slot_with(thread->tid) ? NULL : slot_with(0);
    bool known = slot_with(thread->tid);
    if (!known && !slot && atomic_load(&used) < DELAYS_THREADS) slot = &slots[atomic_load(&used)];
    if (slot) {
        slot->java_thread = thread->java_thread;
        slot->env = thread->env;
        atomic_store(&slot->leaving, false);
        atomic_store(&slot->owes_nothing, false);
        slot->waited = slot->hears = false;
        slot->was = DEBTOR_WAS_ELSEWHERE;
        atomic_store(&slot->worth, 0);
        atomic_store(&slot->left, 0);
        debts_join(&debts, &slot->debtor);
        atomic_store(&slot->tid, thread->tid);
        if (slot == &slots[atomic_load(&used)]) atomic_fetch_add(&used, 1);
    }
    pthread_mutex_unlock(&lock);
}

/* By itself: its handler is not at work, and a signal that comes later finds another thread's slot,
 * or none's. */
void delays_remove(struct agent_thread *thread) {
    if (!slots) return;
    struct timespec moment = {.tv_nsec = 20000};
    sigset_t set, old;
    sigemptyset(&set);
    sigaddset(&set, signo);
    pthread_sigmask(SIG_BLOCK, &set, &old);
    struct slot *slot = slot_with(thread->tid);
    if (slot) {
        atomic_store(&slot->leaving, true);
        while (atomic_load(&slot->holders) > 0) nanosleep(&moment, NULL);
        pthread_mutex_lock(&lock);
        peers_close(&slot->calls);
        atomic_store(&slot->tid, 0);
        pthread_mutex_unlock(&lock);
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* ---- Start and stop ---------------------------------------------------------------------------
 */

static void make_room(void) {
    static struct framewalk_frame *frames; /* pages that no stack reaches are not there */
    if (!slots) slots = mem_zero(DELAYS_THREADS + 1, sizeof *slots);
    if (!frames) frames = mem_zero((size_t)BUFFERS * (STACKWALK_MOST + 1), sizeof *frames);
    for (size_t i = 0; i < BUFFERS; i++) buffers[i].walk.frames = frames + i * (STACKWALK_MOST + 1);
}

bool delays_start(JNIEnv *jni, const struct agent_options *options,
                  struct engine_failure *failure) {
    if (!vmstructs_has_states()) {
        snprintf(failure->sentence, sizeof failure->sentence,
                 "this JVM does not publish what its threads do, which experiments have to know");
        return false;
    }
    if (!sample_takes(options, on_signal, failure)) return false;
    make_room();
    open_waits();
    asleep_open(jni);
    memset(&counts, 0, sizeof counts);
    signo = options->signo;
    process = getpid();
    peers_forget();
    stackwalk_guard();
    atomic_store(&on, true);
    measure_signal();
    delays_begin(-1, 0, 0);
    return true;
}

void delays_stop(void) {
    struct timespec moment = {.tv_nsec = 100000};
    atomic_store(&delaying, false);
    atomic_store(&on, false);
    debts_begin(&debts);
    /* Who was about to sleep is woken by the next. One without a processor may take longer: what it
     * uses stays. */
    for (int i = 0; i < 500 && (wake_all(), atomic_load(&inside) > 0); i++)
        nanosleep(&moment, NULL);
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < atomic_load(&used); i++) {
        peers_close(&slots[i].calls);
        atomic_store(&slots[i].tid, 0);
    }
    atomic_store(&used, 0);
    pthread_mutex_unlock(&lock);
}
