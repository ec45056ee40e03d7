#include "cmd/edit/rewriting.h"

#include "cmd/cli/message.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FLAGS_AT 67 /* the last byte of a chunk's flags; 2 in it: no chunk follows */

/* ==== The output ============================================================================ */

static bool is_same_file(const char *a, const char *b) {
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int rewriting_check(struct answer *answer) {
    const struct output_options *output =
        options_part(answer->command->groups, &options_output, answer->options);
    const struct text_list *paths = &answer->reading.paths;
    struct stat status;
    if (!output->path || strcmp(output->path, "-") == 0) {
        message_error("%s writes a new recording: say which with -o FILE", answer->command->name);
        return EXIT_USAGE;
    }
    if (stat(output->path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) {
        message_error("cannot write %s: a recording needs a file, this is a device or pipe",
                      output->path);
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < paths->len; i++) {
        if (!is_same_file(paths->items[i], output->path)) continue;
        message_error("%s is what is read; a recording is never changed, name another file",
                      output->path);
        return EXIT_USAGE;
    }
    answer->reading.leave_out = output->path;
    return EXIT_OK;
}

static bool write_bytes(void *context, const void *bytes, size_t len) {
    struct rewriting *r = context;
    output_add(&r->answer->output, bytes, len);
    r->written += len;
    return !r->answer->output.failed;
}

static bool patch(void *context, uint64_t before, const void *bytes, size_t len) {
    struct rewriting *r = context;
    struct output *output = &r->answer->output;
    if (output->failed) return false;
    if (fflush(output->file) != 0 ||
        pwrite(fileno(output->file), bytes, len, (off_t)(r->written - before)) != (ssize_t)len)
        output->failed = errno ? errno : EIO;
    return !output->failed;
}

/* The chunk that was the last is not any more. */
static void begin_chunk(struct rewriting *r, const struct jfr_chunk *chunk) {
    uint8_t flags = (uint8_t)(r->last_flags & ~2u);
    if (r->chunks && r->last_flags & 2) patch(r, r->written - (r->last + FLAGS_AT), &flags, 1);
    r->last = r->written;
    r->last_flags = chunk->data[FLAGS_AT];
    r->chunks++;
}

void rewriting_copy(struct rewriting *r, const struct jfr_chunk *chunk) {
    begin_chunk(r, chunk);
    write_bytes(r, chunk->data, (size_t)chunk->size);
}

void rewriting_edit(struct rewriting *r, const struct jfr_chunk *chunk,
                    const struct edit_rules *rules, const struct jfr_log *log) {
    const struct edit_sink sink = {.context = r, .write = write_bytes, .patch = patch};
    struct rewriting before = *r;
    struct jfr_error error = {0};
    begin_chunk(r, chunk);
    bool fine = edit_write(chunk, rules, true, &sink, log, &error);
    if (r->written > r->last) return;
    *r = before; /* nothing came of it */
    if (fine) return;
    if (!r->failed++) r->error = error;
    message_error("%s: the chunk at byte %llu is left out: %s", chunk->name,
                  (unsigned long long)chunk->offset, error.text);
}

/* ==== The run =============================================================================== */

struct run {
    void (*each)(void *context, const struct jfr_chunk *chunk, const struct jfr_log *log);
    void *context;
};

static void *open_run(const void *options) {
    return (void *)(uintptr_t)options;
}

static void take_chunk(void *state, const struct jfr_chunk *chunk, const struct jfr_log *log) {
    const struct run *run = state;
    run->each(run->context, chunk, log);
}

static void nothing(void *state) {
    (void)state;
}

static void merge(void *into, void *from) { /* there is one */
    (void)into;
    (void)from;
}

static void scan_all(struct rewriting *r, struct run *run, struct scan_report *report,
                     void (*window)(void *context, int64_t start_ns, int64_t end_ns,
                                    const struct jfr_chunk *first)) {
    const struct scan_work work = {.open = open_run,
                                   .window = window,
                                   .window_context = run->context,
                                   .chunk = take_chunk,
                                   .merge = merge,
                                   .close = nothing,
                                   .options = run};
    struct scan_options scan = reading_scan(&r->answer->reading);
    scan.jobs = 1;
    scan_run(&scan, &work, report);
}

void rewriting_look(struct rewriting *r,
                    void (*each)(void *context, const struct jfr_chunk *chunk,
                                 const struct jfr_log *log),
                    void *context) {
    struct run run = {each, context};
    struct scan_report report;
    scan_all(r, &run, &report, NULL);
    scan_report_free(&report);
    progress_end(&r->answer->reading.progress);
}

int rewriting_run_within(struct rewriting *r,
                         void (*window)(void *context, int64_t start_ns, int64_t end_ns,
                                        const struct jfr_chunk *first),
                         void (*each)(void *context, const struct jfr_chunk *chunk,
                                      const struct jfr_log *log),
                         void *context) {
    struct run run = {each, context};
    scan_all(r, &run, &r->answer->reading.report, window);
    int code = reading_done(&r->answer->reading);
    if (code == EXIT_OK && r->failed) r->answer->partial = true;
    if (code == EXIT_OK && !r->chunks) code = r->failed ? EXIT_NOT_JFR : EXIT_NOTHING;
    return code;
}

int rewriting_run(struct rewriting *r,
                  void (*each)(void *context, const struct jfr_chunk *chunk,
                               const struct jfr_log *log),
                  void *context) {
    return rewriting_run_within(r, NULL, each, context);
}
