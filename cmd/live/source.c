#include "cmd/live/source.h"

#include "base/missing.h"
#include "cmd/attach/copy.h"

#include "base/folder.h"
#include "base/clock.h"
#include "cmd/attach/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_KEPT "256m" /* of a recording: what is older goes */

struct piece { /* a chunk */
    size_t file;
    uint64_t begin, size;
    int64_t start_ns, end_ns;
};

struct pieces {
    ARRAY(int) files; /* open */
    ARRAY(struct piece) items;
};

/* ==== What there is ========================================================================== */

/* The chunks of a file, which the pieces own then; those of which nothing was flushed are not. */
static void add_file(struct pieces *pieces, int fd) {
    struct copy_chunk chunk;
    struct stat status;
    uint64_t begin = 0, whole = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    array_push(&pieces->files, fd);
    for (; begin < whole && copy_chunk_at(fd, begin, &chunk); begin += chunk.size) {
        if (chunk.size <= JFR_HEADER_SIZE || chunk.size > whole - begin || !chunk.checkpoint) break;
        int64_t length = chunk.duration_ns > 0 ? chunk.duration_ns : 0;
        struct piece piece = {.file = pieces->files.len - 1,
                              .begin = begin,
                              .size = chunk.size,
                              .start_ns = chunk.start_ns,
                              .end_ns = whole_clamped(chunk.start_ns, length)};
        array_push(&pieces->items, piece);
    }
}

/* A repository's chunks are named by their time. owner: of a JVM that is not trusted; or NULL. */
static void add_folder(struct pieces *pieces, int folder, const struct place *owner) {
    OWNED(folder_names_free) folder_names names = {0};
    copy_names(folder, ".jfr", &names);
    for (size_t i = 0; i < names.len; i++) {
        int fd = openat(folder, names.items[i], O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
        struct stat status;
        bool good = fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
                    (!owner || place_is_its_own(owner, fd));
        if (good) add_file(pieces, fd);
        else if (fd >= 0) close(fd);
    }
}

/* The last folder in it by name, which is the time when a JVM's recorder was started first. */
static int newest_below(int folder) {
    OWNED(folder_names_free) folder_names names = {0};
    int newest = -1;
    copy_names(folder, NULL, &names);
    for (size_t i = names.len; i-- > 0 && newest < 0;) /* what is no folder cannot be opened so */
        newest = openat(folder, names.items[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    return newest;
}

static bool find_in_path(const char *path, struct pieces *pieces, struct text *why) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) != 0) {
        text_addf(why, "cannot read %s: %s", path, strerror(errno));
        if (fd >= 0) close(fd);
        return false;
    }
    if (S_ISREG(status.st_mode)) {
        add_file(pieces, fd);
    } else if (S_ISDIR(status.st_mode)) {
        add_folder(pieces, fd, NULL);
        int below = pieces->files.len ? -1 : newest_below(fd);
        if (below >= 0) add_folder(pieces, below, NULL);
        if (below >= 0) close(below);
        close(fd);
    } else {
        text_addf(why, "%s is neither a recording nor a folder of chunks", path);
        close(fd);
        return false;
    }
    if (!pieces->items.len) text_addf(why, "%s contains no flushed chunk of a recording", path);
    return pieces->items.len > 0;
}

static bool find_in_jvm(struct live_source *source, struct pieces *pieces, struct text *why) {
    struct session *session = &source->session;
    if (session->target_file) {
        /* Opened anew: a recording that became too large is another file. */
        int fd = place_file(&session->place, session->target_file, O_RDONLY, 0);
        if (fd < 0 && session->file >= 0) fd = fcntl(session->file, F_DUPFD_CLOEXEC, 0);
        if (fd >= 0) add_file(pieces, fd);
    } else if (session->chunks >= 0) {
        add_folder(pieces, session->chunks, &session->place);
        size_t kept = 0; /* chunks of other recordings were there before */
        for (size_t i = 0; i < pieces->items.len; i++)
            if (pieces->items.items[i].start_ns >= session->start_ns)
                pieces->items.items[kept++] = pieces->items.items[i];
        pieces->items.len = kept;
    }
    if (!pieces->items.len)
        text_addf(why, "process %ld has not written anything yet", (long)session->jvm->pid);
    return pieces->items.len > 0;
}

/* ==== Copies ================================================================================= */

static void close_pieces(struct pieces *pieces) {
    for (size_t i = 0; i < pieces->files.len; i++) close(pieces->files.items[i]);
    arrays_free(&pieces->files, &pieces->items);
}

bool live_copy(struct live_source *source, int64_t length_ns, int to, struct text *why) {
    struct pieces pieces = {0};
    bool good =
        source->path ? find_in_path(source->path, &pieces, why) : find_in_jvm(source, &pieces, why);
    int64_t end = INT64_MIN, since;
    for (size_t i = 0; i < pieces.items.len; i++)
        if (pieces.items.items[i].end_ns > end) end = pieces.items.items[i].end_ns;
    if (__builtin_sub_overflow(end, length_ns, &since)) since = INT64_MIN;
    uint64_t at = 0;
    for (size_t i = 0; i < pieces.items.len && good; i++) {
        const struct piece *piece = &pieces.items.items[i];
        bool last = i + 1 == pieces.items.len;
        if (piece->end_ns < since && !last) continue;
        /* One that goes meanwhile was the oldest. */
        int from = pieces.files.items[piece->file];
        if (!copy_chunk(from, piece->begin, piece->size, to, &at) && last && !at) {
            text_addf(why, "cannot copy the last chunk: %s", strerror(errno));
            good = false;
        }
    }
    if (good && ftruncate(to, (off_t)at) != 0) good = false;
    close_pieces(&pieces);
    return good;
}

bool live_read(struct live_source *source, int64_t length_ns, struct text *why) {
    text_clear(why);
    return ftruncate(source->copy, 0) == 0 && live_copy(source, length_ns, source->copy, why);
}

bool live_wait(struct live_source *source, int64_t ns) {
    struct pollfd process = {.fd = source->pidfd, .events = POLLIN};
    int64_t end = clock_now() + ns, left;
    while (!source->died && !interrupt_seen() && (left = end - clock_now()) > 0)
        source->died = poll(&process, source->pidfd >= 0, (int)(left / NS_PER_MS) + 1) > 0;
    return !source->died && !interrupt_seen();
}

/* ==== Beginning and end ====================================================================== */

bool live_open_path(struct live_source *source, const char *path, struct text *why) {
    struct pieces pieces = {0};
    *source = (struct live_source){.path = mem_copy_text(path), .pidfd = -1};
    bool good = find_in_path(path, &pieces, why);
    close_pieces(&pieces);
    if (good) source->copy = platform_scratch("live.jfr", source->copy_path);
    else free(source->path);
    return good;
}

/* What a picture is made of, before the user's options, which may say otherwise. */
static char *make_options(const struct live_jvm_options *options) {
    static const char own[] =
        "maxsize=" MOST_KEPT ",jdk.ExecutionSample#period=20ms,jdk.ThreadCPULoad#period=1s,jdk."
        "JavaMonitorEnter#threshold=10ms,jdk.ThreadPark#threshold=10ms";
    static const char agents[] = "max-size=256MB,alloc=512KB,lock=10ms";
    struct text out = {0};
    if (!options->alone) text_add(&out, options->own_recorder ? own : agents);
    if (options->options[0]) text_addf(&out, "%s%s", out.len ? "," : "", options->options);
    return text_take(&out);
}

static void free_session(struct session *session) {
    mem_free((char *)session->options, (char *)session->agent_library);
    session_close(session);
}

bool live_open_jvm(struct live_source *source, const struct live_jvm_options *options,
                   struct text *why) {
    *source = (struct live_source){.engine = options->own_recorder ? &engine_jfr : &engine_agent};
    struct session *session = &source->session;
    *session = (struct session){
        .jvm = options->jvm,
        .attach = {.timeout_s = (double)options->timeout_ns / 1e9,
                   .interrupted = options->interrupted},
        .options = make_options(options),
        .agent_library = options->library ? mem_copy_text(options->library) : NULL,
        .file = -1,
        .lock = -1,
        .chunks = -1,
    };
    bool good = place_open(&session->place, options->jvm);
    if (!good)
        text_addf(why, "cannot reach the files of process %ld: %s", (long)options->jvm->pid,
                  strerror(errno));
    if (good && !options->own_recorder) {
        session->target_file = place_path(&session->place, "recording.jfr");
        good = session->target_file != NULL;
        if (!good)
            text_addf(why, "cannot make a folder in /tmp of process %ld: %s",
                      (long)options->jvm->pid, strerror(errno));
    }
    session->start_ns = clock_epoch();
    if (good && !source->engine->start(session)) {
        text_add(why, text_str(&session->why));
        if (session->target_file) place_unlink(&session->place, session->target_file);
        good = false;
    }
    if (!good) free_session(session);
    if (!good) return false;
    /* Of the process, and never of another that gets its number. */
    source->pidfd = platform_process((int)options->jvm->pid);
    source->copy = platform_scratch("live.jfr", source->copy_path);
    return true;
}

void live_close(struct live_source *source) {
    struct session *session = &source->session;
    if (source->engine) {
        session->attach.interrupted = interrupt_second;
        if (!source->died) source->engine->stop(session);
        if (session->target_file) place_unlink(&session->place, session->target_file);
        free_session(session);
    }
    free(source->path);
    if (source->pidfd >= 0) close(source->pidfd);
    if (source->copy >= 0) close(source->copy);
}
