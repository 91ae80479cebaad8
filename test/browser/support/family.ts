import type { Home } from './home.ts';
import { today } from './home.ts';

/** Name, category, amount, months between two payments, and days from today to the next payment. */
type Entry = readonly [name: string, category: string, amount: number, months: number, dueIn: number];

/** What a family pays for: three are overdue, one of them three times; seven are due within a week. */
const entries: readonly Entry[] = [
  ['Fitness First Berlin', 'Sport', 29.9, 1, -65],
  ['Domain example.org', 'Online', 14.2, 12, -4],
  ['Magazine', 'Reading', 8.5, 1, -1],
  ['Netflix', 'Streaming', 17.99, 1, 0],
  ['Rent', 'Home', 1180, 1, 1],
  ['Electricity', 'Home', 112.4, 1, 2],
  ['Spotify Family', 'Streaming', 17.99, 1, 3],
  ['Home insurance', 'Insurance', 96, 3, 4],
  ['Disney+', 'Streaming', 10.99, 1, 5],
  ['Mobile phone of Ben', 'Phone and internet', 19.99, 1, 6],
  ['Internet and telephone, fibre 250', 'Phone and internet', 44.95, 1, 9],
  ['Public transport pass', 'Mobility', 58, 1, 9],
  ['Mobile phone of Ada', 'Phone and internet', 24.99, 1, 11],
  ['iCloud+', 'Online', 2.99, 1, 13],
  ['Daily newspaper', 'Reading', 39.9, 1, 15],
  ['Music school', 'School', 78, 1, 16],
  ['Swimming club', 'Sport', 32, 1, 17],
  ['Audible', 'Reading', 9.95, 1, 19],
  ['Water', 'Home', 61.5, 2, 20],
  ['Gas', 'Home', 88, 1, 21],
  ['Car sharing', 'Mobility', 9.9, 1, 22],
  ['Lunch at school', 'School', 74, 1, 23],
  ['Password manager', 'Online', 4.49, 1, 24],
  ['Dental insurance', 'Insurance', 21.3, 1, 25],
  ['Game Pass', 'Streaming', 14.99, 1, 26],
  ['Meal box', 'Food', 69.9, 1, 27],
  ['Broadcasting fee', 'Home', 55.08, 3, 40],
  ['Car insurance', 'Insurance', 612.3, 12, 113],
  ['Liability insurance', 'Insurance', 61.4, 12, 102],
  ['Legal protection', 'Insurance', 219, 12, 150],
  ['Motorway vignette', 'Mobility', 96.4, 12, 69],
  ['Cloud storage for the photos of the whole family', 'Online', 99.99, 12, 84],
];

/** Days from today to the last day for notice, and to the end of a trial. */
const notices = { 'Car insurance': 2, 'Liability insurance': 38 };
const trials = { 'Disney+': 4 };

/** Stores 32 subscriptions with their payments of 13 months, some dearer prices and the deadlines; and two more people. */
export async function addFamily(home: Home): Promise<void> {
  for (const entry of entries) await store(home, entry);
  for (const name of ['Ada', 'Ben']) await home.command('users', 'add', name, '--owner', 'default', '--scope', 'write');
}

async function store(home: Home, [name, category, amount, months, dueIn]: Entry): Promise<void> {
  const due = today().add({ days: dueIn });
  const count = Math.floor(13 / months);
  const { id } = await home.add({
    name,
    category,
    amount: months === 1 ? Math.round(amount * 90) / 100 : amount,
    ...periodOf(months),
    lastPaymentDate: due.subtract({ months: months * (count + 1) }).toString(),
  });
  const noticeIn = notices[name as keyof typeof notices];
  const trialIn = trials[name as keyof typeof trials];
  const details = {
    ...(months !== 1 && months !== 12 && { everyMonths: months }),
    ...(noticeIn !== undefined && contractUntil(today().add({ days: noticeIn }))),
    ...(trialIn !== undefined && { trialEndsOn: today().add({ days: trialIn }).toString() }),
  };
  if (Object.keys(details).length > 0) await home.ask('PATCH', `/subscriptions/${id}/details`, details);
  if (count > 1) await home.ask('POST', `/subscriptions/${id}/renew`, { payments: count - 1 });
  if (months === 1) await home.ask('PATCH', `/subscriptions/${id}`, { amount });
  await home.ask('POST', `/subscriptions/${id}/renew`, {});
}

/** A term of a year that can be cancelled until a day, a month before its end. */
function contractUntil(lastDay: Temporal.PlainDate) {
  const termEndsOn = lastDay.add({ months: 1 }).toString();
  return { termEndsOn, termMonths: 12, noticePeriod: { count: 1, unit: 'months' } };
}

function periodOf(months: number) {
  if (months === 1) return { period: 'monthly' };
  return months === 12 ? { period: 'yearly' } : { period: 'custom', customDate: String(months * 30) };
}
