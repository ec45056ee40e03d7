/* The keys of the explorer, as ? lists them. */
#ifndef CMD_TUI_HELP_H
#define CMD_TUI_HELP_H

#include "cmd/tui/pen.h"

void help_draw(struct pen *pen);

#endif
