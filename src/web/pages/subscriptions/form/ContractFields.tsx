import { useRef } from 'preact/hooks';
import { daysBetween } from '../../../../core/billing/days.ts';
import { noticeOf } from '../../../../modules/subscriptions/rules/notice.ts';
import { today } from '../../../api/session.ts';
import { Field, Select } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { deadlineWords } from '../../../subscriptions/deadlines.ts';
import {
  detailFields,
  detailNames,
  noticeParts,
  noticeText,
  type NoticeUnit,
  noticeUnits,
} from '../../../subscriptions/fields.ts';
import { unitWords } from '../../../subscriptions/words.ts';
import { errorAt } from './faults.ts';
import type { FieldsProps } from './Fields.tsx';
import { detailsIn, type FormValues } from './values.ts';

const contractNames = detailNames.filter((name) => detailFields[name].group === 'contract');

/** The controls of a contract: its term, its notice period, and the last day for notice that follows from them. */
export function ContractFields(props: FieldsProps) {
  const { values } = props;
  const isOpenAtFirst = useRef(contractNames.some((name) => values[name] !== ''));
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.contract')}</summary>
      <div class="subs-pair">
        <DayControl {...props} name="termEndsOn" />
        <TermField {...props} />
      </div>
      <div class="subs-pair">
        <NoticePeriodField {...props} />
        <DayControl {...props} name="cancelBefore" />
      </div>
      {values.keepThrough !== '' && <DayControl {...props} name="keepThrough" />}
      <NoticeLine values={values} />
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
    <Field label={t(label)} help={help && t(help)} {...errorAt(name, faults)}>
      {(control) => (
        <input
          {...control}
          type="date"
          name={name}
          value={values[name]}
          onInput={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        />
      )}
    </Field>
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
    <Field
      label={t('subscriptions.form.noticePeriod')}
      help={t('subscriptions.form.noticePeriod.help')}
      {...errorAt('noticePeriod', faults)}
    >
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

/** The last day for notice, as far as the controls say it. */
function NoticeLine({ values }: { readonly values: FormValues }) {
  const details = detailsIn(values);
  const { termMonths, noticePeriod } = details;
  // The service refuses a zero, and nothing follows from it.
  const isUsable = termMonths !== 0 && noticePeriod?.count !== 0;
  const notice = isUsable ? noticeOf(details, today.value) : undefined;
  const date = notice?.noticeBy;
  return (
    <p class="subs-notice" role="status">
      {date !== undefined && (
        <strong>{deadlineWords({ kind: 'notice', date, daysLeft: daysBetween(today.value, date) })}</strong>
      )}
    </p>
  );
}
