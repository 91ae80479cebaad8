import { eq, sql } from 'drizzle-orm';
import { once, type Db } from '../../core/database/db.ts';
import { exactRates, viewRates, type StoredRates } from './rules/rates.ts';
import type { ReferenceRates } from './rules/referenceDocument.ts';
import { rates, referenceRates } from './table.ts';

const { ownerId, base, source, asOf, rates: table } = rates;

/** Reads the exchange rates of owners, and those that were fetched. */
export function readRates(db: Db) {
  const byOwner = once(() =>
    db
      .select({ base, source, asOf, rates: table })
      .from(rates)
      .where(eq(ownerId, sql.placeholder('ownerId')))
      .prepare(),
  );

  /** The rates that an owner has set; undefined for none. */
  function find(owner: number): StoredRates | undefined {
    return byOwner().get({ ownerId: owner }) as StoredRates | undefined;
  }

  /** The rates of an owner as JSON, as clients see them; undefined for none. */
  function findView(owner: number): string | undefined {
    const stored = find(owner);
    return stored && JSON.stringify(viewRates(stored, findReference(db)));
  }

  return {
    find,
    findView,
    reference: (): ReferenceRates | undefined => findReference(db),

    /** The rates of an owner to convert with, with their day; undefined for none. */
    findExact(owner: number) {
      const stored = find(owner);
      if (stored === undefined) return undefined;
      const reference = findReference(db);
      return { ...viewRates(stored, reference), exact: exactRates(stored, reference) };
    },
  };
}

function findReference(db: Db): ReferenceRates | undefined {
  return db.select({ asOf: referenceRates.asOf, rates: referenceRates.rates }).from(referenceRates).get();
}
