/* Events as text for people: fields by lines, classes, threads and methods in words. What a
 * terminal acts upon is escaped (escape.h), line breaks too, so that no name can forge a field. */
#include "cmd/print/amounts.h"
#include "cmd/print/escape.h"
#include "cmd/print/tree.h"
#include "base/safe.h"

#include <string.h>

static void add_value(struct printer *p, const struct node *node, unsigned indent,
                      struct text *out);

static void add_name(struct text *out, const char *name) {
    escape_add(out, name, strlen(name), false);
}

/* The text of a value, or NULL. */
static const char *text_of(const struct tree *tree, const struct node *node) {
    return node && node->item.kind == JFR_ITEM_TEXT ? tree_text(tree, node) : NULL;
}

static int64_t number_of(const struct node *node, int64_t otherwise) {
    bool number =
        node && (node->item.kind == JFR_ITEM_INTEGER || node->item.kind == JFR_ITEM_BOOLEAN);
    return number ? node->item.number : otherwise;
}

/* ==== Classes and methods =================================================================== */

/* "java/lang/String" -> "java.lang.String". */
static void add_dotted(struct text *out, const char *name, size_t len) {
    size_t at = out->len;
    escape_add(out, name, len, false);
    for (size_t i = at; i < out->len; i++) /* no escape has one */
        if (out->data[i] == '/') out->data[i] = '.';
}

/* The type at the beginning of a descriptor; returns what follows it. last: only the part of its
 * name behind the last dot. size: what stands in the first brackets. */
static const char *add_type(struct text *out, const char *descriptor, bool last, const char *size) {
    static const char *const primitives[] = {
        ['B' - 'A'] = "byte", ['C' - 'A'] = "char", ['D' - 'A'] = "double", ['F' - 'A'] = "float",
        ['I' - 'A'] = "int",  ['J' - 'A'] = "long", ['S' - 'A'] = "short",  ['Z' - 'A'] = "boolean",
    };
    size_t arrays = strspn(descriptor, "[");
    descriptor += arrays;
    unsigned letter = (unsigned char)*descriptor - (unsigned)'A';
    if (*descriptor == 'L') {
        const char *name = descriptor + 1, *end = name + strcspn(name, ";");
        for (const char *c = name; last && c < end; c++)
            if (*c == '/' || *c == '.') name = c + 1;
        add_dotted(out, name, (size_t)(end - name));
        descriptor = *end ? end + 1 : end;
    } else {
        const char *name =
            letter < sizeof primitives / sizeof *primitives ? primitives[letter] : NULL;
        text_add(out, name ? name : "<unknown-descriptor-type>");
        if (*descriptor) descriptor++;
    }
    for (size_t i = 0; i < arrays; i++) {
        text_add_char(out, '[');
        if (i == 0) text_add(out, size);
        text_add_char(out, ']');
    }
    return descriptor;
}

/* A class by the name that it is recorded with. */
static void add_class_name(struct text *out, const char *name, const char *size) {
    if (!name) text_add(out, "null");
    else if (*name == '[') add_type(out, name, false, size);
    else add_dotted(out, name, strlen(name));
}

static const char *class_name(const struct tree *tree, const struct node *class_node) {
    return text_of(tree, tree_child(tree, class_node, "name"));
}

static void add_class(const struct tree *tree, const struct node *node, struct text *out) {
    const struct node *loader = tree_child(tree, node, "classLoader");
    const char *name = text_of(tree, tree_child(tree, loader, "name"));
    add_class_name(out, class_name(tree, node), "");
    text_add(out, " (classLoader = ");
    if (name) add_name(out, name);
    else add_class_name(out, class_name(tree, tree_child(tree, loader, "type")), "");
    text_add_char(out, ')');
}

static void add_loader(const struct tree *tree, const struct node *node, struct text *out) {
    const struct node *type = tree_child(tree, node, "type");
    if (!type || type->item.kind == JFR_ITEM_NULL) {
        text_add(out, "null");
        return;
    }
    add_class_name(out, class_name(tree, type), "");
    text_addf(out, " (id = %lld)", (long long)node->item.key);
}

static void add_method(const struct tree *tree, const struct node *node, struct text *out) {
    const char *name = text_of(tree, tree_child(tree, node, "name"));
    const char *descriptor = text_of(tree, tree_child(tree, node, "descriptor"));
    const char *close = descriptor ? strrchr(descriptor, ')') : NULL;
    add_class_name(out, class_name(tree, tree_child(tree, node, "type")), "");
    text_add_char(out, '.');
    add_name(out, name ? name : "null");
    text_add_char(out, '(');
    const char *from = descriptor ? descriptor + 1 : NULL;
    for (const char *at = from; close && at < close;) {
        if (at > from) text_add(out, ", ");
        at = add_type(out, at, true, "");
    }
    text_add_char(out, ')');
}

static void add_thread(const struct tree *tree, const struct node *node, struct text *out) {
    int64_t java = number_of(tree_child(tree, node, "javaThreadId"), 0);
    const struct node *is_virtual = tree_child(tree, node, "virtual");
    const char *name = text_of(tree, tree_child(tree, node, java > 0 ? "javaName" : "osName"));
    int64_t id = java > 0 ? java : number_of(tree_child(tree, node, "osThreadId"), 0);
    if (!name) name = "null";
    escape_add(out, name, strlen(name), true);
    text_addf(out, " (%s = %lld%s)", java > 0 ? "javaThreadId" : "osThreadId", (long long)id,
              java > 0 && number_of(is_virtual, 0) ? ", virtual" : "");
}

/* ==== Stacks ================================================================================ */

static void add_frame(struct printer *p, const struct node *frame, struct text *out) {
    const struct node *method = tree_child(p->tree, frame, "method");
    int64_t line = number_of(tree_child(p->tree, frame, "lineNumber"), -1);
    if (method) add_value(p, method, 0, out);
    else text_add(out, "N/A");
    if (line >= 0) text_addf(out, " line: %lld", (long long)line);
}

/* As the JDK has it: the last line says that the depth was reached, or the recorded stack cut. */
static void add_stack(struct printer *p, const struct node *stack, unsigned indent,
                      struct text *out) {
    const struct tree *tree = p->tree;
    const struct node *frames = tree_child(tree, stack, "frames");
    bool truncated = number_of(tree_child(tree, stack, "truncated"), 0);
    uint64_t seen = 0;
    text_add(out, "[\n");
    for (const struct node *f = frames ? tree_first(tree, frames) : NULL; f;
         f = tree_next(tree, frames, f), seen++) {
        if (tree_is_hidden(tree, f)) continue;
        text_add_blanks(out, indent);
        add_frame(p, f, out);
        text_add_char(out, '\n');
    }
    if (truncated || seen == p->options.stack_depth) {
        text_add_blanks(out, indent);
        text_add(out, "...\n");
    }
    text_add_blanks(out, indent - 2);
    text_add_char(out, ']');
}

/* ==== Old objects =========================================================================== */

static void add_object(const struct tree *tree, const struct node *object, int64_t elements,
                       struct text *out) {
    const char *name = class_name(tree, tree_child(tree, object, "type"));
    const char *words = text_of(tree, tree_child(tree, object, "description"));
    OWNED(text_free) struct text size = {0};
    if (elements > 0) text_add_u64(&size, (uint64_t)elements);
    if (name) add_class_name(out, name, text_str(&size));
    if (name && words) {
        text_add_char(out, ' ');
        add_name(out, words);
    }
    text_add_char(out, '\n');
}

/* The chain of those that hold the object, to the root. */
static void add_chain(const struct tree *tree, const struct node *object, unsigned indent,
                      struct text *out) {
    const struct node *elements = tree_child(tree, &tree->nodes.items[0], "arrayElements");
    text_add(out, " [\n");
    text_add_blanks(out, indent);
    add_object(tree, object, number_of(elements, 0), out);
    for (;;) {
        const struct node *holder = tree_child(tree, object, "referrer");
        if (holder && holder->item.kind == JFR_ITEM_END) {
            text_add_blanks(out, indent);
            text_add(out, "...\n");
        }
        if (!holder || holder->item.kind != JFR_ITEM_BEGIN) break;
        const struct node *array = tree_child(tree, holder, "array");
        const struct node *field = tree_child(tree, holder, "field");
        const char *name = text_of(tree, tree_child(tree, field, "name"));
        bool is_array = array && array->item.kind == JFR_ITEM_BEGIN;
        if (number_of(tree_child(tree, holder, "skip"), 0) > 0) {
            text_add_blanks(out, indent);
            text_add(out, "...\n");
        }
        text_add_blanks(out, indent);
        if (name) add_name(out, name);
        else if (field && field->item.kind == JFR_ITEM_BEGIN) text_add(out, "null");
        else if (is_array)
            text_addf(out, "[%lld]", (long long)number_of(tree_child(tree, array, "index"), 0));
        text_add(out, " : ");
        object = tree_child(tree, holder, "object");
        if (!object || object->item.kind != JFR_ITEM_BEGIN) {
            text_add_char(out, '\n');
            break;
        }
        add_object(tree, object, is_array ? number_of(tree_child(tree, array, "size"), 0) : 0, out);
    }
    text_add_blanks(out, indent - 2);
    text_add_char(out, ']');
}

/* ==== Values ================================================================================ */

void text_add_words(struct printer *p, const struct node *node, struct text *out) {
    switch (tree_meaning(p->tree, node->item.type)) {
    case MEANS_CLASS: add_class(p->tree, node, out); break;
    case MEANS_LOADER: add_loader(p->tree, node, out); break;
    case MEANS_METHOD: add_method(p->tree, node, out); break;
    case MEANS_THREAD: add_thread(p->tree, node, out); break;
    default: add_stack(p, node, 4, out); break;
    }
}

static void add_field(struct printer *p, const struct node *node, unsigned indent,
                      struct text *out) {
    text_add_blanks(out, indent);
    add_name(out, node->item.field->name);
    text_add(out, " = ");
    add_value(p, node, indent, out);
    text_add_char(out, '\n');
}

static void add_struct(struct printer *p, const struct node *node, unsigned indent,
                       struct text *out) {
    text_add(out, "{\n");
    for (const struct node *n = tree_first(p->tree, node); n; n = tree_next(p->tree, node, n))
        add_field(p, n, indent + 2, out);
    text_add_blanks(out, indent);
    text_add_char(out, '}');
}

static void add_array(struct printer *p, const struct node *node, unsigned indent,
                      struct text *out) {
    text_add(out, "[\n");
    for (const struct node *n = tree_first(p->tree, node); n;) {
        const struct node *next = tree_next(p->tree, node, n);
        text_add_blanks(out, indent + 2);
        add_value(p, n, indent + 2, out);
        text_add(out, next ? ",\n" : "\n");
        n = next;
    }
    text_add_blanks(out, indent);
    text_add_char(out, ']');
}

static void add_char(struct printer *p, const struct node *node, struct text *out) {
    if (node->item.number == 0) text_add(out, "\\x00");
    else safe_add(out, tree_text(p->tree, node), node->item.length);
}

static void add_begun(struct printer *p, const struct node *node, unsigned indent,
                      struct text *out) {
    switch (tree_meaning(p->tree, node->item.type)) {
    case MEANS_CLASS:
    case MEANS_LOADER:
    case MEANS_METHOD:
    case MEANS_THREAD: text_add_words(p, node, out); break;
    case MEANS_OBJECT: add_chain(p->tree, node, indent + 2, out); break;
    case MEANS_STACK: add_stack(p, node, indent + 2, out); break;
    case MEANS_FRAME: add_frame(p, node, out); break;
    default: add_struct(p, node, indent, out); break;
    }
}

static void add_value(struct printer *p, const struct node *node, unsigned indent,
                      struct text *out) {
    if (node->written) {
        text_add_bytes(out, p->cache.bytes.data + node->at, node->len);
        return;
    }
    switch (node->item.kind) {
    case JFR_ITEM_BEGIN: add_begun(p, node, indent, out); break;
    case JFR_ITEM_ARRAY: add_array(p, node, indent, out); break;
    case JFR_ITEM_BOOLEAN: text_add(out, node->item.number ? "true" : "false"); break;
    case JFR_ITEM_CHAR: add_char(p, node, out); break;
    case JFR_ITEM_TEXT: escape_add(out, tree_text(p->tree, node), node->item.length, true); break;
    case JFR_ITEM_INTEGER: amount_add_integer(&p->clock, &node->item, p->options.exact, out); break;
    case JFR_ITEM_REAL: amount_add_real(&node->item, p->options.exact, out); break;
    case JFR_ITEM_END: text_add(out, "..."); break; /* left out */
    default: text_add(out, "N/A"); break;
    }
}

/* ==== Events ================================================================================ */

static bool is_called(const struct node *node, const char *name) {
    return node->item.field && strcmp(node->item.field->name, name) == 0;
}

static bool is_no_duration(const struct printer *p, const struct node *node) {
    struct java_instant span;
    return is_called(node, "duration") && node->item.kind == JFR_ITEM_INTEGER &&
           value_instant(&p->clock, &node->item, &span) == VALUE_SPAN && span.seconds == 0 &&
           span.ns == 0;
}

/* These come last, and only if they are there. */
static void add_late(struct printer *p, const char *name, struct text *out) {
    const struct node *late = tree_child(p->tree, &p->tree->nodes.items[0], name);
    if (late && late->item.kind != JFR_ITEM_NULL) add_field(p, late, 2, out);
}

void text_event(struct printer *p, const struct jfr_type *type) {
    struct text *out = &p->out;
    const struct tree *tree = p->tree;
    add_name(out, type->name);
    text_add(out, " {\n");
    const struct node *event = tree->nodes.len ? &tree->nodes.items[0] : NULL;
    for (const struct node *n = event ? tree_first(tree, event) : NULL; n;
         n = tree_next(tree, event, n)) {
        if (is_called(n, "eventThread") || is_called(n, "stackTrace") || is_no_duration(p, n))
            continue;
        add_field(p, n, 2, out);
    }
    if (event) add_late(p, "eventThread", out);
    if (event) add_late(p, "stackTrace", out);
    text_add(out, "}\n\n");
}
