#include "parser/writer.h"

#include "parser/jfr.h"
#include "base/strings.h"

#include <inttypes.h>
#include <stdio.h>

enum { STRING_NULL = 0, STRING_EMPTY = 1, STRING_UTF8 = 3 }; /* encodings of a string */

/* ==== Values ================================================================================ */

static size_t put_varint(uint8_t *to, uint64_t value) {
    size_t n = 0;
    for (; n < 8 && value >= 0x80; value >>= 7) to[n++] = (uint8_t)(value | 0x80);
    to[n++] = (uint8_t)value; /* the 9th byte holds 8 bits */
    return n;
}

static void put_be(uint8_t *to, uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; i++) to[i] = (uint8_t)(value >> (8 * (bytes - 1 - i)));
}

void writer_add_byte(struct text *out, uint8_t value) {
    text_add_bytes(out, &value, 1);
}

void writer_add_long(struct text *out, uint64_t value) {
    text_reserve(out, 9);
    out->len += put_varint((uint8_t *)out->data + out->len, value);
    out->data[out->len] = 0;
}

void writer_add_int(struct text *out, int32_t value) {
    writer_add_long(out, (uint32_t)value);
}

void writer_add_float(struct text *out, float value) {
    uint8_t bytes[4];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_be(bytes, bits, sizeof bytes);
    text_add_bytes(out, bytes, sizeof bytes);
}

void writer_add_double(struct text *out, double value) {
    uint8_t bytes[8];
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_be(bytes, bits, sizeof bytes);
    text_add_bytes(out, bytes, sizeof bytes);
}

void writer_add_string(struct text *out, const char *text) {
    size_t len = text ? strlen(text) : 0;
    if (len > INT32_MAX) len = INT32_MAX;
    writer_add_byte(out, text == NULL ? STRING_NULL : len == 0 ? STRING_EMPTY : STRING_UTF8);
    if (len == 0) return;
    writer_add_long(out, len);
    text_add_bytes(out, text, len);
}

void writer_add_symbol(struct text *out, const char *text) {
    if (*text) {
        writer_add_string(out, text);
        return;
    }
    writer_add_byte(out, STRING_UTF8);
    writer_add_long(out, 0);
}

size_t writer_event_begin(struct text *out, uint64_t type_id) {
    size_t begin = out->len;
    writer_add_byte(out, 0);
    writer_add_long(out, type_id);
    return begin;
}

void writer_event_end(struct text *out, size_t begin) {
    size_t size = out->len - begin;
    if (size < 0x80) {
        out->data[begin] = (char)size;
        return;
    }
    /* Four bytes, padded, as HotSpot does: readers are tuned for one and four. Five if it must. */
    size_t width = size + 3 < (UINT64_C(1) << 28) ? 4 : 5;
    size += width - 1;
    text_add_bytes(out, "\0\0\0\0", width - 1);
    memmove(out->data + begin + width, out->data + begin + 1, size - width);
    for (size_t i = 0; i < width; i++)
        out->data[begin + i] = (char)((size >> (7 * i) & 0x7F) | (i + 1 < width ? 0x80 : 0));
}

/* ==== Metadata ============================================================================== */

struct tree { /* the metadata event while it is made: elements name strings by their number */
    struct strings strings;
    struct text elements;
    const struct writer_type *types;
    struct map by_name; /* hash of the name -> index */
    const char *missing;
};

static void add_word(struct tree *tree, const char *word) {
    writer_add_long(&tree->elements, strings_add(&tree->strings, word));
}

static void add_attribute(struct tree *tree, const char *name, const char *value) {
    add_word(tree, name);
    add_word(tree, value);
}

static bool is_called(const void *type, const void *name) {
    return strcmp(((const struct writer_type *)type)->name, name) == 0;
}

/* The first of a name counts. */
static void map_names(struct tree *tree) {
    for (const struct writer_type *t = tree->types; t->id; t++) {
        bool fresh;
        uint64_t *index = map_put_equal(&tree->by_name, hash_bytes(t->name, strlen(t->name)),
                                        is_called, tree->types, sizeof *t, t->name, &fresh);
        if (fresh) *index = (uint64_t)(t - tree->types);
    }
}

static const struct writer_type *type_by_name(struct tree *tree, const char *name) {
    const uint64_t *index = map_get_equal(&tree->by_name, hash_bytes(name, strlen(name)), is_called,
                                          tree->types, sizeof *tree->types, name);
    if (!index && !tree->missing) tree->missing = name;
    return index ? &tree->types[*index] : NULL;
}

static void add_type_id(struct tree *tree, const char *attribute, const char *type_name) {
    const struct writer_type *type = type_by_name(tree, type_name);
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, type ? type->id : 0);
    add_attribute(tree, attribute, digits);
}

/* An element's name and how many attributes follow. */
static void add_element(struct tree *tree, const char *name, unsigned attributes) {
    add_word(tree, name);
    writer_add_long(&tree->elements, attributes);
}

static unsigned count_annotations(const struct writer_annotation *annotations) {
    unsigned count = 0;
    while (count < WRITER_ANNOTATIONS && annotations[count].type) count++;
    return count;
}

static void add_annotation(struct tree *tree, const struct writer_annotation *annotation) {
    const struct writer_type *type = type_by_name(tree, annotation->type);
    const struct writer_field *field =
        type && type->fields && type->fields->name ? type->fields : NULL;
    unsigned values = 0;
    while (field && values < 3 && annotation->values[values]) values++;
    if (field && !field->array && values > 1) values = 1;
    add_element(tree, "annotation", 1 + values);
    add_type_id(tree, "class", annotation->type);
    for (unsigned i = 0; i < values; i++) {
        char name[64];
        if (field->array) snprintf(name, sizeof name, "%s-%u", field->name, i);
        else snprintf(name, sizeof name, "%s", field->name);
        add_attribute(tree, name, annotation->values[i]);
    }
    writer_add_long(&tree->elements, 0);
}

static void add_annotations(struct tree *tree, const struct writer_annotation *annotations) {
    for (unsigned i = 0, n = count_annotations(annotations); i < n; i++)
        add_annotation(tree, &annotations[i]);
}

static void add_setting(struct tree *tree, const struct writer_setting *setting) {
    add_element(tree, "setting", 3);
    add_attribute(tree, "name", setting->name);
    add_type_id(tree, "class", setting->type);
    add_attribute(tree, "defaultValue", setting->initial);
    writer_add_long(&tree->elements, 0);
}

static void add_field(struct tree *tree, const struct writer_field *field) {
    add_element(tree, "field", 2u + field->pooled + field->array);
    add_attribute(tree, "name", field->name);
    add_type_id(tree, "class", field->type);
    if (field->pooled) add_attribute(tree, "constantPool", "true");
    if (field->array) add_attribute(tree, "dimension", "1");
    writer_add_long(&tree->elements, count_annotations(field->annotations));
    add_annotations(tree, field->annotations);
}

static void add_class(struct tree *tree, const struct writer_type *type) {
    unsigned children = count_annotations(type->annotations);
    for (const struct writer_field *f = type->fields; f && f->name; f++) children++;
    for (const struct writer_setting *s = type->settings; s && s->name; s++) children++;
    add_element(tree, "class", 2u + (type->super != NULL) + type->simple);
    add_attribute(tree, "name", type->name);
    if (type->super) add_attribute(tree, "superType", type->super);
    add_type_id(tree, "id", type->name);
    if (type->simple) add_attribute(tree, "simpleType", "true");
    writer_add_long(&tree->elements, children);
    add_annotations(tree, type->annotations);
    for (const struct writer_setting *s = type->settings; s && s->name; s++) add_setting(tree, s);
    for (const struct writer_field *f = type->fields; f && f->name; f++) add_field(tree, f);
}

static void add_tree(struct tree *tree) {
    unsigned count = 0;
    for (const struct writer_type *t = tree->types; t->id; t++) count++;
    add_element(tree, "root", 0);
    writer_add_long(&tree->elements, 2);
    add_element(tree, "metadata", 0);
    writer_add_long(&tree->elements, count);
    for (const struct writer_type *t = tree->types; t->id; t++) add_class(tree, t);
    add_element(tree, "region", 2);
    add_attribute(tree, "locale", "en_US");
    add_attribute(tree, "gmtOffset", "0");
    writer_add_long(&tree->elements, 0);
}

bool writer_add_metadata(struct text *out, const struct writer_type *types, int64_t ticks,
                         uint64_t metadata_id, const char **missing) {
    struct tree tree = {.types = types};
    map_names(&tree);
    add_tree(&tree);
    size_t begin = writer_event_begin(out, JFR_METADATA_EVENT);
    writer_add_long(out, (uint64_t)ticks);
    writer_add_long(out, 0);
    writer_add_long(out, metadata_id);
    writer_add_long(out, tree.strings.entries.len);
    for (uint32_t i = 0; i < tree.strings.entries.len; i++)
        writer_add_string(out, strings_get(&tree.strings, i));
    text_add_bytes(out, tree.elements.data, tree.elements.len);
    writer_event_end(out, begin);
    map_free(&tree.by_name);
    strings_free(&tree.strings);
    text_free(&tree.elements);
    if (tree.missing && missing) *missing = tree.missing;
    return tree.missing == NULL;
}

/* ==== Constants and header ================================================================== */

void writer_add_checkpoint(struct text *out, int64_t ticks, int64_t delta,
                           const struct writer_pool *pools, size_t count) {
    size_t filled = 0;
    for (size_t i = 0; i < count; i++) filled += pools[i].count > 0;
    size_t begin = writer_event_begin(out, JFR_CHECKPOINT_EVENT);
    writer_add_long(out, (uint64_t)ticks);
    writer_add_long(out, 0);
    writer_add_long(out, (uint64_t)delta);
    writer_add_byte(out, 0);
    writer_add_long(out, filled);
    for (size_t i = 0; i < count; i++) {
        if (!pools[i].count) continue;
        writer_add_long(out, pools[i].type_id);
        writer_add_long(out, pools[i].count);
        text_add_bytes(out, pools[i].entries.data, pools[i].entries.len);
    }
    writer_event_end(out, begin);
}

void writer_put_header(uint8_t out[WRITER_HEADER_SIZE], const struct writer_header *header) {
    memcpy(out, "FLR\0\0\2\0\1", 8);
    put_be(out + 8, header->size, 8);
    put_be(out + 16, header->checkpoint, 8);
    put_be(out + 24, header->metadata, 8);
    put_be(out + 32, (uint64_t)header->start_ns, 8);
    put_be(out + 40, (uint64_t)header->duration_ns, 8);
    put_be(out + 48, (uint64_t)header->start_ticks, 8);
    put_be(out + 56, (uint64_t)header->ticks_per_second, 8);
    out[64] = header->generation;
    out[65] = 0;
    put_be(out + 66, header->flags, 2);
}
