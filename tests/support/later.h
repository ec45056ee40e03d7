/* A chunk of format 0.9 in the format that its events are read in. */
#pragma once

#include "parser/input/v0_segments.h"
#include "parser/v0/translate.h"
#include "tests/support/opened.h"

#include <check.h>

/* The caller frees it. */
static inline uint8_t *translate(const struct recording *r, uint64_t *size) {
    struct v0_source source = {.data = (const uint8_t *)r->out.data};
    struct v0_types *types = NULL;
    struct jfr_error error;
    ck_assert(v0_chunk_at(source.data, r->out.len, &source.metadata, &source.size));
    uint8_t *later = v0_translate(&source, &types, size, NULL, &error);
    ck_assert_ptr_nonnull(later);
    v0_types_free(types);
    return later;
}

/* Until opened_close. */
static inline void open_later(struct opened *o, const uint8_t *later, uint64_t size) {
    open_bytes(o, later, size);
    ck_assert_int_eq(open_next(o), 1);
    o->metadata = jfr_metadata_read(&o->chunk, &o->error);
    ck_assert_ptr_nonnull(o->metadata);
}
