/* Collapsed stacks: a line for each stack, as flame graph tools read them, and what async-profiler,
 * its converter, the stackcollapse scripts and `jfrtool collapsed` write.
 *
 *   java/lang/Thread.run_[j];app/Shop.serve_[j];app/Shop.price_[i] 17
 *   [main tid=42];app.Shop.main;app.Shop.load 3                        a thread as root
 *   app.Shop.main;app.Shop.load 3 5                                    of two sides, in every line
 *
 * Names may have blanks: the count is what is behind the last one. Empty lines and those that begin
 * with # mean nothing. Two counts are those of a base and of what is compared with it: two sample
 * types of these names.
 */
#include "parser/document/reader.h"
#include "parser/wire.h"

#define EXPECTED "frames with semicolons between them, a blank and a number of samples"

struct line {
    struct document_text stack;
    int64_t counts[2]; /* base and new, or 0 and the count */
    bool two;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Takes the number at the end of the text, and the blanks before it. */
static bool take_number(struct document_text *text, int64_t *number) {
    size_t end = text->len, at;
    while (end && is_blank(text->data[end - 1])) end--;
    at = end;
    while (at && !is_blank(text->data[at - 1])) at--;
    if (at == 0 || !document_number(text->data + at, end - at, number)) return false;
    while (at && is_blank(text->data[at - 1])) at--;
    text->len = at;
    return true;
}

/* False: there is no count. two: as far as the line says it. */
static bool parse(const struct document_text *text, struct line *line) {
    line->stack = *text;
    line->counts[0] = 0;
    if (!take_number(&line->stack, &line->counts[1])) return false;
    struct document_text less = line->stack;
    int64_t number;
    line->two = take_number(&less, &number);
    if (line->two && !less.len) line->two = false; /* a frame that is called like a number */
    return true;
}

static bool means_nothing(const struct document_text *text) {
    return text->len == 0 || text->data[0] == '#';
}

static bool is_text(const uint8_t *data, size_t len) {
    return !some_of(i, len,
                    (data[i] < 0x20 && data[i] != '\t' && data[i] != '\n' && data[i] != '\r') ||
                        data[i] == 0x7f);
}

#define LOOK ((size_t)4096)

/* Every line has a count, and some stack has two frames: a log has other lines soon. */
static bool looks(const uint8_t *data, size_t len) {
    size_t window = len < LOOK ? len : LOOK;
    if (!window || !is_text(data, window)) return false;
    struct document_lines lines = {(const char *)data, (const char *)data + window, 0};
    struct document_text text;
    bool some = false;
    while (document_line_next(&lines, &text)) {
        struct line line;
        bool cut = lines.at == lines.end && len >= LOOK; /* its end may lie beyond */
        if (means_nothing(&text)) continue;
        if (cut) {
            some = some || (lines.number == 1 && memchr(text.data, ';', text.len));
            break;
        }
        if (!parse(&text, &line)) return false;
        some = some || memchr(line.stack.data, ';', line.stack.len) != NULL;
    }
    return some;
}

static bool has_two(const struct document *d) {
    struct document_lines lines = {(const char *)d->data, (const char *)d->data + d->size, 0};
    struct document_text text;
    bool any = false;
    while (document_line_next(&lines, &text)) {
        struct line line;
        if (means_nothing(&text)) continue;
        if (!parse(&text, &line) || !line.two) return false;
        any = true;
    }
    return any;
}

/* Frames leaf first; a thread in front of them is said by labels. */
static bool keep_stack(struct document *d, const struct document_text *stack,
                       struct document_kept *kept) {
    const char *at = stack->data, *end = stack->data + stack->len;
    kept->first = (uint32_t)d->stacks.len;
    for (bool root = true; at < end; root = false) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        if (!stop) stop = end;
        size_t len = (size_t)(stop - at);
        bool thread =
            root && document_add_thread(d, at, len, &kept->first_label, &kept->label_count);
        if (!thread && len) array_push(&d->stacks, document_add_named(d, at, len, NULL));
        at = stop < end ? stop + 1 : end;
    }
    kept->len = (uint32_t)(d->stacks.len - kept->first);
    for (uint32_t i = 0; i < kept->len / 2; i++) {
        uint32_t *low = &d->stacks.items[kept->first + i];
        uint32_t *high = &d->stacks.items[kept->first + kept->len - 1 - i], swap = *low;
        *low = *high;
        *high = swap;
    }
    return d->stacks.len < UINT32_MAX;
}

static bool read_collapsed(struct document *d, struct jfr_error *error) {
    struct document_lines lines = {(const char *)d->data, (const char *)d->data + d->size, 0};
    struct document_text text;
    bool two = has_two(d);
    document_add_text(d, "", 0);
    if (two) document_add_type(d, "base", "count");
    document_add_type(d, two ? "new" : "samples", "count");
    while (document_line_next(&lines, &text)) {
        struct line line;
        struct document_kept kept = {0};
        if (means_nothing(&text)) continue;
        if (!parse(&text, &line)) return document_line_wrong(d, &lines, &text, error, EXPECTED);
        if (two) take_number(&line.stack, &line.counts[0]);
        if (!keep_stack(d, &line.stack, &kept))
            return document_line_wrong(d, &lines, &text, error, "less of it: there is too much");
        for (uint32_t type = 0; type < d->types.len; type++) {
            kept.type = type;
            kept.value = line.counts[two ? type : 1];
            const char *problem = document_keep(d, &kept, kept.len);
            if (problem)
                return error_set(error, JFR_DAMAGED, (uint64_t)(text.data - (const char *)d->data),
                                 "line %zu: %s", lines.number, problem);
        }
    }
    return true;
}

const struct document_format document_format_collapsed = {
    .name = "collapsed stacks",
    .looks = looks,
    .read = read_collapsed,
    .frames_a_byte = 8,
};
