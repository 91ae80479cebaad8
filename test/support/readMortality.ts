// Ends the thread that imports it as soon as it is to read what contains the word "die".
declare const self: Worker;

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (JSON.stringify(data).includes('"die"')) process.exit(1);
});
