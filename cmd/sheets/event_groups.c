#include "cmd/sheets/event_groups.h"

#include "cmd/cli/voice.h"
#include "cmd/write/event_values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LISTED 20       /* values of a list, for people */
#define NAME_COLUMNS 32 /* of a text that is not the last column */

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

static void add_column(struct describing *d, const char *label, bool last,
                       enum jfr_column_kind kind, enum jfr_unit unit) {
    bool number;
    struct text name = {0};
    add_key(label, &name);
    number = event_values_is_number(kind, unit);
    sheet_column(d->sheet,
                 (struct sheet_column){.title = label,
                                       .key = text_str(&name),
                                       .number = number,
                                       .flexible = !number && (last || jfr_is_thing(kind)),
                                       .widest = number || last ? 0 : NAME_COLUMNS});
    text_free(&name);
}

/* What is shown first, as numbers are short; the keys, which may be long, last, unless they are
 * numbers or times. */
static bool keys_lead(const struct fold_plan *plan) {
    for (size_t i = 0; i < plan->key_count; i++)
        if (jfr_is_thing(plan->fields[i].kind)) return false;
    return true;
}

static struct fold_value kind_of_show(const struct fold_plan *plan, size_t show) {
    size_t measure = plan->measure_of[show];
    enum fold_function function = plan->shows[show].function;
    struct fold_value value = {JFR_COLUMN_INT, JFR_UNIT_NONE, 0};
    if (function == FOLD_LIST) value.kind = JFR_COLUMN_TEXT;
    if (measure == SIZE_MAX || function == FOLD_COUNT || function >= FOLD_UNIQUE) return value;
    const struct fold_field *field = &plan->fields[plan->key_count + measure];
    if (function == FOLD_SUM && field->kind == JFR_COLUMN_BOOLEAN) return value;
    return (struct fold_value){field->kind, field->unit, 0};
}

static void add_columns(struct describing *d) {
    const struct fold_plan *plan = d->groups->answer->fold->plan;
    size_t count = plan->key_count + plan->show_count;
    bool lead = keys_lead(plan);
    for (size_t n = 0; n < count; n++) {
        size_t first = lead ? plan->key_count : plan->show_count;
        bool is_key = (n < first) == lead;
        size_t i = n < first ? n : n - first;
        if (is_key) {
            add_column(d, plan->keys[i].label, i + 1 == plan->key_count, plan->fields[i].kind,
                       plan->fields[i].unit);
        } else {
            struct fold_value kind = kind_of_show(plan, i);
            add_column(d, plan->shows[i].label, n + 1 == count, kind.kind, kind.unit);
        }
    }
}

/* ==== Rows ================================================================================== */

/* Bytes of the packages that a class or method begins with, which may be shortened where there is
 * no room; 0: it is no such name. */
static size_t packages_of(const char *text) {
    for (const char *at = text; *at >= 'a' && *at <= 'z';) {
        while (isalnum((unsigned char)*at) || *at == '_') at++;
        if (*at++ != '.') return 0;
        if (*at >= 'A' && *at <= 'Z') return (size_t)(at - text);
    }
    return 0;
}

static void add_value(struct describing *d, struct fold_value value) {
    struct cell cell = event_values_cell(&d->values, d->groups->answer->things, value.kind,
                                         value.unit, value.cell);
    if (cell.kind == CELL_TEXT && !cell.shown) cell = cell_name(cell.text, packages_of(cell.text));
    sheet_cell(d->sheet, cell);
}

static void add_key_of(struct describing *d, size_t group, size_t index) {
    struct fold_value value = fold_key_of(d->groups->answer->fold, group, index);
    struct cell cell = event_values_cell(&d->values, d->groups->answer->things, value.kind,
                                         value.unit, value.cell);
    if (cell.kind == CELL_MISSING) sheet_cell(d->sheet, cell_shown(cell, "(none)"));
    else add_value(d, value);
}

static void add_list(struct describing *d, size_t group, size_t show) {
    const struct events_answer *answer = d->groups->answer;
    struct fold_field field;
    size_t len;
    uint64_t *list = fold_list_of(answer->fold, answer->things, group, show, &len, &field);
    struct text joined = {0};
    size_t most = sheet_shows(d->sheet, SHEET_PEOPLE) ? LISTED : len;
    for (size_t i = 0; i < len && i < most; i++) {
        struct cell cell =
            event_values_cell(&d->values, answer->things, field.kind, field.unit, list[i]);
        if (i) text_add(&joined, ", ");
        if (sheet_shows(d->sheet, SHEET_PEOPLE)) cell_add(&cell, &joined);
        else cell_add_exact(&cell, &joined);
    }
    if (len > most) text_addf(&joined, ", and %zu more", len - most);
    sheet_cell(d->sheet, cell_text(text_str(&joined)));
    text_free(&joined);
    free(list);
}

static void add_row(struct describing *d, size_t group) {
    const struct fold *fold = d->groups->answer->fold;
    const struct fold_plan *plan = fold->plan;
    bool lead = keys_lead(plan);
    sheet_row(d->sheet);
    for (size_t i = 0; lead && i < plan->key_count; i++) add_key_of(d, group, i);
    for (size_t i = 0; i < plan->show_count; i++) {
        if (plan->shows[i].function == FOLD_LIST) add_list(d, group, i);
        else add_value(d, fold_value_of(fold, group, i));
    }
    for (size_t i = 0; !lead && i < plan->key_count; i++) add_key_of(d, group, i);
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
    if (shown < len) {
        struct text line = {0};
        text_addf(&line, "... and ");
        text_add_number_of(&line, len - shown, "more group");
        text_addf(&line, "; %s\n", voice_all_rows());
        sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
        text_free(&line);
    }
    free(order);
    event_values_free(&d.values);
}
