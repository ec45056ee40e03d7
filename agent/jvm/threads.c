#include "agent/jvm/threads.h"

#include "agent/jvm/jvm.h"
#include "agent/ground/softly.h"
#include "agent/jvm/vmstructs.h"
#include "base/array.h"
#include "base/clock.h"

#include <pthread.h>
#include <regex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ARRAY(struct row {
    struct agent_thread *thread;
    const void *java; /* for threads_java */
}) table;
static uint64_t last_serial;
static bool adding;                 /* threads_add_running is at work */
static ARRAY(const JNIEnv *) ended; /* meanwhile these ended without being in the table */
static struct {
    regex_t include, exclude;
    bool has_include, has_exclude;
} filter;
static jfieldID eetop_field, tid_field;
static intptr_t env_offset; /* JNIEnv - JavaThread, bytes */

void threads_lock(void) {
    softly_lock(&lock);
}

void threads_unlock(void) {
    softly_unlock(&lock);
}

bool threads_open(JNIEnv *jni) {
    jthread self;
    eetop_field = jvm_field(jni, "java/lang/Thread", "eetop", "J");
    tid_field = jvm_field(jni, "java/lang/Thread", "tid", "J");
    if (!eetop_field || JVMTI(GetCurrentThread, &self) != JVMTI_ERROR_NONE) return false;
    jlong address = (*jni)->GetLongField(jni, self, eetop_field);
    (*jni)->DeleteLocalRef(jni, self);
    env_offset = (intptr_t)jni - (intptr_t)address;
    return address != 0 && env_offset > 0 && env_offset < 65536;
}

/* ---- Describing a thread --------------------------------------------------------------------- */

/* The name of the thread, malloc'ed, and its group, a local reference; false: there is none. */
static bool read_thread(JNIEnv *jni, jthread thread, char **name, jthreadGroup *group) {
    jvmtiThreadInfo info;
    if (!thread || JVMTI(GetThreadInfo, thread, &info) != JVMTI_ERROR_NONE) return false;
    if (info.context_class_loader) (*jni)->DeleteLocalRef(jni, info.context_class_loader);
    *name = jvm_take(info.name);
    if (!*name) *name = mem_copy_text("");
    *group = info.thread_group;
    return true;
}

/* Its name; *group is then its parent. */
static char *group_name(JNIEnv *jni, jthreadGroup *group) {
    jvmtiThreadGroupInfo info = {0};
    if (!*group) return NULL;
    if (JVMTI(GetThreadGroupInfo, *group, &info) != JVMTI_ERROR_NONE) info.name = NULL;
    (*jni)->DeleteLocalRef(jni, *group);
    *group = info.parent;
    return jvm_take(info.name);
}

/* The JVM's object of the thread; NULL: it has not begun, or has ended. */
static const void *java_thread_of(JNIEnv *jni, jthread thread) {
    return (const void *)(uintptr_t)(*jni)->GetLongField(jni, thread, eetop_field);
}

static bool describe(JNIEnv *jni, jthread thread, struct agent_thread *out) {
    jthreadGroup group;
    char *name;
    if (!read_thread(jni, thread, &name, &group)) return false;
    out->about.java_name = name;
    out->about.group = group_name(jni, &group);
    out->about.parent_group = group_name(jni, &group);
    if (group) (*jni)->DeleteLocalRef(jni, group);
    if (tid_field) out->about.java_id = (*jni)->GetLongField(jni, thread, tid_field);
    out->java_thread = java_thread_of(jni, thread);
    return true;
}

/* lock held; position is in the table */
static void set_sampled(size_t position, bool sampled) {
    struct agent_thread *thread = table.items[position].thread;
    thread->sampled = sampled;
    table.items[position].java = sampled && thread->tid && thread->env ? thread->java_thread : NULL;
}

static bool passes(const char *name) {
    if (strcmp(name, THREADS_SAMPLER) == 0) return false;
    if (filter.has_include && regexec(&filter.include, name, 0, NULL, 0) != 0) return false;
    return !filter.has_exclude || regexec(&filter.exclude, name, 0, NULL, 0) != 0;
}

bool threads_pass(const char *name) {
    threads_lock();
    bool pass = passes(name);
    threads_unlock();
    return pass;
}

static void set_pattern(regex_t *regex, bool *is_set, const char *text) {
    if (*is_set) regfree(regex);
    *is_set = text && regcomp(regex, text, REG_EXTENDED | REG_NOSUB) == 0;
}

void threads_filter(const char *include, const char *exclude) {
    threads_lock();
    set_pattern(&filter.include, &filter.has_include, include);
    set_pattern(&filter.exclude, &filter.has_exclude, exclude);
    for (size_t i = 0; i < table.len; i++)
        set_sampled(i, passes(table.items[i].thread->about.java_name));
    threads_unlock();
}

/* ---- The table ------------------------------------------------------------------------------- */

size_t threads_count(void) {
    return table.len;
}

struct agent_thread *threads_at(size_t position) {
    return table.items[position].thread;
}

const void *threads_java(size_t position) {
    return table.items[position].java;
}

size_t threads_behind(uint64_t serial) {
    size_t low = 0, high = table.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (table.items[middle].thread->serial > serial) high = middle;
        else low = middle + 1;
    }
    return low;
}

struct agent_thread *threads_by_tid(pid_t tid) {
    for (size_t i = 0; i < table.len; i++)
        if (table.items[i].thread->tid == tid) return table.items[i].thread;
    return NULL;
}

void threads_hold(struct agent_thread *thread) {
    atomic_fetch_add(&thread->holders, 1);
}

void threads_release(JNIEnv *jni, struct agent_thread *thread) {
    if (!thread || atomic_fetch_sub(&thread->holders, 1) != 1) return;
    if (thread->ref) (*jni)->DeleteWeakGlobalRef(jni, thread->ref);
    recording_thread_free(&thread->about);
    free(thread);
}

/* The position of who has that JNIEnv; the count: nobody. */
static size_t find(const JNIEnv *env) {
    for (size_t i = table.len; i-- > 0;)
        if (table.items[i].thread->env == env) return i;
    return table.len;
}

/* Adds a thread unless its JNIEnv is there; returns the one in the table, held. tid: 0, or it is
 * the calling thread. */
static struct agent_thread *add(JNIEnv *jni, jthread thread, pid_t tid) {
    struct agent_thread *fresh = mem_zero(1, sizeof *fresh);
    if (!describe(jni, thread, fresh)) {
        free(fresh);
        return NULL;
    }
    if (tid) {
        fresh->env = jni;
        fresh->java_thread = (const void *)((uintptr_t)jni - (uintptr_t)env_offset);
    } else if (fresh->java_thread) {
        fresh->env = (JNIEnv *)((uintptr_t)fresh->java_thread + (uintptr_t)env_offset);
    }
    fresh->ref = (*jni)->NewWeakGlobalRef(jni, thread);
    fresh->holders = 2;
    fresh->named_at = clock_now();
    threads_lock();
    size_t at = fresh->env ? find(fresh->env) : table.len;
    struct agent_thread *old = !fresh->env ? fresh : at < table.len ? threads_at(at) : NULL;
    for (size_t i = 0; i < ended.len; i++) {
        if (ended.items[i] != fresh->env) continue;
        if (tid) ended.items[i] = NULL; /* a new thread where the old one was */
        else old = fresh;
    }
    if (old) {
        fresh->holders = 1;
        if (old != fresh) threads_hold(old);
    } else {
        /* eetop is set before the thread is in the list of all threads and cleared when it leaves
         * it: with the address known the thread was alive a moment ago. Its kernel id comes from
         * its own structure, which ThreadEnd keeps in place by waiting for our lock. */
        fresh->tid = tid ? tid : vmstructs_tid(fresh->java_thread);
        fresh->about.os_tid = fresh->tid;
        fresh->serial = ++last_serial;
        array_push(&table, (struct row){.thread = fresh});
        set_sampled(table.len - 1, passes(fresh->about.java_name));
    }
    threads_unlock();
    if (!old) return fresh;
    threads_release(jni, fresh);
    return old == fresh ? NULL : old;
}

void threads_add_running(JNIEnv *jni) {
    jint count;
    jthread *all;
    threads_lock();
    adding = true;
    threads_unlock();
    (*jni)->EnsureLocalCapacity(jni, JVM_LOCAL_REFS);
    if (JVMTI(GetAllThreads, &count, &all) != JVMTI_ERROR_NONE) count = 0, all = NULL;
    for (jint i = 0; i < count; i++) {
        threads_release(jni, add(jni, all[i], 0));
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    JVM_FREE(all);
    threads_lock();
    adding = false;
    array_free(&ended);
    threads_unlock();
}

struct agent_thread *threads_begin(JNIEnv *jni, jthread thread) {
    return add(jni, thread, (pid_t)syscall(SYS_gettid));
}

struct agent_thread *threads_self(JNIEnv *jni) {
    threads_lock();
    size_t at = find(jni);
    struct agent_thread *thread = at < table.len ? threads_at(at) : NULL;
    if (thread) threads_hold(thread);
    threads_unlock();
    return thread;
}

struct agent_thread *threads_known(JNIEnv *jni, jthread thread) {
    const char *its = java_thread_of(jni, thread);
    return its ? threads_self((JNIEnv *)(uintptr_t)(its + env_offset)) : NULL;
}

struct agent_thread *threads_end(JNIEnv *jni) {
    struct agent_thread *thread = NULL;
    threads_lock();
    size_t at = find(jni);
    if (at < table.len) {
        thread = threads_at(at); /* the table's hold goes over to the caller */
        table.len--;
        memmove(&table.items[at], &table.items[at + 1], (table.len - at) * sizeof *table.items);
    } else if (adding) {
        array_push(&ended, jni);
    }
    threads_unlock();
    return thread;
}

void threads_rename(JNIEnv *jni, struct agent_thread *thread, int64_t now) {
    if (now - thread->named_at < NS_PER_S) return;
    thread->named_at = now;
    jobject ref = (*jni)->NewLocalRef(jni, thread->ref);
    jthreadGroup group = NULL;
    char *name = NULL;
    if (read_thread(jni, ref, &name, &group) && strcmp(name, thread->about.java_name) != 0) {
        threads_lock(); /* threads_filter looks at names */
        char *old = (char *)(uintptr_t)thread->about.java_name;
        thread->about.java_name = name;
        size_t position = threads_behind(thread->serial - 1);
        if (position < table.len && table.items[position].thread == thread)
            set_sampled(position, passes(name));
        threads_unlock();
        name = old;
    }
    free(name);
    if (group) (*jni)->DeleteLocalRef(jni, group);
    if (ref) (*jni)->DeleteLocalRef(jni, ref);
}
