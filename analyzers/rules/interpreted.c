/* Code that runs interpreted: it never got compiled, or the compiler is off; or an option limits
 * the compiler. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/ran.h"
#include "analyzers/rules/sites.h"
#include "base/units.h"
#include "parser/names.h"
#include "analyzers/rules/interpreted_rows.h"

#define LEAST_SAMPLES 100
#define MOST_OF_IT 80.0 /* percent of a method's own samples: else it was compiled on the way */
#define LEAST_SPAN_NS (5 * NS_PER_S) /* a program that just began is interpreted */
#define LEAST_RUN 0.1                /* processors that it takes */
#define LEAST_OF_THREAD 0.5          /* of the time of the threads that it is all of what they do */
#define LEAST_SPAN 0.5 /* of the time between first and last sample: start-up is interpreted */

struct running { /* a method, on top of the stack */
    uint64_t interpreted, all;
    uint64_t called;           /* of interpreted samples: another method of the program calls it */
    size_t threads;            /* that have them */
    int64_t first_ns, last_ns; /* of interpreted samples */
    uint32_t name;
};

struct interpreting {
    ARRAY(struct running) methods;
    struct sites sites; /* names of methods */
    struct map index;   /* name -> method */
    struct map threads; /* method and thread */
    uint32_t *of_stack;
    uint64_t interpreted, all;
    int64_t first_ns, last_ns;
};

static bool is_called(const struct profile *profile, const struct profile_stack *stack) {
    for (uint32_t i = 0; i + 1 < stack->depth; i++) {
        const uint32_t id = profile->stack_frames.items[stack->first + i];
        const char *of_class =
            strings_get(&profile->frames.strings, profile->frames.rows.items[id].class_name);
        if (*of_class && !names_is_of_jdk(of_class)) return true;
    }
    return false;
}

static void add_stacks(const struct profile *profile, struct interpreting *all) {
    all->of_stack = mem_resize(NULL, profile->stacks.len, sizeof *all->of_stack);
    for (size_t i = 0; i < profile->stacks.len; i++) {
        const struct profile_stack *stack = &profile->stacks.items[i];
        uint32_t top = profile->stack_frames.items[stack->first + stack->depth - 1];
        uint32_t id = sites_of_frame(&all->sites, profile, top);
        size_t at = map_number(&all->index, id, all->methods.len);
        if (at == all->methods.len)
            array_push(&all->methods,
                       (struct running){.first_ns = INT64_MAX, .last_ns = INT64_MIN, .name = id});
        struct running *method = &array_at(&all->methods, at);
        all->of_stack[i] = (uint32_t)at;
        method->interpreted += stack->interpreted;
        if (stack->interpreted && is_called(profile, stack)) method->called += stack->interpreted;
        method->all += stack->samples;
        all->interpreted += stack->interpreted;
        all->all += stack->samples;
    }
}

/* When what is interpreted ran, and when anything did. */
static void add_times(const struct profile *profile, struct interpreting *all) {
    all->first_ns = INT64_MAX;
    all->last_ns = INT64_MIN;
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        if (sample.stack == PROFILE_NONE || sample.time_ns == PROFILE_NO_TIME) continue;
        struct running *method = &array_at(&all->methods, all->of_stack[sample.stack]);
        int64_t at = sample.time_ns;
        if (at < all->first_ns) all->first_ns = at;
        if (at > all->last_ns) all->last_ns = at;
        if (!profile->stacks.items[sample.stack].interpreted) continue;
        if (at < method->first_ns) method->first_ns = at;
        if (at > method->last_ns) method->last_ns = at;
        bool fresh;
        map_put(&all->threads, (uint64_t)all->of_stack[sample.stack] << 32 | sample.thread, &fresh);
        method->threads += fresh;
    }
}

/* Still interpreted after half of the time, and not compiled in between. */
static bool stays(const struct interpreting *all, const struct running *method) {
    double span = (double)all->last_ns - (double)all->first_ns;
    return 100 * (double)method->interpreted >= MOST_OF_IT * (double)method->all &&
           (double)method->last_ns - (double)method->first_ns >= LEAST_SPAN * span &&
           span >= (double)LEAST_SPAN_NS;
}

/* What a thread begins with is entered once, and compiled by how often its loop goes round: one
 * that waits in each round does so too seldom to matter. */
static bool is_loop_that_waits(const struct rule_input *input, const struct running *method) {
    double ns = (double)method->interpreted * (double)judge_period(input);
    return !method->called &&
           ns < LEAST_OF_THREAD * (double)method->threads * judge_seconds(input) * 1e9;
}

/* The method with most; what all that stay have is added up. */
static const struct running *most_of(const struct rule_input *input, const struct interpreting *all,
                                     uint64_t *sum) {
    const struct running *most = NULL;
    EACH (const struct running, method, &all->methods) {
        if (!method->interpreted || !stays(all, method) || is_loop_that_waits(input, method))
            continue;
        *sum += method->interpreted;
        if (!most || method->interpreted > most->interpreted) most = method;
    }
    return most;
}

/* The first of the options that the JVM was given, up to a NULL, or NULL. */
static const char *given_of(const struct rule_input *input, const char *const *options) {
    const char *arguments = series_last_text(input, SERIES_JVM, JVM_ARGUMENTS);
    for (; arguments && *options; options++)
        if (strstr(arguments, *options)) return *options;
    return NULL;
}

static void judge_interpreted(const struct rule_input *input, struct finding *finding) {
    static const char *const off[] = {"-Xint", "-XX:-UseCompiler", "-Djava.compiler=NONE", NULL};
    const struct profile *profile = ran_of(input);
    struct interpreting all = {.all = 0};
    uint64_t stay = 0;
    add_stacks(profile, &all);
    add_times(profile, &all);
    const struct running *most = most_of(input, &all, &stay);
    if (all.all < LEAST_SAMPLES) {
        judge_as(finding, RULE_NA, 2);
    } else if (!most) {
        judge_as(finding, RULE_OK, 1);
    } else {
        const char *option = given_of(input, off);
        finding_text(finding, INTERPRETED_METHOD, strings_get(&all.sites.names, most->name));
        double ran = (double)stay * (double)judge_period(input) / (judge_seconds(input) * 1e9);
        judge_figure(input, finding, 100 * (double)stay / (double)all.all);
        if (ran < LEAST_RUN) judge_as_fine(finding); /* what runs seldom need not be compiled */
        finding_number(finding, INTERPRETED_OWN, (int64_t)most->interpreted);
        finding_number(finding, INTERPRETED_ALL, (int64_t)most->all);
        if (option) {
            finding_text(finding, INTERPRETED_OFF, option);
            finding_blame(finding, CULPRIT_SETTING, option);
        }
    }
    array_free(&all.methods);
    sites_free(&all.sites);
    free_each(map_free, &all.index, &all.threads);
    free(all.of_stack);
}

#define LEAST_SECONDS 10

static void judge_compiler_option(const struct rule_input *input, struct finding *finding) {
    static const char *const limits[] = {"-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=2",
                                         "-XX:TieredStopAtLevel=3",
                                         "-XX:CompilationMode=quick-only", NULL};
    const char *option = given_of(input, limits);
    if (!option) return judge_as(finding, RULE_OK, 1);
    judge_figure(input, finding, 100 * judge_processors_used(input));
    finding_text(finding, LIMITED_OPTION, option);
    if (judge_seconds(input) < LEAST_SECONDS) judge_cap(finding);
}
