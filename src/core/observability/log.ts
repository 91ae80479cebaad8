import { settlesWithin, instantOf, type Clock } from '../runtime/system.ts';
import { printable } from '../runtime/terminal.ts';

/** The levels of log lines, the most important first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
/** One of the {@link logLevels}. */
export type LogLevel = (typeof logLevels)[number];

/** The format of log lines: JSON for programs, or text for people. */
export type LogFormat = 'json' | 'text';

/** The fields of a line beside its message, by name. */
type LogFields = Readonly<Record<string, string | number>>;

/** Logs a message, without a trailing line break, and its fields. */
type LogLine = (message: string, fields?: LogFields) => void;

/** The log of the program: a function per level. */
export type Log = Readonly<Record<LogLevel, LogLine>> & {
  /** Whether lines of a level are written. */
  readonly includes: (level: LogLevel) => boolean;
};

/** Options of a log. */
export interface LogOptions {
  /** The least important level that is written. */
  readonly level: LogLevel;
  readonly format: LogFormat;
  readonly clock: Clock;
  /** Rewrites each message. */
  readonly reword?: (message: string) => string;
  /** Writes a complete line, with its line break; urgent lines should not wait in a buffer. */
  readonly write: (line: string, isUrgent: boolean) => void;
}

/** Creates a log that writes lines of its level and of more important ones. */
export function createLog({ level: least, format, clock, write, reword = (message) => message }: LogOptions): Log {
  const includes = (level: LogLevel): boolean => logLevels.indexOf(level) <= logLevels.indexOf(least);
  const compose = format === 'json' ? composeJson : composeText;
  const lineOf = (level: LogLevel): LogLine =>
    includes(level)
      ? (message, fields = {}) => write(compose(instantOf(clock), level, reword(message), fields), level === 'error')
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
  return `${printable(JSON.stringify({ time, level, message, ...fields }))}\n`;
}

function composeText(time: string, level: LogLevel, message: string, fields: LogFields): string {
  const rest = Object.entries(fields).map(([name, value]) => ` ${name}=${printable(String(value))}`);
  return `${time} ${level.toUpperCase().padEnd(5)} ${printable(message)}${rest.join('')}\n`;
}

/** Options of a log stream. */
export interface LogStreamOptions {
  /** The open file to write to; it stays open. */
  readonly descriptor: number;
  /** Schedules an action, and gives a function that cancels it. */
  readonly after: (milliseconds: number, action: () => void) => () => void;
  /** Called once there is room again, with the number of lines that were dropped because the reader had stopped. */
  readonly onLost: (lines: number) => void;
}

// Lines are written in chunks of this size, or after this time.
const chunkCharacters = 65_536;
const flushMilliseconds = 250;
// Bounds the memory of lines that wait for a slow reader. Urgent lines have a higher limit.
const waitingBytesMax = { ordinary: 4 * 1024 * 1024, urgent: 5 * 1024 * 1024 };
// Together with the rest of a graceful shutdown, below the ten seconds that containers have.
const closingMillisecondsMax = 400;

/**
 * Buffers lines and writes them in chunks in the background, so that neither a slow disk nor a stopped reader delays a
 * request. Lines from before `begin` wait.
 */
export function openLogStream({ descriptor, after, onLost }: LogStreamOptions) {
  let [buffered, hasBegun] = ['', false];
  let destination: Destination | undefined;
  let opening: Promise<void> | undefined;
  let callOff: (() => void) | undefined;

  function write(line: string, isUrgent = false): void {
    if (isUrgent) flush();
    if (isUrgent && destination !== undefined) return destination.take(line, waitingBytesMax.urgent);
    buffered += line;
    if (isUrgent || buffered.length >= chunkCharacters) flush();
    else callOff ??= after(flushMilliseconds, flush);
  }

  function flush(): void {
    callOff?.();
    callOff = undefined;
    if (!hasBegun || buffered === '') return;
    if (destination === undefined) return void (opening ??= open());
    const lines = buffered;
    buffered = '';
    destination.take(lines, waitingBytesMax.ordinary);
  }

  async function open(): Promise<void> {
    destination = await openDestination(descriptor, onLost);
    flush();
  }

  return {
    /** Writes a line, with its line break; an urgent one is not buffered. */
    write,

    /** Starts writing. */
    begin(): void {
      hasBegun = true;
      flush();
    },

    /** Writes the buffered lines, unless the reader is too slow. */
    async close(): Promise<void> {
      if (opening === undefined && buffered === '') return;
      hasBegun = true;
      await (opening ??= open());
      flush();
      await settlesWithin({ after }, closingMillisecondsMax, destination?.allWritten());
    },
  };
}

interface Destination {
  /** Writes lines, or drops them when more than `bytesMax` bytes wait. */
  readonly take: (lines: string, bytesMax: number) => void;
  readonly allWritten: () => Promise<void>;
}

async function openDestination(descriptor: number, onLost: (lines: number) => void): Promise<Destination> {
  // Loaded with the first lines, so that neither the start nor the first answer waits for it.
  const { default: SonicBoom } = await import('sonic-boom');
  const file = new SonicBoom({ fd: descriptor, sync: false });
  let [waitingBytes, linesLost] = [0, 0];
  // There is no other place to report an error; the next lines retry the write.
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
