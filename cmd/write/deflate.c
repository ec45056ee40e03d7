#include "cmd/write/deflate.h"
#include "base/library.h"
#include "base/mem.h"
#include "base/platform.h"
#include "base/posix.h"

#include <stdio.h>
#include <zlib.h>

#define GZIP_WINDOW (15 + 16)  /* zlib's way to ask for the largest window and a gzip header */
#define MEMORY_LEVEL 9         /* the most that zlib takes: 256 KB */
#define STEP ((size_t)1 << 30) /* zlib counts in 32 bits */
#define UNIX 3 /* of the systems that RFC 1952 numbers; zlib would write which one this is */

#define ZLIB_FUNCTIONS(X) \
    X(deflate)            \
    X(deflateEnd) X(deflateInit2_) X(deflateSetHeader) X(inflate) X(inflateEnd) X(inflateInit2_)

static struct { LIBRARY_TABLE(ZLIB_FUNCTIONS) } zlib;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* What runs here without it has been taken apart: what is installed wants it, and so does dpkg. */
static void load(void) {
    static const struct library_function functions[] = {ZLIB_FUNCTIONS(LIBRARY_FUNCTION_BUNDLED)};
    struct text missing = {0};
    if (!library_load(PLATFORM_LIBRARY("z", "1"), "zlib1g", functions,
                      sizeof functions / sizeof *functions, &zlib, &missing)) {
        fprintf(stderr, "jfrtool: the output cannot be compressed: %s\n", text_str(&missing));
        exit(2);
    }
}

static void *take(void *context, unsigned count, unsigned size) {
    return mem_zero(count, size);
}

static void give_back(void *context, void *memory) {
    free(memory);
}

struct gzip {
    z_stream z;
    gz_header header;
};

struct gzip *gzip_open(int level) {
    struct gzip *gzip = mem_zero(1, sizeof *gzip);
    gzip->z = (z_stream){.zalloc = take, .zfree = give_back};
    /* can only fail for lack of memory, which take does not return from, or for a level that is
     * none */
    pthread_once(&once, load);
    if (zlib.deflateInit2_(&gzip->z, level, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                           Z_DEFAULT_STRATEGY, ZLIB_VERSION, (int)sizeof gzip->z) != Z_OK)
        abort();
    gzip->header.os = UNIX;
    zlib.deflateSetHeader(&gzip->z, &gzip->header);
    return gzip;
}

void gzip_push(struct gzip *gzip, const void *bytes, size_t len, bool last, struct text *out) {
    z_stream *z = &gzip->z;
    unsigned char buffer[65536];
    z->next_in = (Bytef *)(uintptr_t)bytes;
    z->avail_in = 0;
    do {
        if (z->avail_in == 0 && len) {
            z->avail_in = (uInt)(len < STEP ? len : STEP);
            len -= z->avail_in;
        }
        z->next_out = buffer;
        z->avail_out = sizeof buffer;
        zlib.deflate(z, last && len == 0 ? Z_FINISH : Z_NO_FLUSH);
        text_add_bytes(out, buffer, sizeof buffer - z->avail_out);
    } while (z->avail_in || len || z->avail_out == 0);
}

void gzip_close(struct gzip *gzip) {
    zlib.deflateEnd(&gzip->z);
    free(gzip);
}

void gzip_add(struct text *out, const void *bytes, size_t len, int level) {
    struct gzip *gzip = gzip_open(level);
    gzip_push(gzip, bytes, len, true, out);
    gzip_close(gzip);
}

void gzip_unpack(const void *bytes, size_t len, struct text *out) {
    z_stream z = {.zalloc = take,
                  .zfree = give_back,
                  .next_in = (Bytef *)(uintptr_t)bytes,
                  .avail_in = (uInt)len};
    unsigned char buffer[65536];
    pthread_once(&once, load);
    if (zlib.inflateInit2_(&z, GZIP_WINDOW, ZLIB_VERSION, (int)sizeof z) != Z_OK) abort();
    int state;
    do {
        z.next_out = buffer;
        z.avail_out = sizeof buffer;
        state = zlib.inflate(&z, Z_NO_FLUSH);
        text_add_bytes(out, buffer, sizeof buffer - z.avail_out);
    } while (state == Z_OK);
    zlib.inflateEnd(&z);
    if (state != Z_STREAM_END) abort();
}
