#include "cmd/fleet/each.h"

#include "cmd/cli/message.h"
#include "cmd/read/notes.h"

#define MOST_NOTES 1000
#define LARGE ((uint64_t)16 << 20) /* bytes from which on a recording is worth several threads */

static bool is_relative(const struct time_point *point) {
    return point->kind != TIME_NONE && point->kind != TIME_ABSOLUTE;
}

bool each_fits(const struct selection *selection, const char *what) {
    if (!is_relative(&selection->from) && !is_relative(&selection->to)) return true;
    return message_refuse("%s reads one input after the other and does not know when the first "
                          "begins or the last ends; expected --from and --to as dates or ISO times",
                          what);
}

static void add_to_sum(void *context, const struct walk_run *run) {
    struct each *each = context;
    if (each->labels) labelling_apply(each->labels, each->labelled.name, run, &each->labelled);
    samples_sum_add(&each->sum, run);
}

static void read_item(struct each *each, const struct input_item *item, struct reading *reading,
                      struct walk_run *run, struct samples_task *task) {
    struct scan_options scan = reading_scan(reading);
    scan.input = each->input;
    scan.leave_out = NULL;                                /* the input knows */
    if (!scan.jobs && item->whole < LARGE) scan.jobs = 1; /* threads cost more than they save */
    if (each->sums || each->marks) scan.earlier = &each->seen;
    if (each->sums) {
        each->labelled.name = item->name;
        run->fresh = add_to_sum;
        run->fresh_context = each;
    }
    if (scan.jobs == 1) run->kept = &each->kept;
    samples_task_make(reading->selection, &each->needs, task);
    if (each->join) each->join(each->context, run);
    if (each->labels) labelling_join(each->labels, run);
    samples_join(run, task);
    walk_start(run, &scan, &reading->report);
    reading->samples = samples_take(run, &reading->report);
    progress_end(&reading->progress);
    if (each->sums) samples_sum_report(&each->sum, &reading->report);
}

static const char *source_of(struct scan_report *report, const char *name) {
    return strings_get(&report->sources, strings_add(&report->sources, name));
}

/* What was said of the input, behind what was said of those before it. */
static void add_report(struct each *each, const struct each_item *item) {
    struct scan_report *all = &each->report;
    const struct jfr_error *error = &item->input->error;
    if (item->reading) {
        const struct scan_report *report = &item->reading->report;
        for (size_t i = 0; i < report->notes.len && all->notes.len < MOST_NOTES; i++) {
            struct scan_note note = report->notes.items[i];
            note.source = source_of(all, note.source);
            note.order = each->items;
            array_push(&all->notes, note);
        }
        for (size_t i = 0; i < report->chunks.len && !all->chunks.len; i++)
            array_push(&all->chunks, report->chunks.items[i]); /* that there are any */
        all->duplicates += report->duplicates;
        all->lost_bytes += report->lost_bytes;
        all->failed += report->failed;
        error = &report->error;
    } else {
        /* The sentence has the name, as those of a scan have. */
        struct scan_note note = {.source = source_of(all, ""),
                                 .order = each->items,
                                 .failed = true,
                                 .note = {.kind = JFR_NOTE_LOST, .offset = error->offset}};
        memcpy(note.note.text, error->text, sizeof note.note.text - 1);
        if (all->notes.len < MOST_NOTES) array_push(&all->notes, note);
        all->failed++;
    }
    if (all->error.code == JFR_OK) all->error = *error;
    each->items++;
}

static bool take_item(struct each *each, const struct input_item *item) {
    struct reading reading = *each->how;
    struct walk_run run = {0};
    struct samples_task task;
    struct each_item out = {.input = item};
    each->begins = input_position(each->input);
    if (item->error.code == JFR_OK) {
        read_item(each, item, &reading, &run, &task);
        out.reading = &reading;
        out.run = &run;
    }
    add_report(each, &out);
    bool more = each->take(each->context, &out);
    walk_run_free(&run);
    if (out.reading) {
        samples_free(reading.samples);
        scan_report_free(&reading.report);
    }
    return more;
}

void each_read(struct each *each) {
    const struct text_list *paths = &each->how->paths;
    const struct input_item *item;
    if (each->sums) {
        if (!each->sum_needs.keep) each->sum_needs = each->needs;
        each->needs.sums = true;
        samples_task_make(each->how->selection, &each->sum_needs, &each->sum_task);
        samples_sum_open(&each->sum, &each->sum_task);
    }
    each->input = jfr_input_open(paths->items, paths->len);
    input_one_by_one(each->input);
    if (!each->no_documents) input_take_documents(each->input);
    for (size_t i = 0; i < sizeof each->leave_out / sizeof *each->leave_out; i++)
        if (each->leave_out[i]) input_leave_out(each->input, each->leave_out[i]);
    while ((item = input_item(each->input)) && take_item(each, item)) continue;
    jfr_input_close(each->input);
    each->input = NULL;
    each->report.recordings = each->sum.report.recordings;
    each->report.profiles = each->sum.report.profiles;
}

/* What the sum is of; if of nothing, that is said. */
static int judge(const struct reading *reading, bool told) {
    const struct scan_report *report = &reading->report;
    bool elsewhere = reading->input->share.of && report->chunks.len + report->profiles > 0;
    if (!report->recordings && !reading->unread_is_fine && !elsewhere) {
        if (!told || !notes_unread(report))
            message_error("%s", report->error.code != JFR_OK
                                    ? report->error.text
                                    : "there is no recording in the input");
        return report->error.code == JFR_IO ? EXIT_USAGE : EXIT_NOT_JFR;
    }
    const struct profile *profile = &reading->samples->profile;
    if (profile->samples > profile->without_stack) return EXIT_OK;
    if (reading->none_is_fine && !profile->samples) return EXIT_OK;
    return reading_say_nothing(reading);
}

int each_sum(struct each *each, struct reading *reading, bool told) {
    each_read(each);
    if (told) notes_say(&each->report);
    if (each->labels) labelling_say(each->labels, &each->labelled);
    reading->samples = samples_sum_take(&each->sum);
    reading->report = each->report;
    each->report = (struct scan_report){.recordings = 0};
    return judge(reading, told);
}

void each_close(struct each *each) {
    if (each->sums) samples_sum_close(&each->sum);
    scan_report_free(&each->report);
    seen_free(&each->seen);
    walk_kept_free(&each->kept);
}
