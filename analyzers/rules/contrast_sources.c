#include "analyzers/rules/contrast_parts.h"

const struct contrast_source contrast_sources[CONTRAST_SOURCES] = {
#include "analyzers/rules/contrast_table.h"
};

const char *contrast_unit_name(enum contrast_unit unit) {
    static const char *const names[] = {
        [CONTRAST_PERCENT] = "percent",       [CONTRAST_THREADS] = "threads",
        [CONTRAST_PER_SECOND] = "per_second", [CONTRAST_BYTES_PER_SECOND] = "bytes_per_second",
        [CONTRAST_BYTES] = "bytes",           [CONTRAST_NS] = "ns",
        [CONTRAST_COUNT] = "count",
    };
    return names[unit];
}

double contrast_unit_floor(enum contrast_unit unit) {
    static const double floors[] = {
        [CONTRAST_PERCENT] = 1,      [CONTRAST_THREADS] = 0.02,
        [CONTRAST_PER_SECOND] = 0.5, [CONTRAST_BYTES_PER_SECOND] = 1 << 20,
        [CONTRAST_BYTES] = 16 << 20, [CONTRAST_NS] = 1e6,
        [CONTRAST_COUNT] = 5,
    };
    return floors[unit];
}

/* ==== Series ================================================================================ */

void contrast_join(struct walk_run *run) {
    walk_join(run, &tables_reader, &series_wishes_of_contrast);
}

struct series contrast_series(const struct rule_input *input,
                              const struct contrast_source *source) {
    struct rule_input all = *input;
    all.has_window = false;
    return series_of(&all, source->series);
}
