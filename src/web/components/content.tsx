import { useSignal } from '@preact/signals';
import { BookCheck } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';
import { staysOnPage } from '../shell/detail.ts';
import { overdueCount } from '../shell/overdue.ts';
import { pathOf } from '../shell/views.ts';
import { Button, Icon } from './Button.tsx';

interface PageHeaderProps {
  readonly title: string;
  /** A fact beside the title. */
  readonly aside?: ComponentChildren;
  readonly children?: ComponentChildren;
}

let isFirstPage = true;

/** The heading of a page. It also names the tab, and takes the focus when the user comes from another page. */
export function PageHeader({ title, aside, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // At once: later it would take the focus from what the user has moved to meanwhile.
  useLayoutEffect(() => {
    if (!isFirstPage) heading.current?.focus();
    isFirstPage = false;
  }, []);
  const overdue = overdueCount.value;
  useEffect(() => {
    document.title = `${overdue > 0 ? `(${overdue}) ` : ''}${title} · ${t('common.product')}`;
  }, [title, overdue]);
  return (
    <header class="page-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {aside && <span class="muted">{aside}</span>}
      {children && <div class="page-actions">{children}</div>}
    </header>
  );
}

interface CardProps {
  /** The fragment of the address that leads to it. */
  readonly id?: string;
  readonly title: string;
  /** A fact at the right of the title, such as a sum. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a page with a heading of its own. */
export function Card({ id, title, aside, children }: CardProps) {
  const titleId = useId();
  return (
    <section id={id} class="card" aria-labelledby={titleId}>
      <header class="card-head">
        <h2 id={titleId}>{title}</h2>
        {aside && <span class="muted">{aside}</span>}
      </header>
      {children}
    </section>
  );
}

/** What a page or a card says when there is nothing to show: a sentence, and perhaps a button. */
export function EmptyState({ text, action }: { readonly text: string; readonly action?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{text}</p>
      {action}
    </div>
  );
}

export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((text) => (
          <th scope="col" key={text}>
            {text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ShortenedProps<Item> {
  readonly items: readonly Item[];
  readonly count: number;
  /** How many more the button shows; by default all. */
  readonly step?: number;
  /** The words of the button for so many that are not shown; by default, that it shows all. */
  readonly more?: (hidden: number) => string;
  readonly children: (items: readonly Item[]) => ComponentChildren;
}

/** The first items of a list, and a button that shows more of them. */
export function Shortened<Item>({ items, count, step = Infinity, more, children }: ShortenedProps<Item>) {
  const added = useSignal(0);
  const most = count + added.value;
  // A button for one item would take the place of that item.
  const shown = useMemo(() => (items.length <= most + 1 ? items : items.slice(0, most)), [items, most]);
  const hidden = items.length - shown.length;
  return (
    <>
      {children(shown)}
      {hidden > 0 && (
        <Button class="button quiet more" onClick={() => (added.value += step)}>
          {more?.(hidden) ?? t('common.showAll', { count: items.length })}
        </Button>
      )}
    </>
  );
}

interface DetailLinkProps {
  readonly class: string;
  readonly id: string;
  readonly name: string;
}

/** The name of a subscription, which opens its detail: over the page, or in another tab over the list. */
export function DetailLink({ class: className, id, name }: DetailLinkProps) {
  return (
    <a
      class={className}
      href={pathOf('subscriptions', `?id=${encodeURIComponent(id)}`)}
      title={name}
      draggable={false}
      onClick={staysOnPage}
    >
      <bdi>{name}</bdi>
    </a>
  );
}

export function SubscriptionLink(props: Omit<DetailLinkProps, 'class'>) {
  return <DetailLink class="subscription-link" {...props} />;
}

export function Logo() {
  return (
    <p class="logo">
      <Icon node={BookCheck} size={24} />
      <span>{t('common.product')}</span>
    </p>
  );
}
