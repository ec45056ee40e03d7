#include "analyzers/rules/cpu.h"
#include "analyzers/rules/busy.h"
#include "analyzers/rules/used.h"
#include "analyzers/time/load.h"
#include "analyzers/time/threads.h"
#include "parser/names.h"

/* ==== Clocks ================================================================================= */

double cpu_of_process(const struct rule_input *input, int64_t from_ns, int64_t to_ns) {
    /* Shares are of all that the machine has, whatever a container leaves of it. */
    const int64_t processors = input->facts->machine.hardware_threads;
    const double share = load_jvm_between(input->facts, input->start_ns, from_ns, to_ns);
    return share > 0 && processors > 0
               ? share * ((double)to_ns - (double)from_ns) * (double)processors
               : 0;
}

/* Until when the clocks of all threads tell: of who is alive the last event is a while ago. */
static int64_t known_until(const struct rule_input *input) {
    const struct facts *facts = input->facts;
    const struct series ends = series_of(input, SERIES_THREAD_END);
    OWNED(map_free) struct map ended = {0};
    int64_t of_living = INT64_MIN, of_all = INT64_MIN;
    bool fresh;
    for (size_t row = 0; row < ends.rows; row++) {
        const uint32_t thread = series_id(&ends, THREAD_END_THREAD, row);
        if (thread != JFR_NULL_ID)
            map_put(&ended, input->tables->things.threads.items[thread].java_id, &fresh);
    }
    EACH (const struct fact_thread_load, load, &facts->thread_loads) {
        if (load->time_ns > of_all) of_all = load->time_ns;
        if (load->time_ns > of_living && !(load->java_id && map_get(&ended, load->java_id)))
            of_living = load->time_ns;
    }
    return of_living != INT64_MIN ? of_living : of_all;
}

/* The share of the samples that are of pools with a clock: threads that run for a short while, or
 * in a recording that is short, may have none, and ran as much as others with as many samples. */
static double clocked_of(const struct cpu_pools *pools) {
    double all = 0, clocked = 0;
    EACH (const struct tally, pool, &pools->java) {
        all += pool->sum;
        clocked += map_get(&pools->used.index, pool->key) ? pool->sum : 0;
    }
    return all > 0 ? clocked / all : 1;
}

#define LEAST_CLOCKED 0.5 /* of the time recorded: what clocks say of its start is not so of it */

/* What of the process is the program's, and how much of that its clocks have. */
static void add_clocks(const struct rule_input *input, struct cpu *cpu) {
    const struct facts *facts = input->facts;
    cpu->compiling = MISSING_REAL;
    if (!(load_processors(facts) > 0) || !(cpu->pools.all > 0)) return;
    OWNED(mem_release) int64_t *starts = load_thread_starts(facts, input->start_ns);
    OWNED(mem_release) struct used *used = used_of_loads(input);
    const int64_t to_ns = known_until(input);
    int64_t from_ns = to_ns;
    double program = 0, jvm = 0, compiling = 0;
    for (size_t i = 0; i < facts->thread_loads.len; i++) {
        const struct fact_thread_load *load = &facts->thread_loads.items[i];
        const char *name = strings_get(&facts->strings, load->thread);
        if (starts[i] < from_ns) from_ns = starts[i];
        if (!(used[i].ns > 0) || starts[i] >= to_ns) continue;
        const double ns = load->time_ns <= to_ns
                              ? used[i].ns
                              : used[i].ns * ((double)to_ns - (double)starts[i]) /
                                    ((double)load->time_ns - (double)starts[i]);
        if (!threads_of_jvm(name)) program += ns;
        else jvm += ns;
        if (strstr(name, "CompilerThread")) compiling += ns;
    }
    const double process = cpu_of_process(input, from_ns, to_ns);
    const double all = process > program + jvm ? process : program + jvm,
                 clocked = clocked_of(&cpu->pools);
    if (!(all > 0)) return;
    cpu->clocked = program / all;
    if ((double)to_ns - (double)from_ns < LEAST_CLOCKED * judge_seconds(input) * 1e9) return;
    const double left = all - jvm, whole = program < clocked * left ? program / clocked : left;
    cpu->jvm = 1 - whole / all;
    cpu->clocked = real_or(ratio_of(program, whole), 0);
    cpu->compiling = compiling / all;
}

/* ==== What samples do not show =============================================================== */

/* But for small calls to the system: of these there are samples of native code. */
static void add_hidden(const struct rule_input *input, struct cpu *cpu) {
    const struct cpu_pools *pools = &cpu->pools;
    double used = 0, hidden = 0;
    if (!judge_running(input)->samples || !judge_meets_all(input)) return;
    EACH (const struct tally, pool, &pools->used) {
        const double unseen = cpu_hidden_of(pools, pool) - cpu_sum_of(&pools->calls, pool->key);
        used += pool->sum;
        hidden += unseen > 0 ? unseen : 0;
    }
    if (used > 0) cpu->hidden = cpu->clocked * hidden / used;
}

/* Samples of native code that works: no more of a pool than its clock leaves. */
static double native_of(const struct rule_input *input, const struct cpu_pools *pools) {
    const struct tallies *const kinds[] = {&pools->native, &pools->calls};
    double ns = 0;
    for (size_t k = 0; k < COUNT_OF(kinds); k++)
        EACH (const struct tally, pool, kinds[k]) {
            const double before = k ? cpu_sum_of(&pools->native, pool->key) : 0,
                         room = cpu_sum_of(&pools->used, pool->key) -
                                cpu_sum_of(&pools->java, pool->key) - before;
            const double least = room > 0 ? room : 0;
            ns += pools->all > 0 && pool->sum > least ? least : pool->sum;
        }
    return ns / (double)judge_period(input);
}

/* ==== Estimates ============================================================================== */

#define MAKING_NS 1000.0     /* that an exception with a short stack costs at least */
#define WALKING_NS 250.0     /* that it costs more for each frame, */
#define MAKING_FRAMES 8      /* from the top of a stack, that may belong to making one */
#define LEAST_SAMPLES 50     /* with a stack */
#define LEAST_DEPTHS 20      /* samples that say how deep stacks are */
#define STARTING_NS 100000.0 /* of CPU time, at most, that it takes to start a thread */

double cpu_mean_rate(const struct series *totals, size_t column) {
    if (totals->rows < 2) return MISSING_REAL;
    const size_t last = totals->rows - 1;
    const double count =
        (double)series_int(totals, column, last) - (double)series_int(totals, column, 0);
    const double ns = (double)series_start(totals, last) - (double)series_start(totals, 0);
    return ns > 0 && count >= 0 ? count / (ns / 1e9) : MISSING_REAL;
}

/* The share of the samples that made exceptions. */
static double sampled_making(const struct profile *profile) {
    const struct strings *strings = &profile->frames.strings;
    const struct frame *rows = profile->frames.rows.items;
    OWNED(mem_release) bool *of = mem_zero(profile->frames.rows.len, sizeof *of);
    uint64_t all = 0, making = 0;
    for (size_t i = 0; i < profile->frames.rows.len; i++)
        of[i] = names_makes_exception(strings_get(strings, rows[i].class_name),
                                      strings_get(strings, rows[i].method));
    EACH (const struct profile_stack, stack, &profile->stacks) {
        const uint32_t *frames = &profile->stack_frames.items[stack->first];
        bool makes = false;
        for (uint32_t k = 0; k < stack->depth && k < MAKING_FRAMES && !makes; k++)
            makes = of[frames[stack->depth - 1 - k]];
        all += stack->samples;
        making += makes ? stack->samples : 0;
    }
    return all >= LEAST_SAMPLES ? (double)making / (double)all : MISSING_REAL;
}

/* Samples of Java code alone hardly meet a JVM that walks a stack: how much of the CPU they do not
 * have, as far as walking stacks as deep as theirs takes it. */
static double unseen_making(const struct rule_input *input, double per_second, double used) {
    const struct profile *profile = judge_running(input);
    double depth = 0;
    if (profile->samples < LEAST_DEPTHS || !judge_meets_all(input)) return MISSING_REAL;
    EACH (const struct profile_stack, stack, &profile->stacks)
        depth += (double)stack->depth * (double)stack->samples;
    const double samples = (double)profile->samples,
                 walking = per_second * WALKING_NS * depth / samples / 1e9 / used,
                 seen = samples * (double)judge_period(input) / 1e9 / judge_seconds(input) / used,
                 unseen = seen < 1 ? 1 - seen : 0;
    return walking < unseen ? walking : unseen;
}

#define SHARE_OF_COST 0.5 /* of a consequence, that its cause costs at least (causes.c) */

struct left { /* shares */
    double hidden, samples;
};

/* Takes an estimate from what is left: of what samples do not show if it may be what explains that,
 * for then it is not listed apart; the rest, or else all, of what they stand for. */
static double take(const struct cpu *cpu, struct left *left, double estimate) {
    double of_hidden = estimate >= SHARE_OF_COST * cpu->hidden ? estimate : 0;
    if (of_hidden > left->hidden) of_hidden = left->hidden;
    const double rest = estimate - of_hidden,
                 of_samples = rest < left->samples ? rest : left->samples;
    left->hidden -= of_hidden;
    left->samples -= of_samples;
    return of_hidden + of_samples;
}

/* Of all samples, those of Java code. */
static double of_java(const struct rule_input *input, const struct cpu *cpu) {
    return cpu->native > 0 ? (double)judge_running(input)->samples / cpu->samples : 1;
}

/* Processors, on average. */
static double used_by_program(const struct rule_input *input, const struct cpu *cpu) {
    return judge_processors_used(input) * (1 - cpu->jvm);
}

/* What exceptions cost: as samples say, as the CPU that they do not have says, and at least what so
 * many with a short stack cost. */
static void add_exceptions(const struct rule_input *input, struct cpu *cpu, struct left *left) {
    const struct series totals = series_of(input, SERIES_THROWABLES);
    const double used = used_by_program(input, cpu),
                 per_second = cpu_mean_rate(&totals, THROWABLES),
                 sampled =
                     sampled_making(judge_running(input)) * of_java(input, cpu) * left->samples;
    cpu->exceptions = MISSING_REAL;
    if (is_missing(per_second)) return;
    double cost = used > 0 ? per_second * MAKING_NS / 1e9 / used : MISSING_REAL;
    const double unseen = unseen_making(input, per_second, used);
    if (unseen > cost) cost = unseen;
    cpu->exceptions = is_missing(cost) || cost <= sampled ? sampled : take(cpu, left, cost);
}

static void add_starting(const struct rule_input *input, struct cpu *cpu, struct left *left) {
    const struct series totals = series_of(input, SERIES_THREADS);
    const double used = used_by_program(input, cpu),
                 per_second = cpu_mean_rate(&totals, THREADS_STARTED);
    cpu->starting = used > 0 && per_second > 0
                        ? take(cpu, left, per_second * STARTING_NS / 1e9 / used)
                        : MISSING_REAL;
}

/* ==== All of it ============================================================================== */

struct cpu *cpu_of(const struct rule_input *input) {
    if (input->busy->cpu) return input->busy->cpu;
    struct cpu *cpu = mem_zero(1, sizeof *cpu);
    input->busy->cpu = cpu;
    cpu_pools_make(input, &cpu->pools);
    add_clocks(input, cpu);
    add_hidden(input, cpu);
    struct left left = {.samples = 1 - cpu->hidden, .hidden = cpu->hidden};
    cpu->native = native_of(input, &cpu->pools);
    cpu->samples = (double)judge_running(input)->samples + cpu->native;
    add_exceptions(input, cpu, &left);
    add_starting(input, cpu, &left);
    /* Where samples show the JVM's threads, those of the program are as much as its clocks say. */
    const double program = 1 - ratio_of(cpu->pools.samples_of_jvm, cpu->samples);
    cpu->worth = left.samples < program ? left.samples / program : 1;
    return cpu;
}

void cpu_free(struct cpu *cpu) {
    if (cpu) cpu_pools_free(&cpu->pools);
    free(cpu);
}

double cpu_of_samples(const struct rule_input *input, double percent) {
    if (judge_running(input) != input->profile) return percent; /* of samples of threads that ran */
    const struct cpu *cpu = cpu_of(input);
    return percent * cpu->worth * of_java(input, cpu);
}

double cpu_of_native(const struct rule_input *input, double samples) {
    const struct cpu *cpu = cpu_of(input);
    return 100 * cpu->worth *
           real_or(ratio_of(samples < cpu->native ? samples : cpu->native, cpu->samples), 0);
}

double cpu_of_hidden(const struct rule_input *input, double ns) {
    double used = 0;
    struct cpu *cpu = cpu_of(input);
    EACH (const struct tally, pool, &cpu->pools.used) used += pool->sum;
    return ns > 0 ? 100 * cpu->clocked * ratio_of(ns, used) : 0;
}
