#include "agent/jvm/framewalk.h"

#include "agent/jvm/prologue.h"
#include "agent/jvm/references.h"
#include "agent/jvm/scopes.h"

#include <stddef.h>

#define MOST_INLINED 128 /* methods in one compiled frame */
#define MOST_TRIES 8     /* walks of one stack */
#define MOST_PUSHED 4    /* words, by compiled code for whole strings, beside its frame */
#define WORDS_OF_STUB 32 /* of the stack are looked through */
#define WORDS_OF_C 256
#define C_FRAMES 64 /* frame pointers that are followed */
#define MOST_CHUNKS 64
#define LARGEST_CHUNK (1 << 24) /* words */
/* Of interpreted frames, words from fp. */
enum { SENDER_SP = -1, METHOD = -3, BCP = -8, BCP_PADDED = -9 };

struct place { /* where a frame goes on, or is to return to */
    uint64_t pc, sp, fp;
};

struct walk {
    const struct memory *memory;
    const struct framewalk_thread *thread;
    const struct framewalk_registers *registers;
    struct framewalk_frame *frames;
    int room;
    int64_t count;           /* frames so far; of those without room the last ones are kept */
    uint64_t heap, heap_end; /* of a virtual thread: the frames that are being walked there */
    int64_t tops;            /* frames that are known already when a try begins */
    bool by_java;            /* the frame before was Java's, and called this one by a bytecode */
    bool in_heap;
    int tries;
    bool takes_any; /* none leads to the root: the first is as good as any */
};

static uint64_t word(const struct walk *w, uint64_t address) {
    return memory_word(w->memory, address);
}

static uint64_t beside(uint64_t address, int64_t words) {
    return address + (uint64_t)(words * (int64_t)WORD);
}

/* On the thread's stack, and not below what it uses. */
static bool on_stack(const struct walk *w, uint64_t address) {
    bool is_there = address >= w->registers->sp && address < w->thread->stack_end;
    return address % WORD == 0 && (is_there || (address >= w->heap && address < w->heap_end));
}

static uint64_t stack_word(const struct walk *w, uint64_t address) {
    return on_stack(w, address) ? word(w, address) : 0;
}

static uint64_t return_at(const struct walk *w, uint64_t address) {
    return stack_word(w, address) & (uint64_t)w->memory->at.address_mask;
}

static bool find(const struct walk *w, uint64_t pc, struct codeblob *blob) {
    return codeblobs_find(w->memory, pc, blob);
}

static bool is_call_return(const struct walk *w, uint64_t pc) {
    return pc == word(w, (uint64_t)w->memory->at.call_returns);
}

/* ---- One frame ------------------------------------------------------------------------------- */

/* The second half of the room is for the last frames, around and around. */
static int64_t place_of(const struct walk *w, int64_t number) {
    int64_t half = w->room / 2;
    return number < half ? number : half + (number - half) % (w->room - half);
}

/* -1: it is written; else how the walk ends there. */
static int push(struct walk *w, uint64_t method, int32_t bci, enum framewalk_type type) {
    struct scope scope = {method, bci};
    if (w->by_java) { /* as the compiler noted it, inlined; else it must be a call of that name */
        const struct framewalk_frame before = w->frames[place_of(w, w->count - 1)];
        uint64_t callee = before.type == FRAMEWALK_INLINED ? 0 : before.method;
        if (!scopes_calls(w->memory, scope, callee)) return FRAMEWALK_NO_CALL;
    }
    if (w->count == FRAMEWALK_MOST) return FRAMEWALK_ROOM;
    w->frames[place_of(w, w->count++)] = (struct framewalk_frame){method, bci, type};
    w->by_java = true;
    return -1;
}

/* All methods of a compiled frame. */
static int push_scopes(struct walk *w, const struct codeblob *blob, uint64_t pc) {
    struct scope scopes[MOST_INLINED];
    int count = scopes_at(w->memory, blob, pc, scopes, MOST_INLINED), end = -1;
    for (int i = 0; i < count && end < 0; i++) {
        bool last = i + 1 == count;
        end =
            push(w, scopes[i].method, scopes[i].bci, last ? FRAMEWALK_COMPILED : FRAMEWALK_INLINED);
    }
    if (count > 0) return end;
    /* The compiler noted nothing of calls that never stop: where in the method is not known. */
    return w->by_java ? FRAMEWALK_NO_METHOD
                      : push(w, scopes_method(w->memory, blob), -1, FRAMEWALK_COMPILED);
}

/* Where code was that is taken back, which is in its frame. */
static uint64_t original_pc(const struct walk *w, const struct codeblob *blob, uint64_t sp) {
    int32_t offset = memory_int(w->memory, field(blob->at, w->memory->at.original_pc));
    return offset > 0 ? stack_word(w, sp + (uint64_t)offset) : 0;
}

static struct place caller_by_size(const struct walk *w, const struct codeblob *blob,
                                   struct place p) {
    uint64_t end = p.sp + blob->frame_size;
    return (struct place){return_at(w, end - WORD), end, stack_word(w, end - 2 * WORD)};
}

static int through_compiled(struct walk *w, const struct codeblob *blob, struct place *p) {
    if (codeblobs_is_taken_back(w->memory, blob, p->pc)) p->pc = original_pc(w, blob, p->sp);
    if (blob->frame_size < 2 * WORD) return FRAMEWALK_NO_STACK;
    int end = blob->kind == CODEBLOB_NATIVE
                  ? push(w, scopes_method(w->memory, blob), -1, FRAMEWALK_NATIVE)
                  : push_scopes(w, blob, p->pc);
    *p = caller_by_size(w, blob, *p);
    return end;
}

/* at: where the interpreter is in the bytecode; 0: not known, what the frame says counts. */
static int32_t bci_of(const struct walk *w, uint64_t method, uint64_t fp, uint64_t at) {
    int32_t bci = at ? scopes_bci(w->memory, method, at) : -2;
    if (bci == -2) bci = scopes_bci(w->memory, method, stack_word(w, beside(fp, BCP)));
    if (bci == -2) bci = scopes_bci(w->memory, method, stack_word(w, beside(fp, BCP_PADDED)));
    return bci;
}

static int through_interpreted(struct walk *w, struct place *p, uint64_t bcp) {
    if (p->fp < p->sp || !on_stack(w, p->fp) || !on_stack(w, beside(p->fp, 1)))
        return FRAMEWALK_NO_STACK;
    uint64_t method = stack_word(w, beside(p->fp, METHOD));
    int32_t bci = bci_of(w, method, p->fp, bcp);
    if (bci == -2) return FRAMEWALK_NO_METHOD;
    int end = push(w, method, bci, bci < 0 ? FRAMEWALK_NATIVE : FRAMEWALK_INTERPRETED);
    *p = (struct place){return_at(w, beside(p->fp, 1)), stack_word(w, beside(p->fp, SENDER_SP)),
                        stack_word(w, p->fp)};
    return end;
}

/* What was noted when Java was left before. */
static int through_anchor(struct walk *w, uint64_t sp, uint64_t pc, uint64_t fp, struct place *p) {
    if (!sp) return FRAMEWALK_ROOT;
    if (sp <= p->sp || !on_stack(w, sp)) return FRAMEWALK_NO_STACK;
    *p = (struct place){pc ? pc : return_at(w, sp - WORD), sp, fp};
    w->by_java = false;
    return -1;
}

static int through_noted(struct walk *w, uint64_t anchor, struct place *p) {
    const struct memory *m = w->memory;
    if (!on_stack(w, field(anchor, m->at.anchor_sp))) return FRAMEWALK_NO_STACK;
    return through_anchor(w, stack_word(w, field(anchor, m->at.anchor_sp)),
                          stack_word(w, field(anchor, m->at.anchor_pc)),
                          stack_word(w, field(anchor, m->at.anchor_fp)), p);
}

/* The wrapper is the JVM's, in its frame below; its first word is the thread. */
static int through_call(struct walk *w, struct place *p) {
    const struct memory *m = w->memory;
    uint64_t at = stack_word(w, beside(p->fp, m->at.wrapper_slot));
    if (p->fp < p->sp || at <= p->fp || stack_word(w, at) != w->thread->java_thread)
        return FRAMEWALK_NO_STACK;
    return through_noted(w, field(at, m->at.wrapper_sp - m->at.anchor_sp), p);
}

/* Its frame holds what was noted, and behind that the thread, which is looked for in older JVMs. */
static int through_upcall(struct walk *w, const struct codeblob *blob, struct place *p) {
    const struct memory *m = w->memory;
    const int64_t size = 3 * (int64_t)WORD;
    if (m->at.upcall_data >= 0 && m->at.upcall_anchor >= 0) {
        int32_t offset = memory_int(w->memory, field(blob->at, m->at.upcall_data));
        return through_noted(w, field(p->sp + (uint64_t)offset, m->at.upcall_anchor), p);
    }
    for (uint64_t at = p->sp; at + WORD < p->sp + blob->frame_size; at += WORD) {
        uint64_t anchor = at - (uint64_t)size;
        if (anchor < p->sp || stack_word(w, at) != w->thread->java_thread) continue;
        return through_noted(w, anchor, p);
    }
    return FRAMEWALK_NO_STACK;
}

static int through_stub(struct walk *w, const struct codeblob *blob, struct place *p) {
    if (blob->frame_size < 2 * WORD) return FRAMEWALK_NO_CODE;
    *p = caller_by_size(w, blob, *p);
    w->by_java = false;
    return -1;
}

/* As on the stack, but an interpreted one's fp, kept at *link, and its caller's sp are relative. */
static int through_frame_in_heap(struct walk *w, struct place *p, uint64_t *link) {
    struct codeblob blob;
    uint64_t sp = p->sp;
    int end = FRAMEWALK_NO_CODE;
    if (!find(w, p->pc, &blob)) return end;
    if (blob.kind == CODEBLOB_INTERPRETER) {
        p->fp = beside(*link, (int64_t)p->fp);
        *link = p->fp;
        end = through_interpreted(w, p, 0);
        p->sp = beside(*link, (int64_t)p->sp);
    } else {
        end =
            blob.kind == CODEBLOB_STUB ? through_stub(w, &blob, p) : through_compiled(w, &blob, p);
        *link = beside(p->sp, -2);
    }
    return end < 0 && p->sp <= sp ? FRAMEWALK_NO_STACK : end;
}

/* Of the entry of a virtual thread; before it is that of the one below, if there is one. */
static uint64_t continuation_of(const struct walk *w, uint64_t entry) {
    uint64_t first = word(w, beside(entry, 1));
    return first && !on_stack(w, first) ? first : word(w, beside(entry, 2));
}

/* All frames that the continuation has in the heap. -1: down to the one that entered it. */
static int through_heap(struct walk *w, uint64_t continuation) {
    const struct memory *m = w->memory;
    uint64_t chunk = continuation ? references_object(m, field(continuation, m->at.last_chunk)) : 0;
    int end = chunk ? -1 : FRAMEWALK_NO_STACK;
    for (int i = 0; chunk && end < 0; i++) {
        int64_t bottom = memory_int(w->memory, field(chunk, m->at.chunk_bottom));
        int64_t sp = memory_int(w->memory, field(chunk, m->at.chunk_sp));
        if (sp < 2 || bottom > LARGEST_CHUNK || i == MOST_CHUNKS) return FRAMEWALK_NO_STACK;
        w->heap = field(chunk, m->at.chunk_stack);
        w->heap_end = beside(w->heap, bottom);
        uint64_t at = beside(w->heap, sp), link = beside(at, -2);
        struct place p = {return_at(w, beside(at, -1)), at, stack_word(w, link)};
        while (end < 0 && beside(p.sp, 2) < w->heap_end) end = through_frame_in_heap(w, &p, &link);
        chunk = references_object(m, field(chunk, m->at.chunk_parent));
    }
    return end;
}

/* The rest is in the heap: below is the frame by which the carrier entered the virtual thread. */
static int through_continuation(struct walk *w, struct place *p) {
    const struct memory *m = w->memory;
    struct codeblob blob;
    bool known = m->at.continuation >= 0 && m->at.continuation_return;
    uint64_t entry = known ? word(w, field(w->thread->java_thread, m->at.continuation)) : p->fp;
    if (entry < p->sp || !on_stack(w, beside(entry, 1))) return FRAMEWALK_NO_CODE;
    int64_t count = w->count;
    int end =
        known && m->at.chunk_stack ? through_heap(w, continuation_of(w, entry)) : FRAMEWALK_HEAP;
    w->heap = w->heap_end = 0;
    if (end >= 0) {
        w->count = count;
        w->by_java = false;
        w->in_heap = true;
        end = push(w, 0, -1, FRAMEWALK_IN_HEAP);
        w->by_java = false;
    }
    if (end >= 0) return end;
    if (!known) { /* the bottom frame's fp is that of the entry */
        *p = (struct place){return_at(w, beside(entry, 1)), beside(entry, 2), word(w, entry)};
        return -1;
    }
    *p = (struct place){word(w, (uint64_t)m->at.continuation_return), entry, 0};
    return find(w, p->pc, &blob) ? through_compiled(w, &blob, p) : FRAMEWALK_NO_CODE;
}

static enum framewalk_end follow(struct walk *w, struct place p) {
    for (;;) {
        struct codeblob blob;
        uint64_t sp = p.sp;
        int end;
        if (!p.pc || !on_stack(w, p.sp)) return FRAMEWALK_NO_STACK;
        if (is_call_return(w, p.pc)) end = through_call(w, &p);
        else if (!find(w, p.pc, &blob)) end = FRAMEWALK_NO_CODE;
        else if (blob.kind == CODEBLOB_INTERPRETER) end = through_interpreted(w, &p, 0);
        else if (blob.kind == CODEBLOB_UPCALL) end = through_upcall(w, &blob, &p);
        else if (blob.kind == CODEBLOB_STUB)
            end = w->by_java && blob.frame_size < 2 * WORD ? through_continuation(w, &p)
                                                           : through_stub(w, &blob, &p);
        else end = through_compiled(w, &blob, &p);
        if (end == FRAMEWALK_ROOT && w->in_heap) return FRAMEWALK_HEAP;
        if (end >= 0) return (enum framewalk_end)end;
        if (p.sp <= sp) return FRAMEWALK_NO_STACK;
    }
}

/* ---- Tries ----------------------------------------------------------------------------------- */

static bool is_good(enum framewalk_end end) {
    return end == FRAMEWALK_ROOT || end == FRAMEWALK_ROOM || end == FRAMEWALK_HEAP;
}

/* Whether that is where the top frame returns to: it leads to the root. */
static bool leads(struct walk *w, struct place p, enum framewalk_end *end) {
    if (!p.pc || w->tries >= MOST_TRIES) return false;
    w->tries++;
    w->count = w->tops;
    w->by_java = w->tops > 0;
    w->in_heap = false;
    *end = follow(w, p);
    return is_good(*end) || w->takes_any;
}

/* Whether Java code that was called returns there: the compiler noted each such place. */
static bool is_java_return(const struct walk *w, uint64_t pc) {
    struct codeblob blob;
    if (is_call_return(w, pc)) return true;
    if (!find(w, pc, &blob)) return false;
    if (blob.kind == CODEBLOB_COMPILED)
        return pc >= blob.complete &&
               (scopes_has(w->memory, &blob, pc) || codeblobs_is_taken_back(w->memory, &blob, pc));
    if (blob.kind == CODEBLOB_NATIVE) return pc >= blob.complete;
    return blob.kind != CODEBLOB_STUB || blob.frame_size < 2 * WORD; /* of a virtual thread */
}

static bool leads_java(struct walk *w, struct place p, enum framewalk_end *end) {
    return is_java_return(w, p.pc) && leads(w, p, end);
}

/* Whether a stub, or C that compiled code calls without leaving Java, returns there: behind a call
 * that leads to it, where that can be told; C may have been called by a stub. */
static bool is_leaf_return(const struct walk *w, uint64_t pc, const struct codeblob *callee) {
    struct codeblob blob, called;
    uint64_t target;
    if (!find(w, pc, &blob)) return false;
    if (blob.kind == CODEBLOB_INTERPRETER || blob.kind == CODEBLOB_UPCALL) return true;
    if (blob.kind != CODEBLOB_COMPILED && blob.kind != CODEBLOB_NATIVE) return false;
    if (pc < blob.complete || !prologue_is_call(w->memory, pc, &target)) return false;
    if (!target || !find(w, target, &called)) return true;
    return called.kind == CODEBLOB_STUB && (!callee || called.at == callee->at);
}

/* The same for what may have pushed some words beside its frame: that ends at a return address. */
static bool leads_pushed(struct walk *w, struct place p, enum framewalk_end *end) {
    struct codeblob blob;
    if (!find(w, p.pc, &blob) || blob.kind != CODEBLOB_COMPILED || blob.frame_size < 2 * WORD)
        return leads(w, p, end);
    for (uint64_t i = 0; i <= MOST_PUSHED; i++) {
        struct place pushed = {p.pc, p.sp + i * WORD, p.fp};
        if (is_java_return(w, caller_by_size(w, &blob, pushed).pc) && leads(w, pushed, end))
            return true;
    }
    return false;
}

static struct place on_top(const struct walk *w, uint64_t sp, uint64_t fp) {
    return (struct place){return_at(w, sp), sp + WORD, fp};
}

/* Of what has no frame at this moment. */
static struct place without_frame(const struct walk *w) {
    const struct framewalk_registers *r = w->registers;
    if (w->memory->at.link_register)
        return (struct place){r->link & (uint64_t)w->memory->at.address_mask, r->sp, r->fp};
    return on_top(w, r->sp, r->fp);
}

static struct place with_pointer_pushed(const struct walk *w) {
    const struct framewalk_registers *r = w->registers;
    return on_top(w, r->sp + WORD, stack_word(w, r->sp));
}

/* ---- The top frame --------------------------------------------------------------------------- */

/* Its own methods. In the first instructions it is at its beginning; in the last ones, not known.
 */
static int push_top(struct walk *w, const struct codeblob *blob, enum prologue state) {
    uint64_t pc = w->registers->pc, method = scopes_method(w->memory, blob);
    bool whole = state == PROLOGUE_WHOLE && pc >= blob->complete;
    if (blob->kind == CODEBLOB_NATIVE) return push(w, method, -1, FRAMEWALK_NATIVE);
    if (whole && push_scopes(w, blob, pc) < 0) return -1;
    return push(w, method, pc < blob->complete ? 0 : -1, FRAMEWALK_COMPILED);
}

static struct place caller_by_state(const struct walk *w, const struct codeblob *blob,
                                    enum prologue state) {
    const struct framewalk_registers *r = w->registers;
    struct place p = {r->pc, r->sp, r->fp};
    switch (state) {
    case PROLOGUE_NO_FRAME:
    case PROLOGUE_GONE: return without_frame(w);
    case PROLOGUE_POINTER_PUSHED:
    case PROLOGUE_POINTER_LEFT: return with_pointer_pushed(w);
    case PROLOGUE_ROOM:
        p = caller_by_size(w, blob, p);
        p.fp = r->fp;
        if (w->memory->at.link_register) p.pc = r->link & (uint64_t)w->memory->at.address_mask;
        return p;
    default: return caller_by_size(w, blob, p);
    }
}

static enum framewalk_end top_compiled(struct walk *w, const struct codeblob *blob) {
    enum framewalk_end end = FRAMEWALK_NO_METHOD;
    const struct framewalk_registers *r = w->registers;
    enum prologue state = prologue_at(w->memory, blob, r->pc);
    if (push_top(w, blob, state) >= 0) return end;
    w->tops = w->count;
    if (leads_java(w, caller_by_state(w, blob, state), &end)) return end;
    for (uint64_t i = 1; i <= MOST_PUSHED && state == PROLOGUE_WHOLE; i++) {
        struct place pushed = {r->pc, r->sp + i * WORD, r->fp};
        if (leads_java(w, caller_by_size(w, blob, pushed), &end)) return end;
    }
    if (!leads_java(w, without_frame(w), &end)) leads_java(w, with_pointer_pushed(w), &end);
    return end;
}

/* At the entry of a method, whose frame is not there yet: the caller's sp is where the bytecode's
 * pointer will be, its return address on top, or taken from there, or below what there is. */
static bool at_entry(struct walk *w, enum framewalk_end *end) {
    const struct framewalk_registers *r = w->registers;
    uint64_t sender = on_stack(w, r->bcp) ? r->bcp : 0;
    struct place begun = on_top(w, beside(r->fp, 1), stack_word(w, r->fp));
    struct place tries[] = {without_frame(w), {r->result, r->sp, r->fp}, begun};
    if (r->fp > r->sp) tries[2].sp = stack_word(w, beside(r->fp, SENDER_SP));
    if (!scopes_method_id(w->memory, r->method) ||
        push(w, r->method, 0, FRAMEWALK_INTERPRETED) >= 0)
        return false;
    w->tops = w->count;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        if (sender >= tries[i].sp) tries[i].sp = sender;
        if (leads_java(w, tries[i], end)) return true;
    }
    w->tops = w->count = 0;
    w->by_java = false;
    return false;
}

static enum framewalk_end top_interpreted(struct walk *w) {
    const struct framewalk_registers *r = w->registers;
    enum framewalk_end end = FRAMEWALK_NO_METHOD;
    struct place p = {r->pc, r->sp, r->fp};
    if (through_interpreted(w, &p, r->bcp) < 0) {
        w->tops = w->count;
        if (leads(w, p, &end)) return end;
    }
    w->tops = w->count = 0;
    w->by_java = false;
    if (at_entry(w, &end)) return end;
    if (leads_java(w, without_frame(w), &end)) return end; /* at its exit: the caller's */
    /* The way out has the return address there. */
    leads_java(w, (struct place){r->bcp, r->sp, r->fp}, &end);
    return end;
}

/* Return addresses in so many words of the stack, behind calls of such code. */
static bool look_through(struct walk *w, uint64_t words, const struct codeblob *callee,
                         enum framewalk_end *end) {
    const struct framewalk_registers *r = w->registers;
    for (uint64_t i = 0; i < words && w->tries < MOST_TRIES; i++) {
        uint64_t at = beside(r->sp, (int64_t)i), below = i > 0 ? stack_word(w, at - WORD) : 0;
        struct place p = on_top(w, at, below > at ? below : r->fp);
        if (p.pc && is_leaf_return(w, p.pc, callee) && leads_pushed(w, p, end)) return true;
    }
    return false;
}

/* The chain of frame pointers up to where it comes to code of the JVM's. */
static bool by_pointers(struct walk *w, const struct codeblob *callee, enum framewalk_end *end) {
    uint64_t sp = w->registers->sp, fp = w->registers->fp;
    for (int i = 0; i < C_FRAMES && fp >= sp && on_stack(w, beside(fp, 1)); i++) {
        struct place p = on_top(w, beside(fp, 1), stack_word(w, fp));
        if (is_leaf_return(w, p.pc, callee)) return leads_pushed(w, p, end);
        sp = p.sp;
        fp = p.fp;
    }
    return false;
}

/* A stub has no method: its caller is charged. */
static enum framewalk_end top_stub(struct walk *w, const struct codeblob *blob) {
    const struct framewalk_registers *r = w->registers;
    enum framewalk_end end = FRAMEWALK_NO_CODE;
    struct place p = {r->pc, r->sp, r->fp}, here = p;
    struct place tries[] = {without_frame(w), with_pointer_pushed(w),
                            caller_by_size(w, blob, here)};
    if (blob->kind == CODEBLOB_UPCALL && leads(w, here, &end)) return end;
    if (blob->frame_size >= 2 * WORD && blob->complete && r->pc >= blob->complete &&
        leads(w, caller_by_size(w, blob, here), &end))
        return end;
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        bool possible = i < 2 || blob->frame_size >= 2 * WORD;
        bool known = is_leaf_return(w, tries[i].pc, blob) || is_java_return(w, tries[i].pc);
        if (possible && known && leads_pushed(w, tries[i], &end)) return end;
    }
    if (by_pointers(w, blob, &end)) return end;
    if (through_call(w, &p) != FRAMEWALK_NO_STACK) { /* the JVM is about to call Java here */
        p = (struct place){word(w, (uint64_t)w->memory->at.call_returns), r->sp, r->fp};
        if (leads(w, p, &end)) return end;
    }
    look_through(w, WORDS_OF_STUB, blob, &end);
    return end;
}

/* C that compiled code calls without leaving Java. */
static enum framewalk_end top_in_c(struct walk *w) {
    enum framewalk_end end = FRAMEWALK_NO_CODE;
    struct place p = without_frame(w);
    if (is_leaf_return(w, p.pc, NULL) && leads_pushed(w, p, &end)) return end;
    if (!by_pointers(w, NULL, &end)) look_through(w, WORDS_OF_C, NULL, &end);
    return end;
}

static bool from_anchor(struct walk *w, enum framewalk_end *end) {
    const struct memory *m = w->memory;
    uint64_t thread = w->thread->java_thread, sp = word(w, field(thread, m->at.thread_sp));
    struct place p = {0, w->registers->sp, 0};
    if (!sp) return false;
    w->tops = 0;
    if (sp == p.sp) p.sp--; /* Java's own frame, just before or behind the call */
    if (through_anchor(w, sp, word(w, field(thread, m->at.thread_pc)),
                       word(w, field(thread, m->at.thread_fp)), &p) >= 0)
        return false;
    return leads(w, p, end);
}

static enum framewalk_end start(struct walk *w) {
    struct codeblob blob;
    enum framewalk_end end = FRAMEWALK_NOT_JAVA;
    if (find(w, w->registers->pc, &blob)) {
        bool has_frame = blob.frame_size >= 2 * WORD; /* the ways into method handles have none */
        bool is_method = blob.kind == CODEBLOB_COMPILED || blob.kind == CODEBLOB_NATIVE;
        if (blob.kind == CODEBLOB_INTERPRETER) end = top_interpreted(w);
        else end = is_method && has_frame ? top_compiled(w, &blob) : top_stub(w, &blob);
        if (!is_good(end) && !w->takes_any) from_anchor(w, &end);
        return end;
    }
    if (from_anchor(w, &end) || end != FRAMEWALK_NOT_JAVA) return end;
    return w->thread->in_java ? top_in_c(w) : end;
}

static void turn_around(struct framewalk_frame *frames, int64_t from, int64_t to) {
    for (; from < --to; from++) {
        struct framewalk_frame frame = frames[from];
        frames[from] = frames[to];
        frames[to] = frame;
    }
}

/* The last frames, of which the oldest is where the next one would have its place. */
static void in_order(const struct walk *w) {
    int64_t half = w->room / 2, oldest = place_of(w, w->count);
    turn_around(w->frames, half, oldest);
    turn_around(w->frames, oldest, w->room);
    turn_around(w->frames, half, w->room);
}

enum framewalk_end framewalk(const struct memory *memory, const struct framewalk_thread *thread,
                             const struct framewalk_registers *registers,
                             struct framewalk_frame *frames, int room, int *count,
                             int64_t *left_out) {
    struct walk w = {
        .memory = memory, .thread = thread, .registers = registers, .frames = frames, .room = room};
    enum framewalk_end end = start(&w);
    if (!is_good(end) && end != FRAMEWALK_NOT_JAVA) {
        w.count = w.tops = w.tries = 0;
        w.by_java = false;
        w.takes_any = true;
        end = start(&w);
    }
    *left_out = w.count > room ? w.count - room : 0;
    *count = (int)(w.count - *left_out);
    if (*left_out) in_order(&w);
    return end;
}

void framewalk_ids(const struct memory *memory, struct framewalk_frame *frames, int count) {
    for (int i = 0; i < count; i++) frames[i].method = scopes_method_id(memory, frames[i].method);
}
