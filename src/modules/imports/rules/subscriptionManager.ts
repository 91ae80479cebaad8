import { memberOf, recordsFrom } from './members.ts';
import type { SourceRecord } from './recordInProgress.ts';
import { plainText } from './values/reading.ts';

/** The members of a record of subscription-manager that tell it from others. */
export const subscriptionManagerMembers = ['name', 'amount', 'period', 'lastPaymentDate'] as const;

/**
 * The records of an export of subscription-manager.
 *
 * @param categories the list beside them, in which each category has an id and a name
 */
export function subscriptionManagerExport(list: readonly unknown[], categories: unknown): readonly SourceRecord[] {
  const names = namesOf(categories);
  return recordsFrom(list, (members) => {
    const cell = (name: string) => memberOf(members, name);
    const category = plainText(cell('category'));
    return {
      cells: {
        name: cell('name'),
        category: names.get(category) ?? category,
        amount: cell('amount'),
        currency: cell('currency'),
        period: cell('period'),
        customDate: cell('period') === 'custom' ? cell('customDate') : undefined,
        lastPaymentDate: cell('lastPaymentDate'),
        nextPaymentDate: cell('nextPaymentDate'),
        anchorDay: cell('billingAnchorDay'),
        notificationEnabled: cell('notificationEnabled'),
        status: cell('status'),
        notes: cell('notes'),
        url: cell('url') ?? cell('website'),
      },
    };
  });
}

function namesOf(categories: unknown): ReadonlyMap<string, string> {
  const list: readonly unknown[] = Array.isArray(categories) ? categories : [];
  const pairs = list.map((one) => [plainText(memberOf(one, 'id')), plainText(memberOf(one, 'name'))] as const);
  return new Map(pairs.filter(([id, name]) => id !== '' && name !== ''));
}
