#include "analyzers/rules/sites.h"

#include "analyzers/profile/profile.h"
#include "parser/names.h"

void sites_add(const struct series *series, size_t column, size_t row, struct text *out) {
    uint32_t depth, at = 0;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    if (!depth) return;
    while (at < depth && names_is_of_jdk(series_frame_class(series, frames[at]))) at++;
    if (at == depth) at = 0;
    text_addf(out, "%s.%s", series_frame_class(series, frames[at]),
              series_frame_method(series, frames[at]));
}

void sites_add_of_sample(const struct profile *profile, uint32_t stack, struct text *out) {
    const struct profile_stack *of = &profile->stacks.items[stack];
    const uint32_t *frames = &profile->stack_frames.items[of->first];
    const struct strings *strings = &profile->frames.strings;
    const struct frame *frame = NULL;
    for (uint32_t i = of->depth; i-- > 0;) { /* they are root first */
        frame = &profile->frames.rows.items[frames[i]];
        if (!names_is_of_jdk(strings_get(strings, frame->class_name))) break;
        frame = NULL;
    }
    if (!frame && of->depth) frame = &profile->frames.rows.items[frames[of->depth - 1]];
    if (!frame) return;
    const char *of_class = strings_get(strings, frame->class_name);
    text_addf(out, "%s%s%s", of_class, *of_class ? "." : "", strings_get(strings, frame->method));
}

uint32_t sites_name(struct sites *sites, const struct text *name) {
    return strings_intern(&sites->names, text_str(name), name->len);
}

/* What is known of the row's stack, or of none. */
static inline struct site *site_at(struct sites *sites, const struct series *series, size_t column,
                                   size_t row) {
    size_t at = (uint32_t)(series_id(series, column, row) + 1);
    while (sites->of_stacks.len <= at) array_push(&sites->of_stacks, (struct site){.name = 0});
    return &array_at(&sites->of_stacks, at);
}

uint32_t sites_of(struct sites *sites, const struct series *series, size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    if (!site->named) {
        OWNED(text_free) struct text name = {0};
        sites_add(series, column, row, &name);
        site->name = sites_name(sites, &name);
        site->named = true;
    }
    return site->name;
}

void sites_free(struct sites *sites) {
    strings_free(&sites->names);
    array_free(&sites->of_stacks);
    array_free(&sites->served);
}

const struct waits_stack *sites_wait(struct sites *sites, const struct series *series,
                                     size_t column, size_t row) {
    struct site *site = site_at(sites, series, column, row);
    uint32_t depth;
    if (site->judged) return &site->wait;
    const uint32_t *frames = series_stack(series, column, row, &depth);
    for (uint32_t i = 0; i < depth && !waits_done(&site->wait); i++)
        waits_add(&site->wait, waits_row(series_frame_class(series, frames[i]),
                                         series_frame_method(series, frames[i])));
    site->idle = waits_idle(&site->wait);
    site->judged = true;
    return &site->wait;
}

/* ==== Who serves =========================================================================== */

#define EPHEMERAL 32768 /* ports from here on are given to who connects */
#define LEAST_PEERS 2

struct peers { /* that a place reads from */
    struct map ports, threads, pairs;
    bool named; /* one of them has a port of a service */
};

static void add_peer(struct peers *peers, uint64_t thread, uint64_t port) {
    bool fresh;
    map_put(&peers->pairs, thread << 32 | port, &fresh);
    if (!fresh) return; /* as most are */
    peers->named = peers->named || port < EPHEMERAL;
    map_put(&peers->ports, port, &fresh);
    map_put(&peers->threads, thread, &fresh);
}

static void find_served(struct sites *sites, const struct series *reads) {
    ARRAY(struct peers) all = {0}; /* by site */
    for (size_t row = 0; row < reads->rows; row++) {
        uint32_t site = sites_of(sites, reads, IO_STACK, row);
        while (all.len <= site) array_push(&all, (struct peers){.named = false});
        add_peer(&all.items[site], series_id(reads, IO_THREAD, row),
                 (uint64_t)series_int(reads, IO_PORT, row));
    }
    for (size_t i = 0; i < all.len; i++) {
        struct peers *peers = &all.items[i];
        array_push(&sites->served, !peers->named && peers->ports.len >= LEAST_PEERS &&
                                       peers->pairs.len == peers->ports.len &&
                                       peers->threads.len >= LEAST_PEERS);
        map_free(&peers->ports);
        map_free(&peers->threads);
        map_free(&peers->pairs);
    }
    array_free(&all);
    sites->has_served = true;
}

static bool is_served(struct sites *sites, const struct series *series, size_t column, size_t row) {
    if (column != IO_STACK || !series->of_sockets) return false;
    if (!sites->has_served) find_served(sites, series);
    uint32_t site = sites_of(sites, series, column, row);
    return site < sites->served.len && sites->served.items[site];
}

bool sites_idle(struct sites *sites, const struct series *series, size_t column, size_t row) {
    const struct site *site = site_at(sites, series, column, row);
    if (!site->judged) {
        sites_wait(sites, series, column, row);
        site = site_at(sites, series, column, row);
    }
    return site->idle || is_served(sites, series, column, row);
}
