/* The file of a recording, so that whoever reads it at any moment, or finds it after kill -9, sees
 * complete chunks and nothing else. The JDK's tools refuse one that is longer than its chunks say
 * or shorter; so it grows in steps, and what is free at its end is an event: the filler, a
 * checkpoint without pools that nothing points to.
 *
 *   begin                        end                           length
 *   | header | events | checkpoint | filler ...................|      the open chunk
 *            |                     ^
 *            |  append: 1. new bytes and a new filler go INTO the old filler, but for what is at
 *            |             its head: a reader steps over them
 *            |          2. the header: it points to the checkpoint in there, which leads to those
 *            |             before, whether the events show or not
 *            |          3. the first bytes, over the old filler's head: the events show
 *            +- next chunk: is written into the filler likewise, then the header's size cut
 *
 * Between any two of these the file is consistent. Only where it must be made longer (once a
 * megabyte: filler, ftruncate, header) and where it or a chunk ends for good is it not for some
 * microseconds. A write of a process that is killed may be cut where a page ends: what must be
 * there whole, headers and first bytes, lies within one, so chunks begin where pages do.
 *
 * Not thread-safe: the caller has a lock. Every int returned is 0 or an errno; after a failure the
 * file is as it was and the call may be made again. Texts may be given a filler at their end. */
#pragma once

#include "base/array.h"
#include "parser/writer.h"

struct recording_span { /* a chunk that has ended */
    uint64_t offset, size;
    int64_t ended; /* monotonic ns */
};

struct recording_file {
    char *path;
    int fd;
    uint64_t begin;              /* of the open chunk */
    uint64_t end;                /* where its filler begins */
    uint64_t length;             /* of the file */
    struct writer_header header; /* of the open chunk, as it is on disk */
    ARRAY(struct recording_span) ended;
};

#define RECORDING_FILLER 10 /* bytes of the smallest filler, and the head of any */
/* Adds one. */
void recording_add_filler(struct text *out);
/* Makes the file with one chunk of these bytes (WRITER_HEADER_SIZE bytes of room and then events);
 * header->size is filled in. What was at the path is replaced, in one step. */
int recording_file_create(struct recording_file *file, const char *path, struct text *chunk,
                          struct writer_header *header);
/* bytes are empty, and only the header changes, or they begin with RECORDING_FILLER bytes or more
 * of events other than the header's checkpoint. */
int recording_file_append(struct recording_file *file, struct text *bytes,
                          struct writer_header *header);
/* Ends the open chunk, with ended, and begins another. now: monotonic ns. */
int recording_file_next(struct recording_file *file, struct writer_header *ended, int64_t now,
                        struct text *chunk, struct writer_header *header);
/* Ends the last chunk: no filler, no room. The file stays open. */
int recording_file_finish(struct recording_file *file, struct writer_header *header);
/* Removes ended chunks, the oldest first: those that ended before `before` (monotonic ns), and, but
 * for the last one, those that make the file larger than max_bytes, down to three quarters of it;
 * 0: no limit. The rest is copied to a new file that replaces the old one. */
int recording_file_drop(struct recording_file *file, uint64_t max_bytes, int64_t before);
/* Closes it and frees what it owns. */
void recording_file_close(struct recording_file *file);

/* How many of the spans have to go for those limits; open_bytes: of what is not in spans. */
size_t recording_spans_to_drop(const struct recording_span *spans, size_t count,
                               uint64_t open_bytes, uint64_t max_bytes, int64_t before);
/* A new file, in the place of what is left of an older one, locked (flock) until it is closed. -1:
 * errno; EEXIST if that is of another user and stays, EBUSY if somebody is writing it. */
int recording_create(const char *path);
/* All of it, at offset, whatever it takes. */
int recording_write(int fd, const void *bytes, size_t len, uint64_t offset);
/* Copies len bytes between files at these offsets. */
int recording_copy(int from, uint64_t from_offset, int to, uint64_t to_offset, uint64_t len);
