#include "cmd/write/cell.h"

#include "base/units.h"

bool cell_is_text(const struct cell *cell) {
    return cell->kind == CELL_TEXT || cell->kind == CELL_NAME || cell->kind == CELL_DIGITS;
}

static void add_real(const struct cell *cell, int decimals, struct text *out) {
    if (decimals == CELL_SIGNIFICANT) text_addf(out, "%.6g", cell->real);
    else text_addf(out, "%.*f", decimals, cell->real);
}

void cell_add(const struct cell *cell, struct text *out) {
    if (cell->shown) {
        text_add(out, cell->shown);
        return;
    }
    switch ((enum cell_kind)cell->kind) {
    case CELL_MISSING: text_add_char(out, '-'); break;
    case CELL_PERCENT: add_real(cell, 2, out); break;
    case CELL_BYTES: units_add_bytes(out, (double)cell->count); break;
    case CELL_NS: units_add_duration(out, cell->number); break;
    case CELL_TIME: units_add_utc(out, cell->number); break;
    default: cell_add_exact(cell, out);
    }
}

void cell_add_exact(const struct cell *cell, struct text *out) {
    switch ((enum cell_kind)cell->kind) {
    case CELL_BLANK:
    case CELL_MISSING: break;
    case CELL_TEXT:
    case CELL_NAME:
    case CELL_DIGITS: text_add(out, cell->text); break;
    case CELL_COUNT:
    case CELL_BYTES: text_add_u64(out, cell->count); break;
    case CELL_NUMBER:
    case CELL_NS:
    case CELL_TIME: text_addf(out, "%lld", (long long)cell->number); break;
    case CELL_PERCENT: add_real(cell, 4, out); break;
    case CELL_REAL: add_real(cell, cell->decimals, out); break;
    case CELL_BOOL: text_add(out, cell->count ? "true" : "false"); break;
    }
}

void cell_write_json(const struct cell *cell, const char *key, struct json *json) {
    switch ((enum cell_kind)cell->kind) {
    case CELL_BLANK:
    case CELL_MISSING: json_null(json, key); break;
    case CELL_TEXT:
    case CELL_NAME: json_text(json, key, cell->text); break;
    case CELL_DIGITS: json_number_text(json, key, cell->text); break;
    case CELL_COUNT:
    case CELL_BYTES: json_count(json, key, cell->count); break;
    case CELL_NUMBER:
    case CELL_NS:
    case CELL_TIME: json_number(json, key, cell->number); break;
    case CELL_PERCENT: json_percent(json, key, cell->real); break;
    case CELL_REAL: json_real(json, key, cell->real, cell->decimals); break;
    case CELL_BOOL: json_bool(json, key, cell->count); break;
    }
}
