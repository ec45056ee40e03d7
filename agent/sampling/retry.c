#include "agent/sampling/retry.h"

#include "agent/jvm/codeblobs.h"
#include "agent/jvm/nativewalk.h"

#include <string.h>
#include <ucontext.h>

#define WORD sizeof(uintptr_t)
#define WORDS_OF_STUB 32 /* of the stack are looked through */
#define WORDS_OF_C 256
#define MOST_PUSHED 4 /* by compiled code, beside its frame */
#define MOST_TRIES 3  /* walks from what the stack holds */
#define MOST_UNROLLS 8
/* Of interpreted frames, words from fp: where the caller's sp is kept, and the method. */
#define SENDER_SP (-1)
#define METHOD (-3)
/* The same of the frame from which the JVM calls Java: its wrapper. */
#if defined(__aarch64__)
#define WRAPPER (-8)
#else
#define WRAPPER (-6)
#endif
#define STUB_PUSHES 4 /* bytes of the instructions that push and set the frame pointer */

struct attempt { /* one thread's, on its stack */
    JNIEnv *env;
    struct stackwalk_frame *frames;
    int depth;
    const ucontext_t *context;
    uintptr_t pc, sp, fp;
    jmethodID leaf; /* the method that the walk begins above; NULL: none */
    jint leaf_bci;
};

void retry_registers(ucontext_t *context, uintptr_t **pc, uintptr_t **sp, uintptr_t **fp) {
#if defined(__x86_64__)
    *pc = (uintptr_t *)&context->uc_mcontext.gregs[REG_RIP];
    *sp = (uintptr_t *)&context->uc_mcontext.gregs[REG_RSP];
    *fp = (uintptr_t *)&context->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
    *pc = (uintptr_t *)&context->uc_mcontext.pc;
    *sp = (uintptr_t *)&context->uc_mcontext.sp;
    *fp = (uintptr_t *)&context->uc_mcontext.regs[29];
#endif
}

/* The word of the stack there; 0 if there is none. */
static uintptr_t word_at(uintptr_t address) {
    uintptr_t value = 0;
    return address % WORD == 0 && nativewalk_read(address, &value, WORD) ? value : 0;
}

static bool is_behind_call(uintptr_t pc) {
#if defined(__x86_64__)
    /* call rel32; call through a register, or memory with an offset of 0, 8 or 32 bits */
    unsigned char code[7];
    if (!nativewalk_read(pc - sizeof code, code, sizeof code)) return false;
    return code[2] == 0xe8 || (code[5] == 0xff && (code[6] & 0x38) == 0x10) ||
           (code[4] == 0xff && (code[5] & 0x38) == 0x10) ||
           (code[3] == 0xff && (code[4] & 0x38) == 0x10) ||
           (code[1] == 0xff && (code[2] & 0x38) == 0x10) ||
           (code[0] == 0xff && (code[1] & 0x38) == 0x10);
#else
    uint32_t code;
    return nativewalk_read(pc - 4, &code, 4) &&
           ((code & 0xfc000000) == 0x94000000 || (code & 0xfffffc1f) == 0xd63f0000);
#endif
}

/* Whether pc is where a call of Java code returns to. */
static bool is_return(uintptr_t pc, struct codeblob *blob) {
    if (!codeblobs_find(pc, blob)) return false;
    if (blob->kind == CODEBLOB_COMPILED && pc < blob->frame_begins) return false;
    /* The interpreter's places for a return need not lie behind a call. */
    return blob->kind == CODEBLOB_INTERPRETER || is_behind_call(pc);
}

/* Walks from that caller, the leaf on top. */
static int walk_from(const struct attempt *a, uintptr_t pc, uintptr_t sp, uintptr_t fp) {
    ucontext_t copy;
    uintptr_t *at_pc, *at_sp, *at_fp;
    memcpy(&copy, a->context, sizeof copy);
    retry_registers(&copy, &at_pc, &at_sp, &at_fp);
    *at_pc = pc;
    *at_sp = sp;
    *at_fp = fp;
    int above = a->leaf ? 1 : 0;
    int count = stackwalk_from(a->env, a->frames + above, a->depth - above, &copy);
    if (count <= 0) return count;
    if (above) a->frames[0] = (struct stackwalk_frame){a->leaf_bci, a->leaf};
    return count + above;
}

/* The same from where a call returns to. In compiled code the call is what is charged, not what
 * comes behind it, which may be of another method: see stackwalk.c, walk_from_before. */
static int try_return(const struct attempt *a, uintptr_t pc, uintptr_t sp, uintptr_t fp) {
    struct codeblob blob;
    if (!pc || !is_return(pc, &blob)) return 0;
    return walk_from(a, blob.kind == CODEBLOB_COMPILED ? pc - 1 : pc, sp, fp);
}

/* The return address lies there, and the caller's frame pointer is that. */
static int try_return_at(const struct attempt *a, uintptr_t address, uintptr_t fp) {
    return try_return(a, word_at(address), address + WORD, fp);
}

/* Of a method without a frame of its own at this moment. */
static int try_without_frame(const struct attempt *a) {
#if defined(__aarch64__)
    return try_return(a, (uintptr_t)a->context->uc_mcontext.regs[30], a->sp, a->fp);
#else
    return try_return_at(a, a->sp, a->fp);
#endif
}

/* Code for whole strings pushes a word or two while it runs, with which the JVM does not reckon:
 * where behind so many the frame ends with a return address, it can walk. */
static int try_pushed(struct attempt *a, const struct codeblob *blob) {
    struct codeblob caller;
    int count = 0;
    for (uintptr_t i = 1; i <= MOST_PUSHED && count <= 0; i++) {
        uintptr_t sp = a->sp + i * WORD;
        uintptr_t pc = word_at(sp + blob->frame_size - WORD);
        if (pc && is_return(pc, &caller)) count = walk_from(a, a->pc - 1, sp, a->fp);
    }
    return count;
}

/* Where the frame ends if it is whole. */
static int try_frame(const struct attempt *a, const struct codeblob *blob) {
    if (blob->frame_size < 2 * WORD) return 0;
    return try_return_at(a, a->sp + blob->frame_size - WORD,
                         word_at(a->sp + blob->frame_size - 2 * WORD));
}

/* The caller's fp is in its register still. */
static int try_frame_without_fp(const struct attempt *a, const struct codeblob *blob) {
    if (blob->frame_size < 2 * WORD) return 0;
    return try_return_at(a, a->sp + blob->frame_size - WORD, a->fp);
}

/* ---- Beginnings of methods ------------------------------------------------------------------- */

/* How much there is of the frame of a compiled method. Once there is room for it, what lies at sp
 * is left over from others, and may well be a return address of theirs. */
enum beginning { NOT_KNOWN, NO_FRAME, POINTER_PUSHED, ROOM_WITHOUT_POINTER, FRAME_WHOLE };

/* The first instructions of compiled methods, of which those from pc on tell how far they have
 * come:
 *
 *   [check of the class] [touch the stack] sub rsp, n           mov [rsp + n], rbp   [barrier]
 *   [check of the class] [touch the stack] push rbp [mov rbp, rsp] sub rsp, n        [barrier]
 *
 * The barrier, a comparison and a jump, is the longest of them to wait for. */
static enum beginning beginning_at(uintptr_t pc, const struct codeblob *blob) {
#if defined(__x86_64__)
    enum { BEFORE = 4, LONGEST = 96, ROOM = 3 /* bytes of sub rsp that are looked at */ };
    unsigned char code[BEFORE + LONGEST];
    size_t left = blob->frame_begins - pc;
    if (blob->frame_size <= 2 * WORD) return NO_FRAME; /* the way into a method of the JVM's */
    if (left > LONGEST || !nativewalk_read(pc - BEFORE, code, BEFORE + left)) return NOT_KNOWN;
    const unsigned char *at = code + BEFORE;
    for (size_t i = 0; i + ROOM <= left; i++) {
        if (at[i] != 0x48 || (at[i + 1] != 0x83 && at[i + 1] != 0x81) || at[i + 2] != 0xec)
            continue;
        bool pushed = at[-1] == 0x55 || (at[-4] == 0x55 && at[-3] == 0x48);
        return pushed ? POINTER_PUSHED : NO_FRAME;
    }
    bool keeps = left >= 4 && at[0] == 0x48 && at[1] == 0x89 && (at[2] == 0x6c || at[2] == 0xac) &&
                 at[3] == 0x24;
    return keeps ? ROOM_WITHOUT_POINTER : FRAME_WHOLE;
#else
    (void)pc, (void)blob;
    return NOT_KNOWN;
#endif
}

static int retry_beginning(const struct attempt *a, const struct codeblob *blob) {
    int count;
    switch (beginning_at(a->pc, blob)) {
    case NO_FRAME: return try_without_frame(a);
    case POINTER_PUSHED: return try_return_at(a, a->sp + WORD, word_at(a->sp));
    case ROOM_WITHOUT_POINTER: return try_frame_without_fp(a, blob);
    case FRAME_WHOLE: return try_frame(a, blob);
    default:
        count = try_without_frame(a);
        if (count <= 0) count = try_return_at(a, a->sp + WORD, word_at(a->sp));
        return count > 0 ? count : try_frame(a, blob);
    }
}

static int retry_compiled(struct attempt *a, const struct codeblob *blob) {
    jmethodID leaf = a->leaf = codeblobs_method_id(blob->method);
    if (a->pc < blob->frame_begins) {
        a->leaf_bci = 0;
        return retry_beginning(a, blob);
    }
    a->leaf_bci = -1;
    int count = try_frame(a, blob);
    a->leaf = NULL;
    if (count <= 0 && blob->frame_size >= 2 * WORD) count = try_pushed(a, blob);
    a->leaf = leaf;
    if (count <= 0) count = try_without_frame(a);
    return count > 0 ? count : try_return_at(a, a->sp + WORD, word_at(a->sp));
}

static int retry_interpreted(struct attempt *a) {
    a->leaf_bci = -1;
#if defined(__x86_64__)
    a->leaf = codeblobs_method_id((uintptr_t)a->context->uc_mcontext.gregs[REG_RBX]);
#elif defined(__aarch64__)
    a->leaf = codeblobs_method_id((uintptr_t)a->context->uc_mcontext.regs[12]);
#endif
    int count = a->leaf ? try_without_frame(a) : 0;
    if (count > 0 || a->fp < a->sp) return count;
    a->leaf = codeblobs_method_id(word_at(a->fp + (uintptr_t)(METHOD * (int)WORD)));
    uintptr_t pc = word_at(a->fp + WORD);
    uintptr_t sp = word_at(a->fp + (uintptr_t)(SENDER_SP * (int)WORD));
    return a->leaf && sp > a->fp ? try_return(a, pc, sp, word_at(a->fp)) : 0;
}

/* What has no method: its caller is charged. */
static int retry_other(const struct attempt *a, size_t most) {
    uintptr_t words[WORDS_OF_C];
    int count = try_without_frame(a), tries = 0;
    while (most > 0 && !nativewalk_read(a->sp, words, most * WORD)) most /= 2;
    for (size_t i = 0; i < most && count <= 0 && tries < MOST_TRIES; i++) {
        struct codeblob blob;
        uintptr_t at = a->sp + i * WORD;
        if (!is_return(words[i], &blob) || blob.kind == CODEBLOB_OTHER) continue;
        /* Compiled code does not look at its fp, and interpreted code must have one above. */
        bool pushed = i > 0 && words[i - 1] > at;
        uintptr_t fp = pushed ? words[i - 1] : a->fp;
        if (blob.kind == CODEBLOB_INTERPRETER && fp <= at) continue;
        tries++;
        count = try_return(a, words[i], at + WORD, fp);
    }
    return count;
}

/* A stub that keeps its frame pointer in the register: the return address is behind it, however
 * much of the frame there is. Not before it has put it there. */
static int try_stub_frame(const struct attempt *a, const struct codeblob *blob) {
    if (a->pc < blob->code + STUB_PUSHES || a->fp < a->sp || blob->frame_size < 2 * WORD ||
        a->fp - a->sp > blob->frame_size - 2 * WORD)
        return 0;
    return try_return_at(a, a->fp + WORD, word_at(a->fp));
}

/* Where the JVM calls Java: what it noted when Java was left before that is in its wrapper. */
static int retry_call(const struct attempt *a, const void *java_thread) {
    uintptr_t noted[3];
    if (!vmstructs_pc_is_call(a->pc)) return 0;
#if defined(__x86_64__)
    uintptr_t given = (uintptr_t)a->context->uc_mcontext.gregs[REG_RDI];
#else
    uintptr_t given = (uintptr_t)a->context->uc_mcontext.regs[0];
#endif
    uintptr_t wrapper = word_at(a->fp + (uintptr_t)(WRAPPER * (int)WORD));
    if ((wrapper < a->sp || !vmstructs_anchor_kept(java_thread, wrapper, noted)) &&
        (given < a->sp || !vmstructs_anchor_kept(java_thread, given, noted)))
        return 0;
    if (!noted[1]) noted[1] = word_at(noted[0] - WORD);
    return walk_from(a, noted[1], noted[0], noted[2]);
}

static int retry_in_java(struct attempt *a, const void *java_thread) {
    struct codeblob blob;
    if (!codeblobs_find(a->pc, &blob))
        return vmstructs_pc_is_java(a->pc) ? 0 : retry_other(a, WORDS_OF_C);
    switch (blob.kind) {
    case CODEBLOB_COMPILED: return retry_compiled(a, &blob);
    case CODEBLOB_INTERPRETER: return retry_interpreted(a);
    default: break;
    }
    int count = retry_call(a, java_thread);
    if (count <= 0) count = try_stub_frame(a, &blob);
    return count > 0 ? count : retry_other(a, WORDS_OF_STUB);
}

/* ---- Ends of methods ------------------------------------------------------------------------- */

enum end { NO_END, FRAME_GONE, POINTER_LEFT /* fp is to be popped yet */ };

/* The last instructions of compiled methods. pc may be anything: it may have been found on the
 * stack. */
static enum end end_at(uintptr_t pc) {
#if defined(__x86_64__)
    /* pop rbp; cmp rsp, the poll's word; ja; ret */
    unsigned char code[11] = {0};
    if (!nativewalk_read(pc, code, sizeof code) && !nativewalk_read(pc, code, 3)) return NO_END;
    if (code[0] == 0x5d) return POINTER_LEFT;
    if (code[0] == 0xc3) return FRAME_GONE;
    if (code[0] == 0x49 && code[1] == 0x3b && (code[2] == 0x67 || code[2] == 0xa7))
        return FRAME_GONE;
    /* of JDK 11: mov r10, the poll's address; test [r10], eax; ret. Or that of the one page. */
    static const unsigned char test_and_ret[] = {0x41, 0x85, 0x02, 0xc3};
    bool loads = code[0] == 0x4d && code[1] == 0x8b && code[2] == 0x97;
    if (memcmp(code + (loads ? 7 : 0), test_and_ret, sizeof test_and_ret) == 0) return FRAME_GONE;
    if (code[0] == 0x85 && code[1] == 0x05 && code[6] == 0xc3) return FRAME_GONE;
    return code[0] == 0x0f && code[1] == 0x87 ? FRAME_GONE : NO_END;
#else
    uint32_t code;
    return nativewalk_read(pc, &code, sizeof code) && code == 0xd65f03c0 ? FRAME_GONE : NO_END;
#endif
}

#if defined(__x86_64__)
/* A jump like that of the poll is anywhere in a method: what is before it tells. */
static bool is_poll_jump(uintptr_t pc) {
    unsigned char code[7];
    return nativewalk_read(pc - sizeof code, code, sizeof code) &&
           ((code[0] == 0x49 && code[1] == 0x3b && code[2] == 0xa7) ||
            (code[3] == 0x49 && code[4] == 0x3b && code[5] == 0x67));
}
#endif

static struct attempt attempt_of(JNIEnv *env, struct stackwalk_frame *frames, int depth,
                                 const void *ucontext) {
    uintptr_t *pc, *sp, *fp;
    retry_registers((ucontext_t *)(uintptr_t)ucontext, &pc, &sp, &fp); /* only read */
    return (struct attempt){.env = env,
                            .frames = frames,
                            .depth = depth,
                            .context = ucontext,
                            .pc = *pc,
                            .sp = *sp,
                            .fp = *fp};
}

int retry_at_end(JNIEnv *env, struct stackwalk_frame *frames, int depth, const void *ucontext) {
    struct attempt a = attempt_of(env, frames, depth, ucontext);
    struct codeblob blob;
    enum end end = end_at(a.pc);
    if (end == NO_END || !codeblobs_find(a.pc, &blob) || blob.kind == CODEBLOB_INTERPRETER)
        return 0;
#if defined(__x86_64__)
    unsigned char first = 0;
    if (nativewalk_read(a.pc, &first, 1) && first == 0x0f && !is_poll_jump(a.pc)) return 0;
#endif
    a.leaf = codeblobs_method_id(blob.method);
    a.leaf_bci = -1;
    if (!a.leaf && blob.kind == CODEBLOB_COMPILED) return 0;
    return end == FRAME_GONE ? try_without_frame(&a)
                             : try_return_at(&a, a.sp + WORD, word_at(a.sp));
}

/* In the JVM, called by Java without a native method: Java's last sp was noted, mostly without its
 * pc, which is the word below. Without one AsyncGetCallTrace does not begin there, nor at a stub
 * of C2's, whose frame the JVM's tables call never complete. So where the stub was called is noted
 * while the stack is walked. */
static int retry_in_vm(const struct attempt *a, const void *java_thread, const uintptr_t noted[3]) {
    struct codeblob blob;
    uintptr_t here[3] = {noted[0], noted[1] ? noted[1] : word_at(noted[0] - WORD), noted[2]};
    if (!here[1] || !codeblobs_find(here[1], &blob)) return 0;
    if (blob.kind == CODEBLOB_OTHER && blob.frame_size >= 2 * WORD) {
        uintptr_t sp = noted[0] + blob.frame_size;
        uintptr_t pc = word_at(sp - WORD), fp = word_at(sp - 2 * WORD);
        if (is_return(pc, &blob)) memcpy(here, (uintptr_t[]){sp, pc, fp}, sizeof here);
    }
    if (!vmstructs_anchor_set(java_thread, here)) return 0;
    ucontext_t copy;
    memcpy(&copy, a->context, sizeof copy);
    int count = stackwalk_from(a->env, a->frames, a->depth, &copy);
    vmstructs_anchor_set(java_thread, noted);
    return count;
}

/* In the JVM, which makes interpreted frames of compiled ones: AsyncGetCallTrace does not look at
 * such a thread, as it may stand between two kinds of frames. But that is in a stub; while the
 * JVM's own code runs, the place where Java was left is noted, and the stack below it whole. What
 * may be half made there is seen to be no frame, or ends the walk at the guard. */
static int retry_unrolling(const struct attempt *a, const void *java_thread) {
    uintptr_t noted[3];
    int32_t unrolls = vmstructs_unrolls(java_thread);
    if (unrolls < 1 || unrolls > MOST_UNROLLS || !stackwalk_is_guarded()) return 0;
    if (!vmstructs_anchor(java_thread, noted) || !noted[0]) return 0;
    ucontext_t copy;
    memcpy(&copy, a->context, sizeof copy);
    vmstructs_unrolls_set(java_thread, 0);
    int count = stackwalk_from(a->env, a->frames, a->depth, &copy);
    vmstructs_unrolls_set(java_thread, unrolls);
    return count;
}

int retry_walk(JNIEnv *env, const void *java_thread, struct stackwalk_frame *frames, int depth,
               const void *ucontext, int code) {
    uintptr_t noted[3];
    struct attempt a = attempt_of(env, frames, depth, ucontext);
    int count = 0;
    if (code == WALK_PC_UNKNOWN || code == WALK_JAVA_UNWALKABLE) {
        count = retry_in_java(&a, java_thread);
    } else if ((code == WALK_NOT_JAVA || code == WALK_NATIVE_UNWALKABLE || code == WALK_NO_FRAME) &&
               vmstructs_anchor(java_thread, noted) && noted[0]) {
        count = retry_in_vm(&a, java_thread, noted);
    } else if (code == WALK_DEOPTIMISING) {
        count = retry_unrolling(&a, java_thread);
    }
    return count > 0 ? count : code;
}
