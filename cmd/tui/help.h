/* The keys of the explorer, as ? lists them. */
#pragma once

#include "cmd/tui/pen.h"

void help_draw(struct pen *pen);
