import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { EmptyState, PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import { showPart } from '../../shell/scroll.ts';
import { byCurrency } from '../../format/currencyOrder.ts';
import { loadSpent } from '../../subscriptions/payments.ts';
import { daysOfPayments } from '../../subscriptions/schedule.ts';
import { loadSummary } from '../../subscriptions/summary.ts';
import { CurrencySwitch } from '../overview/CurrencySwitch.tsx';
import { Dearer } from './Dearer.tsx';
import { Leaving } from './Leaving.tsx';
import { Spent } from './Spent.tsx';

/** Three questions, each with an answer in a sentence and what shows why, in one currency. */
export function Insights() {
  const chosen = useSignal('');
  const loaded = useResource(loadCurrencies);
  const currencies = loaded.data.value ?? [];
  const currency = currencies.find((one) => one === chosen.value) ?? currencies[0];
  return (
    <>
      <PageHeader title={t('shell.insights')}>
        {currency && <CurrencySwitch currencies={currencies} value={currency} choice={chosen} />}
      </PageHeader>
      <Loaded resource={loaded} lines={8}>
        {() => (currency === undefined ? <EmptyState text={t('insights.none')} /> : <Questions currency={currency} />)}
      </Loaded>
    </>
  );
}

/** The currencies of what is paid and was paid. */
async function loadCurrencies(signal: AbortSignal): Promise<readonly string[]> {
  const [summary, { totalsByCurrency }] = await Promise.all([
    loadSummary(signal),
    loadSpent(daysOfPayments(today.value), signal),
  ]);
  const past = Object.keys(totalsByCurrency).map((currency) => ({ currency }));
  return Array.from(new Set([...summary.byCurrency, ...past].toSorted(byCurrency).map(({ currency }) => currency)));
}

function Questions({ currency }: { readonly currency: string }) {
  useEffect(showPart, []);
  return (
    <div class="insights">
      <Dearer currency={currency} />
      <Leaving currency={currency} />
      <Spent currency={currency} />
    </div>
  );
}
