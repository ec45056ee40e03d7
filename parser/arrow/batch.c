/* A batch: columns that grow row by row, then arrays of Arrow that own their buffers. */
#include "parser/arrow/arrow.h"

#include "base/strings.h"

#define FIRST_ROWS 1024
#define MAX_BYTES (UINT32_C(1) << 28) /* of the texts of a column: offsets have 31 bits */
#define MAX_FRAMES (UINT32_C(1) << 24)
#define BIT(i) (uint8_t)(1u << ((i)&7))

struct texts {              /* utf8 */
    ARRAY(int32_t) offsets; /* one more than there are texts, once there is one */
    ARRAY(char) bytes;
};

struct dictionary {
    struct texts texts;
    ARRAY(int32_t) of_thing; /* number of a text or thread -> place in texts + 1, or 0 */
    /* Where the batch has several chunks, or what is numbered is no text: by content. */
    bool by_content;
    struct strings known;
    ARRAY(int32_t) of_known; /* number in known -> place in texts + 1 */
};

struct frames {
    struct texts class_names, methods, types;
    ARRAY(int32_t) lines; /* -1: null */
};

struct data {                /* of a column */
    uint8_t *values, *valid; /* valid NULL: no nulls so far */
    size_t nulls;
    struct dictionary dictionary;
    struct texts texts;
    struct frames frames;
};

struct arrow_batch {
    const struct arrow_columns *columns;
    struct data *data; /* of each column */
    size_t rows, room, chunks;
    size_t before; /* rows of the batch before: this one will have about as many */
    const struct jfr_rows *from;
    const char *recording;
    bool full;
};

struct arrow_batch *arrow_batch_open(const struct arrow_columns *columns) {
    struct arrow_batch *b = mem_zero(1, sizeof *b);
    b->columns = columns;
    b->data = mem_zero(columns->items.len, sizeof *b->data);
    return b;
}

size_t arrow_batch_rows(const struct arrow_batch *b) {
    return b->rows;
}

bool arrow_batch_is_full(const struct arrow_batch *b) {
    return b->full;
}

/* ==== Texts ================================================================================= */

static size_t texts_len(const struct texts *t) {
    return t->offsets.len ? t->offsets.len - 1 : 0;
}

static void texts_add(struct texts *t, const char *text, size_t len) {
    if (t->offsets.len == 0) array_push(&t->offsets, 0);
    array_reserve(&t->bytes, t->bytes.len + len + 1);
    memcpy(t->bytes.items + t->bytes.len, text, len);
    t->bytes.len += len;
    array_push(&t->offsets, (int32_t)t->bytes.len);
}

static void texts_free(struct texts *t) {
    arrays_free(&t->offsets, &t->bytes);
}

/* ==== Dictionaries ========================================================================== */

static void dictionary_forget_things(struct dictionary *d) {
    d->of_thing.len = 0;
}

static void dictionary_free(struct dictionary *d) {
    texts_free(&d->texts);
    arrays_free(&d->of_thing, &d->of_known);
    strings_free(&d->known);
    *d = (struct dictionary){0};
}

/* Place of a text by its content + 1, 0 where it is new: the caller fills it. */
static int32_t *place_by_content(struct dictionary *d, const char *text, size_t len) {
    uint32_t id = strings_intern(&d->known, text, len);
    while (d->of_known.len <= id) array_push(&d->of_known, 0);
    return &array_at(&d->of_known, id);
}

static void compare_contents(struct dictionary *d) {
    if (d->by_content) return;
    d->by_content = true;
    for (size_t i = 0; i < texts_len(&d->texts); i++) {
        int32_t from = d->texts.offsets.items[i], to = d->texts.offsets.items[i + 1];
        const char *text = d->texts.bytes.items + from;
        *place_by_content(d, text, (size_t)(to - from)) = (int32_t)i + 1;
    }
}

static int32_t dictionary_add(struct dictionary *d, const char *text, size_t len) {
    int32_t *place = d->by_content ? place_by_content(d, text, len) : NULL;
    int32_t known = place ? *place : 0;
    if (known) return known;
    texts_add(&d->texts, text, len);
    int32_t fresh = (int32_t)texts_len(&d->texts);
    if (place) *place = fresh;
    return fresh;
}

static const char *name_of(const struct arrow_batch *b, const struct arrow_column *column,
                           uint64_t cell, size_t *len) {
    if (column->kind == JFR_COLUMN_TEXT) return jfr_rows_text(b->from, cell, len);
    const char *name = jfr_rows_thread(b->from, cell).name;
    *len = strlen(name);
    return name;
}

static int32_t place_of(struct arrow_batch *b, const struct arrow_column *column,
                        struct dictionary *d, uint64_t cell) {
    size_t len;
    if (cell < d->of_thing.len && d->of_thing.items[cell]) return d->of_thing.items[cell] - 1;
    while (d->of_thing.len <= cell) array_push(&d->of_thing, 0);
    const char *name = name_of(b, column, cell, &len);
    int32_t place = dictionary_add(d, name, len);
    d->of_thing.items[cell] = place;
    return place - 1;
}

void arrow_batch_begin(struct arrow_batch *b, const struct jfr_rows *rows, const char *recording) {
    b->from = rows;
    b->recording = recording;
    b->chunks = b->rows ? b->chunks + 1 : 1;
    for (size_t i = 0; i < b->columns->items.len; i++) {
        const struct arrow_column *column = &b->columns->items.items[i];
        struct dictionary *d = &b->data[i].dictionary;
        dictionary_forget_things(d);
        if (b->chunks > 1 || column->kind == JFR_COLUMN_THREAD || !column->path)
            compare_contents(d);
    }
}

/* ==== Rows ================================================================================== */

static size_t width_of(enum arrow_form form) {
    switch (form) {
    case ARROW_DICTIONARY:
    case ARROW_FRAMES: return sizeof(int32_t); /* where the frames of a row end */
    case ARROW_UTF8: return 0;
    default: return sizeof(int64_t);
    }
}

static size_t bits_size(size_t rows) {
    return (rows + 7) / 8;
}

static void make_room(struct arrow_batch *b, size_t rows) {
    if (b->room >= rows) return;
    size_t room = mem_grown(b->room, b->before > FIRST_ROWS ? b->before : FIRST_ROWS, rows);
    for (size_t i = 0; i < b->columns->items.len; i++) {
        enum arrow_form form = b->columns->items.items[i].form;
        struct data *d = &b->data[i];
        if (form == ARROW_BOOLEAN) {
            d->values = mem_resize(d->values, bits_size(room), 1);
            memset(d->values + bits_size(b->room), 0, bits_size(room) - bits_size(b->room));
        } else if (width_of(form)) { /* offsets of lists begin with 0 */
            d->values = mem_resize(d->values, room + (form == ARROW_FRAMES), width_of(form));
        }
        if (form == ARROW_FRAMES && b->room == 0) memset(d->values, 0, sizeof(int32_t));
        if (!d->valid) continue;
        d->valid = mem_resize(d->valid, bits_size(room), 1);
        memset(d->valid + bits_size(b->room), 0xFF, bits_size(room) - bits_size(b->room));
    }
    b->room = room;
}

static void add_null(const struct arrow_batch *b, struct data *d) {
    if (!d->valid) {
        d->valid = mem_alloc(bits_size(b->room));
        memset(d->valid, 0xFF, bits_size(b->room));
    }
    d->valid[b->rows / 8] &= (uint8_t)~BIT(b->rows);
    d->nulls++;
}

static bool is_null(enum jfr_column_kind kind, uint64_t cell) {
    return cell == jfr_null(kind);
}

static void set(uint8_t *values, size_t row, const void *value, size_t size) {
    memcpy(values + row * size, value, size);
}

static void add_int(struct data *d, size_t row, int64_t value, int64_t divisor) {
    if (divisor != 1) value = value / divisor - (value % divisor < 0);
    set(d->values, row, &value, sizeof value);
}

static void add_place(struct data *d, size_t row, int32_t place) {
    set(d->values, row, &place, sizeof place);
}

static void add_text(struct arrow_batch *b, struct data *d, const char *text, size_t len) {
    texts_add(&d->texts, text, len);
    b->full |= d->texts.bytes.len > MAX_BYTES;
}

static void add_frames(struct arrow_batch *b, struct data *d, uint64_t cell) {
    uint32_t depth = jfr_rows_stack(b->from, cell).depth;
    struct frames *f = &d->frames;
    for (uint32_t i = 0; i < depth; i++) {
        struct jfr_frame frame = jfr_rows_frame(b->from, cell, i);
        texts_add(&f->class_names, frame.class_name, strlen(frame.class_name));
        texts_add(&f->methods, frame.method, strlen(frame.method));
        texts_add(&f->types, frame.type, strlen(frame.type));
        array_push(&f->lines, frame.line);
    }
    b->full |= f->lines.len > MAX_FRAMES || f->class_names.bytes.len > MAX_BYTES ||
               f->methods.bytes.len > MAX_BYTES;
}

static void add_cell(struct arrow_batch *b, const struct arrow_column *column, struct data *d,
                     uint64_t cell) {
    bool none = is_null(column->kind, cell);
    size_t len = 0;
    if (none) add_null(b, d);
    switch (column->form) {
    case ARROW_INT64: add_int(d, b->rows, none ? 0 : (int64_t)cell, column->divisor); break;
    case ARROW_DOUBLE: set(d->values, b->rows, &cell, sizeof cell); break;
    case ARROW_BOOLEAN:
        if (!none && cell) d->values[b->rows / 8] |= BIT(b->rows);
        break;
    case ARROW_DICTIONARY:
        add_place(d, b->rows, none ? 0 : place_of(b, column, &d->dictionary, cell));
        b->full |= d->dictionary.texts.bytes.len > MAX_BYTES;
        break;
    case ARROW_UTF8: {
        const char *text = none ? "" : name_of(b, column, cell, &len);
        add_text(b, d, text, len);
        break;
    }
    case ARROW_STACK_HASH:
        add_int(d, b->rows, none ? 0 : (int64_t)jfr_rows_stack(b->from, cell).hash, 1);
        break;
    case ARROW_FRAMES:
        if (!none) add_frames(b, d, cell);
        add_place(d, b->rows + 1, (int32_t)d->frames.lines.len);
        break;
    }
}

static void add_recording(struct arrow_batch *b, const struct arrow_column *column,
                          struct data *d) {
    size_t len = strlen(b->recording);
    if (column->form == ARROW_UTF8) {
        add_text(b, d, b->recording, len);
        return;
    }
    struct dictionary *names = &d->dictionary; /* one thing: the recording of the chunk */
    if (names->of_thing.len == 0)
        array_push(&names->of_thing, dictionary_add(names, b->recording, len));
    add_place(d, b->rows, names->of_thing.items[0] - 1);
}

void arrow_batch_add(struct arrow_batch *b, const uint64_t *cells) {
    make_room(b, b->rows + 1);
    for (size_t i = 0; i < b->columns->items.len; i++) {
        const struct arrow_column *column = &b->columns->items.items[i];
        if (column->path) add_cell(b, column, &b->data[i], *cells++);
        else add_recording(b, column, &b->data[i]);
    }
    b->rows++;
}

/* ==== Many rows ============================================================================= */

bool arrow_batch_takes_many(const struct arrow_batch *b) {
    for (size_t i = 0; i < b->columns->items.len; i++) {
        enum arrow_form form = b->columns->items.items[i].form;
        if (form == ARROW_UTF8 || form == ARROW_FRAMES) return false;
    }
    return true;
}

/* Places of things. Returns how many: up to where the texts are too long. */
static size_t add_places(struct arrow_batch *b, const struct arrow_column *column, struct data *d,
                         const uint64_t *cells, size_t count) {
    int32_t *places = (int32_t *)(void *)d->values + b->rows;
    for (size_t i = 0; i < count; i++) {
        const struct dictionary *known = &d->dictionary;
        uint64_t cell = cells[i];
        int32_t place = cell < known->of_thing.len ? known->of_thing.items[cell] : 0;
        if (place) {
            places[i] = place - 1;
            continue;
        }
        places[i] = is_null(column->kind, cell) ? 0 : place_of(b, column, &d->dictionary, cell);
        if (known->texts.bytes.len <= MAX_BYTES) continue;
        b->full = true;
        return i + 1;
    }
    return count;
}

static void add_nulls(struct arrow_batch *b, enum jfr_column_kind kind, struct data *d,
                      const uint64_t *cells, size_t count) {
    size_t rows = b->rows;
    for (size_t i = 0; i < count; i++, b->rows++)
        if (is_null(kind, cells[i])) add_null(b, d);
    b->rows = rows;
}

static size_t count_nulls(enum jfr_column_kind kind, const uint64_t *cells, size_t count) {
    size_t nulls = 0;
    const uint64_t null = jfr_null(kind);
    for (size_t i = 0; i < count; i++) nulls += cells[i] == null;
    return nulls;
}

static void add_values(struct arrow_batch *b, const struct arrow_column *column, struct data *d,
                       const uint64_t *cells, size_t count, bool nulls) {
    switch (column->form) {
    case ARROW_INT64:
        if (column->divisor == 1 && !nulls) break;
        for (size_t i = 0; i < count; i++) {
            bool none = is_null(column->kind, cells[i]);
            add_int(d, b->rows + i, none ? 0 : (int64_t)cells[i], column->divisor);
        }
        return;
    case ARROW_BOOLEAN:
        for (size_t i = 0, row = b->rows; i < count; i++, row++)
            if (cells[i] && !is_null(column->kind, cells[i])) d->values[row / 8] |= BIT(row);
        return;
    case ARROW_STACK_HASH:
        for (size_t i = 0; i < count; i++) {
            bool none = is_null(column->kind, cells[i]);
            add_int(d, b->rows + i, none ? 0 : (int64_t)jfr_rows_stack(b->from, cells[i]).hash, 1);
        }
        return;
    default: break;
    }
    memcpy(d->values + b->rows * sizeof *cells, cells, count * sizeof *cells);
}

static void add_recordings(struct arrow_batch *b, const struct arrow_column *column, struct data *d,
                           size_t count) {
    size_t rows = b->rows;
    for (size_t i = 0; i < count; i++, b->rows++) add_recording(b, column, d);
    b->rows = rows;
}

size_t arrow_batch_add_many(struct arrow_batch *b, uint64_t *const *columns, size_t count) {
    make_room(b, b->rows + count);
    uint64_t *const *cells = columns;
    for (size_t i = 0; i < b->columns->items.len; i++) { /* first what may make the batch full */
        const struct arrow_column *column = &b->columns->items.items[i];
        if (!column->path) continue;
        if (column->form == ARROW_DICTIONARY)
            count = add_places(b, column, &b->data[i], *cells, count);
        cells++;
    }
    cells = columns;
    for (size_t i = 0; i < b->columns->items.len; i++) {
        const struct arrow_column *column = &b->columns->items.items[i];
        struct data *d = &b->data[i];
        if (!column->path) {
            add_recordings(b, column, d, count);
            continue;
        }
        bool nulls = count_nulls(column->kind, *cells, count) != 0;
        if (nulls) add_nulls(b, column->kind, d, *cells, count);
        if (column->form != ARROW_DICTIONARY) add_values(b, column, d, *cells, count, nulls);
        cells++;
    }
    b->rows += count;
    return count;
}

/* ==== Arrays ================================================================================ */

/* Each array owns its buffers: a consumer may keep one column and release the others. */
static void release_array(struct ArrowArray *array) {
    for (int64_t i = 0; i < array->n_children; i++) {
        struct ArrowArray *child = array->children[i];
        if (child->release) child->release(child);
        free(child);
    }
    if (array->dictionary) {
        if (array->dictionary->release) array->dictionary->release(array->dictionary);
        free(array->dictionary);
    }
    for (int64_t i = 0; i < array->n_buffers; i++) free((void *)(uintptr_t)array->buffers[i]);
    mem_free(array->buffers, array->children);
    array->release = NULL;
}

static void make(struct ArrowArray *out, size_t length, size_t buffers, size_t children) {
    *out = (struct ArrowArray){.length = (int64_t)length,
                               .n_buffers = (int64_t)buffers,
                               .n_children = (int64_t)children,
                               .release = release_array};
    out->buffers = mem_zero(buffers, sizeof *out->buffers);
    if (children == 0) return;
    out->children = mem_zero(children, sizeof *out->children);
    for (size_t i = 0; i < children; i++) out->children[i] = mem_zero(1, sizeof *out->children[i]);
}

/* Buffers must be there, also of nothing. */
static void *or_empty(void *buffer) {
    return buffer ? buffer : mem_zero(1, sizeof(int64_t));
}

static void take_texts(struct texts *t, size_t length, struct ArrowArray *out) {
    make(out, length, 3, 0);
    out->buffers[1] = or_empty(t->offsets.items);
    out->buffers[2] = or_empty(t->bytes.items);
    *t = (struct texts){0};
}

static void take_lines(struct frames *f, struct ArrowArray *out) {
    size_t length = f->lines.len;
    uint8_t *valid = mem_zero(bits_size(length), 1);
    make(out, length, 2, 0);
    for (size_t i = 0; i < length; i++)
        if (f->lines.items[i] >= 0) valid[i / 8] |= BIT(i);
        else out->null_count++;
    out->buffers[0] = valid;
    out->buffers[1] = or_empty(f->lines.items);
    f->lines.items = NULL;
    array_free(&f->lines);
}

static void take_frames(struct frames *f, struct ArrowArray *out) {
    size_t length = f->lines.len;
    make(out, length, 1, 4);
    take_texts(&f->class_names, length, out->children[0]);
    take_texts(&f->methods, length, out->children[1]);
    take_lines(f, out->children[2]);
    take_texts(&f->types, length, out->children[3]);
}

static void take_column(const struct arrow_batch *b, const struct arrow_column *column,
                        struct data *d, struct ArrowArray *out) {
    if (column->form == ARROW_UTF8) {
        take_texts(&d->texts, b->rows, out);
    } else {
        make(out, b->rows, 2, column->form == ARROW_FRAMES ? 1 : 0);
        out->buffers[1] = or_empty(d->values);
    }
    out->buffers[0] = d->valid;
    out->null_count = (int64_t)d->nulls;
    if (column->form == ARROW_FRAMES) take_frames(&d->frames, out->children[0]);
    if (column->form == ARROW_DICTIONARY) {
        out->dictionary = mem_zero(1, sizeof *out->dictionary);
        take_texts(&d->dictionary.texts, texts_len(&d->dictionary.texts), out->dictionary);
    }
    dictionary_free(&d->dictionary);
    *d = (struct data){0};
}

void arrow_batch_take(struct arrow_batch *b, struct ArrowArray *out) {
    make(out, b->rows, 1, b->columns->items.len);
    for (size_t i = 0; i < b->columns->items.len; i++)
        take_column(b, &b->columns->items.items[i], &b->data[i], out->children[i]);
    b->before = b->rows;
    b->rows = b->room = 0;
    b->full = false;
    if (b->from) arrow_batch_begin(b, b->from, b->recording);
}

void arrow_batch_close(struct arrow_batch *b) {
    struct ArrowArray rest;
    if (!b) return;
    arrow_batch_take(b, &rest);
    rest.release(&rest);
    for (size_t i = 0; i < b->columns->items.len; i++) dictionary_free(&b->data[i].dictionary);
    mem_free(b->data, b);
}
