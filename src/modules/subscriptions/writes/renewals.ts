import { numberOfDay } from '../../../core/billing/days.ts';
import { amountOf } from '../../../core/billing/money.ts';
import { amountOn, withPrices, type Prices } from '../../../core/billing/prices.ts';
import type { CommandOf, OutcomeOf } from '../../commands.ts';
import type { RenewalIds, SubscriptionCommands } from '../commands.ts';
import type { PaymentSource } from '../../payments/model.ts';
import { recordRenewal, renewSeveral, type RenewalRecord } from '../rules/renewal.ts';
import type { Subscription } from '../rules/subscription.ts';
import { rowOf } from '../store/subscriptions.ts';
import type { RecordStatements } from './statements.ts';
import { storeChange, type ChangingWrite } from './subscriptions.ts';
import type { Tools, Verbs } from '../../../core/writer/executor.ts';

/** A payment of a renewal. */
interface NewPayment {
  readonly id: string;
  readonly dueOn: string;
  readonly paidOn: string;
  readonly amountHundredths: number;
}

/** A renewal to be stored: the states around it, its payments, and what its audit entry records of it. */
interface RenewalToStore {
  readonly before: Subscription;
  readonly after: Subscription;
  readonly source: PaymentSource;
  readonly payments: readonly NewPayment[];
  readonly record: RenewalRecord;
}

/** Stores a renewal with its payments and its audit entry. */
export function storeRenewal(
  statements: RecordStatements,
  write: ChangingWrite,
  { before, after, source, payments, record }: RenewalToStore,
) {
  const { subscriptionId, auditEntryId, actor } = write;
  const { currency, lastPaymentDate, amountHundredths } = after;
  const shared = {
    ownerId: actor.ownerId,
    subscriptionId,
    auditEntryId,
    currency,
    source,
    revertedAt: null,
    removedAt: null,
  };
  const amount = amountHundredths !== before.amountHundredths && { amount: amountOf(amountHundredths) };
  for (const payment of payments) statements.payments.insert({ ...shared, ...payment });
  const recorded = { patch: JSON.stringify({ lastPaymentDate, ...amount }), renewal: JSON.stringify(record) };
  return storeChange(statements, write, { before: rowOf(before), changed: after, recorded });
}

/** What the payments of a stored subscription cost. */
export function pricesIn(
  { reader }: RecordStatements,
  ownerId: number,
  { id, amountHundredths }: Subscription,
): Prices {
  const columns = reader.findPrices(ownerId, id);
  return columns === undefined ? { amountHundredths } : withPrices(columns);
}

/** The verb that records payments of a subscription. */
export const verbs: Verbs<Pick<SubscriptionCommands, 'subscription.renew'>> = {
  'subscription.renew': {
    perform: renewByClient,
    current: ({ records }, { actor, subscriptionId }) => records.reader.findView(actor.ownerId, subscriptionId),
    storesOutcome: true,
  },
};

function renewByClient(
  { records: statements }: Tools,
  command: CommandOf<'subscription.renew'>,
): OutcomeOf<'subscription.renew'> {
  const { actor, subscriptionId, renewals: ids, payment, today, at } = command;
  const stored = statements.reader.find(actor.ownerId, subscriptionId);
  if (stored === undefined) return { outcome: 'missing' };
  const decision = renewSeveral(stored, payment, ids.length, { today, at });
  if ('refusal' in decision) {
    const currentJson = statements.reader.findView(actor.ownerId, subscriptionId);
    if (currentJson === undefined) throw new Error('a record vanished within a transaction');
    const { refusal: reason, ...refused } = decision;
    return { outcome: 'notRenewed', reason, ...refused, currentJson, endsOn: stored.endsOn, payment, today };
  }
  statements.room.require(actor.ownerId, { payments: ids.length, auditEntries: ids.length });
  const prices = pricesIn(statements, actor.ownerId, stored);
  const results = decision.renewals.map(({ renewed: after, dueOn, paidOn }, index) => {
    const before = decision.renewals[index - 1]?.renewed ?? stored;
    const { amountHundredths = amountOn(prices, numberOfDay(dueOn)) } = payment;
    const { paymentId, auditEntryId } = idsAt(ids, index);
    return storeRenewal(
      statements,
      { ...command, auditEntryId },
      {
        before,
        after,
        source: 'manual',
        payments: [{ id: paymentId, dueOn, paidOn, amountHundredths }],
        record: recordRenewal(before, after, { dueOn, paidOn }),
      },
    );
  });
  const last = results.at(-1);
  if (last === undefined) throw new RangeError('a renewal without a payment');
  return last;
}

function idsAt(ids: readonly RenewalIds[], index: number): RenewalIds {
  const own = ids[index];
  if (own === undefined) throw new RangeError('a renewal without ids');
  return own;
}
