/* What the hash of a stack stands for: all stacks of the recordings, read when somebody asks. */
#include "sql/room.h"

#include "base/search.h"
#include "parser/names.h"
#include "parser/table/code.h"

struct stack_row {
    uint64_t hash;
    uint64_t first; /* in frames */
    uint32_t depth;
    bool truncated;
};

struct frame_row {
    uint32_t class_name, method, type; /* numbers of texts */
    int32_t line, bci;
};

/* Frames are kept once, however many stacks have them. */
struct stacks {
    struct strings texts;
    struct map by_hash; /* hash of a stack -> its row */
    struct map by_frame;
    ARRAY(struct stack_row) rows;
    ARRAY(struct frame_row) kinds;
    ARRAY(uint32_t) frames;
};

static bool is_frame(const void *row, const void *content) {
    const struct frame_row *a = row, *b = content;
    return a->class_name == b->class_name && a->method == b->method && a->type == b->type &&
           a->line == b->line && a->bci == b->bci;
}

static uint32_t frame_number(struct stacks *s, const struct jfr_frame *frame) {
    struct frame_row row = {strings_add(&s->texts, frame->class_name),
                            strings_add(&s->texts, frame->method),
                            strings_add(&s->texts, frame->type), frame->line, frame->bci};
    uint64_t key = map_mix((uint64_t)row.class_name << 32 | row.method) ^
                   map_mix((uint64_t)(uint32_t)row.line << 32 | (uint32_t)row.bci) ^ row.type;
    return map_intern(&s->by_frame, key, is_frame, &s->kinds, &row);
}

static void add_stack(struct stacks *s, const struct jfr_rows *rows, uint64_t cell) {
    struct jfr_stack stack = jfr_rows_stack(rows, cell);
    bool fresh;
    uint64_t *number = map_put(&s->by_hash, stack.hash, &fresh);
    if (!fresh) return;
    *number = s->rows.len;
    array_push(&s->rows,
               (struct stack_row){stack.hash, s->frames.len, stack.depth, stack.truncated});
    for (uint32_t i = 0; i < stack.depth; i++) {
        struct jfr_frame frame = jfr_rows_frame(rows, cell, i);
        array_push(&s->frames, frame_number(s, &frame));
    }
}

/* The paths of stacks, each once. */
static size_t stack_paths(const struct jfr_tables *tables, const char **paths, size_t most) {
    size_t count = 0;
    for (size_t i = 0; i < jfr_tables_count(tables); i++) {
        const struct jfr_table *table = jfr_tables_at(tables, i);
        for (size_t k = 0; k < jfr_table_columns(table); k++) {
            const struct jfr_column *column = jfr_table_column(table, k);
            size_t known = 0;
            if (column->kind != JFR_COLUMN_STACK) continue;
            while (known < count && strcmp(paths[known], column->path) != 0) known++;
            if (known == count && count < most) paths[count++] = column->path;
        }
    }
    return count;
}

#define MOST_PATHS 32 /* of HotSpot: one */

static struct stacks *stacks_of(struct sql *sql) {
    const char *paths[MOST_PATHS];
    uint64_t cells[MOST_PATHS];
    if (sql->stacks) return sql->stacks;
    struct stacks *s = sql->stacks = mem_zero(1, sizeof *s);
    size_t count = stack_paths(sql->tables, paths, MOST_PATHS);
    unsigned flags = sql->options.raw_names ? JFR_ROWS_RAW_NAMES : 0U;
    struct jfr_rows *rows = jfr_rows_open(sql->tables, NULL, paths, count, flags, NULL);
    while (count && jfr_rows_next(rows, cells))
        for (size_t i = 0; i < count; i++)
            if (jfr_rows_kind(rows, i) == JFR_COLUMN_STACK && cells[i] != JFR_NULL_ID)
                add_stack(s, rows, cells[i]);
    jfr_rows_close(rows);
    return s;
}

void stacks_free(struct sql *sql) {
    struct stacks *s = sql->stacks;
    if (!s) return;
    strings_free(&s->texts);
    free_each(map_free, &s->by_hash, &s->by_frame);
    arrays_free(&s->rows, &s->kinds, &s->frames);
    free(s);
    sql->stacks = NULL;
}

/* ==== Text ================================================================================== */

static void add_method(const struct stacks *s, size_t frame, struct text *out) {
    const struct frame_row *row = &s->kinds.items[s->frames.items[frame]];
    const char *class_name = strings_get(&s->texts, row->class_name),
               *method = strings_get(&s->texts, row->method);
    text_add(out, class_name);
    if (*class_name && *method) text_add_char(out, '.');
    text_add(out, method);
}

static const struct stack_row *row_of(struct sql *sql, int64_t hash) {
    struct stacks *s = stacks_of(sql);
    const uint64_t *number = map_get(&s->by_hash, (uint64_t)hash);
    return number ? &s->rows.items[*number] : NULL;
}

bool stacks_add_frame(struct sql *sql, int64_t hash, int64_t index, struct text *out) {
    const struct stack_row *row = row_of(sql, hash);
    if (!row || index < 0 || index >= row->depth) return false;
    add_method(sql->stacks, (size_t)row->first + (size_t)index, out);
    return true;
}

bool stacks_add_app_frame(struct sql *sql, int64_t hash, struct text *out) {
    const struct stack_row *row = row_of(sql, hash);
    for (uint32_t i = 0; row && i < row->depth; i++) {
        const struct stacks *s = sql->stacks;
        uint32_t class_name = s->kinds.items[s->frames.items[row->first + i]].class_name;
        if (names_is_of_jdk(strings_get(&s->texts, class_name))) continue;
        add_method(s, (size_t)row->first + i, out);
        return true;
    }
    return false;
}

bool stacks_add_collapsed(struct sql *sql, int64_t hash, struct text *out) {
    const struct stack_row *row = row_of(sql, hash);
    if (!row) return false;
    for (uint32_t i = row->depth; i-- > 0;) {
        add_method(sql->stacks, (size_t)row->first + i, out);
        if (i) text_add_char(out, ';');
    }
    return true;
}

/* ==== Tables ================================================================================ */

static void put_text(sqlite3_context *context, const struct text *text) {
    sqlite.result_text(context, text_str(text), (int)text->len, SQLITE_TRANSIENT);
}

static size_t count_stacks(struct sql *sql) {
    return stacks_of(sql)->rows.len;
}

static void stack_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { STACK, DEPTH, TRUNCATED, TOP, TEXT };
    const struct stacks *s = sql->stacks;
    const struct stack_row *row = &s->rows.items[at];
    OWNED(text_free) struct text text = {0};
    switch (column) {
    case STACK: sqlite.result_int64(context, (sqlite3_int64)row->hash); return;
    case DEPTH: sqlite.result_int64(context, row->depth); return;
    case TRUNCATED: sqlite.result_int64(context, row->truncated); return;
    default: break;
    }
    if (!row->depth) return;
    uint32_t shown = column == TOP ? 1 : row->depth;
    for (uint32_t i = 0; i < shown; i++) {
        const struct frame_row *frame = &s->kinds.items[s->frames.items[row->first + i]];
        if (i) text_add_char(&text, '\n');
        add_method(s, (size_t)row->first + i, &text);
        if (column == TEXT && frame->line >= 0) text_addf(&text, ":%d", frame->line);
    }
    put_text(context, &text);
}

static void find_stack(struct sql *sql, sqlite3_int64 value, size_t *from, size_t *to) {
    const uint64_t *number = map_get(&stacks_of(sql)->by_hash, (uint64_t)value);
    *from = number ? (size_t)*number : 0;
    *to = number ? *from + 1 : 0;
}

static size_t count_frames(struct sql *sql) {
    return stacks_of(sql)->frames.len;
}

/* The stack that has this frame: the last one that begins before it. */
static const struct stack_row *stack_with(const struct stacks *s, size_t frame) {
    return &s->rows.items[search_first(i, 1, s->rows.len, s->rows.items[i].first <= frame) - 1];
}

static void put_name(const struct stacks *s, sqlite3_context *context, uint32_t id) {
    sqlite.result_text(context, strings_get(&s->texts, id), (int)strings_len(&s->texts, id),
                       SQLITE_TRANSIENT);
}

static void frame_value(struct sql *sql, sqlite3_context *context, size_t at, int column) {
    enum { STACK, POSITION, CLASS, METHOD, LINE, BCI, TYPE };
    const struct stacks *s = sql->stacks;
    const struct frame_row *frame = &s->kinds.items[s->frames.items[at]];
    const struct stack_row *stack;
    switch (column) {
    case STACK:
    case POSITION:
        stack = stack_with(s, at);
        sqlite.result_int64(context, column == STACK ? (sqlite3_int64)stack->hash
                                                     : (sqlite3_int64)(at - stack->first));
        break;
    case CLASS: put_name(s, context, frame->class_name); break;
    case METHOD: put_name(s, context, frame->method); break;
    case LINE:
        if (frame->line >= 0) sqlite.result_int64(context, frame->line);
        break;
    case BCI:
        if (frame->bci >= 0) sqlite.result_int64(context, frame->bci);
        break;
    case TYPE: put_name(s, context, frame->type); break;
    default: break;
    }
}

static void find_frames(struct sql *sql, sqlite3_int64 value, size_t *from, size_t *to) {
    const struct stack_row *row = row_of(sql, value);
    *from = row ? (size_t)row->first : 0;
    *to = row ? *from + row->depth : 0;
}

const struct list stacks_lists[] = {
    {"stacks", "stack BIGINT, depth BIGINT, truncated BOOLEAN, top TEXT, text TEXT", count_stacks,
     stack_value, find_stack},
    {"frames",
     "stack BIGINT, position BIGINT, class TEXT, method TEXT, line BIGINT, bci BIGINT, type TEXT",
     count_frames, frame_value, find_frames},
};
const size_t stacks_count = sizeof stacks_lists / sizeof *stacks_lists;
