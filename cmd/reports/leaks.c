/* jfrtool leaks: does memory grow, and what keeps it? */
#include "analyzers/jvm/leaks.h"

#include "analyzers/tables/table.h"
#include "cmd/write/words.h"
#include "base/order.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/read/view.h"
#include "cmd/sheets/lengths.h"

#define CHAINS 3 /* that people see unless --top says otherwise: of the first candidates */

static const struct event_table *table_of(const struct view *view, enum leaks_table table) {
    return tables_find(view->read->tables, &leaks_wishes.rows[table]);
}

static void add_rate(struct text *out, double bytes_per_s) {
    bool slow = fabs(bytes_per_s) < 1024;
    units_add_bytes(out, bytes_per_s * (slow ? 3600 : 1));
    text_add(out, slow ? " an hour" : "/s");
}

/* ==== The trend ============================================================================= */

static const struct {
    const char *key, *words;
} verdicts[] = {[LEAK_UNKNOWN] = {"unknown", "too few collections to say whether it grows"},
                [LEAK_STEADY] = {"steady", "does not grow by more than chance"},
                [LEAK_SHRINKS] = {"shrinks", "shrinks"},
                [LEAK_GROWS] = {"grows", "grows"}};

static void add_trend(const struct leak_trend *trend, struct text *out) {
    bool unknown = trend->verdict == LEAK_UNKNOWN && !trend->collections;
    text_add(out, unknown ? "not recorded" : verdicts[trend->verdict].words);
    if (trend->verdict == LEAK_GROWS || trend->verdict == LEAK_SHRINKS) {
        text_add(out, " by ");
        add_rate(out, fabs(trend->bytes_per_s));
    }
    if (trend->parts.len)
        words_add(out, ", from {} to {}[ of {}]", cell_bytes(trend->parts.items[0].bytes),
                  cell_bytes(trend->parts.items[trend->parts.len - 1].bytes),
                  cell_bytes(trend->max));
    words_add(out, "[; full in {}]", cell_ns(trend->full_ns));
}

static void add_lead(const struct view *view, struct text *out) {
    OWNED(leaks_free) struct leaks leaks;
    leaks_make(view->read->tables, &view->read->window, view->read->range.end_ns, &leaks);
    if (leaks.trend.verdict == LEAK_UNKNOWN) {
        text_add(out, leaks.trend.collections
                          ? "Too few collections to say whether the heap grows.\n"
                          : "How much heap collections leave is not recorded.\n");
    } else {
        text_add(out, "After collections the heap ");
        add_trend(&leaks.trend, out);
        text_add(out, ".\n");
    }
}

/* "+4 MiB", "-1 MiB". */
static struct text signed_bytes(int64_t bytes) {
    struct text out = {0};
    if (bytes > 0) text_add_char(&out, '+');
    if (is_known(bytes)) units_add_bytes(&out, (double)bytes);
    return out;
}

/* ==== Memory by what the JVM and the system say ============================================= */

struct growth { /* of one column of a table, in the window */
    int64_t first, last, most;
};

static struct growth growth_of(const struct view *view, const struct event_table *t,
                               size_t column) {
    struct growth g = {MISSING, MISSING, MISSING};
    for (size_t row = 0; row < t->rows; row++) {
        int64_t n = whole_amount(event_table_int(t, column, row));
        if (!time_window_has(&view->read->window, event_table_int(t, 0, row)) || is_missing(n))
            continue;
        g.first = whole_or(g.first, n);
        g.last = n;
        g.most = whole_max(g.most, n);
    }
    return g;
}

/* "124 MiB at first, 130 MiB at last". */
static void add_growth(const struct view *view, enum leaks_table table, const char *key,
                       const char *label, bool bytes, struct sheet *sheet) {
    struct growth g = growth_of(view, table_of(view, table), 1);
    sheet_object_of(sheet, key, {"first", cell_bytes(g.first)}, {"last", cell_bytes(g.last)},
                    {"most", cell_bytes(g.most)});
    words_pair(sheet, label, "{} at first, {} at last",
               bytes ? cell_bytes(g.first) : cell_count(g.first),
               bytes ? cell_bytes(g.last) : cell_count(g.last));
}

struct native {
    uint32_t type;
    struct growth growth;
};
typedef ARRAY(struct native) natives;

ORDERED(compare_natives, struct native,
        ORDER(y->growth.last - y->growth.first, x->growth.last - x->growth.first),
        FALLING(growth.last), RISING(type))

static natives natives_of(const struct view *view) {
    const struct event_table *t = table_of(view, LEAKS_NATIVE);
    natives types = {0};
    OWNED(map_free) struct map index = {0};
    for (size_t row = 0; row < t->rows; row++) {
        int64_t n = whole_amount(event_table_int(t, 2, row));
        if (!time_window_has(&view->read->window, event_table_int(t, 0, row)) || is_missing(n))
            continue;
        const uint32_t type = event_table_id(t, 1, row);
        struct native *native = map_item(&index, type, &types, (struct native){type, {n, n, n}});
        native->growth.last = n;
        if (n > native->growth.most) native->growth.most = n;
    }
    array_sort(&types, compare_natives);
    return types;
}

/* ==== Objects =============================================================================== */

static int64_t age_of(const struct leaks *leaks, int64_t made_ns) {
    return whole_amount(whole_minus(leaks->seen_ns, made_ns));
}

static void chain_fields(const struct view *view, const struct leak_candidate *c,
                         struct sheet *sheet) {
    sheet_array(sheet, "chains");
    for (size_t i = 0; i < c->chains.len && i < 10; i++) {
        const struct leak_chain *chain = &c->chains.items[i];
        const char *line = view_text(view, chain->text);
        sheet_object(sheet, NULL);
        sheet_fields(sheet, {"samples", cell_count(chain->samples)},
                     {"root", cell_text(view_text(view, chain->root))});
        sheet_array(sheet, "path");
        while (line && *line) {
            size_t len = strcspn(line, "\n");
            OWNED(text_free) struct text text = {0};
            text_add_bytes(&text, line, len);
            sheet_field(sheet, NULL, cell_text(text_str(&text)));
            line += len + (line[len] == '\n');
        }
        sheet_end(sheet);
        sheet_end(sheet);
    }
    sheet_end(sheet);
}

/* Of "field : Class" the holder first: "Class.field"; of elements and statics in words. */
static void add_holder(const char *line, size_t len, const char *colon, struct text *out) {
    static const char class[] = "java.lang.Class ";
    const char *holder = colon + 3;
    size_t field = (size_t)(colon - line), rest = len - (size_t)(holder - line);
    bool is_static = rest > strlen(class) && strncmp(holder, class, strlen(class)) == 0;
    if (is_static) {
        text_add(out, "static ");
        holder += strlen(class);
        rest -= strlen(class);
    }
    text_add_bytes(out, holder, rest);
    if (*line == '[') {
        text_add(out, ", an element");
        return;
    }
    text_add_char(out, '.');
    text_add_bytes(out, line, field);
}

/* The lines of a chain's text, the last one first: from the root down to the sample. Each says the
 * object; by which of its fields it holds the next one is said where that is read. */
static void draw_chain(const struct view *view, const struct leak_chain *chain,
                       struct sheet *sheet) {
    const char *text = view_text(view, chain->text), *root = view_text(view, chain->root);
    ARRAY(const char *) lines = {0};
    uint32_t depth = 0;
    if (!text) return;
    for (const char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        array_push(&lines, line);
    sheet_row_at(sheet, depth++);
    sheet_cell(sheet, cell_text(root ? root : "an unknown root"));
    for (size_t i = lines.len; i-- > 0;) {
        size_t len = strcspn(lines.items[i], "\n");
        const char *colon = memmem(lines.items[i], len, " : ", 3);
        OWNED(text_free) struct text shown = {0};
        if (colon) add_holder(lines.items[i], len, colon, &shown);
        else text_add_bytes(&shown, lines.items[i], len);
        sheet_row_at(sheet, depth++);
        sheet_cell(sheet, cell_text(text_str(&shown)));
    }
    array_free(&lines);
}

/* Only a sample, without what holds it, is no chain. */
static bool says_something(const struct view *view, const struct leak_chain *chain) {
    const char *text = view_text(view, chain->text);
    return text && strchr(text, '\n');
}

static void describe_chains(const struct view *view, const struct leaks *leaks,
                            struct sheet *sheet) {
    size_t drawn = 0;
    if (!sheet_shows(sheet, SHEET_PEOPLE)) return;
    for (size_t i = 0; i < leaks->candidates.len && drawn < CHAINS; i++) {
        const struct leak_candidate *c = &leaks->candidates.items[i];
        OWNED(text_free) struct text title = {0};
        if (!c->chains.len || !says_something(view, &c->chains.items[0])) continue;
        words_add(&title, "What keeps {sample}", cell_count(c->chains.items[0].samples));
        const char *class = view_text(view, c->class_name);
        if (class) text_fill(&title, safe_add_name, " of %s", class);
        sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
        sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .tree = true});
        sheet_column(sheet, column_words("from the root", "object"));
        draw_chain(view, &c->chains.items[0], sheet);
        sheet_end(sheet);
        sheet_end(sheet);
        drawn++;
    }
}

static const char leaks_parts_title[] = "Smallest heap after collections";
static const char leaks_loaders_title[] = "Class loaders with several instances";

#include "cmd/keys/leaks_shown.h"

static void describe(const struct view *view, struct sheet *sheet) {
    OWNED(leaks_free) struct leaks leaks;
    OWNED(text_free) struct text text = {0};
    leaks_make(view->read->tables, &view->read->window, view->read->range.end_ns, &leaks);
    add_trend(&leaks.trend, &text);
    leaks_fields(view, &leaks, text_str(&text), sheet);
    if (!leaks.trend.parts.len || !view_leaves_out(view, leaks_parts_title, sheet))
        leaks_parts(view, &leaks.trend, sheet);
    leaks_candidates(view, &leaks, sheet);
    describe_chains(view, &leaks, sheet);
    if (!leaks.loaders.len || !view_leaves_out(view, leaks_loaders_title, sheet))
        leaks_loaders(view, &leaks, sheet);
    OWNED(array_release) natives types = natives_of(view);
    leaks_native(view, &types, sheet);
    leaks_not_freed(view, &leaks, sheet);
}

const struct view_kind extra_leaks = {
    .wishes = &leaks_wishes, .main = LEAKS_MAIN, .lead = add_lead, .describe = describe};
