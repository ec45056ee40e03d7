#include "cmd/export/sink.h"

#define STEP_BYTES ((size_t)1 << 18)
#define LEVEL 3 /* zlib's: what is exported is opened soon, and once */

void sink_open(struct sink *sink, struct output *output, bool packed) {
    *sink = (struct sink){.output = output, .gzip = packed ? gzip_open(LEVEL) : NULL};
}

static void send(struct sink *sink, bool last) {
    OWNED(text_free) struct text out = {0};
    sink->bytes += sink->text.len;
    if (sink->gzip) {
        gzip_push(sink->gzip, text_str(&sink->text), sink->text.len, last, &out);
        text_clear(&sink->text);
    }
    struct text *ready = sink->gzip ? &out : &sink->text;
    sink->written += ready->len;
    output_flush_text(sink->output, ready);
}

bool sink_step(struct sink *sink) {
    if (sink->text.len >= STEP_BYTES) send(sink, false);
    return !sink->output->failed;
}

void sink_close(struct sink *sink) {
    send(sink, true);
    if (sink->gzip) gzip_close(sink->gzip);
    sink->gzip = NULL;
    text_free(&sink->text);
}
