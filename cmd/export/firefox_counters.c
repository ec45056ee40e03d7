/* Counters of the Firefox Profiler: CPU time of the JVM and its heap. */
#include "cmd/export/firefox.h"

#include "analyzers/time/load.h"

#include <stdlib.h>

struct counter {
    const char *name, *category, *graph, *unit, *color, *label, *source;
};

static void begin_counter(struct firefox *f, const struct counter *counter, size_t count) {
    struct json *json = &f->json;
    json_begin_object(json, NULL);
    json_text(json, "name", counter->name);
    json_text(json, "category", counter->category);
    json_text(json, "description", counter->label);
    firefox_add_pid(f, "pid");
    json_count(json, "mainThreadIndex", firefox_main_thread(f));
    json_begin_object(json, "display");
    json_text(json, "graphType", counter->graph);
    json_text(json, "unit", counter->unit);
    json_text(json, "color", counter->color);
    json_null(json, "markerSchemaLocation");
    json_count(json, "sortWeight", 40);
    json_text(json, "label", counter->label);
    json_begin_array(json, "tooltipRows");
    json_begin_object(json, NULL);
    json_text(json, "type", "value");
    json_text(json, "source", counter->source);
    json_begin_object(json, "format");
    json_text(json, "unit", *counter->unit ? counter->unit : "number");
    json_end_object(json);
    json_text(json, "label", counter->label);
    json_end_object(json);
    json_end_array(json);
    json_end_object(json);
    json_begin_object(json, "samples");
    json_count(json, "length", count);
}

static void end_counter(struct firefox *f) {
    json_end_object(&f->json);
    json_end_object(&f->json);
}

/* What the JVM used since the event before: CPU time, so that its rate is the number of CPUs. */
static void add_cpu(struct firefox *f, const struct facts *facts, struct time_window window) {
    static const struct counter cpu = {
        "JVM CPU time", "CPU", "line-rate", "", "green", "CPU time of the JVM (ms)", "count"};
    int64_t *since = load_starts(facts, f->start_ns);
    int64_t processors = load_processors(facts);
    size_t first = 0, end = facts->loads.len;
    while (first < end && facts->loads.items[first].time_ns < window.from_ns) first++;
    while (end > first && facts->loads.items[end - 1].time_ns > window.to_ns) end--;
    if (first < end && is_known(processors)) {
        begin_counter(f, &cpu, end - first);
        json_begin_array(&f->json, "time");
        for (size_t i = first; i < end; i++) firefox_add_ms(f, NULL, facts->loads.items[i].time_ns);
        json_end_array(&f->json);
        json_begin_array(&f->json, "count");
        for (size_t i = first; i < end; i++) {
            const struct fact_load *load = &facts->loads.items[i];
            double share = (double)load->jvm_user + (double)load->jvm_system;
            double ms = share * (double)processors * (double)(load->time_ns - since[i]) / 1e6;
            json_real(&f->json, NULL, ms > 0 ? ms : 0, 3);
        }
        json_end_array(&f->json);
        end_counter(f);
    }
    free(since);
}

/* Used before and after each collection: the first is what it began with, the others are
 * differences. */
static void add_heap(struct firefox *f, const struct facts *facts, struct time_window window) {
    static const struct counter heap = {
        "Heap used",  "Memory", "line-accumulated",
        "bytes",      "orange", "Java heap in use, before and after collections",
        "accumulated"};
    size_t first = 0, end = facts->heaps.len;
    while (first < end && facts->heaps.items[first].time_ns < window.from_ns) first++;
    while (end > first && facts->heaps.items[end - 1].time_ns > window.to_ns) end--;
    if (first == end) return;
    begin_counter(f, &heap, end - first);
    json_begin_array(&f->json, "time");
    for (size_t i = first; i < end; i++) firefox_add_ms(f, NULL, facts->heaps.items[i].time_ns);
    json_end_array(&f->json);
    json_begin_array(&f->json, "count");
    for (size_t i = first; i < end; i++)
        json_number(&f->json, NULL,
                    facts->heaps.items[i].used - (i > first ? facts->heaps.items[i - 1].used : 0));
    json_end_array(&f->json);
    end_counter(f);
}

void firefox_counters_write(struct firefox *f) {
    const struct samples *samples = f->export->answer->reading.samples;
    json_begin_array(&f->json, "counters");
    add_cpu(f, &samples->facts, samples->window);
    add_heap(f, &samples->facts, samples->window);
    json_end_array(&f->json);
}
