import { absentId } from '../support/expectations.ts';
import { anyBody } from './fuzzBodies.ts';
import { below, pick, pickWeighted, type Random } from '../generator/random.ts';

type Header = readonly [name: string, value: string];

// So few that many requests share one.
const idempotencyKeys = Array.from({ length: 200 }, (_, position) => `key-${position}`);
const oddIdempotencyKeys = ['', 'a b', '"open', '\xfc', 'x'.repeat(256)];
const entityTags = ['*', '"x"', 'W/"x"', '"a", "b"', 'bare', ''];
const batchBytesMax = 256 * 1024;

/** Headers with options of a write; most requests have none. */
export function anyOptions(random: Random): readonly Header[] {
  if (random() < 0.8) return [];
  return pickWeighted<() => readonly Header[]>(random, [
    [3, () => [['if-match', pick(random, entityTags)]]],
    [2, () => [['if-none-match', pick(random, ['*', pick(random, entityTags)])]]],
    [3, () => [['idempotency-key', pick(random, idempotencyKeys)]]],
    [0.5, () => [['idempotency-key', pick(random, oddIdempotencyKeys)]]],
    [
      0.5,
      () => [
        ['if-match', '*'],
        ['idempotency-key', `"${pick(random, idempotencyKeys)}"`],
      ],
    ],
  ])();
}

/** Sometimes a parameter that makes a write a dry run, or a similar one. */
export function anyDryRun(random: Random): readonly string[] {
  return random() < 0.9 ? [] : [`dryRun=${pick(random, ['true', 'true', 'true', 'false', '1', ''])}`];
}

/** The body of a batch about some records: valid or not. */
export function anyBatch(random: Random, ids: readonly string[], isSpoilt: boolean): Buffer {
  const operations = Array.from({ length: 1 + below(random, 4) }, () => anyOperation(random, ids, isSpoilt));
  if (isSpoilt && random() < 0.1) operations.push(pick(random, ['1', 'null', '[]', '{}', '{"action":"x"}', '{']));
  const text = `{"operations":[${operations.join(',')}]}`;
  return Buffer.from(isSpoilt && random() < 0.05 ? text.padEnd(batchBytesMax + below(random, 3)) : text);
}

function anyOperation(random: Random, ids: readonly string[], isSpoilt: boolean): string {
  const id = JSON.stringify(ids.length === 0 || random() < 0.1 ? absentId : pick(random, ids));
  const spoils = isSpoilt && random() < 0.3;
  const details = random() < 0.7 ? '' : `,"details":${anyBody(random, 'details', spoils).toString()}`;
  const payment = anyBody(random, 'payment', spoils).toString().slice(1, -1);
  const tag = random() < 0.9 ? undefined : pick(random, spoils ? [...entityTags, 7, null] : entityTags);
  const ifMatch = tag === undefined ? '' : `,"ifMatch":${JSON.stringify(tag)}`;
  return pickWeighted(random, [
    [1, () => `{"action":"create","subscription":${anyBody(random, 'draft', spoils).toString()}${details}}`],
    [
      3,
      () => `{"action":"update","id":${id},"patch":${anyBody(random, 'patch', spoils).toString()}${details}${ifMatch}}`,
    ],
    [1, () => `{"action":"renew","id":${id}${payment === '' ? '' : `,${payment}`}${ifMatch}}`],
    [1, () => `{"action":"delete","id":${spoils ? '"x"' : id}${ifMatch}}`],
  ])();
}
