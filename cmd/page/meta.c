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
#include "cmd/write/xml.h"
#include "analyzers/tables/kinds.h"
#include "analyzers/time/periods.h"

#include <string.h>

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

static void add_fact(struct json *json, const char *name, const struct text *value) {
    json_begin_array(json, NULL);
    json_text(json, NULL, name);
    add_visible(json, NULL, text_str(value), value->len);
    json_end_array(json);
}

/* ==== Facts ================================================================================= */

static void add_text_fact(struct json *json, const char *name, const struct facts *facts,
                          uint32_t id) {
    OWNED(text_free) struct text value = {0};
    if (id == 0) return;
    text_add_bytes(&value, strings_get(&facts->strings, id), strings_len(&facts->strings, id));
    if (value.len) add_fact(json, name, &value);
}

static void add_jvms(struct json *json, const struct facts *facts) {
    for (size_t i = 0; i < facts->jvms.len && i < JVMS_SHOWN; i++) {
        const struct fact_jvm *jvm = &facts->jvms.items[i];
        OWNED(text_free) struct text value = {0};
        text_add(&value, strings_get(&facts->strings, jvm->name));
        if (jvm->version) text_addf(&value, ", %s", strings_get(&facts->strings, jvm->version));
        if (jvm->pid > 0) text_addf(&value, ", process %lld", (long long)jvm->pid);
        if (value.len) add_fact(json, "JVM", &value);
        add_text_fact(json, "JVM arguments", facts, jvm->jvm_arguments);
        add_text_fact(json, "Java arguments", facts, jvm->java_arguments);
    }
    if (facts->jvms.len > JVMS_SHOWN) {
        OWNED(text_free) struct text value = {0};
        text_addf(&value, "and %zu more", facts->jvms.len - JVMS_SHOWN);
        add_fact(json, "JVM", &value);
    }
}

static void add_machine(struct json *json, const struct facts *facts) {
    const struct fact_machine *machine = &facts->machine;
    OWNED(text_free) struct text os = {0}; /* several lines: the page has one */
    if (machine->os) text_add(&os, strings_get(&facts->strings, machine->os));
    while (os.len && (os.data[os.len - 1] == '\n' || os.data[os.len - 1] == ' '))
        os.data[--os.len] = 0;
    for (size_t i = 0; i < os.len; i++)
        if (os.data[i] == '\n') os.data[i] = ' ';
    if (os.len) add_fact(json, "Operating system", &os);
    add_text_fact(json, "Processor", facts, machine->cpu);
    OWNED(text_free) struct text value = {0};
    if (machine->hardware_threads > 0) {
        text_add_number_of(&value, (uint64_t)machine->hardware_threads, "hardware thread");
        if (machine->container_cpus > 0) {
            text_add(&value, ", of which the container has ");
            text_add_grouped(&value, (uint64_t)machine->container_cpus);
        }
        add_fact(json, "Processors", &value);
    }
    text_clear(&value);
    if (machine->cpu_quota_ns > 0 && machine->cpu_slice_ns > 0) {
        units_add_duration(&value, machine->cpu_quota_ns);
        text_add(&value, " of processor time each ");
        units_add_duration(&value, machine->cpu_slice_ns);
        add_fact(json, "Container limit", &value);
    }
}

static void add_sampling(struct json *json, const struct page_input *input) {
    OWNED(text_free) struct text value = {0};
    if (input->event) {
        text_add(&value, input->event);
        int64_t period =
            input->facts ? period_at(input->facts, input->event, input->report->end_ns) : 0;
        if (period > 0) {
            text_add(&value, ", each ");
            units_add_duration(&value, period);
        }
        add_fact(json, "Samples", &value);
    }
    text_clear(&value);
    if (input->recorded_ns > 0) {
        units_add_duration(&value, input->recorded_ns);
        add_fact(json, "Duration", &value);
    }
    text_clear(&value);
    if (input->proof && *input->proof) {
        text_add(&value, input->proof);
        add_fact(json, "Proof", &value);
    }
}

/* A line about what is missing, if something is. */
static void add_missing(struct json *json, const char *name, uint64_t count, const char *noun,
                        const char *rest) {
    OWNED(text_free) struct text value = {0};
    if (count == 0) return;
    text_add_number_of(&value, count, noun);
    text_add(&value, rest);
    add_fact(json, name, &value);
}

/* Does a command that takes these events ("a+b") add up what they are worth, unless told? */
static bool counts_by_value(const char *events) {
    OWNED(text_free) struct text name = {0};
    bool all = events != NULL;
    for (const char *at = events; at && all; at = *at ? at + 1 : NULL) {
        size_t len = strcspn(at, "+");
        text_clear(&name);
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
    add_missing(json, "Truncated stacks", p->truncated - p->shortened, "sample",
                " miss callers: the recording's stack depth cut them, so totals are too low");
    add_missing(json, "Shortened stacks", p->shortened, "sample",
                " have more frames than are read: callers beyond them are missing");
    add_missing(json, "Without stack", p->without_stack, "sample",
                " without a stack, or with no frame left");
    add_missing(json, "Stacks not found", input->unresolved, "sample",
                " whose stack traces are not in the recording");
    add_missing(json, "Lost data", input->report->lost_bytes, "byte", " could not be read");
    if (input->facts) {
        add_missing(json, "Lost data", input->facts->lost_bytes, "byte",
                    " were dropped by the recorder");
        add_missing(json, "Lost samples", input->facts->lost_samples, "sample",
                    " were dropped by the recorder");
    }
}

static void add_facts(struct json *json, const struct page_input *input) {
    json_begin_array(json, "facts");
    add_sampling(json, input);
    if (input->filtered) {
        OWNED(text_free) struct text value = {0};
        text_add(&value, "only samples that passed the filters of the command line are here");
        add_fact(json, "Selection", &value);
    }
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
        text_add(&words, "With it: ");
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
