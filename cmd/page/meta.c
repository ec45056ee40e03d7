#include "cmd/write/shape.h"
#include "base/secrets/secrets.h"
#include "base/units.h"
#include "cmd/read/notes.h"
#include "analyzers/facts/agent.h"
#include "cmd/sheets/causes.h"
#include "cmd/sheets/finding.h"
#include "cmd/write/amount.h"
#include "cmd/page/data.h"
#include "cmd/pictures/shades.h"
#include "cmd/write/words.h"
#include "cmd/write/xml.h"
#include "analyzers/tables/kinds.h"
#include "analyzers/time/periods.h"

#define TEXT_MAX_CHARS 4000 /* of a fact or note */
#define JVMS_SHOWN 4
#define NOTES_SHOWN 100

/* A text from the recording, as people may see it: without secrets. */
static void add_shown(struct json *json, const char *key, const char *bytes, size_t len,
                      size_t max_chars) {
    OWNED(text_free) struct text text = {0}, masked = {0};
    secrets_add(bytes, len, &masked);
    visible_add(&text, text_str(&masked), masked.len, max_chars);
    json_bytes(json, key, text_str(&text), text.len);
}

static void add_visible(struct json *json, const char *key, const char *bytes, size_t len) {
    add_shown(json, key, bytes, len, TEXT_MAX_CHARS);
}

/* A line, unless a value outside of brackets is not there. */
static void add_fact_of(struct json *json, const char *name, const char *pattern,
                        const struct cell *cells, size_t count) {
    OWNED(text_free) struct text value = {0};
    if (!words_add_cells(&value, pattern, cells, count) || !value.len) return;
    json_fill(json, "[$", cell_text(name));
    add_visible(json, NULL, text_str(&value), value.len);
    json_end_array(json);
}
#define add_fact(json, name, pattern, ...)                               \
    add_fact_of(json, name, pattern, (const struct cell[]){__VA_ARGS__}, \
                sizeof((const struct cell[]){__VA_ARGS__}) / sizeof(struct cell))

/* ==== Facts ================================================================================= */

static struct cell text_cell(const struct facts *facts, uint32_t id) {
    return cell_text(id ? strings_get(&facts->strings, id) : NULL);
}

static void add_jvms(struct json *json, const struct facts *facts) {
    for (size_t i = 0; i < facts->jvms.len && i < JVMS_SHOWN; i++) {
        const struct fact_jvm *jvm = &facts->jvms.items[i];
        char pid[24];
        snprintf(pid, sizeof pid, "%lld", (long long)jvm->pid);
        add_fact(json, "JVM", "{}[, {}][, process {}]",
                 cell_text(strings_get(&facts->strings, jvm->name)), text_cell(facts, jvm->version),
                 cell_text(jvm->pid > 0 ? pid : NULL));
        add_fact(json, "JVM arguments", "{}", text_cell(facts, jvm->jvm_arguments));
        add_fact(json, "Java arguments", "{}", text_cell(facts, jvm->java_arguments));
    }
    if (facts->jvms.len > JVMS_SHOWN)
        add_fact(json, "JVM", "and {} more", cell_count(facts->jvms.len - JVMS_SHOWN));
}

static int64_t above_zero(int64_t n) {
    return n > 0 ? n : MISSING;
}

static void add_machine(struct json *json, const struct facts *facts) {
    const struct fact_machine *machine = &facts->machine;
    OWNED(text_free) struct text os = {0}; /* several lines: the page has one */
    if (machine->os) text_add(&os, strings_get(&facts->strings, machine->os));
    while (os.len && (os.data[os.len - 1] == '\n' || os.data[os.len - 1] == ' '))
        os.data[--os.len] = 0;
    for (size_t i = 0; i < os.len; i++)
        if (os.data[i] == '\n') os.data[i] = ' ';
    add_fact(json, "Operating system", "{}", cell_text(text_str(&os)));
    add_fact(json, "Processor", "{}", text_cell(facts, machine->cpu));
    add_fact(json, "Processors", "{hardware thread}[, of which the container has {}]",
             cell_count(above_zero(machine->hardware_threads)),
             cell_count(above_zero(machine->container_cpus)));
    add_fact(json, "Container limit", "{} of processor time each {}",
             cell_ns(above_zero(machine->cpu_quota_ns)),
             cell_ns(above_zero(machine->cpu_slice_ns)));
}

static void add_sampling(struct json *json, const struct page_input *input) {
    int64_t period = input->event && input->facts
                         ? period_at(input->facts, input->event, input->report->end_ns)
                         : 0;
    add_fact(json, "Samples", "{}[, each {}]", cell_text(input->event),
             cell_ns(above_zero(period)));
    add_fact(json, "Duration", "{}", cell_ns(above_zero(input->recorded_ns)));
    add_fact(json, "Proof", "{}", cell_text(input->proof));
}

/* Does a command that takes these events ("a+b") add up what they are worth, unless told? */
static bool counts_by_value(const char *events) {
    bool all = events != NULL;
    for (const char *at = events; at && all; at = *at ? at + 1 : NULL) {
        size_t len = strcspn(at, "+");
        OWNED(text_free) struct text name = {0};
        text_add_bytes(&name, at, len);
        all = kind_counts_by_value(text_str(&name));
        at += len;
    }
    return all;
}

/* As --event takes it; NULL: there is no short name of these events. */
static const char *kind_name(const struct page_set *set) {
    OWNED(text_free) struct text first = {0};
    if (set->kind || !set->event) return set->kind;
    text_add_bytes(&first, set->event, strcspn(set->event, "+"));
    enum kind_group group = kind_of(text_str(&first))->group;
    return kind_short_names[group].name;
}

/* What the page says of each kind of samples. */
static void add_sets(struct json *json, const struct page_input *input) {
    json_begin_array(json, "sets");
    for (size_t i = 0; i < input->set_count; i++) {
        const struct page_set *set = &input->sets[i];
        bool valued = page_set_has_values(set);
        json_fill(json, "{kind: $, event: $, samples: $, unit: $, by_value: $}",
                  cell_text(kind_name(set)), cell_text(set->event),
                  cell_count(set->profile->samples),
                  cell_text(valued ? amount_unit(set->profile->unit) : NULL),
                  cell_bool(valued && counts_by_value(set->event)));
    }
    json_shape(json, "], series: [");
    for (size_t i = 0; input->lanes && i < PAGE_SERIES; i++)
        json_fill(json, "{name: $, unit: $}", cell_text(input->lanes->series[i].name),
                  cell_text(input->lanes->series[i].unit));
    json_shape(json, "], markers: [");
    for (size_t i = 0; page_marker_types[i]; i++) json_text(json, NULL, page_marker_types[i]);
    json_fill(json, "], markers_left_out: $, tabs: [",
              cell_count(input->lanes ? (uint64_t)input->lanes->left_out : (uint64_t)0));
    for (size_t i = 0; input->tabs && input->tabs[i]; i += 2) json_text(json, NULL, input->tabs[i]);
    json_end_array(json);
}

static void add_losses(struct json *json, const struct page_input *input) {
    const struct profile *p = input->profile;
    add_fact(json, "Truncated stacks",
             "{sample} miss callers: the recording's stack depth cut them, so totals are too low",
             cell_if_any(p->truncated - p->shortened));
    add_fact(json, "Shortened stacks",
             "{sample} have more frames than are read: callers beyond them are missing",
             cell_if_any(p->shortened));
    add_fact(json, "Without stack", "{sample} without a stack, or with no frame left",
             cell_if_any(p->without_stack));
    add_fact(json, "Stacks not found", "{sample} whose stack traces are not in the recording",
             cell_if_any(input->unresolved));
    add_fact(json, "Lost data", "{byte} could not be read", cell_if_any(input->report->lost_bytes));
    if (!input->facts) return;
    add_fact(json, "Lost data", "{byte} were dropped by the recorder",
             cell_if_any(input->facts->lost_bytes));
    add_fact(json, "Lost samples", "{sample} were dropped by the recorder",
             cell_if_any(input->facts->lost_samples));
}

static void add_facts(struct json *json, const struct page_input *input) {
    json_begin_array(json, "facts");
    add_sampling(json, input);
    add_fact(json, "Selection", "[{}]",
             cell_text(input->filtered
                           ? "only samples that passed the filters of the command line are here"
                           : NULL));
    add_losses(json, input);
    if (input->facts) {
        add_jvms(json, input->facts);
        add_machine(json, input->facts);
    }
    json_end_array(json);
}

static void add_notes(struct json *json, const struct scan_report *report, bool late) {
    json_begin_array(json, "notes");
    if (late) json_text(json, NULL, AGENT_LATE);
    for (size_t i = 0; i < report->notes.len && i < NOTES_SHOWN; i++) {
        OWNED(text_free) struct text line = {0};
        note_add(&line, &report->notes.items[i]);
        add_visible(json, NULL, text_str(&line), line.len);
    }
    if (report->notes.len > NOTES_SHOWN) {
        OWNED(text_free) struct text line = {0};
        text_addf(&line, "and %zu more", report->notes.len - NOTES_SHOWN);
        json_text(json, NULL, line.data);
    }
    json_end_array(json);
}

/* ==== Findings ============================================================================== */

/* As the page has the window, to the ms: as long as it is, begin and end at most a ms too early. */
static void add_window(struct json *json, const struct finding *finding, int64_t start_ms) {
    if (finding->to_ns <= finding->from_ns) return;
    json_fill(json, "window: [$, $]", cell_number(finding->from_ns / 1000000 - start_ms),
              cell_number(finding->to_ns / 1000000 - start_ms));
}

/* What the page knows rows by. */
static void add_method(struct json *json, const struct frames *frames, uint32_t id) {
    if (id == PROFILE_NONE) return;
    const struct frame *frame = &frames->rows.items[id];
    const uint32_t ids[] = {frame->class_name, frame->method, frame->descriptor};
    json_begin_array(json, "method");
    for (size_t j = 0; j < sizeof ids / sizeof *ids; j++)
        add_shown(json, NULL, strings_get(&frames->strings, ids[j]),
                  strings_len(&frames->strings, ids[j]), PAGE_NAME_MAX_CHARS);
    json_end_array(json);
}

/* What the page knows threads by. */
static void add_thread(struct json *json, const struct profile *profile, uint32_t id) {
    if (id == PROFILE_NONE || id >= profile->threads.len) return;
    const struct profile_thread *thread = &profile->threads.items[id];
    const struct strings *strings = &profile->frames.strings;
    json_begin_array(json, "thread");
    add_shown(json, NULL, strings_get(strings, thread->name), strings_len(strings, thread->name),
              PAGE_NAME_MAX_CHARS);
    json_fill(json, "$, $]", cell_number((int64_t)thread->os_id),
              cell_number((int64_t)thread->java_id));
}

/* The kind of samples that findings of the group are about; NULL: of none, or of any. */
static const char *kind_of_group(unsigned group) {
    switch (group) {
    case RULE_SAMPLES: return kind_short_names[KIND_CPU].name;
    case RULE_LOCKS: return kind_short_names[KIND_LOCK].name;
    case RULE_IO: return kind_short_names[KIND_IO].name;
    case RULE_ALLOCATION: return kind_short_names[KIND_ALLOC].name;
    case RULE_EXCEPTIONS: return kind_short_names[KIND_EXCEPTION].name;
    default: return NULL;
    }
}

/* cause: with what it costs, and what comes of it; NULL: the finding stands for itself. */
static void add_finding(struct json *json, const struct page_input *input,
                        const struct finding *finding, const struct cause *cause,
                        int64_t start_ms) {
    const struct finding_view view = {finding, input->profile, BY_METHOD};
    const struct findings_view all = {input->findings, input->profile, NULL};
    OWNED(text_free) struct text words = {0};
    json_fill(json, "{severity: $",
              cell_text(rule_severity_name(cause ? cause->severity : finding->severity)));
    finding_add_title(&view, &words);
    add_visible(json, "title", text_str(&words), words.len);
    text_clear(&words);
    if (cause) causes_add_title(&all, cause, &words);
    else text_add(&words, rule_cause(finding->rule));
    add_visible(json, "name", text_str(&words), words.len);
    json_text(json, "kind", kind_of_group(finding->rule->group));
    text_clear(&words);
    finding_add_sentences(&view, &words);
    if (cause && cause->consequences.len) {
        text_add(&words, "Related: ");
        causes_add_consequences(cause, &words);
        text_add(&words, ".\n");
    }
    json_begin_array(json, "text");
    for (const char *at = text_str(&words); *at;) {
        size_t len = strcspn(at, "\n");
        add_visible(json, NULL, at, len);
        at += len + (at[len] == '\n');
    }
    json_end_array(json);
    add_window(json, finding, start_ms);
    add_method(json, &input->profile->frames, finding->frame);
    add_thread(json, input->profile, finding->thread);
    json_end_object(json);
}

/* Causes, then what is no cause (settings, what is in order), then what is outside the process. */
static void add_findings(struct json *json, const struct page_input *input, int64_t start_ms) {
    struct causes causes;
    if (!input->findings) return;
    causes_make(input->findings, input->profile, &causes);
    for (size_t i = 0; i < causes.items.len; i++)
        add_finding(json, input, causes.items.items[i].finding, &causes.items.items[i], start_ms);
    for (size_t i = 0; i < input->findings->len; i++)
        if (!cause_counts(&input->findings->items[i]))
            add_finding(json, input, &input->findings->items[i], NULL, start_ms);
    for (size_t i = 0; i < causes.outside.len; i++)
        add_finding(json, input, causes.outside.items[i].finding, NULL, start_ms);
    causes_free(&causes);
}

/* ==== Colours =============================================================================== */

static void add_shade(struct json *json, const char *key, struct shade shade) {
    char light[16], dark[16];
    snprintf(light, sizeof light, "#%06x", shade.light);
    snprintf(dark, sizeof dark, "#%06x", shade.dark);
    json_begin_array(json, key);
    json_fill(json, "$, $]", cell_text(light), cell_text(dark));
}

static void add_shades(struct json *json) {
    json_shape(json, "shades: {");
    add_shade(json, "root", shade_of_root);
    json_shape(json, "types: [");
    for (size_t i = 0; i < FRAME_TYPE_COUNT; i++)
        add_shade(json, NULL, i == FRAME_ANY ? shades_of_types[FRAME_UNKNOWN] : shades_of_types[i]);
    json_shape(json, "], packages: [");
    for (size_t i = 0; i < PACKAGE_SHADES; i++) add_shade(json, NULL, shades_of_packages[i]);
    json_shape(json, "]}");
}

/* ==== All of it ============================================================================= */

/* As it was when the recording began. */
static void add_zone(struct json *json, const struct page_input *input) {
    int64_t start_ns = input->report->start_ns;
    OWNED(text_free) struct text name = {0};
    zone_add_name(input->zone, &name);
    json_bytes(json, "zone", text_str(&name), name.len);
    json_number(json, "zone_minutes",
                (zone_to_wall(input->zone, start_ns) - start_ns) / (60 * NS_PER_S));
}

/* What samples are split by, and the options that say within which events. */
static void add_split(struct json *json, const struct selection *selection) {
    static const struct selection none;
    if (!selection) selection = &none;
    const char *asked[] = {"--within", selection->within_events, "--outside",
                           selection->outside_events};
    if (selection->split_by.len) {
        json_begin_array(json, "split");
        for (size_t i = 0; i < selection->split_by.len; i++)
            add_visible(json, NULL, selection->split_by.items[i],
                        strlen(selection->split_by.items[i]));
        json_end_array(json);
    }
    json_begin_array(json, "within");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i += 2) {
        if (!asked[i + 1]) continue;
        json_text(json, NULL, asked[i]);
        add_visible(json, NULL, asked[i + 1], strlen(asked[i + 1]));
    }
    if (selection->overlap) json_text(json, NULL, "--overlap");
    json_end_array(json);
}

void page_meta_add(const struct page_input *input, int64_t start_ms, struct text *out) {
    static const char *const parts[] = {"account", "changes", "methods", "flame", "heat"};
    static const char *const bys[] = {"method", "line", "class", "package", "module", "line"};
    const struct profile *p = input->profile;
    struct json writer = json_open(out, JSON_COMPACT), *json = &writer;
    json_begin_object(json, NULL);
    add_visible(json, "title", input->title, strlen(input->title));
    json_fill(json,
              "event: $, samples: $, without_stack: $, truncated: $, unit: $, start_ms: $, "
              "duration_ms: $",
              cell_text(input->event), cell_count(p->samples), cell_count(p->without_stack),
              cell_count(p->truncated), cell_text(amount_unit(p->unit)), cell_number(start_ms),
              cell_number((input->report->end_ns + 999999) / 1000000 - start_ms));
    add_zone(json, input);
    bool worth = input->opens == PAGE_ACCOUNT && input->sets && page_set_has_values(input->sets) &&
                 counts_by_value(input->event);
    json_fill(json, "opens: $, by: $, color: $, reverse: $, flame: $, measure: $",
              cell_text(parts[input->opens]), cell_text(bys[input->by]),
              cell_text(input->color == FLAME_BY_PACKAGE ? "package" : "type"),
              cell_bool(input->reverse), cell_bool(input->flame),
              cell_text(worth || input->value ? "value" : "count"));
    add_split(json, input->selection);
    add_sets(json, input);
    json_shape(json, "analyses: [");
    add_findings(json, input, start_ms);
    json_shape(json, "]");
    add_facts(json, input);
    add_notes(json, input->report, input->late);
    add_shades(json);
    json_end_object(json);
    json_close(json);
}
