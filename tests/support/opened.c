#include "tests/support/opened.h"

#include "tests/support/guarded.h"

#include <check.h>
#include <inttypes.h>
#include <string.h>

static void gather(void *context, const struct jfr_note *note) {
    static const char *const kinds[] = {"lost", "unfinished", "duplicate", "skipped"};
    text_addf(context, "%s %" PRIu64 " at %" PRIu64 ": %s\n", kinds[note->kind], note->bytes,
              note->offset, note->text);
}

void open_bytes(struct opened *o, const void *bytes, size_t len) {
    *o = (struct opened){.bytes = guarded_copy(bytes, len)};
    o->segment = (struct jfr_segment){.name = "test", .data = o->bytes, .size = len, .last = true};
    o->log = (struct jfr_log){.note = gather, .context = &o->notes};
}

int open_next(struct opened *o) {
    return jfr_chunk_next(&o->segment, &o->position, &o->chunk, &o->log, &o->error);
}

void open_first(struct opened *o, const struct recording *r) {
    open_bytes(o, r->out.data, r->out.len);
    ck_assert_int_eq(open_next(o), 1);
    o->metadata = jfr_metadata_read(&o->chunk, &o->error);
    ck_assert_msg(o->metadata != NULL, "%s", o->error.text);
}

void opened_close(struct opened *o) {
    jfr_metadata_free(o->metadata);
    text_free(&o->notes);
    guarded_free(o->bytes, (size_t)o->segment.size);
}

bool opened_noted(const struct opened *o, const char *words) {
    return strstr(text_str(&o->notes), words) != NULL;
}

const struct jfr_type *opened_type(const struct opened *o, const char *name) {
    const struct jfr_type *type = jfr_type_by_name(o->metadata, name);
    ck_assert_msg(type != NULL, "no type %s", name);
    return type;
}

struct jfr_value value_of_path(const struct jfr_constants *constants, const struct jfr_chunk *chunk,
                               const struct jfr_type *type, const struct jfr_event *event,
                               const char *path, char *buffer, size_t size) {
    struct jfr_plan *plan = jfr_plan_compile(chunk, type, &path, 1, NULL);
    struct jfr_value value = {.kind = JFR_VALUE_NULL};
    const uint8_t *at = event->payload;
    uint64_t raw;
    if (size) buffer[0] = 0;
    if (plan && jfr_plan_read(plan, chunk->data, &at, event->end, &raw))
        value = jfr_plan_value(plan, constants, 0, raw, buffer, size);
    jfr_plan_free(plan);
    return value;
}
