#include "cmd/ci/last_stacks.h"
#include "cmd/ci/last_stacks_wishes.h"

static const struct wish rows[ROWS] = {LAST_STACKS_ROWS};
const struct wishes last_stacks_wishes = {.rows = rows, .count = ROWS, .may_lack = true};

/* When the thread stood there last. */
static int64_t end_of(const struct event_table *table, size_t row, bool waits) {
    int64_t end = event_table_int(table, 0, row);
    int64_t ns = waits ? event_table_int(table, DURATION, row) : JFR_NULL_INT;
    if (ns < 0 || __builtin_add_overflow(end, ns, &ns)) return end;
    return ns;
}

static void find(const struct tables *tables, const struct time_window *window,
                 struct last_stacks *out) {
    const struct things *things = &tables->things;
    size_t count = things->threads.len;
    OWNED(mem_release) struct last_stack *all = mem_zero(count, sizeof *all);
    for (size_t wish = 0; wish < DUMP; wish++) {
        const struct event_table *table = tables_find(tables, &rows[wish]);
        for (size_t i = 0; table && i < table->rows; i++) {
            uint32_t thread = event_table_id(table, 1, i), stack = event_table_id(table, 2, i);
            int64_t time_ns = end_of(table, i, wish >= 4);
            if (thread >= count || stack == JFR_NULL_ID || !time_window_has(window, time_ns) ||
                time_ns < all[thread].time_ns)
                continue;
            all[thread] = (struct last_stack){
                .time_ns = time_ns,
                .thread = strings_get(&things->texts, things->threads.items[thread].name),
                .event = rows[wish].event,
                .stack = stack,
                .first = things->stacks.items[stack].first,
                .depth = things->stacks.items[stack].depth};
        }
    }
    for (size_t i = 0; i < count; i++)
        if (all[i].event) array_push(&out->threads, all[i]);
}

/* "\tat java.lang.Thread.run(java.base@17/Thread.java:840)" -> "java.lang.Thread.run:840" */
static const char *frame_of(struct last_stacks *out, const char *line, size_t len) {
    const char *open = memchr(line, '(', len);
    size_t method = open ? (size_t)(open - line) : len;
    OWNED(text_free) struct text frame = {0};
    text_add_bytes(&frame, line, method);
    size_t colon = len;
    while (colon > method && line[colon - 1] != ':') colon--;
    size_t digits = colon > method ? strspn(line + colon, "0123456789") : 0;
    if (digits && digits < 9) {
        text_add_char(&frame, ':');
        text_add_bytes(&frame, line + colon, digits);
    }
    return arena_copy(&out->texts, text_str(&frame), frame.len);
}

static bool has_thread(const struct last_stacks *out, const char *name, size_t threads) {
    return some_of(i, threads, strcmp(out->threads.items[i].thread, name) == 0);
}

/* "\"main\" #1 prio=5 ...": the name, which may have quotes in it. */
static const char *name_of(struct last_stacks *out, const char *line, size_t len) {
    static const char *const ends[] = {"\" #", "\" prio=", "\" os_prio="};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const char *end = memmem(line + 1, len - 1, ends[i], strlen(ends[i]));
        if (end) return arena_copy(&out->texts, line + 1, (size_t)(end - line - 1));
    }
    return NULL;
}

static void read_dump(const char *text, int64_t time_ns, struct last_stacks *out) {
    size_t sampled = out->threads.len;
    bool wanted = false;
    for (const char *line = text; *line;) {
        size_t len = strcspn(line, "\n");
        if (*line == '"') {
            const char *name = name_of(out, line, len);
            struct last_stack stack = {.time_ns = time_ns,
                                       .thread = name,
                                       .event = rows[DUMP].event,
                                       .stack = THINGS_NONE,
                                       .first = out->lines.len};
            wanted = name && !has_thread(out, name, sampled);
            if (wanted) array_push(&out->threads, stack);
        } else if (wanted && len > 4 && strncmp(line, "\tat ", 4) == 0) {
            array_push(&out->lines, frame_of(out, line + 4, len - 4));
            out->threads.items[out->threads.len - 1].depth++;
        }
        line += len + (line[len] == '\n');
    }
}

static void add_dump(const struct tables *tables, const struct time_window *window,
                     struct last_stacks *out) {
    const struct event_table *table = tables_find(tables, &rows[DUMP]);
    for (size_t i = table ? table->rows : 0; i-- > 0;) {
        uint32_t id = event_table_id(table, 1, i);
        int64_t time_ns = event_table_int(table, 0, i);
        if (id == THINGS_NONE || !time_window_has(window, time_ns)) continue;
        read_dump(strings_get(&tables->things.texts, id), time_ns, out);
        return;
    }
}

/* Who died was there last, whatever the log's clock says. */
static int is_of_log(const struct last_stack *stack) {
    return strcmp(stack->event, LAST_STACK_OF_LOG) == 0;
}

ORDERED(compare_last, struct last_stack, is_of_log(y) - is_of_log(x), FALLING(time_ns),
        strcmp(x->thread, y->thread), RISING(stack))

void last_stacks_make(const struct tables *tables, const struct time_window *window,
                      struct last_stacks *out) {
    *out = (struct last_stacks){.tables = tables};
    find(tables, window, out);
    add_dump(tables, window, out);
    size_t kept = 0; /* threads of the JVM's own have no frames in a dump */
    for (size_t i = 0; i < out->threads.len; i++)
        if (out->threads.items[i].depth) out->threads.items[kept++] = out->threads.items[i];
    out->threads.len = kept;
    if (kept) qsort(out->threads.items, kept, sizeof *out->threads.items, compare_last);
}

void last_stacks_replace(struct last_stacks *stacks, const char *thread, const char **frames,
                         size_t depth, int64_t time_ns) {
    struct last_stack stack = {.time_ns = time_ns,
                               .thread = arena_copy_text(&stacks->texts, thread),
                               .event = LAST_STACK_OF_LOG,
                               .stack = THINGS_NONE,
                               .first = stacks->lines.len,
                               .depth = depth};
    if (!depth) return;
    for (size_t i = 0; i < depth; i++) array_push(&stacks->lines, frames[i]);
    size_t kept = 0;
    for (size_t i = 0; i < stacks->threads.len; i++)
        if (strcmp(stacks->threads.items[i].thread, thread) != 0)
            stacks->threads.items[kept++] = stacks->threads.items[i];
    stacks->threads.len = kept;
    array_push(&stacks->threads, stack);
    qsort(stacks->threads.items, stacks->threads.len, sizeof stack, compare_last);
}

void last_stacks_add_frame(const struct last_stacks *stacks, const struct last_stack *of,
                           size_t frame, struct text *out) {
    const struct things *things = &stacks->tables->things;
    if (of->stack == THINGS_NONE) {
        text_add(out, stacks->lines.items[of->first + frame]);
        return;
    }
    const struct things_frame *one =
        &things->frames.items[things->stack_frames.items[of->first + frame]];
    const char *class = strings_get(&things->texts, one->class_name);
    text_addf(out, "%s%s%s", class, *class ? "." : "", strings_get(&things->texts, one->method));
    if (one->line >= 0) text_addf(out, ":%d", one->line);
}

void last_stacks_free(struct last_stacks *stacks) {
    arrays_free(&stacks->threads, &stacks->lines);
    arena_free(&stacks->texts);
}
