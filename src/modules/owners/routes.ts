import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { storedOf } from '../../core/fields/define.ts';
import { NoQuery, WriteQuery } from '../../core/fields/queries.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, type AccessServices } from '../../core/http/access.ts';
import { exactly } from '../../core/http/openapi/components.ts';
import { answers, forReading, inToolset, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { answerWith } from '../../core/http/openapi/words.ts';
import { updating } from '../../core/http/openapi/writeWords.ts';
import { invalidApiKey } from '../../core/http/pipeline/authentication.ts';
import { ReadAnswer } from '../../core/http/reads/answers.ts';
import { dataMembers, storedAnswer, TaggedAnswer } from '../../core/http/responses/answers.ts';
import { refuseKeyAsName, sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../../core/http/routeOptions.ts';
import { entityTagOf } from '../../core/writer/entityTags.ts';
import type { OwnerLimits } from '../../core/writer/ownerLimits.ts';
import { whenStale } from './errors.ts';
import { Preferences, PreferencesPatch } from './model.ts';

const examplePreferences = { autoRenew: true, householdName: 'Elm Street 12' };

const used = named(
  'Used',
  exactly({
    count: Type.Integer({ minimum: 0 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent without a limit.' })),
  }),
);

const usage = exactly({ subscriptions: used, payments: used, auditEntries: used });

/** What the operations on an owner are made from. */
interface OwnerServices extends RouteOptions, AccessServices {
  /** What owners may have. */
  readonly ownerLimits: OwnerLimits;
}

/** The operations on an owner itself: its preferences, and how much it has stored. */
export const ownerRoutes = (services: OwnerServices) => {
  const { find, store, ownerLimits: limits } = services;
  return new Elysia({ prefix: '/api/v1', detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get(
      '/preferences',
      ({ caller, request, requestId, set }) => {
        const view = store.preferences.findView(caller.ownerId);
        if (view === undefined) throw invalidApiKey();
        return new TaggedAnswer({ request, requestId, set }, dataMembers(view), entityTagOf(view));
      },
      {
        scope: 'read',
        quota: true,
        query: NoQuery,
        detail: {
          operationId: 'getPreferences',
          tags: ['Preferences'],
          summary: 'Get the preferences',
          description:
            'Reads what the owner of the key has chosen for all subscriptions, and what its household is called.',
          ...forReading({
            useWhen: 'You need to know whether payments are recorded automatically.',
            doNotUseWhen: 'You want to record a payment.',
          }),
          ...answers(
            answerWith('PreferencesAnswer', { data: Preferences }, 'The preferences.', { data: examplePreferences }),
          ),
        },
      },
    )
    .patch(
      '/preferences',
      async ({ write, body, requestId, set }) => {
        const result = await write({ kind: 'preferences.update', patch: storedOf(PreferencesPatch, body) });
        const errorOf = () => sharedErrorOf(result, false, whenStale) ?? invalidApiKey();
        return storedAnswer({ set, requestId }, result, errorOf, 200);
      },
      {
        scope: 'write',
        takes: 'json',
        write: true,
        beforeHandle({ body }) {
          if (typeof body.householdName === 'string') refuseKeyAsName('householdName', body.householdName);
        },
        quota: true,
        query: WriteQuery,
        body: PreferencesPatch,
        detail: {
          operationId: 'updatePreferences',
          tags: ['Preferences'],
          summary: 'Update the preferences',
          description:
            'Changes what the owner has chosen for all subscriptions, or what the dashboard calls the household.\n\nWith autoRenew, the payments of active subscriptions that were due before today are recorded at the beginning of each day, also those of days before. A subscription whose details have an autoRenew of their own follows that.',
          ...onceConfirmed('medium', {
            useWhen: 'The user has confirmed that payments are recorded automatically, or not any more.',
            doNotUseWhen: 'Only one payment was made: renew the subscription.',
          }),
          ...answers(
            updating(
              'PreferencesChange',
              Preferences,
              { done: 'The updated preferences.', dryRun: 'A dry run: the preferences after the update.' },
              examplePreferences,
            ),
          ),
        },
      },
    )
    .get(
      '/usage',
      ({ caller, request, requestId, set }) =>
        new ReadAnswer(find, { request, requestId, set }, caller.ownerId, { kind: 'usage', limits }),
      {
        scope: 'read',
        quota: true,
        query: NoQuery,
        detail: {
          operationId: 'getUsage',
          tags: ['Usage'],
          summary: 'See what is stored, and the limits',
          description:
            'Counts subscriptions, payments and audit entries, and shows the limits of the server. Removed payments count, because they can be brought back.',
          ...forReading({
            useWhen: 'A write was refused because a limit is reached.',
            doNotUseWhen: 'You want the spending: getSpendSummary.',
          }),
          ...answers(
            answerWith('UsageAnswer', { usage }, 'The counts and the limits.', {
              usage: {
                subscriptions: { count: 42, limit: 500 },
                payments: { count: 1310, limit: 20_000 },
                auditEntries: { count: 1627 },
              },
            }),
          ),
        },
      },
    );
};
