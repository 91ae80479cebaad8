import { expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { numberFromEnvironment } from '../../generator/random.ts';
import { pathOf } from '../../support/expectations.ts';
import { fileOf, importFile } from '../../support/imports.ts';
import { codeOf, countOf, creation } from '../../support/ownerLimits.ts';
import { paymentsOf, renew } from '../../support/payments.ts';
import { startService, validDraft, type Service } from '../../support/service.ts';

// Longer at night: LIMIT_RUNS=500.
const runs = numberFromEnvironment('LIMIT_RUNS', 20);

const path = '/api/v1/subscriptions';
const weekly = { ...validDraft, period: 'custom', customDate: '7' };

/** What a client sends; numbers choose among the records that there are. */
type Act =
  | { readonly act: 'create' | 'preview' | 'revertImport' }
  | { readonly act: 'batch' | 'import' | 'renew'; readonly count: number; readonly place: number }
  | { readonly act: 'delete' | 'change' | 'unpay' | 'undo'; readonly place: number };

const place = fc.nat(9);
const count = fc.integer({ min: 1, max: 3 });
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('create' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('preview' as const, 'revertImport' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constantFrom('batch', 'import', 'renew'), count, place }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('delete' as const, 'change' as const, 'unpay' as const, 'undo' as const),
      place,
    }),
  },
);

/** Carries out what a client sends, whatever becomes of it. */
async function carryOut(service: Service, act: Act): Promise<void> {
  const records = (await service.list('?sort=createdAt')).data;
  const chosen = 'place' in act ? records[act.place % Math.max(records.length, 1)] : undefined;
  const many = 'count' in act ? Array.from({ length: act.count }, (_, index) => `${index}`) : [];
  switch (act.act) {
    case 'create':
      return void (await service.call('POST', path, { json: { ...weekly, lastPaymentDate: '2026-01-01' } }));
    case 'preview':
      return void (await service.call('POST', `${path}?dryRun=true`, { json: validDraft }));
    case 'batch': {
      const removal = chosen === undefined ? [] : [{ action: 'delete', id: chosen.id }];
      const creations = many.map(creation);
      const operations = act.place % 2 === 0 ? [...creations, ...removal] : [...removal, ...creations];
      const query = act.place % 3 === 0 ? '?dryRun=true' : '';
      return void (await service.call('POST', `${path}/batch${query}`, { json: { operations } }));
    }
    case 'import': {
      const payments = [{ dueOn: '2026-05-15', paidOn: '2026-05-15', amount: 1, currency: 'USD', source: 'manual' }];
      const file = fileOf(...many.map((name) => ({ ...validDraft, name, payments })));
      return void (await importFile(service, service.keys.write, file, '?onDuplicate=create'));
    }
    case 'revertImport': {
      const { data } = (await service.call('GET', '/api/v1/imports')).json;
      const [newest] = data as unknown as readonly { readonly id: string }[];
      return void (await service.call('POST', `/api/v1/imports/${newest?.id ?? crypto.randomUUID()}/revert`));
    }
    case 'renew':
      return void (chosen && (await renew(service, chosen, { json: { payments: act.count } })));
    case 'delete':
      return void (chosen && (await service.call('DELETE', pathOf(chosen))));
    case 'change':
      return void (chosen && (await service.call('PATCH', pathOf(chosen), { json: { amount: act.place } })));
    case 'unpay': {
      const [payment] = (await paymentsOf(service)).data;
      return void (payment && (await service.call('DELETE', `/api/v1/payments/${payment.id}`)));
    }
    case 'undo': {
      const { id } = (await service.auditTrail()).data[act.place] ?? {};
      return void (id && (await service.call('POST', `/api/v1/audit/${id}/revert`)));
    }
  }
}

test('§4.5: no sequence of writes at once exceeds a limit, and nothing is refused while there is room', async () => {
  const ownerLimits = { subscriptions: 5, payments: 6, auditEntries: 0 };
  const groups = fc.array(fc.array(anyAct, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
  const service = await startService({ ownerLimits, quota: { limit: 1_000_000, windowSeconds: 60 } });
  await fc.assert(
    fc.asyncProperty(groups, async (acts) => {
      for (const group of acts) {
        await Promise.all(group.map((act) => carryOut(service, act)));
        expect(countOf(service, 'subscriptions')).toBeLessThanOrEqual(ownerLimits.subscriptions);
        expect(countOf(service, 'payments')).toBeLessThanOrEqual(ownerLimits.payments);
      }
      const isFull = countOf(service, 'subscriptions') === ownerLimits.subscriptions;
      const last = await service.call('POST', path, { json: validDraft });
      expect(codeOf(last)).toBe(isFull ? '409 too_many_subscriptions' : '201');
      // Each sequence begins with what the one before has left.
    }),
    { numRuns: runs },
  );
}, 60_000);
