/* Keeps a copy of each file as it was when it was last synced, so that a power cut can be played afterwards:
   syncedCopies.ts beside this file puts the copies back. It does not watch the writes, as powerCut.c does: the runtime
   makes its own without the C library. The copy of a file is SYNCED_COPIES/DEVICE-INODE.
   When a file gets another name, the copy that there is by then is kept
   as SYNCED_COPIES/DEVICE-INODE.named; an empty one if there is none. With RENAME_PAUSE, a rename first makes the file RENAME_PAUSE/paused and waits until RENAME_PAUSE/go is there.
   cc -shared -fPIC -O2 -o durableNames.so durableNames.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define REAL(result, name, parameters)                                                   \
  static result(*real) parameters;                                                       \
  if (real == NULL) real = (result(*) parameters)dlsym(RTLD_NEXT, #name)

static void keep_copy(int file) {
  const char *folder = getenv("SYNCED_COPIES");
  struct stat found;
  char path[4096], bytes[65536];
  if (folder == NULL || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) return;
  /* Not the descriptor itself, which may be open for writing alone. Opening the file would drop its locks when it is closed,
     so that is left to another process. */
  pid_t child = fork();
  if (child < 0) abort();
  if (child > 0) {
    int status;
    if (waitpid(child, &status, 0) != child || status != 0) abort();
    return;
  }
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int from = open(path, O_RDONLY);
  snprintf(path, sizeof path, "%s/%lu-%lu", folder, (unsigned long)found.st_dev, (unsigned long)found.st_ino);
  int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (from < 0 || to < 0) _exit(1);
  for (;;) {
    ssize_t length = read(from, bytes, sizeof bytes);
    if (length < 0 || (length > 0 && write(to, bytes, (size_t)length) != length)) _exit(1);
    if (length == 0) _exit(0);
  }
}

int fsync(int file) {
  REAL(int, fsync, (int));
  int result = real(file);
  if (result == 0) keep_copy(file);
  return result;
}

int fdatasync(int file) {
  REAL(int, fdatasync, (int));
  int result = real(file);
  if (result == 0) keep_copy(file);
  return result;
}

/* What a power cut right after the rename of a file would leave of it. */
static void keep_named(const char *name) {
  const char *folder = getenv("SYNCED_COPIES");
  struct stat found;
  char path[4096], bytes[65536];
  if (folder == NULL || stat(name, &found) != 0 || !S_ISREG(found.st_mode)) return;
  snprintf(path, sizeof path, "%s/%lu-%lu", folder, (unsigned long)found.st_dev, (unsigned long)found.st_ino);
  int from = open(path, O_RDONLY);
  snprintf(path, sizeof path, "%s/%lu-%lu.named", folder, (unsigned long)found.st_dev, (unsigned long)found.st_ino);
  int to = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (to < 0) abort();
  for (ssize_t length; from >= 0 && (length = read(from, bytes, sizeof bytes)) > 0;)
    if (write(to, bytes, (size_t)length) != length) abort();
  if (from >= 0) close(from);
  close(to);
}

int rename(const char *from, const char *to) {
  REAL(int, rename, (const char *, const char *));
  const char *folder = getenv("RENAME_PAUSE");
  if (folder != NULL) {
    char path[4096];
    snprintf(path, sizeof path, "%s/paused", folder);
    close(open(path, O_WRONLY | O_CREAT, 0600));
    snprintf(path, sizeof path, "%s/go", folder);
    while (access(path, F_OK) != 0) usleep(5000);
  }
  keep_named(from);
  return real(from, to);
}
