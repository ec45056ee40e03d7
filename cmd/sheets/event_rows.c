#include "cmd/sheets/event_rows.h"

#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"
#include "cmd/write/markdown.h"
#include "cmd/write/sheet_writers.h"

#define FLUSH_BYTES (1u << 16)
#define BATCH 500              /* rows of text that are aligned together */
#define MEMO_BYTES (1u << 24)  /* of JSON of threads and stacks that is kept for their next use */
#define MEMO_THINGS (1u << 17) /* likewise, those that are told from each other */
#define FRAME_BYTES (1u << 22) /* likewise, of frames */
#define BLOCK_FRAMES 5

struct member { /* of a JSON object, in the order in which it is written */
    enum { MEMBER_VALUE, MEMBER_OPEN, MEMBER_CLOSE } what;
    size_t field;
    const char *key;
};

struct layout { /* of a type's rows */
    const struct event_source *source;
    ARRAY(struct member) members;
    size_t *places; /* of its fields among the columns of a table */
    size_t label_width;
};

struct frame_memo {
    uint32_t from, len; /* of its JSON, with a comma in front; 0: not written yet */
};

struct event_rows_own {
    struct event_values values;
    struct arena texts;
    struct text out;
    struct json json;
    bool begun;
    const char *tail; /* behind the rows of a page */
    ARRAY(struct layout) layouts;
    ARRAY(struct sheet_column) columns; /* of a table */
    ARRAY(struct cell) cells;
    bool types; /* the first column is the event type */
    struct sheet batch;
    size_t in_batch;
    bool headed;
    struct map memo; /* thing -> 1 + index of memo_places; 0: it was written once */
    ARRAY(struct {
        size_t from;
        size_t len;
    })
    memo_places;
    struct text memo_text;
    ARRAY(struct frame_memo) frames; /* by the number of the frame */
    struct text frame_text;
    uint64_t epoch;
};

/* ==== JSON: paths become objects ============================================================ */

struct nesting {
    struct event_rows_own *own;
    struct layout *layout;
    bool *done; /* by field */
};

/* Is one of the fields all of what others are parts of? Then those keep their dots. */
static bool is_whole(const struct event_source *source, const char *path, size_t len) {
    return some_of(i, source->field_count,
                   strlen(source->paths[i]) == len && memcmp(source->paths[i], path, len) == 0);
}

/* Where the key of the next object ends, from `at` on: 0 if the field is a value there. */
static size_t object_key(const struct event_source *source, const char *path, size_t at) {
    size_t len = strcspn(path + at, ".");
    bool nested = path[at + len] == '.' && !strchr(path, '|');
    return nested && !is_whole(source, path, at + len) ? len : 0;
}

#define MAX_NESTING 16

static void nest(struct nesting *n, const char *prefix, size_t at, int depth) {
    const struct event_source *source = n->layout->source;
    for (size_t i = 0; i < source->field_count; i++) {
        const char *path = source->paths[i];
        if (n->done[i] || strncmp(path, prefix, at) != 0) continue;
        size_t len = depth < MAX_NESTING ? object_key(source, path, at) : 0;
        if (!len) {
            n->done[i] = true;
            array_push(&n->layout->members, (struct member){MEMBER_VALUE, i, path + at});
            continue;
        }
        const char *key = arena_copy(&n->own->texts, path + at, len);
        array_push(&n->layout->members, (struct member){MEMBER_OPEN, 0, key});
        nest(n, path, at + len + 1, depth + 1);
        array_push(&n->layout->members, (struct member){MEMBER_CLOSE, 0, NULL});
    }
}

/* ==== Columns =============================================================================== */

static size_t place_of(struct event_rows *rows, const char *path, const struct fold_field *field) {
    struct event_rows_own *own = rows->own;
    for (size_t i = own->types; i < own->columns.len; i++)
        if (strcmp(own->columns.items[i].key, path) == 0) {
            own->columns.items[i].number =
                own->columns.items[i].number && event_values_is_number(field->kind, field->unit);
            return i;
        }
    struct sheet_column column = {
        .title = path, .key = path, .number = event_values_is_number(field->kind, field->unit)};
    array_push(&own->columns, column);
    return own->columns.len - 1;
}

/* Columns are those of all types, and of all chunks, before the first row is written. */
static void make_layouts(struct event_rows *rows, const struct event_source *const *sources,
                         size_t count) {
    struct event_rows_own *own = rows->own;
    own->types = count > 1;
    if (own->types)
        array_push(&own->columns, (struct sheet_column){.title = "eventType", .key = "eventType"});
    for (size_t k = 0; k < count; k++) {
        struct layout layout = {.source = sources[k]};
        layout.places = mem_zero(sources[k]->field_count, sizeof *layout.places);
        for (size_t i = 0; i < sources[k]->field_count; i++) {
            const struct fold_field *field = &sources[k]->fields[i];
            size_t width = utf8_columns(sources[k]->paths[i], strlen(sources[k]->paths[i]));
            if (width > layout.label_width) layout.label_width = width;
            /* what no chunk of the type has is a column, if it was asked for */
            layout.places[i] = place_of(rows, sources[k]->paths[i], field);
        }
        struct nesting nesting = {own, &layout,
                                  mem_zero(sources[k]->field_count, sizeof *nesting.done)};
        nest(&nesting, "", 0, 0);
        free(nesting.done);
        array_push(&own->layouts, layout);
    }
    if (own->columns.len) own->columns.items[own->columns.len - 1].flexible = true;
}

static const struct layout *layout_of(const struct event_rows *rows,
                                      const struct event_source *source) {
    const struct event_rows_own *own = rows->own;
    for (size_t i = 0; i < own->layouts.len; i++)
        if (own->layouts.items[i].source == source) return &own->layouts.items[i];
    return NULL;
}

/* ==== Beginning ============================================================================= */

static void open_batch(struct event_rows *rows) {
    struct event_rows_own *own = rows->own;
    sheet_open(&own->batch, rows->format);
    own->batch.raw = true;
    sheet_title(&own->batch, rows->title);
    sheet_table(&own->batch, (struct sheet_table){0});
    for (size_t i = 0; i < own->columns.len; i++) sheet_column(&own->batch, own->columns.items[i]);
}

/* What stands around the rows is that of a table without any. */
static void begin_page(struct event_rows *rows) {
    struct event_rows_own *own = rows->own;
    OWNED(text_free) struct text page = {0};
    open_batch(rows);
    sheet_end(&own->batch);
    sheet_write(&own->batch, &(struct sheet_style){0}, &page);
    sheet_free(&own->batch);
    const char *end = rows->format == FORMAT_HTML ? strstr(text_str(&page), "</table>") : NULL;
    size_t head = end ? (size_t)(end - page.data) : page.len;
    text_add_bytes(&own->out, text_str(&page), head);
    own->tail = arena_copy(&own->texts, text_str(&page) + head, page.len - head);
}

static void begin(struct event_rows *rows, const struct event_source *const *sources,
                  size_t count) {
    struct event_rows_own *own = rows->own = mem_zero(1, sizeof *own);
    own->values.zone = events_zone(rows->events);
    bool block = rows->format == FORMAT_TEXT && !rows->table;
    own->values.frames = rows->frames != EVENT_ROWS_USUAL ? rows->frames : block ? BLOCK_FRAMES : 1;
    own->tail = "";
    own->epoch = UINT64_MAX;
    make_layouts(rows, sources, count);
    own->json = json_open(&own->out, JSON_COMPACT);
    switch (rows->format) {
    case FORMAT_JSON:
        text_add(&own->out, "{\"events\":[");
        own->tail = "]}\n";
        break;
    case FORMAT_NDJSON: break;
    case FORMAT_TEXT:
        if (rows->table) open_batch(rows);
        break;
    default: begin_page(rows);
    }
}

/* ==== Rows ================================================================================== */

static void forget_memo(struct event_rows_own *own) {
    map_clear(&own->memo);
    own->memo_places.len = 0;
    text_clear(&own->memo_text);
}

static void forget_frames(struct event_rows_own *own) {
    own->frames.len = 0;
    text_clear(&own->frame_text);
}

/* Adds what was written of the thing before; false: it has to be written. *place: what is written
 * of it now is worth keeping. Many stacks come once, and are as long as all that is kept of others.
 */
static bool recall(struct event_rows_own *own, uint64_t thing, uint64_t **place) {
    bool fresh;
    *place = map_put(&own->memo, thing, &fresh);
    if (fresh) *place = NULL;
    if (!*place || !**place) return false;
    size_t index = (size_t) * *place - 1;
    text_add_bytes(&own->out, own->memo_text.data + own->memo_places.items[index].from,
                   own->memo_places.items[index].len);
    return true;
}

static void remember(struct event_rows_own *own, uint64_t *place, size_t from) {
    array_reserve(&own->memo_places, own->memo_places.len + 1);
    own->memo_places.items[own->memo_places.len].from = own->memo_text.len;
    own->memo_places.items[own->memo_places.len++].len = own->out.len - from;
    *place = own->memo_places.len;
    text_add_bytes(&own->memo_text, own->out.data + from, own->out.len - from);
}

static const struct frame_memo *keep_frame(struct event_rows_own *own, const struct things *things,
                                           uint32_t frame) {
    size_t known = own->frames.len;
    if (frame >= known) {
        size_t len = things->frames.len > frame ? things->frames.len : frame + 1;
        array_reserve(&own->frames, len);
        memset(own->frames.items + known, 0, (len - known) * sizeof *own->frames.items);
        own->frames.len = len;
    }
    struct frame_memo *memo = &own->frames.items[frame];
    if (memo->len) return memo;
    struct json json = json_open(&own->frame_text, JSON_COMPACT);
    memo->from = (uint32_t)own->frame_text.len;
    text_add_char(&own->frame_text, ',');
    event_values_write_frame(things, &things->frames.items[frame], &json);
    memo->len = (uint32_t)(own->frame_text.len - memo->from);
    return memo;
}

/* Frames recur, and are most of what is written of an event. */
static void write_frames(struct event_rows_own *own, const struct things *things,
                         const struct things_stack *stack, size_t limit) {
    if (own->frame_text.len > FRAME_BYTES) forget_frames(own);
    for (uint32_t i = 0; i < stack->depth && i < limit; i++) {
        uint32_t frame = things->stack_frames.items[stack->first + i];
        const struct frame_memo *memo = frame < own->frames.len ? &own->frames.items[frame] : NULL;
        if (!memo || !memo->len) memo = keep_frame(own, things, frame);
        size_t comma = i == 0;
        text_add_bytes(&own->out, own->frame_text.data + memo->from + comma, memo->len - comma);
    }
}

static void write_stack_json(struct event_rows *rows, const struct things *things,
                             const struct things_stack *stack) {
    struct text *out = &rows->own->out;
    bool cut = stack->truncated || stack->depth > rows->frames;
    text_add(out, cut ? "{\"truncated\":true,\"frames\":[" : "{\"truncated\":false,\"frames\":[");
    write_frames(rows->own, things, stack, rows->frames);
    text_add(out, "]}");
}

static void write_thing(struct event_rows *rows, const struct event_row *row,
                        const struct fold_field *field, uint64_t cell, const char *key) {
    struct event_rows_own *own = rows->own;
    uint64_t *place;
    if (own->epoch != row->epoch) {
        forget_frames(own);
        forget_memo(own);
        own->epoch = row->epoch;
    }
    if (own->memo_text.len > MEMO_BYTES || own->memo.len > MEMO_THINGS) forget_memo(own);
    json_number(&own->json, key, 0); /* key and comma; the value takes the place of the digit */
    own->out.len--;
    bool stack = field->kind == JFR_COLUMN_STACK;
    if (recall(own, cell << 1 | !stack, &place)) return;
    size_t from = own->out.len;
    struct json json = json_open(&own->out, JSON_COMPACT);
    if (stack) write_stack_json(rows, row->things, &row->things->stacks.items[cell]);
    else
        event_values_write_json(&own->values, row->things, field->kind, field->unit, cell, NULL,
                                rows->frames, &json);
    if (place) remember(own, place, from);
}

static void write_json(struct event_rows *rows, const struct layout *layout,
                       const struct event_row *row) {
    struct event_rows_own *own = rows->own;
    const struct event_source *source = layout->source;
    if (rows->format == FORMAT_JSON) text_add(&own->out, rows->written ? ",\n" : "\n");
    own->json = json_open(&own->out, JSON_COMPACT);
    json_begin_object(&own->json, NULL);
    bool named = some_of(i, source->field_count, strcmp(source->paths[i], "eventType") == 0);
    if (!named) json_text(&own->json, "eventType", source->name);
    EACH (const struct member, member, &layout->members) {
        if (member->what == MEMBER_OPEN) json_begin_object(&own->json, member->key);
        if (member->what == MEMBER_CLOSE) json_end_object(&own->json);
        if (member->what != MEMBER_VALUE) continue;
        const struct fold_field *field = &source->fields[member->field];
        uint64_t cell = row->cells[member->field];
        bool thing = field->kind == JFR_COLUMN_THREAD || field->kind == JFR_COLUMN_STACK;
        if (thing && !event_values_is_null(field->kind, cell))
            write_thing(rows, row, field, cell, member->key);
        else
            event_values_write_json(&own->values, row->things, field->kind, field->unit, cell,
                                    member->key, rows->frames, &own->json);
    }
    json_end_object(&own->json);
    if (rows->format == FORMAT_NDJSON) text_add_char(&own->out, '\n');
}

static struct cell cell_of(struct event_rows *rows, const struct event_row *row, size_t field) {
    const struct fold_field *of = &row->source->fields[field];
    return event_values_cell(&rows->own->values, row->things, of->kind, of->unit,
                             row->cells[field]);
}

/* The row's cells in the columns of the table. */
static void fill_cells(struct event_rows *rows, const struct layout *layout,
                       const struct event_row *row) {
    struct event_rows_own *own = rows->own;
    array_reserve(&own->cells, own->columns.len);
    for (size_t i = 0; i < own->columns.len; i++) own->cells.items[i] = cell_blank();
    if (own->types) own->cells.items[0] = cell_text(row->source->name);
    for (size_t i = 0; i < row->source->field_count; i++)
        own->cells.items[layout->places[i]] = cell_of(rows, row, i);
}

static void write_markdown(struct text *out, const struct cell *cells, size_t count) {
    OWNED(text_free) struct text value = {0};
    text_add_char(out, '|');
    for (size_t i = 0; i < count; i++) {
        text_clear(&value);
        cell_add(&cells[i], &value);
        text_add_char(out, ' ');
        markdown_add(out, text_str(&value));
        text_add(out, " |");
    }
    text_add_char(out, '\n');
}

static void write_line(struct event_rows *rows) {
    struct event_rows_own *own = rows->own;
    const struct cell *cells = own->cells.items;
    size_t count = own->columns.len;
    if (rows->format == FORMAT_MARKDOWN) {
        write_markdown(&own->out, cells, count);
        return;
    }
    const struct sheet_rows *lines = format_rows[rows->format].rows;
    bool html = !lines;
    if (html) text_add(&own->out, "<tr>");
    for (size_t i = 0; i < count; i++) {
        if (html) text_add(&own->out, own->columns.items[i].number ? "<td class=\"n\">" : "<td>");
        else if (i) text_add(&own->out, lines->between);
        if (html) sheet_html_add_cell(&own->out, &cells[i]);
        else sheet_rows_add_cell(lines, &own->out, &cells[i]);
        if (html) text_add(&own->out, "</td>");
    }
    text_add(&own->out, html ? "</tr>\n" : lines->end);
}

/* ==== For people ============================================================================ */

static void write_batch(struct event_rows *rows) {
    struct event_rows_own *own = rows->own;
    OWNED(text_free) struct text table = {0};
    struct sheet_style style = {.columns = (size_t)rows->output->columns,
                                .color = rows->output->color,
                                .ascii = !rows->output->utf8};
    sheet_end(&own->batch);
    sheet_write(&own->batch, &style, &table);
    if (!rows->output->utf8) units_to_ascii(&table);
    const char *from = text_str(&table);
    size_t heading = own->headed ? strcspn(from, "\n") : 0; /* the columns are named once */
    if (heading && from[heading]) from += heading + 1;
    text_add(&own->out, from);
    own->headed = true;
    sheet_free(&own->batch);
    own->in_batch = 0;
}

static void write_stack(struct event_rows *rows, const struct event_row *row, size_t field,
                        size_t indent) {
    struct event_rows_own *own = rows->own;
    const struct things_stack *stack = &row->things->stacks.items[row->cells[field]];
    for (uint32_t i = 0; i < stack->depth && i < own->values.frames; i++) {
        const struct things_frame *frame = things_frame_of(row->things, stack, i);
        if (i) text_add_blanks(&own->out, indent);
        safe_add_name(&own->out, strings_get(&row->things->texts, frame->class_name));
        if (frame->class_name && frame->method) text_add_char(&own->out, '.');
        safe_add_name(&own->out, strings_get(&row->things->texts, frame->method));
        if (frame->line >= 0) text_addf(&own->out, ":%d", frame->line);
        text_add_char(&own->out, '\n');
    }
    if (stack->depth > own->values.frames) {
        if (own->values.frames) text_add_blanks(&own->out, indent);
        text_addf(&own->out, "... %zu more\n", (size_t)stack->depth - own->values.frames);
    } else if (stack->truncated) {
        if (stack->depth) text_add_blanks(&own->out, indent);
        text_add(&own->out, "... cut when it was recorded\n");
    } else if (!stack->depth) {
        text_add_char(&own->out, '\n');
    }
}

static void write_block(struct event_rows *rows, const struct layout *layout,
                        const struct event_row *row) {
    struct event_rows_own *own = rows->own;
    if (rows->written) text_add_char(&own->out, '\n');
    text_fill(&own->out, safe_add_name, "%s\n", row->source->name);
    for (size_t i = 0; i < row->source->field_count; i++) {
        const struct fold_field *field = &row->source->fields[i];
        const char *path = row->source->paths[i];
        OWNED(text_free) struct text value = {0};
        if (event_values_is_null(field->kind, row->cells[i])) continue;
        text_fill(&own->out, safe_add_name, "  %s", path);
        text_add_blanks(&own->out, layout->label_width - utf8_columns(path, strlen(path)) + 2);
        if (field->kind == JFR_COLUMN_STACK) {
            write_stack(rows, row, i, layout->label_width + 4);
            continue;
        }
        struct cell cell = cell_of(rows, row, i);
        cell_add(&cell, &value);
        size_t from = own->out.len;
        safe_add_name(&own->out, text_str(&value));
        text_add_char(&own->out, '\n');
        if (!rows->output->utf8) { /* of what was added now */
            OWNED(text_free) struct text added = {0};
            text_add(&added, own->out.data + from);
            units_to_ascii(&added);
            own->out.len = from;
            text_add(&own->out, text_str(&added));
        }
    }
}

static void write_text(struct event_rows *rows, const struct layout *layout,
                       const struct event_row *row) {
    struct event_rows_own *own = rows->own;
    if (!rows->table) {
        write_block(rows, layout, row);
        return;
    }
    fill_cells(rows, layout, row);
    sheet_row(&own->batch);
    for (size_t i = 0; i < own->columns.len; i++) sheet_cell(&own->batch, own->cells.items[i]);
    if (++own->in_batch < BATCH) return;
    write_batch(rows);
    open_batch(rows);
}

/* ==== The stream ============================================================================ */

bool event_rows_add(void *context, const struct event_row *row) {
    struct event_rows *rows = context;
    if (!rows->own) {
        size_t count;
        const struct event_source *const *sources = events_sources(rows->events, 0, &count);
        begin(rows, sources, count);
    }
    struct event_rows_own *own = rows->own;
    const struct layout *layout = layout_of(rows, row->source);
    switch (rows->format) {
    case FORMAT_JSON:
    case FORMAT_NDJSON: write_json(rows, layout, row); break;
    case FORMAT_TEXT: write_text(rows, layout, row); break;
    default: fill_cells(rows, layout, row); write_line(rows);
    }
    rows->written++;
    arena_free(&own->values.texts);
    own->values.texts = (struct arena){0};
    if (own->out.len > FLUSH_BYTES) output_flush_text(rows->output, &own->out);
    return rows->output->failed == 0 && (!rows->limit || rows->written < rows->limit);
}

void event_rows_end(struct event_rows *rows, const struct events_answer *answer) {
    if (!rows->own) begin(rows, answer->sources, answer->source_count);
    struct event_rows_own *own = rows->own;
    if (rows->format == FORMAT_TEXT && rows->table) {
        if (own->in_batch || !own->headed) write_batch(rows);
        else sheet_free(&own->batch);
    }
    if (rows->format == FORMAT_JSON && rows->written) text_add_char(&own->out, '\n');
    text_add(&own->out, own->tail);
    output_flush_text(rows->output, &own->out);
    event_rows_free(rows);
}

void event_rows_free(struct event_rows *rows) {
    struct event_rows_own *own = rows->own;
    if (!own) return;
    for (size_t i = 0; i < own->layouts.len; i++) {
        array_free(&own->layouts.items[i].members);
        free(own->layouts.items[i].places);
    }
    arrays_free(&own->layouts, &own->columns, &own->cells, &own->memo_places);
    map_free(&own->memo);
    text_free(&own->memo_text);
    array_free(&own->frames);
    free_each(text_free, &own->frame_text, &own->out);
    event_values_free(&own->values);
    arena_free(&own->texts);
    free(own);
    rows->own = NULL;
}
