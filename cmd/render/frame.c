#include "cmd/render/frame.h"

#include <string.h>

size_t frame_packages_in(const struct frames *frames, uint32_t id, int by,
                         const struct text *name) {
    if (by == BY_PACKAGE) {
        const char *dot = memrchr(text_str(name), '.', name->len);
        return dot ? (size_t)(dot - name->data) + 1 : 0;
    }
    const char *package = strings_get(&frames->strings, frames->rows.items[id].package);
    size_t len = strlen(package);
    bool there = len && name->len > len && memcmp(name->data, package, len) == 0 &&
                 name->data[len] == '.';
    return there ? len + 1 : 0;
}

void json_add_frame(cJSON *object, const struct frames *frames, uint32_t id, int by, bool types) {
    const struct frame *frame = &frames->rows.items[id];
    if (by == BY_PACKAGE || by == BY_MODULE) {
        uint32_t name = by == BY_PACKAGE ? frame->package : frame->module;
        json_add_text(object, by == BY_PACKAGE ? "package" : "module",
                      strings_get(&frames->strings, name));
    } else {
        json_add_text(object, "class", strings_get(&frames->strings, frame->class_name));
        if (by != BY_CLASS) {
            json_add_text(object, "method", strings_get(&frames->strings, frame->method));
            json_add_text(object, "descriptor", strings_get(&frames->strings, frame->descriptor));
        }
    }
    if (by == BY_LINE) json_add_number(object, "line", frame->line);
    if (by == BY_BCI) json_add_number(object, "bci", frame->bci);
    if (types) json_add_text(object, "frame_type", frame_type_name((enum frame_type)frame->type));
}
