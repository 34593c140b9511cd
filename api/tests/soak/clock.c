/* A clock that a test moves: adds the seconds of a shared file to the time of day of the process that preloads this.
   Monotonic clocks go on, as when an operator or a time server sets the clock. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *seconds;
static int (*real)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_clock(void) {
  const char *path = getenv("SOAK_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  if (file < 0) return;
  void *shared = mmap(0, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (shared != MAP_FAILED) seconds = shared;
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!real) open_clock();
  int failed = real(clock, time);
  if (!failed && seconds && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *seconds;
  return failed;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  int failed = clock_gettime(CLOCK_REALTIME, &now);
  if (failed) return failed;
  time->tv_sec = now.tv_sec;
  time->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}
