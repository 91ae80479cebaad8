import { RequestRefused } from './answers.ts';
import { exchange } from './client.ts';
import { sessionHeader } from './earlyAnswers.ts';
import { baseUrl, isSessionEnded, token } from './storage.ts';

/**
 * The answer to a read whose body may be large: it is neither kept nor shared.
 *
 * @param path its path below the base path, with its query
 * @throws {RequestRefused} when the service refused the request
 * @throws {ServerUnreachable} when the service does not answer
 */
export async function openLarge(path: string): Promise<Response> {
  const used = token.peek();
  const headers = used === null ? {} : { [sessionHeader]: used };
  const response = await exchange(new Request(new URL(path, baseUrl), { headers }));
  if (response.status === 401 && used === token.peek()) isSessionEnded.value = true;
  if (!response.ok) throw new RequestRefused(response, await response.json().catch(() => undefined));
  return response;
}
