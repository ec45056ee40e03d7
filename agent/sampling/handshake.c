#include "agent/sampling/handshake.h"

#include "agent/ground/signals.h"
#include "base/clock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A signal handler has no argument: the one handshake of the process. */
static struct handshake *_Atomic installed;
handshake_handler *handshake_other;

static uint64_t word_of(pid_t tid, enum handshake_state state) {
    return state == HANDSHAKE_RUNNING ? 0 : (uint64_t)(uint32_t)tid << 32 | (uint64_t)state;
}

static pid_t own_tid(void) {
    return (pid_t)syscall(SYS_gettid);
}

static bool change(struct handshake *h, int place, pid_t tid, enum handshake_state from,
                   enum handshake_state to) {
    uint64_t expected = word_of(tid, from);
    return atomic_compare_exchange_strong(&h->words[place], &expected, word_of(tid, to));
}

/* ---- The semaphore: a futex, because sem_clockwait is younger than some C libraries ---------- */

/* Whether the sampler slept, and was woken. */
static bool token_post(struct handshake *h, int place) {
    atomic_fetch_add(&h->targets[place].tokens, 1);
    atomic_fetch_add(&h->events, 1);
    if (!atomic_load(&h->waiting)) return false;
    syscall(SYS_futex, &h->events, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return true;
}

static bool token_try(struct handshake *h, int place) {
    uint32_t n = atomic_load(&h->targets[place].tokens);
    while (n > 0)
        if (atomic_compare_exchange_strong(&h->targets[place].tokens, &n, n - 1)) return true;
    return false;
}

unsigned handshake_tokens(const struct handshake *h) {
    unsigned n = 0;
    for (int i = 0; i < HANDSHAKE_MOST; i++) n += atomic_load(&h->targets[i].tokens);
    return n;
}

/* ---- Awake ----------------------------------------------------------------------------------- */

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* The target: until it may go on, at most until end, monotonic ns. */
static void look_for_word(const struct handshake *h, int place, uint64_t word, int64_t end) {
    do {
        for (int i = 0; i < 16; i++) {
            if (atomic_load(&h->words[place]) == word) return;
            relax();
        }
    } while (clock_now() < end);
}

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Some of the places: of those only what is in that phase. */
struct places {
    int from, to; /* exclusive */
    enum handshake_phase phase;
};

/* Takes a token of one of the places; -1: there is none. */
static int find_token(struct handshake *h, struct places p) {
    for (int i = p.from; i < p.to; i++)
        if (h->targets[i].phase == p.phase && token_try(h, i)) return i;
    return -1;
}

/* Takes a token of one of the places; deadline on the monotonic clock in ns, or -1 for none.
 * Returns the place, -1: time is up. Looks for look_ns before it sleeps. */
static int token_wait(struct handshake *h, struct places p, int64_t deadline) {
    int64_t now = h->look_ns > 0 ? clock_now() : 0, end = now + h->look_ns;
    if (deadline >= 0 && end > deadline) end = deadline;
    int found;
    while ((found = find_token(h, p)) < 0 && now < end) {
        /* Posts come one at a time; to look through all places for each look is in vain. */
        uint32_t before = atomic_load(&h->events);
        for (int i = 0; i < 64 && atomic_load(&h->events) == before; i++) relax();
        now = clock_now();
    }
    if (found >= 0) return found;
    struct timespec until = clock_timespec(deadline);
    bool late = deadline >= 0 && clock_now() >= deadline;
    atomic_store(&h->waiting, 1);
    for (;;) {
        uint32_t before = atomic_load(&h->events);
        found = find_token(h, p);
        if (found >= 0 || late) break;
        /* With the bitset the time is absolute, on the monotonic clock. */
        long r = syscall(SYS_futex, &h->events, FUTEX_WAIT_BITSET_PRIVATE, before,
                         deadline < 0 ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
        late = r < 0 && errno == ETIMEDOUT;
    }
    atomic_store(&h->waiting, 0);
    return found;
}

/* ---- The target ------------------------------------------------------------------------------ */

/* Sleeps until the agent's signal comes. The library's function is a point where a thread may be
 * cancelled, and this one has a token to post first. The kernel's set has a bit for each signal. */
static void await_signal(int signo) {
    uint64_t blocked = ~(UINT64_C(1) << (signo - 1));
    syscall(SYS_rt_sigsuspend, &blocked, sizeof blocked);
}

static int place_of(const struct handshake *h, pid_t tid, enum handshake_state *state) {
    for (int i = 0; i < HANDSHAKE_MOST; i++) {
        uint64_t word = atomic_load(&h->words[i]);
        if ((pid_t)(uint32_t)(word >> 32) != tid) continue;
        *state = (enum handshake_state)(uint32_t)word;
        return i;
    }
    return -1;
}

/* In the target, SUSPENDED: is captured, and held until it may go on. */
static void stand_still(struct handshake *h, int place, pid_t tid, siginfo_t *info,
                        void *ucontext) {
    struct handshake_target *t = &h->targets[place];
    t->suspended_ns = clock_now();
    if (h->capture) h->capture(h->arg, place, info, ucontext);
    uint64_t wakeup = word_of(tid, HANDSHAKE_WAKEUP_REQUEST);
    if (!token_post(h, place) && h->look_ns > 0 && !t->goes_on)
        look_for_word(h, place, wakeup, clock_now() + h->look_ns);
    /* One that comes between this test and the wait is blocked here, and ends the wait at once. */
    while (!t->goes_on && atomic_load(&h->words[place]) != wakeup) await_signal(h->signo);
    t->held_ns = clock_now() - t->suspended_ns;
}

static void on_signal(int signo, siginfo_t *info, void *ucontext) {
    int saved = errno;
    struct handshake *h = atomic_load(&installed);
    pid_t tid = own_tid();
    enum handshake_state state = HANDSHAKE_RUNNING;
    int place = h ? place_of(h, tid, &state) : -1;
    struct handshake_target *t = place >= 0 ? &h->targets[place] : NULL;
    if (info->si_code != SI_TKILL && handshake_other) {
        /* One that ends the wait above is for where the thread was before it. */
        if (t && state != HANDSHAKE_SUSPEND_REQUEST) {
            t->timer = *info;
            t->timer_came = true;
        } else {
            handshake_other(signo, info, ucontext);
        }
        errno = saved;
        return;
    }
    bool timer = false;
    siginfo_t said;
    bool asked = t && state == HANDSHAKE_SUSPEND_REQUEST;
    /* The kernel may take the processor away here, so it is read while the thread is not held. */
    int64_t cpu = asked ? clock_of(CLOCK_THREAD_CPUTIME_ID) : 0;
    if (asked && change(h, place, tid, HANDSHAKE_SUSPEND_REQUEST, HANDSHAKE_SUSPENDED)) {
        stand_still(h, place, tid, info, ucontext);
        t->cpu_end = clock_of(CLOCK_THREAD_CPUTIME_ID);
        t->cpu_ns = t->cpu_end - cpu;
        timer = t->timer_came;
        said = t->timer;
        t->timer_came = false;
        if (!t->goes_on || !change(h, place, tid, HANDSHAKE_SUSPENDED, HANDSHAKE_RUNNING))
            change(h, place, tid, HANDSHAKE_WAKEUP_REQUEST, HANDSHAKE_RUNNING);
        token_post(h, place);
    }
    if (timer && handshake_other) handshake_other(signo, &said, ucontext);
    errno = saved;
}

/* ---- The sampler ----------------------------------------------------------------------------- */

static bool send_signal(const struct handshake *h, pid_t tid) {
    return syscall(SYS_tgkill, h->process, tid, h->signo) == 0;
}

enum handshake_result handshake_ask(struct handshake *h, int place, pid_t tid, bool goes_on) {
    struct handshake_target *t = &h->targets[place];
    /* Only a missing handshake_back leads here. */
    if (t->phase != HANDSHAKE_FREE) return HANDSHAKE_TIMEOUT;
    t->goes_on = goes_on;
    if (!change(h, place, tid, HANDSHAKE_RUNNING, HANDSHAKE_SUSPEND_REQUEST))
        return HANDSHAKE_TIMEOUT;
    t->tid = tid;
    t->phase = HANDSHAKE_ASKED;
    if (send_signal(h, tid)) return HANDSHAKE_OK;
    enum handshake_result miss = errno == ESRCH ? HANDSHAKE_GONE : HANDSHAKE_TIMEOUT;
    return handshake_cancel(h, place) ? miss : HANDSHAKE_OK;
}

int handshake_collect(struct handshake *h, int from, int to, int64_t deadline) {
    int place = token_wait(h, (struct places){from, to, HANDSHAKE_ASKED}, deadline);
    if (place >= 0) h->targets[place].phase = HANDSHAKE_HELD;
    return place;
}

bool handshake_cancel(struct handshake *h, int place) {
    struct handshake_target *t = &h->targets[place];
    if (!change(h, place, t->tid, HANDSHAKE_SUSPEND_REQUEST, HANDSHAKE_RUNNING)) return false;
    t->phase = HANDSHAKE_FREE;
    return true;
}

void handshake_withdraw(struct handshake *h, int place) {
    change(h, place, own_tid(), HANDSHAKE_SUSPEND_REQUEST, HANDSHAKE_RUNNING);
}

bool handshake_is_withdrawn(struct handshake *h, int place) {
    struct handshake_target *t = &h->targets[place];
    if (atomic_load(&h->words[place]) != 0 || atomic_load(&t->tokens) != 0) return false;
    t->phase = HANDSHAKE_FREE;
    return true;
}

void handshake_release(struct handshake *h, int place) {
    struct handshake_target *t = &h->targets[place];
    bool waits = change(h, place, t->tid, HANDSHAKE_SUSPENDED, HANDSHAKE_WAKEUP_REQUEST);
    t->phase = HANDSHAKE_RELEASED;
    if (waits && !t->goes_on) send_signal(h, t->tid);
}

int64_t handshake_back(struct handshake *h, int place) {
    struct handshake_target *t = &h->targets[place];
    if (t->phase != HANDSHAKE_RELEASED) return 0;
    struct places only = {place, place + 1, HANDSHAKE_RELEASED};
    while (token_wait(h, only, clock_now() + HANDSHAKE_WAIT_NS) < 0) {
        if (atomic_load(&h->words[place]) != 0) {
            send_signal(h, t->tid);
        } else {
            token_wait(h, only, -1);
            break;
        }
    }
    t->phase = HANDSHAKE_FREE;
    return t->held_ns;
}

enum handshake_result handshake_suspend(struct handshake *h, pid_t tid, int64_t timeout_ns) {
    enum handshake_result asked = handshake_ask(h, 0, tid, false);
    if (asked != HANDSHAKE_OK) return asked;
    if (handshake_collect(h, 0, 1, clock_now() + timeout_ns) >= 0) return HANDSHAKE_OK;
    if (handshake_cancel(h, 0)) return HANDSHAKE_TIMEOUT;
    /* It is SUSPENDED already: the token is there or about to be. */
    handshake_collect(h, 0, 1, -1);
    return HANDSHAKE_OK;
}

int64_t handshake_resume(struct handshake *h) {
    handshake_release(h, 0);
    return handshake_back(h, 0);
}

/* ---- Installation ---------------------------------------------------------------------------- */

static bool is_ours(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) &&
           (action->sa_sigaction == on_signal ||
            (handshake_other && action->sa_sigaction == handshake_other));
}

bool handshake_has(int signo) {
    struct sigaction now;
    return sigaction(signo, NULL, &now) == 0 && is_ours(&now);
}

bool handshake_is_free(int signo) {
    struct sigaction now;
    bool exists = signo >= 1 && signo <= SIGRTMAX && sigaction(signo, NULL, &now) == 0;
    errno = exists ? EBUSY : EINVAL;
    if (!exists || is_ours(&now)) return exists;
    return !(now.sa_flags & SA_SIGINFO) && (now.sa_handler == SIG_DFL || now.sa_handler == SIG_IGN);
}

bool handshake_take(int signo, handshake_handler *handler) {
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_RESTART};
    if (!handshake_is_free(signo)) return false;
    handshake_other = handler;
    return sigaction(signo, &action, NULL) == 0;
}

bool handshake_install(struct handshake *h, int signo, handshake_capture *capture, void *arg) {
    if (!handshake_is_free(signo)) return false;
    *h = (struct handshake){.capture = capture,
                            .arg = arg,
                            .signo = signo,
                            .process = getpid(),
                            .look_ns = HANDSHAKE_LOOK_NS};
    atomic_store(&installed, h);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    /* Nothing interrupts the handler but faults, which the capture's guard must be able to catch.
     */
    signals_but_faults(&action.sa_mask);
    return sigaction(signo, &action, NULL) == 0;
}
