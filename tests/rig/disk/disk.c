/* A disk that is watched and that fails when it is told to: between a program and the files under one folder.

   $WATCHED_DISK is the control file that the test has made (tests/rig/disk/__init__.py): a struct disk, shared with it
   through mmap, then the folder's path. Calls of three kinds are counted, each kind from 1, and a span of one kind's
   calls fails, is cut short or takes its time:

     write   write, writev, pwrite, pwritev, ftruncate, posix_fallocate
     sync    fsync, fdatasync, of files and of folders
     name    files and folders made, unlinked, renamed

   All other calls, and those that do not fail, pass on to the kernel. What has come of each is appended to the file
   "<control>.trace" if the control file asks for it, in the order in which it happened: struct entry, path, bytes.
   A write to "<folder>/.acknowledged" goes nowhere: it tells the trace what the program has promised so far.

   A sync covers what stands before it in the trace; that is right as long as one thread writes a file. Not seen: writes
   through mmap (SQLite's -shm, which is rebuilt after a cut), sendfile and copy_file_range. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define FDS 4096
#define MARKER ".acknowledged"
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum kind { WRITE, SYNC, NAME, KINDS };
enum { WRITTEN, TRUNCATED, SYNCED, SYNC_FAILED, CREATED, UNLINKED, RENAMED, MADE_FOLDER, ACKNOWLEDGED };

struct fault {          /* of the calls first to last of its kind */
    uint64_t first, last;
    uint32_t error;     /* errno; 0: they only take their time */
    uint32_t delay_us;  /* before anything happens */
    uint32_t kept;      /* bytes that a write that fails has written all the same, or all that a short write writes */
    uint32_t is_short;  /* a write writes "kept" bytes and says so, without an error */
};

struct disk {
    uint64_t calls[KINDS];
    uint64_t bytes;     /* written */
    uint64_t hit;       /* calls that a fault has met */
    struct fault faults[KINDS];
    uint32_t traces;
    uint32_t folder_length;
    char folder[PATH_MAX];
};

struct entry {
    uint32_t what;
    uint32_t path_length;
    uint64_t place; /* where the bytes were written; the size after a truncation */
    uint64_t bytes_length;
};

static struct disk *disk;
static int trace = -1;
static char *paths[FDS]; /* of descriptors in the folder */
static int is_file[FDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
    const char *control = getenv("WATCHED_DISK");
    char path[PATH_MAX + 8];
    if (!control) return;
    int fd = REAL(open)(control, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *shared = mmap(NULL, sizeof(struct disk), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    REAL(close)(fd);
    if (shared == MAP_FAILED) return;
    disk = shared;
    if (!disk->traces) return;
    snprintf(path, sizeof path, "%s.trace", control);
    trace = REAL(open)(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int inside(const char *path) { /* whether an absolute path is the folder or below it */
    size_t length;
    pthread_once(&once, load);
    if (!disk) return 0;
    length = disk->folder_length;
    return !strncmp(path, disk->folder, length) && (path[length] == '/' || !path[length]);
}

static int absolute(int at, const char *path, char *whole) { /* the whole path, if it lies in the folder */
    char link[64], base[PATH_MAX];
    if (!path) return 0;
    if (*path == '/') {
        if (strlen(path) >= PATH_MAX) return 0;
        strcpy(whole, path);
        return inside(whole);
    }
    if (at == AT_FDCWD) strcpy(link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    return snprintf(whole, PATH_MAX, "%s/%s", base, path) < PATH_MAX && inside(whole);
}

static int is_marker(const char *path) {
    const char *name = strrchr(path, '/');
    return name && !strcmp(name + 1, MARKER);
}

static const char *watched(int fd) { return fd >= 0 && fd < FDS ? paths[fd] : NULL; }

static void record(int what, const char *path, uint64_t place, const void *bytes, size_t length) {
    struct entry entry = {what, strlen(path), place, length};
    struct iovec parts[] = {{&entry, sizeof entry}, {(void *)path, entry.path_length}, {(void *)bytes, length}};
    int saved = errno;
    if (trace >= 0 && REAL(writev)(trace, parts, 3) != (ssize_t)(sizeof entry + entry.path_length + length))
        abort(); /* a trace with holes would prove nothing */
    errno = saved;
}

static struct fault met(enum kind kind) { /* count the call; the fault that it meets, after its delay */
    struct fault none = {0}, *fault = &disk->faults[kind];
    uint64_t number = __atomic_add_fetch(&disk->calls[kind], 1, __ATOMIC_SEQ_CST);
    if (number < fault->first || number > fault->last || !fault->first) return none;
    __atomic_add_fetch(&disk->hit, 1, __ATOMIC_SEQ_CST);
    struct fault found = *fault;
    struct timespec rest = {found.delay_us / 1000000, found.delay_us % 1000000 * 1000};
    while (found.delay_us && nanosleep(&rest, &rest) && errno == EINTR) {}
    return found;
}

/* ---------------------------------------------------------------- names */

static void forget(int fd) {
    if (fd >= 0 && fd < FDS && paths[fd]) {
        pthread_mutex_lock(&lock);
        free(paths[fd]);
        paths[fd] = NULL;
        pthread_mutex_unlock(&lock);
    }
}

static int watch(int at, const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    struct stat status;
    int ours = absolute(at, path, whole), is_new, empties;
    if (!ours) {
        int fd = REAL(openat)(at, path, flags, mode);
        forget(fd);
        return fd;
    }
    is_new = (flags & O_CREAT) && !is_marker(whole) && fstatat(at, path, &status, 0);
    empties = (flags & O_TRUNC) && !is_new && !is_marker(whole);
    if (is_new || empties) {
        struct fault fault = met(is_new ? NAME : WRITE);
        if (fault.error) return errno = fault.error, -1;
    }
    pthread_mutex_lock(&lock);
    int fd = REAL(openat)(at, path, flags, mode);
    if (fd >= 0 && fd < FDS) {
        free(paths[fd]);
        paths[fd] = strdup(whole);
        is_file[fd] = !fstat(fd, &status) && S_ISREG(status.st_mode);
        if (is_new) record(CREATED, whole, 0, NULL, 0);
        if (empties) record(TRUNCATED, whole, 0, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
    return fd;
}

#define OPENS(name, head, at) \
    int name head { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return watch(at, path, flags, mode); \
    }

OPENS(open, (const char *path, int flags, ...), AT_FDCWD)
OPENS(open64, (const char *path, int flags, ...), AT_FDCWD)
OPENS(openat, (int at, const char *path, int flags, ...), at)
OPENS(openat64, (int at, const char *path, int flags, ...), at)

int creat(const char *path, mode_t mode) { return watch(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

int close(int fd) {
    forget(fd);
    return REAL(close)(fd);
}

int unlinkat(int at, const char *path, int flags) {
    char whole[PATH_MAX];
    struct stat status; /* what is not there cannot be taken away: no call that would do anything */
    if (!absolute(at, path, whole) || fstatat(at, path, &status, AT_SYMLINK_NOFOLLOW))
        return REAL(unlinkat)(at, path, flags);
    struct fault fault = met(NAME);
    if (fault.error) return errno = fault.error, -1;
    pthread_mutex_lock(&lock);
    int result = REAL(unlinkat)(at, path, flags);
    if (!result) record(UNLINKED, whole, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int renameat(int from_at, const char *from, int to_at, const char *to) {
    char before[PATH_MAX], after[PATH_MAX];
    if (!absolute(from_at, from, before) || !absolute(to_at, to, after))
        return REAL(renameat)(from_at, from, to_at, to);
    struct fault fault = met(NAME);
    if (fault.error) return errno = fault.error, -1;
    pthread_mutex_lock(&lock);
    int result = REAL(renameat)(from_at, from, to_at, to);
    if (!result) record(RENAMED, before, 0, after, strlen(after));
    pthread_mutex_unlock(&lock);
    return result;
}

int rename(const char *from, const char *to) { return renameat(AT_FDCWD, from, AT_FDCWD, to); }

int mkdirat(int at, const char *path, mode_t mode) {
    char whole[PATH_MAX];
    if (!absolute(at, path, whole)) return REAL(mkdirat)(at, path, mode);
    struct fault fault = met(NAME);
    if (fault.error) return errno = fault.error, -1;
    pthread_mutex_lock(&lock);
    int result = REAL(mkdirat)(at, path, mode);
    if (!result) record(MADE_FOLDER, whole, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

/* ---------------------------------------------------------------- bytes */

static ssize_t write_at(int fd, const void *bytes, size_t length, off_t place) { /* place -1: where the file stands */
    const char *path = paths[fd];
    size_t wanted = length;
    if (is_marker(path)) {
        pthread_mutex_lock(&lock);
        record(ACKNOWLEDGED, path, 0, bytes, length);
        pthread_mutex_unlock(&lock);
        return length;
    }
    struct fault fault = met(WRITE);
    if (fault.error || fault.is_short) wanted = fault.kept < length ? fault.kept : length;
    pthread_mutex_lock(&lock);
    if (place < 0) place = fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
    ssize_t done = wanted || !length ? REAL(pwrite)(fd, bytes, wanted, place) : 0;
    if (done > 0) {
        disk->bytes += done;
        record(WRITTEN, path, place, bytes, done);
    }
    pthread_mutex_unlock(&lock);
    if (fault.error) return errno = fault.error, -1;
    return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
    if (!watched(fd) || !is_file[fd]) return REAL(write)(fd, bytes, length);
    ssize_t done = write_at(fd, bytes, length, -1);
    if (done > 0 && !is_marker(paths[fd])) lseek(fd, done, SEEK_CUR);
    return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t place) {
    return watched(fd) && is_file[fd] ? write_at(fd, bytes, length, place) : REAL(pwrite)(fd, bytes, length, place);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t place) { return pwrite(fd, bytes, length, place); }

/* Several pieces at once: the first alone is a legal answer, and the caller goes on with the rest. */
ssize_t writev(int fd, const struct iovec *pieces, int count) {
    if (!watched(fd) || !count) return REAL(writev)(fd, pieces, count);
    return write(fd, pieces->iov_base, pieces->iov_len);
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t place) {
    if (!watched(fd) || !count) return REAL(pwritev)(fd, pieces, count, place);
    return pwrite(fd, pieces->iov_base, pieces->iov_len, place);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off_t place) {
    return pwritev(fd, pieces, count, place);
}

int ftruncate(int fd, off_t size) {
    const char *path = watched(fd);
    if (!path) return REAL(ftruncate)(fd, size);
    struct fault fault = met(WRITE);
    if (fault.error) return errno = fault.error, -1;
    pthread_mutex_lock(&lock);
    int result = REAL(ftruncate)(fd, size);
    if (!result) record(TRUNCATED, path, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int fd, off_t size) { return ftruncate(fd, size); }

int posix_fallocate(int fd, off_t place, off_t length) { /* answers with the error itself */
    struct stat status;
    const char *path = watched(fd);
    if (!path) return REAL(posix_fallocate)(fd, place, length);
    struct fault fault = met(WRITE);
    if (fault.error) return fault.error;
    pthread_mutex_lock(&lock);
    int result = REAL(posix_fallocate)(fd, place, length);
    if (!result && !fstat(fd, &status)) record(TRUNCATED, path, status.st_size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int posix_fallocate64(int fd, off_t place, off_t length) { return posix_fallocate(fd, place, length); }

/* ---------------------------------------------------------------- syncs */

static int synced(int fd, int (*sync)(int)) {
    const char *path = watched(fd);
    if (!path) return sync(fd);
    struct fault fault = met(SYNC);
    int result = fault.error ? -1 : sync(fd), error = fault.error ? (int)fault.error : errno;
    pthread_mutex_lock(&lock);
    record(result ? SYNC_FAILED : SYNCED, path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }
