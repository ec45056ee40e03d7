#include "agent/jvm/codeblobs.h"

#include <string.h>

/* How the JVM keeps its code:
 *
 *   CodeCache::_heaps -> {length, CodeHeap *[]}
 *   CodeHeap: memory [ HeapBlock {length, used} CodeBlob {... code} | ... ]
 *             segment map, a byte for each 2^n bytes of memory: 0 a block begins, 255 free,
 *             else that many segments back, or some of the way */
#define MOST_HEAPS 16
#define MOST_HOPS 1000
#define LARGEST_FRAME (1 << 20) /* words */

/* Where the blob at pc lies in that heap; 0: nowhere. */
static uint64_t find_in(const struct memory *m, uint64_t heap, uint64_t pc) {
    uint64_t low = memory_word(m, field(field(heap, m->at.heap_memory), m->at.space_low));
    uint64_t high = memory_word(m, field(field(heap, m->at.heap_memory), m->at.space_high));
    if (pc < low || pc >= high) return 0;
    int32_t log = memory_int(m, field(heap, m->at.heap_log2));
    uint64_t map = memory_word(m, field(field(heap, m->at.heap_segments), m->at.space_low));
    if (log < 0 || log > 30 || !map) return 0;
    uint64_t segment = (pc - low) >> log;
    for (int hops = 0; hops < MOST_HOPS; hops++) {
        uint8_t back = memory_byte(m, map + segment);
        if (back == 255 || back > segment) return 0;
        if (back == 0) {
            uint64_t block = low + (segment << log);
            return memory_byte(m, field(block, m->at.block_used)) ? field(block, m->at.block_size)
                                                                  : 0;
        }
        segment -= back;
    }
    return 0;
}

static uint64_t find(const struct memory *m, uint64_t pc) {
    if (pc < memory_word(m, (uint64_t)m->at.low_bound) ||
        pc >= memory_word(m, (uint64_t)m->at.high_bound))
        return 0;
    uint64_t heaps = memory_word(m, (uint64_t)m->at.heaps), found = 0;
    if (!heaps) return 0;
    int32_t count = memory_int(m, field(heaps, m->at.list_length));
    uint64_t data = memory_word(m, field(heaps, m->at.list_data));
    for (int32_t i = 0; i < count && i < MOST_HEAPS && !found; i++)
        found = find_in(m, memory_word(m, data + (uint64_t)i * WORD), pc);
    return found;
}

static bool is_interpreter(const struct memory *m, uint64_t pc) {
    uint64_t queue = memory_word(m, (uint64_t)m->at.interpreter);
    uint64_t from = queue ? memory_word(m, field(queue, m->at.queue_at)) : 0;
    int32_t size = queue ? memory_int(m, field(queue, m->at.queue_limit)) : 0;
    return pc >= from && pc - from < (uint64_t)size;
}

/* Told apart by their names, of which each JVM has the same. */
static enum codeblob_kind kind_of(const struct memory *m, uint64_t blob) {
    static const struct {
        const char *name; /* its first eight bytes */
        enum codeblob_kind kind;
    } known[] = {
        {"nmethod\0", CODEBLOB_COMPILED},
        {"native nmethod", CODEBLOB_NATIVE},
        {"upcall_stub", CODEBLOB_UPCALL},
    };
    uint64_t name = memory_word(m, field(blob, m->at.blob_name));
    uint64_t begin = name ? memory_number(m, name, WORD) : 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (memcmp(&begin, known[i].name, WORD) == 0) return known[i].kind;
    return CODEBLOB_STUB;
}

/* One of the two handlers to which such code returns. */
static bool is_handler(const struct memory *m, const struct codeblob *blob, uint64_t pc, int64_t at,
                       int64_t offset) {
    if (at >= 0) return pc == memory_word(m, field(blob->at, at));
    return offset >= 0 && pc == blob->at + (uint64_t)memory_int(m, field(blob->at, offset));
}

bool codeblobs_is_taken_back(const struct memory *m, const struct codeblob *blob, uint64_t pc) {
    return is_handler(m, blob, pc, m->at.deopt, m->at.deopt_offset) ||
           is_handler(m, blob, pc, m->at.deopt_mh, m->at.deopt_mh_offset);
}

bool codeblobs_find(const struct memory *m, uint64_t pc, struct codeblob *blob) {
    uint64_t at = find(m, pc);
    if (!at) return false;
    *blob = (struct codeblob){.at = at};
    blob->kind = is_interpreter(m, pc) ? CODEBLOB_INTERPRETER : kind_of(m, at);
    blob->code = m->at.blob_code_offset >= 0
                     ? at + (uint64_t)memory_int(m, field(at, m->at.blob_code_offset))
                     : memory_word(m, field(at, m->at.blob_code));
    int32_t frame = memory_int(m, field(at, m->at.blob_frame_size));
    if (frame > 0 && frame < LARGEST_FRAME) blob->frame_size = (uint64_t)frame * WORD;
    uint64_t complete =
        memory_number(m, field(at, m->at.blob_complete), (unsigned)m->at.blob_complete_size);
    bool never = complete >> (m->at.blob_complete_size * 8 - 1); /* negative */
    if (complete && !never) blob->complete = blob->code + complete;
    return pc >= blob->code;
}
