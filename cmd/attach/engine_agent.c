/* Our agent, by the attach protocol's `load`; agent/ground/protocol.h says what passes. */
#include "agent/ground/protocol.h"
#include "cmd/attach/copy.h"
#include "cmd/attach/engine.h"
#include "cmd/cli/message.h"
#include "cmd/cli/output.h"
#include "base/clock.h"
#include "base/mem.h"
#include "parser/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SAMPLE_TYPES_FIRST = 64, SAMPLE_TYPES_LAST = 65 }; /* agent/recording/types.h */

/* ==== Files in the target's root ============================================================= */

/* A new empty file that the target may write; its path there. NULL: errno. lock: stays open. */
static char *make_answer_file(struct session *session, bool lock) {
    char *path = place_path(&session->place, "answer");
    int fd = path ? place_file(&session->place, path, O_RDWR | O_CREAT, 0600) : -1;
    if (lock && fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0) session->lock = fd;
    else if (fd >= 0) close(fd);
    if (fd >= 0) return path;
    free(path);
    return NULL;
}

static void take_answer(const struct session *session, const char *path, struct text *out) {
    char buffer[8192];
    int fd = place_file(&session->place, path, O_RDONLY, 0);
    ssize_t n = fd < 0 ? 0 : read(fd, buffer, sizeof buffer);
    if (n > 0) text_add_bytes(out, buffer, (size_t)n);
    if (fd >= 0) close(fd);
    place_unlink(&session->place, path);
}

/* FNV-1a. Not hash_bytes: that of another run must be the same. */
static uint64_t fingerprint(const struct text *bytes) {
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < bytes->len; i++)
        hash = (hash ^ (uint8_t)bytes->data[i]) * UINT64_C(0x100000001B3);
    return hash;
}

/* The path under which the target has loaded a library of this name, or NULL. The loader knows it
 * by that path, though the file is gone; from another path it would load it a second time. */
static char *loaded_library(const struct session *session, const char *name) {
    char path[40], *line = NULL, *found = NULL;
    size_t room = 0, len = strlen(name);
    snprintf(path, sizeof path, "/proc/%ld/maps", (long)session->jvm->pid);
    FILE *maps = fopen(path, "re");
    while (maps && !found && getline(&line, &room, maps) > 0) {
        char *begin = strchr(line, '/'), *end = begin ? strstr(begin, name) : NULL;
        if (!end || (end[len] && !strchr(" \n", end[len]))) continue;
        end[len] = 0;
        found = mem_copy_text(begin);
    }
    if (maps) fclose(maps);
    free(line);
    return found;
}

static bool copy_library(struct session *session, const struct text *library, const char *path) {
    int to = path ? place_file(&session->place, path, O_WRONLY | O_CREAT, 0700) : -1;
    bool good = to >= 0 && write(to, library->data, library->len) == (ssize_t)library->len;
    int failed = errno;
    if (to >= 0) close(to);
    if (to >= 0 && !good) place_unlink(&session->place, path);
    errno = failed;
    return good;
}

/* The library where the target can load it: in another root a copy, which is *copied. Its name says
 * what is in it: a newer agent is another library. again: what is asked is for the one that is in
 * it already. NULL: why is filled. */
static char *place_library(struct session *session, bool again, bool *copied) {
    *copied = false;
    /* Of two copies in it, ours was asked to record. A JVM that was started with the agent knows it
     * by another path. */
    bool asks = again && !session->jvm->other_root;
    char *loaded = asks ? loaded_library(session, session->agent_library) : NULL;
    if (asks && !loaded) loaded = loaded_library(session, "libjfragent.so");
    if (loaded) return loaded;
    if (!session->jvm->other_root) return mem_copy_text(session->agent_library);
    OWNED(text_free) struct text library = {0}, name = {0};
    char *path = NULL;
    errno = file_take(fopen(session->agent_library, "rbe"), SIZE_MAX, &library);
    bool good = errno == 0;
    if (good) {
        text_addf(&name, "libjfragent-%016" PRIx64 ".so", fingerprint(&library));
        path = loaded_library(session, name.data);
        if (!path) {
            path = place_path(&session->place, name.data);
            good = *copied = copy_library(session, &library, path);
        }
    }
    if (!good)
        session_fail(session, "cannot copy %s to %s of the target: %s", session->agent_library,
                     path ? path : "/tmp", strerror(errno));
    if (good) return path;
    free(path);
    return NULL;
}

/* ==== Loading ================================================================================ */

static bool explain(struct session *session, int code, const struct text *said) {
    long pid = (long)session->jvm->pid;
    if (code == AGENT_RUNNING)
        return session_fail(
            session,
            "a recording is running in process %ld already; jfrtool record --stop %ld ends it", pid,
            pid);
    if (code == AGENT_NOT_RUNNING)
        return session_fail(session, "no recording of the agent is running in process %ld", pid);
    if (said->len) return session_fail(session, "%s", said->data);
    static const struct {
        int code;
        const char *text;
    } reasons[] = {
        {AGENT_BAD_OPTION, "it does not know an option, or its value is wrong"},
        {AGENT_NO_FILE, "it cannot write the recording's file"},
        {AGENT_SIGNAL_TAKEN, "someone else has a handler for its signal"},
        {AGENT_UNSUPPORTED, "this JVM lacks what it needs"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].code == code)
            return session_fail(session, "the agent refused: %s (the target's stderr says more)",
                                reasons[i].text);
    return session_fail(session, "the agent refused with code %d; the target's stderr may say why",
                        code);
}

/* What the JVM answers to `load`: "return code: N", or why it could not load the library. */
static bool read_result(struct session *session, int code, const struct text *answer,
                        const struct text *said) {
    const char *result = strstr(text_str(answer), "return code:");
    if (code == 0 && result) {
        int returned = (int)strtol(result + 12, NULL, 10);
        return returned == AGENT_OK || explain(session, returned, said);
    }
    if (code == 0 && !answer->len) return true;
    if (strstr(text_str(answer), "Dynamic agent loading is not enabled"))
        return session_fail(
            session,
            "this JVM does not accept agents: it runs with -XX:-EnableDynamicAgentLoading; start "
            "it with -XX:+EnableDynamicAgentLoading, or with -agentpath:%s, or use --engine jfr",
            session->agent_library);
    return session_fail_answer(session, "the JVM could not load the agent", answer);
}

/* A JVM listens before it lets agents in: one that still starts is asked again, for so long. */
#define STARTS_WITHIN (5 * NS_PER_S)
#define ASKED_EVERY 50000000 /* ns */

static bool ask_to_load(struct session *session, const char *const arguments[3], int *code,
                        struct text *answer) {
    struct timespec pause = {.tv_nsec = ASKED_EVERY};
    int64_t begin = clock_now();
    for (;;) {
        text_clear(answer);
        if (!attach_command(session->jvm, &session->attach, "load", arguments, code, answer))
            return false;
        const volatile int *interrupted = session->attach.interrupted;
        if (!strstr(text_str(answer), "only permitted in the live phase") ||
            clock_now() - begin > STARTS_WITHIN || (interrupted && *interrupted))
            return true;
        nanosleep(&pause, NULL);
    }
}

/* said: what the agent wrote. lock: it is to record only while we are there. */
static bool load(struct session *session, const char *options, bool lock, struct text *said) {
    bool copied, again = strcmp(options, AGENT_OPTION_STOP) == 0 ||
                         strcmp(options, AGENT_OPTION_DUMP) == 0 ||
                         strcmp(options, AGENT_OPTION_STATUS) == 0;
    OWNED(mem_release) char *library = place_library(session, again, &copied);
    if (!library) return false;
    OWNED(mem_release) char *answer_path = make_answer_file(session, lock);
    OWNED(text_free) struct text line = {0}, answer = {0};
    text_add(&line, options);
    if (answer_path)
        text_addf(&line, "%s" AGENT_OPTION_ANSWER "%s", *options ? "," : "", answer_path);
    if (session->lock >= 0) text_addf(&line, "," AGENT_OPTION_WHILE "%s", answer_path);
    const char *const arguments[3] = {library, "true", line.data};
    int code;
    bool good = ask_to_load(session, arguments, &code, &answer);
    if (answer_path) take_answer(session, answer_path, said);
    good = good ? read_result(session, code, &answer, said)
                : session_fail(session, "%s", text_str(&answer));
    if (copied) place_unlink(&session->place, library); /* it is in memory now */
    return good;
}

static bool start(struct session *session) {
    OWNED(text_free) struct text options = {0}, said = {0};
    /* Before the user's options, which may say otherwise. */
    if (session->duration_ns)
        text_addf(&options, "duration=%" PRId64 "ms,", (session->duration_ns + 999999) / 1000000);
    if (session->options[0]) text_addf(&options, "%s,", session->options);
    if (strncmp(session->options, "file=", 5) == 0 || strstr(session->options, ",file="))
        message_note("the option file= is for the agent without jfrtool: the recording goes to %s",
                     session->target_file);
    text_addf(&options, "file=%s", session->target_file);
    bool good = load(session, options.data, !session->detach, &said);
    if (good) session->file = place_file(&session->place, session->target_file, O_RDONLY, 0);
    return good;
}

bool engine_agent_stop(struct session *session) {
    OWNED(text_free) struct text said = {0};
    bool good = load(session, AGENT_OPTION_STOP, false, &said);
    /* Asked late, by a machine that is busy, it has ended in order by itself. */
    if (!good && session->target_file) good = engine_agent_ended(session);
    if (good && !session->target_file && said.len) session->target_file = mem_copy_text(said.data);
    return good;
}

/* ==== Watching =============================================================================== */

/* Counts the samples among the events in [from, end) of the chunk at begin; where it stopped.
 * Reads, does not map: the agent cuts the file at its end. */
static uint64_t count_samples(struct session *session, int fd, uint64_t begin, uint64_t from,
                              uint64_t end) {
    enum { MOST = 1 << 20 };
    OWNED(mem_release) uint8_t *bytes = mem_alloc(MOST);
    ssize_t n =
        pread(fd, bytes, end - from < MOST ? (size_t)(end - from) : MOST, (off_t)(begin + from));
    const uint8_t *at = bytes, *stop = bytes + (n > 0 ? n : 0), *payload;
    uint64_t size, type;
    /* The filler at the end runs over what was read, or is the last. */
    while (wire_event(JFR_COMPRESSED, at, stop, &size, &type, &payload) && size) {
        if (from + (uint64_t)(at - bytes) + size >= end) break;
        session->samples += type >= SAMPLE_TYPES_FIRST && type <= SAMPLE_TYPES_LAST;
        at += size;
    }
    from += (uint64_t)(at - bytes);
    return from;
}

/* Walks the chunks of the file and counts what is new. Returns where the last chunk begins, which
 * is in *chunk. UINT64_MAX: there is none. */
static uint64_t walk_chunks(struct session *session, int fd, struct copy_chunk *chunk) {
    struct copy_chunk next;
    struct stat status;
    uint64_t last = UINT64_MAX, whole = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    for (uint64_t begin = 0; copy_chunk_at(fd, begin, &next); begin += next.size) {
        uint64_t chunk_start = (uint64_t)next.start_ns;
        if (next.size <= JFR_HEADER_SIZE || next.size > whole - begin) break;
        if (chunk_start > session->chunk_start) {
            session->chunk_start = chunk_start;
            session->position = JFR_HEADER_SIZE;
        }
        if (chunk_start == session->chunk_start)
            session->position = count_samples(session, fd, begin, session->position, next.size);
        *chunk = next;
        last = begin;
    }
    return last;
}

bool engine_agent_ended(struct session *session) {
    int fd = place_file(&session->place, session->target_file, O_RDONLY, 0);
    if (fd < 0) return false;
    struct copy_chunk chunk;
    bool final = walk_chunks(session, fd, &chunk) != UINT64_MAX && (chunk.header[67] & 2);
    close(fd);
    return final;
}

/* Cuts off the room that the agent kept at the end. Nobody writes there. Closes the file. */
static void trim(struct session *session, int fd) {
    if (fd < 0) return;
    struct copy_chunk chunk;
    uint64_t before, last;
    do { /* a step reads a part: to where there is nothing more */
        before = session->position;
        last = walk_chunks(session, fd, &chunk);
    } while (session->position != before);
    struct stat status;
    uint64_t end = last == UINT64_MAX ? 0 : last + session->position;
    bool whole = end && fstat(fd, &status) == 0 && last + chunk.size == (uint64_t)status.st_size;
    if (whole && !(chunk.header[67] & 2) && end > last + chunk.checkpoint) {
        uint8_t *header = chunk.header;
        for (int i = 0; i < 8; i++) header[8 + i] = (uint8_t)(session->position >> (56 - 8 * i));
        header[67] |= 2;
        if (pwrite(fd, header, JFR_HEADER_SIZE, (off_t)last) == JFR_HEADER_SIZE)
            (void)!ftruncate(fd, (off_t)end);
    }
    close(fd);
}

/* Whatever was flushed is a complete recording. */
bool engine_agent_salvage(struct session *session) {
    if (!session_fetch(session)) return false;
    trim(session, session->jvm->other_root
                      ? open(session->output, O_RDWR | O_CLOEXEC)
                      : place_file(&session->place, session->output, O_RDWR, 0));
    return true;
}

/* ==== While it goes on ======================================================================= */

/* Copies the file, in which the agent goes on writing: in its last chunk alone. False: errno. */
static bool copy_growing(int from, int to) {
    uint64_t begin = 0, whole;
    do {
        struct copy_chunk chunk;
        struct stat status;
        errno = EINVAL;
        if (!copy_chunk_at(from, begin, &chunk) || fstat(from, &status) != 0) return false;
        whole = (uint64_t)status.st_size;
        if (chunk.size <= JFR_HEADER_SIZE || begin > whole || chunk.size > whole - begin ||
            !copy_chunk(from, begin, 0, to, &begin))
            return false;
    } while (begin < whole);
    return ftruncate(to, (off_t)begin) == 0;
}

bool engine_agent_dump(struct session *session) {
    OWNED(text_free) struct text said = {0};
    struct output output;
    bool good = load(session, AGENT_OPTION_DUMP, false, &said);
    int from = good ? place_file(&session->place, text_str(&said), O_RDONLY, 0) : -1;
    if (good && from < 0)
        good = session_fail(session, "cannot read %s of the target: %s", text_str(&said),
                            strerror(errno));
    if (good && !output_open(&output, session->output, COLOR_NEVER))
        good = session_fail(session, "nothing was written; the recording continues");
    else if (good) {
        good = copy_growing(from, fileno(output.file));
        if (good) good = output_close(&output);
        else output_discard(&output);
        if (!good)
            session_fail(session, "cannot copy %s to %s: %s", text_str(&said), session->output,
                         strerror(errno));
    }
    if (good) trim(session, open(session->output, O_RDWR | O_CLOEXEC));
    if (from >= 0) close(from);
    return good;
}

bool engine_agent_status(struct session *session, struct text *report) {
    return load(session, AGENT_OPTION_STATUS, false, report);
}

const struct engine engine_agent = {start,
                                    engine_agent_stop,
                                    engine_agent_ended,
                                    engine_agent_salvage,
                                    engine_agent_dump,
                                    engine_agent_status,
                                    NULL,
                                    true};
