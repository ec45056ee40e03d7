/* Batches in the order of the files, made by workers.
 *
 *   source lock   chunks --> tasks (some chunks in a row)          one worker at a time
 *   lock          tasks, in order: [done] [at work] [at work] ...   the consumer waits for the
 * first
 *
 * What a task is does not depend on the workers, so neither do the batches. */
#include "parser/arrow/arrow.h"

#include "base/platform.h"
#include "base/posix.h"
#include "parser/table/rows.h"
#include "parser/table/tables.h"

#include <errno.h>

#define TASK_BYTES (UINT64_C(4) << 20)
#define TASK_CHUNKS 256
#define BATCH_ROWS (UINT32_C(1) << 17)
#define BLOCK_ROWS 1024
#define MAX_THREADS 8

struct piece { /* a chunk, whose segment is retained */
    struct jfr_chunk chunk;
    struct jfr_segment segment;
};

struct task {
    struct task *next;
    ARRAY(struct piece) pieces;
    ARRAY(struct ArrowArray) batches;
    size_t taken; /* of the batches */
    bool done;
};

struct worker {
    struct stream *stream;
    struct jfr_metadata *metadata; /* kept for the next chunk */
    struct jfr_rows *rows;
    struct arrow_batch *batch;
    void *filter;
    uint64_t *cells;    /* of a row */
    uint64_t *block;    /* of many rows, column by column; NULL: rows come one by one */
    uint64_t **columns; /* of block */
};

struct stream {
    struct jfr_tables *tables;
    const struct jfr_table *table;
    struct arrow_columns columns;
    struct jfr_arrow_options options;
    struct arrow_filter filter; /* open NULL: none */
    void (*free_context)(void *context);
    struct jfr_log log, to; /* ours, and whom it hands notes to */
    ARRAY(const char *) paths;
    pthread_mutex_t source, lock, log_lock;
    pthread_cond_t done, room;
    struct jfr_chunks *chunks;
    bool exhausted, stopping;
    struct task *first, *last; /* in order */
    size_t at_work;
    ARRAY(pthread_t) threads;
    struct worker own; /* the consumer's, if there is one thread */
    bool started;
    bool failed; /* the last get_next */
    struct jfr_error error;
};

static void pass_note(void *context, const struct jfr_note *note) {
    struct stream *s = context;
    pthread_mutex_lock(&s->log_lock);
    if (s->to.note) s->to.note(s->to.context, note);
    pthread_mutex_unlock(&s->log_lock);
}

/* ==== Tasks ================================================================================= */

/* The next chunks; NULL: there are no more. */
static struct task *next_task(struct stream *s) {
    const struct jfr_chunk *chunk = NULL;
    struct task *task = NULL;
    uint64_t bytes = 0;
    while (bytes < TASK_BYTES && (!task || task->pieces.len < TASK_CHUNKS) &&
           (chunk = jfr_chunks_next(s->chunks)) != NULL) {
        if (!task) task = mem_zero(1, sizeof *task);
        struct piece piece = {*chunk, *chunks_segment(s->chunks)};
        jfr_segment_retain(&piece.segment);
        array_push(&task->pieces, piece);
        bytes += chunk->size;
    }
    return task;
}

static void task_free(struct task *task) {
    for (size_t i = 0; i < task->pieces.len; i++)
        jfr_segment_release(&task->pieces.items[i].segment);
    for (size_t i = task->taken; i < task->batches.len; i++)
        task->batches.items[i].release(&task->batches.items[i]);
    arrays_free(&task->pieces, &task->batches);
    free(task);
}

static void flush(struct worker *w, struct task *task) {
    struct ArrowArray array;
    if (arrow_batch_rows(w->batch) == 0) return;
    arrow_batch_take(w->batch, &array);
    array_push(&task->batches, array);
}

static void flush_full(struct worker *w, struct task *task) {
    if (arrow_batch_rows(w->batch) == w->stream->options.batch_rows ||
        arrow_batch_is_full(w->batch))
        flush(w, task);
}

static void add_rows(struct worker *w, struct task *task) {
    const struct stream *s = w->stream;
    bool is_new = true;
    while (jfr_rows_next(w->rows, w->cells)) {
        if (s->filter.open) {
            size_t first = s->paths.len - s->filter.count;
            bool keep = s->filter.keep(w->filter, w->cells + first, is_new);
            is_new = false;
            if (!keep) continue;
        }
        arrow_batch_add(w->batch, w->cells);
        flush_full(w, task);
    }
}

/* The same by column, without a filter: what a batch is does not depend on it. */
static void add_blocks(struct worker *w, struct task *task) {
    size_t count, columns = w->stream->paths.len;
    for (size_t i = 0; i < columns; i++) w->columns[i] = w->block + i * BLOCK_ROWS;
    while ((count = rows_next_many(w->rows, w->columns, BLOCK_ROWS)) > 0) {
        for (size_t done = 0; done < count;) {
            size_t left = w->stream->options.batch_rows - arrow_batch_rows(w->batch);
            size_t some = count - done < left ? count - done : left;
            some = arrow_batch_add_many(w->batch, w->columns, some);
            for (size_t i = 0; i < columns; i++) w->columns[i] += some;
            done += some;
            flush_full(w, task);
        }
        for (size_t i = 0; i < columns; i++) w->columns[i] = w->block + i * BLOCK_ROWS;
    }
}

static void read_chunk(struct worker *w, struct task *task, const struct jfr_chunk *chunk) {
    struct jfr_error error;
    if (!jfr_metadata_matches(w->metadata, chunk)) {
        jfr_metadata_free(w->metadata);
        w->metadata = jfr_metadata_read(chunk, &error); /* noted when the tables were opened */
    }
    if (!w->metadata) return;
    rows_visit(w->rows, chunk, w->metadata);
    arrow_batch_begin(w->batch, w->rows, chunk->name);
    if (w->block) add_blocks(w, task);
    else add_rows(w, task);
}

static void work_on(struct worker *w, struct task *task) {
    for (size_t i = 0; i < task->pieces.len; i++) {
        read_chunk(w, task, &task->pieces.items[i].chunk);
        jfr_segment_release(&task->pieces.items[i].segment);
    }
    task->pieces.len = 0;
    flush(w, task);
}

/* ==== Workers =============================================================================== */

static void worker_open(struct worker *w, struct stream *s) {
    unsigned flags = s->options.flags & JFR_ARROW_RAW_NAMES ? JFR_ROWS_RAW_NAMES : 0;
    w->stream = s;
    w->rows = rows_open_idle(s->tables, s->table, s->paths.items, s->paths.len, flags, &s->log);
    w->batch = arrow_batch_open(&s->columns);
    w->cells = mem_zero(s->paths.len, sizeof *w->cells);
    if (s->filter.open) {
        w->filter = s->filter.open(s->filter.context, rows_things(w->rows));
    } else if (arrow_batch_takes_many(w->batch)) {
        w->block = mem_zero(s->paths.len * BLOCK_ROWS, sizeof *w->block);
        w->columns = mem_zero(s->paths.len, sizeof *w->columns);
    }
}

static void worker_close(struct worker *w) {
    if (!w->stream) return;
    if (w->stream->filter.open) w->stream->filter.close(w->filter);
    arrow_batch_close(w->batch);
    jfr_rows_close(w->rows);
    jfr_metadata_free(w->metadata);
    mem_free(w->cells, w->block, w->columns);
}

/* The next chunks, behind those that others have. NULL: no more. */
static struct task *take_task(struct stream *s) {
    struct task *task = NULL;
    pthread_mutex_lock(&s->source);
    pthread_mutex_lock(&s->lock);
    while (!s->stopping && s->at_work >= 2 * s->threads.len) pthread_cond_wait(&s->room, &s->lock);
    bool go_on = !s->stopping && !s->exhausted;
    pthread_mutex_unlock(&s->lock);
    if (go_on) task = next_task(s);
    pthread_mutex_lock(&s->lock);
    if (task) {
        *(s->last ? &s->last->next : &s->first) = task;
        s->last = task;
        s->at_work++;
    } else {
        s->exhausted = true;
        pthread_cond_broadcast(&s->done);
    }
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_unlock(&s->source);
    return task;
}

static void *run(void *argument) {
    struct stream *s = argument;
    struct worker worker = {0};
    worker_open(&worker, s);
    for (struct task *task; (task = take_task(s)) != NULL;) {
        work_on(&worker, task);
        pthread_mutex_lock(&s->lock);
        task->done = true;
        pthread_cond_broadcast(&s->done);
        pthread_mutex_unlock(&s->lock);
    }
    worker_close(&worker);
    return NULL;
}

static void start(struct stream *s) {
    pthread_t thread;
    s->started = true;
    s->chunks = jfr_chunks_open(s->tables);
    if (s->options.threads == 1) return;
    pthread_mutex_lock(&s->source); /* until all are there: workers look at how many they are */
    for (uint32_t i = 0; i < s->options.threads; i++)
        if (platform_thread(&thread, run, s)) array_push(&s->threads, thread);
    pthread_mutex_unlock(&s->source);
}

/* ==== The stream ============================================================================ */

static void leave_first(struct stream *s) {
    struct task *task = s->first;
    s->first = task->next;
    if (!s->first) s->last = NULL;
    s->at_work--;
    pthread_cond_signal(&s->room);
    task_free(task);
}

/* The first task that has a batch, when it is done. NULL: the stream is at its end. */
static struct task *wait_for_batch(struct stream *s) {
    for (;;) {
        struct task *task = s->first;
        if (task && task->done) {
            if (task->taken < task->batches.len) return task;
            leave_first(s);
        } else if (task || !s->exhausted) {
            pthread_cond_wait(&s->done, &s->lock);
        } else {
            return NULL;
        }
    }
}

/* The same without threads. */
static struct task *make_batch(struct stream *s) {
    if (!s->own.stream) worker_open(&s->own, s);
    while (s->first && s->first->taken == s->first->batches.len) leave_first(s);
    while (!s->first) {
        struct task *task = next_task(s);
        if (!task) return NULL;
        work_on(&s->own, task);
        if (task->batches.len == 0) {
            task_free(task);
            continue;
        }
        s->first = s->last = task;
        s->at_work++;
    }
    return s->first;
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out) {
    struct stream *s = stream->private_data;
    out->release = NULL;
    if (!s->started) start(s);
    pthread_mutex_lock(&s->lock);
    struct task *task = s->threads.len ? wait_for_batch(s) : make_batch(s);
    if (task) *out = task->batches.items[task->taken++];
    s->failed = !task && jfr_tables_error(s->tables, &s->error);
    pthread_mutex_unlock(&s->lock);
    return s->failed ? EIO : 0;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
    const struct stream *s = stream->private_data;
    arrow_schema_make(&s->columns, s->table, out);
    return 0;
}

static const char *get_last_error(struct ArrowArrayStream *stream) {
    const struct stream *s = stream->private_data;
    return s->failed ? s->error.text : NULL;
}

static void release(struct ArrowArrayStream *stream) {
    struct stream *s = stream->private_data;
    pthread_mutex_lock(&s->lock);
    s->stopping = true;
    pthread_cond_broadcast(&s->room);
    pthread_mutex_unlock(&s->lock);
    for (size_t i = 0; i < s->threads.len; i++) pthread_join(s->threads.items[i], NULL);
    worker_close(&s->own);
    while (s->first) leave_first(s);
    jfr_chunks_close(s->chunks);
    jfr_tables_close(s->tables);
    if (s->free_context) s->free_context(s->filter.context);
    arrays_free(&s->columns.items, &s->paths, &s->threads);
    pthread_mutex_destroy(&s->source);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->log_lock);
    pthread_cond_destroy(&s->done);
    pthread_cond_destroy(&s->room);
    free(s);
    stream->release = NULL;
}

static uint32_t processors(void) {
    size_t count = platform_processors();
    return count > MAX_THREADS ? MAX_THREADS : (uint32_t)count;
}

bool arrow_stream_make(struct jfr_tables *tables, const struct jfr_table *table,
                       const char *const *names, size_t count,
                       const struct jfr_arrow_options *options, const struct arrow_filter *filter,
                       void (*free_context)(void *context), const struct jfr_log *log,
                       struct ArrowArrayStream *out, struct jfr_error *error) {
    struct stream *s = mem_zero(1, sizeof *s);
    if (options) s->options = *options;
    if (!arrow_columns_choose(&s->columns, table, names, count, &s->options, error)) {
        array_free(&s->columns.items);
        free(s);
        return false;
    }
    if (s->options.threads == 0) s->options.threads = processors();
    if (s->options.batch_rows == 0) s->options.batch_rows = BATCH_ROWS;
    tables_retain(tables);
    s->tables = tables;
    s->table = table;
    s->free_context = free_context;
    s->log = (struct jfr_log){.note = pass_note, .context = s};
    if (log) s->to = *log;
    for (size_t i = 0; i < s->columns.items.len; i++)
        if (s->columns.items.items[i].path) array_push(&s->paths, s->columns.items.items[i].path);
    if (filter) s->filter = *filter;
    for (size_t i = 0; i < s->filter.count; i++) array_push(&s->paths, s->filter.paths[i]);
    pthread_mutex_init(&s->source, NULL);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->log_lock, NULL);
    pthread_cond_init(&s->done, NULL);
    pthread_cond_init(&s->room, NULL);
    *out = (struct ArrowArrayStream){.get_schema = get_schema,
                                     .get_next = get_next,
                                     .get_last_error = get_last_error,
                                     .release = release,
                                     .private_data = s};
    return true;
}

bool jfr_arrow_stream(struct jfr_tables *tables, const struct jfr_table *table,
                      const char *const *names, size_t count,
                      const struct jfr_arrow_options *options, const struct jfr_log *log,
                      struct ArrowArrayStream *out, struct jfr_error *error) {
    return arrow_stream_make(tables, table, names, count, options, NULL, NULL, log, out, error);
}
