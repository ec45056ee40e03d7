#include "agent/whatif/classes.h"

#include "agent/jvm/jvm.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names ------------------------------------------------------------------------------------
 */

bool classes_fail(struct engine_failure *failure, const char *format, const char *a,
                  const char *b) {
    snprintf(failure->sentence, sizeof failure->sentence, format, a, b ? b : "");
    return false;
}

bool classes_split(const char *name, struct classes_wanted *wanted) {
    const char *dot = strrchr(name, '.');
    if (!dot || dot == name || !dot[1]) return false;
    wanted->class_name = mem_copy_text(name);
    wanted->class_name[dot - name] = 0;
    for (char *c = wanted->class_name; *c; c++)
        if (*c == '.') *c = '/';
    wanted->member = mem_copy_text(dot + 1);
    return true;
}

/* With its package or without, and without the class that it is in. */
static bool is_called(const char *whole, const char *wanted) {
    size_t len = strlen(whole), want = strlen(wanted);
    if (len < want || strcmp(whole + len - want, wanted) != 0) return false;
    return len == want || whole[len - want - 1] == '/' || whole[len - want - 1] == '$';
}

bool classes_clear_exception(JNIEnv *jni) {
    if (!(*jni)->ExceptionCheck(jni)) return false;
    (*jni)->ExceptionClear(jni);
    return true;
}

char *classes_name_at(const char *list, int n) {
    for (; n > 0 && list; n--) {
        list = strchr(list, ';');
        if (list) list++;
    }
    if (!list) return NULL;
    size_t len = strcspn(list, ";");
    char *copy = mem_alloc(len + 1);
    memcpy(copy, list, len);
    copy[len] = 0;
    return copy;
}

/* ---- Classes ----------------------------------------------------------------------------------
 */

struct search {
    const struct classes_wanted *wanted;
    jclass found;         /* local reference */
    char *first, *second; /* names of classes that it is in */
    bool seen;            /* a class of that name is loaded */
};

/* Of the JDK: meant only if named with its package. */
static bool is_of_jdk(const char *name) {
    static const char *const packages[] = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (strncmp(name, packages[i], strlen(packages[i])) == 0) return true;
    return false;
}

char *classes_name(JNIEnv *jni, jclass type) {
    char *name = jvm_class_name(type);
    if (!name || *name != '[') return name;
    free(name);
    return NULL;
}

static void look_at(JNIEnv *jni, struct search *s, jclass type) {
    const char *wanted = s->wanted->class_name;
    char *name = s->wanted->name_of(jni, type);
    bool called =
        name && is_called(name, wanted) && (!is_of_jdk(name) || strcmp(name, wanted) == 0);
    s->seen |= called;
    if (called && s->wanted->has(jni, type, s->wanted->member)) {
        bool whole = strcmp(name, wanted) == 0;
        if (!s->found || whole) {
            if (s->found) (*jni)->DeleteLocalRef(jni, s->found);
            s->found = (*jni)->NewLocalRef(jni, type);
            free(s->first);
            s->first = name;
            if (whole) free(s->second), s->second = NULL;
            name = NULL;
        } else if (strcmp(s->first, wanted) != 0 && strcmp(s->first, name) != 0) {
            free(s->second);
            s->second = name;
            name = NULL;
        }
    }
    free(name);
}

jclass classes_find(JNIEnv *jni, const struct classes_wanted *wanted, char **name,
                    struct engine_failure *failure) {
    jint count = 0;
    jclass *all = NULL, found = NULL;
    struct search s = {.wanted = wanted};
    (*jni)->EnsureLocalCapacity(jni, JVM_LOCAL_REFS);
    if (JVMTI(GetLoadedClasses, &count, &all) != JVMTI_ERROR_NONE) count = 0;
    for (jint i = 0; i < count; i++) {
        look_at(jni, &s, all[i]);
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    if (all) JVM_FREE(all);
    if (s.second) {
        snprintf(failure->sentence, sizeof failure->sentence,
                 "%s may be in %s or in %s: name it with its package", wanted->asked, s.first,
                 s.second);
    } else if (s.found) {
        found = (*jni)->NewGlobalRef(jni, s.found);
    } else if (s.seen) {
        classes_fail(failure, "the class of %s %s", wanted->asked, wanted->lacks);
    } else {
        classes_fail(failure, "%s %s", wanted->missing, wanted->asked);
    }
    if (s.found) (*jni)->DeleteLocalRef(jni, s.found);
    free(s.second);
    *name = s.first;
    return found;
}

/* ---- Methods ----------------------------------------------------------------------------------
 */

int classes_each_method(jclass type, const char *name, int method,
                        void (*visit)(jmethodID id, int method)) {
    jint count = 0;
    jmethodID *all = NULL;
    int found = 0;
    if (JVMTI(GetClassMethods, type, &count, &all) != JVMTI_ERROR_NONE) return 0;
    for (jint i = 0; i < count; i++) {
        char *called = NULL;
        jint modifiers = 0;
        if (JVMTI(GetMethodName, all[i], &called, NULL, NULL) != JVMTI_ERROR_NONE) continue;
        JVMTI(GetMethodModifiers, all[i], &modifiers);
        if (strcmp(called, name) == 0 && !(modifiers & 0x400)) { /* abstract */
            found++;
            if (visit) visit(all[i], method);
        }
        JVM_FREE(called);
    }
    if (all) JVM_FREE(all);
    return found;
}

bool classes_have_method(JNIEnv *jni, jclass type, const char *member) {
    return classes_each_method(type, member, 0, NULL) > 0;
}
