#include "cmd/render/row_names.h"

#include <string.h>

#define OVERLOADED UINT32_MAX

static uint64_t method_key(const struct frame *frame) {
    return (uint64_t)frame->class_name << 32 | frame->method;
}

void row_names_open(struct row_names *names, const struct frames *frames, enum frame_by by,
                    const uint32_t *rows, size_t len) {
    *names = (struct row_names){.frames = frames, .by = by};
    for (size_t i = 0; i < len; i++) {
        const struct frame *frame = &frames->rows.items[rows[i]];
        bool fresh;
        uint64_t *descriptor = map_put(&names->descriptors, method_key(frame), &fresh);
        if (fresh) *descriptor = frame->descriptor;
        else if (*descriptor != frame->descriptor) *descriptor = OVERLOADED;
    }
}

void row_names_free(struct row_names *names) {
    map_free(&names->descriptors);
}

/* Bytes at the beginning of the name that are packages and their dots. */
static size_t packages_in(const struct row_names *names, const struct frame *frame,
                          const char *name, size_t name_len) {
    if (names->by == BY_PACKAGE) {
        const char *dot = memrchr(name, '.', name_len);
        return dot ? (size_t)(dot - name) + 1 : 0;
    }
    const char *package = strings_get(&names->frames->strings, frame->package);
    size_t len = strlen(package);
    bool there = len && name_len > len && memcmp(name, package, len) == 0 && name[len] == '.';
    return there ? len + 1 : 0;
}

size_t row_names_add(const struct row_names *names, uint32_t row, struct text *out) {
    const struct frame *frame = &names->frames->rows.items[row];
    const uint64_t *descriptor = map_get(&names->descriptors, method_key(frame));
    size_t before = out->len;
    if (descriptor && *descriptor == OVERLOADED) frame_add_full_name(names->frames, row, out);
    else frame_add_name(names->frames, row, out);
    return packages_in(names, frame, text_str(out) + before, out->len - before);
}

void row_names_add_cell(const struct row_names *names, uint32_t row, struct table *table) {
    struct text name = {0};
    size_t packages = row_names_add(names, row, &name);
    table_name(table, text_str(&name), packages);
    text_free(&name);
}

void row_names_add_json(const struct row_names *names, uint32_t row, bool frame_type,
                        cJSON *object) {
    const struct frame *frame = &names->frames->rows.items[row];
    const struct strings *strings = &names->frames->strings;
    enum frame_by by = names->by;
    if (by == BY_PACKAGE || by == BY_MODULE) {
        const char *name = strings_get(strings, by == BY_PACKAGE ? frame->package : frame->module);
        json_add_text(object, by == BY_PACKAGE ? "package" : "module", name);
    } else {
        json_add_text(object, "class", strings_get(strings, frame->class_name));
        if (by != BY_CLASS) {
            json_add_text(object, "method", strings_get(strings, frame->method));
            json_add_text(object, "descriptor", strings_get(strings, frame->descriptor));
        }
    }
    if (by == BY_LINE) json_add_number(object, "line", frame->line);
    if (by == BY_BCI) json_add_number(object, "bci", frame->bci);
    if (frame_type)
        json_add_text(object, "frame_type", frame_type_name((enum frame_type)frame->type));
}

const char *row_names_noun(enum frame_by by) {
    switch (by) {
    case BY_LINE: return "lines";
    case BY_CLASS: return "classes";
    case BY_PACKAGE: return "packages";
    case BY_MODULE: return "modules";
    case BY_BCI: return "bytecode positions";
    default: return "methods";
    }
}

const char *row_names_title(enum frame_by by) {
    switch (by) {
    case BY_CLASS: return "class";
    case BY_PACKAGE: return "package";
    case BY_MODULE: return "module";
    default: return "method";
    }
}
