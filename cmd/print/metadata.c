#include "cmd/print/metadata.h"

#include "base/safe.h"
#include "cmd/write/shape.h"

#include <stdlib.h>
#include <string.h>

/* ==== Order ================================================================================= */

enum { VALUES, ANNOTATIONS, SETTINGS, EVENTS };

static int part_of(const struct jfr_type *type) {
    if (!type->super) return VALUES;
    if (strcmp(type->super, "java.lang.annotation.Annotation") == 0) return ANNOTATIONS;
    return type->event ? EVENTS : SETTINGS;
}

/* Length of the package, without its dot. */
static size_t package_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? (size_t)(dot - name) : 0;
}

static const char *simple_name(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static int compare_packages(const char *a, const char *b) {
    size_t a_len = package_of(a), b_len = package_of(b);
    int order = memcmp(a, b, a_len < b_len ? a_len : b_len);
    return order ? order : a_len < b_len ? -1 : a_len > b_len;
}

static int compare(const void *a, const void *b) {
    const struct jfr_type *x = *(const struct jfr_type *const *)a;
    const struct jfr_type *y = *(const struct jfr_type *const *)b;
    int order = part_of(x) - part_of(y);
    if (!order) order = compare_packages(x->name, y->name);
    if (!order) order = strcmp(simple_name(x->name), simple_name(y->name));
    return order ? order : x->id < y->id ? -1 : x->id > y->id;
}

void metadata_sort(metadata_types *types) {
    if (types->len) qsort((void *)types->items, types->len, sizeof *types->items, compare);
}

/* What a value of the type is: of a simple one, what that holds. */
static const struct jfr_type *meant(const struct jfr_type *type) {
    for (int i = 0; type && type->simple && type->field_count == 1 && i < 16; i++)
        type = type->fields[0]->type;
    return type;
}

/* ==== Text ================================================================================== */

static void add_value(struct text *out, const char *value, bool quoted) {
    if (quoted) text_add_char(out, '"');
    for (const char *line; value && (line = strchr(value, '\n')) != NULL; value = line + 1) {
        safe_add(out, value, (size_t)(line - value));
        text_add(out, "\\n");
    }
    if (value) safe_add(out, value, strlen(value));
    if (quoted) text_add_char(out, '"');
}

/* Values called "value-0", "value-1"... are an array: how many from this one on. */
static uint32_t values_of_array(const struct jfr_annotation *annotation, uint32_t first,
                                size_t *len) {
    const char *dash = strrchr(annotation->values[first].name, '-');
    uint32_t count = 0;
    if (!dash || strcmp(dash, "-0") != 0) return 0;
    *len = (size_t)(dash - annotation->values[first].name);
    for (; first + count < annotation->value_count; count++) {
        OWNED(text_free) struct text name = {0};
        text_addf(&name, "%.*s-%u", (int)*len, annotation->values[first].name, count);
        bool same = strcmp(annotation->values[first + count].name, text_str(&name)) == 0;
        if (!same) break;
    }
    return count;
}

/* Is the value a text, and has to have quotes? */
static bool is_text(const struct jfr_annotation *annotation, const char *name, size_t len) {
    for (uint32_t i = 0; annotation->type && i < annotation->type->field_count; i++) {
        const struct jfr_field *field = annotation->type->fields[i];
        if (strlen(field->name) == len && memcmp(field->name, name, len) == 0)
            return !field->type || field->type->base == JFR_STRING ||
                   field->type->base == JFR_STRUCT;
    }
    return true;
}

/* One value, or the array that begins there. Returns how many it was. */
static uint32_t add_values(struct text *out, const struct jfr_annotation *annotation,
                           uint32_t first, bool named) {
    const struct jfr_attribute *value = &annotation->values[first];
    size_t len = strlen(value->name);
    uint32_t count = values_of_array(annotation, first, &len);
    bool quoted = is_text(annotation, value->name, len);
    if (named) {
        safe_add(out, value->name, len);
        text_add_char(out, '=');
    }
    if (count > 1) text_add_char(out, '{');
    for (uint32_t i = 0; i < (count ? count : 1); i++) {
        if (i) text_add(out, ", ");
        add_value(out, value[i].value, quoted);
    }
    if (count > 1) text_add_char(out, '}');
    return count ? count : 1;
}

static bool is_only_value(const struct jfr_annotation *annotation) {
    size_t len = strlen(annotation->values[0].name);
    uint32_t count = values_of_array(annotation, 0, &len);
    return len == 5 && memcmp(annotation->values[0].name, "value", 5) == 0 &&
           (count ? count : 1) == annotation->value_count;
}

static void add_annotation(struct text *out, const struct jfr_annotation *annotation,
                           const char *indent) {
    if (annotation->type && strcmp(annotation->type->name, "jdk.jfr.Name") == 0) return; /* said */
    text_add(out, indent);
    text_add_char(out, '@');
    safe_add_name(out, annotation->type ? simple_name(annotation->type->name) : "?");
    if (annotation->value_count) {
        bool named = !is_only_value(annotation);
        text_add_char(out, '(');
        for (uint32_t i = 0; i < annotation->value_count;) {
            if (i) text_add(out, ", ");
            i += add_values(out, annotation, i, named);
        }
        text_add_char(out, ')');
    }
    text_add_char(out, '\n');
}

static void add_field(struct text *out, const struct jfr_field *field) {
    const struct jfr_type *type = meant(field->type);
    for (uint32_t i = 0; i < field->annotation_count; i++)
        add_annotation(out, field->annotations[i], "  ");
    text_add(out, "  ");
    safe_add_name(out, type ? simple_name(type->name) : "?");
    text_add(out, field->array ? "[] " : " ");
    safe_add_name(out, field->name);
    text_add(out, ";\n");
}

void metadata_add_text(struct text *out, const struct jfr_type *type) {
    if (strchr(type->name, '.')) {
        text_add(out, "@Name(\"");
        safe_add_name(out, type->name);
        text_add(out, "\")\n");
    }
    for (uint32_t i = 0; i < type->annotation_count; i++)
        add_annotation(out, type->annotations[i], "");
    text_add(out, "class ");
    safe_add_name(out, simple_name(type->name));
    if (type->super) {
        text_add(out, " extends ");
        safe_add_name(out, type->super);
    }
    text_add(out, " {\n");
    for (uint32_t i = 0; i < type->field_count; i++) {
        if (i) text_add_char(out, '\n');
        add_field(out, type->fields[i]);
    }
    text_add(out, "}\n\n");
}

/* ==== JSON ================================================================================== */

static void add_json_annotations(struct json *json, const struct jfr_annotation *const *annotations,
                                 uint32_t count) {
    json_begin_array(json, "annotations");
    for (uint32_t i = 0; i < count; i++) {
        const struct jfr_annotation *annotation = annotations[i];
        json_fill(json, "{name: $, type_id: $, values: {",
                  cell_text(annotation->type ? annotation->type->name : NULL),
                  cell_count(annotation->type_id));
        for (uint32_t v = 0; v < annotation->value_count; v++)
            json_text(json, annotation->values[v].name, annotation->values[v].value);
        json_shape(json, "}}");
    }
    json_end_array(json);
}

static void add_json_field(struct json *json, const struct jfr_field *field) {
    json_fill(json,
              "{name: $, type: $, type_id: $, label: $, description: $, array: $, constant: $, "
              "unsigned: $, experimental: $",
              cell_text(field->name), cell_text(field->type ? field->type->name : NULL),
              cell_count(field->type_id), cell_text(field->label), cell_text(field->description),
              cell_bool(field->array), cell_bool(field->pooled), cell_bool(field->is_unsigned),
              cell_bool(field->experimental));
    add_json_annotations(json, field->annotations, field->annotation_count);
    json_end_object(json);
}

static void add_json_setting(struct json *json, const struct jfr_setting *setting) {
    json_fill(json, "{name: $, type: $, default: $}", cell_text(setting->name),
              cell_text(setting->type ? setting->type->name : NULL), cell_text(setting->value));
}

void metadata_add_json(struct json *json, const struct jfr_type *type) {
    json_fill(json,
              "{name: $, id: $, super: $, label: $, description: $, event: $, simple: $, "
              "experimental: $, category: [",
              cell_text(type->name), cell_count(type->id), cell_text(type->super),
              cell_text(type->label), cell_text(type->description), cell_bool(type->event),
              cell_bool(type->simple), cell_bool(type->experimental));
    for (uint32_t i = 0; type->category && i < type->category->value_count; i++)
        json_text(json, NULL, type->category->values[i].value);
    json_end_array(json);
    add_json_annotations(json, type->annotations, type->annotation_count);
    json_shape(json, "settings: [");
    for (uint32_t i = 0; i < type->setting_count; i++) add_json_setting(json, type->settings[i]);
    json_shape(json, "], fields: [");
    for (uint32_t i = 0; i < type->field_count; i++) add_json_field(json, type->fields[i]);
    json_shape(json, "]}");
}
