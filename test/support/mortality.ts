// Ends the thread that imports it as soon as a subscription called "die" is to be created, or where none may begin.
import { existsSync } from 'node:fs';
import type { MessageToWorker } from '../../src/store/writer/worker.ts';
import { noSuccessorFile } from './noSuccessor.ts';

declare const self: Worker;

self.addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  if (mustDie(data)) process.exit(1);
});

function mustDie(message: MessageToWorker): boolean {
  if (message.kind === 'open') return existsSync(noSuccessorFile(message.dataDirectory));
  return message.kind === 'group' && message.commandsJson.includes('"name":"die"');
}
