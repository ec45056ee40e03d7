#include "agent/whatif/targets.h"

#include "agent/ground/softly.h"
#include "agent/jvm/jvm.h"
#include "agent/whatif/entries.h"
#include "agent/whatif/windows.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IDS 256 /* of all methods, with those of one name */

struct field {
    jclass type; /* global reference; NULL: none */
    jfieldID id;
    bool is_long;
};

static struct {
    jclass classes[WINDOWS_METHODS]; /* global references */
    char *names[WINDOWS_METHODS], *members[WINDOWS_METHODS];
    int lines[WINDOWS_METHODS];  /* of which alone the methods are faster; 0: of all */
    bool apart[WINDOWS_METHODS]; /* its class has it apart from its callers now */
    int count;
    struct {
        uint64_t id;
        int method;
        int32_t from, to; /* places in its code: from <= bci < to */
    } ids[IDS];
    int id_count;
    uint64_t filter; /* bits of all ids */
    struct field cuts[WINDOWS_METHODS];
} targets;

static struct {
    char *name;
    struct field counter; /* a static field, or: */
    jclass type;          /* whose method's entries are counted; global reference */
    char *class_name, *method;
    jclass counting; /* the class that counts */
    jmethodID sum;
    bool changed; /* the class counts now */
} progress;

/* ---- Names ------------------------------------------------------------------------------------
 */

static bool fail(struct engine_failure *failure, const char *format, const char *a, const char *b) {
    snprintf(failure->sentence, sizeof failure->sentence, format, a, b ? b : "");
    return false;
}

/* "com.acme.Parser.parse" -> "com/acme/Parser", "parse", malloc'ed. */
static bool split(const char *name, char **class_name, char **member) {
    const char *dot = strrchr(name, '.');
    *class_name = *member = NULL;
    if (!dot || dot == name || !dot[1]) return false;
    *class_name = mem_copy_text(name);
    (*class_name)[dot - name] = 0;
    for (char *c = *class_name; *c; c++)
        if (*c == '.') *c = '/';
    *member = mem_copy_text(dot + 1);
    return true;
}

/* With its package or without, and without the class that it is in. */
static bool is_called(const char *whole, const char *wanted) {
    size_t len = strlen(whole), want = strlen(wanted);
    if (len < want || strcmp(whole + len - want, wanted) != 0) return false;
    return len == want || whole[len - want - 1] == '/' || whole[len - want - 1] == '$';
}

static bool clear_exception(JNIEnv *jni) {
    if (!(*jni)->ExceptionCheck(jni)) return false;
    (*jni)->ExceptionClear(jni);
    return true;
}

/* The first n-th name of a list. malloc'ed, NULL: it has not so many. */
static char *name_at(const char *list, int n) {
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

/* Whether what is looked for is in that class. */
typedef bool has_member(JNIEnv *jni, jclass type, const char *member);

struct search {
    const char *class_name, *member;
    has_member *has;
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

static void look_at(JNIEnv *jni, struct search *s, jclass type) {
    char *name = jvm_class_name(type);
    bool called = name && *name != '[' && is_called(name, s->class_name) &&
                  (!is_of_jdk(name) || strcmp(name, s->class_name) == 0);
    s->seen |= called;
    if (called && s->has(jni, type, s->member)) {
        bool whole = strcmp(name, s->class_name) == 0;
        if (!s->found || whole) {
            if (s->found) (*jni)->DeleteLocalRef(jni, s->found);
            s->found = (*jni)->NewLocalRef(jni, type);
            free(s->first);
            s->first = name;
            if (whole) free(s->second), s->second = NULL;
            name = NULL;
        } else if (strcmp(s->first, s->class_name) != 0 && strcmp(s->first, name) != 0) {
            free(s->second);
            s->second = name;
            name = NULL;
        }
    }
    free(name);
}

/* The one class that is called so and has that; a global reference, NULL: failure says why. */
static jclass find_class(JNIEnv *jni, const char *asked, struct search *s, const char *what,
                         struct engine_failure *failure) {
    jint count = 0;
    jclass *all = NULL, found = NULL;
    (*jni)->EnsureLocalCapacity(jni, JVM_LOCAL_REFS);
    if (JVMTI(GetLoadedClasses, &count, &all) != JVMTI_ERROR_NONE) count = 0;
    for (jint i = 0; i < count; i++) {
        look_at(jni, s, all[i]);
        (*jni)->DeleteLocalRef(jni, all[i]);
    }
    if (all) JVM_FREE(all);
    if (s->second) {
        snprintf(failure->sentence, sizeof failure->sentence,
                 "%s may be in %s or in %s: name it with its package", asked, s->first, s->second);
    } else if (s->found) {
        found = (*jni)->NewGlobalRef(jni, s->found);
    } else if (s->seen) {
        snprintf(failure->sentence, sizeof failure->sentence, "the class of %s has no such %s",
                 asked, what);
    } else {
        fail(failure, "no class is loaded that %s could be in", asked, NULL);
    }
    if (s->found) (*jni)->DeleteLocalRef(jni, s->found);
    free(s->second);
    return found;
}

/* ---- Methods ----------------------------------------------------------------------------------
 */

/* Calls visit with each method of that name, which has code in bytes; how many there are. */
static int each_method(jclass type, const char *name, int method,
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

static bool has_method(JNIEnv *jni, jclass type, const char *member) {
    return each_method(type, member, 0, NULL) > 0;
}

static uint64_t bit_of(uint64_t id) {
    return UINT64_C(1) << (id >> 3 & 63);
}

static void add_id(jmethodID id, int method, int32_t from, int32_t to) {
    if (targets.id_count == IDS) return;
    targets.ids[targets.id_count].id = (uintptr_t)id;
    targets.ids[targets.id_count].method = method;
    targets.ids[targets.id_count].from = from;
    targets.ids[targets.id_count++].to = to;
    targets.filter |= bit_of((uintptr_t)id);
}

/* Its whole code, or what of it is in the line. */
static void add_places(jmethodID id, int method) {
    jint count = 0;
    jvmtiLineNumberEntry *table = NULL;
    if (!targets.lines[method]) {
        add_id(id, method, INT32_MIN, INT32_MAX);
        return;
    }
    if (JVMTI(GetLineNumberTable, id, &count, &table) != JVMTI_ERROR_NONE) return;
    for (jint i = 0; i < count; i++) {
        jlocation to = INT32_MAX;
        if (table[i].line_number != targets.lines[method]) continue;
        for (jint k = 0; k < count; k++)
            if (table[k].start_location > table[i].start_location && table[k].start_location < to)
                to = table[k].start_location;
        add_id(id, method, (int32_t)table[i].start_location, (int32_t)to);
    }
    JVM_FREE(table);
}

static char *whole_name(const char *class_name, const char *member, int line) {
    struct text name = {0};
    text_addf(&name, "%s.%s", class_name, member);
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] == '/') name.data[i] = '.';
    if (line) text_addf(&name, ":%d", line);
    return text_take(&name);
}

/* "a.B.c:12" -> "a.B.c" and 12; 0: there is none. */
static int take_line(char *asked) {
    char *colon = strrchr(asked, ':'), *end = NULL;
    long line = colon ? strtol(colon + 1, &end, 10) : 0;
    if (!colon || end == colon + 1 || *end || line <= 0 || line > 65535) return 0;
    *colon = 0;
    return (int)line;
}

static bool add_method(JNIEnv *jni, char *asked, struct engine_failure *failure) {
    struct search s = {.has = has_method};
    char *class_name, *member;
    int line = take_line(asked);
    if (!split(asked, &class_name, &member))
        return fail(failure, "%s is no method: expected Class.method", asked, NULL);
    s.class_name = class_name;
    s.member = member;
    jclass type = find_class(jni, asked, &s, "method", failure);
    if (type) {
        targets.classes[targets.count] = type;
        targets.names[targets.count] = whole_name(s.first, member, line);
        targets.members[targets.count] = member;
        targets.lines[targets.count++] = line;
    } else {
        free(member);
    }
    free(s.first);
    free(class_name);
    return type != NULL;
}

bool targets_open(JNIEnv *jni, const char *names, struct engine_failure *failure) {
    for (int i = 0; i <= WINDOWS_METHODS; i++) {
        char *name = name_at(names, i);
        if (!name) break;
        bool added = i < WINDOWS_METHODS
                         ? add_method(jni, name, failure)
                         : fail(failure, "there are too many methods: 16 at most", NULL, NULL);
        free(name);
        if (!added) return false;
    }
    return true;
}

int targets_count(void) {
    return targets.count;
}

const char *targets_name(int method) {
    return targets.names[method];
}

uint32_t targets_on_stack(const struct framewalk_frame *frames, int count) {
    uint32_t found = 0;
    for (int i = 0; i < count; i++) {
        if (!(targets.filter & bit_of(frames[i].method))) continue;
        for (int k = 0; k < targets.id_count; k++)
            if (targets.ids[k].id == frames[i].method && frames[i].bci >= targets.ids[k].from &&
                frames[i].bci < targets.ids[k].to)
                found |= 1U << targets.ids[k].method;
    }
    return found;
}

/* ---- Static fields ----------------------------------------------------------------------------
 */

static jfieldID field_of(JNIEnv *jni, jclass type, const char *name, bool *is_long) {
    jint status = 0; /* asked for, so that no class is initialised by that */
    if (JVMTI(GetClassStatus, type, &status) != JVMTI_ERROR_NONE ||
        !(status & JVMTI_CLASS_STATUS_INITIALIZED))
        return NULL;
    jfieldID id = (*jni)->GetStaticFieldID(jni, type, name, "J");
    *is_long = !clear_exception(jni) && id;
    if (*is_long) return id;
    id = (*jni)->GetStaticFieldID(jni, type, name, "I");
    return clear_exception(jni) ? NULL : id;
}

static bool has_field(JNIEnv *jni, jclass type, const char *member) {
    bool is_long;
    return field_of(jni, type, member, &is_long) != NULL;
}

static bool find_field(JNIEnv *jni, const char *asked, struct field *field,
                       struct engine_failure *failure) {
    struct search s = {.has = has_field};
    char *class_name, *member;
    if (!split(asked, &class_name, &member))
        return fail(failure, "%s is no counter: expected Class.field", asked, NULL);
    s.class_name = class_name;
    s.member = member;
    field->type = find_class(jni, asked, &s, "static counter (long or int)", failure);
    if (field->type) field->id = field_of(jni, field->type, member, &field->is_long);
    free(s.first);
    free(class_name);
    free(member);
    return field->type != NULL;
}

bool targets_cuts_open(JNIEnv *jni, const char *names, uint32_t *which,
                       struct engine_failure *failure) {
    *which = 0;
    for (int i = 0; i < targets.count; i++) {
        char *name = name_at(names, i);
        if (!name) break;
        bool found = !*name || find_field(jni, name, &targets.cuts[i], failure);
        if (found && *name) *which |= 1U << i;
        if (found && *name && targets.cuts[i].is_long)
            found = fail(failure, "%s is no int", name, NULL);
        free(name);
        if (!found) return false;
    }
    return true;
}

void targets_cut(JNIEnv *jni, int method, int percent) {
    for (int i = 0; i < targets.count; i++) {
        struct field *cut = &targets.cuts[i];
        if (cut->type)
            (*jni)->SetStaticIntField(jni, cut->type, cut->id, i == method ? percent : 0);
    }
}

/* ---- Changed classes --------------------------------------------------------------------------
 */

static struct {
    jclass type; /* that is being changed; NULL: none */
    struct entries_change list[WINDOWS_METHODS + 2];
    bool done;
} change;

/* How that class is to be: as it was, or with all changes of its methods. */
static void plan_change(JNIEnv *jni, jclass type, bool as_it_was) {
    size_t count = 0;
    bool counts = progress.type && (*jni)->IsSameObject(jni, type, progress.type);
    for (int i = 0; i < targets.count && !as_it_was; i++) {
        if (!(*jni)->IsSameObject(jni, type, targets.classes[i])) continue;
        const char *name = targets.members[i];
        bool both = counts && strcmp(name, progress.method) == 0;
        change.list[count++] = (struct entries_change){name, both, true};
        counts &= !both;
    }
    if (counts && !as_it_was)
        change.list[count++] = (struct entries_change){progress.method, true, false};
    change.list[count] = (struct entries_change){NULL, false, false};
    change.type = type;
    change.done = false;
}

void JNICALL targets_on_class_file(jvmtiEnv *jvmti, JNIEnv *jni, jclass was, jobject loader,
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

static jvmtiError transform(JNIEnv *jni, jclass type, bool as_it_was) {
    jboolean can = JNI_FALSE;
    if (JVMTI(IsModifiableClass, type, &can) != JVMTI_ERROR_NONE || !can)
        return JVMTI_ERROR_UNMODIFIABLE_CLASS;
    plan_change(jni, type, as_it_was);
    jvm_listen(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, true);
    jvmtiError error = JVMTI(RetransformClasses, 1, &type);
    jvm_listen(JVMTI_EVENT_CLASS_FILE_LOAD_HOOK, false);
    change.type = NULL;
    return error;
}

static bool can_transform(void) {
    jvmtiCapabilities wanted = {.can_retransform_classes = 1};
    return JVMTI(AddCapabilities, &wanted) == JVMTI_ERROR_NONE;
}

/* The first method of its class, and not of the one that counts: that class was changed already. */
static bool is_first_of_class(JNIEnv *jni, int method) {
    if (progress.type && (*jni)->IsSameObject(jni, targets.classes[method], progress.type))
        return false;
    for (int i = 0; i < method; i++)
        if ((*jni)->IsSameObject(jni, targets.classes[i], targets.classes[method])) return false;
    return true;
}

bool targets_set_apart(JNIEnv *jni, struct engine_failure *failure) {
    bool can = can_transform();
    for (int i = 0; i < targets.count && can; i++)
        if (is_first_of_class(jni, i))
            targets.apart[i] =
                transform(jni, targets.classes[i], false) == JVMTI_ERROR_NONE && change.done;
    for (int i = 0; i < targets.count; i++) { /* places are those of the code as it is now */
        int before = targets.id_count;
        each_method(targets.classes[i], targets.members[i], i, add_places);
        if (targets.id_count == before)
            return fail(failure, "there is no code in that line: %s%s", targets.names[i], NULL);
    }
    return true;
}

static void put_back(JNIEnv *jni) {
    for (int i = 0; i < targets.count; i++)
        if (targets.apart[i]) transform(jni, targets.classes[i], true);
    if (progress.changed) transform(jni, progress.type, true);
    progress.changed = false;
}

/* ---- Progress ---------------------------------------------------------------------------------
 */

/* Stays once it is there: the JVM forgets no class of the boot loader. */
static bool define_counting(JNIEnv *jni) {
    if (progress.counting) return true;
    jclass type = (*jni)->FindClass(jni, ENTRIES_CLASS);
    if (clear_exception(jni) || !type) {
        type = (*jni)->DefineClass(jni, ENTRIES_CLASS, NULL, (const jbyte *)entries_class,
                                   (jsize)entries_class_len);
        if (clear_exception(jni) || !type) return false;
    }
    progress.sum = (*jni)->GetStaticMethodID(jni, type, "sum", "()J");
    if (clear_exception(jni)) return false;
    progress.counting = (*jni)->NewGlobalRef(jni, type);
    (*jni)->DeleteLocalRef(jni, type);
    return progress.counting != NULL;
}

static bool count_entries(JNIEnv *jni, const char *asked, struct engine_failure *failure) {
    jvmtiError error = can_transform() ? JVMTI_ERROR_NONE : JVMTI_ERROR_UNMODIFIABLE_CLASS;
    if (error == JVMTI_ERROR_NONE && !define_counting(jni))
        return fail(failure, "this JVM takes no class of the agent's to count %s", asked, NULL);
    if (error == JVMTI_ERROR_NONE) error = transform(jni, progress.type, false);
    progress.changed = error == JVMTI_ERROR_NONE && change.done;
    if (progress.changed) return true;
    if (error == JVMTI_ERROR_UNMODIFIABLE_CLASS)
        return fail(failure, "this JVM lets nobody change the class of %s", asked, NULL);
    char code[20];
    snprintf(code, sizeof code, "%d", (int)error);
    return fail(failure, "entries of %s cannot be counted (JVMTI error %s)", asked, code);
}

bool targets_progress_open(JNIEnv *jni, const char *name, struct engine_failure *failure) {
    struct search s = {.has = has_method};
    struct engine_failure no_method = {.signal_taken = false};
    if (!split(name, &progress.class_name, &progress.method))
        return fail(failure, "%s is no point of progress: expected Class.method", name, NULL);
    s.class_name = progress.class_name;
    s.member = progress.method;
    progress.name = mem_copy_text(name);
    progress.type = find_class(jni, name, &s, "method that has code", &no_method);
    free(s.first);
    if (progress.type) return count_entries(jni, name, failure);
    if (find_field(jni, name, &progress.counter, failure)) return true;
    *failure = no_method;
    return false;
}

int64_t targets_progress(JNIEnv *jni) {
    const struct field *f = &progress.counter;
    if (f->type)
        return f->is_long ? (*jni)->GetStaticLongField(jni, f->type, f->id)
                          : (*jni)->GetStaticIntField(jni, f->type, f->id);
    int64_t sum = (*jni)->CallStaticLongMethod(jni, progress.counting, progress.sum);
    clear_exception(jni);
    return sum;
}

const char *targets_progress_name(void) {
    return progress.name;
}

/* ---- The end ----------------------------------------------------------------------------------
 */

static void release(JNIEnv *jni, jclass *type) {
    if (*type && jni) (*jni)->DeleteGlobalRef(jni, *type);
    *type = NULL;
}

void targets_close(JNIEnv *jni) {
    bool alive = jni && !jvm_ends;
    if (alive) targets_cut(jni, -1, 0);
    if (alive) put_back(jni);
    free(progress.class_name);
    free(progress.method);
    free(progress.name);
    progress.class_name = progress.method = progress.name = NULL;
    release(jni, &progress.type);
    release(jni, &progress.counter.type);
    for (int i = 0; i < targets.count; i++) {
        release(jni, &targets.classes[i]);
        release(jni, &targets.cuts[i].type);
        free(targets.names[i]);
        free(targets.members[i]);
        targets.apart[i] = false;
    }
    targets.count = targets.id_count = 0;
    targets.filter = 0;
}
