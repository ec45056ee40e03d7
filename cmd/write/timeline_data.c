/* The timeline for programs: JSON, and CSV with one line per bucket. */
#include "analyzers/time/load.h"
#include "cmd/read/moment.h"
#include "cmd/write/frame_cells.h"
#include "cmd/write/table.h"
#include "cmd/write/timeline_view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ==== JSON ================================================================================== */

static void add_counts(cJSON *to, const char *key, const uint64_t *counts, size_t count) {
    cJSON *array = json_add_array(to, key);
    for (size_t i = 0; i < count; i++) json_add_count(array, NULL, counts[i]);
}

static void add_reals(cJSON *to, const char *key, const double *values, size_t count, double factor,
                      int decimals) {
    cJSON *array = json_add_array(to, key);
    for (size_t i = 0; i < count; i++) json_add_real(array, NULL, values[i] * factor, decimals);
}

static void add_row(const struct timeline_view *view, const struct timeline_row *row, cJSON *rows) {
    static const char *const kinds[] = {"row", "unknown", "others"};
    const struct frames *frames = &view->profile->frames;
    cJSON *object = json_add_object(rows, NULL);
    double all = (double)view->range->samples;
    json_add_text(object, "kind", kinds[row->kind]);
    if (row->kind == TIMELINE_OTHERS) json_add_count(object, "members", row->members);
    if (row->kind == TIMELINE_ROW && view->split == TIMELINE_BY_METHOD)
        frame_add_json(frames, row->id, (enum frame_by)view->by, view->frame_types, object);
    else if (row->kind == TIMELINE_ROW)
        json_add_text(object, view->split == TIMELINE_BY_THREAD ? "thread" : "state",
                      strings_get(&frames->strings, row->id));
    json_add_count(object, "samples", row->samples);
    json_add_percent(object, "samples_percent", all > 0 ? 100 * (double)row->samples / all : 0);
    add_counts(object, "counts", row->counts, view->timeline->buckets);
}

static void add_cpu(const struct timeline_view *view, cJSON *root) {
    const struct timeline *t = view->timeline;
    int64_t processors = load_processors(view->facts);
    if (t->machine) {
        cJSON *cpu = json_add_object(root, "cpu");
        add_reals(cpu, "jvm_user_percent", t->jvm_user, t->buckets, 100, 4);
        add_reals(cpu, "jvm_system_percent", t->jvm_system, t->buckets, 100, 4);
        add_reals(cpu, "machine_percent", t->machine, t->buckets, 100, 4);
    } else {
        json_add_null(root, "cpu");
    }
    if (processors) json_add_number(root, "processors", processors);
    else json_add_null(root, "processors");
    cJSON *threads = json_add_array(root, "thread_cpu");
    for (size_t i = 0; i < t->threads.len; i++) {
        const struct timeline_thread *thread = &t->threads.items[i];
        cJSON *object = json_add_object(threads, NULL);
        json_add_text(object, "thread", strings_get(&view->facts->strings, thread->name));
        if (processors) json_add_real(object, "cpu_ns", thread->cpu_ns * (double)processors, 0);
        else json_add_null(object, "cpu_ns");
        add_reals(object, "percent", thread->load, t->buckets, 100, 4);
    }
}

static void add_container(const struct timeline_view *view, cJSON *root) {
    const struct timeline *t = view->timeline;
    if (!t->container_cpus && !t->throttled) {
        json_add_null(root, "container");
        return;
    }
    cJSON *container = json_add_object(root, "container");
    if (t->container_cpus) add_reals(container, "cpus", t->container_cpus, t->buckets, 1, 6);
    if (!t->throttled) return;
    add_reals(container, "throttled_slices_percent", t->throttled, t->buckets, 100, 4);
    add_reals(container, "throttled_ns", t->throttled_ns, t->buckets, 1, 0);
}

static void add_pauses(const struct timeline_view *view, cJSON *root) {
    const struct timeline *t = view->timeline;
    if (!t->has_pauses) {
        json_add_null(root, "gc_pauses");
        return;
    }
    cJSON *pauses = json_add_object(root, "gc_pauses");
    json_add_count(pauses, "pauses", t->pauses);
    json_add_number(pauses, "longest_ns", t->longest_pause_ns);
    add_reals(pauses, "paused_ns", t->paused_ns, t->buckets, 1, 0);
}

static void add_window(const struct timeline_view *view, cJSON *root) {
    const struct timeline_window *window = &view->timeline->window;
    if (window->samples == 0) {
        json_add_null(root, "busiest");
        return;
    }
    struct text point = {0};
    cJSON *object = json_add_object(root, "busiest");
    json_add_number(object, "from_ns", window->from_ns);
    json_add_number(object, "to_ns", window->to_ns);
    moment_add(&point, window->from_ns, view->origin_ns);
    json_add_text(object, "from", text_str(&point));
    text_clear(&point);
    moment_add(&point, window->to_ns, view->origin_ns);
    json_add_text(object, "to", text_str(&point));
    json_add_count(object, "samples", window->samples);
    text_free(&point);
}

void timeline_write_json(const struct timeline_view *view, struct text *out) {
    static const char *const splits[] = {"method", "thread", "state", "none"};
    const struct timeline *t = view->timeline;
    cJSON *root = cJSON_CreateObject();
    json_add_text(root, "event", view->event);
    json_add_count(root, "samples", view->range->samples);
    json_add_count(root, "samples_outside", view->range->outside);
    json_add_count(root, "samples_untimed", view->range->untimed);
    json_add_number(root, "start_ns", t->start_ns);
    json_add_number(root, "end_ns", t->end_ns);
    json_add_number(root, "bucket_ns", t->bucket_ns);
    json_add_count(root, "buckets", t->buckets);
    add_counts(root, "counts", t->total, t->buckets);
    json_add_text(root, "split", splits[view->split]);
    cJSON *rows = json_add_array(root, "rows");
    for (size_t i = 0; i < t->rows.len; i++) add_row(view, &t->rows.items[i], rows);
    add_cpu(view, root);
    add_container(view, root);
    add_pauses(view, root);
    add_window(view, root);
    json_write(root, true, out);
}

/* ==== CSV =================================================================================== */

static void real_cell(struct table *table, const double *values, size_t at, double factor,
                      const char *format) {
    char cell[400] = "";
    if (!isnan(values[at])) snprintf(cell, sizeof cell, format, values[at] * factor);
    table_text(table, cell);
}

static void add_columns(const struct timeline_view *view, struct table *table) {
    const struct timeline *t = view->timeline;
    table_column(table, (struct table_column){.key = "from_ns", .number = true});
    table_column(table, (struct table_column){.key = "seconds", .number = true});
    table_column(table, (struct table_column){.key = "samples", .number = true});
    for (size_t i = 0; i < t->rows.len; i++) {
        struct text name = {0};
        size_t packages;
        timeline_row_name(view, &t->rows.items[i], &name, &packages);
        table_column(table, (struct table_column){
                                .key = arena_copy(&table->texts, text_str(&name), name.len),
                                .number = true});
        text_free(&name);
    }
    if (t->machine) {
        table_column(table, (struct table_column){.key = "jvm_user_percent", .number = true});
        table_column(table, (struct table_column){.key = "jvm_system_percent", .number = true});
        table_column(table, (struct table_column){.key = "machine_percent", .number = true});
    }
    if (t->container_cpus)
        table_column(table, (struct table_column){.key = "container_cpus", .number = true});
    if (t->throttled)
        table_column(table, (struct table_column){.key = "throttled_percent", .number = true});
    if (t->has_pauses)
        table_column(table, (struct table_column){.key = "gc_paused_ns", .number = true});
}

void timeline_write_csv(const struct timeline_view *view, struct text *out) {
    const struct timeline *t = view->timeline;
    struct table table = {0};
    add_columns(view, &table);
    for (size_t i = 0; i < t->buckets; i++) {
        char cell[64];
        int64_t from = t->start_ns + (int64_t)i * t->bucket_ns;
        snprintf(cell, sizeof cell, "%lld", (long long)from);
        table_text(&table, cell);
        snprintf(cell, sizeof cell, "%.9f", (double)(from - view->origin_ns) / 1e9);
        table_text(&table, cell);
        table_count(&table, t->total[i]);
        for (size_t k = 0; k < t->rows.len; k++) table_count(&table, t->rows.items[k].counts[i]);
        if (t->machine) {
            real_cell(&table, t->jvm_user, i, 100, "%.4f");
            real_cell(&table, t->jvm_system, i, 100, "%.4f");
            real_cell(&table, t->machine, i, 100, "%.4f");
        }
        if (t->container_cpus) real_cell(&table, t->container_cpus, i, 1, "%.6f");
        if (t->throttled) real_cell(&table, t->throttled, i, 100, "%.4f");
        if (t->has_pauses) real_cell(&table, t->paused_ns, i, 1, "%.0f");
    }
    table_write_csv(&table, out);
    table_free(&table);
}
