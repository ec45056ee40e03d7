#include "cmd/cli/options.h"

#include "base/suggest.h"
#include "cmd/cli/habits.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <string.h>

/* A row, and where the struct is that it counts from. */
struct option {
    const struct option_row *row; /* NULL: there is none */
    size_t offset;
};

static void *field_of(struct option option, struct option_base *options) {
    return (char *)options + option.offset + option.row->offset;
}

static bool is_list(const struct option_row *row) {
    return row->kind == OPTION_LIST || row->kind == OPTION_COMMA_LIST;
}

static bool takes_value(const struct option_row *row) {
    return row->kind != OPTION_FLAG && row->kind != OPTION_SET && row->kind != OPTION_HELP;
}

void options_add_choices(const struct option_choice *choices, const char *last, struct text *out) {
    for (const struct option_choice *c = choices; c->name; c++) {
        if (c != choices && c[1].name) text_add(out, ", ");
        else if (c != choices) text_addf(out, " %s ", last);
        text_add(out, c->name);
    }
}

const char *options_choice_name(const struct option_choice *choices, int value) {
    while (choices->value != value) choices++;
    return choices->name;
}

static bool has_option(const void *context, const char *name) {
    const struct option_use *uses = context;
    OPTIONS_EACH (use, row, uses)
        if (strcmp(row->name, name) == 0) return true;
    return false;
}

/* ==== Values ================================================================================= */

static bool expected(const struct option_row *row, const char *what, const char *found,
                     struct text *error) {
    text_addf(error, "--%s expects %s, found \"%s\"", row->name,
              row->expected ? row->expected : what, found);
    const char *instead = row->known ? habit_instead_of(found) : NULL;
    struct suggest suggest = suggest_for(found);
    for (const struct option_choice *c = row->known ? row->known() : NULL; c && c->name; c++)
        suggest_offer(&suggest, c->name);
    if (instead) text_addf(error, ": %s", instead);
    else if (suggest.best) text_addf(error, "; did you mean %s?", suggest.best);
    return false;
}

static bool read_choice(const struct option_use *uses, const struct option_row *row,
                        const char *value, int *field, struct text *error) {
    struct suggest suggest = suggest_for(value);
    for (const struct option_choice *choice = row->choices; choice->name; choice++) {
        if (strcmp(choice->name, value) == 0) {
            *field = choice->value;
            return true;
        }
        suggest_offer(&suggest, choice->name);
    }
    text_addf(error, "--%s knows ", row->name);
    options_add_choices(row->choices, "and", error);
    text_addf(error, ", not \"%s\"", value);
    if (has_option(uses, value)) text_addf(error, "; did you mean --%s?", value);
    else if (suggest.best) text_addf(error, "; did you mean %s?", suggest.best);
    return false;
}

static bool read_count(const struct option_row *row, const char *value, uint64_t *field,
                       struct text *error) {
    const char *what = "a whole number";
    if (value[0] < '0' || value[0] > '9') return expected(row, what, value, error);
    char *end;
    errno = 0;
    unsigned long long number = strtoull(value, &end, 10);
    if (*end || errno) return expected(row, what, value, error);
    *field = number;
    return true;
}

static bool read_real(const struct option_row *row, const char *value, double *field,
                      struct text *error) {
    char *end;
    double number = strtod(value, &end);
    if (end == value || *end || !isfinite(number) || number < 0)
        return expected(row, "a number that is not negative", value, error);
    *field = number;
    return true;
}

static bool add_items(const struct option_row *row, const char *value, struct text_list *list,
                      struct text *error) {
    if (!*value) return expected(row, "a value", value, error);
    if (row->kind == OPTION_LIST) {
        array_push(list, mem_copy_text(value));
        return true;
    }
    while (*value) {
        size_t len = strcspn(value, ",");
        if (len) {
            char *item = mem_copy_text(value);
            item[len] = 0;
            array_push(list, item);
        }
        value += len + (value[len] == ',');
    }
    return true;
}

static bool set_value(const struct option_use *uses, struct option option, const char *value,
                      struct option_base *options, struct text *error) {
    const struct option_row *row = option.row;
    void *field = field_of(option, options);
    array_push(&options->given, ((struct option_given){row, value}));
    switch (row->kind) {
    case OPTION_HELP: options->help = true; return true;
    case OPTION_FLAG: *(bool *)field = true; return true;
    case OPTION_SET: *(int *)field = row->value; return true;
    case OPTION_CHOICE: return read_choice(uses, row, value, field, error);
    case OPTION_TEXT: *(const char **)field = value; return true;
    case OPTION_LIST:
    case OPTION_COMMA_LIST: return add_items(row, value, field, error);
    case OPTION_COUNT: return read_count(row, value, field, error);
    case OPTION_REAL: return read_real(row, value, field, error);
    case OPTION_PARSED:
        return row->parse(value, field) || expected(row, "another value", value, error);
    }
    return false;
}

/* ==== Arguments ============================================================================== */

/* Is it one of ours, which blanks separate? */
static bool is_name(const char *ours, const char *name, size_t len) {
    for (size_t n; ours && *ours; ours += n + (ours[n] == ' ')) {
        n = strcspn(ours, " ");
        if (n == len && memcmp(ours, name, len) == 0) return true;
    }
    return false;
}

/* The option whose long name, or what others call it, is the first len bytes of name. */
static struct option find_name(const struct option_use *uses, const char *name, size_t len) {
    OPTIONS_EACH (use, row, uses)
        if (is_name(row->name, name, len) || is_name(row->also, name, len))
            return (struct option){row, use->offset};
    return (struct option){0};
}

static struct option find_letter(const struct option_use *uses, char letter) {
    OPTIONS_EACH (use, row, uses)
        if (row->letter == letter) return (struct option){row, use->offset};
    return (struct option){0};
}

static bool unknown_option(const struct option_use *uses, const char *argument,
                           struct text *error) {
    size_t shown = strcspn(argument, "=");
    text_addf(error, "there is no option %.*s", (int)shown, argument);
    OWNED(mem_release) char *word = mem_copy_text(argument + strspn(argument, "-"));
    word[strcspn(word, "=")] = 0;
    const char *instead = habit_instead_of_option(word, has_option, uses);
    struct suggest suggest = suggest_for(word);
    OPTIONS_EACH (use, row, uses) suggest_offer(&suggest, row->name);
    if (instead) {
        text_addf(error, ": %s", instead);
    } else if (suggest.best) {
        text_add(error, "; did you mean ");
        suggest_add_near(&suggest, "--", error);
        text_add_char(error, '?');
    }
    return false;
}

/* True if the argument is one of our options spelled out: then it is hardly meant as a value. */
static bool is_known_option(const struct option_use *uses, const char *argument) {
    if (strncmp(argument, "--", 2) != 0 || !argument[2]) return false;
    return find_name(uses, argument + 2, strcspn(argument + 2, "=")).row != NULL;
}

/* The argument after argv[*at] is the value; *at moves to it. */
static bool take_next(const struct option_use *uses, int argc, char *const *argv, int *at,
                      struct option option, struct option_base *options, struct text *error) {
    const struct option_row *row = option.row;
    if (*at + 1 >= argc) {
        text_addf(error, "--%s needs a value: --%s %s", row->name, row->name, row->argument);
        return false;
    }
    const char *value = argv[*at + 1];
    if (is_known_option(uses, value)) {
        text_addf(error, "--%s needs a value, found the option %s; write --%s=%s if you mean it",
                  row->name, value, row->name, value);
        return false;
    }
    ++*at;
    return set_value(uses, option, value, options, error);
}

/* "--name", "--name=value" at argv[*at]; *at moves to the last argument that is taken. */
static bool parse_name(const struct option_use *uses, int argc, char *const *argv, int *at,
                       struct option_base *options, struct text *error) {
    const char *name = argv[*at] + 2;
    size_t len = strcspn(name, "=");
    struct option option = find_name(uses, name, len);
    const struct option_row *row = option.row;
    if (!row) return unknown_option(uses, argv[*at], error);
    const char *value = name[len] ? name + len + 1 : NULL;
    if (takes_value(row))
        return value ? set_value(uses, option, value, options, error)
                     : take_next(uses, argc, argv, at, option, options, error);
    if (!value) return set_value(uses, option, NULL, options, error);
    text_addf(error, "--%s takes no value, found \"%s\"", row->name, value);
    return false;
}

/* "-q", "-n5", "-n=5", "-qn", "5": letters; the first that takes a value has what follows it. */
static bool parse_letters(const struct option_use *uses, int argc, char *const *argv, int *at,
                          struct option_base *options, struct text *error) {
    const char *argument = argv[*at];
    /* A long name is hardly meant as letters. */
    if (argument[2] && find_name(uses, argument + 1, strcspn(argument + 1, "=")).row)
        return unknown_option(uses, argument, error);
    for (const char *s = argument + 1; *s; s++) {
        struct option option = find_letter(uses, *s);
        const struct option_row *row = option.row;
        if (!row) {
            if (s == argument + 1) return unknown_option(uses, argument, error);
            text_addf(error, "there is no option -%c (in %s)", *s, argument);
            return false;
        }
        if (takes_value(row) && s[1])
            return set_value(uses, option, s + 1 + (s[1] == '='), options, error);
        if (takes_value(row)) return take_next(uses, argc, argv, at, option, options, error);
        if (!set_value(uses, option, NULL, options, error)) return false;
    }
    return true;
}

static bool parse_option(const struct option_use *uses, int argc, char *const *argv, int *at,
                         struct option_base *options, struct text *error) {
    bool name = argv[*at][1] == '-';
    return (name ? parse_name : parse_letters)(uses, argc, argv, at, options, error);
}

static bool open_parts(const struct option_use *uses, struct option_base *options,
                       struct text *error) {
    for (; uses->group; uses++)
        if (uses->group->open && !uses->group->open((char *)options + uses->offset, error))
            return false;
    return true;
}

bool options_parse(const struct option_use *uses, int argc, char *const *argv,
                   struct option_base *options, struct text *error) {
    OPTIONS_EACH (use, row, uses)
        if (row->initial &&
            !set_value(uses, (struct option){row, use->offset}, row->initial, options, error))
            return false;
    options->given.len = 0;
    bool only_operands = false;
    for (int i = 0; i < argc; i++) {
        const char *argument = argv[i];
        if (only_operands || argument[0] != '-' || !argument[1]) {
            array_push(&options->operands, mem_copy_text(argument));
        } else if (strcmp(argument, "--") == 0) {
            only_operands = true;
        } else if (!parse_option(uses, argc, argv, &i, options, error)) {
            return false;
        }
    }
    return options->help || open_parts(uses, options, error);
}

/* Does the option at hand have the argument behind it for its value? */
static bool has_next(const struct option_use *uses, const char *argument) {
    if (argument[1] == '-') {
        const struct option_row *row = find_name(uses, argument + 2, strlen(argument + 2)).row;
        return row && takes_value(row);
    }
    for (const char *s = argument + 1; *s; s++) {
        const struct option_row *row = find_letter(uses, *s).row;
        if (!row || takes_value(row)) return row && !s[1];
    }
    return false;
}

int options_first_operand(const struct option_use *uses, int argc, char *const *argv) {
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] != '-' || !argv[i][1]) return i;
        if (strcmp(argv[i], "--") == 0) return i + 1;
        if (has_next(uses, argv[i]) && i + 1 < argc) i++;
    }
    return argc;
}

static void free_list(struct text_list *list) {
    for (size_t i = 0; i < list->len; i++) free((void *)list->items[i]);
    array_free(list);
}

void options_free(const struct option_use *uses, struct option_base *options) {
    OPTIONS_EACH (use, row, uses)
        if (is_list(row)) free_list(field_of((struct option){row, use->offset}, options));
    for (; uses->group; uses++)
        if (uses->group->close) uses->group->close((char *)options + uses->offset);
    free_list(&options->operands);
    array_free(&options->given);
}

struct option_base *options_usual(const struct option_use *uses, size_t size) {
    struct option_base *options = mem_zero(1, size);
    OWNED(text_free) struct text error = {0};
    bool good = options_parse(uses, 0, NULL, options, &error);
    assert(good); /* defaults are */
    return options;
}

void options_forget(const struct option_use *uses, struct option_base *options) {
    options_free(uses, options);
    free(options);
}

void *options_part(const struct option_use *uses, const struct option_group *group,
                   struct option_base *options) {
    for (; uses->group; uses++)
        if (uses->group == group) return (char *)options + uses->offset;
    return NULL;
}

void *options_field(const struct option_use *uses, const char *name, struct option_base *options) {
    struct option option = find_name(uses, name, strlen(name));
    return option.row ? field_of(option, options) : NULL;
}

static const struct option_row help_rows[] = {HELP_ROW, {.name = NULL}};
const struct option_group options_help = {.title = "Output", .topic = "output", .rows = help_rows};
