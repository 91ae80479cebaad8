/* Plays a slow disk: every fsync and fdatasync takes SLOW_SYNC_MILLISECONDS longer than it does.
   Preloaded into the server.
   cc -shared -fPIC -O2 -o slowSync.so slowSync.c -ldl */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

static void wait_for_the_disk(void) {
  const char *text = getenv("SLOW_SYNC_MILLISECONDS");
  long milliseconds = text == NULL ? 0 : atol(text);
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  /* The runtime sends signals to its own threads, and each ends the sleep early. */
  while (milliseconds > 0 && nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

static int slowly(const char *name, int file) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(file);
  int fault = errno;
  wait_for_the_disk();
  errno = fault;
  return result;
}

int fsync(int file) { return slowly("fsync", file); }

int fdatasync(int file) { return slowly("fdatasync", file); }
