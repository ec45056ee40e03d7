/* JSON, blank for blank as the JDK has it: ASCII, the rest escaped by units of UTF-16. */
#include "cmd/print/parts.h"

#include <math.h>
#include <string.h>

static void add_unit(struct text *out, uint32_t unit) {
    static const char hex[] = "0123456789abcdef";
    char escape[6] = {
        '\\', 'u', hex[unit >> 12 & 15], hex[unit >> 8 & 15], hex[unit >> 4 & 15], hex[unit & 15]};
    text_add_bytes(out, escape, sizeof escape);
}

static void add_escaped(struct text *out, uint32_t c) {
    static const char forms[] = {['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r',
                                 ['\t'] = 't', ['"'] = '"',  ['/'] = '/',  ['\\'] = '\\'};
    char form = c < sizeof forms ? forms[c] : 0;
    if (form) {
        text_add_bytes(out, (char[]){'\\', form}, 2);
    } else if (c < 0x10000) {
        add_unit(out, c);
    } else {
        add_unit(out, 0xD800 + ((c - 0x10000) >> 10));
        add_unit(out, 0xDC00 + ((c - 0x10000) & 0x3FF));
    }
}

/* Stands for itself. */
static bool is_plain(unsigned char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\' && c != '/';
}

static void add_text(struct text *out, const char *s, size_t len) {
    text_add_char(out, '"');
    print_text(out, s, len, is_plain, add_escaped);
    text_add_char(out, '"');
}

static void make_lead(unsigned indent, const struct jfr_field *field, struct text *out) {
    text_add(out, ", \n");
    text_add_blanks(out, indent + 2);
    add_text(out, field->name, strlen(field->name));
    text_add(out, ": ");
}

/* A comma unless it is the first, a new line, blanks and the field's name: the same for thousands
 * of events, so they are kept. Where two fields want one place the last has it. */
static void add_lead(struct printer *p, const struct jfr_field *field, bool first) {
    struct lead *lead =
        &p->leads[((uintptr_t)field >> 4 ^ (uintptr_t)field >> 11 ^ p->indent * 37) % PRINT_LEADS];
    const size_t skip = first ? 2 : 0;
    if (lead->field != field || lead->indent != p->indent) {
        OWNED(text_free) struct text text = {0};
        make_lead(p->indent, field, &text);
        lead->field = field;
        lead->indent = p->indent;
        lead->len = text.len <= sizeof lead->bytes ? (uint32_t)text.len : 0;
        memcpy(lead->bytes, text.data, lead->len);
    }
    if (lead->len) {
        text_add_bytes(&p->out, lead->bytes + skip, lead->len - skip);
    } else { /* an uncommonly long one */
        OWNED(text_free) struct text text = {0};
        make_lead(p->indent, field, &text);
        text_add_bytes(&p->out, text.data + skip, text.len - skip);
    }
}

static void begin(struct printer *p, const struct jfr_item *item) {
    struct level *level = print_level(p);
    if (!item->element) add_lead(p, item->field, !level->more);
    else if (level->more) text_add_bytes(&p->out, ", ", 2);
    level->more = true;
}

static void open_struct(struct printer *p, const struct jfr_item *item) {
    begin(p, item);
    text_add_char(&p->out, '{');
    if (!item->element) p->indent += 2;
}

static void close_struct(struct printer *p, const struct jfr_item *item) {
    text_add_char(&p->out, '\n');
    text_add_blanks(&p->out, p->indent);
    text_add_char(&p->out, '}');
    if (!item->element) p->indent -= 2;
}

static void open_array(struct printer *p, const struct jfr_item *item) {
    begin(p, item);
    text_add_char(&p->out, '[');
    p->indent += 2;
}

static void close_array(struct printer *p, const struct jfr_item *item) {
    text_add_char(&p->out, ']');
    p->indent -= 2;
}

static void add_char(struct text *out, uint32_t unit) {
    text_add_char(out, '"');
    if (unit < 0x80 && is_plain((unsigned char)unit)) text_add_char(out, (char)unit);
    else add_escaped(out, unit);
    text_add_char(out, '"');
}

static void add_integer(struct printer *p, const struct jfr_item *item) {
    size_t at = p->out.len;
    text_add_char(&p->out, '"');
    if (value_add_integer(&p->clock, item, &p->out)) {
        text_add_char(&p->out, '"');
    } else { /* a number after all */
        p->out.len = at;
        value_add_number(item, &p->out);
    }
}

static void value(struct printer *p, const struct jfr_item *item) {
    struct text *out = &p->out;
    begin(p, item);
    switch (item->kind) {
    case JFR_ITEM_BOOLEAN: text_add(out, item->number ? "true" : "false"); break;
    case JFR_ITEM_CHAR: add_char(out, (uint32_t)item->number); break;
    case JFR_ITEM_TEXT: add_text(out, item->text, item->length); break;
    case JFR_ITEM_INTEGER: add_integer(p, item); break;
    case JFR_ITEM_REAL:
        if (!isfinite(item->real)) text_add(out, "null");
        else if (item->base == JFR_FLOAT) java_add_float(out, (float)item->real);
        else java_add_double(out, item->real);
        break;
    default: text_add(out, "null"); break;
    }
}

static void begin_all(struct printer *p) {
    text_add(&p->out, "{\n  \"recording\": {\n    \"events\": [");
}

static void end_all(struct printer *p) {
    text_add(&p->out, "]\n  }\n}");
}

static void begin_event(struct printer *p, const struct jfr_type *type) {
    text_add(&p->out, p->more ? ", {\n      \"type\": " : "{\n      \"type\": ");
    add_text(&p->out, type->name, strlen(type->name));
    text_add(&p->out, ", \n      \"values\": {");
    p->indent = 6;
}

static void end_event(struct printer *p) {
    text_add(&p->out, "\n      }\n    }");
}

const struct structure printer_json = {
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
