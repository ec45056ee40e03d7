/* Compression for formats that want gzip: pprof profiles, exports, the data inside an HTML page. */
#pragma once

#include "base/text.h"

/* Appends the bytes as one gzip member (RFC 1952) without name or time: the same bytes give the
 * same member. level is zlib's, 1 (fast) to 9 (small). */
void gzip_add(struct text *out, const void *bytes, size_t len, int level);

/* The same in pieces: gzip_open, gzip_push of each, the last one with last set, gzip_close. */
struct gzip;
struct gzip *gzip_open(int level); /* levels are zlib's. Appends to out. */
/* Appends to out what these bytes make ready; close frees it. */
void gzip_push(struct gzip *gzip, const void *bytes, size_t len, bool last, struct text *out);
void gzip_close(struct gzip *gzip);

/* Appends what one gzip member of ours holds, such as an asset that the program carries packed; len
 * bytes, below 4 GiB. Anything else is our mistake, and aborts. */
void gzip_unpack(const void *bytes, size_t len, struct text *out);
