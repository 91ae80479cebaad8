import './support/texts.ts';
import { describe, expect, test } from 'bun:test';
import { formatDay } from '../../src/web/format/intl.ts';
import { amountText, formatMoney } from '../../src/web/format/money.ts';
import type { Language } from '../../src/web/messages/languages.ts';
import { translate, translateKnown } from '../../src/web/messages/translate.ts';
import { byDay, type Entry, labelOf, linesOf } from '../../src/web/pages/activity/entries.ts';
import { actorText, sentenceOf, valuesText } from '../../src/web/pages/activity/sentences.ts';
import type { Words } from '../../src/web/subscriptions/fields.ts';
import { noDetails } from './subscriptions/records.ts';

function wordsOf(language: Language, locale: string): Words {
  return {
    say: (key, ...values) => translate({ language, locale }, key, ...values),
    sayKnown: (key, values) => translateKnown({ language, locale }, key, values),
    amount: (amount) => amountText(amount, locale),
    money: (amount, currency) => formatMoney(amount, currency, locale),
    day: (day) => formatDay(day, locale, 'full'),
  };
}

const english = wordsOf('en', 'en-GB');
const german = wordsOf('de', 'de-DE');

const netflix = {
  id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a77',
  name: 'Netflix',
  category: 'Streaming',
  amount: 15.99,
  currency: 'USD',
  period: 'monthly',
  lastPaymentDate: '2026-11-01',
  nextPaymentDate: '2026-12-01',
  notificationEnabled: true,
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

function entry(fields: Partial<Entry> = {}): Entry {
  return {
    id: 'e1',
    entityType: 'subscription',
    entityId: netflix.id,
    action: 'subscription.update',
    actor: { kind: 'key', name: 'phone' },
    requestId: 'r1',
    name: 'Netflix',
    amount: 15.99,
    undone: false,
    metadata: { after: netflix },
    createdAt: '2026-11-20T08:00:00.000Z',
    ...fields,
  };
}

const update = (changed: object, more: object = {}) =>
  entry({ metadata: { before: netflix, after: { ...netflix, ...changed }, patch: changed, ...more } });

const renewal = (fields: object = {}, more: object = {}) =>
  update(
    { lastPaymentDate: '2026-12-01', nextPaymentDate: '2027-01-01' },
    {
      renewal: {
        dueOn: '2026-12-01',
        paidOn: '2026-12-01',
        anchorDay: { before: null, after: null },
        nextPaymentDate: { before: '2026-12-01', after: '2027-01-01' },
        ...fields,
      },
      ...more,
    },
  );

const other = (action: Entry['action'], metadata: Entry['metadata'], entityType: Entry['entityType'] = 'key') =>
  entry({ action, metadata, entityType });

// Names are isolated from the direction of the text around them, and some spaces do not break.
const plain = (text: string | undefined) => text?.replaceAll(/[\u2068\u2069]/g, '').replaceAll(/\s/g, ' ');
const textOf = (one: Entry, words = english) => plain(sentenceOf(one, words).text);

describe('the sentence of a subscription', () => {
  test.each<[Entry, string, string]>([
    [entry({ action: 'subscription.create' }), 'added, US$15.99 monthly', 'hinzugefügt, 15,99 US$ monatlich'],
    [update({ amount: 17.99 }), 'US$15.99 → US$17.99', '15,99 US$ → 17,99 US$'],
    [update({ status: 'cancelled' }), 'cancelled', 'gekündigt'],
    [update({ notificationEnabled: false }), 'Payment reminders: on → off', 'Erinnerung an Zahlungen: an → aus'],
    [
      update({ period: 'custom', customDate: '14' }),
      'Billed: monthly → every 2 weeks',
      'Abrechnung: monatlich → alle 2 Wochen',
    ],
    [update({}), 'saved without a change', 'ohne Änderung gespeichert'],
    [update({ name: 'Films', amount: 9 }), '2 changes', '2 Änderungen'],
    [update({ amount: 9 }, { reverts: 'e0' }), 'a change was undone', 'eine Änderung rückgängig gemacht'],
    [renewal(), 'paid US$15.99 for 1 December 2026', '15,99 US$ für den 1. Dezember 2026 bezahlt'],
    [
      renewal({ steps: 40 }),
      'paid 40 times, the last for 1 December 2026',
      '40-mal bezahlt, zuletzt für den 1. Dezember 2026',
    ],
    [
      renewal({ paidOn: null, skipped: 2 }),
      '2 due dates passed without a payment',
      '2 Fälligkeiten ohne Zahlung vergangen',
    ],
  ])('%#', (one, inEnglish, inGerman) => {
    expect(textOf(one)).toBe(inEnglish);
    expect(textOf(one, german)).toBe(inGerman);
  });

  test('names the amount of a payment only where it is known', () => {
    expect(sentenceOf({ ...renewal(), amount: null }, english).text).toBe('paid for 1 December 2026');
  });

  test('says when a payment was made on another day, and what passed before it', () => {
    const { notes } = sentenceOf(renewal({ paidOn: '2026-12-03', skipped: 1 }), english);
    expect(notes).toEqual([
      'paid on 3 December 2026',
      '1 due date passed without a payment',
      'next payment on 1 January 2027',
    ]);
  });

  test('tells a payment that was taken back from one that was brought back', () => {
    const back = { nextPaymentDate: { before: '2027-01-01', after: '2026-12-01' } };
    expect(textOf(renewal(back, { reverts: 'e0' }))).toBe('payment for 1 December 2026 taken back');
    expect(textOf(renewal({}, { reverts: 'e0' }))).toBe('payment for 1 December 2026 recorded again');
  });

  test('lists several changes field by field, details included', () => {
    const details = {
      before: { ...noDetails, tags: ['home'] },
      after: { ...noDetails, notes: 'Ask\nthem', paymentMethod: '\u{1F4B3}'.repeat(121), everyMonths: 3 },
    };
    const custom = { period: 'custom', customDate: '91' };
    const one = entry({ metadata: { before: { ...netflix, ...custom }, after: { ...netflix, ...custom }, details } });
    const { changes } = sentenceOf(one, english);
    expect(changes.map((change) => `${labelOf(change, english)}: ${plain(valuesText(change, english))}`)).toEqual([
      'Billed: every 13 weeks → every 3 months',
      'Notes: Ask them',
      'Tags: removed, was home',
      `Paid with: ${'\u{1F4B3}'.repeat(120)} …`,
    ]);
  });

  test('offers to undo what changed something, and nothing else', () => {
    const effects = [update({ amount: 1 }), renewal(), update({}), entry({ action: 'subscription.create' })];
    expect(effects.map((one) => sentenceOf(one, english).hasEffect)).toEqual([true, true, false, false]);
    const [off, on] = [{ autoRenew: false }, { autoRenew: true }];
    const others = [
      other('preferences.update', { before: off, after: on }, 'owner'),
      other('preferences.update', { before: on, after: on }, 'owner'),
      other('user.setPassword', { before: { hasPassword: false }, after: { hasPassword: true } }),
      other('owner.rename', { before: { name: 'a' }, after: { name: 'b' } }, 'owner'),
    ];
    expect(others.map((one) => sentenceOf(one, english).hasEffect)).toEqual([true, false, false, false]);
  });

  test('says that the last day has passed when the service cancels', () => {
    const ended = { ...update({ status: 'cancelled' }), actor: { kind: 'service', name: null } } as const;
    expect(sentenceOf(ended, english).notes).toEqual(['its last day has passed']);
  });
});

describe('the sentence of a payment', () => {
  const payment = {
    id: 'p1',
    subscriptionId: netflix.id,
    dueOn: '2026-11-01',
    paidOn: '2026-11-01',
    amount: 15.99,
    currency: 'USD',
    source: 'manual',
    removed: false,
  };
  const corrected = (before: object, after: object) =>
    other(
      'payment.update',
      { name: 'Netflix', before: { ...payment, ...before }, after: { ...payment, ...after } },
      'payment',
    );

  test.each<[Entry, string, readonly string[], boolean]>([
    [corrected({}, { amount: 12 }), 'payment for 1 November 2026 corrected', ['US$15.99 → US$12.00'], true],
    [
      corrected({}, { paidOn: '2026-11-03' }),
      'payment for 1 November 2026 corrected',
      ['1 November 2026 → 3 November 2026'],
      true,
    ],
    [corrected({}, {}), 'payment for 1 November 2026 corrected', [], false],
    [corrected({}, { removed: true }), 'payment for 1 November 2026 removed', [], true],
    [corrected({ removed: true }, {}), 'payment for 1 November 2026 recorded again', [], true],
  ])('names its subscription, its due date and what was corrected', (one, text, notes, hasEffect) => {
    const sentence = sentenceOf(one, english);
    expect(sentence).toMatchObject({ name: 'Netflix', subscriptionId: netflix.id, hasEffect });
    expect([plain(sentence.text), sentence.notes.map(plain)]).toEqual([text, notes as string[]]);
  });
});

describe('the sentence of anything else', () => {
  const key = { name: 'phone', start: 'dbk_r_ab', scope: 'read' };

  test.each<[Entry, string]>([
    [other('key.create', { after: key }), 'Key phone created, may view'],
    [other('key.create', { after: { ...key, name: null } }), 'Key dbk_r_ab created, may view'],
    [other('key.revoke', { before: key, after: key }), 'Key phone revoked'],
    [other('key.rotate', { before: key, after: key }), 'Key phone replaced by a new one'],
    [other('key.undoRotation', { before: key, after: key }), 'Replacement of the key phone undone'],
    [
      other('key.undoRotation', { before: { name: null, start: 'dbk_r_cd' }, after: { ...key, name: null } }),
      'Replacement of the key dbk_r_ab undone',
    ],
    [
      other('session.create', { after: { name: 'Firefox on Linux', signedInBy: 'password' } }),
      'Signed in with a password: Firefox on Linux',
    ],
    [other('session.create', { after: { name: null, signedInBy: 'ticket' } }), 'Signed in'],
    [other('session.end', { after: { id: 's' } }), 'Signed out'],
    [other('session.end', { before: { name: 'Firefox' }, after: {} }), 'Browser signed out: Firefox'],
    [other('user.create', { after: { name: 'ben', scope: 'write' } }), 'Person ben added, may change'],
    [other('user.delete', { before: { name: 'ben' } }), 'Person ben removed'],
    [
      other('user.setPassword', { before: { hasPassword: false }, after: { name: 'ben' } }),
      'First password of ben set',
    ],
    [other('user.setPassword', { before: { hasPassword: true }, after: { name: 'ben' } }), 'Password of ben changed'],
    [other('user.createCode', { user: 'ben', scope: 'read' }), 'Sign-in link for ben created'],
    [other('preferences.update', { after: { autoRenew: true } }, 'owner'), 'Payments are recorded automatically'],
    [other('owner.rename', { before: { name: 'a' }, after: { name: 'b' } }, 'owner'), 'Household renamed from a to b'],
    [other('user.create', {}), 'Another change: user.create'],
    [other('feed.read' as Entry['action'], {}), 'Another change: feed.read'],
  ])('%#', (one, expected) => {
    expect(textOf(one)).toBe(expected);
    expect(textOf(one, german)).not.toBe('');
  });
});

describe('who made a change', () => {
  test.each<[Partial<Entry>, string | undefined]>([
    [{}, 'by the key phone'],
    [{ actor: { kind: 'key', name: null } }, 'by a key'],
    [{ actor: { kind: 'session', name: 'mia' } }, 'by mia'],
    [{ actor: { kind: 'session', name: null } }, 'by somebody who is signed in'],
    [{ actor: { kind: 'service', name: null } }, 'automatically'],
    [{ actor: { kind: 'service', name: null }, entityType: 'key' }, 'on the server'],
    [{ actor: { kind: 'service', name: null }, entityType: 'session', action: 'session.create' }, undefined],
  ])('%#', (fields, expected) => {
    expect(plain(actorText(entry(fields), english))).toBe(expected);
  });
});

describe('the list', () => {
  test('is grouped by the days of the service', () => {
    const late = entry({ id: 'late', createdAt: '2026-11-20T23:30:00.000Z' });
    const early = entry({ id: 'early', createdAt: '2026-11-20T20:00:00.000Z' });
    const days = byDay([late, early], 'Europe/Berlin').map(({ day, entries }) => [day, entries.map(({ id }) => id)]);
    expect(days).toEqual([
      ['2026-11-21', ['late']],
      ['2026-11-20', ['early']],
    ]);
  });

  test('shows the sign-ins of a person on a day as one line, in the place of the last one', () => {
    const signIn = (id: string, name: string | null) =>
      entry({ id, entityType: 'session', action: 'session.create', actor: { kind: 'session', name } });
    const ofDay = [signIn('5', 'mia'), entry({ id: '4' }), signIn('3', 'ben'), signIn('2', 'mia'), entry({ id: '1' })];
    expect(linesOf(ofDay).map((line) => line.map(({ id }) => id))).toEqual([['5', '2'], ['4'], ['3'], ['1']]);
  });
});
