import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Card } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { formatPercent, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { loadSpent } from '../../subscriptions/payments.ts';
import { type Comparison, compareTotals, twelveMonthsBefore, twelveMonthsTo } from './vendors.ts';

/** What was paid in the past twelve months, beside the twelve months before them. */
export function YearBefore() {
  const comparison = useResource(async (signal) => {
    const days = [twelveMonthsTo(today.value), twelveMonthsBefore(today.value)];
    const [now, before] = await Promise.all(days.map((span) => loadSpent(span, signal)));
    return compareTotals(now?.totalsByCurrency ?? {}, before?.totalsByCurrency ?? {});
  });
  return (
    <Card title={t('insights.compare')} aside={t('insights.spent.aside')}>
      <Loaded resource={comparison}>
        {(rows) => (rows.length === 0 ? <p class="muted">{t('insights.compare.none')}</p> : <Rows rows={rows} />)}
      </Loaded>
    </Card>
  );
}

function Rows({ rows }: { readonly rows: readonly Comparison[] }) {
  return (
    <div class="spent-tables">
      {rows.map((row) => (
        <CurrencyTable key={row.currency} {...row} />
      ))}
    </div>
  );
}

/** The two spans in one currency, each with a bar, and the difference in words. */
function CurrencyTable(comparison: Comparison) {
  const { currency, now, before } = comparison;
  const most = Math.max(now, before);
  const row = (name: string, amount: number) => (
    // The style attribute is forbidden by the policy of the page; setting the property is not.
    <tr ref={(element) => element?.style.setProperty('--share', String(most === 0 ? 0 : amount / most))}>
      <th scope="row">{name}</th>
      <td>{money(amount, currency)}</td>
    </tr>
  );
  return (
    <table class="bar-table">
      <caption>{differenceWords(comparison)}</caption>
      <tbody>
        {row(t('insights.span.twelve'), now)}
        {row(t('insights.compare.before'), before)}
      </tbody>
    </table>
  );
}

function differenceWords({ currency, difference, changePercent }: Comparison): string {
  if (difference === 0) return t('insights.compare.same', { currency });
  const amount = money(Math.abs(difference), currency);
  if (changePercent === undefined) return t('insights.compare.new', { amount });
  const key = difference > 0 ? 'insights.compare.more' : 'insights.compare.less';
  return t(key, { amount, percent: formatPercent(changePercent) });
}
