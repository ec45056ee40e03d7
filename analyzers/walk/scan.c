#include "analyzers/walk/scan.h"
#include "parser/input/content.h"
#include "base/map.h"
#include "parser/pprof/pprof.h"
#include "parser/input/segment.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_JOBS 256
#define MAX_NOTES 1000 /* in the report */
#define MAX_CHUNK_NOTES \
    50 /* of one chunk: what is damaged everywhere need not be told everywhere */

struct task {                   /* a chunk on its way to a worker */
    struct jfr_segment segment; /* retained */
    struct jfr_chunk chunk;
    bool pprof; /* the chunk is a profile */
};

/* What tells a chunk from another. Content is compared only where start and size are equal. */
struct seen_chunk {
    struct jfr_segment
        segment;         /* retained if mapped: its bytes stay at hand without private memory */
    const uint8_t *data; /* NULL: came from a stream, only its hash is left */
    uint64_t size, hash;
    bool hashed; /* hash is that of the content */
};

struct scan {
    const struct scan_options *options;
    const struct scan_work *work;
    struct scan_report *report;
    struct jfr_input *input;
    ARRAY(struct seen_chunk) seen;
    size_t told, untold;      /* notes of the reading thread: as many as the report has room for */
    struct map seen_by_start; /* start and size -> the first such chunk */
    struct map seen_by_content; /* start, size and hash of the content -> chunk */
    uint64_t mapped_given, total_bytes;
    _Atomic uint64_t mapped_done;
    struct timespec last_progress;

    pthread_mutex_t lock; /* guards what follows and the report's notes */
    pthread_cond_t more, room;
    struct task *queue; /* ring */
    size_t queue_size, queue_head, queue_len;
    uint32_t bad_profiles; /* that turned out to be unreadable */
    bool finished;
};

struct worker {
    struct scan *scan;
    void *state;
    pthread_t thread;
    /* set while a chunk is analysed, for notes */
    const struct jfr_chunk *chunk;
    size_t chunk_notes;
    uint64_t untold, untold_bytes, untold_offset; /* notes left out of this chunk's */
};

/* ==== Notes ================================================================================= */

static const char *intern_source(struct scan *scan, const char *source) {
    struct strings *sources = &scan->report->sources;
    return strings_get(sources, strings_intern(sources, source, strlen(source)));
}

static void add_note(struct scan *scan, const char *source, uint64_t recording, bool failed,
                     const struct jfr_note *note) {
    pthread_mutex_lock(&scan->lock);
    struct scan_note n = {intern_source(scan, source), recording, failed, *note};
    array_push(&scan->report->notes, n);
    if (note->kind == JFR_NOTE_LOST) scan->report->lost_bytes += note->bytes;
    pthread_mutex_unlock(&scan->lock);
}

/* A note of the reading thread, about input and chunk headers. */
static void tell(struct scan *scan, const char *source, uint64_t recording, bool failed,
                 const struct jfr_note *note) {
    if (scan->told < MAX_NOTES) {
        scan->told++;
        add_note(scan, source, recording, failed, note);
        return;
    }
    scan->untold++;
    pthread_mutex_lock(&scan->lock);
    if (note->kind == JFR_NOTE_LOST) scan->report->lost_bytes += note->bytes;
    pthread_mutex_unlock(&scan->lock);
}

struct source { /* context of the log while input and chunk headers are read */
    struct scan *scan;
    const char *name;
    uint64_t recording;
};

static void note_from_input(void *context, const struct jfr_note *note) {
    struct source *source = context;
    tell(source->scan, source->name ? source->name : "", source->recording, false, note);
}

static void note_from_chunk(void *context, const struct jfr_note *note) {
    struct worker *worker = context;
    if (worker->chunk_notes++ < MAX_CHUNK_NOTES) {
        add_note(worker->scan, worker->chunk->name, worker->chunk->recording, false, note);
        return;
    }
    if (worker->untold++ == 0) worker->untold_offset = note->offset;
    if (note->kind == JFR_NOTE_LOST) worker->untold_bytes += note->bytes;
}

/* Sums up what note_from_chunk did not tell. */
static void note_untold(struct worker *worker) {
    struct jfr_note note = {
        .kind = JFR_NOTE_LOST, .offset = worker->untold_offset, .bytes = worker->untold_bytes};
    if (worker->untold == 0) return;
    snprintf(note.text, sizeof note.text,
             "and %" PRIu64 " more places behind this one: %" PRIu64 " bytes were lost there",
             worker->untold, worker->untold_bytes);
    add_note(worker->scan, worker->chunk->name, worker->chunk->recording, false, &note);
}

static void add_failure(struct scan *scan, const char *source, uint64_t recording,
                        const struct jfr_error *error) {
    struct jfr_note note = {.kind = JFR_NOTE_LOST, .offset = error->offset};
    size_t len = strlen(error->text);
    if (len >= sizeof note.text) len = sizeof note.text - 1;
    memcpy(note.text, error->text, len);
    tell(scan, source, recording, true, &note);
    scan->report->failed++;
    if (scan->report->error.code == JFR_OK) scan->report->error = *error;
}

/* ==== Chunks seen before ==================================================================== */

static uint64_t hash_of(struct seen_chunk *chunk) {
    if (!chunk->hashed) chunk->hash = hash_bytes(chunk->data, (size_t)chunk->size);
    chunk->hashed = true;
    return chunk->hash;
}

static void remember(struct scan *scan, const struct jfr_segment *segment,
                     struct seen_chunk *chunk) {
    if (segment->mapped) {
        jfr_segment_retain(segment);
        chunk->segment = *segment;
    } else {
        hash_of(chunk);
        chunk->data = NULL;
    }
    array_push(&scan->seen, *chunk);
}

/* A chunk whose start and size nobody shares costs one look. Those of equal start and size are told
 * apart by a hash of their content, however many there are. */
static bool seen_before(struct scan *scan, const struct jfr_segment *segment,
                        const struct jfr_chunk *chunk) {
    struct seen_chunk now = {.data = chunk->data, .size = chunk->size};
    uint64_t key = map_mix(map_mix((uint64_t)chunk->start_ns) ^ chunk->size);
    bool fresh;
    uint64_t *index = map_put(&scan->seen_by_start, key, &fresh);
    if (fresh) {
        *index = scan->seen.len;
        remember(scan, segment, &now);
        return false;
    }
    size_t first = (size_t)*index;
    index = map_put(&scan->seen_by_content, key ^ hash_of(&scan->seen.items[first]), &fresh);
    if (fresh) *index = first;
    index = map_put(&scan->seen_by_content, key ^ hash_of(&now), &fresh);
    if (fresh) {
        *index = scan->seen.len;
        remember(scan, segment, &now);
        return false;
    }
    const struct seen_chunk *old = &scan->seen.items[*index];
    return old->size == now.size &&
           (old->data == NULL || memcmp(old->data, now.data, (size_t)now.size) == 0);
}

/* ==== Workers =============================================================================== */

/* A mapped segment counts as read when it is opened; what of it still waits is known from these. */
static void add_done(struct scan *scan, const struct jfr_segment *segment, uint64_t bytes) {
    if (segment->mapped) atomic_fetch_add_explicit(&scan->mapped_done, bytes, memory_order_relaxed);
}

static void analyse_pprof(struct worker *worker, const struct jfr_log *log) {
    struct scan *scan = worker->scan;
    struct jfr_error error = {0};
    if (scan->work->pprof(worker->state, worker->chunk, log, &error)) return;
    struct jfr_note note = {
        .kind = JFR_NOTE_LOST, .offset = error.offset, .bytes = worker->chunk->size};
    memcpy(note.text, error.text, sizeof note.text - 1);
    add_note(scan, worker->chunk->name, worker->chunk->recording, true, &note);
    pthread_mutex_lock(&scan->lock);
    scan->bad_profiles++;
    pthread_mutex_unlock(&scan->lock);
}

static void analyse(struct worker *worker, struct task *task) {
    struct scan *scan = worker->scan;
    const struct jfr_log log = {note_from_chunk, worker};
    worker->chunk = &task->chunk;
    worker->chunk_notes = 0;
    worker->untold = worker->untold_bytes = 0;
    if (task->pprof) analyse_pprof(worker, &log);
    else scan->work->chunk(worker->state, &task->chunk, &log);
    note_untold(worker);
    add_done(scan, &task->segment, task->chunk.size);
    segment_forget(&task->segment, task->chunk.data, task->chunk.size);
    jfr_segment_release(&task->segment);
}

static void *work(void *context) {
    struct worker *worker = context;
    struct scan *scan = worker->scan;
    for (;;) {
        pthread_mutex_lock(&scan->lock);
        while (scan->queue_len == 0 && !scan->finished) pthread_cond_wait(&scan->more, &scan->lock);
        if (scan->queue_len == 0) {
            pthread_mutex_unlock(&scan->lock);
            return NULL;
        }
        struct task task = scan->queue[scan->queue_head];
        scan->queue_head = (scan->queue_head + 1) % scan->queue_size;
        scan->queue_len--;
        pthread_cond_signal(&scan->room);
        pthread_mutex_unlock(&scan->lock);
        analyse(worker, &task);
    }
}

static void report_progress(struct scan *scan) {
    if (scan->options->progress == NULL) return;
    uint64_t done, total;
    jfr_input_progress(scan->input, &done, &total);
    uint64_t waiting =
        scan->mapped_given - atomic_load_explicit(&scan->mapped_done, memory_order_relaxed);
    scan->options->progress(scan->options->progress_context, done > waiting ? done - waiting : 0,
                            total);
}

/* Waits on the condition for a tenth of a second at most, so that progress is shown. */
static void wait_a_little(struct scan *scan, pthread_cond_t *condition) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(condition, &scan->lock, &until);
    pthread_mutex_unlock(&scan->lock);
    report_progress(scan);
    pthread_mutex_lock(&scan->lock);
}

struct team {
    struct worker *workers;
    size_t asked, len; /* threads started; 0: the calling thread does the work */
};

static void give(struct scan *scan, struct team *team, struct task *task) {
    if (team->asked <= 1) {
        analyse(&team->workers[0], task);
        report_progress(scan);
        return;
    }
    if (team->len < team->asked) { /* a thread for each chunk until there are enough */
        struct worker *worker = &team->workers[team->len];
        if (team->len > 0) worker->state = scan->work->open(scan->work->options);
        if (pthread_create(&worker->thread, NULL, work, worker) == 0) {
            team->len++;
        } else { /* then with those there are */
            if (team->len > 0) scan->work->close(worker->state);
            team->asked = team->len;
        }
    }
    if (team->len == 0) {
        analyse(&team->workers[0], task);
        return;
    }
    pthread_mutex_lock(&scan->lock);
    while (scan->queue_len == scan->queue_size) wait_a_little(scan, &scan->room);
    scan->queue[(scan->queue_head + scan->queue_len++) % scan->queue_size] = *task;
    pthread_cond_signal(&scan->more);
    pthread_mutex_unlock(&scan->lock);
}

/* ==== The flow ============================================================================== */

static void add_chunk(struct scan *scan, const struct jfr_chunk *chunk) {
    struct scan_report *report = scan->report;
    int64_t end = jfr_chunk_end(chunk);
    pthread_mutex_lock(&scan->lock);
    const char *source = intern_source(scan, chunk->name);
    pthread_mutex_unlock(&scan->lock);
    struct scan_chunk facts = {.source = source,
                               .recording = chunk->recording,
                               .major = chunk->major,
                               .minor = chunk->minor,
                               .offset = chunk->offset,
                               .size = chunk->size,
                               .start_ns = chunk->start_ns,
                               .duration_ns = end - chunk->start_ns,
                               .unfinished = chunk->unfinished,
                               .damaged = chunk->damaged};
    if (chunk->start_ns != 0) { /* of the others nobody knows when they began */
        if (report->start_ns == 0 || chunk->start_ns < report->start_ns)
            report->start_ns = chunk->start_ns;
        if (end > report->end_ns) report->end_ns = end;
    }
    if (report->chunks.len == 0 ||
        report->chunks.items[report->chunks.len - 1].recording != chunk->recording)
        report->recordings++;
    array_push(&report->chunks, facts);
}

typedef ARRAY(struct task) task_list;

/* A segment that is a profile, as a whole. */
static void take_pprof(struct scan *scan, struct team *team, const struct jfr_segment *segment,
                       task_list *list) {
    struct scan_report *report = scan->report;
    struct task task = {.segment = *segment, .pprof = true};
    task.chunk = (struct jfr_chunk){.data = segment->data,
                                    .size = segment->size,
                                    .name = segment->name,
                                    .recording = segment->recording};
    int64_t start, duration;
    if (segment->mapped) scan->mapped_given += segment->size;
    if (scan->work->pprof == NULL) {
        struct jfr_error error = {.code = JFR_UNSUPPORTED};
        strcpy(error.text, "this is a profile, samples that were summed up; here the recording "
                           "itself is needed");
        add_failure(scan, segment->name, segment->recording, &error);
        add_done(scan, segment, segment->size);
    } else if (!scan->options->keep_duplicates && seen_before(scan, segment, &task.chunk)) {
        struct jfr_note note = {.kind = JFR_NOTE_DUPLICATE};
        strcpy(note.text, "this profile was there before (same content) and counts once; "
                          "--keep-duplicates counts it again");
        tell(scan, segment->name, segment->recording, false, &note);
        report->duplicates++;
        add_done(scan, segment, segment->size);
    } else {
        pprof_span(segment->data, (size_t)segment->size, &start, &duration);
        if (start > 0 && (report->start_ns == 0 || start < report->start_ns))
            report->start_ns = start;
        if (start > 0 && start + duration > report->end_ns) report->end_ns = start + duration;
        report->recordings++;
        report->profiles++;
        jfr_segment_retain(segment);
        if (list) array_push(list, task);
        else give(scan, team, &task);
    }
    jfr_segment_release(segment);
}

/* Takes the segment's chunks; they go to the team, or to the list if there is one. */
static void take_segment(struct scan *scan, struct team *team, const struct jfr_segment *segment,
                         task_list *list) {
    struct source source = {scan, segment->name, segment->recording};
    const struct jfr_log log = {note_from_input, &source};
    uint64_t position = 0, between = segment->size; /* bytes that are no chunk */
    size_t look = segment->size < CONTENT_LOOK ? (size_t)segment->size : CONTENT_LOOK;
    if (segment->offset == 0 && content_of(segment->data, look) == CONTENT_PROFILE) {
        take_pprof(scan, team, segment, list);
        return;
    }
    if (segment->mapped) scan->mapped_given += segment->size;
    for (;;) {
        struct task task = {.segment = *segment};
        struct jfr_error error = {0};
        int got = jfr_chunk_next(segment, &position, &task.chunk, &log, &error);
        if (got == 0) break;
        if (got < 0) {
            add_failure(scan, segment->name, segment->recording, &error);
            continue;
        }
        between -= task.chunk.size;
        if (!scan->options->keep_duplicates && seen_before(scan, segment, &task.chunk)) {
            struct jfr_note note = {.kind = JFR_NOTE_DUPLICATE, .offset = task.chunk.offset};
            strcpy(note.text, "this chunk was there before (same start, size and content) and "
                              "counts once; --keep-duplicates counts it again");
            tell(scan, segment->name, segment->recording, false, &note);
            scan->report->duplicates++;
            add_done(scan, segment, task.chunk.size);
            continue;
        }
        add_chunk(scan, &task.chunk);
        jfr_segment_retain(segment);
        if (list) array_push(list, task);
        else give(scan, team, &task);
    }
    add_done(scan, segment, between);
    jfr_segment_release(segment);
}

static void read_inputs(struct scan *scan, struct team *team, task_list *list) {
    struct source source = {scan, NULL, UINT64_MAX};
    const struct jfr_log log = {note_from_input, &source};
    for (;;) {
        struct jfr_segment segment;
        struct jfr_error error = {0};
        int got = jfr_input_next(scan->input, &segment, &log, &error);
        if (got == 0) return;
        if (got < 0) add_failure(scan, "", UINT64_MAX, &error);
        else take_segment(scan, team, &segment, list);
    }
}

static void finish_team(struct scan *scan, struct team *team) {
    pthread_mutex_lock(&scan->lock);
    scan->finished = true;
    pthread_cond_broadcast(&scan->more);
    while (scan->queue_len > 0) wait_a_little(scan, &scan->room);
    pthread_mutex_unlock(&scan->lock);
    for (size_t i = 0; i < team->len; i++) pthread_join(team->workers[i].thread, NULL);
    for (size_t i = 1; i < team->len; i++) {
        scan->work->merge(team->workers[0].state, team->workers[i].state);
        scan->work->close(team->workers[i].state);
    }
}

static int compare_notes(const void *a, const void *b) {
    const struct scan_note *x = a, *y = b;
    if (x->order != y->order) return x->order < y->order ? -1 : 1;
    if (x->note.offset != y->note.offset) return x->note.offset < y->note.offset ? -1 : 1;
    return strcmp(x->note.text, y->note.text);
}

static void sort_notes(struct scan_report *report, size_t untold) {
    size_t len = report->notes.len;
    if (len) qsort(report->notes.items, len, sizeof *report->notes.items, compare_notes);
    if (len + untold <= MAX_NOTES) return;
    struct scan_note *last = &report->notes.items[MAX_NOTES - 1];
    report->notes.len = MAX_NOTES;
    last->note.bytes = 0;
    snprintf(last->note.text, sizeof last->note.text,
             "and %zu more notes of this kind, from here on", len - MAX_NOTES + 1 + untold);
}

void *scan_run(const struct scan_options *options, const struct scan_work *work,
               struct scan_report *report) {
    *report = (struct scan_report){0};
    struct scan scan = {.options = options, .work = work, .report = report};
    size_t jobs = options->jobs;
    if (jobs == 0) {
        long online = sysconf(_SC_NPROCESSORS_ONLN);
        jobs = online > 0 ? (size_t)online : 1;
    }
    if (jobs > MAX_JOBS) jobs = MAX_JOBS;
    pthread_mutex_init(&scan.lock, NULL);
    pthread_cond_init(&scan.more, NULL);
    pthread_cond_init(&scan.room, NULL);
    scan.queue_size = jobs; /* chunks of streams wait here in memory: no more than there is work */
    scan.queue = mem_zero(scan.queue_size, sizeof *scan.queue);
    scan.input = jfr_input_open(options->paths, options->path_count);
    if (options->only) jfr_input_only(scan.input, options->only);

    struct team team = {.workers = mem_zero(jobs, sizeof *team.workers), .asked = jobs};
    for (size_t i = 0; i < jobs; i++) team.workers[i].scan = &scan;
    task_list list = {0};
    if (work->window) {
        read_inputs(&scan, &team, &list);
        work->window(work->window_context, report->start_ns, report->end_ns);
    }
    team.workers[0].state = work->open(work->options);
    if (work->window)
        for (size_t i = 0; i < list.len; i++) give(&scan, &team, &list.items[i]);
    else read_inputs(&scan, &team, NULL);
    finish_team(&scan, &team);
    void *state = team.workers[0].state;

    report->recordings -= scan.bad_profiles;
    report->profiles -= scan.bad_profiles;
    report->failed += scan.bad_profiles;
    if (scan.bad_profiles && report->error.code == JFR_OK) report->error.code = JFR_DAMAGED;
    sort_notes(report, scan.untold);
    for (size_t i = 0; i < scan.seen.len; i++)
        if (scan.seen.items[i].data) jfr_segment_release(&scan.seen.items[i].segment);
    array_free(&scan.seen);
    map_free(&scan.seen_by_start);
    map_free(&scan.seen_by_content);
    array_free(&list);
    free(team.workers);
    free(scan.queue);
    jfr_input_close(scan.input);
    pthread_cond_destroy(&scan.room);
    pthread_cond_destroy(&scan.more);
    pthread_mutex_destroy(&scan.lock);
    return state;
}

void scan_report_free(struct scan_report *report) {
    strings_free(&report->sources);
    array_free(&report->notes);
    array_free(&report->chunks);
}
