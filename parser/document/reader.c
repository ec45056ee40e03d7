/* What readers of documents share: names of frames in lines of text, threads, samples kept. */
#include "parser/document/reader.h"

#include "parser/wire.h"

#define MANY_FRAMES ((uint64_t)1 << 19) /* that the smallest documents may have */

uint32_t document_add_text(struct document *d, const char *text, size_t len) {
    uint32_t id = strings_intern(&d->texts, text, len);
    while (d->strings.len < d->texts.entries.len) {
        const struct strings_entry *entry = &d->texts.entries.items[d->strings.len];
        array_push(&d->strings, (struct document_text){entry->data, entry->len});
    }
    return id;
}

uint32_t document_add_type(struct document *d, const char *name, const char *unit) {
    struct document_type type = {document_add_text(d, name, strlen(name)),
                                 document_add_text(d, unit, strlen(unit))};
    array_push(&d->types, type);
    array_push(&d->totals, 0);
    return (uint32_t)d->types.len - 1;
}

uint32_t document_add_kind(struct document *d, const char *kind) {
    uint32_t file = document_add_text(d, kind, strlen(kind));
    size_t index = map_number(&d->mapping_ids, file, d->mappings.len);
    if (index == d->mappings.len) array_push(&d->mappings, (struct document_mapping){.file = file});
    return (uint32_t)index;
}

static uint32_t add_function(struct document *d, const char *name, size_t len) {
    uint32_t text = document_add_text(d, name, len);
    size_t index = map_number(&d->function_ids, text, d->functions.len);
    if (index == d->functions.len)
        array_push(&d->functions, (struct document_function){.name = text});
    return (uint32_t)index;
}

/* How async-profiler marks what a frame was: the last four characters of its name. */
static const struct {
    char mark;
    const char *kind;
} kinds[] = {
    {'0', "[interpreted]"}, {'j', "[jit]"}, {'i', "[inlined]"}, {'k', "[kernel]"}, {'1', "[c1]"},
};

static const char *kind_of_mark(const char *name, size_t len) {
    if (len <= 4 || memcmp(name + len - 4, "_[", 2) != 0 || name[len - 1] != ']') return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].mark == name[len - 2]) return kinds[i].kind;
    return NULL;
}

/* The line behind "a.B.c:12", which *len leaves out then. Only behind a dot: "[app:12" has none. */
static int64_t take_line(const char *name, size_t *len) {
    size_t digits = 0;
    while (digits < *len && name[*len - digits - 1] >= '0' && name[*len - digits - 1] <= '9')
        digits++;
    int64_t line;
    if (!digits || digits > 9 || *len < digits + 2 || name[*len - digits - 1] != ':') return 0;
    size_t rest = *len - digits - 1;
    if (!memchr(name, '.', rest) || name[rest - 1] == ':') return 0;
    document_number(name + rest + 1, digits, &line);
    *len = rest;
    return line;
}

uint32_t document_add_named(struct document *d, const char *name, size_t len, const char *kind) {
    const char *marked = kind ? NULL : kind_of_mark(name, len);
    if (marked) {
        len -= 4;
        kind = marked;
    }
    int64_t line = take_line(name, &len);
    struct document_location location = {
        .mapping = DOCUMENT_NONE, .line_count = 1, .first_line = d->lines.len};
    if (kind) location.mapping = document_add_kind(d, kind);
    uint32_t function = add_function(d, name, len);
    uint64_t key = map_mix((uint64_t)function << 32 | (uint32_t)line) ^ location.mapping;
    bool fresh;
    uint64_t *index = map_put(&d->location_ids, key, &fresh);
    if (!fresh) { /* or what has the same key by chance */
        const struct document_location *known = &d->locations.items[*index];
        const struct document_line *known_line = &d->lines.items[known->first_line];
        if (known->mapping == location.mapping && known_line->function == function &&
            known_line->line == line)
            return (uint32_t)*index;
    }
    *index = d->locations.len;
    array_push(&d->lines, (struct document_line){function, line});
    array_push(&d->locations, location);
    return (uint32_t)d->locations.len - 1;
}

bool document_add_thread(struct document *d, const char *name, size_t len, uint32_t *first_label,
                         uint32_t *label_count) {
    static const char mark[] = "tid=";
    if (len < 7 || name[0] != '[' || name[len - 1] != ']') return false;
    size_t digits = 0;
    while (name[len - 2 - digits] >= '0' && name[len - 2 - digits] <= '9') digits++;
    size_t at = len - 1 - digits; /* of the digits */
    int64_t id;
    if (at < sizeof mark || memcmp(name + at - 4, mark, 4) != 0 ||
        !document_number(name + at, digits, &id))
        return false;
    size_t end = at - 4; /* of the name, with a blank behind it if there is one */
    if (end > 1 && name[end - 1] != ' ') return false;
    *first_label = (uint32_t)d->label_refs.len;
    *label_count = 0;
    if (end > 2) {
        struct document_label thread = {.key = document_add_text(d, "thread", 6),
                                        .text = document_add_text(d, name + 1, end - 2)};
        array_push(&d->label_refs, (uint32_t)d->labels.len);
        array_push(&d->labels, thread);
        ++*label_count;
    }
    struct document_label number = {.key = document_add_text(d, "thread_id", 9), .number = id};
    array_push(&d->label_refs, (uint32_t)d->labels.len);
    array_push(&d->labels, number);
    ++*label_count;
    return true;
}

const char *document_keep(struct document *d, const struct document_kept *kept, uint64_t frames) {
    int64_t *total = &d->totals.items[kept->type];
    uint64_t most = MANY_FRAMES + (uint64_t)d->size * d->format->frames_a_byte;
    if (kept->value < 0) d->negative = true;
    if (__builtin_add_overflow(*total, kept->value, total) || *total > DOCUMENT_LARGEST_SUM ||
        *total < -DOCUMENT_LARGEST_SUM)
        return "the values add up to more than can be";
    d->frames += frames < DOCUMENT_MOST_FRAMES ? frames : DOCUMENT_MOST_FRAMES;
    if (d->frames > most) return "its stacks have more frames than can be meant by so few bytes";
    d->sample_count++;
    array_push(&d->kept, *kept);
    return NULL;
}

bool document_line_next(struct document_lines *lines, struct document_text *line) {
    if (lines->at == lines->end) return false;
    const char *feed = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    const char *end = feed ? feed : lines->end;
    *line = (struct document_text){lines->at, (size_t)(end - lines->at)};
    if (line->len && line->data[line->len - 1] == '\r') line->len--;
    lines->at = feed ? feed + 1 : lines->end;
    lines->number++;
    return true;
}

bool document_number(const char *text, size_t len, int64_t *number) {
    *number = 0;
    for (size_t i = 0; i < len; i++) {
        int64_t digit = text[i] - '0';
        if (digit < 0 || digit > 9 || *number > (DOCUMENT_LARGEST_SUM - digit) / 10) return false;
        *number = *number * 10 + digit;
    }
    return len > 0;
}

bool document_line_wrong(const struct document *d, const struct document_lines *lines,
                         const struct document_text *line, struct jfr_error *error,
                         const char *expected) {
    char shown[64];
    size_t len = line->len < 40 ? line->len : 40;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line->data[i];
        shown[i] = c >= 0x20 && c < 0x7f ? (char)c : '?';
    }
    shown[len] = 0;
    return error_set(error, JFR_DAMAGED, (uint64_t)(line->data - (const char *)d->data),
                     "line %zu is \"%s%s\"; expected %s", lines->number, shown,
                     line->len > len ? "..." : "", expected);
}
