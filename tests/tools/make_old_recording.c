/* Writes testdata/old/events-8.jfr or, if asked to, odd-8.jfr: recordings of format 0.9, which no
 * JVM at hand writes any more. tests/support/old.h says what is in them; the odd one has all of it
 * that only some writers write.
 *
 *   make_old_recording FILE [odd]
 */
#include "tests/support/old.h"

#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    bool odd = argc == 3 && strcmp(argv[2], "odd") == 0;
    if (argc != 2 && !odd) {
        fprintf(stderr, "usage: make_old_recording FILE [odd]\n");
        return 2;
    }
    struct recording r = {0};
    struct old_head second = {.start_ms = 1524063297160};
    static const struct old_head all = {.start_ms = 1524063296160,
                                        .reads = 3,
                                        .frames = FRAMES_TURNED,
                                        .zero = true,
                                        .by_path = true,
                                        .securities = true};
    old_chunk(&r, odd ? &all : NULL);
    if (!odd) old_chunk(&r, &second);
    FILE *out = fopen(argv[1], "wb");
    bool fine = out && fwrite(r.out.data, 1, r.out.len, out) == r.out.len;
    if (!out || fclose(out) != 0 || !fine) {
        perror(argv[1]);
        return 1;
    }
    recording_free(&r);
    return 0;
}
