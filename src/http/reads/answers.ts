import type { LongAnswer } from '../../store/reader/dispatch.ts';
import type { LongRead } from '../../store/reader/queue.ts';
import type { Store } from '../../store/store.ts';
import type { Clock } from '../../runtime/system.ts';
import { answerEnding, TaggedAnswer, type ReadContext } from '../responses/answers.ts';
import type { answerErrors } from '../responses/errorAnswers.ts';
import type { ReadSources } from '../../store/reports/sources.ts';
import type { Found } from './found.ts';
import { findIn, isLong, type Read } from './reads.ts';
import { countRowsOf } from './walks.ts';

/** Carries out reads that may take too long for the event loop. */
export interface LongReads {
  read(read: LongRead): Promise<LongAnswer>;
}

interface CarryOutOptions {
  readonly store: ReadSources & Pick<Store, 'rowCounts'>;
  /** Without it, all reads are carried out on the event loop. */
  readonly longReads?: LongReads;
  readonly clock: Pick<Clock, 'monotonicMilliseconds'>;
  /** The address of a client while its connection is open; undefined afterwards. */
  readonly peerOf: (request: Request) => string | undefined;
  /** Keeps the connection of a request open although nothing is sent; returns a function that ends this. */
  readonly holdOpen: (request: Request) => () => void;
}

interface ReadsOptions extends CarryOutOptions {
  /** Makes the answer to a failed read. */
  readonly answerError: ReturnType<typeof answerErrors>;
}

/** Answers a read of an owner: a short one synchronously, a long one later. The promise never rejects. */
export type AnswerRead = (context: ReadContext, ownerId: number, read: Read) => TaggedAnswer | Promise<object>;

/** The result of a long read: the whole body, and its ETag. */
type FoundElsewhere = Omit<LongAnswer, 'kind'>;

/** Who waits for the answer to a read, or receives it. */
type ReadClient = Pick<LongRead, 'signal' | 'isOpen'>;

/**
 * Carries out a read of an owner for a request: a short one synchronously, a long one later. `ending` is what follows in its
 * body. By default, the answer is in memory until the connection is closed or the answer to the request is sent.
 */
export type CarryOutRead = (
  request: Request,
  ownerId: number,
  read: Read,
  ending: string,
  client?: ReadClient,
) => Found | Promise<FoundElsewhere>;

/**
 * Gives two functions for short reads on the event loop and long ones in the read worker: one carries them out, the other
 * answers with JSON; and the one that holds connections open.
 */
export function openReads(options: ReadsOptions) {
  const carryOut = carryOutReads(options);
  return { carryOut, answerRead: answerReads(carryOut, options.answerError), holdOpen: options.holdOpen };
}

/** Gives a function that carries out short reads on the event loop and long ones in the read worker. */
function carryOutReads({ store, longReads, clock, ...connections }: CarryOutOptions): CarryOutRead {
  const find = findIn(store);
  const rowsOf = countRowsOf(store.rowCounts, clock);

  const clientOf = (request: Request): ReadClient => {
    return { signal: request.signal, isOpen: () => connections.peerOf(request) !== undefined };
  };

  async function findElsewhere(elsewhere: LongReads, request: Request, read: LongRead) {
    const letGo = connections.holdOpen(request);
    try {
      return await elsewhere.read(read);
    } finally {
      letGo();
    }
  }

  return function carryOut(request, ownerId, read, ending, client) {
    if (longReads === undefined || !isLong(read, rowsOf(ownerId))) return find(ownerId, read);
    return findElsewhere(longReads, request, { ownerId, read, ending, ...(client ?? clientOf(request)) });
  };
}

/** Gives a function that answers reads with JSON. */
function answerReads(carryOut: CarryOutRead, answerError: ReadsOptions['answerError']): AnswerRead {
  /** Does what Elysia does for synchronous answers. */
  const orError = (context: ReadContext, answer: Promise<TaggedAnswer>): Promise<object> =>
    answer.catch((error: unknown) => answerError({ ...context, error, code: 'UNKNOWN', path: '' }));

  function answerUnchecked(context: ReadContext, ownerId: number, read: Read): TaggedAnswer | Promise<TaggedAnswer> {
    const { request, requestId } = context;
    const result = carryOut(request, ownerId, read, answerEnding(requestId));
    if (result instanceof Promise)
      return result.then(({ body, entityTag }) => new TaggedAnswer(context, body, entityTag));
    return new TaggedAnswer(context, result.membersJson, result.entityTag);
  }

  return function answerRead(context, ownerId, read) {
    const answer = answerUnchecked(context, ownerId, read);
    return answer instanceof Promise ? orError(context, answer) : answer;
  };
}

/**
 * The answer to a read, now or later. Elysia composes a handler that returns it as a synchronous one, so that short reads
 * need no promise; see decision 9.
 */
export class ReadAnswer {
  readonly #answer: TaggedAnswer | Promise<object>;

  constructor(answerRead: AnswerRead, context: ReadContext, ownerId: number, read: Read) {
    this.#answer = answerRead(context, ownerId, read);
  }

  /** Resolves when the status is known; undefined when it is already known. */
  get decided(): Promise<object> | undefined {
    return this.#answer instanceof Promise ? this.#answer : undefined;
  }

  /** The body, or a promise of it; Elysia calls this. */
  toResponse(): unknown {
    return this.#answer instanceof Promise ? this.#answer : this.#answer.toResponse();
  }
}
