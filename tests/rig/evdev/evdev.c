/* LD_PRELOAD emulation of input devices (evdev), for programs that open, read and ask them.

   $KIOSK_EVDEV/<name> stands for /dev/input/<name>: a symbolic link to the file "events", a FIFO, in the folder of a device
   that is plugged in. In this folder lie the kernel's answers to ioctls, by the number of the request in hex (of
   EVIOCGMTSLOTS "0a." and the axis), and there is written what a program has set (EVIOCGRAB "90", EVIOCSCLOCKID "a0"):
   "<name>.errno" instead makes the request fail ("open.errno" the opening). "gone": the device was unplugged.
   Not as in the kernel: a second reader would take events from the first, and nothing is ever dropped by itself. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DESCRIPTORS 4096
static char *devices[DESCRIPTORS]; /* the folder of the device behind a descriptor */

static int (*real_open)(const char *, int, ...);
static int (*real_ioctl)(int, unsigned long, ...);
static int (*real_close)(int);
static ssize_t (*real_read)(int, void *, size_t);

static void find(void) { /* at the first call, which other libraries' constructors may make */
  if (real_read) return;
  real_open = dlsym(RTLD_NEXT, "open");
  real_ioctl = dlsym(RTLD_NEXT, "ioctl");
  real_close = dlsym(RTLD_NEXT, "close");
  real_read = dlsym(RTLD_NEXT, "read");
}

static int fail(int error) {
  errno = error;
  return -1;
}

/* The file of this name in the device's folder, up to size bytes of it; their number, -1 if there is none. */
static ssize_t answer(const char *device, const char *name, void *to, size_t size) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", device, name);
  int file = real_open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t got = real_read(file, to, size);
  real_close(file);
  return got;
}

static int wrong(const char *device, const char *request) {
  char name[64], text[16] = "";
  if (answer(device, "gone", text, 1) >= 0) return ENODEV;
  snprintf(name, sizeof name, "%s.errno", request);
  return answer(device, name, text, sizeof text - 1) > 0 ? atoi(text) : 0;
}

/* A descriptor of the emulated device behind the path; -2 if it is none of them. */
static int open_device(const char *path) {
  const char *root = getenv("KIOSK_EVDEV"), *known = "/dev/input/";
  char wanted[PATH_MAX], found[PATH_MAX];
  if (!root || !path) return -2;
  if (!strncmp(path, known, strlen(known)))
    snprintf(wanted, sizeof wanted, "%s/%s", root, path + strlen(known));
  else if (!strncmp(path, root, strlen(root)))
    snprintf(wanted, sizeof wanted, "%s", path);
  else
    return -2;
  if (!realpath(wanted, found)) return -1;
  char *name = strrchr(found, '/');
  if (strcmp(name, "/events")) return -2;
  *name = 0;
  int error = wrong(found, "open");
  if (error) return fail(error);
  *name = '/';
  int descriptor = real_open(found, O_RDWR | O_NONBLOCK | O_CLOEXEC); /* writing too: it never ends by itself */
  if (descriptor < 0) return -1;
  if (descriptor >= DESCRIPTORS) abort();
  *name = 0;
  devices[descriptor] = strdup(found);
  return descriptor;
}

#define OPEN(NAME, MORE)                                     \
  int NAME(const char *path, int flags, ...) {               \
    mode_t mode = 0;                                         \
    find();                                                  \
    va_list more;                                            \
    va_start(more, flags);                                   \
    if (flags & (O_CREAT | __O_TMPFILE)) mode = va_arg(more, mode_t); \
    va_end(more);                                            \
    int descriptor = open_device(path);                      \
    return descriptor != -2 ? descriptor : real_open(path, flags | MORE, mode); \
  }
OPEN(open, 0)
OPEN(open64, O_LARGEFILE)

static char *device_of(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS ? devices[descriptor] : NULL;
}

int close(int descriptor) {
  find();
  char *device = device_of(descriptor);
  if (device) {
    devices[descriptor] = NULL;
    free(device);
  }
  return real_close(descriptor);
}

ssize_t read(int descriptor, void *to, size_t size) {
  find();
  char *device = device_of(descriptor);
  if (device && wrong(device, "read")) return fail(wrong(device, "read"));
  return real_read(descriptor, to, size);
}

int ioctl(int descriptor, unsigned long request, ...) {
  find();
  va_list more;
  va_start(more, request);
  void *argument = va_arg(more, void *);
  va_end(more);
  char *device = device_of(descriptor);
  if (!device || _IOC_TYPE(request) != 'E') return real_ioctl(descriptor, request, argument);
  char name[32], path[PATH_MAX];
  unsigned number = _IOC_NR(request);
  size_t size = _IOC_SIZE(request);
  snprintf(name, sizeof name, "%02x", number);
  int error = wrong(device, name);
  if (error) return fail(error);
  if (_IOC_DIR(request) & _IOC_READ) {
    size_t head = 0;
    if (number == 0x0a) { /* EVIOCGMTSLOTS: the axis, and after it the slots */
      snprintf(name, sizeof name, "0a.%02x", *(unsigned *)argument);
      head = sizeof(unsigned);
    }
    ssize_t got = answer(device, name, (char *)argument + head, size - head);
    return got < 0 ? fail(EINVAL) : (int)got;
  }
  int value = number == 0x90 ? (int)(long)argument : *(int *)argument; /* EVIOCGRAB's is no pointer */
  snprintf(path, sizeof path, "%s/%s", device, name);
  int file = real_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return -1;
  dprintf(file, "%d", value);
  return real_close(file);
}
