// The thread that reads, but one that ends as soon as it is asked for what contains "die". The order matters: who listens
// first, hears first.
import './readMortality.ts';
import '../../src/readWorker.ts';
