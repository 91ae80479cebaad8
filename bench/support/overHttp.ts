import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contender, type Contender } from './contender.ts';
import { draftAt, type Data } from './seed.ts';
import { startDuebook, unlogged, type Server } from './servers.ts';
import { freshDirectory } from './workspace.ts';

// Data for an executable that may be older than this source: it makes and fills its database itself, over its API.

const recordsOfBatch = 100;

/** The answer to a batch, as far as it matters here. */
interface Stored {
  readonly results: readonly { readonly data: { readonly id: string } }[];
}

/** A data directory that an executable has made and filled; the same subscriptions for all executables. */
export async function dataOf(program: string, records: number): Promise<Data> {
  const directory = freshDirectory();
  const server = await startDuebook(directory, unlogged, program);
  const key = readFileSync(join(directory, 'initial-api-key'), 'utf8').trim();
  const ids = await store(server, key, records);
  await server.stop();
  return { directory, owners: [{ id: 1, key, apiKeyId: '', ids }] };
}

/** A server of an executable that may be older: what it needs during the measurement is stored over its API. */
export function contenderOverHttp(server: Server, data: Data): Contender {
  const one = contender(server, data);
  return { ...one, addRecords: (count) => store(server, one.owner.key, count) };
}

/** Stores subscriptions and gives their ids. */
async function store({ origin }: Server, key: string, count: number): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const ids: string[] = [];
  while (ids.length < count) {
    const operations = Array.from({ length: Math.min(recordsOfBatch, count - ids.length) }, (_, place) => ({
      action: 'create',
      subscription: draftAt(ids.length + place),
    }));
    const body = JSON.stringify({ operations });
    const answer = await fetch(`${origin}/api/v1/subscriptions/batch`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`the records are not stored: ${await answer.text()}`);
    ids.push(...((await answer.json()) as Stored).results.map(({ data }) => data.id));
  }
  return ids;
}
