import { asOwnerOf } from '../../src/store/directory/ownerRights.ts';

// The entry point of a thread that takes the rights of a data directory's owner again and again.
declare const self: Worker;

/** What the thread is told. */
export interface RightsQuestion {
  readonly directory: string;
  readonly times: number;
}

self.addEventListener('message', ({ data: { directory, times } }: MessageEvent<RightsQuestion>) => {
  const users = new Set<number | undefined>();
  for (let count = 0; count < times; count += 1) users.add(asOwnerOf(directory, () => process.geteuid?.()));
  self.postMessage([...users]);
});
