import { anyFields, draftBodyOf, type Json } from '../generator/fields.ts';
import { pick, type Random } from '../generator/random.ts';
import { absentId, subscriptionsPath } from '../support/expectations.ts';

/** A request that must be refused without an effect. */
interface Refusal {
  /** Whether it comes with the read key. */
  readonly isOfReader: boolean;
  readonly method: string;
  readonly path: string;
  readonly body: Json | undefined;
  readonly status: number;
}

/** The ids of a record of the owner, of one of another owner, and of a deleted one. */
interface KnownIds {
  readonly own: string;
  readonly stranger: string;
  readonly gone: string;
}

/** Any request that must be refused. */
export function anyRefusal(random: Random, today: string, ids: KnownIds): Refusal {
  const draft = draftBodyOf(random, anyFields(random, today));
  const [own, stranger, gone] = [ids.own, ids.stranger, ids.gone].map((id) => `${subscriptionsPath}/${id}`);
  const notCustom = { period: 'monthly', customDate: '7' };
  const [key, method, path = '', body, status] = pick<
    readonly ['reads' | 'writes', string, string | undefined, Json | undefined, number]
  >(random, [
    ['reads', 'POST', subscriptionsPath, draft, 403],
    ['reads', 'PATCH', own, { amount: 1 }, 403],
    ['reads', 'DELETE', own, undefined, 403],
    ['reads', 'POST', `${own}/renew`, undefined, 403],
    ['writes', 'POST', subscriptionsPath, { ...draft, amount: 1.005 }, 400],
    ['writes', 'POST', subscriptionsPath, { ...draft, id: absentId }, 400],
    ['writes', 'POST', subscriptionsPath, { ...draft, ...notCustom }, 400],
    ['writes', 'PATCH', own, {}, 400],
    ['writes', 'PATCH', own, { name: 'x', period: 'custom', customDate: '0' }, 400],
    ['writes', 'PATCH', `${own}/details`, { anchorDay: 32 }, 400],
    ['writes', 'POST', `${own}/renew`, { dueOn: '2026-02-30' }, 400],
    ['writes', 'POST', `${own}/renew`, { dueOn: '1800-01-01' }, 409],
    ['writes', 'PATCH', stranger, { amount: 1 }, 404],
    ['writes', 'PATCH', `${stranger}/details`, { notes: 'x' }, 404],
    ['writes', 'POST', `${stranger}/renew`, undefined, 404],
    ['writes', 'DELETE', stranger, undefined, 404],
    ['writes', 'GET', stranger, undefined, 404],
    ['writes', 'PATCH', gone, { status: 'active' }, 404],
  ]);
  return { isOfReader: key === 'reads', method, path, body, status };
}
