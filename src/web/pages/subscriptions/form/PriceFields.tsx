import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { compareText } from '../../../../core/text/text.ts';
import { limits } from '../../../../modules/subscriptions/rules/limits.ts';
import { Button } from '../../../components/Button.tsx';
import { InputField } from '../../../components/Field.tsx';
import { amountText } from '../../../format/money.ts';
import { locale, t } from '../../../messages/messages.ts';
import { stepLines } from '../../../subscriptions/detailFields.ts';
import { errorAt } from './faults.ts';
import type { FieldsProps } from './Fields.tsx';
import { amountIn } from './values.ts';

/** The controls of a price that changes on some days, and of an amount that varies. */
export function PriceFields(props: FieldsProps) {
  const { values, onChange } = props;
  const isOpenAtFirst = useRef(values.priceSteps !== '' || values.amountVaries !== '');
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.price')}</summary>
      <StepFields {...props} />
      <label class="subs-tag">
        <input
          type="checkbox"
          name="amountVaries"
          checked={values.amountVaries !== ''}
          onChange={({ currentTarget }) => onChange({ amountVaries: currentTarget.checked ? 'true' : '' })}
        />
        {t('subscriptions.form.amountVaries')}
      </label>
      <p class="muted small">{t('subscriptions.form.amountVaries.help')}</p>
    </details>
  );
}

/** A planned price as it is typed. */
interface Step {
  readonly from: string;
  readonly amount: string;
}

const noStep: Step = { from: '', amount: '' };

/** The planned prices, at least one row. A row that is empty is none. */
function StepFields({ values, faults, onChange }: FieldsProps) {
  const stored = values.priceSteps;
  // What is typed stays as it is typed; what comes from elsewhere takes its place.
  const typed = useSignal({ steps: stepsOf(stored), stored });
  const steps = typed.value.stored === stored ? typed.value.steps : stepsOf(stored);
  const list = useRef<HTMLDivElement>(null);

  function change(next: readonly Step[]) {
    const text = textOf(next);
    typed.value = { steps: next, stored: text };
    onChange({ priceSteps: text });
  }

  function add() {
    change([...steps, noStep]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.subs-pair:last-of-type input')?.focus());
  }

  return (
    <div ref={list}>
      {steps.map((step, index) => (
        <StepField
          key={index}
          step={step}
          // The others have none: a form finds a control by its name.
          name={index === 0 ? 'priceSteps' : undefined}
          fault={index === 0 ? errorAt('priceSteps', faults) : {}}
          onChange={(part) => change(steps.with(index, { ...step, ...part }))}
        />
      ))}
      {steps.length < limits.priceSteps.maxItems && steps.at(-1)?.from && (
        <Button kind="quiet" onClick={add}>
          {t('subscriptions.form.priceStep.add')}
        </Button>
      )}
    </div>
  );
}

function stepsOf(stored: string): readonly Step[] {
  const steps = stepLines(stored).map(([from, amount]) => ({
    from,
    amount: amount === '' || Number.isNaN(Number(amount)) ? amount : amountText(Number(amount), locale.peek()),
  }));
  return steps.length === 0 ? [noStep] : steps;
}

/** What is no amount is sent as it is, so that the service says so. */
function textOf(steps: readonly Step[]): string {
  return steps
    .filter(({ from, amount }) => from + amount !== '')
    .toSorted((a, b) => compareText(a.from, b.from))
    .map(({ from, amount }) => `${from} ${amountIn({ amount }, locale.peek()) ?? amount}`)
    .join('\n');
}

interface StepFieldProps {
  readonly step: Step;
  readonly name: string | undefined;
  readonly fault: Partial<ReturnType<typeof errorAt>>;
  readonly onChange: (part: Partial<Step>) => void;
}

function StepField({ step, name, fault, onChange }: StepFieldProps) {
  return (
    <div class="subs-pair even">
      <InputField
        label={t('subscriptions.form.priceStep.on')}
        {...fault}
        type="date"
        name={name}
        value={step.from}
        onInput={({ currentTarget }) => onChange({ from: currentTarget.value })}
      />
      <InputField
        label={t('subscriptions.form.priceStep.to')}
        inputMode="decimal"
        autocomplete="off"
        value={step.amount}
        onInput={({ currentTarget }) => onChange({ amount: currentTarget.value })}
      />
    </div>
  );
}
