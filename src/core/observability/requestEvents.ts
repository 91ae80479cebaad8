/** A request that has been answered. */
export interface AnsweredRequest {
  readonly request: Request;
  readonly requestId: string;
  /** The method, or `other` for one that HTTP does not know. */
  readonly method: string;
  /** The template of the path, such as `/api/v1/subscriptions/:id`, or `unknown`: there are only few of them. */
  readonly route: string;
  readonly status: number;
  /** From the start of the request until its answer is decided. */
  readonly milliseconds: number;
  /** The key of the request; undefined when authentication refused it. */
  readonly apiKeyId: string | undefined;
}

/** Gives the client address of a request; `unknown` when the connection is closed. */
export type AddressOf = (request: Request) => string;

/** Observes requests: each one that begins is then answered or probed, once. */
export interface RequestObserver {
  readonly begun?: () => void;
  readonly answered: (answer: AnsweredRequest, addressOf: AddressOf) => void;
  /** Observes the answer to a health check, which does not count as a request of a user. */
  readonly probed?: (answer: AnsweredRequest, addressOf: AddressOf) => void;
}

/** Why authentication refuses a request. */
export const failureReasons = [
  'missing_key',
  'invalid_key',
  'invalid_session',
  'failed_sign_in',
  'too_many_invalid_keys',
  'insufficient_scope',
] as const;

/** A request that authentication refused. */
export interface AuthenticationFailure {
  readonly reason: (typeof failureReasons)[number];
  readonly requestId: string;
  readonly address: string;
}

/** The observers of all requests, and callbacks for refused ones. */
export interface Observation {
  readonly observers: readonly RequestObserver[];
  readonly onAuthenticationFailure: (failure: AuthenticationFailure) => void;
  /** Called for each request that is refused because the quota of its owner is exhausted. */
  readonly onQuotaUsedUp: () => void;
}
