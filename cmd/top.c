/* jfrtool top: what a JVM does just now. */
#include "cmd/attach/interrupt.h"
#include "cmd/attach/show.h"
#include "cmd/attach/target.h"
#include "cmd/cli/message.h"
#include "cmd/live/picture.h"
#include "cmd/live/screen.h"
#include "cmd/live/source.h"
#include "cmd/read/answer.h"
#include "base/clock.h"
#include "base/naming.h"
#include "base/platform.h"
#include "base/fill.h"
#include "base/safe.h"
#include "base/utf8.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#define REFRESHED_EVERY NS_PER_S
#define FLUSHED_WITHIN (3 * NS_PER_S / 2) /* of agent and recorder, and a bit */
#define OLDEST_RECORDER 17 /* JDK: those before flush nothing while a chunk goes on */

enum top_engine { TOP_AGENT, TOP_JFR };

#include "cmd/top_options.h"

/* What is looked at. */
struct target {
    const struct top_options *options;
    struct live_source source;
    struct jvm jvm;   /* pid 0: a path */
    const char *path; /* or NULL */
    bool ended;       /* the recording, by someone else */
};

/* ==== Beginning and end ===================================================================== */

static bool open_jvm(struct target *target, const char *name, const struct text *options) {
    const struct top_options *given = target->options;
    bool jfr = given->engine == TOP_JFR;
    OWNED(text_free) struct text why = {0};
    if (!target_find(name, &target->jvm)) return false;
    const struct jvm *jvm = &target->jvm;
    long version = strtol(jvm->version, NULL, 10);
    char *library = NULL;
    bool good = attach_allowed(jvm, &why);
    if (good && jfr && version && version < OLDEST_RECORDER) {
        text_addf(&why,
                  "the recorder of JDK %s writes nothing readable before a chunk is full; without "
                  "--engine jfr the agent does",
                  jvm->version);
        good = false;
    }
    if (good && !jfr && !(library = target_agent(given->agent))) return false;
    if (good) {
        interrupt_catch();
        const struct live_jvm_options how = {.jvm = jvm,
                                             .own_recorder = jfr,
                                             .options = text_str(options),
                                             .library = library,
                                             .timeout_ns = given->timeout_ns,
                                             .interrupted = interrupt_first};
        good = live_open_jvm(&target->source, &how, &why);
        if (good && !jfr) target_say_loaded(jvm, true);
    }
    if (!good) message_error("%s", text_str(&why));
    free(library);
    return good;
}

/* The only operand names a path if there is such a thing, and it is no process number. */
static bool open_target(struct target *target) {
    const struct top_options *options = target->options;
    OWNED(text_free) struct text values = {0}, why = {0};
    struct stat status;
    const char *name = target_operand("top", &options->base.operands, &values);
    bool good = name != NULL;
    bool number = good && name[strspn(name, "0123456789")] == 0;
    if (good && !number && stat(name, &status) == 0) {
        target->path = name;
        good = !values.len;
        if (!good)
            text_addf(&why, "%s is not a JVM, so \"%s\" cannot be its options", name, values.data);
        good = good && live_open_path(&target->source, name, &why);
        if (!good) message_error("%s", text_str(&why));
        if (good) interrupt_catch();
    } else if (good) {
        good = open_jvm(target, name, &values);
    }
    return good;
}

/* Has somebody else ended what we look at? */
static bool is_over(struct target *target) {
    struct live_source *source = &target->source;
    struct pollfd process = {.fd = source->pidfd, .events = POLLIN};
    if (target->path) return false;
    source->died = source->pidfd >= 0 && poll(&process, 1, 0) > 0;
    target->ended = !source->died && source->engine->ended(&source->session);
    return source->died || target->ended;
}

static void say_over(const struct target *target) {
    const struct jvm *jvm = &target->jvm;
    if (target->source.died)
        message_note("process %ld (%s) ended", (long)jvm->pid, jvm->main_class);
    else if (target->ended) message_note("the recording was ended by someone else");
}

/* ==== A picture ============================================================================= */

static bool read_view(struct target *target, struct live_view *view, struct text *why) {
    struct live_source *source = &target->source;
    const int64_t window_ns = target->options->window_ns;
    return live_read(source, window_ns, why) &&
           live_view_read(source->copy_path, window_ns, view, why);
}

static struct live_picture picture_of(const struct target *target, const struct live_view *view) {
    return (struct live_picture){.view = view,
                                 .jvm = target->path ? NULL : &target->jvm,
                                 .path = target->path,
                                 .methods = 20,
                                 .threads = 10,
                                 .locks = 5};
}

/* ==== Once ================================================================================== */

static int describe_once(struct answer *answer, struct target *target) {
    struct live_view view;
    OWNED(text_free) struct text why = {0};
    /* The JVM goes on for as long as the picture is of, and until that is written. */
    if (!target->path) live_wait(&target->source, target->options->window_ns + FLUSHED_WITHIN);
    if (interrupt_seen()) return message_usage("interrupted");
    say_over(target);
    int code = read_view(target, &view, &why) ? EXIT_OK : EXIT_NOTHING;
    if (code == EXIT_OK) {
        struct live_picture picture = picture_of(target, &view);
        live_describe(&picture, answer_sheet(answer, "Live"));
        live_view_free(&view);
    } else {
        message_error("%s", text_str(&why));
    }
    return code;
}

static int make_answer(struct answer *answer) {
    struct target target = {.options = answer->options};
    int code = EXIT_USAGE;
    if (open_target(&target)) {
        code = describe_once(answer, &target);
        live_close(&target.source);
    }
    jvm_release(&target.jvm);
    return code;
}

/* ==== On a terminal ========================================================================= */

static void add_name(const struct target *target, const char *ending, struct text *out) {
    OWNED(text_free) struct text pattern = {0};
    text_addf(&pattern, target->path ? "jfrtool-%%t%s" : "jfrtool-%%p-%%t%s", ending);
    OWNED(mem_release) char *name = naming_expand(pattern.data, target->jvm.pid);
    text_add(out, name);
}

/* All that was seen, as a recording; of our agent with what it had not written yet. */
static bool write_recording(struct target *target, const char *name, struct text *said) {
    struct session *session = &target->source.session;
    struct output output;
    if (target->source.engine == &engine_agent) {
        session->output = name;
        if (engine_agent.dump(session)) return true;
        text_add(said, text_str(&session->why));
        return false;
    }
    if (!output_open(&output, name, COLOR_NEVER)) return false;
    bool good = live_copy(&target->source, LIVE_ALL, fileno(output.file), said);
    if (good) return output_close(&output);
    output_discard(&output);
    return false;
}

/* Runs what may say something on stderr, which does not go onto the picture. */
static void do_key(struct target *target, int key, struct text *said) {
    char bytes[400];
    OWNED(text_free) struct text name = {0}, recording = {0};
    char path[PLATFORM_PATH_MAX];
    int usual = dup(STDERR_FILENO), aside = platform_scratch("said", path);
    text_clear(said);
    if (usual >= 0 && aside >= 0) dup2(aside, STDERR_FILENO);
    add_name(target, key == 'w' ? ".jfr" : ".svg", &name);
    add_name(target, key == 'w' ? ".jfr" : ".svg.jfr", &recording); /* the latter does not stay */
    bool good = write_recording(target, text_str(&recording), said);
    if (good && key == 'f')
        good = show_recording(text_str(&recording), text_str(&name), true, true) == EXIT_OK;
    if (usual >= 0) dup2(usual, STDERR_FILENO);
    if (good) {
        text_addf(said, "wrote %s", text_str(&name));
    } else if (!said->len && aside >= 0) {
        ssize_t n = pread(aside, bytes, sizeof bytes, 0);
        const char *end = n > 0 ? memchr(bytes, '\n', (size_t)n) : NULL;
        text_add_bytes(said, bytes, end ? (size_t)(end - bytes) : n > 0 ? (size_t)n : 0);
    }
    if (usual >= 0) close(usual);
    if (aside >= 0) close(aside);
}

/* Rows by the room there is: half for methods, a third for threads, what is left for locks. */
static void draw(const struct target *target, const struct screen *screen,
                 const struct live_view *view, const char *instead, const char *bottom) {
    OWNED(text_free) struct text text = {0};
    if (view) {
        struct live_picture picture = picture_of(target, view);
        size_t room = screen->lines > 12 ? (size_t)screen->lines - 9 : 3;
        picture.locks = view->locks.len < room / 5 ? view->locks.len : room / 5;
        picture.threads = (room - picture.locks) / 3;
        if (view->by_cpu.len < picture.threads) picture.threads = view->by_cpu.len;
        picture.methods = room - picture.locks - picture.threads;
        OWNED(sheet_free) struct sheet sheet;
        const struct sheet_style style = {.columns = (size_t)screen->columns,
                                          .color = output_wants_color(COLOR_AUTO, true),
                                          .ascii = !utf8_is_locale()};
        sheet_open(&sheet, FORMAT_TEXT);
        live_describe(&picture, &sheet);
        sheet_write(&sheet, &style, &text);
    } else {
        text_add(&text, instead);
    }
    if (!utf8_is_locale()) units_to_ascii(&text);
    screen_draw(screen, &text, bottom);
}

static void add_bottom(bool paused, const struct text *said, struct text *out) {
    text_clear(out);
    if (paused) text_add(out, " PAUSED ");
    if (said->len) /* first: what is too long for the line is cut */
        text_fill(out, safe_add_name, " %s ", text_str(said));
    text_add(out, " q quits  p pauses  w writes a recording  f a flame graph ");
}

static void go_on(struct target *target) {
    struct screen screen;
    struct live_view view;
    OWNED(text_free) struct text why = {0}, said = {0}, bottom = {0};
    bool there = false, paused = false;
    int64_t next = clock_now();
    screen_open(&screen);
    for (bool over = false; !over;) {
        if (clock_now() >= next) {
            struct live_view newer;
            over = is_over(target);
            if (!paused && read_view(target, &newer, &why)) {
                if (there) live_view_free(&view);
                view = newer;
                there = true;
            }
            next = clock_now() + REFRESHED_EVERY;
        }
        if (over) break;
        add_bottom(paused, &said, &bottom);
        draw(target, &screen, there ? &view : NULL, text_str(&why), text_str(&bottom));
        int64_t left = next - clock_now();
        switch (screen_wait(&screen, target->source.pidfd, left > 0 ? left : 0)) {
        case 'q':
        case SCREEN_GONE: over = true; break;
        case 'p': paused = !paused; break;
        case 'w': do_key(target, 'w', &said); break;
        case 'f': do_key(target, 'f', &said); break;
        case SCREEN_READY: over = is_over(target); break;
        default: break;
        }
    }
    screen_close(&screen);
    say_over(target);
    if (there) live_view_free(&view);
}

static int run(const struct command *command, struct option_base *base) {
    const struct top_options *options = (const struct top_options *)base;
    struct target target = {.options = options};
    if (options->once) return answer_run(command, base);
    message_set_quiet(options->output.messages.quiet);
    if (options->output.format != FORMAT_AUTO || options->output.path || !screen_possible())
        return message_usage("top needs a terminal%s; jfrtool top --once prints one snapshot",
                             screen_possible() ? " and writes no file"
                                               : ", and standard output is not one");
    bool good = open_target(&target);
    if (good) {
        go_on(&target);
        live_close(&target.source);
    }
    jvm_release(&target.jvm);
    return good ? EXIT_OK : EXIT_USAGE;
}
