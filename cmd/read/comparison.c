#include "cmd/write/words.h"
#include "cmd/read/comparison.h"
#include "analyzers/time/load.h"
#include "analyzers/time/periods.h"

#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/units.h"

#define GRAIN_NS NS_PER_S

static const char *const side_names[] = {"base", "new"};

bool comparison_paths(const struct option_base *options, const struct text_list *base,
                      struct side_paths *paths) {
    const struct text_list *operands = &options->operands;
    *paths = (struct side_paths){0};
    if (base->len == 0 && operands->len != 2)
        return message_refuse("expected two recordings, BASE and NEW, found %zu; several a side "
                              "are given as --base A --base B NEW1 NEW2",
                              operands->len);
    for (size_t i = 0; i < base->len; i++) array_push(&paths->paths[0], base->items[i]);
    for (size_t i = 0; i < operands->len; i++)
        array_push(&paths->paths[base->len || i], operands->items[i]);
    size_t streams = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < paths->paths[side].len; i++)
            streams += strcmp(paths->paths[side].items[i], "-") == 0;
    if (streams <= 1) return true;
    message_error("standard input (-) is given %zu times, but can be read only once", streams);
    comparison_free_paths(paths);
    return false;
}

void comparison_free_paths(struct side_paths *paths) {
    arrays_free(&paths->paths[0], &paths->paths[1]);
}

/* ==== What makes it hard to compare ========================================================= */

static void warn(struct comparison *comparison, struct text *text) {
    message_note("%s", text_str(text));
    array_push(&comparison->warnings, text_take(text));
}

static const struct samples *samples_of(const struct comparison *c, size_t i) {
    return c->recordings.items[i].reading.samples;
}

static const char *version_of(const struct samples *samples) {
    return samples->facts.jvms.len
               ? strings_get(&samples->facts.strings, samples->facts.jvms.items[0].version)
               : "";
}

/* "OpenJDK 64-Bit Server VM (17.0.15+6) for linux-amd64, built on..." without its end. */
static void add_version(const char *version, struct text *out) {
    const char *end = strstr(version, ") for ");
    text_add_bytes(out, version, end ? (size_t)(end - version) + 1 : strlen(version));
}

static int64_t period_of(const struct samples *samples) {
    return samples->event ? period_at(&samples->facts, samples->event, INT64_MAX) : 0;
}

/* The first recording of each side stands for it. */
static void warn_kinds(struct comparison *c, size_t first_new) {
    const struct samples *base = samples_of(c, 0), *fresh = samples_of(c, first_new);
    struct text line = {0};
    if (base->event && fresh->event && strcmp(base->event, fresh->event) != 0) {
        text_addf(&line,
                  "different event types are compared: %s with %s (--event takes one of them)",
                  base->event, fresh->event);
        warn(c, &line);
    }
    const char *versions[] = {version_of(base), version_of(fresh)};
    if (*versions[0] && *versions[1] && strcmp(versions[0], versions[1]) != 0) {
        text_add(&line, "different JVMs: base ");
        add_version(versions[0], &line);
        text_add(&line, ", new ");
        add_version(versions[1], &line);
        warn(c, &line);
    }
    int64_t periods[] = {period_of(base), period_of(fresh)};
    if (periods[0] > 0 && periods[1] > 0 && periods[0] != periods[1]) {
        words_add(
            &line,
            "different sampling periods: base {}, new {}; shares can be compared, counts cannot",
            cell_ns(periods[0]), cell_ns(periods[1]));
        warn(c, &line);
    }
    int64_t processors[] = {base->facts.machine.hardware_threads,
                            fresh->facts.machine.hardware_threads};
    if (processors[0] > 0 && processors[1] > 0 && processors[0] != processors[1]) {
        text_addf(&line, "different machines: base has %lld hardware threads, new %lld",
                  (long long)processors[0], (long long)processors[1]);
        warn(c, &line);
    }
}

/* Stacks without times or threads, as collapsed ones, say nothing of how long or of how many. */
static double apart(double a, double b) {
    if (a <= 0 || b <= 0) return 1;
    return a > b ? a / b : b / a;
}

static void warn_sizes(struct comparison *c) {
    double seconds[2] = {0}, threads[2] = {0}, count[2] = {0};
    struct text line = {0};
    for (size_t i = 0; i < c->inputs.len; i++) {
        int side = c->inputs.items[i].side;
        /* A merged profile is as long as all of its recordings. */
        if (origin_sum(&samples_of(c, i)->origin, ORIGIN_RECORDINGS) > 1) return;
        seconds[side] += c->inputs.items[i].seconds;
        threads[side] += (double)c->inputs.items[i].profile->threads.len;
        count[side]++;
    }
    for (int side = 0; side < 2; side++) {
        seconds[side] /= count[side];
        threads[side] /= count[side];
    }
    if (apart(seconds[0], seconds[1]) > 1.25) {
        words_add(&line, "different lengths: base {}, new {}", cell_ns((int64_t)(seconds[0] * 1e9)),
                  cell_ns((int64_t)(seconds[1] * 1e9)));
        warn(c, &line);
    }
    if (apart(threads[0], threads[1]) > 1.5) {
        text_addf(&line, "different numbers of threads with samples: base %.0f, new %.0f",
                  threads[0], threads[1]);
        warn(c, &line);
    }
}

/* ==== Reading =============================================================================== */

static int read_one(const struct reading *how, const struct side_paths *paths, size_t number,
                    int side, const struct needs *needs, comparison_join join, const void *context,
                    struct comparison *out) {
    const char *path = paths->paths[side].items[number];
    const char *window = paths->windows[side];
    message_set_quiet(how->messages->quiet);
    message_note("%s: %s%s%s", side_names[side], strcmp(path, "-") == 0 ? "standard input" : path,
                 window ? ", " : "", window ? window : "");
    array_push(&out->recordings, (struct compared){.reading = *how, .path = path});
    struct reading *reading = &out->recordings.items[out->recordings.len - 1].reading;
    if (paths->selections[side]) reading->selection = paths->selections[side];
    reading->paths = (struct text_list){.items = &path, .len = 1};
    if (join) join(reading, &reading->run, context);
    int code = reading_take(needs, reading);
    reading->paths = (struct text_list){0};
    struct diff_recording input = {.side = side};
    if (code == EXIT_OK) {
        const struct samples *samples = reading->samples;
        input.profile = &samples->profile;
        input.seconds = (double)samples->recorded_ns / 1e9;
        const double used = load_processors_used(&samples->facts, reading->report.start_ns);
        input.cpu_seconds = is_known(used) ? used * input.seconds : 0;
        if (side == 1) out->event = samples->event;
        else if (!out->base_event) out->base_event = samples->event;
    }
    array_push(&out->inputs, input);
    return code;
}

/* Where a profile has no descriptors its methods are those of the same name. */
static void match_descriptors(struct comparison *c) {
    size_t with = 0, known = 0;
    for (size_t i = 0; i < c->inputs.len; i++) {
        known += c->inputs.items[i].profile->samples > 0;
        with += profile_has_descriptors(c->inputs.items[i].profile);
    }
    if (with == known) return;
    for (size_t i = 0; i < c->recordings.len; i++)
        profile_forget_descriptors(&c->recordings.items[i].reading.samples->profile);
}

int comparison_read(const struct reading *how, const struct side_paths *paths,
                    const struct needs *needs, comparison_join join, const void *context,
                    struct comparison *out) {
    static const struct facts_options facts = {0};
    struct needs all = *needs;
    *out = (struct comparison){.windows = {paths->windows[0], paths->windows[1]}};
    all.keep |= PROFILE_STACKS | PROFILE_SAMPLES;
    if (!all.time_grain) all.time_grain = GRAIN_NS;
    if (!all.facts) all.facts = &facts;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < paths->paths[side].len; i++) {
            int code = read_one(how, paths, i, side, &all, join, context, out);
            if (code != EXIT_OK) return code;
        }
    match_descriptors(out);
    warn_kinds(out, paths->paths[0].len);
    if (!out->windows[0]) warn_sizes(out); /* windows are as long as somebody chose */
    return EXIT_OK;
}

void comparison_join_tables(const struct reading *reading, struct walk_run *run,
                            const void *wishes) {
    const struct wishes *tables = wishes;
    (void)reading;
    if (tables->count) walk_join(run, &tables_reader, tables);
}

void comparison_project(struct comparison *comparison, enum frame_by by, bool frame_type) {
    EACH (struct diff_recording, input, &comparison->inputs) {
        struct profile *coarser = mem_zero(1, sizeof *coarser);
        coarser->keep = input->profile->keep;
        profile_project(input->profile, by, frame_type, coarser);
        input->profile = coarser;
        array_push(&comparison->projected, coarser);
    }
}

int comparison_exit_code(const struct comparison *comparison) {
    for (size_t i = 0; i < comparison->recordings.len; i++) {
        int code = reading_exit_code(&comparison->recordings.items[i].reading);
        if (code != EXIT_OK) return code;
    }
    return EXIT_OK;
}

void comparison_free(struct comparison *comparison) {
    for (size_t i = 0; i < comparison->recordings.len; i++)
        reading_free(&comparison->recordings.items[i].reading);
    for (size_t i = 0; i < comparison->warnings.len; i++) free(comparison->warnings.items[i]);
    for (size_t i = 0; i < comparison->projected.len; i++) {
        profile_free(comparison->projected.items[i]);
        free(comparison->projected.items[i]);
    }
    arrays_free(&comparison->projected, &comparison->recordings, &comparison->inputs,
                &comparison->warnings);
}

void comparison_add_name(const struct comparison *comparison, int side, struct text *out) {
    const char *first = NULL;
    size_t more = 0;
    for (size_t i = 0; i < comparison->inputs.len; i++) {
        if (comparison->inputs.items[i].side != side) continue;
        if (first) more++;
        else first = comparison->recordings.items[i].path;
    }
    if (!first) return;
    safe_add_name(out, operand_name(first));
    if (more) text_addf(out, " and %zu more", more);
    if (comparison->windows[side]) text_addf(out, ", %s", comparison->windows[side]);
}

void comparison_add_title(const struct command *command, const struct comparison *comparison,
                          struct text *out) {
    text_addf(out, "%s: ", command->name);
    comparison_add_name(comparison, 0, out);
    text_add(out, " and ");
    comparison_add_name(comparison, 1, out);
}

void comparison_add_warning_lines(const struct comparison *comparison, struct text *out) {
    for (size_t i = 0; i < comparison->warnings.len; i++)
        text_fill(out, safe_add_name, "Warning: %s\n", comparison->warnings.items[i]);
}

void comparison_add_warnings(const struct comparison *comparison, struct sheet *sheet) {
    sheet_array(sheet, "warnings");
    for (size_t i = 0; i < comparison->warnings.len; i++)
        sheet_field(sheet, NULL, cell_text(comparison->warnings.items[i]));
    sheet_end(sheet);
}
