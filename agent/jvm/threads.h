/* The table of live Java threads, in the order in which they came, so that a round can go on behind
 * the thread where the last one ended, whatever has come and gone since.
 *
 * A thread is sampled with the table locked. Its ThreadEnd waits for that lock, so the JavaThread
 * and JNIEnv of a thread being sampled are alive. A struct lives as long as someone holds it. Its
 * name may be replaced by the sampler (threads_rename): others read `about` with the table locked.
 */
#pragma once

#include "agent/recording/recording.h"

#include <jvmti.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

/* The last sample of a thread that slept in a system call (sampling/rounds.h). */
struct agent_sleep {
    struct recording_stack_key stack; /* key 0: none */
    int64_t cpu;                      /* its CPU clock then, ns */
    bool proven;                      /* and it was there before as well, and has been since */
    bool asleep;                      /* it had gone to sleep again when cpu was read */
};

struct agent_thread {
    uint64_t serial;         /* counts up from 1 */
    const void *java_thread; /* the JVM's object; NULL if not known */
    JNIEnv *env;
    pid_t tid;
    jweak ref;
    bool sampled; /* the filters let it pass, and it is none of ours */
    int64_t named_at;
    struct recording_thread about; /* its texts are owned by this struct */
    _Atomic int holders;
    /* of the sampler only */
    int64_t sampled_cpu; /* its CPU clock up to which samples in Java code stand for it */
    int64_t due_cpu;     /* ... from which the next one is due (engine suspend); 0: not known yet */
    struct agent_sleep sleep;
    int64_t wall_counted;                  /* time up to which wall has counted, ns; 0: nothing */
    struct recording_stack_key wall_stack; /* of its last sample */
    bool asked;        /* its answer to wall is not there yet; with the table locked */
    int64_t blank_cpu; /* its CPU clock when it had no Java frame to show; 0: it has */
};

#define THREADS_SAMPLER "jfragent sampler" /* the name of ours, which is never sampled */

/* Learns how JNIEnv and JavaThread lie to each other, from the calling thread. False: cannot. */
bool threads_open(JNIEnv *jni);
/* Which threads are sampled, also of those in the table: POSIX extended expressions, or NULL. */
void threads_filter(const char *include, const char *exclude);
/* Whether a thread of that name is sampled. */
bool threads_pass(const char *name);
/* Puts all running threads into the table that are not in it. */
void threads_add_running(JNIEnv *jni);

/* The calling thread begins or ends. Returns the thread held (threads_release), or NULL. */
struct agent_thread *threads_begin(JNIEnv *jni, jthread thread);
struct agent_thread *threads_end(JNIEnv *jni);
/* The calling thread's entry, held; NULL if it has none. */
struct agent_thread *threads_self(JNIEnv *jni);
/* Likewise, of another. */
struct agent_thread *threads_known(JNIEnv *jni, jthread thread);
void threads_release(JNIEnv *jni, struct agent_thread *thread);

/* Between lock and unlock the table stands still and none of its threads can end. */
void threads_lock(void);
void threads_unlock(void);
/* With the table locked: how many; the n-th; the first position behind a serial number. */
size_t threads_count(void);
struct agent_thread *threads_at(size_t position);
size_t threads_behind(uint64_t serial);
/* The JVM's object of that one; NULL: not to be sampled or not known. Side by side: to look at
 * thousands is not to wait for memory. */
const void *threads_java(size_t position);
/* With the table locked: keeps the struct alive beyond unlock. */
void threads_hold(struct agent_thread *thread);
/* The thread with this tid, with the table locked; NULL if there is none. */
struct agent_thread *threads_by_tid(pid_t tid);

/* Reads the name again if it is older than a second. By the sampler, the table not locked. */
void threads_rename(JNIEnv *jni, struct agent_thread *thread, int64_t now);
