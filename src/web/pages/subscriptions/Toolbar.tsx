import { effect, useSignal } from '@preact/signals';
import { ChevronDown, ChevronUp, ListFilter, X } from 'lucide';
import { useEffect, useRef } from 'preact/hooks';
import { Button, Icon, IconButton } from '../../components/Button.tsx';
import { Select } from '../../components/Field.tsx';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { isSearchWanted } from '../../shell/shortcuts.ts';
import { statusWords } from '../../subscriptions/words.ts';
import { filterChoices, FilterSheet } from './Filters.tsx';
import { type Choices, type Entry, type FilterName, type ListQuery, setFilters, totalsOf } from './list.ts';

/** What the search and the filters work on. */
export interface ToolbarProps {
  readonly query: ListQuery;
  readonly choices: Choices;
  readonly count: number;
  readonly onChange: (part: Partial<ListQuery>) => void;
  readonly onReset: () => void;
}

/** The search and the filters: in a row on a desk; on a phone they are in a sheet, and those that are set are chips. */
export function Toolbar(props: ToolbarProps) {
  const { query, choices, onChange } = props;
  const isSheetOpen = useSignal(false);
  const set = setFilters(query);
  return (
    <search class="subs-toolbar">
      <SearchField text={query.q} onChange={(q) => onChange({ q })} />
      <Button class="button normal subs-filter-button" icon={ListFilter} onClick={() => (isSheetOpen.value = true)}>
        {set.length === 0 ? t('subscriptions.filter') : t('subscriptions.filter.count', { count: set.length })}
      </Button>
      {filterChoices(query, choices).map(({ name, label, options }) => (
        <Select
          key={name}
          class="subs-filter"
          aria-label={label}
          value={query[name]}
          options={options}
          onChoose={(value) => onChange({ [name]: value })}
        />
      ))}
      {set.length > 0 && <FilterChips query={query} set={set} onChange={onChange} />}
      {isSheetOpen.value && <FilterSheet {...props} onClose={() => (isSheetOpen.value = false)} />}
    </search>
  );
}

/** The filters that are set. A click removes one. */
function FilterChips({
  query,
  set,
  onChange,
}: Pick<ToolbarProps, 'query' | 'onChange'> & { readonly set: readonly FilterName[] }) {
  return (
    <ul class="subs-chips">
      {set.map((name) => {
        const text = name === 'status' && query.status !== '' ? statusWords(query.status) : query[name];
        return (
          <li key={name}>
            <button
              type="button"
              class="subs-chip"
              aria-label={t('subscriptions.filter.remove', { filter: text })}
              onClick={() => onChange({ [name]: '' })}
            >
              <bdi>{text}</bdi>
              <Icon node={X} size={16} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function SearchField({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(
    () =>
      // At once, so that the keys that follow are not lost.
      effect(() => {
        if (!isSearchWanted.value) return;
        isSearchWanted.value = false;
        input.current?.select();
      }),
    [],
  );
  return (
    <input
      ref={input}
      class="subs-search"
      type="search"
      aria-label={t('shell.shortcuts.search')}
      placeholder={t('subscriptions.search.help')}
      autocomplete="off"
      value={text}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** How many subscriptions are shown, and what the active ones of them cost, by currency: on a phone, several currencies are one line until it is opened. */
export function Totals({ shown, total }: { readonly shown: readonly Entry[]; readonly total: number }) {
  const isWhole = useSignal(false);
  const totals = totalsOf(shown.map(({ record }) => record));
  const isFolded = totals.length > 1;
  return (
    <div class={isWhole.value || !isFolded ? 'subs-totals whole' : 'subs-totals'}>
      <p role="status">
        {shown.length === total
          ? t('subscriptions.shown', { count: total })
          : t('subscriptions.shown.of', { count: shown.length, total })}
      </p>
      {totals.length > 0 && (
        <ul aria-label={t('subscriptions.total.title')}>
          {totals.map(({ currency, monthly, yearly }) => (
            <li key={currency}>
              <strong>{t('subscriptions.total.month', { amount: money(monthly, currency) })}</strong>{' '}
              <span class="muted">{t('subscriptions.total.year', { amount: money(yearly, currency) })}</span>
            </li>
          ))}
        </ul>
      )}
      {isFolded && (
        <IconButton
          icon={isWhole.value ? ChevronUp : ChevronDown}
          label={t('subscriptions.total.all')}
          aria-expanded={isWhole.value}
          onClick={() => (isWhole.value = !isWhole.value)}
        />
      )}
    </div>
  );
}
