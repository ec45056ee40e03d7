/* jfrtool report: what a CI job attaches. Every recording below the paths gets a page; index.html,
 * summary.md and summary.json say what they say. */
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "base/posix.h"
#include "cmd/read/notes.h"
#include "cmd/ci/report_out.h"
#include "cmd/ci/report_entry.h"

#include <errno.h>

#define DEFAULT_FOLDER "jfr-report"
#define STEP_SUMMARY_LIMIT 1000000 /* bytes: GitHub refuses a step's summary beyond 1 MiB */

#include "cmd/report_options.h"

/* ==== Files ================================================================================== */

static bool write_file(const char *folder, const char *name, struct text *text) {
    OWNED(text_free) struct text path = {0};
    text_addf(&path, "%s/%s", folder, name);
    return output_write_in_folder(path.data, text);
}

static bool append_step_summary(const struct report_out *report) {
    const char *path = getenv("GITHUB_STEP_SUMMARY");
    if (path == NULL || *path == 0) {
        message_note("--step-summary: GITHUB_STEP_SUMMARY is not set, so this is not a GitHub job, "
                     "and nothing was appended");
        return true;
    }
    OWNED(text_free) struct text text = {0};
    struct stat before = {0};
    FILE *file = fopen(path, "a");
    if (file == NULL)
        return message_refuse("cannot append to GITHUB_STEP_SUMMARY %s: %s", path, strerror(errno));
    /* What the step wrote before counts too. */
    size_t used =
        fstat(fileno(file), &before) == 0 && before.st_size > 0 ? (size_t)before.st_size : 0;
    size_t room = used < STEP_SUMMARY_LIMIT ? STEP_SUMMARY_LIMIT - used : 0;
    if (room) report_write(report, FORMAT_MARKDOWN, room, &text);
    if (text.len == 0)
        message_note(
            "--step-summary: the summary of this step is full with %zu bytes; nothing was appended",
            used);
    bool ok = fwrite(text_str(&text), 1, text.len, file) == text.len;
    if (fclose(file) != 0) ok = false;
    if (!ok) message_error("cannot append to GITHUB_STEP_SUMMARY %s: %s", path, strerror(errno));
    return ok;
}

/* ==== The command ============================================================================ */

static bool write_all(const struct report_options *options, const char *folder,
                      struct report_out *report) {
    struct text html = {0}, markdown = {0}, json = {0};
    report_sort(report);
    report_write(report, FORMAT_HTML, 0, &html);
    report_write(report, FORMAT_MARKDOWN, (size_t)options->markdown_limit, &markdown);
    report_write(report, FORMAT_JSON, 0, &json);
    bool ok = write_file(folder, "index.html", &html);
    ok = write_file(folder, "summary.md", &markdown) && ok;
    ok = write_file(folder, "summary.json", &json) && ok;
    if (options->step_summary) ok = append_step_summary(report) && ok;
    return ok;
}

static void say_done(const char *folder, const struct report_out *report) {
    OWNED(text_free) struct text line = {0};
    report_add_verdict(report, &line);
    message_note("%s: see %s/index.html", line.data, folder);
}

/* Looks for recordings. EXIT_OK: there is something to report. */
static int search_for(struct reading *search, struct found *found) {
    struct scan_options scan = reading_scan(search);
    report_find(&scan, found, &search->report);
    progress_end(&search->progress);
    if (found->recordings.len || found->others.crashes.len) {
        notes_say(&search->report);
        return EXIT_OK;
    }
    int code = reading_done(search);
    return code == EXIT_OK || (search->messages->allow_empty && code == EXIT_NOT_JFR) ? EXIT_OK
                                                                                      : code;
}

/* Was anything lost, left unfinished, or not readable? */
static bool is_partial(const struct report_out *report) {
    bool partial = report->scan->failed > 0;
    for (size_t i = 0; i < report->entries.len; i++)
        partial = partial || report->entries.items[i].partial || report->entries.items[i].error;
    return partial;
}

/* Archives one after the other, each in its order. */
static int compare_places(const void *a, const void *b) {
    const struct found_recording *x = (*(const struct report_entry *const *)a)->recording;
    const struct found_recording *y = (*(const struct report_entry *const *)b)->recording;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* Takes away the page of the one that is the least bad, if there are more than there are to be. */
static bool keep_worst(const char *folder, size_t most, struct report_entry *const *filled,
                       size_t len) {
    struct report_entry *least = NULL;
    size_t pages = 0;
    for (size_t i = 0; i < len; i++) {
        if (!filled[i]->page) continue;
        pages++;
        if (!least || report_compare(filled[i], least) > 0) least = filled[i];
    }
    if (!most || pages <= most) return true;
    OWNED(text_free) struct text path = {0};
    text_addf(&path, "%s/%s", folder, least->page);
    bool gone = unlink(text_str(&path)) == 0 || errno == ENOENT;
    if (!gone) message_error("cannot remove %s: %s", text_str(&path), strerror(errno));
    free(least->page);
    least->page = NULL;
    return gone;
}

static bool fill_entries(const struct reading *how, const char *folder, struct report_out *report) {
    OWNED(array_release) ARRAY(struct report_entry *) order = {0};
    struct report_archive archive = {0};
    bool ok = true;
    for (size_t i = 0; i < report->entries.len; i++) array_push(&order, &report->entries.items[i]);
    array_sort(&order, compare_places);
    for (size_t i = 0; i < order.len && ok; i++)
        ok = report_entry_fill(how, folder, &archive, report->found, order.items[i]) &&
             keep_worst(folder, report->pages, order.items, i + 1);
    report_archive_close(&archive);
    return ok;
}

static int make_report(const struct report_options *options, const struct reading *how,
                       struct report_out *report) {
    const char *folder = options->folder;
    const struct found *found = report->found;
    if (!output_make_folder(folder, "the report")) return EXIT_USAGE;
    size_t limit = options->page_limit ? (size_t)options->page_limit : SIZE_MAX;
    for (size_t i = 0; i < found->recordings.len && i < limit; i++)
        array_push(&report->entries,
                   (struct report_entry){.recording = &found->recordings.items[i]});
    report_name_pages(report);
    if (!fill_entries(how, folder, report)) return EXIT_USAGE;
    if (!write_all(options, folder, report)) return EXIT_USAGE;
    say_done(folder, report);
    return options->input.strict && is_partial(report) ? EXIT_PARTIAL : EXIT_OK;
}

static int run(const struct command *command, struct option_base *base) {
    const struct report_options *options = (const struct report_options *)base;
    if (strcmp(options->folder, "-") == 0)
        return message_misused(
            command,
            "a report is a folder and cannot go to standard output; --output names the folder");
    if (!operands_can_be_read_twice(&base->operands, "a report")) return EXIT_USAGE;
    const struct reading how = {.paths = base->operands,
                                .input = &options->input,
                                .selection = &options->selection,
                                .messages = &options->messages};
    OWNED(reading_free) struct reading search = how;
    OWNED(found_free) struct found found;
    int code = search_for(&search, &found);
    struct report_out report = {.title = options->title,
                                .found = &found,
                                .scan = &search.report,
                                .pages = (size_t)options->pages};
    if (code == EXIT_OK) code = make_report(options, &how, &report);
    report_out_free(&report);
    return code;
}
