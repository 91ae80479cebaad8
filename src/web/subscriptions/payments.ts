import type { operations } from 'api-types';
import { api, bodyOf, type Schemas } from '../api/client.ts';
import { showToast } from '../components/feedback.tsx';
import { t } from '../messages/messages.ts';
import { undoRequests } from './undo.ts';

export type Payment = Schemas['Payment'];

/** What was spent in some time, in all and by category, month and subscription. */
export type Spent = Schemas['Spent'];

/** What to sum: the days, `YYYY-MM-DD`, by default those of this year so far; and the subscription, by default all. */
type SpentQuery = NonNullable<operations['getSpent']['parameters']['query']>;

export async function loadSpent(query: SpentQuery, signal: AbortSignal): Promise<Spent> {
  return (await bodyOf(api.GET('/api/v1/analytics/spent', { params: { query }, signal }))).spent;
}

/** Corrects a payment of the subscription with a name. A toast tells of it, and undoes it. */
export async function correctPayment({ id }: Payment, name: string, body: Schemas['PaymentPatch']): Promise<void> {
  const { requestId } = await bodyOf(api.PATCH('/api/v1/payments/{id}', { params: { path: { id } }, body }));
  showToast(t('subscriptions.payment.corrected', { name }), () => undoRequests([requestId]));
}

/** Removes a payment of the subscription with a name. A toast tells of it, and undoes it. */
export async function removePayment({ id }: Payment, name: string): Promise<void> {
  const { requestId } = await bodyOf(api.DELETE('/api/v1/payments/{id}', { params: { path: { id } } }));
  showToast(t('overview.paid.undone', { name }), () => undoRequests([requestId]));
}
