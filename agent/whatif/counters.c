#include "agent/whatif/counters.h"

#include "agent/jvm/jvm.h"
#include "agent/whatif/classes.h"

#include <stdlib.h>

#define ATOMIC "Ljava/util/concurrent/atomic/"

static const char *const kinds[] = {"J", "I", ATOMIC "AtomicLong;", ATOMIC "AtomicInteger;",
                                    ATOMIC "LongAdder;"};

/* kind: of the field that was found. */
static jfieldID field_of(JNIEnv *jni, jclass type, const char *name, char *kind) {
    jint status = 0; /* asked for, so that no class is initialised by that */
    if (JVMTI(GetClassStatus, type, &status) != JVMTI_ERROR_NONE ||
        !(status & JVMTI_CLASS_STATUS_INITIALIZED))
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        jfieldID id = (*jni)->GetStaticFieldID(jni, type, name, kinds[i]);
        *kind = *kinds[i];
        if (!classes_clear_exception(jni) && id) return id;
    }
    return NULL;
}

static bool has_field(JNIEnv *jni, jclass type, const char *member) {
    char kind;
    return field_of(jni, type, member, &kind) != NULL;
}

bool counter_open(JNIEnv *jni, const char *asked, struct counter *counter,
                  struct engine_failure *failure) {
    struct classes_wanted wanted = {.asked = asked,
                                    .missing = "no class is loaded that has",
                                    .lacks = "has no such static counter (" COUNTERS_KINDS ")",
                                    .has = has_field,
                                    .name_of = classes_name};
    char *name;
    if (!classes_split(asked, &wanted))
        return classes_fail(failure, "%s is no counter: expected Class.field", asked, NULL);
    counter->type = classes_find(jni, &wanted, &name, failure);
    if (counter->type) counter->id = field_of(jni, counter->type, wanted.member, &counter->kind);
    free(name);
    free(wanted.class_name);
    free(wanted.member);
    return counter->type != NULL;
}

static int64_t value_of(JNIEnv *jni, jobject number) {
    if (!number) return 0;
    int64_t value = 0;
    jclass type = (*jni)->GetObjectClass(jni, number);
    jmethodID get = (*jni)->GetMethodID(jni, type, "longValue", "()J");
    if (!classes_clear_exception(jni)) value = (*jni)->CallLongMethod(jni, number, get);
    if (classes_clear_exception(jni)) value = 0;
    (*jni)->DeleteLocalRef(jni, type);
    (*jni)->DeleteLocalRef(jni, number);
    return value;
}

int64_t counter_read(JNIEnv *jni, const struct counter *c) {
    if (c->kind == 'J') return (*jni)->GetStaticLongField(jni, c->type, c->id);
    if (c->kind == 'I') return (*jni)->GetStaticIntField(jni, c->type, c->id);
    return value_of(jni, (*jni)->GetStaticObjectField(jni, c->type, c->id));
}

void counter_set(JNIEnv *jni, const struct counter *c, int32_t value) {
    (*jni)->SetStaticIntField(jni, c->type, c->id, value);
}

void counter_close(JNIEnv *jni, struct counter *c) {
    if (c->type && jni) (*jni)->DeleteGlobalRef(jni, c->type);
    c->type = NULL;
}
