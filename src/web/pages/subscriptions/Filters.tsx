import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide';
import { Button, IconButton } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { Field, Select, SelectField } from '../../components/Field.tsx';
import { t } from '../../messages/messages.ts';
import { statusWords } from '../../subscriptions/words.ts';
import {
  type Choices,
  type FilterName,
  isRestricted,
  type ListQuery,
  sortKeys,
  sortTexts,
  statusFilters,
} from './list.ts';
import type { ToolbarProps } from './Toolbar.tsx';

/** The filters by a value that subscriptions have, and how many different ones make one useful. */
const valueFilters = [
  { name: 'category', list: 'categories', label: 'subscriptions.form.category', shownFrom: 0 },
  { name: 'currency', list: 'currencies', label: 'subscriptions.form.currency', shownFrom: 2 },
  { name: 'tag', list: 'tags', label: 'subscriptions.filter.tag', shownFrom: 1 },
] as const;

/** A filter of the list: its name, its label, and the values that it offers; the first one restricts nothing. */
interface FilterChoice {
  readonly name: FilterName;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

/** The filters that are useful for these subscriptions, and those that are set. */
export function filterChoices(query: ListQuery, choices: Choices): readonly FilterChoice[] {
  const useful = valueFilters.filter(
    ({ name, list, shownFrom }) => choices[list].length >= shownFrom || query[name] !== '',
  );
  return [
    {
      name: 'status',
      label: t('subscriptions.form.status'),
      options: [
        { value: '', text: t('subscriptions.filter.status.all') },
        ...statusFilters.map((value) => ({ value, text: statusWords(value) })),
      ],
    },
    ...useful.map(({ name, list, label }) => ({
      name,
      label: t(label),
      options: [{ value: '', text: t(`subscriptions.filter.${name}.all`) }, ...asOptions(choices[list], query[name])],
    })),
  ];
}

/** The values as options; a value of the address that nothing has any more stays visible. */
function asOptions(values: readonly string[], chosen: string) {
  const all = chosen === '' || values.includes(chosen) ? values : [chosen, ...values];
  return all.map((value) => ({ value, text: value }));
}

/** The filters and the order on a phone. What is chosen holds at once. */
export function FilterSheet({
  query,
  choices,
  count,
  onChange,
  onReset,
  onClose,
}: ToolbarProps & { readonly onClose: () => void }) {
  const actions = (
    <>
      <Button disabled={!isRestricted(query)} onClick={onReset}>
        {t('subscriptions.filter.reset')}
      </Button>
      <Button kind="primary" onClick={onClose}>
        {t('subscriptions.filter.done', { count })}
      </Button>
    </>
  );
  return (
    <Dialog title={t('subscriptions.filter')} onClose={onClose} actions={actions}>
      {filterChoices(query, choices).map(({ name, label, options }) => (
        <SelectField
          key={name}
          label={label}
          value={query[name]}
          options={options}
          onChoose={(value) => onChange({ [name]: value })}
        />
      ))}
      <Order query={query} onChange={onChange} />
    </Dialog>
  );
}

/** On a phone: what the head of the table does on a desk. */
function Order({ query, onChange }: Pick<ToolbarProps, 'query' | 'onChange'>) {
  const { isDescending } = query;
  return (
    <Field label={t('subscriptions.sort')}>
      {(control) => (
        <div class="copy">
          <Select
            {...control}
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
      )}
    </Field>
  );
}
