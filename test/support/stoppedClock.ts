// Stops the monotonic clock of the importing thread.
performance.now = () => 0;
