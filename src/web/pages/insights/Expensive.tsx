import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card } from '../../components/Card.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { Shortened } from '../../components/Shortened.tsx';
import { SubscriptionLink } from '../../components/SubscriptionLink.tsx';
import { money } from '../../format/format.ts';
import { times } from '../../format/lists.ts';
import { t } from '../../messages/messages.ts';
import { byCurrency } from './figures.ts';

type Optimizations = Schemas['Optimizations'];

const rowsAtFirst = { above: 8, yearly: 3 };

function useOptimizations() {
  return useResource(async (signal) => {
    const { optimizations } = await bodyOf(api.GET('/api/v1/analytics/optimizations', { signal }));
    return optimizations;
  });
}

/** Subscriptions that cost much more than the others of their currency. */
export function AboveAverage() {
  const optimizations = useOptimizations();
  return (
    <Card title={t('insights.above')}>
      <Loaded resource={optimizations}>
        {({ aboveAverageInCurrency: rows }) =>
          rows.length === 0 ? (
            <p class="muted">{t('insights.above.none')}</p>
          ) : (
            <Shortened items={rows} count={rowsAtFirst.above}>
              {(shown) => (
                <ul class="ledger">
                  {shown.map((row) => (
                    <AboveAverageRow key={row.id} row={row} />
                  ))}
                </ul>
              )}
            </Shortened>
          )
        }
      </Loaded>
    </Card>
  );
}

function AboveAverageRow({ row }: { readonly row: Optimizations['aboveAverageInCurrency'][number] }) {
  const { id, name, currency, monthlyEquivalent, currencyMonthlyAverage } = row;
  const factor = times(monthlyEquivalent / currencyMonthlyAverage);
  const average = money(currencyMonthlyAverage, currency);
  return (
    <li>
      <SubscriptionLink id={id} name={name} />
      <strong class="amount">{money(monthlyEquivalent, currency)}</strong>
      <span class="line muted">{t('insights.above.times', { times: factor, average })}</span>
    </li>
  );
}

/** The monthly subscriptions that cost most in a year. */
export function MostInAYear() {
  const optimizations = useOptimizations();
  return (
    <Card title={t('insights.year')} aside={t('insights.year.aside')}>
      <Loaded resource={optimizations}>
        {({ monthlyToAnnual }) =>
          monthlyToAnnual.length === 0 ? (
            <p class="muted">{t('insights.year.none')}</p>
          ) : (
            <>
              {byCurrency(monthlyToAnnual).map(([currency, rows]) => (
                <div class="currency-group" key={currency}>
                  <YearlyCosts rows={rows} />
                </div>
              ))}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function YearlyCosts({ rows }: { readonly rows: Optimizations['monthlyToAnnual'] }) {
  return (
    <Shortened items={rows} count={rowsAtFirst.yearly}>
      {(shown) => (
        <ul class="ledger">
          {shown.map(({ id, name, currency, monthlyAmount, yearlyAtCurrentRate }) => (
            <li key={id}>
              <SubscriptionLink id={id} name={name} />
              <strong class="amount">{money(yearlyAtCurrentRate, currency)}</strong>
              <span class="line muted">{t('insights.year.monthly', { amount: money(monthlyAmount, currency) })}</span>
            </li>
          ))}
        </ul>
      )}
    </Shortened>
  );
}
