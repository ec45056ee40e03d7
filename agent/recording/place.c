/* Which file the chunks go to: the same, or, after a period or where somebody removed it, a new
 * one. */
#include "agent/recording/internal.h"

#include "agent/ground/softly.h"
#include "base/naming.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ==== Names ================================================================================== */

/* A name of its own: where clocks are set back, a time comes twice. */
static char *free_name(char *path) {
    struct stat status;
    struct text name = {0};
    text_add(&name, path);
    for (int i = 2; i < 1000 && stat(text_str(&name), &status) == 0; i++) {
        const char *dot = strrchr(path, '.');
        if (!dot || strchr(dot, '/')) dot = path + strlen(path);
        text_clear(&name);
        text_addf(&name, "%.*s-%d%s", (int)(dot - path), path, i, dot);
    }
    free(path);
    return text_take(&name);
}

bool recording_place_is_over(struct recording *r, int64_t now) {
    const struct agent_options *o = &r->options;
    struct stat status;
    bool removed = fstat(r->file.fd, &status) == 0 && status.st_nlink == 0;
    if (removed)
        fprintf(stderr, "jfragent: %s was removed; what follows goes to a new file\n", r->path);
    bool due = o->every_ns > 0 && now - r->place_start >= o->every_ns;
    if (!removed && !due) return false;
    r->next_path = due ? free_name(naming_expand(r->pattern, getpid())) : mem_copy_text(r->path);
    r->place_start = now;
    return true;
}

/* ==== The next chunk ========================================================================= */

static void drop_files(struct recording *r) {
    size_t most = (size_t)r->options.keep - 1; /* and the one that is being written */
    size_t drop = r->options.keep > 0 && r->kept.len > most ? r->kept.len - most : 0;
    for (size_t i = 0; i < drop; i++) {
        unlink(r->kept.items[i]);
        free(r->kept.items[i]);
    }
    r->kept.len -= drop;
    memmove(r->kept.items, r->kept.items + drop, r->kept.len * sizeof *r->kept.items);
}

/* The next file has another name: this one is a recording of its own. */
static void leave_path(struct recording *r) {
    array_push(&r->kept, mem_copy_text(r->path));
    softly_lock(&r->lock);
    free(r->last_path);
    r->last_path = r->path;
    r->path = r->next_path;
    r->next_path = NULL;
    softly_unlock(&r->lock);
    drop_files(r);
}

static int next_file(struct recording *r) {
    r->header.flags |= WRITER_FLAG_FINAL;
    int failed = recording_file_finish(&r->file, &r->header);
    if (failed) return failed;
    (void)flock(r->file.fd, LOCK_UN); /* the next one may have its name */
    struct recording_file next;
    failed = recording_file_create(&next, r->next_path, &r->next_chunk, &r->next_header);
    if (failed) return failed;
    recording_file_close(&r->file);
    r->file = next;
    return 0;
}

int recording_place_next(struct recording *r) {
    if (!r->next_path)
        return recording_file_next(&r->file, &r->header, r->next_start, &r->next_chunk,
                                   &r->next_header);
    int failed = next_file(r);
    if (failed) return failed;
    if (strcmp(r->next_path, r->path) != 0) leave_path(r);
    free(r->next_path);
    r->next_path = NULL;
    return 0;
}
