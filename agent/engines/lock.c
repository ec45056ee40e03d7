/* Waits for locks: monitors by JVMTI's events; java.util.concurrent ones by standing between
 * LockSupport and the native method Unsafe.park, whose address the JVM tells when it binds it (and
 * binds again when Unsafe.registerNatives is called). */
#include "agent/engines/engines.h"

#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/methods.h"
#include "agent/jvm/virtual.h"
#include "agent/jvm/vmstructs.h"
#include "agent/recording/recording.h"
#include "base/array.h"
#include "base/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef void JNICALL park_function(JNIEnv *jni, jobject unsafe, jboolean absolute, jlong time);

static _Atomic int64_t threshold = -1; /* ns; -1: off */
static park_function *_Atomic original_park;
static jfieldID blocker_field;
static jmethodID park_method; /* of jdk.internal.misc.Unsafe, which is never unloaded */

/* ---- Monitors -------------------------------------------------------------------------------- */

static char *name_of_class(JNIEnv *jni, jobject object) {
    jclass type = (*jni)->GetObjectClass(jni, object);
    char *name = jvm_class_name(type);
    (*jni)->DeleteLocalRef(jni, type);
    return name;
}

/* Asking JVMTI for a monitor's owner stops the application; the JVM's own note costs nothing. */
static struct agent_thread *find_owner(const struct agent_thread *self) {
    uint64_t owner = vmstructs_pending_owner(self->java_thread);
    struct agent_thread *found = NULL;
    threads_lock();
    for (size_t i = 0; owner && i < threads_count() && !found; i++) {
        struct agent_thread *other = threads_at(i);
        if (other != self && vmstructs_is_owner(other->java_thread, other->about.java_id, owner))
            found = other;
    }
    if (found) threads_hold(found);
    threads_unlock();
    return found;
}

struct wait {
    int64_t id, start;
    struct agent_thread *owner; /* held; NULL: not known */
};
/* By the id of who waits: a virtual thread leaves its carrier meanwhile (JDK 24). */
static pthread_mutex_t waits_lock = PTHREAD_MUTEX_INITIALIZER;
static ARRAY(struct wait) waits;

/* Takes the wait of that id out; without start: there is none. */
static struct wait take_wait(int64_t id) {
    struct wait wait = {0};
    softly_lock(&waits_lock);
    for (size_t i = 0; i < waits.len && !wait.start; i++) {
        if (waits.items[i].id != id) continue;
        wait = waits.items[i];
        waits.items[i] = waits.items[--waits.len];
    }
    softly_unlock(&waits_lock);
    return wait;
}

/* The calling thread, and the virtual one that it carries. */
struct who {
    struct agent_thread *self; /* held; NULL: not known */
    struct recording_thread green;
    jobject mounted; /* NULL: it carries none */
    int64_t id;
};

static struct who find_who(JNIEnv *jni) {
    struct who who = {.self = threads_self(jni)};
    if (who.self) who.mounted = virtual_mounted(jni, who.self, &who.green);
    if (who.self) who.id = who.mounted ? who.green.java_id : who.self->about.java_id;
    return who;
}

static void forget_who(JNIEnv *jni, struct who *who) {
    virtual_forget(&who->green);
    if (who->mounted) (*jni)->DeleteLocalRef(jni, who->mounted);
    threads_release(jni, who->self);
}

void JNICALL lock_on_enter(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object) {
    SOFTLY();
    struct who who = find_who(jni);
    if (who.self) {
        threads_release(jni, take_wait(who.id).owner); /* of one whose end was not told */
        struct wait wait = {who.id, clock_now(), find_owner(who.self)};
        softly_lock(&waits_lock);
        array_push(&waits, wait);
        softly_unlock(&waits_lock);
    }
    forget_who(jni, &who);
}

#define NO_TIME INT64_MIN /* as the JVM has it: tools show N/A */

/* timeout: ns; until: ms since the epoch. */
static void write_wait(JNIEnv *jni, const struct who *its, const struct wait *wait, jthread thread,
                       jobject object, bool parked, int64_t timeout, int64_t until) {
    int64_t start = wait->start, end = clock_now(), least = atomic_load(&threshold);
    const struct recording_thread *who = its->mounted ? &its->green : &its->self->about;
    if (least < 0 || end - start < least || !its->self->sampled) return;
    struct recording *recording = door_enter();
    if (!recording) return;
    jint hash = 0;
    JVMTI(GetObjectHashCode, object, &hash);
    int64_t address = (uint32_t)hash; /* objects move: their hash is what stays */
    char *name = name_of_class(jni, object);
    struct methods_stack taken = methods_take_stack(thread);
    struct recording_stack stack = methods_describe_stack(jni, &taken);
    threads_lock();
    if (!parked)
        recording_event(recording, RECORDING_MONITOR_ENTER, start, {end - start}, {.thread = who},
                        {.stack = &stack}, {.s = name},
                        {.thread = wait->owner ? &wait->owner->about : NULL}, {address});
    else
        recording_event(recording, RECORDING_THREAD_PARK, start, {end - start}, {.thread = who},
                        {.stack = &stack}, {.s = name}, {timeout}, {until}, {address});
    threads_unlock();
    methods_forget_stack(&stack);
    door_leave();
    mem_free(taken.frames, name);
}

void JNICALL lock_on_entered(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jobject object) {
    SOFTLY();
    struct who who = find_who(jni);
    struct wait wait = take_wait(who.id);
    if (who.self && wait.start)
        write_wait(jni, &who, &wait, thread, object, false, NO_TIME, NO_TIME);
    threads_release(jni, wait.owner);
    forget_who(jni, &who);
}

/* ---- java.util.concurrent -------------------------------------------------------------------- */

/* What threads wait for each other with: no idle ForkJoinPool, no exchanger, no bare park. */
static bool is_lock(const char *class_name) {
    static const char *const begins[] = {
        "java/util/concurrent/locks/ReentrantLock",
        "java/util/concurrent/locks/ReentrantReadWriteLock",
        "java/util/concurrent/Semaphore",
        "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
        "java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject",
        "java/util/concurrent/locks/StampedLock",
        "java/util/concurrent/CompletableFuture$Signaller",
        "java/util/concurrent/CountDownLatch",
        "java/util/concurrent/FutureTask",
    };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(class_name, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

static void write_park(JNIEnv *jni, int64_t start, jboolean absolute, jlong time) {
    SOFTLY();
    struct who who = find_who(jni);
    struct wait wait = {.start = start};
    /* A virtual thread that is pinned to its carrier parks there. */
    jobject thread =
        who.self ? (*jni)->NewLocalRef(jni, who.mounted ? who.mounted : who.self->ref) : NULL;
    jobject blocker = thread ? (*jni)->GetObjectField(jni, thread, blocker_field) : NULL;
    char *name = blocker ? name_of_class(jni, blocker) : NULL;
    if (name && is_lock(name))
        write_wait(jni, &who, &wait, thread, blocker, true, !absolute && time > 0 ? time : NO_TIME,
                   absolute ? time : NO_TIME);
    free(name);
    if (blocker) (*jni)->DeleteLocalRef(jni, blocker);
    if (thread) (*jni)->DeleteLocalRef(jni, thread);
    forget_who(jni, &who);
}

static void JNICALL our_park(JNIEnv *jni, jobject unsafe, jboolean absolute, jlong time) {
    /* Allocates nothing itself. */
    park_function *park = atomic_load(&original_park);
    if (!park) return; /* while it is being bound; park may return for no reason */
    int64_t start = atomic_load(&threshold) < 0 ? 0 : clock_now();
    park(jni, unsafe, absolute, time);
    if (!start || clock_now() - start < atomic_load(&threshold)) return;
    jthrowable thrown = (*jni)->ExceptionOccurred(jni);
    if (thrown) (*jni)->ExceptionClear(jni);
    write_park(jni, start, absolute, time);
    if (thrown) (*jni)->Throw(jni, thrown);
}

void JNICALL lock_on_bind(jvmtiEnv *jvmti, JNIEnv *jni, jthread thread, jmethodID method,
                          void *address, void **replacement) {
    /* Allocates nothing. */
    if (atomic_load(&threshold) < 0 || method != park_method) return;
    if (address != (void *)(uintptr_t)our_park)
        atomic_store(&original_park, (park_function *)(uintptr_t)address);
    *replacement = (void *)(uintptr_t)our_park;
}

/* final class jfragent.Park { static native void bind(); static void run() { bind(); } }
 * The JVM warns when natives of its own classes are bound again, unless the caller's class comes
 * from the boot loader, too: so this one does. */
static const char park_class[] =
    "\xca\xfe\xba\xbe\0\0\0\67\0\13" /* JDK 11; constants: */
    "\7\0\2\1\0\15jfragent/Park\7\0\4\1\0\20java/lang/Object\1\0\4bind\1\0\3()V" /* 1 to 6 */
    "\12\0\1\0\10\14\0\5\0\6\1\0\3run\1\0\4Code" /* Park.bind, 7 to 10 */
    "\0\60\0\1\0\3\0\0\0\0"                      /* final; no fields */
    "\0\2\1\10\0\5\0\6\0\0"                      /* static native bind */
    "\0\10\0\11\0\6\0\1\0\12\0\0\0\20\0\0\0\0\0\0\0\4\xb8\0\7\xb1\0\0\0\0\0"; /* static run */

static void JNICALL bind_natives(JNIEnv *jni, jclass type) {
    /* Allocates nothing. */
    jclass unsafe = (*jni)->FindClass(jni, "jdk/internal/misc/Unsafe");
    jmethodID bind =
        unsafe ? (*jni)->GetStaticMethodID(jni, unsafe, "registerNatives", "()V") : NULL;
    /* The JVM tells of a binding only if it changes something: ours first, then its own. */
    static const JNINativeMethod native = {(char *)(uintptr_t) "park", (char *)(uintptr_t) "(ZJ)V",
                                           (void *)(uintptr_t)our_park};
    if (bind && (*jni)->RegisterNatives(jni, unsafe, &native, 1) == 0)
        (*jni)->CallStaticVoidMethod(jni, unsafe, bind);
}

/* Has Unsafe bind its natives again, with lock_on_bind listening. */
static void bind_again(JNIEnv *jni) {
    static const JNINativeMethod native = {(char *)(uintptr_t) "bind", (char *)(uintptr_t) "()V",
                                           (void *)(uintptr_t)bind_natives};
    if ((*jni)->PushLocalFrame(jni, 16) != 0) return;
    jclass unsafe = (*jni)->FindClass(jni, "jdk/internal/misc/Unsafe");
    jclass thread = unsafe ? (*jni)->FindClass(jni, "java/lang/Thread") : NULL;
    if (thread)
        blocker_field = (*jni)->GetFieldID(jni, thread, "parkBlocker", "Ljava/lang/Object;");
    if (blocker_field) park_method = (*jni)->GetMethodID(jni, unsafe, "park", "(ZJ)V");
    jclass park = park_method ? (*jni)->DefineClass(jni, "jfragent/Park", NULL,
                                                    (const jbyte *)park_class, sizeof park_class)
                              : NULL;
    jmethodID run = park && (*jni)->RegisterNatives(jni, park, &native, 1) == 0
                        ? (*jni)->GetStaticMethodID(jni, park, "run", "()V")
                        : NULL;
    if (run) (*jni)->CallStaticVoidMethod(jni, park, run);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    (*jni)->PopLocalFrame(jni, NULL);
}

/* ---- Start and stop -------------------------------------------------------------------------- */

static bool start(JNIEnv *jni, const struct agent_options *wanted, struct engine_failure *failure) {
    if (wanted->lock_ns < 0) return false;
    atomic_store(&threshold, wanted->lock_ns);
    jvm_listen(JVMTI_EVENT_NATIVE_METHOD_BIND, true);
    if (!atomic_load(&original_park)) bind_again(jni);
    jvm_listen(JVMTI_EVENT_NATIVE_METHOD_BIND, false);
    jvm_listen(JVMTI_EVENT_MONITOR_CONTENDED_ENTER, true);
    jvm_listen(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, true);
    return true;
}

/* The replaced park stays, and only passes on: threads may be in it. */
static void stop(JNIEnv *jni, struct recording *recording) {
    jvm_listen(JVMTI_EVENT_MONITOR_CONTENDED_ENTER, false);
    jvm_listen(JVMTI_EVENT_MONITOR_CONTENDED_ENTERED, false);
    atomic_store(&threshold, -1);
    softly_lock(&waits_lock);
    while (jni && waits.len > 0) threads_release(jni, waits.items[--waits.len].owner);
    softly_unlock(&waits_lock);
}

const struct engine engine_lock = {"lock", ENGINE_BY_ITSELF, start, NULL, NULL, NULL, stop};
