import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface CardProps {
  readonly title: string;
  /** A fact at the right of the title, such as a sum. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A section of a page with a heading of its own. */
export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {aside && <span class="muted">{aside}</span>}
      </header>
      {children}
    </section>
  );
}
