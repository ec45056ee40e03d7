#include "parser/path.h"

#include <string.h>

static const struct jfr_field *field_of(const struct jfr_type *type, const char *name, size_t len) {
    for (uint32_t i = 0; type && i < type->field_count; i++) {
        const struct jfr_field *field = type->fields[i];
        if (strncmp(field->name, name, len) == 0 && field->name[len] == 0) return field;
    }
    return NULL;
}

/* The path that ends at end. */
static bool follow(const struct jfr_type *type, const char *text, const char *end,
                   struct path *path) {
    path->len = 0;
    for (;;) {
        const char *dot = memchr(text, '.', (size_t)(end - text));
        const struct jfr_field *field = field_of(type, text, (size_t)((dot ? dot : end) - text));
        if (!field || path->len == PATH_MAX_FIELDS) return false;
        path->fields[path->len++] = field;
        if (!dot) return true;
        if (field->array) return false;
        type = field->type;
        text = dot + 1;
    }
}

/* Goes on into structs of one field, if a number or a string is what they come to. */
static void look_inside(struct path *path) {
    unsigned len = path->len;
    const struct jfr_field *field = path->fields[len - 1];
    while (!field->array && field->type && field->type->base == JFR_STRUCT &&
           field->type->field_count == 1 && len < PATH_MAX_FIELDS)
        field = path->fields[len++] = field->type->fields[0];
    if (!field->array && field->type && field->type->base != JFR_STRUCT) path->len = len;
}

bool path_find(const struct jfr_type *type, const char *text, struct path *path) {
    for (; text; text = strchr(text, '|')) {
        if (*text == '|') text++;
        const char *end = text + strcspn(text, "|");
        bool itself = end - text > 1 && end[-1] == '.';
        if (!follow(type, text, end - itself, path)) continue;
        path->named = path->len;
        if (!itself) look_inside(path);
        return true;
    }
    *path = (struct path){.len = 0};
    return false;
}
