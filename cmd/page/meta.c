#include "cmd/cli/message.h"
#include "cmd/read/notes.h"
#include "cmd/write/amount.h"
#include "cmd/write/json.h"
#include "cmd/page/data.h"
#include "cmd/pictures/shades.h"
#include "cmd/write/xml.h"

#include <string.h>

#define TEXT_MAX_CHARS 4000 /* of a fact or note */
#define JVMS_SHOWN 4
#define NOTES_SHOWN 100

/* A text from the recording, as people may see it. */
static void add_visible(cJSON *to, const char *key, const char *bytes, size_t len) {
    struct text text = {0};
    visible_add(&text, bytes, len, TEXT_MAX_CHARS);
    json_add_text(to, key, text_str(&text));
    text_free(&text);
}

static void add_fact(cJSON *facts, const char *name, const struct text *value) {
    cJSON *row = json_add_array(facts, NULL);
    json_add_text(row, NULL, name);
    add_visible(row, NULL, text_str(value), value->len);
}

/* ==== Facts ================================================================================= */

static void add_text_fact(cJSON *to, const char *name, const struct facts *facts, uint32_t id) {
    struct text value = {0};
    if (id == 0) return;
    text_add_bytes(&value, strings_get(&facts->strings, id), strings_len(&facts->strings, id));
    if (value.len) add_fact(to, name, &value);
    text_free(&value);
}

static void add_jvms(cJSON *to, const struct facts *facts) {
    for (size_t i = 0; i < facts->jvms.len && i < JVMS_SHOWN; i++) {
        const struct fact_jvm *jvm = &facts->jvms.items[i];
        struct text value = {0};
        text_add(&value, strings_get(&facts->strings, jvm->name));
        if (jvm->version) text_addf(&value, ", %s", strings_get(&facts->strings, jvm->version));
        if (jvm->pid > 0) text_addf(&value, ", process %lld", (long long)jvm->pid);
        if (value.len) add_fact(to, "JVM", &value);
        text_free(&value);
        add_text_fact(to, "JVM arguments", facts, jvm->jvm_arguments);
        add_text_fact(to, "Java arguments", facts, jvm->java_arguments);
    }
    if (facts->jvms.len > JVMS_SHOWN) {
        struct text value = {0};
        text_addf(&value, "and %zu more", facts->jvms.len - JVMS_SHOWN);
        add_fact(to, "JVM", &value);
        text_free(&value);
    }
}

static void add_machine(cJSON *to, const struct facts *facts) {
    const struct fact_machine *machine = &facts->machine;
    struct text os = {0}; /* several lines: the page has one */
    if (machine->os) text_add(&os, strings_get(&facts->strings, machine->os));
    while (os.len && (os.data[os.len - 1] == '\n' || os.data[os.len - 1] == ' '))
        os.data[--os.len] = 0;
    for (size_t i = 0; i < os.len; i++)
        if (os.data[i] == '\n') os.data[i] = ' ';
    if (os.len) add_fact(to, "Operating system", &os);
    text_free(&os);
    add_text_fact(to, "Processor", facts, machine->cpu);
    struct text value = {0};
    if (machine->hardware_threads > 0) {
        text_add_number_of(&value, (uint64_t)machine->hardware_threads, "hardware thread");
        if (machine->container_cpus > 0) {
            text_add(&value, ", of which the container has ");
            text_add_grouped(&value, (uint64_t)machine->container_cpus);
        }
        add_fact(to, "Processors", &value);
    }
    text_clear(&value);
    if (machine->cpu_quota_ns > 0 && machine->cpu_slice_ns > 0) {
        text_add_duration(&value, machine->cpu_quota_ns);
        text_add(&value, " of processor time each ");
        text_add_duration(&value, machine->cpu_slice_ns);
        add_fact(to, "Container limit", &value);
    }
    text_free(&value);
}

static void add_sampling(cJSON *to, const struct page_input *input) {
    struct text value = {0};
    if (input->event) {
        text_add(&value, input->event);
        int64_t period =
            input->facts ? facts_period(input->facts, input->event, input->report->end_ns) : 0;
        if (period > 0) {
            text_add(&value, ", each ");
            text_add_duration(&value, period);
        }
        add_fact(to, "Samples", &value);
    }
    text_clear(&value);
    if (input->report->end_ns > input->report->start_ns) {
        text_add_duration(&value, input->report->end_ns - input->report->start_ns);
        add_fact(to, "Duration", &value);
    }
    text_free(&value);
}

/* A line about what is missing, if something is. */
static void add_missing(cJSON *to, const char *name, uint64_t count, const char *noun,
                        const char *rest) {
    struct text value = {0};
    if (count == 0) return;
    text_add_number_of(&value, count, noun);
    text_add(&value, rest);
    add_fact(to, name, &value);
    text_free(&value);
}

static void add_losses(cJSON *to, const struct page_input *input) {
    const struct profile *p = input->profile;
    add_missing(to, "Truncated stacks", p->truncated, "sample",
                " miss callers: the recording's stack depth cut them, so totals are too low");
    add_missing(to, "Without stack", p->without_stack, "sample",
                " without a stack, or with no frame left");
    add_missing(to, "Stacks not found", input->unresolved, "sample",
                " whose stack traces are not in the recording");
    add_missing(to, "Lost data", input->report->lost_bytes, "byte", " could not be read");
    if (input->facts) {
        add_missing(to, "Lost data", input->facts->lost_bytes, "byte",
                    " were dropped by the recorder");
        add_missing(to, "Lost samples", input->facts->lost_samples, "sample",
                    " were dropped by the recorder");
    }
}

static void add_facts(cJSON *meta, const struct page_input *input) {
    cJSON *facts = json_add_array(meta, "facts");
    add_sampling(facts, input);
    if (input->filtered) {
        struct text value = {0};
        text_add(&value, "only samples that passed the filters of the command line are here");
        add_fact(facts, "Selection", &value);
        text_free(&value);
    }
    add_losses(facts, input);
    if (input->facts) {
        add_jvms(facts, input->facts);
        add_machine(facts, input->facts);
    }
}

static void add_notes(cJSON *meta, const struct scan_report *report) {
    cJSON *notes = json_add_array(meta, "notes");
    for (size_t i = 0; i < report->notes.len && i < NOTES_SHOWN; i++) {
        struct text line = {0};
        note_add(&line, &report->notes.items[i]);
        add_visible(notes, NULL, text_str(&line), line.len);
        text_free(&line);
    }
    if (report->notes.len > NOTES_SHOWN) {
        struct text line = {0};
        text_addf(&line, "and %zu more", report->notes.len - NOTES_SHOWN);
        json_add_text(notes, NULL, line.data);
        text_free(&line);
    }
}

/* ==== Findings ============================================================================== */

/* As the page has the window, to the ms: as long as it is, begin and end at most a ms too early. */
static void add_window(cJSON *to, const struct page_verdict *verdict, int64_t start_ms) {
    if (verdict->to_ns <= verdict->from_ns) return;
    cJSON *window = json_add_array(to, "window");
    json_add_number(window, NULL, verdict->from_ns / 1000000 - start_ms);
    json_add_number(window, NULL, verdict->to_ns / 1000000 - start_ms);
}

static void add_analyses(cJSON *meta, const struct page_input *input, int64_t start_ms) {
    cJSON *verdicts = json_add_array(meta, "analyses");
    for (size_t i = 0; i < input->verdict_count; i++) {
        const struct page_verdict *verdict = &input->verdicts[i];
        cJSON *item = json_add_object(verdicts, NULL);
        json_add_text(item, "severity", verdict->severity);
        if (verdict->score >= 0) json_add_real(item, "score", verdict->score, 1);
        add_visible(item, "title", verdict->title, strlen(verdict->title));
        cJSON *paragraphs = json_add_array(item, "text");
        for (const char *at = verdict->text; at && *at;) {
            size_t len = strcspn(at, "\n");
            if (len) add_visible(paragraphs, NULL, at, len);
            at += len + (at[len] == '\n');
        }
        add_window(item, verdict, start_ms);
        if (verdict->frame >= input->profile->frames.rows.len) continue;
        const struct frame *frame = &input->profile->frames.rows.items[verdict->frame];
        const struct strings *strings = &input->profile->frames.strings;
        cJSON *method = json_add_array(item, "method"); /* what the page knows rows by */
        const uint32_t ids[] = {frame->class_name, frame->method, frame->descriptor};
        for (size_t j = 0; j < sizeof ids / sizeof *ids; j++) {
            struct text text = {0};
            visible_add(&text, strings_get(strings, ids[j]), strings_len(strings, ids[j]),
                        PAGE_NAME_MAX_CHARS);
            json_add_text(method, NULL, text_str(&text));
            text_free(&text);
        }
    }
}

/* ==== Colours =============================================================================== */

static void add_shade(cJSON *to, const char *key, struct shade shade) {
    struct text colors = {0};
    cJSON *both = json_add_array(to, key);
    for (int dark = 0; dark < 2; dark++) {
        text_clear(&colors);
        text_addf(&colors, "#%06x", dark ? shade.dark : shade.light);
        json_add_text(both, NULL, colors.data);
    }
    text_free(&colors);
}

static void add_shades(cJSON *meta) {
    cJSON *shades = json_add_object(meta, "shades");
    add_shade(shades, "root", shade_of_root);
    cJSON *types = json_add_array(shades, "types");
    for (size_t i = 0; i < FRAME_TYPE_COUNT; i++)
        add_shade(types, NULL,
                  i == FRAME_ANY ? shades_of_types[FRAME_UNKNOWN] : shades_of_types[i]);
    cJSON *packages = json_add_array(shades, "packages");
    for (size_t i = 0; i < PACKAGE_SHADES; i++) add_shade(packages, NULL, shades_of_packages[i]);
}

/* ==== All of it ============================================================================= */

void page_meta_add(const struct page_input *input, int64_t start_ms, struct text *out) {
    static const char *const parts[] = {"methods", "flame", "heat"};
    static const char *const bys[] = {"method", "line", "class", "package", "module", "line"};
    const struct profile *p = input->profile;
    json_setup();
    cJSON *meta = cJSON_CreateObject();
    add_visible(meta, "title", input->title, strlen(input->title));
    json_add_text(meta, "event", input->event);
    json_add_count(meta, "samples", p->samples);
    json_add_count(meta, "without_stack", p->without_stack);
    json_add_count(meta, "truncated", p->truncated);
    json_add_text(meta, "unit", amount_unit(p->unit));
    json_add_number(meta, "start_ms", start_ms);
    json_add_number(meta, "duration_ms", (input->report->end_ns + 999999) / 1000000 - start_ms);
    json_add_text(meta, "opens", parts[input->opens]);
    json_add_text(meta, "by", bys[input->by]);
    json_add_text(meta, "color", input->color == FLAME_BY_PACKAGE ? "package" : "type");
    json_add_bool(meta, "reverse", input->reverse);
    json_add_bool(meta, "flame", input->flame);
    json_add_text(meta, "measure", input->value ? "value" : "count");
    add_analyses(meta, input, start_ms);
    add_facts(meta, input);
    add_notes(meta, input->report);
    add_shades(meta);
    json_write(meta, false, out);
}
