import type { ChannelPatch } from '../../src/modules/channels/model.ts';
import type { DetailsPatch } from '../../src/modules/subscriptions/detailModel.ts';
import type { PaymentPatch } from '../../src/modules/payments/model.ts';
import type { PreferencesPatch } from '../../src/modules/owners/model.ts';
import type { ReminderPatch } from '../../src/modules/reminders/model.ts';
import type { SubscriptionPatch } from '../../src/modules/subscriptions/model.ts';
import type { UserPatch } from '../../src/modules/users/model.ts';
import type { operations, OperationId } from './operations.ts';

/** The id of an operation that updates a record. */
export type UpdateId = {
  [Id in OperationId]: (typeof operations)[Id]['method'] extends 'PATCH' ? Id : never;
}[OperationId];

/** What each update changes each of its fields to. */
export const updatedValues: { readonly [Id in UpdateId]: object } = {
  updateSubscription: {
    name: 'Changed',
    category: 'Changed',
    amount: 3,
    currency: 'EUR',
    period: 'monthly',
    customDate: '60',
    lastPaymentDate: '2026-01-31',
    notificationEnabled: false,
    status: 'paused',
  } satisfies Required<SubscriptionPatch>,
  updateDetails: {
    notes: 'Changed',
    url: 'https://example.org/',
    paymentMethod: 'Changed',
    tags: ['changed'],
    trialEndsOn: '2026-12-31',
    endsOn: '2027-12-31',
    cancelBefore: '2027-11-30',
    termEndsOn: '2027-12-31',
    termMonths: 12,
    noticePeriod: { count: 6, unit: 'weeks' },
    priceSteps: [{ from: '2027-06-01', amount: 17.99 }],
    amountVaries: true,
    keepThrough: '2026-12-31',
    anchorDay: 31,
    autoRenew: true,
    everyMonths: 5,
  } satisfies Required<DetailsPatch>,
  updatePayment: { paidOn: '2026-06-17', amount: 3 } satisfies Required<PaymentPatch>,
  updatePreferences: {
    autoRenew: true,
    householdName: 'Elm Street 12',
    monthlyBudget: { amount: 400, currency: 'EUR' },
  } satisfies Required<PreferencesPatch>,
  updateReminder: {
    subscriptionId: null,
    event: 'end',
    daysBefore: [9],
    daysAfter: [1],
    at: '18:30',
    channelIds: [],
    enabled: false,
  } satisfies Required<ReminderPatch>,
  updateUser: { name: 'Changed', scope: 'write' } satisfies Required<UserPatch>,
  updateChannel: { name: 'Changed', enabled: false, language: 'de' } satisfies Required<Omit<ChannelPatch, 'settings'>>,
};
