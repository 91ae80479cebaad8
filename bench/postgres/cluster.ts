import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atExit, root, runToEnd, workspace } from '../support/workspace.ts';

/** A cluster of PostgreSQL in a temporary directory, durable and with its usual settings. */
export interface Cluster {
  /** The directory of its Unix socket. */
  readonly directory: string;
  readonly version: string;
  /** The milliseconds of initdb, and of a start until it took connections. */
  readonly milliseconds: { readonly initdb: number; readonly start: number };
  /** The processor time of all its processes so far, in milliseconds. */
  processorMilliseconds(): number;
  /** The memory of all its processes, in mebibytes; what they share counts once. */
  mebibytes(): number;
  /** The number of its processes. */
  processes(): number;
  /** Runs SQL in a database, as the superuser. */
  run(sql: string, name?: string): Promise<void>;
}

const debianDirectory = '/usr/lib/postgresql';
// The unit of times in /proc.
const millisecondsOfTick = 10;
/** The database with the tables and no rows, of which the others are copies. */
const emptyDatabase = 'spike_empty';

/** Makes and starts a cluster on the first core, and in it a database with the tables. It ends with this process. */
export async function startCluster(): Promise<Cluster> {
  const programs = findPrograms();
  const directory = mkdtempSync(join(tmpdir(), 'duebook-postgres-'));
  const asUser = asUnprivileged(directory);
  const data = join(directory, 'data');
  const beforeInit = performance.now();
  // The locale C orders texts by their bytes, as SQLite does.
  const init = ['-D', data, '-U', 'duebook', '--locale=C', '-E', 'UTF8', '-A', 'trust'];
  await runToEnd([...asUser, `${programs}/initdb`, ...init], directory);
  const beforeStart = performance.now();
  const set = ['listen_addresses=', 'fsync=on', 'synchronous_commit=on', 'max_connections=200'];
  const settings = set.flatMap((setting) => ['-c', setting]);
  const words = [`${programs}/postgres`, '-D', data, '-k', directory, ...settings];
  const child = Bun.spawn(['taskset', '-c', '0', ...asUser, ...words], {
    cwd: directory,
    stdout: 'ignore',
    stderr: Bun.file(join(workspace, 'postgres.log')),
  });
  atExit(() => {
    // Ends all its processes at once; nobody needs the data any more.
    child.kill('SIGQUIT');
    Bun.sleepSync(300);
    rmSync(directory, { recursive: true, force: true });
  });
  const isReady = () => Bun.spawnSync([`${programs}/pg_isready`, '-q', '-h', directory]).exitCode === 0;
  while (!isReady()) {
    if (child.exitCode !== null) throw new Error('PostgreSQL does not start');
    await Bun.sleep(2);
  }
  const milliseconds = { initdb: beforeStart - beforeInit, start: performance.now() - beforeStart };
  const version = Bun.spawnSync([`${programs}/postgres`, '--version'])
    .stdout.toString()
    .trim();
  const cluster = { directory, version, milliseconds, ...watch(child.pid), run: psql(directory) };
  await makeTables(cluster);
  return cluster;
}

/** Makes a database that has the tables; it must not exist. */
export async function createDatabase(cluster: Pick<Cluster, 'run'>, name: string): Promise<void> {
  await cluster.run(`CREATE DATABASE ${name} TEMPLATE ${emptyDatabase}`);
}

/** Makes a database that has the tables, and waits for it. */
export function createDatabaseNow(directory: string, name: string): void {
  const sql = `CREATE DATABASE ${name} TEMPLATE ${emptyDatabase}`;
  const { exitCode, stderr } = Bun.spawnSync(psqlWords(directory, 'postgres', sql));
  if (exitCode !== 0) throw new Error(stderr.toString());
}

function psqlWords(directory: string, name: string, sql: string): string[] {
  return ['psql', '-h', directory, '-U', 'duebook', '-d', name, '-qX', '-v', 'ON_ERROR_STOP=1', '-c', sql];
}

function psql(directory: string) {
  return (sql: string, name = 'postgres'): Promise<void> => runToEnd(psqlWords(directory, name, sql));
}

/** Has drizzle-kit write the tables as SQL, and runs it. */
async function makeTables({ run }: Pick<Cluster, 'run'>): Promise<void> {
  const out = join(workspace, 'migrations');
  const kit = ['node_modules/.bin/drizzle-kit', 'generate', '--dialect', 'postgresql'];
  await runToEnd([process.execPath, '--bun', ...kit, '--schema', 'bench/postgres/tables.ts', '--out', out], root);
  const files = readdirSync(out).filter((file) => file.endsWith('.sql'));
  const sql = files.map((file) => readFileSync(join(out, file), 'utf8')).join('\n');
  await run(`CREATE DATABASE ${emptyDatabase}`);
  await run(sql.replaceAll('--> statement-breakpoint', ''), emptyDatabase);
}

/** The directory of initdb and postgres: Debian keeps them by version, outside of the path. */
function findPrograms(): string {
  const versions = Array.from(new Bun.Glob('*/bin/initdb').scanSync({ cwd: debianDirectory, onlyFiles: false }));
  const latest = versions.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  const found = latest === undefined ? Bun.which('initdb') : join(debianDirectory, latest);
  if (found === null) throw new Error('PostgreSQL is missing (Debian, Ubuntu: apt-get install postgresql)');
  return dirname(found);
}

/** The words before a command that run it without privileges: PostgreSQL refuses to run as root. */
function asUnprivileged(directory: string): string[] {
  if (process.getuid?.() !== 0) return [];
  const [uid, gid] = ['-u', '-g'].map((option) => Number(Bun.spawnSync(['id', option, 'nobody']).stdout.toString()));
  chownSync(directory, uid ?? 0, gid ?? 0);
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
}

/** Reads the times and the memory of a process and its children. */
function watch(main: number) {
  const pids = () => [main, ...childrenOf(main)];
  return {
    processes: () => pids().length,
    mebibytes: () => pids().reduce((sum, pid) => sum + pssKibibytes(pid), 0) / 1024,
    // Those that have ended are in the times of the main process.
    processorMilliseconds: () => pids().reduce((sum, pid) => sum + ticks(pid, pid === main), 0) * millisecondsOfTick,
  };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

/** The proportional set size: a page that several processes share counts for each in part. */
function pssKibibytes(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readOfProcess(pid, 'smaps_rollup'))?.[1] ?? 0);
}

function ticks(pid: number, withEnded: boolean): number {
  // Behind the name of the program: utime, stime, cutime and cstime are the 14th to 17th field.
  const fields = readOfProcess(pid, 'stat').split(') ')[1]?.split(' ') ?? [];
  const [own = 0, kernel = 0, ended = 0, endedKernel = 0] = fields.slice(11, 15).map(Number);
  return own + kernel + (withEnded ? ended + endedKernel : 0);
}

/** A file about a process; empty when it has just ended. */
function readOfProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
