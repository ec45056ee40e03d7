#include "agent/jvm/vmstructs.h"

#include "base/array.h"

#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
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

static struct {
    void *libjvm;
    const struct field_row *fields;
    const struct constant_row *constants;
    int64_t state_offset, osthread_offset, tid_offset; /* -1: not known */
    int64_t pending_offset, owner_offset, stack_base_offset, stack_size_offset;
    int64_t current_offset, vthread_offset;
    int64_t left_offset;    /* of JavaThread: its sp when it left Java, 0: it has not */
    const int32_t *release; /* static field: 17 of JDK 17 */
    bool owner_is_id;       /* of the thread, in Java; else its address or one on its stack */
    int32_t in_java, in_native, blocked;
    int64_t os_state_offset; /* of OSThread */
    int32_t monitor_wait, condvar_wait, object_wait;
    void *const *flags; /* static field: JVMFlag * */
    const uint64_t *flags_count;
    int64_t flag_name, flag_value, flag_size;
} vm;

struct range {
    uintptr_t from, to;
};
/* The mapped files with code, sorted. Handlers may be searching in a list at any time: one that was
 * replaced is freed when nobody is. */
struct file_list {
    struct file_list *next; /* of those to be freed */
    size_t len;
    struct range items[];
};
static struct file_list *_Atomic files;
static struct file_list *replaced;
static _Atomic unsigned searching;

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
    const struct field_row *row = vm.fields;
    while (row && row->type && (strcmp(row->type, type) != 0 || strcmp(row->field, field) != 0))
        row++;
    return row && row->type ? row : NULL;
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
    const struct constant_row *row = vm.constants;
    while (row && row->name && strcmp(row->name, name) != 0) row++;
    return row && row->name ? row->value : -1;
}

int64_t vmstructs_size(const char *type) {
    struct type_row {
        const char *name, *super;
        int32_t is_oop, is_integer, is_unsigned;
        uint64_t size;
    };
    const struct type_row *row = NULL;
    if (vm.fields) /* else nothing is to be known */
        row =
            table_of("gHotSpotVMTypes", "gHotSpotVMTypeEntryArrayStride", sizeof(struct type_row));
    while (row && row->name && strcmp(row->name, type) != 0) row++;
    return row && row->name ? (int64_t)row->size : -1;
}

static void read_offsets(void) {
    /* Fields of all threads in JDK 11 became those of Java's later. */
    static const struct {
        int64_t *to;
        const char *type, *older_type, *field;
    } rows[] = {
        {&vm.state_offset, "JavaThread", NULL, "_thread_state"},
        {&vm.osthread_offset, "JavaThread", "Thread", "_osthread"},
        {&vm.tid_offset, "OSThread", NULL, "_thread_id"},
        {&vm.os_state_offset, "OSThread", NULL, "_state"},
        {&vm.pending_offset, "JavaThread", "Thread", "_current_pending_monitor"},
        {&vm.owner_offset, "ObjectMonitor", NULL, "_owner"},
        {&vm.current_offset, "JavaThread", NULL, "_monitor_owner_id"},
        {&vm.vthread_offset, "JavaThread", NULL, "_vthread"},
        {&vm.stack_base_offset, "JavaThread", "Thread", "_stack_base"},
        {&vm.stack_size_offset, "JavaThread", "Thread", "_stack_size"},
        {&vm.flag_name, "JVMFlag", NULL, "_name"},
        {&vm.flag_value, "JVMFlag", NULL, "_addr"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *rows[i].to = vmstructs_offset(rows[i].type, rows[i].field);
        if (*rows[i].to < 0 && rows[i].older_type)
            *rows[i].to = vmstructs_offset(rows[i].older_type, rows[i].field);
    }
    int64_t anchor = vmstructs_offset("JavaThread", "_anchor");
    int64_t sp = vmstructs_offset("JavaFrameAnchor", "_last_Java_sp");
    vm.left_offset = anchor >= 0 && sp >= 0 ? anchor + sp : -1;
}

void vmstructs_open(void) {
    memset(&vm, 0, sizeof vm);
    dl_iterate_phdr(find_libjvm, &vm.libjvm);
    if (vm.libjvm && !getenv("JFRAGENT_NO_VMSTRUCTS")) {
        vm.fields = table_of("gHotSpotVMStructs", "gHotSpotVMStructEntryArrayStride",
                             sizeof(struct field_row));
        vm.constants = table_of("gHotSpotVMIntConstants", "gHotSpotVMIntConstantEntryArrayStride",
                                sizeof(struct constant_row));
    }
    read_offsets();
    const struct field_row *owner = field_of("ObjectMonitor", "_owner");
    vm.owner_is_id = owner && owner->field_type && strcmp(owner->field_type, "int64_t") == 0;
    vm.in_java = (int32_t)vmstructs_constant("_thread_in_Java");
    vm.in_native = (int32_t)vmstructs_constant("_thread_in_native");
    vm.blocked = (int32_t)vmstructs_constant("_thread_blocked");
    vm.monitor_wait = (int32_t)vmstructs_constant("MONITOR_WAIT");
    vm.condvar_wait = (int32_t)vmstructs_constant("CONDVAR_WAIT");
    vm.object_wait = (int32_t)vmstructs_constant("OBJECT_WAIT");
    vm.release = vmstructs_static("Abstract_VM_Version", "_vm_major_version");
    vm.flags = vmstructs_static("JVMFlag", "flags");
    vm.flags_count = vmstructs_static("JVMFlag", "numFlags");
    vm.flag_size = vmstructs_size("JVMFlag");
}

void *vmstructs_libjvm(void) {
    return vm.libjvm;
}

int vmstructs_release(void) {
    return vm.release ? *vm.release : 0;
}

bool vmstructs_has_states(void) {
    return vm.state_offset >= 0 && vm.in_java >= 0 && vm.in_native >= 0;
}

static enum vm_state state_at(const void *java_thread) {
    int32_t state = __atomic_load_n((const int32_t *)((const char *)java_thread + vm.state_offset),
                                    __ATOMIC_ACQUIRE);
    if (state == vm.in_java) return VM_STATE_JAVA;
    if (state == vm.in_native) return VM_STATE_NATIVE;
    if (state == vm.blocked) return VM_STATE_BLOCKED;
    return VM_STATE_OTHER;
}

enum vm_state vmstructs_state(const void *java_thread) {
    return java_thread && vmstructs_has_states() ? state_at(java_thread) : VM_STATE_UNKNOWN;
}

/* Each state is in a cache line of its own that the JVM has used since: they are asked for some
 * time before they are needed. */
void vmstructs_states(const void *const *java_threads, size_t count, uint8_t *states) {
    enum { AHEAD = 12 };
    bool known = vmstructs_has_states();
    for (size_t i = 0; i < count; i++) {
        if (known && i + AHEAD < count && java_threads[i + AHEAD])
            __builtin_prefetch((const char *)java_threads[i + AHEAD] + vm.state_offset);
        states[i] =
            (uint8_t)(known && java_threads[i] ? state_at(java_threads[i]) : VM_STATE_UNKNOWN);
    }
}

pid_t vmstructs_tid(const void *java_thread) {
    if (!java_thread || vm.osthread_offset < 0 || vm.tid_offset < 0) return 0;
    const char *os = *(const char *const *)((const char *)java_thread + vm.osthread_offset);
    return os ? *(const pid_t *)(os + vm.tid_offset) : 0;
}

bool vmstructs_waits_for_thread(const void *java_thread) {
    if (vm.osthread_offset < 0 || vm.os_state_offset < 0) return false;
    const char *os = *(const char *const *)((const char *)java_thread + vm.osthread_offset);
    int32_t state = os ? *(const int32_t *)(os + vm.os_state_offset) : -1;
    return state >= 0 &&
           (state == vm.monitor_wait || state == vm.condvar_wait || state == vm.object_wait);
}

static uint64_t word_at(const void *object, int64_t offset) {
    return __atomic_load_n((const uint64_t *)(const void *)((const char *)object + offset),
                           __ATOMIC_ACQUIRE);
}

uint64_t vmstructs_pending_owner(const void *java_thread) {
    if (!java_thread || vm.pending_offset < 0 || vm.owner_offset < 0) return 0;
    const void *monitor = (const void *)(uintptr_t)word_at(java_thread, vm.pending_offset);
    uint64_t owner = monitor ? word_at(monitor, vm.owner_offset) : 0;
    return owner <= 2 ? 0 : owner; /* 1: somebody, 2: the monitor is being dropped */
}

int64_t vmstructs_current_id(const void *java_thread) {
    return java_thread && vm.current_offset >= 0 ? (int64_t)word_at(java_thread, vm.current_offset)
                                                 : 0;
}

void *vmstructs_vthread_slot(const void *java_thread) {
    if (!java_thread || vm.vthread_offset < 0) return NULL;
    return (void *)(uintptr_t)word_at(java_thread, vm.vthread_offset);
}

uintptr_t vmstructs_stack_left(const void *java_thread, uintptr_t sp) {
    if (!java_thread || vm.stack_base_offset < 0 || vm.stack_size_offset < 0) return 0;
    uintptr_t base = (uintptr_t)word_at(java_thread, vm.stack_base_offset);
    uintptr_t size = (uintptr_t)word_at(java_thread, vm.stack_size_offset);
    return sp < base && base - sp <= size ? base - sp : 0;
}

bool vmstructs_has_left(const void *java_thread) {
    return java_thread && vm.left_offset >= 0 && word_at(java_thread, vm.left_offset) != 0;
}

bool vmstructs_is_owner(const void *java_thread, int64_t java_id, uint64_t owner) {
    if (vm.owner_is_id) return owner == (uint64_t)java_id;
    if (!java_thread || owner == (uintptr_t)java_thread) return java_thread != NULL;
    return vmstructs_stack_left(java_thread, (uintptr_t)owner) > 0;
}

bool vmstructs_pc_is_java(uintptr_t pc) {
    atomic_fetch_add(&searching, 1);
    const struct file_list *list = atomic_load(&files);
    size_t low = 0, high = list ? list->len : 0;
    bool found = high == 0;
    while (low < high && !found) {
        size_t middle = (low + high) / 2;
        if (pc < list->items[middle].from) high = middle;
        else if (pc >= list->items[middle].to) low = middle + 1;
        else found = true;
    }
    atomic_fetch_sub(&searching, 1);
    return !found;
}

/* Counts what the loader has loaded and unloaded: maps are read only when that changed. */
static int loader_changes(struct dl_phdr_info *info, size_t size, void *arg) {
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs)
        *(unsigned long long *)arg = info->dlpi_adds + info->dlpi_subs;
    return 1;
}

void vmstructs_refresh_files(void) {
    static unsigned long long seen;
    unsigned long long changes = 0;
    dl_iterate_phdr(loader_changes, &changes);
    if (changes && changes == seen) return;
    seen = changes;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return;
    ARRAY(struct range) ranges = {0};
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, maps) > 0) {
        /* from-to rights offset device inode path */
        char *end, *path = strpbrk(line, "/[");
        uintptr_t from = (uintptr_t)strtoull(line, &end, 16);
        if (*end != '-') continue;
        uintptr_t to = (uintptr_t)strtoull(end + 1, &end, 16);
        if (strlen(end) > 4 && end[3] == 'x' && path) array_push(&ranges, (struct range){from, to});
    }
    free(line);
    fclose(maps);
    struct file_list *fresh = mem_alloc(sizeof *fresh + ranges.len * sizeof *ranges.items);
    fresh->len = ranges.len;
    if (ranges.len) memcpy(fresh->items, ranges.items, ranges.len * sizeof *ranges.items);
    array_free(&ranges);
    struct file_list *old = atomic_exchange(&files, fresh);
    if (old) {
        old->next = replaced;
        replaced = old;
    }
    while (replaced && atomic_load(&searching) == 0) {
        old = replaced;
        replaced = old->next;
        free(old);
    }
}

bool vmstructs_flag(const char *name) {
    if (!vm.flags || !*vm.flags || !vm.flags_count || vm.flag_size <= 0) return false;
    for (uint64_t i = 0; i < *vm.flags_count; i++) {
        const char *flag = (const char *)*vm.flags + i * (uint64_t)vm.flag_size;
        const char *its_name = *(const char *const *)(flag + vm.flag_name);
        if (its_name && strcmp(its_name, name) == 0)
            return **(const bool *const *)(flag + vm.flag_value);
    }
    return false;
}
