import { afterAll, expect } from 'bun:test';
import { deliveryJobOf, remindedIn } from './deliveryJob.ts';
import { pathOf } from './expectations.ts';
import { createTestClock } from './clock.ts';
import { ageKeys } from './operator.ts';
import { streamedOutcomeOf } from './program.ts';
import { addChannel } from './reminders.ts';
import { openTestStore } from './testStore.ts';
import type { Service } from './service.ts';

/** A server in a time zone, at an instant at which that zone has another day than UTC. */
export interface Place {
  readonly timeZone: string;
  readonly now: string;
  readonly today: string;
}

/** Where a file takes the day of an instant, and how a client sees which day that is. */
export interface Use {
  readonly file: string;
  readonly operation: string;
  readonly dayOf: (service: Service, place: Place) => Promise<string | undefined>;
}

/** The day so many days after another. */
export const fromDay = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

/** The seconds of a day. */
export const secondsOfDay = 24 * 3600;

/** Three subscriptions, due yesterday, today and tomorrow, and a rule about them. */
async function remind(service: Service, { today }: Place, rule: object): Promise<void> {
  addChannel(service);
  for (const days of [-1, 0, 1]) {
    const due = fromDay(today, days);
    const record = await service.create({ lastPaymentDate: fromDay(due, -20), period: 'custom', customDate: '20' });
    await service.call('PATCH', `${pathOf(record)}/details`, { json: { cancelBefore: due } });
  }
  expect((await service.call('POST', '/api/v1/reminders', { json: rule })).status).toBe(201);
}

/** The messages of a server that starts now, after it was off for a week. */
async function messagesAfterAWeek(service: Service, place: Place) {
  ageKeys(service.database);
  service.clock.advance(-7 * secondsOfDay);
  await remind(service, place, { event: 'renewal', daysBefore: [3] });
  service.clock.advance(7 * secondsOfDay);
  const job = deliveryJobOf(service, place.timeZone);
  afterAll(() => job.stop());
  await job.start();
  return job.received.map(({ message }) => remindedIn(message));
}

/** What to set aside in a currency. */
interface Plan {
  readonly soon: { readonly payments: number };
  readonly months: readonly { readonly month: string }[];
}

/** What a household plans by the day, and the day of its exchange rates. */
export const usesOfPlans: readonly Use[] = [
  {
    file: 'src/modules/analytics/routes/planning.ts',
    operation: 'the first day on which payments are due before the months to set aside for',
    async dayOf(service) {
      await service.create({ period: 'custom', customDate: '1', lastPaymentDate: '2026-06-20' });
      const { json } = await service.call('GET', '/api/v1/analytics/set-aside');
      const { byCurrency } = json['setAside'] as { readonly byCurrency: readonly Plan[] };
      const [plan] = byCurrency;
      return fromDay(`${plan?.months[0]?.month}-01`, -(plan?.soon.payments ?? 0));
    },
  },
  {
    file: 'src/modules/rates/routes.ts',
    operation: 'the day of exchange rates that are set by hand',
    async dayOf(service) {
      const { json } = await service.call('PUT', '/api/v1/rates', { json: { base: 'EUR', rates: { USD: 1.1 } } });
      return (json.data as unknown as { readonly asOf: string }).asOf;
    },
  },
];

/** What reminders do by the day. */
export const usesOfReminders: readonly Use[] = [
  {
    file: 'src/modules/reminders/routes/preview.ts',
    operation: 'the last day that the preview takes for due',
    async dayOf(service, place) {
      await remind(service, place, { event: 'overdue', daysAfter: [2] });
      const { json } = await service.call('GET', '/api/v1/reminders/preview');
      const days = (json.data as unknown as readonly { readonly dueOn: string }[]).map(({ dueOn }) => dueOn);
      return days.toSorted().at(-1);
    },
  },
  {
    file: 'src/modules/reminders/store/plan.ts',
    operation: 'the first day of which reminders that were missed are still sent',
    async dayOf(service, place) {
      const [message] = await messagesAfterAWeek(service, place);
      return message?.map(({ dueOn }) => dueOn).toSorted()[0];
    },
  },
  {
    file: 'src/modules/deliveries/writes/deliveries.ts',
    operation: 'the first day for notice in a reminder',
    async dayOf(service, place) {
      const [message] = await messagesAfterAWeek(service, place);
      return message?.flatMap(({ noticeBy }) => noticeBy ?? []).toSorted()[0];
    },
  },
  {
    file: 'src/modules/deliveries/store/content.ts',
    operation: 'the day of a change of the price in a reminder: the last payments before it were of the former one',
    async dayOf(service, place) {
      addChannel(service);
      for (const days of [-2, -1, 0]) {
        const lastPaymentDate = fromDay(place.today, days);
        const record = await service.create({ lastPaymentDate, period: 'custom', customDate: '20', amount: 10 });
        await service.call('PATCH', pathOf(record), { json: { amount: 12 } });
      }
      await service.call('POST', '/api/v1/reminders', { json: { event: 'renewal', daysBefore: [19, 18, 17] } });
      const job = deliveryJobOf(service, place.timeZone);
      afterAll(() => job.stop());
      await job.start();
      await job.wait(3 * secondsOfDay, 1800);
      const all = job.received.flatMap(({ message }) => remindedIn(message));
      const changed = all.filter(({ previousAmount }) => previousAmount === 10).map(({ dueOn }) => dueOn);
      return fromDay(changed.toSorted().at(-1) ?? '', -19);
    },
  },
  {
    file: 'src/modules/deliveries/jobs/sender.ts',
    operation: 'the day from which a reminder counts the days',
    async dayOf(service, place) {
      const [message] = await messagesAfterAWeek(service, place);
      return fromDay(message?.[0]?.dueOn ?? '', -(message?.[0]?.daysLeft ?? 0));
    },
  },
];

/** A table of a daily subscription whose first payment is known, and no other. */
function startOnly(day: string): string {
  return `Name,Price,Currency,Cycle,Start\nDaily,1,EUR,every day,${day}\n`;
}

function lastPaymentIn(report: unknown): string | undefined {
  return (report as { results: { draft?: { lastPaymentDate: string } }[] }).results[0]?.draft?.lastPaymentDate;
}

/** Where imports take the day. */
export const usesOfImports: readonly Use[] = [
  {
    file: 'src/modules/imports/routes/wishes.ts',
    operation: 'the last payment of an imported daily subscription of which only the start is known',
    async dayOf(service, { today }) {
      const raw = startOnly(fromDay(today, -9));
      const { json } = await service.call('POST', '/api/v1/import?dryRun=true', { raw });
      return lastPaymentIn(json['import']);
    },
  },
  {
    file: 'src/modules/imports/rules/values/dates.ts',
    operation: 'the day of an imported payment that is stated as an instant',
    async dayOf(service, { now }) {
      const raw = `Name,Price,Currency,Cycle,Last payment\nOnce,1,EUR,monthly,${now}\n`;
      const { json } = await service.call('POST', '/api/v1/import?dryRun=true', { raw });
      return lastPaymentIn(json['import']);
    },
  },
  {
    file: 'src/modules/imports/operatorImport.ts',
    operation: 'the same with the command',
    async dayOf(_service, { today, timeZone, now }) {
      const { directory } = openTestStore();
      const around = { variables: { DUEBOOK_TIMEZONE: timeZone }, clock: createTestClock(now) };
      const words = ['import', '-', '--owner', 'first', '--data-dir', directory, '--dry-run', '--json'];
      const { results } = await streamedOutcomeOf(words, startOnly(fromDay(today, -9)), around);
      return lastPaymentIn(JSON.parse(results.join('\n')));
    },
  },
];
