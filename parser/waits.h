/* Waits: what a stack says that its thread waits for. One table of frames (waits.table) for all
 * that tell waits apart: the account of threads' time, conditions (idle(stackTrace): `locks`, `io`,
 * `top`), rules about sockets and parks, samples of the kinds lock, io and socket.
 *
 *   Unsafe.park                         begins a wait             WAITS_PARK    or WAITS_READS
 *   LockSupport.park                    ...                       WAITS_PARK
 *   AbstractQueuedSynchronizer$...await what it goes through      WAITS_THROUGH or WAITS_STREAM
 *   LinkedBlockingQueue.take            ...                       WAITS_THROUGH
 *   ThreadPoolExecutor.getTask          who waits: it is idle     WAITS_WORK    or WAITS_POLLS
 *
 * A task that a pool runs has its own frames between: it waits for what it waits for. So has who
 * waits for the lock of the queue that has the work (acquire).
 *
 * A user's own lines (--classify FILE) give a name to each stack that has a frame that fits: the
 * first that fits from the top. Names that begin with "idle" are idle.
 *
 *   # comment
 *   pattern, name              pattern: of "package.Class.method", * is any characters
 */
#pragma once

#include "base/text.h"

enum waits_for {              /* what a thread waits for */
                 WAITS_NOT,   /* it does not, or nothing tells */
                 WAITS_IDLE,  /* work, or the next request */
                 WAITS_LOCK,  /* a lock of java.util.concurrent, a turn at a monitor */
                 WAITS_OTHER, /* what another thread does */
                 WAITS_QUEUE, /* an item in a queue, as nobody does who is known to be idle */
                 WAITS_TIMER, /* a time: it sleeps */
                 WAITS_REPLY, /* a peer */
};

/* A number of the frame of this class ("java.util.TimerThread") and method, for waits_add; 0: it
 * says nothing. */
uint32_t waits_row(const char *class_name, const char *method);
/* What of it a user's line says. */
uint32_t waits_of_user(uint32_t row);
/* Does the frame run a request, a message or a job that comes to an end? What is waited for in it
 * is no work. */
bool waits_serves(uint32_t row);
/* Is it an event loop, which serves many connections in one thread? */
bool waits_loops(uint32_t row);
/* Does a thread do nothing but wait in this function? A sampler of CPU time hardly ever meets one;
 * where neither settings nor states tell, it is a matter of how many samples have them on top. */
bool waits_only(const char *class_name, const char *method);

/* Frame by frame from the top. A zeroed struct is at the top. */
struct waits_stack {
    bool parked, sampled, reads, sleeps, selects, locking, decided;
    enum waits_for what;
    const char *name; /* "a future", or NULL; of --classify: the user's */
    bool own;         /* the name is the user's */
    bool turn;   /* for a lock, a permit, what a queue lends: who has it is one of those who wait */
    bool shared; /* for a lock, to have it together with others: to read */
    bool hands; /* for who takes or hands over what the thread works on: each waits for the other */
};
/* A number that a frame was given above; the frames of a stack come from the top down. */
void waits_add(struct waits_stack *stack, uint32_t number);
/* Does no frame below matter any more? */
bool waits_done(const struct waits_stack *stack);
/* Its name, else what all such waits are called: "a lock", "asleep"; NULL: it does not wait. */
const char *waits_words(const struct waits_stack *stack);
/* Is it idle, whatever event has the stack? Not by what a sample alone has on top, Object.wait or a
 * selector: who waits for a monitor in them has the same stack. */
bool waits_idle(const struct waits_stack *stack);

/* Takes the lines of a user's file, for all stacks of this process, before any is looked at. False:
 * why says what is wrong, with the number of the line; nothing is taken then. */
bool waits_classify(const char *path, struct text *why);
/* The same of a text. */
bool waits_classify_text(const char *lines, struct text *why);
