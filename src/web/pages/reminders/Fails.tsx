import { TriangleAlert } from 'lucide';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../components/Button.tsx';

/** What fails, in words, with the icon and the colour of it. */
export function Fails({ children }: { readonly children: ComponentChildren }) {
  return (
    <span class="line mark urgent">
      <Icon node={TriangleAlert} size={16} /> {children}
    </span>
  );
}
