import type { AccessServices } from '../../../core/http/access.ts';
import type { ModuleWords } from '../../../core/http/openapi/words.ts';
import type { RouteOptions } from '../../routeOptions.ts';
import { reminderRevertWords, tooManyFix } from '../errors.ts';
import { ReminderDraft, reminderRecords } from '../model.ts';
import { reminderPreviewRoute } from './preview.ts';
import { reminderRoutes } from './reminders.ts';

/** The operations on the rules of reminders, and the preview of what they send. */
export const routes = (services: RouteOptions & AccessServices) => [
  reminderRoutes(services),
  reminderPreviewRoute(services),
];

/** What the document says of reminders. */
export const words = (): ModuleWords => ({
  tags: [{ name: 'Reminders', description: 'When to remind of what, and what was sent.' }],
  revertibleFields: Object.keys(ReminderDraft.properties),
  errorExamples: { ...reminderRecords.errorExample, too_many_reminders: { suggestedFix: tooManyFix } },
});

/** What is said of reverts that are refused. */
export const revertWords = { reminder: reminderRevertWords };
