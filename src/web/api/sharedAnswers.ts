import { sessionHeader } from './names.ts';

/** A request that is under way, and how many wait for its answer. */
interface Exchange {
  readonly answer: Promise<Response>;
  readonly controller: AbortController;
  waiting: number;
}

const underWay = new Map<string, Exchange>();

/**
 * The answer to a read. While the same session has asked for the same address already, there is one request for all who ask;
 * it is aborted when none of them waits for it any more.
 *
 * @param ask sends the request
 */
export async function shareAnswer(request: Request, ask: (request: Request) => Promise<Response>): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const key = `${request.headers.get(sessionHeader)} ${request.url}`;
  const exchange = underWay.get(key) ?? begin(key, request, ask);
  exchange.waiting += 1;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const leave = () => {
    exchange.waiting -= 1;
    if (exchange.waiting === 0) {
      forget(key, exchange);
      exchange.controller.abort();
    }
    reject(signal.reason);
  };
  signal.addEventListener('abort', leave);
  try {
    return (await Promise.race([exchange.answer, aborted])).clone();
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Has everything asked for anew from now on: what is under way may be older than a write. */
export function dropSharedAnswers(): void {
  underWay.clear();
}

function begin(key: string, request: Request, ask: (request: Request) => Promise<Response>): Exchange {
  const controller = new AbortController();
  const exchange = { answer: ask(new Request(request, { signal: controller.signal })), controller, waiting: 0 };
  underWay.set(key, exchange);
  const end = () => forget(key, exchange);
  exchange.answer.then(end, end);
  return exchange;
}

function forget(key: string, exchange: Exchange): void {
  if (underWay.get(key) === exchange) underWay.delete(key);
}
