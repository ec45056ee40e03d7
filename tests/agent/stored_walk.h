/* Walks of real JVMs, stored: registers, what was read of memory, and what came of it. A file is of
 * one JVM; all numbers are varints, signed ones zigzag.
 *
 *   file    "WALK" | layout: count, its numbers | walk ...
 *   walk    end | frames: count, (method, bci, type) ... | thread (3) | registers (7) |
 *           words: count, (address less the last one's / 8, value xor the last one) ...
 */
#pragma once

#include "agent/jvm/framewalk.h"

#define STORED_WALK_MAGIC "WALK"
#define STORED_WALK_WORDS 4096
#define STORED_WALK_FRAMES 64

struct stored_word {
    uint64_t address, value;
};

struct stored_walk {
    enum framewalk_end end;
    int count;
    struct framewalk_frame frames[STORED_WALK_FRAMES];
    struct framewalk_thread thread;
    struct framewalk_registers registers;
    int word_count;
    struct stored_word words[STORED_WALK_WORDS]; /* by address */
};
