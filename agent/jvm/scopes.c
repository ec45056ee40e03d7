#include "agent/jvm/scopes.h"

#define MOST_PCS (1 << 20)

static uint64_t field(uint64_t object, int64_t offset) {
    return object + (uint64_t)offset;
}

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

uint64_t scopes_method_id(const struct memory *m, const struct layout *l, uint64_t method) {
    uint64_t code = method ? memory_word(m, field(method, l->const_method)) : 0;
    uint64_t constants = code ? memory_word(m, field(code, l->constants)) : 0;
    uint64_t holder = constants ? memory_word(m, field(constants, l->holder)) : 0;
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

bool scopes_calls(const struct memory *m, const struct layout *l, struct scope scope) {
    enum { INVOKEVIRTUAL = 0xb6, INVOKEDYNAMIC = 0xba, OF_THE_JVM = 0xca };
    uint64_t code = memory_word(m, field(scope.method, l->const_method));
    uint64_t size = code ? memory_number(m, field(code, l->code_size), 2) : 0;
    if (size == 0) return true; /* native */
    if (scope.bci < 0 || (uint64_t)scope.bci >= size) return false;
    uint8_t byte = memory_byte(m, field(code, l->const_method_size) + (uint64_t)scope.bci);
    /* The JVM writes bytecodes of its own in the place of some, from breakpoints on. */
    return (byte >= INVOKEVIRTUAL && byte <= INVOKEDYNAMIC) || byte >= OF_THE_JVM;
}
