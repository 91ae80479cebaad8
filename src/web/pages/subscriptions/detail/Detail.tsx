import { useSignal } from '@preact/signals';
import type { Subscription } from '../../../subscriptions/fields.ts';
import { EditDialog } from '../form/EditDialog.tsx';
import { DetailDialog } from './DetailDialog.tsx';

/** One subscription over the page, or the form that edits it. */
export function Detail({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const edited = useSignal<Subscription | undefined>(undefined);
  if (edited.value) return <EditDialog record={edited.value} onClose={() => (edited.value = undefined)} />;
  return <DetailDialog id={id} onClose={onClose} onEdit={(record) => (edited.value = record)} />;
}
