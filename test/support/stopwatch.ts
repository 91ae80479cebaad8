const pauseMilliseconds = 10;
// A loop that has something to do is late by a few milliseconds; a machine that stands still, by more.
const latenessMin = 10;

/**
 * Measures how long something takes on a machine that does not stand still meanwhile: what a timer of this process
 * oversleeps is taken off, since what is measured was held up as well.
 *
 * @returns what stops it and gives the milliseconds
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
