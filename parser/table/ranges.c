#include "parser/table/ranges.h"

#include "base/platform.h"
#include "base/posix.h"

#define LEAST_SIZE (UINT64_C(2) << 20) /* is read in the time that some threads take to start */
#define MOST_COPIED (UINT64_C(256) << 20)
#define PER_THREAD 4 /* ranges, so that no thread waits long for the last */
#define MOST_THREADS 64

struct worker {
    struct ranges *ranges;
    const struct ranges_work *work;
    struct range *range; /* at hand */
    void *state;
    pthread_t thread;
};

/* What is copied into memory is there at once. */
static bool copies_too_much(const struct jfr_tables *tables) {
    uint64_t done, total;
    if (!tables->copies || tables->holds) return false;
    jfr_input_progress(tables->files, &done, &total);
    return total > MOST_COPIED;
}

/* A chunk's header says how large it is, so this touches little (but for copies). */
static uint64_t find_chunks(struct ranges *r, const struct jfr_tables *tables) {
    const struct jfr_segment *last = NULL;
    const struct jfr_chunk *chunk;
    uint64_t bytes = 0;
    struct jfr_chunks *chunks = jfr_chunks_open(tables);
    while ((chunk = jfr_chunks_next(chunks)) != NULL) {
        if (!last || last->data > chunk->data || chunk->data >= last->data + last->size) {
            array_push(&r->segments, *chunks_segment(chunks));
            last = &r->segments.items[r->segments.len - 1];
            jfr_segment_retain(last);
        }
        array_push(&r->chunks, *chunk);
        bytes += chunk->size;
    }
    jfr_chunks_close(chunks);
    return bytes;
}

/* Ranges of this size at least, but for the last. */
static void cut(struct ranges *r, uint64_t size) {
    size_t first = 0;
    uint64_t bytes = 0;
    r->items = mem_zero(r->chunks.len, sizeof *r->items);
    for (size_t i = 0; i < r->chunks.len; i++) {
        bytes += r->chunks.items[i].size;
        if (bytes < size && i + 1 < r->chunks.len) continue;
        r->items[r->len++].chunks = (struct chunks_range){r->chunks.items + first, i + 1 - first};
        first = i + 1;
        bytes = 0;
    }
}

void ranges_open(struct ranges *r, const struct jfr_tables *tables,
                 const struct ranges_options *options) {
    *r = (struct ranges){.threads = options->threads ? options->threads : platform_processors(),
                         .log = options->log};
    uint64_t least = options->least_size ? options->least_size : LEAST_SIZE;
    if (r->threads > MOST_THREADS) r->threads = MOST_THREADS;
    if (r->threads > 1 && (tables->holds || tables->mapped) && !copies_too_much(tables)) {
        uint64_t bytes = find_chunks(r, tables), size = bytes / (r->threads * PER_THREAD);
        if (r->chunks.len > 1 && bytes >= 2 * least) cut(r, size < least ? least : size);
    }
    if (r->len < 2) { /* without a list of its chunks */
        free(r->items);
        r->items = mem_zero(1, sizeof *r->items);
        r->len = 1;
    }
    if (r->threads > r->len) r->threads = r->len;
}

void ranges_close(struct ranges *r) {
    for (size_t i = 0; i < r->len; i++) array_free(&r->items[i].notes);
    for (size_t i = 0; i < r->segments.len; i++) jfr_segment_release(&r->segments.items[i]);
    arrays_free(&r->segments, &r->chunks);
    free(r->items);
    r->items = NULL;
}

static void keep_note(void *context, const struct jfr_note *note) {
    struct worker *w = context;
    array_push(&w->range->notes, *note);
}

static void *run(void *argument) {
    struct worker *w = argument;
    struct ranges *r = w->ranges;
    while (!atomic_load(&r->stopped)) {
        size_t number = atomic_fetch_add(&r->next, 1);
        if (number >= r->len) break;
        w->range = &r->items[number];
        if (!w->work->read(w->state, number, w->range->chunks)) atomic_store(&r->stopped, true);
    }
    return NULL;
}

/* Besides the one that is here.*/
static size_t start(struct worker *workers, size_t count) {
    size_t started = 1;
    while (started < count && platform_thread(&workers[started].thread, run, &workers[started]))
        started++;
    return started;
}

bool ranges_read(struct ranges *r, const struct ranges_work *work) {
    OWNED(mem_release) struct worker *workers = mem_zero(r->threads, sizeof *workers);
    for (size_t i = 0; i < r->threads; i++) {
        const struct jfr_log log = {.note = keep_note, .context = &workers[i]};
        workers[i].ranges = r;
        workers[i].work = work;
        workers[i].state = work->open(work->context, r->len > 1 ? &log : &r->log);
    }
    size_t started = r->threads > 1 ? start(workers, r->threads) : 1;
    run(&workers[0]);
    for (size_t i = 1; i < started; i++) pthread_join(workers[i].thread, NULL);
    for (size_t i = 0; i < r->threads; i++) work->close(workers[i].state);
    return !atomic_load(&r->stopped);
}

void ranges_tell(struct ranges *r) {
    for (size_t i = 0; i < r->len && r->log.note; i++)
        for (size_t k = 0; k < r->items[i].notes.len; k++)
            r->log.note(r->log.context, &r->items[i].notes.items[k]);
}
