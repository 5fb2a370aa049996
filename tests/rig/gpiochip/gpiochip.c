/* GPIO chips that are not there: the kernel's GPIO v2 interface, emulated inside the process that this is preloaded into.

   With it the real liblgpio, libgpiod and gpiozero run without wires, rights or a Raspberry Pi.

   $EMULATED_CHIPS is a folder that the test has made (tests/rig/gpiochip/__init__.py):

     chips            a line "number label lines denied" for each chip /dev/gpiochip<number>; denied 1: no right to open it
     revision         what /proc/device-tree/system/linux,revision says, 4 bytes
     gpiochip<N>      the lines of chip N, a struct line each, shared with the test through mmap
     request<K>       a FIFO with the edge events of the K-th request, each a struct gpio_v2_line_event of 48 bytes

   As in the kernel: /dev lists the chips, a line of a living request cannot be requested again (EBUSY), an input reads what drives it and else
   what its pull resistor makes of it, the events of all lines of a request come through its one descriptor, and closing
   that frees its lines. Not emulated: debouncing, event clocks, watching of line information, the v1 interface. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#define CHIPS 512
#define FDS 4096
#define MAJOR 254 /* of character devices that are made as needed, as the real ones */
#define REVISION "/proc/device-tree/system/linux,revision"

struct line {
    uint32_t request; /* number of the request that holds it; 0: free */
    uint32_t owner;   /* process of that request */
    uint32_t flags;   /* GPIO_V2_LINE_FLAG_* of that request */
    uint32_t driven;  /* by the test: 0 not at all, 1 low, 2 high */
    uint32_t output;  /* last value put out */
    uint32_t writes;  /* how often a value was put out */
    uint64_t changed; /* when the last value was put out that was another one: CLOCK_MONOTONIC, ns */
    uint64_t debounce; /* the period asked for, us */
};

struct chip {
    int there, denied;
    unsigned count;
    char label[GPIO_MAX_NAME_SIZE];
    struct line *lines;
};

struct request {
    uint32_t number;
    struct chip *chip;
    unsigned count;
    uint32_t offsets[GPIO_V2_LINES_MAX];
};

static struct chip chips[CHIPS];
static struct chip *chip_of[FDS];
static struct request *request_of[FDS];
static const char *folder;
static uint32_t requests;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void load(void) {
    char path[512];
    unsigned number, count;
    int denied;
    char label[GPIO_MAX_NAME_SIZE];
    folder = getenv("EMULATED_CHIPS");
    if (!folder) return;
    snprintf(path, sizeof path, "%s/chips", folder);
    FILE *list = fopen(path, "re");
    if (!list) return;
    while (fscanf(list, "%u %31s %u %d", &number, label, &count, &denied) == 4 && number < CHIPS) {
        struct chip *chip = &chips[number];
        snprintf(path, sizeof path, "%s/gpiochip%u", folder, number);
        int fd = REAL(open)(path, O_RDWR | O_CLOEXEC);
        void *lines = mmap(NULL, count * sizeof(struct line), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        REAL(close)(fd);
        if (lines == MAP_FAILED) continue;
        *chip = (struct chip){.there = 1, .denied = denied, .count = count, .lines = lines};
        strcpy(chip->label, label);
    }
    fclose(list);
}

static struct chip *chip_at(const char *path) { /* the chip of a device path; NULL: not one of ours */
    unsigned number;
    char rest;
    if (!path || strncmp(path, "/dev/gpiochip", 13)) return NULL;
    pthread_once(&once, load);
    if (!folder || sscanf(path + 13, "%u%c", &number, &rest) != 1 || number >= CHIPS) return NULL;
    return chips[number].there ? &chips[number] : NULL;
}

/* ---------------------------------------------------------------- what looks at the device's path */

static int is_chip(const char *path, struct stat *status) {
    struct chip *chip = chip_at(path);
    if (!chip) return 0;
    memset(status, 0, sizeof *status);
    status->st_mode = S_IFCHR | 0660;
    status->st_rdev = makedev(MAJOR, chip - chips);
    return 1;
}

_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "64-bit machines have one struct stat");

#define STAT(name, type) \
    int name(const char *path, struct type *status) { \
        return is_chip(path, (struct stat *)status) ? 0 : REAL(name)(path, status); \
    }
STAT(stat, stat)
STAT(lstat, stat)
STAT(stat64, stat64)
STAT(lstat64, stat64)

/* What programs call that were built before glibc 2.33. */
#define XSTAT(name, type) \
    int name(int version, const char *path, struct type *status) { \
        int (*real)(int, const char *, struct type *) = dlsym(RTLD_NEXT, #name); \
        return is_chip(path, (struct stat *)status) ? 0 : real(version, path, status); \
    }
XSTAT(__xstat, stat)
XSTAT(__lxstat, stat)
XSTAT(__xstat64, stat64)
XSTAT(__lxstat64, stat64)

char *realpath(const char *path, char *resolved) { /* libgpiod asks whether the device belongs to the gpio subsystem */
    unsigned number;
    pthread_once(&once, load);
    if (folder && path && sscanf(path, "/sys/dev/char/254:%u/subsystem", &number) == 1) {
        return resolved ? strcpy(resolved, "/sys/bus/gpio") : strdup("/sys/bus/gpio");
    }
    return REAL(realpath)(path, resolved);
}

/* ---------------------------------------------------------------- what lists /dev */

static DIR *dev;        /* an open /dev; NULL: none, or not of a process with chips */
static unsigned listed; /* the chips before this number have been listed there */

DIR *opendir(const char *path) {
    DIR *opened = REAL(opendir)(path);
    pthread_once(&once, load);
    if (folder && opened && !strcmp(path, "/dev")) {
        dev = opened;
        listed = 0;
    }
    return opened;
}

int closedir(DIR *opened) {
    if (opened == dev) dev = NULL;
    return REAL(closedir)(opened);
}

static struct dirent *next_of_dev(struct dirent *(*real)(DIR *)) { /* our chips instead of the machine's */
    static struct dirent entry;
    struct dirent *other;
    for (; listed < CHIPS; listed++) {
        if (!chips[listed].there) continue;
        entry.d_type = DT_CHR;
        snprintf(entry.d_name, sizeof entry.d_name, "gpiochip%u", listed++);
        return &entry;
    }
    do other = real(dev);
    while (other && !strncmp(other->d_name, "gpiochip", 8));
    return other;
}

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64), "64-bit machines have one struct dirent");

struct dirent *readdir(DIR *opened) {
    return dev && opened == dev ? next_of_dev(REAL(readdir)) : REAL(readdir)(opened);
}

struct dirent64 *readdir64(DIR *opened) {
    struct dirent *(*real)(DIR *) = dlsym(RTLD_NEXT, "readdir64");
    return (struct dirent64 *)(dev && opened == dev ? next_of_dev(real) : real(opened));
}

/* ---------------------------------------------------------------- open and close */

static int open_any(int (*real)(const char *, int, ...), const char *path, int flags, mode_t mode) {
    char here[512];
    struct chip *chip = chip_at(path);
    if (chip && chip->denied) {
        errno = EACCES;
        return -1;
    }
    if (chip) {
        int fd = eventfd(0, EFD_CLOEXEC);
        if (fd >= 0 && fd < FDS) chip_of[fd] = chip;
        return fd;
    }
    if (path && !strcmp(path, REVISION)) {
        pthread_once(&once, load);
        if (folder) {
            snprintf(here, sizeof here, "%s/revision", folder);
            path = here;
        }
    }
    return real(path, flags, mode);
}

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = mode_of(flags, rest); \
        va_end(rest); \
        return open_any(REAL(name), path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    if (fd >= 0 && fd < FDS) {
        pthread_mutex_lock(&lock);
        struct request *request = request_of[fd];
        chip_of[fd] = NULL;
        request_of[fd] = NULL;
        if (request) {
            char path[512];
            snprintf(path, sizeof path, "%s/request%u", folder, request->number);
            unlink(path);
        }
        for (unsigned i = 0; request && i < request->count; i++) {
            struct line *line = &request->chip->lines[request->offsets[i]];
            line->flags = 0;
            __atomic_store_n(&line->request, 0, __ATOMIC_RELEASE);
        }
        free(request);
        pthread_mutex_unlock(&lock);
    }
    return REAL(close)(fd);
}

/* ---------------------------------------------------------------- lines */

static int held(const struct line *line) { /* a process that has ended holds nothing */
    return line->request && (kill(line->owner, 0) == 0 || errno != ESRCH);
}

static int reads(const struct line *line) {
    if (line->flags & GPIO_V2_LINE_FLAG_OUTPUT) return line->output;
    if (line->driven) return line->driven == 2;
    return !!(line->flags & GPIO_V2_LINE_FLAG_BIAS_PULL_UP);
}

static void put_out(struct line *line, uint32_t value) {
    if (line->output != value) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        line->changed = (uint64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    }
    line->output = value;
    line->writes++;
}

static void configure(const struct request *request, const struct gpio_v2_line_config *config) {
    for (unsigned i = 0; i < request->count; i++) {
        struct line *line = &request->chip->lines[request->offsets[i]];
        uint64_t flags = config->flags;
        line->debounce = 0;
        for (unsigned a = 0; a < config->num_attrs; a++) {
            if (!(config->attrs[a].mask >> i & 1)) continue;
            if (config->attrs[a].attr.id == GPIO_V2_LINE_ATTR_ID_FLAGS) flags = config->attrs[a].attr.flags;
            if (config->attrs[a].attr.id == GPIO_V2_LINE_ATTR_ID_OUTPUT_VALUES) {
                put_out(line, config->attrs[a].attr.values >> i & 1);
            }
            if (config->attrs[a].attr.id == GPIO_V2_LINE_ATTR_ID_DEBOUNCE) {
                line->debounce = config->attrs[a].attr.debounce_period_us;
            }
        }
        const uint64_t direction = GPIO_V2_LINE_FLAG_INPUT | GPIO_V2_LINE_FLAG_OUTPUT;
        __atomic_store_n(&line->flags, (uint32_t)(flags & direction ? flags : flags | GPIO_V2_LINE_FLAG_INPUT),
                         __ATOMIC_RELEASE);
    }
}

static int refused(const struct chip *chip, const struct gpio_v2_line_request *wanted) {
    if (!wanted->num_lines || wanted->num_lines > GPIO_V2_LINES_MAX) return EINVAL;
    for (unsigned i = 0; i < wanted->num_lines; i++) {
        if (wanted->offsets[i] >= chip->count) return EINVAL;
        if (held(&chip->lines[wanted->offsets[i]])) return EBUSY;
    }
    return 0;
}

static int request_lines(struct chip *chip, struct gpio_v2_line_request *wanted) {
    char path[512];
    if ((errno = refused(chip, wanted))) return -1;
    uint32_t number = (uint32_t)getpid() << 10 | (++requests & 0x3ff); /* of its own in every process */
    snprintf(path, sizeof path, "%s/request%u", folder, number);
    unlink(path);
    if (mkfifo(path, 0600)) return -1;
    int fd = REAL(open)(path, O_RDWR | O_CLOEXEC);
    if (fd < 0 || fd >= FDS) return -1;
    struct request *request = calloc(1, sizeof *request);
    *request = (struct request){.number = number, .chip = chip, .count = wanted->num_lines};
    memcpy(request->offsets, wanted->offsets, sizeof request->offsets);
    for (unsigned i = 0; i < request->count; i++) {
        struct line *line = &chip->lines[request->offsets[i]];
        line->owner = getpid();
        __atomic_store_n(&line->request, number, __ATOMIC_RELEASE);
    }
    configure(request, &wanted->config);
    request_of[fd] = request;
    wanted->fd = fd;
    return 0;
}

static int about_line(const struct chip *chip, struct gpio_v2_line_info *info) {
    uint32_t offset = info->offset;
    if (offset >= chip->count) {
        errno = EINVAL;
        return -1;
    }
    const struct line *line = &chip->lines[offset];
    memset(info, 0, sizeof *info);
    info->offset = offset;
    snprintf(info->name, sizeof info->name, "GPIO%u", offset);
    info->flags = held(line) ? line->flags | GPIO_V2_LINE_FLAG_USED : GPIO_V2_LINE_FLAG_INPUT;
    if (held(line)) strcpy(info->consumer, "emulated");
    return 0;
}

static int on_chip(struct chip *chip, unsigned long what, void *arg) {
    switch (what) {
    case GPIO_GET_CHIPINFO_IOCTL: {
        struct gpiochip_info *info = arg;
        memset(info, 0, sizeof *info);
        snprintf(info->name, sizeof info->name, "gpiochip%d", (int)(chip - chips));
        strcpy(info->label, chip->label);
        info->lines = chip->count;
        return 0;
    }
    case GPIO_V2_GET_LINEINFO_IOCTL:
        return about_line(chip, arg);
    case GPIO_V2_GET_LINE_IOCTL:
        return request_lines(chip, arg);
    }
    errno = ENOTTY;
    return -1;
}

static int on_request(struct request *request, unsigned long what, void *arg) {
    struct gpio_v2_line_values *values = arg;
    if (what == GPIO_V2_LINE_SET_CONFIG_IOCTL) {
        configure(request, arg);
        return 0;
    }
    if (what != GPIO_V2_LINE_GET_VALUES_IOCTL && what != GPIO_V2_LINE_SET_VALUES_IOCTL) {
        errno = ENOTTY;
        return -1;
    }
    uint64_t bits = 0;
    for (unsigned i = 0; i < request->count; i++) {
        struct line *line = &request->chip->lines[request->offsets[i]];
        if (!(values->mask >> i & 1)) continue;
        if (what == GPIO_V2_LINE_GET_VALUES_IOCTL) {
            bits |= (uint64_t)reads(line) << i;
        } else if (line->flags & GPIO_V2_LINE_FLAG_OUTPUT) {
            put_out(line, values->bits >> i & 1);
        } else {
            errno = EPERM;
            return -1;
        }
    }
    if (what == GPIO_V2_LINE_GET_VALUES_IOCTL) values->bits = bits;
    return 0;
}

int ioctl(int fd, unsigned long what, ...) {
    va_list rest;
    va_start(rest, what);
    void *arg = va_arg(rest, void *);
    va_end(rest);
    if (fd >= 0 && fd < FDS && (chip_of[fd] || request_of[fd])) {
        pthread_mutex_lock(&lock);
        what &= 0xffffffffUL; /* some callers pass it as a signed int */
        int result = chip_of[fd] ? on_chip(chip_of[fd], what, arg) : on_request(request_of[fd], what, arg);
        int error = errno;
        pthread_mutex_unlock(&lock);
        errno = error;
        return result;
    }
    return REAL(ioctl)(fd, what, arg);
}
