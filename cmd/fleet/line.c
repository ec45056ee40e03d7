#include "cmd/fleet/line.h"

#include "cmd/ci/gate_report.h"

#include "base/secrets/secrets.h"
#include "analyzers/methods/hot_methods.h"
#include "analyzers/rules/method_profiling.h"
#include "analyzers/rules/series.h"
#include "analyzers/time/lengths.h"
#include "analyzers/time/load.h"
#include "analyzers/time/periods.h"
#include "cmd/write/shape.h"

#include <errno.h>
#include <inttypes.h>

/* ==== What became of it ===================================================================== */

static const char *const status_names[] = {"ok", "partial", "failed"};

static const char *code_name(enum jfr_code code) {
    switch (code) {
    case JFR_IO: return "io";
    case JFR_NOT_JFR: return "not-jfr";
    case JFR_UNSUPPORTED: return "unsupported";
    case JFR_LIMIT: return "limit";
    default: return "damaged";
    }
}

enum facts_status facts_status(const struct facts_line *line) {
    if (!line->reading) return FACTS_FAILED;
    const struct scan_report *report = &line->reading->report;
    if (report->recordings == 0 && report->chunks.len == 0) return FACTS_FAILED;
    return reading_is_partial(line->reading) ? FACTS_PARTIAL : FACTS_OK;
}

/* The note that says most: that something could not be read at all, else what was lost first. */
static const struct scan_note *worst_note(const struct scan_report *report) {
    const struct scan_note *worst = NULL;
    EACH (const struct scan_note, note, &report->notes) {
        if (note->failed) return note;
        bool lost = note->note.kind == JFR_NOTE_LOST || note->note.kind == JFR_NOTE_UNFINISHED;
        if (lost && (!worst ||
                     (worst->note.kind == JFR_NOTE_UNFINISHED && note->note.kind == JFR_NOTE_LOST)))
            worst = note;
    }
    return worst;
}

static void add_error(const struct facts_line *line, struct json *json) {
    const struct scan_report *report = line->reading ? &line->reading->report : NULL;
    const struct scan_note *note = report ? worst_note(report) : NULL;
    const struct jfr_error *error = report ? &report->error : &line->item->error;
    if (error->code == JFR_OK && !note && facts_status(line) != FACTS_FAILED) {
        json_null(json, "error");
        return;
    }
    const char *code = error->code != JFR_OK                    ? code_name(error->code)
                       : !note                                  ? code_name(JFR_NOT_JFR)
                       : note->note.kind == JFR_NOTE_UNFINISHED ? "unfinished"
                                                                : "damaged";
    const char *text = error->code != JFR_OK ? error->text
                       : note                ? note->note.text
                                             : "there is no recording in it";
    uint64_t offset = error->code != JFR_OK ? error->offset : note ? note->note.offset : 0;
    json_fill(json, "error: {code: $, offset: $, text: $}", cell_text(code), cell_count(offset),
              cell_text(text));
}

/* A member of a stream is known by its own name: the stream has none. */
static const char *path_of(const char *name) {
    static const char piped[] = "standard input: ";
    return strncmp(name, piped, sizeof piped - 1) == 0 ? name + sizeof piped - 1 : name;
}

static struct cell time_cell(int64_t ns) {
    return cell_time(ns ? ns : MISSING);
}

/* Those of this part. */
static size_t count_chunks(const struct scan_report *report) {
    size_t count = 0;
    for (size_t i = 0; report && i < report->chunks.len; i++)
        count += !report->chunks.items[i].elsewhere;
    return count;
}

static void add_identity(const struct facts_line *line, struct json *json) {
    const struct input_item *item = line->item;
    char id[20];
    snprintf(id, sizeof id, "%016" PRIx64, item->id);
    json_fill(json, "v: $, path: $, id: $, status: $", cell_number(FACTS_VERSION),
              cell_text(path_of(item->name)), cell_text(item->bytes ? id : NULL),
              cell_text(status_names[facts_status(line)]));
    add_error(line, json);
}

static void add_item(const struct facts_line *line, struct json *json) {
    const struct input_item *item = line->item;
    const struct scan_report *report = line->reading ? &line->reading->report : NULL;
    bool unfinished = false;
    char part[24];
    snprintf(part, sizeof part, "%u/%u", line->share.number, line->share.of);
    for (size_t i = 0; report && i < report->chunks.len; i++)
        unfinished = unfinished || report->chunks.items[i].unfinished;
    add_identity(line, json);
    json_fill(json,
              "bytes: $, chunks: $, part: $, start_ns: $, end_ns: $, recorded_ns: $, "
              "unfinished: $, lost_bytes: $",
              cell_count(item->bytes), cell_count(count_chunks(report)),
              cell_text(line->share.of ? part : NULL), time_cell(report ? report->start_ns : 0),
              time_cell(report ? report->end_ns : 0),
              cell_ns(line->reading ? line->reading->samples->recorded_ns : MISSING),
              cell_bool(unfinished), cell_count(report ? report->lost_bytes : (uint64_t)0));
}

/* ==== The JVM and its machine =============================================================== */

/* "17.0.15+6-Debian" of "OpenJDK 64-Bit Server VM (17.0.15+6-Debian) for linux-amd64 JRE (...)". */
static void add_version(struct json *json, const char *version) {
    const char *open = strchr(version, '('), *close = open ? strchr(open, ')') : NULL;
    if (close) json_bytes(json, "jvm", open + 1, (size_t)(close - open - 1));
    else json_text(json, "jvm", *version ? version : NULL);
}

/* Of an empty text: missing. */
static struct cell named_cell(const struct facts *facts, uint32_t id) {
    const char *name = strings_get(&facts->strings, id);
    return cell_text(*name ? name : NULL);
}

static void add_jvm(const struct facts *facts, struct json *json) {
    static const struct fact_jvm none = {.pid = MISSING, .start_ms = MISSING};
    const struct fact_jvm *jvm = facts->jvms.len ? &facts->jvms.items[facts->jvms.len - 1] : &none;
    const struct fact_machine *machine = &facts->machine;
    const char *arguments = strings_get(&facts->strings, jvm->java_arguments);
    OWNED(text_free) struct text main = {0}; /* the program's first word: its class or archive */
    secrets_add(arguments, strcspn(arguments, " "), &main);
    add_version(json, strings_get(&facts->strings, jvm->version));
    json_fill(json, "jvm_name: $, main: $, pid: $, jvm_start_ms: $, os: $, cpu: $, processors: $",
              named_cell(facts, jvm->name), cell_text(main.len ? text_str(&main) : NULL),
              cell_number(jvm->pid), cell_number(jvm->start_ms), named_cell(facts, machine->os),
              named_cell(facts, machine->cpu), cell_number(load_processors(facts)));
}

static void add_masked(struct json *json, const char *key, const char *name, const char *value) {
    OWNED(text_free) struct text shown = {0};
    secrets_add_value(name, value, &shown);
    json_text(json, key, text_str(&shown));
}

/* Each chunk of a recording says all of it: of a name, what was said last. */
static void add_environment(const struct rule_input *input, struct json *json) {
    struct series environment = series_of(input, SERIES_ENVIRONMENT);
    OWNED(map_free) struct map last = {0};
    bool fresh;
    for (size_t row = 0; row < environment.rows; row++)
        *map_put(&last, series_id(&environment, PROPERTY_KEY, row), &fresh) = row;
    json_begin_object(json, "environment");
    for (size_t row = 0; row < environment.rows; row++) {
        const char *name = series_text(&environment, PROPERTY_KEY, row);
        const char *value = series_text(&environment, PROPERTY_VALUE, row);
        bool counts = *map_get(&last, series_id(&environment, PROPERTY_KEY, row)) == row;
        if (name && value && counts) add_masked(json, name, name, value);
    }
    json_end_object(json);
}

static void add_arguments(const struct facts_line *line, struct json *json) {
    const struct facts *facts = &line->reading->samples->facts;
    if (facts->jvms.len) {
        const struct fact_jvm *jvm = &facts->jvms.items[facts->jvms.len - 1];
        add_masked(json, "jvm_arguments", NULL, strings_get(&facts->strings, jvm->jvm_arguments));
        add_masked(json, "java_arguments", NULL, strings_get(&facts->strings, jvm->java_arguments));
    } else {
        json_shape(json, "jvm_arguments: null, java_arguments: null");
    }
    add_environment(line->input, json);
}

/* ==== Figures =============================================================================== */

static void add_loads(const struct facts *facts, int64_t start_ns, struct json *json) {
    double most = MISSING_REAL, machine = MISSING_REAL;
    EACH (const struct fact_load, load, &facts->loads) {
        double used = (double)load->jvm_user + (double)load->jvm_system;
        if (!(used <= most)) most = used;
        if (!(load->machine <= machine)) machine = load->machine;
    }
    json_fill(json, "cpu_mean: $, cpu_max: $, machine_max: $",
              cell_real(load_mean_jvm(facts, start_ns), 6), cell_real(most, 6),
              cell_real(machine, 6));
}

static void add_throttling(const struct facts *facts, struct json *json) {
    OWNED(array_release) load_throttles throttles = load_throttling(facts);
    int64_t waited = MISSING;
    for (size_t i = 0; i < throttles.len; i++) whole_gather(&waited, throttles.items[i].waited_ns);
    json_whole(json, "throttled_ns", waited);
}

static void add_pauses(const struct facts *facts, struct json *json) {
    OWNED(lengths_free) struct lengths lengths = {0};
    for (size_t i = 0; i < facts->pauses.len; i++)
        lengths_add(&lengths, facts->pauses.items[i].duration_ns);
    lengths_sort(&lengths);
    json_fill(json,
              "gc_collections: $, gc_pauses: $, gc_pause_ns: $, gc_p99_ns: $, gc_longest_ns: $",
              cell_if_any(facts->collections.len), cell_number(lengths_count(&lengths)),
              cell_ns(lengths_total(&lengths)), cell_ns(lengths_at(&lengths, 0.99)),
              cell_ns(lengths_longest(&lengths)));
}

static void add_heap(const struct facts *facts, struct json *json) {
    int64_t most = MISSING;
    for (size_t i = 0; i < facts->heaps.len; i++)
        most = whole_max(most, whole_amount(facts->heaps.items[i].used));
    json_whole(json, "heap_max", most);
}

static int64_t sum_of(const struct rule_input *input, enum series_id id, size_t column) {
    struct series series = series_of(input, id);
    int64_t sum = MISSING;
    for (size_t row = 0; row < series.rows; row++)
        whole_gather(&sum, whole_amount(series_int(&series, column, row)));
    return sum;
}

/* What the samples stand for; of JDKs before 16, the buffers that threads took. */
static void add_allocated(const struct rule_input *input, struct json *json) {
    int64_t bytes = sum_of(input, SERIES_ALLOCATION, TLAB_SIZE);
    if (is_missing(bytes)) {
        bytes = sum_of(input, SERIES_IN_TLAB, TLAB_SIZE);
        whole_gather(&bytes, sum_of(input, SERIES_OUT_OF_TLAB, TLAB_SIZE));
    }
    json_whole(json, "alloc_bytes", bytes);
}

/* By the JVM's counter; where there is none, events. */
static void add_exceptions(const struct rule_input *input, struct json *json) {
    struct series counter = series_of(input, SERIES_THROWABLES);
    int64_t thrown = MISSING;
    for (size_t row = 1; row < counter.rows; row++) {
        int64_t before = whole_amount(series_int(&counter, THROWABLES, row - 1));
        int64_t more = whole_minus(series_int(&counter, THROWABLES, row), before);
        whole_gather(&thrown, whole_amount(more));
    }
    if (is_missing(thrown)) {
        uint64_t events = census_count(input->census, "jdk.JavaExceptionThrow") +
                          census_count(input->census, "jdk.JavaErrorThrow");
        if (events) thrown = (int64_t)events;
    }
    json_whole(json, "exceptions", thrown);
}

/* Without an event type nothing was sampled. */
static void add_samples(const struct samples *samples, int64_t start_ns, struct json *json) {
    const struct facts *facts = &samples->facts;
    const struct profile *profile = &samples->profile;
    const char *event = samples->event;
    json_fill(json,
              "event: $, period_ns: $, samples: $, without_stack: $, truncated: $, "
              "lost_samples: $, lost_event_bytes: $",
              cell_text(event), time_cell(event ? period_at(facts, event, start_ns) : 0),
              event ? cell_count(profile->samples) : cell_missing(),
              event ? cell_count(profile->without_stack) : cell_missing(),
              event ? cell_count(profile->truncated) : cell_missing(),
              event ? cell_count(facts->lost_samples) : cell_missing(),
              cell_count(facts->lost_bytes));
}

/* ==== Judgements ============================================================================ */

static void add_verdict(const struct facts_line *line, struct json *json) {
    const struct finding *found = NULL;
    for (size_t i = 0; i < line->findings->len && !found; i++)
        if (line->findings->items[i].rule == &rule_method_profiling)
            found = &line->findings->items[i];
    if (!found || found->severity == RULE_NA) {
        json_null(json, "verdict");
        return;
    }
    OWNED(text_free) struct text name = {0};
    if (found->frame != PROFILE_NONE) {
        const struct profile *profile = &line->reading->samples->profile;
        struct frame frame = profile->frames.rows.items[found->frame];
        text_add(&name, strings_get(&profile->frames.strings, frame.class_name));
        text_addf(&name, "%s%s", name.len ? "." : "",
                  strings_get(&profile->frames.strings, frame.method));
    }
    json_fill(json, "verdict: {severity: $, score: $, method: $}",
              cell_text(rule_severity_name(found->severity)), cell_real(found->score, 2),
              cell_text(found->frame == PROFILE_NONE ? NULL : text_str(&name)));
}

/* What is worth a look or a problem. */
static void add_findings(const struct findings *findings, struct json *json) {
    json_begin_array(json, "findings");
    EACH (const struct finding, finding, findings) {
        if (finding->severity < RULE_INFO) continue;
        json_fill(json, "{rule: $, severity: $, score: $}", cell_text(finding->rule->id),
                  cell_text(rule_severity_name(finding->severity)), cell_real(finding->score, 2));
    }
    json_end_array(json);
}

static void add_gate(const struct facts_line *line, struct json *json) {
    if (!line->gate) {
        json_null(json, "gate");
        return;
    }
    bool judged = line->rules->items.len == 0 ||
                  some_of(i, line->rules->items.len,
                          line->gate->outcomes.items[i].verdict != GATE_NOT_JUDGED);
    json_fill(json, "gate: {verdict: $, rules: [",
              cell_text(gate_verdict_name(line->gate->failed         ? GATE_FAILED
                                          : line->gate->inconclusive ? GATE_INCONCLUSIVE
                                          : judged                   ? GATE_PASSED
                                                                     : GATE_NOT_JUDGED)));
    for (size_t i = 0; i < line->rules->items.len; i++)
        json_fill(json, "{id: $, verdict: $}", cell_text(line->rules->items.items[i].id),
                  cell_text(gate_verdict_name(line->gate->outcomes.items[i].verdict)));
    json_shape(json, "]}");
}

static void add_hot(const struct facts_line *line, struct json *json) {
    OWNED(profile_free) struct profile by_method = {.keep = PROFILE_ROWS};
    OWNED(hot_methods_free) struct hot_methods hot;
    profile_project(&line->reading->samples->profile, BY_METHOD, false, &by_method);
    hot_methods_compute(&by_method, HOT_BY_SELF, false, line->top, &hot);
    json_begin_array(json, "hot");
    EACH (const struct hot_row, row, &hot.rows) {
        if (row->self == 0) break;
        OWNED(text_free) struct text name = {0};
        frame_add_name(&by_method.frames, row->frame, &name);
        json_fill(json, "{method: $, self: $, total: $}", cell_text(text_str(&name)),
                  cell_count(row->self), cell_count(row->total));
    }
    json_end_array(json);
}

/* ==== The line ============================================================================== */

/* The keys of all lines, in order, for those that have nothing else. */
static const char nothing[] =
    "jvm: null, jvm_name: null, main: null, pid: null, jvm_start_ms: null, os: null, cpu: null, "
    "processors: null, event: null, period_ns: null, samples: null, without_stack: null, "
    "truncated: null, lost_samples: null, lost_event_bytes: null, cpu_mean: null, cpu_max: null, "
    "machine_max: null, throttled_ns: null, gc_collections: null, gc_pauses: null, "
    "gc_pause_ns: null, gc_p99_ns: null, gc_longest_ns: null, heap_max: null, alloc_bytes: null, "
    "exceptions: null, verdict: null, findings: [], gate: null, hot: []";

void facts_line_add(const struct facts_line *line, struct text *out) {
    OWNED(json_close) struct json json = json_open(out, JSON_COMPACT);
    json_begin_object(&json, NULL);
    add_item(line, &json);
    if (facts_status(line) == FACTS_FAILED) {
        json_shape(&json, nothing);
    } else {
        const struct samples *samples = line->reading->samples;
        int64_t start_ns = line->reading->report.start_ns;
        add_jvm(&samples->facts, &json);
        add_samples(samples, start_ns, &json);
        add_loads(&samples->facts, start_ns, &json);
        add_throttling(&samples->facts, &json);
        add_pauses(&samples->facts, &json);
        add_heap(&samples->facts, &json);
        add_allocated(line->input, &json);
        add_exceptions(line->input, &json);
        add_verdict(line, &json);
        add_findings(line->findings, &json);
        add_gate(line, &json);
        add_hot(line, &json);
        if (line->arguments) add_arguments(line, &json);
    }
    json_end_object(&json);
}

/* Chunks that an input before this one has, too, or that are in it twice. */
static uint64_t count_duplicates(const struct scan_report *report) {
    uint64_t count = report->duplicates;
    for (size_t i = 0; i < report->chunks.len; i++) count += report->chunks.items[i].again;
    return count;
}

void facts_line_add_short(const struct facts_line *line, struct text *out) {
    const struct reading *reading = line->reading;
    OWNED(json_close) struct json json = json_open(out, JSON_COMPACT);
    json_begin_object(&json, NULL);
    add_identity(line, &json);
    json_fill(&json, "lost_bytes: $, duplicates: $, samples: $}",
              cell_count(reading ? reading->report.lost_bytes : (uint64_t)0),
              cell_count(reading ? count_duplicates(&reading->report) : (uint64_t)0),
              cell_count(reading ? reading->samples->profile.samples : (uint64_t)0));
}

bool facts_lines_add(struct facts_lines *lines, const struct facts_line *line) {
    OWNED(text_free) struct text text = {0};
    struct output *file = &lines->file;
    lines->counts[facts_status(line)]++;
    if (!lines->form) return true;
    lines->form(line, &text);
    output_flush_text(file, &text);
    if (file->file && fflush(file->file) != 0) file->failed = errno;
    return !file->failed;
}
