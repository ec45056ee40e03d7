#include "cmd/write/frame_cells.h"

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
            sheet_fields(sheet, {"method", cell_text(strings_get(s, frame->method))},
                         {"descriptor", cell_text(strings_get(s, frame->descriptor))});
        }
    }
    if (by == BY_LINE) sheet_field(sheet, "line", cell_number(frame->line));
    if (by == BY_BCI) sheet_field(sheet, "bci", cell_number(frame->bci));
    if (type)
        sheet_field(sheet, "frame_type", cell_text(frame_type_name((enum frame_type)frame->type)));
}

void frame_add_name_cell(const struct frame_names *names, uint32_t id, struct sheet *sheet) {
    OWNED(text_free) struct text name = {0};
    size_t packages = frame_names_add(names, id, &name);
    sheet_cell(sheet, cell_name(text_str(&name), packages));
}
