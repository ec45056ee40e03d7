#include "tests/support/jvm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== Types ================================================================================= */

static void primitive(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, NULL);
    type_end(r);
}

static void annotation_type(struct recording *r, uint64_t id, const char *name) {
    type_begin(r, id, name, "java.lang.annotation.Annotation");
    field(r, "value", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
}

void jvm_primitive_types(struct recording *r) {
    primitive(r, TYPE_BOOLEAN, "boolean");
    primitive(r, TYPE_BYTE, "byte");
    primitive(r, TYPE_CHAR, "char");
    primitive(r, TYPE_SHORT, "short");
    primitive(r, TYPE_INT, "int");
    primitive(r, TYPE_LONG, "long");
    primitive(r, TYPE_FLOAT, "float");
    primitive(r, TYPE_DOUBLE, "double");
    primitive(r, TYPE_STRING, "java.lang.String");
    annotation_type(r, TYPE_LABEL, "jdk.jfr.Label");
    annotation_type(r, TYPE_TIMESPAN, "jdk.jfr.Timespan");
    annotation_type(r, TYPE_TIMESTAMP, "jdk.jfr.Timestamp");
    annotation_type(r, TYPE_UNSIGNED, "jdk.jfr.Unsigned");
    annotation_type(r, TYPE_DATA_AMOUNT, "jdk.jfr.DataAmount");
    annotation_type(r, TYPE_PERCENTAGE, "jdk.jfr.Percentage");
}

static void event_type_begin(struct recording *r, uint64_t id, const char *name,
                             const char *label) {
    type_begin(r, id, name, "jdk.jfr.Event");
    annotation(r, TYPE_LABEL, label);
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
}

static void sample_type(struct recording *r, uint64_t id, const char *name, const char *label) {
    event_type_begin(r, id, name, label);
    field(r, "sampledThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    field(r, "state", TYPE_THREAD_STATE, FIELD_POOLED);
    if (id == EVENT_WALL_CLOCK_SAMPLE) field(r, "samples", TYPE_INT, FIELD_PLAIN);
    type_end(r);
}

static void thread_event_type(struct recording *r, uint64_t id, const char *name) {
    event_type_begin(r, id, name, name);
    field(r, "eventThread", TYPE_THREAD, FIELD_POOLED);
    field(r, "stackTrace", TYPE_STACK_TRACE, FIELD_POOLED);
    type_end(r);
}

static void constant_types(struct recording *r) {
    type_begin(r, TYPE_SYMBOL, "jdk.types.Symbol", NULL);
    attribute(r, "simpleType", "true");
    field(r, "string", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_MODULE, "jdk.types.Module", NULL);
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    type_end(r);
    type_begin(r, TYPE_PACKAGE, "jdk.types.Package", NULL);
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    field(r, "module", TYPE_MODULE, FIELD_POOLED);
    type_end(r);
    type_begin(r, TYPE_CLASS, "java.lang.Class", NULL);
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    field(r, "package", TYPE_PACKAGE, FIELD_POOLED);
    type_end(r);
    type_begin(r, TYPE_METHOD, "jdk.types.Method", NULL);
    field(r, "type", TYPE_CLASS, FIELD_POOLED);
    field(r, "name", TYPE_SYMBOL, FIELD_POOLED);
    field(r, "descriptor", TYPE_SYMBOL, FIELD_POOLED);
    field(r, "modifiers", TYPE_INT, FIELD_PLAIN);
    field(r, "hidden", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_FRAME_TYPE, "jdk.types.FrameType", NULL);
    attribute(r, "simpleType", "true");
    field(r, "description", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_THREAD_STATE, "jdk.types.ThreadState", NULL);
    attribute(r, "simpleType", "true");
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_THREAD, "java.lang.Thread", NULL);
    field(r, "osName", TYPE_STRING, FIELD_PLAIN);
    field(r, "osThreadId", TYPE_LONG, FIELD_PLAIN);
    field(r, "javaName", TYPE_STRING, FIELD_PLAIN);
    field(r, "javaThreadId", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    type_begin(r, TYPE_STACK_FRAME, "jdk.types.StackFrame", NULL);
    field(r, "method", TYPE_METHOD, FIELD_POOLED);
    field(r, "lineNumber", TYPE_INT, FIELD_PLAIN);
    field(r, "bytecodeIndex", TYPE_INT, FIELD_PLAIN);
    field(r, "type", TYPE_FRAME_TYPE, FIELD_POOLED);
    type_end(r);
    type_begin(r, TYPE_STACK_TRACE, "jdk.types.StackTrace", NULL);
    field(r, "truncated", TYPE_BOOLEAN, FIELD_PLAIN);
    field(r, "frames", TYPE_STACK_FRAME, FIELD_ARRAY);
    type_end(r);
}

void jvm_profile_types(struct recording *r) {
    constant_types(r);
    sample_type(r, EVENT_EXECUTION_SAMPLE, "jdk.ExecutionSample", "Method Profiling Sample");
    sample_type(r, EVENT_NATIVE_METHOD_SAMPLE, "jdk.NativeMethodSample", "Native Sample");
    sample_type(r, EVENT_WALL_CLOCK_SAMPLE, "profiler.WallClockSample", "Wall Clock Sample");
    thread_event_type(r, EVENT_CPU_TIME_SAMPLE, "jdk.CPUTimeSample");
    thread_event_type(r, EVENT_ALLOCATION_IN_TLAB, "jdk.ObjectAllocationInNewTLAB");
    thread_event_type(r, EVENT_ALLOCATION_OUTSIDE_TLAB, "jdk.ObjectAllocationOutsideTLAB");
    thread_event_type(r, EVENT_MONITOR_ENTER, "jdk.JavaMonitorEnter");
    event_type_begin(r, EVENT_JVM_INFORMATION, "jdk.JVMInformation", "JVM Information");
    field(r, "jvmName", TYPE_STRING, FIELD_PLAIN);
    field(r, "pid", TYPE_LONG, FIELD_PLAIN);
    field(r, "jvmStartTime", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
    event_type_begin(r, EVENT_ACTIVE_SETTING, "jdk.ActiveSetting", "Recording Setting");
    field(r, "id", TYPE_LONG, FIELD_PLAIN);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "value", TYPE_STRING, FIELD_PLAIN);
    type_end(r);
    event_type_begin(r, EVENT_DATA_LOSS, "jdk.DataLoss", "Data Loss");
    field(r, "amount", TYPE_LONG, FIELD_PLAIN);
    type_end(r);
}

void jvm_types(struct recording *r) {
    metadata_begin(r);
    jvm_primitive_types(r);
    jvm_profile_types(r);
    metadata_end(r);
}

/* ==== Constants ============================================================================= */

static uint64_t key_at(const struct jvm *jvm, size_t index) {
    return 1 + index * (jvm->key_step ? jvm->key_step : 1);
}

static uint64_t key_of(const struct jvm *jvm, struct jvm_names *names, const char *text,
                       bool *fresh) {
    *fresh = false;
    for (size_t i = 0; i < names->len; i++)
        if (strcmp(names->items[i], text) == 0) return key_at(jvm, i);
    *fresh = true;
    names->items = realloc(names->items, (names->len + 1) * sizeof *names->items);
    if (names->items == NULL) abort();
    names->items[names->len++] = strdup(text);
    return key_at(jvm, names->len - 1);
}

uint64_t jvm_symbol(struct jvm *jvm, const char *text) {
    bool fresh;
    return key_of(jvm, &jvm->symbols, text, &fresh);
}

/* Key of the class's package; 0: none. */
static uint64_t package_of(struct jvm *jvm, const char *class_name) {
    char package[200];
    bool fresh;
    const char *slash = strrchr(class_name, '/');
    if (!jvm->with_packages || slash == NULL) return 0;
    snprintf(package, sizeof package, "%.*s", (int)(slash - class_name), class_name);
    jvm_symbol(jvm, package);
    return key_of(jvm, &jvm->packages, package, &fresh);
}

uint64_t jvm_class(struct jvm *jvm, const char *name) {
    bool fresh;
    uint64_t key = key_of(jvm, &jvm->classes, name, &fresh);
    jvm_symbol(jvm, name);
    package_of(jvm, name);
    return key;
}

/* "A.leaf~" -> class "A", method "leaf", hidden. */
struct parts {
    char class_name[200], method[200];
    bool hidden;
};

static struct parts split(const char *name) {
    struct parts p = {.hidden = strchr(name, '~') != NULL};
    const char *dot = strrchr(name, '.');
    if (dot == NULL) abort();
    snprintf(p.class_name, sizeof p.class_name, "%.*s", (int)(dot - name), name);
    snprintf(p.method, sizeof p.method, "%.*s", (int)strcspn(dot + 1, "~"), dot + 1);
    return p;
}

uint64_t jvm_method(struct jvm *jvm, const char *name) {
    bool fresh;
    uint64_t key = key_of(jvm, &jvm->methods, name, &fresh);
    if (!fresh) return key;
    struct parts p = split(name);
    jvm_class(jvm, p.class_name);
    jvm_symbol(jvm, p.method);
    jvm_symbol(jvm, "()V");
    return key;
}

struct numbers {
    int line, type, bci;
};

/* Takes the next word of the frames; false at the end. */
static bool next_frame(const char **frames, char *name, size_t size, struct numbers *n) {
    size_t len = strcspn(*frames, " ");
    if (len == 0) return false;
    snprintf(name, size, "%.*s", (int)len, *frames);
    *frames += len;
    if (**frames == ' ') *frames += 1;
    char *colon = strchr(name, ':');
    *n = (struct numbers){7, 1, 3};
    if (colon) sscanf(colon, ":%d/%d/%d", &n->line, &n->type, &n->bci);
    if (colon) *colon = 0;
    return true;
}

uint64_t jvm_stack(struct jvm *jvm, const char *frames) {
    bool fresh;
    uint64_t key = key_of(jvm, &jvm->stacks, frames, &fresh);
    char name[400];
    struct numbers n;
    while (fresh && next_frame(&frames, name, sizeof name, &n))
        if (strcmp(name, "...") != 0) jvm_method(jvm, name);
    return key;
}

uint64_t jvm_thread(struct jvm *jvm, const char *name) {
    bool fresh;
    return key_of(jvm, &jvm->threads, name, &fresh);
}

/* ==== Pools ================================================================================= */

static void put_stack(struct jvm *jvm, struct recording *r, const char *frames) {
    char name[400];
    struct numbers n;
    uint64_t count = 0;
    bool truncated = false;
    for (const char *p = frames; next_frame(&p, name, sizeof name, &n); count++)
        if (strcmp(name, "...") == 0) truncated = true;
    put_boolean(r, truncated);
    put_int(r, (int64_t)count - truncated);
    while (next_frame(&frames, name, sizeof name, &n)) {
        if (strcmp(name, "...") == 0) continue;
        put_long(r, (int64_t)jvm_method(jvm, name));
        put_int(r, n.line);
        put_int(r, n.bci);
        put_long(r, n.type);
    }
}

static void put_method(struct jvm *jvm, struct recording *r, const char *name) {
    struct parts p = split(name);
    put_long(r, (int64_t)jvm_class(jvm, p.class_name));
    put_long(r, (int64_t)jvm_symbol(jvm, p.method));
    put_long(r, (int64_t)jvm_symbol(jvm, "()V"));
    put_int(r, 1); /* modifiers */
    put_boolean(r, p.hidden);
}

static void static_pools(struct recording *r) {
    static const char *const frame_types[] = {"Interpreted", "JIT compiled", "Inlined", "Native"};
    pool_begin(r, TYPE_FRAME_TYPE, 4);
    for (int i = 0; i < 4; i++) {
        put_long(r, i);
        put_utf8(r, frame_types[i]);
    }
    pool_begin(r, TYPE_THREAD_STATE, 3);
    put_long(r, STATE_DEFAULT); /* async-profiler's alone */
    put_utf8(r, "STATE_DEFAULT");
    put_long(r, STATE_RUNNABLE);
    put_utf8(r, "STATE_RUNNABLE");
    put_long(r, STATE_SLEEPING);
    put_utf8(r, "STATE_SLEEPING");
}

void jvm_pools(struct jvm *jvm, struct recording *r) {
    checkpoint_begin(r, jvm->with_packages ? 8 : 7);
    static_pools(r);
    pool_begin(r, TYPE_STACK_TRACE, jvm->stacks.len);
    for (size_t i = 0; i < jvm->stacks.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_stack(jvm, r, jvm->stacks.items[i]);
    }
    pool_begin(r, TYPE_METHOD, jvm->methods.len);
    for (size_t i = 0; i < jvm->methods.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_method(jvm, r, jvm->methods.items[i]);
    }
    pool_begin(r, TYPE_CLASS, jvm->classes.len);
    for (size_t i = 0; i < jvm->classes.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_long(r, (int64_t)jvm_symbol(jvm, jvm->classes.items[i]));
        put_long(r, (int64_t)package_of(jvm, jvm->classes.items[i]));
    }
    if (jvm->with_packages) pool_begin(r, TYPE_PACKAGE, jvm->packages.len);
    for (size_t i = 0; i < jvm->packages.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_long(r, (int64_t)jvm_symbol(jvm, jvm->packages.items[i]));
        put_long(r, 0); /* module */
    }
    pool_begin(r, TYPE_SYMBOL, jvm->symbols.len);
    for (size_t i = 0; i < jvm->symbols.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_utf8(r, jvm->symbols.items[i]);
    }
    pool_begin(r, TYPE_THREAD, jvm->threads.len);
    for (size_t i = 0; i < jvm->threads.len; i++) {
        put_long(r, (int64_t)key_at(jvm, i));
        put_null(r);                   /* osName */
        put_long(r, 100 + (int64_t)i); /* osThreadId */
        put_utf8(r, jvm->threads.items[i]);
        put_long(r, (int64_t)i); /* javaThreadId */
    }
    checkpoint_end(r);
}

static void free_names(struct jvm_names *names) {
    for (size_t i = 0; i < names->len; i++) free(names->items[i]);
    free(names->items);
    *names = (struct jvm_names){0};
}

void jvm_free(struct jvm *jvm) {
    free_names(&jvm->symbols);
    free_names(&jvm->classes);
    free_names(&jvm->packages);
    free_names(&jvm->methods);
    free_names(&jvm->stacks);
    free_names(&jvm->threads);
}

/* ==== Events ================================================================================ */

void jvm_sample_of(struct recording *r, uint64_t type, int64_t ticks, uint64_t thread,
                   uint64_t stack, uint64_t state) {
    bool sample = type == EVENT_EXECUTION_SAMPLE || type == EVENT_NATIVE_METHOD_SAMPLE ||
                  type == EVENT_WALL_CLOCK_SAMPLE;
    event_begin(r, type);
    put_long(r, ticks);
    put_long(r, (int64_t)thread);
    put_long(r, (int64_t)stack);
    if (sample) put_long(r, (int64_t)state);
    if (type == EVENT_WALL_CLOCK_SAMPLE) put_int(r, 1);
    event_end(r);
}

void jvm_sample(struct recording *r, int64_t ticks, uint64_t thread, uint64_t stack) {
    jvm_sample_of(r, EVENT_EXECUTION_SAMPLE, ticks, thread, stack, STATE_RUNNABLE);
}

void jvm_chunk(struct recording *r, const struct chunk_head *head, const char *const *stacks,
               size_t count) {
    struct jvm jvm = {0};
    int64_t ticks = head ? head->start_ticks : usual_head.start_ticks;
    chunk_begin(r, head);
    jvm_types(r);
    for (size_t i = 0; i < count; i++, ticks += 1000000)
        jvm_sample(r, ticks, jvm_thread(&jvm, "main"), jvm_stack(&jvm, stacks[i]));
    jvm_pools(&jvm, r);
    chunk_end(r);
    jvm_free(&jvm);
}
