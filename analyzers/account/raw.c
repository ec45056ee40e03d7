#include "analyzers/account/account_parts.h"

#include "base/order.h"

uint32_t raw_text(struct raw *raw, const char *text) {
    return strings_add(&raw->texts, text);
}

/* Ids tell threads apart; those without any by their names. */
static bool is_thread(const void *item, const void *content) {
    const struct raw_thread *a = item, *b = content;
    return a->java_id == b->java_id && a->os_id == b->os_id &&
           (a->java_id || a->os_id || a->name == b->name);
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static int64_t most(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* A thread may be renamed: the last name counts, of equal times the greater. */
static void join_threads(struct raw *raw, struct raw_thread *into, const struct raw_thread *from) {
    bool later =
        from->named_ns > into->named_ns ||
        (from->named_ns == into->named_ns &&
         strcmp(strings_get(&raw->texts, from->name), strings_get(&raw->texts, into->name)) > 0);
    if (later) into->name = from->name, into->named_ns = from->named_ns;
    into->is_virtual = into->is_virtual || from->is_virtual;
    into->in_java = into->in_java || from->in_java;
    into->first_ns = least(into->first_ns, from->first_ns);
    into->last_ns = most(into->last_ns, from->last_ns);
    into->since_ns = least(into->since_ns, from->since_ns);
    into->until_ns = most(into->until_ns, from->until_ns);
    into->start_ns = whole_min(into->start_ns, from->start_ns);
    into->end_ns = whole_max(into->end_ns, from->end_ns);
}

uint32_t raw_thread(struct raw *raw, const struct raw_thread *thread) {
    uint64_t hash = map_mix(map_mix(thread->os_id) ^ thread->java_id);
    if (!thread->os_id && !thread->java_id) hash ^= thread->name;
    bool fresh;
    uint64_t *at = map_enter(&raw->thread_ids, hash, is_thread, &raw->threads, thread, &fresh);
    if (fresh) {
        *at = raw->threads.len;
        array_push(&raw->threads, *thread);
    } else {
        join_threads(raw, &array_at(&raw->threads, *at), thread);
    }
    return (uint32_t)*at;
}

static bool is_what(const void *item, const void *content) {
    const struct raw_what *a = item, *b = content;
    return a->source == b->source && a->what.state == b->what.state &&
           a->what.label == b->what.label && a->what.by == b->what.by &&
           a->what.site == b->what.site && a->what.own == b->what.own;
}

uint32_t raw_what(struct raw *raw, const struct raw_what *what) {
    const uint64_t tells[] = {(uint64_t)what->source << 32 | (uint32_t)what->what.state,
                              (uint64_t)what->what.label << 32 | what->what.by,
                              (uint64_t)what->what.site << 1 | what->what.own};
    return map_intern(&raw->what_ids, hash_bytes(tells, sizeof tells), is_what, &raw->whats, what);
}

int raw_order_whats(const struct raw *raw, uint32_t a, uint32_t b) {
    if (a == b) return 0;
    const struct raw_what *x = &raw->whats.items[a], *y = &raw->whats.items[b];
    const struct strings *texts = &raw->texts;
    if (x->source != y->source) return x->source < y->source ? -1 : 1;
    if (x->what.state != y->what.state) return x->what.state < y->what.state ? -1 : 1;
    int order = strcmp(strings_get(texts, x->what.label), strings_get(texts, y->what.label));
    if (!order) order = strcmp(strings_get(texts, x->what.by), strings_get(texts, y->what.by));
    if (!order) order = strcmp(strings_get(texts, x->what.site), strings_get(texts, y->what.site));
    return order ? order : ORDER(x->what.own, y->what.own);
}

static bool is_cell(const void *item, const void *content) {
    const struct raw_cell *a = item, *b = content;
    return a->thread == b->thread && a->step == b->step && a->what == b->what;
}

void raw_add(struct raw *raw, uint32_t thread, uint32_t step, uint32_t what, int64_t ns,
             uint32_t samples) {
    const struct raw_cell cell = {thread, step, what, 0, 0};
    if (ns <= 0) return;
    uint32_t *at = &array_at(&raw->threads, thread).cell;
    if (*at >= raw->cells.len || !is_cell(&raw->cells.items[*at], &cell)) {
        uint64_t hash = map_mix(((uint64_t)thread << 32 | step) ^ map_mix(what));
        *at = map_intern(&raw->cell_ids, hash, is_cell, &raw->cells, &cell);
    }
    struct raw_cell *own = &array_at(&raw->cells, *at);
    own->ns = whole_clamped(own->ns, ns);
    own->samples += samples;
}

bool raw_next_piece(const struct raw *raw, int64_t *at, int64_t to_ns, struct raw_piece *out) {
    const struct account_asked *asked = raw->asked;
    int64_t from =
        asked->window.from_ns > asked->start_ns ? asked->window.from_ns : asked->start_ns;
    int64_t end = asked->window.to_ns < asked->end_ns ? asked->window.to_ns + 1 : asked->end_ns;
    if (*at < from) *at = from;
    if (to_ns > end) to_ns = end;
    if (*at >= to_ns) return false;
    int64_t step = (*at - asked->start_ns) / raw->step_ns;
    int64_t until = asked->start_ns + (step + 1) * raw->step_ns;
    *out = (struct raw_piece){*at, until < to_ns ? until : to_ns, (uint32_t)step};
    *at = out->to_ns;
    return true;
}

bool raw_step_of(const struct raw *raw, int64_t time_ns, uint32_t *step) {
    struct raw_piece piece;
    int64_t to = time_ns < INT64_MAX ? time_ns + 1 : time_ns, at = time_ns;
    if (!raw_next_piece(raw, &at, to, &piece) || piece.from_ns != time_ns) return false;
    *step = piece.step;
    return true;
}

void raw_merge(struct raw *into, const struct raw *from) {
    OWNED(mem_release) uint32_t *texts = mem_resize(NULL, strings_ids(&from->texts), sizeof *texts);
    OWNED(mem_release) uint32_t *threads = mem_resize(NULL, from->threads.len, sizeof *threads);
    OWNED(mem_release) uint32_t *whats = mem_resize(NULL, from->whats.len, sizeof *whats);
    for (uint32_t i = 0; i < strings_ids(&from->texts); i++)
        texts[i] = strings_take(&into->texts, &from->texts, i);
    for (size_t i = 0; i < from->threads.len; i++) {
        struct raw_thread thread = from->threads.items[i];
        thread.name = texts[thread.name];
        threads[i] = raw_thread(into, &thread);
    }
    for (size_t i = 0; i < from->whats.len; i++) {
        struct raw_what what = from->whats.items[i];
        what.what.label = texts[what.what.label];
        what.what.by = texts[what.what.by];
        what.what.site = texts[what.what.site];
        whats[i] = raw_what(into, &what);
    }
    EACH (const struct raw_cell, cell, &from->cells)
        raw_add(into, threads[cell->thread], cell->step, whats[cell->what], cell->ns,
                cell->samples);
    for (size_t i = 0; i < from->pauses.len; i++) array_push(&into->pauses, from->pauses.items[i]);
    into->of_agent = into->of_agent || from->of_agent;
    into->has_starts = into->has_starts || from->has_starts;
    if (!into->step_ns) into->step_ns = from->step_ns;
}

void raw_free(struct raw *raw) {
    strings_free(&raw->texts);
    free_each(map_free, &raw->thread_ids, &raw->what_ids, &raw->cell_ids);
    arrays_free(&raw->threads, &raw->whats, &raw->frames, &raw->cells, &raw->pauses);
}
