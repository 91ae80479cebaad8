import { Elysia } from 'elysia';
import type { ClientCommand, ResultFor } from '../../modules/commands.ts';
import type { WriteDoor } from '../writer/queue.ts';
import type { Principal, SessionHolder } from '../access/principal.ts';
import { instantOf, type Clock, type Randomness, type WallSpan } from '../runtime/system.ts';
import type { Audited, WriteOptions, WriteOrigin } from '../writer/origin.ts';
import { requireSession, type Authorize, type NeededScope } from './pipeline/authentication.ts';
import type { Quota } from './pipeline/rateLimiter.ts';
import { bodies, type BodyForm } from './pipeline/requestBody.ts';
import { queriesOf, type QuerySchemas } from './pipeline/requestTarget.ts';
import { readIfMatchOf, refuseWriteOptions, idempotencyOf } from './pipeline/writeOptions.ts';
import type { Call } from './responses/answers.ts';
import type { TObject } from '@sinclair/typebox';
import { BodyWriteQuery, NoQuery, WriteQuery } from '../fields/queries.ts';

/** What the macros of {@link access} need. */
export interface AccessServices {
  readonly authorize: Authorize;
  /** The schemas of the queries of all routes. */
  readonly querySchemas: QuerySchemas;
  readonly quota: Quota;
  readonly writes: WriteDoor;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** How long outcomes of writes with an idempotency key are kept. */
  readonly outcomesKept: WallSpan;
}

/** What a command says of itself; {@link access} adds it. */
export type About = WriteOrigin & WriteOptions & Audited;

type Asked<Command> = Command extends unknown ? Omit<Command, keyof About> : never;

/** Submits a command of a request: who makes it, when and with which options is added, by default as of now. */
export type Write = <const Command extends Asked<ClientCommand>>(
  command: Command,
  about?: About,
) => Promise<ResultFor<Extract<ClientCommand, { readonly kind: Command['kind'] }>>>;

const nobody = undefined as unknown as Principal;
const callAnonymously = () => ({ caller: nobody, session: undefined });

/**
 * Who calls, and what the call may do, as macros. Name them in this order: `scope` (401, 403; null asks nobody, and
 * `own` lets a session of a user in for what is the user's own) reads the query
 * strictly, `session` refuses API keys, `takes` reads the body, `options: 'none'` refuses dry runs, If-Match and idempotency keys, `write`
 * reads them; Elysia validates the path, the query and the body; `quota` charges (429); then the handler runs. What is refused with
 * 400 costs nothing: the handler of errors refunds it.
 */
export const access = (services: AccessServices) => {
  const decodeQuery = queriesOf(services.querySchemas);
  return new Elysia({ name: 'access', normalize: false })
    .decorate('requestId', '')
    .decorate('call', undefined as unknown as Call)
    .decorate('caller', nobody)
    .decorate('session', undefined as SessionHolder | undefined)
    .decorate('ifMatch', undefined as WriteOptions['ifMatch'])
    .macro('scope', (needed: NeededScope | null) => {
      const identify = needed === null ? callAnonymously : services.authorize(needed);
      const readQuery = decodeQuery;
      return {
        // Elysia takes no list of hooks from a macro, and puts what this one returns into the context. It sets `route` only for a hook
        // that names it as a parameter: it does not find it in the minified text otherwise.
        transform: function callStage({ request, requestId, route, params, set }: Arriving): object {
          const { caller, session } = identify({ request, requestId });
          // A call in what is returned, which the bundler would put there from the line before, makes Elysia await the hook.
          const query = readQuery({ request, route });
          // Ids are stored in lower case.
          if (params?.id !== undefined) params.id = params.id.toLowerCase();
          return { caller, session, call: { request, requestId, route, set }, query };
        } as unknown as () => void,
        detail: { 'x-scope': needed },
      };
    })
    .macro('session', (isNeeded: true) => ({
      transform: requireSession as () => void,
      resolve: ({ session }) => ({ session: session as SessionHolder }),
      detail: { 'x-session': isNeeded } as object,
    }))
    .macro('takes', (form: BodyForm) => ({ ...bodies[form], detail: { 'x-takes': form } as object }))
    .macro('options', (taken: 'none') => ({
      // Where a secret would be stored with the outcome.
      transform: refuseWriteOptions as () => void,
      detail: { 'x-options': taken } as object,
    }))
    .macro('write', (isWrite: true) => ({
      transform: function matchStage({ request }: Pick<Arriving, 'request'>): object {
        return { ifMatch: readIfMatchOf(request) };
      } as unknown as () => void,
      resolve: ({ caller, requestId, request, query, body, ifMatch }) =>
        writingBy(services, { caller, requestId, request, query, body, ifMatch }),
      detail: { 'x-write': isWrite } as object,
    }))
    .macro('quota', (isCharged: true) => ({
      ...(isCharged && { beforeHandle: services.quota.charge as () => void }),
    }));
};

interface Arriving extends Call {
  readonly params?: { id?: string };
}

interface Writing {
  readonly caller: Principal;
  readonly requestId: string;
  readonly request: Request;
  readonly query: unknown;
  readonly body: unknown;
  readonly ifMatch: WriteOptions['ifMatch'];
}

/**
 * What the handler of a write gets: what to say of its commands, where something of them depends on it, and how to submit them. `hide`
 * changes the fingerprint of a request with secrets, so that nobody can find out a short one by it.
 */
function writingBy(services: AccessServices, writing: Writing) {
  const { clock, randomness, outcomesKept } = services;
  const { caller, requestId, request, query, body, ifMatch } = writing;
  // When it writes, and not before: hashing a password takes a while.
  const about = (): About => ({
    actor: { ...caller, requestId },
    at: instantOf(clock),
    auditEntryId: randomness.uuid(),
    ...((query as { readonly dryRun?: string }).dryRun === 'true' && { dryRun: true }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...idempotencyOf({ request, body, userId: caller.userId }, outcomesKept),
  });
  const write: Write = (command, now = about()) => services.writes.submit({ ...command, ...now } as never) as never;
  return { about, write };
}

/** The options of a route that reads: the macros of `access`, in their order, and the query, by default none. */
export function reads<Needed extends NeededScope, Query extends TObject = typeof NoQuery>(
  scope: Needed,
  query: Query = NoQuery as TObject as Query,
) {
  return { scope, quota: true, query } as const;
}

const ofBodies = { json: BodyWriteQuery, nothing: WriteQuery, ignored: WriteQuery } as const;

/** The options of a route that writes, and takes a dry run: the macros of `access`, in their order, and the query. */
export function writes<Needed extends NeededScope, Form extends keyof typeof ofBodies>(scope: Needed, takes: Form) {
  return { scope, takes, write: true, quota: true, query: ofBodies[takes] as typeof WriteQuery } as const;
}
