/* The stack of a thread, walked in its own signal handler: by the agent's own walk (framewalk.h),
 * or, where the JVM's tables do not hold what that needs, by AsyncGetCallTrace.
 *
 *   sampler: stackwalk_request -> handshake_ask -> [target: stackwalk_capture] -> handshake_release
 *            -> handshake_back -> read struct stackwalk */
#pragma once

#include "agent/jvm/framewalk.h"
#include "agent/jvm/vmstructs.h"
#include "agent/sampling/handshake.h"

#include <jvmti.h>
#include <signal.h>
#include <stddef.h>

/* What is said instead of a number of frames; the first ones are those of AsyncGetCallTrace. */
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
    WALK_LEFT = -100,  /* the thread was in another state than the one asked for */
    WALK_WAITS = -101, /* there was none: the thread had no processor whenever it was asked */
};

struct stackwalk { /* filled by the target while it is suspended */
    int count;     /* frames, or enum stackwalk_code */
    bool truncated;
    int64_t left_out;       /* so many frames in the middle had no room */
    enum framewalk_end end; /* how it ended; of AsyncGetCallTrace that is not told */
    enum vm_state state;
    int64_t current_id; /* Thread.threadId() of who ran there, perhaps virtual; 0: not known */
    bool left;          /* not in Java code; frames are the last ones in there */
    bool in_syscall;    /* pc on or right behind a system call: it sleeps */
    struct framewalk_frame *frames; /* the top one first; methods by their ids */
    bool native;                    /* C frames above them are asked for (nativewalk.h) */
    int native_count;
    uintptr_t *natives; /* ... their pcs */
};

/* Finds out how this JVM's stacks can be walked (vmstructs_open first). False: not at all. */
bool stackwalk_open(void);
/* Where frames are in the heap; in the live phase. */
void stackwalk_open_heap(JNIEnv *jni);
/* The method (by its id) that a compiler's thread compiles; 0: not known. */
uint64_t stackwalk_compiled_by(pid_t tid);
/* Before walks, and now and then: others may have taken the guard away (jvm/guard.h). */
void stackwalk_guard(void);
/* Stacks are walked as far as this: of those that are longer than is wanted both ends are known. */
#define STACKWALK_MOST 2048
/* Room for so many walks, each stride bytes behind the one before, kept and used again; for the
 * places of the handshake. native: with C frames. Only while nobody is asked. */
void stackwalk_make_room(struct stackwalk *first, size_t stride, size_t count, bool native);
void stackwalk_open_places(bool native);
/* Whom the next capture at that place is about, and in what state it must be (UNKNOWN: any). */
void stackwalk_request(int place, JNIEnv *env, const void *java_thread, enum vm_state wanted);
/* The capture function for handshake_install. */
handshake_capture stackwalk_capture;
/* What the last capture at that place brought; valid until the next request. */
const struct stackwalk *stackwalk_result(int place);

/* Where the thread was, of a handler that is given ucontext: below the handlers of other signals
 * that came at the same time, or that hold it in Java code. All that follows takes this one. */
void *stackwalk_context(const void *java_thread, void *ucontext);

/* Walks the calling thread in its own signal handler into walk->frames (STACKWALK_MOST + 1): sets
 * count, truncated and end. */
void stackwalk_own(JNIEnv *env, const void *java_thread, struct stackwalk *walk, void *ucontext);

/* In the handler of that JavaThread: its C frames, if they are asked for. */
void stackwalk_add_native(const void *java_thread, struct stackwalk *walk, const void *ucontext);

/* Whether the signal woke the thread in a system call, which is to start again or ended for it. */
bool stackwalk_is_woken(const void *ucontext);

/* "[GC active]" and so on, for the pseudo frame of a walk that failed. */
const char *stackwalk_reason(int code);
