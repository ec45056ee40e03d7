#include "cmd/pictures/flame_parts.h"
#include "cmd/write/xml.h"
#include "base/utf8.h"

/* In characters, 1,000 in all: a name may be as long as a recording. */
#define MAX_PACKAGE 300
#define MAX_CLASS 250
#define MAX_METHOD 250
#define MAX_PARAMETERS 200

#define MIN_CUT_PIXELS 33  /* of a frame 40 wide: what is cut in less says nothing */
#define FONT_SIZE 12.0     /* of the frames' texts, as in flame.css */
#define MIN_CLASS_CHARS 5  /* less of a class than this tells nobody anything */
#define MIN_METHOD_CHARS 2 /* likewise of a method */

/* Start of the last part of a dotted name. */
static size_t after_last_dot(const char *s, size_t len) {
    while (len > 0 && s[len - 1] != '.') len--;
    return len;
}

/* "ns::Class::method(Args)": both begin behind a "::" that no template and no call encloses. */
static void split_cpp(const char *s, size_t len, size_t *class_at, size_t *method_at) {
    int angles = 0;
    for (size_t i = 0; i < len && s[i] != '('; i++) {
        if (s[i] == '<') angles++;
        if (s[i] == '>') angles--;
        if (angles == 0 && i + 2 < len && s[i] == ':' && s[i + 1] == ':') {
            *class_at = *method_at;
            *method_at = i + 2;
        }
    }
}

void flame_name(const struct frames *frames, uint32_t id, struct flame_name *name) {
    text_clear(&name->text);
    name->class_at = name->method_at = 0;
    if (id >= frames->rows.len) {
        text_add(&name->text, "all");
        return;
    }
    const struct frame *frame = &frames->rows.items[id];
    OWNED(text_free) struct text raw = {0};
    frame_add_name(frames, id, &raw);
    const char *s = text_str(&raw);
    size_t class_len = strings_len(&frames->strings, frame->class_name);
    size_t method_len = strings_len(&frames->strings, frame->method);
    size_t class_at = 0, method_at = 0;
    if (frame->type == FRAME_THREAD) {
        /* a thread's name has no parts */
    } else if (class_len && method_len) {
        class_at = after_last_dot(s, class_len);
        method_at = class_len + 1;
    } else if (method_len) {
        split_cpp(s, method_len, &class_at, &method_at);
    } else {
        class_at = method_at = after_last_dot(s, class_len ? class_len : raw.len);
    }
    /* Piece by piece: visible names can be longer, and the method must survive any package. */
    visible_add(&name->text, s, class_at, MAX_PACKAGE);
    name->class_at = name->text.len;
    visible_add(&name->text, s + class_at, method_at - class_at, MAX_CLASS);
    name->method_at = name->text.len;
    visible_add(&name->text, s + method_at, raw.len - method_at, MAX_METHOD);
    if (name->text.len == 0) text_add(&name->text, "?"); /* a frame without a name has a place */
}

void flame_parameters(const struct frames *frames, uint32_t id, struct text *out) {
    OWNED(text_free) struct text raw = {0};
    frame_add_parameters(frames, id, &raw);
    visible_add(out, text_str(&raw), raw.len, MAX_PARAMETERS);
}

/* Advance widths of Arial, in thousandths of the font size, from the space on. Fonts that stand in
 * for it (Helvetica, Liberation Sans) have the same. */
static const uint16_t arial[95] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

/* In em, of the character at s; *size is set to its bytes. */
static double char_width(const char *s, size_t len, size_t *size) {
    uint32_t c = utf8_next(s, len, size);
    return c >= 32 && c < 127 ? arial[c - 32] / 1000.0 : 1.0; /* 1: wide enough for all */
}

double flame_text_width(const char *bytes, size_t len, double size) {
    double width = 0;
    for (size_t i = 0, taken; i < len; i += taken) width += char_width(bytes + i, len - i, &taken);
    return width * size;
}

/* How many bytes from the front fit. */
static size_t fitting(const char *bytes, size_t len, double size, double pixels) {
    size_t i = 0, taken;
    for (; i < len; i += taken)
        if ((pixels -= char_width(bytes + i, len - i, &taken) * size) < 0) break;
    return i;
}

void flame_fit(const char *bytes, size_t len, double size, double pixels, struct text *out) {
    size_t fits = fitting(bytes, len, size, pixels);
    if (fits == len) {
        text_add_bytes(out, bytes, len);
        return;
    }
    fits = fitting(bytes, len, size, pixels - size); /* the ellipsis is one em wide */
    if (fits == 0) return;
    text_add_bytes(out, bytes, fits);
    text_add(out, "…");
}

void flame_label(const struct flame_name *name, double pixels, struct text *out) {
    const char *s = text_str(&name->text);
    size_t len = name->text.len;
    if (pixels < FONT_SIZE) return;
    double method = flame_text_width(s + name->method_at, len - name->method_at, FONT_SIZE);
    if (method > pixels) {
        if (pixels < MIN_CUT_PIXELS) return;
        size_t fits =
            fitting(s + name->method_at, len - name->method_at, FONT_SIZE, pixels - FONT_SIZE);
        if (fits < MIN_METHOD_CHARS) return;
        text_add_bytes(out, s + name->method_at, fits);
        text_add(out, "…");
        return;
    }
    double class =
        flame_text_width(s + name->class_at, name->method_at - name->class_at, FONT_SIZE);
    double package = flame_text_width(s, name->class_at, FONT_SIZE);
    size_t from = name->method_at;
    if (package + class + method <= pixels) {
        from = 0;
    } else if (class + method <= pixels) {
        from = name->class_at;
    } else {
        /* The end of the class's name says more than its beginning. */
        double left = pixels - method - FONT_SIZE;
        size_t at = name->method_at;
        while (at > name->class_at) {
            size_t before = at - 1;
            while (before > name->class_at && ((unsigned char)s[before] & 0xC0) == 0x80) before--;
            left -= flame_text_width(s + before, at - before, FONT_SIZE);
            if (left < 0) break;
            at = before;
        }
        if (name->method_at - at > MIN_CLASS_CHARS) {
            text_add(out, "…");
            from = at;
        }
    }
    text_add_bytes(out, s + from, len - from);
}
