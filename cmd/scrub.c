/* jfrtool scrub: what is not to be passed on is taken out of a recording. */
#include "analyzers/stream/type_filter.h"
#include "base/order.h"
#include "analyzers/stream/type_names.h"

#include "base/glob.h"
#include "base/safe.h"
#include "base/platform.h"
#include "base/posix.h"
#include "base/plural.h"
#include "cmd/cli/message.h"
#include "cmd/cli/operands.h"
#include "cmd/edit/conceal.h"
#include "cmd/edit/rewriting.h"

#include "cmd/scrub_options.h"

struct removed { /* an event type */
    char *name;
    uint64_t events;
};

struct scrubbing {
    struct rewriting rewriting;
    const struct scrub_options *options;
    struct edit_rules rules;
    struct conceal conceal;
    struct personal personal;
    ARRAY(struct removed) removed;
    uint64_t kept, left_out, unreadable;

    struct map looked; /* chunks, by what they are: index of what was found */
    ARRAY(struct edit_found *) found;
    uint64_t found_bytes;

    struct type_names names; /* of all chunks */

    /* Of the chunk at hand. */
    const struct jfr_metadata *named_of; /* whose names were taken */
    uint8_t *kept_types;                 /* by their index: 0 is not known yet, 1 is kept, 2 not */
    struct jfr_plan *thread_plan;
    struct map threads; /* key -> which lists fit */
    unsigned named;     /* of the event: of its threads */
};

enum { FITS_INCLUDED = 1, FITS_EXCLUDED = 2 };

#define MOST_FOUND \
    (UINT64_C(1) << 26) /* bytes of what was found; other chunks are looked at twice */

/* ==== Which events ========================================================================== */

static bool fits_event(const struct text_list *list, const struct jfr_type *type) {
    return some_of(i, list->len, type_filter_fits_event(list->items[i], type->name));
}

static bool fits_category(const struct text_list *list, const struct jfr_type *type) {
    return some_of(i, list->len, type_filter_fits_category(list->items[i], type));
}

static bool fits_name(const struct text_list *list, const char *name) {
    return some_of(i, list->len, glob_matches(list->items[i], name));
}

static bool keeps_type(const struct scrub_options *o, const struct jfr_type *type) {
    if (o->include_events.len && !fits_event(&o->include_events, type)) return false;
    if (o->include_categories.len && !fits_category(&o->include_categories, type)) return false;
    return !fits_event(&o->exclude_events, type) && !fits_category(&o->exclude_categories, type);
}

struct thread_look {
    struct scrubbing *scrubbing;
    const struct edit_chunk *of;
};

/* Both names of the thread count. */
static unsigned judge_thread(struct scrubbing *s, const struct edit_chunk *of,
                             const struct jfr_type *type, uint64_t key) {
    static const char *const paths[] = {"javaName", "osName"};
    const struct scrub_options *o = s->options;
    const uint8_t *at = jfr_constant_find(of->constants, type, key);
    const uint8_t *end = of->chunk->data + of->chunk->size;
    uint64_t values[2];
    unsigned fits = 0;
    if (!s->thread_plan) s->thread_plan = jfr_plan_compile(of->chunk, type, paths, 2, NULL);
    if (!at || !s->thread_plan || !jfr_plan_read(s->thread_plan, of->chunk->data, &at, end, values))
        return 0;
    for (size_t i = 0; i < 2; i++) {
        char name[4096];
        struct jfr_value value =
            jfr_plan_value(s->thread_plan, of->constants, i, values[i], name, sizeof name);
        if (value.kind != JFR_VALUE_TEXT) continue;
        if (fits_name(&o->include_threads, name)) fits |= FITS_INCLUDED;
        if (fits_name(&o->exclude_threads, name)) fits |= FITS_EXCLUDED;
    }
    return fits;
}

static void look_at_thread(void *context, const struct jfr_type *type, uint64_t key) {
    const struct thread_look *look = context;
    struct scrubbing *s = look->scrubbing;
    bool fresh;
    uint64_t *fits = map_put(&s->threads, key, &fresh);
    if (fresh) *fits = judge_thread(s, look->of, type, key);
    s->named |= (unsigned)*fits;
}

static bool keep(void *context, const struct edit_chunk *of, const struct jfr_type *type,
                 const struct jfr_event *event) {
    struct scrubbing *s = context;
    const struct scrub_options *o = s->options;
    if (s->named_of != of->metadata) {
        type_names_take(&s->names, s->named_of = of->metadata);
        free(s->kept_types);
        s->kept_types = mem_zero(of->metadata->type_count, 1);
    }
    uint8_t *kept = &s->kept_types[type->index];
    if (!*kept) *kept = keeps_type(o, type) ? 1 : 2;
    if (*kept == 2) return false;
    if (!o->include_threads.len && !o->exclude_threads.len) return true;
    struct thread_look look = {s, of};
    s->named = 0;
    edit_threads(of, type, event, look_at_thread, &look);
    return !(s->named & FITS_EXCLUDED) && (!o->include_threads.len || s->named & FITS_INCLUDED);
}

static void count(void *context, const struct jfr_type *type, enum edit_fate fate,
                  uint64_t events) {
    struct scrubbing *s = context;
    s->kept += fate == EDIT_KEPT ? events : 0;
    s->left_out += fate == EDIT_LEFT_OUT ? events : 0;
    s->unreadable += fate == EDIT_UNREADABLE ? events : 0;
    if (fate != EDIT_LEFT_OUT) return;
    for (size_t i = 0; i < s->removed.len; i++) {
        if (strcmp(s->removed.items[i].name, type->name) != 0) continue;
        s->removed.items[i].events += events;
        return;
    }
    array_push(&s->removed, (struct removed){mem_copy_text(type->name), events});
}

/* ==== Values ================================================================================ */

static void begin_event(void *context, const struct edit_chunk *of, const struct jfr_type *type,
                        const struct jfr_event *event) {
    struct scrubbing *s = context;
    conceal_event(&s->conceal, of, type, event);
}

static uint32_t place(void *context, const struct jfr_type *in, const struct jfr_field *field) {
    struct scrubbing *s = context;
    return conceal_place(&s->conceal, in, field);
}

static bool replace_text(void *context, uint32_t at, const char *text, size_t len,
                         struct text *out) {
    struct scrubbing *s = context;
    return conceal_text(&s->conceal, at, text, len, out);
}

/* ==== Chunks ================================================================================ */

static void forget_chunk(struct scrubbing *s) {
    jfr_plan_free(s->thread_plan);
    s->thread_plan = NULL;
    s->named_of = NULL;
    free(s->kept_types);
    s->kept_types = NULL;
    conceal_end_chunk(&s->conceal);
    map_clear(&s->threads);
}

static uint64_t key_of(const struct jfr_chunk *chunk) {
    return map_fold(hash_bytes(chunk->data, JFR_HEADER_SIZE) ^ chunk->size,
                    hash_bytes(chunk->name, strlen(chunk->name)) ^ chunk->offset);
}

static void keep_found(struct scrubbing *s, const struct jfr_chunk *chunk,
                       struct edit_found *found) {
    bool fresh;
    s->found_bytes += edit_found_size(found);
    uint64_t *index = map_put(&s->looked, key_of(chunk), &fresh);
    if (fresh && s->found_bytes <= MOST_FOUND) {
        *index = s->found.len;
        array_push(&s->found, found);
    } else {
        s->found_bytes -= edit_found_size(found);
        edit_found_free(found);
        if (fresh) *index = UINT32_MAX;
    }
}

/* First all of it is looked through for values that are masked: they may stand elsewhere, too. */
static void look_at_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct scrubbing *s = context;
    (void)log;
    struct edit_found *found = edit_look(chunk, &s->rules, NULL, NULL);
    if (found) keep_found(s, chunk, found);
    forget_chunk(s);
}

static void write_chunk(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    struct scrubbing *s = context;
    const uint64_t *index = map_get(&s->looked, key_of(chunk));
    bool known = index && *index < s->found.len && conceal_still_holds(&s->conceal);
    s->rules.found = known ? s->found.items[*index] : NULL;
    s->rules.words = &s->conceal.words;
    rewriting_edit(&s->rewriting, chunk, &s->rules, log);
    forget_chunk(s);
}

/* ==== The command =========================================================================== */

/* Are some events left out? */
static bool chooses(const struct scrub_options *o) {
    return o->include_events.len || o->exclude_events.len || o->include_categories.len ||
           o->exclude_categories.len || o->include_threads.len || o->exclude_threads.len;
}

/* Do texts become others? */
static bool masks(const struct scrub_options *o) {
    return o->mask.len || o->secrets || o->personal || o->patterns.len;
}

static bool has_rule(const struct scrub_options *o) {
    return chooses(o) || masks(o);
}

static int say_needs(struct answer *answer, struct needs *needs) {
    struct scrub_options *options = answer->options;
    (void)needs;
    if (!has_rule(options)) { /* what people mean who pass a recording on */
        options->secrets = options->personal = true;
        message_remark("removed: secrets, and names of users and hosts (--secrets --personal)");
    }
    if (options->list_originals && !options->list)
        return message_misused(
            answer->command,
            "--list-originals says what is in the list: give it a file, --list FILE");
    if (masks(options) && !operands_can_be_read_twice(&answer->reading.paths, "masking of values"))
        return EXIT_USAGE;
    return rewriting_check(answer);
}

/* Most events first. */
ORDERED(compare_removed, struct removed, FALLING(events), strcmp(x->name, y->name))

static void say_outcome(const struct scrubbing *s) {
    OWNED(text_free) struct text line = {0};
    array_sort(&s->removed, compare_removed);
    for (size_t i = 0; i < s->removed.len && i < 5; i++) {
        text_add(&line, i ? ", " : "");
        safe_add_name(&line, s->removed.items[i].name);
        text_addf(&line, " %llu", (unsigned long long)s->removed.items[i].events);
    }
    if (s->removed.len > 5) text_addf(&line, " and %zu more types", s->removed.len - 5);
    bool secrets = s->options->mask.len || s->options->secrets;
    OWNED(text_free) struct text replaced = {0};
    personal_add_counts(&s->personal, &replaced);
    if (!replaced.len && s->conceal.personal) text_add(&replaced, "no name");
    message_note("%llu events are written, %llu left out%s%s%s%s%s", (unsigned long long)s->kept,
                 (unsigned long long)s->left_out, line.len ? ": " : "", text_str(&line),
                 !secrets                 ? ""
                 : s->conceal.counted.len ? "; values were masked"
                                          : "; no value needed masking",
                 replaced.len ? "; replaced: " : "", text_str(&replaced));
    if (!s->unreadable) return;
    message_note("%llu %s left out: %s cannot be read to the end, and may hold secrets; "
                 " jfrtool check says where",
                 (unsigned long long)s->unreadable, plural(s->unreadable, "event is", "events are"),
                 plural(s->unreadable, "it", "they"));
}

/* Originals are what was to be kept from others: the file is for its owner alone. */
static bool write_list(const struct scrubbing *s) {
    struct text text = {0};
    struct json json = json_open(&text, JSON_PRETTY);
    json_begin_object(&json, NULL);
    json_count(&json, "masked", s->conceal.counted.len);
    personal_write_json(&s->personal, s->options->list_originals, &json);
    json_end_object(&json);
    text_add_char(&text, '\n');
    unsigned before = platform_only_owner();
    if (!s->options->list_originals) platform_rights_again(before);
    bool fine = output_write(s->options->list, &text);
    platform_rights_again(before);
    return fine;
}

/* What was misspelt took nothing out, or too much. */
static void tell_missing(const struct scrubbing *s) {
    const struct scrub_options *o = s->options;
    type_names_tell(&s->names, &o->include_events, false, message_note_sentence);
    type_names_tell(&s->names, &o->exclude_events, false, message_note_sentence);
    type_names_tell(&s->names, &o->include_categories, true, message_note_sentence);
    type_names_tell(&s->names, &o->exclude_categories, true, message_note_sentence);
}

static int make_answer(struct answer *answer) {
    const struct scrub_options *options = answer->options;
    struct jfr_error error = {0};
    struct scrubbing s = {.rewriting = {.answer = answer},
                          .options = options,
                          .conceal.rules = {.keys = &options->mask, .known = options->secrets}};
    s.rules = (struct edit_rules){
        .context = &s, .by_constants = true, .keep = chooses(options) ? keep : NULL, .told = count};
    if (options->personal || options->patterns.len) {
        if (!personal_open(&s.personal, options->personal, &options->patterns, &error)) {
            message_error("--pattern %s", error.text);
            personal_close(&s.personal);
            return EXIT_USAGE;
        }
        s.conceal.personal = &s.personal;
    }
    if (masks(options)) {
        s.rules.event = begin_event;
        s.rules.place = place;
        s.rules.text = replace_text;
        rewriting_look(&s.rewriting, look_at_chunk, &s);
        conceal_learnt(&s.conceal);
        personal_learnt(&s.personal);
    }
    int code = rewriting_run(&s.rewriting, write_chunk, &s);
    if (code == EXIT_OK) {
        say_outcome(&s);
        if (options->list && !write_list(&s)) code = EXIT_USAGE;
        answer->partial |= options->input.strict && s.unreadable;
        tell_missing(&s);
    }
    type_names_free(&s.names);
    for (size_t i = 0; i < s.removed.len; i++) free(s.removed.items[i].name);
    array_free(&s.removed);
    conceal_free(&s.conceal);
    personal_close(&s.personal);
    map_free(&s.threads);
    for (size_t i = 0; i < s.found.len; i++) edit_found_free(s.found.items[i]);
    array_free(&s.found);
    map_free(&s.looked);
    return code;
}
