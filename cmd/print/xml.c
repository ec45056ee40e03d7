/* XML, blank for blank as the JDK has it. It is ASCII; what XML cannot have is U+FFFD. */
#include "cmd/print/parts.h"

#include <string.h>

/* Stands for itself. Line breaks and tabs do within an element. */
static bool is_plain(unsigned char c) {
    return (c >= 0x20 && c < 0x7F && !strchr("&<>\"'", c)) || c == '\n' || c == '\t';
}

static void add_code(struct text *out, uint32_t c) {
    bool allowed = c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
    switch (c) {
    case '&': text_add(out, "&amp;"); break;
    case '<': text_add(out, "&lt;"); break;
    case '>': text_add(out, "&gt;"); break;
    case '"': text_add(out, "&quot;"); break;
    case '\'': text_add(out, "&apos;"); break;
    default: text_addf(out, "&#%u;", (unsigned)(allowed ? c : UTF8_REPLACEMENT)); break;
    }
}

static void add_text(struct text *out, const char *s, size_t len) {
    print_text(out, s, len, is_plain, add_code);
}

static void begin(struct printer *p, const char *tag, const struct jfr_item *item) {
    struct text *out = &p->out;
    text_add_blanks(out, p->indent);
    text_add_char(out, '<');
    text_add(out, tag);
    if (item->element) {
        text_addf(out, " index=\"%u\"", print_level(p)->elements - 1);
    } else {
        text_add(out, " name=\"");
        add_text(out, item->field->name, strlen(item->field->name));
        text_add_char(out, '"');
    }
}

static void end(struct printer *p, const char *tag) {
    p->indent -= 2;
    text_add_blanks(&p->out, p->indent);
    text_add_bytes(&p->out, "</", 2);
    text_add(&p->out, tag);
    text_add_bytes(&p->out, ">\n", 2);
}

static void open_struct(struct printer *p, const struct jfr_item *item) {
    begin(p, "struct", item);
    text_add_bytes(&p->out, ">\n", 2);
    p->indent += 2;
}

static void close_struct(struct printer *p, const struct jfr_item *item) {
    end(p, "struct");
}

static void open_array(struct printer *p, const struct jfr_item *item) {
    begin(p, "array", item);
    text_add(&p->out, " size=\"");
    text_add_u64(&p->out, (uint64_t)item->number);
    text_add(&p->out, "\">\n");
    p->indent += 2;
}

static void close_array(struct printer *p, const struct jfr_item *item) {
    end(p, "array");
}

static void value(struct printer *p, const struct jfr_item *item) {
    struct text *out = &p->out;
    bool null = item->kind == JFR_ITEM_NULL;
    bool is_struct = null && item->base == JFR_STRUCT && item->type && !item->type->simple;
    begin(p, is_struct ? "struct" : "value", item);
    if (null) {
        text_add(out, " xsi:nil=\"true\"/>\n");
        return;
    }
    text_add_char(out, '>');
    switch (item->kind) {
    case JFR_ITEM_BOOLEAN: text_add(out, item->number ? "true" : "false"); break;
    case JFR_ITEM_CHAR:
    case JFR_ITEM_TEXT: add_text(out, item->text, item->length); break;
    case JFR_ITEM_INTEGER: value_add_integer(&p->clock, item, out); break;
    case JFR_ITEM_REAL:
        if (item->base == JFR_FLOAT) java_add_float(out, (float)item->real);
        else java_add_double(out, item->real);
        break;
    default: break;
    }
    text_add(out, "</value>\n");
}

static void begin_all(struct printer *p) {
    text_add(&p->out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                      "<recording xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
                      "  <events>\n");
}

static void end_all(struct printer *p) {
    text_add(&p->out, "  </events>\n</recording>\n");
}

static void begin_event(struct printer *p, const struct jfr_type *type) {
    text_add(&p->out, "    <event type=\"");
    add_text(&p->out, type->name, strlen(type->name));
    text_add(&p->out, "\">\n");
    p->indent = 6;
}

static void end_event(struct printer *p) {
    text_add(&p->out, "    </event>\n\n");
}

const struct structure printer_xml = {
    .begin = begin_all,
    .end = end_all,
    .begin_event = begin_event,
    .end_event = end_event,
    .open = open_struct,
    .close = close_struct,
    .open_array = open_array,
    .close_array = close_array,
    .value = value,
};
