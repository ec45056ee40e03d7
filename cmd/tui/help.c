#include "cmd/tui/help.h"

void help_draw(struct pen *pen) {
    static const char *const lines[] = {
        "1 .. 9, 0, Tab      another tab",
        "up, down, page, home, end, wheel    another row",
        "Enter, click        where the row leads: a method's callers, samples of a thread",
        "                    a pool's threads, a finding's time and tab, a lock's, host's",
        "                    or file's events; in the flame graph it becomes the root",
        "Escape              closes what is open",
        "f                   only samples with the method of the row",
        "left, right         the mark ^ on the line of time (in the flame graph: h, l)",
        "[  ]                the window begins, ends at the mark; or drag with the mouse",
        "u                   undo the last filter; x all of them",
        "s, click a heading  sort by self, by total; threads by name; tables of reports",
        "<  >                lines that are wider than the screen, moved aside",
        "/  n                search, next; in the flame graph what fits is marked",
        "d                   flame graph: two levels a line",
        "r                   where a report is shown: the next one",
        "y                   copy the command that shows the same",
        "?, F1               this; q quits",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        pen_put(pen, lines[i], -1);
        pen_end_line(pen);
    }
}
