import { useSignal } from '@preact/signals';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Card, Shortened } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { Segmented } from '../../components/Field.tsx';
import { formatDate, money } from '../../format/format.ts';
import { currencySign } from '../../format/money.ts';
import { t } from '../../messages/messages.ts';
import type { PlainMessageKey } from '../../messages/translate.ts';
import { type Bar, categorySpent, currenciesOf, monthlySpent } from './figures.ts';

/** The payments made this year or last year, by month and by category. */
export function Spent() {
  const year = useSignal<'this' | 'last'>('this');
  const spent = useResource(async (signal) => {
    const query = daysOf(year.value, today.value);
    return (await bodyOf(api.GET('/api/v1/analytics/spent', { params: { query }, signal }))).spent;
  });
  const options = (['this', 'last'] as const).map((value) => ({
    value,
    text: daysOf(value, today.value).from.slice(0, 4),
  }));
  return (
    <Card title={t('insights.spent')} aside={t('insights.spent.aside')}>
      <Segmented label={t('insights.spent.year')} options={options} choice={year} />
      <Loaded resource={spent}>{(answer) => <Figures spent={answer} />}</Loaded>
    </Card>
  );
}

function daysOf(year: 'this' | 'last', now: string): { readonly from: string; readonly to: string } {
  const number = Number(now.slice(0, 4));
  if (year === 'this') return { from: `${number}-01-01`, to: now };
  return { from: `${number - 1}-01-01`, to: `${number - 1}-12-31` };
}

function Figures({ spent }: { readonly spent: Schemas['Spent'] }) {
  const chosen = useSignal('');
  const currencies = currenciesOf(spent);
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  if (currency === undefined) return <Nothing to={spent.to} />;
  const options = currencies.map((value) => ({ value, text: currencySign(value) }));
  return (
    <>
      <p class="spent-totals">
        {currencies.map((one) => (
          <strong key={one}>{money(spent.totalsByCurrency[one] ?? 0, one)}</strong>
        ))}
      </p>
      {currencies.length > 1 && (
        <Segmented label={t('subscriptions.form.currency')} options={options} choice={chosen} value={currency} />
      )}
      <Tables spent={spent} currency={currency} />
    </>
  );
}

function Nothing({ to }: { readonly to: string }) {
  return (
    <p class="muted">
      {t('insights.spent.none', { year: to.slice(0, 4) })}
      {to === today.value && ` ${t('insights.spent.none.hint')}`}
    </p>
  );
}

function Tables({ spent, currency }: { readonly spent: Schemas['Spent']; readonly currency: string }) {
  const months = monthlySpent(spent, currency).map((bar) => ({ ...bar, name: formatDate(`${bar.name}-01`, 'month') }));
  const categories = categorySpent(spent.byCategory, currency);
  return (
    <div class="spent-tables">
      <BarTable titles={['insights.spent.byMonth', 'overview.forecast.month']} bars={months} currency={currency} />
      <BarTable titles={['overview.category', 'subscriptions.form.category']} bars={categories} currency={currency} />
    </div>
  );
}

interface BarTableProps {
  /** The words for the table, and those for its column with the names. */
  readonly titles: readonly [table: PlainMessageKey, names: PlainMessageKey];
  readonly bars: readonly Bar[];
  readonly currency: string;
}

const rowsAtFirst = 12;

/** A chart that is a table: each row has a name, an amount, and a bar below them. */
function BarTable({ titles: [title, names], bars, currency }: BarTableProps) {
  return (
    <div>
      <Shortened items={bars} count={rowsAtFirst}>
        {(shown) => (
          <table class="bar-table">
            <caption>{t(title)}</caption>
            <thead class="visually-hidden">
              <tr>
                <th scope="col">{t(names)}</th>
                <th scope="col">{t('subscriptions.form.amount')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((bar) => (
                <Row key={bar.name} bar={bar} currency={currency} />
              ))}
            </tbody>
          </table>
        )}
      </Shortened>
    </div>
  );
}

function Row({ bar, currency }: { readonly bar: Bar; readonly currency: string }) {
  const { name, amount, share } = bar;
  return (
    // The style attribute is forbidden by the policy of the page; setting the property is not.
    <tr ref={(row) => row?.style.setProperty('--share', String(share))}>
      <th scope="row">
        <bdi>{name}</bdi>
      </th>
      <td>{money(amount, currency)}</td>
    </tr>
  );
}
