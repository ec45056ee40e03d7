/* jfrtool callers, callees, tree: which way the samples came. */
#include "analyzers/methods/callgraph.h"
#include "analyzers/methods/find_method.h"
#include "cmd/write/words.h"
#include "base/shell.h"
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/read/split.h"
#include "cmd/cli/message.h"
#include "cmd/sheets/tree.h"
#include "base/safe.h"
#include "base/suggest.h"
#include "base/units.h"
#include "base/posix.h"

#define SHOWN_NAMES 20 /* of those that a part of a name may mean */

#include "cmd/calls_options.h"

/* ==== Which method =========================================================================== */

static void say_several(const char *wanted, enum frame_by by, const struct found_methods *found) {
    message_error("\"%s\" fits %zu %s:", wanted, found->names.len, frame_by_noun(by));
    for (size_t i = 0; i < found->names.len && i < SHOWN_NAMES; i++) {
        const struct found_name *name = &found->names.items[i];
        OWNED(text_free) struct text line = {0};
        words_add(&line, "{sample}, {}", cell_count(name->total), cell_count(name->self));
        message_error("  %s (%s on top of the stack)", name->name, text_str(&line));
    }
    if (found->names.len > SHOWN_NAMES)
        message_error("  and %zu more", found->names.len - SHOWN_NAMES);
    message_error("give the full name of one, or --all for all of them");
}

static void say_none(const char *wanted, const struct profile *profile,
                     const struct jfr_error *error) {
    struct suggest suggest = suggest_for(wanted);
    OWNED(text_free) struct text names = {0};
    ARRAY(size_t) starts = {0};
    for (size_t i = 0; i < profile->rows.len; i++) {
        if (profile->rows.items[i].total == 0 || profile->frames.rows.items[i].type == FRAME_THREAD)
            continue;
        array_push(&starts, names.len);
        frame_add_name(&profile->frames, (uint32_t)i, &names);
        text_add_char(&names, 0);
    }
    for (size_t i = 0; i < starts.len; i++)
        suggest_offer_dotted(&suggest, names.data + starts.items[i]);
    if (suggest.best)
        message_error("no sample has a method \"%s\" on its stack; did you mean %s?", wanted,
                      suggest.best);
    else
        message_error("no sample has a method \"%s\" on its stack; jfrtool hot-methods lists the "
                      "methods of the samples",
                      wanted);
    if (error->code != JFR_OK) message_error("and %s", error->text);
    array_free(&starts);
}

/* ==== Output ================================================================================= */

struct calls_view {
    const struct calls_options *options;
    const struct reading *reading;
    const struct tree *tree;
    const char *heading;               /* a line above, or NULL */
    const struct found_methods *found; /* or NULL */
    uint64_t of;                       /* samples, or in unit */
    enum profile_unit unit;
    bool self;
    bool more; /* another tree follows, whose end says what both are of */
};

static void add_left_out(const struct calls_view *view, struct text *out) {
    if (!view->tree->left_out) return;
    text_add_number_of(out, view->tree->left_out, "node");
    text_addf(out, " with less than %g %%", view->options->min_share);
    if (view->options->depth)
        text_addf(out, " or deeper than %llu", (unsigned long long)view->options->depth);
    text_addf(out, " left out%s\n", view->options->depth ? "" : "; --min-share 0 shows all");
}

static void add_fields(const struct calls_view *view, struct sheet *sheet) {
    bool value = view->unit != PROFILE_NO_UNIT;
    reading_add_fields(view->reading, sheet);
    if (value) {
        sheet_fields(sheet, {"unit", cell_text(amount_unit(view->unit))},
                     {"value", cell_number(view->reading->samples->profile.value)});
    }
    if (split_is_asked(&view->options->selection)) {
        OWNED(text_free) struct text by = {0};
        split_add_name(&view->options->selection, &by);
        sheet_field(sheet, "by", cell_text(text_str(&by)));
    }
    if (!view->found) return;
    sheet_array(sheet, "of");
    for (size_t i = 0; i < view->found->names.len; i++)
        sheet_field(sheet, NULL, cell_text(view->found->names.items[i].name));
    sheet_end(sheet);
    sheet_field(sheet, value ? "of_value" : "of_samples", cell_count(view->of));
}

static void describe(const struct calls_view *view, struct sheet *sheet) {
    const struct selection *selection = &view->options->selection;
    const struct tree_shape shape = {.by = selection->by,
                                     .split = split_is_asked(selection),
                                     .frame_type = selection->frame_type,
                                     .self = view->self,
                                     .unit = view->unit};
    OWNED(text_free) struct text footer = {0};
    add_fields(view, sheet);
    if (view->heading) sheet_lines(sheet, SHEET_TEXT, view->heading);
    sheet_group(sheet, (struct sheet_group){.title = view->heading,
                                            .formats = SHEET_MARKDOWN | SHEET_HTML});
    tree_add(view->tree, &view->reading->samples->profile, &shape, sheet);
    sheet_end(sheet);
    if (!view->more) reading_add_footer(view->reading, &footer);
    add_left_out(view, &footer);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&footer));
}

/* Makes the tree's rows of the calls and describes them. */
static void add_tree(const struct calls_view *treeless, const struct calltree *calls,
                     struct sheet *sheet) {
    struct calls_view view = *treeless;
    const struct profile *profile = &view.reading->samples->profile;
    const struct selection *selection = &view.options->selection;
    uint64_t depth = view.options->depth;
    const struct tree_options shape = {
        .by = selection->by,
        .frame_type = selection->frame_type,
        .all = view.of,
        .max_depth = depth < UINT32_MAX ? (uint32_t)depth : 0,
    };
    OWNED(tree_free) struct tree tree = {0};
    tree_of_calls(profile, calls, &shape, &tree);
    view.tree = &tree;
    describe(&view, sheet);
}

/* ==== The commands =========================================================================== */

static void add_heading(const struct calls_view *view, bool callers, struct text *out) {
    const struct found_name *first = &view->found->names.items[0];
    uint64_t all = measure_all(&view->reading->samples->profile, view->unit);
    text_add(out, callers ? "Callers of " : "Callees of ");
    safe_add_name(out, first->name);
    if (view->found->names.len > 1) text_addf(out, " and %zu more", view->found->names.len - 1);
    text_add(out, ": ");
    if (view->options->jmc_compat) {
        text_add(out, "counted ");
        if (view->unit == PROFILE_NO_UNIT) text_add_number_of(out, view->of, "time");
        else amount_add(out, view->unit, view->of);
        return;
    }
    amount_add(out, view->unit, view->of);
    text_addf(out,
              view->options->self ? " with it on top of the stack, %.2f %% of all"
                                  : ", %.2f %% of all",
              units_percent(view->of, all));
}

/* One way from the methods that were found. key: of the object that programs get; NULL: none. */
static void add_calls(struct answer *answer, const struct found_methods *found, bool callers,
                      enum profile_unit unit, const char *key, struct sheet *sheet) {
    const struct calls_options *options = answer->options;
    OWNED(calltree_free) struct calltree calls = {0};
    OWNED(text_free) struct text heading = {0};
    const struct callgraph_options shape = {
        .way = callers ? CALLGRAPH_CALLERS : CALLGRAPH_CALLEES,
        .self_only = options->self,
        .every_time = options->jmc_compat,
        .merge_types = !options->selection.frame_type,
        .split = split_is_asked(&options->selection),
        .min_share = options->min_share,
    };
    callgraph_build(&answer->reading.samples->profile, found->chosen, &shape, &calls);
    struct calls_view view = {.options = options,
                              .reading = &answer->reading,
                              .found = found,
                              .of = calls.nodes[0].total,
                              .unit = unit,
                              .self = !callers,
                              .more = callers && key};
    if (found->names.len) add_heading(&view, callers, &heading);
    view.heading = heading.len ? heading.data : NULL;
    if (key) sheet_object(sheet, key);
    add_tree(&view, &calls, sheet);
    if (key) sheet_end(sheet);
}

static int show_calls(struct answer *answer, enum profile_unit unit) {
    const struct calls_options *options = answer->options;
    const char *wanted = options->base.operands.items[0];
    struct profile *profile = &answer->reading.samples->profile;
    OWNED(find_method_free) struct found_methods found;
    struct jfr_error error;
    int code = EXIT_OK;
    find_method(profile, wanted, &found, &error);
    if (!found.names.len) {
        say_none(wanted, profile, &error);
        code = options->output.messages.allow_empty ? EXIT_OK : EXIT_NOTHING;
    } else if (found.names.len > 1 && !options->all) {
        say_several(wanted, options->selection.by, &found);
        code = EXIT_USAGE;
    }
    if (code == EXIT_OK) {
        struct sheet *sheet = answer_sheet(answer, NULL);
        bool both = answer->command == &command_method;
        if (unit != PROFILE_NO_UNIT) profile_count_values(profile);
        if (answer->command != &command_callees)
            add_calls(answer, &found, true, unit, both ? "callers" : NULL, sheet);
        if (answer->command != &command_callers)
            add_calls(answer, &found, false, unit, both ? "callees" : NULL, sheet);
    }
    return code;
}

static int show_tree(struct answer *answer, enum profile_unit unit) {
    const struct calls_options *options = answer->options;
    struct profile *profile = &answer->reading.samples->profile;
    uint64_t all = measure_all(profile, unit);
    if (unit != PROFILE_NO_UNIT) profile_count_values(profile);
    OWNED(calltree_free) struct calltree calls = {0};
    const struct calltree_options shape = {
        .reverse = options->reverse,
        .merge_types = !options->selection.frame_type,
        .min_total = calltree_least(all, options->min_share),
    };
    calltree_build(profile, &shape, &calls);
    struct calls_view view = {.options = options,
                              .reading = &answer->reading,
                              .of = all,
                              .unit = unit,
                              .self = !options->reverse};
    add_tree(&view, &calls, answer_sheet(answer, NULL));
    return EXIT_OK;
}

/* The first operand is the method, the others are recordings. */
static int take_method(struct answer *answer) {
    const struct calls_options *options = answer->options;
    const char *command = answer->command->name, *wanted = options->base.operands.items[0];
    bool is_file = access(wanted, F_OK) == 0;
    if (answer->reading.paths.len > 1 && is_file && access(options->base.operands.items[1], F_OK)) {
        OWNED(text_free) struct text words = {0};
        shell_add_word(&words, options->base.operands.items[1]);
        text_add_char(&words, ' ');
        shell_add_path(&words, wanted);
        message_error("%s expects the method before the recording: jfrtool %s %s", command, command,
                      text_str(&words));
        return message_misuse(answer->command);
    }
    if (answer->reading.paths.len > 1) {
        answer->reading.paths.items++;
        answer->reading.paths.len--;
        return EXIT_OK;
    }
    OWNED(text_free) struct text word = {0};
    if (is_file) shell_add_path(&word, wanted);
    else shell_add_word(&word, wanted);
    message_error(is_file ? "%s expects a method before the recording: jfrtool %s METHOD %s"
                          : "%s expects a recording after the method: jfrtool %s %s RECORDING",
                  command, command, text_str(&word));
    return message_misuse(answer->command);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct calls_options *options = answer->options;
    *needs = (struct needs){.keep = PROFILE_ROWS | PROFILE_STACKS,
                            .values = measure_wants_values(options->measure, &options->selection)};
    return answer->command == &command_tree ? EXIT_OK : take_method(answer);
}

static int make_answer(struct answer *answer) {
    const struct calls_options *options = answer->options;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    return answer->command == &command_tree ? show_tree(answer, unit) : show_calls(answer, unit);
}
