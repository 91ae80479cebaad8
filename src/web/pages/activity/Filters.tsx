import { type Signal, useSignal } from '@preact/signals';
import { X } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { useLaterResource } from '../../api/resource.ts';
import { today } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { InputField, SelectField } from '../../components/Field.tsx';
import { Segmented } from '../../components/Segmented.tsx';
import { t } from '../../messages/messages.ts';
import { type Actor, actorKey, actorOf } from './actors.ts';
import { type Filter, filters, type Shown } from './address.ts';
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

/**
 * The choice of what is shown: by type, by person, by day and by name, or one subscription, with this name. All of it is in the
 * address.
 */
export function Filters({ shown, name, onShow }: FiltersProps & { readonly name: string | null | undefined }) {
  const filter = useChoice(shown, onShow);
  // On a phone, the list comes first. What is open once does not fold under the control that is used.
  const isOpen = useRef(wide.matches);
  if ((shown.by ?? shown.day ?? shown.q) !== undefined) isOpen.current = true;
  if (shown.subscriptionId !== undefined) return <OnlyOne name={name} onClear={() => onShow({ filter: 'all' })} />;
  const options = filters.map((value) => ({ value, text: t(filterTexts[value]) }));
  return (
    <div class="activity-filters">
      <Segmented label={t('activity.filter')} options={options} choice={filter} value={shown.filter} />
      <details class="folded" open={isOpen.current}>
        <summary>{t('activity.filter.more')}</summary>
        <div class="activity-fields">
          <ActorField shown={shown} onShow={onShow} />
          <InputField
            label={t('activity.filter.day')}
            type="date"
            max={today.value}
            value={shown.day ?? ''}
            onChange={({ currentTarget }) => onShow({ ...shown, day: currentTarget.value || undefined })}
          />
          {(shown.filter === 'all' || shown.filter === 'subscriptions') && <NameField shown={shown} onShow={onShow} />}
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

function ActorField({ shown, onShow }: FiltersProps) {
  const actors = useLaterResource(loadActors);
  const known = (actors.data.value ?? []).map((actor) => ({ value: actorKey(actor), text: actorName(actor) }));
  const asked = shown.by ?? everybody;
  const unknown = asked === everybody || known.some(({ value }) => value === asked) ? [] : [asked];
  const options = [
    { value: everybody, text: t('activity.filter.everybody') },
    ...known,
    ...unknown.map((value) => ({ value, text: actorOf(value).name })),
  ];
  return (
    <SelectField
      label={t('activity.filter.by')}
      options={options}
      value={asked}
      onChoose={(by) => onShow({ ...shown, by: by || undefined })}
    />
  );
}

function actorName({ kind, name }: Actor): string {
  if (name === null) return t('common.product');
  return kind === 'key' ? t('activity.filter.key', { name }) : name;
}

function OnlyOne({ name, onClear }: { readonly name: string | null | undefined; readonly onClear: () => void }) {
  return (
    <div class="activity-filters">
      {name && <p>{t('activity.filter.only', { name })}</p>}
      <Button icon={X} onClick={onClear}>
        {t('activity.filter.clear')}
      </Button>
    </div>
  );
}

const typingMs = 200;

/** A text field that keeps the entries of subscriptions with what is typed in their names. */
function NameField({ shown, onShow }: FiltersProps) {
  const text = useSignal(shown.q ?? '');
  useEffect(() => {
    const q = text.value.trim() || undefined;
    if (q === shown.q) return;
    const timer = setTimeout(() => onShow({ ...shown, q }), typingMs);
    return () => clearTimeout(timer);
  }, [text.value]);
  return (
    <InputField
      label={t('activity.filter.subscription')}
      type="search"
      autocomplete="off"
      placeholder={t('activity.filter.subscription.help')}
      text={text}
    />
  );
}
