import { useRef } from 'preact/hooks';
import { Field, InputField, Select } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import {
  detailFields,
  detailNames,
  noticeParts,
  noticeText,
  type NoticeUnit,
  noticeUnits,
} from '../../../subscriptions/detailFields.ts';
import { unitWords } from '../../../subscriptions/words.ts';
import { errorAt } from './faults.ts';
import type { FieldsProps } from './Fields.tsx';

const contractNames = detailNames.filter((name) => detailFields[name].group === 'contract');

/** The controls of a contract: its notice period, and its term, which may follow from the payments. */
export function ContractFields(props: FieldsProps) {
  const { values } = props;
  const isOpenAtFirst = useRef(contractNames.some((name) => values[name] !== ''));
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.contract')}</summary>
      <NoticePeriodField {...props} />
      <div class="subs-pair">
        <DayControl {...props} name="termEndsOn" />
        <TermField {...props} />
      </div>
      <DayControl {...props} name="cancelBefore" />
      {values.keepThrough !== '' && <DayControl {...props} name="keepThrough" />}
    </details>
  );
}

const digits = { inputMode: 'numeric', maxLength: 3 } as const;

interface DayControlProps extends FieldsProps {
  readonly name: 'termEndsOn' | 'cancelBefore' | 'keepThrough';
}

function DayControl({ name, values, faults, onChange }: DayControlProps) {
  const { label, help } = detailFields[name];
  return (
    <InputField
      label={t(label)}
      help={help && t(help)}
      {...errorAt(name, faults)}
      type="date"
      name={name}
      value={values[name]}
      onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
}

/** By how many months the term renews. */
function TermField({ values, faults, onChange }: FieldsProps) {
  return (
    <Field
      label={t('subscriptions.form.termMonths')}
      help={t('subscriptions.form.termMonths.help')}
      {...errorAt('termMonths', faults)}
    >
      {(control) => (
        <div class="subs-interval">
          <input
            {...control}
            {...digits}
            name="termMonths"
            autocomplete="off"
            value={values.termMonths}
            onInput={({ currentTarget }) => onChange({ termMonths: digitsIn(currentTarget) })}
          />
          <span>{unitWords('month', Number(values.termMonths))}</span>
        </div>
      )}
    </Field>
  );
}

/** How long before the end of the term notice must be given: a number and its unit. */
function NoticePeriodField({ values, faults, onChange }: FieldsProps) {
  const { count, unit } = noticeParts(values.noticePeriod);
  const change = (given: string, unitGiven: NoticeUnit) =>
    onChange({ noticePeriod: given === '' && unitGiven === 'months' ? '' : noticeText(given, unitGiven) });
  return (
    <Field label={t('subscriptions.form.noticePeriod.question')} {...errorAt('noticePeriod', faults)}>
      {(control) => (
        <div class="subs-interval">
          <input
            {...control}
            {...digits}
            name="noticePeriod"
            autocomplete="off"
            value={count}
            onInput={({ currentTarget }) => change(digitsIn(currentTarget), unit)}
          />
          <Select
            aria-label={t('subscriptions.form.noticePeriod.unit')}
            value={unit}
            options={noticeUnits.map((value) => ({ value, text: unitWords(singularOf[value], Number(count)) }))}
            onChoose={(chosen) => change(count, chosen)}
          />
        </div>
      )}
    </Field>
  );
}

const singularOf = { days: 'day', weeks: 'week', months: 'month' } as const;

/** What was typed, without what cannot belong to a number. */
function digitsIn(input: HTMLInputElement): string {
  input.value = input.value.replaceAll(/\D/g, '');
  return input.value;
}
