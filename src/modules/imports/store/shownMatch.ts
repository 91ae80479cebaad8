import { amountOf } from '../../../core/billing/money.ts';
import type { Period } from '../../../core/billing/periodTable.ts';
import type { Currency, Status } from '../../subscriptions/model.ts';
import type { RecordRow } from '../../subscriptions/store/subscriptions.ts';
import type { Match } from '../rules/matching.ts';
import type { Twin } from './twins.ts';

/** What a record duplicates: a subscription with an id, or an earlier record of the file with its place. */
interface Duplicated {
  readonly id?: string;
  readonly row?: number;
  readonly name: string;
  readonly amount: number;
  readonly currency: Currency;
  readonly period: Period;
  readonly customDate?: string;
  readonly everyMonths?: number;
  readonly status: Status;
  /** How many subscriptions are meant as well as this one, itself among them; undefined for one. */
  readonly candidates?: number;
}

/** What the report of a dry run says that a record duplicates. */
export interface ShownMatch {
  readonly duplicateOf?: Duplicated;
  /** The subscription that has its name, but not its currency and interval. */
  readonly sameNameAs?: Duplicated;
}

interface Earlier {
  readonly record: { readonly row: number };
  readonly stored: RecordRow;
}

/** What the report of a dry run says that a record duplicates, or whose name it has. */
export function shownMatch(match: Match<Earlier, Twin> | undefined): ShownMatch {
  if (match?.earlier !== undefined)
    return { duplicateOf: { row: match.earlier.record.row, ...shownRow(match.earlier.stored) } };
  if (match?.twin === undefined) return {};
  const { twin, isSameName, candidates } = match;
  const shown = { id: twin.id, ...shownRow(twin), ...(candidates > 1 && { candidates }) };
  return isSameName ? { sameNameAs: shown } : { duplicateOf: shown };
}

function shownRow({ name, amountHundredths, currency, period, customDays, everyMonths, status }: Omit<Twin, 'id'>) {
  return {
    name,
    amount: amountOf(amountHundredths),
    currency,
    period,
    ...(customDays !== null && { customDate: String(customDays) }),
    ...(everyMonths !== null && { everyMonths }),
    status,
  };
}
