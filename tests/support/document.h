/* A document as a text: a line for each sample, in the order in which they come.
 *
 *   thread=main thread_id=7 | A.a B.b:12 [jit] = 3      labels | frames root first = values
 */
#pragma once

#include "base/text.h"
#include "parser/document/document.h"
#include "parser/document/made.h"
#include "tests/support/guarded.h"

#include <inttypes.h>
#include <string.h>

static inline void document_write_text(const struct document *d, uint32_t string,
                                       struct text *out) {
    struct document_text text = document_text_at(d, string);
    text_add_bytes(out, text.data, text.len);
}

static inline void document_write_frame(const struct document *d, uint32_t at, struct text *out) {
    const struct document_location *location = &d->locations.items[at];
    for (uint32_t i = location->line_count; i-- > 0;) {
        const struct document_line *line = &d->lines.items[location->first_line + i];
        text_add_char(out, ' ');
        document_write_text(d, d->functions.items[line->function].name, out);
        if (line->line) text_addf(out, ":%lld", (long long)line->line);
    }
    if (!location->line_count) text_addf(out, " 0x%llx", (unsigned long long)location->address);
    if (location->mapping == DOCUMENT_NONE) return;
    text_add_char(out, ' ');
    document_write_text(d, d->mappings.items[location->mapping].file, out);
}

static inline void document_write(const struct document *d, struct text *out) {
    struct document_sample sample = {0};
    size_t position = 0;
    while (document_next(d, &position, &sample)) {
        for (size_t i = 0; i < sample.labels.len; i++) {
            const struct document_label *label = &sample.labels.items[i];
            document_write_text(d, label->key, out);
            text_add_char(out, '=');
            if (label->text) document_write_text(d, label->text, out);
            else text_addf(out, "%lld", (long long)label->number);
            text_add_char(out, ' ');
        }
        text_add_char(out, '|');
        for (size_t i = sample.locations.len; i-- > 0;)
            document_write_frame(d, sample.locations.items[i], out);
        text_add(out, " =");
        for (size_t i = 0; i < sample.values.len; i++)
            text_addf(out, " %lld", (long long)sample.values.items[i]);
        text_add_char(out, '\n');
    }
    document_sample_free(&sample);
}

/* Of bytes behind which nothing may be read; "error: ..." if they cannot be read. To be freed. */
static inline struct text document_told(const void *bytes, size_t len) {
    struct text out = {0};
    struct jfr_error error = {0};
    uint8_t *copy = guarded_copy(bytes, len);
    struct document *document = document_read(copy, len, &error);
    if (document) document_write(document, &out);
    else text_addf(&out, "error: %s", error.text);
    document_free(document);
    guarded_free(copy, len);
    return out;
}

/* All that is known of bytes that may be a document; for tests/support/anywhere.h. */
static inline void document_tell(const uint8_t *bytes, size_t len, struct text *out) {
    struct jfr_error error = {0};
    struct made made;
    int64_t start, duration;
    struct document *d = document_read(bytes, len, &error);
    if (!d) text_addf(out, "%d at %" PRIu64 ": %s", (int)error.code, error.offset, error.text);
    for (size_t i = 0; d && i < d->types.len; i++) {
        document_write_text(d, d->types.items[i].name, out);
        text_add_char(out, ' ');
        document_write_text(d, d->types.items[i].unit, out);
        text_addf(out, " %" PRId64 "\n", d->totals.items[i]);
    }
    for (size_t i = 0; d && i < d->comments.len; i++)
        document_write_text(d, d->comments.items[i], out);
    if (d)
        text_addf(out, "%" PRId64 " %" PRId64 " %" PRId64 " %" PRIu64 " %d %" PRIu32 "\n",
                  d->start_ns, d->duration_ns, d->period, d->sample_count, d->negative,
                  d->default_type);
    if (d) document_write(d, out);
    document_free(d);
    document_span(bytes, len, &start, &duration);
    bool ours = made_of_document(bytes, len, &made);
    text_addf(out, "\n%" PRId64 " %" PRId64 " %d %zu %d %d\n", start, duration, ours, made.ids.len,
              document_begins(bytes, len) != NULL, document_looks(bytes, len) != NULL);
    made_free(&made);
}
