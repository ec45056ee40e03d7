#include "tests/support/reading.h"
#include "tests/support/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct asked all_samples = {.needs.keep = PROFILE_ROWS | PROFILE_STACKS};

struct reading reading_of_paths(const char *const *paths, size_t count, const struct asked *options,
                                unsigned jobs, bool keep_duplicates) {
    struct reading reading = {0};
    struct scan_options scan = {
        .paths = paths, .path_count = count, .jobs = jobs, .keep_duplicates = keep_duplicates};
    struct asked asked = options ? *options : all_samples;
    struct jfr_error error;
    if (!selection_open(&asked.selection, &error)) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    reading.samples = samples_read(&scan, &asked.selection, &asked.needs, &reading.report);
    selection_close(&asked.selection);
    return reading;
}

static void check_memory(size_t peak, size_t len) {
    if (peak <= MEMORY_ALLOWED(len)) return;
    fprintf(stderr, "reading %zu bytes took %zu bytes of memory, allowed are %zu\n", len, peak,
            MEMORY_ALLOWED(len));
    abort();
}

struct reading reading_of_bytes(const void *bytes, size_t len, const struct asked *options) {
    struct memory_file file = memory_file_make(bytes, len);
    const char *const paths[] = {file.path};
    memory_watch();
    struct reading reading = reading_of_paths(paths, 1, options, 1, false);
    check_memory(memory_peak(), len);
    struct scan_options scan = {.paths = paths, .path_count = 1, .jobs = 1};
    memory_watch();
    reading.summary = summary_read(&scan, &reading.summary_report);
    check_memory(memory_peak(), len);
    memory_file_close(&file);
    return reading;
}

struct reading reading_of(const struct recording *r, const struct asked *options) {
    return reading_of_bytes(r->out.data, r->out.len, options);
}

void reading_release(struct reading *reading) {
    samples_free(reading->samples);
    summary_free(reading->summary);
    scan_report_free(&reading->report);
    scan_report_free(&reading->summary_report);
    *reading = (struct reading){0};
}

const struct scan_note *report_note(const struct scan_report *report, const char *words) {
    for (size_t i = 0; i < report->notes.len; i++)
        if (strstr(report->notes.items[i].note.text, words)) return &report->notes.items[i];
    return NULL;
}

/* Row of that name; NULL: none. Frames that differ only by what is not shown are added up. */
static struct profile_counts counts_of(const struct profile *profile, const char *name) {
    struct profile_counts sum = {0};
    struct text text = {0};
    for (size_t i = 0; i < profile->rows.len; i++) {
        text_clear(&text);
        frame_add_name(&profile->frames, (uint32_t)i, &text);
        if (strcmp(text_str(&text), name) != 0) continue;
        sum.self += profile->rows.items[i].self;
        sum.total += profile->rows.items[i].total;
    }
    text_free(&text);
    return sum;
}

uint64_t reading_self(const struct reading *reading, const char *name) {
    return counts_of(&reading->samples->profile, name).self;
}

uint64_t reading_total(const struct reading *reading, const char *name) {
    return counts_of(&reading->samples->profile, name).total;
}

uint64_t reading_events(const struct reading *reading, const char *type) {
    for (size_t i = 0; i < reading->summary->events.len; i++)
        if (strcmp(reading->summary->events.items[i].name, type) == 0)
            return reading->summary->events.items[i].count;
    return 0;
}

/* ==== A profile as text ===================================================================== */

struct lines {
    char **items;
    size_t len, cap;
};

static void add_line(struct lines *lines, struct text *line) {
    if (lines->len == lines->cap) {
        lines->cap = lines->cap * 2 + 16;
        lines->items = realloc(lines->items, lines->cap * sizeof *lines->items);
        if (lines->items == NULL) abort();
    }
    lines->items[lines->len++] = text_take(line);
}

static int compare_lines(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_frame(const struct profile *profile, uint32_t id, struct text *out) {
    const struct frame *frame = &profile->frames.rows.items[id];
    frame_add_name(&profile->frames, id, out);
    text_add(out, strings_get(&profile->frames.strings, frame->descriptor));
    text_addf(out, "/%u", frame->type);
}

static void add_stack(const struct profile *profile, uint32_t index, struct text *line) {
    text_add(line, "stack");
    if (index == PROFILE_NONE) return;
    const struct profile_stack *stack = &profile->stacks.items[index];
    for (size_t k = stack->depth; k--;) { /* leaf first */
        text_add_char(line, ' ');
        add_frame(profile, profile->stack_frames.items[stack->first + k], line);
    }
}

static void add_thread(const struct profile *profile, uint32_t index, struct text *line) {
    if (index == PROFILE_NONE) return;
    const struct profile_thread *thread = &profile->threads.items[index];
    const struct strings *strings = &profile->frames.strings;
    text_addf(line, "%s of %s os %llu java %llu%s", strings_get(strings, thread->name),
              strings_get(strings, thread->group), (unsigned long long)thread->os_id,
              (unsigned long long)thread->java_id, thread->is_virtual ? " virtual" : "");
}

void profile_write(const struct profile *profile, struct text *out) {
    struct lines lines = {0};
    for (size_t i = 0; i < profile->rows.len; i++) {
        const struct profile_counts *row = &profile->rows.items[i];
        struct text line = {0};
        if (row->total == 0) continue; /* reports leave these out */
        text_add(&line, "row ");
        add_frame(profile, (uint32_t)i, &line);
        text_addf(&line, " %llu %llu worth %lld %lld", (unsigned long long)row->self,
                  (unsigned long long)row->total, (long long)row->self_value,
                  (long long)row->total_value);
        add_line(&lines, &line);
    }
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        struct text line = {0};
        add_stack(profile, (uint32_t)i, &line);
        text_addf(&line, " %llu truncated %llu worth %lld", (unsigned long long)stack->samples,
                  (unsigned long long)stack->truncated, (long long)stack->value);
        add_line(&lines, &line);
    }
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        struct text line = {0};
        text_addf(&line, "sample at %lld in ", (long long)sample.time_ns);
        add_thread(profile, sample.thread, &line);
        text_addf(&line, " %s ", strings_get(&profile->frames.strings, sample.state));
        add_stack(profile, sample.stack, &line);
        text_addf(&line, " %llu worth %lld", (unsigned long long)sample.count,
                  (long long)sample.value);
        add_line(&lines, &line);
    }
    text_addf(out, "samples %llu without stack %llu truncated %llu worth %lld of unit %d\n",
              (unsigned long long)profile->samples, (unsigned long long)profile->without_stack,
              (unsigned long long)profile->truncated, (long long)profile->value, profile->unit);
    if (lines.len) qsort(lines.items, lines.len, sizeof *lines.items, compare_lines);
    for (size_t i = 0; i < lines.len; i++) {
        text_addf(out, "%s\n", lines.items[i]);
        free(lines.items[i]);
    }
    free(lines.items);
}
