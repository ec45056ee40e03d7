/* jfrtool flame: an SVG flame graph. */
#include "cmd/write/words.h"
#include "cmd/read/answer.h"
#include "cmd/read/measure.h"
#include "cmd/read/split.h"
#include "cmd/cli/message.h"
#include "cmd/page/report.h"
#include "cmd/write/amount.h"
#include "cmd/pictures/flame_svg.h"
#include "base/units.h"

#define WIDTH_PIXELS 1200
#define MAX_BYTES 2000000 /* what browsers and chat programs open without complaint */

#include "cmd/flame_options.h"

/* split: samples without a stack are in the frame of what they are about. */
static void say_left_out(const struct flame_svg_stats *stats, const struct profile *profile,
                         enum profile_unit unit, bool split) {
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, stats->frames_drawn, "frame");
    text_add(&line, " drawn");
    if (stats->frames_left_out) {
        uint64_t all = measure_all(profile, unit);
        text_add(&line, ", ");
        text_add_grouped(&line, stats->frames_left_out);
        text_addf(&line, " narrower than %.3g pixels left out (%.2f %% of the %s end in them)",
                  stats->min_width, units_percent(stats->samples_left_out, all),
                  amount_title(unit));
    }
    if (profile->without_stack && !split)
        words_add(&line, "; {sample} without stack left out", cell_count(profile->without_stack));
    message_note("%s", line.data);
}

static void draw(const struct flame_options *options, const struct reading *reading,
                 enum profile_unit unit, struct output *output) {
    struct profile *profile = &reading->samples->profile;
    OWNED(text_free) struct text title = {0}, subtitle = {0}, svg = {0};
    if (options->title) text_add(&title, options->title);
    else reading_add_title(reading, &title);
    reading_add_subtitle(reading, &subtitle);
    if (unit != PROFILE_NO_UNIT) {
        text_add(&subtitle, ", widths: ");
        amount_add(&subtitle, unit, measure_all(profile, unit));
        profile_count_values(profile);
    }
    struct flame_svg_options picture = {
        .title = text_str(&title),
        .subtitle = text_str(&subtitle),
        .color = (enum flame_color)options->color_by,
        .unit = unit,
        .icicle = options->icicle,
        .reverse = options->reverse,
        .width = WIDTH_PIXELS,
        .min_width = options->min_width,
        .max_bytes = MAX_BYTES,
    };
    OWNED(calltree_free) struct calltree tree = {0};
    struct flame_svg_stats stats = {0};
    /* What is too narrow at the least width that is asked for need not be in the tree at all. */
    double narrow = options->min_width / WIDTH_PIXELS * (double)measure_all(profile, unit);
    const struct calltree_options shape = {
        .reverse = options->reverse,
        .merge_types = !options->selection.frame_type,
        .min_total = narrow > 1 ? (uint64_t)narrow : 0,
    };
    calltree_build(profile, &shape, &tree);
    flame_svg(profile, &tree, &picture, &svg, &stats);
    output_flush_text(output, &svg);
    say_left_out(&stats, profile, unit, split_is_asked(&options->selection));
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct flame_options *options = answer->options;
    if (!split_fits_threads(&options->selection, options->threads)) return EXIT_USAGE;
    if (answer->format == FORMAT_HTML) *needs = page_ask_of(answer, &options->page);
    else
        *needs = (struct needs){
            .keep = PROFILE_STACKS,
            .values = measure_wants_values(options->measure, &options->selection),
            .types = true, /* of which frames without a package have their colours */
        };
    needs->thread_roots = options->threads;
    return EXIT_OK;
}

static void draw_page(struct flame_options *options, const struct reading *reading,
                      enum profile_unit unit, struct output *output) {
    const struct page_request request = {
        .title = options->title,
        .opens = PAGE_FLAME,
        .color = (enum flame_color)options->color_by,
        .reverse = options->reverse,
        .flame = !options->icicle,
        .value = unit != PROFILE_NO_UNIT,
    };
    page_report_write(&options->page, 1, &request, output);
}

static int make_answer(struct answer *answer) {
    struct flame_options *options = answer->options;
    enum profile_unit unit;
    int code = measure_unit(options->measure, &answer->reading, &unit);
    if (code != EXIT_OK) return code;
    if (answer->format == FORMAT_HTML) draw_page(options, &answer->reading, unit, &answer->output);
    else draw(options, &answer->reading, unit, &answer->output);
    return EXIT_OK;
}
