#include "cmd/query/result.h"

#include "base/safe.h"
#include "base/secrets/secrets.h"
#include "base/units.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/write/unit_text.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define FLUSH_AT 65536             /* bytes */
#define MOST_FOR_PEOPLE (64 << 20) /* bytes of text in a table */

bool result_parse_rows(const char *text, void *field) {
    char *end;
    if (!isdigit((unsigned char)*text)) return false;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 10);
    *(uint64_t *)field = n + 1;
    return !*end && !errno && n < UINT64_MAX;
}

/* ==== Names ================================================================================= */

struct names {
    ARRAY(char *) items;
};

static bool has_name(const struct names *names, const char *name) {
    return some_of(i, names->items.len, strcmp(names->items.items[i], name) == 0);
}

/* "P99.9% Pause Time" -> "p99_9_pause_time" */
static void add_key(struct text *out, const char *title) {
    bool gap = false;
    for (const char *c = title; *c; c++) {
        if (!isalnum((unsigned char)*c)) {
            gap = out->len > 0;
            continue;
        }
        if (gap) text_add_char(out, '_');
        gap = false;
        text_add_char(out, (char)tolower((unsigned char)*c));
    }
    if (!out->len) text_add(out, "column");
}

/* Names of columns for programs: each once, or an object would lose one. */
static struct names names_of(const struct sql_statement *statement, bool keys) {
    struct names names = {0};
    for (size_t i = 0; i < sql_columns(statement); i++) {
        OWNED(text_free) struct text name = {0};
        if (keys) add_key(&name, sql_column_name(statement, i));
        else text_add(&name, sql_column_name(statement, i));
        size_t len = name.len;
        for (unsigned number = 2; has_name(&names, text_str(&name)); number++) {
            name.len = len;
            text_addf(&name, "_%u", number);
        }
        array_push(&names.items, mem_copy_text(text_str(&name)));
    }
    return names;
}

static void names_free(struct names *names) {
    for (size_t i = 0; i < names->items.len; i++) free(names->items.items[i]);
    array_free(&names->items);
}

/* ==== Values ================================================================================ */

/* room: NULL, or for a text without its secrets. */
static struct sql_value value_of(const struct sql_statement *statement, size_t column,
                                 struct text *room) {
    struct sql_value value = sql_value(statement, column);
    if (!room || value.kind != SQL_TEXT) return value;
    text_clear(room);
    if (!secrets_add(value.text, value.length, room)) return value;
    value.text = text_str(room);
    value.length = room->len;
    return value;
}

/* ==== For programs ========================================================================== */

static void add_json_value(struct json *json, const char *name, const struct sql_value *value) {
    switch (value->kind) {
    case SQL_NULL: json_null(json, name); break;
    case SQL_INTEGER: json_number(json, name, value->integer); break;
    case SQL_REAL:
        if (units_no_number(value->real)) json_text(json, name, units_no_number(value->real));
        else json_double(json, name, value->real);
        break;
    case SQL_TEXT: json_bytes(json, name, value->text, value->length); break;
    }
}

/* Where rows go. */
struct streaming {
    struct sql_statement *statement;
    const struct names *names;
    struct output *output;
    struct text out;
    const struct sheet_rows *rows; /* NULL: JSON */
    struct text *masking;          /* NULL, or room for a text without its secrets */
    struct sql_error *error;
};

/* Behind a cell: what is wide goes out, and may have taken the time that there is. */
static bool go_on(struct streaming *s) {
    if (s->out.len <= FLUSH_AT) return true;
    output_flush_text(s->output, &s->out);
    return sql_in_time(s->statement, s->error);
}

static bool add_json_row(struct streaming *s) {
    struct json json = json_open(&s->out, JSON_COMPACT);
    bool fine = true;
    json_begin_object(&json, NULL);
    for (size_t i = 0; i < s->names->items.len && fine; i++) {
        struct sql_value value = value_of(s->statement, i, s->masking);
        add_json_value(&json, s->names->items.items[i], &value);
        fine = go_on(s);
    }
    json_end_object(&json);
    return fine;
}

static bool add_line(struct streaming *s) {
    bool fine = true;
    for (size_t i = 0; i < s->names->items.len && fine; i++) {
        struct sql_value value = value_of(s->statement, i, s->masking);
        if (i) text_add(&s->out, s->rows->between);
        if (value.kind == SQL_INTEGER) text_addf(&s->out, "%lld", (long long)value.integer);
        else if (value.kind == SQL_REAL && units_no_number(value.real)) {
            text_add(&s->out, units_no_number(value.real));
        } else if (value.kind == SQL_REAL) {
            struct json json = json_open(&s->out, JSON_COMPACT);
            json_double(&json, NULL, value.real);
        } else if (value.kind == SQL_TEXT) {
            sheet_rows_add_text(s->rows, &s->out, value.text);
        }
        fine = go_on(s);
    }
    text_add(&s->out, s->rows->end);
    return fine;
}

static void add_header(struct streaming *s) {
    for (size_t i = 0; i < s->names->items.len; i++) {
        if (i) text_add(&s->out, s->rows->between);
        sheet_rows_add_text(s->rows, &s->out, s->names->items.items[i]);
    }
    text_add(&s->out, s->rows->end);
}

static int stream(struct streaming *s, enum format format, uint64_t max_rows, uint64_t *rows) {
    int found;
    bool fine = true;
    if (format == FORMAT_JSON) text_add_char(&s->out, '[');
    if (s->rows) add_header(s);
    while (fine && (found = sql_step(s->statement, s->error)) == 1) {
        if (max_rows && *rows == max_rows) break;
        if (format == FORMAT_JSON && *rows) text_add(&s->out, ",\n");
        fine = s->rows ? add_line(s) : add_json_row(s);
        if (format == FORMAT_NDJSON) text_add_char(&s->out, '\n');
        ++*rows;
        if (s->out.len > FLUSH_AT || *rows == 1) output_flush_text(s->output, &s->out);
    }
    if (format == FORMAT_JSON) text_add(&s->out, "]\n");
    output_flush_text(s->output, &s->out);
    text_free(&s->out);
    return fine ? found : -1;
}

/* ==== For people ============================================================================ */

static enum sql_unit unit_of(const struct sql_statement *statement,
                             const struct result_shape *shape, size_t column) {
    bool said = column < shape->units_len && shape->units[column] != SQL_BY_COLUMN;
    if (said) return shape->units[column];
    bool by_column = column < shape->units_len;
    switch (sql_column_unit(statement, column)) {
    case JFR_UNIT_NS_TIME: return SQL_TIME;
    case JFR_UNIT_ADDRESS: return SQL_HEX;
    case JFR_UNIT_NS_SPAN: return by_column ? SQL_NS : SQL_AS_IT_IS;
    case JFR_UNIT_BYTES: return by_column ? SQL_BYTES : SQL_AS_IT_IS;
    case JFR_UNIT_PERCENT: return by_column ? SQL_PERCENT : SQL_AS_IT_IS;
    case JFR_UNIT_BITS: return by_column ? SQL_BITS : SQL_AS_IT_IS;
    case JFR_UNIT_BYTES_PER_S: return by_column ? SQL_BYTES_PER_S : SQL_AS_IT_IS;
    case JFR_UNIT_BITS_PER_S: return by_column ? SQL_BITS_PER_S : SQL_AS_IT_IS;
    case JFR_UNIT_HERTZ: return by_column ? SQL_HERTZ : SQL_AS_IT_IS;
    default:
        return by_column && sql_column_is_boolean(statement, column) ? SQL_BOOLEAN : SQL_AS_IT_IS;
    }
}

/* "2026-11-20T21:31:00.500000000Z" */
static void add_time(struct text *out, int64_t ns) {
    int64_t rest = (ns % NS_PER_S + NS_PER_S) % NS_PER_S;
    if (units_add_date(out, ns, "%Y-%m-%dT%H:%M:%S")) text_addf(out, ".%09dZ", (int)rest);
    else text_addf(out, "%lld", (long long)ns);
}

static void add_span(struct text *out, int64_t ns) {
    if (ns == INT64_MAX) {
        text_add(out, "for ever");
        return;
    }
    if (ns < 0) text_add_char(out, '-');
    units_add_duration(out, ns < 0 ? -ns : ns);
}

/* The value as its unit reads; shown is room for it. */
static struct cell cell_for(const struct sql_value *value, enum sql_unit unit, struct text *shown) {
    double number = value->kind == SQL_REAL ? value->real : (double)value->integer;
    text_clear(shown);
    if (value->kind == SQL_NULL) return cell_missing();
    if (value->kind == SQL_TEXT) return cell_text(value->text);
    if (value->kind == SQL_REAL && units_no_number(value->real))
        return cell_text(units_no_number(value->real));
    switch (unit) {
    case SQL_NS: add_span(shown, value->kind == SQL_REAL ? (int64_t)number : value->integer); break;
    case SQL_TIME: add_time(shown, value->integer); break;
    case SQL_BYTES: unit_text_add(shown, JFR_UNIT_BYTES, number); break;
    case SQL_BITS: unit_text_add(shown, JFR_UNIT_BITS, number); break;
    case SQL_BYTES_PER_S: unit_text_add(shown, JFR_UNIT_BYTES_PER_S, number); break;
    case SQL_BITS_PER_S: unit_text_add(shown, JFR_UNIT_BITS_PER_S, number); break;
    case SQL_PERCENT: unit_text_add(shown, JFR_UNIT_PERCENT, number); break;
    case SQL_BOOLEAN: return cell_bool(value->integer != 0);
    case SQL_HEX: text_addf(shown, "0x%08llX", (unsigned long long)value->integer); break;
    case SQL_HERTZ:
        if (value->kind == SQL_INTEGER) unit_text_add_whole(shown, JFR_UNIT_HERTZ, value->integer);
        else unit_text_add(shown, JFR_UNIT_HERTZ, number);
        break;
    case SQL_BY_COLUMN:
    case SQL_AS_IT_IS:
        if (value->kind == SQL_INTEGER) text_addf(shown, "%lld", (long long)value->integer);
        else text_addf(shown, "%.10g", value->real);
    }
    return cell_digits(text_str(shown));
}

static void add_columns(const struct sql_statement *statement, const struct result_shape *shape,
                        struct sheet *sheet) {
    size_t count = sql_columns(statement);
    for (size_t i = 0; i < count; i++) {
        struct sql_value value = sql_value(statement, i);
        enum sql_unit unit = unit_of(statement, shape, i);
        bool text = value.kind == SQL_TEXT || value.kind == SQL_NULL;
        if (unit != SQL_AS_IT_IS) text = false;
        const char *name = sql_column_name(statement, i);
        sheet_column(sheet,
                     (struct sheet_column){.title = name,
                                           .key = name,
                                           .number = !text && unit != SQL_TIME,
                                           .flexible = text,
                                           .sentence = text && shape->cut == RESULT_CUT_END,
                                           .ending = text && shape->cut == RESULT_CUT_BEGINNING,
                                           .height = text ? shape->height : 0});
    }
}

/* People read a table as a whole: all of it is kept until it is written. */
static bool fits_a_table(struct sql_statement *statement, size_t cell, size_t bytes,
                         struct sql_error *error) {
    if (bytes > MOST_FOR_PEOPLE) {
        *error = (struct sql_error){.offset = -1};
        text_add(&error->text, "the texts of this answer amount to more than ");
        units_add_bytes(&error->text, MOST_FOR_PEOPLE);
        text_add(&error->text,
                 ", too much for a table: --format csv and ndjson write rows as they come");
        return false;
    }
    return cell < FLUSH_AT || sql_in_time(statement, error);
}

static int describe(struct sql_statement *statement, uint64_t max_rows,
                    const struct result_shape *shape, struct sheet *sheet, uint64_t *rows,
                    struct sql_error *error) {
    OWNED(text_free) struct text shown = {0}, safe = {0}, masking = {0};
    size_t count = sql_columns(statement), bytes = 0;
    int found;
    bool fine = true;
    while (fine && (found = sql_step(statement, error)) == 1) {
        if (max_rows && *rows == max_rows) break;
        if (*rows == 0 && !shape->form) {
            sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
            add_columns(statement, shape, sheet);
        }
        if (!shape->form) sheet_row(sheet);
        for (size_t i = 0; i < count && fine; i++) {
            struct sql_value value = value_of(statement, i, shape->masked ? &masking : NULL);
            bytes += value.kind == SQL_TEXT ? value.length : 0;
            fine = fits_a_table(statement, value.length, bytes, error);
            if (!fine) break;
            struct cell cell = cell_for(&value, unit_of(statement, shape, i), &shown);
            if (value.kind == SQL_TEXT) { /* a line break is seen as one, and breaks nothing */
                text_clear(&safe);
                if (shape->height > 1) text_add_bytes(&safe, value.text, value.length);
                else safe_add(&safe, value.text, value.length);
                cell = cell_text(text_str(&safe));
            }
            if (!shape->form) sheet_cell(sheet, cell);
            else if (value.kind != SQL_NULL)
                sheet_pair(sheet, NULL, sql_column_name(statement, i), cell);
        }
        ++*rows;
    }
    bool empty = *rows == 0 && shape->quiet_if_empty;
    if (*rows == 0 && !shape->form && !empty) { /* what would have been there */
        sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE});
        add_columns(statement, shape, sheet);
    }
    if (!shape->form && !empty) sheet_end(sheet);
    return fine ? found : -1;
}

bool result_is_for_programs(enum format format) {
    return format == FORMAT_JSON || format == FORMAT_NDJSON || format_rows[format].rows;
}

bool result_write(struct sql_statement *statement, enum format format, uint64_t max_rows,
                  const struct result_shape *shape, struct output *output, uint64_t *rows,
                  bool *more, struct sql_error *error) {
    int found;
    *rows = 0;
    if (result_is_for_programs(format)) {
        OWNED(names_free) struct names names = names_of(statement, shape->keys);
        if (max_rows == UINT64_MAX) max_rows = 0;
        OWNED(text_free) struct text masking = {0};
        struct streaming streaming = {.statement = statement,
                                      .names = &names,
                                      .output = output,
                                      .rows = format_rows[format].rows,
                                      .masking = shape->masked ? &masking : NULL,
                                      .error = error};
        found = stream(&streaming, format, max_rows, rows);
    } else {
        OWNED(sheet_free) struct sheet sheet;
        if (max_rows == UINT64_MAX) max_rows = RESULT_ROWS_SHOWN;
        sheet_open(&sheet, format);
        sheet.raw = true; /* views are masked, statements are not */
        if (shape->title) {
            sheet_title(&sheet, shape->title);
            sheet_group(&sheet, (struct sheet_group){.title = shape->title});
        }
        found = describe(statement, max_rows, shape, &sheet, rows, error);
        if (shape->title) sheet_end(&sheet);
        if (shape->width) output->columns = (int)shape->width;
        if (found >= 0 && (*rows || !shape->quiet_if_empty)) sheet_send(&sheet, output);
    }
    *more = found == 1;
    return found >= 0;
}
