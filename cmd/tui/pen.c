#include "cmd/tui/pen.h"

#include "base/safe.h"
#include "base/secrets/secrets.h"
#include "base/utf8.h"

#include <stdlib.h>
#include <string.h>

enum pen_colors pen_colors(void) {
    const char *none = getenv("NO_COLOR"), *term = getenv("TERM"), *more = getenv("COLORTERM");
    if (none && *none) return PEN_MONO;
    if (more && (strcmp(more, "truecolor") == 0 || strcmp(more, "24bit") == 0)) return PEN_TRUE;
    if (term && strstr(term, "256color")) return PEN_256;
    return term && (strcmp(term, "vt100") == 0 || strcmp(term, "vt220") == 0) ? PEN_MONO : PEN_16;
}

void pen_style(struct pen *pen, enum pen_style style) {
    static const char *const codes[] = {[PEN_PLAIN] = "\x1b[0m",
                                        [PEN_DIM] = "\x1b[0;2m",
                                        [PEN_BOLD] = "\x1b[0;1m",
                                        [PEN_CHOSEN] = "\x1b[0;7m",
                                        [PEN_HEAD] = "\x1b[0;1;4m"};
    text_add(pen->out, codes[style]);
}

/* The nearest of the 6 x 6 x 6 colours. */
static unsigned of_256(uint32_t rgb) {
    unsigned r = (rgb >> 16 & 255) * 5 + 127, g = (rgb >> 8 & 255) * 5 + 127,
             b = (rgb & 255) * 5 + 127;
    return 16 + 36 * (r / 255) + 6 * (g / 255) + b / 255;
}

/* One of the eight, by its hue; what is nearly grey is black or white. */
static unsigned of_8(uint32_t rgb) {
    unsigned r = rgb >> 16 & 255, g = rgb >> 8 & 255, b = rgb & 255;
    unsigned most = r > g ? r : g, least = r < g ? r : g;
    if (b > most) most = b;
    if (b < least) least = b;
    unsigned middle = most - least < 32 ? 128 : (most + least) / 2;
    return (r >= middle) + (g >= middle) * 2U + (b >= middle) * 4U;
}

static void add_color(struct pen *pen, bool ground, uint32_t rgb) {
    if (pen->colors == PEN_TRUE)
        text_addf(pen->out, "\x1b[%d;2;%u;%u;%um", ground ? 48 : 38, rgb >> 16 & 255,
                  rgb >> 8 & 255, rgb & 255);
    else if (pen->colors == PEN_256)
        text_addf(pen->out, "\x1b[%d;5;%um", ground ? 48 : 38, of_256(rgb));
    else if (pen->colors == PEN_16) text_addf(pen->out, "\x1b[%um", (ground ? 40 : 30) + of_8(rgb));
}

void pen_ground(struct pen *pen, uint32_t rgb, bool dark_text) {
    text_add(pen->out, "\x1b[0m");
    if (pen->colors == PEN_MONO) text_add(pen->out, "\x1b[7m");
    add_color(pen, false, dark_text ? 0x101010 : 0xf0f0f0);
    add_color(pen, true, rgb);
}

void pen_halves(struct pen *pen, uint32_t upper, uint32_t lower) {
    text_add(pen->out, "\x1b[0m");
    add_color(pen, false, upper);
    add_color(pen, true, lower);
}

int pen_put(struct pen *pen, const char *text, int room) {
    int left = pen->columns - pen->column, taken = 0;
    if (room < 0 || room > left) room = left;
    OWNED(text_free) struct text safe = {0}, shown = {0};
    secrets_add(text, strlen(text), &shown); /* of what a thread or file is called */
    safe_add(&safe, text_str(&shown), shown.len);
    const char *at = text_str(&safe);
    for (size_t rest = safe.len, size; rest; at += size, rest -= size) {
        uint32_t c = utf8_next(at, rest, &size);
        int width = c == '\n' || c == '\t' ? 1 : utf8_width(c);
        if (taken + width > room) break;
        if (c == '\n' || c == '\t') text_add_char(pen->out, ' ');
        else if (c >= 0x80 && !pen->utf8) text_add_char(pen->out, '?');
        else text_add_bytes(pen->out, at, size);
        taken += width;
    }
    pen->column += taken;
    return taken;
}

int pen_putf(struct pen *pen, const char *format, ...) {
    OWNED(text_free) struct text line = {0};
    va_list args;
    va_start(args, format);
    text_addv(&line, format, args);
    va_end(args);
    return pen_put(pen, text_str(&line), -1);
}

void pen_blanks(struct pen *pen, int count) {
    if (count > pen->columns - pen->column) count = pen->columns - pen->column;
    if (count <= 0) return;
    text_add_blanks(pen->out, (size_t)count);
    pen->column += count;
}

void pen_end_line(struct pen *pen) {
    text_add(pen->out, "\x1b[0m\n");
    pen->column = 0;
}

void pen_bar(struct pen *pen, double share, int columns) {
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int eighths = (int)(share * columns * 8 + 0.5), whole = eighths / 8;
    if (share > 0 && eighths == 0) eighths = 1;
    if (columns > pen->columns - pen->column) columns = pen->columns - pen->column;
    if (columns <= 0) return;
    if (whole > columns) whole = columns;
    for (int i = 0; i < whole; i++) text_add(pen->out, pen->utf8 ? "█" : "#");
    bool part = whole < columns && eighths % 8;
    if (part) text_add(pen->out, pen->utf8 ? parts[eighths % 8] : eighths % 8 > 3 ? "#" : "-");
    text_add_blanks(pen->out, (size_t)(columns - whole - part));
    pen->column += columns;
}
