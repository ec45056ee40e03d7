#include "cmd/attach/engine.h"

#include "parser/jfr.h"
#include "base/mem.h"
#include "parser/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

void session_fail_answer(struct session *session, const char *what, const struct text *answer) {
    const char *line = text_str(answer);
    line += strspn(line, " \r\n\t");
    int len = (int)strcspn(line, "\r\n");
    while (len && strchr(". ", line[len - 1])) len--;
    session_fail(session, "%s: %.*s", what, len ? len : 9, len ? line : "no answer");
}

bool session_open(struct session *session) {
    struct text target = {0}, ours = {0};
    session->file = session->lock = -1;
    if (session->jvm->other_root) {
        text_addf(&target, "/tmp/jfrtool-%ld.jfr", (long)session->jvm->inner_pid);
        text_addf(&ours, "/proc/%ld/root%s", (long)session->jvm->pid, target.data);
    } else {
        text_add(&target, session->output);
        text_add(&ours, session->output);
    }
    session->target_file = text_take(&target);
    session->our_file = text_take(&ours);
    char *folder = mem_copy_text(session->output), *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    struct stat status;
    bool good = stat(folder, &status) == 0;
    if (!good) session_fail(session, "cannot write to %s: %s", folder, strerror(errno));
    free(folder);
    if (good && strpbrk(session->output, "\"\n,"))
        good = session_fail(session, "the output's path may not hold quotes, commas or line ends, "
                                     "since the JVM takes it as part of its options");
    return good;
}

void session_close(struct session *session) {
    if (session->file >= 0) close(session->file);
    if (session->lock >= 0) close(session->lock);
    free(session->target_file);
    free(session->our_file);
    free(session->repository);
    text_free(&session->why);
}

static bool copy_all(int from, int to) {
    char buffer[65536];
    ssize_t n;
    for (off_t at = 0; (n = pread(from, buffer, sizeof buffer, at)) > 0; at += n)
        if (pwrite(to, buffer, (size_t)n, at) != n) return false;
    return n == 0;
}

bool session_fetch(struct session *session) {
    if (!session->jvm->other_root) return true;
    int from = open(session->our_file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (from < 0) from = session->file; /* the container is gone, its file is still open */
    if (from < 0)
        return session_fail(session, "cannot read %s of the target: %s", session->target_file,
                            strerror(errno));
    int to = open(session->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool good = to >= 0 && copy_all(from, to);
    int failed = errno;
    if (to >= 0 && close(to) < 0) good = false;
    if (!good) session_fail(session, "cannot write %s: %s", session->output, strerror(failed));
    if (from != session->file) close(from);
    if (good) unlink(session->our_file);
    return good;
}

bool salvage_chunk(const char *path, int64_t start_ns, int to) {
    int from = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (from < 0) return false;
    uint8_t header[JFR_HEADER_SIZE];
    struct stat status;
    bool good = fstat(from, &status) == 0 &&
                pread(from, header, sizeof header, 0) == (ssize_t)sizeof header &&
                memcmp(header, "FLR\0", 4) == 0;
    uint64_t size = good ? wire_be64(header + 8) : 0;
    good = good && size > JFR_HEADER_SIZE && size <= (uint64_t)status.st_size &&
           wire_be64(header + 16) != 0 && wire_be64(header + 24) != 0 &&
           (int64_t)wire_be64(header + 32) >= start_ns;
    header[64] = 0; /* what was flushed is complete, and the JDK 25 reads no other */
    uint8_t *bytes = good ? mem_alloc((size_t)size) : NULL;
    good = good && pread(from, bytes, (size_t)size, 0) == (ssize_t)size;
    if (good) {
        memcpy(bytes, header, sizeof header);
        good = write(to, bytes, (size_t)size) == (ssize_t)size;
    }
    free(bytes);
    close(from);
    return good;
}
