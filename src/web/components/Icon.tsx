import type { IconNode } from 'lucide';
import { h } from 'preact';

/** A Lucide icon as decoration: what it means is said in words beside it, or in the label of its button. */
export function Icon({ node, size = 20 }: { readonly node: IconNode; readonly size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {node.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
