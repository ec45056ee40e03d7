/* The frames as the script reads them.
 *
 *   NAME*  blank line  FRAME*                         one line each; numbers are in base 36
 *   NAME*  blank line  FRAME*  blank line  FRAME*     two sides: new, base
 *   NAME   type digit, colour digit, shared " " rest  shared: so many characters are those of the
 *                                                     line before; of "package.\tClass.\tmethod\t
 *                                                     (parameters)"
 *   FRAME  up,name,total,skip,hidden,other            up: parents to leave behind, counted from the
 *                                                     parent-to-be of a child of the line before;
 *                                                     total: empty if that of the parent;
 *                                                     skip: samples between it and the frame on its
 *                                                     left; hidden: samples of children left out;
 *                                                     other: total on the other side
 *
 * Zeros are empty and commas at the end are not written: most frames take 5 to 9 bytes.
 */
#include "cmd/pictures/flame_parts.h"
#include "cmd/write/xml.h"
#include "base/order.h"
#include "base/platform.h"

static void add_base36(struct text *out, uint64_t n) {
    char digits[13];
    size_t at = sizeof digits;
    do digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36];
    while (n /= 36);
    text_add_bytes(out, digits + at, sizeof digits - at);
}

struct entry { /* a name line without its front coding */
    size_t at, len;
    uint32_t frame;
    char type, color;
};

struct name_table {
    struct text bytes;
    ARRAY(struct entry) entries; /* by bytes, type, colour */
    uint32_t *ids;               /* of each frame; the last is the root's */
};

static int compare_entries(const void *left, const void *right, void *context) {
    const struct entry *a = left, *b = right;
    const char *bytes = context;
    size_t len = a->len < b->len ? a->len : b->len;
    int by = memcmp(bytes + a->at, bytes + b->at, len);
    if (by == 0) by = ORDER(a->len, b->len);
    if (by == 0) by = a->type - b->type;
    if (by == 0) by = a->color - b->color;
    return by;
}

static void collect_entry(const struct flame_palette *palette, uint32_t frame,
                          struct flame_name *name, struct name_table *table) {
    const struct frames *frames = palette->frames;
    bool root = frame >= frames->rows.len;
    uint32_t type = root ? FRAME_ANY : frames->rows.items[frame].type;
    unsigned color = flame_palette_color(palette, frame);
    struct entry entry = {.at = table->bytes.len, .frame = frame};
    entry.type = (char)('0' + (type < FRAME_TYPE_COUNT ? type : FRAME_UNKNOWN));
    entry.color = flame_color_digit(color);
    flame_name(frames, frame, name);
    const char *s = text_str(&name->text);
    text_add_bytes(&table->bytes, s, name->class_at);
    text_add_char(&table->bytes, '\t');
    text_add_bytes(&table->bytes, s + name->class_at, name->method_at - name->class_at);
    text_add_char(&table->bytes, '\t');
    text_add_bytes(&table->bytes, s + name->method_at, name->text.len - name->method_at);
    size_t before = table->bytes.len;
    text_add_char(&table->bytes, '\t');
    flame_parameters(frames, frame, &table->bytes);
    if (table->bytes.len == before + 1) table->bytes.len = before;
    entry.len = table->bytes.len - entry.at;
    array_push(&table->entries, entry);
}

static size_t shared_prefix(const char *a, size_t a_len, const char *b, size_t b_len) {
    size_t i = 0; /* ASCII only: there bytes are what the script counts as characters */
    while (i < a_len && i < b_len && a[i] == b[i] && (unsigned char)a[i] < 0x80) i++;
    return i;
}

static void add_names(const struct flame_palette *palette, struct name_table *table,
                      struct text *out) {
    size_t root = palette->frames->rows.len;
    const char *bytes = text_str(&table->bytes);
    array_sort_with(&table->entries, compare_entries, table->bytes.data);
    uint32_t id = 0;
    const struct entry *last = NULL;
    EACH (const struct entry, entry, &table->entries) {
        bool again = last && compare_entries(last, entry, table->bytes.data) == 0;
        if (!again) {
            size_t shared =
                last ? shared_prefix(bytes + last->at, last->len, bytes + entry->at, entry->len)
                     : 0;
            text_add_char(out, entry->type);
            text_add_char(out, entry->color);
            add_base36(out, shared);
            text_add_char(out, ' ');
            xml_add(out, bytes + entry->at + shared, entry->len - shared);
            text_add_char(out, '\n');
            if (last) id++;
            last = entry;
        }
        table->ids[entry->frame < root ? entry->frame : root] = id;
    }
}

static void add_frames(const struct calltree *tree, const struct flame_layout *layout,
                       const struct calltree *other, const struct name_table *table, size_t root_id,
                       struct text *out) {
    /* For each depth: where its next child would begin if nothing were skipped. */
    ARRAY(uint64_t) next = {0};
    uint32_t last_depth = 0;
    for (size_t i = 0; i < layout->frames.len; i++) {
        const struct flame_frame *frame = &layout->frames.items[i];
        const struct calltree_node *node = &tree->nodes[frame->node];
        uint64_t up = i ? last_depth + 1 - node->depth : 0, parent_total = 0, skip = 0;
        if (node->depth) {
            parent_total = tree->nodes[node->parent].total;
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): parents come first */
            skip = frame->start - next.items[node->depth - 1];
            next.items[node->depth - 1] = frame->start + node->total;
        }
        next.len = node->depth;
        array_push(&next, frame->start);
        last_depth = node->depth;

        uint32_t name = table->ids[node->depth ? node->frame : root_id];
        size_t end = 0; /* of the line without commas at its end */
        if (up) add_base36(out, up);
        text_add_char(out, ',');
        add_base36(out, name);
        end = out->len;
        text_add_char(out, ',');
        if (node->total != parent_total) {
            add_base36(out, node->total);
            end = out->len;
        }
        text_add_char(out, ',');
        if (skip) {
            add_base36(out, skip);
            end = out->len;
        }
        text_add_char(out, ',');
        if (frame->hidden) {
            add_base36(out, frame->hidden);
            end = out->len;
        }
        text_add_char(out, ',');
        if (other && other->nodes[frame->node].total) {
            add_base36(out, other->nodes[frame->node].total);
            end = out->len;
        }
        out->len = end;
        text_add_char(out, '\n');
    }
    array_free(&next);
}

static void collect_names(const struct flame_side *side, const struct flame_palette *palette,
                          struct flame_name *name, struct name_table *table) {
    size_t root = palette->frames->rows.len;
    for (size_t i = 0; i < side->layout->frames.len; i++) {
        uint32_t frame = side->tree->nodes[side->layout->frames.items[i].node].frame;
        size_t at = frame < root ? frame : root;
        if (table->ids[at] != UINT32_MAX) continue;
        table->ids[at] = 0;
        collect_entry(palette, frame, name, table);
    }
}

void flame_data_add(const struct flame_side *sides, size_t count,
                    const struct flame_palette *palette, struct text *out) {
    size_t root = palette->frames->rows.len;
    struct name_table table = {0};
    table.ids = mem_resize(NULL, root + 1, sizeof *table.ids);
    memset(table.ids, 0xFF, (root + 1) * sizeof *table.ids);
    struct flame_name name = {0};
    for (size_t i = 0; i < count; i++) collect_names(&sides[i], palette, &name, &table);
    add_names(palette, &table, out);
    for (size_t i = 0; i < count; i++) {
        const struct calltree *other = count == 2 ? sides[1 - i].tree : NULL;
        text_add_char(out, '\n');
        add_frames(sides[i].tree, sides[i].layout, other, &table, root, out);
    }
    free_each(text_free, &name.text, &table.bytes);
    array_free(&table.entries);
    free(table.ids);
}
