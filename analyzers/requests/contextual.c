#include "analyzers/requests/contextual.h"

struct reading_state {
    struct contextual *found;
    struct jfr_metadata *metadata; /* of the chunk before, which nearly always has the same */
};

static void *open_state(const void *options) {
    (void)options;
    struct reading_state *state = mem_zero(1, sizeof *state);
    state->found = mem_zero(1, sizeof *state->found);
    return state;
}

/* Datadog's, which say what a span is about when it ends. */
static bool is_span(const struct jfr_type *type, const struct jfr_field *field) {
    return strcmp(type->name, CONTEXTUAL_SPANS) == 0 &&
           (strcmp(field->name, "endpoint") == 0 || strcmp(field->name, "operation") == 0);
}

bool contextual_has(const struct jfr_field *field) {
    for (uint32_t i = 0; i < field->annotation_count; i++) {
        const struct jfr_type *type = field->annotations[i]->type;
        if (type && strcmp(type->name, "jdk.jfr.Contextual") == 0) return true;
    }
    return false;
}

static void add(struct contextual *all, const char *type, const char *field, bool by_span) {
    const struct contextual_field fresh = {
        strings_add(&all->names, type),
        strings_add(&all->names, field),
        by_span,
    };
    for (size_t i = 0; i < all->fields.len; i++)
        if (all->fields.items[i].type == fresh.type && all->fields.items[i].field == fresh.field)
            return;
    array_push(&all->fields, fresh);
}

static void look(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct reading_state *state = context;
    struct jfr_error error = {0};
    (void)log; /* what is lost is said when the events are read */
    if (state->metadata && jfr_metadata_matches(state->metadata, chunk)) return;
    jfr_metadata_free(state->metadata);
    state->metadata = jfr_metadata_read(chunk, &error);
    for (uint32_t i = 0; state->metadata && i < state->metadata->type_count; i++) {
        const struct jfr_type *type = state->metadata->types[i];
        for (uint32_t k = 0; type->event && k < type->field_count; k++)
            if (contextual_has(type->fields[k]) || is_span(type, type->fields[k]))
                add(state->found, type->name, type->fields[k]->name,
                    is_span(type, type->fields[k]));
    }
}

static void merge(void *into, void *from) {
    struct reading_state *a = into, *b = from;
    for (size_t i = 0; i < b->found->fields.len; i++)
        add(a->found, strings_get(&b->found->names, b->found->fields.items[i].type),
            strings_get(&b->found->names, b->found->fields.items[i].field),
            b->found->fields.items[i].by_span);
}

static void close_state(void *context) {
    struct reading_state *state = context;
    contextual_free(state->found);
    jfr_metadata_free(state->metadata);
    free(state);
}

struct contextual *contextual_read(const struct scan_options *scan, struct scan_report *report) {
    const struct scan_work work = {
        .open = open_state, .chunk = look, .merge = merge, .close = close_state};
    struct scan_options one = *scan;
    one.jobs = 1; /* types in the order of the recordings, whatever the number of workers */
    struct reading_state *state = scan_run(&one, &work, report);
    struct contextual *found = state->found;
    state->found = NULL;
    close_state(state);
    return found;
}

void contextual_free(struct contextual *contextual) {
    if (!contextual) return;
    strings_free(&contextual->names);
    array_free(&contextual->fields);
    free(contextual);
}
