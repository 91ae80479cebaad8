import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { today } from '../../../api/session.ts';
import { Chips, Select } from '../../../components/Field.tsx';
import { units } from '../../../format/intervals.ts';
import { t } from '../../../messages/messages.ts';
import { unitWords } from '../../../subscriptions/words.ts';
import { errorAt, labelOf } from './faults.ts';
import { type FieldsProps, optionsOf } from './Fields.tsx';
import { paidUntil, type Rhythm, rhythmNames, rhythmOf, rhythms, saidByLast, saidByNext, withDay } from './schedule.ts';
import type { FormValues } from './values.ts';

/** How often it is paid: one of the usual intervals, or any number of days, weeks, months or years. */
export function IntervalField(props: FieldsProps) {
  const { values, faults, onChange } = props;
  const rhythm = rhythmOf(values);
  // What is typed there may become a usual interval: the controls stay then.
  const isOther = useSignal(rhythm === undefined);

  function choose(chosen: Rhythm | 'other') {
    isOther.value = chosen === 'other';
    if (chosen !== 'other') onChange(rhythms[chosen]);
  }

  const shown = isOther.value ? 'other' : (rhythm ?? 'other');
  return (
    <Chips
      label={t('subscriptions.form.rhythm')}
      name="rhythm"
      options={optionsOf([...rhythmNames, 'other'] as const, (name) => t(`subscriptions.form.rhythm.${name}`))}
      value={shown}
      onChoose={choose}
      hasRoom
      {...errorAt('count', faults)}
    >
      {shown === 'other' && <IntervalControls {...props} />}
    </Chips>
  );
}

function IntervalControls({ values, faults, onChange }: FieldsProps) {
  const id = useId();
  const count = /^\d+$/.test(values.count) ? Number(values.count) : 2;
  const { error, isCorrected } = errorAt('count', faults);
  return (
    <div class="subs-every">
      <label for={id}>{labelOf('count')}</label>
      <input
        id={id}
        name="count"
        inputMode="numeric"
        autocomplete="off"
        aria-invalid={error !== undefined && !isCorrected}
        value={values.count}
        onInput={(event) => onChange({ count: event.currentTarget.value.trim() })}
      />
      <Select
        name="unit"
        aria-label={labelOf('unit')}
        value={values.unit}
        options={optionsOf(units, (unit) => unitWords(unit, count))}
        onChoose={(unit) => onChange({ unit })}
      />
    </div>
  );
}

interface PaymentDayProps extends FieldsProps {
  readonly initial: FormValues;
  readonly isNew: boolean;
}

/** The day of the last payment or of the next one, as the user likes: one follows from the other. */
export function PaymentDayField({ values, faults, onChange, initial, isNew }: PaymentDayProps) {
  const name = values.nextPaymentDate === null ? 'lastPaymentDate' : 'nextPaymentDate';
  const { error, isCorrected } = errorAt(name, faults);
  const paid = values.status === 'active' ? paidUntil(values, today.value) : undefined;
  const isUnsaid = isNew && values.nextPaymentDate === '';
  const said = name === 'lastPaymentDate' ? 'last' : 'next';
  return (
    <Chips
      label={t('subscriptions.form.payment')}
      name="payment"
      options={[
        { value: 'next', text: t('subscriptions.form.nextOn') },
        { value: 'last', text: t('subscriptions.form.lastPaymentDate') },
      ]}
      value={said}
      onChoose={(chosen) => chosen !== said && onChange(chosen === 'next' ? saidByNext(values) : saidByLast(values))}
      hasRoom
      help={
        paid ? (
          <PaidButton onClick={() => onChange(paid)} />
        ) : (
          t(isUnsaid ? 'subscriptions.form.payment.today' : 'subscriptions.form.payment.help')
        )
      }
      error={error}
      isCorrected={isCorrected}
    >
      <input
        type="date"
        name={name}
        aria-label={t(`subscriptions.form.${name}.day`)}
        aria-invalid={error !== undefined && !isCorrected}
        max="9999-12-31"
        value={values[name] ?? ''}
        onInput={(event) => onChange(withDay(values, event.currentTarget.value, initial))}
      />
    </Chips>
  );
}

/** Moves the dates on in one click. It goes away then, and the focus to the day. */
function PaidButton({ onClick }: { readonly onClick: () => void }) {
  function click({ currentTarget }: Event) {
    onClick();
    if (currentTarget instanceof HTMLElement)
      currentTarget.closest('fieldset')?.querySelector<HTMLElement>('input[type=date]')?.focus();
  }
  return (
    <button type="button" class="text-button" onClick={click}>
      {t('subscriptions.form.paid')}
    </button>
  );
}
