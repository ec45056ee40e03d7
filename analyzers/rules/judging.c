#include "analyzers/rules/judging.h"

#include "analyzers/compare/statistics.h"
#include "analyzers/jvm/leak_trend.h"
#include "analyzers/rules/sites.h"
#include "analyzers/tables/kinds.h"
#include "analyzers/time/load.h"
#include "analyzers/time/periods.h"
#include "analyzers/time/threads.h"
#include "base/sort.h"
#include "base/units.h"

/* ==== Figures ================================================================================ */

static double setting_of(const struct rule_input *input, const struct rule *rule, size_t option) {
    const struct rule_setting *setting = &input->settings[option];
    enum rule_kind kind = rule->options[option].kind;
    return kind == RULE_PERCENT || kind == RULE_ESTIMATE ? setting->real : (double)setting->number;
}

static double score_of(double figure, double info, double warning) {
    if (info < warning) return score_between(figure, info, warning);
    if (figure < warning || warning <= 0) return figure < warning ? 0 : 75;
    return 75 + 25 * (1 - warning / figure); /* one mark for both */
}

static const struct rule_outcome not_known = {
    "not-known", "The events are there, but without the figure that the rule needs."};

void judge_figure(const struct rule_input *input, struct finding *finding, double figure) {
    const struct rule *rule = finding->rule;
    enum rule_kind kind = rule->values[rule->figure].kind;
    double info = setting_of(input, rule, 0);
    if (is_missing(figure)) {
        finding->severity = RULE_NA;
        finding->outcome = &not_known;
        return;
    }
    if (kind == RULE_PERCENT || kind == RULE_ESTIMATE) finding_real(finding, rule->figure, figure);
    else finding_number(finding, rule->figure, (int64_t)figure);
    finding->score = rule->options[1].name && strcmp(rule->options[1].name, "warning") == 0
                         ? score_of(figure, info, setting_of(input, rule, 1))
                     : info > 0 ? score_info(figure, info)
                                : 0;
    finding->severity = score_severity(finding->score);
    finding->outcome = &rule->outcomes[0];
}

void judge_as(struct finding *finding, enum rule_severity severity, size_t outcome) {
    finding->severity = severity;
    finding->outcome = &finding->rule->outcomes[outcome];
}

void judge_cap(struct finding *finding) {
    if (finding->severity <= RULE_INFO) return;
    finding->severity = RULE_INFO;
    finding->score = SCORE_WARNING - 1;
}

void judge_raise(struct finding *finding) {
    finding->severity = RULE_WARNING;
    if (finding->score < SCORE_WARNING) finding->score = SCORE_WARNING;
}

void judge_as_fine(struct finding *finding) {
    if (finding->severity <= RULE_OK) return;
    finding->severity = RULE_OK;
    finding->score = 0;
}

void judge_cost_of_time(const struct rule_input *input, struct finding *finding, double ns) {
    finding_cost(finding, COST_OF_TIME, 100 * ns / (judge_seconds(input) * 1e9));
}

void judge_window(struct finding *finding, int64_t from_ns, int64_t to_ns) {
    finding->from_ns = from_ns;
    finding->to_ns = to_ns;
}

struct time_window judge_times(const struct rule_input *input) {
    struct time_window all = {INT64_MIN, INT64_MAX};
    if (!input->has_window) return all;
    return (struct time_window){input->window_from_ns, input->window_to_ns - 1};
}

double judge_seconds(const struct rule_input *input) {
    return input->recorded_ns > 0 ? (double)input->recorded_ns / 1e9 : 1e-9;
}

int64_t judge_heap_limit(const struct rule_input *input) {
    const struct series config = series_of(input, SERIES_HEAP_CONFIG);
    const int64_t most = config.rows ? series_int(&config, HEAP_CONFIG_MAX, config.rows - 1) : 0;
    return most > 0 ? most : MISSING;
}

/* ==== Intervals ============================================================================== */

void intervals_add(struct intervals *all, const struct series *series) {
    for (size_t row = 0; row < series->rows; row++)
        if (series_duration(series, row) > 0)
            array_push(all, (struct interval){series_start(series, row), series_end(series, row)});
}

/* Facts are in order of time. */
const struct fact_pause *judge_pauses(const struct rule_input *input, size_t *count) {
    const struct time_window window = judge_times(input);
    const struct fact_pause *all = input->facts->pauses.items;
    size_t first = 0, end = input->facts->pauses.len;
    while (first < end && all[first].time_ns < window.from_ns) first++;
    while (end > first && all[end - 1].time_ns > window.to_ns) end--;
    *count = end - first;
    return end > first ? all + first : NULL;
}

void intervals_add_pauses(struct intervals *all, const struct rule_input *input) {
    size_t count;
    const struct fact_pause *pauses = judge_pauses(input, &count);
    for (size_t i = 0; i < count; i++) {
        int64_t start = series_time(pauses[i].time_ns), ns = series_time(pauses[i].duration_ns);
        if (ns > 0) array_push(all, (struct interval){start, start + ns});
    }
}

ORDERED(compare_intervals, struct interval, RISING(from_ns), RISING(to_ns))

void intervals_unite(struct intervals *all) {
    size_t kept = 0;
    if (all->len) qsort(all->items, all->len, sizeof *all->items, compare_intervals);
    for (size_t i = 0; i < all->len; i++) {
        struct interval *last = kept ? &all->items[kept - 1] : NULL;
        if (!last || all->items[i].from_ns > last->to_ns) all->items[kept++] = all->items[i];
        else if (all->items[i].to_ns > last->to_ns) last->to_ns = all->items[i].to_ns;
    }
    all->len = kept;
}

double intervals_ns(const struct intervals *all) {
    double sum = 0;
    for (size_t i = 0; i < all->len; i++)
        sum += (double)(all->items[i].to_ns - all->items[i].from_ns);
    return sum;
}

/* Of united intervals the worst window begins where one of them begins, or ends where one ends. */
double intervals_worst(const struct rule_input *input, const struct intervals *all,
                       int64_t window_ns, int64_t *from_ns, int64_t *to_ns) {
    double worst = 0;
    if (input->recorded_ns > 0 && input->recorded_ns < window_ns) window_ns = input->recorded_ns;
    for (int backward = 0; backward < 2; backward++) {
        size_t first = 0, end = 0;
        double inside = 0; /* of those from first up to end, whole */
        for (size_t i = 0; i < all->len; i++) {
            int64_t from = backward ? all->items[i].to_ns - window_ns : all->items[i].from_ns;
            int64_t to = from + window_ns;
            while (end < all->len && all->items[end].from_ns < to) {
                inside += (double)(all->items[end].to_ns - all->items[end].from_ns);
                end++;
            }
            while (first < end && all->items[first].to_ns <= from) {
                inside -= (double)(all->items[first].to_ns - all->items[first].from_ns);
                first++;
            }
            double cut = 0;
            if (first < end && all->items[first].from_ns < from)
                cut += (double)(from - all->items[first].from_ns);
            if (first < end && all->items[end - 1].to_ns > to)
                cut += (double)(all->items[end - 1].to_ns - to);
            double share = (inside - cut) / (double)window_ns;
            if (share <= worst) continue;
            worst = share;
            *from_ns = from;
            *to_ns = to;
        }
    }
    return worst < 1 ? worst : 1;
}

/* ==== Durations ============================================================================== */

int64_t *judge_durations(const struct series *series) {
    int64_t *out = mem_resize(NULL, series->rows, sizeof *out);
    for (size_t row = 0; row < series->rows; row++) out[row] = series_duration(series, row);
    return out;
}

int64_t judge_percentile(int64_t *numbers, size_t len, double percent) {
    if (!len) return 0;
    size_t rank = (size_t)ceil(percent / 100 * (double)len);
    return sort_nth(numbers, len, rank ? rank - 1 : 0);
}

size_t judge_longest(const struct series *series) {
    size_t longest = SIZE_MAX;
    for (size_t row = 0; row < series->rows; row++)
        if (longest == SIZE_MAX || series_duration(series, row) > series_duration(series, longest))
            longest = row;
    return longest;
}

/* ==== Sums =================================================================================== */

void tallies_add(struct tallies *all, uint64_t key, double value) {
    tallies_add_many(all, key, 1, value);
}

void tallies_add_many(struct tallies *all, uint64_t key, uint64_t count, double sum) {
    size_t index = map_number(&all->index, key, all->len);
    if (index == all->len) array_push(all, (struct tally){.key = key});
    struct tally *tally = &array_at(all, index);
    tally->count += count;
    tally->sum += sum;
}

ORDERED(compare_tallies, struct tally, FALLING(sum), RISING(key))

void tallies_sort(struct tallies *all) {
    if (all->len) qsort(all->items, all->len, sizeof *all->items, compare_tallies);
    map_clear(&all->index);
}

void judge_name_most(struct finding *finding, size_t value, struct tallies *of,
                     const struct strings *names) {
    tallies_sort(of);
    const char *name = of->len ? strings_get(names, (uint32_t)of->items[0].key) : "";
    finding_text(finding, value, name);
}

void tallies_free(struct tallies *all) {
    map_free(&all->index);
    array_free(all);
}

/* ==== Names ================================================================================== */

void judge_name_pool(const struct rule_input *input, const struct tallies *threads,
                     struct finding *finding, size_t value) {
    const struct things *things = &input->tables->things;
    OWNED(text_free) struct text first = {0}, other = {0};
    bool same = true;
    for (size_t i = 0; i < threads->len && same; i++) {
        uint32_t thread = (uint32_t)threads->items[i].key;
        struct text *to = i ? &other : &first;
        if (thread == JFR_NULL_ID) continue;
        text_clear(to);
        threads_add_pattern(to, strings_get(&things->texts, things->threads.items[thread].name));
        same = !i || strcmp(text_str(&first), text_str(&other)) == 0;
    }
    if (same && first.len) finding_text(finding, value, text_str(&first));
}

void judge_site(struct finding *finding, size_t value, const struct series *series, size_t column,
                size_t row) {
    OWNED(text_free) struct text name = {0};
    sites_add(series, column, row, &name);
    finding_text(finding, value, text_str(&name));
    const char *next = finding->rule->values[value + 1].key;
    if (!next || (strcmp(next, "caller") != 0 && !text_ends_with(next, "_caller"))) return;
    text_clear(&name);
    sites_add_caller(series, column, row, &name);
    finding_text(finding, value + 1, text_str(&name));
    next = finding->rule->values[value + 2].key;
    if (!next || strcmp(next, "asked_by") != 0) return;
    text_clear(&name);
    sites_add_asker(series, column, row, &name);
    finding_text(finding, value + 2, text_str(&name));
}

bool judge_stack(struct map *known, const struct series *series, size_t column, size_t row,
                 bool (*test)(const struct series *series, size_t column, size_t row)) {
    bool fresh;
    uint64_t *answer = map_put(known, series_id(series, column, row), &fresh);
    if (fresh) *answer = test(series, column, row);
    return *answer != 0;
}

void judge_name_allocated(const struct rule_input *input, struct finding *finding, size_t first) {
    struct series samples = series_of(input, SERIES_ALLOCATION);
    OWNED(tallies_free) struct tallies sums = {0};
    OWNED(sites_free) struct sites sites = {0};
    double all = 0;
    for (size_t row = 0; row < samples.rows; row++) {
        double bytes = series_real(&samples, TLAB_SIZE, row);
        uint32_t of_class = series_id(&samples, TLAB_CLASS, row);
        if (!(bytes > 0) || of_class == JFR_NULL_ID) continue;
        all += bytes;
        tallies_add(&sums, (uint64_t)of_class << 32 | sites_of(&sites, &samples, TLAB_STACK, row),
                    bytes);
    }
    tallies_sort(&sums);
    if (sums.len) {
        const char *site = strings_get(&sites.names, (uint32_t)sums.items[0].key);
        finding_text(
            finding, first,
            strings_get(&input->tables->things.texts, (uint32_t)(sums.items[0].key >> 32)));
        finding_text(finding, first + 1, site);
        finding_real(finding, first + 2, 100 * sums.items[0].sum / all);
    }
}

int judge_flag(const struct rule_input *input, const char *name) {
    struct series flags = series_of(input, SERIES_FLAG);
    for (size_t row = flags.rows; row-- > 0;) {
        const char *own = series_text(&flags, FLAG_NAME, row);
        if (own && strcmp(own, name) == 0) return series_true(&flags, FLAG_VALUE, row);
    }
    return -1;
}

const char *judge_property(const struct rule_input *input, const char *key) {
    struct series properties = series_of(input, SERIES_PROPERTY);
    for (size_t row = 0; row < properties.rows; row++) {
        const char *own = series_text(&properties, PROPERTY_KEY, row);
        if (own && strcmp(own, key) == 0) return series_text(&properties, PROPERTY_VALUE, row);
    }
    return NULL;
}

/* ==== Samples =============================================================================== */

#define NEARLY_ALL 0.9 /* of what a setting lets be recorded: it left out others */
#define USUAL_PERIOD_NS (20 * NS_PER_MS) /* where the recording does not say it */

const struct profile *judge_running(const struct rule_input *input) {
    static const struct profile none;
    bool runs = !input->event || kind_of(input->event)->group == KIND_CPU;
    return runs ? input->profile : &none;
}

bool judge_is_virtual(const struct rule_input *input, uint64_t thread) {
    const struct things *things = input->tables ? &input->tables->things : NULL;
    return things && thread < things->threads.len && things->threads.items[thread].is_virtual;
}

bool judge_timed_out(const struct series *parks, size_t row) {
    const int64_t timeout = series_int(parks, PARK_TIMEOUT, row);
    return timeout != JFR_NULL_INT && timeout > 0 && series_duration(parks, row) >= timeout;
}

const char *judge_setting(const struct facts *facts, const char *event, const char *name) {
    const char *value = NULL;
    for (size_t i = 0; facts && i < facts->settings.len; i++) {
        const struct fact_setting *setting = &facts->settings.items[i];
        if (strcmp(strings_get(&facts->strings, setting->event), event) == 0 &&
            strcmp(strings_get(&facts->strings, setting->name), name) == 0)
            value = strings_get(&facts->strings, setting->value);
    }
    return value;
}

int64_t judge_threshold(const struct rule_input *input, const char *event) {
    const char *said = judge_setting(input->facts, event, "threshold");
    int64_t ns;
    return said && units_parse_period(said, &ns) ? ns : MISSING;
}

/* "100/s"; INFINITY: it has none, or one that is not told by the second. */
static double most_per_second(const struct rule_input *input, const char *event) {
    const char *said = judge_setting(input->facts, event, "throttle");
    char *end = NULL;
    const double count = said ? strtod(said, &end) : 0;
    return count > 0 && strcmp(end, "/s") == 0 ? count : INFINITY;
}

const char *judge_throttle(const struct rule_input *input, const struct series *series,
                           const char *event) {
    const bool reached =
        (double)series->rows >= NEARLY_ALL * most_per_second(input, event) * judge_seconds(input);
    return reached ? judge_setting(input->facts, event, "throttle") : NULL;
}

int64_t judge_period(const struct rule_input *input) {
    int64_t period = input->event ? period_at(input->facts, input->event, INT64_MAX) : 0;
    return period > 0 ? period : USUAL_PERIOD_NS;
}

double judge_native_ns(const struct rule_input *input, const struct tallies *met, double samples) {
    return judge_seconds(input) * 1e9 * samples / met->items[0].sum;
}

#define LEAST_TO_BE_SURE 30 /* samples */
#define MANY 100

bool judge_is_sure(double part, double all, double percent) {
    double low, high;
    if (all < LEAST_TO_BE_SURE || all >= MANY) return all >= MANY;
    stat_wilson(part, all, 1.96, &low, &high);
    return 100 * low >= percent;
}

static uint64_t thread_hash(const char *thread, uint64_t os_id, uint64_t java_id) {
    uint64_t hash = hash_bytes(thread, strlen(thread)) ^ os_id * 0x9e3779b97f4a7c15u;
    return (hash ^ java_id) * 0xff51afd7ed558ccdu;
}

static void remember(struct map *known, uint64_t hash, uint32_t thread) {
    bool fresh;
    uint64_t *at = map_put(known, hash, &fresh);
    *at = fresh ? thread : MISSING_ID; /* several have it */
}

uint32_t *judge_threads(const struct rule_input *input) {
    const struct profile *profile = input->profile;
    const struct things *things = &input->tables->things;
    uint32_t *out = mem_resize(NULL, profile->threads.len, sizeof *out);
    OWNED(map_free) struct map known = {0}, names = {0};
    for (uint32_t i = 0; i < things->threads.len; i++) {
        const struct things_thread *thread = &things->threads.items[i];
        const char *called = strings_get(&things->texts, thread->name);
        remember(&known, thread_hash(called, thread->os_id, thread->java_id), i);
        remember(&names, thread_hash(called, 0, 0), i);
    }
    for (size_t i = 0; i < profile->threads.len; i++) {
        const struct profile_thread *thread = &profile->threads.items[i];
        const char *called = strings_get(&profile->frames.strings, thread->name);
        const uint64_t *at = map_get(&known, thread_hash(called, thread->os_id, thread->java_id));
        if (!at) at = map_get(&names, thread_hash(called, 0, 0));
        out[i] = at ? (uint32_t)*at : MISSING_ID;
    }
    return out;
}

/* ==== Growth ================================================================================= */

struct growth judge_growth(const struct series *series, size_t size, size_t when,
                           int64_t since_ns) {
    struct growth growth = {0};
    double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
    for (size_t row = 0; row < series->rows; row++) {
        const char *text = when == SIZE_MAX ? "After GC" : series_text(series, when, row);
        int64_t bytes = series_int(series, size, row), at = series_start(series, row);
        if (!text || strcmp(text, "After GC") != 0 || bytes == JFR_NULL_INT || at < since_ns)
            continue;
        if (!growth.points++) {
            growth.from_ns = at;
            growth.first = (double)bytes;
        }
        growth.to_ns = at;
        growth.last = (double)bytes;
        double x = (double)(at - growth.from_ns) / 1e9, y = (double)bytes;
        sx += x;
        sy += y;
        sxx += x * x;
        syy += y * y;
        sxy += x * y;
    }
    double n = (double)growth.points, across = n * sxx - sx * sx, up = n * syy - sy * sy;
    if (growth.points < 2 || across <= 0) return growth;
    growth.per_second = (n * sxy - sx * sy) / across;
    growth.correlation = up > 0 ? (n * sxy - sx * sy) / sqrt(across * up) : 0;
    return growth;
}

int64_t judge_warm_since(const struct rule_input *input) {
    const struct event_table *classes = series_of(input, SERIES_CLASSES).table;
    const struct time_window window = judge_times(input);
    return classes ? leak_warm_since(classes, &window) : INT64_MIN;
}

void judge_list_add(struct text *list, const char *word, size_t len) {
    if (list->len) text_add(list, ", ");
    text_add_bytes(list, word, len);
}

void judge_list(struct finding *finding, struct text *list, size_t value,
                enum rule_severity severity) {
    finding_text(finding, value, text_str(list));
    judge_as(finding, list->len ? severity : RULE_OK, list->len ? 0 : 1);
    text_free(list);
}

const char *judge_old_collector(const struct rule_input *input) {
    const char *name = series_last_text(input, SERIES_GC_CONFIG, CONFIG_OLD);
    return name ? name : "";
}

#define ALL_TAKEN 0.9 /* of the machine's CPU time: who wants a processor waits for one */

double judge_taken(const struct rule_input *input) {
    struct series loads = series_of(input, SERIES_LOAD);
    double known = 0, taken = 0;
    for (size_t row = 0; row < loads.rows; row++) {
        double load = series_real(&loads, LOAD_MACHINE, row);
        known += is_known(load);
        taken += load >= ALL_TAKEN; /* what is missing is not */
    }
    return known > 0 ? taken / known : 0;
}

struct series judge_syncs(const struct rule_input *input) {
    struct series syncs = series_of(input, SERIES_SAFEPOINT_SYNC);
    return syncs.rows ? syncs : series_of(input, SERIES_SAFEPOINT_BEGIN);
}

double judge_paused_percent(const struct rule_input *input) {
    OWNED(array_release) struct intervals pauses = {0};
    intervals_add_pauses(&pauses, input);
    intervals_unite(&pauses);
    return 100 * intervals_ns(&pauses) / (judge_seconds(input) * 1e9);
}

double judge_processors_used(const struct rule_input *input) {
    /* Clocks of threads are of the whole recording: they say nothing of a window's samples. */
    if (input->has_window || !series_of(input, SERIES_LOAD).rows) return MISSING_REAL;
    return load_processors_used(input->facts, input->start_ns);
}

#define MOST_USED 4.0 /* processors */

bool judge_meets_all(const struct rule_input *input) {
    return input->event && strcmp(input->event, "jdk.ExecutionSample") == 0 &&
           judge_processors_used(input) <= MOST_USED;
}

bool judge_is_full(const char *name) {
    static const char *const names[] = {"G1Full",      "SerialOld",      "ParallelOld",
                                        "PSMarkSweep", "ShenandoahFull", "Full"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return true;
    return false;
}
