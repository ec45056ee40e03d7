/* How fast skip_varints steps over stacks: for each variant, GB/s over frames as they occur.
 *
 *   skip_bench [MB]      size of the large buffer, 64 unless told
 */
#include "parser/skip_variants.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static uint64_t random_u64(void) {
    static uint64_t state = 1;
    uint64_t x = state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

static uint8_t *put(uint8_t *at, uint64_t value) {
    while (value >= 0x80) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

/* Method (JDK: class id * 65536 + number), line, bytecode index, frame type. */
static size_t fill_frames(uint8_t *buffer, size_t size) {
    uint8_t *at = buffer;
    while ((size_t)(at - buffer) + 40 < size) {
        at = put(at, (random_u64() % 3000) << 16 | random_u64() % 40);
        at = put(at, random_u64() % 1500);
        at = put(at, random_u64() % 200);
        at = put(at, 1 + random_u64() % 3);
    }
    return (size_t)(at - buffer);
}

/* Steps of n integers through the whole buffer, each from where the last one ended: what reading
 * a pool does. The best of several rounds. */
static double nanoseconds_a_step(skip_function *skip, const uint8_t *buffer, size_t size,
                                 uint64_t n, double *gigabytes) {
    double best = 1e9;
    size_t steps = 0;
    double until = seconds() + 0.15;
    do {
        const uint8_t *at = buffer, *end = buffer + size, *next;
        steps = 0;
        double start = seconds();
        while ((next = skip(at, end, n)) != NULL) {
            at = next;
            steps++;
        }
        double took = seconds() - start;
        if (took < best) best = took;
    } while (seconds() < until);
    *gigabytes = (double)size / best * 1e-9;
    return best * 1e9 / (double)(steps ? steps : 1);
}

static void table(const char *title, const uint8_t *buffer, size_t size) {
    static const unsigned counts[] = {1, 3, 4, 8, 16, 32, 64, 256, 1024};
    enum { COUNTS = sizeof counts / sizeof *counts };
    printf("%s: GB/s (ns a step) by integers a step; 256 is a stack of 64 frames\n%-14s", title,
           "");
    for (int i = 0; i < COUNTS; i++) printf(" %14u", counts[i]);
    putchar('\n');
    for (size_t v = 0; v < skip_variant_count; v++) {
        if (!skip_variants[v].usable()) continue;
        printf("%-14s", skip_variants[v].name);
        for (int i = 0; i < COUNTS; i++) {
            double gigabytes;
            double ns =
                nanoseconds_a_step(skip_variants[v].skip, buffer, size, counts[i], &gigabytes);
            printf(" %6.2f (%5.1f)", gigabytes, ns);
        }
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    size_t megabytes = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
    size_t size = megabytes << 20, small = (size_t)256 << 10;
    uint8_t *buffer = size >= small ? malloc(size) : NULL;
    if (buffer == NULL) {
        fprintf(stderr, "skip_bench: cannot have %zu MB\n", megabytes);
        return 1;
    }
    size = fill_frames(buffer, size);
    table("256 KB, in cache", buffer, small);
    table("all of it, from memory", buffer, size);
    free(buffer);
    return 0;
}
