import { afterAll, describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { dayAfter } from '../../../../src/core/billing/days.ts';
import { numberFromEnvironment } from '../../../generator/random.ts';
import { pathOf } from '../../../support/expectations.ts';
import { paymentsOf, renew } from '../../../support/payments.ts';
import { renewalJobOf, type RenewalJob } from '../../../support/renewalJob.ts';
import { startService, type AuditBody, type Service } from '../../../support/service.ts';

// Longer at night: RESTART_RUNS=500.
const runs = numberFromEnvironment('RESTART_RUNS', 5);
const day = 24 * 3600;
const jobs: RenewalJob[] = [];
afterAll(() => Promise.all(jobs.map((job) => job.stop())));

type Record = { readonly id: string };

/** What a client does. Days are counted from the current one, or from `nextPaymentDate` where that is said. */
type Act =
  | { readonly act: 'renew'; readonly paidDaysAgo: number; readonly reschedule: boolean }
  | { readonly act: 'change'; readonly patch: object; readonly lastPaidDaysAgo?: number }
  | { readonly act: 'details'; readonly details: object; readonly endsInDays?: number }
  | { readonly act: 'revert'; readonly place: number };

/** The fields of a new subscription. */
interface Beginning {
  readonly lastPaidDaysAgo?: number;
  readonly lastPaymentDate?: string;
  readonly period?: string;
  readonly customDate?: string;
}

/** Some days, on which the server may be off, and what clients do on the last of them. */
interface Step {
  readonly days: number;
  readonly isOff: boolean;
  readonly acts: readonly Act[];
}

/** A server with an owner who wants automatic renewals, and its job. Each server has a clock of its own. */
async function startHousehold(timeZone: string, now = '2026-06-16T12:00:00.000Z') {
  const service = await startService({ writesInline: true, timeZone, now });
  await service.call('PATCH', '/api/v1/preferences', { json: { autoRenew: true } });
  const job = renewalJobOf(service, timeZone);
  jobs.push(job);
  await job.start();
  return { service, job };
}

type Household = Awaited<ReturnType<typeof startHousehold>>;

/** Lets days pass: the server runs through them, or starts on the last one. */
async function pass({ service, job }: Household, days: number, isOff: boolean): Promise<void> {
  if (isOff) {
    await job.stop();
    // After a long time, the job waits for ten minutes.
    const wait = Math.min(600, days * day);
    service.clock.advance(days * day - wait);
    await job.start();
    await job.wait(wait);
  } else {
    for (let passed = 0; passed < days; passed += 1) await job.wait(day);
  }
}

const dayAround = (today: string, days: number) =>
  days >= 0 ? dayAfter(today, days) : new Date(Date.parse(today) + days * day * 1000).toISOString().slice(0, 10);

/** The entries that a client would choose from: the payments and what clients did, newest first. */
async function entriesOf(service: Service, { id }: Record): Promise<AuditBody['data']> {
  const { data } = await service.auditTrail(`?subscriptionId=${id}&limit=100`);
  return data.filter(({ metadata }) => (metadata['renewal'] as { paidOn?: unknown } | undefined)?.paidOn !== null);
}

/** Does what a client does; returns the status of the answer. */
async function perform(service: Service, record: Record, today: string, act: Act): Promise<number> {
  const path = pathOf(record);
  switch (act.act) {
    case 'renew': {
      const { nextPaymentDate: dueOn } = (await service.call('GET', path)).json.data;
      const json = { dueOn, paidOn: dayAround(today, -act.paidDaysAgo), reschedule: act.reschedule };
      return (await renew(service, record, { json })).status;
    }
    case 'change': {
      const { patch, lastPaidDaysAgo: ago } = act;
      const json = { ...patch, ...(ago !== undefined && { lastPaymentDate: dayAround(today, -ago) }) };
      return (await service.call('PATCH', path, { json })).status;
    }
    case 'details': {
      const { details, endsInDays } = act;
      const json = { ...details, ...(endsInDays !== undefined && { endsOn: dayAround(today, endsInDays) }) };
      return (await service.call('PATCH', `${path}/details`, { json })).status;
    }
    case 'revert': {
      const entries = await entriesOf(service, record);
      return (await service.call('POST', `/api/v1/audit/${entries[act.place % entries.length]?.id}/revert`)).status;
    }
  }
}

/** The payments of a record, its dates, its status, and what its clients were answered. */
async function live(
  household: Household,
  { lastPaidDaysAgo = 0, ...first }: Beginning,
  steps: readonly Step[],
  { neverOff = false } = {},
) {
  const { service } = household;
  const today = () => new Date(service.clock.wallMilliseconds()).toISOString().slice(0, 10);
  const record = await service.create({ lastPaymentDate: dayAround(today(), -lastPaidDaysAgo), ...first });
  const answers: number[] = [];
  for (const { days, isOff, acts } of steps) {
    await pass(household, days, isOff && !neverOff);
    for (const act of acts) answers.push(await perform(service, record, today(), act));
  }
  await pass(household, 1, false);
  const { data } = await paymentsOf(service, `?subscriptionId=${record.id}&limit=100`);
  const { lastPaymentDate, nextPaymentDate, status } = (await service.call('GET', pathOf(record))).json.data;
  const payments = data.map(({ dueOn, paidOn, amount, source }) => `${dueOn} ${paidOn} ${amount} ${source}`).toSorted();
  return { payments, lastPaymentDate, nextPaymentDate, status, answers };
}

const monthly = { period: 'monthly' };
const every = (customDate: string) => ({ period: 'custom', customDate });
const anyBilling = fc.constantFrom(monthly, every('1'), every('3'), every('14'));
// Due within a few days.
const anyBeginning = fc.constantFrom(
  { ...monthly, lastPaidDaysAgo: 26 },
  { ...every('14'), lastPaidDaysAgo: 9 },
  every('3'),
  every('1'),
);
const anyRenewal = fc.record({
  act: fc.constant('renew' as const),
  paidDaysAgo: fc.integer({ min: -1, max: 1 }),
  reschedule: fc.boolean(),
});
const anyChange = fc.oneof(
  anyBilling.map((patch) => ({ patch })),
  fc.integer({ min: 0, max: 12 }).map((lastPaidDaysAgo) => ({ patch: {}, lastPaidDaysAgo })),
  fc.constantFrom({ amount: 7 }, { status: 'paused' }, { status: 'active' }).map((patch) => ({ patch })),
);
const anyDetails = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((endsInDays) => ({ details: {}, endsInDays })),
  fc.constantFrom({ endsOn: null }, { autoRenew: false }, { autoRenew: null }).map((details) => ({ details })),
);
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  anyRenewal,
  anyChange.map((change) => ({ act: 'change', ...change }) as const),
  anyDetails.map((change) => ({ act: 'details', ...change }) as const),
);
const anyRevert: fc.Arbitrary<Act> = fc.nat(2).map((place) => ({ act: 'revert', place }));
/** What changes which due dates are paid: a payment in advance and another period, or an end that is taken back. */
const anyDetour: fc.Arbitrary<readonly Act[]> = fc.constantFrom<readonly Act[]>(
  [
    { act: 'renew', paidDaysAgo: 0, reschedule: true },
    { act: 'change', patch: every('1') },
  ],
  [
    { act: 'renew', paidDaysAgo: 0, reschedule: true },
    { act: 'change', patch: every('3') },
  ],
  [
    { act: 'details', details: { endsOn: null } },
    { act: 'change', patch: { status: 'active' } },
  ],
);
const anyStep: fc.Arbitrary<Step> = fc.record({
  days: fc.constantFrom(1, 3, 5, 16),
  isOff: fc.boolean(),
  acts: fc.oneof(
    fc.array(anyAct, { minLength: 1, maxLength: 2 }),
    anyDetour,
    anyRevert.map((act) => [act]),
  ),
});

/** Monthly; rescheduled from 2 March to 28 February, and then daily: 2 March is due again. */
const rescheduled: readonly Step[] = [
  {
    days: 1,
    isOff: false,
    acts: [
      { act: 'renew', paidDaysAgo: 0, reschedule: true },
      { act: 'change', patch: every('1') },
    ],
  },
  { days: 5, isOff: true, acts: [] },
];

/** Ends, and is taken up again two months later: what was due in between is not paid. */
const takenUpAgain: readonly Step[] = [
  { days: 1, isOff: false, acts: [{ act: 'details', details: {}, endsInDays: 3 }] },
  {
    days: 60,
    isOff: true,
    acts: [
      { act: 'details', details: { endsOn: null } },
      { act: 'change', patch: { status: 'active' } },
    ],
  },
];

test.each([
  {
    title: 'pay no due date that has a payment',
    first: { lastPaymentDate: '2028-02-02' },
    steps: rescheduled,
    payments: [
      '2028-02-29 2028-02-29 15.99 automatic',
      '2028-03-01 2028-03-01 15.99 automatic',
      '2028-03-02 2028-02-28 15.99 manual',
      '2028-03-03 2028-03-03 15.99 automatic',
      '2028-03-04 2028-03-04 15.99 automatic',
    ],
  },
  {
    title: 'pay nothing that was due between the end and another beginning',
    first: { lastPaymentDate: '2028-02-10' },
    steps: takenUpAgain,
    payments: [],
  },
])('§10.9: automatic renewals $title, whether the server was off or not', async ({ first, steps, payments }) => {
  for (const neverOff of [true, false]) {
    const household = await startHousehold('UTC', '2028-02-27T12:00:00.000Z');
    expect((await live(household, first, steps, { neverOff })).payments).toEqual([...payments]);
  }
});

describe.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('§10.8: automatic renewals in %s', (timeZone) => {
  test(
    'make the same payments whenever the server was off',
    async () => {
      const [through, cut] = [await startHousehold(timeZone), await startHousehold(timeZone)];
      let paid = 0;
      await fc.assert(
        fc.asyncProperty(anyBeginning, fc.array(anyStep, { minLength: 2, maxLength: 6 }), async (beginning, steps) => {
          const expected = await live(through, beginning, steps, { neverOff: true });
          expect(await live(cut, beginning, steps)).toEqual(expected);
          paid += expected.payments.length;
        }),
        { numRuns: runs },
      );
      // How many there are is chance; that there are any is not.
      expect(paid).toBeGreaterThan(0);
    },
    60_000 + runs * 5000,
  );
});
