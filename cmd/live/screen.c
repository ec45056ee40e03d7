#include "cmd/live/screen.h"

#include "base/platform/posix.h"
#include "base/units.h"
#include "cmd/attach/interrupt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The other screen, no cursor, lines that are cut where the window ends. */
#define ENTER "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[2J"
#define LEAVE "\x1b[?7h\x1b[?25h\x1b[?1049l"
#define ESCAPE 27
#define END_OF_INPUT 4

static volatile sig_atomic_t resized, suspended;

static void on_change(int number) {
    if (number == SIGWINCH) resized = 1;
    else suspended = 1;
}

static void send_all(const char *bytes, size_t len) {
    while (len) {
        ssize_t n = write(STDOUT_FILENO, bytes, len);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        bytes += n;
        len -= (size_t)n;
    }
}

static void measure(struct screen *screen) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;
    screen->lines = known ? size.ws_row : 24;
    screen->columns = known ? size.ws_col : 80;
}

bool screen_possible(void) {
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

static void enter(struct screen *screen) {
    if (screen->keys) {
        struct termios raw = screen->before;
        raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        raw.c_cc[VMIN] = 1;
        raw.c_cc[VTIME] = 0;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    }
    send_all(ENTER, sizeof ENTER - 1);
    measure(screen);
}

static void leave(const struct screen *screen) {
    send_all(LEAVE, sizeof LEAVE - 1);
    if (screen->keys) tcsetattr(STDIN_FILENO, TCSADRAIN, &screen->before);
}

void screen_open(struct screen *screen) {
    struct sigaction change = {.sa_handler = on_change};
    sigset_t held;
    *screen = (struct screen){.keys = tcgetattr(STDIN_FILENO, &screen->before) == 0};
    screen->keys = tcgetattr(STDIN_FILENO, &screen->before) == 0;
    sigaction(SIGWINCH, &change, NULL);
    sigaction(SIGTSTP, &change, NULL);
    /* They come while we wait, and only then. */
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGTSTP);
    sigprocmask(SIG_BLOCK, &held, &screen->mask);
    enter(screen);
}

void screen_close(struct screen *screen) {
    leave(screen);
    sigprocmask(SIG_SETMASK, &screen->mask, NULL);
}

void screen_draw(const struct screen *screen, const struct text *text, const char *bottom) {
    OWNED(text_free) struct text out = {0};
    const char *at = text_str(text);
    text_add(&out, "\x1b[H");
    for (int line = 1; line < screen->lines; line++) {
        size_t len = strcspn(at, "\n");
        text_add(&out, "\x1b[0m\x1b[K"); /* first: behind a full line it takes the last column */
        text_add_bytes(&out, at, len);
        text_add(&out, "\r\n");
        at += len + (at[len] == '\n');
    }
    text_addf(&out, "\x1b[0m\x1b[K\x1b[7m%s\x1b[0m", bottom);
    send_all(out.data, out.len);
}

/* As the shell has it: the usual screen while we are stopped, ours when we go on. */
static void stop_for_a_while(struct screen *screen) {
    suspended = 0;
    leave(screen);
    kill(getpid(), SIGSTOP);
    enter(screen);
}

int screen_wait(struct screen *screen, int fd, int64_t ns) {
    struct pollfd both[2] = {{.fd = screen->keys ? STDIN_FILENO : -1, .events = POLLIN},
                             {.fd = fd, .events = POLLIN}};
    screen->len = 0;
    struct timespec time = {.tv_sec = ns / NS_PER_S, .tv_nsec = ns % NS_PER_S};
    int ready = platform_poll(both, 2, &time, &screen->mask);
    if (interrupt_seen()) return SCREEN_GONE;
    if (suspended) {
        stop_for_a_while(screen);
        return SCREEN_RESIZED;
    }
    if (resized) {
        resized = 0;
        measure(screen);
        return SCREEN_RESIZED;
    }
    if (ready > 0 && both[0].revents) {
        char *keys = screen->bytes;
        ssize_t n = read(STDIN_FILENO, keys, sizeof screen->bytes);
        if (n <= 0 || keys[0] == END_OF_INPUT) return SCREEN_GONE;
        screen->len = (size_t)n;
        return keys[0] == ESCAPE ? SCREEN_NOTHING : (unsigned char)keys[0];
    }
    return ready > 0 && both[1].revents ? SCREEN_READY : SCREEN_NOTHING;
}
