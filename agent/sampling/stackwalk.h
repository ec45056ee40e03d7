/* The stack of a thread that the handshake has stopped: AsyncGetCallTrace, called in the target's
 * own signal handler (the JVMs of today insist on that), into a buffer that belongs to the place of
 * its request and was allocated beforehand.
 *
 *   sampler: stackwalk_request -> handshake_ask -> [target: stackwalk_capture] -> handshake_release
 *            -> handshake_back -> read struct stackwalk
 *
 * A guard stands in front of the JVM's handlers of SIGSEGV and SIGBUS: a fault of the very thread
 * that walks, in the JVM's walking code, ends the walk and is counted; any other goes to the JVM as
 * it came. It is not set where the JVM checks its handlers (-Xcheck:jni), which would report it.
 */
#ifndef AGENT_SAMPLING_STACKWALK_H
#define AGENT_SAMPLING_STACKWALK_H

#include "agent/jvm/vmstructs.h"
#include "agent/sampling/handshake.h"

#include <jvmti.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>

struct stackwalk_frame {
    jint bci; /* negative: a native method */
    jmethodID method;
};

/* What AsyncGetCallTrace says instead of a number of frames. */
enum stackwalk_code {
    WALK_NO_FRAME = 0,
    WALK_NO_CLASS_LOAD = -1,
    WALK_GC_ACTIVE = -2,
    WALK_NOT_JAVA = -3, /* in the VM or native, without a Java frame */
    WALK_NATIVE_UNWALKABLE = -4,
    WALK_PC_UNKNOWN = -5,
    WALK_JAVA_UNWALKABLE = -6,
    WALK_STATE_UNKNOWN = -7,
    WALK_EXITING = -8,
    WALK_DEOPTIMISING = -9,
    WALK_SAFEPOINT = -10,
    /* ours: */
    WALK_LEFT = -100,    /* the thread was in another state than the one asked for */
    WALK_CRASHED = -101, /* the guard ended the walk */
    WALK_WAITS = -102,   /* there was none: the thread had no processor whenever it was asked */
};

#define STACKWALK_WORDS 1024 /* of the stack, from its top: 8 KB */

struct stackwalk { /* filled by the target while it is suspended, read by the sampler then or after
                    */
    int count;     /* frames, or enum stackwalk_code */
    bool truncated;
    enum vm_state state;
    int64_t current_id; /* Thread.threadId() of the thread that ran there, perhaps virtual; 0: not
                           known */
    uintptr_t pc;
    bool left;                      /* not in Java code; frames are the last ones in there */
    bool in_syscall;                /* pc on or right behind a system call: it sleeps */
    struct stackwalk_frame *frames; /* the top one first */
    uintptr_t *words;               /* what lay on the stack (inlining.h); NULL: not wanted */
    int word_count;
    int native_count;  /* C frames above them (nativewalk.h) */
    uintptr_t *native; /* ... their pcs; NULL: not asked for */
};

/* Finds AsyncGetCallTrace in libjvm (vmstructs_open first). False: this JVM has none. */
bool stackwalk_open(void);
/* Stacks are walked as far as this, so that of those that are longer than is wanted both ends are
 * known. */
#define STACKWALK_MOST 2048
/* Buffers, with C frames or without. Only while nobody is asked. */
void stackwalk_resize(bool native);
/* Puts the guard in front of the JVM's handlers, if it is not there. Once the JVM has set its own.
 */
void stackwalk_guard(void);
/* Whether it is there: then a walk may hit memory that is not. */
bool stackwalk_is_guarded(void);

/* Sets whom the next capture at that place of the handshake is about: its JNIEnv, its JavaThread,
 * and the state it must be in (VM_STATE_UNKNOWN: any; VM_STATE_OTHER: any in which it runs). ran:
 * it had a processor just now; then it may have fallen asleep since. */
void stackwalk_request(int place, JNIEnv *env, const void *java_thread, enum vm_state wanted,
                       bool ran);
/* The capture function for handshake_install. */
handshake_capture stackwalk_capture;
/* What the last capture at that place brought; valid until the next request. */
const struct stackwalk *stackwalk_result(int place);

/* Where the thread was, of a handler that is given ucontext: below the handlers of other signals
 * that came at the same time, or that hold it in Java code. All that follows takes this one. */
void *stackwalk_context(const void *java_thread, void *ucontext);

/* Walks the calling thread in its own signal handler into frames (STACKWALK_MOST + 1 of them), for
 * engines without a handshake. Returns as struct stackwalk.count; *truncated is set. */
int stackwalk_own(JNIEnv *env, const void *java_thread, struct stackwalk_frame *frames,
                  void *ucontext, bool *truncated);
/* The walk alone, behind the guard, from where the context is; frames has room for depth. */
int stackwalk_from(JNIEnv *env, struct stackwalk_frame *frames, int depth, void *ucontext);

/* In the handler of that JavaThread: copies the top of its stack to words (STACKWALK_WORDS of
 * them); how many. */
int stackwalk_words(const void *java_thread, const void *ucontext, uintptr_t *words);

uintptr_t stackwalk_pc(const void *ucontext);

/* "[GC active]" and so on, for the pseudo frame of a walk that failed. */
const char *stackwalk_reason(int code);

#endif
