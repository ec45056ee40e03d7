/* Counters of the Firefox Profiler: CPU time of the JVM and its heap. */
#include "cmd/export/firefox.h"

#include "analyzers/time/load.h"

struct counter {
    const char *name, *category, *graph, *unit, *color, *label, *source;
};

static void begin_counter(struct firefox *f, const struct counter *counter, size_t count) {
    struct json *json = &f->json;
    const struct cell label = cell_text(counter->label);
    json_fill(json, "{name: $, category: $, description: $", cell_text(counter->name),
              cell_text(counter->category), label);
    firefox_add_pid(f, "pid");
    json_fill(json,
              "mainThreadIndex: $, display: {graphType: $, unit: $, color: $, "
              "markerSchemaLocation: null, sortWeight: 40, label: $, "
              "tooltipRows: [{type: 'value', source: $, format: {unit: $}, label: $}]}, "
              "samples: {length: $, time: [",
              cell_count(firefox_main_thread(f)), cell_text(counter->graph),
              cell_text(counter->unit), cell_text(counter->color), label,
              cell_text(counter->source), cell_text(*counter->unit ? counter->unit : "number"),
              label, cell_count(count));
}

/* What the JVM used since the event before: CPU time, so that its rate is the number of CPUs. */
static void add_cpu(struct firefox *f, const struct facts *facts, struct time_window window) {
    static const struct counter cpu = {
        "JVM CPU time", "CPU", "line-rate", "", "green", "CPU time of the JVM (ms)", "count"};
    OWNED(mem_release) int64_t *since = load_starts(facts, f->start_ns);
    int64_t processors = load_processors(facts);
    size_t first = 0, end = facts->loads.len;
    while (first < end && facts->loads.items[first].time_ns < window.from_ns) first++;
    while (end > first && facts->loads.items[end - 1].time_ns > window.to_ns) end--;
    if (first < end && is_known(processors)) {
        begin_counter(f, &cpu, end - first);
        for (size_t i = first; i < end; i++) firefox_add_ms(f, NULL, facts->loads.items[i].time_ns);
        json_shape(&f->json, "], count: [");
        for (size_t i = first; i < end; i++) {
            const struct fact_load *load = &facts->loads.items[i];
            double share = (double)load->jvm_user + (double)load->jvm_system;
            double ms = share * (double)processors * (double)(load->time_ns - since[i]) / 1e6;
            json_real(&f->json, NULL, ms > 0 ? ms : 0, 3);
        }
        json_shape(&f->json, "]}}");
    }
}

/* Used before and after each collection: the first as it is, the others as differences. */
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
    for (size_t i = first; i < end; i++) firefox_add_ms(f, NULL, facts->heaps.items[i].time_ns);
    json_shape(&f->json, "], count: [");
    for (size_t i = first; i < end; i++)
        json_number(&f->json, NULL,
                    facts->heaps.items[i].used - (i > first ? facts->heaps.items[i - 1].used : 0));
    json_shape(&f->json, "]}}");
}

void firefox_counters_write(struct firefox *f) {
    const struct samples *samples = f->export->answer->reading.samples;
    json_begin_array(&f->json, "counters");
    add_cpu(f, &samples->facts, samples->window);
    add_heap(f, &samples->facts, samples->window);
    json_end_array(&f->json);
}
