#include "cmd/live/experiment.h"

#include "analyzers/methods/hot_methods.h"
#include "analyzers/requests/candidates.h"
#include "analyzers/samples/samples.h"
#include "cmd/attach/attach.h"
#include "cmd/attach/interrupt.h"
#include "cmd/attach/jvm.h"
#include "cmd/attach/target.h"
#include "cmd/cli/message.h"
#include "cmd/live/source.h"
#include "cmd/sheets/experiments.h"
#include "base/clock.h"
#include "base/utf8.h"

#include <unistd.h>

#define LOOK (3 * NS_PER_S) /* of the recording that says which methods are hot */
#define LEAST_SHARE 3       /* percent of its samples */
#define MOST_SHARE 95       /* ... above, it is what runs all else */
#define MOST_METHODS 6
#define FLUSHED_WITHIN (3 * NS_PER_S / 2)

enum recorder { AGENT, JVMS_OWN };

static bool begin(struct live_source *source, const struct experiment *e, enum recorder recorder,
                  const char *options, struct text *why) {
    const struct live_jvm_options how = {.jvm = e->jvm,
                                         .own_recorder = recorder == JVMS_OWN,
                                         .options = options,
                                         .alone = true,
                                         .library = e->library,
                                         .timeout_ns = e->timeout_ns,
                                         .interrupted = interrupt_first};
    return live_open_jvm(source, &how, why);
}

/* ==== Which methods ========================================================================== */

/* Of the program itself, as far as names tell. */
static bool is_own(const char *class_name) {
    static const char *const others[] = {
#include "cmd/live/others_table.h"
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(class_name, others[i], strlen(others[i])) == 0) return false;
    return *class_name && class_name[strcspn(class_name, "[/;,\"")] == 0;
}

/* The hottest that are neither rare nor what runs all others; wide: those, too. */
static void choose(const struct profile *profile, bool wide, struct text *out) {
    OWNED(hot_methods_free) struct hot_methods hot;
    uint64_t all = 0;
    hot_methods_compute(profile, HOT_BY_TOTAL, false, 0, &hot);
    for (size_t i = 0; i < hot.rows.len; i++) all += hot.rows.items[i].self;
    OWNED(map_free) struct map named = {0}; /* by name: what is overloaded once */
    for (size_t i = 0; i < hot.rows.len && named.len < MOST_METHODS; i++) {
        const struct hot_row *row = &hot.rows.items[i];
        const struct frame *frame = &profile->frames.rows.items[row->frame];
        const char *class_name = strings_get(&profile->frames.strings, frame->class_name);
        const char *method = strings_get(&profile->frames.strings, frame->method);
        if (row->total * 100 >= all * LEAST_SHARE &&
            (wide || row->total * 100 <= all * MOST_SHARE) && is_own(class_name) &&
            !strpbrk(method, ",\"") &&
            map_add(&named, (uint64_t)frame->class_name << 32 | frame->method))
            text_addf(out, "%s%s.%s", out->len ? ";" : "", class_name, method);
    }
}

static void read_methods(struct live_source *source, bool wide, struct text *out,
                         struct text *why) {
    const char *path = source->copy_path;
    const struct needs needs = {.keep = PROFILE_ROWS};
    OWNED(selection_close) struct selection selection = {.from = {0}};
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    OWNED(scan_report_free) struct scan_report report = {0};
    struct walk_run run = {0};
    struct jfr_error error;
    if (!live_read(source, LIVE_ALL, why) || !selection_open(&selection, &error)) return;
    struct samples *samples = samples_read_in(&run, &scan, &selection, &needs, &report);
    choose(&samples->profile, wide, out);
    if (!wide && !out->len) choose(&samples->profile, true, out);
    samples_free(samples);
    walk_run_free(&run);
}

static void read_hot(struct live_source *source, struct text *out, struct text *why) {
    read_methods(source, false, out, why);
}

static void read_wide(struct live_source *source, struct text *out, struct text *why) {
    read_methods(source, true, out, why);
}

/* ==== Which progress ========================================================================= */

/* The events that `requests` would find, the most frequent. */
static void read_requests(struct live_source *source, struct text *out, struct text *why) {
    const char *path = source->copy_path;
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    OWNED(scan_report_free) struct scan_report report = {0}, again = {0};
    struct walk_run run = {0};
    if (!live_read(source, LIVE_ALL, why)) return;
    struct contextual *contextual = contextual_read(&scan, &again);
    walk_join(&run, &tables_reader, &candidates_wishes);
    walk_start(&run, &scan, &report);
    const char *type = candidates_busiest(walk_result(&run, &tables_reader), contextual);
    if (type) text_addf(out, "event:%s", type);
    walk_run_free(&run);
    contextual_free(contextual);
}

/* ==== First looks ============================================================================ */

/* A first recording, of which read makes a text. */
struct look {
    enum recorder recorder;
    const char *options, *note;
    void (*read)(struct live_source *source, struct text *out, struct text *why);
    const char *nothing; /* a sentence if the text is empty */
};

static bool look(struct experiment *e, const struct look *l, struct text *out) {
    struct live_source source;
    if (!begin(&source, e, l->recorder, l->options, &e->why)) return false;
    if (!e->quiet) message_note("%s", l->note);
    bool there = live_wait(&source, LOOK + FLUSHED_WITHIN);
    if (there) l->read(&source, out, &e->why);
    live_close(&source);
    text_clear(&e->why);
    if (source.died) text_addf(&e->why, "process %ld ended", (long)e->jvm->pid);
    else if (!there) text_add(&e->why, "interrupted");
    else if (!out->len) text_add(&e->why, l->nothing);
    return !e->why.len;
}

static const struct look hot = {
    AGENT, "interval=5ms,flush=500ms", "looking for hot methods", read_hot,
    "no method of the program's own has 3 % of the CPU samples: it hardly runs; name one with "
    "--method"};
static const struct look wide = {
    AGENT, "interval=5ms,flush=500ms", "looking for hot methods", read_wide,
    "no method of the program's own has 3 % of the CPU samples: it hardly runs; name a point of "
    "progress with --progress"};
static const struct look requests = {
    JVMS_OWN, "", "looking for requests", read_requests,
    "no event type of the program's own has a duration and a thread, so none is a request; name a "
    "method or a counter with --progress"};

static bool find_methods(struct experiment *e) {
    for (size_t i = 0; i < e->methods->len; i++)
        text_addf(&e->chosen, "%s%s", i ? ";" : "", e->methods->items[i]);
    return e->chosen.len || look(e, &hot, &e->chosen);
}

static bool find_progress(struct experiment *e) {
    if (e->latency)
        for (const char *c = e->latency; *c; c++) text_add_char(&e->point, *c == ',' ? ';' : *c);
    else if (strcmp(e->progress, "requests") != 0) text_add(&e->point, e->progress);
    else if (!look(e, &requests, &e->point)) return false;
    else if (!e->quiet) message_note("progress is %s", text_str(&e->point));
    return true;
}

/* Without a point of progress nothing can be measured: which there could be is said. */
static bool suggest_progress(struct experiment *e) {
    OWNED(text_free) struct text list = {0};
    if (!look(e, &wide, &list)) return false;
    text_add(
        &e->why,
        "what is progress? --progress Class.method counts the entries of a method, such as the one "
        "that handles a request; or --progress requests; methods that are running now: ");
    for (const char *c = text_str(&list); *c; c++)
        text_add(&e->why, *c == ';' ? ", " : (char[]){*c, 0});
    return false;
}

/* ==== Experiments ============================================================================ */

static bool read_windows(struct live_source *source, struct experiment *e) {
    const char *path = source->copy_path;
    const struct scan_options scan = {.paths = &path, .path_count = 1};
    OWNED(scan_report_free) struct scan_report report = {0};
    struct walk_run run = {0};
    if (!live_read(source, LIVE_ALL, &e->why)) return false;
    walk_join(&run, &tables_reader, &experiments_wishes);
    walk_start(&run, &scan, &report);
    struct experiments fresh;
    const struct tables *tables = walk_result(&run, &tables_reader);
    experiments_make(&tables, 1, &fresh);
    if (!fresh.windows.len) {
        experiments_free(&fresh);
        walk_run_free(&run);
        return false;
    }
    if (e->known) {
        experiments_free(&e->experiments);
        walk_run_free(&e->run);
    }
    e->experiments = fresh;
    e->run = run;
    return e->known = true;
}

static void show(const struct experiment *e, int64_t elapsed) {
    OWNED(text_free) struct text line = {0};
    if (e->quiet || !isatty(STDERR_FILENO)) return;
    text_add(&line, "\r\x1b[K");
    units_add_duration(&line, elapsed);
    text_add(&line, " of ");
    units_add_duration(&line, e->time_ns);
    text_add(&line, ": ");
    if (e->known) experiments_add_line(&e->experiments, &line);
    else text_add(&line, "a first look");
    text_add(&line, "; Ctrl-C ends it");
    if (!utf8_is_locale()) units_to_ascii(&line);
    fwrite(line.data, 1, line.len, stderr);
    fflush(stderr);
}

static bool is_enough(const struct experiment *e) {
    return e->known && e->within > 0 && whatif_answer_is_precise(&e->experiments.answer, e->within);
}

static void keep(struct live_source *source, struct experiment *e) {
    struct session *session = &source->session;
    session->output = e->keep;
    if (source->died || !engine_agent.dump(session))
        message_error("%s is not written: %s", e->keep,
                      source->died ? "the JVM has ended" : text_str(&session->why));
}

static void experiment(struct live_source *source, struct experiment *e) {
    int64_t begun = clock_now(), elapsed = 0;
    while (elapsed < e->time_ns && !is_enough(e) && live_wait(source, NS_PER_S)) {
        source->died = source->engine->ended(&source->session);
        if (source->died) break;
        elapsed = clock_now() - begun;
        read_windows(source, e);
        show(e, elapsed);
    }
    if (!e->quiet && isatty(STDERR_FILENO)) fputs("\r\x1b[K", stderr);
    read_windows(source, e);
    if (source->died) message_note("process %ld ended", (long)e->jvm->pid);
    if (e->known || e->why.len) return;
    if (source->died || interrupt_seen())
        text_addf(&e->why, "%s before a window of experiments was complete",
                  source->died ? "the JVM ended" : "interrupted");
    else
        text_add(&e->why, "no window of experiments was complete when the time was over; allow "
                          "more time with --time 60s");
}

static bool run(struct experiment *e) {
    struct live_source source;
    OWNED(text_free) struct text options = {0};
    if (!attach_allowed(e->jvm, &e->why)) return false;
    interrupt_catch();
    if (!e->progress && !e->latency) return suggest_progress(e);
    if (!find_progress(e) || !find_methods(e)) return false;
    text_addf(&options, "engine=whatif,methods=%s,%s=%s,speeds=%u", text_str(&e->chosen),
              e->latency ? "latency" : "progress", text_str(&e->point), (unsigned)e->speed);
    if (e->cuts) text_addf(&options, ",cuts=%s", e->cuts);
    if (*e->options) text_addf(&options, ",%s", e->options);
    bool begun = begin(&source, e, AGENT, text_str(&options), &e->why);
    if (!begun) return false;
    experiment(&source, e);
    if (e->keep) keep(&source, e);
    live_close(&source);
    return true;
}

bool experiment_run(struct experiment *e) {
    OWNED(text_free) struct text options = {0};
    struct jvm jvm = {0};
    const char *target = target_operand("whatif", e->operands, &options);
    if (!target || !target_find(target, &jvm)) return false;
    OWNED(mem_release) char *library = target_agent(e->agent);
    e->jvm = &jvm;
    e->library = library;
    e->options = text_str(&options);
    bool ran = library && run(e);
    jvm_release(&jvm);
    return ran;
}

void experiment_free(struct experiment *e) {
    if (e->known) {
        experiments_free(&e->experiments);
        walk_run_free(&e->run);
    }
    free_each(text_free, &e->why, &e->chosen, &e->point);
}
