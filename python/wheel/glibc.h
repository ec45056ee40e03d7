/* What the C library of 2012 has not, by the kernel's own calls. Included before sources that call
 * it. */
#include <sys/syscall.h>
#include <sys/types.h>

/* The C library's; -1: errno. */
extern long syscall(long number, ...);

/* As of later C libraries. -1: errno. */
static inline ssize_t wheel_getrandom(void *buffer, size_t size, unsigned flags) {
    return syscall(SYS_getrandom, buffer, size, flags);
}
#define getrandom wheel_getrandom

/* As of later C libraries. -1: errno. */
static inline int wheel_memfd_create(const char *name, unsigned flags) {
    return (int)syscall(SYS_memfd_create, name, flags);
}
#define memfd_create wheel_memfd_create
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 1U
#endif
