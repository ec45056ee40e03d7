#include "agent/jvm/perfdata.h"

#include "agent/jvm/vmstructs.h"

#include <stdint.h>
#include <string.h>

/* As HotSpot lays them out since JDK 5, version 2 of the format: the file that jstat maps. */
struct prologue {
    uint8_t magic[4];
    uint8_t byte_order, major, minor, accessible;
    int32_t used, overflow;
    int64_t modified;
    int32_t entry_offset, num_entries;
};
struct entry {
    int32_t length, name_offset, vector_length;
    uint8_t data_type, flags, units, variability;
    int32_t data_offset;
};

static const uint8_t magic[4] = {0xca, 0xfe, 0xc0, 0xc0};

static struct {
    const int *initialized;
    const char *const *start;
    const size_t *capacity;
} memory;

void perfdata_open(void) {
    memory.initialized = vmstructs_static("PerfMemory", "_initialized");
    memory.start = vmstructs_static("PerfMemory", "_start");
    memory.capacity = vmstructs_static("PerfMemory", "_capacity");
}

static const struct prologue *counters(size_t *capacity) {
    if (!memory.initialized || !memory.start || !memory.capacity ||
        !__atomic_load_n(memory.initialized, __ATOMIC_ACQUIRE) || !*memory.start ||
        *memory.capacity < sizeof(struct prologue))
        return NULL;
    const struct prologue *found = (const void *)*memory.start;
    if (memcmp(found->magic, magic, sizeof magic) != 0 || found->major != 2) return NULL;
    *capacity = *memory.capacity;
    return found;
}

/* Whether offset and size lie within so many bytes. */
static bool within(int64_t offset, int64_t size, size_t limit) {
    return offset >= 0 && size >= 0 && (uint64_t)offset + (uint64_t)size <= limit;
}

bool perfdata_text(const char *name, char *value, size_t size) {
    size_t capacity, name_size = strlen(name) + 1;
    const struct prologue *all = counters(&capacity);
    if (!all) return false;
    int64_t at = all->entry_offset;
    /* Others may append meanwhile; the count is raised after an entry was written. */
    int32_t count = __atomic_load_n(&all->num_entries, __ATOMIC_ACQUIRE);
    for (int32_t i = 0; i < count && within(at, sizeof(struct entry), capacity); i++) {
        struct entry entry;
        const char *bytes = (const char *)all + at;
        memcpy(&entry, bytes, sizeof entry);
        if (entry.length < (int32_t)sizeof entry || !within(at, entry.length, capacity)) break;
        at += entry.length;
        size_t length = (size_t)entry.length;
        if (entry.data_type != 'B' || !within(entry.name_offset, (int64_t)name_size, length) ||
            memcmp(bytes + entry.name_offset, name, name_size) != 0)
            continue;
        if (!within(entry.data_offset, entry.vector_length, length)) break;
        size_t text = strnlen(bytes + entry.data_offset, (size_t)entry.vector_length);
        if (text >= size) text = size - 1;
        memcpy(value, bytes + entry.data_offset, text);
        value[text] = 0;
        return true;
    }
    return false;
}
