#include "cmd/fleet/standing.h"

#include "base/posix.h"
#include "base/safe.h"
#include "cmd/ci/report_find.h"
#include "cmd/cli/operands.h"
#include "cmd/fleet/each.h"
#include "cmd/read/judged.h"
#include "cmd/read/notes.h"
#include "cmd/sheets/causes.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/words.h"

#define SEVERAL 2 /* recordings that have a cause, for it to be said of all */

struct stands { /* a recording */
    char *name;
    char *title, *says; /* of the first cause; NULL: there is none */
    char *error;        /* why it could not be read; or NULL */
    enum rule_severity severity;
    double weight;
    size_t causes, number; /* number: in the order of the input */
    char *id;              /* of the first cause's rule */
};

struct shared { /* a cause that recordings have */
    const struct rule *rule;
    char *culprit; /* or NULL */
    enum culprit_kind kind;
    enum cost_of cost_of;
    enum rule_severity severity; /* the worst */
    double cost;                 /* the highest, or missing */
    size_t recordings;
};

struct standing {
    struct answer *answer;
    ARRAY(struct stands) items;
    ARRAY(struct shared) shared;
    size_t judged;
};

/* ==== Is there more than one? =============================================================== */

static bool holds_many(const char *path) {
    static const char *const packed[] = {".zip", ".jar", ".tar", ".tgz", ".tbz", ".txz"};
    struct stat status;
    const char *name = strrchr(path, '/');
    if (stat(path, &status) != 0) return false;
    if (S_ISDIR(status.st_mode)) return true;
    return some_of(i, COUNT_OF(packed), strstr(name ? name : path, packed[i]));
}

bool standing_is_asked(struct reading *reading) {
    const struct text_list *paths = &reading->paths;
    struct scan_options scan = reading_scan(reading);
    OWNED(scan_report_free) struct scan_report report = {0};
    OWNED(found_free) struct found found = {.recordings = {0}};
    if (operands_stream(paths) || !some_of(i, paths->len, holds_many(paths->items[i])))
        return false;
    report_find(&scan, &found, &report);
    return found.recordings.len > 1;
}

/* ==== Reading =============================================================================== */

static bool is_same(const char *a, const char *b) {
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void share(struct standing *all, const struct cause *cause, const char *culprit) {
    const struct finding *finding = cause->finding;
    struct shared *same = NULL;
    for (size_t i = 0; i < all->shared.len && !same; i++)
        if (all->shared.items[i].rule == finding->rule &&
            is_same(all->shared.items[i].culprit, culprit))
            same = &all->shared.items[i];
    if (!same) {
        array_push(&all->shared, (struct shared){.rule = finding->rule,
                                                 .culprit = culprit ? mem_copy_text(culprit) : NULL,
                                                 .kind = finding->culprit_kind,
                                                 .cost = MISSING_REAL});
        same = &all->shared.items[all->shared.len - 1];
    }
    same->recordings++;
    if (cause->severity > same->severity) same->severity = cause->severity;
    if (is_known(finding->cost) && !(finding->cost <= same->cost)) {
        same->cost = finding->cost;
        same->cost_of = finding->cost_of;
    }
}

static void take_first(const struct findings_view *view, const struct cause *cause,
                       struct stands *out) {
    const struct finding_view one = {cause->finding, view->profile, BY_LINE};
    struct text title = {0}, line = {0};
    causes_add_title(view, cause, &title);
    finding_add_line(&one, &line);
    out->title = text_take(&title);
    out->says = text_take(&line);
    out->id = mem_copy_text(cause->finding->rule->id);
    out->severity = cause->severity;
    out->weight = real_or(cause->finding->weight, 0);
}

#define FIRST_DRAWN_PORT 32768 /* Linux draws those of programs that ask for none from here on */

/* A port that each run draws anew does not make another host of it. */
static void drop_drawn_port(const struct finding *finding, struct text *culprit) {
    const char *colon = finding->culprit_kind == CULPRIT_HOST && culprit->len
                            ? strrchr(text_str(culprit), ':')
                            : NULL;
    char *end = NULL;
    if (!colon || strtoul(colon + 1, &end, 10) < FIRST_DRAWN_PORT || *end) return;
    culprit->len = (size_t)(colon - culprit->data);
    culprit->data[culprit->len] = '\0';
}

static void judge(struct standing *all, const struct each_item *item, struct stands *out) {
    const struct rule_input input = judged_input(item->reading, item->run);
    OWNED(findings_free) struct findings findings = rules_judge(rules_all, &input);
    const struct findings_view view = {&findings, input.profile, &item->reading->paths};
    OWNED(causes_free) struct causes causes;
    findings_sort(&findings);
    causes_make(&findings, input.profile, &causes);
    out->severity = RULE_OK;
    out->causes = causes.items.len;
    all->judged++;
    if (causes.items.len) take_first(&view, &causes.items.items[0], out);
    for (size_t i = 0; i < causes.items.len; i++) {
        OWNED(text_free) struct text culprit = {0};
        cause_add_culprit(causes.items.items[i].finding, input.profile, &culprit);
        drop_drawn_port(causes.items.items[i].finding, &culprit);
        share(all, &causes.items.items[i], culprit.len ? text_str(&culprit) : NULL);
    }
}

static bool take(void *context, const struct each_item *item) {
    struct standing *all = context;
    struct stands stands = {.name = mem_copy_text(item->input->name), .number = all->items.len};
    const struct jfr_error *error = &item->input->error;
    if (item->reading && item->reading->report.error.code != JFR_OK &&
        !item->reading->report.chunks.len)
        error = &item->reading->report.error;
    if (!item->reading || error->code != JFR_OK) stands.error = mem_copy_text(error->text);
    else judge(all, item, &stands);
    array_push(&all->items, stands);
    return true;
}

static void join(void *context, struct walk_run *run) {
    const struct standing *all = context;
    rules_join(rules_all, run, selection_has_window(all->answer->reading.selection));
}

/* ==== Order ================================================================================= */

/* What could not be read comes last. */
ORDERED(compare_stands, struct stands, ORDER(!y->error, !x->error), FALLING(severity),
        FALLING(weight), RISING(number))

static int compare_shared(const void *a, const void *b) {
    const struct shared *x = a, *y = b;
    if (x->recordings != y->recordings) return x->recordings < y->recordings ? 1 : -1;
    if (x->severity != y->severity) return x->severity < y->severity ? 1 : -1;
    if (x->rule != y->rule) return strcmp(x->rule->id, y->rule->id);
    return strcmp(x->culprit ? x->culprit : "", y->culprit ? y->culprit : "");
}

static void sort(struct standing *all) {
    size_t kept = 0;
    for (size_t i = 0; i < all->shared.len; i++) {
        if (all->shared.items[i].recordings >= SEVERAL)
            all->shared.items[kept++] = all->shared.items[i];
        else free(all->shared.items[i].culprit);
    }
    all->shared.len = kept;
    array_sort(&all->items, compare_stands);
    if (kept) qsort(all->shared.items, kept, sizeof *all->shared.items, compare_shared);
}

/* ==== The sheet ============================================================================= */

static const char *severity_of(const struct stands *stands) {
    return stands->error ? "FAILED" : rule_severity_name(stands->severity);
}

#include "cmd/keys/overview.standing_shown.h"

static void describe_recordings(const struct standing *all, struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_TABLES});
    struct sheet_column name = column_text("recording", "path"),
                        first = column_text("first cause", "first_cause");
    name.flexible = name.ending = true;
    first.flexible = first.sentence = true;
    sheet_columns(sheet, column_text("severity", "severity"), column_number("causes", "causes"),
                  name, first);
    EACH (const struct stands, stands, &all->items) {
        const char *says = stands->error   ? stands->error
                           : stands->title ? stands->title
                                           : "nothing stands out";
        OWNED(text_free) struct text safe = {0};
        safe_add_name(&safe, says);
        sheet_row_of(sheet, cell_text(severity_of(stands)),
                     stands->error ? cell_blank() : cell_count(stands->causes),
                     cell_text(stands->name), cell_text(text_str(&safe)));
    }
    sheet_end(sheet);
}

static void add_shared(const struct standing *all, const struct shared *shared, struct text *out) {
    text_addf(out, "%zu of %zu: %s  %s", shared->recordings, all->judged,
              rule_severity_name(shared->severity), rule_cause(shared->rule));
    words_add(out, "[: {}][, up to {} %]\n", words_name(shared->culprit),
              cell_real(shared->cost, 0));
}

static void describe(const struct standing *all, uint64_t top, struct sheet *sheet) {
    OWNED(text_free) struct text words = {0}, title = {0};
    size_t bad = 0, shown = 0;
    for (size_t i = 0; i < all->items.len; i++) bad += all->items.items[i].severity == RULE_WARNING;
    reading_add_title(&all->answer->reading, &title);
    text_add_number_of(&words, all->items.len, "recording");
    text_addf(&words, ", %zu with a WARNING, the worst first\n", bad);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
    describe_recordings(all, sheet);
    text_clear(&words);
    for (; shown < all->shared.len && (top == 0 || shown < top); shown++)
        add_shared(all, &all->shared.items[shown], &words);
    if (!shown) text_add(&words, "No two of them have a cause in common.\n");
    if (shown < all->shared.len)
        text_addf(&words, "And %zu more (--top 0).\n", all->shared.len - shown);
    sheet_group(sheet, (struct sheet_group){.title = "Causes they have in common"});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

static void standing_free(struct standing *all) {
    EACH (struct stands, stands, &all->items)
        mem_free(stands->name, stands->title, stands->says, stands->error, stands->id);
    for (size_t i = 0; i < all->shared.len; i++) free(all->shared.items[i].culprit);
    arrays_free(&all->items, &all->shared);
}

int standing_answer(struct answer *answer, uint64_t top) {
    static const struct facts_options facts = {0};
    OWNED(standing_free) struct standing all = {.answer = answer};
    struct each each = {
        .how = &answer->reading,
        .needs = {.keep = PROFILE_STACKS | PROFILE_SAMPLES, .finest = BY_LINE, .facts = &facts},
        .join = join,
        .take = take,
        .context = &all};
    each_read(&each);
    notes_say(&each.report);
    answer->partial = each.report.failed > 0 || each.report.lost_bytes > 0;
    struct sheet *sheet = answer_sheet(answer, NULL);
    sort(&all);
    if (answer->format == FORMAT_JSON) standing_objects(&all, sheet);
    else if (sheet_shows(sheet, SHEET_ROWS)) describe_recordings(&all, sheet);
    else describe(&all, top, sheet);
    each_close(&each);
    return all.judged || answer->format == FORMAT_JSON ? EXIT_OK : EXIT_NOT_JFR;
}
