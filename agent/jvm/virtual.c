#include "agent/jvm/virtual.h"

#include "agent/jvm/vmstructs.h"
#include "base/array.h"
#include "base/map.h"

#include <stdlib.h>

#define MOST_NAMES 10000
#define GLOBAL_TAG 2 /* the low bits of a global reference */

static jfieldID name_field, tid_field;
static bool has_names;
static struct map by_id; /* Thread.threadId() -> position in known */
static ARRAY(struct recording_thread *) known;

static jobject mounted(JNIEnv *jni, const void *java_thread) {
    void *slot = vmstructs_vthread_slot(java_thread);
    return slot ? (*jni)->NewLocalRef(jni, (jobject)((uintptr_t)slot | GLOBAL_TAG)) : NULL;
}

/* Of a platform thread the slot holds the thread itself. */
static bool names_work(JNIEnv *jni, jclass type) {
    jmethodID current =
        (*jni)->GetStaticMethodID(jni, type, "currentThread", "()Ljava/lang/Thread;");
    jobject self = current ? (*jni)->CallStaticObjectMethod(jni, type, current) : NULL;
    jobject global = self ? (*jni)->NewGlobalRef(jni, self) : NULL;
    bool works = global && ((uintptr_t)global & 3) == GLOBAL_TAG;
    if (works) {
        struct agent_thread *us = threads_self(jni);
        jobject same = us ? mounted(jni, us->java_thread) : NULL;
        works = same && (*jni)->IsSameObject(jni, same, self);
        threads_release(jni, us);
    }
    if (global) (*jni)->DeleteGlobalRef(jni, global);
    return works;
}

void virtual_open(JNIEnv *jni) {
    if (vmstructs_flag("CheckJNICalls") || (*jni)->PushLocalFrame(jni, 16) != 0) return;
    jclass type = (*jni)->FindClass(jni, "java/lang/Thread");
    if (type) tid_field = (*jni)->GetFieldID(jni, type, "tid", "J");
    if (tid_field) name_field = (*jni)->GetFieldID(jni, type, "name", "Ljava/lang/String;");
    if (name_field) has_names = names_work(jni, type);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    (*jni)->PopLocalFrame(jni, NULL);
}

/* NULL: another one is mounted by now. */
static char *read_name(JNIEnv *jni, const void *java_thread, int64_t id) {
    char *name = NULL;
    if (!has_names || (*jni)->PushLocalFrame(jni, 8) != 0) return NULL;
    jobject thread = mounted(jni, java_thread);
    if (thread && (*jni)->GetLongField(jni, thread, tid_field) == id) {
        jstring text = (*jni)->GetObjectField(jni, thread, name_field);
        const char *chars = text ? (*jni)->GetStringUTFChars(jni, text, NULL) : NULL;
        name = mem_copy_text(chars ? chars : "");
        if (chars) (*jni)->ReleaseStringUTFChars(jni, text, chars);
    }
    (*jni)->PopLocalFrame(jni, NULL);
    return name;
}

jobject virtual_mounted(JNIEnv *jni, const struct agent_thread *carrier,
                        struct recording_thread *out) {
    int64_t id = vmstructs_current_id(carrier->java_thread);
    if (!has_names || id <= 0 || id == carrier->about.java_id) return NULL;
    jobject thread = mounted(jni, carrier->java_thread);
    if (!thread || (*jni)->GetLongField(jni, thread, tid_field) != id) {
        if (thread) (*jni)->DeleteLocalRef(jni, thread);
        return NULL;
    }
    *out = (struct recording_thread){.java_id = id,
                                     .group = "VirtualThreads",
                                     .is_virtual = true,
                                     .java_name = read_name(jni, carrier->java_thread, id)};
    return thread;
}

void virtual_forget(struct recording_thread *thread) {
    free((char *)(uintptr_t)thread->java_name);
}

const struct recording_thread *virtual_describe(JNIEnv *jni, const struct agent_thread *carrier,
                                                int64_t current_id) {
    if (current_id <= 0 || current_id == carrier->about.java_id) return &carrier->about;
    const uint64_t *at = map_get(&by_id, (uint64_t)current_id);
    struct recording_thread *thread = at ? known.items[*at] : NULL;
    if (!thread) {
        bool fresh;
        thread = mem_zero(1, sizeof *thread);
        *thread = (struct recording_thread){
            .java_id = current_id, .group = "VirtualThreads", .is_virtual = true};
        array_push(&known, thread);
        *map_put(&by_id, (uint64_t)current_id, &fresh) = known.len - 1;
    }
    if (!thread->java_name) thread->java_name = read_name(jni, carrier->java_thread, current_id);
    return thread;
}

void virtual_trim(void) {
    if (known.len < MOST_NAMES) return;
    for (size_t i = 0; i < known.len; i++) {
        free((char *)(uintptr_t)known.items[i]->java_name);
        free(known.items[i]);
    }
    array_free(&known);
    map_free(&by_id);
}
