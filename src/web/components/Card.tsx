import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

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
