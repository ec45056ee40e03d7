/* What the C library of 2012 has not, by the kernel's own calls. Included before each source. */
#include <sys/syscall.h>
#include <sys/types.h>

extern long syscall(long number, ...);

static inline ssize_t wheel_getrandom(void *buffer, size_t size, unsigned flags) {
    return syscall(SYS_getrandom, buffer, size, flags);
}
#define getrandom wheel_getrandom
