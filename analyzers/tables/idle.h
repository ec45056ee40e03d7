/* What is idle: stacks of threads that wait for work, and of readers that wait for the next
 * request. Of them no lock and no slow peer is to blame. One table for all that tell them apart:
 * `locks` and `top` (IDLE_WHERE), the rules about sockets, samples of the kinds lock, io and
 * socket.
 *
 *   Unsafe.park                         the park itself         IDLE_PARK     at the top of the
 * stack LockSupport.park                    ...                     IDLE_PARK
 *   AbstractQueuedSynchronizer$...await what it goes through    IDLE_THROUGH
 *   LinkedBlockingQueue.take            ...                     IDLE_THROUGH
 *   ThreadPoolExecutor.getTask          who waits               IDLE_WAITS    the stack is idle
 *
 * A task that a pool runs has its own frames between: it waits for what it waits for. Of a reader
 * one frame anywhere will do (IDLE_POLLS).
 */
#ifndef ANALYZERS_TABLES_IDLE_H
#define ANALYZERS_TABLES_IDLE_H

#include <stdbool.h>

enum idle_part { IDLE_PARK = 1, IDLE_THROUGH = 2, IDLE_WAITS = 4, IDLE_POLLS = 8 };

/* What a frame of this class ("java.util.TimerThread") and method is; 0: none of these. */
unsigned idle_part_of(const char *class_name, const char *method);

/* Frame by frame from the top. A zeroed struct is at the top. */
struct idle_stack {
    bool parked, decided, idle;
};
void idle_add(struct idle_stack *stack, unsigned part);

#endif
