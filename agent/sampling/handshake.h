/* The handshake: suspend one thread of this process by a signal, look at it, let it go on.
 *
 *             sampler: request                    target: in the signal handler
 *  RUNNING -------------------> SUSPEND_REQUEST -------------------> SUSPENDED
 *     ^                              |                                   |
 *     |   sampler: cancel (timeout)  |                                   | sampler: resume
 *     +------------------------------+                                   v
 *     ^                                                            WAKEUP_REQUEST
 *     |                     target: woken, in the handler                |
 *     +------------------------------------------------------------------+
 *
 * One thread (the sampler) suspends one target at a time, so one word holds the state of all:
 *
 *   word:  [ thread id : 32 | state : 32 ]     the thread named is in that state,
 *                                              every other thread is RUNNING; 0 = all are
 *
 * Nothing belongs to a thread, so nothing is left behind by one that exits, and a signal that comes
 * late finds a word that does not name its thread, and returns.
 *
 * Law of the tokens: the target posts one when it is SUSPENDED and has been captured, one when it
 * is RUNNING again; the sampler takes exactly those. Between two handshakes the semaphore is 0.
 *
 * The target becomes SUSPENDED before it is captured, not after: from then on the sampler can no
 * longer cancel, so the capture has its buffer to itself.
 *
 * The handler allocates nothing, locks nothing and calls nothing but the capture function. While a
 * target is suspended it may hold any lock, malloc's too: between handshake_suspend and
 * handshake_resume the sampler must not allocate, log, or take a lock that a target may hold.
 *
 * No Java types here: tests/unit/agent/sampling/test_handshake.c runs it with plain threads.
 */
#ifndef AGENT_SAMPLING_HANDSHAKE_H
#define AGENT_SAMPLING_HANDSHAKE_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define HANDSHAKE_WAIT_NS 2000000 /* how long a target may take to answer: 2 ms */

/* How long both sides look for each other before they sleep. An answer comes within some 50 us: the
 * signal gets there and the stack is walked. To fall asleep and be woken takes longer than that
 * where a processor has to be woken with it, twice, with the target held meanwhile; and where a
 * processor is wanted by others, who sleeps must wait for it: of the targets that slept already
 * after 20 us four times as many were held longer than 500 us. */
#define HANDSHAKE_LOOK_NS 100000

enum handshake_state {
    HANDSHAKE_RUNNING,
    HANDSHAKE_SUSPEND_REQUEST,
    HANDSHAKE_SUSPENDED,
    HANDSHAKE_WAKEUP_REQUEST,
};

enum handshake_result {
    HANDSHAKE_OK,      /* suspended and captured: handshake_resume must follow */
    HANDSHAKE_TIMEOUT, /* it did not answer in time; it was not and will not be captured */
    HANDSHAKE_GONE,    /* there is no such thread any more */
};

/* Called in the target, in signal context, while it is SUSPENDED. */
typedef void handshake_capture(void *arg, siginfo_t *info, void *ucontext);

struct handshake {
    _Atomic uint64_t word;    /* thread id << 32 | enum handshake_state */
    _Atomic uint32_t tokens;  /* the semaphore; a futex */
    _Atomic uint32_t waiting; /* 1 while the sampler sleeps on tokens */
    handshake_capture *capture;
    void *arg;
    int signo;
    pid_t process;
    int64_t look_ns; /* HANDSHAKE_LOOK_NS, or what the sampler sets between two handshakes: 0 (both
                      * sleep at once) where the target can go on only if the sampler gives way */
    bool slept;      /* whether the sampler slept during the last handshake: to look was in vain */
    int64_t suspended_ns; /* monotonic time at which the target stopped; written by the target */
    int64_t held_ns;      /* how long it was held, until it saw that it may go on */
    int64_t cpu_ns;  /* the CPU time that it used meanwhile: what is not the scheduler's doing */
    int64_t cpu_end; /* its CPU clock after that, ns */
    volatile bool timer_came; /* while it was held; of the target only */
    siginfo_t timer;          /* ... what it said */
};

/* A signal handler beside the handshake's that is ours as well: engines take turns on one signal.
 * handshake_ours: whether an action is free to be replaced by us: default, ignored, or ours. */
typedef void handshake_handler(int signo, siginfo_t *info, void *ucontext);
extern handshake_handler *handshake_other;
bool handshake_ours(const struct sigaction *action);

/* Fills h for signal signo and makes it the process's only handshake; installs the handler.
 * capture may be NULL. False, errno set: EBUSY when the signal has a handler that is not ours. */
bool handshake_install(struct handshake *h, int signo, handshake_capture *capture, void *arg);
/* Gives the signal its old handler back unless someone else has taken it since. A signal that is
 * still on its way would then meet the old handler, so call it only where that is harmless:
 * SIG_DFL is replaced by SIG_IGN. */
void handshake_uninstall(struct handshake *h);

/* Suspends thread tid of this process, waiting at most timeout_ns for it to answer. By one thread
 * only, never for itself. */
enum handshake_result handshake_suspend(struct handshake *h, pid_t tid, int64_t timeout_ns);
/* Lets the suspended target go on and waits until it does. Returns how long it was held, ns. */
int64_t handshake_resume(struct handshake *h);

/* Tokens lying around; 0 between handshakes. */
unsigned handshake_tokens(const struct handshake *h);

#endif
