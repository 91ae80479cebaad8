import { Elysia } from 'elysia';
import type { Clock } from '../runtime/system.ts';
import { ReadAnswer } from '../http/reads/answers.ts';
import type { RouteTable } from '../http/pipeline/routeTable.ts';
import type { Caller } from '../http/pipeline/authentication.ts';
import type { answerErrors } from '../http/responses/errorAnswers.ts';

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly request: Request;
  readonly requestId: string;
  /** The method, or `other` for one that HTTP does not know. */
  readonly method: string;
  /** The template of the path, such as `/api/v1/subscriptions/:id`, or `unknown`: there are only few of them. */
  readonly route: string;
  readonly status: number;
  /** How long the answer took to make. */
  readonly milliseconds: number;
  /** The key that the request was made with, if it got as far as that. */
  readonly apiKeyId: string | undefined;
}

/** Finds the address that a request comes from; `unknown` when it has gone. */
export type AddressOf = (request: Request) => string;

/** Sees requests pass: each that begins is either answered or probed, once. */
export interface RequestObserver {
  readonly begun?: () => void;
  readonly answered: (answer: AnsweredRequest, addressOf: AddressOf) => void;
  /** Sees the answer to a supervisor that asked for the health: no request of a user's, and not to be counted as one. */
  readonly probed?: (answer: AnsweredRequest, addressOf: AddressOf) => void;
}

/** A request whose key was not enough. */
export interface AuthenticationFailure {
  readonly reason: 'missing_key' | 'invalid_key' | 'too_many_invalid_keys' | 'insufficient_scope';
  readonly requestId: string;
  readonly address: string;
}

/** Who is shown every request, and told what is refused. */
export interface Observation {
  readonly observers: readonly RequestObserver[];
  readonly onAuthenticationFailure: (failure: AuthenticationFailure) => void;
  /** Told of each request that was refused because its owner's quota is used up. */
  readonly onQuotaUsedUp: () => void;
}

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
  readonly caller?: Caller | undefined;
}

type AnswerError = ReturnType<typeof answerErrors>;

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS', 'PUT', 'TRACE', 'CONNECT']);

type Tell = (context: ObservedContext, status: number) => void;

/** The stages that show requests to observers. When there are none, there is no stage, and nothing to pay. */
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

  function tell(context: ObservedContext, status: number): void {
    const answer = answerOf(context, status);
    for (const observer of observers) observer.answered(answer, addressOf);
  }

  function tellOfProbe(context: ObservedContext, status: number): void {
    const answer = answerOf(context, status);
    for (const observer of observers) observer.probed?.(answer, addressOf);
  }

  return {
    /** Sees requests begin, and answers that are no errors. To be used before the routes. */
    stage: (): Elysia => (isIdle ? new Elysia() : observingStage(observers, clock, tell)),

    /** Sees the answers to those who ask for the health. To be used by their routes, which {@link stage} must not see. */
    probeStage: (): Elysia => (isIdle ? new Elysia() : probingStage(tellOfProbe)),

    /** Sees the answers to errors, as whatever makes them leaves them. */
    failures: (answerError: AnswerError): AnswerError =>
      isIdle ? answerError : observedErrors(answerError, tell, routeTable),
  };
}

function observingStage(observers: readonly RequestObserver[], clock: Clock, tell: Tell): Elysia {
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
        tellWhenDecided(tell, { request, requestId, route, set, startedAt, caller }, responseValue);
      },
    );
  return stage;
}

/** Most answers are decided when they are given; that to a long read is only when it has been done. */
function tellWhenDecided(tell: Tell, context: ObservedContext, answer: unknown): void {
  const decided = answer instanceof ReadAnswer ? answer.decided : undefined;
  if (decided !== undefined) void decided.then(() => tell(context, Number(context.set.status)));
  else tell(context, answer instanceof Response ? answer.status : Number(context.set.status));
}

function probingStage(tell: Tell): Elysia {
  const stage = new Elysia({ name: 'observation-of-probes' });
  stage
    .decorate({ requestId: '', startedAt: 0 })
    .onAfterHandle(
      { as: 'scoped' },
      function observeProbe({ request, requestId, route, set, startedAt }: ObservedContext) {
        tell({ request, requestId, route, set, startedAt }, Number(set.status));
      },
    );
  return stage;
}

function observedErrors(
  answerError: AnswerError,
  tell: Tell,
  { templateOf }: ObservationOptions['routeTable'],
): AnswerError {
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
  }: Parameters<AnswerError>[0] & ObservedContext) {
    const body = answerError({ error, code, request, path, requestId, set });
    const status = Number(set.status);
    // The router knows a path only together with a method.
    const found = status === 405 ? templateOf(path) : route;
    tell({ request, requestId, route: found, set, startedAt, caller }, status);
    return body;
  };
}
