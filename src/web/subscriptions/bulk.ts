import { t } from '../messages/messages.ts';
import type { Operation } from './actions.ts';
import { changeAll } from './changeAll.ts';
import { hasNextPayment, type Status, type Subscription } from './fields.ts';
import { shortListWords } from '../format/format.ts';

const statusTexts = {
  active: ['subscriptions.done.resumed', 'subscriptions.done.resumed.many'],
  paused: ['subscriptions.done.paused', 'subscriptions.done.paused.many'],
  cancelled: ['subscriptions.done.cancelled', 'subscriptions.done.cancelled.many'],
} as const satisfies Record<Status, unknown>;

type Changeable = Pick<Subscription, 'id' | 'name' | 'status'> & { readonly details?: Subscription['details'] };

// Each of these changes one or several subscriptions, tells of it with a toast that undoes it, and throws as `changeAll` does.

export function setStatus(records: readonly Changeable[], status: Status): Promise<void> {
  const [one, many] = statusTexts[status];
  return changeAll(records, {
    operationFor: (record) => (record.status === status ? undefined : statusChange(record, status)),
    told: (changed) => tell(changed, one, many),
  });
}

/** The change of a status. With its last day, a subscription that was cancelled would be cancelled again at once. */
function statusChange({ id, status: before, details }: Changeable, status: Status): Operation {
  const isTakenUp = before === 'cancelled' && status === 'active' && details?.endsOn;
  return { action: 'update', id, patch: { status }, ...(isTakenUp && { details: { endsOn: null } }) };
}

type DoneKey = (typeof statusTexts)[Status][0];
type DoneManyKey = (typeof statusTexts)[Status][1];

/** One is told by its name, several by their number. */
function tell(changed: readonly Changeable[], one: DoneKey, many: DoneManyKey): string {
  const [first, ...others] = changed;
  return first && others.length === 0 ? t(one, { name: first.name }) : t(many, { count: changed.length });
}

export function setCategory(records: readonly Subscription[], category: string): Promise<void> {
  return changeAll(records, {
    operationFor: ({ id, category: before }) =>
      before === category ? undefined : { action: 'update', id, patch: { category } },
    told: ({ length: count }) => t('subscriptions.done.category', { count, category }),
  });
}

/** Sets what subscriptions are paid with; null for nothing. */
export function setPaymentMethod(records: readonly Subscription[], method: string | null): Promise<void> {
  return changeAll(records, {
    operationFor: (record) =>
      methodOf(record) === method ? undefined : { action: 'update', id: record.id, details: { paymentMethod: method } },
    told: ({ length: count }) =>
      method === null
        ? t('subscriptions.done.paymentMethod.none', { count })
        : t('subscriptions.done.paymentMethod', { count, method }),
  });
}

/** Has subscriptions remind of their payments, or not. */
export function setReminders(records: readonly Subscription[], isOn: boolean): Promise<void> {
  return changeAll(records, {
    operationFor: ({ id, notificationEnabled }) =>
      notificationEnabled === isOn ? undefined : { action: 'update', id, patch: { notificationEnabled: isOn } },
    told: (changed) => {
      const names = shortListWords(changed.map(({ name }) => name));
      return t(isOn ? 'subscriptions.done.bell.on' : 'subscriptions.done.bell.off', { names });
    },
  });
}

/** What a subscription is paid with; null for nothing. */
export function methodOf({ details }: Subscription): string | null {
  return details?.paymentMethod ?? null;
}

export interface TagChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export function changeTags(records: readonly Subscription[], tagChange: TagChange): Promise<void> {
  return changeAll(records, {
    operationFor: (record) => {
      const before = tagsOf(record);
      const after = tagsAfter(before, tagChange);
      if (before.join('\n') === after.join('\n')) return undefined;
      return { action: 'update', id: record.id, details: { tags: [...after] } };
    },
    told: ({ length: count }) => t('subscriptions.done.tags', { count }),
  });
}

export function tagsOf({ details }: Subscription): readonly string[] {
  return details?.tags ?? [];
}

/** What a change makes of the tags of a subscription: those that stay keep their order. */
export function tagsAfter(tags: readonly string[], { added, removed }: TagChange): readonly string[] {
  return Array.from(new Set([...tags.filter((tag) => !removed.includes(tag)), ...added]));
}

/** Records the next payment of those that have one. */
export function recordPayments(records: readonly Subscription[]): Promise<void> {
  return changeAll(records, {
    operationFor: (record) =>
      hasNextPayment(record) ? { action: 'renew', id: record.id, dueOn: record.nextPaymentDate } : undefined,
    told: ({ length: count }) => t('subscriptions.done.paid', { count }),
  });
}
