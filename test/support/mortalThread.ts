// The write worker, but mortal. The order of the imports matters: the first listener gets messages first.
import './mortality.ts';
import '../../src/modules/worker.ts';
