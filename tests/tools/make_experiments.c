/* Makes a recording of experiments, with their types alone: ten blocks in which app.Cache.get
 * brings about +21 %, app.Parser.parse +14 %, app.Stats.update, the hottest, nothing; the same
 * bytes each time. Into the file given. */
#include "agent/recording/types.h"
#include "base/array.h"
#include "parser/writer.h"

#include <stdio.h>
#include <string.h>

#define MS INT64_C(1000000)

static struct text out;
static uint64_t experiment_id, method_id;

static uint64_t chance(uint64_t n) { /* 0 to n - 1 */
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (state >> 33) % n;
}

static void window(int64_t ticks, uint64_t block, const char *kind, const char *method,
                   uint64_t progress) {
    bool delayed = *kind == 'v' || *kind == 'c';
    size_t at = writer_event_begin(&out, experiment_id);
    const uint64_t numbers[] = {delayed ? 25 : 0,
                                delayed ? 10 * MS : 0,
                                progress + chance(6),
                                160 * MS,
                                2 * MS,
                                200,
                                60000,
                                8,
                                0};
    writer_add_long(&out, (uint64_t)ticks);
    writer_add_long(&out, 80 * MS);
    writer_add_long(&out, block);
    writer_add_string(&out, kind);
    writer_add_string(&out, method);
    writer_add_string(&out, "app.Api.handle");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) writer_add_long(&out, numbers[i]);
    writer_add_byte(&out, block == 4 && *kind == 'b');
    const uint64_t counts[] = {300, 0, delayed ? 200 : 0, delayed ? 90 : 0, 9 * MS, 200000, 40,
                               0,   0};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) writer_add_long(&out, counts[i]);
    writer_event_end(&out, at);
}

static void share(int64_t ticks, uint64_t block, const char *method, uint64_t hits) {
    size_t at = writer_event_begin(&out, method_id);
    writer_add_long(&out, (uint64_t)ticks);
    writer_add_long(&out, 80 * MS);
    writer_add_long(&out, block);
    writer_add_string(&out, method);
    writer_add_long(&out, hits);
    writer_add_long(&out, 300);
    writer_event_end(&out, at);
}

static void add_events(void) {
    static const struct {
        const char *name;
        uint64_t progress, hits; /* of a window; without a gain 350 */
    } methods[] = {
        {"app.Stats.update", 350, 183}, {"app.Parser.parse", 400, 150}, {"app.Cache.get", 424, 36}};
    int64_t ticks = 1000 * MS;
    for (uint64_t block = 1; block <= 11; block++)
        for (int i = 0; i < 7; i++, ticks += 90 * MS) {
            if (i < 2) window(ticks, block, "base", NULL, 400);
            else if (i < 4) window(ticks, block, "control", NULL, 350);
            else window(ticks, block, "virtual", methods[i - 4].name, methods[i - 4].progress);
            if (i >= 4) share(ticks, block, methods[i - 4].name, methods[i - 4].hits);
        }
}

int main(int count, char **arguments) {
    struct writer_header header = {.start_ns = INT64_C(1764000000000000000),
                                   .duration_ns = 8000 * MS,
                                   .ticks_per_second = 1000 * MS,
                                   .flags = WRITER_FLAG_COMPRESSED};
    ARRAY(struct writer_type) types = {0};
    uint8_t room[WRITER_HEADER_SIZE] = {0};
    for (const struct writer_type *type = recording_types(); type->id; type++) {
        bool ours = strncmp(type->name, "jfragent.Experiment", 19) == 0;
        if (ours && type->name[19]) method_id = type->id;
        else if (ours) experiment_id = type->id;
        if (!ours && type->id >= TYPE_THREAD && type->id < 128) continue;
        array_push(&types, *type);
        if (ours) types.items[types.len - 1].settings = NULL;
    }
    array_push(&types, (struct writer_type){0});
    text_add_bytes(&out, room, sizeof room);
    header.metadata = out.len;
    const char *missing = NULL;
    if (count != 2 || !writer_add_metadata(&out, types.items, 0, 1, &missing)) {
        fprintf(stderr, "make_experiments FILE%s%s\n", missing ? ": no type " : "",
                missing ? missing : "");
        return 2;
    }
    add_events();
    header.checkpoint = out.len;
    writer_add_checkpoint(&out, 0, 0, NULL, 0);
    header.size = out.len;
    writer_put_header(room, &header);
    memcpy(out.data, room, sizeof room);
    FILE *file = fopen(arguments[1], "wb");
    bool good = file && fwrite(out.data, 1, out.len, file) == out.len;
    if (file) good = fclose(file) == 0 && good;
    text_free(&out);
    array_free(&types);
    return good ? 0 : 1;
}
