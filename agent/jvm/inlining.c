#include "agent/jvm/inlining.h"

#include "agent/softly.h"
#include "base/array.h"
#include "base/map.h"

#include <jvmticmlr.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_CHAIN 63

struct chain {
    uint32_t offset; /* of the pc in the code */
    uint32_t key;    /* hash << 6 | length */
};

struct code {
    uintptr_t begin, end;
    struct chain *chains; /* by offset */
    uint32_t count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static ARRAY(struct code) codes; /* by address; they do not overlap */
static size_t chains_held;

static uint64_t add_frame(uint64_t hash, jmethodID method, jint bci) {
    return map_fold(hash ^ (uint64_t)(uintptr_t)method ^ (uint64_t)(uint32_t)bci << 48,
                    UINT64_C(0x9E3779B97F4A7C15)) +
           hash;
}

static uint32_t key_of(uint64_t hash, uint32_t length) {
    return (uint32_t)(hash >> 38) << 6 | length;
}

/* With lock: position of the first code that ends behind pc. */
static size_t position_of(uintptr_t pc) {
    size_t low = 0, high = codes.len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (codes.items[middle].end > pc) high = middle;
        else low = middle + 1;
    }
    return low;
}

/* With lock. */
static void remove_at(size_t position) {
    struct code *code = &codes.items[position];
    chains_held -= code->count;
    free(code->chains);
    codes.len--;
    memmove(code, code + 1, (codes.len - position) * sizeof *code);
}

/* ---- What the JVM has compiled --------------------------------------------------------------- */

static int by_offset(const void *a, const void *b) {
    const struct chain *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static uint32_t count_chains(const jvmtiCompiledMethodLoadInlineRecord *record) {
    uint32_t count = 0;
    for (jint i = 0; i < record->numpcs; i++)
        count += record->pcinfo[i].numstackframes >= 2 &&
                 record->pcinfo[i].numstackframes <= LONGEST_CHAIN;
    return count;
}

/* With lock. */
static void keep_chains(uintptr_t begin, uintptr_t end,
                        const jvmtiCompiledMethodLoadInlineRecord *record) {
    uint32_t count = count_chains(record), n = 0;
    if (count == 0 || chains_held + count > INLINING_MOST) return;
    array_reserve(&codes, codes.len + 1); /* before what could leak if it failed */
    struct code code = {begin, end, mem_alloc(count * sizeof *code.chains), count};
    for (jint i = 0; i < record->numpcs; i++) {
        const PCStackInfo *at = &record->pcinfo[i];
        if (at->numstackframes < 2 || at->numstackframes > LONGEST_CHAIN) continue;
        uint64_t hash = 0;
        for (jint k = 0; k < at->numstackframes; k++)
            hash = add_frame(hash, at->methods[k], at->bcis[k]);
        code.chains[n++] = (struct chain){(uint32_t)((uintptr_t)at->pc - begin),
                                          key_of(hash, (uint32_t)at->numstackframes)};
    }
    qsort(code.chains, count, sizeof *code.chains, by_offset);
    size_t position = position_of(begin);
    memmove(&codes.items[position + 1], &codes.items[position],
            (codes.len - position) * sizeof code);
    codes.items[position] = code;
    codes.len++;
    chains_held += count;
}

void inlining_loaded(const void *address, jint size, const void *compile_info) {
    uintptr_t begin = (uintptr_t)address, end = begin + (uintptr_t)size;
    const jvmtiCompiledMethodLoadRecordHeader *header = compile_info;
    softly_lock(&lock);
    /* What was there before is gone, whether that was told or not. */
    size_t position = position_of(begin);
    while (position < codes.len && codes.items[position].begin < end) remove_at(position);
    for (; header; header = header->next)
        if (header->kind == JVMTI_CMLR_INLINE_INFO)
            keep_chains(begin, end, (const jvmtiCompiledMethodLoadInlineRecord *)header);
    softly_unlock(&lock);
}

void inlining_unloaded(const void *address) {
    softly_lock(&lock);
    size_t position = position_of((uintptr_t)address);
    if (position < codes.len && codes.items[position].begin == (uintptr_t)address)
        remove_at(position);
    softly_unlock(&lock);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

/* With lock: the first chain at pc or behind it in the same code; exact: at pc only. */
static const struct chain *chain_at(uintptr_t pc, bool exact) {
    size_t position = position_of(pc);
    if (position == codes.len || codes.items[position].begin > pc) return NULL;
    const struct code *code = &codes.items[position];
    uint32_t offset = (uint32_t)(pc - code->begin), low = 0, high = code->count;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (code->chains[middle].offset < offset) low = middle + 1;
        else high = middle;
    }
    if (low == code->count || (exact && code->chains[low].offset != offset)) return NULL;
    return &code->chains[low];
}

/* Whether the frames from here on are that chain; then their types are set. Returns how many. */
static int match(const struct chain *chain, const struct stackwalk *walk, int from,
                 struct recording_frame *frames) {
    int length = (int)(chain->key & 63);
    uint64_t hash = 0;
    if (length > walk->count - from) return 0;
    for (int i = from; i < from + length; i++)
        hash = add_frame(hash, walk->frames[i].method, walk->frames[i].bci);
    if (key_of(hash, (uint32_t)length) != chain->key) return 0;
    for (int i = from; i < from + length - 1; i++) frames[i].type = RECORDING_INLINED;
    frames[from + length - 1].type = RECORDING_JIT;
    return length;
}

void inlining_mark(const struct stackwalk *walk, struct recording_frame *frames) {
    const struct chain *chains[STACKWALK_WORDS];
    int count = 0;
    softly_lock(&lock);
    if (codes.len == 0 || walk->count <= 0) {
        softly_unlock(&lock);
        return;
    }
    uintptr_t lowest = codes.items[0].begin, highest = codes.items[codes.len - 1].end;
    for (int i = 0; i < walk->word_count; i++) {
        uintptr_t word = walk->words[i];
        const struct chain *chain = word >= lowest && word < highest ? chain_at(word, true) : NULL;
        if (chain) chains[count++] = chain;
    }
    /* The top frame's debug information is that of the first pc from here on which has any
     * (stackwalk.c, walk_from_before). */
    const struct chain *top = chain_at(walk->pc, false);
    int at = 0, frame = top ? match(top, walk, 0, frames) : 0;
    while (frame < walk->count && at < count) {
        int length = 0, i = at;
        for (; i < count && !length; i++) length = match(chains[i], walk, frame, frames);
        if (length) at = i;
        frame += length ? length : 1;
    }
    softly_unlock(&lock);
}
