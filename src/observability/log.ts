import { settlesWithin } from '../runtime/deadline.ts';
import { instantOf, type Clock } from '../runtime/system.ts';

/** How much a line matters, the most first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
/** One of the {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/** How lines are written: as JSON objects for programs, or as text for people. */
export type LogFormat = 'json' | 'text';

/** What a line tells beside its message, by name. */
type LogFields = Readonly<Record<string, string | number>>;

/** Takes one line of its level: a message without a line break at its end, and what belongs to it. */
type LogLine = (message: string, fields?: LogFields) => void;

/** Where the program tells what happens to it. */
export type Log = Readonly<Record<LogLevel, LogLine>> & {
  /** Whether lines of a level are written at all. */
  readonly includes: (level: LogLevel) => boolean;
};

/** What a log is made of. */
export interface LogOptions {
  /** The least level that is written. */
  readonly level: LogLevel;
  readonly format: LogFormat;
  readonly clock: Clock;
  /** Takes whole lines, with their line breaks; those that are urgent should not wait in a buffer. */
  readonly write: (line: string, isUrgent: boolean) => void;
}

/** A log that writes lines of its level and of those that matter more. */
export function createLog({ level: least, format, clock, write }: LogOptions): Log {
  const includes = (level: LogLevel): boolean => logLevels.indexOf(level) <= logLevels.indexOf(least);
  const compose = format === 'json' ? composeJson : composeText;
  const lineOf = (level: LogLevel): LogLine =>
    includes(level)
      ? (message, fields = {}) => write(compose(instantOf(clock), level, message, fields), level === 'error')
      : () => undefined;
  return {
    error: lineOf('error'),
    warn: lineOf('warn'),
    info: lineOf('info'),
    debug: lineOf('debug'),
    includes,
  };
}

function composeJson(time: string, level: LogLevel, message: string, fields: LogFields): string {
  return `${JSON.stringify({ time, level, message, ...fields })}\n`;
}

function composeText(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${printable(String(value))}`);
  return `${time} ${level.toUpperCase().padEnd(5)} ${printable(message)}${rest.join('')}\n`;
}

/** A text in which nothing can begin a new line, or steer the terminal that shows it. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, (character) =>
    JSON.stringify(character).slice(1, -1).replace('\u007f', '\\u007f'),
  );
}

/** What a stream of log lines needs. */
export interface LogStreamOptions {
  /** The open file that is written to; it stays open. */
  readonly descriptor: number;
  /** Calls an action some milliseconds later, and gives what calls it off. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Told, once there is room again, how many lines could not be kept for a reader that had stopped reading. */
  readonly onLost: (lines: number) => void;
}

// As much as is written at once, while there is much to write; else a line waits no longer than this.
const chunkCharacters = 65_536;
const flushMilliseconds = 250;
// What is kept for a reader that does not read: a log must not fill the memory. Urgent lines find room when others do not.
const waitingBytesMax = { ordinary: 4 * 1024 * 1024, urgent: 5 * 1024 * 1024 };
// With all else that stopping takes, less than the ten seconds that containers are given.
const closingMillisecondsMax = 400;

/**
 * Gathers lines and writes many at once, in the background: neither a slow disk nor a reader that has stopped holds a
 * request up. Lines that come before it has begun wait.
 */
export function openLogStream({ descriptor, after, onLost }: LogStreamOptions) {
  let [gathered, hasBegun] = ['', false];
  let destination: Destination | undefined;
  let opening: Promise<void> | undefined;
  let callOff: (() => void) | undefined;

  function write(line: string, isUrgent = false): void {
    if (isUrgent) flush();
    if (isUrgent && destination !== undefined) return destination.take(line, waitingBytesMax.urgent);
    gathered += line;
    if (isUrgent || gathered.length >= chunkCharacters) flush();
    else callOff ??= after(flushMilliseconds, flush);
  }

  function flush(): void {
    callOff?.();
    callOff = undefined;
    if (!hasBegun || gathered === '') return;
    if (destination === undefined) return void (opening ??= open());
    const lines = gathered;
    gathered = '';
    destination.take(lines, waitingBytesMax.ordinary);
  }

  async function open(): Promise<void> {
    destination = await openDestination(descriptor, onLost);
    flush();
  }

  return {
    /** Takes a line, with its line break; an urgent one is not kept to be written with others. */
    write,

    /** Begins to write. */
    begin(): void {
      hasBegun = true;
      flush();
    },

    /** Writes all that is left, unless its reader does not take it in time. */
    async close(): Promise<void> {
      if (opening === undefined && gathered === '') return;
      hasBegun = true;
      await (opening ??= open());
      flush();
      await settlesWithin({ after }, closingMillisecondsMax, destination?.allWritten());
    },
  };
}

interface Destination {
  /** Takes lines to be written, unless more bytes than `bytesMax` wait already. */
  readonly take: (lines: string, bytesMax: number) => void;
  readonly allWritten: () => Promise<void>;
}

async function openDestination(descriptor: number, onLost: (lines: number) => void): Promise<Destination> {
  // Loaded with the first lines, so that no start and no first answer waits for it.
  const { SonicBoom } = await import('sonic-boom');
  const file = new SonicBoom({ fd: descriptor, sync: false });
  let [waitingBytes, linesLost] = [0, 0];
  // There is no other place to tell it; what could not be written is tried again with the next lines.
  file.on('error', () => undefined);
  file.on('write', (bytes: number) => (waitingBytes -= bytes));
  file.on('drain', () => {
    if (linesLost === 0) return;
    onLost(linesLost);
    linesLost = 0;
  });
  return {
    take(lines, bytesMax) {
      if (waitingBytes > bytesMax) {
        linesLost += lines.split('\n').length - 1;
        return;
      }
      waitingBytes += Buffer.byteLength(lines);
      file.write(lines);
    },
    allWritten() {
      const { promise, resolve } = Promise.withResolvers<void>();
      file.flush(() => resolve());
      return promise;
    },
  };
}
