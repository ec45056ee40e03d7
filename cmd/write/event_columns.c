#include "cmd/write/event_columns.h"

#include "cmd/cli/voice.h"
#include "cmd/write/event_values.h"

#include <ctype.h>

#define NAME_COLUMNS 32 /* of a text that is not the last column */

bool event_columns_keys_lead(const struct fold_plan *plan) {
    return !some_of(i, plan->key_count,
                    jfr_is_thing(plan->fields[i].kind) || plan->fields[i].kind == JFR_COLUMN_NONE);
}

struct fold_value event_columns_kind(const struct fold_plan *plan, size_t show) {
    size_t measure = plan->measure_of[show];
    enum fold_function function = plan->shows[show].function;
    struct fold_value value = {JFR_COLUMN_INT, JFR_UNIT_NONE, 0};
    if (function == FOLD_LIST) value.kind = JFR_COLUMN_TEXT;
    if (measure == SIZE_MAX || function == FOLD_COUNT || function >= FOLD_UNIQUE) return value;
    const struct fold_field *field = &plan->fields[plan->key_count + measure];
    if (function == FOLD_SUM && field->kind == JFR_COLUMN_BOOLEAN) return value;
    return (struct fold_value){field->kind, field->unit, 0};
}

struct sheet_column event_columns_of(const char *title, const char *key, struct fold_value kind,
                                     bool last) {
    bool number = event_values_is_number(kind.kind, kind.unit);
    return (struct sheet_column){.title = title,
                                 .key = key,
                                 .number = number,
                                 .flexible = !number && (last || jfr_is_thing(kind.kind)),
                                 .widest = number || last ? 0 : NAME_COLUMNS};
}

/* Bytes of the packages; 0: it is no such name. */
static size_t packages_of(const char *text) {
    if (strstr(text, ".so.")) return 0; /* "libjvm.so.Mutex::lock" */
    for (const char *at = text; *at >= 'a' && *at <= 'z';) {
        while (isalnum((unsigned char)*at) || *at == '_') at++;
        if (*at++ != '.') return 0;
        if (*at >= 'A' && *at <= 'Z') return (size_t)(at - text);
    }
    return 0;
}

struct cell event_columns_name(struct cell cell) {
    if (cell.kind != CELL_TEXT || cell.shown) return cell;
    return cell_name(cell.text, packages_of(cell.text));
}

void event_columns_add_left_out(size_t count, const char *noun, struct text *out) {
    OWNED(text_free) struct text more = {0};
    if (!count) return;
    text_addf(&more, "more %s", noun);
    text_add(out, "... and ");
    text_add_number_of(out, count, text_str(&more));
    text_addf(out, "; %s\n", voice_all_rows());
}

void event_columns_say_left_out(size_t count, const char *noun, struct sheet *sheet) {
    OWNED(text_free) struct text line = {0};
    event_columns_add_left_out(count, noun, &line);
    if (line.len) sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
}
