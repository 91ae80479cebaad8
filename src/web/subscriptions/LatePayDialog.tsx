import { loadedLate } from '../components/late.tsx';
import type { PayDialogProps } from './PayDialog.tsx';

/** The {@link PayDialog} for a page that seldom needs it: its code loads when it is opened. */
export const LatePayDialog = loadedLate<PayDialogProps>(async () => (await import('./PayDialog.tsx')).PayDialog);
