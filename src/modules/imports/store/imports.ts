import type { Db } from '../../../core/database/db.ts';
import type { ImportView } from '../model.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { pageOf, type Page, type Paged } from '../../../core/database/page.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

const viewColumns = columns('imports', ['id', 'at', 'format', 'rows', 'created', 'updated', 'revertedAt']);

/** Reads the imports that were made. */
export function readImports(database: Db) {
  const ofOwner = prepareQuery<ImportView>(
    database,
    `SELECT ${viewColumns} FROM imports WHERE owner_id = $ownerId ORDER BY sequence DESC LIMIT $limit OFFSET $offset`,
  );

  return {
    /** One page of the imports of an owner, newest first; each as JSON. */
    list: (ownerId: number, page: Page): Paged<string> =>
      pageOf(page, (limit) => ofOwner.all({ ownerId, limit, offset: page.offset }).map((row) => JSON.stringify(row))),
  };
}

/** An import as it is stored. */
export type StoredImport = ImportView & Pick<Rows['imports'], 'entriesAfter' | 'entriesUntil' | 'updatedIds'>;

/** An import of an owner; undefined when there is none with this id. */
export function findImport(database: Db, ownerId: number, id: string): StoredImport | undefined {
  const others = columns('imports', ['entriesAfter', 'entriesUntil', 'updatedIds']);
  const ofId = `SELECT ${viewColumns}, ${others} FROM imports WHERE id = $id AND owner_id = $ownerId`;
  return prepareQuery<StoredImport>(database, ofId).first({ id, ownerId });
}
