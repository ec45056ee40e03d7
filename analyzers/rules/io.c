/* Rules of files and sockets. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/cpu.h"
#include "analyzers/rules/io_rows.h"

/* ==== Files and sockets ===================================================================== */

#define LEAST_COST 20.0  /* percent of their time, from which on it is INFO whatever each took */
#define LEAST_SHARE 0.05 /* of the time recorded, and */
#define LEAST_COUNT 20   /* of one file, for that */

static void name_end(struct finding *finding, size_t value, const struct series *series, size_t row,
                     bool socket) {
    const char *path = series_text(series, IO_PATH, row);
    OWNED(text_free) struct text name = {0};
    if (path) text_add(&name, path);
    if (socket) {
        const char *address = series_text(series, IO_ADDRESS, row);
        int64_t port = series_int(series, IO_PORT, row);
        if (!name.len && address) text_add(&name, address);
        if (name.len && port >= 0) text_addf(&name, ":%lld", (long long)port);
    }
    finding_text(finding, value, text_str(&name));
}

static bool is_of_sockets(enum series_id id) {
    return id == SERIES_SOCKET_READ || id == SERIES_SOCKET_WRITE;
}

/* Not so of those of which nobody knows what for, or that wait for work. */
static bool is_of_use(const struct rule_input *input, const struct series *series,
                      enum series_id id, size_t row) {
    if (id == SERIES_SOCKET_READ && series_id(series, IO_STACK, row) == JFR_NULL_ID) return false;
    return !is_of_sockets(id) || !busy_idle(input, series, IO_STACK, row);
}

/* The file or host at which most time was spent, and what it costs those who wait there. */
static void judge_most(const struct rule_input *input, struct finding *finding,
                       const struct series *series, enum series_id id, const struct tally *end) {
    OWNED(tallies_free) struct tallies threads = {0}, places = {0};
    OWNED(sites_free) struct sites sites = {0};
    const bool socket = is_of_sockets(id);
    size_t any = 0;
    EACH (const struct alike_rows, rows, &alike_of(input, id)->all) {
        if (series_id(series, IO_PATH, rows->first) != end->key || !rows->lasting ||
            (socket && busy_idle(input, series, IO_STACK, rows->first)))
            continue;
        if (rows->last > any) any = rows->last;
        tallies_add(&threads, series_id(series, IO_THREAD, rows->first), rows->ns);
        tallies_add(&places, sites_of(&sites, series, IO_STACK, rows->first), rows->ns);
    }
    tallies_sort(&places);
    EACH (const struct alike_rows, rows, &alike_of(input, id)->all)
        if (series_id(series, IO_PATH, rows->first) == end->key &&
            sites_of(&sites, series, IO_STACK, rows->first) == places.items[0].key) {
            judge_site(finding, IO_MOST_SITE, series, IO_STACK, rows->first);
            break;
        }
    name_end(finding, IO_MOST_WHERE, series, any, socket);
    finding_number(finding, IO_MOST_COUNT, (int64_t)end->count);
    finding_number(finding, IO_MOST_NS, (int64_t)end->sum);
    busy_cost(input, finding, &threads, 0);
    bool much = end->sum >= LEAST_SHARE * judge_seconds(input) * 1e9;
    if (!socket && much && finding->cost >= LEAST_COST && end->count >= LEAST_COUNT &&
        finding->severity < RULE_INFO) {
        finding->severity = RULE_INFO;
        finding->score = SCORE_INFO;
    }
}

static void judge_io(const struct rule_input *input, struct finding *finding) {
    const enum series_id id = (enum series_id)finding->rule->of;
    const struct series series = series_of(input, id);
    const struct alike *alike = alike_of(input, id);
    OWNED(mem_release) int64_t *durations = mem_resize(NULL, series.rows, sizeof *durations);
    OWNED(mem_release) bool *of_use = mem_zero(alike->all.len, sizeof *of_use);
    OWNED(tallies_free) struct tallies ends = {0};
    size_t longest = SIZE_MAX, count = 0;
    int64_t most = -1;
    double total = 0;
    for (size_t i = 0; i < alike->all.len; i++) {
        const struct alike_rows *rows = &alike->all.items[i];
        of_use[i] = is_of_use(input, &series, id, rows->first);
        if (!of_use[i]) continue;
        int64_t took = rows->longest_ns;
        if (took > most || (took == most && rows->longest < longest)) longest = rows->longest;
        if (took > most) most = took;
        total += rows->ns;
        if (rows->lasting)
            tallies_add_many(&ends, series_id(&series, IO_PATH, rows->first), rows->lasting,
                             rows->ns);
    }
    for (size_t row = 0; row < series.rows; row++)
        if (of_use[alike_at(alike, row)]) durations[count++] = series_duration(&series, row);
    if (longest == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
    } else {
        judge_figure(input, finding, (double)most);
        judge_window(finding, series_start(&series, longest), series_end(&series, longest));
        name_end(finding, IO_WHERE, &series, longest, is_of_sockets(id));
        judge_site(finding, IO_SITE, &series, IO_STACK, longest);
        finding_number(finding, IO_COUNT, (int64_t)count);
        finding_number(finding, IO_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
        finding_number(finding, IO_P99, judge_percentile(durations, count, 99));
        tallies_sort(&ends);
        if (ends.len) judge_most(input, finding, &series, id, &ends.items[0]);
    }
}

/* Who does not read is here, most likely in this program, and what it does instead is the finding.
 */
static bool is_of_this_machine(const char *host) {
    return strncmp(host, "localhost", 9) == 0 || strncmp(host, "127.", 4) == 0 ||
           strncmp(host, "::1", 3) == 0 || strncmp(host, "0:0:0:0:0:0:0:1", 15) == 0;
}

static void judge_socket_write(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding);
    const struct finding_value *where = &finding->values[IO_WHERE];
    if (where->given && is_of_this_machine(where->text)) judge_cap(finding);
}

/* ==== Handshakes and names ================================================================== */

#define LEAST_OF_CPU 5.0 /* percent, for what handshakes take of it to be said */

static bool shakes_hands(const char *of_class, const char *method) {
    return (strcmp(method, "startHandshake") == 0 || strcmp(method, "readHandshakeRecord") == 0 ||
            strcmp(method, "doHandshake") == 0) &&
           strstr(of_class, "ssl");
}

static bool is_handshake(const struct series *series, size_t column, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    return some_of(i, depth,
                   shakes_hands(series_frame_class(series, frames[i]),
                                series_frame_method(series, frames[i])));
}

static bool is_in_handshake(const struct profile *profile, const struct profile_stack *stack) {
    const uint32_t *frames = profile->stack_frames.items + stack->first;
    const struct frame *rows = profile->frames.rows.items;
    return some_of(i, stack->depth,
                   shakes_hands(strings_get(&profile->frames.strings, rows[frames[i]].class_name),
                                strings_get(&profile->frames.strings, rows[frames[i]].method)));
}

/* What the CPU had to do for them, and for whom. */
static void name_cpu(const struct rule_input *input, struct sites *sites, struct finding *finding) {
    const struct profile *profile = judge_running(input);
    OWNED(mem_release) bool *in = mem_zero(profile->stacks.len, sizeof *in);
    OWNED(tallies_free) struct tallies places = {0};
    double all = 0, some = 0;
    for (size_t i = 0; i < profile->stacks.len; i++)
        in[i] = is_in_handshake(profile, &profile->stacks.items[i]);
    for (size_t i = 0; i < profile->moments.len; i++) {
        const struct profile_sample sample = profile_sample(profile, i);
        all += (double)sample.count;
        if (sample.stack == PROFILE_NONE || !in[sample.stack]) continue;
        some += (double)sample.count;
        tallies_add(&places, sites_of_sample(sites, profile, sample.stack), (double)sample.count);
    }
    if (100 * some < LEAST_OF_CPU * all || !judge_is_sure(some, all, LEAST_OF_CPU)) return;
    const double cost = cpu_of_samples(input, percent_of(some, all));
    finding_real(finding, SHAKE_CPU, percent_of(some, all));
    judge_name_most(finding, SHAKE_CPU_SITE, &places, &sites->names);
    if (cost > real_or(finding->cost, 0)) finding_cost(finding, COST_OF_CPU, cost);
}

#define LATE_SHARE 0.25 /* of the time of handshakes, that is in the second half */

static void judge_handshakes(const struct rule_input *input, struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    const int64_t from = input->has_window ? input->window_from_ns : input->start_ns;
    const double half = (double)from + judge_seconds(input) * 5e8;
    size_t longest = SIZE_MAX;
    double late = 0;
    OWNED(map_free) struct map known = {0};
    OWNED(sites_free) struct sites sites = {0};
    OWNED(tallies_free) struct tallies places = {0}, threads = {0};
    const struct alike *alike = alike_of(input, SERIES_SOCKET_READ);
    if (!some_of(i, alike->all.len,
                 judge_stack(&known, &reads, IO_STACK, alike->all.items[i].first, is_handshake)))
        return judge_as(finding, RULE_OK, 1);
    for (size_t row = 0; row < reads.rows; row++) {
        if (!judge_stack(&known, &reads, IO_STACK, row, is_handshake)) continue;
        double ns = (double)series_duration(&reads, row);
        tallies_add(&places, sites_of(&sites, &reads, IO_STACK, row), ns);
        tallies_add(&threads, series_id(&reads, IO_THREAD, row), ns);
        late += (double)series_start(&reads, row) >= half ? ns : 0;
        if (longest == SIZE_MAX || series_duration(&reads, row) > series_duration(&reads, longest))
            longest = row;
    }
    uint64_t count = 0;
    double total = 0;
    EACH (const struct tally, tally, &threads) {
        total += tally->sum;
        count += tally->count;
    }
    judge_figure(input, finding, (double)series_duration(&reads, longest));
    judge_window(finding, series_start(&reads, longest), series_end(&reads, longest));
    if (from && late < LATE_SHARE * total) judge_cap(finding);
    const char *host = series_text(&reads, IO_PATH, longest);
    const char *address = series_text(&reads, IO_ADDRESS, longest);
    finding_text(finding, SHAKE_WHERE, host && *host ? host : address);
    judge_name_most(finding, SHAKE_SITE, &places, &sites.names);
    busy_cost(input, finding, &threads, 0);
    name_cpu(input, &sites, finding);
    finding_number(finding, SHAKE_COUNT, (int64_t)count);
    finding_number(finding, SHAKE_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
}
