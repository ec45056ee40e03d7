/* What the files of the recording share; nobody else includes this.
 *
 *   lock       events, constants, info, threads, counters    held for microseconds, never for I/O
 *   disk_lock  file, out, chunk                              held while writing; taken before lock
 */
#pragma once

#include "agent/recording/recording.h"
#include "agent/recording/constants.h"
#include "agent/recording/file.h"
#include "agent/recording/system.h"
#include "agent/recording/types.h"
#include "base/clock.h"

#include <pthread.h>

/* An event that every chunk has: its fields behind startTime. */
struct recording_info {
    enum recording_event event;
    char *key; /* what it replaces: a property's name, "event id/setting" */
    struct text fields;
};

struct recording {
    struct agent_options options; /* defaults filled in; texts are not kept */
    struct {                      /* of another recording, which ours stands beside in one file */
        int64_t start_ns, start_ticks, hertz; /* the same moment; hertz 0: ticks are monotonic ns */
    } clock;
    char *pattern, *name;
    char *path, *last_path; /* under lock; the last one stays for who has just asked */

    int64_t clock_start; /* of clock, monotonic ns */

    pthread_mutex_t lock;
    struct text events; /* encoded, of the open chunk */
    struct constants constants;
    ARRAY(struct recording_info) info;
    ARRAY(struct system_thread) threads; /* alive, for their CPU load */
    struct recording_status status;
    uint64_t event_bytes;   /* of status.events */
    uint64_t lost_reported; /* of status.lost_bytes, by jdk.DataLoss */
    bool stop;
    pthread_cond_t wake; /* the writer thread: stop, or many events */

    pthread_mutex_t disk_lock;
    struct recording_file file;
    struct text out;             /* encoded and not on disk; belongs behind file.end */
    struct writer_header header; /* of the open chunk, as it will be when out is written */
    int64_t chunk_start;         /* monotonic ns */
    uint64_t checkpoint_at;      /* the last one, in the chunk, out included */
    bool ending;                 /* out is the last of its chunk; lock's data is the next's */
    int64_t next_start;          /* when that began */
    struct text next_chunk;      /* its beginning, while the disk does not take it */
    struct writer_header next_header;
    char *next_path;     /* the next chunk begins a new file, there; NULL: it does not */
    int64_t place_start; /* when the file began, monotonic ns */
    ARRAY(char *) kept;  /* files of before, the oldest first */
    bool said_full;

    struct system_state system; /* of the writer thread */
    int64_t start_ns;           /* monotonic */
    pthread_t writer;
    bool has_writer;
};

/* In the recording's ticks. */
int64_t recording_ticks(const struct recording *recording, int64_t time);
int64_t recording_tick_span(const struct recording *recording, int64_t ns);
/* lock held. Begins an event: size, type and startTime; false: there is no room, it is lost. */
bool recording_event_begin(struct recording *recording, enum recording_event event, int64_t time,
                           size_t *begin);
void recording_event_end(struct recording *recording, size_t begin);
/* lock held. The values of an event to out, or a whole event to the chunk; the key of its stack. */
uint64_t recording_encode(struct recording *recording, enum recording_event event, struct text *out,
                          const union recording_value *values);
uint64_t recording_write_locked(struct recording *recording, enum recording_event event,
                                int64_t time, const union recording_value *values);
/* disk_lock held. Whether the file has to end: the period is over, or somebody removed it. */
bool recording_place_is_over(struct recording *recording, int64_t now);
/* disk_lock held. Puts next_chunk into the file where it belongs. 0 or an errno: again then. */
int recording_place_next(struct recording *recording);
/* Takes the lock: says in the recording where it goes. */
void recording_say_destination(struct recording *recording, const char *path);
/* lock held. The events of info, for the beginning of a chunk. */
void recording_info_add(struct recording *recording, int64_t time, struct text *out);
