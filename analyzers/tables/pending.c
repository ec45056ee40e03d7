#include "analyzers/tables/pending.h"

static unsigned width_of(uint64_t bits) {
    return bits <= UINT16_MAX ? 2 : bits <= UINT32_MAX ? 4 : 8;
}

void pending_numbers(const struct pending_column *c, size_t first, size_t count, uint64_t *out) {
    granted(count <= c->len && first <= c->len - count);
    switch (c->width) {
    case 2:
        for (size_t i = 0; i < count; i++) out[i] = ((const uint16_t *)c->items)[first + i];
        break;
    case 4:
        for (size_t i = 0; i < count; i++) out[i] = ((const uint32_t *)c->items)[first + i];
        break;
    default:
        if (count) memcpy(out, (const uint64_t *)c->items + first, count * sizeof *out);
    }
}

static void put(struct pending_column *c, size_t first, const uint64_t *numbers, size_t count) {
    switch (c->width) {
    case 2:
        for (size_t i = 0; i < count; i++) ((uint16_t *)c->items)[first + i] = (uint16_t)numbers[i];
        break;
    case 4:
        for (size_t i = 0; i < count; i++) ((uint32_t *)c->items)[first + i] = (uint32_t)numbers[i];
        break;
    default: memcpy((uint64_t *)c->items + first, numbers, count * sizeof *numbers);
    }
}

static void widen(struct pending_column *c, unsigned width) {
    uint64_t numbers[PENDING_AT_ONCE];
    struct pending_column wide = {.len = c->len, .cap = c->cap, .width = width};
    if (width <= c->width) return;
    wide.items = mem_resize(NULL, c->cap, width);
    for (size_t i = 0, count; i < c->len; i += count) {
        count = c->len - i < PENDING_AT_ONCE ? c->len - i : PENDING_AT_ONCE;
        pending_numbers(c, i, count, numbers);
        put(&wide, i, numbers, count);
    }
    free(c->items);
    *c = wide;
}

void pending_push(struct pending_column *c, const uint64_t *numbers, size_t count) {
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++) bits |= numbers[i];
    widen(c, width_of(bits));
    if (c->len + count > c->cap) {
        c->cap = c->cap * 2 > c->len + count ? c->cap * 2 : c->len + count;
        c->items = mem_resize(c->items, c->cap, c->width);
    }
    put(c, c->len, numbers, count);
    c->len += count;
}

void pending_forget(struct pending_column *c) {
    free(c->items);
    *c = (struct pending_column){.items = NULL};
}

static bool is_kept(const struct cells *cells, size_t column) {
    return cells_coder(cells, column) == column && cells_kind(cells, column) != JFR_COLUMN_NONE;
}

void pending_read(struct pending *p, struct cells *cells, size_t columns) {
    uint64_t numbers[PENDING_COLUMNS][PENDING_AT_ONCE], *out[PENDING_COLUMNS];
    for (size_t i = 0; i < PENDING_COLUMNS; i++) out[i] = numbers[i];
    size_t rows = p->waiting ? cells_code_many(cells, p->batch, p->waiting, out) : 0;
    for (size_t i = 0; i < columns && rows; i++)
        if (is_kept(cells, i)) pending_push(&p->columns[i], numbers[i], rows);
    p->rows += rows;
    p->waiting = 0;
}

void pending_add(struct pending *p, struct cells *cells, size_t columns,
                 const struct jfr_event *event) {
    if (!p->batch) p->batch = mem_resize(NULL, PENDING_AT_ONCE, sizeof *p->batch);
    p->batch[p->waiting++] = (struct plan_event){event->payload, event->end, 0};
    if (p->waiting == PENDING_AT_ONCE) pending_read(p, cells, columns);
}

void pending_cells(const struct pending *p, struct cells *cells,
                   const struct jfr_constants *constants, size_t column, size_t first, size_t count,
                   uint64_t *out) {
    size_t coder = cells_coder(cells, column);
    if (is_kept(cells, coder)) {
        pending_numbers(&p->columns[coder], first, count, out);
        cells_of_codes(cells, constants, column, cells, out, count);
    } else {
        for (size_t i = 0; i < count; i++) out[i] = jfr_null(JFR_COLUMN_NONE);
    }
}

bool pending_take(struct pending *p, const struct cells *cells, size_t column, size_t room,
                  void **out) {
    struct pending_column *c = &p->columns[cells_coder(cells, column)];
    if (cells_is_coded(cells, column) || c->width != sizeof(uint64_t)) return false;
    free(*out);
    *out = mem_resize(c->items, room, c->width);
    *c = (struct pending_column){.items = NULL};
    return true;
}

void pending_clear(struct pending *p) {
    for (size_t i = 0; i < PENDING_COLUMNS; i++) p->columns[i].len = 0;
    p->rows = 0;
}

void pending_free(struct pending *p) {
    free(p->batch);
    for (size_t i = 0; i < PENDING_COLUMNS; i++) pending_forget(&p->columns[i]);
    *p = (struct pending){.batch = NULL};
}
