/* What the writer of the flame graph is made of; nobody but flame_svg.c needs this header.
 *
 *   calltree --layout--> frames that are wide enough --static--> <g><title/><rect/><text/></g>
 *                                                   \--data----> <metadata> that the script reads
 *
 * The static picture is what one sees without JavaScript: frames that can be seen at the default
 * width. The data holds all frames of the layout; the script draws from it, at any zoom.
 */
#pragma once

#include "cmd/pictures/flame_svg.h"

/* ==== Layout: which frames, and where ======================================================= */

struct flame_frame {
    uint32_t node;   /* of the calltree */
    uint64_t start;  /* samples left of it */
    uint64_t hidden; /* samples of its children that are left out */
};

struct flame_layout {
    ARRAY(struct flame_frame) frames; /* depth-first; the root is always there */
    uint32_t rows;
    uint64_t frames_left_out, samples_left_out;
};

/* Frames of at least min_samples samples, in the first max_rows rows. */
void flame_layout(const struct calltree *tree, double min_samples, uint32_t max_rows,
                  struct flame_layout *layout);
void flame_layout_free(struct flame_layout *layout);

/* ==== Names and labels ====================================================================== */

/* A visible name and where it may be cut: "java.util.|HashMap.|getNode". */
struct flame_name {
    struct text text;
    size_t class_at, method_at;
};

/* Fills name (cleared first), at most about 1,000 characters. The root is "all". */
void flame_name(const struct frames *frames, uint32_t id, struct flame_name *name);
/* The parameters, visible, in name->text behind the name: "(int, Object)", or nothing. */
void flame_parameters(const struct frames *frames, uint32_t id, struct text *out);
/* As much of the name as fits into so many pixels: all, without the package, with part of the
 * class, the method alone, the beginning of the method; or nothing. */
void flame_label(const struct flame_name *name, double pixels, struct text *out);
/* Appends the text, cut at the end so that it fits. size: of the font, in pixels. */
void flame_fit(const char *bytes, size_t len, double size, double pixels, struct text *out);
/* Width in pixels of visible text in Arial (and fonts that are made to its measure). */
double flame_text_width(const char *bytes, size_t len, double size);

/* ==== Colours =============================================================================== */

#define FLAME_COLORS 62 /* one digit: see flame_color_digit */

struct flame_palette {
    enum flame_color by;
    const struct frames *frames;
    uint8_t *colors; /* of each frame */
    uint64_t used;   /* bit set of colours */
};

char flame_color_digit(unsigned color); /* of a colour below 62 */

/* To be freed; frames must outlive it. */
void flame_palette_open(const struct frames *frames, enum flame_color by,
                        const struct flame_layout *layout, const struct calltree *tree,
                        struct flame_palette *palette);
/* By change: kinds of each frame; all of them are used, as the other side shows them. */
void flame_palette_open_change(const struct frames *frames, const uint8_t *kinds,
                               struct flame_palette *palette);
void flame_palette_free(struct flame_palette *palette);
unsigned flame_palette_color(const struct flame_palette *palette, uint32_t frame);
/* class="c1" fill="#...": the second for where style sheets are forbidden. */
void flame_palette_attributes(const struct flame_palette *palette, uint32_t frame,
                              struct text *out);
void flame_palette_color_attributes(const struct flame_palette *palette, unsigned color,
                                    struct text *out);
/* ".c1{fill:#...}" for each used colour, for light and dark. */
void flame_palette_css(const struct flame_palette *palette, struct text *out);

struct flame_legend_entry {
    unsigned color;
    char *text;       /* visible */
    uint64_t samples; /* self samples of frames that look like this */
};
typedef ARRAY(struct flame_legend_entry) flame_legend;

/* What the colours mean: the frame types in their order, or the 8 packages with the most samples.
 * Empty if the colours mean nothing. */
void flame_legend_make(const struct flame_palette *palette, const struct calltree *tree,
                       flame_legend *legend);
void flame_legend_free(flame_legend *legend);

/* ==== Data for the script =================================================================== */

struct flame_side { /* what is drawn of one side */
    const struct calltree *tree;
    const struct flame_layout *layout;
};

/* The text of <metadata>, already escaped. See flame_data.c for the format. One side, or two whose
 * trees have the same nodes. */
void flame_data_add(const struct flame_side *sides, size_t count,
                    const struct flame_palette *palette, struct text *out);
