import { and, eq, sql } from 'drizzle-orm';
import { apiKeys, owners } from '../../core/access/table.ts';
import { auditEntries } from '../../core/audit/table.ts';
import { once, type Db } from '../../core/database/db.ts';
import { payments } from '../payments/table.ts';
import { subscriptions } from '../subscriptions/table.ts';
import type { OwnerRecord, OwnerUsage } from './commands.ts';
import type { MonthlyBudget, Preferences } from './model.ts';

/** Reads the owners. */
export function readOwners(db: Db) {
  return {
    /** Every owner, by name. */
    list: (): OwnerRecord[] => db.select(shownOf(db)).from(owners).orderBy(owners.name).all(),

    /** Every owner with all that is counted, by name. It walks an index over the rows of all owners. */
    listUsage: (): OwnerUsage[] =>
      db
        .select({
          ...shownOf(db),
          payments: db.$count(payments, eq(payments.ownerId, owners.id)),
          auditEntries: db.$count(auditEntries, eq(auditEntries.ownerId, owners.id)),
        })
        .from(owners)
        .orderBy(owners.name)
        .all(),

    /** The name of every owner, in order. */
    names: (): string[] => namesOfOwners(db).map(({ name }) => name),

    /** The id of the owner of a name, if there is one. */
    idOf: (name: string): number | undefined =>
      db.select({ id: owners.id }).from(owners).where(eq(owners.name, name)).get()?.id,

    /** The owner of a name, if there is one. */
    find: (name: string): OwnerRecord | undefined =>
      db.select(shownOf(db)).from(owners).where(eq(owners.name, name)).get(),
  };
}

/** What an owner wants to spend in a month, at most; null for no budget. */
export function budgetOf(db: Db, ownerId: number): MonthlyBudget | null {
  const { monthlyBudget } = owners;
  return db.select({ monthlyBudget }).from(owners).where(eq(owners.id, ownerId)).get()?.monthlyBudget ?? null;
}

/** Reads the preferences of owners. */
export function readPreferences(db: Db) {
  const byOwner = once(() =>
    db
      .select({
        autoRenew: owners.autoRenew,
        householdName: owners.householdName,
        monthlyBudget: owners.monthlyBudget,
      })
      .from(owners)
      .where(eq(owners.id, sql.placeholder('ownerId')))
      .prepare(),
  );
  return {
    budgetOf: (ownerId: number) => budgetOf(db, ownerId),

    /** The preferences of an owner as JSON; undefined for an owner that was deleted. */
    findView(ownerId: number): string | undefined {
      const row = byOwner().get({ ownerId });
      return row && JSON.stringify({ ...row, autoRenew: row.autoRenew === 1 } satisfies Preferences);
    },
  };
}

/** What is shown of an owner. */
function shownOf(db: Db) {
  return {
    name: owners.name,
    createdAt: owners.createdAt,
    keys: db.$count(apiKeys, and(eq(apiKeys.ownerId, owners.id), eq(apiKeys.kind, 'key'))),
    subscriptions: db.$count(subscriptions, eq(subscriptions.ownerId, owners.id)),
  };
}

/** The names of the owners, by name. It counts no rows: there may be many owners. */
export function namesOfOwners(db: Db): { readonly id: number; readonly name: string }[] {
  return db.select({ id: owners.id, name: owners.name }).from(owners).orderBy(owners.name).all();
}

/** The owner of a name with its id, if there is one. */
export function findOwner(db: Db, name: string): (OwnerRecord & { readonly id: number }) | undefined {
  return db
    .select({ id: owners.id, ...shownOf(db) })
    .from(owners)
    .where(eq(owners.name, name))
    .get();
}

/** Adds an owner, and returns its id. */
export function insertOwner(db: Db, name: string, createdAt: string): number {
  return db.insert(owners).values({ name, createdAt }).returning({ id: owners.id }).get().id;
}
