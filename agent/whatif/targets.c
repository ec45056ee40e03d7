#include "agent/whatif/targets.h"

#include "agent/jvm/jvm.h"
#include "agent/whatif/changes.h"
#include "agent/whatif/classes.h"
#include "agent/whatif/counters.h"
#include "agent/whatif/windows.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define IDS 256 /* of all methods, with those of one name */

static struct {
    jclass classes[WINDOWS_METHODS]; /* global references */
    char *names[WINDOWS_METHODS], *members[WINDOWS_METHODS];
    int lines[WINDOWS_METHODS]; /* of which alone the methods are faster; 0: of all */
    int count;
    struct {
        uint64_t id;
        int method;
        int32_t from, to; /* places in its code: from <= bci < to */
    } ids[IDS];
    int id_count;
    uint64_t filter; /* bits of all ids */
    struct counter cuts[WINDOWS_METHODS];
} targets;

/* ---- Methods ----------------------------------------------------------------------------------
 */

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
    struct classes_wanted wanted = {.asked = asked,
                                    .missing = "no class is loaded that has",
                                    .lacks = "has no such method",
                                    .has = classes_have_method,
                                    .name_of = classes_name};
    char *name;
    int line = take_line(asked);
    if (!classes_split(asked, &wanted))
        return classes_fail(failure, "%s is no method: expected Class.method", asked, NULL);
    jclass type = classes_find(jni, &wanted, &name, failure);
    if (type) {
        targets.classes[targets.count] = type;
        targets.names[targets.count] = whole_name(name, wanted.member, line);
        targets.members[targets.count] = wanted.member;
        targets.lines[targets.count++] = line;
    } else {
        free(wanted.member);
    }
    free(name);
    free(wanted.class_name);
    return type != NULL;
}

bool targets_open(JNIEnv *jni, const char *names, struct engine_failure *failure) {
    for (int i = 0; i <= WINDOWS_METHODS; i++) {
        char *name = classes_name_at(names, i);
        if (!name) break;
        bool added =
            i < WINDOWS_METHODS
                ? add_method(jni, name, failure)
                : classes_fail(failure, "there are too many methods: 16 at most", NULL, NULL);
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

void targets_want_apart(JNIEnv *jni) {
    for (int i = 0; i < targets.count; i++)
        changes_want(targets.classes[i], targets.members[i], ENTRIES_NONE, true, jni);
}

bool targets_find_places(struct engine_failure *failure) {
    for (int i = 0; i < targets.count; i++) {
        int before = targets.id_count;
        classes_each_method(targets.classes[i], targets.members[i], i, add_places);
        if (targets.id_count == before)
            return classes_fail(failure, "there is no code in that line: %s%s", targets.names[i],
                                NULL);
    }
    return true;
}

/* ---- Cuts -------------------------------------------------------------------------------------
 */

bool targets_cuts_open(JNIEnv *jni, const char *names, uint32_t *which,
                       struct engine_failure *failure) {
    *which = 0;
    for (int i = 0; i < targets.count; i++) {
        char *name = classes_name_at(names, i);
        if (!name) break;
        bool found = !*name || counter_open(jni, name, &targets.cuts[i], failure);
        if (found && *name) *which |= 1U << i;
        if (found && *name && targets.cuts[i].kind != 'I')
            found = classes_fail(failure, "%s is no int", name, NULL);
        free(name);
        if (!found) return false;
    }
    return true;
}

void targets_cut(JNIEnv *jni, int method, int percent) {
    for (int i = 0; i < targets.count; i++) {
        const struct counter *cut = &targets.cuts[i];
        if (cut->type) counter_set(jni, cut, i == method ? percent : 0);
    }
}

void targets_close(JNIEnv *jni) {
    if (jni) targets_cut(jni, -1, 0);
    for (int i = 0; i < targets.count; i++) {
        if (targets.classes[i] && jni) (*jni)->DeleteGlobalRef(jni, targets.classes[i]);
        targets.classes[i] = NULL;
        counter_close(jni, &targets.cuts[i]);
        free(targets.names[i]);
        free(targets.members[i]);
    }
    targets.count = targets.id_count = 0;
    targets.filter = 0;
}
