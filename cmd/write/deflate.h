/* Compression for formats that want gzip: pprof profiles, the data inside an HTML page. */
#ifndef CMD_WRITE_DEFLATE_H
#define CMD_WRITE_DEFLATE_H

#include "base/text.h"

/* Appends the bytes as one gzip member (RFC 1952) without name or time: the same bytes give the
 * same member. level is zlib's, 1 (fast) to 9 (small). */
void gzip_add(struct text *out, const void *bytes, size_t len, int level);

#endif
