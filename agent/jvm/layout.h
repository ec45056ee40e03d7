/* Where the JVM keeps what a walk of its frames looks at: the offsets (-1: it has none), sizes and
 * addresses (0: none) of its own tables (vmstructs.h), and what depends on the processor. A plain
 * table of numbers, so that tests have the layouts of JVMs without the JVM. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
/* A field, and where the tables have it; A: or else there; N: what is made of others.
 *   code           heaps: GrowableArray<CodeHeap *> *; blob_code, deopt: addresses, of newer JVMs offsets;
 *                  call_returns: where Java returns to that the JVM called
 *   compiled code  original_pc: from the frame's sp; scopes: an address; or immutable is one, and what is _there behind
 *                  it, and the methods behind relocation_size of mutable_data; scope_base: what 0 is in scopes' numbers
 *   frames         thread, wrapper: noted when Java is left; wrapper_slot: words from the fp of who calls Java */
#define LAYOUT(X, A, N) \
    /* The code of the JVM: heaps of pieces, blobs. */ \
    X(heaps, STATIC, NEEDED, "CodeCache", "_heaps") X(low_bound, STATIC, NEEDED, "CodeCache", "_low_bound") \
    X(high_bound, STATIC, NEEDED, "CodeCache", "_high_bound") \
    X(list_length, FIELD, PERHAPS, "GrowableArrayBase", "_len") \
    A(list_length, FIELD, NEEDED, "GenericGrowableArray", "_len") /* JDK 11 */ \
    X(list_data, FIELD, NEEDED, "GrowableArray<int>", "_data") X(heap_memory, FIELD, NEEDED, "CodeHeap", "_memory") \
    X(heap_segments, FIELD, NEEDED, "CodeHeap", "_segmap") \
    X(heap_log2, FIELD, NEEDED, "CodeHeap", "_log2_segment_size") \
    X(space_low, FIELD, NEEDED, "VirtualSpace", "_low") X(space_high, FIELD, NEEDED, "VirtualSpace", "_high") \
    X(block_size, SIZE, NEEDED, "HeapBlock", NULL) X(block_used, FIELD, NEEDED, "HeapBlock::Header", "_used") \
    X(blob_name, FIELD, NEEDED, "CodeBlob", "_name") X(blob_frame_size, FIELD, NEEDED, "CodeBlob", "_frame_size") \
    X(blob_complete, FIELD, NEEDED, "CodeBlob", "_frame_complete_offset") N(blob_complete_size) \
    X(blob_code, FIELD, PERHAPS, "CodeBlob", "_code_begin") \
    X(blob_code_offset, FIELD, PERHAPS, "CodeBlob", "_code_offset") \
    X(interpreter, STATIC, NEEDED, "AbstractInterpreter", "_code") \
    X(queue_at, FIELD, NEEDED, "StubQueue", "_stub_buffer") \
    X(queue_limit, FIELD, NEEDED, "StubQueue", "_buffer_limit") \
    X(call_returns, STATIC, NEEDED, "StubRoutines", "_call_stub_return_address") \
    /* Compiled methods. */ \
    X(compiled_method, FIELD, PERHAPS, "nmethod", "_method") \
    A(compiled_method, FIELD, NEEDED, "CompiledMethod", "_method") \
    X(deopt, FIELD, PERHAPS, "CompiledMethod", "_deopt_handler_begin") \
    X(deopt_mh, FIELD, PERHAPS, "CompiledMethod", "_deopt_mh_handler_begin") \
    X(deopt_offset, FIELD, PERHAPS, "nmethod", "_deopt_handler_offset") \
    X(deopt_mh_offset, FIELD, PERHAPS, "nmethod", "_deopt_mh_handler_offset") \
    X(original_pc, FIELD, NEEDED, "nmethod", "_orig_pc_offset") \
    X(pcs_offset, FIELD, NEEDED, "nmethod", "_scopes_pcs_offset") \
    X(pcs_end_offset, FIELD, PERHAPS, "nmethod", "_dependencies_offset") \
    X(metadata_offset, FIELD, PERHAPS, "nmethod", "_metadata_offset") \
    X(scopes, FIELD, PERHAPS, "CompiledMethod", "_scopes_data_begin") \
    X(immutable, FIELD, PERHAPS, "nmethod", "_immutable_data") N(pcs_there) \
    X(scopes_there, FIELD, PERHAPS, "nmethod", "_scopes_data_offset") \
    X(mutable_data, FIELD, PERHAPS, "CodeBlob", "_mutable_data") \
    X(relocation_size, FIELD, PERHAPS, "CodeBlob", "_relocation_size") X(pc_size, SIZE, NEEDED, "PcDesc", NULL) \
    X(pc_offset, FIELD, NEEDED, "PcDesc", "_pc_offset") X(pc_scope, FIELD, NEEDED, "PcDesc", "_scope_decode_offset") \
    N(scope_base) \
    /* Methods. */ \
    X(const_method, FIELD, NEEDED, "Method", "_constMethod") \
    X(code_size, FIELD, NEEDED, "ConstMethod", "_code_size") \
    X(method_number, FIELD, NEEDED, "ConstMethod", "_method_idnum") \
    X(constants, FIELD, NEEDED, "ConstMethod", "_constants") \
    X(holder, FIELD, NEEDED, "ConstantPool", "_pool_holder") \
    X(method_ids, FIELD, NEEDED, "InstanceKlass", "_methods_jmethod_ids") \
    X(const_method_size, SIZE, NEEDED, "ConstMethod", NULL) \
    /* What a bytecode names: the entries of the constants' cache, of which newer JVMs have a list. */ \
    X(pool_size, SIZE, NEEDED, "ConstantPool", NULL) X(pool_cache, FIELD, NEEDED, "ConstantPool", "_cache") \
    X(method_name, FIELD, NEEDED, "ConstMethod", "_name_index") X(symbol_text, FIELD, NEEDED, "Symbol", "_body[0]") \
    X(cache_size, SIZE, NEEDED, "ConstantPoolCache", NULL) \
    X(cache_entry_size, SIZE, PERHAPS, "ConstantPoolCacheEntry", NULL) \
    X(cache_entry_index, FIELD, PERHAPS, "ConstantPoolCacheEntry", "_indices") \
    X(cache_entries, FIELD, PERHAPS, "ConstantPoolCache", "_resolved_method_entries") \
    X(entries_data, FIELD, PERHAPS, "Array<ResolvedMethodEntry>", "_data") \
    X(entry_size, SIZE, PERHAPS, "ResolvedMethodEntry", NULL) \
    X(entry_index, FIELD, PERHAPS, "ResolvedMethodEntry", "_cpool_index") \
    /* Threads and the frames by which Java is called. */ \
    X(thread_sp, FIELD, NEEDED, "JavaThread", "_anchor") N(thread_pc) N(thread_fp) \
    X(wrapper_sp, FIELD, NEEDED, "JavaCallWrapper", "_anchor") N(wrapper_pc) N(wrapper_fp) \
    X(anchor_sp, FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_sp") \
    X(anchor_pc, FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_pc") \
    X(anchor_fp, FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_fp") N(wrapper_slot) \
    X(upcall_data, FIELD, PERHAPS, "UpcallStub", "_frame_data_offset") \
    X(upcall_anchor, FIELD, PERHAPS, "UpcallStub::FrameData", "jfa") \
    X(continuation, FIELD, PERHAPS, "JavaThread", "_cont_entry") \
    X(continuation_return, STATIC, PERHAPS, "ContinuationEntry", "_return_pc")
/* clang-format on */

struct layout {
#define LAYOUT_FIELD(name, ...) int64_t name;
#define LAYOUT_NONE(...)
    LAYOUT(LAYOUT_FIELD, LAYOUT_NONE, LAYOUT_FIELD)
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
