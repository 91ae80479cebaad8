import { apiOperations, type ApiOperation } from '../generator/api.ts';
import type { Json } from '../generator/fields.ts';
import { pick, type Random } from '../generator/random.ts';
import { anyValue, tooLong, wrongValues, type About } from '../generator/values.ts';
import { absentId } from '../support/expectations.ts';

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

const writes = apiOperations.filter(({ needs }) => needs !== 'read');
const ownerWrites = writes.filter(({ needs, body }) => needs === 'write' && body !== undefined);
const openToOwners = apiOperations.filter(({ path, needs }) => path.includes('{id}') && needs !== 'admin');

/** Any request that must be refused: one of any operation, and those that only the rules of subscriptions refuse. */
export function anyRefusal(random: Random, today: string, ids: KnownIds): Refusal {
  const about = { today, ids: [], shareOfOptional: 0 };
  // A day of payment after tomorrow is a fault of the body.
  const draw = ({ id, body = {} }: ApiOperation) => {
    if (id === 'updatePayment') return { amount: 1 };
    return body.properties === undefined ? undefined : (anyValue(random, body, about) as Json);
  };
  const refused = (
    operation: ApiOperation,
    id: string,
    status: number,
    body = draw(operation),
    isOfReader = false,
  ) => ({
    isOfReader,
    method: operation.method,
    path: operation.path.replace('{id}', id),
    body: operation.method === 'GET' ? undefined : body,
    status,
  });
  const operationOf = (id: string) => apiOperations.find((one) => one.id === id) ?? pick(random, []);
  const renewal = operationOf('renewSubscription');
  return pick<() => Refusal>(random, [
    () => refused(pick(random, writes), ids.own, 403, undefined, true),
    () =>
      refused(
        pick(
          random,
          apiOperations.filter(({ needs }) => needs === 'admin'),
        ),
        ids.own,
        403,
      ),
    () => refused(pick(random, openToOwners), ids.stranger, 404),
    () => refused(pick(random, openToOwners), pick(random, [ids.gone, absentId]), 404),
    () => {
      const operation = pick(random, ownerWrites);
      return refused(operation, ids.own, 400, faulty(random, operation, about));
    },
    () => refused(renewal, ids.own, 409, { dueOn: '1800-01-01' }),
    () => refused(operationOf('updateSubscription'), ids.own, 400, { period: 'monthly', customDate: '7' }),
  ])();
}

/** The body with one fault: a wrong value, a field that nobody may write, or nothing where something is needed. */
function faulty(random: Random, { body = {} }: ApiOperation, about: About): Json {
  const { properties = {}, minProperties = 0, required = [] } = body;
  const valid = anyValue(random, body, about) as Json;
  const name = pick(random, Object.keys(properties));
  const wrong = pick(
    random,
    wrongValues(properties[name] ?? {}, valid[name] ?? anyValue(random, properties[name] ?? {}, about)),
  );
  const faults: Json[] = [
    { ...valid, [name]: wrong },
    { ...valid, createdAt: '2026-06-15' },
    ...tooLong(properties[name] ?? {}).map((text) => ({ ...valid, [name]: text })),
  ];
  return pick(random, minProperties + required.length > 0 ? [...faults, {}] : faults);
}
