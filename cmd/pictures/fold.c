#include "cmd/pictures/fold.h"

#include "base/safe.h"

#define NONE MISSING_ID
#define FLUSH_BYTES 65536

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
    OWNED(text_free) struct text name = {0};
    frame_add_name(frames, id, &name);
    if (options->signatures) text_add(&name, strings_get(&frames->strings, frame->descriptor));
    if (!name.len) text_add(&name, "[unknown]");
    for (size_t i = 0; i < name.len; i++)
        if (name.data[i] == ';') name.data[i] = ':';
    join_trailing_digits(name.data, name.len);
    safe_add(out, name.data, name.len);
    if (options->type_suffixes) text_add(out, type_suffix(frame->type));
}

/* ==== The tree of written frames ============================================================= */

/* The profile's nodes with links to walk them downwards. Siblings that are written alike are one
 * node of the output: they are chained by alike when their parent is visited. Plain arrays and no
 * hashing, since profiles of deep stacks have tens of millions of nodes. */
struct fold {
    const struct profile *profile;
    struct strings names;
    uint32_t *name_of;      /* frame -> id in names */
    uint32_t *first_child;  /* node -> node */
    uint32_t *next_sibling; /* node -> node */
    uint32_t *alike;        /* node -> next node that is written alike and has the same parent */
};

static void name_frames(struct fold *fold, const struct fold_options *options) {
    size_t count = fold->profile->frames.rows.len;
    fold->name_of = mem_zero(count, sizeof *fold->name_of);
    OWNED(text_free) struct text name = {0};
    for (size_t i = 0; i < count; i++) {
        text_clear(&name);
        fold_add_frame(&fold->profile->frames, (uint32_t)i, options, &name);
        fold->name_of[i] = strings_intern(&fold->names, text_str(&name), name.len);
    }
}

static void link_children(struct fold *fold) {
    size_t count = fold->profile->nodes.len;
    size_t bytes = (count + 1) * sizeof(uint32_t);
    fold->first_child = mem_alloc(bytes);
    fold->next_sibling = mem_alloc(bytes);
    fold->alike = mem_alloc(bytes);
    memset(fold->first_child, 0xFF, bytes); /* NONE */
    memset(fold->alike, 0xFF, bytes);
    for (size_t i = count; i-- > 1;) {
        uint32_t parent = fold->profile->nodes.items[i].parent;
        fold->next_sibling[i] = fold->first_child[parent];
        fold->first_child[parent] = (uint32_t)i;
    }
}

static void fold_free(struct fold *fold) {
    strings_free(&fold->names);
    mem_free(fold->name_of, fold->first_child, fold->next_sibling, fold->alike);
}

/* ==== Lines in bytewise order ================================================================ */

/* A node yields up to two items: its own line ("name 12") and its subtree ("name;..."). They are
 * sorted apart, since others may come between: "run 3" < "run$1;x 1" < "run;y 1". An item's text
 * decides the order alone: no name holds a ';', so none of the subtree texts begins another. */
struct item {
    const char *name;
    uint32_t name_len;
    uint32_t node;   /* the first of those written alike */
    uint32_t prefix; /* bytes of the line before this frame */
    bool line;       /* the node's own line, else its subtree */
    uint64_t self;   /* of all written alike */
};

/* The item's bytes behind its name: " 12" or ";". Returns how many; tail has room for 24. */
static size_t tail_of(const struct item *item, char *tail) {
    if (item->line) return (size_t)snprintf(tail, 24, " %llu", (unsigned long long)item->self);
    tail[0] = ';';
    return 1;
}

static int compare_bytes(const char *a, size_t a_len, const char *b, size_t b_len) {
    return memcmp(a, b, a_len < b_len ? a_len : b_len) ?: ORDER(a_len, b_len);
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

struct child {
    uint32_t name, node;
};

typedef ARRAY(struct child) child_list;

ORDERED(compare_children, struct child, RISING(name), RISING(node))

/* The children of the node and of those written alike, sorted by name id. */
static void list_children(const struct fold *fold, uint32_t parent, child_list *children) {
    children->len = 0;
    for (uint32_t p = parent; p != NONE; p = fold->alike[p]) {
        for (uint32_t c = fold->first_child[p]; c != NONE; c = fold->next_sibling[c]) {
            uint32_t frame = fold->profile->nodes.items[c].frame;
            array_push(children, (struct child){.name = fold->name_of[frame], .node = c});
        }
    }
    array_sort(children, compare_children);
}

static void push_children(struct fold *fold, uint32_t parent, size_t prefix, child_list *children,
                          item_stack *stack) {
    size_t first = stack->len;
    list_children(fold, parent, children);
    for (size_t i = 0, end; i < children->len; i = end) {
        uint32_t name = children->items[i].name;
        struct item item = {.name = strings_get(&fold->names, name),
                            .name_len = strings_len(&fold->names, name),
                            .node = children->items[i].node,
                            .prefix = (uint32_t)prefix};
        bool inner = false;
        for (end = i; end < children->len && children->items[end].name == name; end++) {
            uint32_t node = children->items[end].node;
            if (end > i) fold->alike[children->items[end - 1].node] = node;
            item.self += fold->profile->nodes.items[node].self;
            inner = inner || fold->first_child[node] != NONE;
        }
        if (inner) array_push(stack, item);
        item.line = true;
        if (item.self) array_push(stack, item);
    }
    if (stack->len - first > 1)
        qsort(stack->items + first, stack->len - first, sizeof *stack->items, compare_items);
}

void fold_write(const struct profile *profile, const struct fold_options *options,
                struct output *output) {
    OWNED(fold_free) struct fold fold = {.profile = profile};
    OWNED(array_release) item_stack stack = {0};
    OWNED(array_release) child_list children = {0};
    OWNED(text_free) struct text line = {0}, out = {0};
    if (!profile->nodes.len) return;
    name_frames(&fold, options);
    link_children(&fold);
    push_children(&fold, 0, 0, &children, &stack);
    while (stack.len) {
        struct item item = stack.items[--stack.len];
        line.len = item.prefix;
        text_add_bytes(&line, item.name, item.name_len);
        if (!item.line) {
            text_add_char(&line, ';');
            push_children(&fold, item.node, line.len, &children, &stack);
            continue;
        }
        text_add_bytes(&out, line.data, line.len);
        text_add_char(&out, ' ');
        text_add_u64(&out, item.self);
        text_add_char(&out, '\n');
        if (out.len >= FLUSH_BYTES) output_flush_text(output, &out);
    }
    output_flush_text(output, &out);
}
