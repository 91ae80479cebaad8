import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { allFaults, api, bodyOf, type Schemas } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { textIn } from '../../../format/text.ts';
import { Field, InputField, SelectField } from '../../../components/Field.tsx';
import { Form } from '../../../components/Form.tsx';
import { t } from '../../../messages/messages.ts';
import { loadAll } from '../../../subscriptions/api.ts';
import { alarms, alarmText, spans, spanText } from './settings.ts';

export function FeedForm({ onMade }: { readonly onMade: (feed: Schemas['CreatedFeed']) => void }) {
  async function make(form: FormData) {
    onMade((await bodyOf(api.POST('/api/v1/feeds', { params: { query: allFaults }, body: draftIn(form) }))).data);
  }
  const all = useResource(loadAll).data.value ?? [];
  return (
    <Form action={t('settings.people.link.make')} onSend={make}>
      <InputField
        label={t('subscriptions.form.name')}
        help={t('calendar.feeds.name.help')}
        name="name"
        defaultValue={t('shell.calendar')}
        autocomplete="off"
        required
      />
      <FilterField
        name="category"
        label={t('subscriptions.form.category')}
        known={all.map(({ category }) => category)}
      />
      <FilterField
        name="tag"
        label={t('subscriptions.filter.tag')}
        known={all.flatMap(({ details }) => details?.tags ?? [])}
      />
      <ChoiceField
        name="daysAhead"
        label={t('calendar.feeds.span')}
        initial="400"
        options={spans.map((days) => ({ value: String(days), text: spanText(days) }))}
      />
      <ChoiceField
        name="alarmDaysBefore"
        label={t('calendar.feeds.alarm')}
        help={t('calendar.feeds.alarm.help')}
        initial=""
        options={[
          { value: '', text: t('calendar.feeds.alarm.none') },
          ...alarms.map((days) => ({ value: String(days), text: alarmText(days) })),
        ]}
      />
    </Form>
  );
}

function draftIn(form: FormData): Schemas['FeedDraft'] {
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
}

function ChoiceField({ initial, ...field }: ChoiceFieldProps) {
  const chosen = useSignal(initial);
  return <SelectField {...field} value={chosen.value} onChoose={(value) => (chosen.value = value)} />;
}

interface FilterFieldProps {
  readonly name: string;
  readonly label: string;
  /** What subscriptions have there. */
  readonly known: readonly string[];
}

function FilterField({ name, label, known }: FilterFieldProps) {
  const choices = useId();
  return (
    <Field name={name} label={label} isOptional>
      {(control) => (
        <>
          <input {...control} list={choices} autocomplete="off" />
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
