import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { api, bodyOf, type Schemas } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../components/Button.tsx';
import { errorBeside, ErrorNotice, faultOf, textIn, useAction } from '../../../components/feedback.tsx';
import { Field, Select } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { loadAll } from '../../../subscriptions/api.ts';
import { alarms, alarmText, spans, spanText } from './settings.ts';

/** Makes a calendar link. */
export function FeedForm({ onMade }: { readonly onMade: (feed: Schemas['CreatedFeed']) => void }) {
  const { run, isBusy, error } = useAction(async (body: Schemas['FeedDraft']) => {
    onMade((await bodyOf(api.POST('/api/v1/feeds', { body }))).data);
  });
  const span = useSignal('400');
  const alarm = useSignal('');
  const all = useResource(loadAll).data.value ?? [];

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const filter = (name: string) => textIn(form, name).trim() || null;
    void run({
      name: textIn(form, 'name').trim(),
      category: filter('category'),
      tag: filter('tag'),
      daysAhead: Number(span.value),
      alarmDaysBefore: alarm.value === '' ? null : Number(alarm.value),
    });
  }

  const textField = (name: 'category' | 'tag', label: string, known: readonly string[]) => (
    <FilterField name={name} label={label} known={known} error={faultOf(error.value, name)} />
  );
  return (
    <form class="form" onSubmit={submit}>
      <Field
        label={t('subscriptions.form.name')}
        help={t('calendar.feeds.name.help')}
        error={faultOf(error.value, 'name')}
      >
        {(control) => <input {...control} name="name" autocomplete="off" required />}
      </Field>
      {textField(
        'category',
        t('subscriptions.form.category'),
        all.map(({ category }) => category),
      )}
      {textField(
        'tag',
        t('subscriptions.filter.tag'),
        all.flatMap(({ details }) => details?.tags ?? []),
      )}
      <Field label={t('calendar.feeds.span')} error={faultOf(error.value, 'daysAhead')}>
        {(control) => (
          <Select
            {...control}
            value={span.value}
            options={spans.map((days) => ({ value: String(days), text: spanText(days) }))}
            onChoose={(days) => (span.value = days)}
          />
        )}
      </Field>
      <Field
        label={t('calendar.feeds.alarm')}
        help={t('calendar.feeds.alarm.help')}
        error={faultOf(error.value, 'alarmDaysBefore')}
      >
        {(control) => (
          <Select
            {...control}
            value={alarm.value}
            options={[
              { value: '', text: t('calendar.feeds.alarm.none') },
              ...alarms.map((days) => ({ value: String(days), text: alarmText(days) })),
            ]}
            onChoose={(days) => (alarm.value = days)}
          />
        )}
      </Field>
      <ErrorNotice error={errorBeside(error.value, ['name', 'category', 'tag', 'daysAhead', 'alarmDaysBefore'])} />
      <p>
        <Button kind="primary" type="submit" isBusy={isBusy.value}>
          {t('settings.people.link.make')}
        </Button>
      </p>
    </form>
  );
}

interface FilterFieldProps {
  readonly name: string;
  readonly label: string;
  /** What subscriptions have there. */
  readonly known: readonly string[];
  readonly error: string | undefined;
}

function FilterField({ name, label, known, error }: FilterFieldProps) {
  const choices = useId();
  return (
    <Field label={label} isOptional error={error}>
      {(control) => (
        <>
          <input {...control} name={name} list={choices} autocomplete="off" />
          <datalist id={choices}>
            {[...new Set(known)].sort().map((one) => (
              <option key={one}>{one}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
