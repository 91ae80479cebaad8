/** Sends a request to the API and returns the body of the answer; throws when it is refused. */
export type Ask = (method: string, path: string, json?: unknown) => Promise<Readonly<Record<string, unknown>>>;

interface Entry {
  readonly name: string;
  readonly category: string;
  readonly amount: number;
  readonly currency?: string;
  /** Months between two payments; by default one. */
  readonly months?: 1 | 3 | 6 | 12 | 24;
  /** Days from today to the next payment; negative when it is overdue. */
  readonly dueIn: number;
  /** How many of the latest payments were made with Duebook. */
  readonly paid?: number;
  /** The amount until the latest payment. */
  readonly before?: number;
  readonly status?: 'paused' | 'cancelled';
  /** Days from today to the last day on which it can be cancelled for the end of its term of a year. */
  readonly noticeIn?: number;
  /** Days from today to the last day of its free trial. */
  readonly trialEndsIn?: number;
}

/** The subscriptions of an invented household: three currencies, long names, another script, a duplicate, price rises. */
const household: readonly Entry[] = [
  { name: 'Domain example.org', category: 'Software', amount: 14.2, months: 12, dueIn: -3 },
  { name: 'Netflix', category: 'Streaming', amount: 17.99, dueIn: 0, paid: 8, before: 15.99 },
  { name: 'Home insurance', category: 'Home', amount: 96, months: 3, dueIn: 3, paid: 3 },
  { name: 'Spotify Family', category: 'Streaming', amount: 17.99, dueIn: 5, paid: 8, before: 14.99 },
  { name: 'GitHub', category: 'Software', amount: 4, currency: 'USD', dueIn: 6, paid: 6 },
  { name: 'Car sharing', category: 'Mobility', amount: 9.9, dueIn: 9, paid: 4 },
  { name: 'iCloud+', category: 'Software', amount: 2.99, dueIn: 13, paid: 8, before: 0.99 },
  { name: 'Electricity', category: 'Home', amount: 74.5, dueIn: 10, paid: 8 },
  { name: 'Internet and telephone, fibre 250', category: 'Home', amount: 44.95, dueIn: 16, paid: 8, noticeIn: 11 },
  { name: 'Public transport pass', category: 'Mobility', amount: 58, dueIn: 9, paid: 8 },
  { name: 'Car insurance', category: 'Mobility', amount: 612, months: 12, dueIn: 113, noticeIn: 82 },
  { name: 'Liability insurance', category: 'Home', amount: 61.4, months: 12, dueIn: 102, noticeIn: 38 },
  { name: 'Daily newspaper', category: 'Reading', amount: 29.9, dueIn: 20, paid: 5 },
  { name: 'Audible', category: 'Reading', amount: 9.95, dueIn: 22, paid: 8 },
  { name: 'netflix', category: 'Streaming', amount: 13.99, dueIn: 18, paid: 2 },
  { name: 'Disney+', category: 'Streaming', amount: 10.99, dueIn: 6, trialEndsIn: 5 },
  { name: 'JetBrains All Products Pack', category: 'Software', amount: 173, currency: 'USD', months: 12, dueIn: 84 },
  { name: 'Fastmail', category: 'Software', amount: 5, currency: 'USD', dueIn: 27, paid: 8 },
  { name: 'Manga weekly', category: 'Reading', amount: 1480, currency: 'JPY', dueIn: 12, paid: 3 },
  { name: 'نادي السباحة', category: 'Sport', amount: 32, dueIn: 15, paid: 6 },
  { name: 'Gym', category: 'Sport', amount: 29.9, dueIn: 40, status: 'paused' },
  { name: 'Motorway vignette', category: 'Mobility', amount: 96.4, months: 12, dueIn: 69 },
  {
    name: 'Password manager for the family',
    category: 'Software',
    amount: 59.88,
    currency: 'USD',
    months: 12,
    dueIn: 31,
  },
  { name: 'Music school', category: 'Sport', amount: 78, months: 3, dueIn: 47, status: 'cancelled' },
];

/**
 * Stores the household, payments made and changed prices included, as its owner would.
 *
 * @param today the present day at the server
 */
export async function fillHousehold(ask: Ask, today: Temporal.PlainDate): Promise<void> {
  for (const entry of household) await store(ask, today, entry);
}

async function store(ask: Ask, today: Temporal.PlainDate, entry: Entry): Promise<void> {
  const {
    name,
    category,
    amount,
    currency = 'EUR',
    months = 1,
    dueIn,
    paid = 0,
    before = amount,
    status,
    noticeIn,
    trialEndsIn,
  } = entry;
  const due = today.add({ days: dueIn });
  const lastPaymentDate = due.subtract({ months: months * (paid + 1) }).toString();
  const draft = { name, category, amount: before, currency, lastPaymentDate, notificationEnabled: true };
  const { data } = await ask('POST', '/subscriptions', { ...draft, ...periodOf(months) });
  const { id } = data as { readonly id: string };
  const details = {
    ...(months !== 1 && months !== 12 && { everyMonths: months }),
    ...(noticeIn !== undefined && yearlyTerm(today.add({ days: noticeIn }))),
    ...(trialEndsIn !== undefined && { trialEndsOn: today.add({ days: trialEndsIn }).toString() }),
  };
  if (Object.keys(details).length > 0) await ask('PATCH', `/subscriptions/${id}/details`, details);
  // The last of the payments has the new amount.
  for (let left = paid; left > 0; left -= 1) {
    if (left === 1 && before !== amount) await ask('PATCH', `/subscriptions/${id}`, { amount });
    await ask('POST', `/subscriptions/${id}/renew`, { paidOn: due.subtract({ months: months * left }).toString() });
  }
  if (status !== undefined) await ask('PATCH', `/subscriptions/${id}`, { status });
}

/** A term of a year that can be cancelled until a day, a month before its end. */
function yearlyTerm(lastDay: Temporal.PlainDate) {
  const termEndsOn = lastDay.add({ months: 1 }).toString();
  return { termEndsOn, termMonths: 12, noticePeriod: { count: 1, unit: 'months' } };
}

function periodOf(months: number) {
  if (months === 1) return { period: 'monthly' };
  return months === 12 ? { period: 'yearly' } : { period: 'custom', customDate: String(months * 30) };
}
