#include "agent/jvm/layout.h"

#include "agent/jvm/vmstructs.h"

#include <stddef.h>
#include <string.h>

enum { PERHAPS, NEEDED };

static const struct vmstructs_row rows[] = {
#define ROW(name, kind, ...) {offsetof(struct layout, name), VMSTRUCTS_##kind, __VA_ARGS__},
    LAYOUT(ROW, ROW, LAYOUT_NONE)};

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
