import { type Signal, useSignal } from '@preact/signals';
import { X } from 'lucide';
import { useLocation } from 'preact-iso/router';
import { useEffect, useId, useRef } from 'preact/hooks';
import { api, bodyOf, type Schemas } from '../../api/client.ts';
import { useLaterResource, useResource } from '../../api/resource.ts';
import { mayManage, today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { Field, Segmented, Select } from '../../components/Field.tsx';
import { formatInterval, money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { pathOf } from '../../shell/views.ts';
import { type Actor, actorKey } from './actors.ts';
import { type Filter, filters, type Shown, writeShown } from './address.ts';
import { loadActors } from './loadActivity.ts';

interface FiltersProps {
  readonly shown: Shown;
  readonly onShow: (shown: Shown) => void;
}

const filterTexts = {
  all: 'activity.filter.all',
  subscriptions: 'shell.subscriptions',
  reminders: 'activity.filter.reminders',
  people: 'activity.filter.people',
} as const;

/** The choice of what is shown: by type, by person and by day, or one subscription. All of it is in the address. */
export function Filters({ shown, onShow }: FiltersProps) {
  const { route } = useLocation();
  const filter = useChoice(shown, onShow);
  const { subscriptionId } = shown;
  // On a phone, the list comes first. What is open once does not fold under the control that is used.
  const isOpen = useRef(wide.matches);
  if (shown.by !== undefined || shown.day !== undefined) isOpen.current = true;
  if (subscriptionId !== undefined) return <OnlyOne id={subscriptionId} onClear={() => onShow({ filter: 'all' })} />;
  const choose = (id: string) => route(pathOf('activity', writeShown({ filter: 'all', subscriptionId: id })));
  const options = filters.map((value) => ({ value, text: t(filterTexts[value]) }));
  return (
    <div class="activity-filters">
      <Segmented label={t('activity.filter')} options={options} choice={filter} value={shown.filter} />
      <details class="folded" open={isOpen.current}>
        <summary>{t('activity.filter.more')}</summary>
        <div class="activity-fields">
          <ActorField shown={shown} onShow={onShow} />
          <Field label={t('activity.filter.day')}>
            {(control) => (
              <input
                {...control}
                type="date"
                max={today.value}
                value={shown.day ?? ''}
                onChange={({ currentTarget }) => onShow({ ...shown, day: currentTarget.value || undefined })}
              />
            )}
          </Field>
          {(shown.filter === 'all' || shown.filter === 'subscriptions') && <SubscriptionSearch onChoose={choose} />}
        </div>
      </details>
    </div>
  );
}

/** The choice of the type as a signal: what sets it changes the address. */
function useChoice(shown: Shown, onShow: (shown: Shown) => void): Signal<Filter> {
  const choice = useSignal(shown.filter);
  useEffect(() => {
    choice.value = shown.filter;
  }, [shown.filter]);
  useEffect(() => {
    if (choice.value !== shown.filter) onShow({ ...shown, filter: choice.value });
  }, [choice.value]);
  return choice;
}

const wide = matchMedia('(width >= 720px)');

const everybody = '';

/** Chooses who has made the changes. */
function ActorField({ shown, onShow }: FiltersProps) {
  const actors = useLaterResource((signal) => loadActors(mayManage.value, signal));
  const known = (actors.data.value ?? []).map((actor) => ({ value: actorKey(actor), text: actorName(actor) }));
  const asked = shown.by ?? everybody;
  const unknown = asked === everybody || known.some(({ value }) => value === asked) ? [] : [asked];
  const options = [
    { value: everybody, text: t('activity.filter.everybody') },
    ...known,
    ...unknown.map((value) => ({ value, text: value.slice(value.indexOf(':') + 1) })),
  ];
  return (
    <Field label={t('activity.filter.by')}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={asked}
          onChoose={(by) => onShow({ ...shown, by: by || undefined })}
        />
      )}
    </Field>
  );
}

function actorName({ kind, name }: Actor): string {
  if (name === null) return t('common.product');
  return kind === 'key' ? t('activity.filter.key', { name }) : name;
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
