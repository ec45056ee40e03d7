#include "analyzers/walk/later.h"
#include "parser/input/input.h"
#include "parser/input/segment.h"

bool later_keeps(struct later *later, const struct jfr_input *input,
                 const struct jfr_segment *segment) {
    if (segment->mapped || input_gives_once(input, segment->recording)) return true;
    later->lets_go |= later->kept + segment->size > LATER_KEPT;
    if (!later->lets_go) later->kept += segment->size;
    return !later->lets_go;
}

void later_progress(const struct later *later, uint64_t *done, uint64_t *total) {
    uint64_t again = later->done, all;
    if (!later->lets_go) return;
    if (later->input) jfr_input_progress(later->input, &again, &all);
    *done += again;
    *total *= 2;
}

static bool has(const struct jfr_segment *segment, const struct jfr_chunk *chunk) {
    uint64_t at = chunk->offset - segment->offset;
    return segment->owner && segment->recording == chunk->recording &&
           chunk->offset >= segment->offset && at <= segment->size &&
           chunk->size <= segment->size - at;
}

static bool is_behind(const struct jfr_segment *segment, const struct jfr_chunk *chunk) {
    if (!segment->owner || segment->recording < chunk->recording) return false;
    return segment->recording > chunk->recording || segment->offset >= chunk->offset;
}

/* The recording of the chunk cannot be read on: why is the error. */
static bool lose(struct later *later, const struct jfr_chunk *chunk, struct jfr_error *error) {
    if (later->lost == (uint64_t)chunk->recording + 1) *error = (struct jfr_error){0};
    later->lost = (uint64_t)chunk->recording + 1;
    return false;
}

bool later_bring(struct later *later, const struct jfr_input *input, struct jfr_segment *segment,
                 struct jfr_chunk *chunk, struct jfr_error *error) {
    if (!later->input) later->input = input_again(input, false);
    while (!has(&later->segment, chunk)) {
        int got = 0;
        if (!is_behind(&later->segment, chunk)) {
            jfr_segment_release(&later->segment);
            later->segment = (struct jfr_segment){0};
            got = jfr_input_next(later->input, &later->segment, NULL, error);
        }
        if (got < 0 && input_lost(later->input)) return lose(later, chunk, error);
        if (got != 0) continue; /* an error that was there before was said then */
        error_say(error, JFR_IO, chunk->offset,
                  "the chunk at byte %llu is not there any more: the file was written to while it "
                  "was read",
                  (unsigned long long)chunk->offset);
        return lose(later, chunk, error);
    }
    *segment = later->segment;
    jfr_segment_retain(segment);
    chunk->data = segment->data + (chunk->offset - segment->offset);
    chunk->name = segment->name;
    return true;
}

void later_close(struct later *later) {
    uint64_t all;
    jfr_segment_release(&later->segment);
    if (!later->input) return;
    jfr_input_progress(later->input, &later->done, &all);
    jfr_input_close(later->input);
    later->input = NULL;
}
