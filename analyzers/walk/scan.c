#include "analyzers/walk/scan.h"
#include "analyzers/walk/crew.h"
#include "analyzers/walk/later.h"
#include "analyzers/walk/notes.h"
#include "analyzers/walk/overlap.h"
#include "parser/seen.h"
#include "parser/input/input.h"
#include "parser/input/segment.h"
#include "parser/document/document.h"
#include "base/platform.h"
#include "base/units.h"
#include "base/posix.h"

#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#define MAX_JOBS 256

struct shared { /* a chunk that several workers read */
    struct stretches stretches;
    enum scan_split split;
    _Atomic size_t left; /* stretches that were not read yet */
};

struct task {                   /* a chunk on its way to a worker */
    struct jfr_segment segment; /* retained; owner NULL: its bytes are to come later */
    struct jfr_chunk chunk;
    struct sampler sampler;
    bool document;         /* the chunk is a profile */
    bool again;            /* options.earlier has it */
    bool elsewhere;        /* it is of another part */
    struct shared *shared; /* NULL: the whole chunk */
    size_t stretch;
};

struct worker {
    struct scan *scan;
    void *state;
    void *again; /* of chunks that a scan before had; NULL: there was none yet */
    pthread_t thread;
};

struct team {
    struct worker *workers;
    size_t asked, len; /* threads started; 0: the calling thread does the work */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t more, room;
    struct task *queue; /* ring */
    size_t queue_size, queue_head, queue_len;
    bool finished;
};

struct scan {
    const struct scan_options *options;
    const struct scan_work *work;
    struct scan_report *report;
    struct jfr_input *input;
    struct seen seen;
    struct sampler sampler; /* of the chunk looked at last... */
    uint32_t sampled;       /* ... which is of this recording */
    size_t earlier_chunks;  /* of options.earlier, when the scan began */
    struct notes notes;
    struct crew crew;
    uint64_t mapped_given;
    _Atomic uint64_t mapped_done;
    struct team team;
    bool waits;                 /* work.window: until all was looked at, */
    ARRAY(struct task) waiting; /*   these do */
    struct task first; /*   of these, the one that starts first; segment.owner NULL: none */
    struct later later;
    struct overlap overlap; /* profiles that may be of recordings that count as well */
    uint64_t twice;         /* chunks that such a profile has, which counted before */
};

/* ==== Workers =============================================================================== */

/* A mapped segment counts as read when it is opened; what of it still waits is known from these. */
static void add_done(struct scan *scan, const struct jfr_segment *segment, uint64_t bytes) {
    if (segment->mapped) atomic_fetch_add_explicit(&scan->mapped_done, bytes, memory_order_relaxed);
}

static void analyse(struct worker *worker, struct task *task) {
    struct scan *scan = worker->scan;
    struct chunk_notes notes = {
        .notes = &scan->notes, .chunk = &task->chunk, .shared = task->shared != NULL};
    const struct jfr_log log = {.note = notes_of_chunk, .context = &notes};
    struct jfr_error error = {0};
    if (task->again && !worker->again) worker->again = scan->work->open(scan->work->options);
    void *state = task->again ? worker->again : worker->state;
    if (!task->document && scan->work->sampler) scan->work->sampler(state, &task->sampler);
    if (task->shared) {
        struct scan_share share = {task->shared->split, &task->shared->stretches, task->stretch};
        scan->work->share(state, &task->chunk, &share, &log);
    } else if (!task->document) scan->work->chunk(state, &task->chunk, &log);
    else if (!scan->work->document(state, &task->chunk, &log, &error))
        notes_fail_profile(&notes, &error);
    notes_end_chunk(&notes);
    if (!task->shared || atomic_fetch_sub(&task->shared->left, 1) == 1) {
        add_done(scan, &task->segment, task->chunk.size);
        segment_forget(&task->segment, task->chunk.data, task->chunk.size);
        if (task->shared) stretches_free(&task->shared->stretches);
        free(task->shared);
    }
    jfr_segment_release(&task->segment);
}

static void *work(void *context) {
    struct worker *worker = context;
    struct team *team = &worker->scan->team;
    for (;;) {
        pthread_mutex_lock(&team->lock);
        while (team->queue_len == 0 && !team->finished) pthread_cond_wait(&team->more, &team->lock);
        if (team->queue_len == 0) {
            pthread_mutex_unlock(&team->lock);
            return NULL;
        }
        struct task task = team->queue[team->queue_head];
        team->queue_head = (team->queue_head + 1) % team->queue_size;
        team->queue_len--;
        pthread_cond_signal(&team->room);
        pthread_mutex_unlock(&team->lock);
        analyse(worker, &task);
    }
}

static void report_progress(struct scan *scan) {
    if (scan->options->progress == NULL) return;
    uint64_t done, total;
    jfr_input_progress(scan->input, &done, &total);
    later_progress(&scan->later, &done, &total);
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
    if (until.tv_nsec >= NS_PER_S) {
        until.tv_nsec -= NS_PER_S;
        until.tv_sec++;
    }
    pthread_cond_timedwait(condition, &scan->team.lock, &until);
    pthread_mutex_unlock(&scan->team.lock);
    report_progress(scan);
    pthread_mutex_lock(&scan->team.lock);
}

static void open_team(struct scan *scan, size_t jobs) {
    struct team *team = &scan->team;
    if (jobs == 0) jobs = platform_processors();
    if (jobs > MAX_JOBS) jobs = MAX_JOBS;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->more, NULL);
    pthread_cond_init(&team->room, NULL);
    team->queue_size = jobs; /* chunks of streams wait here in memory: no more than there is work */
    team->queue = mem_zero(jobs, sizeof *team->queue);
    team->workers = mem_zero(jobs, sizeof *team->workers);
    team->asked = jobs;
    for (size_t i = 0; i < jobs; i++) team->workers[i].scan = scan;
}

static void give(struct scan *scan, struct task *task) {
    struct team *team = &scan->team;
    if (team->asked <= 1) {
        analyse(&team->workers[0], task);
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
    pthread_mutex_lock(&team->lock);
    while (team->queue_len == team->queue_size) wait_a_little(scan, &team->room);
    team->queue[(team->queue_head + team->queue_len++) % team->queue_size] = *task;
    pthread_cond_signal(&team->more);
    pthread_mutex_unlock(&team->lock);
}

#define SHARED_LEAST (2 << 20) /* bytes of a chunk below which the second thread brings nothing */

/* Makes stretches of a chunk that is so large a part of its recording that one worker would be left
 * with it when the others have nothing to do. */
static void split(const struct scan *scan, struct task *task) {
    size_t jobs = scan->team.asked;
    const struct jfr_chunk *chunk = &task->chunk;
    bool large = task->segment.mapped && chunk->size >= SHARED_LEAST &&
                 chunk->size > task->segment.size / (2 * jobs);
    if (jobs < 2 || !large || task->document || task->again || chunk->damaged || chunk->unfinished)
        return;
    unsigned ways =
        scan->work->splits ? scan->work->splits(scan->work->options, &task->sampler) : 0;
    struct stretches found;
    if (!ways || !stretches_find(chunk, jobs, &found)) return;
    bool by_stacks =
        ways & SCAN_BY_STACKS && (!(ways & SCAN_BY_EVENTS) || found.constants > chunk->size / 2);
    task->shared = mem_zero(1, sizeof *task->shared);
    task->shared->stretches = found;
    task->shared->split = by_stacks ? SCAN_BY_STACKS : SCAN_BY_EVENTS;
    atomic_init(&task->shared->left, found.count);
}

/* The bytes of a task that waited without them. False: they are not there any more. */
static bool bring(struct scan *scan, struct task *task) {
    struct jfr_error error;
    const char *name = task->chunk.name;
    if (later_bring(&scan->later, scan->input, &task->segment, &task->chunk, &error)) return true;
    if (error.code != JFR_OK) notes_fail(&scan->notes, name, task->chunk.recording, &error);
    return false;
}

static void give_all(struct scan *scan, struct task *task) {
    if (!crew_has(&scan->crew, task->chunk.size)) {
        jfr_segment_release(&task->segment);
        return;
    }
    if (!task->segment.owner && !bring(scan, task)) return;
    split(scan, task);
    size_t count = task->shared ? task->shared->stretches.count : 1;
    for (size_t i = 1; i < count; i++) jfr_segment_retain(&task->segment);
    for (size_t i = 0; i < count; i++) {
        struct task one = *task;
        one.stretch = i;
        give(scan, &one);
    }
}

/* What scans before this one had is added last: work.fresh is without it. */
static void merge_again(struct scan *scan) {
    struct team *team = &scan->team;
    void *state = team->workers[0].state;
    if (scan->work->fresh) scan->work->fresh(scan->work->fresh_context, state);
    for (size_t i = 0; i < (team->asked ? team->asked : 1); i++) {
        if (!team->workers[i].again) continue;
        scan->work->merge(state, team->workers[i].again);
        scan->work->close(team->workers[i].again);
    }
}

/* Waits for the work that was given, and returns the state that all of it came to. */
static void *close_team(struct scan *scan) {
    struct team *team = &scan->team;
    pthread_mutex_lock(&team->lock);
    team->finished = true;
    pthread_cond_broadcast(&team->more);
    while (team->queue_len > 0) wait_a_little(scan, &team->room);
    pthread_mutex_unlock(&team->lock);
    for (size_t i = 0; i < team->len; i++) pthread_join(team->workers[i].thread, NULL);
    void *state = team->workers[0].state;
    for (size_t i = 1; i < team->len; i++) {
        scan->work->merge(state, team->workers[i].state);
        scan->work->close(team->workers[i].state);
    }
    merge_again(scan);
    mem_free(team->workers, team->queue);
    pthread_cond_destroy(&team->room);
    pthread_cond_destroy(&team->more);
    pthread_mutex_destroy(&team->lock);
    return state;
}

/* ==== The flow ============================================================================== */

struct source { /* context of the log while input and chunk headers are read */
    struct scan *scan;
    const char *name;
    uint64_t recording;
};

static void note_from_input(void *context, const struct jfr_note *note) {
    struct source *source = context;
    notes_tell(&source->scan->notes, source->name ? source->name : "", source->recording, note);
}

static void add_chunk(struct scan *scan, const struct task *task) {
    const struct jfr_chunk *chunk = &task->chunk;
    struct scan_report *report = scan->report;
    int64_t end = jfr_chunk_end(chunk);
    struct scan_chunk facts = {.source = notes_source(&scan->notes, chunk->name),
                               .recording = chunk->recording,
                               .major = chunk->major,
                               .minor = chunk->minor,
                               .offset = chunk->offset,
                               .size = chunk->size,
                               .id = made_chunk_id(chunk),
                               .start_ns = chunk->start_ns,
                               .duration_ns = end - chunk->start_ns,
                               .start_ticks = chunk->start_ticks,
                               .ticks_per_second = chunk->ticks_per_second,
                               .final = chunk->final_chunk,
                               .unfinished = chunk->unfinished,
                               .damaged = chunk->damaged,
                               .again = task->again,
                               .elsewhere = task->elsewhere};
    if (chunk->start_ns != 0) { /* of the others nobody knows when they began */
        if (report->start_ns == 0 || chunk->start_ns < report->start_ns)
            report->start_ns = chunk->start_ns;
        if (end > report->end_ns) report->end_ns = end;
    }
    if (report->chunks.len == 0 ||
        report->chunks.items[report->chunks.len - 1].recording != chunk->recording)
        report->recordings += !task->elsewhere;
    array_push(&report->chunks, facts);
}

/* What it is to wait for is asked here. */
static void look_ahead(struct scan *scan, const struct task *task) {
    const struct scan_work *work = scan->work;
    const struct task *first = &scan->first;
    if (task->document) return;
    if (work->look) work->look(work->window_context, &task->chunk);
    if (task->chunk.start_ns == 0) return;
    if (first->segment.owner && first->chunk.start_ns <= task->chunk.start_ns) return;
    jfr_segment_release(&first->segment);
    scan->first = *task;
    jfr_segment_retain(&task->segment);
}

static void wait_with(struct scan *scan, struct task *task) {
    look_ahead(scan, task);
    if (later_keeps(&scan->later, scan->input, &task->segment)) {
        jfr_segment_retain(&task->segment);
    } else {
        task->segment = (struct jfr_segment){0};
        task->chunk.data = NULL;
        task->chunk.name = notes_source(&scan->notes, task->chunk.name);
    }
    array_push(&scan->waiting, *task);
}

static void pass_on(struct scan *scan, struct task *task) {
    if (scan->waits) {
        wait_with(scan, task);
    } else {
        jfr_segment_retain(&task->segment);
        give_all(scan, task);
    }
    report_progress(scan);
}

/* Was the chunk or profile there before? Then that is noted, and it is left out. */
static bool is_duplicate(struct scan *scan, struct task *task, const char *words) {
    struct jfr_note note = {.kind = JFR_NOTE_DUPLICATE, .offset = task->chunk.offset};
    struct seen *earlier = scan->options->earlier;
    if (scan->options->keep_duplicates) return false;
    if (earlier) {
        size_t number = seen_find(earlier, &task->segment, &task->chunk);
        task->again = number < scan->earlier_chunks;
        if (number == SEEN_NEVER) return false;
    }
    if ((!earlier || task->again) && !seen_before(&scan->seen, &task->segment, &task->chunk))
        return false;
    snprintf(note.text, sizeof note.text, "%s", words);
    notes_tell(&scan->notes, task->chunk.name, task->chunk.recording, &note);
    scan->report->duplicates++;
    add_done(scan, &task->segment, task->chunk.size);
    return true;
}

/* Chunks come here in the order of their recording. */
static struct sampler look_at(struct scan *scan, const struct jfr_chunk *chunk) {
    if (chunk->recording != scan->sampled) scan->sampler = (struct sampler){0};
    scan->sampled = chunk->recording;
    sampler_look(&scan->sampler, chunk);
    return scan->sampler;
}

/* Is what begins at this offset of the segment's recording left to another part? */
static bool is_elsewhere(const struct scan *scan, const struct jfr_segment *segment,
                         uint64_t offset) {
    uint64_t done, total;
    uint64_t position = input_position(scan->input) + (segment->mapped ? offset : 0);
    if (scan->options->share.of == 0) return false;
    jfr_input_progress(scan->input, &done, &total);
    return !input_share_has(scan->options->share, position, total);
}

static struct seen *seen_of(struct scan *scan) {
    return scan->options->earlier ? scan->options->earlier : &scan->seen;
}

static struct task task_of(const struct jfr_segment *segment) {
    return (struct task){.segment = *segment,
                         .document = true,
                         .chunk = {.data = segment->data,
                                   .size = segment->size,
                                   .name = segment->name,
                                   .recording = segment->recording}};
}

static void pass_document(struct scan *scan, struct task *task) {
    struct scan_report *report = scan->report;
    int64_t start, duration;
    document_span(task->segment.data, (size_t)task->segment.size, &start, &duration);
    if (start > 0 && (report->start_ns == 0 || start < report->start_ns)) report->start_ns = start;
    if (start > 0 && start + duration > report->end_ns) report->end_ns = start + duration;
    report->recordings++;
    report->profiles++;
    pass_on(scan, task);
}

/* What became of a profile that waited. */
static void take_waiting(void *context, const struct jfr_segment *segment, enum overlap_is is,
                         size_t part, size_t chunks) {
    struct scan *scan = context;
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED};
    struct task task = task_of(segment);
    if (is == OVERLAP_ALL) {
        snprintf(note.text, sizeof note.text,
                 "the recordings that this profile was made of are read here as well: it was left "
                 "out, so that they count once; --keep-duplicates counts both");
        scan->report->duplicates++;
        add_done(scan, segment, segment->size);
    } else if (is == OVERLAP_PART) {
        snprintf(note.text, sizeof note.text,
                 "of the %zu chunks that this profile was made of, %zu are read here as well: "
                 "their samples count twice",
                 chunks, part);
    } else if (is == OVERLAP_OTHER) {
        snprintf(note.text, sizeof note.text,
                 "this profile was made of the same chunks as another one, with other samples left "
                 "out: the samples they share count twice");
    }
    if (is != OVERLAP_NONE) notes_tell(&scan->notes, segment->name, segment->recording, &note);
    if (is != OVERLAP_ALL) pass_document(scan, &task);
    jfr_segment_release(segment);
}

static void settle_documents(struct scan *scan) {
    overlap_settle(&scan->overlap, seen_of(scan), take_waiting, scan);
}

/* Chunks of profiles that could not wait for them, or are of a scan before. */
static void say_twice(struct scan *scan) {
    struct jfr_note note = {.kind = JFR_NOTE_SKIPPED};
    if (!scan->twice) return;
    snprintf(note.text, sizeof note.text,
             "%llu of the chunks that were read are in profiles that counted before: their samples "
             "count twice",
             (unsigned long long)scan->twice);
    notes_tell(&scan->notes, "", UINT64_MAX, &note);
}

/* A segment that is a profile, as a whole. */
static void take_document(struct scan *scan, const struct jfr_segment *segment) {
    struct task task = task_of(segment);
    if (segment->mapped) scan->mapped_given += segment->size;
    if (scan->work->document == NULL) {
        struct jfr_error error = {.code = JFR_UNSUPPORTED};
        strcpy(error.text,
               "this is a profile, a sum of samples; this command needs the recording itself");
        notes_fail(&scan->notes, segment->name, segment->recording, &error);
        add_done(scan, segment, segment->size);
    } else if (!is_duplicate(scan, &task,
                             "this profile was there before (same content) and counts once; "
                             "--keep-duplicates counts it again") &&
               !is_elsewhere(scan, segment, 0)) {
        if (scan->options->keep_duplicates || !overlap_wait(&scan->overlap, segment))
            pass_document(scan, &task);
        if (scan->overlap.bytes > OVERLAP_MOST_BYTES) settle_documents(scan);
    }
    jfr_segment_release(segment);
}

static void take_segment(struct scan *scan, const struct jfr_segment *segment) {
    struct source source = {scan, segment->name, segment->recording};
    const struct jfr_log log = {.note = note_from_input, .context = &source};
    uint64_t position = 0, between = segment->size; /* bytes that are no chunk */
    if (segment->profile) {
        take_document(scan, segment);
        return;
    }
    if (segment->mapped) scan->mapped_given += segment->size;
    for (;;) {
        struct task task = {.segment = *segment};
        struct jfr_error error = {0};
        int got = jfr_chunk_next(segment, &position, &task.chunk, &log, &error);
        if (got == 0) break;
        if (got < 0) {
            notes_fail(&scan->notes, segment->name, segment->recording, &error);
            continue;
        }
        between -= task.chunk.size;
        if (scan->work->sampler) task.sampler = look_at(scan, &task.chunk);
        if (is_duplicate(scan, &task,
                         "this chunk was there before (same start, size and content) and counts "
                         "once; --keep-duplicates counts it again"))
            continue;
        if (scan->work->document && !scan->options->keep_duplicates)
            scan->twice += overlap_chunk(seen_of(scan), &task.chunk);
        task.elsewhere = is_elsewhere(scan, segment, task.chunk.offset);
        add_chunk(scan, &task);
        if (task.elsewhere) add_done(scan, segment, task.chunk.size);
        else pass_on(scan, &task);
    }
    add_done(scan, segment, between);
    jfr_segment_release(segment);
}

static void read_inputs(struct scan *scan) {
    struct source source = {scan, NULL, UINT64_MAX};
    const struct jfr_log log = {.note = note_from_input, .context = &source};
    for (;;) {
        struct jfr_segment segment;
        struct jfr_error error = {0};
        int got = jfr_input_next(scan->input, &segment, &log, &error);
        if (got == 0) break;
        if (got < 0) {
            struct input_failed of = input_failed(scan->input);
            uint64_t order = of.recording == UINT32_MAX ? UINT64_MAX : of.recording;
            notes_fail(&scan->notes, of.name, order, &error);
        } else {
            take_segment(scan, &segment);
        }
    }
    settle_documents(scan);
    say_twice(scan);
}

ORDERED(as_read, struct task, RISING(chunk.recording), RISING(chunk.offset))

/* Now that all was looked at. */
static void settle_window(struct scan *scan) {
    const struct scan_report *report = scan->report;
    const struct jfr_chunk *first = scan->first.segment.owner ? &scan->first.chunk : NULL;
    scan->work->window(scan->work->window_context, report->start_ns, report->end_ns, first);
    jfr_segment_release(&scan->first.segment);
    array_sort(&scan->waiting, as_read); /* profiles waited for one another */
}

static void give_waiting(struct scan *scan) {
    EACH (struct task, task, &scan->waiting) {
        give_all(scan, task);
        report_progress(scan);
    }
    later_close(&scan->later);
    array_free(&scan->waiting);
}

void *scan_run(const struct scan_options *options, const struct scan_work *work,
               struct scan_report *report) {
    *report = (struct scan_report){0};
    struct scan scan = {
        .options = options, .work = work, .report = report, .waits = work->window != NULL};
    if (options->earlier) scan.earlier_chunks = options->earlier->chunks.len;
    notes_open(&scan.notes, report);
    open_team(&scan, options->jobs);
    scan.input =
        options->input ? options->input : jfr_input_open(options->paths, options->path_count);
    if (work->document) input_take_documents(scan.input);
    if (options->leave_out) input_leave_out(scan.input, options->leave_out);
    if (options->only && !options->input) jfr_input_only(scan.input, options->only);
    if (scan.waits) {
        read_inputs(&scan);
        settle_window(&scan);
    }
    bool whole = !options->earlier && !options->input && !options->leave_out;
    if (whole && !options->share.of) crew_begin(&scan.crew, &scan.notes);
    scan.team.workers[0].state = work->open(work->options);
    if (scan.waits) give_waiting(&scan);
    else if (!crew_joins(&scan.crew)) read_inputs(&scan);
    void *state = close_team(&scan);
    crew_hand_over(&scan.crew, state, &scan.notes);
    if (crew_joins(&scan.crew)) crew_join(&scan.crew, state, work->merge, &scan.notes, scan.waits);
    notes_close(&scan.notes);
    seen_free(&scan.seen);
    if (!options->input) jfr_input_close(scan.input);
    return state;
}

void scan_report_free(struct scan_report *report) {
    strings_free(&report->sources);
    arrays_free(&report->notes, &report->chunks);
}
