import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { allFaults, api, bodyOf, type Schemas } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../components/Button.tsx';
import { errorBeside, ErrorNotice, faultOf, useAction } from '../../../components/feedback.tsx';
import { textIn } from '../../../format/text.ts';
import { Field, InputField, SelectField } from '../../../components/Field.tsx';
import { t } from '../../../messages/messages.ts';
import { loadAll } from '../../../subscriptions/api.ts';
import { alarms, alarmText, spans, spanText } from './settings.ts';

/** Makes a calendar link. */
export function FeedForm({ onMade }: { readonly onMade: (feed: Schemas['CreatedFeed']) => void }) {
  const { run, isBusy, error } = useAction(async (body: Schemas['FeedDraft']) => {
    onMade((await bodyOf(api.POST('/api/v1/feeds', { params: { query: allFaults }, body }))).data);
  });
  const all = useResource(loadAll).data.value ?? [];
  const field = (name: keyof Schemas['FeedDraft']) => ({ name, error: faultOf(error.value, name) });
  return (
    <form class="form" onSubmit={(event) => void run(draftIn(event))}>
      <InputField
        label={t('subscriptions.form.name')}
        help={t('calendar.feeds.name.help')}
        {...field('name')}
        defaultValue={t('shell.calendar')}
        autocomplete="off"
        required
      />
      <FilterField
        {...field('category')}
        label={t('subscriptions.form.category')}
        known={all.map(({ category }) => category)}
      />
      <FilterField
        {...field('tag')}
        label={t('subscriptions.filter.tag')}
        known={all.flatMap(({ details }) => details?.tags ?? [])}
      />
      <ChoiceField
        {...field('daysAhead')}
        label={t('calendar.feeds.span')}
        initial="400"
        options={spans.map((days) => ({ value: String(days), text: spanText(days) }))}
      />
      <ChoiceField
        {...field('alarmDaysBefore')}
        label={t('calendar.feeds.alarm')}
        help={t('calendar.feeds.alarm.help')}
        initial=""
        options={[
          { value: '', text: t('calendar.feeds.alarm.none') },
          ...alarms.map((days) => ({ value: String(days), text: alarmText(days) })),
        ]}
      />
      <ErrorNotice error={errorBeside(error.value, ['name', 'category', 'tag', 'daysAhead', 'alarmDaysBefore'])} />
      <Button kind="primary" type="submit" isBusy={isBusy.value}>
        {t('settings.people.link.make')}
      </Button>
    </form>
  );
}

/** What was typed and chosen in the form that is submitted. */
function draftIn(event: SubmitEvent): Schemas['FeedDraft'] {
  event.preventDefault();
  const form = new FormData(event.currentTarget as HTMLFormElement);
  const typed = (name: string) => textIn(form, name).trim();
  const alarm = typed('alarmDaysBefore');
  return {
    name: typed('name'),
    category: typed('category') || null,
    tag: typed('tag') || null,
    daysAhead: Number(typed('daysAhead')),
    alarmDaysBefore: alarm === '' ? null : Number(alarm),
  };
}

interface ChoiceFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly initial: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly error: string | undefined;
}

function ChoiceField({ name, initial, options, ...field }: ChoiceFieldProps) {
  const chosen = useSignal(initial);
  return (
    <SelectField
      {...field}
      name={name}
      options={options}
      value={chosen.value}
      onChoose={(value) => (chosen.value = value)}
    />
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
