#include "cmd/pictures/flame_parts.h"
#include "base/order.h"
#include "cmd/pictures/shades.h"
#include "cmd/write/xml.h"
#include "base/platform.h"

/* Frames that differ in nothing but the name: warm, just to tell neighbours apart. */
#define WARM_SHADES 12
static const struct shade warm_shades[WARM_SHADES] = {
    {0xfea387, 0xd08067}, {0xfdb676, 0xce9057}, {0xf1cc74, 0xc4a354}, {0xfed0b4, 0xe59c6f},
    {0xe7b463, 0xbc8f46}, {0xffb293, 0xd78969}, {0xfdc589, 0xd49a5b}, {0xf6d97e, 0xc8ae5c},
    {0xf6ab71, 0xc98653}, {0xedc06b, 0xc0994c}, {0xfec2a4, 0xde936c}, {0xfed29c, 0xd9a560},
};

/* From blue to orange over grey: told apart with any kind of colour vision, and by lightness. */
static const struct shade change_shades[FLAME_CHANGE_KINDS] = {
    [FLAME_REMOVED] = {0x4f93d8, 0x3f7fc4}, [FLAME_SHRANK_MUCH] = {0x8fbdea, 0x6c9fd2},
    [FLAME_SHRANK] = {0xc6ddf4, 0x9dbbd9},  [FLAME_ALIKE] = {0xdadada, 0x9a9a9a},
    [FLAME_GREW] = {0xfbdcb4, 0xdcb985},    [FLAME_GREW_MUCH] = {0xf9b464, 0xd7953f},
    [FLAME_NEW] = {0xe8801f, 0xcf6d10},
};
static const char *const change_names[FLAME_CHANGE_KINDS] = {
    [FLAME_REMOVED] = "removed", [FLAME_SHRANK_MUCH] = "fell, ≤ 0.67×",
    [FLAME_SHRANK] = "fell",     [FLAME_ALIKE] = "no more than chance",
    [FLAME_GREW] = "grew",       [FLAME_GREW_MUCH] = "grew, ≥ 1.5×",
    [FLAME_NEW] = "new",
};

/* Colour numbers. 0 is the root; then types and warm shades, or packages, and behind them for
 * frames without class and package what they would have by type. */
enum { COLOR_ROOT = 0, COLOR_WARM = FRAME_TYPE_COUNT, COLOR_PACKAGE = 1, COLOR_CHANGE = 1 };
enum { COLOR_NO_PACKAGE = COLOR_PACKAGE + PACKAGE_SHADES };

_Static_assert(COLOR_NO_PACKAGE + COLOR_WARM + WARM_SHADES <= FLAME_COLORS, "one digit");

static struct shade shade_of(enum flame_color by, unsigned color) {
    if (color == COLOR_ROOT) return shade_of_root;
    if (by == FLAME_BY_CHANGE) return change_shades[color - COLOR_CHANGE];
    if (by == FLAME_BY_PACKAGE) {
        if (color < COLOR_NO_PACKAGE) return shades_of_packages[color - COLOR_PACKAGE];
        color -= COLOR_NO_PACKAGE;
    }
    return color >= COLOR_WARM ? warm_shades[color - COLOR_WARM] : shades_of_types[color];
}

char flame_color_digit(unsigned color) {
    return "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[color];
}

/* ==== Frames to colours ===================================================================== */

/* The package as it is known, or else as the class's name has it. */
static size_t package_of(const struct frames *frames, const struct frame *frame,
                         const char **name) {
    *name = strings_get(&frames->strings, frame->package);
    size_t len = strings_len(&frames->strings, frame->package);
    if (len) return len;
    *name = strings_get(&frames->strings, frame->class_name);
    len = strings_len(&frames->strings, frame->class_name);
    while (len > 0 && (*name)[len - 1] != '.') len--;
    return len ? len - 1 : 0;
}

static unsigned type_color(const struct frames *frames, uint32_t id, struct text *name) {
    uint32_t type = frames->rows.items[id].type;
    if (type >= FRAME_TYPE_COUNT) return FRAME_UNKNOWN;
    if (type != FRAME_ANY) return type;
    text_clear(name);
    frame_add_name(frames, id, name);
    return COLOR_WARM + (unsigned)(hash_stable(text_str(name), name->len) % WARM_SHADES);
}

static unsigned package_color(const struct frames *frames, uint32_t id, struct text *text) {
    const struct frame *frame = &frames->rows.items[id];
    const char *name;
    size_t len = package_of(frames, frame, &name);
    bool none = len == 0 && strings_len(&frames->strings, frame->class_name) == 0;
    if (none || frame->type == FRAME_THREAD) return COLOR_NO_PACKAGE + type_color(frames, id, text);
    return COLOR_PACKAGE + shade_of_name(name, len);
}

void flame_palette_open(const struct frames *frames, enum flame_color by,
                        const struct flame_layout *layout, const struct calltree *tree,
                        struct flame_palette *palette) {
    *palette = (struct flame_palette){.by = by, .frames = frames};
    palette->colors = mem_alloc(frames->rows.len);
    OWNED(text_free) struct text name = {0};
    for (uint32_t i = 0; i < frames->rows.len; i++)
        palette->colors[i] = (uint8_t)(by == FLAME_BY_PACKAGE ? package_color(frames, i, &name)
                                                              : type_color(frames, i, &name));
    for (size_t i = 0; i < layout->frames.len; i++) {
        uint32_t frame = tree->nodes[layout->frames.items[i].node].frame;
        palette->used |= UINT64_C(1) << flame_palette_color(palette, frame);
    }
}

void flame_palette_open_change(const struct frames *frames, const uint8_t *kinds,
                               struct flame_palette *palette) {
    *palette = (struct flame_palette){.by = FLAME_BY_CHANGE, .frames = frames};
    palette->colors = mem_alloc(frames->rows.len);
    for (size_t i = 0; i < frames->rows.len; i++)
        palette->colors[i] = (uint8_t)(COLOR_CHANGE + kinds[i]);
    palette->used = (UINT64_C(1) << (COLOR_CHANGE + FLAME_CHANGE_KINDS)) - 1;
}

void flame_palette_free(struct flame_palette *palette) {
    free(palette->colors);
    *palette = (struct flame_palette){0};
}

unsigned flame_palette_color(const struct flame_palette *palette, uint32_t frame) {
    return frame < palette->frames->rows.len ? palette->colors[frame] : COLOR_ROOT;
}

void flame_palette_color_attributes(const struct flame_palette *palette, unsigned color,
                                    struct text *out) {
    text_addf(out, "class=\"c%c\" fill=\"#%06x\"", flame_color_digit(color),
              shade_of(palette->by, color).light);
}

void flame_palette_attributes(const struct flame_palette *palette, uint32_t frame,
                              struct text *out) {
    flame_palette_color_attributes(palette, flame_palette_color(palette, frame), out);
}

static void add_rules(const struct flame_palette *palette, bool dark, struct text *out) {
    for (unsigned color = 0; color < FLAME_COLORS; color++) {
        if (!(palette->used >> color & 1)) continue;
        struct shade shade = shade_of(palette->by, color);
        text_addf(out, ".c%c{fill:#%06x}", flame_color_digit(color),
                  dark ? shade.dark : shade.light);
    }
}

void flame_palette_css(const struct flame_palette *palette, struct text *out) {
    add_rules(palette, false, out);
    text_add(out, "\n@media(prefers-color-scheme:dark){");
    add_rules(palette, true, out);
    text_add(out, "}\n");
}

/* ==== Legend ================================================================================ */

#define LEGEND_PACKAGES 8

static void add_entry(flame_legend *legend, unsigned color, const char *name, size_t len,
                      uint64_t samples) {
    struct text text = {0};
    visible_add(&text, name, len, 40);
    array_push(legend, (struct flame_legend_entry){color, text_take(&text), samples});
}

static void types_legend(const struct flame_palette *palette, const struct calltree *tree,
                         flame_legend *legend) {
    uint64_t samples[FLAME_COLORS] = {0};
    for (uint32_t i = 1; i < tree->len; i++)
        samples[flame_palette_color(palette, tree->nodes[i].frame)] += tree->nodes[i].self;
    for (unsigned type = FRAME_ANY + 1; type < FRAME_TYPE_COUNT; type++) {
        if (!(palette->used >> type & 1)) continue;
        const char *name = frame_type_name((enum frame_type)type);
        add_entry(legend, type, name, strlen(name), samples[type]);
    }
}

struct package_count {
    uint32_t name; /* in a table of its own */
    unsigned color;
    uint64_t samples;
};

ORDERED_IN(more_samples, struct package_count, FALLING(samples),
           strcmp(strings_get(context, x->name), strings_get(context, y->name)))

static void packages_legend(const struct flame_palette *palette, const struct calltree *tree,
                            flame_legend *legend) {
    const struct frames *frames = palette->frames;
    OWNED(mem_release) uint64_t *self = mem_zero(frames->rows.len, sizeof *self);
    for (uint32_t i = 1; i < tree->len; i++) self[tree->nodes[i].frame] += tree->nodes[i].self;
    OWNED(strings_free) struct strings names = {0};
    ARRAY(struct package_count) counts = {0}; /* by name id */
    for (size_t i = 0; i < frames->rows.len; i++) {
        unsigned color = palette->colors[i];
        bool warm = color >= COLOR_NO_PACKAGE + COLOR_WARM; /* which means nothing */
        if (self[i] == 0 || warm || color == COLOR_NO_PACKAGE + FRAME_THREAD) continue;
        const char *name;
        size_t len = package_of(frames, &frames->rows.items[i], &name);
        if (len == 0) {
            name = color >= COLOR_NO_PACKAGE
                       ? frame_type_name((enum frame_type)(color - COLOR_NO_PACKAGE))
                       : "(unnamed package)";
            len = strlen(name);
        }
        uint32_t id = strings_intern(&names, name, len);
        for (uint32_t fresh = (uint32_t)counts.len; fresh <= id; fresh++)
            array_push(&counts, (struct package_count){fresh, color, 0});
        counts.items[id].samples += self[i];
    }
    array_sort_with(&counts, more_samples, &names);
    for (size_t i = 0; i < counts.len && i < LEGEND_PACKAGES && counts.items[i].samples; i++) {
        const char *name = strings_get(&names, counts.items[i].name);
        add_entry(legend, counts.items[i].color, name, strlen(name), counts.items[i].samples);
    }
    array_free(&counts);
}

static void changes_legend(flame_legend *legend) {
    for (unsigned kind = 0; kind < FLAME_CHANGE_KINDS; kind++)
        add_entry(legend, COLOR_CHANGE + kind, change_names[kind], strlen(change_names[kind]), 0);
}

void flame_legend_make(const struct flame_palette *palette, const struct calltree *tree,
                       flame_legend *legend) {
    *legend = (flame_legend){0};
    if (palette->by == FLAME_BY_CHANGE) changes_legend(legend);
    else if (palette->by == FLAME_BY_PACKAGE) packages_legend(palette, tree, legend);
    else types_legend(palette, tree, legend);
}

void flame_legend_free(flame_legend *legend) {
    for (size_t i = 0; i < legend->len; i++) free(legend->items[i].text);
    array_free(legend);
}
