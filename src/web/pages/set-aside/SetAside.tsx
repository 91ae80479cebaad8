import { type Signal, useSignal } from '@preact/signals';
import { useResource } from '../../api/resource.ts';
import { session } from '../../api/session.ts';
import { Card, EmptyState, PageHeader, TableHead } from '../../components/content.tsx';
import { Loaded } from '../../components/feedback.tsx';
import { InputField } from '../../components/Field.tsx';
import { formatDate, money } from '../../format/format.ts';
import { parseAmount } from '../../format/money.ts';
import { locale, t } from '../../messages/messages.ts';
import { amountFault } from '../../subscriptions/amountFault.ts';
import { all, currencyControl } from '../overview/CurrencySwitch.tsx';
import { calendarPath } from '../overview/MonthBars.tsx';
import { sumWords } from '../overview/rangeWords.ts';
import { inOrderOfCurrencies, loadPlans, type Plan, planLines } from './plan.ts';

/** The page Set aside: what to put aside each month, and what is in the pot at the end of each. */
export function SetAside() {
  const start = useSignal(0);
  const choice = useSignal(all);
  const base = session.value?.ratesBase;
  const chosen = choice.value === all ? undefined : choice.value;
  const into = chosen === undefined ? base : undefined;
  const loaded = useResource((signal) => loadPlans(signal, { start: start.value, into }), [into]);
  const plans = loaded.data.value ?? [];
  const plan = plans.find(({ currency }) => currency === (chosen ?? base)) ?? plans[0];
  const isWhole = into !== undefined && plan?.currency === into;
  return (
    <>
      <PageHeader title={t('shell.set-aside')}>
        {currencyControl(choice, isWhole ? undefined : (chosen ?? plan?.currency), choicesOf(plans, base))}
      </PageHeader>
      <Loaded resource={loaded} lines={8}>
        {() => (plan === undefined ? <EmptyState text={t('setAside.none')} /> : <PlanCard plan={plan} start={start} />)}
      </Loaded>
    </>
  );
}

/** The currencies that can be chosen: all of which there is a plan, or a part of one. */
function choicesOf(plans: readonly Plan[], base: string | undefined) {
  const found = new Set(plans.flatMap(({ currency, currencies = [currency] }) => currencies));
  const currencies = inOrderOfCurrencies(Array.from(found));
  return { currencies, whole: currencies.some((one) => one !== base) ? base : undefined };
}

interface PlanCardProps {
  readonly plan: Plan;
  /** What is in the pot today. */
  readonly start: Signal<number>;
}

function PlanCard({ plan, start }: PlanCardProps) {
  const [first] = plan.months;
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
        <PotTable plan={plan} />
      </div>
    </Card>
  );
}

function PotTable({ plan: { currency, months, isEstimate: isPotEstimate } }: Pick<PlanCardProps, 'plan'>) {
  return (
    <div class="folded-scroll" role="region" aria-label={t('setAside.months')} tabIndex={0}>
      <table class="figures">
        <TableHead columns={[t('overview.forecast.month'), t('setAside.due'), t('setAside.pot')]} />
        <tbody>
          {months.map(({ month, due, pot, isEstimate }) => (
            <tr key={month}>
              <th scope="row">
                <a href={calendarPath(month)}>{formatDate(`${month}-01`, 'month')}</a>
              </th>
              <td>{sumWords(money(due, currency), isEstimate)}</td>
              <td>{sumWords(money(pot, currency), isPotEstimate)}</td>
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
