/* Chunks that are edited, and where what is written of them goes. */
#pragma once

#include "parser/edit/edit.h"
#include "parser/wire.h"
#include "tests/support/jvm.h"
#include "tests/support/opened.h"

#include <check.h>
#include <string.h>

enum { TICK = 500, TOCK, ITEM, BAG };

/* A constant, and the one that it refers to. */
static inline void item(struct recording *r, int64_t key, const char *name, int64_t next) {
    put_long(r, key);
    put_utf8(r, name);
    put_long(r, next);
}

static inline void begin(struct recording *r, const struct chunk_head *head) {
    *r = (struct recording){0};
    chunk_begin(r, head);
    metadata_begin(r);
    jvm_primitive_types(r);
    type_begin(r, ITEM, "app.Item", NULL);
    field(r, "name", TYPE_STRING, FIELD_PLAIN);
    field(r, "next", ITEM, FIELD_POOLED);
    type_end(r);
    type_begin(r, TICK, "app.Tick", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "n", TYPE_INT, FIELD_PLAIN);
    field(r, "item", ITEM, FIELD_POOLED);
    type_end(r);
    type_begin(r, TOCK, "app.Tock", "jdk.jfr.Event");
    field_begin(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    annotation(r, TYPE_TIMESTAMP, "TICKS");
    field_end(r);
    field(r, "n", TYPE_INT, FIELD_PLAIN);
    type_end(r);
    type_begin(r, BAG, "app.Bag", "jdk.jfr.Event");
    field(r, "startTime", TYPE_LONG, FIELD_PLAIN);
    field(r, "numbers", TYPE_INT, FIELD_ARRAY);
    field(r, "texts", TYPE_STRING, FIELD_ARRAY);
    field(r, "share", TYPE_FLOAT, FIELD_PLAIN);
    field(r, "on", TYPE_BOOLEAN, FIELD_PLAIN);
    type_end(r);
    metadata_end(r);
}

/* Every third is a tock; ticks have the items 1 to 3 in turn. */
static inline void add_event(struct recording *r, unsigned n) {
    bool tock = n % 3 == 2;
    event_begin(r, tock ? TOCK : TICK);
    put_long(r, 1000 + n);
    put_int(r, n);
    if (!tock) put_long(r, 1 + n % 4);
    event_end(r);
}

/* So many events, between two checkpoints. Item 1 leads to 5, 2 to itself, 3 to none that is there.
 */
static inline struct recording made(unsigned flags, unsigned events) {
    struct recording r;
    struct chunk_head head = usual_head;
    head.flags = (uint16_t)flags;
    begin(&r, &head);
    checkpoint_begin(&r, 1);
    pool_begin(&r, ITEM, 3);
    item(&r, 1, "one", 5);
    item(&r, 2, "two", 2);
    item(&r, 6, "of no event", 1);
    checkpoint_end(&r);
    for (unsigned n = 0; n < events; n++) add_event(&r, n);
    checkpoint_begin(&r, 1);
    pool_begin(&r, ITEM, 2);
    item(&r, 3, "three", 9);
    item(&r, 5, "five", 0);
    checkpoint_end(&r);
    chunk_end(&r);
    return r;
}

static inline bool stays(void *context, uint32_t place, const char *text, size_t len,
                         struct text *out) {
    (void)context, (void)place, (void)text, (void)len, (void)out;
    return false;
}

static inline bool add_bytes(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static inline bool patch(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    memcpy(out->data + out->len - before, bytes, len);
    return true;
}

/* Edits it with these rules; what is left of the header is that of the first chunk of the output.
 */
static inline struct jfr_chunk written(const struct recording *r, struct edit_rules rules,
                                       bool final, struct text *out) {
    const struct edit_sink sink = {out, add_bytes, patch};
    struct opened o;
    struct jfr_chunk chunk = {0};
    open_first(&o, r);
    ck_assert(edit_write(&o.chunk, &rules, final, &sink, NULL, &o.error));
    opened_close(&o);
    if (!out->len) return chunk;
    open_bytes(&o, out->data, out->len);
    ck_assert_int_eq(open_next(&o), 1);
    chunk = o.chunk;
    opened_close(&o);
    return chunk;
}
