import { Elysia } from 'elysia';
import type { MetricsReader } from './metrics.ts';
import { ApiError } from '../http/errors/apiError.ts';
import {
  bearerToken,
  findKeyHolder,
  tooManyInvalidKeys,
  type AuthenticationOptions,
} from '../http/pipeline/authentication.ts';
import { clientNetwork } from '../http/pipeline/clientAddress.ts';
import { sha256Bytes } from '../runtime/host.ts';

interface MetricsRouteOptions extends AuthenticationOptions {
  readonly reader: MetricsReader;
  /** The token that collectors need. */
  readonly token: string;
  /** The prefix of every path; empty for the root. */
  readonly basePath: string;
}

/** Serves the metrics on the API listener to collectors with the token, with and without the base path. */
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
  suggestedFix: 'Send the header "Authorization: Bearer <TOKEN>" with the token in --metrics-token.',
};
const challenge = { 'www-authenticate': 'Bearer' };

/** A stage that requires the token. Wrong tokens count as invalid keys of the client address. */
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
    // A valid API key is a mistake, not an attempt to guess the token.
    if (findHolder(shown) !== undefined) {
      onFailure({ reason: 'insufficient_scope', requestId, address });
      throw new ApiError('insufficient_scope', { message: 'An API key is not accepted for metrics.', ...remedy });
    }
    const state = invalidKeys.count(clientNetwork(address));
    onFailure({ reason: state.allowed ? 'invalid_key' : 'too_many_invalid_keys', requestId, address });
    if (!state.allowed) throw tooManyInvalidKeys(state, 'the metrics token');
    throw new ApiError('invalid_api_key', { message: 'The metrics token is not valid.', ...remedy }, challenge);
  };
}

/** Gives a check of the token in constant time. */
export function tokenCheck(token: string): (shown: string) => boolean {
  const expected = sha256Bytes(token);
  // Compares every byte. The comparison of node:crypto would cost milliseconds at the start.
  return (shown) => sha256Bytes(shown).reduce((sum, byte, place) => sum | (byte ^ (expected[place] ?? 0)), 0) === 0;
}
