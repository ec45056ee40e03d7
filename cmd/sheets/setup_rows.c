#include "cmd/sheets/setup_rows.h"

#include "base/order.h"
#include "base/platform.h"
#include "base/secrets/secrets.h"

#include <string.h>

static const struct wish setup_rows[SETUP_TABLES] = {SETUP_ROWS};
const struct wishes setup_wishes = {.rows = setup_rows, .count = SETUP_TABLES};

const struct event_table *setup_table_of(const struct setup_view *view, enum setup_table table) {
    return tables_find(view->tables, &setup_rows[table]);
}

void setup_take(const struct setup_view *view, enum setup_table table, size_t columns,
                setup_entries *out) {
    const struct event_table *t = setup_table_of(view, table);
    OWNED(map_free) struct map seen = {0};
    for (size_t row = 0; row < t->rows; row++) {
        uint64_t key[8] = {0};
        bool fresh;
        for (size_t i = 0; i < columns; i++) key[i] = event_table_cell(t, SETUP_FIRST + i, row);
        uint64_t *at = map_put(&seen, hash_bytes(key, sizeof key), &fresh);
        if (fresh) {
            *at = out->len;
            array_push(out, (struct setup_entry){table, row});
        } else {
            array_at(out, *at).row = row;
        }
    }
}

const char *setup_text(const struct setup_view *view, const struct setup_entry *e, size_t column) {
    uint32_t id = event_table_id(setup_table_of(view, e->table), column, e->row);
    return id == THINGS_NONE ? NULL : strings_get(&view->tables->things.texts, id);
}

int64_t setup_int(const struct setup_view *view, const struct setup_entry *e, size_t column) {
    return event_table_int(setup_table_of(view, e->table), column, e->row);
}

struct sorting {
    const struct setup_view *view;
    size_t columns;
};

static int compare_entries(const void *a, const void *b, void *context) {
    const struct sorting *s = context;
    const struct setup_entry *x = a, *y = b;
    for (size_t i = 0; i < s->columns; i++) {
        const char *p = setup_text(s->view, x, SETUP_FIRST + i),
                   *q = setup_text(s->view, y, SETUP_FIRST + i);
        int order = strcmp(p ? p : "", q ? q : "");
        if (order) return order;
    }
    return ORDER(x->table, y->table) ?: ORDER(x->row, y->row);
}

void setup_sort(const struct setup_view *view, size_t columns, setup_entries *out) {
    struct sorting sorting = {view, columns};
    if (out->len)
        platform_sort(out->items, out->len, sizeof *out->items, compare_entries, &sorting);
}

const char *setup_masked(const struct setup_view *view, const char *name, const char *value,
                         struct text *out) {
    text_clear(out);
    if (!value) return NULL;
    if (view->secrets) text_add(out, value);
    else secrets_add_value(name, value, out);
    return text_str(out);
}

void setup_add_value(const struct setup_view *view, const struct setup_entry *e, size_t column,
                     struct text *out) {
    const struct event_table *t = setup_table_of(view, e->table);
    int64_t n = event_table_int(t, column, e->row);
    switch (t->columns[column].kind) {
    case JFR_COLUMN_BOOLEAN: text_add(out, n == 1 ? "true" : n == 0 ? "false" : ""); break;
    case JFR_COLUMN_REAL: text_addf(out, "%g", event_table_real(t, column, e->row)); break;
    case JFR_COLUMN_TEXT: {
        const char *text = setup_text(view, e, column);
        if (!view->secrets)
            secrets_add_value(setup_text(view, e, SETUP_FIRST), text ? text : "", out);
        else if (text) text_add(out, text);
        break;
    }
    case JFR_COLUMN_UNSIGNED:
        text_addf(out, "%llu", (unsigned long long)event_table_cell(t, column, e->row));
        break;
    default: text_addf(out, "%lld", (long long)n);
    }
}
