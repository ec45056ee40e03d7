/* jfrtool diff: what changed between two recordings, or two sets of them. */
#include "analyzers/methods/hot_methods.h"

#include "cmd/read/answer.h"
#include "cmd/read/comparison.h"
#include "cmd/read/changes.h"
#include "cmd/read/measure.h"
#include "cmd/read/split.h"
#include "cmd/read/within.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/cli/voice.h"
#include "cmd/page/report.h"
#include "cmd/sheets/diff.h"
#include "cmd/write/sheet_writers.h"
#include "cmd/pictures/flame_svg.h"

/* ==== The picture =========================================================================== */

/* The difference as a flame graph: widths of the new side with a switch to the base's
 * (where what was removed can be seen), colours by how the share of a subtree changed. */
#define WIDTH_PIXELS 1200
#define MAX_BYTES 2000000 /* as flame */
#define MIN_WIDTH 0.1     /* likewise */
#define MUCH 1.5

/* Paths with fewer samples need not be in the tree: they are narrower than what is drawn. */
static uint64_t diff_flame_least(uint64_t samples) {
    return (uint64_t)(MIN_WIDTH / WIDTH_PIXELS * (double)samples / 2);
}

/* The tree with one side's counts; each node has a frame of its own, whose colour is the node's. */
static struct calltree side_tree(const struct diff *diff, int side) {
    struct calltree tree = diff->tree;
    tree.nodes = mem_resize(NULL, tree.len, sizeof *tree.nodes);
    for (uint32_t i = 0; i < tree.len; i++) {
        tree.nodes[i] = diff->tree.nodes[i];
        tree.nodes[i].frame = i ? i - 1 : CALLTREE_NONE;
        tree.nodes[i].total = tree.nodes[i].self =
            (uint64_t)llround(diff->nodes.items[i].count[side]);
    }
    for (uint32_t i = 1; i < tree.len; i++)
        tree.nodes[tree.nodes[i].parent].self -= tree.nodes[i].total;
    return tree;
}

static enum flame_change_kind kind_of(const struct diff_measure *m) {
    if (!m->significant) return FLAME_ALIKE;
    if (m->count[1] <= 0) return FLAME_REMOVED;
    if (m->count[0] <= 0) return FLAME_NEW;
    if (m->ratio >= MUCH) return FLAME_GREW_MUCH;
    if (m->ratio <= 1 / MUCH) return FLAME_SHRANK_MUCH;
    return m->ratio > 1 ? FLAME_GREW : FLAME_SHRANK;
}

static void add_subtitle(const struct diff_view *view, struct text *out) {
    text_add(out, "widths: new, ");
    diff_add_side(view, 1, out);
    text_add(out, "; base ");
    diff_add_side(view, 0, out);
    text_add(out, "; colours: change of the subtree's share");
}

static void say_drawn(const struct diff *diff, const struct flame_svg_stats *stats) {
    size_t removed = 0, fresh = 0;
    for (size_t i = 1; i < diff->nodes.len; i++) {
        const struct diff_measure *m = &diff->nodes.items[i];
        removed += m->significant && m->count[1] <= 0;
        fresh += m->significant && m->count[0] <= 0;
    }
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, stats->frames_drawn, "frame");
    text_addf(&line, " drawn at the new side's widths, %zu of the tree new, %zu removed", fresh,
              removed);
    text_add(&line, " (see them with \"Show base\")");
    message_note("%s", text_str(&line));
}

/* Appends the whole SVG. The diff must have a tree, of samples. */
static void diff_flame(const struct diff_view *view, struct text *out) {
    const struct diff *diff = view->diff;
    OWNED(calltree_free) struct calltree fresh = side_tree(diff, 1), base = side_tree(diff, 0);
    /* A view of the joined profile in which frame i is node i + 1's; its strings are borrowed. */
    struct profile profile = {.samples = diff->sides[1].samples,
                              .without_stack = diff->sides[1].without_stack};
    profile.frames.strings = diff->joined.frames.strings;
    OWNED(mem_release) uint8_t *kinds = mem_zero(diff->tree.len, sizeof *kinds);
    for (uint32_t i = 1; i < diff->tree.len; i++) {
        array_push(&profile.frames.rows, diff->joined.frames.rows.items[diff->tree.nodes[i].frame]);
        kinds[i - 1] = (uint8_t)kind_of(&diff->nodes.items[i]);
    }
    OWNED(text_free) struct text title = {0}, subtitle = {0};
    comparison_add_name(view->comparison, 0, &title);
    text_add(&title, " → ");
    comparison_add_name(view->comparison, 1, &title);
    add_subtitle(view, &subtitle);
    struct flame_change change = {&base, kinds};
    struct flame_svg_options picture = {
        .title = text_str(&title),
        .subtitle = text_str(&subtitle),
        .color = FLAME_BY_CHANGE,
        .width = WIDTH_PIXELS,
        .min_width = MIN_WIDTH,
        .change = &change,
        .max_bytes = MAX_BYTES,
    };
    struct flame_svg_stats stats = {0};
    flame_svg(&profile, &fresh, &picture, out, &stats);
    say_drawn(diff, &stats);
    array_free(&profile.frames.rows);
}

#include "cmd/diff_options.h"

/* False: the sides do not have what --normalize or --measure needs; it has been said. */
static bool can_compare(const struct diff_command *options, const struct comparison *comparison) {
    for (size_t i = 0; i < comparison->inputs.len; i++) {
        const struct diff_recording *input = &comparison->inputs.items[i];
        const char *path = comparison->recordings.items[i].path;
        enum profile_unit unit = input->profile->unit;
        if (options->normalize == DIFF_CPU && input->cpu_seconds <= 0)
            return message_refuse(
                "--normalize cpu needs jdk.CPULoad and jdk.CPUInformation events, which %s does "
                "not have; use --normalize samples or duration",
                path);
        if (options->normalize == DIFF_PER_SECOND && input->seconds <= 0)
            return message_refuse("--normalize duration: the length of %s is not known", path);
        if (options->measure == MEASURE_VALUE && (unit == PROFILE_NO_UNIT || unit == PROFILE_MIXED))
            return message_refuse(
                "--measure value: the samples of %s have %s; use --event to choose others", path,
                unit == PROFILE_MIXED ? "values of different units" : "no value");
    }
    return true;
}

/* A picture is of samples, and so is what differs in its unit. */
static bool wants_values(const struct answer *answer) {
    const struct diff_command *options = answer->options;
    return answer->format != FORMAT_SVG &&
           measure_wants_values(options->measure, &options->selection);
}

static bool compares_values(const struct answer *answer, const struct comparison *comparison) {
    const struct diff_command *options = answer->options;
    if (!wants_values(answer)) return false;
    for (size_t i = 0; i < comparison->inputs.len && options->measure == MEASURE_AUTO; i++) {
        const struct profile *profile = comparison->inputs.items[i].profile;
        bool same = profile->unit == comparison->inputs.items[0].profile->unit;
        bool one = profile->unit == PROFILE_NS || profile->unit == PROFILE_BYTES;
        if (profile->samples && !(one && same && profile->value > 0)) return false;
    }
    return true;
}

static void draw(const struct diff_view *view, struct output *output) {
    OWNED(text_free) struct text svg = {0};
    diff_flame(view, &svg);
    output_flush_text(output, &svg);
}

/* Paths with less than a ten-thousandth of the samples are not worth the memory. */
static uint64_t least_of_paths(uint64_t samples) {
    return samples / 10000 > DIFF_LEAST_SAMPLES ? samples / 10000 : DIFF_LEAST_SAMPLES;
}

static bool differs(const struct diff *diff) {
    return some_of(i, diff->rows.len,
                   diff->rows.items[i].self.significant || diff->rows.items[i].total.significant);
}

/* The page of both sides, which are read for it once more: it needs their samples to the ms. */
static int write_page(struct answer *answer, const struct side_paths *paths,
                      const struct diff_view *view) {
    struct page_asked asked[2] = {{.reading = NULL}, {.reading = NULL}};
    struct reading readings[2];
    OWNED(sheet_free) struct sheet sheet;
    OWNED(text_free) struct text changes = {0};
    int code = EXIT_OK;
    sheet_open(&sheet, FORMAT_HTML);
    voice_of_page(true);
    diff_describe(view, &sheet);
    voice_of_page(false);
    sheet_html_add_items(&sheet, &changes);
    for (int side = 0; side < 2; side++) {
        readings[side] = answer->reading;
        readings[side].selection = paths->selections[side];
        readings[side].paths =
            (struct text_list){.items = paths->paths[side].items, .len = paths->paths[side].len};
        readings[side].none_is_fine = true;
        const struct needs needs = page_ask(&asked[side], &readings[side]);
        if (code == EXIT_OK) code = reading_take(&needs, &readings[side]);
    }
    const struct page_request request = {.opens = PAGE_CHANGES, .changes = text_str(&changes)};
    if (code == EXIT_OK) page_report_write(asked, 2, &request, &answer->output);
    for (int side = 0; side < 2; side++) {
        reading_free(&readings[side]);
        page_asked_free(&asked[side]);
    }
    return code;
}

/* EXIT_GATE if the sides differ by more than chance and somebody wants to know. */
static int compare(struct answer *answer, const struct side_paths *paths,
                   const struct comparison *comparison, const struct changes *changes) {
    const struct diff_command *options = answer->options;
    bool picture = answer->format == FORMAT_SVG;
    OWNED(text_free) struct text title = {0};
    int code = EXIT_OK;
    uint64_t samples = 0;
    for (size_t i = 0; i < comparison->inputs.len; i++)
        samples += comparison->inputs.items[i].profile->samples;
    struct diff_options wanted = {
        .normalize = (enum diff_normalize)options->normalize,
        .values = compares_values(answer, comparison),
        .tree = options->subtree || picture,
        .least = picture ? diff_flame_least(samples) : least_of_paths(samples),
        .alpha = options->alpha,
        .confidence = 0.95,
    };
    struct diff diff;
    diff_compute(comparison->inputs.items, comparison->inputs.len, &wanted, &diff);
    struct diff_view view = {
        .diff = &diff,
        .options = &wanted,
        .comparison = comparison,
        .selection = &options->selection,
        .changes = changes,
        .self = options->sort == HOT_BY_SELF,
        .paths = options->subtree && !picture,
        .top = (size_t)options->top,
    };
    comparison_add_title(answer->command, comparison, &title);
    if (picture) draw(&view, &answer->output);
    else if (answer->format == FORMAT_HTML) code = write_page(answer, paths, &view);
    else diff_describe(&view, answer_sheet(answer, text_str(&title)));
    bool whole = comparison_exit_code(comparison) == EXIT_OK;
    bool changed = whole && options->exit_code && differs(&diff);
    diff_free(&diff);
    return changed && code == EXIT_OK ? EXIT_GATE : code;
}

/* ==== What happened besides ================================================================= */

/* Pictures and rows for programs are of methods. What else happened does not depend on which
 * samples are taken, but for those that lie within some events. */
static bool wants_changes(const struct answer *answer) {
    const struct diff_command *options = answer->options;
    bool table = answer->format == FORMAT_CSV || answer->format == FORMAT_TSV;
    return answer->format != FORMAT_SVG && !table && !options->within &&
           !within_is_asked(&options->selection);
}

/* Rules judge whole recordings and all of the samples that a recording is mostly about. */
static bool wants_causes(const struct diff_command *options) {
    const struct selection *s = &options->selection;
    return !options->window && !s->events.len && !s->states.len && !s->include.len &&
           !s->exclude.len && !s->thread && !s->raw_names && !split_is_asked(s);
}

/* Nothing to compare but what happened besides: then that is the answer. */
static int check_samples(const struct comparison *comparison, const struct changes *changes) {
    EACH (const struct compared, one, &comparison->recordings) {
        if (one->reading.samples->profile.samples) continue;
        if (!changes->contrast.rows.len) return reading_say_nothing(&one->reading);
        message_note("%s has no such samples: methods are not compared", one->path);
    }
    return EXIT_OK;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct diff_command *options = answer->options;
    if (options->alpha <= 0 || options->alpha >= 1)
        return message_misused(answer->command,
                               "--alpha: expected a share between 0 and 1, such as 0.05");
    if (answer->format == FORMAT_SVG && options->measure == MEASURE_VALUE)
        return message_misused(answer->command,
                               "an SVG picture shows samples; --measure value is for tables");
    (void)needs; /* of two sides: see comparison_read */
    return EXIT_OK;
}

/* "20s..30s", "..10:02". */
static bool parse_part(const char *text, struct selection *selection) {
    const char *dots = strstr(text, "..");
    size_t before = dots ? (size_t)(dots - text) : 0;
    char from[64];
    if (!dots || before >= sizeof from || (!before && !dots[2])) return false;
    memcpy(from, text, before);
    from[before] = 0;
    if (before && !time_point_parse(from, &selection->from)) return false;
    return !dots[2] || time_point_parse(dots + 2, &selection->to);
}

static bool can_be_read_twice(const struct diff_command *options, const char *option) {
    return operands_can_be_read_twice(&options->command.operands, option) &&
           operands_can_be_read_twice(&options->base, option);
}

/* What threads do during some events and others, or at all other times; likewise. */
static bool make_within(const struct diff_command *options, struct selection sides[2],
                        struct side_paths *paths) {
    const char *given[] = {options->against_within, options->within};
    const struct text_list *operands = &options->command.operands;
    bool rest = strcmp(options->against_within, "rest") == 0;
    if (options->base.len || options->window)
        return message_refuse(
            "--within compares samples of the same recordings: leave out --base and --window");
    for (int side = 0; side < 2; side++) {
        sides[side] = options->selection;
        if (side == 0 && rest) sides[side].outside_events = options->within;
        else sides[side].within_events = given[side];
        paths->selections[side] = &sides[side];
        paths->windows[side] = given[side];
        for (size_t i = 0; i < operands->len; i++)
            array_push(&paths->paths[side], operands->items[i]);
    }
    return can_be_read_twice(options, "--within");
}

/* Both sides are of the same recordings. False: the sentence has been said. */
static bool make_parts(const struct diff_command *options, struct selection parts[2],
                       struct side_paths *paths) {
    const char *given[] = {options->against, options->window}, *names[] = {"against", "window"};
    const struct text_list *operands = &options->command.operands;
    bool rest = strcmp(options->against, "rest") == 0;
    if (options->base.len || options->selection.from.kind || options->selection.to.kind)
        return message_refuse(
            "--window compares parts of the same recordings: leave out --base, --from and --to");
    for (int side = 0; side < 2; side++) {
        parts[side] = options->selection;
        paths->selections[side] = &parts[side];
        paths->windows[side] = given[side];
        for (size_t i = 0; i < operands->len; i++)
            array_push(&paths->paths[side], operands->items[i]);
        if (side == 0 && rest) continue;
        if (parse_part(given[side], &parts[side])) continue;
        return message_refuse(
            "--%s: expected FROM..TO%s, such as 20s..30s, 10:02..10:05 or 20s.., found \"%s\"",
            names[side], side ? "" : " or rest", given[side]);
    }
    if (rest) {
        parts[0].from = parts[1].from;
        parts[0].to = parts[1].to;
        parts[0].not_then = true;
    }
    return can_be_read_twice(options, "--window");
}

static bool make_sides(const struct diff_command *options, struct selection parts[2],
                       struct side_paths *paths) {
    if (options->within) return make_within(options, parts, paths);
    if (options->window) return make_parts(options, parts, paths);
    if (strcmp(options->against_within, "rest") == 0)
        return comparison_paths(&options->command, &options->base, paths);
    return message_refuse("--against-within needs --within, which is compared with it");
}

static int make_answer(struct answer *answer) {
    const struct diff_command *options = answer->options;
    const struct needs needs = {.values = wants_values(answer)};
    const bool besides = wants_changes(answer);
    const enum frame_by by = options->selection.by;
    const bool coarser = by == BY_CLASS || by == BY_PACKAGE || by == BY_MODULE;
    struct side_paths paths = {0};
    struct selection parts[2] = {options->selection, options->selection};
    struct comparison comparison = {0};
    struct changes changes = {.has_rates = false};
    if (!make_sides(options, parts, &paths)) {
        comparison_free_paths(&paths);
        return message_misuse(answer->command);
    }
    for (int side = 0; side < 2; side++) {
        if (besides && coarser) parts[side].by = BY_METHOD; /* which rules are about */
        paths.selections[side] = &parts[side];
    }
    if (answer->format == FORMAT_HTML && !can_be_read_twice(options, "a page")) {
        comparison_free_paths(&paths);
        return EXIT_USAGE;
    }
    answer->reading.none_is_fine = besides && wants_causes(options);
    int code = comparison_read(&answer->reading, &paths, &needs, besides ? changes_join : NULL,
                               NULL, &comparison);
    if (code == EXIT_OK && besides) {
        changes_make(&comparison, wants_causes(options), &changes);
        code = check_samples(&comparison, &changes);
    }
    if (code == EXIT_OK && besides && coarser)
        comparison_project(&comparison, by, options->selection.frame_type);
    if (code == EXIT_OK && !can_compare(options, &comparison)) code = EXIT_USAGE;
    if (code == EXIT_OK) code = compare(answer, &paths, &comparison, &changes);
    answer->partial = comparison_exit_code(&comparison) != EXIT_OK;
    changes_free(&changes);
    comparison_free(&comparison);
    comparison_free_paths(&paths);
    return code;
}
