import './texts.ts';
import { useEffect } from 'preact/hooks';
import { api, bodyOf } from '../../api/client.ts';
import { firstQueries } from '../../api/firstRequests.ts';
import { useResource } from '../../api/resource.ts';
import { Card, EmptyState, PageHeader, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { showPart } from '../../shell/scroll.ts';
import { AboveAverage } from './AboveAverage.tsx';
import { Duplicates } from './Duplicates.tsx';
import { byCurrency } from './figures.ts';
import { PriceChanges } from './PriceChanges.tsx';
import { Spent } from './Spent.tsx';
import { Vendors } from './Vendors.tsx';
import { YearBefore } from './YearBefore.tsx';

/** What is worth a look: duplicates, what costs a lot, prices that changed, and what was spent. */
export function Insights() {
  const first = useResource((signal) =>
    bodyOf(api.GET('/api/v1/subscriptions', { params: { query: firstQueries.anySubscription }, signal })),
  );
  return (
    <>
      <PageHeader title={t('shell.insights')} />
      <Loaded resource={first} lines={8}>
        {({ data }) => (data.length === 0 ? <EmptyState text={t('insights.none')} /> : <Sections />)}
      </Loaded>
    </>
  );
}

function Sections() {
  useEffect(showPart, []);
  return (
    <div class="insights">
      <Duplicates />
      <AboveAverage />
      <MostInAYear />
      <PriceChanges />
      <Spent />
      <Vendors />
      <YearBefore />
    </div>
  );
}

const rowsAtFirst = 3;

/** The monthly subscriptions that cost most in a year. */
export function MostInAYear() {
  const optimizations = useResource(
    async (signal) => (await bodyOf(api.GET('/api/v1/analytics/optimizations', { signal }))).optimizations,
  );
  return (
    <Card title={t('insights.year')} aside={t('insights.year.aside')}>
      <Loaded resource={optimizations}>
        {({ monthlyToAnnual }) => (
          <>
            {monthlyToAnnual.length === 0 && <p class="muted">{t('insights.year.none')}</p>}
            {byCurrency(monthlyToAnnual).map(([currency, rows]) => (
              <div class="currency-group" key={currency}>
                <Ledger
                  count={rowsAtFirst}
                  rows={rows.map(({ id, name, monthlyAmount, yearlyAtCurrentRate }) => ({
                    id,
                    name,
                    amount: money(yearlyAtCurrentRate, currency),
                    note: t('subscriptions.total.month', { amount: money(monthlyAmount, currency) }),
                  }))}
                />
              </div>
            ))}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface LedgerProps {
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly amount: string;
    readonly note: string;
  }[];
  /** How many are shown at first. */
  readonly count: number;
}

/** Subscriptions with an amount each, and a note. */
function Ledger({ rows, count }: LedgerProps) {
  return (
    <Shortened items={rows} count={count}>
      {(shown) => (
        <ul class="ledger">
          {shown.map(({ id, name, amount, note }) => (
            <li key={id}>
              <SubscriptionLink id={id} name={name} />
              <strong class="amount">{amount}</strong>
              <span class="line muted">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </Shortened>
  );
}
