import { useRef } from 'preact/hooks';
import { Field } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { errorAt, Options, TextControl, type FieldsProps } from './controls.tsx';
import { labelOf } from './faults.ts';

/** The controls of the details, folded unless there is something in them. */
export function DetailFields(props: FieldsProps) {
  const { values, fault, onChange } = props;
  const { notes, url, paymentMethod, tags, trialEndsOn, endsOn, cancelBefore, autoRenew } = values;
  const isOpenAtFirst = useRef(
    [notes, url, paymentMethod, tags, trialEndsOn, endsOn, cancelBefore, autoRenew].some((value) => value !== ''),
  );
  return (
    <details class="subs-details" open={isOpenAtFirst.current}>
      <summary>{t('subscriptions.form.details')}</summary>
      <Field label={labelOf('notes')} error={errorAt('notes', fault)}>
        {(control) => (
          <textarea
            {...control}
            name="notes"
            rows={3}
            maxLength={2000}
            dir="auto"
            value={notes}
            onInput={(event) => onChange({ notes: event.currentTarget.value })}
          />
        )}
      </Field>
      <TextControl {...props} name="tags" help={t('subscriptions.form.tags.help')} />
      <div class="subs-pair">
        <TextControl {...props} name="paymentMethod" input={{ maxLength: 80 }} />
        <TextControl
          {...props}
          name="url"
          help={t('subscriptions.form.url.help')}
          input={{ inputMode: 'url', placeholder: 'https://' }}
        />
      </div>
      <div class="subs-pair">
        <TextControl {...props} name="trialEndsOn" input={{ type: 'date' }} />
        <TextControl {...props} name="cancelBefore" input={{ type: 'date' }} />
      </div>
      <div class="subs-pair">
        <TextControl {...props} name="endsOn" help={t('subscriptions.form.endsOn.help')} input={{ type: 'date' }} />
        <AutoRenewField {...props} />
      </div>
    </details>
  );
}

function AutoRenewField({ values, fault, onChange }: FieldsProps) {
  const options = [
    { value: '', text: t('subscriptions.form.autoRenew.default') },
    { value: 'true', text: t('subscriptions.form.autoRenew.yes') },
    { value: 'false', text: t('subscriptions.form.autoRenew.no') },
  ] as const;
  return (
    <Field label={labelOf('autoRenew')} error={errorAt('autoRenew', fault)}>
      {(control) => (
        <select
          {...control}
          name="autoRenew"
          value={values.autoRenew}
          onChange={(event) => {
            const chosen = options.find(({ value }) => value === event.currentTarget.value);
            if (chosen !== undefined) onChange({ autoRenew: chosen.value });
          }}
        >
          <Options chosen={values.autoRenew} options={options} />
        </select>
      )}
    </Field>
  );
}
