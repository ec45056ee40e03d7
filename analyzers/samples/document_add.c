/* Documents: their samples become stacks of a profile. */
#include "analyzers/samples/document.h"

#include "analyzers/profile/labels.h"
#include "parser/names.h"
#include "analyzers/samples/pprof_write.h"
#include "parser/document/document.h"
#include "parser/wire.h"
#include "base/platform.h"
#include "base/utf8.h"

#include <stdio.h>

#define MAX_NAME 65535
#define MAX_THREAD_NAME 500
/* Frames that a byte of the profile may stand for. In pprof a sample names a location in a byte or
 * two, and a location has all the calls that were inlined there: a few, not the thousands that
 * would make gigabytes of a small file. A tree says a frame once for all that is above it, and its
 * format allows for more, up to MOST_OF_TREES. The smallest profiles may have as many as
 * MANY_FRAMES. */
#define FRAMES_A_BYTE 8
#define MANY_FRAMES (1u << 19)
#define MOST_OF_TREES ((uint64_t)1 << 27)
/* Of one profile: 17 trillion. Rows of columns hold 4 billion each. */
#define MAX_SAMPLES ((uint64_t)1 << 44)

struct function { /* what a function is called */
    bool known;
    struct frame frame; /* line and type are the location's */
    uint64_t includes;
    bool excluded;
};

struct place { /* a frame of a location: a line of it, or its address */
    uint32_t row;
    uint64_t includes;
    bool excluded, constructor;
};

struct adder {
    const struct source_document *source;
    const struct document *document;
    const struct source_document_choice *choice;
    const struct source_document_sink *sink;
    const struct samples_task *task;
    const struct selection *selection; /* of the task */
    struct profile *profile;
    samples_step_over *steps_over; /* see samples_task_steps_over */
    bool java; /* names are of Java code: they may change from run to run, or have slashes */
    struct function *functions;
    struct place *places;      /* of all locations, one after the other */
    size_t *first_place;       /* of each location; one more at the end */
    ARRAY(uint32_t) frames;    /* of the sample at hand, leaf first */
    profile_label_list labels; /* likewise */
    struct text name;
    uint64_t passed;      /* samples */
    uint64_t frames_left; /* of what the profile's bytes justify */
    uint64_t cut;         /* stacks that would have gone beyond */
};

static uint32_t intern(struct adder *a, const char *s, size_t len) {
    return strings_intern(&a->profile->frames.strings, s, len);
}

/* The text of the profile's table, valid and not endless, as an interned name. */
static void copy(struct adder *a, uint32_t string, size_t limit, struct text *out) {
    struct document_text text = document_text_at(a->document, string);
    utf8_add_valid(out, text.data, text.len < limit ? text.len : limit);
}

/* ==== Names ================================================================================= */

static void set_class(struct adder *a, struct frame *frame, const char *name, size_t len) {
    frame->class_name = intern(a, name, len);
    frame->package = intern(a, name, names_package_len(name, len));
}

/* Names as we write them, see pprof_write.h. False: these are of somebody else. */
static bool split_ours(struct adder *a, const char *name, const char *system_name,
                       struct frame *frame) {
    size_t len = strlen(name);
    if (text_begins_with(system_name, "package ") &&
        (strcmp(system_name + 8, name) == 0 || system_name[8] == 0)) {
        frame->package = intern(a, system_name + 8, strlen(system_name + 8));
        return true;
    }
    if (text_begins_with(system_name, "module ") && strcmp(system_name + 7, name) == 0) {
        frame->module = intern(a, name, len);
        return true;
    }
    if (*system_name == '#' && *name && text_begins_with(system_name + 1, name)) {
        frame->method = intern(a, name, len);
        frame->descriptor = intern(a, system_name + 1 + len, strlen(system_name + 1 + len));
        return true;
    }
    size_t at = 0;
    while (at < len && name[at] == system_name[at]) at++;
    if (at == 0 || system_name[at] != '#') return false;
    const char *method = system_name + at + 1;
    if (name[at] == 0 && *method == 0) {
        set_class(a, frame, name, at);
        return true;
    }
    if (name[at] != '.' || !text_begins_with(method, name + at + 1)) return false;
    set_class(a, frame, name, at);
    size_t method_len = len - at - 1;
    frame->method = intern(a, method, method_len);
    frame->descriptor = intern(a, method + method_len, strlen(method + method_len));
    return true;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_java_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static bool is_java(const char *text, size_t len, const char *also) {
    for (size_t i = 0; i < len; i++)
        if (!is_java_char(text[i]) && (text[i] == 0 || strchr(also, text[i]) == NULL)) return false;
    return len > 0 && !is_digit(text[0]);
}

/* Compiled or interpreted by a JVM: only profilers of Java say so. */
static bool is_kind_of_java(struct document_text file) {
    switch (pprof_frame_type(file.data, file.len)) {
    case FRAME_INTERPRETED:
    case FRAME_JIT:
    case FRAME_INLINED:
    case FRAME_C1: return true;
    default: return false;
    }
}

static bool is_of_java(const struct document *p) {
    for (size_t i = 0; i < p->functions.len; i++) {
        struct document_text name = document_text_at(p, p->functions.items[i].name);
        if (name.len > 5 &&
            (memcmp(name.data, "java.", 5) == 0 || memcmp(name.data, "java/", 5) == 0))
            return true;
    }
    return some_of(i, p->mappings.len,
                   is_kind_of_java(document_text_at(p, p->mappings.items[i].file)));
}

static uint32_t normalised(struct adder *a, const char *name, size_t len, bool class_name) {
    if (!a->java) return intern(a, name, len);
    size_t size = len + 17;
    OWNED(mem_release) char *out = mem_alloc(size);
    size_t out_len = class_name ? names_class(name, len, a->selection->raw_names, out, size)
                                : names_method(name, len, a->selection->raw_names, out, size);
    return intern(a, out, out_len);
}

/* What is behind the name of a method is its descriptor: "(ILjava/lang/Object;)V". */
static size_t descriptor_at(const char *name, size_t len) {
    const char *open = memchr(name, '(', len), *close = platform_last(name, ')', len);
    if (!open || !close || open == name || close < open || close + 1 == name + len) return len;
    for (const char *s = open + 1; s < name + len; s++)
        if (s != close && !is_java_char(*s) && !strchr("/;[-", *s)) return len;
    return (size_t)(open - name);
}

/* How much of the name says a library: of "libjvm.so.Thread::run", of "/lib/libc-2.31.so" all; 0:
 * it is none. Recordings have it where Java has the class. No class of Java begins with a slash,
 * and no part of its package with a digit; hardly one is in a package that is called "libjvm". */
static size_t library_len(const char *name, size_t len) {
    static const char *const endings[] = {".so", ".dylib", ".dll"};
    bool path = len && name[0] == '/';
    if (!path && (len < 3 || memcmp(name, "lib", 3) != 0)) return 0;
    for (size_t at = 1; at + 1 < len; at++) {
        if (name[at] != '.' || is_digit(name[at + 1])) continue;
        for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
            size_t to = at + strlen(endings[i]);
            if (to > len || memcmp(name + at, endings[i], to - at) != 0) continue;
            while (to + 1 < len && name[to] == '.' && is_digit(name[to + 1]))
                for (to++; to < len && is_digit(name[to]);) to++;
            if (to == len || name[to] == '.') return to;
        }
        if (!path) return 0;
    }
    return 0;
}

/* "a.b.C.m" has a class if both parts could be Java's; all else is a method without one. */
static void split_theirs(struct adder *a, const char *whole, size_t whole_len,
                         struct frame *frame) {
    size_t library = library_len(whole, whole_len);
    if (library && library + 1 < whole_len) {
        set_class(a, frame, whole, library);
        frame->method = intern(a, whole + library + 1, whole_len - library - 1);
        return;
    }
    size_t len = descriptor_at(whole, whole_len);
    const char *name = whole, *dot = platform_last(name, '.', len);
    /* Hidden classes have an address: "App$$Lambda$14+0x00007f8d40007a08/1519736165". */
    const char *hidden = memmem(name, len, "+0x", 3);
    size_t class_len = hidden && dot && hidden < dot ? (size_t)(hidden - name)
                       : dot                         ? (size_t)(dot - name)
                                                     : 0;
    bool pseudo = dot && dot[1] == '[' && name[len - 1] == ']'; /* "jfragent.[unknown Java]" */
    if (!library && len && dot && is_java(name, class_len, "./-") &&
        (pseudo || is_java(dot + 1, (size_t)(name + len - dot - 1), "<>"))) {
        frame->class_name = normalised(a, name, (size_t)(dot - name), true);
        frame->method = normalised(a, dot + 1, (size_t)(name + len - dot - 1), false);
        frame->descriptor = intern(a, name + len, whole_len - len);
        const char *class_name = strings_get(&a->profile->frames.strings, frame->class_name);
        frame->package = intern(a, class_name, names_package_len(class_name, strlen(class_name)));
    } else {
        frame->method =
            len ? intern(a, whole, whole_len) : intern(a, FRAME_LOST, strlen(FRAME_LOST));
    }
}

/* As for frames of recordings, regexes look at "class.method". */
static void apply_regexes(struct adder *a, const struct frame *frame, struct function *f) {
    const struct selection *q = a->selection;
    const struct strings *strings = &a->profile->frames.strings;
    text_clear(&a->name);
    text_add(&a->name, strings_get(strings, frame->class_name));
    if (a->name.len) text_add_char(&a->name, '.');
    text_add(&a->name, strings_get(strings, frame->method));
    const char *name = text_str(&a->name);
    for (size_t i = 0; i < a->selection->include.len; i++)
        if (regex_matches(q->regexes->include[i], a->sink->matcher, name, a->name.len))
            f->includes |= UINT64_C(1) << i;
    for (size_t i = 0; i < a->selection->exclude.len && !f->excluded; i++)
        f->excluded = regex_matches(q->regexes->exclude[i], a->sink->matcher, name, a->name.len);
}

static const struct function *function_at(struct adder *a, uint32_t index) {
    struct function *f = &a->functions[index];
    if (f->known) return f;
    f->known = true;
    f->frame = (struct frame){.line = -1, .bci = -1};
    OWNED(text_free) struct text name = {0}, system_name = {0};
    copy(a, a->document->functions.items[index].name, MAX_NAME, &name);
    copy(a, a->document->functions.items[index].system_name, 3 * MAX_NAME, &system_name);
    if (name.len == 0) text_add(&name, text_str(&system_name));
    if (!split_ours(a, text_str(&name), text_str(&system_name), &f->frame))
        split_theirs(a, text_str(&name), strlen(text_str(&name)), &f->frame);
    apply_regexes(a, &f->frame, f);
    return f;
}

/* ==== Locations ============================================================================= */

static uint32_t row_of(struct adder *a, struct frame frame) {
    enum frame_by by = a->task->by;
    if (by == BY_MODULE && frame.module == 0) frame.module = intern(a, "(unnamed module)", 16);
    frame_narrow(&frame, by == BY_BCI ? BY_METHOD : by, a->task->frame_type);
    return frames_intern(&a->profile->frames, &frame);
}

static enum frame_type type_of(const struct adder *a, const struct document_location *location) {
    if (location->mapping == DOCUMENT_NONE) return FRAME_UNKNOWN;
    struct document_text file =
        document_text_at(a->document, a->document->mappings.items[location->mapping].file);
    return pprof_frame_type(file.data, file.len);
}

/* A place in memory that nobody has named: "libc.so.6+0x1a2b". */
static struct place unnamed(struct adder *a, const struct document_location *location) {
    OWNED(text_free) struct text name = {0};
    uint64_t address = location->address;
    if (location->mapping != DOCUMENT_NONE) {
        const struct document_mapping *m = &a->document->mappings.items[location->mapping];
        OWNED(text_free) struct text file = {0};
        copy(a, m->file, MAX_NAME, &file);
        const char *slash = strrchr(text_str(&file), '/');
        text_add(&name, slash ? slash + 1 : text_str(&file));
        if (name.len) {
            text_add_char(&name, '+');
            address = address - m->start + m->offset;
        }
    }
    text_addf(&name, "0x%llx", (unsigned long long)address);
    struct function f = {.frame = {.line = -1, .bci = -1}};
    f.frame.method = intern(a, text_str(&name), name.len);
    apply_regexes(a, &f.frame, &f);
    f.frame.type = type_of(a, location);
    return (struct place){row_of(a, f.frame), f.includes, f.excluded, false};
}

static struct place place_of(struct adder *a, const struct document_location *location,
                             const struct document_line *line) {
    const struct function *f = function_at(a, line->function);
    struct frame frame = f->frame;
    frame.line = line->line > 0 && line->line <= INT32_MAX ? (int32_t)line->line : -1;
    frame.type = type_of(a, location);
    const char *method = strings_get(&a->profile->frames.strings, frame.method);
    bool constructor = a->steps_over && a->steps_over(method);
    return (struct place){row_of(a, frame), f->includes, f->excluded, constructor};
}

static void make_places(struct adder *a) {
    const struct document *p = a->document;
    size_t at = 0;
    a->java = is_of_java(p);
    a->functions = mem_zero(p->functions.len, sizeof *a->functions);
    a->places = mem_alloc((p->lines.len + p->locations.len) * sizeof *a->places);
    a->first_place = mem_alloc((p->locations.len + 1) * sizeof *a->first_place);
    for (size_t i = 0; i < p->locations.len; i++) {
        const struct document_location *location = &p->locations.items[i];
        a->first_place[i] = at;
        if (location->line_count == 0) a->places[at++] = unnamed(a, location);
        for (size_t k = 0; k < location->line_count; k++)
            a->places[at++] = place_of(a, location, &p->lines.items[location->first_line + k]);
    }
    a->first_place[p->locations.len] = at;
}

/* ==== Threads and labels ==================================================================== */

struct who {
    struct text name;
    struct profile_thread thread;
    bool known;
};

static uint32_t intern_copy(struct adder *a, uint32_t string) {
    OWNED(text_free) struct text text = {0};
    copy(a, string, MAX_NAME, &text);
    return intern(a, text_str(&text), text.len);
}

static void add_label(struct adder *a, const struct document_label *label) {
    struct profile_label own = {.key = intern_copy(a, label->key), .number = label->text == 0};
    if (!own.key) return;
    if (own.number) {
        char digits[24];
        int len = snprintf(digits, sizeof digits, "%lld", (long long)label->number);
        own.value = intern(a, digits, (size_t)len);
        own.unit = intern_copy(a, label->unit);
    } else {
        own.value = intern_copy(a, label->text);
    }
    array_push(&a->labels, own);
}

static struct who who_of(struct adder *a, const struct document_sample *sample) {
    struct who who = {0};
    a->labels.len = 0;
    const struct document *p = a->document;
    EACH (const struct document_label, label, &sample->labels) {
        struct text text = {0};
        copy(a, label->text, MAX_THREAD_NAME, &text);
        if (document_is(p, label->key, "thread") || document_is(p, label->key, "thread_name")) {
            text_free(&who.name);
            who.name = text;
            text = (struct text){0};
            who.thread.name = intern(a, text_str(&who.name), who.name.len);
            who.known = true;
        } else if (document_is(p, label->key, "thread_group")) {
            who.thread.group = intern(a, text_str(&text), text.len);
            who.thread.is_virtual = strcmp(text_str(&text), "VirtualThreads") == 0;
            who.known = true;
        } else if (document_is(p, label->key, "thread_id")) {
            who.thread.os_id = (uint64_t)label->number;
            who.known = true;
        } else if (document_is(p, label->key, "java_thread_id")) {
            who.thread.java_id = (uint64_t)label->number;
            who.known = true;
        } else if (a->task->needs->labels) {
            add_label(a, label);
        }
        text_free(&text);
    }
    who.thread.labels = profile_labels_put(a->profile, &a->labels);
    if (!who.known) text_add(&who.name, "unknown");
    return who;
}

static uint32_t thread_root(struct adder *a, const struct who *who) {
    OWNED(text_free) struct text root = {0};
    text_addf(&root, "[%s tid=%llu]", text_str(&who->name), (unsigned long long)who->thread.os_id);
    struct frame frame = {.line = -1, .bci = -1, .type = FRAME_THREAD};
    frame.class_name = intern(a, text_str(&root), root.len);
    return frames_intern(&a->profile->frames, &frame);
}

/* ==== Samples =============================================================================== */

static uint64_t samples_of(const struct adder *a, const struct document_sample *sample) {
    const struct source_document_choice *c = a->choice;
    if (c->count_type != SIZE_MAX) return (uint64_t)sample->values.items[c->count_type];
    const struct document *p = a->document;
    const struct document_type *type = &p->types.items[c->value_type];
    bool periodic =
        p->period > 0 && p->period_type.name == type->name && p->period_type.unit == type->unit;
    int64_t value = sample->values.items[c->value_type];
    return periodic && value / p->period > 0 ? (uint64_t)(value / p->period) : 1;
}

/* How many frames of the sample are kept: as many as it names locations in any case. */
static size_t frames_allowed(const struct adder *a, const struct document_sample *sample) {
    uint64_t most = sample->locations.len;
    if (a->frames_left > most) most = a->frames_left;
    return most < PROFILE_MOST_FRAMES ? (size_t)most : PROFILE_MOST_FRAMES;
}

/* Frames of the sample, leaf first. False: a filter leaves it out. */
static bool frames_of(struct adder *a, const struct document_sample *sample, bool *cut) {
    uint64_t includes = 0;
    const struct place *passed = NULL;
    size_t most = frames_allowed(a, sample);
    *cut = false;
    a->frames.len = 0;
    for (size_t i = 0; i < sample->locations.len && !*cut; i++) {
        uint32_t location = sample->locations.items[i];
        for (size_t k = a->first_place[location]; k < a->first_place[location + 1]; k++) {
            const struct place *place = &a->places[k];
            if (a->frames.len == most) {
                *cut = true;
                break;
            }
            if (place->excluded) return false;
            includes |= place->includes;
            if (place->constructor && a->frames.len == 0) passed = place;
            else array_push(&a->frames, place->row);
        }
    }
    if (passed && a->frames.len == 0) array_push(&a->frames, passed->row);
    if (*cut && most < PROFILE_MOST_FRAMES) a->cut++;
    a->frames_left -= a->frames_left < a->frames.len ? a->frames_left : a->frames.len;
    size_t wanted = a->selection->include.len;
    return includes == (wanted == 64 ? UINT64_MAX : (UINT64_C(1) << wanted) - 1);
}

static void add_sample(struct adder *a, const struct document_sample *sample) {
    struct profile_weight weight = {.samples = samples_of(a, sample)};
    if (a->choice->scale)
        weight.value = sample->values.items[a->choice->value_type] * a->choice->scale;
    if ((weight.samples == 0 && weight.value == 0) || !frames_of(a, sample, &weight.truncated))
        return;
    weight.shortened = weight.truncated; /* whoever wrote it says of no stack that it was cut */
    struct who who = who_of(a, sample);
    bool pass = true;
    if (a->selection->thread) {
        a->sink->thread(a->sink->context, &who.name);
        pass = regex_matches(a->selection->regexes->thread, a->sink->matcher, text_str(&who.name),
                             who.name.len);
    }
    if (pass) {
        if (a->task->needs->thread_roots && a->frames.len)
            array_push(&a->frames, thread_root(a, &who));
        uint32_t stack = profile_add_stack(a->profile, a->frames.items, a->frames.len, weight);
        struct profile_sample row = {.time_ns = PROFILE_NO_TIME,
                                     .stack = stack,
                                     .thread = PROFILE_NONE,
                                     .count = weight.samples,
                                     .value = weight.value};
        bool columns = a->profile->keep & PROFILE_SAMPLES;
        if (columns && (who.known || who.thread.labels))
            row.thread = profile_add_thread(a->profile, &who.thread);
        if (columns) profile_add_sample(a->profile, &row);
        a->passed += weight.samples;
    }
    text_free(&who.name);
}

/* Sums beyond what can be are damage, and would be more than columns can hold. */
static bool fits(const struct adder *a, struct jfr_error *error) {
    const struct source_document_choice *c = a->choice;
    const struct document *p = a->document;
    const int64_t limit = INT64_C(1) << 60;
    uint64_t samples = p->sample_count;
    if (c->count_type != SIZE_MAX) samples = (uint64_t)p->totals.items[c->count_type];
    else if (p->period > 0) samples += (uint64_t)(p->totals.items[c->value_type] / p->period);
    if (samples > MAX_SAMPLES)
        return error_set(error, JFR_DAMAGED, 0,
                         "the profile is damaged: it claims %llu samples, which is impossible",
                         (unsigned long long)samples);
    if (c->scale &&
        (p->totals.items[c->value_type] > limit / c->scale || a->profile->value > limit))
        return error_set(error, JFR_DAMAGED, 0,
                         "the profile is damaged: the sum of its values is impossible");
    return true;
}

static uint64_t frames_justified(const struct document *document) {
    uint64_t least = (uint64_t)document->size * FRAMES_A_BYTE;
    uint64_t more = (uint64_t)document->size * document_frames_a_byte(document);
    if (more > MOST_OF_TREES) more = MOST_OF_TREES;
    return MANY_FRAMES + (more > least ? more : least);
}

bool source_document_add(const struct source_document *source,
                         const struct source_document_choice *choice,
                         const struct source_document_sink *sink, struct profile *profile,
                         struct jfr_error *error) {
    struct adder a = {.source = source,
                      .document = source->document,
                      .choice = choice,
                      .sink = sink,
                      .task = sink->task,
                      .selection = sink->task->selection,
                      .profile = profile,
                      .frames_left = frames_justified(source->document)};
    struct document_sample sample = {0};
    size_t position = 0;
    uint64_t all = 0;
    if (!fits(&a, error)) return false;
    const char *event =
        source->ours && source->events.len ? source->events.items[0].name : text_str(&choice->name);
    a.steps_over = samples_task_steps_over(a.task, event);
    make_places(&a);
    if (a.task->needs->values) profile_set_unit(profile, choice->unit);
    while (document_next(a.document, &position, &sample)) {
        all += samples_of(&a, &sample);
        add_sample(&a, &sample);
    }
    if (a.cut)
        log_note(sink->log, JFR_NOTE_LOST, 0, 0,
                 "%llu of its stacks were cut at their root: they have more than %zu frames for "
                 "each byte of the profile",
                 (unsigned long long)a.cut, document_frames_a_byte(a.document));
    if (a.passed == all) { /* of some of the samples these are not known */
        profile->truncated += source->truncated;
        profile->shortened += source->shortened;
        profile->clusters.clusters += source->clusters.clusters;
        profile->clusters.samples += source->clusters.samples;
        profile->clusters.squares += source->clusters.squares;
    }
    document_sample_free(&sample);
    arrays_free(&a.frames, &a.labels);
    text_free(&a.name);
    mem_free(a.functions, a.places, a.first_place);
    return true;
}
