#include "agent/ground/softly.h"

#include "base/mem.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

/* A key, not a thread-local variable: the loader allocates those when they are first used. */
static pthread_key_t frames;
static _Atomic bool opened, failed;

static struct softly *current(void) {
    return atomic_load(&opened) ? pthread_getspecific(frames) : NULL;
}

/* ---- Memory runs out ------------------------------------------------------------------------- */

static void give_back(struct softly *frame) {
    while (frame->count > 0) {
        struct softly_lock *held = &frame->held[--frame->count];
        if (held->is_rwlock) pthread_rwlock_unlock(held->lock);
        else pthread_mutex_unlock(held->lock);
    }
}

static void fail_once(size_t size) {
    char line[200];
    if (atomic_exchange(&failed, true)) return;
    int len = snprintf(line, sizeof line,
                       "jfragent: out of memory (%zu bytes requested): nothing more is recorded; "
                       "what was written until now can be read\n",
                       size);
    (void)!write(STDERR_FILENO, line, (size_t)len);
}

static void ran_out(size_t size) {
    struct softly *frame = current();
    fail_once(size);
    if (!frame) return; /* mem.c ends the process: nobody is there to go on */
    give_back(frame);
    longjmp(frame->back, 1);
}

void softly_open(void) {
    static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&once);
    if (!atomic_load(&opened) && pthread_key_create(&frames, NULL) == 0) {
        mem_on_failure(ran_out);
        atomic_store(&opened, true);
    }
    pthread_mutex_unlock(&once);
}

bool softly_failed(void) {
    return atomic_load(&failed);
}

/* ---- Entries --------------------------------------------------------------------------------- */

bool softly_enter(struct softly *frame) {
    frame->count = 0;
    frame->outer = current();
    if (!atomic_load(&opened)) return true;
    if (pthread_setspecific(frames, frame) != 0) {
        fail_once(sizeof frame);
        return false;
    }
    frame->entered = true;
    return true;
}

void softly_leave(struct softly *frame) {
    if (frame->entered) pthread_setspecific(frames, frame->outer);
}

/* ---- Locks ----------------------------------------------------------------------------------- */

static void note(void *lock, bool is_rwlock) {
    struct softly *frame = current();
    if (frame && frame->count < SOFTLY_LOCKS)
        frame->held[frame->count++] = (struct softly_lock){lock, is_rwlock};
}

/* Locks are given back in any order. One that an outer entry took is noted there. */
static void forget(const void *lock) {
    for (struct softly *frame = current(); frame; frame = frame->outer) {
        for (unsigned i = frame->count; i-- > 0;) {
            if (frame->held[i].lock != lock) continue;
            frame->count--;
            for (; i < frame->count; i++) frame->held[i] = frame->held[i + 1];
            return;
        }
    }
}

void softly_lock(pthread_mutex_t *mutex) {
    pthread_mutex_lock(mutex);
    note(mutex, false);
}

void softly_unlock(pthread_mutex_t *mutex) {
    forget(mutex);
    pthread_mutex_unlock(mutex);
}

void softly_rw_lock(pthread_rwlock_t *lock, bool to_write) {
    if (to_write) pthread_rwlock_wrlock(lock);
    else pthread_rwlock_rdlock(lock);
    note(lock, true);
}

void softly_rw_unlock(pthread_rwlock_t *lock) {
    forget(lock);
    pthread_rwlock_unlock(lock);
}
