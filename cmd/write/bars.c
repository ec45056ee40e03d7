#include "cmd/write/bars.h"

#include "base/missing.h"

#define LEVELS 8 /* of a line */

static void add_times(struct text *out, const char *cell, unsigned times) {
    for (unsigned i = 0; i < times; i++) text_add(out, cell);
}

/* 0 only for 0, steps only for (nearly) all. */
static unsigned level_of(double share, unsigned steps) {
    if (!(share > 0)) return 0;
    double level = share * steps + 0.5;
    if (level < 1) return 1;
    return level > steps ? steps : (unsigned)level;
}

void bars_add(struct text *out, double share, unsigned line, unsigned lines, bool utf8,
              unsigned times) {
    static const char *const blocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    static const char *const letters[] = {" ", ".", ":", "-", "=", "+", "*", "#", "@"};
    if (is_missing(share)) {
        add_times(out, line ? " " : utf8 ? "·" : "?", times);
        return;
    }
    unsigned level = level_of(share, lines * LEVELS), below = line * LEVELS;
    level = level <= below ? 0 : level - below;
    if (level > LEVELS) level = LEVELS;
    add_times(out, utf8 ? blocks[level] : letters[level], times);
}

void bars_add_shade(struct text *out, double share, bool utf8, unsigned times) {
    static const char *const blocks[] = {" ", "░", "▒", "▓", "█"};
    static const char *const letters[] = {" ", ".", ":", "-", "=", "+", "*", "%", "#", "@"};
    if (utf8) add_times(out, blocks[level_of(share, 4)], times);
    else add_times(out, letters[level_of(share, 9)], times);
}

void bars_add_halves(struct text *out, double upper, double lower, unsigned times) {
    static const unsigned char colors[] = {0, 52, 88, 124, 160, 202, 208, 214, 220, 226};
    unsigned top = colors[level_of(upper, 9)], bottom = colors[level_of(lower, 9)];
    if (top && bottom) text_addf(out, "\x1b[38;5;%u;48;5;%um", top, bottom);
    else if (top || bottom) text_addf(out, "\x1b[38;5;%um", top + bottom);
    add_times(out, top ? "▀" : bottom ? "▄" : " ", times);
    if (top || bottom) text_add(out, "\x1b[0m");
}
