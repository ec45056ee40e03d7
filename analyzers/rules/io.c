/* Rules of files, sockets, exceptions and locks. */
#include "analyzers/rules/judging.h"
#include "analyzers/rules/topics.h"
#include "base/units.h"

#include <stdlib.h>
#include <string.h>

/* ==== Files and sockets ===================================================================== */

enum { IO_LONGEST, IO_WHERE, IO_SITE, IO_COUNT, IO_TOTAL, IO_P99 };

/* Something waits for the next request there, and has nothing else to do. */
static bool is_idle(const struct series *series, size_t row) {
    static const char *const classes[] = {
        "sun.rmi.transport.tcp.TCPTransport",
        "sun.rmi.transport.tcp.TCPTransport$ConnectionHandler",
        "javax.management.remote.rmi.RMIConnector$RMINotifClient",
        "org.apache.tomcat.util.net.NioEndpoint$Poller",
        "jdk.internal.net.http.Http1AsyncReceiver",
        "com.sun.jmx.remote.internal.ClientNotifForwarder$NotifFetcher"};
    uint32_t depth;
    const uint32_t *frames = series_stack(series, IO_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++) {
        const char *name = series_frame_class(series, frames[i]);
        for (size_t k = 0; k < sizeof classes / sizeof *classes; k++)
            if (strcmp(name, classes[k]) == 0) return true;
    }
    return false;
}

static void name_end(struct finding *finding, const struct series *series, size_t row,
                     bool socket) {
    const char *path = series_text(series, IO_PATH, row);
    struct text name = {0};
    if (path) text_add(&name, path);
    if (socket) {
        const char *address = series_text(series, IO_ADDRESS, row);
        int64_t port = series_int(series, IO_PORT, row);
        if (!name.len && address) text_add(&name, address);
        if (name.len && port >= 0) text_addf(&name, ":%lld", (long long)port);
    }
    if (name.len) finding_text(finding, IO_WHERE, text_str(&name));
    text_free(&name);
}

static int compare_numbers(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void judge_io(const struct rule_input *input, struct finding *finding, enum series_id id,
                     bool socket) {
    struct series series = series_of(input, id);
    int64_t *durations = mem_resize(NULL, series.rows + 1, sizeof *durations);
    size_t longest = SIZE_MAX, count = 0;
    double total = 0;
    for (size_t row = 0; row < series.rows; row++) {
        if (socket && is_idle(&series, row)) continue;
        int64_t duration = durations[count++] = series_duration(&series, row);
        total += (double)duration;
        if (longest == SIZE_MAX || duration > series_duration(&series, longest)) longest = row;
    }
    if (longest == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
    } else {
        qsort(durations, count, sizeof *durations, compare_numbers);
        judge_figure(input, finding, (double)series_duration(&series, longest));
        judge_window(finding, series_start(&series, longest), series_end(&series, longest));
        name_end(finding, &series, longest, socket);
        judge_site(finding, IO_SITE, &series, IO_STACK, longest);
        finding_number(finding, IO_COUNT, (int64_t)count);
        finding_number(finding, IO_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
        finding_number(finding, IO_P99, judge_percentile(durations, count, 99));
    }
    free(durations);
}

#define IO_VALUES                                                                             \
    .values = RULE_LIST(                                                                      \
        value, {"longest_ns", RULE_NS, NULL, 0, false}, {"where", RULE_TEXT, NULL, 0, false}, \
        {"site", RULE_TEXT, NULL, 0, false}, {"count", RULE_COUNT, NULL, 0, false},           \
        {"total_ns", RULE_NS, NULL, 0, false}, {"p99_ns", RULE_NS, NULL, 0, false}),          \
    FIGURE(IO_LONGEST)
#define IO_OUTCOMES(what)                                                                        \
    .outcomes =                                                                                  \
        RULE_LIST(outcome,                                                                       \
                  {"judged", "The longest " what " took {longest_ns}[ ({where})][, in {site}]; " \
                             "{count} took {total_ns}, 99 % of them {p99_ns} at most."},         \
                  {"none", "No " what " is recorded (only those that take longer than the "      \
                           "recording's threshold are)."})

static void judge_file_read(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding, SERIES_FILE_READ, false);
}
static void judge_file_write(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding, SERIES_FILE_WRITE, false);
}
static void judge_file_force(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding, SERIES_FILE_FORCE, false);
}
static void judge_socket_read(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding, SERIES_SOCKET_READ, true);
}
static void judge_socket_write(const struct rule_input *input, struct finding *finding) {
    judge_io(input, finding, SERIES_SOCKET_WRITE, true);
}

const struct rule rule_file_read = {
    .id = "FileRead",
    .name = "Reading files",
    .topic = "file_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("FileRead")),
    LIMIT_NS(2 * NS_PER_S, 4 * NS_PER_S),
    IO_VALUES,
    .judge = judge_file_read,
    IO_OUTCOMES("read of a file"),
};
const struct rule rule_file_write = {
    .id = "FileWrite",
    .name = "Writing files",
    .topic = "file_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("FileWrite")),
    LIMIT_NS(2 * NS_PER_S, 4 * NS_PER_S),
    IO_VALUES,
    .judge = judge_file_write,
    IO_OUTCOMES("write to a file"),
};
const struct rule rule_file_force = {
    .id = "FileForce",
    .name = "Forcing files to disk",
    .topic = "file_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("FileForce")),
    LIMIT_INFO_NS(100 * NS_PER_MS),
    IO_VALUES,
    .judge = judge_file_force,
    IO_OUTCOMES("wait for a disk"),
};
const struct rule rule_socket_read = {
    .id = "SocketRead",
    .name = "Reading sockets",
    .topic = "socket_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("SocketRead")),
    LIMIT_INFO_NS(500 * NS_PER_MS), /* waiting for a request looks like it, so never WARNING */
    IO_VALUES,
    .judge = judge_socket_read,
    IO_OUTCOMES("read of a socket"),
};
const struct rule rule_socket_write = {
    .id = "SocketWrite",
    .name = "Writing to sockets",
    .topic = "socket_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("SocketWrite")),
    LIMIT_NS(275 * NS_PER_MS, 2 * NS_PER_S),
    IO_VALUES,
    .judge = judge_socket_write,
    IO_OUTCOMES("write to a socket"),
};

/* ==== Handshakes and names ================================================================== */

enum { SHAKE_LONGEST, SHAKE_WHERE, SHAKE_COUNT, SHAKE_TOTAL };

static bool is_handshake(const struct series *series, size_t row) {
    uint32_t depth;
    const uint32_t *frames = series_stack(series, IO_STACK, row, &depth);
    for (uint32_t i = 0; i < depth; i++) {
        const char *method = series_frame_method(series, frames[i]);
        if ((strcmp(method, "startHandshake") == 0 || strcmp(method, "readHandshakeRecord") == 0 ||
             strcmp(method, "doHandshake") == 0) &&
            strstr(series_frame_class(series, frames[i]), "ssl"))
            return true;
    }
    return false;
}

static void judge_handshakes(const struct rule_input *input, struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    size_t longest = SIZE_MAX;
    int64_t count = 0;
    double total = 0;
    for (size_t row = 0; row < reads.rows; row++) {
        if (!is_handshake(&reads, row)) continue;
        count++;
        total += (double)series_duration(&reads, row);
        if (longest == SIZE_MAX || series_duration(&reads, row) > series_duration(&reads, longest))
            longest = row;
    }
    if (longest == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    judge_figure(input, finding, (double)series_duration(&reads, longest));
    judge_window(finding, series_start(&reads, longest), series_end(&reads, longest));
    const char *host = series_text(&reads, IO_PATH, longest);
    const char *address = series_text(&reads, IO_ADDRESS, longest);
    if (host && *host) finding_text(finding, SHAKE_WHERE, host);
    else if (address) finding_text(finding, SHAKE_WHERE, address);
    finding_number(finding, SHAKE_COUNT, count);
    finding_number(finding, SHAKE_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
}

const struct rule rule_handshakes = {
    .id = "SlowHandshakes",
    .name = "TLS handshakes",
    .topic = "socket_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("SocketRead")),
    LIMIT_NS(200 * NS_PER_MS, NS_PER_S),
    .values = RULE_LIST(
        value, {"longest_ns", RULE_NS, NULL, 0, false}, {"where", RULE_TEXT, NULL, 0, false},
        {"count", RULE_COUNT, "read", 0, false}, {"total_ns", RULE_NS, NULL, 0, false}),
    FIGURE(SHAKE_LONGEST),
    .judge = judge_handshakes,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "TLS handshakes waited for the other end up to {longest_ns}[ ({where})]: "
                   "{count}, {total_ns}."},
        {"none", "No TLS handshake waited long enough to be recorded."}),
};

enum { LOOKUP_SHARE, LOOKUP_COUNT };

static void judge_lookups(const struct rule_input *input, struct finding *finding) {
    struct series samples = series_of(input, SERIES_NATIVE_SAMPLE);
    int64_t count = 0;
    for (size_t row = 0; row < samples.rows; row++) {
        const char *top = series_text(&samples, SAMPLE_TOP, row);
        count += top && (strstr(top, "lookupAllHostAddr") || strstr(top, "getHostByAddr"));
    }
    judge_figure(input, finding, samples.rows ? 100 * (double)count / (double)samples.rows : 0);
    finding_number(finding, LOOKUP_COUNT, count);
    if (count < 5) {
        finding->severity = RULE_OK;
        finding->score = 0;
    }
}

const struct rule rule_lookups = {
    .id = "SlowNameLookups",
    .name = "Waiting for DNS",
    .topic = "socket_io",
    .group = RULE_IO,
    .see = "hot-methods --event jdk.NativeMethodSample",
    RULE_NEEDS_OF(RULE_HAS("NativeMethodSample")),
    LIMIT_PERCENT(2, 20),
    .values = RULE_LIST(value, {"share_percent", RULE_PERCENT, NULL, 1, false},
                        {"samples", RULE_COUNT, "sample", 0, false}),
    FIGURE(LOOKUP_SHARE),
    .judge = judge_lookups,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "{samples} of threads in native code ({share_percent}) were waiting for "
                           "the address of a host."}),
};

/* ==== Exceptions ============================================================================ */

/* The most that a second, or as much of a span between two totals, had. */
static double worst_rate(const struct series *totals, size_t column, int64_t least_ns,
                         int64_t *from_ns, int64_t *to_ns) {
    double worst = 0;
    size_t from = 0;
    for (size_t row = 1; row < totals->rows; row++) {
        if (series_int(totals, column, row) < series_int(totals, column, row - 1)) from = row;
        while (from + 1 < row &&
               series_start(totals, row) - series_start(totals, from + 1) >= least_ns)
            from++;
        int64_t ns = series_start(totals, row) - series_start(totals, from);
        if (ns < least_ns) continue;
        double rate =
            ((double)series_int(totals, column, row) - (double)series_int(totals, column, from)) /
            ((double)ns / 1e9);
        if (rate <= worst) continue;
        worst = rate;
        *from_ns = series_start(totals, from);
        *to_ns = series_start(totals, row);
    }
    return worst;
}

enum { THROW_RATE, THROW_MEAN, THROW_CLASS, THROW_SITE };

/* JSF's parser throws one for each expression, and means nothing by it. */
static bool is_of_control(const char *name) {
    return name && strcmp(name, "com.sun.el.parser.ELParser$LookaheadSuccess") == 0;
}

static void name_thrown(struct finding *finding, const struct series *thrown, size_t name,
                        size_t site) {
    struct tallies classes = {0};
    for (size_t row = 0; row < thrown->rows; row++)
        if (series_id(thrown, THROWN_CLASS, row) != JFR_NULL_ID &&
            !is_of_control(series_text(thrown, THROWN_CLASS, row)))
            tallies_add(&classes, series_id(thrown, THROWN_CLASS, row), 1);
    tallies_sort(&classes);
    for (size_t row = 0; row < thrown->rows && classes.len; row++) {
        if (series_id(thrown, THROWN_CLASS, row) != classes.items[0].key) continue;
        if (!finding->values[name].given) {
            const char *text = series_text(thrown, THROWN_CLASS, row);
            finding_text(finding, name, text ? text : "?");
        }
        if (!finding->values[site].given) judge_site(finding, site, thrown, THROWN_STACK, row);
    }
    tallies_free(&classes);
}

static void judge_exceptions(const struct rule_input *input, struct finding *finding) {
    struct series totals = series_of(input, SERIES_THROWABLES);
    struct series thrown = series_of(input, SERIES_EXCEPTION);
    int64_t from = 0, to = 0;
    if (totals.rows < 2) {
        judge_as(finding, RULE_NA, 1);
        return;
    }
    double worst = worst_rate(&totals, THROWABLES, NS_PER_S * 9 / 10, &from, &to);
    judge_figure(input, finding, worst);
    if (to) judge_window(finding, from, to);
    double all = (double)series_int(&totals, THROWABLES, totals.rows - 1) -
                 (double)series_int(&totals, THROWABLES, 0);
    double ns = (double)series_start(&totals, totals.rows - 1) - (double)series_start(&totals, 0);
    if (ns > 0 && all >= 0) finding_real(finding, THROW_MEAN, all / (ns / 1e9));
    name_thrown(finding, &thrown, THROW_CLASS, THROW_SITE);
}

const struct rule rule_exceptions = {
    .id = "Exceptions",
    .name = "Exceptions thrown",
    .topic = "exceptions",
    .group = RULE_EXCEPTIONS,
    .see = "exceptions",
    RULE_NEEDS_OF(RULE_HAS("ExceptionStatistics")),
    .options = RULE_LIST(option, {"info", RULE_ESTIMATE, {.real = 1000}, 0, NULL},
                         {"warning", RULE_ESTIMATE, {.real = 10000}, 0, NULL}),
    .values = RULE_LIST(value, {"worst_per_second", RULE_ESTIMATE, NULL, 0, false},
                        {"mean_per_second", RULE_ESTIMATE, NULL, 0, false},
                        {"class", RULE_TEXT, NULL, 0, false}, {"site", RULE_TEXT, NULL, 0, false}),
    FIGURE(THROW_RATE),
    .judge = judge_exceptions,
    .outcomes =
        RULE_LIST(outcome,
                  {"judged", "Up to {worst_per_second} exceptions were thrown a second[, "
                             "{mean_per_second} on average][; most are {class}][, in {site}]."},
                  {"too-few", "How many there were was recorded only once."}),
};

/* The most within a window, of rows of the series for which the key is this one. */
static size_t most_within(const struct series *series, size_t column, uint64_t key,
                          int64_t window_ns, int64_t *from_ns, int64_t *to_ns) {
    size_t most = 0, inside = 0, first = 0;
    for (size_t row = 0; row < series->rows; row++) {
        if (series_id(series, column, row) != key) continue;
        inside++;
        for (; series_start(series, row) - series_start(series, first) > window_ns ||
               series_id(series, column, first) != key;
             first++)
            inside -= series_id(series, column, first) == key;
        if (inside <= most) continue;
        most = inside;
        *from_ns = series_start(series, first);
        *to_ns = series_start(series, row);
    }
    return most;
}

enum { ERRORS_RATE, ERRORS_ALL, ERRORS_CLASS, ERRORS_SITE };

static void judge_errors(const struct rule_input *input, struct finding *finding) {
    struct series thrown = series_of(input, SERIES_ERROR);
    int64_t from = 0, to = 0;
    size_t most = 0, all = 0, first = 0, inside = 0;
    for (size_t row = 0; row < thrown.rows; row++) {
        if (is_of_control(series_text(&thrown, THROWN_CLASS, row))) continue;
        all++;
        inside++;
        for (; series_start(&thrown, row) - series_start(&thrown, first) > 60 * NS_PER_S; first++)
            inside -= !is_of_control(series_text(&thrown, THROWN_CLASS, first));
        if (inside <= most) continue;
        most = inside;
        from = series_start(&thrown, first);
        to = series_start(&thrown, row);
    }
    judge_figure(input, finding, (double)most);
    if (most) judge_window(finding, from, to);
    finding_number(finding, ERRORS_ALL, (int64_t)all);
    if (all) name_thrown(finding, &thrown, ERRORS_CLASS, ERRORS_SITE);
}

const struct rule rule_errors = {
    .id = "Errors",
    .name = "Errors thrown",
    .topic = "exceptions",
    .group = RULE_EXCEPTIONS,
    .see = "exceptions",
    RULE_NEEDS_OF(RULE_OF("JavaErrorThrow")),
    LIMIT_COUNT(30, 60),
    .values = RULE_LIST(value, {"worst_per_minute", RULE_COUNT, "error", 0, false},
                        {"all", RULE_COUNT, "error", 0, false},
                        {"class", RULE_TEXT, NULL, 0, false}, {"site", RULE_TEXT, NULL, 0, false}),
    FIGURE(ERRORS_RATE),
    .judge = judge_errors,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "{all} thrown, {worst_per_minute} within a minute[; most are {class}][, "
                           "in {site}]."}),
};

enum { STORM_COUNT, STORM_CLASS, STORM_SITE, STORM_MESSAGE };

/* One stack that fails again and again: of what has to do with connections and time. */
static bool is_of_retries(const char *name) {
    return name && (strstr(name, "Connect") || strstr(name, "Timeout") ||
                    strstr(name, "IOException") || strstr(name, "SocketException") ||
                    strstr(name, "SQL") || strstr(name, "Unavailable") || strstr(name, "Rejected"));
}

static void judge_storms(const struct rule_input *input, struct finding *finding) {
    struct series thrown = series_of(input, SERIES_EXCEPTION);
    struct tallies stacks = {0};
    for (size_t row = 0; row < thrown.rows; row++)
        if (series_id(&thrown, THROWN_STACK, row) != JFR_NULL_ID &&
            is_of_retries(series_text(&thrown, THROWN_CLASS, row)))
            tallies_add(&stacks, series_id(&thrown, THROWN_STACK, row), 1);
    tallies_sort(&stacks);
    int64_t from = 0, to = 0;
    size_t most = stacks.len ? most_within(&thrown, THROWN_STACK, stacks.items[0].key,
                                           10 * NS_PER_S, &from, &to)
                             : 0;
    judge_figure(input, finding, (double)most);
    for (size_t row = 0; row < thrown.rows && stacks.len; row++) {
        if (series_id(&thrown, THROWN_STACK, row) != stacks.items[0].key) continue;
        judge_window(finding, from, to);
        const char *name = series_text(&thrown, THROWN_CLASS, row);
        const char *message = series_text(&thrown, THROWN_MESSAGE, row);
        finding_text(finding, STORM_CLASS, name ? name : "?");
        judge_site(finding, STORM_SITE, &thrown, THROWN_STACK, row);
        if (message && *message) finding_text(finding, STORM_MESSAGE, message);
        break;
    }
    tallies_free(&stacks);
}

const struct rule rule_retry_storm = {
    .id = "RetryStorm",
    .name = "Failing again and again",
    .topic = "exceptions",
    .group = RULE_EXCEPTIONS,
    .see = "exceptions",
    RULE_NEEDS_OF(RULE_OF("JavaExceptionThrow")),
    LIMIT_COUNT(100, 1000),
    .values = RULE_LIST(value, {"worst_in_10_s", RULE_COUNT, "time", 0, false},
                        {"class", RULE_TEXT, NULL, 0, false}, {"site", RULE_TEXT, NULL, 0, false},
                        {"message", RULE_TEXT, NULL, 0, false}),
    FIGURE(STORM_COUNT),
    .judge = judge_storms,
    .outcomes = RULE_LIST(
        outcome, {"judged", "[{class} was thrown from one place {worst_in_10_s} within 10 s"
                            ", in {site}|No place fails again and again with what retries fail "
                            "with][: {message}]."}),
};

/* ==== Locks ================================================================================= */

enum {
    BLOCKED_SHARE,
    BLOCKED_TOTAL,
    BLOCKED_COUNT,
    BLOCKED_CLASS,
    BLOCKED_CLASS_NS,
    BLOCKED_OWNER,
    BLOCKED_SITE,
    BLOCKED_THREADS
};

static void judge_blocking(const struct rule_input *input, struct finding *finding) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    struct tallies classes = {0}, owners = {0}, threads = {0};
    double total = 0;
    size_t worst = SIZE_MAX;
    for (size_t row = 0; row < monitors.rows; row++) {
        uint32_t name = series_id(&monitors, MONITOR_CLASS, row);
        total += (double)series_duration(&monitors, row);
        if (name != JFR_NULL_ID)
            tallies_add(&classes, name, (double)series_duration(&monitors, row));
    }
    tallies_sort(&classes);
    for (size_t row = 0; row < monitors.rows && classes.len; row++) {
        if (series_id(&monitors, MONITOR_CLASS, row) != classes.items[0].key) continue;
        double ns = (double)series_duration(&monitors, row);
        tallies_add(&threads, series_id(&monitors, MONITOR_THREAD, row), ns);
        if (series_thread(&monitors, MONITOR_OWNER, row))
            tallies_add(&owners, series_id(&monitors, MONITOR_OWNER, row), ns);
        if (worst == SIZE_MAX ||
            series_duration(&monitors, row) > series_duration(&monitors, worst))
            worst = row;
    }
    tallies_sort(&owners);
    judge_figure(input, finding, 100 * total / (judge_seconds(input) * 1e9));
    finding_number(finding, BLOCKED_TOTAL, total < 9e18 ? (int64_t)total : INT64_MAX);
    finding_number(finding, BLOCKED_COUNT, (int64_t)monitors.rows);
    finding_number(finding, BLOCKED_THREADS, (int64_t)threads.len);
    if (worst != SIZE_MAX) {
        const char *name = series_text(&monitors, MONITOR_CLASS, worst);
        finding_text(finding, BLOCKED_CLASS, name ? name : "?");
        finding_number(finding, BLOCKED_CLASS_NS, (int64_t)classes.items[0].sum);
        judge_site(finding, BLOCKED_SITE, &monitors, MONITOR_STACK, worst);
        judge_window(finding, series_start(&monitors, worst), series_end(&monitors, worst));
    }
    for (size_t row = 0; row < monitors.rows && owners.len; row++)
        if (series_id(&monitors, MONITOR_OWNER, row) == owners.items[0].key &&
            !finding->values[BLOCKED_OWNER].given)
            finding_text(finding, BLOCKED_OWNER, series_thread(&monitors, MONITOR_OWNER, row));
    tallies_free(&classes);
    tallies_free(&owners);
    tallies_free(&threads);
}

const struct rule rule_blocking = {
    .id = "JavaBlocking",
    .name = "Waiting for locks",
    .topic = "lock_instances",
    .group = RULE_LOCKS,
    .see = "locks",
    RULE_NEEDS_OF(RULE_OF("JavaMonitorEnter")),
    LIMIT_PERCENT(20, 100),
    .values =
        RULE_LIST(value, {"blocked_percent", RULE_PERCENT, NULL, 1, false},
                  {"total_ns", RULE_NS, NULL, 0, false}, {"waits", RULE_COUNT, "wait", 0, false},
                  {"class", RULE_TEXT, NULL, 0, false}, {"class_ns", RULE_NS, NULL, 0, false},
                  {"owner", RULE_TEXT, NULL, 0, false}, {"site", RULE_TEXT, NULL, 0, false},
                  {"threads", RULE_COUNT, "thread", 0, false}),
    FIGURE(BLOCKED_SHARE),
    .judge = judge_blocking,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "Threads waited {total_ns} for locks ({waits}), {blocked_percent} of one "
                   "thread's time[; {threads} for {class}, {class_ns}][ in {site}][, held "
                   "mostly by {owner}]."}),
};

enum { CONVOY_THREADS, CONVOY_CLASS, CONVOY_WAITS, CONVOY_TOTAL };

/* How many threads waited for one lock at once, at most. */
static void judge_convoy(const struct rule_input *input, struct finding *finding) {
    struct series monitors = series_of(input, SERIES_MONITOR);
    struct tallies locks = {0};
    for (size_t row = 0; row < monitors.rows; row++)
        tallies_add(&locks, (uint64_t)series_int(&monitors, MONITOR_ADDRESS, row),
                    (double)series_duration(&monitors, row));
    tallies_sort(&locks);
    uint64_t address = locks.len ? locks.items[0].key : 0;
    ARRAY(int64_t) ends = {0}; /* of those that wait, as a heap of no order: there are few */
    size_t most = 0, class_row = SIZE_MAX;
    for (size_t row = 0; row < monitors.rows && locks.len; row++) {
        if ((uint64_t)series_int(&monitors, MONITOR_ADDRESS, row) != address) continue;
        int64_t start = series_start(&monitors, row);
        size_t left = 0;
        for (size_t i = 0; i < ends.len; i++)
            if (ends.items[i] > start) ends.items[left++] = ends.items[i];
        ends.len = left;
        array_push(&ends, series_end(&monitors, row));
        if (ends.len <= most) continue;
        most = ends.len;
        class_row = row;
    }
    array_free(&ends);
    judge_figure(input, finding, (double)most);
    if (class_row != SIZE_MAX) {
        const char *name = series_text(&monitors, MONITOR_CLASS, class_row);
        finding_text(finding, CONVOY_CLASS, name ? name : "?");
        finding_number(finding, CONVOY_WAITS, (int64_t)locks.items[0].count);
        finding_number(finding, CONVOY_TOTAL, (int64_t)locks.items[0].sum);
        judge_window(finding, series_start(&monitors, class_row), series_end(&monitors, class_row));
        if (locks.items[0].count < 10 && finding->severity > RULE_OK) { /* once is no convoy */
            finding->severity = RULE_OK;
            finding->score = 0;
        }
    }
    tallies_free(&locks);
}

const struct rule rule_convoy = {
    .id = "LockConvoy",
    .name = "Queues for one lock",
    .topic = "lock_instances",
    .group = RULE_LOCKS,
    .see = "locks",
    RULE_NEEDS_OF(RULE_OF("JavaMonitorEnter")),
    LIMIT_COUNT(4, 16),
    .values = RULE_LIST(
        value, {"threads", RULE_COUNT, "thread", 0, false}, {"class", RULE_TEXT, NULL, 0, false},
        {"waits", RULE_COUNT, "wait", 0, false}, {"total_ns", RULE_NS, NULL, 0, false}),
    FIGURE(CONVOY_THREADS),
    .judge = judge_convoy,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "[Up to {threads} waited at once for one lock, a {class}: {waits}, "
                           "{total_ns}.|No thread waited for a lock long enough to be recorded.]"}),
};

enum { PINNED_LONGEST, PINNED_COUNT, PINNED_TOTAL, PINNED_WHY, PINNED_SITE };

static void judge_pinned(const struct rule_input *input, struct finding *finding) {
    struct series pinned = series_of(input, SERIES_PINNED);
    size_t row = judge_longest(&pinned);
    struct intervals all = {0};
    intervals_add(&all, &pinned);
    if (row == SIZE_MAX) {
        judge_as(finding, RULE_OK, 1);
        return;
    }
    judge_figure(input, finding, (double)series_duration(&pinned, row));
    finding_number(finding, PINNED_COUNT, (int64_t)pinned.rows);
    finding_number(finding, PINNED_TOTAL, (int64_t)intervals_ns(&all));
    if (series_text(&pinned, PINNED_REASON, row))
        finding_text(finding, PINNED_WHY, series_text(&pinned, PINNED_REASON, row));
    judge_site(finding, PINNED_SITE, &pinned, PINNED_STACK, row);
    judge_window(finding, series_start(&pinned, row), series_end(&pinned, row));
    array_free(&all);
}

const struct rule rule_pinned = {
    .id = "VirtualThreadPinned",
    .name = "Virtual threads that hold their carrier",
    .topic = "lock_instances",
    .group = RULE_LOCKS,
    .see = "locks",
    RULE_NEEDS_OF(RULE_OF("VirtualThreadPinned")),
    LIMIT_NS(20 * NS_PER_MS, NS_PER_S),
    .values =
        RULE_LIST(value, {"longest_ns", RULE_NS, NULL, 0, false},
                  {"count", RULE_COUNT, "time", 0, false}, {"total_ns", RULE_NS, NULL, 0, false},
                  {"reason", RULE_TEXT, NULL, 0, false}, {"site", RULE_TEXT, NULL, 0, false}),
    FIGURE(PINNED_LONGEST),
    .judge = judge_pinned,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "Virtual threads kept their carrier while they waited: {count}, "
                   "{total_ns} in all, the longest {longest_ns}[ ({reason})][, in {site}]."},
        {"none", "No virtual thread kept its carrier while it waited."}),
};

enum { DEADLOCKS, DEADLOCK_TEXT };

/* "Found one Java-level deadlock:", then the two threads in lines of their own. */
static void judge_deadlock(const struct rule_input *input, struct finding *finding) {
    static const char mark[] = "Java-level deadlock";
    struct series dumps = series_of(input, SERIES_THREAD_DUMP);
    int64_t count = 0;
    for (size_t row = 0; row < dumps.rows; row++) {
        const char *text = series_text(&dumps, DUMP_TEXT, row);
        const char *found = text ? strstr(text, mark) : NULL;
        if (!found) continue;
        if (!count++) judge_window(finding, series_start(&dumps, row), series_start(&dumps, row));
        struct text names = {0};
        for (int i = 0; i < 4; i++) {
            const char *quote = strstr(found, "\n\"");
            if (!quote) break;
            size_t len = strcspn(quote + 2, "\"\n");
            if (i) text_add(&names, ", ");
            text_add_bytes(&names, quote + 2, len);
            found = quote + 2 + len;
            const char *stacks = strstr(found, "Java stack information");
            const char *next = strstr(found, "\n\"");
            if (!next || (stacks && stacks < next)) break;
        }
        if (names.len && !finding->values[DEADLOCK_TEXT].given)
            finding_text(finding, DEADLOCK_TEXT, text_str(&names));
        text_free(&names);
    }
    judge_figure(input, finding, (double)count);
}

const struct rule rule_deadlock = {
    .id = "Deadlock",
    .name = "Deadlocks",
    .topic = "lock_instances",
    .group = RULE_LOCKS,
    .see = "locks",
    RULE_NEEDS_OF(RULE_HAS("ThreadDump")),
    LIMIT_COUNT(1, 1),
    .values = RULE_LIST(value, {"dumps", RULE_COUNT, "thread dump", 0, false},
                        {"threads", RULE_TEXT, NULL, 0, false}),
    FIGURE(DEADLOCKS),
    .judge = judge_deadlock,
    .outcomes = RULE_LIST(outcome,
                          {"judged",
                           "[{threads} wait for each other ({dumps} of the JVM says so).|No thread "
                           "dump of the recording has a deadlock.]"}),
};
