#include "agent/jvm/hidden.h"

#include "agent/jvm/jvm.h"
#include "agent/jvm/vmstructs.h"

#include <stdint.h>
#include <string.h>

/* The bit, in a word of the Method, or of its ConstMethod. mask 0: not known. */
static struct {
    int64_t const_method; /* offset of it in a Method; -1: the word is in the Method itself */
    int64_t flags;
    size_t size;
    uint32_t mask;
} at;

/* An id of a class that is alive leads to its method. */
static bool read_flags(jmethodID id, uint32_t *flags) {
    const char *object = id ? *(const char *const *)(const void *)id : NULL;
    if (object && at.const_method >= 0)
        object = *(const char *const *)(const void *)(object + at.const_method);
    if (!object) return false;
    *flags = 0;
    memcpy(flags, object + at.flags, at.size);
    return true;
}

/* Bits that all methods of the class have, and that any has. */
static bool flags_of(JNIEnv *jni, const char *name, uint32_t *all, uint32_t *any) {
    jclass type = (*jni)->FindClass(jni, name);
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    jmethodID *ids = NULL;
    jint count = 0, read = 0;
    if (type) JVMTI(GetClassMethods, type, &count, &ids);
    *all = UINT32_MAX;
    *any = 0;
    for (jint i = 0; i < count; i++) {
        uint32_t flags;
        if (!read_flags(ids[i], &flags)) continue;
        *all &= flags;
        *any |= flags;
        read++;
    }
    if (ids) JVM_FREE(ids);
    if (type) (*jni)->DeleteLocalRef(jni, type);
    return read > 0;
}

/* JVMs of today do not say which bit it is: one that all methods of classes have which are hidden
 * throughout, and none of classes that are not. */
static uint32_t find_bit(JNIEnv *jni) {
    static const char *const hidden[] = {"java/lang/invoke/Invokers$Holder",
                                         "java/lang/invoke/DirectMethodHandle$Holder"};
    static const char *const shown[] = {"java/lang/Object", "java/lang/String",  "java/lang/Class",
                                        "java/lang/System", "java/util/HashMap", "java/lang/Math"};
    uint32_t bits = UINT32_MAX, all, any;
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++) {
        if (!flags_of(jni, hidden[i], &all, &any)) return 0;
        bits &= all;
    }
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (!flags_of(jni, shown[i], &all, &any)) return 0;
        bits &= ~any;
    }
    return bits & (bits - 1) ? 0 : bits; /* exactly one is left */
}

void hidden_open(JNIEnv *jni) {
    int64_t bit = vmstructs_constant("Method::_hidden");
    at.const_method = -1;
    at.flags = vmstructs_offset("Method", "_flags");
    at.size = 2;
    if (bit > 0 && at.flags >= 0) {
        at.mask = (uint32_t)bit;
        return;
    }
    at.const_method = vmstructs_offset("Method", "_constMethod");
    at.flags = vmstructs_offset("ConstMethod", "_flags._flags");
    at.size = 4;
    at.mask = at.const_method >= 0 && at.flags >= 0 ? find_bit(jni) : 0;
}

bool hidden_is(jmethodID method, const char *class_name) {
    uint32_t flags;
    if (at.mask && read_flags(method, &flags)) return flags & at.mask;
    return strncmp(class_name, "java/lang/invoke/LambdaForm$", 28) == 0 ||
           strstr(class_name, "$$Lambda") != NULL;
}
