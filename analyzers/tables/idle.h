/* What is idle: stacks of threads that wait for work, and of readers that wait for the next
 * request. Of them no lock and no slow peer is to blame. One table for all that tell them apart:
 * conditions (idle(stackTrace): `locks`, `io`, `top`), the rules about sockets, samples of the
 * kinds lock, io and socket.
 *
 *   Unsafe.park                         the park itself           IDLE_PARK     or IDLE_READ
 *   LockSupport.park                    ...                       IDLE_PARK
 *   AbstractQueuedSynchronizer$...await what it goes through      IDLE_THROUGH  or IDLE_STREAM
 *   LinkedBlockingQueue.take            ...                       IDLE_THROUGH
 *   ThreadPoolExecutor.getTask          who waits: it is idle     IDLE_WAITS    or IDLE_POLLS
 *
 * A task that a pool runs has its own frames between: it waits for what it waits for. So has who
 * waits for the lock of the queue that has the work (acquire).
 */
#ifndef ANALYZERS_TABLES_IDLE_H
#define ANALYZERS_TABLES_IDLE_H

#include <stdbool.h>

enum idle_part {
    IDLE_PARK = 1,
    IDLE_THROUGH = 2,
    IDLE_WAITS = 4,
    IDLE_READ = 8,
    IDLE_STREAM = 16,
    IDLE_POLLS = 32
};

/* What a frame of this class ("java.util.TimerThread") and method is; 0: none of these. */
unsigned idle_part_of(const char *class_name, const char *method);

/* Frame by frame from the top. A zeroed struct is at the top. */
struct idle_stack {
    bool parked, reads, decided, idle;
};
void idle_add(struct idle_stack *stack, unsigned part);

#endif
