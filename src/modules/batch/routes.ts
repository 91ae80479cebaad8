import { Type, type Static } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { dayOfInstant } from '../../core/billing/days.ts';
import { explainedBy } from '../../core/fields/bodies.ts';
import { BodyWriteQuery } from '../../core/fields/queries.ts';
import { named } from '../../core/fields/schemaMarks.ts';
import { addSynonyms } from '../../core/fields/suggestions.ts';
import { access, type AccessServices } from '../../core/http/access.ts';
import { exactly, isDeleted, isDryRun, requestId as requestIdOf, uuid } from '../../core/http/openapi/components.ts';
import { inToolset, answers, onceConfirmed } from '../../core/http/openapi/detail.ts';
import type { ModuleWords } from '../../core/http/openapi/words.ts';
import { readIfMatch } from '../../core/http/pipeline/entityTags.ts';
import { JsonAnswer, markReplay } from '../../core/http/responses/answers.ts';
import { unexpectedIfMatch } from '../../core/http/responses/writeErrors.ts';
import type { RouteOptions } from '../routeOptions.ts';
import type { WriteOrigin } from '../../core/writer/origin.ts';
import type { BatchOperation, OperationOutcome, ResultOf } from '../commands.ts';
import type { DetailsPatch } from '../subscriptions/detailModel.ts';
import { apiErrorOf } from '../subscriptions/errors.ts';
import { exampleSubscription, Subscription, subscriptionBodies, subscriptionsPath } from '../subscriptions/model.ts';
import { shownAt, restrictionOn } from '../subscriptions/routes/changes.ts';
import { paymentOf, renewalIds } from '../subscriptions/routes/renewals.ts';
import { exampleWarning, warnings, warningsIn } from '../subscriptions/routes/warnings.ts';
import { apiErrorOfFaults, explainBatch, faultOfBatch } from './errors.ts';
import { batchActions, batchSchemas, type BatchSchemas, byAction } from './model.ts';

addSynonyms({
  id: ['subscriptionid', 'subscription', 'uuid', 'entryid', 'auditentryid', 'auditid'],
  create: ['add', 'insert', 'new', 'post'],
  update: ['patch', 'change', 'modify', 'edit', 'put'],
  renew: ['pay', 'paid', 'markpaid', 'markaspaid'],
  delete: ['remove', 'destroy'],
});

/** The results of a batch by their action; the union requires the action. In Rust, the tag of a union is in no variant. */
const batchResults = {
  create: storedBy('create', 'BatchCreated'),
  update: storedBy('update', 'BatchUpdated'),
  renew: storedBy('renew', 'BatchRenewed'),
  // It has `deleted` or, in a dry run, `data`; never both.
  delete: named(
    'BatchDeleted',
    exactly(
      { ...didOptionally('delete'), id: uuid, deleted: isDeleted, data: Type.Optional(Subscription) },
      { minProperties: 3, maxProperties: 3 },
    ),
  ),
};

function storedBy(action: string, name: string) {
  return named(name, exactly({ ...didOptionally(action), data: Subscription, warnings }));
}

function didOptionally(action: string) {
  return { action: Type.Optional(Type.Literal(action)) };
}

const never = { not: {} };

/** The answer: the outcome of each operation, in order. */
const BatchAnswer = named(
  'BatchAnswer',
  exactly(
    {
      results: Type.Array(
        named(
          'BatchResult',
          Type.Union(Object.values(batchResults), {
            required: ['action'],
            ...byAction({
              create: 'BatchCreated',
              update: 'BatchUpdated',
              renew: 'BatchRenewed',
              delete: 'BatchDeleted',
            }),
          }),
        ),
      ),
      dryRun: Type.Optional(isDryRun),
      requestId: requestIdOf,
    },
    {
      dependentSchemas: { dryRun: eachResult({ properties: { deleted: never } }) },
      // Only a dry run has a third property.
      if: { minProperties: 3 },
      else: eachResult({ properties: { warnings: never }, dependentSchemas: { id: { properties: { data: never } } } }),
    },
  ),
);

/** A condition on every result of a batch, beyond its own schema. */
function eachResult(items: object) {
  return { properties: { results: { items } } };
}

type Batch = Static<BatchSchemas['body']>;
type Operation = Batch['operations'][number];

/** The batch operation: it carries out many operations, all or none. */
export const routes = (services: RouteOptions & AccessServices) => {
  const { quota, currencies } = services;
  const schemas = batchSchemas(subscriptionBodies(currencies));
  const commandsOf = commandsFor(services);
  return new Elysia({
    prefix: `${subscriptionsPath}/batch`,
    tags: ['Subscriptions'],
    detail: inToolset('subscriptions'),
    normalize: false,
  })
    .use(access(services))
    .post(
      '',
      async ({ call, write, about, body: { operations }, query }) => {
        const now = about();
        const commands = commandsOf(operations, { actor: now.actor, at: now.at });
        const result = await write({ kind: 'batch', operations: commands }, now);
        markReplay(call.set, result);
        // A batch that the stored records refuse costs the work of a whole one.
        if (result.outcome !== 'batch') throw errorOfBatch(result, operations).charged();
        const createdBy = creatorsOf(commands);
        const results = result.results.map((one, index) => resultJson(one, commands[index], createdBy));
        const start = query.dryRun === 'true' ? '{"dryRun":true,' : '{';
        return new JsonAnswer(call, `${start}"results":[${results.join(',')}]`, true);
      },
      {
        scope: 'write',
        takes: 'batch',
        write: true,
        beforeHandle({ caller, body: { operations }, ifMatch, set }) {
          if (ifMatch !== undefined) throw unexpectedIfMatch(fixForIfMatch);
          const apiError = faultOfBatch(operations, schemas);
          if (apiError !== undefined) throw apiError;
          quota.chargeMany({ caller, set }, { counted: operations.length, unit: 'operation' });
        },
        query: BodyWriteQuery,
        body: explainedBy(schemas.body, (body) => explainBatch(body, schemas)),
        detail: {
          operationId: 'batchSubscriptions',
          summary: 'Create, update, renew and delete many at once',
          description:
            'Carries out up to 100 operations in order: all of them, or none; then error.faults lists each fault.\n\nA fault has the index of its operation. A creation may have details, and an update has a patch, details or both; with details, the result and ifMatch are those of the record with its details. An update, a renewal or a deletion may have in ifMatch the ETag that its record must have when the batch begins. Each operation has its own audit entry and counts as one request; if fewer are left, nothing is done and nothing is counted. A batch that the stored records refuse is counted in full. The body may have 256 KiB.',
          ...onceConfirmed('high', {
            useWhen: 'The user has confirmed several changes, or fields and details of one.',
            doNotUseWhen: 'One other tool makes the change, or the changes are independent.',
          }),
          ...answers(
            {
              requestHeaders: ['Idempotency-Key'],
              success: {
                status: 200,
                description: 'All operations succeeded; the results have the order of the operations.',
                schema: BatchAnswer,
                example: {
                  results: [
                    { action: 'create', data: exampleSubscription },
                    { action: 'delete', id: '01980f3c-86f0-7f4c-b0f5-3d1c9f1c2a79', deleted: true },
                  ],
                },
              },
              dryRun: {
                description:
                  'A dry run: what each operation would store or delete. Ids of records to create are not kept.',
                example: {
                  dryRun: true,
                  results: [{ action: 'create', data: exampleSubscription, warnings: [exampleWarning] }],
                },
              },
            },
            'invalid_batch',
            'unexpected_if_match',
            'invalid_subscription',
            'invalid_subscription_field',
            'invalid_subscription_id',
            'empty_patch',
            'subscription_not_found',
            'not_active',
            'renewal_conflict',
            'not_due',
            'not_renewable',
            'too_many_subscriptions',
            'too_many_payments',
            'precondition_failed',
          ),
        },
      },
    );
};

const fixForIfMatch = 'Remove If-Match, and add "ifMatch" to each operation that updates, renews or deletes.';

/** What the document says of batches. */
export const words = (): ModuleWords => ({
  errorExamples: {
    invalid_batch: {
      field: 'action',
      suggestedFix: 'Send "create".',
      allowedValues: batchActions,
      faults: [
        { index: 2, code: 'invalid_batch', field: 'action', message: 'action must be one of the allowed values.' },
      ],
    },
  },
});

/** Gives a function that turns operations into commands with the ids they need. */
function commandsFor({
  randomness,
  timeZone,
  currencies,
}: Pick<RouteOptions, 'randomness' | 'timeZone' | 'currencies'>) {
  const detailsIn = ({ details }: { readonly details?: DetailsPatch }, at: string) =>
    details === undefined ? {} : { details, shows: shownAt(at, timeZone, 'both') };

  return (operations: readonly Operation[], origin: WriteOrigin): readonly BatchOperation[] =>
    operations.map((operation): BatchOperation => {
      if (operation.action === 'create') {
        const ids = { subscriptionId: randomness.uuid(), auditEntryId: randomness.uuid() };
        const draft = { draft: operation.subscription, ...detailsIn(operation, origin.at) };
        return { ...origin, ...ids, kind: 'subscription.create', ...draft };
      }
      const subscriptionId = operation.id.toLowerCase();
      const options = operation.ifMatch === undefined ? {} : { ifMatch: readIfMatch(operation.ifMatch) };
      if (operation.action === 'renew') {
        const made = { today: dayOfInstant(origin.at, timeZone), payment: paymentOf(operation) };
        const renewals = renewalIds(1, randomness);
        return { ...origin, ...options, kind: 'subscription.renew', subscriptionId, renewals, ...made };
      }
      const ids = { subscriptionId, auditEntryId: randomness.uuid() };
      if (operation.action === 'delete') return { ...origin, ...options, kind: 'subscription.delete', ...ids };
      const patch = operation.patch ?? {};
      const change = { patch, ...restrictionOn(patch, currencies), ...detailsIn(operation, origin.at) };
      return { ...origin, ...options, ...ids, kind: 'subscription.update', ...change };
    });
}

function errorOfBatch(result: ResultOf<'batch'>, operations: readonly Operation[]) {
  if (result.outcome !== 'batchRefused') return apiErrorOf(result, {});
  const faults = result.faults.map(({ index, result: one }) => {
    const operation = operations[index];
    return { index, apiError: apiErrorOf(one, operation?.action === 'update' ? (operation.patch ?? {}) : {}, true) };
  });
  return apiErrorOfFaults(faults) ?? apiErrorOf(result, {});
}

/** The indexes of the creating commands, by the id of the record they create. */
function creatorsOf(commands: readonly BatchOperation[]): ReadonlyMap<string, number> {
  return new Map(
    commands.flatMap(({ kind, subscriptionId }, index) =>
      kind === 'subscription.create' ? [[subscriptionId, index]] : [],
    ),
  );
}

/** One result of a batch, as JSON. */
function resultJson(
  result: OperationOutcome,
  command: BatchOperation | undefined,
  createdBy: ReadonlyMap<string, number>,
): string {
  const action = command?.kind.slice('subscription.'.length);
  if (result.outcome === 'stored') {
    const rest = JSON.stringify({ action, ...warningsIn(result, createdBy) }).slice(1, -1);
    return `{${rest},"data":${result.viewJson}}`;
  }
  const { viewJson, id = command?.subscriptionId } = result.outcome === 'deleted' ? result : {};
  const start = `{"action":"delete","id":${JSON.stringify(id)}`;
  return viewJson === undefined ? `${start},"deleted":true}` : `${start},"data":${viewJson}}`;
}
