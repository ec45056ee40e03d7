/* libFuzzer target: whether a recording is whole, and what can be saved of it, of anything. What is
 * written must be a chunk that needs no mending: else the program is stopped. */
#include "parser/edit/edit.h"
#include "parser/whole/repair.h"
#include "parser/whole/whole.h"
#include "parser/whole/written.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void ignore(void *context, const struct whole_problem *problem) {
    (void)context;
    if (!*problem->what || !problem->count || !*whole_kind_words(problem->kind)) abort();
}

static void expect_one_chunk(const struct text *saved) {
    const struct jfr_segment segment = {
        .name = "saved", .data = (const uint8_t *)saved->data, .size = saved->len, .last = true};
    struct jfr_chunk chunk;
    struct jfr_error error;
    uint64_t position = 0;
    if (jfr_chunk_next(&segment, &position, &chunk, NULL, &error) != 1) abort();
    if (chunk.size != saved->len || chunk.damaged || chunk.unfinished) abort();
    struct jfr_metadata *metadata = jfr_metadata_read(&chunk, &error);
    if (!metadata) abort();
    jfr_metadata_free(metadata);
}

/* Edits, as scrub, cut and assemble make them: of what they write, the same is to hold, where the
 * check of it lets it out. */
static bool add_bytes(void *context, const void *bytes, size_t len) {
    text_add_bytes(context, bytes, len);
    return true;
}

static bool patch_bytes(void *context, uint64_t before, const void *bytes, size_t len) {
    struct text *out = context;
    if (before > out->len || len > before) abort();
    memcpy(out->data + out->len - before, bytes, len);
    return true;
}

static void edit(const struct jfr_chunk *chunk) {
    static const struct edit_rules all = {0};
    struct text out = {0};
    struct jfr_error error;
    const struct edit_sink sink = {.context = &out, .write = add_bytes, .patch = patch_bytes};
    const char *why;
    if (edit_write(chunk, &all, true, &sink, NULL, &error) && out.len > 0 &&
        written_is_read(out.data, out.len, NULL, &why))
        expect_one_chunk(&out);
    text_free(&out);
}

static void save(struct repair *repair, const struct jfr_chunk *chunk) {
    struct repair_counts counts = {0};
    struct text saved = {0};
    const char *why;
    if (repair_chunk(repair, chunk, &saved, &counts, &why)) expect_one_chunk(&saved);
    text_free(&saved);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size ? size : 1); /* of exactly its size: a byte too many is seen */
    memcpy(copy, data, size);
    const struct jfr_segment segment = {.name = "fuzz", .data = copy, .size = size, .last = true};
    struct jfr_chunk chunk;
    struct jfr_error error;
    struct whole_counts counts = {0};
    struct whole *whole = whole_open();
    struct repair *repair = repair_open();
    uint64_t position = 0;
    for (int got; (got = jfr_chunk_next(&segment, &position, &chunk, NULL, &error)) != 0;)
        for (int i = 0; got > 0 && i < 2; i++) {
            whole_check(whole, &chunk, &counts, ignore, NULL);
            save(repair, &chunk);
            if (i == 0) edit(&chunk);
        }
    whole_close(whole);
    repair_close(repair);
    free(copy);
    return 0;
}
