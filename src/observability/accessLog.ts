import type { AuthenticationFailure, RequestObserver } from './requestEvents.ts';
import { instantAt, type Clock } from '../runtime/system.ts';
import type { Log, LogFormat, LogLevel } from './log.ts';

/** What the lines of requests are made of. */
export interface RequestLogOptions {
  readonly format: LogFormat;
  readonly clock: Clock;
  /** Whether looks at the health get a line, too, of the level debug. */
  readonly includesProbes: boolean;
  /** Takes a whole line, with its line break. */
  readonly write: (line: string) => void;
}

/**
 * Writes one line for each request that is answered, and, if wanted, for each probe. Every request pays for it: the lines
 * are put together here, because nothing in them but the client's address could need to be escaped.
 */
export function logRequests(options: RequestLogOptions): RequestObserver {
  const lineWriter = options.format === 'text' ? textWriter : jsonWriter;
  const now = createTimestamps(options.clock);
  const answered = lineWriter('info', options, now);
  return options.includesProbes ? { answered, probed: lineWriter('debug', options, now) } : { answered };
}

type LineWriter = RequestObserver['answered'];

function textWriter(level: LogLevel, { write }: RequestLogOptions, now: () => string): LineWriter {
  const quoted = createAddressQuotation();
  const label = level.toUpperCase().padEnd(5);
  return ({ requestId, method, route, status, milliseconds, apiKeyId, request }, addressOf) => {
    const keyId = apiKeyId === undefined ? '' : ` keyId=${apiKeyId}`;
    const address = quoted(addressOf(request)).slice(1, -1);
    write(
      `${now()} ${label} ${method} ${route} ${status} ${hundredths(milliseconds)}ms requestId=${requestId}${keyId} address=${address}\n`,
    );
  };
}

function jsonWriter(level: LogLevel, { write }: RequestLogOptions, now: () => string): LineWriter {
  const quoted = createAddressQuotation();
  return ({ requestId, method, route, status, milliseconds, apiKeyId, request }, addressOf) => {
    const keyId = apiKeyId === undefined ? '' : `"keyId":"${apiKeyId}",`;
    write(
      `{"time":"${now()}","level":"${level}","message":"request","requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"durationMs":${hundredths(milliseconds)},${keyId}"address":${quoted(addressOf(request))}}\n`,
    );
  };
}

/** Gives what writes a line that names the client, for each request that did not show a valid key. */
export function logAuthenticationFailures(log: Log): (failure: AuthenticationFailure) => void {
  return ({ reason, address, requestId }) => {
    // Such a key is valid: what it may not do is no attempt to guess one.
    if (reason === 'insufficient_scope') return;
    log.warn('authentication failed', { authFailed: reason, address, requestId });
  };
}

function hundredths(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** Gives a function that tells the time, and makes the text of each millisecond only once. */
function createTimestamps(clock: Clock): () => string {
  let [millisecond, text] = [Number.NaN, ''];
  return () => {
    const now = clock.wallMilliseconds();
    if (now !== millisecond) [millisecond, text] = [now, instantAt(now)];
    return text;
  };
}

/** Gives a function that quotes an address as JSON, and remembers the last: most requests come from few clients. */
function createAddressQuotation(): (address: string) => string {
  let [last, quotation] = ['', '""'];
  return (address) => {
    if (address !== last) [last, quotation] = [address, JSON.stringify(address)];
    return quotation;
  };
}
