import type { Principal } from '../../core/access/principal.ts';
import type { Page, Paged } from '../../core/database/page.ts';
import type { Store } from '../store.ts';
import { previewReminders, withoutDelivered, type PlannedReminder, type PreviewSpan } from './rules/preview.ts';

// A page is often full before all of them are compared with the deliveries.
const comparedAtOnce = 500;

/** A page of the reminders that will be sent, as JSON. */
export function reminderPreview(
  { reminders }: Pick<Store, 'reminders'>,
  viewer: Principal,
  span: PreviewSpan,
  { limit, offset }: Page,
): Paged<string> {
  const end = offset + limit;
  const open: PlannedReminder[] = [];
  for (const some of previewReminders(reminders.sources(viewer), span, comparedAtOnce)) {
    open.push(...withoutDelivered(some, reminders.delivered(some)));
    if (open.length > end) break;
  }
  const items = open.slice(offset, end).map((one) => JSON.stringify(one));
  return { items, hasMore: open.length > end };
}
