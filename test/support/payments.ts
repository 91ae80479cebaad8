import type { Call, Service } from './service.ts';
import { pathOf } from './expectations.ts';

/** A payment as clients see it. */
interface PaymentView {
  readonly id: string;
  readonly subscriptionId: string;
  readonly dueOn: string;
  readonly paidOn: string;
  readonly amount: number;
  readonly currency: string;
  readonly source: 'manual' | 'automatic';
  readonly subscriptionName: string;
}

/** A page of payments. */
interface PaymentPage {
  readonly data: readonly PaymentView[];
  readonly pagination: { readonly limit: number; readonly offset: number; readonly hasMore: boolean };
}

/** The page of payments for a query such as `?limit=2`. */
export async function paymentsOf(service: Service, query = '', key = service.keys.write): Promise<PaymentPage> {
  const answer = await service.call('GET', `/api/v1/payments${query}`, { key });
  if (answer.status !== 200) throw new Error(`the payments could not be listed: ${answer.text}`);
  return answer.json as unknown as PaymentPage;
}

/** Asks to record a payment. */
export function renew(service: Service, record: { readonly id: string }, call: Call = {}, query = '') {
  return service.call('POST', `${pathOf(record)}/renew${query}`, call);
}

/** Renews a record once, and returns it as it is then. */
export async function renewed(service: Service, record: { readonly id: string }, payment: object = {}) {
  const answer = await renew(service, record, { json: payment });
  if (answer.status !== 200) throw new Error(`the record was not renewed: ${answer.text}`);
  return answer.json.data;
}

/** The metadata of the newest audit entry of a record, and the id of that entry. */
export async function newestEntry(service: Service, { id }: { readonly id: string }, key = service.keys.write) {
  const [entry] = (await service.auditTrail(`?subscriptionId=${id}&limit=1`, key)).data;
  if (entry === undefined) throw new Error('the record has no audit entry');
  return entry;
}
