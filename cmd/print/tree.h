/* An event for text: all its values as a list, in which what belongs to a struct or array follows
 * it. The memory is kept from event to event.
 *
 *   0 BEGIN jdk.ThreadPark, up to 5
 *   1   INTEGER startTime
 *   2   BEGIN eventThread, up to 4
 *   3     TEXT javaName
 *   4   TEXT words
 */
#pragma once

#include "cmd/print/parts.h"

enum meaning { /* of a type: what is written in words of its own */
               MEANS_NOTHING,
               MEANS_CLASS,
               MEANS_LOADER,
               MEANS_METHOD,
               MEANS_THREAD,
               MEANS_OBJECT,
               MEANS_STACK,
               MEANS_FRAME,
};

struct node {
    struct jfr_item item; /* its text is not; the field has its unit */
    size_t text_at;       /* in tree.text */
    uint32_t end;         /* the node behind its last value */
    bool written;         /* a constant that is in the cache as text... */
    size_t at, len;       /* ...here */
    uint32_t mark;        /* of a method: it is hidden */
};

struct tree {
    ARRAY(struct node) nodes;
    struct text text;
    uint8_t *meanings; /* of the chunk's types, by index */
    uint32_t type_count;
    struct text scratch;
    unsigned inside; /* structs with words of their own that are open */
    uint32_t open[PRINT_MOST_OPEN];
};

/* type may be NULL. */
enum meaning tree_meaning(const struct tree *tree, const struct jfr_type *type);
/* The value of that name in the struct, or NULL. */
const struct node *tree_child(const struct tree *tree, const struct node *node, const char *name);
/* The first value in the struct or array, and the next; NULL: there are no more. */
const struct node *tree_first(const struct tree *tree, const struct node *node);
const struct node *tree_next(const struct tree *tree, const struct node *parent,
                             const struct node *node);
/* Is the frame's method one of those that the JVM hides? */
bool tree_is_hidden(const struct tree *tree, const struct node *frame);
static inline const char *tree_text(const struct tree *tree, const struct node *node) {
    return text_str(&tree->text) + node->text_at;
}

/* A class, loader, method, thread or stack as it is written; of a stack all its lines. */
void text_add_words(struct printer *p, const struct node *node, struct text *out);
