#include "agent/jvm/layout.h"

#include "agent/jvm/vmstructs.h"

#include <stddef.h>
#include <string.h>

enum { PERHAPS, NEEDED };

static const struct vmstructs_row rows[] = {
#define AT(name) offsetof(struct layout, name)
#define FIELD VMSTRUCTS_FIELD
#define STATIC VMSTRUCTS_STATIC
#define SIZE VMSTRUCTS_SIZE
    {AT(heaps), STATIC, NEEDED, "CodeCache", "_heaps"},
    {AT(low_bound), STATIC, NEEDED, "CodeCache", "_low_bound"},
    {AT(high_bound), STATIC, NEEDED, "CodeCache", "_high_bound"},
    {AT(list_length), FIELD, PERHAPS, "GrowableArrayBase", "_len"},
    {AT(list_length), FIELD, NEEDED, "GenericGrowableArray", "_len"}, /* JDK 11 */
    {AT(list_data), FIELD, NEEDED, "GrowableArray<int>", "_data"},
    {AT(heap_memory), FIELD, NEEDED, "CodeHeap", "_memory"},
    {AT(heap_segments), FIELD, NEEDED, "CodeHeap", "_segmap"},
    {AT(heap_log2), FIELD, NEEDED, "CodeHeap", "_log2_segment_size"},
    {AT(space_low), FIELD, NEEDED, "VirtualSpace", "_low"},
    {AT(space_high), FIELD, NEEDED, "VirtualSpace", "_high"},
    {AT(block_size), SIZE, NEEDED, "HeapBlock", NULL},
    {AT(block_used), FIELD, NEEDED, "HeapBlock::Header", "_used"},
    {AT(blob_name), FIELD, NEEDED, "CodeBlob", "_name"},
    {AT(blob_frame_size), FIELD, NEEDED, "CodeBlob", "_frame_size"},
    {AT(blob_complete), FIELD, NEEDED, "CodeBlob", "_frame_complete_offset"},
    {AT(blob_code), FIELD, PERHAPS, "CodeBlob", "_code_begin"},
    {AT(blob_code_offset), FIELD, PERHAPS, "CodeBlob", "_code_offset"},
    {AT(interpreter), STATIC, NEEDED, "AbstractInterpreter", "_code"},
    {AT(queue_at), FIELD, NEEDED, "StubQueue", "_stub_buffer"},
    {AT(queue_limit), FIELD, NEEDED, "StubQueue", "_buffer_limit"},
    {AT(call_returns), STATIC, NEEDED, "StubRoutines", "_call_stub_return_address"},
    {AT(compiled_method), FIELD, PERHAPS, "nmethod", "_method"},
    {AT(compiled_method), FIELD, NEEDED, "CompiledMethod", "_method"},
    {AT(deopt), FIELD, PERHAPS, "CompiledMethod", "_deopt_handler_begin"},
    {AT(deopt_mh), FIELD, PERHAPS, "CompiledMethod", "_deopt_mh_handler_begin"},
    {AT(deopt_offset), FIELD, PERHAPS, "nmethod", "_deopt_handler_offset"},
    {AT(deopt_mh_offset), FIELD, PERHAPS, "nmethod", "_deopt_mh_handler_offset"},
    {AT(original_pc), FIELD, NEEDED, "nmethod", "_orig_pc_offset"},
    {AT(pcs_offset), FIELD, NEEDED, "nmethod", "_scopes_pcs_offset"},
    {AT(pcs_end_offset), FIELD, PERHAPS, "nmethod", "_dependencies_offset"},
    {AT(metadata_offset), FIELD, PERHAPS, "nmethod", "_metadata_offset"},
    {AT(scopes), FIELD, PERHAPS, "CompiledMethod", "_scopes_data_begin"},
    {AT(immutable), FIELD, PERHAPS, "nmethod", "_immutable_data"},
    {AT(scopes_there), FIELD, PERHAPS, "nmethod", "_scopes_data_offset"},
    {AT(mutable_data), FIELD, PERHAPS, "CodeBlob", "_mutable_data"},
    {AT(relocation_size), FIELD, PERHAPS, "CodeBlob", "_relocation_size"},
    {AT(pc_size), SIZE, NEEDED, "PcDesc", NULL},
    {AT(pc_offset), FIELD, NEEDED, "PcDesc", "_pc_offset"},
    {AT(pc_scope), FIELD, NEEDED, "PcDesc", "_scope_decode_offset"},
    {AT(const_method), FIELD, NEEDED, "Method", "_constMethod"},
    {AT(const_method_size), SIZE, NEEDED, "ConstMethod", NULL},
    {AT(code_size), FIELD, NEEDED, "ConstMethod", "_code_size"},
    {AT(method_number), FIELD, NEEDED, "ConstMethod", "_method_idnum"},
    {AT(constants), FIELD, NEEDED, "ConstMethod", "_constants"},
    {AT(holder), FIELD, NEEDED, "ConstantPool", "_pool_holder"},
    {AT(method_ids), FIELD, NEEDED, "InstanceKlass", "_methods_jmethod_ids"},
    {AT(pool_size), SIZE, NEEDED, "ConstantPool", NULL},
    {AT(pool_cache), FIELD, NEEDED, "ConstantPool", "_cache"},
    {AT(method_name), FIELD, NEEDED, "ConstMethod", "_name_index"},
    {AT(symbol_text), FIELD, NEEDED, "Symbol", "_body[0]"},
    {AT(cache_size), SIZE, NEEDED, "ConstantPoolCache", NULL},
    {AT(cache_entry_size), SIZE, PERHAPS, "ConstantPoolCacheEntry", NULL},
    {AT(cache_entry_index), FIELD, PERHAPS, "ConstantPoolCacheEntry", "_indices"},
    {AT(cache_entries), FIELD, PERHAPS, "ConstantPoolCache", "_resolved_method_entries"},
    {AT(entries_data), FIELD, PERHAPS, "Array<ResolvedMethodEntry>", "_data"},
    {AT(entry_size), SIZE, PERHAPS, "ResolvedMethodEntry", NULL},
    {AT(entry_index), FIELD, PERHAPS, "ResolvedMethodEntry", "_cpool_index"},
    {AT(thread_sp), FIELD, NEEDED, "JavaThread", "_anchor"},
    {AT(wrapper_sp), FIELD, NEEDED, "JavaCallWrapper", "_anchor"},
    {AT(anchor_sp), FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_sp"},
    {AT(anchor_pc), FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_pc"},
    {AT(anchor_fp), FIELD, NEEDED, "JavaFrameAnchor", "_last_Java_fp"},
    {AT(upcall_data), FIELD, PERHAPS, "UpcallStub", "_frame_data_offset"},
    {AT(upcall_anchor), FIELD, PERHAPS, "UpcallStub::FrameData", "jfa"},
    {AT(continuation), FIELD, PERHAPS, "JavaThread", "_cont_entry"},
    {AT(continuation_return), STATIC, PERHAPS, "ContinuationEntry", "_return_pc"},
};

/* Where compiled methods keep their tables: all in the blob, or, from JDK 25 on, beside it. */
static bool has_tables(struct layout *l) {
    bool in_blob = l->metadata_offset >= 0 && l->pcs_end_offset >= 0 && l->scopes >= 0 &&
                   l->blob_code >= 0 && l->deopt >= 0;
    bool beside = l->metadata_offset < 0 && l->immutable >= 0 && l->scopes_there >= 0 &&
                  l->mutable_data >= 0 && l->relocation_size >= 0 && l->blob_code_offset >= 0 &&
                  l->deopt_offset >= 0;
    l->pcs_there = l->pcs_offset;
    if (in_blob) l->immutable = -1;
    return in_blob || beside;
}

bool layout_open(struct layout *l) {
    memset(l, 0, sizeof *l);
    if (!vmstructs_read(rows, sizeof rows / sizeof *rows, l)) return false;
    int64_t in_thread = l->thread_sp, in_wrapper = l->wrapper_sp;
    l->thread_sp = in_thread + l->anchor_sp, l->thread_pc = in_thread + l->anchor_pc;
    l->thread_fp = in_thread + l->anchor_fp;
    l->wrapper_sp = in_wrapper + l->anchor_sp, l->wrapper_pc = in_wrapper + l->anchor_pc;
    l->wrapper_fp = in_wrapper + l->anchor_fp;
    l->blob_complete_size = l->blob_code_offset >= 0 ? 2 : 4;
    l->scope_base = vmstructs_release() >= 20; /* since then no byte of such a number is 0 */
#if defined(__aarch64__)
    l->wrapper_slot = -8;
    l->link_register = 1;
    l->address_mask = (INT64_C(1) << 48) - 1;
#else
    l->wrapper_slot = -6;
    l->address_mask = -1;
#endif
    return vmstructs_release() > 0 && has_tables(l);
}
