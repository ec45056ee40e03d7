#include "cmd/write/words.h"
#include "cmd/read/notes.h"

#include "analyzers/facts/agent.h"
#include "analyzers/tables/kinds.h"
#include "cmd/cli/message.h"
#include "base/few.h"
#include "base/shell.h"
#include "base/suggest.h"
#include "parser/as_text.h"

#define NOTES_SHOWN 10
#define TYPES_SHOWN 6
#define NAMES_SHOWN 8

/* ==== Lost and left out ====================================================================== */

void note_add(struct text *out, const struct scan_note *note) {
    /* What could not even be opened has no source; its text names it. */
    if (note->source && *note->source) {
        text_addf(out, "%s: ", note->source);
        char place[40];
        snprintf(place, sizeof place, "at byte %llu", (unsigned long long)note->note.offset);
        bool whole =
            (note->failed || note->note.kind == JFR_NOTE_SKIPPED) && note->note.offset == 0;
        if (!whole && !strstr(note->note.text, place)) text_addf(out, "%s: ", place);
    }
    text_add(out, note->note.text);
}

void note_add_gap(struct text *out, const struct gap *gap) {
    static const struct zone utc = {0};
    text_addf(out, "nothing is recorded behind chunk %zu, from ", gap->number);
    zone_add_time(&utc, gap->from_ns, out);
    text_add(out, " to ");
    zone_add_time(&utc, gap->to_ns, out);
    words_add(out,
              " UTC ({}): a chunk is missing there, or the recording was stopped and started again",
              cell_ns(gap->to_ns - gap->from_ns));
}

/* Was any of the recording read? Chunks are in the order of their recordings. */
static bool was_read(const struct scan_report *report, uint64_t recording) {
    size_t low = 0, high = report->chunks.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (report->chunks.items[middle].recording < recording) low = middle + 1;
        else high = middle;
    }
    return low < report->chunks.len && report->chunks.items[low].recording == recording;
}

static bool is_of_same(const struct scan_note *a, const struct scan_note *b) {
    return a->order == b->order && a->order != UINT64_MAX;
}

size_t notes_unread(const struct scan_report *report) {
    size_t count = 0;
    const struct scan_note *last = NULL;
    EACH (const struct scan_note, note, &report->notes) {
        if (!note->failed || (last && is_of_same(last, note))) continue;
        last = note;
        count += !was_read(report, note->order);
    }
    return count;
}

static void say_failures(const struct scan_report *report) {
    size_t unread = notes_unread(report), all = unread + report->recordings;
    OWNED(text_free) struct text line = {0};
    if (all > 1 && unread) message_error("%zu of %zu recordings could not be read:", unread, all);
    for (size_t i = 0; i < report->notes.len; i++) {
        if (!report->notes.items[i].failed) continue;
        text_clear(&line);
        note_add(&line, &report->notes.items[i]);
        message_error("%s", line.data);
    }
}

/* Notes of one recording and kind become a line. Is there one before this that is like it? */
static bool is_told(const struct scan_report *report, size_t number) {
    const struct scan_note *note = &report->notes.items[number];
    for (size_t i = number; i-- > 0 && is_of_same(&report->notes.items[i], note);)
        if (!report->notes.items[i].failed && report->notes.items[i].note.kind == note->note.kind)
            return true;
    return false;
}

/* Why the rest is lost: that it was transferred as text, that it is cut. */
static int cause(const struct scan_note *note) {
    if (strncmp(note->note.text, AS_TEXT, strlen(AS_TEXT)) == 0) return 2;
    return strstr(note->note.text, WIRE_IS_CUT) != NULL;
}

/* Which of two notes says more: that of a single place, the cause, else what was lost most. */
static bool says_more(const struct scan_note *a, const struct scan_note *b) {
    if (!a->places != !b->places) return !a->places;
    int other = cause(b), own = cause(a);
    return own != other ? own > other : a->note.bytes > b->note.bytes;
}

/* The note and those behind it that are like it: the one that says most, and how many there are. */
static void add_with_likes(const struct scan_report *report, size_t number, struct text *out) {
    const struct scan_note *note = &report->notes.items[number], *worst = note;
    uint64_t places = 0, bytes = 0;
    for (size_t i = number; i < report->notes.len; i++) {
        const struct scan_note *other = &report->notes.items[i];
        if (!is_of_same(other, note)) break;
        if (other->failed || other->note.kind != note->note.kind) continue;
        places += other->places ? other->places : 1;
        bytes += other->note.bytes;
        if (says_more(other, worst)) worst = other;
    }
    note_add(out, worst);
    if (places < 2) return;
    words_add(out, "; {place} in all[, {byte} unreadable], see jfrtool summary", cell_count(places),
              cell_if_any(bytes));
}

void notes_say(const struct scan_report *report) {
    size_t shown = 0, hidden = 0;
    OWNED(text_free) struct text line = {0};
    say_failures(report);
    for (size_t i = 0; i < report->notes.len; i++) {
        if (report->notes.items[i].failed || is_told(report, i)) continue;
        if (shown++ >= NOTES_SHOWN) {
            hidden++;
            continue;
        }
        text_clear(&line);
        add_with_likes(report, i, &line);
        message_note("%s", line.data);
    }
    if (hidden) message_note("and %zu more notes, see jfrtool summary", hidden);
}

/* ==== Event types ============================================================================ */

static bool is_kind(const char *event, enum kind_flags flag) {
    return kind_of(event)->flags & flag;
}

bool notes_add_types(struct text *out, const struct samples *samples, bool taken_too) {
    size_t shown = 0, more = 0;
    EACH (const struct samples_event, event, &samples->events) {
        if ((event->taken && !taken_too) || is_kind(event->name, KIND_ABOUT_RECORDING)) continue;
        if (shown == TYPES_SHOWN) {
            more++;
            continue;
        }
        if (shown++) text_add(out, ", ");
        text_addf(out, "%s ", event->name);
        text_add_grouped(out, event->count);
    }
    if (more) {
        text_add(out, " and ");
        text_add_number_of(out, more, "more type");
    }
    return shown > 0;
}

/* The type that the default rule would have taken next and that has more events, or NULL. */
static const struct samples_event *better_known(const struct samples *samples) {
    EACH (const struct samples_event, event, &samples->events) {
        if (!event->taken && kind_of(event->name)->usual && event->count > samples->taken_events)
            return event;
    }
    return NULL;
}

void notes_remark_taken(const struct samples *samples) {
    const struct samples_event *other = better_known(samples);
    OWNED(text_free) struct text line = {0};
    if (!samples->event || samples->asked.len) return;
    if (other) /* whose name is one of kinds.c */
        words_add(&line, "these are samples of {}; there are also {} of {}: --event {}",
                  words_name(samples->event), cell_count(other->count), cell_text(other->name),
                  cell_text(other->name));
    else if (strcmp(samples->event, kinds[0].event) != 0)
        words_add(&line, "these are samples of {}: there are none of {}",
                  words_name(samples->event), cell_text(kinds[0].event));
    if (line.len) message_remark("%s", line.data);
}

void notes_say_biased(const struct samples *samples) {
    for (size_t i = 0; i < samples->events.len; i++) {
        if (!samples->events.items[i].taken || !is_kind(samples->events.items[i].name, KIND_BIASED))
            continue;
        if (samples->biased)
            message_note("these samples were taken at safepoints only (engine=jvmti): hot loops "
                         "are charged to wherever the next safepoint poll is");
        else if (samples->late) message_note("%s", AGENT_LATE);
        /* Of some of them only it is not known. */
        if (*samples->proof && !samples->filtered &&
            is_kind(samples->events.items[i].name, KIND_RUNNING))
            message_remark("%s", samples->proof);
    }
}

void notes_say_clocks(const struct samples *samples) {
    bool cpu = some_of(
        i, samples->events.len,
        (samples->events.items[i].taken && is_kind(samples->events.items[i].name, KIND_RUNNING)));
    OWNED(text_free) struct text count = {0};
    text_add_grouped(&count, samples->clocks.wall);
    if (samples->clocks.wall)
        message_remark("%s events of " KIND_CPU_EVENT
                       " are wall-clock samples, which async-profiler wrote under that name; here "
                       "they are " KIND_WALL_EVENT,
                       text_str(&count));
    if (samples->clocks.unsaid && cpu)
        message_note("the recording does not say whether these samples are of CPU time or of "
                     "wall-clock time: threads that waited may be among them");
}

static struct suggest nearest_types(const struct samples *samples,
                                    const struct samples_asked *asked) {
    struct suggest suggest = suggest_for(asked->name);
    if (asked->nearest) suggest_offer_dotted(&suggest, asked->nearest);
    for (size_t e = 0; e < samples->events.len; e++)
        suggest_offer_dotted(&suggest, samples->events.items[e].name);
    for (size_t g = KIND_NO_GROUP + 1; g < KIND_GROUPS; g++)
        suggest_offer(&suggest, kind_short_names[g].name);
    return suggest;
}

/* Is it a name of what a recording may have, if this one does not: of a kind, or a pattern? */
static bool is_well_known(const char *name) {
    if (kind_group_named(name) || strpbrk(name, "*?")) return true;
    return some_of(i, KINDS, kinds[i].event && kind_matches(name, kinds[i].event));
}

bool notes_say_missing_types(const struct samples *samples) {
    bool misspelled = false;
    EACH (const struct samples_asked, asked, &samples->asked) {
        const char *name = asked->name;
        struct suggest nearest = {0};
        /* Of several types a short name stands for, one is enough. */
        if (asked->occurred || (kind_group_named(name) && samples->event)) continue;
        if (!asked->declared && !kind_group_named(name)) nearest = nearest_types(samples, asked);
        misspelled = misspelled || nearest.best || (!asked->declared && !is_well_known(name));
        OWNED(text_free) struct text line = {0};
        text_add(&line, "there are ");
        if (asked->without_stack) {
            text_add_grouped(&line, asked->without_stack);
            text_addf(&line, " %s events, but they have no stack trace", name);
        } else {
            text_addf(&line, "no %s events with stack traces", name);
        }
        if (nearest.best) {
            text_add(&line, "; did you mean ");
            suggest_add_near(&nearest, "", &line);
            text_add_char(&line, '?');
        }
        message_error("%s", line.data);
    }
    return misspelled;
}

/* ==== Nothing left =========================================================================== */

static void add_names(struct text *out, const struct text_list *names) {
    struct few few = {out, NAMES_SHOWN, 0};
    for (size_t i = 0; i < names->len; i++)
        if (few_takes(&few)) text_add(out, names->items[i]);
    few_end(&few);
}

static const char *without_prefix(const char *state) {
    return strncmp(state, "STATE_", 6) == 0 ? state + 6 : state;
}

/* The regex as the name that it may be meant to be: "^App\\.run$" -> "App.run". */
static char *plain_word(const char *regex) {
    struct text word = {0};
    for (const char *s = regex; *s; s++)
        if (!strchr("\\^", *s) && !(*s == '$' && !s[1])) text_add_char(&word, *s);
    return text_take(&word);
}

/* The option as it can be copied into a shell; NULL: nothing is near. */
static void say_meant(const char *option, const char *before, const char *value) {
    OWNED(text_free) struct text whole = {0}, word = {0};
    if (!value) return;
    text_addf(&whole, "%s%s", before, value);
    shell_add_word(&word, text_str(&whole));
    message_error("did you mean --%s %s?", option, text_str(&word));
}

/* Says which method of those read may be meant, with its class if the word has one. */
static void suggest_method(const char *word, const struct frames *frames) {
    struct suggest suggest = suggest_for(word);
    OWNED(strings_free) struct strings seen = {0}; /* keeps what suggest points to */
    bool with_class = strchr(word, '.') != NULL;
    OWNED(text_free) struct text name = {0};
    EACH (const struct frame, frame, &frames->rows) {
        const char *class_name = strings_get(&frames->strings, frame->class_name);
        const char *dot = strrchr(class_name, '.');
        text_clear(&name);
        if (with_class) text_addf(&name, "%s.", dot ? dot + 1 : class_name);
        text_add(&name, strings_get(&frames->strings, frame->method));
        uint32_t id = strings_intern(&seen, text_str(&name), name.len);
        suggest_offer(&suggest, strings_get(&seen, id));
    }
    say_meant("include", "", suggest.best);
}

/* Does a method have the word in its name, in whatever case? Only then is that what is wrong. */
static bool is_in_other_case(const char *word, const struct frames *frames) {
    OWNED(text_free) struct text name = {0};
    bool found = false;
    for (size_t i = 0; i < frames->rows.len && !found; i++) {
        text_clear(&name);
        frame_add_name(frames, (uint32_t)i, &name);
        found = strcasestr(text_str(&name), word) != NULL;
    }
    return found;
}

static void say_no_method(const struct samples *samples, const char *include) {
    message_error("no sample of %s matches the filters, including --include %s", samples->event,
                  include);
    OWNED(mem_release) char *word = plain_word(include);
    if (strcmp(word, include) == 0 && is_in_other_case(word, &samples->profile.frames))
        say_meant("include", "(?i)", word);
    else suggest_method(word, &samples->profile.frames);
}

/* "2026-11-22 04:20:50.1 to 2026-11-22 04:20:58.2" */
static void add_stretch(const struct zone *zone, int64_t from_ns, int64_t to_ns, struct text *out) {
    zone_add_time(zone, from_ns, out);
    text_add(out, " to ");
    zone_add_time(zone, to_ns, out);
}

bool notes_say_outside(const struct time_window *window, const struct zone *zone,
                       const struct scan_report *report) {
    bool turned = window->from_ns > window->to_ns;
    bool outside = window->from_ns > report->end_ns || window->to_ns < report->start_ns;
    OWNED(text_free) struct text covers = {0}, asked = {0};
    if (report->start_ns == 0 || !(turned || outside)) return false;
    add_stretch(zone, report->start_ns, report->end_ns, &covers);
    words_add(&covers, ", {} (", cell_ns(report->end_ns - report->start_ns));
    zone_add_name(zone, &covers);
    text_add_char(&covers, ')');
    if (turned) {
        add_stretch(zone, window->from_ns, window->to_ns + 1, &asked);
        message_error("--to is not after --from: %s; the recording covers %s", asked.data,
                      covers.data);
    } else {
        bool late = window->from_ns > report->end_ns;
        zone_add_time(zone, late ? window->from_ns : window->to_ns + 1, &asked);
        message_error("--%s %s is %s the recording, which covers %s", late ? "from" : "to",
                      asked.data, late ? "after" : "before", covers.data);
    }
    return true;
}

void notes_say_nothing_left(const struct samples *samples, const struct selection *selection,
                            const struct scan_report *report) {
    const char *thread = selection->thread;
    const struct text_list *states = &selection->states, *include = &selection->include;
    OWNED(text_free) struct text names = {0};
    if (notes_say_outside(&samples->window, &samples->zone, report)) return;
    if (thread && samples->threads.len) {
        struct suggest suggest = suggest_for(thread);
        for (size_t i = 0; i < samples->threads.len; i++)
            suggest_offer(&suggest, samples->threads.items[i]);
        add_names(&names, &samples->threads);
        message_error("no thread matches --thread %s; there are: %s", thread, names.data);
        say_meant("thread", "", suggest.best);
    } else if (states->len && samples->states.len) {
        struct suggest suggest = suggest_for(without_prefix(states->items[0]));
        for (size_t i = 0; i < samples->states.len; i++)
            suggest_offer(&suggest, without_prefix(samples->states.items[i]));
        add_names(&names, &samples->states);
        message_error("no sample is in the state %s; there are: %s", states->items[0], names.data);
        say_meant("state", "", suggest.best);
    } else if (include->len) {
        say_no_method(samples, include->items[0]);
    } else {
        message_error("none of the %s events passes the filters", samples->event);
    }
}
