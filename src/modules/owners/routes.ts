import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { storedOf } from '../../core/fields/define.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { access, reads, writes, type AccessServices } from '../../core/http/access.ts';
import { exactly } from '../../core/http/openapi/components.ts';
import { inToolset, answers, forReading, onceConfirmed } from '../../core/http/openapi/detail.ts';
import { answerWith } from '../../core/http/openapi/words.ts';
import { answersOf } from '../../core/http/openapi/writeWords.ts';
import { invalidApiKey } from '../../core/http/pipeline/authentication.ts';
import { storedAnswer, RecordAnswer, ReportAnswer } from '../../core/http/responses/answers.ts';
import { refuseKeyAsName, sharedErrorOf } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../routeOptions.ts';
import type { Limited, OwnerLimits } from '../../core/writer/roomForOwners.ts';
import { preferenceErrorExamples, preferenceRevertWords, refuseUnknownCurrency, subject } from './errors.ts';
import { Preferences, PreferencesPatch } from './model.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';

const examplePreferences = { autoRenew: true, householdName: 'Elm Street 12', monthlyBudget: null };

const used = named(
  'Used',
  exactly({
    count: Type.Integer({ minimum: 0 }),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent without a limit.' })),
  }),
);

const usage = exactly({ subscriptions: used, payments: used, auditEntries: used });

const records = answersOf('Preferences', Preferences, examplePreferences, { one: 'preferences' });

/** What the operations on an owner are made from. */
interface OwnerServices extends RouteOptions, AccessServices {
  /** What owners may have. */
  readonly ownerLimits: OwnerLimits;
}

/** What the document says of owners. */
export const words = (): ModuleWords => ({
  tags: [
    { name: 'Preferences', description: 'What an owner has chosen for all subscriptions.' },
    { name: 'Usage', description: 'What an owner has stored, and may store.' },
  ],
  revertibleFields: Object.keys(Preferences.properties),
  errorExamples: preferenceErrorExamples,
});

/** What is said of reverts that are refused. */
export const revertWords = { owner: preferenceRevertWords };

/** The operations on an owner itself: its preferences, and how much it has stored. */
export const routes = (services: OwnerServices) => {
  const { store, ownerLimits, currencies } = services;
  return new Elysia({ prefix: '/api/v1', detail: inToolset('settings'), normalize: false })
    .use(access(services))
    .get(
      '/preferences',
      ({ call, caller }) => new RecordAnswer(call, store.preferences.findView(caller.ownerId), invalidApiKey),
      {
        ...reads('read'),
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
          ...records.read(),
        },
      },
    )
    .patch(
      '/preferences',
      async ({ call, write, body }) => {
        const result = await write({ kind: 'preferences.update', patch: storedOf(PreferencesPatch, body) });
        return storedAnswer(call, result, () => sharedErrorOf(result, subject) ?? invalidApiKey());
      },
      {
        ...writes('write', 'json'),
        beforeHandle({ body }) {
          if (typeof body.householdName === 'string') refuseKeyAsName('householdName', body.householdName);
          if (body.monthlyBudget) refuseUnknownCurrency(body.monthlyBudget.currency, currencies);
        },
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
          ...records.changed(),
        },
      },
    )
    .get(
      '/usage',
      ({ call, caller }) => new ReportAnswer(call, { usage: usageIn(store.usage(caller.ownerId), ownerLimits) }),
      {
        ...reads('read'),
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

/** How many records an owner has of what can be limited, and may have. */
function usageIn(counts: Readonly<Record<Limited, number>>, limits: OwnerLimits) {
  const members = (Object.entries(counts) as [Limited, number][]).map(([of, count]) => [
    of,
    { count, ...(limits[of] > 0 && { limit: limits[of] }) },
  ]);
  return Object.fromEntries(members) as object;
}
