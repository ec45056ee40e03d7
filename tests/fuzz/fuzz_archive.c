/* libFuzzer target: everything that is not a plain recording - gzip, zstd, zip, tar and what is
 * packed in them - from the bytes of a file to the headers of the chunks that come out of it. */
#include "parser/jfr.h"
#include "tests/support/reading.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every byte that is delivered can be read. */
static unsigned touch(const struct jfr_segment *segment) {
    unsigned sum = 0;
    for (uint64_t i = 0; i < segment->size; i++) sum += segment->data[i];
    return sum;
}

static void ignore(void *context, const struct jfr_note *note) {
    (void)context;
    (void)note;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct memory_file file = memory_file_make(data, size);
    const char *const paths[] = {file.path};
    const struct jfr_log log = {.note = ignore};
    struct jfr_input *input = jfr_input_open(paths, 1);
    struct jfr_segment segment;
    struct jfr_error error;
    struct jfr_chunk chunk;
    int got;
    while ((got = jfr_input_next(input, &segment, &log, &error)) != 0) {
        uint64_t position = 0, done, total;
        if (got < 0) continue;
        if (touch(&segment) == 1) fprintf(stderr, "a sum of one\n");
        while (jfr_chunk_next(&segment, &position, &chunk, &log, &error) != 0) {
        }
        jfr_input_progress(input, &done, &total);
        if (done > total) abort();
        jfr_segment_release(&segment);
    }
    jfr_input_close(input);
    memory_file_close(&file);
    return 0;
}
