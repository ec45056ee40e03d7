#include "agent/jvm/scopes.h"

#include <string.h>

#define MOST_PCS (1 << 20)

struct tables {
    uint64_t pcs;
    int64_t count;
    uint64_t scopes, methods;
};

static struct tables tables_of(const struct memory *m, const struct layout *l, uint64_t blob) {
    struct tables t;
    uint64_t end;
    if (l->immutable >= 0) {
        uint64_t data = memory_word(m, field(blob, l->immutable));
        t.pcs = data + (uint64_t)memory_int(m, field(blob, l->pcs_there));
        end = t.scopes = data + (uint64_t)memory_int(m, field(blob, l->scopes_there));
        t.methods = memory_word(m, field(blob, l->mutable_data)) +
                    (uint64_t)memory_int(m, field(blob, l->relocation_size));
    } else {
        t.pcs = blob + (uint64_t)memory_int(m, field(blob, l->pcs_offset));
        end = blob + (uint64_t)memory_int(m, field(blob, l->pcs_end_offset));
        t.scopes = memory_word(m, field(blob, l->scopes));
        t.methods = blob + (uint64_t)memory_int(m, field(blob, l->metadata_offset));
    }
    t.count = end > t.pcs ? (int64_t)(end - t.pcs) / l->pc_size : 0;
    if (t.count > MOST_PCS) t.count = 0;
    return t;
}

/* The first of them at or behind that offset in the code; 0: there is none. */
static uint64_t pc_behind(const struct memory *m, const struct layout *l, const struct tables *t,
                          int64_t offset) {
    int64_t low = 0, high = t->count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        uint64_t at = t->pcs + (uint64_t)(middle * l->pc_size);
        if (memory_int(m, field(at, l->pc_offset)) < offset) low = middle + 1;
        else high = middle;
    }
    return low < t->count ? t->pcs + (uint64_t)(low * l->pc_size) : 0;
}

/* A number of one to five bytes, of which those from 192 on are not the last. */
static uint32_t next_number(const struct memory *m, const struct layout *l, uint64_t *at) {
    enum { NOT_LAST = 192, BITS = 6, LONGEST = 5 };
    uint32_t value = 0;
    for (unsigned i = 0; i < LONGEST; i++) {
        uint8_t byte = memory_byte(m, (*at)++);
        value += (byte - (uint32_t)l->scope_base) << (i * BITS);
        if (byte < NOT_LAST) break;
    }
    return value;
}

int scopes_at(const struct memory *m, const struct layout *l, const struct codeblob *blob,
              uint64_t pc, struct scope *scopes, int room) {
    struct tables t = tables_of(m, l, blob->at);
    uint64_t found = pc_behind(m, l, &t, (int64_t)(pc - blob->code));
    uint32_t scope = found ? (uint32_t)memory_int(m, field(found, l->pc_scope)) : 0;
    int count = 0;
    while (scope && count < room) {
        uint64_t at = t.scopes + scope;
        uint32_t caller = next_number(m, l, &at), number = next_number(m, l, &at);
        scopes[count].bci = (int32_t)next_number(m, l, &at) - 1;
        scopes[count].method = number ? memory_word(m, t.methods + (number - 1) * WORD) : 0;
        if (!scopes[count++].method || caller >= scope) break; /* callers come first */
        scope = caller;
    }
    return count > 0 && scopes[count - 1].method ? count : 0;
}

bool scopes_has(const struct memory *m, const struct layout *l, const struct codeblob *blob,
                uint64_t pc) {
    struct tables t = tables_of(m, l, blob->at);
    int64_t offset = (int64_t)(pc - blob->code);
    uint64_t found = pc_behind(m, l, &t, offset);
    return found && memory_int(m, field(found, l->pc_offset)) == offset;
}

uint64_t scopes_method(const struct memory *m, const struct layout *l,
                       const struct codeblob *blob) {
    return memory_word(m, field(blob->at, l->compiled_method));
}

/* ---- Methods --------------------------------------------------------------------------------- */

static uint64_t constants_of(const struct memory *m, const struct layout *l, uint64_t method) {
    uint64_t code = method ? memory_word(m, field(method, l->const_method)) : 0;
    return code ? memory_word(m, field(code, l->constants)) : 0;
}

uint64_t scopes_holder(const struct memory *m, const struct layout *l, uint64_t method) {
    uint64_t constants = constants_of(m, l, method);
    return constants ? memory_word(m, field(constants, l->holder)) : 0;
}

uint64_t scopes_method_id(const struct memory *m, const struct layout *l, uint64_t method) {
    uint64_t holder = scopes_holder(m, l, method);
    uint64_t code = holder ? memory_word(m, field(method, l->const_method)) : 0;
    uint64_t ids = holder ? memory_word(m, field(holder, l->method_ids)) : 0;
    /* The first is how many there are. */
    uint64_t count = ids ? memory_word(m, ids) : 0;
    uint64_t index = ids ? memory_number(m, field(code, l->method_number), 2) : 0;
    if (index >= count) return 0;
    uint64_t id = memory_word(m, ids + (1 + index) * WORD);
    /* An id leads to its method, which tells one from what only looks like it. */
    return id && memory_word(m, id) == method ? id : 0;
}

int32_t scopes_bci(const struct memory *m, const struct layout *l, uint64_t method, uint64_t bcp) {
    uint64_t code = method ? memory_word(m, field(method, l->const_method)) : 0;
    if (!code || !memory_word(m, field(code, l->constants))) return -2;
    uint64_t size = memory_number(m, field(code, l->code_size), 2);
    uint64_t begin = field(code, l->const_method_size);
    if (size == 0) return scopes_method_id(m, l, method) ? -1 : -2;
    return bcp >= begin && bcp - begin < size ? (int32_t)(bcp - begin) : -2;
}

static uint64_t constant_at(const struct layout *l, uint64_t constants, uint64_t index) {
    return field(constants, l->pool_size) + index * WORD;
}

/* The name of a method: the JVM has each text once. */
static uint64_t name_of(const struct memory *m, const struct layout *l, uint64_t method) {
    uint64_t constants = constants_of(m, l, method);
    uint64_t code = memory_word(m, field(method, l->const_method));
    uint64_t index = code ? memory_number(m, field(code, l->method_name), 2) : 0;
    return index ? memory_word(m, constant_at(l, constants, index)) : 0;
}

/* The name that an invoking bytecode has, by its number in the constants' cache; 0: not known. */
static uint64_t name_called(const struct memory *m, const struct layout *l, uint64_t method,
                            uint64_t number) {
    uint64_t constants = constants_of(m, l, method);
    uint64_t cache = constants ? memory_word(m, field(constants, l->pool_cache)) : 0;
    uint64_t index = 0;
    if (!cache) return 0;
    if (l->cache_entries >= 0 && l->entry_index >= 0 && l->entries_data >= 0) {
        uint64_t entries = memory_word(m, field(cache, l->cache_entries));
        uint64_t entry = field(entries, l->entries_data) + number * (uint64_t)l->entry_size;
        index = entries ? memory_number(m, field(entry, l->entry_index), 2) : 0;
    } else if (l->cache_entry_size > 0 && l->cache_entry_index >= 0) {
        uint64_t entry = field(cache, l->cache_size) + number * (uint64_t)l->cache_entry_size;
        index = memory_number(m, field(entry, l->cache_entry_index), 2);
    }
    if (!index) return 0;
    /* A reference to a method: its class and, in the upper half, its name and type, of which the
     * name is in the lower half. */
    uint64_t pair = memory_number(m, constant_at(l, constants, index), 4) >> 16;
    uint64_t name = pair ? memory_number(m, constant_at(l, constants, pair), 4) & 0xffff : 0;
    return name ? memory_word(m, constant_at(l, constants, name)) : 0;
}

/* Method handles call by such names what they are for. */
static bool is_of_handles(const struct memory *m, const struct layout *l, uint64_t name) {
    char text[WORD];
    uint64_t begin = memory_number(m, field(name, l->symbol_text), WORD);
    memcpy(text, &begin, sizeof text);
    return memcmp(text, "linkTo", 6) == 0 || memcmp(text, "invoke", 6) == 0;
}

bool scopes_calls(const struct memory *m, const struct layout *l, struct scope scope,
                  uint64_t callee) {
    enum { INVOKEVIRTUAL = 0xb6, INVOKEINTERFACE = 0xb9, INVOKEDYNAMIC = 0xba, OF_THE_JVM = 0xca };
    uint64_t code = memory_word(m, field(scope.method, l->const_method));
    uint64_t size = code ? memory_number(m, field(code, l->code_size), 2) : 0;
    if (size == 0) return true; /* native */
    if (scope.bci < 0 || (uint64_t)scope.bci >= size) return false;
    uint64_t at = field(code, l->const_method_size) + (uint64_t)scope.bci;
    uint8_t byte = memory_byte(m, at);
    /* The JVM writes bytecodes of its own in the place of some, from breakpoints on. */
    if (byte < INVOKEVIRTUAL || (byte > INVOKEDYNAMIC && byte < OF_THE_JVM)) return false;
    if (byte > INVOKEINTERFACE || !callee) return true;
    uint64_t name = name_called(m, l, scope.method, memory_number(m, at + 1, 2));
    return !name || name == name_of(m, l, callee) || is_of_handles(m, l, name);
}
