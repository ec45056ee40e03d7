/* Of which clock samples are that have one name: see analyzers/tables/clocked.h. */
#include "sql/room.h"

#include "analyzers/tables/clocked.h"

struct clocks {
    struct map by_place; /* of chunks whose samples are not all of CPU time: enum sampler_clock */
    uint32_t recording;  /* number in sql->names of the name that was looked for last */
};

static uint64_t place_of(uint32_t recording, uint64_t offset) {
    return (uint64_t)recording << 40 ^ offset;
}

static void look_at(struct sql *sql, struct clocks *clocks) {
    struct jfr_chunks *chunks = jfr_chunks_open(sql->tables);
    struct sampler sampler = {0};
    unsigned recording = 0;
    for (const struct jfr_chunk *chunk; (chunk = jfr_chunks_next(chunks)) != NULL;) {
        bool fresh;
        if (chunk->recording != recording) sampler = (struct sampler){0};
        recording = chunk->recording;
        sampler_look(&sampler, chunk);
        enum sampler_clock clock = clocked_of_chunk(chunk, &sampler);
        if (clock == SAMPLER_CPU) continue;
        uint32_t name = strings_add(&sql->names, chunk->name);
        *map_put(&clocks->by_place, place_of(name, chunk->offset), &fresh) = clock;
    }
    jfr_chunks_close(chunks);
}

bool sql_clocks_differ(struct sql *sql) {
    if (!sql->clocks && sql->tables->other_writer) {
        sql->clocks = mem_zero(1, sizeof *sql->clocks);
        look_at(sql, sql->clocks);
    }
    return sql->clocks && sql->clocks->by_place.len > 0;
}

void clocks_free(struct sql *sql) {
    if (sql->clocks) map_free(&sql->clocks->by_place);
    free(sql->clocks);
    sql->clocks = NULL;
}

const char *sql_clock(struct sql *sql, const char *recording, uint64_t chunk, const char *state) {
    uint64_t *clock;
    if (!sql_clocks_differ(sql)) return "cpu";
    if (strcmp(strings_get(&sql->names, sql->clocks->recording), recording) != 0)
        sql->clocks->recording = strings_add(&sql->names, recording);
    clock = map_get(&sql->clocks->by_place, place_of(sql->clocks->recording, chunk));
    if (!clock || (*clock == SAMPLER_BY_STATE && strcmp(state, CLOCKED_CPU_STATE) == 0))
        return "cpu";
    return "wall";
}
