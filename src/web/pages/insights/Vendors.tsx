import { type Signal, useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Card, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Field, Segmented, Select } from '../../components/Field.tsx';
import { money } from '../../format/format.ts';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import { loadSpent, type Spent } from '../../subscriptions/payments.ts';
import type { Days } from '../../subscriptions/schedule.ts';
import { currenciesOf } from './figures.ts';
import { daysOfSpan, type Span, spansOf, vendorBars } from './vendors.ts';

/** What was paid to each vendor in a year, or from one day to another. */
export function Vendors() {
  const span = useSignal<Span>(spansOf(today.peek())[0] ?? 'all');
  const other = useSignal<Days>({ from: '', to: '' });
  const spent = useResource((signal) => loadSpent(daysOfSpan(span.value, today.value, other.value), signal));
  return (
    <Card title={t('insights.vendors')} aside={t('insights.spent.aside')}>
      <div class="vendor-span">
        <SpanField span={span} />
        {span.value === 'other' && (
          <>
            <DayField name="from" label={t('insights.span.from')} days={other} />
            <DayField name="to" label={t('insights.span.to')} days={other} />
          </>
        )}
      </div>
      <Loaded resource={spent}>{(answer) => <Totals spent={answer} />}</Loaded>
    </Card>
  );
}

function SpanField({ span }: { readonly span: Signal<Span> }) {
  const texts = { twelve: t('insights.span.twelve'), all: t('insights.span.all'), other: t('insights.span.other') };
  const textOf = (one: Span) => (one === 'twelve' || one === 'all' || one === 'other' ? texts[one] : one);
  const options = spansOf(today.value).map((value) => ({ value, text: textOf(value) }));
  return (
    <Field label={t('insights.span')}>
      {(control) => (
        <Select {...control} value={span.value} options={options} onChoose={(chosen) => (span.value = chosen)} />
      )}
    </Field>
  );
}

interface DayFieldProps {
  readonly name: keyof Days;
  readonly label: string;
  readonly days: Signal<Days>;
}

function DayField({ name, label, days }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={days.value[name]}
          onChange={({ currentTarget }) => (days.value = { ...days.peek(), [name]: currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Totals({ spent }: { readonly spent: Spent }) {
  const chosen = useSignal('');
  const currencies = currenciesOf(spent);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return <p class="muted">{t('insights.vendors.none')}</p>;
  const options = currencies.map((value) => ({ value, text: currencySign(value) }));
  return (
    <>
      {currencies.length > 1 && (
        <Segmented label={t('subscriptions.form.currency')} options={options} choice={chosen} value={currency} />
      )}
      <VendorTable spent={spent} currency={currency} />
    </>
  );
}

const rowsAtFirst = 10;

/** A chart that is a table, with the total of all in its last row. */
function VendorTable({ spent, currency }: { readonly spent: Spent; readonly currency: string }) {
  return (
    <Shortened items={vendorBars(spent.bySubscription, currency)} count={rowsAtFirst}>
      {(shown) => (
        <table class="bar-table">
          <caption class="visually-hidden">{t('insights.vendors')}</caption>
          <thead class="visually-hidden">
            <tr>
              <th scope="col">{t('subscriptions.form.name')}</th>
              <th scope="col">{t('subscriptions.form.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ subscriptionId, name, amount, share }) => (
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
