#include "agent/jvm/vmstructs.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The rows of the tables, as HotSpot lays them out (their strides are exported as well, and
 * checked). */
struct field_row {
    const char *type, *field, *field_type;
    int32_t is_static;
    uint64_t offset;
    void *address;
};
struct constant_row {
    const char *name;
    int32_t value;
};
struct type_row {
    const char *name, *super;
    int32_t is_oop, is_integer, is_unsigned;
    uint64_t size;
};

static struct {
    void *libjvm;
    const struct field_row *fields;
    const struct constant_row *constants;
    bool owner_is_id; /* of the thread, in Java; else its address or one on its stack */
    /* -1, of static fields 0: not known */
    int64_t state, os_thread, tid, pending, owner, current, vthread;
    int64_t stack_base, stack_size, anchor,
        left; /* left: its sp when it left Java, 0: it has not */
    int64_t in_java, in_native, blocked;
    int64_t release, flags, flags_count, flag_name, flag_value, flag_size;
    int64_t code_low, code_high;
} vm;

static int find_libjvm(struct dl_phdr_info *info, size_t size, void *arg) {
    const char *slash = info->dlpi_name ? strrchr(info->dlpi_name, '/') : NULL;
    if (!slash || strcmp(slash, "/libjvm.so") != 0) return 0;
    *(void **)arg = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    return 1;
}

static const void *table_of(const char *name, const char *stride, size_t row) {
    uint64_t *size = dlsym(vm.libjvm, stride);
    const void *const *start = dlsym(vm.libjvm, name);
    return size && start && *size == row ? *start : NULL;
}

static const struct field_row *field_of(const char *type, const char *field) {
    for (const struct field_row *row = vm.fields; row && row->type; row++)
        if (strcmp(row->type, type) == 0 && strcmp(row->field, field) == 0) return row;
    return NULL;
}

int64_t vmstructs_offset(const char *type, const char *field) {
    const struct field_row *row = field_of(type, field);
    return row && !row->is_static ? (int64_t)row->offset : -1;
}

const void *vmstructs_static(const char *type, const char *field) {
    const struct field_row *row = field_of(type, field);
    return row && row->is_static ? row->address : NULL;
}

int64_t vmstructs_constant(const char *name) {
    for (const struct constant_row *row = vm.constants; row && row->name; row++)
        if (strcmp(row->name, name) == 0) return row->value;
    return -1;
}

int64_t vmstructs_size(const char *type) {
    const struct type_row *row = NULL;
    if (vm.fields) /* else nothing is to be known */
        row = table_of("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride", sizeof *row);
    for (; row && row->name; row++)
        if (strcmp(row->name, type) == 0) return (int64_t)row->size;
    return -1;
}

static int64_t answer_of(const struct vmstructs_row *row) {
    switch (row->kind) {
    case VMSTRUCTS_FIELD: return vmstructs_offset(row->type, row->field);
    case VMSTRUCTS_SIZE: return vmstructs_size(row->type);
    case VMSTRUCTS_CONSTANT: return vmstructs_constant(row->type);
    default: return (int64_t)(uintptr_t)vmstructs_static(row->type, row->field);
    }
}

bool vmstructs_read(const struct vmstructs_row *rows, size_t count, void *into) {
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        const struct vmstructs_row *row = &rows[i];
        int64_t *place = (int64_t *)(void *)((char *)into + row->at);
        bool taken = i > 0 && rows[i - 1].at == row->at && *place >= 0;
        if (!taken) *place = answer_of(row);
        all &= !row->needed || *place > 0 || (*place == 0 && row->kind != VMSTRUCTS_STATIC);
    }
    return all;
}

static const struct vmstructs_row rows[] = {
#define ROW(place, kind, ...) \
    { offsetof(__typeof__(vm), place), VMSTRUCTS_##kind, 0, __VA_ARGS__ }
    ROW(state, FIELD, "JavaThread", "_thread_state"),
    ROW(os_thread, FIELD, "JavaThread", "_osthread"),
    ROW(os_thread, FIELD, "Thread", "_osthread"), /* what all threads have in JDK 11 */
    ROW(tid, FIELD, "OSThread", "_thread_id"),
    ROW(pending, FIELD, "JavaThread", "_current_pending_monitor"),
    ROW(pending, FIELD, "Thread", "_current_pending_monitor"),
    ROW(owner, FIELD, "ObjectMonitor", "_owner"),
    ROW(current, FIELD, "JavaThread", "_monitor_owner_id"),
    ROW(vthread, FIELD, "JavaThread", "_vthread"),
    ROW(stack_base, FIELD, "JavaThread", "_stack_base"),
    ROW(stack_base, FIELD, "Thread", "_stack_base"),
    ROW(stack_size, FIELD, "JavaThread", "_stack_size"),
    ROW(stack_size, FIELD, "Thread", "_stack_size"),
    ROW(anchor, FIELD, "JavaThread", "_anchor"),
    ROW(left, FIELD, "JavaFrameAnchor", "_last_Java_sp"),
    ROW(in_java, CONSTANT, "_thread_in_Java", NULL),
    ROW(in_native, CONSTANT, "_thread_in_native", NULL),
    ROW(blocked, CONSTANT, "_thread_blocked", NULL),
    ROW(release, STATIC, "Abstract_VM_Version", "_vm_major_version"),
    ROW(flags, STATIC, "JVMFlag", "flags"),
    ROW(flags_count, STATIC, "JVMFlag", "numFlags"),
    ROW(flag_name, FIELD, "JVMFlag", "_name"),
    ROW(flag_value, FIELD, "JVMFlag", "_addr"),
    ROW(flag_size, SIZE, "JVMFlag", NULL),
    ROW(code_low, STATIC, "CodeCache", "_low_bound"),
    ROW(code_high, STATIC, "CodeCache", "_high_bound"),
#undef ROW
};

void vmstructs_open(void) {
    memset(&vm, 0, sizeof vm);
    dl_iterate_phdr(find_libjvm, &vm.libjvm);
    if (vm.libjvm && !getenv("JFRAGENT_NO_VMSTRUCTS")) {
        vm.fields = table_of("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                             sizeof(struct field_row));
        vm.constants = table_of("gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride",
                                sizeof(struct constant_row));
    }
    vmstructs_read(rows, sizeof rows / sizeof *rows, &vm);
    if (vm.anchor < 0 || vm.left < 0) vm.left = -1;
    else vm.left += vm.anchor;
    const struct field_row *owner = field_of("ObjectMonitor", "_owner");
    vm.owner_is_id = owner && owner->field_type && strcmp(owner->field_type, "int64_t") == 0;
}

void *vmstructs_libjvm(void) {
    return vm.libjvm;
}

int vmstructs_release(void) {
    return vm.release ? *(const int32_t *)(uintptr_t)vm.release : 0;
}

bool vmstructs_has_states(void) {
    return vm.state >= 0 && vm.in_java >= 0 && vm.in_native >= 0;
}

enum vm_state vmstructs_state(const void *java_thread) {
    if (!java_thread || !vmstructs_has_states()) return VM_STATE_UNKNOWN;
    int32_t state =
        __atomic_load_n((const int32_t *)((const char *)java_thread + vm.state), __ATOMIC_ACQUIRE);
    if (state == vm.in_java) return VM_STATE_JAVA;
    if (state == vm.in_native) return VM_STATE_NATIVE;
    return state == vm.blocked ? VM_STATE_BLOCKED : VM_STATE_OTHER;
}

/* The word of an object's field; 0: there is no object, or no such field. */
static uint64_t word_at(const void *object, int64_t offset) {
    return object && offset >= 0
               ? __atomic_load_n((const uint64_t *)(const void *)((const char *)object + offset),
                                 __ATOMIC_ACQUIRE)
               : 0;
}

static const char *pointer_at(const void *object, int64_t offset) {
    return (const char *)(uintptr_t)word_at(object, offset);
}

pid_t vmstructs_tid(const void *java_thread) {
    const char *os = vm.tid >= 0 ? pointer_at(java_thread, vm.os_thread) : NULL;
    return os ? *(const pid_t *)(os + vm.tid) : 0;
}

uint64_t vmstructs_pending_owner(const void *java_thread) {
    uint64_t owner = word_at(pointer_at(java_thread, vm.pending), vm.owner);
    return owner <= 2 ? 0 : owner; /* 1: somebody, 2: the monitor is being dropped */
}

int64_t vmstructs_current_id(const void *java_thread) {
    return (int64_t)word_at(java_thread, vm.current);
}

void *vmstructs_vthread_slot(const void *java_thread) {
    return (void *)(uintptr_t)word_at(java_thread, vm.vthread);
}

uintptr_t vmstructs_stack_left(const void *java_thread, uintptr_t sp) {
    uintptr_t base = (uintptr_t)word_at(java_thread, vm.stack_base);
    uintptr_t size = (uintptr_t)word_at(java_thread, vm.stack_size);
    return sp < base && base - sp <= size ? base - sp : 0;
}

bool vmstructs_has_left(const void *java_thread) {
    return word_at(java_thread, vm.left) != 0;
}

bool vmstructs_is_owner(const void *java_thread, int64_t java_id, uint64_t owner) {
    if (vm.owner_is_id) return owner == (uint64_t)java_id;
    if (!java_thread || owner == (uintptr_t)java_thread) return java_thread != NULL;
    return vmstructs_stack_left(java_thread, (uintptr_t)owner) > 0;
}

bool vmstructs_pc_is_java(uintptr_t pc) {
    return vm.code_low && vm.code_high && pc >= *(const uintptr_t *)(uintptr_t)vm.code_low &&
           pc < *(const uintptr_t *)(uintptr_t)vm.code_high;
}

bool vmstructs_flag(const char *name) {
    const char *flags = vm.flags ? *(const char *const *)(uintptr_t)vm.flags : NULL;
    if (!flags || !vm.flags_count || vm.flag_size <= 0) return false;
    for (uint64_t i = 0; i < *(const uint64_t *)(uintptr_t)vm.flags_count; i++) {
        const char *flag = flags + i * (uint64_t)vm.flag_size;
        const char *its_name = *(const char *const *)(flag + vm.flag_name);
        if (its_name && strcmp(its_name, name) == 0)
            return **(const bool *const *)(flag + vm.flag_value);
    }
    return false;
}
