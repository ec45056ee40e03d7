/* Documents: which format bytes are of, and what all formats have in common. */
#include "parser/document/document.h"

#include "base/text.h"
#include "parser/document/reader.h"

#define DOCUMENT_FORMAT(name) extern const struct document_format document_format_##name;
#include "parser/document/formats.h"
#undef DOCUMENT_FORMAT

/* NOLINTBEGIN(readability-duplicate-include): the list of formats, once more */
#define DOCUMENT_FORMAT(name) &document_format_##name,
static const struct document_format *const formats[] = {
#include "parser/document/formats.h"
    NULL};
#undef DOCUMENT_FORMAT
/* NOLINTEND(readability-duplicate-include) */

const struct document_format *document_begins(const uint8_t *data, size_t len) {
    for (const struct document_format *const *f = formats; *f; f++)
        if ((*f)->begins && (*f)->begins(data, len)) return *f;
    return NULL;
}

const struct document_format *document_looks(const uint8_t *data, size_t len) {
    for (const struct document_format *const *f = formats; *f; f++)
        if ((*f)->looks && (*f)->looks(data, len)) return *f;
    return NULL;
}

static const struct document_format *format_of(const uint8_t *data, size_t len) {
    const struct document_format *format = document_begins(data, len);
    return format ? format : document_looks(data, len);
}

bool document_is_pprof(const struct document_format *format) {
    return format == &document_format_pprof;
}

bool document_is_named_so(const char *path) {
    const char *name = text_file_name(path);
    return strcasestr(name, ".collapsed") || strcasestr(name, ".folded");
}

void document_span(const uint8_t *data, size_t size, int64_t *start_ns, int64_t *duration_ns) {
    const struct document_format *format = format_of(data, size);
    *start_ns = *duration_ns = 0;
    if (format && format->span) format->span(data, size, start_ns, duration_ns);
}

struct document *document_read(const uint8_t *data, size_t size, struct jfr_error *error) {
    const struct document_format *format = format_of(data, size);
    if (!format) format = &document_format_collapsed; /* what was meant to be, as its name says */
    struct document *document = mem_zero(1, sizeof *document);
    document->data = data;
    document->size = size;
    document->format = format;
    if (format->read(document, error)) return document;
    document_free(document);
    return NULL;
}

void document_free(struct document *d) {
    if (d == NULL) return;
    arrays_free(&d->strings, &d->types, &d->totals, &d->mappings, &d->locations, &d->lines,
                &d->functions, &d->comments);
    free_each(map_free, &d->mapping_ids, &d->location_ids, &d->function_ids);
    arrays_free(&d->kept, &d->stacks, &d->nodes, &d->labels, &d->label_refs);
    strings_free(&d->texts);
    free(d);
}

static void add_frames(const struct document *d, const struct document_kept *kept,
                       struct document_sample *sample) {
    uint32_t node = kept->len || !d->nodes.len ? DOCUMENT_NONE : kept->first;
    for (uint32_t i = 0; i < kept->len && i < DOCUMENT_MOST_FRAMES; i++)
        array_push(&sample->locations, d->stacks.items[kept->first + i]);
    for (; node != DOCUMENT_NONE && sample->locations.len < DOCUMENT_MOST_FRAMES;
         node = d->nodes.items[node].parent)
        array_push(&sample->locations, d->nodes.items[node].location);
}

static bool next_kept(const struct document *d, size_t *position, struct document_sample *sample) {
    if (*position >= d->kept.len) return false;
    const struct document_kept *kept = &d->kept.items[(*position)++];
    sample->locations.len = sample->values.len = sample->labels.len = 0;
    add_frames(d, kept, sample);
    for (size_t i = 0; i < d->types.len; i++)
        array_push(&sample->values, i == kept->type ? kept->value : 0);
    for (uint32_t i = 0; i < kept->label_count; i++)
        array_push(&sample->labels, d->labels.items[d->label_refs.items[kept->first_label + i]]);
    return true;
}

bool document_next(const struct document *d, size_t *position, struct document_sample *sample) {
    return d->format->next ? d->format->next(d, position, sample) : next_kept(d, position, sample);
}

void document_sample_free(struct document_sample *sample) {
    arrays_free(&sample->locations, &sample->values, &sample->labels);
}

size_t document_frames_a_byte(const struct document *d) {
    return d->format->frames_a_byte;
}

bool document_is(const struct document *d, uint32_t string, const char *text) {
    struct document_text t = document_text_at(d, string);
    return t.len == strlen(text) && memcmp(t.data, text, t.len) == 0;
}
