/* The flame graph of the explorer: the root on top, colours by package. */
#pragma once

#include "cmd/tui/explorer.h"

/* The lines below the tabs. The explorer's tree is made. */
void flame_draw(const struct explorer *e, struct pen *pen);
/* The node under a place of the screen; MODEL_NONE. */
uint32_t flame_at(const struct explorer *e, int line, int column);
