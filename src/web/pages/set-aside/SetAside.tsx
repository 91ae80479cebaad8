import { type Signal, useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { Card, EmptyState, PageHeader, TableHead } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { InputField } from '../../components/Field.tsx';
import { formatDate, money } from '../../format/format.ts';
import { parseAmount } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import { amountFault } from '../../subscriptions/amountFault.ts';
import { useShownCurrency } from '../overview/CurrencySwitch.tsx';
import { calendarPath } from '../overview/MonthBars.tsx';
import { convertedInto, loadPlans, type Plan, planLines } from './plan.ts';

/** The page Set aside: what to put aside each month, and what is in the pot at the end of each. */
export function SetAside() {
  const start = useSignal(0);
  const ofEach = useResource((signal) => loadPlans(signal, { start: start.value }));
  const { shown, control } = useShownCurrency((ofEach.data.value ?? []).map(({ currency }) => currency));
  const into = convertedInto(shown);
  const plans = useResource((signal) => loadPlans(signal, { start: start.value, into }), [into]);
  const all = plans.data.value ?? [];
  const plan = all.find(({ currency }) => currency === shown?.currency) ?? all[0];
  return (
    <>
      <PageHeader title={t('shell.set-aside')}>{control}</PageHeader>
      <Loaded resource={plans} lines={8}>
        {() => (plan === undefined ? <EmptyState text={t('setAside.none')} /> : <PlanCard plan={plan} start={start} />)}
      </Loaded>
    </>
  );
}

interface PlanCardProps {
  readonly plan: Plan;
  /** What is in the pot today. */
  readonly start: Signal<number>;
}

function PlanCard({ plan, start }: PlanCardProps) {
  const { currency, months } = plan;
  const [first] = months;
  const [sum, ...others] = planLines([plan]);
  return (
    <Card title={t('setAside.months')}>
      <div class="set-aside">
        <p class="answer">{sum}</p>
        {others.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {first && <p class="muted">{t('setAside.how', { month: formatDate(`${first.month}-01`, 'longMonth') })}</p>}
        <StartField start={start} />
        <PotTable currency={currency} months={months} />
      </div>
    </Card>
  );
}

function PotTable({ currency, months }: Pick<Plan, 'currency' | 'months'>) {
  return (
    <div class="folded-scroll" role="region" aria-label={t('setAside.months')} tabIndex={0}>
      <table class="figures">
        <TableHead columns={[t('overview.forecast.month'), t('setAside.due'), t('setAside.pot')]} />
        <tbody>
          {months.map(({ month, due, pot }) => (
            <tr key={month}>
              <th scope="row">
                <a href={calendarPath(month)}>{formatDate(`${month}-01`, 'month')}</a>
              </th>
              <td>{money(due, currency)}</td>
              <td>{money(pot, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StartField({ start }: Pick<PlanCardProps, 'start'>) {
  const isWrong = useSignal(false);
  const read = (text: string) => {
    const amount = text.trim() === '' ? 0 : parseAmount(text.trim(), locale.peek());
    isWrong.value = amount === undefined;
    if (amount !== undefined) start.value = amount;
  };
  return (
    <InputField
      label={t('setAside.start')}
      error={isWrong.value && amountFault()}
      isOptional
      inputMode="decimal"
      autocomplete="off"
      onChange={({ currentTarget }) => read(currentTarget.value)}
    />
  );
}
