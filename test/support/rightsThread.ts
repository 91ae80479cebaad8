import { asOwnerOf } from '../../src/store/directory/ownerRights.ts';
import { takeMessages } from '../../src/store/workers/descriptors.ts';

// The entry point of a worker that repeatedly takes the rights of a data directory's owner.
declare const self: Worker;

/** Options of the worker. */
export interface RightsQuestion {
  readonly directory: string;
  readonly times: number;
}

function answer({ directory, times }: RightsQuestion): void {
  const users = new Set<number | undefined>();
  for (let count = 0; count < times; count += 1) users.add(asOwnerOf(directory, () => process.geteuid?.()));
  self.postMessage([...users]);
}

self.addEventListener('message', takeMessages(answer));
