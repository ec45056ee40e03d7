/* The flame graph as one SVG file that stands alone: readable without JavaScript, and with it
 * zoom, search, hover details and keyboard use. */
#pragma once

#include "analyzers/methods/calltree.h"
#include "analyzers/profile/profile.h"

enum flame_color { FLAME_BY_PACKAGE, FLAME_BY_TYPE, FLAME_BY_CHANGE };

/* How the share of a subtree changed from base to new; colours of FLAME_BY_CHANGE. */
enum flame_change_kind {
    FLAME_REMOVED,
    FLAME_SHRANK_MUCH, /* to two thirds or less */
    FLAME_SHRANK,
    FLAME_ALIKE, /* no more than chance */
    FLAME_GREW,
    FLAME_GREW_MUCH, /* to one and a half or more */
    FLAME_NEW,
    FLAME_CHANGE_KINDS,
};

/* Two sides in one picture: the tree drawn is that of the new side, base has the same nodes with
 * the counts of the other one. Each node has a frame of its own. */
struct flame_change {
    const struct calltree *base;
    const uint8_t *kinds; /* enum flame_change_kind, by frame */
};

struct flame_svg_options {
    const char *title;    /* "app.jfr" */
    const char *subtitle; /* "jdk.ExecutionSample, 1,234 samples, 30 s" */
    enum flame_color color;
    enum profile_unit unit; /* of the counts in the tree; PROFILE_NO_UNIT: samples */
    bool icicle;            /* root on top */
    bool reverse;           /* the tree was merged from the leaves: said in the picture */
    unsigned width;         /* pixels at which min_width and texts are laid out, 1200 */
    double min_width;       /* pixels; narrower frames are left out */
    const struct flame_change *change; /* with FLAME_BY_CHANGE, else NULL */
    size_t max_bytes; /* raise min_width until the SVG is below this; 0 = no limit */
};

struct flame_svg_stats { /* for the sentence on stderr */
    uint64_t frames_drawn, frames_left_out;
    uint64_t samples_left_out; /* samples whose leaf is not drawn */
    double min_width;          /* in pixels, as used in the end */
};

/* Appends the whole file to out. */
void flame_svg(const struct profile *profile, const struct calltree *tree,
               const struct flame_svg_options *options, struct text *out,
               struct flame_svg_stats *stats);
