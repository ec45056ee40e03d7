#include "cmd/fleet/seen_in.h"

#include "cmd/cli/message.h"
#include "parser/input/input.h"
#include "parser/seen.h"

#include <string.h>

#define LARGE ((uint64_t)16 << 20) /* bytes from which on a recording is worth several threads */

static bool is_relative(const struct time_point *point) {
    return point->kind != TIME_NONE && point->kind != TIME_ABSOLUTE;
}

bool seen_in_fits(const struct selection *selection, const struct text_list *paths) {
    for (size_t i = 0; i < paths->len; i++) {
        if (strcmp(paths->items[i], "-") != 0) continue;
        return message_refuse("--recordings reads the input twice; expected files or folders, not "
                              "standard input (-)");
    }
    if (!is_relative(&selection->from) && !is_relative(&selection->to)) return true;
    return message_refuse(
        "--recordings reads one input after the other and does not know when the first begins or "
        "the last ends; expected --from and --to as dates or ISO times");
}

/* What all of them together were taken of: "jdk.FileRead+jdk.FileWrite". Each by itself might have
 * something else that comes before. */
static void split_events(char *taken, struct text_list *events) {
    while (taken && *taken) {
        char *end = strchr(taken, '+');
        array_push(events, taken);
        if (end) *end = 0;
        taken = end ? end + 1 : NULL;
    }
}

/* The frame of the same content in into. */
static uint32_t same_frame(const struct frames *from, const struct frame *frame,
                           struct frames *into) {
    struct frame same = *frame;
    uint32_t *ids[] = {&same.class_name, &same.method, &same.descriptor, &same.package,
                       &same.module};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        *ids[i] = strings_take(&into->strings, &from->strings, *ids[i]);
    return frames_intern(into, &same);
}

static void count_rows(const struct profile *profile, struct frames *all, struct seen_in *out) {
    for (uint32_t i = 0; i < profile->rows.len; i++) {
        if (!profile->rows.items[i].total) continue;
        uint32_t frame = same_frame(&profile->frames, &profile->frames.rows.items[i], all);
        while (out->frames.len <= frame) array_push(&out->frames, 0);
        out->frames.items[frame]++;
    }
}

/* Was all of it in recordings before? */
static bool is_copy(const struct scan_report *report) {
    bool copy = report->chunks.len > 0;
    for (size_t i = 0; i < report->chunks.len && copy; i++) copy = report->chunks.items[i].again;
    return copy;
}

void seen_in_count(struct reading *reading, struct seen_in *out) {
    static const struct needs needs = {.keep = PROFILE_ROWS};
    struct selection selection = *reading->selection;
    OWNED(seen_free) struct seen seen = {0};
    OWNED(array_release) struct text_list events = {0};
    const struct input_item *item;
    *out = (struct seen_in){.recordings = 0};
    OWNED(mem_release)
    char *taken = reading->samples->event ? mem_copy_text(reading->samples->event) : NULL;
    split_events(taken, &events);
    selection.events = events;
    struct jfr_input *input = jfr_input_open(reading->paths.items, reading->paths.len);
    input_one_by_one(input);
    input_take_documents(input);
    if (reading->leave_out) input_leave_out(input, reading->leave_out);
    while ((item = input_item(input))) {
        if (item->error.code != JFR_OK) continue;
        OWNED(scan_report_free) struct scan_report report;
        struct scan_options scan = reading_scan(reading);
        scan.input = input;
        scan.leave_out = NULL;
        scan.earlier = &seen;
        if (!scan.jobs && item->whole < LARGE) scan.jobs = 1;
        struct samples *samples = samples_read(&scan, &selection, &needs, &report);
        progress_end(&reading->progress);
        if (report.recordings && !is_copy(&report)) {
            out->recordings++;
            count_rows(&samples->profile, &reading->samples->profile.frames, out);
        }
        samples_free(samples);
    }
    jfr_input_close(input);
}

void seen_in_free(struct seen_in *seen) {
    array_free(&seen->frames);
}
