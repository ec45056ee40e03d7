/* What the tables of a JVM say is what the agent answers; here of one that has the tables alone. */
#include "agent/jvm/vmstructs.h"
#include "tests/support/suite.h"

#include <check.h>
#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* As HotSpot lays them out. */
struct field_row {
    const char *type, *field, *field_type;
    int32_t is_static;
    uint64_t offset;
    const void *address;
};
struct constant_row {
    const char *name;
    int32_t value;
};

struct queue { /* the interpreter's code */
    const char *name, *buffer;
    int32_t limit;
};
struct anchor {
    uintptr_t sp, pc, fp;
};
struct java_thread {
    void *before;
    int32_t state;
    char *stack_base;
    size_t stack_size;
    struct anchor anchor;
};
struct wrapper {
    struct java_thread *thread;
    void *handles;
    struct anchor before;
};

static char code[100];
static const struct queue interpreter = {"interpreter", code, sizeof code};
static const struct queue *const interpreter_at = &interpreter;
static const uintptr_t call_returns = 0x10000;

static const struct field_row fields[] = {
    {"JavaThread", "_thread_state", "JavaThreadState", 0, offsetof(struct java_thread, state)},
    {"Thread", "_stack_base", "address", 0, offsetof(struct java_thread, stack_base)},
    {"Thread", "_stack_size", "size_t", 0, offsetof(struct java_thread, stack_size)},
    {"JavaThread", "_anchor", "JavaFrameAnchor", 0, offsetof(struct java_thread, anchor)},
    {"JavaFrameAnchor", "_last_Java_sp", "intptr_t*", 0, offsetof(struct anchor, sp)},
    {"JavaFrameAnchor", "_last_Java_pc", "address", 0, offsetof(struct anchor, pc)},
    {"JavaFrameAnchor", "_last_Java_fp", "intptr_t*", 0, offsetof(struct anchor, fp)},
    {"JavaCallWrapper", "_anchor", "JavaFrameAnchor", 0, offsetof(struct wrapper, before)},
    {"StubRoutines", "_call_stub_return_address", "address", 1, 0, &call_returns},
    {"AbstractInterpreter", "_code", "StubQueue*", 1, 0, &interpreter_at},
    {"StubQueue", "_stub_buffer", "address", 0, offsetof(struct queue, buffer)},
    {"StubQueue", "_buffer_limit", "int", 0, offsetof(struct queue, limit)},
    {NULL}};
static const struct constant_row constants[] = {{"_thread_new", 2},
                                                {"_thread_in_native", 4},
                                                {"_thread_in_vm", 6},
                                                {"_thread_in_vm_trans", 7},
                                                {"_thread_in_Java", 8},
                                                {"_thread_blocked", 10},
                                                {NULL}};

static void set_pointer(void *library, const char *name, const void *value) {
    const void **variable = dlsym(library, name);
    ck_assert_ptr_nonnull(variable);
    *variable = value;
}

static void set_stride(void *library, const char *name, uint64_t value) {
    uint64_t *variable = dlsym(library, name);
    ck_assert_ptr_nonnull(variable);
    *variable = value;
}

/* The library lies in the tree that this program was built in. */
static void load_jvm(void) {
    char path[PATH_MAX + 100];
    ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
    ck_assert_int_gt(len, 0);
    path[len] = 0;
    char *tests = strstr(path, "/tests/unit/");
    ck_assert_ptr_nonnull(tests);
    strcpy(tests, "/tests/agent/tables/libjvm.so");
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    ck_assert_msg(library != NULL, "%s", dlerror());
    set_pointer(library, "gHotSpotVMStructs", fields);
    set_stride(library, "gHotSpotVMStructEntryArrayStride", sizeof *fields);
    set_pointer(library, "gHotSpotVMIntConstants", constants);
    set_stride(library, "gHotSpotVMIntConstantEntryArrayStride", sizeof *constants);
}

START_TEST(a_thread_is_in_the_state_whose_number_the_tables_give) {
    static const struct {
        int32_t number;
        enum vm_state wanted;
    } states[] = {{8, VM_STATE_JAVA},
                  {4, VM_STATE_NATIVE},
                  {10, VM_STATE_BLOCKED},
                  {6, VM_STATE_OTHER},
                  {2, VM_STATE_OTHER}};
    load_jvm();
    vmstructs_open();
    ck_assert(vmstructs_has_states());
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct java_thread thread = {.state = states[i].number};
        ck_assert_int_eq(vmstructs_state(&thread), states[i].wanted);
    }
    ck_assert_int_eq(vmstructs_state(NULL), VM_STATE_UNKNOWN);
}
END_TEST

START_TEST(the_interpreter_ends_where_its_buffer_does) {
    load_jvm();
    vmstructs_open();
    uintptr_t begin = (uintptr_t)code;
    ck_assert(!vmstructs_is_interpreter(begin - 1));
    ck_assert(vmstructs_is_interpreter(begin));
    ck_assert(vmstructs_is_interpreter(begin + sizeof code - 1));
    ck_assert(!vmstructs_is_interpreter(begin + sizeof code));
}
END_TEST

START_TEST(where_java_was_left_before_is_in_the_wrapper_of_the_call) {
    static uintptr_t stack[100];
    struct java_thread thread = {.stack_base = (char *)(stack + 100), .stack_size = sizeof stack};
    struct wrapper *wrapper = (struct wrapper *)(stack + 40);
    uintptr_t at = (uintptr_t)wrapper, noted[3] = {0};
    load_jvm();
    vmstructs_open();
    *wrapper = (struct wrapper){&thread, NULL, {(uintptr_t)(stack + 80), 0, 77}};
    ck_assert(vmstructs_anchor_kept(&thread, at, noted));
    ck_assert_uint_eq(noted[0], (uintptr_t)(stack + 80));
    ck_assert_uint_eq(noted[1], 0);
    ck_assert_uint_eq(noted[2], 77);
    ck_assert(!vmstructs_anchor_kept(&thread, at + 1, noted));
    ck_assert(!vmstructs_anchor_kept(&thread, (uintptr_t)(stack + 95), noted)); /* no room */
    ck_assert(!vmstructs_anchor_kept(&thread, (uintptr_t)(stack + 100), noted));
    wrapper->before.sp = at; /* Java was left below */
    ck_assert(!vmstructs_anchor_kept(&thread, at, noted));
    wrapper->before.sp = (uintptr_t)(stack + 100); /* on no stack */
    ck_assert(!vmstructs_anchor_kept(&thread, at, noted));
    wrapper->before.sp = 0; /* its first call */
    ck_assert(!vmstructs_anchor_kept(&thread, at, noted));
    *wrapper = (struct wrapper){NULL, NULL, {(uintptr_t)(stack + 80), 0, 77}};
    ck_assert(!vmstructs_anchor_kept(&thread, at, noted)); /* somebody else's */
    ck_assert(!vmstructs_pc_is_call(call_returns - 256));
    ck_assert(vmstructs_pc_is_call(call_returns - 255));
    ck_assert(vmstructs_pc_is_call(call_returns + 255));
    ck_assert(!vmstructs_pc_is_call(call_returns + 256));
}
END_TEST

START_TEST(a_note_is_changed_only_in_the_jvm) {
    static const int32_t states[] = {2, 4, 6, 7, 8, 10};
    const uintptr_t wanted[3] = {1, 2, 3};
    load_jvm();
    vmstructs_open();
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        struct java_thread thread = {.state = states[i]};
        bool is_in = states[i] == 6 || states[i] == 7;
        ck_assert_int_eq(vmstructs_anchor_set(&thread, wanted), is_in);
        ck_assert_uint_eq(thread.anchor.sp, is_in ? 1 : 0);
    }
}
END_TEST

START_TEST(without_a_jvm_nothing_is_known) {
    struct java_thread thread = {.state = 8};
    vmstructs_open();
    ck_assert(!vmstructs_has_states());
    ck_assert_int_eq(vmstructs_state(&thread), VM_STATE_UNKNOWN);
    ck_assert(!vmstructs_is_interpreter((uintptr_t)code));
    ck_assert(!vmstructs_pc_is_call(0));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vmstructs");
    TCase *cases = tcase_create("vmstructs");
    tcase_add_test(cases, without_a_jvm_nothing_is_known);
    tcase_add_test(cases, a_thread_is_in_the_state_whose_number_the_tables_give);
    tcase_add_test(cases, the_interpreter_ends_where_its_buffer_does);
    tcase_add_test(cases, where_java_was_left_before_is_in_the_wrapper_of_the_call);
    tcase_add_test(cases, a_note_is_changed_only_in_the_jvm);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
