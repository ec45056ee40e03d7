#include "cmd/report_entry.h"

#include "analyzers/hot_methods.h"
#include "analyzers/method_profiling.h"
#include "cmd/notes.h"
#include "cmd/render/page.h"

#include <stdlib.h>
#include <string.h>

#define METHODS 20 /* kept of each recording */
#define NOTES 20

static void take_notes(const struct scan_report *report, struct report_entry *entry) {
    for (size_t i = 0; i < report->notes.len; i++) {
        if (entry->notes.len == NOTES) {
            entry->more_notes++;
            continue;
        }
        struct text line = {0};
        note_add(&line, &report->notes.items[i]);
        array_push(&entry->notes, text_take(&line));
    }
    entry->lost_bytes = report->lost_bytes;
}

static void take_methods(const struct samples *samples, struct report_entry *entry) {
    struct profile by_method = {.keep = PROFILE_ROWS};
    struct hot_methods hot;
    profile_project(&samples->profile, BY_METHOD, false, &by_method);
    hot_methods_compute(&by_method, HOT_BY_SELF, METHODS, &hot);
    for (size_t i = 0; i < hot.rows.len; i++) {
        const struct hot_row *row = &hot.rows.items[i];
        struct text name = {0};
        if (row->self == 0) break;
        frame_add_name(&by_method.frames, row->frame, &name);
        array_push(&entry->methods, (struct report_method){text_take(&name), row->self, row->total});
    }
    hot_methods_free(&hot);
    profile_free(&by_method);
}

static void take_facts(const struct facts *facts, struct report_entry *entry) {
    for (size_t i = 0; i < facts->pauses.len; i++) {
        int64_t duration = facts->pauses.items[i].duration_ns;
        entry->pauses++;
        entry->pauses_ns += duration;
        if (duration > entry->longest_pause_ns) entry->longest_pause_ns = duration;
    }
    entry->lost_samples = facts->lost_samples;
    if (facts->jvms.len == 0) return;
    const struct fact_jvm *jvm = &facts->jvms.items[facts->jvms.len - 1];
    const char *version = strings_get(&facts->strings, jvm->version);
    entry->jvm = mem_copy_text(*version ? version : strings_get(&facts->strings, jvm->name));
    char *built = strstr(entry->jvm, ", built on"); /* who built it when says nothing here */
    if (built) *built = 0;
}

static void take_samples(const struct samples *samples, struct report_entry *entry) {
    struct text others = {0};
    entry->samples = samples->profile.samples;
    entry->without_stack = samples->profile.without_stack;
    entry->truncated = samples->profile.truncated;
    if (samples->event) entry->event = mem_copy_text(samples->event);
    if (notes_add_types(&others, samples, false)) entry->others = text_take(&others);
    text_free(&others);
}
