// Ends the thread that imports it as soon as a subscription called "die" is to be created.
import type { MessageToThread } from '../../src/store/writeThread.ts';

declare const self: Worker;

self.addEventListener('message', ({ data }: MessageEvent<MessageToThread>) => {
  const mustDie = data.kind === 'batch' && data.commandsJson.includes('"name":"die"');
  if (mustDie) process.exit(1);
});
