/* Runs a command and writes its peak memory: "RESIDENT PRIVATE" in KiB, private being anonymous
 * memory, that is without mapped files. Sampled every millisecond from /proc; the resident figure
 * is the kernel's own.
 *
 * usage: peak OUTPUT-FILE COMMAND [ARGUMENT ...]
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long anonymous_kib(pid_t pid) {
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    if (f == NULL) return 0;
    while (fgets(line, sizeof line, f)) {
        if (strncmp(line, "RssAnon:", 8) == 0) {
            kib = strtol(line + 8, NULL, 10);
            break;
        }
    }
    fclose(f);
    return kib;
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: peak OUTPUT-FILE COMMAND [ARGUMENT ...]\n");
        return 2;
    }
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, 1);
        dup2(null, 2);
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    long peak = 0;
    int status;
    struct rusage usage;
    while (wait4(pid, &status, WNOHANG, &usage) == 0) {
        long now = anonymous_kib(pid);
        if (now > peak) peak = now;
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    FILE *out = fopen(argv[1], "w");
    if (out == NULL) return 2;
    fprintf(out, "%ld %ld\n", usage.ru_maxrss, peak);
    fclose(out);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
