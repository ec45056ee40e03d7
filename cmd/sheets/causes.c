#include "cmd/sheets/causes.h"

#include "base/safe.h"
#include "base/utf8.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/words.h"

#define INDENT 2 /* of lines below a title */

const char *causes_group(unsigned group) {
    static const char *const names[] = {
        [RULE_CPU] = "CPU",
        [RULE_SAMPLES] = "hot methods",
        [RULE_COLLECTOR] = "GC",
        [RULE_LOCKS] = "locks",
        [RULE_IO] = "I/O",
        [RULE_ALLOCATION] = "allocation",
        [RULE_EXCEPTIONS] = "exceptions",
        [RULE_SAFEPOINTS] = "safepoints",
        [RULE_MEMORY] = "memory",
        [RULE_LOSSES] = "lost data",
    };
    return group < sizeof names / sizeof *names ? names[group] : NULL;
}

/* ==== Figures =============================================================================== */

/* " (info from 5 %, warning from 10 %)" */
static void add_marks(const struct rule *rule, struct text *out) {
    double info = rule_threshold(rule, NULL, "info");
    double warning = rule_threshold(rule, NULL, "warning");
    if (is_missing(info)) return;
    text_add(out, " (");
    if (!(warning <= info)) {
        text_add(out, "info from ");
        findings_add_threshold(rule, info, out);
    }
    if (is_known(warning)) {
        text_add(out, warning <= info ? "warning from " : ", warning from ");
        findings_add_threshold(rule, warning, out);
    }
    text_add_char(out, ')');
}

static void add_cost(const struct finding *finding, struct text *out) {
    static const char *const of[] = {[COST_OF_CPU] = "the CPU",
                                     [COST_OF_PROCESS] = "the JVM's CPU",
                                     [COST_OF_TIME] = "the time",
                                     [COST_OF_WAITERS] = "the waiting threads' time"};
    if (!finding->cost_of) return;
    text_addf(out, "up to %.*f %% of %s", finding->cost < 9.95 ? 1 : 0, finding->cost,
              of[finding->cost_of]);
}

void causes_add_title(const struct findings_view *view, const struct cause *cause,
                      struct text *out) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text culprit = {0};
    double figure = finding_figure(finding);
    cause_add_culprit(finding, view->profile, &culprit);
    text_add(out, rule_cause(finding->rule));
    if (culprit.len) {
        text_add(out, ": ");
        safe_add(out, culprit.data, culprit.len);
    }
    if (finding->cost_of) {
        text_add(out, culprit.len ? ", " : ": ");
        add_cost(finding, out);
    } else if (!culprit.len && is_known(figure)) {
        text_add(out, ": ");
        findings_add_figure(finding->rule, figure, out);
        add_marks(finding->rule, out);
    }
}

void causes_add_consequences(const struct cause *cause, struct text *out) {
    for (size_t i = 0; i < cause->consequences.len; i++) {
        const struct finding *finding = cause->consequences.items[i];
        double figure = finding_figure(finding);
        text_addf(out, "%s%s", i ? ", " : "", rule_cause(finding->rule));
        if (is_missing(figure)) continue;
        text_add(out, " (");
        findings_add_figure(finding->rule, figure, out);
        text_add_char(out, ')');
    }
}

/* ==== For programs ========================================================================== */

static void add_summary(const struct findings_view *view, const struct finding *finding,
                        struct sheet *sheet) {
    const struct finding_view one = {finding, view->profile, BY_LINE};
    OWNED(text_free) struct text line = {0};
    finding_add_line(&one, &line);
    sheet_field(sheet, "summary", cell_text(text_str(&line)));
}

#include "cmd/keys/overview_shown.h"

void causes_add_rows(const struct findings_view *view, const struct causes *causes,
                     struct sheet *sheet) {
    sheet_table(sheet, (struct sheet_table){.key = "findings", .formats = SHEET_PROGRAMS});
    cause_columns(sheet);
    EACH (const struct cause, cause, &causes->items) cause_row(view, cause, sheet);
    EACH (const struct cause, cause, &causes->outside) cause_row(view, cause, sheet);
    sheet_end(sheet);
}

/* ==== For people ============================================================================ */

/* A command is to be copied: it begins a line of its own if it does not fit into this one. */
static void add_see(const char *see, size_t columns, struct text *words) {
    const char *before = strrchr(text_str(words), '\n');
    size_t from = before ? (size_t)(before + 1 - words->data) : 0;
    size_t used = INDENT + utf8_columns(text_str(words) + from, words->len - from);
    bool fits = !columns || used + strlen("More: ") + utf8_columns(see, strlen(see)) <= columns;
    if (!fits && words->len > from) words->data[words->len - 1] = '\n';
    text_addf(words, "More: %s\n", see);
}

static void add_when(const struct finding *finding, bool goes_on, struct text *words) {
    if (!finding->to_ns) return;
    int64_t length =
        finding->to_ns > finding->from_ns ? finding->to_ns - finding->from_ns : MISSING;
    words_add(words, "[Worst from {} for {}|At {}].{}", cell_time(finding->from_ns),
              cell_ns(length), cell_time(finding->from_ns), cell_text(goes_on ? " " : "\n"));
}

static void add_first_sentence(const struct findings_view *view, const struct finding *finding,
                               struct text *words) {
    const struct finding_view one = {finding, view->profile, BY_LINE};
    OWNED(text_free) struct text all = {0};
    finding_add_sentences(&one, &all);
    text_add_bytes(words, text_str(&all), strcspn(text_str(&all), "\n"));
    text_add_char(words, '\n');
}

static void describe(const struct findings_view *view, const struct cause *cause, size_t columns,
                     struct sheet *sheet) {
    const struct finding *finding = cause->finding;
    OWNED(text_free) struct text title = {0}, words = {0}, see = {0};
    text_addf(&title, "%s  ", rule_severity_name(cause->severity));
    causes_add_title(view, cause, &title);
    add_first_sentence(view, finding, &words);
    if (cause->consequences.len) {
        text_add(&words, "Related: ");
        causes_add_consequences(cause, &words);
        text_add(&words, ".\n");
    }
    if (finding->lack)
        text_addf(&words, "Not recorded: %s (%s#enabled=true).\n", finding->lack->what,
                  finding->lack->event);
    findings_add_see(view, finding->rule->see, &see);
    add_when(finding, see.len > 0, &words);
    if (see.len) add_see(text_str(&see), columns, &words);
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

size_t causes_describe(const struct findings_view *view, const struct causes *causes, uint64_t top,
                       size_t columns, struct sheet *sheet) {
    size_t shown = 0;
    while (shown < causes->items.len && (top == 0 || shown < top))
        describe(view, &causes->items.items[shown++], columns, sheet);
    return shown;
}

void causes_add_outside(const struct findings_view *view, const struct causes *causes,
                        struct text *out) {
    EACH (const struct cause, cause, &causes->outside) {
        text_add(out, "Outside the JVM: ");
        add_first_sentence(view, cause->finding, out);
        if (!cause->consequences.len) continue;
        out->len--;
        text_add(out, " Related: ");
        causes_add_consequences(cause, out);
        text_add(out, ".\n");
    }
}
