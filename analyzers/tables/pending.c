#include "analyzers/tables/pending.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

#define AT_ONCE 128

/* ==== Numbers in as few bytes as they need ================================================== */

static unsigned width_of(uint64_t bits) {
    return bits <= UINT16_MAX ? 2 : bits <= UINT32_MAX ? 4 : 8;
}

uint64_t pending_number(const struct pending_column *c, size_t i) {
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    const char *at = (const char *)c->items + i * c->width;
    granted(i < c->len);
    switch (c->width) {
    case 2: memcpy(&two, at, sizeof two); return two;
    case 4: memcpy(&four, at, sizeof four); return four;
    default: memcpy(&eight, at, sizeof eight); return eight;
    }
}

static void put(struct pending_column *c, size_t i, uint64_t number) {
    uint16_t two = (uint16_t)number;
    uint32_t four = (uint32_t)number;
    const void *from = c->width == 2 ? (void *)&two : c->width == 4 ? (void *)&four : &number;
    memcpy((char *)c->items + i * c->width, from, c->width);
}

/* From the last to the first, each behind where it was. */
static void widen(struct pending_column *c, unsigned width) {
    struct pending_column narrow = *c;
    if (width <= c->width) return;
    narrow.items = c->items = mem_resize(c->items, c->cap, width);
    c->width = width;
    for (size_t i = c->len; i-- > 0;) put(c, i, pending_number(&narrow, i));
}

void pending_push(struct pending_column *c, const uint64_t *numbers, size_t count) {
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) bits |= numbers[i];
    widen(c, width_of(bits));
    if (c->len + count > c->cap) {
        c->cap = c->cap * 2 > c->len + count ? c->cap * 2 : c->len + count;
        c->items = mem_resize(c->items, c->cap, c->width);
    }
    for (size_t i = 0; i < count; i++) put(c, c->len + i, numbers[i]);
    c->len += count;
}

void pending_forget(struct pending_column *c) {
    free(c->items);
    *c = (struct pending_column){.items = NULL};
}

/* ==== Events ================================================================================ */

static bool is_kept(const struct cells *cells, size_t column) {
    return cells_coder(cells, column) == column && cells_kind(cells, column) != JFR_COLUMN_NONE;
}

void pending_read(struct pending *p, struct cells *cells, size_t columns) {
    uint64_t numbers[PENDING_COLUMNS][AT_ONCE], *out[PENDING_COLUMNS];
    for (size_t i = 0; i < PENDING_COLUMNS; i++) out[i] = numbers[i];
    size_t rows = p->waiting ? cells_code_many(cells, p->batch, p->waiting, out) : 0;
    for (size_t i = 0; i < columns && rows; i++)
        if (is_kept(cells, i)) pending_push(&p->columns[i], numbers[i], rows);
    p->rows += rows;
    p->waiting = 0;
}

void pending_add(struct pending *p, struct cells *cells, size_t columns,
                 const struct jfr_event *event) {
    if (!p->batch) p->batch = mem_resize(NULL, AT_ONCE, sizeof *p->batch);
    p->batch[p->waiting++] = (struct cells_event){event->payload, event->end, 0};
    if (p->waiting == AT_ONCE) pending_read(p, cells, columns);
}

uint64_t pending_cell(const struct pending *p, struct cells *cells,
                      const struct jfr_constants *constants, size_t column, size_t row) {
    size_t coder = cells_coder(cells, column);
    if (!is_kept(cells, coder)) return jfr_null(JFR_COLUMN_NONE);
    return cells_of_code(cells, constants, column, cells, pending_number(&p->columns[coder], row));
}

void pending_free(struct pending *p) {
    free(p->batch);
    for (size_t i = 0; i < PENDING_COLUMNS; i++) pending_forget(&p->columns[i]);
    *p = (struct pending){.batch = NULL};
}
