/* What the tables of a JVM say is what the agent answers; here of one that has the tables alone. */
#include "agent/ground/registers.h"
#include "agent/jvm/nativewalk.h"
#include "agent/jvm/vmstructs.h"
#include "tests/support/fake_libjvm.h"
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

struct anchor {
    uintptr_t sp, pc, fp;
};
struct os_thread {
    uint64_t before;
    pid_t id;
};
struct monitor {
    uint64_t before, owner;
};
struct java_thread {
    void *before;
    const struct os_thread *os;
    const struct monitor *pending;
    int64_t current_id;
    void *vthread;
    int32_t terminated;
    int32_t state;
    char *stack_base;
    size_t stack_size;
    struct anchor anchor;
};

struct flag {
    const bool *address;
    const char *name;
    uint64_t behind;
};

static const bool yes = true, no = false;
static const struct flag flags[] = {{&no, "Verbose"}, {&yes, NULL}, {&yes, "CheckJNICalls"}};
static const struct flag *const flags_at = flags;
static const uint64_t flags_count = 3;
static int32_t release = 17;

static char code[1000];
static const char *const code_low = code + 100, *const code_high = code + 900;

static const struct field_row fields[] = {
    {"CodeCache", "_low_bound", "address", 1, 0, &code_low},
    {"CodeCache", "_high_bound", "address", 1, 0, &code_high},
    {"JavaThread", "_thread_state", "JavaThreadState", 0, offsetof(struct java_thread, state)},
    {"Thread", "_stack_base", "address", 0, offsetof(struct java_thread, stack_base)},
    {"Thread", "_stack_size", "size_t", 0, offsetof(struct java_thread, stack_size)},
    {"JavaThread", "_anchor", "JavaFrameAnchor", 0, offsetof(struct java_thread, anchor)},
    {"JavaFrameAnchor", "_last_Java_sp", "intptr_t*", 0, offsetof(struct anchor, sp)},
    {"JavaFrameAnchor", "_last_Java_pc", "address", 0, offsetof(struct anchor, pc)},
    {"JavaFrameAnchor", "_last_Java_fp", "intptr_t*", 0, offsetof(struct anchor, fp)},
    {"JavaThread", "_osthread", "OSThread*", 0, offsetof(struct java_thread, os)},
    {"OSThread", "_thread_id", "pid_t", 0, offsetof(struct os_thread, id)},
    {"JavaThread", "_current_pending_monitor", "ObjectMonitor*", 0,
     offsetof(struct java_thread, pending)},
    {"ObjectMonitor", "_owner", "void*", 0, offsetof(struct monitor, owner)},
    {"JavaThread", "_monitor_owner_id", "int64_t", 0, offsetof(struct java_thread, current_id)},
    {"JavaThread", "_vthread", "OopHandle", 0, offsetof(struct java_thread, vthread)},
    {"JavaThread", "_terminated", "int", 0, offsetof(struct java_thread, terminated)},
    {"Abstract_VM_Version", "_vm_major_version", "int", 1, 0, &release},
    {"JVMFlag", "_name", "const char*", 0, offsetof(struct flag, name)},
    {"JVMFlag", "_addr", "void*", 0, offsetof(struct flag, address)},
    {"JVMFlag", "flags", "JVMFlag*", 1, 0, &flags_at},
    {"JVMFlag", "numFlags", "size_t", 1, 0, &flags_count},
    {NULL}};
static const struct type_row {
    const char *name, *super;
    int32_t is_oop, is_integer, is_unsigned;
    uint64_t size;
} types[] = {{"Thread", .size = 1}, {"JVMFlag", .size = sizeof(struct flag)}, {NULL}};
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

static void *library;

static void load_jvm(void) {
    library = fake_libjvm();
    set_pointer(library, "gHotSpotVMStructs", fields);
    set_stride(library, "gHotSpotVMStructEntryArrayStride", sizeof *fields);
    set_pointer(library, "gHotSpotVMIntConstants", constants);
    set_stride(library, "gHotSpotVMIntConstantEntryArrayStride", sizeof *constants);
    set_pointer(library, "gHotSpotVMTypes", types);
    set_stride(library, "gHotSpotVMTypeEntryArrayStride", sizeof *types);
}

/* A JVM whose tables lack this field; NULL: none. */
static void open_without(const char *type, const char *field) {
    static struct field_row rows[sizeof fields / sizeof *fields];
    size_t len = 0;
    for (const struct field_row *row = fields; row->type; row++)
        if (!type || strcmp(row->type, type) != 0 || strcmp(row->field, field) != 0)
            rows[len++] = *row;
    rows[len] = (struct field_row){NULL};
    load_jvm();
    set_pointer(library, "gHotSpotVMStructs", rows);
    vmstructs_open();
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

/* A thread of each kind of answer, and what is said of it: in one line. */
static const char *said_of_thread(void) {
    static char said[200];
    static char stack[1000];
    static const struct os_thread os = {.id = 77};
    static const struct monitor monitor = {.owner = 99};
    struct java_thread thread = {.os = &os,
                                 .pending = &monitor,
                                 .current_id = 5,
                                 .vthread = stack,
                                 .state = 8,
                                 .stack_base = stack + sizeof stack,
                                 .stack_size = sizeof stack,
                                 .anchor = {1, 2, 3}};
    snprintf(said, sizeof said, "%d %d %d %d %d %d %d%d %d%d",
             vmstructs_state(&thread) == VM_STATE_JAVA, (int)vmstructs_tid(&thread),
             (int)vmstructs_pending_owner(&thread), (int)vmstructs_current_id(&thread),
             vmstructs_vthread_slot(&thread) == stack, vmstructs_release(),
             (int)vmstructs_stack_left(&thread, (uintptr_t)stack),
             (int)vmstructs_stack_left(&thread, (uintptr_t)stack - 1), vmstructs_has_left(&thread),
             vmstructs_flag("CheckJNICalls"));
    return said;
}

static const struct lacking {
    const char *type, *field, *said;
} lacking[] = {
    {NULL, NULL, "1 77 99 5 1 17 10000 11"},
    {"JavaThread", "_thread_state", "0 77 99 5 1 17 10000 11"},
    {"JavaThread", "_osthread", "1 0 99 5 1 17 10000 11"},
    {"OSThread", "_thread_id", "1 0 99 5 1 17 10000 11"},
    {"JavaThread", "_current_pending_monitor", "1 77 0 5 1 17 10000 11"},
    {"ObjectMonitor", "_owner", "1 77 0 5 1 17 10000 11"},
    {"JavaThread", "_monitor_owner_id", "1 77 99 0 1 17 10000 11"},
    {"JavaThread", "_vthread", "1 77 99 5 0 17 10000 11"},
    {"Abstract_VM_Version", "_vm_major_version", "1 77 99 5 1 0 10000 11"},
    {"Thread", "_stack_base", "1 77 99 5 1 17 00 11"},
    {"Thread", "_stack_size", "1 77 99 5 1 17 00 11"},
    {"JavaThread", "_anchor", "1 77 99 5 1 17 10000 01"},
    {"JavaFrameAnchor", "_last_Java_sp", "1 77 99 5 1 17 10000 01"},
    {"JVMFlag", "flags", "1 77 99 5 1 17 10000 10"},
    {"JVMFlag", "numFlags", "1 77 99 5 1 17 10000 10"},
};

START_TEST(what_the_tables_lack_is_not_known_and_all_else_is) {
    open_without(lacking[_i].type, lacking[_i].field);
    ck_assert_str_eq(said_of_thread(), lacking[_i].said);
}
END_TEST

START_TEST(of_a_thread_that_is_none_nothing_is_known) {
    const struct java_thread idle = {.state = 10};
    open_without(NULL, NULL);
    for (int i = 0; i < 2; i++) { /* nor of one that runs nothing */
        const void *thread = i ? &idle : NULL;
        ck_assert_int_eq(vmstructs_tid(thread), 0);
        ck_assert_uint_eq(vmstructs_pending_owner(thread), 0);
        ck_assert_int_eq(vmstructs_current_id(thread), 0);
        ck_assert_ptr_null(vmstructs_vthread_slot(thread));
        ck_assert_uint_eq(vmstructs_stack_left(thread, 1), 0);
        ck_assert(!vmstructs_has_left(thread));
    }
}
END_TEST

START_TEST(the_owner_of_a_monitor_is_an_address_or_a_number) {
    static char stack[100];
    struct java_thread thread = {.stack_base = stack + 100, .stack_size = 100};
    struct monitor monitor = {0};
    open_without(NULL, NULL);
    thread.pending = &monitor;
    for (uint64_t owner = 0; owner < 4; owner++) { /* 1 and 2 are no threads */
        monitor.owner = owner;
        ck_assert_uint_eq(vmstructs_pending_owner(&thread), owner < 3 ? 0 : owner);
    }
    ck_assert(vmstructs_is_owner(&thread, 5, (uintptr_t)&thread));
    ck_assert(!vmstructs_is_owner(&thread, 5, 5));
    ck_assert(vmstructs_is_owner(&thread, 5, (uintptr_t)stack)); /* a lock on its stack */
    ck_assert(vmstructs_is_owner(&thread, 5, (uintptr_t)stack + 99));
    ck_assert(!vmstructs_is_owner(&thread, 5, (uintptr_t)stack + 100));
    ck_assert(!vmstructs_is_owner(&thread, 5, (uintptr_t)stack - 1));
    ck_assert(!vmstructs_is_owner(NULL, 5, 0));
    static struct field_row rows[sizeof fields / sizeof *fields];
    memcpy(rows, fields, sizeof fields);
    for (struct field_row *row = rows; row->type; row++)
        if (strcmp(row->field, "_owner") == 0) row->field_type = "int64_t";
    set_pointer(library, "gHotSpotVMStructs", rows);
    vmstructs_open();
    ck_assert(vmstructs_is_owner(&thread, 5, 5) && vmstructs_is_owner(NULL, 5, 5));
    ck_assert(!vmstructs_is_owner(&thread, 5, 6));
    ck_assert(!vmstructs_is_owner(&thread, 5, (uintptr_t)&thread));
}
END_TEST

START_TEST(code_of_the_jvms_lies_within_the_bounds_of_its_cache) {
    const uintptr_t at = (uintptr_t)code;
    open_without(NULL, NULL);
    ck_assert(!vmstructs_pc_is_java(0) && !vmstructs_pc_is_java(at + 99));
    ck_assert(vmstructs_pc_is_java(at + 100) && vmstructs_pc_is_java(at + 899));
    ck_assert(!vmstructs_pc_is_java(at + 900));
    open_without("CodeCache", "_low_bound"); /* then it is not known where */
    ck_assert(!vmstructs_pc_is_java(at + 100));
    open_without("CodeCache", "_high_bound");
    ck_assert(!vmstructs_pc_is_java(at + 100));
}
END_TEST

/* The frames of C above Java's end where Java's begin. */
START_TEST(a_chain_of_frame_pointers_ends_in_code_of_the_jvms) {
    uintptr_t pcs[10], stack[4] = {(uintptr_t)&stack[2], (uintptr_t)code, 0, (uintptr_t)code + 100};
    ucontext_t context;
    memset(&context, 0, sizeof context);
    registers_set_pc(&context, (uintptr_t)code + 10);
    REGISTER(&context, REG_RSP, sp) = (__typeof__(REGISTER(&context, REG_RSP, sp)))stack;
    REGISTER(&context, REG_RBP, regs[29]) = (__typeof__(REGISTER(&context, REG_RSP, sp)))stack;
    open_without(NULL, NULL);
    ck_assert_int_eq(nativewalk_own(&context, (uintptr_t)(stack + 4), pcs, 10), 2);
    ck_assert_uint_eq(pcs[1], (uintptr_t)code);
    registers_set_pc(&context, (uintptr_t)code + 100);
    ck_assert_int_eq(nativewalk_own(&context, (uintptr_t)(stack + 4), pcs, 10), 0);
}
END_TEST

START_TEST(tables_are_asked_for_by_type_and_name) {
    open_without(NULL, NULL);
    ck_assert_int_eq(vmstructs_offset("JavaThread", "_thread_state"),
                     offsetof(struct java_thread, state));
    ck_assert_int_eq(vmstructs_offset("JavaThread", "_stack_base"), -1); /* Thread's */
    ck_assert_int_eq(vmstructs_offset("JVMFlag", "flags"), -1);          /* static */
    ck_assert_int_eq(vmstructs_offset("Nothing", "flags"), -1);
    ck_assert_ptr_eq(vmstructs_static("JVMFlag", "flags"), &flags_at);
    ck_assert_ptr_null(vmstructs_static("JVMFlag", "_name"));
    ck_assert_ptr_null(vmstructs_static("JVMFlag", "nothing"));
    ck_assert_int_eq(vmstructs_constant("_thread_blocked"), 10);
    ck_assert_int_eq(vmstructs_constant("_thread_bloc"), -1);
    ck_assert_int_eq(vmstructs_size("JVMFlag"), sizeof(struct flag));
    ck_assert_int_eq(vmstructs_size("JVMFlags"), -1);
    ck_assert(vmstructs_flag("CheckJNICalls") && !vmstructs_flag("Verbose"));
    ck_assert(!vmstructs_flag("CheckJNI"));
    ck_assert_ptr_nonnull(vmstructs_libjvm());
    set_stride(library, "gHotSpotVMStructEntryArrayStride", sizeof *fields + 8);
    vmstructs_open(); /* rows of another kind */
    ck_assert(!vmstructs_has_states());
    ck_assert_int_eq(vmstructs_size("JVMFlag"), -1);
    ck_assert(!vmstructs_flag("CheckJNICalls"));
}
END_TEST

START_TEST(without_a_jvm_nothing_is_known) {
    struct java_thread thread = {.state = 8};
    vmstructs_open();
    ck_assert(!vmstructs_has_states());
    ck_assert_int_eq(vmstructs_state(&thread), VM_STATE_UNKNOWN);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("vmstructs");
    TCase *cases = tcase_create("vmstructs");
    tcase_add_test(cases, without_a_jvm_nothing_is_known);
    tcase_add_test(cases, a_thread_is_in_the_state_whose_number_the_tables_give);
    tcase_add_loop_test(cases, what_the_tables_lack_is_not_known_and_all_else_is, 0,
                        sizeof lacking / sizeof *lacking);
    tcase_add_test(cases, of_a_thread_that_is_none_nothing_is_known);
    tcase_add_test(cases, code_of_the_jvms_lies_within_the_bounds_of_its_cache);
    tcase_add_test(cases, a_chain_of_frame_pointers_ends_in_code_of_the_jvms);
    tcase_add_test(cases, the_owner_of_a_monitor_is_an_address_or_a_number);
    tcase_add_test(cases, tables_are_asked_for_by_type_and_name);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
