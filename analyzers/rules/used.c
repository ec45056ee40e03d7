#include "analyzers/rules/used.h"

#include "analyzers/time/load.h"

/* When threads started, by their ids: the event of one that is younger speaks of less. */
static void collect_births(const struct rule_input *input, struct map *births) {
    const struct series rows = series_of(input, SERIES_THREAD_START);
    for (size_t row = 0; row < rows.rows; row++) {
        const uint32_t thread = series_id(&rows, THREAD_START_THREAD, row);
        bool fresh;
        if (thread == JFR_NULL_ID || series_start(&rows, row) < 0) continue;
        *map_put(births, input->tables->things.threads.items[thread].java_id, &fresh) =
            (uint64_t)series_start(&rows, row);
    }
}

struct used *used_of_loads(const struct rule_input *input) {
    const struct facts *facts = input->facts;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, input->start_ns);
    OWNED(map_free) struct map births = {0};
    const double processors = (double)load_processors(facts);
    struct used *all = mem_zero(facts->thread_loads.len + 1, sizeof *all);
    collect_births(input, &births);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const uint64_t *birth = load->java_id ? map_get(&births, load->java_id) : NULL;
        const int64_t from = birth && (int64_t)*birth > starts[i] ? (int64_t)*birth : starts[i];
        const double ns = processors * ((double)load->time_ns - (double)from);
        all[i].system_ns = ns * (double)load->system;
        all[i].ns = ns * (double)load->user + all[i].system_ns;
    }
    return all;
}

double used_by(const struct rule_input *input, const struct tallies *threads) {
    const struct facts *facts = input->facts;
    OWNED(map_free) struct map wanted = {0};
    OWNED(mem_release) struct used *all = NULL;
    double ns = 0;
    bool fresh;
    if (!(load_processors(facts) > 0)) return 0;
    EACH (const struct tally, thread, threads) {
        const uint64_t id = thread->key == JFR_NULL_ID
                                ? 0
                                : input->tables->things.threads.items[thread->key].java_id;
        if (id) map_put(&wanted, id, &fresh);
    }
    all = used_of_loads(input);
    for (size_t i = 0; i < facts->thread_loads.len; i++)
        if (facts->thread_loads.items[i].java_id && all[i].ns > 0 &&
            map_get(&wanted, facts->thread_loads.items[i].java_id))
            ns += all[i].ns;
    return ns;
}
