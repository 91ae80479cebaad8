import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../messages/messages.ts';

interface PageHeaderProps {
  readonly title: string;
  /** A fact beside the title. */
  readonly aside?: ComponentChildren;
  /** Buttons of the page. */
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
  useEffect(() => {
    document.title = `${title} · ${t('common.product')}`;
  }, [title]);
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
