#include "cmd/reports/asked.h"

#include "cmd/reports/parts.h"

static struct fold_key key_of(const struct report_source *source, size_t index,
                              const struct report_column *column) {
    for (size_t i = 0; i < source->instead.len; i++)
        if (source->instead.items[i].column == index) return source->instead.items[i].by;
    return column->by;
}

static const struct fold_show count_of_events = {.function = FOLD_COUNT};

/* What of the part is asked of events of the source: of a table all columns, of figures its own; of
 * what is only mentioned nothing. */
static void add_question(struct reports_asked *a, const struct report_part *part, size_t source,
                         bool all) {
    const struct report_source *from = &part->sources.items[source];
    struct event_question question = {.types = from->types.items,
                                      .type_count = from->types.len,
                                      .where = from->where,
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

/* Arrays have stopped growing: where the keys and shows of each question lie can be said. */
static void place_all(struct reports_asked *a) {
    size_t keys = 0, shows = 0;
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
            for (size_t s = 0; s < part->sources.len; s++) add_question(a, part, s, all);
        }
    place_all(a);
    a->events = events_open(a->questions.items, a->questions.len, selection, error);
    if (a->events) return a;
    reports_free(a);
    return NULL;
}

bool report_extra_is_asked(const struct reports_asked *a) {
    const struct selection *s = a->selection;
    return !s->thread && !s->include.len && !s->exclude.len;
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
    array_free(&a->questions);
    array_free(&a->keys);
    array_free(&a->shows);
    array_free(&a->first);
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
