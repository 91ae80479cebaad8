import { and, eq, sql } from 'drizzle-orm';
import { earlierIn, type PriceColumns } from '../../../core/billing/prices.ts';
import { once, type Db } from '../../../core/database/db.ts';
import { foldCase } from '../../../core/text/text.ts';
import { detailNames, type DetailField, type Details } from '../detailModel.ts';
import { noDetails, ownDetailNames, viewDetails, type OwnDetails } from '../rules/details.ts';
import { subscriptions } from '../table.ts';

/** A complete row of the subscriptions. */
export type WholeRow = typeof subscriptions.$inferSelect;

/** The columns of the details on which no date of the record depends, and the one for searching: writes of the record leave them as they are. */
export type OwnDetailsRow = Pick<WholeRow, keyof OwnDetails | 'detailsFolded'>;

/** The columns of a row that hold details. */
export type DetailsRow = Pick<WholeRow, DetailField>;

// No text of the details can contain it.
const betweenTexts = '\u001f';

/** The columns that hold details. */
export const detailColumns = Object.fromEntries(detailNames.map((name) => [name, subscriptions[name]])) as Pick<
  typeof subscriptions,
  DetailField
>;

/** The columns of what answers show as details. */
export const shownColumns = { ...detailColumns, earlierPrices: subscriptions.earlierPrices };

const priceColumns = {
  amountHundredths: subscriptions.amountHundredths,
  priceSteps: subscriptions.priceSteps,
  earlierPrices: subscriptions.earlierPrices,
};

/** The details that a row holds, in the order of answers. */
export function detailsOf({ autoRenew, tags, noticePeriod, priceSteps, amountVaries, ...others }: DetailsRow): Details {
  return {
    ...noDetails,
    ...others,
    autoRenew: flagOf(autoRenew),
    amountVaries: flagOf(amountVaries),
    tags: tags === null ? [] : (JSON.parse(tags) as readonly string[]),
    noticePeriod: noticePeriod === null ? null : (JSON.parse(noticePeriod) as Details['noticePeriod']),
    priceSteps: priceSteps === null ? [] : (JSON.parse(priceSteps) as Details['priceSteps']),
  };
}

function flagOf(stored: number | null): boolean | null {
  return stored === null ? null : stored === 1;
}

function listOrNull(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
}

/** The values of the columns of the details that are stored beside the record, with the derived one for searching. */
export function ownDetailsRow(details: OwnDetails): OwnDetailsRow {
  const own = Object.fromEntries(ownDetailNames.map((name) => [name, details[name]])) as unknown as OwnDetails;
  const { autoRenew, amountVaries, notes, tags, noticePeriod, priceSteps } = own;
  const texts = [...(notes === null ? [] : [notes]), ...tags];
  return {
    ...own,
    autoRenew: autoRenew === null ? null : Number(autoRenew),
    amountVaries: amountVaries === null ? null : Number(amountVaries),
    tags: listOrNull(tags),
    priceSteps: listOrNull(priceSteps),
    noticePeriod: noticePeriod === null ? null : JSON.stringify(noticePeriod),
    detailsFolded: texts.length === 0 ? null : texts.map(foldCase).join(betweenTexts),
  };
}

/** The details as answers have them on a day, `YYYY-MM-DD`, as JSON. */
function detailsJson(details: Details, today: string, earlierPrices: string | null = null): string {
  const earlier = earlierIn(earlierPrices);
  return JSON.stringify({ ...viewDetails(details, today), ...(earlier.length > 0 && { earlierPrices: earlier }) });
}

/**
 * The view of a record with its details on a day as the last member; all JSON.
 *
 * @param earlierPrices the column, which a new record does not have
 */
export function detailedJson(viewJson: string, details: Details, today: string, earlierPrices?: string | null): string {
  return `${viewJson.slice(0, -1)},"details":${detailsJson(details, today, earlierPrices)}}`;
}

/** The condition that a subscription is that of an owner with an id, for prepared statements. */
export const ofRecord = and(
  eq(subscriptions.id, sql.placeholder('id')),
  eq(subscriptions.ownerId, sql.placeholder('ownerId')),
);

/** Reads the details of single subscriptions of an owner. */
export function readDetails(db: Db) {
  const find = once(() => db.select(shownColumns).from(subscriptions).where(ofRecord).prepare());
  const prices = once(() => db.select(priceColumns).from(subscriptions).where(ofRecord).prepare());
  const findBoth = once(() =>
    db
      .select({ viewJson: subscriptions.viewJson, ...shownColumns })
      .from(subscriptions)
      .where(ofRecord)
      .prepare(),
  );
  return {
    /** The details of the owner's subscription with an id (lower case), if there is one. */
    findDetails(ownerId: number, id: string): Details | undefined {
      const row = find().get({ ownerId, id });
      if (row === undefined) return undefined;
      const { earlierPrices: _earlierPrices, ...details } = row;
      return detailsOf(details);
    },

    /** The view of those details on a day, `YYYY-MM-DD`, as JSON. */
    findDetailsView(ownerId: number, id: string, today: string): string | undefined {
      const row = find().get({ ownerId, id });
      if (row === undefined) return undefined;
      const { earlierPrices, ...details } = row;
      return detailsJson(detailsOf(details), today, earlierPrices);
    },

    /** The view of that subscription with its details on a day, as JSON. */
    findDetailedView(ownerId: number, id: string, today: string): string | undefined {
      const row = findBoth().get({ ownerId, id });
      if (row === undefined) return undefined;
      const { viewJson, earlierPrices, ...details } = row;
      return detailedJson(viewJson, detailsOf(details), today, earlierPrices);
    },

    /** What that subscription costs. */
    findPrices(ownerId: number, id: string): PriceColumns | undefined {
      return prices().get({ ownerId, id });
    },
  };
}
