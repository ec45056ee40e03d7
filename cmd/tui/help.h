/* The keys of the explorer, as ? lists them. */
#pragma once

#include "cmd/tui/pen.h"

/* Draws the keys and what they do over the whole screen. */
void help_draw(struct pen *pen);
