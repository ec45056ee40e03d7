/* The floor: what reading a recording costs at least. Maps the file and walks the sizes and type
 * ids of its events, chunk by chunk, with no check and no use made of them.
 *
 * usage: floor RECORDING (finished, with compressed integers)
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

static inline uint64_t varint(const uint8_t **at) {
    const uint8_t *p = *at;
    uint64_t value = *p & 0x7F;
    for (unsigned shift = 7; *p++ & 0x80; shift += 7) value |= (uint64_t)(*p & 0x7F) << shift;
    *at = p;
    return value;
}

int main(int argc, char **argv) {
    struct stat stat;
    int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
    if (fd < 0 || fstat(fd, &stat) != 0) {
        fprintf(stderr, "usage: floor RECORDING\n");
        return 2;
    }
    const uint8_t *data = mmap(NULL, (size_t)stat.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED) return 2;
    uint64_t events = 0, types = 0;
    for (const uint8_t *chunk = data; chunk < data + stat.st_size;) {
        uint64_t size = 0;
        for (int i = 8; i < 16; i++) size = size << 8 | chunk[i];
        for (const uint8_t *event = chunk + 68; event < chunk + size;) {
            const uint8_t *p = event;
            uint64_t event_size = varint(&p);
            types += varint(&p); /* so that it is not optimised away */
            event += event_size;
            events++;
        }
        chunk += size;
    }
    printf("%" PRIu64 " events, sum of type ids %" PRIu64 "\n", events, types);
    return 0;
}
