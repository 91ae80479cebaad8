// The read worker, but it ends when a read contains "die". The order of the imports matters: the first listener gets
// messages first.
import './readMortality.ts';
import '../../src/readWorker.ts';
