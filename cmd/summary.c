/* jfrtool summary: what is in a recording. */
#include "analyzers/facts/summary.h"

#include "cmd/read/answer.h"
#include "cmd/sheets/summary.h"
#include "base/few.h"
#include "base/safe.h"

struct summary_options {
    struct option_base base;
    struct input_options input;
    struct output_options output;
    uint64_t top; /* 0: all */
};
#define AT(field) offsetof(struct summary_options, field)

#define POOLS_NAMED 3 /* in a warning */

static const struct option_row rows[] = {
    TOP_ROW(AT(top), "30", "Show the N event types with most events, to people; 0 is all"),
    {.name = NULL},
};
static const struct option_use groups[] = {OWN_GROUP("Summary", rows), SHEET_GROUPS};

/* Pools that have fewer or more samples than their CPU time promises. */
static void warn_of_pools(const struct sampled *sampled, struct summary *summary) {
    OWNED(text_free) struct text text = {0};
    struct few few = {&text, POOLS_NAMED, 0};
    EACH (const struct sampled_pool, pool, &sampled->pools) {
        if (!sampled_is_off(pool) || !few_takes(&few)) continue;
        safe_add_name(&text, strings_get(&sampled->strings, pool->name));
        text_addf(&text, " has %.0f %%", 100 * (double)pool->samples / pool->promised);
    }
    few_end(&few);
    if (few.count) {
        text_add(&text, " of the samples that the period promises for the CPU time of the threads: "
                        "compare pools by CPU time (--measure value), not by samples");
        uint32_t id = strings_intern(&summary->strings, text.data, text.len);
        array_push(&summary->warnings, strings_get(&summary->strings, id));
    }
}

static int make_answer(struct answer *answer) {
    const struct summary_options *options = answer->options;
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    struct walk_run run = {0};
    struct sampled sampled;
    summary_join(&run);
    sampled_join(&run);
    walk_start(&run, &scan, &reading->report);
    struct summary *summary = summary_make(&run);
    sampled_make(&run, &sampled);
    walk_run_free(&run);
    warn_of_pools(&sampled, summary);
    int code = reading_done(reading);
    if (code == EXIT_OK)
        summary_describe(summary, &sampled, &reading->report, options->top,
                         answer_sheet(answer, NULL));
    sampled_free(&sampled);
    summary_free(summary);
    return code;
}

const struct command command_summary = {
    .name = "summary",
    .operands = "RECORDING...",
    .writes = FORMATS_OF_SHEETS,
    READS_AND_ANSWERS(struct summary_options),
};
