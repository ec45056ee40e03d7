#include "agent/jvm/codeblobs.h"

#include "agent/jvm/nativewalk.h"
#include "agent/jvm/vmstructs.h"

#include <string.h>

/* How the JVM keeps its code:
 *
 *   CodeCache::_heaps -> {length, CodeHeap *[]}
 *   CodeHeap: memory [ HeapBlock {length, used} CodeBlob {... code} | ... ]
 *             segment map, a byte for each 2^n bytes of memory: 0 a block begins, 255 free,
 *             else that many segments back, or some of the way
 */
#define MOST_HEAPS 16
#define MOST_HOPS 1000
#define NEVER (-1) /* where a frame is complete */

static struct {
    bool known;
    const uintptr_t *low_bound, *high_bound; /* static fields: where all of the code lies */
    const void *heaps;                       /* static field: GrowableArray<CodeHeap *> * */
    int64_t length, data;                    /* of GrowableArray */
    int64_t memory, segments, segment_size;  /* of CodeHeap */
    int64_t low, high;                       /* of VirtualSpace */
    int64_t block_size, used;                /* of HeapBlock */
    int64_t name, size, code, code_is_offset, frame_size, frame_begins; /* of CodeBlob */
    int frame_begins_size;
    int64_t last_sp;                                         /* of JavaThread: noted by stubs */
    int64_t method;                                          /* of nmethod */
    int64_t const_method, id_number, constants, holder, ids; /* from a Method to its id */
} at;

bool codeblobs_open(void) {
    at.heaps = vmstructs_static("CodeCache", "_heaps");
    at.low_bound = vmstructs_static("CodeCache", "_low_bound");
    at.high_bound = vmstructs_static("CodeCache", "_high_bound");
    at.length = vmstructs_offset("GrowableArrayBase", "_len");
    if (at.length < 0) at.length = vmstructs_offset("GenericGrowableArray", "_len"); /* JDK 11 */
    at.data = vmstructs_offset("GrowableArray<int>", "_data");
    at.memory = vmstructs_offset("CodeHeap", "_memory");
    at.segments = vmstructs_offset("CodeHeap", "_segmap");
    at.segment_size = vmstructs_offset("CodeHeap", "_log2_segment_size");
    at.low = vmstructs_offset("VirtualSpace", "_low");
    at.high = vmstructs_offset("VirtualSpace", "_high");
    at.block_size = vmstructs_size("HeapBlock");
    at.used = vmstructs_offset("HeapBlock::Header", "_used");
    at.name = vmstructs_offset("CodeBlob", "_name");
    at.size = vmstructs_offset("CodeBlob", "_size");
    at.code = vmstructs_offset("CodeBlob", "_code_begin");
    at.code_is_offset = at.code < 0;
    if (at.code_is_offset) at.code = vmstructs_offset("CodeBlob", "_code_offset");
    at.frame_size = vmstructs_offset("CodeBlob", "_frame_size");
    at.frame_begins = vmstructs_offset("CodeBlob", "_frame_complete_offset");
    /* Of JDK 23 and newer it is a short number, and the code an offset. */
    at.frame_begins_size = at.code_is_offset ? 2 : 4;
    int64_t anchor = vmstructs_offset("JavaThread", "_anchor");
    int64_t last_sp = vmstructs_offset("JavaFrameAnchor", "_last_Java_sp");
    at.last_sp = anchor < 0 || last_sp < 0 ? -1 : anchor + last_sp;
    at.method = vmstructs_offset("nmethod", "_method");
    if (at.method < 0) at.method = vmstructs_offset("CompiledMethod", "_method");
    at.const_method = vmstructs_offset("Method", "_constMethod");
    at.id_number = vmstructs_offset("ConstMethod", "_method_idnum");
    at.constants = vmstructs_offset("ConstMethod", "_constants");
    at.holder = vmstructs_offset("ConstantPool", "_pool_holder");
    at.ids = vmstructs_offset("InstanceKlass", "_methods_jmethod_ids");
    at.known = at.heaps && at.length >= 0 && at.data >= 0 && at.memory >= 0 && at.segments >= 0 &&
               at.segment_size >= 0 && at.low >= 0 && at.high >= 0 && at.block_size > 0 &&
               at.used >= 0 && at.name >= 0 && at.size >= 0 && at.code >= 0 && at.frame_size >= 0 &&
               at.frame_begins >= 0;
    return at.known;
}

bool codeblobs_known(void) {
    return at.known;
}

static uintptr_t word(uintptr_t address) {
    uintptr_t value = 0;
    return nativewalk_read(address, &value, sizeof value) ? value : 0;
}

static int64_t number(uintptr_t address, size_t size) {
    uint8_t byte = 0;
    int16_t half = 0;
    int32_t value = 0;
    void *to = size == 1 ? (void *)&byte : size == 2 ? (void *)&half : (void *)&value;
    if (!nativewalk_read(address, to, size)) return 0;
    return size == 1 ? byte : size == 2 ? half : value;
}

static uintptr_t field(uintptr_t object, int64_t offset) {
    return object + (uintptr_t)offset;
}

/* Where the blob at pc lies in that heap; 0: nowhere. */
static uintptr_t find_in(uintptr_t heap, uintptr_t pc) {
    uintptr_t low = word(field(field(heap, at.memory), at.low));
    uintptr_t high = word(field(field(heap, at.memory), at.high));
    if (pc < low || pc >= high) return 0;
    int64_t log = number(field(heap, at.segment_size), 4);
    uintptr_t map = word(field(field(heap, at.segments), at.low));
    if (log < 0 || log > 30 || !map) return 0;
    uintptr_t segment = (pc - low) >> log;
    for (int hops = 0; hops < MOST_HOPS; hops++) {
        uint8_t back = 255;
        if (!nativewalk_read(map + segment, &back, 1) || back == 255 || back > segment) return 0;
        if (back == 0) {
            uintptr_t block = low + (segment << log);
            return number(field(block, at.used), 1) ? block + (uintptr_t)at.block_size : 0;
        }
        segment -= back;
    }
    return 0;
}

/* The JVM's CodeBlob at pc; 0: there is none. */
static uintptr_t find(uintptr_t pc) {
    if (at.low_bound && at.high_bound && (pc < *at.low_bound || pc >= *at.high_bound)) return 0;
    uintptr_t heaps = at.known ? word((uintptr_t)at.heaps) : 0, found = 0;
    int64_t count = heaps ? number(field(heaps, at.length), 4) : 0;
    uintptr_t data = heaps ? word(field(heaps, at.data)) : 0;
    for (int64_t i = 0; i < count && i < MOST_HEAPS && !found; i++)
        found = find_in(word(data + (uintptr_t)i * sizeof(uintptr_t)), pc);
    return found;
}

bool codeblobs_find(uintptr_t pc, struct codeblob *blob) {
    uintptr_t found = find(pc);
    if (!found) return false;
    char name[16] = "";
    uintptr_t text = word(field(found, at.name));
    for (size_t i = 0; i + 1 < sizeof name && nativewalk_read(text + i, &name[i], 1); i++)
        if (!name[i]) break;
    name[sizeof name - 1] = '\0';
    *blob = (struct codeblob){.kind = CODEBLOB_OTHER};
    blob->code = at.code_is_offset ? found + (uintptr_t)number(field(found, at.code), 4)
                                   : word(field(found, at.code));
    int64_t frame = number(field(found, at.frame_size), 4);
    int64_t begins = number(field(found, at.frame_begins), (size_t)at.frame_begins_size);
    blob->frame_size = frame > 0 && frame < 1 << 16 ? (uintptr_t)frame * sizeof(uintptr_t) : 0;
    blob->frame_begins = blob->code + (begins > 0 ? (uintptr_t)begins : 0);
    if (strncmp(name, "nmethod", 7) == 0 || strncmp(name, "native nmethod", 14) == 0) {
        blob->kind = CODEBLOB_COMPILED;
        blob->method = at.method >= 0 ? word(field(found, at.method)) : 0;
    } else if (strcmp(name, "Interpreter") == 0) {
        blob->kind = CODEBLOB_INTERPRETER;
    }
    return pc >= blob->code;
}

#if defined(__x86_64__)
/* Behind the instruction by which a stub notes its sp; 0: it has none. The frame is whole there. */
static size_t notes_sp(const unsigned char *code, size_t size) {
    unsigned char wanted[] = {0x49, 0x89, 0xa7, 0, 0, 0, 0}; /* mov [r15 + last_sp], rsp */
    int32_t offset = (int32_t)at.last_sp;
    memcpy(wanted + 3, &offset, sizeof offset);
    for (size_t i = 0; i + sizeof wanted <= size; i++)
        if (memcmp(code + i, wanted, sizeof wanted) == 0) return i + sizeof wanted;
    return 0;
}
#endif

void codeblobs_complete(uintptr_t pc) {
#if defined(__x86_64__)
    unsigned char code[1024];
    struct codeblob blob;
    uintptr_t found = at.last_sp >= 0 ? find(pc) : 0;
    if (!found || !codeblobs_find(pc, &blob) || blob.kind != CODEBLOB_OTHER) return;
    uintptr_t begins = field(found, at.frame_begins);
    if (blob.frame_size < 2 * sizeof(uintptr_t) ||
        number(begins, (size_t)at.frame_begins_size) != NEVER)
        return;
    size_t size = sizeof code;
    while (size > 0 && !nativewalk_read(blob.code, code, size)) size /= 2;
    size_t whole = notes_sp(code, size);
    if (!whole) return;
    if (at.frame_begins_size == 2) *(int16_t *)begins = (int16_t)whole;
    else *(int32_t *)begins = (int32_t)whole;
#else
    (void)pc;
#endif
}

jmethodID codeblobs_method_id(uintptr_t method) {
    if (!method || at.const_method < 0 || at.id_number < 0 || at.constants < 0 || at.holder < 0 ||
        at.ids < 0)
        return NULL;
    uintptr_t code = word(field(method, at.const_method));
    uintptr_t constants = code ? word(field(code, at.constants)) : 0;
    uintptr_t holder = constants ? word(field(constants, at.holder)) : 0;
    uintptr_t ids = holder ? word(field(holder, at.ids)) : 0;
    /* The first is how many there are. */
    uintptr_t count = ids ? word(ids) : 0;
    uint16_t index = 0;
    if (!ids || !nativewalk_read(field(code, at.id_number), &index, sizeof index) || index >= count)
        return NULL;
    uintptr_t id = word(ids + (1 + (uintptr_t)index) * sizeof(uintptr_t));
    /* An id leads to its method, which tells one from what only looks like it. */
    return id && word(id) == method ? (jmethodID)id : NULL;
}
