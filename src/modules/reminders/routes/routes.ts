import { dayOfInstant } from '../../../core/billing/days.ts';
import { storedValuesOf } from '../../../core/fields/fieldTable.ts';
import { reminderFields } from '../model.ts';
import { instantOf } from '../../../core/runtime/system.ts';
import type { WriteOptions } from '../../../core/writer/origin.ts';
import { jsonBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import { createdAnswer, storedAnswer } from '../../../core/http/responses/answers.ts';
import { unexpectedIfMatch } from '../../../core/http/responses/writeErrors.ts';
import { WriteQuery } from '../../../core/http/validation/queries.ts';
import { commandsAt, deletionRoute, listRoute, readRoute, recordRoute } from '../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { PreviewQuery, ReminderDraftBody, ReminderPatchBody, reminders } from './schema.ts';
import { reminderErrorOf } from './writeErrors.ts';

const path = '/api/v1/reminders';

/** The operations on the rules of reminders: list, preview, create, get, update, delete. */
export function reminderRoutes(options: RouteOptions): readonly Route[] {
  const { store, writes } = options;
  return [
    listRoute(options, reminders, { operationId: 'listReminders', scope: 'read' }, (page) => ({
      kind: 'reminders',
      page,
    })),
    preview(options),
    creation(options),
    recordRoute(options, reminders, { operationId: 'getReminder', scope: 'read' }, store.reminders),
    update(options),
    deletionRoute(
      options,
      reminders,
      { operationId: 'deleteReminder', scope: 'write' },
      (about, reminderId) => writes.submit({ ...about, kind: 'reminder.delete', reminderId }),
      reminderErrorOf,
    ),
  ];
}

function preview(options: RouteOptions): Route {
  const { clock, timeZone } = options;
  const operation = {
    operationId: 'previewReminders',
    path: `${path}/preview`,
    scope: 'read',
    query: PreviewQuery,
  } as const;
  return readRoute(options, operation, ({ days, ...page }) => {
    const now = clock.wallMilliseconds();
    const today = dayOfInstant(instantOf(clock), timeZone);
    return { kind: 'reminderPreview', page, now, days, timeZone, today };
  });
}

function refuseIfMatch({ writeOptions }: { readonly writeOptions: WriteOptions }): void {
  if (writeOptions.ifMatch !== undefined) throw unexpectedIfMatch('To make a new rule, remove If-Match.');
}

function creation(options: RouteOptions): Route {
  const { quota, writes, randomness, basePath } = options;
  const aboutOf = commandsAt(options);
  return route({
    operationId: 'createReminder',
    method: 'POST',
    path,
    scope: 'write',
    query: WriteQuery,
    body: jsonBody(ReminderDraftBody),
    stages: [refuseIfMatch, quota.charge],
    handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const rule = { reminderId: randomness.uuid(), draft: storedValuesOf(reminderFields, body) };
      const result = await writes.submit({ ...about, ...rule, kind: 'reminder.create' });
      return createdAnswer({ set, requestId }, result, () => reminderErrorOf(result), `${basePath}${path}`);
    },
  });
}

function update(options: RouteOptions): Route {
  const { quota, writes } = options;
  const aboutOf = commandsAt(options);
  return route({
    operationId: 'updateReminder',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'write',
    params: reminders.Path,
    query: WriteQuery,
    body: jsonBody(ReminderPatchBody),
    stages: [quota.charge],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const about = aboutOf({ caller, requestId, query, writeOptions });
      const change = { reminderId: params.id.toLowerCase(), patch: storedValuesOf(reminderFields, body) };
      const result = await writes.submit({ ...about, ...change, kind: 'reminder.update' });
      return storedAnswer({ set, requestId }, result, () => reminderErrorOf(result), 200);
    },
  });
}
