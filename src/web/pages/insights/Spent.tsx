import { type Signal, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Card, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { InputField, SelectField } from '../../components/Field.tsx';
import { formatDate, listWords, money } from '../../format/format.ts';
import { formatShare } from '../../format/intl.ts';
import { isolated } from '../../format/text.ts';
import { locale, t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { loadSpent, type Spent as Sums } from '../../subscriptions/payments.ts';
import type { Days } from '../../subscriptions/schedule.ts';
import { type Cost, dearestFirst, heaviestOf, monthBars, type Slice, slicesOf } from '../overview/chartFigures.ts';
import { calendarPath, listPath, MonthBars, sliceName } from '../overview/MonthBars.tsx';
import { daysOfSpan, monthsOf, type Span, spansOf, vendorBars } from './figures.ts';

/** Where the money went: the payments made, by month, category and subscription. */
export function Spent({ shown }: { readonly shown: ShownCurrency }) {
  const span = useSignal<Span>('twelve');
  const other = useSignal<Days>({ from: '', to: '' });
  const spent = useResource((signal) =>
    loadSpent({ ...daysOfSpan(span.value, today.value, other.value), include: 'categories' }, signal),
  );
  return (
    <Card title={t('insights.spent')} aside={t('insights.spent.aside')}>
      <div class="span-fields">
        <SpanField span={span} />
        {span.value === 'other' && (
          <>
            <DayField name="from" label={t('insights.span.from')} days={other} />
            <DayField name="to" label={t('insights.span.to')} days={other} />
          </>
        )}
      </div>
      <Loaded resource={spent} lines={8}>
        {(sums) => <Figures key={`${shown.only} ${sums.from} ${sums.to}`} spent={shown.report(sums)} shown={shown} />}
      </Loaded>
    </Card>
  );
}

function SpanField({ span }: { readonly span: Signal<Span> }) {
  const textOf = (one: Span) =>
    one === 'twelve' || one === 'all' || one === 'other' ? t(`insights.span.${one}`) : one;
  const options = spansOf(today.value).map((value) => ({ value, text: textOf(value) }));
  return (
    <SelectField
      label={t('insights.span')}
      value={span.value}
      onChoose={(chosen) => (span.value = chosen)}
      options={options}
    />
  );
}

interface DayFieldProps {
  readonly name: keyof Days;
  readonly label: string;
  readonly days: Signal<Days>;
}

function DayField({ name, label, days }: DayFieldProps) {
  return (
    <InputField
      label={label}
      type="date"
      value={days.value[name]}
      onChange={({ currentTarget }) => (days.value = { ...days.peek(), [name]: currentTarget.value })}
    />
  );
}

interface FiguresProps {
  readonly spent: Sums;
  readonly shown: ShownCurrency;
}

function Figures({ spent, shown }: FiguresProps) {
  const { currency } = shown;
  const slices = slicesOf(costsOf(spent.byCategory, currency));
  const bars = monthBars(monthsOf(spent), currency, slices);
  const heaviest = heaviestOf(bars);
  const picked = useSignal(bars.at(-1)?.month ?? '');
  if (heaviest === undefined) return <p class="muted">{t('insights.spent.none')}</p>;
  return (
    <>
      <p class="answer">{mostText(spent, currency, slices)}</p>
      <MonthBars chart={{ bars, heaviest, currency, slices }} picked={picked} />
      {picked.value && <MonthFigures month={picked.value} spent={spent} shown={shown} />}
      <VendorTable spent={spent} shown={shown} />
    </>
  );
}

const namedMost = 3;

function mostText({ totalsByCurrency }: Sums, currency: string, slices: readonly Slice[]): string {
  const sum = totalsByCurrency[currency] ?? 0;
  const shares = slices
    .filter(({ category }) => category !== null)
    .slice(0, namedMost)
    .map((slice) => `${isolated(sliceName(slice))} (${formatShare(slice.amount / sum, locale.value)})`);
  return t('insights.spent.most', { sum: money(sum, currency), list: listWords(shares) });
}

interface MonthFiguresProps extends FiguresProps {
  readonly month: string;
}

/** The figures of the chosen month: they are read by a touch, too. The month leads to its payments, a category to its subscriptions. */
function MonthFigures({ month, spent, shown }: MonthFiguresProps) {
  const { currency } = shown;
  const { totalsByCurrency = {}, byCategory = [] } = spent.byMonth.find((one) => one.month === month) ?? {};
  return (
    <p class="month-figures" aria-live="polite">
      <a href={calendarPath(month)}>{formatDate(`${month}-01`, 'month')}</a>:{' '}
      <strong>{money(totalsByCurrency[currency] ?? 0, currency)}</strong>
      {dearestFirst(costsOf(byCategory, currency)).map(({ category, amount }) => (
        <Fragment key={category}>
          {' · '}
          <a href={listPath({ category }, shown)}>
            <bdi>{category}</bdi>
          </a>
          {`\u00A0${money(amount, currency)}`}
        </Fragment>
      ))}
    </p>
  );
}

/** What was spent on each category in one currency. */
function costsOf(byCategory: Sums['byCategory'], currency: string): readonly Cost[] {
  return byCategory.map(({ category, totalsByCurrency: { [currency]: amount = 0 } }) => ({ category, amount }));
}

const rowsAtFirst = 10;

/** What was paid for each subscription: a chart that is a table, with the total of all in its last row. */
function VendorTable({ spent, shown: { currency } }: FiguresProps) {
  return (
    <Shortened items={vendorBars(spent.bySubscription, currency)} count={rowsAtFirst}>
      {(rows) => (
        <table class="bar-table">
          <caption>{t('insights.vendors')}</caption>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">{t('subscriptions.form.name')}</th>
              <th scope="col">{t('subscriptions.form.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ subscriptionId, name, amount, share }) => (
              // The style attribute is forbidden by the policy of the page; setting the property is not.
              <tr key={subscriptionId} ref={(row) => row?.style.setProperty('--share', String(share))}>
                <th scope="row">
                  <SubscriptionLink id={subscriptionId} name={name} />
                </th>
                <td>{money(amount, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('overview.forecast.total')}</th>
              <td>{money(spent.totalsByCurrency[currency] ?? 0, currency)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </Shortened>
  );
}
