#include "cmd/write/frame_cells.h"
#include "base/platform.h"

#include <string.h>

#define OVERLOADED UINT32_MAX

const char *frame_by_noun(enum frame_by by) {
    switch (by) {
    case BY_LINE: return "lines";
    case BY_CLASS: return "classes";
    case BY_PACKAGE: return "packages";
    case BY_MODULE: return "modules";
    case BY_BCI: return "bytecode positions";
    default: return "methods";
    }
}

const char *frame_by_title(enum frame_by by) {
    switch (by) {
    case BY_CLASS: return "class";
    case BY_PACKAGE: return "package";
    case BY_MODULE: return "module";
    default: return "method";
    }
}

/* ==== Names ================================================================================== */

static uint64_t method_key(const struct frame *frame) {
    return (uint64_t)frame->class_name << 32 | frame->method;
}

void frame_names_open(const struct frames *frames, enum frame_by by, struct frame_names *names) {
    *names = (struct frame_names){.frames = frames, .by = by};
}

void frame_names_see(struct frame_names *names, uint32_t id) {
    const struct frame *frame = &names->frames->rows.items[id];
    bool fresh;
    uint64_t *descriptor = map_put(&names->descriptors, method_key(frame), &fresh);
    if (fresh) *descriptor = frame->descriptor;
    else if (*descriptor != frame->descriptor) *descriptor = OVERLOADED;
}

void frame_names_free(struct frame_names *names) {
    map_free(&names->descriptors);
}

static size_t packages_in(const struct frame_names *names, const struct frame *frame,
                          const char *name, size_t len) {
    if (frame->type == FRAME_THREAD) return 0;
    if (names->by == BY_PACKAGE) {
        const char *dot = platform_last(name, '.', len);
        return dot ? (size_t)(dot - name) + 1 : 0;
    }
    const char *package = strings_get(&names->frames->strings, frame->package);
    size_t package_len = strlen(package);
    bool there = package_len && len > package_len && memcmp(name, package, package_len) == 0 &&
                 name[package_len] == '.';
    return there ? package_len + 1 : 0;
}

size_t frame_names_add(const struct frame_names *names, uint32_t id, struct text *out) {
    const struct frame *frame = &names->frames->rows.items[id];
    const uint64_t *descriptor = map_get(&names->descriptors, method_key(frame));
    size_t start = out->len;
    if (descriptor && *descriptor == OVERLOADED) frame_add_full_name(names->frames, id, out);
    else frame_add_name(names->frames, id, out);
    return packages_in(names, frame, text_str(out) + start, out->len - start);
}

/* ==== JSON =================================================================================== */

void frame_add_fields(const struct frames *frames, uint32_t id, enum frame_by by, bool type,
                      struct sheet *sheet) {
    const struct frame *frame = &frames->rows.items[id];
    const struct strings *s = &frames->strings;
    if (frame->type == FRAME_THREAD) {
        sheet_field(sheet, "group", cell_text(strings_get(s, frame->class_name)));
        return;
    }
    if (by == BY_PACKAGE || by == BY_MODULE) {
        sheet_field(sheet, frame_by_title(by),
                    cell_text(strings_get(s, by == BY_PACKAGE ? frame->package : frame->module)));
    } else {
        sheet_field(sheet, "class", cell_text(strings_get(s, frame->class_name)));
        if (by != BY_CLASS) {
            sheet_field(sheet, "method", cell_text(strings_get(s, frame->method)));
            sheet_field(sheet, "descriptor", cell_text(strings_get(s, frame->descriptor)));
        }
    }
    if (by == BY_LINE) sheet_field(sheet, "line", cell_number(frame->line));
    if (by == BY_BCI) sheet_field(sheet, "bci", cell_number(frame->bci));
    if (type)
        sheet_field(sheet, "frame_type", cell_text(frame_type_name((enum frame_type)frame->type)));
}
