#include "cmd/cli/progress.h"

#include "base/clock.h"
#include "base/platform.h"
#include "base/posix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define APPEARS_AFTER_NS 500000000
#define APPEARS_SOON_NS 100000000
#define REDRAWN_AFTER_NS 100000000
#define BAR_COLUMNS 20

static int told_to = -1;

void progress_tell(int fd) {
    platform_never_wait(fd); /* whoever does not listen does not hold us up */
    told_to = fd;
}

/* Less than a pipe writes at once: whole or not at all. */
static void tell(uint64_t done, uint64_t total) {
    struct progress_told told = {done, total};
    if (write(told_to, &told, sizeof told) < 0) return;
}

static void add_bar(struct text *t, double share) {
    int full = (int)(share * BAR_COLUMNS);
    text_add_char(t, '[');
    for (int i = 0; i < BAR_COLUMNS; i++) text_add_char(t, i < full ? '#' : '.');
    text_addf(t, "] %3d %%  ", (int)(share * 100));
}

/* A line that wraps could not be cleared: keep it shorter than the terminal is wide. */
static size_t terminal_columns(void) {
    int columns = platform_columns(STDERR_FILENO, NULL);
    return columns > 1 ? (size_t)columns : 80;
}

static void draw(const char *line, size_t len) {
    size_t columns = terminal_columns();
    fprintf(stderr, "\r\x1b[K%.*s", (int)(len < columns ? len : columns - 1), line);
    fflush(stderr);
}

void progress_start(struct progress *progress, bool hide, bool soon) {
    const char *term = getenv("TERM");
    *progress = (struct progress){.start_ns = clock_now()};
    progress->appears_ns = progress->start_ns + (soon ? APPEARS_SOON_NS : APPEARS_AFTER_NS);
    if (told_to >= 0) {
        progress->wanted = true;
        progress->appears_ns = progress->start_ns + REDRAWN_AFTER_NS;
        return;
    }
    progress->wanted = !hide && isatty(STDERR_FILENO) && term && strcmp(term, "dumb") != 0;
    if (!soon || !progress->wanted) return;
    /* Where what is on the disk begins and ends takes a while by itself. */
    draw("reading", strlen("reading"));
    progress->shown = true;
}

void progress_update(void *context, uint64_t done, uint64_t total) {
    struct progress *progress = context;
    if (!progress->wanted) return;
    int64_t now = clock_now();
    if (now < progress->appears_ns) return;
    if (progress->shown && now - progress->last_ns < REDRAWN_AFTER_NS) return;
    progress->last_ns = now;
    progress->shown = true;
    if (told_to >= 0) {
        tell(done, total);
        return;
    }

    double rate = (double)done / ((double)(now - progress->start_ns) / 1e9);
    OWNED(text_free) struct text line = {0};
    if (total) {
        if (done > total) done = total;
        add_bar(&line, (double)done / (double)total);
    }
    units_add_bytes(&line, (double)done);
    if (total) {
        text_add(&line, " of ");
        units_add_bytes(&line, (double)total);
    }
    text_add(&line, ", ");
    units_add_bytes(&line, rate);
    text_add(&line, "/s");
    if (total && rate > 0) text_addf(&line, ", %.0f s left", (double)(total - done) / rate);
    draw(line.data, line.len);
}

void progress_end(struct progress *progress) {
    if (progress->shown && told_to < 0) fputs("\r\x1b[K", stderr);
    progress->shown = progress->wanted = false;
}
