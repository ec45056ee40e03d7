#include "cmd/attach/engine.h"

#include "base/mem.h"
#include "cmd/attach/copy.h"
#include "cmd/cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool session_fail(struct session *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    text_clear(&session->why);
    text_addv(&session->why, format, args);
    va_end(args);
    return false;
}

bool session_fail_answer(struct session *session, const char *what, const struct text *answer) {
    const char *line = text_str(answer);
    line += strspn(line, " \r\n\t");
    int len = (int)strcspn(line, "\r\n");
    while (len && strchr(". ", line[len - 1])) len--;
    return session_fail(session, "%s: %.*s", what, len ? len : 9, len ? line : "no answer");
}

bool session_open(struct session *session) {
    if (session->jvm->other_root) {
        session->target_file = place_path(&session->place, "recording.jfr");
        if (!session->target_file)
            return session_fail(session, "cannot make a folder in /tmp of process %ld: %s",
                                (long)session->jvm->pid, strerror(errno));
    } else {
        session->target_file = mem_copy_text(session->output);
    }
    char *folder = mem_copy_text(session->output), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    struct stat status;
    bool good = stat(folder, &status) == 0;
    if (!good) session_fail(session, "cannot write to %s: %s", folder, strerror(errno));
    free(folder);
    if (good && strpbrk(session->output, "\"\n,"))
        good = session_fail(session, "the output's path must not contain quotes, commas or line "
                                     "ends, because it is part of the JVM's options");
    return good;
}

void session_close(struct session *session) {
    if (session->file >= 0) close(session->file);
    if (session->lock >= 0) close(session->lock);
    if (session->chunks >= 0) close(session->chunks);
    place_close(&session->place);
    mem_free(session->target_file, session->repository);
    text_free(&session->why);
}

/* How long the recording is by its chunks' own words, which is no more than the file. */
static uint64_t recorded_size(int fd) {
    struct copy_chunk chunk;
    struct stat status;
    uint64_t end = 0, whole = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0;
    while (copy_chunk_at(fd, end, &chunk) && chunk.size > JFR_HEADER_SIZE &&
           chunk.size <= whole - end)
        end += chunk.size;
    return end ? end : whole;
}

bool session_fetch(struct session *session) {
    if (!session->jvm->other_root) return true;
    int from = place_file(&session->place, session->target_file, O_RDONLY, 0);
    if (from < 0) from = session->file; /* the container is gone, its file is still open */
    if (from < 0)
        return session_fail(session, "cannot read %s of the target: %s", session->target_file,
                            strerror(errno));
    struct output output;
    bool good = output_open(&output, session->output, COLOR_NEVER);
    if (good) {
        if (!copy_spans(from, 0, recorded_size(from), fileno(output.file), 0))
            output.failed = errno;
        good = output_close(&output);
    }
    if (from != session->file) close(from);
    if (good) place_unlink(&session->place, session->target_file);
    else session_fail(session, "the recording stays in %s of the target", session->target_file);
    return good;
}

bool salvage_chunk(int from, int64_t start_ns, int to, uint64_t *at) {
    struct copy_chunk chunk;
    struct stat status;
    return fstat(from, &status) == 0 && copy_chunk_at(from, 0, &chunk) &&
           chunk.size > JFR_HEADER_SIZE && chunk.size <= (uint64_t)status.st_size &&
           chunk.checkpoint && chunk.metadata && chunk.start_ns >= start_ns &&
           copy_chunk(from, 0, 0, to, at);
}
