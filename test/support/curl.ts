import { runProgram } from './binary.ts';

/** What a request with curl sends. */
export interface CurlRequest {
  /** Header lines, exactly as they are sent; a header can have several. */
  readonly lines?: readonly string[];
  /** The body, as JSON. With one, the request is a POST. */
  readonly json?: unknown;
  /** The local address from which the client connects. */
  readonly from?: string;
  /** A host name that stands for 127.0.0.1, and its port. */
  readonly alias?: string;
}

/**
 * Sends a request without a check of the certificate, and does not follow redirects.
 *
 * @returns the status, the absolute URL of a redirect or '', and the body
 */
export async function curl(url: string, { lines = [], json, from = '127.0.0.2', alias }: CurlRequest = {}) {
  const words = ['-s', '-k', '-4', '--interface', from, '-w', '\n%{http_code} %{redirect_url}'];
  if (alias !== undefined) words.push('--resolve', `${alias}:127.0.0.1`);
  for (const line of lines) words.push('-H', line);
  if (json !== undefined) words.push('-d', JSON.stringify(json));
  const received = (await runProgram(['curl', ...words, url])).stdout.split('\n');
  const [status, redirect = ''] = (received.pop() ?? '').split(' ');
  return { status: Number(status), redirect, body: received.join('\n') };
}
