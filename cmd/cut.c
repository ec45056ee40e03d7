/* jfrtool cut: a stretch of time as a recording of its own. */
#include "analyzers/stream/match.h"

#include "cmd/cli/message.h"
#include "cmd/edit/rewriting.h"
#include "parser/event.h"
#include "parser/plan.h"
#include "parser/wire.h"

#include "cmd/cut_options.h"

#define DOUBT 1024                 /* ticks: so near the window's ends times are rounded */
#define FOREVER (INT64_C(1) << 60) /* ticks */

struct starts {            /* of an event type: when its events begin */
    struct jfr_plan *plan; /* NULL: not yet made */
    enum jfr_unit unit;
    bool known, in_front; /* there is such a field; it is the first, and in ticks */
};

struct cutting {
    struct rewriting rewriting;
    struct match_window window;
    struct edit_rules rules;
    struct starts *starts;      /* of the chunk at hand, by the type's index */
    uint32_t types;             /* of them */
    int64_t sure_from, sure_to; /* ticks since its start, of which rounding is of no concern */
    uint64_t kept, left_out;
};

static void set_window(void *context, int64_t start_ns, int64_t end_ns,
                       const struct jfr_chunk *first) {
    struct cutting *cutting = context;
    match_set_window(&cutting->window, start_ns, end_ns, first);
}

static int64_t ticks_since_start(const struct jfr_chunk *chunk, int64_t ns) {
    double ticks = ((double)ns - (double)chunk->start_ns) * chunk->ticks_per_ns;
    return ticks > (double)FOREVER ? FOREVER : ticks < -(double)FOREVER ? -FOREVER : (int64_t)ticks;
}

static void begin_chunk(struct cutting *cutting, const struct jfr_chunk *chunk) {
    const struct time_window *window = &cutting->window.window;
    int64_t from = ticks_since_start(chunk, window->from_ns);
    int64_t to = ticks_since_start(chunk, window->to_ns);
    cutting->rules.start_ns = window->from_ns > 0 ? window->from_ns : 0;
    cutting->rules.end_ns = window->to_ns == INT64_MAX ? 0 : window->to_ns + 1;
    cutting->rules.from_ticks = from - DOUBT;
    cutting->rules.to_ticks = to + DOUBT + 1;
    cutting->sure_from = from < -CURSOR_SURE ? -CURSOR_SURE : from + DOUBT + 1;
    cutting->sure_to = to > CURSOR_SURE ? CURSOR_SURE : to - DOUBT;
}

static struct starts make_starts(const struct edit_chunk *of, const struct jfr_type *type) {
    static const char *const paths[] = {"startTime"};
    struct starts starts = {.plan = jfr_plan_compile(of->chunk, type, paths, 1, NULL)};
    const struct jfr_field *field = starts.plan ? jfr_plan_field(starts.plan, 0) : NULL;
    starts.known = field != NULL;
    if (!field) return starts;
    starts.unit = field->unit;
    starts.in_front = edit_begins_with_time(type);
    return starts;
}

static inline bool is_surely_within(const struct cutting *cutting, const struct jfr_chunk *chunk,
                                    const struct jfr_event *event) {
    uint64_t start;
    if (!wire_is_compressed(chunk->encoding)) return false;
    const uint8_t *limit = chunk->data + chunk->size;
    const uint8_t *at = wire_take(limit, event->payload, event->end, &start);
    int64_t ticks = (int64_t)(start - (uint64_t)chunk->start_ticks);
    return at && at <= event->end && ticks >= cutting->sure_from && ticks < cutting->sure_to;
}

static __attribute__((noinline)) bool is_within(struct cutting *cutting,
                                                const struct edit_chunk *of,
                                                const struct jfr_type *type,
                                                const struct jfr_event *event) {
    if (!cutting->starts) {
        cutting->types = of->metadata->type_count;
        cutting->starts = mem_zero(cutting->types, sizeof *cutting->starts);
    }
    struct starts *starts = &cutting->starts[type->index];
    if (!starts->plan) *starts = make_starts(of, type);
    if (!starts->known) return false;
    uint64_t start;
    const uint8_t *at = event->payload;
    const uint8_t *limit = of->chunk->data + of->chunk->size;
    if (!plan_read(starts->plan, of->chunk->data, &at, event->end, limit, &start)) return false;
    return time_window_has(&cutting->window.window,
                           jfr_chunk_time_in(of->chunk, starts->unit, (int64_t)start));
}

static bool keep(void *context, const struct edit_chunk *of, const struct jfr_type *type,
                 const struct jfr_event *event) {
    struct cutting *cutting = context;
    bool in_front = cutting->starts && cutting->starts[type->index].in_front;
    return (in_front && is_surely_within(cutting, of->chunk, event)) ||
           is_within(cutting, of, type, event);
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
    begin_chunk(cutting, chunk);
    rewriting_edit(&cutting->rewriting, chunk, &cutting->rules, log);
    for (uint32_t i = 0; i < cutting->types; i++) jfr_plan_free(cutting->starts[i].plan);
    free(cutting->starts);
    cutting->starts = NULL;
    cutting->types = 0;
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
