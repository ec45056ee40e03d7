#include "agent/whatif/entries.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { CALL = 4, POOL_ADDED = 12, MOST_CODE = 65535 };

/* ---- Reading and writing ----------------------------------------------------------------------
 */

struct reader { /* what is read behind the end is 0, and bad */
    const unsigned char *at, *end;
    bool bad;
};

static const unsigned char *take(struct reader *r, size_t n) {
    static const unsigned char none[8];
    if ((size_t)(r->end - r->at) < n) {
        r->bad = true;
        r->at = r->end;
        return n <= sizeof none ? none : NULL;
    }
    r->at += n;
    return r->at - n;
}

static uint32_t u1(struct reader *r) {
    return *take(r, 1);
}

static uint32_t u2(struct reader *r) {
    const unsigned char *p = take(r, 2);
    return (uint32_t)p[0] << 8 | p[1];
}

static uint32_t u4(struct reader *r) {
    uint32_t high = u2(r);
    return high << 16 | u2(r);
}

/* The next n bytes, to be read by themselves. */
static struct reader part(struct reader *r, size_t n) {
    const unsigned char *p = take(r, n);
    return r->bad ? (struct reader){r->end, r->end, true} : (struct reader){p, p + n, false};
}

static void put1(struct text *out, uint32_t n) {
    text_add_char(out, (char)n);
}

static void put2(struct text *out, uint32_t n) {
    put1(out, n >> 8);
    put1(out, n);
}

static void put4(struct text *out, uint32_t n) {
    put2(out, n >> 16);
    put2(out, n);
}

static void copy(struct text *out, struct reader *r, size_t n) {
    const unsigned char *p = take(r, n);
    if (!r->bad) text_add_bytes(out, (const char *)p, n);
}

static void copy_moved(struct text *out, struct reader *r, uint32_t by) {
    put2(out, u2(r) + by);
}

/* ---- Names ------------------------------------------------------------------------------------
 */

struct pool {
    const unsigned char **entries; /* NULL: none of a text */
    uint32_t count;
};

static bool is_named(const struct pool *pool, uint32_t index, const char *name) {
    const unsigned char *p = index < pool->count ? pool->entries[index] : NULL;
    size_t len = strlen(name);
    return p && ((size_t)p[0] << 8 | p[1]) == len && memcmp(p + 2, name, len) == 0;
}

static bool read_pool(struct reader *r, struct pool *pool) {
    pool->count = u2(r);
    pool->entries = mem_zero((size_t)pool->count + 1, sizeof *pool->entries);
    for (uint32_t i = 1; i < pool->count && !r->bad; i++) {
        const unsigned char *text;
        switch (u1(r)) {
        case 1: /* Utf8 */
            text = r->at;
            take(r, u2(r));
            if (!r->bad) pool->entries[i] = text;
            break;
        case 3:
        case 4:
        case 9:
        case 10:
        case 11:
        case 12:
        case 17:
        case 18: take(r, 4); break;
        case 5: /* Long and Double take two places */
        case 6:
            take(r, 8);
            i++;
            break;
        case 7:
        case 8:
        case 16:
        case 19:
        case 20: take(r, 2); break;
        case 15: take(r, 3); break;
        default: r->bad = true;
        }
    }
    return !r->bad && pool->count + POOL_ADDED <= 65535;
}

static void put_text(struct text *out, const char *text) {
    put1(out, 1);
    put2(out, (uint32_t)strlen(text));
    text_add(out, text);
}

/* Behind the entries that are there: the class, and what is called of it. */
static void add_to_pool(struct text *out, uint32_t first) {
    static const char *const calls[] = {"hit", "begin", "end"};
    put_text(out, ENTRIES_CLASS);
    put1(out, 7), put2(out, first);
    put_text(out, "()V");
    for (uint32_t i = 0, at = first + 3; i < 3; i++, at += 3) {
        put_text(out, calls[i]);
        put1(out, 12), put2(out, at), put2(out, first + 2);
        put1(out, 10), put2(out, first + 1), put2(out, at + 1);
    }
}

/* Place in the pool of the method that is called. */
static uint32_t called(const struct pool *pool, enum entries_call call) {
    return pool->count + 2 + 3 * (uint32_t)call;
}

/* ---- What names places in code ----------------------------------------------------------------
 */

static void move_types(struct text *out, struct reader *r, uint32_t n, uint32_t by) {
    for (; n-- && !r->bad;) {
        uint32_t tag = u1(r);
        put1(out, tag);
        if (tag == 7) copy(out, r, 2);
        else if (tag == 8) copy_moved(out, r, by); /* made by a `new` there */
    }
}

/* A frame says how far it is from the one before; the first, from the beginning. */
static void move_frame(struct text *out, struct reader *r, uint32_t by, bool first) {
    uint32_t type = u1(r), far = first ? by : 0;
    if (type < 64) { /* same */
        if (type + far < 64) put1(out, type + far);
        else put1(out, 251), put2(out, type + far);
    } else if (type < 128) { /* same, one item on the stack */
        if (type + far < 128) put1(out, type + far);
        else put1(out, 247), put2(out, type - 64 + far);
        move_types(out, r, 1, by);
    } else if (type < 247) {
        r->bad = true; /* reserved */
    } else {
        put1(out, type);
        put2(out, u2(r) + far);
        if (type == 247) move_types(out, r, 1, by);
        else if (type >= 252 && type < 255) move_types(out, r, type - 251, by);
        for (int i = 0; type == 255 && i < 2; i++) { /* full: locals, stack */
            uint32_t n = u2(r);
            put2(out, n);
            move_types(out, r, n, by);
        }
    }
}

static void move_frames(struct text *out, struct reader *r, uint32_t by) {
    uint32_t n = u2(r);
    put2(out, n);
    for (uint32_t i = 0; i < n && !r->bad; i++) move_frame(out, r, by, i == 0);
}

/* Rows that begin with a place. */
static void move_rows(struct text *out, struct reader *r, size_t rest, uint32_t by) {
    uint32_t n = u2(r);
    put2(out, n);
    for (; n-- && !r->bad; copy(out, r, rest)) copy_moved(out, r, by);
}

static void move_handlers(struct text *out, struct reader *r, uint32_t by) {
    uint32_t n = u2(r);
    put2(out, n);
    for (; n-- && !r->bad; copy(out, r, 2))
        for (int i = 0; i < 3; i++) copy_moved(out, r, by);
}

/* An attribute of code; false: it is left out (annotations of types name places, too). */
static bool move_attribute(struct text *out, const struct pool *pool, uint32_t name,
                           struct reader *r, uint32_t by) {
    if (is_named(pool, name, "StackMapTable")) move_frames(out, r, by);
    else if (is_named(pool, name, "LineNumberTable")) move_rows(out, r, 2, by);
    else if (is_named(pool, name, "LocalVariableTable") ||
             is_named(pool, name, "LocalVariableTypeTable"))
        move_rows(out, r, 8, by);
    else return false;
    if (r->at != r->end) r->bad = true;
    return true;
}

uint32_t entries_added(const struct entries_change *change, uint32_t len) {
    uint32_t added = change->call ? CALL : 0, all = len + added;
    if (change->apart && all < ENTRIES_APART) added += (ENTRIES_APART - all + 3) / 4 * 4;
    return added;
}

/* What is in a Code attribute. */
static bool change_code(struct text *out, const struct pool *pool, struct reader code,
                        const struct entries_change *change) {
    copy(out, &code, 4); /* stack, locals */
    uint32_t len = u4(&code), by = entries_added(change, len);
    if (len == 0 || len > MOST_CODE - by) return false;
    put4(out, len + by);
    if (change->call) put1(out, 0xb8), put2(out, called(pool, change->call)), put1(out, 0);
    for (uint32_t i = change->call ? CALL : 0; i < by; i++) put1(out, 0);
    copy(out, &code, len);
    move_handlers(out, &code, by);
    uint32_t n = u2(&code), kept = 0;
    size_t count_at = out->len;
    put2(out, 0);
    for (; n-- && !code.bad;) {
        uint32_t name = u2(&code);
        struct reader attribute = part(&code, u4(&code));
        struct text moved = {0};
        if (move_attribute(&moved, pool, name, &attribute, by)) {
            put2(out, name), put4(out, (uint32_t)moved.len);
            text_add_bytes(out, text_str(&moved), moved.len);
            kept++;
        }
        code.bad |= attribute.bad;
        text_free(&moved);
    }
    out->data[count_at] = (char)(kept >> 8);
    out->data[count_at + 1] = (char)kept;
    return !code.bad && code.at == code.end;
}

/* ---- The class --------------------------------------------------------------------------------
 */

static const struct entries_change *change_of(const struct pool *pool, uint32_t name,
                                              const struct entries_change *changes) {
    for (; changes && changes->method; changes++)
        if (is_named(pool, name, changes->method)) return changes;
    return NULL;
}

/* A field (no changes), or a method. How many bodies were changed, -1: bad. */
static int copy_member(struct text *out, const struct pool *pool, struct reader *r,
                       const struct entries_change *changes) {
    copy(out, r, 2); /* access */
    uint32_t name = u2(r);
    put2(out, name);
    copy(out, r, 2);
    int changed = 0;
    const struct entries_change *change = change_of(pool, name, changes);
    uint32_t attributes = u2(r);
    put2(out, attributes);
    for (; attributes-- && !r->bad;) {
        uint32_t kind = u2(r), len = u4(r);
        struct reader content = part(r, len);
        put2(out, kind);
        if (r->bad) return -1;
        if (change && is_named(pool, kind, "Code")) {
            struct text code = {0};
            bool fine = change_code(&code, pool, content, change);
            put4(out, (uint32_t)code.len);
            text_add_bytes(out, text_str(&code), code.len);
            text_free(&code);
            if (!fine) return -1;
            changed++;
        } else {
            put4(out, len);
            copy(out, &content, len);
        }
    }
    return r->bad ? -1 : changed;
}

static bool rewrite(struct text *out, struct pool *pool, struct reader *r,
                    const struct entries_change *changes) {
    const unsigned char *begin = r->at;
    if (u4(r) != 0xCAFEBABE) return false;
    u4(r); /* version */
    if (!read_pool(r, pool)) return false;
    size_t pool_len = (size_t)(r->at - begin) - 10;
    text_add_bytes(out, (const char *)begin, 8);
    put2(out, pool->count + POOL_ADDED);
    text_add_bytes(out, (const char *)begin + 10, pool_len);
    add_to_pool(out, pool->count);
    copy(out, r, 6); /* access, this, super */
    uint32_t interfaces = u2(r);
    put2(out, interfaces);
    copy(out, r, (size_t)interfaces * 2);
    int changed = 0;
    for (int methods = 0; methods < 2; methods++) {
        uint32_t n = u2(r);
        put2(out, n);
        for (; n-- && !r->bad;) {
            int bodies = copy_member(out, pool, r, methods ? changes : NULL);
            if (bodies < 0) return false;
            changed += bodies;
        }
    }
    if (!r->bad) copy(out, r, (size_t)(r->end - r->at)); /* attributes of the class */
    return !r->bad && changed > 0;
}

unsigned char *entries_change(const unsigned char *bytes, size_t len,
                              const struct entries_change *changes, size_t *new_len) {
    struct reader r = {bytes, bytes + len, false};
    struct pool pool = {0};
    struct text out = {0};
    bool fine = rewrite(&out, &pool, &r, changes);
    free(pool.entries);
    *new_len = fine ? out.len : 0;
    if (fine) return (unsigned char *)text_take(&out);
    text_free(&out);
    return NULL;
}
