/** The languages in which the household is written. */
export const demoLanguages = ['en', 'de'] as const;

/** One of {@link demoLanguages}. */
export type DemoLanguage = (typeof demoLanguages)[number];

/** A text in each language; one that is alike in all is written once. */
type Words = string | Readonly<Record<DemoLanguage, string>>;

/** A subscription of the invented household. Days are counted from today. */
interface Entry {
  readonly name: Words;
  readonly category: keyof typeof categories;
  readonly amount: number;
  readonly currency?: string;
  /** Months between two payments; by default one. */
  readonly months?: 1 | 3 | 6 | 12;
  /** When the next payment is due; negative when it is overdue. */
  readonly dueIn: number;
  /** How many payments were made with Duebook; by default those of thirteen months. */
  readonly paid?: number;
  /** The amount before the price rose, and how many of the latest payments have the new one. */
  readonly before?: { readonly amount: number; readonly paidSince: number };
  /** What each payment cost, the oldest first, if each has another amount. */
  readonly varies?: readonly number[];
  /** The planned price, from the first day of a month on. */
  readonly planned?: { readonly amount: number; readonly inMonths: number };
  readonly status?: 'paused' | 'cancelled';
  /** The last day on which it can be cancelled for the end of its term of a year. */
  readonly noticeIn?: number;
  /** The last day of its free trial. */
  readonly trialEndsIn?: number;
  readonly tags?: readonly Words[];
  /** Who pays it. */
  readonly by?: 'first' | 'second';
}

const categories = {
  streaming: 'Streaming',
  software: 'Software',
  home: { en: 'Home', de: 'Wohnen' },
  insurance: { en: 'Insurance', de: 'Versicherung' },
  mobility: { en: 'Mobility', de: 'Mobilität' },
  reading: { en: 'Reading', de: 'Lesen' },
  sport: { en: 'Sport', de: 'Sport' },
} as const satisfies Readonly<Record<string, Words>>;

/**
 * Thirty-two subscriptions: contracts, overdue bills, prices that rose, a planned price, a bill that varies, three currencies,
 * another script, a duplicate. Three are overdue, one of them three times; seven are due within a week.
 */
const entries: readonly Entry[] = [
  {
    name: { en: 'Rent', de: 'Miete' },
    category: 'home',
    amount: 1180,
    dueIn: 3,
    before: { amount: 1120, paidSince: 5 },
  },
  {
    name: { en: 'Domain example.org', de: 'Domain example.org' },
    category: 'software',
    amount: 14.2,
    months: 12,
    dueIn: -3,
  },
  { name: { en: 'Water', de: 'Wasser' }, category: 'home', amount: 52, months: 3, dueIn: -1, by: 'second' },
  { name: 'Netflix', category: 'streaming', amount: 17.99, dueIn: 0, before: { amount: 15.99, paidSince: 2 } },
  {
    name: { en: 'Electricity', de: 'Strom' },
    category: 'home',
    amount: 85,
    dueIn: 1,
    varies: [58.9, 112.4, 104.2, 96.2, 88.75, 74.1, 62.3, 61.2, 66.4, 79.8, 90.15, 118.9, 101.6],
    tags: [{ en: 'utilities', de: 'Nebenkosten' }],
  },
  { name: { en: 'Home insurance', de: 'Hausratversicherung' }, category: 'insurance', amount: 96, months: 3, dueIn: 3 },
  { name: 'Spotify Family', category: 'streaming', amount: 17.99, dueIn: 5, before: { amount: 14.99, paidSince: 4 } },
  { name: 'GitHub', category: 'software', amount: 4, currency: 'USD', dueIn: 8 },
  { name: 'Carsharing', category: 'mobility', amount: 9.9, dueIn: 9, paid: 4, status: 'paused', by: 'second' },
  { name: 'iCloud+', category: 'software', amount: 2.99, dueIn: 13, before: { amount: 0.99, paidSince: 6 } },
  {
    name: { en: 'Gas', de: 'Gas' },
    category: 'home',
    amount: 88,
    dueIn: 11,
    before: { amount: 96, paidSince: 3 },
    tags: [{ en: 'utilities', de: 'Nebenkosten' }],
  },
  {
    name: { en: 'Internet and telephone, fibre 250', de: 'Internet und Telefon, Glasfaser 250' },
    category: 'home',
    amount: 44.95,
    dueIn: 16,
    noticeIn: 11,
  },
  {
    name: { en: 'Mobile contract', de: 'Mobilfunk' },
    category: 'home',
    amount: 4.99,
    dueIn: 0,
    planned: { amount: 12.99, inMonths: 7 },
    noticeIn: 4,
    by: 'second',
  },
  {
    name: { en: 'Public transport pass', de: 'Deutschlandticket' },
    category: 'mobility',
    amount: 58,
    dueIn: 9,
    before: { amount: 49, paidSince: 8 },
  },
  {
    name: { en: 'Car insurance', de: 'Kfz-Versicherung' },
    category: 'insurance',
    amount: 612.3,
    months: 12,
    dueIn: 113,
    noticeIn: 82,
  },
  {
    name: { en: 'Liability insurance', de: 'Haftpflichtversicherung' },
    category: 'insurance',
    amount: 61.4,
    months: 12,
    dueIn: 102,
    noticeIn: 38,
  },
  {
    name: { en: 'Legal insurance', de: 'Rechtsschutz' },
    category: 'insurance',
    amount: 229,
    months: 12,
    dueIn: 61,
    noticeIn: 2,
  },
  {
    name: { en: 'Daily newspaper', de: 'Tageszeitung' },
    category: 'reading',
    amount: 29.9,
    dueIn: 20,
    paid: 5,
    by: 'second',
  },
  { name: 'Audible', category: 'reading', amount: 9.95, dueIn: 22 },
  { name: 'netflix', category: 'streaming', amount: 13.99, dueIn: 18, paid: 2, by: 'second' },
  { name: 'Disney+', category: 'streaming', amount: 10.99, dueIn: 6, paid: 0, trialEndsIn: 5 },
  { name: { en: 'Television licence', de: 'Rundfunkbeitrag' }, category: 'home', amount: 55.08, months: 3, dueIn: 45 },
  { name: 'JetBrains All Products Pack', category: 'software', amount: 173, currency: 'USD', months: 12, dueIn: 84 },
  { name: 'Fastmail', category: 'software', amount: 5, currency: 'USD', dueIn: 27 },
  {
    name: { en: 'Manga weekly', de: 'Manga wöchentlich' },
    category: 'reading',
    amount: 1480,
    currency: 'JPY',
    dueIn: 12,
    paid: 3,
  },
  { name: 'نادي السباحة', category: 'sport', amount: 32, dueIn: 15, by: 'second' },
  { name: { en: 'Gym', de: 'Fitnessstudio' }, category: 'sport', amount: 29.9, dueIn: -65, paid: 6 },
  { name: { en: 'Motorway vignette', de: 'Vignette' }, category: 'mobility', amount: 96.4, months: 12, dueIn: 69 },
  {
    name: {
      en: 'Cloud storage for the photos of the whole family',
      de: 'Cloudspeicher für die Fotos der ganzen Familie',
    },
    category: 'software',
    amount: 59.88,
    currency: 'USD',
    months: 12,
    dueIn: 31,
  },
  { name: { en: 'Car tax', de: 'Kfz-Steuer' }, category: 'mobility', amount: 148, months: 12, dueIn: 25 },
  {
    name: { en: 'Music school', de: 'Musikschule' },
    category: 'sport',
    amount: 78,
    months: 3,
    dueIn: 47,
    status: 'cancelled',
  },
  { name: { en: 'Garden plot', de: 'Kleingarten' }, category: 'home', amount: 145, months: 6, dueIn: 76 },
];

/** Units of each currency that one euro buys; set by hand, so that there is one total of all. */
export const demoRates = { base: 'EUR', rates: { USD: 1.1642, JPY: 181.4 } } as const;

/** A subscription of the household as requests store it, in the order of their fields. */
export interface DemoSubscription {
  readonly name: string;
  readonly by: 'first' | 'second';
  /** The body of its creation. */
  readonly draft: Body;
  /** Its details; empty if it has none. */
  readonly details: Body;
  /** What records its payments, the oldest first. */
  readonly renewals: readonly Body[];
  /** Changes after them: its present status. */
  readonly patch: Body;
}

type Body = Readonly<Record<string, unknown>>;

/** The household as it is on a day. */
export function demoHousehold(language: DemoLanguage, today: Temporal.PlainDate): readonly DemoSubscription[] {
  const inWords = (words: Words): string => (typeof words === 'string' ? words : words[language]);
  return entries.map((entry) => {
    const { amount, months = 1, paid = paymentsOf(months), before, dueIn, status, by = 'first' } = entry;
    const due = today.add({ days: dueIn });
    const lastPayment = due.subtract({ months: months * (paid + 1) });
    const draft = {
      name: inWords(entry.name),
      category: inWords(categories[entry.category]),
      amount: before?.amount ?? amount,
      currency: entry.currency ?? 'EUR',
      ...periodOf(months),
      lastPaymentDate: lastPayment.toString(),
      notificationEnabled: true,
    };
    // In a shorter month, the day of the first payment is an earlier one.
    const anchor = lastPayment.day < due.day && { anchorDay: due.day };
    return {
      name: draft.name,
      by,
      draft,
      details: { ...anchor, ...detailsOf(entry, today, inWords) },
      renewals: renewalsOf(entry, paid),
      patch: status === undefined ? {} : { status },
    };
  });
}

/** The number of payments of thirteen months. */
function paymentsOf(months: number): number {
  return Math.floor(12 / months) + 1;
}

function renewalsOf({ amount, before, varies }: Entry, paid: number): readonly Body[] {
  if (varies !== undefined) return varies.map((each) => ({ amount: each }));
  if (paid === 0) return [];
  if (before === undefined) return [{ payments: paid }];
  const { paidSince } = before;
  return [{ payments: paid - paidSince }, { payments: paidSince, amount, fromNowOn: true }];
}

function detailsOf(
  { months = 1, tags, noticeIn, trialEndsIn, planned, varies }: Entry,
  today: Temporal.PlainDate,
  inWords: (words: Words) => string,
) {
  return {
    ...(months !== 1 && months !== 12 && { everyMonths: months }),
    ...(tags !== undefined && { tags: tags.map(inWords) }),
    ...(noticeIn !== undefined && yearlyTerm(today.add({ days: noticeIn }))),
    ...(trialEndsIn !== undefined && { trialEndsOn: today.add({ days: trialEndsIn }).toString() }),
    ...(planned !== undefined && { priceSteps: [stepOf(planned, today)] }),
    ...(varies !== undefined && { amountVaries: true }),
  };
}

function stepOf({ amount, inMonths }: NonNullable<Entry['planned']>, today: Temporal.PlainDate) {
  return {
    from: today.with({ day: 1 }).add({ months: inMonths }).toString(),
    amount,
  };
}

/** A term of a year that can be cancelled until a day, a month before its end. */
function yearlyTerm(lastDay: Temporal.PlainDate) {
  const termEndsOn = lastDay.add({ months: 1 }).toString();
  return { termEndsOn, termMonths: 12, noticePeriod: { count: 1, unit: 'months' } };
}

function periodOf(months: number) {
  if (months === 1) return { period: 'monthly' };
  if (months === 12) return { period: 'yearly' };
  return { period: 'custom', customDate: String(months * 30) };
}
