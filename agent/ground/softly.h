/* Out of memory, softly: the agent gives up its recording, the application goes on.
 *
 *   entry (a callback of the JVM, a turn of one of our threads)    SOFTLY();
 *      |  locks held are noted in the entry's frame
 *      v
 *   mem_alloc fails --> one sentence on stderr, softly_failed() from now on
 *      |                locks of this thread are given back
 *      +--> back to the entry, which returns
 *
 * Whoever takes a lock over data that an allocation could leave half changed asks softly_failed()
 * first, and leaves the data alone. Nothing is recorded in this JVM any more; the file stays what
 * the last flush made it. Without an entry (in tests, say) locks are just locks. */
#pragma once

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

#define SOFTLY_LOCKS 8 /* held at a time; there are fewer */

struct softly {
    jmp_buf back;
    struct softly *outer;
    bool entered;
    unsigned count;
    struct softly_lock {
        void *lock;
        bool is_rwlock;
    } held[SOFTLY_LOCKS];
};

/* Before anything else; again does no harm. */
void softly_open(void);
/* Whether memory ran out. */
bool softly_failed(void);

/* Begins an entry, as the first statement of a function; what follows the word is returned when
 * memory has run out, before or within. SOFTLY_ANYWAY: also goes on when it had run out before. */
#define SOFTLY(...) SOFTLY_ENTRY(softly_failed(), __VA_ARGS__)
#define SOFTLY_ANYWAY(...) SOFTLY_ENTRY(false, __VA_ARGS__)
#define SOFTLY_ENTRY(refuse, ...)                                      \
    struct softly softly_frame __attribute__((cleanup(softly_leave))); \
    softly_frame.entered = false;                                      \
    if ((refuse) || !softly_enter(&softly_frame)) return __VA_ARGS__;  \
    if (setjmp(softly_frame.back)) return __VA_ARGS__

bool softly_enter(struct softly *frame); /* false: out of memory, which is said once */
void softly_leave(struct softly *frame); /* does nothing to one that was not entered */

/* Locks that are given back when memory runs out. */
void softly_lock(pthread_mutex_t *mutex);
void softly_unlock(pthread_mutex_t *mutex);
void softly_rw_lock(pthread_rwlock_t *lock, bool to_write);
void softly_rw_unlock(pthread_rwlock_t *lock);
