// The thread that writes, but mortal. The order matters: who listens first, hears first.
import './mortality.ts';
import '../../src/store/writer/worker.ts';
