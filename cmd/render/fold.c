#include "cmd/render/fold.h"

#include "cmd/render/safe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
#define FLUSH_BYTES (64 * 1024)

/* ==== Frames ================================================================================= */

static const char *type_suffix(uint32_t type) {
    switch (type) {
    case FRAME_INTERPRETED: return "_[0]";
    case FRAME_JIT: return "_[j]";
    case FRAME_INLINED: return "_[i]";
    case FRAME_C1: return "_[1]";
    case FRAME_KERNEL: return "_[k]";
    default: return "";
    }
}

/* "Worker 12" -> "Worker_12": a blank and digits at the end would be read as a count. */
static void join_trailing_digits(char *name, size_t len) {
    size_t at = len;
    while (at > 0 && ((name[at - 1] >= '0' && name[at - 1] <= '9') || name[at - 1] == '.')) at--;
    if (at > 0 && at < len && name[at - 1] == ' ') name[at - 1] = '_';
}

void fold_add_frame(const struct frames *frames, uint32_t id, const struct fold_options *options,
                    struct text *out) {
    const struct frame *frame = &frames->rows.items[id];
    struct text name = {0};
    if (frame->type == FRAME_THREAD) text_add_char(&name, '[');
    frame_add_name(frames, id, &name);
    if (options->signatures) text_add(&name, strings_get(&frames->strings, frame->descriptor));
    if (frame->type == FRAME_THREAD) text_add_char(&name, ']');
    if (!name.len) text_add(&name, "[unknown]");
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] == ';') name.data[i] = ':';
    join_trailing_digits(name.data, name.len);
    safe_add(out, name.data, name.len);
    if (options->type_suffixes) text_add(out, type_suffix(frame->type));
    text_free(&name);
}

/* ==== The tree of written frames ============================================================= */

struct fold_node {
    uint32_t name; /* id in names */
    uint32_t first_child, next_sibling;
    uint64_t self;
};

struct fold {
    struct strings names;
    ARRAY(struct fold_node) nodes; /* node 0 is the root */
};

static uint32_t *name_frames(struct fold *fold, const struct profile *profile,
                             const struct fold_options *options) {
    size_t count = profile->frames.rows.len;
    uint32_t *names = mem_zero(count + 1, sizeof *names);
    struct text name = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&name);
        fold_add_frame(&profile->frames, (uint32_t)i, options, &name);
        names[i] = strings_intern(&fold->names, text_str(&name), name.len);
    }
    text_free(&name);
    return names;
}

static uint32_t child_of(struct fold *fold, struct map *children, uint32_t parent, uint32_t name) {
    bool fresh;
    uint64_t *slot = map_put(children, (uint64_t)parent << 32 | name, &fresh);
    if (!fresh) return (uint32_t)*slot;
    uint32_t node = (uint32_t)fold->nodes.len;
    *slot = node;
    array_push(&fold->nodes,
               (struct fold_node){.name = name, .first_child = NONE,
                                  .next_sibling = fold->nodes.items[parent].first_child});
    fold->nodes.items[parent].first_child = node;
    return node;
}

static void fold_build(struct fold *fold, const struct profile *profile,
                       const struct fold_options *options) {
    size_t count = profile->nodes.len;
    uint32_t *names = name_frames(fold, profile, options);
    uint32_t *folded = mem_zero(count + 1, sizeof *folded); /* profile node -> fold node */
    struct map children = {0};
    map_reserve(&children, count);
    array_push(&fold->nodes, (struct fold_node){.first_child = NONE, .next_sibling = NONE});
    for (size_t i = 1; i < count; i++) {
        const struct profile_node *node = &profile->nodes.items[i];
        folded[i] = child_of(fold, &children, folded[node->parent], names[node->frame]);
        fold->nodes.items[folded[i]].self += node->self;
    }
    map_free(&children);
    free(folded);
    free(names);
}

/* ==== Lines in bytewise order ================================================================ */

/* A node yields up to two items: its own line ("name 12") and its subtree ("name;..."). They are
 * sorted apart, since others may come between: "run 3" < "run$1;x 1" < "run;y 1". An item's text
 * decides the order alone: no name holds a ';', so none of the subtree texts begins another. */
struct item {
    const char *name;
    uint32_t name_len;
    uint32_t node;
    uint32_t prefix; /* bytes of the line before this frame */
    bool line;       /* the node's own line, else its subtree */
    uint64_t self;
};

/* The item's bytes behind its name: " 12" or ";". Returns how many; tail has room for 24. */
static size_t tail_of(const struct item *item, char *tail) {
    if (item->line) return (size_t)snprintf(tail, 24, " %llu", (unsigned long long)item->self);
    tail[0] = ';';
    return 1;
}

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len) {
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : (a_len > b_len) - (a_len < b_len);
}

/* Names that begin alike: the longer name goes on where the shorter has its tail. */
static int compare_tail(const struct item *shorter, const struct item *longer) {
    char tail[24], other[24];
    size_t tail_len = tail_of(shorter, tail);
    const char *rest = longer->name + shorter->name_len;
    size_t rest_len = longer->name_len - shorter->name_len;
    size_t common = tail_len < rest_len ? tail_len : rest_len;
    int order = memcmp(tail, rest, common);
    if (order || tail_len <= rest_len) return order ? order : -1;
    size_t other_len = tail_of(longer, other);
    return compare_bytes(tail + common, tail_len - common, other, other_len);
}

/* Last first: items are taken from the end of the stack. */
static int compare_items(const void *a, const void *b) {
    const struct item *x = b, *y = a;
    uint32_t common = x->name_len < y->name_len ? x->name_len : y->name_len;
    int order = memcmp(x->name, y->name, common);
    if (order) return order;
    if (x->name_len <= y->name_len) {
        if (x->name_len == y->name_len) return (int)y->line - (int)x->line; /* ' ' < ';' */
        return compare_tail(x, y);
    }
    return -compare_tail(y, x);
}

typedef ARRAY(struct item) item_stack;

static void push_children(const struct fold *fold, uint32_t parent, size_t prefix,
                          item_stack *stack) {
    size_t first = stack->len;
    for (uint32_t c = fold->nodes.items[parent].first_child; c != NONE;
         c = fold->nodes.items[c].next_sibling) {
        const struct fold_node *node = &fold->nodes.items[c];
        struct item item = {.name = strings_get(&fold->names, node->name),
                            .name_len = strings_len(&fold->names, node->name),
                            .node = c, .prefix = (uint32_t)prefix, .self = node->self};
        if (node->first_child != NONE) array_push(stack, item);
        item.line = true;
        if (node->self) array_push(stack, item);
    }
    if (stack->len - first > 1)
        qsort(stack->items + first, stack->len - first, sizeof *stack->items, compare_items);
}

void fold_write(const struct profile *profile, const struct fold_options *options,
                struct output *output) {
    struct fold fold = {0};
    item_stack stack = {0};
    struct text line = {0}, out = {0};
    fold_build(&fold, profile, options);
    push_children(&fold, 0, 0, &stack);
    while (stack.len) {
        struct item item = stack.items[--stack.len];
        line.len = item.prefix;
        text_add_bytes(&line, item.name, item.name_len);
        if (!item.line) {
            text_add_char(&line, ';');
            push_children(&fold, item.node, line.len, &stack);
            continue;
        }
        text_add_bytes(&out, line.data, line.len);
        text_add_char(&out, ' ');
        text_add_u64(&out, item.self);
        text_add_char(&out, '\n');
        if (out.len >= FLUSH_BYTES) output_flush_text(output, &out);
    }
    output_flush_text(output, &out);
    text_free(&line);
    text_free(&out);
    array_free(&stack);
    array_free(&fold.nodes);
    strings_free(&fold.names);
}
