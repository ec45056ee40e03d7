/* The colours of frames, in every picture the same. */
#pragma once

#include "analyzers/profile/frames.h"

struct shade {
    uint32_t light, dark; /* 0xRRGGBB, for either background; dark text is readable on both */
};

#define PACKAGE_SHADES 32

extern const struct shade shades_of_types[FRAME_TYPE_COUNT]; /* none for FRAME_ANY */
extern const struct shade shades_of_packages[PACKAGE_SHADES];
extern const struct shade shade_of_root; /* what stands for all samples */

/* Which of the shades_of_packages a package (or module) has: the same in every run. */
unsigned shade_of_name(const char *name, size_t len);
