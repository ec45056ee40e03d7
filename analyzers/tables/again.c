/* A step is a number with a sign, in bytes of seven bits, the least significant first: twice its
 * amount, one more if it goes back. */
#include "analyzers/tables/again.h"

#include "parser/event.h"

void again_add(struct again *p, const struct jfr_chunk *chunk, const struct jfr_event *event) {
    int64_t step = (int64_t)(event->offset - p->end);
    uint64_t left = (uint64_t)step << 1 ^ (uint64_t)(step >> 63);
    for (; left > 0x7F; left >>= 7) array_push(&p->steps, (uint8_t)(left | 0x80));
    array_push(&p->steps, (uint8_t)left);
    p->end = (uint64_t)(event->end - chunk->data);
    p->count++;
}

bool again_next(struct again *p, const struct jfr_chunk *chunk, struct jfr_event *event) {
    uint64_t step = 0;
    if (p->at == p->steps.len) return false;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = p->steps.items[p->at++];
        step |= (uint64_t)(byte & 0x7F) << shift;
        if (byte <= 0x7F) break;
    }
    (void)event_at(chunk, p->from + (step >> 1 ^ -(step & 1)), event); /* it was read there */
    p->from = (uint64_t)(event->end - chunk->data);
    return true;
}

void again_rewind(struct again *p) {
    p->at = 0;
    p->from = 0;
}

void again_free(struct again *p) {
    array_free(&p->steps);
    *p = (struct again){.count = 0};
}
