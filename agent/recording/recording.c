#include "agent/recording/internal.h"

#include "agent/ground/signals.h"
#include "agent/ground/softly.h"
#include "base/naming.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#define WAKE_BYTES (1u << 20) /* so many waiting events do not wait for the next flush */

/* ==== Events come in ========================================================================= */

/* Encoded and not yet taken by the writer thread. */
static size_t waiting(const struct recording *r) {
    return r->events.len + r->constants.waiting;
}

int64_t recording_tick_span(const struct recording *r, int64_t ns) {
    if (!r->clock.hertz) return ns;
    return (int64_t)((__int128)ns * r->clock.hertz / NS_PER_S);
}

int64_t recording_ticks(const struct recording *r, int64_t time) {
    if (!r->clock.hertz) return time;
    return r->clock.start_ticks + recording_tick_span(r, time - r->clock_start);
}

bool recording_event_begin(struct recording *r, enum recording_event event, int64_t time,
                           size_t *begin) {
    if (softly_failed()) return false;
    if (r->options.samples_only &&
        (event == RECORDING_GARBAGE_COLLECTION || event == RECORDING_THREAD_START ||
         event == RECORDING_THREAD_END))
        return false;
    if (waiting(r) + r->status.held_bytes >= (uint64_t)r->options.memory_bytes) {
        /* What it would have taken is not known without encoding it: as much as others did. */
        r->status.lost_events++;
        r->status.lost_bytes += r->status.events ? r->event_bytes / r->status.events : 32;
        return false;
    }
    r->status.events_of[event]++;
    *begin = writer_event_begin(&r->events, TYPE_EVENTS + (uint64_t)event);
    writer_add_long(&r->events, (uint64_t)recording_ticks(r, time));
    return true;
}

void recording_event_end(struct recording *r, size_t begin) {
    writer_event_end(&r->events, begin);
    r->status.events++;
    r->event_bytes += r->events.len - begin;
    if (waiting(r) >= WAKE_BYTES) pthread_cond_signal(&r->wake);
}

/* ==== Chunks ================================================================================= */

static struct writer_header new_header(const struct recording *r, int64_t start) {
    return (struct writer_header){
        .start_ns = r->clock.hertz ? r->clock.start_ns + (start - r->clock_start)
                                   : clock_epoch() - (clock_now() - start),
        .start_ticks = recording_ticks(r, start),
        .ticks_per_second = r->clock.hertz ? r->clock.hertz : NS_PER_S,
        .flags = WRITER_FLAG_COMPRESSED,
    };
}

/* lock held. Header, metadata, info events and all constants so far. */
static void make_chunk(struct recording *r, int64_t start, struct writer_header *header,
                       struct text *chunk) {
    static const char room[WRITER_HEADER_SIZE];
    text_clear(chunk);
    *header = new_header(r, start);
    int64_t ticks = recording_ticks(r, start);
    text_add_bytes(chunk, room, sizeof room);
    header->metadata = chunk->len;
    writer_add_metadata(chunk, recording_types(), ticks, RECORDING_METADATA_ID, NULL);
    recording_info_add(r, start, chunk);
    header->checkpoint = chunk->len;
    writer_add_checkpoint(chunk, ticks, 0, r->constants.pools, POOLS);
    constants_written(&r->constants);
}

/* lock and disk_lock held. Moves what has come in to out. */
static void take_events(struct recording *r, int64_t now) {
    if (!r->events.len) return;
    uint64_t at = r->file.end - r->file.begin;
    text_add_bytes(&r->out, r->events.data, r->events.len);
    text_clear(&r->events);
    if (r->out.len < RECORDING_FILLER) recording_add_filler(&r->out); /* one short event */
    if (r->constants.waiting) {
        uint64_t checkpoint = at + r->out.len;
        int64_t delta = (int64_t)(r->checkpoint_at - checkpoint);
        writer_add_checkpoint(&r->out, recording_ticks(r, now), delta, r->constants.pools, POOLS);
        constants_written(&r->constants);
        r->checkpoint_at = checkpoint;
    }
    r->header.checkpoint = r->checkpoint_at;
    r->status.held_bytes = r->out.len;
}

/* lock held: from here on, events belong to the next chunk. */
static void begin_ending(struct recording *r, int64_t now) {
    r->ending = true;
    r->next_start = now;
    constants_forget(&r->constants);
    constants_begin_chunk(&r->constants);
}

static bool chunk_is_full(const struct recording *r, int64_t now) {
    uint64_t size = r->file.end - r->file.begin + r->out.len;
    return size >= (uint64_t)r->options.chunk_bytes ||
           (r->options.chunk_ns > 0 && now - r->chunk_start >= r->options.chunk_ns);
}

/* ==== To the disk ============================================================================ */

/* disk_lock held. A full disk is said once, and once more when it is over. */
static void say_failed(struct recording *r, int failed) {
    if (failed && !r->said_full) {
        struct text held = {0};
        units_add_bytes(&held, (double)r->options.memory_bytes);
        fprintf(stderr,
                "jfragent: cannot write %s: %s; sampling continues, up to %s are held in memory, "
                "what is lost will be counted\n",
                r->path, strerror(failed), held.data);
        text_free(&held);
        r->said_full = true;
    } else if (!failed && r->said_full) {
        fprintf(stderr, "jfragent: %s can be written again\n", r->path);
        r->said_full = false;
    }
}

static int write_out(struct recording *r, int64_t end) {
    r->header.duration_ns = end - r->chunk_start;
    int failed = recording_file_append(&r->file, &r->out, &r->header);
    if (failed) return failed;
    text_clear(&r->out);
    if (r->out.cap > 2 * WAKE_BYTES) text_free(&r->out); /* a full disk had made it large */
    return 0;
}

static int next_chunk(struct recording *r) {
    if (!r->next_chunk.len) { /* else it was made before, and the disk did not take it */
        if (r->next_path) recording_say_destination(r, r->next_path);
        softly_lock(&r->lock);
        make_chunk(r, r->next_start, &r->next_header, &r->next_chunk);
        softly_unlock(&r->lock);
    }
    r->header.duration_ns = r->next_start - r->chunk_start;
    int failed = recording_place_next(r);
    if (failed) return failed;
    text_free(&r->next_chunk);
    r->ending = false;
    r->header = r->next_header;
    r->chunk_start = r->next_start;
    r->checkpoint_at = r->header.checkpoint;
    int64_t before = r->options.max_age_ns > 0 ? clock_now() - r->options.max_age_ns : 0;
    /* If there is no room for the copy, it is tried again when the next chunk ends. */
    (void)recording_file_drop(&r->file, (uint64_t)r->options.max_bytes, before);
    return 0;
}

static void add_data_loss(struct recording *r, int64_t now) {
    int64_t lost = (int64_t)(r->status.lost_bytes - r->lost_reported);
    const union recording_value values[] = {{lost}, {(int64_t)r->status.lost_bytes}};
    uint64_t events = r->status.events;
    if (lost) recording_write_locked(r, RECORDING_DATA_LOSS, now, values);
    if (r->status.events > events) r->lost_reported += (uint64_t)lost;
}

static bool flush(struct recording *r, bool rotate) {
    softly_lock(&r->disk_lock);
    int64_t now = clock_now();
    if (!r->ending) {
        bool elsewhere = recording_place_is_over(r, now);
        softly_lock(&r->lock);
        if (softly_failed()) { /* half of an event may be there */
            softly_unlock(&r->lock);
            softly_unlock(&r->disk_lock);
            return false;
        }
        if (!r->status.error) add_data_loss(r, now);
        take_events(r, now);
        if (elsewhere || rotate || chunk_is_full(r, now)) begin_ending(r, now);
        softly_unlock(&r->lock);
    }
    int failed = write_out(r, r->ending ? r->next_start : now);
    if (!failed && r->ending) failed = next_chunk(r);
    say_failed(r, failed);
    softly_lock(&r->lock);
    r->status.error = failed;
    r->status.held_bytes = r->out.len;
    r->status.file_bytes = r->file.end;
    r->status.chunks = (uint32_t)(1 + r->file.ended.len);
    softly_unlock(&r->lock);
    softly_unlock(&r->disk_lock);
    return !failed;
}

bool recording_flush(struct recording *r) {
    return flush(r, false);
}

bool recording_rotate(struct recording *r) {
    return flush(r, true);
}

/* ==== The writer thread ====================================================================== */

static void *writer_thread(void *argument) {
    SOFTLY(NULL);
    struct recording *r = argument;
    prctl(PR_SET_NAME, "jfragent-writer");
    int64_t next_flush = clock_now() + r->options.flush_ns, next_system = INT64_MAX;
    if (r->options.system_ns > 0) {
        recording_system_describe(r);
        next_system = clock_now();
    }
    for (;;) {
        int64_t until = next_flush < next_system ? next_flush : next_system;
        struct timespec at = clock_timespec(until);
        softly_lock(&r->lock);
        while (!r->stop && waiting(r) < WAKE_BYTES && clock_now() < until)
            pthread_cond_timedwait(&r->wake, &r->lock, &at);
        bool stop = r->stop, many = waiting(r) >= WAKE_BYTES;
        softly_unlock(&r->lock);
        if (softly_failed()) return NULL;
        if (stop) {
            recording_system_finish(r);
            return NULL;
        }
        int64_t now = clock_now();
        if (now >= next_system) {
            recording_system_collect(r, &r->system);
            next_system += r->options.system_ns;
            if (next_system < now) next_system = now + r->options.system_ns;
        }
        if (now >= next_flush || many) {
            bool written = recording_flush(r);
            next_flush = clock_now() + r->options.flush_ns;
            /* With a full disk and full memory there is nothing to hurry for. */
            if (!written && many) usleep(100000);
        }
    }
}

static bool start_writer(struct recording *r) {
    sigset_t signals, old;
    signals_but_faults(&signals); /* those of the JVM and of the sampler are not for this thread */
    pthread_sigmask(SIG_SETMASK, &signals, &old);
    r->has_writer = pthread_create(&r->writer, NULL, writer_thread, r) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return r->has_writer;
}

/* ==== Opening and closing ==================================================================== */

static struct agent_options with_defaults(const struct agent_options *options) {
    struct agent_options o = *options;
    if (o.flush_ns <= 0) o.flush_ns = NS_PER_S;
    if (!o.chunk_bytes) o.chunk_bytes = 12 << 20;
    if (!o.memory_bytes) o.memory_bytes = 16 << 20;
    if (o.samples_only) o.system_ns = 0;
    /* Whole chunks are dropped: with four of them, no more than a quarter too much is kept. */
    if (o.max_age_ns > 0 && (o.chunk_ns <= 0 || o.chunk_ns > o.max_age_ns / 4))
        o.chunk_ns = o.max_age_ns / 4 + 1;
    if (o.max_bytes && o.chunk_bytes > o.max_bytes / 4) o.chunk_bytes = o.max_bytes / 4 + 1;
    return o;
}

static void free_recording(struct recording *r) {
    recording_file_close(&r->file);
    constants_free(&r->constants);
    text_free(&r->events);
    text_free(&r->out);
    text_free(&r->next_chunk);
    for (size_t i = 0; i < r->info.len; i++) {
        free(r->info.items[i].key);
        text_free(&r->info.items[i].fields);
    }
    array_free(&r->info);
    while (r->threads.len) recording_threads_remove(r, r->threads.len - 1);
    array_free(&r->threads);
    pthread_mutex_destroy(&r->lock);
    pthread_mutex_destroy(&r->disk_lock);
    pthread_cond_destroy(&r->wake);
    for (size_t i = 0; i < r->kept.len; i++) free(r->kept.items[i]);
    array_free(&r->kept);
    mem_free(r->next_path, r->last_path, r->path, r->pattern, r->name, r);
}

static struct recording *new_recording(const struct agent_options *options) {
    struct recording *r = mem_zero(1, sizeof *r);
    r->options = with_defaults(options);
    r->pattern = mem_copy_text(options->file);
    r->path = naming_expand(r->pattern, getpid());
    r->name = mem_copy_text(options->name ? options->name : "jfragent");
    r->file.fd = -1;
    /* NOLINTNEXTLINE(cert-err34-c): the program that reads the clock writes the numbers */
    if (options->clock && sscanf(options->clock, "%" SCNd64 ":%" SCNd64 ":%" SCNd64,
                                 &r->clock.start_ns, &r->clock.start_ticks, &r->clock.hertz) != 3)
        r->clock.hertz = 0;
    r->chunk_start = r->place_start = r->start_ns = clock_now();
    r->clock_start = r->chunk_start - (clock_epoch() - r->clock.start_ns);
    r->status.start_ms = clock_epoch() / 1000000;
    pthread_mutex_init(&r->lock, NULL);
    pthread_mutex_init(&r->disk_lock, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return r;
}

struct recording *recording_open(const struct agent_options *options, char *error,
                                 size_t error_size) {
    struct recording *r = new_recording(options);
    constants_begin_chunk(&r->constants);
    struct text chunk = {0};
    make_chunk(r, r->chunk_start, &r->header, &chunk);
    r->checkpoint_at = r->header.checkpoint;
    int failed = recording_file_create(&r->file, r->path, &chunk, &r->header);
    text_free(&chunk);
    if (failed) {
        const char *why = failed == EEXIST  ? "it is not a regular file"
                          : failed == EBUSY ? "another process is writing it (%h or %{NAME} in "
                                              "file= tells containers apart, where %p is 1)"
                                            : strerror(failed);
        snprintf(error, error_size, "cannot write %s: %s", r->path, why);
        free_recording(r);
        return NULL;
    }
    r->status.chunks = 1;
    r->status.file_bytes = r->file.end;
    recording_say_destination(r, r->path);
    if (!start_writer(r)) {
        snprintf(error, error_size, "cannot start a thread to write %s", r->path);
        recording_close(r);
        return NULL;
    }
    return r;
}

bool recording_close(struct recording *r) {
    if (!r) return true;
    if (r->has_writer) {
        softly_lock(&r->lock);
        r->stop = true;
        pthread_cond_signal(&r->wake);
        softly_unlock(&r->lock);
        pthread_join(r->writer, NULL);
    }
    /* Nothing can be trusted but what is in the file. The rest stays where it is. */
    if (softly_failed()) return false;
    bool written = recording_flush(r);
    /* A chunk that began while the disk was full, and what is to be said of losses. */
    if (written) written = recording_flush(r);
    if (written) {
        r->header.flags |= WRITER_FLAG_FINAL;
        r->header.duration_ns = clock_now() - r->chunk_start;
        r->status.error = recording_file_finish(&r->file, &r->header);
        written = r->status.error == 0;
    }
    if (!written)
        fprintf(stderr, "jfragent: the end of %s, %zu bytes, could not be written: %s\n", r->path,
                r->out.len + r->events.len, strerror(r->status.error));
    if (r->status.lost_events)
        fprintf(stderr, "jfragent: %s: %llu events were lost\n", r->path,
                (unsigned long long)r->status.lost_events);
    bool complete = written && !r->status.lost_events;
    free_recording(r);
    return complete;
}

const char *recording_path(struct recording *r) {
    softly_lock(&r->lock);
    const char *path = r->path;
    softly_unlock(&r->lock);
    return path;
}

struct recording_status recording_status(struct recording *r) {
    softly_lock(&r->lock);
    struct recording_status status = r->status;
    status.held_bytes += waiting(r);
    softly_unlock(&r->lock);
    return status;
}

/* ==== The door ================================================================================ */

static pthread_rwlock_t door = PTHREAD_RWLOCK_INITIALIZER;
static struct recording *behind;

struct recording *door_enter(void) {
    softly_rw_lock(&door, false);
    if (behind) return behind;
    softly_rw_unlock(&door);
    return NULL;
}

void door_leave(void) {
    softly_rw_unlock(&door);
}

void door_open(struct recording *recording) {
    softly_rw_lock(&door, true);
    behind = recording;
    softly_rw_unlock(&door);
}

struct recording *door_close(void) {
    softly_rw_lock(&door, true);
    struct recording *recording = behind;
    behind = NULL;
    softly_rw_unlock(&door);
    return recording;
}
