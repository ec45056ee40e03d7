#include "analyzers/profile/frames.h"

#include "parser/names.h"

/* ==== Interning ============================================================================= */

/* Rows are hashed and compared as bytes, which is right only while they have no padding. */
_Static_assert(sizeof(struct frame) == 8 * sizeof(uint32_t), "struct frame has padding");

static bool is_frame(const void *frame, const void *content) {
    return memcmp(frame, content, sizeof(struct frame)) == 0;
}

uint32_t frames_intern(struct frames *frames, const struct frame *frame) {
    return map_intern(&frames->ids, hash_bytes(frame, sizeof *frame), is_frame, &frames->rows,
                      frame);
}

void frame_narrow(struct frame *frame, enum frame_by by, bool types) {
    if (frame->type == FRAME_THREAD) return; /* a name of its own kind */
    if (by == BY_PACKAGE || by == BY_MODULE) frame->class_name = 0;
    if (by == BY_PACKAGE || by == BY_MODULE || by == BY_CLASS)
        frame->method = frame->descriptor = 0;
    if (by == BY_MODULE) frame->package = 0;
    if (by == BY_PACKAGE) frame->module = 0;
    if (by != BY_BCI) frame->bci = -1;
    if (by != BY_BCI && by != BY_LINE) frame->line = -1;
    if (!types) frame->type = FRAME_ANY;
}

void frames_free(struct frames *frames) {
    strings_free(&frames->strings);
    map_free(&frames->ids);
    array_free(&frames->rows);
}

/* ==== Names ================================================================================= */

static void add_string(const struct frames *frames, uint32_t id, struct text *out) {
    text_add_bytes(out, strings_get(&frames->strings, id), strings_len(&frames->strings, id));
}

void frame_add_method(const struct frames *frames, uint32_t id, struct text *out) {
    if (id >= frames->rows.len) return;
    const struct frame *frame = &frames->rows.items[id];
    bool has_class = strings_len(&frames->strings, frame->class_name) > 0;
    bool has_method = strings_len(&frames->strings, frame->method) > 0;
    if (has_class) add_string(frames, frame->class_name, out);
    if (has_class && has_method) text_add_char(out, '.');
    if (has_method) add_string(frames, frame->method, out);
    if (!has_class && !has_method) {
        if (strings_len(&frames->strings, frame->package) > 0) {
            add_string(frames, frame->package, out);
        } else if (strings_len(&frames->strings, frame->module) > 0) {
            add_string(frames, frame->module, out);
        } else {
            /* Nothing but empty names: rows by module have "(unnamed module)" as their module. */
            text_add(out, "(unnamed package)");
        }
    }
}

static void add_position(const struct frame *frame, struct text *out) {
    if (frame->line >= 0) {
        text_add_char(out, ':');
        text_add_u64(out, (uint64_t)frame->line);
    }
    if (frame->bci >= 0) {
        text_add_char(out, '@');
        text_add_u64(out, (uint64_t)frame->bci);
    }
}

void frame_add_name(const struct frames *frames, uint32_t id, struct text *out) {
    if (id >= frames->rows.len) return;
    frame_add_method(frames, id, out);
    add_position(&frames->rows.items[id], out);
}

/* A class's name as people write it: "java/util/Date" -> "java.util.Date", or "Date" if not whole.
 */
static void add_class(const char *name, const char *end, bool whole, struct text *out) {
    const char *from = end;
    while (from > name && (whole || (from[-1] != '/' && from[-1] != '.'))) from--;
    for (; from < end; from++) text_add_char(out, *from == '/' ? '.' : *from);
}

/* One type of a descriptor, "[Ljava/lang/Object;" -> "Object[]". Returns what follows it, or NULL
 * if it is no type. */
static const char *add_type(const char *at, const char *end, bool whole, struct text *out) {
    size_t dimensions = 0;
    for (; at < end && *at == '['; at++) dimensions++;
    if (at == end || dimensions > 255) return NULL; /* 255 is the JVM's own limit */
    const char *primitive = names_primitive(*at);
    if (primitive) {
        text_add(out, primitive);
        at++;
    } else if (*at == 'L') {
        const char *semicolon = memchr(at, ';', (size_t)(end - at));
        if (semicolon == NULL) return NULL;
        add_class(at + 1, semicolon, whole, out);
        at = semicolon + 1;
    } else {
        return NULL;
    }
    for (; dimensions > 0; dimensions--) text_add(out, "[]");
    return at;
}

/* Returns what follows the parameters; NULL: there are none, or what is there is no descriptor. */
static const char *add_parameters(const char *at, const char *end, bool whole, struct text *out) {
    if (at == end || *at != '(') return NULL;
    text_add_char(out, *at++);
    for (bool first = true; at < end && *at != ')'; first = false) {
        if (!first) text_add(out, ", ");
        at = add_type(at, end, whole, out);
        if (at == NULL) { /* not a descriptor from here on: say so rather than guess */
            text_add(out, "?)");
            return NULL;
        }
    }
    text_add_char(out, ')');
    return at < end ? at + 1 : NULL;
}

static const char *descriptor_of(const struct frames *frames, uint32_t id, const char **end) {
    uint32_t descriptor = frames->rows.items[id].descriptor;
    const char *at = strings_get(&frames->strings, descriptor);
    *end = at + strings_len(&frames->strings, descriptor);
    return at;
}

void frame_add_parameters(const struct frames *frames, uint32_t id, struct text *out) {
    const char *end;
    if (id >= frames->rows.len) return;
    const char *at = descriptor_of(frames, id, &end);
    add_parameters(at, end, false, out);
}

/* ==== Frame types =========================================================================== */

static const char *const type_names[FRAME_TYPE_COUNT] = {
    [FRAME_ANY] = "",
    [FRAME_INTERPRETED] = "Interpreted",
    [FRAME_JIT] = "JIT compiled",
    [FRAME_INLINED] = "Inlined",
    [FRAME_NATIVE] = "Native",
    [FRAME_CPP] = "C++",
    [FRAME_KERNEL] = "Kernel",
    [FRAME_C1] = "C1 compiled",
    [FRAME_UNKNOWN] = "Unknown",
    [FRAME_THREAD] = "Thread",
};

const char *frame_type_name(enum frame_type type) {
    unsigned at = (unsigned)type;
    return at < FRAME_TYPE_COUNT ? type_names[at] : type_names[FRAME_UNKNOWN];
}

enum frame_type frame_type_parse(const char *name) {
    /* FRAME_THREAD is ours: no recording has it. */
    for (unsigned type = FRAME_INTERPRETED; type < FRAME_THREAD; type++)
        if (name && strcmp(name, type_names[type]) == 0) return (enum frame_type)type;
    return FRAME_UNKNOWN;
}

void frame_add_full_name(const struct frames *frames, uint32_t id, struct text *out) {
    if (id >= frames->rows.len) return;
    frame_add_method(frames, id, out);
    frame_add_parameters(frames, id, out);
    add_position(&frames->rows.items[id], out);
}

void frame_add_whole_name(const struct frames *frames, uint32_t id, struct text *out) {
    const char *end;
    if (id >= frames->rows.len) return;
    frame_add_method(frames, id, out);
    const char *at = descriptor_of(frames, id, &end);
    at = add_parameters(at, end, true, out);
    if (at && at < end) {
        text_add(out, ": ");
        if (*at == 'V' && at + 1 == end) text_add(out, "void");
        else if (!add_type(at, end, true, out)) text_add_char(out, '?');
    }
    add_position(&frames->rows.items[id], out);
}

static int compare_strings(const struct frames *frames, uint32_t a, uint32_t b) {
    if (a == b) return 0;
    return strcmp(strings_get(&frames->strings, a), strings_get(&frames->strings, b));
}

int frames_compare(const struct frames *frames, uint32_t a, uint32_t b) {
    const struct frame *x = &frames->rows.items[a], *y = &frames->rows.items[b];
    int order = compare_strings(frames, x->class_name, y->class_name);
    if (order == 0) order = compare_strings(frames, x->method, y->method);
    if (order == 0) order = compare_strings(frames, x->descriptor, y->descriptor);
    if (order == 0) order = compare_strings(frames, x->package, y->package);
    if (order == 0) order = compare_strings(frames, x->module, y->module);
    if (order == 0 && x->line != y->line) order = x->line < y->line ? -1 : 1;
    if (order == 0 && x->bci != y->bci) order = x->bci < y->bci ? -1 : 1;
    if (order == 0 && x->type != y->type) order = x->type < y->type ? -1 : 1;
    return order;
}

bool frames_is_lost(const struct frames *frames, uint32_t id) {
    return strcmp(strings_get(&frames->strings, frames->rows.items[id].method), FRAME_LOST) == 0;
}
