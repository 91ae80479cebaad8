import { validDraft } from '../support/validDraft.ts';
import type { Ledger } from './workload.ts';

/** How many of the writes that a client sent together had which answer. */
export interface Seen {
  readonly stored: number;
  /** Told that the storage is unavailable and nothing was changed. */
  readonly refused: number;
  /** Told that the storage is unavailable and the outcome not known. */
  readonly unknown: number;
  /** The answers that no write may get, regardless of the storage. */
  readonly wrong: readonly string[];
}

interface Sent {
  readonly status: number;
  readonly isUnknown: boolean;
  readonly id: string;
  readonly wrong: string | undefined;
}

interface Body {
  readonly data?: { readonly id: string; readonly amount: number };
  readonly error?: Readonly<Record<string, string>>;
  readonly requestId?: string;
}

/**
 * A client of a server whose storage may fail. It keeps in the ledger what it was told: a write that was refused must
 * have changed nothing, and one of unknown outcome may have been stored or not.
 */
export function openLedgerClient(origin: string, key: string, ledger: Ledger) {
  const collection = `${origin}/api/v1/subscriptions`;
  const headers = { authorization: `Bearer ${key}` };

  async function send(method: string, url: string, body?: object): Promise<Sent> {
    const response = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const answer = (await response.json()) as Body;
    const { status } = response;
    if (response.ok) ledger.acknowledged += 1;
    const isUnknown = answer.error?.['message']?.includes('not known') ?? false;
    const wrong = response.ok || isUnavailable(response, answer) ? undefined : `${method} was answered ${status}`;
    return { status, isUnknown, id: answer.data?.id ?? '', wrong };
  }

  async function create(): Promise<Sent> {
    const amount = ledger.known.size;
    const sent = await send('POST', collection, { ...validDraft, name: 'n'.repeat(120), amount });
    if (sent.status === 201) ledger.known.set(sent.id, { amount, updates: 0, isDeleted: false, pending: undefined });
    else if (sent.isUnknown) ledger.unansweredCreations += 1;
    return sent;
  }

  async function change(id: string): Promise<Sent> {
    const known = recordOf(id);
    const amount = known.amount + 1;
    const sent = await send('PATCH', `${collection}/${id}`, { amount });
    if (sent.status === 200) Object.assign(known, { amount, updates: known.updates + 1 });
    else if (sent.isUnknown) known.pending = { kind: 'update', amount };
    return sent;
  }

  async function remove(id: string): Promise<Sent> {
    const sent = await send('DELETE', `${collection}/${id}`);
    if (sent.status === 200) recordOf(id).isDeleted = true;
    else if (sent.isUnknown) recordOf(id).pending = { kind: 'delete' };
    return sent;
  }

  function recordOf(id: string) {
    const known = ledger.known.get(id);
    if (known === undefined) throw new Error(`nobody was told of ${id}`);
    return known;
  }

  /** The records whose state is known for sure. */
  function certain(): string[] {
    const live = Array.from(ledger.known).filter(([, { isDeleted, pending }]) => !isDeleted && pending === undefined);
    return live.map(([id]) => id);
  }

  async function read(): Promise<{ unavailable: number; wrong: string[] }> {
    const sample = certain().slice(0, 20);
    const paths = ['subscriptions?limit=1', 'audit', 'analytics/summary', 'analytics/duplicates'];
    let unavailable = 0;
    const wrong: string[] = [];
    for (const path of [...sample.map((id) => `subscriptions/${id}`), ...paths]) {
      const response = await fetch(`${origin}/api/v1/${path}`, { headers });
      const text = await response.text();
      const body = JSON.parse(text) as Body;
      const known = ledger.known.get(path.slice(path.indexOf('/') + 1));
      const isRight = response.status === 200 && (known === undefined || known.amount === body.data?.amount);
      if (isUnavailable(response, body)) unavailable += 1;
      else if (!isRight) wrong.push(`${path} was answered ${response.status} ${text}`);
    }
    return { unavailable, wrong };
  }

  return {
    /** Creates some records one after the other, so that each is a commit of its own. */
    async create(count: number): Promise<void> {
      for (let created = 0; created < count; created += 1) {
        const { status } = await create();
        if (status !== 201) throw new Error(`a creation was answered ${status}`);
      }
    },

    /** Sends four writes at once: two creations, a change and a deletion; many times as many when told so. */
    async write(times = 1): Promise<Seen> {
      const ids = certain();
      const sent = await Promise.all([
        ...Array.from({ length: 2 * times }, create),
        ...ids.slice(0, times).map(change),
        ...ids.slice(times, 2 * times).map(remove),
      ]);
      return {
        stored: sent.filter(({ status }) => status < 300).length,
        refused: sent.filter(({ status, isUnknown }) => status === 503 && !isUnknown).length,
        unknown: sent.filter(({ isUnknown }) => isUnknown).length,
        wrong: sent.flatMap(({ wrong }) => wrong ?? []),
      };
    },

    /** Reads records and reports: how often the storage was unavailable, and each answer that is wrong. */
    read,

    /** Every read that was not answered, or wrongly. */
    async misread(): Promise<readonly string[]> {
      const { unavailable, wrong } = await read();
      return unavailable === 0 ? wrong : [...wrong, `${unavailable} reads were not answered`];
    },
  };
}

/** Whether an answer is the error for an unavailable storage, without internal details. */
function isUnavailable(response: Response, { error, requestId }: Body): boolean {
  return (
    response.status === 503 &&
    error?.['code'] === 'storage_unavailable' &&
    error['suggestedFix'] !== undefined &&
    requestId === response.headers.get('x-request-id') &&
    /^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '') &&
    !/sql|disk|i\/o|\.db|\.ts|\/tmp/i.test(JSON.stringify(error))
  );
}
