const pauseMilliseconds = 10;
// A busy event loop is late by a few milliseconds; a stalled machine by more.
const latenessMin = 10;

/**
 * Measures how long something takes, without the time in which the machine stalls: the lateness of a timer in this
 * process is subtracted, because the stall has delayed the measured process, too.
 *
 * @returns a function that stops the measurement and returns the milliseconds
 */
export function startStopwatch(): () => number {
  const started = performance.now();
  let awakeAt = started;
  let overslept = 0;
  const notice = () => {
    const now = performance.now();
    const lateness = now - awakeAt - pauseMilliseconds;
    if (lateness >= latenessMin) overslept += lateness;
    awakeAt = now;
  };
  const timer = setInterval(notice, pauseMilliseconds);
  return () => {
    clearInterval(timer);
    notice();
    return performance.now() - started - overslept;
  };
}
