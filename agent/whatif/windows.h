/* Which window of an experiment comes next: blocks, each with all kinds of windows, shuffled, so
 * that what changes with time changes all alike. No clock. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define WINDOWS_METHODS 16
#define WINDOWS_SPEEDS 4
/* Base and control come so often in a block: all else is compared with them. */
#define WINDOWS_BASE 2
#define WINDOWS_CONTROL 2
#define WINDOWS_MOST (WINDOWS_BASE + WINDOWS_CONTROL + 2 * WINDOWS_METHODS * WINDOWS_SPEEDS)

enum windows_kind {
    WINDOW_BASE,    /* sampled, nothing else */
    WINDOW_VIRTUAL, /* the method is faster by delays of all others */
    WINDOW_CONTROL, /* delays that are worth nothing to anybody */
    WINDOW_REAL,    /* the program takes the method's work away itself */
};

struct window {
    enum windows_kind kind;
    int method; /* -1: none */
    int speed;  /* percent */
};

struct windows { /* a plan */
    int methods;
    int speeds[WINDOWS_SPEEDS]; /* the first is the control's */
    int speed_count;
    uint32_t real; /* bit n: of method n there are real windows, too */
    uint64_t chance;
    /* the block under way */
    uint64_t block; /* counts from 1 */
    int count, next;
    struct window list[WINDOWS_MOST];
};

/* The next window, of the block that it leaves in plan->block. */
struct window windows_next(struct windows *plan);
/* 0 to n - 1, by chance. */
uint64_t windows_chance(uint64_t *state, uint64_t n);

/* What is found at the first look decides how fine samples are, and how long a window. */
struct windows_look {
    int64_t elapsed, progress;
    int64_t ran;      /* by all threads, ns */
    int64_t switches; /* how often they went to sleep */
};
/* Whether the program is still getting faster, as one does whose code is being compiled, so that
 * the look says little of what comes. before: the look before it; elapsed 0: there was none. */
bool windows_look_again(const struct windows_look *before, const struct windows_look *look);
/* More looks than the first, at most. */
#define WINDOWS_LOOKS 10
/* ns between two samples on average, so that a delay is a WINDOWS_GRAINS-th of how long threads run
 * between two waits, where a third would do by the rules alone; a WINDOWS_FEW-th of that, where
 * this is not below WINDOWS_FINE: who has to be there before another is delayed may be late by a
 * piece. What a signal takes is known to some microseconds only, so where threads seldom wait
 * samples are no finer than WINDOWS_COARSEST. speed: the largest, percent. */
#define WINDOWS_GRAINS 4
#define WINDOWS_FEW 8
#define WINDOWS_FINEST 100000
#define WINDOWS_FINE 500000
#define WINDOWS_COARSEST 1000000
int64_t windows_period(const struct windows_look *look, int speed);
/* ns of a window, so that progress is made WINDOWS_PROGRESS times in it; within the two limits. */
#define WINDOWS_PROGRESS 50
#define WINDOWS_SHORTEST 50000000
#define WINDOWS_LONGEST 1000000000
int64_t windows_length(const struct windows_look *look);
/* Whether in a window of that length, in ns, twice the progress was made that it is meant for. */
bool windows_too_long(int64_t length, int64_t progress);
