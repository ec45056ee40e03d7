/* Arrays that are larger than half a region of G1's heap. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"
#include "analyzers/rules/humongous_rows.h"

#define LEAST_COLLECTIONS 5

/* Of the largest objects that were allocated, the class and place with most; what is sampled has a
 * weight, which says no size. */
static void name_largest(const struct rule_input *input, struct finding *finding) {
    struct series outside = series_of(input, SERIES_OUT_OF_TLAB),
                  samples = series_of(input, SERIES_ALLOCATION);
    const struct series *from = outside.rows ? &outside : &samples;
    OWNED(tallies_free) struct tallies sums = {0};
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < from->rows; row++) {
        uint32_t of_class = series_id(from, TLAB_CLASS, row);
        const char *name = series_text(from, TLAB_CLASS, row);
        double size = series_real(from, TLAB_SIZE, row);
        if (!name || !strchr(name, '[') || !(size > 0)) continue; /* only arrays are so large */
        uint32_t site = sites_of(&sites, from, TLAB_STACK, row);
        tallies_add(&sums, (uint64_t)of_class << 32 | site, size);
    }
    tallies_sort(&sums);
    if (sums.len) {
        const struct tally *most = &sums.items[0];
        size_t row = 0;
        while (series_id(from, TLAB_CLASS, row) != (uint32_t)(most->key >> 32) ||
               sites_of(&sites, from, TLAB_STACK, row) != (uint32_t)most->key)
            row++;
        finding_text(finding, HUMONGOUS_CLASS, series_text(from, TLAB_CLASS, row));
        judge_site(finding, HUMONGOUS_SITE, from, TLAB_STACK, row);
        if (outside.rows)
            finding_number(finding, HUMONGOUS_SIZE, (int64_t)(most->sum / (double)most->count));
    }
}

static void judge_humongous(const struct rule_input *input, struct finding *finding) {
    struct series gcs = series_of(input, SERIES_COLLECTION);
    int64_t count = 0;
    double paused = 0, all = 0;
    for (size_t row = 0; row < gcs.rows; row++) {
        const char *cause = series_text(&gcs, GC_CAUSE, row);
        int64_t pauses = series_int(&gcs, GC_PAUSES, row);
        if (pauses > 0) all += (double)pauses;
        if (!cause || !strcasestr(cause, "Humongous")) continue;
        count++;
        if (pauses > 0) paused += (double)pauses;
    }
    judge_figure(input, finding, gcs.rows ? 100 * (double)count / (double)gcs.rows : 0);
    if (count < LEAST_COLLECTIONS) judge_as_fine(finding);
    finding_number(finding, HUMONGOUS_COUNT, count);
    finding_number(finding, HUMONGOUS_ALL, (int64_t)gcs.rows);
    finding_number(finding, HUMONGOUS_PAUSED, (int64_t)paused);
    /* What they leave no regions for is collected on their account, too. */
    judge_cost_of_time(input, finding, 2 * (size_t)count >= gcs.rows ? all : paused);
    if (count) name_largest(input, finding);
}
