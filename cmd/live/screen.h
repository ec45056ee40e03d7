/* The terminal while a picture is shown on it that changes: another screen than the usual one,
 * keys as they are pressed. What was there comes back at the end, also after a signal: signals that
 * end the program are only noted while the screen is open.
 */
#pragma once

#include "base/text.h"

#include <signal.h>
#include <termios.h>

struct screen {
    int lines, columns;
    bool keys;             /* standard input is a terminal */
    struct termios before; /* of it */
    sigset_t mask;
    char bytes[64]; /* what was read last: the key, and what came with it */
    size_t len;     /* 0: nothing since screen_wait was called */
};

/* False: standard output is no terminal on which a picture can be drawn. */
bool screen_possible(void);
void screen_open(struct screen *screen);
void screen_close(struct screen *screen);
/* Draws the first lines of the text, as many as there is room for, and the bottom line. One write.
 * What is too long for a line is cut. */
void screen_draw(const struct screen *screen, const struct text *text, const char *bottom);

enum { SCREEN_NOTHING = 0, SCREEN_RESIZED = -1, SCREEN_READY = -2, SCREEN_GONE = -3 };
/* Waits, for at most so long, until a key is pressed (returned), the window has another size, fd
 * (-1: none) can be read, or a signal or the end of the terminal ends the program. */
int screen_wait(struct screen *screen, int fd, int64_t ns);
