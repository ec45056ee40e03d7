/* The CPU time of the threads that compile, when what runs for long should be compiled. */
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/judging.h"
#include "analyzers/rules/used.h"
#include "analyzers/time/load.h"
#include "analyzers/rules/compilers_rows.h"

#define SETTLED 0.5                 /* of the time recorded: what comes before is left out */
#define LEAST_SECONDS 10.0          /* of what is left */
#define LEAST_PROCESSORS_PERCENT 10 /* of one */

/* How much of [from, to) lies behind the point, 0..1. */
static double part_behind(int64_t from_ns, int64_t to_ns, double point_ns) {
    const double from = (double)from_ns, to = (double)to_ns;
    if (to <= from || to <= point_ns) return 0;
    return from >= point_ns ? 1 : (to - point_ns) / (to - from);
}

/* CPU time behind that point, ns, of the compilers' threads, by their names. */
static void collect_compilers(const struct rule_input *input, double point_ns,
                              struct tallies *threads) {
    const struct facts *facts = input->facts;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, input->start_ns);
    OWNED(mem_release) struct used *used = used_of_loads(input);
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const double part = part_behind(starts[i], load->time_ns, point_ns);
        if (part > 0 && used[i].ns > 0 &&
            strstr(strings_get(&facts->strings, load->thread), "CompilerThread"))
            tallies_add(threads, load->thread, part * used[i].ns);
    }
}

static void judge_compiling(const struct rule_input *input, struct finding *finding) {
    const struct facts *facts = input->facts;
    const double seconds = judge_seconds(input) * (1 - SETTLED);
    OWNED(tallies_free) struct tallies threads = {0};
    double sum = 0;
    if (!(load_processors(facts) > 0) || !facts->loads.len || !facts->thread_loads.len)
        return judge_as(finding, RULE_NA, 3);
    if (seconds < LEAST_SECONDS) return judge_as(finding, RULE_NA, 2);
    const double end_ns = (double)facts->loads.items[facts->loads.len - 1].time_ns;
    const double point_ns = end_ns - seconds * 1e9;
    const double all = cpu_of_process(input, (int64_t)point_ns, (int64_t)end_ns);
    collect_compilers(input, point_ns, &threads);
    EACH (const struct tally, thread, &threads) sum += thread->sum;
    if (!(all > 0) || sum <= 0) return judge_as(finding, RULE_OK, 1);
    const double percent = sum / seconds / 1e7;
    const double share = sum < all ? 100 * sum / all : 100,
                 of_whole = 100 * cpu_of(input)->compiling;
    judge_figure(input, finding, share);
    /* Of all that was recorded, but not what it took to start. */
    finding_cost(finding, COST_OF_PROCESS, share < of_whole ? share : of_whole);
    if (percent < LEAST_PROCESSORS_PERCENT) judge_as_fine(finding);
    finding_real(finding, COMPILING_USED, percent);
    judge_name_most(finding, COMPILING_MOST, &threads, &facts->strings);
    if (!facts->jvms.len || is_missing(facts->jvms.items[0].start_ms)) return;
    const double age = end_ns - 1e6 * (double)facts->jvms.items[0].start_ms;
    if (age > 0 && age < 1e18) finding_number(finding, COMPILING_AGE, (int64_t)age);
}
