#include "analyzers/tables/clocked.h"

#include "analyzers/tables/kinds.h"
#include "parser/waits.h"
#include "parser/table/cells.h"

#define STATE_SIZE 32 /* bytes of its name that are looked at */

enum { STATE, STACK, SLOTS };
static const char *const slots[SLOTS] = {"state.name|state", "stackTrace"};
static const char *const stack_path[] = {"stackTrace"};

struct met { /* a stack: the first event that has it, and how many have */
    const uint8_t *payload, *end;
    uint64_t events;
};

struct clocked {
    const struct walk *walk;
    unsigned wanted;
    enum sampler_clock clock;
    bool settled;
    struct jfr_plan *plan;
    struct map states; /* value -> a bit of enum state_bits, 0 until it is read */
    struct map stacks; /* key -> index in met; only where nothing else may tell */
    ARRAY(struct met) met;
    struct things things;
    struct cells *cells;
};

enum state_bits { IS_DEFAULT = SAMPLER_DEFAULT, IS_SLEEPING = SAMPLER_SLEEPING, IS_OTHER = 4 };

bool clocked_may_differ(const struct sampler *sampler, const struct jfr_type *type) {
    return sampler->present && strcmp(type->name, KIND_CPU_EVENT) == 0 &&
           jfr_field_by_name(type, "state");
}

unsigned clocked_named(const char *name, const char *event) {
    enum kind_group group = kind_group_named(name);
    if (strcmp(event, KIND_CPU_EVENT) != 0) return CLOCKED_ALL;
    if (group == KIND_CPU) return CLOCKED_CPU;
    if (group == KIND_WALL) return CLOCKED_WALL;
    return !kind_matches(name, KIND_CPU_EVENT) && kind_matches(name, KIND_WALL_EVENT) ? CLOCKED_WALL
                                                                                      : CLOCKED_ALL;
}

bool clocked_open(const struct walk *walk, const struct jfr_type *type, unsigned clocks,
                  struct clocked **out) {
    *out = NULL;
    if (clocks == CLOCKED_ALL || strcmp(type->name, KIND_CPU_EVENT) != 0) return clocks != 0;
    enum sampler_clock clock =
        clocked_may_differ(&walk->sampler, type) ? sampler_clock(&walk->sampler, 0) : SAMPLER_CPU;
    if (clock == SAMPLER_CPU) return clocks & CLOCKED_CPU;
    if (clock == SAMPLER_WALL) return clocks & CLOCKED_WALL;
    struct clocked *c = mem_zero(1, sizeof *c);
    c->walk = walk;
    c->wanted = clocks;
    c->clock = clock;
    c->plan = jfr_plan_compile(walk->chunk, type, slots, SLOTS, NULL);
    if (clock == SAMPLER_UNSAID)
        c->cells = cells_open(walk->chunk, walk->metadata, type, stack_path, 1, &c->things, false);
    *out = c;
    return true;
}

void clocked_close(struct clocked *c) {
    if (!c) return;
    jfr_plan_free(c->plan);
    cells_close(c->cells);
    things_free(&c->things);
    free_each(map_free, &c->states, &c->stacks);
    array_free(&c->met);
    free(c);
}

/* ==== On the walk =========================================================================== */

static bool read_slots(const struct clocked *c, const struct jfr_event *event, uint64_t *values) {
    const uint8_t *at = event->payload;
    return c->plan && jfr_plan_read(c->plan, c->walk->chunk->data, &at, event->end, values);
}

void clocked_meet(struct clocked *c, const struct jfr_event *event) {
    uint64_t values[SLOTS];
    bool fresh;
    if (c->settled || c->clock != SAMPLER_UNSAID || !read_slots(c, event, values)) return;
    uint64_t *state = map_put(&c->states, values[STATE], &fresh);
    if (fresh) *state = 0;
    size_t index = map_number(&c->stacks, values[STACK], c->met.len);
    if (index == c->met.len) array_push(&c->met, (struct met){event->payload, event->end, 0});
    c->met.items[index].events++;
}

static void ask_stack(void *context, uint64_t key) {
    walk_ask_stack(context, key);
}

void clocked_ask(const struct clocked *c, struct walk *walk) {
    walk_ask(walk, true);
    for (size_t i = 0; c->cells && i < c->met.len; i++) {
        struct jfr_event event = {.payload = c->met.items[i].payload, .end = c->met.items[i].end};
        cells_each_stack(c->cells, &event, ask_stack, walk);
    }
}

/* ==== Telling apart ========================================================================= */

static unsigned state_of(const struct clocked *c, const struct jfr_constants *constants,
                         uint64_t value) {
    char name[STATE_SIZE] = "";
    struct jfr_value text = jfr_plan_value(c->plan, constants, STATE, value, name, sizeof name);
    if (text.kind != JFR_VALUE_TEXT) return IS_OTHER;
    return strcmp(name, CLOCKED_CPU_STATE) == 0  ? IS_DEFAULT
           : strcmp(name, "STATE_SLEEPING") == 0 ? IS_SLEEPING
                                                 : IS_OTHER;
}

/* Numbers are read once each; a position is another one in each event. */
static unsigned known_state(struct clocked *c, const struct jfr_constants *constants,
                            uint64_t value) {
    bool fresh;
    if (jfr_plan_is_position(c->plan, STATE)) return state_of(c, constants, value);
    uint64_t *state = map_put(&c->states, value, &fresh);
    if (fresh || !*state) *state = state_of(c, constants, value);
    return (unsigned)*state;
}

/* Do threads wait in most samples? Those without a stack do not tell. */
static bool mostly_waits(const struct clocked *c, const struct jfr_constants *constants) {
    uint64_t waits = 0, all = 0;
    for (size_t i = 0; c->cells && i < c->met.len; i++) {
        const struct met *met = &c->met.items[i];
        struct jfr_event event = {.payload = met->payload, .end = met->end};
        uint64_t cell;
        if (!cells_read(c->cells, constants, &event, &cell) || cell == JFR_NULL_ID) continue;
        const struct things_stack *stack = &c->things.stacks.items[cell];
        if (!stack->depth) continue;
        const struct things_frame *top =
            &c->things.frames.items[c->things.stack_frames.items[stack->first]];
        all += met->events;
        if (waits_only(strings_get(&c->things.texts, top->class_name),
                       strings_get(&c->things.texts, top->method)))
            waits += met->events;
    }
    return waits && waits >= all - waits;
}

static void settle(struct clocked *c, const struct jfr_constants *constants) {
    unsigned states = 0;
    c->settled = true;
    if (c->clock != SAMPLER_UNSAID) return;
    for (size_t i = 0; i < c->states.size; i++)
        if (c->states.slots[i].value != MAP_EMPTY)
            states |= state_of(c, constants, c->states.slots[i].key);
    c->clock = sampler_clock(&c->walk->sampler, states & (IS_DEFAULT | IS_SLEEPING));
    if (c->clock == SAMPLER_UNSAID && mostly_waits(c, constants)) c->clock = SAMPLER_WALL;
}

bool clocked_takes(struct clocked *c, const struct jfr_constants *constants,
                   const struct jfr_event *event) {
    uint64_t values[SLOTS];
    if (!c->settled) settle(c, constants);
    bool wall = c->clock == SAMPLER_WALL;
    if (c->clock == SAMPLER_BY_STATE)
        wall =
            !read_slots(c, event, values) || known_state(c, constants, values[STATE]) != IS_DEFAULT;
    return c->wanted & (wall ? CLOCKED_WALL : CLOCKED_CPU);
}

/* ==== A chunk =============================================================================== */

static enum sampler_clock clock_by_events(struct clocked *c, const struct jfr_type *type) {
    const struct jfr_chunk *chunk = c->walk->chunk;
    const struct jfr_log nobody = {0};
    struct jfr_constants *constants = jfr_constants_open(chunk, c->walk->metadata);
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, c->walk->metadata, &nobody);
    struct jfr_event event;
    jfr_cursor_want(cursor, type->id);
    jfr_cursor_want(cursor, JFR_CHECKPOINT_EVENT);
    while (jfr_cursor_next(cursor, &event)) {
        if (event.type_id == JFR_CHECKPOINT_EVENT) jfr_constants_add(constants, &event, &nobody);
        else if (event.type_id == type->id) clocked_meet(c, &event);
    }
    jfr_cursor_close(cursor);
    settle(c, constants);
    jfr_constants_close(constants);
    return c->clock;
}

enum sampler_clock clocked_of_chunk(const struct jfr_chunk *chunk, const struct sampler *sampler) {
    struct jfr_error error;
    struct jfr_metadata *metadata = sampler->present ? jfr_metadata_read(chunk, &error) : NULL;
    const struct jfr_type *type = metadata ? jfr_type_by_name(metadata, KIND_CPU_EVENT) : NULL;
    const struct walk walk = {.chunk = chunk, .metadata = metadata, .sampler = *sampler};
    struct clocked *clocked = NULL;
    enum sampler_clock clock = SAMPLER_CPU;
    if (type && clocked_may_differ(sampler, type)) clock = sampler_clock(sampler, 0);
    if (clock == SAMPLER_UNSAID && clocked_open(&walk, type, CLOCKED_CPU, &clocked))
        clock = clock_by_events(clocked, type);
    clocked_close(clocked);
    jfr_metadata_free(metadata);
    return clock == SAMPLER_UNSAID ? SAMPLER_CPU : clock;
}

bool clocked_runs(const char *state) {
    return strcmp(state, "STATE_RUNNABLE") == 0 || strcmp(state, "STATE_DEFAULT") == 0 ||
           strcmp(state, "RUNNABLE") == 0 || strcmp(state, "RUNNING") == 0;
}
