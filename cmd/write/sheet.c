#include "cmd/write/sheet.h"

#include "base/secrets/secrets.h"
#include "base/units.h"
#include "cmd/write/sheet_writers.h"

#include <assert.h>
#include <string.h>

void sheet_open(struct sheet *sheet, enum format format) {
    *sheet = (struct sheet){.format = format};
}

void sheet_free(struct sheet *sheet) {
    arrays_free(&sheet->items, &sheet->begun, &sheet->places);
    arena_free(&sheet->texts);
}

bool sheet_shows(const struct sheet *sheet, unsigned formats) {
    return formats & format_rows[sheet->format].parts;
}

/* ==== Items ================================================================================= */

static const char *copy(struct sheet *sheet, const char *text) {
    return text ? arena_copy_text(&sheet->texts, text) : NULL;
}

static const char *copy_masked(struct sheet *sheet, const char *text) {
    OWNED(text_free) struct text masked = {0};
    bool any = text && !sheet->raw && secrets_add(text, strlen(text), &masked);
    return copy(sheet, any ? text_str(&masked) : text);
}

static struct cell copy_cell(struct sheet *sheet, struct cell cell) {
    size_t packages = cell.kind == CELL_NAME ? cell.packages : 0;
    if (cell.kind == CELL_TEXT || cell.kind == CELL_NAME) {
        cell.text = copy_masked(sheet, cell.text);
        if (packages > strlen(cell.text)) cell.packages = 0;
    } else if (cell_is_text(&cell)) {
        cell.text = copy(sheet, cell.text);
    }
    cell.shown = copy_masked(sheet, cell.shown);
    cell.below = copy_masked(sheet, cell.below);
    cell.link = copy(sheet, cell.link);
    return cell;
}

static void begin(struct sheet *sheet, bool shown, struct sheet_item item) {
    array_push(&sheet->begun, (struct sheet_begun){.kind = item.kind,
                                                   .flags = item.flags,
                                                   .shown = shown,
                                                   .item = sheet->items.len,
                                                   .places = sheet->places.len});
    if (shown) array_push(&sheet->items, item);
}

static void end_last(struct sheet *sheet) {
    const struct sheet_begun *last = &array_at(&sheet->begun, sheet->begun.len - 1);
    sheet->begun.len--;
    if (last->kind == SHEET_TABLE) sheet->places.len = last->places;
    bool bare = last->kind == SHEET_GROUP && last->shown && sheet->items.len == last->item + 1 &&
                /* a title without anything below it, which is no object */
                (!sheet->items.items[last->item].key || !sheet_shows(sheet, SHEET_JSON));
    if (bare || (last->omit_empty && sheet->items.items[sheet->items.len - 1].kind != SHEET_END))
        sheet->items.len = last->item;
    else if (last->shown)
        array_push(&sheet->items, (struct sheet_item){
                                      .kind = SHEET_END, .ends = last->kind, .flags = last->flags});
}

static bool in_row(const struct sheet *sheet) {
    return array_at(&sheet->begun, sheet->begun.len - 1).kind == SHEET_ROW;
}

/* A table's last row ends with it. */
void sheet_end(struct sheet *sheet) {
    assert(sheet->begun.len);
    if (in_row(sheet)) end_last(sheet);
    bool titled = array_at(&sheet->begun, sheet->begun.len - 1).titled;
    end_last(sheet);
    if (titled) end_last(sheet);
}

/* ==== For programs ========================================================================== */

void sheet_field(struct sheet *sheet, const char *key, struct cell cell) {
    if (!sheet_shows(sheet, SHEET_JSON)) return;
    array_push(&sheet->items, (struct sheet_item){
                                  .kind = SHEET_FIELD, .key = key, .cell = copy_cell(sheet, cell)});
}

void sheet_add_fields(struct sheet *sheet, const struct sheet_member *members, size_t count) {
    for (size_t i = 0; i < count; i++) sheet_field(sheet, members[i].key, members[i].cell);
}

void sheet_object(struct sheet *sheet, const char *key) {
    begin(sheet, sheet_shows(sheet, SHEET_JSON),
          (struct sheet_item){.kind = SHEET_OBJECT, .key = key});
}

void sheet_array(struct sheet *sheet, const char *key) {
    begin(sheet, sheet_shows(sheet, SHEET_JSON),
          (struct sheet_item){.kind = SHEET_ARRAY, .key = key});
}

/* ==== For people ============================================================================ */

void sheet_title(struct sheet *sheet, const char *title) {
    sheet->title = copy(sheet, title);
}

static void add_cell(struct sheet *sheet, unsigned formats, enum sheet_kind kind,
                     struct cell cell) {
    if (sheet_shows(sheet, formats & SHEET_PEOPLE))
        array_push(&sheet->items,
                   (struct sheet_item){.kind = (uint8_t)kind, .cell = copy_cell(sheet, cell)});
}

static void add(struct sheet *sheet, unsigned formats, enum sheet_kind kind, const char *text) {
    add_cell(sheet, formats, kind, cell_text(text));
}

void sheet_lines(struct sheet *sheet, unsigned formats, const char *lines) {
    add(sheet, formats, SHEET_LINES, lines);
}

void sheet_marked_lines(struct sheet *sheet, unsigned formats, enum cell_mark mark,
                        const char *lines) {
    add_cell(sheet, formats, SHEET_LINES, cell_marked(cell_text(lines), mark));
}

void sheet_note(struct sheet *sheet, unsigned formats, const char *lines) {
    add(sheet, formats, SHEET_NOTE, lines);
}

void sheet_picture(struct sheet *sheet, unsigned formats, const char *lines) {
    add(sheet, formats, SHEET_PICTURE, lines);
}

void sheet_colored_picture(struct sheet *sheet, const char *lines) {
    size_t before = sheet->items.len;
    add(sheet, SHEET_TEXT, SHEET_PICTURE, lines);
    if (sheet->items.len > before) sheet->items.items[before].flags = SHEET_COLORED;
}

void sheet_section(struct sheet *sheet, const char *name) {
    add(sheet, SHEET_MARKDOWN, SHEET_SECTION, name);
}

void sheet_bullet(struct sheet *sheet, unsigned formats, const char *text) {
    add(sheet, formats, SHEET_BULLET, text);
}

void sheet_group(struct sheet *sheet, struct sheet_group group) {
    unsigned formats = !group.title ? 0 : group.formats ? group.formats : SHEET_PEOPLE;
    if (group.key) formats |= SHEET_JSON;
    begin(sheet, sheet_shows(sheet, formats),
          (struct sheet_item){.kind = SHEET_GROUP,
                              .key = group.key,
                              .label = copy(sheet, group.title),
                              .cell = copy_cell(sheet, group.mark),
                              .flags = group.folded ? SHEET_FOLDED : 0});
}

void sheet_pair(struct sheet *sheet, const char *key, const char *label, struct cell cell) {
    if (!sheet_shows(sheet, key ? SHEET_PEOPLE | SHEET_JSON : SHEET_PEOPLE)) return;
    array_push(&sheet->items, (struct sheet_item){.kind = SHEET_PAIR,
                                                  .key = key,
                                                  .label = copy(sheet, label),
                                                  .cell = copy_cell(sheet, cell)});
}

/* ==== Tables ================================================================================ */

void sheet_table(struct sheet *sheet, struct sheet_table table) {
    unsigned formats = table.formats ? table.formats : table.key ? SHEET_ALL : SHEET_TABLES;
    unsigned flags = (table.tree ? SHEET_TREE : 0) | (table.keyed ? SHEET_KEYED : 0);
    begin(sheet, sheet_shows(sheet, formats),
          (struct sheet_item){.kind = SHEET_TABLE, .key = table.key, .flags = (uint8_t)flags});
    struct sheet_begun *begun = &array_at(&sheet->begun, sheet->begun.len - 1);
    begun->omit_empty = begun->shown && table.omit_empty && sheet_shows(sheet, SHEET_PEOPLE);
}

void sheet_titled_table(struct sheet *sheet, const char *title, const char *key) {
    sheet_group(sheet, (struct sheet_group){.title = title});
    sheet_table(sheet, (struct sheet_table){.key = key, .omit_empty = true});
    array_at(&sheet->begun, sheet->begun.len - 1).titled = true;
}

void sheet_column(struct sheet *sheet, struct sheet_column column) {
    bool shown = array_at(&sheet->begun, sheet->begun.len - 1).shown &&
                 sheet_shows(sheet, column.formats ? column.formats
                                    : column.key   ? SHEET_ALL
                                                   : SHEET_PEOPLE);
    struct sheet_place place = {.key = copy(sheet, column.key), .shown = shown};
    unsigned flags = (column.number ? SHEET_NUMBER : 0) | (column.flexible ? SHEET_FLEXIBLE : 0) |
                     (column.sentence ? SHEET_SENTENCE : 0) | (column.chart ? SHEET_CHART : 0) |
                     (column.wrapped ? SHEET_WRAPPED : 0) | (column.ending ? SHEET_ENDING : 0) |
                     (column.wide ? SHEET_WIDE : 0) | (column.known ? SHEET_KNOWN : 0);
    array_push(&sheet->places, place);
    if (shown)
        array_push(&sheet->items, (struct sheet_item){.kind = SHEET_COLUMN,
                                                      .height = column.height,
                                                      .key = place.key,
                                                      .label = copy(sheet, column.title),
                                                      .flags = (uint8_t)flags,
                                                      .depth = (uint32_t)column.widest});
}

void sheet_add_columns(struct sheet *sheet, const struct sheet_column *columns, size_t count) {
    for (size_t i = 0; i < count; i++) sheet_column(sheet, columns[i]);
}

void sheet_row_at(struct sheet *sheet, uint32_t depth) {
    if (in_row(sheet)) end_last(sheet);
    struct sheet_begun table = array_at(&sheet->begun, sheet->begun.len - 1);
    assert(table.kind == SHEET_TABLE);
    begin(sheet, table.shown,
          (struct sheet_item){.kind = SHEET_ROW, .flags = table.flags, .depth = depth});
    array_at(&sheet->begun, sheet->begun.len - 1).places = table.places;
}

void sheet_row(struct sheet *sheet) {
    sheet_row_at(sheet, 0);
}

void sheet_cell(struct sheet *sheet, struct cell cell) {
    struct sheet_begun *row = &array_at(&sheet->begun, sheet->begun.len - 1);
    assert(row->kind == SHEET_ROW && row->places < sheet->places.len);
    struct sheet_place place = sheet->places.items[row->places++];
    if (place.shown)
        array_push(&sheet->items, (struct sheet_item){.kind = SHEET_FIELD,
                                                      .key = place.key,
                                                      .cell = copy_cell(sheet, cell)});
}

void sheet_take_cell(struct sheet *sheet, struct text *text) {
    sheet_cell(sheet, cell_text(text_str(text)));
    text_clear(text);
}

void sheet_add_cells(struct sheet *sheet, const struct cell *cells, size_t count) {
    for (size_t i = 0; i < count; i++) sheet_cell(sheet, cells[i]);
}

/* ==== Writing =============================================================================== */

void sheet_each_line(const char *lines, void (*line)(const char *line, size_t len, void *context),
                     void *context) {
    while (*lines) {
        size_t len = strcspn(lines, "\n");
        line(lines, len, context);
        lines += len + (lines[len] == '\n');
    }
}

void sheet_write(const struct sheet *sheet, const struct sheet_style *style, struct text *out) {
    assert(!sheet->begun.len);
    const struct format_row *format = &format_rows[sheet->format];
    if (format->write) format->write(sheet, style, out); /* else nothing was kept */
}

void sheet_send(const struct sheet *sheet, struct output *output) {
    const struct sheet_style style = {
        .columns = (size_t)output->columns, .color = output->color, .ascii = !output->utf8};
    OWNED(text_free) struct text out = {0};
    sheet_write(sheet, &style, &out);
    /* Markdown, HTML and JSON are UTF-8 whatever the locale says. */
    if (sheet->format == FORMAT_TEXT && !output->utf8) units_to_ascii(&out);
    output_flush_text(output, &out);
}
