#include "analyzers/walk/notes.h"
#include "base/plural.h"

#include <inttypes.h>
#include <stdio.h>

#define MAX_NOTES 1000 /* in the report */
#define MAX_CHUNK_NOTES 50

void notes_open(struct notes *notes, struct scan_report *report) {
    *notes = (struct notes){.report = report};
    pthread_mutex_init(&notes->lock, NULL);
}

static const char *intern(struct notes *notes, const char *name) {
    struct strings *sources = &notes->report->sources;
    return strings_get(sources, strings_add(sources, name));
}

static void add(struct notes *notes, const char *source, uint64_t recording, bool failed,
                const struct jfr_note *note, uint64_t places) {
    struct scan_report *report = notes->report;
    pthread_mutex_lock(&notes->lock);
    array_push(&report->notes,
               ((struct scan_note){intern(notes, source), recording, failed, *note, places}));
    if (note->kind == JFR_NOTE_LOST) report->lost_bytes += note->bytes;
    pthread_mutex_unlock(&notes->lock);
}

/* Who reads another stretch of the chunk finds the same of its constants. */
static bool is_there(struct notes *notes, const struct chunk_notes *of,
                     const struct jfr_note *note) {
    const struct scan_report *report = notes->report;
    bool there = false;
    pthread_mutex_lock(&notes->lock);
    for (size_t i = 0; i < report->notes.len && !there; i++) {
        const struct scan_note *other = &report->notes.items[i];
        there = other->order == of->chunk->recording && other->note.offset == note->offset &&
                strcmp(other->note.text, note->text) == 0;
    }
    pthread_mutex_unlock(&notes->lock);
    return there;
}

static struct jfr_note note_of(const struct jfr_error *error, uint64_t bytes) {
    struct jfr_note note = {.kind = JFR_NOTE_LOST, .offset = error->offset, .bytes = bytes};
    memcpy(note.text, error->text, sizeof note.text - 1);
    return note;
}

const char *notes_source(struct notes *notes, const char *name) {
    pthread_mutex_lock(&notes->lock);
    const char *source = intern(notes, name);
    pthread_mutex_unlock(&notes->lock);
    return source;
}

static void tell(struct notes *notes, const char *source, uint64_t recording, bool failed,
                 const struct jfr_note *note) {
    if (notes->silent) return;
    if (notes->told < MAX_NOTES) {
        notes->told++;
        add(notes, source, recording, failed, note, 0);
        return;
    }
    notes->untold++;
    pthread_mutex_lock(&notes->lock);
    if (note->kind == JFR_NOTE_LOST) notes->report->lost_bytes += note->bytes;
    pthread_mutex_unlock(&notes->lock);
}

void notes_tell(struct notes *notes, const char *source, uint64_t recording,
                const struct jfr_note *note) {
    tell(notes, source, recording, false, note);
}

void notes_fail(struct notes *notes, const char *source, uint64_t recording,
                const struct jfr_error *error) {
    struct jfr_note note = note_of(error, 0);
    tell(notes, source, recording, true, &note);
    notes->report->failed++;
    if (notes->report->error.code == JFR_OK) notes->report->error = *error;
}

void notes_apart(struct notes *notes, bool silent) {
    struct scan_report *report = notes->report;
    notes->silent = silent;
    report->sources = (struct strings){0};
    memset(&report->notes, 0, sizeof report->notes);
    report->lost_bytes = 0;
}

void notes_join(struct notes *notes, const struct notes *others) {
    const struct scan_report *from = others->report;
    EACH (const struct scan_note, note, &from->notes) {
        struct scan_note copy = *note;
        copy.source = intern(notes, note->source);
        array_push(&notes->report->notes, copy);
    }
    notes->report->lost_bytes += from->lost_bytes;
    notes->told += others->told;
    notes->untold += others->untold;
    notes->bad_profiles += others->bad_profiles;
}

/* The note with so many bytes as were not lost before. */
static struct jfr_note count_lost(struct chunk_notes *of, const struct jfr_note *note) {
    struct jfr_note counted = *note;
    uint64_t left = of->chunk->size - of->lost;
    if (note->kind != JFR_NOTE_LOST) return counted;
    if (counted.bytes > left) counted.bytes = left;
    of->lost += counted.bytes;
    return counted;
}

void notes_of_chunk(void *context, const struct jfr_note *raw) {
    struct chunk_notes *of = context;
    if (of->shared && is_there(of->notes, of, raw)) return;
    const struct jfr_note counted = count_lost(of, raw), *note = &counted;
    if (of->told++ < MAX_CHUNK_NOTES) {
        add(of->notes, of->chunk->name, of->chunk->recording, false, note, 0);
        return;
    }
    if (of->untold++ == 0) of->untold_offset = note->offset;
    if (note->kind == JFR_NOTE_LOST) of->untold_bytes += note->bytes;
}

void notes_end_chunk(struct chunk_notes *of) {
    struct jfr_note note = {
        .kind = JFR_NOTE_LOST, .offset = of->untold_offset, .bytes = of->untold_bytes};
    if (of->untold == 0) return;
    snprintf(note.text, sizeof note.text,
             "and %" PRIu64 " more %s behind this one: %" PRIu64 " %s lost there", of->untold,
             plural(of->untold, "place", "places"), of->untold_bytes,
             plural(of->untold_bytes, "byte was", "bytes were"));
    add(of->notes, of->chunk->name, of->chunk->recording, false, &note, of->untold);
}

void notes_fail_profile(struct chunk_notes *of, const struct jfr_error *error) {
    struct jfr_note all = note_of(error, of->chunk->size), note = count_lost(of, &all);
    add(of->notes, of->chunk->name, of->chunk->recording, true, &note, 0);
    pthread_mutex_lock(&of->notes->lock);
    of->notes->bad_profiles++;
    pthread_mutex_unlock(&of->notes->lock);
}

ORDERED(compare_notes, struct scan_note, RISING(order), RISING(note.offset),
        strcmp(x->note.text, y->note.text))

void notes_close(struct notes *notes) {
    struct scan_report *report = notes->report;
    size_t len = report->notes.len;
    pthread_mutex_destroy(&notes->lock);
    report->recordings -= notes->bad_profiles;
    report->profiles -= notes->bad_profiles;
    report->failed += notes->bad_profiles;
    if (notes->bad_profiles && report->error.code == JFR_OK) report->error.code = JFR_DAMAGED;
    if (len) qsort(report->notes.items, len, sizeof *report->notes.items, compare_notes);
    if (len + notes->untold <= MAX_NOTES) return;
    struct scan_note *last = &report->notes.items[MAX_NOTES - 1];
    report->notes.len = MAX_NOTES;
    last->note.bytes = 0;
    snprintf(last->note.text, sizeof last->note.text,
             "and %zu more notes of this kind, from here on", len - MAX_NOTES + 1 + notes->untold);
}
