import { describe, expect, test } from 'bun:test';
import { messageOf, type RemindedOf } from '../../../../src/modules/reminders/rules/messages.ts';
import { reminderEvents } from '../../../../src/modules/reminders/rules/events.ts';

const reminded: RemindedOf = {
  event: 'renewal',
  subscriptionId: 'a',
  name: 'Netflix',
  amountHundredths: 1599,
  currency: 'EUR',
  dueOn: '2026-12-04',
  previousAmount: 13.99,
  noticeBy: '2026-12-01',
};
const context = { language: 'en', today: '2026-12-01', publicUrl: 'https://duebook.example.org' } as const;
const german = { ...context, language: 'de' } as const;

/** A text with plain blanks: those of amounts do not break. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('a message', () => {
  test('says what, when, how much, what it was before, until when to give notice, and where to look', () => {
    const message = messageOf([reminded], context);
    expect(message).toMatchObject({
      title: 'Netflix renews in 3 days',
      url: 'https://duebook.example.org/subscriptions?id=a',
      event: 'reminder.due',
      priority: 'default',
    });
    expect(plain(message.text).split('\n')).toEqual([
      'Date: Friday, December 4, 2026',
      'Amount: EUR 15.99',
      'Previous amount: EUR 13.99',
      'Notice by: Tuesday, December 1, 2026',
    ]);
    const { title, text } = messageOf([reminded], german);
    expect([title, ...plain(text).split('\n')]).toEqual([
      'Netflix wird in 3 Tagen fällig',
      'Datum: Freitag, 4. Dezember 2026',
      'Betrag: 15,99 EUR',
      'Betrag zuvor: 13,99 EUR',
      'Kündigung bis: Dienstag, 1. Dezember 2026',
    ]);
  });

  test.each([
    ['renewal', ['was due', 'renews', 'renews'], ['war gestern fällig', 'wird heute fällig', 'wird morgen fällig']],
    ['trial_end', ['ended', 'ends', 'ends'], ['endete', 'endet', 'endet']],
    ['cancel_before', ['was', 'is', 'is'], ['war', 'ist', 'ist']],
    ['end', ['ended', 'ends', 'ends'], ['endete', 'endet', 'endet']],
    ['overdue', ['has been overdue', 'is due', 'is due'], ['ist seit', 'ist heute', 'ist morgen']],
  ] as const)('of %s says what was before the day, and what is on it and after', (event, english, others) => {
    const days = ['2026-12-02', '2026-12-01', '2026-11-30'];
    for (const [place, today] of days.entries()) {
      const one = [{ ...reminded, event, dueOn: '2026-12-01' }];
      expect(messageOf(one, { ...context, today }).title).toContain(` ${english[place]} `);
      expect(messageOf(one, { ...german, today }).title).toContain(` ${others[place]}`);
    }
  });

  test('of a month that exceeds the budget names the month in the language of the channel', () => {
    const { previousAmount: _amount, noticeBy: _notice, ...bare } = reminded;
    const month = {
      ...bare,
      event: 'budget',
      subscriptionId: null,
      name: null,
      dueOn: '2026-12-01',
      budget: 10,
    } as const;
    const { title, text } = messageOf([month], german);
    expect([title, plain(text).split('\n').at(-1)]).toEqual([
      'Dezember 2026 überschreitet das Budget',
      'Budget: 10,00 EUR',
    ]);
  });

  test('leaves out what there is not', () => {
    const { previousAmount: _amount, noticeBy: _notice, ...bare } = reminded;
    const message = messageOf([bare], { ...context, publicUrl: null });
    expect(message.facts).toHaveLength(2);
    expect(message).not.toHaveProperty('url');
    expect(message.data).toEqual({
      reminders: [
        {
          event: 'renewal',
          subscriptionId: 'a',
          name: 'Netflix',
          amount: 15.99,
          currency: 'EUR',
          dueOn: '2026-12-04',
          daysLeft: 3,
        },
      ],
    });
  });

  test('of several events says each in a line, the first one first', () => {
    const spotify = { ...reminded, event: 'cancel_before', name: 'Spotify', dueOn: '2026-12-02' } as const;
    const message = messageOf([reminded, spotify], context);
    expect(message).toMatchObject({ title: '2 reminders', priority: 'high', tags: ['cancel_before', 'renewal'] });
    expect(message.text.split('\n').map((line) => line.slice(0, line.indexOf(' (')))).toEqual([
      'The last day to give notice for Spotify is tomorrow',
      'Netflix renews in 3 days',
    ]);
  });

  test.each(reminderEvents.filter((event) => event !== 'budget'))(
    'has a sentence for each day, before and after: %s',
    (event) => {
      const days = ['2026-11-20', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-20'];
      for (const language of ['en', 'de'] as const) {
        const titles = days.map((dueOn) => messageOf([{ ...reminded, event, dueOn }], { ...context, language }).title);
        expect(new Set(titles).size).toBe(days.length);
        for (const title of titles) expect(title).toContain('Netflix');
      }
    },
  );
});
