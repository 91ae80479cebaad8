import type { SubscriptionPatch } from '../../src/domain/subscriptions/fields.ts';
import type { Principal, SessionHolder } from '../../src/domain/keys/principal.ts';
import { touchesSchedule, type Subscription } from '../../src/domain/subscriptions/subscription.ts';
import { entityTagOf } from '../../src/commands/entityTags.ts';
import type { RouteOptions } from '../../src/http/api/routeOptions.ts';
import { subscriptionReadRoutes } from '../../src/http/api/subscriptions/readRoutes.ts';
import { subscriptionNotFound } from '../../src/http/api/subscriptions/writeErrors.ts';
import { subscriptionWriteRoutes, type ChangeContext } from '../../src/http/api/subscriptions/writeRoutes.ts';
import {
  authenticate,
  bearerToken,
  type Authenticate,
  type AuthenticationOptions,
} from '../../src/http/pipeline/authentication.ts';
import type { Route, RouteContext } from '../../src/http/pipeline/route.ts';
import { dataMembers, TaggedAnswer } from '../../src/http/responses/answers.ts';
import { instantOf } from '../../src/runtime/system.ts';
import type { Reads } from './reads.ts';

// The three places of these routes that read the store synchronously. Each is awaited first; then the product's own code runs
// unchanged and finds the result at once. Nothing is awaited in between, so no other request can put its result there.

type LaterOptions = Pick<AuthenticationOptions, 'clock' | 'addressOf' | 'invalidKeys'> & {
  readonly reads: Reads;
  readonly beforeLookUp?: (key: string) => Promise<void>;
};

interface AuthenticationContext {
  readonly request: Request;
  readonly requestId: string;
  caller: Principal;
}

/** The authentication of the product, after an asynchronous look-up of the key. */
export function authenticateLater({ reads, beforeLookUp, ...options }: LaterOptions): Authenticate {
  let found: Principal | undefined;
  const now = () => instantOf(options.clock);
  const authenticateKnown = authenticate({
    ...options,
    store: {
      apiKeys: { findHolder: () => found } as unknown as AuthenticationOptions['store']['apiKeys'],
      sessions: { findHolder: () => undefined } as unknown as AuthenticationOptions['store']['sessions'],
      readAsOne: () => undefined,
    },
    contradicts: () => false,
    onUse: () => undefined,
    onFailure: () => undefined,
  });

  async function holderOf(key: string | undefined): Promise<Principal | undefined> {
    if (key === undefined) return undefined;
    await beforeLookUp?.(key);
    return reads.findHolder(key, now);
  }

  return (needed) => {
    const stage = authenticateKnown(needed);
    return async function authenticateStage(context: AuthenticationContext): Promise<void> {
      const { request, requestId } = context;
      const holder = await holderOf(bearerToken(request));
      const result: AuthenticationContext & { session?: SessionHolder } = { request, requestId, caller: nobody };
      found = holder;
      stage(result);
      context.caller = result.caller;
    };
  };
}

const nobody: Principal = { kind: 'service', id: '', ownerId: 0, scope: 'read' };

type GetContext = RouteContext<{ id: string }, unknown, unknown>;

/** The routes that read subscriptions: the list is asynchronous already, for long reads; the single record is not. */
export function readRoutesLater(options: RouteOptions, reads: Reads): readonly Route[] {
  return subscriptionReadRoutes(options).map((one): Route => {
    if (one.operationId !== 'getSubscription') return one;
    const handle = async ({ caller, params, request, requestId, set }: GetContext): Promise<TaggedAnswer> => {
      const view = await reads.findView(caller.ownerId, params.id.toLowerCase());
      if (view === undefined) throw subscriptionNotFound();
      return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
    };
    return { ...one, handle };
  });
}

type PatchContext = ChangeContext & { readonly body: SubscriptionPatch };

/** The routes that write: a PATCH of the dates is checked against the stored record before the quota is charged. */
export function updateRoutesLater(options: RouteOptions, reads: Reads): readonly Route[] {
  let [stored, isReplayed]: [Subscription | undefined, boolean] = [undefined, false];
  const store = { subscriptions: { find: () => stored }, hasOutcome: () => isReplayed };
  const routes = subscriptionWriteRoutes({ ...options, store: store as unknown as RouteOptions['store'] });

  return routes.map((one): Route => {
    if (one.operationId !== 'updateSubscription') return one;
    const [refuse] = one.stages as readonly ((context: PatchContext) => void)[];
    async function refuseFaultyPatch({ caller, params, query, writeOptions, body }: PatchContext): Promise<void> {
      if (!touchesSchedule(body)) return;
      const key = writeOptions.idempotency?.key;
      const [found, outcome] = await Promise.all([
        reads.find(caller.ownerId, params.id.toLowerCase()),
        key === undefined ? false : reads.hasOutcome(caller.ownerId, key),
      ]);
      [stored, isReplayed] = [found, outcome];
      refuse?.({ caller, params, query, writeOptions, body });
    }
    return { ...one, stages: [refuseFaultyPatch] };
  });
}
