import { expect, test } from 'bun:test';
import { Glob } from 'bun';
import { join } from 'node:path';
import { below, numberFromEnvironment, pick, randomFrom, streamSeed, type Random } from '../generator/random.ts';
import { fileOf } from '../support/imports.ts';
import { words } from '../support/expectations.ts';
import { startService, validDraft } from '../support/service.ts';

// Longer at night: IMPORT_FILES=100000 IMPORT_SEED=7.
const files = numberFromEnvironment('IMPORT_FILES', 100);
const seed = numberFromEnvironment('IMPORT_SEED', 1);

const folder = join(import.meta.dir, '../fixtures/imports');
const samples = await Promise.all(
  Array.from(new Glob('*').scanSync(folder))
    .sort()
    .map((name) => Bun.file(join(folder, name)).bytes()),
);
const own = new TextEncoder().encode(
  JSON.stringify(
    fileOf(
      {
        ...validDraft,
        details: { notes: 'Shared', tags: ['a'], noticePeriod: { count: 1, unit: 'months' } },
        payments: [{ dueOn: '2026-05-01', paidOn: '2026-05-02', amount: 9.5, currency: 'EUR', source: 'manual' }],
      },
      { ...validDraft, name: 'Other', period: 'custom', customDate: '91' },
    ),
  ),
);
const table = new TextEncoder().encode(
  'Name;Betrag;Währung;Intervall;Nächste Zahlung\r\n"Zeitung ""Tag""";1.234,50;EUR;monatlich;31.01.2026\r\nMilch;9,99 €;;wöchentlich;1.2.26\r\n',
);
const seeds = [...samples, own, table];

const tokens = [
  '',
  '\0',
  '\u0001',
  '\ud800',
  '\u{1f600}',
  '"',
  '""',
  "'",
  '\\',
  '\r\n',
  '\n\n\n',
  ';',
  ',',
  '\t',
  '|',
  '=1+1',
  '@x',
  ...words('{ } [ ] [[[[[[[[ : null true {} [] "__proto__": "constructor": "name": "payments":[{}]'),
  ...words('1e400 -1e400 1e-7 999999999999999999999 0.1 -0 1.234,50 €9.99 $ ¥ kr XXX PLN NaN'),
  ...words('9999-12-31 0000-00-00 2026-02-30 31.12.9999 1/2/03 yearly weekly once cancelled'),
];

/** A file with some bytes changed, left out, repeated or put in. */
function mutated(
  random: Random,
  bytes: Uint8Array<ArrayBuffer>,
  other: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const at = below(random, bytes.length + 1);
  const until = Math.min(bytes.length, at + below(random, pick(random, [2, 20, bytes.length + 1])));
  const [head, middle, tail] = [bytes.subarray(0, at), bytes.subarray(at, until), bytes.subarray(until)];
  const put = pick(random, [
    () => [],
    () => [new TextEncoder().encode(pick(random, tokens))],
    () => [middle, middle],
    () => [Uint8Array.from({ length: 1 + below(random, 8) }, () => below(random, 256))],
    () => [other.subarray(below(random, other.length))],
    () => [new TextEncoder().encode(pick(random, tokens).repeat(1 + below(random, 2000)))],
  ])();
  return Buffer.concat([head, ...put, tail]);
}

function fileFrom(random: Random): Uint8Array<ArrayBuffer> {
  if (below(random, 10) === 0) return Uint8Array.from({ length: below(random, 300) }, () => below(random, 256));
  let bytes = pick(random, seeds);
  for (let left = 1 + below(random, 6); left > 0; left -= 1) bytes = mutated(random, bytes, pick(random, seeds));
  if (below(random, 12) === 0) return Buffer.from(`\ufeff${Buffer.from(bytes).toString('latin1')}`, 'utf16le');
  return bytes;
}

function queryFrom(random: Random): string {
  const query = new URLSearchParams({
    onError: pick(random, ['refuse', 'skip']),
    onDuplicate: pick(random, ['skip', 'create', 'update']),
    ...(below(random, 4) > 0 && { dryRun: 'true' }),
    ...(below(random, 3) === 0 && {
      format: pick(random, ['auto', 'duebook', 'csv', 'wallos', 'subtrackr', 'subscription-manager']),
    }),
    ...(below(random, 5) === 0 && { currencyFor: pick(random, ['$:USD', '¥:JPY,kr:EUR', '*:EUR']) }),
    ...(below(random, 8) === 0 && { mapping: pick(random, ['Name:name', '#1:name,#2:amount', 'Betrag:']) }),
  });
  return `?${query.toString()}`;
}

test(
  `${files} random and mutated files get a report or an error that says why, and never one of the server`,
  async () => {
    const service = await startService();
    const seen = new Set<number>();
    for (let index = 0; index < files; index += 1) {
      const random = randomFrom(streamSeed(seed, index));
      const raw = fileFrom(random);
      const { status, text } = await service.call('POST', `/api/v1/import${queryFrom(random)}`, { raw });
      // What repeats a failure: its seed and its number.
      if (![200, 400, 422].includes(status)) throw new Error(`seed ${seed}, file ${index}: ${status} ${text}`);
      seen.add(status);
    }
    expect([...seen].toSorted((one, other) => one - other)).toEqual([200, 400, 422]);
    expect(service.log).toEqual([]);
  },
  20_000 + files * 100,
);
