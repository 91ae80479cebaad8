import './support/texts.ts';
import { describe, expect, test } from 'bun:test';
import { faultInDraft } from '../../src/modules/channels/rules/channel.ts';
import { channelTypes } from '../../src/modules/channels/rules/channelTypes.ts';
import { isSecretSetting, settingFactsOf, settingNamesOf } from '../../src/modules/channels/rules/settingFields.ts';
import { deliveryErrors } from '../../src/modules/deliveries/rules/delivery.ts';
import { faultOfEvent } from '../../src/modules/reminders/rules/reminder.ts';
import type { Language } from '../../src/web/messages/languages.ts';
import { translate, translateKnown } from '../../src/web/messages/translate.ts';
import {
  type Channel,
  chosenEvents,
  controlsOf,
  isMoved,
  secretState,
  settingsToChange,
  settingsToCreate,
  shownSetting,
  typesInOrder,
} from '../../src/web/pages/reminders/channelForms.ts';
import { reasonText } from '../../src/web/pages/reminders/deliveries.ts';
import {
  chosenDays,
  completed,
  emptyForm,
  events,
  formOf,
  isWhole,
  offeredDays,
  offeredRules,
  type Rule,
  type RuleForm,
  ruleIn,
  ruleSentence,
  type RuleWords,
  withDays,
  withEvent,
  withTypedDays,
} from '../../src/web/pages/reminders/rules.ts';

function wordsOf(language: Language): RuleWords {
  const lists = new Intl.ListFormat(language);
  return {
    say: (key, ...values) => translate({ language, locale: language }, key, ...values),
    list: (parts) => lists.format(parts),
    timeOfDay: (at) => at,
    channelName: (id) => ({ a: 'Phone', b: 'Mail' })[id],
  };
}

const english = wordsOf('en');
const german = wordsOf('de');

const rule: Rule = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2c00',
  userId: null,
  subscriptionId: null,
  event: 'renewal',
  daysBefore: [7, 1, 0],
  daysAfter: null,
  at: '09:00',
  channelIds: null,
  enabled: true,
  channelCount: 1,
  createdAt: '2026-06-16T12:00:00.000Z',
};

// Between the words are characters that keep a name in its own direction.
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '');

describe('a rule in words', () => {
  test.each([
    [
      {},
      '7 days, 1 day before and on the day of each payment, at 09:00, to all channels',
      '7 Tage, 1 Tag vor jeder Zahlung und am Tag selbst, um 09:00, an alle Kanäle',
    ],
    [
      { daysBefore: [3, 14], event: 'cancel_before', channelIds: ['a'] },
      '14 days and 3 days before the last day for notice, at 09:00, to Phone',
      '14 Tage und 3 Tage vor dem letzten Tag zum Kündigen, um 09:00, an Phone',
    ],
    [
      { daysBefore: [0], subscriptionId: 'n', subscriptionName: 'Netflix', channelIds: ['a', 'b'] },
      'On the day of each payment, for Netflix, at 09:00, to Phone and Mail',
      'Am Tag jeder Zahlung, für Netflix, um 09:00, an Phone und Mail',
    ],
    [
      { daysBefore: null, daysAfter: [7, 1], event: 'overdue' },
      '1 day and 7 days after a due date that is still unpaid, at 09:00, to all channels',
      '1 Tag und 7 Tage nach der Fälligkeit, solange nicht bezahlt ist, um 09:00, an alle Kanäle',
    ],
    [
      { channelIds: ['hidden'] },
      '7 days, 1 day before and on the day of each payment, at 09:00',
      '7 Tage, 1 Tag vor jeder Zahlung und am Tag selbst, um 09:00',
    ],
  ] as const)('%j', (changed, inEnglish, inGerman) => {
    const changedRule = { ...rule, ...changed } as unknown as Rule;
    const sentences = [english, german].map((words) => plain(ruleSentence(changedRule, words)));
    expect(sentences).toEqual([inEnglish, inGerman]);
  });
});

describe('the form of a rule', () => {
  test.each(events)('sends what a rule about %s may have', (event) => {
    for (const before of events) {
      const sent = ruleIn(withEvent({ ...emptyForm, event: before, subscriptionId: 'n' }, event));
      expect(faultOfEvent(sent)).toBeUndefined();
    }
  });

  test('sends a rule that was not changed as it is', () => {
    expect(rule).toMatchObject(ruleIn(formOf(rule)));
  });

  test('takes another number of days from 0 to 400, each once, at most ten', () => {
    expect(['30', ' 400 ', '3', '401', '-1', '1.5', '', 'x'].map((typed) => withDays([3], typed))).toEqual([
      [3, 30],
      [3, 400],
      [3],
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(withDays([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], '11')).toBeUndefined();
    expect(offeredDays({ event: 'renewal', days: [30, 0] })).toEqual([30, 14, 7, 3, 1, 0]);
  });

  test('sends the lead time that is typed and was not added, and refuses one that a rule cannot have', () => {
    const sentDays = (typedDays: string) => {
      const form = completed({ ...emptyForm, typedDays });
      return isWhole(form) ? ruleIn(form).daysBefore : undefined;
    };
    expect(['30', '', ' ', '3'].map(sentDays)).toEqual([[30], [3, 0], [3, 0], [3]]);
    expect(['401', 'x'].map(sentDays)).toEqual([undefined, undefined]);
    expect(completed({ ...emptyForm, typedDays: 'x' })).toMatchObject({ typedDays: 'x', isTypedWrong: true });
  });

  test('sends what is typed in the place of what it suggests, and beside what was chosen', () => {
    const daysOf = (form: RuleForm) => ruleIn(completed({ ...form, typedDays: '10' })).daysBefore;
    const chosen: RuleForm = { ...emptyForm, days: [3], areDaysSuggested: false };
    expect([emptyForm, chosen, formOf(rule)].map(daysOf)).toEqual([[10], [10, 3], [10, 7, 1, 0]]);
    // Those of another event are suggested again.
    expect(ruleIn(completed({ ...withEvent(chosen, 'overdue'), typedDays: '10' })).daysAfter).toEqual([10]);
    // A second one stands beside the first.
    const added = withTypedDays({ ...emptyForm, typedDays: '20' });
    expect([chosenDays(added), daysOf(added)]).toEqual([[20], [20, 10]]);
    // While nothing is typed, the suggestion holds.
    expect(['', ' ', 'x'].map((typedDays) => chosenDays({ ...emptyForm, typedDays }))).toEqual([[3, 0], [3, 0], []]);
  });

  test('offers a first rule for payments and one for notice, until there are two rules', () => {
    expect(offeredRules([])).toEqual([
      { event: 'renewal', daysBefore: [3, 0] },
      { event: 'cancel_before', daysBefore: [14, 3] },
    ]);
    expect(offeredRules([{ event: 'renewal' }]).map(({ event }) => event)).toEqual(['cancel_before']);
    expect(offeredRules([{ event: 'end' }, { event: 'end' }])).toEqual([]);
  });
});

const phone: Channel = {
  id: '01980f3c-0000-7f4c-b0f5-3d1c9f1c2d00',
  userId: null,
  name: 'Phone',
  type: 'ntfy',
  enabled: true,
  language: 'en',
  host: 'ntfy.example.org',
  settings: {},
  secretsSet: ['url', 'topic'],
  secretsMissing: [],
  createdAt: '2026-06-16T08:00:00.000Z',
  updatedAt: '2026-06-16T08:00:00.000Z',
};

describe('the form of a channel', () => {
  test('is there for each type', () => {
    expect(typesInOrder.toSorted()).toEqual(channelTypes.toSorted());
  });

  test.each(channelTypes)('of type %s has a control for each setting, and asks for what the service needs', (type) => {
    const controls = controlsOf(type);
    expect(controls.map(({ name }) => name).toSorted()).toEqual(settingNamesOf(type).toSorted());
    expect(controls.filter(({ label }) => label.startsWith('reminders.fault'))).toEqual([]);
    const required = controls.filter(({ isRequired }) => isRequired);
    const typed = Object.fromEntries(required.map(({ name }) => [name, ` ${settingFactsOf(name).example} `]));
    const fault = faultInDraft(type, settingsToCreate(type, typed));
    // Which of two ways the user takes, no control can ask for alone.
    expect(fault).toEqual(type === 'home-assistant' ? { kind: 'missing', name: 'webhookId' } : undefined);
  });

  test.each(channelTypes)('of type %s hides what is typed into each secret but the address of a server', (type) => {
    const inSight = controlsOf(type).filter(({ name, isHidden }) => isSecretSetting(name) && !isHidden);
    expect(inSight.filter(({ name }) => name !== 'url')).toEqual([]);
    const isAddressSecret = ['webhook', 'discord', 'slack'].includes(type);
    expect(inSight.length).toBe(isAddressSecret || type === 'email' ? 0 : 1);
  });

  test('sends only what has changed, and removes a secret only when that was chosen', () => {
    const telegram: Channel = { ...phone, type: 'telegram', settings: { chatId: '1', threadId: '2' } };
    const none = new Set<never>();
    expect(settingsToChange(telegram, { chatId: '1', threadId: '2', token: '', url: '' }, none)).toEqual({});
    expect(settingsToChange(telegram, { chatId: '5', threadId: '', token: 't' }, none)).toEqual({
      chatId: '5',
      threadId: null,
      token: 't',
    });
    expect(settingsToChange(phone, { token: '' }, new Set(['token'] as const))).toEqual({ token: null });
  });

  test('of a webhook stores the chosen changes in one order, and none as none', () => {
    const hook: Channel = {
      ...phone,
      type: 'webhook',
      settings: { events: 'subscription.deleted, subscription.created' },
    };
    const chosen = shownSetting(hook, 'events');
    expect(chosenEvents.in(chosen)).toEqual(['subscription.created', 'subscription.deleted']);
    const more = chosenEvents.asSetting([...chosenEvents.in(chosen), 'subscription.renewed']);
    expect(settingsToChange(hook, { events: more }, new Set<never>())).toEqual({
      events: 'subscription.created,subscription.renewed,subscription.deleted',
    });
    expect(settingsToChange(hook, { events: chosen }, new Set<never>())).toEqual({});
    expect(settingsToChange(hook, { events: chosenEvents.asSetting([]) }, new Set<never>())).toEqual({ events: null });
    expect(settingsToCreate('webhook', { url: 'https://a', events: '' })).toEqual({ url: 'https://a' });
  });

  test('asks for the other secrets again when the address has another host', () => {
    expect(isMoved(phone, { url: 'https://ntfy.example.org/' })).toBe(false);
    expect(isMoved(phone, { url: 'https://ntfy' })).toBe(true);
    expect(isMoved(phone, { url: 'ntfy' })).toBe(false);
    const states = (typed: object) =>
      (['url', 'topic', 'token'] as const).map((name) => secretState(phone, name, typed));
    expect(states({})).toEqual(['kept', 'kept', undefined]);
    expect(states({ url: 'https://other.example.org' })).toEqual(['kept', 'again', undefined]);
  });
});

describe('deliveries', () => {
  test('have words for each reason', () => {
    const reader = { language: 'en', locale: 'en' } as const;
    const words: Parameters<typeof reasonText>[1] = {
      say: (key, ...values) => translate(reader, key, ...values),
      sayKnown: (key, values) => translateKnown(reader, key, values),
    };
    const unknown = reasonText({ reason: 'new' }, words);
    expect(unknown).toBe('the reason is not known');
    expect(deliveryErrors.filter((reason) => reasonText({ reason, status: 503 }, words) === unknown)).toEqual([]);
    expect(reasonText({ reason: 'status', status: 404 }, words)).toContain('404');
  });
});
