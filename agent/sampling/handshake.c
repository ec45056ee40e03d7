#include "agent/sampling/handshake.h"

#include "base/clock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A signal handler has no argument: the one handshake of the process. */
static struct handshake *_Atomic installed;
static struct sigaction old_action;
handshake_handler *handshake_other;

static uint64_t word_of(pid_t tid, enum handshake_state state) {
    return state == HANDSHAKE_RUNNING ? 0 : (uint64_t)(uint32_t)tid << 32 | (uint64_t)state;
}

static pid_t own_tid(void) {
    return (pid_t)syscall(SYS_gettid);
}

static bool change(struct handshake *h, pid_t tid, enum handshake_state from,
                   enum handshake_state to) {
    uint64_t expected = word_of(tid, from);
    return atomic_compare_exchange_strong(&h->word, &expected, word_of(tid, to));
}

/* ---- The semaphore: a futex, because sem_clockwait is younger than some C libraries ---------- */

/* True: the sampler slept and was woken; false: it is awake, looking for the token. */
static bool token_post(struct handshake *h) {
    atomic_fetch_add(&h->tokens, 1);
    if (!atomic_load(&h->waiting)) return false;
    syscall(SYS_futex, &h->tokens, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    return true;
}

static bool token_try(struct handshake *h) {
    uint32_t n = atomic_load(&h->tokens);
    while (n > 0)
        if (atomic_compare_exchange_strong(&h->tokens, &n, n - 1)) return true;
    return false;
}

/* ---- Awake ----------------------------------------------------------------------------------- */

typedef bool look_function(struct handshake *h, uint64_t word);

/* Until end, monotonic ns. False: not by then. */
static bool look_for(struct handshake *h, look_function *look, uint64_t word, int64_t end) {
    do {
        for (int i = 0; i < 16; i++) {
            if (look(h, word)) return true;
#if defined(__x86_64__)
            __builtin_ia32_pause();
#elif defined(__aarch64__)
            __asm__ volatile("yield");
#endif
        }
    } while (clock_now() < end);
    return false;
}

static bool finds_token(struct handshake *h, uint64_t word) {
    (void)word;
    return token_try(h);
}

static bool finds_word(struct handshake *h, uint64_t word) {
    return atomic_load(&h->word) == word;
}

/* ---- Waiting --------------------------------------------------------------------------------- */

/* Takes a token; deadline on the monotonic clock in ns, or -1 for none. False: time is up. */
static bool token_wait(struct handshake *h, int64_t deadline) {
    if (h->look_ns > 0) {
        int64_t end = clock_now() + h->look_ns;
        if (deadline >= 0 && end > deadline) end = deadline;
        if (look_for(h, finds_token, 0, end)) return true;
    }
    struct timespec until = {.tv_sec = (time_t)(deadline / NS_PER_S),
                             .tv_nsec = deadline % NS_PER_S};
    bool taken = false, late = false;
    h->slept = true;
    atomic_store(&h->waiting, 1);
    while (!(taken = token_try(h)) && !late) {
        /* With the bitset the time is absolute, on the monotonic clock. */
        long r = syscall(SYS_futex, &h->tokens, FUTEX_WAIT_BITSET_PRIVATE, 0,
                         deadline < 0 ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
        late = r < 0 && errno == ETIMEDOUT;
    }
    atomic_store(&h->waiting, 0);
    return taken;
}

unsigned handshake_tokens(const struct handshake *h) {
    return atomic_load(&h->tokens);
}

/* ---- The target ------------------------------------------------------------------------------ */

/* Sleeps until the agent's signal comes. The bare system call, because the library's function is a
 * point where a thread may be cancelled, and this one has a token to post first. The kernel's set
 * has one bit for each of 64 signals. */
static void await_signal(int signo) {
    uint64_t blocked = ~(UINT64_C(1) << (signo - 1));
    syscall(SYS_rt_sigsuspend, &blocked, sizeof blocked);
}

static void on_signal(int signo, siginfo_t *info, void *ucontext) {
    int saved = errno;
    struct handshake *h = atomic_load(&installed);
    pid_t tid = own_tid();
    if (info->si_code != SI_TKILL && handshake_other) {
        /* One that ends the wait below is for where the thread was before it. */
        if (h && (pid_t)(uint32_t)(atomic_load(&h->word) >> 32) == tid) {
            h->timer = *info;
            h->timer_came = true;
        } else {
            handshake_other(signo, info, ucontext);
        }
        errno = saved;
        return;
    }
    bool timer = false;
    siginfo_t said;
    bool asked = h && atomic_load(&h->word) == word_of(tid, HANDSHAKE_SUSPEND_REQUEST);
    /* The kernel may take the processor away when the clock is read, so it is read before the
     * thread is suspended and after it is not held any more. */
    int64_t cpu = asked ? clock_of(CLOCK_THREAD_CPUTIME_ID) : 0;
    if (asked && change(h, tid, HANDSHAKE_SUSPEND_REQUEST, HANDSHAKE_SUSPENDED)) {
        h->suspended_ns = clock_now();
        if (h->capture) h->capture(h->arg, info, ucontext);
        uint64_t wakeup = word_of(tid, HANDSHAKE_WAKEUP_REQUEST);
        if (!token_post(h) && h->look_ns > 0)
            look_for(h, finds_word, wakeup, clock_now() + h->look_ns);
        /* The signal is blocked in its own handler: one that comes between this test and the wait
         * stays pending and ends the wait at once. */
        while (atomic_load(&h->word) != wakeup) await_signal(signo);
        h->held_ns = clock_now() - h->suspended_ns;
        h->cpu_end = clock_of(CLOCK_THREAD_CPUTIME_ID);
        h->cpu_ns = h->cpu_end - cpu;
        timer = h->timer_came;
        said = h->timer;
        h->timer_came = false;
        change(h, tid, HANDSHAKE_WAKEUP_REQUEST, HANDSHAKE_RUNNING);
        token_post(h);
    }
    if (timer && handshake_other) handshake_other(signo, &said, ucontext);
    errno = saved;
}

/* ---- The sampler ----------------------------------------------------------------------------- */

static bool send_signal(const struct handshake *h, pid_t tid) {
    return syscall(SYS_tgkill, h->process, tid, h->signo) == 0;
}

enum handshake_result handshake_suspend(struct handshake *h, pid_t tid, int64_t timeout_ns) {
    enum handshake_result miss = HANDSHAKE_TIMEOUT;
    if (!change(h, tid, HANDSHAKE_RUNNING, HANDSHAKE_SUSPEND_REQUEST)) {
        /* RUNNING is 0 for every thread: only a missing handshake_resume leads here. */
        return HANDSHAKE_TIMEOUT;
    }
    h->slept = false;
    if (!send_signal(h, tid)) miss = errno == ESRCH ? HANDSHAKE_GONE : HANDSHAKE_TIMEOUT;
    else if (token_wait(h, clock_now() + timeout_ns)) return HANDSHAKE_OK;
    if (change(h, tid, HANDSHAKE_SUSPEND_REQUEST, HANDSHAKE_RUNNING)) return miss;
    /* It is SUSPENDED already: the token is there or about to be. */
    token_wait(h, -1);
    return HANDSHAKE_OK;
}

int64_t handshake_resume(struct handshake *h) {
    pid_t tid = (pid_t)(uint32_t)(atomic_load(&h->word) >> 32);
    if (!change(h, tid, HANDSHAKE_SUSPENDED, HANDSHAKE_WAKEUP_REQUEST)) return 0;
    do {
        send_signal(h, tid);
        if (token_wait(h, clock_now() + HANDSHAKE_WAIT_NS)) return h->held_ns;
    } while (atomic_load(&h->word) != 0);
    token_wait(h, -1);
    return h->held_ns;
}

/* ---- Installation ---------------------------------------------------------------------------- */

bool handshake_ours(const struct sigaction *action) {
    if (action->sa_flags & SA_SIGINFO)
        return action->sa_sigaction == on_signal ||
               (handshake_other && action->sa_sigaction == handshake_other);
    return action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN;
}

bool handshake_install(struct handshake *h, int signo, handshake_capture *capture, void *arg) {
    struct sigaction now;
    if (signo < 1 || signo > SIGRTMAX || sigaction(signo, NULL, &now) != 0) {
        errno = EINVAL;
        return false;
    }
    if (!handshake_ours(&now)) {
        errno = EBUSY;
        return false;
    }
    *h = (struct handshake){.capture = capture,
                            .arg = arg,
                            .signo = signo,
                            .process = getpid(),
                            .look_ns = HANDSHAKE_LOOK_NS};
    atomic_store(&installed, h);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    /* Nothing interrupts the handler but faults, which the capture's guard must be able to catch.
     */
    sigfillset(&action.sa_mask);
    static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        sigdelset(&action.sa_mask, faults[i]);
    return sigaction(signo, &action, now.sa_flags & SA_SIGINFO ? NULL : &old_action) == 0;
}

void handshake_uninstall(struct handshake *h) {
    struct sigaction now;
    if (atomic_load(&installed) != h) return;
    if (sigaction(h->signo, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) &&
        now.sa_sigaction == on_signal) {
        struct sigaction back = old_action;
        if (!(back.sa_flags & SA_SIGINFO) && back.sa_handler == SIG_DFL) back.sa_handler = SIG_IGN;
        sigaction(h->signo, &back, NULL);
    }
    atomic_store(&installed, NULL);
}
