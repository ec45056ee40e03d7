/* jfrtool metadata: which types a recording describes, and their fields. */
#include "analyzers/stream/type_names.h"
#include "cmd/cli/message.h"
#include "cmd/print/metadata.h"
#include "cmd/read/answer.h"
#include "base/strings.h"

#include <string.h>

struct metadata_options {
    struct option_base base;
    struct text_list events, categories;
    struct input_options input;
    struct output_options output;
};
#define AT(field) offsetof(struct metadata_options, field)

static const struct option_choice format_choices[] = {
    {"text", "as the JDK shows it", FORMAT_TEXT},
    {"json", "with ids, settings and flags", FORMAT_JSON},
    {NULL, NULL, 0}};

static const struct option_row rows[] = {
    OPTION(COMMA_LIST, "events", AT(events), .argument = "NAME",
           .help = "Only these event types: jdk.CPULoad, CPULoad, 'jdk.File*'"),
    OPTION(COMMA_LIST, "categories", AT(categories), .argument = "NAME",
           .help = "Only event types of these categories: GC, 'Java*', or by first letters, JVM"),
    OPTION(CHOICE, "format", AT(output.format), .argument = "FORMAT", .choices = format_choices,
           .help = "How the result is written; else as the name of -o FILE ends, or text"),
    OPTION(SET, "json", AT(output.format), .value = FORMAT_JSON, .help = "Short for --format json"),
    {.name = NULL},
};
static const struct option_use groups[] = {OWN_GROUP("Which types, and how", rows), READ_GROUPS};

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

static int compare_place(const void *a, const void *b) {
    const struct described *x = a, *y = b;
    if (x->recording != y->recording) return x->recording < y->recording ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

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
    if (seen->all.len)
        qsort(seen->all.items, seen->all.len, sizeof *seen->all.items, compare_place);
    for (size_t m = 0; m < seen->all.len; m++) {
        const struct jfr_metadata *metadata = seen->all.items[m].metadata;
        for (uint32_t i = 0; i < metadata->type_count; i++) {
            const struct jfr_type *type = metadata->types[i];
            bool fresh;
            if (type_filter_is_set(filter) &&
                (!type->event || !type_filter_has(filter, type, false)))
                continue;
            uint64_t *at =
                map_put(&first, strings_intern(&names, type->name, strlen(type->name)), &fresh);
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

static void say(const char *sentence) {
    message_note("%s", sentence);
}

static void tell_missing(const struct seen_metadata *seen, const struct type_filter *filter,
                         bool none) {
    OWNED(type_names_free) struct type_names names = {0};
    for (size_t m = 0; m < seen->all.len; m++) type_names_take(&names, seen->all.items[m].metadata);
    size_t told = type_names_tell(&names, &filter->events, false, say) +
                  type_names_tell(&names, &filter->categories, true, say);
    if (!told && none) message_note("no event type is called that and of that category");
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
            message_note("no chunk has a description of types that can be read");
        if (type_filter_is_set(&filter)) tell_missing(seen, &filter, !types.len);
        answer->empty = !types.len;
    }
    close_seen(seen);
    return code;
}

const struct command command_metadata = {
    .name = "metadata",
    .operands = "RECORDING...",
    .writes = "text json",
    READS_AND_ANSWERS(struct metadata_options),
};
