import { describe, expect, test } from 'bun:test';
import {
  nextIn,
  paidUntil,
  rhythmOf,
  rhythms,
  saidByLast,
  saidByNext,
  withDay,
  type Rhythm,
} from '../../../src/web/pages/subscriptions/form/schedule.ts';
import {
  changesOf,
  contentOf,
  faultyControls,
  givenDetails,
  newValues,
  valuesOf,
  type FormValues,
} from '../../../src/web/pages/subscriptions/form/values.ts';
import { noDetails, recordOf } from './records.ts';

const today = '2026-11-23';

/** A new form, filled in. */
function formWith(part: Partial<FormValues>): FormValues {
  return { ...newValues('EUR', today), name: 'Insurance', amount: '120', category: 'Home', ...part };
}

function sent(values: FormValues) {
  const content = contentOf(values, 'en');
  if (content === undefined) throw new Error(`cannot be sent: ${faultyControls(values, 'en').join(', ')}`);
  const { period, customDate, lastPaymentDate } = content.fields;
  return { period, customDate, lastPaymentDate, details: givenDetails(content) };
}

describe('the interval of a form', () => {
  test.each<[Rhythm, object]>([
    ['monthly', { period: 'monthly' }],
    ['quarterly', { period: 'custom', customDate: '91', details: { everyMonths: 3 } }],
    ['halfYearly', { period: 'custom', customDate: '183', details: { everyMonths: 6 } }],
    ['yearly', { period: 'yearly' }],
  ])('%s is sent exactly, and shown as such', (rhythm, expected) => {
    const values = formWith({ lastPaymentDate: '2026-10-31', ...rhythms[rhythm] });
    expect(sent(values)).toEqual({
      customDate: undefined,
      details: undefined,
      lastPaymentDate: '2026-10-31',
      ...expected,
    } as ReturnType<typeof sent>);
    expect(rhythmOf(values)).toBe(rhythm);
  });

  test('has a name, however it is written, or none', () => {
    expect(rhythmOf({ count: '12', unit: 'month' })).toBe('yearly');
    expect(rhythmOf({ count: '2', unit: 'week' })).toBeUndefined();
    expect(rhythmOf({ count: '', unit: 'month' })).toBeUndefined();
  });
});

describe('a payment that a form is told', () => {
  test('may be the next one: the last one is found, and the 31st stays the 31st', () => {
    const values = formWith({ nextPaymentDate: '2027-03-31' });
    expect(sent(values)).toMatchObject({ lastPaymentDate: '2027-02-28', details: { anchorDay: 31 } });
    expect(nextIn(values)).toBe('2027-03-31');
    expect(sent({ ...values, ...rhythms.quarterly })).toMatchObject({
      lastPaymentDate: '2026-12-31',
      details: { everyMonths: 3 },
    });
  });

  test('is the same after the other one was shown', () => {
    const record = recordOf({ lastPaymentDate: '2026-02-28', details: { ...noDetails, anchorDay: 31 } });
    for (const values of [
      formWith({ lastPaymentDate: '2026-08-31' }),
      formWith({ lastPaymentDate: '2024-02-29', ...rhythms.yearly }),
      formWith({ lastPaymentDate: '2026-11-30', count: '10', unit: 'day' }),
      valuesOf(record, 'en'),
    ]) {
      const next = { ...values, ...saidByNext(values) };
      expect(nextIn(next)).toBe(nextIn(values) as string);
      expect(sent({ ...next, ...saidByLast(next) })).toEqual(sent(values));
      expect(sent(next)).toEqual(sent(values));
    }
  });

  test('that is typed anew counts by its own day of the month, unless it is the one that was there', () => {
    const first = valuesOf(recordOf({ lastPaymentDate: '2026-02-28', details: { ...noDetails, anchorDay: 31 } }), 'en');
    expect(nextIn(first)).toBe('2026-03-31');
    const other = { ...first, ...withDay(first, '2026-04-28', first) };
    expect(nextIn(other)).toBe('2026-05-28');
    expect(nextIn({ ...other, ...withDay(other, '2026-02-28', first) })).toBe('2026-03-31');
  });

  test('cannot be a next one without a day for the last one', () => {
    const values = formWith({ nextPaymentDate: '0001-01-01', count: '400', unit: 'day' });
    expect([nextIn(values), faultyControls(values, 'en')]).toEqual([undefined, ['nextPaymentDate']]);
  });

  test.each(['', '2026-02-30', '12026-01-01'])('is unknown when its day is %p', (day) => {
    expect(nextIn(formWith({ lastPaymentDate: day }))).toBeUndefined();
    expect(nextIn(formWith({ nextPaymentDate: day }))).toBeUndefined();
  });
});

describe('a form in which everything is paid until today', () => {
  const insurance = formWith({ lastPaymentDate: '2026-01-31', ...rhythms.quarterly });

  test('has the last due day as its last payment, and keeps the 31st', () => {
    expect(nextIn(insurance)).toBe('2026-04-30');
    const paid = { ...insurance, ...paidUntil(insurance, '2026-05-02') };
    expect(sent(paid)).toMatchObject({ lastPaymentDate: '2026-04-30', details: { anchorDay: 31, everyMonths: 3 } });
    expect(nextIn(paid)).toBe('2026-07-31');
    expect(nextIn({ ...insurance, ...paidUntil(insurance, today) })).toBe('2027-01-31');
  });

  test('has the next day that is due as its next payment, if it was told that one', () => {
    const byNext = { ...insurance, ...saidByNext(insurance) };
    const paid = { ...byNext, ...paidUntil(byNext, '2026-05-02') };
    expect(paid.nextPaymentDate).toBe('2026-07-31');
    expect(sent(paid)).toMatchObject({ lastPaymentDate: '2026-04-30', details: { anchorDay: 31 } });
  });

  test('is offered only when the next payment was due before today, and not after the end', () => {
    expect(paidUntil(insurance, '2026-04-30')).toBeUndefined();
    expect(paidUntil({ ...insurance, lastPaymentDate: '' }, today)).toBeUndefined();
    expect(paidUntil({ ...insurance, endsOn: '2026-03-31' }, today)).toBeUndefined();
    expect(paidUntil({ ...insurance, endsOn: '2026-07-31' }, today)).toMatchObject({ lastPaymentDate: '2026-07-31' });
  });

  test('of a stored subscription sends the anchor day with the day: the service would forget it', () => {
    const stored = valuesOf(
      recordOf({ lastPaymentDate: '2026-02-28', details: { ...noDetails, anchorDay: 31 } }),
      'en',
    );
    const [before, after] = [stored, { ...stored, ...paidUntil(stored, today) }].map((values) =>
      contentOf(values, 'en'),
    );
    if (!before || !after) throw new Error('cannot be sent');
    expect(changesOf(before, after)).toEqual({
      patch: { lastPaymentDate: '2026-10-31' },
      details: { anchorDay: 31 },
    });
    const other = contentOf({ ...stored, ...rhythms.quarterly }, 'en');
    expect(other && changesOf(before, other)).toEqual({
      patch: { period: 'custom', customDate: '91' },
      details: { everyMonths: 3, anchorDay: 31 },
    });
  });
});
