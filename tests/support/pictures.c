#include "tests/support/pictures.h"

#include "analyzers/time/threads.h"
#include "cmd/sheets/heatmap.h"
#include "cmd/sheets/timeline.h"

#include <stdlib.h>

static void must(bool fine) {
    if (!fine) abort();
}

static void written(struct sheet *sheet) {
    const struct sheet_style style = {.columns = 80};
    struct text out = {0};
    sheet_write(sheet, &style, &out);
    must(out.len > 0);
    text_free(&out);
    sheet_free(sheet);
}

static void check_timeline(const struct reading *reading, const struct time_range *range,
                           enum timeline_split split) {
    const struct samples *s = reading->samples;
    struct timeline_options options = {.range = *range,
                                       .origin_ns = reading->report.start_ns,
                                       .split = split,
                                       .top = 3,
                                       .top_threads = 3,
                                       .aligned = split != TIMELINE_BY_STATE,
                                       .bucket_ns = time_range_step(range, 40, 0),
                                       .window_ns = timeline_usual_window(range)};
    struct timeline t;
    uint64_t total = 0, rows = 0;
    timeline_make(&s->profile, &s->facts, &options, &t);
    for (size_t i = 0; i < t.buckets; i++) total += t.total[i];
    for (size_t i = 0; i < t.rows.len; i++)
        for (size_t k = 0; k < t.buckets; k++) rows += t.rows.items[i].counts[k];
    must(total == range->samples);
    must(split == TIMELINE_BY_NONE || rows == total);
    must((t.window.samples > 0) == (total > 0) && t.window.samples <= total);
    struct timeline_view view = {.timeline = &t,
                                 .range = range,
                                 .profile = &s->profile,
                                 .facts = &s->facts,
                                 .event = s->event,
                                 .origin_ns = reading->report.start_ns,
                                 .window_ns = options.window_ns,
                                 .split = split,
                                 .columns = 80};
    for (int format = FORMAT_TEXT; format <= FORMAT_HTML; format++) {
        struct sheet sheet;
        sheet_open(&sheet, (enum format)format);
        timeline_describe(&view, &sheet);
        written(&sheet);
    }
    timeline_free(&t);
}

static void check_heatmap(const struct reading *reading, const struct time_range *range) {
    struct heatmap_options options = {.range = *range,
                                      .origin_ns = reading->report.start_ns,
                                      .rows = 7,
                                      .max_columns = 60,
                                      .hottest = 3};
    struct heatmap map;
    struct text out = {0};
    uint64_t total = 0;
    heatmap_make(&reading->samples->profile, &options, &map);
    for (size_t i = 0; i < map.columns * map.rows; i++) total += map.cells[i];
    must(total == range->samples && map.columns <= 60);
    struct heatmap_view view = {.map = &map,
                                .range = range,
                                .event = reading->samples->event,
                                .title = "",
                                .subtitle = "",
                                .origin_ns = reading->report.start_ns,
                                .columns = 80};
    for (int format = FORMAT_TEXT; format <= FORMAT_HTML; format++) {
        struct sheet sheet;
        sheet_open(&sheet, (enum format)format);
        heatmap_describe(&view, &sheet);
        written(&sheet);
    }
    heatmap_write_svg(&view, &out);
    must(out.len > 0);
    text_free(&out);
    heatmap_free(&map);
}

static void check_threads(const struct reading *reading, const struct time_range *range,
                          enum threads_by by) {
    const struct profile *p = &reading->samples->profile;
    struct threads_options options = {
        .by = by, .methods = 2, .range = *range, .origin_ns = reading->report.start_ns};
    struct threads threads;
    uint64_t all = 0, found = 0;
    threads_make(p, &reading->samples->facts, &options, &threads);
    for (size_t i = 0; i < p->moments.len; i++) all += moments_count(&p->moments, i);
    for (size_t i = 0; i < threads.rows.len; i++) found += threads.rows.items[i].samples;
    must(all == found);
    threads_free(&threads);
}

void pictures_check(struct reading *reading, const struct asked *options) {
    struct profile *p = &reading->samples->profile;
    profile_sort_samples(p);
    struct time_range range = time_range_of(p, reading->report.start_ns, reading->report.end_ns,
                                            &reading->samples->window);
    for (int split = TIMELINE_BY_METHOD; split <= TIMELINE_BY_NONE; split++)
        check_timeline(reading, &range, (enum timeline_split)split);
    check_heatmap(reading, &range);
    for (int by = THREADS_BY_POOL; by <= THREADS_EACH; by++)
        check_threads(reading, &range, (enum threads_by)by);
}
