/* A wall clock that jumps: between a program and the C library (LD_PRELOAD).

   $WALL_CLOCK is a file that the test has made (tests/rig/wallclock/__init__.py): a struct wall, shared with it through
   mmap. What the wall clock says is what it really says, plus `ahead`; all other clocks say what they always say.
   Counted are the readings of the wall clock, and the waits until a moment of it: such a wait would last years where the
   clock goes back, so a table must have none. They end here when they would without a jump. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define NS 1000000000LL
#define A_BOOT 500000000LL /* seconds: no machine has run for so long, and no wall clock of ours says so little */

struct wall {
    int64_t ahead;  /* ns */
    uint64_t reads;
    uint64_t waits;
};

static struct wall none, *wall = &none;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int (*real_gettime)(clockid_t, struct timespec *);

static void load(void) {
    const char *path = getenv("WALL_CLOCK");
    real_gettime = REAL(clock_gettime);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) return;
    void *shared = mmap(NULL, sizeof(struct wall), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (shared != MAP_FAILED) wall = shared;
}

static struct timespec moved(const struct timespec *at, int64_t by) {
    int64_t ns = at->tv_nsec + by % NS, s = at->tv_sec + by / NS;
    if (ns < 0) { ns += NS; s--; }
    if (ns >= NS) { ns -= NS; s++; }
    return (struct timespec){.tv_sec = s, .tv_nsec = ns};
}

static int64_t ahead(void) {
    return __atomic_load_n(&wall->ahead, __ATOMIC_RELAXED);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    pthread_once(&once, load);
    int failed = real_gettime(clock, at);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)) {
        __atomic_add_fetch(&wall->reads, 1, __ATOMIC_RELAXED);
        *at = moved(at, ahead());
    }
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}

static struct timespec until(const struct timespec *at) { /* a wait until this moment of the wall clock */
    pthread_once(&once, load);
    __atomic_add_fetch(&wall->waits, 1, __ATOMIC_RELAXED);
    return moved(at, -ahead());
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict at) {
    struct timespec then = until(at);
    return REAL(sem_timedwait)(semaphore, &then);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict at) {
    struct timespec then = until(at);
    return REAL(pthread_mutex_timedlock)(mutex, &then);
}

/* A condition's own clock cannot be asked for: the moment says which one it is. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict at) {
    struct timespec then = at->tv_sec > A_BOOT ? until(at) : *at;
    void *real = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2"); /* x86-64 has an older one, too */
    if (!real) real = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    return ((__typeof__(&pthread_cond_timedwait))real)(condition, mutex, &then);
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *at, struct timespec *left) {
    struct timespec then = *at;
    if (clock == CLOCK_REALTIME && flags & TIMER_ABSTIME) then = until(at);
    return REAL(clock_nanosleep)(clock, flags, &then, left);
}

int timerfd_create(int clock, int flags) {
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM) {
        pthread_once(&once, load);
        __atomic_add_fetch(&wall->waits, 1, __ATOMIC_RELAXED);
    }
    return REAL(timerfd_create)(clock, flags);
}
