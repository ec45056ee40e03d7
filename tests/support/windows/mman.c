#include "tests/support/windows/sys/mman.h"

#include <stdint.h>
#include <windows.h>

long sysconf(int what) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return what == _SC_PAGESIZE ? (long)info.dwPageSize : -1;
}

void *mmap(void *at, size_t len, int may, int flags, int fd, int64_t offset) {
    (void)may, (void)flags, (void)fd, (void)offset;
    void *pages = VirtualAlloc(at, len, MEM_COMMIT | MEM_RESERVE, PAGE_READWRITE);
    return pages ? pages : MAP_FAILED;
}

int munmap(void *at, size_t len) {
    (void)len;
    return VirtualFree(at, 0, MEM_RELEASE) ? 0 : -1;
}

int mprotect(void *at, size_t len, int may) {
    DWORD was, is = may & PROT_WRITE  ? PAGE_READWRITE
                    : may & PROT_READ ? PAGE_READONLY
                                      : PAGE_NOACCESS;
    return VirtualProtect(at, len, is, &was) ? 0 : -1;
}
