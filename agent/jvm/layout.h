/* Where the JVM keeps what a walk of its frames looks at: the offsets (-1: it has none), sizes and
 * addresses (0: none) of its own tables (vmstructs.h), and what depends on the processor. A plain
 * table of numbers, so that tests have the layouts of JVMs without the JVM. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct layout {
    /* The code of the JVM: heaps of pieces, blobs. */
    int64_t heaps, low_bound, high_bound; /* static: GrowableArray<CodeHeap *> *, addresses */
    int64_t list_length, list_data;
    int64_t heap_memory, heap_segments, heap_log2;
    int64_t space_low, space_high;
    int64_t block_size, block_used;
    int64_t blob_name, blob_frame_size, blob_complete, blob_complete_size;
    int64_t blob_code;        /* an address */
    int64_t blob_code_offset; /* ... or, of newer ones, an offset from the blob */
    int64_t interpreter;      /* static: StubQueue * */
    int64_t queue_at, queue_limit;
    int64_t call_returns; /* static: where Java returns to that the JVM called */
    /* Compiled methods. */
    int64_t compiled_method;
    int64_t deopt, deopt_mh;                                     /* addresses */
    int64_t deopt_offset, deopt_mh_offset;                       /* ... or offsets from the blob */
    int64_t original_pc;                                         /* offset from the frame's sp */
    int64_t pcs_offset, pcs_end_offset, metadata_offset, scopes; /* from the blob; an address */
    int64_t immutable, pcs_there, scopes_there;                  /* ... or from an address */
    int64_t mutable_data, relocation_size; /* ... and the methods behind so much of one */
    int64_t pc_size, pc_offset, pc_scope;
    int64_t scope_base; /* what 0 is in the scopes' numbers */
    /* Methods. */
    int64_t const_method, code_size, method_number, constants, holder, method_ids;
    int64_t const_method_size;
    /* What a bytecode names: the entries of the constants' cache, of which newer JVMs have a list.
     */
    int64_t pool_size, pool_cache, method_name, symbol_text;
    int64_t cache_size, cache_entry_size, cache_entry_index;
    int64_t cache_entries, entries_data, entry_size, entry_index;
    /* Threads and the frames by which Java is called. */
    int64_t thread_sp, thread_pc, thread_fp; /* noted when Java is left */
    int64_t wrapper_sp, wrapper_pc, wrapper_fp;
    int64_t anchor_sp, anchor_pc, anchor_fp;
    int64_t wrapper_slot; /* words from the fp of the frame that calls Java */
    int64_t upcall_data, upcall_anchor;
    int64_t continuation, continuation_return; /* of JavaThread; static */
    /* The processor. */
    int64_t link_register; /* 1: calls leave the return address in a register */
    int64_t address_mask;  /* of return addresses; the rest of them are signatures */
    /* Frames of virtual threads in the heap (virtual_find_frames): the chunks of a continuation,
     * the last one first. 0: not known. */
    int64_t chunk_stack; /* offset of the frames, words */
    int64_t chunk_bottom, chunk_sp, chunk_parent, last_chunk;
    int64_t narrow_oops, oop_base, oop_shift; /* how references are kept */
    int64_t bad_bits, colour_bits; /* of ZGC: addresses of the bits that a reference must not have,
                                    * and of how many below it are its colour; 0: there are none */
};

/* Reads it from the JVM's tables, after vmstructs_open. False: they do not hold all that a walk
 * needs. */
bool layout_open(struct layout *layout);
