/* Preloaded into a JVM: it stays longer where it goes for a moment while it starts, its folder of
 * performance data. On a machine with much to do that comes by itself. */
#include <dlfcn.h>
#include <unistd.h>

#define VISIT_US 700000

int fchdir(int fd) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fchdir");
    int result = real(fd);
    usleep(VISIT_US);
    return result;
}
