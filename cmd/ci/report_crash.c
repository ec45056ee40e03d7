/* What an error log of the JVM (hs_err_pid*.log) says in its first lines:
 *
 *   # A fatal error has been detected by the Java Runtime Environment:
 *   #
 *   #  SIGSEGV (0xb) at pc=0x00007f..., pid=8091, tid=8092
 *   ...
 *   # Java VM: OpenJDK 64-Bit Server VM (17.0.15+6, mixed mode, ...)
 *   # Problematic frame:
 *   # C  [libc.so.6+0x10a3f5]
 *   ...
 *   Current thread (0x...):  JavaThread "main" [_thread_in_native, id=8092, ...]
 *   Time: Fri Nov 20 22:25:46 2026 UTC elapsed time: ...
 */
#include "cmd/ci/report_find.h"
#include "base/text.h"
#include "base/units.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LINE_MAX_BYTES 300 /* of a line that is shown, the rest is cut off */

/* The rest of the line at text, without blanks and # before it. */
static char *rest_of_line(const char *text, const char *end) {
    while (text < end && (*text == ' ' || *text == '#' || *text == '\t')) text++;
    size_t len = 0;
    while (text + len < end && text[len] != '\n' && text[len] != '\r' && len < LINE_MAX_BYTES)
        len++;
    char *line = mem_alloc(len + 1);
    memcpy(line, text, len);
    line[len] = 0;
    return line;
}

static const char *line_end(const char *text, const char *end) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return newline ? newline + 1 : end;
}

/* What follows the words on the line that begins with them, or "". */
static char *after(const char *text, const char *end, const char *words) {
    size_t len = strlen(words);
    for (const char *line = text; line < end; line = line_end(line, end))
        if ((size_t)(end - line) > len && memcmp(line, words, len) == 0)
            return rest_of_line(line + len, end);
    return mem_copy_text("");
}

/* The line behind the one that begins with the words, or "". */
static char *below(const char *text, const char *end, const char *words) {
    size_t len = strlen(words);
    for (const char *line = text; line < end; line = line_end(line, end))
        if ((size_t)(end - line) > len && memcmp(line, words, len) == 0)
            return rest_of_line(line_end(line, end), end);
    return mem_copy_text("");
}

/* The first line of the head that says anything behind the title, and the one right behind it, if
 * it does: of an internal error that is what went wrong. */
static char *first_said(const char *text, const char *end) {
    struct text said = {0};
    for (const char *line = line_end(text, end); line < end; line = line_end(line, end)) {
        char *words = rest_of_line(line, end);
        bool more = *words != 0;
        if (more && said.len) text_add(&said, "; ");
        if (more) text_add(&said, words);
        free(words);
        if (!more && said.len) break;
    }
    return text_take(&said);
}

/* What was short, and what asked for it. */
static char *memory_said(const char *text, const char *end) {
    char *title = rest_of_line(text, end), *words = rest_of_line(line_end(text, end), end);
    struct text said = {0};
    text_add(&said, title);
    if (*words) text_addf(&said, " %s", words);
    free(title);
    free(words);
    return text_take(&said);
}

/* JDK 25 sets the thread's state off with a row of blanks. */
static void join_blanks(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++)
        if (*from != ' ' || to == text || to[-1] != ' ') *to++ = *from;
    *to = 0;
}

/* "pid=123" of the lines that begin with #, which are above all that programs can write to. */
static int64_t pid_said(const char *text, const char *end) {
    static const char words[] = " pid=";
    size_t len = sizeof words - 1;
    for (const char *line = text; line < end && *line == '#'; line = line_end(line, end))
        for (const char *at = line; end - at > (ptrdiff_t)len && *at != '\n'; at++) {
            if (memcmp(at, words, len) != 0) continue;
            int64_t pid = 0;
            const char *digit = at + len;
            for (; digit < end && *digit >= '0' && *digit <= '9' && pid < INT32_MAX; digit++)
                pid = pid * 10 + (*digit - '0');
            if (digit > at + len && pid <= INT32_MAX) return pid;
        }
    return -1;
}

/* "Sat Nov 21 02:15:04 2026 UTC elapsed time: 0.136104 seconds (0d 0h 0m 0s)" */
static void find_start(struct found_crash *crash) {
    struct tm tm = {0};
    const char *zone = strptime(crash->time, "%a %b %d %H:%M:%S %Y", &tm);
    const char *elapsed = zone ? strstr(zone, "elapsed time: ") : NULL;
    double seconds = elapsed ? strtod(elapsed + strlen("elapsed time: "), NULL) : -1;
    if (!(seconds >= 0 && seconds < 1e9)) return;
    crash->start_ns = ((int64_t)timegm(&tm) - (int64_t)seconds) * NS_PER_S;
    crash->utc = strncmp(zone, " UTC ", 5) == 0 || strncmp(zone, " GMT ", 5) == 0;
}

bool crash_parse(const char *text, size_t len, struct found_crash *crash) {
    static const char fatal[] = "# A fatal error has been detected by the Java Runtime Environment";
    static const char memory[] = "# There is insufficient memory for the Java Runtime Environment";
    const char *end = text + len;
    while (text < end && (*text == '#' || *text == '\n' || *text == '\r')) {
        if (text + 1 < end && *text == '#' && text[1] == ' ') break;
        text++;
    }
    size_t left = (size_t)(end - text);
    bool out_of_memory = left >= sizeof memory - 1 && memcmp(text, memory, sizeof memory - 1) == 0;
    if (!out_of_memory && (left < sizeof fatal - 1 || memcmp(text, fatal, sizeof fatal - 1) != 0))
        return false;
    crash->signal = out_of_memory ? memory_said(text, end) : first_said(text, end);
    crash->memory = out_of_memory || strstr(crash->signal, "OutOfMemory encountered") != NULL;
    crash->pid = pid_said(text, end);
    crash->frame = below(text, end, "# Problematic frame:");
    crash->vm = after(text, end, "# Java VM:");
    crash->thread = after(text, end, "Current thread (");
    char *colon = strstr(crash->thread, "):"); /* its address says nothing */
    if (colon) {
        const char *thread = colon + 2 + strspn(colon + 2, " ");
        memmove(crash->thread, thread, strlen(thread) + 1);
    }
    join_blanks(crash->thread);
    crash->time = after(text, end, "Time:");
    find_start(crash);
    return true;
}
