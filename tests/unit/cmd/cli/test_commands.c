/* The commands' tables: which groups of options they have, and what these fill. */
#include "analyzers/rules/contrast_parts.h"
#include "analyzers/rules/rules.h"
#include "cmd/page/report.h"
#include "analyzers/reports/definition.h"
#include "cmd/cli/command.h"
#include "cmd/cli/habits.h"
#include "cmd/cli/ways.h"
#include "cmd/reports/shipped.h"
#include "cmd/query/connection.h"
#include "cmd/fleet/labels.h"
#include "cmd/read/groups.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static bool has(const struct command *command, const struct option_group *group) {
    for (const struct option_use *use = command->groups; use->group; use++)
        if (use->group == group) return true;
    return false;
}

static bool has_option(const struct command *command, const char *name) {
    OPTIONS_EACH (use, row, command->groups)
        if (strcmp(row->name, name) == 0) return true;
    return false;
}

START_TEST(a_command_that_reads_recordings_has_the_input_group) {
    for (const struct command *const *c = commands_all(); *c; c++) {
        bool reads =
            (*c)->operands && (strstr((*c)->operands, "RECORDING") ||
                               strstr((*c)->operands, "BASE") || strstr((*c)->operands, "PATH"));
        /* As it goes, without --jobs; as tables; as bytes, of which none are left out; or by
         * others, which have it. */
        bool other = has(*c, &options_serial) || has(*c, &options_connection) ||
                     strcmp((*c)->name, "repair") == 0 || strcmp((*c)->name, "disassemble") == 0 ||
                     strcmp((*c)->name, "mcp") == 0 || strcmp((*c)->name, "top") == 0 ||
                     strcmp((*c)->name, "file") == 0 || strcmp((*c)->name, "verify") == 0;
        ck_assert_msg((has(*c, &options_input) || other) == reads, "%s", (*c)->name);
    }
}
END_TEST

START_TEST(a_command_that_makes_rows_has_the_selection_too) {
    for (const struct command *const *c = commands_all(); *c; c++)
        if (has(*c, &options_rows)) ck_assert_msg(has(*c, &options_selection), "%s", (*c)->name);
}
END_TEST

START_TEST(every_command_has_words_in_a_file_that_is_called_like_it) {
    for (const struct command *const *c = commands_all(); *c; c++) {
        const struct report *words = command_words(*c); /* says what is wrong, and aborts */
        ck_assert_str_eq(words->name, (*c)->name);
        ck_assert_int_eq(words->of_command, !(*c)->report);
        ck_assert_ptr_eq(words, command_words(*c));
    }
    ck_assert_ptr_nonnull(strstr(command_words(command_find("callees"))->description,
                                 "\n\nMETHOD is the end of a name")); /* that three share */
}
END_TEST

START_TEST(every_command_has_help) {
    for (const struct command *const *c = commands_all(); *c; c++)
        ck_assert_msg(has_option(*c, "help"), "%s", (*c)->name);
}
END_TEST

START_TEST(no_command_has_two_options_of_one_name_or_letter) {
    for (const struct command *const *c = commands_all(); *c; c++) {
        bool letters[128] = {false};
        OPTIONS_EACH (use, row, (*c)->groups) {
            size_t names = 0;
            OPTIONS_EACH (other, again, (*c)->groups) names += strcmp(again->name, row->name) == 0;
            /* --to is a format or a time, which its one parser tells apart. */
            bool either = strcmp((*c)->name, "export") == 0 && strcmp(row->name, "to") == 0;
            ck_assert_msg(names == 1 || either, "%s --%s", (*c)->name, row->name);
            ck_assert_msg(!letters[(int)row->letter], "%s -%c", (*c)->name, row->letter);
            letters[(int)row->letter] = row->letter != 0;
        }
    }
}
END_TEST

START_TEST(a_command_is_not_a_habit_whose_advice_nobody_would_see) {
    for (const struct command *const *c = commands_all(); *c; c++)
        ck_assert_msg(!habit_instead_of((*c)->name), "%s", (*c)->name);
    ck_assert_ptr_nonnull(habit_instead_of("grep"));
}
END_TEST

static bool knows_option(const void *uses, const char *option) {
    OPTIONS_EACH (use, row, (const struct option_use *)uses)
        if (strcmp(row->name, option) == 0) return true;
    return false;
}

START_TEST(an_option_of_other_tools_leads_to_one_that_the_command_has) {
    static const struct {
        const char *command, *option, *instead;
    } rows[] = {
        {"hot-methods", "max", "use --top N"},
        {"hot-methods", "verbose", "answers have all there is; "},
        {"version", "alloc", NULL}, /* it has no --event */
        {"locks", "verbose", "use --all"},
        {"locks", "by", "jfrtool events TYPE --by FIELD"},
        {"version", "max", NULL},
        {"hot-methods", "", NULL},
        {"hot-methods", "alloca", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *instead = habit_instead_of_option(rows[i].option, knows_option,
                                                      command_find(rows[i].command)->groups);
        ck_assert_msg(!instead == !rows[i].instead, "%s --%s", rows[i].command, rows[i].option);
        if (instead) ck_assert_str_eq(strstr(instead, rows[i].instead) ? "" : instead, "");
    }
}
END_TEST

/* ==== What is said to run next =============================================================== */

/* "hot-methods --event wall": a command, with options and operands that it takes. */
static void check_see(const char *of, const char *see) {
    char words[200], *argv[8] = {NULL};
    int argc = 0;
    struct text error = {0};
    ck_assert(strlen(see) < sizeof words);
    for (char *word = strtok(strcpy(words, see), " "); word && argc < 8; word = strtok(NULL, " "))
        argv[argc++] = word;
    argc--;
    const struct command *command = way_take(argv[0], &argc, argv + 1);
    argc++;
    ck_assert_msg(command, "%s: there is no command '%s'", of, see);
    struct option_base *options = calloc(1, command->options_size);
    ck_assert_msg(options_parse(command->groups, argc - 1, argv + 1, options, &error), "%s: %s", of,
                  text_str(&error));
    ck_assert_msg(!options->operands.len, "%s: '%s' names a recording", of, see);
    options_free(command->groups, options);
    free(options);
    text_free(&error);
}

START_TEST(what_a_rule_says_to_run_next_is_a_command_with_options_of_its_own) {
    for (size_t i = 0; rules_all[i]; i++)
        if (rules_all[i]->see) check_see(rules_all[i]->id, rules_all[i]->see);
    for (size_t i = 0; i < CONTRAST_SOURCES; i++)
        check_see(contrast_sources[i].measure.id, contrast_sources[i].measure.see);
    for (size_t i = 0; report_shipped(i); i++)
        for (size_t k = 0; k < report_shipped(i)->next.len; k++)
            check_see(report_shipped(i)->name, report_shipped(i)->next.items[k].call);
}
END_TEST

/* ==== Fields and rows ======================================================================= */

struct field {
    size_t start, end, align;
    size_t part; /* where the struct begins that its group counts from */
    bool open;   /* how long it is, is not known: up to the next one */
};

struct fields {
    struct field items[1024];
    size_t len;
};

static void add_field(struct fields *fields, const struct option_row *row, size_t offset) {
    struct field field = {.start = offset + row->offset, .part = offset};
    switch (row->kind) {
    case OPTION_HELP: return;
    case OPTION_FLAG: field.align = field.end = sizeof(bool); break;
    case OPTION_SET:
    case OPTION_CHOICE: field.align = field.end = sizeof(int); break;
    case OPTION_TEXT: field.align = field.end = sizeof(const char *); break;
    case OPTION_LIST:
    case OPTION_COMMA_LIST:
        field.align = sizeof(size_t);
        field.end = sizeof(struct text_list);
        break;
    case OPTION_COUNT: field.align = field.end = sizeof(uint64_t); break;
    case OPTION_REAL: field.align = field.end = sizeof(double); break;
    case OPTION_PARSED:
        field.align = field.end = sizeof(int64_t);
        field.open = true;
        break;
    }
    field.end += field.start;
    ck_assert_uint_lt(fields->len, 1024);
    fields->items[fields->len++] = field;
}

static int compare_fields(const void *a, const void *b) {
    const struct field *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

/* Several groups fill a selection, not all commands have them, and opening it fills the rest. */
static void add_rest_of_selection(struct fields *fields, size_t offset) {
    static const struct option_row rest[] = {
        {.kind = OPTION_FLAG, .offset = offsetof(struct selection, not_then)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, name)}, /* of reports */
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, within_events)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, outside_events)},
        {.kind = OPTION_FLAG, .offset = offsetof(struct selection, overlap)},
        {.kind = OPTION_LIST, .offset = offsetof(struct selection, split_by)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, split_field)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, split_label)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, within)},
        {.kind = OPTION_FLAG, .offset = offsetof(struct selection, outside)},
        {.kind = OPTION_TEXT, .offset = offsetof(struct selection, regexes)},
    };
    static const struct option_group *const groups[] = {&options_rows, &options_selection};
    for (size_t g = 0; g < 2; g++)
        for (const struct option_row *row = groups[g]->rows; row->name; row++)
            add_field(fields, row, offset);
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) add_field(fields, &rest[i], offset);
}

/* The fields of all commands that have the same struct; those that differ in size do not. */
static void add_fields(struct fields *fields, size_t options_size) {
    static const struct option_row format = {.kind = OPTION_SET,
                                             .offset = offsetof(struct output_options, format)};
    static const struct option_row share = {.kind = OPTION_COUNT,
                                            .offset = offsetof(struct input_options, share)};
    static const struct option_row labels_ready = {.kind = OPTION_TEXT,
                                                   .offset = offsetof(struct labelling, ready)};
    static const struct option_row labels_recording = {
        .kind = OPTION_TEXT, .offset = offsetof(struct labelling, recording)};
    _Static_assert(sizeof(struct input_share) == sizeof(uint64_t), "as a count");
    for (const struct command *const *c = commands_all(); *c; c++) {
        if ((*c)->options_size != options_size) continue;
        OPTIONS_EACH (use, row, (*c)->groups) add_field(fields, row, use->offset);
        for (const struct option_use *use = (*c)->groups; use->group; use++)
            if (use->group == &options_selection || use->group == &options_events)
                add_rest_of_selection(fields, use->offset);
            else if (use->group == &options_labels) { /* likewise */
                add_field(fields, &labels_ready, use->offset);
                add_field(fields, &labels_recording, use->offset);
            } else if (use->group == &options_output) /* some commands have one format */
                add_field(fields, &format, use->offset);
            else if (use->group == &options_input || use->group == &options_serial)
                add_field(fields, &share, use->offset); /* --part, which few have */
        for (const struct option_use *use = (*c)->groups; use->group; use++)
            if (use->group == &options_serial) /* --jobs is what it lacks */
                for (const struct option_row *row = options_input.rows; row->name; row++)
                    add_field(fields, row, use->offset);
    }
}

/* Commands whose answer may be the page keep what it asked for behind their options. */
static size_t size_of_options(const struct command *command) {
    static const char *const paged[] = {"flame", "heatmap", "method-profiling"};
    for (size_t i = 0; i < sizeof paged / sizeof *paged; i++)
        if (strcmp(command->name, paged[i]) == 0)
            return command->options_size - sizeof(struct page_asked);
    return command->options_size;
}

START_TEST(every_field_of_the_options_is_filled_by_a_row) {
    for (const struct command *const *c = commands_all(); *c; c++) {
        struct fields fields = {0};
        size_t end = sizeof(struct option_base);
        add_fields(&fields, (*c)->options_size);
        qsort(fields.items, fields.len, sizeof *fields.items, compare_fields);
        bool open = false;
        for (size_t i = 0; i < fields.len; i++) {
            const struct field *field = &fields.items[i];
            /* A struct ends where any field may begin. */
            bool again = i > 0 && field->part == fields.items[i - 1].part;
            size_t align = again ? field->align : sizeof(void *);
            size_t due = (end + align - 1) / align * align;
            ck_assert_msg(open || field->start <= due, "%s: nothing fills bytes %zu to %zu",
                          (*c)->name, due, field->start);
            if (field->end > end) end = field->end;
            open = field->open;
        }
        ck_assert_msg(open || size_of_options(*c) < end + sizeof(void *),
                      "%s: nothing fills bytes %zu to %zu", (*c)->name, end, size_of_options(*c));
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("commands");
    TCase *cases = tcase_create("commands");
    tcase_add_test(cases, a_command_that_reads_recordings_has_the_input_group);
    tcase_add_test(cases, a_command_that_makes_rows_has_the_selection_too);
    tcase_add_test(cases, every_command_has_words_in_a_file_that_is_called_like_it);
    tcase_add_test(cases, every_command_has_help);
    tcase_add_test(cases, no_command_has_two_options_of_one_name_or_letter);
    tcase_add_test(cases, a_command_is_not_a_habit_whose_advice_nobody_would_see);
    tcase_add_test(cases, an_option_of_other_tools_leads_to_one_that_the_command_has);
    tcase_add_test(cases, every_field_of_the_options_is_filled_by_a_row);
    tcase_add_test(cases, what_a_rule_says_to_run_next_is_a_command_with_options_of_its_own);
    suite_add_tcase(suite, cases);
    return suite_run(suite);
}
