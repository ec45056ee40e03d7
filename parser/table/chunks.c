/* The chunks of tables, again. */
#include "parser/input/input.h"
#include "parser/table/tables.h"

struct jfr_chunks {
    const struct jfr_tables *tables;
    struct jfr_input *input; /* NULL: all segments are held */
    struct chunks_range range;
    size_t next_in_range;
    size_t next_held;
    struct jfr_segment segment;
    bool has_segment;
    uint64_t position;
    struct jfr_chunk chunk;
    struct jfr_metadata *metadata; /* kept for the next chunk */
};

struct jfr_chunks *jfr_chunks_open(const struct jfr_tables *tables) {
    struct jfr_chunks *c = mem_zero(1, sizeof *c);
    c->tables = tables;
    if (!tables->holds) c->input = input_again(tables->files, tables->copies);
    return c;
}

static void release_segment(struct jfr_chunks *c) {
    if (c->has_segment && c->input) jfr_segment_release(&c->segment);
    c->has_segment = false;
}

void jfr_chunks_close(struct jfr_chunks *c) {
    if (!c) return;
    release_segment(c);
    jfr_input_close(c->input);
    jfr_metadata_free(c->metadata);
    free(c);
}

static bool next_segment(struct jfr_chunks *c) {
    struct jfr_error error;
    release_segment(c);
    c->position = 0;
    if (c->input) {
        int found;
        do { /* what could not be read then was noted when the tables were opened */
            found = jfr_input_next(c->input, &c->segment, NULL, &error);
            if (found < 0 && input_lost(c->input)) tables_break(c->tables, &error);
        } while (found < 0 && !input_lost(c->input));
        c->has_segment = found == 1;
    } else if (c->next_held < c->tables->held.len) {
        c->segment = c->tables->held.items[c->next_held++];
        c->has_segment = true;
    }
    return c->has_segment;
}

void chunks_use_range(struct jfr_chunks *c, struct chunks_range range) {
    c->range = range;
    c->next_in_range = 0;
}

static const struct jfr_chunk *next_in_range(struct jfr_chunks *c) {
    if (c->next_in_range == c->range.len) return NULL;
    c->chunk = c->range.items[c->next_in_range++];
    return &c->chunk;
}

const struct jfr_chunk *jfr_chunks_next(struct jfr_chunks *c) {
    const struct map *left_out = &c->tables->left_out;
    struct jfr_error error;
    if (c->range.items) return next_in_range(c);
    for (;;) {
        int found =
            c->has_segment ? jfr_chunk_next(&c->segment, &c->position, &c->chunk, NULL, &error) : 0;
        if (found == 0 && !next_segment(c)) return NULL;
        if (found == 1 && !map_get(left_out, tables_place(&c->chunk))) return &c->chunk;
    }
}

const struct jfr_segment *chunks_segment(const struct jfr_chunks *c) {
    return &c->segment;
}

const struct jfr_metadata *jfr_chunks_metadata(struct jfr_chunks *c) {
    struct jfr_error error;
    if (jfr_metadata_matches(c->tables->metadata, &c->chunk)) return c->tables->metadata;
    if (jfr_metadata_matches(c->metadata, &c->chunk)) return c->metadata;
    jfr_metadata_free(c->metadata);
    return c->metadata = jfr_metadata_read(&c->chunk, &error);
}
