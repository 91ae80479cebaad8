import type { SQLQueryBindings } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { RenewalRecord } from '../../../../src/modules/subscriptions/rules/renewal.ts';
import { findDamage } from '../../../../src/core/database/integrity.ts';
import { findStaleRows } from '../../../../src/modules/subscriptions/store/staleRows.ts';
import { pathOf } from '../../../support/expectations.ts';
import { renewalJobOf } from '../../../support/renewalJob.ts';
import { startService } from '../../../support/service.ts';

// 16 June 2026, noon.
const service = await startService();
const key = service.makeKey('walking', 'write');
await service.call('PATCH', '/api/v1/preferences', { key, json: { autoRenew: true } });
const job = renewalJobOf(service);

type Step =
  | { readonly kind: 'day' }
  | { readonly kind: 'renew'; readonly isNamed: boolean; readonly reschedule: boolean }
  | { readonly kind: 'revert'; readonly place: number }
  | { readonly kind: 'patch' | 'details'; readonly json: object };

const day: Step = { kind: 'day' };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant(day),
  fc.record({ kind: fc.constant('renew'), isNamed: fc.boolean(), reschedule: fc.boolean() }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('revert'), place: fc.nat(3) }) },
  fc.record({
    kind: fc.constant('patch'),
    json: fc.constantFrom<object>(
      { lastPaymentDate: '2026-03-31' },
      { period: 'custom', customDate: '30' },
      { period: 'monthly' },
      { status: 'paused' },
      { status: 'active' },
      { amount: 3 },
    ),
  }),
  fc.record({
    kind: fc.constant('details'),
    json: fc.constantFrom<object>({ anchorDay: 31 }, { anchorDay: null }, { everyMonths: 2 }, { autoRenew: false }),
  }),
);

async function make(one: Step, record: { readonly id: string }): Promise<void> {
  const send = (method: string, path: string, json?: object) =>
    service.call(method, path, { key, ...(json !== undefined && { json }) });
  if (one.kind === 'day') {
    service.clock.advance(86_400);
    await job.start();
  } else if (one.kind === 'renew') {
    const { nextPaymentDate: dueOn } = (await send('GET', pathOf(record))).json.data;
    await send('POST', `${pathOf(record)}/renew`, { ...(one.isNamed && { dueOn }), reschedule: one.reschedule });
  } else if (one.kind === 'revert') {
    const { data } = await service.auditTrail(`?subscriptionId=${record.id}&limit=9`, key);
    await send('POST', `/api/v1/audit/${data[one.place % data.length]?.id ?? ''}/revert`);
  } else await send('PATCH', one.kind === 'patch' ? pathOf(record) : `${pathOf(record)}/details`, one.json);
}

interface Recorded {
  readonly before?: object;
  readonly after: { readonly nextPaymentDate: string };
  readonly renewal?: RenewalRecord;
  readonly reverts?: string;
}

const rowsOf = <Row>(sql: string, ...bindings: SQLQueryBindings[]) =>
  service.database.query<Row, SQLQueryBindings[]>(sql).all(...bindings);

/** The entries whose payments are made, according to the trail alone; checks the trail on the way. */
function madeAccordingTo(trail: readonly (Recorded & { readonly id: string })[]): readonly string[] {
  const renewalOf = new Map<string, string>();
  const made = new Set<string>();
  for (const [place, { id, before, after, renewal, reverts }] of trail.entries()) {
    expect(before).toEqual(trail[place - 1]?.after);
    if (renewal === undefined) continue;
    expect(renewal.nextPaymentDate.after).toBe(after.nextPaymentDate);
    const entryId = reverts === undefined ? id : (renewalOf.get(reverts) ?? '');
    expect(renewal.entryId).toBe(reverts === undefined ? undefined : entryId);
    renewalOf.set(id, entryId);
    if (renewal.paidOn === null || made.delete(entryId)) continue;
    made.add(entryId);
  }
  return Array.from(made).sort();
}

test('§10.3: whatever is renewed, reverted and changed, the payments made are those that follow from the trail', async () => {
  let reverts = 0;
  const walks = fc.sample(fc.array(step, { minLength: 30, maxLength: 30 }), { numRuns: 12, seed: 7 });
  for (const steps of walks) {
    const record = await service.create({ lastPaymentDate: '2026-01-31' }, key);
    for (const one of steps) await make(one, record);
    const trail = rowsOf<{ id: string; metadata: string }>(
      `SELECT id, metadata FROM audit_entries WHERE entity_id = ? ORDER BY sequence`,
      record.id,
    ).map(({ id, metadata }) => ({ ...(JSON.parse(metadata) as Recorded), id }));
    const made = rowsOf<{ id: string }>(
      `SELECT DISTINCT audit_entry_id AS id FROM payments WHERE subscription_id = ? AND reverted_at IS NULL ORDER BY 1`,
      record.id,
    ).map(({ id }) => id);
    expect(made).toEqual(madeAccordingTo(trail) as string[]);
    expect((await service.call('GET', pathOf(record), { key })).json.data).toEqual(trail.at(-1)?.after as never);
    reverts += trail.filter(({ renewal }) => renewal?.entryId !== undefined).length;
  }
  expect(reverts).toBeGreaterThan(20);
  expect([findDamage(service.database), findStaleRows(service.database), job.log]).toEqual([[], [], []]);
});
