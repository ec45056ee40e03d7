#include "analyzers/facts/facts.h"
#include "analyzers/facts/summary_state.h"

#include "analyzers/facts/agent.h"
#include "analyzers/facts/facts.h"
#include "analyzers/tables/unsaid.h"
#include "base/order.h"
#include "base/units.h"

#include <inttypes.h>
#include <stdio.h>

static const char *keep_text(struct summary *out, const struct text *text) {
    uint32_t id = strings_intern(&out->strings, text_str(text), text->len);
    return strings_get(&out->strings, id);
}

static void show(struct text *out, enum summary_kind kind, const char *value) {
    int64_t number = strtoll(value, NULL, 10);
    switch (kind) {
    case BYTES:
        if (number < 0 || number == INT64_MAX) text_add(out, "no limit");
        else units_add_bytes(out, (double)number);
        break;
    case EPOCH_MS:
        if (__builtin_mul_overflow(number, NS_PER_MS, &number) ||
            !units_add_date(out, number, "%Y-%m-%d %H:%M:%S UTC"))
            text_add(out, value);
        break;
    case SYSTEM: facts_show_system(out, value); break;
    case BOOLEAN: text_add(out, number ? "yes" : "no"); break;
    case MILLISECONDS:
        if (__builtin_mul_overflow(number, NS_PER_MS, &number)) number = INT64_MAX;
        units_add_exact(out, number);
        break;
    case NANOSECONDS: units_add_duration(out, number); break;
    default: text_add(out, value); break;
    }
}

static void add_fact(struct summary *out, const char *group, const char *key, const char *label,
                     enum summary_kind kind, const char *value) {
    OWNED(text_free) struct text text = {0};
    if (kind == BRAND) {
        if (!facts_show_brand(&text, value)) return;
    } else if (kind == BOOLEAN) {
        text_add(&text, strtoll(value, NULL, 10) ? "true" : "false");
    } else {
        text_add(&text, value);
    }
    struct summary_fact fact = {.group = group,
                                .key = key,
                                .label = label,
                                .value = keep_text(out, &text),
                                .number = kind >= COUNT};
    if (kind != BRAND) {
        text_clear(&text);
        show(&text, kind, value);
    }
    fact.shown = keep_text(out, &text);
    array_push(&out->facts, fact);
}

static bool limits_nothing(const struct summary_fact_row *row, const char *value) {
    /* maxSize and maxAge are 0 or the largest long where there is no limit */
    int64_t number = strtoll(value, NULL, 10);
    bool limit = row->kind == MILLISECONDS || strcmp(row->key, "max_size") == 0 ||
                 strcmp(row->key, "container_limit") == 0;
    return limit && (number <= 0 || number > INT64_MAX / 4);
}

/* ==== Facts of one JVM and of several ======================================================= */

/* The JVMs that there are, by start, and what all of them say alike. */
struct origins {
    ARRAY(struct summary_origin *) list;
    bool facts[FACT_ROWS], settings[KINDS], engines[KINDS];
};

static bool says_nothing(const struct summary_origin *origin) {
    for (size_t i = 0; i < FACT_ROWS; i++)
        if (origin->facts[i].value) return false;
    for (size_t i = 0; i < KINDS; i++)
        for (size_t n = 0; n < SETTING_NAMES; n++)
            if (origin->settings[i][n].value) return false;
    return true;
}

ORDERED(by_start, struct summary_origin *const, ORDER((*x)->start_ms, (*y)->start_ms),
        ORDER((*x)->pid, (*y)->pid))

ORDERED(by_file, struct summary_origin *const, strcmp((*x)->file, (*y)->file))

/* Two profilers in a JVM may have asked for its start in two ways. */
#define SAME_START_MS 2000

/* Of one process and start: into the first of the list, which is in order. */
static bool merge_with_same(struct origins *into, const struct summary_origin *origin) {
    for (size_t i = into->list.len; i-- > 0;) {
        struct summary_origin *other = into->list.items[i];
        if ((uint64_t)origin->start_ms - (uint64_t)other->start_ms > SAME_START_MS) return false;
        if (other->pid != origin->pid) continue;
        summary_origin_merge(other, origin);
        return true;
    }
    return false;
}

#define SEVERAL (MAP_EMPTY - 1)

static uint64_t file_key(const struct summary_origin *origin) {
    return hash_stable(origin->file, strlen(origin->file));
}

/* File -> index of the JVM that it names, or SEVERAL. */
static struct map find_homes(const struct origins *known) {
    struct map homes = {0};
    for (size_t i = 0; i < known->list.len; i++) {
        bool fresh;
        uint64_t *home = map_put(&homes, file_key(known->list.items[i]), &fresh);
        *home = fresh ? i : SEVERAL;
    }
    return homes;
}

/* Chunks that do not name their JVM are of the one that others of their file name, or of the only
 * one; else their file counts as a JVM. */
static struct summary_origin *home_of(const struct origins *known, const struct map *homes,
                                      const struct summary_origin *origin) {
    if (known->list.len == 1) return known->list.items[0];
    const uint64_t *home = map_get(homes, file_key(origin));
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): homes are places in the list */
    return home && *home != SEVERAL ? known->list.items[*home] : NULL;
}

/* Named ones by start, then those that only have a file, by its name. */
static struct origins find_origins(const struct summary_state *s) {
    struct origins known = {0}, strange = {0}, found = {0};
    for (size_t i = 0; i < s->origins.len; i++)
        if (s->origins.items[i]->known) array_push(&known.list, s->origins.items[i]);
    array_sort(&known.list, by_start);
    for (size_t i = 0; i < known.list.len; i++)
        if (!merge_with_same(&found, known.list.items[i]))
            array_push(&found.list, known.list.items[i]);
    array_free(&known.list);
    OWNED(map_free) struct map homes = find_homes(&found);
    for (size_t i = 0; i < s->origins.len; i++) {
        struct summary_origin *origin = s->origins.items[i], *home;
        if (origin->known || says_nothing(origin)) continue;
        if ((home = home_of(&found, &homes, origin))) summary_origin_merge(home, origin);
        else array_push(&strange.list, origin);
    }
    array_sort(&strange.list, by_file);
    for (size_t i = 0; i < strange.list.len; i++) array_push(&found.list, strange.list.items[i]);
    array_free(&strange.list);
    return found;
}

static const char *fact_of(const struct summary_origin *origin, size_t row) {
    const char *value = origin->facts[row].value;
    return value && !limits_nothing(&summary_fact_rows[row], value) ? value : NULL;
}

static const char *setting_of(const struct summary_origin *origin, size_t kind) {
    const struct summary_found *settings = origin->settings[kind];
    if (settings[SETTING_ENABLED].value == NULL) return NULL;
    if (strcmp(settings[SETTING_ENABLED].value, "true") != 0) return "off";
    if (settings[SETTING_PERIOD].value) return settings[SETTING_PERIOD].value;
    return settings[SETTING_THROTTLE].value ? settings[SETTING_THROTTLE].value : "on";
}

static const char *engine_of(const struct summary_origin *origin, size_t kind) {
    if (origin->settings[kind][SETTING_ENABLED].value == NULL) return NULL;
    return origin->settings[kind][SETTING_ENGINE].value;
}

typedef const char *value_of(const struct summary_origin *origin, size_t number);

static bool alike(const struct origins *origins, value_of *get, size_t number) {
    const char *first = get(origins->list.items[0], number);
    for (size_t i = 1; i < origins->list.len; i++) {
        const char *other = get(origins->list.items[i], number);
        if (!first != !other || (first && strcmp(first, other) != 0)) return false;
    }
    return true;
}

static void compare(struct origins *origins) {
    if (!origins->list.len) return;
    for (size_t i = 0; i < FACT_ROWS; i++) origins->facts[i] = alike(origins, fact_of, i);
    for (size_t i = 0; i < KINDS; i++) {
        origins->settings[i] = alike(origins, setting_of, i);
        origins->engines[i] = alike(origins, engine_of, i);
    }
}

/* What all JVMs say alike (jvm 0), or what this one says for itself. */
static void add_facts(struct summary *out, const struct origins *origins, size_t jvm) {
    const struct summary_origin *origin = origins->list.items[jvm ? jvm - 1 : 0];
    for (size_t i = 0; i < FACT_ROWS; i++) {
        const struct summary_fact_row *row = &summary_fact_rows[i];
        const char *value = fact_of(origin, i);
        bool unsaid = value && strcmp(value, "0") == 0 && unsaid_if_nought(row->event, row->field);
        if (value && !unsaid && origins->facts[i] == (jvm == 0))
            add_fact(out, row->group, row->key, row->label, row->kind, value);
    }
    for (size_t i = 0; i < KINDS; i++) {
        const char *value = setting_of(origin, i), *engine = engine_of(origin, i);
        if (value && origins->settings[i] == (jvm == 0))
            add_fact(out, "sampling", kinds[i].setting.key, kinds[i].setting.label, TEXT, value);
        if (engine && origins->engines[i] == (jvm == 0))
            add_fact(out, "sampling", "engine", "Engine", TEXT, engine);
    }
}

static void add_jvms(struct summary *out, const struct origins *origins) {
    for (size_t i = 0; origins->list.len > 1 && i < origins->list.len; i++) {
        const struct summary_origin *origin = origins->list.items[i];
        uint32_t file = strings_add(&out->strings, origin->file);
        array_push(&out->jvms, (struct summary_jvm){strings_get(&out->strings, file), origin->known,
                                                    out->facts.len});
        add_facts(out, origins, i + 1);
    }
}

/* ==== The rest ============================================================================== */

/* What became of the samples that the agent asked for: reasons only where there are any. */
static void add_agent(struct summary *out, struct agent_statistics *agent) {
    if (agent->events == 0) return;
    char number[32], proof[AGENT_PROOF];
    for (size_t i = 0; i < AGENT_COUNTS; i++) {
        const struct agent_count_row *row = &agent_count_rows[i];
        if (i > AGENT_TAKEN && agent->counts[i] == 0) continue;
        bool is_time = i == AGENT_CPU_SAMPLED || i == AGENT_CPU_USED;
        snprintf(number, sizeof number, "%" PRIu64, agent->counts[i]);
        add_fact(out, "agent", row->key, row->label, is_time ? NANOSECONDS : COUNT, number);
    }
    if (agent_statistics_proof(agent, proof, sizeof proof))
        add_fact(out, "agent", "proof", "Proof", TEXT, proof);
    const struct {
        const char *key, *label;
        int64_t ns;
    } held[] = {{"held_median_ns", "Median hold", agent_statistics_median(agent)},
                {"held_p99_ns", "99th percentile hold", agent_statistics_p99(agent)},
                {"held_max_ns", "Longest hold", agent->held_most}};
    for (size_t i = 0; agent->held_most && i < sizeof held / sizeof *held; i++) {
        snprintf(number, sizeof number, "%" PRId64, held[i].ns);
        add_fact(out, "agent", held[i].key, held[i].label, NANOSECONDS, number);
    }
}

static void warn(struct summary *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void warn(struct summary *out, const char *format, ...) {
    OWNED(text_free) struct text text = {0};
    va_list args;
    va_start(args, format);
    text_addv(&text, format, args);
    va_end(args);
    array_push(&out->warnings, keep_text(out, &text));
}

/* Of the samples that were asked for, so many may be missing before it is said. */
#define TOLERATED_MISSES 0.2

/* In how many JVMs it was switched off. */
static size_t switched_off(const struct origins *origins, const char *event) {
    size_t count = 0;
    for (size_t i = 0; i < origins->list.len; i++) {
        const char *value = setting_of(origins->list.items[i], (size_t)(kind_of(event) - kinds));
        count += value && strcmp(value, "off") == 0;
    }
    return count;
}

/* Are there samples of running threads, whoever took them? Natives are not meant. */
static bool has_samples(const struct summary *out) {
    for (size_t i = 0; i < out->events.len; i++) {
        const struct kind *kind = kind_of(out->events.items[i].name);
        if (kind->usual && kind->group != KIND_NATIVE) return true;
    }
    return false;
}

static void add_warnings(struct summary *out, const struct summary_state *s,
                         const struct origins *origins, const struct agent_statistics *statistics) {
    const uint64_t *agent = statistics->counts;
    if (statistics->biased)
        warn(out, "samples were taken at safepoints only (engine jvmti): hot loops are charged to "
                  "wherever the next safepoint poll is");
    if (statistics->late) warn(out, "%s", AGENT_LATE);
    if ((double)agent[AGENT_TIMED_OUT] > TOLERATED_MISSES * (double)agent[AGENT_REQUESTED])
        warn(out,
             "%.0f %% of the requested samples were not answered in time: more threads ran than "
             "there were processors, and threads without one are sampled less often",
             units_percent(agent[AGENT_TIMED_OUT], agent[AGENT_REQUESTED]));
    if (s->lost[LOST_BYTES])
        warn(out,
             "the JVM lost %" PRIu64
             " bytes of events because its buffers were full (jdk.DataLoss): counts are too low",
             s->lost[LOST_BYTES]);
    if (s->lost[LOST_SAMPLES])
        warn(out, "the JVM lost %" PRIu64 " CPU-time samples (jdk.CPUTimeSamplesLost)",
             s->lost[LOST_SAMPLES]);
    size_t off = switched_off(origins, "jdk.ExecutionSample");
    if (off && off == origins->list.len && !has_samples(out))
        warn(out, "jdk.ExecutionSample was switched off: there are no samples of Java code");
    else if (off && off < origins->list.len)
        warn(out,
             "jdk.ExecutionSample was switched off in %zu of %zu JVMs: of those there are no "
             "samples of Java code",
             off, origins->list.len);
}

ORDERED(compare_events, struct summary_event, FALLING(count), strcmp(x->name, y->name))

static void add_events(struct summary *out, const struct summary_state *s) {
    OWNED(text_free) struct text text = {0};
    EACH (const struct summary_count, e, &s->events) {
        struct summary_event event = {.count = e->count, .bytes = e->bytes};
        text_clear(&text);
        text_add(&text, strings_get(&s->strings, e->name));
        event.name = keep_text(out, &text);
        text_clear(&text);
        text_add(&text, strings_get(&s->strings, e->label));
        if (e->label) event.label = keep_text(out, &text);
        array_push(&out->events, event);
    }
    array_sort(&out->events, compare_events);
}

void summary_join(struct walk_run *run) {
    walk_join(run, &agent_reader, NULL);
    walk_join(run, &summary_reader, NULL);
}

struct summary *summary_make(const struct walk_run *run) {
    const struct summary_state *s = walk_result(run, &summary_reader);
    struct agent_statistics *agent = walk_result(run, &agent_reader);
    struct summary *out = mem_zero(1, sizeof *out);
    struct origins origins = find_origins(s);
    compare(&origins);
    if (origins.list.len) add_facts(out, &origins, 0);
    add_agent(out, agent);
    add_jvms(out, &origins);
    add_events(out, s);
    add_warnings(out, s, &origins, agent);
    array_free(&origins.list);
    return out;
}

struct summary *summary_read(const struct scan_options *scan, struct scan_report *report) {
    OWNED(walk_run_free) struct walk_run run = {0};
    summary_join(&run);
    walk_start(&run, scan, report);
    return summary_make(&run);
}

void summary_free(struct summary *summary) {
    if (summary == NULL) return;
    strings_free(&summary->strings);
    arrays_free(&summary->events, &summary->facts, &summary->jvms, &summary->warnings);
    free(summary);
}
