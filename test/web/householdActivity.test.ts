import './support/texts.ts';
import { expect, test } from 'bun:test';
import type { Language } from '../../src/web/messages/languages.ts';
import { translate, translateKnown } from '../../src/web/messages/translate.ts';
import type { Entry } from '../../src/web/pages/activity/entries.ts';
import { sentenceOf } from '../../src/web/pages/activity/sentences.ts';
import type { Words } from '../../src/web/subscriptions/fields.ts';

function wordsOf(language: Language): Words {
  const say: Words['say'] = (key, ...values) => translate({ language, locale: language }, key, ...values);
  const sayKnown: Words['sayKnown'] = (key, values) => translateKnown({ language, locale: language }, key, values);
  return { say, sayKnown, money: String, amount: String, day: String };
}

function entryOf(action: Entry['action'], before: object, after: object): Entry {
  return {
    id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a7a',
    entityType: action === 'user.update' ? 'user' : 'owner',
    entityId: null,
    action,
    actor: { kind: 'session', name: 'alex' },
    name: null,
    amount: null,
    undone: false,
    requestId: 'r',
    metadata: { before, after },
    createdAt: '2026-06-16T08:00:00.000Z',
  };
}

const ben = { name: 'ben', scope: 'write' };
const [named, unnamed] = [
  { autoRenew: false, householdName: 'Elm' },
  { autoRenew: false, householdName: null },
];
// Entries from before there were names of households.
const older = { autoRenew: false };
const budgeted = { ...unnamed, monthlyBudget: { amount: 400, currency: 'EUR' } };

test.each([
  [entryOf('user.update', ben, { ...ben, scope: 'admin' }), 'Person ben may manage', 'Person ben darf verwalten'],
  [
    entryOf('user.update', ben, { name: 'Ben', scope: 'read' }),
    'Person ben renamed to Ben · Person Ben may view',
    'Person ben in Ben umbenannt · Person Ben darf ansehen',
  ],
  [entryOf('preferences.update', unnamed, named), 'The household is called Elm', 'Der Haushalt heißt Elm'],
  [
    entryOf('preferences.update', named, unnamed),
    'The household has no name of its own any more',
    'Der Haushalt hat keinen eigenen Namen mehr',
  ],
  [
    entryOf('preferences.update', older, { autoRenew: true }),
    'Payments are recorded automatically',
    'Zahlungen werden automatisch eingetragen',
  ],
  [entryOf('preferences.update', unnamed, budgeted), 'The budget is 400 a month', 'Das Budget ist 400 im Monat'],
  [
    entryOf('preferences.update', budgeted, { ...named, monthlyBudget: null }),
    'The household is called Elm · There is no budget any more',
    'Der Haushalt heißt Elm · Es gibt kein Budget mehr',
  ],
])('a change of people or of the household is a sentence, and can be undone: %#', (entry, english, german) => {
  const sentences = (['en', 'de'] as const).map((language) => sentenceOf(entry, wordsOf(language)));
  expect(sentences.map(({ text }) => text.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([english, german]);
  expect(sentences.map(({ hasEffect }) => hasEffect)).toEqual([true, true]);
});

test.each([
  entryOf('user.update', ben, ben),
  entryOf('preferences.update', named, named),
  entryOf('preferences.update', older, unnamed),
])('a change that changed nothing cannot be undone: %#', (entry) => {
  expect(sentenceOf(entry, wordsOf('en')).hasEffect).toBe(false);
});
