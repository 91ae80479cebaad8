import { useEffect } from 'preact/hooks';
import { useResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { EmptyState, PageHeader } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { t } from '../../messages/messages.ts';
import type { ShownCurrency } from '../../rates/oneCurrency.ts';
import { showPart } from '../../shell/scroll.ts';
import { byCurrency } from '../../format/currencyOrder.ts';
import { loadSpent } from '../../subscriptions/payments.ts';
import { daysOfPayments } from '../../subscriptions/schedule.ts';
import { loadSummary } from '../../subscriptions/summary.ts';
import { useShownCurrency } from '../overview/CurrencySwitch.tsx';
import { Dearer } from './Dearer.tsx';
import { Leaving } from './Leaving.tsx';
import { Spent } from './Spent.tsx';

/** Three questions, each with an answer in a sentence and what shows why, in one currency or all in one. */
export function Insights() {
  const loaded = useResource(loadCurrencies);
  const { shown, control } = useShownCurrency(loaded.data.value ?? []);
  return (
    <>
      <PageHeader title={t('shell.insights')}>{control}</PageHeader>
      <Loaded resource={loaded} lines={8}>
        {() => (shown === undefined ? <EmptyState text={t('insights.none')} /> : <Questions shown={shown} />)}
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

function Questions({ shown }: { readonly shown: ShownCurrency }) {
  useEffect(showPart, []);
  return (
    <div class="cards insights">
      <Dearer shown={shown} />
      <Leaving shown={shown} />
      <Spent shown={shown} />
    </div>
  );
}
