/* What tells samples apart, besides what a row is: --by of hot-methods, callers,
 * callees, tree, flame and collapsed.
 *
 *   --by line                a row of tables and pictures is a line
 *   --by endpoint            samples are split by this field: of the events of --within; without
 *                            them of those that have it @Contextual; else of the samples (of a
 *                            thread or a class its name)
 *   --by line,endpoint       both
 *   --by field:class         a field that is called like a row
 *   --by label:service       samples are told apart by this label of theirs (hot-methods)
 *   --by recording           likewise by where they come from
 */
#include "cmd/read/split.h"

#include "base/suggest.h"
#include "cmd/cli/message.h"
#include "cmd/read/groups.h"

#define FIELD "field:"
#define LABEL "label:"

static const struct option_choice *known(void) {
    return options_by_choices;
}

/* A row, if it is one: enum frame_by, else -1. */
static int row_named(const char *word) {
    for (const struct option_choice *c = options_by_choices; c->name; c++)
        if (strcmp(c->name, word) == 0) return c->value;
    return -1;
}

/* The label that a word names, or NULL. */
static const char *label_named(const char *word) {
    if (strcmp(word, SPLIT_RECORDING) == 0) return word;
    return strncmp(word, LABEL, strlen(LABEL)) == 0 ? word + strlen(LABEL) : NULL;
}

static bool take_label(struct selection *selection, const char *label, struct text *error) {
    if (selection->split_label || !*label) {
        text_add(error, selection->split_label
                            ? "--by takes one of recording and label:NAME"
                            : "--by label:NAME expects the name of a label, found none");
        return false;
    }
    selection->split_label = mem_copy_text(label);
    return true;
}

/* "metod" is hardly a field. */
static bool is_misspelt(const char *word, struct text *error) {
    struct suggest suggest = suggest_for(word);
    for (const struct option_choice *c = options_by_choices; c->name; c++)
        suggest_offer(&suggest, c->name);
    suggest_offer(&suggest, SPLIT_RECORDING);
    if (!suggest.best || suggest_distance(suggest.best, word) > 1) return false;
    text_add(error, "--by knows ");
    options_add_choices(options_by_choices, "and", error);
    text_addf(error, ", not \"%s\"; did you mean %s? A field is %s%s", word, suggest.best, FIELD,
              word);
    return true;
}

static bool open_split(void *context, struct text *error) {
    struct selection *selection = context;
    struct text_list *words = &selection->split_by;
    int row = -1;
    size_t kept = 0;
    bool ok = true;
    for (size_t i = 0; i < words->len; i++) {
        char *word = (char *)words->items[i];
        int named = row_named(word);
        if (!ok) {
            words->items[kept++] = word; /* to be freed */
        } else if (named >= 0) {
            if (row >= 0)
                text_addf(error, "--by takes one of %s and %s",
                          options_choice_name(options_by_choices, row), word);
            ok = row < 0;
            row = named;
            free(word);
        } else if (label_named(word)) {
            ok = take_label(selection, label_named(word), error);
            free(word);
        } else {
            if (strncmp(word, FIELD, strlen(FIELD)) == 0)
                memmove(word, word + strlen(FIELD), strlen(word + strlen(FIELD)) + 1);
            else ok = !is_misspelt(word, error);
            words->items[kept++] = word;
        }
    }
    words->len = kept;
    if (row >= 0) selection->by = (enum frame_by)row;
    return ok;
}

bool split_is_asked(const struct selection *selection) {
    return selection->split_by.len > 0;
}

void split_add_name(const struct selection *selection, struct text *out) {
    for (size_t i = 0; i < selection->split_by.len; i++)
        text_addf(out, "%s%s", i ? ", " : "", selection->split_by.items[i]);
}

bool split_fits_threads(const struct selection *selection, bool threads) {
    if (!threads || !split_is_asked(selection)) return true;
    return message_refuse(
        "--threads and --by with a field both say what the root of a stack is: give one of them");
}

bool split_fits_page(const struct selection *selection, bool page) {
    if (page || !split_is_asked(selection)) return true;
    return message_refuse("--by with a field is for the page here (-o PAGE.html): hot-methods, "
                          "callers, callees, tree, flame and timeline show each value as text");
}

static void close_split(void *context) {
    struct selection *selection = context;
    free(selection->split_label);
    selection->split_label = NULL;
}

#include "cmd/read/split_options.h"
