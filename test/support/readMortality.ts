// Ends the importing worker when a read contains the word "die".
declare const self: Worker;

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (JSON.stringify(data).includes('"die"')) process.exit(1);
});
