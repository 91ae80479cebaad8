import { selectKey } from './database.ts';

/** Whom a request speaks for, and what the quota says of it. */
export interface Caller {
  readonly ownerId: number;
  readonly apiKeyId: string;
  readonly requestId: string;
  readonly remaining: number;
  readonly resetUnixSeconds: number;
}

const quota = 1_000_000_000;
const windowMilliseconds = 3_600_000;
const windows = new Map<number, { requests: number; readonly endsAt: number }>();

/** Looks up the key and counts the request; undefined when the key may not do this. */
export function admit(request: Request): Caller | undefined {
  const now = Date.now();
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? '';
  const key = selectKey.get(Bun.SHA256.hash(token, 'hex'));
  if (key === null || key['revokedAt'] !== null) return undefined;
  if (key['expiresAt'] !== null && String(key['expiresAt']) <= new Date(now).toISOString()) return undefined;
  if (key['scope'] !== 'write' && request.method !== 'GET') return undefined;
  const ownerId = Number(key['ownerId']);
  let window = windows.get(ownerId);
  if (window === undefined || window.endsAt <= now) {
    window = { requests: 0, endsAt: now + windowMilliseconds };
    windows.set(ownerId, window);
  }
  window.requests += 1;
  if (window.requests > quota) return undefined;
  return {
    ownerId,
    apiKeyId: String(key['id']),
    requestId: Bun.randomUUIDv7(),
    remaining: quota - window.requests,
    resetUnixSeconds: Math.ceil(window.endsAt / 1000),
  };
}

/** The entity tag of what is sent as this JSON. */
export function tagOf(json: string): string {
  return `"${Bun.hash(json).toString(16)}"`;
}

/** The answer that begins with this JSON, and ends with the request's id. */
export function answer(caller: Caller, membersJson: string, status: number, entityTag?: string, created?: string) {
  const body = `${membersJson},"requestId":"${caller.requestId}"}`;
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json;charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-expose-headers':
        'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, ETag, Idempotency-Replayed, Location',
      'x-request-id': caller.requestId,
      'x-ratelimit-limit': String(quota),
      'x-ratelimit-remaining': String(caller.remaining),
      'x-ratelimit-reset': String(caller.resetUnixSeconds),
      ...(entityTag !== undefined && { etag: entityTag }),
      ...(created !== undefined && { location: `/api/v1/subscriptions/${created}` }),
      // Where a client that asks for it would get it compressed.
      ...(body.length > 8192 && { vary: 'Accept-Encoding' }),
    },
  });
}
