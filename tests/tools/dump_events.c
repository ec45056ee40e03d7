/* All events of recordings as lines of JSON, through visits: what tests/second_source/visit.py
 * holds against `jfr print --json`.
 *
 *   dump_events STACK_DEPTH RECORDING...
 */
#include "tests/support/event_json.h"

#include <stdio.h>
#include <stdlib.h>

static void flush(struct text *out) {
    fwrite(text_str(out), 1, out->len, stdout);
    text_clear(out);
}

static void say(void *context, const struct jfr_note *note) {
    (void)context;
    fprintf(stderr, "dump_events: %s\n", note->text);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fputs("usage: dump_events STACK_DEPTH RECORDING...\n", stderr);
        return 2;
    }
    const struct jfr_log log = {.note = say};
    struct jfr_input *input = jfr_input_open((const char *const *)argv + 2, (size_t)argc - 2);
    struct jfr_segment segment;
    struct jfr_error error;
    struct text out = {0};
    int failed = 0;
    for (int found; (found = jfr_input_next(input, &segment, &log, &error)) != 0;) {
        if (found < 0) {
            fprintf(stderr, "dump_events: %s\n", error.text);
            failed = 1;
            continue;
        }
        event_json_segment(&segment, strtoull(argv[1], NULL, 10), &log, &out, flush);
        jfr_segment_release(&segment);
    }
    text_free(&out);
    jfr_input_close(input);
    return failed;
}
