// The write worker, for whose clock each command takes 20 ms. The order of the imports matters.
import './slowClock.ts';
import '../../src/store/writer/worker.ts';
