// A read worker that gives every read a large answer.
declare const self: Worker;

const largeBytes = 2 * 2 ** 20;

self.addEventListener('message', ({ data }: MessageEvent<{ readonly kind: string }>) => {
  if (data.kind === 'open') self.postMessage({ kind: 'ready' });
  else if (data.kind === 'close') self.postMessage({ kind: 'closed' });
  else self.postMessage({ kind: 'found', entityTag: '', body: new Uint8Array(largeBytes) });
});
