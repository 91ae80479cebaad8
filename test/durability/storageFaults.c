/* Makes what a server does with the files of its data directory fail as a failing disk would, and stop failing, while it
   runs. Preloaded into the server; STORAGE_FAULTS_DIRECTORY names the directory and STORAGE_FAULTS_CONTROL a file that
   storageFaults.ts beside this one writes. The file holds one switch for each kind of call (write, sync, open, read):
     i32 the error number with which the calls fail, 0 when they do not fail
     i32 how many of them fail, -1 for all
     i32 on which files: 1 the database, 2 its write-ahead log, 4 all others in the directory, and sums of these
     i32 how many have failed, counted here
   cc -shared -fPIC -O2 -o storageFaults.so storageFaults.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE, SYNC, OPEN, READ, KINDS };

struct fault {
  _Atomic int32_t number, left, files, failed;
};

static _Atomic(struct fault *) switches;

#define REAL(result, name, parameters)                                                   \
  static result(*real) parameters;                                                       \
  if (real == NULL) real = (result(*) parameters)dlsym(RTLD_NEXT, #name)

/* The switches, mapped when they are first asked for; NULL when there is no file of them. */
static struct fault *mapped(void) {
  struct fault *known = atomic_load(&switches);
  if (known != NULL) return known == MAP_FAILED ? NULL : known;
  REAL(int, open, (const char *, int, ...));
  const char *path = getenv("STORAGE_FAULTS_CONTROL");
  int file = path == NULL ? -1 : real(path, O_RDWR | O_CLOEXEC);
  if (file >= 0) known = mmap(NULL, KINDS * sizeof *known, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  else known = MAP_FAILED;
  if (file >= 0) close(file);
  atomic_store(&switches, known);
  return known == MAP_FAILED ? NULL : known;
}

/* The bit of a file: 0 for one outside of the directory. */
static int32_t bit_of(const char *path) {
  const char *directory = getenv("STORAGE_FAULTS_DIRECTORY");
  if (directory == NULL || strncmp(path, directory, strlen(directory)) != 0) return 0;
  const char *name = strrchr(path, '/');
  if (name == NULL) return 0;
  if (strcmp(name, "/duebook.db") == 0) return 1;
  return strcmp(name, "/duebook.db-wal") == 0 ? 2 : 4;
}

/* Whether a call on a file must fail now; sets errno if so. */
static int fails(enum kind kind, const char *path) {
  struct fault *fault = mapped();
  if (fault == NULL) return 0;
  fault += kind;
  int32_t number = atomic_load(&fault->number);
  if (number == 0 || (atomic_load(&fault->files) & bit_of(path)) == 0) return 0;
  for (int32_t left = atomic_load(&fault->left); left >= 0;) {
    if (left == 0) return 0;
    if (atomic_compare_exchange_weak(&fault->left, &left, left - 1)) break;
  }
  atomic_fetch_add(&fault->failed, 1);
  errno = number;
  return 1;
}

static int fails_on(enum kind kind, int file) {
  struct fault *fault = mapped();
  if (fault == NULL || atomic_load(&fault[kind].number) == 0) return 0;
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return fails(kind, path);
}

/* An open that needs no room and writes nothing succeeds on a full or read-only disk. */
static int open_fails(const char *path, int flags) {
  struct fault *fault = mapped();
  if (fault == NULL || atomic_load(&fault[OPEN].number) == 0) return 0;
  int writes = (flags & O_ACCMODE) != O_RDONLY;
  int creates = (flags & O_CREAT) != 0 && access(path, F_OK) != 0;
  if (atomic_load(&fault[OPEN].number) == ENOSPC ? !creates : !writes) return 0;
  char whole[4096];
  return fails(OPEN, realpath(path, whole) == NULL ? path : whole);
}

#define CHECKED(kind, result, name, parameters, arguments, file)                         \
  result name parameters {                                                               \
    REAL(result, name, parameters);                                                      \
    return fails_on(kind, file) ? -1 : real arguments;                                   \
  }

CHECKED(WRITE, ssize_t, write, (int file, const void *bytes, size_t length), (file, bytes, length), file)
CHECKED(WRITE, ssize_t, writev, (int file, const struct iovec *parts, int count), (file, parts, count), file)
CHECKED(WRITE, ssize_t, pwrite, (int file, const void *bytes, size_t length, off_t offset),
        (file, bytes, length, offset), file)
CHECKED(WRITE, ssize_t, pwrite64, (int file, const void *bytes, size_t length, off64_t offset),
        (file, bytes, length, offset), file)
CHECKED(WRITE, int, ftruncate, (int file, off_t size), (file, size), file)
CHECKED(WRITE, int, ftruncate64, (int file, off64_t size), (file, size), file)
CHECKED(WRITE, int, fallocate, (int file, int mode, off_t offset, off_t length), (file, mode, offset, length), file)
CHECKED(SYNC, int, fsync, (int file), (file), file)
CHECKED(SYNC, int, fdatasync, (int file), (file), file)
CHECKED(READ, ssize_t, read, (int file, void *bytes, size_t length), (file, bytes, length), file)
CHECKED(READ, ssize_t, pread, (int file, void *bytes, size_t length, off_t offset), (file, bytes, length, offset), file)
CHECKED(READ, ssize_t, pread64, (int file, void *bytes, size_t length, off64_t offset),
        (file, bytes, length, offset), file)

#define CHECKED_OPEN(name)                                                               \
  int name(const char *path, int flags, ...) {                                           \
    REAL(int, name, (const char *, int, ...));                                           \
    va_list rest;                                                                        \
    va_start(rest, flags);                                                               \
    int mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, int) : 0;             \
    va_end(rest);                                                                        \
    return open_fails(path, flags) ? -1 : real(path, flags, mode);                       \
  }

CHECKED_OPEN(open)
CHECKED_OPEN(open64)
