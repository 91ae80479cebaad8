import { type Signal, useSignal } from '@preact/signals';
import { X } from 'lucide';
import { useLocation } from 'preact-iso/router';
import { useId } from 'preact/hooks';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { Button } from '../../components/Button.tsx';
import { Field, Segmented } from '../../components/Field.tsx';
import { formatInterval, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { type Filter, filters } from './loadActivity.ts';

interface FiltersProps {
  readonly filter: Signal<Filter>;
  readonly subscriptionId: string | undefined;
}

const filterTexts = {
  all: 'activity.filter.all',
  subscriptions: 'shell.subscriptions',
  people: 'activity.filter.people',
} as const;

/** The choice of what is shown: by type, or one subscription, which is in the address. */
export function Filters({ filter, subscriptionId }: FiltersProps) {
  const { route } = useLocation();
  const choose = (id: string) => route(pathOf('activity', `?subscription=${encodeURIComponent(id)}`));
  if (subscriptionId !== undefined) {
    return <OnlyOne id={subscriptionId} onClear={() => route(pathOf('activity'))} />;
  }
  const options = filters.map((value) => ({ value, text: t(filterTexts[value]) }));
  return (
    <div class="activity-filters">
      <Segmented label={t('activity.filter')} options={options} choice={filter} />
      {filter.value !== 'people' && <SubscriptionSearch onChoose={choose} />}
    </div>
  );
}

function OnlyOne({ id, onClear }: { readonly id: string; readonly onClear: () => void }) {
  const one = useResource(
    (signal) => bodyOf(api.GET('/api/v1/subscriptions/{id}', { params: { path: { id } }, signal })),
    [id],
  );
  const name = one.data.value?.data.name;
  return (
    <div class="activity-filters">
      {name !== undefined && <p>{t('activity.filter.only', { name })}</p>}
      <Button icon={X} onClick={onClear}>
        {t('activity.filter.clear')}
      </Button>
    </div>
  );
}

const suggestionsMax = 10;

/** A text field that suggests subscriptions by their names. */
function SubscriptionSearch({ onChoose }: { readonly onChoose: (id: string) => void }) {
  const text = useSignal('');
  const listId = useId();
  const found = useResource(async (signal) => {
    if (text.value.trim() === '') return [];
    const query = { q: text.value.trim(), limit: suggestionsMax };
    return (await bodyOf(api.GET('/api/v1/subscriptions', { params: { query }, signal }))).data;
  });
  const suggestions = found.data.value ?? [];

  function type(value: string) {
    const chosen = suggestions.find((one) => suggestionOf(one) === value);
    if (chosen !== undefined) return onChoose(chosen.id);
    text.value = value;
  }

  return (
    <Field label={t('activity.filter.subscription')}>
      {(control) => (
        <>
          <input
            {...control}
            type="search"
            list={listId}
            autocomplete="off"
            placeholder={t('activity.filter.subscription.help')}
            value={text.value}
            onInput={({ currentTarget }) => type(currentTarget.value)}
          />
          <datalist id={listId}>
            {suggestions.map((one) => (
              <option key={one.id}>{suggestionOf(one)}</option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** The name, with what tells it from others of the same name. */
function suggestionOf(subscription: Schemas['Subscription']): string {
  const { name, amount, currency, category } = subscription;
  return `${name} · ${money(amount, currency)} ${formatInterval(subscription)} · ${category}`;
}
