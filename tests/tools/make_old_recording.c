/* Writes testdata/old/events-8.jfr: a recording of format 0.9, which no JVM at hand writes any
 * more. tests/support/old.h says what is in it.
 *
 *   make_old_recording FILE
 */
#include "tests/support/old.h"

#include <stdio.h>

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_old_recording FILE\n");
        return 2;
    }
    struct recording r = {0};
    struct old_head second = {.start_ms = 1524063297160};
    old_chunk(&r, NULL);
    old_chunk(&r, &second);
    FILE *out = fopen(argv[1], "wb");
    bool fine = out && fwrite(r.out.data, 1, r.out.len, out) == r.out.len;
    if (!out || fclose(out) != 0 || !fine) {
        perror(argv[1]);
        return 1;
    }
    recording_free(&r);
    return 0;
}
