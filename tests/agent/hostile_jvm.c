/* A process that looks like a JVM to who attaches, and answers as a hostile one might. It maps a
 * file named libjvm.so, handles SIGQUIT and listens where a JVM does; build it under the name
 * "java".
 *
 *   java MODE [PATH]
 *     endless   the answer never ends
 *     slow      the answer comes a byte a second
 *     link      takes the command, and puts a link to PATH where the recording is to go
 *     fifo      takes the command, and puts a pipe where the agent's answer is to go
 *     deaf      listens after the third SIGQUIT only
 *     loop      takes the command, and writes chunks whose sizes add up to nothing
 *     dies      says that its own recorder began, puts the recording PATH where that keeps its
 * chunks, as if it had begun now, and is killed when it is asked anything else
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t woken;

static void on_quit(int number) {
    woken++;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

/* What a JVM is known by: its library among the mappings, and a handler for SIGQUIT. */
static void look_like_a_jvm(void) {
    mkdir("/tmp/hostile", 0755);
    int fd = open("/tmp/hostile/libjvm.so", O_RDWR | O_CREAT, 0755);
    if (fd < 0 || ftruncate(fd, 4096) != 0) fail("/tmp/hostile/libjvm.so");
    if (mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0) == MAP_FAILED) fail("mmap");
    signal(SIGQUIT, on_quit);
    signal(SIGPIPE, SIG_IGN);
}

static int listen_as_a_jvm(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "/tmp/.java_pid%d", (int)getpid());
    unlink(address.sun_path);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0 || listen(fd, 4) != 0)
        fail(address.sun_path);
    return fd;
}

/* The value of an option in the command ("file=/tmp/x,..."), or NULL. */
static char *option(const char *command, size_t len, const char *name) {
    const char *at = memmem(command, len, name, strlen(name));
    return at ? strndup(at + strlen(name), strcspn(at + strlen(name), ",")) : NULL;
}

/* Version, command and three arguments, each with a 0 byte behind it. */
static size_t receive(int client, char *command, size_t size) {
    size_t len = 0, ends = 0;
    while (ends < 5 && len < size - 1) {
        ssize_t n = read(client, command + len, size - 1 - len);
        if (n <= 0) break;
        for (ssize_t i = 0; i < n; i++) ends += command[len + (size_t)i] == 0;
        len += (size_t)n;
    }
    command[len] = 0;
    return len;
}

static void write_loop(const char *path) {
    unsigned char header[68] = "FLR";
    header[5] = 2;
    int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0644);
    for (int i = 0; i < 2; i++) {
        memset(header + 8, i ? 0xFF : 0, 8); /* 0x1000 and then 2^64 - 0x1000 */
        header[14] = i ? 0xF0 : 0x10;
        header[15] = 0;
        header[39] = 1;
        if (pwrite(fd, header, sizeof header, i ? 0x1000 : 0) < 0) fail(path);
    }
    if (ftruncate(fd, 0x2000) != 0) fail(path);
    close(fd);
}

/* A chunk of the JVM's own recorder, in the usual place. */
static void write_chunk(const char *from) {
    static unsigned char bytes[1 << 22];
    char path[128];
    snprintf(path, sizeof path, "/tmp/2026_01_02_03_04_05_%d", (int)getpid());
    mkdir(path, 0755);
    strcat(path, "/2026_01_02_03_04_05.jfr");
    FILE *in = fopen(from, "rb"), *out = fopen(path, "wb");
    size_t len = in ? fread(bytes, 1, sizeof bytes, in) : 0;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    for (int i = 0; i < 8; i++) bytes[32 + i] = (unsigned char)(ns >> (56 - 8 * i));
    if (!out || !len || fwrite(bytes, 1, len, out) != len || fclose(out) != 0) fail(path);
}

static void begin_or_die(int client, const char *path, const char *command, size_t len) {
    bool asked = memmem(command, len, "JFR.check", 9), told = memmem(command, len, "JFR.start", 9);
    if (!asked && !told) raise(SIGKILL);
    if (told) write_chunk(path);
    const char *said = told ? "0\nStarted recording 1.\n" : "0\nNo available recordings.\n";
    if (write(client, said, strlen(said)) < 0) perror("write");
}

static void answer(int client, const char *mode, const char *path, const char *command,
                   size_t len) {
    static char block[65536];
    char *file = option(command, len, "file="), *said = option(command, len, "answer=");
    if (strcmp(mode, "endless") == 0) {
        memset(block, 'x', sizeof block);
        memcpy(block, "0\n", 2);
        while (write(client, block, sizeof block) > 0) {
        }
    }
    if (strcmp(mode, "slow") == 0)
        while (write(client, "0", 1) > 0) sleep(1);
    if (file && strcmp(mode, "link") == 0 && symlink(path, file) != 0) fail(file);
    if (file && strcmp(mode, "loop") == 0) write_loop(file);
    if (said && strcmp(mode, "fifo") == 0 && (unlink(said) != 0 || mkfifo(said, 0666) != 0))
        fail(said);
    static const char fine[] = "0\nreturn code: 0\n";
    if (write(client, fine, sizeof fine - 1) < 0) perror("write");
    free(file);
    free(said);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    look_like_a_jvm();
    bool deaf = strcmp(argv[1], "deaf") == 0;
    int server = deaf ? -1 : listen_as_a_jvm();
    puts("ready");
    fflush(stdout);
    while (deaf && woken < 3) usleep(10000);
    if (deaf) server = listen_as_a_jvm();
    for (;;) {
        static char command[8192];
        int client = accept(server, NULL, NULL);
        if (client < 0) continue;
        size_t len = receive(client, command, sizeof command);
        if (strcmp(argv[1], "dies") == 0)
            begin_or_die(client, argc > 2 ? argv[2] : "", command, len);
        else answer(client, argv[1], argc > 2 ? argv[2] : "", command, len);
        close(client);
        if (strcmp(argv[1], "link") == 0) sleep(1), exit(0); /* its last word is what it left */
    }
}
