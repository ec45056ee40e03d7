/* A part that is single figures. */
#include "cmd/reports/parts.h"
#include "cmd/write/words.h"

static struct part_value figure(struct describing *d, const struct report_part *part, size_t column,
                                struct events_answer *answer) {
    *answer = part_answer(d, part, part->columns.items[column].source);
    return part_value(answer, part, 0, column);
}

static struct cell figure_cell(struct describing *d, const struct report_part *part,
                               size_t column) {
    struct events_answer answer;
    struct part_value value = figure(d, part, column, &answer);
    return part_cell(d, &answer, &value);
}

/* "a.b" of each a together, as b in it. */
static void add_objects(struct describing *d, const struct report_part *part) {
    const char *object = NULL;
    for (size_t i = 0; i < part->columns.len; i++) {
        const struct report_column *column = &part->columns.items[i];
        if (!column->object || column->hidden) continue;
        if (!object || strcmp(object, column->object) != 0) {
            if (object) sheet_end(d->sheet);
            object = column->object;
            sheet_object(d->sheet, object);
        }
        sheet_field(d->sheet, column->key + strlen(object) + 1, figure_cell(d, part, i));
    }
    if (object) sheet_end(d->sheet);
}

struct saying { /* of figures of the part */
    struct describing *d;
    const struct report_part *part;
};

static bool add_figure(void *context, const char *key, size_t len, struct text *out) {
    const struct saying *of = context;
    for (size_t i = 0; i < of->part->columns.len; i++) {
        const char *has = of->part->columns.items[i].key;
        if (strncmp(has, key, len) != 0 || has[len]) continue;
        struct cell cell = figure_cell(of->d, of->part, i);
        return words_add_cell(&cell, NULL, 0, out);
    }
    return false;
}

static void say(struct describing *d, const struct report_part *part,
                const struct report_saying *saying) {
    struct saying of = {d, part};
    OWNED(text_free) struct text words = {0};
    if (words_fill(saying->words, add_figure, &of, &words))
        sheet_pair(d->sheet, NULL, saying->label, cell_text(text_str(&words)));
}

void figures_describe(struct describing *d, const struct report_part *part) {
    bool inside = strcmp(part->key, "-") != 0;
    OWNED(text_free) struct text notes = {0};
    uint64_t events = 0;
    for (size_t i = 0; i < part->sources.len; i++) events += part_answer(d, part, i).passed;
    sheet_group(d->sheet,
                (struct sheet_group){.title = part->title, .key = inside ? part->key : NULL});
    add_objects(d, part);
    for (size_t i = 0; i < part->sayings.len; i++) say(d, part, &part->sayings.items[i]);
    for (size_t i = 0; i < part->columns.len; i++) {
        const struct report_column *column = &part->columns.items[i];
        struct cell cell = figure_cell(d, part, i);
        bool known = cell.kind != CELL_MISSING;
        if (column->hidden) continue;
        if (column->object) {
            if (known && !column->unlabelled) sheet_pair(d->sheet, NULL, column->title, cell);
        } else if (known && !column->unlabelled) {
            sheet_pair(d->sheet, column->key, column->title, cell);
        } else {
            sheet_field(d->sheet, column->key, cell);
        }
    }
    if (events) part_add_notes(part, &notes);
    if (notes.len) sheet_lines(d->sheet, SHEET_PEOPLE, text_str(&notes));
    sheet_end(d->sheet);
}
