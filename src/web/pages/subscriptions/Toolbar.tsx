import { effect } from '@preact/signals';
import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide';
import { useEffect, useId, useRef } from 'preact/hooks';
import { IconButton } from '../../components/Button.tsx';
import { Select } from '../../components/Field.tsx';
import { money } from '../../format/format.ts';
import { t } from '../../messages/messages.ts';
import { isSearchWanted } from '../../shell/shortcuts.tsx';
import { statusWords } from '../../subscriptions/words.ts';
import { type Choices, type Entry, type ListQuery, sortKeys, sortTexts, statusFilters, totalsOf } from './list.ts';

interface ToolbarProps {
  readonly query: ListQuery;
  readonly choices: Choices;
  readonly onChange: (part: Partial<ListQuery>) => void;
}

/** The filters by a value that subscriptions have, and how many different ones make one useful. */
const valueFilters = [
  {
    name: 'category',
    list: 'categories',
    label: 'subscriptions.form.category',
    all: 'subscriptions.filter.category.all',
    shownFrom: 0,
  },
  {
    name: 'currency',
    list: 'currencies',
    label: 'subscriptions.form.currency',
    all: 'subscriptions.filter.currency.all',
    shownFrom: 2,
  },
  { name: 'tag', list: 'tags', label: 'subscriptions.filter.tag', all: 'subscriptions.filter.tag.all', shownFrom: 1 },
] as const;

/** The search, the filters and, where the table has no head, the order. */
export function Toolbar({ query, choices, onChange }: ToolbarProps) {
  return (
    <search class="subs-toolbar">
      <SearchField text={query.q} onChange={(q) => onChange({ q })} />
      <Choice
        label={t('subscriptions.form.status')}
        all={t('subscriptions.filter.status.all')}
        value={query.status}
        options={statusFilters.map((value) => ({ value, text: statusWords(value) }))}
        onChange={(status) => onChange({ status })}
      />
      {valueFilters.map(
        ({ name, list, label, all, shownFrom }) =>
          (choices[list].length >= shownFrom || query[name] !== '') && (
            <Choice
              key={name}
              label={t(label)}
              all={t(all)}
              value={query[name]}
              options={asOptions<string>(choices[list], query[name])}
              onChange={(value) => onChange({ [name]: value })}
            />
          ),
      )}
      <Order query={query} onChange={onChange} />
    </search>
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

/** On a phone: what the head of the table does on a desk. */
function Order({ query, onChange }: Pick<ToolbarProps, 'query' | 'onChange'>) {
  const id = useId();
  const { isDescending } = query;
  return (
    <div class="subs-order">
      <label for={id}>{t('subscriptions.sort')}</label>
      <Select
        id={id}
        value={query.sort}
        options={sortKeys.map((value) => ({ value, text: t(sortTexts[value]) }))}
        onChoose={(sort) => onChange({ sort, isDescending: false })}
      />
      <IconButton
        icon={isDescending ? ArrowDownWideNarrow : ArrowDownNarrowWide}
        label={isDescending ? t('subscriptions.sort.ascending') : t('subscriptions.sort.descending')}
        onClick={() => onChange({ isDescending: !isDescending })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** The words of no restriction. */
  readonly all: string;
  readonly value: Value | '';
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value | '') => void;
}

function Choice<Value extends string>({ label, all, value, options, onChange }: ChoiceProps<Value>) {
  const choices = [{ value: '', text: all } as const, ...options];
  return <Select class="subs-filter" aria-label={label} value={value} options={choices} onChoose={onChange} />;
}

/** The values as options; a value of the address that nothing has any more stays visible. */
function asOptions<Value extends string>(values: readonly Value[], chosen: Value | '') {
  const all = chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
  return all.map((value) => ({ value, text: value }));
}

/** How many subscriptions are shown, and what the active ones of them cost, by currency. */
export function Totals({ shown, total }: { readonly shown: readonly Entry[]; readonly total: number }) {
  const totals = totalsOf(shown.map(({ record }) => record));
  return (
    <div class="subs-totals">
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
    </div>
  );
}
