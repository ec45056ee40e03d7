/* jfrtool hot-methods: where the time goes, per method. */
#include "analyzers/methods/hot_methods.h"
#include "cmd/write/words.h"
#include "base/few.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/suggest.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/fleet/each.h"
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/read/notes.h"
#include "cmd/read/split.h"
#include "cmd/sheets/hot_across.h"
#include "cmd/sheets/hot_table.h"
#include "cmd/cli/voice.h"
#include "base/units.h"

/* ==== In how many recordings =============================================================== */

/* In how many of the recordings was a row seen? A second pass, over one input after the other. */
struct seen_in {
    ARRAY(uint64_t) frames; /* of each frame of the reading's samples: recordings that have it */
    uint64_t recordings;    /* that could be read; copies of one that came before do not count */
};

/* Can it be asked for? False: the sentence has been said. */
static bool seen_in_fits(const struct selection *selection, const struct text_list *paths) {
    return operands_can_be_read_twice(paths, "--recordings") &&
           each_fits(selection, "--recordings");
}

/* What all of them together were taken of: "jdk.FileRead+jdk.FileWrite". Each by itself might have
 * something else that comes before. */
static void split_events(char *taken, struct text_list *events) {
    while (taken && *taken) {
        char *end = strchr(taken, '+');
        array_push(events, taken);
        if (end) *end = 0;
        taken = end ? end + 1 : NULL;
    }
}

/* The frame of the same content in into. */
static uint32_t same_frame(const struct frames *from, const struct frame *frame,
                           struct frames *into) {
    struct frame same = *frame;
    uint32_t *ids[] = {&same.class_name, &same.method, &same.descriptor, &same.package,
                       &same.module};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        *ids[i] = strings_take(&into->strings, &from->strings, *ids[i]);
    return frames_intern(into, &same);
}

static void count_rows(const struct profile *profile, struct frames *all, struct seen_in *out) {
    for (uint32_t i = 0; i < profile->rows.len; i++) {
        if (!profile->rows.items[i].total) continue;
        uint32_t frame = same_frame(&profile->frames, &profile->frames.rows.items[i], all);
        while (out->frames.len <= frame) array_push(&out->frames, 0);
        out->frames.items[frame]++;
    }
}

/* Was all of it in recordings before? */
static bool is_copy(const struct scan_report *report) {
    bool copy = report->chunks.len > 0;
    for (size_t i = 0; i < report->chunks.len && copy; i++) copy = report->chunks.items[i].again;
    return copy;
}

struct seeing {
    const struct reading *all;
    struct seen_in *out;
};

static bool count_item(void *context, const struct each_item *item) {
    const struct seeing *seeing = context;
    const struct reading *one = item->reading;
    if (!one || !one->report.recordings || is_copy(&one->report)) return true;
    seeing->out->recordings++;
    count_rows(&one->samples->profile, &seeing->all->samples->profile.frames, seeing->out);
    return true;
}

/* Counts for what the reading has taken, with PROFILE_ROWS. out is to be freed. */
static void seen_in_count(struct reading *reading, struct seen_in *out) {
    struct selection selection = *reading->selection;
    struct reading how = *reading;
    OWNED(array_release) struct text_list events = {0};
    struct seeing seeing = {reading, out};
    *out = (struct seen_in){.recordings = 0};
    OWNED(mem_release)
    char *taken = reading->samples->event ? mem_copy_text(reading->samples->event) : NULL;
    split_events(taken, &events);
    selection.events = events;
    how.selection = &selection;
    OWNED(each_close)
    struct each each = {.how = &how,
                        .needs = {.keep = PROFILE_ROWS},
                        .marks = true,
                        .leave_out = {reading->leave_out},
                        .take = count_item,
                        .context = &seeing};
    each_read(&each);
}

static void seen_in_free(struct seen_in *seen) {
    array_free(&seen->frames);
}

#define SHOWN 10 /* groups, to people, unless they ask for all */
#define SHOWN_LABELS 10
#define ALPHA 0.05 /* of what is called an outlier, so much may be chance */

struct hot_groups_view {
    const struct hot_groups *groups;
    struct hot_view of; /* what tables have; profile and hot are set for each group */
    enum hot_sort sort;
    size_t top;       /* rows of each, 0: all; people then see the first groups alone */
    const char *what; /* tells them apart: "endpoint" */
};

/* ==== Hot methods of each group of samples, a table for each ================================ */

static double share_of(const struct hot_groups_view *view, const struct hot_group *group) {
    const struct profile *all = view->groups->profile;
    return view->of.unit == PROFILE_NO_UNIT
               ? units_percent(group->samples, all->samples)
               : units_percent(amount_positive(group->value), amount_positive(all->value));
}

static void add_title(const struct hot_groups_view *view, const struct hot_group *group,
                      struct text *out) {
    bool value = view->of.unit != PROFILE_NO_UNIT;
    text_fill(out, safe_add_name, "%s: ", group->name);
    amount_add(out, view->of.unit, value ? amount_positive(group->value) : group->samples);
    text_addf(out, ", %.2f %%", share_of(view, group));
    if (!value) return;
    text_add(out, ", ");
    text_add_number_of(out, group->samples, "sample");
}

static void add_fields(const struct hot_groups_view *view, const struct hot_group *group,
                       struct sheet *sheet) {
    sheet_fields(sheet, {"value", cell_text(group->name)}, {"samples", cell_count(group->samples)},
                 {"samples_percent",
                  cell_percent(units_percent(group->samples, view->groups->profile->samples))});
    if (view->of.unit == PROFILE_NO_UNIT) return;
    sheet_fields(sheet, {"worth", cell_number(group->value)},
                 {"worth_percent", cell_percent(share_of(view, group))});
}

/* False: not all of its rows are shown. */
static bool add_group(const struct hot_groups_view *view, size_t index, struct sheet *sheet) {
    const struct hot_group *group = &view->groups->items.items[index];
    OWNED(hot_groups_part_free) struct profile part = hot_groups_part(view->groups, index);
    OWNED(hot_methods_free) struct hot_methods hot;
    struct hot_view table = view->of;
    OWNED(text_free) struct text title = {0};
    hot_methods_compute(&part, view->sort, table.unit != PROFILE_NO_UNIT, view->top, &hot);
    table.profile = &part;
    table.hot = &hot;
    add_title(view, group, &title);
    sheet_object(sheet, NULL);
    add_fields(view, group, sheet);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    hot_add(&table, sheet);
    sheet_end(sheet);
    sheet_end(sheet);
    return hot.rows.len == hot.all_rows;
}

/* One table: programs have no use for a table for each. */
static void add_csv(const struct hot_groups_view *view, struct sheet *sheet) {
    struct hot_view table = view->of;
    table.title = view->what;
    hot_add_columns(&table, sheet);
    for (size_t i = 0; i < view->groups->items.len; i++) {
        OWNED(hot_groups_part_free) struct profile part = hot_groups_part(view->groups, i);
        OWNED(hot_methods_free) struct hot_methods hot;
        hot_methods_compute(&part, view->sort, table.unit != PROFILE_NO_UNIT, view->top, &hot);
        table.profile = &part;
        table.hot = &hot;
        table.group = view->groups->items.items[i].name;
        hot_add_rows(&table, sheet);
    }
    sheet_end(sheet);
}

/* Adds the array "groups"; of CSV one table with a column more. */
static void hot_groups_add(const struct hot_groups_view *view, struct sheet *sheet) {
    size_t len = view->groups->items.len, shown = len;
    if (sheet_shows(sheet, SHEET_ROWS)) {
        add_csv(view, sheet);
        return;
    }
    if (view->top && len > SHOWN && sheet_shows(sheet, SHEET_PEOPLE)) shown = SHOWN;
    sheet_array(sheet, "groups");
    bool whole = shown == len;
    for (size_t i = 0; i < shown; i++) whole = add_group(view, i, sheet) && whole;
    sheet_end(sheet);
    if (whole) return;
    OWNED(text_free) struct text line = {0};
    words_add(&line, "{} of {value} shown, with the first rows of each; {}\n", cell_count(shown),
              cell_count(len), cell_text(voice_all_rows()));
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
}

#include "cmd/hot_methods_options.h"

/* ==== Options that do not go together ======================================================= */

static bool by_fits(const struct hot_options *options) {
    const struct selection *selection = &options->selection;
    const char *other = options->recordings         ? "--recordings"
                        : selection->within_events  ? "--within"
                        : selection->outside_events ? "--outside"
                        : split_is_asked(selection) ? "a field of --by"
                                                    : NULL;
    if (other)
        return message_refuse("--by recording, --by label:NAME and --outliers read one input after "
                              "the other; they cannot be combined with %s",
                              other);
    return each_fits(selection, options->outliers ? "--outliers" : "--by");
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct hot_options *options = answer->options;
    if (options->outliers && !options->selection.split_label)
        options->selection.split_label = mem_copy_text(SPLIT_RECORDING);
    if (!options->selection.split_label && labelling_is_asked(&options->labels))
        return message_misused(answer->command, "labels have no effect without --by label:NAME");
    if (options->selection.split_label)
        return by_fits(options) ? EXIT_OK : message_misuse(answer->command);
    if (options->recordings && !seen_in_fits(&options->selection, &options->base.operands))
        return message_misuse(answer->command);
    if (options->recordings && split_is_asked(&options->selection))
        return message_usage("--recordings counts the recordings of a row, and --by with a field "
                             "has rows for each of its values: give one of them");
    *needs = (struct needs){
        .keep = split_is_asked(&options->selection) ? PROFILE_ROWS | PROFILE_STACKS : PROFILE_ROWS,
        .values = measure_wants_values(options->measure, &options->selection)};
    return EXIT_OK;
}

static void add_groups(const struct reading *reading, const struct hot_view *view,
                       const struct hot_options *options, struct sheet *sheet) {
    OWNED(hot_groups_free) struct hot_groups found;
    OWNED(text_free) struct text what = {0};
    hot_groups_make(&reading->samples->profile, view->unit != PROFILE_NO_UNIT, &found);
    split_add_name(&options->selection, &what);
    const struct hot_groups_view all = {.groups = &found,
                                        .of = *view,
                                        .sort = (enum hot_sort)options->sort,
                                        .top = (size_t)options->top,
                                        .what = text_str(&what)};
    sheet_field(sheet, "by", cell_text(text_str(&what)));
    if (sheet_shows(sheet, SHEET_JSON)) hot_add(view, sheet);
    hot_groups_add(&all, sheet);
}

/* What the samples are worth together. */
static void add_worth(const struct reading *reading, enum profile_unit unit, struct sheet *sheet,
                      struct text *footer) {
    const struct profile *profile = &reading->samples->profile;
    sheet_fields(sheet, {"unit", cell_text(amount_unit(unit))},
                 {"value", cell_number(profile->value)});
    if (reading->samples->recorded_ns > 0)
        sheet_field(
            sheet, "value_per_second",
            cell_real((double)profile->value * 1e9 / (double)reading->samples->recorded_ns, 0));
    text_add(footer, "Total value: ");
    amount_add(footer, unit, measure_all(profile, unit));
    measure_add_rate(footer, reading, unit);
    text_add(footer, "; percentages are of that\n");
}

/* Without a sample --measure value has no unit. recordings: that rows are looked for in, or 0. */
static void describe(const struct reading *reading, const struct hot_view *view,
                     const struct hot_options *options, uint64_t recordings, struct sheet *sheet) {
    bool split = split_is_asked(&options->selection);
    OWNED(text_free) struct text footer = {0};
    reading_add_fields(reading, sheet);
    if (view->seen_in) sheet_field(sheet, "recordings", cell_count(recordings));
    reading_add_footer(reading, &footer);
    if (view->seen_in) words_add(&footer, "seen in: of {recording}\n", cell_count(recordings));
    if (view->unit != PROFILE_NO_UNIT) {
        add_worth(reading, view->unit, sheet, &footer);
    } else if (options->measure == MEASURE_VALUE) {
        sheet_fields(sheet, {"unit", cell_missing()}, {"value", cell_number(0)});
    }
    if (split) {
        add_groups(reading, view, options, sheet);
    } else {
        OWNED(text_free) struct text lead = {0};
        hot_add_lead(view, &lead);
        if (lead.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lead));
        hot_add(view, sheet);
        hot_add_shown(view, &footer);
    }
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&footer));
}

/* ==== By where samples come from ============================================================ */

static bool go_on(void *context, const struct each_item *item) {
    (void)context, (void)item;
    return true;
}

static int read_labelled(struct answer *answer) {
    const struct hot_options *options = answer->options;
    struct labelling labels = options->labels;
    if (strcmp(options->selection.split_label, SPLIT_RECORDING) == 0)
        labels.recording = SPLIT_RECORDING;
    struct each each = {
        .how = &answer->reading,
        .needs = {.keep = PROFILE_ROWS | PROFILE_SAMPLES,
                  .time_grain = SAMPLES_NO_TIMES,
                  .labels = true,
                  .values = measure_wants_values(options->measure, &options->selection)},
        .sums = true,
        .labels = &labels,
        .take = go_on,
    };
    int code = each_sum(&each, &answer->reading, true);
    if (code == EXIT_OK) {
        reading_say_samples(&answer->reading);
        notes_remark_taken(answer->reading.samples);
    }
    each_close(&each);
    return code;
}

/* EXIT_USAGE: no recording has the label, which has been said, and which labels there are. Where
 * filters left samples out these may have had it: then it is a note. */
static int check_label(const struct samples *samples, const struct across *across,
                       const char *label) {
    const struct profile *profile = &samples->profile;
    const struct strings *strings = &profile->frames.strings;
    OWNED(text_free) struct text line = {0};
    OWNED(array_release) profile_label_list all = {0};
    OWNED(map_free) struct map seen = {0};
    struct suggest suggest = suggest_for(label);
    bool known = false;
    if (across->groups.len != 1 || across->groups.items[0].value) return EXIT_OK;
    for (uint32_t i = 1; i < profile->label_sets.entries.len; i++)
        profile_labels_get(profile, i, &all);
    text_addf(&line, "no sample %shas a label ", samples->filtered ? "matching the filters " : "");
    safe_add_name(&line, label);
    if (all.len) text_add(&line, "; the samples have these labels: ");
    else if (!samples->filtered) text_add(&line, "; there are no labels at all (see --label-from)");
    struct few few = {&line, SHOWN_LABELS, 0};
    for (size_t i = 0; i < all.len; i++) {
        const char *name = strings_get(strings, all.items[i].key);
        if (!map_add(&seen, all.items[i].key)) continue;
        suggest_offer(&suggest, name);
        known = known || strcmp(name, label) == 0;
        if (few_takes(&few)) safe_add_name(&line, name);
    }
    few_end(&few);
    if (suggest.best && !known) text_fill(&line, safe_add_name, "; did you mean %s?", suggest.best);
    if (known || samples->filtered) message_note("%s", text_str(&line));
    else message_error("%s", text_str(&line));
    return known || samples->filtered ? EXIT_OK : EXIT_USAGE;
}

static int describe_outliers(struct answer *answer, const struct hot_across_view *view) {
    const struct hot_options *options = answer->options;
    size_t found = view->across->groups.len;
    OWNED(text_free) struct text footer = {0};
    struct outliers outliers;
    if (found < OUTLIERS_GROUPS) {
        message_error(
            "--outliers compares each with the others: expected %d or more by %s, found %zu",
            OUTLIERS_GROUPS, view->label, found);
        if (!options->output.messages.allow_empty) return EXIT_NOTHING;
    }
    outliers_find(view->across, view->total, ALPHA, &outliers);
    struct sheet *sheet = answer_sheet(answer, NULL);
    reading_add_fields(&answer->reading, sheet);
    hot_outliers_add(view, &outliers, (size_t)options->top, sheet);
    reading_add_footer(&answer->reading, &footer);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&footer));
    outliers_free(&outliers);
    return EXIT_OK;
}

static int answer_by(struct answer *answer) {
    const struct hot_options *options = answer->options;
    enum profile_unit unit;
    int code = read_labelled(answer);
    if (code == EXIT_OK) code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    const struct profile *profile = &answer->reading.samples->profile;
    OWNED(hot_methods_free) struct hot_methods hot;
    OWNED(across_free) struct across across;
    OWNED(text_free) struct text footer = {0};
    hot_methods_compute(profile, (enum hot_sort)options->sort, unit != PROFILE_NO_UNIT,
                        (size_t)options->top, &hot);
    across_compute(profile, options->selection.split_label, &across);
    code = check_label(answer->reading.samples, &across, options->selection.split_label);
    const struct hot_view shown = {.profile = profile,
                                   .hot = &hot,
                                   .by = options->selection.by,
                                   .frame_type = options->selection.frame_type,
                                   .unit = unit};
    const struct hot_across_view view = {.hot = &shown,
                                         .across = &across,
                                         .label = options->selection.split_label,
                                         .total = options->sort == HOT_BY_TOTAL};
    if (code == EXIT_OK && options->outliers) {
        code = describe_outliers(answer, &view);
    } else if (code == EXIT_OK) {
        struct sheet *sheet = answer_sheet(answer, NULL);
        reading_add_fields(&answer->reading, sheet);
        hot_across_add_shown(&view, &footer);
        reading_add_footer(&answer->reading, &footer);
        if (unit != PROFILE_NO_UNIT) add_worth(&answer->reading, unit, sheet, &footer);
        hot_across_add(&view, sheet);
        hot_add_shown(&shown, &footer);
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&footer));
    }
    return code;
}

static int make_answer(struct answer *answer) {
    const struct hot_options *options = answer->options;
    if (options->selection.split_label) return answer_by(answer);
    const struct profile *profile = &answer->reading.samples->profile;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    notes_remark_taken(answer->reading.samples);
    OWNED(seen_in_free) struct seen_in seen = {.recordings = 0};
    if (options->recordings) {
        seen_in_count(&answer->reading, &seen);
        while (seen.frames.len <= profile->frames.rows.len) array_push(&seen.frames, 0);
    }
    OWNED(hot_methods_free) struct hot_methods hot;
    hot_methods_compute(profile, (enum hot_sort)options->sort, unit != PROFILE_NO_UNIT,
                        (size_t)options->top, &hot);
    const struct hot_view view = {.profile = profile,
                                  .hot = &hot,
                                  .by = options->selection.by,
                                  .frame_type = options->selection.frame_type,
                                  .unit = unit,
                                  .seen_in = options->recordings ? seen.frames.items : NULL};
    describe(&answer->reading, &view, options, seen.recordings, answer_sheet(answer, NULL));
    return EXIT_OK;
}
