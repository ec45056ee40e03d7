/* Put between what a source includes and the rest of it by tests/portable/run.sh: from here on,
 * what Linux has and macOS has not (or has with other arguments) is an error wherever it is named.
 */
/* macOS's <stdlib.h> brings these along, and what they declare is no name of ours. */
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#undef MFD_CLOEXEC
#undef O_TMPFILE
#undef O_PATH
#undef O_DIRECT
#undef O_NOATIME
#undef MAP_POPULATE
#undef MAP_NORESERVE
#undef MAP_STACK
#undef MREMAP_MAYMOVE
#undef MADV_HUGEPAGE
#undef MADV_POPULATE_READ
#undef MADV_DONTDUMP
#undef MADV_COLD
#undef MADV_PAGEOUT
#undef MADV_REMOVE
#undef CLOCK_BOOTTIME
#undef CLOCK_MONOTONIC_COARSE
#undef CLOCK_REALTIME_COARSE
#undef SOCK_CLOEXEC
#undef SOCK_NONBLOCK
#undef MSG_NOSIGNAL
#undef SO_PEERCRED
#undef htobe64
#undef be64toh
#undef htole64
#undef le64toh
#undef bswap_64

#pragma GCC poison memfd_create MFD_CLOEXEC pipe2 accept4 dup3 copy_file_range sendfile splice tee
#pragma GCC poison O_TMPFILE O_PATH O_DIRECT O_NOATIME renameat2 statx fallocate posix_fallocate \
    posix_fadvise
#pragma GCC poison st_atim st_mtim st_ctim
#pragma GCC poison MAP_POPULATE MAP_NORESERVE MAP_STACK mremap MREMAP_MAYMOVE
#pragma GCC poison MADV_HUGEPAGE MADV_POPULATE_READ MADV_DONTDUMP MADV_COLD MADV_PAGEOUT MADV_REMOVE
#pragma GCC poison getrandom getauxval secure_getenv program_invocation_name \
    program_invocation_short_name
#pragma GCC poison qsort_r memrchr rawmemchr strchrnul mempcpy strverscmp canonicalize_file_name
#pragma GCC poison get_current_dir_name fopencookie fgetpwent getpwuid_r strerror_r sigabbrev_np
#pragma GCC poison fputs_unlocked fwrite_unlocked fread_unlocked fgets_unlocked fflush_unlocked
#pragma GCC poison prctl syscall gettid tgkill sched_getaffinity sched_setaffinity sched_getcpu
#pragma GCC poison inotify_init1 epoll_create1 eventfd signalfd timerfd_create ppoll
#pragma GCC poison mallopt malloc_trim malloc_usable_size mallinfo2
#pragma GCC poison clock_nanosleep CLOCK_BOOTTIME CLOCK_MONOTONIC_COARSE CLOCK_REALTIME_COARSE
#pragma GCC poison pthread_setname_np pthread_condattr_setclock pthread_setaffinity_np \
    pthread_timedjoin_np
#pragma GCC poison pthread_barrier_wait pthread_spin_lock sem_init sem_timedwait sigtimedwait \
    sigwaitinfo
#pragma GCC poison SOCK_CLOEXEC SOCK_NONBLOCK MSG_NOSIGNAL SO_PEERCRED setresuid setresgid
#pragma GCC poison htobe64 be64toh htole64 le64toh bswap_64
