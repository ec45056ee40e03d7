/* Compiled code that is left again and again, so that the interpreter has to go on. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/deoptimized_rows.h"

#define LEAST_COUNT 100
#define LEAST_SPAN 0.5 /* of the time: code is compiled anew while a program warms up */

/* The reason of most of the rows with this method. */
static void name_reason(const struct rule_input *input, const struct series *rows, uint64_t method,
                        struct finding *finding) {
    OWNED(tallies_free) struct tallies reasons = {0};
    for (size_t row = 0; row < rows->rows; row++)
        if (series_id(rows, DEOPTIMIZATION_METHOD, row) == method &&
            series_text(rows, DEOPTIMIZATION_REASON, row))
            tallies_add(&reasons, series_id(rows, DEOPTIMIZATION_REASON, row), 1);
    judge_name_most(finding, DEOPTIMIZED_REASON, &reasons, &input->tables->things.texts);
}

static void judge_deoptimized(const struct rule_input *input, struct finding *finding) {
    const struct series rows = series_of(input, SERIES_DEOPTIMIZATION);
    OWNED(tallies_free) struct tallies methods = {0};
    int64_t first = INT64_MAX, last = INT64_MIN;
    for (size_t row = 0; row < rows.rows; row++)
        if (series_text(&rows, DEOPTIMIZATION_METHOD, row))
            tallies_add(&methods, series_id(&rows, DEOPTIMIZATION_METHOD, row), 1);
    tallies_sort(&methods);
    if (!methods.len) return judge_as(finding, RULE_OK, 1);
    for (size_t row = 0; row < rows.rows; row++) {
        if (series_id(&rows, DEOPTIMIZATION_METHOD, row) != methods.items[0].key) continue;
        if (first == INT64_MAX) first = series_start(&rows, row);
        last = series_start(&rows, row);
    }
    const double seconds = judge_seconds(input), count = methods.items[0].sum;
    judge_figure(input, finding, count / seconds);
    if (count < LEAST_COUNT || (double)last - (double)first < LEAST_SPAN * seconds * 1e9)
        judge_as_fine(finding);
    finding_number(finding, DEOPTIMIZED_COUNT, (int64_t)count);
    judge_window(finding, first, last);
    finding_text(finding, DEOPTIMIZED_METHOD,
                 strings_get(&input->tables->things.texts, (uint32_t)methods.items[0].key));
    name_reason(input, &rows, methods.items[0].key, finding);
}
