/* The report as JSON; the fields are described in docs/json.md. */
#include "cmd/write/json.h"
#include "cmd/ci/report_out.h"

static void add_time(cJSON *to, const char *key, int64_t ns) {
    if (ns) json_add_number(to, key, ns);
    else json_add_null(to, key);
}

static void add_entry(const struct report_entry *entry, cJSON *recordings) {
    const struct found_recording *recording = entry->recording;
    cJSON *object = json_add_object(recordings, NULL);
    json_add_text(object, "recording", recording->title);
    json_add_text(object, "page", entry->page);
    json_add_text(object, "error", entry->error);
    json_add_bool(object, "profile", recording->profile);
    json_add_bool(object, "repository", recording->repository);
    json_add_bool(object, "partial", entry->partial);
    json_add_count(object, "bytes", recording->bytes);
    json_add_count(object, "chunks", recording->chunks);
    add_time(object, "start_ns", recording->start_ns);
    add_time(object, "end_ns", recording->end_ns);
    json_add_text(object, "jvm", entry->jvm);
    json_add_text(object, "event", entry->event);
    json_add_count(object, "samples", entry->samples);
    json_add_count(object, "samples_without_stack", entry->without_stack);
    json_add_count(object, "truncated_stacks", entry->truncated);
    json_add_count(object, "lost_bytes", entry->lost_bytes);
    json_add_count(object, "lost_samples", entry->lost_samples);
    cJSON *pauses = json_add_object(object, "gc_pauses");
    json_add_count(pauses, "count", entry->pauses);
    json_add_number(pauses, "sum_ns", entry->pauses_ns);
    json_add_number(pauses, "longest_ns", entry->longest_pause_ns);
    cJSON *verdict = json_add_object(object, "analysis");
    json_add_text(verdict, "rule", "MethodProfiling");
    json_add_text(verdict, "severity", rule_severity_name(entry->severity));
    if (entry->score >= 0) json_add_real(verdict, "score", entry->score, 4);
    else json_add_null(verdict, "score");
    json_add_text(verdict, "text", entry->finding);
    cJSON *methods = json_add_array(object, "methods");
    for (size_t i = 0; i < entry->methods.len; i++) {
        cJSON *method = json_add_object(methods, NULL);
        json_add_text(method, "method", entry->methods.items[i].name);
        json_add_count(method, "self", entry->methods.items[i].self);
        json_add_count(method, "total", entry->methods.items[i].total);
    }
    cJSON *notes = json_add_array(object, "notes");
    for (size_t i = 0; i < entry->notes.len; i++) json_add_text(notes, NULL, entry->notes.items[i]);
    json_add_count(object, "more_notes", entry->more_notes);
}

void report_add_json(const struct report_out *report, struct text *out) {
    cJSON *root = cJSON_CreateObject();
    struct text verdict = {0};
    report_add_verdict(report, &verdict);
    json_add_text(root, "title", report->title);
    json_add_text(root, "verdict", text_str(&verdict));
    text_free(&verdict);
    cJSON *recordings = json_add_array(root, "recordings");
    for (size_t i = 0; i < report->entries.len; i++)
        add_entry(&report->entries.items[i], recordings);
    cJSON *crashes = json_add_array(root, "crashes");
    for (size_t i = 0; i < report->found->crashes.len; i++) {
        const struct found_crash *crash = &report->found->crashes.items[i];
        cJSON *object = json_add_object(crashes, NULL);
        json_add_text(object, "log", crash->title);
        json_add_text(object, "signal", crash->signal);
        json_add_text(object, "frame", crash->frame);
        json_add_text(object, "thread", crash->thread);
        json_add_text(object, "jvm", crash->vm);
        json_add_text(object, "time", crash->time);
    }
    cJSON *failures = json_add_array(root, "failures");
    for (size_t i = 0; i < report->scan->notes.len; i++) {
        const struct scan_note *note = &report->scan->notes.items[i];
        if (!note->failed) continue;
        cJSON *object = json_add_object(failures, NULL);
        json_add_text(object, "source", note->source);
        json_add_count(object, "offset", note->note.offset);
        json_add_text(object, "text", note->note.text);
    }
    json_write(root, true, out);
}
