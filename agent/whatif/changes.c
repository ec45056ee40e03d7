#include "agent/whatif/changes.h"

#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/whatif/windows.h"

#include <stdlib.h>
#include <string.h>

#define MOST (WINDOWS_METHODS + 2) /* methods; two of them are points of progress */

static struct wanted {
    jclass type;
    struct entries_change change;
    jvmtiError error; /* of its class */
} wanted[MOST];
static int count;

static struct {
    jclass type; /* that is being changed; NULL: none */
    struct entries_change list[MOST + 1];
    bool done;
} change;

static bool is_of(JNIEnv *jni, const struct wanted *w, jclass type) {
    return (*jni)->IsSameObject(jni, w->type, type);
}

bool changes_want(jclass type, const char *method, enum entries_call call, bool apart,
                  JNIEnv *jni) {
    struct wanted *w = wanted;
    while (w < wanted + count && (!is_of(jni, w, type) || strcmp(w->change.method, method) != 0))
        w++;
    if (w == wanted + count) {
        if (count == MOST) return false;
        *w = (struct wanted){type, {method, ENTRIES_NONE, false}, JVMTI_ERROR_INTERNAL};
        count++;
    }
    if (call && w->change.call) return false;
    if (call) w->change.call = call;
    w->change.apart |= apart;
    return true;
}

void JNICALL changes_on_class_file(jvmtiEnv *jvmti, JNIEnv *jni, jclass was, jobject loader,
                                   const char *name, jobject domain, jint len,
                                   const unsigned char *bytes, jint *new_len,
                                   unsigned char **new_bytes) {
    SOFTLY();
    size_t made_len;
    if (!was || !change.type || !(*jni)->IsSameObject(jni, was, change.type)) return;
    unsigned char *made = entries_change(bytes, (size_t)len, change.list, &made_len);
    if (made && (*jvmti)->Allocate(jvmti, (jlong)made_len, new_bytes) == JVMTI_ERROR_NONE) {
        memcpy(*new_bytes, made, made_len);
        *new_len = (jint)made_len;
        change.done = true;
    }
    free(made);
}

/* With all changes of its methods, or as it was. */
static jvmtiError transform(JNIEnv *jni, jclass type, bool as_it_was) {
    jboolean can = JNI_FALSE;
    int changes = 0;
    if (JVMTI(IsModifiableClass, type, &can) != JVMTI_ERROR_NONE || !can)
        return JVMTI_ERROR_UNMODIFIABLE_CLASS;
    for (int i = 0; i < count && !as_it_was; i++)
        if (is_of(jni, &wanted[i], type)) change.list[changes++] = wanted[i].change;
    change.list[changes] = (struct entries_change){NULL, ENTRIES_NONE, false};
    change.done = false;
    change.type = type;
    jvm_listen(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, true);
    jvmtiError error = JVMTI(RetransformClasses, 1, &type);
    jvm_listen(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, false);
    change.type = NULL;
    return error || as_it_was || change.done ? error : JVMTI_ERROR_INVALID_CLASS_FORMAT;
}

/* Of its class. */
static bool is_first(JNIEnv *jni, int n) {
    for (int i = 0; i < n; i++)
        if (is_of(jni, &wanted[i], wanted[n].type)) return false;
    return true;
}

void changes_make(JNIEnv *jni) {
    jvmtiCapabilities needed = {.can_retransform_classes = 1};
    bool can = JVMTI(AddCapabilities, &needed) == JVMTI_ERROR_NONE;
    for (int i = 0; i < count; i++) {
        jvmtiError error = JVMTI_ERROR_UNMODIFIABLE_CLASS;
        if (!is_first(jni, i)) continue;
        if (can) error = transform(jni, wanted[i].type, false);
        for (int k = i; k < count; k++)
            if (is_of(jni, &wanted[k], wanted[i].type)) wanted[k].error = error;
    }
}

jvmtiError changes_of(JNIEnv *jni, jclass type) {
    for (int i = 0; i < count; i++)
        if (is_of(jni, &wanted[i], type)) return wanted[i].error;
    return JVMTI_ERROR_INTERNAL;
}

void changes_undo(JNIEnv *jni) {
    for (int i = 0; i < count && jni; i++)
        if (wanted[i].error == JVMTI_ERROR_NONE && is_first(jni, i))
            transform(jni, wanted[i].type, true);
    count = 0;
}
