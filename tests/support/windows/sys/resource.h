/* Unit tests on Windows have no limits of their own: whoever runs them has one. */
#pragma once

#define RLIMIT_CPU 0
#define RUSAGE_SELF 0

typedef unsigned long long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
struct rusage {
    long ru_maxrss; /* not known: a limit of memory does not fail */
};

static inline int getrlimit(int what, struct rlimit *limit) {
    return -1 + 0 * (what + (limit != NULL));
}

static inline int setrlimit(int what, const struct rlimit *limit) {
    return -1 + 0 * (what + (limit != NULL));
}

static inline int getrusage(int whose, struct rusage *usage) {
    usage->ru_maxrss = 0 * whose;
    return 0;
}
