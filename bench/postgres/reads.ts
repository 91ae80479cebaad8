import { and, asc, desc, eq, gte, lt, lte, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Principal } from '../../src/domain/keys/principal.ts';
import { isBearer } from '../../src/domain/keys/principal.ts';
import { hashApiKey, isApiKey, stateOfApiKey } from '../../src/domain/keys/apiKey.ts';
import type { Subscription } from '../../src/domain/subscriptions/subscription.ts';
import { foldCase } from '../../src/domain/text/text.ts';
import { foundPage, type Found } from '../../src/http/reads/found.ts';
import type { Read } from '../../src/http/reads/reads.ts';
import { subscriptionOf, type Sort, type SubscriptionFilters } from '../../src/store/entities/subscriptions.ts';
import type { AuditFilters } from '../../src/store/trail/auditTrail.ts';
import type { Page } from '../../src/store/sqlite/page.ts';
import { asStorageFault, type Postgres } from './database.ts';
import { apiKeys, auditEntries, idempotencyKeys, subscriptions } from './tables.ts';

const { placeholder } = sql;

/** The reads of the spike. */
export type Reads = ReturnType<typeof openReads>;

/** Prepares the reads: each is asynchronous, which is what a database in another process means. */
export function openReads(database: Postgres) {
  const { keyByHash, viewById, recordById, outcomeUnder } = prepareSingle(database);
  const lists = remember((filters: readonly Filter[], sort: Sort) => prepareList(database, filters, sort));
  const trails = remember((filters: readonly AuditFilter[]) => prepareTrail(database, filters));

  async function list(ownerId: number, filters: SubscriptionFilters, sort: Sort, page: Page) {
    const { q = '', ...exact } = filters;
    const values = { ...exact, ...(q !== '' && { q: foldCase(q) }) };
    // PostgreSQL refuses U+0000 as a part of a text, so nothing stored has it.
    if (Object.values(values).some((value) => value.includes('\0'))) return { items: [], hasMore: false };
    const statement = lists(namesIn(filterConditions, values), sort);
    return paged(await statement.execute({ ...values, ...ofPage(ownerId, page) }), page);
  }

  async function audit(ownerId: number, filters: AuditFilters, page: Page) {
    const statement = trails(namesIn(auditConditions, filters));
    return paged(await statement.execute({ ...filters, ...ofPage(ownerId, page) }), page);
  }

  return {
    /** The principal of a bearer token, if it is known, not revoked and not expired at the instant that `now` gives. */
    async findHolder(key: string, now: () => string): Promise<Principal | undefined> {
      if (!isApiKey(key)) return undefined;
      const [row] = await readable(keyByHash.execute({ hash: hashApiKey(key) }));
      if (row === undefined || !isBearer(row.kind) || stateOfApiKey(row, now) !== 'active') return undefined;
      return { kind: row.kind, id: row.id, ownerId: row.ownerId, scope: row.scope };
    },

    /** The view of a subscription as JSON. */
    async findView(ownerId: number, id: string): Promise<string | undefined> {
      return (await readable(viewById.execute({ id, ownerId })))[0]?.viewJson;
    },

    /** A subscription. */
    async find(ownerId: number, id: string): Promise<Subscription | undefined> {
      const [row] = await readable(recordById.execute({ id, ownerId }));
      return row && subscriptionOf(row);
    },

    /** Whether an outcome is stored under an idempotency key. */
    async hasOutcome(ownerId: number, key: string): Promise<boolean> {
      return (await readable(outcomeUnder.execute({ ownerId, key }))).length > 0;
    },

    /** A list or the audit trail, as the product's routes describe it. */
    async carryOut(ownerId: number, read: Read): Promise<Found> {
      if (read.kind === 'audit') return foundPage(await readable(audit(ownerId, read.filters, read.page)), read.page);
      if (read.kind !== 'list') throw new Error(`the spike does not read ${read.kind}`);
      const { filters, sort, page } = read;
      return foundPage(await readable(list(ownerId, filters, sort, page)), page, { query: { sort, filters } });
    },
  };
}

/** The statements that find one row. */
function prepareSingle(database: Postgres) {
  const keyByHash = database
    .select({
      id: apiKeys.id,
      ownerId: apiKeys.ownerId,
      kind: apiKeys.kind,
      scope: apiKeys.scope,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      revokedAt: apiKeys.revokedAt,
    })
    .from(apiKeys)
    .where(eq(apiKeys.hash, placeholder('hash')))
    .prepare('key_by_hash');
  const ofRecord = and(eq(subscriptions.id, placeholder('id')), eq(subscriptions.ownerId, placeholder('ownerId')));
  const viewById = database
    .select({ viewJson: subscriptions.viewJson })
    .from(subscriptions)
    .where(ofRecord)
    .prepare('view_by_id');
  const recordById = database.select(recordColumns).from(subscriptions).where(ofRecord).prepare('record_by_id');
  const outcomeUnder = database
    .select({ sequence: sql<number>`1` })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.ownerId, placeholder('ownerId')), eq(idempotencyKeys.key, placeholder('key'))))
    .prepare('outcome_under');
  return { keyByHash, viewById, recordById, outcomeUnder };
}

async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw asStorageFault(error, 'read');
  }
}

/** The columns that decide about a record, as the product's own code expects them. */
export const recordColumns = {
  id: subscriptions.id,
  name: subscriptions.name,
  category: subscriptions.category,
  amountHundredths: subscriptions.amountHundredths,
  currency: subscriptions.currency,
  period: subscriptions.period,
  customDays: subscriptions.customDays,
  lastPaymentDate: subscriptions.lastPaymentDate,
  nextPaymentDate: subscriptions.nextPaymentDate,
  notificationEnabled: subscriptions.notificationEnabled,
  status: subscriptions.status,
  createdAt: subscriptions.createdAt,
  updatedAt: subscriptions.updatedAt,
  everyMonths: subscriptions.everyMonths,
  anchorDay: subscriptions.anchorDay,
  endsOn: subscriptions.endsOn,
};

type Filter = keyof SubscriptionFilters;
const filterConditions: Readonly<Record<Filter, SQL>> = {
  status: eq(subscriptions.status, placeholder('status')),
  category: eq(subscriptions.category, placeholder('category')),
  period: eq(subscriptions.period, placeholder('period')),
  // As literal as instr() of SQLite; LIKE would need an escape for % and _.
  q: sql`strpos(${subscriptions.nameFolded}, ${placeholder('q')}) > 0`,
  expiringBefore: lte(subscriptions.nextPaymentDate, placeholder('expiringBefore')),
};

type AuditFilter = keyof AuditFilters;
const auditConditions: Readonly<Record<AuditFilter, SQL>> = {
  subscriptionId: eq(auditEntries.entityId, placeholder('subscriptionId')),
  action: eq(auditEntries.action, placeholder('action')),
  apiKeyId: eq(auditEntries.actorId, placeholder('apiKeyId')),
  since: gte(auditEntries.createdAt, placeholder('since')),
  until: lt(auditEntries.createdAt, placeholder('until')),
};

const sortColumns = {
  createdAt: subscriptions.createdAt,
  nextPaymentDate: subscriptions.nextPaymentDate,
  amount: subscriptions.amountHundredths,
  name: subscriptions.nameFolded,
};

function prepareList(database: Postgres, filters: readonly Filter[], sort: Sort) {
  const direction = sort.startsWith('-') ? desc : asc;
  const column = sortColumns[sort.replace('-', '') as keyof typeof sortColumns];
  const rows = database
    .select({ json: sql<string>`${subscriptions.viewJson}`.as('json') })
    .from(subscriptions)
    .where(and(eq(subscriptions.ownerId, placeholder('ownerId')), ...filters.map((name) => filterConditions[name])))
    .orderBy(direction(column), direction(subscriptions.sequence))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('page');
  return database
    .select({ joined: joined(rows.json) })
    .from(rows)
    .prepare(`list_${sort.replace('-', 'by_falling_')}_${filters.join('_')}`);
}

// JSON escapes it.
const betweenTexts = '\u001f';

/** All texts of a page as one: to make fifty rows of it takes Drizzle and the driver four times as long as the query. */
function joined(json: SQLWrapper) {
  return sql<string | null>`string_agg(${json}, ${sql.raw("E'\\x1f'")})`;
}

function prepareTrail(database: Postgres, filters: readonly AuditFilter[]) {
  const entry = auditEntries;
  const json = sql<string>`concat('{"id":"', ${entry.id}, '","subscriptionId":"', ${entry.entityId},
    '","apiKeyId":"', ${entry.actorId}, '","requestId":"', ${entry.requestId}, '","action":"', ${entry.action},
    '","metadata":', ${entry.metadata}, ',"createdAt":"', ${entry.createdAt}, '"}')`.as('json');
  const wanted = filters.map((name) => auditConditions[name]);
  const isInTime = filters.includes('since') || filters.includes('until');
  const rows = database
    .select({ json })
    .from(entry)
    .where(and(eq(entry.ownerId, placeholder('ownerId')), eq(entry.entityType, 'subscription'), ...wanted))
    .orderBy(...(isInTime && !filters.includes('subscriptionId') ? [desc(entry.createdAt)] : []), desc(entry.sequence))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('page');
  return database
    .select({ joined: joined(rows.json) })
    .from(rows)
    .prepare(`trail_${filters.join('_')}`);
}

function namesIn<Name extends string>(known: Readonly<Record<Name, SQL>>, values: Partial<Record<Name, unknown>>) {
  return (Object.keys(known) as Name[]).filter((name) => values[name] !== undefined);
}

/** One record more than the page has shows whether another page follows. */
function ofPage(ownerId: number, { limit, offset }: Page) {
  return { ownerId, limit: limit + 1, offset };
}

function paged([row]: readonly { readonly joined: string | null }[], { limit }: Page) {
  const items = row?.joined?.split(betweenTexts) ?? [];
  return { items: items.slice(0, limit), hasMore: items.length > limit };
}

/** Prepares a statement once for each combination of its parts. */
function remember<Parts extends unknown[], Statement>(prepare: (...parts: Parts) => Statement) {
  const known = new Map<string, Statement>();
  return (...parts: Parts): Statement => {
    const key = parts.join(' ');
    const statement = known.get(key) ?? prepare(...parts);
    known.set(key, statement);
    return statement;
  };
}
