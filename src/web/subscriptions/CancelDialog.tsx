import { type Signal, useSignal } from '@preact/signals';
import { today } from '../api/session.ts';
import { InputField } from '../components/Field.tsx';
import { FormDialog } from '../components/Form.tsx';
import { Segmented } from '../components/Segmented.tsx';
import { money } from '../format/format.ts';
import { timesAmount } from '../format/money.ts';
import { t } from '../messages/messages.ts';
import type { Version } from './api.ts';
import { setStatus } from './bulk.ts';
import { cancelled, closeCancelDialog } from './cancelling.ts';
import { endOn } from './endings.ts';
import { paymentsThrough, suggestedEnd } from './ends.ts';
import { isEnding, type Subscription } from './fields.ts';
import { FirstVersion } from './FirstVersion.tsx';

/** Asks when a subscription ends that was cancelled with its provider, and notes it. */
export function CancelDialog() {
  const { id = '', name = '' } = cancelled.value ?? {};
  return (
    <FirstVersion id={id} title={t('subscriptions.cancel.title', { name })} onClose={closeCancelDialog}>
      {(version) => <CancelForm version={version} />}
    </FirstVersion>
  );
}

/** What is chosen in the dialog, and the write that notes it. */
function useChoice(version: Version) {
  const { record } = version;
  const suggested = suggestedEnd(record, today.value);
  const choice = useSignal<'until' | 'now'>(cancelled.peek()?.isNow ? 'now' : 'until');
  const day = useSignal(suggested.day);
  const save = async () => {
    await (choice.value === 'now' ? setStatus([record], 'cancelled') : endOn(version, day.value));
    closeCancelDialog();
  };
  const isPossible = choice.value === 'now' || day.value >= today.value;
  const reason = suggested.day === day.value ? suggested.reason : undefined;
  return { choice, day, reason, isPossible, save };
}

function CancelForm({ version }: { readonly version: Version }) {
  const { record } = version;
  const { choice, day, reason, isPossible, save } = useChoice(version);
  const { name } = record;
  const wasEnding = isEnding(record);
  const options = [
    { value: 'until', text: t('subscriptions.cancel.until') },
    { value: 'now', text: t('subscriptions.cancel.now') },
  ] as const;
  const title = wasEnding ? 'subscriptions.cancel.title.ending' : 'subscriptions.cancel.title';
  return (
    <FormDialog
      title={t(title, { name })}
      action={wasEnding ? t('subscriptions.form.save') : t('subscriptions.action.cancel')}
      isPossible={isPossible}
      noValidate
      onSend={save}
      onClose={closeCancelDialog}
    >
      <p>{t('subscriptions.cancel.text')}</p>
      <Segmented label={t('subscriptions.cancel.end')} options={options} choice={choice} />
      {choice.value === 'now' ? (
        <p class="muted">{t('subscriptions.cancel.now.help')}</p>
      ) : (
        <LastDay record={record} day={day} reason={reason} />
      )}
    </FormDialog>
  );
}

interface LastDayProps {
  readonly record: Subscription;
  readonly day: Signal<string>;
  readonly reason: 'trial' | 'term' | undefined;
}

/** The last day, and what is still to be paid until then. */
function LastDay({ record, day, reason }: LastDayProps) {
  const isPast = day.value < today.value;
  const help = [reason && t(`subscriptions.cancel.${reason}`), !isPast && paymentsWords(record, day.value)]
    .filter(Boolean)
    .join(' ');
  return (
    <InputField
      label={t('subscriptions.cancel.day')}
      help={help === '' ? undefined : help}
      error={isPast && t('subscriptions.cancel.error')}
      type="date"
      min={today.value}
      text={day}
    />
  );
}

function paymentsWords(record: Subscription, day: string): string {
  const count = paymentsThrough(record, day);
  if (count === 0) return t('subscriptions.cancel.none');
  const sum = money(timesAmount(record.amount, count), record.currency);
  return t('subscriptions.cancel.payments', { count, sum });
}
