#include "cmd/reports/asked.h"

#include "cmd/reports/parts.h"

#include <ctype.h>

static struct fold_key key_of(const struct report_source *source, size_t index,
                              const struct report_column *column) {
    for (size_t i = 0; i < source->instead.len; i++)
        if (source->instead.items[i].column == index) return source->instead.items[i].by;
    return column->by;
}

/* ==== Events with a name in them ============================================================ */

static bool share_a_type(const struct report_source *x, const struct report_source *y) {
    for (size_t i = 0; i < x->types.len; i++)
        for (size_t k = 0; k < y->types.len; k++)
            if (strcmp(x->types.items[i], y->types.items[k]) == 0) return true;
    return false;
}

/* A regular expression that finds the name as it is, in quotes. */
static void add_quoted(struct text *out, const char *name) {
    text_add_char(out, '"');
    for (const unsigned char *s = (const unsigned char *)name; *s; s++) {
        if (isalnum(*s) || *s >= 0x80) text_add_char(out, (char)*s);
        else text_addf(out, "\\x%02x", *s);
    }
    text_add_char(out, '"');
}

/* The condition that the name is in a key of an event, whatever table of the report it is of: its
 * class, method, thread, host or file. */
static const char *with_name(struct reports_asked *a, const struct report *report,
                             const struct report_source *source) {
    OWNED(text_free) struct text out = {0};
    ARRAY(const char *) paths = {0};
    EACH (const struct report_part, part, &report->parts)
        EACH (const struct report_source, other, &part->sources)
            for (size_t i = 0; i < part->columns.len && share_a_type(source, other); i++) {
                const struct report_column *column = &part->columns.items[i];
                const struct fold_key key = key_of(other, i, column);
                bool again = column->kind != REPORT_BY || column->type || !key.path ||
                             key.kind == FOLD_STEP || strcmp(key.path, "eventType") == 0 ||
                             strcmp(key.path, "startTime") == 0;
                for (size_t k = 0; k < paths.len && !again; k++)
                    again = strcmp(paths.items[k], key.path) == 0;
                if (!again) array_push(&paths, key.path);
            }
    if (source->where) text_addf(&out, "(%s) && ", source->where);
    text_add(&out, paths.len ? "(" : "startTime == null"); /* without a key: none */
    for (size_t i = 0; i < paths.len; i++) {
        text_addf(&out, "%s%s ~ ", i ? " || " : "", paths.items[i]);
        add_quoted(&out, a->selection->name);
    }
    if (paths.len) text_add_char(&out, ')');
    array_free(&paths);
    return arena_copy(&a->texts, out.data, out.len);
}

/* ==== Questions ============================================================================= */

static const struct fold_show count_of_events = {.function = FOLD_COUNT};

/* What of the part is asked of events of the source: of a table all columns, of figures its own; of
 * what is only mentioned nothing. */
static void add_question(struct reports_asked *a, const struct report *report,
                         const struct report_part *part, size_t source, bool all) {
    const struct report_source *from = &part->sources.items[source];
    struct event_question question = {.types = from->types.items,
                                      .type_count = from->types.len,
                                      .where = a->selection->name ? with_name(a, report, from)
                                                                  : from->where,
                                      .may_lack = true,
                                      .any = part->detail && !part->lead && !all};
    if (question.any) {
        array_push(&a->shows, count_of_events);
        question.show_count++;
    }
    for (size_t i = 0; i < part->columns.len && !question.any; i++) {
        const struct report_column *column = &part->columns.items[i];
        if (part->kind == REPORT_FIGURES && column->source != source) continue;
        if (column->kind == REPORT_BY) {
            array_push(&a->keys, key_of(from, i, column));
            question.key_count++;
        } else if (column->kind == REPORT_SHOW) {
            array_push(&a->shows, column->show);
            question.show_count++;
        }
    }
    array_push(&a->questions, question);
}

/* Flame graphs are of events with stacks, without those of idle threads. */
static void add_next(struct reports_asked *a, const struct report *report) {
    EACH (const struct report_next, next, &report->next) {
        const char *event = report_next_event(next);
        if (!event) continue;
        array_push(&a->next, (struct next_asked){next, event, a->questions.len});
        array_push(&a->shows, count_of_events);
        array_push(&a->questions, (struct event_question){
                                      .type_count = 1,
                                      .where = "stackTrace.topFrame != null && !idle(stackTrace)",
                                      .show_count = 1,
                                      .may_lack = true,
                                      .any = true,
                                  });
    }
}

/* Arrays have stopped growing: where the keys and shows of each question lie can be said. */
static void place_all(struct reports_asked *a) {
    size_t keys = 0, shows = 0;
    EACH (struct next_asked, next, &a->next)
        array_at(&a->questions, next->question).types = &next->event;
    EACH (struct event_question, question, &a->questions) {
        question->keys = question->key_count ? &a->keys.items[keys] : NULL;
        question->shows = question->show_count ? &a->shows.items[shows] : NULL;
        keys += question->key_count;
        shows += question->show_count;
    }
}

struct reports_asked *reports_ask(const struct report *const *reports, size_t count,
                                  const struct selection *selection, bool all,
                                  struct events_error *error) {
    struct reports_asked *a = mem_zero(1, sizeof *a);
    a->reports = reports;
    a->count = count;
    a->selection = selection;
    for (size_t i = 0; i < count; i++)
        EACH (const struct report_part, part, &reports[i]->parts) {
            array_push(&a->first, a->questions.len);
            for (size_t s = 0; s < part->sources.len; s++)
                add_question(a, reports[i], part, s, all);
        }
    for (size_t i = 0; i < count; i++) add_next(a, reports[i]);
    place_all(a);
    a->events = events_open(a->questions.items, a->questions.len, selection, error);
    if (a->events) return a;
    reports_free(a);
    return NULL;
}

bool report_extra_is_asked(const struct reports_asked *a) {
    const struct selection *s = a->selection;
    return !s->name && !s->thread && !s->include.len && !s->exclude.len;
}

void reports_join(struct reports_asked *a, struct walk_run *run) {
    events_join(a->events, run);
    recorded_join(run);
    for (size_t i = 0; i < a->count && report_extra_is_asked(a); i++)
        EACH (const struct report_part, part, &a->reports[i]->parts) {
            if (part->kind != REPORT_EXTRA) continue;
            const struct view_kind *kind = report_extra(part->key);
            view_join(run, kind);
            if (!kind->accounts) continue;
            a->account = (struct account_asked){
                .from = a->selection->from, .to = a->selection->to, .zone = a->selection->zone};
            account_join(run, &a->account);
        }
}

void reports_free(struct reports_asked *a) {
    if (!a) return;
    events_free(a->events);
    arrays_free(&a->questions, &a->keys, &a->shows, &a->first, &a->next);
    arena_free(&a->texts);
    free(a);
}

const struct events_error *reports_read(struct reports_asked *a, const struct walk_run *run,
                                        const struct scan_report *scanned) {
    const struct time_window window = events_window(a->events);
    const struct events_error *wrong = events_wrong(a->events);
    a->run = run;
    a->scanned = scanned;
    a->window = window;
    a->zone = events_zone(a->events);
    a->recorded_ns = scan_recorded_ns(scanned, window.from_ns, window.to_ns);
    a->range = (struct time_range){
        .start_ns = window.from_ns > scanned->start_ns ? window.from_ns : scanned->start_ns,
        .end_ns = window.to_ns < scanned->end_ns ? window.to_ns : scanned->end_ns};
    return wrong;
}

static size_t part_index(const struct reports_asked *a, const struct report *report,
                         const struct report_part *part) {
    size_t at = (size_t)(part - report->parts.items);
    for (size_t i = 0; a->reports[i] != report; i++) at += a->reports[i]->parts.len;
    return a->first.items[at];
}

struct events_answer part_answer(const struct describing *d, const struct report_part *part,
                                 size_t source) {
    return events_answer(d->asked->events, d->asked->run,
                         part_index(d->asked, d->report, part) + source);
}

struct tables_read report_extra_read(const struct reports_asked *a,
                                     const struct report_part *part) {
    const struct selection *s = a->selection;
    const struct window_options window = {.from = s->from, .to = s->to, .zone = s->zone};
    return tables_read_of(a->run, a->scanned, &window, report_extra(part->key)->wishes);
}

static bool extra_is_there(const struct reports_asked *a, const struct report_part *part) {
    const struct tables_read read = report_extra_read(a, part);
    const struct view view = view_of(&read, 0, NULL);
    return view_is_there(&view, report_extra(part->key));
}

bool reports_is_empty(const struct reports_asked *a, size_t report) {
    const struct describing d = {.asked = a, .report = a->reports[report]};
    EACH (const struct report_part, part, &d.report->parts) {
        if (part->kind == REPORT_EXTRA && report_extra_is_asked(a) && extra_is_there(a, part))
            return false;
        for (size_t s = 0; s < part->sources.len; s++)
            if (part_answer(&d, part, s).passed) return false;
    }
    return true;
}
