/* jfrtool record: makes a recording in a running JVM. */
#include "agent/ground/options.h"
#include "analyzers/facts/summary.h"
#include "cmd/attach/interrupt.h"
#include "cmd/attach/show.h"
#include "cmd/attach/target.h"
#include "cmd/cli/command.h"
#include "cmd/cli/message.h"
#include "base/clock.h"
#include "base/naming.h"
#include "base/platform.h"
#include "base/utf8.h"
#include "cmd/attach/engine.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== A recording that is running =========================================================== */

/* How it stands, what there is so far, its end: each returns an exit code and has said what went
 * wrong. */
static int failed(const struct session *session) {
    return message_usage("%s", text_str(&session->why));
}

static int ask_stop(struct session *session, const struct engine *engine) {
    if (!engine->stop(session)) return failed(session);
    message_note("ended the recording of process %ld%s%s", (long)session->jvm->pid,
                 session->target_file ? ": " : "",
                 session->target_file ? session->target_file : "");
    return EXIT_OK;
}

/* To session->output; the recording goes on. */
static int ask_dump(struct session *session, const struct engine *engine) {
    OWNED(text_free) struct text line = {0};
    struct stat status;
    if (!engine->dump(session)) return failed(session);
    text_addf(&line, "wrote %s: ", session->output);
    if (engine->counts_samples) {
        text_add_number_of(&line, session->samples, "sample");
        text_add(&line, ", ");
    }
    text_add_number_of(&line, stat(session->output, &status) == 0 ? (uint64_t)status.st_size : 0,
                       "byte");
    message_note("%s; the recording of process %ld continues", line.data, (long)session->jvm->pid);
    return EXIT_OK;
}

/* What follows the name in its line of the report, to its end. NULL: there is no such line. The
 * file's name is the last, and may hold line ends. */
static char *find(const char *report, const char *name) {
    size_t len = strlen(name);
    for (const char *line = report; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        bool last = strncmp(line, "file ", 5) == 0;
        if (strncmp(line, name, len) == 0 && line[len] == ' ') {
            const char *value = line + len + 1;
            size_t rest = last ? strlen(value) : strcspn(value, "\n");
            while (last && rest && value[rest - 1] == '\n') rest--;
            return strndup(value, rest);
        }
        if (last) break;
    }
    return NULL;
}

/* False: there is no such number. */
static bool find_number(const char *report, const char *name, uint64_t *number) {
    char *text = find(report, name);
    *number = text ? strtoull(text, NULL, 10) : 0;
    free(text);
    return text != NULL;
}

static void add_text(struct sheet *sheet, const char *report, const char *name, const char *key,
                     const char *label) {
    OWNED(mem_release) char *text = find(report, name);
    if (text) sheet_pair(sheet, key, label, cell_text(text));
}

struct count {
    const char *name, *key, *words;
};
static const struct count samples[] = {
    {"running", "running", "running"},   {"native", "native", "in native code"},
    {"wall", "wall", "of elapsed time"}, {"alloc", "alloc", "of allocations"},
    {"lock", "lock", "waits for locks"}, {NULL, NULL, NULL},
};
static const struct count requests[] = {
    {"requested", "requested", "asked"},
    {"taken", "taken", "gave a stack"},
    {"timed-out", "timed_out", "did not answer in time"},
    {"left", "left_state", "continued before"},
    {"exited", "exited", "ended"},
    {"failed", "failed", "gave none"},
    {"no-processor", "no_processor", "waited for a processor and were left alone"},
    {NULL, NULL, NULL},
};

static void add_counts(struct sheet *sheet, const char *report, const struct count *counts,
                       const char *key, const char *label) {
    OWNED(text_free) struct text words = {0};
    sheet_object(sheet, key);
    for (; counts->name; counts++) {
        uint64_t n;
        if (!find_number(report, counts->name, &n)) continue;
        sheet_field(sheet, counts->key, cell_count(n));
        if (!n) continue;
        if (words.len) text_add(&words, ", ");
        text_add_grouped(&words, n);
        text_addf(&words, " %s", counts->words);
    }
    sheet_end(sheet);
    sheet_pair(sheet, NULL, label, cell_text(words.len ? words.data : "none"));
}

static void describe(const struct session *session, const char *report, struct sheet *sheet) {
    const struct jvm *jvm = session->jvm;
    OWNED(text_free) struct text line = {0};
    uint64_t n;
    sheet_fields(sheet, {"pid", cell_number(jvm->pid)}, {"main_class", cell_text(jvm->main_class)});
    text_addf(&line, "%ld (%s)", (long)jvm->pid, jvm->main_class);
    sheet_pair(sheet, NULL, "process", cell_text(line.data));
    add_text(sheet, report, "file", "file", "recording");
    add_text(sheet, report, "engine", "engine", "engine");
    add_text(sheet, report, "jvm", "jvm_says", "the JVM says");
    if (find_number(report, "started", &n)) {
        int64_t start = (int64_t)n * 1000000, elapsed = clock_epoch() - start;
        sheet_pair(sheet, "started_ns", "since", cell_time(start));
        sheet_pair(sheet, "elapsed_ns", "for", cell_ns(elapsed > 0 ? elapsed : 0));
        add_counts(sheet, report, samples, "samples", "samples");
        add_counts(sheet, report, requests, "threads", "threads");
        find_number(report, "file-bytes", &n);
        sheet_pair(sheet, "file_bytes", "on disk", cell_bytes(n));
        find_number(report, "held-bytes", &n);
        sheet_pair(sheet, "held_bytes", "in memory", cell_bytes(n));
        find_number(report, "lost-events", &n);
        sheet_pair(sheet, "lost_events", "events lost", cell_count(n));
    }
}

/* On standard output, for people or, as JSON, for programs. */
static int ask_status(struct session *session, const struct engine *engine, bool json) {
    OWNED(text_free) struct text report = {0};
    bool good = engine->status(session, &report);
    struct output output;
    if (good) good = output_open(&output, NULL, COLOR_NEVER);
    else failed(session);
    if (good) {
        OWNED(sheet_free) struct sheet sheet;
        sheet_open(&sheet, json ? FORMAT_JSON : FORMAT_TEXT);
        describe(session, text_str(&report), &sheet);
        sheet_send(&sheet, &output);
        good = output_close(&output);
    }
    return good ? EXIT_OK : EXIT_USAGE;
}

enum {
    ENGINE_JFR = ENGINE_WHATIF + 1,
    ENGINE_JFR_CPU,
    ENGINE_OLD_CPU
}; /* beside those of the agent */

/* ==== Options ================================================================================ */

#include "cmd/record_options.h"

/* ==== Files ================================================================================== */

static char *absolute(const char *path) {
    if (path[0] == '/') return mem_copy_text(path);
    struct text out = {0};
    OWNED(mem_release) char *here = getcwd(NULL, 0);
    text_addf(&out, "%s/%s", here ? here : "", path);
    return text_take(&out);
}

/* every: the pattern is the agent's, who makes each file's name of it. */
static char *choose_output(const struct record_options *options, const struct jvm *jvm,
                           bool every) {
    const char *pattern = options->output ? options->output : "jfrtool-%p-%t.jfr";
    OWNED(mem_release)
    char *name = every ? mem_copy_text(pattern) : naming_expand(pattern, jvm->pid);
    return absolute(name);
}

/* ==== Running ================================================================================ */

static void show_progress(const struct session *session, const struct engine *engine,
                          int64_t elapsed, int64_t duration) {
    OWNED(text_free) struct text line = {0};
    struct stat status;
    text_add(&line, "\r\x1b[Krecording ");
    units_add_duration(&line, elapsed);
    if (duration) {
        text_add(&line, " of ");
        units_add_duration(&line, duration);
    }
    if (engine->counts_samples) {
        text_add(&line, ", ");
        text_add_number_of(&line, session->samples, "sample");
        if (place_stat(&session->place, session->target_file, &status)) {
            text_add(&line, ", ");
            units_add_bytes(&line, (double)status.st_blocks * 512);
        }
    }
    text_add(&line, "; Ctrl-C ends it");
    if (!utf8_is_locale()) units_to_ascii(&line);
    fwrite(line.data, 1, line.len, stderr);
    fflush(stderr);
}

enum outcome { OUTCOME_TIME, OUTCOME_STOPPED, OUTCOME_DIED };

/* Until the time is over, the user says so, someone else stops it, or the target dies. */
static enum outcome wait_for_end(struct session *session, const struct engine *engine,
                                 const struct record_options *options, bool progress) {
    int64_t start = clock_now();
    /* Ready to read when the process ends, whoever its parent is; never another process. */
    int pidfd = platform_process((int)session->jvm->pid);
    enum outcome outcome = OUTCOME_TIME;
    for (;;) {
        int64_t elapsed = clock_now() - start, left = 250000000;
        if (progress) show_progress(session, engine, elapsed, options->duration_ns);
        if (interrupt_seen()) break;
        if (options->duration_ns) {
            if (elapsed >= options->duration_ns) break;
            if (options->duration_ns - elapsed < left) left = options->duration_ns - elapsed;
        }
        struct pollfd target = {.fd = pidfd, .events = POLLIN};
        bool gone = poll(&target, pidfd >= 0, (int)((left + 999999) / 1000000)) > 0 ||
                    (pidfd < 0 && kill(session->jvm->pid, 0) < 0 && errno == ESRCH);
        if (gone) {
            engine->ended(session);
            outcome = OUTCOME_DIED;
            break;
        }
        if (engine->ended(session)) {
            outcome = OUTCOME_STOPPED;
            break;
        }
    }
    if (progress) fputs("\r\x1b[K", stderr);
    if (pidfd >= 0) close(pidfd);
    return outcome;
}

static void say_written(const struct session *session, const struct engine *engine, int64_t elapsed,
                        bool kept) {
    OWNED(text_free) struct text line = {0};
    struct stat status;
    if (kept) text_addf(&line, "wrote %s: ", session->output);
    else text_add(&line, "recorded ");
    units_add_duration(&line, elapsed);
    if (engine->counts_samples) {
        text_add(&line, ", ");
        text_add_number_of(&line, session->samples, "sample");
    }
    if (stat(session->output, &status) == 0) {
        text_add(&line, ", ");
        text_add_number_of(&line, (uint64_t)status.st_size, "byte");
    }
    message_note("%s", line.data);
}

/* How much of the CPU time is in it, in one sentence; nothing where it does not say. */
static void say_proof(const char *path) {
    OWNED(scan_report_free) struct scan_report report;
    struct summary *summary =
        summary_read(&(struct scan_options){.paths = &path, .path_count = 1}, &report);
    EACH (const struct summary_fact, fact, &summary->facts)
        if (strcmp(fact->key, "proof") == 0) message_note("%s", fact->value);
    summary_free(summary);
}

static int finish(struct session *session, const struct engine *engine, enum outcome outcome,
                  int64_t elapsed, bool kept) {
    bool good = true;
    session->attach.interrupted = interrupt_second;
    if (outcome == OUTCOME_DIED) {
        good = engine->salvage(session);
        if (good)
            message_note("process %ld ended; the recording holds what it had written",
                         (long)session->jvm->pid);
    } else {
        if (outcome == OUTCOME_STOPPED) message_note("the recording was ended by someone else");
        else good = engine->stop(session);
        engine->ended(session); /* counts the rest */
        good = good && session_fetch(session);
    }
    if (good && engine->join) good = engine->join(session, outcome == OUTCOME_DIED);
    if (!good) return message_usage("%s", text_str(&session->why));
    say_written(session, engine, elapsed, kept);
    if (engine->counts_samples && kept) say_proof(session->output);
    return EXIT_OK;
}

/* kept: the recording itself is what is wanted. */
static int record(struct session *session, const struct engine *engine,
                  const struct record_options *options, bool kept) {
    if (!session_open(session)) return message_usage("%s", session->why.data);
    interrupt_catch();
    session->attach.interrupted = interrupt_first;
    session->start_ns = clock_epoch();
    if (!engine->start(session)) return message_usage("%s", text_str(&session->why));
    int64_t start = clock_now();
    const struct jvm *jvm = session->jvm;
    /* What is shown instead of a recording says itself how exact it is. */
    if (engine->counts_samples) target_say_loaded(jvm, kept || options->detach);
    if (options->detach) {
        message_note("recording process %ld (%s) to %s%s; jfrtool record%s --stop %ld ends it",
                     (long)jvm->pid, jvm->main_class, session->target_file,
                     jvm->other_root ? " in its container" : "",
                     options->engine >= ENGINE_JFR ? " --engine jfr" : "", (long)jvm->pid);
        return EXIT_OK;
    }
    message_note("recording process %ld (%s)", (long)jvm->pid, jvm->main_class);
    bool progress = !options->quiet && !options->no_progress && isatty(STDERR_FILENO);
    enum outcome outcome = wait_for_end(session, engine, options, progress);
    return finish(session, engine, outcome, clock_now() - start, kept);
}

/* Of a recording that is running, instead of starting one. */
static int ask(struct session *session, const struct engine *engine,
               const struct record_options *options) {
    interrupt_catch();
    session->attach.interrupted = interrupt_first;
    if (options->stop) return ask_stop(session, engine);
    if (options->dump) return ask_dump(session, engine);
    return ask_status(session, engine, options->json);
}

/* Is option every among them, so that there is not one file, but one after the other? */
static bool makes_files(const char *agent_options) {
    return strncmp(agent_options, "every=", 6) == 0 || strstr(agent_options, ",every=") != NULL;
}

/* Whether the JVM's own events come as well, though nobody asked for them: into a recording that
 * stays, from a JVM whose recorder can leave its samples out. */
static bool brings_jfr(const struct record_options *options, const struct jvm *jvm, bool every) {
    bool new_enough = strtol(jvm->version, NULL, 10) >= ENGINE_BOTH_OLDEST;
    bool stays = !options->output || !show_command_for(options->output);
    return new_enough && stays && !every && !options->no_jfr && !options->detach &&
           !options->stop && !options->dump && !options->status;
}

static int run_on(const struct jvm *jvm, const struct record_options *options,
                  struct text *agent_options) {
    OWNED(text_free) struct text why = {0};
    bool every =
        options->engine < ENGINE_JFR && !options->jfr && makes_files(text_str(agent_options));
    const char *jfr = options->jfr                      ? options->jfr
                      : brings_jfr(options, jvm, every) ? "default"
                                                        : NULL;
    const struct engine *engine = options->engine >= ENGINE_JFR ? &engine_jfr
                                  : jfr                         ? &engine_both
                                                                : &engine_agent;
    if (every && !options->detach && !options->stop && !options->dump && !options->status)
        return message_usage("every= writes one file after another and needs --detach; --duration "
                             "or --stop ends it");
    if (every && jvm->other_root)
        return message_usage("every= writes its files where the JVM is, and process %ld is in a "
                             "container: start it with -agentpath there",
                             (long)jvm->pid);
    if (!attach_allowed(jvm, &why)) {
        message_error("%s", why.data);
        return EXIT_USAGE;
    }
    char *library = engine != &engine_jfr ? target_agent(options->agent) : NULL;
    if (engine != &engine_jfr && !library) return EXIT_USAGE;
    if (options->engine == ENGINE_SUSPEND || options->engine == ENGINE_JVMTI)
        text_addf(agent_options, "%sengine=%s", agent_options->len ? "," : "",
                  options_choice_name(engine_choices, options->engine));
    char *output = choose_output(options, jvm, every);
    char *shown = show_command_for(output) && !options->stop && !options->status ? output : NULL;
    if (shown) output = show_recording_path(shown, jvm->pid);
    struct session session = {
        .jvm = jvm,
        .attach = {.timeout_s = (double)options->timeout_ns / 1e9},
        .output = output,
        .options = text_str(agent_options),
        .agent_library = library,
        .jfr_settings = jfr,
        .jfr_need_not_be = !options->jfr,
        .by_cpu = options->engine == ENGINE_JFR_CPU,
        .file = -1,
        .lock = -1,
        .chunks = -1,
        .detach = options->detach,
    };
    /* Should we be killed, it ends all the same; later than we would end it, so as not to meet. */
    if (options->duration_ns)
        session.duration_ns = options->duration_ns + (options->detach ? 0 : SESSION_GRACE_NS);
    int code = EXIT_USAGE;
    if (!place_open(&session.place, jvm))
        message_error("cannot reach the files of process %ld: %s", (long)jvm->pid, strerror(errno));
    else if (options->stop || options->dump || options->status)
        code = ask(&session, engine, options);
    else code = record(&session, engine, options, !shown);
    session_close(&session);
    if (shown && code == EXIT_OK)
        code = show_recording(output, shown, options->quiet, options->no_progress);
    mem_free(shown, output, library);
    return code;
}

static int run(const struct command *command, struct option_base *base) {
    struct record_options *given = (struct record_options *)base;
    const struct record_options *options = given;
    OWNED(text_free) struct text agent_options = {0};
    struct jvm jvm = {0};
    if (given->engine == ENGINE_OLD_CPU) given->engine = ENGINE_CPU;
    message_set_quiet(options->quiet);
    const char *target = NULL;
    int code = EXIT_USAGE;
    if (options->stop + options->dump + options->status > 1)
        message_error("--stop, --dump and --status exclude each other");
    else if (options->jfr && options->engine >= ENGINE_JFR)
        message_error("--jfr adds the JVM's events to the agent's samples; with --engine jfr give "
                      "settings=%s",
                      options->jfr);
    else if (options->jfr && options->no_jfr)
        message_error("--jfr and --no-jfr exclude each other");
    else if (options->jfr && options->detach)
        message_error("--jfr joins two recordings at the end, when it must still be running: leave "
                      "out --detach");
    else if (options->detach && options->output && show_command_for(options->output))
        message_error("with --detach nothing is running at the end that could make %s of the "
                      "recording: give --output a name in .jfr",
                      options->output);
    else target = target_operand("record", &base->operands, &agent_options);
    if (!target) code = message_misuse(command);
    else if (target_find(target, &jvm)) {
        code = run_on(&jvm, options, &agent_options);
        jvm_release(&jvm);
    }
    return code;
}
