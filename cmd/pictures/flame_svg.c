#include "cmd/write/amount.h"
#include "cmd/pictures/flame_parts.h"
#include "cmd/write/xml.h"

#include "cmd/assets/fit.js.h"
#include "cmd/assets/flame/flame.css.h"
#include "cmd/assets/flame/flame.js.h"
#include "cmd/assets/flame/ui.js.h"
#include "cmd/assets/words.js.h"
#include "base/plural.h"

/* Pixels; flame.js has the same. */
#define PAD 10.0
#define ROW 17
#define HEAD 78          /* above the frames */
#define FOOT 30          /* below them */
#define MAX_ROWS 2100u   /* the JVM's deepest stack setting, and some */
#define STATIC_WIDTH 0.4 /* narrower frames are not worth bytes in the static picture */
#define TITLED_WIDTH 1.0 /* nor is a title for what no pointer can hit; where bytes are scarce, */
#define TITLED_MOST 6.0  /* nor for what has no room for a label */
#define FONTS "Arial,Helvetica,Liberation Sans,sans-serif"

struct picture {
    const struct profile *profile;
    const struct calltree *tree;
    const struct flame_svg_options *options;
    struct flame_layout layout, base_layout; /* the second only where there are two sides */
    struct flame_palette palette;
    double width;      /* of the whole */
    double scale;      /* pixels a sample */
    double min_width;  /* of frames in the file */
    double min_static; /* of frames in the static picture */
    double min_titled; /* of those that have a title of their own */
    uint32_t max_rows, static_rows;
};

/* ==== Numbers =============================================================================== */

static void add_count(struct text *out, uint64_t n) { /* 1234567 -> 1,234,567 */
    if (n >= 1000) {
        add_count(out, n / 1000);
        text_addf(out, ",%03u", (unsigned)(n % 1000));
    } else {
        text_add_u64(out, n);
    }
}

static void add_counted(struct text *out, uint64_t n, const char *noun) {
    add_count(out, n);
    text_addf(out, " %s%s", noun, plural(n, "", "s"));
}

static void add_percent(struct text *out, uint64_t n, uint64_t of) {
    if (n == of) text_add(out, "100 %");
    else text_addf(out, "%.2f %%", 100.0 * (double)n / (double)of);
}

/* Coordinates are in tenths of a pixel, so that neighbours meet. */
static int64_t tenths(double pixels) {
    return (int64_t)llround(pixels * 10);
}

static void add_tenths(struct text *out, int64_t n) {
    text_add_u64(out, (uint64_t)n / 10);
    if (n % 10) text_addf(out, ".%d", (int)(n % 10));
}

/* "new 18.40 %, base 12.00 %, +6.40 points, 1.53x": the script says it in the same words. */
static void add_change(const struct picture *p, uint32_t node, struct text *out) {
    const struct calltree *trees[] = {p->options->change->base, p->tree};
    double share[2];
    for (int side = 0; side < 2; side++) {
        uint64_t all = trees[side]->nodes[0].total;
        share[side] = all ? (double)trees[side]->nodes[node].total / (double)all : 0;
    }
    text_addf(out, "new %.2f %%, base %.2f %%, %+.2f percentage points", 100 * share[1],
              100 * share[0], 100 * (share[1] - share[0]));
    if (share[0] > 0 && share[1] > 0) text_addf(out, ", %.2fx", share[1] / share[0]);
}

/* ==== The static frames ===================================================================== */

static bool in_static(const struct picture *p, const struct flame_frame *frame) {
    uint64_t total = p->tree->nodes[frame->node].total;
    return frame->node == 0 || (double)total * p->scale >= p->min_static;
}

static void add_frame(const struct picture *p, const struct flame_frame *frame,
                      struct flame_name *name, struct text *label, struct text *out) {
    const struct calltree_node *node = &p->tree->nodes[frame->node];
    const struct frames *frames = &p->profile->frames;
    uint64_t all = p->tree->nodes[0].total;
    int64_t left = tenths(PAD + (double)frame->start * p->scale);
    int64_t right = tenths(PAD + (double)(frame->start + node->total) * p->scale);
    if (frame->node == 0) right = tenths(p->width - PAD);

    flame_name(frames, node->frame, name);
    text_clear(label);
    flame_label(name, (double)(right - left) / 10 - 7, label);
    flame_parameters(frames, node->frame, &name->text);
    text_add(out, "<g><title>");
    xml_add(out, text_str(&name->text), name->text.len);
    text_add(out, " (");
    if (p->options->change) {
        add_change(p, frame->node, out);
    } else {
        amount_add(out, p->options->unit, node->total);
        text_add(out, ", ");
        add_percent(out, node->total, all);
    }
    text_add(out, ")</title><rect ");
    flame_palette_attributes(&p->palette, node->frame, out);
    text_add(out, " x=\"");
    add_tenths(out, left);
    text_add(out, "\" width=\"");
    add_tenths(out, right - left);
    text_addf(out, "\" height=\"%d\"/>", ROW - 1);
    if (label->len) {
        text_add(out, "<text x=\"");
        add_tenths(out, left + 35);
        text_add(out, "\" y=\"12\">");
        xml_add(out, text_str(label), label->len);
        text_add(out, "</text>");
    }
    text_add(out, "</g>\n");
}

/* Narrow frames of a row are one path a colour. */
struct thin_frames {
    struct text outlines[FLAME_COLORS];
};

static void add_thin_frame(const struct picture *p, const struct flame_frame *frame,
                           struct thin_frames *thin) {
    const struct calltree_node *node = &p->tree->nodes[frame->node];
    struct text *out = &thin->outlines[flame_palette_color(&p->palette, node->frame)];
    int64_t left = tenths(PAD + (double)frame->start * p->scale);
    int64_t right = tenths(PAD + (double)(frame->start + node->total) * p->scale);
    text_add_char(out, 'M');
    add_tenths(out, left);
    text_add(out, " 0h");
    add_tenths(out, right - left);
    text_addf(out, "v%dh-", ROW - 1);
    add_tenths(out, right - left);
    text_add_char(out, 'z');
}

static void end_row(const struct picture *p, struct thin_frames *thin, struct text *out) {
    for (unsigned color = 0; color < FLAME_COLORS; color++) {
        struct text *outlines = &thin->outlines[color];
        if (outlines->len == 0) continue;
        text_add(out, "<path ");
        flame_palette_color_attributes(&p->palette, color, out);
        text_add(out, " d=\"");
        text_add_bytes(out, outlines->data, outlines->len);
        text_add(out, "\"/>\n");
        text_clear(outlines);
    }
    text_add(out, "</g>\n");
}

static uint32_t depth_of(const struct picture *p, size_t frame) {
    return p->tree->nodes[p->layout.frames.items[frame].node].depth;
}

/* The static frames row by row: indices into the layout. */
static size_t *sort_by_row(struct picture *p, size_t *count) {
    const struct flame_layout *layout = &p->layout;
    OWNED(mem_release) size_t *starts = mem_zero((size_t)layout->rows + 1, sizeof *starts);
    *count = 0;
    p->static_rows = 1;
    for (size_t i = 0; i < layout->frames.len; i++) {
        if (!in_static(p, &layout->frames.items[i])) continue;
        uint32_t depth = depth_of(p, i);
        starts[depth + 1]++;
        ++*count;
        if (depth + 1 > p->static_rows) p->static_rows = depth + 1;
    }
    for (uint32_t row = 0; row < layout->rows; row++) starts[row + 1] += starts[row];
    size_t *sorted = mem_resize(NULL, *count, sizeof *sorted);
    for (size_t i = 0; i < layout->frames.len; i++)
        if (in_static(p, &layout->frames.items[i])) sorted[starts[depth_of(p, i)]++] = i;
    return sorted;
}

/* One group a row, so that no frame needs to say how high it stands. */
static void add_rows(struct picture *p, struct text *out) {
    size_t count;
    OWNED(mem_release) size_t *sorted = sort_by_row(p, &count);
    struct flame_name name = {0};
    OWNED(text_free) struct text label = {0};
    struct thin_frames thin = {0};
    for (size_t i = 0; i < count; i++) {
        const struct flame_frame *frame = &p->layout.frames.items[sorted[i]];
        uint32_t row = depth_of(p, sorted[i]);
        if (i == 0 || row != depth_of(p, sorted[i - 1])) {
            uint32_t down = p->options->icicle ? row : p->static_rows - 1 - row;
            if (i) end_row(p, &thin, out);
            text_addf(out, "<g transform=\"translate(0,%u)\">\n", HEAD + down * ROW);
        }
        double width = (double)p->tree->nodes[frame->node].total * p->scale;
        if (frame->node == 0 || width >= p->min_titled) add_frame(p, frame, &name, &label, out);
        else add_thin_frame(p, frame, &thin);
    }
    end_row(p, &thin, out);
    for (unsigned color = 0; color < FLAME_COLORS; color++) text_free(&thin.outlines[color]);
    text_free(&name.text);
}

/* ==== Around the frames ===================================================================== */

/* Text that is cut to the picture's width. */
static void add_line(const struct picture *p, const char *class, double y, double size,
                     const char *visible, struct text *out) {
    OWNED(text_free) struct text fitted = {0};
    flame_fit(visible, strlen(visible), size * 1.06, p->width - 2 * PAD, &fitted);
    text_addf(out, "<text class=\"%s\" x=\"%g\" y=\"%g\" font-size=\"%g\">", class, PAD, y, size);
    xml_add(out, text_str(&fitted), fitted.len);
    text_add(out, "</text>\n");
}

static void add_legend(const struct picture *p, struct text *out) {
    OWNED(flame_legend_free) flame_legend legend;
    flame_legend_make(&p->palette, p->tree, &legend);
    text_add(out, "<g class=\"legend\">\n");
    double x = PAD;
    EACH (const struct flame_legend_entry, entry, &legend) {
        OWNED(text_free) struct text label = {0};
        text_add(&label, entry->text);
        if (!p->options->change) {
            text_add_char(&label, ' ');
            add_percent(&label, entry->samples, p->tree->nodes[0].total);
        }
        double width = 17 + flame_text_width(text_str(&label), label.len, 12) + 16;
        if (x + width <= p->width) {
            text_addf(out, "<g transform=\"translate(%.0f,58)\"><rect ", x);
            flame_palette_color_attributes(&p->palette, entry->color, out);
            text_add(out, " width=\"12\" height=\"12\"/><text x=\"17\" y=\"10\">");
            xml_add(out, text_str(&label), label.len);
            text_add(out, "</text></g>\n");
        }
        x += width;
    }
    text_add(out, "</g>\n");
}

/* What is not in the picture. */
static void add_note(const struct picture *p, struct text *out) {
    const struct flame_layout *layout = &p->layout;
    if (p->tree->nodes[0].total == 0) text_add(out, "No samples with a stack trace. ");
    if (layout->frames_left_out) {
        text_add(out, "Left out: ");
        add_counted(out, layout->frames_left_out, "frame");
        if (p->min_width > 0) text_addf(out, " narrower than %.3g px", p->min_width);
        if (p->tree->max_depth >= p->max_rows) {
            text_add(out, p->min_width > 0 ? " or more than " : " more than ");
            add_count(out, p->max_rows - 1);
            text_add(out, " deep");
        }
        text_add(out, "; ");
        amount_add(out, p->options->unit, layout->samples_left_out);
        text_add(out, " (");
        add_percent(out, layout->samples_left_out, p->tree->nodes[0].total);
        text_add(out, plural(layout->samples_left_out, ") ends in them. ", ") end in them. "));
    }
    if (p->profile->without_stack) {
        add_counted(out, p->profile->without_stack, "sample");
        text_add(out, plural(p->profile->without_stack, " has", " have"));
        text_add(out, " no stack trace. ");
    }
    if (out->len) out->data[--out->len] = 0; /* the last space */
}

static void add_head(const struct picture *p, struct text *out) {
    const struct flame_svg_options *o = p->options;
    unsigned height = HEAD + p->static_rows * ROW + FOOT;
    OWNED(text_free) struct text title = {0}, subtitle = {0};
    visible_add(&title, o->title ? o->title : "", o->title ? strlen(o->title) : 0, 1000);
    visible_add(&subtitle, o->subtitle ? o->subtitle : "", o->subtitle ? strlen(o->subtitle) : 0,
                1000);
    if (o->reverse)
        text_add(&subtitle, subtitle.len ? ", merged from the leaves" : "Merged from the leaves");

    text_addf(out,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flame\" width=\"%.0f\" "
              "height=\"%u\" viewBox=\"0 0 %.0f %u\" font-family=\"" FONTS
              "\" font-size=\"12\">\n<title>",
              p->width, height, p->width, height);
    xml_add(out, text_str(&title), title.len);
    text_add(out, title.len ? " - flame graph</title>\n<desc>" : "flame graph</title>\n<desc>");
    xml_add(out, text_str(&subtitle), subtitle.len);
    text_add(out, "</desc>\n<style>\n");
    text_add(out, asset_flame_flame_css);
    flame_palette_css(&p->palette, out);
    text_add(out,
             "</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    add_line(p, "title", 24, 17, text_str(&title), out);
    add_line(p, "subtitle", 44, 12, text_str(&subtitle), out);
    add_legend(p, out);
    const char *unit = amount_unit(o->unit);
    text_addf(out, "<g class=\"frames\" data-root=\"%s\" data-unit=\"%s\">\n",
              o->icicle ? "top" : "bottom", unit ? unit : "samples");
}

static void add_foot(const struct picture *p, struct text *out) {
    OWNED(text_free) struct text note = {0};
    add_note(p, &note);
    text_add(out, "</g>\n");
    add_line(p, "note", HEAD + p->static_rows * ROW + 16.0, 11, text_str(&note), out);
}

static void add_script(struct text *out) {
    text_add(out, "<script><![CDATA[\n(() => {\n\"use strict\";\n");
    text_add(out, asset_words_js);
    text_add(out, asset_fit_js);
    text_add(out, asset_flame_flame_js);
    text_add(out, asset_flame_ui_js);
    text_add(out, "})();\n]]></script>\n");
}

/* ==== Fitting into max_bytes ================================================================ */

static void lay_out(struct picture *p) {
    flame_layout_free(&p->layout);
    flame_palette_free(&p->palette);
    flame_layout(p->tree, p->scale > 0 ? p->min_width / p->scale : 0, p->max_rows, &p->layout);
    const struct flame_change *change = p->options->change;
    if (change) {
        double least = (double)change->base->nodes[0].total * p->min_width / (p->width - 2 * PAD);
        flame_layout_free(&p->base_layout);
        flame_layout(change->base, least, p->max_rows, &p->base_layout);
        flame_palette_open_change(&p->profile->frames, change->kinds, &p->palette);
        return;
    }
    flame_palette_open(&p->profile->frames, p->options->color, &p->layout, p->tree, &p->palette);
}

/* Leaves out more: frames that are wider than so far, or half of the rows where that would leave
 * none. False: nothing but the root is left. */
static bool leave_out_more(struct picture *p, double too_large) {
    if (p->layout.frames.len == 1) return false;
    double old_width = p->min_width;
    double next = old_width * (too_large < 1.15 ? 1.15 : too_large > 3 ? 3 : too_large);
    /* Below one sample more a step changes nothing. */
    double step = (ceil(old_width / p->scale) + 1) * p->scale;
    p->min_width = next > step ? next : step;
    lay_out(p);
    if (p->layout.frames.len > 1) return true;
    p->min_width = old_width;
    lay_out(p);
    p->max_rows = p->layout.rows / 2;
    lay_out(p);
    return true;
}

/* Data first, as it has all that can be zoomed into; the static picture gets what is left. */
static void build(struct picture *p, size_t room, struct text *data, struct text *rows) {
    size_t data_room = room / 10 * 7;
    const struct flame_change *change = p->options->change;
    const struct flame_side sides[] = {{p->tree, &p->layout},
                                       {change ? change->base : NULL, &p->base_layout}};
    lay_out(p);
    do {
        text_clear(data);
        flame_data_add(sides, change ? 2 : 1, &p->palette, data);
    } while (data->len > data_room &&
             leave_out_more(p, (double)data->len / ((double)data_room + 1)));
    size_t rows_room = room > data->len ? room - data->len : 0;
    p->min_static = p->min_width > STATIC_WIDTH ? p->min_width : STATIC_WIDTH;
    p->min_titled = TITLED_WIDTH;
    for (;;) {
        text_clear(rows);
        add_rows(p, rows);
        if (rows->len <= rows_room || p->min_static > p->width) break;
        if (p->min_titled < TITLED_MOST) p->min_titled *= 1.5;
        else p->min_static *= 1.25;
    }
}

void flame_svg(const struct profile *profile, const struct calltree *tree,
               const struct flame_svg_options *options, struct text *out,
               struct flame_svg_stats *stats) {
    struct picture p = {.profile = profile, .tree = tree, .options = options};
    p.width = options->width >= 200 ? options->width : 200;
    p.min_width = options->min_width > 0 ? options->min_width : 0;
    p.max_rows = MAX_ROWS;
    uint64_t all = tree->nodes[0].total;
    p.scale = all ? (p.width - 2 * PAD) / (double)all : 0;

    OWNED(text_free) struct text head = {0}, foot = {0}, data = {0}, rows = {0};
    size_t room = SIZE_MAX / 2;
    add_script(&foot);
    if (options->max_bytes) {
        lay_out(&p);
        add_head(&p, &head);
        size_t fixed = head.len + foot.len + 1000; /* the note and the tags between */
        room = options->max_bytes > fixed ? options->max_bytes - fixed : 0;
    }
    build(&p, room, &data, &rows);

    text_clear(&head);
    add_head(&p, &head);
    text_add_bytes(out, text_str(&head), head.len);
    text_add_bytes(out, text_str(&rows), rows.len);
    add_foot(&p, out);
    text_add(out, "<metadata>\n");
    text_add_bytes(out, text_str(&data), data.len);
    text_add(out, "</metadata>\n");
    text_add_bytes(out, text_str(&foot), foot.len);
    text_add(out, "</svg>\n");
    if (stats)
        *stats = (struct flame_svg_stats){p.layout.frames.len - 1, p.layout.frames_left_out,
                                          p.layout.samples_left_out, p.min_width};
    free_each(flame_layout_free, &p.layout, &p.base_layout);
    flame_palette_free(&p.palette);
}
