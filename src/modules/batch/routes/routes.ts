import type { Static } from '@sinclair/typebox';
import { dayOfInstant } from '../../../core/billing/days.ts';
import type { DetailsPatch } from '../../subscriptions/detailModel.ts';
import { readIfMatch } from '../../../core/http/pipeline/entityTags.ts';
import type { BatchOperation, OperationOutcome, ResultOf } from '../../commands.ts';
import type { WriteOptions, WriteOrigin } from '../../../core/writer/origin.ts';
import { apiErrorOfFaults, explainBatch, faultOfBatch } from './faults.ts';
import type { Principal } from '../../../core/access/principal.ts';
import type { Quota } from '../../../core/http/pipeline/rateLimiter.ts';
import { batchBody } from '../../../core/http/pipeline/requestBody.ts';
import { route, type Route } from '../../../core/http/pipeline/route.ts';
import type { RouteOptions } from '../../../core/http/routeOptions.ts';
import { originsAt, withDryRun } from '../../../core/http/pipeline/writeOptions.ts';
import { explainedBy } from '../../../core/fields/bodies.ts';
import { WriteQuery } from '../../../core/fields/queries.ts';
import { batchSchemas, type BatchSchemas } from './schema.ts';
import { JsonAnswer, markReplay } from '../../../core/http/responses/answers.ts';
import { unexpectedIfMatch } from '../../../core/http/responses/writeErrors.ts';
import { paymentOf, renewalIds } from '../../subscriptions/routes/renewalRoutes.ts';
import { warningsOf } from '../../subscriptions/routes/warnings.ts';
import { apiErrorOf } from '../../subscriptions/routes/writeErrors.ts';
import { subscriptionBodies } from '../../subscriptions/model.ts';
import { restrictionOn, shownAt } from '../../subscriptions/routes/writeRoutes.ts';

type Batch = Static<BatchSchemas['body']>;
type Operation = Batch['operations'][number];

/** The batch operation: it carries out many operations, all or none. */
export function batchRoutes(options: RouteOptions): readonly Route[] {
  const { quota, writes, clock, currencies } = options;
  const schemas = batchSchemas(subscriptionBodies(currencies));
  const originOf = originsAt(clock);
  const commandsOf = commandsFor(options);
  return [
    route({
      operationId: 'batchSubscriptions',
      method: 'POST',
      path: '/api/v1/subscriptions/batch',
      scope: 'write',
      query: WriteQuery,
      body: batchBody(explainedBy(schemas.body, (body) => explainBatch(body, schemas))),
      stages: [refuseFaultyOperations(schemas), chargeEachOperation(quota)],
      handle: async ({ caller, body: { operations }, query, request, requestId, set, writeOptions }) => {
        const origin = originOf(caller, requestId);
        const commands = commandsOf(operations, origin);
        const about = { ...origin, ...withDryRun(writeOptions, query) };
        const result = await writes.submit({ ...about, kind: 'batch', operations: commands });
        markReplay(set, result);
        // A batch that the stored records refuse costs the work of a whole one.
        if (result.outcome !== 'batch') throw errorOfBatch(result, operations).charged();
        const createdBy = creatorsOf(commands);
        const results = result.results.map((one, index) => resultJson(one, commands[index], createdBy));
        const start = query.dryRun === 'true' ? '{"dryRun":true,' : '{';
        return new JsonAnswer(set, `${start}"results":[${results.join(',')}]`, requestId, request);
      },
    }),
  ];
}

interface BatchContext {
  readonly caller: Principal;
  readonly body: Batch;
  readonly writeOptions: WriteOptions;
  readonly set: { headers: Record<string, string | number> };
}

/** A stage that charges one request for each operation. */
function chargeEachOperation(quota: Quota) {
  return function chargeEachOperationStage({ caller, set, body }: BatchContext): void {
    quota.chargeMany({ caller, set }, { counted: body.operations.length, unit: 'operation' });
  };
}

function refuseFaultyOperations(schemas: BatchSchemas) {
  return function refuseFaultyOperationsStage({
    body,
    writeOptions,
  }: Pick<BatchContext, 'body' | 'writeOptions'>): void {
    if (writeOptions.ifMatch !== undefined) {
      throw unexpectedIfMatch('Remove If-Match, and add "ifMatch" to each operation that updates, renews or deletes.');
    }
    const apiError = faultOfBatch(body.operations, schemas);
    if (apiError !== undefined) throw apiError;
  };
}

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
      if (operation.action === 'delete') return { ...origin, ...options, kind: 'subscription.delete', subscriptionId };
      if (operation.action === 'renew') {
        const made = { today: dayOfInstant(origin.at, timeZone), payment: paymentOf(operation) };
        const renewals = renewalIds(1, randomness);
        return { ...origin, ...options, kind: 'subscription.renew', subscriptionId, renewals, ...made };
      }
      const ids = { subscriptionId, auditEntryId: randomness.uuid() };
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
    const { viewJson, duplicateIds = [] } = result;
    const rest = JSON.stringify({ action, ...warningsOf(duplicateIds, createdBy) }).slice(1, -1);
    return `{${rest},"data":${viewJson}}`;
  }
  const { viewJson, id = command?.subscriptionId } = result.outcome === 'deleted' ? result : {};
  const start = `{"action":"delete","id":${JSON.stringify(id)}`;
  return viewJson === undefined ? `${start},"deleted":true}` : `${start},"data":${viewJson}}`;
}
