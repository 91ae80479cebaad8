// Makes the monotonic clock of the importing thread go on by 20 ms each time when it is read.
let milliseconds = 0;
performance.now = () => (milliseconds += 20);
