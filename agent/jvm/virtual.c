#include "agent/jvm/virtual.h"

#include "agent/jvm/guard.h"
#include "agent/jvm/jvm.h"
#include "agent/jvm/scopes.h"
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
static bool names_work(JNIEnv *jni) {
    jthread self = NULL;
    JVMTI(GetCurrentThread, &self);
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
    tid_field = jvm_field(jni, "java/lang/Thread", "tid", "J");
    name_field = jvm_field(jni, "java/lang/Thread", "name", "Ljava/lang/String;");
    has_names = tid_field && name_field && names_work(jni);
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

static struct recording_thread virtual_thread(int64_t id) {
    return (struct recording_thread){.java_id = id, .group = "VirtualThreads", .is_virtual = true};
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
    *out = virtual_thread(id);
    out->java_name = read_name(jni, carrier->java_thread, id);
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
        *thread = virtual_thread(current_id);
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

/* ---- Frames in the heap ---------------------------------------------------------------------- */

/* The offset of a field of that class, as Unsafe has it; 0: there is none. */
static int64_t offset_of(JNIEnv *jni, jclass type, const char *name) {
    jclass unsafe = (*jni)->FindClass(jni, "jdk/internal/misc/Unsafe");
    jmethodID get =
        unsafe ? (*jni)->GetStaticMethodID(jni, unsafe, "getUnsafe", "()Ljdk/internal/misc/Unsafe;")
               : NULL;
    jobject its = get ? (*jni)->CallStaticObjectMethod(jni, unsafe, get) : NULL;
    jmethodID offset = its ? (*jni)->GetMethodID(jni, unsafe, "objectFieldOffset",
                                                 "(Ljava/lang/Class;Ljava/lang/String;)J")
                           : NULL;
    jstring text = offset ? (*jni)->NewStringUTF(jni, name) : NULL;
    int64_t found = text ? (*jni)->CallLongMethod(jni, its, offset, type, text) : 0;
    return (*jni)->ExceptionCheck(jni) ? 0 : found;
}

/* How large objects of a class are, less what lies behind their fields. method: of it. */
static int64_t size_of(jmethodID method) {
    int64_t helper = vmstructs_offset("Klass", "_layout_helper");
    uint64_t holder = scopes_holder(&guard_memory, memory_word(&guard_memory, (uintptr_t)method));
    return holder && helper >= 0 ? memory_int(&guard_memory, field(holder, helper)) & ~7 : 0;
}

static void find_chunks(JNIEnv *jni, struct layout *l) {
    jclass continuation = (*jni)->FindClass(jni, "jdk/internal/vm/Continuation");
    jclass chunk = continuation ? (*jni)->FindClass(jni, "jdk/internal/vm/StackChunk") : NULL;
    jmethodID method = chunk ? (*jni)->GetMethodID(jni, chunk, "isEmpty", "()Z") : NULL;
    if (!method) return;
    l->last_chunk = offset_of(jni, continuation, "tail");
    l->chunk_parent = offset_of(jni, chunk, "parent");
    l->chunk_bottom = offset_of(jni, chunk, "bottom");
    l->chunk_sp = offset_of(jni, chunk, "sp");
    if (l->last_chunk && l->chunk_parent && l->chunk_bottom && l->chunk_sp)
        l->chunk_stack = size_of(method);
}

/* Where the JVM keeps a number of ZGC's, of which its tables have the pointer; 0: it has none. */
static int64_t global_of_zgc(const char *name) {
    const char *const *all = vmstructs_static("ZGlobalsForVMStructs", "_instance_p");
    int64_t offset = vmstructs_offset("ZGlobalsForVMStructs", name);
    return all && *all && offset >= 0 ? *(const int64_t *)(const void *)(*all + offset) : 0;
}

void virtual_find_frames(JNIEnv *jni, struct layout *l) {
    const uint64_t *base = vmstructs_static("CompressedOops", "_base");
    const int32_t *shift = vmstructs_static("CompressedOops", "_shift");
    l->narrow_oops = vmstructs_flag("UseCompressedOops");
    l->oop_base = base ? (int64_t)*base : 0;
    l->oop_shift = shift ? *shift : 0;
    if (vmstructs_flag("UseZGC")) {
        l->bad_bits = global_of_zgc("_ZPointerLoadBadMask");
        l->colour_bits = global_of_zgc("_ZPointerLoadShift");
    }
    bool has_entry = l->continuation >= 0 && l->continuation_return;
    if (!has_entry || (l->narrow_oops && !shift) || (*jni)->PushLocalFrame(jni, 32) != 0) return;
    find_chunks(jni, l);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    (*jni)->PopLocalFrame(jni, NULL);
}
