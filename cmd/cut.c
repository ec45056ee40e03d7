/* jfrtool cut: a stretch of time as a recording of its own. */
#include "analyzers/stream/match.h"

#include "cmd/cli/message.h"
#include "cmd/edit/rewriting.h"
#include "base/mem.h"
#include "parser/plan.h"

#include <stdlib.h>

struct cut_options {
    struct option_base base;
    struct window_options window;
    struct input_options input;
    struct output_options output;
};
#define AT(field) offsetof(struct cut_options, field)

static const struct option_use groups[] = {{&options_window, AT(window)}, REWRITING_GROUPS};

struct cutting {
    struct rewriting rewriting;
    struct match_window window;
    struct edit_rules rules;
    struct jfr_plan **plans; /* of the chunk at hand, by the type's index; NULL: not yet made */
    uint64_t kept, left_out;
};

static void set_window(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first) {
    struct cutting *cutting = context;
    match_set_window(&cutting->window, start_ns, end_ns, first);
}

static bool keep(void *context, const struct edit_chunk *of, const struct jfr_type *type,
                 const struct jfr_event *event) {
    static const char *const paths[] = {"startTime"};
    struct cutting *cutting = context;
    if (!cutting->plans) cutting->plans = mem_zero(of->metadata->type_count, sizeof(void *));
    struct jfr_plan **plan = &cutting->plans[type->index];
    if (!*plan) *plan = jfr_plan_compile(of->chunk, type, paths, 1, NULL);
    uint64_t start;
    const uint8_t *at = event->payload;
    const uint8_t *limit = of->chunk->data + of->chunk->size;
    if (!*plan || !plan_read(*plan, of->chunk->data, &at, event->end, limit, &start)) return false;
    const struct jfr_field *field = jfr_plan_field(*plan, 0);
    if (!field) return false;
    int64_t ns = jfr_chunk_time_in(of->chunk, field->unit, (int64_t)start);
    return ns >= cutting->window.window.from_ns && ns <= cutting->window.window.to_ns;
}

static void count(void *context, const struct jfr_type *type, enum edit_fate fate,
                  uint64_t events) {
    struct cutting *cutting = context;
    (void)type;
    if (fate == EDIT_KEPT) cutting->kept += events;
    else cutting->left_out += events;
}

static void take_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct cutting *cutting = context;
    int64_t to = cutting->window.window.to_ns;
    cutting->rules.end_ns = to == INT64_MAX ? 0 : to + 1;
    struct jfr_error error;
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error); /* for its number of types */
    uint32_t types = metadata ? metadata->type_count : 0;
    jfr_metadata_free(metadata);
    rewriting_edit(&cutting->rewriting, chunk, &cutting->rules, log);
    for (uint32_t i = 0; cutting->plans && i < types; i++) jfr_plan_free(cutting->plans[i]);
    free(cutting->plans);
    cutting->plans = NULL;
}

static int say_needs(struct answer *answer, struct needs *needs) {
    const struct cut_options *options = answer->options;
    (void)needs;
    if (options->window.from.kind == TIME_NONE && options->window.to.kind == TIME_NONE)
        return message_misused(answer->command, "cut needs --from or --to");
    return rewriting_check(answer);
}

static int make_answer(struct answer *answer) {
    const struct cut_options *options = answer->options;
    const struct selection selection = {
        .from = options->window.from, .to = options->window.to, .zone = options->window.zone};
    struct cutting cutting = {
        .rewriting = {.answer = answer},
        .window = {.selection = &selection},
        .rules = {.context = &cutting, .skips_empty = true, .keep = keep, .told = count}};
    bool waits = match_needs_span(&cutting.window);
    if (!waits) match_set_window(&cutting.window, 0, 0, NULL);
    int code =
        rewriting_run_within(&cutting.rewriting, waits ? set_window : NULL, take_chunk, &cutting);
    if (code == EXIT_NOTHING) message_error("no event began in that time");
    if (code == EXIT_OK)
        message_note("%llu events are written; events that began before or after are left out",
                     (unsigned long long)cutting.kept);
    return code;
}

const struct command command_cut = {
    .name = "cut",
    .operands = "RECORDING...",
    .writes = "jfr",
    ANSWERS(struct cut_options),
};
