/* Keys and mouse, from the bytes that a terminal sends. */
#pragma once

#include <stddef.h>

enum key {
    KEY_NONE = 0, /* bytes that mean nothing here */
    /* 1 to 255: the byte itself */
    KEY_UP = 256,
    KEY_DOWN,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_BACK_TAB,
    KEY_ESCAPE,
    KEY_F1,
    KEY_PRESS, /* of the left button; at column, line, from 0 */
    KEY_DRAG,  /* moved with it */
    KEY_RELEASE,
    KEY_WHEEL_UP,
    KEY_WHEEL_DOWN,
};

struct key_press {
    int key;
    int column, line; /* of the mouse */
};

/* What asks the terminal to say what the mouse does (SGR, 1006), and not to any more. */
#define KEYS_MOUSE_ON "\x1b[?1002h\x1b[?1006h"
#define KEYS_MOUSE_OFF "\x1b[?1006l\x1b[?1002l"

/* Takes the first key of len bytes (> 0); the number of bytes that it took. */
size_t keys_take(const char *bytes, size_t len, struct key_press *out);
