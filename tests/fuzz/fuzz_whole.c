/* libFuzzer target: whether a recording is whole, of anything. Chunks that say the same of their
 * types share what is known of them, so one that is read behind others is, too. */
#include "parser/whole/whole.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *context, uint64_t offset, const char *what) {
    (void)context;
    (void)offset;
    if (!*what) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1); /* of exactly its size: a byte too many is seen */
    memcpy(copy, data, size);
    const struct jfr_segment segment = {.name = "fuzz", .data = copy, .size = size, .last = true};
    struct jfr_chunk chunk;
    struct jfr_error error;
    struct whole_counts counts = {0};
    struct whole *whole = whole_open();
    uint64_t position = 0;
    for (int got; (got = jfr_chunk_next(&segment, &position, &chunk, NULL, &error)) != 0;)
        for (int i = 0; got > 0 && i < 2; i++) whole_check(whole, &chunk, &counts, ignore, NULL);
    whole_close(whole);
    free(copy);
    return 0;
}
