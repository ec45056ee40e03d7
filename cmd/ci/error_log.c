#include "cmd/ci/error_log.h"
#include "base/units.h"

#include <string.h>

#define LINE_MAX_BYTES 300 /* of a line that is shown, the rest is cut off */
#define FRAME_MAX_BYTES 1000
#define FRAMES_KEPT 512

static char *line_of(const char *text, const char *end, size_t most) {
    size_t len = 0;
    while (text + len < end && text[len] != '\n' && text[len] != '\r' && len < most) len++;
    char *line = mem_alloc(len + 1);
    memcpy(line, text, len);
    line[len] = 0;
    return line;
}

/* The rest of the line at text, without blanks and # before it. */
static char *rest_of_line(const char *text, const char *end) {
    while (text < end && (*text == ' ' || *text == '#' || *text == '\t')) text++;
    return line_of(text, end, LINE_MAX_BYTES);
}

static const char *line_end(const char *text, const char *end) {
    const char *newline = memchr(text, '\n', (size_t)(end - text));
    return newline ? newline + 1 : end;
}

static bool begins(const char *line, const char *end, const char *words) {
    size_t len = strlen(words);
    return (size_t)(end - line) >= len && memcmp(line, words, len) == 0;
}

/* The first line that begins with the words, or NULL. */
static const char *line_with(const char *text, const char *end, const char *words) {
    for (const char *line = text; line < end; line = line_end(line, end))
        if (begins(line, end, words)) return line;
    return NULL;
}

/* What follows the words on the line that begins with them, or "". */
static char *after(const char *text, const char *end, const char *words) {
    const char *line = line_with(text, end, words);
    return line ? rest_of_line(line + strlen(words), end) : mem_copy_text("");
}

/* The line behind the one that begins with the words, or "". */
static char *below(const char *text, const char *end, const char *words) {
    const char *line = line_with(text, end, words);
    return line ? rest_of_line(line_end(line, end), end) : mem_copy_text("");
}

/* The first line of the head that says anything behind the title, and the one right behind it, if
 * it does: of an internal error that is what went wrong. */
static char *first_said(const char *text, const char *end) {
    struct text said = {0};
    for (const char *line = line_end(text, end); line < end; line = line_end(line, end)) {
        OWNED(mem_release) char *words = rest_of_line(line, end);
        bool more = *words != 0;
        if (more && said.len) text_add(&said, "; ");
        if (more) text_add(&said, words);
        if (!more && said.len) break;
    }
    return text_take(&said);
}

/* What was short, and what asked for it. */
static char *memory_said(const char *text, const char *end) {
    OWNED(mem_release) char *title = rest_of_line(text, end);
    OWNED(mem_release) char *words = rest_of_line(line_end(text, end), end);
    struct text said = {0};
    text_add(&said, title);
    if (*words) text_addf(&said, " %s", words);
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
    return MISSING;
}

/* ==== Time ================================================================================== */

/* The last line that begins with the words, which JDK 8 writes behind programs' output; or NULL. */
static const char *last_line_with(const char *text, const char *end, const char *words) {
    for (const char *at = end; at > text;) {
        const char *line = at - 1;
        while (line > text && line[-1] != '\n') line--;
        if (begins(line, end, words)) return line;
        at = line;
    }
    return NULL;
}

/* Where JDK 7 and 8 write it, in the words of later ones. */
static char *time_at_end(const char *text, const char *end) {
    const char *line = last_line_with(text, end, "time: ");
    if (!line) return mem_copy_text("");
    OWNED(mem_release) char *time = rest_of_line(line + strlen("time:"), end);
    const char *below = line_end(line, end);
    OWNED(mem_release) char *zone = NULL, *elapsed = NULL;
    if (begins(below, end, "timezone: ")) {
        zone = rest_of_line(below + strlen("timezone:"), end);
        below = line_end(below, end);
    }
    if (begins(below, end, "elapsed time: ")) elapsed = rest_of_line(below, end);
    struct text said = {0};
    text_add(&said, time);
    if (zone) text_addf(&said, " %s", zone);
    if (elapsed) text_addf(&said, " %s", elapsed);
    return text_take(&said);
}

/* "Sat Nov 21 02:15:04 2026 UTC elapsed time: 0.136104 seconds (0d 0h 0m 0s)" */
static void find_times(struct found_crash *crash) {
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    const char *zone = strchr(crash->time, ' ');
    if (!zone || zone != crash->time + 3 || strlen(zone) < 5) return;
    const char month[] = {zone[1], zone[2], zone[3], 0}, *name = strstr(months, month);
    long parts[5]; /* day, hour, minute, second, year */
    zone += 4;
    for (int i = 0; i < 5; i++) {
        char *end;
        parts[i] = strtol(zone, &end, 10);
        bool in_clock = i == 1 || i == 2;
        if (end == zone || parts[i] < 0 || parts[i] > (i < 4 ? 99 : 2200) ||
            (in_clock && *end != ':'))
            return;
        zone = end + in_clock;
    }
    int64_t days;
    if (!name || (name - months) % 3 || parts[4] < 1970 ||
        !units_days((int)parts[4], (int)(name - months) / 3 + 1, (int)parts[0], &days))
        return;
    int64_t at = ((days * 24 + parts[1]) * 60 + parts[2]) * 60 + parts[3];
    if (at <= 0) return;
    crash->end_ns = at * NS_PER_S;
    crash->utc = strncmp(zone, " UTC", 4) == 0 || strncmp(zone, " GMT", 4) == 0;
    crash->utc = crash->utc && (zone[4] == ' ' || zone[4] == 0);
    const char *elapsed = strstr(zone, "elapsed time: ");
    double seconds = elapsed ? strtod(elapsed + strlen("elapsed time: "), NULL) : -1;
    if (seconds >= 0 && seconds < 1e9) crash->start_ns = (at - (int64_t)seconds) * NS_PER_S;
}

/* ==== The thread that died ================================================================== */

/* "JavaThread "main" daemon [...": what stands in quotes, which may have quotes in it. */
static char *name_of(const char *thread) {
    static const char words[] = "JavaThread \"";
    if (strncmp(thread, words, sizeof words - 1) != 0) return mem_copy_text("");
    const char *name = thread + sizeof words - 1, *last = NULL;
    for (const char *at = strchr(name, '"'); at; at = strchr(at + 1, '"')) {
        const char *behind = at + 1 + strspn(at + 1, " ");
        if (strncmp(behind, "daemon ", 7) == 0) behind += 7 + strspn(behind + 7, " ");
        if (strncmp(behind, "[_thread", 8) == 0) last = at;
    }
    if (!last) last = strrchr(name, '"');
    return last ? line_of(name, last, LINE_MAX_BYTES) : mem_copy_text("");
}

static void find_thread(const char *text, const char *end, struct found_crash *crash) {
    char *thread = after(text, end, "Current thread (");
    char *colon = strstr(thread, "):"); /* its address says nothing */
    crash->thread = mem_copy_text(colon ? colon + 2 + strspn(colon + 2, " ") : thread);
    free(thread);
    crash->name = name_of(crash->thread);
    join_blanks(crash->thread);
}

static bool is_frame(const char *line, const char *end) {
    return end - line > 2 && memchr("JjAVvC", *line, 6) && line[1] == ' ';
}

/* Frames stand behind the title up to an empty line, or one that is none. JDK 21 and later begin
 * anew where names of source files made them fail. */
static void read_frames(const char *text, const char *end, const char *title,
                        struct crash_frames *out) {
    const char *line = line_with(text, end, title);
    if (!line) return;
    for (line = line_end(line, end); line < end; line = line_end(line, end)) {
        if (begins(line, end, "Retrying call stack printing")) {
            while (out->lines.len) free(out->lines.items[--out->lines.len]);
            out->total = 0;
        } else if (is_frame(line, end)) {
            out->total++;
            if (out->lines.len < FRAMES_KEPT)
                array_push(&out->lines, line_of(line, end, FRAME_MAX_BYTES));
        } else {
            out->more = begins(line, end, "...<more frames>...");
            break;
        }
    }
}

void crash_add_frame_name(const char *line, struct text *out) {
    const char *rest = *line ? line + 1 + strspn(line + 1, " ") : line;
    if (*line && memchr("JjA", *line, 3)) {
        for (const char *word = rest; *word; word += strspn(word, " ")) {
            size_t len = strcspn(word, " "), name = strcspn(word, "( ");
            if (name < len && name > 0 && memchr(word, '.', name)) {
                text_add_bytes(out, word, name);
                return;
            }
            word += len;
        }
    }
    const char *close = *rest == '[' ? strchr(rest, ']') : NULL;
    const char *symbol = close ? close + 1 + strspn(close + 1, " ") : "";
    text_add(out, *symbol ? symbol : rest);
}

/* ==== All of it ============================================================================= */

bool crash_parse(const char *text, size_t len, struct found_crash *crash) {
    const char *end = text + len;
    while (text < end && (*text == '#' || *text == '\n' || *text == '\r')) {
        if (text + 1 < end && *text == '#' && text[1] == ' ') break;
        text++;
    }
    bool out_of_memory = begins(text, end, CRASH_MEMORY);
    if (!out_of_memory && !begins(text, end, CRASH_FATAL)) return false;
    crash->signal = out_of_memory ? memory_said(text, end) : first_said(text, end);
    crash->memory = out_of_memory || strstr(crash->signal, "OutOfMemory encountered") != NULL;
    crash->pid = pid_said(text, end);
    crash->frame = below(text, end, "# Problematic frame:");
    crash->vm = after(text, end, "# Java VM:");
    find_thread(text, end, crash);
    crash->time = after(text, end, "Time:");
    if (!*crash->time) {
        free(crash->time);
        crash->time = time_at_end(text, end);
    }
    find_times(crash);
    if (!crash->end_ns) crash->time[0] = 0; /* a log that was cut, or a console's line */
    read_frames(text, end, "Native frames:", &crash->native);
    read_frames(text, end, "Java frames:", &crash->java);
    return true;
}

static void free_frames(struct crash_frames *frames) {
    for (size_t i = 0; i < frames->lines.len; i++) free(frames->lines.items[i]);
    array_free(&frames->lines);
}

void crash_free(struct found_crash *crash) {
    mem_free(crash->path, crash->title, crash->signal, crash->frame, crash->thread, crash->name,
             crash->vm, crash->time);
    free_frames(&crash->native);
    free_frames(&crash->java);
}
