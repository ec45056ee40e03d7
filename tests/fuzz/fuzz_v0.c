/* libFuzzer target: recordings of format 0.9. What is made of a chunk must be a chunk that reads
 * without damage, whatever the chunk was: else the program is stopped. The magic and version are
 * put before the data where it has none, so that nothing has to be found out first. */
#include "parser/input/segment.h"
#include "parser/input/v0_segments.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum jfr_answer go_on(void *context, const struct jfr_item *item) {
    (void)context;
    (void)item;
    return JFR_GO_ON;
}

static void visit_all(const struct jfr_chunk *chunk) {
    struct jfr_error error;
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error);
    if (!metadata) abort();
    struct jfr_constants *constants = jfr_constants_open(chunk, metadata);
    struct jfr_visitor *visitor = jfr_visitor_open(chunk, metadata, constants);
    struct jfr_event event;
    for (int round = 0; round < 2; round++) {
        struct jfr_cursor *cursor = jfr_cursor_open(chunk, metadata, NULL);
        jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
        for (uint32_t i = 0; i < metadata->type_count && round > 0; i++)
            if (metadata->types[i]->event) jfr_cursor_want(cursor, metadata->types[i]->id);
        while (jfr_cursor_next(cursor, &event)) {
            if (round == 0) jfr_constants_add(constants, &event, NULL);
            else if (event.type_id > JFR_CHECKPOINT_EVENT &&
                     jfr_visit_event(visitor, &event, go_on, NULL) == JFR_DAMAGED)
                abort();
        }
        if (jfr_cursor_lost(cursor) > 0) abort();
        jfr_cursor_close(cursor);
    }
    jfr_visitor_close(visitor);
    jfr_constants_close(constants);
    jfr_metadata_free(metadata);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t begin[8] = {'F', 'L', 'R', 0, 0, 0, 0, 9};
    bool whole = size >= 8 && memcmp(data, begin, 8) == 0;
    size_t len = whole ? size : size + 8;
    uint8_t *bytes = malloc(len ? len : 1);
    if (!whole) memcpy(bytes, begin, 8);
    memcpy(bytes + (whole ? 0 : 8), data, size);
    struct jfr_segment segment = segment_of_memory(bytes, len, "fuzz"), made;
    struct v0_segments old = {0};
    struct jfr_error error;
    int got;
    v0_segments_feed(&old, &segment);
    while ((got = v0_segments_next(&old, &made, NULL, &error)) != 0) {
        if (got < 0) continue;
        struct jfr_chunk chunk;
        uint64_t position = 0;
        if (made.old) {
            if (jfr_chunk_next(&made, &position, &chunk, NULL, &error) != 1) abort();
            if (chunk.damaged || position != made.size) abort();
            visit_all(&chunk);
        }
        jfr_segment_release(&made);
    }
    v0_segments_free(&old);
    return 0;
}
