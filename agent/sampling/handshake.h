/* The handshake: suspend threads of this process by a signal, look at them, let them go on.
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
 * One thread (the sampler) does this with up to HANDSHAKE_MOST targets at a time. Each request has
 * a place, and each place a word and tokens of its own:
 *
 *   words[]:    [ thread id : 32 | state : 32 ]   the thread named is in that state; 0: free
 *   targets[]:  [ tokens | what the target measured ]
 *
 * A thread that no word names is RUNNING: nothing is left behind by one that exits. A thread has
 * one place at a time.
 *
 * Law of the tokens: the target posts one to its place when it is SUSPENDED and has been captured,
 * one when it is RUNNING again; the sampler takes exactly those. A place that is free has none. The
 * sampler sleeps until any is posted: `events` counts the posts, and is the futex.
 *
 * Who only wants the capture asks the target to go on by itself: from SUSPENDED to RUNNING when it
 * is captured, unless the sampler has come first with its WAKEUP_REQUEST.
 *
 * The target becomes SUSPENDED before it is captured: the sampler cannot cancel any more, and the
 * capture has the buffer of its place to itself. The handler allocates and locks nothing. A target
 * may hold any lock, malloc's too: meanwhile the sampler must not allocate, or take one. */
#pragma once

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define HANDSHAKE_WAIT_NS 2000000 /* how long a target may take to answer: 2 ms */
#define HANDSHAKE_MOST 64         /* requests at a time: so many places */

/* How long both sides look for each other before they sleep. An answer comes within some 50 us; to
 * fall asleep and be woken takes longer, twice, with the target held meanwhile: of those that slept
 * already after 20 us four times as many were held longer than 500 us. */
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

/* Called in the target, in signal context, while it is SUSPENDED; several at a time. */
typedef void handshake_capture(void *arg, int place, siginfo_t *info, void *ucontext);

/* Of a place. Written by the target while it is held, read by the sampler after it was let go. */
struct handshake_target {
    _Atomic uint32_t tokens;
    int64_t suspended_ns;     /* monotonic time at which it stopped */
    int64_t held_ns;          /* how long it was held, until it saw that it may go on */
    int64_t cpu_ns;           /* the CPU time that it used meanwhile */
    int64_t cpu_end;          /* its CPU clock after that, ns */
    volatile bool timer_came; /* while it was held; of the target only */
    siginfo_t timer;          /* ... what it said */
    bool goes_on;             /* by itself; set by the sampler before it asks */
    /* of the sampler only: */
    pid_t tid;
    enum handshake_phase {
        HANDSHAKE_FREE,
        HANDSHAKE_ASKED,
        HANDSHAKE_HELD,
        HANDSHAKE_RELEASED,
    } phase;
};

struct handshake {
    _Atomic uint64_t words[HANDSHAKE_MOST]; /* thread id << 32 | enum handshake_state */
    _Atomic uint32_t events;                /* tokens posted so far; a futex */
    _Atomic uint32_t waiting;               /* 1 while the sampler sleeps on events */
    struct handshake_target targets[HANDSHAKE_MOST];
    handshake_capture *capture;
    void *arg;
    int signo;
    pid_t process;
    /* HANDSHAKE_LOOK_NS, or what the sampler sets between two handshakes; 0: both sleep at once. */
    _Atomic int64_t look_ns;
};

/* A signal handler beside the handshake's that is ours as well: engines take turns on one signal.
 */
typedef void handshake_handler(int signo, siginfo_t *info, void *ucontext);
extern handshake_handler *handshake_other;
/* Whether one of ours handles the signal; whether it could: nobody else does. False, errno set. */
bool handshake_has(int signo);
bool handshake_is_free(int signo);
/* Makes it the signal's handler. False, errno set: as handshake_install. */
bool handshake_take(int signo, handshake_handler *handler);

/* Fills h for signal signo and makes it the process's only handshake; installs the handler.
 * capture may be NULL. False, errno set: EBUSY when the signal has a handler that is not ours. */
bool handshake_install(struct handshake *h, int signo, handshake_capture *capture, void *arg);

/* All of these by one thread, the sampler, only; never for itself. */

/* Asks thread tid of this process to stop, and if it goes_on, only until it is captured; place is
 * free. HANDSHAKE_OK: the place is its until it was cancelled, or is back. Else the place is free:
 * there is no such thread, or it cannot be signalled (HANDSHAKE_TIMEOUT). */
enum handshake_result handshake_ask(struct handshake *h, int place, pid_t tid, bool goes_on);
/* Waits until one of those who were asked at places from..to (exclusive) is captured, at most until
 * deadline (monotonic ns; -1: for ever). Returns its place, of which handshake_release must follow.
 * -1: none until then. */
int handshake_collect(struct handshake *h, int from, int to, int64_t deadline);
/* Takes a request back. False: it is too late, the target stops; handshake_collect will bring it.
 */
bool handshake_cancel(struct handshake *h, int place);
/* The calling thread, which was asked at that place and ends, takes the request back itself, if it
 * has not stopped yet. The sampler then finds out, and the place is free. */
void handshake_withdraw(struct handshake *h, int place);
bool handshake_is_withdrawn(struct handshake *h, int place);
/* Lets a target that is held go on, if it has not by itself. handshake_back must follow: waits
 * until it does go on, and frees the place. Returns how long it was held, ns. */
void handshake_release(struct handshake *h, int place);
int64_t handshake_back(struct handshake *h, int place);

/* The same for a single target, in place 0. */
enum handshake_result handshake_suspend(struct handshake *h, pid_t tid, int64_t timeout_ns);
int64_t handshake_resume(struct handshake *h);

/* Tokens lying around; 0 between handshakes. */
unsigned handshake_tokens(const struct handshake *h);
