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
