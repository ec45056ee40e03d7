#include "cmd/write/event_values.h"

#include "base/units.h"
#include "cmd/write/unit_text.h"

#include <inttypes.h>

static double real_of(uint64_t cell) {
    double real;
    memcpy(&real, &cell, sizeof real);
    return real;
}

bool event_values_is_null(enum jfr_column_kind kind, uint64_t cell) {
    return kind == JFR_COLUMN_NONE || cell == jfr_null(kind);
}

bool event_values_is_number(enum jfr_column_kind kind, enum jfr_unit unit) {
    bool number = kind == JFR_COLUMN_INT || kind == JFR_COLUMN_UNSIGNED || kind == JFR_COLUMN_REAL;
    return number && unit != JFR_UNIT_NS_TIME && unit != JFR_UNIT_ADDRESS;
}

/* ==== Times ================================================================================= */

static int64_t floor_second(int64_t ns) {
    return ns / NS_PER_S - (ns % NS_PER_S < 0);
}

static void add_offset(int64_t offset_ns, struct text *out) {
    int64_t minutes = offset_ns / NS_PER_S / 60;
    if (minutes == 0) {
        text_add_char(out, 'Z');
        return;
    }
    int64_t all = minutes < 0 ? -minutes : minutes;
    text_addf(out, "%c%02d:%02d", minutes < 0 ? '-' : '+', (int)(all / 60), (int)(all % 60));
}

/* The digits of a second's fraction, three, six or nine. */
static void add_fraction(int64_t ns, struct text *out) {
    int digits = ns % 1000 ? 9 : ns % NS_PER_MS ? 6 : 3;
    char text[11] = ".000000000";
    for (int at = 9; at > 0; at--, ns /= 10) text[at] = (char)('0' + ns % 10);
    if (strcmp(text + 1, "000000000") != 0) text_add_bytes(out, text, (size_t)digits + 1);
}

/* Events of one second are many: its date is made once. */
void event_values_add_iso(struct event_values *v, int64_t ns, struct text *out) {
    int64_t second = floor_second(ns);
    if (!v->date.len || second != v->second) {
        int64_t wall = zone_to_wall(&v->zone, second * NS_PER_S);
        text_clear(&v->date);
        if (!units_add_date(&v->date, wall, "%Y-%m-%dT%H:%M:%S")) return;
        text_add_char(&v->date, 0);
        add_offset(wall - second * NS_PER_S, &v->date);
        v->second = second;
    }
    text_add(out, v->date.data);
    add_fraction(ns - second * NS_PER_S, out);
    text_add(out, v->date.data + strlen(v->date.data) + 1);
}

/* "2026-11-20 21:31:00.500"; "21:31:00.500" as clocks. */
static void add_time(const struct event_values *v, int64_t ns, struct text *out) {
    int64_t wall = zone_to_wall(&v->zone, ns), second = floor_second(wall);
    if (units_add_date(out, wall, v->clocks ? "%H:%M:%S" : "%Y-%m-%d %H:%M:%S"))
        text_addf(out, ".%03d", (int)((wall - second * NS_PER_S) / NS_PER_MS));
}

/* ==== Cells ================================================================================= */

static const char *keep(struct event_values *v, struct text *text) {
    const char *copy = arena_copy(&v->texts, text_str(text), text->len);
    text_free(text);
    return copy;
}

static struct cell time_cell(struct event_values *v, int64_t ns) {
    OWNED(text_free) struct text iso = {0}, shown = {0};
    event_values_add_iso(v, ns, &iso);
    add_time(v, ns, &shown);
    if (!iso.len) return cell_number(ns);
    struct cell cell = cell_text(keep(v, &iso));
    return cell_shown(cell, keep(v, &shown));
}

static struct cell number_cell(struct event_values *v, enum jfr_unit unit, int64_t n) {
    struct text text = {0};
    switch (unit) {
    case JFR_UNIT_NS_TIME: return time_cell(v, n);
    case JFR_UNIT_NS_SPAN:
        return n == INT64_MAX ? cell_shown(cell_number(n), "for ever")
               : n >= 0       ? cell_ns(n)
                              : cell_number(n);
    case JFR_UNIT_BYTES:
        if (n >= 0) return cell_bytes((uint64_t)n);
        break;
    default: break;
    }
    if (!unit_text_add_whole(&text, unit, n)) return cell_number(n);
    return cell_shown(cell_number(n), keep(v, &text));
}

static struct cell real_cell(struct event_values *v, enum jfr_unit unit, double n) {
    struct text text = {0};
    if (units_no_number(n)) return cell_text(units_no_number(n));
    struct cell cell = cell_real(n, CELL_SIGNIFICANT);
    return unit_text_add(&text, unit, n) ? cell_shown(cell, keep(v, &text)) : cell;
}

/* What is larger than signed numbers are is not rounded. */
static struct cell unsigned_cell(struct event_values *v, enum jfr_unit unit, uint64_t n) {
    struct text text = {0};
    if (n <= INT64_MAX) return number_cell(v, unit, (int64_t)n);
    text_addf(&text, "%" PRIu64, n);
    struct cell cell = cell_digits(keep(v, &text));
    if (unit != JFR_UNIT_HERTZ) return cell;
    text = (struct text){0};
    text_addf(&text, "%s Hz", cell.text);
    return cell_shown(cell, keep(v, &text));
}

/* "a.B.c:12", with more than one frame a line each. */
static struct cell stack_cell(struct event_values *v, const struct things *things, uint64_t id) {
    const struct things_stack *stack = &things->stacks.items[id];
    struct text text = {0};
    size_t packages = 0;
    for (uint32_t i = 0; i < stack->depth && i < v->frames; i++) {
        const struct things_frame *frame = things_frame_of(things, stack, i);
        if (i) text_add(&text, " < ");
        things_add_frame_name(things, frame, &text);
        const char *dot = strrchr(strings_get(&things->texts, frame->class_name), '.');
        if (i == 0 && dot)
            packages = (size_t)(dot + 1 - strings_get(&things->texts, frame->class_name));
        if (frame->line >= 0) text_addf(&text, ":%d", frame->line);
    }
    if (v->frames > 1 && stack->depth > v->frames)
        text_addf(&text, " < ... %zu more", (size_t)stack->depth - v->frames);
    if (!text.len) return cell_missing();
    return cell_name(keep(v, &text), v->frames == 1 ? packages : 0);
}

struct cell event_values_cell(struct event_values *v, const struct things *things,
                              enum jfr_column_kind kind, enum jfr_unit unit, uint64_t cell) {
    if (event_values_is_null(kind, cell)) return cell_missing();
    switch (kind) {
    case JFR_COLUMN_BOOLEAN: return cell_bool(cell != 0);
    case JFR_COLUMN_INT: return number_cell(v, unit, (int64_t)cell);
    case JFR_COLUMN_UNSIGNED: return unsigned_cell(v, unit, cell);
    case JFR_COLUMN_REAL: return real_cell(v, unit, real_of(cell));
    case JFR_COLUMN_TEXT: return cell_text(strings_get(&things->texts, (uint32_t)cell));
    case JFR_COLUMN_THREAD: {
        struct text name = {0};
        things_add_thread_name(things, (uint32_t)cell, &name);
        return cell_text(keep(v, &name));
    }
    case JFR_COLUMN_STACK: return stack_cell(v, things, cell);
    default: return cell_missing();
    }
}

void event_values_add_group(struct event_values *values, const struct event_row *row, size_t first,
                            struct text *out) {
    const struct fold_field *fields = row->source->fields;
    for (size_t i = first; i < row->source->field_count; i++) {
        struct cell cell =
            event_values_cell(values, row->things, fields[i].kind, fields[i].unit, row->cells[i]);
        if (event_values_is_null(fields[i].kind, row->cells[i])) continue;
        if (out->len) text_add(out, ", ");
        cell_add(&cell, out);
    }
}

void event_values_free(struct event_values *v) {
    arena_free(&v->texts);
    text_free(&v->date);
}

/* ==== JSON ================================================================================== */

static void write_text(const struct things *things, const char *key, uint32_t id,
                       struct json *json) {
    json_bytes(json, key, strings_get(&things->texts, id), strings_len(&things->texts, id));
}

static void write_thread(const struct things *things, const struct things_thread *thread,
                         const char *key, struct json *json) {
    json_begin_object(json, key);
    write_text(things, "name", thread->name, json);
    if (thread->java_id) write_text(things, "javaName", thread->name, json);
    else json_null(json, "javaName");
    json_count(json, "javaThreadId", thread->java_id);
    json_count(json, "osThreadId", thread->os_id);
    if (thread->group) write_text(things, "group", thread->group, json);
    json_bool(json, "virtual", thread->is_virtual);
    json_end_object(json);
}

void event_values_write_frame(const struct things *things, const struct things_frame *frame,
                              struct json *json) {
    OWNED(text_free) struct text method = {0};
    things_add_frame_name(things, frame, &method);
    json_begin_object(json, NULL);
    json_bytes(json, "method", text_str(&method), method.len);
    if (frame->line >= 0) json_number(json, "line", frame->line);
    if (frame->type) write_text(things, "type", frame->type, json);
    json_end_object(json);
}

static void write_stack(const struct things *things, const struct things_stack *stack,
                        const char *key, size_t frames, struct json *json) {
    json_begin_object(json, key);
    json_bool(json, "truncated", stack->truncated || stack->depth > frames);
    json_begin_array(json, "frames");
    for (uint32_t i = 0; i < stack->depth && i < frames; i++)
        event_values_write_frame(things, things_frame_of(things, stack, i), json);
    json_end_array(json);
    json_end_object(json);
}

void event_values_write_json(struct event_values *v, const struct things *things,
                             enum jfr_column_kind kind, enum jfr_unit unit, uint64_t cell,
                             const char *key, size_t frames, struct json *json) {
    OWNED(text_free) struct text iso = {0};
    if (event_values_is_null(kind, cell)) {
        json_null(json, key);
        return;
    }
    switch (kind) {
    case JFR_COLUMN_BOOLEAN: json_bool(json, key, cell != 0); break;
    case JFR_COLUMN_INT:
        if (unit == JFR_UNIT_NS_TIME) event_values_add_iso(v, (int64_t)cell, &iso);
        if (iso.len) json_bytes(json, key, iso.data, iso.len);
        else json_number(json, key, (int64_t)cell);
        break;
    case JFR_COLUMN_UNSIGNED: json_count(json, key, cell); break;
    case JFR_COLUMN_REAL:
        if (units_no_number(real_of(cell))) json_text(json, key, units_no_number(real_of(cell)));
        else json_double(json, key, real_of(cell));
        break;
    case JFR_COLUMN_TEXT: write_text(things, key, (uint32_t)cell, json); break;
    case JFR_COLUMN_THREAD: write_thread(things, &things->threads.items[cell], key, json); break;
    case JFR_COLUMN_STACK:
        write_stack(things, &things->stacks.items[cell], key, frames, json);
        break;
    default: json_null(json, key);
    }
}
