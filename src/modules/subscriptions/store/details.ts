import type { Db } from '../../../core/database/db.ts';
import { noDetails, ownDetailNames, viewDetails, type OwnDetails } from '../rules/details.ts';
import { detailNames, type Details } from '../detailModel.ts';
import { foldCase } from '../../../core/text/text.ts';
import { columns, type Rows } from '../../../core/database/columns.ts';
import { prepareQuery } from '../../../core/database/statement.ts';

/** A complete row of the subscriptions. */
export type WholeRow = Rows['subscriptions'];

/** The name of a column of the details on which no date of the record depends, or of the one for searching. */
export type OwnDetailColumn = keyof OwnDetails | 'detailsFolded';

/** Those columns: writes of the record leave them as they are. */
export const ownDetailColumns: readonly OwnDetailColumn[] = [...ownDetailNames, 'detailsFolded'];

/** The columns of a row that hold details. */
export type DetailsRow = Pick<WholeRow, keyof Details>;

// No text of the details can contain it.
const betweenTexts = '\u001f';

/** The columns that hold details, in SQL. */
export const detailColumns = columns('subscriptions', detailNames);

/** The details that a row holds, in the order of answers. */
export function detailsOf({ autoRenew, tags, noticePeriod, ...others }: DetailsRow): Details {
  return {
    ...noDetails,
    ...others,
    autoRenew: autoRenew === null ? null : autoRenew === 1,
    tags: tags === null ? [] : (JSON.parse(tags) as readonly string[]),
    noticePeriod: noticePeriod === null ? null : (JSON.parse(noticePeriod) as Details['noticePeriod']),
  };
}

/** The values of the columns of the details that are stored beside the record, with the derived one for searching. */
export function ownDetailsRow(details: OwnDetails): Pick<WholeRow, OwnDetailColumn> {
  const own = Object.fromEntries(ownDetailNames.map((name) => [name, details[name]])) as unknown as OwnDetails;
  const { autoRenew, notes, tags, noticePeriod } = own;
  const texts = [...(notes === null ? [] : [notes]), ...tags];
  return {
    ...own,
    autoRenew: autoRenew === null ? null : Number(autoRenew),
    tags: tags.length === 0 ? null : JSON.stringify(tags),
    noticePeriod: noticePeriod === null ? null : JSON.stringify(noticePeriod),
    detailsFolded: texts.length === 0 ? null : texts.map(foldCase).join(betweenTexts),
  };
}

/** The details as answers have them on a day, `YYYY-MM-DD`, as JSON. */
function detailsJson(details: Details, today: string): string {
  return JSON.stringify(viewDetails(details, today));
}

/** The view of a record with its details on a day as the last member; all JSON. */
export function detailedJson(viewJson: string, details: Details, today: string): string {
  return `${viewJson.slice(0, -1)},"details":${detailsJson(details, today)}}`;
}

/** Reads the details of single subscriptions of an owner. */
export function readDetails(database: Db) {
  const ofRecord = 'FROM subscriptions WHERE id = $id AND owner_id = $ownerId';
  const find = prepareQuery<DetailsRow>(database, `SELECT ${detailColumns} ${ofRecord}`);
  const findBoth = prepareQuery<DetailsRow & { viewJson: string }>(
    database,
    `SELECT view_json AS viewJson, ${detailColumns} ${ofRecord}`,
  );
  return {
    /** The details of the owner's subscription with an id (lower case), if there is one. */
    findDetails(ownerId: number, id: string): Details | undefined {
      const row = find.first({ ownerId, id });
      return row && detailsOf(row);
    },

    /** The view of those details on a day, `YYYY-MM-DD`, as JSON. */
    findDetailsView(ownerId: number, id: string, today: string): string | undefined {
      const row = find.first({ ownerId, id });
      return row && detailsJson(detailsOf(row), today);
    },

    /** The view of that subscription with its details on a day, as JSON. */
    findDetailedView(ownerId: number, id: string, today: string): string | undefined {
      const row = findBoth.first({ ownerId, id });
      if (row === undefined) return undefined;
      const { viewJson, ...details } = row;
      return detailedJson(viewJson, detailsOf(details), today);
    },
  };
}
