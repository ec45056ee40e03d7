#include "base/mem.h"
#include "parser/wire.h"

/* Start of the latest event: what an unfinished chunk has instead of a duration. */
static int64_t last_event(const struct jfr_chunk *chunk, const struct jfr_metadata *metadata) {
    int64_t latest = chunk->start_ns;
    OWNED(mem_release) struct jfr_plan **plans = mem_zero(metadata->type_count, sizeof *plans);
    struct jfr_cursor *cursor = jfr_cursor_open(chunk, metadata, NULL);
    const char *const fields[] = {"startTime"};
    for (uint32_t i = 0; i < metadata->type_count; i++) {
        const struct jfr_type *type = metadata->types[i];
        if (!type->event) continue;
        plans[i] = jfr_plan_compile(chunk, type, fields, 1, NULL);
        if (plans[i] && jfr_plan_field(plans[i], 0)) jfr_cursor_want(cursor, type->id);
    }
    struct jfr_event event;
    while (jfr_cursor_next(cursor, &event)) {
        const struct jfr_plan *plan = plans[jfr_type_by_id(metadata, event.type_id)->index];
        uint64_t number;
        if (plan == NULL || !jfr_plan_read(plan, chunk->data, &event.payload, event.end, &number))
            continue;
        int64_t time = jfr_chunk_time_in(chunk, jfr_plan_field(plan, 0)->unit, (int64_t)number);
        if (time > latest && time - chunk->start_ns <= JFR_LONGEST_NS) latest = time;
    }
    jfr_cursor_close(cursor);
    for (uint32_t i = 0; i < metadata->type_count; i++) jfr_plan_free(plans[i]);
    return latest;
}

int64_t jfr_chunk_end(const struct jfr_chunk *chunk) {
    int64_t end = chunk->start_ns;
    if (__builtin_add_overflow(chunk->start_ns, chunk->duration_ns, &end)) end = chunk->start_ns;
    if (!chunk->unfinished && !chunk->damaged && chunk->duration_ns > 0) return end;
    struct jfr_error error;
    struct jfr_metadata *metadata = jfr_metadata_read(chunk, &error);
    if (metadata == NULL) return end;
    int64_t latest = last_event(chunk, metadata);
    jfr_metadata_free(metadata);
    /* Of what is cut off the header speaks, but it is not there. */
    bool cut = !chunk->unfinished && chunk->declared_size > chunk->size;
    return latest > end || (cut && latest > chunk->start_ns) ? latest : end;
}
