/* A disk that fails when it is told to, laid under SQLite by LD_PRELOAD; and kills beside a commit.

   Only files whose name holds "clubscore.sqlite3" are touched. Of PostgreSQL nothing fails, but a
   worker that sends it COMMIT can be killed just before, or when it answers after that. What is wanted stands in a small file
   that the tests share with the process (FAULTY_DISK names it): what to do, after how many writes,
   and, from here, how often it was done. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WELL, FULL, BROKEN, SHORT, KILL_BEFORE_COMMIT, KILL_AFTER_COMMIT,
       KILL_BEFORE_SENDING, KILL_BEFORE_ANSWERING };
struct wanted { atomic_int mode, after, done, committed; };
static struct wanted *wanted;

static ssize_t (*true_pwrite64)(int, const void *, size_t, off64_t);
static ssize_t (*true_send)(int, const void *, size_t, int);
static ssize_t (*true_write)(int, const void *, size_t);
static ssize_t (*true_writev)(int, const struct iovec *, int);
static int (*true_fdatasync)(int);
static int (*true_fsync)(int);

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("FAULTY_DISK");
    int file = name ? open(name, O_RDWR) : -1;
    true_pwrite64 = dlsym(RTLD_NEXT, "pwrite64");
    true_send = dlsym(RTLD_NEXT, "send");
    true_write = dlsym(RTLD_NEXT, "write");
    true_writev = dlsym(RTLD_NEXT, "writev");
    true_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    true_fsync = dlsym(RTLD_NEXT, "fsync");
    if (file < 0) return;
    void *shared = mmap(NULL, sizeof *wanted, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    wanted = shared == MAP_FAILED ? NULL : shared;
    close(file);
}

/* Whether a file is the database's; with `wal`, its log of what is being committed. */
static int is_ours(int file, int wal) {
    char link[32], name[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length < 0) return 0;
    name[length] = 0;
    return strstr(name, wal ? "clubscore.sqlite3-wal" : "clubscore.sqlite3") != NULL;
}

/* Whether it is this write's turn to go wrong. */
static int its_turn(int mode, int file) {
    if (wanted == NULL || wanted->mode != mode || !is_ours(file, mode == KILL_BEFORE_COMMIT)) return 0;
    if (atomic_fetch_sub(&wanted->after, 1) > 0) return 0;
    wanted->done++;
    return 1;
}

ssize_t pwrite64(int file, const void *what, size_t much, off64_t at) {
    if (its_turn(KILL_BEFORE_COMMIT, file)) kill(getpid(), SIGKILL);
    if (its_turn(FULL, file)) { errno = ENOSPC; return -1; }
    if (its_turn(BROKEN, file)) { errno = EIO; return -1; }
    if (its_turn(SHORT, file)) {
        if (much < 2) { errno = ENOSPC; return -1; }
        return true_pwrite64(file, what, much / 2, at);
    }
    return true_pwrite64(file, what, much, at);
}

ssize_t pwrite(int file, const void *what, size_t much, off_t at) {
    return pwrite64(file, what, much, at);
}

static void committed(int file, int good) {
    if (good == 0 && wanted != NULL && wanted->mode == KILL_AFTER_COMMIT && is_ours(file, 1)
        && atomic_fetch_sub(&wanted->after, 1) <= 0)
        wanted->committed = 1;
}

int fdatasync(int file) {
    int good = true_fdatasync(file);
    committed(file, good);
    return good;
}

int fsync(int file) {
    int good = true_fsync(file);
    committed(file, good);
    return good;
}

static atomic_int has_committed;

/* The message by which libpq commits, alone in what is sent. */
static int is_commit(const void *what, size_t much) {
    return much == 12 && memcmp(what, "Q\0\0\0\013COMMIT", 12) == 0;
}

static void die(void) {
    wanted->done++;
    wanted->committed = 0;
    kill(getpid(), SIGKILL);
}

/* Kill the worker before it commits, or remember that it did: once. */
static void commits(void) {
    int mode = wanted->mode;
    if (mode != KILL_BEFORE_SENDING && mode != KILL_BEFORE_ANSWERING) return;
    if (atomic_fetch_sub(&wanted->after, 1) != 0) return;
    if (mode == KILL_BEFORE_SENDING) die();
    has_committed = 1;
}

/* Kill it before it answers anything, where it has committed. */
static void look_at(const void *what, size_t much) {
    if (wanted == NULL || much < 5) return;
    if (is_commit(what, much)) commits();
    else if ((wanted->committed || has_committed) && memcmp(what, "HTTP/", 5) == 0) die();
}

ssize_t send(int line, const void *what, size_t much, int how) {
    look_at(what, much);
    return true_send(line, what, much, how);
}

ssize_t write(int file, const void *what, size_t much) {
    /* Something may be written before this was laid. */
    if (true_write == NULL) true_write = dlsym(RTLD_NEXT, "write");
    look_at(what, much);
    return true_write(file, what, much);
}

ssize_t writev(int file, const struct iovec *parts, int many) {
    if (many > 0) look_at(parts[0].iov_base, parts[0].iov_len);
    return true_writev(file, parts, many);
}
