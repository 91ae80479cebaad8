import { dataOf } from '../support/overHttp.ts';
import { progress } from '../support/report.ts';
import { millisecondsToStartDuebook, startDuebook } from '../support/servers.ts';
import { settings } from '../support/settings.ts';
import { median } from '../support/statistics.ts';
import { executable } from '../support/workspace.ts';

const records = 1000;
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
  const contenders = await Promise.all(
    programs.map(async (program) => ({ program, data: (await dataOf(program, records)).directory })),
  );
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

async function idleMemory(program: string, data: string): Promise<number> {
  const server = await startDuebook(data, {}, program);
  await Bun.sleep(idleSeconds * 1000);
  const mebibytes = server.residentMebibytes();
  await server.stop();
  return mebibytes;
}
