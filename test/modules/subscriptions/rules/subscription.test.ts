import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { occurrence } from '../../../../src/core/billing/occurrences.ts';
import type { SubscriptionDraft, SubscriptionPatch } from '../../../../src/modules/subscriptions/model.ts';
import {
  createSubscription,
  faultInDraft,
  faultInPatch,
  updateSubscription,
  viewSubscription,
  type Decision,
  type RelationFault,
  type Subscription,
} from '../../../../src/modules/subscriptions/rules/subscription.ts';
import { anyDay, anyDraft, anyPlainPatch } from '../../../support/arbitraries.ts';

const birth = { id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77', at: '2026-06-16T12:00:00.000Z' };
const later = '2026-07-01T08:30:00.000Z';

const monthlyDraft: SubscriptionDraft = {
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-01-31',
};
const customDraft: SubscriptionDraft = { ...monthlyDraft, period: 'custom', customDate: '10' };

function decided(decision: Decision<Subscription>): Subscription {
  if ('fault' in decision) throw new Error(`refused: ${JSON.stringify(decision.fault)}`);
  return decision.value;
}

function created(draft: SubscriptionDraft): Subscription {
  return decided(createSubscription(draft, birth));
}

function updated(stored: Subscription, patch: SubscriptionPatch): Subscription {
  return decided(updateSubscription(stored, patch, later));
}

/** The fields with their texts trimmed. */
function trimmed(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  );
}

/** The fields without those that are absent. */
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

describe('creating', () => {
  test('any draft becomes a subscription that says what the draft said', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { customDate, ...plain } = draft;
        expect<object>(viewSubscription(created(draft))).toEqual(
          present({
            notificationEnabled: true,
            status: 'active',
            ...trimmed(plain),
            ...(draft.period === 'custom' && { customDate }),
            nextPaymentDate: created(draft).nextPaymentDate,
            id: birth.id,
            createdAt: birth.at,
            updatedAt: birth.at,
          }),
        );
      }),
    );
  });

  test('§2.4: the next payment is one billing period after the last', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { period, customDate, lastPaymentDate } = draft;
        const customDays = period === 'custom' ? Number(customDate) : null;
        const anchor = { period, customDays, everyMonths: null, lastPaymentDate, anchorDay: null };
        expect<string | undefined>(created(draft).nextPaymentDate).toBe(occurrence(anchor, 1));
      }),
    );
  });

  test('§2.5: an interval is stored and shown only while the period is custom', () => {
    expect(created(customDraft)).toMatchObject({ customDays: 10, nextPaymentDate: '2026-02-10' });
    expect(viewSubscription(created(customDraft)).customDate).toBe('10');
    expect(created(monthlyDraft).customDays).toBeNull();
    expect(Object.keys(viewSubscription(created(monthlyDraft)))).not.toContain('customDate');
  });

  test('creating decides the same as the earlier check', () => {
    fc.assert(
      fc.property(anyDraft, fc.constantFrom(undefined, null, '', '30'), (draft, customDate) => {
        const { customDate: _, ...rest } = draft;
        const changed = customDate === undefined ? rest : { ...rest, customDate };
        const decision = createSubscription(changed, birth);
        expect('fault' in decision ? decision.fault : undefined).toEqual(faultInDraft(changed));
      }),
    );
  });

  test.each<[string, Partial<SubscriptionDraft>, RelationFault['field'], RelationFault['reason']]>([
    ['§2.5: a custom period without an interval', { period: 'custom' }, 'customDate', 'customDateMissing'],
    ['§2.5: a custom period with null', { period: 'custom', customDate: null }, 'customDate', 'customDateMissing'],
    [
      '§2.5: a custom period with an empty text',
      { period: 'custom', customDate: '' },
      'customDate',
      'customDateMissing',
    ],
    ['§2.5: a monthly period with an interval', { customDate: '30' }, 'customDate', 'customDateUnwanted'],
    ['§2.5: a yearly period with one', { period: 'yearly', customDate: '1' }, 'customDate', 'customDateUnwanted'],
    ['§2.3: a month past the last day', { lastPaymentDate: '9999-12-01' }, 'lastPaymentDate', 'dateTooLate'],
    ['§2.3: a year past it', { period: 'yearly', lastPaymentDate: '9999-01-01' }, 'lastPaymentDate', 'dateTooLate'],
    ['§2.3: an interval past it', { period: 'custom', customDate: '9999999' }, 'customDate', 'dateTooLate'],
    [
      '§2.3: an interval of more digits than a number holds',
      { period: 'custom', customDate: '9'.repeat(400) },
      'customDate',
      'dateTooLate',
    ],
    [
      '§2.3: no interval is short enough after the last day itself',
      { period: 'custom', customDate: '1', lastPaymentDate: '9999-12-31' },
      'lastPaymentDate',
      'dateTooLate',
    ],
  ])('%s is refused', (_, fields, field, reason) => {
    expect(createSubscription({ ...monthlyDraft, ...fields }, birth)).toEqual({ fault: { field, reason } });
  });

  test('an amount that no check has let through is not stored in silence', () => {
    expect(() => createSubscription({ ...monthlyDraft, amount: 1.005 }, birth)).toThrow(RangeError);
  });
});

describe('updating', () => {
  test('a patch changes what it names, and the time of the change, and nothing else', () => {
    fc.assert(
      fc.property(anyDraft, anyPlainPatch, (draft, patch) => {
        const stored = created(draft);
        expect<object>(viewSubscription(updated(stored, patch))).toEqual(
          present({ ...viewSubscription(stored), ...trimmed(patch), updatedAt: later }),
        );
      }),
    );
  });

  test('the stored next payment date stays unless the patch names one of the fields from which it is computed', () => {
    fc.assert(
      fc.property(anyDraft, anyPlainPatch, anyDay('1900-01-01', '9999-12-31'), (draft, patch, odd) => {
        const stored = { ...created(draft), nextPaymentDate: odd };
        expect(updated(stored, patch).nextPaymentDate).toBe(odd);
        expect(updated(stored, { lastPaymentDate: draft.lastPaymentDate }).nextPaymentDate).toBe(
          created(draft).nextPaymentDate,
        );
      }),
    );
  });

  test('patching a draft with all the fields of another gives what creating that other gives', () => {
    fc.assert(
      fc.property(anyDraft, anyDraft, (one, other) => {
        const whole: SubscriptionDraft = { notificationEnabled: true, status: 'active', ...other };
        expect(updated(created(one), whole)).toEqual({ ...created(other), updatedAt: later });
      }),
    );
  });

  test('an empty patch and the subscription’s own values change nothing but the time', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const stored = created(draft);
        expect(updated(stored, {})).toEqual({ ...stored, updatedAt: later });
        expect(updated(stored, draft)).toEqual({ ...stored, updatedAt: later });
      }),
    );
  });

  test('§2.6: every move between the states is allowed, a move to the same state too', () => {
    const states = ['active', 'paused', 'cancelled'] as const;
    for (const from of states) {
      for (const to of states) {
        const stored = created({ ...monthlyDraft, status: from });
        expect(updated(stored, { status: to })).toEqual({ ...stored, status: to, updatedAt: later });
      }
    }
  });

  test.each<[string, SubscriptionDraft, SubscriptionPatch, RelationFault['field'], RelationFault['reason']]>([
    ['§2.5: custom without interval', monthlyDraft, { period: 'custom' }, 'customDate', 'customDateMissing'],
    ['§2.5: an interval without custom', monthlyDraft, { customDate: '5' }, 'customDate', 'customDateUnwanted'],
    ['§2.5: the interval taken away', customDraft, { customDate: null }, 'customDate', 'customDateMissing'],
    ['§2.5: the interval emptied', customDraft, { customDate: '' }, 'customDate', 'customDateMissing'],
    [
      '§2.5: monthly with an interval',
      customDraft,
      { period: 'monthly', customDate: '5' },
      'customDate',
      'customDateUnwanted',
    ],
    ['§2.3: too late a date', monthlyDraft, { lastPaymentDate: '9999-12-31' }, 'lastPaymentDate', 'dateTooLate'],
    ['§2.3: too long an interval', customDraft, { customDate: '99999999' }, 'customDate', 'dateTooLate'],
    [
      '§2.3: too long a period',
      { ...monthlyDraft, lastPaymentDate: '9999-06-01' },
      { period: 'yearly' },
      'period',
      'dateTooLate',
    ],
  ])('%s is refused, and the check before it says the same', (_, draft, patch, field, reason) => {
    const stored = created(draft);
    expect(updateSubscription(stored, patch, later)).toEqual({ fault: { field, reason } });
    expect(faultInPatch(stored, patch)).toEqual({ field, reason });
  });

  test('what is stored is not judged again when the patch does not touch it', () => {
    const stored: Subscription = {
      ...created(monthlyDraft),
      lastPaymentDate: '9999-12-31',
      nextPaymentDate: '0001-01-01',
    };
    expect(updated(stored, { name: 'Other' })).toEqual({ ...stored, name: 'Other', updatedAt: later });
    expect(faultInPatch(stored, { status: 'paused' })).toBeUndefined();
  });
});
