// What the overview shows once its first view is there: one file for the browser to load.
export { AutoRenewLine } from './AutoRenewLine.tsx';
export { Charts } from './Charts.tsx';
export { compareAll } from './comparison.ts';
export { RemarksCard } from './RemarksCard.tsx';
export { loadFailing } from '../reminders/tried.ts';
