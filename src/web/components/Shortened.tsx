import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { t } from '../messages/messages.ts';
import { Button } from './Button.tsx';

interface ShortenedProps<Item> {
  readonly items: readonly Item[];
  /** How many are shown at first. */
  readonly count: number;
  /** Renders the items that are shown. */
  readonly children: (items: readonly Item[]) => JSX.Element;
}

/** The first items of a list, and a button that shows all. */
export function Shortened<Item>({ items, count, children }: ShortenedProps<Item>) {
  const isWhole = useSignal(false);
  if (isWhole.value || items.length <= count) return children(items);
  return (
    <>
      {children(items.slice(0, count))}
      <Button kind="quiet" onClick={() => (isWhole.value = true)}>
        {t('common.showAll', { count: items.length })}
      </Button>
    </>
  );
}
