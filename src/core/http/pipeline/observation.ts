import { Elysia } from 'elysia';
import type { AddressOf, AnsweredRequest, RequestObserver } from '../../observability/requestEvents.ts';
import type { Clock } from '../../runtime/system.ts';
import type { Principal } from '../../access/principal.ts';
import type { RouteTable } from './routeTable.ts';

interface ObservationOptions {
  readonly observers: readonly RequestObserver[];
  readonly clock: Clock;
  readonly addressOf: AddressOf;
  readonly routeTable: Pick<RouteTable, 'templateOf'>;
}

interface ObservedContext {
  readonly request: Request;
  readonly requestId: string;
  readonly route?: string | undefined;
  readonly set: { status?: number | string };
  readonly startedAt?: number | undefined;
  readonly caller?: Principal | undefined;
}

/** A failed request, as its error is answered. */
export interface Failure {
  readonly error: unknown;
  readonly code: unknown;
  readonly request: Request;
  readonly path: string;
  readonly requestId: string;
  readonly set: { status?: number | string; headers: Record<string, string | number> };
}

type AnswerError<Answer> = (failure: Failure) => Answer;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT']);

type Notify = (context: ObservedContext, status: number) => void;

/** The stages that pass requests to the observers. Without observers, there are no stages and no cost. */
export function observeRequests({ observers, clock, addressOf, routeTable }: ObservationOptions) {
  const isIdle = observers.length === 0;

  function answerOf(
    { request, requestId, route = '', startedAt = 0, caller }: ObservedContext,
    status: number,
  ): AnsweredRequest {
    return {
      request,
      requestId,
      method: methods.has(request.method) ? request.method : 'other',
      route: route === '' ? 'unknown' : route,
      status,
      milliseconds: clock.monotonicMilliseconds() - startedAt,
      apiKeyId: caller?.id,
    };
  }

  function notify(context: ObservedContext, status: number): void {
    const answer = answerOf(context, status);
    for (const observer of observers) observer.answered(answer, addressOf);
  }

  function notifyOfProbe(context: ObservedContext, status: number): void {
    const answer = answerOf(context, status);
    for (const observer of observers) observer.probed?.(answer, addressOf);
  }

  return {
    /** Observes the start of requests and the answers that are no errors. Use it before the routes. */
    stage: (): Elysia => (isIdle ? new Elysia() : observingStage({ observers, clock }, notify)),

    /** Observes the answers to health checks. Only their routes use it; {@link stage} must not observe them. */
    probeStage: (): Elysia => (isIdle ? new Elysia() : probingStage(notifyOfProbe)),

    /** Wraps the error handler, so that error answers are observed with their final status. */
    failures: <Answer>(answerError: AnswerError<Answer>): AnswerError<Answer> =>
      isIdle ? answerError : observedErrors(answerError, notify, routeTable),
  };
}

function observingStage({ observers, clock }: Pick<ObservationOptions, 'observers' | 'clock'>, notify: Notify): Elysia {
  const stage = new Elysia({ name: 'observation' });
  stage
    .decorate({ requestId: '', startedAt: 0 })
    .onRequest(function begin(context) {
      context.startedAt = clock.monotonicMilliseconds();
      for (const observer of observers) observer.begun?.();
    })
    .onAfterHandle(
      { as: 'global' },
      function observeAnswer({
        request,
        requestId,
        route,
        set,
        startedAt,
        caller,
        responseValue,
      }: ObservedContext & { responseValue: unknown }) {
        const status = responseValue instanceof Response ? responseValue.status : Number(set.status);
        notify({ request, requestId, route, set, startedAt, caller }, status);
      },
    );
  return stage;
}

function probingStage(notify: Notify): Elysia {
  const stage = new Elysia({ name: 'observation-of-probes' });
  stage
    .decorate({ requestId: '', startedAt: 0 })
    .onAfterHandle(
      { as: 'scoped' },
      function observeProbe({ request, requestId, route, set, startedAt }: ObservedContext) {
        notify({ request, requestId, route, set, startedAt }, Number(set.status));
      },
    );
  return stage;
}

function observedErrors<Answer>(
  answerError: AnswerError<Answer>,
  notify: Notify,
  { templateOf }: ObservationOptions['routeTable'],
): AnswerError<Answer> {
  return function answerObservedError({
    error,
    code,
    request,
    path,
    requestId,
    set,
    route,
    startedAt,
    caller,
  }: Failure & ObservedContext) {
    const body = answerError({ error, code, request, path, requestId, set });
    const status = Number(set.status);
    // The router finds no route for a method that the path lacks.
    const found = status === 405 ? templateOf(path) : route;
    notify({ request, requestId, route: found, set, startedAt, caller }, status);
    return body;
  };
}
