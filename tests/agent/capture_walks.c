/* Stores walks of the agent in the JVM that it is loaded into: one of each kind of place where a
 * thread was interrupted, for tests/unit/agent/jvm/test_framewalk.c. Linked with --wrap=framewalk.
 *
 *   make build/tests/agent/libjfragent-capture.so
 *   CAPTURE_WALKS=walks-17.bin CAPTURE_MOST=24 java
 * -agentpath:.../libjfragent-capture.so=interval=2ms ...
 */
#include "agent/jvm/prologue.h"
#include "tests/agent/stored_walk.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, DEEPEST = 12, DEEPEST_IN_HEAP = 24 };

enum framewalk_end __wrap_framewalk(const struct memory *memory,
                                    const struct framewalk_thread *thread,
                                    const struct framewalk_registers *registers,
                                    struct framewalk_frame *frames, int room, int *count,
                                    int64_t *left_out);
enum framewalk_end __real_framewalk(const struct memory *memory,
                                    const struct framewalk_thread *thread,
                                    const struct framewalk_registers *registers,
                                    struct framewalk_frame *frames, int room, int *count,
                                    int64_t *left_out);

static struct stored_walk walks[MOST];
static uint32_t kinds[MOST];
static int kept;
static struct layout layout_here;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Of the walk that is being read, with the lock. */
static const struct memory *source;
static struct stored_walk *reading;

static uint64_t load(const struct memory *memory, uint64_t address) {
    (void)memory;
    struct stored_walk *w = reading;
    int low = 0, high = w->word_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (w->words[middle].address < address) low = middle + 1;
        else high = middle;
    }
    if (low < w->word_count && w->words[low].address == address) return w->words[low].value;
    uint64_t value = source->word(source, address);
    if (w->word_count == STORED_WALK_WORDS) return value;
    memmove(&w->words[low + 1], &w->words[low], (size_t)(w->word_count - low) * sizeof *w->words);
    w->words[low] = (struct stored_word){address, value};
    w->word_count++;
    return value;
}

static uint32_t kind_of(const struct memory *memory, const struct framewalk_thread *thread,
                        const struct framewalk_registers *r, const struct framewalk_frame *frames,
                        int count, enum framewalk_end end) {
    struct codeblob blob;
    bool in_code = codeblobs_find(memory, r->pc, &blob);
    uint32_t kind = (uint32_t)end << 16 | thread->in_java;
    if (in_code) kind |= (uint32_t)(blob.kind + 1) << 4;
    if (in_code && (blob.kind == CODEBLOB_COMPILED || blob.kind == CODEBLOB_NATIVE))
        kind |= (uint32_t)(prologue_at(memory, &blob, r->pc) + 1) << 8;
    for (int i = 0; i < count && i < 4; i++) kind |= UINT32_C(1) << (20 + frames[i].type);
    return kind;
}

/* Whether frames of it are in the heap: whoever did not know of that would find it out. Only such
 * walks are stored where CAPTURE_HEAP is set. */
static bool is_in_heap(const struct memory *memory, const struct framewalk_thread *thread,
                       const struct framewalk_registers *r) {
    struct framewalk_frame frames[STORED_WALK_FRAMES];
    struct memory without = *memory;
    int count;
    int64_t left_out;
    without.at.chunk_stack = 0;
    return __real_framewalk(&without, thread, r, frames, STORED_WALK_FRAMES, &count, &left_out) ==
           FRAMEWALK_HEAP;
}

enum framewalk_end __wrap_framewalk(const struct memory *memory,
                                    const struct framewalk_thread *thread,
                                    const struct framewalk_registers *registers,
                                    struct framewalk_frame *frames, int room, int *count,
                                    int64_t *left_out) {
    struct memory storing = {load, memory->at};
    enum framewalk_end end =
        __real_framewalk(memory, thread, registers, frames, room, count, left_out);
    uint32_t kind = kind_of(memory, thread, registers, frames, *count, end);
    static int most;
    if (!most) most = getenv("CAPTURE_MOST") ? (int)strtol(getenv("CAPTURE_MOST"), NULL, 10) : MOST;
    bool heap = getenv("CAPTURE_HEAP") != NULL;
    if (*count > (heap ? DEEPEST_IN_HEAP : DEEPEST)) return end;
    if (heap && !is_in_heap(memory, thread, registers)) return end;
    if (pthread_mutex_trylock(&lock) != 0) return end;
    bool known = kept == most || kept == MOST;
    for (int i = 0; i < kept; i++) known |= kinds[i] == kind;
    if (!known) {
        struct stored_walk *w = &walks[kept];
        *w = (struct stored_walk){.thread = *thread, .registers = *registers};
        source = memory;
        reading = w;
        layout_here = memory->at;
        w->end = __real_framewalk(&storing, thread, registers, w->frames, STORED_WALK_FRAMES,
                                  &w->count, left_out);
        kinds[kept] = kind;
        kept += w->word_count < STORED_WALK_WORDS;
    }
    pthread_mutex_unlock(&lock);
    return end;
}

static FILE *out;

static void add(uint64_t value) {
    for (; value >= 128; value >>= 7) putc((int)(value & 127) | 128, out);
    putc((int)value, out);
}

static void add_signed(int64_t value) {
    add((uint64_t)value << 1 ^ (uint64_t)(value >> 63));
}

static void write_walk(const struct stored_walk *w) {
    const struct framewalk_registers *r = &w->registers;
    const uint64_t registers[] = {r->pc, r->sp, r->fp, r->link, r->bcp, r->method, r->result};
    add(w->end);
    add((uint64_t)w->count);
    for (int i = 0; i < w->count; i++) {
        add(w->frames[i].method);
        add_signed(w->frames[i].bci);
        add(w->frames[i].type);
    }
    add(w->thread.java_thread);
    add(w->thread.stack_end);
    add(w->thread.in_java);
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) add(registers[i]);
    add((uint64_t)w->word_count);
    struct stored_word last = {0};
    for (int i = 0; i < w->word_count; i++) {
        add((w->words[i].address - last.address) / WORD);
        add(w->words[i].value ^ last.value);
        last = w->words[i];
    }
}

__attribute__((destructor)) static void write_walks(void) {
    const char *path = getenv("CAPTURE_WALKS");
    const int64_t *numbers = (const int64_t *)&layout_here;
    size_t count = sizeof layout_here / sizeof *numbers;
    if (!path || !(out = fopen(path, "wb"))) return;
    fputs(STORED_WALK_MAGIC, out);
    add(count);
    for (size_t i = 0; i < count; i++) add_signed(numbers[i]);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < kept; i++) write_walk(&walks[i]);
    fclose(out);
}
