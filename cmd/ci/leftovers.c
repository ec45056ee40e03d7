#include "cmd/ci/leftovers.h"

#include "base/units.h"
#include "parser/input/content.h"
#include "parser/wire.h"

#define HEAD_MAX ((size_t)1 << 20) /* of an error log: where the thread that died stands */
#define TAIL_MAX ((size_t)64 << 10)
#define LINE_KEPT 4096 /* of a line of a console */
#define SAID_MAX 300

static const char *file_name(const char *path) {
    const char *name = text_file_name(path);
    const char *member = strrchr(name, ' '); /* "ci.zip: java_pid7.hprof" */
    return member && member > name && member[-1] == ':' ? member + 1 : name;
}

/* Digits at text, up to INT32_MAX; MISSING: there are none. */
static int64_t number_at(const char *text, const char **behind) {
    int64_t number = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > INT32_MAX) return MISSING;
    }
    *behind = at;
    return at > text ? number : MISSING;
}

/* ==== Heap dumps ============================================================================ */

/* "java_pid6051.hprof", with ".1" of the second, and ".gz": the process; MISSING: another name. */
static int64_t pid_of_dump(const char *path) {
    static const char before[] = "java_pid", ending[] = ".hprof";
    const char *name = file_name(path), *behind;
    if (strncmp(name, before, sizeof before - 1) != 0) return MISSING;
    int64_t pid = number_at(name + sizeof before - 1, &behind);
    return is_known(pid) && strncmp(behind, ending, sizeof ending - 1) == 0 ? pid : MISSING;
}

/* "JAVA PROFILE 1.0.2\0", 4 bytes, milliseconds since the epoch. */
static bool is_dump(const uint8_t *bytes, size_t len, int64_t *time_ns) {
    static const char words[] = "JAVA PROFILE 1.0.";
    size_t name = sizeof "JAVA PROFILE 1.0.2";
    if (len < sizeof words - 1 || memcmp(bytes, words, sizeof words - 1) != 0) return false;
    if (len < name + 12) return true;
    uint64_t ms = wire_be64(bytes + name + 4);
    if (ms > 0 && ms < (uint64_t)INT64_MAX / NS_PER_MS) *time_ns = (int64_t)ms * NS_PER_MS;
    return true;
}

/* ==== Names of logs ========================================================================= */

static bool is_called_log(const char *path) {
    static const char *const endings[] = {".txt", ".out", ".err", ".console", ".stdout", ".stderr"};
    const char *name = file_name(path), *dot = strrchr(name, '.');
    if (!dot || strcasestr(name, "log")) return true;
    return some_of(i, COUNT_OF(endings), strcasecmp(dot, endings[i]) == 0);
}

static bool is_text(const uint8_t *bytes, size_t len) {
    return len > 0 && !memchr(bytes, 0, len < 4096 ? len : 4096);
}

/* ==== Lines ================================================================================= */

struct leftover_reading {
    struct found_trace trace;
    struct text head, tail; /* of the error log, from its title on; tail: what is behind the head */
    bool in_log;
    struct text line; /* the one at hand, as far as it is kept */
    uint64_t number;  /* of it; 0: not known any more */
    int64_t dump_pid; /* "Dumping heap to java_pid7.hprof ..." */
};

static void keep(struct leftover_reading *reading, const char *bytes, size_t len) {
    if (reading->head.len < HEAD_MAX) {
        size_t room = HEAD_MAX - reading->head.len, some = len < room ? len : room;
        text_add_bytes(&reading->head, bytes, some);
        bytes += some;
        len -= some;
    }
    if (!len) return;
    text_add_bytes(&reading->tail, bytes, len);
    if (reading->tail.len <= 2 * TAIL_MAX) return;
    size_t gone = reading->tail.len - TAIL_MAX;
    memmove(reading->tail.data, reading->tail.data + gone, TAIL_MAX);
    reading->tail.len = TAIL_MAX;
    reading->tail.data[TAIL_MAX] = 0;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* Does a word begin there, as after what a log has before its message? In code, tables and stacks
 * there are quotes, dots, commas. */
static bool begins_word(const char *line, const char *at) {
    return at == line || is_blank(at[-1]);
}

/* Of a reason that the JVM gives, what is behind it; NULL: it is none. */
static const char *behind_reason(const char *text) {
    static const char *const known[] = {": Java heap space",
                                        ": GC overhead limit exceeded",
                                        ": Metaspace",
                                        ": Compressed class space",
                                        ": PermGen space",
                                        ": Requested array size exceeds VM limit",
                                        ": Direct buffer memory",
                                        ": Cannot reserve ",
                                        ": unable to create ",
                                        ": Out of swap space",
                                        ": Required length exceeds implementation limit"};
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (strncmp(text, known[i], strlen(known[i])) == 0) return text + strlen(known[i]);
    return NULL;
}

/* Is what stands before it all that a log has before a message: "ERROR ", "[main] ", "Caused by: "?
 */
static bool is_before_message(const char *line, size_t len) {
    static const char *const levels[] = {"ERROR",   "SEVERE", "FATAL", "WARN",
                                         "WARNING", "INFO",   "DEBUG", "TRACE"};
    while (len && is_blank(line[len - 1])) len--;
    if (!len || strchr(":-]|>", line[len - 1])) return true;
    return some_of(i, COUNT_OF(levels),
                   len >= strlen(levels[i]) &&
                       strncmp(line + len - strlen(levels[i]), levels[i], strlen(levels[i])) == 0);
}

/* Is the error what a log says, no mention of its class by code, a stack or a table? A line begins
 * with it, or the message in it does; or the JVM's own reason follows, outside of
 * comments. */
static bool is_said(const char *line, const char *error, const char *behind) {
    const size_t before = (size_t)(error - line);
    const char *first = line + strspn(line, " \t"), *reason = behind_reason(behind);
    const bool comment = *first == '*' || *first == '#' || strncmp(first, "//", 2) == 0;
    if (*first == '{') return reason != NULL; /* a line of JSON */
    if (comment || !begins_word(line, error) || memchr(line, '"', before)) return false;
    if (reason && !(*reason && strchr(",;\"\t", *reason)))
        return first == error || !strchr(",;", error[-2]);
    if (first == error) return first == line ? !*behind || strchr(": \r", *behind) : *behind == ':';
    return is_before_message(line, before) && (!*behind || strchr(": \r", *behind));
}

/* How the JVM writes that something ended by it. */
static const char *ended_by(const char *line, const char *error) {
    static const char *const words[] = {"Terminating due to ", "Aborting due to ",
                                        "Exception in thread \"", "Exception: "};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *at = strstr(line, words[i]);
        if (!at || at > error || !begins_word(line, at)) continue;
        if (i < 2 && at + strlen(words[i]) != error) continue;
        if (i == 3 && !strstr(error, " thrown from the UncaughtExceptionHandler in thread "))
            continue;
        return at;
    }
    return NULL;
}

static void end_line(struct leftover_reading *reading) {
    static const char error_name[] = "java.lang.OutOfMemoryError", dumping[] = "Dumping heap to ";
    const char *line = text_str(&reading->line), *error = strstr(line, error_name);
    if (strncmp(line, dumping, sizeof dumping - 1) == 0) {
        OWNED(text_free) struct text path = {0};
        const char *from = line + sizeof dumping - 1;
        text_add_bytes(&path, from, strcspn(from, " "));
        int64_t pid = pid_of_dump(text_str(&path));
        if (is_known(pid)) reading->dump_pid = pid;
    }
    /* "# java.lang.OutOfMemoryError" is in no error log's title, and its tables have other words.
     */
    if (error) {
        struct found_trace *trace = &reading->trace;
        const char *ended = ended_by(line, error);
        if (ended || (!trace->said && is_said(line, error, error + sizeof error_name - 1))) {
            const char *said = ended ? ended : error;
            struct text text = {0};
            size_t len = strcspn(said, "\r");
            text_add_bytes(&text, said, len < SAID_MAX ? len : SAID_MAX);
            free(trace->said);
            trace->said = text_take(&text);
            trace->line = reading->number;
            trace->ended = ended != NULL;
        }
    }
    text_clear(&reading->line);
    if (reading->number) reading->number++;
}

static bool is_title(const struct text *line) {
    return line->data[0] == '#' &&
           (strncmp(line->data, CRASH_FATAL, sizeof CRASH_FATAL - 1) == 0 ||
            strncmp(line->data, CRASH_MEMORY, sizeof CRASH_MEMORY - 1) == 0);
}

void leftovers_take(struct leftovers *into, const void *data, size_t len) {
    struct leftover_reading *reading = into->reading;
    const char *bytes = data, *end = bytes + len;
    while (reading && bytes < end) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const char *stop = newline ? newline : end;
        size_t piece = (size_t)(stop - bytes);
        size_t room = reading->line.len < LINE_KEPT ? LINE_KEPT - reading->line.len : 0;
        size_t before = reading->line.len;
        text_add_bytes(&reading->line, bytes, piece < room ? piece : room);
        if (newline && reading->line.len && is_title(&reading->line)) {
            text_clear(&reading->head); /* of several the last one counts */
            text_clear(&reading->tail);
            reading->in_log = true;
            keep(reading, reading->line.data, before);
        }
        if (reading->in_log) keep(reading, bytes, piece + (newline != NULL));
        if (newline) end_line(reading);
        bytes = stop + (newline != NULL);
    }
}

void leftovers_skip(struct leftovers *into) {
    if (!into->reading) return;
    text_clear(&into->reading->line);
    into->reading->number = 0;
}

/* ==== A file ================================================================================ */

enum leftover leftovers_look(struct leftovers *into, const char *path, const void *first,
                             size_t len, bool named) {
    struct found_trace trace = {.kind = TRACE_EMPTY, .pid = MISSING};
    int64_t pid = pid_of_dump(path);
    bool known = len == 0 && content_is_named_so(path);
    if (len > 0 && (is_dump(first, len, &trace.time_ns) ||
                    (is_known(pid) && content_of(first, len) == CONTENT_GZIP))) {
        known = true;
        trace.kind = TRACE_HEAP_DUMP;
        trace.pid = pid;
        trace.by_jvm = is_known(pid);
    }
    bool log = !known && is_text(first, len) &&
               (named || is_called_log(path) || *(const char *)first == '#');
    if (!known && !log) return LEFTOVER_NONE;
    trace.path = mem_copy_text(path);
    trace.title = mem_copy_text(path);
    if (known) {
        array_push(&into->traces, trace);
        return LEFTOVER_KNOWN;
    }
    trace.kind = TRACE_CONSOLE;
    into->reading = mem_zero(1, sizeof *into->reading);
    into->reading->trace = trace;
    into->reading->number = 1;
    into->reading->dump_pid = MISSING;
    return LEFTOVER_READ;
}

static bool add_crash(struct leftovers *into, struct leftover_reading *reading, int64_t *pid) {
    struct found_crash crash = {0};
    if (!reading->in_log) return false;
    if (reading->tail.len) text_add_char(&reading->head, '\n');
    text_add_bytes(&reading->head, text_str(&reading->tail), reading->tail.len);
    if (!crash_parse(text_str(&reading->head), reading->head.len, &crash)) return false;
    crash.path = mem_copy_text(reading->trace.path);
    crash.title = mem_copy_text(reading->trace.title);
    array_push(&into->crashes, crash);
    *pid = crash.pid;
    return true;
}

bool leftovers_end(struct leftovers *into) {
    struct leftover_reading *reading = into->reading;
    int64_t pid = MISSING;
    if (!reading) return false;
    if (reading->line.len) leftovers_take(into, "\n", 1);
    bool found = add_crash(into, reading, &pid);
    struct found_trace *trace = &reading->trace;
    trace->pid = whole_or(reading->dump_pid, pid);
    if (trace->said) {
        array_push(&into->traces, *trace);
        found = true;
    } else {
        mem_free(trace->path, trace->title);
    }
    free_each(text_free, &reading->head, &reading->tail, &reading->line);
    free(reading);
    into->reading = NULL;
    return found;
}

void leftovers_free(struct leftovers *leftovers) {
    leftovers_end(leftovers);
    for (size_t i = 0; i < leftovers->crashes.len; i++) crash_free(&leftovers->crashes.items[i]);
    for (size_t i = 0; i < leftovers->traces.len; i++) {
        mem_free(leftovers->traces.items[i].path, leftovers->traces.items[i].title,
                 leftovers->traces.items[i].said);
    }
    arrays_free(&leftovers->crashes, &leftovers->traces);
}
