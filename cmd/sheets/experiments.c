#include "cmd/sheets/experiments.h"
#include "cmd/write/words.h"

#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"

#include <inttypes.h>

#define USUAL 25 /* percent */

/* ==== Numbers ================================================================================ */

void experiments_add_gain(struct text *out, double gain) {
    if (is_missing(gain)) text_add(out, "-");
    else text_addf(out, "%+.1f", fabs(gain) < 0.05 ? 0 : gain);
}

/* "[+12.1, +16.9]" */
void experiments_add_interval(struct text *out, const struct whatif_estimate *e) {
    text_add(out, "[");
    experiments_add_gain(out, e->low);
    text_add(out, ", ");
    experiments_add_gain(out, e->high);
    text_add(out, "]");
}

static struct cell gain_cell(double percent, const struct text *shown) {
    struct cell cell = cell_percent(percent);
    cell.shown = is_missing(percent) ? NULL : text_str(shown);
    return cell;
}

uint32_t experiments_speed(const struct experiments *e, uint32_t percent) {
    uint32_t first = 0;
    for (size_t i = 0; i < e->answer.gains.len; i++) {
        uint32_t speed = e->answer.gains.items[i].speed;
        if (speed == (percent ? percent : USUAL)) return speed;
        if (!first) first = speed;
    }
    return percent ? percent : first;
}

const struct whatif_gain *experiments_gain(const struct experiments *e, uint32_t method,
                                           enum whatif_kind kind, uint32_t speed) {
    EACH (const struct whatif_gain, gain, &e->answer.gains)
        if (gain->method == method && gain->kind == kind && gain->speed == speed) return gain;
    return NULL;
}

/* ==== What is said of a method =============================================================== */

static const char *const verdict_keys[] = {
    [WHATIF_UNKNOWN] = "unknown", [WHATIF_HELPS] = "helps",     [WHATIF_MORE] = "more_than_share",
    [WHATIF_NOTHING] = "nothing", [WHATIF_HINDERS] = "hinders",
};

static bool is_hottest(const struct experiments *e, uint32_t method) {
    for (uint32_t i = 0; i < e->methods.len; i++)
        if (experiments_share(e, i) > experiments_share(e, method)) return false;
    return true;
}

static const char *words_of(const struct experiments *e, const struct whatif_gain *gain) {
    if (!gain) return "";
    switch (gain->verdict) {
    case WHATIF_MORE:
        return gain->speed > USUAL ? "at least; more than its share: others wait for it"
                                   : "more than its share: others wait for it";
    case WHATIF_NOTHING:
        return is_hottest(e, gain->method) ? "no effect although hottest" : "no effect";
    case WHATIF_HINDERS: return e->answer.latency ? "longer" : "less progress";
    case WHATIF_HELPS: return gain->speed > USUAL ? "at least, if it holds a lock" : "";
    case WHATIF_UNKNOWN: break;
    }
    return is_missing(gain->estimate.gain) ? "too few clean windows" : "not sure yet";
}

/* ==== For programs =========================================================================== */

struct method_shown {
    uint32_t method;
    const struct whatif_gain *gain; /* NULL: there is none */
    const struct whatif_estimate *estimate,
        *measured; /* if it were faster, as it really did less */
};

#include "cmd/keys/whatif_shown.h"

/* ==== For people ============================================================================= */

void experiments_add_conditions(const struct experiments *e, struct text *out) {
    const struct whatif_answer *a = &e->answer;
    text_add(out, a->latency ? "latency: " : "progress: ");
    if (a->latency && is_known(a->span)) {
        units_add_duration(out, (int64_t)a->span);
        text_add(out, ", ");
    }
    if (is_known(a->rate) && a->rate >= 100)
        words_add(out, "{}", cell_count((uint64_t)rint(a->rate)));
    else if (is_known(a->rate)) text_addf(out, "%.1f", a->rate);
    else text_add(out, "-");
    if (e->point) text_fill(out, safe_add_name, " of %s", e->point);
    text_add(out, " a second; control ");
    experiments_add_gain(out, a->control.gain);
    text_add_char(out, ' ');
    experiments_add_interval(out, &a->control);
    bool in = fabs(a->control.gain) <= WHATIF_CONTROL_MOST;
    text_add(out, is_missing(a->control.gain) ? "" : in ? ": ok" : ": too far from 0");
    text_addf(out, "; waits for processors %.1f %%%s\n", 100 * a->waited,
              a->late <= WHATIF_WAITED ? ": ok" : "");
    text_addf(out, "%" PRIu32 " of %" PRIu32 " windows were clean", a->clean, a->windows);
    if (a->collected) text_addf(out, "; a collection was in %" PRIu32, a->collected);
    text_add_char(out, '\n');
}

static void add_refusal(const struct whatif_reason *why, struct sheet *sheet) {
    OWNED(text_free) struct text lines = {0};
    text_addf(&lines, "No answer: %s.\n%c%s.\n", why->sentence,
              why->advice[0] >= 'a' && why->advice[0] <= 'z' &&
                      strncmp(why->advice, "jfrtool", 7) != 0
                  ? why->advice[0] - 'a' + 'A'
                  : why->advice[0],
              why->advice + 1);
    sheet_marked_lines(sheet, SHEET_PEOPLE, MARK_WARNING, text_str(&lines));
}

static bool has_real(const struct experiments *e) {
    for (size_t i = 0; i < e->answer.gains.len; i++)
        if (e->answer.gains.items[i].kind == WHATIF_REAL) return true;
    return false;
}

void experiments_rank(const struct experiments *e, uint32_t speed, uint32_t *methods) {
    bool answered = e->answer.refusal == WHATIF_ANSWERED;
    OWNED(mem_release) bool *ranked = mem_zero(e->methods.len, sizeof *ranked);
    for (size_t n = 0; n < e->methods.len; n++) {
        uint32_t best = MISSING_ID;
        double most = 0;
        for (uint32_t i = 0; i < e->methods.len; i++) {
            const struct whatif_gain *gain = experiments_gain(e, i, WHATIF_VIRTUAL, speed);
            double value = answered && gain ? gain->estimate.gain : MISSING_REAL;
            if (e->answer.latency) value = -value; /* the less the better */
            if (is_missing(value)) value = -1000 + whole_real(-(int64_t)i);
            if (ranked[i] || (is_known(best) && value <= most)) continue;
            best = i;
            most = value;
        }
        ranked[best] = true;
        methods[n] = best;
    }
}

static void add_table(const struct experiments *e, uint32_t speed, struct sheet *sheet) {
    char title[60];
    bool answered = e->answer.refusal == WHATIF_ANSWERED, real = has_real(e);
    snprintf(title, sizeof title, "%s if %u %% faster", e->answer.latency ? "latency" : "progress",
             (unsigned)speed);
    sheet_table(sheet, (struct sheet_table){.key = "methods"});
    experiments_method_columns(title, real, sheet);
    OWNED(mem_release) uint32_t *ranked = mem_zero(e->methods.len, sizeof *ranked);
    experiments_rank(e, speed, ranked);
    for (size_t n = 0; n < e->methods.len; n++) {
        static const struct whatif_estimate none = {
            .gain = MISSING_REAL, .low = MISSING_REAL, .high = MISSING_REAL};
        const struct whatif_gain *gain = experiments_gain(e, ranked[n], WHATIF_VIRTUAL, speed),
                                 *really = experiments_gain(e, ranked[n], WHATIF_REAL, speed);
        const struct method_shown shown = {ranked[n], gain,
                                           answered && gain ? &gain->estimate : &none,
                                           really ? &really->estimate : &none};
        experiments_method_row(e, &shown, answered, real, sheet);
    }
    sheet_end(sheet);
}

static void add_notes(const struct experiments *e, struct sheet *sheet) {
    const struct whatif_answer *a = &e->answer;
    OWNED(text_free) struct text lines = {0};
    if (a->refusal == WHATIF_ANSWERED && a->coarse) {
        text_add(&lines, "Threads run for ");
        units_add_duration(&lines, (int64_t)a->stretch);
        text_add(&lines, " between two waits; delays of ");
        units_add_duration(&lines, (int64_t)a->grain);
        text_add(&lines, " are coarse for that: gains may come out too low.\n");
    }
    if (e->several_points)
        text_add(&lines, "Experiments with another point of progress are left out.\n");
    if (lines.len) sheet_lines(sheet, SHEET_PEOPLE, text_str(&lines));
}

void experiments_describe(const struct experiments *e, uint32_t percent, struct sheet *sheet) {
    uint32_t speed = experiments_speed(e, percent);
    experiments_fields(e, &e->answer, speed, sheet);
    OWNED(text_free) struct text conditions = {0};
    experiments_add_conditions(e, &conditions);
    sheet_lines(sheet, SHEET_PEOPLE, text_str(&conditions));
    if (e->answer.refusal != WHATIF_ANSWERED)
        add_refusal(&whatif_reasons[e->answer.refusal], sheet);
    add_table(e, speed, sheet);
    add_notes(e, sheet);
}

/* ==== While they go on ======================================================================= */

void experiments_add_line(const struct experiments *e, struct text *out) {
    const struct whatif_answer *a = &e->answer;
    text_addf(out, "%" PRIu32 " windows, %" PRIu32 " clean; control ", a->windows, a->clean);
    experiments_add_gain(out, a->control.gain);
    for (size_t i = 0; i < a->gains.len && i < 3; i++) {
        const struct whatif_gain *g = &a->gains.items[i];
        if (g->kind != WHATIF_VIRTUAL || is_missing(g->estimate.gain)) continue;
        const char *name = e->methods.items[g->method].name, *dot = strrchr(name, '.');
        text_fill(out, safe_add_name, "; %s ", dot ? dot + 1 : name);
        experiments_add_gain(out, g->estimate.gain);
        text_add_char(out, ' ');
        experiments_add_interval(out, &g->estimate);
    }
}

/* ==== Coz ==================================================================================== */

static void add_name(struct text *out, const char *name) {
    for (; *name; name++) text_add_char(out, (unsigned char)*name <= ' ' ? '_' : *name);
}

static void add_experiment(struct text *out, const struct experiments *e,
                           const struct whatif_window *w, uint32_t method) {
    text_add(out, "experiment\tselected=");
    add_name(out, e->methods.items[method].name);
    text_addf(out, "\tspeedup=%.2f\tduration=%" PRId64 "\tselected-samples=%" PRId64 "\n",
              w->kind == WHATIF_VIRTUAL ? w->speed / 100.0 : 0, w->elapsed - w->delay, w->hits);
    text_add(out, "throughput-point\tname=");
    add_name(out, e->point);
    text_addf(out, "\tdelta=%" PRId64 "\n", w->progress);
}

void experiments_add_coz(const struct experiments *e, struct text *out) {
    int64_t all = 0;
    text_add(out, "startup\ttime=0\n");
    EACH (const struct whatif_window, w, &e->windows) {
        all += w->elapsed;
        if (w->kind == WHATIF_VIRTUAL) add_experiment(out, e, w, w->method);
        for (uint32_t m = 0; w->kind == WHATIF_BASE && m < e->methods.len; m++)
            add_experiment(out, e, w, m);
    }
    for (uint32_t m = 0; m < e->methods.len; m++) {
        text_add(out, "samples\tlocation=");
        add_name(out, e->methods.items[m].name);
        text_addf(out, "\tcount=%" PRIu64 "\n", e->methods.items[m].hits);
    }
    text_addf(out, "runtime\ttime=%" PRId64 "\n", all);
}
