/* Arrays that are larger than half a region of G1's heap. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/sites.h"

#include <string.h>

#define LEAST_COLLECTIONS 5

enum {
    HUMONGOUS_SHARE,
    HUMONGOUS_COUNT,
    HUMONGOUS_ALL,
    HUMONGOUS_PAUSED,
    HUMONGOUS_CLASS,
    HUMONGOUS_SITE,
    HUMONGOUS_SIZE
};

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
        const char *site = strings_get(&sites.names, (uint32_t)most->key);
        finding_text(finding, HUMONGOUS_CLASS,
                     strings_get(&input->tables->things.texts, (uint32_t)(most->key >> 32)));
        if (*site) finding_text(finding, HUMONGOUS_SITE, site);
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

const struct rule rule_humongous = {
    RULE_ROW("HumongousAllocation", "Arrays too large for a region", "garbage_collection",
             RULE_COLLECTOR, "gc"),
    .about = "Collections of G1 whose cause is a humongous allocation, of all; five at least. An "
             "array that needs half a region or more is humongous: it goes to the old generation "
             "at once, has regions of its own, and each may begin a concurrent cycle.",
    RULE_NEEDS_OF(RULE_HAS("GarbageCollection")),
    LIMIT_PERCENT(20, 50),
    VALUES(VALUE_PERCENT("share_percent", 0), VALUE_COUNT("count", NULL),
           VALUE_COUNT("collections", "collection"), VALUE_NS("paused_ns"), VALUE_TEXT("class"),
           VALUE_TEXT("site"), VALUE_BYTES("mean_bytes")),
    CULPRIT(CLASS, HUMONGOUS_CLASS),
    LACKS({"jdk.ObjectAllocationSample", "which arrays they are, and where they are allocated"}),
    FIGURE(HUMONGOUS_SHARE),
    .judge = judge_humongous,
    OUTCOMES({"judged", "{count} of {collections} ({share_percent}) were for humongous objects, "
                        "arrays of half a region of the heap or more, and paused the JVM for "
                        "{paused_ns}[; of arrays most is {class}][ ({mean_bytes} each)][, "
                        "allocated in {site}]. -XX:G1HeapRegionSize makes regions larger."}),
};
