/* Class loaders that become more: each keeps all classes that it has defined. */
#include "analyzers/rules/judging.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/loaders_rows.h"

#define ROUND_NS NS_PER_S /* of the JVM over its loaders: what is further apart is another */

struct rounds { /* how many loaders of each type the first and the last round had */
    struct tallies first, last;
    int64_t from_ns, to_ns;
};

static void collect(const struct series *loaders, struct rounds *out) {
    for (size_t row = 0; row < loaders->rows; row++) {
        int64_t time = series_start(loaders, row);
        uint32_t type = series_id(loaders, LOADER_TYPE, row);
        if (!row) out->from_ns = out->to_ns = time;
        if (row && time - series_start(loaders, row - 1) > ROUND_NS) {
            tallies_free(&out->last);
            out->last = (struct tallies){0};
            out->to_ns = time;
        }
        if (type == JFR_NULL_ID) continue;
        tallies_add(&out->last, type, 1);
        if (out->to_ns == out->from_ns) tallies_add(&out->first, type, 1);
    }
}

static double count_of(const struct tallies *all, uint64_t type) {
    for (size_t i = 0; i < all->len; i++)
        if (all->items[i].key == type) return all->items[i].sum;
    return 0;
}

static void judge_loaders(const struct rule_input *input, struct finding *finding) {
    struct series loaders = series_of(input, SERIES_LOADERS),
                  classes = series_of(input, SERIES_CLASSES);
    struct rounds rounds = {.from_ns = 0};
    const struct tally *most = NULL;
    const char *name = NULL;
    collect(&loaders, &rounds);
    tallies_sort(&rounds.last);
    for (size_t i = 0; i < rounds.last.len && rounds.to_ns > rounds.from_ns && !most; i++) {
        name = strings_get(&input->tables->things.texts, (uint32_t)rounds.last.items[i].key);
        if (!names_is_of_jdk(name)) most = &rounds.last.items[i];
    }
    if (!most) {
        judge_as(finding, RULE_OK, 1);
    } else {
        double first = count_of(&rounds.first, most->key);
        judge_figure(input, finding, most->sum > first ? most->sum - first : 0);
        if (most->sum < 2 * first) judge_as_fine(finding);
        finding_text(finding, LOADERS_TYPE, name);
        finding_number(finding, LOADERS_FIRST, (int64_t)first);
        finding_number(finding, LOADERS_LAST, (int64_t)most->sum);
        if (classes.rows) {
            finding_number(finding, LOADERS_CLASSES_FIRST, series_int(&classes, CLASSES_LOADED, 0));
            finding_number(finding, LOADERS_CLASSES_LAST,
                           series_int(&classes, CLASSES_LOADED, classes.rows - 1));
        }
        judge_window(finding, rounds.from_ns, rounds.to_ns);
    }
    free_each(tallies_free, &rounds.first, &rounds.last);
}
