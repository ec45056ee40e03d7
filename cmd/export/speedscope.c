/* speedscope's own format: frames once, and for each thread its stacks in the order of time. */
#include "cmd/export/export.h"
#include "cmd/export/branches.h"

#include "cmd/write/shape.h"
#include "parser/jfr.h"
#include "base/search.h"

#define LARGE ((uint64_t)300 << 20) /* with 375 MB a tab is out of memory */

struct speedscope {
    struct export *export;
    const struct profile *profile;
    enum profile_unit unit;
    struct branches branches;
    branch_rows rows;
    uint32_t *frame_number; /* by frame of the profile */
    ARRAY(uint32_t) frames; /* of the profile, by number */
    uint32_t rest;          /* number of what was left out */
    ARRAY(uint32_t) path;   /* of a stack */
};

/* Samples without a stack are in no picture; how many they are is said. */
static void take_rows(struct speedscope *s, const uint32_t *thread_order, size_t threads) {
    uint64_t left_out = 0;
    size_t kept = 0;
    s->rows = branches_rows(s->profile, &s->branches, thread_order, threads);
    for (size_t i = 0; i < s->rows.len; i++) {
        if (s->rows.items[i].node == BRANCHES_NONE) left_out += s->rows.items[i].count;
        else s->rows.items[kept++] = s->rows.items[i];
    }
    s->rows.len = kept;
    branches_say_without(left_out);
}

static uint64_t weight_of(const struct speedscope *s, size_t row) {
    return s->unit == PROFILE_NO_UNIT ? s->rows.items[row].count : s->rows.items[row].value;
}

/* Frames in the order in which the tree has them. */
static void number_frames(struct speedscope *s) {
    size_t len = s->profile->frames.rows.len;
    s->frame_number = mem_resize(NULL, len, sizeof *s->frame_number);
    for (size_t i = 0; i < len; i++) s->frame_number[i] = BRANCHES_NONE;
    s->rest = BRANCHES_NONE;
    for (size_t i = 0; i < s->branches.nodes.len; i++) {
        uint32_t frame = s->branches.nodes.items[i].frame;
        uint32_t *number = frame == BRANCHES_NONE ? &s->rest : &s->frame_number[frame];
        if (*number != BRANCHES_NONE) continue;
        *number = (uint32_t)s->frames.len;
        array_push(&s->frames, frame);
    }
}

static void add_frames(struct speedscope *s, struct json *json) {
    OWNED(text_free) struct text name = {0};
    json_shape(json, "shared: {frames: [");
    for (size_t i = 0; i < s->frames.len; i++) {
        uint32_t frame = s->frames.items[i];
        text_clear(&name);
        branches_add_name(s->profile, frame, &name);
        json_begin_object(json, NULL);
        json_bytes(json, "name", text_str(&name), name.len);
        if (frame != BRANCHES_NONE && s->profile->frames.rows.items[frame].line >= 0)
            json_number(json, "line", s->profile->frames.rows.items[frame].line);
        json_end_object(json);
        sink_step(&s->export->sink);
    }
    json_shape(json, "]}");
}

static void add_stack(struct speedscope *s, uint32_t node, struct json *json) {
    s->path.len = 0;
    for (; node != BRANCHES_NONE; node = s->branches.nodes.items[node].parent) {
        uint32_t frame = s->branches.nodes.items[node].frame;
        array_push(&s->path, frame == BRANCHES_NONE ? s->rest : s->frame_number[frame]);
    }
    json_begin_array(json, NULL);
    for (size_t i = s->path.len; i-- > 0;) json_count(json, NULL, s->path.items[i]);
    json_end_array(json);
}

/* The rows from..to are one thread's. Neighbours with one stack are one sample. */
static void add_profile(struct speedscope *s, const char *name, size_t from, size_t to,
                        struct json *json) {
    const char *unit = s->unit == PROFILE_NS      ? "nanoseconds"
                       : s->unit == PROFILE_BYTES ? "bytes"
                                                  : "none";
    uint64_t all = 0;
    for (size_t i = from; i < to; i++) all += weight_of(s, i);
    json_fill(json, "{type: 'sampled', name: $, unit: $, startValue: 0, endValue: $, samples: [",
              cell_text(name), cell_text(unit), cell_count(all));
    for (size_t i = from; i < to; i++) {
        if (i > from && s->rows.items[i].node == s->rows.items[i - 1].node) continue;
        add_stack(s, s->rows.items[i].node, json);
        sink_step(&s->export->sink);
    }
    json_shape(json, "], weights: [");
    for (size_t i = from, next; i < to; i = next) {
        uint64_t weight = 0;
        for (next = i; next < to && s->rows.items[next].node == s->rows.items[i].node; next++)
            weight += weight_of(s, next);
        json_count(json, NULL, weight);
        sink_step(&s->export->sink);
    }
    json_shape(json, "]}");
}

static void add_profiles(struct speedscope *s, const uint32_t *threads, struct json *json) {
    OWNED(text_free) struct text name = {0};
    json_begin_array(json, "profiles");
    for (size_t from = 0, to; from < s->rows.len; from = to) {
        uint32_t thread = s->rows.items[from].thread;
        to = search_on(k, from, s->rows.len, s->rows.items[k].thread == thread);
        text_clear(&name);
        branches_add_thread(s->profile, threads[thread], &name);
        add_profile(s, text_str(&name), from, to, json);
    }
    json_end_array(json);
}

static void write_document(struct speedscope *s) {
    OWNED(json_close) struct json json = json_open(&s->export->sink.text, JSON_COMPACT);
    OWNED(text_free) struct text title = {0};
    size_t threads;
    OWNED(mem_release) uint32_t *order = branches_thread_order(s->profile, &threads);
    take_rows(s, order, threads);
    number_frames(s);
    reading_add_title(&s->export->answer->reading, &title);
    json_fill(&json,
              "{'$schema': 'https://www.speedscope.app/file-format-schema.json', name: $, "
              "exporter: 'jfrtool@" JFR_VERSION "', activeProfileIndex: 0",
              cell_text(text_str(&title)));
    add_frames(s, &json);
    add_profiles(s, order, &json);
    json_end_object(&json);
}

static int write_speedscope(struct export *export) {
    const struct export_options *options = export->options;
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .values = measure_wants_values(options->measure, &options->target.selection)};
    struct speedscope s = {.export = export};
    int code = reading_take(&needs, &export->answer->reading);
    if (code == EXIT_OK)
        code = measure_unit(export->options->measure, &export->answer->reading, &s.unit);
    if (code != EXIT_OK) return code;
    s.profile = &export->answer->reading.samples->profile;
    branches_make(s.profile, s.unit, options->min_share, &s.branches);
    write_document(&s);
    branches_say_left_out(&s.branches, s.profile, s.unit, options->min_share);
    branches_free(&s.branches);
    free(s.frame_number);
    arrays_free(&s.frames, &s.rows, &s.path);
    return EXIT_OK;
}

const struct export_format export_speedscope = {
    .name = "speedscope",
    .help = "for speedscope.app: the stacks of each thread in the order of time",
    .write = write_speedscope,
    .prunes = true,
    .counts = true,
    .large = LARGE,
    .viewer = "speedscope",
};
