import type { Schemas } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { storedSignal } from '../../api/storage.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { loadedLate } from '../../components/late.tsx';
import { byCurrency } from '../../format/currencyOrder.ts';
import { moneyParts } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';

/** Whether sums are those of a month or of a year; kept in this browser. */
export const span = storedSignal<'month' | 'year'>('overview-span', (stored) => (stored === 'year' ? 'year' : 'month'));

/** Chooses it, wherever such sums stand. */
export function SpanSwitch() {
  const options = [
    { value: 'month', text: t('overview.span.month') },
    { value: 'year', text: t('overview.span.year') },
  ] as const;
  return <Segmented label={t('overview.span')} options={options} choice={span} />;
}

const OneTotal = loadedLate(async () => (await import('./OneTotal.tsx')).OneTotal, {
  Waiting: () => <div class="one-total" />,
});

/** What the active subscriptions cost a month or a year, in each currency; with exchange rates, first in one. */
export function Totals({ summary }: { readonly summary: Schemas['SpendSummary'] }) {
  const base = session.value?.ratesBase;
  const isInOne = base !== undefined && summary.byCurrency.some(({ currency }) => currency !== base);
  return (
    <section class="totals" aria-label={t('overview.totals')}>
      <div class="totals-sentence">
        <span>{t('overview.totals.before')}</span>
        <SpanSwitch />
        <span>{t('overview.totals.after', { count: summary.counts.active })}</span>
      </div>
      {isInOne && <OneTotal>{(total) => <Figure currency={total.currency} amount={ofSpan(total)} isMain />}</OneTotal>}
      <p class="totals-figures" aria-live="polite">
        {summary.byCurrency.toSorted(byCurrency).map((total, index) => (
          <Figure
            key={total.currency}
            currency={total.currency}
            amount={ofSpan(total)}
            isMain={index === 0 && !isInOne}
          />
        ))}
      </p>
    </section>
  );
}

interface FigureProps {
  readonly currency: string;
  readonly amount: number;
  readonly isMain: boolean;
}

function ofSpan({
  monthlyTotal,
  yearlyTotal,
}: {
  readonly monthlyTotal: number;
  readonly yearlyTotal: number;
}): number {
  return span.value === 'year' ? yearlyTotal : monthlyTotal;
}

function Figure({ currency, amount, isMain }: FigureProps) {
  const parts = moneyParts(amount, currency, locale.value);
  return (
    <span class={isMain ? 'total main' : 'total'}>
      <span class="total-sign">{parts.currency}</span>{' '}
      <span class={isMain ? 'figure' : 'total-number'}>{parts.number}</span>{' '}
    </span>
  );
}
