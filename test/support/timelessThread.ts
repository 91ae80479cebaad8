// The write worker, whose monotonic clock stands still. The order of the imports matters.
import './stoppedClock.ts';
import '../../src/store/writer/worker.ts';
