#include "cmd/edit/rewriting.h"

#include "base/platform.h"
#include "base/posix.h"
#include "cmd/cli/message.h"
#include "parser/input/segment.h"
#include "parser/whole/written.h"

#include <errno.h>

#define START_AT 32 /* nanoseconds since the epoch, */
#define TICKS_AT 48 /* and the same moment by the clock of the events, in a chunk's header */
#define FLAGS_AT 67 /* the last byte of a chunk's flags; 2 in it: no chunk follows */

#define NS_PER_SECOND UINT64_C(1000000000)
#define LONGEST_STEP_NS UINT64_C(1000000)
#define MOST_STEPS 1000 /* only a file that is made so has a chunk at each */

/* ==== The output ============================================================================ */

static bool is_same_file(const char *a, const char *b) {
    struct platform_file x, y;
    return platform_file_named(a, &x) && platform_file_named(b, &y) && platform_file_same(&x, &y);
}

int rewriting_check(struct answer *answer) {
    const struct output_options *output =
        options_part(answer->command->groups, &options_output, answer->options);
    const struct text_list *paths = &answer->reading.paths;
    struct stat status;
    if (!output->path || strcmp(output->path, "-") == 0)
        return message_usage("%s writes a new recording: say which with -o FILE",
                             answer->command->name);
    if (stat(output->path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        return message_usage("cannot write %s: a recording needs a file, this is a device or pipe",
                             output->path);
    EACH (const char *const, path, paths)
        if (is_same_file(*path, output->path))
            return message_usage(
                "%s is what is read; a recording is never changed, name another file",
                output->path);
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

static void patch_be64(struct rewriting *r, uint64_t at, uint64_t n) {
    uint8_t bytes[8];
    for (int i = 7; i >= 0; i--, n >>= 8) bytes[i] = (uint8_t)n;
    patch(r, r->written - (r->last + at), bytes, sizeof bytes);
}

/* The shortest time that is whole in nanoseconds and in ticks, unless that is long. */
static uint64_t common_step_ns(uint64_t ticks_per_second) {
    uint64_t a = NS_PER_SECOND, b = ticks_per_second;
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return NS_PER_SECOND / a <= LONGEST_STEP_NS ? NS_PER_SECOND / a : 1;
}

/* JDK Mission Control takes chunks that start at the same nanosecond for one and the same, and
 * leaves all but the first out. Two parts of one chunk are not: the start of the later one in the
 * file moves on, by both clocks, so that its events stay where they are in time. */
static void end_chunk(struct rewriting *r, const struct jfr_chunk *chunk) {
    uint64_t start = wire_be64(chunk->data + START_AT), moved;
    uint64_t rate = chunk->ticks_per_second > 0 ? (uint64_t)chunk->ticks_per_second : NS_PER_SECOND;
    bool fresh;
    uint64_t *steps = map_put(&r->starts, start, &fresh);
    if (fresh) return;
    uint64_t step = common_step_ns(rate), last = *steps + MOST_STEPS;
    do { /* where the one before with that start ended */
        if (*steps == last) return;
        moved = start + ++*steps * step;
    } while (map_get(&r->starts, moved));
    map_add(&r->starts, moved);
    uint64_t ticks =
        (uint64_t)(((unsigned __int128)(moved - start) * rate + NS_PER_SECOND / 2) / NS_PER_SECOND);
    patch_be64(r, START_AT, moved);
    patch_be64(r, TICKS_AT, wire_be64(chunk->data + TICKS_AT) + ticks);
}

/* Is what was written of the chunk a chunk for others? It is read where it lies. */
static bool chunk_is_read(const struct rewriting *r, const char **why) {
    uint64_t size = r->written - r->last;
    struct jfr_segment written;
    *why = "what was written cannot be read back";
    if (fflush(r->answer->output.file) != 0) return false;
    int fd = fileno(r->answer->output.file);
    if (!segment_map(&written, fd, r->last, size, "") &&
        !segment_read(&written, fd, r->last, size, ""))
        return false;
    bool fine = written.size == size && written_is_read(written.data, size, r->metadata, why);
    jfr_segment_release(&written);
    return fine;
}

/* The file ends where it did before the chunk. */
static void take_back(struct rewriting *r, const struct rewriting *before) {
    struct output *output = &r->answer->output;
    uint64_t failed = r->failed;
    if (ftruncate(fileno(output->file), (off_t)before->written) != 0 ||
        fseeko(output->file, (off_t)before->written, SEEK_SET) != 0)
        output->failed = errno ? errno : EIO;
    *r = *before;
    r->failed = failed;
}

void rewriting_copy(struct rewriting *r, const struct jfr_chunk *chunk) {
    begin_chunk(r, chunk);
    write_bytes(r, chunk->data, (size_t)chunk->size);
    end_chunk(r, chunk);
}

/* That cannot be read is said by who reads the chunk. */
static void know_metadata(struct rewriting *r, const struct jfr_chunk *chunk) {
    struct jfr_error error;
    if (jfr_metadata_matches(r->metadata, chunk)) return;
    jfr_metadata_free(r->metadata);
    r->metadata = jfr_metadata_read(chunk, &error);
}

void rewriting_edit(struct rewriting *r, const struct jfr_chunk *chunk,
                    const struct edit_rules *rules, const struct jfr_log *log) {
    const struct edit_sink sink = {.context = r, .write = write_bytes, .patch = patch};
    struct jfr_error error = {0};
    know_metadata(r, chunk);
    struct rewriting before = *r;
    struct edit_rules with = *rules;
    with.metadata = r->metadata;
    begin_chunk(r, chunk);
    bool fine = edit_write(chunk, &with, true, &sink, log, &error);
    const char *why = NULL;
    if (r->written > r->last && !r->answer->output.failed && fine && !chunk_is_read(r, &why)) {
        error_set(&error, JFR_DAMAGED, chunk->offset, "%s", why);
        take_back(r, &before);
    } else if (r->written > r->last) {
        end_chunk(r, chunk);
        return;
    } else {
        *r = before; /* nothing came of it */
        if (fine) return;
    }
    if (!r->failed++) r->error = error;
    message_error("%s: the chunk at byte %llu is left out: %s", chunk->name,
                  (unsigned long long)chunk->offset, error.text);
}

/* ==== The run =============================================================================== */

void rewriting_look(struct rewriting *r, scan_take *each, void *context) {
    struct scan_options scan = reading_scan(&r->answer->reading);
    OWNED(scan_report_free) struct scan_report report;
    scan_in_turn(&scan, NULL, each, context, &report);
    progress_end(&r->answer->reading.progress);
}

int rewriting_run_within(struct rewriting *r, scan_span *window, scan_take *each, void *context) {
    struct scan_options scan = reading_scan(&r->answer->reading);
    scan_in_turn(&scan, window, each, context, &r->answer->reading.report);
    map_free(&r->starts);
    jfr_metadata_free(r->metadata);
    int code = reading_done(&r->answer->reading);
    if (code == EXIT_OK && r->failed) r->answer->partial = true;
    if (code == EXIT_OK && !r->chunks) code = r->failed ? EXIT_NOT_JFR : EXIT_NOTHING;
    return code;
}

int rewriting_run(struct rewriting *r, scan_take *each, void *context) {
    return rewriting_run_within(r, NULL, each, context);
}
