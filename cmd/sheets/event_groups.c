#include "cmd/sheets/event_groups.h"

#include "base/few.h"

#include "cmd/write/event_columns.h"
#include "cmd/write/event_values.h"

#include <ctype.h>
#include <stdlib.h>

#define LISTED 20 /* values of a list, for people */

struct describing {
    const struct event_groups *groups;
    struct sheet *sheet;
    struct event_values values;
};

/* "p99.9(duration)" -> "p99_9_duration": what programs call it. */
static void add_key(const char *label, struct text *out) {
    size_t from = out->len;
    for (; *label; label++) {
        bool plain = isalnum((unsigned char)*label) || *label == '_';
        if (plain) text_add_char(out, *label);
        else if (out->len > from && out->data[out->len - 1] != '_') text_add_char(out, '_');
    }
    if (out->len > from && out->data[out->len - 1] == '_') out->data[--out->len] = 0;
}

static void add_column(struct describing *d, const char *label, bool last, struct fold_value kind) {
    OWNED(text_free) struct text name = {0};
    add_key(label, &name);
    sheet_column(d->sheet, event_columns_of(label, text_str(&name), kind, last));
}

static void add_columns(struct describing *d) {
    const struct fold_plan *plan = d->groups->answer->fold->plan;
    size_t count = plan->key_count + plan->show_count;
    bool lead = event_columns_keys_lead(plan);
    for (size_t n = 0; n < count; n++) {
        size_t first = lead ? plan->key_count : plan->show_count;
        bool is_key = (n < first) == lead;
        size_t i = n < first ? n : n - first;
        if (is_key)
            add_column(d, plan->keys[i].label, i + 1 == plan->key_count,
                       (struct fold_value){plan->fields[i].kind, plan->fields[i].unit, 0});
        else add_column(d, plan->shows[i].label, n + 1 == count, event_columns_kind(plan, i));
    }
}

static void add_value(struct describing *d, struct fold_value value, const char *none) {
    struct cell cell = event_values_cell(&d->values, d->groups->answer->things, value.kind,
                                         value.unit, value.cell);
    sheet_cell(d->sheet,
               cell.kind == CELL_MISSING ? cell_shown(cell, none) : event_columns_name(cell));
}

static void add_keys_of(struct describing *d, size_t group) {
    const struct fold *fold = d->groups->answer->fold;
    for (size_t i = 0; i < fold->plan->key_count; i++)
        add_value(d, fold_key_of(fold, group, i), "(none)");
}

static void add_list(struct describing *d, size_t group, size_t show) {
    const struct events_answer *answer = d->groups->answer;
    struct fold_field field;
    size_t len;
    uint64_t *list = fold_list_of(answer->fold, answer->things, group, show, &len, &field);
    OWNED(text_free) struct text joined = {0};
    size_t most = sheet_shows(d->sheet, SHEET_PEOPLE) ? LISTED : len;
    struct few few = {&joined, most, 0};
    for (size_t i = 0; i < len; i++) {
        if (!few_takes(&few)) continue;
        struct cell cell =
            event_values_cell(&d->values, answer->things, field.kind, field.unit, list[i]);
        if (sheet_shows(d->sheet, SHEET_PEOPLE)) cell_add(&cell, &joined);
        else cell_add_exact(&cell, &joined);
    }
    few_end(&few);
    sheet_cell(d->sheet, cell_text(text_str(&joined)));
    free(list);
}

static void add_row(struct describing *d, size_t group) {
    const struct fold *fold = d->groups->answer->fold;
    const struct fold_plan *plan = fold->plan;
    bool lead = event_columns_keys_lead(plan);
    sheet_row(d->sheet);
    if (lead) add_keys_of(d, group);
    for (size_t i = 0; i < plan->show_count; i++) {
        if (plan->shows[i].function == FOLD_LIST) add_list(d, group, i);
        else add_value(d, fold_value_of(fold, group, i), NULL);
    }
    if (!lead) add_keys_of(d, group);
    arena_free(&d->values.texts);
    d->values.texts = (struct arena){0};
}

void event_groups_describe(const struct event_groups *groups, struct sheet *sheet) {
    const struct events_answer *answer = groups->answer;
    struct describing d = {.groups = groups, .sheet = sheet};
    size_t len = fold_groups(answer->fold), shown = len;
    d.values.zone = *groups->zone;
    d.values.frames = 1;
    if (groups->top && groups->top < len) shown = (size_t)groups->top;
    uint32_t *order = fold_order(answer->fold, answer->things, groups->sort, !groups->ascending);
    sheet_table(sheet, (struct sheet_table){.key = groups->key});
    add_columns(&d);
    for (size_t i = 0; i < shown; i++) add_row(&d, order[i]);
    sheet_end(sheet);
    OWNED(text_free) struct text line = {0};
    event_columns_add_left_out(len - shown, &line);
    if (line.len) sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
    free(order);
    event_values_free(&d.values);
}
