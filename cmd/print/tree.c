#include "cmd/print/tree.h"

#include <string.h>

#define STACK_INDENT 4 /* a stack in the cache is that of an event */
#define MARK_HIDDEN 1

struct tree *tree_open(const struct printer *p) {
    (void)p;
    return mem_zero(1, sizeof(struct tree));
}

void tree_close(struct tree *tree) {
    if (!tree) return;
    array_free(&tree->nodes);
    free_each(text_free, &tree->text, &tree->scratch);
    mem_free(tree->meanings, tree);
}

/* ==== Types ================================================================================= */

static enum meaning meaning_of(const char *name) {
    static const struct {
        const char *name;
        enum meaning meaning;
    } known[] = {
        {"java.lang.Class", MEANS_CLASS},      {"jdk.types.ClassLoader", MEANS_LOADER},
        {"jdk.types.Method", MEANS_METHOD},    {"java.lang.Thread", MEANS_THREAD},
        {"jdk.types.OldObject", MEANS_OBJECT}, {"jdk.types.StackTrace", MEANS_STACK},
        {"jdk.types.StackFrame", MEANS_FRAME},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0) return known[i].meaning;
    return MEANS_NOTHING;
}

void tree_chunk(struct printer *p) {
    struct tree *tree = p->tree;
    tree->type_count = p->metadata->type_count;
    tree->meanings = mem_resize(tree->meanings, tree->type_count, 1);
    for (uint32_t i = 0; i < tree->type_count; i++)
        tree->meanings[i] = (uint8_t)meaning_of(p->metadata->types[i]->name);
}

enum meaning tree_meaning(const struct tree *tree, const struct jfr_type *type) {
    return type && type->index < tree->type_count ? (enum meaning)tree->meanings[type->index]
                                                  : MEANS_NOTHING;
}

/* ==== Looking =============================================================================== */

const struct node *tree_first(const struct tree *tree, const struct node *node) {
    uint32_t at = (uint32_t)(node - tree->nodes.items) + 1;
    return at < node->end ? &tree->nodes.items[at] : NULL;
}

const struct node *tree_next(const struct tree *tree, const struct node *parent,
                             const struct node *node) {
    return node->end < parent->end ? &tree->nodes.items[node->end] : NULL;
}

const struct node *tree_child(const struct tree *tree, const struct node *node, const char *name) {
    if (!node || node->written) return NULL;
    for (const struct node *n = tree_first(tree, node); n; n = tree_next(tree, node, n))
        if (n->item.field && strcmp(n->item.field->name, name) == 0) return n;
    return NULL;
}

bool tree_is_hidden(const struct tree *tree, const struct node *frame) {
    const struct node *method = tree_child(tree, frame, "method");
    if (!method) return false;
    if (method->written) return method->mark;
    const struct node *hidden = tree_child(tree, method, "hidden");
    return hidden && hidden->item.number;
}

/* ==== Collecting ============================================================================ */

static struct node *push(struct tree *tree, const struct jfr_item *item) {
    struct node node = {.item = *item, .text_at = tree->text.len};
    if (item->kind == JFR_ITEM_TEXT || item->kind == JFR_ITEM_CHAR) {
        text_add_bytes(&tree->text, item->text, item->length);
        text_add_char(&tree->text, 0);
    }
    array_push(&tree->nodes, node);
    node.end = (uint32_t)tree->nodes.len;
    struct node *at = &tree->nodes.items[tree->nodes.len - 1];
    at->end = node.end;
    return at;
}

static bool is_in_words(enum meaning meaning) {
    return meaning >= MEANS_CLASS && meaning <= MEANS_THREAD;
}

/* What is in it is a part of its words. */
static bool has_parts(enum meaning meaning) {
    return is_in_words(meaning) || meaning == MEANS_OBJECT;
}

/* The stack of an event, which is written behind its other values. */
static bool is_stack_of_event(const struct printer *p, const struct jfr_item *item,
                              enum meaning meaning) {
    return p->depth == 1 && meaning == MEANS_STACK && strcmp(item->field->name, "stackTrace") == 0;
}

/* Can its words be kept? Within others it is a part of theirs. */
static bool is_kept(const struct printer *p, const struct jfr_item *item, enum meaning meaning) {
    if (!item->constant || !item->field || p->tree->inside) return false;
    return is_in_words(meaning) || is_stack_of_event(p, item, meaning);
}

static void take_words(struct node *node, const struct cached *words) {
    node->written = true;
    node->at = words->at;
    node->len = words->len;
    node->mark = words->mark;
}

static void enter(struct printer *p, struct level level) {
    p->tree->open[p->depth] = (uint32_t)p->tree->nodes.len - 1;
    p->levels[p->depth++] = level;
}

static enum jfr_answer begin(struct printer *p, const struct jfr_item *item) {
    struct tree *tree = p->tree;
    enum meaning meaning = tree_meaning(tree, item->type);
    if (print_is_beyond(p, item)) return JFR_STEP_OVER;
    bool kept = is_kept(p, item, meaning);
    if (print_is_too_much(p, item)) {
        struct jfr_item instead = *item;
        instead.kind = JFR_ITEM_END; /* of which there is no node else */
        push(tree, &instead);
        return JFR_STEP_OVER;
    }
    struct node *node = push(tree, item);
    const struct cached *words =
        kept ? cache_find(&p->cache, item->type, item->key, STACK_INDENT) : NULL;
    if (words) {
        take_words(node, words);
        p->values += words->values;
        p->nesting++;
        print_count(p, 1); /* a line */
        p->nesting--;
        return JFR_STEP_OVER;
    }
    p->nesting += item->constant;
    enter(p, (struct level){.kept = kept, .constant = item->constant, .values = p->values});
    tree->inside += has_parts(meaning);
    return JFR_GO_ON;
}

/* Writes the words of the constant, and forgets what they were made of. */
static void keep_words(struct printer *p, uint32_t at, uint32_t values) {
    struct tree *tree = p->tree;
    struct node *node = &tree->nodes.items[at];
    const struct node *hidden = tree_child(tree, node, "hidden");
    text_clear(&tree->scratch);
    text_add_words(p, node, &tree->scratch);
    struct cached words = {.type = node->item.type,
                           .key = node->item.key,
                           .indent = STACK_INDENT,
                           .values = values,
                           .mark = hidden && hidden->item.number ? MARK_HIDDEN : 0,
                           .len = tree->scratch.len};
    if (!cache_add(&p->cache, &words, text_str(&tree->scratch))) return;
    take_words(node, cache_find(&p->cache, words.type, words.key, STACK_INDENT));
    tree->nodes.len = at + 1;
    node->end = at + 1;
}

static enum jfr_answer end(struct printer *p, const struct jfr_item *item) {
    struct tree *tree = p->tree;
    struct level level = *print_level(p);
    uint32_t at = tree->open[--p->depth];
    p->nesting -= level.constant;
    tree->nodes.items[at].end = (uint32_t)tree->nodes.len;
    tree->inside -= has_parts(tree_meaning(tree, item->type));
    if (level.kept) keep_words(p, at, p->values - level.values);
    if (!item->element || !p->depth) return JFR_GO_ON;
    if (print_level(p)->frames && tree_is_hidden(tree, &tree->nodes.items[at]))
        print_level(p)->left++; /* is not shown, and does not count */
    return print_level(p)->frames && print_level(p)->left == 0 ? JFR_ENOUGH : JFR_GO_ON;
}

static enum jfr_answer begin_array(struct printer *p, const struct jfr_item *item) {
    push(p->tree, item);
    enter(p, (struct level){.frames = item->type && item->type == p->frame_type,
                            .left = p->options.stack_depth});
    p->stacks += print_level(p)->frames;
    return JFR_GO_ON;
}

static enum jfr_answer collect(void *context, const struct jfr_item *item) {
    struct printer *p = context;
    p->values++;
    print_count(p, 1);
    switch (item->kind) {
    case JFR_ITEM_BEGIN: return begin(p, item);
    case JFR_ITEM_END: return end(p, item);
    case JFR_ITEM_ARRAY: return begin_array(p, item);
    case JFR_ITEM_ARRAY_END:
        p->stacks -= print_level(p)->frames;
        p->depth--;
        p->tree->nodes.items[p->tree->open[p->depth]].end = (uint32_t)p->tree->nodes.len;
        return JFR_GO_ON;
    default: break;
    }
    if (print_is_beyond(p, item)) return JFR_ENOUGH;
    push(p->tree, item);
    return JFR_GO_ON;
}

enum jfr_code tree_event(struct printer *p, const struct jfr_event *event) {
    struct tree *tree = p->tree;
    tree->nodes.len = 0;
    tree->inside = 0;
    text_clear(&tree->text);
    return jfr_visit_event(p->visitor, event, collect, p);
}
