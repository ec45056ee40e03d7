#include "cmd/attach/ask.h"

#include "base/clock.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "cmd/write/sheet.h"

#include <string.h>
#include <sys/stat.h>

static int failed(const struct session *session) {
    return message_usage("%s", text_str(&session->why));
}

int ask_stop(struct session *session, const struct engine *engine) {
    if (!engine->stop(session)) return failed(session);
    message_note("ended the recording of process %ld%s%s", (long)session->jvm->pid,
                 session->target_file ? ": " : "",
                 session->target_file ? session->target_file : "");
    return EXIT_OK;
}

int ask_dump(struct session *session, const struct engine *engine) {
    OWNED(text_free) struct text line = {0};
    struct stat status;
    if (!engine->dump(session)) return failed(session);
    text_addf(&line, "wrote %s: ", session->output);
    if (engine->counts_samples) {
        text_add_number_of(&line, session->samples, "sample");
        text_add(&line, ", ");
    }
    text_add_number_of(&line, stat(session->output, &status) == 0 ? (uint64_t)status.st_size : 0,
                       "byte");
    message_note("%s; the recording of process %ld continues", line.data, (long)session->jvm->pid);
    return EXIT_OK;
}

/* What follows the name in its line of the report, to its end. NULL: there is no such line. The
 * file's name is the last, and may hold line ends. */
static char *find(const char *report, const char *name) {
    size_t len = strlen(name);
    for (const char *line = report; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        bool last = strncmp(line, "file ", 5) == 0;
        if (strncmp(line, name, len) == 0 && line[len] == ' ') {
            const char *value = line + len + 1;
            size_t rest = last ? strlen(value) : strcspn(value, "\n");
            while (last && rest && value[rest - 1] == '\n') rest--;
            return strndup(value, rest);
        }
        if (last) break;
    }
    return NULL;
}

/* False: there is no such number. */
static bool find_number(const char *report, const char *name, uint64_t *number) {
    char *text = find(report, name);
    *number = text ? strtoull(text, NULL, 10) : 0;
    free(text);
    return text != NULL;
}

static void add_text(struct sheet *sheet, const char *report, const char *name, const char *key,
                     const char *label) {
    OWNED(mem_release) char *text = find(report, name);
    if (text) sheet_pair(sheet, key, label, cell_text(text));
}

struct count {
    const char *name, *key, *words;
};
static const struct count samples[] = {
    {"running", "running", "running"},   {"native", "native", "in native code"},
    {"wall", "wall", "of elapsed time"}, {"alloc", "alloc", "of allocations"},
    {"lock", "lock", "waits for locks"}, {NULL, NULL, NULL},
};
static const struct count requests[] = {
    {"requested", "requested", "asked"},
    {"taken", "taken", "gave a stack"},
    {"timed-out", "timed_out", "did not answer in time"},
    {"left", "left_state", "continued before"},
    {"exited", "exited", "ended"},
    {"failed", "failed", "gave none"},
    {"no-processor", "no_processor", "waited for a processor and were left alone"},
    {NULL, NULL, NULL},
};

static void add_counts(struct sheet *sheet, const char *report, const struct count *counts,
                       const char *key, const char *label) {
    OWNED(text_free) struct text words = {0};
    sheet_object(sheet, key);
    for (; counts->name; counts++) {
        uint64_t n;
        if (!find_number(report, counts->name, &n)) continue;
        sheet_field(sheet, counts->key, cell_count(n));
        if (!n) continue;
        if (words.len) text_add(&words, ", ");
        text_add_grouped(&words, n);
        text_addf(&words, " %s", counts->words);
    }
    sheet_end(sheet);
    sheet_pair(sheet, NULL, label, cell_text(words.len ? words.data : "none"));
}

static void describe(const struct session *session, const char *report, struct sheet *sheet) {
    const struct jvm *jvm = session->jvm;
    OWNED(text_free) struct text line = {0};
    uint64_t n;
    sheet_fields(sheet, {"pid", cell_number(jvm->pid)}, {"main_class", cell_text(jvm->main_class)});
    text_addf(&line, "%ld (%s)", (long)jvm->pid, jvm->main_class);
    sheet_pair(sheet, NULL, "process", cell_text(line.data));
    add_text(sheet, report, "file", "file", "recording");
    add_text(sheet, report, "engine", "engine", "engine");
    add_text(sheet, report, "jvm", "jvm_says", "the JVM says");
    if (find_number(report, "started", &n)) {
        int64_t start = (int64_t)n * 1000000, elapsed = clock_epoch() - start;
        sheet_pair(sheet, "started_ns", "since", cell_time(start));
        sheet_pair(sheet, "elapsed_ns", "for", cell_ns(elapsed > 0 ? elapsed : 0));
        add_counts(sheet, report, samples, "samples", "samples");
        add_counts(sheet, report, requests, "threads", "threads");
        find_number(report, "file-bytes", &n);
        sheet_pair(sheet, "file_bytes", "on disk", cell_bytes(n));
        find_number(report, "held-bytes", &n);
        sheet_pair(sheet, "held_bytes", "in memory", cell_bytes(n));
        find_number(report, "lost-events", &n);
        sheet_pair(sheet, "lost_events", "events lost", cell_count(n));
    }
}

int ask_status(struct session *session, const struct engine *engine, bool json) {
    OWNED(text_free) struct text report = {0};
    bool good = engine->status(session, &report);
    struct output output;
    if (good) good = output_open(&output, NULL, COLOR_NEVER);
    else failed(session);
    if (good) {
        OWNED(sheet_free) struct sheet sheet;
        sheet_open(&sheet, json ? FORMAT_JSON : FORMAT_TEXT);
        describe(session, text_str(&report), &sheet);
        sheet_send(&sheet, &output);
        good = output_close(&output);
    }
    return good ? EXIT_OK : EXIT_USAGE;
}
