import { useSignal } from '@preact/signals';
import { loadPreferences } from '../../api/preferences.ts';
import { useResource } from '../../api/resource.ts';
import { useAction } from '../../components/feedback.tsx';
import { loadedLate } from '../../components/late.tsx';
import { loadMissed, type Missed, setAutoRenew } from '../../subscriptions/missed.ts';
import type { MissedDialogProps } from './MissedDialog.tsx';

const MissedDialog = loadedLate<MissedDialogProps>(async () => (await import('./MissedDialog.tsx')).MissedDialog);

/**
 * Whether payments are recorded automatically.
 *
 * @returns the preferences, what turns it on or off, and the dialog that asks first what becomes of the payments that were missed
 */
export function useAutoRenewal() {
  const preferences = useResource(loadPreferences);
  const missed = useSignal<readonly Missed[]>([]);
  const change = useAction(async (isOn: boolean) => {
    const found = isOn ? await loadMissed() : [];
    missed.value = found;
    if (found.length === 0) await setAutoRenew(isOn);
  });
  const dialog = missed.value.length > 0 && <MissedDialog missed={missed.value} onClose={() => (missed.value = [])} />;
  return { preferences, change, dialog };
}
