/* What files that somebody may be writing have in them: chunks, copied from one to another. Files
 * and folders by their descriptors. */
#pragma once

#include "base/folder.h"
#include "parser/jfr.h"

/* A chunk of a file, by its header. */
struct copy_chunk {
    uint8_t header[JFR_HEADER_SIZE];
    uint64_t size, checkpoint, metadata; /* of what was flushed; where parts of it begin */
    int64_t start_ns, duration_ns, start_ticks, ticks_per_second;
};
/* Reads the header that begins there, when its writer is not just changing it. False: it is none.
 */
bool copy_chunk_at(int fd, uint64_t begin, struct copy_chunk *out);
/* Copies the chunk, as a finished one, until its header has stayed the same meanwhile, to the place
 * *at, which moves behind it. least: bytes that it has to have. False: errno, or it is no such
 * chunk any more. */
bool copy_chunk(int from, uint64_t begin, uint64_t least, int to, uint64_t *at);
/* Adds what is in the folder by its names, which in a repository is the order of time; ending: as
 * of folder_take. */
void copy_names(int folder, const char *ending, folder_names *out);

/* Copies len bytes from the place at to the place to_at, without reading holes. What is not there
 * any more because the file became shorter is left out, or zeros. False: errno. */
bool copy_spans(int from, uint64_t at, uint64_t len, int to, uint64_t to_at);
