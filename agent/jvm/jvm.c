#include "agent/jvm/jvm.h"

#include "agent/jvm/vmstructs.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <string.h>

jvmtiEnv *jvm_ti;
bool jvm_ends;
_Atomic uint32_t jvm_collections;

bool jvm_listen(jvmtiEvent event, bool on) {
    return JVMTI(SetEventNotificationMode, on ? JVMTI_ENABLE : JVMTI_DISABLE, event, NULL) ==
           JVMTI_ERROR_NONE;
}

char *jvm_take(char *text) {
    char *copy = text ? mem_copy_text(text) : NULL;
    if (text) JVM_FREE(text);
    return copy;
}

char *jvm_class_name(jclass type) {
    char *signature = NULL; /* "Lcom/foo/Bar;" */
    JVMTI(GetClassSignature, type, &signature, NULL);
    char *name = jvm_take(signature);
    size_t len = name && *name == 'L' ? strlen(name) : 0;
    if (len > 2) {
        memmove(name, name + 1, len - 2);
        name[len - 2] = 0;
    }
    return name;
}

jfieldID jvm_field(JNIEnv *jni, const char *class_name, const char *name, const char *signature) {
    jclass type = (*jni)->FindClass(jni, class_name);
    jfieldID field = type ? (*jni)->GetFieldID(jni, type, name, signature) : NULL;
    if ((*jni)->ExceptionCheck(jni)) (*jni)->ExceptionClear(jni);
    if (type) (*jni)->DeleteLocalRef(jni, type);
    return field;
}

const char *jvm_collector(void) {
    static const struct {
        const char *flag, *name;
    } collectors[] = {
        {"UseG1GC", "G1"}, {"UseParallelGC", "Parallel"},     {"UseSerialGC", "Serial"},
        {"UseZGC", "Z"},   {"UseShenandoahGC", "Shenandoah"}, {"UseEpsilonGC", "Epsilon"},
    };
    for (size_t i = 0; i < sizeof collectors / sizeof *collectors; i++)
        if (vmstructs_flag(collectors[i].flag)) return collectors[i].name;
    return NULL;
}
