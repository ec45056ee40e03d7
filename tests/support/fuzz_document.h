/* What fuzz targets of documents have in common: a format reads bytes in memory of just their size,
 * and all that it filled is walked: each index leads into its table, each text lies in memory, the
 * samples add up to what the document says of them. Samples on their way through the program are
 * the business of fuzz_profile.c. */
#pragma once

#include "analyzers/samples/document.h"
#include "parser/document/made.h"
#include "parser/document/reader.h"

#include <stdlib.h>
#include <string.h>

#define DOCUMENT_FORMAT(name) extern const struct document_format document_format_##name;
#include "parser/document/formats.h"
#undef DOCUMENT_FORMAT

static inline void fuzz_expect(bool so) {
    if (!so) abort();
}

/* Each byte is looked at, so that a sanitizer is asked about it. */
static inline void fuzz_text(const struct document *d, uint32_t string) {
    static volatile unsigned char last;
    fuzz_expect(string < d->strings.len);
    struct document_text text = document_text_at(d, string);
    for (size_t i = 0; i < text.len; i++) last = (unsigned char)text.data[i];
}

static inline void fuzz_tables(const struct document *d) {
    fuzz_expect(d->types.len > 0 && d->types.len == d->totals.len);
    for (uint32_t i = 0; i < d->strings.len; i++) fuzz_text(d, i);
    for (size_t i = 0; i < d->types.len; i++) {
        fuzz_text(d, d->types.items[i].name);
        fuzz_text(d, d->types.items[i].unit);
    }
    for (size_t i = 0; i < d->mappings.len; i++) fuzz_text(d, d->mappings.items[i].file);
    for (size_t i = 0; i < d->functions.len; i++) {
        fuzz_text(d, d->functions.items[i].name);
        fuzz_text(d, d->functions.items[i].system_name);
    }
    for (size_t i = 0; i < d->lines.len; i++)
        fuzz_expect(d->lines.items[i].function < d->functions.len);
    for (size_t i = 0; i < d->locations.len; i++) {
        const struct document_location *l = &d->locations.items[i];
        fuzz_expect(l->mapping == DOCUMENT_NONE || l->mapping < d->mappings.len);
        fuzz_expect(l->first_line <= d->lines.len && l->line_count <= d->lines.len - l->first_line);
    }
    for (size_t i = 0; i < d->comments.len; i++) fuzz_text(d, d->comments.items[i]);
    fuzz_text(d, d->default_type);
    fuzz_text(d, d->period_type.name);
    fuzz_text(d, d->period_type.unit);
    fuzz_expect(d->start_ns >= 0 && d->duration_ns >= 0 &&
                d->duration_ns <= INT64_MAX - d->start_ns);
}

static inline void fuzz_sample(const struct document *d, const struct document_sample *sample,
                               int64_t *sums) {
    fuzz_expect(sample->values.len == d->types.len);
    for (size_t i = 0; i < sample->values.len; i++) {
        sums[i] += sample->values.items[i]; /* the reader has added them up too */
        fuzz_expect(sample->values.items[i] >= 0 || d->negative);
    }
    for (size_t i = 0; i < sample->locations.len; i++)
        fuzz_expect(sample->locations.items[i] < d->locations.len);
    for (size_t i = 0; i < sample->labels.len; i++) {
        fuzz_text(d, sample->labels.items[i].key);
        fuzz_text(d, sample->labels.items[i].text);
        fuzz_text(d, sample->labels.items[i].unit);
    }
}

static inline void fuzz_samples(const struct document *d) {
    struct document_sample sample = {0};
    int64_t *sums = mem_zero(d->types.len, sizeof *sums);
    uint64_t count = 0, frames = 0;
    for (size_t position = 0; document_next(d, &position, &sample); count++) {
        fuzz_sample(d, &sample, sums);
        frames += sample.locations.len;
    }
    fuzz_expect(count == d->sample_count);
    fuzz_expect(!d->kept.len || frames <= d->frames);
    fuzz_expect(memcmp(sums, d->totals.items, d->types.len * sizeof *sums) == 0);
    free(sums);
    document_sample_free(&sample);
}

/* What the program asks before it reads: any bytes have an answer. */
static inline void fuzz_questions(const uint8_t *data, size_t size) {
    struct made made;
    struct jfr_error error;
    int64_t start, duration;
    document_span(data, size, &start, &duration);
    fuzz_expect(start >= 0 && duration >= 0 && duration <= INT64_MAX - start);
    made_of_document(data, size, &made);
    made_free(&made);
    source_document_free(source_document_read(data, size, &error));
}

static inline int fuzz_document(const struct document_format *format, const uint8_t *data,
                                size_t size) {
    struct jfr_error error = {.offset = 0};
    struct document *d = mem_zero(1, sizeof *d);
    d->data = data;
    d->size = size;
    d->format = format;
    if (format->read(d, &error)) {
        fuzz_tables(d);
        fuzz_samples(d);
    } else {
        fuzz_expect(*error.text && error.offset <= size);
    }
    document_free(d);
    if (size % 4 == 0) fuzz_questions(data, size);
    return 0;
}
