/* libFuzzer target: whole commands, from the command line to what they write.
 *
 * Byte 0 chooses the command line, the rest is the recording; where the command takes rules, the
 * last quarter of it is the rules file. The mutator knows a little of the format: it tells lies in
 * headers and in varints without moving what lies behind them, and mends the size of what it made.
 */
#include "base/mem.h"
#include "cmd/cli/child.h"
#include "tests/fuzz/command_lines.h"
#include "tests/support/jvm.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_WORDS 24

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* The line that the byte chooses, of all lines of all commands. */
static const char *line_of(uint8_t byte) {
    static char line[FUZZ_LINE];
    const struct command *command;
    size_t all = 0;
    while (fuzz_line_at(all, line, &command)) all++;
    if (!fuzz_line_at(byte % all, line, &command)) abort();
    return line;
}

static void save(const char *path, const void *bytes, size_t len) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (fd < 0 || write(fd, bytes, len) != (ssize_t)len) abort();
    close(fd);
}

/* A folder in memory, where the other side of comparisons lies. */
static void prepare(void) {
    static const char *const stacks[] = {"A.leaf A.run Main.main", "B.leaf Main.main"};
    char folder[] = "/dev/shm/jfrtool-fuzz.XXXXXX";
    struct recording r = {0};
    child_runs(command_run_named);
    if (!mkdtemp(folder) || chdir(folder) != 0) abort();
    jvm_chunk(&r, NULL, stacks, 2);
    save("base", r.out.data, r.out.len);
    recording_free(&r);
}

/* As main.c does. False: the command has no such options. */
static bool run(const char *line, const char *more) {
    char words[400], *argv[MAX_WORDS + 1], *rest = words;
    int argc = 0;
    snprintf(words, sizeof words, "%s%s", line, more);
    for (char *word; (word = strsep(&rest, " ")) && argc < MAX_WORDS;) argv[argc++] = word;
    const struct command *command = command_find(argv[0]);
    struct option_base *options = mem_zero(1, command->options_size);
    struct text error = {0};
    bool taken = options_parse(command->groups, argc - 1, argv + 1, options, &error);
    if (taken) command->run(command, options);
    options_free(command->groups, options);
    text_free(&error);
    free(options);
    return taken;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static bool prepared;
    if (!prepared) prepare();
    prepared = true;
    if (size < 2) return 0;
    const char *line = line_of(data[0]);
    size_t len = size - 1;
    if (strstr(line, "--rules")) {
        len -= len / 4;
        save("rules", data + 1 + len, size - 1 - len);
    }
    save("in", data + 1, len);
    if (!run(line, " -q --jobs=1") && !run(line, " -q") && !run(line, "")) abort();
    return 0;
}

/* ==== Mutation ============================================================================== */

static unsigned state;

static unsigned next(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

static void put_big_endian(uint8_t *at, uint64_t value) {
    for (int i = 0; i < 8; i++) at[i] = (uint8_t)(value >> (56 - 8 * i));
}

/* In as many bytes as the one that was there has. */
static void put_varint_over(uint8_t *at, size_t len, uint64_t value) {
    for (size_t i = 0; i < len; i++, value >>= 7)
        at[i] = i == 8 ? (uint8_t)value : (uint8_t)((value & 0x7F) | (i + 1 < len ? 0x80 : 0));
}

static void lie(uint8_t *p, size_t size) {
    static const uint64_t values[] = {
        0,          1,          2,           20,         0x7F,      0x80,       0xFFFF,     0x10000,
        0x7FFFFFFF, 0x80000000, 0x100000000, 1000000000, INT64_MAX, 1ULL << 63, UINT64_MAX, 100};
    static const unsigned char fields[] = {
        HEADER_SIZE,        HEADER_CHECKPOINT,  HEADER_METADATA,        HEADER_START_NS,
        HEADER_DURATION_NS, HEADER_START_TICKS, HEADER_TICKS_PER_SECOND};
    uint64_t value = values[next() % (sizeof values / sizeof *values)];
    if (size <= HEADER_END + 2) return;
    if (next() % 4 == 0) {
        if (next() % 3 == 0) value = next() % size;
        put_big_endian(p + fields[next() % sizeof fields], value);
        return;
    }
    size_t at = HEADER_END + next() % (size - HEADER_END), len = 1;
    while (len < 9 && at + len < size && (p[at + len - 1] & 0x80)) len++;
    put_varint_over(p + at, len, value);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
    state = seed;
    unsigned how = next() % 10;
    bool whole = size > HEADER_END + 12;
    if (how == 0 && size) {
        data[0] = (uint8_t)next();
        return size;
    }
    if (how < 4 && whole) {
        for (unsigned n = 1 + next() % 3; n; n--) lie(data + 1, size - 1);
        return size;
    }
    if (how == 4 && whole && 2 * size < max_size) { /* two chunks that are nearly the same */
        memcpy(data + size, data + 1, size - 1);
        lie(data + size, size - 1);
        return 2 * size - 1;
    }
    size_t len = LLVMFuzzerMutate(data, size, max_size);
    if (how < 8 && len > HEADER_END + 12) {
        memcpy(data + 1, "FLR\0\0\2\0\1", 8);
        put_big_endian(data + 1 + HEADER_SIZE, len - 1);
    }
    return len;
}
