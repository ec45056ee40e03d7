#include "analyzers/tables/source.h"

/* As many as there are: there is none of the path yet. */
static size_t column_of(const struct source *source, const char *path) {
    size_t at = 0;
    while (at < source->columns && strcmp(source->paths[at], path) != 0) at++;
    return at;
}

bool source_has_room(const struct source *source, const char *const *fields, size_t count) {
    size_t fresh = 0;
    for (size_t i = 0; i < count; i++) fresh += column_of(source, fields[i]) == source->columns;
    return source->columns + fresh <= PENDING_COLUMNS;
}

void source_add(struct source *source, const char *const *fields, size_t count, uint8_t *at) {
    for (size_t i = 0; i < count; i++) {
        size_t column = column_of(source, fields[i]);
        if (column == source->columns) source->paths[source->columns++] = fields[i];
        at[i] = (uint8_t)column;
    }
}

void source_open(struct source *source, struct walk *walk, struct things *things, uint32_t tag) {
    source->cells = cells_open(walk->chunk, walk->metadata, source->type, source->paths,
                               source->columns, things, false);
    if (!source->cells) return;
    cells_hold_spans(source->cells, source->type, &walk->spans);
    source->waits = cells_need_constants(source->cells);
    if (walk_want(walk, source->type, tag)) return;
    cells_close(source->cells);
    source->cells = NULL;
}

static void ask_stack(void *walk, uint64_t key) {
    walk_ask_stack(walk, key);
}

static void count_stack(void *count, uint64_t key) {
    (void)key;
    ++*(size_t *)count;
}

static void ask_of_events(struct source *source, struct walk *walk) {
    struct walk_asking asking = {.walk = walk};
    struct jfr_event event;
    if (!cells_need_stacks(source->cells) || walk_ask_stacks(walk, source->again.count)) return;
    while (again_next(&source->again, walk->chunk, &event))
        cells_each_stack(source->cells, &event, walk_ask_next, &asking);
    again_rewind(&source->again);
}

void source_ask(struct source *source, struct walk *walk, bool sure) {
    size_t stacks = 0;
    if (source->waits) walk_ask(walk, sure);
    if (source->counted) counted_ask(source->counted, walk);
    if (source->again.count) ask_of_events(source, walk);
    pending_read(&source->pending, source->cells, source->columns);
    cells_each_coded_stack(source->cells, count_stack, &stacks);
    if (stacks && !walk_ask_stacks(walk, stacks))
        cells_each_coded_stack(source->cells, ask_stack, walk);
}

void source_end_field(struct source *source, size_t column) {
    size_t coder = cells_coder(source->cells, column);
    if (--source->unread[coder]) return;
    pending_forget(&source->pending.columns[coder]);
    if (!some_of(i, source->columns, source->unread[i])) cells_forget_codes(source->cells);
}

bool source_next(struct source *source, const struct jfr_chunk *chunk, size_t most) {
    struct pending *pending = &source->pending;
    struct jfr_event event;
    pending_clear(pending);
    while (!pending->rows) { /* some cannot be read */
        size_t events = 0;
        for (; events < most && again_next(&source->again, chunk, &event); events++)
            pending_add(pending, source->cells, source->columns, &event);
        if (!events) break;
        pending_read(pending, source->cells, source->columns);
    }
    if (pending->rows) return true;
    pending_free(pending);
    again_free(&source->again);
    if (source->cells) cells_forget_codes(source->cells);
    return false;
}

void source_close(struct source *source) {
    again_free(&source->again);
    cells_close(source->cells);
    counted_close(source->counted);
    pending_free(&source->pending);
}
