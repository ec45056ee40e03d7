#include "agent/jvm/prologue.h"

#include <string.h>

#define LONGEST 96 /* bytes from an entry to where the frame is whole */

static void copy_code(const struct memory *m, uint64_t from, uint8_t *to, size_t size) {
    for (size_t i = 0; i < size; i++) to[i] = memory_byte(m, from + i);
}

/* ---- x86-64 ---------------------------------------------------------------------------------- */

/* pc is before the place where the frame is whole. */
static enum prologue beginning_x86(const struct memory *m, const struct codeblob *blob,
                                   uint64_t pc) {
    enum { BEFORE = 4, ROOM = 3 /* bytes of sub rsp that are looked at */ };
    uint8_t code[BEFORE + LONGEST + 4];
    uint64_t left = blob->complete - pc;
    if (left > LONGEST) return PROLOGUE_NO_FRAME; /* the check of the class is before */
    copy_code(m, pc - BEFORE, code, BEFORE + left);
    const uint8_t *at = code + BEFORE;
    for (size_t i = 0; i + ROOM <= left; i++) {
        bool makes_room =
            at[i] == 0x48 && (at[i + 1] == 0x83 || at[i + 1] == 0x81) && at[i + 2] == 0xec;
        if (!makes_room) continue;
        /* push rbp is the instruction before it, but for mov rbp, rsp; and behind pc or not. */
        const uint8_t *before = &at[i];
        bool moves = (before[-3] == 0x48 && ((before[-2] == 0x8b && before[-1] == 0xec) ||
                                             (before[-2] == 0x89 && before[-1] == 0xe5)));
        if (moves && before - 3 >= at) before -= 3;
        if (before == at) { /* pc is at one of the two: what was before it? */
            bool pushed = at[-1] == 0x55 || (moves && at[-4] == 0x55);
            return pushed ? PROLOGUE_POINTER_PUSHED : PROLOGUE_NO_FRAME;
        }
        return PROLOGUE_NO_FRAME; /* other instructions are still to come before it */
    }
    bool keeps = left >= 4 && at[0] == 0x48 && at[1] == 0x89 && (at[2] == 0x6c || at[2] == 0xac) &&
                 at[3] == 0x24;
    return keeps ? PROLOGUE_ROOM : PROLOGUE_WHOLE;
}

/* A jump like that of the poll is anywhere in a method: what is before it tells. */
static bool is_poll_jump(const struct memory *m, uint64_t pc) {
    uint8_t code[7];
    copy_code(m, pc - sizeof code, code, sizeof code);
    return (code[0] == 0x49 && code[1] == 0x3b && code[2] == 0xa7) ||
           (code[3] == 0x49 && code[4] == 0x3b && code[5] == 0x67);
}

static enum prologue end_x86(const struct memory *m, uint64_t pc) {
    static const uint8_t test_and_ret[] = {0x41, 0x85, 0x02, 0xc3};
    uint8_t code[11];
    copy_code(m, pc, code, sizeof code);
    if (code[0] == 0x5d) return PROLOGUE_POINTER_LEFT;
    if (code[0] == 0xc3) return PROLOGUE_GONE;
    if (code[0] == 0x49 && code[1] == 0x3b && (code[2] == 0x67 || code[2] == 0xa7))
        return PROLOGUE_GONE;
    if (code[0] == 0x0f && code[1] == 0x87 && is_poll_jump(m, pc)) return PROLOGUE_GONE;
    /* of JDK 11: mov r10, the poll's address; test [r10], eax; ret. Or that of the one page. */
    bool loads = code[0] == 0x4d && code[1] == 0x8b && code[2] == 0x97;
    if (memcmp(code + (loads ? 7 : 0), test_and_ret, sizeof test_and_ret) == 0)
        return PROLOGUE_GONE;
    if (code[0] == 0x85 && code[1] == 0x05 && code[6] == 0xc3) return PROLOGUE_GONE;
    return PROLOGUE_WHOLE;
}

/* call rel32; call through a register, or memory with an offset of 0, 8 or 32 bits. Compilers call
 * C by an address that they put into a register just before. */
static bool is_call_x86(const struct memory *m, uint64_t pc, uint64_t *target) {
    uint8_t code[13];
    copy_code(m, pc - sizeof code, code, sizeof code);
    const uint8_t *end = code + sizeof code;
    *target = 0;
    if (end[-5] == 0xe8) {
        int32_t distance;
        memcpy(&distance, end - 4, sizeof distance);
        *target = pc + (uint64_t)distance;
        return true;
    }
    if (end[-3] == 0x41 && end[-2] == 0xff && end[-13] == 0x49 && end[-1] == end[-12] + 0x18) {
        memcpy(target, end - 11, sizeof *target); /* mov r, address; call r */
        return true;
    }
    return (end[-2] == 0xff && (end[-1] & 0x38) == 0x10) ||
           (end[-3] == 0xff && (end[-2] & 0x38) == 0x10) ||
           (end[-6] == 0xff && (end[-5] & 0x38) == 0x10) ||
           (end[-7] == 0xff && (end[-6] & 0x38) == 0x10) ||
           (end[-4] == 0xff && (end[-3] & 0x38) == 0x10);
}

/* ---- aarch64 --------------------------------------------------------------------------------- */

static uint32_t instruction(const struct memory *m, uint64_t pc) {
    return (uint32_t)memory_number(m, pc, 4);
}

static bool moves_sp(uint32_t code, bool down) { /* sub or add sp, sp, n */
    return (code & 0xff8003ff) == (down ? 0xd10003ffu : 0x910003ffu);
}

static bool keeps_pair(uint32_t code) { /* stp x29, x30, [sp, n] */
    return (code & 0xffc07fff) == 0xa9007bfd;
}

static bool pushes_pair(uint32_t code) { /* stp x29, x30, [sp, n]! */
    return (code & 0xffc07fff) == 0xa9807bfd;
}

static enum prologue beginning_arm(const struct memory *m, const struct codeblob *blob,
                                   uint64_t pc) {
    bool room = false, pair = false, push = false;
    for (uint64_t at = pc; at < blob->complete && at - pc <= LONGEST; at += 4) {
        uint32_t code = instruction(m, at);
        room |= moves_sp(code, true);
        pair |= keeps_pair(code);
        push |= pushes_pair(code);
    }
    if (push || (room && pair)) return PROLOGUE_NO_FRAME;
    if (room) return PROLOGUE_POINTER_PUSHED; /* by stp with !, before */
    return pair ? PROLOGUE_ROOM : PROLOGUE_WHOLE;
}

static enum prologue end_arm(const struct memory *m, uint64_t pc) {
    enum { RET = 0xd65f03c0u, LOOK_AT = 6 };
    for (uint64_t at = pc; at < pc + (uint64_t)LOOK_AT * 4; at += 4) {
        uint32_t code = instruction(m, at);
        if (code == RET) return PROLOGUE_GONE;
        bool jumps = (code & 0x7c000000) == 0x14000000;                    /* b, bl */
        bool pops = (code & 0xffc07fff) == 0xa8c07bfd;                     /* ldp ..., [sp], n */
        if (moves_sp(code, false) || jumps || pops) return PROLOGUE_WHOLE; /* still to come */
    }
    return PROLOGUE_WHOLE;
}

static bool is_call_arm(const struct memory *m, uint64_t pc, uint64_t *target) {
    uint32_t code = instruction(m, pc - 4);
    *target = 0;
    if ((code & 0xfc000000) == 0x94000000) { /* bl */
        *target = pc - 4 + (uint64_t)((int64_t)(int32_t)(code << 6) >> 4);
        return true;
    }
    return (code & 0xfffffc1f) == 0xd63f0000; /* blr */
}

/* ---- Both ------------------------------------------------------------------------------------ */

enum prologue prologue_at(const struct memory *m, const struct codeblob *blob, uint64_t pc) {
    if (pc < blob->complete) {
        if (blob->frame_size <= 2 * WORD && !m->at.link_register) return PROLOGUE_NO_FRAME;
        return m->at.link_register ? beginning_arm(m, blob, pc) : beginning_x86(m, blob, pc);
    }
    return m->at.link_register ? end_arm(m, pc) : end_x86(m, pc);
}

bool prologue_is_call(const struct memory *m, uint64_t pc, uint64_t *target) {
    return m->at.link_register ? is_call_arm(m, pc, target) : is_call_x86(m, pc, target);
}
