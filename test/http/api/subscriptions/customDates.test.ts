import { describe, expect, test } from 'bun:test';
import { expectRefusal, pathOf, storedRows, subscriptionsPath } from '../../../support/expectations.ts';
import { startService, validDraft } from '../../../support/service.ts';

const service = await startService();
const stored = {
  monthly: { period: 'monthly', lastPaymentDate: '2025-01-31' },
  yearly: { period: 'yearly', lastPaymentDate: '2025-01-31' },
  custom: { period: 'custom', customDate: '10', lastPaymentDate: '2025-01-31' },
};
type Kind = keyof typeof stored;
type Patch = Readonly<Record<string, string | null>>;

const withText = (row: { kind: Kind; patch: Patch }) => ({ ...row, text: JSON.stringify(row.patch) });
const ofNextMonth = { period: 'monthly', nextPaymentDate: '2025-02-28' };
const ofNextYear = { period: 'yearly', nextPaymentDate: '2026-01-31' };
const inTenDays = { period: 'custom', customDate: '10', nextPaymentDate: '2025-02-10' };
const inThirtyDays = { period: 'custom', customDate: '30', nextPaymentDate: '2025-03-02' };

/** Every PATCH of the schedule that is accepted: on what it is made, what it sends, what there is afterwards. */
const accepted: readonly { kind: Kind; patch: Patch; becomes: Readonly<Record<string, string>> }[] = [
  { kind: 'monthly', patch: { period: 'monthly' }, becomes: ofNextMonth },
  { kind: 'monthly', patch: { period: 'yearly' }, becomes: ofNextYear },
  { kind: 'monthly', patch: { period: 'custom', customDate: '30' }, becomes: inThirtyDays },
  { kind: 'monthly', patch: { period: 'monthly', customDate: null }, becomes: ofNextMonth },
  { kind: 'monthly', patch: { period: 'yearly', customDate: '' }, becomes: ofNextYear },
  { kind: 'monthly', patch: { customDate: null }, becomes: ofNextMonth },
  { kind: 'monthly', patch: { customDate: '' }, becomes: ofNextMonth },
  { kind: 'yearly', patch: { period: 'monthly' }, becomes: ofNextMonth },
  { kind: 'yearly', patch: { period: 'yearly' }, becomes: ofNextYear },
  { kind: 'yearly', patch: { period: 'custom', customDate: '30' }, becomes: inThirtyDays },
  { kind: 'yearly', patch: { customDate: null }, becomes: ofNextYear },
  { kind: 'custom', patch: { period: 'monthly' }, becomes: ofNextMonth },
  { kind: 'custom', patch: { period: 'yearly' }, becomes: ofNextYear },
  { kind: 'custom', patch: { period: 'monthly', customDate: null }, becomes: ofNextMonth },
  { kind: 'custom', patch: { period: 'yearly', customDate: '' }, becomes: ofNextYear },
  { kind: 'custom', patch: { period: 'custom' }, becomes: inTenDays },
  { kind: 'custom', patch: { period: 'custom', customDate: '30' }, becomes: inThirtyDays },
  { kind: 'custom', patch: { customDate: '30' }, becomes: inThirtyDays },
  { kind: 'custom', patch: { customDate: '10' }, becomes: inTenDays },
  {
    kind: 'custom',
    patch: { lastPaymentDate: '2025-02-10' },
    becomes: { ...inTenDays, nextPaymentDate: '2025-02-20' },
  },
];

/** Every PATCH whose fields do not go with the stored ones; all are refused on customDate. */
const refused: readonly { kind: Kind; patch: Patch }[] = [
  { kind: 'monthly', patch: { customDate: '30' } },
  { kind: 'monthly', patch: { period: 'custom' } },
  { kind: 'monthly', patch: { period: 'custom', customDate: null } },
  { kind: 'monthly', patch: { period: 'custom', customDate: '' } },
  { kind: 'monthly', patch: { period: 'monthly', customDate: '30' } },
  { kind: 'monthly', patch: { period: 'yearly', customDate: '30' } },
  { kind: 'yearly', patch: { customDate: '30' } },
  { kind: 'yearly', patch: { period: 'custom' } },
  { kind: 'yearly', patch: { period: 'monthly', customDate: '30' } },
  { kind: 'custom', patch: { customDate: null } },
  { kind: 'custom', patch: { customDate: '' } },
  { kind: 'custom', patch: { period: 'custom', customDate: null } },
  { kind: 'custom', patch: { period: 'custom', customDate: '' } },
  { kind: 'custom', patch: { period: 'monthly', customDate: '30' } },
  { kind: 'custom', patch: { period: 'yearly', customDate: '10' } },
  { kind: 'custom', patch: { lastPaymentDate: '2025-02-10', customDate: null } },
];

describe('a PATCH of the schedule', () => {
  test.each(accepted.map((row) => ({ ...row, ...withText(row) })))(
    '§2.5: $text on a $kind subscription is accepted',
    async ({ kind, patch, becomes }) => {
      const record = await service.create(stored[kind]);
      const answer = await service.call('PATCH', pathOf(record), { json: patch });
      expect(answer.status).toBe(200);
      expect(answer.json.data).toMatchObject(becomes);
      expect('customDate' in answer.json.data).toBe('customDate' in becomes);
      const read = await service.call('GET', pathOf(record));
      expect(read.json.data).toEqual(answer.json.data);
    },
  );

  test.each(refused.map(withText))('§2.5: $text on a $kind subscription is refused', async ({ kind, patch }) => {
    const record = await service.create(stored[kind]);
    const before = storedRows(service);
    const answer = await service.call('PATCH', pathOf(record), { json: patch });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(answer.json.error.suggestedFix).toContain('customDate');
    expect(storedRows(service)).toEqual(before);
  });

  test.each(['monthly', 'yearly'])('§2.5: the interval that a move to %s cleared does not come back', async (period) => {
    const record = await service.create(stored.custom);
    await service.call('PATCH', pathOf(record), { json: { period } });
    const days = 'select custom_days as days from subscriptions where id = ?';
    expect(service.database.query(days).get(record.id)).toEqual({ days: null });
    const answer = await service.call('PATCH', pathOf(record), { json: { period: 'custom' } });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
  });

  test.each(['active', 'paused', 'cancelled'])(
    '§2.5: the schedule of a custom record survives a move to %s',
    async (status) => {
      const record = await service.create(stored.custom);
      const answer = await service.call('PATCH', pathOf(record), { json: { status } });
      expect(answer.json.data).toMatchObject(inTenDays);
    },
  );
});

describe('a POST', () => {
  test.each([
    ['custom', undefined],
    ['custom', null],
    ['custom', ''],
    ['monthly', '30'],
    ['yearly', '30'],
  ])('§2.5: of a %s period with the customDate %j is refused on customDate', async (period, customDate) => {
    const before = storedRows(service);
    const answer = await service.call('POST', subscriptionsPath, { json: { ...validDraft, period, customDate } });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(answer.json.error.suggestedFix).toContain('customDate');
    expect(storedRows(service)).toEqual(before);
  });

  test.each([
    ['monthly', undefined],
    ['monthly', null],
    ['monthly', ''],
    ['yearly', undefined],
    ['yearly', null],
    ['yearly', ''],
  ])('§2.5: of a %s period with the customDate %j is accepted and gives none back', async (period, customDate) => {
    const created = await service.create({ period, customDate });
    expect(created).not.toHaveProperty('customDate');
  });

  test('§2.5: who sends the interval as a number is told to send it as text', async () => {
    const json = { ...validDraft, period: 'custom', customDate: 45 };
    const answer = await service.call('POST', subscriptionsPath, { json });
    expectRefusal(answer, 400, { code: 'invalid_subscription', field: 'customDate' });
    expect(answer.json.error.suggestedFix).toContain('"45"');
  });
});

describe('customDate in answers', () => {
  test.each(['monthly', 'yearly', 'custom'] as const)(
    '§2.5: of a %s record is the same in lists and single',
    async (kind) => {
      const created = await service.create({ ...stored[kind], name: `only ${kind}` });
      const single = await service.call('GET', pathOf(created));
      const listed = await service.list(`?q=only%20${kind}`);
      expect(single.json.data).toEqual(created);
      expect(listed.data).toEqual([created]);
      expect('customDate' in created).toBe(kind === 'custom');
    },
  );

  test('§2.5: is exactly the text that was sent', async () => {
    const created = await service.create({ ...stored.custom, customDate: '2912' });
    expect(created.customDate).toBe('2912');
  });
});
