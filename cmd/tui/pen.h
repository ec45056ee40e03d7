/* Writes a line of the screen: names made harmless, cut where the window ends, with colours as far
 * as the terminal has them. */
#pragma once

#include "base/text.h"

enum pen_colors { PEN_MONO, PEN_16, PEN_256, PEN_TRUE };
enum pen_style { PEN_PLAIN, PEN_DIM, PEN_BOLD, PEN_CHOSEN, PEN_HEAD };

struct pen {
    struct text *out;
    int column, columns; /* of the line; of the window */
    enum pen_colors colors;
    bool utf8;
};

/* What the terminal can, as TERM, COLORTERM and NO_COLOR say. */
enum pen_colors pen_colors(void);

/* What is written from here on looks like this. */
void pen_style(struct pen *pen, enum pen_style style);
/* Text on this ground, 0xRRGGBB, until pen_style. */
void pen_ground(struct pen *pen, uint32_t rgb, bool dark_text);
/* Front and ground, for half blocks. */
void pen_halves(struct pen *pen, uint32_t upper, uint32_t lower);
/* As much as fits into room columns (< 0: into the line). Returns the columns that it took. */
int pen_put(struct pen *pen, const char *text, int room);
int pen_putf(struct pen *pen, const char *format, ...) __attribute__((format(printf, 2, 3)));
void pen_blanks(struct pen *pen, int count);
/* A share of so many columns as a bar, in eighths where there are letters for it. */
void pen_bar(struct pen *pen, double share, int columns);
/* To the end of the line in the present style, and the next one begins. */
void pen_end_line(struct pen *pen);
