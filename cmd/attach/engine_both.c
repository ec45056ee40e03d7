/* Our samples and the JVM's own events in one file: the recorder of the JVM runs beside our agent,
 * without its own samples, and what it wrote is put behind ours.
 *
 *   JFR.start --> agent started --> ... --> agent stopped --> JFR.stop --> [ours][the JVM's]
 *
 * A recording is chunks one after the other, each with its own types and constants, so two of them
 * behind each other are one. */
#include "cmd/attach/engine.h"
#include "cmd/attach/copy.h"
#include "cmd/cli/message.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== Settings =============================================================================== */

static bool has_option(const char *options, const char *name) {
    size_t len = strlen(name);
    for (const char *p = options; p; p = strchr(p, ',')) {
        p += *p == ',';
        if (strncmp(p, name, len) == 0 && p[len] == '=') return true;
    }
    return false;
}

/* Settings where the target can read them; "default", "profile": the JVM's own. NULL: see why. */
static char *place_settings(struct session *session) {
    const char *name = session->jfr_settings;
    if (!text_ends_with(name, ".jfc")) return mem_copy_text(name);
    char bytes[4096], *path = place_path(&session->place, "settings.jfc");
    int from = open(name, O_RDONLY | O_CLOEXEC), to = -1;
    ssize_t n = -1;
    if (from >= 0 && path) to = place_file(&session->place, path, O_WRONLY | O_CREAT, 0600);
    while (to >= 0 && (n = read(from, bytes, sizeof bytes)) > 0)
        if (write(to, bytes, (size_t)n) != n) break;
    int failed = errno;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    if (n == 0) return path;
    session_fail(session, "cannot pass %s to the JVM: %s", name, strerror(failed));
    free(path);
    return NULL;
}

/* What both would write is left to one of them. */
static void add_options(struct text *out, const struct session *session, const char *settings) {
    text_addf(out,
              "settings=%s,jdk.ExecutionSample#enabled=false,jdk.NativeMethodSample#enabled=false",
              settings);
    if (has_option(session->options, "alloc"))
        text_add(out, ",jdk.ObjectAllocationSample#enabled=false");
    if (has_option(session->options, "lock"))
        text_add(out, ",jdk.JavaMonitorEnter#enabled=false,jdk.ThreadPark#enabled=false");
}

#define GUARD_NS (ENGINE_TAKES_S * INT64_C(1000000000))

/* ==== Both =================================================================================== */

/* The JVM's recorder is a session of its own: with our place, which it does not close. It is to end
 * itself only if nobody is there to do it: our agent may take long to come on a busy machine. */
static void close_other(struct session *session) {
    struct session *other = session->other;
    if (!other) return;
    if (other->target_file) place_unlink(&session->place, other->target_file);
    if (other->chunks >= 0) close(other->chunks);
    mem_free(other->target_file, other->repository, (char *)other->options, (char *)other->output);
    text_free(&other->why);
    free(other);
    session->other = NULL;
}

static bool open_other(struct session *session) {
    OWNED(mem_release) char *settings = place_settings(session);
    if (!settings) return false;
    struct text options = {0}, output = {0};
    add_options(&options, session, settings);
    text_addf(&output, "%s.events", session->output); /* only of a JVM that is killed */
    struct session *other = mem_zero(1, sizeof *other);
    *other = (struct session){
        .jvm = session->jvm,
        .attach = session->attach,
        .output = text_take(&output),
        .options = text_take(&options),
        .target_file = place_path(&session->place, "events.jfr"),
        .duration_ns = session->duration_ns ? session->duration_ns + GUARD_NS : 0,
        .start_ns = session->start_ns,
        .file = -1,
        .lock = -1,
        .chunks = -1,
    };
    other->place = session->place;
    session->other = other;
    bool good = other->target_file != NULL;
    if (!good)
        session_fail(session, "cannot make a folder for the JVM's events: %s", strerror(errno));
    if (good && !engine_jfr.start(other)) good = session_fail(session, "%s", text_str(&other->why));
    OWNED(mem_release) char *file = place_path(&session->place, "settings.jfc");
    if (file) place_unlink(&session->place, file); /* it has been read */
    return good;
}

/* Our times are to be in the ticks of the JVM's chunks: the reader of newer JDKs takes the clock of
 * a file's first chunk for all of them. What the last chunk begins with says how ticks go. */
static void add_clock(struct text *out, const struct session *other) {
    OWNED(folder_names_free) folder_names names = {0};
    struct copy_chunk chunk;
    if (other->chunks >= 0) copy_names(other->chunks, ".jfr", &names);
    int fd = names.len ? openat(other->chunks, names.items[names.len - 1],
                                O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                       : -1;
    if (fd >= 0 && place_is_its_own(&other->place, fd) && copy_chunk_at(fd, 0, &chunk))
        text_addf(out, "clock=%" PRId64 ":%" PRId64 ":%" PRId64 ",", chunk.start_ns,
                  chunk.start_ticks, chunk.ticks_per_second);
    if (fd >= 0) close(fd);
}

static bool start(struct session *session) {
    if (session->jvm->version[0] && strtol(session->jvm->version, NULL, 10) < ENGINE_BOTH_OLDEST)
        return session_fail(session,
                            "--jfr needs JDK %d, process %ld is of JDK %s: its recorder cannot "
                            "leave out its own samples, which would count twice",
                            ENGINE_BOTH_OLDEST, (long)session->jvm->pid, session->jvm->version);
    bool good = open_other(session);
    /* One that does not answer may start all the same, later: nobody would end it. */
    if (!good && session->jfr_need_not_be &&
        !strstr(text_str(&session->why), ENGINE_JFR_MAY_START)) {
        message_note("without the JVM's own events: %s", text_str(&session->why));
        text_clear(&session->why);
        close_other(session);
        return engine_agent.start(session);
    }
    OWNED(text_free) struct text options = {0};
    const char *given = session->options;
    if (good) add_clock(&options, session->other);
    text_addf(&options, "events=samples%s%s", *given ? "," : "", given);
    session->options = options.data;
    if (good && !engine_agent.start(session)) {
        good = false;
        engine_jfr.stop(session->other);
    }
    session->options = given;
    if (!good) close_other(session);
    return good;
}

/* The JVM's chunks behind ours. */
static bool append(struct session *session, int from) {
    struct stat ours, theirs;
    struct copy_chunk chunk;
    int to = session->jvm->other_root ? open(session->output, O_RDWR | O_CLOEXEC)
                                      : place_file(&session->place, session->output, O_RDWR, 0);
    bool good = to >= 0 && fstat(to, &ours) == 0 && fstat(from, &theirs) == 0;
    if (good && !copy_chunk_at(from, 0, &chunk)) {
        good = false;
        errno = ENODATA;
    }
    good = good && copy_spans(from, 0, (uint64_t)theirs.st_size, to, (uint64_t)ours.st_size);
    int failed = errno;
    if (to >= 0) close(to);
    return good ||
           session_fail(session,
                        "our samples are in %s, but the JVM's events could not be added: %s",
                        session->output, strerror(failed));
}

/* Whatever ended it: the agent's part is in the output. */
static bool join(struct session *session, bool died) {
    struct session *other = session->other;
    if (!other) return true;
    other->attach = session->attach; /* the first Ctrl-C has ended ours; the next gives up */
    bool good = died ? engine_jfr.salvage(other) : engine_jfr.stop(other);
    if (!good)
        session_fail(session, "our samples are in %s, without the JVM's events: %s",
                     session->output, text_str(&other->why));
    bool salvaged = died && good && access(other->output, F_OK) == 0;
    int from = !good      ? -1
               : salvaged ? open(other->output, O_RDONLY | O_CLOEXEC)
                          : place_file(&session->place, other->target_file, O_RDONLY, 0);
    if (good) good = append(session, from);
    if (from >= 0) close(from);
    if (salvaged) unlink(other->output);
    close_other(session);
    return good;
}

const struct engine engine_both = {start,
                                   engine_agent_stop,
                                   engine_agent_ended,
                                   engine_agent_salvage,
                                   engine_agent_dump,
                                   engine_agent_status,
                                   join,
                                   true};
