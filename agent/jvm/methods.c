#include "agent/jvm/methods.h"

#include "agent/jvm/jvm.h"
#include "agent/jvm/guard.h"
#include "agent/ground/softly.h"
#include "agent/jvm/vmstructs.h"
#include "base/array.h"
#include "base/map.h"
#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Hidden methods ---------------------------------------------------------------------------
 * @Hidden of the JVM's own: lambda forms, the classes made for lambdas, some of the reflection. Its
 * own recorder marks them so, and tools leave them out. */

/* The bit, in a word of the Method, or of its ConstMethod. mask 0: not known. */
static struct {
    int64_t const_method; /* offset of it in a Method; -1: the word is in the Method itself */
    int64_t flags;
    size_t size;
    uint32_t mask;
} hidden_flag;

/* An id of a class that is alive leads to its method. */
static bool read_flags(jmethodID id, uint32_t *flags) {
    const char *object = id ? *(const char *const *)(const void *)id : NULL;
    if (object && hidden_flag.const_method >= 0)
        object = *(const char *const *)(const void *)(object + hidden_flag.const_method);
    if (!object) return false;
    *flags = 0;
    memcpy(flags, object + hidden_flag.flags, hidden_flag.size);
    return true;
}

/* Leaves of the bits those that all methods of the class have, or, if it is shown, none has. */
static bool sift(JNIEnv *jni, const char *name, bool shown, uint32_t *bits) {
    jclass type = (*jni)->FindClass(jni, name);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    jmethodID *ids = NULL;
    jint count = 0, read = 0;
    if (type) JVMTI(GetClassMethods, type, &count, &ids);
    for (jint i = 0; i < count; i++) {
        uint32_t flags;
        if (!read_flags(ids[i], &flags)) continue;
        *bits &= shown ? ~flags : flags;
        read++;
    }
    if (ids) JVM_FREE(ids);
    if (type) (*jni)->DeleteLocalRef(jni, type);
    return read > 0;
}

/* JVMs since 21 do not say which bit it is: one that all methods of hidden classes have, and none
 * of others. */
static uint32_t find_bit(JNIEnv *jni) {
    static const char *const classes[] = {"java/lang/invoke/Invokers$Holder",
                                          "java/lang/invoke/DirectMethodHandle$Holder",
                                          "java/lang/Object",
                                          "java/lang/String",
                                          "java/lang/Class",
                                          "java/lang/System",
                                          "java/util/HashMap",
                                          "java/lang/Math"};
    uint32_t bits = UINT32_MAX;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        if (!sift(jni, classes[i], i > 1, &bits)) return 0;
    return bits & (bits - 1) ? 0 : bits; /* exactly one is left */
}

static void hidden_open(JNIEnv *jni) {
    int64_t bit = vmstructs_constant("Method::_hidden");
    hidden_flag.const_method = -1;
    hidden_flag.flags = vmstructs_offset("Method", "_flags");
    hidden_flag.size = 2;
    hidden_flag.mask = bit > 0 && hidden_flag.flags >= 0 ? (uint32_t)bit : 0;
    if (hidden_flag.mask) return;
    hidden_flag.const_method = vmstructs_offset("Method", "_constMethod");
    hidden_flag.flags = vmstructs_offset("ConstMethod", "_flags._flags");
    hidden_flag.size = 4;
    if (hidden_flag.const_method >= 0 && hidden_flag.flags >= 0) hidden_flag.mask = find_bit(jni);
}

static bool hidden_is(jmethodID method, const char *class_name) {
    uint32_t flags;
    if (hidden_flag.mask && read_flags(method, &flags)) return flags & hidden_flag.mask;
    return strncmp(class_name, "java/lang/invoke/LambdaForm$", 28) == 0 ||
           strstr(class_name, "$$Lambda") != NULL;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

#define ACC_NATIVE 0x0100

struct method_info {
    struct recording_method about;
    jint version;                /* of its class, when this was read */
    jvmtiLineNumberEntry *lines; /* sorted by start_location */
    jint line_count;
};

/* lock guards the tables; what method_info holds stays while someone holds use for reading. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t use = PTHREAD_RWLOCK_INITIALIZER;
static ARRAY(jweak) classes; /* NULL: a free entry */
static ARRAY(uint32_t) free_classes;
static struct map class_of;               /* jmethodID -> position in classes */
static struct map info_of;                /* jmethodID -> position in infos */
static ARRAY(struct method_info *) infos; /* NULL: dropped */
static uint64_t last_key;
static uint32_t pruned_at;       /* after so many collections */
static int64_t code_offset;      /* of a Method: its compiled code; -1: not known */
static jfieldID redefined_field; /* Class.classRedefinedCount; NULL: not known */

#define MOST_DROPPED 1000 /* texts that wait for a pruning */

void methods_open(JNIEnv *jni) {
    hidden_open(jni);
    code_offset = vmstructs_offset("Method", "_code");
    redefined_field = jvm_field(jni, "java/lang/Class", "classRedefinedCount", "I");
}

/* Counts redefinitions and retransformations, of which there is no event: for reflection. */
static jint version_of(JNIEnv *jni, jclass type) {
    return redefined_field ? (*jni)->GetIntField(jni, type, redefined_field) : 0;
}

static uint64_t key_of(jmethodID method) {
    return (uint64_t)(uintptr_t)method;
}

static void free_info(struct method_info *info) {
    if (!info) return;
    free((char *)(uintptr_t)info->about.class_name);
    free((char *)(uintptr_t)info->about.name);
    free((char *)(uintptr_t)info->about.descriptor);
    mem_free(info->lines, info);
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* With lock: takes the names of a method that got another class out of use. They are freed at the
 * next pruning, others may be reading them. */
static ARRAY(struct method_info *) dropped;

static void drop_info(uint64_t key) {
    uint64_t *at = map_get(&info_of, key);
    if (!at || !infos.items[*at]) return;
    array_push(&dropped, infos.items[*at]);
    infos.items[*at] = NULL;
}

/* With lock. new: what else these ids meant is over. */
static void map_methods(const jmethodID *ids, jint count, size_t position, bool new) {
    for (jint i = 0; i < count; i++) {
        bool fresh;
        *map_put(&class_of, key_of(ids[i]), &fresh) = position;
        if (!fresh && new) drop_info(key_of(ids[i]));
    }
}

void methods_add_class(JNIEnv *jni, jclass type) {
    jint count;
    jmethodID *ids;
    if (JVMTI(GetClassMethods, type, &count, &ids) != JVMTI_ERROR_NONE) return;
    jweak ref = count ? (*jni)->NewWeakGlobalRef(jni, type) : NULL;
    if (ref) {
        softly_lock(&lock);
        size_t position = classes.len;
        if (free_classes.len) position = free_classes.items[--free_classes.len];
        else array_push(&classes, NULL);
        classes.items[position] = ref;
        map_methods(ids, count, position, true);
        softly_unlock(&lock);
    }
    if (ids) JVM_FREE(ids);
}

/* With lock: the methods of a class that is in the table have changed. */
static void add_methods(jclass type, uint64_t position) {
    jint count;
    jmethodID *ids;
    if (JVMTI(GetClassMethods, type, &count, &ids) != JVMTI_ERROR_NONE) return;
    map_methods(ids, count, position, false);
    if (ids) JVM_FREE(ids);
}

void methods_add_loaded(JNIEnv *jni) {
    jint count;
    jclass *all;
    (*jni)->EnsureLocalCapacity(jni, JVM_LOCAL_REFS);
    if (JVMTI(GetLoadedClasses, &count, &all) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
        jint status = 0;
        JVMTI(GetClassStatus, all[i], &status);
        if (status & JVMTI_CLASS_STATUS_PREPARED) methods_add_class(jni, all[i]);
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    JVM_FREE(all);
}

/* With lock and use: forgets the methods of classes that are gone, and all names: read again. */
static void forget_methods(const bool *gone) {
    struct map kept = {0};
    bool fresh;
    for (size_t i = 0; i < class_of.size; i++) {
        struct map_slot *slot = &class_of.slots[i];
        if (slot->value != MAP_EMPTY && !gone[slot->value])
            *map_put(&kept, slot->key, &fresh) = slot->value;
    }
    map_free(&class_of);
    map_free(&info_of);
    class_of = kept;
    for (size_t i = 0; i < infos.len; i++) array_push(&dropped, infos.items[i]);
    infos.len = 0;
}

void methods_prune(JNIEnv *jni) {
    uint32_t now = atomic_load(&jvm_collections);
    softly_lock(&lock);
    bool many = dropped.len >= MOST_DROPPED;
    softly_unlock(&lock);
    if (now == pruned_at && !many) return;
    pruned_at = now;
    softly_rw_lock(&use, true);
    softly_lock(&lock);
    bool *gone = mem_zero(classes.len + 1, sizeof *gone), any = false;
    for (size_t i = 0; i < classes.len; i++) {
        jweak ref = classes.items[i];
        if (!ref || !(*jni)->IsSameObject(jni, ref, NULL)) continue;
        (*jni)->DeleteWeakGlobalRef(jni, ref);
        classes.items[i] = NULL;
        gone[i] = any = true;
        array_push(&free_classes, (uint32_t)i);
    }
    if (any) forget_methods(gone);
    for (size_t i = 0; i < dropped.len; i++) free_info(dropped.items[i]);
    dropped.len = 0;
    free(gone);
    softly_unlock(&lock);
    softly_rw_unlock(&use);
}

/* ---- Names ----------------------------------------------------------------------------------- */

static int by_location(const void *a, const void *b) {
    const jvmtiLineNumberEntry *x = a, *y = b;
    return (x->start_location > y->start_location) - (x->start_location < y->start_location);
}

static struct method_info *read_method(JNIEnv *jni, jclass type, jmethodID method) {
    struct method_info *info = mem_zero(1, sizeof *info);
    char *name = NULL, *signature = NULL;
    info->version = version_of(jni, type); /* first: should it change now, it is read again */
    jint modifiers = 0, class_modifiers = 0;
    JVMTI(GetMethodName, method, &name, &signature, NULL);
    JVMTI(GetMethodModifiers, method, &modifiers);
    JVMTI(GetClassModifiers, type, &class_modifiers);
    char *class_name = jvm_class_name(type);
    if (!class_name) class_name = mem_copy_text("");
    info->about = (struct recording_method){.key = ++last_key,
                                            .class_name = class_name,
                                            .name = jvm_take(name),
                                            .descriptor = jvm_take(signature),
                                            .class_modifiers = class_modifiers,
                                            .modifiers = modifiers,
                                            .class_hidden = strchr(class_name, '.') !=
                                                            NULL, /* "Bar$$Lambda.0x0123" */
                                            .hidden = hidden_is(method, class_name)};
    jvmtiLineNumberEntry *lines;
    jint count;
    if (!(modifiers & ACC_NATIVE) &&
        JVMTI(GetLineNumberTable, method, &count, &lines) == JVMTI_ERROR_NONE) {
        info->lines = mem_alloc((size_t)count * sizeof *lines);
        memcpy(info->lines, lines, (size_t)count * sizeof *lines);
        qsort(info->lines, (size_t)count, sizeof *lines, by_location);
        info->line_count = count;
        JVM_FREE(lines);
    }
    return info;
}

/* With lock. NULL: its class is gone, or was never seen. */
static struct method_info *info_for(JNIEnv *jni, jmethodID method) {
    uint64_t *at = map_get(&info_of, key_of(method));
    struct method_info *info = at ? infos.items[*at] : NULL;
    if (info && !redefined_field) return info;
    uint64_t *class_at = map_get(&class_of, key_of(method));
    jweak ref = class_at ? classes.items[*class_at] : NULL;
    jclass type = ref ? (*jni)->NewLocalRef(jni, ref) : NULL;
    if (!type) return info;
    if (info && version_of(jni, type) == info->version) {
        (*jni)->DeleteLocalRef(jni, type);
        return info;
    }
    if (info) {
        drop_info(key_of(method));
        add_methods(type, *class_at); /* some may be new */
    }
    info = read_method(jni, type, method);
    (*jni)->DeleteLocalRef(jni, type);
    if (at) { /* drop_info has left it where it was */
        infos.items[*at] = info;
    } else {
        bool fresh;
        array_push(&infos, info); /* first: the map must not lead to what is not there */
        *map_put(&info_of, key_of(method), &fresh) = infos.len - 1;
    }
    return info;
}

static int32_t line_of(const struct method_info *info, jint bci) {
    int32_t line = -1;
    for (jint i = 0; i < info->line_count && info->lines[i].start_location <= bci; i++)
        line = info->lines[i].line_number;
    return line;
}

static enum recording_frame_type type_of(const struct method_info *info,
                                         const struct framewalk_frame *frame) {
    static const enum recording_frame_type types[] = {[FRAMEWALK_INTERPRETED] =
                                                          RECORDING_INTERPRETED,
                                                      [FRAMEWALK_COMPILED] = RECORDING_JIT,
                                                      [FRAMEWALK_INLINED] = RECORDING_INLINED,
                                                      [FRAMEWALK_NATIVE] = RECORDING_NATIVE};
    if (info->about.modifiers & ACC_NATIVE) return RECORDING_NATIVE;
    if (frame->type != FRAMEWALK_UNKNOWN) return types[frame->type];
    /* Of the JVM's stacks: whether it has compiled code now. */
    uint64_t its = memory_word(&guard_memory, frame->method);
    bool compiled =
        its && code_offset >= 0 && memory_word(&guard_memory, its + (uint64_t)code_offset);
    return compiled ? RECORDING_JIT : RECORDING_INTERPRETED;
}

void methods_begin(void) {
    softly_rw_lock(&use, false);
}

void methods_end(void) {
    softly_rw_unlock(&use);
}

void methods_frames(JNIEnv *jni, const struct framewalk_frame *frames, int count,
                    struct recording_frame *out) {
    softly_lock(&lock);
    for (int i = 0; i < count; i++) {
        jmethodID method = (jmethodID)(uintptr_t)frames[i].method;
        struct method_info *info = method ? info_for(jni, method) : NULL;
        if (!info) {
            bool in_heap = frames[i].type == FRAMEWALK_IN_HEAP;
            out[i] = recording_frame_named(NULL, in_heap  ? "[frames in the heap]"
                                                 : method ? "[unloaded]"
                                                          : "[unknown]");
            continue;
        }
        int32_t bci = frames[i].bci, line = bci < 0 ? -1 : line_of(info, bci);
        out[i] = (struct recording_frame){&info->about, line, bci, type_of(info, &frames[i])};
    }
    softly_unlock(&lock);
}

/* ---- Stacks as JVMTI gives them -------------------------------------------------------------- */

static _Atomic int64_t most;

void methods_set_depth(int64_t depth) {
    atomic_store(&most, depth);
}

struct framewalk_frame *methods_copy_stack(const jvmtiFrameInfo *given, jint count) {
    struct framewalk_frame *frames = mem_alloc((size_t)(count + 1) * sizeof *frames);
    for (jint i = 0; i < count; i++)
        frames[i] = (struct framewalk_frame){
            .method = (uintptr_t)given[i].method,
            .bci = given[i].location < 0 ? -1 : (int32_t)given[i].location};
    return frames;
}

struct methods_stack methods_take_stack(jthread thread) {
    jint depth = (jint)atomic_load(&most), count = 0;
    jvmtiFrameInfo *given = mem_alloc(((size_t)depth + 1) * sizeof *given); /* one more tells */
    if (JVMTI(GetStackTrace, thread, 0, depth + 1, given, &count) != JVMTI_ERROR_NONE) count = 0;
    struct methods_stack stack = {.truncated = count > depth,
                                  .count = count > depth ? depth : count};
    stack.frames = methods_copy_stack(given, stack.count);
    free(given);
    return stack;
}

struct recording_stack methods_describe_stack(JNIEnv *jni, const struct methods_stack *stack) {
    struct recording_frame *frames = mem_alloc((size_t)(stack->count + 1) * sizeof *frames);
    methods_begin();
    methods_frames(jni, stack->frames, stack->count, frames);
    return (struct recording_stack){frames, (uint32_t)stack->count, stack->truncated};
}

void methods_forget_stack(struct recording_stack *described) {
    methods_end();
    free((void *)(uintptr_t)described->frames);
}
