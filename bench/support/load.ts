import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDirectory } from './workspace.ts';

/** A request as the load sends it, over and over. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` where an id stands. */
  readonly path: string;
  readonly body?: string;
  /** How often it is drawn, beside the other calls of the plan; 1 unless told. */
  readonly weight?: number;
}

/** What the load is. */
export interface LoadPlan {
  readonly origin: string;
  /** The key of all requests, or that of the owner of each id. */
  readonly key: string | readonly string[];
  readonly calls: readonly Call[];
  readonly connections: number;
  readonly seconds: number;
  /** The ids that take the place of `{id}`. */
  readonly ids: readonly string[];
  /** Takes the ids in order, each once, instead of drawing them. */
  readonly walks?: boolean;
  /** Equal seeds draw equal ids. */
  readonly seed?: number;
}

/** What the load saw. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Milliseconds: number;
  readonly p99Milliseconds: number;
  /** How many ids were taken, when they are taken in order. */
  readonly idsTaken: number;
  /** Whether more ids would have been taken than there were: then the rest tells nothing. */
  readonly ranOut: boolean;
}

const script = join(import.meta.dir, 'load.lua');
const patienceSeconds = 60;

/**
 * Has wrk make the load, alone on the second core.
 *
 * @throws when an answer was no success
 */
export async function load(plan: LoadPlan): Promise<Load> {
  const planPath = writePlan(plan);
  const words = ['-t1', `-c${plan.connections}`, `-d${plan.seconds}s`, `--timeout`, `${patienceSeconds}s`];
  const wrk = Bun.spawn(['taskset', '-c', '1', 'wrk', ...words, '-s', script, plan.origin, '--', planPath], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, errors] = await Promise.all([new Response(wrk.stdout).text(), new Response(wrk.stderr).text()]);
  const line = /^measured (\{.*\})$/m.exec(output)?.[1];
  if (line === undefined) throw new Error(`wrk measured nothing:\n${output}${errors}`);
  return readMeasured(JSON.parse(line) as Measured, plan);
}

interface Measured {
  readonly requests: number;
  readonly microseconds: number;
  readonly refused: number;
  readonly broken: number;
  readonly p50: number;
  readonly p99: number;
  readonly taken: number;
}

function readMeasured(measured: Measured, { calls, ids }: LoadPlan): Load {
  const { requests, microseconds, refused, broken, p50, p99, taken } = measured;
  const ranOut = taken > ids.length;
  if (refused + broken > 0 && !ranOut) {
    const names = calls.map(({ method, path }) => `${method} ${path}`).join(', ');
    throw new Error(`${names}: of ${requests} answers ${refused} were refusals, ${broken} broke`);
  }
  return {
    requests,
    perSecond: requests / (microseconds / 1e6),
    p50Milliseconds: p50 / 1000,
    p99Milliseconds: p99 / 1000,
    idsTaken: taken,
    ranOut,
  };
}

/** Writes the plan as a Lua table; JSON's text literals are Lua's too, as long as they are ASCII. */
function writePlan({ key, calls, ids, walks = false, seed = 1 }: LoadPlan): string {
  const path = freshDirectory();
  const isShared = typeof key === 'string';
  const lines = isShared ? ids : ids.map((id, place) => `${id} ${key[place] ?? ''}`);
  writeFileSync(`${path}.ids`, lines.map((line) => `${line}\n`).join(''));
  const callTables = calls.map(({ method, path: target, body, weight = 1 }) => {
    const fields = { method, path: target, ...(body !== undefined && { body }) };
    const texts = Object.entries(fields).map(([name, text]) => `${name} = ${JSON.stringify(text)}`);
    return `{ weight = ${weight}, ${texts.join(', ')} }`;
  });
  const fields = [
    `key = ${JSON.stringify(isShared ? key : '{key}')}`,
    `ids = ${JSON.stringify(`${path}.ids`)}`,
    `walks = ${walks}`,
    `seed = ${seed}`,
    `calls = { ${callTables.join(', ')} }`,
  ];
  writeFileSync(`${path}.lua`, `return { ${fields.join(', ')} }\n`);
  return `${path}.lua`;
}
