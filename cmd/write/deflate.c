#include "cmd/write/deflate.h"
#include "base/mem.h"

#include <stdlib.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16)  /* zlib's way to ask for the largest window and a gzip header */
#define MEMORY_LEVEL 9         /* the most that zlib takes: 256 KB */
#define STEP ((size_t)1 << 30) /* zlib counts in 32 bits */

static void *take(void *context, unsigned count, unsigned size) {
    return mem_zero(count, size);
}

static void give_back(void *context, void *memory) {
    free(memory);
}

void gzip_add(struct text *out, const void *bytes, size_t len, int level) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .zalloc = take, .zfree = give_back};
    /* can only fail for lack of memory, which take does not return from, or for a level that is
     * none */
    if (deflateInit2(&z, level, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
        abort();
    unsigned char buffer[65536];
    int result;
    do {
        if (z.avail_in == 0 && len) {
            z.avail_in = (uInt)(len < STEP ? len : STEP);
            len -= z.avail_in;
        }
        z.next_out = buffer;
        z.avail_out = sizeof buffer;
        result = deflate(&z, len == 0 ? Z_FINISH : Z_NO_FLUSH);
        text_add_bytes(out, buffer, sizeof buffer - z.avail_out);
    } while (result != Z_STREAM_END);
    deflateEnd(&z);
}
