import type { JSX } from 'preact';
import { Shortened } from './content.tsx';

interface RowsProps<Item> {
  /** What the rows are, for screen readers. */
  readonly label: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => JSX.Element;
}

const shownFirst = 5;

/** Rows with hairlines between them; of many, the first few until the user wants to see all. */
export function Rows<Item extends { readonly id: string }>({ label, items, children }: RowsProps<Item>) {
  return (
    <Shortened items={items} count={shownFirst}>
      {(shown) => (
        <ul class="settings-rows" aria-label={label}>
          {shown.map((item) => (
            <li key={item.id} class="settings-row">
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </Shortened>
  );
}
