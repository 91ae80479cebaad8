import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { Db } from '../../../core/database/db.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { imports } from '../table.ts';

const { sequence, ownerId: owner, entriesAfter, entriesUntil, updatedIds, ...shown } = getTableColumns(imports);

/** Reads the imports that were made. */
export function readImports(db: Db) {
  return {
    /** One page of the imports of an owner, newest first; each as JSON. */
    list(ownerId: number, page: Page): Paged<string> {
      const found = db.select(shown).from(imports).where(eq(owner, ownerId)).orderBy(desc(sequence));
      return pageOf(page, (limit) =>
        found
          .limit(limit)
          .offset(page.offset)
          .all()
          .map((row) => JSON.stringify(row)),
      );
    },
  };
}

/** An import as it is stored. */
export type StoredImport = NonNullable<ReturnType<typeof findImport>>;

/** An import of an owner; undefined when there is none with this id. */
export function findImport(db: Db, ownerId: number, id: string) {
  return db
    .select({ ...shown, entriesAfter, entriesUntil, updatedIds })
    .from(imports)
    .where(and(eq(imports.id, id), eq(owner, ownerId)))
    .get();
}
