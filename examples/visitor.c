/* Every value of every event of a type, field by field: usage: visitor TYPE RECORDING...
 * For who needs what no row has: arrays, structs within structs, the order of the recording. */
#include <jfr.h>

#include <inttypes.h>
#include <stdio.h>

struct printing {
    int depth;
    unsigned long events;
};

static enum jfr_answer item(void *context, const struct jfr_item *item) {
    struct printing *p = (struct printing *)context;
    if (item->kind == JFR_ITEM_END || item->kind == JFR_ITEM_ARRAY_END) {
        p->depth--;
        return JFR_GO_ON;
    }
    printf("%*s%s: ", 2 * p->depth, "", item->field ? item->field->name : item->type->name);
    switch (item->kind) {
    case JFR_ITEM_BEGIN:
    case JFR_ITEM_ARRAY:
        puts("");
        p->depth++;
        break;
    case JFR_ITEM_BOOLEAN: puts(item->number ? "true" : "false"); break;
    case JFR_ITEM_INTEGER: printf("%" PRId64 "\n", item->number); break;
    case JFR_ITEM_REAL: printf("%g\n", item->real); break;
    case JFR_ITEM_CHAR:
    case JFR_ITEM_TEXT: printf("%.*s\n", (int)item->length, item->text); break;
    default: puts("null"); break;
    }
    return JFR_GO_ON;
}

static void visit_chunk(const struct jfr_chunk *chunk, const char *name, struct printing *p) {
    struct jfr_error error;
    struct jfr_event event;
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error);
    const struct jfr_type *type = metadata ? jfr_type_by_name(metadata, name) : NULL;
    if (!metadata) fprintf(stderr, "%s\n", error.text);
    if (type) { /* first the constants, which lie anywhere in the chunk */
        struct jfr_constants *constants = jfr_constants_open(chunk, metadata);
        struct jfr_cursor *cursor = jfr_cursor_open(chunk, metadata, NULL);
        jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
        while (jfr_cursor_next(cursor, &event)) jfr_constants_add(constants, &event, NULL);
        jfr_cursor_close(cursor);
        struct jfr_visitor *visitor = jfr_visitor_open(chunk, metadata, constants);
        cursor = jfr_cursor_open(chunk, metadata, NULL);
        jfr_cursor_want(cursor, type->id);
        for (; jfr_cursor_next(cursor, &event); p->events++)
            jfr_visit_event(visitor, &event, item, p);
        jfr_cursor_close(cursor);
        jfr_visitor_close(visitor);
        jfr_constants_close(constants);
    }
    jfr_metadata_free(metadata);
}

int main(int argc, char **argv) {
    struct printing printing = {0, 0};
    struct jfr_error error;
    struct jfr_segment segment;
    struct jfr_chunk chunk;
    int found;
    bool failed = false;
    if (argc < 3) return fprintf(stderr, "usage: visitor TYPE RECORDING...\n"), 2;
    struct jfr_input *input = jfr_input_open((const char *const *)argv + 2, (size_t)argc - 2);
    while ((found = jfr_input_next(input, &segment, NULL, &error)) != 0) {
        uint64_t position = 0;
        if (found < 0) { /* what follows may still be read */
            fprintf(stderr, "%s\n", error.text);
            failed = true;
            continue;
        }
        while ((found = jfr_chunk_next(&segment, &position, &chunk, NULL, &error)) != 0)
            if (found > 0) visit_chunk(&chunk, argv[1], &printing);
            else fprintf(stderr, "%s\n", error.text);
        jfr_segment_release(&segment);
    }
    jfr_input_close(input);
    fprintf(stderr, "%lu events\n", printing.events);
    return failed;
}
