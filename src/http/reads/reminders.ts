import {
  previewReminders,
  withoutDelivered,
  type PlannedReminder,
  type PreviewSpan,
} from '../../domain/reminders/preview.ts';
import type { DeliveryFilters } from '../../store/entities/deliveries.ts';
import type { Page } from '../../store/sqlite/page.ts';
import { foundPage } from './found.ts';
import { rowsOfComputedRow, rowsUntilEndOf, type ReadKind } from './walks.ts';

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
export const reminderPreview: ReadKind<ReminderPreviewRead> = {
  find({ reminders: reader }, ownerId, { page, ...span }) {
    const end = page.offset + page.limit;
    const open: PlannedReminder[] = [];
    for (const some of previewReminders(reader.sources(ownerId), span, comparedAtOnce)) {
      open.push(...withoutDelivered(some, reader.delivered(some)));
      if (open.length > end) break;
    }
    const items = open.slice(page.offset, end).map((one) => JSON.stringify(one));
    return foundPage({ items, hasMore: open.length > end }, page);
  },
  walk: ({ days }, { subscriptions, reminders: rules }) =>
    (subscriptions() + days) * rowsOfComputedRow * Math.max(1, rules()),
};

/** The list of deliveries: with a filter, it walks past others. */
export const deliveries: ReadKind<DeliveriesRead> = {
  find: ({ deliveries: reader }, ownerId, { filters, page }) => foundPage(reader.list(ownerId, filters, page), page),
  walk: ({ filters, page }, { deliveries: counted }) =>
    Object.keys(filters).length === 0 ? rowsUntilEndOf(page) : counted(),
};
