/* The report as JSON; the fields are described in docs/json.md. */
#include "cmd/ci/report_out.h"

#include "base/json.h"

static void add_time(struct json *json, const char *key, int64_t ns) {
    if (ns) json_number(json, key, ns);
    else json_null(json, key);
}

static void add_finding(const struct report_finding *finding, const char *key, struct json *json) {
    json_begin_object(json, key);
    json_text(json, "rule", finding->rule->id);
    json_text(json, "severity", rule_severity_name(finding->severity));
    if (finding->score >= 0) json_real(json, "score", finding->score, 4);
    else json_null(json, "score");
    json_text(json, "text", finding->text);
    json_end_object(json);
}

static void add_entry(const struct report_entry *entry, struct json *json) {
    const struct found_recording *recording = entry->recording;
    json_begin_object(json, NULL);
    json_text(json, "recording", recording->title);
    json_text(json, "page", entry->page);
    json_text(json, "error", entry->error);
    json_bool(json, "profile", recording->profile);
    json_bool(json, "repository", recording->repository);
    json_bool(json, "partial", entry->partial);
    json_count(json, "bytes", recording->bytes);
    json_count(json, "chunks", recording->chunks);
    add_time(json, "start_ns", recording->start_ns);
    add_time(json, "end_ns", recording->end_ns);
    add_time(json, "duration_ns", recording->recorded_ns);
    json_text(json, "jvm", entry->jvm);
    json_text(json, "event", entry->event);
    json_count(json, "samples", entry->samples);
    json_count(json, "samples_without_stack", entry->without_stack);
    json_count(json, "truncated_stacks", entry->truncated);
    json_count(json, "lost_bytes", entry->lost_bytes);
    json_count(json, "lost_samples", entry->lost_samples);
    json_begin_object(json, "gc_pauses");
    json_count(json, "count", entry->pauses);
    json_number(json, "sum_ns", entry->pauses_ns);
    json_number(json, "longest_ns", entry->longest_pause_ns);
    json_end_object(json);
    for (size_t i = 0; i < entry->findings.len; i++) {
        if (i == 1) json_begin_array(json, "findings");
        add_finding(&entry->findings.items[i], i ? NULL : "analysis", json);
    }
    if (entry->findings.len > 1) json_end_array(json);
    json_begin_array(json, "methods");
    for (size_t i = 0; i < entry->methods.len; i++) {
        json_begin_object(json, NULL);
        json_text(json, "method", entry->methods.items[i].name);
        json_count(json, "self", entry->methods.items[i].self);
        json_count(json, "total", entry->methods.items[i].total);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "notes");
    for (size_t i = 0; i < entry->notes.len; i++) json_text(json, NULL, entry->notes.items[i]);
    json_end_array(json);
    json_count(json, "more_notes", entry->more_notes);
    json_end_object(json);
}

void report_add_json(const struct report_out *report, struct text *out) {
    struct json writer = json_open(out, JSON_PRETTY), *json = &writer;
    struct text verdict = {0};
    json_begin_object(json, NULL);
    report_add_verdict(report, &verdict);
    json_text(json, "title", report->title);
    json_text(json, "verdict", text_str(&verdict));
    text_free(&verdict);
    json_begin_array(json, "recordings");
    for (size_t i = 0; i < report->entries.len; i++) add_entry(&report->entries.items[i], json);
    json_end_array(json);
    json_begin_array(json, "crashes");
    for (size_t i = 0; i < report->found->crashes.len; i++) {
        const struct found_crash *crash = &report->found->crashes.items[i];
        json_begin_object(json, NULL);
        json_text(json, "log", crash->title);
        json_text(json, "signal", crash->signal);
        json_text(json, "frame", crash->frame);
        json_text(json, "thread", crash->thread);
        json_text(json, "jvm", crash->vm);
        json_text(json, "time", crash->time);
        json_end_object(json);
    }
    json_end_array(json);
    json_begin_array(json, "failures");
    for (size_t i = 0; i < report->scan->notes.len; i++) {
        const struct scan_note *note = &report->scan->notes.items[i];
        if (!note->failed) continue;
        json_begin_object(json, NULL);
        json_text(json, "source", note->source);
        json_count(json, "offset", note->note.offset);
        json_text(json, "text", note->note.text);
        json_end_object(json);
    }
    json_end_array(json);
    json_end_object(json);
    json_close(json);
}
