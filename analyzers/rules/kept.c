#include "analyzers/rules/kept.h"

#include "analyzers/rules/sites.h"
#include "parser/names.h"

#define MOST_MADE 0.5 /* of what is allocated of a class, in one place */

/* Old objects have no stacks by the usual settings: where most of what is allocated of the class is
 * made, if it is most of it. */
static void name_allocated(const struct rule_input *input, uint64_t of_class, size_t value,
                           struct finding *finding) {
    const struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies places = {0};
    OWNED(sites_free) struct sites sites = {0};
    double all = 0;
    for (size_t row = 0; row < samples.rows; row++) {
        const double bytes = series_real(&samples, TLAB_SIZE, row);
        if (series_id(&samples, TLAB_CLASS, row) != of_class || !(bytes > 0)) continue;
        tallies_add(&places, sites_maker(&sites, &samples, TLAB_STACK, row), bytes);
        all += bytes;
    }
    tallies_sort(&places);
    if (places.len && places.items[0].sum >= MOST_MADE * all)
        judge_name_most(finding, value, &places, &sites.names);
}

void kept_name(const struct rule_input *input, int64_t since_ns, struct kept_values values,
               struct finding *finding) {
    const struct strings *texts = &input->tables->things.texts;
    struct series old = series_of(input, SERIES_OLD_OBJECT);
    OWNED(tallies_free) struct tallies classes = {0}, own = {0}, places = {0};
    OWNED(sites_free) struct sites sites = {0};
    for (size_t row = 0; row < old.rows; row++) {
        const char *name = series_text(&old, OLD_OBJECT_CLASS, row);
        int64_t made = series_int(&old, OLD_OBJECT_MADE, row);
        if (!name || (made != JFR_NULL_INT && made < since_ns)) continue;
        uint32_t site = sites_maker(&sites, &old, OLD_OBJECT_STACK, row);
        tallies_add(&classes, series_id(&old, OLD_OBJECT_CLASS, row), 1);
        if (!names_is_of_jdk(name) && strchr(name, '.'))
            tallies_add(&own, series_id(&old, OLD_OBJECT_CLASS, row), 1);
        if (*strings_get(&sites.names, site)) tallies_add(&places, site, 1);
    }
    tallies_sort(&classes);
    if (!classes.len || classes.items[0].count < values.least) return;
    judge_name_most(finding, values.of_class, &classes, texts);
    judge_name_most(finding, values.of_site, &places, &sites.names);
    if (!places.len) name_allocated(input, classes.items[0].key, values.allocated, finding);
    tallies_sort(&own);
    if (!(own.len && own.items[0].key == classes.items[0].key))
        judge_name_most(finding, values.of_own, &own, texts);
}

#define LEAST_SOFT 1000
#define LEAST_SOFT_PER_SECOND 10

/* The JVM counts those that it clears, as it does not look at those that are in use lately. */
int64_t kept_soft_cleared(const struct rule_input *input) {
    const struct series rows = series_of(input, SERIES_REFERENCES);
    double soft = 0;
    for (size_t row = 0; row < rows.rows; row++) {
        const char *type = series_text(&rows, REFERENCES_TYPE, row);
        const int64_t count = series_int(&rows, REFERENCES_COUNT, row);
        if (type && count > 0 && strcmp(type, "Soft reference") == 0) soft += (double)count;
    }
    return soft >= LEAST_SOFT && soft >= LEAST_SOFT_PER_SECOND * judge_seconds(input)
               ? (int64_t)soft
               : MISSING;
}
