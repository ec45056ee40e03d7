#include "parser/table/cells.h"

#include "base/utf8.h"
#include "parser/path.h"
#include "parser/table/cells_parts.h"
#include "parser/table/chain.h"
#include "parser/table/stack_wait.h"

/* What can be asked of a value as if it were its field: of a stack, of the id of an event type, or
 * of an object that was sampled. */
static const struct part {
    const char *name;
    bool of_stack;
    enum reading reading;
    enum jfr_column_kind kind;
} parts[] = {
    {".top", true, READ_TOP, JFR_COLUMN_TEXT},
    {".topFrame", true, READ_TOP, JFR_COLUMN_TEXT},
    {".callerFrame", true, READ_CALLER, JFR_COLUMN_TEXT},
    {".topApplicationFrame", true, READ_APP, JFR_COLUMN_TEXT},
    {".topNotInitFrame", true, READ_MAKER, JFR_COLUMN_TEXT},
    {".throwerFrame", true, READ_THROWER, JFR_COLUMN_TEXT},
    {".siteFrame", true, READ_SITE, JFR_COLUMN_TEXT},
    {".thrownAtFrame", true, READ_THROWN_AT, JFR_COLUMN_TEXT},
    {".line", true, READ_LINE, JFR_COLUMN_INT},
    {".depth", true, READ_DEPTH, JFR_COLUMN_INT},
    {".truncated", true, READ_TRUNCATED, JFR_COLUMN_BOOLEAN},
    {".text", true, READ_WHOLE, JFR_COLUMN_TEXT},
    {".app", true, READ_APP, JFR_COLUMN_TEXT},
    {".maker", true, READ_MAKER, JFR_COLUMN_TEXT},
    {".waitsFor", true, READ_WAITS, JFR_COLUMN_TEXT},
    {".event", false, READ_EVENT, JFR_COLUMN_TEXT},
    {".chain", false, READ_CHAIN, JFR_COLUMN_TEXT},
};

/* ==== Numbers =============================================================================== */

int64_t cells_scaled(const struct cells *c, const struct column *column, int64_t value) {
    int64_t ns;
    if (value == JFR_NULL_INT) return value; /* the JVM, too, says "none" so */
    return jfr_chunk_ns(c->chunk, column->raw_unit, value, &ns) ? ns : value;
}

static enum jfr_unit unit_of_cells(enum jfr_unit raw) {
    switch (raw) {
    case JFR_UNIT_TICKS_TIME:
    case JFR_UNIT_MS_TIME:
    case JFR_UNIT_S_TIME: return JFR_UNIT_NS_TIME;
    case JFR_UNIT_TICKS_SPAN:
    case JFR_UNIT_US_SPAN:
    case JFR_UNIT_MS_SPAN:
    case JFR_UNIT_S_SPAN: return JFR_UNIT_NS_SPAN;
    default: return raw;
    }
}

/* Times of events are in ticks where the metadata does not say in what. */
static enum jfr_unit unit_of(const struct jfr_field *field, const char *path) {
    if (field->unit != JFR_UNIT_NONE) return field->unit;
    if (strcmp(path, "startTime") == 0) return JFR_UNIT_TICKS_TIME;
    if (strcmp(path, "duration") == 0) return JFR_UNIT_TICKS_SPAN;
    return JFR_UNIT_NONE;
}

/* What a whole number is; a struct of one field is that field. */
static enum jfr_base base_of(const struct jfr_type *type) {
    for (int depth = 0; type && type->field_count == 1 && depth < PATH_MAX_FIELDS; depth++)
        type = type->fields[0]->type;
    return type ? type->base : JFR_STRUCT;
}

/* Amounts and times are not unsigned, whatever is said of them: the JDK reads them so, too, and -1
 * is what its writers have for "unknown". */
static enum jfr_column_kind kind_of_integer(const struct jfr_field *field, enum jfr_unit unit) {
    switch (base_of(field->type)) {
    case JFR_BOOLEAN: return JFR_COLUMN_BOOLEAN;
    case JFR_CHAR: return JFR_COLUMN_TEXT;
    case JFR_LONG:
        return field->is_unsigned && (unit == JFR_UNIT_NONE || unit == JFR_UNIT_HERTZ)
                   ? JFR_COLUMN_UNSIGNED
                   : JFR_COLUMN_INT;
    default: return JFR_COLUMN_INT;
    }
}

/* ==== Opening =============================================================================== */

static bool is_type(const struct jfr_metadata *metadata, const struct jfr_type *type,
                    const char *name) {
    return type == jfr_type_by_name(metadata, name) || strcmp(type->name, name) == 0;
}

static const struct known_type {
    const char *type;
    enum reading reading;
    enum jfr_column_kind kind;
} known_types[] = {{"java.lang.Thread", READ_THREAD, JFR_COLUMN_THREAD},
                   {"jdk.types.StackTrace", READ_STACK, JFR_COLUMN_STACK},
                   {"java.lang.Class", READ_CLASS, JFR_COLUMN_TEXT},
                   {"jdk.types.Method", READ_METHOD, JFR_COLUMN_TEXT}};

static const struct known_type *known_type_of(const struct jfr_metadata *metadata,
                                              const struct jfr_type *type) {
    for (size_t i = 0; i < sizeof known_types / sizeof *known_types; i++)
        if (is_type(metadata, type, known_types[i].type)) return &known_types[i];
    return NULL;
}

static void bind_struct(struct cells *c, struct column *column) {
    static const char *const name[] = {"name"};
    static const char *const thread[] = {"javaName",     "osName",     "osThreadId",
                                         "javaThreadId", "group.name", "virtual"};
    const struct jfr_type *type = column->field->type;
    if (!type) return;
    const struct known_type *known = known_type_of(c->metadata, type);
    column->reading = known ? known->reading : READ_NAMED;
    column->kind = known ? known->kind : JFR_COLUMN_TEXT;
    bool reads = column->reading == READ_THREAD || column->reading == READ_NAMED;
    if (column->reading == READ_THREAD)
        column->named = jfr_plan_compile(c->chunk, type, thread, 6, NULL);
    if (column->reading == READ_NAMED) {
        column->named = jfr_plan_compile(c->chunk, type, name, 1, NULL);
        if (column->named && jfr_plan_slot(column->named, 0) == JFR_SLOT_TEXT) return;
        column->reading = READ_NOTHING;
        column->kind = JFR_COLUMN_NONE;
    } else if (reads && !column->named) {
        column->reading = READ_NOTHING;
    }
}

bool cells_is_one(const struct jfr_metadata *metadata, const struct jfr_field *field) {
    struct path path;
    const struct jfr_type *type = field->type;
    for (int depth = 0; type && type->field_count == 1 && depth < PATH_MAX_FIELDS; depth++)
        type = type->fields[0]->array ? NULL : type->fields[0]->type;
    if (!field->type || (type && type->base != JFR_STRUCT)) return true;
    if (known_type_of(metadata, field->type)) return true;
    if (!path_find(field->type, "name", &path)) return false;
    const struct jfr_field *last = path.fields[path.len - 1];
    return !last->array && last->type && last->type->base == JFR_STRING;
}

static void bind(struct cells *c, size_t i, const char *path) {
    struct column *column = &c->columns[i];
    enum jfr_slot slot = jfr_plan_slot(c->plan, i);
    column->field = jfr_plan_field(c->plan, i);
    if (!column->field) return;
    switch (slot) {
    case JFR_SLOT_INTEGER:
        column->raw_unit = unit_of(column->field, path);
        column->unit = unit_of_cells(column->raw_unit);
        column->kind = kind_of_integer(column->field, column->raw_unit);
        column->reading = column->kind == JFR_COLUMN_TEXT ? READ_CHAR : READ_INTEGER;
        break;
    case JFR_SLOT_REAL:
        column->reading = READ_REAL;
        column->kind = JFR_COLUMN_REAL;
        column->unit = column->field->unit;
        break;
    case JFR_SLOT_TEXT:
        column->reading = READ_TEXT;
        column->kind = JFR_COLUMN_TEXT;
        break;
    case JFR_SLOT_STRUCT: bind_struct(c, column); break;
    default: break;
    }
    column->is_duration = strcmp(path, "duration") == 0;
    column->by_key = c->plan->slots[i].pool || (slot == JFR_SLOT_STRUCT && column->field->pooled);
}

/* "stackTrace.top" asks for a part of a value: the path up to it, which is copied, and which part;
 * NULL: it asks for no such thing. */
static const struct part *part_of(const struct cells *c, const struct jfr_type *type,
                                  const char *path, char **copy) {
    const char *dot = strrchr(path, '.');
    struct path found;
    for (size_t i = 0; dot && i < sizeof parts / sizeof *parts; i++) {
        if (strcmp(parts[i].name, dot) != 0) continue;
        *copy = mem_copy_text(path);
        (*copy)[dot - path] = 0;
        const struct jfr_type *last =
            path_find(type, *copy, &found) ? found.fields[found.named - 1]->type : NULL;
        if (parts[i].reading == READ_CHAIN && chain_is_of(last)) return &parts[i];
        if (last && parts[i].reading != READ_CHAIN &&
            (parts[i].of_stack ? is_type(c->metadata, last, "jdk.types.StackTrace")
                               : last->base != JFR_STRUCT && last->base != JFR_STRING))
            return &parts[i];
        free(*copy);
    }
    *copy = NULL;
    return NULL;
}

static void bind_part(const struct cells *c, struct column *column, const struct part *part) {
    if (part->reading == READ_CHAIN) { /* only constants refer to each other */
        if (!column->field || !column->field->pooled) return;
        jfr_plan_free(column->named);
        column->named = chain_plan(c->chunk, column->field->type);
        if (!column->named) return;
    } else if (column->reading != (part->of_stack ? READ_STACK : READ_INTEGER)) {
        return;
    }
    column->reading = part->reading;
    column->kind = part->kind;
    column->unit = JFR_UNIT_NONE;
}

static bool is_as_it_is(const struct column *column) {
    if (column->by_key) return false;
    return column->reading == READ_REAL ||
           (column->reading == READ_INTEGER && column->unit == column->raw_unit);
}

/* Paths of what is asked for before the rows are read. */
static void make_asking(struct cells *c, const struct jfr_type *type, const char *const *taken) {
    OWNED(mem_release) const char **paths = mem_zero(c->count, sizeof *paths);
    for (size_t i = 0; i < c->count; i++)
        if (c->columns[i].reading >= READ_STACK && c->columns[i].by_key && c->columns[i].coder == i)
            paths[c->asked++] = taken[i];
    if (c->asked) c->asking = jfr_plan_compile(c->chunk, type, paths, c->asked, NULL);
}

static size_t coder_of(const struct cells *c, const char *const *taken, size_t column) {
    for (size_t i = 0; i < column && c->columns[column].by_key; i++)
        if (c->columns[i].by_key && strcmp(taken[i], taken[column]) == 0) return i;
    return column;
}

struct cells *cells_open(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata,
                         const struct jfr_type *type, const char *const *paths, size_t count,
                         struct things *things, bool raw_names) {
    struct cells *c = mem_zero(1, sizeof *c);
    c->chunk = chunk;
    c->metadata = metadata;
    c->count = c->width = count;
    c->columns = mem_zero(count, sizeof *c->columns);
    c->raw = mem_zero(count, sizeof *c->raw);
    c->code = code_open(chunk, things, raw_names);
    const char **taken = mem_zero(count, sizeof *taken);
    char **copies = mem_zero(count, sizeof *copies);
    OWNED(mem_release) const struct part **asked = mem_zero(count, sizeof *asked);
    for (size_t i = 0; i < count; i++) {
        asked[i] = part_of(c, type, paths[i], &copies[i]);
        taken[i] = asked[i] ? copies[i] : paths[i];
    }
    c->plan = jfr_plan_compile(chunk, type, taken, count, NULL);
    for (size_t i = 0; i < count; i++) {
        if (c->plan) bind(c, i, taken[i]);
        if (asked[i]) bind_part(c, &c->columns[i], asked[i]);
        c->stacks |= c->columns[i].reading >= READ_STACK;
        c->columns[i].as_it_is = is_as_it_is(&c->columns[i]);
        c->columns[i].coder = coder_of(c, taken, i);
    }
    if (c->plan && c->stacks) make_asking(c, type, taken);
    c->paths = taken;
    c->copies = copies;
    if (c->plan) return c;
    cells_close(c);
    return NULL;
}

static void coding_free(struct coding *coding) {
    map_free(&coding->ids);
    arrays_free(&coding->small, &coding->coded, &coding->cells, &coding->has_cell);
}

void cells_forget_codes(struct cells *c) {
    for (size_t i = 0; i < c->count; i++) {
        coding_free(&c->columns[i].coding);
        c->columns[i].coding = (struct coding){.near = {0}};
    }
    map_free(&c->code.stack_ids);
}

void cells_close(struct cells *c) {
    if (!c) return;
    cells_forget_codes(c);
    for (size_t i = 0; i < c->count; i++) {
        map_free(&c->columns[i].seen);
        array_free(&c->columns[i].cells);
        jfr_plan_free(c->columns[i].named);
    }
    for (size_t i = 0; i < c->count; i++) free(c->copies[i]);
    mem_free(c->copies, c->paths);
    free_each(jfr_plan_free, c->plan, c->asking);
    code_close(&c->code);
    text_free(&c->text);
    mem_free(c->columns, c->raw, c->block, c);
}

enum jfr_column_kind cells_kind(const struct cells *c, size_t column) {
    return c->columns[column].kind;
}

enum jfr_unit cells_unit(const struct cells *c, size_t column) {
    return c->columns[column].unit;
}

bool cells_need_stacks(const struct cells *c) {
    return c->stacks;
}

bool cells_need_constants(const struct cells *c) {
    return some_of(i, c->count, c->columns[i].by_key || c->columns[i].reading >= READ_TEXT);
}

static bool is_whole(enum jfr_column_kind kind) {
    return kind == JFR_COLUMN_BOOLEAN || kind == JFR_COLUMN_INT || kind == JFR_COLUMN_UNSIGNED;
}

enum jfr_column_kind cells_wider(enum jfr_column_kind a, enum jfr_column_kind b) {
    bool numbers = is_whole(a) && is_whole(b);
    if (a == JFR_COLUMN_UNSIGNED || b == JFR_COLUMN_UNSIGNED) {
        enum jfr_column_kind other = a == JFR_COLUMN_UNSIGNED ? b : a;
        if (numbers) return other == JFR_COLUMN_INT ? JFR_COLUMN_REAL : JFR_COLUMN_UNSIGNED;
        return other == JFR_COLUMN_NONE ? JFR_COLUMN_UNSIGNED : other;
    }
    return a > b ? a : b;
}

uint64_t cells_convert(uint64_t cell, enum jfr_column_kind from, enum jfr_column_kind to) {
    if (from == to || (is_whole(from) && is_whole(to))) return cell;
    if (!is_whole(from) || to != JFR_COLUMN_REAL || (int64_t)cell == JFR_NULL_INT)
        return jfr_null(to);
    double real = from == JFR_COLUMN_UNSIGNED ? (double)cell : (double)(int64_t)cell;
    memcpy(&cell, &real, sizeof cell);
    return cell;
}

/* ==== Reading =============================================================================== */

static void hold_one(struct cells *c, const struct column *column, uint64_t *raw, uint64_t *value) {
    int64_t start = JFR_NULL_INT, ns;
    if (column->is_duration) start = (int64_t)raw[c->start_slot];
    if (start != JFR_NULL_INT) start = jfr_chunk_time_in(c->chunk, c->start_unit, start);
    if (!jfr_chunk_ns(c->chunk, column->raw_unit, (int64_t)*value, &ns)) return;
    if (spans_hold(&c->spans, start, ns)) return;
    c->not_held += column->is_duration;
    *value = (uint64_t)JFR_NULL_INT;
}

void cells_hold(struct cells *c, uint64_t *raw) {
    for (size_t i = c->held_from; i < c->held_to; i++) {
        const struct column *column = &c->columns[i];
        if (column->held && raw[i] > column->sure && (int64_t)raw[i] != JFR_NULL_INT)
            hold_one(c, column, raw, &raw[i]);
    }
}

static bool read_raw(struct cells *c, const struct jfr_event *event) {
    const uint8_t *at = event->payload, *limit = c->chunk->data + c->chunk->size;
    if (!plan_read(c->plan, c->chunk->data, &at, event->end, limit, c->raw)) return false;
    if (c->holds) cells_hold(c, c->raw);
    return true;
}

/* Whatever its start, a span of so much can be; with a doubt for what is rounded. */
static uint64_t sure_of(const struct cells *c, const struct column *column,
                        const struct spans *spans) {
    int64_t ns = spans->most_ns < spans->slack_ns ? spans->most_ns : spans->slack_ns;
    double ticks = (double)ns * c->chunk->ticks_per_ns / 2;
    if (column->raw_unit == JFR_UNIT_NS_SPAN) return (uint64_t)ns;
    return column->raw_unit == JFR_UNIT_TICKS_SPAN && ticks < 0x1p62 ? (uint64_t)ticks : 0;
}

/* The plan takes the start, too, if no column does: it tells when the event ended. */
void cells_hold_spans(struct cells *c, const struct jfr_type *type, const struct spans *spans) {
    bool any = false;
    for (size_t i = 0; i < c->count; i++) {
        struct column *column = &c->columns[i];
        column->held = column->reading == READ_INTEGER && !column->by_key &&
                       column->unit == JFR_UNIT_NS_SPAN &&
                       (column->is_duration || column->raw_unit == JFR_UNIT_TICKS_SPAN);
        if (!column->held) continue;
        column->sure = sure_of(c, column, spans);
        if (!any) c->held_from = i;
        c->held_to = i + 1;
        any = true;
    }
    if (!any || c->holds) return;
    c->spans = *spans;
    for (size_t i = 0; i < c->count && !c->holds; i++) {
        c->holds = strcmp(c->paths[i], "startTime") == 0 && c->columns[i].reading == READ_INTEGER;
        c->start_slot = i;
        c->start_unit = c->columns[i].raw_unit;
    }
    if (c->holds) return;
    OWNED(mem_release) const char **paths = mem_zero(c->count + 1, sizeof *paths);
    for (size_t i = 0; i < c->count; i++) paths[i] = c->paths[i];
    paths[c->count] = "startTime";
    struct jfr_plan *plan = jfr_plan_compile(c->chunk, type, paths, c->count + 1, NULL);
    if (!plan) return;
    jfr_plan_free(c->plan);
    c->plan = plan;
    c->width = c->count + 1;
    c->start_slot = c->count;
    c->raw = mem_resize(c->raw, c->width, sizeof *c->raw);
    const struct jfr_field *start = jfr_plan_field(plan, c->count);
    c->start_unit = start ? start->unit : JFR_UNIT_NONE;
    c->holds = start != NULL;
}

uint64_t cells_not_held(const struct cells *c) {
    return c->not_held;
}

void cells_each_stack(struct cells *c, const struct jfr_event *event,
                      void (*each)(void *context, uint64_t key), void *context) {
    const uint8_t *at = event->payload, *limit = c->chunk->data + c->chunk->size;
    if (!c->asking || !plan_read(c->asking, c->chunk->data, &at, event->end, limit, c->raw)) return;
    if (c->asked == 1 && c->asked_any && c->raw[0] == c->last_asked) return;
    c->asked_any = true;
    c->last_asked = c->raw[0];
    for (size_t i = 0; i < c->asked; i++) each(context, c->raw[i]);
}

/* The struct, whose key or position it is, read by the column's plan. */
static bool read_named(const struct cells *c, const struct column *column, uint64_t value,
                       uint64_t *values) {
    const uint8_t *at = column->field->pooled
                            ? jfr_constant_find(c->code.constants, column->field->type, value)
                            : c->chunk->data + value;
    return at && jfr_plan_read(column->named, c->chunk->data, &at, c->chunk->data + c->chunk->size,
                               values);
}

static uint32_t text_in(struct cells *c, const struct jfr_plan *plan, size_t slot, uint64_t value) {
    if (jfr_plan_slot(plan, slot) != JFR_SLOT_TEXT ||
        !jfr_plan_resolve_one(plan, c->code.constants, slot, &value))
        return THINGS_NONE;
    return code_text(&c->code, value);
}

static uint64_t read_thread(struct cells *c, const struct column *column, uint64_t value) {
    enum { JAVA_NAME, OS_NAME, OS_ID, JAVA_ID, GROUP, VIRTUAL, SLOTS };
    uint64_t values[SLOTS];
    if (!read_named(c, column, value, values)) return THINGS_NONE;
    uint32_t name = text_in(c, column->named, JAVA_NAME, values[JAVA_NAME]);
    if (name == THINGS_NONE || name == 0)
        name = text_in(c, column->named, OS_NAME, values[OS_NAME]);
    uint32_t group = text_in(c, column->named, GROUP, values[GROUP]);
    struct things_thread thread = {.name = name == THINGS_NONE ? 0 : name,
                                   .group = group == THINGS_NONE ? 0 : group,
                                   .is_virtual = values[VIRTUAL] != 0,
                                   .os_id = values[OS_ID],
                                   .java_id = values[JAVA_ID]};
    return things_add_thread(c->code.things, &thread);
}

static uint64_t keep(struct cells *c, const struct text *text) {
    return strings_intern(&c->code.things->texts, text_str(text), text->len);
}

static uint64_t read_method(struct cells *c, const struct column *column, uint64_t value) {
    struct code_method method = code_method_of(&c->code, column->field, value);
    if (!method.class_name && !method.method) return THINGS_NONE;
    text_clear(&c->text);
    things_add_method(c->code.things, method.class_name, method.method, &c->text);
    return keep(c, &c->text);
}

static uint64_t read_chain(struct cells *c, const struct column *column, uint64_t value) {
    text_clear(&c->text);
    bool found = chain_add(&c->code, column->named, column->field->type, value, &c->text);
    return found ? keep(c, &c->text) : THINGS_NONE;
}

/* Of deep stacks most of the work is in the frames below. */
static uint64_t read_frame(struct cells *c, const struct column *column, uint64_t value) {
    enum reading reading = column->reading, instead = reading;
    if (column->reading == READ_SITE) reading = READ_APP, instead = READ_TOP;
    if (column->reading == READ_THROWN_AT) reading = READ_THROWER, instead = READ_MAKER;
    uint32_t frame = code_frame_of(&c->code, column->field, value,
                                   (enum code_which)(reading - READ_TOP)); /* in one order */
    if (frame != THINGS_NONE || reading == instead) return frame;
    return code_frame_of(&c->code, column->field, value, (enum code_which)(instead - READ_TOP));
}

static uint64_t read_wait(struct things *things, uint32_t stack, const struct column *column) {
    const struct waits_stack wait = stack_wait(things, stack);
    const char *words = waits_words(&wait);
    return words ? strings_add(&things->texts, words) : jfr_null(column->kind);
}

static uint64_t read_stack(struct cells *c, const struct column *column, uint64_t value) {
    struct things *things = c->code.things;
    if (column->reading >= READ_TOP && column->reading <= READ_THROWN_AT)
        return read_frame(c, column, value);
    uint32_t id = code_stack(&c->code, column->field, value);
    if (column->reading == READ_STACK) return id;
    if (id == THINGS_NONE) return jfr_null(column->kind);
    const struct things_stack *stack = &things->stacks.items[id];
    const uint32_t *frames = stack->depth ? &things->stack_frames.items[stack->first] : NULL;
    switch (column->reading) {
    case READ_WAITS: return read_wait(things, id, column);
    case READ_DEPTH: return stack->depth;
    case READ_TRUNCATED: return stack->truncated;
    case READ_LINE:
        if (!stack->depth || things->frames.items[frames[0]].line < 0)
            return jfr_null(column->kind);
        return (uint64_t)things->frames.items[frames[0]].line;
    default: break;
    }
    if (!stack->depth) return THINGS_NONE;
    text_clear(&c->text);
    for (size_t i = 0; i < stack->depth; i++) { /* one line each, as stack traces are written */
        const struct things_frame *frame = &things->frames.items[frames[i]];
        if (i) text_add_char(&c->text, '\n');
        things_add_frame_name(things, frame, &c->text);
        if (column->reading == READ_WHOLE && frame->line >= 0)
            text_addf(&c->text, ":%d", frame->line);
    }
    return keep(c, &c->text);
}

/* Half a pair stands for nothing by itself, and texts have no 0. */
static uint64_t read_char(struct cells *c, uint64_t unit) {
    uint32_t pending = 0;
    text_clear(&c->text);
    utf8_add_unit(&c->text, (uint32_t)unit & 0xFFFF, &pending);
    utf8_add_end(&c->text, &pending);
    return keep(c, &c->text);
}

static uint64_t read_event_type(struct cells *c, uint64_t id) {
    const struct jfr_type *type = jfr_type_by_id(c->metadata, id);
    if (!type) return THINGS_NONE;
    return strings_add(&c->code.things->texts, type->name);
}

/* A cell of what was taken for the column, constants followed. */
uint64_t cells_read_one(struct cells *c, const struct column *column, size_t slot, uint64_t value) {
    uint64_t name;
    bool follow = c->plan->slots[slot].pool || column->reading == READ_TEXT;
    if (follow && !jfr_plan_resolve_one(c->plan, c->code.constants, slot, &value))
        return jfr_null(column->kind);
    switch (column->reading) {
    case READ_INTEGER: return (uint64_t)cells_scaled(c, column, (int64_t)value);
    case READ_REAL: return value;
    case READ_CHAR: return read_char(c, value);
    case READ_EVENT: return read_event_type(c, value);
    case READ_CHAIN: return read_chain(c, column, value);
    case READ_TEXT: return code_text(&c->code, value);
    case READ_NAMED:
        return read_named(c, column, value, &name) ? text_in(c, column->named, 0, name)
                                                   : THINGS_NONE;
    case READ_CLASS: return code_class(&c->code, column->field, value);
    case READ_METHOD: return read_method(c, column, value);
    case READ_THREAD: return read_thread(c, column, value);
    case READ_NOTHING: return jfr_null(column->kind);
    default: return read_stack(c, column, value);
    }
}

bool cells_take(struct cells *c, const struct jfr_constants *constants,
                const struct jfr_event *event) {
    c->code.constants = constants;
    return read_raw(c, event);
}

static inline uint64_t get(struct cells *c, size_t i) {
    struct column *column = &c->columns[i];
    if (column->as_it_is) return c->raw[i];
    return column->by_key ? cells_read_constant(c, column, i, c->raw[i])
                          : cells_read_one(c, column, i, c->raw[i]);
}

uint64_t cells_get(struct cells *c, size_t i) {
    return get(c, i);
}

uint64_t cells_get_as(struct cells *c, size_t i, enum jfr_column_kind kind) {
    uint64_t cell = get(c, i);
    return c->columns[i].kind == kind ? cell : cells_convert(cell, c->columns[i].kind, kind);
}

bool cells_read(struct cells *c, const struct jfr_constants *constants,
                const struct jfr_event *event, uint64_t *out) {
    c->code.constants = constants;
    if (!read_raw(c, event)) return false;
    for (size_t i = 0; i < c->count; i++) out[i] = get(c, i);
    return true;
}
