/* libFuzzer target: conditions and groups of events as users write them, from the text to an answer
 * about a made-up event: no crash, no leak, whatever is written; an error has a place in the text.
 */
#include "analyzers/events/expression.h"
#include "analyzers/events/fold.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The kind of a field follows from the first letter of its name. */
static struct expression_kind kind_of(const char *name) {
    static const struct expression_kind kinds[] = {
        {JFR_COLUMN_INT, JFR_UNIT_NS_SPAN},  {JFR_COLUMN_INT, JFR_UNIT_BYTES},
        {JFR_COLUMN_REAL, JFR_UNIT_PERCENT}, {JFR_COLUMN_TEXT, JFR_UNIT_NONE},
        {JFR_COLUMN_BOOLEAN, JFR_UNIT_NONE}, {JFR_COLUMN_THREAD, JFR_UNIT_NONE},
        {JFR_COLUMN_STACK, JFR_UNIT_NONE},   {JFR_COLUMN_INT, JFR_UNIT_NS_TIME},
        {JFR_COLUMN_NONE, JFR_UNIT_NONE},    {JFR_COLUMN_INT, JFR_UNIT_NONE},
    };
    return kinds[(unsigned char)*name % (sizeof kinds / sizeof *kinds)];
}

static void add_things(struct things *things) {
    strings_intern(&things->texts, "", 0);
    uint32_t text = strings_intern(&things->texts, "a.B", 3);
    uint32_t frame = things_add_frame(
        things, &(struct things_frame){.class_name = text, .method = text, .line = 1, .bci = 1});
    things_add_thread(things, &(struct things_thread){.name = text});
    things_add_stack(things, &frame, 1, false);
}

static void test(const struct expression *e) {
    struct expression_kind kinds[EXPRESSION_FIELDS];
    uint64_t cells[EXPRESSION_FIELDS], nulls[EXPRESSION_FIELDS];
    struct expression_times times = {0, 1000000000, {.kind = ZONE_OFFSET}};
    struct expression_error error = {.column = SIZE_MAX};
    struct things things = {0};
    add_things(&things);
    for (size_t i = 0; i < expression_fields(e); i++) {
        kinds[i] = kind_of(expression_field(e, i, NULL));
        cells[i] = 0;
        nulls[i] = jfr_null(kinds[i].kind);
    }
    if (expression_check(e, kinds, &error)) {
        struct expression_match *match = expression_bind(e, kinds, &times, &things);
        bool first = expression_passes(match, cells);
        expression_passes(match, nulls);
        expression_forget(match);
        if (expression_passes(match, cells) != first) abort();
        expression_match_free(match);
    } else if (error.column > strlen(expression_source(e))) {
        abort();
    }
    things_free(&things);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = mem_alloc(size + 1);
    struct expression_error error = {.column = SIZE_MAX};
    struct jfr_error wrong;
    struct fold_key key;
    struct fold_show show;
    struct arena texts = {0};
    struct text pattern = {0};
    memcpy(text, data, size);
    text[size] = 0;
    struct expression *e = expression_parse(text, &error);
    if (e) test(e);
    else if (error.column > strlen(text)) abort();
    expression_free(e);
    fold_parse_key(text, &texts, &key, &wrong);
    fold_parse_show(text, NULL, &texts, &show, &wrong);
    fold_add_pattern(&pattern, text, size);
    text_free(&pattern);
    arena_free(&texts);
    free(text);
    return 0;
}
