import { previewReminders, withoutDelivered, type PlannedReminder, type PreviewSpan } from './rules/preview.ts';
import type { DeliveryFilters } from '../deliveries/store/deliveries.ts';
import type { Page } from '../../core/database/page.ts';
import { foundPage, type Finder } from '../../core/http/reads/found.ts';

/** A page of what will be sent. */
export interface ReminderPreviewRead extends PreviewSpan {
  readonly kind: 'reminderPreview';
  readonly page: Page;
}

/** A page of the deliveries. */
export interface DeliveriesRead {
  readonly kind: 'deliveries';
  readonly filters: DeliveryFilters;
  readonly page: Page;
}

// A page is often full before all of them are compared with the deliveries.
const comparedAtOnce = 500;

/** The reminders that will be sent. */
export const reminderPreview: Finder<ReminderPreviewRead> = ({ reminders: reader }, ownerId, { page, ...span }) => {
  const end = page.offset + page.limit;
  const open: PlannedReminder[] = [];
  for (const some of previewReminders(reader.sources(ownerId), span, comparedAtOnce)) {
    open.push(...withoutDelivered(some, reader.delivered(some)));
    if (open.length > end) break;
  }
  const items = open.slice(page.offset, end).map((one) => JSON.stringify(one));
  return foundPage({ items, hasMore: open.length > end }, page);
};

/** The list of deliveries: with a filter, it walks past others. */
export const deliveries: Finder<DeliveriesRead> = ({ deliveries: reader }, ownerId, { filters, page }) =>
  foundPage(reader.list(ownerId, filters, page), page);
