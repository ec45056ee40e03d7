#include "agent/whatif/progress.h"

#include "agent/jvm/jvm.h"
#include "agent/whatif/changes.h"
#include "agent/whatif/classes.h"
#include "agent/whatif/counters.h"
#include "agent/whatif/flow.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OWN_EVENT "no event of the program's own is loaded that is called"

struct place {   /* where something is called */
    jclass type; /* global reference */
    char *method;
};

static struct {
    char *name;
    struct place places[2];
    struct counter counters[2]; /* of latency both: what came, and what left */
    struct flow flow;
    const int64_t *owed; /* what all owe */
    jclass counting; /* the class that counts, global reference */
    jmethodID sum;
    bool spans;
} progress;

/* ---- The class that counts --------------------------------------------------------------------
 */

/* Has it see what is owed: code that begins spans looks there. */
static bool open_counting(JNIEnv *jni, jclass type, int64_t *owed) {
    jmethodID open = (*jni)->GetStaticMethodID(jni, type, "open", "(Ljava/nio/ByteBuffer;)V");
    jobject buffer = open ? (*jni)->NewDirectByteBuffer(jni, owed, sizeof *owed) : NULL;
    if (buffer) (*jni)->CallStaticVoidMethod(jni, type, open, buffer);
    if (buffer) (*jni)->DeleteLocalRef(jni, buffer);
    return !classes_clear_exception(jni) && buffer;
}

/* Stays once it is there: the JVM forgets no class of the boot loader. */
static bool define_counting(JNIEnv *jni, int64_t *owed) {
    if (progress.counting) return true;
    jclass type = (*jni)->FindClass(jni, ENTRIES_CLASS);
    if (classes_clear_exception(jni) || !type) {
        type = (*jni)->DefineClass(jni, ENTRIES_CLASS, NULL, (const jbyte *)entries_class,
                                   (jsize)entries_class_len);
        if (classes_clear_exception(jni) || !type) return false;
    }
    progress.sum = (*jni)->GetStaticMethodID(jni, type, "sum", "(I)J");
    if (!classes_clear_exception(jni) && open_counting(jni, type, owed))
        progress.counting = (*jni)->NewGlobalRef(jni, type);
    (*jni)->DeleteLocalRef(jni, type);
    return progress.counting != NULL;
}

/* ---- Events of the program --------------------------------------------------------------------
 */

/* A method of that class; NULL: there is none, and no exception is left behind. */
static jmethodID method_of(JNIEnv *jni, const char *class_name, const char *name,
                           const char *signature) {
    jclass type = (*jni)->FindClass(jni, class_name);
    if (classes_clear_exception(jni)) return NULL;
    jmethodID id = (*jni)->GetMethodID(jni, type, name, signature);
    return classes_clear_exception(jni) ? NULL : id;
}

/* NULL: there is none, or an exception, which is not left behind. */
static jobject ask(JNIEnv *jni, jobject object, jmethodID method, jobject argument) {
    if (!object || !method) return NULL;
    jobject result = (*jni)->CallObjectMethod(jni, object, method, argument);
    return classes_clear_exception(jni) ? NULL : result;
}

/* What the annotation jdk.jfr.Name says, malloc'ed; NULL: it has none. */
static char *annotated_name(JNIEnv *jni, jclass type) {
    jmethodID get = method_of(jni, "java/lang/Class", "getAnnotation",
                              "(Ljava/lang/Class;)Ljava/lang/annotation/Annotation;");
    jmethodID value = method_of(jni, "jdk/jfr/Name", "value", "()Ljava/lang/String;");
    jclass name = (*jni)->FindClass(jni, "jdk/jfr/Name");
    if (classes_clear_exception(jni)) return NULL;
    jstring text = ask(jni, ask(jni, type, get, name), value, NULL);
    const char *chars = text ? (*jni)->GetStringUTFChars(jni, text, NULL) : NULL;
    char *copy = chars ? mem_copy_text(chars) : NULL;
    if (chars) (*jni)->ReleaseStringUTFChars(jni, text, chars);
    return copy;
}

/* Of an event of the program's own: as JFR calls it, with slashes for dots. */
static char *event_name(JNIEnv *jni, jclass type) {
    char *name = NULL, *annotated;
    if ((*jni)->PushLocalFrame(jni, 16) != 0) return NULL;
    jclass event = (*jni)->FindClass(jni, "jdk/jfr/Event");
    if (!classes_clear_exception(jni) && (*jni)->IsAssignableFrom(jni, type, event))
        name = jvm_class_name(type);
    if (name && strncmp(name, "jdk/", 4) == 0) free(name), name = NULL;
    if (name && (annotated = annotated_name(jni, type))) free(name), name = annotated;
    (*jni)->PopLocalFrame(jni, NULL);
    for (char *c = name; c && *c; c++)
        if (*c == '.') *c = '/';
    return name;
}

/* Events are counted where they are made: newer JVMs make `commit` anew whenever the class is
 * changed. */
static bool open_event(JNIEnv *jni, const char *name, struct engine_failure *failure) {
    const char *event = name + strlen(PROGRESS_EVENT);
    struct classes_wanted wanted = {.asked = event,
                                    .class_name = mem_copy_text(event),
                                    .member = mem_copy_text("<init>"),
                                    .missing = OWN_EVENT,
                                    .lacks = "has no constructor",
                                    .has = classes_have_method,
                                    .name_of = event_name};
    char *found;
    for (char *c = wanted.class_name; *c; c++)
        if (*c == '.') *c = '/';
    if (strncmp(event, "jdk.", 4) == 0) {
        classes_fail(failure,
                     "events of the JVM cannot be counted as progress: %s; expected an "
                     "event of the program's own, or a method",
                     event, NULL);
    } else {
        progress.places[0].type = classes_find(jni, &wanted, &found, failure);
        free(found);
    }
    progress.places[0].method = wanted.member;
    free(wanted.class_name);
    return progress.places[0].type != NULL;
}

/* ---- Methods ----------------------------------------------------------------------------------
 */

static bool open_method(JNIEnv *jni, const char *name, struct place *place,
                        struct engine_failure *failure) {
    struct classes_wanted wanted = {.asked = name,
                                    .missing = "no class is loaded that has",
                                    .lacks = "has no such method that has code, nor such a static "
                                             "counter (" COUNTERS_KINDS ")",
                                    .has = classes_have_method,
                                    .name_of = classes_name};
    char *found;
    if (!classes_split(name, &wanted))
        return classes_fail(failure,
                            "%s is no point of progress: expected Class.method, Class.field or "
                            "event:NAME",
                            name, NULL);
    place->type = classes_find(jni, &wanted, &found, failure);
    place->method = wanted.member;
    free(found);
    free(wanted.class_name);
    return place->type != NULL;
}

/* ---- Points -----------------------------------------------------------------------------------
 */

/* A method, an event, or a counter: the counter alone changes no class. */
static bool open_point(JNIEnv *jni, const char *name, struct engine_failure *failure) {
    struct engine_failure other = {.signal_taken = false};
    progress.name = mem_copy_text(name);
    if (strncmp(name, PROGRESS_EVENT, strlen(PROGRESS_EVENT)) == 0)
        return open_event(jni, name, failure);
    if (open_method(jni, name, &progress.places[0], failure)) return true;
    if (!strchr(name, '.') || !counter_open(jni, name, &progress.counters[0], &other)) return false;
    *failure->sentence = '\0'; /* that it is no method is no failure */
    return true;
}

static void close_counters(JNIEnv *jni) {
    for (int i = 0; i < 2; i++) counter_close(jni, &progress.counters[i]);
}

/* False: they are no counters. */
static bool open_flow(JNIEnv *jni, const char *names) {
    struct engine_failure other = {.signal_taken = false};
    bool found = true;
    for (int i = 0; i < 2 && found; i++) {
        char *name = classes_name_at(names, i);
        found = name && strchr(name, '.') &&
                counter_open(jni, name, &progress.counters[i], &other);
        if (found && i == 0) progress.name = mem_copy_text(name);
        if (found && i == 1) {
            struct text both = {0};
            text_addf(&both, "%s to %s", progress.name, name);
            free(progress.name);
            progress.name = text_take(&both);
        }
        free(name);
    }
    if (!found) close_counters(jni);
    return found;
}

/* "a.B.from;a.B.to" */
static bool open_pair(JNIEnv *jni, const char *names, struct engine_failure *failure) {
    OWNED(text_free) struct text both = {0};
    bool found = true;
    for (int i = 0; i < 2 && found; i++) {
        char *name = classes_name_at(names, i);
        found = name ? open_method(jni, name, &progress.places[i], failure)
                     : classes_fail(failure, "option latency is %s: expected two methods%s", names,
                                    NULL);
        if (found) text_addf(&both, "%s%s", i ? " to " : "", name);
        free(name);
    }
    progress.spans = true;
    free(progress.name);
    progress.name = text_take(&both);
    return found;
}

static bool want_pair(JNIEnv *jni, struct engine_failure *failure) {
    static const enum entries_call calls[] = {ENTRIES_BEGIN, ENTRIES_END};
    for (int i = 0; i < 2; i++)
        if (!changes_want(progress.places[i].type, progress.places[i].method, calls[i], false, jni))
            return classes_fail(failure, "both methods of latency are one: %s%s", progress.name,
                                NULL);
    return true;
}

bool progress_open(JNIEnv *jni, const struct agent_options *options, int64_t *owed,
                   struct engine_failure *failure) {
    progress.flow = (struct flow){.begun = false};
    progress.owed = owed;
    if (options->latency ? !open_flow(jni, options->latency) &&
                               !open_pair(jni, options->latency, failure)
                         : !open_point(jni, options->progress, failure))
        return false;
    if (progress.counters[0].type) return true;
    if (!define_counting(jni, owed))
        return classes_fail(failure, "this JVM takes no class of the agent's to count %s",
                            progress.name, NULL);
    if (progress.spans) return want_pair(jni, failure);
    return changes_want(progress.places[0].type, progress.places[0].method, ENTRIES_HIT, false,
                        jni);
}

/* Of the places whose entries are counted. */
static jvmtiError error_of(JNIEnv *jni) {
    for (int i = 0; i < 2; i++) {
        jclass type = progress.places[i].type;
        jvmtiError error = type ? changes_of(jni, type) : JVMTI_ERROR_NONE;
        if (error != JVMTI_ERROR_NONE) return error;
    }
    return JVMTI_ERROR_NONE;
}

bool progress_begin(JNIEnv *jni, struct engine_failure *failure) {
    jvmtiError error = error_of(jni);
    char code[20];
    snprintf(code, sizeof code, "%d", (int)error);
    if (error == JVMTI_ERROR_NONE) return true;
    if (error == JVMTI_ERROR_UNMODIFIABLE_CLASS)
        return classes_fail(failure, "this JVM lets nobody change the class of %s", progress.name,
                            NULL);
    return classes_fail(failure, "entries of %s cannot be counted (JVMTI error %s)", progress.name,
                        code);
}

static int64_t sum_of(JNIEnv *jni, int which) {
    int64_t sum = (*jni)->CallStaticLongMethod(jni, progress.counting, progress.sum, (jint)which);
    return classes_clear_exception(jni) ? 0 : sum;
}

struct progress_counts progress_counts(JNIEnv *jni) {
    struct progress_counts now = {0};
    struct counter *counters = progress.counters;
    if (counters[1].type) { /* first those that left: none of them has yet to come */
        int64_t left = counter_read(jni, &counters[1]);
        flow_look(&progress.flow, counter_read(jni, &counters[0]), left, clock_now(),
                  *progress.owed);
        return (struct progress_counts){left, progress.flow.spent, progress.flow.lone};
    }
    if (counters[0].type) now.reached = counter_read(jni, &counters[0]);
    else now.reached = sum_of(jni, ENTRIES_COUNT);
    if (!progress.spans) return now;
    now.spent = sum_of(jni, ENTRIES_SPENT);
    now.lone = sum_of(jni, ENTRIES_LONE);
    return now;
}

void progress_look(JNIEnv *jni) {
    if (progress.counters[1].type) progress_counts(jni);
}

const char *progress_name(void) {
    return progress.name;
}

void progress_close(JNIEnv *jni) {
    for (int i = 0; i < 2; i++) {
        struct place *place = &progress.places[i];
        if (place->type && jni) (*jni)->DeleteGlobalRef(jni, place->type);
        free(place->method);
        *place = (struct place){NULL, NULL};
    }
    close_counters(jni);
    free(progress.name);
    progress.name = NULL;
    progress.spans = false;
}
