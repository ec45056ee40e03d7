#include "cmd/read/within.h"

#include "analyzers/events/events.h"
#include "base/safe.h"
#include "cmd/cli/message.h"
#include "cmd/read/event_filter.h"

#include <string.h>
#include <sys/stat.h>

bool within_is_asked(const struct selection *selection) {
    return selection && (selection->within_events || selection->outside_events);
}

void within_split(const char *asked, struct text *type, const char **where) {
    const char *at = strstr(asked, " where ");
    size_t len = at ? (size_t)(at - asked) : strlen(asked);
    while (len && asked[len - 1] == ' ') len--;
    text_add_bytes(type, asked, len);
    *where = at ? at + strlen(" where ") : NULL;
}

/* A pipe gives its bytes once. */
static bool may_be_read_twice(const struct reading *reading, const char *option) {
    for (size_t i = 0; i < reading->paths.len; i++) {
        const char *path = reading->paths.items[i];
        struct stat status;
        bool stream =
            strcmp(path, "-") == 0 ||
            (stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode));
        if (!stream) continue;
        message_error("%s: the recordings are read twice, which %s cannot be: give a file", option,
                      strcmp(path, "-") == 0 ? "standard input" : path);
        return false;
    }
    return true;
}

enum { START, DURATION, THREAD };

static void add_rows(const struct events_answer *found, struct within *within) {
    for (size_t i = 0; i < found->row_count; i++) {
        const struct event_row *row = &found->rows[i];
        const struct fold_field *fields = row->source->fields;
        int64_t start = (int64_t)row->cells[START], ns = (int64_t)row->cells[DURATION], end;
        uint32_t thread = (uint32_t)row->cells[THREAD];
        if (fields[START].kind != JFR_COLUMN_INT || fields[DURATION].kind != JFR_COLUMN_INT ||
            fields[THREAD].kind != JFR_COLUMN_THREAD || thread == JFR_NULL_ID || ns <= 0 ||
            start == JFR_NULL_INT)
            continue;
        if (__builtin_add_overflow(start, ns, &end)) end = INT64_MAX;
        const struct things_thread *t = &row->things->threads.items[thread];
        within_add(within, (struct within_thread){t->os_id, t->java_id}, start, end);
    }
}

/* The answer's own mistakes, and what was lost: said when the samples are read. */
static int ask(struct reading *reading, const char *option, const char *asked) {
    static const char *const fields[] = {"startTime", "duration", "eventThread"};
    struct text type = {0};
    struct event_question question = {.type_count = 1,
                                      .fields = fields,
                                      .field_count = 3,
                                      .sort = "startTime",
                                      .ascending = true};
    struct selection all = {.zone = reading->selection->zone};
    struct events_error error;
    struct jfr_error why = {0};
    struct scan_report report = {0};
    struct walk_run run = {0};
    int code = EXIT_USAGE;
    within_split(asked, &type, &question.where);
    const char *types[] = {text_str(&type)};
    question.types = types;
    struct events *events =
        selection_open(&all, &why) ? events_open(&question, 1, &all, &error) : NULL;
    if (!events) {
        event_filter_say_wrong(&error, NULL, NULL);
    } else {
        struct scan_options scan = reading_scan(reading);
        events_join(events, &run);
        walk_start(&run, &scan, &report);
        const struct events_error *wrong = events_wrong(events);
        struct events_answer found = {0};
        if (report.recordings && wrong) {
            struct text hint = {0};
            events_add_hint(events, &run, &hint);
            message_error("%s: %s%s%s", option, wrong->error.text, hint.len ? "; " : "",
                          text_str(&hint));
            text_free(&hint);
        } else {
            code = EXIT_OK; /* what cannot be read is said with the samples */
            if (report.recordings) found = events_answer(events, &run, 0);
            if (found.cut) message_note("%s: there are more events than can be kept", option);
            add_rows(&found, &reading->within);
            if (report.recordings > report.profiles && !reading->within.events)
                message_note("%s: there are no such events with a thread and a duration", option);
        }
        progress_end(&reading->progress);
        walk_run_free(&run); /* its states look at the questions */
        events_free(events);
    }
    selection_close(&all);
    scan_report_free(&report);
    text_free(&type);
    return code;
}

int within_read(struct reading *reading) {
    const struct selection *selection = reading->selection;
    bool outside = !selection->within_events;
    const char *option = outside ? "--outside" : "--within";
    const char *asked = outside ? selection->outside_events : selection->within_events;
    if (selection->within_events && selection->outside_events) {
        message_error("--within and --outside exclude each other: give one of them");
        return EXIT_USAGE;
    }
    if (!may_be_read_twice(reading, option)) return EXIT_USAGE;
    int code = ask(reading, option, asked);
    if (code != EXIT_OK) return code;
    within_make(&reading->within);
    reading->narrowed = *selection;
    reading->narrowed.within = &reading->within;
    reading->narrowed.outside = outside;
    reading->selection = &reading->narrowed;
    return EXIT_OK;
}
