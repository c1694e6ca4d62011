// A library that is loaded before others (LD_PRELOAD): the wall clock of the program is HUBSTAKE_CLOCK_AHEAD seconds ahead. Timers and the monotonic clock go as ever,
// which libfaketime does not promise for PostgreSQL and Redis.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long ahead(void) {
  static long seconds;
  static int known;
  if (!known) {
    const char *text = getenv("HUBSTAKE_CLOCK_AHEAD");
    seconds = text ? atol(text) : 0;
    known = 1;
  }
  return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += ahead();
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  int result = syscall(SYS_gettimeofday, now, zone);
  if (result == 0) now->tv_sec += ahead();
  return result;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}
