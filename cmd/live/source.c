#include "cmd/live/source.h"

#include "base/missing.h"
#include "cmd/attach/copy.h"

#include "base/folder.h"
#include "base/clock.h"
#include "parser/jfr.h"
#include "parser/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_KEPT "256m"  /* of a recording: what is older goes */
#define BEING_CHANGED 255 /* byte 64 of a chunk's header while its writer is at it */
#define TRIES 1000

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

static bool read_header(int fd, uint64_t begin, uint8_t header[JFR_HEADER_SIZE]) {
    for (int i = 0; i < TRIES; i++) {
        if (pread(fd, header, JFR_HEADER_SIZE, (off_t)begin) != JFR_HEADER_SIZE ||
            memcmp(header, "FLR\0", 4) != 0)
            return false;
        if (header[64] != BEING_CHANGED) return true;
    }
    return true; /* its writer has died in the middle: the rest of the header is what it was */
}

/* The chunks of a file, which the pieces own then; those of which nothing was flushed are not. */
static void add_file(struct pieces *pieces, int fd) {
    uint8_t header[JFR_HEADER_SIZE];
    struct stat status;
    uint64_t begin = 0, size, whole = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    array_push(&pieces->files, fd);
    while (begin < whole && read_header(fd, begin, header)) {
        size = wire_be64(header + 8);
        if (size <= JFR_HEADER_SIZE || size > whole - begin || !wire_be64(header + 16)) break;
        struct piece piece = {.file = pieces->files.len - 1,
                              .begin = begin,
                              .size = size,
                              .start_ns = (int64_t)wire_be64(header + 32)};
        int64_t length = (int64_t)wire_be64(header + 40);
        piece.end_ns = whole_clamped(piece.start_ns, length > 0 ? length : 0);
        array_push(&pieces->items, piece);
        begin += size;
    }
}

static void names_in(int folder, const char *ending, folder_names *out) {
    int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (again >= 0) folder_take(fdopendir(again), ending, out);
}

/* A repository's chunks are named by their time. owner: of a JVM that is not trusted; or NULL. */
static void add_folder(struct pieces *pieces, int folder, const struct place *owner) {
    OWNED(folder_names_free) folder_names names = {0};
    names_in(folder, ".jfr", &names);
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
    names_in(folder, NULL, &names);
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

/* Until the header has stayed the same meanwhile; what is behind the size that it says does not
 * matter. Finished, as the copy is. */
static bool copy_piece(int from, const struct piece *piece, int to, uint64_t *at) {
    uint8_t header[JFR_HEADER_SIZE], after[JFR_HEADER_SIZE];
    uint64_t size = piece->size;
    for (int i = 0; i < TRIES; i++) {
        if (!read_header(from, piece->begin, header)) return false;
        size = wire_be64(header + 8);
        if (size < piece->size || !copy_spans(from, piece->begin, size, to, *at)) return false;
        if (!read_header(from, piece->begin, after)) return false;
        if (memcmp(header, after, sizeof header) == 0) break;
    }
    header[64] = 0;
    if (pwrite(to, header, sizeof header, (off_t)*at) != (ssize_t)sizeof header) return false;
    *at += size;
    return true;
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
        if (!copy_piece(pieces.files.items[piece->file], piece, to, &at) && last && !at) {
            text_addf(why, "cannot copy the last chunk: %s", strerror(errno));
            good = false;
        }
    }
    if (good && ftruncate(to, (off_t)at) != 0) good = false;
    for (size_t i = 0; i < pieces.files.len; i++) close(pieces.files.items[i]);
    arrays_free(&pieces.files, &pieces.items);
    return good;
}

/* ==== Beginning and end ====================================================================== */

bool live_open_path(struct live_source *source, const char *path, struct text *why) {
    struct pieces pieces = {0};
    *source = (struct live_source){.path = mem_copy_text(path)};
    bool good = find_in_path(path, &pieces, why);
    for (size_t i = 0; i < pieces.files.len; i++) close(pieces.files.items[i]);
    arrays_free(&pieces.files, &pieces.items);
    if (!good) free(source->path);
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
    return good;
}

void live_close(struct live_source *source, bool died) {
    if (source->path) {
        free(source->path);
        return;
    }
    struct session *session = &source->session;
    if (!died) source->engine->stop(session);
    if (session->target_file) place_unlink(&session->place, session->target_file);
    free_session(session);
}
