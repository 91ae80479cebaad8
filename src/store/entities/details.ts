import type { Database } from 'bun:sqlite';
import { and, eq, sql, type InferSelectModel } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { noDetails, type OwnDetails } from '../../domain/subscriptions/details.ts';
import { detailNames, type Details } from '../../domain/subscriptions/detailFields.ts';
import { foldCase } from '../../domain/text/text.ts';
import { subscriptions } from '../schema/tables/subscriptions.ts';
import { columnsOf, placeholdersFor, prepareChange, prepareQuery, type PreparedChange } from '../sqlite/statement.ts';

type WholeRow = InferSelectModel<typeof subscriptions>;

/** The columns of the details on which no date of the record depends. */
const ownColumns = [
  'autoRenew',
  'notes',
  'url',
  'paymentMethod',
  'tags',
  'trialEndsOn',
  'cancelBefore',
  'detailsFolded',
] as const satisfies readonly (keyof WholeRow)[];

/** The name of a column of those details. */
export type OwnDetailColumn = (typeof ownColumns)[number];

/** The columns of a row that hold details. */
export type DetailsRow = Pick<WholeRow, keyof Details>;

// No text of the details can contain it.
const betweenTexts = '\u001f';

/** The columns of a record, without those details: its writes leave them as they are. */
export function withoutDetails<Columns extends Record<OwnDetailColumn, unknown>>(
  columns: Columns,
): Omit<Columns, OwnDetailColumn> {
  const ofRecord: Partial<Columns> = { ...columns };
  for (const column of ownColumns) delete ofRecord[column];
  return ofRecord as Omit<Columns, OwnDetailColumn>;
}

/** The selection of the columns that hold details. */
export function detailsSelection() {
  const columns = columnsOf(subscriptions);
  const selected = detailNames.map((name) => [name, columns[name]]);
  return Object.fromEntries(selected) as Pick<typeof columns, keyof Details>;
}

/** The details that a row holds, in the order of answers. */
export function detailsOf({ autoRenew, tags, ...others }: DetailsRow): Details {
  return {
    ...noDetails,
    ...others,
    autoRenew: autoRenew === null ? null : autoRenew === 1,
    tags: tags === null ? [] : (JSON.parse(tags) as readonly string[]),
  };
}

/** The values of the columns of the details that are stored beside the record, with the derived one for searching. */
export function ownDetailsRow(details: OwnDetails): Pick<WholeRow, OwnDetailColumn> {
  const { autoRenew, notes, url, paymentMethod, tags, trialEndsOn, cancelBefore } = details;
  const texts = [...(notes === null ? [] : [notes]), ...tags];
  return {
    autoRenew: autoRenew === null ? null : Number(autoRenew),
    notes,
    url,
    paymentMethod,
    tags: tags.length === 0 ? null : JSON.stringify(tags),
    trialEndsOn,
    cancelBefore,
    detailsFolded: texts.length === 0 ? null : texts.map(foldCase).join(betweenTexts),
  };
}

/** The view of a record with its details as the last member; all JSON. */
export function detailedJson(viewJson: string, details: Details): string {
  return `${viewJson.slice(0, -1)},"details":${JSON.stringify(details)}}`;
}

/** Reads the details of single subscriptions of an owner. */
export function readDetails(database: Database) {
  const builder = drizzle(database);
  const isWanted = and(
    eq(subscriptions.id, sql.placeholder('id')),
    eq(subscriptions.ownerId, sql.placeholder('ownerId')),
  );
  const details = detailsSelection();
  const { viewJson } = columnsOf(subscriptions);
  const find = prepareQuery(database, builder.select(details).from(subscriptions).where(isWanted));
  const findBoth = prepareQuery(
    database,
    builder
      .select({ viewJson, ...details })
      .from(subscriptions)
      .where(isWanted),
  );
  return {
    /** The details of the owner's subscription with an id (lower case), if there is one. */
    findDetails(ownerId: number, id: string): Details | undefined {
      const row = find.first({ ownerId, id });
      return row && detailsOf(row);
    },

    /** The view of that subscription with its details, as JSON. */
    findDetailedView(ownerId: number, id: string): string | undefined {
      const row = findBoth.first({ ownerId, id });
      if (row === undefined) return undefined;
      const { viewJson: view, ...columns } = row;
      return detailedJson(view, detailsOf(columns));
    },
  };
}

/** Compiles the statement that stores the details beside a record, given the {@link ownDetailsRow}, its id and its owner. */
export function prepareDetailsUpdate(database: Database): PreparedChange {
  const placeholders = placeholdersFor(subscriptions);
  const values = Object.fromEntries(ownColumns.map((column) => [column, placeholders[column]]));
  const isWanted = and(
    eq(subscriptions.id, sql.placeholder('id')),
    eq(subscriptions.ownerId, sql.placeholder('ownerId')),
  );
  return prepareChange(database, drizzle(database).update(subscriptions).set(values).where(isWanted));
}
