import { and, eq } from 'drizzle-orm';
import type { ClientCommand, ClientResult, ResultFor, WriteCommand } from '../../src/commands/commands.ts';
import {
  isByClient,
  isDryRun,
  type ActorEnded,
  type Idempotency,
  type WriteOptions,
  type WriteOrigin,
} from '../../src/commands/origin.ts';
import { stateOfApiKey } from '../../src/domain/keys/apiKey.ts';
import type { WriteDoor } from '../../src/store/store.ts';
import { asStorageFault, mayRetry, type Connection, type Postgres } from './database.ts';
import { createPlainly } from './plainCreate.ts';
import type { RevisionForm } from './revisions.ts';
import { apiKeys, idempotencyKeys } from './tables.ts';
import { performMatched } from './verbs.ts';

/** The form of the revision, or `plain`: rows, and creations by one statement of plain SQL. */
export type WriteForm = RevisionForm | 'plain';

// How often a transaction is run that others have made fail.
const attemptsMax = 5;

/** Carries the result of a dry run out of its transaction, which it rolls back. */
class RolledBack extends Error {
  readonly result: ClientResult;

  constructor(result: ClientResult) {
    super('a dry run');
    this.result = result;
  }
}

/**
 * The entrance of all writes: each is a transaction of its own on one connection of the pool. Nothing groups commits here:
 * PostgreSQL writes the log of transactions that commit at the same time with one sync.
 */
export function openWrites(database: Postgres, form: WriteForm): WriteDoor {
  const revision = form === 'counter' ? 'counter' : 'rows';
  const createInOne = form === 'plain' ? createPlainly(database) : undefined;

  async function transactOnce(command: ClientCommand): Promise<ClientResult> {
    try {
      return await database.transaction(async (transaction) => {
        const result = await perform(transaction, command, revision);
        if (isDryRun(command)) throw new RolledBack(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.result;
      throw error;
    }
  }

  async function transact(command: ClientCommand): Promise<ClientResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transactOnce(command);
      } catch (error) {
        if (attempt === attemptsMax || !mayRetry(error)) throw asStorageFault(error, 'write');
      }
    }
  }

  return {
    async submit<Command extends WriteCommand>(command: Command): Promise<ResultFor<Command>> {
      if (!('actor' in command) || !isByClient(command)) throw new Error(`the spike does not do ${command.kind}`);
      const isPlain = command.kind === 'subscription.create' && !('idempotency' in command) && !isDryRun(command);
      const created = isPlain ? await createInOne?.(command) : undefined;
      return (created ?? (await transact(command))) as ResultFor<Command>;
    },
  };
}

/** The checks of the product's executor, in its order: ended key, idempotency key, If-Match. */
async function perform(connection: Connection, command: ClientCommand, revision: RevisionForm): Promise<ClientResult> {
  const ended = await endOf(connection, command);
  if (ended !== undefined) return ended;
  const { idempotency, actor, at }: WriteOrigin & WriteOptions = command;
  const execute = () => performMatched(connection, command, revision);
  if (idempotency === undefined || isDryRun(command)) return execute();
  return once(connection, { ownerId: actor.ownerId, at }, idempotency, execute);
}

async function endOf(connection: Connection, { actor, at }: WriteOrigin): Promise<ActorEnded | undefined> {
  const [stored] = await connection
    .select({
      ownerId: apiKeys.ownerId,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.id, actor.id));
  const isValid = stored?.ownerId === actor.ownerId && stateOfApiKey(stored, () => at) === 'active';
  return isValid ? undefined : { outcome: 'actorEnded', kind: actor.kind };
}

const storedOutcomes = new Set<ClientResult['outcome']>(['stored', 'deleted']);

/**
 * Executes a write once for each key. Of two at once with the same key, in any server process, the insert of the second one
 * waits for the first to commit, then fails on the unique index; the transaction is run again and finds the outcome.
 */
async function once(
  connection: Connection,
  { ownerId, at }: { readonly ownerId: number; readonly at: string },
  { key, fingerprint, keptSince }: Idempotency,
  execute: () => Promise<ClientResult>,
): Promise<ClientResult> {
  const ofKey = and(eq(idempotencyKeys.ownerId, ownerId), eq(idempotencyKeys.key, key));
  const [stored] = await connection.select().from(idempotencyKeys).where(ofKey);
  if (stored !== undefined && stored.createdAt >= keptSince) {
    if (stored.fingerprint !== fingerprint) return { outcome: 'keyReused' };
    return { ...(JSON.parse(stored.resultJson) as ClientResult), replayed: true };
  }
  if (stored !== undefined) await connection.delete(idempotencyKeys).where(ofKey);
  const result = await execute();
  if (!storedOutcomes.has(result.outcome)) return result;
  const outcome = { ownerId, key, fingerprint, resultJson: JSON.stringify(result), createdAt: at };
  await connection.insert(idempotencyKeys).values(outcome);
  return result;
}
