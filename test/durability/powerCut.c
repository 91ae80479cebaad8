/* Remembers, for every write to a database that has not been synced yet, the bytes that it replaced, so that a power
   cut can be played afterwards: undoUnsynced.ts beside this file puts them back, newest first.
   Preloaded into the server; writes its journal to the file POWER_CUT_JOURNAL. One record:
     u8 kind ('w' write, 't' truncate, 's' synced), u8 file (0 database, 1 write-ahead log), u64 offset,
     u64 size of the file before, u32 length, then `length` bytes that were there before.
   cc -shared -fPIC -O2 -o powerCut.so powerCut.c -ldl -lpthread */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;

#define REAL(result, name, parameters)                                                   \
  static result(*real) parameters;                                                       \
  if (real == NULL) real = (result(*) parameters)dlsym(RTLD_NEXT, #name)

/* 0 for the database, 1 for its write-ahead log, -1 for any other file. */
static int tracked(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (name == NULL) return -1;
  if (strcmp(name, "/duebook.db") == 0) return 0;
  return strcmp(name, "/duebook.db-wal") == 0 ? 1 : -1;
}

static void put(char kind, int which, uint64_t offset, uint64_t size, const void *bytes, uint32_t length) {
  REAL(ssize_t, write, (int, const void *, size_t));
  if (journal == -1) {
    const char *path = getenv("POWER_CUT_JOURNAL");
    journal = open(path == NULL ? "/dev/null" : path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  }
  char record[22 + length];
  record[0] = kind;
  record[1] = (char)which;
  memcpy(record + 2, &offset, 8);
  memcpy(record + 10, &size, 8);
  memcpy(record + 18, &length, 4);
  if (length > 0) memcpy(record + 22, bytes, length);
  if (real(journal, record, sizeof record) != (ssize_t)sizeof record) abort();
}

static void remember(char kind, int which, int file, uint64_t offset, size_t length) {
  struct stat before;
  fstat(file, &before);
  uint64_t size = (uint64_t)before.st_size;
  size_t there = offset >= size ? 0 : size - offset < length ? size - offset : length;
  char *bytes = malloc(there == 0 ? 1 : there);
  ssize_t got = there == 0 ? 0 : pread(file, bytes, there, (off_t)offset);
  /* A file that was opened for writing alone cannot be read; SQLite never does that. */
  if (got != (ssize_t)there) abort();
  put(kind, which, offset, size, bytes, (uint32_t)there);
  free(bytes);
}

static ssize_t remembered_write(ssize_t (*real)(int, const void *, size_t, off64_t), int file, const void *bytes,
                                size_t length, off64_t offset) {
  int which = tracked(file);
  if (which < 0) return real(file, bytes, length, offset);
  pthread_mutex_lock(&journal_lock);
  remember('w', which, file, (uint64_t)offset, length);
  ssize_t result = real(file, bytes, length, offset);
  pthread_mutex_unlock(&journal_lock);
  return result;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  REAL(ssize_t, pwrite64, (int, const void *, size_t, off64_t));
  return remembered_write(real, file, bytes, length, offset);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  REAL(ssize_t, pwrite, (int, const void *, size_t, off_t));
  return remembered_write((ssize_t(*)(int, const void *, size_t, off64_t))real, file, bytes, length, offset);
}

ssize_t write(int file, const void *bytes, size_t length) {
  REAL(ssize_t, write, (int, const void *, size_t));
  int which = tracked(file);
  if (which < 0) return real(file, bytes, length);
  pthread_mutex_lock(&journal_lock);
  remember('w', which, file, (uint64_t)lseek(file, 0, SEEK_CUR), length);
  ssize_t result = real(file, bytes, length);
  pthread_mutex_unlock(&journal_lock);
  return result;
}

static int remembered_truncate(int (*real)(int, off64_t), int file, off64_t size) {
  int which = tracked(file);
  if (which < 0) return real(file, size);
  pthread_mutex_lock(&journal_lock);
  struct stat before;
  fstat(file, &before);
  remember('t', which, file, (uint64_t)size, before.st_size > size ? (size_t)(before.st_size - size) : 0);
  int result = real(file, size);
  pthread_mutex_unlock(&journal_lock);
  return result;
}

int ftruncate64(int file, off64_t size) {
  REAL(int, ftruncate64, (int, off64_t));
  return remembered_truncate(real, file, size);
}

int ftruncate(int file, off_t size) {
  REAL(int, ftruncate, (int, off_t));
  return remembered_truncate((int (*)(int, off64_t))real, file, size);
}

/* Only what was written before the sync began is safe once it has ended: nothing of this file is written meanwhile. */
static int remembered_sync(int (*real)(int), int file) {
  int which = tracked(file);
  if (which < 0) return real(file);
  pthread_mutex_lock(&journal_lock);
  int result = real(file);
  if (result == 0) put('s', which, 0, 0, NULL, 0);
  pthread_mutex_unlock(&journal_lock);
  return result;
}

int fdatasync(int file) {
  REAL(int, fdatasync, (int));
  return remembered_sync(real, file);
}

int fsync(int file) {
  REAL(int, fsync, (int));
  return remembered_sync(real, file);
}
