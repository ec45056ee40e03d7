/* jfrtool metadata: which types a recording describes, and their fields. */
#include "analyzers/stream/type_names.h"
#include "cmd/cli/message.h"
#include "cmd/read/answer.h"
#include "analyzers/stream/type_filter.h"
#include "base/fill.h"
#include "base/safe.h"
#include "cmd/write/shape.h"

typedef ARRAY(const struct jfr_type *) metadata_types;

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
    return memcmp(a, b, a_len < b_len ? a_len : b_len) ?: ORDER(a_len, b_len);
}

ORDERED(compare, struct jfr_type *const, part_of(*x) - part_of(*y),
        compare_packages((*x)->name, (*y)->name),
        strcmp(simple_name((*x)->name), simple_name((*y)->name)), ORDER((*x)->id, (*y)->id))

/* Sorts: values, annotations, settings, events; in each by package, then by name. */
static void metadata_sort(metadata_types *types) {
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
    text_fill(out, safe_add_name, "%s@%s", indent,
              annotation->type ? simple_name(annotation->type->name) : "?");
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
    text_fill(out, safe_add_name, "  %s%s %s;\n", type ? simple_name(type->name) : "?",
              field->array ? "[]" : "", field->name);
}

/* "@Name("jdk.CPULoad") ... class CPULoad extends jdk.jfr.Event { ... }" */
static void metadata_add_text(struct text *out, const struct jfr_type *type) {
    if (strchr(type->name, '.')) text_fill(out, safe_add_name, "@Name(\"%s\")\n", type->name);
    for (uint32_t i = 0; i < type->annotation_count; i++)
        add_annotation(out, type->annotations[i], "");
    text_fill(out, safe_add_name, "class %s", simple_name(type->name));
    if (type->super) text_fill(out, safe_add_name, " extends %s", type->super);
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

static void metadata_add_json(struct json *json, const struct jfr_type *type) {
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

#include "cmd/metadata_options.h"

/* What a worker has seen: each different metadata once. */
struct seen_metadata {
    ARRAY(struct described) all;
};

struct described {
    struct jfr_metadata *metadata;
    int64_t start_ns; /* of the chunk, and where it lies: the first one's words count */
    uint32_t recording;
    uint64_t offset;
};

static void *open_seen(const void *options) {
    (void)options;
    return mem_zero(1, sizeof(struct seen_metadata));
}

static void look(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct seen_metadata *seen = state;
    struct jfr_error error = {0};
    for (size_t i = seen->all.len; i-- > 0;)
        if (jfr_metadata_matches(seen->all.items[i].metadata, chunk)) return;
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error);
    if (metadata)
        array_push(&seen->all,
                   (struct described){metadata, chunk->start_ns, chunk->recording, chunk->offset});
    else if (log && log->note) {
        struct jfr_note note = {
            .kind = JFR_NOTE_LOST, .offset = error.offset, .bytes = chunk->size};
        memcpy(note.text, error.text, sizeof note.text - 1);
        log->note(log->context, &note);
    }
}

static void merge(void *into, void *from) {
    struct seen_metadata *a = into, *b = from;
    for (size_t i = 0; i < b->all.len; i++) array_push(&a->all, b->all.items[i]);
    b->all.len = 0;
}

static void close_seen(void *state) {
    struct seen_metadata *seen = state;
    for (size_t i = 0; i < seen->all.len; i++) jfr_metadata_free(seen->all.items[i].metadata);
    array_free(&seen->all);
    free(seen);
}

ORDERED(compare_place, struct described, RISING(recording), RISING(offset))

/* Do the fields differ, in name, type or order? */
static bool has_changed(const struct jfr_type *a, const struct jfr_type *b) {
    if (a->field_count != b->field_count) return true;
    for (uint32_t i = 0; i < a->field_count; i++) {
        const struct jfr_field *x = a->fields[i], *y = b->fields[i];
        const char *x_type = x->type ? x->type->name : "", *y_type = y->type ? y->type->name : "";
        if (strcmp(x->name, y->name) != 0 || strcmp(x_type, y_type) != 0 || x->array != y->array)
            return true;
    }
    return false;
}

/* All types of the first chunk, and of the others those that are not called like one before. */
static void collect(struct seen_metadata *seen, const struct type_filter *filter,
                    metadata_types *types) {
    OWNED(strings_free) struct strings names = {0};
    OWNED(map_free) struct map first = {0};
    uint64_t changed = 0;
    const char *example = NULL;
    array_sort(&seen->all, compare_place);
    for (size_t m = 0; m < seen->all.len; m++) {
        const struct jfr_metadata *metadata = seen->all.items[m].metadata;
        for (uint32_t i = 0; i < metadata->type_count; i++) {
            const struct jfr_type *type = metadata->types[i];
            bool fresh;
            if (type_filter_is_set(filter) &&
                (!type->event || !type_filter_has(filter, type, false)))
                continue;
            uint64_t *at = map_put(&first, strings_add(&names, type->name), &fresh);
            if (fresh) *at = types->len;
            if (fresh || m == 0) array_push(types, type);
            /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it is in them */
            else if (has_changed(types->items[*at], type)) {
                changed++;
                example = type->name;
            }
        }
    }
    if (changed)
        message_note("%llu types have other fields in later chunks or recordings, such as %s; "
                     "those of the first are shown",
                     (unsigned long long)changed, example);
    metadata_sort(types);
}

static void write_types(struct answer *answer, const metadata_types *types) {
    OWNED(text_free) struct text out = {0};
    struct json json = json_open(&out, JSON_PRETTY);
    bool is_json = answer->format == FORMAT_JSON;
    if (is_json) {
        json_begin_object(&json, NULL);
        json_begin_array(&json, "types");
    }
    for (size_t i = 0; i < types->len; i++) {
        if (is_json) metadata_add_json(&json, types->items[i]);
        else metadata_add_text(&out, types->items[i]);
        output_flush_text(&answer->output, &out);
    }
    if (is_json) {
        json_end_array(&json);
        json_end_object(&json);
        json_close(&json);
    }
    output_flush_text(&answer->output, &out);
}

static void tell_missing(const struct seen_metadata *seen, const struct type_filter *filter,
                         bool none) {
    OWNED(type_names_free) struct type_names names = {0};
    for (size_t m = 0; m < seen->all.len; m++) type_names_take(&names, seen->all.items[m].metadata);
    size_t told = type_names_tell(&names, &filter->events, false, message_note_sentence) +
                  type_names_tell(&names, &filter->categories, true, message_note_sentence);
    if (!told && none) message_note("no event type has that name and category");
}

static int make_answer(struct answer *answer) {
    const struct metadata_options *options = answer->options;
    const struct scan_work work = {
        .open = open_seen, .chunk = look, .merge = merge, .close = close_seen};
    struct scan_options scan = reading_scan(&answer->reading);
    struct seen_metadata *seen = scan_run(&scan, &work, &answer->reading.report);
    int code = reading_done(&answer->reading);
    if (code == EXIT_OK) {
        OWNED(array_release) metadata_types types = {0};
        const struct type_filter filter = {.events = options->events,
                                           .categories = options->categories};
        collect(seen, &filter, &types);
        write_types(answer, &types);
        if (!types.len && !type_filter_is_set(&filter))
            message_note("no chunk has a readable description of types");
        if (type_filter_is_set(&filter)) tell_missing(seen, &filter, !types.len);
        answer->empty = !types.len;
    }
    close_seen(seen);
    return code;
}
