#include "analyzers/rules/sites.h"

#include "analyzers/profile/profile.h"
#include "parser/names.h"

#include <string.h>

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

uint32_t sites_of(struct sites *sites, const struct series *series, size_t column, size_t row) {
    bool fresh;
    uint64_t *known = map_put(&sites->known, series_id(series, column, row), &fresh);
    if (fresh) {
        struct text name = {0};
        sites_add(series, column, row, &name);
        *known = sites_name(sites, &name);
        text_free(&name);
    }
    return (uint32_t)*known;
}

void sites_free(struct sites *sites) {
    strings_free(&sites->names);
    map_free(&sites->known);
    map_free(&sites->known_waits);
    array_free(&sites->waits);
    map_free(&sites->served);
}

struct waits_stack sites_wait(struct sites *sites, const struct series *series, size_t column,
                              size_t row) {
    uint32_t depth;
    bool fresh;
    struct waits_stack stack = {0};
    uint64_t *at = map_put(&sites->known_waits, series_id(series, column, row), &fresh);
    if (!fresh) return array_at(&sites->waits, *at);
    const uint32_t *frames = series_stack(series, column, row, &depth);
    for (uint32_t i = 0; i < depth && !waits_done(&stack); i++)
        waits_add(&stack, waits_row(series_frame_class(series, frames[i]),
                                    series_frame_method(series, frames[i])));
    *at = sites->waits.len;
    array_push(&sites->waits, stack);
    return stack;
}

/* ==== Who serves =========================================================================== */

#define EPHEMERAL 32768 /* ports from here on are given to who connects */
#define LEAST_PEERS 2

struct peers { /* that a place reads from */
    uint32_t site;
    struct map ports, threads, pairs;
    bool named; /* one of them has a port of a service */
};

static void find_served(struct sites *sites, const struct series *reads) {
    ARRAY(struct peers) all = {0};
    struct map index = {0};
    bool fresh;
    for (size_t row = 0; row < reads->rows; row++) {
        uint32_t site = sites_of(sites, reads, IO_STACK, row);
        uint64_t *at = map_put(&index, site, &fresh);
        if (fresh) {
            *at = all.len;
            array_push(&all, (struct peers){.site = site});
        }
        struct peers *peers = &array_at(&all, *at);
        uint64_t port = (uint64_t)series_int(reads, IO_PORT, row);
        uint64_t thread = series_id(reads, IO_THREAD, row);
        peers->named = peers->named || port < EPHEMERAL;
        map_put(&peers->ports, port, &fresh);
        map_put(&peers->threads, thread, &fresh);
        map_put(&peers->pairs, thread << 32 | port, &fresh);
    }
    for (size_t i = 0; i < all.len; i++) {
        struct peers *peers = &all.items[i];
        *map_put(&sites->served, peers->site, &fresh) =
            !peers->named && peers->ports.len >= LEAST_PEERS &&
            peers->pairs.len == peers->ports.len && peers->threads.len >= LEAST_PEERS;
        map_free(&peers->ports);
        map_free(&peers->threads);
        map_free(&peers->pairs);
    }
    array_free(&all);
    map_free(&index);
    sites->has_served = true;
}

static bool is_served(struct sites *sites, const struct series *series, size_t column, size_t row) {
    if (column != IO_STACK || strcmp(series->table->wish->event, "jdk.SocketRead") != 0)
        return false;
    if (!sites->has_served) find_served(sites, series);
    const uint64_t *served = map_get(&sites->served, sites_of(sites, series, column, row));
    return served && *served;
}

bool sites_idle(struct sites *sites, const struct series *series, size_t column, size_t row) {
    const struct waits_stack stack = sites_wait(sites, series, column, row);
    return waits_idle(&stack) || is_served(sites, series, column, row);
}
