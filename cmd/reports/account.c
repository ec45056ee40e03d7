/* Where the time of threads went, and whether the machine was the limit. */
#include "analyzers/account/account.h"

#include "cmd/write/event_columns.h"
#include "cmd/write/words.h"
#include "base/fill.h"
#include "base/safe.h"
#include "cmd/reports/extras.h"

#define FEW_PARTS 2        /* of a state in its line */
#define MOST_OF_IT 60.0    /* percent of a state that one thing has, which is named then */
#define LEAST_THOUSANDTH 1 /* parts and pools with less are for programs */

static const struct wish rows[] = {{"jdk.CPULoad", {"startTime"}}};
static const struct wishes wishes = {.rows = rows, .count = 1, .may_lack = true};

struct result {
    const struct view *view;
    struct account account;
    account_sums pools;
    account_parts parts;
    int shares[ACCOUNT_STATES]; /* thousandths of all */
    double length;              /* of what is shown, ns */
};

static double threads_of(const struct result *r, int64_t ns) {
    return (double)ns / r->length;
}

static const char *text_of(const struct result *r, uint32_t id) {
    return strings_get(&r->account.texts, id);
}

/* "app.Journal (held by worker-*)", "java.util.regex (exceptions)"; within brackets "app.Journal,
 * held by worker-*". */
static void add_what(const struct result *r, const struct account_what *what, bool within,
                     struct text *out) {
    const char *label = text_of(r, what->label), *by = text_of(r, what->by);
    text_add(out, label);
    if (what->state == ACCOUNT_RUNNING && *by && strcmp(by, "Java") != 0)
        text_addf(out, "%s(%s)", *label ? " " : "", by);
    if (what->state == ACCOUNT_LOCK && *by)
        text_addf(out, within ? ", held by %s" : " (held by %s)", by);
}

static struct text what_name(const struct result *r, const struct account_what *what) {
    OWNED(text_free) struct text name = {0};
    struct text safe = {0};
    add_what(r, what, false, &name);
    safe_add(&safe, text_str(&name), name.len);
    return safe;
}

/* ==== What it says first ===================================================================== */

static struct cell percent_cell(double share) {
    return cell_real(100 * share, share > 0 && share < 0.01);
}

static void add_in_brackets(const struct text *name, struct text *out) {
    bool bare = name->len && *text_str(name) != '('; /* "(no package)" */
    if (!name->len) return;
    text_fill(out, safe_add_name, bare ? " (%s)" : " %s", text_str(name));
}

/* " (for a future)": what most of the state is; parts are by state, the largest first. */
static void add_most(const struct result *r, enum account_state state, struct text *out) {
    OWNED(text_free) struct text name = {0};
    EACH (const struct account_part, part, &r->parts) {
        const struct account_what *what = &r->account.whats.items[part->what];
        if (what->state != state) continue;
        if (state != ACCOUNT_UNEXPLAINED &&
            100 * (double)part->ns >= MOST_OF_IT * (double)r->account.ns[state])
            add_what(r, what, true, &name);
        break;
    }
    add_in_brackets(&name, out);
}

static void add_threads(const struct result *r, struct text *out) {
    size_t program = 0;
    if (!r->account.total_ns) {
        text_add(out, "Only threads of the JVM were recorded, none of the program's.\n");
        return;
    }
    for (size_t i = 0; i < r->account.threads.len; i++)
        program += !r->account.threads.items[i].of_jvm;
    text_addf(out, "On average %.1f threads were alive (", threads_of(r, r->account.total_ns));
    words_add(out, "{} in all, without the JVM's own). Their time: ", cell_count(program));
    bool any = false;
    int order[ACCOUNT_STATES];
    for (int i = 0; i < ACCOUNT_STATES; i++) order[i] = i;
    for (int i = 1; i < ACCOUNT_STATES; i++)
        for (int k = i; k > 0 && r->shares[order[k]] > r->shares[order[k - 1]]; k--) {
            int other = order[k];
            order[k] = order[k - 1];
            order[k - 1] = other;
        }
    for (int i = 0; i < ACCOUNT_STATES; i++) {
        if (r->shares[order[i]] < 10) continue;
        if (any) text_add(out, ", ");
        text_addf(out, "%.0f %% %s", r->shares[order[i]] / 10.0,
                  account_state_words((enum account_state)order[i]));
        add_most(r, (enum account_state)order[i], out);
        any = true;
    }
    text_add(out, ".\n");
}

static bool is_limit(const struct account_machine *m) { /* what is missing is below both */
    return m->throttled >= 0.1 || m->full >= 0.25;
}

static const char *limit_key(const struct account_machine *m) {
    if (m->throttled >= 0.1) return "quota";
    if (is_limit(m)) return m->jvm >= 0.5 * m->machine ? "processors" : "others";
    return is_missing(m->machine) ? NULL : "no";
}

static const char *limit_words(const struct account_machine *m) {
    const char *limit = limit_key(m);
    return !is_limit(m)                   ? "The machine was not the limit"
           : strcmp(limit, "quota") == 0  ? "The quota of the container was the limit"
           : strcmp(limit, "others") == 0 ? "The processors were busy, mostly with other processes"
                                          : "The processors were the limit";
}

static void add_machine(const struct result *r, struct text *out) {
    const struct account_machine *m = &r->account.machine;
    if (is_missing(m->machine))
        text_add(out, "Whether the machine was the limit is not recorded (jdk.CPULoad)");
    else
        words_add(
            out,
            "{}: the JVM used {} % of [{processor}|the processors], all processes together {} %[; "
            "all processors were busy {} % of the time][; the quota throttled {} % of its periods]",
            cell_text(limit_words(m)), percent_cell(m->jvm), cell_count(m->processors),
            percent_cell(m->machine),
            is_limit(m) && m->full > 0 ? percent_cell(m->full) : cell_missing(),
            m->throttled > 0 ? percent_cell(m->throttled) : cell_missing());
    words_add(out, "[; all threads were paused for {} % of the time].\n",
              m->paused >= 0.005 ? percent_cell(m->paused) : cell_missing());
}

/* ==== Tables ================================================================================= */

static void share_cell(struct sheet *sheet, int thousandths) {
    char shown[16];
    if (!thousandths) snprintf(shown, sizeof shown, "-");
    else snprintf(shown, sizeof shown, "%d.%d", thousandths / 10, thousandths % 10);
    sheet_cell(sheet, cell_shown(cell_real(thousandths / 10.0, 1), shown));
}

static void threads_cell(const struct result *r, int64_t ns, struct sheet *sheet) {
    char shown[32];
    double threads = threads_of(r, ns);
    if (!ns) snprintf(shown, sizeof shown, "-");
    else if (threads < 0.005) snprintf(shown, sizeof shown, "< 0.01");
    else snprintf(shown, sizeof shown, "%.2f", threads);
    sheet_cell(sheet, cell_shown(cell_real(threads, 6), shown));
}

/* Of each pool a hundred; the columns are states, in as few letters as tell them apart. */
static const char *const headings[ACCOUNT_STATES] = {"run",   "ready", "lock", "reply", "file",
                                                     "other", "sleep", "idle", "?"};

static void add_states(const int64_t *ns, struct sheet *sheet) {
    sheet_object(sheet, "states");
    for (int i = 0; i < ACCOUNT_STATES; i++)
        sheet_field(sheet, account_state_key((enum account_state)i), cell_ns(ns[i]));
    sheet_end(sheet);
}

/* Columns of numbers: people see a share of nothing as nothing. */
static void state_columns(unsigned formats, struct sheet *sheet) {
    for (int i = 0; i < ACCOUNT_STATES; i++)
        sheet_column(sheet,
                     column_for(formats, column_number(headings[i],
                                                       account_state_key((enum account_state)i))));
}

static void state_cells(const int64_t *ns, struct sheet *sheet) {
    int shares[ACCOUNT_STATES];
    account_shares(ns, ACCOUNT_STATES, shares);
    for (int k = 0; k < ACCOUNT_STATES; k++)
        if (shares[k] || !sheet_shows(sheet, SHEET_PEOPLE)) share_cell(sheet, shares[k]);
        else sheet_cell(sheet, cell_blank());
}

/* ==== Each thread, each second =============================================================== */

/* "65 % waiting for a lock (app.Journal), 35 % unexplained (waiting in native code is not
 * recorded)": the largest first. */
static struct text time_of(const struct result *r, uint32_t thread) {
    struct text out = {0};
    const int64_t *ns = r->account.threads.items[thread].ns;
    int shares[ACCOUNT_STATES];
    account_shares(ns, ACCOUNT_STATES, shares);
    for (;;) {
        int most = 0;
        for (int i = 1; i < ACCOUNT_STATES; i++)
            if (shares[i] > shares[most]) most = i;
        if (shares[most] <= 0) return out;
        OWNED(text_free) struct text name = {0};
        uint32_t what = account_most_of(&r->account, thread, (enum account_state)most);
        if (what != MISSING_ID) add_what(r, &r->account.whats.items[what], true, &name);
        text_addf(&out, "%s%d.%d %% %s", out.len ? ", " : "", shares[most] / 10, shares[most] % 10,
                  account_state_words((enum account_state)most));
        add_in_brackets(&name, &out);
        shares[most] = 0;
    }
}

#include "cmd/keys/account_shown.h"

static void describe_states(const struct result *r, struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "states"});
    account_state_columns(sheet);
    for (int state = 0; state < ACCOUNT_STATES; state++) {
        OWNED(text_free) struct text mostly = {0}, safe = {0};
        size_t parts = 0;
        for (size_t i = 0; i < r->parts.len && parts < FEW_PARTS; i++) {
            const struct account_part *part = &r->parts.items[i];
            const struct account_what *what = &r->account.whats.items[part->what];
            if ((int)what->state != state || part->ns * 10 < r->account.ns[state]) continue;
            if (parts++) text_add(&mostly, ", ");
            add_what(r, what, false, &mostly);
            text_addf(&mostly, " %.0f %%", 100 * (double)part->ns / (double)r->account.ns[state]);
        }
        safe_add(&safe, text_str(&mostly), mostly.len);
        account_state_row(r, (enum account_state)state, safe.data, sheet);
    }
    sheet_end(sheet);
}

static void describe_parts(const struct result *r, struct sheet *sheet) {
    OWNED(mem_release) int64_t *ns = mem_zero(r->parts.len, sizeof *ns);
    OWNED(mem_release) int *shares = mem_zero(r->parts.len, sizeof *shares);
    bool people = sheet_shows(sheet, SHEET_PEOPLE);
    size_t of_state = 0;
    enum account_state last = ACCOUNT_STATES;
    for (size_t i = 0; i < r->parts.len; i++) ns[i] = r->parts.items[i].ns;
    account_shares(ns, r->parts.len, shares);
    sheet_titled_table(sheet, "What they did and waited for", "parts");
    account_part_columns(sheet);
    for (size_t i = 0; i < r->parts.len; i++) {
        enum account_state state = r->account.whats.items[r->parts.items[i].what].state;
        of_state = state == last ? of_state + 1 : 0;
        last = state;
        if (people && (of_state >= r->view->top || (shares[i] < LEAST_THOUSANDTH && !r->view->all)))
            continue;
        account_part_row(r, &r->parts.items[i], shares[i], sheet);
    }
    sheet_end(sheet);
}

/* The busiest first. */
static void describe_threads(const struct result *r, struct sheet *sheet) {
    static const char *const title = "By thread";
    OWNED(array_release) account_sums sums = {0};
    if (view_leaves_out(r->view, title, sheet)) return;
    account_sums_by(&r->account, ACCOUNT_BY_THREAD, &sums);
    account_threads(r, &sums, title, sheet);
}

static void describe_steps(const struct result *r, struct sheet *sheet) {
    static const char *const title = "By time";
    OWNED(array_release) account_sums steps = {0};
    if (view_leaves_out(r->view, title, sheet)) return;
    account_sums_by(&r->account, ACCOUNT_BY_STEP, &steps);
    account_steps(r, &steps, title, sheet);
}

static void describe(const struct view *view, struct sheet *sheet) {
    struct result r = {.view = view};
    OWNED(text_free) struct text first = {0};
    if (account_make(view->read->of, &r.account)) {
        const struct account *a = &r.account;
        r.length = (double)(a->range.end_ns + 1 - a->range.start_ns);
        account_shares(a->ns, ACCOUNT_STATES, r.shares);
        account_sums_by(a, ACCOUNT_BY_POOL, &r.pools);
        account_parts_of(a, MISSING_ID, false, &r.parts);
        add_threads(&r, &first);
        add_machine(&r, &first);
        sheet_lines(sheet, SHEET_PEOPLE, text_str(&first));
        account_fields(&r, sheet);
        describe_states(&r, sheet);
        describe_parts(&r, sheet);
        account_pools(&r, sheet);
        describe_threads(&r, sheet);
        describe_steps(&r, sheet);
    }
    arrays_free(&r.pools, &r.parts);
    account_free(&r.account);
}

static bool is_there(const struct tables_read *read) {
    return account_has_threads(read->of);
}

const struct view_kind extra_account = {
    .wishes = &wishes,
    .is_there = is_there,
    .nothing =
        "the recording says nothing about threads: it has no samples, waits or CPU loads of any",
    .accounts = true,
    .describe = describe};
