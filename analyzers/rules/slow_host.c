/* One host that threads wait for more than for all others. */
#include "analyzers/rules/judging.h"

#define LEAST_READS 10 /* of one host: fewer say nothing of it */

enum { HOST_SHARE, HOST_NAME, HOST_TOTAL, HOST_READS, HOST_OF_ALL, HOST_SITE };

static uint32_t host_of(const struct series *reads, size_t row) {
    const char *name = series_text(reads, IO_PATH, row);
    return series_id(reads, name && *name ? IO_PATH : IO_ADDRESS, row);
}

static void judge(const struct rule_input *input, struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    struct tallies hosts = {0};
    struct map idle = {0};
    double all = 0;
    for (size_t row = 0; row < reads.rows; row++) {
        if (judge_stack(&idle, &reads, IO_STACK, row, judge_is_idle)) continue;
        tallies_add(&hosts, host_of(&reads, row), (double)series_duration(&reads, row));
        all += (double)series_duration(&reads, row);
    }
    tallies_sort(&hosts);
    const struct tally *most = hosts.len ? &hosts.items[0] : NULL;
    if (!most || most->key == JFR_NULL_ID || most->count < LEAST_READS) {
        judge_as(finding, RULE_OK, 1);
    } else {
        judge_figure(input, finding, most->sum / (judge_seconds(input) * 1e7));
        finding_number(finding, HOST_TOTAL, most->sum < 9e18 ? (int64_t)most->sum : INT64_MAX);
        finding_number(finding, HOST_READS, (int64_t)most->count);
        finding_real(finding, HOST_OF_ALL, percent_of(most->sum, all));
    }
    for (size_t row = 0; most && row < reads.rows && is_known(finding_figure(finding)); row++) {
        if (host_of(&reads, row) != most->key) continue;
        const char *name = series_text(&reads, IO_PATH, row);
        finding_text(finding, HOST_NAME,
                     name && *name ? name : series_text(&reads, IO_ADDRESS, row));
        judge_site(finding, HOST_SITE, &reads, IO_STACK, row);
        break;
    }
    map_free(&idle);
    tallies_free(&hosts);
}

const struct rule rule_slow_host = {
    .id = "SlowHost",
    .name = "Waiting for one host",
    .about = "The host for whose answers threads waited longest (jdk.SocketRead, ten reads at "
             "least), all threads together, as a share of the recording's length; threads that "
             "wait for the next request are left out.\n"
             "Half of one thread's time. INFO at most: who is slow, the host or what it is asked "
             "for, is not in the recording.",
    .topic = "socket_io",
    .group = RULE_IO,
    .see = "io",
    RULE_NEEDS_OF(RULE_OF("SocketRead")),
    LIMIT_INFO_PERCENT(50),
    .values = RULE_LIST(value, {"waited_percent", RULE_PERCENT, NULL, 1, false},
                        {"host", RULE_TEXT, NULL, 0, false}, {"total_ns", RULE_NS, NULL, 0, false},
                        {"reads", RULE_COUNT, "read", 0, false},
                        {"of_all_percent", RULE_PERCENT, NULL, 0, false},
                        {"site", RULE_TEXT, NULL, 0, false}),
    FIGURE(HOST_SHARE),
    .judge = judge,
    .outcomes = RULE_LIST(
        outcome,
        {"judged", "Threads waited {total_ns} for answers of {host} ({reads}, {of_all_percent} of "
                   "all time in reads of sockets)[, in {site}]."},
        {"too-few", "There are too few reads of any host to tell."}),
};
