import { entityTagOf } from '../../../../core/writer/entityTags.ts';
import { storedValuesOf } from '../../../../core/fields/fieldTable.ts';
import { preferenceFields, type PreferencesPatch } from '../../model.ts';
import { invalidApiKey } from '../../../../core/http/pipeline/authentication.ts';
import { jsonBody } from '../../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../../core/http/pipeline/route.ts';
import { commandsAt } from '../../../../core/http/recordRoutes.ts';
import type { RouteOptions } from '../../../../core/http/routeOptions.ts';
import { dataMembers, storedAnswer, TaggedAnswer } from '../../../../core/http/responses/answers.ts';
import { refuseKeyAsName, sharedErrorOf } from '../../../../core/http/responses/writeErrors.ts';
import { NoQuery, WriteQuery } from '../../../../core/fields/queries.ts';
import { PreferencesPatchBody } from './schema.ts';
import { whenStale } from './writeErrors.ts';

/** The operations on the preferences of an owner: get, update. */
export function preferenceRoutes(options: RouteOptions): readonly Route[] {
  const { quota, store, writes } = options;
  const aboutOf = commandsAt(options);
  const path = '/api/v1/preferences';
  return [
    route({
      operationId: 'getPreferences',
      method: 'GET',
      path,
      scope: 'read',
      query: NoQuery,
      stages: [quota.charge],
      handle: ({ caller, request, requestId, set }) => {
        const view = store.preferences.findView(caller.ownerId);
        if (view === undefined) throw invalidApiKey();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
    }),
    route({
      operationId: 'updatePreferences',
      method: 'PATCH',
      path,
      scope: 'write',
      query: WriteQuery,
      body: jsonBody(PreferencesPatchBody),
      stages: [refuseFaultyPreferences, quota.charge],
      handle: async ({ caller, body, query, requestId, set, writeOptions }) => {
        const about = aboutOf({ caller, requestId, query, writeOptions });
        const patch = storedValuesOf(preferenceFields, body);
        const result = await writes.submit({ ...about, kind: 'preferences.update', patch });
        return storedAnswer(
          { set, requestId },
          result,
          () => sharedErrorOf(result, false, whenStale) ?? invalidApiKey(),
          200,
        );
      },
    }),
  ];
}

function refuseFaultyPreferences({ body }: { readonly body: PreferencesPatch }): void {
  if (typeof body.householdName === 'string') refuseKeyAsName('householdName', body.householdName);
}
