/* A heat map as a sheet and as SVG. */
#pragma once

#include "analyzers/time/heatmap.h"
#include "cmd/write/sheet.h"

struct heatmap_view {
    const struct heatmap *map;
    const struct time_range *range;
    const char *event;            /* what was taken, or NULL */
    const char *title, *subtitle; /* for the SVG */
    struct zone zone;             /* of clocks */
    int64_t origin_ns;            /* start of the recording */
    bool utf8, color;
    size_t columns; /* lines may be this long; 0: no limit */
};

/* How many rows, in a window of so many lines (0: no window); halves: two to a line. */
size_t heatmap_text_rows(size_t lines, bool halves);
/* How many columns a map may have in lines of so many columns (0: no limit). */
size_t heatmap_text_columns(size_t columns);

/* Text has the map, Markdown and HTML the hottest cells, CSV those with samples. */
void heatmap_describe(const struct heatmap_view *view, struct sheet *sheet);
void heatmap_write_svg(const struct heatmap_view *view, struct text *out);

/* "754 samples of ..., a column is 1 s, a cell 20 ms with at most 4 samples", a line. */
void heatmap_add_head(const struct heatmap_view *view, struct text *out);
