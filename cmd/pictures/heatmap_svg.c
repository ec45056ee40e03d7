/* The heat map as one SVG file that stands alone: cells say their time and count when pointed at.
 *
 *   title, subtitle
 *   axis of seconds
 *   0 ms  [][][]..    nine colours, each darker than the one before (lighter where the page is
 * dark),
 *   ...   [][][]..    so that they can be told apart without seeing hues
 *   legend, hottest cells as options to select them
 */
#include "cmd/assets/heatmap.css.h"
#include "cmd/write/words.h"
#include "cmd/read/moment.h"
#include "cmd/sheets/heatmap.h"
#include "cmd/write/xml.h"
#include "base/units.h"

#define PAD 16
#define LEFT 66 /* where cells begin */
#define TOP 98
#define MAP_WIDTH 1150 /* cells are made to fill about this much */
#define MAP_HEIGHT 500
#define LEAST_WIDTH 640 /* of the whole picture: titles need some room */
#define COLORS 9
#define MAX_TITLE 200

static const char *const light[COLORS] = {"#d9e6f2", "#bcd6ea", "#97c2df", "#6aa8d0", "#438cbe",
                                          "#2a6ea6", "#22518c", "#24356d", "#251749"};

struct picture {
    unsigned cell_width, cell_height, width, height, map_width, map_height;
};

static unsigned clamp(size_t value, unsigned least, unsigned most) {
    return value < least ? least : value > most ? most : (unsigned)value;
}

/* 0: no samples, else 1..COLORS. */
static unsigned color_of(const struct heatmap *map, uint64_t samples) {
    if (samples == 0) return 0;
    return 1 + (unsigned)((double)(samples - 1) * COLORS / (double)map->most);
}

/* The fewest samples that have the colour. */
static uint64_t least_of(const struct heatmap *map, unsigned color) {
    uint64_t n = (uint64_t)((double)(color - 1) * (double)map->most / COLORS);
    while (color_of(map, n + 1) < color) n++;
    return n + 1;
}

static void add_visible(struct text *out, const char *text) {
    xml_add_visible(out, text, MAX_TITLE);
}

static void add_text(struct text *out, const char *class, double x, double y, unsigned size,
                     const char *text) {
    text_addf(out, "<text class=\"%s\" x=\"%g\" y=\"%g\" font-size=\"%u\">", class, x, y, size);
    add_visible(out, text);
    text_add(out, "</text>\n");
}

/* Marks above the columns and left of the rows, no closer than they are wide. */
static void add_axes(const struct heatmap_view *view, const struct picture *p, struct text *out) {
    const struct heatmap *map = view->map;
    OWNED(text_free) struct text mark = {0};
    struct time_range shown = {.start_ns = map->start_ns - view->origin_ns};
    shown.end_ns = shown.start_ns + (int64_t)map->columns * map->column_ns;
    size_t marks = p->map_width / 70 ? p->map_width / 70 : 1;
    int64_t step = time_range_step(&shown, marks, map->column_ns);
    text_add(out, "<g class=\"quiet\" font-size=\"11\">\n");
    for (size_t column = 0; column < map->columns; column++) {
        int64_t at = shown.start_ns + (int64_t)column * map->column_ns;
        if (at % step) continue;
        text_clear(&mark);
        moment_add_mark(&mark, at, step);
        text_addf(out, "<text x=\"%zu\" y=\"%d\">%s</text>\n", LEFT + column * p->cell_width,
                  TOP - 18, mark.data);
        text_clear(&mark);
        moment_add_clock(&mark, view->origin_ns + at, step, &view->zone);
        text_addf(out, "<text x=\"%zu\" y=\"%d\">%s</text>\n", LEFT + column * p->cell_width,
                  TOP - 6, text_str(&mark));
    }
    size_t apart = map->rows >= 20 ? map->rows / 10 : 2;
    for (size_t row = 0; row < map->rows; row += apart) {
        text_clear(&mark);
        units_add_exact(&mark, heatmap_cell_at(map, 0, row).from_ns - map->start_ns);
        text_addf(out, "<text x=\"%d\" y=\"%zu\" text-anchor=\"end\">%s</text>\n", LEFT - 6,
                  TOP + row * p->cell_height + 9, mark.data);
    }
    text_add(out, "</g>\n");
}

static void add_cell(const struct heatmap_view *view, const struct picture *p, size_t column,
                     size_t row, struct text *out) {
    const struct heatmap_cell cell = heatmap_cell_at(view->map, column, row);
    text_addf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"%u\" height=\"%u\"><title>",
              LEFT + column * p->cell_width, TOP + row * p->cell_height,
              p->cell_width > 3 ? p->cell_width - 1 : p->cell_width,
              p->cell_height > 3 ? p->cell_height - 1 : p->cell_height);
    moment_add_mark(out, cell.from_ns - view->origin_ns, 1);
    text_add(out, " (");
    moment_add_clock(out, cell.from_ns, 1, &view->zone);
    words_add(out, "): {sample}</title></rect>\n", cell_count(cell.samples));
}

static void add_cells(const struct heatmap_view *view, const struct picture *p, struct text *out) {
    const struct heatmap *map = view->map;
    text_addf(out,
              "<rect class=\"empty\" x=\"%d\" y=\"%d\" width=\"%u\" height=\"%u\" "
              "fill=\"#f3f4f6\"/>\n<g class=\"cells\">\n",
              LEFT, TOP, p->map_width, p->map_height);
    for (unsigned color = 1; color <= COLORS; color++) {
        text_addf(out, "<g class=\"l%u\" fill=\"%s\">\n", color, light[color - 1]);
        for (size_t i = 0; i < map->columns * map->rows; i++)
            if (color_of(map, map->cells[i]) == color)
                add_cell(view, p, i / map->rows, i % map->rows, out);
        text_add(out, "</g>\n");
    }
    text_add(out,
             "</g>\n<g class=\"hot\" fill=\"none\" stroke=\"#c2178f\" pointer-events=\"none\">\n");
    EACH (const struct heatmap_cell, cell, &map->hottest)
        text_addf(out, "<rect x=\"%zu\" y=\"%zu\" width=\"%u\" height=\"%u\"/>\n",
                  LEFT + cell->column * p->cell_width, TOP + cell->row * p->cell_height,
                  p->cell_width, p->cell_height);
    text_add(out, "</g>\n");
}

static void add_legend(const struct heatmap_view *view, const struct picture *p, struct text *out) {
    const struct heatmap *map = view->map;
    double x = LEFT, y = TOP + p->map_height + 16;
    uint64_t before = 0;
    text_add(out, "<g class=\"quiet\" font-size=\"11\">\n");
    for (unsigned color = 1; color <= COLORS && map->most; color++) {
        uint64_t least = least_of(map, color);
        if (least == before || least > map->most || color_of(map, least) != color) continue;
        before = least;
        text_addf(out,
                  "<rect class=\"l%u\" fill=\"%s\" x=\"%g\" y=\"%g\" width=\"12\" "
                  "height=\"12\"/><text x=\"%g\" y=\"%g\">",
                  color, light[color - 1], x, y, x + 16, y + 10);
        OWNED(text_free) struct text number = {0};
        text_add_grouped(&number, least);
        text_addf(out, "%s</text>\n", number.data);
        x += 28 + 7 * (double)number.len;
    }
    text_addf(
        out,
        "<text x=\"%g\" y=\"%g\">samples or more in a cell; framed: the hottest</text>\n</g>\n", x,
        y + 10);
}

static void add_hottest(const struct heatmap_view *view, const struct picture *p,
                        struct text *out) {
    for (size_t i = 0; i < view->map->hottest.len; i++) {
        double y = TOP + p->map_height + 54 + 17 * (double)i;
        const struct heatmap_cell *cell = &view->map->hottest.items[i];
        OWNED(text_free) struct text line = {0};
        text_add_number_of(&line, cell->samples, "sample");
        text_add(&line, ": ");
        moment_add_selection(&line, cell->from_ns, cell->to_ns, view->origin_ns);
        add_text(out, "line", LEFT, y, 12, line.data);
    }
}

void heatmap_write_svg(const struct heatmap_view *view, struct text *out) {
    const struct heatmap *map = view->map;
    struct picture p = {.cell_width = clamp(MAP_WIDTH / map->columns, 3, 24),
                        .cell_height = clamp(MAP_HEIGHT / map->rows, 3, 16)};
    p.map_width = p.cell_width * (unsigned)map->columns;
    p.map_height = p.cell_height * (unsigned)map->rows;
    p.width = LEFT + p.map_width + PAD;
    if (p.width < LEAST_WIDTH) p.width = LEAST_WIDTH;
    p.height = TOP + p.map_height + 54 + 17 * (unsigned)map->hottest.len;
    OWNED(text_free) struct text note = {0};
    heatmap_add_head(view, &note);
    note.data[note.len - 1] = ';';
    text_add_char(&note, ' ');
    moment_add_span(&note, view->range, &view->zone);
    note.data[--note.len] = 0;
    text_addf(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"heat\" width=\"%u\" height=\"%u\" "
              "viewBox=\"0 0 %u %u\" font-family=\"Arial, Helvetica, sans-serif\" role=\"img\">\n"
              "<title>",
              p.width, p.height, p.width, p.height);
    add_visible(out, view->title);
    text_add(out, " - heat map</title>\n<desc>");
    add_visible(out, text_str(&note));
    text_add(out, "</desc>\n");
    text_addf(out, "<style>\n%s</style>\n", asset_heatmap_css);
    text_add(out, "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    add_text(out, "title", PAD, 24, 16, view->title);
    add_text(out, "quiet", PAD, 42, 12, view->subtitle);
    add_text(out, "quiet", PAD, 58, 12, text_str(&note));
    add_axes(view, &p, out);
    add_cells(view, &p, out);
    add_legend(view, &p, out);
    add_hottest(view, &p, out);
    text_add(out, "</svg>\n");
}
