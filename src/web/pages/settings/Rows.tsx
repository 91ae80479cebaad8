import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { Button } from '../../components/Button.tsx';
import { t } from '../../messages/messages.ts';

interface RowsProps<Item> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => JSX.Element;
}

const shownFirst = 5;

/** Rows with hairlines between them; of many, the first few until the user wants to see all. */
export function Rows<Item extends { readonly id: string }>({ label, items, children }: RowsProps<Item>) {
  const isWhole = useSignal(false);
  const hasMore = !isWhole.value && items.length > shownFirst + 1;
  return (
    <>
      <ul class="settings-rows" aria-label={label}>
        {(hasMore ? items.slice(0, shownFirst) : items).map((item) => (
          <li key={item.id} class="settings-row">
            {children(item)}
          </li>
        ))}
      </ul>
      {hasMore && (
        <p>
          <Button kind="quiet" onClick={() => (isWhole.value = true)}>
            {t('settings.rows.all', { count: items.length })}
          </Button>
        </p>
      )}
    </>
  );
}
