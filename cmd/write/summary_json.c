/* The summary as JSON; the schema is in docs/json.md. */
#include "cmd/write/json.h"
#include "cmd/write/summary_text.h"

#include <string.h>

static void add_chunks(const struct scan_report *report, cJSON *root) {
    cJSON *chunks = json_add_array(root, "chunks");
    for (size_t i = 0; i < report->chunks.len; i++) {
        const struct scan_chunk *chunk = &report->chunks.items[i];
        struct text version = {0};
        cJSON *object = json_add_object(chunks, NULL);
        text_addf(&version, "%u.%u", chunk->major, chunk->minor);
        json_add_text(object, "recording", chunk->source);
        json_add_text(object, "version", version.data);
        json_add_count(object, "offset", chunk->offset);
        json_add_count(object, "size", chunk->size);
        json_add_number(object, "start_ns", chunk->start_ns);
        json_add_number(object, "duration_ns", chunk->duration_ns);
        json_add_bool(object, "unfinished", chunk->unfinished);
        json_add_bool(object, "damaged", chunk->damaged);
        text_free(&version);
    }
}

static void add_events(const struct summary *summary, cJSON *root) {
    cJSON *events = json_add_object(root, "events");
    for (size_t i = 0; i < summary->events.len; i++) {
        const struct summary_event *event = &summary->events.items[i];
        cJSON *object = json_add_object(events, event->name);
        json_add_count(object, "count", event->count);
        json_add_count(object, "bytes", event->bytes);
    }
}

static void add_value(cJSON *to, const char *key, const struct summary_fact *fact) {
    bool yes = strcmp(fact->value, "true") == 0;
    if (fact->number && (yes || strcmp(fact->value, "false") == 0)) json_add_bool(to, key, yes);
    else if (fact->number) json_add_number_text(to, key, fact->value);
    else json_add_text(to, key, fact->value);
}

/* A fact that occurs once is a value; one that occurs more often (several JVMs, several
 * recordings) is an array of them. */
static void add_fact(const struct summary_fact *fact, cJSON *root) {
    cJSON *group = cJSON_GetObjectItemCaseSensitive(root, fact->group);
    if (!group) group = json_add_object(root, fact->group);
    cJSON *there = cJSON_GetObjectItemCaseSensitive(group, fact->key);
    if (!there) {
        add_value(group, fact->key, fact);
        return;
    }
    if (!cJSON_IsArray(there)) {
        cJSON *first = cJSON_DetachItemFromObjectCaseSensitive(group, fact->key);
        there = json_add_array(group, fact->key);
        cJSON_AddItemToArray(there, first);
    }
    add_value(there, NULL, fact);
}

static const char *kind_name(const struct scan_note *note) {
    if (note->failed) return "failed";
    switch (note->note.kind) {
    case JFR_NOTE_LOST: return "lost";
    case JFR_NOTE_UNFINISHED: return "unfinished";
    case JFR_NOTE_DUPLICATE: return "duplicate";
    case JFR_NOTE_SKIPPED: return "skipped";
    }
    return "lost";
}

static void add_warnings(const struct summary_view *view, cJSON *root) {
    cJSON *warnings = json_add_array(root, "warnings");
    for (size_t i = 0; i < view->summary->warnings.len; i++) {
        cJSON *object = json_add_object(warnings, NULL);
        json_add_text(object, "kind", "content");
        json_add_text(object, "text", view->summary->warnings.items[i]);
    }
    for (size_t i = 0; i < view->report->notes.len; i++) {
        const struct scan_note *note = &view->report->notes.items[i];
        cJSON *object = json_add_object(warnings, NULL);
        json_add_text(object, "kind", kind_name(note));
        json_add_text(object, "text", note->note.text);
        json_add_text(object, "recording", note->source);
        json_add_count(object, "offset", note->note.offset);
        json_add_count(object, "bytes", note->note.bytes);
    }
}

void summary_add_json(const struct summary_view *view, struct text *out) {
    const struct scan_report *report = view->report;
    struct text version = {0};
    cJSON *root = cJSON_CreateObject();
    summary_add_version(report, &version);
    json_add_text(root, "version", text_str(&version));
    add_chunks(report, root);
    json_add_number(root, "start_ns", report->start_ns);
    json_add_number(root, "duration_ns", report->end_ns - report->start_ns);
    json_add_count(root, "duplicate_chunks", report->duplicates);
    json_add_count(root, "lost_bytes", report->lost_bytes);
    add_events(view->summary, root);
    for (size_t i = 0; i < view->summary->facts.len; i++)
        add_fact(&view->summary->facts.items[i], root);
    add_warnings(view, root);
    json_write(root, true, out);
    text_free(&version);
}
