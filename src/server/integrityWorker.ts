import { checkIntegrity, type IntegrityTask } from '../core/health/integrityCheck.ts';
import { takeMessages } from '../core/workers/startWorker.ts';
import { findStaleRows } from '../modules/subscriptions/store/staleRows.ts';

// The entry point of a worker that checks a whole database once, off the event loop.
declare const self: Worker;

self.addEventListener('message', takeMessages(answer));

function answer(task: IntegrityTask): void {
  self.postMessage(checkIntegrity(task, findStaleRows));
}
