import { validDraft } from '../support/validDraft.ts';

/** How a well-behaved client was served for some time. */
export interface Service {
  readonly requests: number;
  readonly p99Milliseconds: number;
  readonly slowestMilliseconds: number;
  /** Each answer that was not as it must be. */
  readonly wrong: readonly string[];
}

interface Body {
  readonly data?: { readonly id?: string } & readonly { readonly id: string }[];
}

/** Asks one thing after the other for some time: its record, a list, and now and then a new record. */
export async function beServed(origin: string, key: string, milliseconds: number): Promise<Service> {
  const collection = `${origin}/api/v1/subscriptions`;
  const latencies: number[] = [];
  const wrong: string[] = [];
  let newest = '';

  async function ask(method: 'GET' | 'POST', url: string): Promise<Body> {
    const began = performance.now();
    const body = method === 'POST' ? { body: JSON.stringify(validDraft) } : {};
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${key}` }, ...body });
    const text = await response.text();
    latencies.push(performance.now() - began);
    if (response.status === (method === 'POST' ? 201 : 200)) return JSON.parse(text) as Body;
    wrong.push(`${method} ${url} was answered ${response.status} ${text}`);
    return {};
  }

  const ending = performance.now() + milliseconds;
  for (let number = 0; performance.now() < ending; number += 1) {
    if (number % 50 === 0) newest = (await ask('POST', collection)).data?.id ?? '';
    const { data } = number % 2 === 0 ? await ask('GET', `${collection}/${newest}`) : {};
    if (number % 2 === 0 && data?.id !== newest) wrong.push(`${newest} was asked for and ${data?.id} answered`);
    if (number % 2 === 0) continue;
    const listed = (await ask('GET', `${collection}?limit=10`)).data ?? [];
    if (!listed.some(({ id }) => id === newest)) wrong.push(`${newest} is not in the list`);
  }
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? 0;
  return { requests: latencies.length, p99Milliseconds: at(0.99), slowestMilliseconds: at(1), wrong };
}
