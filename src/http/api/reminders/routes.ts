import { entityTagOf } from '../../../commands/entityTags.ts';
import { dayOfInstant } from '../../../domain/billing/days.ts';
import { storedValuesOf } from '../../../domain/fields/fieldTable.ts';
import type { Principal } from '../../../domain/keys/principal.ts';
import { reminderFields } from '../../../domain/reminders/reminderFields.ts';
import { instantOf } from '../../../runtime/system.ts';
import type { WriteOptions } from '../../../commands/origin.ts';
import { ignoredBody, jsonBody, refuseUnwantedBody } from '../../pipeline/requestBody.ts';
import { route, type Route } from '../../pipeline/route.ts';
import { withDryRun } from '../../pipeline/writeOptions.ts';
import { originsAt } from '../../pipeline/writeOrigins.ts';
import { ReadAnswer } from '../../reads/answers.ts';
import { createdAnswer, dataMembers, deletedAnswer, storedAnswer, TaggedAnswer } from '../../responses/answers.ts';
import { unexpectedIfMatch } from '../../responses/writeErrors.ts';
import { NoQuery, WriteQuery } from '../../validation/queries.ts';
import type { RouteOptions } from '../routeOptions.ts';
import { PreviewQuery, ReminderDraftBody, ReminderListQuery, ReminderPatchBody, ReminderPath } from './schema.ts';
import { reminderErrorOf, reminderNotFound } from './writeErrors.ts';

const path = '/api/v1/reminders';

/** The operations on the rules of reminders: list, preview, create, get, update, delete. */
export function reminderRoutes(options: RouteOptions): readonly Route[] {
  return [list(options), preview(options), creation(options), reading(options), update(options), deletion(options)];
}

function list({ quota, answerRead }: RouteOptions): Route {
  return route({
    operationId: 'listReminders',
    method: 'GET',
    path,
    scope: 'read',
    query: ReminderListQuery,
    stages: [quota.charge],
    handle: ({ caller, query, request, requestId, set }) =>
      new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, { kind: 'reminders', page: query }),
  });
}

function preview({ quota, answerRead, clock, timeZone }: RouteOptions): Route {
  return route({
    operationId: 'previewReminders',
    method: 'GET',
    path: `${path}/preview`,
    scope: 'read',
    query: PreviewQuery,
    stages: [quota.charge],
    handle: ({ caller, query: { days, ...page }, request, requestId, set }) => {
      const now = clock.wallMilliseconds();
      const span = { now, days, timeZone, today: dayOfInstant(instantOf(clock), timeZone) };
      const read = { kind: 'reminderPreview', page, ...span } as const;
      return new ReadAnswer(answerRead, { request, requestId, set }, caller.ownerId, read);
    },
  });
}

function refuseIfMatch({ writeOptions }: { readonly writeOptions: WriteOptions }): void {
  if (writeOptions.ifMatch !== undefined) throw unexpectedIfMatch('To make a new rule, remove If-Match.');
}

function creation(options: RouteOptions): Route {
  const { quota, writes, randomness, basePath } = options;
  const aboutOf = origins(options);
  return route({
    operationId: 'createReminder',
    method: 'POST',
    path,
    scope: 'write',
    query: WriteQuery,
    body: jsonBody(ReminderDraftBody),
    stages: [refuseIfMatch],
    handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
      const refund = quota.chargeRefundably({ caller, set });
      const about = { ...aboutOf(caller, requestId, randomness.uuid()), ...withDryRun(writeOptions, query) };
      const draft = storedValuesOf(reminderFields, body);
      const result = await writes.submit({ ...about, kind: 'reminder.create', draft });
      if (result.outcome === 'unfit') refund();
      return createdAnswer({ set, requestId }, result, () => reminderErrorOf(result), `${basePath}${path}`);
    },
  });
}

function reading({ quota, store }: RouteOptions): Route {
  return route({
    operationId: 'getReminder',
    method: 'GET',
    path: `${path}/:id`,
    scope: 'read',
    params: ReminderPath,
    query: NoQuery,
    stages: [quota.charge],
    handle: ({ caller, params, request, requestId, set }) => {
      const view = store.reminders.findView(caller.ownerId, params.id.toLowerCase());
      if (view === undefined) throw reminderNotFound();
      return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
    },
  });
}

function update(options: RouteOptions): Route {
  const { quota, writes } = options;
  const aboutOf = origins(options);
  return route({
    operationId: 'updateReminder',
    method: 'PATCH',
    path: `${path}/:id`,
    scope: 'write',
    params: ReminderPath,
    query: WriteQuery,
    body: jsonBody(ReminderPatchBody),
    stages: [],
    handle: async ({ caller, params, body, query, requestId, set, writeOptions }) => {
      const refund = quota.chargeRefundably({ caller, set });
      const about = { ...aboutOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const patch = storedValuesOf(reminderFields, body);
      const result = await writes.submit({ ...about, kind: 'reminder.update', patch });
      if (result.outcome === 'unfit') refund();
      return storedAnswer({ set, requestId }, result, () => reminderErrorOf(result), 200);
    },
  });
}

function deletion(options: RouteOptions): Route {
  const { quota, writes } = options;
  const aboutOf = origins(options);
  return route({
    operationId: 'deleteReminder',
    method: 'DELETE',
    path: `${path}/:id`,
    scope: 'write',
    params: ReminderPath,
    query: WriteQuery,
    body: ignoredBody,
    stages: [refuseUnwantedBody, quota.charge],
    handle: async ({ caller, params, query, requestId, set, writeOptions }) => {
      const about = { ...aboutOf(caller, requestId, params.id), ...withDryRun(writeOptions, query) };
      const result = await writes.submit({ ...about, kind: 'reminder.delete' });
      return deletedAnswer({ set, requestId }, result, () => reminderErrorOf(result));
    },
  });
}

/** Gives a function for what each write says of itself: its actor, its time, its rule and its entry. */
function origins({ clock, randomness }: Pick<RouteOptions, 'clock' | 'randomness'>) {
  const originOf = originsAt(clock);
  return (caller: Principal, requestId: string, id: string) => ({
    ...originOf(caller, requestId),
    auditEntryId: randomness.uuid(),
    reminderId: id.toLowerCase(),
  });
}
