import { api, bodyOf } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Card, Shortened, SubscriptionLink } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { money, moneyList } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { deadlineWords, loadDeadlines } from '../../subscriptions/deadlines.ts';
import { isDecision } from '../../subscriptions/marks.ts';
import { atStake } from '../overview/figures.ts';
import { Duplicates } from './Duplicates.tsx';

const [rowsAtFirst, noticeDays] = [3, 45];

/** What could go: duplicates, contracts and trials that can be left soon, and what monthly subscriptions cost in a year. */
export function Leaving({ shown: { only, amounts } }: { readonly shown: ShownCurrency }) {
  const isShown = (one: { readonly currency: string }) => only === undefined || one.currency === only;
  const loaded = useResource(async (signal) => {
    const [{ duplicates }, deadlines, { optimizations }] = await Promise.all([
      bodyOf(api.GET('/api/v1/analytics/duplicates', { params: { query: { include: 'records' } }, signal })),
      loadDeadlines(noticeDays, signal),
      bodyOf(api.GET('/api/v1/analytics/optimizations', { signal })),
    ]);
    return { duplicates, deadlines, monthly: optimizations.monthlyToAnnual };
  });
  return (
    <Card id="duplicates" title={t('insights.go')}>
      <Loaded resource={loaded}>
        {({ duplicates, deadlines, monthly }) => {
          const open = deadlines.filter((one) => isDecision(one) && isShown(one));
          const ofYear = monthly.filter(isShown);
          return (
            <>
              <p class="answer">
                {duplicates.length > 0
                  ? t('insights.go.duplicates', { count: duplicates.length })
                  : t('insights.go.duplicates.none')}{' '}
                {open.length > 0 &&
                  t('insights.go.notice', { count: open.length, sum: moneyList(amounts(atStake(open))) })}
              </p>
              <Duplicates groups={duplicates} />
              <Ledger
                title={t('overview.deadlines')}
                rows={open.map((one) => ({
                  ...one,
                  id: one.subscriptionId,
                  amount: one.yearlyCost,
                  note: deadlineWords(one),
                }))}
              />
              <Ledger
                title={t('insights.go.year')}
                rows={ofYear.map((one) => ({
                  ...one,
                  amount: one.yearlyAtCurrentRate,
                  note: t('subscriptions.total.month', { amount: money(one.monthlyAmount, one.currency) }),
                }))}
              />
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

interface LedgerProps {
  readonly title: string;
  /** Each with what it costs in a year. */
  readonly rows: readonly {
    readonly id: string;
    readonly name: string;
    readonly amount: number;
    readonly currency: string;
    readonly note: string;
  }[];
}

/** Subscriptions with what each costs in a year, and a note. Nothing if there are none. */
function Ledger({ title, rows }: LedgerProps) {
  if (rows.length === 0) return null;
  return (
    <section class="ledger-part">
      <h3>{title}</h3>
      <Shortened items={rows} count={rowsAtFirst}>
        {(shown) => (
          <ul class="ledger lined">
            {shown.map(({ id, name, amount, currency, note }) => (
              <li key={`${id} ${note}`}>
                <SubscriptionLink id={id} name={name} />
                <strong class="amount">{money(amount, currency)}</strong>
                <span class="line muted">{note}</span>
              </li>
            ))}
          </ul>
        )}
      </Shortened>
    </section>
  );
}
