/* Flame graphs of async-profiler and of its converter, as the HTML pages that they are: the data
 * are calls of script functions, a line each, behind </style>. Nothing of it is run.
 *
 *   2.x     f(level,left,width,type,'title',...)        left from the edge of the picture
 *   3, 4    const cpool = [ 'all', ' java/lang/Thread.run', ... ];
 *             each but the first: a character, 32 + how many it has in common with the one before,
 *             and the rest
 *           f(key,level,left,width,...)  key: number in cpool << 3 | type; left: from that of the
 *                                        frame before
 *           u(key,width,...)             a level further, at the same place
 *           n(key,width,...)             at the same level, behind the one before
 *             width as before where there is none; behind it how often it was inlined, ...
 *           d=N                          of two flame graphs: the difference, which is not read
 *
 * A frame's samples are those that none of the frames above it has. What is reversed, from leaves
 * to roots, is drawn from top to bottom (reverse or inverted = true); so is what was only asked to
 * be drawn so, and nothing tells the one from the other: both are refused.
 */
#include "parser/document/reader.h"

#include "base/text.h"
#include "parser/wire.h"

#define MOST_LEVELS 65536
#define MOST_COMMON 95 /* characters that a packed title has of the one before: all of ASCII */

struct level {
    uint32_t node;
    int64_t left, end; /* of the frame that came last at this level */
};

struct html {
    struct document *d;
    struct jfr_error *error;
    struct document_lines lines;
    struct document_text line;
    bool packed; /* titles in cpool: 3 and later */
    ARRAY(struct document_text) titles;
    ARRAY(struct level) levels;
    ARRAY(int64_t) self;                 /* by node: what no frame above it has */
    ARRAY(uint32_t) depth;               /* likewise */
    ARRAY(uint32_t) thread_of;           /* by node: index in threads + 1, or 0 */
    ARRAY(struct document_kept) threads; /* their labels */
    int64_t level, left, width;          /* of the frame before */
};

/* ==== What looks like it ==================================================================== */

static bool holds(const uint8_t *data, size_t len, const char *text) {
    return memmem(data, len, text, strlen(text)) != NULL;
}

#define LOOK ((size_t)4096)

static bool begins(const uint8_t *data, size_t len) {
    size_t at = len >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (len > LOOK) len = LOOK;
    while (at < len && memchr(" \t\r\n", data[at], 4)) at++;
    if (len - at < 15 || strncasecmp((const char *)data + at, "<!doctype html>", 15) != 0)
        return false;
    /* Its heat maps have the same styles, and another canvas. */
    return holds(data, len, "#hl {position: absolute") &&
           (holds(data, len, "#canvas {") || holds(data, len, "<canvas id='canvas'")) &&
           !holds(data, len, "heatmap-canvas");
}

/* ==== Texts of the script =================================================================== */

/* The text between apostrophes that begins at *at; escapes are taken out. False: there is none. */
static bool take_quoted(const char **at, const char *end, struct text *out) {
    const char *s = *at;
    text_clear(out);
    if (s == end || *s++ != '\'') return false;
    for (; s < end && *s != '\''; s++) {
        if (*s == '\\' && ++s == end) return false;
        text_add_char(out, *s);
    }
    if (s == end) return false;
    *at = s + 1;
    return true;
}

/* The number at *at, behind which is a comma or an end; false: there is none. */
static bool take_number(const char **at, const char *end, int64_t *number) {
    const char *s = *at;
    bool negative = s < end && *s == '-';
    if (negative) s++;
    const char *from = s;
    while (s < end && *s >= '0' && *s <= '9') s++;
    if (!document_number(from, (size_t)(s - from), number)) return false;
    if (negative) *number = -*number;
    *at = s;
    return true;
}

static bool wrong(struct html *h, const char *expected) {
    return document_line_wrong(h->d, &h->lines, &h->line, h->error, expected);
}

static bool line_begins(const struct html *h, const char *text) {
    return h->line.len >= strlen(text) && memcmp(h->line.data, text, strlen(text)) == 0;
}

/* ==== Titles ================================================================================ */

/* How many bytes the first so many characters of the title have. All of them are ASCII: where one
 * is not, what two titles have in common ends. */
static bool common_part(const struct document_text *before, size_t characters, size_t *bytes) {
    *bytes = characters;
    if (characters > MOST_COMMON || characters > before->len) return false;
    return !some_of(i, characters, (unsigned char)before->data[i] >= 0x80);
}

static bool add_title(struct html *h, const struct text *packed) {
    OWNED(text_free) struct text whole = {0};
    if (h->titles.len) {
        const struct document_text *before = &h->titles.items[h->titles.len - 1];
        size_t common;
        if (!packed->len || packed->data[0] < ' ' ||
            !common_part(before, (size_t)(packed->data[0] - ' '), &common)) {
            return wrong(h, "a title that begins as the one before");
        }
        text_add_bytes(&whole, before->data, common);
        text_add_bytes(&whole, packed->data + 1, packed->len - 1);
    } else {
        text_add_bytes(&whole, text_str(packed), packed->len);
    }
    uint32_t id = document_add_text(h->d, text_str(&whole), whole.len);
    array_push(&h->titles, h->d->strings.items[id]);
    return true;
}

/* Behind "const cpool = [", a title a line. */
static bool read_titles(struct html *h) {
    OWNED(text_free) struct text title = {0};
    bool fine = true;
    h->packed = true;
    while (fine && document_line_next(&h->lines, &h->line) && !line_begins(h, "]")) {
        const char *at = h->line.data, *end = at + h->line.len;
        fine = take_quoted(&at, end, &title) ? add_title(h, &title) : wrong(h, "a title in '...'");
    }
    return fine;
}

/* ==== Frames ================================================================================ */

struct call {
    int64_t level, left, width; /* left from the edge */
    unsigned type;
    struct document_text title;
};

static const char *const kinds_2[] = {"[jit]", "[inlined]", "[kernel]",
                                      "[c++]", "[native]",  "[c1]"};
static const char *const kinds_3[] = {"[interpreted]", "[jit]",    "[inlined]", "[native]",
                                      "[c++]",         "[kernel]", "[c1]",      "[unknown]"};

static const char *kind_of(const struct html *h, unsigned type) {
    size_t known = h->packed ? sizeof kinds_3 / sizeof *kinds_3 : sizeof kinds_2 / sizeof *kinds_2;
    return type < known ? (h->packed ? kinds_3 : kinds_2)[type] : "[unknown]";
}

static bool comma(const char **at, const char *end) {
    if (*at == end || **at != ',') return false;
    ++*at;
    return true;
}

/* f(level,left,width,type,'title' of 2.x, whose title is left in text. */
static bool parse_2(const char *at, const char *end, struct call *call, struct text *text) {
    int64_t type;
    if (!take_number(&at, end, &call->level) || !comma(&at, end) ||
        !take_number(&at, end, &call->left) || !comma(&at, end) ||
        !take_number(&at, end, &call->width) || !comma(&at, end) || !take_number(&at, end, &type) ||
        !comma(&at, end) || !take_quoted(&at, end, text))
        return false;
    call->type = type < 0 || type > 7 ? 7 : (unsigned)type;
    call->title = (struct document_text){text_str(text), text->len};
    return true;
}

/* Of 3 and later: which of f, u, n it is says the name. */
static bool parse_3(const struct html *h, char name, const char *at, const char *end,
                    struct call *call) {
    int64_t key, delta = 0;
    if (!take_number(&at, end, &key) || key < 0 || (size_t)(key >> 3) >= h->titles.len)
        return false;
    call->level = name == 'u' ? h->level + 1 : h->level;
    if (name == 'n') delta = h->width;
    if (name == 'f' && (!comma(&at, end) || !take_number(&at, end, &call->level) ||
                        !comma(&at, end) || !take_number(&at, end, &delta)))
        return false;
    call->width = 0;
    if (comma(&at, end) && !take_number(&at, end, &call->width)) return false;
    if (call->width == 0) call->width = h->width; /* as the page does */
    if (__builtin_add_overflow(h->left, delta, &call->left)) return false;
    call->type = (unsigned)(key & 7);
    call->title = h->titles.items[key >> 3];
    return true;
}

/* The node of the frame, in whose place its thread is if it is one. */
static uint32_t add_node(struct html *h, const struct call *call, uint32_t parent) {
    struct document *d = h->d;
    uint32_t node = (uint32_t)d->nodes.len, thread = 0;
    struct document_kept labels = {0};
    if (call->level == 1 && document_add_thread(d, call->title.data, call->title.len,
                                                &labels.first_label, &labels.label_count)) {
        array_push(&h->threads, labels);
        thread = (uint32_t)h->threads.len;
    } else if (parent != DOCUMENT_NONE) {
        thread = h->thread_of.items[parent];
    }
    bool none = call->level == 0 || (call->level == 1 && thread);
    if (parent != DOCUMENT_NONE && d->nodes.items[parent].location == DOCUMENT_NONE)
        parent = DOCUMENT_NONE; /* what the root and threads are is no frame */
    struct document_node own = {parent, DOCUMENT_NONE};
    if (!none)
        own.location =
            document_add_named(d, call->title.data, call->title.len, kind_of(h, call->type));
    array_push(&d->nodes, own);
    array_push(&h->self, call->width);
    array_push(&h->depth, (uint32_t)call->level);
    array_push(&h->thread_of, thread);
    return node;
}

static bool add_frame(struct html *h, const struct call *call) {
    if (call->level > MOST_LEVELS || (size_t)call->level > h->levels.len) /* below 0, too */
        return wrong(h, "a frame no more than a level above the one before");
    if (call->width < 0 || call->left < 0 || call->left > DOCUMENT_LARGEST_SUM ||
        (call->level == 0 && h->levels.len) || h->d->nodes.len >= UINT32_MAX - 1)
        return wrong(h, "one frame below all others, and none with less than no samples");
    uint32_t parent = DOCUMENT_NONE;
    int64_t end = call->left + call->width;
    if (call->level) {
        const struct level *below = &h->levels.items[call->level - 1];
        parent = below->node;
        if (call->left < below->left || end > below->end)
            return wrong(h, "a frame that is as wide as the one below it at most");
    }
    if ((size_t)call->level < h->levels.len && call->left < h->levels.items[call->level].end)
        return wrong(h, "a frame behind the one before it");
    uint32_t node = add_node(h, call, parent);
    if (parent != DOCUMENT_NONE) h->self.items[parent] -= call->width;
    struct level level = {node, call->left, end};
    if ((size_t)call->level == h->levels.len) array_push(&h->levels, level);
    h->levels.items[call->level] = level;
    h->levels.len = (size_t)call->level + 1;
    h->level = call->level;
    h->left = call->left;
    h->width = call->width;
    return true;
}

/* A line of the data; others are the page's own. */
static bool take_call(struct html *h, struct text *text) {
    const char *at = h->line.data, *end = at + h->line.len;
    struct call call;
    bool ours =
        h->line.len > 3 && at[1] == '(' && memchr("fun", at[0], 3) && at[2] >= '0' && at[2] <= '9';
    if (!ours) return true;
    bool fine = h->packed ? parse_3(h, at[0], at + 2, end, &call)
                          : at[0] == 'f' && parse_2(at + 2, end, &call, text);
    if (!fine)
        return wrong(h, h->packed ? "f(key,level,left,width), u(key,width) or n(key,width)"
                                  : "f(level,left,width,type,'title')");
    return add_frame(h, &call);
}

/* ==== The whole ============================================================================= */

static bool keep_samples(struct html *h) {
    struct document *d = h->d;
    for (uint32_t i = 0; i < d->nodes.len; i++) {
        struct document_kept kept = {.first = i, .value = h->self.items[i]};
        if (kept.value <= 0) continue;
        if (d->nodes.items[i].location == DOCUMENT_NONE) kept.first = DOCUMENT_NONE; /* no stack */
        if (h->thread_of.items[i]) {
            const struct document_kept *thread = &h->threads.items[h->thread_of.items[i] - 1];
            kept.first_label = thread->first_label;
            kept.label_count = thread->label_count;
        }
        const char *problem = document_keep(d, &kept, h->depth.items[i]);
        if (problem)
            return error_set(h->error, JFR_DAMAGED, 0, "the flame graph is damaged: %s", problem);
    }
    return true;
}

static bool is_upside_down(const struct html *h) {
    return holds((const uint8_t *)h->line.data, h->line.len, "let reverse = true;") ||
           holds((const uint8_t *)h->line.data, h->line.len, "var reverse = true;") ||
           holds((const uint8_t *)h->line.data, h->line.len, "let inverted = true;");
}

static bool read_frames(struct html *h) {
    OWNED(text_free) struct text text = {0};
    bool fine = true;
    while (fine && document_line_next(&h->lines, &h->line)) {
        if (line_begins(h, "const cpool = [")) fine = read_titles(h);
        else if (!h->levels.len && is_upside_down(h))
            fine = error_set(h->error, JFR_UNSUPPORTED, 0,
                             "this flame graph is drawn from top to bottom: its stacks may be "
                             "reversed, callers above callees, which nothing in it tells; make it "
                             "without --reverse and --inverted");
        else fine = take_call(h, &text);
    }
    if (fine && !h->levels.len)
        return error_set(h->error, JFR_DAMAGED, 0,
                         "this looks like a flame graph of async-profiler, but there are no frames "
                         "in it: expected lines such as f(0,0,100,3,'all') or n(3,100)");
    return fine;
}

static bool read_html(struct document *d, struct jfr_error *error) {
    struct html h = {.d = d, .error = error};
    h.lines = (struct document_lines){(const char *)d->data, (const char *)d->data + d->size, 0};
    document_add_text(d, "", 0);
    document_add_type(d, "samples", "count");
    bool fine = read_frames(&h) && keep_samples(&h);
    arrays_free(&h.titles, &h.levels, &h.self, &h.depth, &h.thread_of, &h.threads);
    return fine;
}

const struct document_format document_format_flame_html = {
    .name = "flame graph",
    .begins = begins,
    .read = read_html,
    .frames_a_byte = 128,
};
