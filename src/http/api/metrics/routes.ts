import { Elysia } from 'elysia';
import type { MetricsReader } from '../../../observability/metrics.ts';
import { ApiError } from '../../responses/errors.ts';
import {
  bearerToken,
  findKeyHolder,
  tooManyInvalidKeys,
  type AuthenticationOptions,
} from '../../pipeline/authentication.ts';
import { clientNetwork } from '../../pipeline/clientAddress.ts';

interface MetricsRouteOptions extends AuthenticationOptions {
  readonly reader: MetricsReader;
  /** What a collector has to show. */
  readonly token: string;
  /** What stands before every path; nothing for the root. */
  readonly basePath: string;
}

/** The metrics on the listener of the API, for who shows the token. Answered with the base path and without. */
export function metricsRoute(options: MetricsRouteOptions) {
  const { reader, basePath } = options;
  const requireToken = tokenStage(options);
  const routes = new Elysia({ name: 'metrics', normalize: false }).decorate('requestId', '');
  for (const base of new Set(['', basePath])) {
    routes.get(
      `${base}/metrics`,
      async ({ set }) => {
        set.headers['content-type'] = reader.contentType;
        return await reader.read();
      },
      { beforeHandle: requireToken },
    );
  }
  return routes;
}

const remedy = {
  suggestedFix: 'Send the header "Authorization: Bearer <TOKEN>" with the token that --metrics-token gives the server.',
};
const challenge = { 'www-authenticate': 'Bearer' };

/** Wrong tokens count among the invalid keys of each client address. */
function tokenStage({ token, store, invalidKeys, clock, addressOf, onFailure }: MetricsRouteOptions) {
  const isRight = tokenCheck(token);
  const findHolder = findKeyHolder({ store, clock });
  return function requireToken({ request, requestId }: { request: Request; requestId: string }): void {
    const shown = bearerToken(request);
    if (shown !== undefined && isRight(shown)) return;
    const address = addressOf(request);
    if (shown === undefined) {
      onFailure({ reason: 'missing_key', requestId, address });
      throw new ApiError(
        'authentication_required',
        { message: 'The metrics need the metrics token.', ...remedy },
        challenge,
      );
    }
    // A valid key is shown by mistake, and not to guess the token.
    if (findHolder(shown) !== undefined) {
      onFailure({ reason: 'insufficient_scope', requestId, address });
      throw new ApiError('insufficient_scope', { message: 'An API key does not open the metrics.', ...remedy });
    }
    const state = invalidKeys.count(clientNetwork(address));
    onFailure({ reason: state.allowed ? 'invalid_key' : 'too_many_invalid_keys', requestId, address });
    if (!state.allowed) throw tooManyInvalidKeys(state, 'the metrics token');
    throw new ApiError('invalid_api_key', { message: 'The metrics token is not valid.', ...remedy }, challenge);
  };
}

/** Gives a check that takes as long for a token that is nearly right as for any other. */
export function tokenCheck(token: string): (shown: string) => boolean {
  const expected = digestOf(token);
  // Every byte counts, wherever the first difference is; and the platform's own comparison costs milliseconds at start.
  return (shown) => digestOf(shown).reduce((sum, byte, place) => sum | (byte ^ (expected[place] ?? 0)), 0) === 0;
}

function digestOf(text: string): Uint8Array {
  return new Bun.CryptoHasher('sha256').update(text).digest();
}
