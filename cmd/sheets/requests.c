#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"
#include "cmd/sheets/requests.h"

#include "base/safe.h"
#include "base/shell.h"
#include "cmd/cli/voice.h"
#include "cmd/write/amount.h"

struct order {
    const struct request_group *group;
    const char *name;
};

ORDERED(by_total, struct order, ORDER(y->group->lengths.total, x->group->lengths.total),
        strcmp(x->name, y->name))

static struct order *order_groups(const struct requests_view *view, size_t *len) {
    const struct requests *requests = &view->requests;
    struct order *order = mem_zero(requests->groups.len, sizeof *order);
    *len = 0;
    for (uint32_t i = 0; i < requests->groups.len; i++)
        if (requests->groups.items[i].lengths.items.len)
            order[(*len)++] =
                (struct order){&requests->groups.items[i], strings_get(&view->names, i)};
    if (*len) qsort(order, *len, sizeof *order, by_total);
    return order;
}

static struct cell share(double ns, const struct request_group *group) {
    return cell_percent(percent_of(ns, (double)group->lengths.total));
}

/* Nothing of the one that is known says nothing of both. */
static double both(const struct request_group *group, enum request_part a, enum request_part b) {
    const double *part = group->part_ns;
    double ns = MISSING_REAL;
    real_gather(&ns, part[a]);
    real_gather(&ns, part[b]);
    return ns > 0 || (part[a] >= 0 && part[b] >= 0) ? ns : MISSING_REAL;
}

/* ==== What took most ======================================================================== */

/* What a group spent most of its time on, as far as it is known. REQUEST_PARTS: on the CPU; what is
 * more: most of it, or all, is unexplained. */
static size_t part_of_most(const struct request_group *group, double *ns) {
    size_t most = REQUEST_PARTS + 1;
    *ns = 0;
    for (size_t part = 0; part <= REQUEST_PARTS; part++) {
        double took = part < REQUEST_PARTS ? group->part_ns[part] : group->cpu_ns;
        if (!(took > *ns)) continue;
        *ns = took;
        most = part;
    }
    if (!(group->unexplained_ns > 2 * *ns)) return most;
    *ns = group->unexplained_ns;
    return REQUEST_PARTS + 1;
}

static void add_lead(const struct requests_view *view, const struct order *order, size_t len,
                     struct text *out) {
    static const char *const words[] = {
        [REQUEST_PAUSED] = "paused for GC",
        [REQUEST_LOCKED] = "waiting for locks",
        [REQUEST_REPLY] = "waiting for replies of hosts",
        [REQUEST_FILE] = "reading and writing files",
        [REQUEST_OTHER] = "waiting for other threads",
        [REQUEST_ASLEEP] = "asleep",
        [REQUEST_PARTS] = "on the CPU",
        [REQUEST_PARTS + 1] = "on what nothing in the recording explains",
    };
    const struct request_group *first = len ? order[0].group : NULL;
    double all = 0, ns = 0;
    if (!first || !first->lengths.total || len < 2 || !*order[0].name) return;
    for (size_t i = 0; i < len; i++) all += (double)order[i].group->lengths.total;
    size_t part = part_of_most(first, &ns);
    if (ns <= 0) return;
    safe_add_name(out, order[0].name);
    text_addf(out, " took %.0f %% of the time of all requests, %.0f %% of it %s.\n",
              percent_of((double)first->lengths.total, all),
              percent_of(ns, (double)first->lengths.total), words[part]);
}

enum request_part requests_mostly(const struct requests_view *view) {
    size_t len;
    OWNED(mem_release) struct order *order = order_groups(view, &len);
    double ns = 0;
    size_t part = len ? part_of_most(order[0].group, &ns) : REQUEST_PARTS;
    return part < REQUEST_PARTS ? (enum request_part)part : REQUEST_PARTS;
}

/* How to look into those of the first row alone. */
static void add_within(const struct requests_view *view, const struct order *order, size_t len,
                       struct text *out) {
    OWNED(text_free) struct text condition = {0}, line = {0};
    if (!len || view->types->len != 1 || view->by->len != 1 || view->where) return;
    if (!*order[0].name || strpbrk(order[0].name, "\"\\")) return;
    text_addf(&condition, "%s where %s = \"%s\"", view->types->items[0], view->by->items[0],
              order[0].name);
    text_add(&line, "What these ran; with --event alloc what they allocated:\n"
                    "hot-methods --within ");
    shell_add_word(&line, text_str(&condition));
    text_add_char(&line, '\n');
    voice_add_line(out, text_str(&line));
}

#include "cmd/keys/requests_shown.h"

static void add_footer(const struct requests_view *view, size_t groups, size_t shown,
                       struct sheet *sheet) {
    OWNED(text_free) struct text line = {0};
    text_add_number_of(&line, view->requests.all.len, "request");
    text_add(&line, " of ");
    for (size_t i = 0; i < view->types->len; i++) {
        if (i) text_add(&line, ", ");
        safe_add_name(&line, view->types->items[i]);
    }
    words_add(&line, "[ where {}][; {event} without a thread or a duration left out]\n",
              words_name(view->where), cell_if_any(view->left_out));
    if (groups > shown) event_columns_add_left_out(groups - shown, "group", &line);
    words_add(&line,
              "[CPU: samples of {}, each for its period|No execution sample has a period: CPU time "
              "is not known]. else: what nothing in the recording explains[, such as {}].\n",
              words_name(view->requests.has_cpu ? view->event : NULL),
              cell_text(view->of_virtual.len ? "how long virtual threads waited for locks" : NULL));
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
}

void requests_describe(const struct requests_view *view, struct sheet *sheet) {
    size_t len;
    OWNED(mem_release) struct order *order = order_groups(view, &len);
    size_t most = sheet_shows(sheet, SHEET_PEOPLE) && view->top ? view->top : len, shown = 0;
    sheet_array(sheet, "types");
    for (size_t i = 0; i < view->types->len; i++)
        sheet_field(sheet, NULL, cell_text(view->types->items[i]));
    sheet_end(sheet);
    sheet_field(sheet, "where", cell_text(view->where));
    sheet_array(sheet, "by");
    OWNED(text_free) struct text title = {0}, lead = {0}, within = {0};
    for (size_t i = 0; i < view->by->len; i++) {
        text_addf(&title, "%s%s", i ? ", " : "", view->by->items[i]);
        sheet_field(sheet, NULL, cell_text(view->by->items[i]));
    }
    sheet_end(sheet);
    add_lead(view, order, len, &lead);
    if (lead.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lead));
    sheet_fields(sheet, {"event", cell_text(view->requests.has_cpu ? view->event : NULL)},
                 {"left_out", cell_count(view->left_out)});
    sheet_table(sheet, (struct sheet_table){.key = "requests"});
    request_columns(title.len ? text_str(&title) : "requests", sheet);
    for (size_t i = 0; i < len && i < most; i++, shown++) request_row(view, &order[i], sheet);
    sheet_end(sheet);
    add_footer(view, len, shown, sheet);
    add_within(view, order, len, &within);
    if (within.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&within));
}

void requests_view_free(struct requests_view *view) {
    requests_free(&view->requests);
    strings_free(&view->names);
    map_free(&view->of_virtual);
}
