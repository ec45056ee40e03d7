/* Segments: bytes of a recording together with who frees them, and how errors about them are put.
 *
 *   jfr_segment --owner--> [count | base, size, mapped | name ...]
 */
#pragma once

#include "parser/jfr.h"

/* Hands malloc'ed memory over to the segment: name is copied. The other fields are left 0. */
struct jfr_segment segment_of_memory(uint8_t *data, uint64_t size, const char *name);
/* Reads a file from offset on (size bytes, > 0): cheaper than a mapping for small ones, of which
 * there may be more than a process may have mappings. What is not there any more is left out.
 * False: nothing could be read. */
bool segment_read(struct jfr_segment *segment, int fd, uint64_t offset, uint64_t size,
                  const char *name);
/* Maps a file from offset on (size bytes, > 0), read-only. False if it cannot be mapped. */
bool segment_map(struct jfr_segment *segment, int fd, uint64_t offset, uint64_t size,
                 const char *name);

/* These bytes of a mapped segment will hardly be needed again: they give their memory back, and
 * come from the file if they are. Nothing happens to other segments. */
void segment_forget(const struct jfr_segment *segment, const uint8_t *data, uint64_t size);

/* Fills in error; a text that is too long is cut. */
void error_say(struct jfr_error *error, enum jfr_code code, uint64_t offset, const char *format,
               ...) __attribute__((format(printf, 4, 5)));

/* A name as it goes into a sentence: only the end of a long one, lest it crowd out the words.
 * Use: error_say(..., "cannot open %s", shorten(path).text). */
struct short_name {
    char text[164];
};
/* A name for a message, its middle cut if it is long. */
struct short_name shorten(const char *name);
