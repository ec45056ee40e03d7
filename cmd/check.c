/* jfrtool check: whether recordings are whole, and their samples claim no more than there was. */
#include "analyzers/time/claims.h"
#include "analyzers/time/periods.h"
#include "analyzers/walk/whole_read.h"

#include "cmd/write/words.h"
#include "cmd/cli/operands.h"
#include "cmd/read/answer.h"
#include "cmd/read/notes.h"

#include "cmd/check_options.h"
#include "base/plural.h"

static void add_verdict(const struct whole_answer *answer, const struct scan_report *report,
                        struct sheet *sheet) {
    OWNED(text_free) struct text line = {0};
    uint64_t problems = answer->counts.problems;
    if (problems) {
        words_add(&line, "Not whole: {problem}. What can be read: ", cell_count(problems));
    } else {
        OWNED(array_release) gap_list gaps = gaps_find(report);
        text_add(&line, gaps.len ? "Whole, but there is a gap: " : "Whole: ");
    }
    words_add(&line, "{chunk}, {event}, {constant}\n", cell_count(report->chunks.len),
              cell_count(answer->counts.events), cell_count(answer->counts.constants));
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&line));
    words_say(sheet_note, sheet, SHEET_PEOPLE,
              "{constant} {} referred to but missing: JVMs leave some, mostly of threads that have "
              "ended\n",
              cell_if_any(answer->counts.missing),
              cell_text(plural(answer->counts.missing, "is", "are")));
}

#include "cmd/keys/check_shown.h"

/* No damage, as no one can tell whether there ever was something. */
static void add_gaps(const struct scan_report *report, struct sheet *sheet) {
    OWNED(array_release) gap_list gaps = gaps_find(report);
    check_gaps(&gaps, sheet);
    EACH (const struct gap, gap, &gaps) {
        OWNED(text_free) struct text line = {0};
        if (report->recordings > 1) text_addf(&line, "%s: ", gap->after->source);
        note_add_gap(&line, gap);
        text_add_char(&line, '\n');
        sheet_note(sheet, SHEET_PEOPLE, text_str(&line));
    }
}

/* So many problems of a kind and chunk people are told one by one, of what only follows from a cut
 * not one: the others are a line with their number. */
#define TOLD 5

struct others {
    const struct whole_found *first; /* NULL: none */
    uint64_t count;
};

static void add_others(struct sheet *sheet, struct others *others) {
    for (int kind = 0; kind < WHOLE_KINDS; kind++, others++) {
        OWNED(text_free) struct text line = {0};
        if (!others->first) continue;
        if (others->count == 1) {
            text_add(&line, others->first->what);
        } else if (others->first->follows) {
            words_add(&line, "as a consequence: {} {}, from here on", cell_count(others->count),
                      cell_text(whole_kind_words((enum whole_kind)kind)));
        } else {
            text_add_grouped(&line, others->count);
            text_addf(&line, " more %s, from here on", whole_kind_words((enum whole_kind)kind));
        }
        check_problem_row(others->first, text_str(&line), sheet);
        *others = (struct others){0};
    }
}

static bool of_one_chunk(const struct whole_found *a, const struct whole_found *b) {
    return a->order == b->order && a->chunk == b->chunk && a->noted == b->noted &&
           a->follows == b->follows;
}

static void add_problems_for_people(const struct whole_answer *answer, struct sheet *sheet) {
    struct others others[WHOLE_KINDS] = {0};
    unsigned told[WHOLE_KINDS] = {0};
    const struct whole_found *last = NULL;
    EACH (const struct whole_found, found, &answer->problems) {
        if (last && !of_one_chunk(last, found)) {
            add_others(sheet, others);
            memset(told, 0, sizeof told);
        }
        last = found;
        if (found->noted || (!found->follows && told[found->kind]++ < TOLD)) {
            check_problem_row(found, found->what, sheet);
            continue;
        }
        if (!others[found->kind].first) others[found->kind].first = found;
        others[found->kind].count += found->count;
    }
    add_others(sheet, others);
}

/* ---- What samples claim ---------------------------------------------------------------------- */

/* Whether samples say themselves what they are worth, which is not always a period. */
static bool says_worth(const struct samples *samples, int64_t period) {
    const struct profile *profile = &samples->profile;
    bool says = samples->event && strcmp(samples->event, "jdk.CPUTimeSample") == 0;
    for (size_t i = 0; i < profile->moments.len && period > 0 && !says; i++)
        says = profile_sample(profile, i).value % period != 0;
    return says;
}

/* What the JVM's clocks say of the threads of CPU samples. NULL: the input cannot be read twice. */
static struct samples *read_claims(struct reading *reading, struct claims *claims) {
    static const struct facts_options facts = {0};
    static const struct needs needs = {.keep = PROFILE_SAMPLES, .values = true, .facts = &facts};
    const char *cpu[] = {"cpu"}; /* not those of wall-clock time, where there are no others */
    OWNED(selection_close) struct selection every = {.events = {.items = cpu, .len = 1}};
    struct jfr_error why = {0};
    struct samples *samples = NULL;
    *claims = (struct claims){0};
    if (operands_stream(&reading->paths)) return NULL;
    if (selection_open(&every, &why)) {
        OWNED(scan_report_free) struct scan_report report;
        struct scan_options scan = reading_scan(reading);
        samples = samples_read(&scan, &every, &needs, &report);
        const struct profile *profile = &samples->profile;
        int64_t period = samples->event ? period_at(&samples->facts, samples->event, INT64_MAX) : 0;
        claims_make(profile, &samples->facts, period, says_worth(samples, period), report.start_ns,
                    claims);
    }
    return samples;
}

/* ---- The answer ------------------------------------------------------------------------------ */

static void describe(const struct whole_answer *answer, const struct scan_report *report,
                     struct sheet *sheet) {
    check_fields(answer, report, sheet);
    add_verdict(answer, report, sheet);
    sheet_table(sheet, (struct sheet_table){.key = "problems", .omit_empty = true});
    check_problem_columns(report->recordings > 1, sheet);
    if (sheet_shows(sheet, SHEET_PEOPLE)) {
        add_problems_for_people(answer, sheet);
    } else {
        for (size_t i = 0; i < answer->problems.len; i++)
            check_problem_row(&answer->problems.items[i], answer->problems.items[i].what, sheet);
    }
    sheet_end(sheet);
    add_gaps(report, sheet);
}

static int make_answer(struct answer *answer) {
    struct reading *reading = &answer->reading;
    struct scan_options scan = reading_scan(reading);
    OWNED(whole_answer_free) struct whole_answer whole;
    whole_read(&scan, &reading->report, &whole);
    int code = EXIT_OK;
    if (reading->report.recordings == 0) {
        code = reading_done(reading);
    } else {
        OWNED(claims_free) struct claims claims;
        struct samples *samples = read_claims(reading, &claims);
        progress_end(&reading->progress); /* the notes are among the problems */
        struct sheet *sheet = answer_sheet(answer, NULL);
        describe(&whole, &reading->report, sheet);
        check_claims(&claims, samples,
                     claims.compared ? cell_count(claims.compared) : cell_missing(), sheet);
        samples_free(samples);
        if (whole.counts.problems) code = EXIT_GATE;
        if (!whole.counts.problems || !whole.counts.events) answer->leads_nowhere = UINT64_MAX;
    }
    return code;
}
