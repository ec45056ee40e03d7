/* safepoints: how long threads were stopped, and for what. */
#include "analyzers/jvm/safepoints.h"

#include "cmd/reports/extras.h"
#include "cmd/sheets/lengths.h"
#include "cmd/write/words.h"

static const char *thread_name(const struct view *view, uint32_t id) {
    const struct things *things = &view->read->tables->things;
    return id == THINGS_NONE ? NULL : strings_get(&things->texts, things->threads.items[id].name);
}

static void add_words(const struct lengths *lengths, const char *label, int64_t recorded_ns,
                      struct sheet *sheet) {
    OWNED(text_free) struct text text = {0};
    if (!lengths->items.len) return;
    lengths_add_words(lengths, recorded_ns, &text);
    sheet_pair(sheet, NULL, label, cell_text(text_str(&text)));
}

/* The operation at safepoints that took more than half of their time; NULL: none did. */
static const char *most_of(const struct view *view, const struct safepoints *s) {
    EACH (const struct safepoint_operation, o, &s->operations)
        if (o->stops && lengths_total(&o->lengths) > lengths_total(&s->lengths) / 2)
            return view_text(view, o->name);
    return NULL;
}

static void add_lead(const struct view *view, struct text *out) {
    OWNED(safepoints_free) struct safepoints s;
    safepoints_make(view->read->tables, &view->read->window, &s);
    const bool reached = s.reach.items.len > 0;
    const struct cell total = reached ? cell_ns(lengths_total(&s.reach)) : cell_missing(),
                      longest = reached ? cell_ns(lengths_longest(&s.reach)) : cell_missing();
    const int64_t all = view->read->recorded_ns, stopped = lengths_total(&s.lengths);
    if (s.lengths.items.len)
        words_add(out,
                  "{operation} at safepoints took {}[, {} % of the time][, mostly {}][; reaching "
                  "them took {}, at most {}].\n",
                  cell_count(s.lengths.items.len), cell_ns(stopped),
                  all > 0 ? cell_percent(100 * (double)stopped / (double)all) : cell_missing(),
                  words_name(most_of(view, &s)), total, longest);
    else
        words_add(out, "Reaching {safepoint} took {}, at most {}.\n", cell_count(s.reach.items.len),
                  total, longest);
}

#include "cmd/keys/safepoints_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    OWNED(safepoints_free) struct safepoints safepoints;
    safepoints_make(view->read->tables, &view->read->window, &safepoints);
    safepoints_fields(view, &safepoints, sheet);
}

const struct view_kind extra_safepoints = {
    .wishes = &safepoints_wishes, .main = 2, .lead = add_lead, .describe = describe};
