#include "agent/jvm/scopes.h"

#include <string.h>

#define MOST_PCS (1 << 20)

struct tables {
    uint64_t pcs;
    int64_t count;
    uint64_t scopes, methods;
};

static struct tables tables_of(const struct memory *m, uint64_t blob) {
    struct tables t;
    uint64_t end;
    if (m->at.immutable >= 0) {
        uint64_t data = memory_word(m, field(blob, m->at.immutable));
        t.pcs = data + (uint64_t)memory_int(m, field(blob, m->at.pcs_there));
        end = t.scopes = data + (uint64_t)memory_int(m, field(blob, m->at.scopes_there));
        t.methods = memory_word(m, field(blob, m->at.mutable_data)) +
                    (uint64_t)memory_int(m, field(blob, m->at.relocation_size));
    } else {
        t.pcs = blob + (uint64_t)memory_int(m, field(blob, m->at.pcs_offset));
        end = blob + (uint64_t)memory_int(m, field(blob, m->at.pcs_end_offset));
        t.scopes = memory_word(m, field(blob, m->at.scopes));
        t.methods = blob + (uint64_t)memory_int(m, field(blob, m->at.metadata_offset));
    }
    t.count = end > t.pcs ? (int64_t)(end - t.pcs) / m->at.pc_size : 0;
    if (t.count > MOST_PCS) t.count = 0;
    return t;
}

/* The first of them at or behind that offset in the code; 0: there is none. */
static uint64_t pc_behind(const struct memory *m, const struct tables *t, int64_t offset) {
    int64_t low = 0, high = t->count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        uint64_t at = t->pcs + (uint64_t)(middle * m->at.pc_size);
        if (memory_int(m, field(at, m->at.pc_offset)) < offset) low = middle + 1;
        else high = middle;
    }
    return low < t->count ? t->pcs + (uint64_t)(low * m->at.pc_size) : 0;
}

/* A number of one to five bytes, of which those from 192 on are not the last. */
static uint32_t next_number(const struct memory *m, uint64_t *at) {
    enum { NOT_LAST = 192, BITS = 6, LONGEST = 5 };
    uint32_t value = 0;
    for (unsigned i = 0; i < LONGEST; i++) {
        uint8_t byte = memory_byte(m, (*at)++);
        value += (byte - (uint32_t)m->at.scope_base) << (i * BITS);
        if (byte < NOT_LAST) break;
    }
    return value;
}

int scopes_at(const struct memory *m, const struct codeblob *blob, uint64_t pc,
              struct scope *scopes, int room) {
    struct tables t = tables_of(m, blob->at);
    uint64_t found = pc_behind(m, &t, (int64_t)(pc - blob->code));
    uint32_t scope = found ? (uint32_t)memory_int(m, field(found, m->at.pc_scope)) : 0;
    int count = 0;
    while (scope && count < room) {
        uint64_t at = t.scopes + scope;
        uint32_t caller = next_number(m, &at), number = next_number(m, &at);
        scopes[count].bci = (int32_t)next_number(m, &at) - 1;
        scopes[count].method = number ? memory_word(m, t.methods + (number - 1) * WORD) : 0;
        if (!scopes[count++].method || caller >= scope) break; /* callers come first */
        scope = caller;
    }
    return count > 0 && scopes[count - 1].method ? count : 0;
}

bool scopes_has(const struct memory *m, const struct codeblob *blob, uint64_t pc) {
    struct tables t = tables_of(m, blob->at);
    uint64_t found = pc_behind(m, &t, (int64_t)(pc - blob->code));
    return found && memory_int(m, field(found, m->at.pc_offset)) == (int64_t)(pc - blob->code);
}

uint64_t scopes_method(const struct memory *m, const struct codeblob *blob) {
    return memory_word(m, field(blob->at, m->at.compiled_method));
}

/* ---- Methods --------------------------------------------------------------------------------- */

static uint64_t constants_of(const struct memory *m, uint64_t method) {
    uint64_t code = method ? memory_word(m, field(method, m->at.const_method)) : 0;
    return code ? memory_word(m, field(code, m->at.constants)) : 0;
}

uint64_t scopes_holder(const struct memory *m, uint64_t method) {
    uint64_t constants = constants_of(m, method);
    return constants ? memory_word(m, field(constants, m->at.holder)) : 0;
}

uint64_t scopes_method_id(const struct memory *m, uint64_t method) {
    uint64_t holder = scopes_holder(m, method);
    uint64_t code = holder ? memory_word(m, field(method, m->at.const_method)) : 0;
    uint64_t ids = holder ? memory_word(m, field(holder, m->at.method_ids)) : 0;
    /* The first is how many there are. */
    uint64_t count = ids ? memory_word(m, ids) : 0;
    uint64_t index = ids ? memory_number(m, field(code, m->at.method_number), 2) : 0;
    if (index >= count) return 0;
    uint64_t id = memory_word(m, ids + (1 + index) * WORD);
    /* An id leads to its method, which tells one from what only looks like it. */
    return id && memory_word(m, id) == method ? id : 0;
}

int32_t scopes_bci(const struct memory *m, uint64_t method, uint64_t bcp) {
    uint64_t code = method ? memory_word(m, field(method, m->at.const_method)) : 0;
    if (!code || !memory_word(m, field(code, m->at.constants))) return -2;
    uint64_t size = memory_number(m, field(code, m->at.code_size), 2);
    uint64_t begin = field(code, m->at.const_method_size);
    if (size == 0) return scopes_method_id(m, method) ? -1 : -2;
    return bcp >= begin && bcp - begin < size ? (int32_t)(bcp - begin) : -2;
}

static uint64_t constant_at(const struct memory *m, uint64_t constants, uint64_t index) {
    return field(constants, m->at.pool_size) + index * WORD;
}

/* The name of a method: the JVM has each text once. */
static uint64_t name_of(const struct memory *m, uint64_t method) {
    uint64_t code = memory_word(m, field(method, m->at.const_method));
    uint64_t index = code ? memory_number(m, field(code, m->at.method_name), 2) : 0;
    return index ? memory_word(m, constant_at(m, constants_of(m, method), index)) : 0;
}

/* The name that an invoking bytecode has, by its number in the constants' cache; 0: not known. */
static uint64_t name_called(const struct memory *m, uint64_t method, uint64_t number) {
    uint64_t constants = constants_of(m, method);
    uint64_t cache = constants ? memory_word(m, field(constants, m->at.pool_cache)) : 0;
    uint64_t index = 0;
    if (!cache) return 0;
    if (m->at.cache_entries >= 0 && m->at.entry_index >= 0 && m->at.entries_data >= 0) {
        uint64_t entries = memory_word(m, field(cache, m->at.cache_entries));
        uint64_t entry = field(entries, m->at.entries_data) + number * (uint64_t)m->at.entry_size;
        index = entries ? memory_number(m, field(entry, m->at.entry_index), 2) : 0;
    } else if (m->at.cache_entry_size > 0 && m->at.cache_entry_index >= 0) {
        uint64_t entry = field(cache, m->at.cache_size) + number * (uint64_t)m->at.cache_entry_size;
        index = memory_number(m, field(entry, m->at.cache_entry_index), 2);
    }
    if (!index) return 0;
    /* A reference to a method: its class and, in the upper half, its name and type, of which the
     * name is in the lower half. */
    uint64_t pair = memory_number(m, constant_at(m, constants, index), 4) >> 16;
    uint64_t name = pair ? memory_number(m, constant_at(m, constants, pair), 4) & 0xffff : 0;
    return name ? memory_word(m, constant_at(m, constants, name)) : 0;
}

/* Method handles call by such names what they are for. */
static bool is_of_handles(const struct memory *m, uint64_t name) {
    char text[WORD];
    uint64_t begin = memory_number(m, field(name, m->at.symbol_text), WORD);
    memcpy(text, &begin, sizeof text);
    return memcmp(text, "linkTo", 6) == 0 || memcmp(text, "invoke", 6) == 0;
}

bool scopes_calls(const struct memory *m, struct scope scope, uint64_t callee) {
    enum { INVOKEVIRTUAL = 0xb6, INVOKEINTERFACE = 0xb9, INVOKEDYNAMIC = 0xba };
    enum { BREAKPOINT = 0xca, FAST_INVOKE = 0xe3, INVOKE_HANDLE = 0xe9 }; /* JDK 11 to 27 */
    uint64_t code = memory_word(m, field(scope.method, m->at.const_method));
    uint64_t size = code ? memory_number(m, field(code, m->at.code_size), 2) : 0;
    if (size == 0) return true; /* native */
    if (scope.bci < 0 || (uint64_t)scope.bci >= size) return false;
    uint64_t at = field(code, m->at.const_method_size) + (uint64_t)scope.bci;
    uint8_t byte = memory_byte(m, at);
    /* The JVM writes bytecodes of its own in the place of some; most of those call nothing. */
    if (byte < INVOKEVIRTUAL || byte > INVOKEDYNAMIC)
        return byte == BREAKPOINT || byte == FAST_INVOKE || byte == INVOKE_HANDLE;
    if (byte > INVOKEINTERFACE || !callee) return true;
    uint64_t name = name_called(m, scope.method, memory_number(m, at + 1, 2));
    return !name || name == name_of(m, callee) || is_of_handles(m, name);
}
