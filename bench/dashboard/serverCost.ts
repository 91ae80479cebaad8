import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { progress } from '../support/report.ts';
import { millisecondsToStartDuebook, startDuebook } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { median } from '../support/statistics.ts';
import { executable, freshDirectory } from '../support/workspace.ts';

const records = 1000;
const recordsOfBatch = 100;
const idleSeconds = 3;
const memoryRounds = 5;

/** What an executable costs: medians. */
export interface ServerCost {
  readonly startMilliseconds: number;
  readonly idleMebibytes: number;
}

/**
 * Measures the executable and, in turns with it, an older one. Each has its own database, as an older one cannot open a
 * newer one.
 *
 * @param baseline the path of the older executable
 */
export async function measureServers(baseline: string | undefined): Promise<readonly ServerCost[]> {
  const programs = baseline === undefined ? [executable] : [executable, baseline];
  const contenders = await Promise.all(programs.map(async (program) => ({ program, data: await fill(program) })));
  const starts = contenders.map((): number[] => []);
  const memory = contenders.map((): number[] => []);
  for (let round = 0; round < settings.starts; round += 1) {
    for (const [place, { program, data }] of contenders.entries()) {
      starts[place]?.push(await millisecondsToStartDuebook(data, program));
    }
  }
  for (let round = 0; round < memoryRounds; round += 1) {
    for (const [place, { program, data }] of contenders.entries()) {
      memory[place]?.push(await idleMemory(program, data));
    }
  }
  progress('starts and memory of', ...programs);
  return contenders.map((_, place) => ({
    startMilliseconds: median(starts[place] ?? []),
    idleMebibytes: median(memory[place] ?? []),
  }));
}

/** A data directory that the executable has made and filled. */
async function fill(program: string): Promise<string> {
  const directory = freshDirectory();
  const server = await startDuebook(directory, {}, program);
  const key = readFileSync(join(directory, 'initial-api-key'), 'utf8').trim();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  for (let stored = 0; stored < records; stored += recordsOfBatch) {
    const operations = Array.from({ length: recordsOfBatch }, (_, place) => ({
      action: 'create',
      subscription: {
        name: `Name ${stored + place}`,
        category: `Category ${place % 12}`,
        amount: 9.99,
        currency: 'EUR',
        period: 'monthly',
        lastPaymentDate: '2026-01-01',
      },
    }));
    const body = JSON.stringify({ operations });
    const answer = await fetch(`${server.origin}/api/v1/subscriptions/batch`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${program} does not store the records: ${await answer.text()}`);
  }
  await server.stop();
  return directory;
}

async function idleMemory(program: string, data: string): Promise<number> {
  const server = await startDuebook(data, {}, program);
  await Bun.sleep(idleSeconds * 1000);
  const mebibytes = server.residentMebibytes();
  await server.stop();
  return mebibytes;
}
