/* The row at hand: its cells as values of C, whatever their kind. */
#include "parser/table/rows.h"

#include "base/units.h"

#include <inttypes.h>
#include <stdio.h>

/* The cell, of this kind; or the null of it. */
static uint64_t cell_of(const struct jfr_rows *r, size_t column, enum jfr_column_kind kind) {
    return jfr_rows_kind(r, column) == kind ? rows_cells(r)[column] : jfr_null(kind);
}

bool jfr_row_is_null(const struct jfr_rows *r, size_t column) {
    enum jfr_column_kind kind = jfr_rows_kind(r, column);
    return kind == JFR_COLUMN_NONE || rows_cells(r)[column] == jfr_null(kind);
}

bool jfr_row_bool(const struct jfr_rows *r, size_t column) {
    return cell_of(r, column, JFR_COLUMN_BOOLEAN) == 1;
}

static double real_of(uint64_t cell) {
    double real;
    memcpy(&real, &cell, sizeof real);
    return real;
}

static int64_t whole_of(double real) {
    if (isnan(real)) return JFR_NULL_INT;
    return real >= 9223372036854775808.0    ? INT64_MAX
           : real <= -9223372036854775808.0 ? INT64_MIN + 1
                                            : (int64_t)real;
}

int64_t jfr_row_int(const struct jfr_rows *r, size_t column) {
    if (jfr_row_is_null(r, column)) return JFR_NULL_INT;
    uint64_t cell = rows_cells(r)[column];
    switch (jfr_rows_kind(r, column)) {
    case JFR_COLUMN_BOOLEAN:
    case JFR_COLUMN_INT: return (int64_t)cell;
    case JFR_COLUMN_UNSIGNED: return cell > INT64_MAX ? INT64_MAX : (int64_t)cell;
    case JFR_COLUMN_REAL: return whole_of(real_of(cell));
    default: return JFR_NULL_INT;
    }
}

uint64_t jfr_row_unsigned(const struct jfr_rows *r, size_t column) {
    if (jfr_rows_kind(r, column) == JFR_COLUMN_UNSIGNED && !jfr_row_is_null(r, column))
        return rows_cells(r)[column];
    int64_t n = jfr_row_int(r, column);
    return n < 0 ? 0 : (uint64_t)n;
}

double jfr_row_double(const struct jfr_rows *r, size_t column) {
    if (jfr_row_is_null(r, column)) return NAN;
    uint64_t cell = rows_cells(r)[column];
    switch (jfr_rows_kind(r, column)) {
    case JFR_COLUMN_BOOLEAN:
    case JFR_COLUMN_INT: return (double)(int64_t)cell;
    case JFR_COLUMN_UNSIGNED: return (double)cell;
    case JFR_COLUMN_REAL: return real_of(cell);
    default: return NAN;
    }
}

int64_t jfr_row_ns(const struct jfr_rows *r, size_t column) {
    enum jfr_unit unit = jfr_rows_unit(r, column);
    bool time = unit == JFR_UNIT_NS_SPAN || unit == JFR_UNIT_NS_TIME;
    return time ? jfr_row_int(r, column) : JFR_NULL_INT;
}

struct jfr_thread jfr_row_thread(const struct jfr_rows *r, size_t column) {
    uint64_t cell = cell_of(r, column, JFR_COLUMN_THREAD);
    if (cell == JFR_NULL_ID) return (struct jfr_thread){.name = "", .group = ""};
    return jfr_rows_thread(r, cell);
}

struct jfr_stack jfr_row_stack(const struct jfr_rows *r, size_t column) {
    uint64_t cell = cell_of(r, column, JFR_COLUMN_STACK);
    return cell == JFR_NULL_ID ? (struct jfr_stack){0} : jfr_rows_stack(r, cell);
}

struct jfr_frame jfr_row_frame(const struct jfr_rows *r, size_t column, uint32_t index) {
    uint64_t cell = cell_of(r, column, JFR_COLUMN_STACK);
    if (cell == JFR_NULL_ID || index >= jfr_rows_stack(r, cell).depth)
        return (struct jfr_frame){
            .class_name = "", .method = "", .descriptor = "", .type = "", .line = -1, .bci = -1};
    return jfr_rows_frame(r, cell, index);
}

/* As few digits as tell it from all others. */
static void add_real(struct text *out, double real) {
    char digits[32] = "";
    if (units_no_number(real)) text_add(out, units_no_number(real));
    else
        for (int precision = 15; precision <= 17; precision++) {
            snprintf(digits, sizeof digits, "%.*g", precision, real);
            if (strtod(digits, NULL) == real) break;
        }
    text_add(out, digits);
}

static void add_frame(struct text *out, const struct jfr_frame *frame) {
    text_add(out, frame->class_name);
    if (*frame->class_name && *frame->method) text_add_char(out, '.');
    text_add(out, frame->method);
    if (frame->line >= 0) text_addf(out, ":%" PRId32, frame->line);
}

const char *jfr_row_text(struct jfr_rows *r, size_t column) {
    if (jfr_row_is_null(r, column)) return NULL;
    uint64_t cell = rows_cells(r)[column];
    struct text *out = rows_shown(r, column);
    text_clear(out);
    switch (jfr_rows_kind(r, column)) {
    case JFR_COLUMN_BOOLEAN: return cell ? "true" : "false";
    case JFR_COLUMN_TEXT: return jfr_rows_text(r, cell, NULL);
    case JFR_COLUMN_THREAD: return jfr_rows_thread(r, cell).name;
    case JFR_COLUMN_STACK: {
        struct jfr_frame top = jfr_row_frame(r, column, 0);
        add_frame(out, &top);
        break;
    }
    case JFR_COLUMN_UNSIGNED: text_addf(out, "%" PRIu64, cell); break;
    case JFR_COLUMN_REAL: add_real(out, real_of(cell)); break;
    default: text_addf(out, "%" PRId64, (int64_t)cell); break;
    }
    return text_str(out);
}
