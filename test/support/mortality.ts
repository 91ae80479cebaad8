// Ends the importing worker when it is to create a subscription called "die", or at its start if none may start.
import { existsSync } from 'node:fs';
import type { MessageToWorker } from '../../src/core/writer/worker.ts';
import { noSuccessorFile } from './noSuccessor.ts';

declare const self: Worker;

self.addEventListener('message', ({ data }: MessageEvent<MessageToWorker>) => {
  if (mustDie(data)) process.exit(1);
});

function mustDie(message: MessageToWorker): boolean {
  if (message.kind === 'open') return existsSync(noSuccessorFile(message.dataDirectory));
  return message.kind === 'group' && message.commandsJson.includes('"name":"die"');
}
