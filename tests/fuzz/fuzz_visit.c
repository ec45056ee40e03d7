/* libFuzzer target: every event of a recording, visited and written as JSON, whose writer stops the
 * program if what was opened is not closed.
 *
 * The last byte is the number of frames of a stack. */
#include "tests/support/event_json.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void forget(struct text *out) {
    text_clear(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text out = {0};
    if (size == 0) return 0;
    const struct jfr_segment segment = {.name = "fuzz", .data = data, .size = size, .last = true};
    event_json_segment(&segment, data[size - 1], NULL, &out, forget);
    text_free(&out);
    return 0;
}
