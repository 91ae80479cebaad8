import type { AuthenticationFailure, RequestObserver } from './requestEvents.ts';
import { instantAt, type Clock } from '../runtime/system.ts';
import type { Log, LogFormat, LogLevel } from './log.ts';

/** Options of the access log. */
export interface AccessLogOptions {
  readonly format: LogFormat;
  readonly clock: Clock;
  /** Whether health checks are logged, at debug level. */
  readonly includesProbes: boolean;
  /** Writes a complete line, with its line break. */
  readonly write: (line: string) => void;
}

/**
 * Writes one line for each answered request and, if enabled, for each health check. It composes the lines itself, which is
 * faster: only the client address may need escaping.
 */
export function logRequests(options: AccessLogOptions): RequestObserver {
  const lineWriter = options.format === 'text' ? textWriter : jsonWriter;
  const now = createTimestamps(options.clock);
  const answered = lineWriter('info', options, now);
  return options.includesProbes ? { answered, probed: lineWriter('debug', options, now) } : { answered };
}

type LineWriter = RequestObserver['answered'];

function textWriter(level: LogLevel, { write }: AccessLogOptions, now: () => string): LineWriter {
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

function jsonWriter(level: LogLevel, { write }: AccessLogOptions, now: () => string): LineWriter {
  const quoted = createAddressQuotation();
  return ({ requestId, method, route, status, milliseconds, apiKeyId, request }, addressOf) => {
    const keyId = apiKeyId === undefined ? '' : `"keyId":"${apiKeyId}",`;
    write(
      `{"time":"${now()}","level":"${level}","message":"request","requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"durationMs":${hundredths(milliseconds)},${keyId}"address":${quoted(addressOf(request))}}\n`,
    );
  };
}

/** Gives a function that logs the client address of each request without a valid key. */
export function logAuthenticationFailures(log: Log): (failure: AuthenticationFailure) => void {
  return ({ reason, address, requestId }) => {
    // Such a key is valid, so the request is no attempt to guess one.
    if (reason === 'insufficient_scope') return;
    log.warn('authentication failed', { authFailed: reason, address, requestId });
  };
}

function hundredths(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}

/** Gives a function that formats the current time, once per millisecond. */
function createTimestamps(clock: Clock): () => string {
  let [millisecond, text] = [Number.NaN, ''];
  return () => {
    const now = clock.wallMilliseconds();
    if (now !== millisecond) [millisecond, text] = [now, instantAt(now)];
    return text;
  };
}

/** Gives a function that quotes an address as JSON and caches the last one: most requests come from few clients. */
function createAddressQuotation(): (address: string) => string {
  let [last, quotation] = ['', '""'];
  return (address) => {
    if (address !== last) [last, quotation] = [address, JSON.stringify(address)];
    return quotation;
  };
}
