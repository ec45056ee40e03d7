/* Rules of the peers that a program talks to: which takes the time, and how often it is asked. */
#include "analyzers/rules/busy.h"
#include "analyzers/rules/meanwhile.h"
#include "base/units.h"
#include "analyzers/rules/hosts_rows.h"

#define LEAST_READS 20    /* of a host that is judged */
#define TIMES_SLOWER 3.0  /* than a read of the others */
#define MOST_OF 50.0      /* percent of all time that reads take: what is left is not the point */
#define NEARLY_ALL 80.0   /* percent: the others are quick, or hardly asked */
#define LEAST_EXPIRED 0.1 /* of its reads, that a time-out ended, to be named */
#define LEAST_DONE 0.5    /* of the time waited, that others have to do something */
#define LEAST_WAITING \
    2.0 /* threads on average: then their idle time is left out of what they waited */
#define SMALL_BYTES 1024.0 /* of a read that carries little, */
#define QUICK_NS                                                                    \
    (2.0 * NS_PER_MS) /* and does not wait: of one that waits the peer is the point \
                       */

struct host { /* as a place in the program asks it; or the place alone */
    uint32_t name, site;
    uint64_t reads;
    double ns, bytes;
    struct tallies threads;
    size_t longest; /* row */
};

struct hosts {
    ARRAY(struct host) items;
    struct sites sites;
    struct map ends;  /* host, address and port -> name */
    struct map index; /* site and name -> host */
};

/* "db.example:5432"; the address where there is no name. */
static void add_host(const struct series *reads, size_t row, struct text *out) {
    const char *host = series_text(reads, IO_PATH, row);
    const char *address = series_text(reads, IO_ADDRESS, row);
    int64_t port = series_int(reads, IO_PORT, row);
    text_add(out, host && *host ? host : address ? address : "");
    if (out->len && port > 0) text_addf(out, ":%lld", (long long)port);
}

static uint32_t host_of(struct hosts *hosts, const struct series *reads, size_t row) {
    uint64_t key =
        map_mix((uint64_t)series_id(reads, IO_PATH, row) << 32 | series_id(reads, IO_ADDRESS, row));
    bool fresh;
    uint64_t *known =
        map_put(&hosts->ends, key ^ (uint64_t)series_int(reads, IO_PORT, row), &fresh);
    if (fresh) {
        OWNED(text_free) struct text text = {0};
        add_host(reads, row, &text);
        *known = sites_name(&hosts->sites, &text);
    }
    return (uint32_t)*known;
}

static void add_reads(struct host *host, const struct series *reads,
                      const struct alike_rows *rows) {
    int64_t took = rows->longest_ns, most = series_duration(reads, host->longest);
    host->reads += rows->count;
    host->ns += rows->ns;
    host->bytes += rows->bytes;
    tallies_add_many(&host->threads, series_id(reads, IO_THREAD, rows->first), rows->count,
                     rows->ns);
    if (took > most || (took == most && rows->longest < host->longest))
        host->longest = rows->longest;
}

/* Reads that wait for the next request are none; without a stack nobody can tell. */
static void collect(const struct rule_input *input, const struct series *reads, bool by_host,
                    struct hosts *out) {
    EACH (const struct alike_rows, rows, &alike_of(input, SERIES_SOCKET_READ)->all) {
        uint32_t depth;
        size_t row = rows->first;
        series_stack(reads, IO_STACK, row, &depth);
        if (!depth || busy_idle(input, reads, IO_STACK, row)) continue;
        uint32_t site = sites_of(&out->sites, reads, IO_STACK, row);
        uint32_t name = by_host ? host_of(out, reads, row) : site;
        size_t at = map_number(&out->index, (uint64_t)site << 32 | name, out->items.len);
        if (at == out->items.len)
            array_push(&out->items, (struct host){.name = name, .site = site, .longest = row});
        add_reads(&array_at(&out->items, at), reads, rows);
    }
}

static void free_hosts(struct hosts *hosts) {
    for (size_t i = 0; i < hosts->items.len; i++) tallies_free(&hosts->items.items[i].threads);
    array_free(&hosts->items);
    sites_free(&hosts->sites);
    free_each(map_free, &hosts->ends, &hosts->index);
}

/* ==== The host that takes the time ========================================================== */

static double each_of(double ns, uint64_t reads) {
    return reads ? ns / (double)reads : 0;
}

/* All that a place asks: who asks a server for work and who asks others for theirs are not one. */
static struct host place_of_all(const struct hosts *hosts, uint32_t site) {
    struct host all = {.site = site};
    for (size_t i = 0; i < hosts->items.len; i++) {
        if (hosts->items.items[i].site != site) continue;
        all.reads += hosts->items.items[i].reads;
        all.ns += hosts->items.items[i].ns;
    }
    return all;
}

static bool is_slower(const struct host *host, const struct host *all) {
    double others = each_of(all->ns - host->ns, all->reads - host->reads);
    return each_of(host->ns, host->reads) >= TIMES_SLOWER * others;
}

/* Most of the time of its place, and slower than the rest or all there is; or nearly all of it,
 * for reads that are quick are not recorded, and those that are say nothing of the others. */
static bool is_slow(const struct host *host, const struct host *all) {
    if (host->reads < LEAST_READS || 100 * host->ns < MOST_OF * all->ns) return false;
    return is_slower(host, all) || 100 * host->ns >= NEARLY_ALL * all->ns;
}

static const struct host *slow_host(const struct hosts *hosts, struct host *all) {
    const struct host *most = NULL;
    EACH (const struct host, host, &hosts->items) {
        if (most && host->ns <= most->ns) continue;
        struct host place = place_of_all(hosts, host->site);
        if (!is_slow(host, &place)) continue;
        most = host;
        *all = place;
    }
    return most;
}

/* Were it as quick as the others. */
static void cost_of_host(const struct rule_input *input, struct finding *finding,
                         const struct host *host, const struct host *all) {
    double others = each_of(all->ns - host->ns, all->reads - host->reads);
    busy_cost(input, finding, &host->threads, -others * (double)host->reads);
}

static bool is_here(const struct series *reads, size_t row) {
    const char *address = series_text(reads, IO_ADDRESS, row);
    return address && (strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
                       strcmp(address, "0:0:0:0:0:0:0:1") == 0);
}

/* Of kinds of reads that are alike, which are of the host? To be freed. */
static bool *kinds_of(const struct rule_input *input, const struct series *reads,
                      struct hosts *hosts, const struct host *host) {
    const struct alike *alike = alike_of(input, SERIES_SOCKET_READ);
    bool *of_host = mem_zero(alike->all.len, sizeof *of_host);
    for (size_t i = 0; i < alike->all.len; i++) {
        size_t first = alike->all.items[i].first;
        of_host[i] = host_of(hosts, reads, first) == host->name &&
                     sites_of(&hosts->sites, reads, IO_STACK, first) == host->site;
    }
    return of_host;
}

/* Reads that the socket's time-out ended: nothing came. */
static void name_timeout(const struct rule_input *input, const struct series *reads,
                         const bool *of_host, struct finding *finding) {
    const struct alike *alike = alike_of(input, SERIES_SOCKET_READ);
    OWNED(tallies_free) struct tallies expired = {0};
    uint64_t count = 0, all = 0;
    for (size_t row = 0; row < reads->rows; row++) {
        const int64_t timeout = series_int(reads, IO_TIMEOUT, row);
        if (!of_host[alike_at(alike, row)]) continue;
        all++;
        if (timeout == JFR_NULL_INT || timeout <= 0 || series_duration(reads, row) < timeout ||
            series_int(reads, IO_BYTES, row) > 0)
            continue;
        count++;
        tallies_add(&expired, (uint64_t)timeout, 1);
    }
    if (!count || (double)count < LEAST_EXPIRED * (double)all) return;
    tallies_sort(&expired);
    finding_number(finding, HOST_EXPIRED, (int64_t)count);
    finding_number(finding, HOST_TIMEOUT, (int64_t)expired.items[0].key);
}

/* What others of this JVM did while it was waited for: they may be who answers. */
static void name_server(const struct rule_input *input, const struct series *reads,
                        const bool *of_host, const struct host *host, struct finding *finding) {
    struct meanwhile waits = {.waiters = &host->threads, .waiters_rest = true, .but_waiters = true};
    struct meanwhile_did did;
    if (!is_here(reads, host->longest)) return;
    const struct alike *alike = alike_of(input, SERIES_SOCKET_READ);
    for (size_t row = 0; row < reads->rows; row++)
        if (of_host[alike_at(alike, row)])
            meanwhile_add(&waits, MEANWHILE_ANY, series_start(reads, row), series_end(reads, row));
    meanwhile_make(&waits, input, &did);
    if (did.what && did.site && did.threads && did.percent >= MOST_OF &&
        did.all_ns >= LEAST_DONE * meanwhile_ns(&waits)) {
        finding_text(finding, HOST_DID, did.what);
        finding_text(finding, HOST_DID_SITE, did.site);
        finding_text(finding, HOST_DID_CALLER, did.caller);
        finding_text(finding, HOST_DID_POOL, did.threads);
        finding_real(finding, HOST_DID_PERCENT, did.percent);
    }
    meanwhile_did_free(&did);
    meanwhile_free(&waits);
}

/* Who is meant to be as many as there are processors should not wait for others: that pool is told,
 * and that it is an event loop. */
static void name_few(const struct rule_input *input, const struct series *reads,
                     const struct host *host, struct finding *finding) {
    struct series processors = series_of(input, SERIES_PROCESSOR);
    const bool loop = sites_blocks_loop(reads, IO_STACK, host->longest);
    if (loop ||
        (processors.rows && (int64_t)host->threads.len <=
                                series_int(&processors, PROCESSOR_THREADS, processors.rows - 1)))
        judge_name_pool(input, &host->threads, finding, HOST_POOL);
    if (!loop) return;
    finding_number(finding, HOST_LOOP, 1);
    if (finding->severity >= RULE_INFO) judge_raise(finding);
}

static void judge_slow_host(const struct rule_input *input, struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    struct hosts hosts = {.items = {0}};
    struct host all = {.reads = 0};
    collect(input, &reads, true, &hosts);
    const struct host *host = slow_host(&hosts, &all);
    if (!host) {
        judge_as(finding, RULE_OK, 1);
    } else {
        double recorded = judge_seconds(input) * 1e9, own = (double)host->threads.len * recorded;
        bool partly = false;
        const char *throttle = judge_throttle(input, &reads, "jdk.SocketRead");
        finding_text(finding, HOST_THROTTLE, throttle);
        if (throttle || host->ns >= LEAST_WAITING * recorded)
            own = busy_ns(input, &host->threads, &partly);
        finding_number(finding, HOST_PARTLY, partly);
        judge_figure(input, finding, host->ns < own ? 100 * host->ns / own : 100);
        if (all.reads == host->reads || !is_slower(host, &all))
            judge_cap(finding); /* slow it may be, or usual */
        cost_of_host(input, finding, host, &all);
        finding_number(finding, HOST_THREADS, (int64_t)host->threads.len);
        name_few(input, &reads, host, finding);
        finding_text(finding, HOST_NAME, strings_get(&hosts.sites.names, host->name));
        finding_number(finding, HOST_TOTAL, (int64_t)host->ns);
        finding_number(finding, HOST_ALL, (int64_t)all.ns);
        finding_real(finding, HOST_PERCENT, 100 * host->ns / all.ns);
        finding_number(finding, HOST_READS, (int64_t)host->reads);
        finding_number(finding, HOST_EACH, (int64_t)each_of(host->ns, host->reads));
        if (all.reads > host->reads)
            finding_number(finding, HOST_OTHERS,
                           (int64_t)each_of(all.ns - host->ns, all.reads - host->reads));
        judge_site(finding, HOST_SITE, &reads, IO_STACK, host->longest);
        judge_window(finding, series_start(&reads, host->longest),
                     series_end(&reads, host->longest));
        if (finding->severity > RULE_OK) {
            OWNED(mem_release) bool *of_host = kinds_of(input, &reads, &hosts, host);
            name_timeout(input, &reads, of_host, finding);
            name_server(input, &reads, of_host, host, finding);
        }
    }
    free_hosts(&hosts);
}

/* ==== Many small reads ====================================================================== */

static const struct host *small_reads(const struct hosts *sites) {
    const struct host *most = NULL;
    EACH (const struct host, site, &sites->items) {
        if (site->bytes > 0 && site->bytes < SMALL_BYTES * (double)site->reads &&
            site->ns < QUICK_NS * (double)site->reads && (!most || site->reads > most->reads))
            most = site;
    }
    return most;
}

static void judge_small_reads(const struct rule_input *input, struct finding *finding) {
    struct series reads = series_of(input, SERIES_SOCKET_READ);
    struct hosts sites = {.items = {0}};
    collect(input, &reads, false, &sites);
    const struct host *site = small_reads(&sites);
    if (!site) {
        judge_as(finding, RULE_OK, 1);
    } else {
        OWNED(text_free) struct text host = {0};
        judge_figure(input, finding, (double)site->reads / judge_seconds(input));
        add_host(&reads, site->longest, &host);
        finding_text(finding, SMALL_SITE, strings_get(&sites.sites.names, site->name));
        finding_number(finding, SMALL_READS, (int64_t)site->reads);
        finding_number(finding, SMALL_MEAN, (int64_t)(site->bytes / (double)site->reads));
        finding_text(finding, SMALL_HOST, text_str(&host));
        finding_number(finding, SMALL_TOTAL, (int64_t)site->ns);
    }
    free_hosts(&sites);
}
