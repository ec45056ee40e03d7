/* jfrtool tui: a recording to explore in a terminal. */
#include "analyzers/rules/causes.h"
#include "cmd/attach/interrupt.h"
#include "cmd/cli/message.h"
#include "cmd/read/judged.h"
#include "cmd/read/reading.h"
#include "cmd/tui/explorer.h"
#include "base/safe.h"
#include "base/units.h"
#include "base/utf8.h"
#include "base/posix.h"

/* Samples of a thread within it are one: what the line of time cannot tell apart. */
#define GRAIN (20 * NS_PER_MS)

#include "cmd/tui_options.h"

/* Tabs whose subject a rule warns of. */
static void mark_tabs(const struct reading *reading, bool warned[TAB_COUNT]) {
    static const enum tab of_group[] = {
        [RULE_CPU] = TAB_OVERVIEW,
        [RULE_SAMPLES] = TAB_METHODS,
        [RULE_COLLECTOR] = TAB_GC,
        [RULE_LOCKS] = TAB_LOCKS,
        [RULE_IO] = TAB_IO,
        [RULE_ALLOCATION] = TAB_OVERVIEW,
        [RULE_EXCEPTIONS] = TAB_OVERVIEW,
        [RULE_SAFEPOINTS] = TAB_GC,
        [RULE_MEMORY] = TAB_GC,
        [RULE_LOSSES] = TAB_OVERVIEW,
    };
    const struct rule_input input = judged_input(reading, &reading->run);
    OWNED(findings_free) struct findings findings = rules_judge(rules_all, &input);
    EACH (const struct finding, finding, &findings) {
        if (finding->severity != RULE_WARNING || !cause_counts(finding)) continue;
        warned[TAB_OVERVIEW] = warned[of_group[finding->rule->group]] = true;
    }
}

static void explore(struct reading *reading) {
    OWNED(text_free) struct text title = {0}, safe = {0};
    struct explorer explorer = {.paths = &reading->paths,
                                .zone = reading->samples->zone,
                                .colors = pen_colors(),
                                .utf8 = utf8_is_locale(),
                                .tab =
                                    reading->samples->profile.samples ? TAB_METHODS : TAB_OVERVIEW,
                                .method = MODEL_NONE};
    reading_add_title(reading, &title);
    safe_add(&safe, text_str(&title), title.len);
    explorer.title = text_str(&safe);
    if (reading->paths.len == 2) explorer.tab = TAB_DIFF;
    mark_tabs(reading, explorer.warned);
    model_open(&explorer.model, reading->samples);
    interrupt_catch();
    explorer_run(&explorer);
    model_free(&explorer.model);
}

static int run(const struct command *command, struct option_base *options) {
    const struct tui_options *o = (const struct tui_options *)options;
    if (o->output.path)
        return message_misused(command,
                               "tui writes no file; in it, y copies the command that does");
    if (!screen_possible() || !isatty(STDIN_FILENO))
        return message_usage(
            "tui needs a terminal, and TERM to say which one; without one: jfrtool overview, "
            "or jfrtool overview -o page.html for a browser");
    OWNED(reading_free) struct reading reading = reading_for(command, options);
    reading.none_is_fine = true; /* there is more in it than samples */
    reading.waits_for_picture = true;
    static const struct facts_options facts;
    const struct needs needs = {.keep = PROFILE_ROWS | PROFILE_STACKS | PROFILE_SAMPLES,
                                .time_grain = GRAIN,
                                .facts = &facts,
                                .times = true};
    rules_join(rules_all, &reading.run, selection_has_window(reading.selection));
    int code = reading_take(&needs, &reading);
    if (code == EXIT_OK) explore(&reading);
    if (code == EXIT_OK) code = reading_exit_code(&reading);
    return code;
}
