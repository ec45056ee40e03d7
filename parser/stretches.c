#include "parser/stretches.h"

#include "parser/wire.h"

#define BETWEEN (64 * 1024) /* bytes of events between places where it may be cut */

struct cut {             /* a place where an event begins */
    uint64_t at, events; /* bytes of events before it */
};
typedef ARRAY(struct cut) cut_list;

/* The event at `at`, which has more than 8 bytes behind it: a size of one byte and a type id that
 * is not 1, as nearly all have. 0: it is another. */
static inline uint64_t usual_size(const uint8_t *at) {
    return at[0] < 0x80 && at[0] >= 2 && at[1] != JFR_CHECKPOINT_EVENT ? at[0] : 0;
}

/* Steps over all events. False: something is no event. */
static bool step_over(const struct jfr_chunk *chunk, struct stretches *out, cut_list *cuts,
                      uint64_t *events) {
    const uint8_t *data = chunk->data, *at = data + JFR_HEADER_SIZE, *end = data + chunk->size;
    const uint8_t *last = end - 160, *next_cut = at;
    uint64_t others = 0; /* bytes of checkpoints */
    bool compressed = wire_is_compressed(chunk->encoding);
    while (at < end) {
        struct jfr_event event = {.offset = (uint64_t)(at - data)};
        uint64_t size = compressed && at < last ? usual_size(at) : 0;
        if (at >= next_cut) {
            array_push(cuts, (struct cut){event.offset, event.offset - others});
            next_cut = at + BETWEEN;
        }
        if (!size) {
            if (!wire_event(chunk->encoding, at, end, &size, &event.type_id, &event.payload) ||
                size == 0)
                return false;
            event.end = at + size;
            if (event.type_id == JFR_CHECKPOINT_EVENT) {
                array_push(&out->checkpoints, event);
                others += size;
            }
        }
        at += size;
    }
    *events = chunk->size - others;
    out->constants = others;
    return at == end;
}

bool stretches_find(const struct jfr_chunk *chunk, size_t most, struct stretches *out) {
    OWNED(array_release) cut_list cuts = {0};
    uint64_t events = 0;
    *out = (struct stretches){0};
    bool fine = chunk->size > JFR_HEADER_SIZE + 160 && step_over(chunk, out, &cuts, &events);
    out->begins = mem_resize(NULL, most + 1, sizeof *out->begins);
    for (size_t i = 0; i < cuts.len && fine && out->count < most; i++)
        if (i == 0 || cuts.items[i].events >= events / most * out->count)
            out->begins[out->count++] = cuts.items[i].at;
    out->begins[out->count] = chunk->size;
    if (out->count > 1) return true;
    stretches_free(out);
    return false;
}

void stretches_free(struct stretches *s) {
    array_free(&s->checkpoints);
    free(s->begins);
    *s = (struct stretches){0};
}
