/* The Firefox Profiler's processed format. */
#include "cmd/export/firefox.h"

#include "base/units.h"
#include "base/search.h"

#include <inttypes.h>

#define FORMAT_VERSION 66
#define GECKO_VERSION 24
#define LARGE ((uint64_t)50 << 20) /* the viewer takes a hundred times as much memory */
#define USUAL_INTERVAL_NS 20000000
#define LEAST_INTERVAL_NS 100000 /* some say 1 ns, and mean as often as can be */

static const char *const type_colors[FRAME_TYPE_COUNT] = {
    [FRAME_ANY] = "grey",           [FRAME_INTERPRETED] = "red", [FRAME_JIT] = "green",
    [FRAME_INLINED] = "yellow",     [FRAME_NATIVE] = "blue",     [FRAME_CPP] = "lightblue",
    [FRAME_KERNEL] = "orange",      [FRAME_C1] = "lightred",     [FRAME_UNKNOWN] = "darkgrey",
    [FRAME_THREAD] = "transparent",
};

/* ==== Tables ================================================================================ */

uint32_t firefox_string(struct firefox *f, const char *bytes, size_t len) {
    return strings_intern(&f->strings, bytes, len);
}

static uint32_t function_of(struct firefox *f, const struct text *name) {
    uint32_t string = firefox_string(f, text_str(name), name->len);
    return (uint32_t)map_push(&f->function_ids, string, &f->functions, string);
}

static bool is_frame(const void *frame, const void *content) {
    const struct firefox_frame *a = frame, *b = content;
    return a->function == b->function && a->category == b->category && a->line == b->line;
}

uint32_t firefox_frame(struct firefox *f, const struct text *name, int32_t line, uint32_t type) {
    struct firefox_frame frame = {function_of(f, name), FIREFOX_CATEGORY_OF_TYPE(type), line};
    const uint32_t tuple[] = {frame.function, frame.category, (uint32_t)frame.line};
    return map_intern(&f->frame_ids, hash_bytes(tuple, sizeof tuple), is_frame, &f->frames, &frame);
}

uint32_t firefox_stack(struct firefox *f, uint32_t parent, uint32_t frame) {
    return (uint32_t)map_push(&f->stack_ids, ((uint64_t)parent + 1) << 32 | frame, &f->stacks,
                              (struct firefox_stack){parent, frame});
}

static bool is_thread(const void *thread, const void *content) {
    const struct firefox_thread *a = thread, *b = content;
    return a->name == b->name && a->group == b->group && a->os_id == b->os_id &&
           a->java_id == b->java_id;
}

uint32_t firefox_thread(struct firefox *f, const struct firefox_thread *thread) {
    const uint64_t tuple[] = {thread->name, thread->group, thread->os_id, thread->java_id};
    return map_intern(&f->thread_ids, hash_bytes(tuple, sizeof tuple), is_thread, &f->threads,
                      thread);
}

static uint32_t branch_frame(struct firefox *f, uint32_t frame, struct text *name) {
    const struct profile *p = f->profile;
    const struct frame *row = frame == BRANCHES_NONE ? NULL : &p->frames.rows.items[frame];
    text_clear(name);
    branches_add_name(p, frame, name);
    return firefox_frame(f, name, row ? row->line : -1, row ? row->type : FRAME_ANY);
}

/* Branches become stacks, in their order. A frame is in many of them: its name is made once. */
static void take_branches(struct firefox *f) {
    size_t left_out = f->profile->frames.rows.len;                 /* the place of BRANCHES_NONE */
    uint32_t *frame_of = mem_zero(left_out + 1, sizeof *frame_of); /* the frame + 1 */
    OWNED(text_free) struct text name = {0};
    f->stack_of = mem_resize(NULL, f->branches.nodes.len, sizeof *f->stack_of);
    for (size_t i = 0; i < f->branches.nodes.len; i++) {
        const struct branch *branch = &f->branches.nodes.items[i];
        uint32_t *frame = &frame_of[branch->frame == BRANCHES_NONE ? left_out : branch->frame];
        if (!*frame) *frame = branch_frame(f, branch->frame, &name) + 1;
        uint32_t parent =
            branch->parent == BRANCHES_NONE ? FIREFOX_NO_STACK : f->stack_of[branch->parent];
        f->stack_of[i] = firefox_stack(f, parent, *frame - 1);
    }
    free(frame_of);
}

static void take_threads(struct firefox *f) {
    const struct profile *p = f->profile;
    size_t count;
    OWNED(mem_release) uint32_t *order = branches_thread_order(p, &count);
    OWNED(text_free) struct text name = {0};
    f->rows = branches_rows(p, &f->branches, order, count);
    for (size_t i = 0, row = 0; i < count; i++) {
        const struct profile_thread *t =
            order[i] == PROFILE_NONE ? NULL : &p->threads.items[order[i]];
        text_clear(&name);
        branches_add_thread(p, order[i], &name);
        const char *group = t ? strings_get(&p->frames.strings, t->group) : "";
        struct firefox_thread thread = {
            .name = firefox_string(f, text_str(&name), name.len),
            .group = firefox_string(f, group, strlen(group)),
            .os_id = t ? t->os_id : 0,
            .java_id = t ? t->java_id : 0,
        };
        uint32_t id = firefox_thread(f, &thread);
        if (!f->threads.items[id].row_count) f->threads.items[id].rows = row;
        row = search_on(k, row, f->rows.len, f->rows.items[k].thread == i);
        f->threads.items[id].row_count = row - f->threads.items[id].rows;
    }
}

/* ==== Numbers =============================================================================== */

/* Half of what is written are times: digits from the last one on. */
void firefox_add_ms(struct firefox *f, const char *key, int64_t ns) {
    char digits[32], *at = digits + sizeof digits - 1;
    int64_t us = (ns - f->start_ns) / 1000;
    uint64_t left = us < 0 ? 0 - (uint64_t)us : (uint64_t)us;
    *at = 0;
    if (left % 1000) {
        for (int i = 0; i < 3; i++, left /= 10) *--at = (char)('0' + left % 10);
        *--at = '.';
    } else {
        left /= 1000;
    }
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (us < 0) *--at = '-';
    json_number_text(&f->json, key, at);
}

static void step(struct firefox *f) {
    sink_step(&f->export->sink);
}

/* ==== Samples =============================================================================== */

static void add_stacks_column(struct firefox *f, const struct branch_row *rows, size_t count) {
    json_begin_array(&f->json, "stack");
    for (size_t i = 0; i < count; i++) {
        if (rows[i].node == BRANCHES_NONE) json_null(&f->json, NULL);
        else json_count(&f->json, NULL, f->stack_of[rows[i].node]);
        step(f);
    }
    json_end_array(&f->json);
}

static void add_times_column(struct firefox *f, const struct branch_row *rows, size_t count) {
    json_begin_array(&f->json, "time");
    for (size_t i = 0; i < count; i++) {
        firefox_add_ms(f, NULL, rows[i].time_ns);
        step(f);
    }
    json_end_array(&f->json);
}

static void add_weights_column(struct firefox *f, const struct branch_row *rows, size_t count) {
    bool all_one = f->unit == PROFILE_NO_UNIT;
    for (size_t i = 0; i < count && all_one; i++) all_one = rows[i].count == 1;
    if (all_one) {
        json_null(&f->json, "weight");
        return;
    }
    json_begin_array(&f->json, "weight");
    for (size_t i = 0; i < count; i++) {
        if (f->unit == PROFILE_NO_UNIT) json_count(&f->json, NULL, rows[i].count);
        else if (f->unit == PROFILE_BYTES) json_count(&f->json, NULL, rows[i].value);
        else json_real(&f->json, NULL, (double)rows[i].value / 1e6, 6);
        step(f);
    }
    json_end_array(&f->json);
}

static void add_samples(struct firefox *f, const struct firefox_thread *thread) {
    const struct branch_row *rows = thread->row_count ? f->rows.items + thread->rows : NULL;
    json_fill(&f->json, "samples: {length: $", cell_count(thread->row_count));
    add_stacks_column(f, rows, thread->row_count);
    add_times_column(f, rows, thread->row_count);
    add_weights_column(f, rows, thread->row_count);
    json_fill(&f->json, "weightType: $}",
              cell_text(f->unit == PROFILE_NS      ? "tracing-ms"
                        : f->unit == PROFILE_BYTES ? "bytes"
                                                   : "samples"));
}

/* ==== Threads =============================================================================== */

static bool is_called(const struct firefox *f, size_t thread, const char *name) {
    return strcmp(strings_get(&f->strings, f->threads.items[thread].name), name) == 0;
}

size_t firefox_main_thread(const struct firefox *f) {
    for (size_t i = 0; i < f->threads.len; i++)
        if (f->threads.items[i].row_count && is_called(f, i, "main")) return i;
    return 0;
}

void firefox_add_pid(struct firefox *f, const char *key) {
    const struct facts *facts = &f->export->answer->reading.samples->facts;
    char pid[24];
    snprintf(pid, sizeof pid, "%" PRId64, facts->jvms.len ? facts->jvms.items[0].pid : 0);
    json_text(&f->json, key, pid);
}

static void add_thread(struct firefox *f, size_t index, bool is_main) {
    const struct firefox_thread *t = &f->threads.items[index];
    struct json *json = &f->json;
    json_shape(json, "{processType: 'default', processStartupTime: 0, processShutdownTime: null,"
                     " registerTime: 0, unregisterTime: null, pausedRanges: []");
    json_bytes(json, "name", strings_get(&f->strings, t->name), strings_len(&f->strings, t->name));
    json_fill(json, "isMainThread: $, processName: 'java'", cell_bool(is_main));
    firefox_add_pid(f, "pid");
    json_count(json, "tid", t->os_id ? t->os_id : t->java_id);
    add_samples(f, t);
    firefox_markers_write(f, t);
    json_end_object(json);
}

static void add_threads(struct firefox *f) {
    size_t main = firefox_main_thread(f);
    json_begin_array(&f->json, "threads");
    for (size_t i = 0; i < f->threads.len; i++) add_thread(f, i, i == main);
    if (!f->threads.len) { /* the viewer wants one */
        struct firefox_thread none = {.name = firefox_string(f, "main", 4)};
        array_push(&f->threads, none);
        add_thread(f, 0, true);
    }
    json_end_array(&f->json);
}

/* ==== The document ========================================================================== */

static int64_t interval_ns(const struct samples *samples) {
    const struct facts *facts = &samples->facts;
    for (size_t i = facts->settings.len; samples->event && i-- > 0;) {
        const struct fact_setting *setting = &facts->settings.items[i];
        int64_t ns;
        if (strcmp(strings_get(&facts->strings, setting->event), samples->event) != 0 ||
            strcmp(strings_get(&facts->strings, setting->name), "period") != 0)
            continue;
        if (units_parse_period(strings_get(&facts->strings, setting->value), &ns) &&
            ns >= LEAST_INTERVAL_NS)
            return ns;
    }
    return USUAL_INTERVAL_NS;
}

static void add_category(struct json *json, const char *name, const char *color) {
    json_fill(json, "{name: $, color: $, subcategories: ['Other']}", cell_text(name),
              cell_text(color));
}

static void add_categories(struct json *json) {
    json_begin_array(json, "categories");
    for (unsigned type = 0; type < FRAME_TYPE_COUNT; type++)
        add_category(json, type == FRAME_ANY ? "Other" : frame_type_name((enum frame_type)type),
                     type_colors[type]);
    for (size_t kind = 0; kind < HAPPENED_KINDS; kind++)
        add_category(json, happened_kinds[kind].name, happened_kinds[kind].color);
    json_end_array(json);
}

static void add_meta(struct firefox *f) {
    struct json *json = &f->json;
    OWNED(text_free) struct text product = {0};
    const struct reading *reading = &f->export->answer->reading;
    reading_add_title(reading, &product);
    json_fill(json,
              "meta: {interval: $, startTime: $, processType: 0, product: $, "
              "importedFrom: 'jfrtool " JFR_VERSION "', stackwalk: 1, debug: false, version: $, "
              "preprocessedProfileVersion: $, symbolicated: true, usesOnlyOneStackType: true, "
              "sourceCodeIsNotOnSearchfox: true, "
              "sampleUnits: {time: 'ms', eventDelay: 'ms', threadCPUDelta: 'ns'}",
              cell_real((double)interval_ns(reading->samples) / 1e6, 6),
              cell_real((double)f->start_ns / 1e6, 3), cell_text(text_str(&product)),
              cell_number(GECKO_VERSION), cell_number(FORMAT_VERSION));
    add_categories(json);
    firefox_markers_write_schemas(f);
    json_end_object(json);
}

/* A column of a table, the same value in each row; what: JSON. */
static void add_constant_column(struct firefox *f, const char *key, size_t count,
                                const char *what) {
    json_begin_array(&f->json, key);
    for (size_t i = 0; i < count; i++) {
        json_verbatim(&f->json, NULL, what, strlen(what));
        step(f);
    }
    json_end_array(&f->json);
}

static void add_stack_table(struct firefox *f) {
    size_t count = f->stacks.len;
    json_fill(&f->json, "stackTable: {length: $, frame: [", cell_count(count));
    for (size_t i = 0; i < count; i++) {
        json_count(&f->json, NULL, f->stacks.items[i].frame);
        step(f);
    }
    json_shape(&f->json, "], prefixOffset: [");
    for (size_t i = 0; i < count; i++) {
        uint32_t parent = f->stacks.items[i].parent;
        json_count(&f->json, NULL, parent == FIREFOX_NO_STACK ? 0 : i - parent);
        step(f);
    }
    json_shape(&f->json, "]}");
}

static void add_frame_table(struct firefox *f) {
    size_t count = f->frames.len;
    json_fill(&f->json, "frameTable: {length: $", cell_count(count));
    add_constant_column(f, "address", count, "-1");
    add_constant_column(f, "inlineDepth", count, "0");
    json_begin_array(&f->json, "category");
    for (size_t i = 0; i < count; i++) json_count(&f->json, NULL, f->frames.items[i].category);
    json_end_array(&f->json);
    add_constant_column(f, "subcategory", count, "0");
    json_begin_array(&f->json, "func");
    for (size_t i = 0; i < count; i++) json_count(&f->json, NULL, f->frames.items[i].function);
    json_end_array(&f->json);
    add_constant_column(f, "nativeSymbol", count, "null");
    add_constant_column(f, "innerWindowID", count, "null");
    json_begin_array(&f->json, "line");
    for (size_t i = 0; i < count; i++) {
        if (f->frames.items[i].line < 0) json_null(&f->json, NULL);
        else json_number(&f->json, NULL, f->frames.items[i].line);
    }
    json_end_array(&f->json);
    add_constant_column(f, "column", count, "null");
    add_constant_column(f, "originalLocation", count, "null");
    json_end_object(&f->json);
}

static void add_function_table(struct firefox *f) {
    size_t count = f->functions.len;
    json_fill(&f->json, "funcTable: {length: $, name: [", cell_count(count));
    for (size_t i = 0; i < count; i++) json_count(&f->json, NULL, f->functions.items[i]);
    json_end_array(&f->json);
    add_constant_column(f, "isJS", count, "false");
    add_constant_column(f, "relevantForJS", count, "false");
    add_constant_column(f, "resource", count, "-1");
    add_constant_column(f, "source", count, "null");
    add_constant_column(f, "lineNumber", count, "null");
    add_constant_column(f, "columnNumber", count, "null");
    add_constant_column(f, "originalLocation", count, "null");
    json_end_object(&f->json);
}

static void add_strings(struct firefox *f) {
    json_begin_array(&f->json, "stringArray");
    for (uint32_t i = 0; i < f->strings.entries.len; i++) {
        json_bytes(&f->json, NULL, strings_get(&f->strings, i), strings_len(&f->strings, i));
        step(f);
    }
    json_end_array(&f->json);
}

static void add_shared(struct firefox *f) {
    json_begin_object(&f->json, "shared");
    add_stack_table(f);
    add_frame_table(f);
    add_function_table(f);
    /* Tables that programs without native code have empty. */
    json_shape(&f->json,
               "resourceTable: {length: 0, lib: [], name: [], host: [], type: []}, "
               "nativeSymbols: {length: 0, libIndex: [], address: [], name: [], functionSize: []}, "
               "sources: {length: 0, id: [], filename: [], startLine: [], startColumn: [], "
               "sourceMapURL: [], content: []}, "
               "sourceLocationTable: {length: 0, source: [], line: [], column: []}");
    add_strings(f);
    json_end_object(&f->json);
}

static void write_document(struct firefox *f) {
    f->json = json_open(&f->export->sink.text, JSON_COMPACT);
    json_begin_object(&f->json, NULL);
    add_meta(f);
    json_shape(&f->json, "libs: []");
    add_threads(f);
    firefox_counters_write(f);
    add_shared(f);
    json_end_object(&f->json);
    json_close(&f->json);
}

/* ==== The format ============================================================================ */

/* The first of all times that are written. */
static void find_start(struct firefox *f, int64_t start_ns) {
    for (size_t i = 0; i < f->rows.len; i++)
        if (f->rows.items[i].time_ns < start_ns) start_ns = f->rows.items[i].time_ns;
    f->start_ns = start_ns;
}

static int fill_and_write(struct firefox *f, struct reading *reading) {
    const struct export_options *options = f->export->options;
    int64_t start_ns = reading->report.start_ns;
    f->profile = &reading->samples->profile;
    int code = measure_unit(f->export->options->measure, &f->export->answer->reading, &f->unit);
    if (code == EXIT_OK) code = firefox_markers_take(f, reading, &start_ns);
    if (code != EXIT_OK) return code;
    if (!f->profile->samples && !firefox_markers_count(f)) return reading_say_nothing(reading);
    branches_make(f->profile, f->unit, options->min_share, &f->branches);
    take_branches(f);
    take_threads(f);
    find_start(f, start_ns);
    firefox_markers_deal(f);
    write_document(f);
    branches_say_left_out(&f->branches, f->profile, f->unit, options->min_share);
    return EXIT_OK;
}

static int write_firefox(struct export *export) {
    static const struct facts_options facts;
    const struct selection *selection = &export->options->target.selection;
    struct reading *reading = &export->answer->reading;
    const struct needs needs = {
        .keep = PROFILE_STACKS | PROFILE_SAMPLES,
        .values = measure_wants_values(export->options->measure, selection),
        .finest = selection->by == BY_METHOD ? BY_LINE : BY_METHOD,
        .types = true,
        .times = true,
        .facts = &facts,
    };
    struct firefox f = {.export = export};
    reading->none_is_fine = true;
    int code = firefox_markers_open(&f, reading) ? reading_take(&needs, reading) : EXIT_USAGE;
    if (code == EXIT_OK) code = fill_and_write(&f, reading);
    walk_run_free(&reading->run); /* what was read refers to the questions */
    firefox_markers_close(&f);
    branches_free(&f.branches);
    array_free(&f.rows);
    strings_free(&f.strings);
    arrays_free(&f.threads, &f.functions, &f.frames, &f.stacks);
    free_each(map_free, &f.thread_ids, &f.function_ids, &f.frame_ids, &f.stack_ids);
    free(f.stack_of);
    return code;
}

const struct export_format export_firefox = {
    .name = "firefox",
    .help = "for profiler.firefox.com: samples, GC, locks, I/O, exceptions, CPU and heap by thread "
            "and time",
    .write = write_firefox,
    .prunes = true,
    .counts = true,
    .large = LARGE,
    .viewer = "the Firefox Profiler",
    .smaller = "--min-share, --max-events, --from and --to, or --thread make it smaller",
};
