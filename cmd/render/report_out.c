#include "cmd/render/report_out.h"

#include "cmd/message.h"

#include <stdlib.h>
#include <string.h>

/* Warnings, then what could not be read, then remarks, then the rest. */
static int urgency(const struct report_entry *entry) {
    if (entry->severity == RULE_WARNING) return 0;
    if (entry->error) return 1;
    if (entry->severity == RULE_INFO) return 2;
    return 3;
}

static int compare(const void *a, const void *b) {
    const struct report_entry *x = a, *y = b;
    int by = urgency(x) - urgency(y);
    if (by == 0 && x->score != y->score) by = x->score < y->score ? 1 : -1;
    return by ? by : strcmp(x->recording->title, y->recording->title);
}

void report_sort(struct report_out *report) {
    if (report->entries.len)
        qsort(report->entries.items, report->entries.len, sizeof *report->entries.items, compare);
}

void report_out_free(struct report_out *report) {
    for (size_t i = 0; i < report->entries.len; i++) {
        struct report_entry *entry = &report->entries.items[i];
        free(entry->page);
        free(entry->error);
        free(entry->event);
        free(entry->others);
        free(entry->jvm);
        free(entry->finding);
        for (size_t k = 0; k < entry->methods.len; k++) free(entry->methods.items[k].name);
        for (size_t k = 0; k < entry->notes.len; k++) free(entry->notes.items[k]);
        array_free(&entry->methods);
        array_free(&entry->notes);
    }
    array_free(&report->entries);
}

void report_add_verdict(const struct report_out *report, struct text *out) {
    size_t warnings = 0, remarks = 0, failed = 0, unfinished = 0;
    for (size_t i = 0; i < report->entries.len; i++) {
        const struct report_entry *entry = &report->entries.items[i];
        warnings += entry->severity == RULE_WARNING;
        remarks += entry->severity == RULE_INFO;
        failed += entry->error != NULL;
        unfinished += entry->recording->repository;
    }
    text_add_number_of(out, report->entries.len, "recording");
    if (warnings) text_addf(out, ", %zu with a warning", warnings);
    if (remarks) text_addf(out, ", %zu with a remark", remarks);
    if (unfinished) text_addf(out, ", %zu left by a JVM that did not end in order", unfinished);
    if (failed) text_addf(out, ", %zu could not be read", failed);
    if (report->scan->failed) text_addf(out, ", %u unreadable", report->scan->failed);
    if (report->found->crashes.len) {
        text_add(out, ", ");
        text_add_number_of(out, report->found->crashes.len, "crash log");
    }
}
