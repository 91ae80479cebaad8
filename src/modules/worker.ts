import { serveWrites } from '../core/writer/worker.ts';
import { performOn } from './verbs.ts';

// The entry point of the worker that makes all writes of a server and waits for its disk.
serveWrites(performOn);
