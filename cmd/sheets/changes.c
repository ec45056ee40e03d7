#include "cmd/sheets/changes.h"

#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"
#include "cmd/cli/voice.h"
#include "cmd/sheets/contrast.h"
#include "cmd/sheets/diff.h"
#include "cmd/sheets/finding.h"
#include "cmd/sheets/findings.h"
#include "cmd/write/words.h"

#define MEASURES 14 /* that people see, */
#define BY_CHANCE 5 /* and of those that chance alone can explain */
#define REQUESTS 12
#define CAUSES 8
#define TYPES 2 /* of requests, in the lines above all */

/* Worst first: the index says more than the word for programs. */
static const char *const change_words[] = {[FINDING_NEW] = "new",
                                           [FINDING_LARGER] = "larger",
                                           [FINDING_SMALLER] = "smaller",
                                           [FINDING_GONE] = "gone",
                                           [FINDING_SAME] = "same"};

/* ==== Cells ================================================================================= */

static void add_chance_cell(bool tested, bool significant, double adjusted, struct sheet *sheet) {
    OWNED(text_free) struct text word = {0};
    if (significant) diff_add_p(adjusted, &word);
    else text_add(&word, tested ? "~" : "-");
    sheet_cell(sheet, cell_text(text_str(&word)));
}

/* What is left out of a table; noun: "findings". */
static void say_left(words_sheet *add, size_t left, const char *noun, struct sheet *sheet) {
    words_say(add, sheet, SHEET_PEOPLE, "And {} more{}{}.\n", cell_if_any(left), cell_text(noun),
              cell_text(voice_json_has_all()));
}

/* ==== Rates ================================================================================= */

static bool is_small(const struct contrast_row *row) {
    double floor = contrast_unit_floor(row->measure->unit);
    return !(row->value[0] >= floor) && !(row->value[1] >= floor);
}

/* What is there on both sides, and not next to nothing; what differs comes first. */
static bool is_shown(const struct contrast_row *row) {
    return row->significant ||
           (!is_small(row) && is_known(row->value[0]) && is_known(row->value[1]));
}

static void add_ratio_cell(const struct contrast_row *row, struct sheet *sheet) {
    OWNED(text_free) struct text word = {0};
    double ratio = row->value[0] == 0 && row->value[1] == 0 ? MISSING_REAL : row->ratio;
    diff_add_ratio(ratio, &word);
    sheet_take_cell(sheet, &word);
}

/* True: the sides were recorded with other settings of something that is shown. */
static bool add_measure_rows(const struct contrast *contrast, struct sheet *sheet, size_t *left) {
    size_t shown = 0, by_chance = 0;
    bool others = false;
    EACH (const struct contrast_row, row, &contrast->rows) {
        OWNED(text_free) struct text value = {0};
        if (!is_shown(row)) continue;
        if (shown == MEASURES || (!row->significant && by_chance == BY_CHANCE)) {
            ++*left;
            continue;
        }
        shown++;
        by_chance += !row->significant;
        sheet_row_of(sheet, cell_text(row->measure->name));
        for (int side = 0; side < 2; side++) {
            contrast_add_value(row, row->value[side], &value);
            sheet_take_cell(sheet, &value);
        }
        add_ratio_cell(row, sheet);
        if (row->other_setting) sheet_cell(sheet, cell_text(row->other_setting));
        else add_chance_cell(row->tested, row->significant, row->adjusted, sheet);
        sheet_cell(sheet, cell_text(row->significant ? row->most : NULL));
        others |= row->other_setting != NULL;
    }
    return others;
}

static void add_measure_table(const struct contrast *contrast, struct sheet *sheet) {
    size_t left = 0;
    sheet_group(sheet, (struct sheet_group){.title = "Rates"});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    sheet_columns(sheet, column_name("rate", NULL), column_number("base", NULL),
                  column_number("new", NULL), column_number("ratio", NULL),
                  column_number("chance", NULL), column_name("most of it", NULL));
    bool others = add_measure_rows(contrast, sheet, &left);
    sheet_end(sheet);
    if (others)
        sheet_note(
            sheet, SHEET_PEOPLE,
            "Where chance names a setting, the sides were recorded with different values of it.\n");
    say_left(sheet_note, left, "", sheet);
    sheet_end(sheet);
}

/* ==== Requests ============================================================================== */

static void add_rate(double rate, struct text *out) {
    text_addf(out, rate < 10 ? "%.2f" : rate < 100 ? "%.1f" : "%.0f", rate);
}

/* "12 ms -> 45 ms", "12 ms -> 13 ms ~" */
static void add_durations(const struct request_figure *figure, struct text *out) {
    for (int side = 0; side < 2; side++) {
        if (side) text_add(out, " -> ");
        if (is_missing(figure->value[side])) text_add_char(out, '-');
        else units_add_duration(out, (int64_t)figure->value[side]);
    }
    if (!figure->significant && is_known(figure->value[0]) && is_known(figure->value[1]))
        text_add(out, " ~");
}

static bool has_durations(const struct request_change *row) {
    return is_known(row->median.value[0]) || is_known(row->median.value[1]);
}

/* several: there are events of other types, too. */
static void add_request_row(const struct request_change *row, bool several, struct sheet *sheet) {
    OWNED(text_free) struct text word = {0};
    sheet_row(sheet);
    for (int side = 0; side < 2; side++) {
        add_rate(row->rate.value[side], &word);
        sheet_take_cell(sheet, &word);
    }
    diff_add_ratio(row->rate.value[1] / row->rate.value[0], &word);
    if (!row->rate.significant) text_add(&word, " ~");
    sheet_take_cell(sheet, &word);
    if (has_durations(row)) add_durations(&row->median, &word);
    sheet_take_cell(sheet, &word);
    if (has_durations(row)) add_durations(&row->p99, &word);
    sheet_take_cell(sheet, &word);
    if (row->group) text_addf(&word, "  %s", row->group);
    else if (several) text_addf(&word, "%s, all", row->type);
    else text_add(&word, "all");
    sheet_cell(sheet, cell_text(text_str(&word)));
}

static void add_request_table(const struct request_changes *requests, struct sheet *sheet) {
    size_t len = requests->rows.len, shown = len < REQUESTS ? len : REQUESTS;
    if (!len) return;
    sheet_group(sheet, (struct sheet_group){.title = "Requests: events of the program"});
    sheet_table(sheet, (struct sheet_table){.formats = SHEET_PEOPLE, .omit_empty = true});
    static const char *const titles[] = {"base/s", "new/s", "ratio", "median", "p99"};
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        sheet_column(sheet, column_number(titles[i], NULL));
    sheet_column(sheet, column_name("which", NULL));
    bool several = false;
    for (size_t i = 1; i < len; i++)
        several |= strcmp(requests->rows.items[i].type, requests->rows.items[0].type) != 0;
    for (size_t i = 0; i < shown; i++) add_request_row(&requests->rows.items[i], several, sheet);
    sheet_end(sheet);
    say_left(sheet_note, len - shown, "", sheet);
    sheet_end(sheet);
}

static void add_figure(const char *key, const struct request_figure *figure, bool ns,
                       struct sheet *sheet) {
    sheet_object(sheet, key);
    static const char *const names[] = {"base", "new"};
    for (int side = 0; side < 2; side++) {
        double value = figure->value[side];
        sheet_field(sheet, names[side],
                    is_missing(value) ? cell_missing()
                    : ns              ? cell_ns((int64_t)value)
                                      : cell_real(value, CELL_SIGNIFICANT));
    }
    sheet_fields(sheet, {"significant", cell_bool(figure->significant)},
                 {"chance",
                  figure->tested ? cell_real(figure->adjusted, CELL_SIGNIFICANT) : cell_missing()});
    sheet_end(sheet);
}

/* ==== Findings ============================================================================== */

static const struct finding_seen *latest_of(const struct finding_change *cause) {
    return &cause->shown[cause->shown[1].finding ? 1 : 0];
}

static void add_line(const struct finding_seen *seen, struct text *out) {
    const struct finding_view one = {seen->finding, seen->profile, BY_LINE};
    OWNED(text_free) struct text words = {0};
    finding_add_sentences(&one, &words);
    text_add_bytes(out, text_str(&words), strcspn(text_str(&words), "\n"));
}

static void add_cause(const struct finding_change *cause, struct sheet *sheet) {
    const struct finding_seen *seen = latest_of(cause);
    OWNED(text_free) struct text title = {0}, words = {0};
    text_addf(&title, "%s  %s  %s", change_words[cause->change], findings_severity(seen->finding),
              rule_cause(cause->rule));
    if (cause->change != FINDING_NEW && is_known(cause->figure[0])) {
        text_add(&title, ": ");
        findings_add_figure(cause->rule, cause->figure[0], &title);
        text_add(&title, " -> ");
        if (is_known(cause->figure[1])) findings_add_figure(cause->rule, cause->figure[1], &title);
        else text_add(&title, "none");
    } else if (is_known(cause->figure[1])) {
        text_add(&title, ": ");
        findings_add_figure(cause->rule, cause->figure[1], &title);
    }
    if (cause->change == FINDING_GONE) text_add(&words, "It was: ");
    add_line(seen, &words);
    text_add_char(&words, '\n');
    if (cause->unknown)
        text_addf(&words, "The rule could not judge the %s side.\n",
                  cause->change == FINDING_NEW ? "base" : "new");
    sheet_group(sheet, (struct sheet_group){.title = text_str(&title)});
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&words));
    sheet_end(sheet);
}

/* unknown: of them those that the other side's recordings could not show. */
static size_t count_of(const struct finding_changes *causes, enum finding_became change,
                       size_t *unknown) {
    size_t count = 0;
    *unknown = 0;
    EACH (const struct finding_change, cause, &causes->items) {
        if (cause->change != change) continue;
        count++;
        *unknown += cause->unknown;
    }
    return count;
}

static void add_cause_groups(const struct finding_changes *causes, struct sheet *sheet) {
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < causes->items.len; i++) {
        if (causes->items.items[i].change == FINDING_SAME) continue;
        if (shown++ < CAUSES) add_cause(&causes->items.items[i], sheet);
        else left++;
    }
    say_left(sheet_lines, left, " findings", sheet);
}

static void add_side(const struct finding_change *cause, int side, const char *key,
                     struct sheet *sheet) {
    const struct finding *finding = cause->shown[side].finding;
    if (!finding) sheet_field(sheet, key, cell_missing());
    else
        sheet_object_of(sheet, key, {"severity", cell_text(findings_severity(finding))},
                        {"figure", findings_figure_cell(cause->rule, cause->figure[side])},
                        {"unit", cell_text(findings_unit(cause->rule))},
                        {"recordings", cell_count(cause->seen[side].len)});
}

#include "cmd/keys/diff.changes_shown.h"

/* ==== Lines ================================================================================= */

static void add_request_line(const struct request_change *row, struct text *out) {
    text_add_grouped(out, row->count[0]);
    text_add(out, " -> ");
    text_add_number_of(out, row->count[1], has_durations(row) ? "request" : "event");
    text_fill(out, safe_add_name, " (%s): ", row->type);
    add_rate(row->rate.value[0], out);
    text_add(out, " -> ");
    add_rate(row->rate.value[1], out);
    text_add(out, " a second, ");
    if (row->rate.significant) diff_add_p(row->rate.adjusted, out);
    else text_add(out, "which may be chance");
    if (row->count[0] && row->count[1] && has_durations(row)) {
        text_add(out, "; median ");
        add_durations(&row->median, out);
        text_add(out, ", p99 ");
        add_durations(&row->p99, out);
    }
    text_add(out, ".\n");
}

static void add_measure_line(const struct contrast *contrast, struct text *out) {
    size_t differ = 0, tested = 0;
    for (size_t i = 0; i < contrast->rows.len; i++) {
        differ += contrast->rows.items[i].significant;
        tested += contrast->rows.items[i].tested;
    }
    if (!tested) return;
    if (differ) text_addf(out, "%zu of ", differ);
    else text_add(out, "No change by more than chance in ");
    text_add_number_of(out, tested, "rate");
    text_add(out, differ ? " changed by more than chance.\n" : ".\n");
}

static void add_cause_line(const struct finding_changes *causes, struct text *out) {
    bool any = false;
    for (int change = FINDING_NEW; change <= FINDING_GONE; change++) {
        size_t unknown, count = count_of(causes, (enum finding_became)change, &unknown);
        if (!count) continue;
        text_addf(out, "%s%zu %s", any ? ", " : "Findings: ", count, change_words[change]);
        if (unknown)
            words_add(out, " ([{} of ]which the {} side could not show)",
                      cell_if_any(unknown < count ? unknown : 0),
                      cell_text(change == FINDING_NEW ? "base" : "new"));
        any = true;
    }
    text_add(out, any ? ".\n" : "Findings: none is new, gone, larger or smaller.\n");
}

void changes_add_lines(const struct changes *changes, struct text *out) {
    size_t types = 0;
    for (size_t i = 0; i < changes->requests.rows.len && types < TYPES; i++) {
        if (changes->requests.rows.items[i].group) continue;
        add_request_line(&changes->requests.rows.items[i], out);
        types++;
    }
    if (changes->has_rates) add_measure_line(&changes->contrast, out);
    if (changes->has_causes) add_cause_line(&changes->causes, out);
}

void changes_describe(const struct changes *changes, struct sheet *sheet) {
    bool rates = changes && changes->has_rates, causes = changes && changes->has_causes;
    if (rates) changes_seconds(&changes->contrast, sheet);
    else sheet_field(sheet, "each_second", cell_missing());
    if (rates) changes_requests(&changes->requests, sheet);
    else sheet_field(sheet, "requests", cell_missing());
    if (causes) changes_findings(&changes->causes, sheet);
    else sheet_field(sheet, "findings", cell_missing());
    if (!sheet_shows(sheet, SHEET_PEOPLE)) return;
    if (rates) add_measure_table(&changes->contrast, sheet);
    if (rates) add_request_table(&changes->requests, sheet);
    if (causes) add_cause_groups(&changes->causes, sheet);
}
