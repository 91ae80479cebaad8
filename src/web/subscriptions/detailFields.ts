import type { PlainMessageKey } from '../messages/translate.ts';
import type { Details, Words } from './fields.ts';

// The first view does without this code.

export type NoticeUnit = NonNullable<Details['noticePeriod']>['unit'];

/** The units of a notice period in the order of choices. */
export const noticeUnits = Object.keys({
  days: true,
  weeks: true,
  months: true,
} satisfies Record<NoticeUnit, true>) as readonly NoticeUnit[];

/** The labels of what every subscription has, in the form, beside its facts and among its changes. */
export const mainLabels = {
  name: 'subscriptions.form.name',
  amount: 'subscriptions.form.amount',
  currency: 'subscriptions.form.currency',
  count: 'subscriptions.form.count',
  unit: 'subscriptions.form.unit',
  lastPaymentDate: 'subscriptions.form.lastPaymentDate',
  category: 'subscriptions.form.category',
  status: 'subscriptions.form.status',
  notificationEnabled: 'subscriptions.form.notificationEnabled',
} as const;

/** A detail that a user fills in. The months of an interval belong to the period, the service keeps the anchor day and earlier prices, and computes the last day for notice. */
export type DetailName = Exclude<keyof Details, 'everyMonths' | 'anchorDay' | 'noticeBy' | 'earlierPrices'>;

/** A detail: its label, its control in the form, and how its values are written there and in words. */
interface DetailField<Value> {
  readonly label: PlainMessageKey;
  readonly help?: PlainMessageKey;
  /** A line, several lines, a link, or a choice. What takes the whole width comes first in the form, and last in the facts. */
  readonly control: 'line' | 'lines' | 'link' | 'choice';
  readonly isWide: boolean;
  /** The part of the form that has its control, if it is not that of all details. */
  readonly group?: 'contract' | 'price';
  /** The texts of a choice by what the control holds. */
  readonly options?: Readonly<Record<string, PlainMessageKey>>;
  readonly input?: {
    readonly type?: 'date';
    readonly inputMode?: 'url';
    readonly placeholder?: string;
  };
  /** What the control holds for a value; empty without one. */
  readonly textOf: (value: Value) => string;
  /** The value of what the control holds. */
  readonly parse: (text: string) => Value;
  /** The value in words; undefined without one. */
  readonly wordsOf: (value: Value, words: Words) => string | undefined;
}

/** The details, in the order of the form. */
export const detailFields: { readonly [Name in DetailName]: DetailField<Details[Name]> } = {
  notes: text('subscriptions.form.notes', { control: 'lines', isWide: true }),
  tags: {
    label: 'subscriptions.form.tags',
    help: 'subscriptions.form.tags.help',
    control: 'line',
    isWide: true,
    textOf: (tags) => tags.join(', '),
    parse: (list) => list.split(',').flatMap((tag) => tag.trim() || []),
    wordsOf: (tags) => tags.join(', ') || undefined,
  },
  paymentMethod: text('subscriptions.form.paymentMethod'),
  url: text('subscriptions.form.url', {
    control: 'link',
    help: 'subscriptions.form.url.help',
    input: { inputMode: 'url', placeholder: 'https://' },
    parse: (url) => textOrNull(url.trim()),
  }),
  trialEndsOn: day('subscriptions.form.trialEndsOn'),
  endsOn: day('subscriptions.form.endsOn', { help: 'subscriptions.form.endsOn.help' }),
  termEndsOn: day('subscriptions.form.termEndsOn', { group: 'contract' }),
  termMonths: {
    label: 'subscriptions.form.termMonths',
    help: 'subscriptions.form.termMonths.help',
    control: 'line',
    isWide: false,
    group: 'contract',
    textOf: (months) => months?.toString() ?? '',
    parse: (typed) => (typed === '' ? null : Number(typed)),
    wordsOf: (months, { say }) =>
      months === null ? undefined : say('subscriptions.contract.months', { count: months }),
  },
  noticePeriod: {
    label: 'subscriptions.form.noticePeriod',
    control: 'line',
    isWide: false,
    group: 'contract',
    textOf: (period) => (period ? noticeText(String(period.count), period.unit) : ''),
    parse: (typed) => {
      const { count, unit } = noticeParts(typed);
      return count === '' ? null : { count: Number(count), unit };
    },
    wordsOf: (period, { say }) =>
      period
        ? say('subscriptions.contract.before', { period: say(`subscriptions.contract.${period.unit}`, period) })
        : undefined,
  },
  cancelBefore: day('subscriptions.form.cancelBefore', {
    help: 'subscriptions.form.cancelBefore.help',
    group: 'contract',
  }),
  keepThrough: day('subscriptions.form.keepThrough', { group: 'contract' }),
  autoRenew: {
    label: 'subscriptions.form.autoRenew',
    control: 'choice',
    isWide: false,
    options: {
      '': 'subscriptions.form.autoRenew.default',
      true: 'subscriptions.form.autoRenew.yes',
      false: 'subscriptions.form.autoRenew.no',
    },
    textOf: (isOn) => (isOn === null ? '' : String(isOn)),
    parse: (chosen) => (chosen === '' ? null : chosen === 'true'),
    wordsOf: (isOn, { say }) =>
      isOn === null ? undefined : say(isOn ? 'subscriptions.form.autoRenew.yes' : 'subscriptions.form.autoRenew.no'),
  },
  // Entries of the activity may be older than these two.
  priceSteps: {
    label: 'subscriptions.form.priceSteps',
    control: 'line',
    isWide: false,
    group: 'price',
    textOf: (steps: Details['priceSteps'] | undefined) =>
      (steps ?? []).map(({ from, amount }) => `${from} ${amount}`).join('\n'),
    // The service refuses what is not complete.
    parse: (typed) =>
      stepLines(typed).map(([from, amount]) => ({ from, amount: amount === '' ? NaN : Number(amount) })),
    wordsOf: (steps: Details['priceSteps'] | undefined, words) =>
      (steps ?? []).map(({ from, amount }) => `${words.day(from)}: ${words.amount(amount)}`).join(', ') || undefined,
  },
  amountVaries: {
    label: 'subscriptions.form.amountVaries',
    control: 'choice',
    isWide: false,
    group: 'price',
    textOf: (varies) => (varies === true ? 'true' : ''),
    parse: (typed) => typed === 'true' || null,
    wordsOf: (varies, { say }) => (varies === true ? say('subscriptions.form.autoRenew.yes') : undefined),
  },
};

/** The planned prices that the form holds, a line each: the day and the amount, as they are typed. */
export function stepLines(typed: string): readonly (readonly [from: string, amount: string])[] {
  return typed === '' ? [] : typed.split('\n').map((line) => [line.split(' ')[0] ?? '', line.replace(/^\S* /, '')]);
}

/** A notice period as the form holds it; without a number, it is none. */
export function noticeText(count: string, unit: NoticeUnit): string {
  return `${count} ${unit}`;
}

/** The number and the unit of a notice period that the form holds. Until one is chosen, the unit is months. */
export function noticeParts(typed: string): { readonly count: string; readonly unit: NoticeUnit } {
  const [count = '', given] = typed.split(' ');
  return { count, unit: noticeUnits.find((known) => known === given) ?? 'months' };
}

export const detailNames = Object.keys(detailFields) as readonly DetailName[];

export function isDetail(field: string): field is DetailName {
  return Object.hasOwn(detailFields, field);
}

export function mapDetails<Result>(make: (name: DetailName) => Result): Readonly<Record<DetailName, Result>> {
  return Object.fromEntries(detailNames.map((name) => [name, make(name)])) as Record<DetailName, Result>;
}

/** What the control of a detail holds for its value; empty without one. */
export function detailText<Name extends DetailName>(name: Name, details: Pick<Details, Name>): string {
  return detailFields[name].textOf(details[name]);
}

/** A detail in words; undefined without a value. */
export function detailWords<Name extends DetailName>(
  name: Name,
  details: Pick<Details, Name>,
  words: Words,
): string | undefined {
  return detailFields[name].wordsOf(details[name], words);
}

type TextField = DetailField<string | null>;

function text(label: PlainMessageKey, more: Partial<TextField> = {}): TextField {
  return {
    label,
    control: 'line',
    isWide: false,
    textOf: (value) => value ?? '',
    parse: textOrNull,
    wordsOf: (value) => value ?? undefined,
    ...more,
  };
}

function day(label: PlainMessageKey, more: Partial<TextField> = {}): TextField {
  const wordsOf: TextField['wordsOf'] = (value, words) => (value === null ? undefined : words.day(value));
  return text(label, { input: { type: 'date' }, wordsOf, ...more });
}

function textOrNull(typed: string): string | null {
  return typed.trim() === '' ? null : typed;
}
